#include "dl-line.h"

static guint
run_port (const DlRoutes *routes, const DlLineView *view, guint entry, guint end)
{
  const guint stride = routes->network->torus.stride[view->dim];
  return dl_routes_minimal_port (routes, view->base + entry * stride, view->base + end * stride,
                                 view->dim);
}

static guint
run_length (guint k, gboolean minus, guint entry, guint end)
{
  return minus ? (entry + k - end) % k : (end + k - entry) % k;
}

guint
dl_line_distance (const DlRoutes *routes, const DlLineView *view, guint entry, guint end)
{
  if (entry == end)
    return 0;
  return run_length (view->k, dl_port_is_minus (run_port (routes, view, entry, end)), entry, end);
}

/* As dl_line_make_leg, from @node, which is at position @entry of a line. */
static DlLeg
make_run (const DlRoutes *routes, guint node, guint port, guint entry, guint end)
{
  const DlTorus *torus = &routes->network->torus;
  const DlDim dim = dl_port_dim (port);
  const gboolean minus = dl_port_is_minus (port);
  const guint k = torus->radix[dim];
  const gint dateline = routes->spec.dateline[dim];
  const guint length = run_length (k, minus, entry, end);
  const guint to_dateline = dateline == DL_NO_DATELINE ? k : run_length (k, minus, entry, dateline);

  return (DlLeg) {
    .entry = node,
    .end = node + (end - entry) * torus->stride[dim],
    .length = length,
    .to_dateline = MIN (to_dateline, length),
    .reaches_dateline = to_dateline > 0 && to_dateline <= length,
    .port = port,
  };
}

DlLeg
dl_line_make_leg (const DlRoutes *routes, const DlLineView *view, guint port, guint entry,
                  guint end)
{
  const guint stride = routes->network->torus.stride[view->dim];

  return make_run (routes, view->base + entry * stride, port, entry, end);
}

DlLeg
dl_line_leg (const DlRoutes *routes, guint entry, guint dest, guint dim)
{
  const DlCoord *coord = routes->network->torus.coord;
  DlVcRule rule;
  DlLeg leg = make_run (routes, entry, dl_routes_minimal_port (routes, entry, dest, dim),
                        coord[entry].at[dim], coord[dest].at[dim]);

  leg.vc = dl_vc_policy_start (routes, &leg, dest, &rule);
  leg.vc_rule = rule;
  return leg;
}

/* Position along the direction of travel, so that legs go upwards. */
static inline guint
along (guint k, gboolean minus, guint position)
{
  return minus ? k - 1 - position : position;
}

/* Hops from @entry in one direction before the first suspect link; k if there is none. */
static guint
clean_hops (const DlRoutes *routes, const DlLineView *view, guint entry, gboolean minus)
{
  const guint stride = routes->network->torus.stride[view->dim];
  const guint k = view->k;

  if (view->suspect == NULL)
    return k;
  for (guint hop = 0; hop < k; hop++)
    {
      const guint position = minus ? (entry + k - hop) % k : (entry + hop) % k;
      const guint node = view->base + position * stride;
      if (view->suspect[dl_network_link (routes->network, node, 2 * view->dim + minus)])
        return hop;
    }
  return k;
}

/* How many of the destinations behind @end, of both bottom bits, go on VC1 by the table. */
static guint
table_ones (const DlRoutes *routes, const DlLineView *view, guint entry, guint end)
{
  const guint stride = routes->network->torus.stride[view->dim];

  return dl_table_legs_count (view->table_runs, view->base + entry * stride,
                              (view->base / stride + end) * stride, stride);
}

static gboolean
is_by_destination (const DlRoutes *routes, const DlLineView *view, const DlLeg *leg)
{
  const DlTorus *torus = &routes->network->torus;

  return view->table_runs != NULL && leg->vc_rule == DL_VC_RULE_TABLE
         && torus->region_of_x[torus->coord[leg->entry].at[DL_X]]
                == torus->region_of_x[torus->coord[leg->end].at[DL_X]];
}

void
dl_line_add_entry (const DlRoutes *routes, const DlLineView *view, guint entry, double count,
                   double *load, double *scratch, guint8 *clean, DlLineEnds *ends)
{
  const guint k = view->k, stride = routes->network->torus.stride[view->dim];
  const guint entry_node = view->base + entry * stride;
  const guint reach[2]
      = { clean_hops (routes, view, entry, FALSE), clean_hops (routes, view, entry, TRUE) };
  const guint n = 2 * k + 1;
  double *rise[2][DL_TORUS_VCS]; /* by direction and VC: where the load rises, over two turns */

  for (guint i = 0; i < 2 * DL_TORUS_VCS; i++)
    rise[i / DL_TORUS_VCS][i % DL_TORUS_VCS] = scratch + i * n;
  memset (scratch, 0, 2 * DL_TORUS_VCS * n * sizeof (double));

  if (ends != NULL)
    {
      memset (ends->first, 0, sizeof ends->first);
      memset (ends->last, DL_LINE_NO_CHANNEL, 2 * k);
    }
  for (guint end = 0; end < k; end++)
    {
      if (clean != NULL)
        clean[end] = TRUE;
      if (end == entry)
        continue;

      const guint port = run_port (routes, view, entry, end);
      const gboolean minus = dl_port_is_minus (port);
      const guint length = run_length (k, minus, entry, end);
      if (length > reach[minus])
        {
          if (clean != NULL)
            clean[end] = FALSE;
          continue;
        }

      const guint from = along (k, minus, entry);
      DlLeg leg = make_run (routes, entry_node, port, entry, end);
      for (guint bit = 0; bit < 2; bit++)
        {
          const double packets = count * view->dests[2 * end + bit];
          DlVcRule rule;
          if (packets == 0)
            continue;

          leg.vc = dl_vc_policy_start (routes, &leg, view->dest_like[2 * end + bit], &rule);
          leg.vc_rule = rule;
          if (view->table_runs != NULL)
            dl_table_legs_add (view->table_runs, &leg, bit, count);
          if (is_by_destination (routes, view, &leg))
            {
              const double all = count * (view->dests[2 * end] + view->dests[2 * end + 1]);
              const double ones = count * table_ones (routes, view, entry, end);

              /* Both bottom bits at once, with the first that there is. */
              if (bit == 1 && view->dests[2 * end] > 0)
                continue;
              rise[minus][0][from] += all - ones;
              rise[minus][0][from + length] -= all - ones;
              rise[minus][1][from] += ones;
              rise[minus][1][from + length] -= ones;
              continue;
            }
          rise[minus][leg.vc][from] += packets;
          rise[minus][leg.vc][from + leg.to_dateline] -= packets;
          rise[minus][1][from + leg.to_dateline] += packets;
          rise[minus][1][from + length] -= packets;
          if (ends != NULL)
            {
              const guint channel = DL_TORUS_VCS * minus;
              ends->first[bit][channel + dl_leg_vc (&leg, 0)] += view->dests[2 * end + bit];
              ends->last[2 * end + bit] = channel + dl_leg_vc (&leg, length - 1);
            }
        }
    }

  for (guint minus = 0; minus < 2; minus++)
    for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
      {
        double packets = 0;
        for (guint i = 0; i < 2 * k; i++)
          {
            packets += rise[minus][vc][i];
            load[(minus * DL_TORUS_VCS + vc) * k + along (k, minus, i % k)] += packets;
          }
      }
}
