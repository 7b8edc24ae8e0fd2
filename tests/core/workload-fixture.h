/* Shared by tests of workloads: programs, and a network that delivers their messages in a random
 * order. */
#pragma once

#include "dl-families.h"
#include "dl-rng.h"
#include "dl-workload.h"

#define WORKLOAD_MAX_RANKS 72
#define WORKLOAD_MAX_TAGS  16

/* A ring of nodes, and a rank on each of them. */
DlTorusNetwork *workload_row (guint n_nodes);
DlPlacement *workload_place (guint n_ranks);
/* A workload with packets of 9 flits, and ranks placed like that. */
DlWorkload *workload_new (const char *kind, guint n_ranks, guint64 bytes, gboolean random_order,
                          guint64 seed);
/* A workload of the matrix @text. */
DlWorkload *workload_new_matrix (const char *text, guint n_placed);
/* A random matrix of @n ranks, dense or nearly empty. */
char *workload_random_matrix (guint n, guint64 seed);
/* workload_find_problem finds nothing. */
void workload_check (const DlWorkload *workload);

typedef struct
{
  guint from, to, tag;
  guint64 bytes;
  guint8 has[WORKLOAD_MAX_RANKS]; /* how often each rank's own part is in what is sent */
} WorkloadMessage;

/* Receipt of a message by a rank: @has is the rank's data. */
typedef void (*WorkloadTakeFunc) (const WorkloadMessage *message, guint8 *has);

typedef struct
{
  const DlWorkload *workload;
  DlRng rng;
  guint n;
  guint at[WORKLOAD_MAX_RANKS];
  gboolean sent[WORKLOAD_MAX_RANKS];
  gboolean done[WORKLOAD_MAX_RANKS];
  guint8 has[WORKLOAD_MAX_RANKS][WORKLOAD_MAX_RANKS];      /* by rank: how often each part */
  guint64 bytes[WORKLOAD_MAX_RANKS][WORKLOAD_MAX_RANKS];   /* received, by receiver and sender */
  guint messages[WORKLOAD_MAX_RANKS][WORKLOAD_MAX_RANKS];  /* likewise */
  guint first_tag[WORKLOAD_MAX_RANKS][WORKLOAD_MAX_RANKS]; /* likewise */
  GArray *flying;                                          /* WorkloadMessage */
  GArray *arrived; /* WorkloadMessage, not yet taken by the step that waits for it */
  guint n_arrived[WORKLOAD_MAX_RANKS][WORKLOAD_MAX_TAGS]; /* of those, by receiver and tag */
  WorkloadTakeFunc take;
} WorkloadWorld;

/* Until all have come to their end; @take may be NULL. */
WorkloadWorld *workload_run (const DlWorkload *workload, guint64 seed, WorkloadTakeFunc take);
void workload_world_free (WorkloadWorld *world);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WorkloadWorld, workload_world_free)
