/* Pin beside the session's scenario, and the view of both on maps: A, the scenario as it is edited
 * and simulated, B, the pin, or A - B. */
#pragma once

#include <gtk/gtk.h>

#include "dl-contrast.h"
#include "dl-live.h"
#include "dl-pin.h"

G_BEGIN_DECLS

typedef struct _DlView DlView;

#define DL_TYPE_BESIDE (dl_beside_get_type ())
G_DECLARE_FINAL_TYPE (DlBeside, dl_beside, DL, BESIDE, GObject)

/* Properties, notified:
 *   show (uint)      DlShow, what maps show; A where links do not compare; writable
 *   sides (boolean)  maps of A and B are beside each other; only while A is shown; writable
 *   changes (uint64) goes up when what is shown of B, or whether it can be, changes
 */

/* Belongs to @view, which owns it. */
DlBeside *dl_beside_new (DlView *view);

DlShow dl_beside_get_show (DlBeside *self);
/* Where nothing is pinned, what the session compares with (dl_session_pin_base) is, first. */
void dl_beside_set_show (DlBeside *self, DlShow show);
gboolean dl_beside_get_sides (DlBeside *self);
/* Show A, with B beside it. */
void dl_beside_set_sides (DlBeside *self, gboolean sides);
/* B is on its way: show it beside A as soon as it is there. */
void dl_beside_await_sides (DlBeside *self);
/* Pin @scenario as B, which @label names, and show it beside A as soon as it is there. */
void dl_beside_pin_beside (DlBeside *self, const DlScenario *scenario, const char *label);
/* NULL: nothing is pinned. */
DlPin *dl_beside_get_pin (DlBeside *self);
/* Whether links of A and B can be compared now; if not, @why (nullable) gets the reason,
 * translated, or NULL where nothing is pinned or A is not known yet. */
gboolean dl_beside_compares (DlBeside *self, const char **why);

/* A or B in words: "cycle 7,900 of 20,000, XT3 11x12x16" where a simulation has a part in B, else
 * its name. B is pinned. Free with g_free. */
char *dl_beside_title (DlBeside *self, DlShow side);

/* Source of values of A, or of B (DL_SHOW_B); FALSE before there is a result of it. Its pointers
 * are valid until the next result, picture or pin. */
gboolean dl_beside_get_input (DlBeside *self, DlShow side, DlMetricInput *input);
/* A - B of the metric that maps show, whatever they show of it; NULL where that does not compare.
 * It is there until any of this changes. */
const DlDifference *dl_beside_get_difference (DlBeside *self);
/* The scale of the shown side: one that A and B share, or that of A - B. */
void dl_beside_init_scale (DlBeside *self, DlScale *scale, const DlTheme *theme);

/* A value of the metric that maps show, for people: "2,880", ".267", "31.2 %"; "no traffic",
 * "broken". @difference: with its sign. */
char *dl_beside_format (DlBeside *self, double value, gboolean difference);
/* Both values of a link, NAN without one; only where the difference is not NULL. */
void dl_beside_get_values (DlBeside *self, guint link, double *a, double *b);
/* " · A 2,880 · B 2,944 · A − B +64" of @link; NULL where nothing compares. */
char *dl_beside_describe (DlBeside *self, guint link);
/* Why maps of @show show nothing of it, translated; NULL if they do. */
const char *dl_beside_get_note (DlBeside *self, DlShow show);

G_END_DECLS
