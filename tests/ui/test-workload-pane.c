/* The page of a workload: what ranks do over time, and what their program came to. */
#include "dl-phase-chart.h"
#include "dl-session-edits.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <math.h>

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (4, 4, 1);
  ui_fixture_open_page (fixture, "workload", 300, 700);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

static const DlLivePicture *
run (UiFixture *fixture, guint64 cycles)
{
  DlLive *live = dl_view_get_live (fixture->view);

  dl_live_step (live, cycles);
  dl_live_sync (live);
  ui_idle ();
  return dl_live_get_picture (live);
}

/* Shares of a slice of a rank that is at work add up to all of it. */
static void
check_sums (const DlLivePhases *phases, guint n_full)
{
  for (guint row = 0; row < phases->n_rows; row++)
    for (guint i = 0; i < n_full; i++)
      {
        const gsize at = (gsize) row * phases->n_slices + i;

        g_assert_cmpfloat_with_epsilon (
            phases->computing[at] + phases->sending[at] + phases->waiting[at], 1, 1e-5);
      }
}

static void
test_collective (UiFixture *fixture, gconstpointer data)
{
  const DlLivePicture *picture;
  double all = 0;

  g_assert_true (ui_says (fixture->pane, "not a program of messages"));
  dl_session_set_pattern (fixture->session, &dl_pattern_program);
  dl_session_set (fixture->session, "traffic.bytes", "4096", FALSE);
  ui_settle (fixture->session);
  g_assert_true (ui_says (fixture->pane, "F8"));

  picture = run (fixture, 300);
  g_assert_false (ui_says (fixture->pane, "F8"));
  g_assert_cmpuint (picture->phases.n_rows, ==, 16);
  g_assert_cmpuint (picture->phases.slice, ==, 2);
  g_assert_cmpuint (picture->phases.n_slices, ==, 150);
  check_sums (&picture->phases, picture->phases.n_slices);
  g_assert_cmpfloat (dl_phase_share (&picture->phases, DL_RANK_COMPUTING), ==, 0);
  g_assert_cmpfloat (dl_phase_share (&picture->phases, DL_RANK_SENDING), >, 0.1);
  g_assert_cmpfloat (dl_phase_share (&picture->phases, DL_RANK_WAITING), >, 0);
  for (DlRankPhase i = 0; i < DL_N_RANK_PHASES; i++)
    all += dl_phase_share (&picture->phases, i);
  g_assert_cmpfloat_with_epsilon (all, 1, 1e-6);
  g_assert_true (ui_says (fixture->pane, "0 of 16"));

  picture = run (fixture, 100000);
  g_assert_cmpuint (picture->program.n_done, ==, 16);
  g_assert_true (ui_says (fixture->pane, "program finished after"));
  g_assert_true (ui_says (fixture->pane, "16 of 16"));
  /* Long after its end nobody does anything. */
  g_assert_cmpfloat (picture->phases.waiting[picture->phases.n_slices - 1], ==, 0);
  ui_draw ();
}

static void
test_file (UiFixture *fixture, gconstpointer data)
{
  const DlLivePicture *picture;

  dl_session_set_program (fixture->session,
                          "num_ranks 2\nrank 0 {\na: calc 1000\nb: send 640b to 1\n"
                          "b requires a\n}\nrank 1 {\nrecv 640b from 0\n}\n",
                          "two.goal");
  ui_settle (fixture->session);
  picture = run (fixture, 256);
  g_assert_cmpuint (picture->phases.n_rows, ==, 2);
  check_sums (&picture->phases, 256);
  /* 1000 ns are 500 cycles of the SeaStar. */
  g_assert_cmpfloat (picture->phases.computing[255], ==, 1);
  g_assert_cmpfloat (picture->phases.waiting[256 + 255], ==, 1);
  g_assert_cmpfloat_with_epsilon (dl_phase_share (&picture->phases, DL_RANK_COMPUTING), 0.5, 1e-6);
}

/* The link that the slowest rank's packets waited for, and where that is. */
static void
test_slowest (UiFixture *fixture, gconstpointer data)
{
  GtkWidget *show;

  dl_session_set_pattern (fixture->session, &dl_pattern_program);
  dl_session_set (fixture->session, "traffic.collective", "alltoall-bruck", FALSE);
  dl_session_set (fixture->session, "traffic.bytes", "4096", FALSE);
  ui_settle (fixture->session);
  show = ui_find_button (fixture->pane, "_Show on the Map");
  g_assert_false (gtk_widget_get_visible (show));
  g_signal_emit_by_name (ui_find_button (fixture->pane, "_Find the Slowest Rank’s Link"),
                         "clicked");
  ui_wait_for (gtk_widget_get_visible (show));
  g_assert_true (ui_says (fixture->pane, "is the slowest"));
  g_assert_true (ui_says (fixture->pane, "waited longest"));
  g_signal_emit_by_name (show, "clicked");
  g_assert_true (dl_view_get_selected (fixture->view).kind == DL_PLACE_LINK
                 || dl_view_get_selected (fixture->view).kind == DL_PLACE_NODE);
  /* Another scenario has another one. */
  dl_session_set (fixture->session, "traffic.bytes", "8192", FALSE);
  ui_settle (fixture->session);
  g_assert_false (ui_says (fixture->pane, "is the slowest"));
  g_assert_false (gtk_widget_get_visible (show));
}

/* The slice under the pointer is the one drawn there. */
static void
test_hit (void)
{
  const DlLivePhases phases = { .n_rows = 4, .n_slices = 10, .slice = 8 };
  const DlRect rect = { 0, 0, 300, 200 };
  guint row = 9, slice = 99, seen = 0;

  g_assert_false (dl_phase_chart_hit (rect, &phases, 80, 1, 100, &row, &slice));
  g_assert_false (dl_phase_chart_hit (rect, &phases, 80, 150, 199, &row, &slice));
  for (double y = 0; y < 200; y++)
    if (dl_phase_chart_hit (rect, &phases, 80, 299, y, &row, &slice))
      {
        g_assert_cmpuint (slice, ==, 9);
        seen |= 1u << row;
      }
  g_assert_cmpuint (seen, ==, 15);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(name, func)                                                                            \
  g_test_add ("/workload-pane/" name, UiFixture, NULL, set_up, func, tear_down)
  ADD ("collective", test_collective);
  ADD ("file", test_file);
  ADD ("slowest", test_slowest);
  g_test_add_func ("/workload-pane/hit", test_hit);
  return g_test_run ();
}
