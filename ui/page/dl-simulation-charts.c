#include "dl-simulation-charts.h"

#include "dl-age-chart.h"
#include "dl-choices.h"
#include "dl-figure.h"
#include "dl-iq.h"
#include "dl-measure.h"
#include "dl-pane.h"
#include "dl-rows.h"
#include "dl-simulation-pane.h"
#include "dl-stall-chart.h"
#include "dl-table-window.h"
#include "dl-time-chart.h"
#include "dl-wait-chart.h"

#include <glib/gi18n-lib.h>

#define TIME_HEIGHT   212
#define WAYS_HEIGHT   292 /* with the share of minimal packets */
#define CHOICE_HEIGHT 212
#define AGE_HEIGHT    176
#define STALL_HEIGHT  158
#define WAIT_HEIGHT   84

/* A histogram is kept to compare with if it is of so many cycles: a knob that is dragged leaves
 * many that are of hardly any. */
#define LEAST_REFERENCE_CYCLES 1000

/* Tables, and what assistive technology is told, change no more often than that. */
#define SLOW_US (G_USEC_PER_SEC)

struct _DlSimulationCharts
{
  GtkWidget parent;
  DlSession *session;
  DlLive *live;

  /* Past values. */
  guint64 last_cycle, since;
  GArray *marks;           /* DlTimeMark: changes of the scenario, whose labels the run keeps */
  guint64 ages[DL_N_AGES]; /* of the last picture that can be a reference */
  guint64 reference[DL_N_AGES];
  gboolean has_ages, has_reference;
  gint64 told_us; /* when the slow things were last brought up to date */

  gint hovered_age;
  guint hovered_interval;
  GtkWidget *box, *time, *age, *stall;
  GtkWidget *wait;    /* of input-queued routers */
  GtkWidget *choices; /* of runs in which packets had some */
  GtkWidget *routers; /* ages and stalls, which not all routers have */
  GtkToggleButton *before;
  GtkDropDown *reading;
  GtkStack *age_stack, *stall_stack;
  DlRows *age_rows, *stall_rows;
};

G_DEFINE_FINAL_TYPE (DlSimulationCharts, dl_simulation_charts, GTK_TYPE_WIDGET)

static const char *const chart_page = "chart", *const table_page = "table";

static const DlLivePicture *
picture_of (DlSimulationCharts *self)
{
  return dl_live_get_picture (self->live);
}

/* Over time ------------------------------------------------------------------------------------ */

static DlTimeChart
time_chart (DlSimulationCharts *self)
{
  const DlLivePicture *picture = picture_of (self);
  DlTimeChart chart = {
    .packet_flits = picture->packet_flits,
    .n_nodes = MAX (picture->n_working_nodes, 1),
    .load_flits = picture->load_flits,
    .load_unit = dl_simulation_load_unit (picture),
    .ways = dl_family_has_measure (picture->family, "minimal_share"),
    .saturated = picture->saturated,
    .marks = (const DlTimeMark *) (gpointer) self->marks->data,
    .n_marks = self->marks->len,
    .draining = picture->draining,
    .cut_from = picture->since,
    .cut_to = picture->cycle - MIN (picture->recent_cycles, picture->cycle),
    .hovered = self->hovered_interval,
  };

  chart.points = dl_live_get_points (self->live, &chart.n_points);
  /* It is what had been seen by that cycle. */
  while (chart.n_points > 1 && chart.points[chart.n_points - 1].cycle > picture->cycle)
    chart.n_points--;
  return chart;
}

static void
draw_time (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlSimulationCharts *self = user_data;

  if (picture_of (self) == NULL)
    return;

  const DlTimeChart chart = time_chart (self);

  dl_time_chart_draw (cr, (DlRect) { 0, 0, width, height }, &chart,
                      dl_view_theme (GTK_WIDGET (area)));
}

/* The interval under a point of @area, of either chart, is read in both. */
static void
read_time (DlSimulationCharts *self, GtkWidget *area, const DlTimeChart *chart, double x, double y)
{
  const double scale = dl_pane_chart_scale (area);
  const guint interval = dl_time_chart_hit (dl_pane_chart_rect (area), chart, x / scale, y / scale);

  if (interval == self->hovered_interval)
    return;
  self->hovered_interval = interval;
  gtk_widget_queue_draw (self->time);
  gtk_widget_queue_draw (self->choices);
}

static void
hover_time (DlSimulationCharts *self, double x, double y)
{
  if (picture_of (self) != NULL)
    {
      const DlTimeChart chart = time_chart (self);
      read_time (self, self->time, &chart, x, y);
    }
}

static void
leave_time (DlSimulationCharts *self)
{
  self->hovered_interval = DL_NO_INTERVAL;
  gtk_widget_queue_draw (self->time);
  gtk_widget_queue_draw (self->choices);
}

/* Choices -------------------------------------------------------------------------------------- */

/* On the same axis, read where that one is. */
static DlTimeChart
choice_chart (DlSimulationCharts *self)
{
  DlTimeChart chart = time_chart (self);

  chart.choices = TRUE;
  return chart;
}

static void
draw_choices (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlSimulationCharts *self = user_data;

  if (picture_of (self) == NULL)
    return;

  const DlTimeChart chart = choice_chart (self);

  dl_time_chart_draw (cr, (DlRect) { 0, 0, width, height }, &chart,
                      dl_view_theme (GTK_WIDGET (area)));
}

static void
hover_choices (DlSimulationCharts *self, double x, double y)
{
  if (picture_of (self) != NULL)
    {
      const DlTimeChart chart = choice_chart (self);
      read_time (self, self->choices, &chart, x, y);
    }
}

/* @menu: what can be asked about the change at @x, or else the beginning of the interval there. */
static void
ask_time (gpointer charts, double x, double y, GMenu *menu)
{
  DlSimulationCharts *self = charts;
  g_autoptr (GMenuItem) item = g_menu_item_new (_ ("What _Changes Most After This"), NULL);
  const double scale = dl_pane_chart_scale (self->time);
  guint interval;

  if (picture_of (self) == NULL)
    return;

  const DlTimeChart chart = time_chart (self);
  const DlTimeMark *mark;

  interval = dl_time_chart_hit (dl_pane_chart_rect (self->time), &chart, x / scale, y / scale);
  if (interval == DL_NO_INTERVAL)
    return;
  mark = dl_time_chart_mark (&chart, interval);
  g_menu_item_set_action_and_target (item, "win.time-change-at", "t",
                                     mark != NULL ? mark->cycle : chart.points[interval].cycle);
  g_menu_append_item (menu, item);
}

/* By age --------------------------------------------------------------------------------------- */

static void
draw_age (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlSimulationCharts *self = user_data;
  const DlLivePicture *picture = picture_of (self);

  if (picture == NULL)
    return;

  const DlAgeChart chart = {
    .age = picture->age,
    .reference
    = self->has_reference && gtk_toggle_button_get_active (self->before) ? self->reference : NULL,
    .reference_label = _ ("before the last change"),
    .hovered = self->hovered_age,
  };

  dl_age_chart_draw (cr, (DlRect) { 0, 0, width, height }, &chart,
                     dl_view_theme (GTK_WIDGET (area)));
}

static void
hover_age (DlSimulationCharts *self, double x, double y)
{
  const double scale = dl_pane_chart_scale (self->age);
  const gint age = dl_age_chart_hit (dl_pane_chart_rect (self->age), x / scale, y / scale);

  if (age == self->hovered_age)
    return;
  self->hovered_age = age;
  gtk_widget_queue_draw (self->age);
}

static void
leave_age (DlSimulationCharts *self)
{
  hover_age (self, -1, -1);
}

/* Rows: the groups after all the ages, so that an index tells which it is. */

static gboolean
is_group (guint index)
{
  return index >= DL_N_AGES;
}

static double
age_value (gconstpointer source, guint index)
{
  return is_group (index) ? (double) index - DL_N_AGES - DL_N_AGE_GROUPS : index;
}

static char *
age_text (gconstpointer source, guint index)
{
  return is_group (index) ? g_strdup (dl_age_group_name (index - DL_N_AGES))
                          : g_strdup_printf ("%u", index);
}

static guint64
grants (gconstpointer source, guint index)
{
  const DlSimFigure *figure = source;

  return is_group (index) ? dl_age_group (figure->age, index - DL_N_AGES) : figure->age[index];
}

static double
grants_value (gconstpointer source, guint index)
{
  return grants (source, index);
}

static char *
share_text (gconstpointer source, guint index)
{
  const DlSimFigure *figure = source;

  return dl_share_text (grants (source, index), dl_age_total (figure->age));
}

static const DlTableColumn age_columns[] = {
  { NULL, N_ ("Age"), .value = age_value, .text = age_text, .min_chars = 7 },
  { NULL, N_ ("Grants"), DL_COLUMN_REAL, .value = grants_value, .min_chars = 9 },
  { NULL, N_ ("Share"), DL_COLUMN_REAL, .value = grants_value, .text = share_text, .min_chars = 7 },
};

/* The groups first, then each age that occurs. */
static void
fill_age_rows (DlSimulationCharts *self, DlSimFigure *figure)
{
  guint32 rows[DL_N_AGES + DL_N_AGE_GROUPS];
  guint n = 0;

  for (guint group = 0; group < DL_N_AGE_GROUPS; group++)
    rows[n++] = DL_N_AGES + group;
  for (guint age = 0; age < DL_N_AGES; age++)
    if (figure->age[age] > 0)
      rows[n++] = age;
  dl_rows_set (self->age_rows, figure, rows, n);
}

/* By direction --------------------------------------------------------------------------------- */

static DlStallChart
stall_chart (DlSimulationCharts *self)
{
  const DlLivePicture *picture = picture_of (self);
  const char *id = dl_choices_get (self->reading);

  return (DlStallChart) { .stalls = picture->stalls,
                          .reading = id != NULL ? (guint) (id[0] - '0') : DL_ALL_STALLS };
}

static void
draw_stall (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlSimulationCharts *self = user_data;

  if (picture_of (self) == NULL)
    return;

  const DlStallChart chart = stall_chart (self);

  dl_stall_chart_draw (cr, (DlRect) { 0, 0, width, height }, &chart,
                       dl_view_theme (GTK_WIDGET (area)));
}

static gboolean
explain_stall (DlSimulationCharts *self, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  const DlRect rect = dl_pane_chart_rect (self->stall);
  const double scale = dl_pane_chart_scale (self->stall);
  g_autofree char *cycles = NULL, *name = NULL, *text = NULL;
  const DlLivePicture *picture = picture_of (self);
  guint port;
  DlStall stall;

  if (picture == NULL)
    return FALSE;

  const DlStallChart chart = stall_chart (self);

  if (!dl_stall_chart_hit (rect, &chart, x / scale, y / scale, &port, &stall))
    return FALSE;
  cycles = dl_number_text (chart.stalls[stall][port], 3);
  name = dl_simulation_port_name (picture->family, picture->shape, port);
  text = g_strdup_printf (_ ("%s: %s cycles/packet. %s (age paper, equation 17)"), name, cycles,
                          dl_stall_description (stall));
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static char *
direction_text (gconstpointer source, guint index)
{
  const DlSimFigure *figure = source;

  return dl_simulation_port_name (figure->family, figure->shape, index);
}

static double
output_value (gconstpointer source, guint index)
{
  return ((const DlSimFigure *) source)->stalls[DL_STALL_OUTPUT][index];
}

static double
input_value (gconstpointer source, guint index)
{
  return ((const DlSimFigure *) source)->stalls[DL_STALL_INPUT][index];
}

static double
head_value (gconstpointer source, guint index)
{
  return ((const DlSimFigure *) source)->stalls[DL_STALL_HEAD_WAIT][index];
}

/* Narrow columns, so that all four fit. */
static const DlTableColumn stall_columns[] = {
  { NULL, "", .text = direction_text, .min_chars = 2 },
  { NULL, N_ ("Output"), DL_COLUMN_REAL, 2, .value = output_value, .min_chars = 4 },
  { NULL, N_ ("Input"), DL_COLUMN_REAL, 2, .value = input_value, .min_chars = 4 },
  { NULL, N_ ("At head"), DL_COLUMN_REAL, 2, .value = head_value, .min_chars = 4 },
};

/* By what flits wait for ----------------------------------------------------------------------- */

static void
draw_wait (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlSimulationCharts *self = user_data;

  if (picture_of (self) != NULL)
    dl_wait_chart_draw (cr, (DlRect) { 0, 0, width, height }, picture_of (self)->waits, 0,
                        dl_view_theme (GTK_WIDGET (area)));
}

static gboolean
explain_wait (DlSimulationCharts *self, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  const double scale = dl_pane_chart_scale (self->wait);
  g_autofree char *cycles = NULL, *text = NULL;
  DlWait wait;

  if (picture_of (self) == NULL
      || !dl_wait_chart_hit (dl_pane_chart_rect (self->wait), y / scale, &wait))
    return FALSE;
  cycles = dl_number_text (picture_of (self)->waits[wait], 3);
  text = g_strdup_printf (_ ("%s cycles/packet, estimated from one cycle in %d. %s"), cycles,
                          DL_IQ_WAIT_CYCLES, dl_wait_description (wait));
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* Updates -------------------------------------------------------------------------------------- */

static void
forget (DlSimulationCharts *self)
{
  g_array_set_size (self->marks, 0);
  self->since = 0;
  self->has_ages = self->has_reference = FALSE;
}

static void
find_marks (DlSimulationCharts *self)
{
  guint n;
  const DlLiveMark *marks = dl_live_get_marks (self->live, &n);

  g_array_set_size (self->marks, 0);
  for (guint i = 0; i < n; i++)
    if (marks[i].kind == DL_LIVE_MARK_EDIT)
      g_array_append_vals (self->marks, &(DlTimeMark) { marks[i].cycle, marks[i].text }, 1);
}

/* Values before the change are kept. */
static void
note_changes (DlSimulationCharts *self, const DlLivePicture *picture)
{
  if (picture->cycle < self->last_cycle)
    forget (self);
  find_marks (self);
  self->last_cycle = picture->cycle;
  if (picture->since != self->since)
    {
      self->since = picture->since;
      if (self->has_ages)
        {
          memcpy (self->reference, self->ages, sizeof self->reference);
          self->has_reference = TRUE;
          self->has_ages = FALSE;
        }
    }
  if (picture->recent_cycles >= LEAST_REFERENCE_CYCLES)
    {
      memcpy (self->ages, picture->age, sizeof self->ages);
      self->has_ages = TRUE;
    }
}

static gboolean
shows_table (GtkStack *stack)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (stack), table_page) == 0;
}

static void
describe (GtkWidget *chart, char *text)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (chart), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  g_free (text);
}

/* Router charts show the same as figures. */
static gboolean
has_routers (DlSimulationCharts *self, const DlLivePicture *picture)
{
  return dl_family_figure_find (picture->family, "age-histogram") != NULL
         && !dl_scenario_is_input_queued (dl_session_get_scenario (self->session));
}

/* Shares of the whole chart. */
static char *
choices_text (DlSimulationCharts *self)
{
  const DlTimeChart chart = choice_chart (self);
  const DlSimPoint *from = &chart.points[0], *to = &chart.points[chart.n_points - 1];
  g_autofree char *mode = dl_number_text (dl_sim_points_detour (from, to, DL_DETOUR_MODE), 3);
  g_autofree char *queue = dl_number_text (dl_sim_points_detour (from, to, DL_DETOUR_QUEUE), 3);
  g_autofree char *downstream
      = dl_number_text (dl_sim_points_detour (from, to, DL_DETOUR_DOWNSTREAM), 3);
  g_autofree char *regret = dl_number_text (dl_sim_points_regret (from, to), 3);

  /* Translators: four shares, such as 0.125 */
  return g_strdup_printf (_ ("Non-minimal packets: %s by the mode, %s by queues, %s by queues "
                             "downstream; regretted choices: %s"),
                          mode, queue, downstream, regret);
}

static void
tell (DlSimulationCharts *self, const DlLivePicture *picture)
{
  g_autoptr (DlSimFigure) figure = NULL;

  self->told_us = g_get_monotonic_time ();
  describe (self->time, dl_simulation_series_text (picture));
  describe (self->wait, dl_simulation_waits_text (picture));
  if (gtk_widget_get_visible (self->choices))
    describe (self->choices, choices_text (self));
  if (!has_routers (self, picture))
    return;
  describe (self->age, dl_simulation_ages_text (picture));
  describe (self->stall, dl_simulation_stalls_text (picture));
  if (!shows_table (self->age_stack) && !shows_table (self->stall_stack))
    return;
  figure = dl_sim_figure_new_live (picture, 0, NULL, 0);
  if (shows_table (self->age_stack))
    fill_age_rows (self, figure);
  if (shows_table (self->stall_stack))
    dl_rows_set (self->stall_rows, figure, NULL, DL_N_LINK_PORTS);
}

void
dl_simulation_charts_follow (DlSimulationCharts *self, gboolean shown)
{
  const DlLivePicture *picture = picture_of (self);

  if (picture == NULL)
    {
      forget (self);
      return;
    }
  note_changes (self, picture);
  if (!shown)
    return;
  gtk_widget_set_visible (self->routers, has_routers (self, picture));
  gtk_widget_set_visible (self->wait,
                          dl_scenario_is_input_queued (dl_session_get_scenario (self->session)));
  dl_pane_set_chart_height (self->time, time_chart (self).ways ? WAYS_HEIGHT : TIME_HEIGHT);
  gtk_widget_set_visible (GTK_WIDGET (self->before), self->has_reference);
  const DlTimeChart choices = choice_chart (self);

  gtk_widget_set_visible (self->choices, dl_time_chart_has_choices (&choices));
  gtk_widget_queue_draw (self->time);
  gtk_widget_queue_draw (self->choices);
  gtk_widget_queue_draw (self->wait);
  if (!shows_table (self->age_stack))
    gtk_widget_queue_draw (self->age);
  if (!shows_table (self->stall_stack))
    gtk_widget_queue_draw (self->stall);
  if (dl_live_get_state (self->live) != DL_LIVE_RUNNING
      || g_get_monotonic_time () - self->told_us >= SLOW_US)
    tell (self, picture);
}

/* Making them ---------------------------------------------------------------------------------- */

static void
add_hover (DlSimulationCharts *self, GtkWidget *chart, GCallback motion, GCallback leave)
{
  GtkEventController *controller = gtk_event_controller_motion_new ();

  g_signal_connect_swapped (controller, "motion", motion, self);
  g_signal_connect_swapped (controller, "leave", leave, self);
  gtk_widget_add_controller (chart, controller);
}

static void
on_table (GtkToggleButton *button, DlSimulationCharts *self)
{
  GtkStack *stack = g_object_get_data (G_OBJECT (button), "stack");

  gtk_stack_set_visible_child_name (stack, gtk_toggle_button_get_active (button) ? table_page
                                                                                 : chart_page);
  if (picture_of (self) != NULL)
    tell (self, picture_of (self));
}

/* A toggle that looks like the other pills. */
static GtkWidget *
add_toggle (GtkWidget *box, const char *label, const char *tooltip)
{
  GtkWidget *button = gtk_toggle_button_new_with_mnemonic (label);

  gtk_widget_add_css_class (button, "dl-pill");
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

/* @chart, which is in @self->routers, goes into a stack with @table; the toggle between them into
 * @bar, which comes below. */
static GtkStack *
add_table (DlSimulationCharts *self, GtkWidget *chart, GtkWidget *bar, GtkWidget *table)
{
  GtkWidget *stack = gtk_stack_new (), *toggle;
  GtkWidget *scroll = dl_pane_scrolled (table);

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroll), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_AUTOMATIC);

  g_object_ref (chart);
  gtk_box_remove (GTK_BOX (self->routers), chart);
  gtk_stack_add_named (GTK_STACK (stack), chart, chart_page);
  g_object_unref (chart);
  gtk_widget_add_css_class (table, "data-table");
  gtk_stack_add_named (GTK_STACK (stack), scroll, table_page);
  gtk_box_append (GTK_BOX (self->routers), stack);
  gtk_box_append (GTK_BOX (self->routers), bar);
  toggle = add_toggle (bar, _ ("Table"), _ ("The same numbers as a table"));
  gtk_widget_set_halign (toggle, GTK_ALIGN_END);
  gtk_widget_set_hexpand (toggle, TRUE);
  g_object_set_data (G_OBJECT (toggle), "stack", stack);
  g_signal_connect (toggle, "toggled", G_CALLBACK (on_table), self);
  return GTK_STACK (stack);
}

static DlRows *
new_rows (void)
{
  return dl_rows_new ((GBoxedCopyFunc) dl_sim_figure_ref, (GDestroyNotify) dl_sim_figure_unref);
}

static void
add_ages (DlSimulationCharts *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->age = dl_pane_add_chart (self->routers, AGE_HEIGHT, draw_age,
                                 _ ("Age of packets when they were granted"), self);
  add_hover (self, self->age, G_CALLBACK (hover_age), G_CALLBACK (leave_age));
  dl_chart_give_table (self->age, "age-histogram");
  self->before = GTK_TOGGLE_BUTTON (
      add_toggle (bar, _ ("Before"), _ ("Outline the histogram before the last change")));
  gtk_toggle_button_set_active (self->before, TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->before), FALSE);
  g_signal_connect_swapped (self->before, "toggled", G_CALLBACK (gtk_widget_queue_draw), self->age);
  self->age_rows = new_rows ();
  self->age_stack
      = add_table (self, self->age, bar,
                   dl_rows_new_view (self->age_rows, age_columns, G_N_ELEMENTS (age_columns),
                                     _ ("Grants by the packet’s age")));
}

static void
add_stalls (DlSimulationCharts *self)
{
  /* Identifiers are the readings' numbers. */
  static const char *const ids[] = { "0", "1", "2", "3" };
  DlOption choices[DL_N_STALLS + 1];
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  G_STATIC_ASSERT (DL_ALL_STALLS == 3);
  for (guint i = 0; i < DL_N_STALLS; i++)
    choices[i + 1] = (DlOption) { ids[i], dl_stall_title (i), dl_stall_description (i) };
  choices[0]
      = (DlOption) { ids[DL_ALL_STALLS], N_ ("All readings"), N_ ("The three side by side") };
  self->stall = dl_pane_add_chart (self->routers, STALL_HEIGHT, draw_stall,
                                   _ ("Stalled cycles per packet, by direction"), self);
  dl_chart_give_table (self->stall, "stalls");
  gtk_widget_set_has_tooltip (self->stall, TRUE);
  g_signal_connect_swapped (self->stall, "query-tooltip", G_CALLBACK (explain_stall), self);
  self->reading = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->reading), "dl-choice");
  dl_choices_fill (self->reading, choices, G_N_ELEMENTS (choices));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->reading), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Reading of stalled cycles"), -1);
  g_signal_connect_swapped (self->reading, "notify::selected", G_CALLBACK (gtk_widget_queue_draw),
                            self->stall);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->reading));
  self->stall_rows = new_rows ();
  self->stall_stack
      = add_table (self, self->stall, bar,
                   dl_rows_new_view (self->stall_rows, stall_columns, G_N_ELEMENTS (stall_columns),
                                     _ ("Stalled cycles per packet, by direction")));
}

static void
dispose (GObject *object)
{
  DlSimulationCharts *self = DL_SIMULATION_CHARTS (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (dl_simulation_charts_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlSimulationCharts *self = DL_SIMULATION_CHARTS (object);

  g_clear_object (&self->age_rows);
  g_clear_object (&self->stall_rows);
  g_clear_object (&self->live);
  g_clear_object (&self->session);
  g_array_unref (self->marks);
  G_OBJECT_CLASS (dl_simulation_charts_parent_class)->finalize (object);
}

static void
dl_simulation_charts_class_init (DlSimulationChartsClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
dl_simulation_charts_init (DlSimulationCharts *self)
{
  self->marks = g_array_new (FALSE, FALSE, sizeof (DlTimeMark));
  self->hovered_age = -1;
  self->hovered_interval = DL_NO_INTERVAL;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  self->time = dl_pane_add_chart (self->box, TIME_HEIGHT, draw_time,
                                  _ ("Throughput and mean network latency over time"), self);
  add_hover (self, self->time, G_CALLBACK (hover_time), G_CALLBACK (leave_time));
  dl_chart_give_table (self->time, "throughput");
  dl_chart_set_ask (self->time, ask_time, self);
  self->routers = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_box_append (GTK_BOX (self->box), self->routers);
  add_ages (self);
  add_stalls (self);
  self->wait = dl_pane_add_chart (self->box, WAIT_HEIGHT, draw_wait,
                                  _ ("Waiting cycles per packet, by reason"), self);
  dl_chart_give_table (self->wait, "waits");
  gtk_widget_set_has_tooltip (self->wait, TRUE);
  g_signal_connect_swapped (self->wait, "query-tooltip", G_CALLBACK (explain_wait), self);
  self->choices
      = dl_pane_add_chart (self->box, CHOICE_HEIGHT, draw_choices,
                           _ ("Non-minimal packets and regretted choices over time"), self);
  add_hover (self, self->choices, G_CALLBACK (hover_choices), G_CALLBACK (leave_time));
  dl_chart_give_table (self->choices, "choices");
  dl_pane_chart_grows (self->time);
  dl_pane_chart_grows (self->age);
  dl_pane_chart_grows (self->stall);
  dl_pane_chart_grows (self->wait);
  dl_pane_chart_grows (self->choices);
  gtk_widget_set_valign (self->routers, GTK_ALIGN_START);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

void
dl_simulation_charts_set_scroll (DlSimulationCharts *self, GtkWidget *scroll)
{
  dl_pane_set_columns (self->box, scroll);
}

GtkWidget *
dl_simulation_charts_new (DlSession *session, DlLive *live)
{
  DlSimulationCharts *self = g_object_new (DL_TYPE_SIMULATION_CHARTS, NULL);

  self->session = g_object_ref (session);
  self->live = g_object_ref (live);
  return GTK_WIDGET (self);
}
