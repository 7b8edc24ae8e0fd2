#include "cli-table.h"

#include "dl-text-lines.h"
#include "dl-value.h"

#include <math.h>
#include <string.h>

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
  const guint n_columns = strlen (table->columns);
  g_autofree guint *widths = g_new0 (guint, n_columns);

  g_assert (table->cells->len % n_columns == 0);
  for (guint i = 0; i < table->cells->len; i++)
    widths[i % n_columns]
        = MAX (widths[i % n_columns], dl_text_width (g_ptr_array_index (table->cells, i)));

  for (guint i = 0; i < table->cells->len; i++)
    {
      const char *text = g_ptr_array_index (table->cells, i);
      const guint column = i % n_columns;
      const guint padding = widths[column] - dl_text_width (text);
      const gboolean last = column == n_columns - 1;

      if (table->columns[column] == 'r')
        g_string_append_printf (out, "%*s%s", (int) padding, "", text);
      else if (last)
        g_string_append (out, text);
      else
        g_string_append_printf (out, "%s%*s", text, (int) padding, "");
      if (!last)
        g_string_append (out, "  ");
      else
        {
          while (out->len > 0 && out->str[out->len - 1] == ' ')
            g_string_truncate (out, out->len - 1);
          g_string_append_c (out, '\n');
        }
    }
}

void
cli_append_csv_double (GString *out, double value)
{
  g_autofree char *number = isnan (value) ? NULL : dl_value_format_double (value);

  if (number != NULL)
    g_string_append (out, number);
}
