#include "oracle.h"

#include <math.h>
#include <string.h>

enum
{
  X,
  Y,
  Z
};

enum
{
  X_PLUS,
  X_MINUS,
  Y_PLUS,
  Y_MINUS,
  Z_PLUS,
  Z_MINUS,
  EJECT,
  NO_PORT
};

static int
dim_of (int port)
{
  return port / 2;
}

static int
step_of (int port)
{
  return port % 2 == 0 ? 1 : -1;
}

static int
plus_port (int dim)
{
  return 2 * dim;
}

static int
minus_port (int dim)
{
  return 2 * dim + 1;
}

static int
modulo (int value, int k)
{
  return ((value % k) + k) % k;
}

static gboolean
same_node (OracleNode a, OracleNode b)
{
  return a.at[X] == b.at[X] && a.at[Y] == b.at[Y] && a.at[Z] == b.at[Z];
}

/* ---- Model 1: nodes, links, regions ---- */

/* "A torus dimension of radix 2 or less is a mesh." */
static gboolean
is_ring (const OracleTorus *t, int dim)
{
  return t->wrap[dim] && t->radix[dim] >= 3;
}

/* "In a mesh dimension there is no dateline." */
static gboolean
is_dateline (const OracleTorus *t, OracleNode n, int dim)
{
  return is_ring (t, dim) && n.at[dim] == t->dateline[dim];
}

static gboolean
neighbour (const OracleTorus *t, OracleNode n, int port, OracleNode *far)
{
  const int dim = dim_of (port), k = t->radix[dim];

  *far = n;
  far->at[dim] += step_of (port);
  if (far->at[dim] < 0 || far->at[dim] >= k)
    {
      if (!is_ring (t, dim))
        return FALSE;
      far->at[dim] = modulo (far->at[dim], k);
    }
  return TRUE;
}

int
oracle_index (const Oracle *o, OracleNode n)
{
  return (n.at[X] * o->torus.radix[Y] + n.at[Y]) * o->torus.radix[Z] + n.at[Z];
}

OracleNode
oracle_node (const Oracle *o, int index)
{
  const int ky = o->torus.radix[Y], kz = o->torus.radix[Z];
  return (OracleNode) { { index / (ky * kz), index / kz % ky, index % kz } };
}

static int
region_planes (const OracleTorus *t)
{
  return t->region_nodes / (t->radix[Y] * t->radix[Z]);
}

static int
region_of (const OracleTorus *t, int x)
{
  return x / region_planes (t);
}

static int
region_low (const OracleTorus *t, int region)
{
  return region * region_planes (t);
}

static int
region_high (const OracleTorus *t, int region)
{
  return MIN (region_low (t, region) + region_planes (t), t->radix[X]) - 1;
}

int
oracle_region (const Oracle *o, OracleNode n)
{
  return region_of (&o->torus, n.at[X]);
}

/* nid = region << 12 | ((x mod planes) ky + y) kz + z */
int
oracle_nid (const Oracle *o, OracleNode n)
{
  const OracleTorus *t = &o->torus;
  const int x = n.at[X] % region_planes (t);

  return oracle_region (o, n) * 4096 + (x * t->radix[Y] + n.at[Y]) * t->radix[Z] + n.at[Z];
}

static void
break_channel (Oracle *o, OracleNode n, int port)
{
  o->link_up[6 * oracle_index (o, n) + port] = FALSE;
}

static void
break_cable (Oracle *o, OracleNode n, int port)
{
  OracleNode far;

  break_channel (o, n, port);
  if (neighbour (&o->torus, n, port, &far))
    break_channel (o, far, step_of (port) > 0 ? port + 1 : port - 1);
}

Oracle *
oracle_new (const OracleTorus *torus)
{
  Oracle *o = g_new0 (Oracle, 1);

  o->torus = *torus;
  o->n_nodes = torus->radix[X] * torus->radix[Y] * torus->radix[Z];
  o->node_up = g_new (gboolean, o->n_nodes);
  o->link_up = g_new (gboolean, 6 * o->n_nodes);
  for (int i = 0; i < o->n_nodes; i++)
    {
      o->node_up[i] = TRUE;
      for (int port = 0; port < 6; port++)
        {
          OracleNode far;
          o->link_up[6 * i + port] = neighbour (torus, oracle_node (o, i), port, &far);
        }
    }
  for (int i = 0; i < torus->n_cables; i++)
    break_cable (o, torus->cables[i].from, torus->cables[i].port);
  for (int i = 0; i < torus->n_channels; i++)
    break_channel (o, torus->channels[i].from, torus->channels[i].port);
  for (int i = 0; i < torus->n_nodes; i++)
    {
      o->node_up[oracle_index (o, torus->nodes[i])] = FALSE;
      for (int port = 0; port < 6; port++)
        break_cable (o, torus->nodes[i], port);
    }
  return o;
}

void
oracle_free (Oracle *o)
{
  if (o == NULL)
    return;
  g_free (o->node_up);
  g_free (o->link_up);
  g_free (o);
}

/* ---- Model 3: which port next ---- */

static gboolean
usable (const Oracle *o, OracleNode n, int port)
{
  return o->link_up[6 * oracle_index (o, n) + port];
}

/* "SAFE (n, q): the link is there and q does not leave a dateline node of its dimension." */
static gboolean
safe (const Oracle *o, OracleNode n, int port)
{
  return usable (o, n, port) && !is_dateline (&o->torus, n, dim_of (port));
}

/* Can a link be part of a detour around a fault? It must be SAFE, but to the letter "usable is
 * enough". */
static gboolean
good_for_detour (const Oracle *o, OracleNode n, int port)
{
  return o->torus.engine == ORACLE_XT_LITERAL ? usable (o, n, port) : safe (o, n, port);
}

/* The nearer of two ways; "a tie at k/2 goes positive by default, or, as an option, positive from
 * an even and negative from an odd entry coordinate". */
static int
nearer (const Oracle *o, OracleNode n, int dim, int hops_plus, int hops_minus)
{
  if (hops_plus < hops_minus)
    return plus_port (dim);
  if (hops_plus > hops_minus)
    return minus_port (dim);
  if ((o->torus.tie_parity && n.at[dim] % 2 == 1) || (o->torus.tie_minus >> dim & 1))
    return minus_port (dim);
  return plus_port (dim);
}

static int
direct_port (OracleNode n, OracleNode d, int dim)
{
  return d.at[dim] > n.at[dim] ? plus_port (dim) : minus_port (dim);
}

static int
minimal_port (const Oracle *o, OracleNode n, OracleNode d, int dim)
{
  const OracleTorus *t = &o->torus;
  const int k = t->radix[dim];

  if (!is_ring (t, dim))
    return direct_port (n, d, dim);

  if (dim == X && oracle_region (o, n) != oracle_region (o, d))
    {
      /* "Between regions X goes to the nearest edge of the destination's region." */
      const int low = region_low (t, oracle_region (o, d));
      const int high = region_high (t, oracle_region (o, d));
      return nearer (o, n, X, modulo (low - n.at[X], k), modulo (n.at[X] - high, k));
    }
  if (dim == X && region_planes (t) < k)
    return direct_port (n, d, X); /* "once inside, it never leaves it" */

  const int hops_plus = modulo (d.at[dim] - n.at[dim], k);
  return nearer (o, n, dim, hops_plus, k - hops_plus);
}

/* The direction in Z "after the Z- to Z+ rule, before the Y fallback". */
static int
z_port (const Oracle *o, OracleNode n, OracleNode d)
{
  const int port = minimal_port (o, n, d, Z);

  if (port == Z_MINUS)
    {
      OracleNode at = n;
      while (!same_node (at, d))
        {
          if (!usable (o, at, Z_MINUS))
            return Z_PLUS;
          neighbour (&o->torus, at, Z_MINUS, &at);
        }
    }
  return port;
}

static int
next_x (const Oracle *o, OracleNode n, OracleNode d)
{
  const int port = minimal_port (o, n, d, X);
  OracleNode next;

  if (usable (o, n, port))
    {
      neighbour (&o->torus, n, port, &next);
      const gboolean boxed_in = !usable (o, next, Y_PLUS) && !usable (o, next, Z_PLUS);
      const int here = oracle_region (o, n), there = oracle_region (o, d);
      const gboolean enters = here != there && oracle_region (o, next) == there;
      const gboolean same_row = here == there && n.at[Y] == d.at[Y];

      if (!same_node (next, d) && boxed_in && (enters || same_row)
          && good_for_detour (o, n, Z_PLUS))
        return Z_PLUS;
      return port;
    }
  if (good_for_detour (o, n, Y_PLUS))
    return Y_PLUS;
  if (safe (o, n, Z_PLUS))
    return Z_PLUS;
  return NO_PORT;
}

static int
next_y (const Oracle *o, OracleNode n, OracleNode d)
{
  const int port = minimal_port (o, n, d, Y);

  if (usable (o, n, port))
    {
      OracleNode next;
      neighbour (&o->torus, n, port, &next);
      const gboolean turns_to_z = next.at[Y] == d.at[Y] && next.at[Z] != d.at[Z];
      if (!turns_to_z || usable (o, next, Z_PLUS))
        return port;
      if (o->torus.engine == ORACLE_XT_LITERAL)
        {
          /* "the look-ahead uses the next node's minimal direction; where the look-ahead finds no
           * way it keeps the Y link" */
          const gboolean wants_up = minimal_port (o, next, d, Z) == Z_PLUS;
          return wants_up && usable (o, n, Z_PLUS) ? Z_PLUS : port;
        }
      if (z_port (o, next, d) != Z_PLUS)
        return port;
    }
  return good_for_detour (o, n, Z_PLUS) ? Z_PLUS : NO_PORT;
}

static int
next_z (const Oracle *o, OracleNode n, OracleNode d)
{
  const int port = z_port (o, n, d);

  if (usable (o, n, port))
    return port;
  if (usable (o, n, Y_PLUS))
    return Y_PLUS;
  if (usable (o, n, Y_MINUS))
    return Y_MINUS;
  return NO_PORT;
}

/* Can a packet go by @port from node to node until it has the coordinate of @d? */
static gboolean
leads_to (const Oracle *o, OracleNode n, OracleNode d, int port)
{
  while (n.at[dim_of (port)] != d.at[dim_of (port)])
    {
      if (!usable (o, n, port))
        return FALSE;
      neighbour (&o->torus, n, port, &n);
    }
  return TRUE;
}

/* The `ring` engine: "the other way round the ring". */
static int
next_round (const Oracle *o, OracleNode n, OracleNode d, int dim)
{
  const int port = minimal_port (o, n, d, dim);
  const int other = port == plus_port (dim) ? minus_port (dim) : plus_port (dim);

  if (leads_to (o, n, d, port))
    return port;
  return leads_to (o, n, d, other) ? other : NO_PORT;
}

static int
next_port (const Oracle *o, OracleNode n, OracleNode d)
{
  if (o->torus.engine == ORACLE_RING)
    {
      for (int dim = X; dim <= Z; dim++)
        if (n.at[dim] != d.at[dim])
          return next_round (o, n, d, dim);
      return EJECT;
    }
  if (n.at[X] != d.at[X])
    return next_x (o, n, d);
  if (n.at[Y] != d.at[Y])
    return next_y (o, n, d);
  if (n.at[Z] != d.at[Z])
    return next_z (o, n, d);
  return EJECT;
}

/* ---- Model 2: which virtual channel ---- */

/* Does the path from @e by @port meet the dateline before it enters the destination's region, or in
 * it? From output-crossing on, one on the region's far edge does not count. */
static gboolean
global_meets_dateline (const Oracle *o, OracleNode e, OracleNode d, int port)
{
  const OracleTorus *t = &o->torus;
  const int region = oracle_region (o, d);
  const int far_edge = port == X_PLUS ? region_high (t, region) : region_low (t, region);
  OracleNode at = e;

  for (;;)
    {
      neighbour (t, at, port, &at);
      const gboolean on_far_edge = at.at[X] == far_edge;
      if (is_dateline (t, at, X))
        return !(on_far_edge && t->policy >= ORACLE_OUTPUT_CROSSING);
      if (on_far_edge)
        return FALSE;
    }
}

/* The VC on which the run of hops @first .. @last - 1 starts. */
static int
start_vc (const Oracle *o, const OracleHop *hops, guint first, guint last, guint n_hops,
          OracleNode d)
{
  const OracleTorus *t = &o->torus;
  const OracleNode e = hops[first].node;
  const int port = hops[first].port, dim = dim_of (port);
  OracleNode end, upstream;
  gboolean leaves = FALSE, reaches = FALSE;

  for (guint i = first + 1; i < last; i++)
    leaves = leaves || is_dateline (t, hops[i].node, dim);
  neighbour (t, hops[last - 1].node, port, &end);
  reaches = leaves || is_dateline (t, end, dim);

  if (is_dateline (t, e, dim))
    return 1;
  if (t->policy >= ORACLE_OUTPUT_CROSSING ? leaves : reaches)
    return 0;
  if (last < n_hops && dim_of (hops[last].port) < dim)
    return 0;
  if (t->policy >= ORACLE_NEIGHBORS
      && neighbour (t, e, step_of (port) > 0 ? port + 1 : port - 1, &upstream)
      && is_dateline (t, upstream, dim))
    return 0;
  if (oracle_region (o, e) != oracle_region (o, d))
    {
      if (dim != X || t->policy < ORACLE_GLOBAL_TABLE || global_meets_dateline (o, e, d, port))
        return 0;
      return oracle_nid (o, d) & 1;
    }
  return (oracle_nid (o, e) ^ oracle_nid (o, d)) & 1;
}

/* Puts the hops on VCs; FALSE if the packet is dropped. */
static gboolean
assign_vcs (const Oracle *o, OracleHop *hops, guint n_hops, OracleNode d)
{
  guint first = 0;

  while (first < n_hops)
    {
      const int dim = dim_of (hops[first].port);
      guint last = first + 1;
      while (last < n_hops && hops[last].port == hops[first].port)
        last++;

      int vc = start_vc (o, hops, first, last, n_hops, d);
      for (guint i = first; i < last; i++)
        {
          if (is_dateline (&o->torus, hops[i].node, dim))
            {
              if (i > first && vc == 1)
                return FALSE;
              vc = 1;
            }
          hops[i].vc = vc;
        }
      first = last;
    }
  return TRUE;
}

/* Is the step from hop @a to the hop @b in L? */
static gboolean
legal_step (const OracleTorus *t, OracleHop a, OracleHop b)
{
  const int dim_a = dim_of (a.port), dim_b = dim_of (b.port);

  if (dim_a == dim_b && a.port != b.port)
    return FALSE; /* 180 degrees */
  if (a.port == Y_MINUS && dim_b == X)
    return FALSE;
  if (a.port == Z_MINUS && (dim_b == X || dim_b == Y))
    return FALSE;
  if (is_ring (t, dim_a) && a.vc == 1 && dim_b < dim_a)
    return FALSE;
  if (is_dateline (t, b.node, dim_b) && (b.vc != 1 || (dim_a == dim_b && a.vc == 1)))
    return FALSE;
  if (dim_a == dim_b && !is_dateline (t, b.node, dim_b) && a.vc != b.vc)
    return FALSE;
  return TRUE;
}

void
oracle_walk (const Oracle *o, OracleNode source, OracleNode dest, OracleRoute *route)
{
  OracleNode at = source;
  gboolean arrives = TRUE;

  if (route->hops == NULL)
    route->hops = g_array_new (FALSE, FALSE, sizeof (OracleHop));
  g_array_set_size (route->hops, 0);
  route->legal = TRUE;

  for (;;)
    {
      const OracleHop hop = { at, next_port (o, at, dest), 0 };
      if (hop.port == EJECT)
        break;
      /* One port for a router and destination: with more hops than nodes it goes round for ever,
       * unless a dateline stops it in the second round. */
      if (hop.port == NO_PORT || route->hops->len > 3 * (guint) o->n_nodes)
        {
          arrives = FALSE;
          break;
        }
      g_array_append_val (route->hops, hop);
      neighbour (&o->torus, at, hop.port, &at);
    }

  OracleHop *hops = (OracleHop *) route->hops->data;
  if (!assign_vcs (o, hops, route->hops->len, dest))
    {
      route->status = ORACLE_DROPPED;
      return;
    }
  if (!arrives)
    {
      route->status = ORACLE_UNREACHABLE;
      return;
    }
  route->status = ORACLE_DELIVERED;
  for (guint i = 1; i < route->hops->len; i++)
    route->legal = route->legal && legal_step (&o->torus, hops[i - 1], hops[i]);
}

void
oracle_route_clear (OracleRoute *route)
{
  g_clear_pointer (&route->hops, g_array_unref);
}

/* ---- Loads and what follows from them ---- */

static void
add_pair (const Oracle *o, OracleLoads *loads, int source, int dest, double weight,
          OracleRoute *route, double *hops)
{
  loads->pairs++;
  oracle_walk (o, oracle_node (o, source), oracle_node (o, dest), route);
  if (route->status == ORACLE_UNREACHABLE)
    loads->unreachable++;
  else if (route->status == ORACLE_DROPPED)
    loads->dropped++;
  else
    {
      if (!route->legal)
        loads->illegal++;
      loads->delivered += weight;
      *hops += weight * route->hops->len;
      loads->hops_max = MAX (loads->hops_max, (int) route->hops->len);
      for (guint i = 0; i < route->hops->len; i++)
        {
          const OracleHop hop = g_array_index (route->hops, OracleHop, i);
          loads->load[2 * (6 * oracle_index (o, hop.node) + hop.port) + hop.vc] += weight;
        }
    }
}

static void
measure_dimension (const Oracle *o, const double *load, int dim, OracleDimension *stats)
{
  double balances = 0, loads = 0;

  stats->load_max = NAN;
  for (int link = 0; link < 6 * o->n_nodes; link++)
    {
      if (!o->link_up[link] || dim_of (link % 6) != dim)
        continue;

      const double p0 = load[2 * link], p1 = load[2 * link + 1];
      stats->links++;
      loads += p0 + p1;
      if (isnan (stats->load_max) || p0 + p1 > stats->load_max)
        stats->load_max = p0 + p1;
      if (p0 + p1 == 0)
        {
          stats->idle_links++;
          continue;
        }

      const double balance = fabs (p0 - p1) / (p0 + p1);
      balances += balance;
      if (p0 == p1)
        stats->balanced_links++;
      if (balance <= .25)
        stats->bins[0]++;
      else if (balance <= .5)
        stats->bins[1]++;
      else if (balance <= .75)
        stats->bins[2]++;
      else
        stats->bins[3]++;
    }
  stats->load_mean = stats->links > 0 ? loads / stats->links : NAN;
  stats->balance_mean
      = stats->links > stats->idle_links ? balances / (stats->links - stats->idle_links) : NAN;
}

static OracleLoads *
loads_begin (const Oracle *o)
{
  OracleLoads *loads = g_new0 (OracleLoads, 1);

  loads->load = g_new0 (double, 12 * o->n_nodes);
  return loads;
}

static void
loads_finish (const Oracle *o, OracleLoads *loads, double hops)
{
  loads->hops_mean = loads->delivered > 0 ? hops / loads->delivered : NAN;
  for (int dim = X; dim <= Z; dim++)
    measure_dimension (o, loads->load, dim, &loads->dims[dim]);
}

OracleLoads *
oracle_loads (const Oracle *o, const DlFlow *flows, guint n_flows)
{
  OracleLoads *loads = loads_begin (o);
  g_auto (OracleRoute) route = { 0 };
  double hops = 0;

  for (guint i = 0; i < n_flows; i++)
    add_pair (o, loads, flows[i].source, flows[i].dest, flows[i].weight, &route, &hops);
  loads_finish (o, loads, hops);
  return loads;
}

OracleLoads *
oracle_loads_uniform (const Oracle *o)
{
  OracleLoads *loads = loads_begin (o);
  g_auto (OracleRoute) route = { 0 };
  double hops = 0;

  for (int s = 0; s < o->n_nodes; s++)
    for (int d = 0; d < o->n_nodes; d++)
      if (s != d && o->node_up[s] && o->node_up[d])
        add_pair (o, loads, s, d, 1, &route, &hops);
  loads_finish (o, loads, hops);
  return loads;
}

void
oracle_loads_free (OracleLoads *loads)
{
  if (loads == NULL)
    return;
  g_free (loads->load);
  g_free (loads);
}
