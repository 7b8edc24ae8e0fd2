/* The window's own actions, on what it shows; those of its rooms are added here, too. */
#include "dl-window-private.h"

#include "dl-evidence-actions.h"
#include "dl-family-rooms.h"
#include "dl-fault-actions.h"
#include "dl-figure-actions.h"
#include "dl-goto-actions.h"
#include "dl-history-actions.h"
#include "dl-lesson-actions.h"
#include "dl-library-actions.h"
#include "dl-pin-actions.h"
#include "dl-presenter-actions.h"
#include "dl-report-actions.h"
#include "dl-route-actions.h"
#include "dl-scenario-actions.h"
#include "dl-simulation-actions.h"
#include "dl-study-actions.h"
#include "dl-toy-actions.h"
#include "dl-zoom-actions.h"

/* Views -------------------------------------------------------------------------------------------
 */

static void
change_view (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  dl_window_show_view (user_data, g_variant_get_string (state, NULL));
  /* Whoever asks for a view wants to see it. */
  dl_shell_change_state (user_data, "expand-page", g_variant_new_boolean (FALSE));
}

static void
change_configuration (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlWindow *self = user_data;
  const gboolean show = g_variant_get_boolean (state);

  g_simple_action_set_state (action, state);
  gtk_revealer_set_reveal_child (self->configuration_revealer, show);
  if (self->settings != NULL)
    g_settings_set_boolean (self->settings, "show-configuration", show);
}

/* The link that is full first. */
static void
select_busiest (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const DlEvaluation *result = dl_session_get_result (self->session);

  if (result != NULL && result->limit.link != G_MAXUINT32)
    dl_view_select (self->view, dl_place_link (result->limit.link));
}

/* One more action of the window is an entry in the dl-*-actions.c of the room that it acts on;
 * in a new file of this kind, also a line in dl_window_add_actions. What it needs of the window
 * it asks of the DlShell. Lessons can name it if it has a row in dl-feature.c. Its keys are in
 * app/dateline.c, letters below, and all of them in the list of ui/help/dl-help-keys.c. */
static const GActionEntry entries[] = {
  { .name = "select-busiest", .activate = select_busiest },
  { .name = "show-view",
    .parameter_type = "s",
    .state = "'ring-matrix'",
    .change_state = change_view },
  { .name = "show-configuration", .state = "true", .change_state = change_configuration },
};

void
dl_window_add_actions (DlWindow *self)
{
  DlShell *shell = DL_SHELL (self);

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  dl_window_add_page_actions (self);
  dl_fault_actions_add (shell);
  dl_pin_actions_add (shell);
  dl_zoom_actions_add (shell, self->zoom_box);
  dl_toy_actions_add (shell, self->toys_menu, self->toy_banner);
  dl_route_actions_add (shell);
  dl_simulation_actions_add (shell);
  dl_evidence_actions_add (shell);
  dl_family_actions_add (shell, self->verdict_banner);
  dl_scenario_actions_add (shell);
  dl_history_actions_add (shell, self->history);
  dl_library_actions_add (shell);
  dl_study_actions_add (shell);
  dl_figure_actions_add (shell);
  dl_report_actions_add (shell);
  dl_window_add_kind_actions (self);
  dl_lesson_actions_add (shell, self->ring, self->panes);
  dl_presenter_actions_add (shell);
  dl_goto_actions_add (shell, self->goto_box, self->panels);
}

/* Keys --------------------------------------------------------------------------------------------
 */

static const struct
{
  const char *trigger;
  const char *action;
  const char *target; /* nullable */
} letters[] = {
  { "b", "win.break", NULL },          { "<Shift>b", "win.break-direction", NULL },
  { "n", "win.break-node", NULL },     { "t", "win.break-tool", NULL },
  { "x", "win.slice", "x" },           { "y", "win.slice", "y" },
  { "z", "win.slice", "z" },           { "Delete", "win.break", NULL },
  { "e", "win.explain-route", NULL },  { "c", "win.show-cycle", NULL },
  { "s", "win.sort-groups", NULL },    { "1", "win.show-beside", "a" },
  { "2", "win.show-beside", "b" },     { "3", "win.show-beside", "difference" },
  { "period", "win.path-next", NULL }, { "comma", "win.path-previous", NULL },
};

void
dl_window_add_keys (DlWindow *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    {
      GtkShortcut *shortcut
          = gtk_shortcut_new (gtk_shortcut_trigger_parse_string (letters[i].trigger),
                              gtk_named_action_new (letters[i].action));
      if (letters[i].target != NULL)
        gtk_shortcut_set_arguments (shortcut, g_variant_new_string (letters[i].target));
      gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), shortcut);
    }
  gtk_widget_add_controller (self->centre, keys);
}
