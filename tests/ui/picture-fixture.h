/* Picture of a window: its pixels, the text in it, and the text's contrast. */
#pragma once

#include <gtk/gtk.h>

typedef struct
{
  int width, height;
  guint32 *pixels; /* (height, width) 0xaarrggbb, as cairo has them */
} Picture;

/* @widget as it was drawn last, to be freed with gsk_render_node_unref; NULL: it was not, or
 * nothing of it is seen. */
GskRenderNode *picture_node (GtkWidget *widget);
/* @window as it is drawn just now. */
Picture *picture_new (GtkWidget *window);
void picture_free (Picture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Picture, picture_free)
/* Pixels in @box, and @more around it, that differ. */
guint picture_count_changed (const Picture *a, const Picture *b, const graphene_rect_t *box,
                             int more);
/* The color that most of @box has. */
GdkRGBA picture_ground (const Picture *picture, const graphene_rect_t *box);

/* A piece of text as it is drawn. */
typedef struct
{
  graphene_rect_t box; /* of @window, as far as it is seen */
  GdkRGBA color;       /* with every opacity that it is seen through */
} Ink;

/* All that is in @window, of Ink. */
GArray *picture_inks (GtkWidget *window);

/* A color on an opaque one. */
GdkRGBA color_over (const GdkRGBA *top, const GdkRGBA *ground);
/* WCAG 2.1, 1.4.3: 1 to 21, of opaque colors. */
double color_contrast (const GdkRGBA *a, const GdkRGBA *b);
