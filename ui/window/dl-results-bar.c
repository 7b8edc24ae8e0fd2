#include "dl-results-bar.h"

#include "dl-appearance.h"
#include "dl-figure-family.h"
#include "dl-load-latency.h"
#include "dl-palette.h"
#include "dl-pane.h"
#include "dl-place-text.h"
#include "dl-verdict-text.h"
#include "dl-wrap-layout.h"

#include <glib/gi18n-lib.h>

#include <math.h>

struct _DlAnalysisBox
{
  GtkWidget parent;
  DlSession *session;
  GtkWidget *box;
  GtkLabel *title;
  GtkProgressBar *bar;
  GtkWidget *cancel, *again;
};

G_DEFINE_FINAL_TYPE (DlAnalysisBox, dl_analysis_box, GTK_TYPE_WIDGET)

/* In the middle of an empty place; off the middle of a dimmed result. */
static void
update (DlAnalysisBox *self)
{
  const gboolean awaited = dl_session_is_awaited (self->session);
  const char *problem = dl_session_get_analysis_problem (self->session);
  g_autofree char *title = awaited ? g_strdup_printf (_ ("Analyzing %s…"),
                                                      dl_session_get_scenario (self->session)->name)
                                   : g_strdup (problem);

  gtk_widget_set_visible (GTK_WIDGET (self), title != NULL);
  gtk_widget_set_valign (GTK_WIDGET (self),
                         dl_session_get_standing (self->session) == DL_STANDING_NONE
                             ? GTK_ALIGN_CENTER
                             : GTK_ALIGN_END);
  gtk_label_set_text (self->title, title != NULL ? title : "");
  dl_pane_show_progress (self->bar, awaited, dl_session_get_progress (self->session),
                         dl_session_get_seconds_left (self->session));
  gtk_widget_set_visible (self->cancel, awaited);
  gtk_widget_set_visible (self->again, !awaited);
}

void
dl_analysis_box_set_session (DlAnalysisBox *self, DlSession *session)
{
  static const char *const changes[] = { "notify::awaited", "notify::progress", "notify::standing",
                                         "notify::analysis-problem", "notify::name" };

  g_return_if_fail (self->session == NULL);
  self->session = g_object_ref (session);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_object (session, changes[i], G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->cancel, "clicked", G_CALLBACK (dl_session_cancel_analysis),
                           session, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->again, "clicked", G_CALLBACK (dl_session_analyze), session,
                           G_CONNECT_SWAPPED);
  update (self);
}

static void
box_dispose (GObject *object)
{
  DlAnalysisBox *self = DL_ANALYSIS_BOX (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (dl_analysis_box_parent_class)->dispose (object);
}

static void
dl_analysis_box_class_init (DlAnalysisBoxClass *class)
{
  G_OBJECT_CLASS (class)->dispose = box_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_STATUS);
}

static void
dl_analysis_box_init (DlAnalysisBox *self)
{
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (self->box, "dl-analysis");
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->title = dl_pane_add_label (self->box, NULL, TRUE);
  gtk_label_set_max_width_chars (self->title, 40);
  self->bar = dl_pane_add_progress (self->box, _ ("Progress of the analysis"));
  self->cancel = dl_pane_add_button (self->box, _ ("_Cancel"), _ ("Cancel the analysis"));
  self->again = dl_pane_add_button (self->box, _ ("_Analyze"), _ ("Analyze the scenario again"));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

struct _DlResultsBar
{
  GtkWidget parent;
  DlView *view;
  GtkWidget *answers;
  GtkWidget *withheld; /* in their place */
  gboolean withholds;
  GtkButton *limit;
  GtkLabel *limit_label;
  GtkWidget *saturation;
  GtkLabel *saturation_label;
  GtkButton *deadlock;
  GtkButton *reach;
  GtkWidget *simulation;
  GtkLabel *simulation_label;
  GtkStack *lines;
  GtkLabel *network;
  GtkLabel *balance;
  GtkLabel *time;
  DlToast *toast;
};

G_DEFINE_FINAL_TYPE (DlResultsBar, dl_results_bar, GTK_TYPE_WIDGET)

static DlEvaluation *
current_result (DlResultsBar *self)
{
  return dl_session_get_result (dl_view_get_session (self->view));
}

static DlPin *
current_pin (DlResultsBar *self)
{
  return dl_session_get_pin (dl_view_get_session (self->view));
}

/* Changes -------------------------------------------------------------------------------------- */

/* Base of the comparison. */
typedef struct
{
  const DlLimit *limit; /* NULL: nothing */
  const char *against;  /* it, after a change: "against intact" */
  char *name;           /* of it, for a tooltip */
} Base;

/* The pinned state; or the network without its faults; or, where it has none, the state before the
 * last change. */
static Base
get_base (DlResultsBar *self, const DlEvaluation *result)
{
  const DlPin *pin = current_pin (self);
  const DlLimit *intact = dl_session_get_intact (dl_view_get_session (self->view));

  /* A lesson's ring against a machine that was pinned says nothing. */
  if (pin != NULL && dl_pin_misfit (result, pin->result) == NULL)
    return (Base) { &pin->result->limit, _ ("against B"),
                    g_strdup_printf (_ ("B, %s"), pin->label) };
  if (pin != NULL)
    return (Base) { NULL, NULL, NULL };
  if (intact != NULL)
    return (Base) { intact, _ ("against intact"), g_strdup (_ ("Without the faults")) };
  if (result->has_effect)
    return (Base) { &result->effect.limit_before, _ ("by the last change"),
                    g_strdup (_ ("Before the last change")) };
  return (Base) { NULL, NULL, NULL };
}

/* " (+28% against intact)", or " (+28%)" where @is_named says that it is named already; empty where
 * both read alike or are not numbers. */
static char *
change_text (const Base *base, double before, double now, gboolean is_named)
{
  const double percent = 100 * (now / before - 1);
  const char *sign = percent < 0 ? "−" : "+";
  const guint digits = fabs (percent) < 10 ? 1 : 0;

  if (base->limit == NULL || !isfinite (percent) || fabs (percent) < 0.05)
    return g_strdup ("");
  if (percent >= 200)
    /* Translators: a number has become so many times as large; “ (×10.7 against intact)” */
    return g_strdup_printf (" (×%.1f%s%s)", now / before, is_named ? "" : " ",
                            is_named ? "" : base->against);
  return g_strdup_printf (" (%s%'.*f%%%s%s)", sign, digits, fabs (percent), is_named ? "" : " ",
                          is_named ? "" : base->against);
}

/* @explanation, then what it was in @base if the text shows a @change. */
static void
set_tooltip (GtkWidget *widget, const char *explanation, const char *change, const Base *base,
             const char *before)
{
  g_autofree char *tooltip = *change != '\0'
                                 ? g_strdup_printf ("%s\n%s: %s", explanation, base->name, before)
                                 : g_strdup (explanation);

  gtk_widget_set_tooltip_text (widget, tooltip);
}

/* Answers -------------------------------------------------------------------------------------- */

/* Where maps color by utilization, that is what a load is told in. */
static gboolean
tells_use (const DlEvaluation *result)
{
  return dl_family_metric_find (result->scenario->family, "use") != NULL
         && !isnan (result->limit.use);
}

/* The name of @button is what its @label shows. */
static void
name_by_label (GtkWidget *button, GtkLabel *label)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (label), -1);
}

/* Value told of @limit: the utilization, or packets. NAN without one. */
static double
told_of (const DlEvaluation *result, const DlLimit *limit)
{
  return limit == NULL ? NAN : tells_use (result) ? limit->use : limit->channel_load;
}

static void
show_limit (DlResultsBar *self, const DlEvaluation *result)
{
  const gboolean by_use = tells_use (result);
  const DlMetricForm form = by_use ? DL_FORM_UTILIZATION : DL_FORM_COUNT;
  const DlLimit *limit = &result->limit;
  const double value = told_of (result, limit);
  const Base base = get_base (self, result);
  g_autofree char *base_name = base.name;
  const double was = told_of (result, base.limit);
  g_autofree char *number = dl_metric_form_text (form, value);
  g_autofree char *before = dl_metric_form_text (form, was);
  g_autofree char *change = change_text (&base, was, value, FALSE);
  g_autofree char *place = NULL;
  g_autofree char *markup = NULL;

  gtk_widget_set_sensitive (GTK_WIDGET (self->limit), limit->link != G_MAXUINT32);
  if (limit->link == G_MAXUINT32)
    {
      gtk_label_set_text (self->limit_label, _ ("No traffic"));
      name_by_label (GTK_WIDGET (self->limit), self->limit_label);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->limit),
                                   _ ("The pattern sends nothing over a link"));
      return;
    }
  place = result->scenario->family->name (result->net.shape, dl_place_link (limit->link),
                                          DL_NAME_PEOPLE);
  /* Translators: a number, how it changed (or nothing), and the link: “6,096 (+28%) · X+ of
   * (3,4,5)” */
  markup = g_markup_printf_escaped (by_use ? _ ("Max. link utilization <b>%s</b>%s · %s")
                                           : _ ("Max. channel load <b>%s</b>%s · %s"),
                                    number, change, place);
  gtk_label_set_markup (self->limit_label, markup);
  name_by_label (GTK_WIDGET (self->limit), self->limit_label);
  set_tooltip (GTK_WIDGET (self->limit),
               by_use
                   ? _ ("Select the link that is full first: what the offered load asks for, as a "
                        "share of its bandwidth")
                   : _ ("Select the busiest link: packets when each pair of the pattern sends "
                        "its weight once"),
               change, &base, before);
}

/* " · simulated 0.28–0.32", of each curve that is known of this network; "" where none is. */
static char *
simulated_saturation (DlResultsBar *self)
{
  DlCurveJob *job = dl_view_get_curve_job (self->view);
  const DlLoadCurve *curve = dl_curve_job_get_curve (job);
  g_autoptr (GString) loads = g_string_new (NULL);

  if (curve == NULL || dl_curve_job_is_stale (job))
    return g_strdup ("");
  for (guint i = 0; i < curve->n_series; i++)
    {
      g_autofree char *load = dl_load_saturation_text (&curve->series[i]);

      if (isnan (curve->series[i].saturation))
        continue;
      g_string_append_printf (loads, "%s%s", loads->len > 0 ? " / " : "", load);
    }
  /* Translators: beside the saturation load by analysis, that by simulation: “0.28–0.32” */
  return loads->len > 0 ? g_strdup_printf (_ (" · simulated %s"), loads->str) : g_strdup ("");
}

static void
show_saturation (DlResultsBar *self, const DlEvaluation *result)
{
  g_autofree char *simulated = simulated_saturation (self);
  const double load = result->limit.full_at;
  const Base base = get_base (self, result);
  g_autofree char *base_name = base.name;
  const double was = base.limit != NULL ? base.limit->full_at : NAN;
  g_autofree char *before = g_strdup_printf ("%.3f", was);
  /* The line is short: the load beside it says against what. */
  g_autofree char *beside
      = change_text (&base, told_of (result, base.limit), told_of (result, &result->limit), FALSE);
  g_autofree char *change = change_text (&base, was, load, *beside != '\0');
  g_autofree char *markup = NULL;
  g_autofree char *explanation = NULL;

  gtk_widget_set_visible (self->saturation, isfinite (load));
  if (!isfinite (load))
    return;
  markup = g_markup_printf_escaped (result->findings.is_bound
                                        ? _ ("Saturation, analyzed <b>≤ %.3f</b>%s%s")
                                        : _ ("Saturation, analyzed <b>%.3f</b>%s%s"),
                                    load, change, simulated);
  gtk_label_set_markup (self->saturation_label, markup);
  name_by_label (self->saturation, self->saturation_label);
  /* Translators: a sentence, then what loads are: "exact: each packet draws its route by itself" */
  explanation = result->findings.basis != NULL
                    ? g_strdup_printf (_ ("The offered load at which the busiest link is full. "
                                          "Loads are %s."),
                                       result->findings.basis)
                    : g_strdup (_ ("The offered load at which the busiest link is full"));
  set_tooltip (self->saturation, explanation, change, &base, before);
}

static void
set_good (GtkWidget *widget, gboolean good)
{
  gtk_widget_remove_css_class (widget, good ? "dl-error" : "dl-good");
  gtk_widget_add_css_class (widget, good ? "dl-good" : "dl-error");
}

static void
show_verdict (DlResultsBar *self, const DlVerdict *verdict)
{
  g_autofree char *text = dl_verdict_to_status (verdict);

  set_good (GTK_WIDGET (self->deadlock), verdict->deadlock_free);
  if (verdict->layers_unknown)
    gtk_widget_remove_css_class (GTK_WIDGET (self->deadlock), "dl-error");
  gtk_button_set_label (self->deadlock, text);
}

/* Takes @part. */
static void
append_part (GString *text, char *part)
{
  if (text->len > 0)
    g_string_append (text, "  ");
  g_string_append (text, part);
  g_free (part);
}

/* Show reachability of all pairs, like the verdict on deadlock; the tooltip has the traffic's. */
static void
show_reach (DlResultsBar *self, const DlPairCounts *all, const DlPairCounts *pattern)
{
  const gulong unreachable = all->unreachable, dropped = all->dropped, illegal = all->illegal;
  const gulong undelivered = pattern->unreachable + pattern->dropped;
  g_autofree char *of_pattern = g_strdup_printf (
      _ ("Of all pairs of working nodes. Of the %'lu pairs of the traffic pattern, %'lu are not "
         "delivered."),
      (gulong) pattern->pairs, undelivered);
  g_autoptr (GString) text = g_string_new (NULL);

  if (unreachable > 0)
    append_part (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "✗ %'lu pair unreachable",
                                                     "✗ %'lu pairs unreachable", unreachable),
                                        unreachable));
  if (dropped > 0)
    append_part (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "✗ %'lu pair dropped",
                                                     "✗ %'lu pairs dropped", dropped),
                                        dropped));
  if (illegal > 0)
    append_part (text,
                 g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "⚠ %'lu pair on illegal turns",
                                               "⚠ %'lu pairs on illegal turns", illegal),
                                  illegal));

  set_good (GTK_WIDGET (self->reach), text->len == 0);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->reach), of_pattern);
  gtk_button_set_label (self->reach, text->len > 0 ? text->str : _ ("✓ all pairs reachable"));
}

/* The network ---------------------------------------------------------------------------------- */

/* "0.27", or an en dash where there is nothing to balance. */
static char *
balance_text (double balance)
{
  return isnan (balance) ? g_strdup ("–") : g_strdup_printf ("%.2f", balance);
}

/* Show the balance of each class of links that has virtual channels to balance. */
static void
show_balance (DlResultsBar *self, const DlEvaluation *result)
{
  const DlFamily *family = result->scenario->family;
  g_autoptr (GString) classes = g_string_new (NULL);
  g_autofree char *markup = NULL;

  for (guint class = 0; class < family->n_classes; class ++)
    {
      if (family->classes[class].balance_title == NULL)
        continue;
      g_autofree char *name = g_ascii_strup (family->classes[class].id, -1);
      g_autofree char *balance = balance_text (result->findings.class_balance_mean[class]);

      g_string_append_printf (classes, "%s%s %s", class > 0 ? " " : "", name, balance);
    }
  /* Translators: classes of links and their mean balance, as in “X 0.27 Y 0.31 Z 0.25” */
  markup = g_markup_printf_escaped (_ ("VC balance <b>%s</b>"), classes->str);
  gtk_label_set_markup (self->balance, markup);
  gtk_widget_set_visible (GTK_WIDGET (self->balance), classes->len > 0);
}

static void
show_network (DlResultsBar *self, const DlEvaluation *result)
{
  const guint nodes = result->findings.working_nodes;
  const guint links = (guint) result->findings.working_links;
  g_autofree char *network = result->net.n_groups > 0
                                 ? g_strdup_printf (_ ("%'u groups · %'u nodes · %'u links"),
                                                    result->net.n_groups, nodes, links)
                                 : g_strdup_printf (_ ("%'u nodes · %'u links"), nodes, links);

  gtk_label_set_text (self->network, network);
}

static void
show_answers (DlResultsBar *self, gboolean show)
{
  GtkWidget *const all[]
      = { GTK_WIDGET (self->limit), self->saturation, GTK_WIDGET (self->deadlock),
          GTK_WIDGET (self->reach), GTK_WIDGET (self->balance) };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    gtk_widget_set_visible (all[i], show);
}

static void
show_result (DlResultsBar *self)
{
  const DlEvaluation *result = current_result (self);

  if (result == NULL)
    return;
  show_limit (self, result);
  show_saturation (self, result);
  show_verdict (self, result->findings.verdict);
  show_reach (self, &result->findings.all, &result->findings.pattern);
  show_network (self, result);
  show_balance (self, result);
  if (self->withholds)
    show_answers (self, FALSE);
}

void
dl_results_bar_withhold (DlResultsBar *self, gboolean withhold)
{
  if (withhold == self->withholds)
    return;
  self->withholds = withhold;
  gtk_widget_set_visible (self->withheld, withhold);
  show_answers (self, !withhold);
  show_result (self);
}

/* How far the result is that is awaited, or how long the one that is shown took. */
static void
show_time (DlResultsBar *self)
{
  DlSession *session = dl_view_get_session (self->view);
  const DlEvaluation *result = current_result (self);
  g_autofree char *text = NULL;

  if (dl_session_is_awaited (session))
    text = g_strdup_printf (_ ("analyzing… %.0f%%"), 100 * dl_session_get_progress (session));
  else if (dl_session_get_analysis_problem (session) != NULL)
    text = g_strdup (_ ("not analyzed"));
  else if (result != NULL)
    text = g_strdup_printf (_ ("recomputed in %.1f ms"), result->elapsed_us / 1000.0);
  gtk_label_set_text (self->time, text != NULL ? text : "");
}

/* The simulation ------------------------------------------------------------------------------- */

/* "Cycle 41,250 · 3,050/s · converged" */
static char *
describe (const DlLivePicture *picture)
{
  const char *note = picture->deadlock != NULL ? _ ("deadlocked")
                     : picture->draining       ? _ ("draining for new tables")
                                               : dl_sim_state_title (picture->verdict.state);

  if (isnan (picture->cycles_per_second))
    return picture->cycle < picture->seen
               /* Translators: an earlier clock cycle is looked at, how many there are, and the
                * state of the run there */
               ? g_strdup_printf (_ ("Cycle %'lu of %'lu · %s"), (gulong) picture->cycle,
                                  (gulong) picture->seen, note)
               : g_strdup_printf (_ ("Cycle %'lu · paused · %s"), (gulong) picture->cycle, note);
  return g_strdup_printf (_ ("Cycle %'lu · %'.0f/s · %s"), (gulong) picture->cycle,
                          picture->cycles_per_second, note);
}

static void
show_simulation (DlResultsBar *self)
{
  DlLive *live = dl_view_get_live (self->view);
  const DlLivePicture *picture = dl_live_get_picture (live);
  const char *problem = dl_live_get_problem (live);
  g_autofree char *text = picture != NULL   ? describe (picture)
                          : problem != NULL ? g_strdup (_ ("✗ cannot be simulated"))
                                            : NULL;

  gtk_widget_set_visible (self->simulation, text != NULL && !dl_text_size_is_large ());
  gtk_label_set_text (self->simulation_label, text != NULL ? text : "");
  name_by_label (self->simulation, self->simulation_label);
  /* There may be less room than it takes. */
  gtk_widget_set_tooltip_text (self->simulation, problem != NULL ? problem
                                                 : text != NULL
                                                     ? text
                                                     : _ ("Show the page of the simulation"));
}

/* The widget ----------------------------------------------------------------------------------- */

static void
on_message (DlResultsBar *self)
{
  const gboolean message = dl_toast_get_title (self->toast) != NULL;

  gtk_stack_set_visible_child_name (self->lines, message ? "message" : "status");
  gtk_widget_set_visible (GTK_WIDGET (self->lines), message || !dl_text_size_is_large ());
}

void
dl_results_bar_set_view (DlResultsBar *self, DlView *view)
{
  DlSession *session = dl_view_get_session (view);
  DlLive *live = dl_view_get_live (view);
  static const char *const times[]
      = { "notify::result", "notify::awaited", "notify::progress", "notify::analysis-problem" };
  GtkWidget *const of_result[]
      = { GTK_WIDGET (self->limit), self->saturation,           GTK_WIDGET (self->deadlock),
          GTK_WIDGET (self->reach), GTK_WIDGET (self->network), GTK_WIDGET (self->balance) };

  g_return_if_fail (self->view == NULL);
  self->view = g_object_ref (view);
  g_signal_connect_object (session, "notify::result", G_CALLBACK (show_result), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::intact", G_CALLBACK (show_result), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::pin", G_CALLBACK (show_result), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_curve_job (view), "notify::curve", G_CALLBACK (show_result),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_curve_job (view), "notify::stale", G_CALLBACK (show_result),
                           self, G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    g_signal_connect_object (session, times[i], G_CALLBACK (show_time), self, G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (of_result); i++)
    dl_standing_follow (of_result[i], session, DL_STANDING_HIDES);
  g_signal_connect_object (live, "notify::picture", G_CALLBACK (show_simulation), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::problem", G_CALLBACK (show_simulation), self,
                           G_CONNECT_SWAPPED);
  show_result (self);
  show_time (self);
  show_simulation (self);
}

DlToast *
dl_results_bar_get_toast (DlResultsBar *self)
{
  return self->toast;
}

static void
dispose (GObject *object)
{
  DlResultsBar *self = DL_RESULTS_BAR (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_results_bar_parent_class)->dispose (object);
}

static void
dl_results_bar_class_init (DlResultsBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  g_type_ensure (DL_TYPE_TOAST);
  g_type_ensure (DL_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_STATUS);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-results-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, DlResultsBar, answers);
  gtk_widget_class_bind_template_child (widget_class, DlResultsBar, withheld);
  gtk_widget_class_bind_template_child (widget_class, DlResultsBar, limit);
  gtk_widget_class_bind_template_child (widget_class, DlResultsBar, limit_label);
  gtk_widget_class_bind_template_child (widget_class, DlResultsBar, saturation);
  gtk_widget_class_bind_template_child (widget_class, DlResultsBar, saturation_label);
  gtk_widget_class_bind_template_child (widget_class, DlResultsBar, deadlock);
  gtk_widget_class_bind_template_child (widget_class, DlResultsBar, reach);
  gtk_widget_class_bind_template_child (widget_class, DlResultsBar, simulation);
  gtk_widget_class_bind_template_child (widget_class, DlResultsBar, simulation_label);
  gtk_widget_class_bind_template_child (widget_class, DlResultsBar, lines);
  gtk_widget_class_bind_template_child (widget_class, DlResultsBar, network);
  gtk_widget_class_bind_template_child (widget_class, DlResultsBar, balance);
  gtk_widget_class_bind_template_child (widget_class, DlResultsBar, time);
  gtk_widget_class_bind_template_child (widget_class, DlResultsBar, toast);
}

/* Large text takes rows in place of being cut, and leaves the map what other pages say, too. */
static void
on_text_size (DlResultsBar *self)
{
  g_object_set (gtk_widget_get_layout_manager (self->answers), "shrink", !dl_text_size_is_large (),
                NULL);
  gtk_widget_queue_resize (self->answers);
  on_message (self);
}

static void
dl_results_bar_init (DlResultsBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  dl_text_size_follow (GTK_WIDGET (self), G_CALLBACK (on_text_size), self);
  g_signal_connect_swapped (self->toast, "notify::title", G_CALLBACK (on_message), self);
}
