/* Views, pages, configuration and actions of the window, common ones and those of single
 * families. */
#pragma once

#include "dl-family-room.h"

G_BEGIN_DECLS

/* Row of the page or view @id, or of that former name; NULL if there is none. */
const DlMaker *dl_maker_find (DlFeatureKind kind, const char *id);
/* The @i-th page or view of @family, as dl_family_feature. */
const DlMaker *dl_family_maker (const DlFamily *family, DlFeatureKind kind, guint i);
/* Digit of the key of that page or view (Alt+2, Ctrl+9); 0: it has none. */
char dl_family_maker_key (const DlFamily *family, DlFeatureKind kind, guint i);
/* The page or view with that digit; NULL: none. */
const DlMaker *dl_family_maker_by_key (const DlFamily *family, DlFeatureKind kind, char key);
/* Heading in the menu of pages, translatable. */
const char *dl_page_group_title (DlPageGroup group);
/* Tools beside views. */
const DlViewTool *dl_family_tool (guint i); /* NULL: no more */

/* Views of a router from inside. */
const DlRouterMaker *dl_family_router (guint i); /* NULL: no more */

/* Show the configuration of @family in @stack, by the family's name; made when it is shown first.
 */
void dl_family_panel_show (GtkStack *stack, DlView *view, const DlFamily *family);

/* Members of DlFamilyRoom, for all families. */
void dl_family_actions_add (DlShell *shell, DlVerdictBanner *banner);
gboolean dl_family_actions_announce (DlShell *shell, const char *effect);

G_END_DECLS
