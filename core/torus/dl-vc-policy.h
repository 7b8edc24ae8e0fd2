/* Virtual-channel policies: the VC on which a packet enters a dimension (VC paper, section 3). */
#pragma once

#include "dl-torus-engine.h"

G_BEGIN_DECLS

/* A leg: the part of a route inside one dimension, from the node where the packet enters the
 * dimension (injected or turned in) to the node where it leaves it. */
typedef struct
{
  guint32 entry;       /* node */
  guint32 end;         /* node */
  guint32 length;      /* hops, at least 1 */
  guint32 to_dateline; /* hops before the one that leaves the dateline node; length if none does */
  gboolean reaches_dateline; /* some hop arrives at the dateline node */
  gboolean to_higher;        /* the next hop is in a higher dimension (X above Y above Z) */
  guint8 port;               /* every hop of the leg leaves by it */
  guint8 vc;                 /* it starts on; from the dateline node on it is on VC1 */
  guint8 vc_rule;            /* DlVcRule that chose it */
} DlTorusLeg;

static inline gboolean
dl_torus_leg_leaves_dateline (const DlTorusLeg *leg)
{
  return leg->to_dateline < leg->length;
}

/* The VC of hop @i of the leg, from 0. */
static inline guint
dl_torus_leg_vc (const DlTorusLeg *leg, guint i)
{
  return i < leg->to_dateline ? leg->vc : 1;
}

typedef enum
{
  DL_VC_RULE_FROM_DATELINE,
  DL_VC_RULE_CROSSES,
  DL_VC_RULE_TO_HIGHER,
  DL_VC_RULE_NEIGHBOR,
  DL_VC_RULE_GLOBAL_ZERO,   /* between regions, on VC0 */
  DL_VC_RULE_GLOBAL_PARITY, /* between regions, by the destination's bottom bit */
  DL_VC_RULE_PARITY,
  DL_VC_RULE_TABLE,  /* no other rule binds it: as the table says */
  DL_VC_RULE_WRAP,   /* by whether the coordinate falls, in the direction of the leg */
  DL_VC_RULE_SOURCE, /* no other rule binds it: traffic.source-vc=0 */
  DL_VC_RULE_BUBBLE, /* input-queued: a packet that enters a ring leaves room in it */
  DL_VC_RULE_ANY,    /* input-queued: the dimension has no halves (dl_vc_has_halves) */
  DL_N_VC_RULES
} DlVcRule;

/* Why a leg starts on its virtual channel, in a sentence, and where a paper says so; both
 * translated. */
const char *dl_vc_rule_text (DlVcRule rule);
const char *dl_vc_rule_section (DlVcRule rule);

struct _DlVcPolicy
{
  const char *id;
  const char *title;
  const char *description;
  gboolean neighbors;       /* 3.2: the dateline's first neighbor downstream starts on VC0 */
  gboolean global_entries;  /* 3.3: the two global entries of a region differ */
  gboolean output_crossing; /* 3.4: crossing is decided at the dateline's output port */
  gboolean table;           /* 3.6: legs that are free take what a table says */
  gboolean wrap_partition;  /* no datelines: the half is that of the leg, which ends at a smaller
                               coordinate than it begins at, or not (BookSim 2, routefunc.cpp,
                               dor_next_torus) */
  gboolean bubble;          /* no datelines, no halves: a packet enters a ring only if room for
                               another one is left after it (Puente et al. 2001) */
};

/* Is it a rule of the input-queued router, which looks at no datelines? */
static inline gboolean
dl_vc_policy_without_datelines (const DlVcPolicy *policy)
{
  return policy->wrap_partition || policy->bubble;
}

/* (n_policies) all there are, and the one with that identifier; NULL if there is none. */
const DlVcPolicy *const *dl_vc_policies (guint *n_policies);
const DlVcPolicy *dl_vc_policy_find (const char *id);

/* The VC (0 or 1) on which @leg towards @dest starts; leg->vc is not looked at. @rule may be NULL.
 */
guint dl_vc_policy_start (const DlTorusRoutes *routes, const DlTorusLeg *leg, guint dest,
                          DlVcRule *rule);

G_END_DECLS
