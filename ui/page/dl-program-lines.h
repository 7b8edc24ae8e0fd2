/* Results of a program so far, line by line, under a title: a part of pages of a simulation. */
#pragma once

#include "dl-live.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *dl_program_lines_new (void);
/* Hidden where @picture's ranks run none. */
void dl_program_lines_show (GtkWidget *lines, const DlLivePicture *picture);

G_END_DECLS
