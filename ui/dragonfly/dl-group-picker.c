#include "dl-group-picker.h"

#include "dl-choices.h"
#include "dl-turn-box.h"

#include <glib/gi18n-lib.h>

/* Fewer groups than this are found without a search. */
#define LEAST_SEARCHED 10

struct _DlGroupPicker
{
  GtkWidget parent;
  DlView *view;
  GtkWidget *box;
  GtkDropDown *down;
  GtkStringList *numbers; /* the groups' on the machine, in the order of the network's */
  gboolean following;     /* the list follows the view just now, not the other way round */
};

G_DEFINE_FINAL_TYPE (DlGroupPicker, dl_group_picker, GTK_TYPE_WIDGET)

/* The button and the list: "Group 3" --------------------------------------------------------------
 */

static void
setup_item (GtkSignalListItemFactory *factory, GtkListItem *item, DlGroupPicker *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "dl-number");
  gtk_list_item_set_child (item, label);
}

static void
bind_item (GtkSignalListItemFactory *factory, GtkListItem *item, DlGroupPicker *self)
{
  const char *number = gtk_string_object_get_string (gtk_list_item_get_item (item));
  /* Translators: of a dragonfly, “Group 3” */
  g_autofree char *text = g_strdup_printf (_ ("Group %s"), number);

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), text);
}

/* What is there already: GTK forgets its selection with every item that goes. */
static gboolean
has_groups (DlGroupPicker *self, const DlDragonfly *net)
{
  GListModel *numbers = G_LIST_MODEL (self->numbers);

  if (g_list_model_get_n_items (numbers) != net->n_groups)
    return FALSE;
  for (guint i = 0; i < net->n_groups; i++)
    if (g_ascii_strtoull (gtk_string_list_get_string (self->numbers, i), NULL, 10)
        != net->group_name[i])
      return FALSE;
  return TRUE;
}

static void
list_groups (DlGroupPicker *self, const DlDragonfly *net)
{
  g_autoptr (GPtrArray) numbers = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < net->n_groups; i++)
    g_ptr_array_add (numbers, g_strdup_printf ("%u", net->group_name[i]));
  g_ptr_array_add (numbers, NULL);
  gtk_string_list_splice (self->numbers, 0, g_list_model_get_n_items (G_LIST_MODEL (self->numbers)),
                          (const char *const *) numbers->pdata);
  gtk_drop_down_set_enable_search (self->down, net->n_groups >= LEAST_SEARCHED);
  dl_turn_box_set_turns (DL_TURN_BOX (self->box), net->n_groups > 1);
}

/* Following and choosing ------------------------------------------------------------------------
 */

static void
follow (DlGroupPicker *self)
{
  const DlDragonfly *net = dl_places_get_network (dl_view_get_places (self->view));

  if (net == NULL)
    return;
  self->following = TRUE;
  if (!has_groups (self, net))
    list_groups (self, net);
  gtk_drop_down_set_selected (self->down, dl_view_get_group (self->view));
  self->following = FALSE;
}

static void
on_selected (DlGroupPicker *self)
{
  const guint group = gtk_drop_down_get_selected (self->down);

  if (!self->following && group != GTK_INVALID_LIST_POSITION)
    g_object_set (self->view, "group", group, NULL);
}

static void
on_turned (DlGroupPicker *self, int by)
{
  dl_view_turn_group (self->view, by);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlGroupPicker *self = DL_GROUP_PICKER (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_group_picker_parent_class)->dispose (object);
}

static void
dl_group_picker_class_init (DlGroupPickerClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
new_list (DlGroupPicker *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkWidget *down;

  self->numbers = gtk_string_list_new (NULL);
  down = gtk_drop_down_new (
      G_LIST_MODEL (self->numbers),
      gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string")); /* searched */
  self->down = GTK_DROP_DOWN (down);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_item), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_item), self);
  gtk_drop_down_set_factory (self->down, factory);
  dl_choices_make_room (self->down);
  gtk_widget_set_tooltip_text (down, _ ("The group that the map shows"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (down), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Group that the map shows"), -1);
  g_signal_connect_swapped (down, "notify::selected", G_CALLBACK (on_selected), self);
  return down;
}

static void
dl_group_picker_init (DlGroupPicker *self)
{
  self->box = dl_turn_box_new (_ ("Group that the map shows"),
                               _ ("Show the previous group (Page Up in the map)"),
                               _ ("Show the next group (Page Down in the map)"), new_list (self));
  g_signal_connect_swapped (self->box, "turned", G_CALLBACK (on_turned), self);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
dl_group_picker_new (DlView *view)
{
  DlGroupPicker *self = g_object_new (DL_TYPE_GROUP_PICKER, NULL);

  self->view = g_object_ref (view);
  g_signal_connect_object (self->view, "notify::group", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  follow (self);
  return GTK_WIDGET (self);
}
