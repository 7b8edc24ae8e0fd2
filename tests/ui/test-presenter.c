/* Presenter mode: large type, keys, laser, covers, and the window as it was afterwards. */
#include "dl-lesson-actions.h"
#include "dl-presenter.h"

#include "dl-ui.h"
#include "dl-window-private.h"
#include "ui-fixture.h"

typedef struct
{
  DlSession *session;
  GSettings *settings;
  DlWindow *window;
} Fixture;

static void
open_window (Fixture *fixture)
{
  fixture->window = dl_window_new (GTK_APPLICATION (g_application_get_default ()), fixture->session,
                                   fixture->settings);
  gtk_window_present (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (4, 4, 1);
  fixture->settings = g_settings_new ("org.dateline.Dateline");
  g_settings_reset (fixture->settings, "presenter-fullscreen");
  g_settings_reset (fixture->settings, "presenter-configuration");
  g_settings_reset (fixture->settings, "presenter-lesson");
  g_settings_reset (fixture->settings, "show-configuration");
  open_window (fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_idle ();
  ui_assert_finalize (fixture->settings);
  g_object_unref (fixture->session);
}

static int
dpi (Fixture *fixture)
{
  int value;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (fixture->window)), "gtk-xft-dpi", &value,
                NULL);
  return value;
}

static gboolean
flag (Fixture *fixture, const char *name)
{
  g_autoptr (GVariant) state
      = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window), name);

  return g_variant_get_boolean (state);
}

/* Toggle like the menu and the keys. */
static void
toggle (Fixture *fixture, const char *name)
{
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), name, NULL);
  ui_idle ();
}

static gboolean
press (Fixture *fixture, guint keyval, GdkModifierType state)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (GTK_WIDGET (fixture->window));
  gboolean taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (all) && !taken; i++)
    {
      g_autoptr (GtkEventController) it = g_list_model_get_item (all, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (it)
          && gtk_event_controller_get_propagation_phase (it) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (it, "key-pressed", keyval, 0, state, &taken);
    }
  return taken;
}

static DlPresenter *
presenter_of (Fixture *fixture)
{
  return g_object_get_data (G_OBJECT (fixture->window), "dl-presenter");
}

#define assert_keys(wanted)                                                                        \
  g_assert_cmpstr (dl_presenter_get_keys (presenter_of (fixture)), ==, wanted)

static void
test_type (Fixture *fixture, gconstpointer data)
{
  const int own = dpi (fixture);

  toggle (fixture, "presenter");
  g_assert_true (flag (fixture, "presenter"));
  g_assert_cmpint (dpi (fixture), >, own * 5 / 4);
  toggle (fixture, "presenter");
  g_assert_cmpint (dpi (fixture), ==, own);
  /* Nor does it stay large when the window goes. */
  toggle (fixture, "presenter");
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_idle ();
  open_window (fixture);
  g_assert_cmpint (dpi (fixture), ==, own);
  g_assert_false (flag (fixture, "presenter"));
}

static void
test_keys (Fixture *fixture, gconstpointer data)
{
  GtkWidget *entry = ui_find (GTK_WIDGET (fixture->window->panels), GTK_TYPE_TEXT, 0);

  press (fixture, GDK_KEY_Down, 0);
  assert_keys (NULL);
  toggle (fixture, "presenter");
  g_assert_false (press (fixture, GDK_KEY_Down, 0));
  assert_keys ("Down");
  press (fixture, GDK_KEY_Down, 0);
  press (fixture, GDK_KEY_Down, 0);
  assert_keys ("Down × 3");
  press (fixture, GDK_KEY_z, GDK_CONTROL_MASK);
  assert_keys ("Ctrl+Z");
  /* With Caps Lock the same. */
  press (fixture, GDK_KEY_Z, GDK_CONTROL_MASK | GDK_LOCK_MASK);
  assert_keys ("Ctrl+Z × 2");

  /* Typed into a field; but what does something there is shown. */
  g_assert_true (gtk_widget_grab_focus (entry));
  press (fixture, GDK_KEY_7, 0);
  press (fixture, GDK_KEY_A, GDK_SHIFT_MASK);
  assert_keys ("Ctrl+Z × 2");
  press (fixture, GDK_KEY_Return, 0);
  assert_keys ("Return");
  toggle (fixture, "presenter");
  assert_keys (NULL);
}

/* Keys lie over the map, and clear of what the window says below it. */
static void
test_place_of_keys (Fixture *fixture, gconstpointer data)
{
  GtkWidget *views = GTK_WIDGET (fixture->window->views);
  GtkWidget *overlay = gtk_window_get_child (GTK_WINDOW (fixture->window));
  graphene_rect_t map, keys;
  GtkWidget *label = NULL;

  toggle (fixture, "presenter");
  ui_draw (); /* the bars have gone */
  press (fixture, GDK_KEY_Down, 0);
  ui_draw ();
  for (GtkWidget *it = gtk_widget_get_first_child (overlay); it != NULL;
       it = gtk_widget_get_next_sibling (it))
    if (gtk_widget_has_css_class (it, "dl-presented"))
      label = it;
  g_assert_nonnull (label);
  g_assert_true (gtk_widget_compute_bounds (views, overlay, &map));
  g_assert_true (gtk_widget_compute_bounds (label, overlay, &keys));
  g_assert_cmpfloat (keys.origin.y, >, map.origin.y + map.size.height / 2);
  g_assert_cmpfloat (keys.origin.y + keys.size.height, <=, map.origin.y + map.size.height);
}

static void
test_covers (Fixture *fixture, gconstpointer data)
{
  DlPresenter *presenter = presenter_of (fixture);
  GtkWidget *bar = gtk_window_get_titlebar (GTK_WINDOW (fixture->window));
  GtkWidget *overlay = gtk_window_get_child (GTK_WINDOW (fixture->window));
  GtkWidget *still = ui_find (overlay, GTK_TYPE_PICTURE, 0);

  /* Only where there is a class. */
  toggle (fixture, "black");
  g_assert_cmpint (dl_presenter_get_cover (presenter), ==, DL_COVER_NONE);
  toggle (fixture, "presenter");
  toggle (fixture, "freeze");
  g_assert_cmpint (dl_presenter_get_cover (presenter), ==, DL_COVER_FROZEN);
  g_assert_true (gtk_widget_get_mapped (still));
  g_assert_cmpint (
      gdk_paintable_get_intrinsic_width (gtk_picture_get_paintable (GTK_PICTURE (still))), ==,
      gtk_widget_get_width (overlay));
  toggle (fixture, "black");
  g_assert_false (flag (fixture, "freeze"));
  g_assert_true (flag (fixture, "black"));
  g_assert_false (gtk_widget_get_mapped (still));
  g_assert_false (gtk_widget_get_visible (bar));
  g_assert_true (press (fixture, GDK_KEY_Escape, 0));
  g_assert_cmpint (dl_presenter_get_cover (presenter), ==, DL_COVER_NONE);
  g_assert_true (gtk_widget_get_visible (bar));
  g_assert_false (press (fixture, GDK_KEY_Escape, 0));

  toggle (fixture, "laser");
  g_assert_true (dl_presenter_get_laser (presenter));
  toggle (fixture, "black");
  toggle (fixture, "presenter");
  g_assert_false (dl_presenter_get_laser (presenter));
  g_assert_false (flag (fixture, "laser"));
  g_assert_false (flag (fixture, "black"));
  g_assert_true (gtk_widget_get_visible (bar));
}

/* Pixels of @widget. */
static GBytes *
dots_of (GtkWidget *widget)
{
  g_autoptr (GdkPaintable) live = gtk_widget_paintable_new (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  guchar *dots = g_malloc (4 * (gsize) width * height);

  gdk_paintable_snapshot (live, snapshot, width, height);
  node = gtk_snapshot_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (gtk_widget_get_native (widget)),
                                         node, &GRAPHENE_RECT_INIT (0, 0, width, height));
  gdk_texture_download (texture, dots, 4 * (gsize) width);
  return g_bytes_new_take (dots, 4 * (gsize) width * height);
}

/* Changes under the still do not show through. */
static void
test_frozen (Fixture *fixture, gconstpointer data)
{
  GtkWidget *overlay = gtk_window_get_child (GTK_WINDOW (fixture->window));
  g_autoptr (GBytes) live = NULL;
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) after = NULL;
  g_autoptr (GBytes) changed = NULL;

  toggle (fixture, "presenter");
  ui_draw ();
  live = dots_of (overlay);
  toggle (fixture, "freeze");
  ui_draw ();
  before = dots_of (overlay);
  toggle (fixture, "show-configuration");
  ui_draw ();
  after = dots_of (overlay);
  toggle (fixture, "freeze");
  ui_draw ();
  changed = dots_of (overlay);
  g_assert_true (g_bytes_equal (before, after));
  g_assert_false (g_bytes_equal (live, changed));
  toggle (fixture, "show-configuration");
}

/* Presenting has an arrangement of its own, and the window gets its own back. */
static void
test_arrangement (Fixture *fixture, gconstpointer data)
{
  toggle (fixture, "presenter");
  g_assert_false (flag (fixture, "show-configuration"));
  toggle (fixture, "presenter");
  g_assert_true (flag (fixture, "show-configuration"));
  toggle (fixture, "presenter");
  toggle (fixture, "show-configuration");
  toggle (fixture, "presenter");
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_idle ();
  open_window (fixture);
  toggle (fixture, "presenter");
  g_assert_true (flag (fixture, "show-configuration"));
  toggle (fixture, "show-configuration");
  /* Also when it is closed in the middle. */
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_idle ();
  open_window (fixture);
  g_assert_true (flag (fixture, "show-configuration"));
}

static int
page_width (Fixture *fixture)
{
  return gtk_widget_get_width (GTK_WIDGET (fixture->window->evidence));
}

/* Large type needs more room for the page; afterwards it is as wide as it was, and stays so. */
static void
check_width (Fixture *fixture)
{
  const int width = page_width (fixture), at = gtk_paned_get_position (fixture->window->split);

  toggle (fixture, "presenter");
  ui_wait_ms (300);
  g_test_message ("%d before, %d presented", width, page_width (fixture));
  toggle (fixture, "presenter");
  ui_wait_ms (300);
  g_assert_cmpint (page_width (fixture), ==, width);
  g_assert_cmpint (gtk_paned_get_position (fixture->window->split), ==, at);
  ui_wait_ms (300);
  g_assert_cmpint (page_width (fixture), ==, width);
}

static void
test_width (Fixture *fixture, gconstpointer data)
{
  const int wider = 40;

  g_settings_reset (fixture->settings, "page-width");
  ui_wait_ms (300);
  check_width (fixture);                                       /* that the window chose */
  gtk_widget_grab_focus (GTK_WIDGET (fixture->window->split)); /* as by its keys */
  gtk_paned_set_position (fixture->window->split,
                          gtk_paned_get_position (fixture->window->split) - wider);
  ui_wait_ms (300);
  const int chosen = g_settings_get_int (fixture->settings, "page-width");
  g_assert_cmpint (chosen, >, 0);
  check_width (fixture); /* or the user */
  g_assert_cmpint (g_settings_get_int (fixture->settings, "page-width"), ==, chosen);
  g_settings_reset (fixture->settings, "page-width");
}

/* A full screen has no header bar, and says all the same what is open. */
static void
test_title (Fixture *fixture, gconstpointer data)
{
  GtkLabel *title = ui_part (GTK_WIDGET (fixture->window), "full_title");

  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (title)));
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_idle ();
  fixture->window = dl_window_new (GTK_APPLICATION (g_application_get_default ()), fixture->session,
                                   fixture->settings);
  /* Before it is there: afterwards it is a window manager's to do. */
  gtk_window_fullscreen (GTK_WINDOW (fixture->window));
  gtk_window_present (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  ui_wait_for (gtk_window_is_fullscreen (GTK_WINDOW (fixture->window)));
  title = ui_part (GTK_WIDGET (fixture->window), "full_title");
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (title)));
  g_assert_cmpstr (gtk_label_get_text (title), ==,
                   dl_session_get_scenario (fixture->session)->name);
}

static gboolean
is_at (Fixture *fixture, const char *id, guint step)
{
  guint now;

  return g_strcmp0 (dl_lesson_desk_get_lesson (DL_SHELL (fixture->window), &now), id) == 0
         && now == step;
}

/* A lesson that was presented is taken up at its step, also by another window. */
static void
test_lesson (Fixture *fixture, gconstpointer data)
{
  toggle (fixture, "presenter");
  g_assert_null (dl_lesson_desk_get_lesson (DL_SHELL (fixture->window), &(guint) { 0 }));
  ui_act (fixture->window, "lesson", "03-deadlock");
  ui_wait_for (is_at (fixture, "03-deadlock", 0));
  for (guint step = 1; step <= 2; step++)
    {
      ui_settle (fixture->session);
      gtk_widget_activate_action (GTK_WIDGET (fixture->window), "lesson.next", NULL);
      ui_wait_for (is_at (fixture, "03-deadlock", step));
    }
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  open_window (fixture);
  g_assert_null (dl_lesson_desk_get_lesson (DL_SHELL (fixture->window), &(guint) { 0 }));
  toggle (fixture, "presenter");
  ui_wait_for (is_at (fixture, "03-deadlock", 2));
  /* And no further. */
  ui_settle (fixture->session);
  ui_draw ();
  g_assert_true (is_at (fixture, "03-deadlock", 2));
}

int
main (int argc, char *argv[])
{
  g_autoptr (GtkApplication) application = NULL;

  ui_test_init (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();

#define ADD(name, function)                                                                        \
  g_test_add ("/presenter/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("type", test_type);
  ADD ("keys", test_keys);
  ADD ("place-of-keys", test_place_of_keys);
  ADD ("covers", test_covers);
  ADD ("frozen", test_frozen);
  ADD ("arrangement", test_arrangement);
  ADD ("width", test_width);
  ADD ("title", test_title);
  ADD ("lesson", test_lesson);
  return g_test_run ();
}
