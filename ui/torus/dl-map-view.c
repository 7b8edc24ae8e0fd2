#include "dl-map-view-private.h"

#include "dl-map-parts.h"
#include "dl-map-zoomer.h"

#include <glib/gi18n-lib.h>

/* Between two pictures of a simulation, in microseconds. */
#define REPAINT_US (50 * 1000)

enum
{
  VIEW = 1,
  KIND,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlMapView, dl_map_view, GTK_TYPE_WIDGET)

/* What assistive technology reads ---------------------------------------------------------------
 */

static void
describe (DlMapView *self)
{
  const guint link = dl_view_get_selected_link (self->view);
  const guint node = dl_view_get_selected_node (self->view);
  g_autofree char *text = NULL;

  if (link != DL_NO_LINK)
    text = dl_view_describe (self->view, dl_place_link (link));
  else if (node != DL_NO_NODE)
    text = dl_view_describe (self->view, dl_place_node (node));
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      text != NULL
          ? text
          : _ ("Arrow keys move from link to link, B breaks, D takes a dateline, E explains "
               "the route between two"),
      -1);
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  DlMapView *self = DL_MAP_VIEW (widget);
  const DlHit hit = dl_map_view_hit (self, x, y);
  g_autofree char *text = NULL;

  if (keyboard || self->dragged_dateline >= 0)
    return FALSE;
  if (hit.kind == DL_HIT_DATELINE)
    text = g_strdup (_ ("Dateline: drag it, or press D and the arrow keys (VC paper 3)"));
  else if (hit.kind == DL_HIT_NODE)
    text = dl_view_describe (self->view, dl_place_node (hit.node));
  if (text == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* Object ----------------------------------------------------------------------------------------
 */

/* The plane of what is selected takes the place of one that does not have it. */
static void
follow_selection (DlMapView *self)
{
  const gint plane = dl_map_view_selected_plane (self);

  if (self->plane >= 0 && plane >= 0)
    dl_map_view_show_plane (self, plane);
}

static void
show_all_planes (DlMapView *self)
{
  dl_map_view_show_plane (self, -1);
}

static void
on_changed (DlMapView *self)
{
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What is pinned, or which of the two is shown. */
static void
on_beside (DlMapView *self)
{
  self->keyed_dateline = -1;
  dl_map_view_drop_image (self);
  on_changed (self);
}

static void
on_counters (DlMapView *self)
{
  if (dl_view_get_metric (self->view) != DL_METRIC_MEASURED)
    return;
  dl_map_view_drop_image (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* New figures of a simulation: not more often than eyes can follow. */
static void
on_picture (DlMapView *self)
{
  if (!dl_metric_is_simulated (dl_view_get_metric (self->view))
      || !gtk_widget_get_mapped (GTK_WIDGET (self))
      || (self->image != NULL && g_get_monotonic_time () - self->painted_us < REPAINT_US))
    return;
  dl_map_view_drop_image (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_critical (DlMapView *self)
{
  if (dl_view_get_metric (self->view) == DL_METRIC_CRITICAL)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
dl_map_view_set_view (DlMapView *self, DlView *view)
{
  g_return_if_fail (self->view == NULL);
  self->view = g_object_ref (view);
  self->menu = dl_map_view_add_input (self);
  g_signal_connect_object (view, "notify", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  if (self->kind == DL_MAP_PLANES)
    {
      g_signal_connect_object (view, "notify::selection", G_CALLBACK (follow_selection), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (view, "notify::slice", G_CALLBACK (show_all_planes), self,
                               G_CONNECT_SWAPPED);
    }
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (on_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::generation",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_beside (view), "notify::changes", G_CALLBACK (on_beside),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (on_picture),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_counters (view), "notify::counters",
                           G_CALLBACK (on_counters), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_critical_job (view), "notify", G_CALLBACK (on_critical),
                           self, G_CONNECT_SWAPPED);
  describe (self);
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  DlMapView *self = DL_MAP_VIEW (object);

  switch (id)
    {
    case VIEW:
      if (g_value_get_object (value) != NULL)
        dl_map_view_set_view (self, g_value_get_object (value));
      break;
    case KIND:
      self->kind = g_value_get_uint (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dispose (GObject *object)
{
  DlMapView *self = DL_MAP_VIEW (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  dl_map_zoomer_remove (GTK_WIDGET (self));
  dl_map_view_drop_image (self);
  g_clear_pointer (&self->map, dl_map_free);
  g_clear_pointer (&self->values, g_array_unref);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_map_view_parent_class)->dispose (object);
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  dl_map_view_draw (DL_MAP_VIEW (widget), snapshot);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  dl_map_measure (orientation, minimum, natural);
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  dl_map_zoomer_allocate (widget, width, height);
  if (DL_MAP_VIEW (widget)->menu != NULL)
    gtk_popover_present (GTK_POPOVER (DL_MAP_VIEW (widget)->menu));
}

static void
dl_map_view_class_init (DlMapViewClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->set_property = set_property;
  object_class->dispose = dispose;
  widget_class->snapshot = snapshot;
  widget_class->measure = measure;
  widget_class->size_allocate = size_allocate;
  widget_class->query_tooltip = query_tooltip;
  properties[VIEW] = g_param_spec_object ("view", NULL, NULL, DL_TYPE_VIEW,
                                          G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  properties[KIND]
      = g_param_spec_uint ("kind", NULL, NULL, 0, DL_N_MAPS - 1, DL_MAP_RING_MATRIX,
                           G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  gtk_widget_class_install_action (widget_class, "plane.toggle", NULL, dl_map_view_toggle_plane);
  gtk_widget_class_set_css_name (widget_class, "dl-map");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
dl_map_view_init (DlMapView *self)
{
  self->dragged_dateline = -1;
  self->keyed_dateline = -1;
  self->plane = -1;
  self->values = g_array_new (FALSE, FALSE, sizeof (float));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
dl_map_view_new (DlMapKind kind)
{
  DlMapView *self = g_object_new (DL_TYPE_MAP_VIEW, "kind", kind, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  kind == DL_MAP_PLANES      ? _ ("Planes")
                                  : kind == DL_MAP_ISOMETRIC ? _ ("Isometric")
                                                             : _ ("Ring matrix"),
                                  -1);
  return GTK_WIDGET (self);
}
