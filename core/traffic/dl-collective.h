/* Collective operations of parallel programs, by algorithm, as programs of messages. What a message
 * carries is what the algorithm sends; reducing takes no time. */
#pragma once

#include "dl-program.h"

G_BEGIN_DECLS

typedef struct _DlCollective DlCollective;

struct _DlCollective
{
  const char *id;          /* in files */
  const char *title;       /* translatable */
  const char *description; /* one line, translatable, with whose algorithm it is */
  /* Bus bandwidth over algorithm bandwidth for @n ranks, as nccl-tests define them: the part of
   * the bytes that the busiest link of an ideal network has to carry, whatever the algorithm. */
  double (*bus_factor) (guint n);
  guint64 (*n_ops) (guint n_ranks, guint64 bytes); /* of all ranks, or somewhat more */
  /* Add all ranks to @maker. @bytes: of the buffer of a rank that is reduced, gathered, or sent. */
  void (*make) (DlProgramMaker *maker, guint n_ranks, guint64 bytes);
};

/* Their order is that of menus. */
const DlCollective *const *dl_collectives (guint *n);

/* Could there be one of so many ranks? Errors: as below. */
gboolean dl_collective_check (const DlCollective *collective, guint n_ranks, guint64 bytes,
                              GError **error);
/* Program of ranks 0 to @n_ranks - 1, at least one. Errors: DL_PROGRAM_ERROR_LIMIT. */
DlProgram *dl_collective_program (const DlCollective *collective, guint n_ranks, guint64 bytes,
                                  GError **error);

G_END_DECLS
