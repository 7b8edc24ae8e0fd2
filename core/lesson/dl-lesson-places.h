/* What lessons may turn to and point at in the window, by id: the window holds itself to this. */
#pragma once

#include "dl-lesson.h"

G_BEGIN_DECLS

typedef enum
{
  DL_LESSON_PLACE_PAGE,   /* of the evidence */
  DL_LESSON_PLACE_VIEW,   /* of the network */
  DL_LESSON_PLACE_METRIC, /* of the maps */
  DL_LESSON_PLACE_LIVE,   /* what to do with the simulation */
  DL_LESSON_PLACE_ACTION, /* of the window, without "win." */
  DL_N_LESSON_PLACES
} DlLessonPlaceKind;

typedef struct
{
  const char *id;
  guint kinds; /* 1 << DlKind, of all networks that have it */
} DlLessonPlaceId;

/* All of @kind. */
const DlLessonPlaceId *dl_lesson_places (DlLessonPlaceKind kind, guint *n);
/* Is there one for @network? @names (nullable) gets those there are, with commas between; free with
 * g_free. */
gboolean dl_lesson_has_place (DlLessonPlaceKind kind, const char *id, const DlFamily *family,
                              char **names);

G_END_DECLS
