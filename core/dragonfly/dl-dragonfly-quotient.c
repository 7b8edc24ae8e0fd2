#include "dl-dragonfly-quotient.h"

/* What may follow a packet's hop by @hop on @vc. */
static guint16
after_hop (const DlDragonflyRoutes *routes, DlDragonflyHop hop, guint vc, guint classes)
{
  DlDragonflyPacket packet = { DL_NO_NODE, hop.root, vc, DL_TURN_NONE };
  guint16 next = 0;

  dl_dragonfly_move (routes, hop, &packet);
  for (guint class = 0; class < DL_N_LINK_CLASSES && packet.vc < DL_DRAGONFLY_VCS; class ++)
    if (classes >> class & 1 && dl_dragonfly_open (packet.turn, class))
      next |= 1 << (class * DL_DRAGONFLY_VCS + packet.vc);
  return next;
}

void
dl_dragonfly_quotient_init (DlDragonflyQuotient *quotient, const DlDragonflyRoutes *routes)
{
  const DlDragonfly *net = routes->dragonfly;
  guint32 example[DL_N_LINK_CLASSES];
  guint classes = 0;

  *quotient = (DlDragonflyQuotient) { { 0 } };
  for (guint link = 0; link < net->n_links; link++)
    if (net->link_state[link] == DL_LINK_UP)
      {
        classes |= 1 << net->link_class[link];
        example[net->link_class[link]] = link;
      }
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    for (guint vc = 0; classes >> class & 1 && vc < DL_DRAGONFLY_VCS; vc++)
      {
        const guint32 link = example[class];
        guint16 *next = &quotient->next[class * DL_DRAGONFLY_VCS + vc];

        /* Without a root, on the way to one, and where it is reached. */
        *next |= after_hop (routes, (DlDragonflyHop) { link, DL_NO_NODE }, vc, classes);
        *next |= after_hop (routes, (DlDragonflyHop) { link, net->link_from[link] }, vc, classes);
        *next |= after_hop (routes, (DlDragonflyHop) { link, net->link_to[link] }, vc, classes);
      }
}

static guint
next_classes (gconstpointer data, guint node, guint32 *targets)
{
  const DlDragonflyQuotient *quotient = data;
  guint n = 0;

  for (guint bits = quotient->next[node]; bits != 0; bits &= bits - 1)
    targets[n++] = __builtin_ctz (bits);
  return n;
}

DlVerdict *
dl_dragonfly_verdict_new_quick (const DlDragonflyRoutes *routes, const DlDragonflyMode *mode,
                                const DlDragonflyQuotient *quotient, GCancellable *cancellable)
{
  const DlCycleGraph graph
      = { DL_DRAGONFLY_QUOTIENT, DL_DRAGONFLY_QUOTIENT, quotient, next_classes };
  g_autoptr (DlVerdict) verdict = dl_verdict_new_found (&graph, cancellable);

  if (verdict == NULL || verdict->deadlock_free)
    return g_steal_pointer (&verdict);
  g_autoptr (DlDragonflyDependencies) all
      = dl_dragonfly_dependencies_new (routes, mode, cancellable);
  return all != NULL ? dl_dragonfly_verdict_new (all, cancellable) : NULL;
}
