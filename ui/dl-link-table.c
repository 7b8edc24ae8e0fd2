#include "dl-link-table.h"

#include "dl-rows.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

/* Columns: of an analysis, by link ------------------------------------------------------------- */

static double
get_vc0 (gconstpointer source, guint link)
{
  return ((const DlAnalysis *) source)->vc_load[2 * link];
}

static double
get_vc1 (gconstpointer source, guint link)
{
  return ((const DlAnalysis *) source)->vc_load[2 * link + 1];
}

static double
get_balance (gconstpointer source, guint link)
{
  return dl_analysis_link_balance (source, link);
}

static double
get_load (gconstpointer source, guint link)
{
  return dl_analysis_link_load (source, link);
}

static double
get_link (gconstpointer source, guint link)
{
  return link;
}

static double
get_state (gconstpointer source, guint link)
{
  return ((const DlAnalysis *) source)->network->link_state[link];
}

static char *
link_text (gconstpointer source, guint link)
{
  return dl_link_label (dl_network_link_at (((const DlAnalysis *) source)->network, link));
}

static char *
state_text (gconstpointer source, guint link)
{
  return g_strdup (get_state (source, link) == DL_LINK_UP ? _ ("up") : _ ("broken"));
}

#define NUMBER .number = TRUE, .min_chars = 7, .nat_chars = 14
static const DlColumn columns[] = {
  { N_ ("Link"), get_link, link_text, .min_chars = 17, .nat_chars = 17 },
  { N_ ("State"), get_state, state_text, .nat_chars = 14 },
  { N_ ("VC0, packets"), get_vc0, NUMBER },
  { N_ ("VC1, packets"), get_vc1, NUMBER },
  { N_ ("VC balance"), get_balance, .digits = 4, NUMBER },
  { N_ ("Load, packets"), get_load, NUMBER },
};

/* Widget --------------------------------------------------------------------------------------- */

struct _DlLinkTable
{
  GtkWidget parent;
  DlView *view;
  DlRows *rows;
  GtkSingleSelection *selection; /* the table's */
  GtkWidget *scroll;
  DlResult *shown;
  gboolean selecting; /* the rows follow the view just now, not the other way round */
};

G_DEFINE_FINAL_TYPE (DlLinkTable, dl_link_table, GTK_TYPE_WIDGET)

/* The links that are there: a mesh does without some. */
static void
show (DlLinkTable *self, DlAnalysis *analysis)
{
  const DlNetwork *network = analysis->network;
  g_autofree guint32 *links = g_new (guint32, network->n_links);
  guint n = 0;

  for (guint link = 0; link < network->n_links; link++)
    if (network->link_state[link] != DL_LINK_ABSENT)
      links[n++] = link;
  dl_rows_set (self->rows, analysis, links, n);
}

/* The rows go where the view is. */
static void
select_row (DlLinkTable *self)
{
  self->selecting = TRUE;
  dl_rows_select (self->rows, dl_view_get_selected_link (self->view));
  self->selecting = FALSE;
}

static void
on_selection (DlLinkTable *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    select_row (self);
}

/* The rows follow the result only while somebody looks. */
static void
follow (DlLinkTable *self)
{
  DlResult *result
      = self->view != NULL ? dl_session_get_torus_result (dl_view_get_session (self->view)) : NULL;

  if (result == NULL || result == self->shown || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_clear_pointer (&self->shown, dl_result_unref);
  self->shown = dl_result_ref (result);
  show (self, result->analysis);
  select_row (self);
}

static void
on_map (DlLinkTable *self)
{
  follow (self);
  if (self->view != NULL)
    select_row (self);
}

static void
on_activate (GtkColumnView *table, guint position, DlLinkTable *self)
{
  g_autoptr (DlRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  dl_view_select_link (self->view, dl_row_get_index (row));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-view", "s", "ring");
}

static void
on_selected (DlLinkTable *self)
{
  const DlRow *row = gtk_single_selection_get_selected_item (self->selection);

  if (row != NULL && !self->selecting && gtk_widget_get_mapped (GTK_WIDGET (self)))
    dl_view_select_link (self->view, dl_row_get_index (row));
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
  follow (self);
}

static void
dispose (GObject *object)
{
  DlLinkTable *self = DL_LINK_TABLE (object);

  g_clear_pointer (&self->scroll, gtk_widget_unparent);
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

  self->rows = dl_rows_new ((GBoxedCopyFunc) dl_analysis_ref, (GDestroyNotify) dl_analysis_unref);
  table = dl_rows_new_view (self->rows, columns, G_N_ELEMENTS (columns), _ ("Links"));
  self->selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (table)));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (table, "activate", G_CALLBACK (on_activate), self);

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
