#include "dl-inside-view.h"

#include "dl-appearance.h"
#include "dl-inside-text.h"
#include "dl-router-chart.h"
#include "dl-router-look.h"
#include "dl-rows.h"
#include "dl-seastar-inside.h"
#include "dl-torus.h"

#include <glib/gi18n-lib.h>

/* Source of the rows. */
typedef struct
{
  DlSeastarInside inside;
  DlTorusNetwork *network;
} Source;

static void
source_clear (gpointer data)
{
  dl_torus_network_unref (((Source *) data)->network);
}

static void
source_unref (gpointer source)
{
  g_rc_box_release_full (source, source_clear);
}

/* Rows whose index is that of the grant. */
static DlRows *
grant_list_new (void)
{
  return dl_rows_new (g_rc_box_acquire, source_unref);
}

/* @inside is copied; NULL: no rows. */
static void
grant_list_set (DlRows *self, const DlSeastarInside *inside, DlTorusNetwork *network)
{
  Source *source;

  if (inside == NULL)
    {
      dl_rows_set (self, NULL, NULL, 0);
      return;
    }
  source = g_rc_box_new (Source);
  source->inside = *inside;
  source->network = dl_torus_network_ref (network);
  dl_rows_set (self, source, NULL, inside->n_kept);
  source_unref (source);
}

/* The router that the rows are of, NULL without rows. */
static const DlSeastarInside *
grant_list_get (DlRows *self)
{
  const Source *source = dl_rows_get_source (self);
  return source != NULL ? &source->inside : NULL;
}

/* Columns -------------------------------------------------------------------------------------- */

static const DlSeastarGrant *
grant_of (gconstpointer source, guint index)
{
  return &((const Source *) source)->inside.grants[index];
}

static double
get_cycle (gconstpointer source, guint index)
{
  return grant_of (source, index)->cycle;
}

static double
get_output (gconstpointer source, guint index)
{
  return grant_of (source, index)->output;
}

static char *
output_text (gconstpointer source, guint index)
{
  return g_strdup (dl_inside_port_name (grant_of (source, index)->output));
}

static double
get_winner (gconstpointer source, guint index)
{
  return grant_of (source, index)->winner;
}

static char *
winner_text (gconstpointer source, guint index)
{
  return dl_inside_queue_name (grant_of (source, index)->winner);
}

static char *
packet_text (gconstpointer source, guint index)
{
  return dl_inside_packet_name (((const Source *) source)->network,
                                &grant_of (source, index)->packet);
}

static double
get_rivals (gconstpointer source, guint index)
{
  return __builtin_popcount (grant_of (source, index)->candidates);
}

static char *
reason_text (gconstpointer source, guint index)
{
  return dl_inside_reason (&((const Source *) source)->inside, grant_of (source, index));
}

static GtkWidget *
grant_list_new_view (DlRows *self)
{
  static const DlTableColumn columns[] = {
    { NULL, N_ ("Cycle"), DL_COLUMN_REAL, .value = get_cycle, .min_chars = 7 },
    { NULL, N_ ("Output"), .value = get_output, .text = output_text, .min_chars = 8 },
    { NULL, N_ ("Winner"), .value = get_winner, .text = winner_text, .min_chars = 8 },
    /* Translators: how many packets competed. */
    { NULL, N_ ("Of"), DL_COLUMN_REAL, .value = get_rivals, .min_chars = 2 },
    { NULL, N_ ("Why"), .text = reason_text, .min_chars = 18, .nat_chars = 42 },
    { NULL, N_ ("Packet"), .text = packet_text, .min_chars = 10, .nat_chars = 24 },
  };

  return dl_rows_new_view (self, columns, G_N_ELEMENTS (columns), _ ("The last grants"));
}

/* Around the chart. */
#define MARGIN 10
/* Least readable size. */
#define LEAST_WIDTH  400
#define LEAST_HEIGHT 300
/* A larger text is one's own to read by: the chart is larger than its room, and scrolls. */
/* Type is hardly larger than the window's, however large the chart. */
#define MOST_ZOOM    1.25
#define LARGE_WIDTH  (DL_ROUTER_CHART_WIDTH + 2 * MARGIN)
#define LARGE_HEIGHT (DL_ROUTER_CHART_HEIGHT + 2 * MARGIN)
/* Least visible height. */
#define LARGE_LEAST 120
/* Lines of the story. */
#define LINES       2
#define LARGE_LINES 5

/* First item of the outputs' drop-down; the ports follow. */
#define FOLLOW 0

#define NO_GRANT G_MAXUINT64

struct _DlInsideView
{
  DlPane parent;
  DlLive *live; /* the view's */
  DlRows *grants;
  GtkSingleSelection *selection;
  gboolean selecting; /* the rows follow the picture just now */
  guint64 grant;      /* that is explained, by its number since the router is watched; NO_GRANT */
  double x, y;        /* pointer over the chart; negative: elsewhere */

  GtkDropDown *outputs;
  DlRouterFrame frame;
};

G_DEFINE_FINAL_TYPE (DlInsideView, dl_inside_view, DL_TYPE_PANE)

/* Display -------------------------------------------------------------------------------------- */

static const DlSeastarInside *
inside_of (const DlLivePicture *picture)
{
  return dl_seastar_inside_of (picture->inside);
}

/* The latest picture of a router; NULL while there is none. */
static const DlLivePicture *
get_picture (DlInsideView *self)
{
  const DlLivePicture *picture = dl_live_get_picture (self->live);

  return picture != NULL && inside_of (picture) != NULL ? picture : NULL;
}

DlInsideLook
dl_inside_view_get_look (GtkWidget *inside)
{
  const DlInsideView *self = DL_INSIDE_VIEW (inside);
  const guint chosen = gtk_drop_down_get_selected (self->outputs);

  return (DlInsideLook) { .has_output = chosen != FOLLOW,
                          .output = chosen != FOLLOW ? chosen - 1 : 0,
                          .has_grant = self->grant != NO_GRANT,
                          .grant = self->grant };
}

/* The grant that is explained; DL_INSIDE_NOW for what competes now. */
static guint
grant_shown (const DlRouterChart *chart)
{
  const DlSeastarGrant *grant = chart->contest->grant;

  return grant != NULL ? (guint) (grant - chart->inside->grants) : DL_INSIDE_NOW;
}

static DlRect
get_rect (DlInsideView *self)
{
  return (DlRect) { MARGIN, MARGIN, MAX (gtk_widget_get_width (self->frame.chart) - 2 * MARGIN, 1),
                    MAX (gtk_widget_get_height (self->frame.chart) - 2 * MARGIN, 1) };
}

/* Chart to draw; FALSE if there is none. */
static gboolean
get_chart (DlInsideView *self, DlRouterChart *chart, DlInsideContest *contest)
{
  const DlLivePicture *picture = get_picture (self);
  const DlInsideLook look = dl_inside_view_get_look (GTK_WIDGET (self));

  if (picture == NULL)
    return FALSE;
  dl_inside_contest_look (contest, inside_of (picture), &look);
  *chart = (DlRouterChart) {
    .most_zoom = MOST_ZOOM * dl_text_size_scale (),
    .inside = inside_of (picture),
    .network = picture->shape,
    .contest = contest,
  };
  if (self->x >= 0)
    chart->hovered = dl_router_chart_hit (get_rect (self), chart, self->x, self->y);
  return TRUE;
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlInsideView *self = user_data;
  DlRouterChart chart;
  DlInsideContest contest;

  if (get_chart (self, &chart, &contest))
    dl_router_chart_draw (cr, get_rect (self), &chart, dl_view_theme (GTK_WIDGET (area)));
}

/* The packet under the pointer, or else what happened. */
static void
show_story (DlInsideView *self, const DlRouterChart *chart)
{
  const DlInsideContest *contest = chart->contest;
  DlSeastarPacketInside packet;
  g_autofree char *text = NULL;

  if (dl_router_chart_packet (chart, chart->hovered, &packet))
    text = dl_inside_packet_text (chart->network, &packet);
  else if (contest->grant != NULL)
    text = dl_inside_grant_text (chart->inside, chart->network, contest->grant);
  else
    text = g_strdup (_ ("Point at a packet for its story. Arrow keys choose an output, Enter its "
                        "last grant"));
  if (g_strcmp0 (text, gtk_label_get_text (self->frame.story)) != 0)
    gtk_label_set_text (self->frame.story, text);
}

static void
show_chart (DlInsideView *self)
{
  DlRouterChart chart;
  DlInsideContest contest;
  g_autofree char *text = NULL;

  if (!get_chart (self, &chart, &contest))
    return;
  show_story (self, &chart);
  text = dl_inside_describe (chart.inside, chart.network, &contest);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->frame.chart),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_queue_draw (self->frame.chart);
}

static void
select_row (DlInsideView *self)
{
  const DlSeastarInside *inside = grant_list_get (self->grants);
  const guint grant = inside != NULL && self->grant != NO_GRANT
                          ? dl_inside_find_grant (inside, self->grant)
                          : DL_INSIDE_NOW;
  guint position = GTK_INVALID_LIST_POSITION;

  /* Rows may be sorted by something else. */
  for (guint i = 0; grant != DL_INSIDE_NOW && i < inside->n_kept; i++)
    {
      g_autoptr (DlRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), i);

      if (row != NULL && dl_row_get_index (row) == grant)
        position = i;
    }
  self->selecting = TRUE;
  gtk_single_selection_set_selected (self->selection, position);
  self->selecting = FALSE;
}

/* A grant that fell out of the list is not explained any more. */
static void
forget_grant (DlInsideView *self, const DlSeastarInside *inside)
{
  if (self->grant != NO_GRANT && dl_inside_find_grant (inside, self->grant) == DL_INSIDE_NOW)
    self->grant = NO_GRANT;
}

static void
update (GtkWidget *widget)
{
  DlInsideView *self = DL_INSIDE_VIEW (widget);
  const DlLivePicture *picture = get_picture (self);
  const DlSeastarInside *listed = grant_list_get (self->grants), *inside;
  const char *problem = dl_live_get_problem (self->live);

  dl_pane_show_text (self->frame.problem, problem);
  gtk_stack_set_visible_child_name (self->frame.pages, picture != NULL ? "router" : "nothing");
  if (picture == NULL)
    {
      self->grant = NO_GRANT;
      grant_list_set (self->grants, NULL, NULL);
      return;
    }
  inside = inside_of (picture);
  forget_grant (self, inside);
  if (listed == NULL || listed->node != inside->node || listed->cycle != inside->cycle
      || listed->n_grants != inside->n_grants)
    {
      self->selecting = TRUE;
      grant_list_set (self->grants, inside, picture->shape);
      self->selecting = FALSE;
      select_row (self);
    }
  show_chart (self);
}

/* Another router's grants, or none. */
static void
on_watched (DlInsideView *self)
{
  self->grant = NO_GRANT;
}

static void
choose_packet (DlInsideView *self, const DlSeastarPacketInside *packet)
{
  const DlFlight chosen = DL_FLIGHT_KNOWN (packet);

  dl_view_set_packet (dl_pane_get_view (DL_PANE (self)), &chosen);
}

/* Which output, which grant --------------------------------------------------------------------
 */

static void
choose_grant (DlInsideView *self, guint64 grant)
{
  const DlSeastarInside *inside = grant_list_get (self->grants);
  const guint at
      = inside != NULL && grant != NO_GRANT ? dl_inside_find_grant (inside, grant) : DL_INSIDE_NOW;

  self->grant = grant;
  if (at != DL_INSIDE_NOW)
    choose_packet (self, &inside->grants[at].packet);
  select_row (self);
  show_chart (self);
}

static void
choose_output (DlInsideView *self, guint output)
{
  self->grant = NO_GRANT;
  gtk_drop_down_set_selected (self->outputs, output + 1);
  choose_grant (self, NO_GRANT);
}

static void
on_output (DlInsideView *self)
{
  choose_grant (self, NO_GRANT);
}

static void
on_selected (DlInsideView *self)
{
  const DlRow *row = gtk_single_selection_get_selected_item (self->selection);
  const DlSeastarInside *inside = grant_list_get (self->grants);

  if (self->selecting)
    return;
  self->grant = row != NULL ? inside->n_grants - 1 - dl_row_get_index (row) : NO_GRANT;
  if (row != NULL)
    choose_packet (self, &inside->grants[dl_row_get_index (row)].packet);
  show_chart (self);
}

/* The output that @chart explains, @by further on. */
static void
move_output (DlInsideView *self, const DlRouterChart *chart, gint by)
{
  choose_output (self, (chart->contest->output + by + DL_N_ROUTER_PORTS) % DL_N_ROUTER_PORTS);
}

/* Move to an older grant of the list, or a newer one. */
static void
move_grant (DlInsideView *self, const DlRouterChart *chart, gint by)
{
  const DlSeastarInside *inside = chart->inside;
  const guint now = grant_shown (chart);
  const gint grant = now == DL_INSIDE_NOW ? 0 : (gint) now + by;

  if (grant >= 0 && (guint) grant < inside->n_kept)
    choose_grant (self, inside->n_grants - 1 - grant);
}

/* The last grant of the output that is looked at; if it is explained already, the one before. */
static void
explain (DlInsideView *self, const DlRouterChart *chart)
{
  const DlSeastarInside *inside = chart->inside;
  const guint shown = self->grant != NO_GRANT ? grant_shown (chart) : DL_INSIDE_NOW;

  for (guint i = shown == DL_INSIDE_NOW ? 0 : shown + 1; i < inside->n_kept; i++)
    if (inside->grants[i].output == chart->contest->output)
      {
        choose_grant (self, inside->n_grants - 1 - i);
        return;
      }
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
        DlInsideView *self)
{
  DlRouterChart chart;
  DlInsideContest contest;

  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK) || !get_chart (self, &chart, &contest))
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      move_output (self, &chart, keyval == GDK_KEY_Up ? -1 : 1);
      return TRUE;
    case GDK_KEY_Left:
    case GDK_KEY_Right:
      move_grant (self, &chart, keyval == GDK_KEY_Left ? 1 : -1);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      explain (self, &chart);
      return TRUE;
    case GDK_KEY_Escape:
      gtk_drop_down_set_selected (self->outputs, FOLLOW);
      choose_grant (self, NO_GRANT);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
on_motion (DlInsideView *self, double x, double y)
{
  self->x = x;
  self->y = y;
  show_chart (self);
}

static void
on_leave (DlInsideView *self)
{
  self->x = self->y = -1;
  show_chart (self);
}

/* An output, or the one that a packet wants. */
static void
on_pressed (GtkGestureClick *click, int n_press, double x, double y, DlInsideView *self)
{
  DlRouterChart chart;
  DlInsideContest contest;
  DlSeastarPacketInside packet;

  gtk_widget_grab_focus (self->frame.chart);
  self->x = x;
  self->y = y;
  if (!get_chart (self, &chart, &contest))
    return;
  if (chart.hovered.kind == DL_ROUTER_OUTPUT)
    choose_output (self, chart.hovered.output);
  else if (dl_router_chart_packet (&chart, chart.hovered, &packet))
    {
      choose_packet (self, &packet);
      if (chart.hovered.kind != DL_ROUTER_RIVAL)
        choose_output (self, packet.port);
    }
}

/* The widget -----------------------------------------------------------------------------------
 */

static void
dispose (GObject *object)
{
  DlInsideView *self = DL_INSIDE_VIEW (object);

  g_clear_object (&self->grants);
  G_OBJECT_CLASS (dl_inside_view_parent_class)->dispose (object);
}

static void
dl_inside_view_class_init (DlInsideViewClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static GtkWidget *
new_outputs (DlInsideView *self)
{
  g_autoptr (GtkStringList) outputs = gtk_string_list_new (NULL);

  gtk_string_list_append (outputs, _ ("Output of the last grant"));
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    {
      g_autofree char *name = g_strdup_printf (_ ("Output %s"), dl_inside_port_name (port));
      gtk_string_list_append (outputs, name);
    }
  self->outputs
      = GTK_DROP_DOWN (gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&outputs)), NULL));
  gtk_widget_set_hexpand (GTK_WIDGET (self->outputs), TRUE);
  gtk_widget_set_halign (GTK_WIDGET (self->outputs), GTK_ALIGN_END);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->outputs), _ ("The output to look at"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->outputs), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("The output to look at"), -1);
  g_signal_connect_swapped (self->outputs, "notify::selected", G_CALLBACK (on_output), self);
  return GTK_WIDGET (self->outputs);
}

static void
on_text_size (DlInsideView *self)
{
  const double scale = dl_text_size_scale ();
  const gboolean large = dl_text_size_is_large ();

  gtk_widget_set_size_request (self->frame.chart, large ? (int) (LARGE_WIDTH * scale) : LEAST_WIDTH,
                               large ? (int) (LARGE_HEIGHT * scale) : LEAST_HEIGHT);
  gtk_scrolled_window_set_min_content_height (self->frame.scroll,
                                              large ? LARGE_LEAST : LEAST_HEIGHT);
  gtk_label_set_lines (self->frame.story, large ? LARGE_LINES : LINES);
}

static GtkWidget *
new_list (DlInsideView *self)
{
  GtkWidget *scroll = gtk_scrolled_window_new ();
  GtkWidget *table;

  self->grants = grant_list_new ();
  table = grant_list_new_view (self->grants);
  gtk_widget_add_css_class (table, "data-table");
  self->selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (table)));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), table);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroll), 86);
  return scroll;
}

static void
dl_inside_view_init (DlInsideView *self)
{
  static const DlRouterFrameKind kind = {
    .grant_tip = N_ ("Until an output of this router grants a packet"),
    .begin_tip = N_ ("Simulate until an output of this router grants a packet (Shift+F7; age "
                     "paper, section 2.1)"),
    .draw = draw,
    .motion = G_CALLBACK (on_motion),
    .leave = G_CALLBACK (on_leave),
    .pressed = G_CALLBACK (on_pressed),
    .key_pressed = G_CALLBACK (on_key),
  };
  DlRouterFrame *frame = &self->frame;

  self->grant = NO_GRANT;
  self->x = self->y = -1;
  dl_router_frame_init (frame, DL_PANE (self), &kind);
  gtk_label_set_text (frame->hint,
                      _ ("No simulation yet. Run or step it to see the queues of the selected "
                         "router, the packets that compete at an output, and the winner with its "
                         "reason."));
  gtk_box_append (frame->toolbar, new_outputs (self));
  gtk_scrolled_window_set_min_content_width (frame->scroll, LEAST_WIDTH);
  dl_text_size_follow (GTK_WIDGET (self), G_CALLBACK (on_text_size), self);
  gtk_box_append (frame->page, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (frame->page, new_list (self));
}

GtkWidget *
dl_inside_view_new (DlView *view)
{
  DlInsideView *self = dl_pane_new (DL_TYPE_INSIDE_VIEW, view, _ ("Router"));

  self->live = dl_view_get_live (view);
  g_signal_connect_object (self->live, "notify::watched", G_CALLBACK (on_watched), self,
                           G_CONNECT_SWAPPED);
  dl_router_look_add (GTK_WIDGET (self), view, self->frame.run_button, update);
  return GTK_WIDGET (self);
}
