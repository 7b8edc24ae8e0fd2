/* How lessons are put together. Private to dl-lesson*.c. */
#pragma once

#include "dl-lesson.h"

G_BEGIN_DECLS

/* A lesson with empty lists. */
DlLesson *dl_lesson_new (void);
DlLessonStep *dl_lesson_step_new (const char *id, guint line);
DlLessonChoice *dl_lesson_choice_new (const char *text, guint line);
DlLessonWrong *dl_lesson_wrong_new (const char *text, guint line);

/* A text of a lesson that a translation has in another language. */
typedef struct
{
  const char *key;
  char **text; /* in the lesson; may hold NULL */
  guint line;  /* where it is, or where its step is */
} DlLessonSlot;

/* All of the head (@step NULL) or of a step, in the order of keys and then of the file. */
GArray *dl_lesson_slots (DlLesson *lesson, DlLessonStep *step);

/* Name of a step or a recording: a-z, 0-9 and -, at most 40 characters. */
gboolean dl_lesson_is_id (const char *text);
/* Problems between the keys of a step, each with its line. */
void dl_lesson_step_check (const DlLessonStep *step, DlProblems *problems);

/* The lesson in @text, whatever its problems. In a @translation choices and wrongs have no
 * conditions, and keys that are no texts are problems. */
DlLesson *dl_lesson_read (const char *text, gsize length, gboolean translation,
                          DlProblems *problems);

G_END_DECLS
