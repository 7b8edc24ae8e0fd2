/* A scenario of the library as a row: its picture, name, summary and age, and a menu of what can be
 * done with it. */
#pragma once

#include "dl-library.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_LIBRARY_ROW (dl_library_row_get_type ())
G_DECLARE_FINAL_TYPE (DlLibraryRow, dl_library_row, DL, LIBRARY_ROW, GtkBox)

/* The menu activates library.rename, library.pin, library.compare, library.duplicate,
 * library.export and library.delete with the item's id.
 * @textures: gint64 id to GdkTexture, shared by rows: what is shown until an item's own is there.
 */
GtkWidget *dl_library_row_new (GHashTable *textures);
/* @item NULL: none; the earlier one stays shown. */
void dl_library_row_set_item (DlLibraryRow *self, DlLibraryItem *item);
/* Whether it is marked as the one that is open. */
void dl_library_row_set_open (DlLibraryRow *self, gboolean open);
void dl_library_row_popup_menu (DlLibraryRow *self);
/* For popovers to point to. */
GtkWidget *dl_library_row_get_name_label (DlLibraryRow *self);

G_END_DECLS
