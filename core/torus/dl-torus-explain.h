/* As DlFamily has it. */
#pragma once

#include "dl-explained.h"
#include "dl-scenario.h"

G_BEGIN_DECLS

DlExplained *dl_torus_explain (const DlScenario *scenario, gpointer analysis, guint from, guint to,
                               guint which);

G_END_DECLS
