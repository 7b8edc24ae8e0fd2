/* What the window shows for a step of a lesson, and what it showed before. */
#include "dl-lesson-desk.h"

static void
show_view (DlWindow *self, const char *id)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self), "show-view",
                                      g_variant_new_string (id));
}

static void
show_metric (DlWindow *self, const char *id)
{
  DlMetric metric;

  if (dl_family_metric_find (self->family, id, &metric))
    g_object_set (self->view, "metric", metric, NULL);
}

static void
show_live (DlWindow *self, const char *what)
{
  DlLive *live = dl_view_get_live (self->view);

  if (g_str_equal (what, "run"))
    dl_live_run (live);
  else if (g_str_equal (what, "reset"))
    dl_live_restart (live);
  else
    dl_live_pause (live);
}

/* What a lesson turns to is not what the user left the window at. */
void
dl_lesson_desk_turn_to (DlWindow *self, const GPtrArray *places, gboolean simulate)
{
  GSettings *settings = g_steal_pointer (&self->settings);

  for (guint i = 0; i < places->len; i++)
    {
      const DlLessonPlace *place = g_ptr_array_index (places, i);

      switch ((DlLessonShow) place->kind)
        {
        case DL_LESSON_SHOW_PAGE:
          dl_shell_show_page (DL_SHELL (self), place->what);
          break;
        case DL_LESSON_SHOW_VIEW:
          show_view (self, place->what);
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
  self->settings = settings;
}

void
dl_lesson_desk_arrange (DlWindow *self)
{
  GSettings *settings = g_steal_pointer (&self->settings);

  dl_window_show_default_view (self);
  dl_shell_show_page (DL_SHELL (self), "");
  g_action_group_change_action_state (G_ACTION_GROUP (self), "slice", g_variant_new_string ("z"));
  g_action_group_change_action_state (G_ACTION_GROUP (self), "break-tool",
                                      g_variant_new_boolean (FALSE));
  dl_view_reset (self->view);
  self->settings = settings;
}

/* While a lesson lasts it is the lesson that the window follows. */
void
dl_lesson_desk_remember (DlWindow *self)
{
  struct _DlLessonDesk *desk = self->lessons;

  if (desk->turned)
    return;
  desk->turned = TRUE;
  g_free (desk->view);
  g_free (desk->page);
  desk->view = g_strdup (gtk_stack_get_visible_child_name (self->views));
  desk->page = g_strdup (dl_evidence_pages_get_shown (self->evidence));
  desk->family = self->family;
  desk->metric = dl_view_get_metric (self->view);
}

void
dl_lesson_desk_turn_back (DlWindow *self)
{
  struct _DlLessonDesk *desk = self->lessons;
  GSettings *settings = g_steal_pointer (&self->settings);

  if (desk->turned)
    {
      show_view (self, desk->view);
      dl_shell_show_page (DL_SHELL (self), desk->page);
      dl_view_set_metric_of (self->view, desk->family, desk->metric);
    }
  desk->turned = FALSE;
  self->settings = settings;
}
