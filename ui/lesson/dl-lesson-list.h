/* The lessons that come with the program, to choose from; also files of lessons, and what was
 * handed in. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_LESSON_LIST (dl_lesson_list_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonList, dl_lesson_list, DL, LESSON_LIST, GtkBox)

/* Activates win.lesson with the identifier of the one chosen, and win.open-lesson. */
GtkWidget *dl_lesson_list_new (void);
/* Mark those of @finished (nullable) as done before. */
void dl_lesson_list_set_finished (DlLessonList *self, const char *const *finished);
/* Let the keyboard begin at the first that is not done. */
void dl_lesson_list_focus (DlLessonList *self);

G_END_DECLS
