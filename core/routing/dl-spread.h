/* All paths of the packets of a pair, by the answers to the one question (dl-next.h). */
#pragma once

#include "dl-next.h"
#include "dl-verdict.h"

G_BEGIN_DECLS

#define DL_NO_CHANNEL G_MAXUINT32

/* Packets that take a channel (link x n_vcs + VC) after another. */
typedef struct
{
  guint32 channel;
  guint32 before; /* DL_NO_CHANNEL: it is their first */
  double share;   /* of the pair's */
} DlPassed;

/* Room for one pair after another; one thread's. */
typedef struct
{
  const DlNext *next;
  GArray *passed;   /* DlPassed, of the pair */
  double hops_mean; /* between routers */
  guint hops_max;
  GArray *here, *there; /* private */
  DlChoice *choices;
} DlSpread;

/* @next is borrowed. Where queues decide, all choices are taken to be equally likely. */
void dl_spread_init (DlSpread *spread, const DlNext *next);
void dl_spread_clear (DlSpread *spread);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlSpread, dl_spread_clear)

/* Spread over all paths from one working node to another; FALSE if some do not arrive: such a pair
 * sends nothing, and only the hops before their end are passed. */
gboolean dl_spread_pair (DlSpread *spread, guint from, guint to);

/* Follow a packet of a pair, whose digits @pick are: at each router @pick modulo the number of its
 * choices, then the quotient. Its channels are added to @channels (guint32). FALSE: it does not
 * arrive. */
gboolean dl_next_walk (const DlNext *next, guint from, guint to, guint pick, GArray *channels);
/* Hops of these channels between routers. */
guint dl_next_count_hops (const DlNext *next, const GArray *channels);

/* Deadlock verdict on the dependencies of all pairs' paths, whatever the demand. NULL if
 * canceled. */
DlVerdict *dl_next_judge (const DlNext *next, GCancellable *cancellable);

G_END_DECLS
