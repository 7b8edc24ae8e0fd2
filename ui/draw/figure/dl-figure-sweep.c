/* Figure: a sweep as small multiples. */
#include "dl-figure-sweep.h"

#include "dl-comparison-chart.h"
#include "dl-family.h"
#include "dl-figure-private.h"
#include "dl-figure.h"
#include "dl-load-latency.h"
#include "dl-machine-file.h"
#include "dl-output.h"
#include "dl-sizes.h"
#include "dl-sweep-chart.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define MAX_FIGURE_BYTES (256 * 1024 * 1024)
/* Bytes in which a scenario has begun, after comments. */
#define MAX_BEGIN 65536

static gboolean
begins_with (const guint8 *data, gsize length, const char *magic)
{
  return length >= strlen (magic) && memcmp (data, magic, strlen (magic)) == 0;
}

static gboolean
is_figure (const guint8 *data, gsize length)
{
  gsize i = begins_with (data, length, "\xef\xbb\xbf") ? 3 : 0;

  if (begins_with (data, length, "\x89PNG") || begins_with (data, length, "%PDF-"))
    return TRUE;
  while (i < length && g_ascii_isspace (data[i]))
    i++;
  return i < length && data[i] == '<';
}

gsize
dl_figure_load_limit (const guint8 *data, gsize length)
{
  const DlMachineFile *machine = dl_machine_file_find ((const char *) data, length, NULL);

  if (machine != NULL)
    return machine->max_bytes;
  return is_figure (data, length) ? MAX_FIGURE_BYTES : DL_SCENARIO_FILE_MAX_BYTES;
}

/* Does @data begin as a scenario does, with a group or with a key, or has it nothing? */
static gboolean
begins_scenario (const guint8 *data, gsize length)
{
  DlTextLines lines;
  g_autoptr (GString) line = g_string_new (NULL);

  dl_text_lines_init (&lines, (const char *) data, (gssize) MIN (length, MAX_BEGIN), "");
  while (dl_text_lines_next (&lines, line))
    if (line->len > 0 && line->str[0] != '#')
      return line->str[0] == '[' || strchr (line->str, '=') != NULL;
  return TRUE;
}

/* @kind: (nullable) what it looks like. */
static void
set_unknown (const char *name, const char *kind, guint line, GError **error)
{
  g_autofree char *formats = dl_machine_file_formats ();

  if (kind != NULL)
    g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_SYNTAX,
                 /* Translators: FILE:LINE, a format as in “JSON”, and a list of formats */
                 _ ("%s:%u: %s cannot be read (expected one of: %s)"), name, line, _ (kind),
                 formats);
  else
    g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_SYNTAX,
                 _ ("%s:1: the format is not known (expected one of: %s)"), name, formats);
}

DlScenario *
dl_figure_parse_scenario (const guint8 *data, gsize length, const char *name, DlScenarioFiles files,
                          GStrv *warnings, GError **error)
{
  const DlMachineFile *machine;
  const DlFamily *family;
  const char *kind = NULL;
  guint line = 1;

  if (files.outside != NULL)
    *files.outside = NULL;
  machine = dl_machine_file_find ((const char *) data, length, &family);
  if (machine != NULL)
    return dl_machine_file_parse (machine, family, data, length, name, files.chosen, warnings,
                                  error);
  const gboolean figure = is_figure (data, length);
  /* A figure's CSV looks like any text; one without a scenario is not a scenario file either. */
  g_autofree char *inside = dl_figure_read_scenario (data, length, figure ? error : NULL);

  if (inside != NULL)
    return dl_scenario_parse (inside, -1, name, warnings, error);
  if (!figure && length <= DL_SCENARIO_FILE_MAX_BYTES
      && ((kind = dl_text_kind ((const char *) data, length, &line)) != NULL
          || !begins_scenario (data, length)))
    {
      set_unknown (name, kind, line, error);
      return NULL;
    }
  if (!figure)
    return dl_scenario_parse_in ((const char *) data, length, name, files, warnings, error);
  g_prefix_error (error, "%s: ", name);
  return NULL;
}

DlScenario *
dl_figure_load_scenario (const char *file_name, const char *const *chosen, char **outside,
                         GStrv *warnings, GError **error)
{
  g_autofree char *name = dl_file_name_show (file_name);
  g_autofree char *folder = g_path_get_dirname (file_name);
  g_autoptr (GByteArray) bytes = dl_scenario_read_file (file_name, dl_figure_load_limit, error);

  if (outside != NULL)
    *outside = NULL;
  if (bytes == NULL)
    return NULL;
  return dl_figure_parse_scenario (
      bytes->data, bytes->len, name,
      (DlScenarioFiles) { .folder = folder, .chosen = chosen, .outside = outside }, warnings,
      error);
}

/* Figure: latency against offered load. */

/* Rules are named unless the curves compare them. */
static gboolean
names_rules (const DlFigureInput *input)
{
  const DlFamily *family = input->scenario->family;

  return strcmp (family->curve->key, family->rules_key) != 0;
}

static double
curve_height (const DlFigureInput *input, double width)
{
  return dl_figure_height_around (input, width,
                                  dl_figure_width_inside (width) >= DL_FIGURE_WIDE ? 350 : 400,
                                  names_rules (input));
}

static void
curve_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
            const DlTheme *theme)
{
  const DlRect inside = dl_figure_begin (cr, input, width, height, names_rules (input), theme);
  const DlLoadLatency chart = { .curve = input->load_curve, .hovered = DL_NO_LOAD_PLACE };

  if (input->load_curve != NULL)
    dl_load_latency_draw (cr, inside, &chart, theme);
  else
    dl_chart_message (cr, inside, _ ("nothing was simulated"), theme);
  cairo_restore (cr);
}

static void
add_point (DlCells *cells, const DlLoadSeries *series, const DlLoadPoint *point)
{
  const double figures[] = { point->offered,
                             point->accepted,
                             point->accepted_reach,
                             point->latency,
                             point->latency_reach,
                             point->latency_min,
                             point->latency_max,
                             point->p99,
                             point->total_latency,
                             point->cycles,
                             point->warmup_cycles,
                             series->saturation,
                             point->total_latency_reach };

  dl_cells_finite (cells, point->load);
  dl_cells_integer (cells, point->n_runs);
  dl_cells_integer (cells, point->n_in[DL_SIM_CONVERGED]);
  dl_cells_integer (cells, point->n_deadlocked);
  dl_figure_add_numbers (cells, figures, G_N_ELEMENTS (figures));
}

static void
add_state (DlCells *cells, const DlLoadPoint *point)
{
  const char *state = dl_sim_state_id (point->state), *reason = dl_sim_reason_id (point->reason);

  dl_cells_word (cells, state, state != NULL ? dl_sim_state_title (point->state) : NULL);
  dl_cells_word (cells, reason, reason != NULL ? dl_sim_reason_text (point->reason) : NULL);
  if (isnan (point->accepted_reach))
    dl_cells_absent (cells);
  else if (point->n_runs > 1)
    dl_cells_word (cells, "seeds", _ ("seeds"));
  else
    dl_cells_word (cells, "batches", _ ("batches of a run"));
}

/* A curve's names and value. */
static void
add_names (DlRecord *record, const DlFigureInput *input)
{
  static const DlFigureWord words[] = {
    { "title", N_ ("Series") },
    { "arbitration", N_ ("Arbitration") },
    { "age_rr_select", N_ ("Age-based grants, bit by bit") },
    { "routing", N_ ("Routing") },
  };
  g_auto (GStrv) names = g_strsplit (input->scenario->family->curve->columns, ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      DlTableColumn column = { names[i] };

      for (guint word = 0; word < G_N_ELEMENTS (words); word++)
        if (strcmp (words[word].id, names[i]) == 0)
          column.title = words[word].title;
      dl_record_add_columns (record, &column, 1);
    }
}

static void
curve_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "load", N_ ("Load"), DL_COLUMN_REAL },
    { "runs", N_ ("Runs"), DL_COLUMN_INTEGER },
    { "settled", N_ ("Converged runs"), DL_COLUMN_INTEGER },
    { "deadlocked", N_ ("Deadlocked runs"), DL_COLUMN_INTEGER },
    { "offered_load", N_ ("Offered load"), DL_COLUMN_REAL },
    { "accepted_load", N_ ("Accepted throughput"), DL_COLUMN_REAL },
    { "accepted_reach", N_ ("Accepted throughput, ±"), DL_COLUMN_REAL },
    { "latency_mean", N_ ("Mean network latency, cycles"), DL_COLUMN_REAL },
    { "latency_reach", N_ ("Mean network latency, ± cycles"), DL_COLUMN_REAL },
    { "latency_least", N_ ("Least mean of a run, cycles"), DL_COLUMN_REAL },
    { "latency_most", N_ ("Largest mean of a run, cycles"), DL_COLUMN_REAL },
    { "latency_p99", N_ ("p99 network latency, cycles"), DL_COLUMN_REAL },
    { "total_latency_mean", N_ ("Mean packet latency, cycles"), DL_COLUMN_REAL },
    { "cycles", N_ ("Cycles"), DL_COLUMN_REAL },
    { "warmup_cycles", N_ ("Warm-up, cycles"), DL_COLUMN_REAL },
    { "saturation", N_ ("Saturation load"), DL_COLUMN_REAL },
    { "total_latency_reach", N_ ("Mean packet latency, ± cycles"), DL_COLUMN_REAL },
    { "state", N_ ("State") },
    { "reason", N_ ("Reason") },
    { "over", N_ ("Interval over") },
  };
  const DlLoadCurve *curve = input->load_curve;
  const DlField *key = dl_field_find_name (input->scenario->family->curve->key);
  DlCells *cells;

  add_names (record, input);
  cells = DL_RECORD_BEGIN (record, columns);

  for (guint i = 0; curve != NULL && i < curve->n_series; i++)
    for (guint at = 0; at < curve->series[i].points->len; at++)
      {
        const DlLoadSeries *series = &curve->series[i];
        const DlLoadPoint *point = &g_array_index (series->points, DlLoadPoint, at);

        dl_cells_take_text (cells, dl_load_series_title (series));
        dl_cells_word (cells, series->value, dl_field_value_title (key, series->value));
        add_point (cells, series, point);
        add_state (cells, point);
      }
}

const DlFigure dl_figure_load_latency = {
  .id = "load-latency",
  .title = N_ ("Latency against offered load"),
  .description = N_ ("Latency and accepted throughput against offered load, simulated: round "
                     "robin and age-based, or the routing modes of a dragonfly"),
  .needs_load_curve = TRUE,
  .height = curve_height,
  .draw = curve_draw,
  .numbers = curve_numbers,
};

/* Figure: scenarios beside each other, with their 95% confidence intervals. */

#define NOTES (2 * DL_LINE_SMALL + 8)

/* In no caption: each row is a scenario of its own. */
static DlFigureInput
plain (const DlFigureInput *input)
{
  DlFigureInput own = *input;

  own.style.no_caption = TRUE;
  return own;
}

static double
comparison_height (const DlFigureInput *input, double width)
{
  const DlFigureInput own = plain (input);

  return dl_figure_height_around (
      &own, width,
      dl_comparison_chart_height (input->comparison, dl_figure_width_inside (width))
          + (input->style.no_caption ? 0 : NOTES),
      TRUE);
}

/* How many runs each scenario has: "3", or "1 to 3". */
static char *
count_runs (const DlComparison *comparison)
{
  guint least = G_MAXUINT, most = 0;

  for (guint i = 0; i < comparison->rows->len; i++)
    {
      const guint n = dl_comparison_row (comparison, i)->runs->len;

      least = MIN (least, n);
      most = MAX (most, n);
    }
  if (most == 0)
    return NULL;
  return least == most ? g_strdup_printf ("%u", most)
                       /* Translators: the least and the greatest of some counts */
                       : g_strdup_printf (_ ("%u to %u"), least, most);
}

static void
draw_notes (cairo_t *cr, const DlFigureInput *input, DlRect inside, const DlTheme *theme)
{
  const DlComparison *comparison = input->comparison->comparison;
  const DlComparisonRow *base = dl_comparison_find (comparison, input->comparison->base);
  g_autofree char *runs = count_runs (comparison);
  g_autofree char *first
      = runs != NULL
            ? g_strdup_printf (_ ("Runs per scenario: %s. Bars: 95%% confidence interval of the "
                                  "mean; hollow: one run."),
                               runs)
            : g_strdup (_ ("Analyzed."));
  const double y = dl_rect_bottom (inside) - 2 * DL_LINE_SMALL;

  dl_chart_text (cr, &theme->muted, inside.x, y, first, DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                 inside.width);
  if (base != NULL)
    {
      g_autofree char *second = g_strdup_printf (_ ("Dashed: %s."), base->name);

      dl_chart_text (cr, &theme->muted, inside.x, y + DL_LINE_SMALL, second, DL_TEXT_SMALL, FALSE,
                     DL_ALIGN_START, inside.width);
    }
}

static void
comparison_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
                 const DlTheme *theme)
{
  const DlFigureInput own = plain (input);
  const DlRect inside = dl_figure_begin (cr, &own, width, height, TRUE, theme);

  dl_comparison_chart_draw (cr, inside, input->comparison, theme);
  if (!input->style.no_caption)
    draw_notes (cr, input, inside, theme);
  cairo_restore (cr);
}

/* A row a dot. */
static void
comparison_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "scenario" },
    { "measure" },
    { "runs", N_ ("Runs"), DL_COLUMN_INTEGER },
    { "mean", .type = DL_COLUMN_REAL },
    { "reach", .type = DL_COLUMN_REAL },
  };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  const DlComparisonChart *chart = input->comparison;

  for (guint i = 0; i < chart->n_measures; i++)
    for (guint row = 0; row < chart->comparison->rows->len; row++)
      {
        const DlComparisonRow *it = dl_comparison_row (chart->comparison, row);
        const DlEstimate estimate = dl_comparison_get (it, chart->measures[i]);

        dl_cells_text (cells, it->name);
        dl_cells_text (cells, chart->measures[i]->id);
        dl_cells_integer (cells, estimate.n);
        dl_cells_finite (cells, estimate.mean);
        dl_cells_finite (cells, estimate.reach);
      }
}

const DlFigure dl_figure_comparison = {
  .id = "comparison",
  .title = N_ ("Comparison"),
  .description = N_ ("Measures of several scenarios with their confidence intervals"),
  .height = comparison_height,
  .draw = comparison_draw,
  .numbers = comparison_numbers,
};

/* Policies are named unless they are varied. */
static gboolean
names_policy (const DlFigureInput *input)
{
  const GPtrArray *keys = input->sweep != NULL ? input->sweep->points->spec->keys : NULL;

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      const DlField *field = ((const DlSweepKey *) g_ptr_array_index (keys, i))->field;

      if (field->family != NULL && g_str_equal (field->name, field->family->rules_key))
        return FALSE;
    }
  return TRUE;
}

static double
sweep_height (const DlFigureInput *input, double width)
{
  return dl_figure_height_around (
      input, width,
      input->sweep != NULL ? dl_sweep_chart_height (input->sweep, dl_figure_width_inside (width))
                           : DL_FIGURE_EMPTY_CHART,
      names_policy (input));
}

static void
sweep_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
            const DlTheme *theme)
{
  const DlRect inside = dl_figure_begin (cr, input, width, height, names_policy (input), theme);

  if (input->sweep != NULL)
    dl_sweep_chart_draw (cr, inside, input->sweep, theme);
  else
    dl_chart_message (cr, inside, _ ("nothing was swept"), theme);
  cairo_restore (cr);
}

/* A row per mark. */
static void
add_cell (DlCells *cells, const DlSweepChart *chart, guint cell, const DlMeasure *measure)
{
  const DlSweepCell it = dl_sweep_points_get (chart->points, cell, measure);
  const double numbers[] = { it.mean, it.reach, it.least, it.most };
  const DlSweepSpec *spec = chart->points->spec;
  guint n_table;
  const DlMeasure *table = dl_measure_table (&n_table);

  if (isnan (it.mean))
    return;
  for (guint key = 0; key < spec->keys->len; key++)
    {
      const DlField *field = ((const DlSweepKey *) g_ptr_array_index (spec->keys, key))->field;

      dl_cells_take_text (cells, g_strdup_printf ("%s.%s", field->group, field->key));
      dl_cells_text (cells, dl_sweep_value (spec, cell * spec->n_seeds, key));
    }
  dl_cells_text (cells, measure->id);
  dl_cells_integer (cells, it.n);
  dl_cells_integer (cells, it.n_in[DL_SIM_CONVERGED]);
  dl_cells_integer (cells, it.n_deadlocked);
  dl_figure_add_numbers (cells, numbers, G_N_ELEMENTS (numbers));
  for (guint i = 0; i < n_table; i++)
    if (table[i].tells_delivery)
      dl_cells_finite (cells, dl_sweep_points_get (chart->points, cell, &table[i]).mean);
}

static void
sweep_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn keys[]
      = { { "key" }, { "value" }, { "second_key" }, { "second_value" } };
  static const DlTableColumn columns[] = {
    { "measure" },
    { "runs", .type = DL_COLUMN_INTEGER },
    { "settled", .type = DL_COLUMN_INTEGER },
    { "deadlocked", .type = DL_COLUMN_INTEGER },
    { "mean", .type = DL_COLUMN_REAL },
    { "reach", .type = DL_COLUMN_REAL },
    { "least", .type = DL_COLUMN_REAL },
    { "most", .type = DL_COLUMN_REAL },
  };
  const DlSweepChart *chart = input->sweep;
  guint n_table;
  const DlMeasure *table = dl_measure_table (&n_table);
  DlCells *cells;

  dl_record_add_columns (record, keys, chart != NULL && chart->points->spec->keys->len > 1 ? 4 : 2);
  DL_RECORD_ADD (record, columns);
  for (guint i = 0; i < n_table; i++)
    if (table[i].tells_delivery)
      {
        const DlTableColumn column = { table[i].id, .type = DL_COLUMN_REAL };

        dl_record_add_columns (record, &column, 1);
      }
  cells = dl_record_cells (record);
  for (guint i = 0; chart != NULL && i < chart->n_measures; i++)
    for (guint cell = 0; cell < dl_sweep_points_n_cells (chart->points); cell++)
      add_cell (cells, chart, cell, chart->measures[i]);
}

const DlFigure dl_figure_sweep = {
  .id = "sweep",
  .title = N_ ("Sweep"),
  .description = N_ ("Measures of a scenario over the values of one of its keys, or of two"),
  .needs_sweep = TRUE,
  .height = sweep_height,
  .draw = sweep_draw,
  .numbers = sweep_numbers,
};
