/* Draws the maps of machines of several sizes into a folder, to be looked at: no test.
 * draw-dragonfly-maps FOLDER [CABLING] */
#include "dl-cabling.h"
#include "dragonfly-fixture.h"
#include "metric-fixture.h"

#include <stdio.h>

static void
draw (DlDragonfly *dragonfly, const char *folder, const char *name, DlDragonflyMapKind kind,
      double width, double height, const DlTheme *theme, const char *theme_name)
{
  static const char *const kinds[] = { "groups", "group", "chord" };
  const DlDragonflyMapOptions options
      = { .kind = kind, .width = width, .height = height, .scale = 1, .label_scale = 1 };
  const gboolean bare = width < 260;
  g_autoptr (DragonflyValues) values = dragonfly_values_new (dragonfly);
  g_autoptr (DlDragonflyMap) map = dl_dragonfly_map_new (dragonfly, &options, NULL);
  g_autofree char *file = g_strdup_printf ("%s/%s-%s-%gx%g-%s.png", folder, name, kinds[kind],
                                           width, height, theme_name);
  const DlDragonflyPicture picture = { .values = &values->sums };
  DlOverlay overlay = {
    .net = dl_shape_net (dragonfly),
    .selected = kind == DL_DRAGONFLY_MAP_GROUP ? dl_place_link (20) : dl_place_pair (1, 0),
    .focused = TRUE,
  };
  DlScale scale;

  dl_scale_init (&scale, dragonfly_metric ("sim-load"), 0, dl_theme_light ());
  const double legend = bare ? 0 : dl_scale_legend_height (&scale, width - 24) + 8;
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height + legend);
  cairo_t *cr = cairo_create (surface);
  overlay.scale = &scale;
  if (dragonfly->n_groups < 2)
    overlay.selected.kind = DL_PLACE_NOTHING;
  dl_color_set (cr, &theme->background);
  cairo_paint (cr);
  cairo_surface_t *image
      = dl_dragonfly_map_paint (map, dragonfly, &values->sums, &scale, theme, NULL);
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_paint (cr);
  dl_dragonfly_map_draw_overlay (map, cr, &overlay, &picture, theme);
  if (!bare)
    dl_scale_draw_legend (&scale, cr, 12, height + 4, width - 24, theme);
  cairo_surface_write_to_png (surface, file);
  cairo_destroy (cr);
  cairo_surface_destroy (image);
  cairo_surface_destroy (surface);
}

static void
draw_all (DlDragonfly *dragonfly, const char *folder, const char *name)
{
  static const double sizes[][2] = { { 640, 440 }, { 722, 560 }, { 1280, 760 }, { 160, 100 } };

  for (guint kind = 0; kind < DL_N_DRAGONFLY_MAPS; kind++)
    for (guint size = 0; size < G_N_ELEMENTS (sizes); size++)
      {
        draw (dragonfly, folder, name, kind, sizes[size][0], sizes[size][1], dl_theme_light (),
              "light");
        draw (dragonfly, folder, name, kind, sizes[size][0], sizes[size][1], dl_theme_dark (),
              "dark");
      }
}

int
main (int argc, char **argv)
{
  g_autoptr (DlDragonfly) eight = dragonfly_aries (8, 0, 12, 0);
  g_autoptr (DlDragonfly) fifteen = dragonfly_aries (15, 0, 6, 40);
  g_autoptr (DlDragonfly) generic = dragonfly_generic (33, 8, 4, 4, 5);
  g_autoptr (DlDragonfly) large = dragonfly_aries (64, 3, 1, 200);
  g_autoptr (DlDragonfly) full = dragonfly_aries (241, 0, 1, 0);
  g_autoptr (DlDragonfly) two = dragonfly_aries (2, 0, 20, 3);

  if (argc < 2)
    {
      fprintf (stderr, "usage: %s FOLDER [CABLING]\n", argv[0]);
      return 2;
    }
  draw_all (eight, argv[1], "8");
  draw_all (fifteen, argv[1], "15");
  draw_all (generic, argv[1], "generic-33");
  draw_all (large, argv[1], "64");
  draw_all (full, argv[1], "241");
  draw_all (two, argv[1], "2");
  if (argc > 2)
    {
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;
      DlCablingReport report = { 0 };
      gsize length;

      if (!g_file_get_contents (argv[2], &text, &length, &error))
        {
          fprintf (stderr, "%s\n", error->message);
          return 1;
        }
      g_autoptr (DlDragonfly) machine = dl_cabling_read (text, length, argv[2], &report, &error);
      if (machine == NULL)
        {
          fprintf (stderr, "%s\n", error->message);
          return 1;
        }
      draw_all (machine, argv[1], "edison");
      dl_cabling_report_clear (&report);
    }
  return 0;
}
