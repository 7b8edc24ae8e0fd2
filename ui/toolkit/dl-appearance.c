#include "dl-appearance.h"

gboolean
dl_motion_is_wanted (void)
{
  GtkSettings *settings = gtk_settings_get_default (); /* NULL: there is no display */
  gboolean animations = TRUE;

  if (settings != NULL)
    g_object_get (settings, "gtk-enable-animations", &animations, NULL);
  return animations;
}

void
dl_motion_follow (GCallback changed, gpointer object)
{
  GtkSettings *settings = gtk_settings_get_default (); /* NULL: there is no display */

  if (settings != NULL)
    g_signal_connect_object (settings, "notify::gtk-enable-animations", changed, object,
                             G_CONNECT_SWAPPED);
  ((void (*) (gpointer)) changed) (object);
}

#define USUAL_DPI 96.0
#define LARGE     1.3

double
dl_text_size_scale (void)
{
  int dpi = -1; /* 1024 times dots an inch */

  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? CLAMP (dpi / 1024.0 / USUAL_DPI, 1, 3) : 1;
}

gboolean
dl_text_size_is_large (void)
{
  return dl_text_size_scale () > LARGE;
}

static void
mark (GtkWidget *window)
{
  if (dl_text_size_is_large ())
    gtk_widget_add_css_class (window, "dl-large-text");
  else
    gtk_widget_remove_css_class (window, "dl-large-text");
}

void
dl_text_size_follow (GtkWidget *window, GCallback changed, gpointer object)
{
  GtkSettings *settings = gtk_settings_get_default ();

  g_signal_connect_object (settings, "notify::gtk-xft-dpi", G_CALLBACK (mark), window,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "notify::gtk-xft-dpi", changed, object, G_CONNECT_SWAPPED);
  mark (window);
  ((void (*) (gpointer)) changed) (object);
}

static gboolean
query_tooltip (GtkLabel *label, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  if (!pango_layout_is_ellipsized (gtk_label_get_layout (label)))
    return FALSE;
  gtk_tooltip_set_text (tooltip, gtk_label_get_text (label));
  return TRUE;
}

void
dl_text_size_tell_cut (GtkLabel *label)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (label), TRUE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (query_tooltip), NULL);
}

#define PORTAL_NAME      "org.freedesktop.portal.Desktop"
#define PORTAL_PATH      "/org/freedesktop/portal/desktop"
#define PORTAL_INTERFACE "org.freedesktop.portal.Settings"
#define NAMESPACE        "org.freedesktop.appearance"
#define KEY              "color-scheme"

/* org.freedesktop.appearance color-scheme: 1 is a preference for dark. */
#define PREFER_DARK 1

typedef struct
{
  GSettings *settings; /* nullable */
  gboolean desktop_is_dark;
} Appearance;

static void
apply (Appearance *appearance)
{
  g_autofree char *style = appearance->settings != NULL
                               ? g_settings_get_string (appearance->settings, "style")
                               : g_strdup ("system");
  const gboolean dark = g_str_equal (style, "dark")
                        || (!g_str_equal (style, "light") && appearance->desktop_is_dark);

  g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", dark, NULL);
}

static void
take_scheme (Appearance *appearance, GVariant *value)
{
  g_autoptr (GVariant) inner = g_variant_ref (value);

  while (g_variant_is_of_type (inner, G_VARIANT_TYPE_VARIANT))
    {
      GVariant *child = g_variant_get_variant (inner);
      g_variant_unref (inner);
      inner = child;
    }
  if (g_variant_is_of_type (inner, G_VARIANT_TYPE_UINT32))
    appearance->desktop_is_dark = g_variant_get_uint32 (inner) == PREFER_DARK;
  apply (appearance);
}

static void
on_portal_signal (GDBusProxy *proxy, const char *sender, const char *signal, GVariant *parameters,
                  Appearance *appearance)
{
  const char *namespace, *key;
  g_autoptr (GVariant) value = NULL;

  if (!g_str_equal (signal, "SettingChanged")
      || !g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ssv)")))
    return;
  g_variant_get (parameters, "(&s&sv)", &namespace, &key, &value);
  if (g_str_equal (namespace, NAMESPACE) && g_str_equal (key, KEY))
    take_scheme (appearance, value);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GVariant) reply = g_dbus_proxy_call_finish (G_DBUS_PROXY (source), result, NULL);

  /* Without a portal the light style stays. */
  if (reply != NULL && g_variant_is_of_type (reply, G_VARIANT_TYPE ("(v)")))
    {
      g_autoptr (GVariant) value = g_variant_get_child_value (reply, 0);
      take_scheme (user_data, value);
    }
}

static void
on_portal (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GDBusProxy *proxy = g_dbus_proxy_new_for_bus_finish (result, NULL);
  g_autofree char *owner = proxy != NULL ? g_dbus_proxy_get_name_owner (proxy) : NULL;

  if (proxy == NULL)
    return;
  g_signal_connect (proxy, "g-signal", G_CALLBACK (on_portal_signal), user_data);
  if (owner != NULL) /* without a portal there is no one to ask */
    g_dbus_proxy_call (proxy, "Read", g_variant_new ("(ss)", NAMESPACE, KEY),
                       G_DBUS_CALL_FLAGS_NONE, -1, NULL, on_read, user_data);
}

void
dl_appearance_follow (GSettings *settings)
{
  /* Lives as long as the program. */
  Appearance *appearance = g_new0 (Appearance, 1);

  if (settings != NULL)
    {
      appearance->settings = g_object_ref (settings);
      g_signal_connect_swapped (settings, "changed::style", G_CALLBACK (apply), appearance);
    }
  g_object_get (gtk_settings_get_default (), "gtk-application-prefer-dark-theme",
                &appearance->desktop_is_dark, NULL);
  apply (appearance);
  g_dbus_proxy_new_for_bus (G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START, NULL,
                            PORTAL_NAME, PORTAL_PATH, PORTAL_INTERFACE, NULL, on_portal,
                            appearance);
}
