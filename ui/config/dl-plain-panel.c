#include "dl-plain-panel.h"

#include "dl-choice-row.h"
#include "dl-faults-panel.h"
#include "dl-router-panel.h"
#include "dl-text-size.h"
#include "dl-traffic-panel.h"

#include <glib/gi18n-lib.h>

#define WIDTH 250

struct _DlPlainPanel
{
  DlSettings parent;
  GtkWidget *groups;
  GPtrArray *infos; /* of the rows */
};

#define DL_TYPE_PLAIN_PANEL (dl_plain_panel_get_type ())
G_DECLARE_FINAL_TYPE (DlPlainPanel, dl_plain_panel, DL, PLAIN_PANEL, DlSettings)
G_DEFINE_FINAL_TYPE (DlPlainPanel, dl_plain_panel, DL_TYPE_SETTINGS)

static GtkWidget *
new_choice (DlPlainPanel *self, const DlField *field, GStrv words)
{
  const guint n = g_strv_length (words);
  DlChoiceInfo *info = g_new0 (DlChoiceInfo, 1);
  g_autofree DlOption *choices = g_new (DlOption, n);
  GtkWidget *row;

  g_ptr_array_add (self->infos, info);
  info->key = field->name;
  info->name = field->title;
  row = dl_choice_row_new (info);
  for (guint i = 0; i < n; i++)
    {
      const char *word = g_intern_string (words[i]); /* choices are not copied */
      const char *title = dl_field_value_title (field, word);

      choices[i] = (DlOption) { word, title != NULL ? title : word, NULL };
    }
  dl_choice_row_fill (DL_CHOICE_ROW (row), choices, n);
  return row;
}

static GtkWidget *
new_entry (DlPlainPanel *self, const DlField *field)
{
  DlKeyInfo *info = g_new0 (DlKeyInfo, 1);

  g_ptr_array_add (self->infos, info);
  info->key = field->name;
  info->step = dl_field_is_number (field) ? 1 : 0;
  info->width_chars = 9;
  return dl_key_row_new (info);
}

/* A row for each key that has a title, but lists of what is broken. */
static void
add_keys (DlPlainPanel *self, const DlFamily *family)
{
  GtkWidget *card = dl_settings_add_group (self->groups, _ (family->title));
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    {
      g_auto (GStrv) words = NULL;

      if (fields[i].family != family || fields[i].title == NULL || dl_field_is_list (&fields[i]))
        continue;
      words = dl_field_words (&fields[i]);
      gtk_box_append (GTK_BOX (card), words != NULL ? new_choice (self, &fields[i], words)
                                                    : new_entry (self, &fields[i]));
    }
}

static void
finalize (GObject *object)
{
  g_ptr_array_unref (DL_PLAIN_PANEL (object)->infos);
  G_OBJECT_CLASS (dl_plain_panel_parent_class)->finalize (object);
}

static void
dl_plain_panel_class_init (DlPlainPanelClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
on_text_size (GtkWidget *self)
{
  gtk_widget_set_size_request (self, (int) (WIDTH * MIN (dl_text_size_scale (), 1.8)), -1);
}

static void
dl_plain_panel_init (DlPlainPanel *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->infos = g_ptr_array_new_with_free_func (g_free);
  self->groups = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->groups, "dl-groups");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->groups);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (self), scroller);
  dl_text_size_follow (GTK_WIDGET (self), G_CALLBACK (on_text_size), self);
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-config");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Configuration"), -1);
}

GtkWidget *
dl_plain_panel_new (DlView *view, const DlFamily *family)
{
  return dl_plain_panel_new_with (view, family, NULL);
}

GtkWidget *
dl_plain_panel_new_with (DlView *view, const DlFamily *family, GtkWidget *own)
{
  DlPlainPanel *self = g_object_new (DL_TYPE_PLAIN_PANEL, NULL);

  if (own != NULL)
    gtk_box_append (GTK_BOX (self->groups), own);
  else
    add_keys (self, family);
  gtk_box_append (GTK_BOX (self->groups), dl_faults_panel_new ());
  gtk_box_append (GTK_BOX (self->groups), dl_traffic_panel_new ());
  gtk_box_append (GTK_BOX (self->groups), dl_router_panel_new ());
  dl_settings_set_session (DL_SETTINGS (self), dl_view_get_session (view));
  return GTK_WIDGET (self);
}
