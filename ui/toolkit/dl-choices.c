#include "dl-choices.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* How high the list of a drop-down is at least where it needs to be, and what it leaves of the
 * window. */
#define LEAST_LIST  400
#define LINE_CHARS  34
#define AROUND_LIST 40

static const GArray *
choices_of (GtkDropDown *down)
{
  return g_object_get_data (G_OBJECT (down), "dl-choices");
}

/* The button's item of before is bound again while the choices are being replaced; there may be
 * fewer of them by then. */
static const DlOption *
choice_at (GtkDropDown *down, guint index)
{
  static const DlOption none = { "–", "–", "–" };
  const GArray *choices = choices_of (down);

  return index < choices->len ? &g_array_index (choices, DlOption, index) : &none;
}

static void
setup_button_item (GtkSignalListItemFactory *factory, GtkListItem *item, GtkDropDown *down)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
bind_button_item (GtkSignalListItemFactory *factory, GtkListItem *item, GtkDropDown *down)
{
  const guint index = gtk_list_item_get_position (item);

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       _ (choice_at (down, index)->title));
}

/* In the list: a title, a line about it, and a mark at the one chosen. */
static void
setup_list_item (GtkSignalListItemFactory *factory, GtkListItem *item, GtkDropDown *down)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *title = gtk_label_new (NULL);
  GtkWidget *description = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_xalign (GTK_LABEL (description), 0);
  gtk_label_set_wrap (GTK_LABEL (description), TRUE);
  /* One width, so that it has as many lines as the list was measured with. */
  gtk_label_set_width_chars (GTK_LABEL (description), LINE_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (description), LINE_CHARS);
  gtk_widget_add_css_class (description, "dl-description");
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_box_append (GTK_BOX (lines), title);
  gtk_box_append (GTK_BOX (lines), description);
  gtk_box_append (GTK_BOX (box), lines);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("object-select-symbolic"));
  gtk_list_item_set_child (item, box);
}

static void
mark_chosen (GtkDropDown *down, GParamSpec *pspec, GtkListItem *item)
{
  GtkWidget *mark = gtk_widget_get_last_child (gtk_list_item_get_child (item));

  gtk_widget_set_opacity (
      mark, gtk_drop_down_get_selected (down) == gtk_list_item_get_position (item) ? 1 : 0);
}

static void
bind_list_item (GtkSignalListItemFactory *factory, GtkListItem *item, GtkDropDown *down)
{
  const DlOption *choice = choice_at (down, gtk_list_item_get_position (item));
  GtkWidget *title
      = gtk_widget_get_first_child (gtk_widget_get_first_child (gtk_list_item_get_child (item)));

  gtk_label_set_label (GTK_LABEL (title), _ (choice->title));
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_next_sibling (title)), _ (choice->description));
  g_signal_connect_object (down, "notify::selected", G_CALLBACK (mark_chosen), item, 0);
  mark_chosen (down, NULL, item);
}

static void
unbind_list_item (GtkSignalListItemFactory *factory, GtkListItem *item, GtkDropDown *down)
{
  g_signal_handlers_disconnect_by_func (down, mark_chosen, item);
}

/* The first widget of @type inside @root. */
static GtkWidget *
find_inside (GtkWidget *root, GType type)
{
  GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (root), type) ? root : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_inside (child, type);
  return found;
}

/* GTK cuts lists off at a height of its own, and its bar is seen while it scrolls only. Lists are
 * as high as there is room; one that has more to show has a bar that stays. */
static void
on_opened (GtkWidget *popover)
{
  GtkWidget *scroller = find_inside (popover, GTK_TYPE_SCROLLED_WINDOW);
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (popover));
  GtkWidget *down = gtk_widget_get_parent (popover);
  GtkWidget *list = scroller != NULL ? find_inside (scroller, GTK_TYPE_LIST_VIEW) : NULL;
  graphene_rect_t bounds;
  int width, height;

  if (list == NULL || root == NULL || !gtk_widget_compute_bounds (down, root, &bounds))
    return;
  gtk_widget_measure (list, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (list, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  const double above = bounds.origin.y;
  const double below = gtk_widget_get_height (root) - above - bounds.size.height;

  gtk_scrolled_window_set_overlay_scrolling (GTK_SCROLLED_WINDOW (scroller), FALSE);
  gtk_scrolled_window_set_max_content_height (
      GTK_SCROLLED_WINDOW (scroller), MAX (LEAST_LIST, gtk_widget_get_height (root) - AROUND_LIST));
  /* GTK makes it lower before it looks at the other side. */
  gtk_popover_set_position (GTK_POPOVER (popover), above > below && height > below - AROUND_LIST
                                                       ? GTK_POS_TOP
                                                       : GTK_POS_BOTTOM);
}

void
dl_choices_make_room (GtkDropDown *down)
{
  GtkWidget *popover = find_inside (GTK_WIDGET (down), GTK_TYPE_POPOVER);

  if (popover == NULL || g_object_get_data (G_OBJECT (popover), "dl-room") != NULL)
    return;
  g_object_set_data (G_OBJECT (popover), "dl-room", popover);
  g_signal_connect (popover, "show", G_CALLBACK (on_opened), NULL);
}

static void
on_selected (GtkDropDown *down)
{
  const guint index = gtk_drop_down_get_selected (down);
  const char *about = g_object_get_data (G_OBJECT (down), "dl-about");
  const DlOption *choice;
  g_autofree char *tooltip = NULL;

  if (index >= choices_of (down)->len)
    return;
  choice = choice_at (down, index);
  tooltip = about != NULL ? g_strconcat (about, "\n\n", _ (choice->title), ": ",
                                         _ (choice->description), NULL)
                          : g_strdup (_ (choice->description));
  gtk_widget_set_tooltip_text (GTK_WIDGET (down), tooltip);
}

void
dl_choices_set_about (GtkDropDown *down, const char *about)
{
  g_object_set_data_full (G_OBJECT (down), "dl-about", g_strdup (about), g_free);
  if (choices_of (down) != NULL)
    on_selected (down);
}

void
dl_choices_fill (GtkDropDown *down, const DlOption *choices, guint n)
{
  GArray *kept = g_array_sized_new (FALSE, FALSE, sizeof *choices, n);
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  g_autoptr (GtkListItemFactory) button_items = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkListItemFactory) list_items = gtk_signal_list_item_factory_new ();

  g_array_append_vals (kept, choices, n);
  /* Items of the choices before go while those are still there. */
  gtk_drop_down_set_model (down, NULL);
  g_object_set_data_full (G_OBJECT (down), "dl-choices", kept, (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < n; i++)
    gtk_string_list_append (titles, _ (choices[i].title));
  g_signal_connect_object (button_items, "setup", G_CALLBACK (setup_button_item), down, 0);
  g_signal_connect_object (button_items, "bind", G_CALLBACK (bind_button_item), down, 0);
  g_signal_connect_object (list_items, "setup", G_CALLBACK (setup_list_item), down, 0);
  g_signal_connect_object (list_items, "bind", G_CALLBACK (bind_list_item), down, 0);
  g_signal_connect_object (list_items, "unbind", G_CALLBACK (unbind_list_item), down, 0);
  g_signal_handlers_disconnect_by_func (down, on_selected, NULL);
  g_signal_connect (down, "notify::selected", G_CALLBACK (on_selected), NULL);
  gtk_drop_down_set_factory (down, button_items);
  gtk_drop_down_set_list_factory (down, list_items);
  gtk_drop_down_set_model (down, G_LIST_MODEL (titles));
  dl_choices_make_room (down);
}

const char *
dl_choices_get (GtkDropDown *down)
{
  const guint index = gtk_drop_down_get_selected (down);

  return index < choices_of (down)->len ? choice_at (down, index)->id : NULL;
}

void
dl_choices_select (GtkDropDown *down, const char *id)
{
  for (guint i = 0; i < choices_of (down)->len; i++)
    if (strcmp (choice_at (down, i)->id, id) == 0)
      gtk_drop_down_set_selected (down, i);
}
