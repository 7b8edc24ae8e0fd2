/* The lists of broken cables, channels and nodes as values of keys. */
#pragma once

#include "dl-field.h"

G_BEGIN_DECLS

/* The kind of a list of faults. */
typedef struct _DlFaultKind DlFaultKind;

extern const DlFaultKind dl_fault_cables;
extern const DlFaultKind dl_fault_channels;
extern const DlFaultKind dl_fault_nodes;
/* Of a dragonfly. */
extern const DlFaultKind dl_fault_links;
extern const DlFaultKind dl_fault_routers;
extern const DlFaultKind dl_fault_blues;

/* Read a list, sorted. An item named twice in the same way is an error; two names of one cable are
 * found by dl_faults_settle, when the network's shape is known. */
GArray *dl_faults_parse (const DlFaultKind *kind, const char *text, GError **error);
char *dl_faults_format (const DlFaultKind *kind, const GArray *faults);

/* A list with the items in @text added or taken out. A cable may be named from either end. */
GArray *dl_faults_add (const DlFaultKind *kind, const DlTorusSpec *spec, const GArray *faults,
                       const char *text, GError **error);
GArray *dl_faults_remove (const DlFaultKind *kind, const DlTorusSpec *spec, const GArray *faults,
                          const char *text, GError **error);
/* The items of @faults that @others does not hold; both as dl_faults_settle leaves them. */
GArray *dl_faults_minus (const DlFaultKind *kind, const GArray *faults, const GArray *others);

/* Bring the cables of @spec into the form that DlTorusSpec promises: by their plus end, sorted,
 * unique. Errors: DL_SCENARIO_ERROR_CONFLICT for a cable named from both its ends. */
gboolean dl_faults_settle (DlTorusSpec *spec, GError **error);

G_END_DECLS
