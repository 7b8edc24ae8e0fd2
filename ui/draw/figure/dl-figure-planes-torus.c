/* Planes of the network as a figure: all of them, or some. */
#include "dl-figures-torus.h"

#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define HIGHEST 325.0 /* a slide has no more */
#define PITCH   26.0  /* of nodes, where there is room */
#define AROUND  34.0  /* titles and labels of a row of planes */

static DlMapOptions
options_for (const DlFigureInput *input)
{
  return (DlMapOptions) { .kind = DL_MAP_PLANES,
                          .slice = input->slice,
                          .first_plane = input->first_plane,
                          .n_planes = input->n_planes };
}

static guint
count_planes (gconstpointer shape, guint slice)
{
  return ((const DlTorusNetwork *) shape)->torus.radix[slice];
}

/* Height of the rows of planes with readable nodes, by their number and the width. */
static double
planes_height (const DlFigureInput *input, double width)
{
  const DlMapOptions options = options_for (input);
  const guint *radix = dl_figure_network (input)->torus.radix;
  const double inside = dl_figure_width_inside (width);
  const double most = width > DL_WIDTH_PAGE_IN * 72 ? HIGHEST : DL_FIGURE_MAP_MOST;
  const guint first = MIN (input->first_plane, radix[input->slice] - 1);
  const guint left = radix[input->slice] - first;
  const guint n = input->n_planes > 0 ? MIN (input->n_planes, left) : left;
  const guint u = input->slice == DL_X ? DL_Y : DL_X;
  const guint v = input->slice == DL_Z ? DL_Y : DL_Z;
  double best = most;

  /* The fewest columns in which planes are not too high. */
  for (guint columns = 1; columns <= n; columns++)
    {
      const double pitch = MIN (PITCH, (inside / columns - AROUND / 2) / (radix[u] + 1));
      const double height = 24 + (n + columns - 1) / columns * (pitch * (radix[v] + 1) + AROUND);

      if (pitch > 0 && height <= most)
        {
          best = height;
          break;
        }
    }
  return dl_figure_map_height (input, width, CLAMP (best, DL_FIGURE_MAP_LEAST, most), &options);
}

static DlScale
planes_scale (const DlFigureInput *input, const DlTheme *theme)
{
  const DlMapOptions options = options_for (input);

  return dl_figure_map_scale (input, &options, theme);
}

static void
planes_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
             const DlTheme *theme)
{
  const DlMapOptions options = options_for (input);

  dl_figure_draw_map (cr, input, width, height, &options, theme);
}

static void
planes_numbers (DlRecord *record, const DlFigureInput *input)
{
  DlMapOptions options = options_for (input);

  /* Which links are shown does not depend on the size. */
  options.width = 1600;
  options.height = 1200;
  options.scale = 1;
  g_autoptr (DlMap) map = dl_map_new (dl_figure_network (input), &options);
  dl_figure_link_numbers (record, input, map);
}

const DlFigure dl_figure_planes = {
  .id = "planes",
  .title = N_ ("Planes"),
  .description = N_ ("Planes across an axis: each node with its links in both directions"),
  .uses_metric = TRUE,
  .uses_slice = TRUE,
  .compares = TRUE,
  .has_cells = TRUE,
  .count_planes = count_planes,
  .name = dl_figure_map_name,
  .scale = planes_scale,
  .height = planes_height,
  .draw = planes_draw,
  .numbers = planes_numbers,
};
