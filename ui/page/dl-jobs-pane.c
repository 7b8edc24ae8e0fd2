#include "dl-jobs-pane.h"

#include "dl-chart-table.h"
#include "dl-job-list.h"
#include "dl-job-rule.h"
#include "dl-jobs-view.h"
#include "dl-session-jobs.h"
#include "dl-text-lines.h"
#include "dl-wrap-layout.h"

#include <glib/gi18n-lib.h>

struct _DlJobsPane
{
  DlPane parent;
  DlSession *session; /* the view's */
  DlJobSites *on;     /* nullable, as are the jobs */
  DlJobs *jobs;
  char *stroke; /* the job that is painted, while one is painted; NULL: none */
  gboolean stroking;

  const DlSiteWords *words; /* that are shown */
  GtkLabel *note, *hint;
  GtkWidget *rule, *add;
  GtkWidget *remove, *remove_all;
  GtkWidget *list;
  GtkWidget *map;
  GtkLabel *pointed;
};

G_DEFINE_FINAL_TYPE (DlJobsPane, dl_jobs_pane, DL_TYPE_PANE)

/* What is shown -------------------------------------------------------------------------------- */

/* What stands between the jobs and the traffic; NULL if nothing does. */
static char *
note_text (DlJobsPane *self, const GError *error)
{
  const DlPattern *pattern = dl_session_get_scenario (self->session)->traffic.pattern;

  if (self->on == NULL)
    return g_strdup (_ ("Jobs are placed on the groups of a dragonfly or the leaf switches of a "
                        "fabric."));
  if (error != NULL)
    return g_strdup_printf (_ ("The placement does not place jobs: %s"), error->message);
  if (strcmp (pattern->id, "jobs") != 0)
    return dl_text_with (_ (self->on->sites.words->traffic), _ (pattern->title));
  return NULL;
}

static void
show_pointed (DlJobsPane *self)
{
  g_autofree char *text = dl_jobs_view_describe (DL_JOBS_VIEW (self->map));

  gtk_label_set_text (self->pointed, text != NULL ? text : "");
}

static void
update_buttons (DlJobsPane *self)
{
  const gboolean any = self->jobs != NULL && self->jobs->n_jobs > 0;

  gtk_widget_set_sensitive (self->add, self->on != NULL);
  gtk_widget_set_sensitive (
      self->remove, any && dl_job_list_get_brush (DL_JOB_LIST (self->list)) == DL_BRUSH_JOB);
  gtk_widget_set_sensitive (self->remove_all, any);
}

/* What is said of its nodes; of none, what was. */
static void
update_words (DlJobsPane *self)
{
  const DlSiteWords *words = self->on != NULL ? self->on->sites.words : self->words;

  if (words == self->words)
    return;
  self->words = words;
  gtk_label_set_text (self->hint, _ (words->paint));
  gtk_widget_set_tooltip_text (self->add, _ (words->rule));
  gtk_widget_set_tooltip_text (self->remove, _ (words->remove));
  gtk_widget_set_tooltip_text (self->remove_all, _ (words->clear));
}

static void
update (DlJobsPane *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;

  /* A stroke changes nothing of the network, which takes its time to be built anew. */
  if (!self->stroking)
    {
      g_clear_pointer (&self->on, dl_job_sites_unref);
      self->on = dl_session_job_sites (self->session);
      update_words (self);
    }
  g_clear_pointer (&self->jobs, dl_jobs_unref);
  if (self->on != NULL)
    self->jobs = dl_session_jobs (self->session, self->on, &error);
  note = note_text (self, error);
  dl_pane_show_text (self->note, note);
  dl_job_list_show (DL_JOB_LIST (self->list), self->on, self->jobs);
  dl_jobs_view_show (DL_JOBS_VIEW (self->map), self->on, self->jobs);
  update_buttons (self);
  show_pointed (self);
}

/* Nobody looks: the next look brings it up to date. */
static void
on_scenario (DlJobsPane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self);
}

/* What is done --------------------------------------------------------------------------------- */

/* The job that the brush paints, which may be a new one; NULL: none. */
static char *
job_to_paint (DlJobsPane *self)
{
  switch (dl_job_list_get_brush (DL_JOB_LIST (self->list)))
    {
    case DL_BRUSH_JOB:
      return g_strdup (dl_job_list_get_job (DL_JOB_LIST (self->list)));
    case DL_BRUSH_NEW:
      return self->jobs != NULL ? dl_jobs_new_name (self->jobs) : g_strdup ("job-1");
    default:
      return NULL;
    }
}

static void
paint (DlJobsPane *self, guint first, guint last, gboolean erases)
{
  if (self->on == NULL)
    return;
  if (!self->stroking)
    {
      self->stroke = erases ? NULL : job_to_paint (self);
      self->stroking = TRUE;
    }
  dl_session_paint_jobs (self->session, self->on, first, last, self->stroke);
}

static void
on_stroke (DlJobsPane *self, guint first, guint last)
{
  paint (self, first, last, FALSE);
}

static void
on_erase (DlJobsPane *self, guint first, guint last)
{
  paint (self, first, last, TRUE);
}

/* Strokes that follow go to the job that was new. */
static void
on_settled (DlJobsPane *self)
{
  g_autofree char *job = g_steal_pointer (&self->stroke);

  if (!self->stroking)
    return;
  self->stroking = FALSE;
  dl_session_seal (self->session);
  if (job != NULL && self->jobs != NULL && dl_jobs_find (self->jobs, job) != DL_NO_SET)
    dl_job_list_choose (DL_JOB_LIST (self->list), DL_BRUSH_JOB, job);
  update (self);
}

static void
on_rule (DlJobsPane *self)
{
  if (self->on != NULL)
    dl_job_rule_show (
        DL_JOB_RULE (self->rule), self->on,
        *dl_session_get_scenario (self->session)->traffic.placement != '\0' ? self->jobs : NULL);
}

static void
on_added (DlJobsPane *self, const char *item, const char *name)
{
  if (self->on == NULL)
    return;
  dl_session_add_job (self->session, self->on, item, name);
  if (self->jobs != NULL && dl_jobs_find (self->jobs, name) != DL_NO_SET)
    dl_job_list_choose (DL_JOB_LIST (self->list), DL_BRUSH_JOB, name);
}

static void
on_remove (DlJobsPane *self)
{
  const char *job = dl_job_list_get_job (DL_JOB_LIST (self->list));

  if (self->on != NULL && job != NULL)
    dl_session_remove_job (self->session, self->on, job);
}

static void
on_remove_all (DlJobsPane *self)
{
  if (self->on != NULL)
    dl_session_remove_all_jobs (self->session, self->on);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlJobsPane *self = DL_JOBS_PANE (object);

  g_clear_pointer (&self->on, dl_job_sites_unref);
  g_clear_pointer (&self->jobs, dl_jobs_unref);
  g_clear_pointer (&self->stroke, g_free);
  G_OBJECT_CLASS (dl_jobs_pane_parent_class)->dispose (object);
}

static void
dl_jobs_pane_class_init (DlJobsPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static GtkWidget *
add_buttons (DlJobsPane *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_set_layout_manager (bar, dl_wrap_layout_new (4));
  gtk_widget_add_css_class (bar, "dl-small");
  self->rule = dl_job_rule_new ();
  g_signal_connect_swapped (self->rule, "added", G_CALLBACK (on_added), self);
  self->add = gtk_menu_button_new ();
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->add), _ ("Add by _Rule…"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (self->add), TRUE);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->add), self->rule);
  g_signal_connect_swapped (self->rule, "show", G_CALLBACK (on_rule), self);
  gtk_widget_add_css_class (self->add, "dl-choice");
  gtk_box_append (GTK_BOX (bar), self->add);
  self->remove = dl_pane_add_button (bar, _ ("Remo_ve"), NULL);
  g_signal_connect_swapped (self->remove, "clicked", G_CALLBACK (on_remove), self);
  self->remove_all = dl_pane_add_button (bar, _ ("C_lear"), NULL);
  g_signal_connect_swapped (self->remove_all, "clicked", G_CALLBACK (on_remove_all), self);
  return bar;
}

static void
add_map (DlJobsPane *self, GtkWidget *box)
{
  GtkWidget *scroll;

  self->hint = dl_pane_add_label (box, "dim-label", TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->hint), "dl-small");
  self->map = dl_jobs_view_new ();
  dl_chart_give_table_menu (self->map, "jobs");
  g_signal_connect_swapped (self->map, "stroke", G_CALLBACK (on_stroke), self);
  g_signal_connect_swapped (self->map, "erase", G_CALLBACK (on_erase), self);
  g_signal_connect_swapped (self->map, "settled", G_CALLBACK (on_settled), self);
  g_signal_connect_swapped (self->map, "pointed", G_CALLBACK (show_pointed), self);
  scroll = dl_pane_scrolled (self->map);
  /* A press takes the focus, and must not move what is pressed on. */
  gtk_viewport_set_scroll_to_focus (
      GTK_VIEWPORT (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scroll))), FALSE);
  gtk_box_append (GTK_BOX (box), scroll);
  self->pointed = dl_pane_add_label (box, "dl-number", FALSE);
  gtk_label_set_ellipsize (self->pointed, PANGO_ELLIPSIZE_END);
}

static void
dl_jobs_pane_init (DlJobsPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  gtk_widget_add_css_class (box, "dl-evidence");
  gtk_box_append (GTK_BOX (box), add_buttons (self));
  self->list = dl_job_list_new ();
  g_signal_connect_swapped (self->list, "chosen", G_CALLBACK (update_buttons), self);
  gtk_box_append (GTK_BOX (box), self->list);
  add_map (self, box);
  /* It comes and goes, and the map stays where it is. */
  self->note = dl_pane_add_label (box, "dim-label", TRUE);
  dl_pane_set_child (DL_PANE (self), box);
}

GtkWidget *
dl_jobs_pane_new (DlView *view)
{
  DlJobsPane *self = dl_pane_new (DL_TYPE_JOBS_PANE, view, _ ("Jobs"));

  self->session = dl_view_get_session (view);
  g_signal_connect_object (self->session, "notify::generation", G_CALLBACK (on_scenario), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (update), NULL);
  update (self);
  return GTK_WIDGET (self);
}
