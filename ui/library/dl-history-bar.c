#include "dl-history-bar.h"

#include "dl-history-strip.h"
#include "dl-session-pin.h"
#include "dl-text-size.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Of the state that is chosen, so that the others keep their places. */
#define TITLE_CHARS 52

struct _DlHistoryBar
{
  GtkBox parent;
  DlSession *session; /* the view's, which the strip keeps */
  GtkWidget *title;
  GtkWidget *scrubber;
  GtkWidget *strip;
};

G_DEFINE_FINAL_TYPE (DlHistoryBar, dl_history_bar, GTK_TYPE_BOX)

/* Actions -------------------------------------------------------------------------------------- */

static guint
cursor (DlHistoryBar *self)
{
  return dl_history_strip_get_cursor (DL_HISTORY_STRIP (self->strip));
}

static void
go_action (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlHistoryBar *self = DL_HISTORY_BAR (widget);

  dl_session_go_to (self->session, cursor (self));
}

static void
pin_action (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlHistoryBar *self = DL_HISTORY_BAR (widget);

  dl_session_pin_step (self->session, cursor (self));
}

static void
branch_action (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlHistoryBar *self = DL_HISTORY_BAR (widget);

  dl_session_branch (self->session, cursor (self));
}

/* What is shown -------------------------------------------------------------------------------- */

static void
on_cursor (DlHistoryBar *self)
{
  const DlHistory *history = dl_session_get_history (self->session);
  g_autofree char *text = dl_history_describe (history, cursor (self));

  gtk_label_set_text (GTK_LABEL (self->title), text);
  gtk_widget_set_tooltip_text (self->title, text);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "history.go",
                                 cursor (self) != dl_history_position (history));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "history.branch",
                                 dl_session_get_library (self->session) != NULL);
}

static void
on_history (DlHistoryBar *self)
{
  const DlHistory *history = dl_session_get_history (self->session);
  const guint n = dl_history_n_steps (history);
  g_autofree char *text = dl_history_describe (history, dl_history_position (history));

  gtk_range_set_range (GTK_RANGE (self->scrubber), 0, MAX (n, 1));
  gtk_range_set_value (GTK_RANGE (self->scrubber), dl_history_position (history));
  gtk_widget_set_sensitive (self->scrubber, n > 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scrubber),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
  on_cursor (self);
}

/* What is computed follows at its own pace (dl-recompute): always the last of them. */
static gboolean
on_scrubbed (DlHistoryBar *self, GtkScrollType scroll, double value)
{
  dl_session_go_to (self->session, lround (fmax (value, 0)));
  return GDK_EVENT_STOP; /* its value follows the history */
}

/* The widget ----------------------------------------------------------------------------------- */

static void
dl_history_bar_class_init (DlHistoryBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  gtk_widget_class_install_action (widget_class, "history.go", NULL, go_action);
  gtk_widget_class_install_action (widget_class, "history.pin", NULL, pin_action);
  gtk_widget_class_install_action (widget_class, "history.branch", NULL, branch_action);
}

static void
add_button (GtkWidget *row, const char *label, const char *action, const char *tooltip)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_box_append (GTK_BOX (row), button);
}

static void
add_close (GtkWidget *row)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("window-close-symbolic");

  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.show-history");
  gtk_widget_set_tooltip_text (button, _ ("Close the history (Ctrl+H)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Close the history"), -1);
  gtk_box_append (GTK_BOX (row), button);
}

/* The state that is chosen, in one line of a usual text and two of a large one. */
static void
on_text_size (DlHistoryBar *self)
{
  GtkLabel *title = GTK_LABEL (self->title);
  const gboolean large = dl_text_size_is_large ();

  gtk_label_set_wrap (title, large);
  gtk_label_set_lines (title, large ? 2 : -1);
  gtk_label_set_width_chars (title, large ? TITLE_CHARS / 2 : TITLE_CHARS);
  gtk_label_set_max_width_chars (title, large ? TITLE_CHARS / 2 : TITLE_CHARS);
}

static void
dl_history_bar_init (DlHistoryBar *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-history");
  gtk_widget_set_name (GTK_WIDGET (self), "history");
  gtk_widget_add_css_class (row, "dl-toolbar");
  gtk_box_append (GTK_BOX (self), row);

  self->scrubber = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, 1, 1);
  gtk_scale_set_draw_value (GTK_SCALE (self->scrubber), FALSE);
  gtk_widget_set_size_request (self->scrubber, 200, -1);
  gtk_widget_set_hexpand (self->scrubber, TRUE);
  gtk_widget_set_tooltip_text (
      self->scrubber, _ ("States of the scenario from the first to the last: Left and Right "
                         "go from one to the next"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scrubber), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("State of the history"), -1);
  g_signal_connect_swapped (self->scrubber, "change-value", G_CALLBACK (on_scrubbed), self);
  gtk_box_append (GTK_BOX (row), self->scrubber);

  self->title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->title), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->title, "dl-number");
  gtk_box_append (GTK_BOX (row), self->title);

  add_button (row, _ ("Open"), "history.go", _ ("Go to this state by undo and redo (Enter)"));
  add_button (row, _ ("Pin as B"), "history.pin", _ ("See what is open beside this state (P)"));
  add_button (row, _ ("Branch"), "history.branch",
              _ ("Keep this state as a new scenario of the library (N)"));
  add_close (row);
  dl_text_size_follow (GTK_WIDGET (self), G_CALLBACK (on_text_size), self);
}

DlHistoryStrip *
dl_history_bar_get_strip (DlHistoryBar *self)
{
  return DL_HISTORY_STRIP (self->strip);
}

GtkWidget *
dl_history_bar_new (DlView *view)
{
  DlHistoryBar *self = g_object_new (DL_TYPE_HISTORY_BAR, NULL);

  self->session = dl_view_get_session (view);
  self->strip = dl_history_strip_new (view);
  gtk_box_append (GTK_BOX (self), self->strip);
  g_signal_connect_object (self->strip, "notify::cursor", G_CALLBACK (on_cursor), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::generation", G_CALLBACK (on_history), self,
                           G_CONNECT_SWAPPED);
  on_history (self);
  return GTK_WIDGET (self);
}
