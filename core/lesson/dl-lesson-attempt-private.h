/* State of an attempt: dl-lesson-attempt.c changes it, dl-lesson-attempt-text.c reads it. */
#pragma once

#include "dl-lesson-attempt.h"
#include "dl-lesson-driver.h"

/* Record of a step. */
typedef struct
{
  gboolean seen;
  gboolean done;
  DlLessonPhase phase;
  DlScenario *begin; /* the scenario with which it first began; NULL before the world is known */
  DlWorld *before;   /* the world then, as long as nothing was changed in it */
  gboolean touched;  /* something was */
  guint64 excused;   /* wrongs, a bit each, that held when it began and have held since */
  guint64 begun;     /* until: conditions that do not look at a simulation, likewise */
  gboolean was_open; /* not all until: conditions held since the step was entered */
  gboolean shown;    /* the answer, before it was given */
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
  DlScenario *pending; /* the change that the owner is asked for; NULL: none */
  gboolean expecting;  /* a world after that */
  DlWorld *world;      /* NULL at first */
  DlScenario *left;    /* where free play began; NULL outside of it */
  gint wrong;          /* the mistake that is shown, or -1 */
  DlLessonLog log;
  guint work;
};

/* Record of the current step. */
static inline DlStepRecord *
record_of (DlLessonAttempt *self)
{
  return &self->records[self->step];
}

static inline const DlLessonStep *
step_of (DlLessonAttempt *self)
{
  return dl_lesson_step (self->lesson, self->step);
}

/* The world when the lesson began. */
static inline DlWorld *
first_world_of (DlLessonAttempt *self)
{
  return self->records[0].before;
}

/* The until: conditions of the step that hold, a bit each; only those that look at a simulation, or
 * do not. */
guint64 dl_lesson_attempt_holding (DlLessonAttempt *self, gboolean simulated);
