/* People's edits of a scenario, each as one named step: the labels of the history are here and
 * nowhere else. All go through dl_session_edit; failures are told by the session's signal. */
#pragma once

#include "dl-fault-text.h"
#include "dl-session.h"

G_BEGIN_DECLS

/* Break @place of the scenario's current network if it works, else restore it; nothing where it has
 * no such place. @other: as dl_break_toggle has it. */
void dl_session_toggle (DlSession *self, DlPlace place, gboolean other);
/* Take @faults (n) out of the lists of faults, as one step. */
void dl_session_restore_faults (DlSession *self, const DlFault *faults, guint n);
/* Break what @text names, as one step, and give what came of it: which names were not understood.
 * Free with dl_fault_text_free. */
DlFaultText *dl_session_break_named (DlSession *self, const char *text);
/* Break @n random parts of a kind of the family, by its id; fewer if fewer work: the label states
 * the number. */
void dl_session_break_random (DlSession *self, const char *id, guint n, guint64 seed);
/* How many of these there are that work. */
guint dl_session_count_breakable (DlSession *self, const char *id);
void dl_session_restore_all (DlSession *self);

/* Set a key to a value as in a file; the label has titles where a control sets the key ("VC policy:
 * Initial"). @coalesce: for sliders, merge until dl_session_seal. */
void dl_session_set (DlSession *self, const char *name, const char *value, gboolean coalesce);
/* The same as a step that is called @label. */
void dl_session_set_named (DlSession *self, const char *name, const char *value, const char *label);
/* The same of the @i-th number of a key that has several; only steps of one and the same merge. */
void dl_session_set_number (DlSession *self, const char *name, guint i, gint number,
                            gboolean coalesce);
/* The traffic pattern; one that needs a target and has none gets the node in the middle. */
void dl_session_set_pattern (DlSession *self, const DlPattern *pattern);
/* The program of messages in @text, the content of a GOAL file that is called @name, with the
 * pattern that runs it, as one step. */
void dl_session_set_program (DlSession *self, const char *text, const char *name);
void dl_session_rename (DlSession *self, const char *name);

G_END_DECLS
