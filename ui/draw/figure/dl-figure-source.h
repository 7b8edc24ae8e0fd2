/* Data of figures of a scenario, computed when the first of them needs it. */
#pragma once

#include "dl-evaluate.h"
#include "dl-figure-options.h"

G_BEGIN_DECLS

/* Data of a scenario, A, and of a second one beside it, B. */
typedef struct _DlFigureSource DlFigureSource;

/* Services of the program that figures are made for. All but the first are nullable. */
typedef struct
{
  gpointer data;
  /* Counters in a file. NULL with an error. */
  DlCounters *(*read_counters) (const char *file_name, GCancellable *cancellable, gpointer data,
                                GError **error);
  /* Long work begins, of which progress is told until it ends. */
  void (*begin) (gpointer data);
  DlProgressFunc progress;
  void (*end) (gpointer data);
  /* A run of A that is under way, with the router of @node watched. Else A is simulated. */
  DlSimFigure *(*simulate) (guint node, GCancellable *cancellable, gpointer data, GError **error);
  /* The sweep that figures of one show. */
  DlSweepFigure *(*sweep) (GCancellable *cancellable, gpointer data, GError **error);
  /* The load curve is there, as far as it came before it was canceled. Without it none is kept that
   * was. */
  void (*take_curve) (const DlLoadCurve *curve, gpointer data);
} DlFigureHost;

/* Data of @scenario, which stays the caller's. @host is copied. */
DlFigureSource *dl_figure_source_new (const DlScenario *scenario, const DlFigureHost *host);
/* Free @source with all data that its inputs point to. NULL-safe. */
void dl_figure_source_free (DlFigureSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlFigureSource, dl_figure_source_free)

/* Takes @b, before anything is computed; FALSE if it is of another family than A. */
gboolean dl_figure_source_set_against (DlFigureSource *source, DlScenario *b, GError **error);

/* Whether @options say only what there is, and what @figure can show of this scenario, and --show
 * and B fit. Analyzes nothing: bad options fail at once. */
gboolean dl_figure_source_check (DlFigureSource *source, const DlFigure *figure,
                                 const DlFigureOptions *options, GError **error);
/* Input of @figure with @options, which were checked: its style, too, which points into @options.
 * FALSE on error. */
gboolean dl_figure_source_fill (DlFigureSource *source, const DlFigure *figure,
                                const DlFigureOptions *options, DlFigureInput *input,
                                GCancellable *cancellable, GError **error);

G_END_DECLS
