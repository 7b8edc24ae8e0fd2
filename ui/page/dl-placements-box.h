/* Jobs alone and together under several placements, found on request: a part of the page of jobs.
 */
#pragma once

#include "dl-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *dl_placements_box_new (DlSession *session);

G_END_DECLS
