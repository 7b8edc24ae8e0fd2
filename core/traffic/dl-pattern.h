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

#define DL_NO_SET G_MAXUINT32

/* All pairs of working nodes that send, each once, in one of three forms. */
typedef struct
{
  gboolean uniform; /* every working node to every other, weight 1; flows is empty then */
  GArray *flows;    /* DlFlow, by source */

  /* By sets: each node to all others of its set; flows is empty then. NULL of the others. */
  guint n_sets;
  guint32 *set;       /* (n_nodes) DL_NO_SET: none, as of broken ones */
  guint32 *set_first; /* (n_sets + 1) where each set's nodes begin in set_node */
  guint32 *set_node;  /* (set_first[n_sets]) rising in each set */
  double set_weight;  /* of each pair: packets, a whole number */
} DlDemand;

struct _DlPattern
{
  const char *id;          /* the name in files */
  const char *title;       /* for people, translatable */
  const char *description; /* one line, translatable */
  gboolean uniform;
  gboolean needs_target;
  gboolean needs_seed;
  gboolean program;       /* ranks send in turn: the workload of the same name */
  gboolean places;        /* ranks or jobs are put on nodes, as a placement says */
  gboolean needs_bytes;   /* of a program: the length of its messages */
  gboolean needs_matrix;  /* of a program: who sends what; of others: weights of pairs of ranks */
  gboolean needs_program; /* of a program: a GOAL file or a collective says all of it */
  gboolean takes_bytes;   /* messages of a length, where they are given one */
};

/* Patterns of several families. */
extern const DlPattern dl_pattern_uniform, dl_pattern_transpose, dl_pattern_bit_complement,
    dl_pattern_tornado, dl_pattern_neighbor, dl_pattern_random_permutation, dl_pattern_all_to_one,
    dl_pattern_all_to_all, dl_pattern_allreduce, dl_pattern_fft, dl_pattern_matrix,
    dl_pattern_program, dl_pattern_weights, dl_pattern_jobs;

/* Takes @set, (n_nodes) as above. */
DlDemand *dl_demand_new_sets (guint32 *set, guint n_nodes, guint n_sets, double weight);
/* Is it by sets? Without any set it has no flow either. */
static inline gboolean
dl_demand_has_sets (const DlDemand *demand)
{
  return demand->set != NULL;
}
/* Ordered pairs of all sets. */
guint64 dl_demand_count_set_pairs (const DlDemand *demand);
/* Weight that a node of the largest set sends. */
double dl_demand_most_of_sets (const DlDemand *demand);

/* Whether some pairs send more than others. */
gboolean dl_demand_is_weighted (const DlDemand *demand);
void dl_demand_free (DlDemand *demand);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDemand, dl_demand_free)

G_END_DECLS
