/* Draws the maps of fabrics of several kinds into a folder, to be looked at: no test.
 * draw-fabric-maps FOLDER [TOPOLOGY] */
#include "fabric-map-fixture.h"
#include "metric-fixture.h"

#include <stdio.h>

typedef struct
{
  const char *folder, *name;
  DlFabric *fabric;
  const DlFabricRows *rows;
  const float *values;
  double max;
  const DlMapPath *path;
} Drawn;

static void
draw (const Drawn *drawn, const guint8 *open, const char *what, double width, double height,
      const DlTheme *theme, DlPlace selected)
{
  const DlLevelsMapOptions options
      = { .width = width, .height = height, .scale = 1, .label_scale = 1 };
  g_autofree char *file = g_strdup_printf ("%s/%s-%s-%gx%g-%s.png", drawn->folder, drawn->name,
                                           what, width, height, theme->is_dark ? "dark" : "light");
  const gint64 start = g_get_monotonic_time ();
  g_autoptr (DlLevelsMap) map = dl_levels_map_new (drawn->rows, open, &options);
  DlScale scale;

  dl_scale_init (&scale, metric_in (&dl_family_fabric, "load"), drawn->max, theme);
  const double legend = width < 260 ? 0 : dl_scale_legend_height (&scale, width - 24) + 8;
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height + legend);
  cairo_t *cr = cairo_create (surface);

  dl_color_set (cr, &theme->background);
  cairo_paint (cr);
  const gint64 laid = g_get_monotonic_time ();
  cairo_surface_t *image
      = dl_levels_map_paint (map, drawn->fabric, drawn->values, &scale, theme, NULL);
  const gint64 painted = g_get_monotonic_time ();
  DlNet net = *dl_shape_net (drawn->fabric);
  const DlOverlay overlay = {
    .net = &net,
    .values = drawn->values,
    .scale = &scale,
    .selected = selected,
    .focused = TRUE,
    .path = drawn->path,
  };

  net.n_vcs = 1;

  cairo_set_source_surface (cr, image, 0, 0);
  cairo_paint (cr);
  dl_levels_map_draw_overlay (map, cr, &overlay, theme);
  if (legend > 0)
    dl_scale_draw_legend (&scale, cr, 12, height + 4, width - 24, theme);
  cairo_surface_write_to_png (surface, file);
  printf ("%s: layout %.1f ms, paint %.1f ms, overlay %.1f ms\n", file, (laid - start) / 1e3,
          (painted - laid) / 1e3, (g_get_monotonic_time () - painted) / 1e3);
  cairo_destroy (cr);
  cairo_surface_destroy (image);
  cairo_surface_destroy (surface);
}

static void
draw_all (const char *folder, const char *name, const char *engine, const char *topology,
          guint n_broken)
{
  static const double sizes[][2] = { { 640, 440 }, { 722, 560 }, { 1280, 760 }, { 160, 100 } };
  g_autoptr (DlFabric) whole = fabric_map_make (name, topology);
  g_autoptr (DlFabric) fabric = fabric_map_break (whole, n_broken, 3);
  g_autoptr (DlFabricAnalysis) analysis = fabric_map_analyze (fabric, engine);
  g_autoptr (DlFabricRows) rows = dl_fabric_rows_new (fabric);
  g_autofree guint8 *open = dl_fabric_rows_open (rows);
  g_autofree guint32 *channels = g_new (guint32, 2 * fabric->n_switches + 4);
  const guint cyclic = dl_fabric_analysis_cyclic_layer (analysis);
  DlMapPath path = { .channels = channels, .step = G_MAXUINT, .broken_step = G_MAXUINT };
  Drawn drawn = { folder, name, fabric, rows };

  g_autofree float *values = fabric_map_values (analysis, &drawn.max);
  drawn.values = values;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      draw (&drawn, open, "levels", sizes[i][0], sizes[i][1], dl_theme_light (), DL_NOWHERE);
      draw (&drawn, open, "levels", sizes[i][0], sizes[i][1], dl_theme_dark (),
            dl_place_router (0));
    }
  dl_fabric_routes_walk (analysis->routes, 0, fabric->n_hosts - 1, 0, channels, &path.n, NULL);
  drawn.path = &path;
  open[0] = open[rows->group[0]] = TRUE;
  draw (&drawn, open, "open", 722, 560, dl_theme_light (), dl_place_link (channels[1]));
  if (cyclic == G_MAXUINT)
    return;
  path.channels = analysis->verdicts[cyclic]->cycle;
  path.n = analysis->verdicts[cyclic]->n_cycle;
  draw (&drawn, open, "loop", 722, 560, dl_theme_light (), DL_NOWHERE);
}

int
main (int argc, char **argv)
{
  if (argc < 2)
    {
      fprintf (stderr, "usage: %s FOLDER [TOPOLOGY]\n", argv[0]);
      return 2;
    }
  draw_all (argv[1], "toy", "ftree", NULL, 1);
  draw_all (argv[1], "tree-1024", "ftree", NULL, 6);
  draw_all (argv[1], "tree-11664", "ftree", NULL, 0);
  draw_all (argv[1], "leaf-spine", "ftree", NULL, 0);
  draw_all (argv[1], "hyperx", "dor", NULL, 0);
  draw_all (argv[1], "slim-fly", "min-hop", NULL, 0);
  draw_all (argv[1], "dragonfly-plus", "min-hop", NULL, 3);
  draw_all (argv[1], "random", "min-hop", NULL, 0);
  if (argc > 2)
    draw_all (argv[1], "file", "min-hop", argv[2], 0);
  return 0;
}
