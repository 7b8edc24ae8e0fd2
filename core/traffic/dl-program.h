/* Programs of messages: what each rank computes, sends and receives, and what each of these needs
 * first. Immutable, in flat arrays, shared by reference between threads. GOAL files (dl-goal.h) and
 * collectives (dl-collective.h) become such programs. */
#pragma once

#include "dl-placement.h"
#include "dl-shared.h"

G_BEGIN_DECLS

#define DL_ANY_TAG G_MAXUINT32
#define DL_NO_OP   G_MAXUINT32
/* Operations of one program. */
#define DL_PROGRAM_MAX_OPS (1u << 25)
/* Bytes of one message, and ns of one computation. */
#define DL_PROGRAM_MAX_SIZE (G_GUINT64_CONSTANT (1) << 40)

typedef enum
{
  DL_PROGRAM_ERROR_SYNTAX,
  DL_PROGRAM_ERROR_RANK,      /* one that is not in the program, or twice */
  DL_PROGRAM_ERROR_LABEL,     /* no operation has it, or two have */
  DL_PROGRAM_ERROR_LIMIT,     /* too many, or too large */
  DL_PROGRAM_ERROR_CYCLE,     /* operations require each other in a cycle */
  DL_PROGRAM_ERROR_UNMATCHED, /* a send without a receive, or the reverse */
  DL_PROGRAM_ERROR_STUCK      /* a rank waits for ever: found as the program runs */
} DlProgramError;

#define DL_PROGRAM_ERROR (dl_program_error_quark ())
GQuark dl_program_error_quark (void);

/* In the order in which LogGOPSim begins those that become ready together. */
typedef enum
{
  DL_OP_SEND,
  DL_OP_RECV,
  DL_OP_CALC
} DlOpKind;

typedef struct
{
  guint64 size;    /* bytes; of a computation its time in ns */
  guint32 peer;    /* rank that it is sent to, or comes from; DL_NO_RANK: from any */
  guint32 tag;     /* DL_ANY_TAG: a receive takes any */
  guint32 line;    /* of the file, for messages; 0: none */
  guint8 kind;     /* DlOpKind */
  guint8 cpu, nic; /* of the rank, that it needs */
} DlOp;

/* Messages from a rank to another with a tag: they are received in the order in which they were
 * sent. */
typedef struct
{
  guint32 from, to, tag;
  guint32 n_sends;
} DlOpChannel;

typedef struct
{
  DlShared shared;
  char *name; /* of the file, for messages; nullable */
  guint n_ranks;
  guint n_cpus, n_nics; /* of a rank, at least 1 */
  guint n_ops;
  DlOp *ops;            /* (n_ops) those of a rank together, in the order of its text */
  guint32 *first;       /* (n_ranks) */
  guint32 *n;           /* (n_ranks) operations of each */
  guint32 *rank;        /* (n_ops) */
  guint32 *n_required;  /* (n_ops) edges that end there */
  guint32 *first_after; /* (n_ops + 1): operations that require this one are in */
  guint32 *after;       /* 2 op + 1 if that may begin as soon as this one has begun (irequires) */
  guint n_channels;
  DlOpChannel *channels;
  guint32 *channel;    /* (n_ops) of sends, and of receives that name rank and tag; else DL_NO_OP */
  gboolean *takes_any; /* (n_ranks) has receives that leave either open */
  guint64 n_messages, bytes; /* of all */
} DlProgram;
DL_SHARED (DlProgram, dl_program)

/* Are both the same, but for names and lines? */
gboolean dl_program_same (const DlProgram *program, const DlProgram *other);

/* Making one ---------------------------------------------------------------------------------- */

typedef struct _DlProgramMaker DlProgramMaker;

/* @name: of a file, for messages; nullable. */
DlProgramMaker *dl_program_maker_new (guint n_ranks, const char *name);
void dl_program_maker_free (DlProgramMaker *maker);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlProgramMaker, dl_program_maker_free)
/* Operations that are added from now on are @rank's, which was not begun before. */
void dl_program_maker_begin (DlProgramMaker *maker, guint rank);
gboolean dl_program_maker_has_begun (const DlProgramMaker *maker, guint rank);
/* Returns its number. */
guint32 dl_program_maker_add (DlProgramMaker *maker, DlOp op);
guint dl_program_maker_get_n_ops (const DlProgramMaker *maker);
/* @op, of the same rank as @other, begins when that has ended, or @start has begun. */
void dl_program_maker_require (DlProgramMaker *maker, guint32 op, guint32 other, gboolean start);
/* Taken from @maker, which is empty afterwards. Errors: CYCLE, UNMATCHED. */
DlProgram *dl_program_maker_finish (DlProgramMaker *maker, GError **error);

/* A program without operations. */
DlProgram *dl_program_new_idle (guint n_ranks);

/* Programs put together ----------------------------------------------------------------------- */

typedef struct
{
  DlProgram *program;
  guint first_rank; /* of the whole, which is its rank 0 */
} DlProgramPart;

/* @parts (n) side by side among @n_ranks, of which no two share one: each as if it were alone, but
 * for the network. Each runs @times times; between two of these a rank computes for @compute_ns
 * when all of its operations have ended, whatever the others do. Named as the first. Errors:
 * DL_PROGRAM_ERROR_LIMIT. */
DlProgram *dl_program_new_parts (const DlProgramPart *parts, guint n, guint n_ranks, guint times,
                                 guint64 compute_ns, GError **error);

/* @error about @op becomes FILE:LINE: and the message. */
void dl_program_fail (const DlProgram *program, guint32 op, GError **error, DlProgramError code,
                      const char *format, ...) G_GNUC_PRINTF (5, 6);

/* Matching ------------------------------------------------------------------------------------ */

/* Receives that wait for messages and messages that wait for receives, in their order. Ranks share
 * nothing: each call is about the rank that receives. */
typedef struct _DlProgramMatch DlProgramMatch;

DlProgramMatch *dl_program_match_new (DlProgram *program);
void dl_program_match_free (DlProgramMatch *match);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlProgramMatch, dl_program_match_free)
/* A receive is posted: the send whose message it takes, or DL_NO_OP: it waits. */
guint32 dl_program_match_post (DlProgramMatch *match, guint32 recv);
/* The message of @send has arrived: the receive that takes it, or DL_NO_OP: it waits. */
guint32 dl_program_match_arrive (DlProgramMatch *match, guint32 send);
/* Does @recv, which was posted, wait? */
gboolean dl_program_match_waits (const DlProgramMatch *match, guint32 recv);
/* All that changes in it, to be copied out or in. */
void dl_program_match_foreach_state (DlProgramMatch *match,
                                     void (*func) (gpointer bytes, gsize size, gpointer data),
                                     gpointer data);

G_END_DECLS
