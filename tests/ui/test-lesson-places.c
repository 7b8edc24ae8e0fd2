/* What lessons may name in the window is what the window has: pages, views, metrics, actions. */
#include "dl-evidence-pages.h"
#include "dl-lesson-places.h"
#include "dl-palette.h"
#include "dl-ui.h"
#include "dl-window.h"
#include "ui-fixture.h"

#include <string.h>

/* The networks for which lessons may name @id; 0: not at all. */
static guint
kinds_of (DlLessonPlaceKind kind, const char *id)
{
  guint n;
  const DlLessonPlaceId *ids = dl_lesson_places (kind, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (ids[i].id, id) == 0)
      return ids[i].kinds;
  return 0;
}

static guint
n_of (DlLessonPlaceKind kind)
{
  guint n;

  dl_lesson_places (kind, &n);
  return n;
}

static void
test_pages (void)
{
  guint n;
  const DlEvidencePage *pages = dl_evidence_page_table (&n);

  g_assert_cmpuint (n, ==, n_of (DL_LESSON_PLACE_PAGE));
  for (guint i = 0; i < n; i++)
    if (kinds_of (DL_LESSON_PLACE_PAGE, pages[i].id) != pages[i].kinds)
      g_error ("the page %s", pages[i].id);
}

static void
test_metrics (void)
{
  guint kinds[DL_N_ALL_METRICS] = { 0 };
  guint n;
  const DlMetric *dragonfly = dl_dragonfly_metrics (&n);

  for (guint i = 0; i < n; i++)
    kinds[dragonfly[i]] |= 1 << DL_KIND_DRAGONFLY;
  for (guint i = 0; i < DL_N_METRICS; i++)
    kinds[i] |= 1 << DL_KIND_TORUS;
  g_assert_cmpuint (n_of (DL_LESSON_PLACE_METRIC), ==, DL_N_ALL_METRICS);
  for (guint i = 0; i < DL_N_ALL_METRICS; i++)
    if (kinds_of (DL_LESSON_PLACE_METRIC, dl_metric_id (i)) != kinds[i])
      g_error ("the metric %s", dl_metric_id (i));
}

static void
test_window (void)
{
  g_autoptr (GtkApplication) application = ui_application_new ();
  g_autoptr (DlSession) session = ui_session_new (4, 4, 4);
  DlWindow *window = dl_window_new (application, session, NULL);
  GtkStack *views = ui_part (GTK_WIDGET (window), "views");
  g_autoptr (GtkSelectionModel) pages = NULL;
  guint n;
  const DlLessonPlaceId *ids;

  gtk_window_present (GTK_WINDOW (window));
  ui_settle (session);
  g_assert_nonnull (views);
  pages = gtk_stack_get_pages (views);
  ids = dl_lesson_places (DL_LESSON_PLACE_VIEW, &n);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (pages)), ==, n);
  for (guint i = 0; i < n; i++)
    if (gtk_stack_get_child_by_name (views, ids[i].id) == NULL)
      g_error ("the view %s", ids[i].id);
  ids = dl_lesson_places (DL_LESSON_PLACE_ACTION, &n);
  for (guint i = 0; i < n; i++)
    if (!g_action_group_has_action (G_ACTION_GROUP (window), ids[i].id))
      g_error ("the action %s", ids[i].id);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_settle (session);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  dl_ui_init ();
  g_test_add_func ("/lesson-places/pages", test_pages);
  g_test_add_func ("/lesson-places/metrics", test_metrics);
  g_test_add_func ("/lesson-places/window", test_window);
  return g_test_run ();
}
