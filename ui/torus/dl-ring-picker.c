#include "dl-ring-picker.h"

#include "dl-number-field.h"
#include "dl-turn-box.h"

#include <glib/gi18n-lib.h>

/* What its parts share. */
typedef struct
{
  DlView *view; /* owned */
  GtkWidget *box;
  GtkDropDown *axis;
  GtkWidget *at[DL_N_DIMS]; /* coordinates; that of the axis is hidden */
  gboolean following;       /* the list follows the view just now, not the other way round */
} Picker;

static void
picker_free (gpointer data)
{
  Picker *self = data;

  g_object_unref (self->view);
  g_free (self);
}

/* NULL before there is one. */
static const DlNetwork *
network_of (DlView *view)
{
  DlEvaluation *result = dl_session_get_result_of (dl_view_get_session (view), &dl_family_torus);

  return result != NULL ? dl_evaluation_torus (result)->network : NULL;
}

/* The ring that is shown, by one of its nodes: that of the selected link, if it is in it. */
static gboolean
get_ring (DlView *view, const DlNetwork *network, guint *node, DlDim *dim, guint *port)
{
  const guint link = dl_view_get_selected_link (view);

  if (network == NULL)
    return FALSE;
  dl_view_get_ring (view, node, dim);
  *port = 2 * *dim;
  if (*node >= network->n_nodes)
    return FALSE;
  if (link != DL_NO_LINK && link % network->n_ports / 2 == *dim)
    {
      *node = link / network->n_ports;
      *port = link % network->n_ports;
    }
  return TRUE;
}

/* A mesh has no link at that end. */
static void
select_in (DlView *view, const DlNetwork *network, guint node, guint port)
{
  const guint dim = port / 2, at = network->torus.coord[node].at[dim];

  if (!network->torus.ring[dim] && at == (port % 2 == 1 ? 0 : network->torus.radix[dim] - 1))
    port ^= 1;
  dl_view_select (view, dl_place_link (dl_network_link (network, node, port)));
}

void
dl_ring_picker_turn (DlView *view, gint by)
{
  const DlNetwork *network = network_of (view);
  guint node, port, others[2];
  DlDim dim;

  if (!get_ring (view, network, &node, &dim, &port))
    return;
  const DlTorus *torus = &network->torus;
  others[0] = dim == DL_X ? DL_Y : DL_X;
  others[1] = dim == DL_Z ? DL_Y : DL_Z;
  const guint minor = torus->radix[others[1]], n = torus->radix[others[0]] * minor;
  const DlCoord at = torus->coord[node];
  const guint ring = (at.at[others[0]] * minor + at.at[others[1]] + n + by) % n;

  node += (ring / minor - at.at[others[0]]) * torus->stride[others[0]];
  node += (ring % minor - at.at[others[1]]) * torus->stride[others[1]];
  select_in (view, network, node, port);
}

static void
follow (Picker *self)
{
  const DlNetwork *network = network_of (self->view);
  guint node, port, n_rings = 1;
  DlDim ring;

  if (!get_ring (self->view, network, &node, &ring, &port))
    return;
  self->following = TRUE;
  gtk_drop_down_set_selected (self->axis, ring);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const guint k = network->torus.radix[dim];

      gtk_widget_set_visible (self->at[dim], dim != ring);
      dl_number_field_follow (DL_NUMBER_FIELD (self->at[dim]), network->torus.coord[node].at[dim],
                              k - 1);
      n_rings *= dim != ring ? k : 1;
    }
  dl_turn_box_set_turns (DL_TURN_BOX (self->box), n_rings > 1);
  self->following = FALSE;
}

static void
on_view (GtkWidget *box)
{
  follow (g_object_get_data (G_OBJECT (box), "picker"));
}

static void
on_axis (Picker *self)
{
  const DlNetwork *network = network_of (self->view);
  const guint axis = gtk_drop_down_get_selected (self->axis);
  guint node, port;
  DlDim dim;

  if (self->following || axis >= DL_N_DIMS || !get_ring (self->view, network, &node, &dim, &port))
    return;
  if (network->torus.radix[axis] > 1)
    select_in (self->view, network, node, 2 * axis);
  else /* it has no links */
    follow (self);
}

static void
on_at (DlNumberField *field, int value, Picker *self)
{
  const DlNetwork *network = network_of (self->view);
  guint node, port;
  DlDim dim;

  if (!get_ring (self->view, network, &node, &dim, &port))
    return;
  for (guint other = 0; other < DL_N_DIMS; other++)
    if (GTK_WIDGET (field) == self->at[other])
      node += (value - network->torus.coord[node].at[other]) * network->torus.stride[other];
  select_in (self->view, network, node, port);
}

static void
on_turned (Picker *self, int by)
{
  dl_ring_picker_turn (self->view, by);
}

GtkWidget *
dl_ring_picker_new (DlView *view)
{
  static const char *const axes[] = { "X", "Y", "Z", NULL };
  Picker *self = g_new0 (Picker, 1);
  GtkWidget *middle = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->view = g_object_ref (view);
  self->axis = GTK_DROP_DOWN (gtk_drop_down_new_from_strings (axes));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->axis), _ ("The axis along which the ring runs"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->axis), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Axis of the ring"), -1);
  gtk_box_append (GTK_BOX (middle), GTK_WIDGET (self->axis));
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      /* Translators: %s is an axis, x, y or z */
      g_autofree char *name = g_strdup_printf (_ ("Coordinate %s of the ring"), dl_dim_name (dim));

      self->at[dim] = dl_number_field_new (dl_dim_name (dim), name, 0);
      gtk_widget_set_tooltip_text (self->at[dim], name);
      gtk_widget_set_valign (self->at[dim], GTK_ALIGN_CENTER);
      g_signal_connect (self->at[dim], "changed", G_CALLBACK (on_at), self);
      gtk_box_append (GTK_BOX (middle), self->at[dim]);
    }
  self->box = dl_turn_box_new (_ ("Ring that is shown"), _ ("Previous ring (Page Up in the map)"),
                               _ ("Next ring (Page Down in the map)"), middle);
  g_object_set_data_full (G_OBJECT (self->box), "picker", self, picker_free);
  g_signal_connect_swapped (self->axis, "notify::selected", G_CALLBACK (on_axis), self);
  g_signal_connect_swapped (self->box, "turned", G_CALLBACK (on_turned), self);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (on_view), self->box,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (on_view),
                           self->box, G_CONNECT_SWAPPED);
  follow (self);
  return self->box;
}
