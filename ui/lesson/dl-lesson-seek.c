#include "dl-lesson-seek.h"

#include "dl-evidence-pages.h"

#include <string.h>

void
dl_seek_all (GtkWidget *widget, DlSeekMatch match, gconstpointer data, GPtrArray *found)
{
  if (!gtk_widget_get_visible (widget) || !gtk_widget_get_child_visible (widget)
      || GTK_IS_POPOVER (widget))
    return;
  if (match (widget, data))
    {
      g_ptr_array_add (found, widget);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    dl_seek_all (child, match, data, found);
  if (GTK_IS_EXPANDER (widget) && !gtk_expander_get_expanded (GTK_EXPANDER (widget)))
    dl_seek_all (gtk_expander_get_child (GTK_EXPANDER (widget)), match, data, found);
}

GtkWidget *
dl_seek_first (GtkWidget *root, DlSeekMatch match, gconstpointer data)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  dl_seek_all (root, match, data, found);
  return found->len > 0 ? found->pdata[0] : NULL;
}

gboolean
dl_seek_is_control (GtkWidget *widget, gconstpointer key)
{
  const char *name = gtk_widget_get_name (widget);
  const gsize length = strlen (key);

  return strncmp (name, key, length) == 0 && (name[length] == '\0' || name[length] == '/');
}

gboolean
dl_seek_is_pages (GtkWidget *widget, gconstpointer data)
{
  return DL_IS_EVIDENCE_PAGES (widget);
}

gboolean
dl_seek_is_main_menu (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_MENU_BUTTON (widget) && gtk_menu_button_get_primary (GTK_MENU_BUTTON (widget));
}

typedef struct
{
  const char *action;
  const char *target; /* nullable: any */
} Action;

static gboolean
does_action (GtkWidget *widget, gconstpointer data)
{
  const Action *action = data;
  GVariant *target;

  if (!GTK_IS_ACTIONABLE (widget)
      || g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), action->action) != 0)
    return FALSE;
  target = gtk_actionable_get_action_target_value (GTK_ACTIONABLE (widget));
  return action->target == NULL
         || (target != NULL && g_variant_is_of_type (target, G_VARIANT_TYPE_STRING)
             && strcmp (g_variant_get_string (target, NULL), action->target) == 0);
}

GtkWidget *
dl_seek_control (GtkWidget *window, const char *key)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  GtkWidget *parent;

  dl_seek_all (window, dl_seek_is_control, key, found);
  if (found->len == 0)
    return NULL;
  parent = gtk_widget_get_parent (found->pdata[0]);
  for (guint i = 1; i < found->len; i++)
    if (gtk_widget_get_parent (found->pdata[i]) != parent)
      return found->pdata[0];
  return found->len > 1 ? parent : found->pdata[0];
}

GtkWidget *
dl_seek_view_button (GtkWidget *window, const char *id)
{
  const Action action = { "win.show-view", id };

  return dl_seek_first (window, does_action, &action);
}

GtkWidget *
dl_seek_action (GtkWidget *window, const char *name)
{
  g_autofree char *full = g_strconcat ("win.", name, NULL);
  const Action action = { full, NULL };
  GtkWidget *button = dl_seek_first (window, does_action, &action);

  return button != NULL ? button : dl_seek_first (window, dl_seek_is_main_menu, NULL);
}

static void
unfold (GtkWidget *widget)
{
  for (GtkWidget *at = widget; at != NULL; at = gtk_widget_get_parent (at))
    if (GTK_IS_EXPANDER (at))
      gtk_expander_set_expanded (GTK_EXPANDER (at), TRUE);
}

/* A control that is folded away is no child of its expander. */
void
dl_seek_unfold_control (GtkWidget *root, const char *key)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  if (GTK_IS_EXPANDER (root))
    {
      dl_seek_all (gtk_expander_get_child (GTK_EXPANDER (root)), dl_seek_is_control, key, found);
      if (found->len > 0)
        unfold (root);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    dl_seek_unfold_control (child, key);
}

gboolean
dl_seek_focus (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  /* It was asked for by a key: where the keyboard is now must be seen. */
  if (GTK_IS_WINDOW (root))
    gtk_window_set_focus_visible (GTK_WINDOW (root), TRUE);
  return (gtk_widget_get_focusable (widget) && gtk_widget_grab_focus (widget))
         || gtk_widget_child_focus (widget, GTK_DIR_TAB_FORWARD);
}
