#include "dl-columns.h"

#include "dl-text-lines.h"

void
dl_columns_append (GString *text, char *const *cells, guint n_rows, guint n_columns)
{
  g_autofree glong *width = g_new0 (glong, n_columns);

  for (guint i = 0; i < n_rows * n_columns; i++)
    width[i % n_columns] = MAX (width[i % n_columns], dl_text_width (cells[i]));
  for (guint i = 0; i < n_rows * n_columns; i++)
    {
      const guint column = i % n_columns;

      g_string_append (text, cells[i]);
      if (column + 1 < n_columns)
        {
          const glong padding = width[column] - dl_text_width (cells[i]) + 2;
          g_string_append_printf (text, "%*s", (int) padding, "");
          continue;
        }
      while (text->str[text->len - 1] == ' ')
        g_string_truncate (text, text->len - 1);
      g_string_append_c (text, '\n');
    }
}
