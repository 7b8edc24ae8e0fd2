#include "dl-link-table.h"

#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A row: one link of one result --------------------------------------------------------------- */

#define DL_TYPE_LINK_ROW (dl_link_row_get_type ())
G_DECLARE_FINAL_TYPE (DlLinkRow, dl_link_row, DL, LINK_ROW, GObject)

struct _DlLinkRow
{
  GObject parent;
  DlAnalysis *analysis;
  guint link;
};

G_DEFINE_FINAL_TYPE (DlLinkRow, dl_link_row, G_TYPE_OBJECT)

static void
row_finalize (GObject *object)
{
  dl_analysis_unref (DL_LINK_ROW (object)->analysis);
  G_OBJECT_CLASS (dl_link_row_parent_class)->finalize (object);
}

static void
dl_link_row_class_init (DlLinkRowClass *class)
{
  G_OBJECT_CLASS (class)->finalize = row_finalize;
}

static void
dl_link_row_init (DlLinkRow *row)
{
}

/* The links that are there, made into rows as they are looked at ------------------------------ */

#define DL_TYPE_LINK_LIST (dl_link_list_get_type ())
G_DECLARE_FINAL_TYPE (DlLinkList, dl_link_list, DL, LINK_LIST, GObject)

struct _DlLinkList
{
  GObject parent;
  DlAnalysis *analysis; /* nullable */
  GArray *links;        /* guint32, without those a mesh does not have */
};

static GType
list_item_type (GListModel *model)
{
  return DL_TYPE_LINK_ROW;
}

static guint
list_n_items (GListModel *model)
{
  return DL_LINK_LIST (model)->links->len;
}

static gpointer
list_item (GListModel *model, guint position)
{
  DlLinkList *self = DL_LINK_LIST (model);
  DlLinkRow *row;

  if (position >= self->links->len)
    return NULL;
  row = g_object_new (DL_TYPE_LINK_ROW, NULL);
  row->analysis = dl_analysis_ref (self->analysis);
  row->link = g_array_index (self->links, guint32, position);
  return row;
}

static void
list_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = list_item_type;
  iface->get_n_items = list_n_items;
  iface->get_item = list_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DlLinkList, dl_link_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_iface_init))

static void
list_finalize (GObject *object)
{
  DlLinkList *self = DL_LINK_LIST (object);

  dl_analysis_unref (self->analysis);
  g_array_unref (self->links);
  G_OBJECT_CLASS (dl_link_list_parent_class)->finalize (object);
}

static void
dl_link_list_class_init (DlLinkListClass *class)
{
  G_OBJECT_CLASS (class)->finalize = list_finalize;
}

static void
dl_link_list_init (DlLinkList *self)
{
  self->links = g_array_new (FALSE, FALSE, sizeof (guint32));
}

static void
list_set_analysis (DlLinkList *self, DlAnalysis *analysis)
{
  const DlNetwork *network = analysis->network;
  const guint before = self->links->len;

  dl_analysis_unref (self->analysis);
  self->analysis = dl_analysis_ref (analysis);
  g_array_set_size (self->links, 0);
  for (guint32 link = 0; link < network->n_links; link++)
    if (network->link_state[link] != DL_LINK_ABSENT)
      g_array_append_val (self->links, link);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->links->len);
}

/* Columns ---------------------------------------------------------------------------------------
 */

static double
get_vc0 (const DlLinkRow *row)
{
  return row->analysis->vc_load[2 * row->link];
}

static double
get_vc1 (const DlLinkRow *row)
{
  return row->analysis->vc_load[2 * row->link + 1];
}

static double
get_balance (const DlLinkRow *row)
{
  return dl_analysis_link_balance (row->analysis, row->link);
}

static double
get_load (const DlLinkRow *row)
{
  return dl_analysis_link_load (row->analysis, row->link);
}

static double
get_link (const DlLinkRow *row)
{
  return row->link;
}

static double
get_state (const DlLinkRow *row)
{
  return row->analysis->network->link_state[row->link];
}

static char *
link_text (const DlLinkRow *row)
{
  return dl_link_label (dl_network_link_at (row->analysis->network, row->link));
}

static char *
state_text (const DlLinkRow *row)
{
  return g_strdup (row->analysis->network->link_state[row->link] == DL_LINK_UP ? _ ("up")
                                                                               : _ ("broken"));
}

typedef struct
{
  const char *title;
  double (*value) (const DlLinkRow *row); /* sorted by; NAN last */
  char *(*text) (const DlLinkRow *row);   /* NULL: the value */
  guint digits;
} Column;

static const Column columns[] = {
  { N_ ("Link"), get_link, link_text, 0 },     { N_ ("State"), get_state, state_text, 0 },
  { N_ ("VC0, packets"), get_vc0, NULL, 0 },   { N_ ("VC1, packets"), get_vc1, NULL, 0 },
  { N_ ("VC balance"), get_balance, NULL, 4 }, { N_ ("Load, packets"), get_load, NULL, 0 },
};

static void
setup_cell (GtkListItemFactory *factory, GtkListItem *item, const Column *column)
{
  GtkWidget *label = gtk_inscription_new (NULL);

  gtk_inscription_set_xalign (GTK_INSCRIPTION (label), column->text != NULL ? 0 : 1);
  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (label), 14);
  gtk_widget_add_css_class (label, "dl-number");
  gtk_list_item_set_child (item, label);
}

static void
bind_cell (GtkListItemFactory *factory, GtkListItem *item, const Column *column)
{
  const DlLinkRow *row = gtk_list_item_get_item (item);
  g_autofree char *text = NULL;

  if (column->text != NULL)
    text = column->text (row);
  else if (isnan (column->value (row)))
    text = g_strdup ("–");
  else
    text = g_strdup_printf ("%'.*f", (int) column->digits, column->value (row));
  gtk_inscription_set_text (GTK_INSCRIPTION (gtk_list_item_get_child (item)), text);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Column *column = user_data;
  const double va = column->value (a), vb = column->value (b);

  if (isnan (va) || isnan (vb))
    return isnan (va) - isnan (vb);
  return va < vb ? -1 : va > vb;
}

static void
add_column (GtkColumnView *table, const Column *column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkSorter *sorter = GTK_SORTER (gtk_custom_sorter_new (compare_rows, (gpointer) column, NULL));
  GtkColumnViewColumn *view_column;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), (gpointer) column);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), (gpointer) column);
  view_column = gtk_column_view_column_new (_ (column->title), factory);
  gtk_column_view_column_set_sorter (view_column, sorter);
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, TRUE);
  gtk_column_view_append_column (table, view_column);
  g_object_unref (sorter);
  g_object_unref (view_column);
}

/* Widget ----------------------------------------------------------------------------------------
 */

struct _DlLinkTable
{
  GtkWidget parent;
  DlView *view;
  DlLinkList *list;
  GtkSingleSelection *selection;
  GtkWidget *scroll;
  DlResult *shown;
};

G_DEFINE_FINAL_TYPE (DlLinkTable, dl_link_table, GTK_TYPE_WIDGET)

/* The rows follow the result only while somebody looks. */
static void
follow (DlLinkTable *self)
{
  DlResult *result
      = self->view != NULL ? dl_session_get_result (dl_view_get_session (self->view)) : NULL;

  if (result == NULL || result == self->shown || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_clear_pointer (&self->shown, dl_result_unref);
  self->shown = dl_result_ref (result);
  list_set_analysis (self->list, result->analysis);
}

static void
on_activate (GtkColumnView *table, guint position, DlLinkTable *self)
{
  g_autoptr (DlLinkRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  dl_view_select_link (self->view, row->link);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-view", "s", "ring");
}

static void
on_selected (DlLinkTable *self)
{
  const DlLinkRow *row = gtk_single_selection_get_selected_item (self->selection);

  if (row != NULL && self->view != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    dl_view_select_link (self->view, row->link);
}

void
dl_link_table_set_view (DlLinkTable *self, DlView *view)
{
  g_return_if_fail (self->view == NULL);
  self->view = g_object_ref (view);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  follow (self);
}

static void
dispose (GObject *object)
{
  DlLinkTable *self = DL_LINK_TABLE (object);

  g_clear_pointer (&self->scroll, gtk_widget_unparent);
  g_clear_object (&self->list);
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
  GtkWidget *table = gtk_column_view_new (NULL);
  GtkSortListModel *sorted;

  self->list = g_object_new (DL_TYPE_LINK_LIST, NULL);
  sorted = gtk_sort_list_model_new (
      G_LIST_MODEL (g_object_ref (self->list)),
      g_object_ref (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (table))));
  gtk_sort_list_model_set_incremental (sorted, TRUE);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (sorted));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  gtk_column_view_set_model (GTK_COLUMN_VIEW (table), GTK_SELECTION_MODEL (self->selection));
  g_object_unref (self->selection); /* the table's now */
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    add_column (GTK_COLUMN_VIEW (table), &columns[i]);
  g_signal_connect (table, "activate", G_CALLBACK (on_activate), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (table), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Links"), -1);

  self->scroll = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroll), table);
  gtk_widget_set_parent (self->scroll, GTK_WIDGET (self));
  g_signal_connect_after (self, "map", G_CALLBACK (follow), NULL);
}

GtkWidget *
dl_link_table_new (void)
{
  return g_object_new (DL_TYPE_LINK_TABLE, NULL);
}
