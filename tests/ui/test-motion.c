/* Motion: whoever wants none (gtk-enable-animations off) gets none. What moves otherwise jumps, and
 * what changes by itself does so too seldom to flash. Each case is tried with motion, too. */
#include "dl-flight-view.h"
#include "dl-lesson-pointer.h"
#include "dl-ui.h"
#include "picture-fixture.h"
#include "ui-fixture.h"
#include "window-fixture.h"

static GtkApplication *application; /* one per process */

static void
want (gboolean motion)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", motion, NULL);
}

static void
tear_down (WindowFixture *fixture, gconstpointer data)
{
  want (TRUE);
  window_tear_down (fixture, data);
}

/* Revealers and scrolling ---------------------------------------------------------------------- */

/* Show and hide whatever in @widget slides or turns, and count those that are still on the way. */
static void
turn_all (GtkWidget *widget, guint *n, guint *n_moving)
{
  if (GTK_IS_REVEALER (widget) && gtk_widget_get_mapped (widget))
    {
      const gboolean shown = gtk_revealer_get_reveal_child (GTK_REVEALER (widget));

      for (guint i = 0; i < 2; i++)
        {
          gtk_revealer_set_reveal_child (GTK_REVEALER (widget), i == 0 ? !shown : shown);
          *n_moving += gtk_revealer_get_child_revealed (GTK_REVEALER (widget))
                       != gtk_revealer_get_reveal_child (GTK_REVEALER (widget));
        }
      (*n)++;
    }
  if (GTK_IS_STACK (widget) && gtk_widget_get_mapped (widget))
    {
      GtkWidget *before = gtk_stack_get_visible_child (GTK_STACK (widget));

      for (GtkWidget *page = gtk_widget_get_first_child (widget); page != NULL;
           page = gtk_widget_get_next_sibling (page))
        {
          gtk_stack_set_visible_child (GTK_STACK (widget), page);
          *n_moving += gtk_stack_get_transition_running (GTK_STACK (widget));
        }
      gtk_stack_set_visible_child (GTK_STACK (widget), before);
      (*n)++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    turn_all (child, n, n_moving);
}

static void
test_panes (WindowFixture *fixture, gconstpointer data)
{
  guint n[2] = { 0 }, n_moving[2] = { 0 };

  ui_act (fixture->window, "lessons", NULL);
  ui_wait_ms (50);
  for (guint motion = 0; motion < 2; motion++)
    {
      want (motion == 1);
      turn_all (GTK_WIDGET (fixture->window), &n[motion], &n_moving[motion]);
      ui_wait_ms (20);
    }
  g_test_message ("%u that slide or turn, %u on the way with motion", n[1], n_moving[1]);
  g_assert_cmpuint (n[0], >=, 5);
  g_assert_cmpuint (n_moving[0], ==, 0);
  g_assert_cmpuint (n_moving[1], >, 0);
}

/* How many places a page is at while the keyboard goes to a control that is out of sight. */
static guint
count_places (GtkWidget *window, GtkAdjustment *scroll, GtkWidget *control)
{
  const double begin = gtk_adjustment_get_lower (scroll);
  double last = begin;
  guint n = 0;

  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  gtk_adjustment_set_value (scroll, begin);
  ui_wait_ms (50);
  gtk_widget_grab_focus (control);
  for (guint i = 0; i < 60; i++)
    {
      const double now = gtk_adjustment_get_value (scroll);

      n += now != last;
      last = now;
      ui_wait_ms (10);
    }
  g_assert_cmpfloat (last, >, begin);
  return n;
}

/* GTK asks whether pages may glide when it makes them. */
static guint
scroll_along (gboolean motion)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scroll = gtk_scrolled_window_new (), *control = NULL, *window;
  guint n;

  want (motion);
  for (guint i = 0; i < 60; i++)
    gtk_box_append (GTK_BOX (box), control = gtk_button_new_with_label ("one"));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), box);
  window = ui_window_new (scroll, 300, 200);
  ui_wait_ms (50);
  n = count_places (window, gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroll)),
                    control);
  gtk_window_destroy (GTK_WINDOW (window));
  want (TRUE);
  ui_idle ();
  return n;
}

/* A machine that is busy for as long as a page glides sees it at its end only. */
static void
test_scroll (void)
{
  guint n = 0;

  for (guint i = 0; i < 20 && n <= 1; i++)
    n = scroll_along (TRUE);
  g_assert_cmpuint (n, >, 1);
  g_assert_cmpuint (scroll_along (FALSE), ==, 1);
}

/* Packets ---------------------------------------------------------------------------------------
 */

/* Step until the packets have somewhere to go. */
static void
step (WindowFixture *fixture, DlCanvas *packets)
{
  DlLive *live = dl_view_get_live (fixture->window->view);
  const guint64 cycle = dl_flight_view_look (packets).cycle;

  dl_live_step (live, 1);
  ui_wait_for (dl_flight_view_look (packets).cycle > cycle
               && dl_flight_view_look (packets).n_packets > 0);
}

static void
test_packets (WindowFixture *fixture, gconstpointer data)
{
  DlCanvas *packets = NULL;

  ui_act (fixture->window, "show-view", data);
  ui_idle ();
  packets = DL_CANVAS (gtk_stack_get_visible_child (fixture->window->views));
  dl_live_step (dl_view_get_live (fixture->window->view), 200);
  ui_wait_for (dl_flight_view_look (packets).n_packets > 0
               && dl_flight_view_look (packets).cycle >= 200);
  step (fixture, packets);
  g_assert_cmpint (dl_flight_view_look (packets).duration_us, >, 0);
  ui_wait_for (!dl_flight_view_look (packets).moves);

  want (FALSE);
  for (guint i = 0; i < 5; i++)
    {
      step (fixture, packets);
      g_assert_cmpint (dl_flight_view_look (packets).duration_us, ==, 0);
      g_assert_false (dl_flight_view_look (packets).moves);
    }
}

static void
test_packets_torus (WindowFixture *fixture, gconstpointer data)
{
  test_packets (fixture, "packets");
}

static void
test_packets_dragonfly (WindowFixture *fixture, gconstpointer data)
{
  test_packets (fixture, "packets");
}

/* Simulations ---------------------------------------------------------------------------------- */

typedef struct
{
  gint64 last_us;
  gint64 least_us; /* between two pictures */
  guint n;
} Pace;

static void
on_picture (DlLive *live, GParamSpec *property, Pace *pace)
{
  const gint64 now = g_get_monotonic_time ();

  if (dl_live_get_state (live) != DL_LIVE_RUNNING)
    return;
  if (pace->n++ > 0)
    pace->least_us = MIN (pace->least_us, now - pace->last_us);
  pace->last_us = now;
}

/* Three flashes a second are the most that WCAG 2.3.1 allows. */
static void
test_flashes (WindowFixture *fixture, gconstpointer data)
{
  DlLive *live = dl_view_get_live (fixture->window->view);
  const gint64 third = G_USEC_PER_SEC / 3;
  Pace pace = { .least_us = G_MAXINT64 };
  guint64 cycle;

  g_signal_connect (live, "notify::picture", G_CALLBACK (on_picture), &pace);
  dl_live_run (live);
  ui_wait_for (pace.least_us < third);

  want (FALSE);
  pace = (Pace) { .least_us = G_MAXINT64 };
  ui_wait_for (pace.n >= 5);
  g_assert_cmpint (pace.least_us, >=, third);

  /* Nothing of the last state is held back. */
  dl_live_pause (live);
  dl_live_sync (live);
  cycle = dl_live_get_picture (live)->cycle;
  dl_live_step (live, 1);
  ui_wait_for (dl_live_get_picture (live)->cycle == cycle + 1);
  g_signal_handlers_disconnect_by_data (live, &pace);
}

/* Marks of a lesson ---------------------------------------------------------------------------- */

static void
test_ring (WindowFixture *fixture, gconstpointer data)
{
  GtkWidget *map = gtk_stack_get_visible_child (fixture->window->views);
  const DlLessonSpot spot = { .widget = map, .place = dl_place_link (3) };
  g_autoptr (GArray) spots = g_array_new (FALSE, FALSE, sizeof (DlLessonSpot));
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (DlLessonSpot));
  DlLessonRing *ring;

  ui_act (fixture->window, "lessons", NULL);
  ui_wait_ms (50);
  ring = ui_find (GTK_WIDGET (fixture->window), DL_TYPE_LESSON_RING, 0);
  g_assert_nonnull (ring);
  g_array_append_val (spots, spot);
  dl_lesson_ring_set_spots (ring, spots);
  dl_lesson_ring_pulse (ring);
  g_assert_true (dl_lesson_ring_is_moving (ring));
  want (FALSE);
  dl_lesson_ring_pulse (ring);
  g_assert_false (dl_lesson_ring_is_moving (ring));
  dl_lesson_ring_set_spots (ring, none);
}

/* The same of a control, which the style sheet does. */
static guint
count_pulsing (GtkWidget *window, GtkWidget *label)
{
  g_autoptr (Picture) first = NULL;
  graphene_rect_t box;
  guint n = 0;

  gtk_widget_add_css_class (label, "dl-pointed");
  ui_wait_ms (50);
  first = picture_new (window);
  g_assert_true (gtk_widget_compute_bounds (label, window, &box));
  for (guint i = 0; i < 8; i++)
    {
      g_autoptr (Picture) next = NULL;

      ui_wait_ms (100);
      next = picture_new (window);
      n += picture_count_changed (first, next, &box, 10) > 0;
    }
  gtk_widget_remove_css_class (label, "dl-pointed");
  return n;
}

static void
test_pointed (void)
{
  GtkWidget *label = gtk_label_new ("control");
  GtkWidget *window;

  g_object_set (label, "halign", GTK_ALIGN_CENTER, "valign", GTK_ALIGN_CENTER, NULL);
  window = ui_window_new (label, 200, 100);
  ui_wait_ms (50);
  g_assert_cmpuint (count_pulsing (window, label), >, 0);
  want (FALSE);
  ui_wait_ms (50);
  g_assert_cmpuint (count_pulsing (window, label), ==, 0);
  want (TRUE);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

int
main (int argc, char **argv)
{
  int result;

  ui_test_init (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();
  g_test_add ("/motion/panes", WindowFixture, "torus-5x5x5", window_set_up, test_panes, tear_down);
  g_test_add_func ("/motion/scroll", test_scroll);
  g_test_add ("/motion/packets", WindowFixture, "torus-5x5x5", window_set_up, test_packets_torus,
              tear_down);
  g_test_add ("/motion/packets-dragonfly", WindowFixture, "cascade-2", window_set_up,
              test_packets_dragonfly, tear_down);
  g_test_add ("/motion/flashes", WindowFixture, "torus-5x5x5", window_set_up, test_flashes,
              tear_down);
  g_test_add ("/motion/ring", WindowFixture, "torus-5x5x5", window_set_up, test_ring, tear_down);
  g_test_add_func ("/motion/pointed", test_pointed);
  result = g_test_run ();
  g_object_unref (application);
  return result;
}
