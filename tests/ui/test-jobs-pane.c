/* The page of jobs: strokes, keys, rules and removals become what they should in the scenario, each
 * as one step. */
#include "dl-jobs-pane.h"

#include "compat.h"
#include "dl-choices.h"
#include "dl-job-placements.h"
#include "dl-jobs-view.h"
#include "dl-rows.h"
#include "dl-session-jobs.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#define ROUTERS 24 /* 3 groups of 2 chassis of 4 blades */
#define P       4

static const char *
placement (UiFixture *fixture)
{
  return dl_session_get_scenario (fixture->session)->traffic.placement;
}

static const char *
pattern (UiFixture *fixture)
{
  return dl_session_get_scenario (fixture->session)->traffic.pattern->id;
}

static void
set (GPtrArray *edits, const char *name, const char *value)
{
  dl_edits_add (edits, DL_EDIT_SET, name, value);
}

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  fixture->session = dl_session_new (NULL);
  ui_settle (fixture->session);
  set (edits, "scenario.kind", "dragonfly");
  set (edits, "dragonfly.groups", "3");
  set (edits, "dragonfly.chassis", "2");
  set (edits, "dragonfly.blades", "4");
  set (edits, "dragonfly.cables-per-pair", "1");
  dl_session_edit (fixture->session, edits, "a dragonfly", NULL, &error);
  g_assert_no_error (error);
  ui_settle (fixture->session);
  ui_fixture_open_page (fixture, "jobs", 300, 640);
}

/* A fat tree of 1,024 hosts, 8 at each of 128 leaf switches, 8 of these to a subtree. */
static void
set_up_fabric (UiFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  fixture->session = dl_session_new (NULL);
  ui_settle (fixture->session);
  set (edits, "scenario.kind", "fabric");
  set (edits, "fabric.children", "8;8;16");
  set (edits, "fabric.parents", "1;8;8");
  dl_session_edit (fixture->session, edits, "a fabric", NULL, &error);
  g_assert_no_error (error);
  ui_settle (fixture->session);
  ui_fixture_open_page (fixture, "jobs", 300, 640);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

static DlCanvas *
map (UiFixture *fixture)
{
  return ui_find (fixture->pane, DL_TYPE_CANVAS, 0);
}

static DlJobList *
list (UiFixture *fixture)
{
  return ui_find (fixture->pane, DL_TYPE_JOB_LIST, 0);
}

static void
centre (UiFixture *fixture, guint router, double *x, double *y)
{
  DlRect cell = { 0 };

  ui_wait_for (gtk_widget_get_width (GTK_WIDGET (map (fixture))) > 0);
  dl_jobs_view_get_cell (map (fixture), router, &cell);
  *x = cell.x + cell.width / 2;
  *y = cell.y + cell.height / 2;
}

/* Paint from router to router over those in between. */
static void
stroke (UiFixture *fixture, guint from, guint over, guint to)
{
  gpointer drag = ui_controller (map (fixture), GTK_TYPE_GESTURE_DRAG);
  double x, y, over_x, over_y, to_x, to_y;

  centre (fixture, from, &x, &y);
  centre (fixture, over, &over_x, &over_y);
  centre (fixture, to, &to_x, &to_y);
  g_signal_emit_by_name (drag, "drag-begin", x, y);
  g_signal_emit_by_name (drag, "drag-update", over_x - x, over_y - y);
  g_signal_emit_by_name (drag, "drag-update", to_x - x, to_y - y);
  g_signal_emit_by_name (drag, "drag-end", to_x - x, to_y - y);
}

static void
release_shift (UiFixture *fixture)
{
  g_signal_emit_by_name (ui_controller (map (fixture), GTK_TYPE_EVENT_CONTROLLER_KEY),
                         "key-released", GDK_KEY_Shift_L, 0, GDK_SHIFT_MASK);
}

/* The only button whose label is @label. */
static void
click (UiFixture *fixture, const char *label)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *button = ui_find (fixture->pane, GTK_TYPE_BUTTON, i);

      g_assert_nonnull (button);
      if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), label) != 0)
        continue;
      g_assert_true (gtk_widget_is_sensitive (button));
      g_signal_emit_by_name (button, "clicked");
      return;
    }
}

/* Nodes FIRST..LAST of the job @name, or of none, in what the session has. */
static void
assert_job (UiFixture *fixture, guint first, guint last, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlJobSites) on = dl_session_job_sites (fixture->session);
  g_autoptr (DlJobs) jobs = dl_session_jobs (fixture->session, on, &error);

  g_assert_no_error (error);
  for (guint node = first; node <= last; node++)
    g_assert_cmpstr (jobs->job[node] == DL_NO_SET ? NULL : jobs->jobs[jobs->job[node]].name, ==,
                     name);
}

static void
test_begin (UiFixture *fixture, gconstpointer data)
{
  g_assert_cmpstr (pattern (fixture), ==, "uniform");
  g_assert_true (ui_says (fixture->pane, "all"));
  g_assert_true (ui_says (fixture->pane, "96 nodes · 3 groups"));
  g_assert_true (ui_says (fixture->pane, "changes it to the traffic of jobs"));
  assert_job (fixture, 0, ROUTERS * P - 1, "all");
  g_assert_cmpint (dl_job_list_get_brush (list (fixture)), ==, DL_BRUSH_NEW);
}

/* A stroke that goes too far and comes back is one step, and takes what lies between its ends. */
static void
test_stroke (UiFixture *fixture, gconstpointer data)
{
  click (fixture, "C_lear");
  assert_job (fixture, 0, ROUTERS * P - 1, NULL);
  g_assert_cmpstr (pattern (fixture), ==, "jobs");
  stroke (fixture, 2, 14, 5);
  assert_job (fixture, 0, 7, NULL);
  assert_job (fixture, 8, 23, "job-1");
  assert_job (fixture, 24, ROUTERS * P - 1, NULL);
  g_assert_cmpint (dl_job_list_get_brush (list (fixture)), ==, DL_BRUSH_JOB);
  g_assert_cmpstr (dl_job_list_get_job (list (fixture)), ==, "job-1");

  /* The next one goes to the same job, backwards too. */
  stroke (fixture, 10, 9, 8);
  assert_job (fixture, 32, 43, "job-1");
  g_assert_cmpstr (placement (fixture), ==, "job-1@8-23,32-43\n");

  dl_session_undo (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, "job-1@8-23\n");
  dl_session_undo (fixture->session);
  assert_job (fixture, 0, ROUTERS * P - 1, NULL);
  dl_session_undo (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, "");
  g_assert_cmpstr (pattern (fixture), ==, "uniform");
  dl_session_redo (fixture->session);
  dl_session_redo (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, "job-1@8-23\n");
}

static void
test_brushes (UiFixture *fixture, gconstpointer data)
{
  click (fixture, "C_lear");
  stroke (fixture, 0, 1, 3);
  dl_job_list_choose (list (fixture), DL_BRUSH_NEW, NULL);
  stroke (fixture, 4, 5, 7);
  g_assert_cmpstr (placement (fixture), ==, "job-1@0-15\njob-2@16-31\n");
  dl_job_list_choose (list (fixture), DL_BRUSH_JOB, "job-1");
  stroke (fixture, 4, 4, 4);
  g_assert_cmpstr (placement (fixture), ==, "job-1@0-19\njob-2@20-31\n");
  dl_job_list_choose (list (fixture), DL_BRUSH_NONE, NULL);
  stroke (fixture, 3, 4, 5);
  g_assert_cmpstr (placement (fixture), ==, "job-1@0-11\njob-2@24-31\n");
  g_assert_cmpint (dl_job_list_get_brush (list (fixture)), ==, DL_BRUSH_NONE);

  /* The selected job is removed; it cannot stay the brush. */
  dl_job_list_choose (list (fixture), DL_BRUSH_JOB, "job-1");
  click (fixture, "Remo_ve");
  g_assert_cmpstr (placement (fixture), ==, "job-2@24-31\n");
  g_assert_cmpint (dl_job_list_get_brush (list (fixture)), ==, DL_BRUSH_NEW);
  /* A name that is free. */
  stroke (fixture, 0, 0, 0);
  g_assert_nonnull (dl_job_list_get_job (list (fixture)));
  assert_job (fixture, 0, 3, dl_job_list_get_job (list (fixture)));
  assert_job (fixture, 24, 31, "job-2");
}

static void
test_keys (UiFixture *fixture, gconstpointer data)
{
  g_autofree char *where = NULL;

  click (fixture, "C_lear");
  ui_wait_for (gtk_widget_get_width (GTK_WIDGET (map (fixture))) > 0);
  g_assert_true (ui_press (map (fixture), GDK_KEY_Right, 0));
  g_assert_cmpstr (placement (fixture), ==, "# no jobs\n");
  /* Shift marks, and comes back. */
  g_assert_true (ui_press (map (fixture), GDK_KEY_Right, GDK_SHIFT_MASK));
  g_assert_true (ui_press (map (fixture), GDK_KEY_Down, GDK_SHIFT_MASK));
  g_assert_true (ui_press (map (fixture), GDK_KEY_Left, GDK_SHIFT_MASK));
  g_assert_cmpstr (placement (fixture), ==, "job-1@4-23\n");
  release_shift (fixture);
  g_assert_true (ui_press (map (fixture), GDK_KEY_End, 0));
  g_assert_true (ui_press (map (fixture), GDK_KEY_space, 0));
  g_assert_cmpstr (placement (fixture), ==, "job-1@4-23,28-31\n");
  g_assert_true (ui_press (map (fixture), GDK_KEY_Page_Down, 0));
  g_assert_true (ui_press (map (fixture), GDK_KEY_End, GDK_SHIFT_MASK));
  release_shift (fixture);
  g_assert_cmpstr (placement (fixture), ==, "job-1@4-23,28-63\n");
  g_assert_true (ui_press (map (fixture), GDK_KEY_Delete, 0));
  g_assert_cmpstr (placement (fixture), ==, "job-1@4-23,28-59\n");
  where = dl_jobs_view_describe (map (fixture));
  g_assert_cmpstr (where, ==, "Router 1.1.3 · no job");
  g_assert_true (ui_says (fixture->pane, "Router 1.1.3 · no job"));

  dl_session_undo (fixture->session);
  dl_session_undo (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, "job-1@4-23,28-31\n");
  dl_session_undo (fixture->session);
  dl_session_undo (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, "# no jobs\n");
}

static void
test_rules (UiFixture *fixture, gconstpointer data)
{
  DlJobRule *rule = ui_find (fixture->pane, DL_TYPE_JOB_RULE, 0);

  g_assert_nonnull (rule);
  g_signal_emit_by_name (rule, "added", "a:12:3", "a");
  g_assert_cmpstr (placement (fixture), ==, "a:12:3\n");
  g_assert_cmpstr (pattern (fixture), ==, "jobs");
  g_assert_true (ui_says (fixture->pane, "12 nodes · 3 groups"));
  g_assert_cmpstr (dl_job_list_get_job (list (fixture)), ==, "a");
  g_signal_emit_by_name (rule, "added", "b:8:linear", "b");
  g_assert_cmpstr (placement (fixture), ==, "a:12:3\nb:8:linear\n");
  assert_job (fixture, 0, 3, "a");
  assert_job (fixture, 4, 11, "b");
  /* More than there are: refused, and said. */
  g_signal_emit_by_name (rule, "added", "c:80:random", "c");
  g_assert_cmpstr (placement (fixture), ==, "a:12:3\nb:8:linear\n");
  g_assert_cmpstr (dl_job_list_get_job (list (fixture)), ==, "b");
  /* From rules to nodes. */
  stroke (fixture, 1, 1, 1);
  assert_job (fixture, 0, 3, "a");
  assert_job (fixture, 4, 11, "b");
  g_assert_null (strchr (placement (fixture), ':'));
  dl_session_undo (fixture->session);
  dl_session_undo (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, "a:12:3\n");
}

/* The values filled in can be added unchanged. */
static void
test_popover (UiFixture *fixture, gconstpointer data)
{
  DlJobRule *rule = ui_find (fixture->pane, DL_TYPE_JOB_RULE, 0);
  GtkWidget *name, *add;
  GtkDropDown *place;

  click (fixture, "C_lear");
  stroke (fixture, 0, 0, 0);
  gtk_popover_popup (GTK_POPOVER (rule));
  ui_wait_for (gtk_widget_get_mapped (GTK_WIDGET (rule)));
  name = ui_find (GTK_WIDGET (rule), GTK_TYPE_ENTRY, 0);
  add = ui_find (GTK_WIDGET (rule), GTK_TYPE_BUTTON, 0);
  for (guint i = 0; g_strcmp0 (gtk_button_get_label (GTK_BUTTON (add)), "_Add Job") != 0; i++)
    add = ui_find (GTK_WIDGET (rule), GTK_TYPE_BUTTON, i);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (name)), ==, "job-2");
  gtk_editable_set_text (GTK_EDITABLE (name), "two words");
  g_assert_false (gtk_widget_get_sensitive (add));
  g_assert_true (ui_says (GTK_WIDGET (rule), "without blanks"));
  gtk_editable_set_text (GTK_EDITABLE (name), "four");
  g_assert_true (gtk_widget_get_sensitive (add));
  /* All 92 nodes fit into the three groups; there are no six. */
  place = ui_find (GTK_WIDGET (rule), GTK_TYPE_DROP_DOWN, 0);
  g_assert_cmpstr (dl_choices_get (place), ==, "3");
  dl_choices_select (place, "6");
  g_assert_cmpstr (dl_choices_get (place), ==, "3");
  dl_choices_select (place, "1");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (GTK_WIDGET (rule), GTK_TYPE_SPIN_BUTTON, 0)),
                             4);
  g_signal_emit_by_name (add, "clicked");
  /* The least used group comes first. */
  g_assert_cmpstr (placement (fixture), ==, "job-1@0-3\nfour:4:1\n");
  assert_job (fixture, 32, 35, "four");
}

/* Where the map is stays the same while one paints: taking the focus does not scroll it. */
static void
test_still (UiFixture *fixture, gconstpointer data)
{
  GtkWidget *widget = GTK_WIDGET (map (fixture));
  GtkWidget *scroll = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroll));
  double x, y, now_x, now_y;

  gtk_widget_set_size_request (widget, -1, 3000);
  ui_wait_for (gtk_adjustment_get_upper (adjustment) >= 3000);
  gtk_adjustment_set_value (adjustment, 10);
  ui_draw ();
  g_assert_true (dl_compat_translate (widget, fixture->pane, 0, 0, &x, &y));
  stroke (fixture, 12, 13, 14);
  ui_draw ();
  g_assert_true (dl_compat_translate (widget, fixture->pane, 0, 0, &now_x, &now_y));
  g_assert_cmpfloat (now_y, ==, y);
  assert_job (fixture, 48, 59, "job-2");
}

/* Broken routers and scenarios that have nothing to do with jobs. */
static void
test_others (UiFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *where = NULL;

  click (fixture, "C_lear");
  stroke (fixture, 0, 0, 1);
  dl_session_toggle (fixture->session, dl_place_router (0), FALSE);
  ui_settle (fixture->session);
  assert_job (fixture, 0, 7, "job-1");
  g_assert_true (ui_says (fixture->pane, "8 nodes · 1 group"));
  g_assert_true (ui_press (map (fixture), GDK_KEY_Home, 0));
  where = dl_jobs_view_describe (map (fixture));
  g_assert_cmpstr (where, ==, "Router 0.0.0 · broken · job-1");

  set (edits, "traffic.pattern", "uniform");
  set (edits, "traffic.placement", "");
  set (edits, "scenario.kind", "torus");
  dl_session_edit (fixture->session, edits, "a torus", NULL, NULL);
  ui_settle (fixture->session);
  g_assert_true (ui_says (fixture->pane, "of a dragonfly"));
  g_assert_null (dl_jobs_view_describe (map (fixture)));
}

/* Fabrics -------------------------------------------------------------------------------------- */

static void
test_fabric_strokes (UiFixture *fixture, gconstpointer data)
{
  g_assert_true (ui_says (fixture->pane, "1024 hosts · 128 leaf switches"));
  g_assert_true (ui_says (fixture->pane, "each host to all others of its job"));
  g_assert_true (ui_says (fixture->pane, "Each row is a leaf switch."));
  click (fixture, "C_lear");
  g_assert_cmpstr (pattern (fixture), ==, "jobs");
  stroke (fixture, 5, 40, 12);
  g_assert_cmpstr (placement (fixture), ==, "job-1@5-12\n");
  g_assert_true (ui_says (fixture->pane, "8 hosts · 2 leaf switches"));
  /* From one subtree into the next, backwards. */
  dl_job_list_choose (list (fixture), DL_BRUSH_NEW, NULL);
  stroke (fixture, 70, 66, 60);
  g_assert_cmpstr (placement (fixture), ==, "job-1@5-12\njob-2@60-70\n");
  dl_session_undo (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, "job-1@5-12\n");
  dl_session_undo (fixture->session);
  g_assert_cmpstr (placement (fixture), ==, "# no jobs\n");
  dl_session_undo (fixture->session);
  g_assert_cmpstr (pattern (fixture), ==, "uniform");
}

static void
test_fabric_keys (UiFixture *fixture, gconstpointer data)
{
  g_autofree char *where = NULL, *broken = NULL;

  click (fixture, "C_lear");
  ui_wait_for (gtk_widget_get_width (GTK_WIDGET (map (fixture))) > 0);
  /* The row of a leaf switch, then the next subtree, and in it the next leaf switch. */
  g_assert_true (ui_press (map (fixture), GDK_KEY_End, GDK_SHIFT_MASK));
  release_shift (fixture);
  g_assert_cmpstr (placement (fixture), ==, "job-1@0-7\n");
  g_assert_true (ui_press (map (fixture), GDK_KEY_Page_Down, 0));
  g_assert_true (ui_press (map (fixture), GDK_KEY_Down, 0));
  g_assert_true (ui_press (map (fixture), GDK_KEY_space, 0));
  g_assert_cmpstr (placement (fixture), ==, "job-1@0-7,72\n");
  g_assert_true (ui_press (map (fixture), GDK_KEY_Home, 0));
  g_assert_true (ui_press (map (fixture), GDK_KEY_Delete, 0));
  g_assert_cmpstr (placement (fixture), ==, "job-1@0-7\n");
  where = dl_jobs_view_describe (map (fixture));
  g_assert_cmpstr (where, ==, "Host H72 · switch L1-9 · no job");
  g_assert_true (ui_says (fixture->pane, where));
  gtk_test_accessible_assert_property (map (fixture), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Jobs of all hosts, by leaf switch");
  gtk_test_accessible_assert_property (map (fixture), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, where);

  /* A broken switch, and what it has. */
  dl_session_toggle (fixture->session, dl_place_router (9), FALSE);
  ui_settle (fixture->session);
  broken = dl_jobs_view_describe (map (fixture));
  g_assert_cmpstr (broken, ==, "Host H72 · switch L1-9 · broken · no job");
}

static void
test_fabric_rules (UiFixture *fixture, gconstpointer data)
{
  DlJobRule *rule = ui_find (fixture->pane, DL_TYPE_JOB_RULE, 0);
  GtkDropDown *place;
  GtkWidget *add;

  click (fixture, "C_lear");
  gtk_popover_popup (GTK_POPOVER (rule));
  ui_wait_for (gtk_widget_get_mapped (GTK_WIDGET (rule)));
  place = ui_find (GTK_WIDGET (rule), GTK_TYPE_DROP_DOWN, 0);
  g_assert_true (ui_says (GTK_WIDGET (rule), "H_osts") || ui_says (GTK_WIDGET (rule), "Hosts"));
  /* 384 hosts, 8 at each: 48 would do, and 64 is the next choice. */
  g_assert_cmpstr (dl_choices_get (place), ==, "64");
  dl_choices_select (place, "256");
  g_assert_cmpstr (dl_choices_get (place), ==, "64");
  add = ui_find (GTK_WIDGET (rule), GTK_TYPE_BUTTON, 0);
  for (guint i = 0; g_strcmp0 (gtk_button_get_label (GTK_BUTTON (add)), "_Add Job") != 0; i++)
    add = ui_find (GTK_WIDGET (rule), GTK_TYPE_BUTTON, i);
  g_signal_emit_by_name (add, "clicked");
  g_assert_cmpstr (placement (fixture), ==, "# no jobs\njob-1:384:64\n");
  g_assert_true (ui_says (fixture->pane, "384 hosts · 64 leaf switches"));
  /* The choice stays. */
  dl_choices_select (place, "random");
  gtk_popover_popup (GTK_POPOVER (rule));
  g_assert_cmpstr (dl_choices_get (place), ==, "random");
  click (fixture, "Remo_ve");
  g_assert_cmpstr (placement (fixture), ==, "# no jobs\n");
}

/* From a fabric to a dragonfly: its words and its map. */
static void
test_fabric_other (UiFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *where = NULL;

  set (edits, "scenario.kind", "dragonfly");
  dl_session_edit (fixture->session, edits, "a dragonfly", NULL, NULL);
  ui_settle (fixture->session);
  g_assert_true (ui_says (fixture->pane, "5760 nodes · 15 groups"));
  g_assert_true (ui_says (fixture->pane, "Drag over routers"));
  where = dl_jobs_view_describe (map (fixture));
  g_assert_cmpstr (where, ==, "Router 0.0.0 · all");
}

/* Placements ----------------------------------------------------------------------------------- */

static gboolean
is_compared (UiFixture *fixture)
{
  return ui_find_button (fixture->pane, "Com_pare Placements") != NULL;
}

static GListModel *
rows_of (UiFixture *fixture)
{
  return G_LIST_MODEL (
      gtk_column_view_get_model (ui_find (fixture->pane, GTK_TYPE_COLUMN_VIEW, 0)));
}

static guint
count_rows (UiFixture *fixture)
{
  return g_list_model_get_n_items (rows_of (fixture));
}

/* Placement of a row, which may be scrolled out of sight. */
static const char *
title_of (UiFixture *fixture, guint i)
{
  g_autoptr (DlRow) row = g_list_model_get_item (rows_of (fixture), i);
  const DlJobPlacements *placements = dl_row_get_source (row);

  return placements->rows[dl_row_get_index (row)].title;
}

static void
test_fabric_placements (UiFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (ui_says (fixture->pane, "choose the pattern Program"));
  g_assert_false (gtk_widget_get_sensitive (ui_find_button (fixture->pane, "Com_pare Placements")));
  set (edits, "traffic.pattern", "program");
  set (edits, "traffic.bytes", "4096");
  dl_session_edit (fixture->session, edits, "a program", NULL, &error);
  g_assert_no_error (error);
  ui_settle (fixture->session);
  g_assert_true (ui_says (fixture->pane, "No job is placed"));

  /* Painting leaves the program what it is. */
  click (fixture, "C_lear");
  g_assert_true (ui_says (fixture->pane, "No job is placed"));
  stroke (fixture, 0, 4, 5);
  dl_job_list_choose (list (fixture), DL_BRUSH_NEW, NULL);
  stroke (fixture, 6, 8, 11);
  g_assert_cmpstr (placement (fixture), ==, "job-1@0-5\njob-2@6-11\n");
  g_assert_cmpstr (pattern (fixture), ==, "program");
  ui_settle (fixture->session);
  g_assert_false (ui_says (fixture->pane, "No job is placed"));
  g_assert_false (ui_says (fixture->pane, "each host to all others of its job"));

  click (fixture, "Com_pare Placements");
  ui_wait_for (is_compared (fixture));
  g_assert_cmpuint (count_rows (fixture), ==, 2 * 4); /* there are no rails */
  g_assert_cmpstr (title_of (fixture, 0), ==, "Current");
  g_assert_cmpstr (title_of (fixture, 7), ==, "By leaf switch");
  g_assert_false (ui_says (fixture->pane, "Out of date"));
  dl_session_set (fixture->session, "traffic.bytes", "8192", FALSE);
  ui_settle (fixture->session);
  g_assert_true (ui_says (fixture->pane, "Out of date"));
  ui_draw ();

  /* Canceled, it is as if it had not begun. */
  dl_session_set (fixture->session, "traffic.bytes", "100000000", FALSE);
  ui_settle (fixture->session);
  click (fixture, "Com_pare Placements");
  g_assert_false (is_compared (fixture));
  click (fixture, "_Cancel");
  ui_wait_for (is_compared (fixture));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(name) g_test_add ("/jobs-pane/" #name, UiFixture, NULL, set_up, test_##name, tear_down)
  ADD (begin);
  ADD (stroke);
  ADD (brushes);
  ADD (keys);
  ADD (rules);
  ADD (popover);
  ADD (still);
  ADD (others);
#define ADD_FABRIC(name)                                                                           \
  g_test_add ("/jobs-pane/fabric/" #name, UiFixture, NULL, set_up_fabric, test_fabric_##name,      \
              tear_down)
  ADD_FABRIC (strokes);
  ADD_FABRIC (keys);
  ADD_FABRIC (rules);
  ADD_FABRIC (other);
  ADD_FABRIC (placements);
  return g_test_run ();
}
