/* Shown values of links: computed once, and again when they have changed, for A, B and A - B. */
#include "dl-beside.h"
#include "dl-figure-family.h"
#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "dl-session-pin.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <math.h>

#define BROKEN 7 /* a link that is, in A */

typedef struct
{
  DlSession *session;
  DlView *view;
  DlShown *shown;
  guint n_changes;
} Fixture;

static void
on_changed (Fixture *fixture)
{
  fixture->n_changes++;
}

static void
set_up (Fixture *fixture, gconstpointer preset)
{
  fixture->session = dl_session_new (NULL);
  dl_session_open_new (fixture->session, dl_preset_new_scenario (preset));
  ui_settle (fixture->session);
  fixture->view = dl_view_new (fixture->session);
  fixture->shown = dl_view_get_shown (fixture->view);
  g_signal_connect_swapped (fixture->shown, "changed", G_CALLBACK (on_changed), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer preset)
{
  ui_assert_finalize (fixture->view);
  ui_assert_finalize (fixture->session);
}

/* Nothing is found again before something has changed, and all of it then. */
static void
test_once (Fixture *fixture, gconstpointer preset)
{
  DlShown *shown = fixture->shown;
  const guint64 serial = dl_shown_get_serial (shown);
  const float *values = dl_shown_get_values (shown);
  const gsize size = dl_session_get_result (fixture->session)->net.graph->n_links * sizeof *values;
  g_autofree float *before = g_memdup2 (values, size);

  g_assert_true (dl_shown_get_result (shown) == dl_session_get_result (fixture->session));
  g_assert_true (dl_shown_get_values (shown) == values);
  g_assert_true (dl_shown_get_values_of_a (shown) == values);
  g_assert_null (dl_shown_get_difference (shown));
  g_assert_cmpuint (dl_shown_get_serial (shown), ==, serial);
  dl_session_toggle (fixture->session, dl_place_link (BROKEN), TRUE);
  ui_settle (fixture->session);
  g_assert_cmpuint (fixture->n_changes, >, 0);
  g_assert_cmpuint (dl_shown_get_serial (shown), >, serial);
  g_assert_true (isnan (dl_shown_get_values (shown)[BROKEN]));
  dl_session_undo (fixture->session);
  ui_settle (fixture->session);
  g_assert_cmpmem (dl_shown_get_values (shown), size, before, size);
}

/* Beside a pinned state: A's, B's, and their difference, each by its scale. */
static void
test_beside (Fixture *fixture, gconstpointer preset)
{
  DlShown *shown = fixture->shown;
  DlBeside *beside = dl_view_get_beside (fixture->view);
  const DlTheme *theme = dl_theme_light ();
  const float whole = dl_shown_get_values (shown)[BROKEN];
  guint n_changes;

  dl_session_pin_now (fixture->session, NULL, NULL);
  n_changes = fixture->n_changes;
  dl_session_toggle (fixture->session, dl_place_link (BROKEN), TRUE);
  ui_settle (fixture->session);
  g_assert_cmpuint (fixture->n_changes, ==, n_changes + 1); /* told once */
  for (guint show = 0; show < DL_N_SHOWS; show++)
    {
      dl_beside_set_show (beside, show);
      g_assert_true (isnan (dl_shown_get_values_of_a (shown)[BROKEN]));
      g_assert_true (dl_shown_get_scale (shown, theme)->is_difference
                     == (show == DL_SHOW_DIFFERENCE));
      if (show == DL_SHOW_B)
        g_assert_cmpfloat (dl_shown_get_values (shown)[BROKEN], ==, whole);
      g_assert_true ((dl_shown_get_against (shown) != NULL) == (show == DL_SHOW_DIFFERENCE));
    }
}

/* Pictures that come faster than eyes follow: the last of them is seen, after a moment. */
static void
test_last_picture (Fixture *fixture, gconstpointer preset)
{
  const DlFamily *family = dl_session_get_scenario (fixture->session)->family;
  DlLive *live = dl_view_get_live (fixture->view);
  const DlLinkUse *last;
  const float *values;
  guint n_changes, n_loaded = 0;

  g_object_set (fixture->view, "metric", dl_family_metric_of (family, DL_METRIC_SIMULATED), NULL);
  dl_live_step (live, 500);
  dl_live_sync (live);
  dl_shown_get_values (fixture->shown);
  n_changes = fixture->n_changes;
  g_object_notify (G_OBJECT (live), "picture");
  dl_live_step (live, 500);
  dl_live_sync (live);
  g_assert_cmpuint (fixture->n_changes, ==, n_changes);
  while (fixture->n_changes == n_changes)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (fixture->n_changes, ==, n_changes + 1);
  last = &dl_live_get_picture (live)->links;
  values = dl_shown_get_values (fixture->shown);
  for (guint link = 0; link < last->n_links; link++)
    if (last->load[link] > 0)
      {
        g_assert_cmpfloat (values[link], ==, last->load[link]);
        n_loaded++;
      }
  g_assert_cmpuint (n_loaded, >, 0);
}

int
main (int argc, char **argv)
{
  static const char *const presets[] = { "torus-5x5x5", "cascade-2", "fat-tree-16" };

  ui_test_init (&argc, &argv);
  dl_ui_init ();
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      g_autofree char *once = g_strconcat ("/shown/once/", presets[i], NULL);
      g_autofree char *beside = g_strconcat ("/shown/beside/", presets[i], NULL);
      g_autofree char *last = g_strconcat ("/shown/last-picture/", presets[i], NULL);

      g_test_add (once, Fixture, presets[i], set_up, test_once, tear_down);
      g_test_add (beside, Fixture, presets[i], set_up, test_beside, tear_down);
      g_test_add (last, Fixture, presets[i], set_up, test_last_picture, tear_down);
    }
  return g_test_run ();
}
