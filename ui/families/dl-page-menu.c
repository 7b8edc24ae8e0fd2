#include "dl-page-menu.h"

#include "dl-appearance.h"
#include "dl-family-rooms.h"

#include <glib/gi18n-lib.h>

/* Beside the popover's frame: what the window keeps of its height. */
#define AROUND     60
#define LINE_CHARS 30

struct _DlPageMenu
{
  GtkWidget parent;
  GtkWidget *button;
  GtkLabel *title;
  GtkWidget *popover, *scroll;
  GtkWidget *columns; /* of groups */
};

G_DEFINE_FINAL_TYPE (DlPageMenu, dl_page_menu, GTK_TYPE_WIDGET)

/* Items ---------------------------------------------------------------------------------------- */

static void
on_clicked (DlPageMenu *self)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->button));
}

static GtkWidget *
add_label (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

/* NULL for 0. */
static char *
key_text (char digit)
{
  return digit != 0 ? gtk_accelerator_get_label ((guint) digit, GDK_ALT_MASK) : NULL;
}

/* A mark at the page that is shown, its title and key, and below them a line about it. */
static GtkWidget *
item_new (DlPageMenu *self, const DlMaker *page, char digit)
{
  GtkWidget *item = gtk_toggle_button_new ();
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *key = key_text (digit);
  GtkWidget *about;

  gtk_widget_add_css_class (item, "flat");
  gtk_widget_add_css_class (item, "dl-page-item");
  gtk_box_append (GTK_BOX (row), gtk_image_new_from_icon_name ("object-select-symbolic"));
  add_label (lines, _ (page->title), NULL);
  about = add_label (lines, _ (page->description), "dl-description");
  gtk_label_set_wrap (GTK_LABEL (about), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (about), LINE_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (about), LINE_CHARS);
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_box_append (GTK_BOX (row), lines);
  if (key != NULL)
    gtk_widget_set_valign (add_label (row, key, "dl-page-key"), GTK_ALIGN_START);
  gtk_button_set_child (GTK_BUTTON (item), row);
  gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (page->title), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  _ (page->description), -1);
  if (key != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_KEY_SHORTCUTS,
                                    key, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (item), "win.evidence-page");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (item), "s", page->id);
  g_signal_connect_swapped (item, "clicked", G_CALLBACK (on_clicked), self);
  return item;
}

/* Pages of the network, which are half of all, and beside them the others. */
static GtkWidget *
column_of (DlPageMenu *self, DlPageGroup group)
{
  GtkWidget *first = gtk_widget_get_first_child (self->columns);

  return group == DL_PAGE_NETWORK ? first : gtk_widget_get_last_child (self->columns);
}

void
dl_page_menu_set_family (DlPageMenu *self, const DlFamily *family)
{
  const DlMaker *page;
  GtkWidget *child;

  for (guint group = 0; group < DL_N_PAGE_GROUPS; group++)
    while ((child = gtk_widget_get_first_child (column_of (self, group))) != NULL)
      gtk_box_remove (GTK_BOX (column_of (self, group)), child);
  for (guint group = 0; group < DL_N_PAGE_GROUPS; group++)
    {
      GtkWidget *column = column_of (self, group);
      GtkWidget *heading = NULL;

      for (guint i = 0; (page = dl_family_maker (family, DL_FEATURE_PAGE, i)) != NULL; i++)
        if (page->group == group)
          {
            if (heading == NULL)
              heading = add_label (column, _ (dl_page_group_title (group)), "dl-page-group");
            gtk_box_append (
                GTK_BOX (column),
                item_new (self, page, dl_family_maker_key (family, DL_FEATURE_PAGE, i)));
          }
    }
}

void
dl_page_menu_set_shown (DlPageMenu *self, const char *id)
{
  const DlMaker *page = dl_maker_find (DL_FEATURE_PAGE, id);
  /* Translators: the menu of pages, and the title of the one that is shown */
  g_autofree char *name = g_strdup_printf (_ ("Page: %s"), _ (page->title));

  gtk_label_set_text (self->title, _ (page->title));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
}

/* The popover ---------------------------------------------------------------------------------- */

static GtkWidget *
find_active (GtkWidget *root)
{
  GtkWidget *found = NULL;

  if (GTK_IS_TOGGLE_BUTTON (root))
    return gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (root)) ? root : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_active (child);
  return found;
}

/* All of it is seen, unless the text is so large that the window is too low for it. The keyboard
 * begins at the page that is shown. */
static void
on_show (DlPageMenu *self)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));
  GtkWidget *active = find_active (self->columns);

  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroll),
                                              MAX (200, gtk_widget_get_height (root) - AROUND));
  if (active != NULL)
    gtk_widget_grab_focus (active);
}

static void
follow_text_size (DlPageMenu *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->columns), dl_text_size_is_large ()
                                                                      ? GTK_ORIENTATION_VERTICAL
                                                                      : GTK_ORIENTATION_HORIZONTAL);
}

/* GTK keeps the button's content in its middle. */
static void
fill_button (GtkWidget *child)
{
  for (GtkWidget *it = child; it != NULL && !GTK_IS_BUTTON (it); it = gtk_widget_get_parent (it))
    {
      gtk_widget_set_halign (it, GTK_ALIGN_FILL);
      gtk_widget_set_hexpand (it, TRUE);
    }
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  g_clear_pointer (&DL_PAGE_MENU (object)->button, gtk_widget_unparent);
  G_OBJECT_CLASS (dl_page_menu_parent_class)->dispose (object);
}

static void
dl_page_menu_class_init (DlPageMenuClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
dl_page_menu_init (DlPageMenu *self)
{
  GtkWidget *child = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->title = GTK_LABEL (add_label (child, NULL, NULL));
  gtk_label_set_ellipsize (self->title, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->title), TRUE);
  gtk_box_append (GTK_BOX (child), gtk_image_new_from_icon_name ("pan-down-symbolic"));

  self->columns = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  for (guint i = 0; i < 2; i++)
    gtk_box_append (GTK_BOX (self->columns), gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  self->scroll = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroll), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroll), TRUE);
  gtk_scrolled_window_set_overlay_scrolling (GTK_SCROLLED_WINDOW (self->scroll), FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroll), self->columns);
  self->popover = gtk_popover_new ();
  gtk_widget_add_css_class (self->popover, "dl-page-menu");
  gtk_popover_set_child (GTK_POPOVER (self->popover), self->scroll);
  g_signal_connect_swapped (self->popover, "show", G_CALLBACK (on_show), self);

  self->button = gtk_menu_button_new ();
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->button), child);
  fill_button (child);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->button), self->popover);
  gtk_widget_set_tooltip_text (self->button, _ ("Choose a page (Alt+1 to Alt+0)"));
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));
  dl_text_size_follow (GTK_WIDGET (self), G_CALLBACK (follow_text_size), self);
}

GtkWidget *
dl_page_menu_new (void)
{
  return g_object_new (DL_TYPE_PAGE_MENU, NULL);
}
