#include "dl-family-room.h"
#include "dl-live.h"
#include "dl-pane.h"
#include "dl-phase-chart.h"
#include "dl-program-lines.h"
#include "dl-rows.h"
#include "dl-simulation-pane.h"
#include "dl-slowest-box.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define CHART_HEIGHT 260

#define DL_TYPE_WORKLOAD_PANE (dl_workload_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlWorkloadPane, dl_workload_pane, DL, WORKLOAD_PANE, DlPane)

struct _DlWorkloadPane
{
  DlPane parent;
  GtkLabel *headline, *summary, *hint;
  GtkWidget *run, *chart, *lines, *box;
};

G_DEFINE_FINAL_TYPE (DlWorkloadPane, dl_workload_pane, DL_TYPE_PANE)

/* The latest picture, if ranks run a program of messages in it; NULL: none. */
static const DlLivePicture *
picture_of (DlWorkloadPane *self)
{
  const DlLivePicture *picture
      = dl_live_get_picture (dl_view_get_live (dl_pane_get_view (DL_PANE (self))));

  return picture != NULL && picture->phases.n_rows > 0 ? picture : NULL;
}

/* The axis ends where the program does. */
static guint64
cycles_of (const DlLivePicture *picture)
{
  return MIN (picture->cycle, picture->program.done_at);
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  const DlLivePicture *picture = picture_of (user_data);

  if (picture != NULL)
    dl_phase_chart_draw (cr, (DlRect) { 0, 0, width, height }, &picture->phases,
                         picture->program.n_ranks, cycles_of (picture),
                         dl_view_theme (GTK_WIDGET (area)));
}

static char *
share_text (double share)
{
  g_autofree char *number = dl_number_text (100 * share, 1);

  return g_strdup_printf (_ ("%s%%"), number);
}

/* "Ranks 8 to 11, cycles 512 to 575: computing 0.0%, sending 87.5%, waiting 12.5%" */
static char *
slice_text (const DlLivePicture *picture, guint row, guint slice)
{
  const DlLivePhases *phases = &picture->phases;
  const gsize at = (gsize) row * phases->n_slices + slice;
  const guint first = row * phases->ranks_per_row;
  const guint last = MIN (first + phases->ranks_per_row, picture->program.n_ranks) - 1;
  const guint64 begin = slice * phases->slice, end = MIN (begin + phases->slice, picture->cycle);
  g_autofree char *computing = share_text (phases->computing[at]);
  g_autofree char *sending = share_text (phases->sending[at]);
  g_autofree char *waiting = share_text (phases->waiting[at]);

  if (first == last)
    return g_strdup_printf (
        _ ("Rank %'u, cycles %'lu to %'lu: computing %s, sending %s, waiting %s"), first,
        (gulong) begin, (gulong) end - 1, computing, sending, waiting);
  return g_strdup_printf (
      _ ("Ranks %'u to %'u, cycles %'lu to %'lu: computing %s, sending %s, waiting %s"), first,
      last, (gulong) begin, (gulong) end - 1, computing, sending, waiting);
}

static gboolean
explain (DlWorkloadPane *self, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  const DlLivePicture *picture = picture_of (self);
  const double scale = dl_pane_chart_scale (self->chart);
  g_autofree char *text = NULL;
  guint row, slice;

  if (by_keyboard || picture == NULL
      || !dl_phase_chart_hit (dl_pane_chart_rect (self->chart), &picture->phases,
                              cycles_of (picture), x / scale, y / scale, &row, &slice))
    return FALSE;
  text = slice_text (picture, row, slice);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* Activities of ranks up to their ends: the chart in words, too. */
static void
show_summary (DlWorkloadPane *self, const DlLivePicture *picture)
{
  g_autofree char *state = dl_simulation_state_text (picture);
  g_autofree char *computing = share_text (dl_phase_share (&picture->phases, DL_RANK_COMPUTING));
  g_autofree char *sending = share_text (dl_phase_share (&picture->phases, DL_RANK_SENDING));
  g_autofree char *waiting = share_text (dl_phase_share (&picture->phases, DL_RANK_WAITING));
  g_autofree char *summary = g_strdup_printf (
      _ ("Until they are done, ranks compute for %s of the time, send for %s, and wait for %s."),
      computing, sending, waiting);

  gtk_label_set_text (self->headline, state);
  dl_pane_show_text (self->summary, summary);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chart), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  summary, -1);
}

static const char *
hint_text (DlWorkloadPane *self)
{
  DlSession *session = dl_view_get_session (dl_pane_get_view (DL_PANE (self)));

  return dl_session_get_scenario (session)->traffic.pattern->needs_program
             ? _ ("No simulation yet. Run it with F8 to see what each rank does.")
             : _ ("The traffic is not a program of messages. Choose the pattern Program, or open a "
                  "GOAL file.");
}

/* Follows the simulation only while the page is visible. */
static void
follow (DlWorkloadPane *self)
{
  const DlLivePicture *picture = picture_of (self);
  const gboolean any = picture != NULL;
  DlSession *session = dl_view_get_session (dl_pane_get_view (DL_PANE (self)));

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  dl_pane_show_text (self->hint, any ? "" : hint_text (self));
  gtk_widget_set_visible (
      self->run, !any && dl_session_get_scenario (session)->traffic.pattern->needs_program);
  gtk_widget_set_visible (GTK_WIDGET (self->headline), any);
  gtk_widget_set_visible (self->chart, any);
  gtk_widget_set_visible (self->lines, any);
  dl_pane_show_text (self->summary, "");
  if (!any)
    return;
  show_summary (self, picture);
  dl_program_lines_show (self->lines, picture);
  gtk_widget_queue_draw (self->chart);
}

static void
dl_workload_pane_class_init (DlWorkloadPaneClass *class)
{
}

static void
dl_workload_pane_init (DlWorkloadPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  self->box = box;
  gtk_widget_add_css_class (box, "dl-evidence");
  self->headline = dl_pane_add_label (box, "dl-headline", TRUE);
  self->summary = dl_pane_add_label (box, "dl-description", TRUE);
  self->hint = dl_pane_add_label (box, "dl-description", TRUE);
  self->run = dl_pane_add_button (box, _ ("_Run the Simulation"),
                                  _ ("Simulate the network cycle by cycle (F8)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->run), "win.sim-run");
  self->chart = dl_pane_add_chart (box, CHART_HEIGHT, draw, _ ("Ranks over time"), self);
  dl_pane_chart_grows (self->chart);
  gtk_widget_set_has_tooltip (self->chart, TRUE);
  g_signal_connect_swapped (self->chart, "query-tooltip", G_CALLBACK (explain), self);
  self->lines = dl_program_lines_new ();
  gtk_box_append (GTK_BOX (box), self->lines);
  dl_pane_set_child (DL_PANE (self), dl_pane_scrolled (box));
}

/* Ranks of a program of messages over time, and what it came to. It follows the simulation. */
static GtkWidget *
create (DlView *view)
{
  DlWorkloadPane *self = dl_pane_new (DL_TYPE_WORKLOAD_PANE, view, _ ("Workload"));

  gtk_box_append (GTK_BOX (self->box), dl_slowest_box_new (view));
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::generation", G_CALLBACK (follow),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (follow), NULL);
  return GTK_WIDGET (self);
}

const DlMaker dl_page_workload = {
  .id = "workload",
  .create = create,
  .title = N_ ("Workload"),
  .description = N_ ("What the ranks of a program do over time: compute, send, wait"),
  .topic = "simulation#workload",
  .group = DL_PAGE_SIMULATION,
  .own = TRUE,
};
