#include "dl-optimize-pane.h"

#include "dl-dateline-search.h"
#include "dl-vc-search.h"
#include "dl-verdict-text.h"

#include <glib/gi18n-lib.h>

struct _DlOptimizePane
{
  DlPane parent;
  GtkWidget *box;
  DlSearchBox *datelines;
  DlSearchBox *vc;
  GtkWidget *faults; /* the section on datelines past the fault */
  GtkLabel *faults_text;
  GtkWidget *faults_button;
};

G_DEFINE_FINAL_TYPE (DlOptimizePane, dl_optimize_pane, DL_TYPE_PANE)

static gboolean
has_faults (const DlScenario *scenario)
{
  const DlTorusSpec *torus = &dl_torus_options (scenario)->spec;
  return torus->broken_cables->len + torus->broken_channels->len + torus->broken_nodes->len > 0;
}

/* What can be done about the faults; the search itself is the window's, which its banner starts
 * too. */
static void
follow (DlOptimizePane *self)
{
  DlSession *session = dl_view_get_session (dl_pane_get_view (DL_PANE (self)));
  const DlEvaluation *result = dl_session_get_result_of (session, &dl_family_torus);
  DlTrouble trouble;
  const char *text;

  gtk_widget_set_visible (self->faults, has_faults (dl_session_get_scenario (session)));
  if (result == NULL)
    return;
  trouble = dl_trouble_find (dl_evaluation_torus (result));
  if (!trouble.any)
    text = _ ("Every pair is delivered on legal routes that cannot deadlock: nothing to do.");
  else if (trouble.mesh_z)
    text = _ ("Detours leave by Z+, which needs a ring. If Z is a mesh, no dateline helps, but a "
              "different routing engine may (VC paper 2.2).");
  else if (trouble.past_faults)
    text = _ ("Detours are legal if the datelines are one past the fault in Y and Z (VC paper "
              "2.2): search positions that deliver every pair.");
  else
    text = _ ("This routing engine does not use datelines; a different one may deliver the "
              "missing pairs.");
  gtk_label_set_text (self->faults_text, text);
  gtk_button_set_label (GTK_BUTTON (self->faults_button),
                        trouble.mesh_z ? _ ("Find a Routing _Engine")
                                       : _ ("_Put Datelines Past the Fault"));
  gtk_widget_set_visible (self->faults_button, trouble.past_faults);
}

DlSearchBox *
dl_optimize_pane_get_datelines (DlOptimizePane *self)
{
  return self->datelines;
}

DlSearchBox *
dl_optimize_pane_get_vc (DlOptimizePane *self)
{
  return self->vc;
}

static void
dl_optimize_pane_class_init (DlOptimizePaneClass *class)
{
}

static void
add_faults (DlOptimizePane *self)
{
  self->faults = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_label_set_text (dl_pane_add_label (self->faults, "dl-group-title", TRUE),
                      _ ("Datelines past the fault"));
  self->faults_text = dl_pane_add_label (self->faults, "dl-description", TRUE);
  self->faults_button
      = dl_pane_add_button (self->faults, _ ("_Put Datelines Past the Fault"),
                            _ ("Search positions at which every pair is delivered on legal "
                               "routes, and place them (VC paper 2.2, 3)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->faults_button),
                                  "win.datelines-past-faults");
  gtk_widget_set_visible (self->faults, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->faults);
}

static void
dl_optimize_pane_init (DlOptimizePane *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 22);
  gtk_widget_add_css_class (self->box, "dl-evidence");
  dl_pane_set_child (DL_PANE (self), dl_pane_scrolled (self->box));
}

GtkWidget *
dl_optimize_pane_new (DlView *view)
{
  DlOptimizePane *self = dl_pane_new (DL_TYPE_OPTIMIZE_PANE, view, _ ("Best settings"));
  DlSession *session = dl_view_get_session (view);

  add_faults (self); /* what is wrong comes first */
  self->datelines = dl_dateline_search_new (session);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->datelines));
  self->vc = dl_vc_search_new (session);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->vc));
  g_signal_connect_object (session, "notify::result", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  follow (self);
  return GTK_WIDGET (self);
}
