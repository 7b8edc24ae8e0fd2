/* Rings round what a lesson points at in a map: lies over the maps and takes nothing from them. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

/* A link, a node or a group, where @widget shows it. */
typedef struct
{
  GtkWidget *widget; /* a map, or another view, which is shown then as a whole */
  DlPlace place;
} DlLessonSpot;

/* Where it is in its widget; FALSE if it is not shown as such. */
gboolean dl_lesson_spot_locate (const DlLessonSpot *spot, DlRect *rect);

#define DL_TYPE_LESSON_RING (dl_lesson_ring_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonRing, dl_lesson_ring, DL, LESSON_RING, GtkWidget)

GtkWidget *dl_lesson_ring_new (void);
/* (DlLessonSpot) What is ringed; the widgets must live as long as they are. They pulse for some
 * seconds and then stay, or only stay where animations are off. */
void dl_lesson_ring_set_spots (DlLessonRing *self, GArray *spots);
/* Pulse again. */
void dl_lesson_ring_pulse (DlLessonRing *self);
gboolean dl_lesson_ring_is_moving (DlLessonRing *self);

G_END_DECLS
