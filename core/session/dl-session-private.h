/* Parts of a session, for the files that make it. */
#pragma once

#include "dl-recompute.h"
#include "dl-session.h"

G_BEGIN_DECLS

/* Scenario that another one replaced for a while (dl-session.h). */
typedef struct
{
  DlScenario *scenario;
  DlHistory *history;
  gint64 scenario_id;
  gint64 revision;
  gboolean unopened;    /* nothing was open yet: it is only the session's first scenario */
  gboolean saved;       /* as far as is known */
  DlEvaluation *result; /* that was shown of it; nullable */
  gboolean current;     /* it was that of the current scenario */
} DlSessionLeft;

struct _DlSession
{
  GObject parent;
  DlLibrary *library; /* nullable */
  DlScenario *scenario;
  DlScenario
      *present; /* the scenario, while an earlier state is looked at in its place; else NULL */
  DlHistory *history;
  guint64 generation;

  /* In the library */
  gint64 scenario_id; /* 0: nowhere */
  gint64 revision;
  guint n_writing;
  char *save_message;
  GCancellable *opening; /* of the current opening, if any */
  gboolean opening_run;  /* it is what a run simulated */
  gboolean opening_new;  /* it has just been added to the library */
  gboolean is_new;       /* the one that is being told of was */

  DlSessionLeft *left; /* state left for a while; nullable */

  /* Results */
  DlEvaluation *result; /* nullable */
  gboolean own;         /* it is of this scenario; */
  gboolean current;     /* as that is */
  guint64 opened_at;    /* the first generation of this scenario */
  DlStanding standing;
  guint moment_timeout; /* until a result that is being computed is awaited */
  guint look_timeout;   /* at its progress, while it is */
  double progress;
  char *analysis_problem; /* nullable */
  DlRecompute *recompute;
  char *announcement; /* label of the step to tell of when its result is there */
  guint64 announced_generation;
  gboolean undone;           /* the last step was an undo */
  DlEvaluation *effect_base; /* result before the last step */

  /* Limit of the same network without faults (dl-session-pin.c) */
  gboolean has_faults; /* the result has */
  DlScenario *intact;  /* (nullable) whose limit is known, on its way, or was tried */
  DlLimit intact_limit;
  gboolean intact_known;
  DlJob *intact_job;

  /* The pin beside it */
  DlPin *pin;     /* nullable */
  DlJob *pin_job; /* evaluates the next pin */
};

/* Let go of a result that cannot be one of @family. Before the scenario is another one: until then
 * all is as before the first result. */
void dl_session_drop_foreign (DlSession *self, const DlFamily *family);
/* @result is the current scenario's if @current, else that of an earlier state. */
void dl_session_set_result (DlSession *self, DlEvaluation *result, gboolean current);
/* The scenario is another one: everything derived follows. */
void dl_session_changed (DlSession *self);
/* "failed" with @message, or that a step of the history cannot be done or undone. */
void dl_session_fail (DlSession *self, const char *message);
void dl_session_step_misfits (DlSession *self);

/* The scenario as it is kept, whatever is looked at. */
static inline DlScenario *
dl_session_own_scenario (const DlSession *self)
{
  return self->present != NULL ? self->present : self->scenario;
}
/* End a look back without a word: the caller changes the scenario. */
void dl_session_end_look (DlSession *self);

/* dl-session-pin.c */
/* There is another result: find out what the network does without its faults. */
void dl_session_follow_intact (DlSession *self);

/* dl-session-save.c */
/* Write what has changed since the last time, if the scenario is in the library. */
void dl_session_save (DlSession *self);

/* Like dl_session_open_new, with the scenario that a run simulated; "run-opened" follows. */
void dl_session_open_simulated (DlSession *self, DlScenario *scenario);
/* Open where the user left off, or what everything starts with. */
void dl_session_open_last (DlSession *self);

/* dl-session-save.c: the scenario that was left for a while */
void dl_session_left_free (DlSessionLeft *left);

G_END_DECLS
