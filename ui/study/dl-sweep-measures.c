/* Which measures the page of sweeps shows: what the sweep has, unless they were chosen by hand. */
#include "dl-sweep-private.h"

#include "dl-pane.h"

#include <glib/gi18n-lib.h>

#include <string.h>

void
dl_sweep_measures_choose (DlSweepView *self)
{
  DlSweepPoints *points = dl_sweep_job_get_points (self->job);
  guint n;
  g_autofree const DlMeasure **measures = NULL;

  if (self->is_customized || points == NULL)
    return;
  measures = dl_sweep_points_measures (points, &n);
  memset (self->chosen, 0, self->n_measures * sizeof *self->chosen);
  for (guint i = 0; i < n; i++)
    self->chosen[measures[i] - self->measures] = TRUE;
}

/* Of those that are chosen, what the sweep has. */
static gboolean
shows (DlSweepView *self, guint measure)
{
  const DlSweepPoints *points = dl_sweep_job_get_points (self->job);
  const DlMeasure *it = &self->measures[measure];

  return points != NULL && self->chosen[measure]
         && dl_measure_is_for (it, points->spec->scenario->family)
         && !(it->simulated && points->spec->only_static);
}

void
dl_sweep_measures_update (DlSweepView *self)
{
  g_autofree const DlMeasure **shown = g_new (const DlMeasure *, self->n_measures);
  guint n = 0;

  for (guint i = 0; i < self->n_measures; i++)
    if (shows (self, i))
      shown[n++] = &self->measures[i];
  dl_sweep_curves_set_measures (self->curves, shown, n);
  dl_sweep_table_update (self);
}

void
dl_sweep_view_show_measures (DlSweepView *self, const char *const *ids)
{
  self->is_customized = ids != NULL;
  for (guint i = 0; ids != NULL && i < self->n_measures; i++)
    self->chosen[i] = g_strv_contains (ids, self->measures[i].id);
  dl_sweep_measures_choose (self);
  dl_sweep_measures_update (self);
}

static void
on_measure (GtkCheckButton *check, DlSweepView *self)
{
  const DlMeasure *measure = g_object_get_data (G_OBJECT (check), "dl-measure");

  self->is_customized = TRUE;
  self->chosen[measure - self->measures] = gtk_check_button_get_active (check);
  dl_sweep_measures_update (self);
}

static GtkWidget *
measures_box (DlSweepView *self, gboolean simulated)
{
  const DlSweepPoints *points = dl_sweep_job_get_points (self->job);
  const DlScenario *scenario
      = points != NULL ? points->spec->scenario : dl_session_get_scenario (self->session);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkLabel *title = dl_pane_add_label (box, "dl-group-title", FALSE);

  gtk_label_set_text (title, simulated ? _ ("Simulated") : _ ("Analyzed"));
  for (guint i = 0; i < self->n_measures; i++)
    {
      const DlMeasure *measure = &self->measures[i];
      GtkWidget *check;

      if (measure->simulated != simulated || !dl_measure_is_for (measure, scenario->family))
        continue;
      check = gtk_check_button_new_with_label (_ (measure->title));
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), self->chosen[i]);
      gtk_widget_set_sensitive (check, !simulated || points == NULL || !points->spec->only_static);
      gtk_widget_set_tooltip_text (check, _ ("A separate panel"));
      g_object_set_data (G_OBJECT (check), "dl-measure", (gpointer) measure);
      g_signal_connect (check, "toggled", G_CALLBACK (on_measure), self);
      gtk_box_append (GTK_BOX (box), check);
    }
  return box;
}

/* What there is to choose from depends on the sweep. */
static void
on_measures_shown (GtkPopover *popover, DlSweepView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 24);

  gtk_box_append (GTK_BOX (box), measures_box (self, TRUE));
  gtk_box_append (GTK_BOX (box), measures_box (self, FALSE));
  gtk_popover_set_child (popover, box);
}

GtkWidget *
dl_sweep_measures_popover_new (DlSweepView *self)
{
  GtkWidget *popover = gtk_popover_new ();

  g_signal_connect (popover, "show", G_CALLBACK (on_measures_shown), self);
  return popover;
}
