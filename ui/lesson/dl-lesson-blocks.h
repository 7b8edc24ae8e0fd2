/* A text of a lesson, as labels: its paragraphs and lists, with links into the manual. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_LESSON_BLOCKS (dl_lesson_blocks_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonBlocks, dl_lesson_blocks, DL, LESSON_BLOCKS, GtkBox)

/* Activates app.help with the target of a link. */
GtkWidget *dl_lesson_blocks_new (void);
/* Text of a lesson (dl-lesson-text.h), all facts filled in; NULL or empty: nothing, and hidden. The
 * keyboard stays where it is in it. */
void dl_lesson_blocks_set (DlLessonBlocks *self, const char *markdown);
/* Its words, a line for each block. Free with g_free. */
char *dl_lesson_blocks_get_plain (DlLessonBlocks *self);

G_END_DECLS
