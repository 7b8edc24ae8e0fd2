/* Breaking parts of networks of any family by its edits: some at random, and each cable in turn, to
 * find the critical ones. */
#pragma once

#include "dl-family.h"

G_BEGIN_DECLS

/* Of @family's breakables the @what-th: how many work in @shape. */
guint dl_break_count (const DlFamily *family, gconstpointer shape, guint what);
/* Edits that break @n of them, drawn with @seed, or all if there are fewer; none if none works.
 * @shape: of @scenario; NULL: it is built. */
GPtrArray *dl_break_at_random (const DlScenario *scenario, gconstpointer shape, guint what, guint n,
                               guint64 seed);

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
