/* Figures of what a simulation measured. */
#include "dl-figure-family.h"
#include "dl-figure-private.h"
#include "dl-latency-chart.h"
#include "dl-lines-chart.h"
#include "dl-report-data.h"
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
dl_figure_chart_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
                      const DlTheme *theme)
{
  const DlRect inside = dl_figure_begin (cr, input, width, height, TRUE, theme);
  const DlFigure *figure = input->figure;

  if (input->simulation != NULL)
    figure->chart (cr, dl_figure_draw_notes (cr, input, inside, figure->whole, theme), input,
                   theme);
  else
    dl_chart_message (cr, inside, _ ("nothing was simulated"), theme);
  cairo_restore (cr);
}

static double
height_around (const DlFigureInput *input, double width, double narrow, double wide)
{
  return dl_figure_height_around (input, width,
                                  (dl_figure_width_inside (width) >= DL_FIGURE_WIDE ? wide : narrow)
                                      + dl_figure_notes_height (input),
                                  TRUE);
}

double
dl_figure_chart_height (const DlFigureInput *input, double width)
{
  return height_around (input, width, input->figure->narrow, input->figure->wide);
}

/* Latency -------------------------------------------------------------------------------------- */

static void
latency_chart (cairo_t *cr, DlRect rect, const DlFigureInput *input, const DlTheme *theme)
{
  dl_latency_chart_draw (cr, rect, &input->simulation->latency, input->scale_max, theme);
}

static double
latency_extent (const DlFigureInput *input)
{
  return input->simulation->latency.max;
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

static const DlFigureChart plotted_latency = {
  .at = "from_cycles",
  .to = "to_cycles",
  .values = { "share" },
  .kind = "what",
  .decades = TRUE,
};

const DlFigure dl_figure_latency = {
  .id = "latency",
  .title = N_ ("Latency distribution"),
  .description = N_ ("Packets by network latency, with median, 99th percentile and maximum, "
                     "simulated"),
  .needs_simulation = TRUE,
  .extent = latency_extent,
  .plotted = &plotted_latency,
  .height = dl_figure_chart_height,
  .draw = dl_figure_chart_draw,
  .chart = latency_chart,
  .narrow = 240,
  .wide = 300,
  .numbers = latency_numbers,
};

/* Over time ------------------------------------------------------------------------------------ */

static gboolean
has_ways (const DlFigureInput *input)
{
  return dl_family_has_measure (input->scenario->family, "minimal_share");
}

/* The interval that leads to the moment at hand, where it is one. */
static guint
read_interval (const DlSimFigure *simulation)
{
  const DlSimPoint *points = (const DlSimPoint *) (gpointer) simulation->points->data;

  for (guint i = 0; simulation->is_moment && i + 1 < simulation->points->len; i++)
    if (points[i + 1].cycle >= simulation->to)
      return i;
  return DL_NO_INTERVAL;
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
    .hovered = read_interval (simulation),
  };
}

static double
throughput_height (const DlFigureInput *input, double width)
{
  return has_ways (input) ? height_around (input, width, 380, 380)
                          : height_around (input, width, 280, 360);
}

static void
throughput_chart (cairo_t *cr, DlRect rect, const DlFigureInput *input, const DlTheme *theme)
{
  const DlTimeChart chart = time_chart (input);

  dl_time_chart_draw (cr, rect, &chart, theme);
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

static const DlFigureChart plotted_throughput = {
  .at = "from_cycle",
  .to = "to_cycle",
  .values = { "offered", "accepted" },
  .apart = "latency_cycles_mean",
};

const DlFigure dl_figure_throughput = {
  .id = "throughput",
  .title = N_ ("Throughput over time"),
  .description = N_ ("Offered load, accepted throughput and mean network latency over time, "
                     "simulated"),
  .needs_simulation = TRUE,
  .over_time = TRUE,
  .plotted = &plotted_throughput,
  .height = throughput_height,
  .draw = dl_figure_chart_draw,
  .chart = throughput_chart,
  .whole = TRUE,
  .numbers = throughput_numbers,
};

/* Choices -------------------------------------------------------------------------------------- */

static DlTimeChart
choice_chart (const DlFigureInput *input)
{
  DlTimeChart chart = time_chart (input);

  chart.choices = TRUE;
  return chart;
}

static void
choices_chart (cairo_t *cr, DlRect rect, const DlFigureInput *input, const DlTheme *theme)
{
  const DlTimeChart chart = choice_chart (input);

  if (dl_time_chart_has_choices (&chart))
    dl_time_chart_draw (cr, rect, &chart, theme);
  else
    dl_chart_message (cr, rect, _ ("no packet had a choice"), theme);
}

static void
choices_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "from_cycle", N_ ("From cycle"), DL_COLUMN_INTEGER },
    { "to_cycle", N_ ("To cycle"), DL_COLUMN_INTEGER },
    { "nonminimal_mode", N_ ("Non-minimal by the mode"), DL_COLUMN_REAL },
    { "nonminimal_queue", N_ ("Non-minimal by queues"), DL_COLUMN_REAL },
    { "nonminimal_downstream", N_ ("Non-minimal by queues downstream"), DL_COLUMN_REAL },
    { "regret_share", N_ ("Regretted choices"), DL_COLUMN_REAL },
  };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  if (input->simulation == NULL)
    return;

  const DlTimeChart chart = choice_chart (input);

  for (guint i = 0; i + 1 < chart.n_points; i++)
    {
      const DlTimeValues values = dl_time_chart_values (&chart, i);

      dl_cells_integer (cells, values.from);
      dl_cells_integer (cells, values.to);
      for (DlDetour detour = DL_DETOUR_NONE + 1; detour < DL_N_DETOURS; detour++)
        dl_cells_finite (cells, values.detours[detour]);
      dl_cells_finite (cells, values.regret);
    }
}

static const DlFigureChart plotted_choices = {
  .at = "from_cycle",
  .to = "to_cycle",
  .values = { "nonminimal_queue", "nonminimal_downstream" },
  .apart = "regret_share",
};

const DlFigure dl_figure_choices = {
  .id = "choices",
  .title = N_ ("Adaptive choices over time"),
  .description
  = N_ ("Share of packets on non-minimal routes by cause, and of choices by queues that "
        "the router would not repeat 50 cycles later, simulated"),
  .needs_simulation = TRUE,
  .over_time = TRUE,
  .plotted = &plotted_choices,
  .height = dl_figure_chart_height,
  .draw = dl_figure_chart_draw,
  .chart = choices_chart,
  .narrow = 280,
  .wide = 300,
  .whole = TRUE,
  .numbers = choices_numbers,
};

/* Waits ---------------------------------------------------------------------------------------- */

static void
waits_chart (cairo_t *cr, DlRect rect, const DlFigureInput *input, const DlTheme *theme)
{
  if (dl_scenario_is_input_queued (input->scenario))
    dl_wait_chart_draw (cr, rect, input->simulation->waits, input->scale_max, theme);
  else
    dl_chart_message (cr, rect, _ ("only counted in input-queued routers"), theme);
}

static double
waits_extent (const DlFigureInput *input)
{
  double most = 0;

  for (DlWait wait = 0; wait < DL_N_WAITS; wait++)
    most = fmax (most, input->simulation->waits[wait]);
  return most;
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

static const DlFigureChart plotted_waits
    = { .at = "waiting_for", .values = { "waiting_per_packet" } };

const DlFigure dl_figure_waits = {
  .id = "waits",
  .title = N_ ("Waiting cycles"),
  .description = N_ ("Cycles per packet that flits wait for a virtual channel, a credit or the "
                     "switch in input-queued routers, simulated"),
  .needs_simulation = TRUE,
  .extent = waits_extent,
  .plotted = &plotted_waits,
  .height = dl_figure_chart_height,
  .draw = dl_figure_chart_draw,
  .chart = waits_chart,
  .narrow = 100,
  .wide = 110,
  .numbers = waits_numbers,
};

/* Lines of a run ------------------------------------------------------------------------------- */

static DlFigureInput
without_caption (const DlFigureInput *input)
{
  DlFigureInput own = *input;

  own.style.no_caption = TRUE;
  return own;
}

static double
lines_height (const DlFigureInput *input, double width)
{
  const DlFigureInput own = without_caption (input);

  return dl_figure_height_around (&own, width, dl_lines_chart_height (input->lines), TRUE);
}

static void
lines_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
            const DlTheme *theme)
{
  const DlFigureInput own = without_caption (input);
  const DlRect inside = dl_figure_begin (cr, &own, width, height, TRUE, theme);

  dl_lines_chart_draw (cr, inside, input->lines, theme);
  cairo_restore (cr);
}

/* A row per point. */
static void
lines_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "line" },
    { "cycle", N_ ("Cycle"), DL_COLUMN_INTEGER },
    { "delivered", N_ ("Delivered"), DL_COLUMN_INTEGER },
    { "latency", N_ ("Latency"), DL_COLUMN_REAL },
  };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  for (guint i = 0; i < input->lines->len; i++)
    {
      const DlReportLine *line = &g_array_index (input->lines, DlReportLine, i);
      const DlSimPoint *points = (const DlSimPoint *) line->points->data;

      for (guint k = 1; k < line->points->len; k++)
        {
          dl_cells_text (cells, line->name);
          dl_cells_integer (cells, points[k].cycle);
          dl_cells_integer (cells, points[k].delivered);
          dl_cells_finite (cells, dl_sim_points_latency (&points[k - 1], &points[k]));
        }
    }
}

const DlFigure dl_figure_lines = {
  .id = "lines",
  .title = N_ ("Lines of the run"),
  .description = N_ ("Throughput and latency of the lines of a run over its cycles"),
  .height = lines_height,
  .draw = lines_draw,
  .numbers = lines_numbers,
};
