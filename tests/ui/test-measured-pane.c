/* The page of measured counters: a file is read, compared, followed, selected from, and forgotten;
 * one of another machine is said to be so, with machines that fit. */

#include "dl-counters-source.h"
#include "dl-fabric-file.h"
#include "dl-measured-list.h"
#include "dl-rows.h"
#include "dl-scenario-file.h"
#include "dl-ui.h"
#include "metric-fixture.h"
#include "ui-fixture.h"

#include <glib/gstdio.h>
#include <math.h>

#define TORUS_HEAD                                                                                 \
  "---\nkey: OURS\n---\n- [sx]\n- [sy]\n- [sz]\n- [tx]\n- [ty]\n- [tz]\n- [code_region]\n"         \
  "- [packets]\n...\n"

/* All of a ring of 4 in x, in two phases; the busiest link is the one from 2. */
#define RING                                                                                       \
  TORUS_HEAD "0 0 0 1 0 0 1 10\n1 0 0 2 0 0 1 10\n2 0 0 3 0 0 1 70\n3 0 0 0 0 0 1 10\n"            \
             "0 0 0 1 0 0 2 40\n"

#define TWO_GROUPS                                                                                 \
  "[scenario]\nkind=dragonfly\n[dragonfly]\ngroups=2\nchassis=2\nblades=4\ncables-per-pair=1\n"
#define LINKS                                                                                      \
  "sg,sr,sc,dg,dr,dc,color,note,flits,stalls,flits_vc_0,flits_vc_1,flits_vc_2,flits_vc_3,"         \
  "flits_vc_4,flits_vc_5,flits_vc_6,flits_vc_7\n"                                                  \
  "0,0,0,0,0,1,g,x,40,10,20,10,0,0,10,0,0,0\n0,0,1,0,0,0,g,x,60,30,30,0,0,0,30,0,0,0\n"            \
  "0,0,0,0,1,0,k,x,0,0,0,0,0,0,0,0,0,0\n9,0,0,9,0,1,g,x,500,1,500,0,0,0,0,0,0,0\n"

typedef struct
{
  UiFixture ui;
  char *folder;
} Fixture;

static DlCountersSource *
source (Fixture *fixture)
{
  return dl_view_get_counters (fixture->ui.view);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  const guint *radix = data;

  fixture->folder = g_dir_make_tmp ("dateline-measured-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
  fixture->ui.session = ui_session_new (radix[0], radix[1], radix[2]);
  ui_fixture_open_page (&fixture->ui, "measured", 320, 700);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  ui_fixture_close (&fixture->ui);
  ui_remove_folder (fixture->folder);
}

static gboolean
says (Fixture *fixture, const char *text)
{
  return ui_says (fixture->ui.pane, text);
}

static gboolean
is_busy (Fixture *fixture)
{
  gboolean busy;

  g_object_get (source (fixture), "busy", &busy, NULL);
  return busy;
}

static GFile *
write_file (Fixture *fixture, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return g_file_new_for_path (path);
}

/* Until it is read, and compared or found not to fit. */
static void
open_text (Fixture *fixture, const char *name, const char *text)
{
  g_autoptr (GFile) file = write_file (fixture, name, text);

  dl_counters_source_open (source (fixture), file);
  ui_wait_for (!is_busy (fixture));
  ui_idle ();
}

static void
wait_compared (Fixture *fixture)
{
  ui_wait_for (dl_counters_source_get_measured (source (fixture)) != NULL
               || dl_counters_source_get_misfit (source (fixture)) != NULL);
  ui_idle ();
}

/* The button that says so, if it can be seen. */
static GtkWidget *
button (Fixture *fixture, const char *label)
{
  GtkWidget *it;

  for (guint i = 0; (it = ui_find (fixture->ui.pane, GTK_TYPE_BUTTON, i)) != NULL; i++)
    if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (it)), label) == 0
        && gtk_widget_get_mapped (it))
      return it;
  return NULL;
}

static void
click (Fixture *fixture, const char *label)
{
  g_assert_nonnull (button (fixture, label));
  g_signal_emit_by_name (button (fixture, label), "clicked");
  ui_settle (fixture->ui.session);
}

static DlMeasuredList *
list (Fixture *fixture)
{
  return ui_find (fixture->ui.pane, DL_TYPE_MEASURED_LIST, 0);
}

/* The list by @level, once it is there. */
static const DlHeat *
heat (Fixture *fixture, DlHeatLevel level)
{
  dl_measured_list_set_level (list (fixture), level);
  ui_wait_for (dl_measured_list_get_heat (list (fixture)) != NULL
               && dl_measured_list_get_heat (list (fixture))->level == level
               && dl_measured_list_get_heat (list (fixture))->measured
                      == dl_counters_source_get_measured (source (fixture)));
  ui_idle ();
  return dl_measured_list_get_heat (list (fixture));
}

/* Rows of the table that is shown. */
static GtkSelectionModel *
rows (Fixture *fixture)
{
  GtkColumnView *view = NULL;

  for (guint i = 0; view == NULL || !gtk_widget_get_mapped (GTK_WIDGET (view)); i++)
    {
      view = ui_find (GTK_WIDGET (list (fixture)), GTK_TYPE_COLUMN_VIEW, i);
      g_assert_nonnull (view);
    }
  return gtk_column_view_get_model (view);
}

static guint
n_rows (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (rows (fixture)));
}

static void
open_scenario (Fixture *fixture, const char *text)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_scenario_parse (text, -1, "scenario", NULL, &error);

  g_assert_no_error (error);
  dl_session_open_new (fixture->ui.session, scenario);
  ui_settle (fixture->ui.session);
}

/* Torus ---------------------------------------------------------------------------------------- */

static void
test_torus (Fixture *fixture, gconstpointer data)
{
  const DlMeasured *measured;
  const gint32 second = 2;

  g_assert_true (says (fixture, "Compares counters of a real machine"));
  g_assert_null (button (fixture, "_Forget"));
  open_text (fixture, "ring.yaml", RING);
  wait_compared (fixture);
  measured = dl_counters_source_get_measured (source (fixture));
  g_assert_nonnull (measured);
  g_assert_false (says (fixture, "Compares counters of a real machine"));
  g_assert_true (says (fixture, "ring.yaml"));
  g_assert_true (says (fixture, "2 code regions"));
  g_assert_true (says (fixture, "4 of 8 links are covered (50.0%)"));
  g_assert_true (says (fixture, "140 packets"));
  heat (fixture, DL_HEAT_LINKS);
  g_assert_cmpuint (n_rows (fixture), ==, 4);

  /* Uniform traffic loads all alike: half of what was measured less a quarter. */
  g_assert_cmpfloat_with_epsilon (dl_measured_difference (measured, measured->different[0]), .25,
                                  1e-9);
  gtk_selection_model_select_item (rows (fixture), 0, TRUE);
  g_assert_cmpuint (dl_view_get_selected_link (fixture->ui.view), ==,
                    2 * DL_TORUS_N_NETWORK_PORTS + DL_TORUS_PORT_X_PLUS);

  dl_counters_source_set_region (source (fixture), &second);
  ui_wait_for (dl_counters_source_get_measured (source (fixture))->total == 40);
  ui_idle ();
  g_assert_true (says (fixture, "1 of 8 links are covered"));
}

static void
test_metric (Fixture *fixture, gconstpointer data)
{
  g_autofree char *there = NULL;
  g_autofree char *absent = NULL;

  open_text (fixture, "ring.yaml", RING);
  wait_compared (fixture);
  click (fixture, "_Show on the Map");
  g_assert_true (dl_view_get_metric (fixture->ui.view) == torus_metric ("measured"));
  there = dl_view_describe (fixture->ui.view,
                            dl_place_link (2 * DL_TORUS_N_NETWORK_PORTS + DL_TORUS_PORT_X_PLUS));
  g_assert_nonnull (strstr (there, " 70 (50.000% of all), measured"));
  g_assert_nonnull (strstr (there, "analyzed: 25.000% of all"));
  absent = dl_view_describe (fixture->ui.view, dl_place_link (DL_TORUS_PORT_X_MINUS));
  g_assert_nonnull (strstr (absent, "not measured"));
}

/* The map's color is what the list ranks by, and its first place is selected. */
static void
test_show_ranked (Fixture *fixture, gconstpointer data)
{
  const DlHeat *shown;

  open_scenario (fixture, TWO_GROUPS);
  open_text (fixture, "links.csv", LINKS);
  wait_compared (fixture);
  shown = heat (fixture, DL_HEAT_LINKS);
  click (fixture, "_Show on the Map");
  g_assert_cmpstr (dl_view_get_metric (fixture->ui.view)->id, ==, "measured-stalls");
  g_assert_true (
      dl_place_equal (dl_view_get_selected (fixture->ui.view), dl_heat_place (shown, 0)));
  g_assert_cmpuint (gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (rows (fixture))), ==,
                    0);

  /* Without stalls it ranks by flits. */
  open_text (fixture, "flits.csv", "sg,sr,sc,dg,dr,dc,color,flits\n0,0,0,0,0,1,g,5\n");
  wait_compared (fixture);
  shown = heat (fixture, DL_HEAT_ROUTERS);
  click (fixture, "_Show on the Map");
  g_assert_cmpstr (dl_view_get_metric (fixture->ui.view)->id, ==, "measured-flits");
  g_assert_true (
      dl_place_equal (dl_view_get_selected (fixture->ui.view), dl_heat_place (shown, 0)));
}

/* The comparison goes with the scenario. */
static void
test_follows (Fixture *fixture, gconstpointer data)
{
  guint64 before, now;

  open_text (fixture, "ring.yaml", RING);
  wait_compared (fixture);
  g_object_get (source (fixture), "measured", &before, NULL);
  dl_view_toggle (fixture->ui.view, dl_place_link (DL_TORUS_PORT_X_PLUS), FALSE);
  ui_settle (fixture->ui.session);
  ui_wait_for ((g_object_get (source (fixture), "measured", &now, NULL), now > before));
  const DlMeasured *measured = dl_counters_source_get_measured (source (fixture));
  g_assert_cmpuint (measured->link[0], ==, DL_TORUS_PORT_X_PLUS);
  g_assert_cmpfloat (measured->analyzed[0], ==, 0);
}

/* A misfit is reported, with a machine that fits, which is opened. */
static void
test_misfit (Fixture *fixture, gconstpointer data)
{
  open_text (fixture, "ring.yaml", TORUS_HEAD "0 0 0 1 0 0 7 10\n1 0 0 2 0 0 7 10\n");
  wait_compared (fixture);
  g_assert_null (dl_counters_source_get_measured (source (fixture)));
  g_assert_true (says (fixture, "counters of a 3x1x1 torus, but the scenario has 4x1x1"));
  g_assert_null (dl_measured_list_get_heat (list (fixture)));
  click (fixture, "Open “Torus 3x1x1”");
  ui_wait_for (dl_counters_source_get_measured (source (fixture)) != NULL);
  ui_idle ();
  g_assert_false (says (fixture, "but the scenario has"));
  g_assert_true (says (fixture, "2 of 6 links are covered"));
}

static void
test_bad (Fixture *fixture, gconstpointer data)
{
  open_text (fixture, "bad.csv", "sg,sr,sc,dg,dr,dc,color,flits\n0,0,0,0,0,1,red,5\n");
  g_assert_true (says (fixture, "bad.csv:2: color: “red” is not a class of links"));
  g_assert_null (dl_counters_source_get_counters (source (fixture)));
  /* Earlier counters stay; good ones replace the message. */
  open_text (fixture, "ring.yaml", RING);
  wait_compared (fixture);
  g_assert_false (says (fixture, "bad.csv"));
  open_text (fixture, "bad.csv", "");
  g_assert_true (says (fixture, "the file is empty"));
  g_assert_nonnull (dl_counters_source_get_measured (source (fixture)));

  /* Opened at once, a good file does not hide what is wrong with the other one. */
  g_autoptr (GFile) bad = write_file (fixture, "bad.csv", "");
  g_autoptr (GFile) good = write_file (fixture, "ring.yaml", RING);
  dl_counters_source_forget (source (fixture));
  dl_counters_source_open (source (fixture), bad);
  dl_counters_source_open (source (fixture), good);
  ui_wait_for (!is_busy (fixture));
  ui_idle ();
  g_assert_true (says (fixture, "the file is empty"));
  g_assert_true (says (fixture, "ring.yaml"));
}

static void
test_forget (Fixture *fixture, gconstpointer data)
{
  open_text (fixture, "ring.yaml", RING);
  wait_compared (fixture);
  click (fixture, "_Forget");
  g_assert_null (dl_counters_source_get_counters (source (fixture)));
  g_assert_null (dl_counters_source_get_measured (source (fixture)));
  g_assert_true (says (fixture, "Compares counters of a real machine"));
  g_assert_null (dl_measured_list_get_heat (list (fixture)));

  /* One that is still being read does not come back. */
  g_autoptr (GFile) file = write_file (fixture, "again.yaml", RING);
  dl_counters_source_open (source (fixture), file);
  dl_counters_source_forget (source (fixture));
  ui_wait_for (!is_busy (fixture));
  ui_idle ();
  g_assert_null (dl_counters_source_get_counters (source (fixture)));
}

/* Dragonfly ------------------------------------------------------------------------------------ */

static void
test_dragonfly (Fixture *fixture, gconstpointer data)
{
  DlPlaces *places = dl_view_get_places (fixture->ui.view);
  DlPlace place;
  DlMetricInput input;

  open_scenario (fixture, TWO_GROUPS);
  open_text (fixture, "links.csv", LINKS);
  wait_compared (fixture);
  g_assert_true (says (fixture, "4 links of a Cascade."));
  g_assert_true (says (fixture, "1 column is unknown and was ignored"));
  g_assert_true (says (fixture, "1 row is for a link that the scenario’s machine does not have."));
  g_assert_true (says (fixture, "3 of "));
  g_assert_true (says (fixture, "100 flits."));
  g_assert_true (says (fixture, "green: requests 60%, responses 40%, balance 0.25, "
                                "largest VC 50%"));
  g_assert_true (says (fixture, "blue: no flits"));
  heat (fixture, DL_HEAT_LINKS);
  g_assert_cmpuint (n_rows (fixture), ==, 3);

  /* Its maps have them now. */
  g_assert_true (dl_places_get_input (places, &input));
  g_assert_true (input.counters == dl_counters_source_get_counters (source (fixture)));
  click (fixture, "_Show on the Map");
  g_assert_true (dl_view_get_metric (fixture->ui.view) == dragonfly_metric ("measured-stalls"));

  gtk_selection_model_select_item (rows (fixture), 1, TRUE);
  place = dl_view_get_selected (fixture->ui.view);
  g_assert_cmpint (place.kind, ==, DL_PLACE_LINK);
  const DlMeasured *measured = dl_counters_source_get_measured (source (fixture));
  /* Half a stall per flit before a quarter, and without flits last. */
  g_assert_cmpuint (measured->count[heat (fixture, DL_HEAT_LINKS)->rows[0].number], ==, 60);
  g_assert_cmpuint (place.a, ==, measured->link[heat (fixture, DL_HEAT_LINKS)->rows[1].number]);
  click (fixture, "_Forget");
  g_assert_true (dl_places_get_input (places, &input));
  g_assert_null (input.counters);
}

/* Fabric --------------------------------------------------------------------------------------- */

/* Ports by their LIDs, which the topology states. */
static void
test_fabric (Fixture *fixture, gconstpointer data)
{
  static const char topology[]
      = "# Topology file: generated\n"
        "Switch\t4 \"S-0000000000000020\"\t\t# \"a\" base port 0 lid 7 lmc 0\n"
        "[1]\t\"S-0000000000000030\"[1]\t\t# \"b\" lid 9 4xEDR\n"
        "[2]\t\"H-0000000000000040\"[1](40) \t\t# \"h\" lid 3 4xEDR\n\n"
        "Switch\t4 \"S-0000000000000030\"\t\t# \"b\" base port 0 lid 9 lmc 0\n"
        "[1]\t\"S-0000000000000020\"[1]\t\t# \"a\" lid 7 4xEDR\n"
        "[2]\t\"H-0000000000000050\"[1](50) \t\t# \"i\" lid 5 4xEDR\n\n"
        "Ca\t1 \"H-0000000000000040\"\t\t# \"h\"\n"
        "[1](40) \t\"S-0000000000000020\"[2]\t\t# lid 3 lmc 0 \"a\" lid 7 4xEDR\n\n"
        "Ca\t1 \"H-0000000000000050\"\t\t# \"i\"\n"
        "[1](50) \t\"S-0000000000000030\"[2]\t\t# lid 5 lmc 0 \"b\" lid 9 4xEDR\n";
  static const char counters[] = "# Port counters: Lid 7 port 1 (CapMask: 0x1200)\n"
                                 "PortXmitData:....................300\n"
                                 "PortXmitWait:....................12\n"
                                 "# Port counters: Lid 3 port 1 (CapMask: 0x1200)\n"
                                 "PortXmitData:....................100\n"
                                 "PortXmitWait:....................1\n";
  g_autoptr (DlFabricFile) file = dl_fabric_file_new (topology, strlen (topology));
  g_autofree char *text = g_strdup_printf (
      "[scenario]\nkind=fabric\n[fabric]\nsource=file\nfile=%s\nengine=min-hop\n", file->text);
  const DlHeat *shown;

  open_scenario (fixture, text);
  open_text (fixture, "perfquery.txt", counters);
  wait_compared (fixture);
  g_assert_true (says (fixture, "2 InfiniBand ports."));
  g_assert_true (says (fixture, "2 of 6 links are covered (33.3%)"));
  g_assert_true (says (fixture, "Between switches 1 of 2, Of hosts 1 of 4."));
  g_assert_true (says (fixture, "400 words of 4 bytes."));
  shown = heat (fixture, DL_HEAT_ROUTERS);
  g_assert_cmpuint (shown->n, ==, 1);
  gtk_selection_model_select_item (rows (fixture), 0, TRUE);
  g_assert_false (says (fixture, "Open a file of jobs"));
  shown = heat (fixture, DL_HEAT_LINKS);
  g_assert_cmpuint (n_rows (fixture), ==, 2);
  click (fixture, "_Show on the Map");
  g_assert_cmpstr (dl_view_get_metric (fixture->ui.view)->id, ==, "measured-stalls");
  g_assert_true (
      dl_place_equal (dl_view_get_selected (fixture->ui.view), dl_heat_place (shown, 0)));
  click (fixture, "_Forget");
  g_assert_null (dl_counters_source_get_counters (source (fixture)));

  /* A different fabric. */
  open_text (fixture, "other.txt", "Errors for \"x\"\n GUID 0x99 port 1: [PortXmitData == 7]\n");
  wait_compared (fixture);
  g_assert_true (says (fixture, "counters of a different fabric"));
}

/* The cabling that lies beside the counters is offered, and fits. */
static void
test_cabling (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) cabling = write_file (fixture, "machine.txt",
                                          "c0-0c0s0a0l00(7:0:0) green -> c0-0c0s1a0l00(7:0:1)\n"
                                          "c0-0c0s1a0l00(7:0:1) green -> c0-0c0s0a0l00(7:0:0)\n");

  open_text (fixture, "links.csv",
             "sg,sr,sc,dg,dr,dc,color,flits\n7,0,0,7,0,1,g,40\n7,0,1,7,0,0,g,60\n");
  wait_compared (fixture);
  g_assert_true (says (fixture, "counters of a dragonfly; the scenario is not one"));
  click (fixture, "Open machine.txt");
  ui_wait_for (dl_counters_source_get_measured (source (fixture)) != NULL);
  ui_idle ();
  g_assert_true (says (fixture, "All 2 links are covered. 100 flits."));
}

static void
test_jobs (Fixture *fixture, gconstpointer data)
{
  const DlScenario *scenario;

  open_text (fixture, "jobs.csv", "g,r,c,n,jobid\n0,0,0,0,11\n0,0,0,1,11\n1,1,3,2,22\n");
  g_assert_true (says (fixture, "jobs.csv: 2 jobs on 3 nodes."));
  g_assert_false (gtk_widget_get_sensitive (button (fixture, "Use as _Placement")));
  open_scenario (fixture, TWO_GROUPS);
  g_assert_true (gtk_widget_get_sensitive (button (fixture, "Use as _Placement")));
  click (fixture, "Use as _Placement");
  scenario = dl_session_get_scenario (fixture->ui.session);
  g_assert_cmpstr (scenario->traffic.pattern->id, ==, "jobs");
  g_assert_nonnull (strstr (scenario->traffic.placement, "1,1,3,2,22"));
  /* Two nodes of job 11, each to the other. */
  g_assert_cmpuint (dl_evaluation_dragonfly (dl_session_get_result (fixture->ui.session))->pairs,
                    ==, 2);
  dl_session_undo (fixture->ui.session);
  ui_settle (fixture->ui.session);
  scenario = dl_session_get_scenario (fixture->ui.session);
  g_assert_cmpstr (scenario->traffic.pattern->id, ==, "uniform");
  g_assert_cmpstr (scenario->traffic.placement, ==, "");
}

/* Real machines, where their files are. */
static void
test_real (Fixture *fixture, gconstpointer data)
{
  const char *above = "..";
  g_autofree char *path = g_build_filename (g_getenv ("G_TEST_SRCDIR"), above, above,
                                            "../shared/data/edison-link-counters.csv", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *reason = g_strdup_printf ("there is no %s", path);

  if (!g_file_query_exists (file, NULL))
    {
      g_test_skip (reason);
      return;
    }
  dl_counters_source_open (source (fixture), file);
  ui_wait_for (!is_busy (fixture));
  wait_compared (fixture);
  g_assert_true (says (fixture, "4694 links of a Cascade.") || says (fixture, "4,694 links"));
  click (fixture, "Open “Edison 15 groups”");
  ui_wait_for (dl_counters_source_get_measured (source (fixture)) != NULL);
  ui_idle ();
  heat (fixture, DL_HEAT_LINKS);
  g_assert_cmpuint (n_rows (fixture), >, 4000);
}

/* By group, router and job, and whose they are; a job's places are marked, a link says its jobs. */
static void
test_hottest (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) jobs
      = write_file (fixture, "jobs.csv", "g,r,c,n,jobid\n0,0,0,0,11\n0,0,1,1,11\n0,1,0,0,22\n");
  const DlHeat *shown;
  guint n_marked;

  open_scenario (fixture, TWO_GROUPS);
  open_text (fixture, "links.csv", LINKS);
  wait_compared (fixture);
  shown = heat (fixture, DL_HEAT_GROUPS);
  g_assert_cmpuint (shown->n, ==, 1);
  g_assert_cmpfloat (dl_heat_ratio (shown, 0), ==, .4);
  g_assert_null (shown->jobs);
  gtk_selection_model_select_item (rows (fixture), 0, TRUE);
  g_assert_true (says (fixture, "Open a file of jobs"));
  g_assert_cmpint (dl_view_get_selected (fixture->ui.view).kind, ==, DL_PLACE_GROUP);

  /* They lie beside the counters. */
  click (fixture, "Open jobs.csv");
  ui_wait_for (dl_measured_list_get_heat (list (fixture))->jobs != NULL);
  g_assert_null (button (fixture, "Open jobs.csv"));
  shown = heat (fixture, DL_HEAT_GROUPS);
  g_assert_cmpstr (shown->jobs->jobs[shown->rows[0].job].name, ==, "11");
  gtk_selection_model_select_item (rows (fixture), 0, TRUE);
  g_assert_true (says (fixture, "Jobs in group 0: 11 (2 nodes), 22 (1 node)"));

  shown = heat (fixture, DL_HEAT_ROUTERS);
  g_assert_cmpuint (shown->n, ==, 2);
  gtk_selection_model_select_item (rows (fixture), 0, TRUE);
  g_assert_true (dl_place_equal (dl_view_get_selected (fixture->ui.view), dl_place_router (1)));

  /* Nothing was measured of the links of the other one's router. */
  shown = heat (fixture, DL_HEAT_JOBS);
  g_assert_cmpuint (shown->n, ==, 1);
  gtk_selection_model_select_item (rows (fixture), 0, TRUE);
  g_assert_true (says (fixture, "Job 11, 2 nodes in 1 group"));
  dl_view_get_marked (fixture->ui.view, &n_marked);
  g_assert_cmpuint (n_marked, ==, 3); /* its group, and two routers */

  /* The green link between its routers, chosen in a map. */
  shown = heat (fixture, DL_HEAT_LINKS);
  dl_view_select (fixture->ui.view, dl_heat_place (shown, 0));
  ui_wait_for (says (fixture, "Jobs whose routes use 0.0.1-0.0.0#0: 11 (100.0%)"));
  dl_view_get_marked (fixture->ui.view, &n_marked);
  g_assert_cmpuint (n_marked, ==, 0);
}

int
main (int argc, char **argv)
{
  static const guint ring[] = { 4, 1, 1 };

  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(path, func) g_test_add (path, Fixture, ring, set_up, func, tear_down)
  ADD ("/measured-pane/torus", test_torus);
  ADD ("/measured-pane/metric", test_metric);
  ADD ("/measured-pane/show-ranked", test_show_ranked);
  ADD ("/measured-pane/follows", test_follows);
  ADD ("/measured-pane/misfit", test_misfit);
  ADD ("/measured-pane/bad", test_bad);
  ADD ("/measured-pane/forget", test_forget);
  ADD ("/measured-pane/dragonfly", test_dragonfly);
  ADD ("/measured-pane/fabric", test_fabric);
  ADD ("/measured-pane/cabling", test_cabling);
  ADD ("/measured-pane/jobs", test_jobs);
  ADD ("/measured-pane/hottest", test_hottest);
  ADD ("/measured-pane/real", test_real);
  return g_test_run ();
}
