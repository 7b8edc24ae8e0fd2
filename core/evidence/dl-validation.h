/* The curves of BookSim 2 as checks like those of the papers: each is simulated again, and its
 * numbers are compared with BookSim's by a stated rule (model 7). Checks of a curve have the paper
 * DL_PAPER_BOOKSIM. */
#pragma once

#include "dl-booksim.h"
#include "dl-paper-check.h"
#include "dl-paper-private.h"

G_BEGIN_DECLS

/* A check for each of dl_booksim_curves, in their order. */
const DlPaperCheck *const *dl_validation_checks (guint *n_checks);
/* The check of the curve called @name; NULL if there is none. */
const DlPaperCheck *dl_validation_find (const char *name);
/* The curve that @check compares; NULL for a paper's check. */
const DlBooksimCurve *dl_validation_curve (const DlPaperCheck *check);
/* Common title of the curves of a group, translated: "Torus in 3D". */
const char *dl_validation_group_title (const char *group);

/* Latency of a packet of @flits that is alone in the network, through @routers routers with buffers
 * of @buffer_flits per virtual channel and unit delays: cycles from creation to the ejection of its
 * tail. 5 @routers + 1 + @flits if it fits into a buffer; else its flits wait for credits, too.
 * Follows the table of cycles in tests/validation/README.md flit by flit, and no simulation. */
guint64 dl_validation_alone_cycles (guint routers, guint flits, guint buffer_flits);

/* Parts that files of a curve's check share: dl-validation.c the check and its rows,
 * dl-validation.c the simulations, dl-validation.c packets that are alone. */

/* Results of this program, a number per seed; NAN: not simulated. */
typedef struct
{
  double packet_latency, accepted;
} DlValidationValue;

typedef struct
{
  DlValidationValue (*rows)[DL_BOOKSIM_SEEDS]; /* (curve's rows) latency and past */
  double saturation;                           /* flits/node/cycle */
  double alone; /* cycles: the most that a pair alone in the network differs from
                   dl_validation_alone_cycles */
} DlValidationResult;

/* All NAN. */
void dl_validation_result_clear (DlValidationResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlValidationResult, dl_validation_result_clear)

/* All curves as one. */
extern const DlPaperCheck dl_validation_check_all;

G_END_DECLS
