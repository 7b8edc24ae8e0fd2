/* Results in the background: one at a time, always for the latest state that was asked for. */
#pragma once

#include "dl-evaluate.h"

G_BEGIN_DECLS

typedef struct _DlRecompute DlRecompute;

/* Gets each result, in the main context; @error instead if there is none. */
typedef void (*DlRecomputeFunc) (DlEvaluation *result, const GError *error, gpointer user_data);

DlRecompute *dl_recompute_new (DlRecomputeFunc func, gpointer user_data);
/* Nothing is waited for; @func is not called any more. */
void dl_recompute_free (DlRecompute *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlRecompute, dl_recompute_free)

/* Ask for the result of @scenario, which is copied. An earlier request that has not begun is
 * forgotten. @before: as dl_evaluation_new. */
void dl_recompute_request (DlRecompute *self, const DlScenario *scenario, guint64 generation,
                           DlEvaluation *before);
gboolean dl_recompute_is_busy (const DlRecompute *self);
/* Progress of the current computation: 0..1, and the seconds left (NAN: not known). */
double dl_recompute_get_progress (const DlRecompute *self);
double dl_recompute_get_seconds_left (const DlRecompute *self);
/* Nothing that was asked for is wanted: @func gets the error G_IO_ERROR_CANCELLED, soon. */
void dl_recompute_cancel (DlRecompute *self);

G_END_DECLS
