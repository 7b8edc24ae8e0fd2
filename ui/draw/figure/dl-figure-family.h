/* What is drawn and printed of each family of networks, and of none of the others: a row of
 * functions a family, in one table. */
#pragma once

#include "dl-figure.h"
#include "dl-flight-map.h"

G_BEGIN_DECLS

/* Chapters of reports on a family's scenarios, for what makes reports (dl-report-private.h). */
typedef struct _DlReportKind DlReportKind;

extern const DlReportKind dl_report_torus;
extern const DlReportKind dl_report_dragonfly;
extern const DlReportKind dl_report_fabric;
extern const DlReportKind dl_report_plain;

typedef struct
{
  const DlFamily *family;
  const DlFigure *const *figures; /* in the order of lists, NULL at the end */

  /* The places that figures show at first, of @input's shape; zeroed before. Nullable: the first
   * ones. */
  void (*init_input) (DlFigureInput *input);
  /* A node, plane or group that @view's shape has not becomes its first. Nullable. */
  void (*keep_inside) (DlFigureInput *view);
  /* How the command line is told of these: options, each with its value behind it. Nullable. */
  void (*add_options) (GStrvBuilder *options, const DlFigure *figure, const DlFigureInput *view);
  /* As dl_figure_caption, of one scenario. */
  GStrv (*caption) (const DlFigureInput *input, gboolean names_rules);
  /* Keys that captions tell in words of their own, NULL at the end; nullable: none. */
  const char *const *told;
  /* How routers choose among packets. Nullable: in one way. */
  char *(*arbitration) (const DlScenario *scenario);

  /* Of simulations: packets on their way; what a page of them says before there is one,
   * translatable. */
  const DlFlightKind *flight; /* nullable: they are not drawn */
  const char *invitation;

  const DlReportKind *report;
} DlFigureFamily;

extern const DlFigureFamily dl_figures_torus;
extern const DlFigureFamily dl_figures_dragonfly;
extern const DlFigureFamily dl_figures_fabric;
/* Of any other family: it has no row of its own yet. */
extern const DlFigureFamily dl_figures_plain;

const DlFigureFamily *dl_figure_family_of (const DlFamily *family);

G_END_DECLS
