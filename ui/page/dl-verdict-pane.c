#include "dl-verdict-pane.h"

#include "dl-family-room.h"
#include "dl-route-pane.h"
#include "dl-simulation-pane.h"
#include "dl-verdict-text.h"
#include "dl-view-family.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* How long a verdict must last before the banner comes, or goes, in milliseconds. */
#define COME_MS 150
#define GO_MS   600

struct _DlVerdictBanner
{
  GtkWidget parent;
  DlView *view;
  DlBanner *banner;
  GtkWidget *show_cycle;
  GtkWidget *switch_on;
  GtkWidget *past_faults;
  guint timeout;
  gboolean coming;    /* the timeout shows the banner; else it hides it */
  gboolean dismissed; /* until things are well again */
  gboolean is_told;   /* by the page */
  double progress;    /* of a search, or negative */
};

G_DEFINE_FINAL_TYPE (DlVerdictBanner, dl_verdict_banner, GTK_TYPE_WIDGET)

static const DlEvaluation *
current_result (DlVerdictBanner *self)
{
  return dl_session_get_result (dl_view_get_session (self->view));
}

static void
label_search (DlVerdictBanner *self, const DlTrouble *trouble)
{
  GtkButton *button = GTK_BUTTON (self->past_faults);

  if (self->progress >= 0)
    {
      g_autofree char *label
          = g_strdup_printf (_ ("_Cancel the Search (%.0f%%)"), 100 * self->progress);
      gtk_button_set_label (button, label);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.cancel-search");
      return;
    }
  gtk_button_set_label (button, trouble->mesh_z ? _ ("_Find a Routing Engine")
                                                : _ ("_Put Datelines Past the Fault"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.datelines-past-faults");
}

/* Is something wrong with the result's routes? */
static gboolean
has_trouble (const DlEvaluation *result)
{
  const DlPairCounts *all = &result->findings.all;

  return !result->findings.deadlock_free || all->unreachable + all->dropped + all->illegal > 0;
}

/* Show the current state, with its buttons. */
static void
show_now (DlVerdictBanner *self)
{
  const DlEvaluation *result = current_result (self);
  const DlViewFamily *family = dl_view_family (result->scenario->family);
  const DlTrouble trouble
      = family->trouble != NULL ? family->trouble (result) : (DlTrouble) { .any = TRUE };
  g_autofree char *text = dl_trouble_to_text (&result->findings);

  gtk_widget_set_visible (self->show_cycle, trouble.deadlock);
  gtk_widget_set_visible (self->switch_on, trouble.switch_on);
  gtk_widget_set_visible (self->past_faults, trouble.past_faults || self->progress >= 0);
  label_search (self, &trouble);
  dl_banner_set_message (self->banner, text);
}

static gboolean
on_timeout (gpointer user_data)
{
  DlVerdictBanner *self = user_data;

  self->timeout = 0;
  if (self->coming && !self->is_told && current_result (self) != NULL
      && has_trouble (current_result (self)))
    show_now (self);
  else
    dl_banner_set_message (self->banner, NULL);
  return G_SOURCE_REMOVE;
}

static void
on_result (DlVerdictBanner *self)
{
  const gboolean shown = dl_banner_get_message (self->banner) != NULL;
  gboolean bad;

  if (current_result (self) == NULL)
    {
      g_clear_handle_id (&self->timeout, g_source_remove);
      dl_banner_set_message (self->banner, NULL);
      return;
    }
  bad = has_trouble (current_result (self));
  if (!bad)
    self->dismissed = FALSE;
  bad &= !self->is_told;
  if (bad && shown)
    show_now (self);
  if (bad && self->dismissed)
    return;
  if (bad == shown)
    g_clear_handle_id (&self->timeout, g_source_remove); /* nothing is to change */
  else if (self->timeout == 0 || self->coming != bad)
    {
      g_clear_handle_id (&self->timeout, g_source_remove);
      self->coming = bad;
      self->timeout = g_timeout_add (bad ? COME_MS : GO_MS, on_timeout, self);
    }
}

void
dl_verdict_banner_set_progress (DlVerdictBanner *self, double progress)
{
  self->progress = progress;
  if (dl_banner_get_message (self->banner) != NULL && current_result (self) != NULL
      && has_trouble (current_result (self)))
    show_now (self);
}

void
dl_verdict_banner_set_told (DlVerdictBanner *self, gboolean is_told)
{
  self->is_told = is_told;
  if (is_told)
    {
      g_clear_handle_id (&self->timeout, g_source_remove);
      dl_banner_set_message (self->banner, NULL);
    }
  else if (self->view != NULL)
    on_result (self);
}

DlBanner *
dl_verdict_banner_get_banner (DlVerdictBanner *self)
{
  return self->banner;
}

const char *
dl_verdict_banner_get_message (DlVerdictBanner *self)
{
  return dl_banner_get_message (self->banner);
}

static void
on_closed (DlVerdictBanner *self)
{
  self->dismissed = TRUE;
  g_clear_handle_id (&self->timeout, g_source_remove);
}

void
dl_verdict_banner_set_view (DlVerdictBanner *self, DlView *view)
{
  g_return_if_fail (self->view == NULL);
  self->view = g_object_ref (view);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (on_result),
                           self, G_CONNECT_SWAPPED);
  on_result (self);
}

static void
banner_dispose (GObject *object)
{
  DlVerdictBanner *self = DL_VERDICT_BANNER (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->banner != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->banner));
  self->banner = NULL;
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_verdict_banner_parent_class)->dispose (object);
}

static void
dl_verdict_banner_class_init (DlVerdictBannerClass *class)
{
  G_OBJECT_CLASS (class)->dispose = banner_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
dl_verdict_banner_init (DlVerdictBanner *self)
{
  GtkWidget *engines;

  self->progress = -1;
  self->banner = g_object_new (DL_TYPE_BANNER, NULL);
  dl_banner_set_steady (self->banner);
  self->show_cycle = dl_banner_add_button (self->banner, _ ("Show the _Cycle"), "win.show-cycle");
  self->switch_on
      = dl_banner_add_button (self->banner, _ ("_Switch Datelines On"), "win.datelines-on");
  self->past_faults = dl_banner_add_button (self->banner, _ ("_Put Datelines Past the Fault"),
                                            "win.datelines-past-faults");
  gtk_widget_set_tooltip_text (
      self->show_cycle, _ ("Draw the shortest cycle of channels that wait for each other (C; "
                           "VC paper, section 2.2.1)"));
  gtk_widget_set_tooltip_text (
      self->switch_on, _ ("A dateline in each ring, at its last node (VC paper, section 3)"));
  gtk_widget_set_tooltip_text (self->past_faults,
                               _ ("Search datelines or a routing engine with which every pair is "
                                  "delivered on legal routes (VC paper, section 2.2)"));
  engines = dl_banner_add_button (self->banner, _ ("Compare _Engines"), "win.evidence-page");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (engines), "s", "engines");
  gtk_widget_set_tooltip_text (
      engines,
      _ ("What each routing engine would make of this network: pairs that arrive, deadlock, "
         "load and hops"));
  dl_banner_add_close (self->banner);
  g_signal_connect_object (self->banner, "closed", G_CALLBACK (on_closed), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (GTK_WIDGET (self->banner), GTK_WIDGET (self));
}

/* Some four packets, and a hint of the next. */
#define LIST_HEIGHT 200

struct _DlWaitList
{
  GtkWidget parent;
  DlView *view;
  GtkWidget *box;
  GtkLabel *title;
  DlStepList *list;
  GArray *waits; /* DlSimWait; NULL unless it is locked */
};

G_DEFINE_FINAL_TYPE (DlWaitList, dl_wait_list, GTK_TYPE_WIDGET)

/* A packet that waits for a channel, and who stands in its way. */
static void
describe_wait (guint i, DlStepText *text, gpointer user_data)
{
  const DlWaitList *self = user_data;
  const DlLivePicture *picture = dl_live_get_picture (dl_view_get_live (self->view));
  const DlEvaluation *result = dl_session_get_result (dl_view_get_session (self->view));
  const DlSimWait *wait, *next;

  if (result == NULL || self->waits == NULL || i >= self->waits->len)
    return;
  wait = &g_array_index (self->waits, DlSimWait, i);
  next = &g_array_index (self->waits, DlSimWait, (i + 1) % self->waits->len);
  g_autofree char *source = dl_view_name_node (self->view, wait->source);
  g_autofree char *dest = dl_view_name_node (self->view, wait->dest);
  g_autofree char *other_source = dl_view_name_node (self->view, next->source);
  g_autofree char *other_dest = dl_view_name_node (self->view, next->dest);

  dl_view_family (result->scenario->family)->name_wait (result, wait, text);
  if (picture != NULL && picture->cycle >= wait->injected)
    /* Translators: since the packet entered the network */
    text->note
        = g_strdup_printf (_ ("%'lu cycles old"), (gulong) (picture->cycle - wait->injected));
  /* Translators: two packets, each from a node to a node */
  text->detail = g_strdup_printf (_ ("%s → %s waits for the buffer that %s → %s occupies"), source,
                                  dest, other_source, other_dest);
}

static void
list_follow (DlWaitList *self)
{
  const DlLivePicture *picture = dl_live_get_picture (dl_view_get_live (self->view));
  GArray *waits = picture != NULL ? picture->deadlock : NULL;
  g_autofree char *text = NULL;

  if (waits == self->waits)
    return;
  g_clear_pointer (&self->waits, g_array_unref);
  self->waits = waits != NULL ? g_array_ref (waits) : NULL;
  if (waits != NULL)
    {
      text = dl_simulation_deadlock_text (picture);
      gtk_label_set_text (self->title, text);
    }
  dl_step_list_set_n (self->list, waits != NULL ? waits->len : 0);
  gtk_widget_set_visible (GTK_WIDGET (self), waits != NULL);
}

static void
list_dispose (GObject *object)
{
  DlWaitList *self = DL_WAIT_LIST (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->waits, g_array_unref);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_wait_list_parent_class)->dispose (object);
}

static void
dl_wait_list_class_init (DlWaitListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
dl_wait_list_init (DlWaitList *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (self->box, "dl-problem");
  self->title = dl_pane_add_label (self->box, "dl-error", TRUE);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
dl_wait_list_new (DlView *view)
{
  DlWaitList *self = g_object_new (DL_TYPE_WAIT_LIST, "visible", FALSE, NULL);
  GtkWidget *button, *list;

  self->view = g_object_ref (view);
  button = dl_pane_add_button (self->box, _ ("Show the _Packets"),
                               _ ("Draw in the maps which packets wait for each other"));
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  g_signal_connect_object (button, "clicked", G_CALLBACK (dl_view_show_waits), view,
                           G_CONNECT_SWAPPED);
  list = dl_step_list_new (view, DL_PATH_WAITS, _ ("Packets that wait for each other"),
                           describe_wait, self);
  gtk_widget_set_size_request (list, -1, LIST_HEIGHT);
  gtk_box_append (GTK_BOX (self->box), list);
  self->list = DL_STEP_LIST (list);
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (list_follow),
                           self, G_CONNECT_SWAPPED);
  list_follow (self);
  return GTK_WIDGET (self);
}

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

/* Display -------------------------------------------------------------------------------------- */

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

/* Follows the result only while the page is visible. */
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

static GtkWidget *
create (DlView *view)
{
  DlVerdictPane *self = dl_pane_new (DL_TYPE_VERDICT_PANE, view, _ ("Deadlock"));

  self->list = DL_STEP_LIST (
      dl_step_list_new (view, DL_PATH_CYCLE, _ ("Channels of the cycle"), describe_step, self));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->list));
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

const DlMaker dl_page_deadlock = {
  .id = "deadlock",
  .create = create,
  .title = N_ ("Deadlock"),
  .description = N_ ("Deadlock of the routes, the shortest cycle, and remedies"),
  .topic = "datelines#verdict",
  .key = '3',
};
