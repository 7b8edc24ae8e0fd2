#include "dl-figure-table.h"

#include "dl-numerals.h"
#include "dl-rows.h"

struct _DlFigureTable
{
  GtkWidget parent;
  DlRows *list;
  GtkWidget *scroll;
  GtkColumnView *view;
};

G_DEFINE_FINAL_TYPE (DlFigureTable, dl_figure_table, GTK_TYPE_WIDGET)

void
dl_figure_table_set (DlFigureTable *self, DlRecord *record, const char *label)
{
  dl_rows_set_record (self->list, record);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
}

/* Copying -------------------------------------------------------------------------------------- */

/* Text of a cell that spreadsheets in the user's locale take from the clipboard: numbers with all
 * of their digits and the locale's point, without groups. */
static char *
clipboard_text (DlRecord *record, gint row, guint column)
{
  const DlTableColumn *of = dl_record_column (record, column);
  const DlCell *cell;
  g_autofree char *plain = NULL;

  if (row < 0)
    return dl_record_title (record, column);
  cell = dl_record_cell (record, row, column);
  if (cell->shown != NULL || of->type == DL_COLUMN_FLAG)
    return dl_rows_cell_text (of, cell);
  plain = dl_table_cell_plain (of, cell);
  return of->type == DL_COLUMN_TEXT ? g_steal_pointer (&plain) : dl_numerals_show (plain);
}

/* The titles (@row -1) or a row with tabs between fields. */
static void
append_tabbed (GString *text, DlRecord *record, gint row)
{
  for (guint column = 0; column < dl_record_n_columns (record); column++)
    {
      g_autofree char *shown = clipboard_text (record, row, column);

      if (column > 0)
        g_string_append_c (text, '\t');
      g_string_append (text, g_strdelimit (shown, "\t\n", ' '));
    }
  g_string_append_c (text, '\n');
}

char *
dl_figure_table_get_text (DlFigureTable *self)
{
  GtkSelectionModel *rows = gtk_column_view_get_model (self->view);
  DlRecord *record = (DlRecord *) dl_rows_get_source (self->list);
  g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (rows);
  GString *text = g_string_new (NULL);

  if (record == NULL)
    return g_string_free (text, FALSE);
  append_tabbed (text, record, -1);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (rows)); i++)
    if (gtk_bitset_is_empty (chosen) || gtk_bitset_contains (chosen, i))
      {
        g_autoptr (DlRow) row = g_list_model_get_item (G_LIST_MODEL (rows), i);

        append_tabbed (text, record, dl_row_get_index (row));
      }
  return g_string_free (text, FALSE);
}

void
dl_figure_table_copy (DlFigureTable *self)
{
  g_autofree char *text = dl_figure_table_get_text (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
copy (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  dl_figure_table_copy (DL_FIGURE_TABLE (widget));
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlFigureTable *self = DL_FIGURE_TABLE (object);

  g_clear_pointer (&self->scroll, gtk_widget_unparent);
  g_clear_object (&self->list);
  G_OBJECT_CLASS (dl_figure_table_parent_class)->dispose (object);
}

static gboolean
grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (DL_FIGURE_TABLE (widget)->view));
}

static void
dl_figure_table_class_init (DlFigureTableClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  widget_class->grab_focus = grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "table.copy", NULL, copy);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "table.copy",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Insert, GDK_CONTROL_MASK, "table.copy",
                                       NULL);
}

static void
dl_figure_table_init (DlFigureTable *self)
{
  self->list = dl_rows_new_of_record ();
  self->view = GTK_COLUMN_VIEW (dl_rows_new_record_view (self->list));
  gtk_column_view_set_show_column_separators (self->view, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");

  self->scroll = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroll), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->scroll, GTK_WIDGET (self));
}

GtkWidget *
dl_figure_table_new (void)
{
  return g_object_new (DL_TYPE_FIGURE_TABLE, NULL);
}
