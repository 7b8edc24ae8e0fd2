/* The tags of a scenario as chips, and a button that adds one more. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_TAG_BOX (dl_tag_box_get_type ())
G_DECLARE_FINAL_TYPE (DlTagBox, dl_tag_box, DL, TAG_BOX, GtkWidget)

/* Signals:
 *   chosen (string tag)   a tag was clicked
 *   added (string tag)    the user asks for one more
 *   removed (string tag)  the user does not want it any more
 *   asked ()              the list to choose from opens: dl_tag_box_set_known
 */

void dl_tag_box_set_tags (DlTagBox *self, const char *const *tags);
/* Tags to choose from beside typed ones. */
void dl_tag_box_set_known (DlTagBox *self, const char *const *tags);

G_END_DECLS
