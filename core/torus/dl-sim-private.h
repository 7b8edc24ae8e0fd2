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

/* Staging queues of an output, by input port and virtual channel: DL_SIM_VCS * port + vc. */
#define DL_SIM_STAGED (DL_N_ROUTER_PORTS * DL_SIM_VCS)

typedef struct
{
  guint64 created;  /* cycle */
  guint64 injected; /* cycle in which it left the source queue */
  guint32 head_at;  /* cycle, modulo 2^32, from which on it is the first of its input queue */
  guint16 source, dest;
  guint16 next; /* in its queue */
  DlHeadAge head;
  guint16 left;        /* hops of its run that are still to come */
  guint16 to_dateline; /* of these, before the one that leaves the dateline node */
  guint16 hops;        /* made */
  guint8 age;          /* on links */
  guint8 port;         /* output it goes to from here */
  guint8 flits;
  guint8 vc : 2;      /* virtual channel it takes there */
  guint8 run_vc : 1;  /* that its run starts on */
  guint8 crossed : 1; /* its run has left the dateline node */
  guint8 class : 2;   /* 0 request, 2 response: added to the virtual channel */
  guint16 tag;        /* of its message; of a workload only */
} DlSimPacket;

typedef struct
{
  guint16 first, last; /* packets; first DL_SIM_NO_PACKET: empty */
} DlSimQueue;

/* What an output sends over a link that makes errors: go-back-N. */
typedef struct
{
  DlRng rng;       /* the link's own: errors do not depend on what else is drawn */
  DlSimQueue held; /* sent, and discarded by the receiver, in order */
  guint16 resend;  /* of these, the next to be sent again; DL_SIM_NO_PACKET: none now */
  guint8 failed;   /* gboolean: the first of them was in error, and the sender does not know yet */
} DlSimLink;

/* The pointers of an output's arbiter: where the next round begins. */
typedef struct
{
  guint16 vcs; /* 2 bits an input port: each has its own */
  guint8 port;
} DlSimPointer;

/* The packet that an output is sending. One flit per cycle leaves its staging queue, also into the
 * network interface, which hands the packet on at the ejection rate. The queue takes a packet only
 * with room for all of it (age paper 2, footnote 3: virtual cut-through). So the SeaStar's 16
 * flits, of which a packet of 9 leaves 7, have room for the next one 2 cycles after the grant
 * (manual, simulation). */
typedef struct
{
  guint64 granted; /* cycle */
  guint8 queue;
  guint8 flits;
  guint8 left; /* of these, whose room the queue has already */
} DlSimLeaving;

typedef struct
{
  /* What may have become possible in this cycle. */
  guint8 outputs, inputs; /* bits */
  guint8 inject;          /* gboolean: at the source */
  guint8 active;          /* gboolean: some of these */

  guint8 grants[DL_N_ROUTER_PORTS];   /* modulo 64 */
  guint8 input_vc[DL_N_ROUTER_PORTS]; /* where the next round of an input's VCs begins */
  DlSimPointer by_turn[DL_N_ROUTER_PORTS], by_age[DL_N_ROUTER_PORTS];
  guint8 output_wakes;                    /* bits: an event tells when the output is free */
  guint8 input_stalled;                   /* bits */
  guint8 blocked[DL_N_ROUTER_PORTS];      /* bits: virtual channels of an output */
  guint64 output_free[DL_N_ROUTER_PORTS]; /* cycle from which on it can grant */
  guint64 input_free[DL_N_ROUTER_PORTS];  /* cycle from which on it can send */
  DlAgeClock clock;
  guint32 want[DL_N_ROUTER_PORTS][DL_SIM_VCS]; /* by output and its VC: staging queues (bits) whose
                                                  first packet wants it */
  guint16 credits[DL_N_ROUTER_PORTS][DL_SIM_VCS]; /* flits free in the buffer behind an output; of
                                                     the processor: in its own input buffer */
  DlSimQueue input[DL_SIM_STAGED];                /* by port and VC */
  DlSimQueue staged[DL_N_ROUTER_PORTS][DL_SIM_STAGED]; /* by output */
  guint16 room[DL_N_ROUTER_PORTS][DL_SIM_STAGED];      /* flits free in a staging queue */
  DlSimLeaving leaving[DL_N_ROUTER_PORTS];             /* by output; flits 0: none yet */
  DlHeadAge key[DL_N_ROUTER_PORTS][DL_SIM_STAGED];     /* of a staging queue's first packet */
  DlSimPortCounters ports[DL_N_ROUTER_PORTS]; /* times that have begun: less the cycle they did */

  /* Source */
  double eject_free; /* when the processor has taken all that was granted */
  DlRng rng;
  guint64 next_birth;  /* cycle */
  guint64 inject_free; /* cycle from which on the next packet can enter the input buffer */
  DlSimBirths births;
} DlSimNode;

typedef enum
{
  DL_SIM_ARRIVE,       /* @packet at input @port, VC @queue */
  DL_SIM_STAGE,        /* @packet at output @port, staging queue @queue */
  DL_SIM_INPUT_DONE,   /* input @port has sent @flits of VC @queue */
  DL_SIM_OUTPUT_DONE,  /* output @port can grant again */
  DL_SIM_CREDIT,       /* @flits for output @port, VC @queue */
  DL_SIM_ROOM,         /* the staging queue @queue of some output has room for the first packet of
                          the input's */
  DL_SIM_DELIVER,      /* @packet's tail has left the network */
  DL_SIM_DISCARDED,    /* output @port hears that the receiver discards what it sent */
  DL_SIM_WAKE_SOURCE,  /* a packet may be born */
  DL_SIM_WAKE_INJECTOR /* the next one can enter the input buffer */
} DlSimEventKind;

typedef struct
{
  DlSim *sim;
  DlSimTally *tally; /* of the thread that advances it now */
  guint64 now;
  guint worker; /* that advances it now */
  guint parity; /* of the window that it is in */
  guint first_node, n_nodes;
  DlSimPacket *packets; /* (n_packets) */
  guint n_packets;
  guint n_used;        /* of these, that were ever taken */
  guint16 free_packet; /* the first of a list by @next */
  DlSimWheel wheel;
  guint16 *active; /* (n_nodes) nodes to which something happened in this cycle */
  guint n_active;
} DlSimBlock;

/* What a thread does to another's blocks. */
typedef struct
{
  guint64 cycle;
  guint32 node;
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
  guint64 measure_from;
  gboolean sources_stopped;
  guint block_nodes;
  guint n_blocks;
  guint wheel_size;      /* of each block */
  guint threshold;       /* credits without which a virtual channel is blocked */
  double birth_rate;     /* bursts a cycle; INFINITY: always one more */
  double birth_log_none; /* dl_sim_births_log_none of that */
  double *node_log_none; /* (n_nodes) likewise, of each source's own rate; NULL: all are the same */
  DlSimBlock *blocks;
  guint16 *block_of; /* (n_nodes) */
  DlSimNode *nodes;  /* (n_nodes) */
  DlSimRanks *ranks; /* NULL without a workload */
  DlSimLink *links;  /* (n_nodes x DL_N_NETWORK_PORTS) by output; NULL if links make no errors */
  double intact[DL_SIM_MAX_FLITS + 1]; /* by its flits, the probability that a packet arrives so */
  DlSimWatch watch;
  DlSimSwap swap;

  DlSimTallies tallies;
  DlSimPost post; /* (DlSimMail) between as many threads as there are */
};

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
  dl_sim_wheel_add (&block->wheel, cycle, event);
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

/* The node has something to decide in this cycle. */
static inline void
dl_sim_activate (DlSimBlock *block, DlSimNode *state, guint16 node)
{
  if (!state->active)
    {
      state->active = TRUE;
      block->active[block->n_active++] = node;
    }
}

/* dl-sim-run.c: @event for @node, which may be another thread's, in @cycle, which is past the
 * window; @packet (DL_SIM_ARRIVE only) is copied. */
void dl_sim_send (DlSimBlock *from, guint node, guint64 cycle, DlSimEvent event,
                  const DlSimPacket *packet);

/* dl-sim.c: all queues of @node are empty, all buffers free; and the rate of the plan. */
void dl_sim_node_clear (DlSim *sim, guint node);
void dl_sim_set_birth_rate (DlSim *sim);

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

/* dl-sim-run.c: @cycles more by the plan as it is. */
void dl_sim_run_cycles (DlSim *sim, guint64 cycles);

/* dl-sim-router.c: one cycle of @block. */
void dl_sim_block_run_cycle (DlSimBlock *block);
/* Which output and virtual channel the packet takes from @node, where it came by @arrival; a new
 * run begins when the one before is over. */
void dl_sim_plan_hop (const DlSimPlan *plan, DlSimPacket *packet, guint node, DlArrival arrival);
/* The packet, whose hop is planned, is in the input buffer of @port. */
void dl_sim_enter_router (DlSimBlock *block, DlSimNode *state, guint port, guint vc, guint16 index);

/* It arrives: the hop is made, and no error is in it. */
void dl_sim_cross_link (DlSimBlock *block, guint node, guint output, guint16 index);

/* dl-sim-link.c: whether links make errors is the plan's. */
void dl_sim_links_init (DlSim *sim);
/* Nothing is on them. */
void dl_sim_links_clear (DlSim *sim);
/* The packet is on the wire from this cycle on, whether it arrives or not. */
void dl_sim_link_send (DlSimBlock *block, guint node, guint output, guint16 index);
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
 * it goes, its flits and tag. FALSE if it has nothing to send now. The packet before has left @node
 * whole. */
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

G_END_DECLS
