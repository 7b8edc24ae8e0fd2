/* How figures of each family of networks begin, and how they are told: a row of functions per
 * family, in one table. It knows none of the figures (dl-figure-table.c). */
#pragma once

#include "dl-figure-options.h"
#include "dl-flight-map.h"
#include "dl-thumbnail.h"

G_BEGIN_DECLS

typedef struct
{
  const DlFamily *family;
  const DlMetric *metrics; /* its own, the last without an id; nullable: it has those of all */
  const DlFigureReader *reader;

  /* The places that figures show at first, of @input's shape; zeroed before. Nullable: the first
   * ones. */
  void (*init_input) (DlFigureInput *input);
  /* A node, plane or group that @view's shape has not becomes its first. Nullable. */
  void (*keep_inside) (DlFigureInput *view);
  /* Options of the command line for these, each followed by its value. Nullable. */
  void (*add_options) (GStrvBuilder *options, const DlFigure *figure, const DlFigureInput *view);
  /* Implements dl_figure_caption for one scenario. */
  GStrv (*caption) (const DlFigureInput *input, gboolean names_rules);
  /* Keys that captions tell in words of their own, NULL at the end; nullable: none. */
  const char *const *told;
  /* How routers choose among packets. Nullable: in one way. */
  char *(*arbitration) (const DlScenario *scenario);
  /* For figures that compare policies: analyses of @scenario (GPtrArray of its family's) under each
   * that @names lists, NULL at the end; NULL: under all that say something of their own of it.
   * Nullable: none of its figures does. Errors: those of the family's analyze. */
  GPtrArray *(*analyze_policies) (const DlScenario *scenario, const char *const *names,
                                  GCancellable *cancellable, GError **error);

  /* The map of thumbnails (dl_thumbnail_draw) of @options' metric, which is there, and that of the
   * family's own choice. */
  cairo_surface_t *(*thumbnail) (const DlMetricInput *links, const DlThumbnailOptions *options);
  const char *thumbnail_metric;

  /* Simulations: packets on their way, and the text of their page before there is one,
   * translatable. */
  const DlFlightKind *flight; /* nullable: they are not drawn */
  const char *invitation;
} DlFigureFamily;

extern const DlFigureFamily dl_figures_torus;
extern const DlFigureFamily dl_figures_dragonfly;
extern const DlFigureFamily dl_figures_fabric;

/* The caption of families without words of their own. */
GStrv dl_figure_plain_caption (const DlFigureInput *input, gboolean names_rules);

/* The row of @family, or that of any. */
const DlFigureFamily *dl_figure_family_of (const DlFamily *family);

/* The @i-th metric of @family in the order in which they are offered, the first the default; NULL:
 * no more. */
const DlMetric *dl_family_metric (const DlFamily *family, guint i);
/* The metric with this name in files, and the first one of @source; NULL if there is none. */
const DlMetric *dl_family_metric_find (const DlFamily *family, const char *id);
const DlMetric *dl_family_metric_of (const DlFamily *family, DlMetricSource source);
/* The names of @family's in the order in which all families have them; of NULL, of all families.
 * Free with g_strfreev. */
GStrv dl_family_metric_names (const DlFamily *family);

G_END_DECLS
