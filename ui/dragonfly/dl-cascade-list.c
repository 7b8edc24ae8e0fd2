#include "dl-cascade-list.h"

#include "dl-cascade-model.h"
#include "dl-pane.h"

#include <glib/gi18n-lib.h>

#include <math.h>

typedef struct
{
  GtkWidget *row;
  GtkLabel *value, *found;
} Row;

struct _DlCascadeList
{
  GtkBox parent;
  GtkWidget *list;
  guint n_rows;
  Row *rows;
};

G_DEFINE_FINAL_TYPE (DlCascadeList, dl_cascade_list, GTK_TYPE_BOX)

static void
follow_row (Row *row, const DlCascadeQuantity *quantity, const DlCascadeModel *model,
            const DlDragonflyAnalysis *analysis)
{
  const double found = dl_cascade_analysis_value (analysis, quantity);
  g_autofree char *value = dl_cascade_value_text (quantity, quantity->value (model));
  g_autofree char *in_network = dl_cascade_value_text (quantity, found);
  g_autofree char *other = NULL;
  g_autofree char *name = NULL;

  if (!isnan (found) && !g_str_equal (value, in_network))
    other = g_strdup_printf (_ ("In this network: %s"), in_network);
  name = g_strdup_printf ("%s: %s%s%s", _ (quantity->title), value, other != NULL ? ". " : "",
                          other != NULL ? other : "");
  gtk_label_set_label (row->value, value);
  dl_pane_show_text (row->found, other);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->row), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
}

void
dl_cascade_list_follow (DlCascadeList *self, const DlCascadeModel *model,
                        const DlDragonflyAnalysis *analysis)
{
  guint n;
  const DlCascadeQuantity *quantities = dl_cascade_quantities (&n);

  for (guint i = 0; i < n; i++)
    follow_row (&self->rows[i], &quantities[i], model, analysis);
}

/* Where it is from. */
static char *
source_text (const DlCascadeQuantity *quantity)
{
  if (g_str_has_prefix (quantity->section, "model"))
    return g_strdup_printf (_ ("%s (derived)"), quantity->formula);
  return g_strdup_printf (_ ("%s (Cascade paper, section %s)"), quantity->formula,
                          quantity->section);
}

static void
add_row (DlCascadeList *self, const DlCascadeQuantity *quantity, Row *row)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *source = source_text (quantity);
  GtkLabel *title = dl_pane_add_label (head, NULL, TRUE);

  gtk_widget_add_css_class (box, "dl-step");
  gtk_widget_add_css_class (box, "dl-number");
  gtk_label_set_label (title, _ (quantity->title));
  gtk_widget_set_hexpand (GTK_WIDGET (title), TRUE);
  row->value = dl_pane_add_label (head, "dl-step-title", FALSE);
  gtk_label_set_xalign (row->value, 1);
  gtk_widget_set_valign (GTK_WIDGET (row->value), GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), head);
  row->found = dl_pane_add_label (box, "dl-small", TRUE);
  gtk_label_set_label (dl_pane_add_label (box, "dl-description", TRUE), source);

  row->row = gtk_list_box_row_new ();
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row->row), box);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row->row);
}

static void
finalize (GObject *object)
{
  g_free (DL_CASCADE_LIST (object)->rows);
  G_OBJECT_CLASS (dl_cascade_list_parent_class)->finalize (object);
}

static void
dl_cascade_list_class_init (DlCascadeListClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
}

static void
dl_cascade_list_init (DlCascadeList *self)
{
  const DlCascadeQuantity *quantities = dl_cascade_quantities (&self->n_rows);

  self->rows = g_new0 (Row, self->n_rows);
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "dl-card");
  gtk_widget_add_css_class (self->list, "dl-steps");
  gtk_widget_set_hexpand (self->list, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Sizes"), -1);
  for (guint i = 0; i < self->n_rows; i++)
    add_row (self, &quantities[i], &self->rows[i]);
  gtk_box_append (GTK_BOX (self), self->list);
}

GtkWidget *
dl_cascade_list_new (void)
{
  return g_object_new (DL_TYPE_CASCADE_LIST, NULL);
}
