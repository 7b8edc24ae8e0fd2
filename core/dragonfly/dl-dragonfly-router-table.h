/* Choices of a packet that starts at a router of a dragonfly, or comes by a blue link: the first
 * links of its minimal routes (dl_dragonfly_next), for each destination and, as a path to a root is
 * one, for each root. Neighboring destinations with the same answer share a row, as they do in the
 * router's own tables, which know groups and places in a group (Cascade paper 3). */
#pragma once

#include "dl-dragonfly-analysis.h"
#include "dl-dragonfly-scenario.h"
#include "dl-link-flows.h"

G_BEGIN_DECLS

/* Links side by side to one router that works. */
typedef struct
{
  guint32 link; /* the first that works */
  guint16 n;    /* working */
  double share; /* of the packets, all of them together, where each draws one of the paths */
} DlTablePort;

typedef struct
{
  guint32 first, last;  /* routers of one group, one after the other */
  guint n_routers;      /* working ones of these */
  gboolean third;       /* there is no path but through roots of third groups */
  guint n_ports;        /* 0: unreachable, if not @third; of the router itself, too */
  DlTablePort *ports;   /* (n_ports) */
  guint n_roots, n_fit; /* roots that non-minimal packets draw from, and those that fit */
} DlTableSpan;

typedef struct
{
  const DlDragonflyRoutes *routes; /* borrowed */
  guint router;
  guint n_runs;
  DlTableSpan *runs; /* (n_runs) by destination; without one that is only broken routers */
} DlDragonflyTable;

/* NULL if canceled. */
DlDragonflyTable *dl_dragonfly_table_new (const DlDragonflyRoutes *routes, guint router,
                                          GCancellable *cancellable);
void dl_dragonfly_table_free (DlDragonflyTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDragonflyTable, dl_dragonfly_table_free)

/* The destinations of a row: "0.1.4", "0.1.0–0.1.15", or a whole group: "3". */
char *dl_table_span_name (const DlDragonflyTable *table, const DlTableSpan *run);
/* A row per port: "first,last,routers,class,to,links,share,vc,roots,fit". */
char *dl_dragonfly_table_to_csv (const DlDragonflyTable *table);

/* Implements DlFamily.router_table. */
DlRouterTable *dl_dragonfly_router_table (const DlScenario *scenario, gconstpointer analysis,
                                          guint router, GCancellable *cancellable);

G_END_DECLS
