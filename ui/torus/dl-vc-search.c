#include "dl-vc-search.h"

#include "dl-optimize-vc.h"
#include "dl-pane.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>
#include <math.h>

enum
{
  BEFORE,
  AFTER,
  BOUND,
  N_COLUMNS
};

#define N_ROWS (DL_N_DIMS + 1) /* and all */

typedef struct
{
  DlSession *session;
  DlSearchBox *box;
  GtkLabel *heads[N_COLUMNS];
  GtkLabel *cells[N_ROWS][N_COLUMNS];
  GtkLabel *verdict;
  GtkWidget *use;
  GtkLabel *used;
} Table;

static gpointer
search (const DlScenario *scenario, DlNetwork *network, const DlDemand *demand,
        DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable)
{
  const DlRoutingSpec spec = dl_scenario_routing (scenario);
  g_autoptr (DlRoutes) routes = dl_routes_new_from (network, &spec, NULL, cancellable);

  if (routes == NULL)
    return NULL;
  return dl_optimize_vc (routes, demand, scenario->seed, progress, progress_data, cancellable);
}

/* It counts one packet per pair, and sets what no rule binds. */
static const char *
refuse (const DlScenario *scenario)
{
  if (scenario->traffic.source_vc_zero)
    return _ ("All unconstrained packets start on VC0, which leaves nothing to choose. To search, "
              "set “Virtual channel at the source” to “policy”.");
  if (dl_torus_options (scenario)->routing.tie == DL_TIE_RANDOM)
    return _ ("Not with random ties: a pair then has several routes, which this search does not "
              "support. To search, set “Ties between directions” to “positive”.");
  return scenario->traffic.pattern->needs_matrix
             ? _ ("Not for a matrix: its pairs have unequal weights, which this search does not "
                  "support.")
             : NULL;
}

/* What is shown ---------------------------------------------------------------------------------
 */

static void
show_cell (GtkLabel *label, double balance)
{
  g_autofree char *text = isnan (balance) ? g_strdup ("–") : g_strdup_printf ("%.4f", balance);

  gtk_label_set_text (label, text);
}

static void
show (gconstpointer result, const DlScenario *searched, gpointer user_data)
{
  Table *table = user_data;
  const DlVcOptimum *optimum = result;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      show_cell (table->cells[dim][BEFORE], optimum->balance_before[dim]);
      show_cell (table->cells[dim][AFTER], optimum->balance_after[dim]);
      show_cell (table->cells[dim][BOUND], optimum->bound[dim]);
    }
  show_cell (table->cells[DL_N_DIMS][BEFORE], optimum->mean_before);
  show_cell (table->cells[DL_N_DIMS][AFTER], optimum->mean_after);
  show_cell (table->cells[DL_N_DIMS][BOUND], optimum->mean_bound);
  gtk_label_set_text (table->verdict,
                      optimum->deadlock_free
                          ? _ ("✓ Deadlock-free: free choices stay inside the rules that exclude "
                               "cycles (VC paper 2.2.1).")
                          : _ ("✗ Can deadlock: the routes themselves are cyclic, whatever the "
                               "virtual channels (VC paper 2.2.1)."));
  gtk_widget_remove_css_class (GTK_WIDGET (table->verdict),
                               optimum->deadlock_free ? "dl-error" : "dl-good");
  gtk_widget_add_css_class (GTK_WIDGET (table->verdict),
                            optimum->deadlock_free ? "dl-good" : "dl-error");
}

static gboolean
is_optimized (const DlScenario *scenario)
{
  return g_str_equal (dl_torus_options (scenario)->routing.vc_policy->id, "optimized");
}

/* Does the scenario use @vc_table? */
static gboolean
uses (const DlScenario *scenario, const DlVcTable *vc_table)
{
  return is_optimized (scenario) && dl_torus_options (scenario)->vc_table != NULL
         && g_str_equal (dl_vc_table_text (dl_torus_options (scenario)->vc_table),
                         dl_vc_table_text (vc_table));
}

/* Is the policy still what the search compared with? */
static gboolean
is_before (const DlScenario *scenario, const DlScenario *searched)
{
  return dl_torus_options (scenario)->routing.vc_policy
             == dl_torus_options (searched)->routing.vc_policy
         && (!is_optimized (searched) || dl_torus_options (searched)->vc_table == NULL
             || uses (scenario, dl_torus_options (searched)->vc_table));
}

static void
update (gconstpointer result, const DlScenario *searched, gpointer user_data)
{
  Table *table = user_data;
  const DlVcOptimum *optimum = result;
  const DlScenario *scenario = dl_session_get_scenario (table->session);
  const gboolean used = uses (scenario, optimum->table);
  g_autofree char *tip
      = g_strdup_printf (_ ("Mean VC balance under the policy “%s”"),
                         _ (dl_torus_options (searched)->routing.vc_policy->title));

  gtk_label_set_text (table->heads[BEFORE],
                      is_before (scenario, searched) ? _ ("now") : _ ("before"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (table->heads[BEFORE]), tip);
  gtk_widget_set_visible (table->use, !used);
  gtk_widget_set_visible (GTK_WIDGET (table->used), used);
}

static void
use (Table *table)
{
  const DlVcOptimum *optimum = dl_search_box_get_result (table->box);
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, "torus.vc-policy", "optimized");
  dl_edits_add (edits, DL_EDIT_SET, "torus.vc-table", dl_vc_table_text (optimum->table));
  dl_session_edit (table->session, edits, _ ("Virtual channels optimized"), NULL, NULL);
  dl_search_box_focus (table->box); /* the button is gone */
}

/* Widgets ---------------------------------------------------------------------------------------
 */

static GtkLabel *
new_label (const char *text, float xalign, const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  return GTK_LABEL (label);
}

static GtkLabel *
add_wrapped (GtkWidget *content, const char *text, const char *class)
{
  GtkLabel *label = dl_pane_add_label (content, class, TRUE);

  gtk_label_set_text (label, text);
  return label;
}

static void
add_grid (Table *table, GtkWidget *content)
{
  static const char *const rows[N_ROWS] = { N_ ("X"), N_ ("Y"), N_ ("Z"), N_ ("All") };
  static const char *const heads[N_COLUMNS] = { N_ ("now"), N_ ("optimized"), N_ ("bound") };
  static const char *const tips[N_COLUMNS] = {
    NULL,
    N_ ("Mean VC balance with the table that was found (VC paper 3.6)"),
    N_ ("A proven lower bound of all assignments of the free legs"),
  };
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  gtk_widget_add_css_class (grid, "dl-card");
  gtk_widget_add_css_class (grid, "dl-figures");
  for (guint column = 0; column < N_COLUMNS; column++)
    {
      table->heads[column] = new_label (_ (heads[column]), 1, "dl-description");
      gtk_widget_set_hexpand (GTK_WIDGET (table->heads[column]), TRUE);
      if (tips[column] != NULL)
        gtk_widget_set_tooltip_text (GTK_WIDGET (table->heads[column]), _ (tips[column]));
      gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (table->heads[column]), column + 1, 0, 1, 1);
    }
  for (guint row = 0; row < N_ROWS; row++)
    {
      gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (new_label (_ (rows[row]), 0, "dl-step-title")),
                       0, row + 1, 1, 1);
      for (guint column = 0; column < N_COLUMNS; column++)
        {
          table->cells[row][column] = new_label ("", 1, column == AFTER ? "dl-step-title" : NULL);
          gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (table->cells[row][column]), column + 1,
                           row + 1, 1, 1);
        }
    }
  gtk_box_append (GTK_BOX (content), grid);
}

static void
fill (Table *table, GtkWidget *content)
{
  gtk_widget_add_css_class (content, "dl-number");
  add_wrapped (content, _ ("Mean VC balance, less is better:"), "dl-description");
  add_grid (table, content);
  table->verdict = add_wrapped (content, "", NULL);
  table->use = dl_pane_add_button (
      content, _ ("_Use It"), _ ("Policy “optimized” with this table, stored with the scenario"));
  g_signal_connect_swapped (table->use, "clicked", G_CALLBACK (use), table);
  table->used = add_wrapped (content, _ ("✓ This table is in use."), "dl-good");
}

DlSearchBox *
dl_vc_search_new (DlSession *session)
{
  static const char *const ignored[] = { "vc-policy", "vc-table", NULL };
  static const DlSearch kind = {
    .title = N_ ("Virtual channels"),
    .text = N_ ("Searches a virtual channel for each leg that no rule determines, for the lowest "
                "mean VC balance with this scenario’s loads (VC paper 3.6)."),
    .button = N_ ("_Optimize Virtual Channels"),
    .tooltip = N_ ("Search a table for the policy “optimized” (Shift+Ctrl+O)"),
    .ignored = ignored,
    .func = search,
    .refuse = refuse,
    .result_free = (GDestroyNotify) dl_vc_optimum_free,
    .show = show,
    .update = update,
  };
  Table *table = g_new0 (Table, 1);

  table->session = session; /* kept by the box */
  table->box = DL_SEARCH_BOX (dl_search_box_new (session, &kind, table));
  g_object_set_data_full (G_OBJECT (table->box), "dl-table", table, g_free);
  fill (table, GTK_WIDGET (dl_search_box_get_content (table->box)));
  return table->box;
}

/* For tests -------------------------------------------------------------------------------------
 */

static Table *
table_of (DlSearchBox *box)
{
  return g_object_get_data (G_OBJECT (box), "dl-table");
}

char *
dl_vc_search_describe (DlSearchBox *box, guint row)
{
  const Table *table = table_of (box);

  return g_strdup_printf ("%s | %s | %s", gtk_label_get_text (table->cells[row][BEFORE]),
                          gtk_label_get_text (table->cells[row][AFTER]),
                          gtk_label_get_text (table->cells[row][BOUND]));
}

const char *
dl_vc_search_get_head (DlSearchBox *box)
{
  return gtk_label_get_text (table_of (box)->heads[BEFORE]);
}

gboolean
dl_vc_search_can_use (DlSearchBox *box)
{
  return gtk_widget_get_visible (table_of (box)->use)
         && gtk_widget_is_sensitive (table_of (box)->use);
}

void
dl_vc_search_use (DlSearchBox *box)
{
  g_return_if_fail (dl_vc_search_can_use (box));
  g_signal_emit_by_name (table_of (box)->use, "clicked");
}
