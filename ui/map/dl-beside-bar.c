#include "dl-beside-bar.h"

#include "dl-session-pin.h"

#include <glib/gi18n-lib.h>

/* A state of the action, besides those of DlShow. */
#define SIDES "sides"

static DlBeside *
beside_of (DlShell *self)
{
  return dl_view_get_beside (dl_shell_get_view (self));
}

static void
pin (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlView *view = dl_shell_get_view (user_data);
  DlCriticalJob *job = dl_view_get_critical_job (view);

  dl_session_pin_now (dl_view_get_session (view), dl_live_get_picture (dl_view_get_live (view)),
                      dl_critical_job_is_stale (job) ? NULL : dl_critical_job_get_results (job));
}

/* The state that the last step began with: what it did is seen at once. */
static void
pin_before (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlSession *session = dl_shell_get_session (user_data);
  const guint position = dl_history_position (dl_session_get_history (session));

  if (position > 0)
    dl_session_pin_step (session, position - 1);
}

static void
pin_step (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlSession *session = dl_shell_get_session (user_data);
  const DlHistory *history = dl_session_get_history (session);

  dl_session_pin_step (session,
                       MIN (g_variant_get_uint32 (parameter), dl_history_n_steps (history)));
}

static void
unpin (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_set_pin (dl_shell_get_session (user_data), NULL);
}

static void
change_beside (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlShell *self = user_data;
  const char *name = g_variant_get_string (state, NULL);
  DlShow show;

  if (g_str_equal (name, SIDES))
    dl_beside_set_sides (beside_of (self), TRUE);
  else if (dl_show_find (name, &show))
    dl_beside_set_show (beside_of (self), show);
  /* "changes" tells of the new view, whatever its cause. */
}

static void
on_beside (DlShell *self)
{
  DlBeside *beside = beside_of (self);

  dl_shell_show_state (self, "show-beside",
                       g_variant_new_string (dl_beside_get_sides (beside)
                                                 ? SIDES
                                                 : dl_show_id (dl_beside_get_show (beside))));
  dl_shell_set_enabled (self, "show-beside",
                        dl_beside_compares (beside, NULL)
                            || (dl_beside_get_pin (beside) == NULL
                                && dl_session_base_name (dl_shell_get_session (self)) != NULL));
  dl_shell_set_enabled (self, "unpin", dl_beside_get_pin (beside) != NULL);
}

/* A new pin comes with its page, which describes it; two maps were asked for, and a line of the run
 * comes by itself. */
static void
on_pin (DlShell *self)
{
  const DlPin *pin = dl_beside_get_pin (beside_of (self));

  if (pin != NULL && !pin->follows && !dl_beside_get_sides (beside_of (self)))
    dl_shell_show_page (self, "difference");
}

static void
on_history (DlShell *self)
{
  on_beside (self);
  dl_shell_set_enabled (self, "pin-before",
                        dl_history_position (dl_session_get_history (dl_shell_get_session (self)))
                            > 0);
}

void
dl_pin_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "pin", .activate = pin },
    { .name = "pin-before", .activate = pin_before },
    { .name = "pin-step", .activate = pin_step, .parameter_type = "u" },
    { .name = "unpin", .activate = unpin },
    { .name = "show-beside", .parameter_type = "s", .state = "'a'", .change_state = change_beside },
  };
  DlSession *session = dl_shell_get_session (shell);

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  g_signal_connect_object (beside_of (shell), "notify::changes", G_CALLBACK (on_beside), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::pin", G_CALLBACK (on_pin), shell, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (on_history), shell,
                           G_CONNECT_SWAPPED);
  on_beside (shell);
  on_history (shell);
}

static void
add_toggle (GtkWidget *box, const char *state, const char *title, const char *tooltip)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (title);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.show-beside");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", state);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_box_append (GTK_BOX (box), button);
}

static void
add_show (GtkWidget *box, DlShow show, const char *tooltip)
{
  add_toggle (box, dl_show_id (show), dl_show_title (show), tooltip);
}

/* Name of B. */
static char *
name_b (DlSession *session, DlBeside *beside)
{
  const DlPin *pin = dl_beside_get_pin (beside);
  g_autofree char *title = NULL;
  const char *base, *misfit;

  if (pin == NULL)
    {
      base = dl_session_base_name (session);
      return base != NULL ? g_strdup_printf (_ ("B: %s, until you pin a state"), base)
                          : g_strdup (_ ("B: nothing has changed yet"));
    }
  dl_beside_compares (beside, &misfit);
  title = dl_beside_title (beside, DL_SHOW_B);
  return misfit != NULL ? g_strdup_printf (_ ("B: %s. %s"), title, misfit)
                        : g_strdup_printf (_ ("B: %s"), title);
}

static void
update (GtkWidget *bar)
{
  DlView *view = g_object_get_data (G_OBJECT (bar), "view");
  DlBeside *beside = dl_view_get_beside (view);
  GtkLabel *label = g_object_get_data (G_OBJECT (bar), "label");
  g_autofree char *text = name_b (dl_view_get_session (view), beside);

  gtk_widget_set_visible (g_object_get_data (G_OBJECT (bar), "unpin"),
                          dl_beside_get_pin (beside) != NULL);
  gtk_label_set_text (label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (label), text);
}

/* A line goes to another cycle with each. */
static void
on_picture (GtkWidget *bar)
{
  const DlPin *pin
      = dl_beside_get_pin (dl_view_get_beside (g_object_get_data (G_OBJECT (bar), "view")));

  if (pin != NULL && pin->follows)
    update (bar);
}

GtkWidget *
dl_beside_bar_new (DlView *view)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *toggles = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *unpin = gtk_button_new_from_icon_name ("window-close-symbolic");
  DlBeside *beside = dl_view_get_beside (view);

  gtk_widget_set_name (bar, "beside");
  gtk_widget_add_css_class (toggles, "linked");
  add_show (toggles, DL_SHOW_A, _ ("The current scenario, on a common scale (1)"));
  add_show (toggles, DL_SHOW_B, _ ("The state that is compared with, on a common scale (2)"));
  add_toggle (toggles, SIDES, _ ("A | B"), _ ("Both beside each other, on a common scale (4)"));
  add_show (toggles, DL_SHOW_DIFFERENCE, _ ("The difference between A and B (3)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (toggles), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Which state the map shows"), -1);
  gtk_box_append (GTK_BOX (bar), toggles);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 1); /* it has the rest, whatever its text */
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (bar), label);
  g_object_set_data (G_OBJECT (bar), "label", label);

  gtk_button_set_has_frame (GTK_BUTTON (unpin), FALSE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (unpin), "win.unpin");
  gtk_widget_set_tooltip_text (unpin, _ ("Unpin B (Shift+Ctrl+B)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (unpin), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Unpin B"), -1);
  gtk_box_append (GTK_BOX (bar), unpin);

  g_object_set_data (G_OBJECT (bar), "unpin", unpin);
  g_object_set_data (G_OBJECT (bar), "view", view);
  g_signal_connect_object (beside, "notify::changes", G_CALLBACK (update), bar, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::generation", G_CALLBACK (update),
                           bar, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (on_picture), bar,
                           G_CONNECT_SWAPPED);
  update (bar);
  return bar;
}
