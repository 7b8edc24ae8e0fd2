#include "dl-settings.h"

#include "dl-session-edits.h"

typedef struct
{
  DlSession *session;
} DlSettingsPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (DlSettings, dl_settings, GTK_TYPE_BOX)

static DlSession **
session_of (DlSettings *self)
{
  return &((DlSettingsPrivate *) dl_settings_get_instance_private (self))->session;
}

DlSession *
dl_settings_get_session (DlSettings *self)
{
  return *session_of (self);
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
    class->follow_result (self, dl_session_get_torus_result (dl_settings_get_session (self)));
}

static void
use_session (DlSettings *self, DlSession *session)
{
  DlSession **at = session_of (self);

  if (*at == session)
    return;
  if (*at != NULL)
    {
      dl_session_seal (*at);
      g_signal_handlers_disconnect_by_data (*at, self);
    }
  g_set_object (at, session);
  if (session == NULL)
    return;
  g_signal_connect_swapped (session, "notify::generation", G_CALLBACK (on_generation), self);
  g_signal_connect_swapped (session, "notify::result", G_CALLBACK (on_result), self);
  on_generation (self);
  on_result (self);
}

/* What is folded away is not among the children of an expander. */
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
dl_settings_add_group (GtkWidget *box, const char *title)
{
  GtkWidget *group = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL,
                                   "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
  GtkWidget *label = gtk_label_new (title);
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "dl-group-title");
  gtk_widget_add_css_class (group, "dl-group");
  gtk_widget_add_css_class (card, "dl-card");
  gtk_widget_set_overflow (card, GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (group), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_box_append (GTK_BOX (group), label);
  gtk_box_append (GTK_BOX (group), card);
  gtk_box_append (GTK_BOX (box), group);
  return card;
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
