/* How far work is that is given a cancellable: whoever made the cancellable follows the work by it,
 * so that each function on the way hands on one thing. */
#pragma once

#include "dl-progress.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* @func is told of the work that gets @cancellable. Before that begins; @data stays until it ends.
 */
void dl_stage_follow (GCancellable *cancellable, DlProgressFunc func, gpointer data);
/* What is done from now on is the part from @from to @to of the work, 0..1. */
void dl_stage_begin (GCancellable *cancellable, double from, double to);
/* @fraction of this part is done, 0..1. Nothing where nobody follows or @cancellable is NULL. */
void dl_stage_note (GCancellable *cancellable, double fraction);

G_END_DECLS
