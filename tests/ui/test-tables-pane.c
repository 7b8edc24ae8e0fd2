/* The page of routing tables: those of what is selected, of the last result, while somebody looks.
 */
#include "dl-session-edits.h"
#include "dl-tables-pane.h"
#include "dl-ui.h"

#include <string.h>

typedef struct
{
  DlSession *session;
  DlView *view;
  GtkWidget *window;
  GtkWidget *pane;
} Fixture;

static void
wait_for_result (Fixture *fixture)
{
  gboolean busy;

  for (g_object_get (fixture->session, "busy", &busy, NULL); busy;
       g_object_get (fixture->session, "busy", &busy, NULL))
    g_main_context_iteration (NULL, TRUE);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->session = dl_session_new (NULL);
  for (DlDim dim = DL_X; dim < DL_N_DIMS; dim++)
    dl_session_set_radix (fixture->session, dim, 4);
  dl_session_seal (fixture->session);
  wait_for_result (fixture);
  fixture->view = dl_view_new (fixture->session);
  fixture->pane = dl_tables_pane_new (fixture->view);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 280, 700);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->pane);
  gtk_window_present (GTK_WINDOW (fixture->window));
  while (!gtk_widget_get_mapped (fixture->pane))
    g_main_context_iteration (NULL, TRUE);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  wait_for_result (fixture);
  g_assert_finalize_object (fixture->view);
  g_assert_finalize_object (fixture->session);
}

/* The first visible widget in @widget of @type whose text, if @text is given, has it in it. */
static GtkWidget *
find (GtkWidget *widget, GType type, const char *text)
{
  if (!gtk_widget_get_visible (widget))
    return NULL;
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type)
      && (text == NULL || strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, type, text);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Until a label says @text: what is read comes from another thread. */
static void
wait_for_text (Fixture *fixture, const char *text)
{
  const gint64 end = g_get_monotonic_time () + 20 * G_TIME_SPAN_SECOND;

  while (find (fixture->pane, GTK_TYPE_LABEL, text) == NULL)
    {
      if (g_get_monotonic_time () > end)
        g_error ("no label says “%s”", text);
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_usleep (2000);
    }
}

static guint
n_rows (Fixture *fixture)
{
  GtkWidget *table = find (fixture->pane, GTK_TYPE_COLUMN_VIEW, NULL);

  return table == NULL ? 0
                       : g_list_model_get_n_items (
                           G_LIST_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (table))));
}

static void
test_follows_selection (Fixture *fixture, gconstpointer data)
{
  wait_for_text (fixture, "Select a node");
  g_assert_null (find (fixture->pane, GTK_TYPE_BUTTON, NULL));
  g_assert_cmpuint (n_rows (fixture), ==, 0);

  dl_view_select_node (fixture->view, 1 * 16 + 2 * 4 + 3);
  wait_for_text (fixture, "Router (1,2,3) · NID 27 · region 0 of 1");
  g_assert_cmpuint (n_rows (fixture), ==, 64);
  wait_for_text (fixture, "Local table: 64 of");
  wait_for_text (fixture, "64 of 64 working routers");
  g_assert_nonnull (find (fixture->pane, GTK_TYPE_BUTTON, NULL));

  /* A link stands for the router that it leaves. */
  dl_view_select_link (fixture->view, 5 * DL_N_NETWORK_PORTS + DL_PORT_Z_MINUS);
  wait_for_text (fixture, "Router (0,1,1)");
  dl_view_clear_selection (fixture->view);
  wait_for_text (fixture, "Select a node");
}

static void
test_follows_result (Fixture *fixture, gconstpointer data)
{
  dl_view_select_node (fixture->view, 0);
  wait_for_text (fixture, "Local table: 64 of");
  dl_view_toggle_node (fixture->view, 21);
  wait_for_text (fixture, "Local table: 63 of");
  g_assert_cmpuint (n_rows (fixture), ==, 64); /* the broken one too: it has no port */
  dl_view_toggle_node (fixture->view, 0);
  wait_for_text (fixture, "broken");
  wait_for_text (fixture, "Local table: 0 of");
  wait_for_text (fixture, "62 of 62 working routers");

  /* Not while nobody looks, but then at once. */
  gtk_widget_set_visible (fixture->pane, FALSE);
  dl_view_toggle_node (fixture->view, 0);
  wait_for_result (fixture);
  gtk_widget_set_visible (fixture->pane, TRUE);
  wait_for_text (fixture, "Local table: 63 of");
}

/* Closing in the midst of it. */
static void
test_closed (Fixture *fixture, gconstpointer data)
{
  dl_view_select_node (fixture->view, 1);
  dl_view_select_node (fixture->view, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  dl_ui_init ();
  g_test_add ("/tables-pane/follows-selection", Fixture, NULL, set_up, test_follows_selection,
              tear_down);
  g_test_add ("/tables-pane/follows-result", Fixture, NULL, set_up, test_follows_result, tear_down);
  g_test_add ("/tables-pane/closed", Fixture, NULL, set_up, test_closed, tear_down);
  return g_test_run ();
}
