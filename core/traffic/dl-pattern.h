/* Traffic patterns: which nodes send to which (interface.md, Patterns). */
#pragma once

#include "dl-network.h"

G_BEGIN_DECLS

typedef struct _DlPattern DlPattern;

typedef struct
{
  const DlPattern *pattern;
  gint64 target; /* node index for the patterns that need one, else -1 */
  guint64 seed;
  struct _DlWorkload *workload; /* for the patterns that are programs; nullable, borrowed */
} DlTrafficSpec;

typedef struct
{
  guint32 source;
  guint32 dest;
  double weight; /* packets, a whole number, so that loads are exact; 1 in the patterns */
} DlFlow;

/* All pairs of working nodes that send, each once. */
typedef struct
{
  gboolean uniform; /* every working node to every other, weight 1; flows is empty then */
  GArray *flows;    /* DlFlow, by source */
} DlDemand;

struct _DlPattern
{
  const char *id;          /* the name in files */
  const char *title;       /* for people, translatable */
  const char *description; /* one line, translatable */
  gboolean uniform;
  gboolean needs_target;
  gboolean needs_seed;
  gboolean program;      /* what ranks send in turn: the workload of the same name */
  gboolean places;       /* ranks or jobs are put on nodes, as a placement says */
  gboolean needs_bytes;  /* of a program: the length of its messages */
  gboolean needs_matrix; /* of a program: who sends what */
  /* Appends the flows of @spec to @flows; both ends of each must be working nodes. NULL for uniform
   * ones and programs. */
  void (*append) (const DlNetwork *network, const DlTrafficSpec *spec, GArray *flows);
};

/* All patterns of a torus, in the order of the drop-down. */
const DlPattern *const *dl_patterns (guint *n_patterns);
/* Those of a dragonfly, whose demand is a DlDragonflyDemand. */
const DlPattern *const *dl_dragonfly_patterns (guint *n_patterns);
gboolean dl_pattern_is_of_dragonfly (const DlPattern *pattern);
gboolean dl_pattern_is_of_torus (const DlPattern *pattern);
/* Each that is of either. */
const DlPattern *const *dl_all_patterns (guint *n_patterns);
/* NULL if there is none of that name. */
const DlPattern *dl_pattern_find (const char *id);

/* Of a program all packets that it sends; without a workload, of one with a rank on every working
 * node and messages of a packet. All to all among all working nodes is uniform: its weights are for
 * a packet of each message. */
DlDemand *dl_demand_new (const DlNetwork *network, const DlTrafficSpec *spec);
/* Whether some pairs send more than others. */
gboolean dl_demand_is_weighted (const DlDemand *demand);
void dl_demand_free (DlDemand *demand);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDemand, dl_demand_free)

G_END_DECLS
