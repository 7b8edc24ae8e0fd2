/* The page that explains a route: by typing, from the view, and step by step. */
#include "dl-route-pane.h"

#include "../core/toggle-fixture.h"
#include "dl-live-entry.h"
#include "dl-ui.h"
#include "ui-fixture.h"

static gboolean
says (UiFixture *fixture, const char *text)
{
  return ui_says (fixture->pane, text);
}

static DlLiveEntry *
from (UiFixture *fixture)
{
  return ui_find (fixture->pane, DL_TYPE_LIVE_ENTRY, 0);
}

static DlLiveEntry *
to (UiFixture *fixture)
{
  return ui_find (fixture->pane, DL_TYPE_LIVE_ENTRY, 1);
}

static DlStepList *
list (UiFixture *fixture)
{
  return ui_find (fixture->pane, DL_TYPE_STEP_LIST, 0);
}

/* The 5x5x5 torus with datelines 0,0,0 and the cable (1,2,2)X+ cut (model 3). */
static void
set_up (UiFixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (5, 5, 5);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    dl_session_set_number (fixture->session, "torus.datelines", dim, 0, TRUE);
  toggle_link (fixture->session, (DlTorusLinkAt) { { { 1, 2, 2 } }, DL_TORUS_PORT_X_PLUS }, FALSE);
  ui_settle (fixture->session);
  ui_fixture_open_page (fixture, "route", 280, 600);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

static guint
node_at (guint x, guint y, guint z)
{
  return (x * 5 + y) * 5 + z;
}

static void
type_in (DlLiveEntry *entry, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

#define assert_text(entry, text)                                                                   \
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, text)

static void
assert_step (UiFixture *fixture, guint step, const char *expected)
{
  g_autofree char *text = dl_step_list_describe (list (fixture), step);
  g_assert_cmpstr (text, ==, expected);
}

/* A detour shown by the view: the whole story. */
static void
test_detour (UiFixture *fixture, gconstpointer data)
{
  g_assert_cmpuint (dl_step_list_get_n (list (fixture)), ==, 0);
  g_assert_true (says (fixture, "Shift+click"));

  dl_view_show_route (fixture->view, node_at (0, 2, 2), node_at (2, 2, 2), 0);
  assert_text (from (fixture), "0,2,2");
  assert_text (to (fixture), "2,2,2");
  g_assert_true (says (fixture, "X+.1 Y+.0 X+.0 Y-.1"));
  g_assert_true (says (fixture, "4 hops, 2 changes of virtual channel, delivered, legal"));
  g_assert_cmpuint (dl_step_list_get_n (list (fixture)), ==, 4);
  assert_step (fixture, 0,
               "X+.1 | (0,2,2) | dateline | dimension order, minimal direction (VC paper 2.2.1)\n"
               "VC1: starts at the dateline (VC paper 3)");
  assert_step (fixture, 1,
               "Y+.0 | (1,2,2) | the X link is broken: Y+ (VC paper 2.2.2)\n"
               "VC0: turns to a higher dimension next (VC paper 2.2.1)\n"
               "rejected X+: the link is broken (VC paper 2.2.2)");

  /* Restored, the route is another one, without being asked for again. */
  dl_session_restore_all (fixture->session);
  ui_settle (fixture->session);
  g_assert_cmpuint (dl_step_list_get_n (list (fixture)), ==, 2);
  g_assert_true (says (fixture, "X+.1 X+.1"));
  assert_step (fixture, 1, "X+.1 | (1,2,2) | as hop 1");

  dl_view_hide_path (fixture->view);
  g_assert_cmpuint (dl_step_list_get_n (list (fixture)), ==, 0);
  g_assert_true (says (fixture, "Shift+click"));
}

/* Typed as coordinates or NIDs; what is wrong is said at once. */
static void
test_typing (UiFixture *fixture, gconstpointer data)
{
  guint source, dest;

  type_in (from (fixture), "1,1,1");
  g_assert_cmpint (dl_view_get_path_kind (fixture->view), ==, DL_PATH_NONE);
  type_in (to (fixture), "3,4,9");
  g_assert_cmpint (dl_view_get_path_kind (fixture->view), ==, DL_PATH_NONE);
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (to (fixture)), "error"));
  g_assert_true (says (fixture, "3,4,9"));
  type_in (to (fixture), "3,4,0");
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (to (fixture)), "error"));
  g_assert_nonnull (dl_view_get_route (fixture->view, &source, &dest));
  g_assert_cmpuint (source, ==, node_at (1, 1, 1));
  g_assert_cmpuint (dest, ==, node_at (3, 4, 0));
  g_assert_true (says (fixture, "X+.0 X+.0 Y-.0 Y-.1 Z-.1"));

  /* An NID stays as typed until the keyboard leaves. */
  type_in (to (fixture), "31");
  assert_text (to (fixture), "31");
  g_assert_nonnull (dl_view_get_route (fixture->view, &source, &dest));
  g_assert_cmpuint (dest, ==, node_at (1, 1, 1));
  g_signal_emit_by_name (to (fixture), "settled");
  assert_text (to (fixture), "1,1,1");

  /* A broken node cannot send. */
  toggle_node (fixture->session, (DlTorusCoord) { { 4, 4, 4 } });
  ui_settle (fixture->session);
  type_in (from (fixture), "4,4,4");
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (from (fixture)), "error"));
  g_assert_true (says (fixture, "The node (4,4,4) is broken"));
}

static void
test_swap_and_copy (UiFixture *fixture, gconstpointer data)
{
  GtkWidget *swap = ui_find (fixture->pane, GTK_TYPE_BUTTON, 0);
  guint source, dest;

  dl_view_show_route (fixture->view, node_at (0, 2, 2), node_at (2, 2, 2), 0);
  g_signal_emit_by_name (swap, "clicked");
  g_assert_nonnull (dl_view_get_route (fixture->view, &source, &dest));
  g_assert_cmpuint (source, ==, node_at (2, 2, 2));
  g_assert_cmpuint (dest, ==, node_at (0, 2, 2));
  assert_text (from (fixture), "2,2,2");
  assert_text (to (fixture), "0,2,2");

  /* The text is that of the command line. */
  g_auto (GValue) copied = G_VALUE_INIT;
  GdkClipboard *clipboard = gtk_widget_get_clipboard (fixture->pane);
  dl_view_show_route (fixture->view, node_at (0, 2, 2), node_at (2, 2, 2), 0);
  g_signal_emit_by_name (ui_find (fixture->pane, GTK_TYPE_BUTTON, 1), "clicked");
  g_value_init (&copied, G_TYPE_STRING);
  g_assert_true (
      gdk_content_provider_get_value (gdk_clipboard_get_content (clipboard), &copied, NULL));
  g_assert_true (g_str_has_prefix (g_value_get_string (&copied),
                                   "X+.1 Y+.0 X+.0 Y-.1\n0,2,2  X+  VC1  dimension order, "));
}

static void
test_steps (UiFixture *fixture, gconstpointer data)
{
  DlMapPath path;
  GtkListView *rows = ui_find (fixture->pane, GTK_TYPE_LIST_VIEW, 0);

  dl_view_show_route (fixture->view, node_at (0, 2, 2), node_at (2, 2, 2), 0);
  g_assert_cmpuint (dl_step_list_get_selected (list (fixture)), ==, DL_NO_STEP);
  dl_view_set_path_step (fixture->view, 2);
  g_assert_cmpuint (dl_step_list_get_selected (list (fixture)), ==, 2);
  gtk_selection_model_select_item (gtk_list_view_get_model (rows), 1, TRUE);
  g_assert_true (dl_view_get_path (fixture->view, &path));
  g_assert_cmpuint (path.step, ==, 1);
  /* Another step is not another route: the rows stay. */
  g_assert_cmpuint (dl_step_list_get_n (list (fixture)), ==, 4);
  dl_view_set_path_step (fixture->view, DL_NO_STEP);
  g_assert_cmpuint (dl_step_list_get_selected (list (fixture)), ==, DL_NO_STEP);
}

/* A pair that cannot be served: how far it comes, and what was tried there. */
static void
test_unreachable (UiFixture *fixture, gconstpointer data)
{
  dl_session_restore_all (fixture->session);
  toggle_link (fixture->session, (DlTorusLinkAt) { { { 2, 2, 1 } }, DL_TORUS_PORT_Z_PLUS }, FALSE);
  dl_session_set_number (fixture->session, "torus.datelines", DL_Z, 1, TRUE);
  ui_settle (fixture->session);
  dl_view_show_route (fixture->view, node_at (2, 2, 0), node_at (2, 2, 2), 0);
  g_assert_cmpuint (dl_step_list_get_n (list (fixture)), ==, 2);
  g_assert_true (says (fixture, "unreachable: at 2,3,1: the rules allow no direction"));
  g_assert_true (says (fixture, "rejected Z+: it leaves a dateline node (VC paper 2.2.1)"));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(name, func) g_test_add (name, UiFixture, NULL, set_up, func, tear_down)
  ADD ("/route-pane/detour", test_detour);
  ADD ("/route-pane/typing", test_typing);
  ADD ("/route-pane/swap-and-copy", test_swap_and_copy);
  ADD ("/route-pane/steps", test_steps);
  ADD ("/route-pane/unreachable", test_unreachable);
  return g_test_run ();
}
