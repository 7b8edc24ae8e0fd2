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
ages_write_csv (GString *csv, const DlFigureInput *input)
{
  g_string_append (csv, "age,grants,share,group,group_share\n");
  if (input->simulation == NULL)
    return;

  const guint64 *age = input->simulation->age;
  const double total = dl_age_total (age);

  for (guint i = 0; i < DL_N_AGES; i++)
    {
      const guint group = i / (DL_N_AGES / DL_N_AGE_GROUPS);

      g_string_append_printf (csv, "%u,%" G_GUINT64_FORMAT ",", i, age[i]);
      dl_csv_number (csv, age[i] / total);
      g_string_append_printf (csv, ",%u,", group);
      dl_csv_number (csv, dl_age_group (age, group) / total);
      g_string_append_c (csv, '\n');
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
  .write_csv = ages_write_csv,
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
stalls_write_csv (GString *csv, const DlFigureInput *input)
{
  g_string_append (csv, "direction,stalled_output_per_packet,stalled_input_per_packet,"
                        "head_wait_per_packet\n");
  for (guint port = 0; port < DL_N_NETWORK_PORTS && input->simulation != NULL; port++)
    {
      g_string_append (csv, dl_port_name (port));
      for (guint stall = 0; stall < DL_N_STALLS; stall++)
        {
          g_string_append_c (csv, ',');
          dl_csv_number (csv, input->simulation->stalls[stall][port]);
        }
      g_string_append_c (csv, '\n');
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
  .write_csv = stalls_write_csv,
};
