/* The state of a simulation. Nodes are advanced block by block, a window of one link delay at a
 * time: what one block does to another arrives later than that. In a cycle a node first takes in
 * all that happens to it, in whatever order, and then its outputs and inputs decide; so nothing
 * depends on the blocks. */
#pragma once

#include "dl-aging.h"
#include "dl-rng.h"
#include "dl-sim.h"

G_BEGIN_DECLS

#define DL_SIM_PROCESSOR DL_PORT_PROCESSOR
#define DL_SIM_NO_PACKET G_MAXUINT16

/* Staging queues of an output, by input port and virtual channel: DL_SIM_VCS * port + vc. */
#define DL_SIM_STAGED (DL_N_ROUTER_PORTS * DL_SIM_VCS)

typedef struct
{
  guint64 created;  /* cycle */
  guint64 injected; /* cycle in which it left the source queue */
  guint16 source, dest;
  guint16 next; /* in its queue */
  DlHeadAge head;
  guint16 left;        /* hops of its run that are still to come */
  guint16 to_dateline; /* of these, before the one that leaves the dateline node */
  guint8 flits;
  guint8 age;     /* on links */
  guint8 port;    /* output it goes to from here */
  guint8 vc;      /* virtual channel it takes there */
  guint8 run_vc;  /* 0 or 1, that its run starts on */
  guint8 crossed; /* gboolean: its run has left the dateline node */
  guint8 class;   /* 0 request, 2 response: added to the virtual channel */
} DlSimPacket;

typedef struct
{
  guint16 first, last; /* packets; first DL_SIM_NO_PACKET: empty */
} DlSimQueue;

/* A packet that waits at its source. */
typedef struct
{
  guint64 created;
  guint16 dest;
  guint8 class;
} DlSimBirth;

/* The pointers of an output's arbiter: where the next round begins. */
typedef struct
{
  guint8 port, vc;
} DlSimPointer;

typedef struct
{
  DlSimQueue input[DL_SIM_STAGED];                     /* by port and VC */
  DlSimQueue staged[DL_N_ROUTER_PORTS][DL_SIM_STAGED]; /* by output */
  guint8 room[DL_N_ROUTER_PORTS][DL_SIM_STAGED];       /* flits free in a staging queue */
  guint32 want[DL_N_ROUTER_PORTS][DL_SIM_VCS]; /* by output and its VC: staging queues (bits) whose
                                                  first packet wants it */
  guint16 credits[DL_N_ROUTER_PORTS][DL_SIM_VCS]; /* flits free in the buffer behind an output; of
                                                     the processor: in its own input buffer */
  guint64 output_free[DL_N_ROUTER_PORTS];         /* cycle from which on it can grant */
  guint64 input_free[DL_N_ROUTER_PORTS];          /* cycle from which on it can send */
  DlSimPointer by_turn[DL_N_ROUTER_PORTS], by_age[DL_N_ROUTER_PORTS];
  guint8 grants[DL_N_ROUTER_PORTS];   /* modulo 64 */
  guint8 input_vc[DL_N_ROUTER_PORTS]; /* where the next round of an input's VCs begins */
  double eject_free;                  /* when the processor has taken all that was granted */
  DlAgeClock clock;

  /* Source */
  DlRng rng;
  guint64 next_birth;  /* cycle */
  guint64 inject_free; /* cycle from which on the next packet can enter the input buffer */
  GQueue *births;      /* DlSimBirth */

  /* What may have become possible in this cycle. */
  guint8 outputs, inputs; /* bits */
  gboolean active;
} DlSimNode;

typedef enum
{
  DL_SIM_ARRIVE,       /* @packet at input @port, VC @queue */
  DL_SIM_STAGE,        /* @packet at output @port, staging queue @queue */
  DL_SIM_INPUT_DONE,   /* input @port has sent @flits of VC @queue */
  DL_SIM_OUTPUT_DONE,  /* output @port can grant again */
  DL_SIM_CREDIT,       /* @flits for output @port, VC @queue */
  DL_SIM_RELEASE,      /* @flits are free in output @port, staging queue @queue */
  DL_SIM_DELIVER,      /* @packet's tail has left the network */
  DL_SIM_WAKE_SOURCE,  /* a packet may be born */
  DL_SIM_WAKE_INJECTOR /* the next one can enter the input buffer */
} DlSimEventKind;

typedef struct
{
  guint16 node; /* in its block */
  guint16 packet;
  guint8 kind;
  guint8 port;
  guint8 queue;
  guint8 flits;
} DlSimEvent;

typedef struct
{
  guint first_node, n_nodes;
  DlSimPacket *packets; /* (n_packets) */
  guint n_packets;
  guint16 free_packet; /* the first of a list by @next */
  GArray **wheel;      /* (wheel_size) DlSimEvent by cycle modulo wheel_size */
  GArray *active;      /* guint16: nodes to which something happened in this cycle */
  DlSimCounters counters;
} DlSimBlock;

struct _DlSim
{
  DlSimPlan *plan;
  guint64 now;
  gboolean sources_stopped;
  guint block_nodes;
  guint n_blocks;
  guint wheel_size;  /* a power of 2, longer than any delay */
  guint threshold;   /* credits without which a virtual channel is blocked */
  double birth_rate; /* bursts a cycle; INFINITY: always one more */
  DlSimBlock *blocks;
  DlSimNode *nodes; /* (n_nodes) */
};

static inline DlSimBlock *
dl_sim_block_of (const DlSim *sim, guint node)
{
  return &sim->blocks[node / sim->block_nodes];
}

G_END_DECLS
