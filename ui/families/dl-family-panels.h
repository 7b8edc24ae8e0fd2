/* The configuration of each family of networks. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

/* Add those that are not there yet to @stack, each by its family's name. */
void dl_family_panels_add (GtkStack *stack, DlView *view);

G_END_DECLS
