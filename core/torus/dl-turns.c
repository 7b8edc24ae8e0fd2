#include "dl-turns.h"

/* Channels that leave a node in one dimension. */
#define DIM_CHANNELS 4
G_STATIC_ASSERT (DL_N_DIMS *DIM_CHANNELS == DL_NODE_CHANNELS);

DlTurns *
dl_turns_new (const DlRoutes *routes)
{
  const gsize n_channels = (gsize) routes->network->n_links * DL_TORUS_VCS;
  DlTurns *turns = g_new (DlTurns, 1);

  turns->routes = routes;
  turns->turn = g_new0 (guint32, n_channels * DL_NODE_CHANNELS);
  turns->ejected = g_new0 (guint32, n_channels);
  return turns;
}

void
dl_turns_free (DlTurns *turns)
{
  if (turns == NULL)
    return;
  g_free (turns->turn);
  g_free (turns->ejected);
  g_free (turns);
}

DlDependencies *
dl_turns_to_dependencies (const DlTurns *turns, const double *vc_load)
{
  const DlRoutes *routes = turns->routes;
  const DlNetwork *network = routes->network;
  DlDependencies *dependencies = dl_dependencies_new (network);

  for (guint channel = 0; channel < dependencies->n_channels; channel++)
    {
      const guint32 *turn = turns->turn + (gsize) channel * DL_NODE_CHANNELS;
      guint32 gone = turns->ejected[channel]; /* less than all pairs of nodes */
      guint16 next = 0;

      if (vc_load[channel] == 0)
        continue;
      /* Most turn into few dimensions, if at all. */
      for (guint dim = 0; dim < DL_N_DIMS; dim++)
        {
          const guint begin = dim * DIM_CHANNELS;

          if ((turn[begin] | turn[begin + 1] | turn[begin + 2] | turn[begin + 3]) == 0)
            continue;
          for (guint to = begin; to < begin + DIM_CHANNELS; to++)
            {
              gone += turn[to];
              next |= (turn[to] > 0) << to;
            }
        }
      if (vc_load[channel] > gone)
        {
          const guint link = dl_channel_link (channel), port = link % network->n_ports;
          const gboolean crosses
              = dl_routes_at_dateline (routes, network->link_to[link], dl_port_dim (port));
          next |= dl_channel_bit (port, dl_channel_vc (channel) | crosses);
        }
      dependencies->next[channel] = next;
    }
  dl_dependencies_join_halves (dependencies, routes);
  return dependencies;
}
