#include "dl-measured-list.h"

#include "dl-rows.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>
#include <math.h>

struct _DlMeasuredList
{
  GtkWidget parent;
  DlView *view;
  DlRows *rows;
  GtkSingleSelection *selection; /* the table's */
  gboolean selecting;            /* the rows follow the maps just now, not the other way round */
  GtkWidget *scrolled;
};

G_DEFINE_FINAL_TYPE (DlMeasuredList, dl_measured_list, GTK_TYPE_WIDGET)

/* Columns: of a comparison, by place in its lists ---------------------------------------------- */

static double
get_link (gconstpointer source, guint i)
{
  return ((const DlMeasured *) source)->link[i];
}

static char *
link_text (gconstpointer source, guint i)
{
  const DlMeasured *measured = source;

  return measured->family->label (measured->shape, dl_place_link (measured->link[i]));
}

static double
percent (const double *shares, guint i)
{
  return shares != NULL ? 100 * shares[i] : NAN;
}

static double
get_measured (gconstpointer source, guint i)
{
  return percent (((const DlMeasured *) source)->measured, i);
}

static double
get_stalled (gconstpointer source, guint i)
{
  return percent (((const DlMeasured *) source)->stalled, i);
}

static double
get_analysed (gconstpointer source, guint i)
{
  return percent (((const DlMeasured *) source)->analysed, i);
}

static double
get_simulated (gconstpointer source, guint i)
{
  return percent (((const DlMeasured *) source)->simulated, i);
}

static double
get_difference (gconstpointer source, guint i)
{
  return 100 * dl_measured_difference (source, i);
}

static char *
difference_text (gconstpointer source, guint i)
{
  const double difference = get_difference (source, i);

  return isnan (difference) ? g_strdup ("–") : g_strdup_printf ("%+.4f", difference);
}

static double
get_count (gconstpointer source, guint i)
{
  return ((const DlMeasured *) source)->count[i];
}

static const DlColumn columns[] = {
  { N_ ("Link"), get_link, link_text, .min_chars = 13 },
  { N_ ("Differs, %"), get_difference, difference_text, .number = TRUE, .min_chars = 7 },
  { N_ ("Measured, %"), get_measured, .digits = 4, .number = TRUE, .min_chars = 6 },
  { N_ ("Analysed, %"), get_analysed, .digits = 4, .number = TRUE, .min_chars = 6 },
  { N_ ("Simulated, %"), get_simulated, .digits = 4, .number = TRUE, .min_chars = 6 },
  { N_ ("Stalls, %"), get_stalled, .digits = 4, .number = TRUE, .min_chars = 6 },
  { N_ ("Counted"), get_count, .number = TRUE, .min_chars = 8 },
};

/* Selection ------------------------------------------------------------------------------------ */

/* The session's network, if it has the numbering of @measured. */
static gboolean
is_current (DlMeasuredList *self, const DlMeasured *measured)
{
  DlEvaluation *result = dl_session_get_result (dl_view_get_session (self->view));

  return result != NULL && result->scenario->family == measured->family
         && measured->family->same_places (result->net.shape, measured->shape);
}

static void
on_selected (DlMeasuredList *self)
{
  const DlRow *row = gtk_single_selection_get_selected_item (self->selection);
  const DlMeasured *measured;
  guint link;

  if (self->selecting || row == NULL)
    return;
  measured = dl_row_get_source (row);
  link = measured->link[dl_row_get_index (row)];
  if (is_current (self, measured))
    dl_view_select (self->view, dl_place_link (link));
}

void
dl_measured_list_show (DlMeasuredList *self, DlMeasured *measured)
{
  const DlMeasured *before = dl_rows_get_source (self->rows);

  if (before == measured)
    return;
  self->selecting = TRUE;
  dl_rows_set (self->rows, measured, measured != NULL ? measured->different : NULL,
               measured != NULL ? measured->n : 0);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->selecting = FALSE;
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlMeasuredList *self = DL_MEASURED_LIST (object);

  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_object (&self->rows);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_measured_list_parent_class)->dispose (object);
}

static void
dl_measured_list_class_init (DlMeasuredListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
dl_measured_list_init (DlMeasuredList *self)
{
  GtkWidget *table;

  self->rows = dl_rows_new ((GBoxedCopyFunc) dl_measured_ref, (GDestroyNotify) dl_measured_unref);
  table = dl_rows_new_view (self->rows, columns, G_N_ELEMENTS (columns),
                            _ ("Links, those that differ most first"));
  self->selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (table)));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (table, "data-table");
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), table);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scrolled), 240);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
}

GtkWidget *
dl_measured_list_new (DlView *view)
{
  DlMeasuredList *self = g_object_new (DL_TYPE_MEASURED_LIST, NULL);

  self->view = g_object_ref (view);
  return GTK_WIDGET (self);
}
