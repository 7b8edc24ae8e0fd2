#include "dl-presenter-actions.h"

#include "dl-lesson-actions.h"
#include "dl-lessons.h"
#include "dl-presenter.h"

typedef struct
{
  DlShell *shell;
  DlPresenter *presenter;                        /* of its window */
  gboolean own_fullscreen, own_configuration;    /* without presenter mode */
  gboolean wants_fullscreen, turning_fullscreen; /* asked for, and not yet so */
} Presenting;

static void
change_flag (DlShell *self, const char *name, gboolean flag)
{
  dl_shell_change_state (self, name, g_variant_new_boolean (flag));
}

static gboolean
get_flag (DlShell *self, const char *name)
{
  g_autoptr (GVariant) state = dl_shell_get_state (self, name);

  return g_variant_get_boolean (state);
}

static void
show_flag (const Presenting *presenting, const char *name, gboolean flag)
{
  dl_shell_show_state (presenting->shell, name, g_variant_new_boolean (flag));
}

static void
change_fullscreen (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  Presenting *presenting = user_data;
  GtkWindow *window = GTK_WINDOW (presenting->shell);

  presenting->wants_fullscreen = g_variant_get_boolean (state);
  presenting->turning_fullscreen
      = presenting->wants_fullscreen != gtk_window_is_fullscreen (window);
  if (presenting->wants_fullscreen)
    gtk_window_fullscreen (window);
  else
    gtk_window_unfullscreen (window);
}

/* What it is to be: window managers take their time. */
static gboolean
is_to_be_fullscreen (const Presenting *presenting)
{
  return presenting->turning_fullscreen ? presenting->wants_fullscreen
                                        : get_flag (presenting->shell, "fullscreen");
}

static void
change_presenter (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  dl_presenter_set_on (((const Presenting *) user_data)->presenter, g_variant_get_boolean (state));
}

static void
change_laser (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  dl_presenter_set_laser (((const Presenting *) user_data)->presenter,
                          g_variant_get_boolean (state));
}

static void
change_freeze (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  dl_presenter_set_cover (((const Presenting *) user_data)->presenter,
                          g_variant_get_boolean (state) ? DL_COVER_FROZEN : DL_COVER_NONE);
}

static void
change_black (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  dl_presenter_set_cover (((const Presenting *) user_data)->presenter,
                          g_variant_get_boolean (state) ? DL_COVER_BLACK : DL_COVER_NONE);
}

static void
on_fullscreened (Presenting *presenting)
{
  const gboolean is = gtk_window_is_fullscreen (GTK_WINDOW (presenting->shell));

  presenting->turning_fullscreen &= is != presenting->wants_fullscreen;
  show_flag (presenting, "fullscreen", is);
}

/* The lesson that was presented the last time, where it was left; unless one is being done. */
static void
take_up_lesson (DlShell *self, GSettings *settings)
{
  g_autofree char *id = g_settings_get_string (settings, "presenter-lesson");
  guint step;

  if (*id != '\0' && dl_lesson_desk_get_lesson (self, &step) == NULL)
    dl_lesson_desk_take_up (self, id, g_settings_get_uint (settings, "presenter-step"));
}

static void
keep_lesson (DlShell *self, GSettings *settings)
{
  g_auto (GStrv) shipped = dl_lessons_list ();
  guint step = 0;
  const char *id = dl_lesson_desk_get_lesson (self, &step);

  if (id != NULL && !g_strv_contains ((const char *const *) shipped, id))
    id = NULL; /* of a file that may be elsewhere the next time */
  g_settings_set_string (settings, "presenter-lesson", id != NULL ? id : "");
  g_settings_set_uint (settings, "presenter-step", step);
}

/* Into the arrangement that presenting had the last time, and back into the window's own. */
static void
arrange (Presenting *presenting, gboolean on)
{
  DlShell *self = presenting->shell;
  GSettings *settings = dl_shell_get_settings (self);

  if (on)
    {
      presenting->own_fullscreen = is_to_be_fullscreen (presenting);
      presenting->own_configuration = get_flag (self, "show-configuration");
      if (settings == NULL)
        {
          change_flag (self, "show-configuration", FALSE);
          return;
        }
      change_flag (self, "fullscreen", g_settings_get_boolean (settings, "presenter-fullscreen"));
      change_flag (self, "show-configuration",
                   g_settings_get_boolean (settings, "presenter-configuration"));
      take_up_lesson (self, settings);
      return;
    }
  if (settings != NULL)
    {
      g_settings_set_boolean (settings, "presenter-fullscreen", is_to_be_fullscreen (presenting));
      g_settings_set_boolean (settings, "presenter-configuration",
                              get_flag (self, "show-configuration"));
      keep_lesson (self, settings);
    }
  change_flag (self, "fullscreen", presenting->own_fullscreen);
  change_flag (self, "show-configuration", presenting->own_configuration);
}

static void
enable (DlShell *self, gboolean on)
{
  dl_shell_set_enabled (self, "laser", on);
  dl_shell_set_enabled (self, "freeze", on);
  dl_shell_set_enabled (self, "black", on);
}

static void
on_on (Presenting *presenting)
{
  const gboolean on = dl_presenter_get_on (presenting->presenter);

  show_flag (presenting, "presenter", on);
  enable (presenting->shell, on);
  arrange (presenting, on);
}

static void
on_laser (Presenting *presenting)
{
  show_flag (presenting, "laser", dl_presenter_get_laser (presenting->presenter));
}

static void
on_cover (Presenting *presenting)
{
  const DlCover cover = dl_presenter_get_cover (presenting->presenter);

  show_flag (presenting, "freeze", cover == DL_COVER_FROZEN);
  show_flag (presenting, "black", cover == DL_COVER_BLACK);
}

/* Off first, which keeps the lesson in mind. */
static void
presenting_free (gpointer data)
{
  Presenting *presenting = data;

  dl_presenter_set_on (presenting->presenter, FALSE);
  g_signal_handlers_disconnect_by_data (presenting->presenter, presenting);
  g_signal_handlers_disconnect_by_data (presenting->shell, presenting);
  g_free (presenting);
}

void
dl_presenter_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "fullscreen", .state = "false", .change_state = change_fullscreen },
    { .name = "presenter", .state = "false", .change_state = change_presenter },
    { .name = "laser", .state = "false", .change_state = change_laser },
    { .name = "freeze", .state = "false", .change_state = change_freeze },
    { .name = "black", .state = "false", .change_state = change_black },
  };
  Presenting *presenting = g_new0 (Presenting, 1);
  DlPresenter *presenter
      = dl_presenter_new (GTK_WINDOW (shell), GTK_WIDGET (dl_shell_get_views (shell)));

  presenting->shell = shell;
  presenting->presenter = presenter;
  g_action_map_add_action_entries (G_ACTION_MAP (shell), entries, G_N_ELEMENTS (entries),
                                   presenting);
  dl_shell_keep (shell, "presenter", presenting, presenting_free);
  g_signal_connect_swapped (presenter, "notify::on", G_CALLBACK (on_on), presenting);
  g_signal_connect_swapped (presenter, "notify::laser", G_CALLBACK (on_laser), presenting);
  g_signal_connect_swapped (presenter, "notify::cover", G_CALLBACK (on_cover), presenting);
  g_signal_connect_swapped (shell, "notify::fullscreened", G_CALLBACK (on_fullscreened),
                            presenting);
  enable (shell, FALSE);
}
