/* Columns and cells that figures have in common. A figure's numbers are one record: a table beside
 * it, or its CSV. Names of columns and words such as "broken" are the same in every language, for
 * other programs read them; the table has the user's words. */
#pragma once

#include "dl-figure.h"

G_BEGIN_DECLS

/* The column of a link's value in files, or those of A, of B and of the difference if @compared.
 * @single: values of single precision. */
void dl_figure_add_value_columns (DlRecord *record, const char *id, gboolean single,
                                  gboolean compared);
/* "outlier", beside a difference. */
extern const DlTableColumn dl_figure_outlier_column;

/* Finite numbers; others are not known. */
void dl_figure_add_numbers (DlCells *cells, const double *values, guint n);
/* 0 or 1. */
void dl_figure_add_flag (DlCells *cells, gboolean flag);
/* "up", "broken" or "absent". */
void dl_figure_add_state (DlCells *cells, DlLinkState state);
/* A word of @words: its id in files, its title, translated, for people. */
typedef struct
{
  const char *id, *title; /* translatable */
} DlFigureWord;
void dl_figure_add_word (DlCells *cells, const DlFigureWord *words, guint n, const char *id);
/* @text of this program, that is not translated in files. */
void dl_figure_add_untranslated (DlCells *cells, const char *text);
void dl_figure_add_blanks (DlCells *cells, guint n);

G_END_DECLS
