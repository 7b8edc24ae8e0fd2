#include "dl-levels-view.h"

#include "dl-links-shown.h"
#include "dl-map-input.h"
#include "dl-map-parts.h"
#include "dl-map-zoomer.h"

#include <glib/gi18n-lib.h>

/* A second click so soon is of the same double click, in microseconds. */
#define DOUBLE_US (400 * 1000)

struct _DlLevelsView
{
  GtkWidget parent;
  DlView *view;

  DlFabricRows *rows;   /* of the fabric of: */
  DlEvaluation *placed; /* any result with the same places */
  guint8 *open;         /* (n_folds) */
  GArray *opened;       /* guint, folds in the order in which they were opened by hand */
  DlLevelsMap *map;     /* NULL: it is to be laid out */
  DlLinksShown shown;
  GdkTexture *image; /* of what is shown; NULL: it is to be painted */

  guint cursor;        /* a vertex of the folded box that the keys are at; DL_FABRIC_NONE */
  DlLevelsHit hovered; /* what the pointer is at */
  gint64 turned_us;    /* when a click opened a box */
  GtkWidget *menu;
};

G_DEFINE_FINAL_TYPE (DlLevelsView, dl_levels_view, GTK_TYPE_WIDGET)

static const DlLevelsHit nothing = { DL_LEVELS_NOTHING, 0, FALSE };

/* The picture ---------------------------------------------------------------------------------- */

static const DlFabric *
fabric_of (DlLevelsView *self)
{
  return self->shown.result->net.shape;
}

static gboolean
same_options (const DlLevelsMapOptions *a, const DlLevelsMapOptions *b)
{
  return a->width == b->width && a->height == b->height && a->scale == b->scale
         && a->label_scale == b->label_scale && dl_map_zoom_equal (&a->zoom, &b->zoom);
}

static void
drop_map (DlLevelsView *self)
{
  g_clear_object (&self->image);
  g_clear_pointer (&self->map, dl_levels_map_free);
  self->hovered = nothing;
}

static void
drop_rows (DlLevelsView *self)
{
  drop_map (self);
  g_clear_pointer (&self->rows, dl_fabric_rows_free);
  g_clear_pointer (&self->placed, dl_evaluation_unref);
  g_clear_pointer (&self->open, g_free);
  g_array_set_size (self->opened, 0);
  self->cursor = DL_FABRIC_NONE;
}

/* Another fabric is folded anew. */
static void
ensure_rows (DlLevelsView *self)
{
  DlEvaluation *result = self->shown.result;

  if (self->placed != NULL && dl_links_shown_same_places (self->placed, result))
    return;
  drop_rows (self);
  self->placed = dl_evaluation_ref (result);
  self->rows = dl_fabric_rows_new ((DlFabric *) result->net.shape);
  self->open = dl_fabric_rows_open (self->rows);
}

/* Make the layout fit the widget and the network; FALSE before there is one. */
static gboolean
ensure_map (DlLevelsView *self)
{
  const DlLevelsMapOptions options = {
    .width = gtk_widget_get_width (GTK_WIDGET (self)),
    .height = gtk_widget_get_height (GTK_WIDGET (self)),
    .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
    .label_scale = dl_map_words_scale (GTK_WIDGET (self)),
    .zoom = dl_map_zoomer_get (GTK_WIDGET (self), 1),
  };
  gboolean is_new;

  if (options.width < 1 || options.height < 1 || !dl_links_shown_update (&self->shown, &is_new)
      || self->shown.result->scenario->family != &dl_family_fabric)
    return FALSE;
  if (is_new)
    g_clear_object (&self->image);
  ensure_rows (self);
  if (self->map != NULL && same_options (dl_levels_map_options (self->map), &options))
    return TRUE;
  drop_map (self);
  self->map = dl_levels_map_new (self->rows, self->open, &options);
  return TRUE;
}

/* The box that the keys are at, if it is still folded. */
static DlLevelsHit
cursor_of (DlLevelsView *self)
{
  const DlFabricLayout *layout = dl_levels_map_layout (self->map);
  guint32 box;

  if (self->cursor == DL_FABRIC_NONE)
    return nothing;
  box = layout->vertex_box[self->cursor];
  return layout->boxes[box].n > 1 ? (DlLevelsHit) { DL_LEVELS_BOX, box, FALSE } : nothing;
}

static DlLevelsHit
selected_of (DlLevelsView *self)
{
  const DlPlace place = dl_view_get_selected (self->view);

  return place.kind != DL_PLACE_NOTHING ? dl_levels_map_find (self->map, place) : cursor_of (self);
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlLevelsView *self = DL_LEVELS_VIEW (widget);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  const char *note = dl_map_note (self->view);
  DlMapPath path;
  cairo_t *cr;

  if (!ensure_map (self))
    return;
  const float *values = dl_links_shown_values (&self->shown);
  const DlEvaluation *against = dl_links_shown_against (&self->shown);

  if (self->image == NULL)
    self->image = dl_map_texture_new (dl_levels_map_paint (
        self->map, fabric_of (self), values, &self->shown.scale, self->shown.theme, NULL));
  gtk_snapshot_append_texture (snapshot, self->image, &bounds);

  const gboolean is_b = dl_beside_get_show (dl_view_get_beside (self->view)) == DL_SHOW_B;
  const DlLevelsMapOverlay overlay = {
    .fabric = fabric_of (self),
    .values = values,
    .scale = &self->shown.scale,
    .selected = selected_of (self),
    .hovered = self->hovered.kind != DL_LEVELS_NOTHING
                   ? self->hovered
                   : dl_levels_map_find (self->map, dl_view_get_hovered (self->view)),
    .focused = gtk_widget_has_focus (widget),
    .path = !is_b && dl_view_get_path (self->view, &path) ? &path : NULL, /* a way is A's */
    .n_vcs = self->shown.result->net.n_vcs,
    .difference = dl_links_shown_difference (&self->shown),
    .against = against != NULL ? against->net.shape : NULL,
  };
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  dl_levels_map_draw_overlay (self->map, cr, &overlay, self->shown.theme);
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

/* What assistive technology reads -------------------------------------------------------------- */

static char *
describe_box (DlLevelsView *self, guint box)
{
  const DlFabricBox *of = &dl_levels_map_layout (self->map)->boxes[box];
  g_autofree char *text = dl_levels_map_box_text (self->map, box, fabric_of (self));

  return of->n > 1 ? g_strdup_printf ("%s\n%s", text, _ ("Click or Enter opens it"))
                   : g_steal_pointer (&text);
}

/* A bundle, and the busiest of its cables. */
static char *
describe_bundle (DlLevelsView *self, DlLevelsHit hit)
{
  const DlFabricBundle *bundle = &dl_levels_map_layout (self->map)->bundles[hit.index];
  const DlLevelsSum sum = dl_levels_map_sum (self->map, hit.index, hit.back, fabric_of (self),
                                             dl_links_shown_values (&self->shown));
  const DlPlace place = dl_levels_map_place (self->map, hit, fabric_of (self),
                                             dl_links_shown_values (&self->shown));
  g_autofree char *from
      = dl_levels_map_box_text (self->map, hit.back ? bundle->b : bundle->a, fabric_of (self));
  g_autofree char *to
      = dl_levels_map_box_text (self->map, hit.back ? bundle->a : bundle->b, fabric_of (self));
  g_autofree char *busiest = dl_view_describe (self->view, place);

  if (sum.n < 2 || bundle->a == bundle->b)
    return g_steal_pointer (&busiest);
  /* Translators: the cable with the most load, of several: its description, their number, and where
   * these begin and end */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s\nThe busiest of %'u link: %s → %s",
                                       "%s\nThe busiest of %'u links: %s → %s", sum.n),
                          busiest, sum.n, from, to);
}

static char *
describe_hit (DlLevelsView *self, DlLevelsHit hit)
{
  const DlPlace place = dl_levels_map_place (self->map, hit, fabric_of (self),
                                             dl_links_shown_values (&self->shown));

  if (hit.kind == DL_LEVELS_BUNDLE)
    return describe_bundle (self, hit);
  if (place.kind != DL_PLACE_NOTHING)
    return dl_view_describe (self->view, place);
  return hit.kind == DL_LEVELS_BOX ? describe_box (self, hit.index) : NULL;
}

static void
describe (DlLevelsView *self)
{
  const DlPlace place = dl_view_get_selected (self->view);
  g_autofree char *text = place.kind != DL_PLACE_NOTHING ? dl_view_describe (self->view, place)
                          : self->map != NULL && self->shown.result != NULL
                              ? describe_hit (self, cursor_of (self))
                              : NULL;

  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      text != NULL ? text
                   : _ ("Arrow keys move from box to cable to box, Enter opens a folded box, Esc "
                        "folds it again, B breaks, E explains a route"),
      -1);
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  DlLevelsView *self = DL_LEVELS_VIEW (widget);
  g_autofree char *text = keyboard || self->map == NULL || self->shown.result == NULL
                              ? NULL
                              : describe_hit (self, dl_levels_map_hit (self->map, x, y));

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* Folds ---------------------------------------------------------------------------------------- */

const DlLevelsMap *
dl_levels_view_get_map (DlLevelsView *self)
{
  return ensure_map (self) ? self->map : NULL;
}

/* Open or close it. */
static void
turn_fold (DlLevelsView *self, guint fold)
{
  self->open[fold] = !self->open[fold];
  for (guint i = self->opened->len; i-- > 0;)
    if (g_array_index (self->opened, guint, i) == fold)
      g_array_remove_index (self->opened, i);
  if (self->open[fold])
    g_array_append_val (self->opened, fold);
  drop_map (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* A vertex of a box. */
static guint
vertex_of (DlLevelsView *self, const DlFabricBox *box)
{
  return box->row == self->rows->n_rows
             ? self->rows->hosts[box->first]
             : self->rows->fabric->n_hosts + self->rows->order[box->first];
}

void
dl_levels_view_turn (DlLevelsView *self, guint index)
{
  const DlLevelsHit hit = { DL_LEVELS_BOX, index, FALSE };

  if (!ensure_map (self) || index >= dl_levels_map_layout (self->map)->n_boxes)
    return;
  const DlFabricBox box = dl_levels_map_layout (self->map)->boxes[index];
  const gboolean at_keys = box.n > 1 ? cursor_of (self).kind == DL_LEVELS_BOX
                                     : selected_of (self).kind == DL_LEVELS_BOX
                                           && selected_of (self).index == hit.index;
  const guint vertex = vertex_of (self, &box);

  if (box.fold == DL_FABRIC_NONE)
    return;
  turn_fold (self, box.fold);
  self->cursor = DL_FABRIC_NONE;
  if (!at_keys)
    return;
  /* The keys go on from what was opened, or closed. */
  if (box.n > 1)
    {
      ensure_map (self);
      dl_view_select (self->view, dl_fabric_is_host (self->rows->fabric, vertex)
                                      ? dl_place_node (vertex)
                                      : dl_place_router (vertex - self->rows->fabric->n_hosts));
    }
  else
    {
      self->cursor = vertex;
      dl_view_select (self->view, DL_NOWHERE);
    }
  describe (self);
}

void
dl_levels_view_fold_all (DlLevelsView *self)
{
  if (self->rows == NULL)
    return;
  g_free (self->open);
  self->open = dl_fabric_rows_open (self->rows);
  g_array_set_size (self->opened, 0);
  self->cursor = DL_FABRIC_NONE;
  drop_map (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The folded box at a point. */
static gboolean
folded_at (DlLevelsView *self, double x, double y, guint *box)
{
  const DlLevelsHit hit = self->map != NULL ? dl_levels_map_hit (self->map, x, y) : nothing;

  *box = hit.index;
  return hit.kind == DL_LEVELS_BOX && dl_levels_map_layout (self->map)->boxes[hit.index].n > 1;
}

static void
on_released (GtkGestureClick *click, int n_press, double x, double y, DlLevelsView *self)
{
  guint box;

  if (n_press != 1 || dl_view_get_break_tool (self->view) || !folded_at (self, x, y, &box))
    return;
  self->turned_us = g_get_monotonic_time ();
  dl_levels_view_turn (self, box);
}

static void
on_leave (DlLevelsView *self)
{
  self->hovered = nothing;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Pointing and keys ---------------------------------------------------------------------------- */

static DlPlace
place_of (DlLevelsView *self, DlLevelsHit hit)
{
  return self->shown.result != NULL ? dl_levels_map_place (self->map, hit, fabric_of (self),
                                                           dl_links_shown_values (&self->shown))
                                    : DL_NOWHERE;
}

static DlPlace
place_at (GtkWidget *map, double x, double y)
{
  DlLevelsView *self = DL_LEVELS_VIEW (map);

  return self->map != NULL ? place_of (self, dl_levels_map_hit (self->map, x, y)) : DL_NOWHERE;
}

/* The same; the box or line itself is drawn, too, where it is no place. */
static DlPlace
hover_at (GtkWidget *map, double x, double y)
{
  DlLevelsView *self = DL_LEVELS_VIEW (map);
  const DlLevelsHit hit = self->map != NULL ? dl_levels_map_hit (self->map, x, y) : nothing;

  if (hit.kind != self->hovered.kind || hit.index != self->hovered.index
      || hit.back != self->hovered.back)
    gtk_widget_queue_draw (map);
  self->hovered = hit;
  return place_of (self, hit);
}

static const char *
grip_at (GtkWidget *map, double x, double y)
{
  guint box;

  return folded_at (DL_LEVELS_VIEW (map), x, y, &box) ? "pointer" : NULL;
}

static gboolean
locate (GtkWidget *map, DlPlace place, DlRect *rect)
{
  DlLevelsView *self = DL_LEVELS_VIEW (map);

  return ensure_map (self)
         && dl_levels_map_rect (self->map, dl_levels_map_find (self->map, place), rect);
}

/* To a folded box, which is no place, goes the cursor. */
static gboolean
step (GtkWidget *map, gint dx, gint dy)
{
  DlLevelsView *self = DL_LEVELS_VIEW (map);
  DlLevelsHit from, to;
  DlPlace place;

  if (!ensure_map (self))
    return FALSE;
  from = selected_of (self);
  if (dx == 0 && dy == 0 && from.kind == DL_LEVELS_BOX
      && dl_view_get_selected (self->view).kind == DL_PLACE_NOTHING)
    {
      dl_levels_view_turn (self, from.index); /* Enter */
      return TRUE;
    }
  to = dl_levels_map_step (self->map, from, dx, dy);
  if (to.kind == from.kind && to.index == from.index && to.back == from.back)
    return TRUE;
  place = place_of (self, to);
  self->cursor = to.kind == DL_LEVELS_BOX && place.kind == DL_PLACE_NOTHING
                     ? vertex_of (self, &dl_levels_map_layout (self->map)->boxes[to.index])
                     : DL_FABRIC_NONE;
  dl_view_select (self->view, place);
  describe (self);
  gtk_widget_queue_draw (map);
  return TRUE;
}

/* Fold what is selected, else what was opened last. */
static gboolean
fold (DlLevelsView *self)
{
  DlLevelsHit at;

  if (!ensure_map (self))
    return FALSE;
  at = selected_of (self);
  if (at.kind == DL_LEVELS_BOX)
    {
      const DlFabricBox *box = &dl_levels_map_layout (self->map)->boxes[at.index];

      if (box->n == 1 && box->fold != DL_FABRIC_NONE)
        {
          dl_levels_view_turn (self, at.index);
          return TRUE;
        }
    }
  if (self->opened->len == 0)
    return FALSE;
  turn_fold (self, g_array_index (self->opened, guint, self->opened->len - 1));
  return TRUE;
}

/* Esc: a route first, then what was opened by hand. */
static gboolean
back (GtkWidget *map)
{
  DlLevelsView *self = DL_LEVELS_VIEW (map);

  if (dl_view_get_route_origin (self->view) != DL_NO_NODE
      || dl_view_get_path_kind (self->view) != DL_PATH_NONE || self->opened->len == 0)
    return FALSE;
  return fold (self);
}

static void
show_more (GtkWidget *map, DlPlace place)
{
  DlLevelsView *self = DL_LEVELS_VIEW (map);

  if (place.kind == DL_PLACE_NOTHING || g_get_monotonic_time () - self->turned_us < DOUBLE_US)
    return;
  dl_view_select (self->view, place);
  gtk_widget_activate_action (map, "win.show-view", "s",
                              place.kind == DL_PLACE_LINK ? "table" : "router");
}

static void
fold_action (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  fold (DL_LEVELS_VIEW (widget));
}

static void
fold_all_action (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  dl_levels_view_fold_all (DL_LEVELS_VIEW (widget));
}

static void
add_input (DlLevelsView *self)
{
  static const DlMapInput input = {
    .place_at = place_at,
    .hover_at = hover_at,
    .locate = locate,
    .step = step,
    .back = back,
    .open = show_more,
    .opens = TRUE,
    .anywhere = TRUE,
    .grip_at = grip_at,
    .left = 60,
    .top = 0,
  };
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) folds = g_menu_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  g_menu_append (menu, _ ("Break or Restore What Is _Here"), "win.break");
  g_menu_append (menu, _ ("Break or Restore One _Direction"), "win.break-direction");
  g_menu_append (menu, _ ("Break or Restore the S_witch"), "win.break-node");
  g_menu_append (menu, _ ("Route _from Here"), "win.route-from");
  g_menu_append (menu, _ ("Route _to Here"), "win.route-to");
  g_menu_append (menu, _ ("_Show as Table"), "win.show-table::");
  g_menu_append (folds, _ ("F_old Again"), "levels.fold");
  g_menu_append (folds, _ ("Fold _All"), "levels.fold-all");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (folds));
  self->menu = dl_map_add_input (GTK_WIDGET (self), self->view, &input, G_MENU_MODEL (menu));
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
}

/* Object --------------------------------------------------------------------------------------- */

static void
on_changed (GtkWidget *widget)
{
  DlLevelsView *self = DL_LEVELS_VIEW (widget);

  if (dl_view_get_selected (self->view).kind != DL_PLACE_NOTHING)
    self->cursor = DL_FABRIC_NONE;
  describe (self);
}

static void
dispose (GObject *object)
{
  DlLevelsView *self = DL_LEVELS_VIEW (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  dl_map_zoomer_remove (GTK_WIDGET (self));
  dl_links_shown_clear (&self->shown);
  if (self->opened != NULL)
    drop_rows (self);
  g_clear_pointer (&self->opened, g_array_unref);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_levels_view_parent_class)->dispose (object);
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  dl_map_zoomer_allocate (widget, width, height);
  gtk_popover_present (GTK_POPOVER (DL_LEVELS_VIEW (widget)->menu));
}

static void
dl_levels_view_class_init (DlLevelsViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  widget_class->snapshot = snapshot;
  widget_class->measure = measure;
  widget_class->size_allocate = size_allocate;
  widget_class->query_tooltip = query_tooltip;
  gtk_widget_class_install_action (widget_class, "levels.fold", NULL, fold_action);
  gtk_widget_class_install_action (widget_class, "levels.fold-all", NULL, fold_all_action);
  gtk_widget_class_set_css_name (widget_class, "dl-map");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
dl_levels_view_init (DlLevelsView *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  self->opened = g_array_new (FALSE, FALSE, sizeof (guint));
  self->cursor = DL_FABRIC_NONE;
}

GtkWidget *
dl_levels_view_new (DlView *view)
{
  DlLevelsView *self = g_object_new (DL_TYPE_LEVELS_VIEW, NULL);

  self->view = g_object_ref (view);
  dl_links_shown_init (&self->shown, GTK_WIDGET (self), view, on_changed);
  add_input (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Switches by level"), -1);
  describe (self);
  return GTK_WIDGET (self);
}
