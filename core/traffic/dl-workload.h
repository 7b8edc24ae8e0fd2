/* Traffic as a program: what each rank of a parallel program sends, in which order, and for what it
 * waits. Immutable, shared by reference between threads; steps are computed, never stored. */
#pragma once

#include "dl-jobs.h"
#include "dl-matrix.h"
#include "dl-pattern.h"
#include "dl-placement.h"
#include "dl-program.h"
#include "dl-rng.h"
#include "dl-shared.h"

G_BEGIN_DECLS

/* A data flit of the SeaStar carries 8 bytes; the first flit of a packet is its header and carries
 * none: "up to 8 data flits (64 bytes) of payload" (age paper, figure 1). */
#define DL_FLIT_PAYLOAD_BYTES 8
/* The longest message. */
#define DL_WORKLOAD_MAX_BYTES DL_MATRIX_MAX_BYTES

typedef enum
{
  DL_WORKLOAD_ERROR_PACKET,  /* packets without room for payload */
  DL_WORKLOAD_ERROR_MESSAGE, /* messages of no bytes, or too many */
  DL_WORKLOAD_ERROR_RANKS    /* a matrix or program of more ranks than are placed */
} DlWorkloadError;

#define DL_WORKLOAD_ERROR (dl_workload_error_quark ())
GQuark dl_workload_error_quark (void);

/* A machine's packets. */
typedef struct
{
  guint flits;         /* of a full packet */
  guint header_flits;  /* of these, without payload: a shorter packet has them, too */
  guint payload_bytes; /* of a full packet; 0: it has no room for any */
  double cycle_ns;     /* in which a node sends a flit; 0: a ns of a program is a cycle */
} DlPacketShape;

/* Packets of the SeaStar. */
static inline DlPacketShape
dl_packet_shape_seastar (guint flits)
{
  return (DlPacketShape) { flits, 1, (flits - 1) * DL_FLIT_PAYLOAD_BYTES, 2 };
}

typedef struct _DlWorkload DlWorkload;
typedef struct _DlWorkloadKind DlWorkloadKind;

/* A rank sends one message, or none, and then waits. Its next step begins when that message has
 * left the rank's node whole, and when all messages with @tag that are for it have arrived there,
 * if it waits for any. Messages may be early: a rank counts those of each tag from the beginning,
 * whatever step it is at. */
typedef struct
{
  guint32 send_to;      /* rank, another one; DL_NO_RANK: sends nothing */
  guint32 tag;          /* of the messages sent and waited for */
  guint64 bytes;        /* of the message, at least 1; 0 if there is none */
  guint32 n_wait;       /* messages received: all with @tag, or 0 */
  guint64 wait_packets; /* packets of these messages, which may come in any order */
} DlWorkloadStep;

struct _DlWorkloadKind
{
  const char *id;       /* of the traffic pattern in files */
  gboolean has_matrix;  /* which also says how long messages are */
  gboolean has_program; /* likewise; steps are its sends alone, for who only asks who sends what */
  gboolean has_teams;
  gboolean unawaited; /* no rank waits: a message without a path is left out, and delays no rank */
  /* Fills in what the workload says of itself, and what @step needs. */
  void (*prepare) (DlWorkload *workload);
  guint (*n_steps) (const DlWorkload *workload, guint rank);
  /* @step comes as a step that does nothing. */
  void (*step) (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step);
};

/* Sets of ranks that have nothing to do with each other. */
typedef struct
{
  guint n_teams;
  const guint32 *first; /* (n_teams + 1) the rank that each begins with; all ranks are in one */
  guint first_shift;    /* at least 1: the place in a team's order of shifts where it begins */
  guint n_shifts;       /* steps; 0: all that there are from there on */
} DlWorkloadTeams;

typedef struct
{
  const DlWorkloadKind *kind;
  DlPlacement *placement; /* a matrix of fewer ranks takes the first */
  DlMatrix *matrix;       /* for the kinds that have one, else NULL */
  DlProgram *program;     /* likewise; of fewer ranks than are placed takes the first */
  DlJobs *jobs;           /* that @program is of, each a part; NULL: all ranks are in one */
  gboolean random_order;  /* for the kinds that have one */
  guint64 seed;           /* of the order */
  DlWorkloadTeams teams;  /* for the kinds that have some */
  guint64 message_bytes;  /* for the kinds without a matrix, at least 1 */
  DlPacketShape packet;   /* with room for payload */
} DlWorkloadSpec;

struct _DlWorkload
{
  DlShared shared;
  DlWorkloadSpec spec; /* with references and teams of its own */
  guint n_ranks;
  guint n_tags;              /* tags are below; 0 if nothing is sent */
  guint64 n_messages;        /* of all ranks */
  guint64 n_packets;         /* of all messages */
  guint grid[2];             /* fft: rows, columns; rank = row grid[1] + column */
  guint core_ranks;          /* allreduce: the largest power of two that is not above n_ranks */
  guint core_levels;         /* allreduce: its logarithm */
  guint32 *first_entry;      /* (n_ranks) matrix: the entry that a source begins with; (n_ranks +
                                1) program: a rank's first send in @sends */
  guint32 *n_incoming;       /* (n_ranks) matrix: messages to each rank */
  guint64 *incoming_packets; /* (n_ranks) matrix: packets of these */
  guint32 *sends;            /* (n_messages) program: the sends of each rank, in their order */
  guint32 *team;             /* (n_ranks) shifts */
  guint32 *team_shift; /* (n_ranks) shifts: each team's in their order, after a 0; NULL: rising */
};

/* The kinds that any network runs: all-to-all, allreduce, fft, matrix: by steps. */
const DlWorkloadKind *const *dl_workload_kinds (guint *n_kinds);
/* NULL if there is none of that name. */
const DlWorkloadKind *dl_workload_kind_find (const char *id);

/* Errors: DL_WORKLOAD_ERROR. */
DlWorkload *dl_workload_new (const DlWorkloadSpec *spec, GError **error);
/* Do both send the same messages between the same nodes, in the same order? */
gboolean dl_workload_same (const DlWorkload *workload, const DlWorkload *other);
DL_SHARED (DlWorkload, dl_workload)

static inline guint
dl_workload_node (const DlWorkload *workload, guint rank)
{
  return workload->spec.placement->node[rank];
}

static inline guint
dl_workload_n_steps (const DlWorkload *workload, guint rank)
{
  return workload->spec.kind->n_steps (workload, rank);
}
/* Shifts of the largest team of an all to all, and in @n_all those there would be; 0 of other
 * kinds. */
guint dl_workload_count_shifts (const DlWorkload *workload, guint *n_all);

/* The @i-th step of @rank; FALSE after the last. When a rank is past its last step, everything that
 * is for it has arrived. */
gboolean dl_workload_step (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step);
/* Packets of a message: all full but perhaps the last, at least one. */
guint64 dl_workload_packets (const DlWorkload *workload, guint64 bytes);
/* Flits of the smallest packet that any of its messages can have. */
guint dl_workload_least_flits (const DlWorkload *workload);
/* Flits of the @packet-th one, its header included; and bytes of the message that it carries. */
guint dl_workload_packet_flits (const DlWorkload *workload, guint64 bytes, guint64 packet);
guint dl_workload_packet_payload (const DlWorkload *workload, guint64 bytes, guint64 packet);

/* Demand of the whole program, for an analysis that knows no order: a flow for each pair of nodes
 * that exchange messages, its weight their packets. As many flows as pairs, by source. */
DlDemand *dl_workload_demand (const DlWorkload *workload);
/* The same one by one. */
typedef void (*DlFlowFunc) (const DlFlow *flow, gpointer data);
void dl_workload_foreach_flow (const DlWorkload *workload, DlFlowFunc func, gpointer data);

/* The programs that there are; dl-workload.h is how to use them. */

extern const DlWorkloadKind dl_workload_all_to_all;
extern const DlWorkloadKind dl_workload_allreduce;
extern const DlWorkloadKind dl_workload_fft;
extern const DlWorkloadKind dl_workload_matrix;
/* Operations in a partial order (dl-program.h); not among dl_workload_kinds. */
extern const DlWorkloadKind dl_workload_program;

/* Teams of ranks, such as jobs, which exchange messages in an all to all. */

typedef struct
{
  DlPlacement *placement;
  guint n_teams;
  guint32 *first; /* (n_teams + 1) the rank that each team begins with */
} DlTeams;

/* @team: (n_nodes) of each node, DL_NO_SET: none. Ranks rise with nodes in each team. */
void dl_teams_init (DlTeams *teams, const guint32 *team, guint n_nodes, guint n_teams);
/* All ranks of @placement as one. */
void dl_teams_init_ranks (DlTeams *teams, DlPlacement *placement);
void dl_teams_clear (DlTeams *teams);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlTeams, dl_teams_clear)
/* Ranks of the largest one. */
guint dl_teams_most (const DlTeams *teams);

/* All to all in each of @teams by shifts. @spec states which shifts and in which order
 * (DlWorkloadTeams), the messages, and the packets. Errors: DL_WORKLOAD_ERROR. */
DlWorkload *dl_teams_shifts (const DlTeams *teams, DlWorkloadSpec spec, GError **error);

/* Lengths of packets that are drawn at random, as of requests and replies that have few and many
 * flits: a list with weights. */

#define DL_MAX_PACKET_LENGTHS 16

/* A plain value; all zero: every packet has the full length. */
typedef struct
{
  guint n;
  guint flits[DL_MAX_PACKET_LENGTHS];   /* (n) in the order of the list, no two alike */
  double weight[DL_MAX_PACKET_LENGTHS]; /* (n) above 0, as stated */
} DlPacketLengths;

gboolean dl_packet_lengths_equal (const DlPacketLengths *a, const DlPacketLengths *b);
/* Mean and least flits of a packet, where the full length is @full. */
double dl_packet_lengths_mean (const DlPacketLengths *lengths, guint full);
guint dl_packet_lengths_least (const DlPacketLengths *lengths, guint full);
/* Flits of the next packet, by the weights; 0: the full length, and @rng is not asked. */
guint dl_packet_lengths_draw (const DlPacketLengths *lengths, DlRng *rng);

G_END_DECLS
