/* Results as text and CSV. Numbers have a point in every locale. */
#pragma once

#include "dl-graph.h"
#include "dl-table.h"

G_BEGIN_DECLS

/* Aligned columns. */
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

/* "≤ 0.2812" if @value is a bound. */
void cli_table_at_most (CliTable *table, double value, guint digits, gboolean bound);

/* Rows of a typed table: as CSV, or as text. */
void cli_append_rows (GString *out, const DlTable *table, gboolean csv);
/* The directed links of @graph that are not absent, in order. Free with g_free. */
guint32 *cli_present_links (const DlGraph *graph, guint *n);
/* "up" or "broken". */
void cli_cells_state (DlCells *cells, gboolean up);

void cli_table_append (GString *out, const CliTable *table);

/* The shortest number that reads back the same, nothing for NAN. */
void cli_append_csv_double (GString *out, double value);

G_END_DECLS
