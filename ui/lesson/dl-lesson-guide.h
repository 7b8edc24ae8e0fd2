/* An attempt at a lesson in a session: opens where it begins, makes the edits that it asks for,
 * tells it of the world as that changes, and restores the earlier scenario in the end. No
 * widgets. */
#pragma once

#include "dl-lesson-attempt.h"
#include "dl-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_LESSON_GUIDE (dl_lesson_guide_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonGuide, dl_lesson_guide, DL, LESSON_GUIDE, GObject)

/* Signals:
 *   changed ()  what the run says may be another, or another scenario is open
 *   begin ()    a step begins, for the first time or again: its network is there, and the window
 *               is to turn to what the step shows
 */

/* A guide for an attempt that begins or continues at @scenario, which is copied. */
DlLessonGuide *dl_lesson_guide_new (DlView *view, DlLessonAttempt *attempt,
                                    const DlScenario *scenario);
DlLessonAttempt *dl_lesson_guide_get_attempt (DlLessonGuide *self);
/* The step that it is at. */
const DlLessonStep *dl_lesson_guide_get_step (DlLessonGuide *self);

/* Open where the attempt is, once; the open scenario waits. If the program has not opened anything
 * itself yet, that comes first. */
void dl_lesson_guide_start (DlLessonGuide *self);
/* FALSE until then. */
gboolean dl_lesson_guide_is_ready (DlLessonGuide *self);
/* Another scenario was opened meanwhile: nothing is judged until that of the lesson is back. */
gboolean dl_lesson_guide_is_away (DlLessonGuide *self);
void dl_lesson_guide_come_back (DlLessonGuide *self);

/* Actions of the attempt, then "begin". */
gboolean dl_lesson_guide_go_to (DlLessonGuide *self, guint step);
void dl_lesson_guide_reset (DlLessonGuide *self);
void dl_lesson_guide_set_free (DlLessonGuide *self, gboolean is_free);

/* The lesson is over: the scenario that was left is open again, unless another scenario is by now.
 * Nothing else may be asked for after that. */
void dl_lesson_guide_close (DlLessonGuide *self);

/* A text of a lesson, as labels: its paragraphs and lists, with links into the manual. */

#define DL_TYPE_LESSON_BLOCKS (dl_lesson_blocks_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonBlocks, dl_lesson_blocks, DL, LESSON_BLOCKS, GtkBox)

/* Activates app.help with the target of a link. */
GtkWidget *dl_lesson_blocks_new (void);
/* Text of a lesson (dl-lesson-text.h), all facts filled in; NULL or empty: nothing, and hidden. The
 * keyboard stays where it is in it. */
void dl_lesson_blocks_set (DlLessonBlocks *self, const char *markdown);
/* Words of the blocks, a line per block. Free with g_free. */
char *dl_lesson_blocks_get_plain (DlLessonBlocks *self);

G_END_DECLS
