#include "dl-dragonfly-table.h"

#include "dl-dragonfly-name.h"
#include "dl-metric-text.h"
#include "dl-rows.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* What the maps show of it follows a simulation not more often than this. */
#define REFRESH_MS 1000

/* Columns: of an analysis and what the maps show of it, by link ---------------------------------
 */

typedef struct
{
  DlDragonflyAnalysis *analysis;
  DlMetric metric;
  float *values; /* (n_links) of @metric; NULL: not known */
} Source;

static void
source_clear (gpointer data)
{
  Source *source = data;

  dl_dragonfly_analysis_unref (source->analysis);
  g_free (source->values);
}

static void
source_unref (gpointer source)
{
  g_atomic_rc_box_release_full (source, source_clear);
}

static const DlDragonflyAnalysis *
analysis_of (gconstpointer source)
{
  return ((const Source *) source)->analysis;
}

static const DlDragonfly *
network (gconstpointer source)
{
  return analysis_of (source)->dragonfly;
}

/* As the maps are colored. */
static double
get_shown (gconstpointer source, guint link)
{
  const Source *shown = source;
  const double value = shown->values != NULL ? shown->values[link] : DL_VALUE_UNKNOWN;

  return isfinite (value) ? value : NAN;
}

static char *
shown_text (gconstpointer source, guint link)
{
  const Source *shown = source;

  if (network (source)->link_state[link] != DL_LINK_UP)
    return g_strdup ("–");
  return dl_metric_value_text (shown->metric,
                               shown->values != NULL ? shown->values[link] : DL_VALUE_UNKNOWN);
}

static double
get_link (gconstpointer source, guint link)
{
  return link;
}

static char *
link_text (gconstpointer source, guint link)
{
  return dl_dragonfly_link_to_string (network (source), link);
}

static double
get_class (gconstpointer source, guint link)
{
  return network (source)->link_class[link];
}

static char *
class_text (gconstpointer source, guint link)
{
  return g_strdup (dl_link_class_title (network (source)->link_class[link]));
}

static double
get_state (gconstpointer source, guint link)
{
  return network (source)->link_state[link];
}

static char *
state_text (gconstpointer source, guint link)
{
  return g_strdup (get_state (source, link) == DL_LINK_UP ? _ ("up") : _ ("broken"));
}

static double
get_load (gconstpointer source, guint link)
{
  return dl_dragonfly_analysis_load (analysis_of (source), link);
}

/* Of the load at which the busiest link is full. */
static double
get_use (gconstpointer source, guint link)
{
  const DlDragonflyAnalysis *analysis = analysis_of (source);

  return 100 * dl_dragonfly_analysis_use (analysis, link, analysis->bound_load);
}

static double
get_vc (gconstpointer source, guint link, guint vc)
{
  return analysis_of (source)->vc_load[(gsize) link * DL_DRAGONFLY_VCS + vc];
}

static double
get_vc0 (gconstpointer source, guint link)
{
  return get_vc (source, link, 0);
}

static double
get_vc1 (gconstpointer source, guint link)
{
  return get_vc (source, link, 1);
}

static double
get_vc2 (gconstpointer source, guint link)
{
  return get_vc (source, link, 2);
}

static double
get_vc3 (gconstpointer source, guint link)
{
  return get_vc (source, link, 3);
}

#define NUMBER .number = TRUE, .digits = 1, .nat_chars = 12
#define SHOWN  1 /* the column of what the maps show */
static const DlColumn columns[] = {
  { N_ ("Link"), get_link, link_text, .min_chars = 18 },
  { NULL, get_shown, shown_text, .number = TRUE, .nat_chars = 14 }, /* titled by the metric */
  { N_ ("Class"), get_class, class_text, .nat_chars = 8 },
  { N_ ("State"), get_state, state_text, .nat_chars = 8 },
  { N_ ("Load, packets"), get_load, NUMBER },
  { N_ ("Of the busiest, %"), get_use, NUMBER },
  { N_ ("VC0"), get_vc0, NUMBER },
  { N_ ("VC1"), get_vc1, NUMBER },
  { N_ ("VC2"), get_vc2, NUMBER },
  { N_ ("VC3"), get_vc3, NUMBER },
};

/* Widget --------------------------------------------------------------------------------------- */

struct _DlDragonflyTable
{
  GtkWidget parent;
  DlView *view;
  DlRows *rows;
  GtkSingleSelection *selection; /* the table's */
  GtkWidget *scroll;
  GtkColumnViewColumn *column;      /* of what the maps show */
  const DlDragonflyAnalysis *shown; /* of the rows, which keep it */
  gboolean selecting;               /* the rows follow the view just now, not the other way round */
  gboolean stale;                   /* the maps show something else now */
  guint refresh;
};

G_DEFINE_FINAL_TYPE (DlDragonflyTable, dl_dragonfly_table, GTK_TYPE_WIDGET)

/* The rows go where the view is. @scroll: where rows are seen that were not chosen just now, they
 * stay in sight. */
static void
select_row (DlDragonflyTable *self, gboolean scroll)
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
on_selection (DlDragonflyTable *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    select_row (self, TRUE);
}

static void
fill (DlDragonflyTable *self, const DlDragonflyAnalysis *analysis)
{
  DlPlaces *places = dl_view_get_places (self->view);
  Source *source = g_atomic_rc_box_new0 (Source);

  source->analysis = dl_dragonfly_analysis_ref ((DlDragonflyAnalysis *) analysis);
  source->metric = dl_view_get_metric (self->view);
  source->values = dl_places_copy_values (places);
  gtk_column_view_column_set_title (self->column, dl_metric_title (source->metric));
  dl_rows_set (self->rows, source, NULL, analysis->dragonfly->n_links);
  source_unref (source);
  self->shown = analysis;
  self->stale = FALSE;
  g_clear_handle_id (&self->refresh, g_source_remove);
}

/* The rows follow the result and the maps only while somebody looks. */
static void
follow (DlDragonflyTable *self)
{
  const DlDragonflyAnalysis *analysis = dl_places_get_analysis (dl_view_get_places (self->view));

  if (analysis == NULL || (analysis == self->shown && !self->stale)
      || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  fill (self, analysis);
  select_row (self, FALSE);
}

static void
on_map (DlDragonflyTable *self)
{
  follow (self);
  select_row (self, TRUE);
}

static void
on_other_values (DlDragonflyTable *self)
{
  self->stale = TRUE;
  follow (self);
}

static gboolean
refresh (gpointer data)
{
  DlDragonflyTable *self = data;

  self->refresh = 0;
  follow (self);
  return G_SOURCE_REMOVE;
}

/* Numbers that run are not read: a picture of the simulation now and then. */
static void
on_picture (DlDragonflyTable *self)
{
  if (!dl_metric_is_simulated (dl_view_get_metric (self->view)))
    return;
  self->stale = TRUE;
  if (self->refresh == 0)
    self->refresh = g_timeout_add (REFRESH_MS, refresh, self);
}

static void
on_activate (GtkColumnView *table, guint position, DlDragonflyTable *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-view", "s", "group");
}

static void
on_selected (DlDragonflyTable *self)
{
  const DlRow *row = gtk_single_selection_get_selected_item (self->selection);
  const DlPlace place = dl_place_link (row != NULL ? dl_row_get_index (row) : 0);

  if (row != NULL && !self->selecting && gtk_widget_get_mapped (GTK_WIDGET (self)))
    dl_view_select (self->view, place);
}

static void
dispose (GObject *object)
{
  DlDragonflyTable *self = DL_DRAGONFLY_TABLE (object);

  g_clear_handle_id (&self->refresh, g_source_remove);
  g_clear_pointer (&self->scroll, gtk_widget_unparent);
  g_clear_object (&self->column);
  g_clear_object (&self->rows);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_dragonfly_table_parent_class)->dispose (object);
}

static void
dl_dragonfly_table_class_init (DlDragonflyTableClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
dl_dragonfly_table_init (DlDragonflyTable *self)
{
  GtkWidget *table;

  self->rows = dl_rows_new (g_atomic_rc_box_acquire, source_unref);
  table = dl_rows_new_view (self->rows, columns, G_N_ELEMENTS (columns), _ ("Links"));
  self->selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (table)));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (table, "activate", G_CALLBACK (on_activate), self);
  self->column
      = g_list_model_get_item (gtk_column_view_get_columns (GTK_COLUMN_VIEW (table)), SHOWN);
  self->scroll = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroll), table);
  gtk_widget_set_parent (self->scroll, GTK_WIDGET (self));
  g_signal_connect_after (self, "map", G_CALLBACK (on_map), NULL);
}

GtkWidget *
dl_dragonfly_table_new (DlView *view)
{
  DlDragonflyTable *self = g_object_new (DL_TYPE_DRAGONFLY_TABLE, NULL);

  self->view = g_object_ref (view);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (on_selection), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::metric", G_CALLBACK (on_other_values), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_places (view), "notify::counters",
                           G_CALLBACK (on_other_values), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (on_picture),
                           self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
