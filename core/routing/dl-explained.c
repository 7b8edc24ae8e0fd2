#include "dl-explained.h"

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

void
dl_step_text_clear (DlStepText *text)
{
  g_free (text->title);
  g_free (text->place);
  g_free (text->note);
  g_free (text->tag);
  g_free (text->detail);
  g_free (text->problem);
}

void
dl_step_text_copy (const DlStepText *from, DlStepText *to)
{
  *to = (DlStepText) {
    .title = g_strdup (from->title),
    .place = g_strdup (from->place),
    .note = g_strdup (from->note),
    .tag = g_strdup (from->tag),
    .detail = g_strdup (from->detail),
    .problem = g_strdup (from->problem),
  };
}

DlExplained *
dl_explained_new (guint n_hops)
{
  DlExplained *explained = g_rc_box_new0 (DlExplained);

  explained->n_hops = n_hops;
  explained->channels = g_new0 (guint32, n_hops);
  explained->steps = g_new0 (DlStepText, n_hops);
  explained->broken_step = DL_NO_STEP;
  return explained;
}

static void
clear (gpointer data)
{
  DlExplained *explained = data;

  for (guint i = 0; i < explained->n_hops; i++)
    dl_step_text_clear (&explained->steps[i]);
  g_free (explained->steps);
  g_free (explained->channels);
  g_free (explained->summary);
  g_free (explained->line);
  g_free (explained->text);
}

DlExplained *
dl_explained_ref (DlExplained *explained)
{
  return g_rc_box_acquire (explained);
}

void
dl_explained_unref (DlExplained *explained)
{
  if (explained != NULL)
    g_rc_box_release_full (explained, clear);
}
