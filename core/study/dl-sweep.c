#include "dl-sweep.h"

#include "dl-config.h"
#include "dl-edit.h"
#include "dl-parallel.h"
#include "dl-program-result.h"
#include "dl-scenario-file.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Below a step, so that a sum of steps that ends a rounding error too far is not one too many. */
#define STEP_SLACK 1e-9

static void
key_free (gpointer data)
{
  DlSweepKey *key = data;

  g_ptr_array_unref (key->values);
  g_ptr_array_unref (key->contents);
  g_ptr_array_unref (key->file_names);
  g_free (key);
}

static DlSweepKey *
key_new (const DlField *field)
{
  DlSweepKey *key = g_new (DlSweepKey, 1);

  key->field = field;
  key->values = g_ptr_array_new_with_free_func (g_free);
  key->contents = g_ptr_array_new_with_free_func (g_free);
  key->file_names = g_ptr_array_new_with_free_func (g_free);
  return key;
}

DlSweepSpec *
dl_sweep_spec_new (const DlScenario *scenario)
{
  DlSweepSpec *spec = g_new (DlSweepSpec, 1);

  spec->scenario = dl_scenario_copy (scenario);
  spec->keys = g_ptr_array_new_with_free_func (key_free);
  spec->n_seeds = 1;
  spec->only_static = FALSE;
  return spec;
}

static const DlSweepKey *
key_of (const DlSweepSpec *spec, guint key)
{
  return g_ptr_array_index (spec->keys, key);
}

static const char *
value_of (const DlSweepKey *key, guint value)
{
  return g_ptr_array_index (key->values, value);
}

DlSweepSpec *
dl_sweep_spec_copy (const DlSweepSpec *spec)
{
  DlSweepSpec *copy = dl_sweep_spec_new (spec->scenario);

  copy->n_seeds = spec->n_seeds;
  copy->only_static = spec->only_static;
  for (guint i = 0; i < spec->keys->len; i++)
    {
      const DlSweepKey *from = key_of (spec, i);
      DlSweepKey *to = key_new (from->field);

      for (guint value = 0; value < from->values->len; value++)
        {
          g_ptr_array_add (to->values, g_strdup (value_of (from, value)));
          g_ptr_array_add (to->contents, g_strdup (g_ptr_array_index (from->contents, value)));
          g_ptr_array_add (to->file_names, g_strdup (g_ptr_array_index (from->file_names, value)));
        }
      g_ptr_array_add (copy->keys, to);
    }
  return copy;
}

void
dl_sweep_spec_free (DlSweepSpec *spec)
{
  if (spec == NULL)
    return;
  dl_scenario_free (spec->scenario);
  g_ptr_array_unref (spec->keys);
  g_free (spec);
}

/* Values --------------------------------------------------------------------------------------- */

static gboolean
refuse (GError **error, const char *what)
{
  g_set_error_literal (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE, what);
  return FALSE;
}

static gboolean
add_value (DlSweepKey *key, char *value, GError **error)
{
  char *content = g_strdup (value), *file_name;
  const gboolean taken_in = dl_scenario_take_in (key->field, NULL, &content, &file_name, error);

  g_ptr_array_add (key->values, value);
  g_ptr_array_add (key->contents, content);
  g_ptr_array_add (key->file_names, file_name);
  if (!taken_in)
    return FALSE;
  if (key->values->len <= DL_SWEEP_MAX_VALUES)
    return TRUE;
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
               _ ("too many values (at most %d)"), DL_SWEEP_MAX_VALUES);
  return FALSE;
}

static gboolean
refuse_range (GError **error, const char *text)
{
  g_autofree char *quoted = dl_value_quote (text);

  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
               _ ("%s contains no value (expected FROM:TO:STEP with FROM at most TO, and STEP "
                  "above 0)"),
               quoted);
  return FALSE;
}

static gboolean
refuse_factors (GError **error, const char *text)
{
  g_autofree char *quoted = dl_value_quote (text);

  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
               _ ("%s contains no value (expected FROM:TO:*FACTOR with FROM above 0 and at most "
                  "TO, and FACTOR above 1)"),
               quoted);
  return FALSE;
}

static gboolean
add_whole_numbers (DlSweepKey *key, const char *text, const guint64 range[3], GError **error)
{
  const guint64 from = range[0], to = range[1], step = range[2];

  if (from > to || step == 0)
    return refuse_range (error, text);
  for (guint64 value = from;; value += step)
    {
      if (!add_value (key, g_strdup_printf ("%" G_GUINT64_FORMAT, value), error))
        return FALSE;
      if (to - value < step)
        return TRUE;
    }
}

static gboolean
add_whole_factors (DlSweepKey *key, const char *text, const guint64 range[3], GError **error)
{
  const guint64 from = range[0], to = range[1], factor = range[2];

  if (from == 0 || from > to || factor < 2)
    return refuse_factors (error, text);
  for (guint64 value = from;; value *= factor)
    {
      if (!add_value (key, g_strdup_printf ("%" G_GUINT64_FORMAT, value), error))
        return FALSE;
      if (value > to / factor)
        return TRUE;
    }
}

static gboolean
add_number (DlSweepKey *key, double value, GError **error)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  /* 0.15 where 0.05 + 2 x 0.05 is not quite that. */
  g_ascii_formatd (digits, sizeof digits, "%.12g", value);
  return add_value (key, g_strdup (digits), error);
}

static gboolean
add_numbers (DlSweepKey *key, const char *text, const double range[3], GError **error)
{
  const double from = range[0], to = range[1], step = range[2];

  if (from > to || step <= 0)
    return refuse_range (error, text);
  /* Never past the end. */
  for (guint i = 0; i <= (to - from) / step + STEP_SLACK; i++)
    if (!add_number (key, MIN (from + i * step, to), error))
      return FALSE;
  return TRUE;
}

static gboolean
add_factors (DlSweepKey *key, const char *text, const double range[3], GError **error)
{
  const double from = range[0], to = range[1], factor = range[2];

  if (from <= 0 || from > to || factor <= 1)
    return refuse_factors (error, text);
  for (guint i = 0; from * pow (factor, i) <= to * (1 + STEP_SLACK); i++)
    if (!add_number (key, MIN (from * pow (factor, i), to), error))
      return FALSE;
  return TRUE;
}

/* A value, or if all three are numbers FROM:TO:STEP or FROM:TO:*FACTOR. */
static gboolean
add_item (DlSweepKey *key, const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 4);
  guint64 whole[3];
  double number[3];
  gboolean are_whole = TRUE, multiplies = FALSE;

  if (g_strv_length (parts) != 3)
    return add_value (key, g_strdup (text), error);
  for (guint i = 0; i < 3; i++)
    {
      char *part = g_strstrip (parts[i]);

      if (i == 2 && *part == '*')
        {
          multiplies = TRUE;
          part = g_strchug (part + 1);
        }
      are_whole = are_whole && dl_value_parse_uint (part, 0, G_MAXUINT64, &whole[i], NULL);
      if (!dl_value_parse_double (part, -G_MAXDOUBLE, G_MAXDOUBLE, &number[i], NULL) && !are_whole)
        return add_value (key, g_strdup (text), error);
    }
  if (multiplies)
    return are_whole ? add_whole_factors (key, text, whole, error)
                     : add_factors (key, text, number, error);
  return are_whole ? add_whole_numbers (key, text, whole, error)
                   : add_numbers (key, text, number, error);
}

/* The items of @text between commas. */
static gboolean
add_items (DlSweepKey *key, const char *text, GError **error)
{
  g_autoptr (GString) item = g_string_new (NULL);

  for (const char *at = text;; at++)
    {
      if (at[0] == '\\' && at[1] == ',')
        g_string_append_c (item, *++at);
      else if (*at != ',' && *at != '\0')
        g_string_append_c (item, *at);
      else
        {
          if (!add_item (key, g_strstrip (item->str), error))
            return FALSE;
          if (*at == '\0')
            return TRUE;
          g_string_truncate (item, 0);
        }
    }
}

static gboolean
is_varied (const DlSweepSpec *spec, const DlField *field)
{
  for (guint i = 0; i < spec->keys->len; i++)
    if (key_of (spec, i)->field == field)
      return TRUE;
  return FALSE;
}

gboolean
dl_sweep_spec_vary (DlSweepSpec *spec, const char *text, GError **error)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  const DlEdit *edit;
  DlSweepKey *key;
  gboolean good;

  if (!dl_edits_parse_assignment (edits, text, error))
    return FALSE;
  edit = g_ptr_array_index (edits, 0);
  key = key_new (edit->field);
  if (edit->op != DL_EDIT_SET)
    good = refuse (error, _ ("the varied key is missing (expected GROUP.KEY=A,B,C)"));
  else if (is_varied (spec, edit->field))
    good = refuse (error, _ ("this key is already varied (give all its values at once)"));
  else if (edit->field == dl_field_find ("scenario", "kind"))
    good = refuse (error, _ ("rows of a torus and of a dragonfly have different columns (use a "
                             "sweep for each)"));
  else
    good = add_items (key, edit->value, error);
  if (good)
    {
      g_ptr_array_add (spec->keys, key);
      return TRUE;
    }
  g_prefix_error (error, "%s.%s: ", edit->field->group, edit->field->key);
  key_free (key);
  return FALSE;
}

char *
dl_sweep_spec_assignment (const DlSweepSpec *spec, guint key)
{
  const DlSweepKey *it = key_of (spec, key);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s.%s=", it->field->group, it->field->key);
  for (guint value = 0; value < it->values->len; value++)
    {
      if (value > 0)
        g_string_append_c (text, ',');
      for (const char *at = value_of (it, value); *at != '\0'; at++)
        {
          if (*at == ',')
            g_string_append_c (text, '\\');
          g_string_append_c (text, *at == '\n' ? ' ' : *at);
        }
    }
  return g_string_free (text, FALSE);
}

/* Points --------------------------------------------------------------------------------------- */

guint
dl_sweep_n_points (const DlSweepSpec *spec)
{
  guint64 n = spec->n_seeds;

  for (guint i = 0; i < spec->keys->len; i++)
    n = MIN (n * key_of (spec, i)->values->len, (guint64) DL_SWEEP_MAX_POINTS + 1);
  return n;
}

/* Index of the point's value among those of @key. */
static guint
value_at (const DlSweepSpec *spec, guint point, guint key)
{
  guint rest = point / spec->n_seeds;

  for (guint i = spec->keys->len - 1; i > key; i--)
    rest /= key_of (spec, i)->values->len;
  return rest % key_of (spec, key)->values->len;
}

const char *
dl_sweep_value (const DlSweepSpec *spec, guint point, guint key)
{
  return value_of (key_of (spec, key), value_at (spec, point, key));
}

GPtrArray *
dl_sweep_point_edits (const DlSweepSpec *spec, guint point)
{
  GPtrArray *edits = dl_edits_new ();

  for (guint i = 0; i < spec->keys->len; i++)
    {
      const DlSweepKey *key = key_of (spec, i);
      const guint value = value_at (spec, point, i);
      DlEdit *edit;

      dl_edits_add_field (edits, DL_EDIT_SET, key->field, g_ptr_array_index (key->contents, value));
      edit = g_ptr_array_index (edits, i);
      edit->file_name = g_strdup (g_ptr_array_index (key->file_names, value));
    }
  return edits;
}

DlScenario *
dl_sweep_point (const DlSweepSpec *spec, guint point, const DlField **field, GError **error)
{
  g_autoptr (DlScenario) scenario = dl_scenario_copy (spec->scenario);
  g_autoptr (GPtrArray) edits = dl_sweep_point_edits (spec, point);

  if (!dl_scenario_apply (scenario, edits, NULL, field, error))
    return NULL;
  return g_steal_pointer (&scenario);
}

guint64
dl_sweep_point_seed (const DlSweepSpec *spec, const DlScenario *scenario, guint point)
{
  return scenario->seed + point % spec->n_seeds;
}

/* A scenario's name and a run's number of threads do not change the result. */
static gboolean
counts (const DlField *field)
{
  return field != dl_field_find ("scenario", "name")
         && field != dl_field_find ("simulation", "threads");
}

static char *
digest_of (const DlScenario *scenario, guint64 seed, gboolean only_static)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *head = g_strdup_printf ("%s%s\n%" G_GUINT64_FORMAT "\n",
                                           only_static ? "static\n" : "", DL_VERSION, seed);
  guint n;
  const DlField *fields = dl_fields (&n);

  g_checksum_update (checksum, (const guchar *) head, -1);
  for (guint i = 0; i < n; i++)
    if (counts (&fields[i]))
      {
        g_autofree char *value = dl_field_get (&fields[i], scenario);
        g_autofree char *line
            = g_strdup_printf ("%s.%s=%s\n", fields[i].group, fields[i].key, value);

        g_checksum_update (checksum, (const guchar *) line, -1);
      }
  return g_strndup (g_checksum_get_string (checksum), 32);
}

char *
dl_sweep_digest (const DlScenario *scenario, guint64 seed)
{
  return digest_of (scenario, seed, FALSE);
}

GStrv
dl_sweep_digests (const DlSweepSpec *spec)
{
  const guint n = dl_sweep_n_points (spec);
  GStrv digests = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (DlScenario) scenario = dl_sweep_point (spec, i, NULL, NULL);

      digests[i] = digest_of (scenario, dl_sweep_point_seed (spec, scenario, i), spec->only_static);
    }
  return digests;
}

/* @a and @b are values of @key that give the same point. */
static gboolean
refuse_same (GError **error, const DlSweepKey *key, const char *a, const char *b)
{
  g_autofree char *quoted_a = dl_value_quote (a);
  g_autofree char *quoted_b = dl_value_quote (b);

  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
               _ ("%s.%s: %s gives the same simulation as %s (use values that differ)"),
               key->field->group, key->field->key, quoted_b, quoted_a);
  return FALSE;
}

/* How far apart points are that differ in the next value of @key alone. */
static guint
stride_of (const DlSweepSpec *spec, guint key)
{
  guint stride = spec->n_seeds;

  for (guint i = key + 1; i < spec->keys->len; i++)
    stride *= key_of (spec, i)->values->len;
  return stride;
}

/* The same twice: keys that differ in a value that makes no difference, so that a look along each
 * axis is enough. */
static gboolean
check_axis (const DlSweepSpec *spec, guint axis, const DlField **field, GError **error)
{
  const DlSweepKey *key = key_of (spec, axis);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < key->values->len; i++)
    {
      g_autoptr (DlScenario) scenario
          = dl_sweep_point (spec, i * stride_of (spec, axis), field, error);
      g_autofree char *digest = NULL;
      const char *same;

      if (scenario == NULL)
        return FALSE;
      digest = dl_sweep_digest (scenario, 0);
      same = g_hash_table_lookup (seen, digest);
      if (same != NULL)
        {
          if (field != NULL)
            *field = key->field;
          return refuse_same (error, key, same, value_of (key, i));
        }
      g_hash_table_insert (seen, g_steal_pointer (&digest), (gpointer) value_of (key, i));
    }
  return TRUE;
}

gboolean
dl_sweep_spec_check (const DlSweepSpec *spec, const DlField **field, GError **error)
{
  const guint n = dl_sweep_n_points (spec);

  if (field != NULL)
    *field = NULL;
  if (n > DL_SWEEP_MAX_POINTS)
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   _ ("too many points (at most %d)"), DL_SWEEP_MAX_POINTS);
      return FALSE;
    }
  for (guint i = 0; i < spec->keys->len; i++)
    if (!check_axis (spec, i, field, error))
      return FALSE;
  /* Values that conflict only together. */
  for (guint i = 0; i < n; i += spec->n_seeds)
    {
      g_autoptr (DlScenario) scenario = dl_sweep_point (spec, i, field, error);

      if (scenario == NULL)
        return FALSE;
    }
  return TRUE;
}

void
dl_sweep_result_init (DlSweepResult *result, const DlFamily *family)
{
  *result = (DlSweepResult) {
    .family = family,
    .offered = NAN,
    .accepted = NAN,
    .latency_mean = NAN,
    .latency_sd = NAN,
    .latency_p50 = NAN,
    .latency_p99 = NAN,
    .latency_max = NAN,
    .total_latency_mean = NAN,
    .accepted_half = NAN,
    .latency_half = NAN,
    .total_latency_half = NAN,
    .minimal_share = NAN,
    .bandwidth_GBps = NAN,
    .completion_ns = NAN,
    .algorithm_GBps = NAN,
    .bus_GBps = NAN,
    .contention = NAN,
    .found = { .hops_mean = NAN, .peak_load = NAN, .balance_mean = NAN, .bound_load = NAN },
  };
  for (guint class = 0; class < DL_MAX_LINK_CLASSES; class ++)
    result->found.class_load_max[class] = result->found.class_balance_mean[class] = NAN;
}

void
dl_scalars_of_result (DlSweepResult *scalars, const DlEvaluation *result)
{
  dl_sweep_result_init (scalars, result->scenario->family);
  scalars->seed = result->scenario->seed;
  scalars->found = result->findings;
}

void
dl_sweep_result_set_verdict (DlSweepResult *result, const DlSimVerdict *verdict)
{
  result->state = verdict->state;
  result->reason = verdict->reason;
  result->converged = verdict->state == DL_SIM_CONVERGED;
  result->warmup_cycles = verdict->cut;
  result->accepted_half = verdict->throughput.half_width;
  /* Growing latency has no mean to be sure of. */
  result->latency_half = verdict->latency_grows ? NAN : verdict->network.half_width;
  result->total_latency_half = verdict->latency_grows ? NAN : verdict->latency.half_width;
}

static void
set_program (DlSweepResult *result, const DlScenario *scenario, const DlSimulation *simulation)
{
  g_auto (DlProgramResult) program = { 0 };

  if (!dl_program_result_init (&program, scenario, simulation))
    return;
  result->completion_ns = program.completion_ns;
  result->algorithm_GBps = program.algorithm_GBps;
  result->bus_GBps = program.bus_GBps;
  result->contention = program.contention;
}

void
dl_sweep_result_set_simulated (DlSweepResult *result, const DlScenario *scenario,
                               const DlSimulation *simulation)
{
  const double minimal = simulation->measured.minimal;
  const double ways = minimal + simulation->measured.nonminimal;
  const DlLatency *latency = &simulation->stats.network;

  result->seed = simulation->options.seed;
  result->offered = simulation->offered_load;
  result->accepted = simulation->accepted_load;
  result->latency_mean = dl_latency_mean (latency);
  result->latency_sd = dl_latency_sd (latency);
  result->latency_p50 = dl_latency_quantile (latency, 0.5);
  result->latency_p99 = dl_latency_quantile (latency, 0.99);
  result->latency_max = latency->count > 0 ? (double) latency->max : NAN;
  result->total_latency_mean = dl_latency_mean (&simulation->stats.total);
  dl_sweep_result_set_verdict (result, &simulation->verdict);
  result->warmup_cycles = simulation->options.warmup_cycles;
  result->deadlocked = simulation->deadlock != NULL;
  result->cycles = simulation->cycles;
  result->digest = simulation->counters.digest;
  result->minimal_share = ways > 0 ? minimal / ways : NAN;
  result->bandwidth_GBps = dl_simulation_bandwidth_GBps (simulation);
  set_program (result, scenario, simulation);
}

char *
dl_sweep_runs_finished (guint n_done, guint n)
{
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u of %u run is finished", "%u of %u runs are finished", n),
      n_done, n);
}

DlSimState
dl_sweep_results_state (const DlSweepResult *const *results, guint n, DlSimReason *reason)
{
  *reason = results[0]->reason;
  for (guint i = 1; i < n; i++)
    if (results[i]->state != results[0]->state)
      {
        *reason = DL_SIM_REASON_RUNS_DIFFER;
        return DL_SIM_NOT_CONVERGED;
      }
  return results[0]->state;
}

/* Analyses that are kept for the points to come. */
#define N_KEPT 8

/* The static side of points: what they have in common. */
typedef struct
{
  gatomicrefcount refs;
  DlScenario *scenario;
  gpointer analysis; /* of its family */
} Base;

typedef struct
{
  const DlSweepSpec *spec;
  const DlSweepOptions *options;
  GArray *points;            /* guint: those to be run */
  GCancellable *cancellable; /* of this sweep: the caller's, or an error's */
  GMutex lock;               /* of what follows */
  GError *error;             /* the first */
  gboolean refused;          /* results are not taken any more */
  double progress;           /* points, with the parts of those under way */
  GMutex base_lock;
  GPtrArray *bases; /* Base, the last used first */
} Sweep;

/* A point under way. */
typedef struct
{
  Sweep *sweep;
  double progress; /* of it */
} Run;

static void
base_unref (gpointer data)
{
  Base *base = data;

  if (base == NULL || !g_atomic_ref_count_dec (&base->refs))
    return;
  if (base->analysis != NULL)
    dl_shared_unref (base->analysis);
  dl_scenario_free (base->scenario);
  g_free (base);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Base, base_unref)

/* @like (nullable): of the same routes. */
static Base *
base_new (Sweep *sweep, const DlScenario *scenario, const Base *like, GError **error)
{
  g_autoptr (Base) base = g_new0 (Base, 1);

  g_atomic_ref_count_init (&base->refs);
  base->scenario = dl_scenario_copy (scenario);
  base->analysis = scenario->family->analyze (
      scenario, like != NULL ? ((const DlAnalyzed *) like->analysis)->routes : NULL,
      like != NULL ? like->analysis : NULL, sweep->cancellable, error);
  return base->analysis != NULL ? g_steal_pointer (&base) : NULL;
}

/* Have @a and @b the same demand, routes and choice among routes? */
static gboolean
same_traffic (const DlScenario *a, const DlScenario *b)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  if (a->seed != b->seed)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!fields[i].simulated && !fields[i].fixed
        && (fields[i].family == NULL || fields[i].family == a->family)
        && !dl_field_same_value (&fields[i], a, b))
      return FALSE;
  return TRUE;
}

static Base *
base_ref (Base *base)
{
  g_atomic_ref_count_inc (&base->refs);
  return base;
}

/* The one that is kept for @scenario, or NULL; @like gets one of the same routes, or NULL. */
static Base *
find_kept (Sweep *sweep, const DlScenario *scenario, Base **like)
{
  *like = NULL;
  for (guint i = 0; i < sweep->bases->len; i++)
    {
      Base *base = g_ptr_array_index (sweep->bases, i);

      if (!dl_scenario_same_routes (base->scenario, scenario))
        continue;
      *like = base;
      if (!same_traffic (base->scenario, scenario))
        continue;
      g_ptr_array_steal_index (sweep->bases, i);
      g_ptr_array_insert (sweep->bases, 0, base);
      return base_ref (base);
    }
  return NULL;
}

/* The static side of @scenario, on routes that other points have too if those are the same. Others
 * wait for it, so that no two make the same routes of a large network; unless there is nothing
 * else to do. */
static Base *
find_base (Sweep *sweep, const DlScenario *scenario, GError **error)
{
  const gboolean together = sweep->spec->only_static;
  g_autoptr (Base) own_like = NULL;
  Base *like, *base;

  g_mutex_lock (&sweep->base_lock);
  base = find_kept (sweep, scenario, &like);
  if (base == NULL)
    {
      own_like = like != NULL ? base_ref (like) : NULL;
      if (together)
        g_mutex_unlock (&sweep->base_lock);
      base = base_new (sweep, scenario, own_like, error);
      if (together)
        g_mutex_lock (&sweep->base_lock);
      if (base != NULL)
        {
          g_ptr_array_insert (sweep->bases, 0, base_ref (base));
          g_ptr_array_set_size (sweep->bases, MIN (sweep->bases->len, N_KEPT));
        }
    }
  g_mutex_unlock (&sweep->base_lock);
  return base;
}

static void
note_progress (double fraction, gpointer data)
{
  Run *run = data;
  Sweep *sweep = run->sweep;

  g_mutex_lock (&sweep->lock);
  sweep->progress += fraction - run->progress;
  run->progress = fraction;
  if (sweep->options->progress != NULL)
    sweep->options->progress (MIN (sweep->progress / sweep->points->len, 1),
                              sweep->options->progress_data);
  g_mutex_unlock (&sweep->lock);
}

static gboolean
run_point (Run *run, guint point, DlSweepResult *result, GError **error)
{
  Sweep *sweep = run->sweep;
  g_autoptr (DlScenario) scenario = dl_sweep_point (sweep->spec, point, NULL, error);
  g_autoptr (Base) base = NULL;
  g_autoptr (DlSimulation) simulation = NULL;
  DlSimulateOptions options;

  if (scenario == NULL)
    return FALSE;
  base = find_base (sweep, scenario, error);
  if (base == NULL)
    return FALSE;
  dl_sweep_result_init (result, scenario->family);
  result->point = point;
  result->seed = dl_sweep_point_seed (sweep->spec, scenario, point);
  scenario->family->find (base->analysis, &result->found);
  if (sweep->spec->only_static)
    return TRUE;

  options = dl_simulate_options (scenario);
  options.seed = result->seed;
  options.threads = 1;
  options.routes = ((const DlAnalyzed *) base->analysis)->routes;
  options.progress = note_progress;
  options.progress_data = run;
  simulation = dl_simulate (scenario, &options, sweep->cancellable, error);
  if (simulation == NULL)
    return FALSE;
  dl_sweep_result_set_simulated (result, scenario, simulation);
  return TRUE;
}

static gboolean
is_wanted (Sweep *sweep, guint point)
{
  gboolean wanted;

  if (sweep->options->wanted == NULL)
    return TRUE;
  g_mutex_lock (&sweep->lock);
  wanted = sweep->options->wanted (point, sweep->options->wanted_data);
  g_mutex_unlock (&sweep->lock);
  return wanted;
}

static void
do_point (guint i, gpointer data)
{
  Sweep *sweep = data;
  const guint point = g_array_index (sweep->points, guint, i);
  Run run = { .sweep = sweep };
  DlSweepResult result;
  GError *error = NULL;
  gboolean done;

  if (!is_wanted (sweep, point))
    {
      note_progress (1, &run);
      return;
    }
  done = run_point (&run, point, &result, &error);

  g_mutex_lock (&sweep->lock);
  /* A point that was finished counts, even if another one was not. */
  if (done && !sweep->refused)
    sweep->refused = !sweep->options->on_point (&result, sweep->options->on_point_data, &error);
  if (error != NULL && sweep->error == NULL)
    {
      g_propagate_error (&sweep->error, g_steal_pointer (&error));
      g_cancellable_cancel (sweep->cancellable);
    }
  g_clear_error (&error);
  g_mutex_unlock (&sweep->lock);
  if (done)
    note_progress (1, &run);
}

static void
add_points (GArray *points, const DlSweepSpec *spec, const DlSweepOptions *options)
{
  const guint n = dl_sweep_n_points (spec), n_seeds = spec->n_seeds;

  for (guint i = 0; i < n; i++)
    {
      const guint point = options->seeds_last ? i % (n / n_seeds) * n_seeds + i / (n / n_seeds) : i;

      if (options->skip == NULL || !options->skip[point])
        g_array_append_val (points, point);
    }
}

static void
pass_on (GCancellable *from, GCancellable *to)
{
  g_cancellable_cancel (to);
}

gboolean
dl_sweep_run (const DlSweepSpec *spec, const DlSweepOptions *options, GCancellable *cancellable,
              GError **error)
{
  g_autoptr (GCancellable) own = g_cancellable_new ();
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) bases = g_ptr_array_new_with_free_func (base_unref);
  Sweep sweep
      = { .spec = spec, .options = options, .points = points, .cancellable = own, .bases = bases };
  const DlParallel parallel = { .n_threads = options->n_jobs, .cancellable = own };
  gulong connection = 0;

  add_points (points, spec, options);
  if (points->len == 0)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);

  g_mutex_init (&sweep.lock);
  g_mutex_init (&sweep.base_lock);
  if (cancellable != NULL)
    connection = g_cancellable_connect (cancellable, G_CALLBACK (pass_on), own, NULL);
  dl_parallel_run (&parallel, points->len, do_point, &sweep);
  g_cancellable_disconnect (cancellable, connection);
  g_mutex_clear (&sweep.lock);
  g_mutex_clear (&sweep.base_lock);

  if (sweep.error == NULL)
    g_cancellable_set_error_if_cancelled (own, &sweep.error);
  if (sweep.error == NULL)
    return TRUE;
  g_propagate_error (error, sweep.error);
  return FALSE;
}
