#include "dl-jobs-file.h"

#include "dl-counters-cascade.h"
#include "dl-jobs-private.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* A file has a header of names between commas, where items have other signs. */
static gboolean
is_file (const char *text)
{
  g_autoptr (GString) line = g_string_new (NULL);
  DlTextLines lines;

  dl_text_lines_init (&lines, text, -1, NULL);
  return dl_text_lines_next (&lines, line) && line->str[0] != '#' && strchr (line->str, ',') != NULL
         && strpbrk (line->str, ":@") == NULL;
}

static DlJobs *
read_file (const DlDragonfly *dragonfly, const char *text, const char *file_name, GError **error)
{
  g_autoptr (DlCounters) counters
      = dl_counters_read (text, -1, file_name != NULL ? file_name : _ ("placement"), error);
  const DlTextLines first = { .file_name = file_name, .number = 1 };
  const char *why = _ ("these are counters of links (expected a file of jobs: g,r,c,n,jobid)");

  if (counters == NULL)
    return NULL;
  if (counters->kind == &dl_counters_kind_jobs)
    return dl_jobs_new_nodes (dragonfly, dl_cascade_counters (counters)->jobs, file_name, error);
  if (file_name != NULL)
    dl_text_lines_error (&first, error, DL_JOBS_ERROR, DL_JOBS_ERROR_SYNTAX, "%s", why);
  else
    g_set_error_literal (error, DL_JOBS_ERROR, DL_JOBS_ERROR_SYNTAX, why);
  return NULL;
}

DlJobs *
dl_jobs_parse (const DlDragonfly *dragonfly, const char *text, guint64 seed, const char *file_name,
               GError **error)
{
  return is_file (text) ? read_file (dragonfly, text, file_name, error)
                        : dl_jobs_parse_items (dragonfly, text, seed, file_name, error);
}

/* Items have one of two signs that neither rules nor names of nodes have; a text of blanks is one
 * job, and one that only says that there are no jobs has no line. */
gboolean
dl_jobs_are_ranks (const char *text)
{
  g_autoptr (GString) line = g_string_new (NULL);
  DlTextLines lines;

  if (is_file (text))
    return FALSE;
  dl_text_lines_init (&lines, text, -1, NULL);
  while (dl_text_lines_next (&lines, line))
    if (line->str[0] != '#' && line->str[strspn (line->str, DL_JOBS_SEPARATORS)] != '\0')
      return strpbrk (line->str, ":@") == NULL;
  return FALSE;
}
