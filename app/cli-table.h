/* Results as text: aligned columns. Numbers have a point in every locale. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _CliTable CliTable;

/* A column a letter: 'l' left, 'r' right. */
CliTable *cli_table_new (const char *columns);
void cli_table_free (CliTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliTable, cli_table_free)

/* The next cell of the current row; a row is full after its last column. */
void cli_table_text (CliTable *table, const char *text);
void cli_table_int (CliTable *table, guint64 value);
/* NAN is "-". */
void cli_table_double (CliTable *table, double value, guint digits);

void cli_table_append (GString *out, const CliTable *table);

/* A number for people: @digits behind the point, "-" for NAN. */
char *cli_format_double (double value, guint digits);

G_END_DECLS
