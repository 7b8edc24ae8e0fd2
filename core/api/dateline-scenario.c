#include "dateline-private.h"

#include "dl-machine-file.h"
#include "dl-measure.h"
#include "dl-names.h"

#include <math.h>
#include <string.h>

/**
 * DatelineScenario:
 *
 * All that is asked for, as keys with values: a network with its routing, its faults and its
 * traffic, and how it is simulated. A key is called `GROUP.KEY`, such as `torus.datelines`; its
 * values are texts as scenario files have them, lists with a semicolon between the items.
 *
 * Results (#DatelineAnalysis, #DatelineSimulation) are of the scenario as it was when they were
 * made; it may change after that.
 */
struct _DatelineScenario
{
  GObject parent_instance;

  DlScenario *scenario;
};

G_DEFINE_FINAL_TYPE (DatelineScenario, dateline_scenario, G_TYPE_OBJECT)

enum
{
  PROP_NAME = 1,
  PROP_KIND,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
dateline_scenario_finalize (GObject *object)
{
  DatelineScenario *self = DATELINE_SCENARIO (object);

  dl_scenario_free (self->scenario);
  G_OBJECT_CLASS (dateline_scenario_parent_class)->finalize (object);
}

static void
dateline_scenario_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DatelineScenario *self = DATELINE_SCENARIO (object);

  switch (id)
    {
    case PROP_NAME:
      g_value_set_string (value, self->scenario->name);
      break;
    case PROP_KIND:
      g_value_set_string (value, self->scenario->family->id);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dateline_scenario_class_init (DatelineScenarioClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = dateline_scenario_finalize;
  object_class->get_property = dateline_scenario_get_property;
  /**
   * DatelineScenario:name:
   *
   * The scenario's name, as the key `scenario.name` has it.
   */
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  /**
   * DatelineScenario:kind:
   *
   * Kind of network, as the key `scenario.kind` has it: `torus`, `dragonfly` or `fabric`.
   */
  properties[PROP_KIND] = g_param_spec_string ("kind", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dateline_scenario_init (DatelineScenario *self)
{
}

DatelineScenario *
dl_api_scenario_new_take (DlScenario *scenario)
{
  DatelineScenario *self;

  if (scenario == NULL)
    return NULL;
  self = g_object_new (DATELINE_TYPE_SCENARIO, NULL);
  self->scenario = scenario;
  return self;
}

const DlScenario *
dl_api_scenario_peek (DatelineScenario *self)
{
  return self->scenario;
}

/* Opening -------------------------------------------------------------------------------------- */

static gsize
limit_of (const guint8 *data, gsize length)
{
  const DlMachineFile *machine = dl_machine_file_find ((const char *) data, length, NULL);

  return machine != NULL ? machine->max_bytes : DL_SCENARIO_FILE_MAX_BYTES;
}

static DlScenario *
parse_file (const GByteArray *bytes, const char *file_name, GError **error)
{
  const DlFamily *family;
  const DlMachineFile *machine
      = dl_machine_file_find ((const char *) bytes->data, bytes->len, &family);
  g_autofree char *folder = g_path_get_dirname (file_name);

  if (machine != NULL)
    return dl_machine_file_parse (machine, family, bytes->data, bytes->len, file_name, NULL, NULL,
                                  error);
  return dl_scenario_parse_in ((const char *) bytes->data, bytes->len, file_name,
                               (DlScenarioFiles) { .folder = folder }, NULL, error);
}

/**
 * dateline_scenario_open:
 * @file_name: (type filename): a scenario file, or one that describes a machine's own network, such
 *   as what ibnetdiscover prints
 * @error: return location for an error
 *
 * Reads a file. Files that a scenario names are read from its own folder.
 *
 * Returns: (transfer full): the scenario; %NULL with a #DatelineError whose message begins with
 *   file and line, or an error of the system
 */
DatelineScenario *
dateline_scenario_open (const char *file_name, GError **error)
{
  g_autoptr (GError) inner = NULL;
  g_autoptr (GByteArray) bytes = NULL;
  DlScenario *scenario = NULL;

  g_return_val_if_fail (file_name != NULL, NULL);
  bytes = dl_scenario_read_file (file_name, limit_of, &inner);
  if (bytes != NULL)
    scenario = parse_file (bytes, file_name, &inner);
  dl_api_take_error (error, g_steal_pointer (&inner));
  return dl_api_scenario_new_take (scenario);
}

/**
 * dateline_scenario_new_preset:
 * @preset: the name of a preset, such as `xt3-11x12x16`, or the beginning of only one name
 * @error: return location for an error
 *
 * Makes a scenario of one that comes with the library: dateline_list_presets() has all of them.
 *
 * Returns: (transfer full): a scenario that is like the preset; %NULL with
 *   %DATELINE_ERROR_NOT_FOUND, which says which one may have been meant
 */
DatelineScenario *
dateline_scenario_new_preset (const char *preset, GError **error)
{
  g_autofree const char **ids = dl_preset_ids ();
  g_autoptr (GError) inner = NULL;
  const char *id;
  DlScenario *scenario;

  g_return_val_if_fail (preset != NULL, NULL);
  id = dl_names_find (preset, ids);
  scenario = dl_preset_load (id != NULL ? id : preset, &inner);
  if (scenario == NULL)
    g_set_error_literal (error, DATELINE_ERROR, DATELINE_ERROR_NOT_FOUND, inner->message);
  return dl_api_scenario_new_take (scenario);
}

/* Name and length, which the settings of a curve do not have. */
static void
name_booksim (DatelineScenario *self, const DlBooksimCurve *curve)
{
  g_autofree char *name = g_strdup_printf ("scenario.name=BookSim %s", curve->name);
  g_autofree char *warmup
      = g_strdup_printf ("simulation.warmup-cycles=%" G_GUINT64_FORMAT, curve->warmup_cycles);
  g_autofree char *cycles = g_strdup_printf ("simulation.cycles=%" G_GUINT64_FORMAT,
                                             curve->warmup_cycles + curve->latency_cycles);
  const char *const assignments[] = { name, warmup, cycles, NULL };
  g_autoptr (GError) error = NULL;

  dateline_scenario_change (self, assignments, &error);
  g_assert_no_error (error); /* a test makes all of them */
}

/**
 * dateline_scenario_new_booksim:
 * @curve: the name of a curve of dateline_list_booksim(), such as `torus-8x8`
 * @error: return location for an error
 *
 * Makes the scenario that BookSim 2 simulated for the latencies of the curve, with its cycles. The
 * load is to be set.
 *
 * Returns: (transfer full): the scenario; %NULL with %DATELINE_ERROR_NOT_FOUND
 */
DatelineScenario *
dateline_scenario_new_booksim (const char *curve, GError **error)
{
  const DlBooksimCurve *found;
  DatelineScenario *self;

  g_return_val_if_fail (curve != NULL, NULL);
  found = dl_api_find_booksim (curve, error);
  if (found == NULL)
    return NULL;
  self = dl_api_scenario_new_take (dl_booksim_scenario (found));
  name_booksim (self, found);
  return self;
}

/**
 * dateline_scenario_new_from_text:
 * @text: a scenario file
 * @error: return location for an error
 *
 * Files that the text names are not read.
 *
 * Returns: (transfer full): the scenario; %NULL with a #DatelineError whose message begins with
 *   `text:LINE: `
 */
DatelineScenario *
dateline_scenario_new_from_text (const char *text, GError **error)
{
  g_autoptr (GError) inner = NULL;
  DlScenario *scenario;

  g_return_val_if_fail (text != NULL, NULL);
  scenario = dl_scenario_parse (text, -1, "text", NULL, &inner);
  dl_api_take_error (error, g_steal_pointer (&inner));
  return dl_api_scenario_new_take (scenario);
}

/**
 * dateline_scenario_copy:
 * @self: a scenario
 *
 * Copies a scenario. Neither changes with the other.
 *
 * Returns: (transfer full): another one with the same values
 */
DatelineScenario *
dateline_scenario_copy (DatelineScenario *self)
{
  g_return_val_if_fail (DATELINE_IS_SCENARIO (self), NULL);

  return dl_api_scenario_new_take (dl_scenario_copy (self->scenario));
}

/**
 * dateline_scenario_get_kind:
 * @self: a scenario
 *
 * Gets the kind of network.
 *
 * Returns: (transfer none): the kind of network, as the key `scenario.kind` has it
 */
const char *
dateline_scenario_get_kind (DatelineScenario *self)
{
  g_return_val_if_fail (DATELINE_IS_SCENARIO (self), NULL);

  return self->scenario->family->id;
}

/* Keys ----------------------------------------------------------------------------------------- */

const DlField *
dl_api_find_key (const char *key, GError **error)
{
  GError *inner = NULL;
  const DlField *field = dl_edits_find_key (key, &inner);

  dl_api_take_error (error, inner);
  return field;
}

/**
 * dateline_scenario_list_keys:
 * @self: a scenario
 *
 * Lists the keys of a scenario.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names of all keys that its kind of
 * network and its router read, in the order of files
 */
char **
dateline_scenario_list_keys (DatelineScenario *self)
{
  g_autoptr (GStrvBuilder) keys = g_strv_builder_new ();
  const DlField *fields;
  guint n;

  g_return_val_if_fail (DATELINE_IS_SCENARIO (self), NULL);
  fields = dl_fields (&n);
  for (guint i = 0; i < n; i++)
    if (dl_field_suits (&fields[i], self->scenario))
      g_strv_builder_add (keys, fields[i].name);
  return g_strv_builder_end (keys);
}

/**
 * dateline_scenario_get:
 * @self: a scenario
 * @key: a key, `GROUP.KEY`
 * @error: return location for an error
 *
 * Gets the value of a key, as files have it.
 *
 * Returns: (transfer full): its value, or its default where it is not set; %NULL with
 *   %DATELINE_ERROR_NOT_FOUND
 */
char *
dateline_scenario_get (DatelineScenario *self, const char *key, GError **error)
{
  const DlField *field;

  g_return_val_if_fail (DATELINE_IS_SCENARIO (self), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  field = dl_api_find_key (key, error);
  return field != NULL ? dl_field_get (field, self->scenario) : NULL;
}

/* All of @edits, or none. */
static gboolean
apply (DatelineScenario *self, const GPtrArray *edits, GError **error)
{
  GError *inner = NULL;

  return dl_scenario_apply (self->scenario, edits, NULL, NULL, &inner)
         || dl_api_take_error (error, inner);
}

/**
 * dateline_scenario_set:
 * @self: a scenario
 * @key: a key, `GROUP.KEY`
 * @value: its value, as a file has it; of a key that takes a file, the name of one
 * @error: return location for an error
 *
 * Gives a key a value. The scenario as a whole stays sound: where several keys must change
 * together, use dateline_scenario_change().
 *
 * Returns: %TRUE if it was set; %FALSE with %DATELINE_ERROR_NOT_FOUND, %DATELINE_ERROR_VALUE or
 *   %DATELINE_ERROR_CONFLICT, and nothing changed
 */
gboolean
dateline_scenario_set (DatelineScenario *self, const char *key, const char *value, GError **error)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  GError *inner = NULL;
  const DlField *field;

  g_return_val_if_fail (DATELINE_IS_SCENARIO (self), FALSE);
  g_return_val_if_fail (key != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);
  field = dl_api_find_key (key, error);
  if (field == NULL)
    return FALSE;
  dl_edits_add_field (edits, DL_EDIT_SET, field, value);
  if (!dl_edits_take_in (edits, &inner))
    return dl_api_take_error (error, inner);
  return apply (self, edits, error);
}

gboolean
dl_api_edits_parse (GPtrArray *edits, const char *const *assignments, GError **error)
{
  GError *inner = NULL;

  for (guint i = 0; assignments[i] != NULL; i++)
    if (!dl_edits_parse_assignment (edits, assignments[i], &inner)
        || !dl_edits_take_in (edits, &inner))
      return dl_api_take_error (error, inner);
  return TRUE;
}

/**
 * dateline_scenario_change:
 * @self: a scenario
 * @assignments: (array zero-terminated=1): `GROUP.KEY=VALUE` each; of a list also `+=` and `-=`,
 *   which add and remove items
 * @error: return location for an error
 *
 * Changes several keys at once, which are judged together.
 *
 * Returns: %TRUE if they were; %FALSE with an error as of dateline_scenario_set(), and nothing
 *   changed
 */
gboolean
dateline_scenario_change (DatelineScenario *self, const char *const *assignments, GError **error)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  g_return_val_if_fail (DATELINE_IS_SCENARIO (self), FALSE);
  g_return_val_if_fail (assignments != NULL, FALSE);

  return dl_api_edits_parse (edits, assignments, error) && apply (self, edits, error);
}

/**
 * dateline_scenario_unset:
 * @self: a scenario
 * @key: a key, `GROUP.KEY`
 * @error: return location for an error
 *
 * Gives a key its default again.
 *
 * Returns: %TRUE if it has it; %FALSE with an error as of dateline_scenario_set(), and nothing
 *   changed
 */
gboolean
dateline_scenario_unset (DatelineScenario *self, const char *key, GError **error)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  const DlField *field;

  g_return_val_if_fail (DATELINE_IS_SCENARIO (self), FALSE);
  g_return_val_if_fail (key != NULL, FALSE);
  field = dl_api_find_key (key, error);
  if (field == NULL)
    return FALSE;
  dl_edits_add_field (edits, DL_EDIT_UNSET, field, NULL);
  return apply (self, edits, error);
}

/**
 * dateline_scenario_is_set:
 * @self: a scenario
 * @key: a key, `GROUP.KEY`
 * @error: return location for an error
 *
 * Tells a value that is stated from a default.
 *
 * Returns: whether a value is stated, whatever the default; %FALSE also with
 *   %DATELINE_ERROR_NOT_FOUND
 */
gboolean
dateline_scenario_is_set (DatelineScenario *self, const char *key, GError **error)
{
  const DlField *field;

  g_return_val_if_fail (DATELINE_IS_SCENARIO (self), FALSE);
  g_return_val_if_fail (key != NULL, FALSE);

  field = dl_api_find_key (key, error);
  return field != NULL && dl_field_is_set (field, self->scenario);
}

/**
 * dateline_scenario_get_warnings:
 * @self: a scenario
 *
 * Finds values that are right by themselves and useless in this scenario.
 *
 * Returns: (transfer full) (array zero-terminated=1): a message for each value that is set and has
 *   no effect, which begins with the key
 */
char **
dateline_scenario_get_warnings (DatelineScenario *self)
{
  g_return_val_if_fail (DATELINE_IS_SCENARIO (self), NULL);

  return dl_scenario_warnings (self->scenario);
}

/**
 * dateline_scenario_describe:
 * @self: a scenario
 *
 * Describes all keys of a scenario, for a table or a form.
 *
 * Returns: (transfer full): a row for each key that dateline_scenario_list_keys() has: `key`,
 *   `title`, `unit`, `value`, `default`, `set`, and `list`, whether items can be added and removed
 */
DatelineTable *
dateline_scenario_describe (DatelineScenario *self)
{
  static const DlTableColumn columns[] = {
    { "key", "key" },
    { "title", "title" },
    { "unit", "unit" },
    { "value", "value" },
    { "default", "default" },
    { "set", "set", DL_COLUMN_FLAG },
    { "list", "list", DL_COLUMN_FLAG },
  };
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  const DlField *fields;
  guint n;

  g_return_val_if_fail (DATELINE_IS_SCENARIO (self), NULL);
  fields = dl_fields (&n);
  for (guint i = 0; i < n; i++)
    {
      if (!dl_field_suits (&fields[i], self->scenario))
        continue;
      dl_cells_text (cells, fields[i].name);
      dl_cells_text (cells, dl_field_title (&fields[i]));
      dl_cells_text (cells, dl_field_unit (&fields[i]));
      dl_cells_take_text (cells, dl_field_get (&fields[i], self->scenario));
      dl_cells_text (cells, fields[i].initial);
      dl_cells_flag (cells, dl_field_is_set (&fields[i], self->scenario));
      dl_cells_flag (cells, dl_field_is_list (&fields[i]));
    }
  return dl_api_table_new_take (record);
}

/**
 * dateline_scenario_equal:
 * @self: a scenario
 * @other: another one
 *
 * Compares two scenarios.
 *
 * Returns: whether all keys have the same values in both
 */
gboolean
dateline_scenario_equal (DatelineScenario *self, DatelineScenario *other)
{
  g_return_val_if_fail (DATELINE_IS_SCENARIO (self), FALSE);
  g_return_val_if_fail (DATELINE_IS_SCENARIO (other), FALSE);

  return dl_scenario_same_values (self->scenario, other->scenario);
}

/* Writing -------------------------------------------------------------------------------------- */

/**
 * dateline_scenario_to_text:
 * @self: a scenario
 *
 * Writes a scenario as text.
 *
 * Returns: (transfer full): a scenario file, which gives the same scenario
 */
char *
dateline_scenario_to_text (DatelineScenario *self)
{
  g_return_val_if_fail (DATELINE_IS_SCENARIO (self), NULL);

  return dl_scenario_to_text (self->scenario, FALSE);
}

/**
 * dateline_scenario_save:
 * @self: a scenario
 * @file_name: (type filename): a file, which is replaced whole or not at all
 * @error: return location for an error
 *
 * Writes a scenario file, which the window opens, too.
 *
 * Returns: %TRUE if it is written; %FALSE with %G_FILE_ERROR
 */
gboolean
dateline_scenario_save (DatelineScenario *self, const char *file_name, GError **error)
{
  GError *inner = NULL;

  g_return_val_if_fail (DATELINE_IS_SCENARIO (self), FALSE);
  g_return_val_if_fail (file_name != NULL, FALSE);

  return dl_scenario_save (self->scenario, file_name, &inner) || dl_api_take_error (error, inner);
}

/* Lists ---------------------------------------------------------------------------------------- */

/**
 * dateline_list_presets:
 *
 * Lists the scenarios that come with the library.
 *
 * Returns: (transfer full): a row for each preset: `preset`, `kind`, `title`, `description`
 */
DatelineTable *
dateline_list_presets (void)
{
  static const DlTableColumn columns[] = {
    { "preset", "preset" },
    { "kind", "kind" },
    { "title", "title" },
    { "description", "description" },
  };
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  const DlPreset *presets;
  guint n;

  presets = dl_presets (&n);
  for (guint i = 0; i < n; i++)
    {
      dl_cells_text (cells, presets[i].id);
      dl_cells_text (cells, presets[i].family->id);
      dl_cells_text (cells, presets[i].title);
      dl_cells_text (cells, presets[i].description);
    }
  return dl_api_table_new_take (record);
}

const DlFamily *
dl_api_find_kind (const char *kind, GError **error)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  const DlFamily *const *families;
  g_autofree char *hint = NULL;
  guint n;

  families = dl_families (&n);
  for (guint i = 0; i < n; i++)
    {
      if (g_str_equal (families[i]->id, kind))
        return families[i];
      g_ptr_array_add (ids, (gpointer) families[i]->id);
    }
  g_ptr_array_add (ids, NULL);
  hint = dl_names_hint (kind, (const char *const *) ids->pdata);
  g_set_error (error, DATELINE_ERROR, DATELINE_ERROR_NOT_FOUND,
               "%s: there is no such kind of network (%s)", kind, hint);
  return NULL;
}

static const char *
word_of_better (DlBetter better)
{
  return better == DL_BETTER_HIGHER ? "higher" : better == DL_BETTER_LOWER ? "lower" : NULL;
}

/**
 * dateline_list_measures:
 * @kind: (nullable): a kind of network; %NULL for all
 * @error: return location for an error
 *
 * Lists what is said of a scenario in one number each, by the names that
 * dateline_analysis_get(), dateline_simulation_get() and sweeps have.
 *
 * Returns: (transfer full): a row for each measure: `measure`, `title`, `unit`, `simulated` (or of
 *   the analysis), `better` (higher, lower, or not known where it does not judge); %NULL with
 *   %DATELINE_ERROR_NOT_FOUND
 */
DatelineTable *
dateline_list_measures (const char *kind, GError **error)
{
  static const DlTableColumn columns[] = {
    { "measure", "measure" }, { "title", "title" },
    { "unit", "unit" },       { "simulated", "simulated", DL_COLUMN_FLAG },
    { "better", "better" },
  };
  const DlFamily *family = kind != NULL ? dl_api_find_kind (kind, error) : NULL;
  const DlMeasure *measures;
  DlRecord *record;
  DlCells *cells;
  guint n;

  if (kind != NULL && family == NULL)
    return NULL;
  record = dl_record_new ();
  cells = DL_RECORD_BEGIN (record, columns);
  measures = dl_measure_table (&n);
  for (guint i = 0; i < n; i++)
    {
      if (family != NULL && !dl_measure_is_for (&measures[i], family))
        continue;
      dl_cells_text (cells, measures[i].id);
      dl_cells_text (cells, measures[i].title);
      dl_cells_text (cells, measures[i].unit);
      dl_cells_flag (cells, measures[i].simulated);
      dl_cells_text (cells, word_of_better (measures[i].better));
    }
  return dl_api_table_new_take (record);
}
