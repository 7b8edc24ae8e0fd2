#include "dl-link-table.h"

#include "dl-metric-text.h"
#include "dl-rows.h"
#include "dl-session-edits.h"
#include "dl-torus-places.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* What is simulated follows not more often than this. */
#define REFRESH_MS 1000

/* Columns: of an analysis, and of a simulation if there is one, by link --------------------------
 */

typedef struct
{
  DlAnalysis *analysis;
  DlMetric metric; /* a simulated one */
  float *values;   /* (n_links) of @metric; NULL: nothing is simulated yet */
} Source;

static void
source_clear (gpointer data)
{
  Source *source = data;

  dl_analysis_unref (source->analysis);
  g_free (source->values);
}

static void
source_unref (gpointer source)
{
  g_atomic_rc_box_release_full (source, source_clear);
}

static const DlAnalysis *
analysis_of (gconstpointer source)
{
  return ((const Source *) source)->analysis;
}

static double
get_vc0 (gconstpointer source, guint link)
{
  return analysis_of (source)->vc_load[2 * link];
}

static double
get_vc1 (gconstpointer source, guint link)
{
  return analysis_of (source)->vc_load[2 * link + 1];
}

static double
get_balance (gconstpointer source, guint link)
{
  return dl_analysis_link_balance (analysis_of (source), link);
}

static double
get_load (gconstpointer source, guint link)
{
  return dl_analysis_link_load (analysis_of (source), link);
}

static double
get_link (gconstpointer source, guint link)
{
  return link;
}

static double
get_state (gconstpointer source, guint link)
{
  return analysis_of (source)->network->link_state[link];
}

static double
get_simulated (gconstpointer source, guint link)
{
  const float *values = ((const Source *) source)->values;

  return values != NULL && isfinite (values[link]) ? values[link] : NAN;
}

static char *
simulated_text (gconstpointer source, guint link)
{
  const Source *shown = source;

  if (shown->values == NULL || get_state (source, link) != DL_LINK_UP)
    return g_strdup ("–");
  return dl_metric_value_text (shown->metric, shown->values[link]);
}

static char *
link_text (gconstpointer source, guint link)
{
  return dl_link_label (dl_network_link_at (analysis_of (source)->network, link));
}

static char *
state_text (gconstpointer source, guint link)
{
  return g_strdup (get_state (source, link) == DL_LINK_UP ? _ ("up") : _ ("broken"));
}

#define NUMBER    .number = TRUE, .min_chars = 7, .nat_chars = 14
#define SIMULATED 6 /* the column that is there while something is simulated */
static const DlColumn columns[] = {
  { N_ ("Link"), get_link, link_text, .min_chars = 17, .nat_chars = 17 },
  { N_ ("State"), get_state, state_text, .nat_chars = 14 },
  { N_ ("VC0, packets"), get_vc0, NUMBER },
  { N_ ("VC1, packets"), get_vc1, NUMBER },
  { N_ ("VC balance"), get_balance, .digits = 4, NUMBER },
  { N_ ("Load, packets"), get_load, NUMBER },
  { NULL, get_simulated, simulated_text, NUMBER }, /* titled by the metric */
};

/* Widget --------------------------------------------------------------------------------------- */

struct _DlLinkTable
{
  GtkWidget parent;
  DlView *view;
  DlRows *rows;
  GtkSingleSelection *selection; /* the table's */
  GtkWidget *scroll;
  GtkColumnViewColumn *simulated;
  DlResult *shown;
  gboolean selecting; /* the rows follow the view just now, not the other way round */
  gboolean stale;     /* the simulation or what the maps show of it is another one now */
  guint refresh;
};

G_DEFINE_FINAL_TYPE (DlLinkTable, dl_link_table, GTK_TYPE_WIDGET)

/* Of the maps' coloring if that is simulated. */
static void
add_simulated (DlLinkTable *self, Source *source)
{
  const DlMetric shown = dl_view_get_metric (self->view);
  DlMetricInput input;

  source->metric = dl_metric_is_simulated (shown) ? shown : DL_METRIC_SIM_LOAD;
  if (dl_live_get_picture (dl_view_get_live (self->view)) == NULL
      || !dl_beside_get_torus (dl_view_get_beside (self->view), DL_SHOW_A, &input)
      || input.analysis != source->analysis)
    return;
  source->values = g_new (float, source->analysis->network->n_links);
  dl_metric_values (source->metric, &input, source->values);
}

/* The links that are there: a mesh does without some. */
static void
show (DlLinkTable *self, DlAnalysis *analysis)
{
  const DlNetwork *network = analysis->network;
  g_autofree guint32 *links = g_new (guint32, network->n_links);
  Source *source = g_atomic_rc_box_new0 (Source);
  guint n = 0;

  for (guint link = 0; link < network->n_links; link++)
    if (network->link_state[link] != DL_LINK_ABSENT)
      links[n++] = link;
  source->analysis = dl_analysis_ref (analysis);
  add_simulated (self, source);
  gtk_column_view_column_set_title (self->simulated, dl_metric_title (source->metric));
  gtk_column_view_column_set_visible (self->simulated, source->values != NULL);
  dl_rows_set (self->rows, source, links, n);
  source_unref (source);
  self->stale = FALSE;
  g_clear_handle_id (&self->refresh, g_source_remove);
}

/* The rows go where the view is. @scroll: where rows are seen that were not chosen just now, they
 * stay in sight. */
static void
select_row (DlLinkTable *self, gboolean scroll)
{
  const guint link = dl_view_get_selected_link (self->view);

  self->selecting = TRUE;
  if (scroll)
    dl_rows_select (self->rows, link);
  else
    dl_rows_keep_selected (self->rows, link);
  self->selecting = FALSE;
}

static void
on_selection (DlLinkTable *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    select_row (self, TRUE);
}

/* The rows follow the result and the simulation only while somebody looks. */
static void
follow (DlLinkTable *self)
{
  DlResult *result
      = self->view != NULL ? dl_session_get_torus_result (dl_view_get_session (self->view)) : NULL;

  if (result == NULL || (result == self->shown && !self->stale)
      || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  dl_result_ref (result);
  g_clear_pointer (&self->shown, dl_result_unref);
  self->shown = result;
  show (self, dl_result_torus (result));
  select_row (self, FALSE);
}

static void
on_map (DlLinkTable *self)
{
  follow (self);
  if (self->view != NULL)
    select_row (self, TRUE);
}

static void
on_metric (DlLinkTable *self)
{
  self->stale = TRUE;
  follow (self);
}

static gboolean
refresh (gpointer data)
{
  DlLinkTable *self = data;

  self->refresh = 0;
  follow (self);
  return G_SOURCE_REMOVE;
}

/* The first picture, and the last one going, at once; those between now and then. */
static void
on_picture (DlLinkTable *self)
{
  const gboolean some = dl_live_get_picture (dl_view_get_live (self->view)) != NULL;

  self->stale = TRUE;
  if (some != gtk_column_view_column_get_visible (self->simulated))
    follow (self);
  else if (some && self->refresh == 0)
    self->refresh = g_timeout_add (REFRESH_MS, refresh, self);
}

static void
on_activate (GtkColumnView *table, guint position, DlLinkTable *self)
{
  g_autoptr (DlRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  dl_view_select (self->view, dl_place_link (dl_row_get_index (row)));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-view", "s", "ring");
}

static void
on_selected (DlLinkTable *self)
{
  const DlRow *row = gtk_single_selection_get_selected_item (self->selection);

  if (row != NULL && !self->selecting && gtk_widget_get_mapped (GTK_WIDGET (self)))
    dl_view_select (self->view, dl_place_link (dl_row_get_index (row)));
}

void
dl_link_table_set_view (DlLinkTable *self, DlView *view)
{
  g_return_if_fail (self->view == NULL);
  self->view = g_object_ref (view);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (on_selection), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::metric", G_CALLBACK (on_metric), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (on_picture),
                           self, G_CONNECT_SWAPPED);
  follow (self);
}

static void
dispose (GObject *object)
{
  DlLinkTable *self = DL_LINK_TABLE (object);

  g_clear_handle_id (&self->refresh, g_source_remove);
  g_clear_pointer (&self->scroll, gtk_widget_unparent);
  g_clear_object (&self->simulated);
  g_clear_object (&self->rows);
  g_clear_pointer (&self->shown, dl_result_unref);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_link_table_parent_class)->dispose (object);
}

static void
dl_link_table_class_init (DlLinkTableClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
dl_link_table_init (DlLinkTable *self)
{
  GtkWidget *table;

  self->rows = dl_rows_new (g_atomic_rc_box_acquire, source_unref);
  table = dl_rows_new_view (self->rows, columns, G_N_ELEMENTS (columns), _ ("Links"));
  self->selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (table)));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (table, "activate", G_CALLBACK (on_activate), self);
  self->simulated
      = g_list_model_get_item (gtk_column_view_get_columns (GTK_COLUMN_VIEW (table)), SIMULATED);
  gtk_column_view_column_set_visible (self->simulated, FALSE);

  self->scroll = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroll), table);
  gtk_widget_set_parent (self->scroll, GTK_WIDGET (self));
  g_signal_connect_after (self, "map", G_CALLBACK (on_map), NULL);
}

GtkWidget *
dl_link_table_new (void)
{
  return g_object_new (DL_TYPE_LINK_TABLE, NULL);
}
