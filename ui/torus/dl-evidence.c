#include "dl-evidence.h"

#include "dl-age-chart.h"
#include "dl-chart.h"
#include "dl-table-window.h"
#include "dl-torus-routes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define HISTOGRAM_HEIGHT 128
#define CURVE_HEIGHT     150

/* Shares that are simulated are told again no more often than that. */
#define SHARES_US (G_USEC_PER_SEC)

struct _DlEvidence
{
  DlPane parent;
  GtkLabel *any;    /* reason why there is no balance, and the true statement */
  gint64 shares_us; /* when it was last told */
  GtkWidget *histograms[DL_TORUS_N_DIMS];
  GtkWidget *curve;
};

G_DEFINE_FINAL_TYPE (DlEvidence, dl_evidence, DL_TYPE_PANE)

static const DlTorusAnalysis *
current_analysis (DlEvidence *self)
{
  DlView *view = dl_pane_get_view (DL_PANE (self));
  DlEvaluation *result
      = view != NULL ? dl_session_get_result_of (dl_view_get_session (view), &dl_family_torus)
                     : NULL;
  return result != NULL ? dl_evaluation_torus (result) : NULL;
}

/* Pinned result, if its links compare; else NULL. */
static const DlTorusAnalysis *
pinned_analysis (DlEvidence *self)
{
  DlBeside *beside = dl_view_get_beside (dl_pane_get_view (DL_PANE (self)));

  return dl_beside_compares (beside, NULL)
             ? dl_evaluation_torus (dl_beside_get_pin (beside)->result)
             : NULL;
}

static void
draw_histogram (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlEvidence *self = user_data;
  const DlTorusAnalysis *analysis = current_analysis (self);
  const DlRect rect = { 0, 0, width, height };

  if (analysis == NULL)
    return;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (self->histograms[dim] == GTK_WIDGET (area))
      dl_histogram_draw_against (cr, rect, analysis, pinned_analysis (self), dim,
                                 dl_view_theme (GTK_WIDGET (area)));
}

static void
draw_curve (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  const DlTorusAnalysis *analysis = current_analysis (user_data);
  const DlRect rect = { 0, 0, width, height };

  if (analysis != NULL)
    dl_load_curve_draw (cr, rect, analysis, dl_view_theme (GTK_WIDGET (area)));
}

/* The numbers of a histogram for assistive technology. */
static void
describe_histogram (DlEvidence *self, guint dim)
{
  const DlTorusAnalysis *analysis = current_analysis (self);
  g_autofree char *text = NULL;

  if (analysis == NULL)
    {
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->histograms[dim]),
                                      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                      _ ("Waiting for the analysis…"), -1);
      return;
    }
  const DlTorusDimensionStats *stats = &analysis->dims[dim];
  if (stats->links == stats->idle_links)
    text = g_strdup (_ ("No links with traffic"));
  else
    text = g_strdup_printf (
        _ ("Mean %.2f. Links: %u up to 0.25, of which %u exactly 0; %u up to 0.5; %u up to 0.75; "
           "%u up to 1"),
        stats->balance_mean, stats->bins[0], stats->balanced_links, stats->bins[1], stats->bins[2],
        stats->bins[3]);
  if (pinned_analysis (self) != NULL)
    {
      const DlTorusDimensionStats *pinned = &pinned_analysis (self)->dims[dim];
      g_autofree char *own = g_steal_pointer (&text);

      text = g_strdup_printf (
          _ ("%s. B, as an outline: mean %.2f. Links: %u up to 0.25; %u up to 0.5; %u up to 0.75; "
             "%u up to 1"),
          own, pinned->balance_mean, pinned->bins[0], pinned->bins[1], pinned->bins[2],
          pinned->bins[3]);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->histograms[dim]),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/* Loads of the curve. */
static void
describe_loads (DlEvidence *self)
{
  const DlTorusAnalysis *analysis = current_analysis (self);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint dim = 0; dim < DL_TORUS_N_DIMS && analysis != NULL; dim++)
    {
      const DlTorusDimensionStats *stats = &analysis->dims[dim];

      if (stats->links == 0)
        continue;
      /* Translators: %c is a dimension, X, Y or Z. */
      g_string_append_printf (text, _ ("%c: %.0f packets/link on average, %.0f at most. "),
                              "XYZ"[dim], stats -> load_mean, stats -> load_max);
    }
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self->curve), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      analysis != NULL ? g_strstrip (text->str) : _ ("Waiting for the analysis…"), -1);
}

/* Any virtual channel ----------------------------------------------------------------------------
 */

/* Links there are, but packets do not keep to halves of their virtual channels. */
static gboolean
takes_any (const DlTorusAnalysis *analysis, guint dim)
{
  return analysis->dims[dim].links > 0 && !dl_vc_has_halves (analysis->routes, dim);
}

/* "VC0 25.1%, VC1 24.9%, …" of the flits over links of dimensions that take any, simulated; NULL:
 * nothing was. Free with g_free. */
static char *
share_text (const DlTorusAnalysis *analysis, const DlLinkUse *use)
{
  const DlTorusNetwork *network = analysis->network;
  g_autofree double *flits = g_new0 (double, MAX (use->n_vcs, 1));
  g_autoptr (GString) text = g_string_new (NULL);
  double all = 0;

  for (guint link = 0; link < MIN (use->n_links, network->n_links); link++)
    for (guint vc = 0; vc < use->n_vcs && use->load[link] > 0; vc++)
      if (takes_any (analysis, dl_torus_port_dim (link % network->n_ports)))
        {
          const double share = use->vc_share[(gsize) link * use->n_vcs + vc] * use->load[link];

          flits[vc] += share;
          all += share;
        }
  if (!(all > 0))
    return NULL;
  for (guint vc = 0; vc < use->n_vcs; vc++)
    {
      g_autofree char *percent = dl_share_text (llround (1e6 * flits[vc] / all), 1000000);

      g_string_append_printf (text, "%sVC%u %s", vc > 0 ? ", " : "", vc, percent);
    }
  return g_strdup (text->str);
}

static void
tell_any (DlEvidence *self)
{
  const DlTorusAnalysis *analysis = current_analysis (self);
  DlView *view = dl_pane_get_view (DL_PANE (self));
  const DlLivePicture *picture
      = view != NULL ? dl_live_get_picture (dl_view_get_live (view)) : NULL;
  g_autoptr (GString) dims = g_string_new (NULL);
  g_autofree char *shares = NULL, *text = NULL;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS && analysis != NULL; dim++)
    if (takes_any (analysis, dim))
      g_string_append_printf (dims, "%s%c", dims->len > 0 ? ", " : "", "XYZ"[dim]);
  self->shares_us = g_get_monotonic_time ();
  gtk_widget_set_visible (GTK_WIDGET (self->any), dims->len > 0);
  if (dims->len == 0)
    return;
  shares = picture != NULL ? share_text (analysis, &picture->links) : NULL;
  if (shares != NULL)
    /* Translators: dimensions, such as “X, Y”; and the shares of virtual channels, such as “VC0
     * 25.1%, VC1 24.9%” */
    text = g_strdup_printf (_ ("In %s packets may take any virtual channel: there are no halves to "
                               "balance.\nSimulated share of the flits: %s."),
                            dims->str, shares);
  else
    text = g_strdup_printf (_ ("In %s packets may take any virtual channel: there are no halves to "
                               "balance.\nRun the simulation (F8) to see the share of each virtual "
                               "channel."),
                            dims->str);
  gtk_label_set_text (self->any, text);
}

static void
on_picture (DlEvidence *self)
{
  DlLive *live = dl_view_get_live (dl_pane_get_view (DL_PANE (self)));

  if (gtk_widget_get_mapped (GTK_WIDGET (self->any))
      && (dl_live_get_state (live) != DL_LIVE_RUNNING
          || g_get_monotonic_time () - self->shares_us >= SHARES_US))
    tell_any (self);
}

static void
on_result (DlEvidence *self)
{
  const DlTorusAnalysis *analysis = current_analysis (self);

  tell_any (self);
  describe_loads (self);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      describe_histogram (self, dim);
      gtk_widget_set_visible (self->histograms[dim],
                              !gtk_widget_get_visible (GTK_WIDGET (self->any))
                                  || (analysis->dims[dim].links > 0 && !takes_any (analysis, dim)));
      gtk_widget_queue_draw (self->histograms[dim]);
    }
  gtk_widget_queue_draw (self->curve);
}

GtkWidget *
dl_evidence_pane_new (DlView *view)
{
  DlEvidence *self = dl_pane_new (DL_TYPE_EVIDENCE, view, _ ("VC balance"));

  g_signal_connect_object (dl_view_get_shown (view), "changed::other", G_CALLBACK (on_result), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (on_picture),
                           self, G_CONNECT_SWAPPED);
  /* Results that came unseen. */
  g_signal_connect (self, "map", G_CALLBACK (tell_any), NULL);
  on_result (self);
  return GTK_WIDGET (self);
}

static void
dl_evidence_class_init (DlEvidenceClass *class)
{
}

static void
dl_evidence_init (DlEvidence *self)
{
  static const char *const labels[DL_TORUS_N_DIMS]
      = { N_ ("VC balance of the links in X"), N_ ("VC balance of the links in Y"),
          N_ ("VC balance of the links in Z") };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);

  gtk_widget_add_css_class (box, "dl-evidence");
  self->any = dl_pane_add_label (box, "dl-description", TRUE);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    self->histograms[dim]
        = dl_pane_add_chart (box, HISTOGRAM_HEIGHT, draw_histogram, _ (labels[dim]), self);
  self->curve = dl_pane_add_chart (box, CURVE_HEIGHT, draw_curve, _ ("Channel load"), self);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      dl_pane_chart_grows (self->histograms[dim]);
      dl_chart_give_table (self->histograms[dim], "balance-histograms");
    }
  dl_pane_chart_grows (self->curve);
  dl_chart_give_table (self->curve, "channel-load");
  dl_pane_set_child (DL_PANE (self), dl_pane_scrolled (box));
}
