/* Rows of output: the properties of each column, its key, title, type and digits, are stated once
 * for all writers of the rows. Text and CSV are written here, JSON by the command line.
 *
 * Rows are made as they are written (DlTable), or in one go and kept (DlRecord).
 *
 * To add a column: a line in the table's columns, and one in the function that fills a row. */
#pragma once

#include "dl-shared.h"

G_BEGIN_DECLS

typedef enum
{
  DL_COLUMN_TEXT,
  DL_COLUMN_INTEGER,
  DL_COLUMN_REAL,
  DL_COLUMN_AMOUNT, /* an integer but for shares: in JSON an integer where it is one */
  DL_COLUMN_FLAG,   /* true or false in files, yes or no for people */
} DlColumnType;

typedef enum
{
  DL_TABLE_TEXT = 1 << 0,
  DL_TABLE_CSV = 1 << 1,
  DL_TABLE_JSON = 1 << 2,
} DlTableFormat;

/* Digits of a number: as many as it takes to read back the same. */
#define DL_DIGITS_SHORTEST 255

/* How a cell is set in a document; bits. */
typedef enum
{
  DL_CELL_PLAIN = 0,
  DL_CELL_BOLD = 1 << 0,
  DL_CELL_MUTED = 1 << 1,
  DL_CELL_CODE = 1 << 2
} DlCellLook;

typedef struct _DlTableColumn DlTableColumn;
struct _DlTableColumn
{
  const char *id;    /* in files; NULL: not there */
  const char *title; /* for people, translatable; NULL: not there */
  DlColumnType type; /* numbers are aligned at the right, all else at the left */
  guint digits;      /* after the point, for people; in files numbers are as short as can be */
  guint in;          /* DlTableFormat; 0: wherever it has a name */
  guint n, first;    /* of a column with %u in its names: that many cells, numbered from @first */
  const char *list;  /* in JSON those beside each other are in a list of this name; nullable */
  gboolean percent;  /* a share, for people times 100 */
  gboolean right;    /* text at the right */
  gboolean single;   /* of single precision: digits enough to read that back */
  gboolean verbatim; /* text that no user gave: in files unchanged, "+x" too (see dl_csv_append) */
  char side;         /* 'A' or 'B' of two that are compared: "load_a", "A: Load" */
  guint look;        /* in a document, of all its cells */
  double share;      /* in a document: see dl_document_add_table */
  /* In a column view whose rows are made as they are looked at: the value it is sorted by, NAN last
   * in both directions (NULL: not sorted), and the text shown (NULL: that value with its
   * digits). */
  double (*value) (gconstpointer source, guint row);
  char *(*text) (gconstpointer source, guint row);
  guint min_chars; /* there, below which the view is scrolled sideways; 0: a few */
  guint nat_chars; /* where there is room; 0: no more than that */
  gboolean name;   /* of a place: where it is cut, in its middle, since names differ at both ends */
  /* Instead of all others: the @n columns that several tables have in common. */
  const DlTableColumn *part;
};

typedef enum
{
  DL_CELL_UNKNOWN, /* "-" for people, nothing in CSV, null in JSON */
  DL_CELL_ABSENT,  /* nothing: without a line among facts and a member in JSON */
  DL_CELL_EXACT,
  DL_CELL_AT_MOST, /* "≤ 0.2812" for people */
} DlCellState;

typedef struct
{
  DlCellState state;
  union
  {
    char *text; /* owned */
    gint64 integer;
    double real;
    gboolean flag;
  };
  char *shown; /* owned, for people; NULL: as the column says */
  guint look;  /* beside its column's */
} DlCell;

typedef struct _DlCells DlCells;

/* A view: it owns nothing. Rows are made one by one as they are written. */
typedef struct
{
  const DlTableColumn *columns; /* (n_columns) */
  guint n_columns;
  guint n_rows;
  void (*fill) (DlCells *cells, gconstpointer data, guint row); /* all cells, from the left */
  gconstpointer data;
} DlTable;

/* @columns_, an array, as a part of a table. */
#define DL_TABLE_PART(columns_)                                                                    \
  {                                                                                                \
    .part = (columns_), .n = G_N_ELEMENTS (columns_)                                               \
  }
/* A table of @columns_, an array. */
#define DL_TABLE(columns_, n_rows_, fill_, data_)                                                  \
  ((const DlTable) { (columns_), G_N_ELEMENTS (columns_), (n_rows_), (fill_), (data_) })

/* For the function that fills a row: its next cell, whose column has that type. */

/* @text is copied (or with "take" handed over); NULL is unknown. */
void dl_cells_text (DlCells *cells, const char *text);
void dl_cells_take_text (DlCells *cells, char *text);
void dl_cells_integer (DlCells *cells, gint64 value);
/* Unknown if it is not @known. */
void dl_cells_integer_if (DlCells *cells, gboolean known, gint64 value);
/* Real numbers and amounts; NAN is unknown. */
void dl_cells_real (DlCells *cells, double value);
/* Unknown unless it is finite; -0 is 0. */
void dl_cells_finite (DlCells *cells, double value);
/* For people the number that came last has so many digits. */
void dl_cells_digits (DlCells *cells, guint digits);
/* Add a real number that people see with @digits. */
void dl_cells_real_with (DlCells *cells, double value, guint digits);
/* An upper bound if @bound. */
void dl_cells_at_most (DlCells *cells, double value, gboolean bound);
void dl_cells_flag (DlCells *cells, gboolean flag);
/* @id in files, @title, translated, for people. */
void dl_cells_word (DlCells *cells, const char *id, const char *title);
/* For people the cell that came last is @text instead. */
void dl_cells_show (DlCells *cells, const char *text);
/* Add a look to the last cell. */
void dl_cells_look (DlCells *cells, guint look);
/* Any type. */
void dl_cells_absent (DlCells *cells);

/* For writers: the cells of a row at a time, each of @n_cells by its column and its number there.
 * Free with dl_cells_free. */
struct _DlCells
{
  const DlTable *table;
  guint n_cells;
  DlCell *cells;                 /* (n_cells) */
  const DlTableColumn **columns; /* (n_cells) */
  guint *numbers;                /* (n_cells) from 0 */
  char **ids;                    /* (n_cells) each NULL where its column has none */
  guint n_filled;
  GArray *kept; /* DlCell: of a record those of all rows, instead of @cells; else NULL */
};

DlCells *dl_cells_new (const DlTable *table);
void dl_cells_free (DlCells *cells);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlCells, dl_cells_free)
/* Cells of @row until the next. */
void dl_cells_fill (DlCells *cells, guint row);

/* Rows that are kept, each made after the other; shared between threads once they are all made. */
typedef struct _DlRecord DlRecord;

DlRecord *dl_record_new (void);
DL_SHARED (DlRecord, dl_record)
/* Add columns to the right, before the first cell. @columns are copied with their names. */
void dl_record_add_columns (DlRecord *record, const DlTableColumn *columns, guint n_columns);
/* For who makes the rows: all cells from the left, a row after the other. The record's. */
DlCells *dl_record_cells (DlRecord *record);
#define DL_RECORD_ADD(record_, columns_)                                                           \
  dl_record_add_columns (record_, columns_, G_N_ELEMENTS (columns_))
/* The same when @columns_, an array, are all that there are. */
#define DL_RECORD_BEGIN(record_, columns_)                                                         \
  (DL_RECORD_ADD (record_, columns_), dl_record_cells (record_))

/* Columns here are cells, of which a DlTableColumn may have several (see DlTableColumn.n). */
guint dl_record_n_columns (DlRecord *record);
guint dl_record_n_rows (DlRecord *record);
const DlTableColumn *dl_record_column (DlRecord *record, guint column);
const char *dl_record_id (DlRecord *record, guint column);
/* Translated; the name in files where there is none. Free with g_free. */
char *dl_record_title (DlRecord *record, guint column);
const DlCell *dl_record_cell (DlRecord *record, guint row, guint column);
/* The rows, for any writer. The record stays the owner. */
DlTable dl_record_table (DlRecord *record);

/* Whether @column is in that format. */
gboolean dl_table_column_is_in (const DlTableColumn *column, DlTableFormat format);
/* A cell for people, "" if it is absent; with a point in every locale. Free with g_free. */
char *dl_table_cell_text (const DlTableColumn *column, const DlCell *cell);

/* The same in files, numbers with all of their digits. */
char *dl_table_cell_plain (const DlTableColumn *column, const DlCell *cell);

/* Writing. Aligned columns below their titles, a line per row. */
void dl_table_append_text (GString *out, const DlTable *table);
/* The same as a table of Markdown. */
void dl_table_append_markdown (GString *out, const DlTable *table);
/* A line a column of the first row: its title and its cell. */
void dl_table_append_facts (GString *out, const DlTable *table);
/* Append @table as CSV, with a line of names first; and its rows alone. */
void dl_table_append_csv (GString *out, const DlTable *table);
void dl_table_append_csv_rows (GString *out, const DlTable *table);

/* Aligned columns of @cells (char *), a letter in @columns for each: 'l' left, 'r' right. */
void dl_table_align (GString *out, const GPtrArray *cells, const char *columns);

G_END_DECLS
