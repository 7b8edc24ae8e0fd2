#include "dl-table-list.h"

#include "dl-explain.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

/* A row: one entry of the local table ----------------------------------------------------------
 */

struct _DlTableRow
{
  GObject parent;
  guint index;
  DlTableEntry entry;
  DlCoord coord;
};

G_DEFINE_FINAL_TYPE (DlTableRow, dl_table_row, G_TYPE_OBJECT)

static void
dl_table_row_class_init (DlTableRowClass *class)
{
}

static void
dl_table_row_init (DlTableRow *row)
{
}

/* The entries that stand for a node, made into rows as they are looked at ---------------------- */

struct _DlTableList
{
  GObject parent;
  DlTables *tables; /* nullable */
  DlNetwork *network;
  GArray *indices; /* guint16 */
};

static GType
list_item_type (GListModel *model)
{
  return DL_TYPE_TABLE_ROW;
}

static guint
list_n_items (GListModel *model)
{
  return DL_TABLE_LIST (model)->indices->len;
}

static gpointer
list_item (GListModel *model, guint position)
{
  DlTableList *self = DL_TABLE_LIST (model);
  DlTableRow *row;

  if (position >= self->indices->len)
    return NULL;
  row = g_object_new (DL_TYPE_TABLE_ROW, NULL);
  row->index = g_array_index (self->indices, guint16, position);
  row->entry = self->tables->local[row->index];
  row->coord = self->network->torus.coord[row->entry.node];
  return row;
}

static void
list_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = list_item_type;
  iface->get_n_items = list_n_items;
  iface->get_item = list_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DlTableList, dl_table_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_iface_init))

static void
list_finalize (GObject *object)
{
  DlTableList *self = DL_TABLE_LIST (object);

  dl_tables_free (self->tables);
  g_clear_pointer (&self->network, dl_network_unref);
  g_array_unref (self->indices);
  G_OBJECT_CLASS (dl_table_list_parent_class)->finalize (object);
}

static void
dl_table_list_class_init (DlTableListClass *class)
{
  G_OBJECT_CLASS (class)->finalize = list_finalize;
}

static void
dl_table_list_init (DlTableList *self)
{
  self->indices = g_array_new (FALSE, FALSE, sizeof (guint16));
}

DlTableList *
dl_table_list_new (void)
{
  return g_object_new (DL_TYPE_TABLE_LIST, NULL);
}

void
dl_table_list_set (DlTableList *self, DlTables *tables, DlNetwork *network)
{
  const guint before = self->indices->len;

  dl_tables_free (self->tables);
  g_clear_pointer (&self->network, dl_network_unref);
  g_array_set_size (self->indices, 0);
  self->tables = tables;
  if (tables != NULL)
    {
      self->network = dl_network_ref (network);
      for (guint16 i = 0; i < DL_LOCAL_ENTRIES; i++)
        if (tables->local[i].node != DL_NO_NODE)
          g_array_append_val (self->indices, i);
    }
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->indices->len);
}

const DlTables *
dl_table_list_get (DlTableList *self)
{
  return self->tables;
}

const DlNetwork *
dl_table_list_get_network (DlTableList *self)
{
  return self->network;
}

const DlTableEntry *
dl_table_row_get_entry (DlTableRow *row)
{
  return &row->entry;
}

/* Columns ---------------------------------------------------------------------------------------
 */

char *
dl_table_entry_text (const DlTableEntry *entry)
{
  if (!entry->valid)
    return g_strdup ("–");
  if (entry->port == DL_PORT_PROCESSOR)
    /* Translators: in a routing table: to this router's own processor */
    return g_strdup (_ ("here"));
  if (entry->vc == DL_TABLE_NO_VC)
    return g_strdup (dl_port_label (entry->port));
  return g_strdup_printf ("%s.%u", dl_port_label (entry->port), entry->vc);
}

static guint
get_index (const DlTableRow *row)
{
  return row->index;
}

static char *
index_text (const DlTableRow *row)
{
  return g_strdup_printf ("%u", row->index);
}

static char *
node_text (const DlTableRow *row)
{
  return dl_node_label (row->coord);
}

/* Conflicts go first. */
static guint
get_port (const DlTableRow *row)
{
  return (row->entry.conflicts == 0) << 16 | row->entry.port << 8 | row->entry.vc;
}

static char *
port_text (const DlTableRow *row)
{
  g_autofree char *text = dl_table_entry_text (&row->entry);

  /* Nothing is told by colour alone: a conflict has its sign. */
  return row->entry.conflicts > 0 ? g_strdup_printf ("%s ⚠", text) : g_steal_pointer (&text);
}

typedef struct
{
  const char *title;
  guint (*value) (const DlTableRow *row); /* sorted by */
  char *(*text) (const DlTableRow *row);
} Column;

static const Column columns[] = {
  { N_ ("Entry"), get_index, index_text },
  { N_ ("Node"), get_index, node_text },
  { N_ ("Port.VC"), get_port, port_text },
};

static void
setup_cell (GtkListItemFactory *factory, GtkListItem *item, const Column *column)
{
  GtkWidget *label = gtk_inscription_new (NULL);

  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (label), 6);
  gtk_widget_add_css_class (label, "dl-number");
  gtk_list_item_set_child (item, label);
}

static void
bind_cell (GtkListItemFactory *factory, GtkListItem *item, const Column *column)
{
  g_autofree char *text = column->text (gtk_list_item_get_item (item));

  gtk_inscription_set_text (GTK_INSCRIPTION (gtk_list_item_get_child (item)), text);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Column *column = user_data;
  const guint va = column->value (a), vb = column->value (b);

  return va < vb ? -1 : va > vb;
}

static void
add_column (GtkColumnView *table, const Column *column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkSorter *sorter = GTK_SORTER (gtk_custom_sorter_new (compare_rows, (gpointer) column, NULL));
  GtkColumnViewColumn *view_column;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), (gpointer) column);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), (gpointer) column);
  view_column = gtk_column_view_column_new (_ (column->title), factory);
  gtk_column_view_column_set_sorter (view_column, sorter);
  gtk_column_view_column_set_expand (view_column, TRUE);
  gtk_column_view_append_column (table, view_column);
  g_object_unref (sorter);
  g_object_unref (view_column);
}

GtkWidget *
dl_table_list_new_view (DlTableList *self)
{
  GtkWidget *table = gtk_column_view_new (NULL);
  GtkSingleSelection *selection;
  GtkSortListModel *sorted;

  sorted = gtk_sort_list_model_new (
      G_LIST_MODEL (g_object_ref (self)),
      g_object_ref (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (table))));
  selection = gtk_single_selection_new (G_LIST_MODEL (sorted));
  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  gtk_column_view_set_model (GTK_COLUMN_VIEW (table), GTK_SELECTION_MODEL (selection));
  g_object_unref (selection); /* the table's now */
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    add_column (GTK_COLUMN_VIEW (table), &columns[i]);
  gtk_widget_add_css_class (table, "data-table");
  gtk_widget_set_tooltip_text (
      table,
      _ ("Enter or a double click shows the route. ⚠: packets that arrive from another router "
         "go another way than those that start here"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (table), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Local table"), -1);
  return table;
}
