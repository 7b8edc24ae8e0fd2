#include "dl-fabric-lightest.h"

void
dl_fabric_lightest_init (DlFabricLightest *lightest, const DlFabricGraph *graph)
{
  *lightest = (DlFabricLightest) {
    .graph = graph,
    .weight = g_new0 (guint64, graph->n_edges),
    .choice = g_new (guint32, graph->S),
    .through = g_new (guint64, graph->S),
    .sum = g_new (guint64, graph->S),
  };
  dl_fabric_wave_init (&lightest->wave, graph->S);
}

void
dl_fabric_lightest_clear (DlFabricLightest *lightest)
{
  dl_fabric_wave_clear (&lightest->wave);
  g_free (lightest->weight);
  g_free (lightest->choice);
  g_free (lightest->through);
  g_free (lightest->sum);
}

void
dl_fabric_lightest_choose (DlFabricLightest *lightest)
{
  const DlFabricGraph *graph = lightest->graph;
  const DlFabricWave *wave = &lightest->wave;

  lightest->sum[wave->queue[0]] = 0;
  for (guint i = 1; i < wave->n; i++)
    {
      const guint s = wave->queue[i];
      guint64 least = G_MAXUINT64;

      for (guint e = graph->first[s]; e < graph->first[s + 1]; e++)
        {
          guint64 sum;

          if (!dl_fabric_wave_takes (wave, graph, s, e))
            continue;
          sum = lightest->weight[e] + lightest->sum[graph->to[e]];
          if (sum < least)
            {
              least = sum;
              lightest->choice[s] = e;
            }
        }
      lightest->sum[s] = least;
    }
}

void
dl_fabric_lightest_add (DlFabricLightest *lightest, guint times)
{
  const DlFabricGraph *graph = lightest->graph;
  const DlFabricWave *wave = &lightest->wave;

  for (guint i = 0; i < wave->n; i++)
    lightest->through[wave->queue[i]] = (guint64) graph->n_sources[wave->queue[i]] * times;
  for (guint i = wave->n; i-- > 1;)
    {
      const guint s = wave->queue[i], e = lightest->choice[s];

      lightest->weight[e] += lightest->through[s];
      lightest->through[graph->to[e]] += lightest->through[s];
    }
}

void
dl_fabric_lightest_set_ports (const DlFabricLightest *lightest, guint8 *row)
{
  for (guint i = 1; i < lightest->wave.n; i++)
    {
      const guint s = lightest->wave.queue[i];

      row[s] = lightest->graph->port[lightest->choice[s]];
    }
}
