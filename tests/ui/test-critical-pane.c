/* The page of critical cables: it fills, follows the maps and they it, and breaks what it lists. */
#include "dl-critical-pane.h"
#include "dl-rows.h"
#include "dl-session-edits.h"
#include "dl-ui.h"

typedef struct
{
  DlSession *session;
  DlView *view;
  GtkWidget *window;
  GtkWidget *pane;
} Fixture;

/* The first widget of @type in @root, or the one whose text is @text. */
static GtkWidget *
find (GtkWidget *root, GType type, const char *text)
{
  if (g_type_is_a (G_OBJECT_TYPE (root), type)
      && (text == NULL || strstr (gtk_label_get_text (GTK_LABEL (root)), text) != NULL))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, type, text);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
settle (Fixture *fixture)
{
  gboolean busy;

  for (g_object_get (fixture->session, "busy", &busy, NULL); busy;
       g_object_get (fixture->session, "busy", &busy, NULL))
    g_main_context_iteration (NULL, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->session = dl_session_new (NULL);
  for (DlDim dim = DL_X; dim < DL_N_DIMS; dim++)
    dl_session_set_radix (fixture->session, dim, GPOINTER_TO_UINT (data));
  dl_session_seal (fixture->session);
  settle (fixture);
  fixture->view = dl_view_new (fixture->session);
  fixture->pane = dl_critical_pane_new (fixture->view);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 320, 500);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->pane);
  gtk_window_present (GTK_WINDOW (fixture->window));
  while (!gtk_widget_get_mapped (fixture->pane))
    g_main_context_iteration (NULL, TRUE);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  settle (fixture);
  g_assert_finalize_object (fixture->view);
  g_assert_finalize_object (fixture->session);
}

static DlCriticalJob *
job (Fixture *fixture)
{
  return dl_view_get_critical_job (fixture->view);
}

static GtkColumnView *
table (Fixture *fixture)
{
  return GTK_COLUMN_VIEW (find (fixture->pane, GTK_TYPE_COLUMN_VIEW, NULL));
}

static GtkSelectionModel *
rows (Fixture *fixture)
{
  return gtk_column_view_get_model (table (fixture));
}

static GtkButton *
button (Fixture *fixture)
{
  return GTK_BUTTON (find (fixture->pane, GTK_TYPE_BUTTON, NULL));
}

/* By the button, to the end. */
static void
search (Fixture *fixture)
{
  g_signal_emit_by_name (button (fixture), "clicked");
  while (dl_critical_job_is_running (job (fixture))
         || dl_critical_job_get_results (job (fixture)) == NULL)
    g_main_context_iteration (NULL, TRUE);
  settle (fixture);
}

static gboolean
says (Fixture *fixture, const char *text)
{
  GtkWidget *label = find (fixture->pane, GTK_TYPE_LABEL, text);
  return label != NULL && gtk_widget_get_mapped (label);
}

static void
test_fills (Fixture *fixture, gconstpointer data)
{
  g_assert_true (says (fixture, "Breaks every working cable"));
  g_assert_cmpstr (gtk_button_get_label (button (fixture)), ==, "_Find the Worst Links");
  search (fixture);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows (fixture))), ==, 192);
  g_assert_true (says (fixture, "192 cables"));
  g_assert_false (says (fixture, "Breaks every working cable"));
  g_assert_false (says (fixture, "has changed"));
  g_assert_cmpint (dl_view_get_metric (fixture->view), ==, DL_METRIC_CRITICAL);
  for (guint i = 0; i < 192; i++)
    {
      g_autoptr (DlRow) row = g_list_model_get_item (G_LIST_MODEL (rows (fixture)), i);
      g_assert_true (dl_row_get_source (row) == dl_critical_job_get_results (job (fixture)));
      g_assert_cmpuint (dl_row_get_index (row), ==, i);
    }
}

static void
test_selects (Fixture *fixture, gconstpointer data)
{
  const DlCritical *critical;
  g_autofree char *described = NULL;

  search (fixture);
  critical = dl_critical_job_get_results (job (fixture));
  gtk_selection_model_select_item (rows (fixture), 7, TRUE);
  g_assert_cmpuint (dl_view_get_selected_link (fixture->view), ==, critical->cables[7].link);
  g_assert_true (says (fixture, "Without "));
  described = dl_view_describe_link (fixture->view, critical->cables[7].back);
  g_assert_nonnull (strstr (described, "if its cable breaks"));

  /* The other way round; either direction names the cable. */
  dl_view_select_link (fixture->view, critical->cables[90].back);
  g_assert_true (gtk_selection_model_is_selected (rows (fixture), 90));
  g_assert_cmpuint (dl_view_get_selected_link (fixture->view), ==, critical->cables[90].back);
  dl_view_clear_selection (fixture->view);
  g_assert_false (gtk_selection_model_is_selected (rows (fixture), 90));
  g_assert_false (says (fixture, "Without "));
}

static void
test_breaks (Fixture *fixture, gconstpointer data)
{
  const DlTorusSpec *torus;
  DlLinkAt cable;

  search (fixture);
  cable = dl_network_link_at (dl_critical_job_get_results (job (fixture))->network,
                              dl_critical_job_get_results (job (fixture))->cables[0].link);
  g_signal_emit_by_name (table (fixture), "activate", 0);
  settle (fixture);
  torus = &dl_session_get_scenario (fixture->session)->torus;
  g_assert_cmpuint (torus->broken_cables->len, ==, 1);
  g_assert_cmpint (dl_link_at_compare (&g_array_index (torus->broken_cables, DlLinkAt, 0), &cable),
                   ==, 0);
  g_assert_true (says (fixture, "has changed"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows (fixture))), ==, 192);

  dl_session_undo (fixture->session);
  settle (fixture);
  g_assert_false (says (fixture, "has changed"));

  /* Of another shape: there is nothing to select or break. */
  dl_session_set_radix (fixture->session, DL_X, 5);
  settle (fixture);
  gtk_selection_model_select_item (rows (fixture), 3, TRUE);
  g_signal_emit_by_name (table (fixture), "activate", 3);
  settle (fixture);
  g_assert_cmpuint (dl_view_get_selected_link (fixture->view), ==, DL_NO_LINK);
  g_assert_cmpuint (dl_session_get_scenario (fixture->session)->torus.broken_cables->len, ==, 0);
}

static void
test_cancels (Fixture *fixture, gconstpointer data)
{
  g_signal_emit_by_name (button (fixture), "clicked");
  g_assert_true (dl_critical_job_is_running (job (fixture)));
  g_assert_cmpstr (gtk_button_get_label (button (fixture)), ==, "_Cancel");
  while (dl_critical_job_get_results (job (fixture)) == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_signal_emit_by_name (button (fixture), "clicked");
  g_assert_false (dl_critical_job_is_running (job (fixture)));
  settle (fixture);
  g_assert_cmpstr (gtk_button_get_label (button (fixture)), ==, "_Find the Worst Links");
  g_assert_true (says (fixture, "of 6591 cables") || says (fixture, "of 6,591 cables"));
}

static void
test_one_node (Fixture *fixture, gconstpointer data)
{
  search (fixture);
  g_assert_true (says (fixture, "no working cable"));
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  dl_ui_init ();
#define ADD(name, radix, func)                                                                     \
  g_test_add ("/critical-pane/" name, Fixture, GUINT_TO_POINTER (radix), set_up, func, tear_down)
  ADD ("fills", 4, test_fills);
  ADD ("selects", 4, test_selects);
  ADD ("breaks", 4, test_breaks);
  ADD ("cancels", 13, test_cancels);
  ADD ("one-node", 1, test_one_node);
  return g_test_run ();
}
