#include "dl-verdict.h"

DlVerdict *
dl_verdict_new_of (const DlCycles *found)
{
  DlVerdict *verdict = g_new0 (DlVerdict, 1);

  g_atomic_ref_count_init (&verdict->refs);
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

DlVerdict *
dl_verdict_ref (DlVerdict *verdict)
{
  g_atomic_ref_count_inc (&verdict->refs);
  return verdict;
}

void
dl_verdict_unref (DlVerdict *verdict)
{
  if (verdict == NULL || !g_atomic_ref_count_dec (&verdict->refs))
    return;
  g_free (verdict->cycle);
  g_free (verdict);
}
