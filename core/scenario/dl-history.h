/* The history of a scenario: steps with their inverses, a position among them. */
#pragma once

#include "dl-edit.h"

G_BEGIN_DECLS

typedef struct
{
  char *label;        /* "Move dateline Z to 3" */
  char *coalesce;     /* steps in a row with the same key become one (a drag); NULL: never */
  GPtrArray *edits;   /* DlEdit */
  GPtrArray *inverse; /* DlEdit */
  gint64 time_us;     /* wall clock */
} DlStep;

/* Takes references to @edits and @inverse, which must not change any more. The time is now. */
DlStep *dl_step_new (const char *label, const char *coalesce, GPtrArray *edits, GPtrArray *inverse);
void dl_step_free (DlStep *step);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStep, dl_step_free)

typedef struct _DlHistory DlHistory;

DlHistory *dl_history_new (void);
void dl_history_free (DlHistory *history);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlHistory, dl_history_free)

guint dl_history_n_steps (const DlHistory *history);
/* Steps before the position are done, those from it on are undone. */
guint dl_history_position (const DlHistory *history);
const DlStep *dl_history_step (const DlHistory *history, guint index);

/* Apply @edits to @scenario and record the step; steps that were undone are forgotten. If the last
 * done step has the same @coalesce key (non-NULL) and has not been sealed, the new one is merged
 * into it: one undo goes back to before the first; one that ends where it began vanishes. Edits
 * that change nothing record nothing. */
gboolean dl_history_do (DlHistory *history, DlScenario *scenario, GPtrArray *edits,
                        const char *label, const char *coalesce, const DlField **field,
                        GError **error);
/* Like dl_history_do, for a drag whose edits depend on where it began (a family's reshape: a radix
 * that goes down and up again must not lose faults on its way). @edits start from
 * dl_history_origin. */
gboolean dl_history_do_from_origin (DlHistory *history, DlScenario *scenario, GPtrArray *edits,
                                    const char *label, const char *coalesce, const DlField **field,
                                    GError **error);
/* The scenario before the step into which one with @coalesce would be merged; a copy of @scenario
 * if it would be a step of its own. */
DlScenario *dl_history_origin (const DlHistory *history, const DlScenario *scenario,
                               const char *coalesce);
/* The end of a drag: the next step with the same key is a new one. */
void dl_history_seal (DlHistory *history);
/* FALSE at the end, and for a step that does not fit @scenario (from a damaged library); nothing is
 * changed then. */
gboolean dl_history_undo (DlHistory *history, DlScenario *scenario);
gboolean dl_history_redo (DlHistory *history, DlScenario *scenario);
/* The same to any position up to n_steps, over all steps on the way: all of them or none. TRUE
 * where it is already. */
gboolean dl_history_go_to (DlHistory *history, DlScenario *scenario, guint position);
/* State of @scenario, which is at the history's position, at another one; NULL if a step on the way
 * does not fit. */
DlScenario *dl_history_scenario_at (const DlHistory *history, const DlScenario *scenario,
                                    guint position);

/* For the store: the first step that has changed since the last call of dl_history_mark_stored;
 * n_steps if none does. */
guint dl_history_first_changed (const DlHistory *history);
void dl_history_mark_stored (DlHistory *history);

/* For the store: put back steps as they were read. Takes the step. The position is clamped. */
void dl_history_restore_step (DlHistory *history, DlStep *step);
void dl_history_restore_position (DlHistory *history, guint position);

G_END_DECLS
