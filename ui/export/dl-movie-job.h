/* Films of a run, simulated again and written off the main loop: the current run continues. */
#pragma once

#include "dl-job.h"
#include "dl-movie.h"

G_BEGIN_DECLS

/* A figure, and what of the network it shows: of @view count metric, dimension and node, slice and
 * planes, group and order, router and look, what of A and B, and the style. */
typedef struct
{
  const DlFigure *figure;
  guint line; /* 0: A, 1: B */
  DlFigureInput view;
  char *title; /* nullable: instead of its style's */
} DlMovieShot;

typedef struct
{
  DlRecording *recording;
  DlRecording *against; /* nullable: B */
  GArray *shots;        /* DlMovieShot; more than one are panels of a page */
  guint n_columns;      /* as dl_figure_input_panels */
  DlFigureStyle style;  /* of the page of several; its title is not used */
  DlFilmRange range;    /* checked */
  const DlMovieFormat *format;
  int width, height; /* pixels */
  double fps;
  char *path; /* with the format's extension */
} DlMovieRequest;

/* A request without recordings and shots. */
DlMovieRequest *dl_movie_request_new (void);
void dl_movie_request_free (DlMovieRequest *request);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlMovieRequest, dl_movie_request_free)

/* @title: nullable, copied. */
void dl_movie_request_add (DlMovieRequest *request, const DlFigure *figure, guint line,
                           const DlFigureInput *view, const char *title);

/* A frame is as many points wide as on a screen, or as a slide that is enlarged. */
double dl_movie_points_a_pixel (const DlMovieRequest *request);

/* @error NULL: it is written. Not called if the job was canceled: then nothing is. */
typedef void (*DlMovieDone) (const char *path, const GError *error, gpointer user_data);

/* Simulate, draw and write what @request, which is taken, asks for. @user_data as dl_job_start's.
 */
void dl_movie_job_start (DlJob *job, DlMovieRequest *request, DlMovieDone done, gpointer user_data);

G_END_DECLS
