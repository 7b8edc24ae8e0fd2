/* Parts of the family of tori. */
#pragma once

#include "dl-faults.h"
#include "dl-torus-scenario.h"

G_BEGIN_DECLS

/* dl-torus-scenario.c */
extern const DlField dl_torus_fields[];
extern const DlFaultKind dl_torus_cables;

/* dl-torus-scenario.c: as DlFamily has them. */
gboolean dl_torus_normalize (DlScenario *scenario, const DlField **field, GError **error);
gboolean dl_torus_check (const DlScenario *scenario, const DlField **field, GError **error);
void dl_torus_add_warnings (const DlScenario *scenario, GStrvBuilder *warnings);

/* dl-torus-places.c: likewise. */
char *dl_torus_line (const DlScenario *scenario, gboolean shown);
const char *dl_torus_read_line (const char *text, char **shown);

/* dl-torus-plan.c: likewise. */
gpointer dl_torus_family_analyze (const DlScenario *scenario, gpointer routes, gconstpointer before,
                                  GCancellable *cancellable, GError **error);
void dl_torus_find (gconstpointer data, DlFindings *findings);
gboolean dl_torus_count_rerouted (const DlScenario *scenario, gconstpointer before,
                                  gconstpointer after, guint64 *pairs, GCancellable *cancellable);
gpointer dl_torus_route (const DlScenario *scenario, GCancellable *cancellable, GError **error);

/* dl-torus-tables.c: likewise. */
DlRouterTable *dl_torus_router_table (const DlScenario *scenario, gconstpointer analysis,
                                      guint router, GCancellable *cancellable);

/* dl-torus-edits.c: likewise. */
GPtrArray *dl_torus_reshape (const DlScenario *scenario, const DlField *field, const char *value,
                             char **label);

G_END_DECLS
