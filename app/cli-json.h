/* Results as JSON: json-glib's builder, with numbers that may be missing, and written so that
 * people can read it too. */
#pragma once

#include "dl-scenario.h"
#include "dl-table.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

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
/* A list of objects, one a row; and the members of one @row, into the current object. */
void cli_json_rows (JsonBuilder *builder, const char *name, const DlTable *table);
void cli_json_row (JsonBuilder *builder, const DlTable *table, guint row);
/* The same of rows that have more than cells: @add adds it to the object of each. */
typedef void (*CliJsonAdd) (JsonBuilder *builder, gconstpointer data, guint row);
void cli_json_rows_with (JsonBuilder *builder, const char *name, const DlTable *table,
                         CliJsonAdd add);

/* Append what was built and a newline. Doubles are the shortest that read back the same, whatever
 * the locale. */
void cli_json_append (GString *text, JsonBuilder *builder);

G_END_DECLS
