#include "ui-fixture.h"

#include "dl-family-rooms.h"

#include <glib/gstdio.h>

#include <locale.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>

/* GLib allocates its table of quarks when it is loaded, and leaves it behind on purpose when a
 * window has made more than 2,048: what libraries allocate as they are loaded is no leak. */
static void
begin_loading (void)
{
  __lsan_disable ();
}

__attribute__ ((constructor)) static void
end_loading (void)
{
  __lsan_enable ();
}

__attribute__ ((section (".preinit_array"), used)) static void (*const before_libraries) (void)
    = begin_loading;
#endif

/* Messages of GTK 4.8 itself that are not a failure: a tooltip or a list whose window has gone or
 * is outside of the screen. */
static gboolean
is_known (const char *message)
{
  static const char *const known[] = {
    "gdk_surface_get_device_position: assertion 'GDK_IS_SURFACE",
    "_gtk_widget_find_at_coords: assertion 'GDK_IS_SURFACE",
    "gdk_monitor_get_geometry: assertion 'GDK_IS_MONITOR",
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_has_prefix (message, known[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_fatal (const char *domain, GLogLevelFlags level, const char *message, gpointer user_data)
{
  return !is_known (message);
}

/* GLib's own says that the test ends, before it asks whether it does. */
static GLogFunc say_of_tests;

static void
say (const char *domain, GLogLevelFlags level, const char *message, gpointer user_data)
{
  if (is_known (message))
    g_test_message ("known: %s", message);
  else
    say_of_tests (domain, level, message, user_data);
}

void
ui_test_init_local (int *argc, char ***argv)
{
  g_test_init (argc, argv, NULL);
  say_of_tests = g_log_set_default_handler (say, NULL);
  if (setlocale (LC_ALL, "") == NULL)
    g_error ("the locale that the environment names is not installed");
  gtk_disable_setlocale ();
  gtk_init ();
}

void
ui_test_init (int *argc, char ***argv)
{
  /* For programs that are started, too. Up to glibc 2.38 LANGUAGE counts in this locale. */
  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  g_unsetenv ("LANGUAGE");
  ui_test_init_local (argc, argv);
}

/* GLib forgets the handler as each test begins. */
void
ui_idle (void)
{
  g_test_log_set_fatal_handler (is_fatal, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

void
ui_wait_ms (guint ms)
{
  const gint64 end = g_get_monotonic_time () + ms * G_TIME_SPAN_MILLISECOND;

  while (g_get_monotonic_time () < end)
    {
      ui_idle ();
      g_usleep (1000);
    }
}

static void
count_frame (GdkFrameClock *clock, guint *n_frames)
{
  (*n_frames)++;
}

/* Frames: laying out one may need another, and so may the idle work after it. */
#define FRAMES 3

static void
draw_window (GtkWidget *window)
{
  g_autoptr (GdkFrameClock) clock = NULL;
  guint n_frames = 0;
  gulong handler;

  if (!gtk_widget_get_mapped (window))
    return;
  clock = g_object_ref (gtk_widget_get_frame_clock (window));
  handler = g_signal_connect (clock, "after-paint", G_CALLBACK (count_frame), &n_frames);
  for (guint frame = 1; frame <= FRAMES && gtk_widget_get_mapped (window); frame++)
    {
      gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_PAINT);
      ui_wait_for (n_frames >= frame || !gtk_widget_get_mapped (window));
    }
  g_signal_handler_disconnect (clock, handler);
}

/* Does something in @widget slide or fade? */
static gboolean
is_moving (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  if (GTK_IS_REVEALER (widget)
      && gtk_revealer_get_reveal_child (GTK_REVEALER (widget))
             != gtk_revealer_get_child_revealed (GTK_REVEALER (widget)))
    return TRUE;
  if (GTK_IS_STACK (widget) && gtk_stack_get_transition_running (GTK_STACK (widget)))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (is_moving (child))
      return TRUE;
  return FALSE;
}

void
ui_draw (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  ui_idle ();
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      do
        draw_window (window);
      while (is_moving (window));
    }
  ui_idle ();
}

static gboolean
is_settled (DlSession *session)
{
  const DlEvaluation *result = dl_session_get_result (session);
  gboolean busy;

  g_object_get (session, "busy", &busy, NULL);
  return !busy && result != NULL && result->generation == dl_session_get_generation (session)
         && dl_session_get_save_state (session) != DL_SAVE_PENDING;
}

void
ui_settle (DlSession *session)
{
  do
    {
      ui_idle ();
      while (!is_settled (session))
        g_main_context_iteration (NULL, TRUE);
      ui_idle ();
    }
  while (!is_settled (session));
}

DlSession *
ui_session_new (guint x, guint y, guint z)
{
  const guint radix[DL_TORUS_N_DIMS] = { x, y, z };
  DlSession *session = dl_session_new (NULL);

  for (DlTorusDim dim = DL_X; dim < DL_TORUS_N_DIMS; dim++)
    dl_session_set_number (session, "torus.radix", dim, radix[dim], TRUE);
  dl_session_seal (session);
  ui_settle (session);
  return session;
}

GtkWidget *
ui_window_new (GtkWidget *child, int width, int height)
{
  GtkWidget *window = gtk_window_new ();

  if (width > 0 && height > 0)
    gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_set_child (GTK_WINDOW (window), child);
  gtk_window_present (GTK_WINDOW (window));
  ui_wait_for (gtk_widget_get_mapped (child));
  return window;
}

void
ui_fixture_open (UiFixture *fixture, GtkWidget *(*create) (DlView *), int width, int height)
{
  fixture->view = dl_view_new (fixture->session);
  fixture->pane = create (fixture->view);
  fixture->window = ui_window_new (fixture->pane, width, height);
}

void
ui_fixture_open_page (UiFixture *fixture, const char *id, int width, int height)
{
  ui_fixture_open (fixture, dl_maker_find (DL_FEATURE_PAGE, id)->create, width, height);
}

void
ui_fixture_close (UiFixture *fixture)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  /* A canceled job may take a moment to notice. */
  ui_wait_for (G_OBJECT (fixture->view)->ref_count == 1);
  ui_assert_finalize (fixture->view);
  ui_wait_for (G_OBJECT (fixture->session)->ref_count == 1);
  ui_assert_finalize (fixture->session);
}

static GtkWidget *
find (GtkWidget *widget, GType type, guint *n)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type) && (*n)-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, type, n);
      if (found != NULL)
        return found;
    }
  return NULL;
}

gpointer
ui_find (GtkWidget *root, GType type, guint n)
{
  return find (root, type, &n);
}

gpointer
ui_controller (gpointer widget, GType type)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (GObject) one = g_list_model_get_item (all, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (one, type))
        return one; /* the widget keeps it */
    }
  g_assert_not_reached ();
}

gboolean
ui_press (gpointer widget, guint keyval, GdkModifierType state)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (widget);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (all) && !handled; i++)
    {
      g_autoptr (GtkEventController) keys = g_list_model_get_item (all, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (keys))
        g_signal_emit_by_name (keys, "key-pressed", keyval, 0, state, &handled);
    }
  return handled;
}

typedef gboolean (*Match) (GtkWidget *widget, const char *text);

static gpointer
find_match (GtkWidget *widget, Match match, const char *text)
{
  if (match (widget, text))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_match (child, match, text);
      if (found != NULL)
        return found;
    }
  /* A folded child is not among the children. */
  if (GTK_IS_EXPANDER (widget) && !gtk_expander_get_expanded (GTK_EXPANDER (widget)))
    return find_match (gtk_expander_get_child (GTK_EXPANDER (widget)), match, text);
  return NULL;
}

static gboolean
is_called (GtkWidget *widget, const char *name)
{
  return g_strcmp0 (gtk_widget_get_name (widget), name) == 0
         || g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), name) == 0;
}

gpointer
ui_part (GtkWidget *root, const char *name)
{
  return find_match (root, is_called, name);
}

static gboolean
is_shown_row (GtkWidget *widget, const char *key)
{
  return is_called (widget, key) && gtk_widget_get_visible (widget);
}

static gboolean
is_control (GtkWidget *widget, const char *unused)
{
  return GTK_IS_ENTRY (widget) || GTK_IS_SPIN_BUTTON (widget) || GTK_IS_DROP_DOWN (widget);
}

gpointer
ui_key (GtkWidget *root, const char *key)
{
  GtkWidget *row = find_match (root, is_shown_row, key);

  return row != NULL ? find_match (row, is_control, NULL) : NULL;
}

static gboolean
is_button (GtkWidget *widget, const char *label)
{
  return GTK_IS_BUTTON (widget)
         && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0;
}

gpointer
ui_find_button (GtkWidget *root, const char *label)
{
  return find_match (root, is_button, label);
}

void
ui_assert_explained (GtkWidget *root)
{
  if (is_control (root, NULL) || GTK_IS_BUTTON (root))
    {
      GtkWidget *explained = root;

      while (explained != NULL && gtk_widget_get_tooltip_text (explained) == NULL)
        explained = gtk_widget_get_parent (explained);
      g_assert_nonnull (explained);
      if (!GTK_IS_BUTTON (root) || gtk_button_get_label (GTK_BUTTON (root)) == NULL)
        g_assert_true (
            gtk_test_accessible_has_property (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_PROPERTY_LABEL)
            || gtk_test_accessible_has_relation (GTK_ACCESSIBLE (root),
                                                 GTK_ACCESSIBLE_RELATION_LABELLED_BY));
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    ui_assert_explained (child);
}

/* Does the visible text match? Characters that only keep a line together do not count. */
static gboolean
reads (GtkLabel *label, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (gtk_label_get_text (label), "\xe2\x81\xa0", -1);
  g_autofree char *seen = g_strjoinv ("", parts);

  return strstr (seen, text) != NULL;
}

gboolean
ui_says (GtkWidget *root, const char *text)
{
  if (GTK_IS_LABEL (root) && gtk_widget_get_mapped (root) && reads (GTK_LABEL (root), text))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (ui_says (child, text))
      return TRUE;
  return FALSE;
}

void
ui_act (gpointer window, const char *name, const char *target)
{
  g_action_group_activate_action (G_ACTION_GROUP (window), name,
                                  target != NULL ? g_variant_new_string (target) : NULL);
}

GtkApplication *
ui_application_new (void)
{
  GtkApplication *application = gtk_application_new ("org.dateline.Test", G_APPLICATION_NON_UNIQUE);

  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
  g_application_set_default (G_APPLICATION (application));
  return application;
}

void
ui_remove_folder (char *folder)
{
  GDir *dir = g_dir_open (folder, 0, NULL);

  g_assert_nonnull (dir);
  for (const char *name = g_dir_read_name (dir); name != NULL; name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_assert_no_errno (g_remove (path));
    }
  g_dir_close (dir);
  g_assert_no_errno (g_rmdir (folder));
  g_free (folder);
}
