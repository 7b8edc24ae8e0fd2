/* A figure's CSV taken apart again: what a table of the figure shows. There is one source of its
 * numbers, and that is DlFigure.write_csv. */
#pragma once

#include "dl-figure.h"
#include "dl-shared.h"

G_BEGIN_DECLS

/* Not changed any more, shared between threads. */
typedef struct _DlFigureRows DlFigureRows;

/* Of CSV as figures write it: a header, and rows of as many fields; lines that begin with "#" are
 * notes and left out. A row that is shorter ends in empty fields. */
DlFigureRows *dl_figure_rows_new (const char *csv);
/* Exactly what @figure draws of @input. */
DlFigureRows *dl_figure_rows_of (const DlFigure *figure, const DlFigureInput *input);
/* NULL-safe. */
DL_SHARED (DlFigureRows, dl_figure_rows)

guint dl_figure_rows_n_rows (const DlFigureRows *rows);
guint dl_figure_rows_n_columns (const DlFigureRows *rows);
/* The header's field, as it is written: "balance_mean". */
const char *dl_figure_rows_title (const DlFigureRows *rows, guint column);
/* What people read there (dl-figure-columns.h); of other CSV than a figure's the same. Free with
 * g_free. */
char *dl_figure_rows_heading (const DlFigureRows *rows, guint column);
/* "" where there is nothing. */
const char *dl_figure_rows_field (const DlFigureRows *rows, guint row, guint column);
/* The same in the user's language, where it is a word of the CSV's: "defekt" for "broken". */
const char *dl_figure_rows_word (const DlFigureRows *rows, guint row, guint column);
/* Is there a number in a field of the column, and nothing else in any? */
gboolean dl_figure_rows_is_number (const DlFigureRows *rows, guint column);
/* NAN where the field is no number. */
double dl_figure_rows_value (const DlFigureRows *rows, guint row, guint column);
/* As people read it: words in their language, seven figures of a number, with the locale's point
 * and groups. Free with g_free. */
char *dl_figure_rows_text (const DlFigureRows *rows, guint row, guint column);
/* Append the header (@row -1) or a row with tabs between fields, as spreadsheets of the user's
 * locale take them from the clipboard: headings and words as people read them, numbers with all of
 * their digits and the locale's point, without groups. */
void dl_figure_rows_append_tabbed (GString *text, const DlFigureRows *rows, gint row);

G_END_DECLS
