/* The way that a view shows: found again with each result, and drawn over every map. */
#include "dl-chart.h"
#include "dl-rng.h"
#include "dl-torus-actions.h"
#include "ui-fixture.h"

#include <math.h>

typedef struct
{
  DlSession *session;
  DlView *view;
  guint notified;
} Fixture;

static void
on_path (Fixture *fixture)
{
  fixture->notified++;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (5, 5, 5);
  fixture->view = dl_view_new (fixture->session);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    dl_session_set_number (fixture->session, "torus.datelines", dim, 0, TRUE);
  ui_settle (fixture->session);
  g_signal_connect_swapped (fixture->view, "notify::path", G_CALLBACK (on_path), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->view);
  g_object_unref (fixture->session);
  ui_idle ();
}

static guint
node_of (guint x, guint y, guint z)
{
  return 25 * x + 5 * y + z;
}

/* "X+.0 X+.0": what model.md prints. */
static char *
path_text (const DlMapPath *path)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < path->n; i++)
    {
      const guint port = path->channels[i] / 2 % DL_TORUS_N_NETWORK_PORTS;
      g_string_append_printf (text, "%s%c%c.%u", i > 0 ? " " : "", "XYZ"[port / 2],
                              port & 1 ? '-' : '+', path->channels[i] % 2);
    }
  return g_strdup (text->str);
}

/* Each hop begins where the last one ended. */
static void
assert_joined (const DlTorusNetwork *network, const DlMapPath *path)
{
  for (guint i = 1; i < path->n + path->closed; i++)
    g_assert_cmpuint (network->link_to[path->channels[i - 1] / 2], ==,
                      path->channels[i % path->n] / 2 / DL_TORUS_N_NETWORK_PORTS);
}

/* The known answers of the model, before and after a cable is cut. */
static void
test_route (Fixture *fixture, gconstpointer data)
{
  const guint source = node_of (0, 2, 2), dest = node_of (2, 2, 2);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  guint from, to;
  DlMapPath path;

  g_assert_cmpint (dl_view_get_path_kind (fixture->view), ==, DL_PATH_NONE);
  g_assert_false (dl_view_get_path (fixture->view, &path));
  g_assert_null (dl_view_get_route (fixture->view, &from, &to));

  dl_view_show_route (fixture->view, source, dest, 0);
  g_assert_cmpuint (fixture->notified, ==, 1);
  g_assert_cmpint (dl_view_get_path_kind (fixture->view), ==, DL_PATH_ROUTE);
  g_assert_true (dl_view_get_path (fixture->view, &path));
  before = path_text (&path);
  g_assert_cmpstr (before, ==, "X+.1 X+.1");
  g_assert_false (path.closed);
  g_assert_cmpuint (path.source, ==, source);
  g_assert_cmpuint (path.dest, ==, dest);
  g_assert_cmpuint (path.step, ==, DL_NO_STEP);
  g_assert_cmpuint (path.broken_step, ==, DL_NO_STEP);

  dl_view_toggle (
      fixture->view,
      dl_place_link (node_of (1, 2, 2) * DL_TORUS_N_NETWORK_PORTS + DL_TORUS_PORT_X_PLUS), FALSE);
  ui_settle (fixture->session);
  g_assert_cmpuint (fixture->notified, ==, 2);
  g_assert_true (dl_view_get_path (fixture->view, &path));
  after = path_text (&path);
  g_assert_cmpstr (after, ==, "X+.1 Y+.0 X+.0 Y-.1");
  g_assert_nonnull (dl_view_get_route (fixture->view, &from, &to));
  g_assert_cmpuint (from, ==, source);
  g_assert_cmpuint (to, ==, dest);

  dl_view_hide_path (fixture->view);
  g_assert_cmpint (dl_view_get_path_kind (fixture->view), ==, DL_PATH_NONE);
  g_assert_cmpuint (fixture->notified, ==, 3);
  dl_view_hide_path (fixture->view);
  g_assert_cmpuint (fixture->notified, ==, 3);
}

/* A route keeps its ends in a network of a different shape, and is removed when one does not
 * exist. */
static void
test_route_goes (Fixture *fixture, gconstpointer data)
{
  guint from, to;
  DlMapPath path;

  dl_view_show_route (fixture->view, node_of (1, 1, 1), node_of (2, 2, 2), 0);
  dl_session_set_number (fixture->session, "torus.radix", DL_Z, 7, TRUE);
  ui_settle (fixture->session);
  g_assert_nonnull (dl_view_get_route (fixture->view, &from, &to));
  g_assert_cmpuint (from, ==, 35 + 7 + 1);
  g_assert_cmpuint (to, ==, 2 * (35 + 7 + 1));
  g_assert_true (dl_view_get_path (fixture->view, &path));
  assert_joined (dl_evaluation_torus (dl_session_get_result (fixture->session))->network, &path);

  dl_session_set_number (fixture->session, "torus.radix", DL_X, 2, TRUE);
  ui_settle (fixture->session);
  g_assert_cmpint (dl_view_get_path_kind (fixture->view), ==, DL_PATH_NONE);
  g_assert_false (dl_view_get_path (fixture->view, &path));

  dl_session_set_number (fixture->session, "torus.radix", DL_X, 5, TRUE);
  ui_settle (fixture->session);
  dl_view_show_route (fixture->view, 0, 60, 0);
  dl_view_toggle (fixture->view, dl_place_node (60), FALSE);
  ui_settle (fixture->session);
  g_assert_cmpint (dl_view_get_path_kind (fixture->view), ==, DL_PATH_NONE);
}

/* None, first, ..., last, none: both ways. */
static void
test_steps (Fixture *fixture, gconstpointer data)
{
  DlMapPath path;

  dl_view_set_path_step (fixture->view, 3);
  g_assert_cmpuint (fixture->notified, ==, 0);
  dl_view_show_route (fixture->view, node_of (1, 1, 1), node_of (3, 4, 0), 0);
  g_assert_true (dl_view_get_path (fixture->view, &path));
  g_assert_cmpuint (path.n, ==, 5);
  for (guint i = 0; i < 2 * (path.n + 1); i++)
    {
      dl_view_set_path_step (fixture->view, path.step + 1);
      dl_view_get_path (fixture->view, &path);
      g_assert_cmpuint (path.step, ==, i % 6 < 5 ? i % 6 : DL_NO_STEP);
    }
  for (guint i = 0; i < 2 * (path.n + 1); i++)
    {
      dl_view_set_path_step (fixture->view, path.step - 1);
      dl_view_get_path (fixture->view, &path);
      g_assert_cmpuint (path.step, ==, i % 6 < 5 ? 4 - i % 6 : DL_NO_STEP);
    }
}

/* Without datelines, rings of five have cycles of five; with them, none. */
static void
test_cycle (Fixture *fixture, gconstpointer data)
{
  DlMapPath path;

  dl_view_show_cycle (fixture->view);
  g_assert_cmpint (dl_view_get_path_kind (fixture->view), ==, DL_PATH_NONE);

  dl_torus_set_datelines (fixture->session, FALSE);
  ui_settle (fixture->session);
  dl_view_show_cycle (fixture->view);
  g_assert_cmpint (dl_view_get_path_kind (fixture->view), ==, DL_PATH_CYCLE);
  g_assert_true (dl_view_get_path (fixture->view, &path));
  g_assert_true (path.closed);
  g_assert_cmpuint (path.n, ==, 5);
  g_assert_cmpuint (path.source, ==, DL_NO_NODE);
  g_assert_cmpuint (path.dest, ==, DL_NO_NODE);
  assert_joined (dl_evaluation_torus (dl_session_get_result (fixture->session))->network, &path);

  dl_session_set_number (fixture->session, "torus.radix", DL_X, 6, TRUE);
  ui_settle (fixture->session);
  g_assert_true (dl_view_get_path (fixture->view, &path));
  assert_joined (dl_evaluation_torus (dl_session_get_result (fixture->session))->network, &path);

  dl_torus_set_datelines (fixture->session, TRUE);
  ui_settle (fixture->session);
  g_assert_cmpint (dl_view_get_path_kind (fixture->view), ==, DL_PATH_NONE);
  g_assert_false (dl_view_get_path (fixture->view, &path));
}

/* Drawing --------------------------------------------------------------------------------------
 */

#define WIDTH  722
#define HEIGHT 520

static cairo_surface_t *
draw (const DlMap *map, const DlTorusAnalysis *analysis, const DlMapPath *path)
{
  const DlTorusNetwork *network = analysis->network;
  const DlOverlay overlay = { .net = dl_shape_net (network), .path = path };
  DlDatelines datelines = { .dragged = -1 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    datelines.at[dim] = analysis->routes->spec.dateline[dim];
  cairo_set_source_rgb (cr, 0.2, 0.4, 0.4); /* no color of the way's */
  cairo_paint (cr);
  dl_map_draw_overlay (map, cr, &overlay, &datelines, dl_theme_light ());
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
pixel (cairo_surface_t *surface, gint x, gint y)
{
  const guchar *data = cairo_image_surface_get_data (surface);

  return ((const guint32 *) (data + y * cairo_image_surface_get_stride (surface)))[x] & 0xffffff;
}

/* Pixels that differ in @rect and @around it. */
static guint
count_changes (cairo_surface_t *a, cairo_surface_t *b, DlRect rect, double around)
{
  const gint left = MAX (floor (rect.x - around), 0), top = MAX (floor (rect.y - around), 0);
  const gint right = MIN (ceil (rect.x + rect.width + around), WIDTH);
  const gint bottom = MIN (ceil (rect.y + rect.height + around), HEIGHT);
  guint n = 0;

  for (gint y = top; y < bottom; y++)
    for (gint x = left; x < right; x++)
      n += pixel (a, x, y) != pixel (b, x, y);
  return n;
}

static guint
count_color (cairo_surface_t *surface, const DlColor *color)
{
  const guint32 rgb = (guint32) (color->r * 255 + 0.5) << 16 | (guint32) (color->g * 255 + 0.5) << 8
                      | (guint32) (color->b * 255 + 0.5);
  guint n = 0;

  for (gint y = 0; y < HEIGHT; y++)
    for (gint x = 0; x < WIDTH; x++)
      n += pixel (surface, x, y) == rgb;
  return n;
}

#define ALL ((DlRect) { 0, 0, WIDTH, HEIGHT })

typedef void (*MapFunc) (const DlMap *map, const DlTorusAnalysis *analysis);

static void
foreach_map (Fixture *fixture, MapFunc func)
{
  const DlTorusAnalysis *analysis = dl_evaluation_torus (dl_session_get_result (fixture->session));

  for (guint kind = 0; kind < DL_N_MAPS; kind++)
    for (guint slice = 0; slice < DL_TORUS_N_DIMS; slice++)
      {
        const DlMapOptions options = {
          .kind = kind, .slice = slice, .width = WIDTH, .height = HEIGHT, .scale = 1, .cut = 2
        };
        g_autoptr (DlMap) map = dl_map_new (analysis->network, &options);
        func (map, analysis);
      }
}

/* The channels of the route between two nodes. */
static GArray *
route_of (const DlTorusAnalysis *analysis, guint source, guint dest)
{
  GArray *channels = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_auto (DlTorusRoute) route = { 0 };

  dl_torus_routes_walk (analysis->routes, source, dest, &route);
  for (guint i = 0; i < route.n_hops; i++)
    {
      const guint32 channel = route.hops[i].link * 2 + route.hops[i].vc;
      g_array_append_val (channels, channel);
    }
  return channels;
}

static DlMapPath
path_of (const GArray *channels, guint source, guint dest)
{
  return (DlMapPath) { .channels = (const guint32 *) channels->data,
                       .n = channels->len,
                       .step = DL_NO_STEP,
                       .broken_step = DL_NO_STEP,
                       .source = source,
                       .dest = dest };
}

/* Each hop is seen where its link is, for both halves of one that wraps around. */
static void
check_hops (const DlMap *map, const DlTorusAnalysis *analysis)
{
  cairo_surface_t *plain = draw (map, analysis, NULL);
  DlRng rng;

  dl_rng_init (&rng, 5);
  for (guint i = 0; i < 12; i++)
    {
      const guint source = dl_rng_below (&rng, 125), dest = dl_rng_below (&rng, 125);
      g_autoptr (GArray) channels = route_of (analysis, source, dest);
      const DlMapPath path = path_of (channels, source, dest);
      cairo_surface_t *drawn = draw (map, analysis, &path);

      for (guint hop = 0; hop < path.n; hop++)
        {
          const guint port = path.channels[hop] / 2 % DL_TORUS_N_NETWORK_PORTS;
          DlRect rect;

          /* Between planes a way is a curve from body to body. */
          if (dl_map_options (map)->kind == DL_MAP_PLANES
              && dl_torus_port_dim (port) == dl_map_options (map)->slice)
            g_assert_true (
                dl_map_node_rect (map, path.channels[hop] / 2 / DL_TORUS_N_NETWORK_PORTS, &rect));
          else if (!dl_map_link_rect (map, path.channels[hop] / 2, &rect))
            continue;
          g_assert_cmpuint (count_changes (plain, drawn, rect, 2), >=, 4);
        }
      if (path.n > 0)
        g_assert_cmpuint (count_color (drawn, &dl_theme_light ()->path), >, 30);
      cairo_surface_destroy (drawn);
    }
  cairo_surface_destroy (plain);
}

static void
test_hops (Fixture *fixture, gconstpointer data)
{
  foreach_map (fixture, check_hops);
}

/* Differences of hops are drawn: virtual channels, the step, the illegal turn, that it is
 * closed. */
static void
check_marks (const DlMap *map, const DlTorusAnalysis *analysis)
{
  const guint node = node_of (2, 2, 2);
  guint32 channels[5], others[5];
  guint at = node;

  for (guint i = 0; i < 5; i++)
    {
      const guint link = dl_torus_network_link (analysis->network, at, DL_TORUS_PORT_Y_PLUS);
      channels[i] = 2 * link;
      others[i] = 2 * link + 1;
      at = analysis->network->link_to[link];
    }
  DlMapPath path = { channels, 4, FALSE, DL_NO_STEP, DL_NO_STEP, node, at };
  DlMapPath other = path;
  cairo_surface_t *base = draw (map, analysis, &path);
  cairo_surface_t *drawn;

  other.channels = others;
  drawn = draw (map, analysis, &other);
  g_assert_cmpuint (count_changes (base, drawn, ALL, 0), >, 8);
  /* Dashes: less of the color. */
  g_assert_cmpuint (count_color (drawn, &dl_theme_light ()->path), <,
                    count_color (base, &dl_theme_light ()->path));
  cairo_surface_destroy (drawn);

  other = path;
  other.step = 1;
  drawn = draw (map, analysis, &other);
  g_assert_cmpuint (count_color (drawn, &dl_theme_light ()->path), >,
                    count_color (base, &dl_theme_light ()->path));
  cairo_surface_destroy (drawn);

  other = path;
  other.broken_step = 1;
  drawn = draw (map, analysis, &other);
  g_assert_cmpuint (count_color (drawn, &dl_theme_light ()->broken), >,
                    count_color (base, &dl_theme_light ()->broken) + 40);
  cairo_surface_destroy (drawn);
  cairo_surface_destroy (base);

  path.n = 5;
  path.source = path.dest = DL_NO_NODE;
  base = draw (map, analysis, &path);
  path.closed = TRUE;
  drawn = draw (map, analysis, &path);
  g_assert_cmpuint (count_changes (base, drawn, ALL, 0), >, 8);
  cairo_surface_destroy (drawn);
  cairo_surface_destroy (base);
}

static void
test_marks (Fixture *fixture, gconstpointer data)
{
  foreach_map (fixture, check_marks);
}

static guint n_crossings;

static guint
count_color_in (cairo_surface_t *surface, const DlColor *color, DlRect rect)
{
  const guint32 rgb = (guint32) (color->r * 255 + 0.5) << 16 | (guint32) (color->g * 255 + 0.5) << 8
                      | (guint32) (color->b * 255 + 0.5);
  guint n = 0;

  for (gint y = MAX (rect.y, 0); y < MIN (rect.y + rect.height, HEIGHT); y++)
    for (gint x = MAX (rect.x, 0); x < MIN (rect.x + rect.width, WIDTH); x++)
      n += pixel (surface, x, y) == rgb;
  return n;
}

/* The hop that leaves the dateline's node straight on carries its mark, one that begins there does
 * not. In the ring matrix that is where the dateline's own line is. */
static void
check_crossing (const DlMap *map, const DlTorusAnalysis *analysis)
{
  const DlColor *accent = &dl_theme_light ()->accent;
  const guint before
      = dl_torus_network_link (analysis->network, node_of (2, 4, 2), DL_TORUS_PORT_Y_PLUS);
  const guint after
      = dl_torus_network_link (analysis->network, node_of (2, 0, 2), DL_TORUS_PORT_Y_PLUS);
  const guint32 channels[2] = { 2 * before, 2 * after + 1 };
  const DlMapPath crossing = { channels, 2, FALSE, DL_NO_STEP, DL_NO_STEP, DL_NO_NODE, DL_NO_NODE };
  const DlMapPath beginning
      = { channels + 1, 1, FALSE, DL_NO_STEP, DL_NO_STEP, DL_NO_NODE, DL_NO_NODE };
  DlRect rect;

  g_assert_cmpint (analysis->routes->spec.dateline[DL_Y], ==, 0);
  if (dl_map_options (map)->kind == DL_MAP_RING_MATRIX || dl_map_options (map)->slice == DL_Y
      || !dl_map_link_rect (map, after, &rect))
    return;
  cairo_surface_t *with = draw (map, analysis, &crossing);
  cairo_surface_t *without = draw (map, analysis, &beginning);
  /* The link's own lane. */
  rect = (DlRect) { rect.x - 6, rect.y - 20, rect.width + 12, rect.height + 40 };
  g_assert_cmpuint (count_changes (with, without, rect, 0), >, 8);
  g_assert_cmpuint (count_color_in (with, accent, rect), >,
                    count_color_in (without, accent, rect) + 4);
  n_crossings++;
  cairo_surface_destroy (with);
  cairo_surface_destroy (without);
}

static void
test_crossing (Fixture *fixture, gconstpointer data)
{
  n_crossings = 0;
  foreach_map (fixture, check_crossing);
  g_assert_cmpuint (n_crossings, >=, 3);
}

/* Nothing past the edge, whatever the way; ways of another network are borne. */
static void
check_inside (const DlMap *map, const DlTorusAnalysis *analysis)
{
  DlRng rng;

  dl_rng_init (&rng, 9);
  for (guint i = 0; i < 30; i++)
    {
      const guint n = dl_rng_below (&rng, 12);
      guint32 channels[12];
      double x, y, width, height;
      cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
      cairo_t *cr = cairo_create (surface);

      for (guint j = 0; j < n; j++)
        channels[j] = dl_rng_below (&rng, i % 5 == 0 ? 3000 : 1500);
      const DlMapPath path = { channels,
                               n,
                               i % 2,
                               dl_rng_below (&rng, 15),
                               dl_rng_below (&rng, 15),
                               dl_rng_below (&rng, 150),
                               dl_rng_below (&rng, 150) };
      const DlOverlay overlay = { .net = dl_shape_net (analysis->network), .path = &path };
      const DlDatelines datelines = { { 1, 2, 3 }, -1 };
      dl_map_draw_overlay (map, cr, &overlay, &datelines, dl_theme_dark ());
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_recording_surface_ink_extents (surface, &x, &y, &width, &height);
      g_assert_cmpfloat (x, >=, -1);
      g_assert_cmpfloat (y, >=, -1);
      g_assert_cmpfloat (x + width, <=, WIDTH + 1);
      g_assert_cmpfloat (y + height, <=, HEIGHT + 1);
      cairo_surface_destroy (surface);
    }
}

static void
test_inside (Fixture *fixture, gconstpointer data)
{
  foreach_map (fixture, check_inside);
}

/* The ring view marks the hops of its own ring and no others. */
static void
test_ring_chart (Fixture *fixture, gconstpointer data)
{
  const DlTorusAnalysis *analysis = dl_evaluation_torus (dl_session_get_result (fixture->session));
  const DlRect rect = { 0, 0, WIDTH, HEIGHT };
  g_autoptr (GArray) channels = route_of (analysis, node_of (1, 1, 1), node_of (3, 4, 0));
  const DlMapPath path = path_of (channels, node_of (1, 1, 1), node_of (3, 4, 0));
  const struct
  {
    guint node;
    DlTorusDim dim;
    gboolean touched;
  } rings[] = {
    { node_of (0, 1, 1), DL_X, TRUE },  { node_of (3, 0, 1), DL_Y, TRUE },
    { node_of (3, 4, 3), DL_Z, TRUE },  { node_of (0, 1, 2), DL_X, FALSE },
    { node_of (1, 1, 1), DL_Y, FALSE }, { node_of (0, 4, 1), DL_X, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rings); i++)
    {
      cairo_surface_t *surfaces[2];

      for (guint with = 0; with < 2; with++)
        {
          const DlRingChart chart = { .analysis = analysis,
                                      .node = rings[i].node,
                                      .dim = rings[i].dim,
                                      .selected_link = DL_NO_LINK,
                                      .hovered_link = DL_NO_LINK,
                                      .path = with ? &path : NULL };
          surfaces[with] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
          cairo_t *cr = cairo_create (surfaces[with]);
          dl_ring_chart_draw (cr, rect, &chart, dl_theme_light ());
          cairo_destroy (cr);
          cairo_surface_flush (surfaces[with]);
        }
      const guint changes = count_changes (surfaces[0], surfaces[1], rect, 0);
      if (rings[i].touched)
        g_assert_cmpuint (changes, >, 200);
      else
        g_assert_cmpuint (changes, ==, 0);
      cairo_surface_destroy (surfaces[0]);
      cairo_surface_destroy (surfaces[1]);
    }
}

static double
luminance (const DlColor *color)
{
  const double parts[3] = { color->r, color->g, color->b };
  double linear[3];

  for (guint i = 0; i < 3; i++)
    linear[i] = parts[i] <= 0.03928 ? parts[i] / 12.92 : pow ((parts[i] + 0.055) / 1.055, 2.4);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

/* The halo of a way is the background's color: on that it stands out, whatever is beneath. */
static void
test_contrast (void)
{
  const DlTheme *const themes[] = { dl_theme_light (), dl_theme_dark (), dl_theme_paper () };

  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    {
      const double a = luminance (&themes[i]->path), b = luminance (&themes[i]->background);
      g_assert_cmpfloat ((MAX (a, b) + 0.05) / (MIN (a, b) + 0.05), >=, 4.5);
    }
}

#define ADD(name, func) g_test_add ("/path/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("route", test_route);
  ADD ("route-goes", test_route_goes);
  ADD ("steps", test_steps);
  ADD ("cycle", test_cycle);
  ADD ("hops", test_hops);
  ADD ("marks", test_marks);
  ADD ("crossing", test_crossing);
  ADD ("inside", test_inside);
  ADD ("ring-chart", test_ring_chart);
  g_test_add_func ("/path/contrast", test_contrast);
  return g_test_run ();
}
