/* Tables: named columns of one type each, and rows. */
#pragma once

#include "dateline-base.h"

G_BEGIN_DECLS

/**
 * DatelineColumn:
 * @DATELINE_COLUMN_TEXT: words
 * @DATELINE_COLUMN_INTEGER: whole numbers
 * @DATELINE_COLUMN_REAL: real numbers
 * @DATELINE_COLUMN_FLAG: 0 or 1
 *
 * Type of a column's cells.
 */
typedef enum
{
  DATELINE_COLUMN_TEXT,
  DATELINE_COLUMN_INTEGER,
  DATELINE_COLUMN_REAL,
  DATELINE_COLUMN_FLAG
} DatelineColumn;

#define DATELINE_TYPE_TABLE (dateline_table_get_type ())
G_DECLARE_FINAL_TYPE (DatelineTable, dateline_table, DATELINE, TABLE, GObject)

guint dateline_table_get_n_rows (DatelineTable *self);
guint dateline_table_get_n_columns (DatelineTable *self);
char **dateline_table_get_ids (DatelineTable *self);
char **dateline_table_get_titles (DatelineTable *self);
DatelineColumn dateline_table_get_column_type (DatelineTable *self, guint column, GError **error);
char *dateline_table_get_text (DatelineTable *self, guint row, guint column, GError **error);
double dateline_table_get_number (DatelineTable *self, guint row, guint column, GError **error);
char **dateline_table_get_texts (DatelineTable *self, guint column, GError **error);
DatelineArray *dateline_table_get_numbers (DatelineTable *self, guint column, GError **error);
char *dateline_table_to_csv (DatelineTable *self);
char *dateline_table_to_text (DatelineTable *self);
char *dateline_table_to_markdown (DatelineTable *self);

G_END_DECLS
