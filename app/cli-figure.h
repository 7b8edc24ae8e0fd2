/* dateline-cli figure: what its parts share. */
#pragma once

#include "cli-command.h"
#include "dl-evaluate.h"
#include "dl-figure.h"
#include "dl-load-sweep.h"
#include "dl-sweep-chart.h"

G_BEGIN_DECLS

/* The figures of one family: a row of functions, in cli-figure-torus.c and so on. */
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
  gboolean (*parse_view) (const CliOptions *options, const DlFigure *figure, gconstpointer shape,
                          DlFigureInput *input, GError **error);
  /* For metrics of critical cables; nullable: it has no such metric. */
  DlCritical *(*find_critical) (Cli *cli, const DlScenario *scenario, GError **error);
} CliFigureFamily;

/* The figure of that name, of any family, or panels; NULL with an error. */
const DlFigure *cli_figure_find (const char *name, GError **error);
/* Whether @figure is of networks of @family, which the scenario @name is of. */
gboolean cli_figure_check_family (const DlFigure *figure, const DlFamily *family, const char *name,
                                  GError **error);

/* The options that say what of a scenario a figure shows: cli-figure.c ------------------------- */

/* The family whose words say that @family lacks a figure of @other. */
const CliFigureFamily *cli_figures_that_refuse (const DlFamily *family, const DlFamily *other);

/* Default input for @result. Nothing is copied. */
DlFigureInput cli_figure_input (const DlEvaluation *result);
/* Changes by @options of @input, which is of the network @shape and complete but for that. */
gboolean cli_figure_parse_view (const CliOptions *options, const DlFigure *figure,
                                gconstpointer shape, DlFigureInput *input, GError **error);
/* The code region of @counters that --region names, as @input's: by default the whole program,
 * where they have it. */
gboolean cli_figure_parse_region (const CliOptions *options, const DlCounters *counters,
                                  DlFigureInput *input, GError **error);

/* Whether @options are of a page of panels, or of a figure. */
gboolean cli_figure_check_panels (const CliOptions *options, gboolean of_panels, GError **error);
/* "ring-matrix --metric load", of --panel, as a shell reads it: @options, which are zeroed, are to
 * be cleared also on error; a scenario that it names is their second argument. */
gboolean cli_figure_parse_panel (const char *text, CliOptions *options, const DlFigure **figure,
                                 GError **error);

/* Data of figures, computed when the first of them needs it: cli-figure-source.c --------------- */

typedef struct _CliFigureSource CliFigureSource;

/* Data of @scenario, which stays the caller's. --against and --against-set of @cli name B. */
CliFigureSource *cli_figure_source_new (Cli *cli, const DlScenario *scenario);
/* Free @source with all data that its inputs point to. NULL-safe. */
void cli_figure_source_free (CliFigureSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliFigureSource, cli_figure_source_free)

const DlFamily *cli_figure_source_family (const CliFigureSource *source);

/* Whether @options say only what there is, and what @figure can show of this scenario, and --show
 * and the options of B fit. Analyzes nothing: bad options fail at once. */
gboolean cli_figure_source_check (CliFigureSource *source, const DlFigure *figure,
                                  const CliOptions *options, GError **error);
/* Input of @figure with @options, which were checked: its style, too. FALSE on error. */
gboolean cli_figure_source_fill (CliFigureSource *source, const DlFigure *figure,
                                 const CliOptions *options, DlFigureInput *input, GError **error);

/* Text around a figure and its form, of @options, which were checked. */
DlFigureStyle cli_figure_style (const CliOptions *options);

G_END_DECLS
