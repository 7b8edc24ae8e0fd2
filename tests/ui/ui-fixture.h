/* Shared by tests of widgets: waiting, a page in a window, and its content. */
#pragma once

#include "dl-session-edits.h"
#include "dl-view.h"

/* Begin a test of widgets in the locale C.UTF-8, whatever the machine has and the environment
 * names. gtk_test_init would choose en_US.UTF-8 where that is installed, which separates thousands.
 */
void ui_test_init (int *argc, char ***argv);
/* In the locale that the environment names, of which the test is. */
void ui_test_init_local (int *argc, char ***argv);
#pragma GCC poison gtk_test_init

/* Handle what there is to handle, until nothing is left. */
void ui_idle (void);
void ui_wait_ms (guint ms);
/* Until all windows are laid out and drawn as they are now, nothing slides, and idle. */
void ui_draw (void);
/* Until nothing of @session is computed, opened or written any more, and idle. */
void ui_settle (DlSession *session);

/* Until @condition holds; a failure if it never does, however busy the machine is. */
#define ui_wait_for(condition)                                                                     \
  G_STMT_START                                                                                     \
  {                                                                                                \
    const gint64 ui_end = g_get_monotonic_time () + 60 * G_TIME_SPAN_SECOND;                       \
    while (!(condition) && g_get_monotonic_time () < ui_end)                                       \
      ui_wait_ms (2);                                                                              \
    g_assert_true (condition);                                                                     \
  }                                                                                                \
  G_STMT_END

/* @object is ours alone, once whoever waits for a thread with it has come back, and goes. */
#define ui_assert_finalize(object)                                                                 \
  G_STMT_START                                                                                     \
  {                                                                                                \
    ui_wait_for (g_atomic_int_get (&G_OBJECT (object)->ref_count) == 1);                           \
    g_assert_finalize_object (object);                                                             \
  }                                                                                                \
  G_STMT_END

/* A session with a torus of that shape, settled, in no library. */
DlSession *ui_session_new (guint x, guint y, guint z);
/* A window with @child in it, mapped; 0: as large as it likes. */
GtkWidget *ui_window_new (GtkWidget *child, int width, int height);

/* A page in a window of its own: what a test's fixture begins with. */
typedef struct
{
  DlSession *session;
  DlView *view;
  GtkWidget *window;
  GtkWidget *pane;
} UiFixture;

/* The session, which the fixture has by then, in a page that @create makes. */
void ui_fixture_open (UiFixture *fixture, GtkWidget *(*create) (DlView *), int width, int height);
/* The same with the page @id, whatever family it is of. */
void ui_fixture_open_page (UiFixture *fixture, const char *id, int width, int height);
/* Nothing of it may be left. */
void ui_fixture_close (UiFixture *fixture);

/* The widget number @n, from 0, of @type in @root, shown or not; NULL if there are not so many. */
gpointer ui_find (GtkWidget *root, GType type, guint n);
/* The widget in @root of that name, or of that identifier in its template; NULL if there is none.
 */
gpointer ui_part (GtkWidget *root, const char *name);
/* The entry, number or drop-down in the row of a key, "group.key", that is shown. */
gpointer ui_key (GtkWidget *root, const char *key);
/* The button in @root with that label, as it is written; NULL if there is none. */
gpointer ui_find_button (GtkWidget *root, const char *label);
/* The first controller of @type that @widget has. */
gpointer ui_controller (gpointer widget, GType type);
/* A key for @widget itself; FALSE if it makes nothing of it. */
gboolean ui_press (gpointer widget, guint keyval, GdkModifierType state);
/* Every control in @root says what it is: a tooltip, and a name for assistive technology. */
void ui_assert_explained (GtkWidget *root);
/* Is there a label in @root that can be seen, with @text in its own? */
gboolean ui_says (GtkWidget *root, const char *text);

/* An action of @window, a GActionGroup; @target, a string, may be NULL. */
void ui_act (gpointer window, const char *name, const char *target);
/* The application that a DlWindow wants. */
GtkApplication *ui_application_new (void);

/* Remove the folder and the files in it, and free its name. */
void ui_remove_folder (char *folder);
