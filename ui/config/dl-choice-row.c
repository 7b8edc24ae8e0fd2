#include "dl-choice-row.h"

#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

struct _DlChoiceRow
{
  DlSettings parent;
  const DlChoiceInfo *info;
  GtkDropDown *down;
  gboolean filled, following;
};

G_DEFINE_FINAL_TYPE (DlChoiceRow, dl_choice_row, DL_TYPE_SETTINGS)

static void
follow (DlSettings *settings, const DlScenario *scenario)
{
  DlChoiceRow *self = DL_CHOICE_ROW (settings);
  g_autofree char *value = dl_field_get (dl_field_find_name (self->info->key), scenario);

  gtk_widget_set_visible (GTK_WIDGET (self),
                          dl_key_suits (self->info->key, self->info->scope, scenario));
  if (!self->filled)
    return;
  self->following = TRUE;
  dl_choices_select (self->down, value);
  self->following = FALSE;
}

static void
on_selected (DlChoiceRow *self)
{
  DlSession *session = dl_settings_get_session (DL_SETTINGS (self));
  const char *id = dl_choices_get (self->down);

  if (self->following || session == NULL || id == NULL)
    return;
  if (self->info->choose != NULL)
    self->info->choose (session, id);
  else
    dl_session_set (session, self->info->key, id, FALSE);
  /* What is refused goes back. */
  follow (DL_SETTINGS (self), dl_session_get_scenario (session));
}

static void
dl_choice_row_class_init (DlChoiceRowClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = follow;
}

static void
dl_choice_row_init (DlChoiceRow *self)
{
}

GtkWidget *
dl_choice_row_new (const DlChoiceInfo *info)
{
  DlChoiceRow *self = g_object_new (DL_TYPE_CHOICE_ROW, NULL);
  const DlField *field = dl_field_find_name (info->key);
  GtkWidget *line = dl_settings_add_line (GTK_WIDGET (self));
  GtkWidget *down = gtk_drop_down_new (NULL, NULL);
  GtkWidget *name = dl_settings_add_name (line, _ (info->name), down);

  self->info = info;
  self->down = GTK_DROP_DOWN (down);
  gtk_widget_set_name (GTK_WIDGET (self), info->key);
  gtk_widget_set_hexpand (name, FALSE);
  gtk_label_set_width_chars (GTK_LABEL (name), 7); /* one below the other they begin alike */
  gtk_widget_set_hexpand (down, TRUE);
  gtk_widget_add_css_class (down, "dl-choice");
  if (field->tooltip != NULL)
    dl_choices_set_about (self->down, _ (field->tooltip));
  g_signal_connect_swapped (down, "notify::selected", G_CALLBACK (on_selected), self);
  gtk_box_append (GTK_BOX (line), down);
  return GTK_WIDGET (self);
}

void
dl_choice_row_fill (DlChoiceRow *self, const DlOption *choices, guint n)
{
  self->following = TRUE;
  dl_choices_fill (self->down, choices, n);
  self->following = FALSE;
  self->filled = TRUE;
  if (dl_settings_get_session (DL_SETTINGS (self)) != NULL)
    follow (DL_SETTINGS (self),
            dl_session_get_scenario (dl_settings_get_session (DL_SETTINGS (self))));
}
