/* What a step of a lesson points at, as the window calls it. */
#pragma once

#include <gtk/gtk.h>

#include "dl-lesson.h"

G_BEGIN_DECLS

/* "Topology: Radix", "Link (2,0,0) X+". Free with g_free. */
char *dl_lesson_place_title (GtkWidget *window, const DlLessonPlace *place);

G_END_DECLS
