/* What is chosen from on the compare page: scenarios, measures, and formats to copy. */
#include "dl-compare-private.h"

#include <glib/gi18n-lib.h>

/* Scenarios ------------------------------------------------------------------------------------ */

static void
show_pick (DlCompareView *self, GtkListItem *list_item)
{
  DlLibraryItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *box = gtk_list_item_get_child (list_item);
  GtkWidget *check = gtk_widget_get_first_child (box);
  GtkWidget *lines = gtk_widget_get_last_child (box);

  gtk_widget_set_opacity (
      check, dl_compare_find_scenario (self->compare, dl_library_item_get_id (item)) != NULL);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (lines)),
                      dl_library_item_get_name (item));
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (lines)),
                      dl_library_item_get_summary (item));
}

void
dl_compare_picks_update (DlCompareView *self)
{
  for (guint i = 0; i < self->picks->len; i++)
    show_pick (self, g_ptr_array_index (self->picks, i));
}

static GtkWidget *
line (const char *class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, class);
  return label;
}

static void
setup_pick (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlCompareView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_box_append (GTK_BOX (lines), line ("dl-library-name"));
  gtk_box_append (GTK_BOX (lines), line ("dl-description"));
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("object-select-symbolic"));
  gtk_box_append (GTK_BOX (box), lines);
  gtk_list_item_set_child (list_item, box);
}

static void
bind_pick (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlCompareView *self)
{
  g_ptr_array_add (self->picks, list_item);
  show_pick (self, list_item);
}

static void
unbind_pick (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlCompareView *self)
{
  g_ptr_array_remove (self->picks, list_item);
}

/* Into the comparison, or out of it. */
static void
on_pick (GtkListView *list, guint position, DlCompareView *self)
{
  g_autoptr (DlLibraryItem) item
      = g_list_model_get_item (G_LIST_MODEL (gtk_list_view_get_model (list)), position);
  const gint64 id = dl_library_item_get_id (item);
  DlCompareItem *there = dl_compare_find_scenario (self->compare, id);

  if (there != NULL)
    dl_compare_remove (self->compare, there);
  else
    dl_compare_add (self->compare, id);
}

GtkWidget *
dl_compare_add_button_new (DlCompareView *self)
{
  DlLibrary *library = dl_session_get_library (dl_compare_get_session (self->compare));
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *search = gtk_search_entry_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *list;

  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("_Scenarios"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_set_tooltip_text (button, _ ("Add scenarios of the library, or take them out"));
  gtk_widget_set_sensitive (button, library != NULL);

  /* The library's own page has a search of its own. */
  self->library = library != NULL ? dl_library_new_list (library) : NULL;
  if (library != NULL)
    g_object_bind_property (search, "text", self->library, "search", G_BINDING_DEFAULT);
  gtk_accessible_update_property (GTK_ACCESSIBLE (search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search the library"), -1);
  gtk_widget_set_tooltip_text (search,
                               _ ("Words that occur in the name, the summary, a tag or the note"));
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_pick), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_pick), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_pick), self, 0);
  list = gtk_list_view_new (
      GTK_SELECTION_MODEL (gtk_no_selection_new (
          library != NULL ? G_LIST_MODEL (g_object_ref (self->library)) : NULL)),
      factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (list), TRUE);
  gtk_widget_add_css_class (list, "dl-library-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Scenarios of the library"), -1);
  g_signal_connect (list, "activate", G_CALLBACK (on_pick), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_widget_set_size_request (scrolled, 380, 340);
  gtk_box_append (GTK_BOX (box), search);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  if (library != NULL)
    g_signal_connect_object (popover, "show", G_CALLBACK (dl_library_refresh), self->library,
                             G_CONNECT_SWAPPED);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  return button;
}

/* Measures ------------------------------------------------------------------------------------- */

static void
on_measure (GtkCheckButton *check, DlCompareView *self)
{
  dl_compare_view_show_measure (self, g_object_get_data (G_OBJECT (check), "dl-measure"),
                                gtk_check_button_get_active (check));
}

static GtkWidget *
measures_box (DlCompareView *self, gboolean simulated)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *title = gtk_label_new (simulated ? _ ("Simulated") : _ ("Analyzed"));

  gtk_widget_add_css_class (title, "dl-group-title");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_box_append (GTK_BOX (box), title);
  for (guint i = 0; i < self->n_measures; i++)
    {
      const DlMeasure *measure = &self->measures[i];
      const DlFamily *family = dl_measure_family (measure);
      GtkWidget *check;

      if (measure->simulated != simulated)
        continue;
      check = gtk_check_button_new_with_label (_ (measure->title));
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), self->chosen[i]);
      gtk_widget_set_tooltip_text (check, family != NULL ? _ (family->title)
                                                         : _ ("Of both kinds of network"));
      g_object_set_data (G_OBJECT (check), "dl-measure", (gpointer) measure);
      g_signal_connect (check, "toggled", G_CALLBACK (on_measure), self);
      gtk_box_append (GTK_BOX (box), check);
    }
  return box;
}

GtkWidget *
dl_compare_measures_button_new (DlCompareView *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 24);

  gtk_box_append (GTK_BOX (box), measures_box (self, TRUE));
  gtk_box_append (GTK_BOX (box), measures_box (self, FALSE));
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("_Measures"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_set_tooltip_text (button, _ ("Which columns are shown, and copied"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  return button;
}

/* Formats -------------------------------------------------------------------------------------- */

GtkWidget *
dl_compare_copy_button_new (void)
{
  static const struct
  {
    const char *label, *action;
  } formats[] = {
    { N_ ("As _CSV"), "compare.copy::csv" },
    { N_ ("As _Markdown"), "compare.copy::markdown" },
    { N_ ("As _LaTeX, With booktabs"), "compare.copy::latex" },
    { N_ ("_Export Chart…"), "compare.export" },
  };
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    g_menu_append (menu, _ (formats[i].label), formats[i].action);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("_Copy"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_set_tooltip_text (button, _ ("Copy what is shown (Ctrl+C: as CSV)"));
  return button;
}
