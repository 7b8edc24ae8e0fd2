/* dateline-cli library: the scenarios kept in SQLite. */
#include "cli-json.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "dl-edit.h"

#include <glib/gi18n.h>

#include <string.h>

/* list */

static char *
format_time (gint64 time_us)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (time_us / G_USEC_PER_SEC);
  return time != NULL ? g_date_time_format_iso8601 (time) : g_strdup ("");
}

static void
append_list_json (GString *out, const GPtrArray *entries)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  cli_json_int (builder, "format", 1);
  json_builder_set_member_name (builder, "scenarios");
  json_builder_begin_array (builder);
  for (guint i = 0; i < entries->len; i++)
    {
      const DlStoreEntry *entry = g_ptr_array_index (entries, i);
      g_autofree char *created = format_time (entry->created_us);
      g_autofree char *modified = format_time (entry->modified_us);

      json_builder_begin_object (builder);
      cli_json_int (builder, "id", entry->id);
      cli_json_string (builder, "name", entry->name);
      cli_json_string (builder, "summary", entry->summary);
      cli_json_string (builder, "created", created);
      cli_json_string (builder, "modified", modified);
      cli_json_int (builder, "edits", entry->n_steps);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

static gboolean
list (Cli *cli, GError **error)
{
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (DlStore) store = NULL;
  g_autofree char *warning = NULL;
  g_autofree char *path = dl_store_default_path ();

  /* Whoever has never saved anything has an empty library, not a missing one. */
  if (cli->options.database == NULL && !g_file_test (path, G_FILE_TEST_EXISTS))
    entries = g_ptr_array_new ();
  else
    {
      store = cli_store_open (cli, TRUE, error);
      if (store == NULL)
        return FALSE;
      entries = dl_store_list (store, cli->n_args > 1 ? cli->args[1] : NULL, &warning, error);
      if (entries == NULL)
        return FALSE;
    }
  if (warning != NULL)
    cli_complain (_ ("warning: %s"), warning);

  if (cli->options.json)
    append_list_json (cli->out, entries);
  else
    for (guint i = 0; i < entries->len; i++)
      {
        const DlStoreEntry *entry = g_ptr_array_index (entries, i);
        g_autofree char *name = cli_printable (entry->name);
        g_autofree char *summary = cli_printable (entry->summary);
        g_string_append_printf (cli->out, "%s\t%s\n", name, summary);
      }
  return TRUE;
}

/* show and export */

static gboolean
export_scenario (Cli *cli, GError **error)
{
  g_autoptr (DlStore) store = cli_store_open (cli, TRUE, error);
  g_autoptr (DlScenario) scenario = NULL;
  g_autofree char *text = NULL;

  if (store == NULL)
    return FALSE;
  scenario = cli_store_load (cli, store, cli->args[1], error);
  if (scenario == NULL)
    return FALSE;
  text = dl_scenario_to_text (scenario, FALSE);
  g_string_append (cli->out, text);
  return TRUE;
}

/* save and import */

static gboolean
rename_scenario (DlScenario *scenario, const char *name, GError **error)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", name);
  if (dl_scenario_apply (scenario, edits, NULL, NULL, error))
    return TRUE;
  g_prefix_error (error, "--name: ");
  return FALSE;
}

static gboolean
is_taken (const GPtrArray *entries, const char *name)
{
  for (guint i = 0; i < entries->len; i++)
    if (strcmp (((const DlStoreEntry *) g_ptr_array_index (entries, i))->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* "Ring of 8 (2)" where there is a "Ring of 8": names of the command line tell scenarios apart. */
static gboolean
make_unique (DlStore *store, DlScenario *scenario, GError **error)
{
  g_autoptr (GPtrArray) entries = dl_store_list (store, NULL, NULL, error);
  g_autofree char *base = g_strdup (scenario->name);

  if (entries == NULL)
    return FALSE;
  for (guint i = 2; is_taken (entries, scenario->name); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s (%u)", base, i);
      if (!rename_scenario (scenario, name, error))
        return FALSE;
    }
  return TRUE;
}

/* The scenario's new state as a step of the history of the one that has its name. @done is FALSE if
 * there is none. */
static gboolean
replace (DlStore *store, const DlScenario *scenario, gboolean *done, GError **error)
{
  g_autoptr (DlStoreRecord) record = NULL;
  g_autoptr (GPtrArray) edits = NULL;
  g_autoptr (GError) find_error = NULL;
  g_autoptr (DlStoreChange) change = NULL;
  guint first_changed;
  gint64 id;

  *done = FALSE;
  if (!dl_store_find (store, scenario->name, &id, &find_error))
    {
      if (g_error_matches (find_error, DL_STORE_ERROR, DL_STORE_ERROR_NOT_FOUND))
        return TRUE;
      g_propagate_error (error, g_steal_pointer (&find_error));
      return FALSE;
    }
  record = dl_store_load (store, id, error);
  if (record == NULL)
    return FALSE;
  /* By its number, not its name. */
  if (strcmp (record->scenario->name, scenario->name) != 0)
    return TRUE;

  *done = TRUE;
  edits = dl_edits_between (record->scenario, scenario);
  if (edits->len == 0)
    return TRUE;
  if (!dl_history_do (record->history, record->scenario, edits, _ ("Save from the command line"),
                      NULL, NULL, error))
    return FALSE;
  first_changed = MAX (dl_history_position (record->history), 1) - 1;
  change = dl_store_change_new (id, record->revision, record->scenario, record->history,
                                first_changed);
  return dl_store_write (store, change, error);
}

static gboolean
save (Cli *cli, GError **error)
{
  g_autoptr (DlScenario) scenario = cli_scenario_load (cli, cli->args[1], error);
  g_autoptr (DlStore) store = NULL;
  gboolean done = FALSE;
  gint64 id;

  if (scenario == NULL)
    return FALSE;
  if (cli->options.name != NULL && !rename_scenario (scenario, cli->options.name, error))
    return FALSE;
  if (g_cancellable_set_error_if_cancelled (cli->cancellable, error))
    return FALSE;
  store = cli_store_open (cli, FALSE, error);
  if (store == NULL)
    return FALSE;
  if (cli->options.replace && !replace (store, scenario, &done, error))
    return FALSE;
  if (!done
      && (!make_unique (store, scenario, error) || !dl_store_add (store, scenario, &id, error)))
    return FALSE;
  g_string_append_printf (cli->out, "%s\n", scenario->name);
  return TRUE;
}

/* remove */

static gboolean
remove_scenario (Cli *cli, GError **error)
{
  g_autofree char *path
      = cli->options.database != NULL ? g_strdup (cli->options.database) : dl_store_default_path ();
  g_autoptr (DlStore) store = NULL;
  gint64 id;

  /* Not a reason to make a library. */
  store = g_file_test (path, G_FILE_TEST_EXISTS) ? cli_store_open (cli, FALSE, error)
                                                 : cli_store_open (cli, TRUE, error);
  return store != NULL && dl_store_find (store, cli->args[1], &id, error)
         && dl_store_remove (store, id, error);
}

static const struct
{
  const char *name;
  const char *args;
  guint min_args, max_args;
  gboolean (*run) (Cli *cli, GError **error);
} actions[] = {
  { "list", "list [WORDS]", 0, 1, list },
  { "show", "show NAME", 1, 1, export_scenario },
  { "save", "save SCENARIO", 1, 1, save },
  { "remove", "remove NAME", 1, 1, remove_scenario },
  { "export", "export NAME -o FILE", 1, 1, export_scenario },
  { "import", "import FILE", 1, 1, save },
};

/* Options that @run would not look at. */
static gboolean
check_options (const CliOptions *options, gboolean (*run) (Cli *cli, GError **error),
               GError **error)
{
  if (options->json && run != list)
    return cli_bad_input (error, _ ("library: --json is for list alone"));
  if (run == save)
    return TRUE;
  if (options->set != NULL)
    return cli_bad_input (error, _ ("library: --set is for save and import"));
  if (options->name != NULL || options->replace)
    return cli_bad_input (error, _ ("library: --name and --replace are for save and import"));
  return TRUE;
}

CliStatus
cli_library (Cli *cli, GError **error)
{
  const guint n_args = cli->n_args - 1;

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      if (strcmp (actions[i].name, cli->args[0]) != 0)
        continue;
      if (n_args < actions[i].min_args || n_args > actions[i].max_args)
        return cli_bad_input (
            error, _ ("library %s: %s (dateline-cli library %s)"), actions[i].name,
            n_args < actions[i].min_args ? _ ("an argument is missing") : _ ("too many arguments"),
            actions[i].args);
      if (check_options (&cli->options, actions[i].run, error))
        actions[i].run (cli, error);
      return CLI_DONE;
    }
  return cli_bad_input (
      error, _ ("library: there is no “%s” (list, show, save, remove, export or import)"),
      cli->args[0]);
}
