/* The map of jobs: every cell has a place of its own and is found there, arrow keys reach all of
 * them, and each node's pixels show its job. */
#include "dl-jobs-map.h"

#include "dl-dragonfly-jobs.h"
#include "dl-dragonfly-sites.h"
#include "dl-fabric-file.h"
#include "dl-fabric-places.h"
#include "dragonfly-fixture.h"
#include "fabric-map-fixture.h"

#include <math.h>

/* Maps of all kinds ---------------------------------------------------------------------------- */

static const char *const fabrics[]
    = { "toy",      "tree-1024",      "tree-11664", "leaf-spine", "hyperx",
        "slim-fly", "dragonfly-plus", "random",     "islands" };

/* Islands of leaf switches with any number of hosts, in any order. */
static DlFabric *
make_islands (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  DlFabric *fabric;
  guint host = 0;

  for (guint turn = 0; turn < 40; turn++)
    for (guint leaf = 0; leaf < 24; leaf++)
      if (turn < 1 + leaf * 7 % 20 + (leaf == 9 ? 20 : 0))
        g_string_append_printf (text, "host%u leaf%u\n", host++, leaf);
  for (guint leaf = 0; leaf < 24; leaf++)
    g_string_append_printf (text, "leaf%u island%u\n", leaf, leaf * leaf % 5);
  for (guint island = 0; island < 5; island++)
    g_string_append_printf (text, "island%u root\n", island);
  fabric = dl_fabric_format_probe (text->str, text->len)
               ->read (text->str, text->len, "islands.txt", 0, NULL, &error);
  g_assert_no_error (error);
  return fabric;
}

static DlFabric *
make_fabric (const char *name)
{
  return g_str_equal (name, "islands") ? make_islands () : fabric_map_make (name, NULL);
}

#define N_GRIDS (DRAGONFLY_N_MACHINES + G_N_ELEMENTS (fabrics))

static DlSiteGrid *
make_grid (guint i)
{
  if (i < DRAGONFLY_N_MACHINES)
    {
      g_autoptr (DlDragonfly) net = dragonfly_machine (i);

      return dl_dragonfly_site_grid (net);
    }
  g_autoptr (DlFabric) fabric = make_fabric (fabrics[i - DRAGONFLY_N_MACHINES]);

  return dl_fabric_site_grid (fabric);
}

static void
test_places (void)
{
  for (guint i = 0; i < N_GRIDS; i++)
    {
      g_autoptr (DlSiteGrid) grid = make_grid (i);
      /* A page is never narrower than 200. */
      const double width = (i < DRAGONFLY_N_MACHINES ? 120 : 200) + i * 37 % 400;
      g_autoptr (DlJobsMap) map = dl_jobs_map_new (grid, width, DL_JOBS_MAP_HEIGHT, 1);

      g_assert_cmpfloat (dl_jobs_map_height (map), ==,
                         dl_jobs_map_measure (grid, width, DL_JOBS_MAP_HEIGHT));
      g_assert_cmpuint (dl_jobs_map_hit (map, -5, -5), ==, DL_NO_CELL);
      for (guint cell = 0; cell < grid->n_cells; cell++)
        {
          DlRect rect;

          dl_jobs_map_rect (map, cell, &rect);
          g_assert_cmpfloat (rect.x, >=, 0);
          g_assert_cmpfloat (rect.x + rect.width, <=, width);
          g_assert_cmpfloat (rect.y + rect.height, <=, dl_jobs_map_height (map));
          /* All of the cell, so none has it twice. */
          for (guint corner = 0; corner < 4; corner++)
            {
              const double x = rect.x + (corner % 2 == 0 ? 0 : rect.width - 0.01);
              const double y = rect.y + (corner / 2 == 0 ? 0 : rect.height - 0.01);

              g_assert_cmpuint (dl_jobs_map_hit (map, x, y), ==, cell);
              g_assert_cmpuint (dl_jobs_map_nearest (map, x, y), ==, cell);
            }
        }
    }
}

/* Leaf switches are rows, one below the other, subtrees blocks; all of some thousand hosts is seen
 * at once in a page. */
static void
test_fabrics (void)
{
  static const struct
  {
    const char *name;
    guint least; /* extent of a host */
  } rows[] = { { "tree-1024", 8 }, { "leaf-spine", 7 }, { "hyperx", 3 }, { "tree-11664", 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (DlFabric) fabric = make_fabric (rows[i].name);
      g_autoptr (DlSiteGrid) grid = dl_fabric_site_grid (fabric);
      g_autoptr (DlJobsMap) map = dl_jobs_map_new (grid, 252, DL_JOBS_MAP_HEIGHT, 1);
      DlRect rect, before = { 0 };

      g_assert_cmpfloat (dl_jobs_map_height (map), <=, DL_JOBS_MAP_HEIGHT);
      for (guint cell = 0; cell < grid->n_cells; cell++, before = rect)
        {
          dl_jobs_map_rect (map, cell, &rect);
          g_assert_cmpfloat (rect.width, >=, rows[i].least);
          if (cell == 0)
            continue;
          if (grid->cell_unit[cell] == grid->cell_unit[cell - 1])
            {
              g_assert_cmpfloat (rect.y, ==, before.y);
              g_assert_cmpfloat (rect.x, ==, before.x + rect.width);
            }
          else
            g_assert_true (rect.y > before.y || rect.x > before.x);
        }
    }
}

static void
test_nearest (void)
{
  g_autoptr (DlDragonfly) net = dragonfly_aries (15, 0, 6, 0);
  g_autoptr (DlSiteGrid) grid = dl_dragonfly_site_grid (net);
  g_autoptr (DlJobsMap) map = dl_jobs_map_new (grid, 260, DL_JOBS_MAP_HEIGHT, 1);
  DlRng rng;

  dl_rng_init (&rng, 1);
  g_assert_cmpuint (dl_jobs_map_nearest (map, -100, -100), ==, 0);
  g_assert_cmpuint (dl_jobs_map_nearest (map, -1, 1e6), ==, net->group_first[14] + 80);
  for (guint i = 0; i < 2000; i++)
    {
      const double x = dl_rng_below (&rng, 360), y = dl_rng_below (&rng, 600);
      const guint found = dl_jobs_map_nearest (map, x, y);
      double best = INFINITY, is = 0;

      for (guint router = 0; router < net->n_routers; router++)
        {
          DlRect rect;
          double dx, dy;

          dl_jobs_map_rect (map, router, &rect);
          dx = MAX (MAX (rect.x - x, x - rect.x - rect.width), 0);
          dy = MAX (MAX (rect.y - y, y - rect.y - rect.height), 0);
          best = MIN (best, hypot (dx, dy));
          if (router == found)
            is = hypot (dx, dy);
        }
      g_assert_cmpfloat (is, <=, best + 1e-9);
    }
}

/* From the first cell to all others by arrow keys, and never outside. */
static void
test_steps (void)
{
  static const gint way[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };

  for (guint n = 0; n < N_GRIDS; n++)
    {
      g_autoptr (DlSiteGrid) grid = make_grid (n);
      g_autoptr (DlJobsMap) map = dl_jobs_map_new (grid, 200 + n * 7, DL_JOBS_MAP_HEIGHT, 1);
      g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint));
      g_autofree gboolean *seen = g_new0 (gboolean, grid->n_cells);
      guint first = 0;

      g_array_append_val (queue, first);
      seen[0] = TRUE;
      for (guint i = 0; i < queue->len; i++)
        for (guint d = 0; d < 4; d++)
          {
            const guint from = g_array_index (queue, guint, i);
            const guint to = dl_jobs_map_step (map, from, way[d][0], way[d][1]);
            DlRect a, b;

            g_assert_cmpuint (to, <, grid->n_cells);
            dl_jobs_map_rect (map, from, &a);
            dl_jobs_map_rect (map, to, &b);
            /* In the direction of the key, or nowhere. */
            if (to != from && way[d][0] != 0)
              g_assert_cmpfloat ((b.x - a.x) * way[d][0], >, 0);
            if (to != from && way[d][1] != 0)
              g_assert_cmpfloat ((b.y - a.y) * way[d][1], >, 0);
            if (!seen[to])
              {
                seen[to] = TRUE;
                g_array_append_val (queue, to);
              }
          }
      g_assert_cmpuint (queue->len, ==, grid->n_cells);
    }
}

/* Pages lead from block to block, and stay at the ends. */
static void
test_pages (void)
{
  for (guint n = 0; n < N_GRIDS; n++)
    {
      g_autoptr (DlSiteGrid) grid = make_grid (n);
      g_autoptr (DlJobsMap) map = dl_jobs_map_new (grid, 252, DL_JOBS_MAP_HEIGHT, 1);
      guint cell = grid->n_cells - 1, n_pages = 1;

      cell = dl_jobs_map_page (map, cell, 0);
      g_assert_cmpuint (dl_jobs_map_page (map, cell, 1), ==, cell);
      for (; cell > 0; n_pages++)
        {
          const guint before = dl_jobs_map_page (map, cell, -1);

          g_assert_cmpuint (before, <, cell);
          g_assert_cmpuint (dl_jobs_map_page (map, before, 1), ==, cell);
          cell = before;
        }
      g_assert_cmpuint (dl_jobs_map_page (map, 0, -1), ==, 0);
      if (grid->n_blocks > 0)
        g_assert_cmpuint (n_pages, ==, grid->n_blocks);
    }
}

static void
test_paint (void)
{
  const DlTheme *theme = dl_theme_light ();
  g_autoptr (DlDragonfly) net = dragonfly_aries (8, 0, 6, 0);
  g_autoptr (DlSiteGrid) grid = dl_dragonfly_site_grid (net);
  const DlSites sites = dl_sites_of_dragonfly (net);

  for (guint scale = 1; scale <= 2; scale++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlJobsMap) map = dl_jobs_map_new (grid, 300, DL_JOBS_MAP_HEIGHT, scale);
      g_autoptr (DlJobs) jobs
          = dl_dragonfly_jobs_parse (net, "c@0-4 a:900:random b:700:random", 3, NULL, &error);
      const DlJobsMapLook look = { &sites, NULL, DL_NO_CELL, DL_NO_CELL, FALSE };
      DlJobsMapLook with = look;
      cairo_surface_t *surface;
      cairo_t *cr;
      g_autofree guint *n_pixels = g_new0 (guint, net->n_nodes);

      g_assert_no_error (error);
      with.jobs = jobs;
      surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300 * scale,
                                            dl_jobs_map_height (map) * scale);
      cairo_surface_set_device_scale (surface, scale, scale);
      cr = cairo_create (surface);
      dl_jobs_map_draw (map, cr, &look, theme);
      dl_jobs_map_draw (map, cr, &with, theme);
      cairo_surface_flush (surface);
      for (guint router = 0; router < net->n_routers; router++)
        {
          DlRect rect;
          guint size;

          dl_jobs_map_rect (map, router, &rect);
          size = (rect.width - 1) * scale;
          for (guint y = 0; y < size; y++)
            for (guint x = 0; x < size; x++)
              {
                const guint px = rect.x * scale + x, py = rect.y * scale + y;
                const guint node = router * 4 + y * 2 / size * 2 + x * 2 / size;
                const guint32 *row
                    = (const guint32 *) (cairo_image_surface_get_data (surface)
                                         + py * cairo_image_surface_get_stride (surface));

                g_assert_cmphex (row[px] & 0xffffff, ==,
                                 dl_jobs_pixel (jobs->job[node], px / scale, py / scale, theme)
                                     & 0xffffff);
                n_pixels[node]++;
              }
        }
      for (guint node = 0; node < net->n_nodes; node++)
        g_assert_cmpuint (n_pixels[node], >, 0);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

static guint32
pixel_at (cairo_surface_t *surface, guint x, guint y)
{
  const guint32 *row = (const guint32 *) (cairo_image_surface_get_data (surface)
                                          + y * cairo_image_surface_get_stride (surface));

  return row[x] & 0xffffff;
}

/* Each host of a fabric in the color of its job, and a cross over those that do not work. */
static void
test_paint_fabric (void)
{
  static const guint32 switches[] = { 3 }, hosts[] = { 100 };
  const DlFabricFaults faults
      = { .switches = switches, .n_switches = 1, .hosts = hosts, .n_hosts = 1 };
  const DlTheme *theme = dl_theme_dark ();
  const guint32 cross = 0xffffff
                        & ((guint32) (theme->broken.r * 255 + 0.5) << 16
                           | (guint32) (theme->broken.g * 255 + 0.5) << 8
                           | (guint32) (theme->broken.b * 255 + 0.5));
  g_autoptr (DlFabric) whole = make_fabric ("tree-1024");
  g_autoptr (DlFabric) fabric = dl_fabric_new_broken (whole, &faults);
  g_autoptr (DlSiteGrid) grid = dl_fabric_site_grid (fabric);
  g_autoptr (DlJobsMap) map = dl_jobs_map_new (grid, 252, DL_JOBS_MAP_HEIGHT, 2);
  const DlSites sites = dl_fabric_sites (fabric);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlJobs) jobs = dl_jobs_parse (&sites, "a:300:64 b:200:random", 3, NULL, &error);
  g_assert_no_error (error);
  const DlJobsMapLook look = { &sites, jobs, DL_NO_CELL, DL_NO_CELL, FALSE };
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 504, dl_jobs_map_height (map) * 2);
  cairo_t *cr;
  guint n_crossed = 0;

  cairo_surface_set_device_scale (surface, 2, 2);
  cr = cairo_create (surface);
  dl_jobs_map_draw (map, cr, &look, theme);
  cairo_surface_flush (surface);
  for (guint cell = 0; cell < grid->n_cells; cell++)
    {
      const guint host = *dl_site_grid_nodes (grid, cell);
      DlRect rect;
      guint n_cross = 0;

      dl_jobs_map_rect (map, cell, &rect);
      for (guint i = 1; i < 2 * (rect.width - 2); i++)
        n_cross += pixel_at (surface, 2 * rect.x + i, 2 * rect.y + i) == cross;
      n_crossed += n_cross > 0;
      g_assert_cmpint (n_cross > 0, ==, host / 8 == 3 || host == 100);
      if (n_cross == 0)
        g_assert_cmphex (pixel_at (surface, 2 * rect.x + 5, 2 * rect.y + 4), ==,
                         dl_jobs_pixel (jobs->job[host], rect.x + 2.5, rect.y + 2, theme)
                             & 0xffffff);
    }
  g_assert_cmpuint (n_crossed, ==, 9);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Jobs are told apart by color and by pattern: the first four by both, sixteen by one of them. */
static void
test_looks (void)
{
  const DlTheme *themes[] = { dl_theme_light (), dl_theme_dark (), dl_theme_paper () };

  for (guint t = 0; t < G_N_ELEMENTS (themes); t++)
    for (guint a = 0; a < 16; a++)
      for (guint b = 0; b < a; b++)
        {
          gboolean same_pattern = TRUE, same = TRUE;
          const guint32 first_a = dl_jobs_pixel (a, 0, 0, themes[t]);
          const guint32 first_b = dl_jobs_pixel (b, 0, 0, themes[t]);

          for (guint i = 0; i < 64; i++)
            {
              const guint32 at_a = dl_jobs_pixel (a, i % 8, i / 8, themes[t]);
              const guint32 at_b = dl_jobs_pixel (b, i % 8, i / 8, themes[t]);

              same = same && at_a == at_b;
              same_pattern = same_pattern && (at_a == first_a) == (at_b == first_b);
              g_assert_cmphex (at_a, !=, dl_jobs_pixel (DL_NO_SET, i % 8, i / 8, themes[t]));
            }
          g_assert_false (same);
          if (a < 4)
            {
              g_assert_false (same_pattern);
              g_assert_cmphex (first_a, !=, first_b);
            }
        }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/jobs-map/places", test_places);
  g_test_add_func ("/jobs-map/fabrics", test_fabrics);
  g_test_add_func ("/jobs-map/nearest", test_nearest);
  g_test_add_func ("/jobs-map/steps", test_steps);
  g_test_add_func ("/jobs-map/pages", test_pages);
  g_test_add_func ("/jobs-map/paint", test_paint);
  g_test_add_func ("/jobs-map/paint-fabric", test_paint_fabric);
  g_test_add_func ("/jobs-map/looks", test_looks);
  return g_test_run ();
}
