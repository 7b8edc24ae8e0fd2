/* The page of the live simulation: it says what its pictures hold, of the last one, while somebody
 * looks. */
#include "../core/picture-own.h"
#include "dl-age-chart.h"
#include "dl-program-result.h"
#include "dl-rows.h"
#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "dl-sim-figure.h"
#include "dl-simulation-pane.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <math.h>

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (4, 4, 4);
  ui_fixture_open_page (fixture, "simulation", 280, 900);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

static DlLive *
live_of (UiFixture *fixture)
{
  return dl_view_get_live (fixture->view);
}

static const DlLivePicture *
step (UiFixture *fixture, guint64 cycles)
{
  dl_live_step (live_of (fixture), cycles);
  dl_live_sync (live_of (fixture));
  ui_idle ();
  g_assert_nonnull (dl_live_get_picture (live_of (fixture)));
  return dl_live_get_picture (live_of (fixture));
}

static void
edit (UiFixture *fixture, const char *key, const char *value)
{
  dl_session_set (fixture->session, key, value, FALSE);
  ui_settle (fixture->session);
}

/* The visible inscription right behind the visible label @name in its grid. */
static const char *
number_of (GtkWidget *root, const char *name)
{
  if (GTK_IS_LABEL (root) && gtk_widget_get_mapped (root)
      && g_str_equal (gtk_label_get_text (GTK_LABEL (root)), name))
    {
      GtkWidget *number = gtk_widget_get_next_sibling (root);

      g_assert_true (GTK_IS_INSCRIPTION (number) && gtk_widget_get_mapped (number));
      return gtk_inscription_get_text (GTK_INSCRIPTION (number));
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      const char *found = number_of (child, name);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
assert_number (UiFixture *fixture, const char *name, double value, guint digits)
{
  g_autofree char *expected = dl_number_text (value, digits);

  g_assert_cmpstr (number_of (fixture->pane, name), ==, expected);
}

/* Does a visible inscription have that text in it? */
static gboolean
inscribed (GtkWidget *root, const char *text)
{
  if (GTK_IS_INSCRIPTION (root) && gtk_widget_get_mapped (root)
      && gtk_inscription_get_text (GTK_INSCRIPTION (root)) != NULL
      && strstr (gtk_inscription_get_text (GTK_INSCRIPTION (root)), text) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (inscribed (child, text))
      return TRUE;
  return FALSE;
}

static GtkWidget *
find_button (GtkWidget *root, const char *label)
{
  if (GTK_IS_BUTTON (root) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (root)), label) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, label);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
assert_described (UiFixture *fixture, guint chart, char *text)
{
  GtkAccessible *area = ui_find (fixture->pane, GTK_TYPE_DRAWING_AREA, chart);
  g_autofree char *failure
      = gtk_test_accessible_check_property (area, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text);

  g_assert_cmpstr (failure, ==, NULL);
  g_free (text);
}

static void
test_empty (UiFixture *fixture, gconstpointer data)
{
  GtkWidget *run = find_button (fixture->pane, "_Run");

  g_assert_true (ui_says (fixture->pane, "Nothing is simulated yet"));
  g_assert_true (gtk_widget_get_mapped (run));
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (run)), ==, "win.sim-run");
  step (fixture, 10);
  g_assert_false (ui_says (fixture->pane, "Nothing is simulated yet"));
  g_assert_true (inscribed (fixture->pane, "Cycle 10 · paused"));
}

static void
check_numbers (UiFixture *fixture, const DlLivePicture *picture)
{
  assert_number (fixture, "Injected", picture->injected, 0);
  assert_number (fixture, "Delivered", picture->delivered, 0);
  assert_number (fixture, "In flight", picture->in_flight, 0);
  assert_number (fixture, "Waiting", picture->waiting, 0);
  assert_number (fixture, "Network latency, mean", picture->latency_mean,
                 picture->latency_mean < 100 ? 1 : 0);
  assert_number (fixture, "99th percentile", picture->latency_p99,
                 picture->latency_p99 < 100 ? 1 : 0);
  assert_number (fixture, "Packet latency, mean", picture->total_latency_mean,
                 picture->total_latency_mean < 100 ? 1 : 0);
}

static void
test_numbers (UiFixture *fixture, gconstpointer data)
{
  const DlLivePicture *picture = step (fixture, 1);
  int minimum, natural;

  g_assert_cmpstr (number_of (fixture->pane, "Network latency, mean"), ==, "–");
  picture = step (fixture, 2999);
  g_assert_cmpuint (picture->delivered, >, 0);
  check_numbers (fixture, picture);
  g_assert_null (number_of (fixture->pane, "Dropped: broken link"));
  assert_described (fixture, 0, dl_simulation_series_text (picture));
  assert_described (fixture, 1, dl_simulation_ages_text (picture));
  assert_described (fixture, 2, dl_simulation_stalls_text (picture));
  gtk_widget_measure (fixture->pane, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL,
                      NULL);
  g_assert_cmpint (minimum, <=, 280);
}

/* The visible label right behind the visible label @name in its grid; NULL: it is hidden. */
static const char *
value_of (GtkWidget *root, const char *name)
{
  if (GTK_IS_LABEL (root) && gtk_widget_get_mapped (root)
      && g_str_equal (gtk_label_get_text (GTK_LABEL (root)), name))
    return gtk_label_get_text (GTK_LABEL (gtk_widget_get_next_sibling (root)));
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      const char *found = value_of (child, name);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Results of a program, once it is done, equal those of a run of the command line. */
static void
test_program (UiFixture *fixture, gconstpointer data)
{
  g_auto (DlProgramResult) result = { 0 };
  g_autoptr (DlSimulation) run = NULL;
  const DlLivePicture *picture;
  DlSimulateOptions options;

  dl_session_set_pattern (fixture->session, &dl_pattern_program);
  edit (fixture, "traffic.bytes", "4096");
  picture = step (fixture, 100);
  g_assert_cmpuint (picture->program.n_ranks, ==, 64);
  g_assert_cmpuint (picture->program.n_done, <, 64);
  g_assert_false (picture->program.has_messages);
  g_assert_true (g_str_has_suffix (value_of (fixture->pane, "Ranks done"), " of 64"));
  g_assert_null (value_of (fixture->pane, "Completion"));

  options = dl_simulate_options (dl_session_get_scenario (fixture->session));
  options.cycles = 1000000;
  run = dl_simulate (dl_session_get_scenario (fixture->session), &options, NULL, NULL);
  g_assert_true (dl_program_result_init (&result, dl_session_get_scenario (fixture->session), run));
  picture = step (fixture, run->cycles);
  g_assert_cmpuint (picture->program.n_done, ==, 64);
  g_assert_cmpuint (picture->program.done_at, ==, run->completion_cycles);
  g_assert_cmpfloat (picture->program.completion_ns, ==, result.completion_ns);
  g_assert_cmpfloat (picture->program.bus_GBps, ==, result.bus_GBps);
  g_assert_cmpfloat (picture->program.links_ns, ==, result.links_ns);
  g_assert_cmpfloat (picture->program.latency_ns, ==, result.latency_ns);
  g_assert_cmpuint (picture->program.slowest, ==, result.slowest);
  g_assert_cmpuint (picture->program.busiest, ==, result.busiest);
  g_assert_true (inscribed (fixture->pane, "program finished after"));
  g_assert_cmpstr (value_of (fixture->pane, "Ranks done"), ==, "64 of 64");
  g_assert_true (g_str_has_suffix (value_of (fixture->pane, "Completion"), " µs"));
  g_assert_true (g_str_has_suffix (value_of (fixture->pane, "Bus bandwidth"), " GB/s"));
  g_assert_nonnull (value_of (fixture->pane, "Slowest rank"));

  /* A load has none. */
  dl_session_set_pattern (fixture->session, &dl_pattern_uniform);
  ui_settle (fixture->session);
  step (fixture, 10);
  g_assert_null (value_of (fixture->pane, "Ranks done"));
}

/* Not while nobody looks, but then at once. */
static void
test_hidden (UiFixture *fixture, gconstpointer data)
{
  const DlLivePicture *picture;

  step (fixture, 500);
  gtk_widget_set_visible (fixture->pane, FALSE);
  ui_idle ();
  picture = step (fixture, 1000);
  gtk_widget_set_visible (fixture->pane, TRUE);
  ui_wait_for (inscribed (fixture->pane, "Cycle 1500") || inscribed (fixture->pane, "Cycle 1,500"));
  check_numbers (fixture, picture);
}

static GtkColumnView *
table (UiFixture *fixture, guint n)
{
  return ui_find (fixture->pane, GTK_TYPE_COLUMN_VIEW, n);
}

static guint
n_rows (UiFixture *fixture, guint n)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (table (fixture, n))));
}

static void
test_tables (UiFixture *fixture, gconstpointer data)
{
  const DlLivePicture *picture = step (fixture, 3000);
  GtkToggleButton *toggle;
  guint n_ages = 0;

  for (guint age = 0; age < DL_N_AGES; age++)
    n_ages += picture->age[age] > 0;
  g_assert_cmpuint (n_ages, >, 1);
  for (guint i = 0; i < 2; i++)
    g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (table (fixture, i))));

  /* The first toggle is "Before". */
  toggle = ui_find (fixture->pane, GTK_TYPE_TOGGLE_BUTTON, 1);
  gtk_toggle_button_set_active (toggle, TRUE);
  ui_idle ();
  ui_wait_for (gtk_widget_get_mapped (GTK_WIDGET (table (fixture, 0))));
  g_assert_cmpuint (n_rows (fixture, 0), ==, n_ages + DL_N_AGE_GROUPS);
  g_assert_true (inscribed (fixture->pane, "64–127"));

  /* Later in the run. */
  picture = step (fixture, 3000);
  {
    g_autoptr (DlRow) row
        = g_list_model_get_item (G_LIST_MODEL (gtk_column_view_get_model (table (fixture, 0))), 0);
    const DlSimFigure *figure = dl_row_get_source (row);

    g_assert_cmpuint (dl_age_total (figure->age), ==, dl_age_total (picture->age));
  }
  gtk_toggle_button_set_active (toggle, FALSE);
  ui_wait_for (!gtk_widget_get_mapped (GTK_WIDGET (table (fixture, 0))));

  /* That of the readings' drop-down comes before its own. */
  for (guint i = 2; (toggle = ui_find (fixture->pane, GTK_TYPE_TOGGLE_BUTTON, i)) != NULL; i++)
    if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (toggle)), "Table") == 0)
      gtk_toggle_button_set_active (toggle, TRUE);
  ui_wait_for (gtk_widget_get_mapped (GTK_WIDGET (table (fixture, 1))));
  g_assert_cmpuint (n_rows (fixture, 1), ==, DL_TORUS_N_NETWORK_PORTS);
}

/* The state before a change is there to compare with, until the run restarts. */
static void
test_change (UiFixture *fixture, gconstpointer data)
{
  GtkWidget *before = find_button (fixture->pane, "Before");

  step (fixture, 3000);
  g_assert_false (gtk_widget_get_visible (before));
  edit (fixture, "router.age-clock-period", "4096");
  step (fixture, 1);
  g_assert_true (gtk_widget_get_mapped (before));
  g_assert_true (inscribed (fixture->pane, "not converged"));
  dl_live_restart (live_of (fixture));
  step (fixture, 1);
  ui_wait_for (!gtk_widget_get_mapped (before));
}

static void
test_broken_link (UiFixture *fixture, gconstpointer data)
{
  const DlLivePicture *picture;

  edit (fixture, "traffic.load", "saturated");
  step (fixture, 2000);
  g_assert_null (number_of (fixture->pane, "Dropped: broken link"));
  dl_view_toggle (fixture->view, dl_place_link (0), FALSE);
  ui_settle (fixture->session);
  picture = step (fixture, 3000);
  g_assert_cmpuint (picture->dropped_link + picture->dropped_source, >, 0);
  if (picture->dropped_link > 0)
    assert_number (fixture, "Dropped: broken link", picture->dropped_link, 0);
  if (picture->dropped_source > 0)
    assert_number (fixture, "Dropped: route lost", picture->dropped_source, 0);
}

static void
test_deadlock (UiFixture *fixture, gconstpointer data)
{
  const DlLivePicture *picture;
  g_autofree char *text = NULL;
  DlMapPath path;

  edit (fixture, "torus.radix", "8;1;1");
  edit (fixture, "torus.datelines", "-1;-1;-1");
  edit (fixture, "traffic.load", "saturated");
  picture = step (fixture, 100);
  g_assert_false (ui_says (fixture->pane, "Deadlock"));
  for (guint i = 0; i < 100 && picture->deadlock == NULL; i++)
    picture = step (fixture, 1000);
  g_assert_nonnull (picture->deadlock);
  text = g_strdup_printf ("✗ Deadlock: %u packets wait for each other", picture->deadlock->len);
  g_assert_true (ui_says (fixture->pane, text));
  /* The packets are listed, and are drawn as a way until the network changes. */
  g_assert_true (ui_says (fixture->pane, "waits for the buffer that"));
  g_signal_emit_by_name (find_button (fixture->pane, "Show the _Packets"), "clicked");
  g_assert_cmpint (dl_view_get_path_kind (fixture->view), ==, DL_PATH_WAITS);
  g_assert_true (dl_view_get_path (fixture->view, &path));
  g_assert_true (path.closed);
  g_assert_cmpuint (path.n, ==, picture->deadlock->len);
  for (guint i = 0; i < path.n; i++)
    g_assert_cmpuint (picture_torus (picture)->link_to[path.channels[i] / DL_TORUS_VCS], ==,
                      path.channels[(i + 1) % path.n] / DL_TORUS_VCS / DL_TORUS_N_NETWORK_PORTS);
  edit (fixture, "torus.datelines", "7;-1;-1");
  step (fixture, 5000);
  g_assert_false (ui_says (fixture->pane, "Deadlock"));
  ui_wait_for (dl_view_get_path_kind (fixture->view) == DL_PATH_NONE);
}

/* A scenario that cannot be simulated has a reason. */
static void
test_problem (UiFixture *fixture, gconstpointer data)
{
  step (fixture, 100);
  /* More packets than a router's can be numbered. */
  edit (fixture, "router.input-buffer", "60000");
  ui_wait_for (dl_live_get_problem (live_of (fixture)) != NULL);
  ui_idle ();
  g_assert_true (ui_says (fixture->pane, "This cannot be simulated"));
  g_assert_true (ui_says (fixture->pane, dl_live_get_problem (live_of (fixture))));
  edit (fixture, "router.input-buffer", "96");
  step (fixture, 1);
  g_assert_false (ui_says (fixture->pane, "This cannot be simulated"));
}

/* Closed while it runs, and again as it is on its way. */
static void
test_closed (UiFixture *fixture, gconstpointer data)
{
  const guint64 seen = step (fixture, 1)->cycle;

  dl_live_run (live_of (fixture));
  ui_wait_for (dl_live_get_picture (live_of (fixture))->cycle > seen);
}

/* The last chart. */
#define CHOICES 4

/* A dragonfly: routes instead of ages and stalls, in its own time, and choices; and back. */
static void
test_dragonfly (UiFixture *fixture, gconstpointer data)
{
  GtkWidget *pane = fixture->pane;
  const DlLivePicture *picture;
  g_autofree char *minimal = NULL, *nonminimal = NULL, *bandwidth = NULL;

  dl_session_open_new (fixture->session, dl_preset_load ("cascade-2", NULL));
  ui_settle (fixture->session);
  g_assert_true (ui_says (pane, "throughput, latency and routes"));
  picture = step (fixture, 3000);
  g_assert_true (picture->family == &dl_family_dragonfly);
  minimal = dl_simulation_route_text (picture, FALSE);
  nonminimal = dl_simulation_route_text (picture, TRUE);
  bandwidth = dl_simulation_bandwidth_text (picture);
  g_assert_true (picture->minimal > 0 && picture->nonminimal > 0);
  g_assert_true (inscribed (pane, minimal));
  g_assert_true (inscribed (pane, nonminimal));
  g_assert_true (inscribed (pane, bandwidth));
  assert_number (fixture, "Injected", picture->injected, 0);
  g_assert_cmpstr (minimal, !=, nonminimal);
  g_assert_true (gtk_widget_get_mapped (ui_find (pane, GTK_TYPE_DRAWING_AREA, CHOICES)));
  g_assert_false (ui_says (pane, "Table"));

  dl_session_open_new (fixture->session, dl_preset_load ("torus-5x5x5", NULL));
  ui_settle (fixture->session);
  picture = step (fixture, 3000);
  g_assert_nonnull (picture_torus (picture));
  g_assert_false (inscribed (pane, "GB/s"));
  g_assert_false (gtk_widget_get_mapped (ui_find (pane, GTK_TYPE_DRAWING_AREA, CHOICES)));
  g_assert_true (ui_says (pane, "Table"));
}

/* Input-queued routers: waits of flits instead of ages and stalls. */
static void
test_input_queued (UiFixture *fixture, gconstpointer data)
{
  const DlLivePicture *picture;

  dl_session_open_new (fixture->session, dl_preset_load ("mesh-8x8", NULL));
  ui_settle (fixture->session);
  picture = step (fixture, 3000);
  for (guint wait = 0; wait < DL_N_WAITS; wait++)
    g_assert_cmpfloat (picture->waits[wait], >=, 0);
  g_assert_cmpfloat (picture->waits[DL_WAIT_SWITCH], >, 0.1);
  g_assert_cmpfloat (picture->waits[DL_WAIT_SWITCH], <, picture->latency_mean);
  assert_described (fixture, 3, dl_simulation_waits_text (picture));
  g_assert_true (gtk_widget_get_mapped (ui_find (fixture->pane, GTK_TYPE_DRAWING_AREA, 3)));
  g_assert_false (gtk_widget_get_mapped (ui_find (fixture->pane, GTK_TYPE_DRAWING_AREA, 2)));

  dl_session_open_new (fixture->session, dl_preset_load ("torus-5x5x5", NULL));
  ui_settle (fixture->session);
  picture = step (fixture, 3000);
  g_assert_true (isnan (picture->waits[DL_WAIT_SWITCH]));
  g_assert_false (gtk_widget_get_mapped (ui_find (fixture->pane, GTK_TYPE_DRAWING_AREA, 3)));
}

/* However narrow, none is said to be 0. */
static void
test_interval (UiFixture *fixture, gconstpointer data)
{
  DlLivePicture picture = *step (fixture, 300);
  g_autofree char *narrow = NULL;
  g_autofree char *wide = NULL;

  picture.verdict.found = TRUE;
  picture.verdict.latency_grows = FALSE;
  picture.verdict.throughput.n_batches = 25;
  picture.verdict.latency.n_batches = 30;
  picture.verdict.latency.half_width = 0.0256;
  picture.verdict.throughput.half_width = 0.0000074;
  narrow = dl_simulation_interval_text (&picture);
  g_assert_cmpstr (narrow, ==, "95%: packet latency ± 0.03, throughput ± 0.00001 (25 batches)");
  picture.verdict.latency.half_width = 6.78;
  picture.verdict.throughput.half_width = 0.0123;
  wide = dl_simulation_interval_text (&picture);
  g_assert_cmpstr (wide, ==, "95%: packet latency ± 6.8, throughput ± 0.0123 (25 batches)");
}

/* The chart called @label. */
static GtkWidget *
chart_of (UiFixture *fixture, const char *label)
{
  GtkWidget *area;

  for (guint i = 0; (area = ui_find (fixture->pane, GTK_TYPE_DRAWING_AREA, i)) != NULL; i++)
    {
      g_autofree char *misses = gtk_test_accessible_check_property (
          GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL, label);

      if (misses == NULL)
        return area;
    }
  g_assert_not_reached ();
}

static graphene_rect_t
bounds_of (UiFixture *fixture, GtkWidget *widget)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, fixture->pane, &bounds));
  return bounds;
}

/* In a wide page charts are in two columns, and higher. Two numbers are in large type; they move
 * nothing when they change. */
static void
test_wide (UiFixture *fixture, gconstpointer data)
{
  static const char *const units[] = { "flits/node/cycle accepted", "cycles packet latency" };
  GtkWidget *time = chart_of (fixture, "Throughput and mean network latency over time");
  GtkWidget *ages = chart_of (fixture, "Age of packets when they were granted");
  const DlLivePicture *picture = step (fixture, 200);
  g_autofree char *accepted = dl_number_text (picture->accepted, 3);
  graphene_rect_t narrow, left, right, later;
  GtkWidget *number;
  guint n_figures = 0;

  ui_draw ();
  narrow = bounds_of (fixture, time);
  right = bounds_of (fixture, ages);
  g_assert_cmpfloat (right.origin.y, >=, narrow.origin.y + narrow.size.height);
  gtk_widget_set_size_request (fixture->window, 640, 900);
  ui_wait_for (gtk_widget_get_width (ages) > 0
               && bounds_of (fixture, ages).origin.x > narrow.size.width);
  ui_draw ();
  left = bounds_of (fixture, time);
  right = bounds_of (fixture, ages);
  g_assert_cmpfloat (right.origin.x, >=, left.origin.x + left.size.width);
  g_assert_cmpfloat (right.origin.y, ==, left.origin.y);
  g_assert_cmpfloat (left.size.width, ==, right.size.width);
  g_assert_cmpfloat (left.size.height, >, narrow.size.height);

  for (guint i = 0; (number = ui_find (fixture->pane, GTK_TYPE_INSCRIPTION, i)) != NULL; i++)
    if (gtk_widget_has_css_class (number, "dl-figure"))
      {
        GtkInscription *unit = GTK_INSCRIPTION (gtk_widget_get_next_sibling (number));

        if (n_figures == 0)
          g_assert_cmpstr (gtk_inscription_get_text (GTK_INSCRIPTION (number)), ==, accepted);
        g_assert_cmpstr (gtk_inscription_get_text (unit), ==, units[n_figures++]);
      }
  g_assert_cmpuint (n_figures, ==, 2);
  step (fixture, 20);
  ui_draw ();
  later = bounds_of (fixture, time);
  g_assert_true (graphene_rect_equal (&left, &later));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  dl_ui_init ();
  g_test_add ("/simulation-pane/empty", UiFixture, NULL, set_up, test_empty, tear_down);
  g_test_add ("/simulation-pane/numbers", UiFixture, NULL, set_up, test_numbers, tear_down);
  g_test_add ("/simulation-pane/wide", UiFixture, NULL, set_up, test_wide, tear_down);
  g_test_add ("/simulation-pane/hidden", UiFixture, NULL, set_up, test_hidden, tear_down);
  g_test_add ("/simulation-pane/tables", UiFixture, NULL, set_up, test_tables, tear_down);
  g_test_add ("/simulation-pane/change", UiFixture, NULL, set_up, test_change, tear_down);
  g_test_add ("/simulation-pane/broken-link", UiFixture, NULL, set_up, test_broken_link, tear_down);
  g_test_add ("/simulation-pane/program", UiFixture, NULL, set_up, test_program, tear_down);
  g_test_add ("/simulation-pane/deadlock", UiFixture, NULL, set_up, test_deadlock, tear_down);
  g_test_add ("/simulation-pane/problem", UiFixture, NULL, set_up, test_problem, tear_down);
  g_test_add ("/simulation-pane/input-queued", UiFixture, NULL, set_up, test_input_queued,
              tear_down);
  g_test_add ("/simulation-pane/dragonfly", UiFixture, NULL, set_up, test_dragonfly, tear_down);
  g_test_add ("/simulation-pane/interval", UiFixture, NULL, set_up, test_interval, tear_down);
  g_test_add ("/simulation-pane/closed", UiFixture, NULL, set_up, test_closed, tear_down);
  return g_test_run ();
}
