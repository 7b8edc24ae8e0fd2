/* A line of the list under the box: what it leads to, of which kind that is, and its key. */
#pragma once

#include "dl-goto-list.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_GOTO_LINE (dl_goto_line_get_type ())
G_DECLARE_FINAL_TYPE (DlGotoLine, dl_goto_line, DL, GOTO_LINE, GtkListBoxRow)

GtkWidget *dl_goto_line_new (void);
/* @row is read, not kept; NULL: there is none, and the line is not seen. */
void dl_goto_line_set_row (DlGotoLine *self, const DlGotoRow *row);

/* @row in words, for who does not see it: “Load curve, Page. Latency and …”. Free with g_free. */
char *dl_goto_line_words (const DlGotoRow *row);

G_END_DECLS
