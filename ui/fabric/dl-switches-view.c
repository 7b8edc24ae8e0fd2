#include "dl-fabric-views.h"
#include "dl-matrix-view.h"

#include "dl-switch-order.h"

#include <glib/gi18n-lib.h>

/* How its switches are ordered: the data of its arranger. */
typedef struct
{
  DlFabricRows *rows;   /* of the fabric of: */
  DlEvaluation *placed; /* any result with the same places */
  DlSwitchOrder *order; /* the latest */
  DlFabricOrder by;     /* where it is not sorted by load */
  DlView *view;         /* says that; owned */
} Order;

static const char *const ids[] = {
  [DL_FABRIC_BY_LEVEL] = "level",
  [DL_FABRIC_BY_SUBTREE] = "subtree",
  [DL_FABRIC_BY_RAIL] = "rail",
};

static void
arrange (gpointer data, const DlEvaluation *result, const float *values, DlMatrixOrder *order)
{
  Order *self = data;

  if (self->placed == NULL || !dl_shown_same_places (self->placed, result))
    {
      g_clear_pointer (&self->rows, dl_fabric_rows_free);
      g_clear_pointer (&self->placed, dl_evaluation_unref);
      self->placed = dl_evaluation_ref ((DlEvaluation *) result);
      self->rows = dl_fabric_rows_new ((DlFabric *) result->net.shape);
    }
  dl_switch_order_free (self->order);
  /* By the load of A on either side, so that compared switches stay where they are. */
  if (dl_view_get_sorted (self->view))
    values = dl_shown_get_values_of_a (dl_view_get_shown (self->view));
  self->order = dl_switch_order_new (
      self->rows, dl_view_get_sorted (self->view) ? DL_FABRIC_BY_LOAD : self->by, values);
  *order = self->order->order;
}

static void
order_free (gpointer data)
{
  Order *self = data;

  dl_fabric_rows_free (self->rows);
  g_clear_pointer (&self->placed, dl_evaluation_unref);
  dl_switch_order_free (self->order);
  g_object_unref (self->view);
  g_free (self);
}

static void
on_order (GSimpleAction *action, GVariant *state, gpointer canvas)
{
  Order *self = g_object_get_data (canvas, "dl-switch-order");
  const char *id = g_variant_get_string (state, NULL);

  for (guint by = 0; by < G_N_ELEMENTS (ids); by++)
    if (g_str_equal (ids[by], id))
      {
        self->by = by;
        g_simple_action_set_state (action, state);
        dl_canvas_lay_out (canvas);
      }
}

GtkWidget *
dl_switches_view_new (DlView *view)
{
  static const DlMatrixArranger arranger = { arrange, order_free };
  static const GActionEntry actions[] = { { "order", NULL, "s", "'level'", on_order } };
  static const DlCanvasItem menu[] = {
    { N_ ("Order by _Level"), "switches.order::level", .apart = TRUE },
    { N_ ("Order by S_ubtree"), "switches.order::subtree" },
    { N_ ("Order by _Rail"), "switches.order::rail" },
  };
  Order *order = g_new0 (Order, 1);
  GtkWidget *self;

  order->view = g_object_ref (view);
  self = dl_matrix_view_new_arranged (view, _ ("Switches by switches"), &arranger, order);
  g_object_set_data (G_OBJECT (self), "dl-switch-order", order);
  g_signal_connect_object (view, "notify::sorted", G_CALLBACK (dl_canvas_lay_out), self,
                           G_CONNECT_SWAPPED);
  dl_canvas_add_actions (DL_CANVAS (self), "switches", actions, G_N_ELEMENTS (actions));
  dl_canvas_add_menu (DL_CANVAS (self), menu, G_N_ELEMENTS (menu));
  return self;
}
