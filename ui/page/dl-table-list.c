#include "dl-table-list.h"

#include "dl-explain.h"
#include "dl-torus-places.h"

#include <glib/gi18n-lib.h>

/* What the rows are of: one router's tables ---------------------------------------------------- */

typedef struct
{
  DlTables *tables;
  DlNetwork *network;
} Source;

static void
source_clear (gpointer data)
{
  Source *source = data;

  dl_tables_free (source->tables);
  dl_network_unref (source->network);
}

static void
source_unref (gpointer source)
{
  g_rc_box_release_full (source, source_clear);
}

DlRows *
dl_table_list_new (void)
{
  return dl_rows_new (g_rc_box_acquire, source_unref);
}

void
dl_table_list_set (DlRows *self, DlTables *tables, DlNetwork *network)
{
  guint32 indices[DL_LOCAL_ENTRIES];
  guint n = 0;
  Source *source;

  if (tables == NULL)
    {
      dl_rows_set (self, NULL, NULL, 0);
      return;
    }
  for (guint i = 0; i < DL_LOCAL_ENTRIES; i++)
    if (tables->local[i].node != DL_NO_NODE)
      indices[n++] = i;
  source = g_rc_box_new (Source);
  *source = (Source) { tables, dl_network_ref (network) };
  dl_rows_set (self, source, indices, n);
  source_unref (source);
}

const DlTables *
dl_table_list_get (DlRows *self)
{
  const Source *source = dl_rows_get_source (self);
  return source != NULL ? source->tables : NULL;
}

const DlNetwork *
dl_table_list_get_network (DlRows *self)
{
  const Source *source = dl_rows_get_source (self);
  return source != NULL ? source->network : NULL;
}

static const DlTableEntry *
get_entry (gconstpointer source, guint index)
{
  return &((const Source *) source)->tables->local[index];
}

const DlTableEntry *
dl_table_list_entry (const DlRow *row)
{
  return get_entry (dl_row_get_source (row), dl_row_get_index (row));
}

/* Columns -------------------------------------------------------------------------------------- */

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

static double
get_index (gconstpointer source, guint index)
{
  return index;
}

static char *
index_text (gconstpointer source, guint index)
{
  return g_strdup_printf ("%u", index);
}

static char *
node_text (gconstpointer source, guint index)
{
  const DlNetwork *network = ((const Source *) source)->network;
  return dl_node_label (network->torus.coord[get_entry (source, index)->node]);
}

/* Conflicts go first. */
static double
get_port (gconstpointer source, guint index)
{
  const DlTableEntry *entry = get_entry (source, index);
  return (entry->conflicts == 0) << 16 | entry->port << 8 | entry->vc;
}

static char *
port_text (gconstpointer source, guint index)
{
  const DlTableEntry *entry = get_entry (source, index);
  g_autofree char *text = dl_table_entry_text (entry);

  /* Nothing is told by colour alone: a conflict has its sign. */
  return entry->conflicts > 0 ? g_strdup_printf ("%s ⚠", text) : g_steal_pointer (&text);
}

GtkWidget *
dl_table_list_new_view (DlRows *self)
{
  static const DlColumn columns[] = {
    { N_ ("Entry"), get_index, index_text, .nat_chars = 6 },
    { N_ ("Node"), get_index, node_text, .nat_chars = 6 },
    { N_ ("Port.VC"), get_port, port_text, .nat_chars = 6 },
  };
  GtkWidget *table = dl_rows_new_view (self, columns, G_N_ELEMENTS (columns), _ ("Local table"));

  gtk_widget_add_css_class (table, "data-table");
  gtk_widget_set_tooltip_text (
      table,
      _ ("Enter or a double click shows the route. ⚠: packets that arrive from another router "
         "go another way than those that start here"));
  return table;
}
