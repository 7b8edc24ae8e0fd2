/* Time that the window takes while a dateline is dragged, by its frame clock in ms of wall time,
 * and how long the main loop stands still when a view or a page is shown, in ms of its thread's
 * processor time. Prints them, asserts none. --quick only runs everything once, on a small network;
 * PRESET PAGE shows only that page, 50 times, for a profiler. */
#include "window-fixture.h"

#include "dl-session-edits.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double
now_ms (void)
{
  return (double) g_get_monotonic_time () / 1e3;
}

static int
by_value (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
quantile (GArray *values, double share)
{
  g_array_sort (values, by_value);
  return values->len > 0 ? g_array_index (values, double, (guint) (share * (values->len - 1)))
                         : NAN;
}

static void
print_row (const char *what, GArray *values)
{
  printf ("| %s | %.1f | %.1f | %.1f |\n", what, quantile (values, 0.5), quantile (values, 0.95),
          quantile (values, 1));
}

/* A drag --------------------------------------------------------------------------------------- */

typedef struct
{
  DlSession *session;
  guint radix, n_moves; /* positions, and moves that are left */
  guint position;
  gboolean waits;      /* the last move is not seen yet */
  double moved, began; /* when it was made, and when this frame began; ms */
  double last;         /* when the frame before began; 0: none */
  gulong on_result;
  gboolean computed; /* the result of the last move is there, and this frame paints it */
  GArray *intervals, *work, *until_seen;
} Drag;

static void
on_result (Drag *drag)
{
  drag->computed = TRUE;
}

static void
before_paint (GdkFrameClock *clock, Drag *drag)
{
  drag->began = now_ms ();
  if (drag->last > 0)
    {
      const double interval = drag->began - drag->last;

      g_array_append_val (drag->intervals, interval);
    }
  drag->last = drag->began;
}

/* GTK hands on one motion a frame, before it paints: so does this, at the end of the frame before.
 */
static void
after_paint (GdkFrameClock *clock, Drag *drag)
{
  const double now = now_ms (), work = now - drag->began;

  g_array_append_val (drag->work, work);
  if (drag->waits && drag->computed)
    {
      const double until_seen = now - drag->moved;

      g_array_append_val (drag->until_seen, until_seen);
      drag->waits = FALSE;
    }
  if (drag->waits || drag->n_moves == 0)
    return;
  drag->n_moves--;
  drag->position = (drag->position + 1) % drag->radix;
  drag->moved = now;
  drag->waits = TRUE;
  drag->computed = FALSE;
  dl_session_set_number (drag->session, "torus.datelines", DL_X, (gint) drag->position, TRUE);
}

static void
drag_dateline (WindowFixture *fixture, guint n_moves, const char *what)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (fixture->window));
  Drag drag
      = { .session = fixture->session,
          .radix = dl_torus_options (dl_session_get_scenario (fixture->session))->spec.radix[DL_X],
          .n_moves = n_moves,
          .intervals = g_array_new (FALSE, FALSE, sizeof (double)),
          .work = g_array_new (FALSE, FALSE, sizeof (double)),
          .until_seen = g_array_new (FALSE, FALSE, sizeof (double)) };
  gulong before, after;

  drag.on_result = g_signal_connect_swapped (fixture->session, "notify::result",
                                             G_CALLBACK (on_result), &drag);
  before = g_signal_connect (clock, "before-paint", G_CALLBACK (before_paint), &drag);
  after = g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint), &drag);
  gdk_frame_clock_begin_updating (clock);
  while (drag.n_moves > 0 || drag.waits)
    g_main_context_iteration (NULL, TRUE);
  gdk_frame_clock_end_updating (clock);
  g_signal_handler_disconnect (clock, before);
  g_signal_handler_disconnect (clock, after);
  g_signal_handler_disconnect (fixture->session, drag.on_result);
  dl_session_seal (fixture->session);
  printf ("A dateline dragged%s, %u moves, each when the one before is seen, ms\n\n"
          "| | median | 95%% | longest |\n|---|---|---|---|\n",
          what, n_moves);
  print_row ("from frame to frame", drag.intervals);
  print_row ("work of a frame", drag.work);
  print_row ("from a move until it is seen", drag.until_seen);
  printf ("\n");
  g_array_unref (drag.intervals);
  g_array_unref (drag.work);
  g_array_unref (drag.until_seen);
}

/* With the map of B beside it, on one scale. */
static void
drag_beside (WindowFixture *fixture, guint n_moves)
{
  ui_act (fixture->window, "pin", NULL);
  ui_settle (fixture->session);
  ui_act (fixture->window, "show-beside", "sides");
  ui_draw ();
  drag_dateline (fixture, n_moves, ", two maps and what changed most");
  ui_act (fixture->window, "evidence-page", "evidence");
  drag_dateline (fixture, n_moves, ", two maps");
  ui_act (fixture->window, "unpin", NULL);
  ui_settle (fixture->session);
}

/* A run ---------------------------------------------------------------------------------------- */

/* Frames of the map while the network is simulated as fast as it goes, for so long. */
static void
run_simulation (WindowFixture *fixture, double for_ms)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (fixture->window));
  Drag drag = { .intervals = g_array_new (FALSE, FALSE, sizeof (double)),
                .work = g_array_new (FALSE, FALSE, sizeof (double)) };
  const double end = now_ms () + for_ms;
  gulong before, after;

  ui_act (fixture->window, "sim-run", NULL);
  before = g_signal_connect (clock, "before-paint", G_CALLBACK (before_paint), &drag);
  after = g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint), &drag);
  while (now_ms () < end)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (clock, before);
  g_signal_handler_disconnect (clock, after);
  ui_act (fixture->window, "sim-run", NULL); /* pause */
  printf ("A simulation that runs, ms\n\n"
          "| | median | 95%% | longest |\n|---|---|---|---|\n");
  print_row ("from frame to frame", drag.intervals);
  print_row ("work of a frame", drag.work);
  printf ("\n");
  g_array_unref (drag.intervals);
  g_array_unref (drag.work);
}

/* Stands --------------------------------------------------------------------------------------- */

/* Processor time of this thread. */
static double
processor_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

/* How long what comes after an action is waited for. */
static double settle_ms = 600;

/* The longest stand of the main loop: of the action itself, or after it. */
static double
longest_stand (WindowFixture *fixture, const char *action, const char *target)
{
  const double start = now_ms (), before = processor_ms ();
  double longest;

  ui_act (fixture->window, action, target);
  longest = processor_ms () - before;
  while (now_ms () < start + settle_ms)
    {
      const double began = processor_ms ();

      if (g_main_context_iteration (NULL, FALSE))
        longest = MAX (longest, processor_ms () - began);
      else
        g_usleep (200);
    }
  return longest;
}

static void
show_all (WindowFixture *fixture, DlFeatureKind kind, const char *action)
{
  const DlFamily *family = dl_session_get_scenario (fixture->session)->family;
  const DlFeature *shown;

  for (guint i = 0; (shown = dl_family_feature (family, kind, i)) != NULL; i++)
    {
      const double first = longest_stand (fixture, action, shown->id);
      const DlFeature *other = dl_family_feature (family, kind, i == 0 ? 1 : 0);

      longest_stand (fixture, action, other->id);
      printf ("| %s | %.1f | %.1f |\n", shown->id, first,
              longest_stand (fixture, action, shown->id));
    }
}

static void
bench (const char *preset, guint n_moves)
{
  WindowFixture fixture = { 0 };

  window_set_up (&fixture, preset);
  printf ("## %s\n\n", preset);
  if (dl_session_get_scenario (fixture.session)->family == &dl_family_torus)
    {
      drag_dateline (&fixture, n_moves, "");
      drag_beside (&fixture, n_moves);
    }
  run_simulation (&fixture, 20 * settle_ms);
  printf ("Longest stand of the main loop when it is shown, ms\n\n"
          "| | the first time | again |\n|---|---|---|\n");
  show_all (&fixture, DL_FEATURE_VIEW, "show-view");
  show_all (&fixture, DL_FEATURE_PAGE, "evidence-page");
  printf ("\n");
  window_tear_down (&fixture, NULL);
}

/* One page alone, and another one in between. */
static void
bench_page (const char *preset, const char *page)
{
  WindowFixture fixture = { 0 };

  window_set_up (&fixture, preset);
  for (guint i = 0; i < 50; i++)
    {
      printf ("%.1f\n", longest_stand (&fixture, "evidence-page", page));
      longest_stand (&fixture, "evidence-page", "deadlock");
    }
  window_tear_down (&fixture, NULL);
}

int
main (int argc, char **argv)
{
  const gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  GtkApplication *application;

  gtk_init ();
  dl_ui_init ();
  application = ui_application_new ();
  if (quick)
    settle_ms = 60;
  if (argc > 2)
    {
      settle_ms = 150;
      bench_page (argv[1], argv[2]);
      g_object_unref (application);
      return 0;
    }
  bench (quick ? "torus-5x5x5" : "xt3-11x12x16", quick ? 5 : 200);
  if (!quick)
    bench ("edison", 0);
  g_object_unref (application);
  return 0;
}
