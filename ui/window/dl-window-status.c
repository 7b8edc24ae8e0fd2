/* The window's status line: the network, its balance or bound, the verdict, who is not reached, and
 * how the simulation goes; the button that runs it says that, too. */
#include "dl-window-private.h"

#include "dl-numerals.h"
#include "dl-verdict-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* ".27", or an en dash where there is nothing to balance. */
static char *
balance_text (double balance)
{
  return isnan (balance) ? g_strdup ("–") : dl_numerals_fraction (balance, 2);
}

/* Of each class of links. */
static void
show_balance (DlWindow *self, const DlEvaluation *result)
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
  /* Translators: classes of links and their mean balance, as in “X .27 Y .31 Z .25” */
  markup = g_markup_printf_escaped (_ ("VC balance <b>%s</b>"), classes->str);
  gtk_label_set_markup (self->status_balance, markup);
  gtk_widget_set_visible (GTK_WIDGET (self->status_balance), classes->len > 0);
  gtk_widget_set_tooltip_text (
      GTK_WIDGET (self->status_balance),
      _ ("Mean VC balance of each dimension's links with traffic (VC paper 4)"));
}

/* Where the busiest link is full. */
static void
show_bound (DlWindow *self, const DlEvaluation *result)
{
  const DlFamily *family = result->scenario->family;
  const double load = result->findings.bound_load;
  g_autofree char *markup = NULL;
  g_autofree char *tooltip = NULL;

  if (!isfinite (load))
    markup = g_strdup (_ ("no traffic"));
  else
    markup
        = g_markup_printf_escaped (family->is_bound != NULL && family->is_bound (result->scenario)
                                       ? _ ("saturates at load <b>%.3f</b> at best")
                                       : _ ("saturates at load <b>%.3f</b>"),
                                   load);
  gtk_label_set_markup (self->status_balance, markup);
  gtk_widget_set_visible (GTK_WIDGET (self->status_balance), TRUE);
  /* Translators: a sentence, then what loads are: "exact: each packet draws its route by itself" */
  tooltip
      = g_strdup_printf (_ ("The offered load at which the busiest link is full. Loads are %s."),
                         result->findings.basis);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->status_balance), tooltip);
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

/* Of all pairs, as in the verdict on deadlock; the tooltip has those of the traffic. */
static void
show_reach (DlWindow *self, const DlPairCounts *all, const DlPairCounts *pattern)
{
  const gulong unreachable = all->unreachable, dropped = all->dropped, illegal = all->illegal;
  const gulong undelivered = pattern->unreachable + pattern->dropped;
  g_autofree char *of_pattern = g_strdup_printf (
      _ ("Of all pairs of working nodes. Of the %'lu pairs of the traffic pattern, %'lu are not "
         "delivered."),
      (gulong) pattern->pairs, undelivered);
  g_autoptr (GString) text = g_string_new (NULL);
  GtkWidget *label = GTK_WIDGET (self->status_reach);

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

  gtk_widget_remove_css_class (label, text->len > 0 ? "dl-good" : "dl-error");
  gtk_widget_add_css_class (label, text->len > 0 ? "dl-error" : "dl-good");
  gtk_widget_set_tooltip_text (label, of_pattern);
  gtk_label_set_text (self->status_reach, text->len > 0 ? text->str : _ ("✓ all pairs reachable"));
}

static void
show_verdict (DlWindow *self, const DlVerdict *verdict)
{
  GtkWidget *button = GTK_WIDGET (self->status_deadlock);
  g_autofree char *text = dl_verdict_to_status (verdict);

  gtk_widget_remove_css_class (button, verdict->deadlock_free ? "dl-error" : "dl-good");
  gtk_widget_add_css_class (button, verdict->deadlock_free ? "dl-good" : "dl-error");
  gtk_button_set_label (self->status_deadlock, text);
}

static char *
network_text (const DlEvaluation *result)
{
  const guint nodes = result->findings.working_nodes;
  const guint links = (guint) result->findings.working_links;

  return result->net.n_groups > 0 ? g_strdup_printf (_ ("%'u groups · %'u nodes · %'u links"),
                                                     result->net.n_groups, nodes, links)
                                  : g_strdup_printf (_ ("%'u nodes · %'u links"), nodes, links);
}

void
dl_window_show_status (DlWindow *self, const DlEvaluation *result)
{
  g_autofree char *network = network_text (result);
  g_autofree char *elapsed
      = g_strdup_printf (_ ("recomputed in %.1f ms"), result->elapsed_us / 1000.0);

  gtk_label_set_text (self->status_network, network);
  if (result->findings.basis != NULL)
    show_bound (self, result);
  else
    show_balance (self, result);
  show_verdict (self, result->findings.verdict);
  show_reach (self, &result->findings.all, &result->findings.pattern);
  gtk_label_set_text (self->status_time, elapsed);
}

/* The simulation --------------------------------------------------------------------------------
 */

static void
on_simulation_state (DlWindow *self)
{
  const gboolean running = dl_live_get_state (dl_view_get_live (self->view)) == DL_LIVE_RUNNING;

  gtk_button_set_icon_name (self->run_button, running ? "media-playback-pause-symbolic"
                                                      : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->run_button),
                               running ? _ ("Pause the simulation (F8)")
                                       : _ ("Simulate the network, cycle by cycle (F8)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->run_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  running ? _ ("Pause the simulation") : _ ("Run the simulation"),
                                  -1);
}

/* "Cycle 41,250 · 3,050 a second" */
static char *
describe (const DlLivePicture *picture)
{
  const char *note = picture->deadlock != NULL ? _ ("deadlocked")
                     : picture->draining       ? _ ("draining for new tables")
                     : picture->settled        ? _ ("converged")
                                               : _ ("settling");

  if (isnan (picture->cycles_per_second))
    return g_strdup_printf (_ ("Cycle %'lu · paused · %s"), (gulong) picture->cycle, note);
  return g_strdup_printf (_ ("Cycle %'lu · %'.0f a second · %s"), (gulong) picture->cycle,
                          picture->cycles_per_second, note);
}

static void
on_picture (DlWindow *self)
{
  DlLive *live = dl_view_get_live (self->view);
  const DlLivePicture *picture = dl_live_get_picture (live);
  const char *problem = dl_live_get_problem (live);
  g_autofree char *text = picture != NULL ? describe (picture) : NULL;

  gtk_label_set_text (self->status_simulation, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->status_simulation), text != NULL || problem != NULL);
  if (text == NULL && problem != NULL)
    gtk_label_set_text (self->status_simulation, _ ("✗ cannot be simulated"));
  /* The line may have less room than it takes. */
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->status_simulation),
                               problem != NULL ? problem : text);
  if (dl_metric_is_simulated (dl_view_get_metric (self->view)))
    dl_window_update_details (self);
}

void
dl_window_follow_simulation (DlWindow *self)
{
  DlLive *live = dl_view_get_live (self->view);

  g_signal_connect_object (live, "notify::state", G_CALLBACK (on_simulation_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::picture", G_CALLBACK (on_picture), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::problem", G_CALLBACK (on_picture), self,
                           G_CONNECT_SWAPPED);
  on_simulation_state (self);
  on_picture (self);
}
