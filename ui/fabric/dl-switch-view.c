#include "dl-fabric-views.h"
#include "dl-families.h"
#include "dl-switch-map.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  guint last; /* the switch that is shown while none is selected */
} Switch;

static const DlFabric *
fabric_of (DlCanvas *self)
{
  return self->result->net.shape;
}

/* The switch of the selected place, else the latest. A channel of the switch that is shown stays
 * there. */
static guint
switch_of (DlCanvas *self)
{
  Switch *own = self->state;
  const DlPlace place = dl_view_get_selected (self->view);
  DlRect rect;
  DlPlace at;

  if (place.kind == DL_PLACE_LINK && self->layout != NULL
      && dl_switch_map_rect (self->layout, place.a, &rect))
    return dl_switch_map_switch (self->layout);
  at = dl_view_router_at (self->view, place);
  if (at.kind == DL_PLACE_ROUTER && at.a < fabric_of (self)->n_switches)
    own->last = at.a;
  return own->last < fabric_of (self)->n_switches ? own->last : 0;
}

/* Does the layout fit? It has the routes of its result, and the channels of one switch. */
static gboolean
fits (DlCanvas *self, gboolean is_new)
{
  return self->placed == self->result && dl_switch_map_switch (self->layout) == switch_of (self);
}

static gpointer
lay_out (DlCanvas *self)
{
  const DlFabricAnalysis *analysis = self->result->analysis_of_family;
  const DlSwitchMapOptions options = {
    .width = self->size.width,
    .height = self->size.height,
    .label_scale = self->size.label_scale,
    .zoom = self->size.zoom,
  };

  return dl_switch_map_new (analysis->routes, switch_of (self), &options);
}

static void
free_layout (gpointer layout)
{
  dl_switch_map_free (layout);
}

static void
draw (DlCanvas *self, cairo_t *cr, const DlOverlay *overlay)
{
  dl_switch_map_draw (self->layout, cr, overlay, self->theme);
}

static DlPlace
hit (DlCanvas *self, double x, double y)
{
  const guint32 channel = dl_switch_map_hit (self->layout, x, y);

  return channel != DL_FABRIC_NONE ? dl_place_link (channel) : DL_NOWHERE;
}

static gboolean
rect (DlCanvas *self, DlPlace place, DlRect *rect)
{
  return place.kind == DL_PLACE_LINK && dl_switch_map_rect (self->layout, place.a, rect);
}

static void
step (DlCanvas *self, gint dx, gint dy)
{
  const DlPlace from = dl_view_get_selected (self->view);
  const guint32 next
      = dl_switch_map_step (self->layout, dl_place_number (from, DL_PLACE_LINK), dx, dy);

  if (next != DL_FABRIC_NONE)
    dl_view_select (self->view, dl_place_link (next));
}

/* Go to the switch, or host, at the other end. */
static void
go_on (DlCanvas *self, DlPlace place)
{
  const DlFabric *fabric;
  guint vertex;

  if (place.kind != DL_PLACE_LINK || !dl_canvas_ensure (self))
    return;
  fabric = fabric_of (self);
  vertex = fabric->channel_to[place.a];
  if (vertex == fabric->n_hosts + dl_switch_map_switch (self->layout))
    vertex = fabric->channel_from[place.a];
  dl_view_select (self->view, dl_fabric_is_host (fabric, vertex)
                                  ? dl_place_node (vertex)
                                  : dl_place_router (vertex - fabric->n_hosts));
}

GtkWidget *
dl_switch_view_new (DlView *view)
{
  static const DlCanvasItem menu[] = {
    { N_ ("Break or Restore What Is _Here"), "win.break" },
    { N_ ("Break or Restore One _Direction"), "win.break-direction" },
    { N_ ("Break or Restore the S_witch"), "win.break-node" },
    { N_ ("_Show as Table"), "win.show-table::" },
  };
  static const DlCanvasKind kind = {
    .hint
    = N_ ("Arrow keys move from port to port, Enter goes to the switch it leads to, B breaks"),
    .family = &dl_family_fabric,
    .state_size = sizeof (Switch),
    .menu = menu,
    .n_menu = G_N_ELEMENTS (menu),
    .left = 40,
    .top = 60,
    .opens = TRUE,
    .fits = fits,
    .lay_out = lay_out,
    .free_layout = free_layout,
    .draw = draw,
    .hit = hit,
    .rect = rect,
    .step = step,
    .open = go_on,
  };

  return dl_canvas_new (view, &kind, 0, _ ("Ports of a switch"));
}
