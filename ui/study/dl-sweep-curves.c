#include "dl-sweep-curves.h"

#include "compat.h"
#include "dl-pane.h"
#include "dl-sweep-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* The numbers of a sweep: a row per mark of its chart. */

/* Source of the rows: points as they were, and the measures that are shown. */
typedef struct
{
  DlShared shared;
  DlSweepPoints *points;
  const DlMeasure **measures; /* (n_measures) */
  guint n_measures;
} Table;

static void
table_free (gpointer data)
{
  Table *table = data;

  dl_sweep_points_unref (table->points);
  g_free (table->measures);
  g_free (table);
}

static gpointer
ref_table (gpointer table)
{
  return dl_shared_ref (table);
}

/* Rows: all cells of the first measure, then those of the next. */
static DlSweepCell
cell_of (gconstpointer source, guint index)
{
  const Table *table = source;
  const guint n = dl_sweep_points_n_cells (table->points);

  return dl_sweep_points_get (table->points, index % n, table->measures[index / n]);
}

static const DlMeasure *
measure_of (gconstpointer source, guint index)
{
  const Table *table = source;

  return table->measures[index / dl_sweep_points_n_cells (table->points)];
}

static char *
key_text (const Table *table, guint index, guint key)
{
  const DlSweepSpec *spec = table->points->spec;
  const guint cell = index % dl_sweep_points_n_cells (table->points);

  return g_strdup (key < spec->keys->len ? dl_sweep_value (spec, cell * spec->n_seeds, key) : "–");
}

/* "ring †": what it does not deliver is in the last column, which may be out of sight. */
static char *
first_text (gconstpointer source, guint index)
{
  const DlShortfall shortfall = cell_of (source, index).shortfall;
  g_autofree char *value = key_text (source, index, 0);

  return shortfall != DL_SHORTFALL_NONE
             ? g_strdup_printf ("%s %s", value, dl_shortfall_mark (shortfall))
             : g_steal_pointer (&value);
}

static char *
second_text (gconstpointer source, guint index)
{
  return key_text (source, index, 1);
}

/* In the order they were given. */
static double
first_value (gconstpointer source, guint index)
{
  const Table *table = source;

  return dl_sweep_points_value_at (table->points, index % dl_sweep_points_n_cells (table->points),
                                   0);
}

static char *
measure_text (gconstpointer source, guint index)
{
  return dl_sweep_chart_title (((const Table *) source)->points, measure_of (source, index));
}

static double
mean_value (gconstpointer source, guint index)
{
  return cell_of (source, index).mean;
}

static char *
mean_text (gconstpointer source, guint index)
{
  const DlSweepCell cell = cell_of (source, index);

  g_autofree char *text
      = dl_measure_format_interval (measure_of (source, index), cell.mean, cell.reach, FALSE);

  return g_strconcat (text, cell.bound ? " " DL_MEASURE_BOUND_MARK : NULL, NULL);
}

static double
least_value (gconstpointer source, guint index)
{
  return cell_of (source, index).least;
}

static char *
least_text (gconstpointer source, guint index)
{
  return dl_measure_format (measure_of (source, index), cell_of (source, index).least);
}

static double
most_value (gconstpointer source, guint index)
{
  return cell_of (source, index).most;
}

static char *
most_text (gconstpointer source, guint index)
{
  return dl_measure_format (measure_of (source, index), cell_of (source, index).most);
}

static char *
state_text (gconstpointer source, guint index)
{
  const DlSweepCell cell = cell_of (source, index);

  if (!measure_of (source, index)->simulated)
    return g_strdup (cell.bound ? _ ("bound") : cell.n > 0 ? _ ("exact") : "–");
  if (cell.n_deadlocked > 0)
    return g_strdup (_ ("deadlock"));
  for (DlSimState state = DL_SIM_NOT_CONVERGED; state <= DL_SIM_SATURATED; state++)
    if (cell.n > 0 && cell.n_in[state] == cell.n)
      return g_strdup (dl_sim_state_title (state));
  /* Translators: runs that have converged, of so many */
  return g_strdup_printf (_ ("%u of %u converged"), cell.n_in[DL_SIM_CONVERGED], cell.n);
}

static char *
delivery_text (gconstpointer source, guint index)
{
  const Table *table = source;
  const guint cell = index % dl_sweep_points_n_cells (table->points);
  char *shortfall = dl_sweep_points_shortfall_to_text (table->points, cell);

  return shortfall != NULL               ? shortfall
         : cell_of (source, index).n > 0 ? g_strdup (_ ("all pairs"))
                                         : g_strdup ("–");
}

static const DlTableColumn columns[] = {
  { NULL, N_ ("First key"), .value = first_value, .text = first_text, .min_chars = 9,
    .nat_chars = 16 },
  { NULL, N_ ("Second key"), .text = second_text, .min_chars = 9, .nat_chars = 16 },
  { NULL, N_ ("Measure"), .text = measure_text, .min_chars = 22, .nat_chars = 34 },
  { NULL, N_ ("Mean ± 95%"), DL_COLUMN_REAL, .value = mean_value, .text = mean_text,
    .min_chars = 12 },
  { NULL, N_ ("Least"), DL_COLUMN_REAL, .value = least_value, .text = least_text, .min_chars = 7 },
  { NULL, N_ ("Largest"), DL_COLUMN_REAL, .value = most_value, .text = most_text, .min_chars = 7 },
  { NULL, N_ ("State"), .text = state_text, .min_chars = 11 },
  { NULL, N_ ("Delivery"), .text = delivery_text, .min_chars = 10, .nat_chars = 24 },
};

void
dl_sweep_table_update (DlSweepView *self)
{
  const DlSweepChart *chart = dl_sweep_curves_get_chart (self->curves);
  Table *table;

  if (chart->points == NULL)
    {
      dl_rows_set (self->rows, NULL, NULL, 0);
      return;
    }
  table = g_new0 (Table, 1);
  dl_shared_init (&table->shared, table_free);
  table->points = dl_sweep_points_copy (chart->points);
  table->measures = g_memdup2 (chart->measures, chart->n_measures * sizeof *chart->measures);
  table->n_measures = chart->n_measures;
  dl_rows_set (self->rows, table, NULL,
               chart->n_measures * dl_sweep_points_n_cells (chart->points));
  dl_shared_unref (table);
}

GtkWidget *
dl_sweep_table_new (DlSweepView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *view;

  self->rows = dl_rows_new (ref_table, dl_shared_unref);
  view = dl_rows_new_view (self->rows, columns, G_N_ELEMENTS (columns),
                           _ ("Points of the sweep in numbers"));
  gtk_widget_add_css_class (view, "data-table");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  return scrolled;
}

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

/* Place at a pixel of the area. */
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

/* Set the height that the chart takes at this width; where there is more room it takes that. */
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

/* Actions, and meaning of the marks: the chart's own foot may be scrolled out of sight. */
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

/* Data ----------------------------------------------------------------------------------------- */

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
