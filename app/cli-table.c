/* Results as text, CSV and JSON. */
#include "cli-table.h"

#include "dl-family.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <math.h>
#include <string.h>

/* Text and CSV --------------------------------------------------------------------------------- */

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
cli_table_count (CliTable *table, const char *label, guint64 count)
{
  cli_table_text (table, label);
  cli_table_int (table, count);
}

void
cli_table_number (CliTable *table, const char *label, double value, guint digits)
{
  cli_table_text (table, label);
  cli_table_double (table, value, digits);
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

void
cli_append_more (GString *out, guint n, guint top)
{
  if (n > top)
    g_string_append_printf (out, _ ("and %u more (--top N shows them)\n"), n - top);
}

/* JSON: values --------------------------------------------------------------------------------- */

void
cli_json_string (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  if (value != NULL)
    json_builder_add_string_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

void
cli_json_int (JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

void
cli_json_bool (JsonBuilder *builder, const char *name, gboolean value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, value);
}

void
cli_json_double (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

void
cli_json_null (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_null_value (builder);
}

void
cli_json_begin_array (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
}

void
cli_json_begin_object (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
}

/* Rows of a table ------------------------------------------------------------------------------ */

static void
add_value (JsonBuilder *builder, const DlTableColumn *column, const DlCell *cell)
{
  if (cell->state == DL_CELL_UNKNOWN)
    json_builder_add_null_value (builder);
  else if (column->type == DL_COLUMN_TEXT)
    json_builder_add_string_value (builder, cell->text);
  else if (column->type == DL_COLUMN_INTEGER)
    json_builder_add_int_value (builder, cell->integer);
  else if (column->type == DL_COLUMN_FLAG)
    json_builder_add_boolean_value (builder, cell->flag);
  else if (!isfinite (cell->real))
    json_builder_add_null_value (builder);
  else if (column->type == DL_COLUMN_AMOUNT && cell->real == (gint64) cell->real)
    json_builder_add_int_value (builder, cell->real);
  else
    json_builder_add_double_value (builder, cell->real);
}

/* Add the filled cells; neighboring ones that name the same list are put into it. */
static void
add_members (JsonBuilder *builder, const DlCells *cells)
{
  const char *open = NULL;

  for (guint i = 0; i < cells->n_cells; i++)
    {
      const DlTableColumn *column = cells->columns[i];

      if (!dl_table_column_is_in (column, DL_TABLE_JSON) || cells->cells[i].state == DL_CELL_ABSENT)
        continue;
      if (open != NULL && g_strcmp0 (open, column->list) != 0)
        json_builder_end_array (builder);
      if (column->list == NULL)
        json_builder_set_member_name (builder, cells->ids[i]);
      else if (g_strcmp0 (open, column->list) != 0)
        cli_json_begin_array (builder, column->list);
      open = column->list;
      add_value (builder, column, &cells->cells[i]);
    }
  if (open != NULL)
    json_builder_end_array (builder);
}

void
cli_json_rows_with (JsonBuilder *builder, const char *name, const DlTable *table, CliJsonAdd add)
{
  g_autoptr (DlCells) cells = dl_cells_new (table);

  cli_json_begin_array (builder, name);
  for (guint row = 0; row < table->n_rows; row++)
    {
      dl_cells_fill (cells, row);
      json_builder_begin_object (builder);
      add_members (builder, cells);
      if (add != NULL)
        add (builder, table->data, row);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

void
cli_json_rows (JsonBuilder *builder, const char *name, const DlTable *table)
{
  cli_json_rows_with (builder, name, table, NULL);
}

void
cli_json_row (JsonBuilder *builder, const DlTable *table, guint row)
{
  g_autoptr (DlCells) cells = dl_cells_new (table);

  dl_cells_fill (cells, row);
  add_members (builder, cells);
}

/* Objects -------------------------------------------------------------------------------------- */

JsonBuilder *
cli_json_new (void)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  cli_json_int (builder, "format", 1);
  return builder;
}

JsonBuilder *
cli_json_new_of (const DlScenario *scenario)
{
  JsonBuilder *builder = cli_json_new ();

  cli_json_string (builder, "kind", scenario->family->id);
  cli_json_string (builder, "name", scenario->name);
  return builder;
}

/* Writing: the outermost object has a line per member; lists in it that hold objects or lists have
 * a line per item; everything further in stays on its line. */

static void append_node (GString *text, JsonNode *node, guint depth);

/* JsonGenerator writes 0.1 as 0.10000000000000001 and 1e22 as 1e+22.0, which is not JSON. */
static void
append_double (GString *text, double value)
{
  g_autofree char *number = dl_value_format_double (value);

  g_string_append (text, number);
  /* A number of packets that happens to be whole is a double still. */
  if (strpbrk (number, ".e") == NULL)
    g_string_append (text, ".0");
}

static void
append_scalar (GString *text, JsonNode *node)
{
  g_autofree char *written = json_to_string (node, FALSE);

  g_string_append (text, written);
}

/* Before item @index of a list or object. */
static void
separate (GString *text, guint index, gboolean lines, guint depth)
{
  if (index > 0)
    g_string_append (text, lines ? "," : ", ");
  if (lines)
    g_string_append_printf (text, "\n%*s", 2 * (int) (depth + 1), "");
}

static void
append_object (GString *text, JsonObject *object, guint depth)
{
  const gboolean lines = depth == 0 && json_object_get_size (object) > 0;
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;
  guint index = 0;

  g_string_append_c (text, '{');
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &member))
    {
      g_autoptr (JsonNode) key = json_node_init_string (json_node_alloc (), name);

      separate (text, index++, lines, depth);
      append_scalar (text, key);
      g_string_append (text, ": ");
      append_node (text, member, depth + 1);
    }
  if (lines)
    g_string_append_c (text, '\n');
  g_string_append_c (text, '}');
}

static void
append_array (GString *text, JsonArray *array, guint depth)
{
  const guint length = json_array_get_length (array);
  const gboolean lines = depth <= 1 && length > 0
                         && !JSON_NODE_HOLDS_VALUE (json_array_get_element (array, 0))
                         && !JSON_NODE_HOLDS_NULL (json_array_get_element (array, 0));

  g_string_append_c (text, '[');
  for (guint i = 0; i < length; i++)
    {
      separate (text, i, lines, depth);
      append_node (text, json_array_get_element (array, i), depth + 1);
    }
  if (lines)
    g_string_append_printf (text, "\n%*s", 2 * (int) depth, "");
  g_string_append_c (text, ']');
}

static void
append_node (GString *text, JsonNode *node, guint depth)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    append_object (text, json_node_get_object (node), depth);
  else if (JSON_NODE_HOLDS_ARRAY (node))
    append_array (text, json_node_get_array (node), depth);
  else if (json_node_get_value_type (node) == G_TYPE_DOUBLE)
    append_double (text, json_node_get_double (node));
  else if (json_node_get_value_type (node) == G_TYPE_INT64) /* there are many */
    g_string_append_printf (text, "%" G_GINT64_FORMAT, json_node_get_int (node));
  else
    append_scalar (text, node);
}

void
cli_json_append (GString *text, JsonBuilder *builder)
{
  g_autoptr (JsonNode) root = json_builder_get_root (builder);

  append_node (text, root, 0);
  g_string_append_c (text, '\n');
}
