/* dateline-cli library export and import: scenarios with their results in one file, and shards put
 * together. */
#include "cli-library.h"

#include "cli-scenario.h"
#include "cli-streams.h"
#include "dl-store-share.h"

#include <glib/gi18n.h>

gboolean
cli_library_export (Cli *cli, GError **error)
{
  g_autofree char *file_name = g_steal_pointer (&cli->options.output); /* it is no text */
  g_autoptr (CliStore) store = cli_store_open (cli, TRUE, error);
  gint64 id;

  return store != NULL && dl_store_find (store, cli->args[1], &id, error)
         && dl_store_export (store, id, file_name, cli->cancellable, error);
}

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

gboolean
cli_library_import (Cli *cli, GError **error)
{
  const CliOptions *given = &cli->options;
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const gboolean changed = given->set != NULL || given->name != NULL || given->replace;

  for (guint i = 1; i < cli->n_args; i++)
    {
      if (!dl_store_is_library (cli->args[i]))
        {
          if (!cli_library_save (cli, cli->args[i], error))
            return FALSE;
          continue;
        }
      if (changed)
        return cli_bad_input (error,
                              _ ("library import: --set, --name and --replace are for "
                                 "scenario files, and %s is a library (without them)"),
                              cli->args[i]);
      if (!import_library (cli, cli->args[i], said, error))
        return FALSE;
    }
  return TRUE;
}
