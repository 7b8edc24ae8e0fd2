#include "dl-goto-collect.h"

#include "dl-field.h"
#include "dl-help-keys.h"
#include "dl-lesson-seek.h"

#include <string.h>

static gboolean
is_named_by_key (GtkWidget *widget, gconstpointer data)
{
  return strchr (gtk_widget_get_name (widget), '.') != NULL;
}

/* The keys that have a control in the panel: "router.age-rr-select" of ".../lines". */
static GHashTable *
find_controls (GtkStack *panels)
{
  GHashTable *keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  GtkWidget *panel = gtk_stack_get_visible_child (panels);

  if (panel != NULL)
    dl_seek_all (panel, is_named_by_key, NULL, found);
  for (guint i = 0; i < found->len; i++)
    {
      const char *name = gtk_widget_get_name (found->pdata[i]);

      g_hash_table_add (keys, g_strndup (name, strcspn (name, "/")));
    }
  return keys;
}

static gboolean
has_menu (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_MENU_BUTTON (widget)
         && gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (widget)) != NULL;
}

/* What the menus at the top have. */
static void
add_menus (GPtrArray *rows, DlShell *shell)
{
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();
  GtkWidget *bar = gtk_window_get_titlebar (GTK_WINDOW (shell));

  if (bar != NULL)
    dl_seek_all (bar, has_menu, NULL, buttons);
  for (guint i = 0; i < buttons->len; i++)
    dl_goto_add_menu (rows, gtk_menu_button_get_menu_model (buttons->pdata[i]));
}

/* "win.show-table('')" and the like as rows have it. */
static char *
detailed (const char *action)
{
  g_autofree char *name = NULL;
  GVariant *target = NULL;
  char *again = NULL;

  if (g_action_parse_detailed_name (action, &name, &target, NULL))
    again = dl_goto_action (name, target);
  g_clear_pointer (&target, g_variant_unref);
  return again;
}

/* Those with a key that stand in no menu: undo. Views and pages by their number stand above. */
static void
add_keys (GPtrArray *rows, DlShell *shell)
{
  g_autoptr (GPtrArray) keys = dl_help_keys_new (gtk_window_get_application (GTK_WINDOW (shell)));

  for (guint i = 0; i < keys->len; i++)
    {
      const DlHelpKey *key = keys->pdata[i];
      g_autofree char *action = key->action != NULL ? detailed (key->action) : NULL;

      if (action != NULL && !g_str_has_prefix (action, "win.nth-")
          && (g_str_has_prefix (action, "win.") || g_str_has_prefix (action, "app."))
          && !dl_goto_has_action (rows, action))
        dl_goto_add (rows, DL_GOTO_ACTION, key->title, key->group, g_steal_pointer (&action));
    }
}

/* The first of those that do the same. */
static void
add_letter (GHashTable *letters, GtkShortcut *shortcut, GtkNamedAction *action, GdkDisplay *display)
{
  g_autofree char *name = dl_goto_action (gtk_named_action_get_action_name (action),
                                          gtk_shortcut_get_arguments (shortcut));

  if (!g_hash_table_contains (letters, name))
    g_hash_table_insert (
        letters, g_steal_pointer (&name),
        gtk_shortcut_trigger_to_label (gtk_shortcut_get_trigger (shortcut), display));
}

/* Letters that are keys around @box, by what they do. */
static GHashTable *
find_letters (GtkWidget *box)
{
  GHashTable *letters = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GdkDisplay *display = gtk_widget_get_display (box);

  for (GtkWidget *at = box; at != NULL; at = gtk_widget_get_parent (at))
    {
      g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (at);

      for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
        {
          g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
          const guint n = GTK_IS_SHORTCUT_CONTROLLER (controller)
                              ? g_list_model_get_n_items (G_LIST_MODEL (controller))
                              : 0;

          for (guint j = 0; j < n; j++)
            {
              g_autoptr (GtkShortcut) shortcut
                  = g_list_model_get_item (G_LIST_MODEL (controller), j);
              GtkShortcutAction *action = gtk_shortcut_get_action (shortcut);

              if (GTK_IS_NAMED_ACTION (action))
                add_letter (letters, shortcut, GTK_NAMED_ACTION (action), display);
            }
        }
    }
  return letters;
}

/* NULL if it has none. */
static char *
keys_of (DlShell *shell, const char *action, GHashTable *letters)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (shell));
  g_auto (GStrv) keys = gtk_application_get_accels_for_action (application, action);

  return keys[0] != NULL ? dl_help_key_name (keys[0])
                         : g_strdup (g_hash_table_lookup (letters, action));
}

static gboolean
is_possible (DlShell *shell, const char *action)
{
  g_autofree char *name = NULL;
  GVariant *target = NULL;
  GActionGroup *group;

  if (!g_action_parse_detailed_name (action, &name, &target, NULL))
    return FALSE;
  g_clear_pointer (&target, g_variant_unref);
  group = g_str_has_prefix (name, "app.")
              ? G_ACTION_GROUP (gtk_window_get_application (GTK_WINDOW (shell)))
              : G_ACTION_GROUP (shell);
  return g_action_group_get_action_enabled (group, name + strlen ("win."));
}

void
dl_goto_collect (GPtrArray *rows, DlShell *shell, GtkStack *panels, GtkWidget *box)
{
  const DlScenario *scenario = dl_session_get_scenario (dl_shell_get_session (shell));
  g_autoptr (GHashTable) controls = find_controls (panels);
  g_autoptr (GHashTable) letters = find_letters (box);

  dl_goto_add_features (rows, scenario->family);
  dl_goto_add_colors (rows, scenario->family);
  dl_goto_add_settings (rows, scenario, controls);
  dl_goto_add_presets (rows);
  add_menus (rows, shell);
  add_keys (rows, shell);
  for (guint i = 0; i < rows->len; i++)
    {
      DlGotoRow *row = rows->pdata[i];

      row->possible = is_possible (shell, row->action);
      row->keys = keys_of (shell, row->action, letters);
    }
}
