/* What people read instead of the names in a figure's CSV. The names of its columns, and words such
 * as "broken" in its fields, are the same in every language, for other programs read them; a table
 * on the screen has the user's words. All of them are in one table, and a test walks the columns of
 * all figures. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _DlFigureColumn DlFigureColumn;

/* That of the figure with this id (DlFigure.id), whose header has @name; NULL: it has no heading.
 * "vc0" is one of "vc#", "load_b" is B's "load". */
const DlFigureColumn *dl_figure_column_find (const char *figure, const char *name);
/* Translated, with its unit: "Mean latency, cycles", "B: State". Free with g_free. */
char *dl_figure_column_heading (const DlFigureColumn *column, const char *name);
/* A field of it, translated where it is a word of the CSV's: "defekt" for "broken". Else @field. */
const char *dl_figure_column_word (const DlFigureColumn *column, const char *field);

G_END_DECLS
