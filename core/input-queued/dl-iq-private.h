/* The state of a simulation with input-queued routers.
 *
 * In a cycle each router takes in the flits and credits that arrive, and then its stages work on
 * the state before: the next stage sees the work of one in the next cycle (iq_router.cpp,
 * _InternalStep: all Evaluate, then all Update). Routers affect each other by a byte in a ring of
 * cycles: a link carries at most one flit and one credit per cycle. It arrives two cycles later at
 * the earliest, so blocks of routers are advanced by a window of cycles each, and nothing depends
 * on the blocks, nor on the threads that share them out.
 *
 * Flits are counts: a virtual channel's buffer holds flits of its packets in their order, and its
 * packets never interleave, so the first packet's number and how many of its flits are still to
 * leave say which flit is next.
 *
 * A router's virtual channels have places 0 .. n_places - 1, a power of 2 of them to a port: port
 * << shift | vc. Their states are bits of a few words, so that most of a cycle is the same for all
 * of a router's virtual channels at once, without a branch for each. */
#pragma once

#include "dl-iq.h"
#include "dl-rng.h"
#include "dl-sim-births.h"
#include "dl-sim-crew.h"
#include "dl-sim-tally.h"

#include <string.h>

G_BEGIN_DECLS

#define DL_IQ_LINE      64 /* bytes of a line of the cache; a router begins at one */
#define DL_IQ_NO_VC     G_MAXUINT16
#define DL_IQ_NO_PACKET G_MAXUINT32
#define DL_IQ_NO_BATCH  G_MAXUINT64
#define DL_IQ_CHUNK     1024  /* packets */
#define DL_IQ_WHEEL     256   /* cycles ahead that births are sorted by */
#define DL_IQ_CYCLE     65536 /* parts of a cycle, of links that send in more than one */

/* A router's place for a link in, a link out, or a node's channels: a port is a node's or a
 * link's. */
typedef struct
{
  guint32 link;      /* that leaves by it, DL_IQ_NONE: none does */
  guint32 far_port;  /* where that arrives: router * n_ports + port */
  guint32 near_port; /* where the link that arrives here comes from, likewise; DL_IQ_NONE: none */
  guint32 sender;    /* node that injects here, DL_IQ_NONE: none does */
  guint32 hearer;    /* likewise, that ejects here: mostly the same one */
  guint16 delay;     /* cycles of the link that leaves by it */
} DlIqPort;

struct _DlIqPlan
{
  DlShared shared;
  DlIqPlanOptions options; /* sent: a workload and bursts alone; it and graph are held */
  DlIqPort *ports;         /* (n_routers x n_ports) of the graph */
  guint32 *inject_port;    /* (n_nodes) router * n_ports + port */
  guint32 *eject_port;     /* likewise */
  guint32 *port_interval;  /* (n_routers x n_ports) of outputs that send a flit in more than a cycle
                              how many, in parts of DL_IQ_CYCLE, else 0; NULL: there are none */
  guint32 *node_interval;  /* (n_nodes) of nodes that do; NULL likewise */
  guint least_flits;       /* of any packet */
  guint queued_packets; /* that have flits in a buffer or on the way to it, at most; a power of 2 */
  DlSimSources sources;
};

/* In a line of the cache, so that threads at two packets do not wait for each other. */
typedef struct
{
  _Alignas(DL_IQ_LINE) guint64 created;
  guint64 injected; /* cycles, both */
  DlIqHead head;
  guint32 tag;     /* of its message; of a workload only */
  guint16 routers; /* that it has been routed by */
  guint8 flits;
} DlIqPacket;

/* State of an input's virtual channel, read for each flit. */
typedef struct
{
  guint16 out;  /* place of the output's virtual channel that it holds; DL_IQ_NO_VC */
  guint8 left;  /* flits of the first packet that are still to leave; 0: it is idle */
  guint8 fresh; /* gboolean: its head is still to leave */
} DlIqHold;

/* And for each packet. */
typedef struct
{
  guint32 packet;   /* the first one, if there is any left of it */
  guint16 first;    /* its place in the ring of the virtual channel's packets */
  guint16 accept;   /* where its next round over granting outputs' virtual channels begins */
  guint8 n_choices; /* by its route */
} DlIqIn;

/* A virtual channel of an output: that of the downstream input. */
typedef struct
{
  guint64 flits; /* of packets whose heads were sent */
  guint16 owner; /* place of the input's virtual channel that holds it; DL_IQ_NO_VC: free */
  guint16 next;  /* place of the next packet in the far ring; at a node's port, in the ring that
                    the node fills */
  guint16 grant; /* where its next round over requesting inputs' virtual channels begins */
} DlIqOut;

/* Virtual channels at 64 places of a router, a bit each. */
typedef struct
{
  /* Virtual channels of inputs. */
  guint64 filled;  /* a flit is in the buffer */
  guint64 current; /* there is a first packet */
  guint64 waiting; /* its head waits for VC allocation */
  guint64 holding; /* it has a virtual channel of an output, and takes part in switch allocation */
  guint64 routing; /* its head waits for route computation */
  guint64 funded;  /* it holds one, and there is a credit */
  /* Virtual channels of outputs. */
  guint64 free; /* not held */
  guint64 dry;  /* no credit is left */
} DlIqMasks;

/* State of a port, read for each flit: where it goes, and the pointers of switch allocation. */
typedef struct
{
  guint64 flits; /* that were granted the switch */
  guint32 far;   /* byte in a row of the flits' ring: where the link arrives; of a node: in one of
                    the credits' ring, where its credits do */
  guint32 near;  /* byte in a row of the credits' ring: where the link that arrives here is from; of
                    a node: in one of its block's */
  guint16 flit_takes;   /* cycles from being sent by the output to the far input */
  guint16 credit_takes; /* from the switch's grant at the input to the output before it */
  guint8 turn;          /* virtual channel of the input that requests first */
  guint8 accept;        /* of the input: output where its next round begins */
  guint8 grant;         /* of the output: input where its next round begins; see DlIqRound, too */
  guint8 is_node;       /* gboolean: the output leads to a node */
} DlIqPortState;

/* An output's state for switch allocation, in a router whose virtual channels are bits of one word,
 * the last one unused. */
typedef struct
{
  guint64 holders; /* places of the inputs' virtual channels that hold one of its */
  guint64 round;   /* places at or after the input where its next round begins; 0: all */
} DlIqRound;

/* Parts of a router read in each cycle. They lie together, in this order. */
typedef struct
{
  DlIqMasks *masks;     /* (n_words) */
  DlIqRound *rounds;    /* (ports that a row has room for) unused unless one_word */
  guint16 *n_flits;     /* (n_places) in each input's virtual channel */
  guint16 *n_credits;   /* (n_places) of each output's virtual channel */
  DlIqHold *hold;       /* (n_places) */
  DlIqPortState *ports; /* (as rounds) */
} DlIqRouter;

/* Counts of an output. */
typedef struct
{
  guint64 packets;
  guint64 stalls; /* cycles with a flit for it, and no credit for any */
} DlIqCounts;

/* Batches of stages that take more than a cycle (dl-iq-machine.c). */
typedef struct
{
  guint64 route_end, vc_end, switch_end; /* the batch's last cycle; DL_IQ_NO_BATCH */
  guint64 cross_begin, cross_free;       /* when the latest batch begins, and the next one can */
  guint64 *routing;                      /* (n_words) who is in the batch */
  guint64 winners;                       /* inputs that won the switch, and */
  guint8 *vc;                            /* (n_ports) their virtual channels */
  guint64 *sent;                         /* (n_ports) cycle in which the output last sends */
} DlIqBatches;

typedef struct
{
  DlRng rng;
  guint64 next_birth; /* cycle */
  DlSimBirths births;
  guint64 sequence; /* packets injected */
  guint32 packet;   /* that is being sent, or DL_IQ_NO_PACKET */
  guint32 next_in_wheel;
  guint8 left;    /* flits of it */
  guint8 vc;      /* that it goes to */
  guint8 last_vc; /* of the packet before; G_MAXUINT8: none */
  guint16 takes;  /* cycles from being sent to the router */
} DlIqNode;

typedef struct
{
  guint n, size;
  guint32 *items;
} DlIqList;

/* Switch allocation of a router whose places are bits of 32: places that outputs grant, and places
 * that take part. */
typedef struct
{
  guint32 router;
  guint32 granted, ready;
} DlIqGrants;

/* Private state of a thread. */
typedef struct
{
  _Alignas(DL_SIM_APART) DlIqList free_packets;
  DlIqGrants *grants;  /* (block_routers + 1) of the block that it advances */
  guint32 *ends;       /* (block_routers x n_ports + 1) heads and tails that are sent: router << 5 |
                          place */
  guint16 *granted_by; /* (n_places) scratch of VC allocation: input's virtual channel */
  guint16 *requested;  /* (n_places) outputs' virtual channels that are requested */
} DlIqWorker;

typedef struct
{
  _Alignas(DL_SIM_APART) DlIq *iq;
  DlSimTally *tally; /* of the thread that advances it now */
  DlIqWorker *worker;
  guint64 now;
  guint first_router, n_routers;
  guint first_node, n_nodes; /* places in DlIq.node_order */
  guint64 *busy;             /* (bits of n_nodes) something to send */
  guint32 *wheel;            /* (DL_IQ_WHEEL) first node whose births are looked at then */
  /* Rows of the rings in this cycle: its own, and the rows where flits and credits that leave
   * arrive, by their delay (flits are sent in the next cycle). The last ones are of nodes' ports:
   * DlIq.node_takes. */
  guint8 *flits, *credits;
  guint8 **flit_rows, **credit_rows; /* (node_takes + node_delay + 1) */
  guint16 *node_credits;             /* (n_nodes rounded up to 8, x span) */
  guint8 *node_rows;                 /* (node_ring x node_row) credits on their way to nodes */
  guint node_row;                    /* bytes */
  DlIqList *ejected;                 /* (eject_ring) packets whose tails arrive at their nodes */
  guint64 flit_hops;     /* that its routers have sent over links, up to the end of the last run */
  gboolean counts_waits; /* in this cycle */
  guint64 waits[DL_N_WAITS]; /* in the cycles that were looked at */
  DlSimChoices choices;
} DlIqBlock;

/* Another plan that waits for the network to drain. */
typedef struct
{
  DlIqPlan *plan;      /* NULL: none does */
  guint64 progress;    /* a number that changes when anything moves */
  guint64 progress_at; /* cycle in which it was last seen to */
  guint64 *dead;       /* (n_routers) ports whose links or nodes broke; NULL: none did */
  guint64 *sinking;    /* (n_routers x n_words) inputs' virtual channels whose first packets are
                          dropped; NULL likewise */
} DlIqSwap;

struct _DlIq
{
  DlIqPlan *plan;
  guint64 now;
  guint64 end; /* cycle, of this run */
  gboolean sources_stopped;
  guint n_ports, vcs;
  guint shift, span; /* places of a port: 1 << shift */
  guint n_places;    /* of a router */
  guint n_words;     /* of 64 of them */
  gboolean one_word; /* there is one, and its last place is unused */
  gboolean quick;    /* dl_iq_may_be_quick */
  guint port_bytes;  /* in a row of the rings: bits of its virtual channels */
  guint row;         /* bytes of a router in a row: n_ports x port_bytes, rounded up to 8 */
  guint n_iterations;
  guint credit_delay, cross_delay;
  gsize row_stride; /* bytes of a row: n_routers x row */
  guint most_takes, n_takes;
  guint16 *takes;   /* (n_takes) what any flit or credit takes */
  guint node_delay; /* cycles of the slowest channel of a node */
  guint node_takes; /* most_takes; a port of a node takes that much and its channels' delay */
  guint flit_ring, credit_ring, eject_ring, node_ring; /* rows, each a power of 2 */
  guint window;
  guint most_choices; /* of the plan */
  guint queue_shift;  /* queued_packets: 1 << queue_shift */

  guint8 *routers; /* (n_routers x router_bytes) of each the parts read in each cycle: see
                      DlIqRouter */
  gsize router_bytes;
  DlIqIn *in;              /* (n_routers x n_places) */
  DlIqOut *out;            /* (n_routers x n_places) */
  guint32 *far_in;         /* (n_routers x n_ports) first of the far input's virtual channels */
  DlIqCounts *counts;      /* (n_routers x n_ports) */
  guint32 *queued;         /* (n_routers x n_places x queued_packets) packets of an input's virtual
                              channel, a ring */
  DlIqChoice *choices;     /* (n_routers x n_places x most_choices) */
  guint8 *flits, *credits; /* (flit_ring or credit_ring x n_routers x row) what arrives, a bit for
                              each virtual channel */
  DlIqBatches *batches;    /* (n_routers) NULL if each stage takes one cycle */
  guint64 *slow;           /* (n_routers) outputs that send a flit in more than a cycle; NULL: there
                              are none */
  guint64 *port_free;      /* (n_routers x n_ports) from when on they may, in parts of a cycle */
  guint64 *node_free;      /* (n_nodes) the same of nodes; NULL: none is slow */

  DlIqNode *nodes;     /* (n_nodes) */
  guint32 *node_order; /* (n_nodes) nodes by the router they are at */
  guint32 *node_place; /* (n_nodes) place in it */
  DlSimRates rates;    /* of bursts, in cycles */
  DlSimRanks *ranks;   /* NULL without a workload */

  DlIqSwap swap;
  struct DlIqWatch *watch; /* dl-iq-watch.h; NULL: no router is watched */

  guint n_blocks, block_routers;
  DlIqBlock *blocks;
  DlSimCrew *crew;
  guint n_threads;
  guint n_workers;     /* there ever were */
  DlIqWorker *workers; /* (n_workers) */
  DlSimTallies tallies;

  GMutex lock; /* of what follows */
  guint n_chunks;
  DlIqPacket **chunks; /* (most_chunks) */
  guint most_chunks;
  DlIqList spare_packets;
};

struct _DlIqView
{
  const DlIq *iq;
  guint router;
  DlIqBlock *block;         /* NULL: no packet asks */
  const DlIqPacket *packet; /* that asks */
};

static inline DlIqPacket *
dl_iq_packet (const DlIq *iq, guint32 packet)
{
  return &iq->chunks[packet / DL_IQ_CHUNK][packet % DL_IQ_CHUNK];
}

static inline void
dl_iq_list_add (DlIqList *list, guint32 item)
{
  if (G_UNLIKELY (list->n == list->size))
    {
      list->size = MAX (2 * list->size, 8);
      list->items = g_renew (guint32, list->items, list->size);
    }
  list->items[list->n++] = item;
}

/* dl-iq.c: a chunk more, whose packets are in no list yet. Called with the lock, or alone. */
void dl_iq_chunk_add (DlIq *iq);
/* dl-iq.c: free packets for a thread that has none. */
void dl_iq_packets_fetch (DlIq *iq, DlIqWorker *worker);
void dl_iq_packets_return (DlIq *iq, DlIqWorker *worker);

static inline guint32
dl_iq_packet_take (DlIq *iq, DlIqWorker *worker)
{
  if (G_UNLIKELY (worker->free_packets.n == 0))
    dl_iq_packets_fetch (iq, worker);
  return worker->free_packets.items[--worker->free_packets.n];
}

static inline void
dl_iq_packet_give_back (DlIq *iq, DlIqWorker *worker, guint32 packet)
{
  dl_iq_list_add (&worker->free_packets, packet);
  if (G_UNLIKELY (worker->free_packets.n >= 2 * DL_IQ_CHUNK))
    dl_iq_packets_return (iq, worker);
}

/* Place of a virtual channel among those of all routers; its port is at @place = router x n_ports +
 * port. */
static inline gsize
dl_iq_at (const DlIq *iq, guint place, guint vc)
{
  const guint router = place / iq->n_ports, port = place % iq->n_ports;

  return (gsize) router * iq->n_places + (port << iq->shift | vc);
}

/* Places and ports of a router with 1 << @shift places per port and rows of @row bytes: at most 8
 * places per byte, and as many ports as find room. */
static inline guint
dl_iq_places (guint shift, guint row)
{
  return row << MIN (shift, 3);
}

static inline guint
dl_iq_ports_of_row (guint shift, guint row)
{
  return dl_iq_places (shift, row) >> shift;
}

static inline gsize
dl_iq_router_bytes (guint shift, guint row)
{
  const gsize n_places = dl_iq_places (shift, row), n_words = (n_places + 63) / 64;
  const gsize n = n_words * sizeof (DlIqMasks)
                  + dl_iq_ports_of_row (shift, row) * (sizeof (DlIqRound) + sizeof (DlIqPortState))
                  + n_places * (sizeof (DlIqHold) + 2 * sizeof (guint16));

  return (n + DL_IQ_LINE - 1) / DL_IQ_LINE * DL_IQ_LINE;
}

/* The router at @bytes. */
static inline DlIqRouter
dl_iq_router_at (guint8 *bytes, guint shift, guint row)
{
  const gsize n_places = dl_iq_places (shift, row), n_words = (n_places + 63) / 64;
  const gsize n_ports = dl_iq_ports_of_row (shift, row);
  DlIqRouter router;

  router.masks = (DlIqMasks *) bytes;
  router.rounds = (DlIqRound *) (bytes + n_words * sizeof (DlIqMasks));
  router.n_flits
      = (guint16 *) (bytes + n_words * sizeof (DlIqMasks) + n_ports * sizeof (DlIqRound));
  router.n_credits = router.n_flits + n_places;
  router.hold = (DlIqHold *) (router.n_credits + n_places);
  router.ports = (DlIqPortState *) (router.hold + n_places);
  return router;
}

static inline DlIqRouter
dl_iq_router (const DlIq *iq, guint router)
{
  return dl_iq_router_at (iq->routers + router * iq->router_bytes, iq->shift, iq->row);
}

/* State of the virtual channel at @at = dl_iq_at, or of the port at @place. */
static inline DlIqHold *
dl_iq_hold (const DlIq *iq, gsize at)
{
  return &dl_iq_router (iq, at / iq->n_places).hold[at % iq->n_places];
}

static inline guint
dl_iq_n_flits (const DlIq *iq, gsize at)
{
  return dl_iq_router (iq, at / iq->n_places).n_flits[at % iq->n_places];
}

static inline guint
dl_iq_n_credits (const DlIq *iq, gsize at)
{
  return dl_iq_router (iq, at / iq->n_places).n_credits[at % iq->n_places];
}

static inline DlIqPortState *
dl_iq_port (const DlIq *iq, guint place)
{
  return &dl_iq_router (iq, place / iq->n_ports).ports[place % iq->n_ports];
}

/* The bit of @mask for the virtual channel at @at of all. */
#define DL_IQ_HAS(iq, mask, at)                                                                    \
  (dl_iq_router (iq, (at) / (iq)->n_places).masks[(at) % (iq)->n_places / 64].mask                 \
       >> (at) % (iq)->n_places % 64                                                               \
   & 1)

/* The packet at @place, which counts on for ever, in the ring of the virtual channel at @at of all.
 */
static inline guint32 *
dl_iq_queued (const DlIq *iq, gsize at, guint place)
{
  return &iq->queued[(at << iq->queue_shift) + (place & ((1u << iq->queue_shift) - 1))];
}

/* Is a flit or credit for @vc of the port at @place in this row of a ring? */
static inline gboolean
dl_iq_row_has (const DlIq *iq, const guint8 *row, guint place, guint vc)
{
  const gsize byte = (gsize) place / iq->n_ports * iq->row + place % iq->n_ports * iq->port_bytes;

  return row[byte + vc / 8] >> vc % 8 & 1;
}

/* Rows of the rings as bits: eight bytes, with @span bits of each (all, if that is 8 or more), are
 * bits of as many places. */
static inline guint64
dl_iq_gather_bits (guint64 word, guint span)
{
  if (span == 2)
    {
      word = (word | word >> 6) & G_GUINT64_CONSTANT (0x000f000f000f000f);
      word = (word | word >> 12) & G_GUINT64_CONSTANT (0x000000ff000000ff);
      return (word | word >> 24) & 0xffff;
    }
  if (span == 4)
    {
      word = (word | word >> 4) & G_GUINT64_CONSTANT (0x00ff00ff00ff00ff);
      word = (word | word >> 8) & G_GUINT64_CONSTANT (0x0000ffff0000ffff);
      return (word | word >> 16) & 0xffffffff;
    }
  return word;
}

typedef guint16 DlIqLanes __attribute__ ((vector_size (16), may_alias));

/* One more in each of the @n, a multiple of 16, @counts that has a bit. */
static inline void
dl_iq_add_bits (guint16 *counts, guint64 bits, guint n)
{
  static const DlIqLanes low = { 1, 2, 4, 8, 16, 32, 64, 128 };
  const DlIqLanes high = low << 8;
  DlIqLanes *lanes = (DlIqLanes *) counts;

  for (guint i = 0; i < n / 8; i += 2, bits >>= 16)
    {
      const DlIqLanes all = (DlIqLanes) { 0 } + (guint16) bits;

      lanes[i] -= (DlIqLanes) ((all & low) == low);
      lanes[i + 1] -= (DlIqLanes) ((all & high) == high);
    }
}

/* A link that sends a flit in @now is free again after its @interval: from the time on at which it
 * was free, if that was not a cycle ago, so that its mean is exact. */
static inline guint64
dl_iq_next_free (guint64 free, guint64 now, guint32 interval)
{
  const guint64 at = now * DL_IQ_CYCLE;

  return (free + DL_IQ_CYCLE > at ? free : at) + interval;
}

/* Eight bytes of a row, which are 0 then. */
static inline guint64
dl_iq_take_word (guint8 *row)
{
  guint64 word;

  memcpy (&word, row, sizeof word);
  memset (row, 0, sizeof word);
  return GUINT64_FROM_LE (word);
}

/* The first bit of @mask, not 0, at or after @from, which is below 64. */
static inline guint
dl_iq_first_from (guint64 mask, guint from)
{
  const guint64 after = mask >> from << from;

  return __builtin_ctzll (after != 0 ? after : mask);
}

/* dl-iq-router.c, dl-iq-machine.c: the cycle block->now of the block's routers. */
void dl_iq_routers_cycle (DlIqBlock *block);
void dl_iq_batches_cycle (DlIqBlock *block);
/* Has the processor what the quicker of dl_iq_routers_cycle's two versions needs? */
gboolean dl_iq_may_be_quick (void);
/* dl-iq.c: count what the flits of @router wait for in this cycle that are the first of their
 * virtual channels, but for @n_given heads that are given a virtual channel of an output and
 * @n_sent flits that are given the switch. */
void dl_iq_count_waits (DlIqBlock *block, guint router, guint n_given, guint n_sent);
/* dl-iq-plan.c: VC allocation, for all that wait at @router: the virtual channel of an output that
 * an input's was given is written to its @out; how many were given one, each added to @winners. */
guint dl_iq_allocate_vcs (DlIqBlock *block, guint router, guint16 *winners);

/* dl-iq-node.c */
void dl_iq_node_init (DlIq *iq, guint node);
/* Start @node, which has packets to send from the next cycle on, by the plan. */
void dl_iq_node_start (DlIqBlock *block, guint node);
/* The cycle block->now of the block's nodes, before its routers': births, and a flit of each. */
void dl_iq_nodes_cycle (DlIqBlock *block);
/* Tails arrive at nodes. */
void dl_iq_eject (DlIqBlock *block);
void dl_iq_set_birth_rate (DlIq *iq);
static inline void
dl_iq_node_wake (DlIqBlock *block, guint node)
{
  const guint place = block->iq->node_place[node] - block->first_node;

  block->busy[place / 64] |= G_GUINT64_CONSTANT (1) << place % 64;
}

static inline void
dl_iq_node_rest (DlIqBlock *block, guint node)
{
  const guint place = block->iq->node_place[node] - block->first_node;

  block->busy[place / 64] &= ~(G_GUINT64_CONSTANT (1) << place % 64);
}

/* dl-iq.c: all buffers are empty, and nothing is on a link or about to leave its node. */
void dl_iq_clear_routers (DlIq *iq);
/* dl-iq-machine.c: run until the routes are swapped, at most @cycles; the cycles that it took. */
guint64 dl_iq_drain (DlIq *iq, guint64 cycles);
/* dl-iq-router.c: from now on packets do not go by what works by the plan and not by @after. */
void dl_iq_mark_dead (DlIq *iq, const DlIqPlan *after);
void dl_iq_forget_dead (DlIq *iq);
/* The cycle block->now of packets that are dropped, after its routers'. */
void dl_iq_drop_cycle (DlIqBlock *block);
/* dl-iq.c: @cycles more under the present plan. */
void dl_iq_run_cycles (DlIq *iq, guint64 cycles);

G_END_DECLS
