/* Toasts: one at a time, gone by themselves unless somebody attends to them. */
#include "dl-toast.h"
#include "dl-ui.h"
#include "ui-fixture.h"

typedef struct
{
  GtkWidget *window;
  DlToast *toasts;
  GtkWidget *child;
  gint64 undone; /* argument of the action */
} Fixture;

static void
on_undo (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->undone = g_variant_get_int64 (parameter);
  dl_toast_show (fixture->toasts, "Undone", NULL, NULL, NULL, NULL);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  static const GActionEntry entries[]
      = { { .name = "undo", .activate = on_undo, .parameter_type = "x" } };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  GtkWidget *box;

  fixture->window = gtk_window_new ();
  fixture->toasts = DL_TOAST (dl_toast_new ());
  fixture->child = gtk_button_new_with_label ("beside");
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (box), fixture->child);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (fixture->toasts));
  gtk_window_set_child (GTK_WINDOW (fixture->window), box);
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, 1, fixture);
  gtk_widget_insert_action_group (fixture->window, "test", G_ACTION_GROUP (group));
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
}

/* The first widget of @type inside @widget that shows, with the label or icon @name. */
static GtkWidget *
find (GtkWidget *widget, const char *name)
{
  if (GTK_IS_BUTTON (widget) && gtk_widget_get_visible (widget)
      && (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), name) == 0
          || g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (widget)), name) == 0))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, name);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
test_one_at_a_time (Fixture *fixture, gconstpointer data)
{
  g_autofree char *title = NULL;

  g_assert_null (dl_toast_get_title (fixture->toasts));
  dl_toast_show (fixture->toasts, "First", "with figures", NULL, NULL, NULL);
  g_assert_cmpstr (dl_toast_get_title (fixture->toasts), ==, "First");
  dl_toast_show (fixture->toasts, "Second", NULL, NULL, NULL, NULL);
  g_object_get (fixture->toasts, "title", &title, NULL);
  g_assert_cmpstr (title, ==, "Second");
  g_assert_null (find (GTK_WIDGET (fixture->toasts), "_Undo"));
  dl_toast_dismiss (fixture->toasts);
  g_assert_null (dl_toast_get_title (fixture->toasts));
  g_assert_true (dl_toast_find (fixture->window) == fixture->toasts);
}

/* A toast that the action itself shows is not closed by the button. */
static void
test_button (Fixture *fixture, gconstpointer data)
{
  GtkWidget *button;

  dl_toast_show (fixture->toasts, "Deleted", NULL, "_Undo", "test.undo", g_variant_new_int64 (42));
  ui_draw ();
  button = find (GTK_WIDGET (fixture->toasts), "_Undo");
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpint (fixture->undone, ==, 42);
  g_assert_cmpstr (dl_toast_get_title (fixture->toasts), ==, "Undone");
}

static void
test_close (Fixture *fixture, gconstpointer data)
{
  GtkWidget *close;

  gtk_widget_grab_focus (fixture->child);
  dl_toast_show (fixture->toasts, "Told", NULL, "_Undo", "test.undo", NULL);
  ui_draw ();
  close = find (GTK_WIDGET (fixture->toasts), "window-close-symbolic");
  gtk_test_accessible_assert_property (close, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Dismiss this message");
  gtk_widget_grab_focus (close);
  g_signal_emit_by_name (close, "clicked");
  g_assert_null (dl_toast_get_title (fixture->toasts));
  /* The keyboard is back where it was. */
  g_assert_true (gtk_root_get_focus (GTK_ROOT (fixture->window)) == fixture->child);
}

static void
test_told_to_assistive_technology (Fixture *fixture, gconstpointer data)
{
  GtkWidget *toast;

  dl_toast_show (fixture->toasts, "Broke the cable", "12 pairs rerouted", NULL, NULL, NULL);
  toast = find (GTK_WIDGET (fixture->toasts), "window-close-symbolic");
  toast = gtk_widget_get_parent (toast);
  gtk_test_accessible_assert_role (toast, GTK_ACCESSIBLE_ROLE_ALERT);
  gtk_test_accessible_assert_property (toast, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Broke the cable. 12 pairs rerouted");
}

static void
test_goes_by_itself (Fixture *fixture, gconstpointer data)
{
  const gint64 start_us = g_get_monotonic_time ();
  Fixture attended = { 0 };
  GtkWidget *button;

  /* Side by side, to wait once. */
  set_up (&attended, NULL);
  dl_toast_show (fixture->toasts, "Going", NULL, "_Undo", "test.undo", NULL);
  dl_toast_show (attended.toasts, "Staying", NULL, "_Undo", "test.undo", NULL);
  ui_draw ();
  button = find (GTK_WIDGET (attended.toasts), "_Undo");
  gtk_widget_grab_focus (button);
  ui_wait_for (dl_toast_get_title (fixture->toasts) == NULL);
  g_assert_cmpint (g_get_monotonic_time () - start_us, >=, 5 * G_TIME_SPAN_SECOND);
  ui_draw ();
  g_assert_cmpstr (dl_toast_get_title (attended.toasts), ==, "Staying");
  tear_down (&attended, NULL);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();

#define ADD(name, func) g_test_add ("/toast/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("one-at-a-time", test_one_at_a_time);
  ADD ("button", test_button);
  ADD ("close", test_close);
  ADD ("told-to-assistive-technology", test_told_to_assistive_technology);
  ADD ("goes-by-itself", test_goes_by_itself);
#undef ADD
  return g_test_run ();
}
