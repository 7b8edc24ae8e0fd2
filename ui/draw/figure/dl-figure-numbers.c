#include "dl-figure-numbers.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Columns -------------------------------------------------------------------------------------- */

/* Titles of a link's value, by its name in files. */
static const DlFigureWord values[] = {
  { "vc_balance", N_ ("VC balance") },
  { "vc_balance_signed", N_ ("Signed VC balance") },
  { "load", N_ ("Channel load, packets") },
  { "severity", N_ ("Severity of a break, 0 to 1") },
  { "critical", N_ ("Severity of a break, 0 to 1") },
  { "flits_a_cycle", N_ ("Simulated load, flits/cycle") },
  { "sim_load", N_ ("Simulated load, flits/cycle") },
  { "stalled_cycles_a_packet", N_ ("Simulated stalls, cycles/packet") },
  { "sim_stalls", N_ ("Simulated stalls, cycles/packet") },
  { "occupancy", N_ ("Simulated buffer occupancy, share") },
  { "sim_occupancy", N_ ("Simulated buffer occupancy, share") },
  { "measured", N_ ("Measured packets, share of the busiest link’s") },
  { "use", N_ ("Link utilization") },
  { "vc_share", N_ ("Share of one VC") },
  { "measured_data", N_ ("Measured data, share of the busiest link’s") },
  { "measured_flits", N_ ("Measured flits, share of the busiest link’s") },
  { "measured_stalls", N_ ("Measured stalls, share of the most stalled link’s") },
};

static const DlFigureWord *
find_word (const DlFigureWord *words, guint n, const char *id)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (words[i].id, id) == 0)
      return &words[i];
  return NULL;
}

void
dl_figure_add_value_columns (DlRecord *record, const char *id, gboolean single, gboolean compared)
{
  static const DlTableColumn difference = { "difference", N_ ("Difference"), DL_COLUMN_REAL };
  const DlFigureWord *value = find_word (values, G_N_ELEMENTS (values), id);
  DlTableColumn column = {
    .id = id, .title = value != NULL ? value->title : NULL, .type = DL_COLUMN_REAL, .single = single
  };
  DlTableColumn last = difference;

  if (!compared)
    {
      dl_record_add_columns (record, &column, 1);
      return;
    }
  for (column.side = 'A'; column.side <= 'B'; column.side++)
    dl_record_add_columns (record, &column, 1);
  last.single = single;
  dl_record_add_columns (record, &last, 1);
}

const DlTableColumn dl_figure_outlier_column = { "outlier", N_ ("Outlier"), DL_COLUMN_INTEGER };

/* Cells ---------------------------------------------------------------------------------------- */

void
dl_figure_add_numbers (DlCells *cells, const double *numbers, guint n)
{
  for (guint i = 0; i < n; i++)
    dl_cells_finite (cells, numbers[i]);
}

void
dl_figure_add_flag (DlCells *cells, gboolean flag)
{
  dl_cells_integer (cells, flag ? 1 : 0);
  dl_cells_show (cells, flag ? _ ("yes") : _ ("no"));
}

void
dl_figure_add_state (DlCells *cells, DlLinkState state)
{
  if (state == DL_LINK_UP)
    dl_cells_word (cells, "up", _ ("up"));
  else if (state == DL_LINK_BROKEN)
    dl_cells_word (cells, "broken", _ ("broken"));
  else
    dl_cells_word (cells, "absent", _ ("absent"));
}

void
dl_figure_add_word (DlCells *cells, const DlFigureWord *words, guint n, const char *id)
{
  const DlFigureWord *word = find_word (words, n, id);

  dl_cells_word (cells, id, word != NULL ? _ (word->title) : NULL);
}

void
dl_figure_add_untranslated (DlCells *cells, const char *text)
{
  dl_cells_word (cells, text, *text != '\0' ? _ (text) : NULL);
}

void
dl_figure_add_blanks (DlCells *cells, guint n)
{
  for (guint i = 0; i < n; i++)
    dl_cells_absent (cells);
}
