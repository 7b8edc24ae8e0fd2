/* The one question of routing: where may a packet go on? Each family's engine answers it, by a
 * table, a closed form or a draw; what all networks have in common stands on its answers
 * (dl-spread.h, dl-general.h, dl-iq-plan.h), and whatever is faster is held equal to it by tests.
 */
#pragma once

#include "dl-graph.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 link;  /* by which; DL_NO_LINK: to its node, which is here */
  guint vc;      /* of the link */
  guint64 state; /* that it carries from here on, as the engine likes */
  double share;  /* of the packets that stand so; all of them are 1. NAN: queues decide */
} DlChoice;

/* A plain value that borrows what it points to. */
typedef struct
{
  const DlGraph *graph;
  gconstpointer routes; /* the family's */
  guint n_vcs;          /* of each link */
  guint max_choices;    /* that @next writes at most */
  guint max_hops;       /* of any route that arrives; a packet still on its way then goes round for
                           ever */
  /* Where packets for node @to, which works, may go on from @router, with @state, where @in_link
   * brought them. @in_link DL_NO_LINK: they are still at their node, whose number @state is; it
   * works. Links of nodes are hops where the network has them. Returns how many @choices; 0: here
   * they are lost. From any thread. */
  guint (*next) (gconstpointer routes, guint router, guint in_link, guint to, guint64 state,
                 DlChoice *choices);
} DlNext;

static inline guint
dl_next_first (const DlNext *next, guint from, guint to, DlChoice *choices)
{
  return next->next (next->routes, next->graph->inject_router[from], DL_NO_LINK, to, from, choices);
}

/* Choices of a packet that came by @in_link. */
static inline guint
dl_next_on (const DlNext *next, guint in_link, guint to, guint64 state, DlChoice *choices)
{
  return next->next (next->routes, next->graph->link_to[in_link], in_link, to, state, choices);
}

/* Has a packet that takes it arrived? */
static inline gboolean
dl_choice_arrives (const DlNext *next, const DlChoice *choice)
{
  return choice->link == DL_NO_LINK || next->graph->link_to[choice->link] == DL_NO_NODE;
}

G_END_DECLS
