#include "dl-citation.h"

#include "dl-config.h"

#include <glib/gi18n-lib.h>

#define AUTHORS "Dateline contributors"
#define TITLE   "Dateline: a laboratory for supercomputer interconnects"

char *
dl_citation (void)
{
  return g_strdup_printf ("%s (%s). %s, version %s. Computer software.", AUTHORS, DL_YEAR, TITLE,
                          DL_VERSION);
}

char *
dl_citation_text (void)
{
  g_autofree char *citation = dl_citation ();

  /* Translators: %s: authors, year, title and version of this program, in English */
  return g_strdup_printf (_ ("To cite Dateline: %s"), citation);
}
