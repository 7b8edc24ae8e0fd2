#include "dl-canvas.h"

#include "dl-appearance.h"
#include "dl-text.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Half of what the window keeps for maps, which may be two. */
#define LEAST_WIDTH  160
#define LEAST_HEIGHT 75
/* Room for a map with words of the usual size, in pixels. */
#define ROOM_WIDTH  320.0
#define ROOM_HEIGHT 200.0

static guint story_changed;

G_DEFINE_FINAL_TYPE (DlCanvas, dl_canvas, GTK_TYPE_WIDGET)

static DlShow
show_of (DlCanvas *self)
{
  return dl_shown_get_show (self->shown);
}

/* Layout --------------------------------------------------------------------------------------- */

static void
drop_layout (DlCanvas *self)
{
  g_clear_object (&self->image);
  if (self->layout != NULL)
    self->kind->free_layout (g_steal_pointer (&self->layout));
}

/* How much larger than usual its words are: as the user's text is, as far as there is room. */
static double
words_scale (DlCanvas *self)
{
  const double room_height = self->kind->room_height > 0 ? self->kind->room_height : ROOM_HEIGHT;
  const double room = MIN (gtk_widget_get_width (GTK_WIDGET (self)) / ROOM_WIDTH,
                           gtk_widget_get_height (GTK_WIDGET (self)) / room_height);

  return CLAMP (room, 1, dl_text_size_scale ());
}

static DlCanvasSize
size_of (DlCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const double words = words_scale (self);
  const double unit = self->kind->enlarged ? words : 1;

  return (DlCanvasSize) {
    .width = gtk_widget_get_width (widget) / unit,
    .height = gtk_widget_get_height (widget) / unit,
    .scale = gtk_widget_get_scale_factor (widget) * unit,
    .unit = unit,
    .label_scale = words,
    .zoom = dl_map_zoomer_get (widget, unit),
  };
}

static gboolean
same_size (const DlCanvasSize *a, const DlCanvasSize *b)
{
  return a->width == b->width && a->height == b->height && a->scale == b->scale
         && a->unit == b->unit && a->label_scale == b->label_scale
         && dl_map_zoom_equal (&a->zoom, &b->zoom);
}

/* Take the shown values; *@is_new: whether they are different. FALSE before there is a result. */
static gboolean
take_shown (DlCanvas *self, gboolean *is_new)
{
  DlEvaluation *result = dl_shown_get_result (self->shown);
  const DlTheme *theme = dl_view_theme (GTK_WIDGET (self));

  if (result == NULL
      || (self->kind->family != NULL && result->scenario->family != self->kind->family))
    return FALSE;
  *is_new = dl_shown_get_serial (self->shown) != self->serial || theme != self->theme;
  if (!*is_new)
    return TRUE;
  g_clear_pointer (&self->result, dl_evaluation_unref);
  self->result = dl_evaluation_ref (result);
  self->metric = dl_shown_get_metric (self->shown);
  self->scale = *dl_shown_get_scale (self->shown, theme);
  self->theme = theme;
  self->serial = dl_shown_get_serial (self->shown);
  g_clear_object (&self->image);
  if (self->kind->refresh != NULL)
    self->kind->refresh (self);
  return TRUE;
}

/* The latest result that has the places of the layout: it is compared with the next one. */
static void
set_placed (DlCanvas *self)
{
  if (self->placed == self->result)
    return;
  g_clear_pointer (&self->placed, dl_evaluation_unref);
  self->placed = dl_evaluation_ref (self->result);
}

gboolean
dl_canvas_ensure (DlCanvas *self)
{
  const DlCanvasKind *kind = self->kind;
  const DlCanvasSize size = size_of (self);
  gboolean is_new = FALSE, same;

  if (self->view == NULL || size.width < 1 || size.height < 1
      || !(kind->apart || take_shown (self, &is_new)))
    return FALSE;
  same = self->placed == self->result
         || (self->placed != NULL && dl_shown_same_places (self->placed, self->result));
  if ((self->layout != NULL || kind->lay_out == NULL) && same && same_size (&self->size, &size)
      && (kind->fits == NULL || kind->fits (self, is_new)))
    {
      set_placed (self);
      return TRUE;
    }
  drop_layout (self);
  if (!same && kind->renew != NULL)
    kind->renew (self);
  set_placed (self);
  self->size = size;
  if (kind->lay_out != NULL)
    self->layout = kind->lay_out (self);
  return self->layout != NULL || kind->lay_out == NULL;
}

void
dl_canvas_lay_out (DlCanvas *self)
{
  drop_layout (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Notes ---------------------------------------------------------------------------------------- */

/* Where it shows critical cables: why there are none, or of what they are; else NULL. */
static const char *
critical_note (DlView *view)
{
  DlCriticalJob *job = dl_view_get_critical_job (view);

  if (!dl_metric_is_critical (dl_view_get_metric (view)))
    return NULL;
  if (dl_view_get_critical (view) == NULL)
    return dl_critical_job_is_running (job) ? NULL
                                            : _ ("“Find Critical Cables” fills this in (Ctrl+K)");
  return dl_critical_job_is_stale (job) ? _ ("Before the last changes") : NULL;
}

/* Why it shows nothing, or what else is to be said of it; NULL: nothing. */
static const char *
note_of (DlCanvas *self)
{
  DlView *view = self->view;
  const char *beside = dl_beside_get_note (dl_view_get_beside (view), show_of (self));
  const char *note;

  if (self->kind->silent)
    return NULL;
  if (beside != NULL || show_of (self) == DL_SHOW_B)
    return beside;
  if (dl_metric_is_simulated (dl_view_get_metric (view))
      && dl_live_get_picture (dl_view_get_live (view)) == NULL)
    return _ ("The simulation fills this in: run it (F8)");
  note = critical_note (view);
  return note == NULL && self->kind->note != NULL ? self->kind->note (self) : note;
}

/* A line in a box at the lower edge. */
static void
draw_note (DlCanvas *self, cairo_t *cr, const char *text)
{
  double text_width, text_height;

  dl_text_measure (cr, text, DL_TEXT_NORMAL, FALSE, &text_width, &text_height);
  const double box_width = MIN (text_width + 20, self->size.width), box_height = text_height + 10;
  const double x = floor ((self->size.width - box_width) / 2),
               y = floor (self->size.height - box_height - 6);

  cairo_rectangle (cr, x + 0.5, y + 0.5, box_width, box_height);
  dl_color_set (cr, &self->theme->background);
  cairo_fill_preserve (cr);
  dl_color_set (cr, &self->theme->foreground);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  dl_text_draw (cr, x + box_width / 2, y + 5, text, DL_TEXT_NORMAL, FALSE, DL_ALIGN_CENTER,
                box_width - 12);
}

/* The picture ---------------------------------------------------------------------------------- */

GdkTexture *
dl_canvas_texture_new (cairo_surface_t *surface)
{
  const guint width = cairo_image_surface_get_width (surface);
  const guint height = cairo_image_surface_get_height (surface);
  const guint stride = cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes
      = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface), (gsize) stride * height,
                                    (GDestroyNotify) cairo_surface_destroy, surface);

  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

static void
draw_marks (DlCanvas *self, cairo_t *cr)
{
  if (self->kind->apart)
    {
      self->kind->draw (self, cr, NULL);
      return;
    }
  const char *note = note_of (self);
  const DlEvaluation *against = dl_shown_get_against (self->shown);
  DlMapPath path;
  DlOverlay overlay = {
    .net = &self->result->net,
    .values = dl_shown_get_values (self->shown),
    .scale = &self->scale,
    .selected = dl_view_get_selected (self->view),
    .hovered = dl_view_get_hovered (self->view),
    .focused = gtk_widget_has_focus (GTK_WIDGET (self)),
    .path = show_of (self) != DL_SHOW_B && dl_view_get_path (self->view, &path) ? &path : NULL,
    .against = against != NULL ? &against->net : NULL,
    .difference = dl_shown_get_difference (self->shown),
  };

  cairo_scale (cr, self->size.unit, self->size.unit);
  overlay.marked = dl_view_get_marked (self->view, &overlay.n_marked);
  self->kind->draw (self, cr, &overlay);
  if (note != NULL)
    draw_note (self, cr, note);
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlCanvas *self = DL_CANVAS (widget);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  cairo_t *cr;

  if (!dl_canvas_ensure (self))
    return;
  if (self->kind->ground != NULL)
    self->kind->ground (self, snapshot, &bounds);
  if (self->kind->paint != NULL)
    {
      if (self->image == NULL)
        self->image = dl_canvas_texture_new (self->kind->paint (self));
      gtk_snapshot_append_texture (snapshot, self->image, &bounds);
    }
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  draw_marks (self, cr);
  cairo_destroy (cr);
  dl_map_zoomer_snapshot (widget, snapshot);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  DlCanvas *self = DL_CANVAS (widget);

  if (self->kind->measure != NULL)
    {
      *minimum = *natural = self->kind->measure (self, orientation, for_size);
      return;
    }
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? LEAST_WIDTH : LEAST_HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 720 : 520;
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return DL_CANVAS (widget)->kind->measure != NULL ? GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH
                                                   : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  DlCanvas *self = DL_CANVAS (widget);

  dl_map_zoomer_allocate (widget, width, height);
  if (self->popover != NULL)
    gtk_popover_present (GTK_POPOVER (self->popover));
}

/* Where places are ----------------------------------------------------------------------------- */

DlPlace
dl_canvas_hit (DlCanvas *self, double x, double y)
{
  return self->kind->hit != NULL && dl_canvas_ensure (self)
             ? self->kind->hit (self, x / self->size.unit, y / self->size.unit)
             : DL_NOWHERE;
}

gboolean
dl_canvas_locate (DlCanvas *self, DlPlace place, DlRect *rect)
{
  double unit;

  if (self->kind->rect == NULL || !dl_canvas_ensure (self) || !self->kind->rect (self, place, rect))
    return FALSE;
  unit = self->size.unit;
  *rect = (DlRect) { rect->x * unit, rect->y * unit, rect->width * unit, rect->height * unit };
  return TRUE;
}

/* For the zoom. */
static DlPlace
place_at (GtkWidget *map, double x, double y)
{
  return dl_canvas_hit (DL_CANVAS (map), x, y);
}

static gboolean
locate (GtkWidget *map, DlPlace place, DlRect *rect)
{
  return dl_canvas_locate (DL_CANVAS (map), place, rect);
}

/* Pointing ------------------------------------------------------------------------------------- */

static const char *
grip_at (DlCanvas *self, double x, double y)
{
  return self->kind->grip_at != NULL && dl_canvas_ensure (self)
             ? self->kind->grip_at (self, x / self->size.unit, y / self->size.unit)
             : NULL;
}

static void
release (DlCanvas *self)
{
  if (self->kind->release != NULL)
    self->kind->release (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (DlCanvas *self, double x, double y)
{
  const DlPlace place = dl_canvas_hit (self, x, y);
  const char *cursor = grip_at (self, x, y);

  if (self->kind->hover_at != NULL && dl_canvas_ensure (self))
    dl_view_hover (self->view,
                   self->kind->hover_at (self, x / self->size.unit, y / self->size.unit));
  else
    dl_view_hover (self->view, place);
  if (cursor == NULL && dl_view_get_break_tool (self->view) && place.kind != DL_PLACE_NOTHING)
    cursor = "crosshair";
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), cursor);
}

static void
on_leave (DlCanvas *self)
{
  if (self->kind->hover_at != NULL && dl_canvas_ensure (self))
    self->kind->hover_at (self, -1, -1);
  dl_view_hover (self->view, DL_NOWHERE);
}

/* Open the menu at a place; NULL: in the middle. */
static void
popup_at (DlCanvas *self, const DlRect *at)
{
  const GdkRectangle to
      = at != NULL
            ? (GdkRectangle) { (int) at->x, (int) at->y, (int) at->width + 1, (int) at->height + 1 }
            : (GdkRectangle) { gtk_widget_get_width (GTK_WIDGET (self)) / 2,
                               gtk_widget_get_height (GTK_WIDGET (self)) / 2, 2, 2 };

  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &to);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
popup (DlCanvas *self, DlPlace place, const DlRect *at)
{
  if (self->popover == NULL || (place.kind == DL_PLACE_NOTHING && !self->kind->anywhere))
    return;
  dl_view_select (self->view, place);
  popup_at (self, at);
}

/* Show the route from the chosen beginning, or from the selected place, to @place; FALSE where
 * there is neither. */
static gboolean
explain_to (DlCanvas *self, DlPlace place)
{
  const guint origin = dl_view_get_route_origin (self->view);
  const guint from = origin != DL_NO_NODE ? origin : dl_view_get_selected_place (self->view);
  const guint to = dl_view_node_at (self->view, place);

  if (from == DL_NO_NODE || to == DL_NO_NODE || from == to)
    return FALSE;
  dl_view_show_route (self->view, from, to, 0);
  return TRUE;
}

void
dl_canvas_choose (DlCanvas *self, DlPlace place, gboolean breaks, gboolean other)
{
  dl_view_select (self->view, place);
  if (breaks)
    dl_view_toggle (self->view, place, other);
}

static void
act (GtkGestureClick *click, int n_press, double x, double y, DlCanvas *self)
{
  const guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (click));
  const gboolean shift
      = (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (click))
         & GDK_SHIFT_MASK)
        != 0;
  const gboolean breaks = button == GDK_BUTTON_MIDDLE
                          || (button == GDK_BUTTON_PRIMARY && dl_view_get_break_tool (self->view));
  const gboolean grips = grip_at (self, x, y) != NULL;
  const DlPlace place = dl_canvas_hit (self, x, y);

  release (self);
  if (self->kind->click != NULL)
    {
      if (dl_canvas_ensure (self))
        self->kind->click (self, x / self->size.unit, y / self->size.unit, breaks, shift);
    }
  else if (button == GDK_BUTTON_SECONDARY)
    popup (self, place, &(DlRect) { x, y, 0, 0 });
  else if (grips || (shift && !breaks && explain_to (self, place)))
    return;
  else if (n_press == 2 && !breaks && self->kind->opens)
    self->kind->open (self, place);
  else
    dl_canvas_choose (self, place, breaks, shift);
}

static gboolean
waits (GtkGestureClick *click, DlCanvas *self)
{
  return dl_map_zoomer_waits (GTK_WIDGET (self),
                              gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (click)));
}

static void
on_pressed (GtkGestureClick *click, int n_press, double x, double y, DlCanvas *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!waits (click, self))
    act (click, n_press, x, y, self);
}

/* Act on a press that did not become a movement of the map. */
static void
on_released (GtkGestureClick *click, int n_press, double x, double y, DlCanvas *self)
{
  if (waits (click, self))
    act (click, n_press, x, y, self);
}

/* Keys ----------------------------------------------------------------------------------------- */

static gboolean
step (DlCanvas *self, gint dx, gint dy)
{
  if (!dl_canvas_ensure (self))
    return FALSE;
  self->kind->step (self, dx, dy);
  return TRUE;
}

/* Enter on what the line of details names. */
static gboolean
open_named (DlCanvas *self)
{
  const DlPlace place = dl_view_get_named (self->view);

  if (self->kind->open == NULL)
    return FALSE;
  if (dl_view_get_route_origin (self->view) != DL_NO_NODE)
    explain_to (self, place);
  else if (place.kind == DL_PLACE_NOTHING)
    return step (self, 0, 0);
  else
    self->kind->open (self, place);
  return TRUE;
}

/* The menu from the keyboard, at the named place; its items act on that. */
static gboolean
popup_at_named (DlCanvas *self)
{
  DlRect at;

  if (self->popover == NULL)
    return FALSE;
  dl_view_select (self->view, dl_view_get_named (self->view));
  popup_at (self, dl_canvas_locate (self, dl_view_get_selected (self->view), &at) ? &at : NULL);
  return TRUE;
}

/* Esc: one thing after the other, an action that keys had begun, the beginning of a route, a shown
 * route, the selection. */
static gboolean
escape (DlCanvas *self)
{
  release (self);
  if (self->kind->back != NULL && self->kind->back (self))
    return TRUE;
  if (dl_view_get_route_origin (self->view) != DL_NO_NODE)
    dl_view_set_route_origin (self->view, DL_NO_NODE);
  else if (dl_view_get_path_kind (self->view) != DL_PATH_NONE)
    dl_view_hide_path (self->view);
  else
    dl_view_select (self->view, DL_NOWHERE);
  return TRUE;
}

static gboolean
turn (DlCanvas *self, gint by)
{
  return self->kind->turn != NULL && dl_canvas_ensure (self) && self->kind->turn (self, by);
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
        DlCanvas *self)
{
  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return FALSE;
  if (self->kind->key != NULL && dl_canvas_ensure (self)
      && self->kind->key (self, keyval, (state & GDK_SHIFT_MASK) != 0))
    return TRUE;
  if (self->kind->apart)
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
      return turn (self, 1);
    case GDK_KEY_Page_Down:
      return turn (self, -1);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      return open_named (self);
    case GDK_KEY_F10:
      return (state & GDK_SHIFT_MASK) != 0 && popup_at_named (self);
    case GDK_KEY_Menu:
      return popup_at_named (self);
    case GDK_KEY_Escape:
      return escape (self);
    default:
      return FALSE;
    }
}

static void
on_key_released (DlCanvas *self, guint keyval)
{
  if (keyval == GDK_KEY_Shift_L || keyval == GDK_KEY_Shift_R)
    release (self);
}

/* The menu ------------------------------------------------------------------------------------- */

void
dl_canvas_add_actions (DlCanvas *self, const char *prefix, const GActionEntry *actions, guint n)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), actions, n, self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), prefix, G_ACTION_GROUP (group));
}

void
dl_canvas_add_menu (DlCanvas *self, const DlCanvasItem *items, guint n)
{
  GMenu *section = self->menu;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_ (items[i].label), items[i].action);

      g_menu_item_set_attribute (item, "hidden-when", "s", "action-missing");
      if (items[i].apart)
        {
          g_autoptr (GMenu) next = g_menu_new ();

          g_menu_append_section (self->menu, NULL, G_MENU_MODEL (next));
          section = next; /* which the menu holds */
        }
      g_menu_append_item (section, item);
    }
}

static void
add_popover (DlCanvas *self)
{
  self->popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (self->menu));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
}

/* In words ------------------------------------------------------------------------------------- */

void
dl_canvas_describe (DlCanvas *self)
{
  const DlPlace place = dl_view_get_selected (self->view);
  g_autofree char *text = self->kind->describe != NULL ? self->kind->describe (self)
                                                       : dl_view_describe (self->view, place);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : _ (self->kind->hint), -1);
}

static void
on_changed (DlCanvas *self)
{
  if (self->kind->changed != NULL)
    self->kind->changed (self);
  dl_canvas_describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static char *
tip_at (DlCanvas *self, double x, double y)
{
  return self->kind->tip == NULL ? dl_view_describe (self->view, dl_canvas_hit (self, x, y))
         : dl_canvas_ensure (self)
             ? self->kind->tip (self, x / self->size.unit, y / self->size.unit)
             : NULL;
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  DlCanvas *self = DL_CANVAS (widget);
  g_autofree char *text = keyboard || self->kind->silent ? NULL : tip_at (self, x, y);

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

const char *
dl_canvas_get_story (DlCanvas *self)
{
  return self->kind->story != NULL ? self->kind->story (self) : NULL;
}

void
dl_canvas_tell (DlCanvas *self)
{
  g_signal_emit (self, story_changed, 0);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlCanvas *self = DL_CANVAS (object);

  g_clear_pointer (&self->popover, gtk_widget_unparent);
  dl_map_zoomer_remove (GTK_WIDGET (self));
  drop_layout (self);
  g_clear_pointer (&self->result, dl_evaluation_unref);
  g_clear_pointer (&self->placed, dl_evaluation_unref);
  if (self->state != NULL && self->kind->clear != NULL)
    self->kind->clear (self);
  g_clear_pointer (&self->state, g_free);
  g_clear_object (&self->menu);
  g_clear_object (&self->shown);
  g_clear_object (&self->view);
  g_clear_weak_pointer (&self->twin);
  G_OBJECT_CLASS (dl_canvas_parent_class)->dispose (object);
}

static void
dl_canvas_class_init (DlCanvasClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  widget_class->snapshot = snapshot;
  widget_class->measure = measure;
  widget_class->get_request_mode = get_request_mode;
  widget_class->size_allocate = size_allocate;
  widget_class->query_tooltip = query_tooltip;
  story_changed = g_signal_new ("story-changed", DL_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "dl-map");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
dl_canvas_init (DlCanvas *self)
{
  self->size.unit = 1;
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

static void
add_input (DlCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_set_focusable (widget, TRUE);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect_swapped (keys, "key-released", G_CALLBACK (on_key_released), self);
  gtk_widget_add_controller (widget, keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (release), self);
  /* The focus is visible around it. */
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (gtk_widget_queue_draw), self);
  gtk_widget_add_controller (widget, focus);
  if (self->kind->apart)
    return;
  self->zooming = (DlMapZooming) { place_at, locate, self->kind->sideways, self->kind->left,
                                   self->kind->top };
  dl_map_zoomer_add (widget, self->view, &self->zooming);
}

static void
follow_shown (DlCanvas *self)
{
  g_signal_connect_object (self->shown, "changed::other", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->shown, "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
dl_canvas_new (DlView *view, const DlCanvasKind *kind, guint which, const char *title)
{
  DlCanvas *self = g_object_new (DL_TYPE_CANVAS, NULL);

  self->view = g_object_ref (view);
  self->shown = g_object_ref (dl_view_get_shown (view));
  self->kind = kind;
  self->which = which;
  self->state = g_malloc0 (MAX (1, kind->state_size));
  self->menu = g_menu_new ();
  if (!kind->apart)
    {
      g_signal_connect_object (view, "notify", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
      follow_shown (self);
    }
  if (kind->init != NULL)
    kind->init (self);
  dl_canvas_add_menu (self, kind->menu, kind->n_menu);
  if (kind->n_menu > 0)
    add_popover (self);
  add_input (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  dl_canvas_describe (self);
  return GTK_WIDGET (self);
}

void
dl_canvas_join (DlCanvas *a, DlCanvas *b)
{
  g_set_weak_pointer (&a->twin, b);
  g_set_weak_pointer (&b->twin, a);
  dl_map_zoomer_join (GTK_WIDGET (a), GTK_WIDGET (b));
}

void
dl_canvas_show_b (DlCanvas *self)
{
  g_signal_handlers_disconnect_by_data (self->shown, self);
  g_set_object (&self->shown, dl_view_get_shown_of_b (self->view));
  follow_shown (self);
}
