#include "dl-rows.h"

#include "compat.h"
#include "dl-key-sort.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Pixels that a cell and a title have around their text, the mark of sorting included. */
#define PADDING 10
#define SORTING 16

typedef struct
{
  GtkScrolledWindow *scroll; /* which owns this */
  GtkColumnView *view;
  const DlTableColumn *columns;
  guint n_columns, n_least;
  guint idle;
} Fit;

static void
fit_free (gpointer data)
{
  Fit *fit = data;

  g_clear_handle_id (&fit->idle, g_source_remove);
  g_free (fit);
}

/* Width of a title, which is bold. */
static int
title_width (GtkWidget *widget, const char *title)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, title);
  PangoAttrList *bold = pango_attr_list_new ();
  int width;

  pango_attr_list_insert (bold, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (layout, bold);
  pango_attr_list_unref (bold);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* Width of cells, with GtkInscription's size of a character. */
static int
cells_width (GtkWidget *widget, guint n_chars)
{
  PangoFontMetrics *metrics
      = pango_context_get_metrics (gtk_widget_get_pango_context (widget), NULL, NULL);
  const int width = MAX (pango_font_metrics_get_approximate_char_width (metrics),
                         pango_font_metrics_get_approximate_digit_width (metrics));

  pango_font_metrics_unref (metrics);
  return PANGO_PIXELS_CEIL (width * (int) n_chars);
}

static int
column_width (GtkWidget *widget, const DlTableColumn *column)
{
  const int title = title_width (widget, _ (column->title)) + (column->value != NULL ? SORTING : 0);

  return MAX (title, cells_width (widget, MAX (column->min_chars, 3))) + PADDING;
}

static gboolean
fit_columns (gpointer data)
{
  Fit *fit = data;
  GListModel *columns = gtk_column_view_get_columns (fit->view);
  const double room
      = gtk_adjustment_get_page_size (gtk_scrolled_window_get_hadjustment (fit->scroll));
  double used = 0;

  fit->idle = 0;
  for (guint i = 0; i < fit->n_columns; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      used += column_width (GTK_WIDGET (fit->view), &fit->columns[i]);
      gtk_column_view_column_set_visible (column, i < fit->n_least || used <= room);
    }
  return G_SOURCE_REMOVE;
}

/* Columns do not change while they are laid out. */
static void
on_room (Fit *fit)
{
  if (fit->idle == 0)
    fit->idle = g_idle_add (fit_columns, fit);
}

void
dl_rows_fit (GtkScrolledWindow *scroll, GtkColumnView *view, const DlTableColumn *columns,
             guint n_columns, guint n_least)
{
  Fit *fit = g_new0 (Fit, 1);

  gtk_widget_add_css_class (GTK_WIDGET (view), "dl-narrow");
  *fit = (Fit) { scroll, view, columns, n_columns, n_least, 0 };
  g_object_set_data_full (G_OBJECT (scroll), "dl-rows-fit", fit, fit_free);
  g_signal_connect_swapped (gtk_scrolled_window_get_hadjustment (scroll), "notify::page-size",
                            G_CALLBACK (on_room), fit);
}

/* Rows that a view is told of at once: it makes widgets for up to 200 of them, seen or not, which
 * for all at once takes longer than a frame. */
#define ROWS_AT_ONCE 40

/* Rows of a record whose texts decide how wide their column is, and its largest width. */
#define ROWS_MEASURED 200
#define MOST_CHARS    36

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

/* A column that is shown. */
typedef struct
{
  const DlTableColumn *column;
  gint cell;    /* of a record's row; -1: the column has getters */
  guint chars;  /* room for its texts */
  guint number; /* among the view's */
} Shown;

typedef struct
{
  Shown shown;
  gboolean descending;
} Order;

struct _DlRows
{
  GObject parent;
  GBoxedCopyFunc ref;
  GDestroyNotify unref;
  gpointer source;      /* nullable */
  DlRecord *columns_of; /* the record whose columns are shown; nullable */
  GArray *given;        /* guint32, the indices as they came */
  GArray *indices;      /* guint32, the same in the order that is shown */

  GtkColumnView *view;           /* which keeps this one; NULL before there is one, or after */
  GtkSingleSelection *selection; /* the view's; NULL of a record */
  GArray *orders;                /* Order, the last one first: where its keys are the same, the next
                                    one decides */
  Shown asked;                   /* by which the view sorts first: see find_order */
  guint limit;                   /* rows that there are for the view, at most; in the end all */
  guint growing;                 /* until there are more */
  GHashTable *bound;             /* GtkListItem: the view's that show a row */
  const DlRowsCells *cells;      /* nullable */
  gpointer page;                 /* theirs */
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
  dl_record_unref (self->columns_of);
  g_clear_weak_pointer (&self->view);
  g_clear_weak_pointer (&self->selection);
  g_array_unref (self->given);
  g_array_unref (self->indices);
  g_array_unref (self->orders);
  g_hash_table_unref (self->bound);
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
  self->bound = g_hash_table_new (NULL, NULL);
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

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Places of all rows of a record in the order of the texts of @shown; those of the same text have
 * the same. */
static double *
rank_texts (DlRecord *record, const Shown *shown)
{
  const guint n = dl_record_n_rows (record);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) sorted = g_ptr_array_sized_new (n);
  g_autoptr (GHashTable) ranks = g_hash_table_new (g_str_hash, g_str_equal);
  double *keys = g_new (double, n);

  for (guint row = 0; row < n; row++)
    {
      g_autofree char *text
          = dl_rows_cell_text (shown->column, dl_record_cell (record, row, shown->cell));

      g_ptr_array_add (texts, g_utf8_collate_key (text, -1));
      if (g_hash_table_add (ranks, g_ptr_array_index (texts, row)))
        g_ptr_array_add (sorted, g_ptr_array_index (texts, row));
    }
  g_ptr_array_sort (sorted, compare_keys);
  for (guint i = 0; i < sorted->len; i++)
    g_hash_table_replace (ranks, g_ptr_array_index (sorted, i), GUINT_TO_POINTER (i));
  for (guint row = 0; row < n; row++)
    keys[row] = GPOINTER_TO_UINT (g_hash_table_lookup (ranks, g_ptr_array_index (texts, row)));
  return keys;
}

static double
number_of (const DlTableColumn *column, const DlCell *cell)
{
  if (cell->state != DL_CELL_EXACT)
    return NAN;
  return column->type == DL_COLUMN_INTEGER ? (double) cell->integer : cell->real;
}

/* Do the cells of the rows state sort keys of their own? */
static gboolean
has_keys (const DlRows *self)
{
  return self->cells != NULL && self->cells->key != NULL;
}

/* The @keys of the @n rows @indices. */
static void
find_keys (DlRows *self, const Shown *shown, const guint32 *indices, guint n, double *keys)
{
  const DlTableColumn *column = shown->column;
  const gboolean is_text = column->type != DL_COLUMN_INTEGER && column->type != DL_COLUMN_REAL;
  g_autofree double *ranks
      = shown->cell >= 0 && is_text && n > 0 ? rank_texts (self->source, shown) : NULL;

  for (guint at = 0; at < n; at++)
    keys[at] = has_keys (self)   ? self->cells->key (shown->number, indices[at], self->page)
               : shown->cell < 0 ? column->value (self->source, indices[at])
               : ranks != NULL
                   ? ranks[indices[at]]
                   : number_of (column, dl_record_cell (self->source, indices[at], shown->cell));
}

/* The order of the rows from the given indices. */
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

      find_keys (self, &order->shown, indices, n, keys);
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

static void
give (DlRows *self, const guint32 *indices, guint n)
{
  g_array_set_size (self->given, n);
  for (guint32 i = 0; i < n; i++)
    g_array_index (self->given, guint32, i) = indices != NULL ? indices[i] : i;
  put_in_order (self);
}

static void
tell_of_change (DlRows *self, guint position, guint n_removed, guint n_added)
{
  if (n_removed > 0 || n_added > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
  if (self->indices->len > self->limit && self->growing == 0)
    self->growing = g_idle_add (grow, self);
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
  give (self, indices, source != NULL ? n : 0);
  tell_of_change (self, 0, before, n_told (self));
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

char *
dl_rows_cell_text (const DlTableColumn *column, const DlCell *cell)
{
  if (cell->shown == NULL && cell->state == DL_CELL_EXACT)
    {
      if (column->type == DL_COLUMN_INTEGER)
        return g_strdup_printf ("%'" G_GINT64_FORMAT, cell->integer);
      if (column->type == DL_COLUMN_REAL)
        return cell->real == floor (cell->real) && fabs (cell->real) < 1e15
                   ? g_strdup_printf ("%'" G_GINT64_FORMAT, (gint64) cell->real)
                   : g_strdup_printf ("%'.7g", cell->real);
    }
  return cell->state == DL_CELL_UNKNOWN ? g_strdup ("") : dl_table_cell_text (column, cell);
}

static gboolean
is_number (const DlTableColumn *column)
{
  return column->type != DL_COLUMN_TEXT && column->type != DL_COLUMN_FLAG;
}

static GtkWidget *
new_cell (const Shown *shown)
{
  const DlTableColumn *column = shown->column;
  GtkWidget *label
      = is_number (column) ? dl_number_new (column->min_chars) : gtk_inscription_new (NULL);

  if (!is_number (column))
    gtk_inscription_set_text_overflow (GTK_INSCRIPTION (label),
                                       column->name ? GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE
                                                    : GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  if (!is_number (column) && shown->chars > 0)
    gtk_inscription_set_min_chars (GTK_INSCRIPTION (label), shown->chars);
  if (column->nat_chars > 0)
    gtk_inscription_set_nat_chars (GTK_INSCRIPTION (label), column->nat_chars);
  gtk_widget_add_css_class (label, "dl-number");
  return label;
}

static char *
text_of (const DlRow *row, const Shown *shown)
{
  const DlTableColumn *column = shown->column;

  if (shown->cell >= 0)
    return dl_rows_cell_text (column, dl_record_cell (row->source, row->index, shown->cell));
  return column->text != NULL
             ? column->text (row->source, row->index)
             : dl_number_text (column->value (row->source, row->index), column->digits);
}

#define SHOWN "dl-shown"

static void
show_cell (DlRows *self, GtkListItem *item)
{
  const Shown *shown = g_object_get_data (G_OBJECT (item), SHOWN);
  const DlRow *row = gtk_list_item_get_item (item);
  GtkWidget *cell = gtk_list_item_get_child (item);
  g_autofree char *text = NULL;

  if (self->cells != NULL)
    {
      self->cells->show (cell, shown->number, row->index, self->page);
      return;
    }
  text = text_of (row, shown);
  if (is_number (shown->column))
    dl_number_show (GTK_INSCRIPTION (cell), text);
  else
    gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
}

static void
setup_cell (GtkListItemFactory *factory, GtkListItem *item, DlRows *self)
{
  Shown *shown = g_object_get_data (G_OBJECT (factory), SHOWN);

  g_object_set_data (G_OBJECT (item), SHOWN, shown);
  gtk_list_item_set_child (item, self->cells != NULL ? self->cells->make (shown->number)
                                                     : new_cell (shown));
}

static void
bind_cell (GtkListItemFactory *factory, GtkListItem *item, DlRows *self)
{
  g_hash_table_add (self->bound, item);
  show_cell (self, item);
}

static void
unbind_cell (GtkListItemFactory *factory, GtkListItem *item, DlRows *self)
{
  g_hash_table_remove (self->bound, item);
}

/* Sorting -------------------------------------------------------------------------------------- */

typedef struct
{
  DlRows *rows;
  Shown shown;
} Sorter;

/* The view has no sorted model to compare rows for: only find_order asks. */
static int
note_asked (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Sorter *sorter = user_data;

  if (sorter->rows->asked.column == NULL)
    sorter->rows->asked = sorter->shown;
  return -1;
}

/* Order of the header: GTK 4.8 tells it only by comparing, and asks the first column first. */
static gboolean
find_order (DlRows *self, GtkSorter *sorter, Order *order)
{
  GtkOrdering less;

  self->asked = (Shown) { 0 };
  less = gtk_sorter_compare (sorter, self, self->view);
  *order = (Order) { self->asked, less == GTK_ORDERING_LARGER };
  return self->asked.column != NULL;
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

static gboolean
is_same (const Shown *a, const Shown *b)
{
  return a->column == b->column && a->cell == b->cell;
}

static void
on_sorter (GtkSorter *sorter, GtkSorterChange change, DlRows *self)
{
  const DlRow *row;
  guint selected;
  Order order;

  if (self->view == NULL || gtk_column_view_get_model (self->view) == NULL) /* it is going */
    return;
  row = self->selection != NULL ? gtk_single_selection_get_selected_item (self->selection) : NULL;
  selected = row != NULL ? row->index : G_MAXUINT;
  if (find_order (self, sorter, &order))
    {
      for (guint i = 0; i < self->orders->len; i++)
        if (is_same (&g_array_index (self->orders, Order, i).shown, &order.shown))
          g_array_remove_index (self->orders, i);
      g_array_prepend_val (self->orders, order);
    }
  else
    g_array_set_size (self->orders, 0);
  /* For everybody else the same row was selected all the time. */
  if (self->selection != NULL)
    g_object_freeze_notify (G_OBJECT (self->selection));
  select_none (self);
  put_in_order (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_told (self), n_told (self));
  if (selected != G_MAXUINT)
    dl_compat_scroll_to_row (self->view, select_index (self, selected), TRUE);
  if (self->selection != NULL)
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

/* Where the @n_old rows @old and those of now differ: the place, and how many there and now. */
static guint
find_change (const DlRows *self, const guint32 *old, guint *n_old, guint *n_new)
{
  const guint32 *new = (const guint32 *) self->indices->data;
  guint at = 0;

  while (at < MIN (*n_old, *n_new) && old[at] == new[at])
    at++;
  while (at < MIN (*n_old, *n_new) && old[*n_old - 1] == new[*n_new - 1])
    {
      --*n_old;
      --*n_new;
    }
  *n_old -= at;
  *n_new -= at;
  return at;
}

void
dl_rows_refresh (DlRows *self, const guint32 *indices, guint n)
{
  const DlRow *row = gtk_single_selection_get_selected_item (self->selection);
  const guint position = row != NULL ? gtk_single_selection_get_selected (self->selection) : 0;
  const guint selected = row != NULL ? row->index : G_MAXUINT;
  g_autofree guint32 *old = g_memdup2 (self->indices->data, n_told (self) * sizeof *old);
  guint n_old = n_told (self), n_new, at;
  GHashTableIter cells;
  gpointer cell;

  give (self, indices, n);
  n_new = n_told (self);
  at = find_change (self, old, &n_old, &n_new);
  g_object_freeze_notify (G_OBJECT (self->selection));
  tell_of_change (self, at, n_old, n_new);
  if (n > 0 && select_index (self, selected) == GTK_INVALID_LIST_POSITION)
    gtk_single_selection_set_selected (self->selection, MIN (position, n_told (self) - 1));
  g_object_thaw_notify (G_OBJECT (self->selection));
  g_hash_table_iter_init (&cells, self->bound);
  while (g_hash_table_iter_next (&cells, &cell, NULL))
    show_cell (self, cell);
}

/* The view ------------------------------------------------------------------------------------- */

/* The title of the last column over the ends of its numbers; GTK has no property for it. */
static void
end_title (GtkColumnView *view)
{
  GtkWidget *titles = gtk_widget_get_first_child (GTK_WIDGET (view)), *title, *label;

  title = titles != NULL ? gtk_widget_get_last_child (titles) : NULL;
  label = title;
  while (label != NULL && !GTK_IS_LABEL (label))
    label = gtk_widget_get_first_child (label);
  g_return_if_fail (label != NULL);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
}

static void
add_column (DlRows *self, const char *title, Shown shown)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) view_column = NULL;

  g_object_set_data_full (G_OBJECT (factory), SHOWN, g_memdup2 (&shown, sizeof shown), g_free);
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cell), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cell), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cell), self, 0);
  view_column = gtk_column_view_column_new (title, factory);
  if (shown.cell >= 0 || shown.column->value != NULL || has_keys (self))
    {
      Sorter *sorter = g_new (Sorter, 1);
      g_autoptr (GtkSorter) asked = GTK_SORTER (gtk_custom_sorter_new (note_asked, sorter, g_free));

      *sorter = (Sorter) { self, shown };
      gtk_column_view_column_set_sorter (view_column, asked);
    }
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, TRUE);
  gtk_column_view_append_column (self->view, view_column);
  if (is_number (shown.column))
    end_title (self->view);
}

/* A view of @selection, without columns. */
static GtkWidget *
new_view (DlRows *self, GtkSelectionModel *selection)
{
  GtkWidget *widget = gtk_column_view_new (NULL);

  g_assert (self->view == NULL);
  g_set_weak_pointer (&self->view, GTK_COLUMN_VIEW (widget));
  gtk_column_view_set_model (self->view, selection);
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed",
                           G_CALLBACK (on_sorter), self, 0);
  return widget;
}

GtkWidget *
dl_rows_new_view (DlRows *self, const DlTableColumn *columns, guint n_columns, const char *label)
{
  g_autoptr (GtkSingleSelection) selection
      = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self)));
  GtkWidget *widget;

  self->limit = MAX (ROWS_AT_ONCE, self->indices->len);
  g_set_weak_pointer (&self->selection, selection);
  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  widget = new_view (self, GTK_SELECTION_MODEL (selection));
  for (guint i = 0; i < n_columns; i++)
    add_column (self, columns[i].title != NULL ? _ (columns[i].title) : NULL,
                (Shown) { &columns[i], -1, columns[i].min_chars, i });
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  return widget;
}

GtkColumnViewColumn *
dl_rows_get_column (DlRows *self, guint column)
{
  g_autoptr (GtkColumnViewColumn) it
      = g_list_model_get_item (gtk_column_view_get_columns (self->view), column);

  return it;
}

void
dl_rows_set_cells (DlRows *self, const DlRowsCells *cells, gpointer page)
{
  g_assert (self->view == NULL);
  self->cells = cells;
  self->page = page;
}

/* Records -------------------------------------------------------------------------------------- */

DlRows *
dl_rows_new_of_record (void)
{
  return dl_rows_new ((GBoxedCopyFunc) dl_record_ref, (GDestroyNotify) dl_record_unref);
}

GtkWidget *
dl_rows_new_record_view (DlRows *self)
{
  g_autoptr (GtkMultiSelection) selection
      = gtk_multi_selection_new (G_LIST_MODEL (g_object_ref (self)));

  return new_view (self, GTK_SELECTION_MODEL (selection));
}

static gboolean
has_same_columns (DlRecord *a, DlRecord *b)
{
  if (a == NULL || b == NULL || dl_record_n_columns (a) != dl_record_n_columns (b))
    return FALSE;
  for (guint i = 0; i < dl_record_n_columns (a); i++)
    if (strcmp (dl_record_id (a, i), dl_record_id (b, i)) != 0
        || dl_record_column (a, i)->type != dl_record_column (b, i)->type)
      return FALSE;
  return TRUE;
}

/* Characters of the longest text among the first rows. */
static guint
text_chars (DlRecord *record, guint column)
{
  glong chars = 0;

  for (guint row = 0; row < MIN (dl_record_n_rows (record), ROWS_MEASURED); row++)
    {
      g_autofree char *text = dl_rows_cell_text (dl_record_column (record, column),
                                                 dl_record_cell (record, row, column));

      chars = MAX (chars, g_utf8_strlen (text, -1));
    }
  return MIN (chars, MOST_CHARS);
}

static void
replace_columns (DlRows *self, DlRecord *record)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (self->view, column);
    }
  g_array_set_size (self->orders, 0);
  for (guint i = 0; record != NULL && i < dl_record_n_columns (record); i++)
    {
      g_autofree char *title = dl_record_title (record, i);

      add_column (self, title,
                  (Shown) { dl_record_column (record, i), (gint) i, text_chars (record, i), i });
    }
}

void
dl_rows_set_record (DlRows *self, DlRecord *record)
{
  if (!has_same_columns (self->columns_of, record))
    {
      DlRecord *old = self->columns_of;

      dl_rows_set (self, NULL, NULL, 0); /* its cells know nothing of the new columns */
      replace_columns (self, record);
      self->columns_of = dl_record_ref (record);
      dl_record_unref (old);
    }
  dl_rows_set (self, record, NULL, record != NULL ? dl_record_n_rows (record) : 0);
}
