#include "dl-banner.h"

#include "dl-wrap-layout.h"

#include <glib/gi18n-lib.h>

struct _DlBanner
{
  GtkWidget parent;
  GtkWidget *revealer;
  GtkWidget *icon;
  GtkWidget *label;
  GtkWidget *count; /* "1 of 2" */
  GtkWidget *head;  /* with all of these in it */
  GtkWidget *buttons;
  gboolean has_message;
  gboolean calm; /* none of its messages is a problem */
  gboolean noted;
  DlBanner *before, *next; /* more and less urgent; nullable, of the same window */
};

static guint closed_signal;

G_DEFINE_FINAL_TYPE (DlBanner, dl_banner, GTK_TYPE_WIDGET)

/* Turns ---------------------------------------------------------------------------------------- */

/* Hidden, not only folded away, so that it takes no focus. */
static void
show (DlBanner *self, gboolean shown)
{
  gtk_widget_set_visible (self->revealer, shown);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), shown);
}

/* The most urgent one that has something to say. */
static void
take_turns (DlBanner *self)
{
  DlBanner *first = self, *shown = NULL;
  guint n = 0;

  while (first->before != NULL)
    first = first->before;
  for (DlBanner *banner = first; banner != NULL; banner = banner->next)
    {
      if (banner->has_message && n++ == 0)
        shown = banner;
      show (banner, banner == shown);
    }
  if (shown == NULL)
    return;
  gtk_widget_set_visible (shown->count, n > 1);
  if (n > 1)
    {
      /* Translators: messages over the page, of which the first is shown: “1 of 2” */
      g_autofree char *count = g_strdup_printf (_ ("1 of %u"), n);

      gtk_label_set_text (GTK_LABEL (shown->count), count);
    }
}

void
dl_banner_set_next (DlBanner *self, DlBanner *next)
{
  g_set_weak_pointer (&self->next, next);
  g_set_weak_pointer (&next->before, self);
  take_turns (self);
}

/* Messages ------------------------------------------------------------------------------------- */

static void
set_look (DlBanner *self, gboolean calm)
{
  GtkWidget *box = gtk_revealer_get_child (GTK_REVEALER (self->revealer));

  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon),
                                calm ? "dialog-information-symbolic" : "dialog-warning-symbolic");
  if (calm)
    gtk_widget_add_css_class (box, "dl-calm");
  else
    gtk_widget_remove_css_class (box, "dl-calm");
}

static void
set_text (DlBanner *self, const char *text, gboolean noted)
{
  if (text != NULL)
    {
      gtk_label_set_text (GTK_LABEL (self->label), text);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                      -1);
      set_look (self, self->calm || noted);
    }
  self->has_message = text != NULL;
  self->noted = noted;
  take_turns (self);
}

void
dl_banner_set_message (DlBanner *self, const char *message)
{
  set_text (self, message, FALSE);
}

void
dl_banner_set_note (DlBanner *self, const char *note)
{
  set_text (self, note, TRUE);
}

gboolean
dl_banner_shows_note (DlBanner *self)
{
  return self->noted && gtk_widget_get_visible (self->revealer);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  g_clear_weak_pointer (&DL_BANNER (object)->before);
  g_clear_weak_pointer (&DL_BANNER (object)->next);
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
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  self->icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  self->label = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_label_set_selectable (GTK_LABEL (self->label), TRUE);
  gtk_widget_set_hexpand (self->label, TRUE);
  self->count = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->count, "dl-number");
  gtk_widget_set_visible (self->count, FALSE);
  self->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_layout_manager (self->buttons, dl_wrap_layout_new (6));
  gtk_widget_set_visible (self->buttons, FALSE);
  gtk_widget_set_valign (self->icon, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (self->head), self->icon);
  gtk_box_append (GTK_BOX (self->head), self->label);
  gtk_box_append (GTK_BOX (self->head), self->count);
  gtk_box_append (GTK_BOX (box), self->head);
  gtk_box_append (GTK_BOX (box), self->buttons);
  gtk_widget_add_css_class (box, "dl-banner");

  self->revealer = gtk_revealer_new ();
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), box);
  gtk_widget_set_parent (self->revealer, GTK_WIDGET (self));
  gtk_widget_set_visible (self->revealer, FALSE);
}

const char *
dl_banner_get_message (DlBanner *self)
{
  return self->has_message ? gtk_label_get_text (GTK_LABEL (self->label)) : NULL;
}

void
dl_banner_set_steady (DlBanner *self)
{
  gtk_revealer_set_transition_type (GTK_REVEALER (self->revealer),
                                    GTK_REVEALER_TRANSITION_TYPE_NONE);
}

void
dl_banner_set_calm (DlBanner *self)
{
  self->calm = TRUE;
  set_look (self, TRUE);
}

GtkWidget *
dl_banner_add_button (DlBanner *self, const char *label, const char *action_name)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action_name);
  gtk_widget_set_visible (self->buttons, TRUE);
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
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Close"), -1);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_close), self);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (self->head), button);
}
