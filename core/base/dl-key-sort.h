/* Many items put in order by a number each, in a time that their count decides, without comparing
 * them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sort @items (n) by @keys (n), the key of each item where it is; both are moved alike. NAN comes
 * last in both directions, and items with the same key stay in their order. */
void dl_sort_by_keys (guint32 *items, double *keys, guint n, gboolean descending);

G_END_DECLS
