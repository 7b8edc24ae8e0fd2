/* The map of jobs: every router has a place of its own and is found there, arrow keys reach all of
 * them, and each node's pixels show its job. */
#include "dl-jobs-map.h"

#include "dl-dragonfly-jobs.h"
#include "dragonfly-fixture.h"

#include <math.h>

static void
test_places (void)
{
  for (guint seed = 0; seed < DRAGONFLY_N_MACHINES; seed++)
    {
      g_autoptr (DlDragonfly) net = dragonfly_machine (seed);
      const double width = 120 + seed * 37 % 400;
      g_autoptr (DlJobsMap) map = dl_jobs_map_new (net, width, DL_JOBS_MAP_HEIGHT, 1);

      g_assert_cmpfloat (dl_jobs_map_height (map), ==,
                         dl_jobs_map_measure (net, width, DL_JOBS_MAP_HEIGHT));
      g_assert_cmpuint (dl_jobs_map_hit (map, -5, -5), ==, DL_NO_NODE);
      for (guint router = 0; router < net->n_routers; router++)
        {
          DlRect rect;

          dl_jobs_map_rect (map, router, &rect);
          g_assert_cmpfloat (rect.x, >=, 0);
          g_assert_cmpfloat (rect.x + rect.width, <=, width);
          g_assert_cmpfloat (rect.y + rect.height, <=, dl_jobs_map_height (map));
          /* All of the cell, so none has it twice. */
          for (guint corner = 0; corner < 4; corner++)
            {
              const double x = rect.x + (corner % 2 == 0 ? 0 : rect.width - 0.01);
              const double y = rect.y + (corner / 2 == 0 ? 0 : rect.height - 0.01);

              g_assert_cmpuint (dl_jobs_map_hit (map, x, y), ==, router);
              g_assert_cmpuint (dl_jobs_map_nearest (map, x, y), ==, router);
            }
        }
    }
}

static void
test_nearest (void)
{
  g_autoptr (DlDragonfly) net = dragonfly_aries (15, 0, 6, 0);
  g_autoptr (DlJobsMap) map = dl_jobs_map_new (net, 260, DL_JOBS_MAP_HEIGHT, 1);
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

/* From the first router to all others by arrow keys, and never outside. */
static void
test_steps (void)
{
  static const gint way[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };

  for (guint seed = 0; seed < DRAGONFLY_N_MACHINES; seed++)
    {
      g_autoptr (DlDragonfly) net = dragonfly_machine (seed);
      g_autoptr (DlJobsMap) map = dl_jobs_map_new (net, 200 + seed * 7, DL_JOBS_MAP_HEIGHT, 1);
      g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint));
      g_autofree gboolean *seen = g_new0 (gboolean, net->n_routers);
      guint first = 0;

      g_array_append_val (queue, first);
      seen[0] = TRUE;
      for (guint i = 0; i < queue->len; i++)
        for (guint d = 0; d < 4; d++)
          {
            const guint from = g_array_index (queue, guint, i);
            const guint to = dl_jobs_map_step (map, from, way[d][0], way[d][1]);
            DlRect a, b;

            g_assert_cmpuint (to, <, net->n_routers);
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
      g_assert_cmpuint (queue->len, ==, net->n_routers);
    }
}

static void
test_paint (void)
{
  const DlTheme *theme = dl_theme_light ();
  g_autoptr (DlDragonfly) net = dragonfly_aries (8, 0, 6, 0);

  for (guint scale = 1; scale <= 2; scale++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlJobsMap) map = dl_jobs_map_new (net, 300, DL_JOBS_MAP_HEIGHT, scale);
      g_autoptr (DlJobs) jobs
          = dl_dragonfly_jobs_parse (net, "c@0-4 a:900:random b:700:random", 3, NULL, &error);
      const DlJobsMapLook look = { net, NULL, DL_NO_NODE, DL_NO_NODE, FALSE };
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
  g_test_add_func ("/jobs-map/nearest", test_nearest);
  g_test_add_func ("/jobs-map/steps", test_steps);
  g_test_add_func ("/jobs-map/paint", test_paint);
  g_test_add_func ("/jobs-map/looks", test_looks);
  return g_test_run ();
}
