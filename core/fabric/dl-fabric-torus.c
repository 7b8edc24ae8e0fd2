/* Tori whose wraps may be twisted (Cámara, Moretó, Vallejo & Beivide, Twisted Torus Topologies for
 * Enhanced Interconnection Networks, IEEE TPDS 21 (12), 2010): a cable from the end of a dimension
 * leads to its beginning, some switches further along the dimensions before it. And their routes:
 * one dimension after the other, in two layers.
 *
 * All switches are alike, so that what leads from one to another follows from their difference. */
#include "dl-fabric-builder.h"
#include "dl-fabric-engine.h"
#include "dl-fabric-options.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define MAX_DIMENSIONS 4 /* they have as many twists as a key has numbers */
#define FAR            G_MAXUINT32

/* Coordinates --------------------------------------------------------------------------------- */

/* Along dimension @i by the wrap of @j. */
static guint
twist_of (const DlFabricStructure *torus, guint j, guint i)
{
  return torus->parents[j * (j - 1) / 2 + i];
}

static void
place (const DlFabricStructure *torus, guint s, gint *at)
{
  for (guint i = 0; i < torus->n; s /= torus->children[i], i++)
    at[i] = (gint) (s % torus->children[i]);
}

/* The switch at @at, which may be outside: it is brought in by wraps, the last dimension first,
 * since a wrap leads along those before it. */
static guint
switch_at (const DlFabricStructure *torus, gint *at)
{
  guint s = 0;

  for (guint j = torus->n; j-- > 0;)
    {
      const gint size = (gint) torus->children[j];
      const gint wraps = (at[j] - (at[j] < 0 ? size - 1 : 0)) / size;

      at[j] -= wraps * size;
      for (guint i = 0; i < j; i++)
        at[i] += wraps * (gint) twist_of (torus, j, i);
    }
  for (guint j = torus->n; j-- > 0;)
    s = s * torus->children[j] + (guint) at[j];
  return s;
}

static guint
step (const DlFabricStructure *torus, guint s, guint dimension, gint by)
{
  gint at[MAX_DIMENSIONS];

  place (torus, s, at);
  at[dimension] += by;
  return switch_at (torus, at);
}

/* The switch that is to the first one as @to is to @from. */
static guint
difference (const DlFabricStructure *torus, guint from, guint to)
{
  gint at[MAX_DIMENSIONS], other[MAX_DIMENSIONS];

  place (torus, to, at);
  place (torus, from, other);
  for (guint i = 0; i < torus->n; i++)
    at[i] -= other[i];
  return switch_at (torus, at);
}

/* The structure ------------------------------------------------------------------------------- */

static DlFabricStructure
structure_of (const DlFabricSpec *spec, guint *n_switches)
{
  DlFabricStructure torus = { .shape = DL_FABRIC_TORUS, .n = spec->n_dimensions };

  *n_switches = 1;
  for (guint i = 0; i < torus.n; i++)
    {
      torus.children[i] = spec->size[i];
      *n_switches *= spec->size[i];
    }
  for (guint i = 0; i < spec->n_twists; i++)
    torus.parents[i] = spec->twists[i];
  return torus;
}

static gboolean
check_size (const DlFabricSpec *spec, const char **key, GError **error)
{
  guint64 switches = 1;

  *key = "size";
  for (guint i = 0; i < spec->n_dimensions && switches <= DL_FABRIC_MAX_VERTICES; i++)
    switches *= spec->size[i];
  if (spec->n_dimensions < 1 || spec->n_dimensions > MAX_DIMENSIONS
      || switches > DL_FABRIC_MAX_VERTICES)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   _ ("such a torus is not supported (expected 1 to %d dimensions and at most %d "
                      "switches)"),
                   MAX_DIMENSIONS, DL_FABRIC_MAX_VERTICES);
      return FALSE;
    }
  *key = "hosts-per-switch";
  if (spec->hosts_per_switch < 1
      || spec->hosts_per_switch + 2 * spec->n_dimensions > DL_FABRIC_MAX_PORTS
      || switches * (spec->hosts_per_switch + 1ull) > DL_FABRIC_MAX_VERTICES)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   g_dngettext (GETTEXT_PACKAGE,
                                "%u host per switch is not supported (expected 1 to %d)",
                                "%u hosts per switch are not supported (expected 1 to %d)",
                                spec->hosts_per_switch),
                   spec->hosts_per_switch,
                   MIN ((gint) (DL_FABRIC_MAX_VERTICES / switches) - 1,
                        DL_FABRIC_MAX_PORTS - 2 * (gint) spec->n_dimensions));
      return FALSE;
    }
  return TRUE;
}

static gboolean
check (const DlFabricSpec *spec, const char **key, GError **error)
{
  const guint n = spec->n_dimensions, expected = n * (n - MIN (n, 1)) / 2;

  if (!check_size (spec, key, error))
    return FALSE;
  *key = "size";
  for (guint i = 0; i < n; i++)
    if (spec->size[i] < 2)
      {
        g_set_error_literal (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                             _ ("a dimension is empty (expected 2 switches and 1 cable or "
                                "more)"));
        return FALSE;
      }
  *key = "twists";
  if (spec->n_twists != 0 && spec->n_twists != expected)
    {
      g_set_error (
          error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
          _ ("the number of twists is %u (expected none or %u: one for each dimension and each "
             "one before it)"),
          spec->n_twists, expected);
      return FALSE;
    }
  for (guint j = 1; j < n && spec->n_twists > 0; j++)
    for (guint i = 0; i < j; i++)
      if (spec->twists[j * (j - 1) / 2 + i] >= spec->size[i])
        {
          g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                       _ ("a twist of %u along %u switches leads around (expected less)"),
                       spec->twists[j * (j - 1) / 2 + i], spec->size[i]);
          return FALSE;
        }
  return TRUE;
}

static gboolean
add_switch (DlFabricBuilder *builder, const DlFabricStructure *torus, guint s, guint n_hosts,
            GError **error)
{
  g_autoptr (GString) name = g_string_new ("T");
  gint at[MAX_DIMENSIONS];

  place (torus, s, at);
  for (guint i = 0; i < torus->n; i++)
    g_string_append_printf (name, "%s%d", i > 0 ? "." : "", at[i]);
  dl_fabric_builder_add_switch (builder, name->str, 0, 0);
  for (guint h = 0; h < n_hosts; h++)
    {
      const DlFabricEnd host = { dl_fabric_builder_add_host (builder, NULL, 0), TRUE, 1 };

      if (!dl_fabric_builder_add_cable (builder, (DlFabricEnd) { s, FALSE, h + 1 }, host, error))
        return FALSE;
    }
  return TRUE;
}

static DlFabric *
make (const DlFabricSpec *spec, GError **error)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  guint n;
  const DlFabricStructure torus = structure_of (spec, &n);

  for (guint s = 0; s < n; s++)
    if (!add_switch (builder, &torus, s, spec->hosts_per_switch, error))
      return NULL;
  for (guint s = 0; s < n; s++)
    for (guint i = 0; i < torus.n; i++)
      {
        const guint up = spec->hosts_per_switch + 2 * i + 1;

        if (!dl_fabric_builder_add_cable (builder, (DlFabricEnd) { s, FALSE, up },
                                          (DlFabricEnd) { step (&torus, s, i, 1), FALSE, up + 1 },
                                          error))
          return NULL;
      }
  return dl_fabric_builder_finish (builder, &torus, error);
}

const DlFabricGenerator dl_fabric_torus = {
  .id = "torus",
  .title = N_ ("Twisted torus"),
  .description = N_ ("A torus of switches whose wraps may lead along other dimensions, too"),
  .citation = "Cámara, Moretó, Vallejo & Beivide, Twisted Torus Topologies for Enhanced "
              "Interconnection Networks, IEEE TPDS 21 (12), 2010",
  .keys = "size;twists;hosts-per-switch",
  .usual_engine = "dateline",
  .check = check,
  .make = make,
};

/* Routes -------------------------------------------------------------------------------------- */

typedef struct
{
  const DlFabricStructure *torus;
  const DlFabric *fabric;
  guint n, n_hosts; /* switches; hosts of each */
  /* (torus->n x n) hops to a switch from the first one over this dimension and those after it */
  guint32 *hops;
  guint8 *first; /* (2 x n) port by which a shortest route there begins; the second half of them
                    rather upwards */
} Lattice;

static guint
port_of (const Lattice *lattice, guint dimension, gboolean up)
{
  return lattice->n_hosts + 2 * dimension + (up ? 1 : 2);
}

static void
count_hops (Lattice *lattice, guint dimension)
{
  guint32 *hops = lattice->hops + (gsize) dimension * lattice->n;
  g_autofree guint32 *queue = g_new (guint32, lattice->n);
  guint tail = 1;

  for (guint s = 0; s < lattice->n; s++)
    hops[s] = FAR;
  hops[0] = queue[0] = 0;
  for (guint head = 0; head < tail; head++)
    for (guint i = 2 * dimension; i < 2 * lattice->torus->n; i++)
      {
        const guint next = step (lattice->torus, queue[head], i / 2, i % 2 == 0 ? 1 : -1);

        if (hops[next] != FAR)
          continue;
        hops[next] = hops[queue[head]] + 1;
        queue[tail++] = next;
      }
}

/* The port by which the first switch sends to @s, of the shortest routes that go through one
 * dimension after the other: in each upwards as @up says if there is such a route, else not at all,
 * else in the other direction. Each step keeps the shortest routes that begin with it, so that all
 * switches on the route choose the same one. */
static guint
choose_port (const Lattice *lattice, guint s, gboolean up)
{
  for (guint i = 0; i < lattice->torus->n; i++)
    {
      const guint32 *hops = lattice->hops + (gsize) i * lattice->n;

      if (hops[step (lattice->torus, s, i, up ? -1 : 1)] + 1 == hops[s])
        return port_of (lattice, i, up);
      if (i + 1 == lattice->torus->n || hops[lattice->n + s] != hops[s])
        return port_of (lattice, i, !up);
    }
  g_assert_not_reached ();
}

static void
lattice_init (Lattice *lattice, const DlFabric *fabric)
{
  *lattice = (Lattice) { .torus = fabric->structure,
                         .fabric = fabric,
                         .n = fabric->n_switches,
                         .n_hosts = fabric->n_hosts / fabric->n_switches };
  lattice->hops = g_new (guint32, (gsize) lattice->torus->n * lattice->n);
  lattice->first = g_new0 (guint8, 2 * (gsize) lattice->n);
  for (guint i = 0; i < lattice->torus->n; i++)
    count_hops (lattice, i);
  for (guint up = 0; up < 2; up++)
    for (guint s = 1; s < lattice->n; s++)
      lattice->first[up * lattice->n + s] = (guint8) choose_port (lattice, s, up != 0);
}

static void
lattice_clear (Lattice *lattice)
{
  g_free (lattice->hops);
  g_free (lattice->first);
}

/* Where two routes are as short, hosts take them by turns, and so do those of neighbors: with
 * 4 x 4 x 8 switches the busiest channel then has 76 packets of 73.3 that it would have at best. */
static guint
rather_up (const Lattice *lattice, guint s, guint h)
{
  gint at[MAX_DIMENSIONS];

  place (lattice->torus, s, at);
  for (guint i = 0; i < lattice->torus->n; i++)
    h += (guint) at[i];
  return h % 2;
}

static void
fill_switch (const Lattice *lattice, DlFabricRoutes *routes, guint to)
{
  for (guint from = 0; from < lattice->n; from++)
    {
      const guint s = from != to ? difference (lattice->torus, from, to) : 0;

      for (guint h = 0; s != 0 && h < lattice->n_hosts; h++)
        routes->port[(gsize) (to * lattice->n_hosts + h) * lattice->n + from]
            = lattice->first[rather_up (lattice, to, h) * lattice->n + s];
    }
}

static guint32
channel_of (const Lattice *lattice, guint s, guint dimension, gboolean up)
{
  const DlFabric *fabric = lattice->fabric;
  const guint slot = fabric->port_first[fabric->n_hosts + s] + port_of (lattice, dimension, up) - 1;

  return fabric->port_leaves[slot];
}

/* The ring through @s of a dimension, which crosses its dateline into that switch and out of it. */
static void
mark_ring (const Lattice *lattice, guint8 *ring, guint8 *seen, guint s, guint dimension)
{
  guint at = s;

  do
    {
      const guint next = step (lattice->torus, at, dimension, 1);
      const guint8 mark = (guint8) (2 * dimension + (next == s));

      ring[channel_of (lattice, at, dimension, TRUE)] = mark;
      ring[channel_of (lattice, next, dimension, FALSE)] = mark;
      seen[at] = TRUE;
      at = next;
    }
  while (at != s);
}

static guint8 *
mark_rings (const Lattice *lattice)
{
  guint8 *ring = g_malloc (lattice->fabric->n_channels);
  g_autofree guint8 *seen = g_new (guint8, lattice->n);

  memset (ring, DL_FABRIC_NO_RING, lattice->fabric->n_channels);
  for (guint i = 0; i < lattice->torus->n; i++)
    {
      memset (seen, FALSE, lattice->n);
      for (guint s = 0; s < lattice->n; s++)
        if (!seen[s])
          mark_ring (lattice, ring, seen, s, i);
    }
  return ring;
}

static gboolean
route (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricEngineOptions *options,
       const DlFabricWork *work, GError **error)
{
  const DlFabric *fabric = routes->fabric;
  gboolean going = TRUE;
  Lattice lattice;

  if (fabric->structure->shape != DL_FABRIC_TORUS)
    {
      g_set_error_literal (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                           _ ("engine dateline needs rings (use source=torus, or a different "
                              "engine)"));
      return FALSE;
    }
  routes->n_layers = 2;
  if (!dl_fabric_has_layers (routes, options, error))
    return FALSE;
  lattice_init (&lattice, fabric);
  routes->ring = mark_rings (&lattice);
  for (guint to = 0; to < lattice.n && going; to++)
    {
      fill_switch (&lattice, routes, to);
      going = dl_fabric_work_at (work, (double) to / lattice.n);
    }
  lattice_clear (&lattice);
  return going;
}

/* Once around a ring a packet is past its dateline, and never comes to it again: each dimension's
 * channels are in order, layer 0 before layer 1, and so are the dimensions. */
const DlFabricEngine dl_fabric_dateline = {
  .id = "dateline",
  .title = N_ ("Datelines"),
  .description
  = N_ ("One dimension after the other, in a second layer past the dateline of a ring"),
  .citation = "Dally & Seitz, Deadlock-free message routing in multiprocessor interconnection "
              "networks, IEEE Trans. Computers C-36 (5), 1987; faults cut routes off",
  .acyclic = TRUE,
  .route = route,
};
