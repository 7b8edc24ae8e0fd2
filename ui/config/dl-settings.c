#include "dl-settings.h"

#include "dl-session-edits.h"
#include "dl-tab-group.h"
#include "dl-wrap-layout.h"

#define BUTTON_SPACING 5

typedef struct
{
  DlSession *session;
  guint follow_idle;
} DlSettingsPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (DlSettings, dl_settings, GTK_TYPE_BOX)

static DlSettingsPrivate *
private_of (DlSettings *self)
{
  return dl_settings_get_instance_private (self);
}

DlSession *
dl_settings_get_session (DlSettings *self)
{
  return private_of (self)->session;
}

static void
on_generation (DlSettings *self)
{
  const DlSettingsClass *class = DL_SETTINGS_GET_CLASS (self);

  if (class->follow != NULL)
    class->follow (self, dl_session_get_scenario (dl_settings_get_session (self)));
}

static void
on_result (DlSettings *self)
{
  const DlSettingsClass *class = DL_SETTINGS_GET_CLASS (self);

  if (class->follow_result != NULL)
    class->follow_result (self, dl_session_get_result (dl_settings_get_session (self)));
}

static gboolean
on_follow_idle (gpointer self)
{
  private_of (self)->follow_idle = 0;
  on_generation (self);
  return G_SOURCE_REMOVE;
}

/* Back to what the session has, but not in the middle of a control's own signal. */
static void
on_failed (DlSettings *self)
{
  DlSettingsPrivate *private = private_of (self);

  if (private->follow_idle == 0)
  private->follow_idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_follow_idle, self, NULL);
}

static void
use_session (DlSettings *self, DlSession *session)
{
  DlSettingsPrivate *private = private_of (self);

  if (private->session == session)
    return;
  g_clear_handle_id (&private->follow_idle, g_source_remove);
  if (private->session != NULL)
    {
      dl_session_seal (private->session);
      g_signal_handlers_disconnect_by_data (private->session, self);
    }
  g_set_object (&private->session, session);
  if (session == NULL)
    return;
  g_signal_connect_swapped (session, "notify::generation", G_CALLBACK (on_generation), self);
  g_signal_connect_swapped (session, "notify::result", G_CALLBACK (on_result), self);
  g_signal_connect_swapped (session, "failed", G_CALLBACK (on_failed), self);
  on_generation (self);
  on_result (self);
}

/* Folded widgets are not among the children of an expander. */
static void
pass_on (GtkWidget *widget, DlSession *session)
{
  if (GTK_IS_EXPANDER (widget) && !gtk_expander_get_expanded (GTK_EXPANDER (widget)))
    pass_on (gtk_expander_get_child (GTK_EXPANDER (widget)), session);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (DL_IS_SETTINGS (child))
      dl_settings_set_session (DL_SETTINGS (child), session);
    else
      pass_on (child, session);
}

void
dl_settings_set_session (DlSettings *self, DlSession *session)
{
  pass_on (GTK_WIDGET (self), session);
  use_session (self, session);
}

void
dl_settings_set (DlSettings *self, const char *key, const char *text)
{
  if (dl_settings_get_session (self) != NULL)
    dl_session_set (dl_settings_get_session (self), key, text, TRUE);
}

void
dl_settings_settled (DlSettings *self)
{
  if (dl_settings_get_session (self) != NULL)
    dl_session_seal (dl_settings_get_session (self));
}

GtkWidget *
dl_settings_new_card (void)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_add_css_class (card, "dl-card");
  gtk_widget_set_overflow (card, GTK_OVERFLOW_HIDDEN);
  return card;
}

GtkWidget *
dl_settings_add_group (GtkWidget *box, const char *title)
{
  GtkWidget *group = dl_tab_group_new ();
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *card = dl_settings_new_card ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "dl-group-title");
  gtk_widget_add_css_class (group, "dl-group");
  gtk_box_append (GTK_BOX (group), label);
  gtk_box_append (GTK_BOX (group), card);
  gtk_box_append (GTK_BOX (box), group);
  dl_settings_set_title (card, title);
  return card;
}

void
dl_settings_set_title (GtkWidget *card, const char *title)
{
  GtkWidget *group = gtk_widget_get_parent (card);

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (group)), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (group), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

GtkWidget *
dl_settings_add_line (GtkWidget *box)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (line, "dl-row");
  gtk_box_append (GTK_BOX (box), line);
  return line;
}

GtkWidget *
dl_settings_add_name (GtkWidget *line, const char *label, GtkWidget *control)
{
  GtkWidget *name = gtk_label_new_with_mnemonic (label);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_wrap (GTK_LABEL (name), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (name), 14); /* it wraps rather than widen the panel */
  gtk_widget_set_hexpand (name, TRUE);
  gtk_label_set_mnemonic_widget (GTK_LABEL (name), control);
  gtk_box_append (GTK_BOX (line), name);
  if (control != NULL)
    gtk_accessible_update_relation (GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                    name, NULL, -1);
  return name;
}

GtkWidget *
dl_settings_add_note (GtkWidget *card, const char *text)
{
  GtkWidget *note = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (note), 0);
  gtk_label_set_wrap (GTK_LABEL (note), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (note), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (note), 24); /* it wraps rather than widen the panel */
  gtk_widget_add_css_class (note, "dl-note");
  gtk_box_append (GTK_BOX (card), note);
  return note;
}

GtkWidget *
dl_settings_add_problem (GtkWidget *card)
{
  GtkWidget *problem = g_object_new (
      GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_ALERT, "visible", FALSE, "wrap", TRUE,
      "wrap-mode", PANGO_WRAP_WORD_CHAR, "max-width-chars", 24, "xalign", 0.0, NULL);

  gtk_widget_add_css_class (problem, "dl-note");
  gtk_widget_add_css_class (problem, "dl-error");
  gtk_box_append (GTK_BOX (card), problem);
  return problem;
}

GtkWidget *
dl_settings_add_buttons (GtkWidget *card)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  /* Below each other rather than widen the panel. */
  gtk_widget_set_layout_manager (buttons, dl_wrap_layout_new (BUTTON_SPACING));
  gtk_widget_add_css_class (buttons, "dl-buttons");
  gtk_box_append (GTK_BOX (card), buttons);
  return buttons;
}

GtkWidget *
dl_settings_add_button (GtkWidget *buttons, const char *label, const char *tooltip)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_box_append (GTK_BOX (buttons), button);
  return button;
}

static void
dispose (GObject *object)
{
  use_session (DL_SETTINGS (object), NULL);
  G_OBJECT_CLASS (dl_settings_parent_class)->dispose (object);
}

static void
dl_settings_class_init (DlSettingsClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static void
dl_settings_init (DlSettings *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
}
