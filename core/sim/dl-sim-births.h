/* Packets that wait at their source, and when the next ones are born. */
#pragma once

#include "dl-pattern.h"
#include "dl-rng.h"
#include "dl-workload.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 created;
  guint32 dest;
  guint8 class;
} DlSimBirth;

/* In a ring. */
typedef struct
{
  guint first, n, size; /* size: a power of 2, or 0 */
  DlSimBirth *births;
} DlSimBirths;

static inline DlSimBirth *
dl_sim_births_at (const DlSimBirths *births, guint i)
{
  return &births->births[(births->first + i) & (births->size - 1)];
}

void dl_sim_births_push (DlSimBirths *births, DlSimBirth birth);

static inline void
dl_sim_births_pop (DlSimBirths *births)
{
  births->first = (births->first + 1) & (births->size - 1);
  births->n--;
}

/* Parameter of dl_sim_births_gap, where a slot has a birth with probability @rate, at most 1. */
double dl_sim_births_log_none (double rate);
/* Slots from one with a birth to the next, at least 1; G_MAXUINT64: never. */
guint64 dl_sim_births_gap (DlRng *rng, double log_none);

/* The birth after one in slot @from; G_MAXUINT64: never. */
static inline guint64
dl_sim_births_next (DlRng *rng, double log_none, guint64 from)
{
  const guint64 gap = dl_sim_births_gap (rng, log_none);

  return gap < G_MAXUINT64 - from ? from + gap : G_MAXUINT64;
}

/* To whom sources send, where not to all alike. Start zeroed. */
typedef struct
{
  guint32
      *first;    /* (n_nodes + 1) where each source's destinations begin in @dest; NULL: not said */
  guint32 *dest; /* each as likely, unless: */
  guint64 *upto; /* nullable: weights of a source's destinations up to and with each */
} DlSimDests;

/* The pairs of @flows (DlFlow), which are by source. */
void dl_sim_dests_init (DlSimDests *self, const GArray *flows, guint n_nodes);
void dl_sim_dests_clear (DlSimDests *self);
/* One of them, by their weights; DL_NO_NODE if @node has none. */
guint dl_sim_dests_draw (const DlSimDests *self, guint node, DlRng *rng);

/* Shares (n_nodes) of the mean load that the sources of @flows offer: as much as their pairs'
 * weights are of the mean of @n_working sources, as in the analysis. */
double *dl_sim_flow_rates (const GArray *flows, guint n_nodes, guint n_working);
/* @rate, which is taken; NULL if it is 1 of all nodes that work. */
double *dl_sim_rates_unless_alike (double *rate, guint n_nodes, const guint8 *node_up);

/* Ranks at work on a program (dl-workload.h), whatever the network: what each has sent and
 * received, and how far it is. What a rank does depends on its own node only: it continues when its
 * message has left and when what it waits for has arrived there. So threads may share the nodes;
 * each call is about one of them. */

typedef struct _DlSimRanks DlSimRanks;

/* The packet that a rank sends next. */
typedef struct
{
  guint64 begun;   /* packets of its message, if that begins with this call; else 0 */
  guint64 created; /* cycle in which it began */
  guint32 dest;    /* node */
  guint32 tag;
  guint flits;
  guint payload_bytes;
} DlSimSend;

/* All ranks before their first step, @n_nodes of the network. */
DlSimRanks *dl_sim_ranks_new (DlWorkload *workload, guint n_nodes);
void dl_sim_ranks_free (DlSimRanks *ranks);

/* Next packet of the rank on @node, in cycle @now, in which the packet before has left the node.
 * The message is created whole, however long it waits to be sent. FALSE if the rank waits, has come
 * to its end, or would begin a message and sources are @stopped. */
gboolean dl_sim_ranks_next (DlSimRanks *ranks, guint node, guint64 now, gboolean stopped,
                            DlSimSend *send);
/* That packet has left its source. */
void dl_sim_ranks_sent (DlSimRanks *ranks, guint node);
/* Skip the rest of the message. */
void dl_sim_ranks_skip (DlSimRanks *ranks, guint node);
/* A packet of a message with @tag has arrived at @node. TRUE if its rank waited for no more than
 * this one. */
gboolean dl_sim_ranks_receive (DlSimRanks *ranks, guint node, guint tag);

/* Packets created and not sent, and the node that they are for. */
guint64 dl_sim_ranks_waiting (const DlSimRanks *ranks, guint node);
guint dl_sim_ranks_dest (const DlSimRanks *ranks, guint node);
/* Nothing is left to send or to wait for; TRUE too where there is no rank. */
gboolean dl_sim_ranks_is_over (const DlSimRanks *ranks, guint node);

/* The step that a rank is at, and the cycle in which it came to its end, G_MAXUINT64: not yet. */
guint dl_sim_ranks_step (const DlSimRanks *ranks, guint rank);
guint64 dl_sim_ranks_done_at (const DlSimRanks *ranks, guint rank);
/* The cycle in which the last one did. */
guint64 dl_sim_ranks_all_done_at (const DlSimRanks *ranks);

G_END_DECLS
