/* Edits of a dragonfly that need more than one key, or a look at the network. */
#pragma once

#include "dl-dragonfly-scenario.h"
#include "dl-edit.h"

G_BEGIN_DECLS

/* @net was built from the scenario. Breaking
 * breaks what works; restoring takes it out of whichever list holds it (a link of a broken cable:
 * the cable's others stay broken). What a broken router took along comes back with the router only:
 * no edits. */
GPtrArray *dl_edits_toggle_dragonfly_link (const DlScenario *scenario, const DlDragonfly *net,
                                           guint link);
GPtrArray *dl_edits_toggle_router (const DlScenario *scenario, const DlDragonfly *net,
                                   guint router);
/* Blue cable @cable of groups @a and @b, all its links. */
GPtrArray *dl_edits_toggle_blue_cable (const DlScenario *scenario, const DlDragonfly *net, guint a,
                                       guint b, guint cable);
/* The next cable of groups @a and @b that still has a working link; all of them again when there is
 * none left. */
GPtrArray *dl_edits_break_next_cable (const DlScenario *scenario, const DlDragonfly *net, guint a,
                                      guint b);
/* All routers of a chassis; restored if all are broken. */
GPtrArray *dl_edits_toggle_chassis (const DlScenario *scenario, const DlDragonfly *net, guint group,
                                    guint chassis);
typedef enum
{
  DL_BREAK_LINKS,
  DL_BREAK_CABLES, /* blue */
  DL_BREAK_ROUTERS,
  DL_BREAK_CHASSIS /* all their routers that work */
} DlBreakKind;
/* DlFamily's reshape. Reduces a number of cables that is too large. Removes faults, target and
 * placement that the new shape does not have. A value that the check will refuse is the only edit.
 */
GPtrArray *dl_edits_reshape_dragonfly (const DlScenario *scenario, const DlField *field,
                                       const char *value);

G_END_DECLS
