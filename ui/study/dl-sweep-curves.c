#include "dl-sweep-curves.h"

#include "compat.h"
#include "dl-pane.h"

#include <glib/gi18n-lib.h>

#include <string.h>

struct _DlSweepCurves
{
  GtkWidget parent;
  DlSweepChart chart;
  DlSweepPoints *points;
  const DlMeasure **measures;
  DlScenario *now;
  guint resize_idle;

  GtkWidget *box, *area, *menu;
  GtkLabel *detail;
};

G_DEFINE_FINAL_TYPE (DlSweepCurves, dl_sweep_curves, GTK_TYPE_WIDGET)

/* What is at a pixel of the area. */
static DlSweepPlace
place_at (DlSweepCurves *self, double x, double y)
{
  const double scale = dl_pane_chart_scale (self->area);

  return dl_sweep_chart_hit (dl_pane_chart_rect (self->area), &self->chart, x / scale, y / scale);
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlSweepCurves *self = user_data;

  if (self->points != NULL)
    dl_sweep_chart_draw (cr, (DlRect) { 0, 0, width, height }, &self->chart,
                         dl_view_theme (GTK_WIDGET (area)));
}

/* As high as it takes at this width; where there is more room it takes that. */
static gboolean
fit_height (gpointer user_data)
{
  DlSweepCurves *self = user_data;
  const double width = dl_pane_chart_rect (self->area).width;

  self->resize_idle = 0;
  if (self->points != NULL && width > 0)
    gtk_drawing_area_set_content_height (
        GTK_DRAWING_AREA (self->area),
        (int) (dl_pane_chart_scale (self->area) * dl_sweep_chart_height (&self->chart, width)));
  return G_SOURCE_REMOVE;
}

static void
queue_fit (DlSweepCurves *self)
{
  if (self->resize_idle == 0)
    self->resize_idle = g_idle_add (fit_height, self);
}

/* What can be done, and what the marks mean: the chart's own foot may be scrolled out of sight. */
static char *
hint_text (DlSweepCurves *self)
{
  GString *text = g_string_new (_ ("Point at a mark to read it; click it to open that point."));
  DlShortfall shortfall = DL_SHORTFALL_NONE;

  for (guint i = 0; self->points != NULL && i < self->points->n_points; i++)
    if (self->points->known[i])
      shortfall |= dl_shortfall_of (&self->points->results[i]);
  if (shortfall & DL_SHORTFALL_PAIRS)
    g_string_append_printf (text, " · %s", _ ("struck through: pairs unreachable or dropped"));
  if (shortfall & DL_SHORTFALL_DEADLOCK)
    g_string_append_printf (text, " · %s", _ ("dashed ring: can deadlock"));
  if (self->points != NULL
      && dl_sweep_points_any_bound (self->points, self->chart.measures, self->chart.n_measures))
    g_string_append_printf (text, " · %s", dl_measure_bound_note ());
  return g_string_free (text, FALSE);
}

static void
show_detail (DlSweepCurves *self)
{
  g_autofree char *text
      = self->points != NULL ? dl_sweep_chart_describe (&self->chart, self->chart.hovered) : NULL;
  g_autofree char *hint = text == NULL ? hint_text (self) : NULL;

  gtk_label_set_text (self->detail, text != NULL ? text : hint);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->area), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  gtk_label_get_text (self->detail), -1);
}

static void
hover (DlSweepCurves *self, DlSweepPlace place)
{
  if (place.panel == self->chart.hovered.panel && place.cell == self->chart.hovered.cell)
    return;
  self->chart.hovered = place;
  show_detail (self);
  gtk_widget_queue_draw (self->area);
}

static gboolean
is_place (DlSweepPlace place)
{
  return place.panel != DL_NO_SWEEP_PLACE.panel;
}

/* The menu ------------------------------------------------------------------------------------- */

static void
pop_up (DlSweepCurves *self, double x, double y)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) items = g_menu_new ();
  g_autofree char *title = dl_sweep_points_settings (self->points, self->chart.hovered.cell);
  const guint cell = self->chart.hovered.cell;
  GMenuItem *open = g_menu_item_new (_ ("_Open This Point"), NULL);
  GMenuItem *pin = g_menu_item_new (_ ("_Pin as B"), NULL);

  g_menu_item_set_action_and_target (open, "sweep.open-point", "u", cell);
  g_menu_item_set_action_and_target (pin, "sweep.pin-point", "u", cell);
  g_menu_append_item (items, open);
  g_menu_append_item (items, pin);
  g_object_unref (open);
  g_object_unref (pin);
  g_menu_append_section (menu, title, G_MENU_MODEL (items));
  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), G_MENU_MODEL (menu));
  dl_compat_translate (self->area, GTK_WIDGET (self), x, y, &x, &y);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu),
                               &(GdkRectangle) { (int) x - 4, (int) y - 4, 8, 8 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
on_pressed (GtkGestureClick *click, int n_press, double x, double y, DlSweepCurves *self)
{
  gtk_widget_grab_focus (self->area);
  if (self->points == NULL)
    return;
  hover (self, place_at (self, x, y));
  if (is_place (self->chart.hovered))
    pop_up (self, x, y);
}

/* Where the mark of the cursor is. */
static void
pop_up_at_cursor (DlSweepCurves *self)
{
  const int width = gtk_widget_get_width (self->area);
  const int height = gtk_widget_get_height (self->area);
  const DlSweepPlace place = self->chart.hovered;

  for (int y = 0; y < height; y += 6)
    for (int x = 0; x < width; x += 6)
      {
        const DlSweepPlace at = place_at (self, x, y);

        if (at.panel == place.panel && at.cell == place.cell)
          {
            pop_up (self, x, y);
            return;
          }
      }
}

/* Pointer and keys ----------------------------------------------------------------------------- */

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, DlSweepCurves *self)
{
  if (self->points != NULL && !gtk_widget_get_visible (self->menu))
    hover (self, place_at (self, x, y));
}

static void
on_leave (DlSweepCurves *self)
{
  if (!gtk_widget_get_visible (self->menu) && !gtk_widget_has_focus (self->area))
    hover (self, DL_NO_SWEEP_PLACE);
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
        DlSweepCurves *self)
{
  static const struct
  {
    guint keyval;
    int right, down, panels;
  } steps[] = {
    { GDK_KEY_Right, 1, 0, 0 }, { GDK_KEY_Left, -1, 0, 0 },     { GDK_KEY_Down, 0, 1, 0 },
    { GDK_KEY_Up, 0, -1, 0 },   { GDK_KEY_Page_Down, 0, 0, 1 }, { GDK_KEY_Page_Up, 0, 0, -1 },
  };
  const gboolean menu
      = keyval == GDK_KEY_Menu || (keyval == GDK_KEY_F10 && (state & GDK_SHIFT_MASK) != 0);

  if (self->points == NULL)
    return FALSE;
  if ((menu || keyval == GDK_KEY_Return || keyval == GDK_KEY_space)
      && is_place (self->chart.hovered))
    {
      pop_up_at_cursor (self);
      return TRUE;
    }
  if ((state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return FALSE;
  if (keyval == GDK_KEY_Escape && is_place (self->chart.hovered))
    {
      hover (self, DL_NO_SWEEP_PLACE);
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i].keyval == keyval)
      {
        hover (self, dl_sweep_chart_step (&self->chart, self->chart.hovered, steps[i].right,
                                          steps[i].down, steps[i].panels));
        return TRUE;
      }
  return FALSE;
}

/* What is drawn -------------------------------------------------------------------------------- */

void
dl_sweep_curves_set_points (DlSweepCurves *self, DlSweepPoints *points)
{
  if (points != self->points)
    {
      g_clear_pointer (&self->points, dl_sweep_points_unref);
      self->points = points != NULL ? dl_sweep_points_ref (points) : NULL;
      self->chart.points = self->points;
      self->chart.hovered = DL_NO_SWEEP_PLACE;
      queue_fit (self);
    }
  show_detail (self);
  gtk_widget_queue_draw (self->area);
}

void
dl_sweep_curves_set_measures (DlSweepCurves *self, const DlMeasure *const *measures, guint n)
{
  if (n == self->chart.n_measures && self->measures != NULL
      && memcmp (measures, self->measures, n * sizeof *measures) == 0)
    {
      show_detail (self);
      return;
    }
  g_free (self->measures);
  self->measures = g_memdup2 (measures, n * sizeof *measures);
  self->chart.measures = self->measures;
  self->chart.n_measures = n;
  self->chart.hovered = DL_NO_SWEEP_PLACE;
  queue_fit (self);
  show_detail (self);
  gtk_widget_queue_draw (self->area);
}

void
dl_sweep_curves_set_now (DlSweepCurves *self, const DlScenario *now)
{
  dl_scenario_free (self->now);
  self->now = dl_scenario_copy (now);
  self->chart.now = self->now;
  gtk_widget_queue_draw (self->area);
}

const DlSweepChart *
dl_sweep_curves_get_chart (DlSweepCurves *self)
{
  return &self->chart;
}

/* Widget --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlSweepCurves *self = DL_SWEEP_CURVES (object);

  g_clear_handle_id (&self->resize_idle, g_source_remove);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (dl_sweep_curves_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlSweepCurves *self = DL_SWEEP_CURVES (object);

  dl_sweep_points_unref (self->points);
  g_free (self->measures);
  dl_scenario_free (self->now);
  G_OBJECT_CLASS (dl_sweep_curves_parent_class)->finalize (object);
}

static void
dl_sweep_curves_class_init (DlSweepCurvesClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
add_controllers (DlSweepCurves *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (self->area, motion);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->area, keys);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (self->area, GTK_EVENT_CONTROLLER (click));
}

static void
dl_sweep_curves_init (DlSweepCurves *self)
{
  GtkWidget *chart = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled;

  self->chart.hovered = DL_NO_SWEEP_PLACE;
  self->area = dl_pane_add_chart (chart, 200, draw, _ ("Curves of the sweep"), self);
  gtk_widget_set_vexpand (self->area, TRUE);
  gtk_widget_set_focusable (self->area, TRUE);
  g_signal_connect_swapped (self->area, "resize", G_CALLBACK (queue_fit), self);
  add_controllers (self);
  self->menu = gtk_popover_menu_new_from_model (NULL);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  scrolled = dl_pane_scrolled (chart);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (self->box), scrolled);
  self->detail = dl_pane_add_label (self->box, "dl-number", TRUE);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  show_detail (self);
}

GtkWidget *
dl_sweep_curves_new (void)
{
  return g_object_new (DL_TYPE_SWEEP_CURVES, NULL);
}
