/* Packets that wait at their source, and when the next ones are born. */
#pragma once

#include "dl-pattern.h"
#include "dl-rng.h"
#include "dl-sim-image.h"
#include "dl-workload.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 created;
  guint32 dest;
  guint8 class;
  guint8 flits; /* 0: the plan's full length */
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

/* Births that wait; the ring keeps its size and place. */
void dl_sim_births_walk (DlSimBirths *births, DlSimWalk *walk);

/* A burst of @n packets as @birth, of @lengths, each with a share of @responses one of class
 * @response. Packets that are @lost, without a route, are not kept; @counter counts either. */
void dl_sim_births_burst (DlSimBirths *births, DlSimBirth birth, guint n,
                          const DlPacketLengths *lengths, double responses, guint8 response,
                          gboolean lost, guint64 *counter, DlRng *rng);

/* When births are: a slot has one with the probability of its source. Start zeroed. */
typedef struct
{
  double rate;     /* births a slot of a mean source, at most 1; INFINITY: always one more */
  double log_none; /* of no birth in a slot at that rate */
  double *each;    /* (n_nodes) likewise, of each source; NULL: all are the same */
} DlSimRates;

/* @each: (n_nodes) births a slot of each source, taken; NULL: @rate. Free @self's in the end. */
void dl_sim_rates_set (DlSimRates *self, double rate, double *each, guint n_nodes);
/* The slot of @node's next birth after one in slot @from; G_MAXUINT64: never. */
guint64 dl_sim_rates_next (const DlSimRates *self, guint node, DlRng *rng, guint64 from);

/* A demand that a family draws from by itself. Called by several threads at once. */
typedef struct
{
  /* A destination of @source, which sends. */
  guint (*draw) (gconstpointer data, guint source, DlRng *rng);
  double (*sent) (gconstpointer data, guint source); /* in all, in any unit; 0: it sends nothing */
} DlSimTraffic;

/* Traffic of the nodes, whichever router takes it: a program or, without one, the demand or,
 * without that, the traffic. */
typedef struct
{
  DlWorkload *workload;
  const DlDemand *demand;
  const DlSimTraffic *traffic;
  gpointer traffic_data; /* begins with a DlShared */
  guint burst;           /* packets in a row to the same destination, at least 1 */
} DlSent;

void dl_sent_clear (DlSent *sent);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlSent, dl_sent_clear)

/* Destinations and loads of sources that send at random. Start zeroed. */
typedef struct
{
  guint n_nodes, n_working;
  const guint8 *node_up; /* (n_nodes) borrowed */
  gboolean self;         /* uniform: to the own node, too */
  /* A demand that is not uniform: */
  const DlSimTraffic *traffic; /* drawn by itself */
  gpointer traffic_data;
  guint32 *set, *set_first, *set_node; /* by sets (DlDemand) */
  guint32 *first; /* (n_nodes + 1) where each source's destinations begin in @dest, */
  guint32 *dest;  /* each as likely, unless: */
  guint64 *upto;  /* nullable: weights of a source's destinations up to and with each */
  /* (n_nodes) of the mean load of sources, that each offers: as much as its pairs' weights are of
   * the mean of working sources, as in the analysis. NULL: 1, all of them. */
  double *rate;
} DlSimSources;

/* Sources of @sent, without a program, in a network of @n_nodes, those @node_up of which work. */
void dl_sim_sources_init (DlSimSources *self, const DlSent *sent, guint n_nodes,
                          const guint8 *node_up);
void dl_sim_sources_clear (DlSimSources *self);
/* A destination of @node, by their weights; DL_NO_NODE if it has none. */
guint dl_sim_sources_draw (const DlSimSources *self, guint node, DlRng *rng);
/* Set @rates where a mean source has births at @rate. */
void dl_sim_sources_rates (const DlSimSources *self, DlSimRates *rates, double rate);

/* Ranks at work on a program (dl-workload.h), whatever the network: what each has sent and
 * received, and how far it is. What a rank does depends on its own node only: it continues when its
 * message has left and when what it waits for has arrived there. So threads may share the nodes;
 * each call is about one of them. */

typedef struct _DlSimRanks DlSimRanks;
typedef struct _DlSimProgram DlSimProgram;

/* The packet that a rank sends next. */
typedef struct
{
  guint64 begun;   /* packets of its message, if that begins with this call; else 0 */
  guint64 created; /* cycle in which it began */
  guint32 dest;    /* node */
  guint32 tag;
  guint flits;
  guint payload_bytes;
  guint64 due; /* where there is none: the cycle in which there may be one, whatever arrives;
                  G_MAXUINT64: never */
} DlSimSend;

/* All ranks before their first step, @n_nodes of the network. Packets keep @tag_bits of a tag. */
DlSimRanks *dl_sim_ranks_new (DlWorkload *workload, guint n_nodes, guint tag_bits);
void dl_sim_ranks_free (DlSimRanks *ranks);

/* Next packet of the rank on @node, in cycle @now, in which the packet before has left the node.
 * The message is created whole, however long it waits to be sent. FALSE if the rank waits, has
 * ended, or would begin a message and sources are @stopped. */
gboolean dl_sim_ranks_next (DlSimRanks *ranks, guint node, guint64 now, gboolean stopped,
                            DlSimSend *send);
/* Note that the packet has left its source. */
void dl_sim_ranks_sent (DlSimRanks *ranks, guint node);
/* Skip the rest of the message. */
void dl_sim_ranks_skip (DlSimRanks *ranks, guint node);
/* A packet of a message of @source with @tag has arrived at @node. TRUE if its rank waited for no
 * more than this one. */
gboolean dl_sim_ranks_receive (DlSimRanks *ranks, guint node, guint source, guint tag, guint64 now);

/* How far all of them are, at work on the same program. */
void dl_sim_ranks_walk (DlSimRanks *ranks, DlSimWalk *walk);

/* Packets created and not sent, and the node that they are for. */
guint64 dl_sim_ranks_waiting (const DlSimRanks *ranks, guint node);
guint dl_sim_ranks_dest (const DlSimRanks *ranks, guint node);
/* Nothing is left to send or to wait for; TRUE too where there is no rank. */
gboolean dl_sim_ranks_is_over (const DlSimRanks *ranks, guint node);

/* The step that a rank is at (of a program of messages: operations that have ended), and the cycle
 * in which it ended, G_MAXUINT64: not yet. */
guint dl_sim_ranks_step (const DlSimRanks *ranks, guint rank);
guint64 dl_sim_ranks_done_at (const DlSimRanks *ranks, guint rank);
/* The cycle in which the last one did. */
guint64 dl_sim_ranks_all_done_at (const DlSimRanks *ranks);
/* Progress of its ranks; NULL for a program by steps. */
DlSimProgram *dl_sim_ranks_get_program (const DlSimRanks *ranks);

G_END_DECLS
