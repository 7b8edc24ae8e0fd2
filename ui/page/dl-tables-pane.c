#include "compat.h"
#include "dl-family-room.h"
#include "dl-job.h"
#include "dl-link-flows.h"
#include "dl-pane.h"
#include "dl-rows.h"

#include <glib/gi18n-lib.h>

static const DlTableRow *
get_row (gconstpointer source, guint index)
{
  return &((const DlRouterTable *) source)->rows[index];
}

static const DlTableRow *
table_list_row (const DlRow *row)
{
  return get_row (dl_row_get_source (row), dl_row_get_index (row));
}

/* Columns -------------------------------------------------------------------------------------- */

#define COLUMN(n)                                                                                  \
  static double get_order_##n (gconstpointer source, guint index)                                  \
  {                                                                                                \
    return get_row (source, index)->order[n];                                                      \
  }                                                                                                \
  static char *get_text_##n (gconstpointer source, guint index)                                    \
  {                                                                                                \
    return g_strdup (get_row (source, index)->cells[n]);                                           \
  }

COLUMN (0)
COLUMN (1)
COLUMN (2)

static const DlTableColumn columns[] = {
  { .value = get_order_0, .text = get_text_0, .nat_chars = 6 },
  { .value = get_order_1, .text = get_text_1, .nat_chars = 6 },
  { .value = get_order_2, .text = get_text_2, .nat_chars = 6 },
};
G_STATIC_ASSERT (G_N_ELEMENTS (columns) == DL_TABLE_COLUMNS);

/* The rows ------------------------------------------------------------------------------------- */

static gpointer
ref_table (gpointer table)
{
  return dl_router_table_ref (table);
}

static void
unref_table (gpointer table)
{
  dl_router_table_unref (table);
}

static DlRows *
table_list_new (void)
{
  return dl_rows_new (ref_table, unref_table);
}

/* A column view of the rows, sorted by whichever column the user says. */
static GtkWidget *
table_list_new_view (DlRows *self)
{
  GtkWidget *view = dl_rows_new_view (self, columns, G_N_ELEMENTS (columns), _ ("Routing table"));

  gtk_widget_add_css_class (view, "data-table");
  return view;
}

/* Show @table (nullable), to which a reference is taken, in @view with its columns. */
static void
table_list_set (DlRows *self, GtkColumnView *view, DlRouterTable *table)
{
  for (guint i = 0; table != NULL && i < DL_TABLE_COLUMNS; i++)
    {
      GtkColumnViewColumn *column = dl_rows_get_column (self, i);

      gtk_column_view_column_set_title (column, table->columns[i]);
      gtk_column_view_column_set_visible (column, table->columns[i] != NULL);
    }
  if (table != NULL)
    {
      gtk_widget_set_tooltip_text (GTK_WIDGET (view), table->tooltip);
      gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      table->label, -1);
    }
  dl_rows_set (self, table, NULL, table != NULL ? table->n_rows : 0);
}

/* NULL without one. */
static const DlRouterTable *
table_list_get (DlRows *self)
{
  return dl_rows_get_source (self);
}

#define DL_TYPE_TABLES_PANE (dl_tables_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlTablesPane, dl_tables_pane, DL, TABLES_PANE, DlPane)

/* Widget --------------------------------------------------------------------------------------- */

struct _DlTablesPane
{
  DlPane parent;
  DlView *view;        /* the pane's */
  DlEvaluation *shown; /* the result that the tables are read from, or NULL */
  guint router;        /* the router of the tables */
  DlJob *read;
  DlJob *survey;
  char *csv; /* to be written where the user says */

  GtkLabel *title;
  GtkLabel *use;
  GtkLabel *network;
  GtkLabel *note;
  GtkWidget *grid;
  GtkWidget *export;
  GtkWidget *scroll;
  GtkColumnView *table;
  DlRows *list;
  GtkWidget *foot; /* with details of the selected row */
  GtkLabel *detail;
};

G_DEFINE_FINAL_TYPE (DlTablesPane, dl_tables_pane, DL_TYPE_PANE)

/* Display -------------------------------------------------------------------------------------- */

static GtkWidget *
make_head (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dl-description");
  return label;
}

/* The second table, which is small; none without rows. */
static void
show_grid (DlTablesPane *self, const DlTableGrid *grid)
{
  GtkGrid *widget = GTK_GRID (self->grid);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->grid)) != NULL)
    gtk_grid_remove (widget, child);
  for (guint column = 0; grid->n_rows > 0 && column <= grid->n_columns; column++)
    gtk_grid_attach (widget, make_head (grid->heads[column]), column, 0, 1, 1);
  for (guint row = 0; row < grid->n_rows; row++)
    {
      gtk_grid_attach (widget, make_head (grid->names[row]), 0, 1 + row, 1, 1);
      for (guint column = 0; column < grid->n_columns; column++)
        {
          GtkWidget *cell = gtk_label_new (grid->cells[row * grid->n_columns + column]);

          gtk_widget_add_css_class (cell, "dl-number");
          gtk_widget_set_tooltip_text (cell, grid->tooltips[row * grid->n_columns + column]);
          gtk_grid_attach (widget, cell, 1 + column, 1 + row, 1, 1);
        }
    }
  gtk_widget_set_tooltip_text (self->grid, grid->about);
  gtk_widget_set_visible (self->grid, grid->n_rows > 0);
}

static void
on_read (gpointer data, gpointer user_data)
{
  DlTablesPane *self = user_data;
  DlRouterTable *table = data;

  dl_pane_show_text (self->title, table->title);
  dl_pane_show_text (self->use, table->summary);
  show_grid (self, &table->grid);
  gtk_widget_set_visible (self->scroll, TRUE);
  gtk_widget_set_visible (self->export, TRUE);
  table_list_set (self->list, self->table, table);
  dl_router_table_unref (table);
}

static void
on_surveyed (gpointer data, gpointer user_data)
{
  DlTablesPane *self = user_data;
  g_autoptr (DlRouterTable) all = data;

  dl_pane_show_text (self->network, all != NULL ? all->summary : "");
}

static void
show_hint (DlTablesPane *self)
{
  static const DlTableGrid none;
  const DlFamily *family = dl_session_get_scenario (dl_view_get_session (self->view))->family;

  dl_pane_show_text (self->title, family->tables_hint != NULL ? _ (family->tables_hint) : "");
  dl_pane_show_text (self->use, "");
  dl_pane_show_text (self->network, "");
  show_grid (self, &none);
  gtk_widget_set_visible (self->scroll, FALSE);
  gtk_widget_set_visible (self->export, FALSE);
  table_list_set (self->list, self->table, NULL);
}

/* Reading them --------------------------------------------------------------------------------- */

typedef struct
{
  DlEvaluation *result;
  guint router;
} Question;

static Question *
question_new (DlEvaluation *result, guint router)
{
  Question *question = g_new (Question, 1);

  *question = (Question) { dl_evaluation_ref (result), router };
  return question;
}

static void
question_free (gpointer data)
{
  Question *question = data;

  dl_evaluation_unref (question->result);
  g_free (question);
}

static gpointer
read_tables (gpointer data, DlProgressFunc progress, gpointer progress_data,
             GCancellable *cancellable)
{
  const Question *question = data;
  const DlEvaluation *result = question->result;

  return result->scenario->family->router_table (result->scenario, result->analysis_of_family,
                                                 question->router, cancellable);
}

static void
free_table (gpointer table)
{
  dl_router_table_unref (table);
}

/* The tables follow selection and result only while the page is visible. */
static void
follow (DlTablesPane *self)
{
  DlEvaluation *result = dl_session_get_result (dl_view_get_session (self->view));
  guint router;

  if (result == NULL || result->scenario->family->router_table == NULL
      || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  router = dl_view_get_selected_router (self->view);
  if (router != DL_NO_NODE && router >= result->net.graph->n_routers)
    router = DL_NO_NODE;
  if (result == self->shown && router == self->router)
    return;
  dl_pane_show_text (self->note, "");
  if (router == DL_NO_NODE)
    {
      dl_job_cancel (self->read);
      dl_job_cancel (self->survey);
      g_clear_pointer (&self->shown, dl_evaluation_unref);
      self->router = router;
      show_hint (self);
      return;
    }
  if (result != self->shown)
    {
      g_clear_pointer (&self->shown, dl_evaluation_unref);
      self->shown = dl_evaluation_ref (result);
      dl_job_start (self->survey, read_tables, question_new (result, DL_NO_NODE), question_free,
                    free_table, on_surveyed, self);
    }
  self->router = router;
  dl_job_start (self->read, read_tables, question_new (result, router), question_free, free_table,
                on_read, self);
}

/* Actions -------------------------------------------------------------------------------------- */

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlTablesPane) self = user_data;
  g_autoptr (GError) error = NULL;

  if (g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    dl_pane_show_text (self->note, _ ("Tables exported"));
  else
    dl_pane_show_text (self->note, error->message);
}

static void
on_file (GFile *file, gpointer owner)
{
  DlTablesPane *self = DL_TABLES_PANE (owner);
  g_autoptr (GBytes) bytes = NULL;

  if (self->csv == NULL)
    return;
  bytes = g_bytes_new_take (self->csv, strlen (self->csv));
  self->csv = NULL;
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                       on_written, g_object_ref (self));
}

static void
on_export (DlTablesPane *self)
{
  const DlRouterTable *table = table_list_get (self->list);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (table == NULL || root == NULL)
    return;
  /* Table shown now, whatever is selected when the file has its name. */
  g_free (self->csv);
  self->csv = g_strdup (table->csv);
  dl_pane_show_text (self->note, "");
  dl_compat_save_file (GTK_WINDOW (root), _ ("Export Tables"), table->csv_name, on_file, self);
}

/* The way that the row begins. */
static void
on_activate (GtkColumnView *view, guint position, DlTablesPane *self)
{
  g_autoptr (DlRow) row
      = g_list_model_get_item (G_LIST_MODEL (gtk_column_view_get_model (view)), position);
  const guint from = dl_view_get_selected_place (self->view);
  const guint to = table_list_row (row)->node;

  /* Its number means nothing in a newer result; that one's table is on its way. */
  if (dl_session_get_result (dl_view_get_session (self->view)) != self->shown || to == DL_NO_NODE)
    return;
  /* No packet begins at a switch without hosts. */
  if (from == DL_NO_NODE)
    {
      dl_pane_show_text (self->note, _ ("No route begins here: this switch has no hosts"));
      return;
    }
  dl_view_show_route (self->view, from, to, 0);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.evidence-page", "s", "route");
}

static void
on_selected (GtkSingleSelection *selection, GParamSpec *pspec, DlTablesPane *self)
{
  const DlRow *row = gtk_single_selection_get_selected_item (selection);
  const char *detail = row != NULL ? table_list_row (row)->detail : NULL;

  gtk_label_set_text (self->detail, detail != NULL ? detail : "");
  gtk_widget_set_visible (self->foot, detail != NULL);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlTablesPane *self = DL_TABLES_PANE (object);

  if (self->read != NULL)
    dl_job_cancel (self->read);
  if (self->survey != NULL)
    dl_job_cancel (self->survey);
  g_clear_object (&self->read);
  g_clear_object (&self->survey);
  g_clear_object (&self->list);
  g_clear_pointer (&self->shown, dl_evaluation_unref);
  g_clear_pointer (&self->csv, g_free);
  G_OBJECT_CLASS (dl_tables_pane_parent_class)->dispose (object);
}

static void
dl_tables_pane_class_init (DlTablesPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static GtkLabel *
add_label (GtkWidget *box, const char *css_class)
{
  GtkLabel *label = dl_pane_add_label (box, css_class, TRUE);

  gtk_widget_set_visible (GTK_WIDGET (label), FALSE);
  return label;
}

static void
dl_tables_pane_init (DlTablesPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  self->router = DL_NO_NODE;
  self->read = dl_job_new ();
  self->survey = dl_job_new ();
  self->title = add_label (head, NULL);
  self->use = add_label (head, NULL);
  self->network = add_label (head, "dl-description");
  self->grid = gtk_grid_new ();
  gtk_grid_set_column_homogeneous (GTK_GRID (self->grid), TRUE);
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 8);
  gtk_box_append (GTK_BOX (head), self->grid);
  self->export = dl_pane_add_button (head, _ ("_Export CSV…"),
                                     _ ("The same rows as “dateline-cli tables --csv” gives"));
  gtk_widget_set_halign (self->export, GTK_ALIGN_START);
  g_signal_connect_swapped (self->export, "clicked", G_CALLBACK (on_export), self);
  self->note = add_label (head, "dl-description");
  gtk_widget_add_css_class (head, "dl-evidence");
  self->scroll = gtk_scrolled_window_new ();
  gtk_widget_set_vexpand (self->scroll, TRUE);
  self->list = table_list_new ();
  self->table = GTK_COLUMN_VIEW (table_list_new_view (self->list));
  g_signal_connect (self->table, "activate", G_CALLBACK (on_activate), self);
  g_signal_connect_object (gtk_column_view_get_model (self->table), "notify::selected-item",
                           G_CALLBACK (on_selected), self, 0);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroll), GTK_WIDGET (self->table));
  gtk_box_append (GTK_BOX (box), head);
  gtk_box_append (GTK_BOX (box), self->scroll);
  self->foot = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->foot, "dl-evidence");
  gtk_widget_set_visible (self->foot, FALSE);
  self->detail = dl_pane_add_label (self->foot, "dl-number", TRUE);
  gtk_box_append (GTK_BOX (box), self->foot);
  dl_pane_set_child (DL_PANE (self), box);
  g_signal_connect_after (self, "map", G_CALLBACK (follow), NULL);
}

/* The selected router's own routing tables, as the hardware would hold them (VC paper 2.2, 3.3),
 * and how much of them is used. */
static GtkWidget *
create (DlView *view)
{
  DlTablesPane *self = dl_pane_new (DL_TYPE_TABLES_PANE, view, _ ("Routing tables"));

  self->view = view;
  show_hint (self);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  follow (self);
  return GTK_WIDGET (self);
}

const DlMaker dl_page_tables = {
  .id = "tables",
  .create = create,
  .title = N_ ("Tables"),
  .description = N_ ("The tables of the selected router, as in the hardware"),
  .topic = "evidence#tables",
  .key = '6',
  .is_table = TRUE,
};
