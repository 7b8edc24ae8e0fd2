#include "dl-rows.h"

#include "compat.h"
#include "dl-sort-keys.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Rows that a view is told of at once: it makes widgets for up to 200 of them, seen or not, which
 * for all at once takes longer than a frame. */
#define ROWS_AT_ONCE 40

/* A number ------------------------------------------------------------------------------------- */

/* The room that the text takes, as it is drawn. */
static int
text_width (GtkWidget *number)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (
      number, gtk_inscription_get_text (GTK_INSCRIPTION (number)));
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

static void
make_room (GtkWidget *number)
{
  int room;

  gtk_widget_get_size_request (number, &room, NULL);
  if (text_width (number) > room)
    gtk_widget_set_size_request (number, text_width (number), -1);
}

void
dl_number_show (GtkInscription *number, const char *text)
{
  if (g_strcmp0 (gtk_inscription_get_text (number), text) == 0)
    return;
  gtk_inscription_set_text (number, text);
  make_room (GTK_WIDGET (number));
}

GtkWidget *
dl_number_new (guint min_chars)
{
  GtkWidget *number = gtk_inscription_new (NULL);

  gtk_inscription_set_xalign (GTK_INSCRIPTION (number), 1);
  if (min_chars > 0)
    gtk_inscription_set_min_chars (GTK_INSCRIPTION (number), min_chars);
  gtk_widget_add_css_class (number, "dl-number");
  /* Its type is known when it is in a window. */
  g_signal_connect_after (number, "map", G_CALLBACK (make_room), NULL);
  return number;
}

/* A row ---------------------------------------------------------------------------------------- */

struct _DlRow
{
  GObject parent;
  gpointer source;
  GDestroyNotify unref;
  guint index;
};

G_DEFINE_FINAL_TYPE (DlRow, dl_row, G_TYPE_OBJECT)

static void
row_finalize (GObject *object)
{
  DlRow *row = DL_ROW (object);

  row->unref (row->source);
  G_OBJECT_CLASS (dl_row_parent_class)->finalize (object);
}

static void
dl_row_class_init (DlRowClass *class)
{
  G_OBJECT_CLASS (class)->finalize = row_finalize;
}

static void
dl_row_init (DlRow *row)
{
}

gconstpointer
dl_row_get_source (const DlRow *row)
{
  return row->source;
}

guint
dl_row_get_index (const DlRow *row)
{
  return row->index;
}

/* The list ------------------------------------------------------------------------------------- */

typedef struct
{
  const DlColumn *column;
  gboolean descending;
} Order;

struct _DlRows
{
  GObject parent;
  GBoxedCopyFunc ref;
  GDestroyNotify unref;
  gpointer source; /* nullable */
  GArray *given;   /* guint32, the indices as they came */
  GArray *indices; /* guint32, the same in the order that is shown */

  GtkColumnView *view;           /* which keeps this one; NULL before there is one, or after */
  GtkSingleSelection *selection; /* the view's */
  GArray *orders;                /* Order, the last one first: where its keys are the same, the next
                                    one decides */
  const DlColumn *asked;         /* by which the view sorts first: see find_order */
  guint limit;                   /* rows that there are for the view, at most; in the end all */
  guint growing;                 /* until there are more */
};

static GType
list_item_type (GListModel *model)
{
  return DL_TYPE_ROW;
}

static guint
n_told (const DlRows *self)
{
  return MIN (self->indices->len, self->limit);
}

static guint
list_n_items (GListModel *model)
{
  return n_told (DL_ROWS (model));
}

static gpointer
list_item (GListModel *model, guint position)
{
  DlRows *self = DL_ROWS (model);
  DlRow *row;

  if (position >= n_told (self))
    return NULL;
  row = g_object_new (DL_TYPE_ROW, NULL);
  row->source = self->ref (self->source);
  row->unref = self->unref;
  row->index = g_array_index (self->indices, guint32, position);
  return row;
}

static void
list_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = list_item_type;
  iface->get_n_items = list_n_items;
  iface->get_item = list_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DlRows, dl_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_iface_init))

static void
list_finalize (GObject *object)
{
  DlRows *self = DL_ROWS (object);

  g_clear_handle_id (&self->growing, g_source_remove);
  if (self->source != NULL)
    self->unref (self->source);
  g_clear_weak_pointer (&self->view);
  g_clear_weak_pointer (&self->selection);
  g_array_unref (self->given);
  g_array_unref (self->indices);
  g_array_unref (self->orders);
  G_OBJECT_CLASS (dl_rows_parent_class)->finalize (object);
}

static void
dl_rows_class_init (DlRowsClass *class)
{
  G_OBJECT_CLASS (class)->finalize = list_finalize;
}

static void
dl_rows_init (DlRows *self)
{
  self->given = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->indices = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->orders = g_array_new (FALSE, FALSE, sizeof (Order));
}

DlRows *
dl_rows_new (GBoxedCopyFunc ref, GDestroyNotify unref)
{
  DlRows *self = g_object_new (DL_TYPE_ROWS, NULL);

  self->ref = ref;
  self->unref = unref;
  self->limit = G_MAXUINT;
  return self;
}

static void
tell_of (DlRows *self, guint limit)
{
  const guint before = n_told (self);

  self->limit = limit;
  g_list_model_items_changed (G_LIST_MODEL (self), before, 0, n_told (self) - before);
}

/* Once there are widgets for as many as it makes, the others cost nothing. */
static gboolean
grow (gpointer user_data)
{
  DlRows *self = user_data;
  const gboolean last = self->limit >= 5 * ROWS_AT_ONCE;

  if (last)
    self->growing = 0;
  tell_of (self, last ? G_MAXUINT : self->limit + ROWS_AT_ONCE);
  return last ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

static void
tell_of_all (DlRows *self)
{
  g_clear_handle_id (&self->growing, g_source_remove);
  tell_of (self, G_MAXUINT);
}

/* The order of the rows from what was given. */
static void
put_in_order (DlRows *self)
{
  const guint n = self->given->len;
  g_autofree double *keys = g_new (double, n);
  guint32 *indices;

  g_array_set_size (self->indices, 0);
  g_array_append_vals (self->indices, self->given->data, n);
  indices = (guint32 *) self->indices->data;
  for (guint i = self->orders->len; i-- > 0;)
    {
      const Order *order = &g_array_index (self->orders, Order, i);

      for (guint at = 0; at < n; at++)
        keys[at] = order->column->value (self->source, indices[at]);
      dl_sort_by_keys (indices, keys, n, order->descending);
    }
}

/* Before other rows come: one that stayed selected would be looked for among all of them. */
static void
select_none (DlRows *self)
{
  if (self->selection != NULL)
    gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
}

void
dl_rows_set (DlRows *self, gpointer source, const guint32 *indices, guint n)
{
  const guint before = n_told (self);
  const gpointer old = self->source;

  select_none (self);
  self->source = source != NULL ? self->ref (source) : NULL;
  if (old != NULL)
    self->unref (old);
  g_array_set_size (self->given, source != NULL ? n : 0);
  for (guint32 i = 0; i < self->given->len; i++)
    g_array_index (self->given, guint32, i) = indices != NULL ? indices[i] : i;
  put_in_order (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, n_told (self));
  if (self->indices->len > self->limit && self->growing == 0)
    self->growing = g_idle_add (grow, self);
}

gconstpointer
dl_rows_get_source (DlRows *self)
{
  return self->source;
}

/* Cells ---------------------------------------------------------------------------------------- */

char *
dl_number_text (double value, guint digits)
{
  return isnan (value) ? g_strdup ("–") : g_strdup_printf ("%'.*f", (int) digits, value);
}

char *
dl_number_text_at_most (double value, guint digits, gboolean bound)
{
  g_autofree char *text = dl_number_text (value, digits);

  return g_strconcat (bound && !isnan (value) ? "≤ " : "", text, NULL);
}

static void
setup_cell (GtkListItemFactory *factory, GtkListItem *item, const DlColumn *column)
{
  GtkWidget *label
      = column->number ? dl_number_new (column->min_chars) : gtk_inscription_new (NULL);

  if (!column->number && column->min_chars > 0)
    gtk_inscription_set_min_chars (GTK_INSCRIPTION (label), column->min_chars);
  if (column->nat_chars > 0)
    gtk_inscription_set_nat_chars (GTK_INSCRIPTION (label), column->nat_chars);
  gtk_widget_add_css_class (label, "dl-number");
  gtk_list_item_set_child (item, label);
}

static void
bind_cell (GtkListItemFactory *factory, GtkListItem *item, const DlColumn *column)
{
  const DlRow *row = gtk_list_item_get_item (item);
  g_autofree char *text
      = column->text != NULL
            ? column->text (row->source, row->index)
            : dl_number_text (column->value (row->source, row->index), column->digits);

  if (column->number)
    dl_number_show (GTK_INSCRIPTION (gtk_list_item_get_child (item)), text);
  else
    gtk_inscription_set_text (GTK_INSCRIPTION (gtk_list_item_get_child (item)), text);
}

/* Sorting -------------------------------------------------------------------------------------- */

typedef struct
{
  DlRows *rows;
  const DlColumn *column;
} Sorter;

/* The view has no sorted model to compare rows for: only find_order asks. */
static int
note_asked (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Sorter *sorter = user_data;

  if (sorter->rows->asked == NULL)
    sorter->rows->asked = sorter->column;
  return -1;
}

/* What the header says: GTK 4.8 tells it only by comparing, and asks the first column first. */
static gboolean
find_order (DlRows *self, GtkSorter *sorter, Order *order)
{
  GtkOrdering less;

  self->asked = NULL;
  less = gtk_sorter_compare (sorter, self, self->view);
  *order = (Order) { self->asked, less == GTK_ORDERING_LARGER };
  return self->asked != NULL;
}

/* Returns where it is; GTK_INVALID_LIST_POSITION. */
static guint
select_index (DlRows *self, guint index)
{
  guint position = 0;

  while (position < self->indices->len && g_array_index (self->indices, guint32, position) != index)
    position++;
  if (position == self->indices->len)
    position = GTK_INVALID_LIST_POSITION;
  else if (position >= self->limit)
    tell_of_all (self);
  if (position != gtk_single_selection_get_selected (self->selection))
    gtk_single_selection_set_selected (self->selection, position);
  return position;
}

static void
on_sorter (GtkSorter *sorter, GtkSorterChange change, DlRows *self)
{
  const DlRow *row;
  guint selected;
  Order order;

  if (self->selection == NULL) /* the view is going */
    return;
  row = gtk_single_selection_get_selected_item (self->selection);
  selected = row != NULL ? row->index : G_MAXUINT;
  if (find_order (self, sorter, &order))
    {
      for (guint i = 0; i < self->orders->len; i++)
        if (g_array_index (self->orders, Order, i).column == order.column)
          g_array_remove_index (self->orders, i);
      g_array_prepend_val (self->orders, order);
    }
  else
    g_array_set_size (self->orders, 0);
  /* For everybody else the same row was selected all the time. */
  g_object_freeze_notify (G_OBJECT (self->selection));
  select_none (self);
  put_in_order (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_told (self), n_told (self));
  if (selected != G_MAXUINT)
    dl_compat_scroll_to_row (self->view, select_index (self, selected), TRUE);
  g_object_thaw_notify (G_OBJECT (self->selection));
}

void
dl_rows_select (DlRows *self, guint index)
{
  const guint position = select_index (self, index);

  if (position != GTK_INVALID_LIST_POSITION)
    dl_compat_scroll_to_row (self->view, position, FALSE);
}

void
dl_rows_keep_selected (DlRows *self, guint index)
{
  select_index (self, index);
}

/* The view ------------------------------------------------------------------------------------- */

static void
add_column (DlRows *self, const DlColumn *column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) view_column = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), (gpointer) column);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), (gpointer) column);
  view_column
      = gtk_column_view_column_new (column->title != NULL ? _ (column->title) : NULL, factory);
  if (column->value != NULL)
    {
      Sorter *sorter = g_new (Sorter, 1);
      g_autoptr (GtkSorter) asked = GTK_SORTER (gtk_custom_sorter_new (note_asked, sorter, g_free));

      *sorter = (Sorter) { self, column };
      gtk_column_view_column_set_sorter (view_column, asked);
    }
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, TRUE);
  gtk_column_view_append_column (self->view, view_column);
}

GtkWidget *
dl_rows_new_view (DlRows *self, const DlColumn *columns, guint n_columns, const char *label)
{
  GtkWidget *widget = gtk_column_view_new (NULL);
  g_autoptr (GtkSingleSelection) selection
      = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self)));

  g_assert (self->view == NULL);
  self->limit = MAX (ROWS_AT_ONCE, self->indices->len);
  g_set_weak_pointer (&self->view, GTK_COLUMN_VIEW (widget));
  g_set_weak_pointer (&self->selection, selection);
  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (selection));
  for (guint i = 0; i < n_columns; i++)
    add_column (self, &columns[i]);
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed",
                           G_CALLBACK (on_sorter), self, 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  return widget;
}
