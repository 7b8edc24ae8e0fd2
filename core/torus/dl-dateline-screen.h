/* What many positions of the datelines do to the packets that a fault disturbs. All others take the
 * same links whatever the positions, and arrive: only the disturbed ones need a look for each
 * position, and that without counting loads. */
#pragma once

#include <gio/gio.h>

#include "dl-pattern.h"
#include "dl-routes.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 undelivered; /* pairs of the demand, unreachable or dropped */
  guint64 illegal;     /* pairs of the demand, delivered but outside the legality relation */
  guint64 routes;      /* fingerprint of the links all packets take: among positions with the same
                          one, a dimension's loads depend on that dimension's dateline alone */
} DlScreening;

typedef struct _DlDatelineScreen DlDatelineScreen;

/* Can positions for @engine be screened: are only the runs past its suspects disturbed? */
gboolean dl_dateline_screen_serves (const DlEngine *engine);

/* @suspect (n_links): the links that are suspect for any of the positions to be screened.
 * NULL if @cancellable was canceled. */
DlDatelineScreen *dl_dateline_screen_new (const DlRoutes *routes, const DlDemand *demand,
                                          const guint8 *suspect, GCancellable *cancellable);
void dl_dateline_screen_free (DlDatelineScreen *screen);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDatelineScreen, dl_dateline_screen_free)

/* Routes that are followed for each position. */
guint dl_dateline_screen_n_walks (const DlDatelineScreen *screen);

/* Screen the positions of @routes, on the same network. From any thread. FALSE if a link is suspect
 * that was not said to be; @screening is not known then. */
gboolean dl_dateline_screen_look (const DlDatelineScreen *screen, const DlRoutes *routes,
                                  DlScreening *screening);

G_END_DECLS
