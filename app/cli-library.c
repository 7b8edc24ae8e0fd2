/* dateline-cli library: the scenarios in the library, what people say of them, and what can go. */
#include "cli-command.h"
#include "cli-options.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "cli-table.h"
#include "dl-config.h"
#include "dl-edit.h"
#include "dl-store-runs.h"
#include "dl-store-share.h"
#include "dl-store-space.h"

#include <glib/gi18n.h>

#include <string.h>

/* Tags, notes and space ------------------------------------------------------------------------ */

/* For writing, but not made if it is not there. */
static DlStore *
open_library (Cli *cli, GError **error)
{
  g_autofree char *path
      = cli->options.database != NULL ? g_strdup (cli->options.database) : dl_store_default_path ();

  /* Not a reason to make a library. */
  return cli_store_open (cli, !g_file_test (path, G_FILE_TEST_EXISTS), error);
}

static gboolean
check_text (const char *text, GError **error)
{
  return g_utf8_validate (text, -1, NULL)
         || cli_bad_input (error, _ ("library: the text is not UTF-8 (use UTF-8)"));
}

/* tag */

static gboolean
change_tags (Cli *cli, gboolean (*func) (DlStore *, gint64, const char *, GError **),
             GError **error)
{
  g_autoptr (CliStore) store = open_library (cli, error);
  gint64 id;

  if (store == NULL || !dl_store_find (store, cli->args[1], &id, error))
    return FALSE;
  for (guint i = 2; i < cli->n_args; i++)
    if (!check_text (cli->args[i], error) || !func (store, id, cli->args[i], error))
      return FALSE;
  return TRUE;
}

static CliStatus
tag_action (Cli *cli, GError **error)
{
  g_autoptr (CliStore) store = NULL;
  g_auto (GStrv) tags = NULL;
  gint64 id;

  if (cli->n_args > 2)
    {
      change_tags (cli, dl_store_add_tag, error);
      return CLI_DONE;
    }
  store = cli_store_open (cli, TRUE, error);
  if (store == NULL || !dl_store_find (store, cli->args[1], &id, error))
    return CLI_DONE;
  tags = dl_store_tags (store, id, error);
  for (guint i = 0; tags != NULL && tags[i] != NULL; i++)
    g_string_append_printf (cli->out, "%s\n", tags[i]);
  return CLI_DONE;
}

static CliStatus
untag_action (Cli *cli, GError **error)
{
  change_tags (cli, dl_store_remove_tag, error);
  return CLI_DONE;
}

/* note */

static gsize
note_limit (const GByteArray *bytes)
{
  return DL_STORE_MAX_NOTE_BYTES;
}

static gboolean
set_note (Cli *cli, const char *text, GError **error)
{
  g_autoptr (CliStore) store = NULL;
  g_autoptr (GByteArray) bytes = NULL;
  g_autofree char *note = NULL;
  gint64 id;

  if (strcmp (text, "-") == 0)
    {
      bytes = cli_read ("-", note_limit, cli->cancellable, error);
      if (bytes == NULL)
        return FALSE;
      note = g_strndup ((const char *) bytes->data, bytes->len);
    }
  else
    note = g_strdup (text);
  if (!check_text (note, error))
    return FALSE;
  store = open_library (cli, error);
  return store != NULL && dl_store_find (store, cli->args[1], &id, error)
         && dl_store_set_note (store, id, note, error);
}

static CliStatus
note_action (Cli *cli, GError **error)
{
  g_autoptr (CliStore) store = NULL;
  g_autofree char *note = NULL;
  gint64 id;

  if (cli->n_args > 2)
    {
      set_note (cli, cli->args[2], error);
      return CLI_DONE;
    }
  store = cli_store_open (cli, TRUE, error);
  if (store == NULL || !dl_store_find (store, cli->args[1], &id, error))
    return CLI_DONE;
  note = dl_store_note (store, id, error);
  if (note == NULL)
    return CLI_DONE;
  if (note[0] != '\0')
    g_string_append_printf (cli->out, "%s%s", note, g_str_has_suffix (note, "\n") ? "" : "\n");
  return CLI_DONE;
}

/* clean */

static const struct
{
  const char *option;
  guint clean;
} kinds[] = {
  { "--old-versions", DL_STORE_CLEAN_OLD_VERSIONS },
  { "--nobodys", DL_STORE_CLEAN_NOBODYS },
  { "--removed", DL_STORE_CLEAN_REMOVED },
};

static void
append_cleaned (JsonBuilder *builder, const DlStoreCleaned *cleaned)
{
  cli_json_int (builder, "scenarios", cleaned->n_scenarios);
  cli_json_int (builder, "sweeps", cleaned->n_sweeps);
  cli_json_int (builder, "runs", cleaned->n_runs);
}

/* Preview of each option. */
static gboolean
preview (Cli *cli, DlStore *store, GError **error)
{
  g_autoptr (JsonBuilder) builder = cli_json_new ();
  g_autoptr (CliTable) table = cli_table_new ("lrrr");

  cli_table_text (table, _ ("Option"));
  cli_table_text (table, _ ("Scenarios"));
  cli_table_text (table, _ ("Sweeps"));
  cli_table_text (table, _ ("Runs"));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      DlStoreCleaned cleaned;

      if (!dl_store_preview_clean (store, kinds[i].clean, DL_VERSION, &cleaned, error))
        return FALSE;
      cli_table_text (table, kinds[i].option);
      cli_table_int (table, cleaned.n_scenarios);
      cli_table_int (table, cleaned.n_sweeps);
      cli_table_int (table, cleaned.n_runs);
      cli_json_begin_object (builder, kinds[i].option + strlen ("--"));
      append_cleaned (builder, &cleaned);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
  if (cli->options.json)
    cli_json_append (cli->out, builder);
  else
    cli_table_append (cli->out, table);
  return TRUE;
}

static CliStatus
clean_action (Cli *cli, GError **error)
{
  const CliOptions *given = &cli->options;
  const guint clean = (given->old_versions ? DL_STORE_CLEAN_OLD_VERSIONS : 0)
                      | (given->nobodys ? DL_STORE_CLEAN_NOBODYS : 0)
                      | (given->removed ? DL_STORE_CLEAN_REMOVED : 0);
  g_autoptr (CliStore) store = open_library (cli, error);
  g_autoptr (JsonBuilder) builder = NULL;
  g_autofree char *size = NULL;
  DlStoreCleaned cleaned;

  if (store == NULL)
    return CLI_DONE;
  if (clean == 0)
    {
      preview (cli, store, error);
      return CLI_DONE;
    }
  if (!dl_store_clean (store, clean, DL_VERSION, &cleaned, error))
    return CLI_DONE;
  if (given->json)
    {
      builder = cli_json_new ();
      append_cleaned (builder, &cleaned);
      cli_json_int (builder, "bytes", (gint64) cleaned.bytes);
      json_builder_end_object (builder);
      cli_json_append (cli->out, builder);
      return CLI_DONE;
    }
  size = g_format_size (cleaned.bytes);
  g_string_append_printf (
      cli->out, _ ("scenarios removed: %u\nsweeps removed: %u\nruns removed: %u\nfreed: %s\n"),
      cleaned.n_scenarios, cleaned.n_sweeps, cleaned.n_runs, size);
  return CLI_DONE;
}

/* Actions: show and export --------------------------------------------------------------------- */

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

/* Export as a text file, or with its results as a library of its own. */
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

static CliStatus
remove_scenario (Cli *cli, GError **error)
{
  g_autoptr (CliStore) store = open_library (cli, error);
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
  { "recordings", "recordings NAME [NUMBER]", 1, 2, TAKES_JSON | TAKES_CSV, NULL,
    cli_library_recordings },
  { "save", "save SCENARIO", 1, 1, TAKES_SET | TAKES_SAVE, NULL, save },
  { "remove", "remove NAME", 1, 1, 0, NULL, remove_scenario },
  { "export", "export NAME -o FILE.dateline|FILE.db", 1, 1, 0, NULL, export_scenario },
  { "import", "import FILE...", 1, ANY_NUMBER, TAKES_SET | TAKES_SAVE, NULL, import },
  { "tag", "tag NAME [TAG...]", 1, ANY_NUMBER, 0, NULL, tag_action },
  { "untag", "untag NAME TAG...", 2, ANY_NUMBER, 0, NULL, untag_action },
  { "note", "note NAME [TEXT]", 1, 2, 0, NULL, note_action },
  { "clean", "clean [--old-versions] [--nobodys] [--removed]", 0, 0, TAKES_CLEAN | TAKES_JSON, NULL,
    clean_action },
};

CliStatus
cli_library (Cli *cli, GError **error)
{
  return cli_run_action (cli, actions, G_N_ELEMENTS (actions), error);
}
