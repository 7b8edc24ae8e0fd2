/* The state of a simulation. Nodes are advanced block by block, a window of one link delay at a
 * time: what one block does to another arrives later than that. In a cycle a node first takes in
 * all that happens to it, in whatever order, and then its outputs and inputs decide; so nothing
 * depends on the blocks, nor on the threads that share them out. */
#pragma once

#include "dl-aging.h"
#include "dl-rng.h"
#include "dl-sim-births.h"
#include "dl-sim-crew.h"
#include "dl-sim-inside.h"
#include "dl-sim-ranks.h"
#include "dl-sim-tally.h"
#include "dl-sim-wheel.h"

G_BEGIN_DECLS

#define DL_SIM_PROCESSOR DL_PORT_PROCESSOR
#define DL_SIM_NO_PACKET G_MAXUINT16
/* A block's packets, at most. */
#define DL_SIM_MAX_PACKETS (DL_SIM_NO_PACKET - 1)

/* Where a struct goes on in a new line of the cache. */
#define DL_SIM_LINE     64 /* bytes */
#define DL_SIM_NEW_LINE _Alignas(DL_SIM_LINE)

/* Staging queues of an output, by input port and virtual channel: DL_SIM_VCS * port + vc. */
#define DL_SIM_STAGED (DL_N_ROUTER_PORTS * DL_SIM_VCS)

/* A packet in half a line of the cache, so that moving it reads one and writes one. Its cycles are
 * modulo 2^32: none is under way for longer (dl_sim_whole_cycle). */
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
} DlSimPacket;
G_STATIC_ASSERT (2 * sizeof (DlSimPacket) == DL_SIM_LINE);

typedef struct
{
  guint16 first, last; /* packets; first DL_SIM_NO_PACKET: empty */
} DlSimQueue;

/* A staging queue. The flits free are with the input that fills it, which looks at nothing else. */
typedef struct
{
  DlSimQueue queue;
  DlHeadAge key; /* of its first packet */
} DlSimStaging;
G_STATIC_ASSERT (sizeof (DlSimStaging) == 6);

/* What an output sends over a link that makes errors: go-back-N. */
typedef struct
{
  DlRng rng;       /* the link's own: errors do not depend on what else is drawn */
  DlSimQueue held; /* sent, and discarded by the receiver, in order */
  guint16 resend;  /* of these, the next to be sent again; DL_SIM_NO_PACKET: none now */
  guint8 failed;   /* gboolean: the first of them was in error, and the sender does not know yet */
  guint64 retransmitted_packets, retransmitted_flits;
} DlSimLink;

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
} DlSimLeaving;

/* An output: in one line of the cache what arbitration reads, and its staging queues in the lines
 * behind it. */
typedef struct
{
  DL_SIM_NEW_LINE guint32
      want[DL_SIM_VCS];        /* by its VC: staging queues (bits) whose first packet wants it */
  guint16 credits[DL_SIM_VCS]; /* flits free in the buffer behind it; of the processor: in its own
                                  input buffer */
  guint64 free_at;             /* cycle from which on it can grant */
  DlSimLeaving leaving;        /* flits 0: none yet */
  /* Where the next round of the arbiter begins, by turn and by age. */
  guint16 next_vcs[2]; /* 2 bits an input port: each has its own */
  guint8 next_port[2];
  guint8 grants;               /* modulo 64 */
  guint8 blocked;              /* bits: virtual channels */
  guint32 packets[DL_SIM_VCS]; /* granted, modulo 2^32 */
  DlSimStaging staged[DL_SIM_STAGED];
} DlSimOutput;
G_STATIC_ASSERT (G_STRUCT_OFFSET (DlSimOutput, staged) == DL_SIM_LINE);

/* A node of a block. */
typedef struct
{
  guint16 block, node;
} DlSimPlace;

/* A virtual channel of an input. */
typedef struct
{
  DlSimQueue queue;
  guint16 room[DL_N_ROUTER_PORTS]; /* flits free in the staging queue at each output */
} DlSimInputVc;

/* Mostly in one line of the cache, what requests need. */
typedef struct
{
  guint64 free_at;   /* cycle from which on it can send */
  guint64 head_wait; /* counter */
  DlSimInputVc vc[DL_SIM_VCS];
  guint64 stalled; /* counter; a time that has begun: less the cycle it did */
} DlSimInput;

/* Counters of a port that few hops change. Times that have begun: less the cycle they did. */
typedef struct
{
  guint64 blocked[DL_SIM_VCS], stalled_output;
  guint32 wraps[DL_SIM_VCS];   /* of the output's packets */
  guint64 missing[DL_SIM_VCS]; /* flits that packets granted are shorter than the plan's */
} DlSimPortRest;

typedef struct
{
  /* What is ready in this cycle: it is in the block's lists. */
  guint8 outputs, inputs; /* bits */
  guint8 source;          /* gboolean */

  guint8 output_wakes, input_wakes; /* bits: an event tells when it is free */
  guint8 input_stalled;             /* bits */
  guint8 injector_wakes;            /* gboolean: likewise, the next packet can enter */
  guint16 input_vc;                 /* 2 bits an input: where the next round of its VCs begins */
  guint32 waiting;                  /* bits: input queues, DL_SIM_VCS * port + vc, that hold some */
  DlAgeClock clock;
  double eject_free;   /* when the processor has taken all that was granted */
  guint64 inject_free; /* cycle from which on the next packet can enter the input buffer */

  /* Source */
  DlRng rng;
  guint64 next_birth; /* cycle */
  DlSimBirths births;

  DlSimInput input[DL_N_ROUTER_PORTS];
  DlSimPlace next[DL_N_NETWORK_PORTS]; /* at the other end of each port's link */
  DlSimOutput output[DL_N_ROUTER_PORTS];
} DlSimNode;

typedef enum
{
  DL_SIM_ARRIVE,       /* @packet at input @port, VC @queue */
  DL_SIM_STAGE,        /* @packet at output @port, staging queue @queue */
  DL_SIM_CREDIT,       /* @flits for output @port, VC @queue; of the processor: for the source */
  DL_SIM_INPUT_DONE,   /* input @port can send again, and something waits for it */
  DL_SIM_OUTPUT_DONE,  /* output @port can grant again, likewise */
  DL_SIM_ROOM,         /* the staging queue @queue of some output has room for the first packet of
                          the input's */
  DL_SIM_DELIVER,      /* @packet's tail has left the network */
  DL_SIM_DISCARDED,    /* output @port hears that the receiver discards what it sent */
  DL_SIM_WAKE_SOURCE,  /* a packet may be born */
  DL_SIM_WAKE_INJECTOR /* the next one can enter the input buffer */
} DlSimEventKind;

/* The wheel has a slot for each lane of a cycle: one for each of the kinds of which most events
 * are, so that a cycle takes them in kind by kind, and one for all others. */
#define DL_SIM_LANES 4

static inline guint
dl_sim_lane (DlSimEventKind kind)
{
  return MIN (kind, DL_SIM_LANES - 1);
}

static inline guint64
dl_sim_slot (guint64 cycle, guint lane)
{
  return DL_SIM_LANES * cycle + lane;
}

/* Ports of a block's nodes that may have something to do in this cycle, in any order. */
typedef struct
{
  guint n;
  guint16 *items; /* (n), room for all: DL_SIM_READY * node + port */
} DlSimReady;

/* A power of 2, so that both are found again at once. A block has fewer than 2^13 nodes, since a
 * node may hold 2^8 packets and more. */
#define DL_SIM_READY 8

typedef struct
{
  _Alignas(DL_SIM_APART) DlSim *sim;
  const DlRouterSpec *router; /* the plan's */
  DlSimNode *nodes;           /* (n_nodes) */
  guint index;
  DlSimTally *tally; /* of the thread that advances it now */
  guint64 now;
  /* Of this window: */
  gboolean eager;     /* sources may have packets that no event tells of: saturated, or ranks */
  gboolean plain;     /* no router is watched, no link makes errors or broke since */
  guint threshold;    /* the simulation's */
  guint packet_flits; /* the plan's */
  guint worker;       /* that advances it now */
  guint parity;       /* of the window that it is in */
  guint first_node, n_nodes;
  DlSimPacket *packets; /* (n_packets) */
  guint n_packets;
  guint n_used;        /* of these, that were ever taken */
  guint16 free_packet; /* the first of a list by @next */
  DlSimWheel wheel;
  DlSimReady sources, outputs, inputs;
} DlSimBlock;

/* What a thread does to another's blocks. */
typedef struct
{
  guint64 cycle;
  guint block;
  DlSimEvent event;
  DlSimPacket packet; /* DL_SIM_ARRIVE */
} DlSimMail;

/* The grants of the router that is watched. */
typedef struct
{
  guint node; /* DL_NO_NODE */
  guint64 n_grants;
  DlSimGrant grants[DL_SIM_GRANTS_KEPT]; /* the n-th one at n modulo DL_SIM_GRANTS_KEPT */
} DlSimWatch;

/* Another plan that waits for the network to drain. */
typedef struct
{
  DlSimPlan *plan;     /* NULL: none does */
  guint8 *dead;        /* (n_links) gboolean: broke since; NULL unless draining */
  guint8 *dead_node;   /* (n_nodes) likewise */
  guint64 progress;    /* a number that changes when anything moves */
  guint64 progress_at; /* cycle in which it was last seen to */
} DlSimSwap;

/* An output's decision. */
typedef struct
{
  guint32 candidates; /* bits */
  guint8 output, winner, select;
  DlSimGrantRule rule;
} DlSimDecision;

struct _DlSim
{
  DlSimPlan *plan;
  guint64 now;
  gboolean sources_stopped;
  guint block_nodes;
  guint n_blocks;
  guint wheel_size;      /* of each block, cycles */
  guint threshold;       /* credits without which a virtual channel is blocked */
  double birth_rate;     /* bursts a cycle; INFINITY: always one more */
  double birth_log_none; /* dl_sim_births_log_none of that */
  double *node_log_none; /* (n_nodes) likewise, of each source's own rate; NULL: all are the same */
  DlSimBlock *blocks;
  guint16 *block_of;    /* (n_nodes) */
  DlSimNode *nodes;     /* (n_nodes) */
  DlSimPortRest *ports; /* (n_nodes x DL_N_ROUTER_PORTS) */
  DlSimRanks *ranks;    /* NULL without a workload */
  DlSimLink *links;     /* (n_nodes x DL_N_NETWORK_PORTS) by output; NULL if links make no errors */
  double intact[DL_SIM_MAX_FLITS + 1]; /* by its flits, the probability that a packet arrives so */
  DlSimWatch watch;
  DlSimSwap swap;

  DlSimTallies tallies;
  DlSimCrew *crew;
  DlSimPost post; /* (DlSimMail) between as many threads as there are */
};

/* A packet's @cycle, of which @now is no more than 2^32 ahead. */
static inline guint64
dl_sim_whole_cycle (guint64 now, guint32 cycle)
{
  return now - ((guint32) now - cycle);
}

static inline DlSimBlock *
dl_sim_block_of (const DlSim *sim, guint node)
{
  return &sim->blocks[sim->block_of[node]];
}

/* Packets have numbers of 16 bits in a block, which has a node at least. */
gboolean dl_sim_plan_fits (const DlSimPlan *plan);

/* @event happens to node @event.node of @block. */
static inline void
dl_sim_schedule (DlSimBlock *block, guint64 cycle, DlSimEvent event)
{
  dl_sim_wheel_add (&block->wheel, dl_sim_slot (cycle, dl_sim_lane (event.kind)), event);
}

/* Room for one more packet. It may move the others. */
void dl_sim_packets_grow (DlSimBlock *block);

static inline guint16
dl_sim_packet_take (DlSimBlock *block)
{
  const guint16 index = block->free_packet;

  if (index != DL_SIM_NO_PACKET)
    {
      block->free_packet = block->packets[index].next;
      /* The next one is taken soon, and may be far. */
      if (block->free_packet != DL_SIM_NO_PACKET)
        __builtin_prefetch (&block->packets[block->free_packet], TRUE);
      return index;
    }
  if (block->n_used == block->n_packets)
    dl_sim_packets_grow (block);
  return block->n_used++;
}

static inline void
dl_sim_packet_give_back (DlSimBlock *block, guint16 index)
{
  block->packets[index].next = block->free_packet;
  block->free_packet = index;
}

/* TRUE if it is the first. */
static inline gboolean
dl_sim_queue_push (DlSimBlock *block, DlSimQueue *queue, guint16 index)
{
  const gboolean was_empty = queue->first == DL_SIM_NO_PACKET;

  block->packets[index].next = DL_SIM_NO_PACKET;
  if (was_empty)
    queue->first = index;
  else
    block->packets[queue->last].next = index;
  queue->last = index;
  return was_empty;
}

static inline void
dl_sim_queue_pop (const DlSimBlock *block, DlSimQueue *queue)
{
  queue->first = block->packets[queue->first].next;
}

static inline void
dl_sim_ready_add (DlSimReady *ready, guint node, guint port)
{
  ready->items[ready->n++] = DL_SIM_READY * node + port;
}

/* @node, in its block, may have something to send. */
static inline void
dl_sim_ready_source (DlSimBlock *block, DlSimNode *state, guint node)
{
  if (state->source)
    return;
  state->source = TRUE;
  dl_sim_ready_add (&block->sources, node, DL_SIM_PROCESSOR);
}

/* Has it a packet to send, as far as is known? */
static inline gboolean
dl_sim_may_inject (const DlSimBlock *block, const DlSimNode *state)
{
  return state->births.n > 0 || block->eager;
}

/* Its output may grant. */
static inline void
dl_sim_ready_output (DlSimBlock *block, DlSimNode *state, guint node, guint output)
{
  if (state->outputs >> output & 1)
    return;
  state->outputs |= 1 << output;
  dl_sim_ready_add (&block->outputs, node, output);
}

/* Its input may send. */
static inline void
dl_sim_ready_input (DlSimBlock *block, DlSimNode *state, guint node, guint input)
{
  if (state->inputs >> input & 1)
    return;
  state->inputs |= 1 << input;
  dl_sim_ready_add (&block->inputs, node, input);
}

static inline DlSimQueue *
dl_sim_input_queue (DlSimNode *state, guint queue)
{
  return &state->input[queue / DL_SIM_VCS].vc[queue % DL_SIM_VCS].queue;
}

/* The same to be read: its first packet, or DL_SIM_NO_PACKET. */
static inline guint16
dl_sim_input_first (const DlSimNode *state, guint queue)
{
  return state->input[queue / DL_SIM_VCS].vc[queue % DL_SIM_VCS].queue.first;
}

/* Flits free in the staging queue @queue of @output. */
static inline guint16 *
dl_sim_room (DlSimNode *state, guint queue, guint output)
{
  return &state->input[queue / DL_SIM_VCS].vc[queue % DL_SIM_VCS].room[output];
}

static inline DlSimPortRest *
dl_sim_port_rest (const DlSim *sim, guint node, guint port)
{
  return &sim->ports[node * DL_N_ROUTER_PORTS + port];
}

/* The packet becomes one of @to's, and its number there. */
static inline guint16
dl_sim_packet_move (DlSimBlock *from, DlSimBlock *to, guint16 index)
{
  const guint16 moved = dl_sim_packet_take (to);

  to->packets[moved] = from->packets[index];
  dl_sim_packet_give_back (from, index);
  return moved;
}

/* dl-sim-run.c: @event for the node at @place, in a block of another thread; its packet
 * (DL_SIM_ARRIVE only), which is one of @from's, goes with it. */
void dl_sim_mail (DlSimBlock *from, DlSimPlace place, guint64 cycle, DlSimEvent event);

/* @event for the node at @place, maybe in another block, in @cycle, which is past the window. */
static inline void
dl_sim_send (DlSimBlock *from, DlSimPlace place, guint64 cycle, DlSimEvent event)
{
  DlSimBlock *to = &from->sim->blocks[place.block];

  event.node = place.node;
  if (G_UNLIKELY (to->worker != from->worker))
    dl_sim_mail (from, place, cycle, event);
  else
    dl_sim_schedule (to, cycle, event);
}

/* dl-sim.c: all queues of @node are empty, all buffers free; and the rate of the plan. */
void dl_sim_node_clear (DlSim *sim, guint node);
void dl_sim_set_birth_rate (DlSim *sim);
/* Times of the output that have begun end now. */
void dl_sim_end_times (const DlSim *sim, guint node, guint port, DlSimPortRest *rest);
/* @one, of a node's @port, is added to all nodes'. */
void dl_sim_add_port (DlSimCounters *counters, guint port, const DlSimPortCounters *one);

/* dl-sim-change.c: run until the tables are swapped, at most @cycles; the cycles that it took. */
guint64 dl_sim_drain (DlSim *sim, guint64 cycles);
void dl_sim_swap_clear (DlSim *sim);
/* Did the output's link break, or the router itself? */
static inline gboolean
dl_sim_is_dead (const DlSim *sim, guint node, guint port)
{
  if (G_LIKELY (sim->swap.dead == NULL))
    return FALSE;
  return sim->swap.dead_node[node]
         || (port != DL_SIM_PROCESSOR
             && sim->swap.dead[dl_network_link (sim->plan->routes->network, node, port)]);
}

/* dl-sim-run.c: @cycles more under the present plan. */
void dl_sim_run_cycles (DlSim *sim, guint64 cycles);

/* dl-sim-router.c: one cycle of @block. */
void dl_sim_block_run_cycle (DlSimBlock *block);
/* A new run begins at @node, which is not the packet's destination, where it came by @arrival. */
void dl_sim_begin_run (const DlSimPlan *plan, DlSimPacket *packet, guint node, DlArrival arrival);
/* Which output and virtual channel the packet takes from @node, where it came by @arrival; a new
 * run begins when the one before is over. */
static inline void
dl_sim_plan_hop (const DlSimPlan *plan, DlSimPacket *packet, guint node, DlArrival arrival)
{
  if (packet->left == 0)
    {
      if (packet->dest == node)
        {
          packet->port = DL_SIM_PROCESSOR;
          packet->vc = packet->class;
          return;
        }
      dl_sim_begin_run (plan, packet, node, arrival);
    }
  packet->vc = packet->class + (packet->run_vc | (packet->to_dateline == 0));
}

/* The packet, whose hop is planned, comes at @age into the input buffer of @port of @node, in its
 * block. */
void dl_sim_enter_router (DlSimBlock *block, DlSimNode *state, guint node, guint port, guint vc,
                          guint16 index, guint age);

/* The packet of @age arrives at the other end of the output's link: no error is in it. What it
 * needs there it takes along. */
static inline void
dl_sim_cross_link (DlSimBlock *block, const DlSimNode *state, guint output, guint16 index,
                   guint age)
{
  const DlSimPlace place = state->next[output];
  const guint64 cycle = block->now + block->router->link_cycles;
  const guint vc = block->packets[index].vc;
  DlSimBlock *to = &block->sim->blocks[place.block];
  const gboolean by_mail = to->worker != block->worker;
  const guint16 packet = by_mail || to == block ? index : dl_sim_packet_move (block, to, index);
  const DlSimEvent event = { .kind = DL_SIM_ARRIVE,
                             .age = age,
                             .node = place.node,
                             .packet = packet,
                             .port = dl_port_opposite (output),
                             .queue = vc };

  if (G_UNLIKELY (by_mail))
    dl_sim_mail (block, place, cycle, event);
  else
    dl_sim_schedule (to, cycle, event);
}

/* dl-sim-link.c: whether links make errors is the plan's. */
void dl_sim_links_init (DlSim *sim);
/* Nothing is on them. */
void dl_sim_links_clear (DlSim *sim);
/* The packet of @age is on the wire from this cycle on, whether it arrives or not. */
void dl_sim_link_send (DlSimBlock *block, guint node, guint output, guint16 index, guint age);
/* What the receiver discarded comes first: send its next packet again. Its flits. */
guint dl_sim_link_resend (DlSimBlock *block, guint node, guint output);
/* The sender hears that the receiver discards what it sent. */
void dl_sim_link_discarded (DlSim *sim, guint node, guint output);
static inline DlSimLink *
dl_sim_link_of (const DlSim *sim, guint node, guint output)
{
  return &sim->links[node * DL_N_NETWORK_PORTS + output];
}
/* Has the output something to send again now? */
static inline gboolean
dl_sim_link_resends (const DlSim *sim, guint node, guint output)
{
  return G_UNLIKELY (sim->links != NULL) && output != DL_SIM_PROCESSOR
         && dl_sim_link_of (sim, node, output)->resend != DL_SIM_NO_PACKET;
}

/* dl-sim-inside.c: the watched router's decision, before the packet leaves its queue. */
void dl_sim_note_grant (DlSimBlock *block, const DlSimNode *state, const DlSimDecision *decision);

/* dl-sim-program.c: what the rank on @node sends next goes into @packet: when it was created, where
 * it goes, its flits and tag. FALSE if it has nothing to send now. The packet before
 * has left @node whole. */
gboolean dl_sim_program_packet (DlSimBlock *block, guint node, DlSimPacket *packet);
/* A packet of a message with @tag has arrived at @node. */
void dl_sim_program_receive (DlSimBlock *block, guint node, guint tag);
/* Packets created and not sent. */
guint64 dl_sim_program_waiting (const DlSim *sim, guint node);

/* dl-sim-source.c: the source's own generator. */
void dl_sim_source_init (DlSim *sim, guint node);
/* From the next cycle on @node has something to send, by the plan. */
void dl_sim_source_start (DlSim *sim, guint node);
DlRouteStatus dl_sim_route_status (const DlSimPlan *plan, guint source, guint dest);
/* Packets are born that are due. */
void dl_sim_source_wake (DlSimBlock *block, guint node);
/* Move the first waiting packet into the processor's input buffer, if there is room. */
void dl_sim_source_inject (DlSimBlock *block, guint node);
/* The packet's tail has left the network. */
void dl_sim_deliver (DlSimBlock *block, guint16 index);

G_END_DECLS
