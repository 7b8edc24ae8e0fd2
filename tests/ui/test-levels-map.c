/* Maps of fabrics by levels: what is under a point, where the keys lead, and what is drawn. */
#include "fabric-map-fixture.h"
#include "pixels.h"

#include "dl-rng.h"
#include "metric-fixture.h"

#include <math.h>
#include <string.h>

static const char *const names[]
    = { "toy", "tree-1024", "leaf-spine", "hyperx", "slim-fly", "dragonfly-plus", "random", NULL };

typedef void (*MapFunc) (DlFabric *fabric, const DlLevelsMap *map, const float *values);

/* Any values: some idle. */
static float *
make_values (const DlFabric *fabric)
{
  float *values = g_new (float, fabric->n_channels);
  DlRng rng;

  dl_rng_init (&rng, fabric->n_channels);
  for (guint c = 0; c < fabric->n_channels; c++)
    values[c] = dl_rng_below (&rng, 9) == 0 ? NAN : dl_rng_below (&rng, 1000) / 1000.0;
  return values;
}

/* Each fabric in some sizes, zoomed or with large words, folded as at first, or some of it open. */
static void
foreach_map (MapFunc func)
{
  static const DlLevelsMapOptions options[] = {
    { 320, 200, 1, 1, { 0 } },
    { 722, 560, 1, 1, { 0 } },
    { 1280, 760, 2, 2, { 0 } },
    { 640, 440, 1, 1, { 3, 400, 200 } },
  };

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (DlFabric) fabric = fabric_map_make (names[i], NULL);
      g_autoptr (DlFabricRows) rows = dl_fabric_rows_new (fabric);
      g_autofree float *values = make_values (fabric);

      for (guint k = 0; k < 2 * G_N_ELEMENTS (options); k++)
        {
          g_autofree guint8 *open = dl_fabric_rows_open (rows);

          for (guint fold = k; fold < rows->n_folds && k % 2 == 1; fold += 7)
            open[fold] = !open[fold];
          g_autoptr (DlLevelsMap) map = dl_levels_map_new (rows, open, &options[k / 2]);
          func (fabric, map, values);
        }
    }
}

static gboolean
same_hit (DlLevelsHit a, DlLevelsHit b)
{
  return a.kind == b.kind && (a.kind == DL_LEVELS_NOTHING || a.index == b.index)
         && (a.kind != DL_LEVELS_BUNDLE || a.back == b.back);
}

/* The middle of each box that is in sight is its own; its place leads back to it, and all its
 * vertices do. */
static void
check_hits (DlFabric *fabric, const DlLevelsMap *map, const float *values)
{
  const DlFabricLayout *layout = dl_levels_map_layout (map);
  const DlLevelsMapOptions *options = dl_levels_map_options (map);

  for (guint i = 0; i < layout->n_boxes; i++)
    {
      const DlLevelsHit box = { DL_LEVELS_BOX, i, FALSE };
      const DlPlace place = dl_levels_map_place (map, box, fabric, values);
      DlRect rect;

      g_assert_true (dl_levels_map_rect (map, box, &rect));
      const double x = rect.x + rect.width / 2, y = rect.y + rect.height / 2;

      if (x >= 0 && y >= 0 && x < options->width && y < options->height)
        g_assert_true (same_hit (dl_levels_map_hit (map, x, y), box));
      g_assert_true ((place.kind == DL_PLACE_NOTHING) == (layout->boxes[i].n > 1));
      if (place.kind != DL_PLACE_NOTHING)
        g_assert_true (same_hit (dl_levels_map_find (map, place), box));
    }
  for (guint s = 0; s < fabric->n_switches; s++)
    g_assert_cmpuint (dl_levels_map_find (map, dl_place_router (s)).index, ==,
                      layout->vertex_box[fabric->n_hosts + s]);
  g_assert_cmpuint (dl_levels_map_find (map, dl_place_link (fabric->n_channels)).kind, ==,
                    DL_LEVELS_NOTHING);
  g_assert_cmpuint (dl_levels_map_hit (map, -1, 5).kind, ==, DL_LEVELS_NOTHING);
}

static void
test_hits (void)
{
  foreach_map (check_hits);
}

/* The place of a direction is its channel with the largest value; its sum is that value. */
static void
check_bundles (DlFabric *fabric, const DlLevelsMap *map, const float *values)
{
  const DlFabricLayout *layout = dl_levels_map_layout (map);
  g_autofree float *most = g_new (float, 2 * layout->n_bundles);
  g_autofree guint *n = g_new0 (guint, 2 * layout->n_bundles);

  for (guint i = 0; i < 2 * layout->n_bundles; i++)
    most[i] = NAN;
  for (guint c = 0; c < fabric->n_channels; c++)
    {
      const DlLevelsHit hit = dl_levels_map_find (map, dl_place_link (c));
      const DlFabricBundle *bundle = &layout->bundles[hit.index];
      const gboolean back = bundle->a == bundle->b ? FALSE : hit.back;

      g_assert_cmpuint (hit.kind, ==, DL_LEVELS_BUNDLE);
      n[2 * hit.index + back]++;
      most[2 * hit.index + back] = fmaxf (most[2 * hit.index + back], values[c]);
    }
  for (guint i = 0; i < layout->n_bundles; i++)
    for (guint back = 0; back < 2; back++)
      {
        const DlLevelsHit hit = { DL_LEVELS_BUNDLE, i, back };
        const DlLevelsSum sum = dl_levels_map_sum (map, i, back, fabric, values);
        const DlPlace place = dl_levels_map_place (map, hit, fabric, values);

        g_assert_cmpuint (place.kind, ==, DL_PLACE_LINK);
        if (layout->bundles[i].a == layout->bundles[i].b)
          continue;
        g_assert_cmpuint (sum.n, ==, n[2 * i + back]);
        g_assert_cmpuint (sum.n_broken, ==, 0);
        g_assert_true (sum.value == most[2 * i + back]
                       || (isnan (sum.value) && isnan (most[2 * i + back])));
        if (!isnan (sum.value))
          g_assert_true (values[place.a] == sum.value);
      }
}

static void
test_bundles (void)
{
  foreach_map (check_bundles);
}

/* From any box the keys lead to any other one of its row, and from row to row. */
static void
check_steps (DlFabric *fabric, const DlLevelsMap *map, const float *values)
{
  const DlFabricLayout *layout = dl_levels_map_layout (map);
  DlLevelsHit at = dl_levels_map_step (map, (DlLevelsHit) { DL_LEVELS_NOTHING, 0, FALSE }, 0, 0);
  guint rows_seen = 1;

  g_assert_cmpuint (at.kind, ==, DL_LEVELS_BOX);
  g_assert_cmpuint (at.index, ==, 0);
  for (guint i = 0; i < 200; i++)
    {
      const guint row = layout->boxes[at.index].row;
      guint n = 1;

      for (DlLevelsHit next = dl_levels_map_step (map, at, 1, 0); !same_hit (next, at);
           next = dl_levels_map_step (map, at, 1, 0))
        {
          g_assert_cmpuint (next.index, ==, at.index + 1);
          g_assert_cmpuint (layout->boxes[next.index].row, ==, row);
          g_assert_true (same_hit (dl_levels_map_step (map, next, -1, 0), at));
          at = next;
          n++;
        }
      g_assert_cmpuint (n, ==, layout->row_first[row + 1] - layout->row_first[row]);
      DlLevelsHit below = dl_levels_map_step (map, at, 0, 1);

      if (below.kind == DL_LEVELS_BUNDLE) /* a cable on the way, with those beside it */
        {
          const DlLevelsHit aside = dl_levels_map_step (map, below, 1, 0);

          g_assert_cmpuint (layout->bundles[below.index].a, ==, at.index);
          g_assert_cmpuint (layout->bundles[aside.index].a, ==, at.index);
          g_assert_true (same_hit (dl_levels_map_step (map, below, 0, -1), at));
          below = dl_levels_map_step (map, below, 0, 1);
        }
      if (same_hit (below, at))
        break;
      g_assert_cmpuint (below.kind, ==, DL_LEVELS_BOX);
      g_assert_cmpuint (layout->boxes[below.index].row, >, row);
      at = below;
      rows_seen++;
      while (!same_hit (dl_levels_map_step (map, at, -1, 0), at))
        at = dl_levels_map_step (map, at, -1, 0);
    }
  for (guint row = rows_seen; layout->row_first[row] < layout->n_boxes; row++)
    g_error ("row %u is not reached", row);
}

static void
test_steps (void)
{
  foreach_map (check_steps);
}

/* Drawing -------------------------------------------------------------------------------------- */

static cairo_surface_t *
draw (const DlLevelsMap *map, const DlFabric *fabric, const float *values, DlOverlay overlay,
      const DlTheme *theme)
{
  DlNet net = *dl_shape_net (fabric);
  DlScale scale;

  dl_scale_init (&scale, metric_in (&dl_family_fabric, "sim-load"), 0, theme);
  cairo_surface_t *image = dl_levels_map_paint (map, fabric, values, &scale, theme, NULL);
  cairo_t *cr = cairo_create (image);

  net.n_vcs = 1;
  overlay.net = &net;
  overlay.values = values;
  overlay.scale = &scale;
  dl_levels_map_draw_overlay (map, cr, &overlay, theme);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (image);
  return image;
}

static guint
count_color (cairo_surface_t *image, DlColor color)
{
  const gint width = cairo_image_surface_get_width (image);
  guint n = 0;

  for (gint y = 0; y < cairo_image_surface_get_height (image); y++)
    {
      const guint32 *row = (const guint32 *) (cairo_image_surface_get_data (image)
                                              + (gsize) y * cairo_image_surface_get_stride (image));
      for (gint x = 0; x < width; x++)
        n += (row[x] & 0xffffff) == rgb_of (color);
    }
  return n;
}

/* Nothing is clipped at the border: its pixels are the background's. */
static void
check_border (DlFabric *fabric, const DlLevelsMap *map, const float *values)
{
  const DlTheme *theme = dl_theme_dark ();
  const DlLevelsMapOptions *options = dl_levels_map_options (map);

  if (options->zoom.by > 1)
    return;
  cairo_surface_t *image = draw (map, fabric, values, (DlOverlay) { 0 }, theme);

  for (double x = 0.25; x < options->width; x += 0.5)
    for (guint bottom = 0; bottom < 2; bottom++)
      g_assert_cmphex (pixel_at (image, x, bottom ? options->height - 0.5 : 0) & 0xffffff, ==,
                       rgb_of (theme->background));
  for (double y = 0.25; y < options->height; y += 0.5)
    for (guint right = 0; right < 2; right++)
      g_assert_cmphex (pixel_at (image, right ? options->width - 0.5 : 0, y) & 0xffffff, ==,
                       rgb_of (theme->background));
  cairo_surface_destroy (image);
}

static void
test_border (void)
{
  foreach_map (check_border);
}

/* A straight cable has its channel's color in the middle. */
static void
test_colors (void)
{
  g_autoptr (DlFabric) fabric = fabric_map_make ("tree-1024", NULL);
  g_autoptr (DlFabricRows) rows = dl_fabric_rows_new (fabric);
  g_autofree guint8 *open = dl_fabric_rows_open (rows);
  g_autofree float *values = make_values (fabric);
  const DlLevelsMapOptions options = { .width = 722, .height = 560, .scale = 4, .label_scale = 1 };
  g_autoptr (DlLevelsMap) map = dl_levels_map_new (rows, open, &options);
  const DlFabricLayout *layout = dl_levels_map_layout (map);
  DlScale scale;
  guint n = 0;

  dl_scale_init (&scale, metric_in (&dl_family_fabric, "sim-load"), 0, dl_theme_light ());
  cairo_surface_t *image
      = dl_levels_map_paint (map, fabric, values, &scale, dl_theme_light (), NULL);
  for (guint i = 0; i < layout->n_bundles; i++)
    for (guint back = 0; back < 2; back++)
      {
        const DlLevelsHit hit = { DL_LEVELS_BUNDLE, i, back };
        const DlLevelsSum sum = dl_levels_map_sum (map, i, back, fabric, values);
        DlRect rect;

        g_assert_true (dl_levels_map_rect (map, hit, &rect));
        g_assert_cmphex (pixel_at (image, rect.x + rect.width / 2, rect.y + rect.height / 2)
                             & 0xffffff,
                         ==, dl_scale_rgb (&scale, sum.value));
        g_assert_true (same_hit (
            dl_levels_map_hit (map, rect.x + rect.width / 2, rect.y + rect.height / 2), hit));
        n++;
      }
  g_assert_cmpuint (n, ==, 96);
  cairo_surface_destroy (image);
}

/* Broken cables and switches show as crosses, a route and a selection as lines. */
static void
test_marks (void)
{
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (DlFabric) whole = fabric_map_make (names[i], NULL);
      g_autoptr (DlFabric) broken = fabric_map_break (whole, 4, 11);
      const guint32 off = 0;
      const DlFabricFaults faults = { .switches = &off, .n_switches = 1 };
      g_autoptr (DlFabric) without = dl_fabric_new_broken (whole, &faults);
      g_autoptr (DlFabricRows) rows = dl_fabric_rows_new (whole);
      g_autofree guint8 *open = dl_fabric_rows_open (rows);
      g_autofree float *values = make_values (whole);
      const DlLevelsMapOptions options
          = { .width = 722, .height = 560, .scale = 1, .label_scale = 1 };
      g_autoptr (DlLevelsMap) map = dl_levels_map_new (rows, open, &options);
      const guint32 channels[] = { whole->first[whole->n_hosts], whole->first[whole->n_hosts + 1] };
      const DlMapPath path = { .channels = channels, .n = 2, .step = 1, .broken_step = G_MAXUINT };
      const DlTheme *theme = dl_theme_light ();
      cairo_surface_t *image = draw (map, whole, values, (DlOverlay) { 0 }, theme);

      g_assert_cmpuint (count_color (image, theme->broken), ==, 0);
      g_assert_cmpuint (count_color (image, theme->path), ==, 0);
      g_assert_cmpuint (count_color (image, theme->accent), ==, 0);
      cairo_surface_destroy (image);
      image = draw (map, broken, values, (DlOverlay) { 0 }, theme);
      g_assert_cmpuint (count_color (image, theme->broken), >, 10);
      cairo_surface_destroy (image);
      image = draw (map, without, values, (DlOverlay) { 0 }, theme);
      g_assert_cmpuint (count_color (image, theme->broken), >, 10);
      cairo_surface_destroy (image);
      image = draw (map, whole, values, (DlOverlay) { .path = &path }, theme);
      g_assert_cmpuint (count_color (image, theme->path), >, 20);
      cairo_surface_destroy (image);
      for (guint place = 0; place < 2; place++)
        {
          const DlPlace selected = place == 0 ? dl_place_router (0) : dl_place_link (0);

          image = draw (map, whole, values, (DlOverlay) { .selected = selected }, theme);
          g_assert_cmpuint (count_color (image, theme->accent), >, 20);
          cairo_surface_destroy (image);
        }
    }
}

/* Color in most of the area around a point. */
static guint32
color_around (cairo_surface_t *image, double x, double y)
{
  guint32 best = 0;
  guint most = 0;

  for (gint i = -14; i <= 14; i++)
    {
      const guint32 rgb = pixel_at (image, x + i, y) & 0xffffff;
      guint n = 0;

      for (gint k = -14; k <= 14; k++)
        n += (pixel_at (image, x + k, y) & 0xffffff) == rgb;
      if (n > most)
        {
          most = n;
          best = rgb;
        }
    }
  return best;
}

/* The spines of a tree are one box as wide as the pods, and the cables between have their value
 * in a cell of their color, each direction where its packets come from. */
static void
test_values (void)
{
  g_autoptr (DlFabric) fabric = fabric_map_make ("tree-1024", NULL);
  g_autoptr (DlFabricRows) rows = dl_fabric_rows_new (fabric);
  g_autofree guint8 *open = dl_fabric_rows_open (rows);
  g_autofree float *values = make_values (fabric);
  const DlLevelsMapOptions options = { .width = 722, .height = 560, .scale = 1, .label_scale = 1 };
  g_autoptr (DlLevelsMap) map = dl_levels_map_new (rows, open, &options);
  const DlFabricLayout *layout = dl_levels_map_layout (map);
  const DlTheme *theme = dl_theme_light ();
  cairo_surface_t *image = draw (map, fabric, values, (DlOverlay) { 0 }, theme);
  DlScale scale;
  DlRect top;

  dl_scale_init (&scale, metric_in (&dl_family_fabric, "sim-load"), 0, theme);
  g_assert_true (dl_levels_map_rect (map, (DlLevelsHit) { DL_LEVELS_BOX, 0, FALSE }, &top));
  g_assert_cmpuint (layout->row_first[1], ==, 1);
  g_assert_cmpfloat (top.width, >, 600);
  for (guint i = 0; i < layout->n_bundles; i++)
    for (guint back = 0; back < 2; back++)
      {
        const DlLevelsSum sum = dl_levels_map_sum (map, i, back, fabric, values);
        const DlFabricBundle *bundle = &layout->bundles[i];
        DlRect a, b;

        g_assert_true (
            dl_levels_map_rect (map, (DlLevelsHit) { DL_LEVELS_BOX, bundle->a, FALSE }, &a));
        g_assert_true (
            dl_levels_map_rect (map, (DlLevelsHit) { DL_LEVELS_BOX, bundle->b, FALSE }, &b));
        const double from = a.y + a.height, gap = b.y - from;

        g_assert_cmphex (
            color_around (image, b.x + b.width / 2, from + gap * (back ? 0.76 : 0.24) - 6), ==,
            dl_scale_rgb (&scale, sum.value));
      }
  cairo_surface_destroy (image);
}

/* A torus of switches as it was read, whose routes can deadlock under min-hop: each channel of the
 * credit loop has its line, and the loop is drawn. */
static void
test_loop (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "..", "shared", "data",
                                                 "fabric", "torus-4x4x2", "topology.txt", NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("there is no ../shared/data/fabric/torus-4x4x2 (a torus of switches)");
      return;
    }
  g_autoptr (DlFabric) fabric = fabric_map_make (NULL, path);
  g_autoptr (DlFabricAnalysis) analysis = fabric_map_analyze (fabric, "min-hop");
  g_autoptr (DlFabricRows) rows = dl_fabric_rows_new (fabric);
  g_autofree guint8 *open = dl_fabric_rows_open (rows);
  const DlLevelsMapOptions options = { .width = 722, .height = 560, .scale = 1, .label_scale = 1 };
  g_autoptr (DlLevelsMap) map = dl_levels_map_new (rows, open, &options);
  const guint layer = dl_fabric_analysis_cyclic_layer (analysis);
  g_autofree float *values = make_values (fabric);

  g_assert_false (rows->by_hosts);
  g_assert_cmpuint (dl_levels_map_layout (map)->n_boxes, ==, 32);
  g_assert_cmpuint (layer, !=, G_MAXUINT);
  const DlMapPath loop = { .channels = analysis->verdicts[layer]->cycle,
                           .n = analysis->verdicts[layer]->n_cycle,
                           .closed = TRUE,
                           .step = G_MAXUINT,
                           .broken_step = G_MAXUINT };

  g_assert_cmpuint (loop.n, >=, 3);
  cairo_surface_t *image
      = draw (map, fabric, values, (DlOverlay) { .path = &loop }, dl_theme_light ());

  g_assert_cmpuint (count_color (image, dl_theme_light ()->path), >, 50 * loop.n);
  cairo_surface_destroy (image);
}

/* Painted again it is the same, in another theme another one, with names in its own color. */
static void
test_again (void)
{
  g_autoptr (DlFabric) fabric = fabric_map_make ("tree-1024", NULL);
  g_autoptr (DlFabricRows) rows = dl_fabric_rows_new (fabric);
  g_autofree guint8 *open = dl_fabric_rows_open (rows);
  g_autofree float *values = make_values (fabric);
  const DlLevelsMapOptions options = { .width = 722, .height = 560, .scale = 1, .label_scale = 1 };
  g_autoptr (DlLevelsMap) map = dl_levels_map_new (rows, open, &options);
  const DlTheme *themes[] = { dl_theme_light (), dl_theme_dark (), dl_theme_light () };
  cairo_surface_t *images[3];
  gsize size;

  for (guint i = 0; i < 3; i++)
    {
      DlScale scale;

      dl_scale_init (&scale, metric_in (&dl_family_fabric, "sim-load"), 0, themes[i]);
      images[i] = dl_levels_map_paint (map, fabric, values, &scale, themes[i], NULL);
      g_assert_cmpuint (count_color (images[i], themes[i]->foreground), >, 50);
    }
  size = (gsize) cairo_image_surface_get_stride (images[0]) * 560;
  g_assert_cmpint (memcmp (cairo_image_surface_get_data (images[0]),
                           cairo_image_surface_get_data (images[2]), size),
                   ==, 0);
  g_assert_cmpint (memcmp (cairo_image_surface_get_data (images[0]),
                           cairo_image_surface_get_data (images[1]), size),
                   !=, 0);
  for (guint i = 0; i < 3; i++)
    cairo_surface_destroy (images[i]);
}

/* The words for a box, folded or not. */
static void
test_words (void)
{
  g_autoptr (DlFabric) whole = fabric_map_make ("tree-1024", NULL);
  const guint32 off[] = { 1, 2 };
  const DlFabricFaults faults = { .switches = off, .n_switches = 2 };
  g_autoptr (DlFabric) fabric = dl_fabric_new_broken (whole, &faults);
  g_autoptr (DlFabricRows) rows = dl_fabric_rows_new (whole);
  g_autofree guint8 *open = dl_fabric_rows_open (rows);
  const DlLevelsMapOptions options = { .width = 722, .height = 560, .scale = 1, .label_scale = 1 };
  g_autoptr (DlLevelsMap) map = dl_levels_map_new (rows, open, &options);
  const DlLevelsHit leaves = dl_levels_map_find (map, dl_place_router (0));
  g_autofree char *text = dl_levels_map_box_text (map, leaves.index, fabric);
  g_autofree char *hosts
      = dl_levels_map_box_text (map, dl_levels_map_find (map, dl_place_node (0)).index, fabric);
  g_autofree char *top = dl_fabric_row_title (rows, 0);

  g_assert_cmpstr (text, ==, "8 switches, L1-0 to L1-7, with 64 hosts, 2 broken");
  g_assert_cmpstr (hosts, ==, "64 hosts, H0 to H63");
  g_assert_cmpstr (top, ==, "Level 3");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/levels-map/hits", test_hits);
  g_test_add_func ("/levels-map/bundles", test_bundles);
  g_test_add_func ("/levels-map/steps", test_steps);
  g_test_add_func ("/levels-map/border", test_border);
  g_test_add_func ("/levels-map/colors", test_colors);
  g_test_add_func ("/levels-map/marks", test_marks);
  g_test_add_func ("/levels-map/values", test_values);
  g_test_add_func ("/levels-map/loop", test_loop);
  g_test_add_func ("/levels-map/again", test_again);
  g_test_add_func ("/levels-map/words", test_words);
  return g_test_run ();
}
