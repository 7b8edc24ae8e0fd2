#include "dl-ring-view.h"

#include "dl-chart.h"
#include "dl-families.h"
#include "dl-map-view.h"
#include "dl-number-field.h"
#include "dl-session-edits.h"
#include "dl-table-window.h"
#include "dl-turn-box.h"

#include <glib/gi18n-lib.h>

/* Shared state. */
typedef struct
{
  DlView *view; /* owned */
  GtkWidget *box;
  GtkDropDown *axis;
  GtkWidget *at[DL_TORUS_N_DIMS]; /* coordinates; that of the axis is hidden */
  gboolean following;             /* the list follows the view just now, not the other way round */
} Picker;

static void
picker_free (gpointer data)
{
  Picker *self = data;

  g_object_unref (self->view);
  g_free (self);
}

/* NULL before there is one. */
static const DlTorusNetwork *
network_of (DlView *view)
{
  DlEvaluation *result = dl_session_get_result_of (dl_view_get_session (view), &dl_family_torus);

  return result != NULL ? dl_evaluation_torus (result)->network : NULL;
}

/* The ring that is shown, by one of its nodes: that of the selected link, if it is in it. */
static gboolean
get_ring (DlView *view, const DlTorusNetwork *network, guint *node, DlTorusDim *dim, guint *port)
{
  const guint link = dl_view_get_selected_link (view);

  if (network == NULL)
    return FALSE;
  dl_view_get_ring (view, node, dim);
  *port = 2 * *dim;
  if (*node >= network->n_nodes)
    return FALSE;
  if (link != DL_NO_LINK && link % network->n_ports / 2 == *dim)
    {
      *node = link / network->n_ports;
      *port = link % network->n_ports;
    }
  return TRUE;
}

/* A mesh has no link at that end. */
static void
select_in (DlView *view, const DlTorusNetwork *network, guint node, guint port)
{
  const guint dim = port / 2, at = network->torus.coord[node].at[dim];

  if (!network->torus.ring[dim] && at == (port % 2 == 1 ? 0 : network->torus.radix[dim] - 1))
    port ^= 1;
  dl_view_select (view, dl_place_link (dl_torus_network_link (network, node, port)));
}

/* The ring @by further on, of the same axis; after the last one comes the first. */
static void
ring_picker_turn (DlView *view, gint by)
{
  const DlTorusNetwork *network = network_of (view);
  guint node, port, others[2];
  DlTorusDim dim;

  if (!get_ring (view, network, &node, &dim, &port))
    return;
  const DlTorus *torus = &network->torus;
  others[0] = dim == DL_X ? DL_Y : DL_X;
  others[1] = dim == DL_Z ? DL_Y : DL_Z;
  const guint minor = torus->radix[others[1]], n = torus->radix[others[0]] * minor;
  const DlTorusCoord at = torus->coord[node];
  const guint ring = (at.at[others[0]] * minor + at.at[others[1]] + n + by) % n;

  node += (ring / minor - at.at[others[0]]) * torus->stride[others[0]];
  node += (ring % minor - at.at[others[1]]) * torus->stride[others[1]];
  select_in (view, network, node, port);
}

static void
follow (Picker *self)
{
  const DlTorusNetwork *network = network_of (self->view);
  guint node, port, n_rings = 1;
  DlTorusDim ring;

  if (!get_ring (self->view, network, &node, &ring, &port))
    return;
  self->following = TRUE;
  gtk_drop_down_set_selected (self->axis, ring);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const guint k = network->torus.radix[dim];

      gtk_widget_set_visible (self->at[dim], dim != ring);
      dl_number_field_follow (DL_NUMBER_FIELD (self->at[dim]), network->torus.coord[node].at[dim],
                              k - 1);
      n_rings *= dim != ring ? k : 1;
    }
  dl_turn_box_set_turns (DL_TURN_BOX (self->box), n_rings > 1);
  self->following = FALSE;
}

static void
on_view (GtkWidget *box)
{
  follow (g_object_get_data (G_OBJECT (box), "picker"));
}

static void
on_axis (Picker *self)
{
  const DlTorusNetwork *network = network_of (self->view);
  const guint axis = gtk_drop_down_get_selected (self->axis);
  guint node, port;
  DlTorusDim dim;

  if (self->following || axis >= DL_TORUS_N_DIMS
      || !get_ring (self->view, network, &node, &dim, &port))
    return;
  if (network->torus.radix[axis] > 1)
    select_in (self->view, network, node, 2 * axis);
  else /* it has no links */
    follow (self);
}

static void
on_at (DlNumberField *field, int value, Picker *self)
{
  const DlTorusNetwork *network = network_of (self->view);
  guint node, port;
  DlTorusDim dim;

  if (!get_ring (self->view, network, &node, &dim, &port))
    return;
  for (guint other = 0; other < DL_TORUS_N_DIMS; other++)
    if (GTK_WIDGET (field) == self->at[other])
      node += (value - network->torus.coord[node].at[other]) * network->torus.stride[other];
  select_in (self->view, network, node, port);
}

static void
on_turned (Picker *self, int by)
{
  ring_picker_turn (self->view, by);
}

GtkWidget *
dl_ring_picker_new (DlView *view)
{
  static const char *const axes[] = { "X", "Y", "Z", NULL };
  Picker *self = g_new0 (Picker, 1);
  GtkWidget *middle = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->view = g_object_ref (view);
  self->axis = GTK_DROP_DOWN (gtk_drop_down_new_from_strings (axes));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->axis), _ ("The axis along which the ring runs"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->axis), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Axis of the ring"), -1);
  gtk_box_append (GTK_BOX (middle), GTK_WIDGET (self->axis));
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      /* Translators: %s is an axis, x, y or z */
      g_autofree char *name
          = g_strdup_printf (_ ("Coordinate %s of the ring"), dl_torus_dim_name (dim));

      self->at[dim] = dl_number_field_new (dl_torus_dim_name (dim), name, 0);
      gtk_widget_set_tooltip_text (self->at[dim], name);
      gtk_widget_set_valign (self->at[dim], GTK_ALIGN_CENTER);
      g_signal_connect (self->at[dim], "changed", G_CALLBACK (on_at), self);
      gtk_box_append (GTK_BOX (middle), self->at[dim]);
    }
  self->box = dl_turn_box_new (_ ("Ring that is shown"), _ ("Previous ring (Page Up in the map)"),
                               _ ("Next ring (Page Down in the map)"), middle);
  g_object_set_data_full (G_OBJECT (self->box), "picker", self, picker_free);
  g_signal_connect_swapped (self->axis, "notify::selected", G_CALLBACK (on_axis), self);
  g_signal_connect_swapped (self->box, "turned", G_CALLBACK (on_turned), self);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (on_view), self->box,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (on_view),
                           self->box, G_CONNECT_SWAPPED);
  follow (self);
  return self->box;
}

/* Around the chart. */
#define MARGIN 12
/* Height for words of the usual size: a key below the title, bars and their balance. */
#define ROOM_HEIGHT 290

typedef struct
{
  gboolean holds_dateline; /* the arrow keys move it */
} Ring;

/* Chart to draw; FALSE while it has no result. */
static gboolean
get_chart (DlCanvas *self, DlRingChart *chart)
{
  DlBeside *beside = dl_view_get_beside (self->view);
  const DlShow show = dl_shown_get_show (self->shown);

  *chart = (DlRingChart) {
    .analysis = dl_evaluation_torus (self->result),
    .selected_link = dl_view_get_selected_link (self->view),
    .hovered_link = dl_view_get_hovered_link (self->view),
    .holds_dateline = ((const Ring *) self->state)->holds_dateline,
  };
  dl_view_get_ring (self->view, &chart->node, &chart->dim);
  if (dl_beside_compares (beside, NULL))
    {
      chart->against
          = show == DL_SHOW_B
                ? dl_evaluation_torus (dl_session_get_result (dl_view_get_session (self->view)))
                : dl_evaluation_torus (dl_beside_get_pin (beside)->result);
      chart->outlined = show == DL_SHOW_DIFFERENCE;
    }
  return chart->node < chart->analysis->network->n_nodes;
}

/* Rectangle of the chart, which gets wider as it is zoomed, past the map's left edge. */
static DlRect
get_rect (DlCanvas *self)
{
  const double width = self->size.width * self->size.zoom.by;

  return (DlRect) { MARGIN, MARGIN, MAX (width - 2 * MARGIN, 1),
                    MAX (self->size.height - 2 * MARGIN, 1) };
}

static void
draw (DlCanvas *self, cairo_t *cr, const DlOverlay *overlay)
{
  DlRingChart chart;

  if (!get_chart (self, &chart))
    return;
  chart.path = overlay->path;
  cairo_translate (cr, -self->size.zoom.x, 0);
  dl_ring_chart_draw (cr, get_rect (self), &chart, self->theme);
}

static DlPlace
hit (DlCanvas *self, double x, double y)
{
  DlRingChart chart;
  guint link;

  if (!get_chart (self, &chart))
    return DL_NOWHERE;
  link = dl_ring_chart_hit (get_rect (self), &chart, x + self->size.zoom.x, y);
  return link != DL_NO_LINK ? dl_place_link (link) : DL_NOWHERE;
}

static gboolean
rect (DlCanvas *self, DlPlace place, DlRect *rect)
{
  DlRingChart chart;

  if (!get_chart (self, &chart)
      || !dl_ring_chart_rect (get_rect (self), &chart, dl_place_number (place, DL_PLACE_LINK),
                              dl_place_number (place, DL_PLACE_NODE), rect))
    return FALSE;
  rect->x -= self->size.zoom.x;
  return TRUE;
}

/* Where there is no bar, the selection stays. */
static void
click (DlCanvas *self, double x, double y, gboolean breaks, gboolean other)
{
  const DlPlace place = hit (self, x, y);

  if (place.kind != DL_PLACE_NOTHING)
    dl_canvas_choose (self, place, breaks, other);
}

/* The dateline --------------------------------------------------------------------------------- */

/* Take up the dateline, or put it down; a pinned scenario and a mesh dimension refuse. */
static gboolean
take_dateline (DlCanvas *self, DlTorusDim dim)
{
  Ring *own = self->state;
  DlSession *session = dl_view_get_session (self->view);

  if (dl_shown_get_show (self->shown) == DL_SHOW_B
      || !dl_torus_spec_is_ring (&dl_torus_options (dl_session_get_scenario (session))->spec, dim))
    return FALSE;
  own->holds_dateline = !own->holds_dateline;
  dl_session_seal (session);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

static void
release (DlCanvas *self)
{
  Ring *own = self->state;

  if (own->holds_dateline)
    dl_session_seal (dl_view_get_session (self->view));
  own->holds_dateline = FALSE;
}

static void
move_dateline (DlCanvas *self, DlTorusDim dim, gint by)
{
  DlSession *session = dl_view_get_session (self->view);
  const DlScenario *scenario = dl_session_get_scenario (session);
  const gint k = dl_torus_options (scenario)->spec.radix[dim];
  const gint at = dl_torus_routing (scenario).dateline[dim];

  dl_session_set_number (session, "torus.datelines", dim,
                         at == DL_NO_DATELINE ? 0 : (at + by + k) % k, TRUE);
}

/* Keys ----------------------------------------------------------------------------------------- */

/* Left and right go along the ring, up and down to its other direction. */
static void
step (DlCanvas *self, gint dx, gint dy)
{
  DlRingChart chart;
  guint node, port;

  if (!get_chart (self, &chart))
    return;
  if (chart.holds_dateline)
    {
      move_dateline (self, chart.dim, dx != 0 ? dx : -dy);
      return;
    }
  const DlTorusNetwork *network = chart.analysis->network;
  const guint k = network->torus.radix[chart.dim], stride = network->torus.stride[chart.dim];

  node = chart.node;
  port = 2 * chart.dim;
  if (chart.selected_link != DL_NO_LINK)
    {
      node = chart.selected_link / network->n_ports;
      port = chart.selected_link % network->n_ports;
    }
  if (dy != 0)
    port = 2 * chart.dim + (dy > 0);
  const guint at = network->torus.coord[node].at[chart.dim];

  dl_view_select (self->view, dl_place_link (dl_torus_network_link (
                                  network, node - at * stride + (at + dx + k) % k * stride, port)));
}

static gboolean
turn (DlCanvas *self, gint by)
{
  ring_picker_turn (self->view, -by);
  return TRUE;
}

static gboolean
back (DlCanvas *self)
{
  dl_view_select (self->view, DL_NOWHERE);
  return TRUE;
}

static gboolean
key (DlCanvas *self, guint keyval, gboolean shift)
{
  DlRingChart chart;

  return keyval == GDK_KEY_d && get_chart (self, &chart) && take_dateline (self, chart.dim);
}

/* The kind ------------------------------------------------------------------------------------- */

static char *
describe (DlCanvas *self)
{
  const DlPlace place = dl_view_get_selected (self->view);

  return place.kind == DL_PLACE_LINK ? dl_view_describe (self->view, place) : NULL;
}

static void
init (DlCanvas *self)
{
  dl_chart_give_table (GTK_WIDGET (self), "ring-balance");
}

GtkWidget *
dl_ring_view_new (DlView *view)
{
  static const DlCanvasKind kind = {
    .hint = N_ ("Arrow keys move from link to link, B breaks"),
    .family = &dl_family_torus,
    .state_size = sizeof (Ring),
    .init = init,
    .enlarged = TRUE,
    .room_height = ROOM_HEIGHT,
    .sideways = TRUE,
    .silent = TRUE,
    .draw = draw,
    .hit = hit,
    .rect = rect,
    .step = step,
    .click = click,
    .turn = turn,
    .back = back,
    .key = key,
    .release = release,
    .describe = describe,
  };

  return dl_canvas_new (view, &kind, 0, _ ("Ring"));
}
