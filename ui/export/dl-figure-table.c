#include "dl-figure-table.h"

#include "dl-rows.h"

#include <glib/gi18n-lib.h>

#include <string.h>

struct _DlFigureTable
{
  GtkWidget parent;
  DlFigureRows *rows; /* nullable */
  DlRows *list;
  GtkMultiSelection *selection;
  GtkWidget *scroll;
  GtkColumnView *view;
};

G_DEFINE_FINAL_TYPE (DlFigureTable, dl_figure_table, GTK_TYPE_WIDGET)

/* Columns -------------------------------------------------------------------------------------- */

static guint
column_of (gpointer user_data)
{
  return GPOINTER_TO_UINT (user_data);
}

static void
setup_text (GtkListItemFactory *factory, GtkListItem *item, gpointer column)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0f, NULL);

  gtk_list_item_set_child (item, label);
}

static void
setup_number (GtkListItemFactory *factory, GtkListItem *item, gpointer column)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "xalign", 1.0f, NULL);

  gtk_widget_add_css_class (label, "dl-number");
  gtk_list_item_set_child (item, label);
}

static void
bind_cell (GtkListItemFactory *factory, GtkListItem *item, gpointer column)
{
  const DlRow *row = gtk_list_item_get_item (item);
  g_autofree char *text
      = dl_figure_rows_text (dl_row_get_source (row), dl_row_get_index (row), column_of (column));

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), text);
}

static int
compare_numbers (gconstpointer a, gconstpointer b, gpointer column)
{
  const double va
      = dl_figure_rows_value (dl_row_get_source (a), dl_row_get_index (a), column_of (column));
  const double vb
      = dl_figure_rows_value (dl_row_get_source (b), dl_row_get_index (b), column_of (column));

  if (isnan (va) || isnan (vb))
    return isnan (va) - isnan (vb);
  return va < vb ? -1 : va > vb;
}

static int
compare_texts (gconstpointer a, gconstpointer b, gpointer column)
{
  return g_utf8_collate (
      dl_figure_rows_word (dl_row_get_source (a), dl_row_get_index (a), column_of (column)),
      dl_figure_rows_word (dl_row_get_source (b), dl_row_get_index (b), column_of (column)));
}

static void
add_column (DlFigureTable *self, guint column)
{
  const gboolean is_number = dl_figure_rows_is_number (self->rows, column);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (
      is_number ? compare_numbers : compare_texts, GUINT_TO_POINTER (column), NULL));
  g_autofree char *heading = dl_figure_rows_heading (self->rows, column);
  g_autoptr (GtkColumnViewColumn) view_column = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (is_number ? setup_number : setup_text), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), GUINT_TO_POINTER (column));
  view_column = gtk_column_view_column_new (heading, factory);
  gtk_column_view_column_set_sorter (view_column, sorter);
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, TRUE);
  gtk_column_view_append_column (self->view, view_column);
}

static void
replace_columns (DlFigureTable *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (self->view, column);
    }
  for (guint i = 0; self->rows != NULL && i < dl_figure_rows_n_columns (self->rows); i++)
    add_column (self, i);
}

static gboolean
has_same_columns (const DlFigureRows *a, const DlFigureRows *b)
{
  if (a == NULL || b == NULL || dl_figure_rows_n_columns (a) != dl_figure_rows_n_columns (b))
    return FALSE;
  for (guint i = 0; i < dl_figure_rows_n_columns (a); i++)
    if (strcmp (dl_figure_rows_title (a, i), dl_figure_rows_title (b, i)) != 0
        || dl_figure_rows_is_number (a, i) != dl_figure_rows_is_number (b, i))
      return FALSE;
  return TRUE;
}

void
dl_figure_table_set (DlFigureTable *self, DlFigureRows *rows, const char *label)
{
  DlFigureRows *old = self->rows;
  const gboolean same = has_same_columns (old, rows);

  self->rows = rows != NULL ? dl_figure_rows_ref (rows) : NULL;
  if (!same) /* cells of the old rows know nothing of the new columns */
    dl_rows_set (self->list, NULL, NULL, 0);
  if (!same)
    replace_columns (self);
  dl_rows_set (self->list, rows, NULL, rows != NULL ? dl_figure_rows_n_rows (rows) : 0);
  dl_figure_rows_unref (old);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
}

/* Copying -------------------------------------------------------------------------------------- */

char *
dl_figure_table_get_text (DlFigureTable *self)
{
  GListModel *list = G_LIST_MODEL (self->selection);
  g_autoptr (GtkBitset) chosen
      = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  GString *text = g_string_new (NULL);

  if (self->rows == NULL)
    return g_string_free (text, FALSE);
  dl_figure_rows_append_tabbed (text, self->rows, -1);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    if (gtk_bitset_is_empty (chosen) || gtk_bitset_contains (chosen, i))
      {
        g_autoptr (DlRow) row = g_list_model_get_item (list, i);

        dl_figure_rows_append_tabbed (text, self->rows, dl_row_get_index (row));
      }
  return g_string_free (text, FALSE);
}

void
dl_figure_table_copy (DlFigureTable *self)
{
  g_autofree char *text = dl_figure_table_get_text (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
copy (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  dl_figure_table_copy (DL_FIGURE_TABLE (widget));
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlFigureTable *self = DL_FIGURE_TABLE (object);

  g_clear_pointer (&self->scroll, gtk_widget_unparent);
  g_clear_object (&self->list);
  g_clear_pointer (&self->rows, dl_figure_rows_unref);
  G_OBJECT_CLASS (dl_figure_table_parent_class)->dispose (object);
}

static gboolean
grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (DL_FIGURE_TABLE (widget)->view));
}

static void
dl_figure_table_class_init (DlFigureTableClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  widget_class->grab_focus = grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "table.copy", NULL, copy);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "table.copy",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Insert, GDK_CONTROL_MASK, "table.copy",
                                       NULL);
}

static void
dl_figure_table_init (DlFigureTable *self)
{
  GtkSortListModel *sorted;

  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  self->list
      = dl_rows_new ((GBoxedCopyFunc) dl_figure_rows_ref, (GDestroyNotify) dl_figure_rows_unref);
  sorted = gtk_sort_list_model_new (G_LIST_MODEL (g_object_ref (self->list)),
                                    g_object_ref (gtk_column_view_get_sorter (self->view)));
  gtk_sort_list_model_set_incremental (sorted, TRUE);
  self->selection = gtk_multi_selection_new (G_LIST_MODEL (sorted));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  g_object_unref (self->selection); /* the view has it */
  gtk_column_view_set_show_column_separators (self->view, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");

  self->scroll = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroll), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->scroll, GTK_WIDGET (self));
}

GtkWidget *
dl_figure_table_new (void)
{
  return g_object_new (DL_TYPE_FIGURE_TABLE, NULL);
}
