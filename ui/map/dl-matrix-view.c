#include "dl-matrix-view.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef struct
{
  const DlMatrixArranger *arranger; /* NULL: by number */
  gpointer data;                    /* of it */
  guint32 *arranged;                /* (n_routers) their order, in the layout; NULL */
} Matrix;

static void
clear (DlCanvas *self)
{
  Matrix *own = self->state;

  g_free (own->arranged);
  if (own->arranger != NULL)
    own->arranger->free (own->data);
}

/* The picture ---------------------------------------------------------------------------------- */

/* Other values may order the routers differently. */
static gboolean
fits (DlCanvas *self, gboolean is_new)
{
  Matrix *own = self->state;
  DlMatrixOrder order;

  if (!is_new || own->arranger == NULL)
    return TRUE;
  own->arranger->arrange (own->data, self->result, dl_shown_get_values (self->shown), &order);
  return memcmp (order.routers, own->arranged,
                 self->result->net.graph->n_routers * sizeof *own->arranged)
         == 0;
}

static gpointer
lay_out (DlCanvas *self)
{
  Matrix *own = self->state;
  const DlGraph *graph = self->result->net.graph;
  const DlMatrixMapOptions options = {
    .width = self->size.width,
    .height = self->size.height,
    .scale = self->size.scale,
    .label_scale = self->size.label_scale,
    .zoom = self->size.zoom,
  };
  DlMatrixOrder order;

  if (own->arranger == NULL)
    return dl_matrix_map_new (graph, &options, NULL);
  own->arranger->arrange (own->data, self->result, dl_shown_get_values (self->shown), &order);
  g_free (own->arranged);
  own->arranged = g_memdup2 (order.routers, graph->n_routers * sizeof *own->arranged);
  return dl_matrix_map_new (graph, &options, &order);
}

static void
free_layout (gpointer layout)
{
  dl_matrix_map_free (layout);
}

static cairo_surface_t *
paint (DlCanvas *self)
{
  return dl_matrix_map_paint (self->layout, self->result->net.graph->link_state,
                              dl_shown_get_values (self->shown), &self->scale, self->theme, NULL);
}

static void
draw (DlCanvas *self, cairo_t *cr, const DlOverlay *overlay)
{
  dl_matrix_map_draw_overlay (self->layout, cr, overlay, self->theme);
}

/* Places --------------------------------------------------------------------------------------- */

/* The link that colors a cell. */
static DlPlace
pick (DlCanvas *self, DlPlace place)
{
  return dl_matrix_map_pick (self->layout, place, self->result->net.graph->link_state,
                             dl_shown_get_values (self->shown));
}

static DlPlace
hit (DlCanvas *self, double x, double y)
{
  return pick (self, dl_matrix_map_hit (self->layout, x, y));
}

static gboolean
rect (DlCanvas *self, DlPlace place, DlRect *rect)
{
  return dl_matrix_map_rect (self->layout, place, rect);
}

static void
step (DlCanvas *self, gint dx, gint dy)
{
  const DlPlace from = dl_view_get_selected (self->view);
  const DlPlace to = dl_matrix_map_step (self->layout, from, dx, dy);

  dl_view_select (self->view, dl_place_equal (from, to) ? from : pick (self, to));
}

static void
show_in_table (DlCanvas *self, DlPlace place)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-view", "s", "table");
}

GtkWidget *
dl_matrix_view_new_arranged (DlView *view, const char *title, const DlMatrixArranger *arranger,
                             gpointer data)
{
  static const DlCanvasItem menu[] = {
    { N_ ("Break or Restore What Is _Here"), "win.break" },
    { N_ ("Route _from Here"), "win.route-from" },
    { N_ ("Route _to Here"), "win.route-to" },
    { N_ ("_Show as Table"), "win.show-table::" },
  };
  static const DlCanvasKind kind = {
    .hint = N_ ("Arrow keys move from link to link, B breaks"),
    .state_size = sizeof (Matrix),
    .clear = clear,
    .menu = menu,
    .n_menu = G_N_ELEMENTS (menu),
    .left = 60,
    .top = 36,
    .opens = TRUE,
    .anywhere = TRUE,
    .fits = fits,
    .lay_out = lay_out,
    .free_layout = free_layout,
    .paint = paint,
    .draw = draw,
    .hit = hit,
    .rect = rect,
    .step = step,
    .open = show_in_table,
  };
  DlCanvas *self = DL_CANVAS (dl_canvas_new (view, &kind, 0, title));
  Matrix *own = self->state;

  own->arranger = arranger;
  own->data = data;
  return GTK_WIDGET (self);
}

GtkWidget *
dl_matrix_view_new (DlView *view)
{
  return dl_matrix_view_new_arranged (view, _ ("Routers by routers"), NULL, NULL);
}
