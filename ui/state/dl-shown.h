/* Values shown of the links of a network, whatever its family: of the metric, of A, of B or A - B,
 * and their scale. They are found once for all that show them, when the first one asks, and again
 * when anything that they come from has changed. */
#pragma once

#include <gtk/gtk.h>

#include "dl-contrast.h"
#include "dl-difference.h"
#include "dl-evaluate.h"
#include "dl-palette.h"

G_BEGIN_DECLS

typedef struct _DlView DlView;

#define DL_TYPE_SHOWN (dl_shown_get_type ())
G_DECLARE_FINAL_TYPE (DlShown, dl_shown, DL, SHOWN, GObject)

/* Signals:
 *   changed ()         something of it may have; of pictures of a simulation not more often than
 *                      eyes can follow
 *   changed::other ()  more than such a picture
 */

/* Values for @view, which owns it; @is_b: of B, for a map beside that of A, whatever the other maps
 * show.
 */
DlShown *dl_shown_new (DlView *view, gboolean is_b);
/* The state that is shown: B's only where both compare. */
DlShow dl_shown_get_show (DlShown *self);

/* The result that it is of, A's or B's, and its metric; NULL before there is a result. All that
 * this and the following return is there until it changes. */
DlEvaluation *dl_shown_get_result (DlShown *self);
const DlMetric *dl_shown_get_metric (DlShown *self);
/* Goes up when values or scale become different. */
guint64 dl_shown_get_serial (DlShown *self);
/* (n_links) by that scale; where there is a result. */
const float *dl_shown_get_values (DlShown *self);
/* Values of A, whichever is shown; NULL before there is a result of A. */
const float *dl_shown_get_values_of_a (DlShown *self);
const DlScale *dl_shown_get_scale (DlShown *self, const DlTheme *theme);
/* Where A - B is shown, and B's result; else NULL. */
const DlDifference *dl_shown_get_difference (DlShown *self);
DlEvaluation *dl_shown_get_against (DlShown *self);

/* Have both the same places by the same numbers? */
gboolean dl_shown_same_places (const DlEvaluation *a, const DlEvaluation *b);

G_END_DECLS
