#include "dl-choices.h"
#include "dl-family-room.h"
#include "dl-load-latency.h"
#include "dl-pane.h"
#include "dl-rows.h"
#include "dl-table-window.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define CHART_HEIGHT 372

static const char *const chart_page = "chart", *const table_page = "table";

#define DL_TYPE_CURVE_PANE (dl_curve_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlCurvePane, dl_curve_pane, DL, CURVE_PANE, DlPane)

struct _DlCurvePane
{
  DlPane parent;
  DlCurveJob *job;
  DlLoadPlace hovered;

  GtkDropDown *seeds, *cycles;
  const DlFamily *family; /* that these were chosen for; NULL: none yet */
  GtkWidget *choices;
  GtkButton *button;
  GtkProgressBar *bar;
  GtkLabel *problem, *stale, *summary;
  GtkWidget *results; /* all that is there only with a curve */
  GtkStack *stack;
  GtkWidget *chart;
  DlRows *rows;
  GtkLabel *detail;
  GtkLabel *both; /* the saturation load by analysis and by simulation */
};

G_DEFINE_FINAL_TYPE (DlCurvePane, dl_curve_pane, DL_TYPE_PANE)

/* The number is the identifier. */
static const DlOption seed_choices[] = {
  { "1", N_ ("1"), N_ ("Quick, without intervals") },
  { "3", N_ ("3"), /* xgettext:no-c-format */ N_ ("With 95% confidence intervals") },
  { "5", N_ ("5"), /* xgettext:no-c-format */ N_ ("Narrower 95% confidence intervals") },
};

static const DlOption cycle_choices[] = {
  { "3000", N_ ("3,000"),
    N_ ("Enough for a dragonfly, which has more nodes and converges sooner") },
  { "6000", N_ ("6,000"), N_ ("Quick: runs near saturation do not converge") },
  { "15000", N_ ("15,000"), N_ ("About where the curve bends") },
  { "50000", N_ ("50,000"), N_ ("As long as a simulation by default") },
};

static DlLoadCurve *
curve_of (DlCurvePane *self)
{
  return dl_curve_job_get_curve (self->job);
}

/* The table: a row per point, over all curves -------------------------------------------------- */

static const DlLoadSeries *
series_of (const DlLoadCurve *curve, guint *index)
{
  guint series = 0;

  while (*index >= curve->series[series].points->len)
    *index -= curve->series[series++].points->len;
  return &curve->series[series];
}

static const DlLoadPoint *
point_of (gconstpointer curve, guint index)
{
  const DlLoadSeries *series = series_of (curve, &index);

  return &g_array_index (series->points, DlLoadPoint, index);
}

static char *
label_text (gconstpointer curve, guint index)
{
  return g_strdup (series_of (curve, &index)->label);
}

#define VALUE_OF(name, expression)                                                                 \
  static double name (gconstpointer curve, guint index)                                            \
  {                                                                                                \
    const DlLoadPoint *point = point_of (curve, index);                                            \
    return expression;                                                                             \
  }

VALUE_OF (load_value, point->load)
VALUE_OF (accepted_value, point->accepted)
VALUE_OF (latency_value, point->latency)
VALUE_OF (reach_value, point->latency_reach)
VALUE_OF (p99_value, point->p99)
VALUE_OF (total_value, point->total_latency)
VALUE_OF (state_value, (double) point->n_in[DL_SIM_CONVERGED] / point->n_runs)

static char *
state_text (gconstpointer curve, guint index)
{
  const DlLoadPoint *point = point_of (curve, index);

  if (point->n_deadlocked > 0)
    return g_strdup (_ ("deadlock"));
  if (point->reason != DL_SIM_REASON_RUNS_DIFFER)
    return g_strdup (dl_sim_state_title (point->state));
  /* Translators: runs that have converged, of so many */
  return g_strdup_printf (_ ("%u of %u converged"), point->n_in[DL_SIM_CONVERGED], point->n_runs);
}

static const DlTableColumn columns[] = {
  { NULL, N_ ("Curve"), .text = label_text, .min_chars = 11 },
  { NULL, N_ ("Load"), DL_COLUMN_REAL, 3, .value = load_value, .min_chars = 5 },
  { NULL, N_ ("Latency"), DL_COLUMN_REAL, 1, .value = latency_value, .min_chars = 7 },
  { NULL, N_ ("± 95%"), DL_COLUMN_REAL, 1, .value = reach_value, .min_chars = 6 },
  { NULL, N_ ("Accepted"), DL_COLUMN_REAL, 4, .value = accepted_value, .min_chars = 7 },
  { NULL, N_ ("99%"), DL_COLUMN_REAL, .value = p99_value, .min_chars = 6 },
  { NULL, N_ ("From creation"), DL_COLUMN_REAL, 1, .value = total_value, .min_chars = 7 },
  { NULL, N_ ("State"), .value = state_value, .text = state_text, .min_chars = 11 },
};

static guint
n_points (const DlLoadCurve *curve)
{
  guint n = 0;

  for (guint i = 0; i < curve->n_series; i++)
    n += curve->series[i].points->len;
  return n;
}

/* In words ------------------------------------------------------------------------------------- */

/* "Age-based at .36: latency 478.6 ± 12.0 (470.1 to 486.0 in 3 runs), 99 % 1,020, accepted .3508"
 */
static char *
describe_point (const DlLoadSeries *series, const DlLoadPoint *point)
{
  g_autofree char *load = dl_number_text (point->load, 3);
  g_autofree char *accepted = dl_number_text (point->accepted, 4);
  g_autofree char *latency = dl_number_text (point->latency, 1);
  g_autofree char *p99 = dl_number_text (point->p99, 0);
  g_autofree char *reach = dl_number_text (point->latency_reach, 1);
  g_autofree char *least = dl_number_text (point->latency_min, 1);
  g_autofree char *most = dl_number_text (point->latency_max, 1);
  g_autofree char *spread = NULL;
  const char *state = point->n_deadlocked > 0            ? _ (" Deadlock.")
                      : point->state == DL_SIM_SATURATED ? _ (" Saturated.")
                      : !dl_load_point_converged (point) ? _ (" Not converged.")
                                                         : "";

  if (point->n_runs < 2 && !isnan (point->latency_reach))
    return g_strdup_printf (_ ("%s at %s: latency %s ± %s over batches, 99%% %s, accepted %s.%s"),
                            series->label, load, latency, reach, p99, accepted, state);
  if (point->n_runs < 2)
    /* Translators: latencies are in cycles, the last text says whether the run converged */
    return g_strdup_printf (_ ("%s at %s: latency %s, 99%% %s, accepted %s.%s"), series->label,
                            load, latency, p99, accepted, state);
  /* Translators: the least and the largest of the runs, and how many these are */
  spread = g_strdup_printf (_ ("%s to %s in %u runs"), least, most, point->n_runs);
  return g_strdup_printf (_ ("%s at %s: latency %s ± %s (%s), 99%% %s, accepted %s.%s"),
                          series->label, load, latency, reach, spread, p99, accepted, state);
}

/* "Round robin: saturates at 0.28–0.32. Age-based: saturates at 0.32–0.36." */
static char *
describe_curve (const DlLoadCurve *curve)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < curve->n_series; i++)
    {
      const DlLoadSeries *series = &curve->series[i];
      g_autofree char *load = NULL;

      if (series->points->len == 0)
        continue;
      load = dl_load_saturation_text (series);
      if (text->len > 0)
        g_string_append_c (text, ' ');
      if (isnan (series->saturation))
        g_string_append_printf (text,
                                curve->n_runs < curve->n_all_runs ? _ ("%s: not saturated so far.")
                                                                  : _ ("%s: not saturated."),
                                series->label);
      else
        g_string_append_printf (text, _ ("%s: saturates at %s."), series->label, load);
    }
  return g_string_free (text, FALSE);
}

/* The two ways to a saturation load, beside each other; NULL: there is but one. */
static char *
describe_both (DlCurvePane *self)
{
  DlSession *session = dl_view_get_session (dl_pane_get_view (DL_PANE (self)));
  const DlEvaluation *result = dl_session_get_result (session);
  const DlLoadCurve *curve = curve_of (self);
  g_autofree char *analyzed = NULL;
  g_autofree char *simulated = NULL;

  if (curve == NULL || dl_curve_job_is_stale (self->job) || result == NULL
      || dl_session_get_standing (session) != DL_STANDING_CURRENT
      || !isfinite (result->limit.full_at))
    return NULL;
  analyzed = dl_number_text_at_most (result->limit.full_at, 3, result->findings.is_bound);
  simulated = describe_curve (curve);
  /* Translators: a load, and what curves say: “Round robin: saturates at 0.28–0.32.” */
  return g_strdup_printf (_ ("By analysis the busiest link is full at a load of %s. By simulation: "
                             "%s"),
                          analyzed, simulated);
}

/* Display -------------------------------------------------------------------------------------- */

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlCurvePane *self = user_data;
  const DlLoadLatency chart = { curve_of (self), self->hovered };

  if (chart.curve != NULL)
    dl_load_latency_draw (cr, (DlRect) { 0, 0, width, height }, &chart,
                          dl_view_theme (GTK_WIDGET (area)));
}

static void
show_detail (DlCurvePane *self)
{
  const DlLoadCurve *curve = curve_of (self);
  const DlLoadPoint *point = dl_load_latency_at (curve, self->hovered);
  g_autofree char *text = NULL;

  if (point != NULL)
    text = describe_point (&curve->series[self->hovered.series], point);
  gtk_label_set_text (self->detail, text != NULL ? text : _ ("Point at a mark to read it."));
}

static const char *
summary (DlCurvePane *self)
{
  const DlScenario *scenario
      = dl_session_get_scenario (dl_view_get_session (dl_pane_get_view (DL_PANE (self))));
  const DlFamilyCurve *curve = scenario->family->curve;

  if (curve->is_one != NULL && curve->is_one (scenario))
    return _ ("Simulates this scenario at rising offered loads. Shows latency and accepted "
              "throughput as the runs finish, beside BookSim 2 where it has simulated the same.");
  return _ (curve->summary);
}

static void
show_problem (DlCurvePane *self)
{
  const char *problem = dl_curve_job_get_problem (self->job);
  const char *library = dl_curve_job_get_library_problem (self->job);
  g_autofree char *unkept
      = library != NULL
            ? g_strdup_printf (_ ("The points are not kept in the library: %s"), library)
            : NULL;

  dl_pane_show_text (self->problem, problem != NULL ? problem : unkept);
}

static void
show_both (DlCurvePane *self)
{
  g_autofree char *text = describe_both (self);

  dl_pane_show_text (self->both, text);
}

static void
update (DlCurvePane *self)
{
  DlLoadCurve *curve = curve_of (self);
  const gboolean running = dl_curve_job_is_running (self->job);

  gtk_button_set_label (self->button, running ? _ ("_Cancel") : _ ("_Sweep the Load"));
  gtk_widget_set_sensitive (self->choices, !running);
  dl_pane_show_progress (self->bar, running, dl_curve_job_get_progress (self->job),
                         dl_curve_job_get_seconds_left (self->job));
  show_problem (self);
  gtk_widget_set_visible (GTK_WIDGET (self->stale),
                          curve != NULL && dl_curve_job_is_stale (self->job));
  gtk_label_set_text (self->summary, summary (self));
  gtk_widget_set_visible (GTK_WIDGET (self->summary), curve == NULL);
  gtk_widget_set_visible (self->results, curve != NULL);
  show_both (self);
}

static void
update_curve (DlCurvePane *self)
{
  DlLoadCurve *curve = curve_of (self);
  g_autofree char *text = curve != NULL ? describe_curve (curve) : NULL;

  dl_rows_set (self->rows, curve, NULL, curve != NULL ? n_points (curve) : 0);
  if (text != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->chart),
                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  show_detail (self);
  show_both (self);
  gtk_widget_queue_draw (self->chart);
}

/* Defaults of this family until the user chooses. */
static void
choose_options (DlCurvePane *self)
{
  const DlScenario *scenario
      = dl_session_get_scenario (dl_view_get_session (dl_pane_get_view (DL_PANE (self))));
  const DlLoadSweepOptions options = dl_load_sweep_options_for (scenario);
  g_autofree char *seeds = g_strdup_printf ("%u", options.n_seeds);
  g_autofree char *cycles = g_strdup_printf ("%lu", (gulong) options.cycles);

  if (self->family == scenario->family)
    return;
  self->family = scenario->family;
  dl_choices_select (self->seeds, seeds);
  dl_choices_select (self->cycles, cycles);
}

/* Update the page, if it is visible; else it is updated when it is shown next. */
static void
on_job (DlCurvePane *self, GParamSpec *pspec)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  update (self);
  if (g_str_equal (pspec->name, "curve"))
    update_curve (self);
}

static void
on_map (DlCurvePane *self)
{
  choose_options (self);
  update (self);
  update_curve (self);
}

/* Actions -------------------------------------------------------------------------------------- */

static void
on_button (DlCurvePane *self)
{
  DlLoadSweepOptions options;

  if (dl_curve_job_is_running (self->job))
    {
      dl_curve_job_cancel (self->job);
      return;
    }
  options.n_seeds = g_ascii_strtoull (dl_choices_get (self->seeds), NULL, 10);
  options.cycles = g_ascii_strtoull (dl_choices_get (self->cycles), NULL, 10);
  dl_curve_job_start (self->job, options);
}

static void
on_table (GtkToggleButton *button, DlCurvePane *self)
{
  gtk_stack_set_visible_child_name (
      self->stack, gtk_toggle_button_get_active (button) ? table_page : chart_page);
}

static void
hover (DlCurvePane *self, DlLoadPlace place)
{
  if (place.series == self->hovered.series && place.point == self->hovered.point)
    return;
  self->hovered = place;
  show_detail (self);
  gtk_widget_queue_draw (self->chart);
}

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, DlCurvePane *self)
{
  const double scale = dl_pane_chart_scale (self->chart);

  if (curve_of (self) != NULL)
    hover (self, dl_load_latency_hit (dl_pane_chart_rect (self->chart), curve_of (self), x / scale,
                                      y / scale));
}

static void
on_leave (DlCurvePane *self)
{
  hover (self, DL_NO_LOAD_PLACE);
}

/* Left and right along a curve, up and down to another. */
static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
        DlCurvePane *self)
{
  const DlLoadCurve *curve = curve_of (self);
  DlLoadPlace place = self->hovered;

  if (curve == NULL || n_points (curve) == 0 || (state & gtk_accelerator_get_default_mod_mask ()))
    return FALSE;
  if (dl_load_latency_at (curve, place) == NULL)
    place = (DlLoadPlace) { curve->series[0].points->len > 0 ? 0 : 1, 0 };
  else if (keyval == GDK_KEY_Right)
    place.point++;
  else if (keyval == GDK_KEY_Left)
    place.point--;
  else if (keyval == GDK_KEY_Up)
    place.series--;
  else if (keyval == GDK_KEY_Down)
    place.series++;
  if (keyval == GDK_KEY_Escape && dl_load_latency_at (curve, self->hovered) != NULL)
    hover (self, DL_NO_LOAD_PLACE);
  else if (keyval == GDK_KEY_Right || keyval == GDK_KEY_Left || keyval == GDK_KEY_Up
           || keyval == GDK_KEY_Down)
    {
      if (dl_load_latency_at (curve, place) != NULL)
        hover (self, place);
    }
  else
    return FALSE;
  return TRUE;
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlCurvePane *self = DL_CURVE_PANE (object);

  g_clear_object (&self->rows);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (dl_curve_pane_parent_class)->dispose (object);
}

static void
dl_curve_pane_class_init (DlCurvePaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static GtkDropDown *
add_choice (GtkWidget *grid, int row, const char *title, const DlOption *choices, guint n)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (title);
  GtkWidget *down = gtk_drop_down_new (NULL, NULL);

  dl_choices_fill (GTK_DROP_DOWN (down), choices, n);
  gtk_widget_set_size_request (down, 120, -1);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), down);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (down), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label,
                                  NULL, -1);
  gtk_grid_attach (GTK_GRID (grid), label, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), down, 1, row, 1, 1);
  return GTK_DROP_DOWN (down);
}

static void
add_chart (DlCurvePane *self, GtkWidget *box)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->chart
      = dl_pane_add_chart (box, CHART_HEIGHT, draw, _ ("Latency against offered load"), self);
  dl_pane_chart_grows (self->chart);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (self->chart, motion);
  dl_chart_give_table (self->chart, "load-latency");
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->chart, keys);
}

static GtkWidget *
new_table (DlCurvePane *self)
{
  GtkWidget *scroll = gtk_scrolled_window_new ();
  GtkWidget *view;

  self->rows
      = dl_rows_new ((GBoxedCopyFunc) dl_load_curve_ref, (GDestroyNotify) dl_load_curve_unref);
  view = dl_rows_new_view (self->rows, columns, G_N_ELEMENTS (columns),
                           _ ("Latency and accepted throughput against offered load"));
  gtk_widget_add_css_class (view, "data-table");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), view);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroll), CHART_HEIGHT);
  return scroll;
}

static GtkWidget *
new_results (DlCurvePane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *chart = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *table = gtk_toggle_button_new_with_mnemonic (_ ("_Table"));
  GtkWidget *export;

  add_chart (self, chart);
  self->detail = dl_pane_add_label (chart, "dl-number", TRUE);
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_hhomogeneous (self->stack, FALSE);
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  gtk_stack_add_named (self->stack, chart, chart_page);
  gtk_stack_add_named (self->stack, new_table (self), table_page);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));

  self->both = dl_pane_add_label (box, "dl-number", TRUE);

  gtk_widget_add_css_class (table, "dl-pill");
  gtk_widget_set_tooltip_text (table, _ ("The points as numbers"));
  g_signal_connect (table, "toggled", G_CALLBACK (on_table), self);
  gtk_box_append (GTK_BOX (bar), table);
  export = dl_pane_add_button (bar, _ ("_Export…"), _ ("The curves as PDF, SVG, PNG or CSV"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (export), "win.export");
  gtk_box_append (GTK_BOX (box), bar);
  return box;
}

static void
dl_curve_pane_init (DlCurvePane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  self->hovered = DL_NO_LOAD_PLACE;
  gtk_widget_add_css_class (box, "dl-evidence");
  self->choices = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (self->choices), 4);
  gtk_grid_set_column_spacing (GTK_GRID (self->choices), 8);
  self->seeds = add_choice (self->choices, 0, _ ("_Runs per point"), seed_choices,
                            G_N_ELEMENTS (seed_choices));
  self->cycles = add_choice (self->choices, 1, _ ("C_ycles per run"), cycle_choices,
                             G_N_ELEMENTS (cycle_choices));
  gtk_box_append (GTK_BOX (box), self->choices);

  self->button = GTK_BUTTON (gtk_button_new ());
  gtk_button_set_use_underline (self->button, TRUE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button),
                               _ ("Simulate rising loads until the network saturates (age paper, "
                                  "section 2); press again to stop"));
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (on_button), self);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->button));
  self->bar = dl_pane_add_progress (box, _ ("Points simulated"));

  self->problem = dl_pane_add_label (box, "dl-error", TRUE);
  self->stale = dl_pane_add_label (box, "dl-error", TRUE);
  gtk_label_set_text (self->stale, _ ("Out of date: the scenario has changed."));
  self->summary = dl_pane_add_label (box, "dim-label", TRUE);
  self->results = new_results (self);
  gtk_box_append (GTK_BOX (box), self->results);
  dl_pane_set_child (DL_PANE (self), dl_pane_scrolled (box));
}

/* Latency against offered load, a chart that fills in. */
static GtkWidget *
create (DlView *view)
{
  DlCurvePane *self = dl_pane_new (DL_TYPE_CURVE_PANE, view, _ ("Load curve"));

  self->job = g_object_ref (dl_view_get_curve_job (view));
  g_signal_connect_object (self->job, "notify", G_CALLBACK (on_job), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (show_both),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (on_map), NULL);
  on_map (self);
  return GTK_WIDGET (self);
}

const DlMaker dl_page_curve = {
  .id = "curve",
  .create = create,
  .title = N_ ("Load curve"),
  .description = N_ ("Latency and accepted throughput against offered load"),
  .topic = "simulation#curve",
  .key = '9',
  .group = DL_PAGE_SIMULATION,
  .own = TRUE,
};
