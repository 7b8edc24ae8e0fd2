/* Pinning B like a user: through the window's actions, for both kinds of networks. */
#include "dl-window-private.h"

#include "../core/toggle-fixture.h"
#include "dl-canvas.h"
#include "dl-difference-pane.h"
#include "dl-difference-scalars.h"
#include "dl-family-rooms.h"
#include "dl-figure-command.h"
#include "dl-figure-jobs.h"
#include "dl-fabric-views.h"
#include "dl-levels-map.h"
#include "dl-rows.h"
#include "dl-scenario-file.h"
#include "dl-session-pin.h"
#include "dl-store-runs.h"
#include "dl-store.h"
#include "dl-sweep.h"
#include "dl-two-maps.h"
#include "dl-ui.h"
#include "metric-fixture.h"
#include "ui-fixture.h"

#include <math.h>
#include <string.h>

typedef struct
{
  DlSession *session;
  DlWindow *window;
  DlBeside *beside;
} Fixture;

static void
settle (Fixture *fixture)
{
  ui_settle (fixture->session);
  ui_wait_for (!dl_job_is_running (dl_session_get_pin_job (fixture->session)));
  ui_idle ();
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  const char *preset = data;

  fixture->session = ui_session_new (4, 5, 6);
  if (preset != NULL)
    dl_session_open_new (fixture->session, dl_preset_load (preset, NULL));
  ui_settle (fixture->session);
  fixture->window
      = dl_window_new (GTK_APPLICATION (g_application_get_default ()), fixture->session, NULL);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1100, 750);
  gtk_window_present (GTK_WINDOW (fixture->window));
  fixture->beside = dl_view_get_beside (fixture->window->view);
  settle (fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_idle ();
  ui_assert_finalize (fixture->session);
}

static gboolean
is_enabled (Fixture *fixture, const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), action);
}

static const char *
shown (Fixture *fixture)
{
  g_autoptr (GVariant) state
      = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window), "show-beside");

  return g_intern_string (g_variant_get_string (state, NULL));
}

static GtkWidget *
bar (Fixture *fixture)
{
  return ui_part (GTK_WIDGET (fixture->window), "beside");
}

static void
count (guint *n)
{
  (*n)++;
}

/* Until what was asked to be drawn is drawn. */
static void
wait_for_frame (GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  guint n = 0;
  const gulong handler = g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (count), &n);

  ui_idle ();
  n = 0;
  gtk_widget_queue_draw (widget);
  ui_wait_for (n > 0);
  g_signal_handler_disconnect (clock, handler);
}

/* A picture of the window's widgets, as bytes. */
static GBytes *
picture_of (GtkWidget *widget)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GskRenderer) renderer = gsk_cairo_renderer_new ();
  g_autoptr (GdkTexture) texture = NULL;

  wait_for_frame (widget);
  gdk_paintable_snapshot (paintable, GDK_SNAPSHOT (snapshot), gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  node = gtk_snapshot_free_to_node (g_steal_pointer (&snapshot));
  g_assert_true (gsk_renderer_realize (renderer, NULL, NULL));
  texture = gsk_renderer_render_texture (renderer, node, NULL);
  gsk_renderer_unrealize (renderer);
  return gdk_texture_save_to_png_bytes (texture);
}

/* Nothing is pinned; what is pinned; what was done since then. */
static void
test_torus (Fixture *fixture, gconstpointer data)
{
  GtkWidget *details = GTK_WIDGET (fixture->window->details);
  const guint link = ((1 * 5 + 2) * 6 + 3) * 6;
  g_autoptr (GBytes) before = NULL;
  const DlDifference *difference;

  g_assert_false (is_enabled (fixture, "unpin"));
  ui_act (fixture->window, "show-view", "ring-matrix");
  before = picture_of (GTK_WIDGET (fixture->window->views));

  ui_act (fixture->window, "pin", NULL);
  g_assert_nonnull (dl_session_get_pin (fixture->session)); /* at once */
  settle (fixture);
  g_assert_true (is_enabled (fixture, "unpin"));
  g_assert_true (is_enabled (fixture, "show-beside"));
  g_assert_true (gtk_widget_get_mapped (bar (fixture)));
  g_assert_cmpstr (shown (fixture), ==, "a");
  g_assert_cmpstr (dl_evidence_pages_get_shown (fixture->window->evidence), ==, "difference");
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window->evidence), "No link that works in both"));

  /* A network's difference from itself is zero, link by link. */
  difference = dl_beside_get_difference (fixture->beside);
  g_assert_cmpuint (difference->n_changed, ==, 0);

  /* A changes, B does not: the map, the line and the page tell. */
  dl_view_select (fixture->window->view, dl_place_link (link));
  ui_act (fixture->window, "break", NULL);
  settle (fixture);
  difference = dl_beside_get_difference (fixture->beside);
  g_assert_cmpuint (difference->n_only[1], ==, 2);
  g_assert_cmpint (difference->change[link], ==, DL_CHANGE_ONLY_B);
  g_assert_cmpuint (difference->n_changed, >, 10);
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (details)), "broken in A"));
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window->evidence), "2 links work in B alone"));
  /* Working links: now against then. */
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window->evidence), "−2"));
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window->evidence), "A − B"));

  /* Three different pictures; B is as it was before anything was done. */
  GBytes *pictures[DL_N_SHOWS];
  dl_view_select (fixture->window->view, DL_NOWHERE);
  for (guint show = 0; show < DL_N_SHOWS; show++)
    {
      ui_act (fixture->window, "show-beside", dl_show_id (show));
      g_assert_cmpstr (shown (fixture), ==, dl_show_id (show));
      g_assert_cmpint (dl_beside_get_show (fixture->beside), ==, show);
      pictures[show] = picture_of (GTK_WIDGET (fixture->window->views));
    }
  g_assert_false (g_bytes_equal (pictures[DL_SHOW_A], pictures[DL_SHOW_B]));
  g_assert_false (g_bytes_equal (pictures[DL_SHOW_A], pictures[DL_SHOW_DIFFERENCE]));
  g_assert_false (g_bytes_equal (pictures[DL_SHOW_B], pictures[DL_SHOW_DIFFERENCE]));
  for (guint show = 0; show < DL_N_SHOWS; show++)
    g_bytes_unref (pictures[show]);

  /* Unpinned, nothing of it is left. */
  ui_act (fixture->window, "unpin", NULL);
  settle (fixture);
  g_assert_true (ui_says (bar (fixture), "until you pin a state"));
  g_assert_cmpint (dl_beside_get_show (fixture->beside), ==, DL_SHOW_A);
  g_assert_null (dl_beside_get_difference (fixture->beside));
}

static gboolean
is_inside (GtkWidget *widget, GtkWidget *outer)
{
  graphene_rect_t bounds;

  return gtk_widget_compute_bounds (widget, outer, &bounds) && bounds.origin.x >= 0
         && bounds.origin.y >= 0
         && bounds.origin.x + bounds.size.width <= gtk_widget_get_width (outer)
         && bounds.origin.y + bounds.size.height <= gtk_widget_get_height (outer);
}

/* Both beside each other: A's map with what was done to it, B's as it was, one selection, zoomed
 * together; of each view that is a map. */
static void
test_sides (Fixture *fixture, gconstpointer data)
{
  const DlFamily *family = dl_session_get_scenario (fixture->session)->family;
  DlTwoMaps *maps = ui_find (GTK_WIDGET (fixture->window), DL_TYPE_TWO_MAPS, 0);
  const DlMaker *view;

  /* The least window that all has to fit into. */
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1024, 700);
  ui_act (fixture->window, "pin", NULL);
  settle (fixture);
  dl_view_select (fixture->window->view, dl_place_link (7));
  ui_act (fixture->window, "break", NULL);
  settle (fixture);
  for (guint i = 0; (view = dl_family_maker (family, DL_FEATURE_VIEW, i)) != NULL; i++)
    {
      GtkWidget *a, *b;
      double level;

      ui_act (fixture->window, "show-view", view->id);
      ui_act (fixture->window, "show-beside", "b");
      a = gtk_stack_get_visible_child (fixture->window->views);
      ui_act (fixture->window, "show-beside", "sides");
      g_assert_cmpstr (shown (fixture), ==, "sides");
      g_assert_true (dl_beside_get_sides (fixture->beside));
      b = dl_two_maps_get_second (maps);
      g_assert_true ((b != NULL) == view->is_map);
      if (b == NULL)
        continue;
      g_assert_true (DL_CANVAS (a)->kind == DL_CANVAS (b)->kind);
      ui_draw ();
      g_assert_cmpint (ABS (gtk_widget_get_width (a) - gtk_widget_get_width (b)), <=, 1);
      g_assert_cmpint (ABS (gtk_widget_get_height (a) - gtk_widget_get_height (b)), <=, 1);
      g_assert_true (is_inside (a, GTK_WIDGET (maps)) && is_inside (b, GTK_WIDGET (maps)));
      g_assert_true (DL_CANVAS (a)->result == dl_session_get_result (fixture->session));
      g_assert_true (DL_CANVAS (b)->result == dl_beside_get_pin (fixture->beside)->result);
      g_assert_cmpfloat (DL_CANVAS (a)->scale.max, ==, DL_CANVAS (b)->scale.max);
      dl_map_zoomer_zoom (dl_map_zoomer_of (a), 4);
      g_object_get (dl_map_zoomer_of (b), "level", &level, NULL);
      g_assert_cmpfloat (level, ==, 4);
      g_assert_true (dl_map_zoom_equal (&(DlMapZoom) { dl_map_zoomer_get (a, 1).by, 0, 0 },
                                        &(DlMapZoom) { dl_map_zoomer_get (b, 1).by, 0, 0 }));
      dl_map_zoomer_fit (dl_map_zoomer_of (b));
      g_assert_false (dl_map_zoomer_is_zoomed (a));
      g_assert_true (dl_view_get_selected_link (fixture->window->view) == 7);
    }
  /* An edit is of A, and both stay. */
  ui_act (fixture->window, "show-view", dl_family_feature (family, DL_FEATURE_VIEW, 0)->id);
  ui_act (fixture->window, "undo", NULL);
  settle (fixture);
  g_assert_true (dl_beside_get_sides (fixture->beside));
  g_assert_nonnull (dl_two_maps_get_second (maps));
  ui_act (fixture->window, "show-beside", "difference");
  g_assert_null (dl_two_maps_get_second (maps));
  ui_act (fixture->window, "show-beside", "sides");
  ui_act (fixture->window, "unpin", NULL);
  settle (fixture);
  g_assert_null (dl_two_maps_get_second (maps));
}

/* A box that is opened in one map of a fabric is open in the other one. */
static void
test_levels (Fixture *fixture, gconstpointer data)
{
  DlTwoMaps *maps = ui_find (GTK_WIDGET (fixture->window), DL_TYPE_TWO_MAPS, 0);
  DlCanvas *a, *b;
  guint n_boxes;

  ui_act (fixture->window, "show-view", "levels");
  a = DL_CANVAS (gtk_stack_get_visible_child (fixture->window->views));
  ui_draw ();
  dl_levels_view_turn (a, 0); /* before there is another one */
  ui_act (fixture->window, "pin", NULL);
  settle (fixture);
  ui_act (fixture->window, "show-beside", "sides");
  ui_draw ();
  b = DL_CANVAS (dl_two_maps_get_second (maps));
  g_assert_true (dl_canvas_ensure (a) && dl_canvas_ensure (b));
  n_boxes = dl_levels_map_layout (a->layout)->n_boxes;
  g_assert_cmpuint (dl_levels_map_layout (b->layout)->n_boxes, ==, n_boxes);
  dl_levels_view_turn (b, n_boxes - 1);
  g_assert_true (dl_canvas_ensure (a) && dl_canvas_ensure (b));
  g_assert_cmpuint (dl_levels_map_layout (b->layout)->n_boxes, !=, n_boxes);
  g_assert_cmpuint (dl_levels_map_layout (a->layout)->n_boxes, ==,
                    dl_levels_map_layout (b->layout)->n_boxes);
}

/* Two engines beside each other by one click, the page stays. */
static void
test_engines (Fixture *fixture, gconstpointer data)
{
  GtkWidget *page, *beside;

  dl_view_select (fixture->window->view, dl_place_link (7));
  ui_act (fixture->window, "break", NULL);
  settle (fixture);
  ui_act (fixture->window, "evidence-page", "engines");
  page = dl_evidence_pages_get_page (fixture->window->evidence);
  ui_wait_for ((beside = ui_find_button (page, "A | B")) != NULL && gtk_widget_get_mapped (beside));
  g_signal_emit_by_name (beside, "clicked");
  settle (fixture);
  ui_wait_for (dl_beside_get_sides (fixture->beside));
  g_assert_cmpstr (dl_evidence_pages_get_shown (fixture->window->evidence), ==, "engines");
  g_assert_nonnull (
      dl_two_maps_get_second (ui_find (GTK_WIDGET (fixture->window), DL_TYPE_TWO_MAPS, 0)));
}

/* Without a pin, what is compared with is the network without its faults, or as it was opened. */
static void
test_base (Fixture *fixture, gconstpointer data)
{
  dl_session_set (fixture->session, "traffic.load", "0.11", FALSE);
  settle (fixture);
  g_assert_true (ui_says (bar (fixture), "B: the initial state, until you pin a state"));
  dl_view_select (fixture->window->view, dl_place_link (7));
  ui_act (fixture->window, "break", NULL);
  settle (fixture);
  g_assert_true (ui_says (bar (fixture), "B: intact, until you pin a state"));
  ui_act (fixture->window, "show-beside", "sides");
  settle (fixture);
  g_assert_true (dl_beside_get_sides (fixture->beside));
  g_assert_true (g_str_has_suffix (dl_beside_get_pin (fixture->beside)->label, ", intact"));
  g_assert_cmpfloat (dl_beside_get_pin (fixture->beside)->result->scenario->traffic.load, ==, 0.11);
  ui_act (fixture->window, "unpin", NULL);
  ui_act (fixture->window, "show-beside", "difference");
  settle (fixture);
  g_assert_cmpstr (shown (fixture), ==, "difference");
}

/* A and B on one scale, whichever is shown; A - B on one that is symmetric. */
static void
test_scales (Fixture *fixture, gconstpointer data)
{
  DlScale own, a, b, difference;

  g_object_set (fixture->window->view, "metric", torus_metric ("load"), NULL);
  dl_beside_init_scale (fixture->beside, &own, dl_theme_light ());
  ui_act (fixture->window, "pin", NULL);
  dl_session_set (fixture->session, "torus.broken-links", "1,2,3:x+;1,2,4:x+;1,3,3:z+", FALSE);
  settle (fixture);
  dl_beside_init_scale (fixture->beside, &a, dl_theme_light ());
  ui_act (fixture->window, "show-beside", "b");
  dl_beside_init_scale (fixture->beside, &b, dl_theme_light ());
  ui_act (fixture->window, "show-beside", "difference");
  dl_beside_init_scale (fixture->beside, &difference, dl_theme_light ());
  g_assert_cmpfloat (a.min, ==, b.min);
  g_assert_cmpfloat (a.max, ==, b.max);
  g_assert_cmpfloat (a.max, >, own.max); /* of the busier one */
  g_assert_cmpfloat (difference.min, ==, -difference.max);
  g_assert_cmpfloat (difference.max, >=, dl_beside_get_difference (fixture->beside)->extent);
}

/* Each view draws each of the three. */
static void
test_views (Fixture *fixture, gconstpointer data)
{
  static const char *const torus[] = { "ring-matrix", "planes", "isometric", "ring" };
  static const char *const dragonfly[] = { "groups", "group", "chord" };
  const char *const *views = data == NULL ? torus : dragonfly;
  const guint n = data == NULL ? G_N_ELEMENTS (torus) : G_N_ELEMENTS (dragonfly);
  const DlFamily *family = dl_session_get_scenario (fixture->session)->family;
  const DlMetric *metric;

  ui_act (fixture->window, "pin", NULL);
  if (data == NULL)
    toggle_node (fixture->session, (DlTorusCoord) { { 1, 2, 3 } });
  else
    toggle_blue_cable (fixture->session, 0, 1, 0);
  settle (fixture);
  for (guint view = 0; view < n; view++)
    {
      g_autoptr (GBytes) a = NULL;
      g_autoptr (GBytes) difference = NULL;

      ui_act (fixture->window, "show-view", views[view]);
      ui_act (fixture->window, "show-beside", "a");
      a = picture_of (GTK_WIDGET (fixture->window->views));
      ui_act (fixture->window, "show-beside", "difference");
      difference = picture_of (GTK_WIDGET (fixture->window->views));
      g_assert_false (g_bytes_equal (a, difference));
      for (guint i = 0; (metric = dl_family_metric (family, i)) != NULL; i++)
        {
          g_object_set (fixture->window->view, "metric", metric, NULL);
          for (guint show = 0; show < DL_N_SHOWS; show++)
            {
              ui_act (fixture->window, "show-beside", dl_show_id (show));
              g_bytes_unref (picture_of (GTK_WIDGET (fixture->window->views)));
            }
        }
      g_object_set (fixture->window->view, "metric", dl_family_metric (family, 0), NULL);
    }
}

/* An edit is of A, so it is seen even where B was shown. */
static void
test_edit_shows_a (Fixture *fixture, gconstpointer data)
{
  ui_act (fixture->window, "pin", NULL);
  ui_act (fixture->window, "show-beside", "b");
  g_assert_cmpstr (shown (fixture), ==, "b");
  toggle_node (fixture->session, (DlTorusCoord) { { 1, 2, 3 } });
  settle (fixture);
  g_assert_cmpstr (shown (fixture), ==, "a");
}

/* The state before the last change, and any other of the history. */
static void
test_history (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlScenario) before = dl_scenario_copy (dl_session_get_scenario (fixture->session));
  const guint position = dl_history_position (dl_session_get_history (fixture->session));

  toggle_node (fixture->session, (DlTorusCoord) { { 1, 2, 3 } });
  settle (fixture);
  ui_act (fixture->window, "pin-before", NULL);
  settle (fixture);
  g_assert_true (
      dl_scenario_equal (dl_session_get_pin (fixture->session)->result->scenario, before));
  /* The difference is shown at once. */
  g_assert_cmpstr (shown (fixture), ==, "difference");
  g_assert_true (ui_says (bar (fixture), "before “"));

  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "pin-step",
                                  g_variant_new_uint32 (position + 1));
  settle (fixture);
  g_assert_true (dl_scenario_equal (dl_session_get_pin (fixture->session)->result->scenario,
                                    dl_session_get_scenario (fixture->session)));
}

/* A network of another shape: only totals compare, and it says so; back, links do again. */
static void
test_misfit (Fixture *fixture, gconstpointer data)
{
  ui_act (fixture->window, "pin", NULL);
  ui_act (fixture->window, "show-beside", "difference");
  dl_session_set_number (fixture->session, "torus.radix", DL_X, 5, TRUE);
  settle (fixture);
  g_assert_false (is_enabled (fixture, "show-beside"));
  g_assert_cmpstr (shown (fixture), ==, "a");
  g_assert_true (ui_says (bar (fixture), "no common links"));
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window->evidence), "no common links"));
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window->evidence), "+30")); /* working nodes */
  dl_session_open_new (fixture->session, dl_preset_load ("cascade-2", NULL));
  settle (fixture);
  g_assert_true (ui_says (bar (fixture), "no common links"));
  g_assert_false (is_enabled (fixture, "show-beside"));

  dl_session_open_new (fixture->session,
                       dl_scenario_copy (dl_session_get_pin (fixture->session)->result->scenario));
  settle (fixture);
  g_assert_true (is_enabled (fixture, "show-beside"));
}

/* A row selects its link on the map, and a link its row; the copy has both tables and what B was.
 */
static void
test_page (Fixture *fixture, gconstpointer data)
{
  GtkColumnView *table;
  GtkSingleSelection *selection;
  g_autoptr (DlRow) row = NULL;
  g_autofree char *n_changed = NULL;
  GtkWidget *figure;
  g_autofree char *csv = NULL;
  guint32 most[2];
  DlDifferencePane *pane;

  ui_act (fixture->window, "pin", NULL);
  dl_session_set (fixture->session, "torus.datelines", "1;2;3", FALSE);
  settle (fixture);
  pane = ui_find (GTK_WIDGET (fixture->window), DL_TYPE_DIFFERENCE_PANE, 0);
  /* How many changed is in large type. */
  figure = ui_find (GTK_WIDGET (pane), GTK_TYPE_INSCRIPTION, 0);
  n_changed = dl_number_text (dl_beside_get_difference (fixture->beside)->n_changed, 0);
  g_assert_true (gtk_widget_has_css_class (figure, "dl-figure"));
  g_assert_cmpstr (gtk_inscription_get_text (GTK_INSCRIPTION (figure)), ==, n_changed);
  g_assert_true (ui_says (GTK_WIDGET (pane), "links changed"));

  table = ui_find (GTK_WIDGET (pane), GTK_TYPE_COLUMN_VIEW, 0);
  selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (table));
  g_assert_cmpuint (dl_difference_largest (dl_beside_get_difference (fixture->beside), 2, most), ==,
                    2);
  gtk_single_selection_set_selected (selection, 1);
  g_assert_cmpuint (dl_view_get_selected_link (fixture->window->view), ==, most[1]);
  dl_view_select (fixture->window->view, dl_place_link (most[0]));
  g_assert_cmpuint (gtk_single_selection_get_selected (selection), ==, 0);

  csv = dl_difference_pane_to_csv (pane);
  g_assert_true (g_str_has_prefix (csv, "link,a,b,difference,outlier\n"));
  g_assert_nonnull (strstr (csv, "\nmeasure,a,b,difference,better\n"));
  g_assert_nonnull (strstr (csv, "(torus.datelines=3;4;5)\n"));
  ui_assert_explained (GTK_WIDGET (pane));
}

/* The exported figure is the shown one, and its command names all of B. */
static void
test_export (Fixture *fixture, gconstpointer data)
{
  const DlFigure *matrix = dl_family_figure_find (&dl_family_torus, "ring-matrix");
  g_autoptr (DlFigureData) figure = NULL;
  g_autofree char *command = NULL;
  g_autofree char *same = NULL;
  DlFigureInput view = { .metric = torus_metric ("load"), .show = DL_SHOW_B };

  ui_act (fixture->window, "pin", NULL);
  dl_session_set (fixture->session, "torus.broken-links", "1,2,3:x+", FALSE);
  settle (fixture);
  figure
      = dl_figure_data_new (dl_session_get_result (fixture->session), NULL, NULL, NULL, NULL, NULL);
  dl_figure_data_set_pin (figure, dl_session_get_pin (fixture->session));
  view = dl_figure_data_input (figure, matrix, view);
  g_assert_true (view.against->analysis
                 == dl_evaluation_torus (dl_session_get_pin (fixture->session)->result));
  command = dl_figure_command (matrix, &view, "library:XT3", NULL, "x.pdf", 3.5, 300);
  g_assert_nonnull (strstr (command, " --show b "));
  g_assert_nonnull (strstr (command, " --against-set torus.broken-links= "));
  view.show = DL_SHOW_DIFFERENCE;
  same = dl_figure_command (matrix, &view, "library:XT3", NULL, "x.pdf", 3.5, 300);
  g_assert_null (strstr (same, "--show"));
  /* Others say nothing of it. */
  view
      = dl_figure_data_input (figure, dl_family_figure_find (&dl_family_torus, "throughput"), view);
  g_assert_null (view.against);

  /* Another shape is not compared. */
  g_autoptr (DlScenario) ring = dl_preset_load ("ring-8", NULL);
  g_autoptr (DlPin) other = dl_pin_new_scenario ("ring", ring, NULL, NULL);
  g_autoptr (DlFigureData) alone
      = dl_figure_data_new (dl_session_get_result (fixture->session), NULL, NULL, NULL, NULL, NULL);
  dl_figure_data_set_pin (alone, other);
  view = dl_figure_data_input (alone, matrix, view);
  g_assert_null (view.against);
}

/* Both simulated with several seeds: means with intervals, and none of a difference of equals. */
static void
test_runs (Fixture *fixture, gconstpointer data)
{
  DlDifferenceScalars *scalars;
  g_autoptr (GString) csv = g_string_new (NULL);

  dl_session_set (fixture->session, "simulation.cycles", "3000", FALSE);
  dl_session_set (fixture->session, "simulation.warmup-cycles", "1000", FALSE);
  settle (fixture);
  ui_act (fixture->window, "pin", NULL);
  dl_session_set (fixture->session, "traffic.load", "0.2", FALSE);
  settle (fixture);
  scalars = ui_find (GTK_WIDGET (fixture->window), DL_TYPE_DIFFERENCE_SCALARS, 0);
  dl_difference_scalars_run (scalars, 3);
  g_assert_true (dl_difference_scalars_is_running (scalars));
  ui_wait_for (!dl_difference_scalars_is_running (scalars));
  ui_idle ();
  dl_difference_scalars_write (scalars, csv);
  g_auto (GStrv) lines = g_strsplit (csv->str, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "\"Mean network latency, cycles\""))
      {
        g_auto (GStrv) cells = g_strsplit (strrchr (lines[i], '"') + 2, ",", -1);

        for (guint cell = 0; cell < 3; cell++)
          g_assert_nonnull (strstr (cells[cell], " ± "));
        g_assert_true (g_str_has_prefix (cells[2], "−")); /* less load now */
        return;
      }
  g_assert_not_reached ();
}

/* Runs that the library has are not made again, and what is made goes there. */
static void
test_stored_runs (void)
{
  char *folder = g_dir_make_tmp ("dateline-pin-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "library.db", NULL);
  DlLibrary *library = dl_library_new (path);
  Fixture fixture = { .session = dl_session_new (library) };
  g_autoptr (GString) csv = g_string_new (NULL);
  DlDifferenceScalars *scalars;

  ui_wait_for (dl_session_get_scenario_id (fixture.session) != 0);
  dl_session_open_new (fixture.session, dl_preset_load ("ring-8", NULL));
  ui_wait_for (g_list_model_get_n_items (G_LIST_MODEL (library)) == 2);
  dl_session_set (fixture.session, "simulation.cycles", "900", FALSE);
  dl_session_set (fixture.session, "simulation.warmup-cycles", "100", FALSE);
  fixture.window
      = dl_window_new (GTK_APPLICATION (g_application_get_default ()), fixture.session, NULL);
  gtk_window_present (GTK_WINDOW (fixture.window));
  settle (&fixture);
  ui_act (fixture.window, "pin", NULL);
  dl_session_set (fixture.session, "traffic.load", "0.2", FALSE);
  settle (&fixture);
  {
    const DlScenario *scenario = dl_session_get_scenario (fixture.session);
    g_autofree char *digest = dl_sweep_digest (scenario, scenario->seed);
    g_autofree char *second = dl_sweep_digest (scenario, scenario->seed + 1);
    g_autoptr (DlStore) store = dl_store_open (path, NULL);
    g_autoptr (DlStoreRun) run = dl_store_run_new (digest, scenario->seed, "0");
    g_autoptr (DlStoreRun) made = NULL;
    const DlStoreRun *one[] = { run };

    dl_store_run_add_value (run, "latency_mean", 1e6);
    dl_store_run_add_value (run, "cycles", 900);
    run->outcome = g_strdup ("0");
    g_assert_true (dl_store_add_runs (store, one, 1, NULL));
    scalars = ui_find (GTK_WIDGET (fixture.window), DL_TYPE_DIFFERENCE_SCALARS, 0);
    dl_difference_scalars_run (scalars, 2);
    ui_wait_for (!dl_difference_scalars_is_running (scalars));
    dl_difference_scalars_write (scalars, csv);
    g_assert_nonnull (strstr (csv->str, "\"Mean network latency, cycles\",5000"));
    ui_wait_for ((made = dl_store_find_run (store, second, NULL)) != NULL);
  }
  gtk_window_destroy (GTK_WINDOW (fixture.window));
  ui_settle (fixture.session);
  dl_library_close (library, NULL);
  ui_idle ();
  ui_assert_finalize (fixture.session);
  ui_assert_finalize (library);
  ui_remove_folder (folder);
}

/* B's simulation stays beside A's. */
static void
test_simulated (Fixture *fixture, gconstpointer data)
{
  DlLive *live = dl_view_get_live (fixture->window->view);
  const DlDifference *difference;

  g_object_set (fixture->window->view, "metric", torus_metric ("sim-load"), NULL);
  dl_live_step (live, 3000);
  dl_live_sync (live);
  ui_act (fixture->window, "pin", NULL);
  settle (fixture);
  difference = dl_beside_get_difference (fixture->beside);
  g_assert_cmpuint (difference->n_compared, >, 100);
  g_assert_cmpuint (difference->n_changed, ==, 0);
  dl_live_step (live, 3000);
  dl_live_sync (live);
  ui_idle ();
  difference = dl_beside_get_difference (fixture->beside);
  g_assert_cmpuint (difference->n_changed, >, 100);

  /* One that was not simulated says so instead. */
  ui_act (fixture->window, "show-beside", "difference");
  g_assert_null (dl_beside_get_note (fixture->beside, dl_beside_get_show (fixture->beside)));
  dl_session_pin_step (fixture->session, 0);
  settle (fixture);
  ui_act (fixture->window, "show-beside", "difference");
  if (dl_beside_compares (fixture->beside, NULL))
    g_assert_nonnull (dl_beside_get_note (fixture->beside, dl_beside_get_show (fixture->beside)));
}

static void
test_dragonfly (Fixture *fixture, gconstpointer data)
{
  DlView *view = fixture->window->view;
  const DlDragonflyContrast *contrast;
  GtkColumnView *table;
  guint32 most;

  ui_act (fixture->window, "pin", NULL);
  settle (fixture);
  g_assert_cmpuint (dl_beside_get_difference (fixture->beside)->n_changed, ==, 0);
  toggle_blue_cable (fixture->session, 0, 1, 0);
  settle (fixture);
  contrast = dl_beside_get_contrast (fixture->beside);
  g_assert_cmpuint (contrast->head.links->n_only[1], >=, 2);
  g_assert_cmpuint (contrast->head.links->n_changed, >, 10);
  dl_view_select (view, dl_place_pair (0, 1));
  g_assert_nonnull (strstr (gtk_label_get_text (fixture->window->details), "A − B +"));

  dl_difference_largest (contrast->head.links, 1, &most);
  table = ui_find (ui_find (GTK_WIDGET (fixture->window), DL_TYPE_DIFFERENCE_PANE, 0),
                   GTK_TYPE_COLUMN_VIEW, 0);
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (gtk_column_view_get_model (table)), 0);
  g_assert_cmpint (dl_view_get_selected (view).kind, ==, DL_PLACE_LINK);
  g_assert_cmpuint (dl_view_get_selected (view).a, ==, most);
  g_assert_nonnull (strstr (gtk_label_get_text (fixture->window->details), " · A − B "));
}

int
main (int argc, char **argv)
{
  g_autoptr (GtkApplication) application = NULL;

  ui_test_init (&argc, &argv);
  application = ui_application_new ();
  dl_ui_init ();
#define ADD(name, preset, func) g_test_add (name, Fixture, preset, set_up, func, tear_down)
  ADD ("/pin/torus", NULL, test_torus);
  ADD ("/pin/scales", NULL, test_scales);
  ADD ("/pin/views/torus", NULL, test_views);
  ADD ("/pin/sides/torus", NULL, test_sides);
  ADD ("/pin/sides/dragonfly", "cascade-2", test_sides);
  ADD ("/pin/sides/fabric", "fat-tree-16", test_sides);
  ADD ("/pin/levels", "fat-tree-1024", test_levels);
  ADD ("/pin/engines", NULL, test_engines);
  ADD ("/pin/base", NULL, test_base);
  ADD ("/pin/edit-shows-a", NULL, test_edit_shows_a);
  ADD ("/pin/history", NULL, test_history);
  ADD ("/pin/misfit", NULL, test_misfit);
  ADD ("/pin/page", NULL, test_page);
  ADD ("/pin/export", NULL, test_export);
  ADD ("/pin/runs", NULL, test_runs);
  g_test_add_func ("/pin/stored-runs", test_stored_runs);
  ADD ("/pin/simulated", NULL, test_simulated);
  ADD ("/pin/dragonfly", "cascade-2", test_dragonfly);
  ADD ("/pin/views/dragonfly", "cascade-2", test_views);
  return g_test_run ();
}
