/* Links and nodes of a torus as people read them. */
#include "dl-beside-private.h"
#include "dl-view-plain.h"
#include "dl-view-private.h"

#include "dl-figure-family.h"
#include "dl-torus-explain.h"
#include "dl-torus-places.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Whether links and nodes of the view are numbered as @network has them. */
static gboolean
is_of (DlView *self, const DlTorusNetwork *network)
{
  return memcmp (network->torus.radix, self->radix, sizeof self->radix) == 0;
}

static void
radix (gconstpointer shape, guint radix[DL_VIEW_DIMS])
{
  memcpy (radix, ((const DlTorusNetwork *) shape)->torus.radix, DL_VIEW_DIMS * sizeof radix[0]);
}

/* The latest result, if it is of a torus; or NULL. */
static const DlTorusAnalysis *
analysis_of (DlView *self)
{
  DlEvaluation *result = dl_session_get_result_of (dl_view_get_session (self), &dl_family_torus);

  return result != NULL ? dl_evaluation_torus (result) : NULL;
}

/* Effect of breaking the cable of @link, if the maps show that and it is known. */
static char *
describe_critical (DlView *self, guint link)
{
  const DlCritical *critical = dl_view_get_critical (self);
  const DlCriticalCable *cable;

  if (!dl_metric_is_critical (dl_view_get_metric (self)) || critical == NULL
      || !is_of (self, critical->net.shape))
    return NULL;
  cable = dl_critical_find (critical, link);
  return cable != NULL ? dl_critical_cable_to_text (critical, cable) : NULL;
}

/* Simulated values of @link, of which maps show a metric. FALSE: none. */
static gboolean
tell_simulated (DlView *self, guint link, DlPlaceText *text)
{
  const DlMetric *metric = dl_view_get_metric (self);
  DlMetricInput input;

  if (!dl_beside_get_input (dl_view_get_beside (self), DL_SHOW_A, &input)
      || !dl_metric_is_known (metric, &input))
    return FALSE;
  dl_place_text_set_value (text, metric, metric->value (&input, link));
  dl_place_text_add_simulated (text, &input, link, metric);
  return TRUE;
}

/* Values of @link measured on a real machine. FALSE: no counters of its network are open. */
static gboolean
tell_measured (DlView *self, guint link, DlPlaceText *text)
{
  const DlMetric *metric = dl_view_get_metric (self);
  const DlMeasured *measured = dl_counters_source_get_measured (dl_view_get_counters (self));

  if (measured == NULL || measured->family != &dl_family_torus || !is_of (self, measured->shape))
    return FALSE;
  for (guint i = 0; i < measured->n; i++)
    if (measured->link[i] == link)
      {
        dl_place_text_set_words (text, metric,
                                 g_strdup_printf (_ ("%'lu (%.3f%% of all)"),
                                                  (gulong) measured->count[i],
                                                  100 * measured->measured[i]));
        dl_place_text_add (text, _ ("analyzed: %.3f%% of all"), 100 * measured->analyzed[i]);
        return TRUE;
      }
  dl_place_text_set_words (text, metric, g_strdup (_ ("not measured")));
  return TRUE;
}

/* The packets of @link, and what maps color where that is analyzed; of other analyzed metrics, its
 * load and its balance. */
static void
tell_analyzed (const DlTorusAnalysis *analysis, guint link, const DlMetric *metric,
               DlPlaceText *text)
{
  static const char *const others[] = { "load", "balance" };
  const DlMetricInput input = dl_metric_input (&dl_family_torus, analysis);

  if (dl_link_packets (&input, link, NULL) == 0)
    {
      dl_place_text_add (text, "%s", _ ("no traffic"));
      return;
    }
  if (metric->source == DL_METRIC_ANALYZED)
    dl_place_text_set_value (text, metric, metric->value (&input, link));
  for (guint vc = 0; vc < dl_torus_analysis_n_vcs (analysis); vc++)
    {
      const double load = dl_torus_analysis_channel_load (analysis, link, vc);

      /* Random ties share packets out. */
      dl_place_text_add (text, load == (gint64) load ? _ ("VC%u %'.0f") : _ ("VC%u %'.2f"), vc,
                         load);
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      const DlMetric *other = dl_family_metric_find (&dl_family_torus, others[i]);

      if (other != metric)
        dl_place_text_add_value (text, other, other->value (&input, link));
    }
}

static void
tell_link (DlView *self, const DlTorusAnalysis *analysis, guint link, DlPlaceText *text)
{
  const DlTorusNetwork *network = analysis->network;
  const DlMetric *metric = dl_view_get_metric (self);
  g_autofree char *name = dl_torus_link_label (dl_torus_network_link_at (network, link));
  char *both = dl_beside_describe (dl_view_get_beside (self), link);
  g_autofree char *critical = describe_critical (self, link);

  if (network->link_state[link] == DL_LINK_ABSENT)
    {
      dl_place_text_init (text, g_strdup_printf (_ ("%s: no link, the edge of the mesh"), name));
      g_free (both);
      return;
    }
  g_autofree char *far = dl_torus_node_label (network->torus.coord[network->link_to[link]]);

  dl_place_text_init (text, g_strdup_printf ("%s → %s", name, far));
  if (network->link_state[link] == DL_LINK_BROKEN)
    dl_place_text_add (text, "%s", _ ("broken"));
  else if (critical != NULL)
    dl_place_text_add (text, _ ("if its cable breaks: %s"), critical);
  else if (!(dl_metric_is_measured (metric) && tell_measured (self, link, text))
           && !(dl_metric_is_simulated (metric) && tell_simulated (self, link, text)))
    tell_analyzed (analysis, link, metric, text);
  if (both != NULL)
    dl_place_text_set_words (text, metric, both);
}

static void
tell_node (const DlTorusNetwork *network, guint node, DlPlaceText *text)
{
  g_autofree char *name = dl_torus_node_label (network->torus.coord[node]);
  guint up = 0, there = 0;

  dl_place_text_init (text, g_strdup_printf (_ ("Node %s"), name));
  if (!network->node_up[node])
    {
      dl_place_text_add (text, "%s", _ ("broken"));
      return;
    }
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    {
      const guint state = network->link_state[dl_torus_network_link (network, node, port)];
      there += state != DL_LINK_ABSENT;
      up += state == DL_LINK_UP;
    }
  dl_place_text_add (text, _ ("NID %u · region %u · %u of %u links up"), network->torus.nid[node],
                     network->torus.nid[node] >> 12, up, there);
}

static void
tell (DlView *self, DlPlace place, DlPlaceText *text)
{
  const DlTorusAnalysis *analysis = analysis_of (self);

  if (place.kind == DL_PLACE_LINK)
    tell_link (self, analysis, place.a, text);
  else
    tell_node (analysis->network, place.a, text);
}

static DlTrouble
trouble (const DlEvaluation *result)
{
  return dl_trouble_find (dl_evaluation_torus (result));
}

/* Deadlock ------------------------------------------------------------------------------------- */

static char *
channel_text (const DlTorusNetwork *network, guint channel)
{
  return g_strdup_printf ("%s.%u",
                          dl_torus_port_label (dl_torus_channel_link (channel) % network->n_ports),
                          dl_torus_channel_vc (channel));
}

/* The rule that the step from channel @i of the cycle to the next breaks. */
static DlTorusIllegal
step_why (const DlTorusAnalysis *analysis, guint i)
{
  const DlVerdict *verdict = analysis->verdict;
  const guint a = verdict->cycle[i], b = verdict->cycle[(i + 1) % verdict->n_cycle];

  return dl_torus_routes_legal_why (analysis->routes, dl_torus_channel_link (a),
                                    dl_torus_channel_vc (a), dl_torus_channel_link (b),
                                    dl_torus_channel_vc (b));
}

/* Why there is a cycle at all, by the rules. */
static char *
cause (const DlEvaluation *result)
{
  const DlTorusAnalysis *analysis = dl_evaluation_torus (result);
  const DlVerdict *verdict = analysis->verdict;
  DlTorusIllegal why;

  if (verdict->broken_step >= verdict->n_cycle)
    return g_strdup (_ ("Each turn by itself is legal. Without a dateline the ring stays closed: "
                        "the last packet waits for the first (VC paper 3)."));
  why = step_why (analysis, verdict->broken_step);
  return g_strdup_printf (_ ("Step %u breaks the rules that exclude cycles: %s (%s)."),
                          verdict->broken_step + 1, dl_torus_illegal_text (why),
                          dl_torus_illegal_section (why));
}

static void
name_wait (const DlEvaluation *result, const DlSimWait *wait, DlStepText *text)
{
  text->title = g_strdup_printf ("%s.%u", dl_torus_port_label (wait->port), wait->vc);
  text->place
      = dl_torus_node_label (dl_evaluation_torus (result)->network->torus.coord[wait->node]);
}

static void
describe_wait (const DlEvaluation *result, guint i, DlStepText *text)
{
  const DlTorusAnalysis *analysis = dl_evaluation_torus (result);
  const DlTorusNetwork *network = analysis->network;
  const DlVerdict *verdict = analysis->verdict;
  const guint next = verdict->cycle[(i + 1) % verdict->n_cycle];
  const DlTorusIllegal why = step_why (analysis, i);
  const guint from = dl_torus_channel_link (verdict->cycle[i]) / network->n_ports;
  const guint to = dl_torus_channel_link (next) / network->n_ports;
  g_autofree char *next_channel = channel_text (network, next);
  g_autofree char *place = dl_torus_node_label (network->torus.coord[to]);

  text->title = channel_text (network, verdict->cycle[i]);
  text->place = dl_torus_node_label (network->torus.coord[from]);
  if (dl_torus_routes_at_dateline (
          analysis->routes, from,
          dl_torus_port_dim (dl_torus_channel_link (verdict->cycle[i]) % network->n_ports)))
    text->tag = g_strdup (_ ("dateline"));
  /* Translators: a channel and the node it leaves */
  text->detail = g_strdup_printf (_ ("waits for %s of %s"), next_channel, place);
  if (why != DL_TORUS_LEGAL)
    text->problem = g_strdup_printf (_ ("⚠ illegal turn: %s (%s)"), dl_torus_illegal_text (why),
                                     dl_torus_illegal_section (why));
}

const DlViewFamily dl_view_torus = {
  .family = &dl_family_torus,
  .tell = tell,
  .links = &dl_link_columns_torus,
  .trouble = trouble,
  .cause = cause,
  .describe_wait = describe_wait,
  .name_wait = name_wait,
  .has_datelines = TRUE,
  .radix = radix,
};
