/* dateline-cli library: the scenarios kept in SQLite, and what can be done with them. */
#include "cli-library.h"

#include "cli-options.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "dl-edit.h"
#include "dl-store-runs.h"
#include "dl-store-share.h"

#include <glib/gi18n.h>

#include <string.h>

/* show and export ------------------------------------------------------------------------------ */

CliStatus
cli_library_show_text (Cli *cli, GError **error)
{
  g_autoptr (CliStore) store = cli_store_open (cli, TRUE, error);
  g_autoptr (DlScenario) scenario
      = store != NULL ? cli_store_load (store, cli->args[1], error) : NULL;
  g_autofree char *text = scenario != NULL ? dl_scenario_to_text (scenario, FALSE) : NULL;

  if (text != NULL)
    g_string_append (cli->out, text);
  return CLI_DONE;
}

/* As a file of text, or with its results as a library of its own. */
static CliStatus
export_scenario (Cli *cli, GError **error)
{
  const char *output = cli->options.output;
  g_autofree char *file_name = NULL;
  g_autoptr (CliStore) store = NULL;
  gint64 id;

  if (output == NULL || !g_str_has_suffix (output, ".db"))
    return cli_library_show_text (cli, error);
  file_name = g_steal_pointer (&cli->options.output); /* not UTF-8 text */
  store = cli_store_open (cli, TRUE, error);
  if (store != NULL && dl_store_find (store, cli->args[1], &id, error))
    dl_store_export (store, id, file_name, cli->cancellable, error);
  return CLI_DONE;
}

/* save and import ------------------------------------------------------------------------------ */

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

/* A scenario by the name on the command line, with --set, --name and --replace. */
static gboolean
save_scenario (Cli *cli, const char *source, GError **error)
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

static CliStatus
save (Cli *cli, GError **error)
{
  save_scenario (cli, cli->args[1], error);
  return CLI_DONE;
}

/* Libraries with their results, scenarios and figures. */
/* @said: the names that have been printed; shards have the same. */
static gboolean
import_library (Cli *cli, const char *file_name, GHashTable *said, GError **error)
{
  g_autoptr (CliStore) store = cli_store_open (cli, FALSE, error);
  g_auto (DlStoreImported) imported = { 0 };

  if (store == NULL || !dl_store_import (store, file_name, cli->cancellable, &imported, error))
    return FALSE;
  for (guint i = 0; i < imported.names->len; i++)
    {
      const char *name = g_ptr_array_index (imported.names, i);

      if (g_hash_table_add (said, g_strdup (name)))
        g_string_append_printf (cli->out, "%s\n", name);
    }
  return TRUE;
}

static CliStatus
import (Cli *cli, GError **error)
{
  const CliOptions *given = &cli->options;
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const gboolean changed = given->set != NULL || given->name != NULL || given->replace;

  for (guint i = 1; i < cli->n_args; i++)
    {
      if (!dl_store_is_library (cli->args[i]))
        {
          if (!save_scenario (cli, cli->args[i], error))
            return CLI_DONE;
          continue;
        }
      if (changed)
        return cli_bad_input (error,
                              _ ("library import: --set, --name and --replace are for scenario "
                                 "files, and %s is a library (leave them out)"),
                              cli->args[i]);
      if (!import_library (cli, cli->args[i], said, error))
        return CLI_DONE;
    }
  return CLI_DONE;
}

/* remove --------------------------------------------------------------------------------------- */

DlStore *
cli_library_open (Cli *cli, GError **error)
{
  g_autofree char *path
      = cli->options.database != NULL ? g_strdup (cli->options.database) : dl_store_default_path ();

  /* Not a reason to make a library. */
  return cli_store_open (cli, !g_file_test (path, G_FILE_TEST_EXISTS), error);
}

static CliStatus
remove_scenario (Cli *cli, GError **error)
{
  g_autoptr (CliStore) store = cli_library_open (cli, error);
  gint64 id;

  if (store != NULL && dl_store_find (store, cli->args[1], &id, error))
    dl_store_remove (store, id, error);
  return CLI_DONE;
}

/* All of them ---------------------------------------------------------------------------------- */

#define ANY_NUMBER 100000

static const CliCommand actions[] = {
  { "list", "list [WORDS] [--runs]", 0, 1, TAKES_JSON | TAKES_CSV | TAKES_RESULTS, NULL,
    cli_library_list },
  { "search", "search WORDS", 1, ANY_NUMBER, TAKES_JSON | TAKES_CSV | TAKES_RESULTS, NULL,
    cli_library_list },
  { "show", "show NAME [--runs]", 1, 1, TAKES_JSON | TAKES_CSV | TAKES_RESULTS, NULL,
    cli_library_show },
  { "save", "save SCENARIO", 1, 1, TAKES_SET | TAKES_SAVE, NULL, save },
  { "remove", "remove NAME", 1, 1, 0, NULL, remove_scenario },
  { "export", "export NAME -o FILE.dateline|FILE.db", 1, 1, 0, NULL, export_scenario },
  { "import", "import FILE...", 1, ANY_NUMBER, TAKES_SET | TAKES_SAVE, NULL, import },
  { "tag", "tag NAME [TAG...]", 1, ANY_NUMBER, 0, NULL, cli_library_tag },
  { "untag", "untag NAME TAG...", 2, ANY_NUMBER, 0, NULL, cli_library_untag },
  { "note", "note NAME [TEXT]", 1, 2, 0, NULL, cli_library_note },
  { "clean", "clean [--old-versions] [--nobodys] [--removed]", 0, 0, TAKES_CLEAN | TAKES_JSON, NULL,
    cli_library_clean },
};

CliStatus
cli_library (Cli *cli, GError **error)
{
  return cli_run_action (cli, actions, G_N_ELEMENTS (actions), error);
}
