/* The table of pages, views, metrics and actions lists what the window has. */
#include "dl-evidence-pages.h"
#include "dl-lesson-check.h"
#include "dl-lessons.h"
#include "dl-ui.h"
#include "dl-window.h"
#include "ui-fixture.h"
#include "metric-fixture.h"

#include <string.h>

/* Every row is some family's, and what a family names is a row. */
static void
test_families (void)
{
  guint n_families;
  const DlFamily *const *families = dl_families (&n_families);

  for (DlFeatureKind kind = 0; kind < DL_N_FEATURES; kind++)
    {
      guint n;
      const DlFeature *rows = dl_features (kind, &n);

      for (guint family = 0; family < n_families; family++)
        {
          const char *const *own = families[family]->features[kind];
          const DlFeature *row;

          /* In its order, pages that all have between them. */
          for (guint i = 0; own != NULL && *own != NULL; i++)
            {
              row = dl_family_feature (families[family], kind, i);
              g_assert_nonnull (row);
              if (g_str_equal (row->id, *own))
                own++;
              else
                g_assert_true (kind == DL_FEATURE_PAGE && row->everywhere);
            }
        }
      for (guint i = 0; i < n; i++)
        {
          gboolean found = FALSE;

          for (guint family = 0; family < n_families; family++)
            found |= dl_family_has_feature (families[family], kind, rows[i].id);
          /* The map of networks that have none of their own: tests/family. */
          if (!found && !g_str_equal (rows[i].id, "matrix"))
            g_error ("%s is of no family", rows[i].id);
        }
    }
}

/* Whoever writes a lesson finds there what colors maps. */
static void
test_metrics (void)
{
  g_autofree char *name
      = g_test_build_filename (G_TEST_DIST, "..", "..", "data", "lessons", "README.md", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GString) row = g_string_new ("| `metric ID` |");
  guint n_families;
  const DlFamily *const *families = dl_families (&n_families);

  for (guint i = 0; i < n_families; i++)
    {
      g_auto (GStrv) names = dl_family_metric_names (families[i]);
      g_autofree char *joined = g_strjoinv (", ", names);

      g_string_append_printf (row, " %s |", joined);
    }
  g_string_append_c (row, '\n');
  g_assert_true (g_file_get_contents (name, &text, NULL, NULL));
  if (strstr (text, row->str) == NULL)
    g_error ("%s is to have the line %s", name, row->str);
}

/* Lessons that come with the program turn to metrics that there are; of others it is said. */
static void
test_shipped_metrics (void)
{
  g_auto (GStrv) ids = dl_lessons_list ();
  g_autoptr (DlProblems) problems = dl_problems_new ("wrong");
  g_autoptr (DlLesson) wrong
      = dl_lesson_parse ("lesson: L\nformat: 1\nsummary: S\nstart: preset:ring-8\nstep: one\n"
                         "title: T\nshow: metric use\nsay:\n  One.\n",
                         -1, "wrong", problems, NULL);

  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autoptr (DlLesson) lesson = dl_lessons_load (ids[i], NULL, NULL);
      g_autoptr (DlProblems) found = dl_problems_new (ids[i]);

      dl_lesson_check (lesson, dl_family_metric_names, found);
      g_assert_cmpuint (found->n, ==, 0);
    }
  g_assert_nonnull (wrong);
  dl_lesson_check (wrong, dl_family_metric_names, problems);
  g_assert_cmpuint (problems->n, ==, 1);
}

static void
test_window (void)
{
  g_autoptr (GtkApplication) application = ui_application_new ();
  g_autoptr (DlSession) session = ui_session_new (4, 4, 4);
  DlWindow *window = dl_window_new (application, session, NULL);
  GtkStack *views = ui_part (GTK_WIDGET (window), "views");
  DlEvidencePages *evidence = ui_part (GTK_WIDGET (window), "evidence");
  g_autoptr (GtkSelectionModel) pages = NULL;
  const DlFeature *page;
  guint n;
  const DlFeature *rows;

  gtk_window_present (GTK_WINDOW (window));
  ui_settle (session);
  g_assert_nonnull (views);
  pages = gtk_stack_get_pages (views);
  rows = dl_features (DL_FEATURE_VIEW, &n);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (pages)), ==, n);
  for (guint i = 0; i < n; i++)
    if (gtk_stack_get_child_by_name (views, rows[i].id) == NULL)
      g_error ("the view %s", rows[i].id);
  rows = dl_features (DL_FEATURE_ACTION, &n);
  for (guint i = 0; i < n; i++)
    if (!g_action_group_has_action (G_ACTION_GROUP (window), rows[i].id))
      g_error ("the action %s", rows[i].id);
  for (guint i = 0;
       (page = dl_family_feature (dl_session_get_scenario (session)->family, DL_FEATURE_PAGE, i))
       != NULL;
       i++)
    {
      dl_evidence_pages_show (evidence, page->id);
      g_assert_cmpstr (dl_evidence_pages_get_shown (evidence), ==, page->id);
    }
  gtk_window_destroy (GTK_WINDOW (window));
  ui_settle (session);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  g_test_add_func ("/lesson-places/families", test_families);
  g_test_add_func ("/lesson-places/metrics", test_metrics);
  g_test_add_func ("/lesson-places/shipped-metrics", test_shipped_metrics);
  g_test_add_func ("/lesson-places/window", test_window);
  return g_test_run ();
}
