/* What the family of tori is put together from. */
#pragma once

#include "dl-faults.h"
#include "dl-torus-scenario.h"

G_BEGIN_DECLS

/* dl-torus-fields.c */
#define DL_N_TORUS_FIELDS 10
extern const DlField dl_torus_fields[DL_N_TORUS_FIELDS];
extern const DlFaultKind dl_torus_cables;

/* dl-torus-check.c: as DlFamily has them. */
gboolean dl_torus_settle (DlScenario *scenario, const DlField **field, GError **error);
gboolean dl_torus_check (const DlScenario *scenario, const DlField **field, GError **error);
void dl_torus_add_warnings (const DlScenario *scenario, GStrvBuilder *warnings);

G_END_DECLS
