#include "dl-table-list.h"

#include <glib/gi18n-lib.h>

static const DlTableRow *
get_row (gconstpointer source, guint index)
{
  return &((const DlRouterTable *) source)->rows[index];
}

const DlTableRow *
dl_table_list_row (const DlRow *row)
{
  return get_row (dl_row_get_source (row), dl_row_get_index (row));
}

/* Columns -------------------------------------------------------------------------------------- */

#define COLUMN(n)                                                                                  \
  static double get_order_##n (gconstpointer source, guint index)                                  \
  {                                                                                                \
    return get_row (source, index)->order[n];                                                      \
  }                                                                                                \
  static char *get_text_##n (gconstpointer source, guint index)                                    \
  {                                                                                                \
    return g_strdup (get_row (source, index)->cells[n]);                                           \
  }

COLUMN (0)
COLUMN (1)
COLUMN (2)

static const DlTableColumn columns[] = {
  { .value = get_order_0, .text = get_text_0, .nat_chars = 6 },
  { .value = get_order_1, .text = get_text_1, .nat_chars = 6 },
  { .value = get_order_2, .text = get_text_2, .nat_chars = 6 },
};
G_STATIC_ASSERT (G_N_ELEMENTS (columns) == DL_TABLE_COLUMNS);

/* The rows ------------------------------------------------------------------------------------- */

static gpointer
ref_table (gpointer table)
{
  return dl_router_table_ref (table);
}

static void
unref_table (gpointer table)
{
  dl_router_table_unref (table);
}

DlRows *
dl_table_list_new (void)
{
  return dl_rows_new (ref_table, unref_table);
}

GtkWidget *
dl_table_list_new_view (DlRows *self)
{
  GtkWidget *view = dl_rows_new_view (self, columns, G_N_ELEMENTS (columns), _ ("Routing table"));

  gtk_widget_add_css_class (view, "data-table");
  return view;
}

void
dl_table_list_set (DlRows *self, GtkColumnView *view, DlRouterTable *table)
{
  GListModel *shown = gtk_column_view_get_columns (view);

  for (guint i = 0; table != NULL && i < DL_TABLE_COLUMNS; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (shown, i);

      gtk_column_view_column_set_title (column, table->columns[i]);
      gtk_column_view_column_set_visible (column, table->columns[i] != NULL);
    }
  if (table != NULL)
    {
      gtk_widget_set_tooltip_text (GTK_WIDGET (view), table->tooltip);
      gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      table->label, -1);
    }
  dl_rows_set (self, table, NULL, table != NULL ? table->n_rows : 0);
}

const DlRouterTable *
dl_table_list_get (DlRows *self)
{
  return dl_rows_get_source (self);
}
