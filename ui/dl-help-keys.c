#include "dl-help-keys.h"

static void
key_free (gpointer data)
{
  DlHelpKey *key = data;

  g_free (key->group);
  g_free (key->keys);
  g_free (key->title);
  g_free (key);
}

char *
dl_help_key_name (const char *accelerator)
{
  guint keyval;
  GdkModifierType modifiers;

  return gtk_accelerator_parse (accelerator, &keyval, &modifiers)
             ? gtk_accelerator_get_label (keyval, modifiers)
             : g_strdup (accelerator);
}

static char *
join_names (const char *const *accelerators)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;

  for (guint i = 0; accelerators[i] != NULL; i++)
    {
      g_autofree char *name = dl_help_key_name (accelerators[i]);

      g_strv_builder_add (names, name);
    }
  all = g_strv_builder_end (names);
  return g_strjoinv (", ", all);
}

static void
add_shortcut (GPtrArray *keys, const char *group, GtkWidget *shortcut, GtkApplication *application)
{
  DlHelpKey *key = g_new0 (DlHelpKey, 1);
  g_autofree char *accelerator = NULL;
  g_autofree char *action = NULL;
  g_auto (GStrv) accelerators = NULL;

  g_object_get (shortcut, "accelerator", &accelerator, "action-name", &action, "title", &key->title,
                NULL);
  if (action != NULL && application != NULL)
    accelerators = gtk_application_get_accels_for_action (application, action);
  else
    accelerators = g_strsplit (accelerator != NULL ? accelerator : "", " ", -1);
  key->group = g_strdup (group);
  key->keys = join_names ((const char *const *) accelerators);
  g_ptr_array_add (keys, key);
}

static void
walk (GPtrArray *keys, const char *group, GtkWidget *widget, GtkApplication *application)
{
  g_autofree char *title = NULL;

  if (GTK_IS_SHORTCUTS_SHORTCUT (widget))
    {
      /* The window has each once more, in no group, for its search. */
      if (group != NULL)
        add_shortcut (keys, group, widget, application);
      return;
    }
  if (GTK_IS_SHORTCUTS_GROUP (widget))
    g_object_get (widget, "title", &title, NULL);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    walk (keys, title != NULL ? title : group, child, application);
}

GPtrArray *
dl_help_keys_new (GtkApplication *application)
{
  g_autoptr (GtkBuilder) builder
      = gtk_builder_new_from_resource ("/org/dateline/Dateline/dl-shortcuts.ui");
  GtkWidget *window = GTK_WIDGET (gtk_builder_get_object (builder, "help_overlay"));
  GPtrArray *keys = g_ptr_array_new_with_free_func (key_free);

  walk (keys, NULL, window, application);
  gtk_window_destroy (GTK_WINDOW (window));
  return keys;
}
