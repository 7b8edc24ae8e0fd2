/* The page of critical cables: it fills, follows the maps and they it, and breaks what it lists. */
#include "dl-rows.h"
#include "dl-ui.h"
#include "metric-fixture.h"
#include "ui-fixture.h"

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  const guint radix = GPOINTER_TO_UINT (data);

  fixture->session = ui_session_new (radix, radix, radix);
  ui_fixture_open_page (fixture, "critical", 320, 500);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

static DlCriticalJob *
job (UiFixture *fixture)
{
  return dl_view_get_critical_job (fixture->view);
}

static GtkColumnView *
table (UiFixture *fixture)
{
  return ui_find (fixture->pane, GTK_TYPE_COLUMN_VIEW, 0);
}

static GtkSelectionModel *
rows (UiFixture *fixture)
{
  return gtk_column_view_get_model (table (fixture));
}

static GtkButton *
button (UiFixture *fixture)
{
  return ui_find (fixture->pane, GTK_TYPE_BUTTON, 1); /* after that of the choice */
}

/* Search by the button, to the end. */
static void
search (UiFixture *fixture)
{
  g_signal_emit_by_name (button (fixture), "clicked");
  while (dl_critical_job_is_running (job (fixture))
         || dl_critical_job_get_results (job (fixture)) == NULL)
    g_main_context_iteration (NULL, TRUE);
  ui_settle (fixture->session);
}

static gboolean
says (UiFixture *fixture, const char *text)
{
  return ui_says (fixture->pane, text);
}

/* Text in cells of the table that is cut as @overflow says. */
static guint
count_cut (UiFixture *fixture, GtkInscriptionOverflow overflow)
{
  GtkWidget *cells = GTK_WIDGET (table (fixture));
  GtkInscription *cell;
  guint n = 0;

  for (guint i = 0; (cell = ui_find (cells, GTK_TYPE_INSCRIPTION, i)) != NULL; i++)
    if (gtk_inscription_get_text_overflow (cell) == overflow)
      n++;
  return n;
}

static void
test_fills (UiFixture *fixture, gconstpointer data)
{
  g_assert_true (says (fixture, "Breaks every working cable"));
  g_assert_cmpstr (gtk_button_get_label (button (fixture)), ==, "_Find Critical Cables");
  search (fixture);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows (fixture))), ==, 192);
  g_assert_true (says (fixture, "192 cables"));
  g_assert_false (says (fixture, "Breaks every working cable"));
  g_assert_false (says (fixture, "has changed"));
  g_assert_true (dl_view_get_metric (fixture->view) == torus_metric ("critical"));
  for (guint i = 0; i < 192; i++)
    {
      g_autoptr (DlRow) row = g_list_model_get_item (G_LIST_MODEL (rows (fixture)), i);
      g_assert_true (dl_row_get_source (row) == dl_critical_job_get_results (job (fixture)));
      g_assert_cmpuint (dl_row_get_index (row), ==, i);
    }
  /* Names differ at their ends, which are not cut; effects and verdicts are words. */
  ui_draw ();
  g_assert_cmpuint (count_cut (fixture, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE), >, 2);
  g_assert_cmpuint (count_cut (fixture, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END), >, 2);
}

static void
test_selects (UiFixture *fixture, gconstpointer data)
{
  const DlCritical *critical;
  g_autofree char *described = NULL;

  search (fixture);
  critical = dl_critical_job_get_results (job (fixture));
  gtk_selection_model_select_item (rows (fixture), 7, TRUE);
  g_assert_cmpuint (dl_view_get_selected_link (fixture->view), ==, critical->cables[7].link);
  g_assert_true (says (fixture, "Without "));
  described = dl_view_describe (fixture->view, dl_place_link (critical->cables[7].back));
  g_assert_nonnull (strstr (described, "if its cable breaks"));

  /* The other way round; either direction names the cable. */
  dl_view_select (fixture->view, dl_place_link (critical->cables[90].back));
  g_assert_true (gtk_selection_model_is_selected (rows (fixture), 90));
  g_assert_cmpuint (dl_view_get_selected_link (fixture->view), ==, critical->cables[90].back);
  dl_view_select (fixture->view, DL_NOWHERE);
  g_assert_false (gtk_selection_model_is_selected (rows (fixture), 90));
  g_assert_false (says (fixture, "Without "));
}

static void
test_breaks (UiFixture *fixture, gconstpointer data)
{
  const DlTorusSpec *torus;
  DlTorusLinkAt cable;

  search (fixture);
  cable = dl_torus_network_link_at (dl_critical_job_get_results (job (fixture))->net.shape,
                                    dl_critical_job_get_results (job (fixture))->cables[0].link);
  g_signal_emit_by_name (table (fixture), "activate", 0);
  ui_settle (fixture->session);
  torus = &dl_torus_options (dl_session_get_scenario (fixture->session))->spec;
  g_assert_cmpuint (torus->broken_cables->len, ==, 1);
  g_assert_cmpint (
      dl_torus_link_at_compare (&g_array_index (torus->broken_cables, DlTorusLinkAt, 0), &cable),
      ==, 0);
  g_assert_true (says (fixture, "has changed"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows (fixture))), ==, 192);

  dl_session_undo (fixture->session);
  ui_settle (fixture->session);
  g_assert_false (says (fixture, "has changed"));

  /* A different shape: there is nothing to select or break. */
  dl_session_set_number (fixture->session, "torus.radix", DL_X, 5, TRUE);
  ui_settle (fixture->session);
  gtk_selection_model_select_item (rows (fixture), 3, TRUE);
  g_signal_emit_by_name (table (fixture), "activate", 3);
  ui_settle (fixture->session);
  g_assert_cmpuint (dl_view_get_selected_link (fixture->view), ==, DL_NO_LINK);
  g_assert_cmpuint (
      dl_torus_options (dl_session_get_scenario (fixture->session))->spec.broken_cables->len, ==,
      0);
}

static void
test_cancels (UiFixture *fixture, gconstpointer data)
{
  g_signal_emit_by_name (button (fixture), "clicked");
  g_assert_true (dl_critical_job_is_running (job (fixture)));
  g_assert_cmpstr (gtk_button_get_label (button (fixture)), ==, "_Cancel");
  while (dl_critical_job_get_results (job (fixture)) == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_signal_emit_by_name (button (fixture), "clicked");
  g_assert_false (dl_critical_job_is_running (job (fixture)));
  ui_settle (fixture->session);
  g_assert_cmpstr (gtk_button_get_label (button (fixture)), ==, "_Find Critical Cables");
  g_assert_true (says (fixture, "of 6591 cables") || says (fixture, "of 6,591 cables"));
}

static void
test_one_node (UiFixture *fixture, gconstpointer data)
{
  search (fixture);
  g_assert_true (says (fixture, "no working cable"));
}

/* A dragonfly in the same page: other columns, a whole blue cable; the torus' results are gone. */
static void
test_dragonfly (UiFixture *fixture, gconstpointer data)
{
  const DlDragonflyOptions *options;
  const DlCritical *critical;
  guint blue = 0;

  search (fixture);
  dl_session_open_new (fixture->session, dl_preset_load ("cascade-2", NULL));
  ui_settle (fixture->session);
  g_assert_true (says (fixture, "Breaks every working cable"));
  g_assert_false (says (fixture, "192 cables"));

  search (fixture);
  critical = dl_view_get_critical (fixture->view);
  g_assert_nonnull (critical);
  g_assert_true (dl_view_get_metric (fixture->view) == torus_metric ("critical"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows (fixture))), ==,
                    critical->n_cables);
  while (((const DlDragonfly *) critical->net.shape)->link_class[critical->cables[blue].link]
         != DL_LINK_BLUE)
    blue++;
  gtk_selection_model_select_item (rows (fixture), blue, TRUE);
  g_assert_true (says (fixture, "Without blue 0-1#"));
  g_assert_true (says (fixture, "saturation load"));
  g_assert_cmpuint (dl_view_get_selected_link (fixture->view), ==, critical->cables[blue].link);
  g_signal_emit_by_name (table (fixture), "activate", blue);
  ui_settle (fixture->session);
  options = dl_dragonfly_options (dl_session_get_scenario (fixture->session));
  g_assert_cmpuint (options->spec.broken_cables->len, ==, 1);
  g_assert_cmpuint (options->spec.broken_links->len, ==, 0);
  g_assert_true (says (fixture, "has changed"));
}

/* Switches of a fabric, beside its cables; each of both searches stays. */
static void
test_switches (UiFixture *fixture, gconstpointer data)
{
  GtkDropDown *choice = ui_find (fixture->pane, GTK_TYPE_DROP_DOWN, 0);
  DlCriticalJob *of_switches = dl_view_get_critical_routers (fixture->view);
  const DlCritical *critical;
  guint leaf = 0;

  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (choice)));
  dl_session_open_new (fixture->session, dl_preset_load ("fat-tree-16", NULL));
  ui_settle (fixture->session);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (choice)));
  search (fixture);
  g_assert_true (says (fixture, "16 cables"));

  gtk_drop_down_set_selected (choice, DL_CRITICAL_ROUTERS);
  g_assert_true (says (fixture, "Breaks every working switch"));
  g_assert_cmpstr (gtk_button_get_label (button (fixture)), ==, "_Find Critical Switches");
  g_signal_emit_by_name (button (fixture), "clicked");
  while (dl_critical_job_is_running (of_switches)
         || dl_critical_job_get_results (of_switches) == NULL)
    g_main_context_iteration (NULL, TRUE);
  ui_settle (fixture->session);
  critical = dl_critical_job_get_results (of_switches);
  g_assert_true (says (fixture, "8 switches"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows (fixture))), ==, 8);

  while (critical->cables[leaf].figures.nodes_lost == 0)
    leaf++;
  gtk_selection_model_select_item (rows (fixture), leaf, TRUE);
  g_assert_true (says (fixture, "Without L1-"));
  g_assert_true (says (fixture, "4 hosts lost"));
  g_assert_cmpint (dl_view_get_selected (fixture->view).kind, ==, DL_PLACE_ROUTER);
  g_assert_cmpuint (dl_view_get_selected (fixture->view).a, ==, critical->cables[leaf].link);
  dl_view_select (fixture->view, dl_place_router (critical->cables[7].link));
  g_assert_true (gtk_selection_model_is_selected (rows (fixture), 7));

  g_signal_emit_by_name (table (fixture), "activate", leaf);
  ui_settle (fixture->session);
  g_assert_true (says (fixture, "has changed"));
  g_assert_cmpuint (dl_session_get_result (fixture->session)->findings.working_nodes, ==, 12);

  gtk_drop_down_set_selected (choice, DL_CRITICAL_CABLES);
  g_assert_true (says (fixture, "16 cables"));
}

int
main (int argc, char *argv[])
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(name, radix, func)                                                                     \
  g_test_add ("/critical-pane/" name, UiFixture, GUINT_TO_POINTER (radix), set_up, func, tear_down)
  ADD ("fills", 4, test_fills);
  ADD ("selects", 4, test_selects);
  ADD ("breaks", 4, test_breaks);
  ADD ("cancels", 13, test_cancels);
  ADD ("one-node", 1, test_one_node);
  ADD ("dragonfly", 4, test_dragonfly);
  ADD ("switches", 4, test_switches);
  return g_test_run ();
}
