/* The menu of the pages on the right: a button with the title of the one that is shown, and all
 * that the family has, in groups, with a line about each and its key. */
#pragma once

#include "dl-families.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_PAGE_MENU (dl_page_menu_get_type ())
G_DECLARE_FINAL_TYPE (DlPageMenu, dl_page_menu, DL, PAGE_MENU, GtkWidget)

/* A menu whose items activate win.evidence-page; the action's state marks one. */
GtkWidget *dl_page_menu_new (void);
void dl_page_menu_set_family (DlPageMenu *self, const DlFamily *family);
void dl_page_menu_set_shown (DlPageMenu *self, const char *id);

G_END_DECLS
