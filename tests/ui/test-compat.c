/* Functions that are built differently per release of GTK behave alike. */
#include "compat.h"

#include "ui-fixture.h"

#include <glib/gstdio.h>

static gboolean
is_chooser (GtkWindow *window)
{
  return GTK_IS_FILE_CHOOSER (window) && gtk_widget_get_mapped (GTK_WIDGET (window));
}

static GtkWindow *
find_chooser (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (is_chooser (window))
        return window;
    }
  return NULL;
}

typedef struct
{
  GtkWidget *window;
  GFile *chosen;
} Chooser;

static Chooser chooser;

static void
on_chosen (GFile *file, gpointer owner)
{
  g_assert_true (owner == chooser.window);
  g_set_object (&chooser.chosen, file);
}

static void
open_window (void)
{
  chooser.window = gtk_window_new ();
  gtk_window_present (GTK_WINDOW (chooser.window));
  ui_wait_for (gtk_widget_get_mapped (chooser.window));
}

static void
save_in (GFile *folder)
{
  dl_compat_save_file_in (GTK_WINDOW (chooser.window), "Export Tables", "_Export", folder,
                          "tables.csv", on_chosen, chooser.window);
  ui_wait_for (find_chooser () != NULL);
}

/* The suggested name in the suggested folder, by the button of that label. */
static void
test_save (void)
{
  g_autofree char *path = g_dir_make_tmp ("test-compat-XXXXXX", NULL);
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  g_autoptr (GFile) expected = g_file_get_child (folder, "tables.csv");
  GtkWidget *button;

  open_window ();
  save_in (folder);
  g_assert_cmpstr (gtk_window_get_title (find_chooser ()), ==, "Export Tables");
  button = ui_find_button (GTK_WIDGET (find_chooser ()), "_Export");
  g_assert_nonnull (button);
  ui_wait_for (gtk_widget_is_sensitive (button));
  ui_wait_ms (200); /* the folder is read */
  g_signal_emit_by_name (button, "clicked");
  ui_wait_for (chooser.chosen != NULL);
  g_assert_true (g_file_equal (chooser.chosen, expected));
  ui_wait_for (find_chooser () == NULL);
  g_clear_object (&chooser.chosen);
  gtk_window_destroy (GTK_WINDOW (chooser.window));
  g_rmdir (path);
}

/* A canceled dialog does not call its function. */
static void
test_cancel (void)
{
  open_window ();
  dl_compat_open_file (GTK_WINDOW (chooser.window), "Open Tables", NULL, on_chosen, chooser.window);
  ui_wait_for (find_chooser () != NULL);
  gtk_window_close (find_chooser ());
  ui_wait_for (find_chooser () == NULL);
  g_assert_null (chooser.chosen);
  gtk_window_destroy (GTK_WINDOW (chooser.window));
}

/* The chooser does not outlive who asked. */
static void
test_owner_gone (void)
{
  open_window ();
  save_in (NULL);
  gtk_window_destroy (GTK_WINDOW (chooser.window));
  ui_wait_for (find_chooser () == NULL);
  g_assert_null (chooser.chosen);
}

static void
test_translate (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *label = gtk_label_new ("one");
  g_autoptr (GtkWidget) stranger = g_object_ref_sink (gtk_label_new ("two"));
  double x, y;

  open_window ();
  gtk_widget_set_margin_start (label, 12);
  gtk_widget_set_margin_top (label, 7);
  gtk_box_append (GTK_BOX (box), label);
  gtk_window_set_child (GTK_WINDOW (chooser.window), box);
  ui_wait_for (gtk_widget_get_width (label) > 0);
  g_assert_true (dl_compat_translate (label, box, 3, 4, &x, &y));
  g_assert_cmpfloat (x, ==, 15);
  g_assert_cmpfloat (y, ==, 11);
  g_assert_false (dl_compat_translate (label, stranger, 3, 4, &x, &y));
  gtk_window_destroy (GTK_WINDOW (chooser.window));
}

/* A widget with a name of its own keeps it, whatever label leads to it. */
static void
test_mnemonic (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *label = gtk_label_new_with_mnemonic ("_Torus in");
  GtkWidget *toggle = gtk_toggle_button_new ();
  GtkWidget *window = ui_window_new (box, 200, 100);

  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), toggle);
  gtk_accessible_update_property (GTK_ACCESSIBLE (toggle), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Torus in X", -1);
  dl_compat_set_mnemonic_widget (GTK_LABEL (label), toggle);
  g_assert_true (gtk_label_get_mnemonic_widget (GTK_LABEL (label)) == toggle);
  g_assert_false (gtk_test_accessible_has_relation (GTK_ACCESSIBLE (toggle),
                                                    GTK_ACCESSIBLE_RELATION_LABELLED_BY));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (toggle), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Torus in X");
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

/* Tab goes past what a closed expander hides, into what an open one shows, and back. */
static void
test_expander (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *expander = gtk_expander_new ("More");
  GtkWidget *inside = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *hidden = gtk_button_new_with_label ("inside"), *last = gtk_button_new_with_label ("l");
  GtkWidget *window = ui_window_new (box, 200, 200);

  gtk_box_append (GTK_BOX (inside), hidden);
  gtk_box_append (GTK_BOX (inside), gtk_button_new_with_label ("too"));
  dl_compat_set_expander_child (GTK_EXPANDER (expander), inside);
  g_assert_true (gtk_expander_get_child (GTK_EXPANDER (expander)) == inside);
  gtk_box_append (GTK_BOX (box), expander);
  gtk_box_append (GTK_BOX (box), last);
  for (guint open = 0; open < 3; open++)
    {
      gtk_expander_set_expanded (GTK_EXPANDER (expander), open == 1);
      ui_draw ();
      gtk_widget_grab_focus (expander);
      gtk_widget_child_focus (window, GTK_DIR_TAB_FORWARD);
      g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == (open == 1 ? hidden : last));
    }
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  g_test_add_func ("/compat/save", test_save);
  g_test_add_func ("/compat/cancel", test_cancel);
  g_test_add_func ("/compat/owner-gone", test_owner_gone);
  g_test_add_func ("/compat/translate", test_translate);
  g_test_add_func ("/compat/mnemonic", test_mnemonic);
  g_test_add_func ("/compat/expander", test_expander);
  return g_test_run ();
}
