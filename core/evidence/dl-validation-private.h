/* What the parts of a check of a curve share: dl-validation.c the check and its rows,
 * dl-validation-run.c the simulations, dl-validation-alone.c packets that are alone. */
#pragma once

#include "dl-paper-private.h"
#include "dl-validation.h"

G_BEGIN_DECLS

/* What this program came to, a number per seed; NAN: not simulated. */
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
void dl_validation_result_init (DlValidationResult *result, const DlBooksimCurve *curve);
void dl_validation_result_clear (DlValidationResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlValidationResult, dl_validation_result_clear)

/* Simulate @scenario, which is @curve's, as @curve says, or for as many cycles as the scenario says
 * where it does. Errors: those of dl_simulate, G_IO_ERROR_CANCELLED. */
gboolean dl_validation_measure (const DlScenario *scenario, const DlBooksimCurve *curve,
                                const DlPaperOptions *options, DlValidationResult *result,
                                GCancellable *cancellable, GError **error);

/* DlValidationResult.alone of @scenario at unit delays. */
gboolean dl_validation_measure_alone (const DlScenario *scenario, double *most,
                                      GCancellable *cancellable, GError **error);

/* As dl_paper_check_run and dl_paper_check_plan have them, of @check's curve. */
DlPaperResult *dl_validation_run (const DlPaperCheck *check, const DlPaperOptions *options,
                                  GCancellable *cancellable, GError **error);
DlPaperResult *dl_validation_plan (const DlPaperCheck *check);
/* All curves as one. */
extern const DlPaperCheck dl_validation_check_all;
/* "8×8 mesh, uniform, 4 flits/packet, 4 VCs of 8 flits", translated; stays. */
const char *dl_validation_section (const DlPaperCheck *check);

G_END_DECLS
