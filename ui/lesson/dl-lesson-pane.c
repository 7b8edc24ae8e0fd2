#include "dl-lesson-pane.h"

#include "dl-figure-family.h"
#include "dl-file-jobs.h"
#include "dl-lesson-desk.h"
#include "dl-lesson-files.h"
#include "dl-pane.h"
#include "dl-shell.h"

#include <glib/gi18n-lib.h>

/* The desk of a window, what the window shows for a step of a lesson, and what it showed before. */

DlLessonDesk *
dl_lesson_desk_of (DlShell *shell)
{
  return dl_shell_kept (shell, DL_LESSON_ROOM);
}

DlLessonAttempt *
dl_lesson_desk_attempt (DlShell *self)
{
  DlLessonGuide *guide = dl_lesson_pane_get_guide (dl_lesson_desk_of (self)->pane);

  return guide != NULL ? dl_lesson_guide_get_attempt (guide) : NULL;
}

static void
show_metric (DlShell *self, const char *id)
{
  const DlMetric *metric = dl_family_metric_find (dl_shell_get_family (self), id);

  if (metric != NULL)
    g_object_set (dl_shell_get_view (self), "metric", metric, NULL);
}

static void
show_live (DlShell *self, const char *what)
{
  DlLive *live = dl_view_get_live (dl_shell_get_view (self));

  if (g_str_equal (what, "run"))
    dl_live_run (live);
  else if (g_str_equal (what, "reset"))
    dl_live_restart (live);
  else
    dl_live_pause (live);
}

static void
show_speed (DlShell *self, const char *what)
{
  guint speed;

  if (dl_lesson_speed (what, &speed))
    dl_shell_change_state (self, "sim-speed", g_variant_new_int32 (speed));
}

static void
show_route (DlShell *self, const DlNet *net, const char *what)
{
  guint from, to;

  if (dl_lesson_route_ends (dl_shell_get_family (self), net, what, &from, &to, NULL))
    dl_view_show_route (dl_shell_get_view (self), from, to, 0);
}

static void
show_link (DlShell *self, const DlNet *net, const char *what)
{
  guint link;

  if (dl_family_parse_link (dl_shell_get_family (self), net, what, &link, NULL))
    dl_view_select (dl_shell_get_view (self), dl_place_link (link));
}

static void
show_packet (DlShell *self, const DlNet *net, const char *what)
{
  DlFlight packet;

  if (dl_lesson_packet (dl_shell_get_family (self), net, what, &packet, NULL))
    dl_view_set_packet (dl_shell_get_view (self), &packet);
}

/* Show the step's recording, or one of the student's own network if that is different. */
void
dl_lesson_desk_show_recording (DlShell *self, const DlLessonStep *step)
{
  DlLive *live = dl_view_get_live (dl_shell_get_view (self));
  const DlScenario *scenario = dl_session_get_scenario (dl_shell_get_session (self));
  const DlRecording *recording = step->recording;
  g_autoptr (DlScenario) end = NULL;
  g_autoptr (DlRecording) own = NULL;

  if (recording == NULL)
    return;
  end = dl_recording_scenario (recording, recording->edits->len);
  if (end->family != scenario->family || end->seed != scenario->seed
      || !dl_simulate_same (end, scenario))
    {
      own = dl_recording_new (scenario);
      own->end = recording->end;
    }
  dl_live_show_recording (live, own != NULL ? own : recording, step->at);
}

static void
show (DlShell *self, const DlLessonPlace *place)
{
  switch ((DlLessonShow) place->kind)
    {
    case DL_LESSON_SHOW_PAGE:
      dl_shell_show_page (self, place->what);
      break;
    case DL_LESSON_SHOW_VIEW:
      dl_shell_show_view (self, place->what);
      break;
    case DL_LESSON_SHOW_METRIC:
      show_metric (self, place->what);
      break;
    case DL_LESSON_SHOW_SPEED:
      show_speed (self, place->what);
      break;
    default:
      break;
    }
}

/* Places of the network, which it has by then. */
static void
show_place (DlShell *self, const DlLessonPlace *place, const DlNet *net)
{
  switch ((DlLessonShow) place->kind)
    {
    case DL_LESSON_SHOW_ROUTE:
      show_route (self, net, place->what);
      break;
    case DL_LESSON_SHOW_CYCLE:
      dl_view_show_cycle (dl_shell_get_view (self));
      break;
    case DL_LESSON_SHOW_LINK:
      show_link (self, net, place->what);
      break;
    case DL_LESSON_SHOW_PACKET:
      show_packet (self, net, place->what);
      break;
    case DL_LESSON_SHOW_AGES:
      g_object_set (dl_shell_get_view (self), "ages", TRUE, NULL);
      break;
    default:
      break;
    }
}

static void
mark (DlShell *self, const DlNet *net, const GPtrArray *marks)
{
  g_autofree DlPlace *places = g_new (DlPlace, marks->len + 1);
  guint n = 0;

  for (guint i = 0; i < marks->len; i++)
    n += dl_lesson_point_place (dl_shell_get_family (self), net, marks->pdata[i], &places[n], NULL);
  dl_view_mark (dl_shell_get_view (self), places, n);
}

/* Views a lesson turns to are not the state the user left. */
void
dl_lesson_desk_turn_to (DlShell *self, const GPtrArray *places, gboolean simulate)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);

  desk->turning = TRUE;
  for (guint i = 0; i < places->len; i++)
    {
      const DlLessonPlace *place = g_ptr_array_index (places, i);

      show (self, place);
      if (simulate && place->kind == DL_LESSON_SHOW_LIVE)
        show_live (self, place->what);
    }
  desk->turning = FALSE;
}

void
dl_lesson_desk_show_places (DlShell *self, const GPtrArray *places, const GPtrArray *marks)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  DlNet net;

  if (!dl_view_get_net (dl_shell_get_view (self), &net))
    return;
  desk->turning = TRUE;
  if (marks != NULL)
    mark (self, &net, marks);
  for (guint i = 0; i < places->len; i++)
    show_place (self, g_ptr_array_index (places, i), &net);
  desk->turning = FALSE;
}

void
dl_lesson_desk_arrange (DlShell *self)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);

  desk->turning = TRUE;
  dl_shell_show_view (self, dl_family_feature (dl_shell_get_family (self), DL_FEATURE_VIEW, 0)->id);
  dl_shell_show_page (self, "");
  dl_shell_change_state (self, "slice", g_variant_new_string ("z"));
  dl_shell_change_state (self, "break-tool", g_variant_new_boolean (FALSE));
  dl_shell_change_state (self, "sim-speed", desk->speed);
  dl_view_reset (dl_shell_get_view (self));
  desk->turning = FALSE;
}

/* While a lesson lasts it is the lesson that the window follows. */
void
dl_lesson_desk_remember (DlShell *self)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);

  if (desk->turned)
    return;
  desk->turned = TRUE;
  g_free (desk->view);
  g_free (desk->page);
  desk->view = g_strdup (gtk_stack_get_visible_child_name (dl_shell_get_views (self)));
  desk->page = g_strdup (dl_shell_get_page (self));
  desk->family = dl_shell_get_family (self);
  desk->metric = dl_view_get_metric (dl_shell_get_view (self));
  g_clear_pointer (&desk->speed, g_variant_unref);
  desk->speed = dl_shell_get_state (self, "sim-speed");
}

void
dl_lesson_desk_turn_back (DlShell *self)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);

  desk->turning = TRUE;
  if (desk->turned)
    {
      dl_shell_show_view (self, desk->view);
      dl_shell_show_page (self, desk->page);
      dl_view_set_metric_of (dl_shell_get_view (self), desk->family, desk->metric);
      dl_view_mark (dl_shell_get_view (self), NULL, 0);
      g_object_set (dl_shell_get_view (self), "ages", FALSE, NULL);
      dl_shell_change_state (self, "sim-speed", desk->speed);
    }
  desk->turned = FALSE;
  desk->turning = FALSE;
}

gboolean
dl_lesson_desk_is_turning (DlShell *shell)
{
  const DlLessonDesk *desk = dl_lesson_desk_of (shell);

  return desk != NULL && desk->turning;
}

/* The way out of a lesson: nothing that was answered or done in it is lost unasked. */

struct DlLessonLeaving
{
  DlLessonLeaveFunc func;
  gpointer what;
  GDestroyNotify free_what;
  GtkWindow *question; /* while it is asked; weak */
};

enum
{
  STAY,
  SAVE,
  LEAVE
};

static gboolean
would_lose (DlShell *self)
{
  const DlLessonDesk *desk = dl_lesson_desk_of (self);
  DlLessonAttempt *attempt = desk != NULL ? dl_lesson_desk_attempt (self) : NULL;

  return attempt != NULL && dl_lesson_attempt_get_work (attempt) > desk->kept;
}

void
dl_lesson_desk_stay (DlLessonDesk *desk)
{
  DlLessonLeaving *leaving = g_steal_pointer (&desk->leaving);

  if (leaving == NULL)
    return;
  if (leaving->question != NULL)
    gtk_window_destroy (leaving->question);
  g_clear_weak_pointer (&leaving->question);
  if (leaving->free_what != NULL)
    g_clear_pointer (&leaving->what, leaving->free_what);
  g_free (leaving);
}

static void
leave (DlShell *self)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  const DlLessonLeaveFunc func = desk->leaving->func;
  gpointer what = g_steal_pointer (&desk->leaving->what);

  dl_lesson_desk_stay (desk);
  dl_lesson_desk_forget (self);
  func (self, what);
}

static void
on_answer (guint choice, gpointer owner)
{
  DlShell *self = owner;
  DlLessonDesk *desk = dl_lesson_desk_of (self);

  if (desk == NULL || desk->leaving == NULL)
    return;
  if (choice == STAY)
    dl_lesson_desk_stay (desk);
  else if (choice == SAVE)
    dl_lesson_desk_hand_in (self);
  else
    leave (self);
}

static void
close_window (DlShell *self, gpointer what)
{
  dl_lesson_desk_of (self)->kept = G_MAXUINT; /* presenter mode still remembers the lesson */
  gtk_window_close (GTK_WINDOW (self));
}

/* With the lesson in sight, which also those see who do not answer. */
static void
ask (DlShell *self)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  DlLessonLeaving *leaving = desk->leaving;
  const gboolean quits = leaving->func == close_window;
  const DlAskChoice choices[] = {
    [STAY] = { _ ("_Back to the Lesson"), _ ("Continue the lesson; close nothing (Esc)") },
    [SAVE] = { _ ("_Save Hand-In…"), _ ("Write the file that you hand in") },
    [LEAVE] = { quits ? _ ("_Quit") : _ ("_Close the Lesson"),
                quits ? _ ("Quit and discard your answers and steps in the lesson")
                      : _ ("Close it and discard your answers and steps") },
  };
  const char *title = dl_lesson_attempt_get_lesson (dl_lesson_desk_attempt (self))->title;
  /* Translators: %s is the name of a lesson */
  g_autofree char *question
      = quits ? g_strdup_printf (_ ("Quit in the middle of the lesson “%s”?"), title)
              : g_strdup_printf (_ ("Close the lesson “%s”?"), title);

  if (dl_lesson_pane_get_page (desk->pane) != DL_LESSON_PANE_END)
    dl_lesson_pane_resume (desk->pane);
  g_set_weak_pointer (
      &leaving->question,
      dl_ask (GTK_WINDOW (self), question,
              _ ("Your answers and steps will be lost unless you save a hand-in first."), choices,
              G_N_ELEMENTS (choices), on_answer, self));
}

static void
ask_or_leave (DlShell *self)
{
  if (would_lose (self))
    ask (self);
  else
    leave (self);
}

void
dl_lesson_desk_leave (DlShell *self, DlLessonLeaveFunc func, gpointer what,
                      GDestroyNotify free_what)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);
  DlLessonLeaving *leaving = g_new0 (DlLessonLeaving, 1);

  dl_lesson_desk_stay (desk); /* an earlier action gives way */
  leaving->func = func;
  leaving->what = what;
  leaving->free_what = free_what;
  desk->leaving = leaving;
  ask_or_leave (self);
}

void
dl_lesson_desk_go_on_leaving (DlShell *self)
{
  if (dl_lesson_desk_of (self)->leaving != NULL)
    ask_or_leave (self);
}

/* The last resort of a program that is told to end: beside the library, or where there is room. */
static void
rescue (DlShell *self)
{
  DlLessonAttempt *attempt = dl_lesson_desk_attempt (self);
  g_autoptr (DlHandIn) hand_in
      = dl_hand_in_new (attempt, dl_lesson_pane_get_name (dl_lesson_desk_of (self)->pane));
  g_autofree char *text = dl_hand_in_to_text (hand_in);

  /* It is as if it was handed in; what may be in the lesson's own file stays there. */
  dl_lesson_desk_of (self)->kept = G_MAXUINT;
  dl_lesson_desk_of (self)->is_kept = FALSE;
  dl_rescue_text (dl_shell_get_settings (self),
                  dl_session_get_library (dl_shell_get_session (self)), ".handin",
                  dl_lesson_attempt_get_lesson (attempt)->title, text);
}

gboolean
dl_lesson_desk_hold (DlShell *self, gboolean may_ask)
{
  DlLessonKept kept;

  if (!would_lose (self))
    {
      if (dl_lesson_desk_of (self) != NULL)
        dl_lesson_desk_forget (self);
      return FALSE;
    }
  kept = dl_lesson_desk_keep_now (self);
  if (kept == DL_LESSON_LOST && may_ask)
    dl_lesson_desk_leave (self, close_window, NULL, NULL);
  else if (kept == DL_LESSON_LOST)
    rescue (self);
  return kept == DL_LESSON_KEEPING || (kept == DL_LESSON_LOST && may_ask);
}

struct _DlLessonPane
{
  GtkBox parent;
  DlView *view;
  DlLessonGuide *guide; /* or NULL */
  GtkLabel *title;
  GtkWidget *menu, *resume;
  GtkStack *pages;
  DlLessonList *list;
  DlLessonPage *page;
  DlLessonEnd *end;
  DlLessonStory *story;
  GtkLabel *problems_title;
  GtkWidget *problems;
  GtkWidget *spinner;
};

enum
{
  BEGIN,
  CHANGED,
  TOLD,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DlLessonPane, dl_lesson_pane, GTK_TYPE_BOX)

static const char *const page_names[] = { "list", "step", "end", "story", "problems", "busy" };

/* Pages ---------------------------------------------------------------------------------------- */

DlLessonPanePage
dl_lesson_pane_get_page (DlLessonPane *self)
{
  const char *name = gtk_stack_get_visible_child_name (self->pages);
  guint page = 0;

  while (page + 1 < G_N_ELEMENTS (page_names) && g_strcmp0 (page_names[page], name) != 0)
    page++;
  return (DlLessonPanePage) page;
}

static void
show_page (DlLessonPane *self, DlLessonPanePage page)
{
  const DlStory *story = dl_lesson_story_get (self->story);
  const char *title = _ ("Lessons");

  if ((page == DL_LESSON_PANE_STEP || page == DL_LESSON_PANE_END) && self->guide != NULL)
    title = dl_lesson_attempt_get_lesson (dl_lesson_guide_get_attempt (self->guide))->title;
  else if (page == DL_LESSON_PANE_STORY && story != NULL)
    title = _ ("Handed in");
  gtk_label_set_text (self->title, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), title); /* it may be cut */
  gtk_widget_set_visible (self->menu, page == DL_LESSON_PANE_STEP || page == DL_LESSON_PANE_END);
  gtk_widget_set_visible (self->resume, page != DL_LESSON_PANE_STEP && page != DL_LESSON_PANE_END
                                            && self->guide != NULL);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), page == DL_LESSON_PANE_BUSY);
  gtk_stack_set_visible_child_name (self->pages, page_names[page]);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
dl_lesson_pane_focus (DlLessonPane *self)
{
  switch (dl_lesson_pane_get_page (self))
    {
    case DL_LESSON_PANE_LIST:
      dl_lesson_list_focus (self->list);
      break;
    case DL_LESSON_PANE_STEP:
      dl_lesson_page_focus (self->page);
      break;
    case DL_LESSON_PANE_END:
      dl_lesson_end_focus (self->end);
      break;
    case DL_LESSON_PANE_STORY:
      dl_lesson_story_go_to (self->story, dl_lesson_story_get_moment (self->story));
      break;
    case DL_LESSON_PANE_PROBLEMS:
    case DL_LESSON_PANE_BUSY:
      gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
      break;
    }
}

void
dl_lesson_pane_show_list (DlLessonPane *self, const char *const *finished)
{
  dl_lesson_list_set_finished (self->list, finished);
  show_page (self, DL_LESSON_PANE_LIST);
}

void
dl_lesson_pane_show_busy (DlLessonPane *self)
{
  show_page (self, DL_LESSON_PANE_BUSY);
}

void
dl_lesson_pane_show_problems (DlLessonPane *self, const char *const *messages)
{
  const guint n = g_strv_length ((GStrv) messages);
  g_autofree char *title
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "The file was not opened: %u problem",
                                      "The file was not opened: %u problems", n),
                         n);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->problems)) != NULL)
    gtk_box_remove (GTK_BOX (self->problems), child);
  gtk_label_set_text (self->problems_title, title);
  for (guint i = 0; i < n; i++)
    {
      GtkLabel *label = dl_pane_add_label (self->problems, NULL, TRUE);

      gtk_label_set_text (label, messages[i]);
      gtk_label_set_selectable (label, TRUE); /* to be copied into the editor */
    }
  show_page (self, DL_LESSON_PANE_PROBLEMS);
  /* To all of them: a label that the keyboard comes to by itself is selected, and goes with the
   * next file. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->problems), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, -1);
  gtk_widget_grab_focus (self->problems);
}

/* A lesson ------------------------------------------------------------------------------------- */

static void
on_changed (DlLessonPane *self)
{
  if (dl_lesson_guide_is_ready (self->guide))
    dl_lesson_page_follow (self->page, self->guide);
  if (dl_lesson_pane_get_page (self) == DL_LESSON_PANE_END) /* it reads the next lesson */
    dl_lesson_end_follow (self->end, dl_lesson_guide_get_attempt (self->guide));
  g_signal_emit (self, signals[CHANGED], 0);
}

/* The window turns first, so that the marked widgets are there. */
static void
on_begin (DlLessonPane *self)
{
  show_page (self, DL_LESSON_PANE_STEP);
  g_signal_emit (self, signals[BEGIN], 0);
  dl_lesson_page_begin (self->page, self->guide);
}

static void
drop_guide (DlLessonPane *self)
{
  g_autoptr (DlLessonGuide) guide = g_steal_pointer (&self->guide);

  if (guide == NULL)
    return;
  g_signal_handlers_disconnect_by_data (guide, self);
  dl_lesson_guide_close (guide);
}

void
dl_lesson_pane_start (DlLessonPane *self, DlLessonAttempt *attempt, const DlScenario *scenario)
{
  DlLessonGuide *guide = dl_lesson_guide_new (self->view, attempt, scenario);

  dl_lesson_pane_end (self);
  self->guide = guide;
  g_signal_connect_swapped (guide, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (guide, "begin", G_CALLBACK (on_begin), self);
  show_page (self, DL_LESSON_PANE_STEP);
  dl_lesson_guide_start (guide);
}

DlLessonGuide *
dl_lesson_pane_get_guide (DlLessonPane *self)
{
  return self->guide;
}

const DlStory *
dl_lesson_pane_get_story (DlLessonPane *self)
{
  return dl_lesson_story_get (self->story);
}

gboolean
dl_lesson_pane_resume (DlLessonPane *self)
{
  if (self->guide == NULL)
    return FALSE;
  show_page (self, DL_LESSON_PANE_STEP);
  dl_lesson_pane_focus (self);
  return TRUE;
}

void
dl_lesson_pane_show_end (DlLessonPane *self)
{
  if (self->guide == NULL)
    return;
  dl_lesson_end_follow (self->end, dl_lesson_guide_get_attempt (self->guide));
  show_page (self, DL_LESSON_PANE_END);
  dl_lesson_end_focus (self->end);
}

const char *
dl_lesson_pane_get_name (DlLessonPane *self)
{
  return dl_lesson_end_get_name (self->end);
}

void
dl_lesson_pane_end (DlLessonPane *self)
{
  drop_guide (self);
  dl_lesson_story_show (self->story, NULL);
  /* The window must not think that a story which has ended is still shown. */
  if (dl_lesson_pane_get_page (self) == DL_LESSON_PANE_STORY)
    gtk_stack_set_visible_child_name (self->pages, page_names[DL_LESSON_PANE_LIST]);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
dl_lesson_pane_show_story (DlLessonPane *self, DlStory *story)
{
  dl_lesson_pane_end (self);
  show_page (self, DL_LESSON_PANE_STORY);
  dl_lesson_story_show (self->story, story);
  show_page (self, DL_LESSON_PANE_STORY);
}

static void
on_moment (DlLessonPane *self)
{
  g_signal_emit (self, signals[TOLD], 0);
}

const DlLessonStep *
dl_lesson_pane_get_told_step (DlLessonPane *self)
{
  const DlStory *story = dl_lesson_story_get (self->story);
  const DlMoment *moment;

  if (story == NULL || story->moments->len == 0)
    return NULL;
  moment = g_ptr_array_index (story->moments, dl_lesson_story_get_moment (self->story));
  return moment->kind == DL_EVENT_STEP ? dl_lesson_step (story->lesson, moment->step) : NULL;
}

static void
move_step (DlLessonPane *self, gboolean forward)
{
  DlLessonAttempt *attempt = dl_lesson_guide_get_attempt (self->guide);
  const guint step = dl_lesson_attempt_get_step (attempt);

  if (forward && step + 1 == dl_lesson_attempt_get_lesson (attempt)->steps->len)
    dl_lesson_pane_show_end (self);
  else if (forward || step > 0)
    dl_lesson_guide_go_to (self->guide, forward ? step + 1 : step - 1);
}

void
dl_lesson_pane_move (DlLessonPane *self, gboolean forward)
{
  const DlLessonPanePage page = dl_lesson_pane_get_page (self);

  if (page == DL_LESSON_PANE_STEP && self->guide != NULL)
    move_step (self, forward);
  else if (page == DL_LESSON_PANE_END && !forward)
    dl_lesson_pane_resume (self);
  else if (page == DL_LESSON_PANE_STORY)
    dl_lesson_story_go_to (self->story,
                           dl_lesson_story_get_moment (self->story) + (forward ? 1 : -1));
}

void
dl_lesson_pane_go_on (DlLessonPane *self)
{
  if (dl_lesson_pane_get_page (self) != DL_LESSON_PANE_STEP || self->guide == NULL
      || !dl_lesson_page_remind (self->page, self->guide))
    dl_lesson_pane_move (self, TRUE);
}

void
dl_lesson_pane_set_wide (DlLessonPane *self, gboolean wide)
{
  dl_lesson_page_set_wide (self->page, wide);
}

int
dl_lesson_pane_measure (GtkWidget *pane, guint lines)
{
  int height = dl_lesson_page_measure (DL_LESSON_PANE (pane)->page, lines);

  for (GtkWidget *child = gtk_widget_get_first_child (pane); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (child != GTK_WIDGET (DL_LESSON_PANE (pane)->pages))
      {
        int least;

        gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
        height += least;
      }
  return height;
}

void
dl_lesson_pane_answer (DlLessonPane *self, const char *text)
{
  DlLessonQuestion *question = dl_lesson_page_get_question (self->page);
  g_autoptr (GError) error = NULL;

  if (self->guide == NULL)
    return;
  if (dl_lesson_attempt_answer (dl_lesson_guide_get_attempt (self->guide), text, &error))
    {
      dl_lesson_question_set_problem (question, NULL);
      dl_lesson_page_focus (self->page); /* the question is gone */
    }
  else
    dl_lesson_question_set_problem (question, error->message);
}

/* The widget ----------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlLessonPane *self = DL_LESSON_PANE (object);

  if (self->guide != NULL)
    g_signal_handlers_disconnect_by_data (self->guide, self);
  g_clear_object (&self->guide);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_lesson_pane_parent_class)->dispose (object);
}

static void
dl_lesson_pane_class_init (DlLessonPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_REGION);
  signals[BEGIN] = g_signal_new ("begin", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[TOLD] = g_signal_new ("told", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
}

static GtkWidget *
new_icon_button (const char *icon, const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
new_menu (void)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  GtkWidget *button = gtk_menu_button_new ();

  g_menu_append (menu, _ ("Restart the _Step"), "lesson.reset");
  g_menu_append (menu, _ ("_Free Play"), "lesson.free");
  g_menu_append (menu, _ ("_Hand In…"), "lesson.end");
  g_menu_append (menu, _ ("_Close the Lesson"), "lesson.close");
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (button), FALSE);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_set_tooltip_text (button, _ ("Restart the step, free play, hand in"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Menu of the lesson"), -1);
  return button;
}

static void
add_bar (DlLessonPane *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_widget_add_css_class (bar, "dl-toolbar");
  gtk_box_append (GTK_BOX (bar),
                  new_icon_button ("view-list-symbolic", _ ("All lessons"),
                                   _ ("The list of lessons (Shift+Ctrl+L)"), "win.lessons"));
  self->title = dl_pane_add_label (bar, "dl-lesson-title", FALSE);
  gtk_label_set_wrap (self->title, TRUE);
  gtk_label_set_lines (self->title, 2);
  gtk_label_set_ellipsize (self->title, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->title), TRUE);
  self->resume = dl_pane_add_button (bar, _ ("C_ontinue"), _ ("Back to the started lesson"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->resume), "lesson.resume");
  /* Beside a title that takes all it gets it would be as narrow as a character is. */
  gtk_label_set_wrap (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->resume))), FALSE);
  self->menu = new_menu ();
  gtk_box_append (GTK_BOX (bar), self->menu);
  gtk_box_append (GTK_BOX (bar),
                  new_icon_button ("window-close-symbolic", _ ("Close the lessons"),
                                   _ ("Close the lessons and return to the previous scenario"),
                                   "lesson.close"));
  gtk_box_append (GTK_BOX (self), bar);
  gtk_box_append (GTK_BOX (self), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
}

static GtkWidget *
new_problems (DlLessonPane *self)
{
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  gtk_widget_add_css_class (body, "dl-lesson-body");
  self->problems_title = dl_pane_add_label (body, "dl-headline", TRUE);
  self->problems = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (self->problems, "dl-lesson-wrong");
  gtk_widget_set_focusable (self->problems, TRUE);
  gtk_box_append (GTK_BOX (body), self->problems);
  return dl_pane_scrolled (body);
}

static GtkWidget *
new_busy (DlLessonPane *self)
{
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_widget_add_css_class (body, "dl-lesson-body");
  self->spinner = gtk_spinner_new ();
  gtk_box_append (GTK_BOX (body), self->spinner);
  gtk_label_set_text (dl_pane_add_label (body, NULL, TRUE), _ ("Replaying the hand-in…"));
  return body;
}

GtkWidget *
dl_lesson_pane_new (DlView *view, DlLessonPointer *pointer)
{
  DlLessonPane *self = g_object_new (DL_TYPE_LESSON_PANE, "orientation", GTK_ORIENTATION_VERTICAL,
                                     "name", "lesson-pane", NULL);

  self->view = g_object_ref (view);
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-lesson");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Lesson"), -1);
  add_bar (self);
  self->pages = GTK_STACK (gtk_stack_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->pages), TRUE);
  gtk_stack_set_hhomogeneous (self->pages, FALSE);
  gtk_stack_set_vhomogeneous (self->pages, FALSE);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->pages));
  self->list = DL_LESSON_LIST (dl_lesson_list_new ());
  self->page = DL_LESSON_PAGE (dl_lesson_page_new (pointer));
  self->end = DL_LESSON_END (dl_lesson_end_new ());
  self->story = DL_LESSON_STORY (dl_lesson_story_new (view));
  g_signal_connect_swapped (self->story, "moment", G_CALLBACK (on_moment), self);
  gtk_stack_add_named (self->pages, GTK_WIDGET (self->list), "list");
  gtk_stack_add_named (self->pages, GTK_WIDGET (self->page), "step");
  gtk_stack_add_named (self->pages, GTK_WIDGET (self->end), "end");
  gtk_stack_add_named (self->pages, GTK_WIDGET (self->story), "story");
  gtk_stack_add_named (self->pages, new_problems (self), "problems");
  gtk_stack_add_named (self->pages, new_busy (self), "busy");
  return GTK_WIDGET (self);
}

static void
dl_lesson_pane_init (DlLessonPane *self)
{
}
