/* The scenario inside a figure's file, read back: by itself, for it needs none of what draws. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  DL_FIGURE_ERROR_FORMAT,      /* a file name that ends in none of the four */
  DL_FIGURE_ERROR_SIZE,        /* width, resolution or number of pixels past the limits */
  DL_FIGURE_ERROR_RANGE,       /* cycles that a recording does not have */
  DL_FIGURE_ERROR_PROGRAM,     /* one that is needed is not installed */
  DL_FIGURE_ERROR_DRAW,        /* out of memory while drawing, or a disk full */
  DL_FIGURE_ERROR_DAMAGED,     /* to be read: cut short, corrupt, or no figure file at all */
  DL_FIGURE_ERROR_NO_SCENARIO, /* to be read: a sound file without a scenario */
  DL_FIGURE_ERROR_OPTION       /* an option of dl-figure-options.h that is wrong, or does not fit */
} DlFigureError;

#define DL_FIGURE_ERROR (dl_figure_error_quark ())
GQuark dl_figure_error_quark (void);

/* The scenario inside a PNG, SVG, PDF or CSV that dl_figure_render made, or the recording inside a
 * page that plays, as file text. Safe on any bytes. Errors: DL_FIGURE_ERROR_DAMAGED,
 * DL_FIGURE_ERROR_NO_SCENARIO. */
char *dl_figure_read_scenario (const guint8 *data, gsize length, GError **error);

/* Marks of a scenario, for who writes it: the key of a PNG's text; before a PDF's keywords that are
 * compressed; and the lines around it in a CSV, so that a file cut short is told from a whole
 * one. */
#define DL_FIGURE_PNG_KEY      "Dateline-Scenario"
#define DL_FIGURE_PDF_DEFLATED "Dateline-Scenario-zlib-base64: "
#define DL_FIGURE_CSV_BEGIN    "# Dateline-Scenario:\n"
#define DL_FIGURE_CSV_END      "# Dateline-End\n"

G_END_DECLS
