/* Figures of the simulation at the routers of a torus: ages of packets, and stalls. */
#include "dl-figures-torus.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Ages ----------------------------------------------------------------------------------------- */

static void
ages_chart (cairo_t *cr, DlRect rect, const DlFigureInput *input, const DlTheme *theme)
{
  const DlAgeChart chart
      = { .age = input->simulation->age, .reach = input->scale_max, .hovered = -1 };

  dl_age_chart_draw (cr, rect, &chart, theme);
}

static double
ages_extent (const DlFigureInput *input)
{
  return dl_age_total (input->simulation->age);
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

static const DlFigureChart plotted_ages = { .at = "age", .values = { "share" }, .decades = TRUE };

const DlFigure dl_figure_age_histogram = {
  .id = "age-histogram",
  .title = N_ ("Age histogram"),
  .description = N_ ("Grants by the packet’s age, with the hardware’s four bins (age paper, "
                     "figure 5), simulated"),
  .needs_simulation = TRUE,
  .extent = ages_extent,
  .plotted = &plotted_ages,
  .height = dl_figure_chart_height,
  .draw = dl_figure_chart_draw,
  .chart = ages_chart,
  .narrow = 230,
  .wide = 300,
  .numbers = ages_numbers,
};

/* Stalls --------------------------------------------------------------------------------------- */

static void
stalls_chart (cairo_t *cr, DlRect rect, const DlFigureInput *input, const DlTheme *theme)
{
  const DlStallChart chart = { .stalls = input->simulation->stalls,
                               .reach = input->scale_max,
                               .reading = DL_ALL_STALLS };

  dl_stall_chart_draw (cr, rect, &chart, theme);
}

static double
stalls_extent (const DlFigureInput *input)
{
  double most = 0;

  for (guint stall = 0; stall < DL_N_STALLS; stall++)
    for (guint port = 0; port < DL_N_LINK_PORTS; port++)
      most = fmax (most, input->simulation->stalls[stall][port]);
  return most;
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

static const DlFigureChart plotted_stalls = {
  .at = "direction",
  .values = { "stalled_output_per_packet", "stalled_input_per_packet", "head_wait_per_packet" },
};

const DlFigure dl_figure_stalls = {
  .id = "stalls",
  .title = N_ ("Stalled cycles"),
  .description = N_ ("Stalled cycles per packet by direction, in three readings (age paper, "
                     "equation 17, table 5), simulated"),
  .needs_simulation = TRUE,
  .extent = stalls_extent,
  .plotted = &plotted_stalls,
  .height = dl_figure_chart_height,
  .draw = dl_figure_chart_draw,
  .chart = stalls_chart,
  .narrow = 210,
  .wide = 280,
  .numbers = stalls_numbers,
};
