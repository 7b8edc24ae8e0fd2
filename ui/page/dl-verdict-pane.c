#include "dl-verdict-pane.h"

#include "dl-step-list.h"
#include "dl-view-family.h"

#include <glib/gi18n-lib.h>

#include <string.h>

struct _DlVerdictPane
{
  DlPane parent;
  DlEvaluation *shown; /* nullable */

  GtkWidget *box;
  GtkLabel *headline;
  GtkLabel *text;
  GtkWidget *remedies;
  GtkWidget *switch_on;
  GtkWidget *past_faults;
  GtkLabel *cause;
  GtkWidget *steps; /* the row of buttons */
  DlStepList *list;
};

G_DEFINE_FINAL_TYPE (DlVerdictPane, dl_verdict_pane, DL_TYPE_PANE)

static const DlViewFamily *
family_of (const DlEvaluation *result)
{
  return dl_view_family (result->scenario->family);
}

static void
describe_step (guint i, DlStepText *text, gpointer user_data)
{
  const DlVerdictPane *self = user_data;

  if (self->shown != NULL && i < self->shown->findings.verdict->n_cycle)
    family_of (self->shown)->describe_wait (self->shown, i, text);
}

/* What is shown ---------------------------------------------------------------------------------
 */

/* Would the rows say the same? */
static gboolean
same_cycle (const DlEvaluation *a, const DlEvaluation *b)
{
  const DlVerdict *cycle_a = a->findings.verdict, *cycle_b = b->findings.verdict;
  const guint n = cycle_a->n_cycle;

  return n == cycle_b->n_cycle
         && (n == 0
             || (memcmp (cycle_a->cycle, cycle_b->cycle, n * sizeof *cycle_a->cycle) == 0
                 && dl_scenario_same_routes (a->scenario, b->scenario)));
}

/* Where its family knows any. */
static void
show_remedies (DlVerdictPane *self, const DlEvaluation *result)
{
  const DlViewFamily *family = family_of (result);
  const DlTrouble trouble
      = family->trouble != NULL ? family->trouble (result) : (DlTrouble) { FALSE };

  gtk_widget_set_visible (self->remedies, trouble.any);
  gtk_widget_set_visible (self->switch_on, trouble.switch_on);
  gtk_widget_set_visible (self->past_faults, trouble.past_faults);
  gtk_button_set_label (GTK_BUTTON (self->past_faults), trouble.mesh_z
                                                            ? _ ("_Find a Routing Engine")
                                                            : _ ("_Put Datelines Past the Fault"));
}

static void
show_headline (DlVerdictPane *self, const DlVerdict *verdict)
{
  static const char *const classes[] = { "dl-good", "dl-warning", "dl-error" };
  const char *caution = dl_verdict_caution (verdict);
  const guint class = verdict->deadlock_free ? 0 : caution != NULL ? 1 : 2;
  g_autofree char *open = caution != NULL ? g_strconcat ("? ", caution, NULL) : NULL;

  gtk_label_set_text (self->headline, open != NULL             ? open
                                      : verdict->deadlock_free ? _ ("✓ Routes cannot deadlock")
                                                               : _ ("✗ Routes can deadlock"));
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if (i == class)
      gtk_widget_add_css_class (GTK_WIDGET (self->headline), classes[i]);
    else
      gtk_widget_remove_css_class (GTK_WIDGET (self->headline), classes[i]);
}

static void
show_verdict (DlVerdictPane *self, const DlEvaluation *result)
{
  const gboolean good = result->findings.deadlock_free;

  g_autofree char *text = dl_verdict_to_text (result->scenario->family, &result->findings);
  g_autofree char *cause
      = !good && family_of (result)->cause != NULL ? family_of (result)->cause (result) : NULL;

  show_headline (self, result->findings.verdict);

  gtk_label_set_text (self->text, text);
  dl_pane_show_text (self->cause, cause);
  gtk_widget_set_visible (self->steps, !good);
  show_remedies (self, result);
}

/* Follows the result only while somebody looks. */
static void
follow (DlVerdictPane *self)
{
  DlEvaluation *result
      = dl_session_get_result (dl_view_get_session (dl_pane_get_view (DL_PANE (self))));
  g_autoptr (DlEvaluation) before = self->shown;

  if (result == NULL || result == before || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      before = NULL; /* still shown */
      return;
    }
  self->shown = dl_evaluation_ref (result);
  show_verdict (self, result);
  if (before == NULL || !same_cycle (before, result))
    dl_step_list_set_n (self->list, result->findings.verdict->n_cycle);
}

/* Object ----------------------------------------------------------------------------------------
 */

static void
dispose (GObject *object)
{
  DlVerdictPane *self = DL_VERDICT_PANE (object);

  g_clear_pointer (&self->shown, dl_evaluation_unref);
  G_OBJECT_CLASS (dl_verdict_pane_parent_class)->dispose (object);
}

static void
dl_verdict_pane_class_init (DlVerdictPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static GtkWidget *
add_button (GtkWidget *box, const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = dl_pane_add_button (box, label, tooltip);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static void
add_remedies (DlVerdictPane *self, GtkWidget *head)
{
  GtkWidget *engines;

  self->remedies = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_label_set_text (dl_pane_add_label (self->remedies, "dl-group-title", TRUE),
                      _ ("Possible remedies"));
  self->switch_on = add_button (self->remedies, _ ("_Switch Datelines On"),
                                _ ("A dateline in each ring, at its last node (VC paper 3)"),
                                "win.datelines-on");
  self->past_faults
      = add_button (self->remedies, "",
                    _ ("A search for positions at which every pair is delivered on legal "
                       "routes (VC paper 2.2, 3)"),
                    "win.datelines-past-faults");
  engines = add_button (self->remedies, _ ("_Compare Routing Engines"),
                        _ ("The network under each engine: other rules for the way around faults "
                           "(VC paper, section 2.2)"),
                        "win.evidence-page");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (engines), "s", "engines");
  gtk_box_append (GTK_BOX (head), self->remedies);
}

static void
add_steps (DlVerdictPane *self, GtkWidget *head)
{
  GtkWidget *button;

  self->steps = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  button
      = add_button (self->steps, _ ("_Previous"), _ ("The step before (,)"), "win.path-previous");
  gtk_widget_set_hexpand (button, TRUE);
  button = add_button (self->steps, _ ("_Next"), _ ("The step after (.)"), "win.path-next");
  gtk_widget_set_hexpand (button, TRUE);
  button = add_button (self->steps, _ ("_Show"), _ ("Draw the cycle in the maps (C); Esc hides it"),
                       "win.show-cycle");
  gtk_widget_set_hexpand (button, TRUE);
  gtk_box_append (GTK_BOX (head), self->steps);
}

static void
dl_verdict_pane_init (DlVerdictPane *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  self->headline = dl_pane_add_label (head, "dl-headline", TRUE);
  self->text = dl_pane_add_label (head, NULL, TRUE);
  self->cause = dl_pane_add_label (head, NULL, TRUE);
  add_remedies (self, head);
  add_steps (self, head);
  gtk_widget_add_css_class (head, "dl-evidence");
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), head);
  dl_pane_set_child (DL_PANE (self), self->box);
  dl_pane_hide_path_on_escape (DL_PANE (self));
  g_signal_connect_after (self, "map", G_CALLBACK (follow), NULL);
}

GtkWidget *
dl_verdict_pane_new (DlView *view)
{
  DlVerdictPane *self = dl_pane_new (DL_TYPE_VERDICT_PANE, view, _ ("Deadlock"));

  self->list = DL_STEP_LIST (
      dl_step_list_new (view, DL_PATH_CYCLE, _ ("Channels of the cycle"), describe_step, self));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->list));
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
