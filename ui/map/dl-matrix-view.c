#include "dl-matrix-view.h"

#include "dl-map-input.h"
#include "dl-map-parts.h"
#include "dl-map-zoomer.h"
#include "dl-matrix-map.h"
#include "dl-view-plain.h"

#include <glib/gi18n-lib.h>

/* Between two pictures of a simulation, in microseconds. */
#define REPAINT_US (50 * 1000)

struct _DlMatrixView
{
  GtkWidget parent;
  DlView *view;

  DlMatrixMap *map;     /* the layout, for the size and the network of: */
  DlEvaluation *placed; /* any result with the same places */
  GdkTexture *image;    /* the dense layer, for what follows */
  GArray *values;       /* float (n_links), by @scale */
  DlScale scale;
  DlEvaluation *painted;
  DlMetric painted_metric;
  const DlTheme *painted_theme;
  gint64 painted_us;
  GtkWidget *menu;
};

G_DEFINE_FINAL_TYPE (DlMatrixView, dl_matrix_view, GTK_TYPE_WIDGET)

/* The picture ---------------------------------------------------------------------------------- */

static DlBeside *
beside_of (DlMatrixView *self)
{
  return dl_view_get_beside (self->view);
}

static void
drop_image (DlMatrixView *self)
{
  g_clear_object (&self->image);
  g_clear_pointer (&self->painted, dl_evaluation_unref);
}

static gboolean
same_options (const DlMatrixMapOptions *a, const DlMatrixMapOptions *b)
{
  return a->width == b->width && a->height == b->height && a->scale == b->scale
         && a->label_scale == b->label_scale && dl_map_zoom_equal (&a->zoom, &b->zoom);
}

static gboolean
same_places (const DlEvaluation *a, const DlEvaluation *b)
{
  const DlFamily *family = a->scenario->family;

  return family == b->scenario->family && family->same_places (a->net.shape, b->net.shape);
}

/* Make the layout fit the widget and the network; FALSE before there is one. */
static gboolean
ensure_map (DlMatrixView *self)
{
  DlEvaluation *result = dl_beside_get_shown (beside_of (self));
  const DlMatrixMapOptions options = {
    .width = gtk_widget_get_width (GTK_WIDGET (self)),
    .height = gtk_widget_get_height (GTK_WIDGET (self)),
    .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
    .label_scale = dl_map_words_scale (GTK_WIDGET (self)),
    .zoom = dl_map_zoomer_get (GTK_WIDGET (self), 1),
  };

  if (result == NULL || options.width < 1 || options.height < 1)
    return FALSE;
  if (self->map != NULL && same_options (dl_matrix_map_options (self->map), &options)
      && same_places (self->placed, result))
    return TRUE;
  drop_image (self);
  g_clear_pointer (&self->map, dl_matrix_map_free);
  g_clear_pointer (&self->placed, dl_evaluation_unref);
  self->placed = dl_evaluation_ref (result);
  self->map = dl_matrix_map_new (result->scenario->family, result->net.shape, &options);
  return TRUE;
}

/* Where A - B is shown; else NULL. */
static const DlDifference *
difference_of (DlMatrixView *self)
{
  return dl_beside_get_show (beside_of (self)) == DL_SHOW_DIFFERENCE
             ? dl_beside_get_difference (beside_of (self))
             : NULL;
}

static void
ensure_image (DlMatrixView *self)
{
  DlEvaluation *result = dl_beside_get_shown (beside_of (self));
  const DlMetric metric = dl_view_get_metric (self->view);
  const DlTheme *theme = dl_view_theme (GTK_WIDGET (self));
  const DlDifference *difference = difference_of (self);
  float *values;
  DlLinkInput input;

  if (self->image != NULL && self->painted == result && self->painted_metric == metric
      && self->painted_theme == theme)
    return;
  drop_image (self);
  g_array_set_size (self->values, MAX (1, result->net.n_links));
  values = (float *) self->values->data;
  dl_beside_get_links (beside_of (self), dl_beside_get_show (beside_of (self)), &input);
  if (difference != NULL)
    dl_contrast_values (difference, values);
  else
    dl_link_values (metric, &input, values);
  dl_beside_init_scale (beside_of (self), &self->scale, theme);
  self->image = dl_map_texture_new (
      dl_matrix_map_paint (self->map, result->net.link_state, values, &self->scale, theme, NULL));
  self->painted = dl_evaluation_ref (result);
  self->painted_metric = metric;
  self->painted_theme = theme;
  self->painted_us = g_get_monotonic_time ();
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlMatrixView *self = DL_MATRIX_VIEW (widget);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  const char *note = dl_beside_get_note (beside_of (self));
  DlMapPath path;
  cairo_t *cr;

  if (!ensure_map (self))
    return;
  ensure_image (self);
  gtk_snapshot_append_texture (snapshot, self->image, &bounds);

  const gboolean is_b = dl_beside_get_show (beside_of (self)) == DL_SHOW_B;
  DlMatrixMapOverlay overlay = {
    .state = self->painted->net.link_state,
    .n_vcs = self->painted->net.n_vcs,
    .selected = dl_view_get_selected (self->view),
    .hovered = dl_view_get_hovered (self->view),
    .focused = gtk_widget_has_focus (widget),
    .path = !is_b && dl_view_get_path (self->view, &path) ? &path : NULL, /* a way is A's */
    .values = (const float *) self->values->data,
    .scale = &self->scale,
    .difference = difference_of (self),
  };
  if (overlay.difference != NULL)
    overlay.against = dl_beside_get_pin (beside_of (self))->result->net.link_state;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  dl_matrix_map_draw_overlay (self->map, cr, &overlay, self->painted_theme);
  if (note != NULL)
    dl_map_draw_note (cr, note, bounds.size.width, bounds.size.height, self->painted_theme);
  cairo_destroy (cr);
  dl_map_zoomer_snapshot (widget, snapshot);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 320 : 200;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 720 : 520;
}

/* New figures of a simulation: not more often than eyes can follow. */
static void
on_picture (DlMatrixView *self)
{
  if (!dl_metric_is_simulated (dl_view_get_metric (self->view))
      || !gtk_widget_get_mapped (GTK_WIDGET (self))
      || (self->image != NULL && g_get_monotonic_time () - self->painted_us < REPAINT_US))
    return;
  drop_image (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Pointing and keys ---------------------------------------------------------------------------- */

static DlPlace
place_at (GtkWidget *map, double x, double y)
{
  DlMatrixView *self = DL_MATRIX_VIEW (map);

  return self->map != NULL ? dl_matrix_map_hit (self->map, x, y) : DL_NOWHERE;
}

static gboolean
locate (GtkWidget *map, DlPlace place, DlRect *rect)
{
  DlMatrixView *self = DL_MATRIX_VIEW (map);

  return ensure_map (self) && dl_matrix_map_rect (self->map, place, rect);
}

static gboolean
step (GtkWidget *map, gint dx, gint dy)
{
  DlMatrixView *self = DL_MATRIX_VIEW (map);

  if (self->map == NULL)
    return FALSE;
  dl_view_select (self->view,
                  dl_matrix_map_step (self->map, dl_view_get_selected (self->view), dx, dy));
  return TRUE;
}

static void
show_in_table (GtkWidget *map, DlPlace place)
{
  gtk_widget_activate_action (map, "win.show-view", "s", "table");
}

static void
add_input (DlMatrixView *self)
{
  static const DlMapInput input = {
    .place_at = place_at,
    .locate = locate,
    .step = step,
    .open = show_in_table,
    .opens = TRUE,
    .left = 60,
    .top = 36,
  };
  g_autoptr (GMenu) menu = g_menu_new ();

  g_menu_append (menu, _ ("Break or Restore What Is _Here"), "win.break");
  g_menu_append (menu, _ ("Route _from Here"), "win.route-from");
  g_menu_append (menu, _ ("Route _to Here"), "win.route-to");
  g_menu_append (menu, _ ("_Show as Table"), "win.show-table::");
  self->menu = dl_map_add_input (GTK_WIDGET (self), self->view, &input, G_MENU_MODEL (menu));
}

/* Object --------------------------------------------------------------------------------------- */

/* What is selected, for assistive technology. */
static void
on_changed (DlMatrixView *self)
{
  g_autofree char *text = dl_view_describe (self->view, dl_view_get_selected (self->view));

  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      text != NULL ? text : _ ("Arrow keys move from link to link, B breaks"), -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Another state pinned, or which of the two is shown. */
static void
on_other_values (DlMatrixView *self)
{
  drop_image (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  DlMatrixView *self = DL_MATRIX_VIEW (widget);
  g_autofree char *text = keyboard ? NULL : dl_view_describe (self->view, place_at (widget, x, y));

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
dispose (GObject *object)
{
  DlMatrixView *self = DL_MATRIX_VIEW (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  dl_map_zoomer_remove (GTK_WIDGET (self));
  g_clear_pointer (&self->values, g_array_unref);
  drop_image (self);
  g_clear_pointer (&self->map, dl_matrix_map_free);
  g_clear_pointer (&self->placed, dl_evaluation_unref);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_matrix_view_parent_class)->dispose (object);
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  dl_map_zoomer_allocate (widget, width, height);
  gtk_popover_present (GTK_POPOVER (DL_MATRIX_VIEW (widget)->menu));
}

static void
dl_matrix_view_class_init (DlMatrixViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  widget_class->snapshot = snapshot;
  widget_class->measure = measure;
  widget_class->size_allocate = size_allocate;
  widget_class->query_tooltip = query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "dl-map");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
dl_matrix_view_init (DlMatrixView *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  self->values = g_array_new (FALSE, FALSE, sizeof (float));
}

GtkWidget *
dl_matrix_view_new (DlView *view)
{
  DlMatrixView *self = g_object_new (DL_TYPE_MATRIX_VIEW, NULL);

  self->view = g_object_ref (view);
  add_input (self);
  g_signal_connect_object (view, "notify", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_beside (view), "notify::changes",
                           G_CALLBACK (on_other_values), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (on_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (on_picture),
                           self, G_CONNECT_SWAPPED);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Routers by routers"), -1);
  on_changed (self);
  return GTK_WIDGET (self);
}
