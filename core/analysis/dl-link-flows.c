#include "dl-link-flows.h"

DlRouterTable *
dl_router_table_new (guint n_rows, guint n_grid_rows, guint n_grid_columns)
{
  DlRouterTable *table = g_new0 (DlRouterTable, 1);
  DlTableGrid *grid = &table->grid;

  g_ref_count_init (&table->refs);
  table->n_rows = n_rows;
  table->rows = g_new0 (DlTableRow, n_rows);
  for (guint i = 0; i < n_rows; i++)
    table->rows[i].node = DL_NO_NODE;
  if (n_grid_rows == 0)
    return table;
  grid->n_rows = n_grid_rows;
  grid->n_columns = n_grid_columns;
  grid->heads = g_new0 (char *, n_grid_columns + 1);
  grid->names = g_new0 (char *, n_grid_rows);
  grid->cells = g_new0 (char *, n_grid_rows *n_grid_columns);
  grid->tooltips = g_new0 (char *, n_grid_rows *n_grid_columns);
  return table;
}

DlRouterTable *
dl_router_table_ref (DlRouterTable *table)
{
  g_ref_count_inc (&table->refs);
  return table;
}

static void
free_texts (char **texts, guint n)
{
  for (guint i = 0; i < n; i++)
    g_free (texts[i]);
  g_free (texts);
}

void
dl_router_table_unref (DlRouterTable *table)
{
  const DlTableGrid *grid = &table->grid;

  if (!g_ref_count_dec (&table->refs))
    return;
  for (guint i = 0; i < table->n_rows; i++)
    {
      for (guint column = 0; column < DL_TABLE_COLUMNS; column++)
        g_free (table->rows[i].cells[column]);
      g_free (table->rows[i].detail);
    }
  if (grid->n_rows > 0)
    {
      free_texts (grid->heads, grid->n_columns + 1);
      free_texts (grid->names, grid->n_rows);
      free_texts (grid->cells, grid->n_rows * grid->n_columns);
      free_texts (grid->tooltips, grid->n_rows * grid->n_columns);
    }
  g_free (table->rows);
  g_free (table->title);
  g_free (table->summary);
  g_free (table->csv);
  g_free (table->csv_name);
  g_free (table);
}

DlLinkFlows *
dl_link_flows_new (guint link, DlPlaceKind ends, guint n_ends)
{
  DlLinkFlows *flows = g_new (DlLinkFlows, 1);

  *flows = (DlLinkFlows) {
    .link = link,
    .ends = ends,
    .n_ends = n_ends,
    .by_source = g_new0 (double, n_ends),
    .by_dest = g_new0 (double, n_ends),
  };
  return flows;
}

void
dl_link_flows_weigh (DlLinkFlows *flows, double capacity)
{
  if (capacity == 1)
    return;
  flows->packets /= capacity;
  for (guint i = 0; i < flows->n_ends; i++)
    {
      flows->by_source[i] /= capacity;
      flows->by_dest[i] /= capacity;
    }
}

void
dl_link_flows_free (DlLinkFlows *flows)
{
  if (flows == NULL)
    return;
  g_free (flows->by_source);
  g_free (flows->by_dest);
  g_free (flows);
}

static gint
compare_counts (gconstpointer a, gconstpointer b, gpointer data)
{
  const double *counts = data;
  const guint32 end_a = *(const guint32 *) a, end_b = *(const guint32 *) b;

  if (counts[end_a] != counts[end_b])
    return counts[end_a] < counts[end_b] ? 1 : -1;
  return end_a < end_b ? -1 : end_a > end_b;
}

guint
dl_link_flows_top (const DlLinkFlows *flows, const double *counts, guint n, guint32 *ends)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 end = 0; end < flows->n_ends; end++)
    if (counts[end] > 0)
      g_array_append_val (order, end);
  g_array_sort_with_data (order, compare_counts, (gpointer) counts);
  n = MIN (n, order->len);
  for (guint i = 0; i < n; i++)
    ends[i] = g_array_index (order, guint32, i);
  return n;
}
