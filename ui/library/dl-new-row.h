/* A preset in the list of those that a new scenario can start from. */
#pragma once

#include "dl-scenario-file.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_NEW_ROW (dl_new_row_get_type ())
G_DECLARE_FINAL_TYPE (DlNewRow, dl_new_row, DL, NEW_ROW, GtkListBoxRow)

/* @preset is of the program and stays. */
GtkWidget *dl_new_row_new (const DlPreset *preset);
const DlPreset *dl_new_row_get_preset (DlNewRow *self);
/* Has it all words of @words, which are folded (dl_match_fold), in its name, family, size or
 * description? */
gboolean dl_new_row_matches (DlNewRow *self, const char *words);
void dl_new_row_set_picture (DlNewRow *self, GdkTexture *picture);

G_END_DECLS
