#include "dl-section.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define VC_PAPER      "VC paper "
#define CASCADE_PAPER "Cascade paper "

const char *
dl_section_text (const char *section)
{
  g_autofree char *text = NULL;

  if (section == NULL)
    return NULL;
  if (g_str_has_prefix (section, VC_PAPER))
    /* Translators: a section of the paper on virtual channels, "VC paper 2.2.1" */
    text = g_strdup_printf (_ ("VC paper %s"), section + strlen (VC_PAPER));
  else if (g_str_has_prefix (section, CASCADE_PAPER))
    /* Translators: a section of the paper on Cascade, "Cascade paper 3" */
    text = g_strdup_printf (_ ("Cascade paper %s"), section + strlen (CASCADE_PAPER));
  return text != NULL ? g_intern_string (text) : section;
}
