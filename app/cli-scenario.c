#include "cli-scenario.h"

#include "cli-families.h"
#include "cli-streams.h"
#include "dl-edit.h"
#include "dl-figure-sweep.h"
#include "dl-machine-file.h"
#include "dl-names.h"
#include "dl-progress.h"
#include "dl-scenario-file.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <string.h>

/* Files */

static gsize
limit_of (const GByteArray *bytes)
{
  return dl_figure_load_limit (bytes->data, bytes->len);
}

static DlScenario *
parse_bytes (const GByteArray *bytes, const char *name, DlScenarioFiles files, GStrv *warnings,
             GError **error)
{
  static const char library[] = "SQLite format 3";

  if (bytes->len >= sizeof library && memcmp (bytes->data, library, sizeof library) == 0)
    {
      cli_bad_input (error, _ ("%s: this is a library (use library:NAME with --database %s)"), name,
                     name);
      return NULL;
    }
  return dl_figure_parse_scenario (bytes->data, bytes->len, name, files, warnings, error);
}

/* The rest of @settings, which a network of @family did not take. */
static GStrv
leave_out_taken (const DlFamily *family, char **settings)
{
  g_autoptr (GStrvBuilder) rest = g_strv_builder_new ();

  for (char **set = settings; set != NULL && *set != NULL; set++)
    if (!dl_machine_file_takes (family, *set))
      g_strv_builder_add (rest, *set);
  return g_strv_builder_end (rest);
}

/* @settings and @unsettled: as load_unset has them. */
static DlScenario *
load_file (Cli *cli, const char *file_name, GStrv *settings, GError **unsettled, GError **error)
{
  g_autofree char *name = cli_display_name (file_name);
  g_autofree char *folder = g_path_get_dirname (file_name);
  g_auto (GStrv) warnings = NULL;
  g_autoptr (GByteArray) bytes = NULL;
  DlScenario *scenario;

  bytes = cli_read (file_name, limit_of, cli->cancellable, error);
  if (bytes == NULL)
    return NULL;
  scenario = parse_bytes (bytes, name,
                          (DlScenarioFiles) { .folder = folder,
                                              .chosen = (const char *const *) *settings,
                                              .unsettled = unsettled },
                          &warnings, error);
  if (scenario != NULL && *settings != NULL
      && dl_machine_file_find ((const char *) bytes->data, bytes->len, NULL) != NULL)
    {
      GStrv rest = leave_out_taken (scenario->family, *settings);

      g_strfreev (*settings);
      *settings = rest;
    }

  cli_warn ((const char *const *) warnings);
  return scenario;
}

/* The library */

DlStore *
cli_store_open (Cli *cli, gboolean read_only, GError **error)
{
  g_autofree char *path
      = cli->options.database != NULL ? g_strdup (cli->options.database) : dl_store_default_path ();
  g_autoptr (GError) older = NULL;
  DlStore *store = read_only ? dl_store_open_read_only (path, &older) : dl_store_open (path, error);

  /* An older library is migrated by the first program that opens it. */
  if (g_error_matches (older, DL_STORE_ERROR, DL_STORE_ERROR_OLDER))
    store = dl_store_open (path, error);
  else if (older != NULL)
    g_propagate_error (error, g_steal_pointer (&older));
  if (store != NULL && dl_store_notice (store) != NULL)
    cli_complain ("%s", dl_store_notice (store));
  return store;
}

void
cli_store_close (CliStore *store)
{
  g_autofree char *notice = dl_store_leave (store);

  if (notice != NULL)
    cli_complain ("%s", notice);
}

DlScenario *
cli_store_load (DlStore *store, const char *name, GError **error)
{
  g_autoptr (DlStoreRecord) record = NULL;
  gint64 id;

  if (!dl_store_find (store, name, &id, error))
    return NULL;
  record = dl_store_load (store, id, error);
  if (record == NULL)
    return NULL;
  if (record->warning != NULL)
    cli_complain (_ ("warning: %s"), record->warning);
  return g_steal_pointer (&record->scenario);
}

static DlScenario *
load_from_library (Cli *cli, const char *name, GError **error)
{
  g_autoptr (CliStore) store = cli_store_open (cli, TRUE, error);

  return store != NULL ? cli_store_load (store, name, error) : NULL;
}

/* --set */

/* The key of "GROUP.KEY=VALUE", "+=" or "-=". */
static char *
key_of (const char *assignment)
{
  gsize length = strcspn (assignment, "=");

  if (assignment[length] == '=' && length > 0
      && (assignment[length - 1] == '+' || assignment[length - 1] == '-'))
    length--;
  return g_strstrip (g_strndup (assignment, length));
}

void
cli_place_error (GError **error, const char *option, const char *assignment)
{
  g_autofree char *key = key_of (assignment);
  g_autofree char *quoted = dl_value_quote (key);
  g_autofree char *plain_prefix = g_strconcat (key, ": ", NULL);
  g_autofree char *quoted_prefix = g_strconcat (quoted, ": ", NULL);
  const char *message = (*error)->message;
  char *placed;

  if (g_str_has_prefix (message, plain_prefix))
    message += strlen (plain_prefix);
  else if (g_str_has_prefix (message, quoted_prefix))
    message += strlen (quoted_prefix);
  placed = g_strdup_printf ("%s %s: %s", option, key, message);
  g_free ((*error)->message);
  (*error)->message = placed;
}

static gboolean
is_among (const GPtrArray *edits, const DlField *field)
{
  for (guint i = 0; i < edits->len; i++)
    if (((const DlEdit *) g_ptr_array_index (edits, i))->field == field)
      return TRUE;
  return FALSE;
}

/* Warn of keys ignored now and not before: a file's own have been said. All warnings; free with
 * g_strfreev. */
static GStrv
warn_news (const DlScenario *scenario, char **before)
{
  GStrv after = dl_scenario_warnings (scenario);

  for (guint i = 0; after[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) before, after[i]))
      cli_complain (_ ("warning: %s"), after[i]);
  return after;
}

/* Settings that @scenario's network and router do not use; what @warnings, in which a key comes
 * first, have said is left out. */
static void
warn_unused (const DlScenario *scenario, const char *option, const GPtrArray *edits,
             char **warnings)
{
  for (guint i = 0; i < edits->len; i++)
    {
      const DlField *field = ((const DlEdit *) g_ptr_array_index (edits, i))->field;
      g_autofree char *prefix = g_strconcat (field->name, ":", NULL);
      gboolean said = dl_field_suits (field, scenario);

      for (guint k = 0; k < i && !said; k++)
        said = ((const DlEdit *) g_ptr_array_index (edits, k))->field == field;
      for (char **warning = warnings; *warning != NULL && !said; warning++)
        said = g_str_has_prefix (*warning, prefix);
      if (!said)
        cli_complain (
            /* Translators: an option, its key and a kind of network, as in “--set fabric.engine: it
             * has no effect on this network of kind=torus” */
            _ ("warning: %s %s: it has no effect on this network of kind=%s (leave it out)"),
            option, field->name, scenario->family->id);
    }
}

/* @unsettled: (nullable) earlier problem of @scenario. */
static gboolean
apply (DlScenario *scenario, const char *option, char **settings, const GError *unsettled,
       GError **error)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_auto (GStrv) warnings
      = unsettled == NULL ? dl_scenario_warnings (scenario) : g_new0 (char *, 1);
  const DlField *field = NULL;
  const DlEdit *last;
  g_autofree char *key = NULL;

  for (char **set = settings; set != NULL && *set != NULL; set++)
    {
      g_autofree char *set_key = key_of (*set);

      if (!g_utf8_validate (*set, -1, NULL))
        return cli_bad_input (error, _ ("%s %s: the text is not UTF-8 (use UTF-8)"), option,
                              set_key);
      if (!dl_edits_parse_assignment (edits, *set, error) || !dl_edits_take_in (edits, error))
        {
          cli_place_error (error, option, *set);
          return FALSE;
        }
    }
  if (edits->len == 0 && unsettled == NULL)
    return TRUE;
  if (edits->len == 0)
    {
      g_propagate_error (error, g_error_copy (unsettled));
      return FALSE;
    }
  if (dl_scenario_apply (scenario, edits, NULL, &field, error))
    {
      g_auto (GStrv) news = warn_news (scenario, warnings);

      warn_unused (scenario, option, edits, news);
      return TRUE;
    }
  if (unsettled != NULL && !is_among (edits, field))
    {
      g_clear_error (error);
      g_propagate_error (error, g_error_copy (unsettled));
      return FALSE;
    }

  /* An error about a key that was not set is blamed on the last one that was. */
  last = g_ptr_array_index (edits, edits->len - 1);
  if (field == NULL || !is_among (edits, field))
    field = last->field;
  key = g_strconcat (field->group, ".", field->key, NULL);
  cli_place_error (error, option, key);
  return FALSE;
}

gboolean
cli_scenario_apply (DlScenario *scenario, const char *option, char **settings, GError **error)
{
  return apply (scenario, option, settings, NULL, error);
}

/* Scenarios */

/* The preset of that name, or the only one whose name begins so. */
static DlScenario *
load_preset (const char *name, GError **error)
{
  g_autofree const char **ids = dl_preset_ids ();
  const char *id = dl_names_find (name, ids);

  return dl_preset_load (id != NULL ? id : name, error);
}

/* Fail for a name that is not a file; the message says which name was probably meant. */
static DlScenario *
fail_missing (const char *name, gboolean bare_presets, GError **error)
{
  g_autofree char *display = cli_display_name (name);
  g_autofree const char **ids = dl_preset_ids ();
  g_autofree char *meant = dl_names_meant (
      g_str_has_prefix (name, "presets:") ? name + strlen ("presets:") : name, ids, "preset:");

  if (meant != NULL)
    cli_bad_input (error, _ ("%s: there is no such file (%s)"), display, meant);
  else if (bare_presets)
    cli_bad_input (error,
                   _ ("%s: neither a preset nor a file has this name (“dateline-cli list presets” "
                      "lists the presets)"),
                   display);
  else
    cli_bad_input (error,
                   _ ("%s: there is no such file (expected FILE, preset:NAME, library:NAME or -)"),
                   display);
  return NULL;
}

/* @settings: keys to be set, for the files among them. Keys that a machine's file has taken are
 * removed. @unsettled: as of DlScenarioFiles. */
static DlScenario *
load_unset (Cli *cli, const char *name, gboolean bare_presets, GStrv *settings, GError **unsettled,
            GError **error)
{
  g_autofree const char **ids = dl_preset_ids ();

  if (g_str_has_prefix (name, "preset:"))
    return load_preset (name + strlen ("preset:"), error);
  if (g_str_has_prefix (name, "library:"))
    return load_from_library (cli, name + strlen ("library:"), error);
  if (strcmp (name, "-") == 0)
    return load_file (cli, name, settings, unsettled, error);
  if (bare_presets && g_strv_contains (ids, name))
    return dl_preset_load (name, error);
  if (g_file_test (name, G_FILE_TEST_EXISTS))
    return load_file (cli, name, settings, unsettled, error);
  if (bare_presets && dl_names_find (name, ids) != NULL)
    return load_preset (name, error);
  return fail_missing (name, bare_presets, error);
}

/* The scenario called @name, changed by @settings. */
static DlScenario *
load_set (Cli *cli, const char *name, gboolean bare_presets, const char *option, char **settings,
          GError **error)
{
  g_auto (GStrv) rest = g_strdupv (settings);
  g_autoptr (GError) unsettled = NULL;
  g_autoptr (DlScenario) scenario = load_unset (cli, name, bare_presets, &rest, &unsettled, error);

  return scenario != NULL && apply (scenario, option, rest, unsettled, error)
             ? g_steal_pointer (&scenario)
             : NULL;
}

static DlScenario *
load (Cli *cli, const char *name, gboolean bare_presets, GError **error)
{
  g_autoptr (DlScenario) scenario
      = load_set (cli, name, bare_presets, "--set", cli->options.set, error);
  const CliFamily *family;

  if (scenario == NULL)
    return NULL;
  family = cli_family_of (scenario);
  if (family->takes != NULL && !family->takes (cli, name, error))
    return NULL;
  return g_steal_pointer (&scenario);
}

DlScenario *
cli_scenario_load_or_copy (Cli *cli, const char *name, const DlScenario *other, const char *option,
                           char **settings, GError **error)
{
  g_autoptr (DlScenario) copy = NULL;

  if (name != NULL)
    return load_set (cli, name, FALSE, option, settings, error);
  copy = dl_scenario_copy (other);
  return cli_scenario_apply (copy, option, settings, error) ? g_steal_pointer (&copy) : NULL;
}

DlScenario *
cli_scenario_load (Cli *cli, const char *name, GError **error)
{
  return load (cli, name, FALSE, error);
}

/* An analysis that takes no longer than this many microseconds shows no progress. */
#define QUICK_US (300 * 1000)

static void
show_progress (double fraction, gpointer data)
{
  CliProgress *progress = data;

  if (g_get_monotonic_time () - progress->start_us > QUICK_US)
    cli_progress_set (fraction, progress);
}

DlEvaluation *
cli_evaluate (Cli *cli, const char *name, GError **error)
{
  g_autoptr (DlScenario) scenario = cli_scenario_load (cli, name, error);
  g_autoptr (GCancellable) own = g_cancellable_new ();
  DlEvaluation *result;
  CliProgress progress;
  gulong connection;

  if (scenario == NULL)
    return NULL;
  cli_progress_begin (&progress);
  dl_stage_follow (own, show_progress, &progress);
  connection = g_cancellable_connect (cli->cancellable, G_CALLBACK (cli_pass_on), own, NULL);
  result = dl_evaluation_new (scenario, 0, NULL, own, error);
  g_cancellable_disconnect (cli->cancellable, connection);
  cli_progress_end (&progress);
  return result;
}

/* dateline-cli new: a scenario file from a preset, a figure or any other scenario. */
CliStatus
cli_new (Cli *cli, GError **error)
{
  g_autoptr (DlScenario) scenario = load (cli, cli->args[0], TRUE, error);
  g_autofree char *text = scenario != NULL ? dl_scenario_to_text (scenario, TRUE) : NULL;

  if (text != NULL)
    g_string_append (cli->out, text);
  return CLI_DONE;
}
