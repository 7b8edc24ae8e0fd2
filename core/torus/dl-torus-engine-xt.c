#include "dl-torus-engine-xt.h"

#include "dl-torus-routes.h"
#include "dl-unguarded.h"

#include <glib/gi18n-lib.h>

/* Two engines share these rules. `xt` decides each point that the paper leaves open for safety;
 * `xt-literal` follows the text to the letter, and differs in three points:
 *
 * 1. The dateline. 2.2.2 says of one link only that it must not cross it: of the Z+ link that is
 *    taken where X and Y+ are broken. So only there the literal engine asks for a safe link. The
 *    paragraph on the early detour, which is another one, says "we route Z+ instead" without that
 *    condition, and so do 2.2.2 of Y+ and 2.2.3 of Z+: a link that is there is good enough. (The
 *    early detour has to have one; without it "an early detour is considered" and not taken.)
 * 2. The look-ahead. 2.2.3 asks for "the default direction for this destination in the next node",
 *    "based on XYZ routing": the minimal one, which 2.2.4 may yet turn from Z- to Z+.
 * 3. Where the look-ahead would have the packet go Z+ and there is no such link, 2.2.3 names
 *    nothing else: the Y link stays.
 *
 * Y- for a broken Z+ is taken by both where Y+ is broken as well as where it is not present: 2.2.2
 * uses the first word for the second thing too. */

/* Lookups of the rules beside the links themselves. */
typedef struct
{
  gboolean literal;     /* see above */
  guint16 *clear_below; /* (n_nodes) hops along Z- before the first link that is not up */
  guint8 *plain;        /* (n_nodes) gboolean: no rule but dimension order can apply here */
} XtData;

static inline gboolean
usable (const DlTorusRoutes *routes, guint node, guint port)
{
  return dl_torus_network_link_up (routes->network, node, port);
}

/* SAFE (n, q) of the manual's page faults: the link is there and does not leave a dateline node of
 * its dimension. */
static inline gboolean
safe (const DlTorusRoutes *routes, guint node, guint port)
{
  return usable (routes, node, port)
         && !dl_torus_routes_at_dateline (routes, node, dl_torus_port_dim (port));
}

static inline guint
far_end (const DlTorusRoutes *routes, guint node, guint port)
{
  return routes->network->link_to[dl_torus_network_link (routes->network, node, port)];
}

static inline guint
region (const DlTorusRoutes *routes, guint node)
{
  const DlTorus *torus = &routes->network->torus;
  return torus->region_of_x[torus->coord[node].at[DL_X]];
}

static inline DlTorusDecision
decide (guint port, DlTorusRule rule)
{
  return (DlTorusDecision) { port, rule };
}

static const DlTorusDecision unreachable = { DL_TORUS_PORT_NONE, DL_TORUS_RULE_UNREACHABLE };

/* usable, noting the answer no. */
static gboolean
try_usable (const DlTorusRoutes *routes, guint node, guint port, DlTorusTrace *trace)
{
  const guint state
      = routes->network->link_state[dl_torus_network_link (routes->network, node, port)];

  if (state != DL_LINK_UP)
    dl_torus_trace_reject (
        trace, port, state == DL_LINK_ABSENT ? DL_TORUS_REJECTED_ABSENT : DL_TORUS_REJECTED_BROKEN);
  return state == DL_LINK_UP;
}

/* safe, noting the answer no. */
static gboolean
try_safe (const DlTorusRoutes *routes, guint node, guint port, DlTorusTrace *trace)
{
  if (!try_usable (routes, node, port, trace))
    return FALSE;
  if (safe (routes, node, port))
    return TRUE;
  dl_torus_trace_reject (trace, port, DL_TORUS_REJECTED_UNSAFE);
  return FALSE;
}

/* Is the link good enough for a detour: safe, or to the letter just there? */
static inline gboolean
fit_for_detour (const DlTorusRoutes *routes, guint node, guint port)
{
  const XtData *xt = routes->engine_data;
  return xt->literal ? usable (routes, node, port) : safe (routes, node, port);
}

/* fit_for_detour, noting the answer no. */
static gboolean
try_detour (const DlTorusRoutes *routes, guint node, guint port, DlTorusTrace *trace)
{
  const XtData *xt = routes->engine_data;
  return xt->literal ? try_usable (routes, node, port, trace)
                     : try_safe (routes, node, port, trace);
}

/* 2.2.2: the node downstream of the X link could box the packet in. */
static gboolean
early_detour (const DlTorusRoutes *routes, guint node, guint next, guint dest)
{
  const DlTorusCoord *coord = routes->network->torus.coord;

  if (next == dest || usable (routes, next, DL_TORUS_PORT_Y_PLUS)
      || usable (routes, next, DL_TORUS_PORT_Z_PLUS)
      || !fit_for_detour (routes, node, DL_TORUS_PORT_Z_PLUS))
    return FALSE;
  if (region (routes, node) != region (routes, dest))
    return region (routes, next) == region (routes, dest);
  return coord[node].at[DL_Y] == coord[dest].at[DL_Y];
}

/* 2.2.2 */
static DlTorusDecision
next_x (const DlTorusRoutes *routes, guint node, guint dest, DlTorusTrace *trace)
{
  const guint port = dl_torus_routes_minimal_port (routes, node, dest, DL_X);

  if (try_usable (routes, node, port, trace))
    {
      if (!early_detour (routes, node, far_end (routes, node, port), dest))
        return decide (port, DL_TORUS_RULE_DIMENSION_ORDER);
      dl_torus_trace_reject (trace, port, DL_TORUS_REJECTED_BOXED_IN);
      return decide (DL_TORUS_PORT_Z_PLUS, DL_TORUS_RULE_X_EARLY_DETOUR);
    }
  if (try_detour (routes, node, DL_TORUS_PORT_Y_PLUS, trace))
    return decide (DL_TORUS_PORT_Y_PLUS, DL_TORUS_RULE_X_BROKEN_Y);
  if (try_safe (routes, node, DL_TORUS_PORT_Z_PLUS, trace))
    return decide (DL_TORUS_PORT_Z_PLUS, DL_TORUS_RULE_X_BROKEN_Z);
  return unreachable;
}

/* The direction wanted in Z, after 2.2.4 turned Z- into Z+ where the path along Z- is broken. */
static guint
wanted_z (const DlTorusRoutes *routes, guint node, guint dest, DlTorusRule *rule)
{
  const XtData *xt = routes->engine_data;
  const DlTorus *torus = &routes->network->torus;
  const guint port = dl_torus_routes_minimal_port (routes, node, dest, DL_Z);

  *rule = DL_TORUS_RULE_DIMENSION_ORDER;
  if (port == DL_TORUS_PORT_Z_MINUS)
    {
      const guint from = torus->coord[node].at[DL_Z], to = torus->coord[dest].at[DL_Z];
      const guint hops = from > to ? from - to : from + torus->radix[DL_Z] - to;
      if (xt->clear_below[node] < hops)
        {
          *rule = DL_TORUS_RULE_Z_LONG_PATH;
          return DL_TORUS_PORT_Z_PLUS;
        }
    }
  return port;
}

/* 2.2.3: would the node downstream of the Y link want to go on along a broken Z+? */
static gboolean
blocked_behind (const DlTorusRoutes *routes, guint next, guint dest)
{
  const DlTorusCoord *coord = routes->network->torus.coord;
  const XtData *xt = routes->engine_data;
  DlTorusRule rule;

  if (coord[next].at[DL_Y] != coord[dest].at[DL_Y] || coord[next].at[DL_Z] == coord[dest].at[DL_Z]
      || usable (routes, next, DL_TORUS_PORT_Z_PLUS))
    return FALSE;
  return (xt->literal ? dl_torus_routes_minimal_port (routes, next, dest, DL_Z)
                      : wanted_z (routes, next, dest, &rule))
         == DL_TORUS_PORT_Z_PLUS;
}

/* 2.2.3 */
static DlTorusDecision
next_y (const DlTorusRoutes *routes, guint node, guint dest, DlTorusTrace *trace)
{
  const XtData *xt = routes->engine_data;
  const guint port = dl_torus_routes_minimal_port (routes, node, dest, DL_Y);
  const gboolean up = try_usable (routes, node, port, trace);

  if (up)
    {
      if (!blocked_behind (routes, far_end (routes, node, port), dest)
          || (xt->literal && !try_usable (routes, node, DL_TORUS_PORT_Z_PLUS, trace)))
        return decide (port, DL_TORUS_RULE_DIMENSION_ORDER);
      dl_torus_trace_reject (trace, port, DL_TORUS_REJECTED_LOOK_AHEAD);
    }
  if (try_detour (routes, node, DL_TORUS_PORT_Z_PLUS, trace))
    return decide (DL_TORUS_PORT_Z_PLUS,
                   up ? DL_TORUS_RULE_Y_LOOK_AHEAD : DL_TORUS_RULE_Y_BROKEN_Z);
  return unreachable;
}

/* 2.2.4 */
static DlTorusDecision
next_z (const DlTorusRoutes *routes, guint node, guint dest, DlTorusTrace *trace)
{
  DlTorusRule rule;
  const guint port = wanted_z (routes, node, dest, &rule);

  if (rule == DL_TORUS_RULE_Z_LONG_PATH)
    dl_torus_trace_reject (trace, DL_TORUS_PORT_Z_MINUS, DL_TORUS_REJECTED_BROKEN_AHEAD);
  if (try_usable (routes, node, port, trace))
    return decide (port, rule);
  if (try_usable (routes, node, DL_TORUS_PORT_Y_PLUS, trace))
    return decide (DL_TORUS_PORT_Y_PLUS, DL_TORUS_RULE_Z_BROKEN_Y_PLUS);
  if (try_usable (routes, node, DL_TORUS_PORT_Y_MINUS, trace))
    return decide (DL_TORUS_PORT_Y_MINUS, DL_TORUS_RULE_Z_BROKEN_Y_MINUS);
  return unreachable;
}

DL_UNGUARDED static DlTorusDecision
xt_next (const DlTorusRoutes *routes, guint node, DlTorusArrival arrival, guint dest,
         DlTorusTrace *trace)
{
  const DlTorusCoord *coord = routes->network->torus.coord;
  const XtData *xt = routes->engine_data;
  const gboolean plain = xt->plain[node];

  if (coord[node].at[DL_X] != coord[dest].at[DL_X])
    return plain ? decide (dl_torus_routes_minimal_port (routes, node, dest, DL_X),
                           DL_TORUS_RULE_DIMENSION_ORDER)
                 : next_x (routes, node, dest, trace);
  if (coord[node].at[DL_Y] != coord[dest].at[DL_Y])
    return plain ? decide (dl_torus_routes_minimal_port (routes, node, dest, DL_Y),
                           DL_TORUS_RULE_DIMENSION_ORDER)
                 : next_y (routes, node, dest, trace);
  if (node == dest)
    return decide (DL_TORUS_PORT_PROCESSOR, DL_TORUS_RULE_EJECT);
  return plain ? decide (dl_torus_routes_minimal_port (routes, node, dest, DL_Z),
                         DL_TORUS_RULE_DIMENSION_ORDER)
               : next_z (routes, node, dest, trace);
}

/* clear_below, and whether the whole column of @node is clear of breaks along Z-. */
static gboolean
measure_column (DlTorusRoutes *routes, guint bottom, guint16 *clear_below)
{
  const DlTorus *torus = &routes->network->torus;
  const guint kz = torus->radix[DL_Z];
  gboolean all_clear = TRUE;

  /* Twice around the ring: the first pass finds what wraps. */
  guint run = 0;
  for (guint i = 0; i < 2 * kz; i++)
    {
      const guint node = bottom + i % kz;
      const guint state
          = routes->network
                ->link_state[dl_torus_network_link (routes->network, node, DL_TORUS_PORT_Z_MINUS)];

      run = state == DL_LINK_UP ? MIN (run + 1, kz) : 0;
      all_clear &= state != DL_LINK_BROKEN;
      clear_below[node] = run;
    }
  return all_clear;
}

/* Can the hop by @port out of @node, taken in dimension order, be overruled for some destination?
 */
static gboolean
is_suspect (const DlTorusRoutes *routes, guint node, guint port, const guint8 *column_clear)
{
  const DlTorusNetwork *network = routes->network;
  const guint state = network->link_state[dl_torus_network_link (network, node, port)];

  if (state != DL_LINK_UP)
    return state == DL_LINK_BROKEN;

  const guint next = far_end (routes, node, port);
  switch (dl_torus_port_dim (port))
    {
    case DL_X: /* the early detour */
      return !usable (routes, next, DL_TORUS_PORT_Y_PLUS)
             && !usable (routes, next, DL_TORUS_PORT_Z_PLUS)
             && fit_for_detour (routes, node, DL_TORUS_PORT_Z_PLUS);
    case DL_Y: /* the look-ahead; Z+ is wanted at the edge of a mesh only where Z- is broken. Where
                  the literal one keeps the link, the next node continues in Y: another leg */
      {
        const guint up
            = network->link_state[dl_torus_network_link (network, next, DL_TORUS_PORT_Z_PLUS)];
        return up == DL_LINK_BROKEN
               || (up == DL_LINK_ABSENT && !column_clear[next / network->torus.radix[DL_Z]]);
      }
    default:
      return FALSE;
    }
}

static gboolean
prepare (DlTorusRoutes *routes, gboolean literal)
{
  const DlTorusNetwork *network = routes->network;
  const guint kz = network->torus.radix[DL_Z];
  const guint n_columns = network->n_nodes / kz;
  g_autofree guint8 *column_clear = g_new (guint8, n_columns);
  XtData *xt = g_new (XtData, 1);

  routes->engine_data = xt;
  xt->literal = literal;
  xt->clear_below = g_new (guint16, network->n_nodes);
  xt->plain = g_new (guint8, network->n_nodes);
  for (guint column = 0; column < n_columns; column++)
    column_clear[column] = measure_column (routes, column * kz, xt->clear_below);
  for (guint node = 0; node < network->n_nodes; node++)
    {
      gboolean plain = column_clear[node / kz];
      for (guint port = 0; port < network->n_ports; port++)
        {
          const guint link = dl_torus_network_link (network, node, port);
          routes->suspect[link] = is_suspect (routes, node, port, column_clear);
          plain &= !routes->suspect[link];
        }
      xt->plain[node] = plain;
    }
  return TRUE;
}

static gboolean
xt_prepare (DlTorusRoutes *routes, const DlTorusRoutes *previous, GCancellable *cancellable)
{
  return prepare (routes, FALSE);
}

static gboolean
xt_literal_prepare (DlTorusRoutes *routes, const DlTorusRoutes *previous, GCancellable *cancellable)
{
  return prepare (routes, TRUE);
}

static void
xt_unprepare (DlTorusRoutes *routes)
{
  XtData *xt = routes->engine_data;

  g_free (xt->clear_below);
  g_free (xt->plain);
  g_free (xt);
}

/* Z comes last, after all detours around an X link that do not take Z+; X comes first, and only the
 * early detour asks in X for a link of Y or Z. */
#define UNMOVED                                                                                    \
  {                                                                                                \
    [DL_X] = 1 << DL_Z, [DL_Y] = 1 << DL_X, [DL_Z] = 1 << DL_X                                     \
  }

const DlTorusEngine dl_engine_xt = {
  .id = "xt",
  .title = N_ ("XT, paper 2.2"),
  .description = N_ ("The Cray XT's rules around faults; open points are decided for safety"),
  .scope = DL_TORUS_SUSPECT_RUN,
  .needs_datelines = TRUE,
  .same_everywhere = TRUE,
  .unmoved = UNMOVED,
  .prepare = xt_prepare,
  .unprepare = xt_unprepare,
  .next = xt_next,
};

const DlTorusEngine dl_engine_xt_literal = {
  .id = "xt-literal",
  .title = N_ ("XT, to the letter"),
  .description = N_ ("The Cray XT's rules by the letter of the paper: they can deadlock"),
  .scope = DL_TORUS_SUSPECT_RUN,
  .needs_datelines = TRUE,
  .same_everywhere = TRUE,
  .unmoved = UNMOVED,
  .prepare = xt_literal_prepare,
  .unprepare = xt_unprepare,
  .next = xt_next,
};
