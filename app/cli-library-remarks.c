/* dateline-cli library tag, untag, note and clean: what people say of scenarios, and what can go.
 */
#include "cli-library.h"

#include "cli-json.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "cli-table.h"
#include "dl-config.h"
#include "dl-store-remarks.h"
#include "dl-store-space.h"

#include <glib/gi18n.h>

#include <string.h>

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
  g_autoptr (CliStore) store = cli_library_open (cli, error);
  gint64 id;

  if (store == NULL || !dl_store_find (store, cli->args[1], &id, error))
    return FALSE;
  for (guint i = 2; i < cli->n_args; i++)
    if (!check_text (cli->args[i], error) || !func (store, id, cli->args[i], error))
      return FALSE;
  return TRUE;
}

CliStatus
cli_library_tag (Cli *cli, GError **error)
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

CliStatus
cli_library_untag (Cli *cli, GError **error)
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
  store = cli_library_open (cli, error);
  return store != NULL && dl_store_find (store, cli->args[1], &id, error)
         && dl_store_set_note (store, id, note, error);
}

CliStatus
cli_library_note (Cli *cli, GError **error)
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

/* What each option would take away. */
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

CliStatus
cli_library_clean (Cli *cli, GError **error)
{
  const CliOptions *given = &cli->options;
  const guint clean = (given->old_versions ? DL_STORE_CLEAN_OLD_VERSIONS : 0)
                      | (given->nobodys ? DL_STORE_CLEAN_NOBODYS : 0)
                      | (given->removed ? DL_STORE_CLEAN_REMOVED : 0);
  g_autoptr (CliStore) store = cli_library_open (cli, error);
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
