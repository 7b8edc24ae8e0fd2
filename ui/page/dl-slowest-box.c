#include "dl-slowest-box.h"

#include "dl-job.h"
#include "dl-pane.h"
#include "dl-rows.h"
#include "dl-simulate.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define DL_TYPE_SLOWEST_BOX (dl_slowest_box_get_type ())
G_DECLARE_FINAL_TYPE (DlSlowestBox, dl_slowest_box, DL, SLOWEST_BOX, GtkBox)

struct _DlSlowestBox
{
  GtkBox parent;
  DlView *view;
  DlJob *job;
  DlPlace queue; /* that was found; DL_NOWHERE: nothing was */
  GtkWidget *button, *show;
  GtkProgressBar *bar;
  GtkLabel *text;
};

G_DEFINE_FINAL_TYPE (DlSlowestBox, dl_slowest_box, GTK_TYPE_BOX)

/* The search ----------------------------------------------------------------------------------- */

/* A run and a second one, which is watched: each is half of the work. */
typedef struct
{
  DlProgressFunc progress;
  gpointer data;
  double from;
} Half;

static void
on_half (double fraction, gpointer data)
{
  const Half *half = data;

  half->progress (half->from + fraction / 2, half->data);
}

typedef struct
{
  DlSimulation *simulation; /* NULL: @problem */
  char *problem;
} Outcome;

static void
outcome_free (gpointer data)
{
  Outcome *outcome = data;

  if (outcome == NULL)
    return;
  dl_simulation_free (outcome->simulation);
  g_free (outcome->problem);
  g_free (outcome);
}

static gpointer
find (gpointer data, DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable)
{
  const DlScenario *scenario = data;
  DlSimulateOptions options = dl_simulate_options (scenario);
  Half half = { progress, progress_data, 0 };
  Outcome *outcome = g_new0 (Outcome, 1);
  g_autoptr (GError) error = NULL;

  options.progress = on_half;
  options.progress_data = &half;
  outcome->simulation = dl_simulate (scenario, &options, cancellable, &error);
  half.from = 0.5;
  if (outcome->simulation != NULL)
    dl_simulation_find_slowest (outcome->simulation, on_half, &half, cancellable, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_clear_pointer (&outcome, outcome_free);
  else if (error != NULL)
    outcome->problem = g_strdup (error->message);
  return outcome;
}

/* Display -------------------------------------------------------------------------------------- */

/* "Rank 2 on H2: its packets waited longest for L2-2:1, 237.93 µs in all (60.4%)" */
static char *
slowest_text (const DlSimulation *simulation)
{
  const DlSlowestRank *slowest = simulation->slowest;
  const gconstpointer shape = simulation->plan->shape;
  const double ns = isnan (simulation->plan->cycle_ns) ? 1 : simulation->plan->cycle_ns;
  g_autofree char *node
      = simulation->family->name (shape, dl_place_node (slowest->node), DL_NAME_PEOPLE);
  g_autofree char *time = dl_number_text (slowest->cycles * ns / 1000, 2);
  g_autofree char *share = dl_number_text (100 * slowest->share, 1);
  g_autofree char *queue = NULL;

  if (slowest->queue.kind == DL_PLACE_NOTHING)
    return g_strdup_printf (_ ("Rank %'u on %s is the slowest. None of its packets waited."),
                            slowest->rank, node);
  queue = simulation->family->name (shape, slowest->queue, DL_NAME_PEOPLE);
  return g_strdup_printf (
      slowest->queue.kind == DL_PLACE_LINK
          /* Translators: a rank and its node, a link, a time, and its share of all times */
          ? _ ("Rank %'u on %s is the slowest. Its packets waited longest for the link %s: %s µs "
               "in all, %s%% of their time in routers.")
          : _ ("Rank %'u on %s is the slowest. Its packets waited longest to get into %s: %s µs in "
               "all, %s%% of their time in routers."),
      slowest->rank, node, queue, time, share);
}

static void
update (DlSlowestBox *self)
{
  const DlScenario *scenario = dl_session_get_scenario (dl_view_get_session (self->view));
  const gboolean running = dl_job_is_running (self->job);

  gtk_widget_set_visible (GTK_WIDGET (self), scenario->traffic.pattern->needs_program);
  gtk_button_set_label (GTK_BUTTON (self->button),
                        running ? _ ("_Cancel") : _ ("_Find the Slowest Rank’s Link"));
  dl_pane_show_progress (self->bar, running, dl_job_get_progress (self->job),
                         dl_job_get_seconds_left (self->job));
  gtk_widget_set_visible (self->show, self->queue.kind != DL_PLACE_NOTHING);
}

/* What was found is of a scenario that is no more. */
static void
forget (DlSlowestBox *self)
{
  dl_job_cancel (self->job);
  self->queue = DL_NOWHERE;
  dl_pane_show_text (self->text, NULL);
  update (self);
}

static void
on_done (gpointer result, gpointer user_data)
{
  DlSlowestBox *self = user_data;
  Outcome *outcome = result;
  g_autofree char *text = NULL;

  if (outcome != NULL && outcome->problem == NULL)
    {
      text = slowest_text (outcome->simulation);
      self->queue = outcome->simulation->slowest->queue;
    }
  dl_pane_show_text (self->text, text != NULL ? text : outcome != NULL ? outcome->problem : NULL);
  outcome_free (outcome);
  update (self);
}

static void
on_button (DlSlowestBox *self)
{
  const gboolean running = dl_job_is_running (self->job);

  forget (self);
  if (!running)
    dl_job_start (self->job, find,
                  dl_scenario_copy (dl_session_get_scenario (dl_view_get_session (self->view))),
                  (GDestroyNotify) dl_scenario_free, outcome_free, on_done, self);
}

static void
on_show (DlSlowestBox *self)
{
  dl_view_select (self->view, self->queue);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlSlowestBox *self = DL_SLOWEST_BOX (object);

  if (self->job != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->job, self);
      dl_job_cancel (self->job);
    }
  g_clear_object (&self->job);
  G_OBJECT_CLASS (dl_slowest_box_parent_class)->dispose (object);
}

static void
dl_slowest_box_class_init (DlSlowestBoxClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static void
dl_slowest_box_init (DlSlowestBox *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 4);
  self->job = dl_job_new ();
  g_signal_connect_swapped (self->job, "notify", G_CALLBACK (update), self);
  self->button = dl_pane_add_button (
      GTK_WIDGET (self), _ ("_Find the Slowest Rank’s Link"),
      _ ("Run the program twice, the second time watched, and find the link that the packets of "
         "the slowest rank waited for longest; press again to stop"));
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (on_button), self);
  self->bar = dl_pane_add_progress (GTK_WIDGET (self), _ ("Both runs"));
  self->text = dl_pane_add_label (GTK_WIDGET (self), "dl-description", TRUE);
  self->show = dl_pane_add_button (GTK_WIDGET (self), _ ("_Show on the Map"),
                                   _ ("Select the link or node on the map"));
  g_signal_connect_swapped (self->show, "clicked", G_CALLBACK (on_show), self);
}

GtkWidget *
dl_slowest_box_new (DlView *view)
{
  DlSlowestBox *self = g_object_new (DL_TYPE_SLOWEST_BOX, NULL);

  self->view = view;
  g_signal_connect_object (dl_view_get_session (view), "notify::generation", G_CALLBACK (forget),
                           self, G_CONNECT_SWAPPED);
  forget (self);
  return GTK_WIDGET (self);
}
