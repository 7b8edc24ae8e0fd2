/* A file that was written is shown by the file manager of the session. */
#include "dl-file-kind.h"
#include "dl-toast.h"
#include "ui-fixture.h"

static const char interface[]
    = "<node><interface name='org.freedesktop.FileManager1'>"
      "<method name='ShowItems'><arg type='as' direction='in'/><arg type='s' direction='in'/>"
      "</method></interface></node>";

static void
show_items (GDBusConnection *bus, const char *sender, const char *path, const char *interface_name,
            const char *method, GVariant *arguments, GDBusMethodInvocation *invocation,
            gpointer user_data)
{
  char **shown = user_data;
  g_autofree const char **uris = NULL;

  g_variant_get (arguments, "(^a&s&s)", &uris, NULL);
  *shown = g_strdup (uris[0]);
  g_dbus_method_invocation_return_value (invocation, NULL);
}

/* Show a file by the button of the message about it. */
static void
test_show (void)
{
  static const GDBusInterfaceVTable methods = { .method_call = show_items };
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (interface, NULL);
  GtkWidget *toast = g_object_ref_sink (dl_toast_new ());
  g_autofree char *shown = NULL;
  guint object, owned;

  if (bus == NULL)
    {
      g_test_skip ("there is no session bus");
      g_object_unref (toast);
      return;
    }
  object = g_dbus_connection_register_object (bus, "/org/freedesktop/FileManager1",
                                              node->interfaces[0], &methods, &shown, NULL, NULL);
  g_assert_cmpuint (object, >, 0);
  owned = g_bus_own_name_on_connection (bus, "org.freedesktop.FileManager1",
                                        G_BUS_NAME_OWNER_FLAGS_NONE, NULL, NULL, NULL, NULL);
  g_assert_true (gtk_widget_activate_action (toast, DL_TOAST_SHOW_IN_FILES, "^ay",
                                             "/tmp/two states & more.pdf"));
  ui_wait_for (shown != NULL);
  g_assert_cmpstr (shown, ==, "file:///tmp/two%20states%20&%20more.pdf");
  g_bus_unown_name (owned);
  g_dbus_connection_unregister_object (bus, object);
  g_object_unref (toast);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  g_test_add_func ("/show-file/show", test_show);
  return g_test_run ();
}
