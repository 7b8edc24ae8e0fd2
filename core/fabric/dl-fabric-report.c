#include "dl-fabric-report.h"

static void
clear_note (gpointer data)
{
  DlFabricNote *note = data;

  g_free (note->problem);
  g_free (note->remedy);
}

void
dl_fabric_report_clear (DlFabricReport *report)
{
  g_clear_pointer (&report->notes, g_array_unref);
  report->n_notes = 0;
}

void
dl_fabric_report_add (DlFabricReport *report, guint line, const char *remedy, const char *format,
                      ...)
{
  DlFabricNote note = { .line = line };
  va_list args;

  if (report == NULL)
    return;
  report->n_notes++;
  if (report->notes == NULL)
    {
      report->notes = g_array_new (FALSE, FALSE, sizeof (DlFabricNote));
      g_array_set_clear_func (report->notes, clear_note);
    }
  if (report->notes->len >= DL_FABRIC_REPORT_MAX)
    return;
  va_start (args, format);
  note.problem = g_strdup_vprintf (format, args);
  va_end (args);
  note.remedy = g_strdup (remedy);
  g_array_append_val (report->notes, note);
}

static gint
by_line (gconstpointer a, gconstpointer b)
{
  const guint x = ((const DlFabricNote *) a)->line - 1, y = ((const DlFabricNote *) b)->line - 1;

  return (x > y) - (x < y);
}

void
dl_fabric_report_sort (DlFabricReport *report)
{
  if (report != NULL && report->notes != NULL)
    g_array_sort (report->notes, by_line);
}

char *
dl_fabric_report_line (const DlFabricReport *report, guint i, const char *file_name)
{
  const DlFabricNote *note = &g_array_index (report->notes, DlFabricNote, i);

  return note->line > 0 ? g_strdup_printf ("%s:%u: %s (%s)", file_name, note->line, note->problem,
                                           note->remedy)
                        : g_strdup_printf ("%s: %s (%s)", file_name, note->problem, note->remedy);
}
