/* Options of figures, as texts: which of a scenario's data a figure shows, and how. The command
 * line and the library for programs take the same. */
#pragma once

#include "dl-figure.h"

G_BEGIN_DECLS

/* As the command line calls them, after "--"; NULL, or FALSE: not given. Nothing is owned. */
typedef struct
{
  const char *metric;
  const char *counters, *region;
  const char *show;
  const char *dimension, *node, *planes, *port, *policies, *group;
  gboolean sorted;
  const char *title;
  gboolean no_title, no_legend, no_caption, dark;
  const char *font, *text_size, *width, *height, *dpi;
  const char *cycles, *seeds, *jobs; /* of runs */
  const char *measures;              /* of a sweep */
  gboolean against;                  /* there is a second scenario, B */
  gboolean on_page;                  /* of panels, which share B */
} DlFigureOptions;

/* Messages begin with the option, "--metric: ", or with "figure: ". */

/* Sets DL_FIGURE_ERROR_OPTION. Returns FALSE. */
gboolean dl_figure_bad_option (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* An option that is a text or a flag, by its place in DlFigureOptions. */
typedef struct
{
  const char *name; /* "--text-size" */
  gsize offset;
  const char *description; /* for programs, in English; the command line has its own */
  gboolean is_flag;
  gboolean of_page; /* it changes how a picture looks, and not which data it shows */
} DlFigureOption;

/* All that are texts or flags for a user. */
const DlFigureOption *dl_figure_options (guint *n_options);

/* The figure of that name, the only one whose name begins so, or dl_figure_panels; NULL with
 * DL_FIGURE_ERROR_OPTION. */
const DlFigure *dl_figure_find_typed (const char *name, GError **error);
/* Whether @figure is of networks of @family, which the scenario @name is of. */
gboolean dl_figure_check_family (const DlFigure *figure, const DlFamily *family, const char *name,
                                 GError **error);
/* Whether B, called @b, is of the same family as A. */
gboolean dl_figure_check_families (const DlScenario *a, const DlScenario *b, GError **error);
/* Whether @options have none that are of other families' figures than @family's. */
gboolean dl_figure_check_options (const DlFigureOptions *options, const DlFamily *family,
                                  GError **error);
/* Whether --show and B fit @figure. */
gboolean dl_figure_check_against (const DlFigureOptions *options, const DlFigure *figure,
                                  GError **error);

/* Sizes in inches and dots per inch, and whether those of the style are sound. */
gboolean dl_figure_parse_paper (const DlFigureOptions *options, double *width_in, double *dpi,
                                GError **error);
/* Text around a figure and its form, which points into @options. They are sound. */
DlFigureStyle dl_figure_options_style (const DlFigureOptions *options);

/* Changes by @options of @input, which is of the network @shape and complete but for that. */
gboolean dl_figure_parse_view (const DlFigureOptions *options, const DlFigure *figure,
                               gconstpointer shape, DlFigureInput *input, GError **error);
/* The code region of @counters that --region names, as @input's: by default the whole program,
 * where they have it. */
gboolean dl_figure_parse_region (const DlFigureOptions *options, const DlCounters *counters,
                                 DlFigureInput *input, GError **error);

/* --jobs, which is as many as there are processors by default. */
gboolean dl_figure_parse_jobs (const DlFigureOptions *options, guint *n_jobs, GError **error);
/* --seeds, --cycles and --jobs of a load curve of @scenario. */
gboolean dl_figure_parse_load_curve (const DlFigureOptions *options, const DlScenario *scenario,
                                     DlLoadSweepOptions *load_sweep, guint *n_jobs, GError **error);
/* --cycles is of every run: where @figure shows one it is @scenario's own, so that the file says by
 * which. */
gboolean dl_figure_take_cycles (const DlFigureOptions *options, const DlFigure *figure,
                                DlScenario *scenario, GError **error);
/* Measures of --measures, in that order; free with g_free. NULL with an error. */
const DlMeasure **dl_figure_parse_measures (const DlFigureOptions *options, const DlSweepSpec *spec,
                                            guint *n_measures, GError **error);

/* A router of @shape that @text names, or the one that a node or link is at. */
gboolean dl_figure_parse_router (const DlFamily *family, gconstpointer shape, const char *text,
                                 guint *router, GError **error);

/* How options of one family's figures are read: a row of functions per family. */
typedef struct
{
  const char *const *options;     /* that only they have, "--node", NULL at the end */
  const DlCountersKind *counters; /* that they show */

  /* Each sets the error for what does not fit, and returns FALSE: one of these options with a
   * scenario of another family; @figure of another family with the scenario @name of this one,
   * whose figures are @own; the scenario @b of this family beside @a of another; the file @name
   * with other counters. */
  gboolean (*refuse_option) (const char *option, GError **error);
  gboolean (*refuse_figure) (const char *figure, const char *name, const char *own, GError **error);
  gboolean (*refuse_against) (const char *b, const char *a, GError **error);
  gboolean (*refuse_counters) (const char *name, GError **error);

  /* Changes of that by its own @options. */
  gboolean (*parse_view) (const DlFigureOptions *options, const DlFigure *figure,
                          gconstpointer shape, DlFigureInput *input, GError **error);
} DlFigureReader;

extern const DlFigureReader dl_figure_reader_torus, dl_figure_reader_dragonfly;
/* Of any other family, and of one with figures that are sorted by load. */
extern const DlFigureReader dl_figure_reader_plain, dl_figure_reader_sorted;

G_END_DECLS
