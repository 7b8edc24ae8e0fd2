/* The page of checks: rows are there before anything is run and fill in as checks are
 * run, stopped and filtered; what is copied is what is shown. */
#include "dl-papers-view.h"
#include "dl-ui.h"
#include "dl-validation.h"
#include "ui-fixture.h"

#include <glib/gstdio.h>

#include <string.h>

typedef struct
{
  DlSession *session;
  GtkWidget *view;
  GtkWidget *window;
  DlPapers *papers;
  char *told;
} Fixture;

static void
on_told (DlPapersView *view, const char *message, Fixture *fixture)
{
  g_free (fixture->told);
  fixture->told = g_strdup (message);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (4, 4, 4);
  fixture->view = dl_papers_view_new (fixture->session);
  fixture->papers = dl_papers_view_get_papers (DL_PAPERS_VIEW (fixture->view));
  fixture->window = ui_window_new (fixture->view, 1000, 600);
  g_signal_connect (fixture->view, "told", G_CALLBACK (on_told), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  ui_idle ();
  ui_assert_finalize (fixture->session);
  g_free (fixture->told);
}

static guint
count (Fixture *fixture, DlPaperVerdict verdict)
{
  guint counts[DL_PAPER_N_VERDICTS];

  dl_paper_list_count (dl_papers_get_list (fixture->papers), counts);
  return counts[verdict];
}

static gboolean
is_done (Fixture *fixture, const char *id)
{
  const DlPaperList *list = dl_papers_get_list (fixture->papers);

  for (guint i = 0; i < list->entries->len; i++)
    if (strcmp (dl_paper_check_id (dl_paper_list_entry (list, i)->check), id) == 0)
      return dl_paper_list_entry (list, i)->done;
  g_assert_not_reached ();
}

static void
filter (Fixture *fixture, DlPaper paper, DlPaperVerdict verdict, const char *text)
{
  dl_papers_view_filter (DL_PAPERS_VIEW (fixture->view), paper, verdict, text);
  ui_idle ();
}

static guint
n_rows (Fixture *fixture)
{
  return dl_papers_view_get_n_rows (DL_PAPERS_VIEW (fixture->view));
}

static void
run (Fixture *fixture, const char *which)
{
  gtk_widget_activate_action (fixture->view, "papers.run", "s", which);
}

static void
run_one (Fixture *fixture, const char *id)
{
  g_assert_true (dl_papers_view_select (DL_PAPERS_VIEW (fixture->view), dl_paper_check_find (id)));
  run (fixture, "this");
  ui_wait_for (!dl_papers_is_running (fixture->papers) && is_done (fixture, id));
}

/* Lines of what would be copied, without the head. */
static guint
n_copied (Fixture *fixture)
{
  g_autofree char *csv = dl_papers_view_to_text (DL_PAPERS_VIEW (fixture->view), "csv");
  guint n = 0;

  for (const char *at = csv; *at != '\0'; at++)
    n += *at == '\n';
  return n - 1;
}

static void
test_plan (Fixture *fixture, gconstpointer data)
{
  guint all = 0;

  for (guint verdict = 0; verdict < DL_PAPER_N_VERDICTS; verdict++)
    all += count (fixture, verdict);
  g_assert_cmpuint (n_rows (fixture), ==, all);
  g_assert_cmpuint (count (fixture, DL_PAPER_AGREES), ==, 0);
  g_assert_true (ui_says (fixture->view, "not run yet"));
  g_assert_true (ui_says (fixture->view, "Kind"));
  ui_assert_explained (fixture->view);
}

static void
test_run_one (Fixture *fixture, gconstpointer data)
{
  const guint not_run = count (fixture, DL_PAPER_NOT_RUN);

  run_one (fixture, "vc-balance");
  g_assert_cmpuint (count (fixture, DL_PAPER_NOT_RUN), <, not_run);
  g_assert_cmpuint (count (fixture, DL_PAPER_DIFFERS), >, 0);
  g_assert_false (is_done (fixture, "vc-routing"));
  /* The row that is selected says what came out. */
  g_assert_true (ui_says (fixture->view, "expected 0.44, computed 0.4242"));
}

static void
test_filters (Fixture *fixture, gconstpointer data)
{
  run_one (fixture, "vc-balance");
  run_one (fixture, "xt-book");
  for (guint verdict = 0; verdict < DL_PAPER_N_VERDICTS; verdict++)
    {
      filter (fixture, DL_N_PAPERS, verdict, "");
      g_assert_cmpuint (n_rows (fixture), ==, count (fixture, verdict));
      g_assert_cmpuint (n_copied (fixture), ==, n_rows (fixture));
    }
  filter (fixture, DL_PAPER_XT_BOOK, DL_PAPER_N_VERDICTS, "");
  g_assert_cmpuint (n_rows (fixture), ==, 5);
  filter (fixture, DL_PAPER_XT_BOOK, DL_PAPER_AGREES, "MOST NODES");
  g_assert_cmpuint (n_rows (fixture), ==, 1);
  filter (fixture, DL_PAPER_XT_BOOK, DL_PAPER_N_VERDICTS, "no such words");
  g_assert_cmpuint (n_rows (fixture), ==, 0);
  g_assert_cmpuint (n_copied (fixture), ==, 0);
}

/* Values that the program takes as given are marked so, in the paper's words, and never agree. */
static void
test_inputs (Fixture *fixture, gconstpointer data)
{
  const DlPaperCheck *check = dl_paper_check_find ("cascade-bandwidth");

  run_one (fixture, "cascade-bandwidth");
  filter (fixture, DL_PAPER_CASCADE, DL_PAPER_IS_INPUT, "14 Gbps");
  g_assert_cmpuint (n_rows (fixture), ==, 1);
  g_assert_true (dl_papers_view_select (DL_PAPERS_VIEW (fixture->view), check));
  g_assert_true (ui_says (fixture->view, "An input of this program"));
  g_assert_true (ui_says (fixture->view, "“operate at 14 Gbps per lane”"));
  filter (fixture, DL_PAPER_CASCADE, DL_PAPER_AGREES, "14 Gbps");
  g_assert_cmpuint (n_rows (fixture), ==, 0);
}

static void
test_run_quick (Fixture *fixture, gconstpointer data)
{
  guint n;
  const DlPaperCheck *const *checks = dl_paper_checks (&n);

  run (fixture, "quick");
  g_assert_true (dl_papers_is_running (fixture->papers));
  ui_wait_for (!dl_papers_is_running (fixture->papers));
  for (guint i = 0; i < n; i++)
    g_assert_true (is_done (fixture, dl_paper_check_id (checks[i]))
                   == dl_paper_check_is_quick (checks[i]));
  g_assert_null (dl_papers_get_current (fixture->papers));
}

/* Checks done before stay; nothing comes after. */
static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  run (fixture, "all");
  ui_wait_for (is_done (fixture, "vc-balance"));
  gtk_widget_activate_action (fixture->view, "papers.cancel", NULL);
  g_assert_false (dl_papers_is_running (fixture->papers));
  g_assert_true (is_done (fixture, "vc-balance"));
  g_assert_false (is_done (fixture, "cascade-13"));
  run_one (fixture, "xt-book");
}

/* The file begins as a PDF does. */
static gboolean
is_pdf (const char *path)
{
  g_autofree char *bytes = NULL;

  return g_file_get_contents (path, &bytes, NULL, NULL) && g_str_has_prefix (bytes, "%PDF-");
}

/* A curve has a chart, with BookSim's points before it is run and both programs' after, and it can
 * be exported; a paper's check has none. */
static void
test_curve (Fixture *fixture, gconstpointer data)
{
  DlPapersView *view = DL_PAPERS_VIEW (fixture->view);
  const DlPaperCheck *check = dl_validation_find ("mesh-4x4-transpose");
  g_autofree char *folder = g_dir_make_tmp ("dateline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "curve.pdf", NULL);
  g_autoptr (GError) error = NULL;

  filter (fixture, DL_PAPER_BOOKSIM, DL_PAPER_N_VERDICTS, "");
  g_assert_cmpuint (n_rows (fixture), >=, 24 * 8);
  filter (fixture, DL_PAPER_BOOKSIM, DL_PAPER_N_VERDICTS, "torus-4x4x4");
  g_assert_true (ui_says (fixture->view, "Torus in 3D"));
  filter (fixture, DL_N_PAPERS, DL_PAPER_N_VERDICTS, "");
  g_assert_true (dl_papers_view_select (view, dl_paper_check_find ("vc-balance")));
  ui_idle ();
  g_assert_false (ui_says (fixture->view, "Point at a mark to read it."));
  g_assert_true (dl_papers_view_select (view, check));
  ui_idle ();
  g_assert_true (ui_says (fixture->view, "Point at a mark to read it."));
  g_assert_true (ui_says (fixture->view, "8 flits"));
  run (fixture, "this");
  ui_wait_for (!dl_papers_is_running (fixture->papers) && is_done (fixture, "mesh-4x4-transpose"));
  g_assert_cmpuint (count (fixture, DL_PAPER_AGREES), >=, 8);
  ui_assert_explained (fixture->view);
  dl_papers_view_export_chart (view, path, &error);
  g_assert_no_error (error);
  g_assert_true (is_pdf (path));
  g_unlink (path);
  g_rmdir (folder);
}

/* Curves are run together, apart from the papers' checks. */
static void
test_run_curves (Fixture *fixture, gconstpointer data)
{
  run (fixture, "curves");
  ui_wait_for (dl_papers_get_current (fixture->papers) != NULL);
  g_assert_nonnull (dl_validation_curve (dl_papers_get_current (fixture->papers)));
  gtk_widget_activate_action (fixture->view, "papers.cancel", NULL);
  g_assert_false (dl_papers_is_running (fixture->papers));
  g_assert_false (is_done (fixture, "vc-balance"));
}

/* The page goes while checks run. */
static void
test_gone (Fixture *fixture, gconstpointer data)
{
  run (fixture, "all");
  ui_wait_for (dl_papers_get_current (fixture->papers) != NULL);
}

static void
test_open (Fixture *fixture, gconstpointer data)
{
  g_assert_true (
      dl_papers_view_select (DL_PAPERS_VIEW (fixture->view), dl_paper_check_find ("paper-4a")));
  gtk_widget_activate_action (fixture->view, "papers.open", NULL);
  ui_settle (fixture->session);
  g_assert_cmpuint (dl_torus_options (dl_session_get_scenario (fixture->session))->spec.radix[DL_X],
                    ==, 8);
  g_assert_cmpuint (dl_torus_options (dl_session_get_scenario (fixture->session))->spec.radix[DL_Y],
                    ==, 1);
  g_assert_nonnull (fixture->told);
}

static void
test_copy (Fixture *fixture, gconstpointer data)
{
  g_autofree char *markdown = NULL;

  filter (fixture, DL_PAPER_XT_BOOK, DL_PAPER_N_VERDICTS, "");
  markdown = dl_papers_view_to_text (DL_PAPERS_VIEW (fixture->view), "markdown");
  g_assert_nonnull (strstr (markdown, "| not run yet |"));
  g_assert_nonnull (strstr (markdown, "| cannot be checked |"));
  gtk_widget_activate_action (fixture->view, "papers.copy", "s", "csv");
  g_assert_nonnull (fixture->told);
}

static void
test_window (void)
{
  DlSession *session = ui_session_new (4, 4, 4);
  GtkWidget *parent = ui_window_new (gtk_label_new ("parent"), 200, 200);
  GtkWindow *window = dl_papers_window_present (GTK_WINDOW (parent), session);

  g_assert_true (dl_papers_window_present (GTK_WINDOW (parent), session) == window);
  ui_idle ();
  gtk_window_destroy (window);
  gtk_window_destroy (GTK_WINDOW (parent));
  ui_settle (session);
  ui_idle ();
  ui_assert_finalize (session);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(name, func) g_test_add ("/papers-view/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("plan", test_plan);
  ADD ("run-one", test_run_one);
  ADD ("filters", test_filters);
  ADD ("inputs", test_inputs);
  ADD ("run-quick", test_run_quick);
  ADD ("cancel", test_cancel);
  ADD ("curve", test_curve);
  ADD ("run-curves", test_run_curves);
  ADD ("gone", test_gone);
  ADD ("open", test_open);
  ADD ("copy", test_copy);
  g_test_add_func ("/papers-view/window", test_window);
  return g_test_run ();
}
