#include "dl-torus-uniform.h"

#include "dl-torus-lines.h"

/* Lines of one dimension look alike but for the NIDs' bottom bits, of which there are few kinds. */
#define N_UNITS 4

/* Channels of one dimension at a node, numbered DL_TORUS_VCS * minus + vc. */
#define LINE_CHANNELS (2 * DL_TORUS_VCS)

/* Loads of one packet per entry, on lines that look like the one they were computed for. */
typedef struct
{
  gboolean valid;
  guint8 *parity;        /* (k) bottom bits of the NIDs along the line */
  guint32 *dests;        /* (k x 2) as in DlTorusLineView */
  double *load;          /* (k x dl_torus_line_load_size) by entry */
  guint8 *distance;      /* (k x k) */
  DlTorusLineEnds *ends; /* (k) by entry */
  guint8 *last;          /* (k x k x 2) theirs */

  /* The same of one packet from each entry: on whole networks as many enter everywhere. */
  double *all_load;     /* dl_torus_line_load_size */
  guint32 *all_arrived; /* (k x 2 x LINE_CHANNELS) by position, bit and channel */
  guint8 *longest;      /* (k) hops to a position, at most */
} Unit;

/* Packets that enter dimension after dimension undisturbed. @count and @hops are per node and for
 * each working destination with the coordinates fixed so far. */
typedef struct
{
  DlTorusUniform *u;
  guint dim, k, stride;
  guint32 *count;   /* (n_nodes) sources whose packets enter the dimension here */
  gint32 *hops;     /* (n_nodes) the longest path any of them came; -1 if there are none */
  guint32 *arrived; /* (n_nodes x 2 x DL_TORUS_NODE_CHANNELS) how many came by each channel, by the
                       bottom bit of the destination; NULL without turns */
  DlTorusTableLegs *table_runs; /* instead of @arrived where a table tells destinations apart */
  guint32 *dests;     /* (n_nodes / stride x 2) destinations past a position, by bottom bit */
  guint32 *dest_like; /* (n_nodes / stride x 2) one of them */
  Unit units[N_UNITS];
  guint next_unit;   /* the one to replace next */
  double *line_load; /* dl_torus_line_load_size */
  double *scratch;
  guint8 *clean; /* (k) */
  DlTorusLineEnds ends;
  guint32 *new_arrived; /* (k x 2 x 2 DL_TORUS_VCS) by position, bit and channel of the dimension */
  guint32 *new_count;   /* (k) */
  gint32 *new_hops;     /* (k) */
} Phase;

/* Count the destinations past each position: in X the plane's, in Y the column's, in Z the node.
 * They are @stride nodes in a row, so that a line's positions are neighbors in the array. */
static void
prepare_dests (Phase *phase)
{
  const DlTorusNetwork *network = phase->u->routes->network;

  memset (phase->dests, 0, 2 * network->n_nodes * sizeof *phase->dests);
  for (guint node = 0; node < network->n_nodes; node++)
    if (phase->u->node_up[node])
      {
        const guint i = 2 * (node / phase->stride) + (network->torus.nid[node] & 1);
        phase->dests[i]++;
        phase->dest_like[i] = node;
      }
}

static void
phase_init (Phase *phase, DlTorusUniform *u)
{
  const DlTorus *torus = &u->routes->network->torus;
  const guint n = u->routes->network->n_nodes;
  const guint k_max = MAX (MAX (torus->radix[DL_X], torus->radix[DL_Y]), torus->radix[DL_Z]);
  const guint k_unit = MIN (k_max, DL_TORUS_LINE_MAX_SUPERPOSED);

  *phase = (Phase) { .u = u };
  phase->count = g_new (guint32, n);
  phase->hops = g_new (gint32, n);
  for (guint node = 0; node < n; node++)
    {
      phase->count[node] = u->node_up[node];
      phase->hops[node] = u->node_up[node] ? 0 : -1;
    }
  phase->dests = g_new (guint32, 2 * n);
  phase->dest_like = g_new0 (guint32, 2 * n);
  for (guint i = 0; i < N_UNITS; i++)
    {
      phase->units[i].parity = g_new (guint8, k_unit);
      phase->units[i].dests = g_new (guint32, 2 * k_unit);
      phase->units[i].load = g_new (double, k_unit *(gsize) dl_torus_line_load_size (k_unit));
      phase->units[i].distance = g_new (guint8, (gsize) k_unit * k_unit);
      phase->units[i].ends = g_new (DlTorusLineEnds, k_unit);
      phase->units[i].last = g_new (guint8, (gsize) 2 * k_unit * k_unit);
      phase->units[i].all_load = g_new (double, dl_torus_line_load_size (k_unit));
      phase->units[i].all_arrived = g_new (guint32, 2 * k_unit * LINE_CHANNELS);
      phase->units[i].longest = g_new (guint8, k_unit);
    }
  phase->line_load = g_new (double, dl_torus_line_load_size (k_max));
  phase->scratch = g_new (double, 2 * dl_torus_line_load_size (k_max) + 4);
  phase->clean = g_new (guint8, k_max);
  phase->ends.last = g_new (guint8, 2 * k_max);
  if (u->routes->spec.vc_table != NULL && (u->vc_load != NULL || u->turns != NULL))
    phase->table_runs = dl_torus_table_legs_new (u->routes, u->node_up, u->turns);
  else if (u->turns != NULL)
    phase->arrived = g_new0 (guint32, 2 * n * DL_TORUS_NODE_CHANNELS);
  phase->new_arrived = g_new (guint32, 2 * k_max * LINE_CHANNELS);
  phase->new_count = g_new (guint32, k_max);
  phase->new_hops = g_new (gint32, k_max);
}

static void
phase_clear (Phase *phase)
{
  g_free (phase->count);
  g_free (phase->hops);
  g_free (phase->arrived);
  dl_torus_table_legs_free (phase->table_runs);
  g_free (phase->dests);
  g_free (phase->dest_like);
  for (guint i = 0; i < N_UNITS; i++)
    {
      g_free (phase->units[i].parity);
      g_free (phase->units[i].dests);
      g_free (phase->units[i].load);
      g_free (phase->units[i].distance);
      g_free (phase->units[i].ends);
      g_free (phase->units[i].last);
      g_free (phase->units[i].all_load);
      g_free (phase->units[i].all_arrived);
      g_free (phase->units[i].longest);
    }
  g_free (phase->line_load);
  g_free (phase->scratch);
  g_free (phase->clean);
  g_free (phase->ends.last);
  g_free (phase->new_arrived);
  g_free (phase->new_count);
  g_free (phase->new_hops);
}

/* How many packets arrived at @node by each channel, for one destination of a bottom bit. */
static inline guint32 *
arrived_at (const Phase *phase, guint node, guint bit)
{
  return phase->arrived + (gsize) (2 * node + bit) * DL_TORUS_NODE_CHANNELS;
}

/* Count where the undisturbed packets that enter the line at @node turn from. */
static void
count_first (Phase *phase, guint node, const DlTorusLineEnds *ends)
{
  DlTorusTurns *turns = phase->u->turns;

  if (phase->table_runs != NULL)
    {
      dl_torus_table_legs_count_turns (phase->table_runs, node, phase->dim);
      return;
    }
  const guint32 *even = arrived_at (phase, node, 0), *odd = arrived_at (phase, node, 1);

  for (guint from = 0; from < LINE_CHANNELS * phase->dim; from++)
    if ((even[from] | odd[from]) != 0)
      {
        guint32 *turn = dl_torus_turns_from (turns, node, from) + LINE_CHANNELS * phase->dim;

        for (guint to = 0; to < LINE_CHANNELS; to++)
          turn[to] += even[from] * ends->first[0][to] + odd[from] * ends->first[1][to];
      }
}

/* The same, and where their runs end. */
static void
count_ends (Phase *phase, guint node, const DlTorusLineEnds *ends)
{
  const guint32 count = phase->count[node];

  if (phase->u->turns == NULL)
    return;
  count_first (phase, node, ends);
  if (phase->table_runs != NULL)
    return;
  for (guint i = 0; i < 2 * phase->k; i++)
    if (ends->last[i] != DL_LINE_NO_CHANNEL)
      phase->new_arrived[LINE_CHANNELS * i + ends->last[i]] += count;
}

/* Hand every packet that enters at node @entry for a destination past the line's position @end to
 * the caller. */
static void
hand_over (Phase *phase, const DlTorusLineView *view, guint entry, guint end)
{
  const DlTorusUniform *u = phase->u;
  const guint first = (view->base / phase->stride + end) * phase->stride;
  guint32 arrived[DL_TORUS_NODE_CHANNELS];

  for (guint dest = first; dest < first + phase->stride; dest++)
    if (u->node_up[dest])
      {
        if (phase->table_runs != NULL && u->turns != NULL)
          dl_torus_table_legs_arrived (phase->table_runs, entry, dest, phase->dim, arrived);
        const DlTorusDetour detour = {
          .entry = entry,
          .dest = dest,
          .dim = phase->dim,
          .count = phase->count[entry],
          .prefix_hops = phase->hops[entry],
          .arrived = u->turns == NULL ? NULL
                     : phase->table_runs != NULL
                         ? arrived
                         : arrived_at (phase, entry, u->routes->network->torus.nid[dest] & 1),
        };
        u->detour (&detour, u->detour_data);
      }
}

/* A line entry by entry: one with a suspect link, or with a table, by which no line is like
 * another.
 */
static void
run_line_by_entry (Phase *phase, const DlTorusLineView *view)
{
  const guint k = phase->k, stride = phase->stride;

  for (guint entry = 0; entry < k; entry++)
    {
      const guint node = view->base + entry * stride;

      if (phase->count[node] == 0 || g_cancellable_is_cancelled (phase->u->cancellable))
        continue;
      dl_torus_line_add_entry (phase->u->routes, view, entry, phase->count[node], phase->line_load,
                               phase->scratch, phase->clean, &phase->ends);
      count_ends (phase, node, &phase->ends);
      for (guint end = 0; end < k; end++)
        {
          if (!phase->clean[end])
            {
              if (g_cancellable_is_cancelled (phase->u->cancellable))
                return;
              hand_over (phase, view, node, end);
              continue;
            }
          const gint length = dl_torus_line_distance (phase->u->routes, view, entry, end);
          phase->new_count[end] += phase->count[node];
          phase->new_hops[end] = MAX (phase->new_hops[end], phase->hops[node] + length);
        }
    }
}

static gboolean
unit_fits (const Phase *phase, const Unit *unit, const DlTorusLineView *view)
{
  const guint16 *nid = phase->u->routes->network->torus.nid + view->base;

  if (!unit->valid || memcmp (unit->dests, view->dests, 2 * phase->k * sizeof *unit->dests) != 0)
    return FALSE;
  for (guint i = 0; i < phase->k; i++)
    if (unit->parity[i] != (nid[i * phase->stride] & 1))
      return FALSE;
  return TRUE;
}

static void
compute_unit (Phase *phase, Unit *unit, const DlTorusLineView *view)
{
  const DlTorusRoutes *routes = phase->u->routes;
  const guint k = phase->k, size = dl_torus_line_load_size (k);

  unit->valid = TRUE;
  memcpy (unit->dests, view->dests, 2 * k * sizeof *unit->dests);
  memset (unit->load, 0, (gsize) k * size * sizeof *unit->load);
  for (guint entry = 0; entry < k; entry++)
    {
      unit->parity[entry] = routes->network->torus.nid[view->base + entry * phase->stride] & 1;
      unit->ends[entry].last = unit->last + (gsize) 2 * entry * k;
      dl_torus_line_add_entry (routes, view, entry, 1, unit->load + (gsize) entry * size,
                               phase->scratch, NULL, &unit->ends[entry]);
      for (guint end = 0; end < k; end++)
        unit->distance[entry * k + end] = dl_torus_line_distance (routes, view, entry, end);
    }
}

/* Sum up the entries of @unit. */
static void
sum_unit (Phase *phase, Unit *unit)
{
  const guint k = phase->k, size = dl_torus_line_load_size (k);

  memset (unit->all_load, 0, size * sizeof *unit->all_load);
  memset (unit->all_arrived, 0, 2 * k * LINE_CHANNELS * sizeof *unit->all_arrived);
  memset (unit->longest, 0, k);
  for (guint entry = 0; entry < k; entry++)
    {
      const DlTorusLineEnds *ends = &unit->ends[entry];

      for (guint i = 0; i < size; i++)
        unit->all_load[i] += unit->load[(gsize) entry * size + i];
      for (guint i = 0; i < 2 * k; i++)
        if (ends->last[i] != DL_LINE_NO_CHANNEL)
          unit->all_arrived[LINE_CHANNELS * i + ends->last[i]]++;
      for (guint end = 0; end < k; end++)
        unit->longest[end] = MAX (unit->longest[end], unit->distance[entry * k + end]);
    }
}

static const Unit *
unit_for (Phase *phase, const DlTorusLineView *view)
{
  for (guint i = 0; i < N_UNITS; i++)
    if (unit_fits (phase, &phase->units[i], view))
      return &phase->units[i];

  Unit *unit = &phase->units[phase->next_unit];
  phase->next_unit = (phase->next_unit + 1) % N_UNITS;
  compute_unit (phase, unit, view);
  sum_unit (phase, unit);
  return unit;
}

/* Do equally many packets enter everywhere, after equally many hops? */
static gboolean
enters_evenly (const Phase *phase, const DlTorusLineView *view)
{
  const guint32 count = phase->count[view->base];
  const gint32 hops = phase->hops[view->base];

  for (guint entry = 1; entry < phase->k; entry++)
    {
      const guint node = view->base + entry * phase->stride;

      if (phase->count[node] != count || phase->hops[node] != hops)
        return FALSE;
    }
  return count > 0;
}

/* A line without suspects that is entered evenly. */
static void
run_line_evenly (Phase *phase, const DlTorusLineView *view, const Unit *unit)
{
  const guint k = phase->k, size = dl_torus_line_load_size (k);
  const guint32 count = phase->count[view->base];
  const gint32 hops = phase->hops[view->base];

  if (phase->u->vc_load != NULL)
    for (guint i = 0; i < size; i++)
      phase->line_load[i] += count * unit->all_load[i];
  for (guint end = 0; end < k; end++)
    {
      phase->new_hops[end] = hops + unit->longest[end];
      phase->new_count[end] = k * count;
    }
  if (phase->u->turns == NULL)
    return;
  for (guint entry = 0; entry < k; entry++)
    count_first (phase, view->base + entry * phase->stride, &unit->ends[entry]);
  for (guint i = 0; i < 2 * k * LINE_CHANNELS; i++)
    phase->new_arrived[i] = count * unit->all_arrived[i];
}

/* A line without suspects: every entry reaches every end. */
static void
run_line_superposed (Phase *phase, const DlTorusLineView *view, const Unit *unit)
{
  const guint k = phase->k, size = dl_torus_line_load_size (k);
  double *restrict line_load = phase->line_load;
  gint32 *restrict new_hops = phase->new_hops;
  guint32 entering = 0;

  for (guint entry = 0; entry < k; entry++)
    {
      const guint node = view->base + entry * phase->stride;
      const double count = phase->count[node];
      const gint32 hops = phase->hops[node];
      const double *load = unit->load + (gsize) entry * size;
      const guint8 *distance = unit->distance + (gsize) entry * k;

      if (phase->count[node] == 0)
        continue;
      entering += phase->count[node];
      if (phase->u->vc_load != NULL)
        for (guint i = 0; i < size; i++)
          line_load[i] += count * load[i];
      for (guint end = 0; end < k; end++)
        new_hops[end] = MAX (new_hops[end], hops + distance[end]);
      count_ends (phase, node, &unit->ends[entry]);
    }
  for (guint end = 0; end < k; end++)
    phase->new_count[end] = entering;
}

typedef struct
{
  Phase *phase;
  guint base;
} LongLine;

static void
count_first_of (guint entry, const DlTorusLineEnds *ends, gpointer data)
{
  const LongLine *line = data;

  count_first (line->phase, line->base + entry * line->phase->stride, ends);
}

/* A line without suspects that is too long to superpose. */
static void
run_long_line (Phase *phase, const DlTorusLineView *view)
{
  const guint k = phase->k;
  g_autofree guint32 *count = g_new (guint32, k);
  g_autofree gint32 *hops = g_new (gint32, k);
  LongLine long_line = { phase, view->base };
  guint32 entering = 0;

  for (guint i = 0; i < k; i++)
    {
      count[i] = phase->count[view->base + i * phase->stride];
      hops[i] = phase->hops[view->base + i * phase->stride];
      entering += count[i];
    }
  const DlTorusLongLine line = {
    .count = count,
    .hops = hops,
    .load = phase->line_load,
    .arrived = phase->arrived != NULL ? phase->new_arrived : NULL,
    .new_hops = phase->new_hops,
    .first = phase->u->turns != NULL ? count_first_of : NULL,
    .first_data = &long_line,
    .cancellable = phase->u->cancellable,
  };

  dl_torus_long_line_add (phase->u->routes, view, &line);
  for (guint i = 0; i < k; i++)
    phase->new_count[i] = entering;
}

static gboolean
line_has_suspect (const Phase *phase, guint base)
{
  const DlTorusNetwork *network = phase->u->routes->network;

  for (guint i = 0; i < phase->k; i++)
    {
      const guint link = dl_torus_network_link (network, base + i * phase->stride, 2 * phase->dim);
      if (phase->u->suspect[link] | phase->u->suspect[link + 1])
        return TRUE;
    }
  return FALSE;
}

static gboolean
run_line (Phase *phase, guint base)
{
  DlTorusUniform *u = phase->u;
  const guint k = phase->k, stride = phase->stride;
  const gboolean dirty = line_has_suspect (phase, base);
  const DlTorusLineView view = {
    .dim = phase->dim,
    .k = k,
    .base = base,
    .dests = phase->dests + 2 * (base / stride),
    .dest_like = phase->dest_like + 2 * (base / stride),
    .suspect = dirty ? u->suspect : NULL,
    .table_runs = phase->table_runs,
  };

  memset (phase->line_load, 0, dl_torus_line_load_size (k) * sizeof *phase->line_load);
  memset (phase->new_arrived, 0, 2 * k * LINE_CHANNELS * sizeof *phase->new_arrived);
  for (guint i = 0; i < k; i++)
    {
      phase->new_count[i] = 0;
      phase->new_hops[i] = -1;
    }
  if (dirty || phase->table_runs != NULL)
    run_line_by_entry (phase, &view);
  else if (k > DL_TORUS_LINE_MAX_SUPERPOSED)
    run_long_line (phase, &view);
  else
    {
      const Unit *unit = unit_for (phase, &view);

      if (enters_evenly (phase, &view))
        run_line_evenly (phase, &view, unit);
      else
        run_line_superposed (phase, &view, unit);
    }

  for (guint i = 0; i < k; i++)
    {
      const guint node = base + i * stride;

      phase->count[node] = phase->new_count[i];
      phase->hops[node] = phase->new_hops[i];
      if (phase->arrived != NULL)
        for (guint bit = 0; bit < 2; bit++)
          memcpy (arrived_at (phase, node, bit) + LINE_CHANNELS * phase->dim,
                  phase->new_arrived + LINE_CHANNELS * (2 * i + bit),
                  LINE_CHANNELS * sizeof *phase->new_arrived);
      if (u->vc_load != NULL)
        for (guint direction = 0; direction < 2; direction++)
          {
            double *load = u->vc_load
                           + DL_TORUS_VCS
                                 * dl_torus_network_link (u->routes->network, node,
                                                          2 * phase->dim + direction);
            for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
              load[vc] += phase->line_load[(direction * DL_TORUS_VCS + vc) * k + i];
          }
    }
  return !g_cancellable_is_cancelled (u->cancellable);
}

/* Count the packets that arrive after all dimensions. */
static void
count_ejected (Phase *phase)
{
  const DlTorusNetwork *network = phase->u->routes->network;

  if (phase->table_runs != NULL)
    {
      dl_torus_table_legs_count_ejected (phase->table_runs);
      return;
    }
  for (guint node = 0; node < network->n_nodes; node++)
    {
      const guint32 *arrived = arrived_at (phase, node, network->torus.nid[node] & 1);

      for (guint from = 0; phase->u->node_up[node] && from < DL_TORUS_NODE_CHANNELS; from++)
        if (arrived[from] > 0)
          dl_torus_turns_add_ejected (phase->u->turns, node, from, arrived[from]);
    }
}

gboolean
dl_torus_uniform_run (DlTorusUniform *u)
{
  const DlTorusNetwork *network = u->routes->network;
  gboolean go_on = TRUE;
  Phase phase;

  phase_init (&phase, u);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS && go_on; dim++)
    {
      phase.dim = dim;
      phase.k = network->torus.radix[dim];
      phase.stride = network->torus.stride[dim];
      if (phase.k == 1)
        continue;
      for (guint i = 0; i < N_UNITS; i++)
        phase.units[i].valid = FALSE;
      prepare_dests (&phase);
      for (guint node = 0; node < network->n_nodes && go_on; node++)
        if (network->torus.coord[node].at[dim] == 0)
          go_on = run_line (&phase, node);
    }

  if (u->turns != NULL && go_on)
    count_ejected (&phase);
  u->hops_max = 0;
  for (guint node = 0; node < network->n_nodes; node++)
    if (u->node_up[node] && phase.hops[node] > (gint) u->hops_max)
      u->hops_max = phase.hops[node];
  phase_clear (&phase);
  return go_on;
}

/* Is the dimension-order way from @source, up to dimension @dim, free of suspects and does it end
 * at
 * @entry? */
static gboolean
enters_at (const DlTorusUniform *u, guint source, guint entry, guint dim)
{
  const DlTorusNetwork *network = u->routes->network;
  guint node = source;

  for (guint d = 0; d < dim; d++)
    while (network->torus.coord[node].at[d] != network->torus.coord[entry].at[d])
      {
        const guint link = dl_torus_network_link (
            network, node, dl_torus_routes_minimal_port (u->routes, node, entry, d));
        if (u->suspect[link])
          return FALSE;
        node = network->link_to[link];
      }
  return node == entry;
}

void
dl_torus_uniform_foreach_source (const DlTorusUniform *u, guint entry, guint dim, DlSourceFunc func,
                                 gpointer data)
{
  const DlTorus *torus = &u->routes->network->torus;
  const DlTorusCoord at = torus->coord[entry];

  /* They differ from the entry in the dimensions before @dim only. */
  for (guint x = 0; x < (dim > DL_X ? torus->radix[DL_X] : 1); x++)
    for (guint y = 0; y < (dim > DL_Y ? torus->radix[DL_Y] : 1); y++)
      {
        const guint source = (dim > DL_X ? x : at.at[DL_X]) * torus->stride[DL_X]
                             + (dim > DL_Y ? y : at.at[DL_Y]) * torus->stride[DL_Y] + at.at[DL_Z];
        if (u->node_up[source] && enters_at (u, source, entry, dim))
          func (source, data);
      }
}
