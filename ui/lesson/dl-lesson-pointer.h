/* Pointer of a lesson's step, in a window: finds the real control, link or node, rings it, says
 * what it is, and sends the keyboard there. */
#pragma once

#include "dl-lesson.h"
#include "dl-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Rings round what a lesson points at in a map: lies over the maps and takes nothing from them. */

/* A link, a node or a group, where @widget shows it. */
typedef struct
{
  GtkWidget *widget; /* a map, or another view, which is shown then as a whole */
  DlPlace place;
} DlLessonSpot;

#define DL_TYPE_LESSON_RING (dl_lesson_ring_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonRing, dl_lesson_ring, DL, LESSON_RING, GtkWidget)

GtkWidget *dl_lesson_ring_new (void);
/* (DlLessonSpot) The ringed places; the widgets must live as long as they are. They pulse for some
 * seconds and then stay, or only stay where animations are off. */
void dl_lesson_ring_set_spots (DlLessonRing *self, GArray *spots);
/* Pulse again. */
void dl_lesson_ring_pulse (DlLessonRing *self);
gboolean dl_lesson_ring_is_moving (DlLessonRing *self);

#define DL_TYPE_LESSON_POINTER (dl_lesson_pointer_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonPointer, dl_lesson_pointer, DL, LESSON_POINTER, GObject)

/* @window, which outlives it, holds the controls, and the maps in @views with @ring over them. */
DlLessonPointer *dl_lesson_pointer_new (GtkWidget *window, GtkStack *views, DlView *view,
                                        DlLessonRing *ring);

/* Point at @places (DlLessonPlace, borrowed until the next call; NULL: nothing). Controls are
 * unfolded and brought into sight. */
void dl_lesson_pointer_set (DlLessonPointer *self, const GPtrArray *places);
guint dl_lesson_pointer_n (DlLessonPointer *self);

/* The widget that is ringed, or in which something is; NULL where the window has no such thing. */
GtkWidget *dl_lesson_pointer_find (DlLessonPointer *self, const DlLessonPlace *place);
/* "Topology: Radix", "Link (2,0,0) X+", as the window calls it. Free with g_free. */
char *dl_lesson_pointer_name (DlLessonPointer *self, const DlLessonPlace *place);

/* Send the keyboard to the one of that number, and let it pulse; a link or node gets selected.
 * FALSE if it takes no keys. */
gboolean dl_lesson_pointer_focus (DlLessonPointer *self, guint i);

/* Search of the window for places that a step of a lesson points at, or that the user goes to. */

typedef gboolean (*DlSeekMatch) (GtkWidget *widget, gconstpointer data);

/* Everything in @widget that @match likes, in its order, and nothing inside of that. Widgets on a
 * page that is not shown do not count; folded ones do. */
void dl_seek_all (GtkWidget *widget, DlSeekMatch match, gconstpointer data, GPtrArray *found);

/* In @window; NULL. */

/* The controls of a dimension each are found together. */
GtkWidget *dl_seek_control (GtkWidget *window, const char *key);

/* Open every expander in @root that a control of @key is folded away in. */
void dl_seek_unfold_control (GtkWidget *root, const char *key);
/* The keyboard to @widget, or to the first in it that takes it; FALSE: none does. */
gboolean dl_seek_focus (GtkWidget *widget);

G_END_DECLS
