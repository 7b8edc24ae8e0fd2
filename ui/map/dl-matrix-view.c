#include "dl-matrix-view.h"

#include "dl-links-shown.h"
#include "dl-map-input.h"
#include "dl-map-parts.h"
#include "dl-map-zoomer.h"

#include <glib/gi18n-lib.h>

#include <string.h>

struct _DlMatrixView
{
  GtkWidget parent;
  DlView *view;

  DlMatrixMap *map;     /* the layout, for the size and the network of: */
  DlEvaluation *placed; /* any result with the same places */
  DlLinksShown shown;
  GdkTexture *image; /* the dense layer, of what is shown; NULL: it is to be painted */
  const DlMatrixArranger *arranger; /* NULL: by number */
  gpointer data;                    /* of it */
  guint32 *arranged;                /* (n_routers) their order, in the layout */
  gboolean rearranges;              /* there is to be another layout */
  GtkWidget *menu;
};

G_DEFINE_FINAL_TYPE (DlMatrixView, dl_matrix_view, GTK_TYPE_WIDGET)

/* The picture ---------------------------------------------------------------------------------- */

static gboolean
same_options (const DlMatrixMapOptions *a, const DlMatrixMapOptions *b)
{
  return a->width == b->width && a->height == b->height && a->scale == b->scale
         && a->label_scale == b->label_scale && dl_map_zoom_equal (&a->zoom, &b->zoom);
}

/* The order of the routers, and whether it is another one. */
static gboolean
arrange (DlMatrixView *self, DlMatrixOrder *order)
{
  const DlEvaluation *result = self->shown.result;
  const gsize size = result->net.graph->n_routers * sizeof *self->arranged;
  gboolean same;

  if (self->arranger == NULL)
    return FALSE;
  self->arranger->arrange (self->data, result, dl_links_shown_values (&self->shown), order);
  same = self->arranged != NULL && self->placed != NULL
         && dl_links_shown_same_places (self->placed, result)
         && memcmp (order->routers, self->arranged, size) == 0;
  if (same)
    return FALSE;
  g_free (self->arranged);
  self->arranged = g_memdup2 (order->routers, size);
  return TRUE;
}

/* Make the layout fit the widget, the network and the order; FALSE before there is one. */
static gboolean
ensure_map (DlMatrixView *self)
{
  const DlMatrixMapOptions options = {
    .width = gtk_widget_get_width (GTK_WIDGET (self)),
    .height = gtk_widget_get_height (GTK_WIDGET (self)),
    .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
    .label_scale = dl_map_words_scale (GTK_WIDGET (self)),
    .zoom = dl_map_zoomer_get (GTK_WIDGET (self), 1),
  };
  DlMatrixOrder order;
  gboolean is_new, fits;

  if (options.width < 1 || options.height < 1 || !dl_links_shown_update (&self->shown, &is_new))
    return FALSE;
  if (is_new)
    g_clear_object (&self->image);
  fits = self->map != NULL && !self->rearranges
         && same_options (dl_matrix_map_options (self->map), &options)
         && dl_links_shown_same_places (self->placed, self->shown.result);
  if (fits && (!is_new || !arrange (self, &order)))
    return TRUE;
  if (!fits)
    arrange (self, &order);
  g_clear_object (&self->image);
  g_clear_pointer (&self->map, dl_matrix_map_free);
  g_clear_pointer (&self->placed, dl_evaluation_unref);
  self->rearranges = FALSE;
  self->placed = dl_evaluation_ref (self->shown.result);
  self->map = dl_matrix_map_new (self->placed->net.graph, &options,
                                 self->arranger != NULL ? &order : NULL);
  return TRUE;
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlMatrixView *self = DL_MATRIX_VIEW (widget);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  const char *note = dl_map_note (self->view);
  DlMapPath path;
  cairo_t *cr;

  if (!ensure_map (self))
    return;
  const DlNet *net = &self->shown.result->net;
  const DlEvaluation *against = dl_links_shown_against (&self->shown);

  if (self->image == NULL)
    self->image = dl_map_texture_new (dl_matrix_map_paint (
        self->map, net->graph->link_state, dl_links_shown_values (&self->shown), &self->shown.scale,
        self->shown.theme, NULL));
  gtk_snapshot_append_texture (snapshot, self->image, &bounds);

  const gboolean is_b = dl_beside_get_show (dl_view_get_beside (self->view)) == DL_SHOW_B;
  const DlMatrixMapOverlay overlay = {
    .state = net->graph->link_state,
    .n_vcs = net->n_vcs,
    .selected = dl_view_get_selected (self->view),
    .hovered = dl_view_get_hovered (self->view),
    .focused = gtk_widget_has_focus (widget),
    .path = !is_b && dl_view_get_path (self->view, &path) ? &path : NULL, /* a way is A's */
    .values = dl_links_shown_values (&self->shown),
    .scale = &self->shown.scale,
    .difference = dl_links_shown_difference (&self->shown),
    .against = against != NULL ? against->net.graph->link_state : NULL,
  };
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  dl_matrix_map_draw_overlay (self->map, cr, &overlay, self->shown.theme);
  if (note != NULL)
    dl_map_draw_note (cr, note, bounds.size.width, bounds.size.height, self->shown.theme);
  cairo_destroy (cr);
  dl_map_zoomer_snapshot (widget, snapshot);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  dl_map_measure (orientation, minimum, natural);
}

/* Pointing and keys ---------------------------------------------------------------------------- */

/* Of a cell's links the one that it is colored by. */
static DlPlace
pick (DlMatrixView *self, DlPlace place)
{
  return self->shown.result != NULL
             ? dl_matrix_map_pick (self->map, place, self->shown.result->net.graph->link_state,
                                   dl_links_shown_values (&self->shown))
             : place;
}

static DlPlace
place_at (GtkWidget *map, double x, double y)
{
  DlMatrixView *self = DL_MATRIX_VIEW (map);

  return self->map != NULL ? pick (self, dl_matrix_map_hit (self->map, x, y)) : DL_NOWHERE;
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
  const DlPlace from = dl_view_get_selected (self->view);

  if (self->map == NULL)
    return FALSE;
  const DlPlace to = dl_matrix_map_step (self->map, from, dx, dy);

  dl_view_select (self->view, dl_place_equal (from, to) ? from : pick (self, to));
  return TRUE;
}

static void
show_in_table (GtkWidget *map, DlPlace place)
{
  gtk_widget_activate_action (map, "win.show-view", "s", "table");
}

static void
add_input (DlMatrixView *self, GMenuModel *own)
{
  static const DlMapInput input = {
    .place_at = place_at,
    .locate = locate,
    .step = step,
    .open = show_in_table,
    .opens = TRUE,
    .anywhere = TRUE,
    .left = 60,
    .top = 36,
  };
  g_autoptr (GMenu) menu = g_menu_new ();

  g_menu_append (menu, _ ("Break or Restore What Is _Here"), "win.break");
  g_menu_append (menu, _ ("Route _from Here"), "win.route-from");
  g_menu_append (menu, _ ("Route _to Here"), "win.route-to");
  g_menu_append (menu, _ ("_Show as Table"), "win.show-table::");
  if (own != NULL)
    g_menu_append_section (menu, NULL, own);
  self->menu = dl_map_add_input (GTK_WIDGET (self), self->view, &input, G_MENU_MODEL (menu));
}

/* Object --------------------------------------------------------------------------------------- */

/* What is selected, for assistive technology. */
static void
on_changed (GtkWidget *widget)
{
  DlMatrixView *self = DL_MATRIX_VIEW (widget);
  g_autofree char *text = dl_view_describe (self->view, dl_view_get_selected (self->view));

  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      text != NULL ? text : _ ("Arrow keys move from link to link, B breaks"), -1);
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
  dl_links_shown_clear (&self->shown);
  g_clear_object (&self->image);
  g_clear_pointer (&self->map, dl_matrix_map_free);
  g_clear_pointer (&self->placed, dl_evaluation_unref);
  g_clear_pointer (&self->arranged, g_free);
  if (self->data != NULL)
    self->arranger->free (g_steal_pointer (&self->data));
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
}

void
dl_matrix_view_arrange (DlMatrixView *self)
{
  self->rearranges = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
dl_matrix_view_locate (DlMatrixView *self, DlPlace place, DlRect *rect)
{
  return locate (GTK_WIDGET (self), place, rect);
}

GtkWidget *
dl_matrix_view_new_arranged (DlView *view, const DlMatrixArranger *arranger, gpointer data,
                             GMenuModel *menu)
{
  DlMatrixView *self = g_object_new (DL_TYPE_MATRIX_VIEW, NULL);

  self->view = g_object_ref (view);
  self->arranger = arranger;
  self->data = data;
  dl_links_shown_init (&self->shown, GTK_WIDGET (self), view, on_changed);
  add_input (self, menu);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  arranger != NULL ? _ (arranger->title) : _ ("Routers by routers"),
                                  -1);
  on_changed (GTK_WIDGET (self));
  return GTK_WIDGET (self);
}

GtkWidget *
dl_matrix_view_new (DlView *view)
{
  return dl_matrix_view_new_arranged (view, NULL, NULL, NULL);
}
