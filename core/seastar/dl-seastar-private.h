/* The state of a simulation. Nodes are advanced block by block, a window of one link delay at a
 * time: what one block does to another arrives later than that. In a cycle a node first takes in
 * all that happens to it, in whatever order, and then its outputs and inputs decide; so nothing
 * depends on the blocks, nor on the threads that share them out. */
#pragma once

#include "dl-aging.h"
#include "dl-rng.h"
#include "dl-seastar-inside.h"
#include "dl-sim-births.h"
#include "dl-sim-crew.h"
#include "dl-sim-tally.h"
#include "dl-sim-wheel.h"

G_BEGIN_DECLS

#define DL_SEASTAR_PROCESSOR DL_TORUS_PORT_PROCESSOR
#define DL_SEASTAR_NO_PACKET G_MAXUINT16
/* A block's packets, at most. */
#define DL_SEASTAR_MAX_PACKETS (DL_SEASTAR_NO_PACKET - 1)

/* Begin of a new cache line in a struct. */
#define DL_SEASTAR_LINE     64 /* bytes */
#define DL_SEASTAR_NEW_LINE _Alignas(DL_SEASTAR_LINE)

/* Staging queues of an output, by input port and virtual channel: DL_SIM_VCS * port + vc. */
#define DL_SEASTAR_STAGED (DL_N_ROUTER_PORTS * DL_SIM_VCS)

/* A packet in half a line of the cache, so that moving it reads one and writes one. Its cycles are
 * modulo 2^32: none is under way for longer (dl_seastar_whole_cycle). */
typedef struct
{
  /* All that a hop looks at. */
  guint32 head_at; /* cycle from which on it is the first of its input queue */
  guint16 next;    /* in its queue */
  DlHeadAge head;  /* in a router; held by a link: its age */
  guint16 dest;
  guint16 left;        /* hops of its run that are still to come; on a link: and this one */
  guint16 to_dateline; /* of these, before the one that leaves the dateline node */
  guint8 port;         /* output it goes to from here */
  guint8 vc;           /* virtual channel it takes there */
  guint8 flits;
  guint8 class : 2;   /* 0 request, 2 response: added to the virtual channel */
  guint8 run_vc : 1;  /* that its run starts on */
  guint8 crossed : 1; /* its run has left the dateline node */

  /* Looked at only where it begins a run, and where it arrives. */
  guint16 hops; /* up to the end of its run */
  guint16 source;
  guint16 tag;      /* of its message; of a workload only */
  guint32 created;  /* cycle */
  guint32 injected; /* cycle in which it left the source queue */
} DlSeastarPacket;
G_STATIC_ASSERT (2 * sizeof (DlSeastarPacket) == DL_SEASTAR_LINE);

typedef struct
{
  guint16 first, last; /* packets; first DL_SEASTAR_NO_PACKET: empty */
} DlSeastarQueue;

/* A staging queue. The flits free are with the input that fills it, which looks at nothing else. */
typedef struct
{
  DlSeastarQueue queue;
  DlHeadAge key; /* of its first packet */
} DlSeastarStaging;
G_STATIC_ASSERT (sizeof (DlSeastarStaging) == 6);

/* Packets sent over a link with errors: go-back-N. */
typedef struct
{
  DlRng rng;           /* the link's own: errors do not depend on what else is drawn */
  DlSeastarQueue held; /* sent, and discarded by the receiver, in order */
  guint16 resend;      /* of these, the next to be sent again; DL_SEASTAR_NO_PACKET: none now */
  guint8 failed; /* gboolean: the first of them was in error, and the sender does not know yet */
  guint64 retransmitted_packets, retransmitted_flits;
} DlSeastarLink;

/* The packet that an output is sending. One flit per cycle leaves its staging queue, also into the
 * network interface, which hands the packet on at the ejection rate. The queue takes a packet only
 * with room for all of it (age paper 2, footnote 3: virtual cut-through). So the SeaStar's 16
 * flits, of which a packet of 9 leaves 7, have room for the next one 2 cycles after the grant
 * (manual, simulation). */
typedef struct
{
  guint32 granted; /* cycle, modulo 2^32 */
  guint8 queue;
  guint8 flits;
  guint8 left; /* of these, whose room the queue has already */
} DlSeastarLeaving;

/* An output: the part that arbitration reads in one cache line, and its staging queues in the next
 * ones. */
typedef struct
{
  DL_SEASTAR_NEW_LINE guint32
      want[DL_SIM_VCS];        /* by its VC: staging queues (bits) whose first packet wants it */
  guint16 credits[DL_SIM_VCS]; /* flits free in the downstream buffer; of the processor: in its own
                                  input buffer */
  guint64 free_at;             /* cycle from which on it can grant */
  DlSeastarLeaving leaving;    /* flits 0: none yet */
  /* Where the next round of the arbiter begins, by turn and by age. */
  guint16 next_vcs[2]; /* 2 bits per input port: each has its own */
  guint8 next_port[2];
  guint8 grants;               /* modulo 64 */
  guint8 blocked;              /* bits: virtual channels */
  guint32 packets[DL_SIM_VCS]; /* granted, modulo 2^32 */
  DlSeastarStaging staged[DL_SEASTAR_STAGED];
} DlSeastarOutput;
G_STATIC_ASSERT (G_STRUCT_OFFSET (DlSeastarOutput, staged) == DL_SEASTAR_LINE);

/* A node of a block. */
typedef struct
{
  guint16 block, node;
} DlSeastarPlace;

/* A virtual channel of an input. */
typedef struct
{
  DlSeastarQueue queue;
  guint16 room[DL_N_ROUTER_PORTS]; /* flits free in the staging queue at each output */
} DlSeastarInputVc;

/* Mostly in one line of the cache, what requests need. */
typedef struct
{
  guint64 free_at;   /* cycle from which on it can send */
  guint64 head_wait; /* counter */
  DlSeastarInputVc vc[DL_SIM_VCS];
  guint64 stalled; /* counter; a time that has begun: less the cycle it did */
} DlSeastarInput;

/* Counters of a port that few hops change. Times that have begun: less the cycle they did. */
typedef struct
{
  guint64 blocked[DL_SIM_VCS], stalled_output;
  guint32 wraps[DL_SIM_VCS];   /* of the output's packets */
  guint64 missing[DL_SIM_VCS]; /* flits that packets granted are shorter than the plan's */
} DlSeastarPortRest;

typedef struct
{
  /* Ready parts in this cycle: in the block's lists. */
  guint8 outputs, inputs; /* bits */
  guint8 source;          /* gboolean */

  guint8 output_wakes, input_wakes; /* bits: an event tells when it is free */
  guint8 input_stalled;             /* bits */
  guint8 injector_wakes;            /* gboolean: likewise, the next packet can enter */
  guint16 input_vc;                 /* 2 bits per input: where the next round of its VCs begins */
  guint32 waiting;                  /* bits: input queues, DL_SIM_VCS * port + vc, that hold some */
  DlAgeClock clock;
  double eject_free;   /* when the processor has taken all that was granted */
  guint64 inject_free; /* cycle from which on the next packet can enter the input buffer */

  /* Source */
  DlRng rng;
  guint64 next_birth; /* cycle */
  DlSimBirths births;

  DlSeastarInput input[DL_N_ROUTER_PORTS];
  DlSeastarPlace next[DL_TORUS_N_NETWORK_PORTS]; /* at the other end of each port's link */
  DlSeastarOutput output[DL_N_ROUTER_PORTS];
} DlSeastarNode;

typedef enum
{
  DL_SEASTAR_ARRIVE,      /* @packet at input @port, VC @queue */
  DL_SEASTAR_STAGE,       /* @packet at output @port, staging queue @queue */
  DL_SEASTAR_CREDIT,      /* @flits for output @port, VC @queue; of the processor: for the source */
  DL_SEASTAR_INPUT_DONE,  /* input @port can send again, and something waits for it */
  DL_SEASTAR_OUTPUT_DONE, /* output @port can grant again, likewise */
  DL_SEASTAR_ROOM,      /* the staging queue @queue of some output has room for the first packet of
                       the input's */
  DL_SEASTAR_DELIVER,   /* @packet's tail has left the network */
  DL_SEASTAR_DISCARDED, /* output @port hears that the receiver discards what it sent */
  DL_SEASTAR_WAKE_SOURCE,  /* a packet may be born */
  DL_SEASTAR_WAKE_INJECTOR /* the next one can enter the input buffer */
} DlSeastarEventKind;

/* The wheel has a slot for each lane of a cycle: one for each of the kinds of which most events
 * are, so that a cycle takes them in kind by kind, and one for all others. */
#define DL_SEASTAR_LANES 4

static inline guint
dl_seastar_lane (DlSeastarEventKind kind)
{
  return MIN (kind, DL_SEASTAR_LANES - 1);
}

static inline guint64
dl_seastar_slot (guint64 cycle, guint lane)
{
  return DL_SEASTAR_LANES * cycle + lane;
}

/* Ports of a block's nodes that may have something to do in this cycle, in any order. */
typedef struct
{
  guint n;
  guint16 *items; /* (n), room for all: DL_SEASTAR_READY * node + port */
} DlSeastarReady;

/* A power of 2, so that both are found again at once. A block has fewer than 2^13 nodes, since a
 * node may hold 2^8 packets and more. */
#define DL_SEASTAR_READY 8

typedef struct
{
  _Alignas(DL_SIM_APART) DlSeastar *sim;
  const DlRouterSpec *router; /* the plan's */
  DlSeastarNode *nodes;       /* (n_nodes) */
  guint index;
  DlSimTally *tally; /* of the thread that advances it now */
  guint64 now;
  /* Values for this window: */
  gboolean eager;     /* sources may have packets that no event tells of: saturated, or ranks */
  gboolean plain;     /* no router is watched, no link makes errors or broke since */
  guint threshold;    /* the simulation's */
  guint packet_flits; /* the plan's */
  guint worker;       /* that advances it now */
  guint parity;       /* of the window that it is in */
  guint first_node, n_nodes;
  DlSeastarPacket *packets; /* (n_packets) */
  guint n_packets;
  guint n_used;        /* of these, that were ever taken */
  guint16 free_packet; /* the first of a list by @next */
  DlSimWheel wheel;
  DlSeastarReady sources, outputs, inputs;
} DlSeastarBlock;

/* Event for another thread's blocks. */
typedef struct
{
  guint64 cycle;
  guint block;
  DlSimEvent event;
  DlSeastarPacket packet; /* DL_SEASTAR_ARRIVE */
} DlSeastarMail;

/* The grants of the router that is watched. */
typedef struct
{
  guint node; /* DL_NO_NODE */
  guint64 n_grants;
  DlSeastarGrant
      grants[DL_SEASTAR_GRANTS_KEPT]; /* the n-th one at n modulo DL_SEASTAR_GRANTS_KEPT */
} DlSeastarWatch;

/* Another plan that waits for the network to drain. */
typedef struct
{
  DlSeastarPlan *plan; /* NULL: none does */
  guint8 *dead;        /* (n_links) gboolean: broke since; NULL unless draining */
  guint8 *dead_node;   /* (n_nodes) likewise */
  guint64 progress;    /* a number that changes when anything moves */
  guint64 progress_at; /* cycle in which it was last seen to */
} DlSeastarSwap;

/* An output's decision. */
typedef struct
{
  guint32 candidates; /* bits */
  guint8 output, winner, select;
  DlSeastarGrantRule rule;
} DlSeastarDecision;

struct _DlSeastar
{
  DlSeastarPlan *plan;
  guint64 now;
  gboolean sources_stopped;
  guint block_nodes;
  guint n_blocks;
  guint wheel_size; /* of each block, cycles */
  guint threshold;  /* credits without which a virtual channel is blocked */
  DlSimRates rates; /* of bursts, in cycles */
  DlSeastarBlock *blocks;
  guint16 *block_of;        /* (n_nodes) */
  DlSeastarNode *nodes;     /* (n_nodes) */
  DlSeastarPortRest *ports; /* (n_nodes x DL_N_ROUTER_PORTS) */
  DlSimRanks *ranks;        /* NULL without a workload */
  DlSeastarLink
      *links; /* (n_nodes x DL_TORUS_N_NETWORK_PORTS) by output; NULL if links make no errors */
  double
      intact[DL_SEASTAR_MAX_FLITS + 1]; /* by its flits, the probability that a packet arrives so */
  DlSeastarWatch watch;
  DlSeastarSwap swap;

  DlSimTallies tallies;
  DlSimCrew *crew;
  DlSimPost post; /* (DlSeastarMail) between as many threads as there are */
};

/* A packet's @cycle, of which @now is no more than 2^32 ahead. */
static inline guint64
dl_seastar_whole_cycle (guint64 now, guint32 cycle)
{
  return now - ((guint32) now - cycle);
}

static inline DlSeastarBlock *
dl_seastar_block_of (const DlSeastar *sim, guint node)
{
  return &sim->blocks[sim->block_of[node]];
}

/* Packets have numbers of 16 bits in a block, which has a node at least. */
gboolean dl_seastar_plan_fits (const DlSeastarPlan *plan);

/* @event happens to node @event.node of @block. */
static inline void
dl_seastar_schedule (DlSeastarBlock *block, guint64 cycle, DlSimEvent event)
{
  dl_sim_wheel_add (&block->wheel, dl_seastar_slot (cycle, dl_seastar_lane (event.kind)), event);
}

/* Room for one more packet. It may move the others. */
void dl_seastar_packets_grow (DlSeastarBlock *block);

static inline guint16
dl_seastar_packet_take (DlSeastarBlock *block)
{
  const guint16 index = block->free_packet;

  if (index != DL_SEASTAR_NO_PACKET)
    {
      block->free_packet = block->packets[index].next;
      /* The next one is taken soon, and may be far. */
      if (block->free_packet != DL_SEASTAR_NO_PACKET)
        __builtin_prefetch (&block->packets[block->free_packet], TRUE);
      return index;
    }
  if (block->n_used == block->n_packets)
    dl_seastar_packets_grow (block);
  return block->n_used++;
}

static inline void
dl_seastar_packet_give_back (DlSeastarBlock *block, guint16 index)
{
  block->packets[index].next = block->free_packet;
  block->free_packet = index;
}

/* TRUE if it is the first. */
static inline gboolean
dl_seastar_queue_push (DlSeastarBlock *block, DlSeastarQueue *queue, guint16 index)
{
  const gboolean was_empty = queue->first == DL_SEASTAR_NO_PACKET;

  block->packets[index].next = DL_SEASTAR_NO_PACKET;
  if (was_empty)
    queue->first = index;
  else
    block->packets[queue->last].next = index;
  queue->last = index;
  return was_empty;
}

static inline void
dl_seastar_queue_pop (const DlSeastarBlock *block, DlSeastarQueue *queue)
{
  queue->first = block->packets[queue->first].next;
}

static inline void
dl_seastar_ready_add (DlSeastarReady *ready, guint node, guint port)
{
  ready->items[ready->n++] = DL_SEASTAR_READY * node + port;
}

/* @node, in its block, may have something to send. */
static inline void
dl_seastar_ready_source (DlSeastarBlock *block, DlSeastarNode *state, guint node)
{
  if (state->source)
    return;
  state->source = TRUE;
  dl_seastar_ready_add (&block->sources, node, DL_SEASTAR_PROCESSOR);
}

/* Has it a packet to send, as far as is known? */
static inline gboolean
dl_seastar_may_inject (const DlSeastarBlock *block, const DlSeastarNode *state)
{
  return state->births.n > 0 || block->eager;
}

/* Mark @output of the node: it may grant. */
static inline void
dl_seastar_ready_output (DlSeastarBlock *block, DlSeastarNode *state, guint node, guint output)
{
  if (state->outputs >> output & 1)
    return;
  state->outputs |= 1 << output;
  dl_seastar_ready_add (&block->outputs, node, output);
}

/* Mark @input of the node: it may send. */
static inline void
dl_seastar_ready_input (DlSeastarBlock *block, DlSeastarNode *state, guint node, guint input)
{
  if (state->inputs >> input & 1)
    return;
  state->inputs |= 1 << input;
  dl_seastar_ready_add (&block->inputs, node, input);
}

static inline DlSeastarQueue *
dl_seastar_input_queue (DlSeastarNode *state, guint queue)
{
  return &state->input[queue / DL_SIM_VCS].vc[queue % DL_SIM_VCS].queue;
}

/* The same to be read: its first packet, or DL_SEASTAR_NO_PACKET. */
static inline guint16
dl_seastar_input_first (const DlSeastarNode *state, guint queue)
{
  return state->input[queue / DL_SIM_VCS].vc[queue % DL_SIM_VCS].queue.first;
}

/* Flits free in the staging queue @queue of @output. */
static inline guint16 *
dl_seastar_room (DlSeastarNode *state, guint queue, guint output)
{
  return &state->input[queue / DL_SIM_VCS].vc[queue % DL_SIM_VCS].room[output];
}

static inline DlSeastarPortRest *
dl_seastar_port_rest (const DlSeastar *sim, guint node, guint port)
{
  return &sim->ports[node * DL_N_ROUTER_PORTS + port];
}

/* The packet becomes one of @to's, and its number there. */
static inline guint16
dl_seastar_packet_move (DlSeastarBlock *from, DlSeastarBlock *to, guint16 index)
{
  const guint16 moved = dl_seastar_packet_take (to);

  to->packets[moved] = from->packets[index];
  dl_seastar_packet_give_back (from, index);
  return moved;
}

/* dl-seastar.c: @event for the node at @place, in a block of another thread; its packet
 * (DL_SEASTAR_ARRIVE only), which is one of @from's, goes with it. */
void dl_seastar_mail (DlSeastarBlock *from, DlSeastarPlace place, guint64 cycle, DlSimEvent event);

/* @event for the node at @place, maybe in another block, in @cycle, which is past the window. */
static inline void
dl_seastar_send (DlSeastarBlock *from, DlSeastarPlace place, guint64 cycle, DlSimEvent event)
{
  DlSeastarBlock *to = &from->sim->blocks[place.block];

  event.node = place.node;
  if (G_UNLIKELY (to->worker != from->worker))
    dl_seastar_mail (from, place, cycle, event);
  else
    dl_seastar_schedule (to, cycle, event);
}

/* dl-seastar.c: all queues of @node are empty, all buffers free; and the rate of the plan. */
void dl_seastar_node_clear (DlSeastar *sim, guint node);
void dl_seastar_set_birth_rate (DlSeastar *sim);
/* Times of the output that have begun end now. */
void dl_seastar_end_times (const DlSeastar *sim, guint node, guint port, DlSeastarPortRest *rest);
/* @one, of a node's @port, is added to all nodes'. */
void dl_seastar_add_port (DlSimCounters *counters, guint port, const DlSeastarPortCounters *one);

/* dl-seastar-change.c: run until the tables are swapped, at most @cycles; the cycles that it took.
 */
guint64 dl_seastar_drain (DlSeastar *sim, guint64 cycles);
void dl_seastar_swap_clear (DlSeastar *sim);
/* Did the output's link break, or the router itself? */
static inline gboolean
dl_seastar_is_dead (const DlSeastar *sim, guint node, guint port)
{
  if (G_LIKELY (sim->swap.dead == NULL))
    return FALSE;
  return sim->swap.dead_node[node]
         || (port != DL_SEASTAR_PROCESSOR
             && sim->swap.dead[dl_torus_network_link (sim->plan->routes->network, node, port)]);
}

/* dl-seastar.c: @cycles more under the present plan. */
void dl_seastar_run_cycles (DlSeastar *sim, guint64 cycles);

/* dl-seastar-router.c: one cycle of @block. */
void dl_seastar_block_run_cycle (DlSeastarBlock *block);
/* A new run begins at @node, which is not the packet's destination, where it came by @arrival. */
void dl_seastar_begin_run (const DlSeastarPlan *plan, DlSeastarPacket *packet, guint node,
                           DlTorusArrival arrival);
/* Plan the output and virtual channel that the packet takes from @node, where it came by @arrival;
 * a new run begins when the one before is over. */
static inline void
dl_seastar_plan_hop (const DlSeastarPlan *plan, DlSeastarPacket *packet, guint node,
                     DlTorusArrival arrival)
{
  if (packet->left == 0)
    {
      if (packet->dest == node)
        {
          packet->port = DL_SEASTAR_PROCESSOR;
          packet->vc = packet->class;
          return;
        }
      dl_seastar_begin_run (plan, packet, node, arrival);
    }
  packet->vc = packet->class + (packet->run_vc | (packet->to_dateline == 0));
}

/* The packet, whose hop is planned, comes at @age into the input buffer of @port of @node, in its
 * block. */
void dl_seastar_enter_router (DlSeastarBlock *block, DlSeastarNode *state, guint node, guint port,
                              guint vc, guint16 index, guint age);

/* The packet of @age arrives at the other end of the output's link: no error is in it. What it
 * needs there it takes along. */
static inline void
dl_seastar_cross_link (DlSeastarBlock *block, const DlSeastarNode *state, guint output,
                       guint16 index, guint age)
{
  const DlSeastarPlace place = state->next[output];
  const guint64 cycle = block->now + block->router->link_cycles;
  const guint vc = block->packets[index].vc;
  DlSeastarBlock *to = &block->sim->blocks[place.block];
  const gboolean by_mail = to->worker != block->worker;
  const guint16 packet = by_mail || to == block ? index : dl_seastar_packet_move (block, to, index);
  const DlSimEvent event = { .kind = DL_SEASTAR_ARRIVE,
                             .age = age,
                             .node = place.node,
                             .packet = packet,
                             .port = dl_torus_port_opposite (output),
                             .queue = vc };

  if (G_UNLIKELY (by_mail))
    dl_seastar_mail (block, place, cycle, event);
  else
    dl_seastar_schedule (to, cycle, event);
}

/* dl-seastar-router.c: whether links make errors is the plan's. */
void dl_seastar_links_init (DlSeastar *sim);
/* Nothing is on them. */
void dl_seastar_links_clear (DlSeastar *sim);
static inline DlSeastarLink *
dl_seastar_link_of (const DlSeastar *sim, guint node, guint output)
{
  return &sim->links[node * DL_TORUS_N_NETWORK_PORTS + output];
}
/* Has the output something to send again now? */
static inline gboolean
dl_seastar_link_resends (const DlSeastar *sim, guint node, guint output)
{
  return G_UNLIKELY (sim->links != NULL) && output != DL_SEASTAR_PROCESSOR
         && dl_seastar_link_of (sim, node, output)->resend != DL_SEASTAR_NO_PACKET;
}

/* dl-seastar-inside.c: the watched router's decision, before the packet leaves its queue. */
void dl_seastar_note_grant (DlSeastarBlock *block, const DlSeastarNode *state,
                            const DlSeastarDecision *decision);

/* Packets created and not sent. */
guint64 dl_seastar_program_waiting (const DlSeastar *sim, guint node);

/* dl-seastar-source.c: the source's own generator. */
void dl_seastar_source_init (DlSeastar *sim, guint node);
/* Start @node, which has packets to send from the next cycle on, by the plan. */
void dl_seastar_source_start (DlSeastar *sim, guint node);
DlTorusRouteStatus dl_seastar_route_status (const DlSeastarPlan *plan, guint source, guint dest);
/* Packets are born that are due. */
void dl_seastar_source_wake (DlSeastarBlock *block, guint node);
/* Move the first waiting packet into the processor's input buffer, if there is room. */
void dl_seastar_source_inject (DlSeastarBlock *block, guint node);
/* The packet's tail has left the network. */
void dl_seastar_deliver (DlSeastarBlock *block, guint16 index);

G_END_DECLS
