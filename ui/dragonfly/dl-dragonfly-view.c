#include "dl-dragonfly-view.h"

#include "dl-map-input.h"
#include "dl-map-parts.h"
#include "dl-map-zoomer.h"

#include <glib/gi18n-lib.h>

/* Between two pictures of a simulation, in microseconds. */
#define REPAINT_US (50 * 1000)

struct _DlDragonflyView
{
  GtkWidget parent;
  DlView *view;
  DlPlaces *places;
  DlDragonflyMapKind kind;

  DlDragonflyMap *map;  /* the layout, for the shape below and its own options */
  DlDragonfly *network; /* of the layout */
  guint16 *order;       /* (n_groups) of a sorted layout; else NULL */
  GdkTexture *image;    /* the dense layer, for what follows */
  DlEvaluation *painted;
  DlDragonflyShown *shown;
  DlScale scale;
  DlMetric painted_metric;
  const DlTheme *painted_theme;
  gint64 painted_us;
  GtkWidget *menu;
};

G_DEFINE_FINAL_TYPE (DlDragonflyView, dl_dragonfly_view, GTK_TYPE_WIDGET)

static const char *const titles[DL_N_DRAGONFLY_MAPS]
    = { N_ ("Groups by groups"), N_ ("Inside of a group"), N_ ("Chord") };

/* The picture ---------------------------------------------------------------------------------- */

static DlBeside *
beside_of (DlDragonflyView *self)
{
  return dl_view_get_beside (self->view);
}

/* Of A, or of what is pinned where that is shown; NULL if there is none of a dragonfly. */
static DlEvaluation *
current_result (DlDragonflyView *self)
{
  DlEvaluation *result = dl_beside_get_shown (beside_of (self));

  return result != NULL && dl_evaluation_dragonfly (result) != NULL ? result : NULL;
}

/* Where A - B is shown; else NULL. */
static const DlDragonflyContrast *
current_contrast (DlDragonflyView *self)
{
  return dl_beside_get_show (beside_of (self)) == DL_SHOW_DIFFERENCE
             ? dl_beside_get_contrast (beside_of (self))
             : NULL;
}

/* What is painted of the links and groups. */
static const DlDragonflyValues *
current_values (DlDragonflyView *self)
{
  const DlDragonflyContrast *contrast = current_contrast (self);

  return contrast != NULL ? &contrast->shown->sums : &self->shown->sums;
}

static void
drop_image (DlDragonflyView *self)
{
  g_clear_object (&self->image);
  g_clear_pointer (&self->painted, dl_evaluation_unref);
  g_clear_pointer (&self->shown, dl_dragonfly_shown_free);
}

static void
drop_map (DlDragonflyView *self)
{
  drop_image (self);
  g_clear_pointer (&self->map, dl_dragonfly_map_free);
  g_clear_pointer (&self->network, dl_dragonfly_unref);
  g_clear_pointer (&self->order, g_free);
}

/* What is shown, of the result as it is now. */
static void
ensure_shown (DlDragonflyView *self, DlEvaluation *result)
{
  const DlMetric metric = dl_view_get_metric (self->view);
  const DlTheme *theme = dl_view_theme (GTK_WIDGET (self));
  DlDragonflyMetricInput input;

  if (self->shown != NULL && self->painted == result && self->painted_metric == metric
      && self->painted_theme == theme)
    return;
  drop_image (self);
  dl_beside_get_dragonfly (beside_of (self), dl_beside_get_show (beside_of (self)), &input);
  self->shown = dl_dragonfly_shown_new (metric, &input);
  dl_beside_init_scale (beside_of (self), &self->scale, theme);
  self->painted = dl_evaluation_ref (result);
  self->painted_metric = metric;
  self->painted_theme = theme;
  self->painted_us = g_get_monotonic_time ();
}

/* By the load of A whatever is shown, so that what is compared stays where it is. */
static guint16 *
order_of (DlDragonflyView *self, guint n_groups)
{
  guint16 *order = g_new (guint16, n_groups);
  g_autoptr (DlDragonflyShown) own = NULL;
  const DlDragonflyShown *shown = self->shown;
  DlDragonflyMetricInput input;

  if (dl_beside_get_show (beside_of (self)) == DL_SHOW_B
      && dl_beside_get_dragonfly (beside_of (self), DL_SHOW_A, &input))
    shown = own = dl_dragonfly_shown_new (dl_view_get_metric (self->view), &input);
  dl_dragonfly_values_order (&shown->sums, n_groups, order);
  return order;
}

/* Two networks whose links lie in the same places. */
static gboolean
same_shape (const DlDragonfly *a, const DlDragonfly *b)
{
  return a == b
         || (a->n_links == b->n_links && a->n_groups == b->n_groups
             && memcmp (a->link_to, b->link_to, a->n_links * sizeof *a->link_to) == 0
             && memcmp (a->group_name, b->group_name, a->n_groups * sizeof *a->group_name) == 0);
}

static gboolean
same_options (const DlDragonflyMapOptions *a, const DlDragonflyMapOptions *b)
{
  return a->width == b->width && a->height == b->height && a->scale == b->scale
         && a->label_scale == b->label_scale && a->group == b->group && a->sorted == b->sorted
         && dl_map_zoom_equal (&a->zoom, &b->zoom);
}

/* Make the layout fit the widget, the network's shape, the group and the order. */
static gboolean
ensure_map (DlDragonflyView *self)
{
  DlEvaluation *result = current_result (self);
  const gboolean sorted = dl_view_get_sorted (self->view) && self->kind == DL_DRAGONFLY_MAP_GROUPS;
  const DlDragonflyMapOptions options = {
    .kind = self->kind,
    .width = gtk_widget_get_width (GTK_WIDGET (self)),
    .height = gtk_widget_get_height (GTK_WIDGET (self)),
    .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
    .group = dl_view_get_group (self->view),
    .sorted = sorted,
    .label_scale = dl_map_words_scale (GTK_WIDGET (self)),
    .zoom = dl_map_zoomer_get (GTK_WIDGET (self), 1),
  };
  g_autofree guint16 *order = NULL;
  DlDragonfly *net;

  if (result == NULL || options.width < 1 || options.height < 1)
    return FALSE;
  net = dl_evaluation_dragonfly (result)->dragonfly;
  if (options.group >= net->n_groups)
    return FALSE;
  ensure_shown (self, result);
  if (sorted)
    order = order_of (self, net->n_groups);
  if (self->map != NULL && same_options (dl_dragonfly_map_options (self->map), &options)
      && same_shape (self->network, net)
      && (!sorted
          || (self->order != NULL
              && memcmp (order, self->order, net->n_groups * sizeof *order) == 0)))
    return TRUE;
  g_clear_object (&self->image);
  g_clear_pointer (&self->map, dl_dragonfly_map_free);
  g_clear_pointer (&self->network, dl_dragonfly_unref);
  g_free (self->order);
  self->network = dl_dragonfly_ref (net);
  self->order = g_steal_pointer (&order);
  self->map = dl_dragonfly_map_new (net, &options, self->order);
  return TRUE;
}

gboolean
dl_dragonfly_view_locate (DlDragonflyView *self, DlPlace place, DlRect *rect)
{
  return ensure_map (self) && dl_dragonfly_map_rect (self->map, place, rect);
}

static void
ensure_image (DlDragonflyView *self)
{
  if (self->image != NULL)
    return;
  self->image = dl_map_texture_new (
      dl_dragonfly_map_paint (self->map, dl_evaluation_dragonfly (self->painted)->dragonfly,
                              current_values (self), &self->scale, self->painted_theme, NULL));
}

/* Why the map shows nothing. */
static const char *
note_of (DlDragonflyView *self)
{
  const DlMetric metric = dl_view_get_metric (self->view);
  const char *beside = dl_beside_get_note (beside_of (self));
  DlDragonflyMetricInput input;

  if (beside != NULL || dl_beside_get_show (beside_of (self)) == DL_SHOW_B)
    return beside;
  if (dl_metric_is_simulated (metric)
      && dl_live_get_picture (dl_view_get_live (self->view)) == NULL)
    return _ ("The simulation fills this in: run it (F8)");
  if ((metric == DL_METRIC_MEASURED_FLITS || metric == DL_METRIC_MEASURED_STALLS)
      && dl_places_get_input (self->places, &input) && input.counters == NULL)
    return _ ("Open a file of measured counters to fill this in (Ctrl+O)");
  return dl_map_critical_note (self->view);
}

/* The links of the way that is shown, NULL if none is. Free with g_free. */
static guint32 *
path_links (DlDragonflyView *self, guint *n)
{
  DlMapPath path;

  if (!dl_view_get_path (self->view, &path))
    return NULL;
  *n = path.n;
  guint32 *links = g_new (guint32, path.n + 1);
  for (guint i = 0; i < path.n; i++)
    links[i] = path.channels[i] / DL_DRAGONFLY_VCS;
  return links;
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlDragonflyView *self = DL_DRAGONFLY_VIEW (widget);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  g_autofree guint32 *path = NULL;
  guint n_path = 0;
  cairo_t *cr;

  if (!ensure_map (self))
    return;
  ensure_image (self);
  gtk_snapshot_append_texture (snapshot, self->image, &bounds);

  const DlDragonflyContrast *contrast = current_contrast (self);
  const gboolean is_b = dl_beside_get_show (beside_of (self)) == DL_SHOW_B;
  if (!is_b) /* a way is A's */
    path = path_links (self, &n_path);
  guint n_marked;
  const DlPlace *marked = dl_view_get_marked (self->view, &n_marked);
  DlDragonflyMapOverlay overlay = {
    .dragonfly = dl_evaluation_dragonfly (self->painted)->dragonfly,
    .values = current_values (self),
    .colors = &self->scale,
    .selected = dl_view_get_selected (self->view),
    .hovered = dl_view_get_hovered (self->view),
    .focused = gtk_widget_has_focus (widget),
    .marked = marked,
    .n_marked = n_marked,
    .path = path,
    .n_path = n_path,
  };
  if (contrast != NULL)
    {
      overlay.against
          = dl_evaluation_dragonfly (dl_beside_get_pin (beside_of (self))->result)->dragonfly;
      overlay.links = contrast->links;
      overlay.pairs = contrast->pairs;
    }
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  dl_dragonfly_map_draw_overlay (self->map, cr, &overlay, self->painted_theme);
  if (note_of (self) != NULL)
    dl_map_draw_note (cr, note_of (self), bounds.size.width, bounds.size.height,
                      self->painted_theme);
  cairo_destroy (cr);
  dl_map_zoomer_snapshot (widget, snapshot);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  dl_map_measure (orientation, minimum, natural);
}

/* New figures of a simulation: not more often than eyes can follow. */
static void
on_picture (DlDragonflyView *self)
{
  if (!dl_metric_is_simulated (dl_view_get_metric (self->view))
      || !gtk_widget_get_mapped (GTK_WIDGET (self))
      || (self->image != NULL && g_get_monotonic_time () - self->painted_us < REPAINT_US))
    return;
  drop_image (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Pointing ------------------------------------------------------------------------------------- */

static DlPlace
place_at (GtkWidget *map, double x, double y)
{
  DlDragonflyView *self = DL_DRAGONFLY_VIEW (map);

  return self->map != NULL ? dl_dragonfly_map_hit (self->map, x, y) : DL_NOWHERE;
}

static gboolean
locate (GtkWidget *map, DlPlace place, DlRect *rect)
{
  return dl_dragonfly_view_locate (DL_DRAGONFLY_VIEW (map), place, rect);
}

static gboolean
step (GtkWidget *map, gint dx, gint dy)
{
  DlDragonflyView *self = DL_DRAGONFLY_VIEW (map);

  if (self->map == NULL)
    return FALSE;
  dl_view_select (self->view,
                  dl_dragonfly_map_step (self->map, dl_view_get_selected (self->view), dx, dy));
  return TRUE;
}

/* Page Down: the next group inside, or whose chord it is. */
static gboolean
turn (GtkWidget *map, gint by)
{
  DlDragonflyView *self = DL_DRAGONFLY_VIEW (map);

  if (self->kind == DL_DRAGONFLY_MAP_GROUPS)
    return FALSE;
  dl_view_turn_group (self->view, -by);
  return TRUE;
}

static void
turn_group (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  turn (widget, -g_variant_get_int32 (parameter));
}

static void
show_inside (GtkWidget *map, DlPlace place)
{
  DlDragonflyView *self = DL_DRAGONFLY_VIEW (map);

  if (self->kind == DL_DRAGONFLY_MAP_GROUP || place.kind == DL_PLACE_NOTHING)
    return;
  dl_view_select (self->view, place);
  gtk_widget_activate_action (map, "win.show-view", "s", "group");
}

/* What assistive technology reads -------------------------------------------------------------- */

static void
describe (DlDragonflyView *self)
{
  g_autofree char *text = dl_view_describe (self->view, dl_view_get_selected (self->view));

  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      text != NULL ? text
                   : _ ("Arrow keys move from cell to cell, B breaks, Enter shows the inside of a "
                        "group, Page Up and Page Down the next one, E explains a route"),
      -1);
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  DlDragonflyView *self = DL_DRAGONFLY_VIEW (widget);
  g_autofree char *text = keyboard ? NULL : dl_view_describe (self->view, place_at (widget, x, y));

  if (text == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* Object --------------------------------------------------------------------------------------- */

static void
on_changed (DlDragonflyView *self)
{
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Other counters, another state pinned, or which of the two is shown. */
static void
on_other_values (DlDragonflyView *self)
{
  drop_image (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_critical (DlDragonflyView *self)
{
  if (dl_view_get_metric (self->view) == DL_METRIC_CRITICAL)
    on_other_values (self);
}

static void
dispose (GObject *object)
{
  DlDragonflyView *self = DL_DRAGONFLY_VIEW (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  dl_map_zoomer_remove (GTK_WIDGET (self));
  drop_map (self);
  g_clear_object (&self->places);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_dragonfly_view_parent_class)->dispose (object);
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  dl_map_zoomer_allocate (widget, width, height);
  gtk_popover_present (GTK_POPOVER (DL_DRAGONFLY_VIEW (widget)->menu));
}

static void
dl_dragonfly_view_class_init (DlDragonflyViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  widget_class->snapshot = snapshot;
  widget_class->measure = measure;
  widget_class->size_allocate = size_allocate;
  widget_class->query_tooltip = query_tooltip;
  gtk_widget_class_install_action (widget_class, "group.turn", "i", turn_group);
  gtk_widget_class_set_css_name (widget_class, "dl-map");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

/* Left out where no single group is shown. */
static void
add_turn (GMenu *menu, const char *label, gint by)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "group.turn", "i", by);
  g_menu_item_set_attribute (item, "hidden-when", "s", "action-disabled");
  g_menu_append_item (menu, item);
}

static void
add_input (DlDragonflyView *self)
{
  static const DlMapInput input = {
    .place_at = place_at,
    .locate = locate,
    .step = step,
    .turn = turn,
    .open = show_inside,
    .opens = TRUE,
    .left = 60,
    .top = 36,
  };
  g_autoptr (GMenu) menu = g_menu_new ();

  g_menu_append (menu, _ ("Break or Restore What Is _Here"), "win.break");
  g_menu_append (menu, _ ("Break or Restore Its Whole _Cable or Chassis"), "win.break-direction");
  g_menu_append (menu, _ ("Break or Restore the _Router"), "win.break-node");
  g_menu_append (menu, _ ("Show the _Inside of the Group"), "win.show-view::group");
  add_turn (menu, _ ("_Previous Group"), -1);
  add_turn (menu, _ ("_Next Group"), 1);
  g_menu_append (menu, _ ("Route _from Here"), "win.route-from");
  g_menu_append (menu, _ ("Route _to Here"), "win.route-to");
  g_menu_append (menu, _ ("_Show as Table"), "win.show-table::");
  self->menu = dl_map_add_input (GTK_WIDGET (self), self->view, &input, G_MENU_MODEL (menu));
}

static void
dl_dragonfly_view_init (DlDragonflyView *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
dl_dragonfly_view_new (DlView *view, DlDragonflyMapKind kind)
{
  DlDragonflyView *self = g_object_new (DL_TYPE_DRAGONFLY_VIEW, NULL);

  self->view = g_object_ref (view);
  self->places = g_object_ref (dl_view_get_places (view));
  self->kind = kind;
  add_input (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "group.turn", kind != DL_DRAGONFLY_MAP_GROUPS);
  g_signal_connect_object (view, "notify", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->places, "notify::counters", G_CALLBACK (on_other_values), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_beside (view), "notify::changes",
                           G_CALLBACK (on_other_values), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (on_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (on_picture),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_critical_job (view), "notify", G_CALLBACK (on_critical),
                           self, G_CONNECT_SWAPPED);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (titles[kind]), -1);
  describe (self);
  return GTK_WIDGET (self);
}
