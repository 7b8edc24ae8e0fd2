#include "dl-switch-view.h"

#include "dl-families.h"
#include "dl-links-shown.h"
#include "dl-map-input.h"
#include "dl-map-parts.h"
#include "dl-map-zoomer.h"

#include <glib/gi18n-lib.h>

struct _DlSwitchView
{
  GtkWidget parent;
  DlView *view;
  DlLinksShown shown;
  DlSwitchMap *map;     /* NULL: it is to be laid out */
  DlEvaluation *mapped; /* whose routes it has; NULL */
  guint32 hovered;      /* a channel; DL_FABRIC_NONE */
  guint last;           /* the switch that is shown while none is selected */
  GtkWidget *menu;
};

G_DEFINE_FINAL_TYPE (DlSwitchView, dl_switch_view, GTK_TYPE_WIDGET)

/* The picture ---------------------------------------------------------------------------------- */

static const DlFabric *
fabric_of (DlSwitchView *self)
{
  return self->shown.result->net.shape;
}

static void
drop_map (DlSwitchView *self)
{
  g_clear_pointer (&self->map, dl_switch_map_free);
  g_clear_pointer (&self->mapped, dl_evaluation_unref);
  self->hovered = DL_FABRIC_NONE;
}

/* That of what is selected, else the latest. A channel of the switch that is shown stays there. */
static guint
switch_of (DlSwitchView *self)
{
  const DlFabric *fabric = fabric_of (self);
  const DlPlace place = dl_view_get_selected (self->view);
  DlRect rect;
  DlPlace at;

  if (place.kind == DL_PLACE_LINK && self->map != NULL
      && dl_switch_map_rect (self->map, place.a, &rect))
    return dl_switch_map_switch (self->map);
  at = dl_view_router_at (self->view, place);
  if (at.kind == DL_PLACE_ROUTER && at.a < fabric->n_switches)
    self->last = at.a;
  return self->last < fabric->n_switches ? self->last : 0;
}

static gboolean
same_options (const DlSwitchMapOptions *a, const DlSwitchMapOptions *b)
{
  return a->width == b->width && a->height == b->height && a->label_scale == b->label_scale
         && dl_map_zoom_equal (&a->zoom, &b->zoom);
}

static gboolean
ensure_map (DlSwitchView *self)
{
  const DlSwitchMapOptions options = {
    .width = gtk_widget_get_width (GTK_WIDGET (self)),
    .height = gtk_widget_get_height (GTK_WIDGET (self)),
    .label_scale = dl_map_words_scale (GTK_WIDGET (self)),
    .zoom = dl_map_zoomer_get (GTK_WIDGET (self), 1),
  };
  const DlFabricAnalysis *analysis;
  gboolean is_new;
  guint s;

  if (options.width < 1 || options.height < 1 || !dl_links_shown_update (&self->shown, &is_new)
      || self->shown.result->scenario->family != &dl_family_fabric)
    return FALSE;
  s = switch_of (self);
  if (self->map != NULL && self->mapped == self->shown.result
      && dl_switch_map_switch (self->map) == s
      && same_options (dl_switch_map_options (self->map), &options))
    return TRUE;
  drop_map (self);
  analysis = self->shown.result->analysis_of_family;
  self->mapped = dl_evaluation_ref (self->shown.result);
  self->map = dl_switch_map_new (analysis->routes, s, &options);
  return TRUE;
}

static guint32
selected_channel (DlSwitchView *self)
{
  return dl_place_number (dl_view_get_selected (self->view), DL_PLACE_LINK);
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlSwitchView *self = DL_SWITCH_VIEW (widget);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  const char *note = dl_map_note (self->view);
  cairo_t *cr;

  if (!ensure_map (self))
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  dl_switch_map_draw (self->map, cr, fabric_of (self), dl_links_shown_values (&self->shown),
                      &self->shown.scale, self->shown.metric, selected_channel (self),
                      self->hovered, self->shown.theme);
  if (note != NULL)
    dl_map_draw_note (cr, note, bounds.size.width, bounds.size.height, self->shown.theme);
  cairo_destroy (cr);
  dl_map_zoomer_snapshot (widget, snapshot);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  dl_map_measure (orientation, minimum, natural);
}

/* What assistive technology reads -------------------------------------------------------------- */

static void
describe (DlSwitchView *self)
{
  const DlPlace place = dl_view_get_selected (self->view);
  g_autofree char *text
      = place.kind != DL_PLACE_NOTHING ? dl_view_describe (self->view, place) : NULL;

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL
                                      ? text
                                      : _ ("Arrow keys move from port to port, Enter goes to the "
                                           "switch it leads to, B breaks"),
                                  -1);
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  DlSwitchView *self = DL_SWITCH_VIEW (widget);
  const guint32 channel
      = keyboard || self->map == NULL ? DL_FABRIC_NONE : dl_switch_map_hit (self->map, x, y);
  g_autofree char *text
      = channel != DL_FABRIC_NONE ? dl_view_describe (self->view, dl_place_link (channel)) : NULL;

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* Pointing and keys ---------------------------------------------------------------------------- */

const DlSwitchMap *
dl_switch_view_get_map (DlSwitchView *self)
{
  return ensure_map (self) ? self->map : NULL;
}

static DlPlace
place_at (GtkWidget *map, double x, double y)
{
  DlSwitchView *self = DL_SWITCH_VIEW (map);
  const guint32 channel = self->map != NULL ? dl_switch_map_hit (self->map, x, y) : DL_FABRIC_NONE;

  return channel != DL_FABRIC_NONE ? dl_place_link (channel) : DL_NOWHERE;
}

static DlPlace
hover_at (GtkWidget *map, double x, double y)
{
  DlSwitchView *self = DL_SWITCH_VIEW (map);
  const DlPlace place = place_at (map, x, y);

  if (dl_place_number (place, DL_PLACE_LINK) != self->hovered)
    gtk_widget_queue_draw (map);
  self->hovered = dl_place_number (place, DL_PLACE_LINK);
  return place;
}

static gboolean
locate (GtkWidget *map, DlPlace place, DlRect *rect)
{
  DlSwitchView *self = DL_SWITCH_VIEW (map);

  return place.kind == DL_PLACE_LINK && ensure_map (self)
         && dl_switch_map_rect (self->map, place.a, rect);
}

static gboolean
step (GtkWidget *map, gint dx, gint dy)
{
  DlSwitchView *self = DL_SWITCH_VIEW (map);
  guint32 next;

  if (!ensure_map (self))
    return FALSE;
  next = dl_switch_map_step (self->map, selected_channel (self), dx, dy);
  if (next != DL_FABRIC_NONE)
    dl_view_select (self->view, dl_place_link (next));
  return TRUE;
}

/* The switch, or host, at the other end. */
static void
go_on (GtkWidget *map, DlPlace place)
{
  DlSwitchView *self = DL_SWITCH_VIEW (map);
  const DlFabric *fabric;
  guint vertex;

  if (place.kind != DL_PLACE_LINK || !ensure_map (self))
    return;
  fabric = fabric_of (self);
  vertex = fabric->channel_to[place.a];
  if (vertex == fabric->n_hosts + dl_switch_map_switch (self->map))
    vertex = fabric->channel_from[place.a];
  dl_view_select (self->view, dl_fabric_is_host (fabric, vertex)
                                  ? dl_place_node (vertex)
                                  : dl_place_router (vertex - fabric->n_hosts));
}

static void
add_input (DlSwitchView *self)
{
  static const DlMapInput input = {
    .place_at = place_at,
    .hover_at = hover_at,
    .locate = locate,
    .step = step,
    .open = go_on,
    .opens = TRUE,
    .left = 40,
    .top = 60,
  };
  g_autoptr (GMenu) menu = g_menu_new ();

  g_menu_append (menu, _ ("Break or Restore What Is _Here"), "win.break");
  g_menu_append (menu, _ ("Break or Restore One _Direction"), "win.break-direction");
  g_menu_append (menu, _ ("Break or Restore the S_witch"), "win.break-node");
  g_menu_append (menu, _ ("_Show as Table"), "win.show-table::");
  self->menu = dl_map_add_input (GTK_WIDGET (self), self->view, &input, G_MENU_MODEL (menu));
}

/* Object --------------------------------------------------------------------------------------- */

static void
on_changed (GtkWidget *widget)
{
  describe (DL_SWITCH_VIEW (widget));
}

static void
dispose (GObject *object)
{
  DlSwitchView *self = DL_SWITCH_VIEW (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  dl_map_zoomer_remove (GTK_WIDGET (self));
  dl_links_shown_clear (&self->shown);
  drop_map (self);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_switch_view_parent_class)->dispose (object);
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  dl_map_zoomer_allocate (widget, width, height);
  gtk_popover_present (GTK_POPOVER (DL_SWITCH_VIEW (widget)->menu));
}

static void
dl_switch_view_class_init (DlSwitchViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  widget_class->snapshot = snapshot;
  widget_class->measure = measure;
  widget_class->size_allocate = size_allocate;
  widget_class->query_tooltip = query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "dl-map");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
dl_switch_view_init (DlSwitchView *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  self->hovered = DL_FABRIC_NONE;
}

GtkWidget *
dl_switch_view_new (DlView *view)
{
  DlSwitchView *self = g_object_new (DL_TYPE_SWITCH_VIEW, NULL);

  self->view = g_object_ref (view);
  dl_links_shown_init (&self->shown, GTK_WIDGET (self), view, on_changed);
  add_input (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Ports of a switch"), -1);
  describe (self);
  return GTK_WIDGET (self);
}
