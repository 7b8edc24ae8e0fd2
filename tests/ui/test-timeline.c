/* The timeline under the map: it says which cycle is shown, goes to any that was seen by keys,
 * pointer and actions, keeps the lines that a run left, and moves nothing. */
#include "window-fixture.h"

#include "dl-beside.h"
#include "dl-canvas.h"
#include "dl-figure-family.h"
#include "dl-flight-view.h"
#include "dl-session-edits.h"
#include "dl-session-pin.h"
#include "dl-time-track.h"
#include "dl-timeline.h"
#include "dl-two-maps.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

static DlLive *
live_of (WindowFixture *fixture)
{
  return dl_view_get_live (fixture->window->view);
}

static guint64
cycle (WindowFixture *fixture)
{
  return dl_live_get_picture (live_of (fixture))->cycle;
}

/* All that was ordered is done, and seen. */
static void
catch_up (WindowFixture *fixture)
{
  dl_live_sync (live_of (fixture));
  ui_settle (fixture->session);
  dl_live_sync (live_of (fixture));
  ui_draw ();
}

static void
run (WindowFixture *fixture, guint64 cycles)
{
  dl_live_step (live_of (fixture), cycles);
  catch_up (fixture);
}

static DlTimeTrack *
track_of (WindowFixture *fixture)
{
  return ui_find (GTK_WIDGET (fixture->window->timeline), DL_TYPE_TIME_TRACK, 0);
}

static gboolean
says (WindowFixture *fixture, const char *text)
{
  return ui_says (GTK_WIDGET (fixture->window->timeline), text);
}

static graphene_rect_t
map_place (WindowFixture *fixture)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (fixture->window->views),
                                            GTK_WIDGET (fixture->window), &bounds));
  return bounds;
}

static void
step (WindowFixture *fixture, int cycles)
{
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "time-step",
                                  g_variant_new_int32 (cycles));
  catch_up (fixture);
}

static void
test_steps (WindowFixture *fixture, gconstpointer preset)
{
  graphene_rect_t before, after;

  ui_draw ();
  before = map_place (fixture);
  g_assert_false (
      g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "time-step"));
  run (fixture, 1000);
  g_assert_true (says (fixture, "Cycle 1000"));
  g_assert_false (says (fixture, "of 1000"));
  step (fixture, -1);
  g_assert_cmpuint (cycle (fixture), ==, 999);
  g_assert_true (says (fixture, "Cycle 999 of 1000"));
  step (fixture, 1);
  g_assert_cmpuint (cycle (fixture), ==, 1000);
  step (fixture, 1);
  g_assert_cmpuint (cycle (fixture), ==, 1001);
  after = map_place (fixture);
  g_assert_true (graphene_rect_equal (&before, &after));
}

/* Pointer and keys on the line itself. */
static void
test_line (WindowFixture *fixture, gconstpointer preset)
{
  DlTimeTrack *track = track_of (fixture);
  double x;

  run (fixture, 1000);
  x = dl_time_track_x (track, 400);
  g_assert_cmpuint (dl_time_track_cycle (track, dl_time_track_x (track, 1000)), ==, 1000);
  g_assert_cmpuint (dl_time_track_cycle (track, dl_time_track_x (track, 0)), ==, 0);
  g_assert_cmpfloat_with_epsilon (dl_time_track_cycle (track, x), 400, 6);
  g_assert_true (ui_press (track, GDK_KEY_Home, 0));
  catch_up (fixture);
  g_assert_cmpuint (cycle (fixture), ==, 0);
  g_assert_true (ui_press (track, GDK_KEY_Right, 0));
  catch_up (fixture);
  g_assert_cmpuint (cycle (fixture), ==, 1);
  g_assert_true (ui_press (track, GDK_KEY_Right, GDK_CONTROL_MASK)); /* an epoch */
  catch_up (fixture);
  g_assert_cmpuint (cycle (fixture), ==, 9);
  g_assert_true (ui_press (track, GDK_KEY_Page_Up, 0));
  catch_up (fixture);
  g_assert_cmpuint (cycle (fixture), ==, 109);
  g_assert_true (ui_press (track, GDK_KEY_End, 0));
  catch_up (fixture);
  g_assert_cmpuint (cycle (fixture), ==, 1000);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (track), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "Cycle 1000");
}

/* A change of an earlier cycle: the network is what it was, the line that was left is in the list.
 */
static void
test_lines (WindowFixture *fixture, gconstpointer preset)
{
  DlLive *live = live_of (fixture);
  guint n;

  run (fixture, 500);
  dl_session_set (fixture->session, "traffic.load", "0.1", FALSE);
  catch_up (fixture);
  run (fixture, 500);
  dl_live_seek (live, 200);
  catch_up (fixture);
  g_assert_true (dl_session_looks_back (fixture->session));
  dl_view_select (fixture->window->view, dl_place_link (0));
  ui_act (fixture->window, "break", NULL);
  catch_up (fixture);
  g_assert_false (dl_session_looks_back (fixture->session));
  run (fixture, 100);
  g_assert_cmpuint (cycle (fixture), ==, 300);
  dl_live_get_lines (live, &n);
  g_assert_cmpuint (n, ==, 2);
  ui_act (fixture->window, "time-left", NULL);
  catch_up (fixture);
  g_assert_cmpuint (cycle (fixture), ==, 200);
  g_action_group_change_action_state (G_ACTION_GROUP (fixture->window), "time-line",
                                      g_variant_new_uint32 (dl_live_get_lines (live, &n)[0].id));
  catch_up (fixture);
  ui_act (fixture->window, "time-end", NULL);
  catch_up (fixture);
  g_assert_cmpuint (cycle (fixture), ==, 1000);
  ui_act (fixture->window, "time-drop-lines", NULL);
  catch_up (fixture);
  dl_live_get_lines (live, &n);
  g_assert_cmpuint (n, ==, 1);
}

static void
count (guint *n)
{
  ++*n;
}

/* A recording is opened: it plays to its end, with its line in the window. */
static void
test_open (WindowFixture *fixture, gconstpointer preset)
{
  g_autofree char *path = g_build_filename (fixture->folder, "lines.dateline", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *text = NULL;
  DlLive *live = live_of (fixture);
  guint n, opened = 0;

  run (fixture, 300);
  dl_session_set (fixture->session, "traffic.load", "0.1", FALSE);
  catch_up (fixture);
  run (fixture, 400);
  text = dl_recording_to_text (dl_live_get_lines (live, &n)[0].recording);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_signal_connect_swapped (fixture->session, "opened", G_CALLBACK (count), &opened);
  dl_window_open_file (fixture->window, file);
  ui_wait_for (opened == 1);
  ui_wait_for (dl_live_get_picture (live) != NULL && cycle (fixture) == 700
               && dl_live_get_state (live) == DL_LIVE_PAUSED);
  catch_up (fixture);
  g_assert_true (says (fixture, "Cycle 700"));
  step (fixture, -500);
  g_assert_true (dl_session_looks_back (fixture->session));
  g_assert_true (says (fixture, "Cycle 200 of 700"));
}

static DlBeside *
beside_of (WindowFixture *fixture)
{
  return dl_view_get_beside (fixture->window->view);
}

/* Does the bar above the maps have @text on B? */
static gboolean
bar_says (WindowFixture *fixture, const char *text)
{
  return ui_says (ui_part (GTK_WIDGET (fixture->window), "beside"), text);
}

/* B is evaluated, and all is where it goes. */
static void
catch_up_with_b (WindowFixture *fixture)
{
  catch_up (fixture);
  ui_wait_for (!dl_job_is_running (dl_session_get_pin_job (fixture->session)));
  catch_up (fixture);
}

static void
set_load (WindowFixture *fixture, const char *load)
{
  dl_session_set (fixture->session, "traffic.load", load, FALSE);
  catch_up (fixture);
}

/* Two lines: in the first one the load changes at 500, in the second one at 200. */
static void
take_other_turn (WindowFixture *fixture)
{
  run (fixture, 500);
  set_load (fixture, "0.1");
  run (fixture, 500);
  dl_live_seek (live_of (fixture), 200);
  catch_up (fixture);
  set_load (fixture, "0.05");
  catch_up_with_b (fixture);
}

/* The maps' values of both are those simulated at these cycles. */
static void
assert_both (WindowFixture *fixture, guint64 cycle, guint64 cycle_b)
{
  const DlLivePicture *a = dl_live_get_picture (live_of (fixture));
  const DlLivePicture *b = dl_live_get_picture_b (live_of (fixture));
  const DlDifference *difference = dl_beside_get_difference (beside_of (fixture));
  DlMetricInput input[2];
  guint n_compared = 0;

  g_assert_cmpuint (a->cycle, ==, cycle);
  g_assert_cmpuint (b->cycle, ==, cycle_b);
  g_assert_true (dl_beside_get_input (beside_of (fixture), DL_SHOW_A, &input[0])
                 && dl_beside_get_input (beside_of (fixture), DL_SHOW_B, &input[1]));
  g_assert_cmpmem (input[0].simulated->load, a->links.n_links * sizeof (float), a->links.load,
                   a->links.n_links * sizeof (float));
  g_assert_cmpmem (input[1].simulated->load, b->links.n_links * sizeof (float), b->links.load,
                   b->links.n_links * sizeof (float));
  for (guint i = 0; i < difference->n; i++)
    {
      double of_a, of_b;

      dl_beside_get_values (beside_of (fixture), i, &of_a, &of_b);
      if (difference->change[i] != DL_CHANGE_VALUE || isnan (of_a) || isnan (of_b))
        continue;
      g_assert_cmpfloat_with_epsilon (difference->values[i], of_a - of_b, 1e-6);
      n_compared++;
    }
  g_assert_cmpuint (n_compared, >, 0);
}

/* The line that was left is B by itself, without anything moving; both go on in step. */
static void
test_both (WindowFixture *fixture, gconstpointer preset)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  graphene_rect_t before, after;

  g_object_set (
      fixture->window->view, "metric",
      dl_family_metric_of (dl_session_get_scenario (fixture->session)->family, DL_METRIC_SIMULATED),
      NULL);
  ui_draw ();
  before = map_place (fixture);
  take_other_turn (fixture);
  after = map_place (fixture);
  g_assert_true (graphene_rect_equal (&before, &after));
  g_assert_true (bar_says (fixture, "B: cycle 200 of 1000"));
  g_assert_cmpint (dl_beside_get_show (beside_of (fixture)), ==, DL_SHOW_A);
  ui_act (window, "show-beside", "sides");
  run (fixture, 400);
  catch_up_with_b (fixture);
  assert_both (fixture, 600, 600);
  g_assert_true (dl_beside_get_sides (beside_of (fixture)));
  g_assert_true (ui_says (window, "A: cycle 600"));
  g_assert_true (bar_says (fixture, "B: cycle 600 of 1000"));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (track_of (fixture)),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "Cycle 600. B: Cycle 600 of 1000");
  ui_act (window, "show-beside", "difference");
  step (fixture, -300);
  catch_up_with_b (fixture);
  assert_both (fixture, 300, 300);
  g_assert_cmpint (dl_beside_get_show (beside_of (fixture)), ==, DL_SHOW_DIFFERENCE);
  dl_live_seek_end (live_of (fixture));
  catch_up (fixture);
  run (fixture, 700);
  catch_up_with_b (fixture);
  assert_both (fixture, 1300, 1000);
  g_assert_true (bar_says (fixture, "B: cycle 1000, its end"));
  ui_act (window, "evidence-page", "difference");
  ui_draw ();
  g_assert_true (ui_says (window, "Packets in flight"));
  ui_act (window, "unpin", NULL);
  catch_up (fixture);
  g_assert_null (dl_live_get_picture_b (live_of (fixture)));
}

/* The journey of the packet that is chosen: a row for each step, which goes to its cycle; and on to
 * its delivery. */
static void
test_journey (WindowFixture *fixture, gconstpointer preset)
{
  DlView *view = fixture->window->view;
  DlLive *live = live_of (fixture);
  GtkWidget *window = GTK_WIDGET (fixture->window);
  GtkColumnView *table;
  const DlJourney *journey;
  const DlJourneyStep *steps;
  guint64 delivered;
  DlFlight packet;

  ui_act (window, "show-view", "packets");
  ui_draw ();
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "time-delivery"));
  ui_act (window, "packet-journey", NULL);
  ui_draw ();
  g_assert_true (ui_says (window, "No packet selected"));
  run (fixture, 600);
  packet = g_array_index (dl_live_get_picture (live)->flights, DlFlight, 0);
  dl_view_set_packet (view, &packet);
  catch_up (fixture);
  journey = dl_live_get_journey (live);
  g_assert_nonnull (journey);
  g_assert_false (journey->left);
  table = ui_find (GTK_WIDGET (fixture->window->evidence), GTK_TYPE_COLUMN_VIEW, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (table))), ==,
                    journey->steps->len);
  ui_act (window, "time-delivery", NULL);
  catch_up (fixture);
  catch_up (fixture);
  delivered = cycle (fixture);
  journey = dl_live_get_journey (live);
  steps = (const DlJourneyStep *) journey->steps->data;
  g_assert_true (journey->left);
  g_assert_cmpuint (journey->until, ==, delivered);
  g_assert_true (ui_says (window, "delivered in cycle"));
  for (guint i = 0; i < journey->steps->len; i++)
    {
      g_signal_emit_by_name (table, "activate", i);
      catch_up (fixture);
      g_assert_cmpuint (cycle (fixture), ==, MIN (steps[i].from, delivered));
      g_assert_cmpuint (gtk_single_selection_get_selected (
                            GTK_SINGLE_SELECTION (gtk_column_view_get_model (table))),
                        ==, i);
    }
  dl_view_set_packet (view, NULL);
  catch_up (fixture);
  g_assert_null (dl_live_get_journey (live));
  g_assert_true (ui_says (window, "No packet selected"));
}

/* The choices of the packet that is chosen, on the page of routes: a row for each candidate; gone
 * with the packet. */
static void
test_choices (WindowFixture *fixture, gconstpointer preset)
{
  DlLive *live = live_of (fixture);
  GtkWidget *window = GTK_WIDGET (fixture->window);
  g_autoptr (GArray) flights = NULL;
  const DlJourney *journey = NULL;
  GtkColumnView *table;

  dl_session_set (fixture->session, "dragonfly.chassis", "1", FALSE);
  ui_settle (fixture->session);
  ui_act (window, "show-view", "packets");
  ui_act (window, "evidence-page", "route");
  run (fixture, 600);
  g_assert_false (ui_says (window, "Selected packet"));
  flights = g_array_copy (dl_live_get_picture (live)->flights);
  for (guint i = 0; journey == NULL || journey->choices.choices->len == 0; i++)
    {
      g_assert_cmpuint (i, <, flights->len);
      dl_view_set_packet (fixture->window->view, &g_array_index (flights, DlFlight, i));
      catch_up (fixture);
      journey = dl_live_get_journey (live);
    }
  g_assert_true (ui_says (window, "Selected packet"));
  g_assert_true (ui_says (window, "different 50 cycles later"));
  table = ui_find (GTK_WIDGET (fixture->window->evidence), GTK_TYPE_COLUMN_VIEW, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (table))), ==,
                    journey->choices.candidates->len);
  dl_view_set_packet (fixture->window->view, NULL);
  catch_up (fixture);
  g_assert_false (ui_says (window, "Selected packet"));
}

/* A deadlock is followed back to where it closed, from its mark and from before it. */
static void
test_lock (WindowFixture *fixture, gconstpointer preset)
{
  DlLive *live = live_of (fixture);
  GtkWidget *window = GTK_WIDGET (fixture->window);
  guint64 closed;

  dl_session_set (fixture->session, "traffic.load", "saturated", FALSE);
  dl_session_set (fixture->session, "torus.datelines", "-1;-1;-1", FALSE);
  catch_up (fixture);
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "time-lock"));
  run (fixture, 100000); /* it stops at the deadlock */
  g_assert_nonnull (dl_live_get_picture (live)->deadlock);
  ui_act (window, "time-lock", NULL);
  catch_up (fixture);
  closed = cycle (fixture);
  g_assert_nonnull (dl_live_get_picture (live)->deadlock);
  step (fixture, -1);
  g_assert_null (dl_live_get_picture (live)->deadlock);
  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "time-lock"));
  ui_act (window, "time-lock", NULL);
  catch_up (fixture);
  g_assert_cmpuint (cycle (fixture), ==, closed);
}

/* The link that changes most after an edit is selected, and a message says by how much. */
static void
test_change (WindowFixture *fixture, gconstpointer preset)
{
  DlLive *live = live_of (fixture);
  GtkWidget *window = GTK_WIDGET (fixture->window);
  const DlTapeChange *change;

  run (fixture, 500);
  dl_view_select (fixture->window->view, dl_place_link (0));
  ui_act (window, "break", NULL);
  catch_up (fixture);
  run (fixture, 500);
  dl_view_select (fixture->window->view, DL_NOWHERE);
  dl_live_seek (live, 500);
  catch_up (fixture);
  ui_act (window, "time-change", NULL);
  catch_up (fixture);
  change = dl_live_get_change (live);
  g_assert_nonnull (change);
  g_assert_cmpuint (change->cycle, ==, 500);
  g_assert_cmpuint (change->before, ==, 200);
  g_assert_cmpuint (change->after, ==, 200);
  g_assert_cmpuint (dl_view_get_selected_link (fixture->window->view), ==, change->link);
  g_assert_true (ui_says (window, "changes most"));
  g_action_group_activate_action (G_ACTION_GROUP (window), "time-change-at",
                                  g_variant_new_uint64 (700));
  catch_up (fixture);
  g_assert_cmpuint (dl_live_get_change (live)->cycle, ==, 700);
  g_assert_cmpuint (cycle (fixture), ==, 500);
  g_action_group_activate_action (G_ACTION_GROUP (window), "time-change-at",
                                  g_variant_new_uint64 (0));
  catch_up (fixture);
  g_assert_true (ui_says (window, "No link changed"));
}

/* Named, compared and dropped one by one, from the menu's actions. */
static void
test_menu (WindowFixture *fixture, gconstpointer preset)
{
  DlLive *live = live_of (fixture);
  GActionGroup *group = G_ACTION_GROUP (fixture->window);
  GtkWidget *entry;
  guint n, first, second;

  take_other_turn (fixture);
  first = dl_live_get_lines (live, &n)[0].id;
  second = dl_live_get_lines (live, &n)[1].id;
  ui_act (fixture->window, "unpin", NULL);
  catch_up (fixture);
  ui_act (fixture->window, "time-name-line", NULL);
  ui_draw ();
  entry = ui_find (GTK_WIDGET (fixture->window->timeline), GTK_TYPE_ENTRY, 0);
  gtk_editable_set_text (GTK_EDITABLE (entry), "Less");
  g_signal_emit_by_name (entry, "activate");
  catch_up (fixture);
  g_assert_cmpstr (dl_live_get_lines (live, &n)[1].name, ==, "Less");
  /* With the first one shown, the named one is compared with, and shown beside it. */
  g_action_group_change_action_state (group, "time-line", g_variant_new_uint32 (first));
  catch_up (fixture);
  g_action_group_change_action_state (group, "time-compare", g_variant_new_uint32 (second));
  catch_up_with_b (fixture);
  g_assert_true (dl_beside_get_sides (beside_of (fixture)));
  g_assert_true (bar_says (fixture, "Less"));
  g_assert_false (dl_live_get_lines (live, &n)[0].is_b);
  g_action_group_activate_action (group, "time-drop-line", g_variant_new_uint32 (second));
  catch_up (fixture);
  dl_live_get_lines (live, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_null (dl_session_get_pin (fixture->session));
}

/* This cycle, held: other cycles of the same run are compared with it. */
static void
test_held (WindowFixture *fixture, gconstpointer preset)
{
  run (fixture, 500);
  step (fixture, -200);
  ui_act (fixture->window, "pin", NULL);
  catch_up_with_b (fixture);
  g_assert_true (bar_says (fixture, "B: cycle 300, "));
  step (fixture, 150);
  g_assert_true (bar_says (fixture, "B: cycle 300, "));
  g_assert_cmpuint (cycle (fixture), ==, 450);
  g_assert_true (dl_beside_compares (beside_of (fixture), NULL));
}

/* Packets of both, side by side. */
static void
test_packets (WindowFixture *fixture, gconstpointer preset)
{
  DlTwoMaps *maps = ui_find (GTK_WIDGET (fixture->window), DL_TYPE_TWO_MAPS, 0);
  GtkWidget *a, *b;

  ui_act (fixture->window, "show-view", "packets");
  take_other_turn (fixture);
  g_assert_null (dl_two_maps_get_second (maps));
  ui_act (fixture->window, "show-beside", "sides");
  run (fixture, 400);
  catch_up_with_b (fixture);
  a = gtk_stack_get_visible_child (fixture->window->views);
  b = dl_two_maps_get_second (maps);
  g_assert_nonnull (b);
  g_assert_cmpuint (dl_flight_view_look (DL_CANVAS (b)).cycle, ==, 600);
  g_assert_cmpuint (dl_flight_view_look (DL_CANVAS (a)).n_packets, ==,
                    dl_live_get_picture (live_of (fixture))->flights->len);
  g_assert_cmpuint (dl_flight_view_look (DL_CANVAS (b)).n_packets, ==,
                    dl_live_get_picture_b (live_of (fixture))->flights->len);
}

/* Packets of two cycles of one run. */
static void
test_packets_held (WindowFixture *fixture, gconstpointer preset)
{
  DlTwoMaps *maps = ui_find (GTK_WIDGET (fixture->window), DL_TYPE_TWO_MAPS, 0);
  GtkWidget *b;
  guint n;

  ui_act (fixture->window, "show-view", "packets");
  run (fixture, 300);
  n = dl_live_get_picture (live_of (fixture))->flights->len;
  ui_act (fixture->window, "pin", NULL);
  catch_up_with_b (fixture);
  step (fixture, -270);
  ui_act (fixture->window, "show-beside", "sides");
  b = dl_two_maps_get_second (maps);
  g_assert_nonnull (b);
  g_assert_cmpuint (dl_flight_view_look (DL_CANVAS (b)).cycle, ==, 300);
  g_assert_cmpuint (dl_flight_view_look (DL_CANVAS (b)).n_packets, ==, n);
  g_assert_cmpuint (cycle (fixture), ==, 30);
}

/* Hidden, and remembered by the action's state. */
static void
test_shown (WindowFixture *fixture, gconstpointer preset)
{
  GActionGroup *group = G_ACTION_GROUP (fixture->window);

  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (fixture->window->timeline)));
  g_action_group_change_action_state (group, "show-timeline", g_variant_new_boolean (FALSE));
  ui_draw ();
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (fixture->window->timeline)));
  g_action_group_change_action_state (group, "show-timeline", g_variant_new_boolean (TRUE));
}

/* A scenario is left and opened again: its last run is offered, and goes on at its last cycle. */
static void
test_last_run (WindowFixture *fixture, gconstpointer preset)
{
  GActionGroup *actions = G_ACTION_GROUP (fixture->window);
  const gint64 id = dl_session_get_scenario_id (fixture->session);
  graphene_rect_t before, after;
  g_autofree char *last = NULL;
  guint64 digest;

  g_assert_false (g_action_group_get_action_enabled (actions, "sim-continue"));
  run (fixture, 700);
  dl_session_set (fixture->session, "traffic.load", "0.2", FALSE);
  catch_up (fixture);
  run (fixture, 300);
  digest = dl_live_get_picture (live_of (fixture))->digest;
  dl_session_open_new (fixture->session, dl_preset_load ("ring-8", NULL));
  ui_wait_for (dl_session_get_scenario_id (fixture->session) != id);
  ui_settle (fixture->session);
  g_assert_false (says (fixture, "Last run"));
  dl_session_open (fixture->session, id);
  ui_wait_for (g_action_group_get_action_enabled (actions, "sim-continue"));
  ui_settle (fixture->session);
  ui_draw ();
  before = map_place (fixture);
  g_assert_true (says (fixture, "Last run: 1000 cycles"));
  dl_shell_show_page (DL_SHELL (fixture->window), "simulation");
  ui_draw ();
  last = g_strdup_printf ("The last run came to cycle 1000 (%s).",
                          dl_history_step (dl_session_get_history (fixture->session), 0)->label);
  g_assert_true (ui_says (GTK_WIDGET (fixture->window), last));
  g_action_group_activate_action (actions, "sim-continue", NULL);
  ui_wait_for (dl_live_get_state (live_of (fixture)) == DL_LIVE_PAUSED
               && dl_live_get_picture (live_of (fixture)) != NULL);
  catch_up (fixture);
  g_assert_cmpuint (cycle (fixture), ==, 1000);
  g_assert_cmphex (dl_live_get_picture (live_of (fixture))->digest, ==, digest);
  g_assert_true (says (fixture, "Cycle 1000"));
  g_assert_false (g_action_group_get_action_enabled (actions, "sim-continue"));
  after = map_place (fixture);
  g_assert_true (graphene_rect_equal (&before, &after));
}

static void
set_file_limit (rlim_t bytes)
{
  struct rlimit limit;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  limit.rlim_cur = MIN (bytes, limit.rlim_max);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

static gboolean
is_told (WindowFixture *fixture)
{
  const char *message = dl_banner_get_message (fixture->window->message_banner);

  return message != NULL
         && strstr (message, "This run is not kept in the library from cycle") != NULL;
}

/* No file may grow: the run goes on, it is told that it is not kept, and not any more once it is.
 */
static void
test_not_kept (WindowFixture *fixture, gconstpointer preset)
{
  run (fixture, 500);
  ui_wait_for (dl_live_get_kept (live_of (fixture), NULL) == 500);
  set_file_limit (1);
  run (fixture, 500);
  ui_wait_for (is_told (fixture));
  g_assert_nonnull (
      strstr (dl_banner_get_message (fixture->window->message_banner), "cycle 500 on"));
  run (fixture, 500);
  g_assert_cmpuint (cycle (fixture), ==, 1500);
  set_file_limit (RLIM_INFINITY);
  dl_session_set (fixture->session, "traffic.load", "0.2", FALSE);
  ui_wait_for (!is_told (fixture));
  ui_wait_for (dl_live_get_kept (live_of (fixture), NULL) == 1500);
}

int
main (int argc, char **argv)
{
  GtkApplication *application;

  ui_test_init (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();
#define ADD(name, preset, func)                                                                    \
  g_test_add ("/timeline/" name, WindowFixture, preset, window_set_up, func, window_tear_down)
  ADD ("steps/torus", "torus-5x5x5", test_steps);
  ADD ("steps/dragonfly", "cascade-2", test_steps);
  ADD ("steps/fabric", "fat-tree-16", test_steps);
  ADD ("line", "torus-5x5x5", test_line);
  ADD ("lines", "torus-5x5x5", test_lines);
  ADD ("open", "torus-5x5x5", test_open);
  ADD ("both/torus", "torus-5x5x5", test_both);
  ADD ("both/dragonfly", "cascade-2", test_both);
  ADD ("both/fabric", "fat-tree-16", test_both);
  ADD ("journey/torus", "torus-5x5x5", test_journey);
  ADD ("journey/mesh", "mesh-8x8", test_journey);
  ADD ("journey/dragonfly", "cascade-2", test_journey);
  ADD ("choices", "cascade-2", test_choices);
  ADD ("lock", "ring-8", test_lock);
  ADD ("change", "torus-5x5x5", test_change);
  ADD ("menu", "torus-5x5x5", test_menu);
  ADD ("held", "torus-5x5x5", test_held);
  ADD ("packets/lines", "mesh-4x4", test_packets);
  ADD ("packets/held", "mesh-4x4", test_packets_held);
  ADD ("not-kept", "torus-5x5x5", test_not_kept);
  ADD ("last-run", "torus-5x5x5", test_last_run);
  ADD ("shown", "torus-5x5x5", test_shown);
  const int status = g_test_run ();
  g_object_unref (application);
  return status;
}
