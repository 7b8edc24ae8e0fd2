#include "dl-routes.h"

#include "dl-section.h"
#include "dl-vc-table.h"

#include <glib/gi18n-lib.h>

/* Count the links without a suspect from each link on, along one line in one direction. */
static void
measure_line (DlRoutes *routes, guint base, guint port)
{
  const DlNetwork *network = routes->network;
  const DlDim dim = dl_port_dim (port);
  const guint k = network->torus.radix[dim], stride = network->torus.stride[dim];
  guint clean = 0;

  /* Against the direction of travel, twice, so that the second time knows what wraps. */
  for (guint i = 0; i < 2 * k; i++)
    {
      const guint position = dl_port_is_minus (port) ? i % k : k - 1 - i % k;
      const guint link = dl_network_link (network, base + position * stride, port);

      if (network->link_state[link] == DL_LINK_ABSENT || routes->suspect[link])
        clean = 0;
      else
        clean = MIN (clean + 1, k);
      routes->clean_ahead[link] = clean;
    }
}

/* Can answers of @previous be of use for @routes at all? */
static gboolean
is_alike (const DlRoutes *routes, const DlRoutes *previous)
{
  const DlTorus *a = &routes->network->torus, *b = &previous->network->torus;

  return routes->spec.engine == previous->spec.engine
         && memcmp (a->radix, b->radix, sizeof a->radix) == 0
         && memcmp (a->ring, b->ring, sizeof a->ring) == 0 && a->region_planes == b->region_planes;
}

DlRoutes *
dl_routes_new (DlNetwork *network, const DlRoutingSpec *spec)
{
  return dl_routes_new_from (network, spec, NULL, NULL);
}

static void
routes_free (gpointer data)
{
  DlRoutes *routes = data;

  for (guint i = 1; i < routes->n_variants; i++)
    dl_routes_unref (routes->variants[i]);
  routes->spec.engine->unprepare (routes);
  dl_vc_table_unref (routes->spec.vc_table);
  dl_network_unref (routes->network);
  g_free (routes->suspect);
  g_free (routes->clean_ahead);
  g_free (routes);
}

/* By one set of coins. */
static DlRoutes *
new_variant (DlNetwork *network, const DlRoutingSpec *spec, const DlRoutes *previous,
             GCancellable *cancellable)
{
  DlRoutes *routes = g_new0 (DlRoutes, 1);

  dl_shared_init (&routes->head.shared, routes_free);
  routes->n_variants = 1;
  routes->variants[0] = routes;
  routes->head.shape = routes->network = dl_network_ref (network);
  routes->spec = *spec;
  routes->spec.vc_table = NULL; /* one that was made for another network would be out of place */
  if (spec->vc_policy->table && spec->vc_table != NULL
      && dl_vc_table_fits (spec->vc_table, network))
    routes->spec.vc_table = dl_vc_table_ref (spec->vc_table);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      if (!network->torus.ring[dim] || !spec->engine->needs_datelines
          || spec->vc_policy->wrap_partition)
        routes->spec.dateline[dim] = DL_NO_DATELINE;
      g_assert (routes->spec.dateline[dim] < (gint) network->torus.radix[dim]);
    }
  routes->suspect = g_new0 (guint8, network->n_links);
  if (previous != NULL && !is_alike (routes, previous))
    previous = NULL;
  if (!routes->spec.engine->prepare (routes, previous, cancellable))
    {
      dl_routes_unref (routes);
      return NULL;
    }
  routes->clean_ahead = g_new (guint16, network->n_links);
  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < network->n_ports; port++)
      if (network->torus.coord[node].at[dl_port_dim (port)] == 0)
        measure_line (routes, node, port);
  return routes;
}

/* Is some node as far from a place in dimension @dim one way round as the other? */
static gboolean
has_ties (const DlTorus *torus, guint dim)
{
  const guint k = torus->radix[dim];

  if (!torus->ring[dim])
    return FALSE;
  if (dim != DL_X || torus->n_regions == 1)
    return k % 2 == 0;
  /* To the nearest edge of another region. */
  for (guint from = 0; from < k; from++)
    for (guint region = 0; region < torus->n_regions; region++)
      if (region != torus->region_of_x[from]
          && (torus->region_low[region] + k - from) % k
                 == (from + k - torus->region_high[region]) % k)
        return TRUE;
  return FALSE;
}

/* FALSE if canceled. */
static gboolean
add_variants (DlRoutes *routes, const DlRoutes *previous, GCancellable *cancellable)
{
  guint ties = 0;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    ties |= has_ties (&routes->network->torus, dim) ? 1 << dim : 0;
  for (guint coins = 1; coins <= ties; coins++)
    {
      DlRoutingSpec spec = routes->spec;
      DlRoutes *variant;

      if ((coins & ~ties) != 0)
        continue;
      spec.tie_minus = coins;
      variant = new_variant (routes->network, &spec,
                             previous != NULL ? dl_routes_variant (previous, coins) : NULL,
                             cancellable);
      if (variant == NULL)
        return FALSE;
      routes->variants[routes->n_variants++] = variant;
    }
  return TRUE;
}

DlRoutes *
dl_routes_new_from (DlNetwork *network, const DlRoutingSpec *spec, const DlRoutes *previous,
                    GCancellable *cancellable)
{
  DlRoutes *routes = new_variant (network, spec, previous, cancellable);

  if (routes != NULL && spec->tie == DL_TIE_RANDOM && spec->tie_minus == 0
      && !add_variants (routes, previous, cancellable))
    g_clear_pointer (&routes, dl_routes_unref);
  return routes;
}

DlRoutes *
dl_routes_variant (const DlRoutes *routes, guint coins)
{
  /* The last one has a coin that says negative in each dimension with ties. */
  const guint ties = routes->variants[routes->n_variants - 1]->spec.tie_minus;
  guint i = 0;

  while (i + 1 < routes->n_variants && routes->variants[i]->spec.tie_minus != (coins & ties))
    i++;
  return routes->variants[i];
}

/* The shorter of two ways round, a tie as asked. */
static guint
shorter_port (const DlRoutes *routes, guint dim, guint from, guint plus_hops, guint minus_hops)
{
  gboolean minus = minus_hops < plus_hops;

  if (minus_hops == plus_hops)
    minus = (routes->spec.tie == DL_TIE_PARITY && (from & 1))
            || (routes->spec.tie == DL_TIE_RANDOM && (routes->spec.tie_minus >> dim & 1));
  return 2 * dim + minus;
}

guint
dl_routes_minimal_port (const DlRoutes *routes, guint node, guint dest, guint dim)
{
  const DlTorus *torus = &routes->network->torus;
  const guint k = torus->radix[dim];
  const guint from = torus->coord[node].at[dim], to = torus->coord[dest].at[dim];
  const guint straight = 2 * dim + (to < from);

  if (!torus->ring[dim])
    return straight;
  if (dim == DL_X && torus->n_regions > 1)
    {
      const guint region = torus->region_of_x[to];
      if (torus->region_of_x[from] == region)
        return straight; /* once inside the region, a packet never leaves it */
      return shorter_port (routes, dim, from, (torus->region_low[region] + k - from) % k,
                           (from + k - torus->region_high[region]) % k);
    }
  return shorter_port (routes, dim, from, (to + k - from) % k, (from + k - to) % k);
}

DlIllegal
dl_routes_legal_why (const DlRoutes *routes, guint link_a, guint vc_a, guint link_b, guint vc_b)
{
  const DlNetwork *network = routes->network;
  const guint node = link_b / network->n_ports;
  const guint port_a = link_a % network->n_ports, port_b = link_b % network->n_ports;
  const guint dim_a = dl_port_dim (port_a), dim_b = dl_port_dim (port_b);

  if (port_b == dl_port_opposite (port_a))
    return DL_ILLEGAL_BACK;
  if (dim_b < dim_a) /* to a higher dimension */
    {
      if (dl_port_is_minus (port_a))
        return DL_ILLEGAL_MINUS_HIGHER;
      if (network->torus.ring[dim_a] && vc_a == 1)
        return DL_ILLEGAL_VC1_HIGHER;
    }
  if (dl_routes_at_dateline (routes, node, dim_b))
    {
      if (dim_a == dim_b && vc_a == 1)
        return DL_ILLEGAL_INTO_VC1;
      if (vc_b == 0)
        return DL_ILLEGAL_OUT_OF_VC0;
    }
  else if (dim_a == dim_b && vc_a != vc_b)
    return DL_ILLEGAL_VC_CHANGE;
  return DL_LEGAL;
}

static const struct
{
  const char *text;
  const char *section;
} illegals[DL_N_ILLEGAL] = {
  [DL_LEGAL] = { N_ ("legal"), "VC paper 2.2.1" },
  [DL_ILLEGAL_BACK] = { N_ ("a turn of 180 degrees"), "VC paper 2.2" },
  [DL_ILLEGAL_MINUS_HIGHER]
  = { N_ ("a turn from a minus direction to a higher dimension"), "VC paper 2.2.1" },
  [DL_ILLEGAL_VC1_HIGHER]
  = { N_ ("a turn from VC1 to a higher dimension, possibly past the dateline"), "VC paper 2.2.1" },
  [DL_ILLEGAL_VC_CHANGE]
  = { N_ ("a change of virtual channel inside a dimension, away from the dateline"), "VC paper 3" },
  [DL_ILLEGAL_INTO_VC1] = { N_ ("through the dateline node on VC1"), "VC paper 3" },
  [DL_ILLEGAL_OUT_OF_VC0] = { N_ ("out of the dateline node on VC0"), "VC paper 3" },
};

const char *
dl_illegal_text (DlIllegal why)
{
  g_assert (why < DL_N_ILLEGAL);
  return _ (illegals[why].text);
}

const char *
dl_illegal_section (DlIllegal why)
{
  g_assert (why < DL_N_ILLEGAL);
  return dl_section_text (illegals[why].section);
}
