/* Lessons in the window: each that comes with the program from its first step to its last, by the
 * script that does it, through the window's actions; keys of maps meanwhile, what is offered, and
 * where the pane stands. */
#include "dl-canvas.h"
#include "dl-lesson-attempt-text.h"
#include "dl-lesson-driver.h"
#include "dl-lesson-pointer.h"
#include "dl-lesson-story.h"
#include "dl-lessons.h"
#include "dl-toast.h"
#include "dl-ui.h"
#include "lesson-fixture.h"

#include <string.h>

/* By script ------------------------------------------------------------------------------------ */

/* So many cycles from an empty network, or to that cycle of what the step has recorded, and until
 * the attempt has heard of it. */
static void
simulate (LessonFixture *fixture, guint64 cycles)
{
  DlLive *live = dl_view_get_live (dl_window_get_view (fixture->window));
  const DlLessonStep *step = dl_lesson_guide_get_step (dl_lesson_pane_get_guide (fixture->pane));
  const DlLivePicture *picture;

  if (step->recording != NULL)
    {
      dl_live_seek (live, cycles);
      ui_wait_for (dl_lesson_attempt_get_world (lesson_attempt_of (fixture))->stands
                   && dl_lesson_attempt_get_world (lesson_attempt_of (fixture))->shown_cycle
                          == cycles);
      return;
    }
  dl_live_restart (live);
  dl_live_sync (live);
  dl_live_step (live, cycles);
  ui_wait_for (lesson_has_come_to (live, cycles));
  picture = dl_live_get_picture (live);
  ui_wait_for (dl_lesson_attempt_get_world (lesson_attempt_of (fixture))->simulated
               && dl_lesson_attempt_get_world (lesson_attempt_of (fixture))->cycles
                      == picture->cycle - picture->since);
}

/* The window shows the attempt's state. */
static void
check_page (LessonFixture *fixture)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  DlLessonAttempt *attempt = lesson_attempt_of (fixture);
  const guint at = dl_lesson_attempt_get_step (attempt);
  const DlLessonStep *step = dl_lesson_step (dl_lesson_attempt_get_lesson (attempt), at);
  DlLessonQuestion *question = ui_find (window, DL_TYPE_LESSON_QUESTION, 0);
  const gboolean done = dl_lesson_attempt_get_phase (attempt) == DL_PHASE_DONE;
  g_autofree char *explain = NULL;

  g_assert_cmpint (dl_lesson_pane_get_page (fixture->pane), ==, DL_LESSON_PANE_STEP);
  g_assert_true (
      ui_says (window, dl_lesson_step_title (dl_lesson_attempt_get_lesson (attempt), at)));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (question))
                 == (step->question != DL_QUESTION_NONE));
  if (step->explain == NULL)
    return;
  explain = dl_lesson_attempt_fill (attempt, step->explain);
  g_autoptr (GPtrArray) blocks = dl_lesson_text_blocks (explain);
  g_assert_true (ui_says (window, ((DlLessonBlock *) blocks->pdata[0])->plain) == done);
}

/* The window has all that the step points at, and says what it is. */
static void
check_points (LessonFixture *fixture)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  DlView *view = dl_window_get_view (fixture->window);
  DlLessonRing *ring = ui_find (window, DL_TYPE_LESSON_RING, 0);
  g_autoptr (DlLessonPointer) pointer
      = dl_lesson_pointer_new (window, ui_part (window, "views"), view, ring);
  const DlLessonStep *step = dl_lesson_guide_get_step (dl_lesson_pane_get_guide (fixture->pane));

  for (guint i = 0; i < step->points->len; i++)
    {
      const DlLessonPlace *place = step->points->pdata[i];
      GtkWidget *widget = dl_lesson_pointer_find (pointer, place);
      g_autofree char *name = dl_lesson_pointer_name (pointer, place);

      g_test_message ("%s: points at %s %s, “%s”", step->id, dl_lesson_point_name (place->kind),
                      place->what, name);
      if (widget == NULL)
        g_error ("step %s points at %s %s, which the window does not have", step->id,
                 dl_lesson_point_name (place->kind), place->what);
      g_assert_true (gtk_widget_get_mapped (widget));
      g_assert_cmpstr (name, !=, "");
      if (place->kind == DL_LESSON_POINT_CONTROL || place->kind == DL_LESSON_POINT_ACTION)
        g_assert_cmpstr (name, !=, place->what);
      g_assert_true (ui_says (window, name));
    }
}

static void
do_line (LessonFixture *fixture, const char *line)
{
  DlLessonDriver driver = { .attempt = lesson_attempt_of (fixture) };
  g_autofree char *command = g_strndup (line, strcspn (line, " "));
  const char *rest = line + strlen (command);
  g_autoptr (GError) error = NULL;

  rest += strspn (rest, " ");
  if (strcmp (command, "expect") == 0)
    {
      dl_lesson_driver_command (&driver, line, &error);
      g_assert_no_error (error);
      check_page (fixture);
    }
  else if (strcmp (command, "set") == 0)
    lesson_set_key (fixture, rest);
  else if (strcmp (command, "simulate") == 0)
    simulate (fixture, g_ascii_strtoull (rest, NULL, 10));
  else if (strcmp (command, "undo") == 0 || strcmp (command, "redo") == 0)
    {
      g_autofree char *action = g_strconcat ("win.", command, NULL);

      lesson_act (fixture, action, NULL);
    }
  else if (strcmp (command, "leave") == 0 || strcmp (command, "return") == 0)
    lesson_act (fixture, "lesson.free", NULL);
  else
    {
      g_autofree char *action = g_strconcat ("lesson.", command, NULL);

      lesson_act (fixture, action, strcmp (command, "answer") == 0 ? rest : NULL);
      if (strcmp (command, "next") == 0 || strcmp (command, "back") == 0)
        check_points (fixture);
    }
}

static void
test_script (gconstpointer data)
{
  const char *id = data;
  g_autofree char *name = g_strconcat (id, ".script", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "lessons", name, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;
  LessonFixture fixture;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  lesson_open_window (&fixture);
  lesson_begin (&fixture, id);
  check_points (&fixture);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = g_strstrip (lines[i]);

      if (*line == '\0' || *line == '#')
        continue;
      g_test_message ("%s:%u: %s", name, i + 1, line);
      do_line (&fixture, line);
    }
  g_assert_true (dl_lesson_attempt_is_finished (lesson_attempt_of (&fixture)));
  lesson_act (&fixture, "lesson.next", NULL);
  g_assert_cmpint (dl_lesson_pane_get_page (fixture.pane), ==, DL_LESSON_PANE_END);
  lesson_close_window (&fixture);
}

/* Other scenarios ------------------------------------------------------------------------------ */

static gint
dateline_x (LessonFixture *fixture)
{
  return dl_torus_routing (dl_session_get_scenario (fixture->session)).dateline[DL_X];
}

/* The ring that a lesson shows has its dateline moved by D and the arrows, as the other maps; a key
 * brings the keyboard there, where it is seen. */
static void
test_ring_keys (void)
{
  char *folder = g_dir_make_tmp ("dateline-test-XXXXXX", NULL);
  g_autofree char *path = lesson_write_file (
      folder, "ring.lesson",
      "lesson: Ring\nformat: 1\nstart: preset:ring-8\nstep: a\nsay: A.\nshow: view ring\n"
      "point: view ring\n");
  LessonFixture fixture;
  GtkWidget *ring;
  gint before;
  guint link;

  lesson_open_window (&fixture);
  lesson_open_file (&fixture, path, DL_LESSON_PANE_STEP);
  gtk_window_set_focus_visible (GTK_WINDOW (fixture.window), FALSE);
  lesson_act (&fixture, "lesson.point", NULL);
  ring = gtk_window_get_focus (GTK_WINDOW (fixture.window));
  ui_draw ();
  g_assert_true (DL_IS_CANVAS (ring));
  g_assert_true (gtk_widget_has_visible_focus (ring));
  before = dateline_x (&fixture);
  g_assert_true (ui_press (ring, GDK_KEY_d, 0));
  g_assert_true (ui_press (ring, GDK_KEY_Left, 0));
  g_assert_true (ui_press (ring, GDK_KEY_Left, 0));
  ui_settle (fixture.session);
  g_assert_cmpint (dateline_x (&fixture), ==, before - 2);
  link = dl_view_get_selected_link (dl_window_get_view (fixture.window));
  g_assert_cmpuint (link, ==, DL_NO_LINK);
  g_assert_true (ui_press (ring, GDK_KEY_d, 0));
  g_assert_true (ui_press (ring, GDK_KEY_Left, 0));
  g_assert_cmpint (dateline_x (&fixture), ==, before - 2);
  g_assert_cmpuint (dl_view_get_selected_link (dl_window_get_view (fixture.window)), !=,
                    DL_NO_LINK);
  lesson_close_window (&fixture);
  ui_remove_folder (folder);
}

/* The lessons are offered once, and not to those who came by one; nothing lies over its map. */
static void
test_offer (void)
{
  for (guint in_lesson = 0; in_lesson < 2; in_lesson++)
    {
      g_autoptr (GSettings) settings = g_settings_new ("org.dateline.Dateline");
      DlToast *toasts;
      LessonFixture fixture;

      g_settings_reset (settings, "lessons-offered");
      lesson_open_window_of (&fixture, settings, 1280, 800);
      toasts = dl_toast_find (GTK_WIDGET (fixture.window));
      lesson_set_key (&fixture, "torus.datelines=1;1;1");
      g_assert_nonnull (dl_toast_get_title (toasts));
      if (in_lesson)
        {
          lesson_begin (&fixture, "03-deadlock");
          g_assert_null (dl_toast_get_title (toasts));
          lesson_set_key (&fixture, "torus.datelines=1;-1;-1");
          g_assert_null (dl_toast_get_title (toasts));
        }
      for (guint i = 0; i < 2; i++)
        {
          dl_session_open_new (fixture.session,
                               dl_scenario_copy (dl_session_get_scenario (fixture.session)));
          ui_settle (fixture.session);
          g_assert_cmpint (g_strcmp0 (dl_toast_get_title (toasts), "New to this?") == 0, ==,
                           !in_lesson && i == 0);
          g_assert_true (g_settings_get_boolean (settings, "lessons-offered"));
          dl_toast_dismiss (toasts);
        }
      lesson_close_window (&fixture);
    }
}

/* A step begins with its recording, at its cycle, and is done at the one that it waits for. */
static void
test_recording (void)
{
  char *folder = g_dir_make_tmp ("dateline-test-XXXXXX", NULL);
  g_autofree char *recording = lesson_write_file (
      folder, "r.dateline",
      "[scenario]\nformat=1\nname=R\n[torus]\nradix=8;1;1\n[traffic]\nload=0.3\n[recording]\n"
      "results=1\nend=500\n");
  g_autofree char *path = lesson_write_file (
      folder, "back.lesson",
      "lesson: Back\nformat: 1\nstart: preset:ring-8\nset: traffic.load=0.3\nstep: a\nsay: A.\n"
      "show: view packets\nstep: b\nsay: B.\nshow: recording r\nat: cycle 200\n"
      "show: page journey\nshow: packet 0,0,0 > 4,0,0 created 1 injected 1\ndo: Go.\n"
      "until: cycle 300\n");
  LessonFixture fixture;
  DlLive *live;

  lesson_open_window (&fixture);
  lesson_open_file (&fixture, path, DL_LESSON_PANE_STEP);
  live = dl_view_get_live (dl_window_get_view (fixture.window));
  lesson_act (&fixture, "lesson.next", NULL);
  ui_wait_for (dl_live_get_picture (live) != NULL && dl_live_get_picture (live)->cycle == 200);
  g_assert_cmpuint (dl_live_get_picture (live)->seen, ==, 500);
  g_assert_cmpint (dl_live_get_state (live), ==, DL_LIVE_PAUSED);
  g_assert_cmpuint (dl_view_get_packet (dl_window_get_view (fixture.window))->dest, ==, 4);
  ui_wait_for (dl_lesson_attempt_get_world (lesson_attempt_of (&fixture))->shown_cycle == 200);
  g_assert_cmpint (dl_lesson_attempt_get_phase (lesson_attempt_of (&fixture)), ==, DL_PHASE_DO);
  dl_live_seek (live, 301);
  ui_wait_for (dl_lesson_attempt_get_world (lesson_attempt_of (&fixture))->shown_cycle == 301);
  g_assert_cmpint (dl_lesson_attempt_get_phase (lesson_attempt_of (&fixture)), ==, DL_PHASE_DO);
  dl_live_seek (live, 300);
  ui_wait_for (dl_lesson_attempt_get_phase (lesson_attempt_of (&fixture)) == DL_PHASE_DONE);
  g_assert_true (dl_lesson_attempt_is_finished (lesson_attempt_of (&fixture)));
  lesson_close_window (&fixture);
  ui_remove_folder (folder);
}

/* Among the groups that a step points at the user chooses whose inside is shown. */
static void
test_group_keys (void)
{
  char *folder = g_dir_make_tmp ("dateline-test-XXXXXX", NULL);
  g_autofree char *path = lesson_write_file (
      folder, "groups.lesson",
      "lesson: Groups\nformat: 1\nstart: preset:cascade-2\nstep: a\nsay: A.\nshow: view groups\n"
      "point: group 0\npoint: group 1\nask: Why?\n");
  LessonFixture fixture;
  DlView *view;
  GtkStack *views;

  lesson_open_window (&fixture);
  lesson_open_file (&fixture, path, DL_LESSON_PANE_STEP);
  view = dl_window_get_view (fixture.window);
  views = ui_part (GTK_WIDGET (fixture.window), "views");
  for (guint group = 0; group < 2; group++)
    {
      GtkWidget *map;

      lesson_act (&fixture, "win.show-view", "groups");
      gtk_widget_activate_action (GTK_WIDGET (fixture.window), "lesson.point-at", "u", group);
      map = gtk_window_get_focus (GTK_WINDOW (fixture.window));
      g_assert_true (DL_IS_CANVAS (map));
      g_assert_true (ui_press (map, GDK_KEY_Return, 0));
      ui_settle (fixture.session);
      g_assert_cmpstr (gtk_stack_get_visible_child_name (views), ==, "group");
      g_assert_cmpuint (dl_view_get_group (view), ==, group);
      lesson_set_key (&fixture, group == 0 ? "traffic.load=0.3" : "traffic.load=0.4");
      g_assert_cmpuint (dl_view_get_group (view), ==, group);
      /* It is shown again after the other one was looked at. */
      g_object_set (view, "group", 1 - group, NULL);
      lesson_act (&fixture, "win.show-view", "groups");
      g_assert_true (ui_press (map, GDK_KEY_Return, 0));
      g_assert_cmpuint (dl_view_get_group (view), ==, group);
    }
  lesson_close_window (&fixture);
  ui_remove_folder (folder);
}

/* A step shows a route, marks and ages until the next one, and what it explains once it is done. */
static void
test_shows (void)
{
  char *folder = g_dir_make_tmp ("dateline-test-XXXXXX", NULL);
  g_autofree char *path = lesson_write_file (
      folder, "shows.lesson",
      "lesson: Shows\nformat: 1\nstart: preset:ring-8\n"
      "step: a\nsay: A.\nshow: view packets\nshow: ages\nshow: speed 200/s\n"
      "show: route 6,0,0 > 2,0,0\nmark: link 1,0,0:x+\nmark: node 5,0,0\n"
      "step: b\nsay: B.\nshow: link 3,0,0:x+\nask: How far?\nnumber: hops(0,0,0>3,0,0)\n"
      "then: route 0,0,0 > 3,0,0\n"
      "step: c\nsay: C.\n");
  LessonFixture fixture;
  guint source, dest, n;
  const DlPlace *marked;
  DlView *view;
  DlLive *live;
  double before;
  gboolean ages;

  lesson_open_window (&fixture);
  view = dl_window_get_view (fixture.window);
  live = dl_view_get_live (view);
  before = dl_live_get_speed (live);
  lesson_open_file (&fixture, path, DL_LESSON_PANE_STEP);

  g_assert_nonnull (dl_view_get_route (view, &source, &dest));
  g_assert_cmpuint (source, ==, 6);
  g_assert_cmpuint (dest, ==, 2);
  marked = dl_view_get_marked (view, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (marked[0].kind, ==, DL_PLACE_LINK);
  g_assert_true (dl_place_equal (marked[1], dl_place_node (5)));
  g_object_get (view, "ages", &ages, NULL);
  g_assert_true (ages);
  g_assert_cmpfloat (dl_live_get_speed (live), ==, 200);

  lesson_act (&fixture, "lesson.next", NULL);
  ui_settle (fixture.session);
  g_assert_null (dl_view_get_route (view, &source, &dest));
  dl_view_get_marked (view, &n);
  g_assert_cmpuint (n, ==, 0);
  g_object_get (view, "ages", &ages, NULL);
  g_assert_false (ages);
  g_assert_cmpuint (dl_view_get_selected_link (view), !=, DL_NO_LINK);
  lesson_act (&fixture, "lesson.answer", "3");
  ui_settle (fixture.session);
  g_assert_nonnull (dl_view_get_route (view, &source, &dest));
  g_assert_cmpuint (dest, ==, 3);

  lesson_act (&fixture, "lesson.next", NULL);
  ui_settle (fixture.session);
  g_assert_null (dl_view_get_route (view, &source, &dest));
  lesson_act (&fixture, "lesson.back", NULL);
  ui_settle (fixture.session);
  g_assert_nonnull (dl_view_get_route (view, &source, &dest));

  lesson_act (&fixture, "lesson.close", NULL);
  lesson_answer (&fixture, "_Close the Lesson");
  ui_settle (fixture.session);
  g_assert_cmpfloat (dl_live_get_speed (live), ==, before);
  lesson_close_window (&fixture);
  ui_remove_folder (folder);
}

/* Where it stands ------------------------------------------------------------------------------ */

static graphene_rect_t
bounds_of (gpointer widget, gpointer window)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, window, &bounds));
  return bounds;
}

/* Beside the other panes where there is room, and below them otherwise; never over the map. */
static void
check_place (int width, int height, gboolean beside)
{
  graphene_rect_t pane, map, overlap;
  LessonFixture fixture;
  DlLessonSplit *split;

  lesson_open_window_of (&fixture, NULL, width, height);
  lesson_begin (&fixture, "01-torus");
  ui_draw ();
  split = ui_find (GTK_WIDGET (fixture.window), DL_TYPE_LESSON_SPLIT, 0);
  g_test_message ("%d x %d", gtk_widget_get_width (GTK_WIDGET (fixture.window)),
                  gtk_widget_get_height (GTK_WIDGET (fixture.window)));
  g_assert_true (dl_lesson_split_get_beside (split) == beside);
  pane = bounds_of (fixture.pane, fixture.window);
  map = bounds_of (ui_part (GTK_WIDGET (fixture.window), "views"), fixture.window);
  g_assert_false (graphene_rect_intersection (&pane, &map, &overlap) && overlap.size.width > 0.5
                  && overlap.size.height > 0.5);
  g_assert_cmpfloat (map.size.width, >=, 300);
  g_assert_cmpfloat (map.size.height, >=, 150);
  g_assert_cmpfloat (pane.size.width, >=, 240);
  g_assert_cmpfloat (pane.size.height, >=, 150);
  lesson_close_window (&fixture);
}

static void
test_place (void)
{
  check_place (1280, 800, TRUE);
  check_place (1024, 700, FALSE);
  check_place (1600, 1000, TRUE);
}

/* For an audience: three lines of its text, which is larger, below the panes where a window is not
 * wide; and all as before afterwards. */
static void
test_presented (void)
{
  LessonFixture fixture;
  GtkWidget *page, *scroller;
  g_autoptr (PangoLayout) layout = NULL;
  int before, line;

  lesson_open_window_of (&fixture, NULL, 1280, 800);
  lesson_begin (&fixture, "03-deadlock");
  ui_draw ();
  page = ui_find (GTK_WIDGET (fixture.window), DL_TYPE_LESSON_PAGE, 0);
  scroller = ui_part (page, "scroller");
  before = gtk_widget_get_width (GTK_WIDGET (fixture.pane));
  g_action_group_change_action_state (G_ACTION_GROUP (fixture.window), "presenter",
                                      g_variant_new_boolean (TRUE));
  ui_settle (fixture.session);
  ui_draw ();
  layout = gtk_widget_create_pango_layout (page, "A");
  pango_layout_get_pixel_size (layout, NULL, &line);
  g_test_message ("%d x %d, %d of lines of %d", gtk_widget_get_width (GTK_WIDGET (fixture.pane)),
                  gtk_widget_get_height (GTK_WIDGET (fixture.pane)),
                  gtk_widget_get_height (scroller), line);
  g_assert_cmpint (gtk_widget_get_height (scroller), >=, 2 * line);
  g_assert_cmpint (gtk_widget_get_height (scroller), <=, 3 * line + 4);
  g_action_group_change_action_state (G_ACTION_GROUP (fixture.window), "presenter",
                                      g_variant_new_boolean (FALSE));
  ui_settle (fixture.session);
  ui_draw ();
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (fixture.pane)), ==, before);
  lesson_close_window (&fixture);
}

static int
three_lines (GtkWidget *lesson, guint lines)
{
  return (int) lines * 25;
}

static void
allocate (GtkWidget *split, int width, int height)
{
  gtk_widget_measure (split, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_measure (split, GTK_ORIENTATION_VERTICAL, width, NULL, NULL, NULL, NULL);
  gtk_widget_allocate (split, width, height, -1, NULL);
}

/* And a quarter of a wide one; no screen of a test is so wide. */
static void
test_quarter (void)
{
  GtkWidget *window = gtk_window_new (), *lesson = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *split = dl_lesson_split_new (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), lesson);

  gtk_window_set_child (GTK_WINDOW (window), split);
  allocate (split, 1920, 1080);
  g_assert_cmpint (abs (gtk_widget_get_width (lesson) - 330), <=, 8);
  dl_lesson_split_present (DL_LESSON_SPLIT (split), three_lines);
  allocate (split, 1920, 1080);
  g_assert_true (dl_lesson_split_get_beside (DL_LESSON_SPLIT (split)));
  g_assert_cmpint (abs (gtk_widget_get_width (lesson) - 1920 / 4), <=, 8);
  allocate (split, 1280, 720);
  g_assert_false (dl_lesson_split_get_beside (DL_LESSON_SPLIT (split)));
  dl_lesson_split_present (DL_LESSON_SPLIT (split), NULL);
  allocate (split, 1280, 720);
  g_assert_true (dl_lesson_split_get_beside (DL_LESSON_SPLIT (split)));
  gtk_window_destroy (GTK_WINDOW (window));
}

typedef struct
{
  DlLessonRing *ring;
  gboolean moved;
} Watch;

static gboolean
watch (gpointer data)
{
  Watch *self = data;

  self->moved |= dl_lesson_ring_is_moving (self->ring);
  return G_SOURCE_CONTINUE;
}

/* Rings move for some seconds, in which a busy machine may do no more than open the lesson, and not
 * at all where nothing is to move. */
static void
test_motion (void)
{
  LessonFixture fixture;
  GtkSettings *settings = gtk_settings_get_default ();
  Watch seen = { NULL, FALSE };
  DlLessonRing *ring;
  guint source;

  lesson_open_window (&fixture);
  ring = ui_find (GTK_WIDGET (fixture.window), DL_TYPE_LESSON_RING, 0);
  g_object_set (settings, "gtk-enable-animations", TRUE, NULL);
  seen.ring = ring;
  source = g_timeout_add (5, watch, &seen);
  lesson_begin (&fixture, "01-torus");
  watch (&seen);
  g_source_remove (source);
  g_assert_true (seen.moved);
  ui_wait_for (!dl_lesson_ring_is_moving (ring));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (ring)));
  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  lesson_act (&fixture, "lesson.next", NULL);
  g_assert_false (dl_lesson_ring_is_moving (ring));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (ring)));
  lesson_close_window (&fixture);
}

/* From the lesson to what it points at and back, by one key. */
static void
test_keyboard (void)
{
  LessonFixture fixture;
  GtkWindow *window;
  GtkWidget *pane;

  lesson_open_window (&fixture);
  window = GTK_WINDOW (fixture.window);
  pane = GTK_WIDGET (fixture.pane);
  lesson_begin (&fixture, "01-torus");
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (window), pane));
  lesson_act (&fixture, "lesson.next", NULL);
  lesson_act (&fixture, "lesson.next", NULL);
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (window), pane));
  lesson_act (&fixture, "lesson.point", NULL); /* node 0,0,0 */
  g_assert_false (gtk_widget_is_ancestor (gtk_window_get_focus (window), pane));
  g_assert_cmpuint (
      dl_place_number (dl_view_get_selected (dl_window_get_view (fixture.window)), DL_PLACE_NODE),
      ==, 0);
  lesson_act (&fixture, "lesson.point", NULL);
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (window), pane));
  lesson_act (&fixture, "lesson.next", NULL);
  lesson_act (&fixture, "lesson.point", NULL); /* control torus.wrap */
  g_assert_cmpstr (gtk_widget_get_name (gtk_window_get_focus (window)), ==, "torus.wrap/x");
  lesson_close_window (&fixture);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  g_auto (GStrv) ids = dl_lessons_list ();

  dl_ui_init ();
  g_test_add_func ("/lesson-window/ring-keys", test_ring_keys);
  g_test_add_func ("/lesson-window/recording", test_recording);
  g_test_add_func ("/lesson-window/offer", test_offer);
  g_test_add_func ("/lesson-window/group-keys", test_group_keys);
  g_test_add_func ("/lesson-window/shows", test_shows);
  g_test_add_func ("/lesson-window/place", test_place);
  g_test_add_func ("/lesson-window/presented", test_presented);
  g_test_add_func ("/lesson-window/quarter", test_quarter);
  g_test_add_func ("/lesson-window/motion", test_motion);
  g_test_add_func ("/lesson-window/keyboard", test_keyboard);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autofree char *path = g_strdup_printf ("/lesson-window/script/%s", ids[i]);

      g_test_add_data_func (path, ids[i], test_script);
    }
  return g_test_run ();
}
