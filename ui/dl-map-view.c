#include "dl-map-view.h"

#include "dl-map-parts.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

/* Between two pictures of a simulation, in microseconds. */
#define REPAINT_US (50 * 1000)

struct _DlMapView
{
  GtkWidget parent;
  DlView *view;
  DlMapKind kind;

  DlMap *map; /* the layout, for the size and shape below */
  guint radix[DL_N_DIMS];
  gboolean ring[DL_N_DIMS];
  GdkTexture *image; /* the dense layer, for the result, metric and theme below */
  DlResult *painted;
  DlMetric painted_metric;
  gint64 painted_us;            /* when, for what is simulated */
  DlCritical *painted_critical; /* with DL_METRIC_CRITICAL; nullable */
  const DlTheme *painted_theme;
  GArray *values; /* float (n_links) */

  gint dragged_dateline; /* DlDim, or -1 */
  gint keyed_dateline;   /* DlDim whose dateline the arrow keys move, or -1 */
  GtkWidget *menu;
};

enum
{
  VIEW = 1,
  KIND,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlMapView, dl_map_view, GTK_TYPE_WIDGET)

/* The picture ---------------------------------------------------------------------------------- */

/* Of A, or of what is pinned where that is shown; NULL if there is none of a torus. */
static DlResult *
current_result (DlMapView *self)
{
  DlResult *result = dl_beside_get_shown (dl_view_get_beside (self->view));
  return result != NULL && result->analysis != NULL ? result : NULL;
}

static const DlNetwork *
current_network (DlMapView *self)
{
  DlResult *result = current_result (self);
  return result != NULL ? result->analysis->network : NULL;
}

static DlShow
current_show (DlMapView *self)
{
  return dl_beside_get_show (dl_view_get_beside (self->view));
}

/* Datelines as they are drawn: those of A even while its result is on its way. */
static void
get_datelines (DlMapView *self, gint dateline[DL_N_DIMS])
{
  const DlRoutingSpec routing
      = dl_scenario_routing (current_show (self) == DL_SHOW_B
                                 ? current_result (self)->scenario
                                 : dl_session_get_scenario (dl_view_get_session (self->view)));

  memcpy (dateline, routing.dateline, sizeof routing.dateline);
}

static void
drop_image (DlMapView *self)
{
  g_clear_object (&self->image);
  g_clear_pointer (&self->painted, dl_result_unref);
  g_clear_pointer (&self->painted_critical, dl_critical_unref);
}

/* Make the layout fit the widget, the network's shape and the slice. */
static gboolean
ensure_map (DlMapView *self)
{
  const DlNetwork *network = current_network (self);
  const DlMapOptions options = {
    .kind = self->kind,
    .slice = dl_view_get_slice (self->view),
    .width = gtk_widget_get_width (GTK_WIDGET (self)),
    .height = gtk_widget_get_height (GTK_WIDGET (self)),
    .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
    .cut = dl_view_get_cut (self->view),
  };

  if (network == NULL || options.width < 1 || options.height < 1)
    return FALSE;
  if (self->map != NULL)
    {
      const DlMapOptions *now = dl_map_options (self->map);
      if (now->width == options.width && now->height == options.height
          && now->scale == options.scale && now->slice == options.slice
          && (now->cut == options.cut || self->kind != DL_MAP_ISOMETRIC)
          && memcmp (self->radix, network->torus.radix, sizeof self->radix) == 0
          && memcmp (self->ring, network->torus.ring, sizeof self->ring) == 0)
        return TRUE;
    }
  g_clear_pointer (&self->map, dl_map_free);
  drop_image (self);
  self->map = dl_map_new (network, &options);
  memcpy (self->radix, network->torus.radix, sizeof self->radix);
  memcpy (self->ring, network->torus.ring, sizeof self->ring);
  return TRUE;
}

/* What is shown of each link, in the array of values. */
static void
fill_values (DlMapView *self, DlResult *result)
{
  DlBeside *beside = dl_view_get_beside (self->view);
  const DlDifference *difference
      = current_show (self) == DL_SHOW_DIFFERENCE ? dl_beside_get_difference (beside) : NULL;
  DlMetricInput input;

  g_array_set_size (self->values, result->analysis->network->n_links);
  if (difference != NULL)
    dl_contrast_values (difference, (float *) self->values->data);
  else if (dl_beside_get_torus (beside, current_show (self), &input))
    dl_metric_values (dl_view_get_metric (self->view), &input, (float *) self->values->data);
}

/* Colour the dense layer anew if what it shows has changed. */
static void
ensure_image (DlMapView *self)
{
  DlResult *result = current_result (self);
  const DlMetric metric = dl_view_get_metric (self->view);
  const DlTheme *theme = dl_view_theme (GTK_WIDGET (self));
  DlCritical *critical = metric == DL_METRIC_CRITICAL
                             ? dl_critical_job_get_results (dl_view_get_critical_job (self->view))
                             : NULL;
  DlScale scale;

  if (self->image != NULL && self->painted == result && self->painted_metric == metric
      && self->painted_critical == critical && self->painted_theme == theme)
    return;
  drop_image (self);
  self->painted_critical = critical != NULL ? dl_critical_ref (critical) : NULL;
  self->painted = dl_result_ref (result);
  self->painted_metric = metric;
  self->painted_theme = theme;
  self->painted_us = g_get_monotonic_time ();

  fill_values (self, result);
  dl_beside_init_scale (dl_view_get_beside (self->view), &scale);

  cairo_surface_t *surface = dl_map_paint (self->map, result->analysis->network,
                                           (float *) self->values->data, &scale, theme, NULL);

  self->image = dl_map_texture_new (surface);
}

static void
on_counters (DlMapView *self)
{
  if (dl_view_get_metric (self->view) != DL_METRIC_MEASURED)
    return;
  drop_image (self);
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
  drop_image (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Why the map shows nothing, or not the latest. */
static const char *
note_of (DlMapView *self)
{
  DlCriticalJob *job = dl_view_get_critical_job (self->view);
  const char *beside = dl_beside_get_note (dl_view_get_beside (self->view));

  if (beside != NULL || current_show (self) == DL_SHOW_B)
    return beside;
  if (dl_metric_is_simulated (dl_view_get_metric (self->view)))
    return dl_live_get_picture (dl_view_get_live (self->view)) == NULL
               ? _ ("The simulation fills this in: run it (F8)")
               : NULL;
  if (dl_view_get_metric (self->view) != DL_METRIC_CRITICAL)
    return NULL;
  if (dl_critical_job_get_results (job) == NULL)
    return dl_critical_job_is_running (job) ? NULL
                                            : _ ("“Find the Worst Links” fills this in (Ctrl+K)");
  return dl_critical_job_is_stale (job) ? _ ("As it was before the last changes") : NULL;
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlMapView *self = DL_MAP_VIEW (widget);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));

  DlMapPath path;

  if (!ensure_map (self))
    return;
  ensure_image (self);
  gtk_snapshot_append_texture (snapshot, self->image, &bounds);

  DlMapOverlay overlay = {
    .network = self->painted->analysis->network,
    .dragged_dateline = self->dragged_dateline >= 0 ? self->dragged_dateline : self->keyed_dateline,
    .selected_link = dl_view_get_selected_link (self->view),
    .selected_node = dl_view_get_selected_node (self->view),
    .hovered_link = dl_view_get_hovered_link (self->view),
    .focused = gtk_widget_has_focus (widget),
  };
  get_datelines (self, overlay.dateline);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (overlay.dateline[dim] >= (gint) self->radix[dim])
      overlay.dateline[dim] = DL_NO_DATELINE; /* of a shape whose result is not there yet */
  if (current_show (self) != DL_SHOW_B && dl_view_get_path (self->view, &path))
    overlay.path = &path; /* a way of A's */
  if (current_show (self) == DL_SHOW_DIFFERENCE)
    {
      overlay.against
          = dl_beside_get_pin (dl_view_get_beside (self->view))->result->analysis->network;
      overlay.difference = dl_beside_get_difference (dl_view_get_beside (self->view));
    }

  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  dl_map_draw_overlay (self->map, cr, &overlay, self->painted_theme);
  if (note_of (self) != NULL)
    dl_map_draw_note (cr, note_of (self), bounds.size.width, bounds.size.height,
                      self->painted_theme);
  cairo_destroy (cr);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 320 : 200;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 720 : 520;
}

/* Pointing ------------------------------------------------------------------------------------- */

static DlHit
hit_at (DlMapView *self, double x, double y)
{
  gint dateline[DL_N_DIMS] = { DL_NO_DATELINE, DL_NO_DATELINE, DL_NO_DATELINE };

  if (self->map == NULL)
    return (DlHit) { .kind = DL_HIT_NOTHING, .link = DL_NO_LINK, .node = DL_NO_NODE };
  if (current_show (self) != DL_SHOW_B) /* what is pinned stays as it is */
    get_datelines (self, dateline);
  return dl_map_hit (self->map, x, y, dateline);
}

static void
on_motion (DlMapView *self, double x, double y)
{
  const DlHit hit = hit_at (self, x, y);
  const char *cursor = NULL;

  if (self->dragged_dateline >= 0)
    return;
  dl_view_set_hovered_link (self->view, hit.kind == DL_HIT_LINK ? hit.link : DL_NO_LINK);
  if (hit.kind == DL_HIT_DATELINE)
    cursor = "grab";
  else if (dl_view_get_break_tool (self->view) && hit.kind != DL_HIT_NOTHING)
    cursor = "crosshair";
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), cursor);
}

static void
on_leave (DlMapView *self)
{
  dl_view_set_hovered_link (self->view, DL_NO_LINK);
}

static void
popup_menu (DlMapView *self, double x, double y)
{
  const DlHit hit = hit_at (self, x, y);
  const GdkRectangle at = { x, y, 1, 1 };

  if (hit.kind == DL_HIT_LINK)
    dl_view_select_link (self->view, hit.link);
  else if (hit.kind == DL_HIT_NODE)
    dl_view_select_node (self->view, hit.node);
  else
    return;
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &at);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* Explain the route from what is selected, or chosen before, to the node at @hit. */
static gboolean
explain_to (DlMapView *self, const DlHit *hit)
{
  const guint origin = dl_view_get_route_origin (self->view);
  const guint from = origin != DL_NO_NODE ? origin : dl_view_get_selected_place (self->view);

  if (from == DL_NO_NODE || hit->node == DL_NO_NODE)
    return FALSE;
  dl_view_show_route (self->view, from, hit->node);
  return TRUE;
}

static void
on_pressed (GtkGestureClick *click, int n_press, double x, double y, DlMapView *self)
{
  const guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (click));
  const GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (click));
  const DlHit hit = hit_at (self, x, y);
  const gboolean breaks = button == GDK_BUTTON_MIDDLE
                          || (button == GDK_BUTTON_PRIMARY && dl_view_get_break_tool (self->view));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->keyed_dateline = -1;
  if (button == GDK_BUTTON_SECONDARY)
    popup_menu (self, x, y);
  else if ((state & GDK_SHIFT_MASK) && !breaks
           && (hit.kind == DL_HIT_LINK || hit.kind == DL_HIT_NODE) && explain_to (self, &hit))
    return;
  else if (hit.kind == DL_HIT_LINK)
    {
      dl_view_select_link (self->view, hit.link);
      if (breaks)
        dl_view_toggle_link (self->view, hit.link, (state & GDK_SHIFT_MASK) != 0);
    }
  else if (hit.kind == DL_HIT_NODE)
    {
      dl_view_select_node (self->view, hit.node);
      if (breaks)
        dl_view_toggle_node (self->view, hit.node);
    }
  else if (hit.kind == DL_HIT_NOTHING && button == GDK_BUTTON_PRIMARY)
    dl_view_clear_selection (self->view);
}

static void
on_drag_begin (GtkGestureDrag *drag, double x, double y, DlMapView *self)
{
  const DlHit hit = hit_at (self, x, y);

  if (hit.kind != DL_HIT_DATELINE)
    {
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  self->dragged_dateline = hit.dim;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_update (GtkGestureDrag *drag, double offset_x, double offset_y, DlMapView *self)
{
  double x, y;

  if (self->dragged_dateline < 0 || self->map == NULL)
    return;
  gtk_gesture_drag_get_start_point (drag, &x, &y);
  dl_session_move_dateline (
      dl_view_get_session (self->view), self->dragged_dateline,
      dl_map_position_at (self->map, x + offset_x, y + offset_y, self->dragged_dateline));
}

static void
on_drag_end (GtkGestureDrag *drag, double offset_x, double offset_y, DlMapView *self)
{
  if (self->dragged_dateline < 0)
    return;
  self->dragged_dateline = -1;
  dl_session_seal (dl_view_get_session (self->view));
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Keys ------------------------------------------------------------------------------------------
 */

/* The next dimension that has a dateline to move, after @dim; -1 after the last. */
static gint
next_dateline (DlMapView *self, gint dim)
{
  for (dim++; dim < DL_N_DIMS; dim++)
    if (self->ring[dim])
      return dim;
  return -1;
}

static void
move_keyed_dateline (DlMapView *self, gint by)
{
  const DlRoutingSpec routing
      = dl_scenario_routing (dl_session_get_scenario (dl_view_get_session (self->view)));
  const gint k = self->radix[self->keyed_dateline];
  const gint at = routing.dateline[self->keyed_dateline];

  dl_session_move_dateline (dl_view_get_session (self->view), self->keyed_dateline,
                            at == DL_NO_DATELINE ? 0 : (at + by + k) % k);
}

static gboolean
step (DlMapView *self, gint dx, gint dy)
{
  if (self->map == NULL)
    return FALSE;
  if (self->keyed_dateline >= 0)
    {
      if (dx != 0 || dy != 0)
        move_keyed_dateline (self, dx != 0 ? dx : -dy); /* in planes, y runs upwards */
    }
  else
    dl_view_select_link (self->view,
                         dl_map_step (self->map, dl_view_get_selected_link (self->view), dx, dy));
  return TRUE;
}

static gboolean
move_cut (DlMapView *self, gint by)
{
  const guint cut = dl_view_get_cut (self->view);

  if (self->kind != DL_MAP_ISOMETRIC)
    return FALSE;
  if (by > 0 || cut > 0)
    dl_view_set_cut (self->view, cut + by);
  return TRUE;
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
        DlMapView *self)
{
  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Left:
      return step (self, -1, 0);
    case GDK_KEY_Right:
      return step (self, 1, 0);
    case GDK_KEY_Up:
      return step (self, 0, -1);
    case GDK_KEY_Down:
      return step (self, 0, 1);
    case GDK_KEY_Page_Up:
    case GDK_KEY_Page_Down:
      return move_cut (self, keyval == GDK_KEY_Page_Up ? 1 : -1);
    case GDK_KEY_d:
      if (current_show (self) == DL_SHOW_B)
        return FALSE;
      self->keyed_dateline = next_dateline (self, self->keyed_dateline);
      dl_session_seal (dl_view_get_session (self->view));
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      if (dl_view_get_route_origin (self->view) != DL_NO_NODE)
        return gtk_widget_activate_action (GTK_WIDGET (self), "win.route-to", NULL);
      if (dl_view_get_selected_link (self->view) == DL_NO_LINK)
        return step (self, 0, 0);
      return gtk_widget_activate_action (GTK_WIDGET (self), "win.show-view", "s", "ring");
    case GDK_KEY_Escape:
      self->keyed_dateline = -1;
      /* One thing after the other. */
      if (dl_view_get_route_origin (self->view) != DL_NO_NODE)
        dl_view_set_route_origin (self->view, DL_NO_NODE);
      else if (dl_view_get_path_kind (self->view) != DL_PATH_NONE)
        dl_view_hide_path (self->view);
      else
        dl_view_clear_selection (self->view);
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return TRUE;
    default:
      return FALSE;
    }
}

static void
on_focus_leave (DlMapView *self)
{
  self->keyed_dateline = -1;
  dl_session_seal (dl_view_get_session (self->view));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What assistive technology reads ---------------------------------------------------------------
 */

static void
describe (DlMapView *self)
{
  const guint link = dl_view_get_selected_link (self->view);
  const guint node = dl_view_get_selected_node (self->view);
  g_autofree char *text = NULL;

  if (link != DL_NO_LINK)
    text = dl_view_describe_link (self->view, link);
  else if (node != DL_NO_NODE)
    text = dl_view_describe_node (self->view, node);
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
  const DlHit hit = hit_at (self, x, y);
  g_autofree char *text = NULL;

  if (keyboard || self->dragged_dateline >= 0)
    return FALSE;
  if (hit.kind == DL_HIT_DATELINE)
    text = g_strdup (_ ("Dateline: drag it, or press D and the arrow keys (VC paper 3)"));
  else if (hit.kind == DL_HIT_NODE)
    text = dl_view_describe_node (self->view, hit.node);
  if (text == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* Object ----------------------------------------------------------------------------------------
 */

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
  drop_image (self);
  on_changed (self);
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
  g_signal_connect_object (view, "notify", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
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
  drop_image (self);
  g_clear_pointer (&self->map, dl_map_free);
  g_clear_pointer (&self->values, g_array_unref);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_map_view_parent_class)->dispose (object);
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
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
  gtk_widget_class_set_css_name (widget_class, "dl-map");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
add_gestures (DlMapView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));

  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));

  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (widget, keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_focus_leave), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (gtk_widget_queue_draw), self);
  gtk_widget_add_controller (widget, focus);
}

static void
dl_map_view_init (DlMapView *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  self->dragged_dateline = -1;
  self->keyed_dateline = -1;
  self->values = g_array_new (FALSE, FALSE, sizeof (float));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  add_gestures (self);

  g_menu_append (menu, _ ("Break or Restore the _Cable"), "win.break");
  g_menu_append (menu, _ ("Break or Restore _One Direction"), "win.break-direction");
  g_menu_append (menu, _ ("Break or Restore the _Node"), "win.break-node");
  g_menu_append (menu, _ ("Show Its _Ring"), "win.show-view::ring");
  g_menu_append (menu, _ ("Route _from Here"), "win.route-from");
  g_menu_append (menu, _ ("Route _to Here"), "win.route-to");
  self->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
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
