/* Figures of what was simulated at the routers of a torus: ages of packets, and stalls. */
#include "dl-figures-torus.h"

#include <glib/gi18n-lib.h>

/* Ages ----------------------------------------------------------------------------------------- */

static double
ages_height (const DlFigureInput *input, double width)
{
  return dl_figure_simulated_height (input, width, 230, 300);
}

static void
ages_chart (cairo_t *cr, DlRect rect, const DlFigureInput *input, const DlTheme *theme)
{
  const DlAgeChart chart = { .age = input->simulation->age, .hovered = -1 };

  dl_age_chart_draw (cr, rect, &chart, theme);
}

static void
ages_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
           const DlTheme *theme)
{
  dl_figure_draw_simulated (cr, input, width, height, FALSE, theme, ages_chart);
}

static void
ages_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "age", N_ ("Age"), DL_COLUMN_INTEGER },
    { "grants", N_ ("Grants"), DL_COLUMN_INTEGER },
    { "share", N_ ("Share of the grants"), DL_COLUMN_REAL },
    { "group", N_ ("Bin"), DL_COLUMN_INTEGER },
    { "group_share", N_ ("Share of the bin"), DL_COLUMN_REAL },
  };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  if (input->simulation == NULL)
    return;

  const guint64 *age = input->simulation->age;
  const double total = dl_age_total (age);

  for (guint i = 0; i < DL_N_AGES; i++)
    {
      const guint group = i / (DL_N_AGES / DL_N_AGE_GROUPS);

      dl_cells_integer (cells, i);
      dl_cells_integer (cells, age[i]);
      dl_cells_finite (cells, age[i] / total);
      dl_cells_integer (cells, group);
      dl_cells_finite (cells, dl_age_group (age, group) / total);
    }
}

const DlFigure dl_figure_age_histogram = {
  .id = "age-histogram",
  .title = N_ ("Age histogram"),
  .description = N_ ("Grants by the packet’s age, with the hardware’s four bins (age paper, "
                     "figure 5), simulated"),
  .needs_simulation = TRUE,
  .height = ages_height,
  .draw = ages_draw,
  .numbers = ages_numbers,
};

/* Stalls --------------------------------------------------------------------------------------- */

static double
stalls_height (const DlFigureInput *input, double width)
{
  return dl_figure_simulated_height (input, width, 210, 280);
}

static void
stalls_chart (cairo_t *cr, DlRect rect, const DlFigureInput *input, const DlTheme *theme)
{
  const DlStallChart chart = { .stalls = input->simulation->stalls, .reading = DL_ALL_STALLS };

  dl_stall_chart_draw (cr, rect, &chart, theme);
}

static void
stalls_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
             const DlTheme *theme)
{
  dl_figure_draw_simulated (cr, input, width, height, FALSE, theme, stalls_chart);
}

static void
stalls_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "direction", N_ ("Direction") },
    { "stalled_output_per_packet", N_ ("Output stalled, cycles/packet"), DL_COLUMN_REAL },
    { "stalled_input_per_packet", N_ ("Input stalled, cycles/packet"), DL_COLUMN_REAL },
    { "head_wait_per_packet", N_ ("Wait at the head, cycles/packet"), DL_COLUMN_REAL },
  };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  G_STATIC_ASSERT (G_N_ELEMENTS (columns) == 1 + DL_N_STALLS);
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS && input->simulation != NULL; port++)
    {
      dl_figure_add_port (cells, port);
      for (guint stall = 0; stall < DL_N_STALLS; stall++)
        dl_cells_finite (cells, input->simulation->stalls[stall][port]);
    }
}

const DlFigure dl_figure_stalls = {
  .id = "stalls",
  .title = N_ ("Stalled cycles"),
  .description = N_ ("Stalled cycles per packet by direction, in three readings (age paper, "
                     "equation 17, table 5), simulated"),
  .needs_simulation = TRUE,
  .height = stalls_height,
  .draw = stalls_draw,
  .numbers = stalls_numbers,
};
