/* Results as text, CSV and JSON. Numbers have a point in every locale. */
#pragma once

#include "dl-graph.h"
#include "dl-scenario.h"
#include "dl-table.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Aligned columns. */
typedef struct _CliTable CliTable;

/* A column per letter: 'l' left, 'r' right. */
CliTable *cli_table_new (const char *columns);
void cli_table_free (CliTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliTable, cli_table_free)

/* The next cell of the current row; a row is full after its last column. */
void cli_table_text (CliTable *table, const char *text);
void cli_table_int (CliTable *table, guint64 value);
/* NAN is "-". */
void cli_table_double (CliTable *table, double value, guint digits);

/* A row of two: @label and a number. */
void cli_table_count (CliTable *table, const char *label, guint64 count);
void cli_table_number (CliTable *table, const char *label, double value, guint digits);

/* "≤ 0.2812" if @value is a bound. */
void cli_table_at_most (CliTable *table, double value, guint digits, gboolean bound);

/* Rows of a typed table: as CSV, or as text. */
void cli_append_rows (GString *out, const DlTable *table, gboolean csv);
/* The directed links of @graph that are not absent, in order. Free with g_free. */
guint32 *cli_present_links (const DlGraph *graph, guint *n);
/* "up" or "broken". */
void cli_cells_state (DlCells *cells, gboolean up);

void cli_table_append (GString *out, const CliTable *table);

/* Append how many of @n rows are left out of a list of @top. */
void cli_append_more (GString *out, guint n, guint top);

/* JSON: json-glib's builder, with numbers that may be missing, and written so that people can read
 * it too. */

/* A result: an object that is begun, with the number of its format. */
JsonBuilder *cli_json_new (void);
/* The same of @scenario: with "kind" and "name". */
JsonBuilder *cli_json_new_of (const DlScenario *scenario);
void cli_json_begin_array (JsonBuilder *builder, const char *name);
void cli_json_begin_object (JsonBuilder *builder, const char *name);
/* null for NULL. */
void cli_json_string (JsonBuilder *builder, const char *name, const char *value);
void cli_json_int (JsonBuilder *builder, const char *name, gint64 value);
void cli_json_bool (JsonBuilder *builder, const char *name, gboolean value);
/* null for NAN. */
void cli_json_double (JsonBuilder *builder, const char *name, double value);
void cli_json_null (JsonBuilder *builder, const char *name);
/* A list of objects, one per row; and the members of one @row, into the current object. */
void cli_json_rows (JsonBuilder *builder, const char *name, const DlTable *table);
void cli_json_row (JsonBuilder *builder, const DlTable *table, guint row);
/* The same of rows that have more than cells: @add adds it to the object of each. */
typedef void (*CliJsonAdd) (JsonBuilder *builder, gconstpointer data, guint row);
void cli_json_rows_with (JsonBuilder *builder, const char *name, const DlTable *table,
                         CliJsonAdd add);

/* Append the built JSON and a newline. Doubles are the shortest that read back the same, whatever
 * the locale. */
void cli_json_append (GString *text, JsonBuilder *builder);

G_END_DECLS
