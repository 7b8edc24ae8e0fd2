#include "dl-placements-box.h"

#include "dl-comparison-job.h"
#include "dl-pane.h"
#include "dl-rows.h"

#include <glib/gi18n-lib.h>

#define MOST_HEIGHT 240 /* of the table, which the map leaves it */

#define DL_TYPE_PLACEMENTS_BOX (dl_placements_box_get_type ())
G_DECLARE_FINAL_TYPE (DlPlacementsBox, dl_placements_box, DL, PLACEMENTS_BOX, GtkBox)

struct _DlPlacementsBox
{
  GtkBox parent;
  DlSession *session;
  DlPlacementsJob *job;
  DlRows *rows;
  GtkWidget *button, *table;
  GtkProgressBar *bar;
  GtkLabel *note;
};

G_DEFINE_FINAL_TYPE (DlPlacementsBox, dl_placements_box, GTK_TYPE_BOX)

static DlSearchJob *
job_of (DlPlacementsBox *self)
{
  return DL_SEARCH_JOB (self->job);
}

/* Nobody looks: the next look brings it up to date. */
static void
update (DlPlacementsBox *self)
{
  DlJobPlacements *results = dl_search_job_get_results (job_of (self));
  const gboolean running = dl_search_job_is_running (job_of (self));
  const char *obstacle = dl_job_placements_obstacle (dl_session_get_scenario (self->session));
  g_autofree char *problem = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_object_get (self->job, "problem", &problem, NULL);
  gtk_button_set_label (GTK_BUTTON (self->button),
                        running ? _ ("_Cancel") : _ ("Com_pare Placements"));
  gtk_widget_set_sensitive (self->button, running || obstacle == NULL);
  dl_pane_show_progress (self->bar, running, dl_search_job_get_progress (job_of (self)),
                         dl_search_job_get_seconds_left (job_of (self)));
  dl_pane_show_text (self->note, results != NULL && dl_search_job_is_stale (job_of (self))
                                     ? _ ("Out of date: the scenario has changed.")
                                 : obstacle != NULL ? obstacle
                                                    : problem);
  gtk_widget_set_visible (self->table, results != NULL);
  if (results != dl_rows_get_source (self->rows)) /* else it is progress only */
    dl_rows_set (self->rows, results, NULL, results != NULL ? results->n_rows : 0);
}

static void
on_button (DlPlacementsBox *self)
{
  if (dl_search_job_is_running (job_of (self)))
    dl_search_job_cancel (job_of (self));
  else
    dl_search_job_start (job_of (self), NULL);
  update (self);
}

static void
dispose (GObject *object)
{
  DlPlacementsBox *self = DL_PLACEMENTS_BOX (object);

  if (self->job != NULL)
    dl_search_job_cancel (job_of (self));
  g_clear_object (&self->job);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (dl_placements_box_parent_class)->dispose (object);
}

static void
dl_placements_box_class_init (DlPlacementsBoxClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static void
add_table (DlPlacementsBox *self)
{
  guint n;
  const DlTableColumn *columns = dl_job_placements_columns (&n);
  GtkWidget *view;

  self->rows = dl_rows_new ((GBoxedCopyFunc) dl_job_placements_ref,
                            (GDestroyNotify) dl_job_placements_unref);
  view = dl_rows_new_view (self->rows, columns, n, _ ("Jobs by placement"));
  gtk_widget_add_css_class (view, "data-table");
  self->table = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->table), view);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->table), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->table), MOST_HEIGHT);
  dl_rows_fit (GTK_SCROLLED_WINDOW (self->table), GTK_COLUMN_VIEW (view), columns, n, 3);
  gtk_box_append (GTK_BOX (self), self->table);
}

static void
dl_placements_box_init (DlPlacementsBox *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 4);
  self->button = dl_pane_add_button (
      GTK_WIDGET (self), _ ("Com_pare Placements"),
      _ ("Simulate the program of each job alone and with all others, as placed, in order, at "
         "random, by group and by rail; press again to stop"));
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (on_button), self);
  self->bar = dl_pane_add_progress (GTK_WIDGET (self), _ ("Placements simulated"));
  self->note = dl_pane_add_label (GTK_WIDGET (self), "dim-label", TRUE);
  add_table (self);
  g_signal_connect_after (self, "map", G_CALLBACK (update), NULL);
}

GtkWidget *
dl_placements_box_new (DlSession *session)
{
  DlPlacementsBox *self = g_object_new (DL_TYPE_PLACEMENTS_BOX, NULL);

  self->session = session;
  self->job = dl_placements_job_new (session);
  g_signal_connect_object (self->job, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
