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
dl_history_bar_class_init (DlHistoryBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  gtk_widget_class_install_action (widget_class, "history.go", NULL, go_action);
  gtk_widget_class_install_action (widget_class, "history.pin", NULL, pin_action);
  gtk_widget_class_install_action (widget_class, "history.branch", NULL, branch_action);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-history-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, DlHistoryBar, scrubber);
  gtk_widget_class_bind_template_child (widget_class, DlHistoryBar, title);
  gtk_widget_class_bind_template_callback (widget_class, on_scrubbed);
}

static void
dl_history_bar_init (DlHistoryBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
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
