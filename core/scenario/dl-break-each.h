/* Critical cables of any family of networks: each is broken by the family's edits, and the scenario
 * analyzed again, with the analysis before at hand. */
#pragma once

#include "dl-family.h"

G_BEGIN_DECLS

/* The cables of a network of which a direction works; a plain value. */
typedef struct
{
  guint n;
  gboolean by_other;          /* DlFamily's toggle breaks a whole one with @other */
  const guint32 *link, *back; /* (n) of each, a direction that works and the other one */
  const guint32 *cable_of;    /* (n_links) which cable each link is part of; G_MAXUINT32: none */
  const guint32 *first;       /* (n) the first of those that do the same; NULL: each is looked at */
  /* The routes of a scenario with one cable more broken than in @analysis, for less than building
   * its network costs. Nullable. Errors: as DlFamily's route. */
  gpointer (*route) (const DlScenario *broken, gconstpointer analysis, GError **error);
} DlCables;

/* Break each of @cables, by DlFamily's toggle, of the network of @analysis, which is
 * @scenario's. Errors: as DlFamily's analyze. */
DlCritical *dl_break_each (const DlScenario *scenario, gconstpointer analysis,
                           const DlCables *cables, DlCriticalOptions options,
                           GCancellable *cancellable, GError **error);

G_END_DECLS
