#include "dl-chart-table.h"
#include "dl-chart.h"
#include "dl-families.h"
#include "dl-map-view.h"
#include "dl-ring-picker.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

/* Around the chart. */
#define MARGIN 12
/* What it wants for words of the usual size: a key below the title, bars and their balance. */
#define ROOM_HEIGHT 290

typedef struct
{
  gboolean holds_dateline; /* the arrow keys move it */
} Ring;

/* What to draw; FALSE while there is no result for it. */
static gboolean
get_chart (DlCanvas *self, DlRingChart *chart)
{
  DlBeside *beside = dl_view_get_beside (self->view);
  const DlShow show = dl_beside_get_show (beside);

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

/* It gets wider as it is zoomed, and goes out of the map at the left. */
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

/* Where there is no bar, what is selected stays. */
static void
click (DlCanvas *self, double x, double y, gboolean breaks, gboolean other)
{
  const DlPlace place = hit (self, x, y);

  if (place.kind != DL_PLACE_NOTHING)
    dl_canvas_choose (self, place, breaks, other);
}

/* The dateline --------------------------------------------------------------------------------- */

/* As in the other maps; what is pinned stays as it is, and a row has none. */
static gboolean
take_dateline (DlCanvas *self, DlDim dim)
{
  Ring *own = self->state;
  DlSession *session = dl_view_get_session (self->view);

  if (dl_beside_get_show (dl_view_get_beside (self->view)) == DL_SHOW_B
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
move_dateline (DlCanvas *self, DlDim dim, gint by)
{
  DlSession *session = dl_view_get_session (self->view);
  const DlScenario *scenario = dl_session_get_scenario (session);
  const gint k = dl_torus_options (scenario)->spec.radix[dim];
  const gint at = dl_scenario_routing (scenario).dateline[dim];

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
  const DlNetwork *network = chart.analysis->network;
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

  dl_view_select (self->view, dl_place_link (dl_network_link (
                                  network, node - at * stride + (at + dx + k) % k * stride, port)));
}

static gboolean
turn (DlCanvas *self, gint by)
{
  dl_ring_picker_turn (self->view, -by);
  return TRUE;
}

static gboolean
back (DlCanvas *self)
{
  dl_view_select (self->view, DL_NOWHERE);
  return TRUE;
}

static gboolean
key (DlCanvas *self, guint keyval)
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
