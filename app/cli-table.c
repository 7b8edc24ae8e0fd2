#include "cli-table.h"

#include "dl-value.h"

#include <glib/gi18n.h>

#include <math.h>

struct _CliTable
{
  char *columns;
  GPtrArray *cells; /* (n_rows x n_columns) char * */
};

CliTable *
cli_table_new (const char *columns)
{
  CliTable *table = g_new0 (CliTable, 1);

  table->columns = g_strdup (columns);
  table->cells = g_ptr_array_new_with_free_func (g_free);
  return table;
}

void
cli_table_free (CliTable *table)
{
  if (table == NULL)
    return;
  g_free (table->columns);
  g_ptr_array_unref (table->cells);
  g_free (table);
}

void
cli_table_text (CliTable *table, const char *text)
{
  g_ptr_array_add (table->cells, g_strdup (text));
}

void
cli_table_int (CliTable *table, guint64 value)
{
  g_ptr_array_add (table->cells, g_strdup_printf ("%" G_GUINT64_FORMAT, value));
}

void
cli_table_double (CliTable *table, double value, guint digits)
{
  char format[8];
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (value))
    {
      cli_table_text (table, "-");
      return;
    }
  g_snprintf (format, sizeof format, "%%.%uf", MIN (digits, 9));
  cli_table_text (table, g_ascii_formatd (buffer, sizeof buffer, format, value));
}

void
cli_table_at_most (CliTable *table, double value, guint digits, gboolean bound)
{
  char format[12];
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = NULL;

  if (!bound || isnan (value))
    {
      cli_table_double (table, value, digits);
      return;
    }
  g_snprintf (format, sizeof format, "%%.%uf", MIN (digits, 9));
  text = g_strconcat ("≤ ", g_ascii_formatd (buffer, sizeof buffer, format, value), NULL);
  cli_table_text (table, text);
}

void
cli_table_append (GString *out, const CliTable *table)
{
  dl_table_align (out, table->cells, table->columns);
}

void
cli_append_csv_double (GString *out, double value)
{
  g_autofree char *number = isnan (value) ? NULL : dl_value_format_double (value);

  if (number != NULL)
    g_string_append (out, number);
}

void
cli_append_rows (GString *out, const DlTable *table, gboolean csv)
{
  (csv ? dl_table_append_csv : dl_table_append_text) (out, table);
}

guint32 *
cli_present_links (const DlGraph *graph, guint *n)
{
  guint32 *links = g_new (guint32, graph->n_links);

  *n = 0;
  for (guint link = 0; link < graph->n_links; link++)
    if (graph->link_state[link] != DL_LINK_ABSENT)
      links[(*n)++] = link;
  return links;
}

void
cli_cells_state (DlCells *cells, gboolean up)
{
  dl_cells_word (cells, up ? "up" : "broken", up ? _ ("up") : _ ("broken"));
}
