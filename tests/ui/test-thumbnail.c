/* Thumbnails of scenarios: those of two states of one preset that differ in faults, traffic, engine
 * or datelines differ, too, and so that it is seen. */
#include "dl-evaluate.h"
#include "dl-scenario-file.h"
#include "dl-thumbnail.h"

#include <string.h>

#define WIDTH  192
#define HEIGHT 120
/* Difference of a channel, of 255, that is seen; and pixels that have to differ so. */
#define SEEN   48
#define ENOUGH 12

typedef struct
{
  const char *name;
  const char *preset;
  const char *key, *value; /* that sets the second one apart */
} Pair;

static void
set (DlScenario *scenario, const char *key, const char *value)
{
  g_autoptr (GError) error = NULL;

  dl_field_set (dl_field_find_name (key), scenario, value, &error);
  g_assert_no_error (error);
}

static cairo_status_t
read_bytes (void *unread, unsigned char *data, unsigned int length)
{
  GByteArray *bytes = unread;

  if (length > bytes->len)
    return CAIRO_STATUS_READ_ERROR;
  memcpy (data, bytes->data, length);
  g_byte_array_remove_range (bytes, 0, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
draw (const Pair *pair, gboolean apart)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_preset_load (pair->preset, &error);
  g_autoptr (DlEvaluation) result = NULL;

  g_assert_no_error (error);
  if (apart)
    set (scenario, pair->key, pair->value);
  result = dl_evaluation_new (scenario, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) png = dl_thumbnail_to_png (result, WIDTH, HEIGHT);
  g_autoptr (GByteArray) unread = g_bytes_unref_to_array (g_steal_pointer (&png));
  cairo_surface_t *surface = cairo_image_surface_create_from_png_stream (read_bytes, unread);

  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  if (g_getenv ("THUMBNAILS") != NULL)
    {
      g_autofree char *path = g_strdup_printf ("%s/%s%s.png", g_getenv ("THUMBNAILS"), pair->name,
                                               apart ? "-b" : "-a");

      cairo_surface_write_to_png (surface, path);
    }
  return surface;
}

static void
test_apart (gconstpointer data)
{
  cairo_surface_t *a = draw (data, FALSE), *b = draw (data, TRUE);
  const guint8 *of_a = cairo_image_surface_get_data (a), *of_b = cairo_image_surface_get_data (b);
  const gsize size = (gsize) cairo_image_surface_get_stride (a) * HEIGHT;
  guint n = 0;

  g_assert_cmpint (cairo_image_surface_get_stride (b), ==, cairo_image_surface_get_stride (a));
  for (gsize at = 0; at < size; at += 4)
    n += ABS (of_a[at] - of_b[at]) > SEEN || ABS (of_a[at + 1] - of_b[at + 1]) > SEEN
         || ABS (of_a[at + 2] - of_b[at + 2]) > SEEN;
  g_test_message ("%u pixels differ", n);
  g_assert_cmpuint (n, >=, ENOUGH);
  cairo_surface_destroy (a);
  cairo_surface_destroy (b);
}

int
main (int argc, char **argv)
{
  static const Pair pairs[] = {
    { "torus-cable", "xt3-11x12x16", "torus.broken-links", "5,5,11:x+" },
    { "torus-node", "xt3-11x12x16", "torus.broken-nodes", "5,5,11" },
    { "torus-traffic", "xt3-11x12x16", "traffic.pattern", "tornado" },
    { "torus-dateline", "xt3-11x12x16", "torus.datelines", "5;11;15" },
    { "torus-engine", "xt3-11x12x16", "torus.engine", "up-down" },
    { "torus-policy", "xt3-11x12x16", "torus.vc-policy", "initial" },
    { "mesh-traffic", "mesh-8x8", "traffic.pattern", "transpose" },
    { "mesh-cable", "mesh-8x8", "torus.broken-links", "3,3,0:x+" },
    { "ring-cable", "ring-8", "torus.broken-links", "3,0,0:x+" },
    { "dragonfly-cable", "edison", "dragonfly.broken-cables", "0-3#2" },
    { "dragonfly-link", "edison", "dragonfly.broken-links", "2.0.4-2.0.5#0" },
    { "dragonfly-router", "edison", "dragonfly.broken-routers", "2.0.4" },
    { "dragonfly-traffic", "edison", "traffic.pattern", "group-shift" },
    { "dragonfly-engine", "edison", "dragonfly.routing", "valiant" },
    { "fabric-cable", "fat-tree-16", "fabric.broken-cables", "L1-0:5" },
    { "fabric-traffic", "fat-tree-16", "traffic.pattern", "tornado" },
    { "fabric-engine", "slim-fly-17", "fabric.engine", "valiant" },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *path = g_strconcat ("/thumbnail/", pairs[i].name, NULL);

      g_test_add_data_func (path, &pairs[i], test_apart);
    }
  return g_test_run ();
}
