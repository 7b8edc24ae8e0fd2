/* Options of the cycle-accurate simulation: the SeaStar router and the run (manual, simulation). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* 7 input ports: x+ x- y+ y- z+ z- processor. */
#define DL_N_ROUTER_PORTS 7
#define DL_N_LINK_PORTS   (DL_N_ROUTER_PORTS - 1) /* the last one is the processor's */

typedef struct
{
  guint input_buffer;   /* flits a virtual channel of an input port */
  guint staging_buffer; /* flits */
  guint link_cycles;
  guint crossbar_cycles;
  double ejection_rate;                       /* flits a cycle */
  double link_error_rate;                     /* flits in error */
  guint8 request_age_bias[DL_N_ROUTER_PORTS]; /* 3 bits each, by input port */
  guint8 response_age_bias[DL_N_ROUTER_PORTS];
  guint32 age_clock_period; /* cycles, at least 1 */
  guint64 age_rr_select;    /* a bit a grant: 1 by age, 0 round robin */
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

G_END_DECLS
