/* The state of a dragonfly at work. Routers are advanced block by block, a window of one link delay
 * at a time: what one block does to another arrives later than that. In a cycle a router first
 * takes in all that happens to it, in whatever order; then what arrived is routed and queued port
 * by port, its nodes send, and its outputs choose. So nothing depends on the blocks, nor on the
 * threads that share them out. */
#pragma once

#include "dl-aries.h"
#include "dl-rng.h"
#include "dl-sim-births.h"
#include "dl-sim-choices.h"
#include "dl-sim-crew.h"
#include "dl-sim-tally.h"
#include "dl-sim-wheel.h"

G_BEGIN_DECLS

#define DL_ARIES_NO_PACKET G_MAXUINT32

/* Ports of a router are its links, in their order, and then its nodes: 255 at most. */
#define DL_ARIES_MAX_PORTS  256
#define DL_ARIES_NO_PORT    G_MAXUINT8
#define DL_ARIES_PORT_WORDS (DL_ARIES_MAX_PORTS / 64)

/* Times of links are whole numbers of parts of a cycle: what a blue link is slower is not lost from
 * one packet to the next. */
#define DL_ARIES_FRACTION 24

static inline guint64
dl_aries_time (guint64 cycle)
{
  return cycle << DL_ARIES_FRACTION;
}

/* The cycle that @time is in, and the first one that does not begin before it. */
static inline guint64
dl_aries_floor (guint64 time)
{
  return time >> DL_ARIES_FRACTION;
}

static inline guint64
dl_aries_ceil (guint64 time)
{
  return (time + ((1u << DL_ARIES_FRACTION) - 1)) >> DL_ARIES_FRACTION;
}

typedef struct
{
  guint64 created : 48; /* cycle */
  guint64 tag : 16;     /* of its message; of a workload only */
  guint64 injected;     /* cycle in which it left the source queue */
  guint64 tail;         /* time at which its last flit is in the buffer that it is in */
  guint64 hash;         /* seed of its choices */
  guint32 source, dest; /* nodes */
  guint32 dest_router;
  guint32 next;      /* in its queue */
  guint32 root;      /* here: router it goes to first; DL_NO_NODE: none */
  guint32 next_root; /* after the hop it waits for */
  guint16 payload;   /* bytes */
  guint8 in;         /* port it came by, or is on its way to */
  guint8 out;        /* port that it waits for; DL_ARIES_NO_PORT: it has no path */
  guint8 flits;
  guint8 hops : 7;       /* made */
  guint8 nonminimal : 1; /* the choice at the source */
  guint8 buffer : 3;     /* virtual channel of the buffer at @in */
  guint8 vc : 3;         /* virtual channel that it takes next: DL_DRAGONFLY_VCS more than that of
                            its next hop if it is a response */
  guint8 turn : 2;       /* DlDragonflyTurn */
} DlAriesPacket;
G_STATIC_ASSERT (sizeof (DlAriesPacket) == 64);

typedef struct
{
  guint32 first, last; /* packets; first DL_ARIES_NO_PACKET: empty */
} DlAriesQueue;

/* State of an output, and at a node's port of the node's own input buffer: a cache line. */
typedef struct
{
  guint64 free;                      /* time from which on it can send */
  guint16 credits[DL_ARIES_SIM_VCS]; /* flits free in the downstream buffers; of a node's port: in
                                        the buffers for the node's packets */
  guint32 waiting;                   /* flits in the router that go by it */
  guint32 taken;                     /* flits that @credits are short of */
  guint8 vcs;                        /* bits: for which something waits */
  guint8 next_vc;                    /* where the next round begins */
  guint8 wakes;                      /* gboolean: an event tells when it is free */
  guint8 stalled : 1;                /* gboolean */
  guint8 starved : 1;                /* gboolean: the node waits for these credits */
  guint8 next_in[DL_ARIES_SIM_VCS];  /* by virtual channel, likewise */
  guint32 alone;                     /* a packet that came for it in this cycle, the first one, if
                                        nothing waited: it is in no queue */
  guint64 packets;                   /* that left */
  guint64 stalls; /* cycles, less the one in which the time that has not ended began */
} DlAriesPort;
G_STATIC_ASSERT (sizeof (DlAriesPort) == 64);

/* Where a port's link leads; of a node's port nowhere. */
typedef struct
{
  guint32 router;
  guint8 port;  /* there, of the link back */
  guint8 class; /* DlLinkClass; of a node's port DL_N_LINK_CLASSES */
} DlAriesWire;

typedef struct
{
  guint64 outputs[DL_ARIES_PORT_WORDS]; /* bits: what may have become possible in this cycle */
  guint64 nodes;                        /* bits, likewise: they may send */
  guint32 first_port;                   /* of all routers' */
  guint16 n_links, n_ports;
  guint8 n_words;    /* of bits of ports */
  guint8 active;     /* gboolean: some of these */
  guint8 unused[14]; /* to the end of the line of the cache */
} DlAriesRouterState;
G_STATIC_ASSERT (sizeof (DlAriesRouterState) == 64);

typedef struct
{
  DlRng rng;
  DlSimBirths births;
  guint64 next_birth;  /* slot */
  guint64 inject_free; /* time from which on the next packet can be sent */
  guint64 serial;      /* packets injected */
  guint64 received;    /* packets delivered to it */
  guint32 in_network;  /* packets of it, as far as it knows */
  guint16 router;      /* its own, by its number in the block, */
  guint8 port;         /* and its port there */
  guint8 wakes : 1;    /* gboolean: an event tells when it can send */
  guint8 sends : 1;    /* gboolean: the demand has something for it */
} DlAriesNode;

/* Kinds of DlSimEvent: its @node is a router of the block, @port one of that router's ports. */
typedef enum
{
  DL_ARIES_ARRIVE,        /* @packet32, by the port that it says */
  DL_ARIES_CREDIT,        /* @flits for @port, virtual channel @queue */
  DL_ARIES_WAKE_OUTPUT,   /* @port can send again */
  DL_ARIES_DELIVER,       /* the tail of @packet32 has left the network */
  DL_ARIES_ANSWER,        /* the node at @port knows that a packet has left the network */
  DL_ARIES_WAKE_SOURCE,   /* a packet of the node at @port may be born */
  DL_ARIES_WAKE_INJECTOR, /* the node at @port can send again */
} DlAriesEventKind;

/* Arrivals and credits, of which there are most, have wheels by themselves: so each cycle's are
 * taken in one after the other, without a look at what they are. */
#define DL_ARIES_WHEELS 3

static inline guint
dl_aries_wheel_of (guint kind)
{
  return MIN (kind, DL_ARIES_WHEELS - 1);
}

/* The only port that leads on, kept for whole and small networks. Values between these are ports,
 * plus 1. */
typedef enum
{
  DL_ARIES_ONLY_PORT_UNKNOWN = 0,
  DL_ARIES_ONLY_PORT_MANY = 255
} DlAriesOnlyPort;
/* From where a packet came into the group or from its root, after green, after black. */
#define DL_ARIES_ONLY_PORT_TURNS 3

typedef struct
{
  _Alignas(DL_SIM_APART) DlAries *sim;
  DlSimTally *tally; /* of the thread that advances it now */
  guint64 now;
  guint worker; /* that advances it now */
  guint parity; /* of the window that it is in */
  guint first_router, n_routers;
  const guint32 *published; /* values that neighbors state in this window */
  DlAriesPacket *packets;   /* (n_packets) each a line of the cache */
  guint32 n_packets;
  guint32 n_used;      /* of these, that were ever taken */
  guint32 free_packet; /* the first of a list by @next */
  DlSimWheel wheels[DL_ARIES_WHEELS];
  guint16 *active; /* (n_routers + 1) routers to which something happened in this cycle */
  guint n_active;
  DlSimChoices *choices;
} DlAriesBlock;

/* Event for another thread's block. */
typedef struct
{
  guint64 cycle;
  guint32 router;
  DlSimEvent event;
  DlAriesPacket packet; /* DL_ARIES_ARRIVE */
} DlAriesMail;

/* Another plan that waits for the network to drain. */
typedef struct
{
  DlAriesPlan *plan;   /* NULL: none does */
  guint8 *dead;        /* (n_links) gboolean: broke since; NULL unless draining */
  guint8 *dead_router; /* (n_routers) likewise */
} DlAriesSwap;

struct _DlAries
{
  DlAriesPlan *plan;
  DlDragonflyRoutes *routes;    /* the plan's */
  const DlDragonfly *dragonfly; /* likewise */
  guint64 now;
  gboolean sources_stopped;
  guint block_routers;
  guint n_blocks;
  guint wheel_size;                         /* of each block */
  guint link_cycles;                        /* the plan's */
  guint threshold;                          /* credits without which a virtual channel is blocked */
  guint64 flit_time[DL_N_LINK_CLASSES + 1]; /* that a link needs for a flit; last, a node */
  guint slot_bits;  /* a cycle has 1 << slot_bits slots, in each a packet may be born */
  DlSimRates rates; /* of packets, in these */
  DlAriesBlock *blocks;
  guint32 *block_of;           /* (n_routers) */
  DlAriesRouterState *routers; /* (n_routers) */
  guint n_ports;               /* of all routers */
  DlAriesPort *ports;          /* (n_ports) */
  DlAriesWire *wires;          /* (n_ports) */
  guint64 *outgoing;     /* (DL_ARIES_SIM_VCS x n_ports x (1 + words)) of an output, by virtual
                            channel first, since few are in use: flits that left, and inputs (bits)
                            with packets for it */
  guint words;           /* as many as the router with the most ports needs */
  DlAriesQueue *queues;  /* (DL_ARIES_SIM_VCS x n_ports) packets that came by an input, in order, by
                            the virtual channel that they take next */
  DlAriesNode *nodes;    /* (n_nodes) */
  DlSimRanks *ranks;     /* of the first plan's workload, which fitting plans share; NULL */
  guint8 *only_port;     /* (DL_ARIES_ONLY_PORT_TURNS x n_routers x n_routers) by hops done in the
                            group, router and target: DlAriesOnlyPort, found when it is asked for,
                            each row by the thread that has the router; NULL: none are kept */
  guint32 *published[2]; /* (n_routers) by window modulo 2: flits that wait for a link, on average,
                            as neighbors know it */
  DlAriesSwap swap;

  DlSimTallies tallies;
  DlSimCrew *crew;
  DlSimPost post; /* (DlAriesMail) between as many threads as there are */
};

static inline DlAriesBlock *
dl_aries_block_of (const DlAries *sim, guint router)
{
  return &sim->blocks[sim->block_of[router]];
}

static inline guint
dl_aries_router_of (const DlAries *sim, guint node)
{
  return node / sim->dragonfly->nodes_per_router;
}

/* The port of @link among its router's, and a node's. */
static inline guint
dl_aries_link_port (const DlAries *sim, guint link)
{
  return link - sim->dragonfly->first_link[sim->dragonfly->link_from[link]];
}

static inline guint
dl_aries_node_port (const DlAries *sim, guint node)
{
  return sim->routers[dl_aries_router_of (sim, node)].n_links
         + node % sim->dragonfly->nodes_per_router;
}

/* A link's number among all ports, and a node's. */
static inline guint
dl_aries_port_of_link (const DlAries *sim, guint link)
{
  return sim->routers[sim->dragonfly->link_from[link]].first_port + dl_aries_link_port (sim, link);
}

/* Reports of routers to neighbors, as these know them in @cycle. */
static inline guint32 *
dl_aries_published (const DlAries *sim, guint64 cycle)
{
  return sim->published[cycle / sim->link_cycles % 2];
}

static inline DlAriesQueue *
dl_aries_queue (const DlAries *sim, guint port, guint vc)
{
  return &sim->queues[vc * (gsize) sim->n_ports + port];
}

/* Flits that left by a port on a virtual channel. */
static inline guint64 *
dl_aries_vc_flits (const DlAries *sim, guint port, guint vc)
{
  return &sim->outgoing[(vc * (gsize) sim->n_ports + port) * (1 + sim->words)];
}

/* Inputs (bits) with packets for a port and a virtual channel. */
static inline guint64 *
dl_aries_requests (const DlAries *sim, guint port, guint vc)
{
  return dl_aries_vc_flits (sim, port, vc) + 1;
}

/* Where the packet stands, for its route: there are no classes there. */
static inline DlDragonflyPacket
dl_aries_routing_state (const DlAriesPacket *packet)
{
  return (DlDragonflyPacket) { packet->dest_router, packet->root, packet->vc % DL_DRAGONFLY_VCS,
                               packet->turn };
}

static inline void
dl_aries_schedule (DlAriesBlock *block, guint64 cycle, DlSimEvent event)
{
  dl_sim_wheel_add (&block->wheels[dl_aries_wheel_of (event.kind)], cycle, event);
}

/* The router, by its number in the block, has something to decide in this cycle. */
static inline void
dl_aries_activate (DlAriesBlock *block, guint index)
{
  DlAriesRouterState *state = &block->sim->routers[block->first_router + index];

  block->active[block->n_active] = index;
  block->n_active += !state->active;
  state->active = TRUE;
}

/* @node of that router may have something to send. */
static inline void
dl_aries_ready_node (DlAriesBlock *block, guint index, guint node)
{
  const DlAries *sim = block->sim;

  sim->routers[block->first_router + index].nodes |= G_GUINT64_CONSTANT (1)
                                                     << node % sim->dragonfly->nodes_per_router;
  dl_aries_activate (block, index);
}

static inline void
dl_aries_set_bit (guint64 *bits, guint i)
{
  bits[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
}

/* Room for one more packet. It may move the others. */
guint32 dl_aries_packet_take (DlAriesBlock *block);

/* The first @n packets of the block are in use; the caller fills them. */
void dl_aries_packets_use (DlAriesBlock *block, guint32 n);

static inline void
dl_aries_packet_give_back (DlAriesBlock *block, guint32 index)
{
  block->packets[index].next = block->free_packet;
  block->free_packet = index;
}

/* dl-aries.c: the plan's rates. */
void dl_aries_take_rates (DlAries *sim);

/* dl-aries-plan.c: run until the tables are swapped, at most @cycles; the cycles that it took. */
guint64 dl_aries_drain (DlAries *sim, guint64 cycles);
void dl_aries_swap_clear (DlAries *sim);

/* dl-aries.c: @cycles more under the present plan. */
void dl_aries_run_cycles (DlAries *sim, guint64 cycles);
/* @event for @router in @cycle, which is past the window, of another block than @from, which may be
 * another thread's; @packet (DL_ARIES_ARRIVE only) is copied. */
void dl_aries_send_away (DlAriesBlock *from, guint router, guint64 cycle, DlSimEvent event,
                         const DlAriesPacket *packet);

/* dl-aries-router.c: where the packet goes from @router, at its source or later; FALSE if there is
 * no path. */
gboolean dl_aries_route_first (const DlAriesBlock *block, guint router, DlAriesPacket *packet,
                               DlDetour *detour);
gboolean dl_aries_route_next (const DlAriesBlock *block, guint router, DlAriesPacket *packet);
/* Forget the ports of the earlier routes; find them again. */
void dl_aries_only_ports_init (DlAries *sim);
/* Publish to neighbors in the window that begins with @cycle. */
void dl_aries_publish (DlAriesBlock *block, guint64 cycle);

/* dl-aries-router.c: one cycle of @block. */
void dl_aries_block_run_cycle (DlAriesBlock *block);
/* The packet, which is in the input buffer of its port, waits for its output. */
void dl_aries_enqueue (DlAriesBlock *block, guint router, guint32 index);
/* The same in a cycle, before the outputs choose: it needs no queue if it can leave at once. */
void dl_aries_offer (DlAriesBlock *block, guint router, guint32 index);
/* The one that came first by port @in for output @out and @vc leaves its queue. */
guint32 dl_aries_dequeue (DlAriesBlock *block, guint router, guint out, guint vc, guint in);
/* The output could send, but nothing has the credits; or that has ended. */
static inline void
dl_aries_set_stalled (const DlAriesBlock *block, DlAriesPort *output, gboolean stalled)
{
  if (G_LIKELY (stalled == output->stalled))
    return;
  output->stalled = stalled;
  dl_sim_count_time (&output->stalls, stalled, block->now);
}

void dl_aries_wake_output (DlAriesBlock *block, guint router, guint out);
/* Drop a packet on a link and tell its source. */
void dl_aries_drop_on_link (DlAriesBlock *block, guint32 index);
/* Drop a packet in a buffer of @router, not in a queue. */
void dl_aries_drop (DlAriesBlock *block, guint router, guint32 index);
/* Did the link break, or the router, while the network drains? */
static inline gboolean
dl_aries_link_is_dead (const DlAries *sim, guint link)
{
  return G_UNLIKELY (sim->swap.dead != NULL) && sim->swap.dead[link];
}

static inline gboolean
dl_aries_router_is_dead (const DlAries *sim, guint router)
{
  return G_UNLIKELY (sim->swap.dead_router != NULL) && sim->swap.dead_router[router];
}

/* dl-aries-source.c: the source's own generator; from the next cycle on it has something to send,
 * by the plan. */
void dl_aries_source_init (DlAries *sim, guint node);
void dl_aries_source_start (DlAries *sim, guint node);
/* Packets are born that are due. */
void dl_aries_source_wake (DlAriesBlock *block, guint node);
/* Move what waits into the input buffer of the node's port, as far as it can. */
void dl_aries_source_inject (DlAriesBlock *block, guint node);

/* Is there a path? */
gboolean dl_aries_reaches (const DlAriesPlan *plan, guint source, guint dest);

/* Give up a message without a path. */
void dl_aries_program_forget (DlAries *sim, guint node);
/* Packets created and not sent. */
guint64 dl_aries_program_waiting (const DlAries *sim, guint node);

G_END_DECLS
