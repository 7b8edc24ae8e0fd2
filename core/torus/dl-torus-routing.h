/* Routing of a torus as the user asks for it. */
#pragma once

#include "dl-torus.h"

G_BEGIN_DECLS

typedef struct _DlTorusEngine DlTorusEngine;
typedef struct _DlVcPolicy DlVcPolicy;
typedef struct _DlVcTable DlVcTable;

typedef enum
{
  DL_TORUS_TIE_POSITIVE, /* destinations half the ring away go positive */
  DL_TORUS_TIE_PARITY,   /* positive from an even, negative from an odd coordinate */
  DL_TORUS_TIE_RANDOM    /* a fair coin per packet and dimension */
} DlTorusTie;

#define DL_NO_DATELINE (-1)

typedef struct
{
  const DlTorusEngine *engine;
  const DlVcPolicy *vc_policy;
  DlVcTable *vc_table; /* nullable; held by the embedding struct; for policies with a table */
  DlTorusTie tie;
  guint8 tie_minus; /* of random ties, dimensions (1 << DlTorusDim) in which the coin says negative;
                       0 in what a user asks for */
  guint bubble_packets; /* of policies with a bubble: free room that a packet needs to enter a ring,
                           at least 1; 2 and more leave one behind */
  gint dateline[DL_TORUS_N_DIMS]; /* node coordinate, or DL_NO_DATELINE; unused in a mesh dimension
                                   */
  /* Settings from the traffic. */
  gboolean source_vc_zero; /* runs that no rule binds start on VC0, whatever the policy */
  double response_share;   /* of the packets, on VC2 and VC3 where requests are on VC0 and VC1 */
  guint8 vcs; /* of an input-queued router, which takes any virtual channel of a half; 0: the
                 SeaStar, with two for requests and two for responses */
} DlTorusRouting;

G_END_DECLS
