#include "cli-json.h"

#include "dl-value.h"

#include <math.h>
#include <string.h>

void
cli_json_string (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, value);
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

/* Writing: the outermost object has a line a member; lists in it that hold objects or lists have a
 * line an item; everything further in stays on its line. */

static void append_node (GString *text, JsonNode *node, guint depth);

static void
append_string (GString *text, const char *string)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), string);
  g_autofree char *escaped = json_to_string (node, FALSE);

  g_string_append (text, escaped);
}

static void
append_value (GString *text, JsonNode *node)
{
  g_autofree char *number = NULL;

  switch (json_node_get_value_type (node))
    {
    case G_TYPE_STRING:
      append_string (text, json_node_get_string (node));
      break;
    case G_TYPE_BOOLEAN:
      g_string_append (text, json_node_get_boolean (node) ? "true" : "false");
      break;
    case G_TYPE_INT64:
      g_string_append_printf (text, "%" G_GINT64_FORMAT, json_node_get_int (node));
      break;
    case G_TYPE_DOUBLE:
      number = dl_value_format_double (json_node_get_double (node));
      g_string_append (text, number);
      /* A number of packets that happens to be whole is a double still. */
      if (strpbrk (number, ".e") == NULL)
        g_string_append (text, ".0");
      break;
    default:
      g_assert_not_reached ();
    }
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
      separate (text, index++, lines, depth);
      append_string (text, name);
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
  switch (json_node_get_node_type (node))
    {
    case JSON_NODE_OBJECT:
      append_object (text, json_node_get_object (node), depth);
      break;
    case JSON_NODE_ARRAY:
      append_array (text, json_node_get_array (node), depth);
      break;
    case JSON_NODE_VALUE:
      append_value (text, node);
      break;
    case JSON_NODE_NULL:
      g_string_append (text, "null");
      break;
    }
}

void
cli_json_append (GString *text, JsonBuilder *builder)
{
  g_autoptr (JsonNode) root = json_builder_get_root (builder);

  append_node (text, root, 0);
  g_string_append_c (text, '\n');
}
