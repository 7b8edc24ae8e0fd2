/* Figures as CSV: the drawn values, and after them the notes in lines that begin with "#". */
#include "dl-figure-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

DlRecord *
dl_figure_numbers (const DlFigure *figure, const DlFigureInput *input)
{
  DlRecord *record = dl_record_new ();

  figure->numbers (record, input);
  return record;
}

void
dl_figure_append_csv (GString *csv, const DlFigure *figure, const DlFigureInput *input)
{
  g_autoptr (DlRecord) record = NULL;
  DlTable table;

  if (figure->numbers == NULL)
    {
      dl_figure_panels_append_csv (csv, input);
      return;
    }
  record = dl_figure_numbers (figure, input);
  table = dl_record_table (record);
  dl_table_append_csv (csv, &table);
}

/* Lines of @text, each after "# ". */
static void
append_comment (GString *csv, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i + 1] != NULL || lines[i][0] != '\0')
      g_string_append_printf (csv, "# %s\n", lines[i]);
}

GBytes *
dl_figure_render_csv (const DlFigureJob *job, GError **error)
{
  GString *csv = g_string_new (NULL);

  dl_figure_append_csv (csv, job->figure, job->input);
  append_comment (csv, job->notes->title);
  g_string_append_printf (csv, "# Dateline-Version: %s\n", job->notes->version);
  g_string_append_printf (csv, "# Dateline-Seed: %s\n", job->notes->seed);
  if (job->notes->against != NULL)
    {
      g_autofree char *against = g_strdup_printf ("Dateline-Shown: %s", job->notes->against);
      append_comment (csv, against);
    }
  g_string_append (csv, DL_FIGURE_CSV_BEGIN);
  append_comment (csv, job->notes->scenario);
  g_string_append (csv, DL_FIGURE_CSV_END);
  return g_string_free_to_bytes (csv);
}
