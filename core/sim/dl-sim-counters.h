/* Counts and measures of simulations, whatever the router. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Latencies of packets: their distribution, as it is gathered while a simulation runs. And figures
 * of several runs: their mean, and how sure it is. */

/* Values below this are counted one by one; above, each power of 2 is cut into half as many
 * steps. */
#define DL_LATENCY_EXACT 512

/* A distribution of cycles. Everything in it is a whole number, so that the order in which packets
 * and parts of a simulation are added does not matter. Start zeroed. */
typedef struct
{
  guint64 count;
  guint64 sum;
  guint64 square_low, square_high; /* the sum of squares, 128 bits */
  guint64 max;
  guint n_bins;
  guint64 *bins; /* (n_bins) packets */
} DlLatency;

void dl_latency_clear (DlLatency *latency);
void dl_latency_add (DlLatency *latency, guint64 cycles);
void dl_latency_merge (DlLatency *latency, const DlLatency *other);
/* Latencies added since @earlier; the largest one is then within 1 in DL_LATENCY_EXACT. */
void dl_latency_subtract (DlLatency *latency, const DlLatency *earlier);

/* The cycles that bin @bin is of, from @first to @last. */
void dl_latency_bin (guint bin, guint64 *first, guint64 *last);

/* Exact; NAN without packets, the deviation also with one. */
double dl_latency_mean (const DlLatency *latency);
double dl_latency_sd (const DlLatency *latency);
/* The latency that @share (0..1) of the packets do not exceed: exact below DL_LATENCY_EXACT, else
 * within 1 in DL_LATENCY_EXACT of it. NAN without packets. */
double dl_latency_quantile (const DlLatency *latency, double share);

/* Mean of the numbers among @values (n), and how far the 95% confidence interval by Student's t
 * reaches to either side of it: NAN for fewer than two. */
void dl_mean_interval (const double *values, guint n, double *mean, double *reach);
/* How far the 95% confidence interval of the difference of two means reaches to either side of it,
 * those of @a (n_a) and @b (n_b), whose variances may differ (Welch 1947, Biometrika 34). NAN for
 * fewer than two of either, or a value that is not a number. */
double dl_welch_reach (const double *a, guint n_a, const double *b, guint n_b);

/* Options of the cycle-accurate simulation: the SeaStar router and the run (manual, simulation). */

/* 7 input ports: x+ x- y+ y- z+ z- processor. */
#define DL_N_ROUTER_PORTS 7
#define DL_N_LINK_PORTS   (DL_N_ROUTER_PORTS - 1) /* the last one is the processor's */

typedef struct
{
  guint input_buffer;   /* flits per virtual channel of an input port */
  guint staging_buffer; /* flits */
  guint link_cycles;
  guint crossbar_cycles;
  double ejection_rate;                       /* flits/cycle */
  double link_error_rate;                     /* flits in error */
  guint8 request_age_bias[DL_N_ROUTER_PORTS]; /* 3 bits each, by input port */
  guint8 response_age_bias[DL_N_ROUTER_PORTS];
  guint32 age_clock_period; /* cycles, at least 1 */
  guint64 age_rr_select;    /* a bit per grant: 1 by age, 0 round robin */
} DlRouterSpec;

/* The input-queued router, [input-queued] (manual, simulation). Delays are in cycles. */
typedef struct
{
  guint vcs;           /* of a port */
  guint buffer_flits;  /* of a virtual channel */
  guint routing_delay; /* of the four stages, at least 1 */
  guint vc_allocation_delay;
  guint switch_allocation_delay;
  guint switch_traversal_delay;
  guint channel_delay;        /* at least 1 */
  guint global_channel_delay; /* of links between groups, at least 1 */
  guint credit_delay;         /* beyond the channel's */
  guint allocator_iterations; /* at least 1 */
  guint flit_bytes;           /* payload, of programs of messages; at least 1 */
  double cycle_ns;            /* of these; 0: by the fastest link */
} DlInputQueuedSpec;

/* A warm-up that is found, not given: warmup-cycles=auto. */
#define DL_WARMUP_AUTO G_MAXUINT64

/* When a run ends. */
typedef enum
{
  DL_STOP_CYCLES,   /* after its cycles */
  DL_STOP_PRECISION /* when its intervals are as narrow as wanted, or after its cycles */
} DlStop;

typedef struct
{
  guint64 warmup_cycles; /* or DL_WARMUP_AUTO */
  guint64 cycles;        /* of the whole run, warm-up included */
  int stop;              /* DlStop */
  double precision;      /* half of the wanted 95% interval, as a share of the mean */
  guint threads;
} DlSimulationSpec;

typedef enum
{
  DL_SIM_ERROR_LIMIT,       /* a parameter with which nothing can move, or past what fits */
  DL_SIM_ERROR_UNREACHABLE, /* a rank would wait for a message without a path to it */
  DL_SIM_ERROR_FIXED        /* a run cannot take it, but a new one can */
} DlSimError;

#define DL_SIM_ERROR (dl_sim_error_quark ())
GQuark dl_sim_error_quark (void);

/* Reason why a packet's next flit waits in the buffer of an input-queued router, whose allocators
 * would otherwise pass it on (Dally & Towles, 16.2). */
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

/* Reason why a packet goes by a route that is not minimal. */
typedef enum
{
  DL_DETOUR_NONE,       /* it goes minimally */
  DL_DETOUR_MODE,       /* the routing mode sends all packets so */
  DL_DETOUR_QUEUE,      /* the queue and the credits of its own outputs: by what they count as, the
                           minimal ones were longer */
  DL_DETOUR_DOWNSTREAM, /* by these a minimal one would have won, but not with the queues that the
                           routers behind them had told of */
  DL_N_DETOURS
} DlDetour;

/* "queue", as files have it. */
const char *dl_detour_id (DlDetour detour);

/* Counts since cycle 0. Members that a simulator has no use for are 0: ages, ports and virtual
 * channels of the Aries. Among them are the counters of the age paper's table 4: PKTS and FLITS of
 * a virtual channel count what its port receives, here what the output before that sends, which is
 * the same; STALLED, "cycles stalled where the router does not have sufficient virtual channel send
 * credits", is @stalled_output; VCv_BLOCKED, "cycles spent blocked waiting for buffer resource in
 * virtual channel v", is @blocked. By direction: an output is named by where packets leave to, an
 * input by where they come from; the processor's are the injected ones and those at their
 * destination (manual, simulation). */
typedef struct
{
  guint64 created;      /* packets, in source queues and beyond */
  guint64 injected;     /* packets that left their source queue */
  guint64 delivered;    /* packets */
  guint64 unreachable;  /* packets not created, since there is no path */
  guint64 at_dateline;  /* packets not created, since they would be dropped at a dateline */
  guint64 dropped_link; /* packets that came to a link or router that broke (dl_seastar_change) */
  guint64 dropped_deadlock; /* packets given up for new tables, since they never would have moved */
  guint64 dropped_source;   /* packets created, not injected, that have no path by new tables */
  guint64 delivered_flits;  /* of the packets delivered */
  guint64 delivered_bytes;  /* payload; of a dragonfly */
  guint64 minimal, nonminimal;   /* packets injected, by the choice at the source, as soon as it is
                                    made; likewise */
  guint64 detours[DL_N_DETOURS]; /* the same, by the reason */
  guint64 choices;               /* that packets made between outputs by their queues */
  guint64 judged, regretted;     /* of these, of one packet in DL_SIM_JUDGED_OF, looked at again
                                    later, and the router would then have taken another one
                                    (dl-sim-choices.h) */
  guint64 flit_hops;             /* flits over links between routers, each once */
  guint64 retransmitted_packets; /* resent over a link, for errors on it */
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

/* Statistics of packets delivered, whenever they were created. Start zeroed. */
typedef struct
{
  DlLatency network;             /* from leaving the source queue to the tail's ejection */
  DlLatency total;               /* from creation */
  DlLatency minimal, nonminimal; /* @network, apart; of a dragonfly */
  guint64 hops;                  /* of these packets */
  guint64 *sources;              /* (n_nodes) packets delivered from each; of a torus, else NULL */
} DlSimStats;

void dl_sim_stats_clear (DlSimStats *stats);
/* Measurements since @earlier, of @n_sources; as dl_latency_subtract. */
void dl_sim_stats_subtract (DlSimStats *stats, const DlSimStats *earlier, guint n_sources);

/* A packet that waits at an output for room in the downstream buffer. */
typedef struct
{
  guint node;
  guint8 port, vc; /* the channel it waits for: DlTorusPort, and 0..3 */
  guint source, dest;
  guint64 created, injected; /* cycles */
} DlSimWait;

/* A simulation over time: its counters at points in time. */

/* Counters since cycle 0 as they were when @cycle was next; rates are differences of two. */
typedef struct
{
  guint64 cycle;
  guint64 created, injected, delivered; /* packets */
  guint64 delivered_flits;              /* of these */
  guint64 dropped;                      /* packets in the network that were lost */
  guint64 flit_hops, latency_sum;
  guint64 total_latency_sum;     /* from creation */
  guint64 nonminimal;            /* of @injected, those sent by way of a root; 0 of a torus */
  guint64 detours[DL_N_DETOURS]; /* DlSimCounters.detours */
  guint64 judged, regretted;     /* choices, likewise */
  guint64 waits[DL_N_WAITS];     /* DlSimCounters.waits */
} DlSimPoint;

/* Flits a node and cycle that were created and delivered between two points, and the mean latency
 * of the packets that were delivered; NAN where there is nothing to divide by. */
double dl_sim_points_offered (const DlSimPoint *from, const DlSimPoint *to, double packet_flits,
                              guint n_nodes);
double dl_sim_points_accepted (const DlSimPoint *from, const DlSimPoint *to, guint n_nodes);
double dl_sim_points_latency (const DlSimPoint *from, const DlSimPoint *to);
/* Flits that waited for @wait between them, the mean of all cycles; NAN likewise. */
double dl_sim_points_waiting (const DlSimPoint *from, const DlSimPoint *to, DlWait wait);
/* Share of the packets that chose a route between them that were sent non-minimally for @detour. */
double dl_sim_points_detour (const DlSimPoint *from, const DlSimPoint *to, DlDetour detour);
/* Share of the choices judged between them that were regretted. */
double dl_sim_points_regret (const DlSimPoint *from, const DlSimPoint *to);
/* Share of the packets injected between them that were sent non-minimally. */
double dl_sim_points_nonminimal (const DlSimPoint *from, const DlSimPoint *to);

G_END_DECLS
