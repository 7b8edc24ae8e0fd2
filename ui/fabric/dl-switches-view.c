#include "dl-switches-view.h"

#include "dl-links-shown.h"
#include "dl-switch-order.h"

#include <glib/gi18n-lib.h>

/* How its switches are ordered: the data of its arranger. */
typedef struct
{
  DlFabricRows *rows;   /* of the fabric of: */
  DlEvaluation *placed; /* any result with the same places */
  DlSwitchOrder *order; /* the latest */
  DlFabricOrder by;
} Order;

static const struct
{
  const char *id, *title;
} orders[DL_N_FABRIC_ORDERS] = {
  [DL_FABRIC_BY_LEVEL] = { "level", N_ ("Order by _Level") },
  [DL_FABRIC_BY_SUBTREE] = { "subtree", N_ ("Order by S_ubtree") },
  [DL_FABRIC_BY_LOAD] = { "load", N_ ("Order by L_oad") },
};

static void
arrange (gpointer data, const DlEvaluation *result, const float *values, DlMatrixOrder *order)
{
  Order *self = data;

  if (self->placed == NULL || !dl_links_shown_same_places (self->placed, result))
    {
      g_clear_pointer (&self->rows, dl_fabric_rows_free);
      g_clear_pointer (&self->placed, dl_evaluation_unref);
      self->placed = dl_evaluation_ref ((DlEvaluation *) result);
      self->rows = dl_fabric_rows_new ((DlFabric *) result->net.shape);
    }
  dl_switch_order_free (self->order);
  self->order = dl_switch_order_new (self->rows, self->by, values);
  *order = self->order->order;
}

static void
order_free (gpointer data)
{
  Order *self = data;

  dl_fabric_rows_free (self->rows);
  g_clear_pointer (&self->placed, dl_evaluation_unref);
  dl_switch_order_free (self->order);
  g_free (self);
}

static void
on_order (GSimpleAction *action, GVariant *state, gpointer view)
{
  Order *self = g_object_get_data (view, "dl-switch-order");
  const char *id = g_variant_get_string (state, NULL);

  for (guint by = 0; by < DL_N_FABRIC_ORDERS; by++)
    if (g_str_equal (orders[by].id, id))
      {
        self->by = by;
        g_simple_action_set_state (action, state);
        dl_matrix_view_arrange (view);
      }
}

GtkWidget *
dl_switches_view_new (DlView *view)
{
  static const DlMatrixArranger arranger = { N_ ("Switches by switches"), arrange, order_free };
  static const GActionEntry actions[] = { { "order", NULL, "s", "'level'", on_order } };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GMenu) menu = g_menu_new ();
  Order *order = g_new0 (Order, 1);
  GtkWidget *self;

  for (guint by = 0; by < DL_N_FABRIC_ORDERS; by++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_ (orders[by].title), NULL);

      g_menu_item_set_action_and_target (item, "switches.order", "s", orders[by].id);
      g_menu_append_item (menu, item);
    }
  self = dl_matrix_view_new_arranged (view, &arranger, order, G_MENU_MODEL (menu));
  g_object_set_data (G_OBJECT (self), "dl-switch-order", order);
  g_action_map_add_action_entries (G_ACTION_MAP (group), actions, G_N_ELEMENTS (actions), self);
  gtk_widget_insert_action_group (self, "switches", G_ACTION_GROUP (group));
  return self;
}
