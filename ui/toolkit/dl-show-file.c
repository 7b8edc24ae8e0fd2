#include "dl-show-file.h"

static void
on_shown (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GFile) folder = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) answer
      = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);
  g_autofree char *uri = NULL;

  if (answer != NULL)
    return;
  uri = g_file_get_uri (folder);
  g_app_info_launch_default_for_uri_async (uri, NULL, NULL, NULL, NULL);
}

void
dl_show_in_files (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  const char *const uris[] = { uri, NULL };
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);

  if (bus != NULL)
    g_dbus_connection_call (bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                            "org.freedesktop.FileManager1", "ShowItems",
                            g_variant_new ("(^ass)", uris, ""), NULL, G_DBUS_CALL_FLAGS_NONE, -1,
                            NULL, on_shown, g_file_get_parent (file));
}
