/* The log of an attempt: what happened to the scenario and in the lesson. Private to
 * DlLessonAttempt. */
#pragma once

#include "dl-lesson-attempt.h"

G_BEGIN_DECLS

typedef struct
{
  GPtrArray *events;  /* DlLessonEvent */
  DlScenario *last;   /* as it is after all of them */
  DlScenario *before; /* as it was before the last event, if that is an edit; else NULL */
} DlLessonLog;

/* @start is copied. */
void dl_lesson_log_init (DlLessonLog *log, const DlScenario *start);
void dl_lesson_log_clear (DlLessonLog *log);
void dl_lesson_log_add (DlLessonLog *log, DlLessonEventKind kind, const char *text);
/* What follows is not merged with what was. */
void dl_lesson_log_seal (DlLessonLog *log);
/* The scenario is @now; nothing if it was. Changes of one key in a row, of a drag, are one. */
gboolean dl_lesson_log_follow (DlLessonLog *log, const DlScenario *now);
/* The same of what the lesson makes itself, and before it does or keeps @now for later: what comes
 * of that depends on which keys are stated, so this is logged, too. Nothing is merged with it. */
void dl_lesson_log_settle (DlLessonLog *log, const DlScenario *now);

G_END_DECLS
