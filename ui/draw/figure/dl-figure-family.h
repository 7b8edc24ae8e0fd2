/* How figures of each family of networks begin, and how they are told: a row of functions per
 * family, in one table. It knows none of the figures (dl-figure-table.c). */
#pragma once

#include "dl-figure.h"
#include "dl-flight-map.h"

G_BEGIN_DECLS

typedef struct
{
  const DlFamily *family;

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
} DlFigureFamily;

extern const DlFigureFamily dl_figures_torus;
extern const DlFigureFamily dl_figures_dragonfly;

/* The row of @family, or that of any. */
const DlFigureFamily *dl_figure_family_of (const DlFamily *family);

G_END_DECLS
