/* The age paper's equations 1 to 17 for one torus or mesh, each with its number, beside what they
 * approximate, and what they recommend for age bias and age clock. */
#pragma once

#include "dl-torus.h"

G_BEGIN_DECLS

/* Exact counterparts of the age paper's equations: distances and last dimensions of uniform traffic
 * in dimension order, and the M/D/1 queue. */

/* The shape alone: what all of this depends on. */
typedef struct
{
  guint radix[DL_TORUS_N_DIMS];
  gboolean ring[DL_TORUS_N_DIMS]; /* a torus dimension of radix 3 or more; else a mesh */
  gboolean tie_parity; /* ties at k/2 by the parity of the entry coordinate, else positive */
} DlAgingShape;

/* Packets on a channel of dimension @dim if every node sends one to a node other than itself: the
 * mean of all channels, and those of a mesh's middle. NAN without channels. */
double dl_aging_load_mean (const DlAgingShape *shape, guint dim);

#define DL_AGING_PORTS (DL_TORUS_PORT_PROCESSOR + 1)

/* Inputs of the equations. A plain value. */
typedef struct
{
  DlAgingShape shape;
  double load; /* offered, flits/node/cycle */
  gboolean saturated;
  guint packet_flits;
  guint message_packets;               /* equation 3's L */
  double response_share;               /* of the packets, 0..1 */
  guint8 request_bias[DL_AGING_PORTS]; /* by input port, the processor's last */
  guint8 response_bias[DL_AGING_PORTS];
  guint32 age_clock_period; /* cycles, at least 1 */
  guint input_buffer;       /* flits per virtual channel */
  guint staging_buffer;     /* flits */
  guint class_vcs;          /* virtual channels of requests, and of responses */
  guint link_cycles;
  guint crossbar_cycles;
  double cycle_ns;
  double channel_GBps;  /* of a link, one way */
  double ejection_rate; /* flits/cycle; the link has 1 */

  /* Assumptions of the equations. */
  gboolean uniform;         /* traffic */
  gboolean healthy;         /* nothing is broken */
  gboolean dimension_order; /* all routes */

  /* The static analysis of the same network and traffic, NAN where there is none. */
  double analysis_hops;                      /* mean */
  double analysis_hops_max;                  /* of a route */
  double analysis_dim_hops[DL_TORUS_N_DIMS]; /* mean */
  double analysis_load[DL_TORUS_N_DIMS];     /* packets per channel for one that each node sends:
                                                mean */
  double analysis_load_max[DL_TORUS_N_DIMS]; /* the same for the busiest channel */
} DlAgingOptions;

/* The XT3 11x12x16 of the paper's example: uniform traffic at 0.34, bias 3,2,1, period 8, no
 * analysis. */
DlAgingOptions dl_aging_options_default (void);

/* Where a value comes from. */
typedef enum
{
  DL_AGING_PRINTED,  /* the printed equation */
  DL_AGING_EXACT,    /* the exact value that the printed equation approximates */
  DL_AGING_ANALYSIS, /* the static analysis of this scenario */
  DL_AGING_OURS,     /* derived here: not in the paper */
  DL_AGING_N_SOURCES
} DlAgingSource;

/* "printed", for files; and for people, translatable. */
const char *dl_aging_source_id (DlAgingSource source);
const char *dl_aging_source_title (DlAgingSource source);

/* All records, in the order of the list. */
typedef enum
{
  DL_AGING_T_CYCLES,
  DL_AGING_T_NS,
  DL_AGING_T_EXACT_CYCLES,
  DL_AGING_ROUTER_CYCLES,
  DL_AGING_Q_SERVICES,
  DL_AGING_Q_CYCLES,
  DL_AGING_MD1_SERVICES,
  DL_AGING_MD1_CYCLES,
  DL_AGING_T_WORST,
  DL_AGING_T_WORST_LONGEST,
  DL_AGING_T_WORST_INVERSE,
  DL_AGING_HOPS_TORUS,
  DL_AGING_HOPS_TORUS_MIXED,
  DL_AGING_HOPS_MESH,
  DL_AGING_HOPS_MESH_MIXED,
  DL_AGING_HOPS,
  DL_AGING_HOPS_EXACT,
  DL_AGING_HOPS_ANALYSIS,
  DL_AGING_LOAD_TORUS,
  DL_AGING_LOAD_TORUS_EXACT,
  DL_AGING_LOAD_MESH,
  DL_AGING_LOAD_MESH_EXACT,
  DL_AGING_LOAD_ANALYSIS,
  DL_AGING_LOAD_MAX_ANALYSIS,
  DL_AGING_EXIT_X,
  DL_AGING_EXIT_Y,
  DL_AGING_EXIT_Z,
  DL_AGING_EXIT_EXACT,
  DL_AGING_EXIT_DIRECTION,
  DL_AGING_EXIT_PLUS_EXACT,
  DL_AGING_EXIT_MINUS_EXACT,
  DL_AGING_ALL_DIMS,
  DL_AGING_CHANNEL_GBPS,
  DL_AGING_EJECTION_GBPS,
  DL_AGING_U_Z,
  DL_AGING_U_Y,
  DL_AGING_U_X,
  DL_AGING_BIAS,
  DL_AGING_BIAS_BY_LOAD,
  DL_AGING_HOPS_ROUNDED,
  DL_AGING_T_BIAS,
  DL_AGING_T_BIAS_EXACT,
  DL_AGING_TICKS,
  DL_AGING_TICKS_PER_HOP,
  DL_AGING_QUEUED_PACKETS,
  DL_AGING_QUEUE_CYCLES,
  DL_AGING_PERIOD,
  DL_AGING_PERIOD_EXACT,
  DL_AGING_OWN_BIAS,
  DL_AGING_OWN_T_BIAS,
  DL_AGING_OWN_PERIOD,
  DL_AGING_OWN_AGE,
  DL_AGING_OCCUPANCY,
  DL_AGING_STALLED_OUTPUT,
  DL_AGING_STALLED_INPUT,
  DL_AGING_HEAD_WAIT,
  DL_AGING_UTILISATION,
  DL_AGING_EJECTION_UTILISATION,
  DL_AGING_WAIT_CYCLES,
  DL_AGING_EJECTION_WAIT_CYCLES,
  DL_AGING_LATENCY_CYCLES,
  DL_AGING_AGE_AT_DESTINATION,
  DL_AGING_AGE_MEAN,
  DL_AGING_N_RECORDS
} DlAgingId;

/* Kind of record, whatever the scenario. */
typedef struct
{
  const char *id;      /* for files: "t-bias" */
  guint first, last;   /* equations; 0: the paper gives it no number */
  const char *symbol;  /* "T_bias" */
  const char *formula; /* "H_x bias_x + H_y bias_y + H_z bias_z" */
  const char *title;   /* translatable */
  const char *unit;    /* translatable; "" for a ratio */
  const char *section; /* "3.2" of the age paper; "" where it is not the paper's */
  DlAgingSource source;
  guint assumes;    /* of DlAgingAssumption */
  const char *note; /* note for any use, translatable; NULL: none */
} DlAgingInfo;

/* Bits: what an equation rests on. */
typedef enum
{
  DL_AGING_ASSUMES_UNIFORM = 1 << 0,
  DL_AGING_ASSUMES_HEALTHY = 1 << 1,
  DL_AGING_ASSUMES_ORDER = 1 << 2, /* dimension order */
  DL_AGING_ASSUMES_UNSATURATED = 1 << 3,
  DL_AGING_ASSUMES_LARGE_RADIX = 1 << 4
} DlAgingAssumption;

const DlAgingInfo *dl_aging_info (DlAgingId id);

typedef struct
{
  const DlAgingInfo *info;
  double value;                /* of the whole network; NAN if it has none */
  double dim[DL_TORUS_N_DIMS]; /* NAN where it has none */
  guint broken;                /* DlAgingAssumption that this scenario does not fulfill */
  char *note;                  /* translated; NULL if there is nothing to say */
} DlAgingRecord;

/* Parts of a packet's age: the numbers after the last two records. */
typedef struct
{
  double hops[DL_TORUS_N_DIMS];  /* of the mean packet, pairs of distinct nodes */
  double bias[DL_TORUS_N_DIMS];  /* for a hop, by the input port that it leads to */
  double processor_bias;         /* at its source */
  double ticks[DL_TORUS_N_DIMS]; /* of the age clock in the router, waiting for a hop */
  double ejection_ticks;         /* at its destination */
} DlAgingGrowth;

/* Immutable once built. */
typedef struct
{
  DlAgingOptions options;
  DlAgingRecord records[DL_AGING_N_RECORDS]; /* by DlAgingId */
  DlAgingGrowth growth;
  guint8 bias[DL_AGING_PORTS]; /* recommended, by input port */
  guint32 age_clock_period;    /* recommended, cycles; 0 if none fits */
} DlAgingModel;

DlAgingModel *dl_aging_model_new (DlAgingOptions options);
void dl_aging_model_free (DlAgingModel *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlAgingModel, dl_aging_model_free)

/* "10-12", "1", "": the record's equations. Free with g_free. */
char *dl_aging_info_number (const DlAgingInfo *info);

/* The expected age of a packet with the mean number of hops in each dimension as it is granted hop
 * @hop (1: at its source), 0..255; past its last hop, as it is ejected. Derived here, like the
 * record DL_AGING_AGE_AT_DESTINATION. */
double dl_aging_model_age_at_hop (const DlAgingModel *model, guint hop);

G_END_DECLS
