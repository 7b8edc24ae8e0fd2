/* What an attempt is made of. Private to dl-lesson-attempt*.c. */
#pragma once

#include "dl-lesson-log.h"

G_BEGIN_DECLS

/* What is known of a step. */
typedef struct
{
  gboolean seen;
  gboolean done;
  DlLessonPhase phase;
  DlScenario *begin; /* what it began with, when it first did; NULL before the world is known */
  DlWorld *before;   /* the world then, as long as nothing was changed in it */
  gboolean touched;  /* something was */
  guint64 excused;   /* wrongs, a bit each, that held when it began and have held since */
  DlWorld *at_done;  /* the world with which it was done last */
  char *answer;
  double number; /* of an answer that is one */
  guint choice;  /* from 0, likewise */
  DlAnswer verdict;
  guint hints, do_hints; /* that are open */
  guint slips;
} DlStepRecord;

struct _DlLessonAttempt
{
  GObject parent;
  DlLesson *lesson;
  DlScenario *start;
  DlStepRecord *records; /* (n_steps) */
  guint n_steps, step, reach;
  DlScenario *pending; /* what the owner is asked to make of the scenario; NULL: nothing */
  gboolean expecting;  /* a world after that */
  DlWorld *world;      /* NULL at first */
  DlScenario *left;    /* where free play began; NULL outside of it */
  gint wrong;          /* what is said at the moment, or -1 */
  DlLessonLog log;
  guint work;
};

/* That of the step that it is at. */
static inline DlStepRecord *
dl_lesson_attempt_record (DlLessonAttempt *self)
{
  return &self->records[self->step];
}

static inline const DlLessonStep *
dl_lesson_attempt_at (DlLessonAttempt *self)
{
  return dl_lesson_step (self->lesson, self->step);
}

/* The world when the lesson began. */
static inline DlWorld *
dl_lesson_attempt_first_world (DlLessonAttempt *self)
{
  return self->records[0].before;
}

void dl_lesson_attempt_emit_changed (DlLessonAttempt *self);
/* The scenario that step @to begins with when it is first seen. */
DlScenario *dl_lesson_attempt_establish (DlLessonAttempt *self, guint to);
/* Whether the step is done now, and what has to be said. */
void dl_lesson_attempt_judge (DlLessonAttempt *self);

G_END_DECLS
