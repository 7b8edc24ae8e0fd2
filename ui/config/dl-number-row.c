#include "dl-number-row.h"

#include "dl-number-field.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

/* One below the other they are as wide. */
#define FIELD_WIDTH 72

struct _DlNumberRow
{
  DlSettings parent;
  const DlNumberInfo *info;
  GtkWidget *field;
  GtkLabel *beside;
};

G_DEFINE_FINAL_TYPE (DlNumberRow, dl_number_row, DL_TYPE_SETTINGS)

static gint
value_of (const DlNumberInfo *info, const DlScenario *scenario)
{
  g_autofree char *text = NULL;

  if (info->get != NULL)
    return info->get (scenario);
  text = dl_field_get (dl_field_find_name (info->key), scenario);
  return g_ascii_strtoll (text, NULL, 10);
}

static void
follow (DlSettings *settings, const DlScenario *scenario)
{
  DlNumberRow *self = DL_NUMBER_ROW (settings);
  const DlNumberInfo *info = self->info;

  gtk_widget_set_visible (GTK_WIDGET (self), dl_key_suits (info->key, info->scope, scenario));
  dl_number_field_follow (DL_NUMBER_FIELD (self->field), value_of (info, scenario), info->most);
  if (info->beside != NULL)
    {
      g_autofree char *text = info->beside (scenario);
      gtk_label_set_label (self->beside, text);
    }
}

static void
on_changed (GtkWidget *field, gint value, DlNumberRow *self)
{
  DlSession *session = dl_settings_get_session (DL_SETTINGS (self));
  const DlScenario *scenario = session != NULL ? dl_session_get_scenario (session) : NULL;
  g_autofree char *text = NULL;

  if (scenario == NULL || value == value_of (self->info, scenario))
    return;
  text = self->info->text != NULL ? self->info->text (scenario, value)
                                  : g_strdup_printf ("%d", value);
  dl_session_set (session, self->info->key, text, TRUE);
}

static void
dl_number_row_class_init (DlNumberRowClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = follow;
}

static void
dl_number_row_init (DlNumberRow *self)
{
}

/* "_Groups" as it is spoken. */
static char *
without_mnemonic (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "_", -1);

  return g_strjoinv (NULL, parts);
}

GtkWidget *
dl_number_row_new (const DlNumberInfo *info)
{
  DlNumberRow *self = g_object_new (DL_TYPE_NUMBER_ROW, NULL);
  GtkWidget *line = dl_settings_add_line (GTK_WIDGET (self));
  g_autofree char *spoken = without_mnemonic (_ (info->name));

  self->info = info;
  self->field = dl_number_field_new ("↕", spoken, info->least);
  gtk_widget_set_name (GTK_WIDGET (self), info->key);
  gtk_widget_set_tooltip_text (self->field, _ (info->tooltip));
  gtk_widget_set_hexpand (self->field, FALSE);
  gtk_widget_set_size_request (self->field, FIELD_WIDTH, -1);
  dl_settings_add_name (line, _ (info->name), self->field);
  if (info->beside != NULL)
    {
      self->beside = GTK_LABEL (gtk_label_new (NULL));
      gtk_widget_add_css_class (GTK_WIDGET (self->beside), "dl-description");
      gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->beside));
    }
  gtk_box_append (GTK_BOX (line), self->field);
  g_signal_connect (self->field, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->field, "settled", G_CALLBACK (dl_settings_settled), self);
  return GTK_WIDGET (self);
}
