#include "dl-lesson-guide.h"

#include "dl-lesson-judge.h"
#include "dl-lesson-text.h"
#include "dl-marker-layout.h"
#include "dl-session.h"

/* Lines longer than this are hard to read. */
#define WIDTH_CHARS 66

struct _DlLessonBlocks
{
  GtkBox parent;
  char *markdown; /* that is shown, or NULL */
};

G_DEFINE_FINAL_TYPE (DlLessonBlocks, dl_lesson_blocks, GTK_TYPE_BOX)

static gboolean
on_link (GtkLabel *label, const char *target)
{
  gtk_widget_activate_action (GTK_WIDGET (label), "app.help", "s", target);
  return GDK_EVENT_STOP;
}

static GtkWidget *
new_label (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (label), WIDTH_CHARS);
  return label;
}

/* A line: what an item begins with, and its text. */
static GtkWidget *
new_line (void)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *marker = new_label ();
  GtkWidget *text = new_label ();

  gtk_widget_set_layout_manager (line, dl_marker_layout_new (6));
  g_signal_connect (text, "activate-link", G_CALLBACK (on_link), NULL);
  gtk_box_append (GTK_BOX (line), marker);
  gtk_box_append (GTK_BOX (line), text);
  return line;
}

static void
fill_line (GtkWidget *line, const DlLessonBlock *block)
{
  GtkWidget *marker = gtk_widget_get_first_child (line);
  GtkWidget *text = gtk_widget_get_last_child (line);

  gtk_label_set_text (GTK_LABEL (marker), block->marker != NULL ? block->marker : "");
  gtk_widget_set_visible (marker, block->marker != NULL);
  if (g_strcmp0 (gtk_label_get_label (GTK_LABEL (text)), block->markup) != 0)
    gtk_label_set_markup (GTK_LABEL (text), block->markup);
}

void
dl_lesson_blocks_set (DlLessonBlocks *self, const char *markdown)
{
  g_autoptr (GPtrArray) blocks = dl_lesson_text_blocks (markdown != NULL ? markdown : "");
  GtkWidget *line = gtk_widget_get_first_child (GTK_WIDGET (self));

  gtk_widget_set_visible (GTK_WIDGET (self), blocks->len > 0);
  if (g_strcmp0 (markdown, self->markdown) == 0)
    return;
  g_free (self->markdown);
  self->markdown = g_strdup (markdown);
  for (guint i = 0; i < blocks->len; i++)
    {
      if (line == NULL)
        {
          line = new_line ();
          gtk_box_append (GTK_BOX (self), line);
        }
      fill_line (line, blocks->pdata[i]);
      line = gtk_widget_get_next_sibling (line);
    }
  while (line != NULL && line != gtk_widget_get_first_child (GTK_WIDGET (self)))
    {
      GtkWidget *next = gtk_widget_get_next_sibling (line);

      gtk_box_remove (GTK_BOX (self), line);
      line = next;
    }
}

char *
dl_lesson_blocks_get_plain (DlLessonBlocks *self)
{
  return dl_lesson_text_plain (self->markdown != NULL ? self->markdown : "");
}

static void
blocks_finalize (GObject *object)
{
  g_free (DL_LESSON_BLOCKS (object)->markdown);
  G_OBJECT_CLASS (dl_lesson_blocks_parent_class)->finalize (object);
}

static void
dl_lesson_blocks_class_init (DlLessonBlocksClass *class)
{
  G_OBJECT_CLASS (class)->finalize = blocks_finalize;
}

static void
dl_lesson_blocks_init (DlLessonBlocks *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 8);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  /* Always there: GTK 4.8 still treats a box that had nothing to wrap as one that has nothing. */
  gtk_box_append (GTK_BOX (self), new_line ());
}

GtkWidget *
dl_lesson_blocks_new (void)
{
  return g_object_new (DL_TYPE_LESSON_BLOCKS, NULL);
}

/* Between two worlds of a simulation that runs, in milliseconds. */
#define PICTURE_MS 100

struct _DlLessonGuide
{
  GObject parent;
  DlView *view;
  DlSession *session; /* the view's */
  DlLessonAttempt *attempt;
  DlScenario *first; /* where it begins, until it does */
  gboolean wanted;   /* it was asked for */
  gboolean started;  /* FALSE while the program itself opens the last scenario */
  gboolean visiting; /* the scenario being opened is the lesson's */
  gboolean away;
  gboolean closed;
  gboolean begins; /* the step, once its edits are made */
  guint picture_timeout;
  GCancellable *running;     /* the simulation of a network that is missing; NULL: none runs */
  const DlLessonStep *shown; /* the done step whose simulation was paused; NULL */
};

G_DEFINE_FINAL_TYPE (DlLessonGuide, dl_lesson_guide, G_TYPE_OBJECT)

enum
{
  CHANGED,
  BEGIN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static gboolean
is_live (DlLessonGuide *self)
{
  return self->started && !self->visiting && !self->away && !self->closed;
}

/* A simulation that is missing, in a thread ------------------------------------------------------
 */

typedef struct
{
  DlScenario *scenario;
  guint64 cycles;
} Run;

static void
run_free (gpointer data)
{
  Run *run = data;

  dl_scenario_free (run->scenario);
  g_free (run);
}

static void
run_missing (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Run *run = task_data;
  g_autoptr (GError) error = NULL;
  DlWorld *world = dl_world_new_run (run->scenario, run->cycles, cancellable, &error);

  if (world != NULL)
    g_task_return_pointer (task, world, (GDestroyNotify) dl_world_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/* A network that cannot be simulated stays missing: what it would say is a dash. */
static void
on_missing_run (GObject *source, GAsyncResult *result, gpointer user_data)
{
  DlLessonGuide *self = DL_LESSON_GUIDE (source);
  g_autoptr (DlWorld) world = g_task_propagate_pointer (G_TASK (result), NULL);

  if (world == NULL || self->closed || self->running != g_task_get_cancellable (G_TASK (result)))
    return;
  g_clear_object (&self->running);
  dl_lesson_attempt_set_missing (self->attempt, world);
}

static void
look_for_missing (DlLessonGuide *self)
{
  guint64 cycles;
  const DlScenario *scenario = dl_lesson_attempt_get_missing (self->attempt, &cycles);
  g_autoptr (GTask) task = NULL;
  Run *run;

  if (scenario == NULL || self->running != NULL)
    return;
  self->running = g_cancellable_new ();
  task = g_task_new (self, self->running, on_missing_run, NULL);
  run = g_new (Run, 1);
  *run = (Run) { dl_scenario_copy (scenario), cycles };
  g_task_set_task_data (task, run, run_free);
  g_task_run_in_thread (task, run_missing);
}

/* The world ------------------------------------------------------------------------------------ */

/* Tell the current state, once it is analyzed: until then the attempt waits. */
static void
tell_world (DlLessonGuide *self)
{
  DlEvaluation *result = dl_session_get_result (self->session);
  const DlLivePicture *picture = dl_live_get_picture (dl_view_get_live (self->view));
  const guint64 generation = dl_session_get_generation (self->session);
  g_autoptr (DlWorld) world = NULL;

  if (!is_live (self) || result == NULL || result->generation != generation)
    return;
  if (picture != NULL && picture->generation != generation)
    picture = NULL;
  world = dl_world_new (dl_session_get_scenario (self->session), result, picture);
  dl_lesson_attempt_set_world (self->attempt, world);
  look_for_missing (self);
}

static void
stop_running (DlLessonGuide *self)
{
  g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
}

static gboolean
on_picture_timeout (gpointer user_data)
{
  DlLessonGuide *self = user_data;

  self->picture_timeout = 0;
  tell_world (self);
  return G_SOURCE_REMOVE;
}

static void
on_picture (DlLessonGuide *self)
{
  if (is_live (self) && self->picture_timeout == 0)
    self->picture_timeout = g_timeout_add (PICTURE_MS, on_picture_timeout, self);
}

/* Edits of the attempt are one step of the history, which can be undone as any other. */
static void
make_edits (DlLessonGuide *self)
{
  g_autofree char *label = NULL;
  g_autoptr (GPtrArray) edits = dl_lesson_attempt_take_edits (self->attempt, &label);

  if (edits != NULL)
    {
      dl_session_seal (self->session);
      dl_session_edit (self->session, edits, label, NULL, NULL); /* tells of what fails itself */
      dl_session_seal (self->session);
    }
  tell_world (self);
  if (!self->begins)
    return;
  self->begins = FALSE;
  g_signal_emit (self, signals[BEGIN], 0);
}

/* Pauses the simulation once its step is done, at the cycle that the explanation is about. */
static void
pause_when_shown (DlLessonGuide *self)
{
  const DlLessonStep *step = dl_lesson_guide_get_step (self);
  const gboolean done = dl_lesson_attempt_get_phase (self->attempt) == DL_PHASE_DONE;

  if (done && step != self->shown && dl_lesson_step_is_simulated (step))
    dl_live_pause (dl_view_get_live (self->view));
  self->shown = done ? step : NULL;
}

/* The simulation stops at the cycle that the step asks for, so that all see the same numbers. */
static void
follow_stop (DlLessonGuide *self)
{
  const gboolean doing = is_live (self) && !dl_lesson_attempt_is_left (self->attempt)
                         && dl_lesson_attempt_get_phase (self->attempt) != DL_PHASE_DONE;

  const DlLessonStep *step = doing ? dl_lesson_guide_get_step (self) : NULL;

  dl_live_set_stop (dl_view_get_live (self->view), step == NULL ? 0
                                                   : dl_lesson_step_waits_for_precision (step)
                                                       ? DL_LIVE_STOP_ENOUGH
                                                       : dl_lesson_step_cycles (step));
}

static void
on_attempt_changed (DlLessonGuide *self)
{
  follow_stop (self);
  if (is_live (self))
    {
      pause_when_shown (self);
      make_edits (self);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Scenarios ------------------------------------------------------------------------------------ */

/* In place of the open scenario, which waits. */
static void
visit (DlLessonGuide *self, const DlScenario *scenario)
{
  self->visiting = TRUE;
  dl_session_visit (self->session, dl_scenario_copy (scenario));
  self->visiting = FALSE;
  self->away = FALSE;
  follow_stop (self);
}

static void
start (DlLessonGuide *self)
{
  self->started = TRUE;
  self->begins = TRUE;
  visit (self, self->first);
  g_clear_pointer (&self->first, dl_scenario_free);
  make_edits (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_opened (DlLessonGuide *self)
{
  if (self->closed || self->visiting)
    return;
  if (!self->started)
    {
      /* The lesson before restores the earlier scenario: its end is not a beginning. */
      if (self->wanted)
        start (self);
      return;
    }
  self->away = TRUE;
  follow_stop (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
dl_lesson_guide_come_back (DlLessonGuide *self)
{
  DlWorld *world = dl_lesson_attempt_get_world (self->attempt);

  if (!self->away)
    return;
  visit (self, world != NULL ? world->scenario : dl_lesson_attempt_get_start (self->attempt));
  self->begins = TRUE;
  make_edits (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
dl_lesson_guide_close (DlLessonGuide *self)
{
  const gboolean here = is_live (self);

  g_clear_handle_id (&self->picture_timeout, g_source_remove);
  stop_running (self);
  self->closed = TRUE;
  follow_stop (self);
  if (!here)
    return;
  dl_live_pause (dl_view_get_live (self->view));
  dl_session_return (self->session);
}

/* Steps ---------------------------------------------------------------------------------------- */

void
dl_lesson_guide_start (DlLessonGuide *self)
{
  self->wanted = TRUE;
  if (!self->started && dl_session_get_generation (self->session) > 0)
    start (self);
}

gboolean
dl_lesson_guide_is_ready (DlLessonGuide *self)
{
  return self->started;
}

gboolean
dl_lesson_guide_is_away (DlLessonGuide *self)
{
  return self->away;
}

DlLessonAttempt *
dl_lesson_guide_get_attempt (DlLessonGuide *self)
{
  return self->attempt;
}

const DlLessonStep *
dl_lesson_guide_get_step (DlLessonGuide *self)
{
  return dl_lesson_step (dl_lesson_attempt_get_lesson (self->attempt),
                         dl_lesson_attempt_get_step (self->attempt));
}

gboolean
dl_lesson_guide_go_to (DlLessonGuide *self, guint step)
{
  if (!is_live (self) || step > dl_lesson_attempt_get_reach (self->attempt))
    return FALSE;
  stop_running (self);
  self->begins = TRUE;
  return dl_lesson_attempt_go_to (self->attempt, step);
}

void
dl_lesson_guide_reset (DlLessonGuide *self)
{
  if (!is_live (self) || dl_lesson_attempt_is_left (self->attempt))
    return;
  self->begins = TRUE;
  dl_lesson_attempt_reset (self->attempt);
  self->begins = FALSE; /* of a step that has not begun yet there is nothing to reset */
}

void
dl_lesson_guide_set_free (DlLessonGuide *self, gboolean is_free)
{
  if (!is_live (self) || is_free == dl_lesson_attempt_is_left (self->attempt))
    return;
  if (is_free)
    dl_lesson_attempt_leave (self->attempt);
  else
    {
      self->begins = TRUE;
      dl_lesson_attempt_return (self->attempt);
    }
}

/* The object ----------------------------------------------------------------------------------- */

static void
finalize (GObject *object)
{
  DlLessonGuide *self = DL_LESSON_GUIDE (object);

  g_clear_handle_id (&self->picture_timeout, g_source_remove);
  g_clear_pointer (&self->first, dl_scenario_free);
  g_clear_object (&self->running);
  g_clear_object (&self->attempt);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_lesson_guide_parent_class)->finalize (object);
}

static void
dl_lesson_guide_class_init (DlLessonGuideClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[BEGIN] = g_signal_new ("begin", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
dl_lesson_guide_init (DlLessonGuide *self)
{
}

DlLessonGuide *
dl_lesson_guide_new (DlView *view, DlLessonAttempt *attempt, const DlScenario *scenario)
{
  DlLessonGuide *self = g_object_new (DL_TYPE_LESSON_GUIDE, NULL);

  self->view = g_object_ref (view);
  self->session = dl_view_get_session (view);
  self->attempt = g_object_ref (attempt);
  self->first = dl_scenario_copy (scenario);
  g_signal_connect_object (self->attempt, "changed", G_CALLBACK (on_attempt_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "opened", G_CALLBACK (on_opened), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::result", G_CALLBACK (tell_world), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (on_picture),
                           self, G_CONNECT_SWAPPED);
  return self;
}
