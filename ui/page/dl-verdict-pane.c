#include "dl-verdict-pane.h"

#include "dl-explain.h"
#include "dl-session-edits.h"
#include "dl-step-list.h"
#include "dl-torus-places.h"
#include "dl-verdict-text.h"

#include <glib/gi18n-lib.h>

struct _DlVerdictPane
{
  DlPane parent;
  DlResult *shown; /* nullable */

  GtkWidget *box;
  GtkLabel *headline;
  GtkLabel *text;
  GtkWidget *remedies;
  GtkWidget *switch_on;
  GtkWidget *past_faults;
  GtkWidget *engines;
  GtkLabel *cause;
  GtkWidget *steps; /* the row of buttons */
  DlStepList *list;
};

G_DEFINE_FINAL_TYPE (DlVerdictPane, dl_verdict_pane, DL_TYPE_PANE)

/* The cycle -------------------------------------------------------------------------------------
 */

static char *
channel_text (const DlNetwork *network, guint channel)
{
  return g_strdup_printf ("%s.%u", dl_port_label (dl_channel_link (channel) % network->n_ports),
                          dl_channel_vc (channel));
}

/* Which rule the step from channel @i of the cycle to the next breaks. */
static DlIllegal
step_why (const DlAnalysis *analysis, guint i)
{
  const DlVerdict *verdict = analysis->verdict;
  const guint a = verdict->cycle[i], b = verdict->cycle[(i + 1) % verdict->n_cycle];

  return dl_routes_legal_why (analysis->routes, dl_channel_link (a), dl_channel_vc (a),
                              dl_channel_link (b), dl_channel_vc (b));
}

static void
describe_step (guint i, DlStepText *text, gpointer user_data)
{
  const DlVerdictPane *self = user_data;
  const DlAnalysis *analysis = self->shown != NULL ? dl_result_torus (self->shown) : NULL;

  if (analysis == NULL || i >= analysis->verdict->n_cycle)
    return;

  const DlNetwork *network = analysis->network;
  const DlVerdict *verdict = analysis->verdict;
  const guint next = verdict->cycle[(i + 1) % verdict->n_cycle];
  const DlIllegal why = step_why (analysis, i);
  const guint from = dl_channel_link (verdict->cycle[i]) / network->n_ports;
  const guint to = dl_channel_link (next) / network->n_ports;
  g_autofree char *next_channel = channel_text (network, next);
  g_autofree char *place = dl_node_label (network->torus.coord[to]);

  text->title = channel_text (network, verdict->cycle[i]);
  text->place = dl_node_label (network->torus.coord[from]);
  if (dl_routes_at_dateline (analysis->routes, from,
                             dl_port_dim (dl_channel_link (verdict->cycle[i]) % network->n_ports)))
    text->tag = g_strdup (_ ("dateline"));
  /* Translators: a channel and the node it leaves */
  text->detail = g_strdup_printf (_ ("waits for %s of %s"), next_channel, place);
  if (why != DL_LEGAL)
    text->problem = g_strdup_printf (_ ("⚠ illegal turn: %s (%s)"), dl_illegal_text (why),
                                     dl_illegal_section (why));
}

/* Why there is a cycle at all, by the rules. */
static char *
cause_of (const DlAnalysis *analysis)
{
  const DlVerdict *verdict = analysis->verdict;
  DlIllegal why;

  if (verdict->broken_step >= verdict->n_cycle)
    return g_strdup (_ ("Each turn by itself is legal. Without a dateline nothing opens the ring: "
                        "the last packet waits for the first (VC paper 3)."));
  why = step_why (analysis, verdict->broken_step);
  return g_strdup_printf (_ ("Step %u breaks the rules that exclude cycles: %s (%s)."),
                          verdict->broken_step + 1, dl_illegal_text (why),
                          dl_illegal_section (why));
}

/* What is shown ---------------------------------------------------------------------------------
 */

/* Would the rows say the same? */
static gboolean
same_cycle (const DlAnalysis *a, const DlAnalysis *b)
{
  const DlRoutingSpec *spec_a = &a->routes->spec, *spec_b = &b->routes->spec;
  const guint n = a->verdict->n_cycle;

  return n == b->verdict->n_cycle
         && (n == 0
             || memcmp (a->verdict->cycle, b->verdict->cycle, n * sizeof *a->verdict->cycle) == 0)
         && memcmp (spec_a->dateline, spec_b->dateline, sizeof spec_a->dateline) == 0
         && memcmp (a->network->torus.radix, b->network->torus.radix,
                    sizeof a->network->torus.radix)
                == 0
         && memcmp (a->network->torus.ring, b->network->torus.ring, sizeof a->network->torus.ring)
                == 0;
}

static void
show_remedies (DlVerdictPane *self, const DlAnalysis *analysis)
{
  const DlTrouble trouble = dl_trouble_of (analysis);
  g_autoptr (GMenu) menu = g_menu_new ();
  guint n_engines;
  const DlEngine *const *engines = dl_engines (&n_engines);

  gtk_widget_set_visible (self->remedies, trouble.any);
  gtk_widget_set_visible (self->switch_on, trouble.switch_on);
  gtk_widget_set_visible (self->past_faults, trouble.past_faults);
  gtk_button_set_label (GTK_BUTTON (self->past_faults), trouble.mesh_z
                                                            ? _ ("_Find an Engine That Serves")
                                                            : _ ("_Put Datelines Past the Fault"));
  if (!trouble.any)
    return;
  for (guint i = 0; i < n_engines; i++)
    if (engines[i] != analysis->routes->spec.engine)
      {
        g_autofree char *action = g_strdup_printf ("win.try-engine::%s", engines[i]->id);
        g_menu_append (menu, _ (engines[i]->title), action);
      }
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->engines), G_MENU_MODEL (menu));
}

static void
show_analysis (DlVerdictPane *self, const DlAnalysis *analysis)
{
  const gboolean good = analysis->verdict->deadlock_free;
  g_autofree char *text = dl_verdict_to_text (analysis);

  gtk_label_set_text (self->headline,
                      good ? _ ("✓ Routes cannot deadlock") : _ ("✗ Routes can deadlock"));
  gtk_widget_remove_css_class (GTK_WIDGET (self->headline), good ? "dl-error" : "dl-good");
  gtk_widget_add_css_class (GTK_WIDGET (self->headline), good ? "dl-good" : "dl-error");
  gtk_label_set_text (self->text, text);
  gtk_widget_set_visible (GTK_WIDGET (self->cause), !good);
  gtk_widget_set_visible (self->steps, !good);
  if (!good)
    {
      g_autofree char *cause = cause_of (analysis);
      gtk_label_set_text (self->cause, cause);
    }
  show_remedies (self, analysis);
}

/* Follows the result only while somebody looks. */
static void
follow (DlVerdictPane *self)
{
  DlResult *result
      = dl_session_get_torus_result (dl_view_get_session (dl_pane_get_view (DL_PANE (self))));
  g_autoptr (DlResult) before = self->shown;

  if (result == NULL || result == before || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      before = NULL; /* still shown */
      return;
    }
  self->shown = dl_result_ref (result);
  show_analysis (self, dl_result_torus (result));
  if (before == NULL || !same_cycle (dl_result_torus (before), dl_result_torus (result)))
    dl_step_list_set_n (self->list, dl_result_torus (result)->verdict->n_cycle);
}

/* Object ----------------------------------------------------------------------------------------
 */

static void
dispose (GObject *object)
{
  DlVerdictPane *self = DL_VERDICT_PANE (object);

  g_clear_pointer (&self->shown, dl_result_unref);
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
  self->remedies = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_label_set_text (dl_pane_add_label (self->remedies, "dl-group-title", TRUE),
                      _ ("What could be done"));
  self->switch_on = add_button (self->remedies, _ ("_Switch Datelines On"),
                                _ ("A dateline in each ring, at its last node (VC paper 3)"),
                                "win.datelines-on");
  self->past_faults
      = add_button (self->remedies, "",
                    _ ("A search for positions at which every pair is delivered on legal "
                       "routes (VC paper 2.2, 3)"),
                    "win.datelines-past-faults");
  self->engines = gtk_menu_button_new ();
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->engines), _ ("_Try Another Engine"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (self->engines), TRUE);
  gtk_widget_add_css_class (self->engines, "dl-choice");
  gtk_widget_set_tooltip_text (self->engines, _ ("Other rules for the way around faults (VC paper, "
                                                 "section 2.2)"));
  gtk_box_append (GTK_BOX (self->remedies), self->engines);
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
