#include "dl-aries-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#include "dl-rng.h"
#include "dl-sim-counters.h"

/* Times stay in a wheel of events. */
#define LEAST_RATE 0.01
#define MOST_RATE  64.0

static gboolean G_GNUC_PRINTF (2, 3) fail (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (error, g_error_new_valist (DL_SIM_ERROR, DL_SIM_ERROR_LIMIT, format, args));
  va_end (args);
  return FALSE;
}

static gboolean
check_router (const DlAriesRouter *router, guint packet_flits, GError **error)
{
  if (router->input_buffer < packet_flits || router->input_buffer > G_MAXUINT16)
    return fail (error, _ ("a buffer of %u flits for packets of %u (a packet to %u flits)"),
                 router->input_buffer, packet_flits, G_MAXUINT16);
  if (router->link_cycles < 1 || router->link_cycles > DL_ARIES_MAX_LINK_CYCLES)
    return fail (error, _ ("a link delay of %u cycles (1 to %u)"), router->link_cycles,
                 DL_ARIES_MAX_LINK_CYCLES);
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    if (!(router->rate[class] >= LEAST_RATE && router->rate[class] <= 1))
      return fail (error, _ ("a %s link carries %g flits a cycle (%g to 1)"),
                   dl_link_class_title (class), router->rate[class], LEAST_RATE);
  if (!(router->node_rate >= LEAST_RATE && router->node_rate <= MOST_RATE))
    return fail (error, _ ("a node sends %g flits a cycle (%g to %g)"), router->node_rate,
                 LEAST_RATE, MOST_RATE);
  return TRUE;
}

static gboolean
check (const DlAriesPlanOptions *options, GError **error)
{
  if (options->packet_flits < 1 || options->packet_flits > DL_ARIES_MAX_FLITS
      || options->header_flits > options->packet_flits)
    return fail (error, _ ("packets of %u flits, %u of them header (1 to %u)"),
                 options->packet_flits, options->header_flits, DL_ARIES_MAX_FLITS);
  if (options->payload_bytes < 1 || options->payload_bytes > G_MAXUINT16)
    return fail (error, _ ("a payload of %u bytes (1 to %u)"), options->payload_bytes, G_MAXUINT16);
  if (options->kind == DL_ARIES_LOAD
      && !(options->load >= 0 && (options->load <= MOST_RATE || isinf (options->load))))
    return fail (error, _ ("a load of %g (0 to %g flits a node a cycle, or saturated)"),
                 options->load, MOST_RATE);
  if (!(options->response_share >= 0 && options->response_share <= 1))
    return fail (error, _ ("a share of %g responses (0 to 1)"), options->response_share);
  if (options->kind == DL_ARIES_ALL_TO_ALL
      && (options->message_bytes < 1 || options->first_shift < 1))
    return fail (error, _ ("messages of 0 bytes, or a shift by 0 (at least 1)"));
  return check_router (&options->router, options->packet_flits, error);
}

/* Whole groups that all know each other leave nobody out. */
static gboolean
is_undisturbed (const DlDragonflyRoutes *routes)
{
  for (guint a = 0; a < routes->dragonfly->n_groups; a++)
    for (guint b = 0; b < routes->dragonfly->n_groups; b++)
      if (!dl_dragonfly_plain_groups (routes, a, b))
        return FALSE;
  return TRUE;
}

static guint
team_of (const DlDragonflyDemand *demand, guint node)
{
  if (demand->set != NULL)
    return demand->set[node];
  return dl_dragonfly_demand_sent (demand, node) > 0 ? 0 : DL_NO_SET;
}

static void
build_teams (DlAriesPlan *plan)
{
  const DlDragonflyDemand *demand = plan->options.demand;
  const guint n_nodes = demand->dragonfly->n_nodes;

  plan->n_teams = demand->set != NULL ? demand->n_sets : 1;
  plan->team = g_new (guint32, n_nodes);
  plan->team_at = g_new0 (guint32, n_nodes);
  plan->team_first = g_new0 (guint32, plan->n_teams + 1);
  plan->team_node = g_new (guint32, n_nodes);
  for (guint node = 0; node < n_nodes; node++)
    {
      plan->team[node] = team_of (demand, node);
      if (plan->team[node] != DL_NO_SET)
        plan->team_at[node] = plan->team_first[plan->team[node] + 1]++;
    }
  for (guint team = 0; team < plan->n_teams; team++)
    plan->team_first[team + 1] += plan->team_first[team];
  for (guint node = 0; node < n_nodes; node++)
    if (plan->team[node] != DL_NO_SET)
      plan->team_node[plan->team_first[plan->team[node]] + plan->team_at[node]] = node;
}

/* One order for all of a team: each step is a shift still, so that nobody gets two messages. */
static void
draw_order (DlAriesPlan *plan)
{
  plan->team_shift = g_new0 (guint32, plan->team_first[plan->n_teams]);
  for (guint team = 0; team < plan->n_teams; team++)
    {
      guint32 *shift = plan->team_shift + plan->team_first[team];
      const guint n = plan->team_first[team + 1] - plan->team_first[team];
      DlRng rng;

      dl_rng_init (&rng, dl_rng_mix (plan->options.seed, team));
      for (guint i = 0; i < n; i++)
        {
          const guint j = i > 1 ? 1 + dl_rng_below (&rng, i) : i;

          shift[i] = shift[j];
          shift[j] = i;
        }
    }
}

static gboolean
check_ports (const DlDragonfly *net, GError **error)
{
  for (guint router = 0; router < net->n_routers; router++)
    {
      const guint ports
          = net->first_link[router + 1] - net->first_link[router] + net->nodes_per_router;

      if (ports >= DL_ARIES_MAX_PORTS || net->nodes_per_router > 64)
        return fail (error, _ ("a router with %u ports (at most %u)"), ports,
                     DL_ARIES_MAX_PORTS - 1);
    }
  return TRUE;
}

DlAriesPlan *
dl_aries_plan_new (const DlAriesPlanOptions *options, GError **error)
{
  DlAriesPlan *plan;

  if (!check (options, error) || !check_ports (options->routes->dragonfly, error))
    return NULL;
  plan = g_new0 (DlAriesPlan, 1);
  g_atomic_ref_count_init (&plan->refs);
  plan->options = *options;
  dl_dragonfly_routes_ref (plan->options.routes);
  dl_dragonfly_demand_ref (plan->options.demand);
  plan->all_reachable = is_undisturbed (plan->options.routes);
  if (options->kind == DL_ARIES_ALL_TO_ALL)
    build_teams (plan);
  if (plan->team != NULL && options->random_order)
    draw_order (plan);
  return plan;
}

DlAriesPlan *
dl_aries_plan_ref (DlAriesPlan *plan)
{
  g_atomic_ref_count_inc (&plan->refs);
  return plan;
}

void
dl_aries_plan_unref (DlAriesPlan *plan)
{
  if (plan == NULL || !g_atomic_ref_count_dec (&plan->refs))
    return;
  dl_dragonfly_routes_unref (plan->options.routes);
  dl_dragonfly_demand_unref (plan->options.demand);
  g_free (plan->team);
  g_free (plan->team_at);
  g_free (plan->team_first);
  g_free (plan->team_node);
  g_free (plan->team_shift);
  g_free (plan);
}

guint
dl_aries_plan_flits (const DlAriesPlanOptions *options, guint payload_bytes)
{
  const guint data = options->packet_flits - options->header_flits;
  const guint flits
      = options->header_flits
        + (payload_bytes * data + options->payload_bytes - 1) / options->payload_bytes;

  return MAX (flits, 1);
}
