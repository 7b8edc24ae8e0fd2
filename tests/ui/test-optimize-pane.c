/* The page on better settings: searches in a real session, applied, undone, canceled, outdated. */
#include "../core/toggle-fixture.h"
#include "dl-optimize-datelines.h"
#include "dl-optimize-pane.h"
#include "dl-optimize-vc.h"
#include "dl-torus-edits.h"
#include "dl-ui.h"
#include "dl-vc-search.h"
#include "ui-fixture.h"

#include <stdlib.h>

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (3, 4, 5);
  ui_fixture_open (fixture, dl_optimize_pane_new, 0, 0);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

static DlSearchBox *
datelines (UiFixture *fixture)
{
  return dl_optimize_pane_get_datelines (DL_OPTIMIZE_PANE (fixture->pane));
}

static DlSearchBox *
vc (UiFixture *fixture)
{
  return dl_optimize_pane_get_vc (DL_OPTIMIZE_PANE (fixture->pane));
}

static void
search (DlSearchBox *box)
{
  dl_search_box_start (box);
  while (dl_search_box_is_running (box))
    g_main_context_iteration (NULL, TRUE);
  ui_idle ();
}

static DlTorusRouting
routing (UiFixture *fixture)
{
  return dl_torus_routing (dl_session_get_scenario (fixture->session));
}

static gboolean
is_usable (DlSearchBox *box)
{
  return gtk_widget_is_sensitive (GTK_WIDGET (dl_search_box_get_content (box)));
}

/* The mean balance of a row, as it says. */
static double
row_balance (UiFixture *fixture, guint i)
{
  g_autofree char *text = dl_dateline_search_describe (datelines (fixture), i);
  g_auto (GStrv) parts = g_strsplit (text, " | ", -1);

  for (guint part = 2; parts[part] != NULL; part++)
    if (strchr (parts[part], '.') != NULL)
      return atof (parts[part]);
  g_assert_not_reached ();
}

static void
test_datelines (UiFixture *fixture, gconstpointer data)
{
  const DlDatelineRanking *ranking;
  DlTorusRouting spec;
  g_autofree char *label = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *row = NULL;
  guint64 generation;

  g_assert_null (dl_search_box_get_result (datelines (fixture)));
  search (datelines (fixture));
  ranking = dl_search_box_get_result (datelines (fixture));
  g_assert_nonnull (ranking);
  g_assert_cmpuint (ranking->combinations, ==, 3 * 4 * 5);
  g_assert_cmpuint (dl_dateline_search_get_n (datelines (fixture)), ==, ranking->n_candidates);
  for (guint i = 1; i < ranking->n_candidates; i++)
    g_assert_cmpfloat (row_balance (fixture, i), >=, row_balance (fixture, i - 1));

  /* Applied: what the row said is so, as one step with a name. */
  dl_dateline_search_activate (datelines (fixture), 2);
  ui_settle (fixture->session);
  spec = routing (fixture);
  g_assert_cmpmem (spec.dateline, sizeof spec.dateline, ranking->candidates[2].dateline,
                   sizeof spec.dateline);
  g_assert_cmpfloat_with_epsilon (dl_torus_analysis_balance_mean (dl_evaluation_torus (
                                      dl_session_get_result (fixture->session))),
                                  row_balance (fixture, 2), 0.00006);
  g_object_get (fixture->session, "undo-label", &label, NULL);
  expected = g_strdup_printf ("Datelines %d, %d, %d", spec.dateline[0], spec.dateline[1],
                              spec.dateline[2]);
  g_assert_cmpstr (label, ==, expected);
  row = dl_dateline_search_describe (datelines (fixture), 2);
  g_assert_nonnull (strstr (row, " | now"));

  /* That is no other state: the list still holds. Where they are already, nothing is done. */
  g_assert_false (dl_search_box_is_stale (datelines (fixture)));
  g_assert_true (is_usable (datelines (fixture)));
  generation = dl_session_get_generation (fixture->session);
  dl_dateline_search_activate (datelines (fixture), 2);
  g_assert_cmpuint (dl_session_get_generation (fixture->session), ==, generation);

  dl_session_undo (fixture->session);
  spec = routing (fixture);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    g_assert_cmpint (spec.dateline[dim], ==, 2 + (gint) dim);
}

/* A position that is not in the list comes with its place among all. */
static void
test_current (UiFixture *fixture, gconstpointer data)
{
  dl_session_set_pattern (fixture->session, dl_pattern_find ("random-permutation"));
  const DlScenario *scenario = dl_session_get_scenario (fixture->session);
  g_autoptr (DlTorusNetwork) network
      = dl_torus_network_new (&dl_torus_options (scenario)->spec, NULL);
  const DlTorusTraffic traffic = dl_torus_traffic (scenario, network);
  g_autoptr (DlDemand) demand = dl_torus_demand_new (network, &traffic);
  DlTorusRouting spec = routing (fixture);
  DlDatelineCandidate all[3 * 4 * 5], worst;
  guint rank = 1, n = 0;
  g_autofree char *text = NULL;
  g_autofree char *note = NULL;
  g_autofree char *expected = NULL;

  for (gint x = 0; x < 3; x++)
    for (gint y = 0; y < 4; y++)
      for (gint z = 0; z < 5; z++)
        {
          const gint at[] = { x, y, z };
          memcpy (spec.dateline, at, sizeof at);
          g_assert_true (dl_dateline_candidate_evaluate (&all[n++], network, &spec, demand, NULL));
        }
  worst = all[0];
  for (guint i = 1; i < n; i++)
    if (all[i].balance_mean > worst.balance_mean + 1e-9)
      worst = all[i];
  text = dl_datelines_text (worst.dateline);
  for (guint i = 0; i < n; i++)
    rank += all[i].balance_mean < worst.balance_mean - 1e-9;
  g_assert_cmpuint (rank, >, 8);
  dl_session_set_named (fixture->session, "torus.datelines", text, "Worst");
  search (datelines (fixture));
  note = dl_dateline_search_get_note (datelines (fixture));
  expected = g_strdup_printf ("Now: %d, %d, %d, rank ", worst.dateline[0], worst.dateline[1],
                              worst.dateline[2]);
  g_assert_true (g_str_has_prefix (note, expected));
  g_assert_cmpuint (atoi (note + strlen (expected)), >=, rank); /* equals may come before it */
}

/* Pairs that send more and less are not searched for, and that is said. */
static void
test_matrix (UiFixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, "traffic.pattern", "matrix");
  dl_edits_add (edits, DL_EDIT_SET, "traffic.matrix", "0,1,8\n1,2,800\n");
  g_assert_true (dl_session_edit (fixture->session, edits, "Matrix", NULL, NULL));
  dl_search_box_start (vc (fixture));
  g_assert_false (dl_search_box_is_running (vc (fixture)));
  g_assert_null (dl_search_box_get_result (vc (fixture)));
  g_assert_true (ui_says (GTK_WIDGET (vc (fixture)), "Not for a matrix"));
  search (datelines (fixture));
  g_assert_nonnull (dl_search_box_get_result (datelines (fixture)));
}

/* With all of them on VC0 there is nothing to choose. */
static void
test_source_vc (UiFixture *fixture, gconstpointer data)
{
  dl_session_set (fixture->session, "traffic.source-vc", "0", FALSE);
  dl_search_box_start (vc (fixture));
  g_assert_false (dl_search_box_is_running (vc (fixture)));
  g_assert_true (ui_says (GTK_WIDGET (vc (fixture)), "Virtual channel at the source"));
  search (datelines (fixture));
  g_assert_nonnull (dl_search_box_get_result (datelines (fixture)));
}

static void
test_stale (UiFixture *fixture, gconstpointer data)
{
  const DlTorusLinkAt at = { { { 1, 1, 1 } }, DL_TORUS_PORT_Y_PLUS };

  search (datelines (fixture));
  g_assert_true (is_usable (datelines (fixture)));
  dl_session_rename (fixture->session, "Another name");
  g_assert_false (dl_search_box_is_stale (datelines (fixture)));
  toggle_link (fixture->session, at, FALSE);
  g_assert_true (dl_search_box_is_stale (datelines (fixture)));
  g_assert_false (is_usable (datelines (fixture)));
  dl_session_undo (fixture->session);
  g_assert_false (dl_search_box_is_stale (datelines (fixture)));
  g_assert_true (is_usable (datelines (fixture)));
  dl_session_set (fixture->session, "torus.vc-policy", "initial", FALSE);
  g_assert_true (dl_search_box_is_stale (datelines (fixture)));
  search (datelines (fixture));
  g_assert_false (dl_search_box_is_stale (datelines (fixture)));
  dl_session_set_number (fixture->session, "torus.radix", DL_X, 5, TRUE);
  g_assert_true (dl_search_box_is_stale (datelines (fixture)));
}

/* Canceled by the person, and by an edit that changes the question. */
static void
test_cancel (UiFixture *fixture, gconstpointer data)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    dl_session_set_number (fixture->session, "torus.radix", dim, 12, TRUE);
  toggle_link (fixture->session, (DlTorusLinkAt) { { { 1, 1, 1 } }, DL_TORUS_PORT_Y_PLUS }, FALSE);
  dl_search_box_start (datelines (fixture));
  dl_search_box_start (vc (fixture));
  g_assert_true (dl_search_box_is_running (datelines (fixture)));
  dl_search_box_cancel (datelines (fixture));
  g_assert_false (dl_search_box_is_running (datelines (fixture)));
  g_assert_true (dl_search_box_is_running (vc (fixture)));
  toggle_link (fixture->session, (DlTorusLinkAt) { { { 2, 2, 2 } }, DL_TORUS_PORT_X_PLUS }, FALSE);
  g_assert_false (dl_search_box_is_running (vc (fixture)));
  for (guint i = 0; i < 20; i++)
    {
      g_usleep (5000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  g_assert_null (dl_search_box_get_result (datelines (fixture)));
  g_assert_null (dl_search_box_get_result (vc (fixture)));
}

/* Without a ring there is nothing to place. */
static void
test_mesh (UiFixture *fixture, gconstpointer data)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    dl_session_set_number (fixture->session, "torus.wrap", dim, FALSE, FALSE);
  search (datelines (fixture));
  g_assert_cmpuint (dl_dateline_search_get_n (datelines (fixture)), ==, 0);
  search (vc (fixture));
  g_assert_nonnull (dl_search_box_get_result (vc (fixture)));
}

static void
test_vc (UiFixture *fixture, gconstpointer data)
{
  const DlVcOptimum *optimum;
  const DlScenario *scenario;

  search (vc (fixture));
  optimum = dl_search_box_get_result (vc (fixture));
  g_assert_nonnull (optimum);
  for (guint row = 0; row <= DL_TORUS_N_DIMS; row++)
    {
      g_autofree char *text = dl_vc_search_describe (vc (fixture), row);
      g_auto (GStrv) cells = g_strsplit (text, " | ", -1);

      g_assert_cmpuint (g_strv_length (cells), ==, 3);
      g_assert_cmpfloat (atof (cells[1]), <=, atof (cells[0]));
      g_assert_cmpfloat (atof (cells[1]), >=, atof (cells[2]) - 0.0001);
    }
  g_assert_cmpstr (dl_vc_search_get_head (vc (fixture)), ==, "now");
  g_assert_true (dl_vc_search_can_use (vc (fixture)));

  dl_vc_search_use (vc (fixture));
  ui_settle (fixture->session);
  scenario = dl_session_get_scenario (fixture->session);
  g_assert_cmpstr (dl_torus_options (scenario)->routing.vc_policy->id, ==, "optimized");
  g_assert_cmpstr (dl_vc_table_text (dl_torus_options (scenario)->vc_table), ==,
                   dl_vc_table_text (optimum->table));
  g_assert_cmpfloat_with_epsilon (dl_torus_analysis_balance_mean (dl_evaluation_torus (
                                      dl_session_get_result (fixture->session))),
                                  optimum->mean_after, 1e-9);
  g_assert_cmpstr (dl_vc_search_get_head (vc (fixture)), ==, "before");
  g_assert_false (dl_vc_search_can_use (vc (fixture))); /* it is in use */
  g_assert_false (dl_search_box_is_stale (vc (fixture)));

  dl_session_undo (fixture->session);
  scenario = dl_session_get_scenario (fixture->session);
  g_assert_cmpstr (dl_torus_options (scenario)->routing.vc_policy->id, ==, "output-crossing");
  g_assert_null (dl_torus_options (scenario)->vc_table);
  g_assert_true (dl_vc_search_can_use (vc (fixture)));
  dl_session_set_number (fixture->session, "torus.datelines", DL_Y, 0, TRUE);
  g_assert_true (dl_search_box_is_stale (vc (fixture)));
  g_assert_false (dl_vc_search_can_use (vc (fixture)));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(name, func) g_test_add (name, UiFixture, NULL, set_up, func, tear_down)
  ADD ("/optimize-pane/datelines", test_datelines);
  ADD ("/optimize-pane/current", test_current);
  ADD ("/optimize-pane/matrix", test_matrix);
  ADD ("/optimize-pane/source-vc", test_source_vc);
  ADD ("/optimize-pane/stale", test_stale);
  ADD ("/optimize-pane/cancel", test_cancel);
  ADD ("/optimize-pane/mesh", test_mesh);
  ADD ("/optimize-pane/vc", test_vc);
  return g_test_run ();
}
