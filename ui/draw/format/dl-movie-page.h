/* A page that plays, while it is made: its panels, and what it says of them in JSON. Private to the
 * format (dl-movie-html.c). */
#pragma once

#include "dl-figure.h"
#include "dl-movie.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define DL_MOVIE_CELL_SCALE 20 /* of coordinates: 1/20 point */

typedef struct
{
  guint number;                 /* of the panel */
  const DlFigurePanel *panel;   /* the film's */
  guint line;                   /* recording that it is of */
  guint names_of;               /* the panel that has the same names; itself */
  double width, height;         /* points */
  const DlFigureChart *plotted; /* NULL: a map */
  gboolean has_table;
  guint n_links, n_states;
  gboolean *shown;           /* (n_links) those with a cell; nothing is said of the others */
  gboolean is_mean;          /* of items of several links */
  guint n_edits;             /* of the latest state */
  const DlMachinePlan *plan; /* that the latest O is of; only compared */
  const DlMetric *metric;
  gboolean over_is_constant;
  DlScale light, dark;
} DlMoviePart;

typedef struct
{
  const DlMovieOptions *options;
  const DlFilm *film;
  GOutputStream *memory, *values; /* the latter deflates into the former */
  GByteArray *chunk;
  guint n_columns;
  DlMoviePart *parts; /* (n_parts) */
  guint n_parts;
  char *summary;
} DlMoviePage;

/* Where loads are counted, 0 is no traffic; elsewhere it is a value, too, and no traffic is apart.
 */
guint dl_movie_count_base (const DlMoviePart *part);
/* Rows of a chart at the film's frame, and all that is said of @page once its values are there.
 * Free with g_free. */
char *dl_movie_chart_json (const DlMoviePart *part);
char *dl_movie_page_json (const DlMoviePage *page);

G_END_DECLS
