/* dateline-cli figure: what its parts share, a file each. */
#pragma once

#include "cli-command.h"
#include "dl-evaluate.h"
#include "dl-figure.h"
#include "dl-load-sweep.h"
#include "dl-sweep-figure.h"

G_BEGIN_DECLS

typedef struct _CliFigureSource CliFigureSource;

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

  /* What a figure of @scenario shows by default: of its network @shape and of @analysis, NULL
   * before there is one. Nothing is copied. */
  DlFigureInput (*input) (const DlScenario *scenario, gconstpointer shape, gconstpointer analysis);
  /* What its own @options change of that. */
  gboolean (*parse_view) (const CliOptions *options, const DlFigure *figure, gconstpointer shape,
                          DlFigureInput *input, GError **error);
  /* The input's counters beside its analysis; NULL on error. */
  DlMeasured *(*measure) (const DlFigureInput *input, GError **error);
  /* More analyses of the input's scenario, which become @source's, for figures that compare some.
   * Nullable: none of its figures does. */
  gboolean (*add_analyses) (CliFigureSource *source, const DlFigure *figure,
                            const CliOptions *options, DlFigureInput *input,
                            GCancellable *cancellable, GError **error);
  /* For DL_METRIC_CRITICAL; nullable: it has no such metric. */
  DlCritical *(*find_critical) (Cli *cli, const DlScenario *scenario, GError **error);
} CliFigureFamily;

/* Which figure, and the options that say what of a scenario it shows: cli-figure-view.c -------- */

/* The figure of that name, of any family; NULL with an error. */
const DlFigure *cli_figure_find (const char *name, GError **error);
/* Whose words say that @family has not what @other has. */
const CliFigureFamily *cli_figures_that_refuse (const DlFamily *family, const DlFamily *other);
/* Whether @figure is of networks of @family, which the scenario @name is of. */
gboolean cli_figure_check_family (const DlFigure *figure, const DlFamily *family, const char *name,
                                  GError **error);

/* What is shown of @result by default. Nothing is copied. */
DlFigureInput cli_figure_input (const DlEvaluation *result);
/* What @options change of @input, which is of the network @shape and complete but for that. */
gboolean cli_figure_parse_view (const CliOptions *options, const DlFigure *figure,
                                gconstpointer shape, DlFigureInput *input, GError **error);
/* The code region of @counters that --region names, as @input's: by default the whole program,
 * where they have it. */
gboolean cli_figure_parse_region (const CliOptions *options, const DlCounters *counters,
                                  DlFigureInput *input, GError **error);

/* Sweeps: cli-figure-sweep.c ------------------------------------------------------------------- */

/* Whether the options ask for a sweep that there is, before anything takes its time. */
gboolean cli_figure_sweep_check (Cli *cli, const DlScenario *scenario, GError **error);
/* Run what --vary, --seeds and --static ask for of @scenario, but for the points that the library
 * has. NULL on error. */
DlSweepFigure *cli_figure_sweep (Cli *cli, const DlScenario *scenario, GError **error);

/* What --seeds, --cycles and --jobs ask for, before anything takes its time. */
gboolean cli_load_curve_options (Cli *cli, const DlScenario *scenario, DlLoadSweepOptions *options,
                                 guint *n_jobs, GError **error);
/* Run it of @result, with --seeds, --cycles and --jobs if they are given. NULL on error. */
DlLoadCurve *cli_load_curve (Cli *cli, const DlEvaluation *result, GError **error);

/* A second scenario, B, beside the first, A: cli-figure-against.c ------------------------------ */

/* What of B a figure shows; zeroed where there is none. */
typedef struct
{
  DlScenario *scenario;
  DlEvaluation *result;
  DlCritical *critical;
  DlSimFigure *simulation;
  DlFigureInput input;
} CliAgainst;

void cli_against_clear (CliAgainst *against);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliAgainst, cli_against_clear)

/* Whether --against and --against-set fit @figure, and @show, of --show (nullable), fits both. */
gboolean cli_against_check (const CliOptions *options, const char *show, const DlFigure *figure,
                            GError **error);
/* B as the options of @cli name it, once; nothing where they name none. */
gboolean cli_against_load (Cli *cli, const DlScenario *a, CliAgainst *against, GError **error);
/* The same evaluated; @a is A. */
gboolean cli_against_evaluate (Cli *cli, const DlEvaluation *a, CliAgainst *against,
                               GError **error);
/* What figures of a run, and of critical cables, need of it; once. */
gboolean cli_against_simulate (Cli *cli, CliAgainst *against, GError **error);
gboolean cli_against_find_critical (Cli *cli, CliAgainst *against, GError **error);

/* What figures show, computed when the first of them needs it: cli-figure-source.c ------------- */

/* Of @scenario, which stays the caller's. B is what --against and --against-set of @cli name. */
CliFigureSource *cli_figure_source_new (Cli *cli, const DlScenario *scenario);
/* With all that inputs point to. NULL-safe. */
void cli_figure_source_free (CliFigureSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliFigureSource, cli_figure_source_free)

const DlFamily *cli_figure_source_family (const CliFigureSource *source);
/* Frees @object with the source. Returns it. */
gpointer cli_figure_source_own (CliFigureSource *source, gpointer object, GDestroyNotify free);

/* Whether @options say only what there is, and what @figure can show of this scenario, and --show
 * and the options of B fit. Analyzes nothing: bad options fail at once. */
gboolean cli_figure_source_check (CliFigureSource *source, const DlFigure *figure,
                                  const CliOptions *options, GError **error);
/* What @figure shows with @options, which were checked: its style, too. FALSE on error. */
gboolean cli_figure_source_fill (CliFigureSource *source, const DlFigure *figure,
                                 const CliOptions *options, DlFigureInput *input, GError **error);

/* What is written around a figure and how, of @options, which were checked. */
DlFigureStyle cli_figure_style (const CliOptions *options);

/* A run of @scenario, in a torus with the router @watched seen from inside; NULL on error. */
DlSimFigure *cli_figure_simulate (Cli *cli, const DlScenario *scenario, guint watched,
                                  GError **error);

/* Several figures on one page: cli-figure-panels.c --------------------------------------------- */

/* What --panel names, each a figure with options of its own. */
typedef struct _CliPanels CliPanels;

/* Whether @options are of a page of panels, or of a figure. */
gboolean cli_panels_check_options (const CliOptions *options, gboolean of_panels, GError **error);
/* Those that @options name; NULL on error. */
CliPanels *cli_panels_new (const CliOptions *options, GError **error);
/* NULL-safe. */
void cli_panels_free (CliPanels *panels);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliPanels, cli_panels_free)

/* Its first figure. */
const DlFigure *cli_panels_first (const CliPanels *panels);
/* The first scenario that a panel names itself, or NULL. */
const char *cli_panels_first_scenario (const CliPanels *panels);
/* What the page shows: of @scenario, called @name, where panels do not change it or name another
 * one. It points into @panels. FALSE on error. */
gboolean cli_panels_fill (CliPanels *panels, Cli *cli, const DlScenario *scenario, const char *name,
                          DlFigureInput *input, GError **error);

G_END_DECLS
