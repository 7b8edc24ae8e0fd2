#include "dl-link-table.h"

#include "dl-figure-family.h"
#include "dl-link-columns.h"
#include "dl-view-family.h"

#include <glib/gi18n-lib.h>

/* Simulated values on the maps are followed at most this often. */
#define REFRESH_MS 1000

static void
source_clear (gpointer data)
{
  DlLinkSource *source = data;

  dl_evaluation_unref (source->result);
  g_free (source->values);
}

static void
source_unref (gpointer source)
{
  g_atomic_rc_box_release_full (source, source_clear);
}

/* Widget --------------------------------------------------------------------------------------- */

struct _DlLinkTable
{
  GtkWidget parent;
  DlView *view;
  const DlFamily *family; /* the family of its columns */
  const DlLinkColumns *columns;
  DlRows *rows;
  GtkSingleSelection *selection; /* the table's */
  GtkWidget *content, *bar, *scroll;
  GtkLabel *listed;            /* which links, where they are not all */
  GtkColumnViewColumn *column; /* the table's, titled by a metric */
  const DlMetric *metric;      /* that one */
  DlEvaluation *shown;
  gboolean selecting; /* the rows follow the view just now, not the other way round */
  gboolean stale;     /* the maps show something else now */
  guint refresh;
};

G_DEFINE_FINAL_TYPE (DlLinkTable, dl_link_table, GTK_TYPE_WIDGET)

/* Text of the bar above: the place of the @n rows, of @n_all links. */
static void
show_listed (DlLinkTable *self, const DlEvaluation *result, guint n, guint n_all)
{
  const DlPlace place = dl_view_get_listed (self->view);

  gtk_widget_set_visible (self->bar, place.kind != DL_PLACE_NOTHING);
  if (place.kind == DL_PLACE_NOTHING)
    return;
  g_autofree char *name = dl_family_place_label (result->scenario->family, &result->net, place);
  /* Translators: %s is a node or group, whose links alone a table lists; “12 of 12,672” */
  g_autofree char *text = g_strdup_printf (_ ("Links of %s: %'u of %'u"), name, n, n_all);

  gtk_label_set_text (self->listed, text);
}

/* The links that are there, a mesh does without some, and are listed. */
static void
show (DlLinkTable *self, DlEvaluation *result)
{
  const DlNet *net = &result->net;
  g_autofree guint32 *links = g_new (guint32, net->graph->n_links + 1);
  DlLinkSource *source = g_atomic_rc_box_new0 (DlLinkSource);
  guint n = 0, n_all = 0;

  for (guint link = 0; link < net->graph->n_links; link++)
    if (net->graph->link_state[link] != DL_LINK_ABSENT)
      {
        n_all++;
        if (dl_view_lists (self->view, link))
          links[n++] = link;
      }
  show_listed (self, result, n, n_all);
  source->result = dl_evaluation_ref (result);
  self->columns->fill (self->view, source);
  self->metric = source->metric;
  gtk_column_view_column_set_title (self->column, dl_metric_title (source->metric));
  gtk_column_view_column_set_visible (self->column,
                                      source->values != NULL || !self->columns->hides);
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

/* A link that is not listed is looked for among all. */
static void
on_selection (DlLinkTable *self)
{
  const guint link = dl_view_get_selected_link (self->view);

  if (link != DL_NO_LINK && !dl_view_lists (self->view, link))
    dl_view_list_only (self->view, DL_NOWHERE);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    select_row (self, TRUE);
}

static void
on_activate (GtkColumnView *table, guint position, DlLinkTable *self)
{
  g_autoptr (DlRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  dl_view_select (self->view, dl_place_link (dl_row_get_index (row)));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-view", "s", self->columns->view);
}

static void
on_selected (DlLinkTable *self)
{
  const DlRow *row = gtk_single_selection_get_selected_item (self->selection);

  if (row != NULL && !self->selecting && gtk_widget_get_mapped (GTK_WIDGET (self)))
    dl_view_select (self->view, dl_place_link (dl_row_get_index (row)));
}

/* Columns and rows are another family's. */
static void
set_family (DlLinkTable *self, const DlFamily *family)
{
  self->family = family;
  self->columns = dl_view_family (family)->links;
  g_clear_object (&self->rows);
  self->rows = dl_rows_new (g_atomic_rc_box_acquire, source_unref);

  GtkWidget *table = dl_rows_new_view (self->rows, self->columns->columns, self->columns->n_columns,
                                       _ ("Links"));

  self->selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (table)));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (table, "activate", G_CALLBACK (on_activate), self);
  self->column = dl_rows_get_column (self->rows, self->columns->shown);
  gtk_column_view_column_set_visible (self->column, !self->columns->hides);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroll), table);
}

/* The rows follow the result and the maps only while the table is visible. */
static void
follow (DlLinkTable *self)
{
  DlEvaluation *result = dl_session_get_result (dl_view_get_session (self->view));

  if (result == NULL || (result == self->shown && !self->stale)
      || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (result->scenario->family != self->family)
    set_family (self, result->scenario->family);
  dl_evaluation_ref (result);
  g_clear_pointer (&self->shown, dl_evaluation_unref);
  self->shown = result;
  show (self, result);
  select_row (self, FALSE);
}

static void
on_map (DlLinkTable *self)
{
  follow (self);
  select_row (self, TRUE);
}

static void
on_other_values (DlLinkTable *self)
{
  self->stale = TRUE;
  follow (self);
}

static void
on_show_all (DlLinkTable *self)
{
  dl_view_list_only (self->view, DL_NOWHERE);
  select_row (self, TRUE);
  gtk_widget_child_focus (self->scroll, GTK_DIR_TAB_FORWARD); /* the button goes */
}

static gboolean
refresh (gpointer data)
{
  DlLinkTable *self = data;

  self->refresh = 0;
  follow (self);
  return G_SOURCE_REMOVE;
}

/* The first picture, and the last one going, at once; those between now and then: numbers that run
 * are not read. */
static void
on_picture (DlLinkTable *self)
{
  const gboolean some = dl_live_get_picture (dl_view_get_live (self->view)) != NULL;

  if (!dl_metric_is_simulated (self->metric))
    return;
  self->stale = TRUE;
  if (self->columns->hides && some != gtk_column_view_column_get_visible (self->column))
    follow (self);
  else if (self->refresh == 0)
    self->refresh = g_timeout_add (REFRESH_MS, refresh, self);
}

static void
dispose (GObject *object)
{
  DlLinkTable *self = DL_LINK_TABLE (object);

  g_clear_handle_id (&self->refresh, g_source_remove);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->rows);
  g_clear_pointer (&self->shown, dl_evaluation_unref);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_link_table_parent_class)->dispose (object);
}

static void
dl_link_table_class_init (DlLinkTableClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-link-table.ui");
  gtk_widget_class_bind_template_child (widget_class, DlLinkTable, content);
  gtk_widget_class_bind_template_child (widget_class, DlLinkTable, bar);
  gtk_widget_class_bind_template_child (widget_class, DlLinkTable, listed);
  gtk_widget_class_bind_template_child (widget_class, DlLinkTable, scroll);
  gtk_widget_class_bind_template_callback (widget_class, on_show_all);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
dl_link_table_init (DlLinkTable *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
dl_link_table_new (DlView *view)
{
  DlLinkTable *self = g_object_new (DL_TYPE_LINK_TABLE, NULL);
  const DlFamily *family = dl_session_get_scenario (dl_view_get_session (view))->family;

  self->view = g_object_ref (view);
  self->metric = dl_family_metric_of (family, DL_METRIC_SIMULATED);
  set_family (self, family);
  g_signal_connect_object (dl_view_get_shown (view), "changed::other", G_CALLBACK (on_other_values),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (on_selection), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::listed", G_CALLBACK (on_other_values), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (on_picture),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (on_map), NULL);
  return GTK_WIDGET (self);
}
