/* Lessons done by scripts, and worlds that facts and conditions are about. */
#pragma once

#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-lesson-attempt.h"
#include "dl-lesson-driver.h"
#include "dl-scenario-file.h"

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

/* The same of a script without a name. */
static inline void
lesson_play_lines (DlLessonDriver *driver, const char *script)
{
  lesson_play (driver, script, "script");
}

/* The part of @text, which is taken, that a person reads. */
static inline char *
lesson_plain (char *text)
{
  g_autofree char *owned = text;

  return dl_lesson_text_plain (owned);
}

static inline void
lesson_check_same_score (const DlLessonScore *a, const DlLessonScore *b)
{
  g_assert_cmpuint (a->steps, ==, b->steps);
  g_assert_cmpuint (a->done, ==, b->done);
  g_assert_cmpuint (a->asked, ==, b->asked);
  g_assert_cmpuint (a->answered, ==, b->answered);
  g_assert_cmpuint (a->right, ==, b->right);
  g_assert_cmpuint (a->kept, ==, b->kept);
  g_assert_cmpuint (a->hints, ==, b->hints);
  g_assert_cmpuint (a->slips, ==, b->slips);
  g_assert_cmpuint (a->shown, ==, b->shown);
}

/* The analyzed world; unref with dl_world_unref. */
static inline DlWorld *
lesson_world_of (const DlScenario *scenario)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, NULL, &error);

  g_assert_no_error (error);
  return dl_world_new (scenario, result, NULL);
}

/* A preset with these assignments, NULL at the end. */
static inline DlScenario *
lesson_scenario_with (const char *preset, const char *const *sets)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load (preset, &error);
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  g_assert_no_error (error);
  for (guint i = 0; sets[i] != NULL; i++)
    dl_edits_parse_assignment (edits, sets[i], &error);
  g_assert_no_error (error);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  return scenario;
}
