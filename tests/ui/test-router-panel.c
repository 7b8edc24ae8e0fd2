/* The configuration of the simulation: sliders, bits, biases and numbers follow the session, and
 * what is done to them is an edit, one per movement. */
#include "dl-arbitration-panel.h"
#include "dl-choices.h"
#include "dl-config-panel.h"
#include "dl-key-row.h"
#include "dl-live-entry.h"
#include "dl-number-field.h"
#include "dl-plain-panel.h"
#include "dl-session-edits.h"
#include "dl-slider.h"
#include "dl-traffic-panel.h"
#include "dl-ui.h"
#include "dl-vc-search.h"
#include "ui-fixture.h"

#include <math.h>

typedef struct
{
  DlSession *session;
  GtkWidget *panel;
  GtkWidget *window;
  GtkWidget *arbitration, *load, *router;
  guint n_changes; /* of the scenario */
} Fixture;

static void
on_generation (DlSession *session, GParamSpec *pspec, Fixture *fixture)
{
  fixture->n_changes++;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (11, 12, 16);
  fixture->panel = dl_config_panel_new (fixture->session);
  fixture->window = ui_window_new (fixture->panel, 250, 700);
  fixture->arbitration = ui_find (fixture->panel, DL_TYPE_ARBITRATION_PANEL, 0);
  fixture->load = ui_find (fixture->panel, DL_TYPE_LOAD_BOX, 0);
  fixture->router = ui_find (fixture->panel, DL_TYPE_ROUTER_PANEL, 0);
  g_signal_connect (fixture->session, "notify::generation", G_CALLBACK (on_generation), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  ui_assert_finalize (fixture->session);
}

static const DlScenario *
scenario (Fixture *fixture)
{
  return dl_session_get_scenario (fixture->session);
}

static guint
n_steps (Fixture *fixture)
{
  return dl_history_position (dl_session_get_history (fixture->session));
}

#define assert_undo(fixture, label)                                                                \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *undo_label = NULL;                                                            \
    g_object_get (fixture->session, "undo-label", &undo_label, NULL);                              \
    g_assert_cmpstr (undo_label, ==, label);                                                       \
  }                                                                                                \
  G_STMT_END

#define assert_text(widget, text)                                                                  \
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (widget)), ==, text)

static void
type (GtkWidget *widget, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (widget), text);
}

/* Move like pointer and keys. */
static void
move (GtkWidget *slider, GtkScrollType how, double position)
{
  gboolean handled;

  g_signal_emit_by_name (slider, "change-value", how, position, &handled);
  g_assert_true (handled);
}

static void
step (GtkWidget *slider, GtkScrollType how, double way)
{
  move (slider, how, gtk_range_get_value (GTK_RANGE (slider)) + way);
}

/* Where there is room, it takes no more than it has: nothing is clipped. */
static void
test_width (Fixture *fixture, gconstpointer data)
{
  GtkWidget *expander = ui_find (fixture->router, GTK_TYPE_EXPANDER, 0);
  GtkWidget *by_port = ui_find (fixture->arbitration, GTK_TYPE_TOGGLE_BUTTON, 3);
  gint minimum, natural;

  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (by_port), TRUE);
  dl_session_set (fixture->session, "router.age-clock-period", "4294967295", FALSE);
  ui_idle ();
  gtk_widget_measure (fixture->panel, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL,
                      NULL);
  g_assert_cmpint (minimum, ==, 250);
  g_assert_cmpint (natural, ==, 250);
}

static void
test_clock_slider (Fixture *fixture, gconstpointer data)
{
  GtkWidget *slider = ui_find (fixture->arbitration, DL_TYPE_SLIDER, 0);
  GtkWidget *entry = ui_find (fixture->arbitration, DL_TYPE_LIVE_ENTRY, 1);

  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (slider)), ==, 3);
  for (double position = 3.25; position <= 12; position += 0.25)
    {
      move (slider, GTK_SCROLL_JUMP, position);
      g_assert_cmpuint (scenario (fixture)->router.age_clock_period, ==, lround (exp2 (position)));
    }
  g_signal_emit_by_name (slider, "settled");
  g_assert_cmpuint (n_steps (fixture), ==, 1);
  assert_undo (fixture, "Age clock period: 4096");
  assert_text (entry, "4096");
  g_assert_true (ui_says (fixture->arbitration, "a tick every 4096 cycles"));
  gtk_test_accessible_assert_property (slider, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                       "a tick every 4096 cycles");
  /* The next movement is a step of its own. */
  move (slider, GTK_SCROLL_JUMP, 32);
  g_assert_cmpuint (scenario (fixture)->router.age_clock_period, ==, G_MAXUINT32);
  move (slider, GTK_SCROLL_JUMP, -1);
  g_assert_cmpuint (scenario (fixture)->router.age_clock_period, ==, 1);
  g_assert_cmpuint (n_steps (fixture), ==, 2);
  dl_session_undo (fixture->session);
  dl_session_undo (fixture->session);
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (slider)), ==, 3);
  assert_text (entry, "8");
}

static void
test_clock_keys (Fixture *fixture, gconstpointer data)
{
  GtkWidget *slider = ui_find (fixture->arbitration, DL_TYPE_SLIDER, 0);
  const guint32 *period = &scenario (fixture)->router.age_clock_period;

  step (slider, GTK_SCROLL_STEP_UP, 0.125);
  g_assert_cmpuint (*period, ==, 9);
  step (slider, GTK_SCROLL_STEP_DOWN, -0.125);
  g_assert_cmpuint (*period, ==, 8);
  for (guint expected = 16; expected <= 1 << 20; expected *= 2)
    {
      step (slider, GTK_SCROLL_PAGE_UP, 1);
      g_assert_cmpuint (*period, ==, expected);
    }
  dl_session_set (fixture->session, "router.age-clock-period", "3", FALSE);
  step (slider, GTK_SCROLL_PAGE_UP, 1);
  g_assert_cmpuint (*period, ==, 6);
  dl_session_set (fixture->session, "router.age-clock-period", "1", FALSE);
  step (slider, GTK_SCROLL_STEP_DOWN, -0.125);
  g_assert_cmpuint (*period, ==, 1);
  /* From each to the next there is a way, by the arrow keys alone. */
  for (guint expected = 2; expected < 12; expected++)
    {
      step (slider, GTK_SCROLL_STEP_RIGHT, 0.125);
      g_assert_cmpuint (*period, ==, expected);
    }
}

/* 0x1000 is not taken for 1 on the way. */
static void
test_clock_typed (Fixture *fixture, gconstpointer data)
{
  static const char *const way[] = { "0x1", "0x10", "0x100", "0x1000" };
  GtkWidget *entry = ui_find (fixture->arbitration, DL_TYPE_LIVE_ENTRY, 1);
  GtkWidget *slider = ui_find (fixture->arbitration, DL_TYPE_SLIDER, 0);

  gtk_widget_grab_focus (entry);
  for (guint i = 0; i < G_N_ELEMENTS (way); i++)
    {
      type (entry, way[i]);
      assert_text (entry, way[i]);
      g_assert_cmpuint (scenario (fixture)->router.age_clock_period, ==, 1u << (4 * i));
    }
  g_assert_cmpuint (n_steps (fixture), ==, 1);
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (slider)), ==, 12);
  type (entry, "0");
  gtk_test_accessible_assert_state (entry, GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  g_assert_cmpuint (scenario (fixture)->router.age_clock_period, ==, 0x1000);
  gtk_widget_grab_focus (slider);
  assert_text (entry, "4096");
  dl_session_undo (fixture->session);
  assert_text (entry, "8");
}

static void
test_recommended (Fixture *fixture, gconstpointer data)
{
  GtkWidget *use = NULL;

  for (guint n = 0; use == NULL; n++)
    {
      GtkWidget *button = ui_find (fixture->arbitration, GTK_TYPE_BUTTON, n);
      if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), "Use") == 0)
        use = button;
    }
  g_assert_true (ui_says (fixture->arbitration, "Recommended: 18"));
  g_assert_true (gtk_widget_get_sensitive (use));
  g_signal_emit_by_name (use, "clicked");
  g_assert_cmpuint (scenario (fixture)->router.age_clock_period, ==, 18);
  g_assert_false (gtk_widget_get_sensitive (use));
  /* With the bias it has: 10 hops of 7 leave less to be told by the clock (age paper 3.2). */
  dl_session_set (fixture->session, "router.request-age-bias", "7;7;7;1", FALSE);
  g_assert_true (ui_says (fixture->arbitration, "Recommended: 33"));
  g_assert_true (gtk_widget_get_sensitive (use));
  g_assert_cmpuint (n_steps (fixture), ==, 2);
  dl_session_undo (fixture->session);
  dl_session_undo (fixture->session);
  g_assert_cmpuint (scenario (fixture)->router.age_clock_period, ==, 8);
  g_assert_true (gtk_widget_get_sensitive (use));
}

static void
test_select (Fixture *fixture, gconstpointer data)
{
  GtkWidget *choice[3];
  GtkWidget *strip = ui_find (fixture->arbitration, DL_TYPE_BIT_STRIP, 0);
  GtkWidget *entry = ui_find (fixture->arbitration, DL_TYPE_LIVE_ENTRY, 0);
  const guint64 *select = &scenario (fixture)->router.age_rr_select;

  for (guint i = 0; i < G_N_ELEMENTS (choice); i++)
    choice[i] = ui_find (fixture->arbitration, GTK_TYPE_TOGGLE_BUTTON, i);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (choice[0])));
  /* It cannot be unchosen. */
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (choice[0]), FALSE);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (choice[0])));
  g_assert_cmpuint (n_steps (fixture), ==, 0);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (choice[1]), TRUE);
  g_assert_cmphex (*select, ==, 0);
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (choice[0])));
  assert_undo (fixture, "Arbitration: round robin");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (choice[2]), TRUE);
  g_assert_cmphex (*select, ==, 0x5555555555555555);
  g_assert_cmpuint (n_steps (fixture), ==, 2);
  g_assert_true (ui_says (fixture->arbitration, "32 of 64 grants age-based"));

  g_signal_emit_by_name (strip, "changed", G_GUINT64_CONSTANT (0x5555555555555557));
  g_signal_emit_by_name (strip, "changed", G_GUINT64_CONSTANT (0x555555555555555f));
  g_signal_emit_by_name (strip, "settled");
  g_assert_cmpuint (n_steps (fixture), ==, 3);
  assert_undo (fixture, "34 of 64 grants age-based");
  assert_text (entry, "0x555555555555555f");
  for (guint i = 0; i < G_N_ELEMENTS (choice); i++)
    g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (choice[i])));
  type (entry, "0xffffffff0000ffff");
  gtk_test_accessible_assert_property (strip, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                       "0xffffffff0000ffff");
  dl_session_undo (fixture->session);
  dl_session_undo (fixture->session);
  dl_session_undo (fixture->session);
  g_assert_cmphex (*select, ==, 0);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (choice[1])));
  assert_text (entry, "0x0000000000000000");
}

static GtkWidget *
spin (Fixture *fixture, gboolean responses, guint port)
{
  DlBiasGrid *grid = ui_find (fixture->arbitration, DL_TYPE_BIAS_GRID, responses);

  return ui_find (dl_bias_grid_get_field (grid, port), GTK_TYPE_SPIN_BUTTON, 0);
}

static void
test_biases (Fixture *fixture, gconstpointer data)
{
  GtkWidget *by_port = ui_find (fixture->arbitration, GTK_TYPE_TOGGLE_BUTTON, 3);
  const DlRouterSpec *router = &scenario (fixture)->router;

  assert_text (spin (fixture, FALSE, DL_TORUS_PORT_X_PLUS), "3");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin (fixture, FALSE, DL_TORUS_PORT_X_PLUS)), 4);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin (fixture, FALSE, DL_TORUS_PORT_X_PLUS)), 5);
  g_assert_cmpuint (router->request_age_bias[DL_TORUS_PORT_X_PLUS], ==, 5);
  g_assert_cmpuint (router->request_age_bias[DL_TORUS_PORT_X_MINUS], ==, 5);
  g_assert_cmpuint (router->response_age_bias[DL_TORUS_PORT_X_PLUS], ==, 3);
  g_assert_cmpuint (n_steps (fixture), ==, 1);
  assert_undo (fixture, "Age bias of requests: 5;2;1;1");
  g_assert_cmpuint (fixture->n_changes, ==, 2);

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (by_port), TRUE);
  g_assert_cmpuint (fixture->n_changes, ==, 2);
  type (spin (fixture, TRUE, DL_TORUS_PORT_Z_MINUS), "6");
  assert_undo (fixture, "Age bias of responses: 3;3;2;2;1;6;1");
  g_assert_cmpuint (router->response_age_bias[DL_TORUS_PORT_Z_PLUS], ==, 1);
  g_assert_false (gtk_widget_get_sensitive (by_port));
  type (spin (fixture, TRUE, DL_TORUS_PORT_Z_MINUS), "9"); /* no 3 bits */
  g_assert_cmpuint (router->response_age_bias[DL_TORUS_PORT_Z_MINUS], ==, 6);
  dl_session_undo (fixture->session);
  g_assert_true (gtk_widget_get_sensitive (by_port));
  assert_text (spin (fixture, TRUE, DL_TORUS_PORT_Z_MINUS), "1");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (by_port), FALSE);

  /* Another scenario whose directions differ unfolds them. */
  dl_session_set (fixture->session, "router.request-age-bias", "1;2;3;4;5;6;7", FALSE);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (by_port)));
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    {
      const char digit[] = { '1' + port, '\0' };
      assert_text (spin (fixture, FALSE, port), digit);
    }
}

static void
test_load (Fixture *fixture, gconstpointer data)
{
  GtkWidget *slider = ui_find (fixture->load, DL_TYPE_SLIDER, 0);
  GtkWidget *saturated = ui_find (fixture->load, GTK_TYPE_SWITCH, 0);
  GtkWidget *entry = ui_find (fixture->load, DL_TYPE_LIVE_ENTRY, 0);
  const DlTrafficOptions *traffic = &scenario (fixture)->traffic;

  for (double position = 0.55; position > 0.49; position -= 0.01)
    move (slider, GTK_SCROLL_JUMP, position);
  g_signal_emit_by_name (slider, "settled");
  assert_text (entry, "0.25");
  g_assert_cmpfloat (traffic->load, ==, 0.25);
  g_assert_cmpuint (n_steps (fixture), ==, 1);
  assert_undo (fixture, "Offered load: 0.25");
  gtk_test_accessible_assert_property (slider, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                       "0.25 flits/node/cycle");

  gtk_switch_set_active (GTK_SWITCH (saturated), TRUE);
  g_assert_true (traffic->saturated);
  g_assert_false (gtk_widget_get_sensitive (slider));
  assert_text (entry, "saturated");
  assert_undo (fixture, "Offered load: saturated");
  gtk_switch_set_active (GTK_SWITCH (saturated), FALSE);
  g_assert_false (traffic->saturated);
  g_assert_cmpfloat (traffic->load, ==, 0.25);
  dl_session_undo (fixture->session);
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (saturated)));
  dl_session_undo (fixture->session);
  dl_session_undo (fixture->session);
  assert_text (entry, "0.34");

  /* Thousandths where it is small, hundredths elsewhere. */
  step (slider, GTK_SCROLL_STEP_RIGHT, 0.01);
  g_assert_cmpfloat (traffic->load, ==, 0.35);
  type (entry, ".05");
  step (slider, GTK_SCROLL_STEP_LEFT, -0.01);
  g_assert_cmpfloat (traffic->load, ==, 0.049);
  type (entry, "0");
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (slider)), ==, 0);
  step (slider, GTK_SCROLL_STEP_LEFT, -0.01);
  g_assert_cmpfloat (traffic->load, ==, 0);
}

/* Every number of the table of rows: it shows the scenario's, takes another, refuses none. */
static void
test_rows (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *key, *text;
  } edits[] = {
    { "router.input-buffer", "48" },        { "router.staging-buffer", "32" },
    { "router.link-cycles", "9" },          { "router.crossbar-cycles", "3" },
    { "router.ejection-rate", "0.5" },      { "router.link-error-rate", "0.001" },
    { "simulation.warmup-cycles", "1000" }, { "simulation.cycles", "1000000000000" },
    { "simulation.threads", "2" },
  };
  GtkWidget *expander = ui_find (fixture->router, GTK_TYPE_EXPANDER, 0);

  g_assert_false (gtk_expander_get_expanded (GTK_EXPANDER (expander)));
  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    {
      const DlField *field = dl_field_find_name (edits[i].key);
      GtkWidget *entry = ui_key (fixture->router, edits[i].key);
      g_autofree char *before = dl_field_get (field, scenario (fixture));
      g_autofree char *after = NULL;

      assert_text (entry, before);
      g_assert_nonnull (gtk_widget_get_tooltip_text (entry));
      type (entry, edits[i].text);
      after = dl_field_get (field, scenario (fixture));
      g_assert_cmpstr (after, ==, edits[i].text);
      g_assert_cmpuint (n_steps (fixture), ==, i + 1);
      type (entry, "many");
      gtk_test_accessible_assert_state (entry, GTK_ACCESSIBLE_STATE_INVALID,
                                        GTK_ACCESSIBLE_INVALID_TRUE);
      g_assert_cmpuint (n_steps (fixture), ==, i + 1);
    }
  assert_undo (fixture, "Threads: 2");
  while (n_steps (fixture) > 0)
    dl_session_undo (fixture->session);
  assert_text (ui_key (fixture->router, "router.input-buffer"), "96");
}

#define TWO_RANKS                                                                                  \
  "num_ranks 2\nrank 0 {\nsend 64b to 1 tag 3\n}\nrank 1 {\nrecv 64b from 0 tag 3\n}\n"

/* A collective and its size, or a file instead of both. */
static void
test_program (Fixture *fixture, gconstpointer data)
{
  GtkWidget *panel = ui_find (fixture->panel, DL_TYPE_TRAFFIC_PANEL, 0);
  GtkWidget *box = ui_part (panel, "traffic.program");
  const DlTrafficOptions *traffic;
  GtkWidget *size, *clear;

  g_assert_false (gtk_widget_get_visible (box));
  dl_session_set_pattern (fixture->session, &dl_pattern_program);
  g_assert_true (gtk_widget_get_visible (box));
  dl_choices_select (ui_key (box, "traffic.collective"), "alltoall-bruck");
  traffic = &scenario (fixture)->traffic;
  g_assert_cmpstr (traffic->collective->id, ==, "alltoall-bruck");

  size = ui_key (box, "traffic.bytes");
  assert_text (size, "1 MiB");
  type (size, "64k");
  g_assert_cmpuint (traffic->bytes, ==, 65536);
  type (size, "64 moons");
  gtk_test_accessible_assert_state (size, GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  g_assert_cmpuint (traffic->bytes, ==, 65536);
  g_assert_true (ui_press (size, GDK_KEY_Up, 0));
  g_assert_cmpuint (traffic->bytes, ==, 131072);
  g_assert_true (ui_press (size, GDK_KEY_Page_Down, 0));
  g_assert_cmpuint (traffic->bytes, ==, 128);

  clear = ui_find_button (box, "Coll_ective");
  g_assert_false (gtk_widget_get_visible (clear));
  dl_session_set_program (fixture->session, TWO_RANKS, "two.goal");
  assert_undo (fixture, "Program: two.goal");
  g_assert_true (ui_says (box, "A GOAL file of 2 ranks, "));
  g_assert_false (gtk_widget_get_visible (gtk_widget_get_first_child (box)));
  g_signal_emit_by_name (clear, "clicked");
  g_assert_null (scenario (fixture)->traffic.program);
  g_assert_true (gtk_widget_get_visible (gtk_widget_get_first_child (box)));
  dl_session_undo (fixture->session);
  g_assert_cmpstr (scenario (fixture)->traffic.program->text, ==, TWO_RANKS);
  while (n_steps (fixture) > 0)
    dl_session_undo (fixture->session);
  g_assert_false (gtk_widget_get_visible (box));
}

/* Following, also that of another scenario, asks for nothing. */
static void
test_no_feedback (Fixture *fixture, gconstpointer data)
{
  DlScenario *other = dl_scenario_new ();

  dl_field_set (dl_field_find_name ("traffic.load"), other, "saturated", NULL);
  dl_field_set (dl_field_find_name ("router.age-clock-period"), other, "12345", NULL);
  dl_field_set (dl_field_find_name ("router.age-rr-select"), other, "0x123", NULL);
  dl_field_set (dl_field_find_name ("router.request-age-bias"), other, "1;2;3;4;5;6;7", NULL);
  dl_session_open_new (fixture->session, other);
  ui_settle (fixture->session);
  g_assert_cmpuint (fixture->n_changes, ==, 1);
  g_assert_cmpuint (n_steps (fixture), ==, 0);
  assert_text (ui_find (fixture->arbitration, DL_TYPE_LIVE_ENTRY, 1), "12345");
  g_assert_cmpuint (scenario (fixture)->router.age_clock_period, ==, 12345);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(path, test) g_test_add ("/router-panel/" path, Fixture, NULL, set_up, test, tear_down)
  ADD ("width", test_width);
  ADD ("clock/slider", test_clock_slider);
  ADD ("clock/keys", test_clock_keys);
  ADD ("clock/typed", test_clock_typed);
  ADD ("clock/recommended", test_recommended);
  ADD ("select", test_select);
  ADD ("biases", test_biases);
  ADD ("load", test_load);
  ADD ("rows", test_rows);
  ADD ("program", test_program);
  ADD ("no-feedback", test_no_feedback);
  return g_test_run ();
}
