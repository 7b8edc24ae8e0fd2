/* Figures: named, drawn at a true size, written as PDF, SVG, PNG or CSV with the scenario inside.
 */
#pragma once

#include "dl-contrast.h"
#include "dl-figure-read.h"
#include "dl-inside-contest.h"
#include "dl-load-sweep.h"
#include "dl-measured.h"
#include "dl-paper-check.h"
#include "dl-rect.h"
#include "dl-scenario.h"
#include "dl-sim-figure.h"
#include "dl-sweep-chart.h"
#include "dl-table.h"
#include "dl-text.h"

G_BEGIN_DECLS

/* Texts around a figure; zeroed: all of them. */
typedef struct
{
  const char *title; /* instead of the figure's own; NULL: that */
  gboolean no_title; /* charts keep the names of their axes */
  gboolean no_legend;
  gboolean no_caption; /* its file carries what it says all the same */
  const char *label;   /* of a panel, "(a)": in front of its title; NULL */
  const char *name;    /* of a panel: its title where the figure has none of its own */
  double title_height; /* of a panel: units that its title takes at least */
  DlTypeface typeface;
  double height; /* points; 0: the figure's own, for its width */
  gboolean dark; /* on a dark background, with the colors of a dark window; else on white */
} DlFigureStyle;

#define DL_TRACED_NOTHING G_MAXUINT32
/* The same values as DL_MAP_FRAME, DL_MAP_BODY and DL_MAP_GROUND of dl_map_labels. */
#define DL_TRACED_FRAME  (G_MAXUINT32 - 1)
#define DL_TRACED_BODY   (G_MAXUINT32 - 2)
#define DL_TRACED_GROUND (G_MAXUINT32 - 3)

/* A map whose links are not rectangles, pixel by pixel. */
typedef struct
{
  DlRect area; /* points */
  guint width, height;
  const guint32 *items; /* (height x width) the item that a pixel shows, or one of the above */
  guint n_items;
  /* (n_links) of which item a link is one, or DL_TRACED_NOTHING; NULL: items are links. */
  const guint32 *item_of_link;
  const DlPlace *places; /* (n_items) items that have names of their own; nullable */
  gboolean is_mean; /* of several links, over working ones, with 0 for those without traffic; else
                       the largest */
} DlFigurePixels;

/* Told where each link's cell lies, in points, instead of its being painted: the rest of the figure
 * is drawn without a ground, to lie over cells that are painted elsewhere. Instead of cells it is
 * told pixels, once, of maps that have such. */
typedef struct
{
  void (*cell) (guint link, DlRect rect, gpointer data);
  void (*pixels) (const DlFigurePixels *pixels, gpointer data);
  gpointer data;
} DlFigureTracer;

/* A chart that is drawn elsewhere from its numbers: the names of their columns. */
typedef struct
{
  const char *at, *to; /* where a row is: numbers from one up to the other, or a name (@to NULL) */
  const char *values[4]; /* upright, NULL after the last */
  const char *apart;     /* nullable: another one, on an axis of its own */
  const char *kind;      /* nullable: of a row; rows of a kind other than the first one's are
                            marks */
  gboolean decades;      /* of shares: from 1 down, a tenth each */
} DlFigureChart;

/* Input of a figure. A view never computes: the analyses are made by core/study. */
typedef struct _DlFigureInput
{
  const DlScenario *scenario;
  const struct _DlFigure *figure; /* that is drawn; set by what draws and measures figures */
  /* The scenario's own, of its family; NULL of a paper's check. */
  gconstpointer shape, analysis;
  const gpointer *policies; /* (n_policies) analyses under each policy, for figures that compare
                             * them; empty: these show the scenario's own policy */
  guint n_policies;
  const DlMetric *metric; /* maps */
  double scale_max;       /* least end of their scale, or of an axis: that of other panels, too */
  double scale_min;       /* with it: what theirs begins at */
  guint marks;            /* DlMarks that its legend explains at least, as other frames do */
  const DlFigureTracer *tracer; /* nullable, and only of figures that have cells */
  const DlCritical *critical;   /* for metrics of them */
  const DlCounters *counters;   /* for those of a real machine */
  gboolean has_region;          /* of @counters; else all code regions together */
  gint32 region;
  guint dim;         /* ring figures */
  guint node;        /* ring figures: a node of the ring; of a router the one that is watched */
  guint router;      /* the switch of a fabric that is shown from inside */
  DlInsideLook look; /* of the router that is watched: which of its outputs or grants */
  /* Maps cut across an axis: which, and of planes the first and how many; 0: all from there on. */
  guint slice;
  guint first_plane, n_planes;
  /* Data of the scenario; NULL where no figure needs it. */
  const DlSimFigure *simulation;
  const DlLoadCurve *load_curve;
  const DlMeasured *measured; /* @counters beside computed values */
  const DlSweepChart *sweep;
  const struct _DlComparisonChart *comparison; /* of dl_figure_comparison */
  const GArray *lines;                         /* DlReportLine, of dl_figure_lines */
  /* Result of the figure's check, whose scenario and analysis are the input's; NULL where none is
   * needed. */
  const DlPaperResult *paper;
  guint group;     /* of a dragonfly, the one inside, or whose chord it is */
  gboolean sorted; /* groups, or switches, by load */
  /* For figures that compare: B, whose links compare with those of this input, A; else NULL. Of its
   * own view nothing counts. */
  const struct _DlFigureInput *against;
  DlShow show; /* A, B or A - B; A and B on the scale of both */
  DlFigureStyle style;
  /* Panels of dl_figure_panels: (n_panels) figures, in rows of n_columns. */
  const struct _DlFigurePanel *panels;
  guint n_panels, n_columns;
} DlFigureInput;

/* The first metric of its family, and the places that its figures show at first, of a network of
 * @scenario, or its analysis. Nothing is copied. */
DlFigureInput dl_figure_input_bare (const DlScenario *scenario, gconstpointer shape);
DlFigureInput dl_figure_input_default (const DlScenario *scenario, gconstpointer analysis);

/* The planes "3-5" or "4" of the @n in @input's slice, "" for all: whether there are such. */
gboolean dl_figure_input_set_planes (DlFigureInput *input, guint n, const char *text);

/* Input for a paper's check. */
DlFigureInput dl_figure_input_paper (const DlPaperResult *paper);

typedef struct _DlFigure
{
  const char *id;
  const char *title;       /* translatable */
  const char *description; /* one line, translatable */
  double page_share;       /* of a page's width; 0: all of it */
  gboolean needs_policies;
  /* The input's simulation; without one it only says so. */
  gboolean needs_simulation;
  gboolean needs_inside;     /* of which it shows the watched router: the input's node and look */
  gboolean needs_load_curve; /* likewise */
  gboolean needs_measured;   /* likewise */
  gboolean needs_sweep;      /* likewise */
  /* The identifier of a DlPaperCheck: the input's result of it. NULL for the figures of a scenario.
   */
  const char *paper_check;
  gboolean uses_metric;         /* the input's metric */
  gboolean uses_ring;           /* the input's dim and node */
  gboolean uses_slice;          /* the input's slice */
  gboolean uses_group;          /* the input's group */
  gboolean uses_order;          /* whether the input's groups, or switches, are sorted */
  gboolean compares;            /* the input's against and show */
  gboolean over_time;           /* the simulation's points, of which a film has all in each frame */
  gboolean has_cells;           /* of a map: it can be traced by the input's tracer */
  const DlFigureChart *plotted; /* of a chart that can be drawn of its numbers; nullable */
  /* How many planes there are across @slice; NULL: the input's first_plane and n_planes are not
   * used. */
  guint (*count_planes) (gconstpointer shape, guint slice);
  /* The input's scale_max with which the axes of a figure of a simulation hold @input. Nullable:
   * the axes are the same in all frames of a film, or as its metric says. */
  double (*extent) (const DlFigureInput *input);
  /* Figures that use a metric: their name, free with g_free; and the colors of their maps, with the
   * marks that occur. */
  char *(*name) (const DlFigureInput *input);
  DlScale (*scale) (const DlFigureInput *input, const DlTheme *theme);
  /* Height for a width, both in points of 1/72 inch. */
  double (*height) (const DlFigureInput *input, double width);
  /* On @theme's background. */
  void (*draw) (cairo_t *cr, const DlFigureInput *input, double width, double height,
                const DlTheme *theme);
  /* Chart of a simulation, whose height and draw are dl_figure_chart_height and
   * dl_figure_chart_draw: the chart itself, its heights in units where the figure is narrow and
   * where it is wide, and whether its notes are of the run from its first cycle on. */
  void (*chart) (cairo_t *cr, DlRect rect, const DlFigureInput *input, const DlTheme *theme);
  double narrow, wide;
  gboolean whole;
  /* Exactly the drawn values, added to an empty record. NULL for panels, whose numbers are those of
   * several figures. */
  void (*numbers) (DlRecord *record, const DlFigureInput *input);
} DlFigure;

/* Figures of @family, and one of them; NULL if none has that name. */
const DlFigure *const *dl_family_figures (const DlFamily *family, guint *n_figures);
const DlFigure *dl_family_figure_find (const DlFamily *family, const char *id);
/* Figures of all families, each once, family by family. */
const DlFigure *const *dl_figures (guint *n_figures);
const DlFigure *dl_figure_find (const char *id);
/* The first family that has @figure. */
const DlFamily *dl_figure_family (const DlFigure *figure);

/* Colors that a file in that style is drawn with. */
const DlTheme *dl_figure_theme (const DlFigureStyle *style);

/* The height that @input's style asks for, or that the figure has at @width, in points. */
double dl_figure_height (const DlFigure *figure, const DlFigureInput *input, double width);
/* On @theme's background, with the input's style. */
void dl_figure_draw (const DlFigure *figure, cairo_t *cr, const DlFigureInput *input, double width,
                     double height, const DlTheme *theme);

/* The numbers of a figure that is not panels: a table. */
DlRecord *dl_figure_numbers (const DlFigure *figure, const DlFigureInput *input);
/* The same as CSV with a header line, of any figure. */
void dl_figure_append_csv (GString *csv, const DlFigure *figure, const DlFigureInput *input);

/* Several figures on one page, as journals have them: each with a letter, in rows of equal columns,
 * and below them one caption. Panels that show the same quantity share one scale and its legend. Of
 * several states each is called by what it does not share with the others. Their CSV has the rows
 * of each after a line "# Panel (a): ID, TITLE", a header each. In no table, for it shows nothing
 * of its own. */
extern const DlFigure dl_figure_panels;

/* Curves that are held to BookSim 2: of the input's paper, a check of one of them or of all. */
extern const DlFigure dl_figure_booksim;

typedef struct _DlFigurePanel
{
  const DlFigure *figure;
  DlFigureInput input;
  gpointer state; /* for who makes the input: what it is made of */
} DlFigurePanel;

/* Titles of the panels of @page whose style has none. Free with g_strfreev. */
GStrv dl_figure_panel_titles (const DlFigureInput *page);

#define DL_FIGURE_MOST_PANELS  26 /* letters */
#define DL_FIGURE_MOST_COLUMNS 6

/* A page of at least one panel, in @n_columns (0: as many as there is room for). The panels, of any
 * scenarios, are not copied; the first one's is the page's. */
DlFigureInput dl_figure_input_panels (const DlFigurePanel *panels, guint n_panels, guint n_columns);

typedef enum
{
  DL_FIGURE_PDF,
  DL_FIGURE_SVG,
  DL_FIGURE_PNG,
  DL_FIGURE_CSV
} DlFigureFormat;

/* Format by the file name's ending, in either case. Errors: DL_FIGURE_ERROR_FORMAT, whose message
 * begins with the file's name. */
gboolean dl_figure_format_for (const char *file_name, DlFigureFormat *format, GError **error);

/* Widths of a column, a page and a slide, in inches. */
#define DL_WIDTH_COLUMN_IN 3.5
#define DL_WIDTH_PAGE_IN   7.16
#define DL_WIDTH_SLIDE_IN  13.333

#define DL_WIDTH_LEAST_IN     1.0
#define DL_WIDTH_MOST_IN      40.0
#define DL_TEXT_LEAST_PT      5.0 /* of the usual text */
#define DL_TEXT_MOST_PT       24.0
#define DL_DPI_DEFAULT        300.0
#define DL_DPI_LEAST          30.0
#define DL_DPI_MOST           1200.0
#define DL_FIGURE_MOST_PIXELS 100000000.0 /* of a PNG */

/* Render to memory, reproducible to the byte. @dpi is of PNG alone.
 *
 * The file carries name, seed, program version and the scenario as file text: a PDF in its document
 * information (the text in Keywords), an SVG in <metadata>, a PNG in iTXt chunks, a CSV in lines
 * that begin with "#", after the rows, so that its first line is the header.
 * Errors: DL_FIGURE_ERROR_SIZE, DL_FIGURE_ERROR_DRAW. */
GBytes *dl_figure_render (const DlFigure *figure, const DlFigureInput *input, DlFigureFormat format,
                          double width_in, double dpi, GError **error);
/* Render and write atomically. Errors: those of dl_figure_format_for and dl_figure_render, and
 * G_FILE_ERROR, whose message begins with the file's name. */
gboolean dl_figure_export (const DlFigure *figure, const DlFigureInput *input,
                           const char *file_name, double width_in, double dpi, GError **error);

/* Write @bytes atomically. Errors: G_FILE_ERROR, as above. */
gboolean dl_figure_write_file (GBytes *bytes, const char *file_name, GError **error);

G_END_DECLS
