#include "dl-rows.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A row ---------------------------------------------------------------------------------------- */

struct _DlRow
{
  GObject parent;
  gpointer source;
  GDestroyNotify unref;
  guint index;
};

G_DEFINE_FINAL_TYPE (DlRow, dl_row, G_TYPE_OBJECT)

static void
row_finalize (GObject *object)
{
  DlRow *row = DL_ROW (object);

  row->unref (row->source);
  G_OBJECT_CLASS (dl_row_parent_class)->finalize (object);
}

static void
dl_row_class_init (DlRowClass *class)
{
  G_OBJECT_CLASS (class)->finalize = row_finalize;
}

static void
dl_row_init (DlRow *row)
{
}

gconstpointer
dl_row_get_source (const DlRow *row)
{
  return row->source;
}

guint
dl_row_get_index (const DlRow *row)
{
  return row->index;
}

/* The list ------------------------------------------------------------------------------------- */

struct _DlRows
{
  GObject parent;
  GBoxedCopyFunc ref;
  GDestroyNotify unref;
  gpointer source; /* nullable */
  GArray *indices; /* guint32 */
};

static GType
list_item_type (GListModel *model)
{
  return DL_TYPE_ROW;
}

static guint
list_n_items (GListModel *model)
{
  return DL_ROWS (model)->indices->len;
}

static gpointer
list_item (GListModel *model, guint position)
{
  DlRows *self = DL_ROWS (model);
  DlRow *row;

  if (position >= self->indices->len)
    return NULL;
  row = g_object_new (DL_TYPE_ROW, NULL);
  row->source = self->ref (self->source);
  row->unref = self->unref;
  row->index = g_array_index (self->indices, guint32, position);
  return row;
}

static void
list_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = list_item_type;
  iface->get_n_items = list_n_items;
  iface->get_item = list_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DlRows, dl_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_iface_init))

static void
list_finalize (GObject *object)
{
  DlRows *self = DL_ROWS (object);

  if (self->source != NULL)
    self->unref (self->source);
  g_array_unref (self->indices);
  G_OBJECT_CLASS (dl_rows_parent_class)->finalize (object);
}

static void
dl_rows_class_init (DlRowsClass *class)
{
  G_OBJECT_CLASS (class)->finalize = list_finalize;
}

static void
dl_rows_init (DlRows *self)
{
  self->indices = g_array_new (FALSE, FALSE, sizeof (guint32));
}

DlRows *
dl_rows_new (GBoxedCopyFunc ref, GDestroyNotify unref)
{
  DlRows *self = g_object_new (DL_TYPE_ROWS, NULL);

  self->ref = ref;
  self->unref = unref;
  return self;
}

void
dl_rows_set (DlRows *self, gpointer source, const guint32 *indices, guint n)
{
  const guint before = self->indices->len;
  const gpointer old = self->source;

  self->source = source != NULL ? self->ref (source) : NULL;
  if (old != NULL)
    self->unref (old);
  g_array_set_size (self->indices, source != NULL ? n : 0);
  for (guint32 i = 0; i < self->indices->len; i++)
    g_array_index (self->indices, guint32, i) = indices != NULL ? indices[i] : i;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->indices->len);
}

gconstpointer
dl_rows_get_source (DlRows *self)
{
  return self->source;
}

/* The view ------------------------------------------------------------------------------------- */

char *
dl_number_text (double value, guint digits)
{
  return isnan (value) ? g_strdup ("–") : g_strdup_printf ("%'.*f", (int) digits, value);
}

static void
setup_cell (GtkListItemFactory *factory, GtkListItem *item, const DlColumn *column)
{
  GtkWidget *label = gtk_inscription_new (NULL);

  gtk_inscription_set_xalign (GTK_INSCRIPTION (label), column->number ? 1 : 0);
  if (column->min_chars > 0)
    gtk_inscription_set_min_chars (GTK_INSCRIPTION (label), column->min_chars);
  if (column->nat_chars > 0)
    gtk_inscription_set_nat_chars (GTK_INSCRIPTION (label), column->nat_chars);
  gtk_widget_add_css_class (label, "dl-number");
  gtk_list_item_set_child (item, label);
}

static double
row_value (const DlRow *row, const DlColumn *column)
{
  return column->value (row->source, row->index);
}

static void
bind_cell (GtkListItemFactory *factory, GtkListItem *item, const DlColumn *column)
{
  const DlRow *row = gtk_list_item_get_item (item);
  g_autofree char *text = column->text != NULL
                              ? column->text (row->source, row->index)
                              : dl_number_text (row_value (row, column), column->digits);

  gtk_inscription_set_text (GTK_INSCRIPTION (gtk_list_item_get_child (item)), text);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const DlColumn *column = user_data;
  const double va = row_value (a, column), vb = row_value (b, column);

  if (isnan (va) || isnan (vb))
    return isnan (va) - isnan (vb);
  return va < vb ? -1 : va > vb;
}

static void
add_column (GtkColumnView *view, const DlColumn *column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) view_column = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), (gpointer) column);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), (gpointer) column);
  view_column = gtk_column_view_column_new (_ (column->title), factory);
  if (column->value != NULL)
    {
      g_autoptr (GtkSorter) sorter
          = GTK_SORTER (gtk_custom_sorter_new (compare_rows, (gpointer) column, NULL));
      gtk_column_view_column_set_sorter (view_column, sorter);
    }
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, TRUE);
  gtk_column_view_append_column (view, view_column);
}

GtkWidget *
dl_rows_new_view (DlRows *self, const DlColumn *columns, guint n_columns, const char *label)
{
  GtkWidget *widget = gtk_column_view_new (NULL);
  GtkColumnView *view = GTK_COLUMN_VIEW (widget);
  GtkSortListModel *sorted = gtk_sort_list_model_new (
      G_LIST_MODEL (g_object_ref (self)), g_object_ref (gtk_column_view_get_sorter (view)));
  g_autoptr (GtkSingleSelection) selection = gtk_single_selection_new (G_LIST_MODEL (sorted));

  gtk_sort_list_model_set_incremental (sorted, TRUE);
  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  gtk_column_view_set_model (view, GTK_SELECTION_MODEL (selection));
  for (guint i = 0; i < n_columns; i++)
    add_column (view, &columns[i]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  return widget;
}
