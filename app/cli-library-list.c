/* dateline-cli library list, search and show: what there is. */
#include "cli-library.h"

#include "cli-json.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "cli-table.h"
#include "dl-safe-text.h"
#include "dl-store-remarks.h"
#include "dl-store-space.h"

#include <glib/gi18n.h>

char *
cli_library_time (gint64 time_us)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (time_us / G_USEC_PER_SEC);
  return time != NULL ? g_date_time_format_iso8601 (time) : g_strdup ("");
}

/* What a scenario takes up; 0 where that has not been asked for. */
static guint64
bytes_of (const GPtrArray *uses, gint64 id)
{
  for (guint i = 0; uses != NULL && i < uses->len; i++)
    if (((const DlStoreUse *) g_ptr_array_index (uses, i))->id == id)
      return dl_store_use_bytes (g_ptr_array_index (uses, i));
  return 0;
}

/* What both commands say of a scenario. */
void
cli_library_entry_json (JsonBuilder *builder, const DlStoreEntry *entry)
{
  g_autofree char *created = cli_library_time (entry->created_us);
  g_autofree char *modified = cli_library_time (entry->modified_us);

  cli_json_int (builder, "id", entry->id);
  cli_json_string (builder, "name", entry->name);
  cli_json_string (builder, "summary", entry->summary);
  cli_json_string (builder, "created", created);
  cli_json_string (builder, "modified", modified);
  cli_json_int (builder, "edits", entry->n_steps);
  cli_json_begin_array (builder, "tags");
  for (guint i = 0; entry->tags[i] != NULL; i++)
    json_builder_add_string_value (builder, entry->tags[i]);
  json_builder_end_array (builder);
}

static void
append_json (GString *out, const GPtrArray *entries, const GPtrArray *uses)
{
  g_autoptr (JsonBuilder) builder = cli_json_new ();

  cli_json_begin_array (builder, "scenarios");
  for (guint i = 0; i < entries->len; i++)
    {
      const DlStoreEntry *entry = g_ptr_array_index (entries, i);

      json_builder_begin_object (builder);
      cli_library_entry_json (builder, entry);
      cli_json_int (builder, "sweeps", entry->n_sweeps);
      cli_json_int (builder, "runs", entry->n_runs);
      if (uses != NULL)
        cli_json_int (builder, "bytes", (gint64) bytes_of (uses, entry->id));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

static void
append_csv (GString *out, const GPtrArray *entries, const GPtrArray *uses)
{
  g_string_append_printf (out, "id,name,summary,created,modified,edits,tags,sweeps,runs%s\n",
                          uses != NULL ? ",bytes" : "");
  for (guint i = 0; i < entries->len; i++)
    {
      const DlStoreEntry *entry = g_ptr_array_index (entries, i);
      g_autofree char *created = cli_library_time (entry->created_us);
      g_autofree char *modified = cli_library_time (entry->modified_us);
      g_autofree char *tags = g_strjoinv (";", entry->tags);

      g_string_append_printf (out, "%" G_GINT64_FORMAT ",", entry->id);
      dl_csv_append (out, entry->name);
      g_string_append_c (out, ',');
      dl_csv_append (out, entry->summary);
      g_string_append_printf (out, ",%s,%s,%u,", created, modified, entry->n_steps);
      dl_csv_append (out, tags);
      g_string_append_printf (out, ",%u,%u", entry->n_sweeps, entry->n_runs);
      if (uses != NULL)
        g_string_append_printf (out, ",%" G_GUINT64_FORMAT, bytes_of (uses, entry->id));
      g_string_append_c (out, '\n');
    }
}

static void
append_text (GString *out, const GPtrArray *entries, const GPtrArray *uses)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const DlStoreEntry *entry = g_ptr_array_index (entries, i);
      g_autofree char *name = cli_printable (entry->name);
      g_autofree char *summary = cli_printable (entry->summary);

      g_string_append_printf (out, "%s\t%s", name, summary);
      if (uses != NULL)
        {
          g_autofree char *size = g_format_size (bytes_of (uses, entry->id));
          g_autofree char *sweeps = g_strdup_printf (
              ngettext ("%u sweep", "%u sweeps", entry->n_sweeps), entry->n_sweeps);
          g_autofree char *runs
              = g_strdup_printf (ngettext ("%u run", "%u runs", entry->n_runs), entry->n_runs);

          g_string_append_printf (out, "\t%s\t%s\t%s", sweeps, runs, size);
        }
      /* Names need not be unique: show, export and remove take the number, too. */
      g_string_append_printf (out, _ ("\tnumber %lld"), (long long) entry->id);
      g_string_append_c (out, '\n');
    }
}

/* Whoever has never saved anything has an empty library, not a missing one. */
static gboolean
is_missing (Cli *cli)
{
  g_autofree char *path = dl_store_default_path ();

  return cli->options.database == NULL && !g_file_test (path, G_FILE_TEST_EXISTS);
}

CliStatus
cli_library_list (Cli *cli, GError **error)
{
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GPtrArray) uses = NULL;
  g_autoptr (CliStore) store = NULL;
  g_autofree char *warning = NULL;
  g_autofree char *words = g_strjoinv (" ", cli->args + 1);

  if (is_missing (cli))
    entries = g_ptr_array_new ();
  else
    {
      store = cli_store_open (cli, TRUE, error);
      if (store == NULL)
        return CLI_DONE;
      entries = dl_store_list (store, words, &warning, error);
      if (entries == NULL)
        return CLI_DONE;
    }
  if (warning != NULL)
    cli_complain (_ ("warning: %s"), warning);
  if (cli->options.runs)
    uses = store != NULL ? dl_store_list_use (store, NULL, error) : g_ptr_array_new ();
  if (cli->options.runs && uses == NULL)
    return CLI_DONE;

  if (cli->options.json)
    append_json (cli->out, entries, uses);
  else if (cli->options.csv)
    append_csv (cli->out, entries, uses);
  else
    append_text (cli->out, entries, uses);
  return CLI_DONE;
}

/* show */

static const DlStoreEntry *
entry_of (const GPtrArray *entries, gint64 id)
{
  for (guint i = 0; i < entries->len; i++)
    if (((const DlStoreEntry *) g_ptr_array_index (entries, i))->id == id)
      return g_ptr_array_index (entries, i);
  return NULL;
}

CliStatus
cli_library_show (Cli *cli, GError **error)
{
  g_autoptr (CliStore) store = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  const DlStoreEntry *entry;
  gint64 id;

  if (!cli->options.runs && !cli->options.json && !cli->options.csv)
    return cli_library_show_text (cli, error);
  store = cli_store_open (cli, TRUE, error);
  if (store == NULL || !dl_store_find (store, cli->args[1], &id, error))
    return CLI_DONE;
  entries = dl_store_list (store, NULL, NULL, error);
  entry = entries != NULL ? entry_of (entries, id) : NULL;
  if (entry != NULL)
    cli_library_show_results (cli, store, entry, error);
  return CLI_DONE;
}
