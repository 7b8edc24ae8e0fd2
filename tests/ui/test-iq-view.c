/* An input-queued router from inside, in the window: which one, steps, sentences, the keyboard. */
#include "dl-iq-view.h"
#include "ui-fixture.h"

/* Router (1,1,0) of a 4x4x2 torus. */
#define ROUTER 10

static DlLive *
live_of (UiFixture *fixture)
{
  return dl_view_get_live (fixture->view);
}

/* Everything that was asked for is done, and seen. */
static void
catch_up (UiFixture *fixture)
{
  dl_live_sync (live_of (fixture));
  ui_idle ();
}

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (4, 4, 2);
  dl_session_set (fixture->session, "router.model", "input-queued", FALSE);
  dl_session_set (fixture->session, "traffic.load", ".5", FALSE);
  ui_settle (fixture->session);
  ui_fixture_open (fixture, dl_iq_view_new, 760, 700);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

static GtkWidget *
chart (UiFixture *fixture)
{
  return ui_find (fixture->pane, GTK_TYPE_DRAWING_AREA, 0);
}

/* Or how to begin? */
static gboolean
shows_router (UiFixture *fixture)
{
  return gtk_widget_get_mapped (chart (fixture));
}

static DlIqShown
shown (UiFixture *fixture)
{
  const DlLivePicture *picture = dl_live_get_picture (live_of (fixture));

  g_assert_nonnull (picture);
  g_assert_nonnull (dl_iq_inside_of (picture->inside));
  return (DlIqShown) { dl_iq_inside_of (picture->inside), picture->family, picture->shape };
}

static guint
count_grants (const DlIqInside *inside, const DlIqAllocation *allocation)
{
  guint n = 0;

  for (guint i = 0; i < allocation->n_requests; i++)
    n += dl_iq_allocation_is_new (allocation, inside->cycle)
         && allocation->requests[i].answer == DL_IQ_GRANTED;
  return n;
}

static void
assert_described (UiFixture *fixture)
{
  const DlIqShown now = shown (fixture);
  g_autofree char *all = dl_iq_describe (&now);
  g_autofree char *at = dl_iq_spot_text (&now, dl_iq_view_get_cursor (DL_IQ_VIEW (fixture->pane)));
  g_autofree char *expected = at != NULL ? g_strdup_printf ("%s %s", at, all) : g_strdup (all);
  g_autofree char *wrong = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (chart (fixture)), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, expected);

  g_assert_null (wrong);
}

/* The page says how to begin; then it watches a router, and says all that it draws. */
static void
test_begins (UiFixture *fixture, gconstpointer data)
{
  g_assert_false (shows_router (fixture));
  g_assert_true (ui_says (fixture->pane, "No simulation yet"));
  dl_live_step_to_grant (live_of (fixture));
  catch_up (fixture);
  g_assert_true (shows_router (fixture));
  g_assert_cmpuint (shown (fixture).inside->router, ==, 0);
  assert_described (fixture);
}

/* The router is that of the selection, and a link's is the one that it leaves. */
static void
test_follows_selection (UiFixture *fixture, gconstpointer data)
{
  dl_live_step (live_of (fixture), 500);
  dl_view_select (fixture->view, dl_place_node (ROUTER));
  dl_live_step (live_of (fixture), 100);
  catch_up (fixture);
  g_assert_cmpuint (shown (fixture).inside->router, ==, ROUTER);
  dl_view_select (fixture->view,
                  dl_place_link (7 * DL_TORUS_N_NETWORK_PORTS + DL_TORUS_PORT_Y_MINUS));
  g_assert_cmpuint (dl_live_get_watched (live_of (fixture)), ==, 7);
  dl_view_select (fixture->view, DL_NOWHERE);
  g_assert_cmpuint (dl_live_get_watched (live_of (fixture)), ==, 7);

  /* Another network: what was watched is gone. */
  dl_view_select (fixture->view, dl_place_node (31));
  dl_session_set_number (fixture->session, "torus.radix", DL_X, 3, TRUE);
  ui_settle (fixture->session);
  dl_live_step (live_of (fixture), 100);
  catch_up (fixture);
  g_assert_cmpuint (shown (fixture).inside->router, <, 24);
}

/* A step is one cycle, and a grant is one of the last cycle. */
static void
test_steps (UiFixture *fixture, gconstpointer data)
{
  guint64 cycle;

  dl_view_select (fixture->view, dl_place_node (ROUTER));
  dl_live_step (live_of (fixture), 800);
  catch_up (fixture);
  cycle = shown (fixture).inside->cycle;
  g_assert_true (dl_iq_allocation_is_new (&shown (fixture).inside->vc, cycle));
  dl_live_step (live_of (fixture), 1);
  catch_up (fixture);
  g_assert_cmpuint (shown (fixture).inside->cycle, ==, cycle + 1);
  for (guint i = 0; i < 20; i++)
    {
      const DlIqInside *inside;

      dl_live_step_to_grant (live_of (fixture));
      catch_up (fixture);
      inside = shown (fixture).inside;
      g_assert_cmpuint (count_grants (inside, &inside->vc) + count_grants (inside, &inside->sw), >,
                        0);
      assert_described (fixture);
    }
}

static DlIqSpot
cursor (UiFixture *fixture)
{
  return dl_iq_view_get_cursor (DL_IQ_VIEW (fixture->pane));
}

/* The arrow keys walk rows, cells and credits, and each says its sentence. */
static void
test_keys (UiFixture *fixture, gconstpointer data)
{
  gboolean seen[DL_IQ_SPOT_SWITCH_CELL + 1] = { FALSE };
  const struct
  {
    guint key, n;
  } ways[] = { { GDK_KEY_Right, 40 },
               { GDK_KEY_Left, 40 },
               { GDK_KEY_Right, 2 },
               { GDK_KEY_Down, 50 },
               { GDK_KEY_Up, 60 } };

  dl_view_select (fixture->view, dl_place_node (ROUTER));
  dl_live_step (live_of (fixture), 800);
  catch_up (fixture);
  g_assert_cmpint (cursor (fixture).kind, ==, DL_IQ_SPOT_NOTHING);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    for (guint j = 0; j < ways[i].n; j++)
      {
        const DlIqShown now = shown (fixture);
        g_autofree char *text = NULL;

        g_assert_true (ui_press (chart (fixture), ways[i].key, 0));
        seen[cursor (fixture).kind] = TRUE;
        text = dl_iq_spot_text (&now, cursor (fixture));
        g_assert_true (ui_says (fixture->pane, text));
      }
  assert_described (fixture);
  for (guint kind = DL_IQ_SPOT_INPUT; kind < G_N_ELEMENTS (seen); kind++)
    g_assert_true (seen[kind]);
  g_assert_true (ui_press (chart (fixture), GDK_KEY_Escape, 0));
  g_assert_cmpint (cursor (fixture).kind, ==, DL_IQ_SPOT_NOTHING);
  g_assert_true (ui_says (fixture->pane, "Point at a row"));
}

/* The place at a point is the one drawn there, at any size. */
static void
test_places (UiFixture *fixture, gconstpointer data)
{
  const int widths[] = { 460, 720, 1500 };

  dl_view_select (fixture->view, dl_place_node (ROUTER));
  dl_live_step (live_of (fixture), 800);
  catch_up (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      const DlIqChart it = { .shown = shown (fixture) };
      const double height = dl_iq_chart_height (&it, widths[i], 500);
      const DlRect rect = { 10, 20, widths[i], MAX (height, 500) };
      DlIqSpot at = { 0 };

      for (guint step = 0; step < 200; step++)
        {
          DlRect place;

          at = dl_iq_chart_step (rect, &it, at, step / 10 % 2 == 0, step / 10 % 2 == 1);
          g_assert_true (dl_iq_chart_rect (rect, &it, at, &place));
          g_assert_true (
              dl_iq_spot_equal (at, dl_iq_chart_hit (rect, &it, place.x + place.width / 2,
                                                     place.y + place.height / 2)));
          g_assert_cmpfloat (place.y + place.height, <=, rect.y + rect.height);
        }
      g_assert_cmpint (dl_iq_chart_hit (rect, &it, 5, 5).kind, ==, DL_IQ_SPOT_NOTHING);
    }
}

static void
test_size (UiFixture *fixture, gconstpointer data)
{
  int width, height;

  dl_view_select (fixture->view, dl_place_node (ROUTER));
  dl_live_step (live_of (fixture), 800);
  catch_up (fixture);
  gtk_widget_measure (fixture->pane, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_assert_cmpint (width, <=, 480);
  gtk_widget_measure (fixture->pane, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  g_assert_cmpint (height, <=, 520);
  ui_assert_explained (fixture->pane);
}

/* Any family has the view; with another router, it says so. */
static void
test_dragonfly (UiFixture *fixture, gconstpointer data)
{
  dl_session_open_new (fixture->session, dl_preset_load ("cascade-2", NULL));
  ui_settle (fixture->session);
  dl_live_step (live_of (fixture), 10);
  catch_up (fixture);
  g_assert_false (shows_router (fixture));
  g_assert_true (ui_says (fixture->pane, "not shown from inside"));
  dl_session_set (fixture->session, "router.model", "input-queued", FALSE);
  ui_settle (fixture->session);
  dl_view_select (fixture->view, dl_place_router (5));
  dl_live_step_to_grant (live_of (fixture));
  catch_up (fixture);
  g_assert_true (shows_router (fixture));
  g_assert_cmpuint (shown (fixture).inside->router, ==, 5);
  assert_described (fixture);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
#define ADD(path, func) g_test_add (path, UiFixture, NULL, set_up, func, tear_down)
  ADD ("/iq-view/begins", test_begins);
  ADD ("/iq-view/follows-selection", test_follows_selection);
  ADD ("/iq-view/steps", test_steps);
  ADD ("/iq-view/keys", test_keys);
  ADD ("/iq-view/places", test_places);
  ADD ("/iq-view/size", test_size);
  ADD ("/iq-view/dragonfly", test_dragonfly);
#undef ADD
  return g_test_run ();
}
