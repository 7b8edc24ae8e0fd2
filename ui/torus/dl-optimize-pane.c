#include "dl-optimize-pane.h"

#include "dl-optimize-datelines.h"
#include "dl-session-edits.h"
#include "dl-torus-edits.h"
#include "dl-vc-search.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Positions that are listed. */
#define N_ROWS 8

typedef struct
{
  GtkWidget *row;
  GtkWidget *rank;
  GtkWidget *name;
  GtkWidget *tag;
  GtkWidget *balance;
  GtkWidget *apply;
  GtkWidget *dims;
  GtkWidget *problem;
  GtkWidget *reasons;
} Row;

typedef struct
{
  DlSession *session;
  DlSearchBox *box;
  GtkLabel *count;
  GtkWidget *heads;
  GtkListBox *list;
  GtkWidget *now; /* the current position, where it is not in the list */
  GtkWidget *now_problem;
  Row rows[N_ROWS];
  guint n_rows;
} List;

static gpointer
search (const DlScenario *scenario, DlTorusNetwork *network, const DlDemand *demand,
        DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable)
{
  const DlTorusRouting spec = dl_torus_routing (scenario);
  DlDatelineOptions options = dl_dateline_options_default ();

  options.n_candidates = N_ROWS;
  options.progress = progress;
  options.progress_data = progress_data;
  return dl_optimize_datelines (network, &spec, demand, options, cancellable);
}

/* Texts -----------------------------------------------------------------------------------------
 */

/* "10, 11, 15", with a dash where there is no dateline. */
static char *
positions_text (const gint *dateline)
{
  GString *text = g_string_new (NULL);

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      if (dim > 0)
        g_string_append (text, ", ");
      if (dateline[dim] == DL_NO_DATELINE)
        g_string_append (text, "–");
      else
        g_string_append_printf (text, "%d", dateline[dim]);
    }
  return g_string_free (text, FALSE);
}

static char *
balance_text (double balance, guint digits)
{
  return isnan (balance) ? g_strdup ("–") : g_strdup_printf ("%.*f", (int) digits, balance);
}

static char *
dims_text (const DlDatelineCandidate *candidate)
{
  g_autofree char *x = balance_text (candidate->dim_balance_mean[DL_X], 3);
  g_autofree char *y = balance_text (candidate->dim_balance_mean[DL_Y], 3);
  g_autofree char *z = balance_text (candidate->dim_balance_mean[DL_Z], 3);

  return g_strdup_printf ("X\u00a0%s · Y\u00a0%s · Z\u00a0%s", x, y, z);
}

/* Takes @part. */
static void
append (GString *text, char *part)
{
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, part);
  g_free (part);
}

/* Problem; empty where every pair is served. */
static char *
problem_text (const DlDatelineCandidate *candidate)
{
  const gulong undelivered = candidate->unreachable_pairs + candidate->dropped_pairs;
  const gulong illegal = candidate->illegal_pairs;
  GString *text = g_string_new (NULL);

  if (!candidate->deadlock_free)
    append (text, g_strdup (_ ("✗ can deadlock")));
  if (undelivered > 0)
    append (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "✗ %'lu pair not delivered",
                                                "✗ %'lu pairs not delivered", undelivered),
                                   undelivered));
  if (illegal > 0)
    append (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "⚠ %'lu pair on illegal turns",
                                                "⚠ %'lu pairs on illegal turns", illegal),
                                   illegal));
  return g_string_free (text, FALSE);
}

/* The number of a section of the VC paper; the heading says whose they are. */
static const char *
short_section (const char *section)
{
  return section + strcspn (section, "0123456789");
}

/* The reasons in few words, as dl_dateline_reason_text has them in full. */
static char *
reasons_text (const DlDatelineCandidate *candidate)
{
  static const char *const words[DL_DATELINES_N_REASONS] = {
    N_ ("best"), N_ ("one-plane region"), N_ ("region edge"), N_ ("past the fault"),
    NULL, /* a mark says that */
  };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < DL_DATELINES_N_REASONS; i++)
    if ((candidate->reasons & 1u << i) != 0 && words[i] != NULL)
      append (text, g_strdup_printf ("%s (%s)", _ (words[i]),
                                     short_section (dl_dateline_reason_section (1u << i))));
  return g_string_free (text, FALSE);
}

static char *
reasons_in_full (const DlDatelineCandidate *candidate)
{
  GString *text = g_string_new (_ ("Place the datelines here"));

  for (guint i = 0; i < DL_DATELINES_N_REASONS; i++)
    if ((candidate->reasons & 1u << i) != 0 && 1u << i != DL_DATELINES_CURRENT)
      g_string_append_printf (text, "\n• %s (%s)", dl_dateline_reason_text (1u << i),
                              dl_dateline_reason_section (1u << i));
  return g_string_free (text, FALSE);
}

static char *
count_text (const DlDatelineRanking *ranking)
{
  if (ranking->combinations == 1)
    return g_strdup (_ ("There is no other position: no ring needs a dateline with this routing "
                        "engine."));
  if (dl_dateline_ranking_is_exhaustive (ranking))
    return g_strdup_printf (_ ("All %'u combinations were ranked: none is better than the first."),
                            ranking->combinations);
  return g_strdup_printf (_ ("%'u of %'u combinations were ranked, the most promising in each "
                             "dimension."),
                          ranking->ranked, ranking->combinations);
}

/* Rows ------------------------------------------------------------------------------------------
 */

/* Are the datelines there now? What cannot be moved is where it is. */
static gboolean
is_at (const DlScenario *scenario, const gint *dateline)
{
  const DlTorusRouting spec = dl_torus_routing (scenario);

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (dateline[dim] != DL_NO_DATELINE && dateline[dim] != spec.dateline[dim])
      return FALSE;
  return TRUE;
}

static void
set_text (GtkWidget *label, const char *text)
{
  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_visible (label, *text != '\0');
}

static void
show_row (Row *row, const DlDatelineCandidate *candidate, guint rank)
{
  g_autofree char *number = g_strdup_printf ("%u", rank);
  g_autofree char *name = positions_text (candidate->dateline);
  g_autofree char *balance = balance_text (candidate->balance_mean, 4);
  g_autofree char *dims = dims_text (candidate);
  g_autofree char *problem = problem_text (candidate);
  g_autofree char *reasons = reasons_text (candidate);
  g_autofree char *tip = reasons_in_full (candidate);
  g_autofree char *label = g_strdup_printf (_ ("Rank %u: datelines %s, mean balance %s, %s. %s %s"),
                                            rank, name, balance, dims, problem, reasons);

  set_text (row->rank, number);
  set_text (row->name, name);
  set_text (row->balance, balance);
  set_text (row->dims, dims);
  set_text (row->problem, problem);
  set_text (row->reasons, reasons);
  gtk_widget_set_tooltip_text (row->row, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->row), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
}

static void
show (gconstpointer result, const DlScenario *searched, gpointer user_data)
{
  List *list = user_data;
  const DlDatelineRanking *ranking = result;
  g_autofree char *count = count_text (ranking);

  list->n_rows = ranking->combinations > 1 ? ranking->n_candidates : 0;
  for (guint i = 0; i < N_ROWS; i++)
    {
      if (i < list->n_rows)
        show_row (&list->rows[i], &ranking->candidates[i], i + 1);
      gtk_widget_set_visible (list->rows[i].row, i < list->n_rows);
    }
  gtk_label_set_text (list->count, count);
  gtk_widget_set_visible (GTK_WIDGET (list->list), list->n_rows > 0);
  gtk_widget_set_visible (list->heads, list->n_rows > 0);
}

/* Are the datelines where they were when the search began? */
static gboolean
is_ranked_now (const DlDatelineRanking *ranking, const DlScenario *scenario)
{
  const DlTorusRouting spec = dl_torus_routing (scenario);

  return memcmp (ranking->current.dateline, spec.dateline, sizeof spec.dateline) == 0;
}

/* The current position, which is in none of the rows. */
static char *
now_text (const DlDatelineRanking *ranking, const DlScenario *scenario)
{
  const DlTorusRouting spec = dl_torus_routing (scenario);
  g_autofree char *name = positions_text (spec.dateline);
  g_autofree char *rank = NULL;

  if (!is_ranked_now (ranking, scenario))
    return g_strdup_printf (_ ("Now: %s, not among the first %u."), name, ranking->n_candidates);

  g_autofree char *balance = balance_text (ranking->current.balance_mean, 4);

  rank = ranking->current_rank > 0
             ? g_strdup_printf (_ ("rank %'u"), ranking->current_rank)
             : g_strdup_printf (_ ("not among the first %u"), ranking->n_candidates);
  return g_strdup_printf (_ ("Now: %s, %s, balance %s."), name, rank, balance);
}

static void
update (gconstpointer result, const DlScenario *searched, gpointer user_data)
{
  List *list = user_data;
  const DlDatelineRanking *ranking = result;
  const DlScenario *scenario = dl_session_get_scenario (list->session);
  gboolean listed = FALSE;

  for (guint i = 0; i < list->n_rows; i++)
    {
      const gboolean here = is_at (scenario, ranking->candidates[i].dateline);

      gtk_widget_set_visible (list->rows[i].tag, here);
      gtk_widget_set_visible (list->rows[i].apply, !here);
      listed |= here;
    }
  gtk_widget_set_visible (list->now, !listed && list->n_rows > 0);
  gtk_widget_set_visible (list->now_problem, FALSE);
  if (!listed && list->n_rows > 0)
    {
      g_autofree char *text = now_text (ranking, scenario);
      g_autofree char *problem = problem_text (&ranking->current);

      set_text (list->now, text);
      if (is_ranked_now (ranking, scenario))
        set_text (list->now_problem, problem);
    }
}

static void
apply (List *list, guint i)
{
  const DlDatelineRanking *ranking = dl_search_box_get_result (list->box);
  const DlDatelineCandidate *candidate = &ranking->candidates[i];
  g_autofree char *name = positions_text (candidate->dateline);
  g_autofree char *label = g_strdup_printf (_ ("Datelines %s"), name);
  g_autofree char *text = dl_datelines_text (candidate->dateline);

  if (!is_at (dl_session_get_scenario (list->session), candidate->dateline))
    dl_session_set_named (list->session, "torus.datelines", text, label);
}

static void
on_activated (GtkListBox *box, GtkListBoxRow *row, List *list)
{
  apply (list, gtk_list_box_row_get_index (row));
}

static void
on_apply (GtkButton *button, List *list)
{
  for (guint i = 0; i < list->n_rows; i++)
    if (list->rows[i].apply == GTK_WIDGET (button))
      {
        apply (list, i);
        gtk_widget_grab_focus (list->rows[i].row); /* the button is gone */
        return;
      }
}

/* Widgets ---------------------------------------------------------------------------------------
 */

static GtkWidget *
add_label (GtkWidget *box, const char *css_class, gboolean wrap)
{
  return GTK_WIDGET (dl_pane_add_label (box, css_class, wrap));
}

static void
add_row (List *list, Row *row)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  row->row = gtk_list_box_row_new ();
  row->rank = add_label (box, "dl-step-number", FALSE);
  gtk_label_set_width_chars (GTK_LABEL (row->rank), 2);
  gtk_label_set_xalign (GTK_LABEL (row->rank), 1);
  gtk_widget_set_valign (row->rank, GTK_ALIGN_START);
  gtk_widget_add_css_class (head, "dl-found-head");
  row->name = add_label (head, "dl-step-title", FALSE);
  row->balance = add_label (head, NULL, FALSE);
  gtk_label_set_xalign (GTK_LABEL (row->balance), 1);
  gtk_widget_set_hexpand (row->balance, TRUE);
  row->tag = add_label (head, "dl-step-tag", FALSE);
  gtk_label_set_text (GTK_LABEL (row->tag), _ ("now"));
  gtk_widget_set_valign (row->tag, GTK_ALIGN_CENTER);
  row->apply = gtk_button_new_with_label (_ ("Apply"));
  gtk_widget_set_valign (row->apply, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (row->apply, "dl-pill");
  gtk_widget_set_tooltip_text (row->apply, _ ("Put the datelines there (VC paper, section 3.5)"));
  gtk_widget_add_css_class (row->apply, "dl-apply");
  g_signal_connect (row->apply, "clicked", G_CALLBACK (on_apply), list);
  gtk_box_append (GTK_BOX (head), row->apply);
  gtk_box_append (GTK_BOX (lines), head);
  row->dims = add_label (lines, "dl-description", TRUE);
  row->problem = add_label (lines, "dl-error", TRUE);
  row->reasons = add_label (lines, "dl-description", TRUE);
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_box_append (GTK_BOX (box), lines);
  gtk_widget_add_css_class (box, "dl-found");
  gtk_widget_add_css_class (box, "dl-number");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row->row), box);
  gtk_widget_set_visible (row->row, FALSE);
  gtk_list_box_append (list->list, row->row);
}

static void
fill (List *list, GtkWidget *content)
{
  list->count = dl_pane_add_label (content, NULL, TRUE);
  list->now = add_label (content, NULL, TRUE);
  list->now_problem = add_label (content, "dl-error", TRUE);
  list->heads = add_label (content, "dl-description", TRUE);
  gtk_label_set_text (GTK_LABEL (list->heads),
                      _ ("Positions X, Y, Z and the mean VC balance: less is better. In brackets "
                         "sections of the VC paper."));
  gtk_widget_set_tooltip_text (list->heads,
                               _ ("Fewest pairs not delivered first, then free of deadlock, then "
                                  "fewest pairs on illegal turns, then the lowest mean of |VC0 − "
                                  "VC1| / (VC0 + VC1) over the links with traffic (VC paper 4)"));
  list->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (list->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (list->list), "dl-card");
  gtk_widget_add_css_class (GTK_WIDGET (list->list), "dl-rows");
  gtk_widget_set_overflow (GTK_WIDGET (list->list), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Positions of the datelines, the best first"), -1);
  for (guint i = 0; i < N_ROWS; i++)
    add_row (list, &list->rows[i]);
  g_signal_connect (list->list, "row-activated", G_CALLBACK (on_activated), list);
  gtk_box_append (GTK_BOX (content), GTK_WIDGET (list->list));
  gtk_widget_add_css_class (content, "dl-number");
}

static DlSearchBox *
dateline_search_new (DlSession *session)
{
  static const char *const ignored[] = { "datelines", NULL };
  static const DlSearch kind = {
    .title = N_ ("Datelines"),
    .text = N_ ("Ranks all positions for this traffic and these faults, by delivered pairs and VC "
                "balance (VC paper 3.5)."),
    .button = N_ ("_Find the Best Datelines"),
    .tooltip = N_ ("Rank all positions of the datelines (Ctrl+D)"),
    .ignored = ignored,
    .func = search,
    .result_free = (GDestroyNotify) dl_dateline_ranking_free,
    .show = show,
    .update = update,
  };
  List *list = g_new0 (List, 1);

  list->session = session; /* kept by the box */
  list->box = DL_SEARCH_BOX (dl_search_box_new (session, &kind, list));
  g_object_set_data_full (G_OBJECT (list->box), "dl-list", list, g_free);
  fill (list, GTK_WIDGET (dl_search_box_get_content (list->box)));
  return list->box;
}

/* For tests -------------------------------------------------------------------------------------
 */

static List *
list_of (DlSearchBox *box)
{
  return g_object_get_data (G_OBJECT (box), "dl-list");
}

guint
dl_dateline_search_get_n (DlSearchBox *box)
{
  return list_of (box)->n_rows;
}

char *
dl_dateline_search_describe (DlSearchBox *box, guint i)
{
  const Row *row = &list_of (box)->rows[i];
  GtkWidget *const parts[]
      = { row->rank, row->name, row->tag, row->balance, row->dims, row->problem, row->reasons };
  GString *text = g_string_new (NULL);

  for (guint part = 0; part < G_N_ELEMENTS (parts); part++)
    if (gtk_widget_get_visible (parts[part]))
      g_string_append_printf (text, "%s%s", text->len > 0 ? " | " : "",
                              gtk_label_get_text (GTK_LABEL (parts[part])));
  return g_string_free (text, FALSE);
}

char *
dl_dateline_search_get_note (DlSearchBox *box)
{
  const List *list = list_of (box);

  return g_strdup (gtk_widget_get_visible (list->now) ? gtk_label_get_text (GTK_LABEL (list->now))
                                                      : "");
}

void
dl_dateline_search_activate (DlSearchBox *box, guint i)
{
  List *list = list_of (box);

  g_signal_emit_by_name (list->list, "row-activated", list->rows[i].row);
}

struct _DlOptimizePane
{
  DlPane parent;
  GtkWidget *box;
  DlSearchBox *datelines;
  DlSearchBox *vc;
  GtkWidget *faults; /* the section on datelines past the fault */
  GtkLabel *faults_text;
  GtkWidget *faults_button;
};

G_DEFINE_FINAL_TYPE (DlOptimizePane, dl_optimize_pane, DL_TYPE_PANE)

static gboolean
has_faults (const DlScenario *scenario)
{
  const DlTorusSpec *torus = &dl_torus_options (scenario)->spec;
  return torus->broken_cables->len + torus->broken_channels->len + torus->broken_nodes->len > 0;
}

/* Remedies for the faults; the search itself is the window's, which its banner starts too. */
static void
follow (DlOptimizePane *self)
{
  DlSession *session = dl_view_get_session (dl_pane_get_view (DL_PANE (self)));
  const DlEvaluation *result = dl_session_get_result_of (session, &dl_family_torus);
  DlTrouble trouble;
  const char *text;

  gtk_widget_set_visible (self->faults, has_faults (dl_session_get_scenario (session)));
  if (result == NULL)
    return;
  trouble = dl_trouble_find (dl_evaluation_torus (result));
  if (!trouble.any)
    text = _ ("Every pair is delivered on legal routes that cannot deadlock: nothing to do.");
  else if (trouble.mesh_z)
    text = _ ("Detours leave by Z+, which needs a ring. If Z is a mesh, no dateline helps, but a "
              "different routing engine may (VC paper 2.2).");
  else if (trouble.past_faults)
    text = _ ("Detours are legal if the datelines are one past the fault in Y and Z (VC paper "
              "2.2): search positions that deliver every pair.");
  else
    text = _ ("This routing engine does not use datelines; a different one may deliver the "
              "missing pairs.");
  gtk_label_set_text (self->faults_text, text);
  gtk_button_set_label (GTK_BUTTON (self->faults_button),
                        trouble.mesh_z ? _ ("Find a Routing _Engine")
                                       : _ ("_Put Datelines Past the Fault"));
  gtk_widget_set_visible (self->faults_button, trouble.past_faults);
}

DlSearchBox *
dl_optimize_pane_get_datelines (DlOptimizePane *self)
{
  return self->datelines;
}

DlSearchBox *
dl_optimize_pane_get_vc (DlOptimizePane *self)
{
  return self->vc;
}

static void
dl_optimize_pane_class_init (DlOptimizePaneClass *class)
{
}

static void
add_faults (DlOptimizePane *self)
{
  self->faults = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_label_set_text (dl_pane_add_label (self->faults, "dl-group-title", TRUE),
                      _ ("Datelines past the fault"));
  self->faults_text = dl_pane_add_label (self->faults, "dl-description", TRUE);
  self->faults_button
      = dl_pane_add_button (self->faults, _ ("_Put Datelines Past the Fault"),
                            _ ("Search positions at which every pair is delivered on legal "
                               "routes, and place them (VC paper 2.2, 3)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->faults_button),
                                  "win.datelines-past-faults");
  gtk_widget_set_visible (self->faults, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->faults);
}

static void
dl_optimize_pane_init (DlOptimizePane *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 22);
  gtk_widget_add_css_class (self->box, "dl-evidence");
  dl_pane_set_child (DL_PANE (self), dl_pane_scrolled (self->box));
}

GtkWidget *
dl_optimize_pane_new (DlView *view)
{
  DlOptimizePane *self = dl_pane_new (DL_TYPE_OPTIMIZE_PANE, view, _ ("Best settings"));
  DlSession *session = dl_view_get_session (view);

  add_faults (self); /* faults come first */
  self->datelines = dateline_search_new (session);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->datelines));
  self->vc = dl_vc_search_new (session);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->vc));
  g_signal_connect_object (session, "notify::result", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  follow (self);
  return GTK_WIDGET (self);
}
