/* Runs a page at a time, for lists of many that are looked at. */
#pragma once

#include "dl-store-runs.h"

G_BEGIN_DECLS

typedef struct
{
  GPtrArray *runs; /* DlStoreRun as in lists, with their settings */
  GArray *points;  /* (runs->len) guint: where in the sweep; 0 for runs of none */
  gint64 next;     /* where the page after it begins; 0: it is the last one */
} DlStorePage;

void dl_store_page_free (DlStorePage *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlStorePage, dl_store_page_free)

/* A scenario's own runs that are in none of its sweeps, the last first: at most @limit of them.
 * @from 0 begins; after that the page before says where to go on. */
DlStorePage *dl_store_page_runs (DlStore *store, gint64 scenario_id, gint64 from, guint limit,
                                 GError **error);
/* Runs of a sweep likewise, by point. */
DlStorePage *dl_store_page_points (DlStore *store, gint64 sweep_id, gint64 from, guint limit,
                                   GError **error);

G_END_DECLS
