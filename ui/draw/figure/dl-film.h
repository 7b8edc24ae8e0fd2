/* A figure of a recording, or several on one page, frame by frame: the network at a cycle, with the
 * edits made by then, and the loads of the stretch since the frame before. A second recording, B,
 * may go along with it. One scale holds for all frames. Memory does not grow with their number. */
#pragma once

#include "dl-figure.h"
#include "dl-progress.h"
#include "dl-recording.h"

G_BEGIN_DECLS

/* Frames at the ends of stretches of @every cycles, the first of which begins at @from; the rest
 * before @to is not a whole stretch. */
typedef struct
{
  guint64 from, to; /* cycles */
  guint64 every;    /* cycles, at least 1 */
} DlFilmRange;

/* All of @recording in @n_frames, as far as it is so long. */
DlFilmRange dl_film_range_whole (const DlRecording *recording, guint n_frames);
guint dl_film_range_count (const DlFilmRange *range);
/* Whether @recording has these cycles. Errors: DL_FIGURE_ERROR_RANGE. */
gboolean dl_film_range_check (const DlFilmRange *range, const DlRecording *recording,
                              GError **error);

/* Does @figure, with @metric where it uses one, show a simulation? */
gboolean dl_film_shows (const DlFigure *figure, const DlMetric *metric);

#define DL_FILM_MOST_LINES 2 /* A and B */

/* A recording at a frame. */
typedef struct
{
  guint n_edits; /* of the recording, made by then */
  const DlMachinePlan *plan;
  const DlLinkCounts *before, *after; /* at @from and @cycle; @before is empty at cycle 0 */
} DlFilmLine;

typedef struct
{
  guint number;  /* from 0 */
  guint64 from;  /* cycle at which its stretch begins */
  guint64 cycle; /* that it shows, where it ends */
  DlFilmLine lines[DL_FILM_MOST_LINES];
} DlFilmFrame;

/* Completes @input, which is the default one of a network, for one of @shape: metric, view, style.
 * Its against is B where the figure compares and there is one. */
typedef gboolean (*DlFilmView) (DlFigureInput *input, gconstpointer shape, gpointer data,
                                GError **error);

/* One of several figures. */
typedef struct
{
  const DlFigure *figure;
  guint line; /* 0: A, 1: B */
  DlFilmView view;
  gpointer view_data;
} DlFilmPanel;

typedef struct
{
  const DlFigure *figure;     /* dl_figure_panels, with @panels */
  guint line;                 /* that a single figure is of; 0: A, 1: B */
  const DlFilmPanel *panels;  /* (n_panels) there until the film is freed; NULL: only @figure */
  guint n_panels, n_columns;  /* as dl_figure_input_panels */
  DlFilmRange range;          /* checked */
  const DlRecording *against; /* nullable: B, which continues past its end; copied */
  guint threads;              /* 0: as many as the scenario says */
  DlFilmView view;            /* nullable; of a page of panels, of which only the style counts */
  gpointer view_data;
  DlProgressFunc progress; /* nullable */
  gpointer progress_data;
} DlFilmOptions;

typedef struct _DlFilm DlFilm;

/* Before its first frame. @recording is copied. With a metric whose scale reaches its largest value
 * all frames are simulated once to find that. One router is watched from inside: that of the first
 * panel that shows one. Errors: those of dl_tape_new and dl_tape_go, and of an evaluation,
 * DL_FIGURE_ERROR_RANGE for panels of different routers, and for a router without an inside. */
DlFilm *dl_film_new (const DlRecording *recording, const DlFilmOptions *options,
                     GCancellable *cancellable, GError **error);
void dl_film_free (DlFilm *film);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlFilm, dl_film_free)

const DlFilmOptions *dl_film_get_options (const DlFilm *film);
guint dl_film_get_n_lines (const DlFilm *film);
const DlRecording *dl_film_get_recording (const DlFilm *film, guint line);
guint dl_film_get_n_frames (const DlFilm *film);
/* Input of the latest frame; before the first one without a simulation. All frames share its
 * scale. */
const DlFigureInput *dl_film_get_input (const DlFilm *film);
/* Figures of the page, of which a single one is the only one, as of the latest frame; and which
 * recording one shows. */
const DlFigurePanel *dl_film_get_panels (const DlFilm *film, guint *n_panels);
guint dl_film_get_line (const DlFilm *film, guint panel);
/* The next frame, which is the film's until the one after it; NULL after the last one, and on
 * error. */
const DlFilmFrame *dl_film_next (DlFilm *film, GCancellable *cancellable, GError **error);

/* The latest frame, in points, with a line of cycles below it unless its style has no caption. */
void dl_film_draw (const DlFilm *film, cairo_t *cr, double width, double height,
                   const DlTheme *theme);
/* 0x00rrggbb that frames are drawn with, as far as that is known, the most important first: of a
 * picture with few colors. Free with g_array_unref. */
GArray *dl_film_colors (const DlFilm *film, const DlTheme *theme);
/* "cycle 12,400", translated. */
char *dl_film_cycle_text (guint64 cycle);

G_END_DECLS
