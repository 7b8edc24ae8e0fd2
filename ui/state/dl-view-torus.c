/* Links and nodes of a torus as people read them. */
#include "dl-view-private.h"

#include "dl-explain.h"
#include "dl-thumbnail.h"
#include "dl-torus-places.h"

#include <glib/gi18n-lib.h>

#include <math.h>

const DlAnalysis *
dl_view_analysis (DlView *self)
{
  DlEvaluation *result = dl_session_get_torus_result (dl_view_get_session (self));

  return result != NULL ? dl_evaluation_torus (result) : NULL;
}

/* What breaking the cable of @link would do, if that is what the maps show and it is known. */
static char *
describe_critical (DlView *self, guint link)
{
  const DlCritical *critical = dl_view_get_critical (self);
  const DlCriticalCable *cable;

  if (dl_view_get_metric (self) != DL_METRIC_CRITICAL || critical == NULL
      || !dl_view_is_of (self, critical->net.shape))
    return NULL;
  cable = dl_critical_find (critical, link);
  return cable != NULL ? dl_critical_cable_to_text (critical, cable) : NULL;
}

/* What the simulation has measured of @link, if that is what the maps show. */
static char *
describe_simulated (DlView *self, guint link)
{
  const DlLivePicture *picture = dl_live_get_picture (dl_view_get_live (self));
  g_autofree char *stalls = NULL;

  if (!dl_metric_is_simulated (dl_view_get_metric (self)) || picture == NULL
      || link >= picture->links.n_links)
    return NULL;
  stalls = isnan (picture->links.stalls[link])
               ? g_strdup ("–")
               : g_strdup_printf ("%.2f", picture->links.stalls[link]);
  return g_strdup_printf (_ ("simulated %.3f flits a cycle · %s stalled cycles a packet · buffers "
                             "behind it %.0f %% full"),
                          picture->links.load[link], stalls, 100 * picture->links.occupancy[link]);
}

/* What was measured of @link on a real machine, if that is what the maps show. */
static char *
describe_measured (DlView *self, guint link)
{
  const DlMeasured *measured = dl_counters_source_get_measured (dl_view_get_counters (self));

  if (dl_view_get_metric (self) != DL_METRIC_MEASURED || measured == NULL
      || measured->network == NULL || !dl_view_is_of (self, measured->network))
    return NULL;
  for (guint i = 0; i < measured->n; i++)
    if (measured->link[i] == link)
      return g_strdup_printf (_ ("measured %'lu packets, %.3f %% of all; analysed %.3f %%"),
                              (gulong) measured->count[i], 100 * measured->measured[i],
                              100 * measured->analysed[i]);
  return g_strdup (_ ("not measured"));
}

/* What is known of a link that is there, in A. */
static char *
describe_values (DlView *self, const DlAnalysis *analysis, guint link)
{
  const double p0 = analysis->vc_load[2 * link], p1 = analysis->vc_load[2 * link + 1];
  g_autofree char *critical = describe_critical (self, link);
  char *text;

  if (analysis->network->link_state[link] == DL_LINK_BROKEN)
    return g_strdup (_ ("broken"));
  if (critical != NULL)
    return g_strdup_printf (_ ("if its cable breaks: %s"), critical);
  text = describe_measured (self, link);
  if (text == NULL)
    text = describe_simulated (self, link);
  if (text != NULL)
    return text;
  if (p0 + p1 == 0)
    return g_strdup (_ ("no traffic"));
  if (dl_analysis_n_vcs (analysis) > DL_TORUS_VCS)
    return g_strdup_printf (
        _ ("VC0 %'.0f · VC1 %'.0f · VC2 %'.0f · VC3 %'.0f · VC balance %.4f · load %'.0f"),
        dl_analysis_channel_load (analysis, link, 0), dl_analysis_channel_load (analysis, link, 1),
        dl_analysis_channel_load (analysis, link, 2), dl_analysis_channel_load (analysis, link, 3),
        dl_vc_balance (p0, p1), p0 + p1);
  return g_strdup_printf (_ ("VC0 %'.0f · VC1 %'.0f · VC balance %.4f · load %'.0f"), p0, p1,
                          dl_vc_balance (p0, p1), p0 + p1);
}

static char *
describe_link (DlView *self, const DlAnalysis *analysis, guint link)
{
  const DlNetwork *network = analysis->network;
  g_autofree char *name = dl_link_label (dl_network_link_at (network, link));
  g_autofree char *both = dl_beside_describe (dl_view_get_beside (self), link);

  if (network->link_state[link] == DL_LINK_ABSENT)
    return g_strdup_printf (_ ("%s: no link, the edge of the mesh"), name);

  g_autofree char *far = dl_node_label (network->torus.coord[network->link_to[link]]);
  g_autofree char *values = describe_values (self, analysis, link);
  /* What is compared comes first: the line has an end. */
  if (both != NULL && network->link_state[link] == DL_LINK_BROKEN)
    return g_strdup_printf (_ ("Link %s → %s · %s"), name, far, both);
  return both != NULL ? g_strdup_printf (_ ("Link %s → %s · %s · %s"), name, far, both, values)
                      : g_strdup_printf (_ ("Link %s → %s · %s"), name, far, values);
}

static char *
describe_node (const DlNetwork *network, guint node)
{
  g_autofree char *name = dl_node_label (network->torus.coord[node]);
  guint up = 0, there = 0;

  if (!network->node_up[node])
    return g_strdup_printf (_ ("Node %s · broken"), name);
  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    {
      const guint state = network->link_state[dl_network_link (network, node, port)];
      there += state != DL_LINK_ABSENT;
      up += state == DL_LINK_UP;
    }
  return g_strdup_printf (_ ("Node %s · NID %u · region %u · %u of %u links up"), name,
                          network->torus.nid[node], network->torus.nid[node] >> 12, up, there);
}

char *
dl_view_describe_torus (DlView *self, DlPlace place)
{
  const DlAnalysis *analysis = dl_view_analysis (self);

  return place.kind == DL_PLACE_LINK ? describe_link (self, analysis, place.a)
                                     : describe_node (analysis->network, place.a);
}

DlTrouble
dl_view_trouble_torus (const DlEvaluation *result)
{
  return dl_trouble_find (dl_evaluation_torus (result));
}

GBytes *
dl_view_thumbnail_torus (const DlEvaluation *result, guint width, guint height)
{
  return dl_map_thumbnail (dl_evaluation_torus (result), width, height);
}

cairo_surface_t *
dl_view_draw_torus (const DlEvaluation *result, const DlThumbnailOptions *options)
{
  return dl_map_thumbnail_draw (dl_evaluation_torus (result), options);
}

DlMeasured *
dl_view_measure_torus (const DlCounters *counters, const gint32 *region, const DlEvaluation *result,
                       const DlLinkUse *simulated, GError **error)
{
  return dl_measured_new (counters, region, dl_evaluation_torus (result), simulated, error);
}

/* Deadlock ------------------------------------------------------------------------------------- */

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

/* Why there is a cycle at all, by the rules. */
char *
dl_view_cause_torus (const DlEvaluation *result)
{
  const DlAnalysis *analysis = dl_evaluation_torus (result);
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

void
dl_view_describe_wait_torus (const DlEvaluation *result, guint i, DlStepText *text)
{
  const DlAnalysis *analysis = dl_evaluation_torus (result);
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
