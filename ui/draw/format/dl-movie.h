/* Moving pictures: the frames of a film as one file, or as numbered ones. A format is one row of
 * the table in dl-movie.c, with four functions. */
#pragma once

#include "dl-film.h"

G_BEGIN_DECLS

typedef struct
{
  const char *file_name; /* that is asked for, with the format's extension */
  int width, height;     /* pixels */
  double fps;            /* frames per second, 1 to the format's most */
  guint n_frames;
  double points_a_pixel;
  const DlTheme *theme;
  const guint32 *colors; /* (n_colors) 0x00rrggbb of which frames consist mostly: dl_film_colors */
  guint n_colors;
} DlMovieOptions;

typedef struct
{
  const char *extension; /* ".gif" */
  const char *title;     /* translatable */
  double most_fps;
  gboolean is_page;    /* made of values: its frames have no image */
  const char *program; /* that it needs; NULL: none */

  /* An encoder, which borrows all. Errors: DL_FIGURE_ERROR, also of the others. */
  gpointer (*open) (const DlMovieOptions *options, const DlFilm *film, GError **error);
  /* @image (width x height, RGB24), @frame is NULL; of a page the other way around. */
  gboolean (*add) (gpointer encoder, const DlFilmFrame *frame, cairo_surface_t *image,
                   GError **error);
  /* Append the file to @file; of numbered ones nothing, for they are written. */
  gboolean (*close) (gpointer encoder, GString *file, GError **error);
  /* Free @encoder. Without close no file is left. */
  void (*free) (gpointer encoder);
} DlMovieFormat;

const DlMovieFormat *const *dl_movie_formats (guint *n_formats);
/* Format by the file name's ending, in either case. Errors: DL_FIGURE_ERROR_FORMAT, whose message
 * begins with the file's name. */
const DlMovieFormat *dl_movie_format_for (const char *file_name, GError **error);

/* Whether @format can be written here, of @figure, and of several of them where @n_figures says so.
 * Errors: DL_FIGURE_ERROR_PROGRAM, DL_FIGURE_ERROR_FORMAT. */
gboolean dl_movie_format_check (const DlMovieFormat *format, const DlFigure *const *figures,
                                guint n_figures, GError **error);

/* All frames of @film, as @format's file appended to @file. Frames are compressed on a thread of
 * their own while the next one is simulated and drawn. Errors: those of dl_film_next,
 * DL_FIGURE_ERROR, G_FILE_ERROR of numbered pictures, G_IO_ERROR_CANCELLED. */
gboolean dl_movie_write (DlFilm *film, const DlMovieFormat *format, const DlMovieOptions *options,
                         GString *file, GCancellable *cancellable, GError **error);

/* Sides and pixels of a frame. */
#define DL_MOVIE_LEAST_SIDE  64
#define DL_MOVIE_MOST_SIDE   8192
#define DL_MOVIE_MOST_PIXELS 33177600.0 /* 7680 x 4320 */
#define DL_MOVIE_MOST_FRAMES 100000

/* Can frames be that large? */
gboolean dl_movie_has_size (int width, int height);
/* The first file that numbered pictures of @n_frames called @file_name are. Free with g_free. */
char *dl_movie_first_picture (const char *file_name, guint n_frames);

/* Whether a page plays @figure. */
gboolean dl_movie_page_plays (const DlFigure *figure);

/* Rows of the table. */
extern const DlMovieFormat dl_movie_gif;
extern const DlMovieFormat dl_movie_webp;
extern const DlMovieFormat dl_movie_apng;
extern const DlMovieFormat dl_movie_mp4;
extern const DlMovieFormat dl_movie_webm;
extern const DlMovieFormat dl_movie_html;

G_END_DECLS
