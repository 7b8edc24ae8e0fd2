#include "dl-two-maps.h"

#include "dl-canvas.h"
#include "dl-family-rooms.h"

#include <glib/gi18n-lib.h>

/* In pixels: for all maps, and for each of two that are side by side; elsewhere one is above the
 * other. */
#define LEAST_WIDTH  320
#define LEAST_HEIGHT 180
#define ACROSS_WIDTH 300
#define GAP          6

struct _DlTwoMaps
{
  GtkWidget parent;
  DlView *view;
  GtkStack *first, *second; /* A's views, and those maps of B that were shown */
  GtkWidget *sides[2];      /* a column each: what it is, and the stack */
  GtkWidget *headings[2];
};

G_DEFINE_FINAL_TYPE (DlTwoMaps, dl_two_maps, GTK_TYPE_WIDGET)

/* Which are shown ------------------------------------------------------------------------------ */

/* Maps have a B; packets only if it is simulated along with A. The inside of a router is A's. */
static gboolean
has_second (DlTwoMaps *self, const char *id)
{
  const DlMaker *maker = id != NULL ? dl_maker_find (DL_FEATURE_VIEW, id) : NULL;

  const DlLivePicture *b = dl_live_get_picture_b (dl_view_get_live (self->view));

  return maker != NULL
         && (maker->is_map || (g_str_equal (id, "packets") && b != NULL && b->flights != NULL));
}

static GtkWidget *
ensure_second (DlTwoMaps *self, const char *id)
{
  GtkWidget *map = gtk_stack_get_child_by_name (self->second, id);

  if (map != NULL)
    return map;
  map = dl_maker_find (DL_FEATURE_VIEW, id)->create (self->view);
  dl_canvas_show_b (DL_CANVAS (map));
  if (dl_maker_find (DL_FEATURE_VIEW, id)->is_map)
    dl_standing_follow (map, dl_view_get_session (self->view), DL_STANDING_HIDES);
  gtk_stack_add_named (self->second, map, id);
  dl_canvas_join (DL_CANVAS (gtk_stack_get_child_by_name (self->first, id)), DL_CANVAS (map));
  return map;
}

static void
show_heading (DlTwoMaps *self, DlShow side)
{
  g_autofree char *title = dl_beside_title (dl_view_get_beside (self->view), side);
  g_autofree char *text = side == DL_SHOW_A ? g_strdup_printf (_ ("A: %s"), title)
                                            : g_strdup_printf (_ ("B: %s"), title);

  gtk_label_set_text (GTK_LABEL (self->headings[side]), text);
}

static void
update (DlTwoMaps *self)
{
  DlBeside *beside = dl_view_get_beside (self->view);
  const char *id = gtk_stack_get_visible_child_name (self->first);
  const gboolean both = dl_beside_get_sides (beside) && has_second (self, id);

  gtk_widget_set_visible (self->sides[1], both);
  gtk_widget_set_visible (self->headings[0], both);
  if (both)
    {
      show_heading (self, DL_SHOW_A);
      show_heading (self, DL_SHOW_B);
      gtk_stack_set_visible_child (self->second, ensure_second (self, id));
    }
}

/* Both go to another cycle. */
static void
on_picture (DlTwoMaps *self)
{
  const DlPin *pin = dl_beside_get_pin (dl_view_get_beside (self->view));

  if (pin != NULL && pin->simulated && dl_beside_get_sides (dl_view_get_beside (self->view)))
    update (self);
}

GtkWidget *
dl_two_maps_get_second (DlTwoMaps *self)
{
  return gtk_widget_get_visible (self->sides[1]) ? gtk_stack_get_visible_child (self->second)
                                                 : NULL;
}

/* Layout --------------------------------------------------------------------------------------- */

static gboolean
is_across (int width)
{
  return width >= 2 * ACROSS_WIDTH + GAP;
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  DlTwoMaps *self = DL_TWO_MAPS (widget);

  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? LEAST_WIDTH : LEAST_HEIGHT;
  for (guint i = 0; i < G_N_ELEMENTS (self->sides); i++)
    {
      int least, wanted;

      if (!gtk_widget_get_visible (self->sides[i]))
        continue;
      gtk_widget_measure (self->sides[i], orientation, -1, &least, &wanted, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural = MAX (*natural, wanted);
    }
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  DlTwoMaps *self = DL_TWO_MAPS (widget);
  const gboolean both = gtk_widget_get_visible (self->sides[1]);
  const gboolean across = is_across (width);
  const int half_width = both && across ? (width - GAP) / 2 : width;
  const int half_height = both && !across ? (height - GAP) / 2 : height;

  gtk_widget_size_allocate (self->sides[0], &(GtkAllocation) { 0, 0, half_width, half_height }, -1);
  if (both)
    gtk_widget_size_allocate (
        self->sides[1],
        &(GtkAllocation) { width - half_width, height - half_height, half_width, half_height }, -1);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlTwoMaps *self = DL_TWO_MAPS (object);

  for (guint i = 0; i < G_N_ELEMENTS (self->sides); i++)
    g_clear_pointer (&self->sides[i], gtk_widget_unparent);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_two_maps_parent_class)->dispose (object);
}

static void
dl_two_maps_class_init (DlTwoMapsClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  GTK_WIDGET_CLASS (class)->measure = measure;
  GTK_WIDGET_CLASS (class)->size_allocate = size_allocate;
}

static void
dl_two_maps_init (DlTwoMaps *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

static void
add_side (DlTwoMaps *self, guint i, const char *heading, GtkStack *stack)
{
  self->sides[i] = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->headings[i] = gtk_label_new (heading);
  gtk_label_set_xalign (GTK_LABEL (self->headings[i]), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->headings[i]), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->headings[i], "dl-side");
  gtk_box_append (GTK_BOX (self->sides[i]), self->headings[i]);
  gtk_box_append (GTK_BOX (self->sides[i]), GTK_WIDGET (stack));
  gtk_widget_set_parent (self->sides[i], GTK_WIDGET (self));
}

DlTwoMaps *
dl_two_maps_insert (GtkStack *views, DlView *view)
{
  DlTwoMaps *self = g_object_new (DL_TYPE_TWO_MAPS, NULL);
  GtkWidget *overlay = gtk_widget_get_parent (GTK_WIDGET (views));

  self->view = g_object_ref (view);
  self->first = views;
  self->second = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_hhomogeneous (self->second, FALSE);
  gtk_stack_set_vhomogeneous (self->second, FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->second), TRUE);
  g_object_ref (views);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), GTK_WIDGET (self));
  add_side (self, 0, NULL, views);
  add_side (self, 1, NULL, self->second);
  g_object_unref (views);
  g_signal_connect_object (views, "notify::visible-child", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_beside (view), "notify::changes", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (on_picture),
                           self, G_CONNECT_SWAPPED);
  update (self);
  return self;
}
