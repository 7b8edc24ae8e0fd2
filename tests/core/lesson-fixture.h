/* Lessons done by scripts. */
#pragma once

#include "dl-lesson-driver.h"

/* All lines of @script, which must hold; @name is said with the number of one that does not. */
static inline void
lesson_play (DlLessonDriver *driver, const char *script, const char *name)
{
  g_auto (GStrv) lines = g_strsplit (script, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;

      if (!dl_lesson_driver_command (driver, lines[i], &error))
        g_error ("%s:%u: %s", name, i + 1, error->message);
    }
}
