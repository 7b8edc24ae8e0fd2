#include "dl-banner.h"

#include <glib/gi18n-lib.h>

struct _DlBanner
{
  GtkWidget parent;
  GtkWidget *revealer;
  GtkWidget *icon;
  GtkWidget *label;
  GtkWidget *buttons;
};

static guint closed_signal;

G_DEFINE_FINAL_TYPE (DlBanner, dl_banner, GTK_TYPE_WIDGET)

static void
dispose (GObject *object)
{
  g_clear_pointer (&DL_BANNER (object)->revealer, gtk_widget_unparent);
  G_OBJECT_CLASS (dl_banner_parent_class)->dispose (object);
}

static void
dl_banner_class_init (DlBannerClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  closed_signal = g_signal_new ("closed", DL_TYPE_BANNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_ALERT);
}

static void
dl_banner_init (DlBanner *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  self->label = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_label_set_selectable (GTK_LABEL (self->label), TRUE);
  gtk_widget_set_hexpand (self->label, TRUE);
  self->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_valign (self->buttons, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), self->icon);
  gtk_box_append (GTK_BOX (box), self->label);
  gtk_box_append (GTK_BOX (box), self->buttons);
  gtk_widget_add_css_class (box, "dl-banner");

  self->revealer = gtk_revealer_new ();
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), box);
  gtk_widget_set_parent (self->revealer, GTK_WIDGET (self));
  gtk_widget_set_visible (self->revealer, FALSE);
}

void
dl_banner_set_message (DlBanner *self, const char *message)
{
  if (message != NULL)
    {
      gtk_label_set_text (GTK_LABEL (self->label), message);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, message,
                                      -1);
    }
  /* Hidden, not only folded away, so that it takes no focus. */
  gtk_widget_set_visible (self->revealer, message != NULL);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), message != NULL);
}

const char *
dl_banner_get_message (DlBanner *self)
{
  return gtk_widget_get_visible (self->revealer) ? gtk_label_get_text (GTK_LABEL (self->label))
                                                 : NULL;
}

void
dl_banner_set_steady (DlBanner *self)
{
  gtk_revealer_set_transition_type (GTK_REVEALER (self->revealer),
                                    GTK_REVEALER_TRANSITION_TYPE_NONE);
  gtk_label_set_lines (GTK_LABEL (self->label), 2);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (gtk_revealer_get_child (GTK_REVEALER (self->revealer)), "dl-steady");
}

void
dl_banner_set_calm (DlBanner *self)
{
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), "dialog-information-symbolic");
  gtk_widget_add_css_class (gtk_revealer_get_child (GTK_REVEALER (self->revealer)), "dl-calm");
}

GtkWidget *
dl_banner_add_button (DlBanner *self, const char *label, const char *action_name)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action_name);
  gtk_box_append (GTK_BOX (self->buttons), button);
  return button;
}

static void
on_close (DlBanner *self)
{
  dl_banner_set_message (self, NULL);
  g_signal_emit (self, closed_signal, 0);
}

void
dl_banner_add_close (DlBanner *self)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("window-close-symbolic");

  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_tooltip_text (button, _ ("Close"));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_close), self);
  gtk_box_append (GTK_BOX (self->buttons), button);
}
