#include "dl-lesson-log.h"

const char *
dl_lesson_event_name (DlLessonEventKind kind)
{
  static const char *const names[DL_N_EVENTS] = {
    [DL_EVENT_STEP] = "step",   [DL_EVENT_EDIT] = "edit",           [DL_EVENT_ANSWER] = "answer",
    [DL_EVENT_HINT] = "hint",   [DL_EVENT_SIMULATED] = "simulated", [DL_EVENT_DONE] = "done",
    [DL_EVENT_RESET] = "reset", [DL_EVENT_LEAVE] = "leave",         [DL_EVENT_RETURN] = "return",
  };

  return names[kind];
}

DlLessonEvent *
dl_lesson_event_new (DlLessonEventKind kind, const char *text)
{
  DlLessonEvent *event = g_new (DlLessonEvent, 1);

  event->kind = kind;
  event->text = g_strdup (text);
  return event;
}

void
dl_lesson_event_free (gpointer event)
{
  g_free (((DlLessonEvent *) event)->text);
  g_free (event);
}

void
dl_lesson_log_init (DlLessonLog *log, const DlScenario *start)
{
  log->events = g_ptr_array_new_with_free_func (dl_lesson_event_free);
  log->last = dl_scenario_copy (start);
  log->before = NULL;
}

void
dl_lesson_log_clear (DlLessonLog *log)
{
  g_clear_pointer (&log->events, g_ptr_array_unref);
  g_clear_pointer (&log->last, dl_scenario_free);
  g_clear_pointer (&log->before, dl_scenario_free);
}

static void
append (DlLessonLog *log, DlLessonEventKind kind, const char *text)
{
  if (log->events->len < DL_LESSON_MAX_EVENTS)
    g_ptr_array_add (log->events, dl_lesson_event_new (kind, text));
}

void
dl_lesson_log_seal (DlLessonLog *log)
{
  g_clear_pointer (&log->before, dl_scenario_free);
}

void
dl_lesson_log_add (DlLessonLog *log, DlLessonEventKind kind, const char *text)
{
  append (log, kind, text);
  dl_lesson_log_seal (log);
}

static void
append_edits (DlLessonLog *log, const GPtrArray *edits)
{
  g_autofree char *text = dl_edits_to_text (edits);

  append (log, DL_EVENT_EDIT, text);
}

/* Do both change one key, and the same one? */
static gboolean
same_key (const GPtrArray *a, const GPtrArray *b)
{
  return a->len == 1 && b->len == 1
         && ((const DlEdit *) a->pdata[0])->field == ((const DlEdit *) b->pdata[0])->field;
}

gboolean
dl_lesson_log_follow (DlLessonLog *log, const DlScenario *now)
{
  g_autoptr (GPtrArray) edits = NULL;
  g_autoptr (GPtrArray) merged = NULL;
  g_autoptr (GPtrArray) earlier = NULL;

  if (dl_scenario_same_values (log->last, now))
    return FALSE;
  edits = dl_edits_between (log->last, now);
  if (log->before != NULL)
    {
      earlier = dl_edits_between (log->before, log->last);
      if (same_key (earlier, edits))
        merged = dl_edits_between (log->before, now);
    }
  /* Of a full log the last event is another one than that of @before. */
  if (merged != NULL && log->events->len > 0 && log->events->len < DL_LESSON_MAX_EVENTS)
    {
      g_ptr_array_remove_index (log->events, log->events->len - 1);
      /* A key that is stated is not said to be another one than by default. */
      if (dl_scenario_same_values (log->before, now))
        {
          g_clear_pointer (&log->last, dl_scenario_free);
          log->last = g_steal_pointer (&log->before);
          return TRUE;
        }
      append_edits (log, merged);
    }
  else
    {
      append_edits (log, edits);
      dl_lesson_log_seal (log);
      log->before = g_steal_pointer (&log->last);
    }
  g_clear_pointer (&log->last, dl_scenario_free);
  log->last = dl_scenario_copy (now);
  return TRUE;
}

void
dl_lesson_log_settle (DlLessonLog *log, const DlScenario *now)
{
  g_autoptr (GPtrArray) edits = dl_edits_between (log->last, now);

  dl_lesson_log_seal (log);
  if (edits->len == 0)
    return;
  append_edits (log, edits);
  dl_scenario_free (log->last);
  log->last = dl_scenario_copy (now);
}
