/* Counters of a real machine on the maps: what was measured, what was 0, and what is not known. */
#include "dl-dragonfly-map.h"
#include "dl-dragonfly-metric.h"
#include "dl-evaluate.h"
#include "dl-map.h"
#include "dl-scenario-file.h"
#include "metric-fixture.h"

#include <math.h>
#include <string.h>

static DlCounters *
read_good (const char *text)
{
  g_autoptr (GError) error = NULL;
  DlCounters *counters = dl_counters_read (text, -1, "file", &error);

  g_assert_no_error (error);
  return counters;
}

static DlScenario *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_scenario_parse (text, -1, "scenario", NULL, &error);

  g_assert_no_error (error);
  return scenario;
}

#define TORUS_HEAD                                                                                 \
  "---\nkey: OURS\n---\n- [sx]\n- [sy]\n- [sz]\n- [tx]\n- [ty]\n- [tz]\n- [code_region]\n"         \
  "- [packets]\n...\n"

/* A ring of 5: the link from 0 carries 40, that from 1 nothing, that from 2 is broken here, that
 * from 3 is not in the file, and that from 4 carries 10 in each of two regions. */
static DlCounters *
ring_counters (void)
{
  return read_good (TORUS_HEAD "0 0 0 1 0 0 7 40\n1 0 0 2 0 0 7 0\n2 0 0 3 0 0 7 80\n"
                               "4 0 0 0 0 0 7 10\n4 0 0 0 0 0 8 10\n");
}

static DlTorusAnalysis *
ring_analysis (void)
{
  g_autoptr (DlScenario) scenario = parse ("[torus]\nradix=5;1;1\nbroken-links=2,0,0:x+\n");
  g_autoptr (GError) error = NULL;
  DlTorusAnalysis *analysis = dl_torus_evaluate (scenario, NULL, &error);

  g_assert_no_error (error);
  return analysis;
}

static float
plus (const float *values, guint x)
{
  return values[x * DL_TORUS_N_NETWORK_PORTS + DL_TORUS_PORT_X_PLUS];
}

static void
test_torus_values (void)
{
  g_autoptr (DlCounters) counters = ring_counters ();
  g_autoptr (DlTorusAnalysis) analysis = ring_analysis ();
  g_autofree float *values = g_new (float, analysis->network->n_links);
  const gint32 region = 8;
  DlMetricInput input = dl_metric_input (&dl_family_torus, analysis);

  input.counters = counters;
  dl_metric_values (torus_metric ("measured"), &input, values);
  /* Shares of the busiest link, which is broken here. */
  g_assert_cmpfloat (plus (values, 0), ==, .5f);
  g_assert_true (isnan (plus (values, 1)));
  g_assert_true (isnan (plus (values, 2)));
  g_assert_true (dl_value_is_unknown (plus (values, 3)));
  g_assert_cmpfloat (plus (values, 4), ==, .25f);
  g_assert_true (dl_value_is_unknown (values[DL_TORUS_PORT_X_MINUS]));
  g_assert_cmpfloat (dl_metric_max (torus_metric ("measured"), &input), ==, 0);

  input.region = &region;
  dl_metric_values (torus_metric ("measured"), &input, values);
  g_assert_cmpfloat (plus (values, 4), ==, 1);
  g_assert_true (dl_value_is_unknown (plus (values, 0)));

  input.counters = NULL;
  dl_metric_values (torus_metric ("measured"), &input, values);
  for (guint link = 0; link < analysis->network->n_links; link++)
    g_assert_true (isnan (values[link]));
}

/* The colors under the middle of a cell: more than one where it is hatched. */
static guint
colors_at (cairo_surface_t *image, DlRect rect, guint32 *one)
{
  const guint32 *pixels = (const guint32 *) (gpointer) cairo_image_surface_get_data (image);
  const guint stride = cairo_image_surface_get_stride (image) / 4;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint y = rect.y + 1; y + 1 < rect.y + rect.height; y++)
    for (guint x = rect.x + 1; x + 1 < rect.x + rect.width; x++)
      g_hash_table_add (seen, GUINT_TO_POINTER (*one = pixels[y * stride + x]));
  return g_hash_table_size (seen);
}

/* Measured, 0, not measured and broken are four different things to see. */
static void
test_torus_paint (void)
{
  g_autoptr (DlCounters) counters = ring_counters ();
  g_autoptr (DlTorusAnalysis) analysis = ring_analysis ();
  const DlTorusNetwork *network = analysis->network;
  const DlMapOptions options
      = { .kind = DL_MAP_RING_MATRIX, .slice = DL_Z, .width = 700, .height = 400, .scale = 1 };
  DlMetricInput input = dl_metric_input (&dl_family_torus, analysis);
  g_autoptr (DlMap) map = dl_map_new (network, &options);
  g_autofree float *values = g_new (float, network->n_links);
  cairo_surface_t *image;
  guint32 color[5];
  guint n[5];
  DlScale scale;

  input.counters = counters;
  dl_metric_values (torus_metric ("measured"), &input, values);
  dl_scale_init (&scale, torus_metric ("measured"), 0, dl_theme_light ());
  image = dl_map_paint (map, network, values, &scale, dl_theme_light (), NULL);
  for (guint x = 0; x < 5; x++)
    {
      DlRect rect;

      g_assert_true (
          dl_map_link_rect (map, x * DL_TORUS_N_NETWORK_PORTS + DL_TORUS_PORT_X_PLUS, &rect));
      n[x] = colors_at (image, rect, &color[x]);
    }
  g_assert_cmpuint (n[0], ==, 1);
  g_assert_cmpuint (n[1], ==, 2); /* hatched */
  g_assert_cmpuint (n[3], ==, 1);
  g_assert_cmpuint (color[0] & 0xffffff, ==, dl_scale_rgb (&scale, .5));
  g_assert_cmpuint (color[3] & 0xffffff, ==, 0xf3f3f5); /* where there is nothing to show */
  g_assert_cmpuint (color[3], !=, color[2]);
  g_assert_cmpuint (color[4] & 0xffffff, ==, dl_scale_rgb (&scale, .25));
  cairo_surface_destroy (image);
}

/* Two groups; of the links from the first router one of each kind. */
static void
test_dragonfly_values (void)
{
  g_autoptr (DlScenario) scenario
      = parse ("[scenario]\nkind=dragonfly\n[dragonfly]\ngroups=2\nchassis=2\nblades=4\n"
               "cables-per-pair=1\nbroken-links=0.0.0-0.0.3#0\n");
  g_autoptr (DlCounters) counters
      = read_good ("sg,sr,sc,dg,dr,dc,color,flits,stalls\n0,0,0,0,0,1,g,30,600\n"
                   "0,0,0,0,0,2,g,0,0\n0,0,0,0,0,3,g,60,100\n0,0,1,0,0,0,g,15,300\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (DlDragonflyAnalysis) analysis = dl_dragonfly_evaluate (scenario, NULL, NULL, &error);
  g_assert_no_error (error);
  const DlDragonfly *net = analysis->dragonfly;
  DlMetricInput input = dl_metric_input (&dl_family_dragonfly, analysis);
  g_autofree float *values = g_new (float, net->n_links);
  guint n_unknown = 0, n_broken = 0;

  input.counters = counters;
  dl_metric_values (dragonfly_metric ("measured-flits"), &input, values);
  g_assert_cmpfloat (values[dl_dragonfly_find_link (net, 0, 1, 0)], ==, .5f);
  g_assert_true (isnan (values[dl_dragonfly_find_link (net, 0, 2, 0)]));
  g_assert_true (isnan (values[dl_dragonfly_find_link (net, 0, 3, 0)]));
  g_assert_cmpfloat (values[dl_dragonfly_find_link (net, 1, 0, 0)], ==, .25f);
  for (guint link = 0; link < net->n_links; link++)
    {
      n_unknown += dl_value_is_unknown (values[link]);
      n_broken += net->link_state[link] != DL_LINK_UP;
    }
  g_assert_cmpuint (n_broken, ==, 2);
  g_assert_cmpuint (n_unknown, ==, net->n_links - 3 - n_broken);

  dl_metric_values (dragonfly_metric ("measured-stalls"), &input, values);
  g_assert_cmpfloat (values[dl_dragonfly_find_link (net, 0, 1, 0)], ==, 1);
  g_assert_cmpfloat (values[dl_dragonfly_find_link (net, 1, 0, 0)], ==, .5f);
}

/* One of the blue links between two groups is measured: it is their mean. Between others none is:
 * they are painted flat, as unknown. */
static void
test_dragonfly_pairs (void)
{
  g_autoptr (DlScenario) scenario
      = parse ("[scenario]\nkind=dragonfly\n[dragonfly]\ngroups=3\nchassis=2\nblades=4\n"
               "cables-per-pair=1\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (DlDragonflyAnalysis) analysis = dl_dragonfly_evaluate (scenario, NULL, NULL, &error);
  g_assert_no_error (error);
  const DlDragonfly *net = analysis->dragonfly;
  guint link = 0;

  while (net->link_class[link] != DL_LINK_BLUE || net->router[net->link_to[link]].group != 1)
    link++;
  const DlRouterAt a = net->router[net->link_from[link]], b = net->router[net->link_to[link]];
  g_autofree char *text
      = g_strdup_printf ("sg,sr,sc,dg,dr,dc,color,flits\n%u,%u,%u,%u,%u,%u,b,7\n", a.group,
                         a.chassis, a.blade, b.group, b.chassis, b.blade);
  g_autoptr (DlCounters) counters = read_good (text);
  DlMetricInput input = dl_metric_input (&dl_family_dragonfly, analysis);
  input.counters = counters;
  g_autoptr (DlDragonflyShown) shown
      = dl_dragonfly_shown_new (dragonfly_metric ("measured-flits"), &input);
  guint16 order[3];

  g_assert_cmpfloat (shown->group_value[0 * 3 + 1], ==, 1);
  g_assert_true (dl_value_is_unknown (shown->group_value[1 * 3 + 0]));
  g_assert_true (dl_value_is_unknown (shown->group_value[0 * 3 + 2]));
  g_assert_cmpfloat (shown->group_out[0], ==, 1);
  g_assert_true (isnan (shown->group_out[2]));
  dl_dragonfly_values_order (&shown->sums, 3, order);
  g_assert_cmpuint (order[0] + order[1], ==, 1);

  const DlDragonflyMapOptions options = {
    .kind = DL_DRAGONFLY_MAP_GROUPS, .label_scale = 1, .width = 400, .height = 400, .scale = 1
  };
  g_autoptr (DlDragonflyMap) map = dl_dragonfly_map_new (analysis->dragonfly, &options, NULL);
  cairo_surface_t *image;
  guint32 color;
  DlScale scale;
  DlRect rect;

  dl_scale_init (&scale, dragonfly_metric ("measured-flits"), 0, dl_theme_light ());
  image = dl_dragonfly_map_paint (map, net, &shown->sums, &scale, dl_theme_light (), NULL);
  g_assert_true (dl_dragonfly_map_rect (map, dl_place_pair (1, 0), &rect));
  g_assert_cmpuint (colors_at (image, rect, &color), ==, 1);
  g_assert_cmpuint (color & 0xffffff, ==, 0xf3f3f5);
  g_assert_true (dl_dragonfly_map_rect (map, dl_place_pair (0, 1), &rect));
  g_assert_cmpuint (colors_at (image, rect, &color), ==, 1);
  g_assert_cmpuint (color & 0xffffff, ==, dl_scale_rgb (&scale, 1));
  cairo_surface_destroy (image);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/measured-map/torus/values", test_torus_values);
  g_test_add_func ("/measured-map/torus/paint", test_torus_paint);
  g_test_add_func ("/measured-map/dragonfly/values", test_dragonfly_values);
  g_test_add_func ("/measured-map/dragonfly/pairs", test_dragonfly_pairs);
  return g_test_run ();
}
