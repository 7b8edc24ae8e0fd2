/* The history of a scenario: steps with their inverses, a position among them. */
#pragma once

#include "dl-edit.h"

G_BEGIN_DECLS

typedef struct
{
  char *label;         /* "Move dateline Z to 3" */
  char *coalesce;      /* steps in a row with the same key become one (a drag); NULL: never */
  GPtrArray *edits;    /* DlEdit */
  GPtrArray *inverse;  /* DlEdit */
  gint64 time_us;      /* wall clock */
} DlStep;

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
 * into it: one undo goes back to before the first; one that ends where it began vanishes. */
gboolean dl_history_do (DlHistory *history, DlScenario *scenario, GPtrArray *edits,
                        const char *label, const char *coalesce, const DlField **field, GError **error);
/* The end of a drag: the next step with the same key is a new one. */
void dl_history_seal (DlHistory *history);
/* FALSE at the end. */
gboolean dl_history_undo (DlHistory *history, DlScenario *scenario);
gboolean dl_history_redo (DlHistory *history, DlScenario *scenario);

/* For the store: put back steps as they were read. Takes the step. */
void dl_history_restore_step (DlHistory *history, DlStep *step);
void dl_history_restore_position (DlHistory *history, guint position);

G_END_DECLS
