#include "dl-ui.h"

#include "dl-accessible.h"
#include "dl-ui-resources.h"

void
dl_ui_init (void)
{
  GtkCssProvider *provider = gtk_css_provider_new ();

  /* In a static library nothing else refers to the resource, so it must be named. */
  g_resources_register (dl_ui_get_resource ());
  gtk_css_provider_load_from_resource (provider, "/org/dateline/Dateline/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref (provider);
  /* A message that gets the focus first would look as if its text were selected. */
  g_object_set (gtk_settings_get_default (), "gtk-label-select-on-focus", FALSE, NULL);
  dl_accessible_init ();
}
