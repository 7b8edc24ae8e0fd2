/* Cost of the library's window with 10,000 runs: from nothing to the list and the results of a
 * scenario, a search, all runs scrolled through; and how long the main loop stands still for it,
 * beside reading all of it on the main loop. Prints ms of wall time; asserts none. --quick only
 * runs everything once, with fewer. */
#include "dl-library-view.h"
#include "dl-results-view.h"
#include "dl-scenario-file.h"
#include "dl-store-runs.h"
#include "dl-ui.h"

#include <stdio.h>
#include <string.h>

#include <glib/gstdio.h>

#define N_SCENARIOS 100
#define N_VALUES    20

static double
now_ms (void)
{
  return (double) g_get_monotonic_time () / 1e3;
}

/* All runs belong to the last scenario. */
static void
fill (const char *path, guint n_runs)
{
  g_autoptr (DlStore) store = dl_store_open (path, NULL);
  g_autoptr (DlScenario) scenario = dl_preset_load ("ring-8", NULL);
  g_autofree char *text = dl_scenario_to_text (scenario, FALSE);
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);
  gint64 id = 0;

  for (guint i = 0; i < N_SCENARIOS; i++)
    {
      g_free (scenario->name);
      scenario->name = g_strdup_printf ("Ring %u", i);
      g_assert_true (dl_store_add (store, scenario, &id, NULL));
    }
  g_assert_true (dl_store_mark_opened (store, id, NULL));
  for (guint i = 0; i < n_runs; i++)
    {
      g_autofree char *digest = g_strdup_printf ("%032x", i);
      DlStoreRun *run = dl_store_run_new (digest, i, "0.1.0");

      run->scenario_id = id;
      run->text = g_strdup (text);
      run->settings = g_strdup_printf ("traffic.load=0.%u\n", i % 9 + 1);
      for (guint k = 0; k < N_VALUES; k++)
        {
          g_autofree char *measure
              = k == 0 ? g_strdup ("latency_mean") : g_strdup_printf ("measure_%u", k);

          dl_store_run_add_value (run, measure, i * 0.5 + k);
        }
      g_ptr_array_add (runs, run);
    }
  g_assert_true (dl_store_add_runs (store, (const DlStoreRun *const *) runs->pdata, n_runs, NULL));
}

/* The main loop, and the longest time that it did not come round. */
static double
wait_until (gboolean (*done) (gpointer), gpointer data, double *longest)
{
  const double start = now_ms ();
  double last = start;

  *longest = 0;
  while (!done (data))
    {
      const gboolean any = g_main_context_iteration (NULL, FALSE);
      const double now = now_ms ();

      *longest = MAX (*longest, now - last);
      if (!any)
        g_usleep (200);
      last = now_ms ();
    }
  return now_ms () - start;
}

static void
print (const char *what, double ms, double longest, double naive)
{
  if (naive > 0)
    printf ("| %s | %.1f | %.1f | %.1f | %.2f |\n", what, ms, longest, naive, longest / naive);
  else
    printf ("| %s | %.1f | %.1f | | |\n", what, ms, longest);
}

typedef struct
{
  DlLibrary *library;
  GtkWidget *view;
  guint n_runs;
  guint n_scenarios;
  guint n_seen;
} Look;

static gpointer
find (GtkWidget *widget, GType type)
{
  gpointer found = g_type_is_a (G_OBJECT_TYPE (widget), type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); found == NULL && child != NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, type);
  return found;
}

static GListModel *
results_of (Look *look)
{
  return G_LIST_MODEL (dl_results_view_get_results (find (look->view, DL_TYPE_RESULTS_VIEW)));
}

static gboolean
has_results (gpointer data)
{
  Look *look = data;

  return gtk_widget_get_mapped (look->view) && results_of (look) != NULL
         && g_list_model_get_n_items (results_of (look)) > 0;
}

static gboolean
has_found (gpointer data)
{
  Look *look = data;

  return g_list_model_get_n_items (G_LIST_MODEL (look->library)) == look->n_scenarios;
}

/* Scroll to the end of the list whenever it grows. */
static gboolean
has_all (gpointer data)
{
  Look *look = data;
  const guint n = g_list_model_get_n_items (results_of (look));
  GtkWidget *list = find (find (look->view, DL_TYPE_RESULTS_VIEW), GTK_TYPE_LIST_VIEW);

  if (n != look->n_seen)
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", n - 1);
  look->n_seen = n;
  return n == look->n_runs;
}

static double
read_naively (const char *path)
{
  const double start = now_ms ();
  g_autoptr (DlStore) store = dl_store_open (path, NULL);
  g_autoptr (GPtrArray) entries = dl_store_list (store, NULL, NULL, NULL);

  for (guint i = 0; i < entries->len; i++)
    {
      const gint64 id = ((const DlStoreEntry *) entries->pdata[i])->id;
      g_autoptr (GPtrArray) sweeps = dl_store_list_sweeps (store, id, NULL);
      g_autoptr (GPtrArray) runs = dl_store_list_runs (store, id, NULL);

      g_assert_nonnull (sweeps);
      g_assert_nonnull (runs);
    }
  return now_ms () - start;
}

static gboolean
is_open (gpointer session)
{
  return dl_session_get_scenario_id (session) != 0;
}

static void
bench (const char *path, guint n_runs)
{
  g_autoptr (DlLibrary) library = dl_library_new (path);
  g_autoptr (DlSession) session = dl_session_new (library);
  const double naive = read_naively (path);
  Look look = { .library = library, .n_runs = n_runs };
  GtkWidget *window = gtk_window_new ();
  double ms, longest, start;

  wait_until (is_open, session, &longest);
  printf ("%u scenarios, the last with %u runs of %u values each\n\n", N_SCENARIOS, n_runs,
          N_VALUES);
  printf ("| | ms | longest stand of the main loop, ms | read there, ms | stand / read there |\n"
          "|---|---|---|---|---|\n");
  start = now_ms ();
  look.view = dl_library_view_new (session);
  gtk_window_set_default_size (GTK_WINDOW (window), 960, 660);
  gtk_window_set_child (GTK_WINDOW (window), look.view);
  gtk_window_present (GTK_WINDOW (window));
  ms = now_ms () - start; /* making the widgets is a stand, too */
  wait_until (has_results, &look, &longest);
  print ("open the window, with the results of a scenario", now_ms () - start, MAX (ms, longest),
         naive);

  look.n_scenarios = 1;
  dl_library_set_search (library, "ring 77");
  ms = wait_until (has_found, &look, &longest);
  print ("search", ms, longest, 0);
  look.n_scenarios = N_SCENARIOS;
  dl_library_set_search (library, "torus");
  ms = wait_until (has_found, &look, &longest);
  print ("search that finds all", ms, longest, 0);
  wait_until (has_results, &look, &longest);
  ms = wait_until (has_all, &look, &longest);
  print ("scroll through all runs", ms, longest, naive);
  gtk_window_destroy (GTK_WINDOW (window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  dl_library_close (library, NULL);
}

int
main (int argc, char **argv)
{
  const gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  g_autofree char *folder = g_dir_make_tmp ("dl-bench-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "library.db", NULL);
  g_autoptr (GDir) dir = NULL;
  const char *name;

  gtk_init ();
  dl_ui_init ();
  fill (path, quick ? 500 : 10000);
  bench (path, quick ? 500 : 10000);
  dir = g_dir_open (folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (folder, name, NULL);

      g_unlink (file);
    }
  g_rmdir (folder);
  return 0;
}
