#include "dl-dragonfly-table.h"

#include "dl-dragonfly-name.h"
#include "dl-rows.h"

#include <glib/gi18n-lib.h>

/* Columns: of an analysis, by link ------------------------------------------------------------- */

static const DlDragonfly *
network (gconstpointer source)
{
  return ((const DlDragonflyAnalysis *) source)->dragonfly;
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
  return dl_dragonfly_analysis_load (source, link);
}

/* Of the load at which the busiest link is full. */
static double
get_use (gconstpointer source, guint link)
{
  const DlDragonflyAnalysis *analysis = source;

  return 100 * dl_dragonfly_analysis_use (analysis, link, analysis->bound_load);
}

static double
get_vc (gconstpointer source, guint link, guint vc)
{
  return ((const DlDragonflyAnalysis *) source)->vc_load[(gsize) link * DL_DRAGONFLY_VCS + vc];
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
static const DlColumn columns[] = {
  { N_ ("Link"), get_link, link_text, .min_chars = 18 },
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
  const DlDragonflyAnalysis *shown; /* of the rows, which keep it */
};

G_DEFINE_FINAL_TYPE (DlDragonflyTable, dl_dragonfly_table, GTK_TYPE_WIDGET)

/* The rows follow the result only while somebody looks. */
static void
follow (DlDragonflyTable *self)
{
  const DlDragonflyAnalysis *analysis = dl_places_get_analysis (dl_view_get_places (self->view));

  if (analysis == NULL || analysis == self->shown || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->shown = analysis;
  dl_rows_set (self->rows, (gpointer) analysis, NULL, analysis->dragonfly->n_links);
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
  const DlDragonflyPlace place
      = { .kind = DL_PLACE_LINK, .link = row != NULL ? dl_row_get_index (row) : 0 };

  if (row != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    dl_places_select (dl_view_get_places (self->view), place);
}

static void
dispose (GObject *object)
{
  DlDragonflyTable *self = DL_DRAGONFLY_TABLE (object);

  g_clear_pointer (&self->scroll, gtk_widget_unparent);
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

  self->rows = dl_rows_new ((GBoxedCopyFunc) dl_dragonfly_analysis_ref,
                            (GDestroyNotify) dl_dragonfly_analysis_unref);
  table = dl_rows_new_view (self->rows, columns, G_N_ELEMENTS (columns), _ ("Links"));
  self->selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (table)));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (table, "activate", G_CALLBACK (on_activate), self);
  self->scroll = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroll), table);
  gtk_widget_set_parent (self->scroll, GTK_WIDGET (self));
  g_signal_connect_after (self, "map", G_CALLBACK (follow), NULL);
}

GtkWidget *
dl_dragonfly_table_new (DlView *view)
{
  DlDragonflyTable *self = g_object_new (DL_TYPE_DRAGONFLY_TABLE, NULL);

  self->view = g_object_ref (view);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
