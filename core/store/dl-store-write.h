/* Changes of an edit, undo or redo, as texts: an immutable value that any thread may hold, made
 * where the scenario lives and written where the store lives. */
#pragma once

#include "dl-history.h"
#include "dl-shared.h"

G_BEGIN_DECLS

typedef struct
{
  char *label;
  char *coalesce; /* nullable */
  char *edits;
  char *inverse;
  gint64 time_us;
} DlStoreStep;

typedef struct _DlStoreChange
{
  DlShared shared;
  gint64 id;
  gint64 parent;   /* the revision that was changed */
  gint64 revision; /* the new revision: drawn at random, never 0 */
  char *text;      /* the current scenario, as a file */
  char *name;
  char *summary;       /* dl_store_summary_kept */
  char *search;        /* name and summary, as kept and as read here, folded */
  guint position;      /* steps that are done */
  guint first_changed; /* steps before it are as they were at @parent */
  GPtrArray *steps;    /* DlStoreStep, those from @first_changed on */
} DlStoreChange;

/* @scenario and @history are what scenario @id became after state @revision. @first_changed is the
 * first step that has changed since then, the number of steps if none has
 * (dl_history_first_changed; the caller marks them stored when the change is made). The next change
 * is made with change->revision, whether or not this one has been written by then. */
DlStoreChange *dl_store_change_new (gint64 id, gint64 revision, const DlScenario *scenario,
                                    const DlHistory *history, guint first_changed);
DL_SHARED (DlStoreChange, dl_store_change)

/* Does @second start from what @first led to? */
gboolean dl_store_change_follows (const DlStoreChange *second, const DlStoreChange *first);
/* One change that does what @first and then @second do. */
DlStoreChange *dl_store_change_merge (const DlStoreChange *first, const DlStoreChange *second);

/* Text to search, or to search for, made comparable: case-folded, composed. */
char *dl_store_fold (const char *text);
/* A new revision. */

G_END_DECLS
