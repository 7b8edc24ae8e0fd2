/* What lessons may turn to and point at in the window, by id: the window holds itself to this. */
#pragma once

#include "dl-lesson.h"

G_BEGIN_DECLS

typedef enum
{
  DL_PLACE_PAGE,   /* of the evidence */
  DL_PLACE_VIEW,   /* of the network */
  DL_PLACE_METRIC, /* of the maps */
  DL_PLACE_LIVE,   /* what to do with the simulation */
  DL_PLACE_ACTION, /* of the window, without "win." */
  DL_N_PLACES
} DlPlaceKind;

typedef struct
{
  const char *id;
  guint kinds; /* 1 << DlKind, of all networks that have it */
} DlLessonPlaceId;

/* All of @kind. */
const DlLessonPlaceId *dl_lesson_places (DlPlaceKind kind, guint *n);
/* Is there one for @network? @names (nullable) gets those there are, with commas between; free with
 * g_free. */
gboolean dl_lesson_has_place (DlPlaceKind kind, const char *id, DlKind network, char **names);

G_END_DECLS
