/* Figures of what a simulation measured. */
#include "dl-figure-family.h"
#include "dl-figure-private.h"
#include "dl-latency-chart.h"
#include "dl-sizes.h"
#include "dl-wait-chart.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Notes beside the caption --------------------------------------------------------------------- */

static char *
describe_load (const DlScenario *scenario)
{
  g_autofree char *load = dl_chart_count (scenario->traffic.load);

  if (scenario->traffic.saturated)
    return g_strdup (_ ("saturated sources"));
  if (dl_scenario_load_unit (scenario) != NULL)
    return g_strdup_printf (_ ("load %s of 10 GB/s of payload per node"), load);
  return g_strdup_printf (_ ("load %s flits/node/cycle"), load);
}

static char *
describe_cycles (guint64 from, guint64 to)
{
  g_autofree char *first = dl_chart_count (from);
  g_autofree char *last = dl_chart_count (to);

  return g_strdup_printf (_ ("cycles %s to %s"), first, last);
}

static const DlFigureFamily *
drawn_of (const DlFigureInput *input)
{
  return dl_figure_family_of (input->scenario->family);
}

static char *
describe_arbitration (const DlFigureInput *input)
{
  return drawn_of (input)->arbitration != NULL ? drawn_of (input)->arbitration (input->scenario)
                                               : NULL;
}

/* A line each: traffic, and arbitration where there is a choice. */
static GStrv
notes_of (const DlFigureInput *input, gboolean whole)
{
  const DlSimFigure *simulation = input->simulation;
  g_autofree char *load = describe_load (input->scenario);
  g_autofree char *cycles = describe_cycles (whole ? 0 : simulation->from, simulation->to);
  GStrv notes = g_new0 (char *, 3);

  notes[0] = g_strdup_printf ("%s, %s", load, cycles);
  notes[1] = describe_arbitration (input);
  return notes;
}

GStrv
dl_figure_simulation_notes (const DlFigureInput *input)
{
  const DlSimFigure *simulation = input->simulation;
  GStrv notes = g_new0 (char *, 4);

  if (simulation == NULL)
    return notes;
  notes[0] = describe_load (input->scenario);
  notes[1] = describe_cycles (simulation->from, simulation->to);
  notes[2] = describe_arbitration (input);
  return notes;
}

double
dl_figure_notes_height (const DlFigureInput *input)
{
  const guint n_lines = drawn_of (input)->arbitration != NULL ? 2 : 1;

  return input->style.no_caption ? 0 : n_lines * DL_LINE_SMALL + 8;
}

DlRect
dl_figure_draw_notes (cairo_t *cr, const DlFigureInput *input, DlRect inside, gboolean whole,
                      const DlTheme *theme)
{
  g_auto (GStrv) notes = notes_of (input, whole);

  inside.height = MAX (1, inside.height - dl_figure_notes_height (input));
  for (guint i = 0; notes[i] != NULL && !input->style.no_caption; i++)
    dl_chart_text (cr, &theme->muted, inside.x, dl_rect_bottom (inside) + 8 + i * DL_LINE_SMALL,
                   notes[i], DL_TEXT_SMALL, FALSE, DL_ALIGN_START, inside.width);
  return inside;
}

/* Common parts --------------------------------------------------------------------------------- */

void
dl_figure_draw_simulated (cairo_t *cr, const DlFigureInput *input, double width, double height,
                          gboolean whole, const DlTheme *theme, DlFigureChart draw)
{
  const DlRect inside = dl_figure_begin (cr, input, width, height, TRUE, theme);

  if (input->simulation != NULL)
    draw (cr, dl_figure_draw_notes (cr, input, inside, whole, theme), input, theme);
  else
    dl_chart_message (cr, inside, _ ("nothing was simulated"), theme);
  cairo_restore (cr);
}

double
dl_figure_simulated_height (const DlFigureInput *input, double width, double narrow, double wide)
{
  return dl_figure_height_around (input, width,
                                  (dl_figure_width_inside (width) >= DL_FIGURE_WIDE ? wide : narrow)
                                      + dl_figure_notes_height (input),
                                  TRUE);
}

/* Latency -------------------------------------------------------------------------------------- */

static double
latency_height (const DlFigureInput *input, double width)
{
  return dl_figure_simulated_height (input, width, 240, 300);
}

static void
latency_chart (cairo_t *cr, DlRect rect, const DlFigureInput *input, const DlTheme *theme)
{
  dl_latency_chart_draw (cr, rect, &input->simulation->latency, theme);
}

static void
latency_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
              const DlTheme *theme)
{
  dl_figure_draw_simulated (cr, input, width, height, FALSE, theme, latency_chart);
}

static void
add_latencies (DlCells *cells, const char *what, double from, double to, double packets, double all)
{
  static const DlFigureWord words[] = { { "bar", N_ ("range") },
                                        { "p50", N_ ("median") },
                                        { "p99", N_ ("99%") },
                                        { "max", N_ ("maximum") } };
  const double numbers[] = { from, to, packets, packets / all };

  dl_figure_add_word (cells, words, G_N_ELEMENTS (words), what);
  dl_figure_add_numbers (cells, numbers, G_N_ELEMENTS (numbers));
}

/* The bars, and where the marks are. */
static void
latency_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "what", N_ ("What") },
    { "from_cycles", N_ ("Latency from, cycles"), DL_COLUMN_REAL },
    { "to_cycles", N_ ("Latency to, cycles"), DL_COLUMN_REAL },
    { "packets", N_ ("Packets"), DL_COLUMN_REAL },
    { "share", N_ ("Share"), DL_COLUMN_REAL },
  };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  const DlLatency *latency = input->simulation != NULL ? &input->simulation->latency : NULL;
  g_autoptr (GArray) bars = latency != NULL ? dl_latency_bars (latency) : NULL;
  double half, most;

  if (bars == NULL || bars->len == 0)
    return;
  half = dl_latency_quantile (latency, 0.5);
  most = dl_latency_quantile (latency, 0.99);
  for (guint i = 0; i < bars->len; i++)
    {
      const DlLatencyBar *bar = &g_array_index (bars, DlLatencyBar, i);
      add_latencies (cells, "bar", bar->from, bar->to, bar->packets, latency->count);
    }
  add_latencies (cells, "p50", half, half, NAN, 1);
  add_latencies (cells, "p99", most, most, NAN, 1);
  add_latencies (cells, "max", latency->max, latency->max, NAN, 1);
}

const DlFigure dl_figure_latency = {
  .id = "latency",
  .title = N_ ("Latency distribution"),
  .description = N_ ("Packets by network latency, with median, 99th percentile and maximum, "
                     "simulated"),
  .needs_simulation = TRUE,
  .height = latency_height,
  .draw = latency_draw,
  .numbers = latency_numbers,
};

/* Over time ------------------------------------------------------------------------------------ */

static gboolean
has_ways (const DlFigureInput *input)
{
  return dl_family_has_measure (input->scenario->family, "minimal_share");
}

static DlTimeChart
time_chart (const DlFigureInput *input)
{
  const DlSimFigure *simulation = input->simulation;
  const char *unit = dl_scenario_load_unit (input->scenario);

  return (DlTimeChart) {
    .points = (const DlSimPoint *) (gpointer) simulation->points->data,
    .n_points = simulation->points->len,
    .packet_flits = simulation->packet_flits,
    .n_nodes = simulation->n_nodes,
    .load_flits = simulation->load_flits,
    .load_unit = unit != NULL ? _ (unit) : NULL,
    .ways = has_ways (input),
    .saturated = simulation->saturated,
    .cut_from = simulation->since,
    .cut_to = simulation->from,
    .hovered = DL_NO_INTERVAL,
  };
}

static double
throughput_height (const DlFigureInput *input, double width)
{
  return has_ways (input) ? dl_figure_simulated_height (input, width, 380, 380)
                          : dl_figure_simulated_height (input, width, 280, 360);
}

static void
throughput_chart (cairo_t *cr, DlRect rect, const DlFigureInput *input, const DlTheme *theme)
{
  const DlTimeChart chart = time_chart (input);

  dl_time_chart_draw (cr, rect, &chart, theme);
}

static void
throughput_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
                 const DlTheme *theme)
{
  dl_figure_draw_simulated (cr, input, width, height, TRUE, theme, throughput_chart);
}

static void
throughput_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "from_cycle", N_ ("From cycle"), DL_COLUMN_INTEGER },
    { "to_cycle", N_ ("To cycle"), DL_COLUMN_INTEGER },
    { "offered", N_ ("Offered load"), DL_COLUMN_REAL },
    { "accepted", N_ ("Accepted throughput"), DL_COLUMN_REAL },
    { "latency_cycles_mean", N_ ("Mean network latency, cycles"), DL_COLUMN_REAL },
    { "minimal_share", N_ ("Share of minimal packets"), DL_COLUMN_REAL },
  };
  const gboolean ways = has_ways (input);
  DlCells *cells;

  dl_record_add_columns (record, columns, G_N_ELEMENTS (columns) - (ways ? 0 : 1));
  cells = dl_record_cells (record);
  if (input->simulation == NULL)
    return;

  const DlTimeChart chart = time_chart (input);

  for (guint i = 0; i + 1 < chart.n_points; i++)
    {
      const DlTimeValues values = dl_time_chart_values (&chart, i);

      dl_cells_integer (cells, values.from);
      dl_cells_integer (cells, values.to);
      dl_cells_finite (cells, values.offered);
      dl_cells_finite (cells, values.accepted);
      dl_cells_finite (cells, values.latency);
      if (ways)
        dl_cells_finite (cells, values.minimal);
    }
}

const DlFigure dl_figure_throughput = {
  .id = "throughput",
  .title = N_ ("Throughput over time"),
  .description = N_ ("Offered load, accepted throughput and mean network latency over time, "
                     "simulated"),
  .needs_simulation = TRUE,
  .height = throughput_height,
  .draw = throughput_draw,
  .numbers = throughput_numbers,
};

/* Waits ---------------------------------------------------------------------------------------- */

static double
waits_height (const DlFigureInput *input, double width)
{
  return dl_figure_simulated_height (input, width, 100, 110);
}

static void
waits_chart (cairo_t *cr, DlRect rect, const DlFigureInput *input, const DlTheme *theme)
{
  if (dl_scenario_is_input_queued (input->scenario))
    dl_wait_chart_draw (cr, rect, input->simulation->waits, theme);
  else
    dl_chart_message (cr, rect, _ ("only counted in input-queued routers"), theme);
}

static void
waits_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
            const DlTheme *theme)
{
  dl_figure_draw_simulated (cr, input, width, height, FALSE, theme, waits_chart);
}

static void
waits_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "waiting_for", N_ ("Waiting for") },
    { "waiting_per_packet", N_ ("Cycles/packet"), DL_COLUMN_REAL },
  };
  /* In a context of their own: this switch is the crossbar inside a router, not a router of a
   * fabric. */
  static const DlFigureWord words[] = { { "vc", NC_ ("what a flit waits for", "VC") },
                                        { "credit", NC_ ("what a flit waits for", "credit") },
                                        { "switch", NC_ ("what a flit waits for", "switch") } };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  G_STATIC_ASSERT (G_N_ELEMENTS (words) == DL_N_WAITS);
  for (DlWait wait = 0; wait < DL_N_WAITS && input->simulation != NULL; wait++)
    {
      g_assert (strcmp (words[wait].id, dl_wait_id (wait)) == 0);
      dl_cells_word (cells, words[wait].id,
                     g_dpgettext2 (GETTEXT_PACKAGE, "what a flit waits for", words[wait].title));
      dl_cells_finite (cells, input->simulation->waits[wait]);
    }
}

const DlFigure dl_figure_waits = {
  .id = "waits",
  .title = N_ ("Waiting cycles"),
  .description = N_ ("Cycles per packet that flits wait for a virtual channel, a credit or the "
                     "switch in input-queued routers, simulated"),
  .needs_simulation = TRUE,
  .height = waits_height,
  .draw = waits_draw,
  .numbers = waits_numbers,
};
