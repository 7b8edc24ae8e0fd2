#include "dl-dragonfly-view.h"

#include "dl-choices.h"
#include "dl-families.h"
#include "dl-turn-box.h"

#include <glib/gi18n-lib.h>

#include <string.h>

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

/* Groups there already: GTK forgets its selection with every item that goes. */
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

typedef struct
{
  DlDragonflyShown *shown; /* of the shown side */
  guint16 *by_load;        /* (n_groups) groups by load, of the same; NULL: not yet found */
  guint16 *order;          /* (n_groups) of a sorted layout; else NULL */
} Dragonfly;

/* The picture ---------------------------------------------------------------------------------- */

static DlBeside *
beside_of (DlCanvas *self)
{
  return dl_view_get_beside (self->view);
}

static DlDragonfly *
network_of (DlCanvas *self)
{
  return dl_evaluation_dragonfly (self->result)->dragonfly;
}

/* Where A - B is shown; else NULL. */
static const DlDragonflyContrast *
contrast_of (DlCanvas *self)
{
  return dl_shown_get_show (self->shown) == DL_SHOW_DIFFERENCE
             ? dl_beside_get_contrast (beside_of (self))
             : NULL;
}

/* Values painted on links and groups. */
static const DlDragonflyValues *
values_of (DlCanvas *self)
{
  const Dragonfly *own = self->state;
  const DlDragonflyContrast *contrast = contrast_of (self);

  return contrast != NULL ? &contrast->shown->sums : &own->shown->sums;
}

static void
refresh (DlCanvas *self)
{
  Dragonfly *own = self->state;
  const gboolean is_b = dl_shown_get_show (self->shown) == DL_SHOW_B;

  g_clear_pointer (&own->shown, dl_dragonfly_shown_free);
  g_clear_pointer (&own->by_load, g_free);
  own->shown = dl_dragonfly_shown_of (self->metric, network_of (self),
                                      is_b ? dl_shown_get_values (self->shown)
                                           : dl_shown_get_values_of_a (self->shown));
}

/* Order of groups by the load of A on either side, so that compared groups stay where they are.
 * NULL: not sorted. */
static const guint16 *
order_of (DlCanvas *self)
{
  Dragonfly *own = self->state;
  const guint n_groups = network_of (self)->n_groups;
  g_autoptr (DlDragonflyShown) of_a = NULL;

  if (self->which != DL_DRAGONFLY_MAP_GROUPS || !dl_view_get_sorted (self->view))
    return NULL;
  if (own->by_load != NULL)
    return own->by_load;
  if (dl_shown_get_show (self->shown) == DL_SHOW_B)
    {
      const DlEvaluation *a = dl_session_get_result (dl_view_get_session (self->view));

      of_a = dl_dragonfly_shown_of (self->metric, a->net.shape,
                                    dl_shown_get_values_of_a (self->shown));
    }
  own->by_load = g_new (guint16, n_groups);
  dl_dragonfly_values_order (of_a != NULL ? &of_a->sums : &own->shown->sums, n_groups,
                             own->by_load);
  return own->by_load;
}

/* The same group, order and names of groups. */
static gboolean
fits (DlCanvas *self, gboolean is_new)
{
  const Dragonfly *own = self->state;
  const DlDragonfly *net = network_of (self), *placed = self->placed->net.shape;
  const guint16 *order = order_of (self);

  return dl_dragonfly_map_options (self->layout)->group == dl_view_get_group (self->view)
         && memcmp (net->group_name, placed->group_name, net->n_groups * sizeof *net->group_name)
                == 0
         && (order == NULL) == (own->order == NULL)
         && (order == NULL || memcmp (order, own->order, net->n_groups * sizeof *order) == 0);
}

static gpointer
lay_out (DlCanvas *self)
{
  Dragonfly *own = self->state;
  const guint16 *order = order_of (self);
  const DlDragonflyMapOptions options = {
    .kind = self->which,
    .width = self->size.width,
    .height = self->size.height,
    .scale = self->size.scale,
    .group = dl_view_get_group (self->view),
    .sorted = order != NULL,
    .label_scale = self->size.label_scale,
    .zoom = self->size.zoom,
  };

  g_free (own->order);
  own->order = g_memdup2 (order, network_of (self)->n_groups * sizeof *order);
  return options.group < network_of (self)->n_groups
             ? dl_dragonfly_map_new (network_of (self), &options, order)
             : NULL;
}

static void
free_layout (gpointer layout)
{
  dl_dragonfly_map_free (layout);
}

static cairo_surface_t *
paint (DlCanvas *self)
{
  return dl_dragonfly_map_paint (self->layout, network_of (self), values_of (self), &self->scale,
                                 self->theme, NULL);
}

static void
draw (DlCanvas *self, cairo_t *cr, const DlOverlay *overlay)
{
  const DlDragonflyContrast *contrast = contrast_of (self);
  const DlDragonflyPicture picture
      = { .values = values_of (self), .pairs = contrast != NULL ? contrast->pairs : NULL };

  dl_dragonfly_map_draw_overlay (self->layout, cr, overlay, &picture, self->theme);
}

static const char *
note (DlCanvas *self)
{
  DlMetricInput input;

  return dl_metric_is_measured (dl_view_get_metric (self->view))
                 && dl_places_get_input (dl_view_get_places (self->view), &input)
                 && !dl_metric_is_known (dl_view_get_metric (self->view), &input)
             ? _ ("Open a file of measured counters to fill this in (Ctrl+O)")
             : NULL;
}

/* Places --------------------------------------------------------------------------------------- */

static DlPlace
hit (DlCanvas *self, double x, double y)
{
  return dl_dragonfly_map_hit (self->layout, x, y);
}

static gboolean
rect (DlCanvas *self, DlPlace place, DlRect *rect)
{
  return dl_dragonfly_map_rect (self->layout, place, rect);
}

static void
step (DlCanvas *self, gint dx, gint dy)
{
  dl_view_select (self->view,
                  dl_dragonfly_map_step (self->layout, dl_view_get_selected (self->view), dx, dy));
}

/* Page Down: the next group inside, or whose chord it is. */
static gboolean
turn (DlCanvas *self, gint by)
{
  if (self->which == DL_DRAGONFLY_MAP_GROUPS)
    return FALSE;
  dl_view_turn_group (self->view, -by);
  return TRUE;
}

static void
show_inside (DlCanvas *self, DlPlace place)
{
  if (self->which == DL_DRAGONFLY_MAP_GROUP || place.kind == DL_PLACE_NOTHING)
    return;
  dl_view_select (self->view, place);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-view", "s", "group");
}

/* The kind ------------------------------------------------------------------------------------- */

static void
on_turn (GSimpleAction *action, GVariant *by, gpointer self)
{
  dl_view_turn_group (((DlCanvas *) self)->view, g_variant_get_int32 (by));
}

/* Where a single group is shown it can be turned to another. */
static void
init (DlCanvas *self)
{
  static const GActionEntry actions[] = { { "turn", on_turn, "i" } };

  if (self->which != DL_DRAGONFLY_MAP_GROUPS)
    dl_canvas_add_actions (self, "group", actions, G_N_ELEMENTS (actions));
}

static void
clear (DlCanvas *self)
{
  Dragonfly *own = self->state;

  g_clear_pointer (&own->shown, dl_dragonfly_shown_free);
  g_free (own->by_load);
  g_free (own->order);
}

GtkWidget *
dl_dragonfly_view_new (DlView *view, guint which)
{
  static const char *const titles[DL_N_DRAGONFLY_MAPS]
      = { N_ ("Groups by groups"), N_ ("Inside of a group"), N_ ("Chord") };
  static const DlCanvasItem menu[] = {
    { N_ ("Break or Restore What Is _Here"), "win.break" },
    { N_ ("Break or Restore Its Whole _Cable or Chassis"), "win.break-direction" },
    { N_ ("Break or Restore the _Router"), "win.break-node" },
    { N_ ("Show the _Inside of the Group"), "win.show-view::group" },
    { N_ ("_Previous Group"), "group.turn(-1)" },
    { N_ ("_Next Group"), "group.turn(1)" },
    { N_ ("Route _from Here"), "win.route-from" },
    { N_ ("Route _to Here"), "win.route-to" },
    { N_ ("_Show as Table"), "win.show-table::" },
  };
  static const DlCanvasKind kind = {
    .hint = N_ ("Arrow keys move from cell to cell, B breaks, Enter shows the inside of a group, "
                "Page Up and Page Down the next one, E explains a route"),
    .family = &dl_family_dragonfly,
    .state_size = sizeof (Dragonfly),
    .init = init,
    .clear = clear,
    .menu = menu,
    .n_menu = G_N_ELEMENTS (menu),
    .left = 60,
    .top = 36,
    .opens = TRUE,
    .refresh = refresh,
    .fits = fits,
    .lay_out = lay_out,
    .free_layout = free_layout,
    .paint = paint,
    .draw = draw,
    .note = note,
    .hit = hit,
    .rect = rect,
    .step = step,
    .open = show_inside,
    .turn = turn,
  };

  return dl_canvas_new (view, &kind, which, _ (titles[which]));
}
