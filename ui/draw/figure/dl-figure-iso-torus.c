/* The isometric map as a figure: cut open in the middle. */
#include "dl-figures-torus.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#define SHARE 0.78 /* of the map's width, its height */

static DlMapOptions
options_for (const DlFigureInput *input)
{
  const guint *radix = dl_figure_network (input)->torus.radix;
  DlMapOptions options = { .kind = DL_MAP_ISOMETRIC, .slice = input->slice };

  options.cut = radix[options.slice] / 2;
  return options;
}

static double
iso_height (const DlFigureInput *input, double width)
{
  const DlMapOptions options = options_for (input);
  const double map = MIN (dl_figure_width_inside (width) * SHARE, DL_FIGURE_MAP_SLIDE);

  return dl_figure_map_height (input, width, map, &options);
}

static DlScale
iso_scale (const DlFigureInput *input, const DlTheme *theme)
{
  const DlMapOptions options = options_for (input);

  return dl_figure_map_scale (input, &options, theme);
}

static void
iso_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
          const DlTheme *theme)
{
  const DlMapOptions options = options_for (input);

  dl_figure_draw_map (cr, input, width, height, &options, theme);
}

static void
iso_numbers (DlRecord *record, const DlFigureInput *input)
{
  DlMapOptions options = options_for (input);

  /* The visible part does not depend on the size. */
  options.width = 640;
  options.height = 480;
  options.scale = 1;
  g_autoptr (DlMap) map = dl_map_new (dl_figure_network (input), &options);
  dl_figure_link_numbers (record, input, map);
}

const DlFigure dl_figure_isometric = {
  .id = "isometric",
  .title = N_ ("Isometric map"),
  .description = N_ ("The whole network as a block, cut open in the middle"),
  .uses_metric = TRUE,
  .uses_slice = TRUE,
  .compares = TRUE,
  .has_cells = TRUE,
  .name = dl_figure_map_name,
  .scale = iso_scale,
  .height = iso_height,
  .draw = iso_draw,
  .numbers = iso_numbers,
};
