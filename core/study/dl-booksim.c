#include "dl-booksim.h"

#include "dl-edit.h"
#include "dl-field-type.h"
#include "dl-sim-counters.h"
#include "dl-simulate.h"
#include "dl-text-lines.h"
#include "dl-validation-resources.h"

#include <glib/gi18n-lib.h>

#include <errno.h>
#include <math.h>
#include <string.h>

G_DEFINE_QUARK (dl - booksim - error - quark, dl_booksim_error)

#define RESOURCES "/org/dateline/Dateline/validation/"

static const char *const kinds[DL_BOOKSIM_N_KINDS] = {
  [DL_BOOKSIM_LATENCY] = "latency",
  [DL_BOOKSIM_SATURATION] = "saturation",
  [DL_BOOKSIM_REFUSED] = "refused",
  [DL_BOOKSIM_PAST] = "past",
};

/* Fields ----------------------------------------------------------------------------------------
 */

/* A file of tabs, and its line that is read. */
typedef struct
{
  DlTextLines lines;
  const char *head; /* the columns' names */
  guint n_columns;
  GString *line;
  char **fields; /* (n_columns) of the line */
} Reader;

static void G_GNUC_PRINTF (3, 4)
    fail (const Reader *reader, GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  dl_text_lines_error (&reader->lines, error, DL_BOOKSIM_ERROR, DL_BOOKSIM_ERROR_SYNTAX, "%s",
                       message);
}

static void
reader_clear (Reader *reader)
{
  g_string_free (reader->line, TRUE);
  g_strfreev (reader->fields);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

static gboolean
begin (Reader *reader, const char *text, const char *file, const char *head, GError **error)
{
  g_auto (GStrv) columns = g_strsplit (head, "\t", -1);

  dl_text_lines_init (&reader->lines, text, -1, file);
  reader->head = head;
  reader->n_columns = g_strv_length (columns);
  reader->line = g_string_new (NULL);
  reader->fields = NULL;
  if (dl_text_lines_next (&reader->lines, reader->line) && strcmp (reader->line->str, head) == 0)
    return TRUE;
  fail (reader, error, "the first line does not name the columns (expected: %s)", head);
  return FALSE;
}

/* FALSE at the end, or with @error. */
static gboolean
next (Reader *reader, GError **error)
{
  if (!dl_text_lines_next (&reader->lines, reader->line))
    return FALSE;
  g_strfreev (reader->fields);
  reader->fields = g_strsplit (reader->line->str, "\t", -1);
  if (g_strv_length (reader->fields) == reader->n_columns)
    return TRUE;
  fail (reader, error, "%u fields (expected %u, separated by tabs)", g_strv_length (reader->fields),
        reader->n_columns);
  return FALSE;
}

/* A finite number above 0. */
static gboolean
take_number (const Reader *reader, const char *text, double *value, GError **error)
{
  g_autofree char *excerpt = NULL;
  char *end;

  errno = 0;
  *value = g_ascii_strtod (text, &end);
  if (end != text && *end == '\0' && errno == 0 && isfinite (*value) && *value > 0)
    return TRUE;
  excerpt = dl_text_excerpt (text);
  fail (reader, error, "“%s” is not a number above 0", excerpt);
  return FALSE;
}

static gboolean
take_cycles (const Reader *reader, guint field, guint64 *cycles, GError **error)
{
  g_autofree char *excerpt = NULL;

  if (dl_text_to_uint (reader->fields[field], G_MAXUINT32, cycles) && *cycles > 0)
    return TRUE;
  excerpt = dl_text_excerpt (reader->fields[field]);
  fail (reader, error, "“%s” is not a number of cycles", excerpt);
  return FALSE;
}

/* A number per seed. */
static gboolean
take_seeds (const Reader *reader, guint field, double *values, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (reader->fields[field], " ", -1);

  if (g_strv_length (parts) != DL_BOOKSIM_SEEDS)
    {
      fail (reader, error, "%u seeds in field %u (expected %u)", g_strv_length (parts), field + 1,
            DL_BOOKSIM_SEEDS);
      return FALSE;
    }
  for (guint seed = 0; seed < DL_BOOKSIM_SEEDS; seed++)
    if (!take_number (reader, parts[seed], &values[seed], error))
      return FALSE;
  return TRUE;
}

static gboolean
take_settings (const Reader *reader, guint field, GStrv *settings, GError **error)
{
  *settings = g_strsplit (reader->fields[field], " ", -1);
  for (char **setting = *settings; *setting != NULL; setting++)
    {
      const char *equals = strchr (*setting, '=');
      g_autofree char *excerpt = dl_text_excerpt (*setting);

      if (equals != NULL && equals != *setting && equals[1] != '\0')
        continue;
      fail (reader, error, "“%s” is not a setting (expected KEY=VALUE)", excerpt);
      return FALSE;
    }
  if (**settings != NULL)
    return TRUE;
  fail (reader, error, "no settings in field %u", field + 1);
  return FALSE;
}

/* Network files ---------------------------------------------------------------------------------
 */

gboolean
dl_booksim_is_network (const char *value)
{
  return g_str_has_suffix (value, ".anynet");
}

GBytes *
dl_booksim_network (const char *name)
{
  g_autofree char *path = g_strconcat (RESOURCES, name, NULL);

  return g_resource_lookup_data (dl_validation_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                 NULL);
}

/* Network file that the settings name; NULL: none. */
static const char *
network_of (const GStrv settings)
{
  for (char **setting = settings; *setting != NULL; setting++)
    if (dl_booksim_is_network (*setting))
      return strchr (*setting, '=') + 1;
  return NULL;
}

/* Both programs read the same file, which there is. */
static gboolean
check_networks (const Reader *reader, const DlBooksimCurve *curve, GError **error)
{
  const char *own = network_of (curve->settings), *booksim = network_of (curve->booksim);
  g_autofree char *excerpt = own != NULL ? dl_text_excerpt (own) : NULL;
  g_autoptr (GBytes) bytes = own != NULL ? dl_booksim_network (own) : NULL;

  if (g_strcmp0 (own, booksim) != 0)
    fail (reader, error, "the network files of both programs differ (expected the same one)");
  else if (own != NULL && bytes == NULL)
    fail (reader, error, "“%s” is not a network file of tests/validation", excerpt);
  else
    return TRUE;
  return FALSE;
}

/* Curves ----------------------------------------------------------------------------------------
 */

static void
curve_free (gpointer data)
{
  DlBooksimCurve *curve = data;

  g_free (curve->name);
  g_free (curve->group);
  g_strfreev (curve->settings);
  g_strfreev (curve->booksim);
  g_free (curve->commit);
  g_array_unref (curve->rows);
  g_free (curve);
}

static DlBooksimCurve *
find (const GPtrArray *curves, const char *name)
{
  for (guint i = 0; i < curves->len; i++)
    {
      DlBooksimCurve *curve = g_ptr_array_index (curves, i);

      if (strcmp (curve->name, name) == 0)
        return curve;
    }
  return NULL;
}

static gboolean
take_curve (const Reader *reader, GPtrArray *curves, GError **error)
{
  g_autofree char *excerpt = dl_text_excerpt (reader->fields[0]);
  DlBooksimCurve *curve;

  if (*reader->fields[0] == '\0' || *reader->fields[1] == '\0' || *reader->fields[7] == '\0')
    {
      fail (reader, error, "a name, a group or a commit is missing");
      return FALSE;
    }
  if (find (curves, reader->fields[0]) != NULL)
    {
      fail (reader, error, "a second curve “%s” (names must be unique)", excerpt);
      return FALSE;
    }
  curve = g_new0 (DlBooksimCurve, 1);
  curve->rows = g_array_new (FALSE, FALSE, sizeof (DlBooksimRow));
  g_ptr_array_add (curves, curve);
  curve->name = g_strdup (reader->fields[0]);
  curve->group = g_strdup (reader->fields[1]);
  curve->commit = g_strdup (reader->fields[7]);
  return take_cycles (reader, 2, &curve->warmup_cycles, error)
         && take_cycles (reader, 3, &curve->latency_cycles, error)
         && take_cycles (reader, 4, &curve->throughput_cycles, error)
         && take_settings (reader, 5, &curve->settings, error)
         && take_settings (reader, 6, &curve->booksim, error)
         && check_networks (reader, curve, error);
}

static gboolean
parse_curves (GPtrArray *curves, const char *text, GError **error)
{
  static const char *head = "name\tgroup\twarmup_cycles\tlatency_cycles\tthroughput_cycles\t"
                            "dateline\tbooksim\tbooksim_commit";
  g_auto (Reader) reader = { .line = NULL };
  g_autoptr (GError) problem = NULL;

  if (!begin (&reader, text, "curves.tsv", head, error))
    return FALSE;
  while (next (&reader, &problem))
    if (!take_curve (&reader, curves, error))
      return FALSE;
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

/* Rows ------------------------------------------------------------------------------------------
 */

static gboolean
take_kind (const Reader *reader, DlBooksimKind *kind, GError **error)
{
  g_autofree char *excerpt = dl_text_excerpt (reader->fields[1]);

  for (*kind = 0; *kind < DL_BOOKSIM_N_KINDS; (*kind)++)
    if (strcmp (kinds[*kind], reader->fields[1]) == 0)
      return TRUE;
  fail (reader, error, "“%s” is not a kind (expected latency, saturation, refused or past)",
        excerpt);
  return FALSE;
}

/* Kinds in their order, loads rising, one saturation load. */
static gboolean
follows (const Reader *reader, const DlBooksimCurve *curve, const DlBooksimRow *row, GError **error)
{
  const DlBooksimRow *last;

  if (curve->rows->len == 0)
    {
      if (row->kind == DL_BOOKSIM_LATENCY)
        return TRUE;
      fail (reader, error, "a curve begins with its latencies");
      return FALSE;
    }
  last = &g_array_index (curve->rows, DlBooksimRow, curve->rows->len - 1);
  if (row->kind < last->kind || row->load <= last->load)
    {
      fail (reader, error, "rows of a curve are in the order of their kinds and loads");
      return FALSE;
    }
  if (row->kind == last->kind
      && (row->kind == DL_BOOKSIM_SATURATION || row->kind == DL_BOOKSIM_REFUSED))
    {
      fail (reader, error, "a second row of this kind");
      return FALSE;
    }
  return TRUE;
}

static gboolean
take_row (const Reader *reader, GPtrArray *curves, GError **error)
{
  DlBooksimCurve *curve = find (curves, reader->fields[0]);
  DlBooksimRow row;

  if (curve == NULL)
    {
      g_autofree char *excerpt = dl_text_excerpt (reader->fields[0]);

      fail (reader, error, "“%s” is not a curve of curves.tsv", excerpt);
      return FALSE;
    }
  if (!take_kind (reader, &row.kind, error)
      || !take_number (reader, reader->fields[2], &row.load, error)
      || !take_seeds (reader, 3, row.packet_latency, error)
      || !take_seeds (reader, 4, row.network_latency, error)
      || !take_seeds (reader, 5, row.accepted, error) || !take_seeds (reader, 6, row.hops, error))
    return FALSE;
  if (row.load > 1)
    {
      fail (reader, error, "load %s is above 1 flit/node/cycle", reader->fields[2]);
      return FALSE;
    }
  if (!follows (reader, curve, &row, error))
    return FALSE;
  g_array_append_val (curve->rows, row);
  return TRUE;
}

static gboolean
parse_rows (GPtrArray *curves, const char *text, GError **error)
{
  static const char *head = "name\tkind\tload\tpacket_latency\tnetwork_latency\taccepted\thops";
  g_auto (Reader) reader = { .line = NULL };
  g_autoptr (GError) problem = NULL;

  if (!begin (&reader, text, "booksim.tsv", head, error))
    return FALSE;
  while (next (&reader, &problem))
    if (!take_row (&reader, curves, error))
      return FALSE;
  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  for (guint i = 0; i < curves->len; i++)
    {
      const DlBooksimCurve *curve = g_ptr_array_index (curves, i);

      if (dl_booksim_saturation (curve) != NULL)
        continue;
      fail (&reader, error, "no saturation load of %s", curve->name);
      return FALSE;
    }
  return TRUE;
}

GPtrArray *
dl_booksim_parse (const char *curves, const char *rows, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (curve_free);

  if (!parse_curves (all, curves, error) || !parse_rows (all, rows, error))
    return NULL;
  return g_steal_pointer (&all);
}

const DlBooksimRow *
dl_booksim_saturation (const DlBooksimCurve *curve)
{
  for (guint i = 0; i < curve->rows->len; i++)
    {
      const DlBooksimRow *row = &g_array_index (curve->rows, DlBooksimRow, i);

      if (row->kind == DL_BOOKSIM_SATURATION)
        return row;
    }
  return NULL;
}

/* The program's own ------------------------------------------------------------------------------
 */

/* A resource ends with a zero byte that does not count. */
static GBytes *
look_up (const char *path)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = g_resource_lookup_data (dl_validation_get_resource (), path,
                                          G_RESOURCE_LOOKUP_FLAGS_NONE, &error);

  g_assert_no_error (error);
  return bytes;
}

static GPtrArray *
read_own (void)
{
  g_autoptr (GBytes) curves = look_up (RESOURCES "curves.tsv");
  g_autoptr (GBytes) rows = look_up (RESOURCES "booksim.tsv");
  g_autoptr (GError) error = NULL;
  GPtrArray *all
      = dl_booksim_parse (g_bytes_get_data (curves, NULL), g_bytes_get_data (rows, NULL), &error);

  /* A test reads them. */
  g_assert_no_error (error);
  return all;
}

const GPtrArray *
dl_booksim_curves (void)
{
  static GPtrArray *curves;

  if (g_once_init_enter (&curves))
    g_once_init_leave (&curves, read_own ());
  return curves;
}

const DlBooksimCurve *
dl_booksim_find (const char *name)
{
  return find (dl_booksim_curves (), name);
}

const char *
dl_booksim_kind_id (DlBooksimKind kind)
{
  return kinds[kind];
}

/* Settings --------------------------------------------------------------------------------------
 */

GStrv
dl_booksim_settings (const DlBooksimCurve *curve)
{
  GStrv settings = g_strdupv (curve->settings);

  for (char **setting = settings; *setting != NULL; setting++)
    {
      char *name = strchr (*setting, '=') + 1;
      g_autofree char *key = g_strndup (*setting, (gsize) (name - 1 - *setting)), *content = NULL;
      g_autoptr (GError) error = NULL;

      if (!dl_booksim_is_network (*setting))
        continue;
      const DlField *field = dl_field_find_name (key);
      g_autoptr (GBytes) bytes = dl_booksim_network (name);
      gsize length;
      gconstpointer text = g_bytes_get_data (bytes, &length);
      g_autoptr (GByteArray) copy = g_byte_array_append (g_byte_array_new (), text, (guint) length);

      content = field->type->take_in (field, copy, name, &error);
      g_assert_no_error (error); /* a test reads all of them */
      g_free (*setting);
      *setting = g_strconcat (key, "=", content, NULL);
    }
  return settings;
}

void
dl_booksim_add_point (DlLoadSeries *series, const DlBooksimRow *row, const double *latency,
                      const double *accepted)
{
  const gboolean past = row->kind == DL_BOOKSIM_PAST;
  DlLoadPoint point = {
    .load = row->load,
    .n_runs = DL_BOOKSIM_SEEDS,
    .state = past ? DL_SIM_SATURATED : DL_SIM_CONVERGED,
    .offered = row->load,
    .latency = NAN,
    .latency_reach = NAN,
    .latency_min = NAN,
    .latency_max = NAN,
    .p99 = NAN,
    .total_latency = NAN,
    .total_latency_reach = NAN,
    .cycles = NAN,
    .warmup_cycles = NAN,
  };

  dl_mean_interval (accepted, DL_BOOKSIM_SEEDS, &point.accepted, &point.accepted_reach);
  if (isnan (point.accepted))
    return;
  point.n_in[point.state] = DL_BOOKSIM_SEEDS;
  /* Past saturation it grows with the run. */
  if (!past)
    {
      dl_mean_interval (latency, DL_BOOKSIM_SEEDS, &point.latency, &point.latency_reach);
      point.latency_min = point.latency_max = latency[0];
      for (guint seed = 1; seed < DL_BOOKSIM_SEEDS; seed++)
        {
          point.latency_min = MIN (point.latency_min, latency[seed]);
          point.latency_max = MAX (point.latency_max, latency[seed]);
        }
    }
  point.total_latency = point.latency;
  point.total_latency_reach = point.latency_reach;
  g_array_append_val (series->points, point);
}

void
dl_booksim_begin_series (DlLoadSeries *series, const char *value, const char *label, double carried)
{
  series->value = g_strdup (value);
  series->label = g_strdup (label);
  series->points = g_array_new (FALSE, FALSE, sizeof (DlLoadPoint));
  series->carried = carried;
  series->saturation = carried + 1. / DL_BOOKSIM_STEPS;
}

/* Beside other curves --------------------------------------------------------------------------
 */

/* Copy without load and seed. */
static DlScenario *
without_load (const DlScenario *scenario)
{
  DlScenario *other = dl_scenario_copy (scenario);

  other->traffic.load = 0;
  other->traffic.saturated = FALSE;
  other->seed = 1;
  return other;
}

DlScenario *
dl_booksim_scenario (const DlBooksimCurve *curve)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_auto (GStrv) settings = dl_booksim_settings (curve);
  g_autoptr (GError) error = NULL;

  for (char **setting = settings; *setting != NULL; setting++)
    if (!dl_edits_parse_assignment (edits, *setting, &error))
      break;
  if (error == NULL)
    dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  return g_steal_pointer (&scenario);
}

const DlBooksimCurve *
dl_booksim_match (const DlScenario *scenario)
{
  const GPtrArray *curves = dl_booksim_curves ();
  g_autoptr (DlScenario) own = NULL;

  if (!dl_scenario_is_input_queued (scenario))
    return NULL;
  own = without_load (scenario);
  for (guint i = 0; i < curves->len; i++)
    {
      const DlBooksimCurve *curve = g_ptr_array_index (curves, i);
      g_autoptr (DlScenario) whole = dl_booksim_scenario (curve);
      g_autoptr (DlScenario) other = without_load (whole);

      if (dl_simulate_same (own, other))
        return curve;
    }
  return NULL;
}

void
dl_booksim_fill_series (const DlBooksimCurve *curve, double max_load, DlLoadSeries *series)
{
  dl_booksim_begin_series (series, "booksim", "BookSim 2", dl_booksim_saturation (curve)->load);
  for (guint i = 0; i < curve->rows->len; i++)
    {
      const DlBooksimRow *row = &g_array_index (curve->rows, DlBooksimRow, i);

      if ((row->kind != DL_BOOKSIM_LATENCY && row->kind != DL_BOOKSIM_PAST) || row->load > max_load)
        continue;
      dl_booksim_add_point (series, row, row->network_latency, row->accepted);
      if (row->kind == DL_BOOKSIM_LATENCY)
        {
          DlLoadPoint *point
              = &g_array_index (series->points, DlLoadPoint, series->points->len - 1);

          dl_mean_interval (row->packet_latency, DL_BOOKSIM_SEEDS, &point->total_latency,
                            &point->total_latency_reach);
        }
    }
}
