/* Drop-downs of choices: what is chosen, and items that outlive what they are of. */
#include "dl-choices.h"
#include "ui-fixture.h"

static const DlOption fruit[] = {
  { "apple", "Apple", "It keeps" },
  { "fig", "Fig", "It does not" },
};
static const DlOption roots[] = {
  { "beet", "Beet", "It is red" },
};

static GtkDropDown *
new_down (GtkWidget **window)
{
  GtkWidget *down = gtk_drop_down_new (NULL, NULL);

  dl_choices_fill (GTK_DROP_DOWN (down), fruit, G_N_ELEMENTS (fruit));
  *window = ui_window_new (down, 0, 0);
  return GTK_DROP_DOWN (down);
}

/* The open list of @down, with an item for each choice. */
static GtkWidget *
open_list (GtkDropDown *down)
{
  GtkWidget *popover = gtk_widget_get_last_child (GTK_WIDGET (down));

  g_assert_true (GTK_IS_POPOVER (popover));
  gtk_popover_popup (GTK_POPOVER (popover));
  ui_wait_for (ui_says (popover, "It keeps"));
  return popover;
}

static void
test_select (void)
{
  GtkWidget *window;
  GtkDropDown *down = new_down (&window);

  g_assert_cmpstr (dl_choices_get (down), ==, "apple");
  dl_choices_select (down, "fig");
  g_assert_cmpstr (dl_choices_get (down), ==, "fig");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (GTK_WIDGET (down)), ==, "It does not");
  dl_choices_select (down, "beet");
  g_assert_cmpstr (dl_choices_get (down), ==, "fig");
  dl_choices_fill (down, roots, G_N_ELEMENTS (roots));
  g_assert_cmpstr (dl_choices_get (down), ==, "beet");
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

/* Whoever has the keyboard or the pointer in the list may hold it a little longer. */
static void
test_list_is_held (void)
{
  GtkWidget *window;
  GtkDropDown *down = new_down (&window);
  g_autoptr (GtkWidget) list = g_object_ref (open_list (down));

  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  g_test_add_func ("/choices/select", test_select);
  g_test_add_func ("/choices/list-is-held", test_list_is_held);
  return g_test_run ();
}
