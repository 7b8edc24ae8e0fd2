#include "dl-fabric-views.h"
#include "dl-families.h"
#include "dl-levels-map.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* A second click so soon is of the same double click, in microseconds. */
#define DOUBLE_US (400 * 1000)

typedef struct
{
  DlFabricRows *rows; /* NULL before there is a fabric */
  guint8 *open;       /* (n_folds) */
  GArray *opened;     /* guint, folds in the order in which they were opened by hand */

  guint cursor;        /* a vertex of the folded box that the keys are at; DL_FABRIC_NONE */
  DlLevelsHit hovered; /* place under the pointer */
  gint64 turned_us;    /* when a click opened a box */
} Levels;

static const DlLevelsHit nothing = { DL_LEVELS_NOTHING, 0, FALSE };

/* The picture ---------------------------------------------------------------------------------- */

static const DlFabric *
fabric_of (DlCanvas *self)
{
  return self->result->net.shape;
}

/* Back to the initial state. */
static void
close_all (Levels *own)
{
  g_free (own->open);
  own->open = dl_fabric_rows_open (own->rows);
  g_array_set_size (own->opened, 0);
  own->cursor = DL_FABRIC_NONE;
}

/* Open the boxes that are open in @from, a map of a fabric that is folded alike. */
static void
open_as (Levels *own, const Levels *from)
{
  if (own->open == NULL || from->open == NULL || own->rows->n_folds != from->rows->n_folds)
    return;
  memcpy (own->open, from->open, own->rows->n_folds);
  g_array_set_size (own->opened, 0);
  g_array_append_vals (own->opened, from->opened->data, from->opened->len);
}

/* Boxes that are open here are open in the map beside it. */
static void
lay_out_both (DlCanvas *self)
{
  dl_canvas_lay_out (self);
  if (self->twin == NULL)
    return;
  open_as (self->twin->state, self->state);
  dl_canvas_lay_out (self->twin);
}

/* Another fabric is folded again. */
static void
renew (DlCanvas *self)
{
  Levels *own = self->state;

  dl_fabric_rows_free (own->rows);
  own->rows = dl_fabric_rows_new ((DlFabric *) fabric_of (self));
  close_all (own);
  if (self->twin != NULL)
    open_as (own, self->twin->state);
}

static gpointer
lay_out (DlCanvas *self)
{
  Levels *own = self->state;
  const DlLevelsMapOptions options = {
    .width = self->size.width,
    .height = self->size.height,
    .scale = self->size.scale,
    .label_scale = self->size.label_scale,
    .zoom = self->size.zoom,
  };

  own->hovered = nothing;
  return dl_levels_map_new (own->rows, own->open, &options);
}

static void
free_layout (gpointer layout)
{
  dl_levels_map_free (layout);
}

/* The box of @vertex, if it is folded. */
static DlLevelsHit
cursor_at (DlCanvas *self, guint vertex)
{
  const DlFabricLayout *layout;
  guint32 box;

  if (vertex == DL_FABRIC_NONE || !dl_canvas_ensure (self))
    return nothing;
  layout = dl_levels_map_layout (self->layout);
  box = layout->vertex_box[vertex];
  return layout->boxes[box].n > 1 ? (DlLevelsHit) { DL_LEVELS_BOX, box, FALSE } : nothing;
}

/* The box that the keys are at, if it is still folded. */
static DlLevelsHit
cursor_of (DlCanvas *self)
{
  return cursor_at (self, ((const Levels *) self->state)->cursor);
}

static DlLevelsHit
selected_of (DlCanvas *self)
{
  const DlPlace place = dl_view_get_selected (self->view);

  return place.kind != DL_PLACE_NOTHING ? dl_levels_map_find (self->layout, place)
                                        : cursor_of (self);
}

static cairo_surface_t *
paint (DlCanvas *self)
{
  return dl_levels_map_paint (self->layout, fabric_of (self), dl_shown_get_values (self->shown),
                              &self->scale, self->theme, NULL);
}

static void
draw (DlCanvas *self, cairo_t *cr, const DlOverlay *overlay)
{
  const Levels *own = self->state;
  DlOverlay pointed = *overlay;

  pointed.selected = dl_levels_item (selected_of (self));
  if (own->hovered.kind != DL_LEVELS_NOTHING)
    pointed.hovered = dl_levels_item (own->hovered);
  dl_levels_map_draw_overlay (self->layout, cr, &pointed, self->theme);
}

static DlPlace
place_of (DlCanvas *self, DlLevelsHit hit)
{
  return dl_levels_map_place (self->layout, hit, fabric_of (self),
                              dl_shown_get_values (self->shown));
}

/* Descriptions for assistive technology -------------------------------------------------------- */

static char *
describe_box (DlCanvas *self, guint box)
{
  const DlFabricBox *of = &dl_levels_map_layout (self->layout)->boxes[box];
  g_autofree char *text = dl_levels_map_box_text (self->layout, box, fabric_of (self));

  return of->n > 1 ? g_strdup_printf ("%s\n%s", text, _ ("Click or Enter opens it"))
                   : g_steal_pointer (&text);
}

/* A bundle, and the busiest of its cables. */
static char *
describe_bundle (DlCanvas *self, DlLevelsHit hit)
{
  const DlFabricBundle *bundle = &dl_levels_map_layout (self->layout)->bundles[hit.index];
  const DlLevelsSum sum = dl_levels_map_sum (self->layout, hit.index, hit.back, fabric_of (self),
                                             dl_shown_get_values (self->shown));
  const DlPlace place = place_of (self, hit);
  g_autofree char *from
      = dl_levels_map_box_text (self->layout, hit.back ? bundle->b : bundle->a, fabric_of (self));
  g_autofree char *to
      = dl_levels_map_box_text (self->layout, hit.back ? bundle->a : bundle->b, fabric_of (self));
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
describe_hit (DlCanvas *self, DlLevelsHit hit)
{
  DlPlace place;

  if (hit.kind == DL_LEVELS_NOTHING)
    return NULL;
  place = place_of (self, hit);
  if (hit.kind == DL_LEVELS_BUNDLE)
    return describe_bundle (self, hit);
  if (place.kind != DL_PLACE_NOTHING)
    return dl_view_describe (self->view, place);
  return hit.kind == DL_LEVELS_BOX ? describe_box (self, hit.index) : NULL;
}

static char *
describe (DlCanvas *self)
{
  const DlPlace place = dl_view_get_selected (self->view);

  return place.kind != DL_PLACE_NOTHING ? dl_view_describe (self->view, place)
                                        : describe_hit (self, cursor_of (self));
}

static char *
tip (DlCanvas *self, double x, double y)
{
  return describe_hit (self, dl_levels_map_hit (self->layout, x, y));
}

/* Folds ---------------------------------------------------------------------------------------- */

/* Open or close it. */
static void
turn_fold (DlCanvas *self, guint fold)
{
  Levels *own = self->state;

  own->open[fold] = !own->open[fold];
  for (guint i = own->opened->len; i-- > 0;)
    if (g_array_index (own->opened, guint, i) == fold)
      g_array_remove_index (own->opened, i);
  if (own->open[fold])
    g_array_append_val (own->opened, fold);
  lay_out_both (self);
}

/* A vertex of a box. */
static guint
vertex_of (DlCanvas *self, const DlFabricBox *box)
{
  const DlFabricRows *rows = ((const Levels *) self->state)->rows;

  return box->row == rows->n_rows ? rows->hosts[box->first]
                                  : rows->fabric->n_hosts + rows->order[box->first];
}

void
dl_levels_view_turn (DlCanvas *self, guint index)
{
  Levels *own = self->state;

  if (!dl_canvas_ensure (self) || index >= dl_levels_map_layout (self->layout)->n_boxes)
    return;
  const DlFabric *fabric = own->rows->fabric;
  const DlFabricBox box = dl_levels_map_layout (self->layout)->boxes[index];
  const DlLevelsHit at = box.n > 1 ? cursor_of (self) : selected_of (self);
  const gboolean at_keys = at.kind == DL_LEVELS_BOX && (box.n > 1 || at.index == index);
  const guint vertex = vertex_of (self, &box);

  if (box.fold == DL_FABRIC_NONE)
    return;
  turn_fold (self, box.fold);
  own->cursor = DL_FABRIC_NONE;
  if (!at_keys)
    return;
  /* The keys continue from the box that was opened, or closed. */
  if (box.n > 1 && cursor_at (self, vertex).kind == DL_LEVELS_NOTHING)
    dl_view_select (self->view, dl_fabric_is_host (fabric, vertex)
                                    ? dl_place_node (vertex)
                                    : dl_place_router (vertex - fabric->n_hosts));
  else
    {
      own->cursor = vertex;
      dl_view_select (self->view, DL_NOWHERE);
    }
  dl_canvas_describe (self);
}

/* The folded box at a point. */
static gboolean
folded_at (DlCanvas *self, double x, double y, guint *box)
{
  const DlLevelsHit hit = dl_levels_map_hit (self->layout, x, y);

  *box = hit.index;
  return hit.kind == DL_LEVELS_BOX && dl_levels_map_layout (self->layout)->boxes[hit.index].n > 1;
}

static void
on_released (GtkGestureClick *click, int n_press, double x, double y, DlCanvas *self)
{
  Levels *own = self->state;
  guint box;

  if (n_press != 1 || dl_view_get_break_tool (self->view) || !dl_canvas_ensure (self)
      || !folded_at (self, x, y, &box))
    return;
  own->turned_us = g_get_monotonic_time ();
  dl_levels_view_turn (self, box);
}

/* Pointing and keys ---------------------------------------------------------------------------- */

static DlPlace
hit (DlCanvas *self, double x, double y)
{
  return place_of (self, dl_levels_map_hit (self->layout, x, y));
}

/* The same; the box or line itself is drawn, too, where it is not a place. */
static DlPlace
hover_at (DlCanvas *self, double x, double y)
{
  Levels *own = self->state;
  const DlLevelsHit hit = dl_levels_map_hit (self->layout, x, y);

  if (hit.kind != own->hovered.kind || hit.index != own->hovered.index
      || hit.back != own->hovered.back)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  own->hovered = hit;
  return place_of (self, hit);
}

static const char *
grip_at (DlCanvas *self, double x, double y)
{
  guint box;

  return folded_at (self, x, y, &box) ? "pointer" : NULL;
}

static gboolean
rect (DlCanvas *self, DlPlace place, DlRect *rect)
{
  return dl_levels_map_rect (self->layout, dl_levels_map_find (self->layout, place), rect);
}

/* The cursor goes to a folded box, which is not a place. */
static void
step (DlCanvas *self, gint dx, gint dy)
{
  Levels *own = self->state;
  const DlLevelsHit from = selected_of (self);
  const DlLevelsHit to = dl_levels_map_step (self->layout, from, dx, dy);
  DlPlace place;

  if (dx == 0 && dy == 0 && from.kind == DL_LEVELS_BOX
      && dl_view_get_selected (self->view).kind == DL_PLACE_NOTHING)
    {
      dl_levels_view_turn (self, from.index); /* Enter */
      return;
    }
  if (to.kind == from.kind && to.index == from.index && to.back == from.back)
    return;
  place = place_of (self, to);
  own->cursor = to.kind == DL_LEVELS_BOX && place.kind == DL_PLACE_NOTHING
                    ? vertex_of (self, &dl_levels_map_layout (self->layout)->boxes[to.index])
                    : DL_FABRIC_NONE;
  dl_view_select (self->view, place);
  dl_canvas_describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Fold the selected box, else the one opened last. */
static gboolean
fold (DlCanvas *self)
{
  Levels *own = self->state;
  DlLevelsHit at;

  if (!dl_canvas_ensure (self))
    return FALSE;
  at = selected_of (self);
  if (at.kind == DL_LEVELS_BOX)
    {
      const DlFabricBox *box = &dl_levels_map_layout (self->layout)->boxes[at.index];

      if (box->n == 1 && box->fold != DL_FABRIC_NONE)
        {
          dl_levels_view_turn (self, at.index);
          return TRUE;
        }
    }
  if (own->opened->len == 0)
    return FALSE;
  turn_fold (self, g_array_index (own->opened, guint, own->opened->len - 1));
  return TRUE;
}

/* Esc: a route first, then boxes opened by hand. */
static gboolean
back (DlCanvas *self)
{
  const Levels *own = self->state;

  return dl_view_get_route_origin (self->view) == DL_NO_NODE
         && dl_view_get_path_kind (self->view) == DL_PATH_NONE && own->opened->len > 0
         && fold (self);
}

static void
show_more (DlCanvas *self, DlPlace place)
{
  const Levels *own = self->state;

  if (place.kind == DL_PLACE_NOTHING || g_get_monotonic_time () - own->turned_us < DOUBLE_US)
    return;
  dl_view_select (self->view, place);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-view", "s",
                              place.kind == DL_PLACE_LINK ? "table" : "router");
}

static void
on_fold (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  fold (self);
}

static void
on_fold_all (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  if (!dl_canvas_ensure (self))
    return;
  close_all (((DlCanvas *) self)->state);
  lay_out_both (self);
}

/* The kind ------------------------------------------------------------------------------------- */

static void
changed (DlCanvas *self)
{
  if (dl_view_get_selected (self->view).kind != DL_PLACE_NOTHING)
    ((Levels *) self->state)->cursor = DL_FABRIC_NONE;
}

static void
init (DlCanvas *self)
{
  static const GActionEntry actions[] = { { "fold", on_fold }, { "fold-all", on_fold_all } };
  Levels *own = self->state;
  GtkGesture *click = gtk_gesture_click_new ();

  own->opened = g_array_new (FALSE, FALSE, sizeof (guint));
  own->cursor = DL_FABRIC_NONE;
  dl_canvas_add_actions (self, "levels", actions, G_N_ELEMENTS (actions));
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

static void
clear (DlCanvas *self)
{
  Levels *own = self->state;

  dl_fabric_rows_free (own->rows);
  g_free (own->open);
  g_array_unref (own->opened);
}

GtkWidget *
dl_levels_view_new (DlView *view)
{
  static const DlCanvasItem menu[] = {
    { N_ ("Break or Restore What Is _Here"), "win.break" },
    { N_ ("Break or Restore One _Direction"), "win.break-direction" },
    { N_ ("Break or Restore the S_witch"), "win.break-node" },
    { N_ ("Route _from Here"), "win.route-from" },
    { N_ ("Route _to Here"), "win.route-to" },
    { N_ ("_Show as Table"), "win.show-table::" },
    { N_ ("F_old Again"), "levels.fold", .apart = TRUE },
    { N_ ("Fold _All"), "levels.fold-all" },
  };
  static const DlCanvasKind kind = {
    .hint = N_ ("Arrow keys move from box to cable to box, Enter opens a folded box, Esc folds it "
                "again, B breaks, E explains a route"),
    .family = &dl_family_fabric,
    .state_size = sizeof (Levels),
    .init = init,
    .clear = clear,
    .menu = menu,
    .n_menu = G_N_ELEMENTS (menu),
    .left = 60,
    .opens = TRUE,
    .anywhere = TRUE,
    .renew = renew,
    .lay_out = lay_out,
    .free_layout = free_layout,
    .paint = paint,
    .draw = draw,
    .hit = hit,
    .rect = rect,
    .step = step,
    .hover_at = hover_at,
    .grip_at = grip_at,
    .open = show_more,
    .back = back,
    .changed = changed,
    .describe = describe,
    .tip = tip,
  };

  return dl_canvas_new (view, &kind, 0, _ ("Switches by level"));
}
