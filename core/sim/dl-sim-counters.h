/* What simulations count and measure, whatever the router. */
#pragma once

#include "dl-sim-options.h"
#include "dl-sim-stats.h"

G_BEGIN_DECLS

typedef enum
{
  DL_SIM_ERROR_LIMIT,      /* a parameter with which nothing can move, or past what fits */
  DL_SIM_ERROR_UNREACHABLE /* a rank would wait for what has no way to it */
} DlSimError;

#define DL_SIM_ERROR (dl_sim_error_quark ())
GQuark dl_sim_error_quark (void);

/* What the next flit of a packet waits for in the buffer of an input-queued router, whose
 * allocators would otherwise pass it on (Dally & Towles, 16.2). */
typedef enum
{
  DL_WAIT_VC,     /* a head: a virtual channel of the output, which others hold or were given */
  DL_WAIT_CREDIT, /* it has one, whose buffer downstream is full */
  DL_WAIT_SWITCH, /* it has a credit, too, and another flit was given the crossbar */
  DL_N_WAITS
} DlWait;

/* "credit", as files have it. */
const char *dl_wait_id (DlWait wait);

/* Request VC0/VC1 and response VC2/VC3. */
#define DL_SIM_VCS 4
/* What was counted since cycle 0. Members that a simulator has no use for are 0: ages, ports and
 * virtual channels of the Aries. Among it are the counters of the age paper's table 4: PKTS and
 * FLITS of a virtual channel count what its port receives, here what the output before that sends,
 * which is the same; STALLED, "cycles stalled where the router does not have sufficient virtual
 * channel send credits", is @stalled_output; VCv_BLOCKED, "cycles spent blocked waiting for buffer
 * resource in virtual channel v", is @blocked. By direction: an output is named by where packets
 * leave to, an input by where they come from; the processor's are the injected ones and those at
 * their destination (manual, simulation). */
typedef struct
{
  guint64 created;      /* packets, in source queues and beyond */
  guint64 injected;     /* packets that left their source queue */
  guint64 delivered;    /* packets */
  guint64 unreachable;  /* packets not created, since there is no way */
  guint64 at_dateline;  /* packets not created, since they would be dropped at a dateline */
  guint64 dropped_link; /* packets that came to a link or router that broke (dl_seastar_change) */
  guint64 dropped_deadlock; /* packets given up for new tables, since they never would have moved */
  guint64 dropped_source;   /* packets created, not injected, that have no way by new tables */
  guint64 delivered_flits;  /* of the packets delivered */
  guint64 delivered_bytes;  /* payload; of a dragonfly */
  guint64 minimal, nonminimal; /* packets injected, by what was chosen at the source, as soon as it
                                  was; likewise */
  guint64 flit_hops;           /* flits over links between routers, each once */
  guint64 retransmitted_packets; /* that went over a link once more, for errors on it */
  guint64 retransmitted_flits;
  guint64 latency_sum;       /* cycles from leaving the source queue to the tail's ejection */
  guint64 total_latency_sum; /* cycles from creation to there */
  guint64 latency_max;
  guint64 digest;   /* of each delivery: who, from where, when; in whatever order */
  guint64 age[256]; /* packets by their age when an output granted them */
  guint64 packets[DL_N_ROUTER_PORTS][DL_SIM_VCS]; /* by output */
  guint64 flits[DL_N_ROUTER_PORTS][DL_SIM_VCS];
  guint64 blocked[DL_N_ROUTER_PORTS][DL_SIM_VCS]; /* cycles of @stalled_output in which a packet for
                                                     this virtual channel was among the staged */
  guint64 stalled_output[DL_N_ROUTER_PORTS]; /* cycles in which an output could have sent, but no
                                                staged packet's virtual channel had the credits */
  guint64 stalled_input[DL_N_ROUTER_PORTS];  /* cycles in which an input could have sent, but no
                                                first packet's staging queue had room */
  guint64 head_wait[DL_N_ROUTER_PORTS];      /* cycles that packets were the first of their input
                                                queue before they went into the crossbar */
  guint64 waits[DL_N_WAITS]; /* cycles that flits waited, the first of each virtual channel of an
                                input; estimated from one cycle of several (DlSimClass) */
} DlSimCounters;

/* The port by which packets left that come in by @port: links have two directions, side by side. */
static inline guint
dl_sim_opposite_port (guint port)
{
  return port ^ 1;
}

/* A time begins, or ends: @cycles counts its cycles, the last one not. */
static inline void
dl_sim_count_time (guint64 *cycles, gboolean begins, guint64 now)
{
  *cycles += begins ? -now : now;
}

/* @to becomes what came after @from. The sums only: digest and largest latency stay as they are. */
void dl_sim_counters_subtract (DlSimCounters *to, const DlSimCounters *from);

/* Of packets delivered, whenever they were created. Start zeroed. */
typedef struct
{
  DlLatency network;             /* from leaving the source queue to the tail's ejection */
  DlLatency total;               /* from creation */
  DlLatency minimal, nonminimal; /* @network, apart; of a dragonfly */
  guint64 hops;                  /* of these packets */
  guint64 *sources;              /* (n_nodes) packets delivered from each; of a torus, else NULL */
} DlSimStats;

void dl_sim_stats_clear (DlSimStats *stats);
/* What was measured since it was @earlier, of @n_sources; as dl_latency_subtract. */
void dl_sim_stats_subtract (DlSimStats *stats, const DlSimStats *earlier, guint n_sources);

/* A packet that waits at an output for room in the buffer behind it. */
typedef struct
{
  guint node;
  guint8 port, vc; /* the channel it waits for: DlPort, and 0..3 */
  guint source, dest;
  guint64 created, injected; /* cycles */
} DlSimWait;

G_END_DECLS
