/* The window's status line: the network, its balance or bound, the verdict, who is not reached. */
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

static void
show_balance (DlWindow *self, const DlAnalysis *analysis)
{
  g_autofree char *x = balance_text (analysis->dims[DL_X].balance_mean);
  g_autofree char *y = balance_text (analysis->dims[DL_Y].balance_mean);
  g_autofree char *z = balance_text (analysis->dims[DL_Z].balance_mean);
  g_autofree char *markup
      = g_markup_printf_escaped (_ ("VC balance <b>X %s Y %s Z %s</b>"), x, y, z);

  gtk_label_set_markup (self->status_balance, markup);
  gtk_widget_set_tooltip_text (
      GTK_WIDGET (self->status_balance),
      _ ("Mean VC balance of each dimension's links with traffic (VC paper 4)"));
}

/* Where the busiest link of a dragonfly is full. */
static void
show_bound (DlWindow *self, const DlDragonflyAnalysis *analysis)
{
  g_autofree char *markup
      = isfinite (analysis->bound_load)
            ? g_markup_printf_escaped (analysis->basis == DL_BASIS_BOUND
                                           ? _ ("saturates at load <b>%.3f</b> at best")
                                           : _ ("saturates at load <b>%.3f</b>"),
                                       analysis->bound_load)
            : g_strdup (_ ("no traffic"));
  g_autofree char *tooltip = NULL;

  gtk_label_set_markup (self->status_balance, markup);
  /* Translators: a sentence, then what loads are: "exact: each packet draws its route by itself" */
  tooltip
      = g_strdup_printf (_ ("The offered load at which the busiest link is full. Loads are %s."),
                         dl_dragonfly_basis_text (analysis->basis));
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

static void
show_torus (DlWindow *self, const DlAnalysis *analysis)
{
  const DlPairCounts pattern = dl_analysis_pattern_counts (analysis);
  g_autofree char *network
      = g_strdup_printf (_ ("%'u nodes · %'u links"), analysis->network->n_working_nodes,
                         analysis->network->n_working_links);

  gtk_label_set_text (self->status_network, network);
  show_balance (self, analysis);
  show_verdict (self, analysis->verdict);
  show_reach (self, &analysis->all, &pattern);
}

static void
show_dragonfly (DlWindow *self, const DlDragonflyAnalysis *analysis)
{
  const DlDragonfly *net = analysis->dragonfly;
  const DlPairCounts pattern = { analysis->pairs, analysis->unreachable_pairs, 0, 0 };
  g_autofree char *network = NULL;
  guint routers = 0, links = 0;

  for (guint router = 0; router < net->n_routers; router++)
    routers += net->router_up[router];
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    links += analysis->classes[class].links;
  network = g_strdup_printf (_ ("%'u groups · %'u nodes · %'u links"), net->n_groups,
                             routers * net->nodes_per_router, links);
  gtk_label_set_text (self->status_network, network);
  show_bound (self, analysis);
  show_verdict (self, analysis->verdict);
  show_reach (self, &analysis->all, &pattern);
}

void
dl_window_show_status (DlWindow *self, const DlResult *result)
{
  g_autofree char *elapsed
      = g_strdup_printf (_ ("recomputed in %.1f ms"), result->elapsed_us / 1000.0);

  if (dl_result_dragonfly (result) != NULL)
    show_dragonfly (self, dl_result_dragonfly (result));
  else
    show_torus (self, dl_result_torus (result));
  gtk_label_set_text (self->status_time, elapsed);
}
