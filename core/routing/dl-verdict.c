#include "dl-verdict.h"

static void
verdict_free (gpointer data)
{
  DlVerdict *verdict = data;

  g_free (verdict->cycle);
  g_free (verdict);
}

DlVerdict *
dl_verdict_new_of (const DlCycles *found)
{
  DlVerdict *verdict = g_new0 (DlVerdict, 1);

  dl_shared_init (&verdict->shared, verdict_free);
  verdict->cyclic_components = found->components;
  verdict->deadlock_free = found->components == 0;
  verdict->n_cycle = found->n;
  verdict->cycle = found->cycle;
  verdict->broken_step = found->n;
  return verdict;
}

DlVerdict *
dl_verdict_new_found (const DlCycleGraph *graph, GCancellable *cancellable)
{
  DlCycles found = { 0 };

  if (!dl_cycles_find (graph, &found, cancellable))
    {
      g_free (found.cycle);
      return NULL;
    }
  return dl_verdict_new_of (&found);
}
