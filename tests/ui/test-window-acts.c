/* Keys act on the place that the line of details names, and the view of a router shows the
 * simulated kind. */
#include "window-fixture.h"

#include "dl-iq-view.h"
#include "dl-panel-list.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <string.h>

/* Keys ----------------------------------------------------------------------------------------- */

/* The first working links between routers, whose cables differ. */
static void
find_links (WindowFixture *fixture, DlPlace links[2])
{
  const DlNet *net = &dl_session_get_result (fixture->session)->net;
  guint n = 0;

  for (guint link = 0; link < net->graph->n_links && n < 2; link++)
    if (net->graph->link_state[link] == DL_LINK_UP
        && (n == 0 || net->graph->link_from[link] != net->graph->link_from[links[0].a]))
      links[n++] = dl_place_link (link);
  g_assert_cmpuint (n, ==, 2);
}

/* The line of details names @place, and B breaks it. */
static void
assert_breaks (WindowFixture *fixture, DlPlace place)
{
  g_auto (DlPlaceText) text = { 0 };
  g_autofree char *line = NULL;

  g_assert_true (dl_place_equal (dl_view_get_named (fixture->window->view), place));
  g_assert_true (dl_view_tell (fixture->window->view, place, &text));
  line = dl_place_text_first_line (&text);
  g_assert_cmpstr (gtk_label_get_text (fixture->window->details), ==, line);
  ui_act (fixture->window, "break", NULL);
  ui_settle (fixture->session);
  g_assert_cmpuint (dl_session_get_result (fixture->session)->net.graph->link_state[place.a], !=,
                    DL_LINK_UP);
  dl_session_undo (fixture->session);
  ui_settle (fixture->session);
}

/* Whichever moved last, the pointer or the cursor. */
static void
test_named (WindowFixture *fixture, gconstpointer preset)
{
  DlView *view = fixture->window->view;
  DlPlace links[2];

  find_links (fixture, links);
  dl_view_select (view, links[0]);
  assert_breaks (fixture, links[0]);
  dl_view_hover (view, links[1]);
  assert_breaks (fixture, links[1]);
  /* The pointer rests where it is. */
  dl_view_hover (view, links[1]);
  dl_view_select (view, links[0]);
  assert_breaks (fixture, links[0]);
  dl_view_hover (view, links[1]);
  dl_view_select (view, links[0]);
  dl_view_hover (view, DL_NOWHERE);
  assert_breaks (fixture, links[0]);
}

/* An arrow key with the pointer on the map; the node of what is named is broken, too. */
static void
test_arrow (WindowFixture *fixture, gconstpointer preset)
{
  DlView *view = fixture->window->view;
  GtkWidget *map = gtk_stack_get_visible_child (fixture->window->views);
  DlPlace links[2];

  find_links (fixture, links);
  dl_view_select (view, links[0]);
  dl_view_hover (view, links[0]);
  gtk_widget_grab_focus (map);
  for (guint i = 0; i < 4 && dl_place_equal (dl_view_get_selected (view), links[0]); i++)
    ui_press (map, i % 2 == 0 ? GDK_KEY_Right : GDK_KEY_Down, 0);
  g_assert_false (dl_place_equal (dl_view_get_selected (view), links[0]));
  g_assert_true (dl_place_equal (dl_view_get_hovered (view), links[0]));
  g_assert_true (dl_place_equal (dl_view_get_named (view), dl_view_get_selected (view)));
  assert_breaks (fixture, dl_view_get_selected (view));
}

/* The view of a router ------------------------------------------------------------------------- */

typedef struct
{
  const char *preset;
  const char *keys[4][2]; /* stated on top */
  gboolean hidden;        /* it is not shown from inside */
} Case;

static const Case cases[] = {
  { "ring-8", { { NULL } }, FALSE },
  { "mesh-4x4", { { NULL } }, FALSE },
  { "torus-5x5x5", { { "router.model", "input-queued" } }, FALSE },
  { "cascade-2", { { NULL } }, TRUE },
  { "cascade-2", { { "router.model", "input-queued" } }, FALSE },
  { "fat-tree-16", { { NULL } }, FALSE },
  { "fat-tree-16", { { "router.model", "input-queued" } }, FALSE },
  { "fat-tree-16",
    { { "fabric.source", "slim-fly" }, { "fabric.q", "5" }, { "fabric.engine", "lash" } },
    FALSE },
};

/* Is a chart of a router seen? */
static gboolean
is_filled (GtkWidget *root)
{
  if (!gtk_widget_get_mapped (root))
    return FALSE;
  if (GTK_IS_DRAWING_AREA (root) && gtk_widget_get_height (root) > 150)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (is_filled (child))
      return TRUE;
  return FALSE;
}

static void
test_router (WindowFixture *fixture, gconstpointer preset)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      DlScenario *scenario = dl_preset_load (cases[i].preset, &error);
      const guint64 before = dl_session_get_generation (fixture->session);
      DlLive *live = dl_view_get_live (fixture->window->view);
      GtkWidget *view;

      for (guint k = 0; k < G_N_ELEMENTS (cases[i].keys) && cases[i].keys[k][0] != NULL; k++)
        {
          dl_field_set (dl_field_find_name (cases[i].keys[k][0]), scenario, cases[i].keys[k][1],
                        &error);
          g_assert_no_error (error);
        }
      g_test_message ("%s, case %u", cases[i].preset, i);
      dl_session_open_new (fixture->session, scenario);
      ui_wait_for (dl_session_get_generation (fixture->session) != before);
      ui_settle (fixture->session);
      dl_shell_show_view (DL_SHELL (fixture->window), "router");
      view = gtk_stack_get_visible_child (fixture->window->views);
      dl_live_step (live, 300);
      dl_live_sync (live);
      ui_idle ();
      g_assert_null (dl_live_get_problem (live));
      ui_wait_for (dl_live_get_picture (live) != NULL);
      ui_wait_ms (150);
      g_assert_true (dl_live_get_picture (live)->shows_inside == !cases[i].hidden);
      g_assert_true (is_filled (view) == !cases[i].hidden);
      g_assert_false (ui_says (view, "No simulation yet"));
    }
}

static const char *
toast_of (WindowFixture *fixture)
{
  return dl_toast_get_title (dl_shell_get_toast (DL_SHELL (fixture->window)));
}

/* Panels without a dialog: one by one, both of two maps, and they are what is exported then. */
static void
test_add_to_figure (WindowFixture *fixture, gconstpointer preset)
{
  GtkWindow *dialog;
  guint n;

  ui_act (fixture->window, "add-to-figure", NULL);
  g_assert_cmpstr (toast_of (fixture), ==, "Panel (a): Ring matrix");
  dl_view_select (fixture->window->view, dl_place_link (0));
  ui_act (fixture->window, "break", NULL);
  ui_settle (fixture->session);
  ui_act (fixture->window, "show-beside", "sides");
  ui_wait_for (dl_beside_get_sides (dl_view_get_beside (fixture->window->view)));
  ui_act (fixture->window, "add-to-figure", NULL);
  g_assert_cmpstr (toast_of (fixture), ==, "Panel (c): Ring matrix");
  ui_act (fixture->window, "export", NULL);
  ui_wait_for ((dialog = window_find_beside (fixture)) != NULL);
  {
    const DlFigurePanel *panels = dl_panel_list_get (ui_part (GTK_WIDGET (dialog), "panels"), &n);

    g_assert_cmpuint (n, ==, 3);
    g_assert_cmpint (panels[1].input.show, ==, DL_SHOW_A);
    g_assert_cmpint (panels[2].input.show, ==, DL_SHOW_B);
  }
  gtk_window_destroy (dialog);
  for (guint i = 3; i < DL_FIGURE_MOST_PANELS; i++)
    ui_act (fixture->window, "add-to-figure", NULL);
  ui_act (fixture->window, "add-to-figure", NULL);
  g_assert_cmpstr (toast_of (fixture), ==, "The figure has no room for another panel");
}

/* Two maps beside each other are what the dialog opens on. */
static void
test_export_both (WindowFixture *fixture, gconstpointer preset)
{
  GtkWindow *dialog;
  guint n;

  dl_view_select (fixture->window->view, dl_place_link (0));
  ui_act (fixture->window, "break", NULL);
  ui_settle (fixture->session);
  ui_act (fixture->window, "show-beside", "sides");
  ui_wait_for (dl_beside_get_sides (dl_view_get_beside (fixture->window->view)));
  ui_act (fixture->window, "export", NULL);
  ui_wait_for ((dialog = window_find_beside (fixture)) != NULL);
  dl_panel_list_get (ui_part (GTK_WIDGET (dialog), "panels"), &n);
  g_assert_cmpuint (n, ==, 2);
  gtk_window_destroy (dialog);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  GtkApplication *application = ui_application_new ();
#define ADD(name, preset, func)                                                                    \
  g_test_add ("/window-acts/" name, WindowFixture, preset, window_set_up, func, window_tear_down)
  ADD ("named/torus", "torus-5x5x5", test_named);
  ADD ("named/dragonfly", "cascade-2", test_named);
  ADD ("named/fabric", "fat-tree-16", test_named);
  ADD ("add-to-figure", "torus-5x5x5", test_add_to_figure);
  ADD ("export-both", "torus-5x5x5", test_export_both);
  ADD ("arrow", "torus-5x5x5", test_arrow);
  ADD ("router", "ring-8", test_router);
  const int status = g_test_run ();
  g_object_unref (application);
  return status;
}
