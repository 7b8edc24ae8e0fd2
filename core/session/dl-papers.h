/* The list of all that the papers publish, as a person goes through it: checks are run in the
 * background, and their values fill in. Lives in the main context. */
#pragma once

#include "dl-paper-list.h"

G_BEGIN_DECLS

#define DL_TYPE_PAPERS (dl_papers_get_type ())
G_DECLARE_FINAL_TYPE (DlPapers, dl_papers, DL, PAPERS, GObject)

/* Properties, read-only and notified:
 *   running (boolean)
 *   progress (double)  0..1, a few times a second while it runs
 * Signals:
 *   changed ()               rows have other values, or another check is under way
 *   failed (string message)  a check came to nothing
 */

DlPapers *dl_papers_new (void);

const DlPaperList *dl_papers_get_list (DlPapers *self);
/* The check that is under way; NULL if none is. */
const DlPaperCheck *dl_papers_get_current (DlPapers *self);

/* Run @checks (n_checks), on all processors but one; what runs already is canceled first. */
void dl_papers_run (DlPapers *self, const DlPaperCheck *const *checks, guint n_checks);
/* Checks that are done stay. */
void dl_papers_cancel (DlPapers *self);
gboolean dl_papers_is_running (DlPapers *self);

G_END_DECLS
