/* The last grants of a watched router, a row each: the latest first. */
#pragma once

#include "dl-network.h"
#include "dl-rows.h"
#include "dl-seastar-inside.h"

G_BEGIN_DECLS

/* Rows whose index is that of the grant. */
DlRows *dl_grant_list_new (void);
/* @inside is copied; NULL: no rows. */
void dl_grant_list_set (DlRows *self, const DlSeastarInside *inside, DlNetwork *network);
/* The router that the rows are of, NULL without rows. */
const DlSeastarInside *dl_grant_list_get (DlRows *self);
GtkWidget *dl_grant_list_new_view (DlRows *self);

G_END_DECLS
