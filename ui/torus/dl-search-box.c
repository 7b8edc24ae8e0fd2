#include "dl-search-box.h"

#include "compat.h"
#include "dl-field.h"
#include "dl-pane.h"

#include <glib/gi18n-lib.h>

/* Above the box, when it is scrolled to. */
#define MARGIN 12

struct _DlSearchBox
{
  GtkWidget parent;
  DlSession *session;
  const DlSearch *search;
  gpointer user_data;
  DlJob *job;
  DlScenario *asked;    /* scenario of the running search; NULL if there is none */
  gpointer result;      /* nullable */
  DlScenario *searched; /* scenario of @result */
  gboolean follows;     /* the keyboard was at Cancel when it ended */
  guint frames;         /* since it should come into view */

  GtkWidget *box;
  GtkLabel *title;
  GtkLabel *text;
  GtkWidget *start;
  GtkWidget *progress_row;
  GtkWidget *cancel;
  GtkProgressBar *progress;
  GtkLabel *state;
  GtkBox *content;
};

G_DEFINE_FINAL_TYPE (DlSearchBox, dl_search_box, GTK_TYPE_WIDGET)

/* Kind of a result ----------------------------------------------------------------------------- */

/* Does the key change what any of these searches finds for @scenario? */
static gboolean
matters (const DlSearch *search, const DlField *field, const DlScenario *scenario)
{
  static const char *const traffic[]
      = { "pattern", "target", "message-bytes", "placement", "matrix", NULL };
  g_autofree char *name = NULL;

  if (g_str_equal (field->group, "traffic"))
    return g_strv_contains (traffic, field->key);
  if (g_str_equal (field->group, "scenario"))
    return g_str_equal (field->key, "seed");
  return field->family == scenario->family && !g_strv_contains (search->ignored, field->key);
}

static gboolean
same_table (const DlScenario *a, const DlScenario *b)
{
  return dl_torus_options (a)->vc_table == dl_torus_options (b)->vc_table
         || (dl_torus_options (a)->vc_table != NULL && dl_torus_options (b)->vc_table != NULL
             && g_str_equal (dl_vc_table_text (dl_torus_options (a)->vc_table),
                             dl_vc_table_text (dl_torus_options (b)->vc_table)));
}

/* The same network, demand and rules, except for the searched keys? */
static gboolean
same_question (const DlSearch *search, const DlScenario *a, const DlScenario *b)
{
  guint n_fields;
  const DlField *fields = dl_fields (&n_fields);

  for (guint i = 0; i < n_fields; i++)
    {
      g_autofree char *text_a = NULL;
      g_autofree char *text_b = NULL;

      if (!matters (search, &fields[i], a))
        continue;
      if (g_str_equal (fields[i].key, "vc-table"))
        {
          if (!same_table (a, b))
            return FALSE;
          continue;
        }
      text_a = dl_field_get (&fields[i], a);
      text_b = dl_field_get (&fields[i], b);
      if (!g_str_equal (text_a, text_b))
        return FALSE;
    }
  return TRUE;
}

/* Searching -------------------------------------------------------------------------------------
 */

typedef struct
{
  const DlSearch *search;
  DlScenario *scenario;
} Task;

static void
task_free (gpointer data)
{
  Task *task = data;

  dl_scenario_free (task->scenario);
  g_free (task);
}

static gpointer
run (gpointer data, DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable)
{
  const Task *task = data;
  g_autoptr (DlTorusNetwork) network
      = dl_torus_network_new (&dl_torus_options (task->scenario)->spec, NULL);
  g_autoptr (DlDemand) demand = NULL;

  if (network == NULL)
    return NULL; /* a session's scenario has one */
  demand = dl_torus_demand (task->scenario, network);
  return task->search->func (task->scenario, network, demand, progress, progress_data, cancellable);
}

static void
say (DlSearchBox *self, const char *text)
{
  dl_pane_show_text (self->state, text);
}

/* Scroll the box to the top, as far as possible: in the second frame, when it has been laid out. */
static gboolean
scroll_here (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  GtkWidget *viewport = gtk_widget_get_ancestor (widget, GTK_TYPE_VIEWPORT);
  DlSearchBox *self = DL_SEARCH_BOX (widget);
  double x, y;

  if (self->frames++ == 0)
    return G_SOURCE_CONTINUE;
  if (viewport != NULL && dl_compat_translate (widget, viewport, 0, 0, &x, &y))
    {
      GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport));
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + y - MARGIN);
    }
  return G_SOURCE_REMOVE;
}

static void
come_into_view (DlSearchBox *self)
{
  self->frames = 0;
  gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_here, NULL, NULL);
}

static gboolean
has_focus (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  return root != NULL && gtk_root_get_focus (root) == widget;
}

static void
on_done (gpointer result, gpointer user_data)
{
  DlSearchBox *self = user_data;

  if (self->result != NULL)
    self->search->result_free (self->result);
  dl_scenario_free (self->searched);
  self->result = result;
  self->searched = g_steal_pointer (&self->asked);
  say (self, NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->content), TRUE);
  self->search->show (self->result, self->searched, self->user_data);
  self->search->update (self->result, self->searched, self->user_data);
  gtk_widget_set_visible (GTK_WIDGET (self->content), TRUE);
  if (self->follows)
    come_into_view (self);
}

void
dl_search_box_start (DlSearchBox *self)
{
  const DlScenario *scenario = dl_session_get_scenario (self->session);
  const char *why = self->search->refuse != NULL ? self->search->refuse (scenario) : NULL;
  Task *task;

  if (why != NULL)
    {
      say (self, why);
      return;
    }
  task = g_new (Task, 1);
  *task = (Task) { self->search, dl_scenario_copy (scenario) };
  dl_scenario_free (self->asked);
  self->asked = dl_scenario_copy (task->scenario);
  say (self, NULL);
  dl_job_start (self->job, run, task, task_free, self->search->result_free, on_done, self);
  gtk_widget_grab_focus (self->cancel);
  come_into_view (self);
}

static void
mark_stale (DlSearchBox *self)
{
  const gboolean stale = dl_search_box_is_stale (self);

  if (self->result == NULL)
    return;
  gtk_widget_set_sensitive (GTK_WIDGET (self->content), !stale);
  if (!dl_search_box_is_running (self))
    say (self, stale ? _ ("⚠ For an earlier state of the scenario: search again.") : NULL);
  if (!stale)
    self->search->update (self->result, self->searched, self->user_data);
}

void
dl_search_box_cancel (DlSearchBox *self)
{
  if (!dl_search_box_is_running (self))
    return;
  dl_job_cancel (self->job);
  g_clear_pointer (&self->asked, dl_scenario_free);
  say (self, _ ("Canceled."));
}

static void
on_generation (DlSearchBox *self)
{
  if (dl_search_box_is_running (self) && self->asked != NULL
      && !same_question (self->search, self->asked, dl_session_get_scenario (self->session)))
    {
      dl_job_cancel (self->job);
      g_clear_pointer (&self->asked, dl_scenario_free);
      mark_stale (self);
      if (self->result == NULL)
        say (self, _ ("Canceled: the scenario changed."));
      return;
    }
  mark_stale (self);
}

static void
on_job (DlSearchBox *self)
{
  const gboolean running = dl_job_is_running (self->job);
  const double progress = dl_job_get_progress (self->job);
  g_autofree char *text = g_strdup_printf (_ ("%.0f%%"), 100 * progress);

  gtk_progress_bar_set_fraction (self->progress, progress);
  gtk_progress_bar_set_text (self->progress, text);
  /* Focus that has moved on meanwhile stays there. */
  if (!running && gtk_widget_get_visible (self->progress_row))
    self->follows = has_focus (self->cancel);
  gtk_widget_set_visible (self->start, !running);
  if (!running && self->follows && gtk_widget_get_visible (self->progress_row))
    gtk_widget_grab_focus (self->start);
  gtk_widget_set_visible (self->progress_row, running);
}

gboolean
dl_search_box_is_running (DlSearchBox *self)
{
  return dl_job_is_running (self->job);
}

void
dl_search_box_focus (DlSearchBox *self)
{
  gtk_widget_grab_focus (dl_search_box_is_running (self) ? self->cancel : self->start);
}

gconstpointer
dl_search_box_get_result (DlSearchBox *self)
{
  return self->result;
}

gboolean
dl_search_box_is_stale (DlSearchBox *self)
{
  return self->result != NULL
         && !same_question (self->search, self->searched, dl_session_get_scenario (self->session));
}

GtkBox *
dl_search_box_get_content (DlSearchBox *self)
{
  return self->content;
}

/* Object ----------------------------------------------------------------------------------------
 */

static void
dispose (GObject *object)
{
  DlSearchBox *self = DL_SEARCH_BOX (object);

  dl_job_cancel (self->job);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (dl_search_box_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlSearchBox *self = DL_SEARCH_BOX (object);

  if (self->result != NULL)
    self->search->result_free (self->result);
  dl_scenario_free (self->searched);
  dl_scenario_free (self->asked);
  g_clear_object (&self->job);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (dl_search_box_parent_class)->finalize (object);
}

static void
dl_search_box_class_init (DlSearchBoxClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
add_progress (DlSearchBox *self)
{
  self->cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));
  self->progress_row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  self->progress = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  gtk_progress_bar_set_show_text (self->progress, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->progress), TRUE);
  gtk_widget_set_valign (GTK_WIDGET (self->progress), GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->progress), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Progress of the search"), -1);
  gtk_box_append (GTK_BOX (self->progress_row), GTK_WIDGET (self->progress));
  gtk_widget_add_css_class (self->cancel, "dl-pill");
  gtk_widget_set_tooltip_text (self->cancel, _ ("Stop the search; the scenario does not change"));
  g_signal_connect_swapped (self->cancel, "clicked", G_CALLBACK (dl_search_box_cancel), self);
  gtk_box_append (GTK_BOX (self->progress_row), self->cancel);
  gtk_widget_set_visible (self->progress_row, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->progress_row);
}

static void
dl_search_box_init (DlSearchBox *self)
{
  self->job = dl_job_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  self->title = dl_pane_add_label (self->box, "dl-group-title", TRUE);
  self->text = dl_pane_add_label (self->box, "dl-description", TRUE);
  self->start = gtk_button_new ();
  gtk_button_set_use_underline (GTK_BUTTON (self->start), TRUE);
  gtk_widget_add_css_class (self->start, "dl-pill");
  g_signal_connect_swapped (self->start, "clicked", G_CALLBACK (dl_search_box_start), self);
  gtk_box_append (GTK_BOX (self->box), self->start);
  add_progress (self);
  self->state = dl_pane_add_label (self->box, "dl-warning", TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->state), FALSE);
  self->content = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 8));
  gtk_widget_set_visible (GTK_WIDGET (self->content), FALSE);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->content));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_object (self->job, "notify", G_CALLBACK (on_job), self, G_CONNECT_SWAPPED);
}

GtkWidget *
dl_search_box_new (DlSession *session, const DlSearch *search, gpointer user_data)
{
  DlSearchBox *self = g_object_new (DL_TYPE_SEARCH_BOX, NULL);

  self->session = g_object_ref (session);
  self->search = search;
  self->user_data = user_data;
  gtk_label_set_text (self->title, _ (search->title));
  gtk_label_set_text (self->text, _ (search->text));
  gtk_button_set_label (GTK_BUTTON (self->start), _ (search->button));
  gtk_widget_set_tooltip_text (self->start, _ (search->tooltip));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (search->title), -1);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (on_generation), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
