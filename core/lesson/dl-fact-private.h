/* What the functions of facts share. Private to dl-fact*.c. */
#pragma once

#include "dl-fact.h"

G_BEGIN_DECLS

#define DL_FACT_TORUS     (1 << DL_KIND_TORUS)
#define DL_FACT_DRAGONFLY (1 << DL_KIND_DRAGONFLY)
#define DL_FACT_BOTH      (DL_FACT_TORUS | DL_FACT_DRAGONFLY)

typedef gboolean (*DlFactGet) (const DlWorld *world, const DlFact *fact, DlFactValue *value);

/* Those of both kinds ask the one or the other. */
gboolean dl_fact_torus_link (const DlWorld *world, const DlFact *fact, guint *link);
gboolean dl_fact_dragonfly_link (const DlWorld *world, const DlFact *fact, guint *link);

#define DL_FACT_DECLARE(name)                                                                      \
  gboolean dl_fact_##name (const DlWorld *world, const DlFact *fact, DlFactValue *value)

/* dl-fact-torus.c */
DL_FACT_DECLARE (radix);
DL_FACT_DECLARE (dateline);
DL_FACT_DECLARE (idle_links);
DL_FACT_DECLARE (idle_share);
DL_FACT_DECLARE (balanced_share);
DL_FACT_DECLARE (mean_load);
DL_FACT_DECLARE (balance_mean);
DL_FACT_DECLARE (crosses);
DL_FACT_DECLARE (vc_changes);
DL_FACT_DECLARE (uses);
DL_FACT_DECLARE (vc_on);
DL_FACT_DECLARE (bias_age);
DL_FACT_DECLARE (link_balance);
DL_FACT_DECLARE (broken_channels);
DL_FACT_DECLARE (torus_hops);
DL_FACT_DECLARE (torus_delivered);
DL_FACT_DECLARE (torus_route);

/* dl-fact-dragonfly.c */
DL_FACT_DECLARE (group_links);
DL_FACT_DECLARE (group_load);
DL_FACT_DECLARE (class_links);
DL_FACT_DECLARE (nonminimal_share);
DL_FACT_DECLARE (bisection);
DL_FACT_DECLARE (global_bandwidth);
DL_FACT_DECLARE (optical_cables);
DL_FACT_DECLARE (dragonfly_hops);
DL_FACT_DECLARE (dragonfly_delivered);
DL_FACT_DECLARE (dragonfly_route);

#undef DL_FACT_DECLARE

G_END_DECLS
