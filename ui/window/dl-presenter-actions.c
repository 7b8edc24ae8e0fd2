/* The window's actions for a class: full screen, presenter mode and what it has. The presenter's
 * window has an arrangement of its own, which is taken up again. */
#include "dl-window-private.h"

#include "dl-lessons.h"
#include "dl-presenter.h"

static void
change_flag (DlWindow *self, const char *name, gboolean flag)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self), name, g_variant_new_boolean (flag));
}

static gboolean
get_flag (DlWindow *self, const char *name)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (self), name);

  return g_variant_get_boolean (state);
}

static void
set_state (DlWindow *self, const char *name, gboolean flag)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (flag));
}

static void
change_fullscreen (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlWindow *self = user_data;

  self->wants_fullscreen = g_variant_get_boolean (state);
  self->turning_fullscreen = self->wants_fullscreen != gtk_window_is_fullscreen (user_data);
  if (self->wants_fullscreen)
    gtk_window_fullscreen (user_data);
  else
    gtk_window_unfullscreen (user_data);
}

/* What it is to be: window managers take their time. */
static gboolean
is_to_be_fullscreen (DlWindow *self)
{
  return self->turning_fullscreen ? self->wants_fullscreen : get_flag (self, "fullscreen");
}

static void
change_presenter (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  dl_presenter_set_on (DL_WINDOW (user_data)->presenter, g_variant_get_boolean (state));
}

static void
change_laser (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  dl_presenter_set_laser (DL_WINDOW (user_data)->presenter, g_variant_get_boolean (state));
}

static void
change_freeze (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  dl_presenter_set_cover (DL_WINDOW (user_data)->presenter,
                          g_variant_get_boolean (state) ? DL_COVER_FROZEN : DL_COVER_NONE);
}

static void
change_black (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  dl_presenter_set_cover (DL_WINDOW (user_data)->presenter,
                          g_variant_get_boolean (state) ? DL_COVER_BLACK : DL_COVER_NONE);
}

static void
on_fullscreened (DlWindow *self)
{
  const gboolean is = gtk_window_is_fullscreen (GTK_WINDOW (self));

  self->turning_fullscreen &= is != self->wants_fullscreen;
  set_state (self, "fullscreen", is);
}

/* The lesson that was presented the last time, where it was left; unless one is being done. */
static void
take_up_lesson (DlWindow *self)
{
  g_autofree char *id = g_settings_get_string (self->settings, "presenter-lesson");
  guint step;

  if (*id != '\0' && dl_window_get_lesson (self, &step) == NULL)
    dl_window_take_up_lesson (self, id, g_settings_get_uint (self->settings, "presenter-step"));
}

static void
keep_lesson (DlWindow *self)
{
  g_auto (GStrv) shipped = dl_lessons_list ();
  guint step = 0;
  const char *id = dl_window_get_lesson (self, &step);

  if (id != NULL && !g_strv_contains ((const char *const *) shipped, id))
    id = NULL; /* of a file that may be elsewhere the next time */
  g_settings_set_string (self->settings, "presenter-lesson", id != NULL ? id : "");
  g_settings_set_uint (self->settings, "presenter-step", step);
}

/* Into the arrangement that presenting had the last time, and back into the window's own. */
static void
arrange (DlWindow *self, gboolean presenting)
{
  if (presenting)
    {
      self->own_fullscreen = is_to_be_fullscreen (self);
      self->own_configuration = get_flag (self, "show-configuration");
      if (self->settings == NULL)
        return;
      change_flag (self, "fullscreen",
                   g_settings_get_boolean (self->settings, "presenter-fullscreen"));
      change_flag (self, "show-configuration",
                   g_settings_get_boolean (self->settings, "presenter-configuration"));
      take_up_lesson (self);
      return;
    }
  if (self->settings != NULL)
    {
      g_settings_set_boolean (self->settings, "presenter-fullscreen", is_to_be_fullscreen (self));
      g_settings_set_boolean (self->settings, "presenter-configuration",
                              get_flag (self, "show-configuration"));
      keep_lesson (self);
    }
  change_flag (self, "fullscreen", self->own_fullscreen);
  change_flag (self, "show-configuration", self->own_configuration);
}

static void
on_on (DlWindow *self)
{
  const gboolean on = dl_presenter_get_on (self->presenter);

  set_state (self, "presenter", on);
  dl_shell_set_enabled (DL_SHELL (self), "laser", on);
  dl_shell_set_enabled (DL_SHELL (self), "freeze", on);
  dl_shell_set_enabled (DL_SHELL (self), "black", on);
  arrange (self, on);
}

static void
on_laser (DlWindow *self)
{
  set_state (self, "laser", dl_presenter_get_laser (self->presenter));
}

static void
on_cover (DlWindow *self)
{
  const DlCover cover = dl_presenter_get_cover (self->presenter);

  set_state (self, "freeze", cover == DL_COVER_FROZEN);
  set_state (self, "black", cover == DL_COVER_BLACK);
}

void
dl_window_add_presenter_actions (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "fullscreen", .state = "false", .change_state = change_fullscreen },
    { .name = "presenter", .state = "false", .change_state = change_presenter },
    { .name = "laser", .state = "false", .change_state = change_laser },
    { .name = "freeze", .state = "false", .change_state = change_freeze },
    { .name = "black", .state = "false", .change_state = change_black },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  self->presenter = dl_presenter_new (GTK_WINDOW (self));
  g_signal_connect_object (self->presenter, "notify::on", G_CALLBACK (on_on), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->presenter, "notify::laser", G_CALLBACK (on_laser), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->presenter, "notify::cover", G_CALLBACK (on_cover), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::fullscreened", G_CALLBACK (on_fullscreened), NULL);
  dl_shell_set_enabled (DL_SHELL (self), "laser", FALSE);
  dl_shell_set_enabled (DL_SHELL (self), "freeze", FALSE);
  dl_shell_set_enabled (DL_SHELL (self), "black", FALSE);
}
