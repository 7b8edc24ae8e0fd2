#include "dl-fabric-sets.h"

/* @at: (n_hosts) the switch of each host, NONE; @own: nullable. */
static void
count_ends (DlFabricSetEnds *ends, const DlDemand *demand, guint S, const guint32 *at, guint32 *own)
{
  const guint n_members = demand->set_first[demand->n_sets];
  g_autofree guint32 *entry_of = g_new (guint32, S);
  guint n = 0;

  ends->first = g_new (guint32, demand->n_sets + 1);
  ends->at = g_new (guint32, MAX (n_members, 1));
  ends->n_hosts = g_new0 (guint32, MAX (n_members, 1));
  for (guint s = 0; s < S; s++)
    entry_of[s] = DL_FABRIC_NONE;
  for (guint set = 0; set < demand->n_sets; set++)
    {
      ends->first[set] = n;
      for (guint i = demand->set_first[set]; i < demand->set_first[set + 1]; i++)
        {
          const guint host = demand->set_node[i], s = at[host];

          if (s == DL_FABRIC_NONE)
            continue;
          /* What an earlier set left is below the first entry of this one. */
          if (entry_of[s] == DL_FABRIC_NONE || entry_of[s] < ends->first[set])
            {
              ends->at[n] = s;
              entry_of[s] = n++;
            }
          ends->n_hosts[entry_of[s]]++;
          if (own != NULL)
            own[host] = entry_of[s];
        }
    }
  ends->first[demand->n_sets] = n;
}

void
dl_fabric_sets_init (DlFabricSets *sets, const DlFabricGraph *graph, const DlDemand *demand)
{
  const guint n_hosts = graph->fabric->n_hosts;

  sets->demand = demand;
  sets->own = g_new (guint32, n_hosts);
  for (guint h = 0; h < n_hosts; h++)
    sets->own[h] = DL_FABRIC_NONE;
  count_ends (&sets->from, demand, graph->S, graph->takes, sets->own);
  count_ends (&sets->to, demand, graph->S, graph->gives, NULL);
}

void
dl_fabric_sets_clear (DlFabricSets *sets)
{
  g_free (sets->from.first);
  g_free (sets->from.at);
  g_free (sets->from.n_hosts);
  g_free (sets->to.first);
  g_free (sets->to.at);
  g_free (sets->to.n_hosts);
  g_free (sets->own);
}

void
dl_fabric_sets_count (const DlFabricSets *sets, const DlFabricGraph *graph, guint64 *pairs)
{
  const DlDemand *demand = sets->demand;
  const DlFabricSetEnds *from = &sets->from, *to = &sets->to;

  for (guint set = 0; set < demand->n_sets; set++)
    {
      for (guint b = to->first[set]; b < to->first[set + 1]; b++)
        for (guint a = from->first[set]; a < from->first[set + 1]; a++)
          pairs[(gsize) to->at[b] * graph->S + from->at[a]]
              += (guint64) to->n_hosts[b] * from->n_hosts[a];
      /* None to itself. */
      for (guint i = demand->set_first[set]; i < demand->set_first[set + 1]; i++)
        {
          const guint32 a = graph->takes[demand->set_node[i]],
                        b = graph->gives[demand->set_node[i]];

          if (a != DL_FABRIC_NONE && b != DL_FABRIC_NONE)
            pairs[(gsize) b * graph->S + a]--;
        }
    }
}
