#include "picture-fixture.h"

#include "ui-fixture.h"

#include <math.h>
#include <string.h>

/* Pixels --------------------------------------------------------------------------------------- */

GskRenderNode *
picture_node (GtkWidget *widget)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  return gtk_snapshot_free_to_node (snapshot);
}

/* Free with gsk_render_node_unref. */
static GskRenderNode *
draw (GtkWidget *window)
{
  GskRenderNode *node = NULL;

  ui_wait_for (node != NULL || (node = picture_node (window)) != NULL);
  return node;
}

Picture *
picture_new (GtkWidget *window)
{
  Picture *picture = g_new (Picture, 1);
  GskRenderNode *node = draw (window);
  g_autoptr (GdkTexture) texture = NULL;

  picture->width = gtk_widget_get_width (window);
  picture->height = gtk_widget_get_height (window);
  picture->pixels = g_new (guint32, (gsize) picture->width * picture->height);
  texture = gsk_renderer_render_texture (
      gtk_native_get_renderer (GTK_NATIVE (window)), node,
      &GRAPHENE_RECT_INIT (0, 0, (float) picture->width, (float) picture->height));
  gsk_render_node_unref (node);
  gdk_texture_download (texture, (guchar *) picture->pixels, 4 * (gsize) picture->width);
  return picture;
}

void
picture_free (Picture *picture)
{
  g_free (picture->pixels);
  g_free (picture);
}

typedef struct
{
  int left, top, right, bottom;
} Part;

/* The pixels of @box that there are, and @more around it. */
static Part
part_of (const Picture *picture, const graphene_rect_t *box, int more)
{
  return (Part) { MAX ((int) floorf (box->origin.x) - more, 0),
                  MAX ((int) floorf (box->origin.y) - more, 0),
                  MIN ((int) ceilf (box->origin.x + box->size.width) + more, picture->width),
                  MIN ((int) ceilf (box->origin.y + box->size.height) + more, picture->height) };
}

guint
picture_count_changed (const Picture *a, const Picture *b, const graphene_rect_t *box, int more)
{
  const Part part = part_of (a, box, more);
  guint n = 0;

  g_assert_cmpint (a->width, ==, b->width);
  g_assert_cmpint (a->height, ==, b->height);
  for (int y = part.top; y < part.bottom; y++)
    for (int x = part.left; x < part.right; x++)
      n += a->pixels[y * a->width + x] != b->pixels[y * b->width + x];
  return n;
}

static int
compare_pixels (gconstpointer a, gconstpointer b)
{
  const guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

GdkRGBA
picture_ground (const Picture *picture, const graphene_rect_t *box)
{
  const Part part = part_of (picture, box, 0);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint best = 0, most = 0;

  for (int y = part.top; y < part.bottom; y++)
    g_array_append_vals (all, picture->pixels + (gsize) y * picture->width + part.left,
                         MAX (part.right - part.left, 0));
  g_assert_cmpuint (all->len, >, 0);
  g_array_sort (all, compare_pixels);
  for (guint i = 0, run = 0; i < all->len; i++)
    {
      const guint32 pixel = g_array_index (all, guint32, i);

      run = i > 0 && g_array_index (all, guint32, i - 1) == pixel ? run + 1 : 1;
      if (run > most)
        {
          most = run;
          best = pixel;
        }
    }
  return (GdkRGBA) { (best >> 16 & 255) / 255.0f, (best >> 8 & 255) / 255.0f, (best & 255) / 255.0f,
                     1 };
}

/* Text ----------------------------------------------------------------------------------------- */

/* Transforms, clips and opacity between a node and the window. */
typedef struct
{
  GskTransform *transform; /* nullable */
  graphene_rect_t clip;
  float opacity;
} Around;

static void collect (GskRenderNode *node, Around around, GArray *inks);

static void
clip_to (Around *around, const graphene_rect_t *clip)
{
  graphene_rect_t seen;

  gsk_transform_transform_bounds (around->transform, clip, &seen);
  if (!graphene_rect_intersection (&around->clip, &seen, &around->clip))
    around->clip = GRAPHENE_RECT_INIT (0, 0, 0, 0);
}

/* Where gsk_text_node_get_color () leads, past @skip bytes. */
static GdkRGBA
color_past (const GskRenderNode *node, gsize skip)
{
  GdkRGBA color;

  memcpy (&color, (const char *) gsk_text_node_get_color (node) + skip, sizeof color);
  return color;
}

/* The color of a text. GTK 4.18 gives away the place of another structure, in which a pointer is
 * before the components: a text of a color that is known shows which it is. */
static GdkRGBA
text_color (const GskRenderNode *node)
{
  static const GdkRGBA known = { 0.25f, 0.5f, 0.75f, 0.625f };
  PangoGlyphString glyphs = { .num_glyphs = (int) gsk_text_node_get_num_glyphs (node),
                              .glyphs = (PangoGlyphInfo *) gsk_text_node_get_glyphs (node, NULL) };
  GskRenderNode *probe = gsk_text_node_new (gsk_text_node_get_font (node), &glyphs, &known,
                                            &GRAPHENE_POINT_INIT (0, 0));
  gsize skip = 0;
  GdkRGBA found;

  g_assert_nonnull (probe);
  found = color_past (probe, skip);
  if (!gdk_rgba_equal (&found, &known))
    {
      skip = sizeof (gpointer);
      found = color_past (probe, skip);
    }
  g_assert_true (gdk_rgba_equal (&found, &known));
  gsk_render_node_unref (probe);
  return color_past (node, skip);
}

static void
collect_text (GskRenderNode *node, const Around *around, GArray *inks)
{
  Ink ink = { .color = text_color (node) };
  graphene_rect_t bounds;

  ink.color.alpha *= around->opacity;
  gsk_render_node_get_bounds (node, &bounds);
  gsk_transform_transform_bounds (around->transform, &bounds, &ink.box);
  if (graphene_rect_intersection (&ink.box, &around->clip, &ink.box) && ink.box.size.width >= 2
      && ink.box.size.height >= 2)
    g_array_append_val (inks, ink);
}

static void
collect_transformed (GskRenderNode *node, Around around, GArray *inks)
{
  around.transform
      = gsk_transform_transform (gsk_transform_ref (around.transform),
                                 gsk_transform_ref (gsk_transform_node_get_transform (node)));
  collect (gsk_transform_node_get_child (node), around, inks);
  gsk_transform_unref (around.transform);
}

static void
collect (GskRenderNode *node, Around around, GArray *inks)
{
  graphene_vec4_t row;

  switch (gsk_render_node_get_node_type (node))
    {
    case GSK_TEXT_NODE:
      collect_text (node, &around, inks);
      break;
    case GSK_CONTAINER_NODE:
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        collect (gsk_container_node_get_child (node, i), around, inks);
      break;
    case GSK_TRANSFORM_NODE:
      collect_transformed (node, around, inks);
      break;
    case GSK_OPACITY_NODE:
      around.opacity *= gsk_opacity_node_get_opacity (node);
      collect (gsk_opacity_node_get_child (node), around, inks);
      break;
    case GSK_COLOR_MATRIX_NODE:
      graphene_matrix_get_row (gsk_color_matrix_node_get_color_matrix (node), 3, &row);
      around.opacity *= graphene_vec4_get_w (&row);
      collect (gsk_color_matrix_node_get_child (node), around, inks);
      break;
    case GSK_CLIP_NODE:
      clip_to (&around, gsk_clip_node_get_clip (node));
      collect (gsk_clip_node_get_child (node), around, inks);
      break;
    case GSK_ROUNDED_CLIP_NODE:
      clip_to (&around, &gsk_rounded_clip_node_get_clip (node)->bounds);
      collect (gsk_rounded_clip_node_get_child (node), around, inks);
      break;
    case GSK_SHADOW_NODE:
      collect (gsk_shadow_node_get_child (node), around, inks);
      break;
    case GSK_DEBUG_NODE:
      collect (gsk_debug_node_get_child (node), around, inks);
      break;
    case GSK_CROSS_FADE_NODE: /* it will be this */
      collect (gsk_cross_fade_node_get_end_child (node), around, inks);
      break;
    default: /* no text in it */
      break;
    }
}

GArray *
picture_inks (GtkWidget *window)
{
  GArray *inks = g_array_new (FALSE, FALSE, sizeof (Ink));
  GskRenderNode *node = draw (window);
  const Around all = { .clip = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (window),
                                                   (float) gtk_widget_get_height (window)),
                       .opacity = 1 };

  collect (node, all, inks);
  gsk_render_node_unref (node);
  return inks;
}

/* Colors -------------------------------------------------------------------------------------- */

GdkRGBA
color_over (const GdkRGBA *top, const GdkRGBA *ground)
{
  const float share = top->alpha;

  return (GdkRGBA) { share * top->red + (1 - share) * ground->red,
                     share * top->green + (1 - share) * ground->green,
                     share * top->blue + (1 - share) * ground->blue, 1 };
}

static double
linear (double srgb)
{
  return srgb <= 0.04045 ? srgb / 12.92 : pow ((srgb + 0.055) / 1.055, 2.4);
}

static double
luminance (const GdkRGBA *c)
{
  return 0.2126 * linear (c->red) + 0.7152 * linear (c->green) + 0.0722 * linear (c->blue);
}

double
color_contrast (const GdkRGBA *a, const GdkRGBA *b)
{
  const double la = luminance (a), lb = luminance (b);

  return (MAX (la, lb) + 0.05) / (MIN (la, lb) + 0.05);
}
