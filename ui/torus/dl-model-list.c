#include "dl-model-list.h"

#include "dl-aging-text.h"
#include "dl-pane.h"

#include <glib/gi18n-lib.h>

#include <math.h>

typedef struct
{
  GtkWidget *row;
  GtkLabel *value, *dims, *source, *more;
} Row;

struct _DlModelList
{
  GtkBox parent;
  GtkListBox *list;
  Row rows[DL_AGING_N_RECORDS];
};

G_DEFINE_FINAL_TYPE (DlModelList, dl_model_list, GTK_TYPE_BOX)

/* Text ----------------------------------------------------------------------------------------- */

static char *
more_text (const DlAgingRecord *record)
{
  GString *text = g_string_new (record->info->formula);

  if (record->note != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", record->note);
  return g_string_free (text, FALSE);
}

/* Rows ----------------------------------------------------------------------------------------- */

static void
follow_row (Row *row, const DlAgingRecord *record)
{
  const gboolean broken = record->broken != 0;
  g_autofree char *value = dl_aging_record_text (record);
  g_autofree char *dims = dl_aging_record_dims_text (record);
  g_autofree char *source = dl_aging_source_text (record->info);
  g_autofree char *marked
      = broken ? g_strdup_printf (_ ("⚠ %s: an assumption does not hold here"), source) : NULL;
  g_autofree char *more = more_text (record);
  g_autofree char *name = g_strdup_printf ("%s: %s%s%s", _ (record->info->title), value,
                                           *dims != '\0' ? ", " : "", dims);

  gtk_label_set_label (row->value, value);
  dl_pane_show_text (row->dims, dims);
  gtk_label_set_label (row->source, broken ? marked : source);
  if (broken)
    gtk_widget_add_css_class (GTK_WIDGET (row->source), "dl-warning");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (row->source), "dl-warning");
  gtk_label_set_label (row->more, more);
  gtk_widget_set_tooltip_text (row->row, *more != '\0' ? more : NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->row), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, more, -1);
}

void
dl_model_list_follow (DlModelList *self, const DlAgingModel *model)
{
  for (DlAgingId id = 0; id < DL_AGING_N_RECORDS; id++)
    follow_row (&self->rows[id], &model->records[id]);
}

GtkWidget *
dl_model_list_get_row (DlModelList *self, DlAgingId id)
{
  return self->rows[id].row;
}

static void
add_row (DlModelList *self, const DlAgingInfo *info, Row *row)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *number = dl_aging_info_number (info);
  GtkLabel *label;

  gtk_widget_add_css_class (box, "dl-step");
  gtk_widget_add_css_class (box, "dl-number");
  if (*number != '\0')
    {
      /* Translators: the number of an equation */
      g_autofree char *text = g_strdup_printf (_ ("(%s)"), number);
      gtk_label_set_label (dl_pane_add_label (head, "dl-step-number", FALSE), text);
    }
  label = dl_pane_add_label (head, "dl-step-title", FALSE);
  gtk_label_set_label (label, info->symbol);
  row->value = dl_pane_add_label (head, NULL, TRUE);
  gtk_label_set_xalign (row->value, 1);
  gtk_label_set_justify (row->value, GTK_JUSTIFY_RIGHT);
  gtk_widget_set_hexpand (GTK_WIDGET (row->value), TRUE);
  gtk_box_append (GTK_BOX (box), head);

  gtk_label_set_label (dl_pane_add_label (box, NULL, TRUE), _ (info->title));
  row->dims = dl_pane_add_label (box, "dl-small", TRUE);
  row->source = dl_pane_add_label (box, "dl-description", TRUE);
  row->more = dl_pane_add_label (box, "dl-description", TRUE);
  gtk_widget_set_visible (GTK_WIDGET (row->more), FALSE);

  row->row = gtk_list_box_row_new ();
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row->row), box);
  gtk_list_box_append (self->list, row->row);
}

static void
add_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data)
{
  const char *part = dl_aging_part_title (gtk_list_box_row_get_index (row));
  GtkWidget *title;

  if (part == NULL || gtk_list_box_row_get_header (row) != NULL)
    return;
  title = gtk_label_new (part);
  gtk_label_set_wrap (GTK_LABEL (title), TRUE);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "dl-group-title");
  gtk_widget_add_css_class (title, "dl-section");
  gtk_list_box_row_set_header (row, title);
}

static void
on_selected (DlModelList *self, GtkListBoxRow *selected)
{
  for (DlAgingId id = 0; id < DL_AGING_N_RECORDS; id++)
    gtk_widget_set_visible (GTK_WIDGET (self->rows[id].more),
                            self->rows[id].row == GTK_WIDGET (selected)
                                && *gtk_label_get_label (self->rows[id].more) != '\0');
}

/* Nothing is selected any more while the rows go. */
static void
dispose (GObject *object)
{
  DlModelList *self = DL_MODEL_LIST (object);

  if (self->list != NULL)
    g_signal_handlers_disconnect_by_data (self->list, self);
  self->list = NULL;
  G_OBJECT_CLASS (dl_model_list_parent_class)->dispose (object);
}

static void
dl_model_list_class_init (DlModelListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static void
dl_model_list_init (DlModelList *self)
{
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "dl-steps");
  gtk_widget_set_hexpand (GTK_WIDGET (self->list), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Equations"), -1);
  gtk_list_box_set_header_func (self->list, add_header, NULL, NULL);
  for (DlAgingId id = 0; id < DL_AGING_N_RECORDS; id++)
    add_row (self, dl_aging_info (id), &self->rows[id]);
  g_signal_connect_swapped (self->list, "row-selected", G_CALLBACK (on_selected), self);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->list));
}

GtkWidget *
dl_model_list_new (void)
{
  return g_object_new (DL_TYPE_MODEL_LIST, NULL);
}
