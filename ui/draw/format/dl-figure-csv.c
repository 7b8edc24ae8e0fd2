/* Figures as CSV: the drawn values, and after them the notes in lines that begin with "#". */
#include "dl-figure-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define SCENARIO_MARK "# Dateline-Scenario:\n"
#define END_MARK      "# Dateline-End\n" /* so that a file cut short is told from a whole one */

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
  g_string_append (csv, SCENARIO_MARK);
  append_comment (csv, job->notes->scenario);
  g_string_append (csv, END_MARK);
  return g_string_free_to_bytes (csv);
}

char *
dl_figure_read_csv (const guint8 *data, gsize length, GError **error)
{
  const char *text = (const char *) data, *mark, *line, *end;
  GString *scenario;

  if (memchr (data, 0, length) != NULL || !g_utf8_validate_len (text, length, NULL))
    {
      dl_figure_set_damaged (error, _ ("this is not a figure"));
      return NULL;
    }
  mark = g_strstr_len (text, (gssize) length, SCENARIO_MARK);
  if (mark == NULL || (mark > text && mark[-1] != '\n'))
    {
      dl_figure_set_no_scenario (error);
      return NULL;
    }
  line = mark + strlen (SCENARIO_MARK);
  end = g_strrstr_len (line, text + length - line, END_MARK);
  if (end == NULL || end[-1] != '\n')
    {
      dl_figure_set_damaged (error, _ ("the CSV is cut short"));
      return NULL;
    }
  scenario = g_string_new (NULL);
  while (line < end)
    {
      /* There is one: a line of its own follows. */
      const char *newline = memchr (line, '\n', (gsize) (end - line));

      if (line[0] == '#')
        line += line[1] == ' ' ? 2 : 1;
      g_string_append_len (scenario, line, newline + 1 - line);
      line = newline + 1;
    }
  return g_string_free (scenario, FALSE);
}
