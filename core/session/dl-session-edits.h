/* What people do to a scenario, each as one named step: the labels of the history are here and
 * nowhere else. All go through dl_session_edit; failures are told by the session's signal. */
#pragma once

#include "dl-fault-text.h"
#include "dl-session.h"

G_BEGIN_DECLS

/* Break what works at @place of the scenario's network as it is, restore what is broken; nothing
 * where it has no such place. @other: as DlFamily's toggle. */
void dl_session_toggle (DlSession *self, DlPlace place, gboolean other);
/* Take @item out of a list of what is broken. */
void dl_session_restore (DlSession *self, const DlFaultInfo *fault, const char *item);
/* The same of more of them, as one step. @faults: (n). */
void dl_session_restore_faults (DlSession *self, const DlFault *faults, guint n);
/* Break what @text names, as one step, and give what came of it: which names were not understood.
 * Free with dl_fault_text_free. */
DlFaultText *dl_session_break_named (DlSession *self, const char *text);
/* Of the family's breakables the @what-th; fewer than @n if not so many work, and the label says
 * how many it were. */
void dl_session_break_random (DlSession *self, guint what, guint n, guint64 seed);
/* How many of these there are that work. */
guint dl_session_count_breakable (DlSession *self, guint what);
void dl_session_restore_all (DlSession *self);

/* Steps of one drag merge until dl_session_seal. */
void dl_session_move_dateline (DlSession *self, DlDim dim, gint position);
void dl_session_set_radix (DlSession *self, DlDim dim, guint radix);
void dl_session_set_wrap (DlSession *self, DlDim dim, gboolean wrap);

/* All three datelines: at the last node of each dimension, or none. */
void dl_session_set_datelines (DlSession *self, gboolean on);

/* All three at once, as one step named @label: positions that a search found. */
void dl_session_place_datelines (DlSession *self, const gint position[DL_N_DIMS],
                                 const char *label);
/* Policy `optimized` with the table @text (base64), as one step. */
void dl_session_use_vc_table (DlSession *self, const char *text);
/* What was recommended, as one step: @bias by input port for requests and responses, and the age
 * clock's @period in cycles, 0 to leave that as it is. Nothing where it is all so already. */
void dl_session_use_aging (DlSession *self, const guint8 bias[DL_N_ROUTER_PORTS], guint32 period);

/* Set a key to a value as in a file; the label has titles where a control sets the key ("VC policy:
 * Initial"). @coalesce: for sliders, merge until dl_session_seal. */
void dl_session_set (DlSession *self, const char *name, const char *value, gboolean coalesce);
/* The traffic pattern; one that needs a target and has none gets the node in the middle. */
void dl_session_set_pattern (DlSession *self, const DlPattern *pattern);
void dl_session_rename (DlSession *self, const char *name);

G_END_DECLS
