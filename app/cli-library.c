/* dateline-cli library: the scenarios kept in SQLite, and what can be done with them. */
#include "cli-library.h"

#include "cli-scenario.h"
#include "cli-streams.h"
#include "dl-edit.h"
#include "dl-store-runs.h"

#include <glib/gi18n.h>

#include <string.h>

/* show and export */

gboolean
cli_library_show_text (Cli *cli, GError **error)
{
  g_autoptr (CliStore) store = cli_store_open (cli, TRUE, error);
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

static gboolean
export_scenario (Cli *cli, GError **error)
{
  const char *output = cli->options.output;

  return output != NULL && g_str_has_suffix (output, ".db") ? cli_library_export (cli, error)
                                                            : cli_library_show_text (cli, error);
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

gboolean
cli_library_save (Cli *cli, const char *source, GError **error)
{
  g_autoptr (DlScenario) scenario = cli_scenario_load (cli, source, error);
  g_autoptr (CliStore) store = NULL;
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
  if (!done && !dl_store_add_unique (store, scenario, &id, error))
    return FALSE;
  g_string_append_printf (cli->out, "%s\n", scenario->name);
  return TRUE;
}

static gboolean
save (Cli *cli, GError **error)
{
  return cli_library_save (cli, cli->args[1], error);
}

/* remove */

DlStore *
cli_library_open (Cli *cli, GError **error)
{
  g_autofree char *path
      = cli->options.database != NULL ? g_strdup (cli->options.database) : dl_store_default_path ();

  /* Not a reason to make a library. */
  return cli_store_open (cli, !g_file_test (path, G_FILE_TEST_EXISTS), error);
}

static gboolean
remove_scenario (Cli *cli, GError **error)
{
  g_autoptr (CliStore) store = cli_library_open (cli, error);
  gint64 id;

  return store != NULL && dl_store_find (store, cli->args[1], &id, error)
         && dl_store_remove (store, id, error);
}

/* All of them */

/* Options that some of them take. */
typedef enum
{
  LISTS = 1 << 0,  /* --json, --csv and --runs */
  SAVES = 1 << 1,  /* --set, --name and --replace */
  CLEANS = 1 << 2, /* --old-versions and its like */
  TELLS = 1 << 3   /* --json */
} Takes;

#define ANY_NUMBER 100000

static const struct
{
  const char *name;
  const char *args;
  guint min_args, max_args;
  guint takes;
  gboolean (*run) (Cli *cli, GError **error);
} actions[] = {
  { "list", "list [WORDS] [--runs]", 0, 1, LISTS, cli_library_list },
  { "search", "search WORDS", 1, ANY_NUMBER, LISTS, cli_library_list },
  { "show", "show NAME [--runs]", 1, 1, LISTS, cli_library_show },
  { "save", "save SCENARIO", 1, 1, SAVES, save },
  { "remove", "remove NAME", 1, 1, 0, remove_scenario },
  { "export", "export NAME -o FILE.dateline|FILE.db", 1, 1, 0, export_scenario },
  { "import", "import FILE...", 1, ANY_NUMBER, SAVES, cli_library_import },
  { "tag", "tag NAME [TAG...]", 1, ANY_NUMBER, 0, cli_library_tag },
  { "untag", "untag NAME TAG...", 2, ANY_NUMBER, 0, cli_library_untag },
  { "note", "note NAME [TEXT]", 1, 2, 0, cli_library_note },
  { "clean", "clean [--old-versions] [--nobodys] [--removed]", 0, 0, CLEANS | TELLS,
    cli_library_clean },
};

/* Options that the action would not look at. */
static gboolean
check_options (const CliOptions *options, guint action, GError **error)
{
  const struct
  {
    const char *name;
    gboolean given;
    guint takes;
  } given[] = {
    { "json", options->json, LISTS | TELLS },
    { "csv", options->csv, LISTS },
    { "runs", options->runs, LISTS },
    { "set", options->set != NULL, SAVES },
    { "name", options->name != NULL, SAVES },
    { "replace", options->replace, SAVES },
    { "old-versions", options->old_versions, CLEANS },
    { "nobodys", options->nobodys, CLEANS },
    { "removed", options->removed, CLEANS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (given); i++)
    if (given[i].given && (given[i].takes & actions[action].takes) == 0)
      return cli_bad_input (error,
                            _ ("library %s: it does not take --%s (dateline-cli library %s)"),
                            actions[action].name, given[i].name, actions[action].args);
  return TRUE;
}

CliStatus
cli_library (Cli *cli, GError **error)
{
  const guint n_args = cli->n_args - 1;
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", actions[i].name);
      if (strcmp (actions[i].name, cli->args[0]) != 0)
        continue;
      if (n_args < actions[i].min_args || n_args > actions[i].max_args)
        return cli_bad_input (
            error, _ ("library %s: %s (dateline-cli library %s)"), actions[i].name,
            n_args < actions[i].min_args ? _ ("an argument is missing") : _ ("too many arguments"),
            actions[i].args);
      if (check_options (&cli->options, i, error))
        actions[i].run (cli, error);
      return CLI_DONE;
    }
  return cli_bad_input (error, _ ("library: there is no “%s” (%s)"), cli->args[0], names->str);
}
