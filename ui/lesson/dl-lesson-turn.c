/* The desk of a window, what the window shows for a step of a lesson, and what it showed before. */
#include "dl-figure-family.h"
#include "dl-lesson-desk.h"

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

/* What a lesson turns to is not what the user left the window at. */
void
dl_lesson_desk_turn_to (DlShell *self, const GPtrArray *places, gboolean simulate)
{
  DlLessonDesk *desk = dl_lesson_desk_of (self);

  desk->turning = TRUE;
  for (guint i = 0; i < places->len; i++)
    {
      const DlLessonPlace *place = g_ptr_array_index (places, i);

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
        case DL_LESSON_SHOW_LIVE:
          if (simulate)
            show_live (self, place->what);
          break;
        case DL_N_LESSON_SHOWS:
          break;
        }
    }
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
