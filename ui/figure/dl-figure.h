/* Figures: named, drawn at a true size, written as PDF, SVG, PNG or CSV with the scenario inside. */
#pragma once

#include "dl-chart.h"
#include "dl-scenario.h"

G_BEGIN_DECLS

/* What a figure shows. A view never computes: the analyses are made by core/session. */
typedef struct
{
  const DlScenario *scenario;
  const DlAnalysis *analysis;   /* the scenario's own */
  const DlSeries *policies;     /* (n_policies) the scenario under each VC policy, for figures that
                                 * compare them; may be empty otherwise */
  guint n_policies;
  DlMetric metric;              /* maps */
  DlDim dim;                    /* ring figures */
  guint node;                   /* ring figures: a node of the ring */
} DlFigureInput;

typedef struct
{
  const char *id;
  const char *title;       /* translatable */
  const char *description; /* one line, translatable */
  gboolean needs_policies;
  /* Height for a width, both in points of 1/72 inch. */
  double (*height) (const DlFigureInput *input, double width);
  void (*draw) (cairo_t *cr, const DlFigureInput *input, double width, double height,
                const DlTheme *theme);
  /* Exactly what is drawn, as CSV with a header line. */
  void (*write_csv) (GString *csv, const DlFigureInput *input);
} DlFigure;

const DlFigure *const *dl_figures (guint *n_figures);
const DlFigure *dl_figure_find (const char *id);

typedef enum
{
  DL_FIGURE_PDF,
  DL_FIGURE_SVG,
  DL_FIGURE_PNG,
  DL_FIGURE_CSV
} DlFigureFormat;

/* By the file name's ending; FALSE if it is none of them. */
gboolean dl_figure_format_for (const char *file_name, DlFigureFormat *format);

/* Widths of a column, a page and a slide, in inches. */
#define DL_WIDTH_COLUMN_IN 3.5
#define DL_WIDTH_PAGE_IN   7.16
#define DL_WIDTH_SLIDE_IN  13.333

/* Render to memory, reproducible to the byte. PNG at @dpi. */
GBytes *dl_figure_render (const DlFigure *figure, const DlFigureInput *input,
                          DlFigureFormat format, double width_in, double dpi, GError **error);
/* Render and write atomically. */
gboolean dl_figure_export (const DlFigure *figure, const DlFigureInput *input,
                           const char *file_name, double width_in, double dpi, GError **error);

/* The scenario inside a PNG or SVG that dl_figure_render made, as file text. NULL with an error if
 * there is none or the file is no good; safe on any bytes. */
char *dl_figure_read_scenario (const guint8 *data, gsize length, GError **error);

G_END_DECLS
