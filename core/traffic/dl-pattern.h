/* Traffic patterns: which nodes send to which (manual, traffic). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _DlPattern DlPattern;

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
  gboolean takes_bytes;  /* messages of a length, where they are given one */
};

/* Those of more than one family. */
extern const DlPattern dl_pattern_uniform, dl_pattern_transpose, dl_pattern_bit_complement,
    dl_pattern_tornado, dl_pattern_neighbor, dl_pattern_random_permutation, dl_pattern_all_to_one,
    dl_pattern_all_to_all, dl_pattern_allreduce, dl_pattern_fft, dl_pattern_matrix;

/* Whether some pairs send more than others. */
gboolean dl_demand_is_weighted (const DlDemand *demand);
void dl_demand_free (DlDemand *demand);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDemand, dl_demand_free)

G_END_DECLS
