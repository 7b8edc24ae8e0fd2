/* The table of the checks: papers, their checks, and a row a value. */
#include "dl-papers-private.h"

#include "dl-validation.h"

#include <glib/gi18n-lib.h>

#include <string.h>

G_DEFINE_FINAL_TYPE (DlPaperItem, dl_paper_item, G_TYPE_OBJECT)

static void
dl_paper_item_class_init (DlPaperItemClass *class)
{
}

static void
dl_paper_item_init (DlPaperItem *self)
{
}

/* Items -----------------------------------------------------------------------------------------
 */

const DlPaperEntry *
dl_papers_entry (DlPapersView *self, const DlPaperItem *item)
{
  return dl_paper_list_entry (dl_papers_get_list (self->papers), item->entry);
}

const DlPaperRow *
dl_papers_row (DlPapersView *self, const DlPaperItem *item)
{
  return item->row >= 0 ? dl_paper_result_row (dl_papers_entry (self, item)->result, item->row)
                        : NULL;
}

const DlPaperItem *
dl_papers_selected (DlPapersView *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

/* The group of a curve; NULL of a paper's check. */
static const char *
group_of (const DlPaperCheck *check)
{
  const DlBooksimCurve *curve = dl_validation_curve (check);

  return curve != NULL ? curve->group : NULL;
}

static void
add_item (DlPapersView *self, DlPaper paper, const char *group, gint entry, gint row)
{
  g_autoptr (DlPaperItem) item = g_object_new (DL_TYPE_PAPER_ITEM, NULL);

  item->paper = paper;
  item->group = group;
  item->entry = entry;
  item->row = row;
  g_list_store_append (self->items, item);
}

static void
add_items (DlPapersView *self)
{
  const DlPaperList *list = dl_papers_get_list (self->papers);

  for (guint paper = 0; paper < DL_N_PAPERS; paper++)
    {
      const char *group = NULL;

      add_item (self, paper, NULL, -1, -1);
      for (guint i = 0; i < list->entries->len; i++)
        {
          const DlPaperEntry *entry = dl_paper_list_entry (list, i);

          if (dl_paper_check_paper (entry->check) != paper)
            continue;
          if (g_strcmp0 (group, group_of (entry->check)) != 0)
            {
              group = group_of (entry->check);
              add_item (self, paper, group, -1, -1);
            }
          add_item (self, paper, NULL, i, -1);
          for (guint row = 0; row < entry->result->rows->len; row++)
            add_item (self, paper, NULL, i, row);
        }
    }
}

/* Filter ----------------------------------------------------------------------------------------
 */

static gboolean
has_text (DlPapersView *self, const char *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return strstr (folded, self->text) != NULL;
}

static gboolean
row_has_text (DlPapersView *self, const DlPaperEntry *entry, const DlPaperRow *row)
{
  if (self->text == NULL)
    return TRUE;
  return has_text (self, row->group) || has_text (self, row->what)
         || has_text (self, dl_paper_result_section (entry->result, row))
         || has_text (self, dl_paper_check_title (entry->check))
         || has_text (self, dl_paper_check_id (entry->check))
         || has_text (self, dl_paper_kind_title (row->kind))
         || (row->quote != NULL && has_text (self, row->quote))
         || (row->why != NULL && has_text (self, _ (row->why)));
}

static gboolean
shows_row (DlPapersView *self, const DlPaperEntry *entry, guint at)
{
  const DlPaperRow *row = dl_paper_result_row (entry->result, at);

  return (self->verdict == DL_PAPER_N_VERDICTS || row->verdict == self->verdict)
         && row_has_text (self, entry, row);
}

static gboolean
shows_any (DlPapersView *self, const DlPaperEntry *entry)
{
  for (guint row = 0; row < entry->result->rows->len; row++)
    if (shows_row (self, entry, row))
      return TRUE;
  return FALSE;
}

/* Headings of what is shown are shown. */
static gboolean
shows (DlPapersView *self, const DlPaperItem *item)
{
  const DlPaperList *list = dl_papers_get_list (self->papers);

  if (self->paper != DL_N_PAPERS && item->paper != self->paper)
    return FALSE;
  if (item->row >= 0)
    return shows_row (self, dl_papers_entry (self, item), item->row);
  if (item->entry >= 0)
    return shows_any (self, dl_papers_entry (self, item));
  for (guint i = 0; i < list->entries->len; i++)
    {
      const DlPaperEntry *entry = dl_paper_list_entry (list, i);

      if (dl_paper_check_paper (entry->check) == item->paper
          && (item->group == NULL || g_str_equal (item->group, group_of (entry->check)))
          && shows_any (self, entry))
        return TRUE;
    }
  return FALSE;
}

static gboolean
filter_item (gpointer item, gpointer self)
{
  return shows (self, item);
}

/* Cells -----------------------------------------------------------------------------------------
 */

enum
{
  VERDICT,
  VALUE,
  KIND,
  EXPECTED,
  COMPUTED,
  UNIT,
  WHY,
  N_COLUMNS
};

static const struct
{
  const char *title;
  guint chars;                   /* at least */
  gboolean number, expands, cut; /* cut: where there is no room */
} columns[N_COLUMNS] = {
  [VERDICT] = { N_ ("Verdict"), 16 },
  [VALUE] = { N_ ("Value"), 22, FALSE, TRUE, TRUE },
  [KIND] = { N_ ("Kind"), 7 },
  [EXPECTED] = { N_ ("Expected"), 9, TRUE },
  [COMPUTED] = { N_ ("Computed"), 9, TRUE },
  [UNIT] = { N_ ("Unit"), 9, FALSE, FALSE, TRUE },
  [WHY] = { N_ ("Why"), 12, FALSE, TRUE, TRUE },
};

char *
dl_papers_verdict_text (DlPaperVerdict verdict)
{
  static const char *const signs[DL_PAPER_N_VERDICTS] = {
    [DL_PAPER_AGREES] = "=",   [DL_PAPER_DIFFERS] = "≠", [DL_PAPER_NOT_COMPARED] = "–",
    [DL_PAPER_IS_INPUT] = "•", [DL_PAPER_NOT_RUN] = "○",
  };

  return g_strdup_printf ("%s %s", signs[verdict], dl_paper_verdict_title (verdict));
}

static char *
check_state (DlPapersView *self, const DlPaperEntry *entry)
{
  const guint n = dl_paper_result_count (entry->result, DL_PAPER_DIFFERS);

  if (dl_papers_get_current (self->papers) == entry->check)
    return g_strdup (_ ("running"));
  if (!entry->done)
    return dl_paper_checks_duration (&entry->check, 1, 1);
  return n > 0 ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u differs", "%u differ", n), n)
               : g_strdup (_ ("done"));
}

static char *
heading_text (DlPapersView *self, const DlPaperItem *item, guint column)
{
  const DlPaperEntry *entry;

  if (item->group != NULL)
    return g_strdup (column == VALUE ? dl_validation_group_title (item->group) : "");
  if (item->entry < 0)
    return g_strdup (column == VALUE ? dl_paper_name (item->paper)
                     : column == WHY ? dl_paper_title (item->paper)
                                     : "");
  entry = dl_papers_entry (self, item);
  return column == VERDICT ? check_state (self, entry)
         : column == VALUE ? g_strdup (dl_paper_check_title (entry->check))
         : column == WHY   ? g_strdup (dl_paper_check_section (entry->check))
                           : g_strdup ("");
}

static char *
row_text (const DlPaperRow *row, guint column)
{
  switch (column)
    {
    case VERDICT:
      return dl_papers_verdict_text (row->verdict);
    case VALUE:
      return dl_paper_row_title (row);
    case KIND:
      return g_strdup (dl_paper_kind_title (row->kind));
    case EXPECTED:
      return dl_paper_row_expected (row);
    case COMPUTED:
      return dl_paper_row_computed (row);
    case UNIT:
      return g_strdup (*row->unit != '\0' ? _ (row->unit) : "");
    case WHY:
      return g_strdup (row->why != NULL ? _ (row->why) : "");
    }
  g_return_val_if_reached (NULL);
}

static void
set_class (GtkWidget *widget, const char *class, gboolean on)
{
  if (on)
    gtk_widget_add_css_class (widget, class);
  else
    gtk_widget_remove_css_class (widget, class);
}

static void
show (DlPapersView *self, GtkListItem *list_item)
{
  const DlPaperItem *item = gtk_list_item_get_item (list_item);
  const guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (list_item), "dl-column"));
  GtkWidget *label = gtk_list_item_get_child (list_item);
  const DlPaperRow *row = dl_papers_row (self, item);
  g_autofree char *text = row != NULL ? row_text (row, column) : heading_text (self, item, column);

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, row != NULL && column == KIND
                                          ? dl_paper_kind_phrase (row->kind)
                                      : columns[column].cut ? text
                                                            : NULL);
  set_class (label, "dl-paper-title", item->entry < 0);
  set_class (label, "dl-paper-check", item->entry >= 0 && row == NULL && column == VALUE);
  set_class (label, "dl-description",
             (row == NULL && column != VALUE) || (row != NULL && column == WHY));
  set_class (label, "dl-good", row != NULL && column == VERDICT && row->verdict == DL_PAPER_AGREES);
  set_class (label, "dl-differs",
             row != NULL && column == VERDICT && row->verdict == DL_PAPER_DIFFERS);
}

static void
setup (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer column_number)
{
  const guint column = GPOINTER_TO_UINT (column_number);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), columns[column].number ? 1 : 0);
  gtk_label_set_width_chars (GTK_LABEL (label), columns[column].chars);
  if (columns[column].cut)
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (GTK_LABEL (label), columns[column].chars);
    }
  else if (columns[column].number)
    gtk_widget_add_css_class (label, "dl-number");
  g_object_set_data (G_OBJECT (list_item), "dl-column", column_number);
  gtk_list_item_set_child (list_item, label);
}

static void
bind (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlPapersView *self)
{
  g_ptr_array_add (self->cells, list_item);
  show (self, list_item);
}

static void
unbind (GtkSignalListItemFactory *factory, GtkListItem *list_item, DlPapersView *self)
{
  g_ptr_array_remove_fast (self->cells, list_item);
}

/* The table -------------------------------------------------------------------------------------
 */

static void
add_column (DlPapersView *self, GtkColumnView *view, guint column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) it
      = gtk_column_view_column_new (_ (columns[column].title), factory);

  g_signal_connect (factory, "setup", G_CALLBACK (setup), GUINT_TO_POINTER (column));
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind), self, 0);
  gtk_column_view_column_set_expand (it, columns[column].expands);
  gtk_column_view_append_column (view, it);
  if (column == KIND)
    self->kind = it; /* the view's */
}

void
dl_papers_table_update (DlPapersView *self)
{
  for (guint i = 0; i < self->cells->len; i++)
    show (self, g_ptr_array_index (self->cells, i));
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

GtkWidget *
dl_papers_table_new (DlPapersView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkFilterListModel *filtered;

  self->items = g_list_store_new (DL_TYPE_PAPER_ITEM);
  add_items (self);
  self->filter = GTK_FILTER (gtk_custom_filter_new (filter_item, self, NULL));
  filtered = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->items)),
                                        g_object_ref (self->filter));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (filtered));
  self->table = gtk_column_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)));
  for (guint column = 0; column < N_COLUMNS; column++)
    add_column (self, GTK_COLUMN_VIEW (self->table), column);
  gtk_widget_add_css_class (self->table, "data-table");
  gtk_widget_add_css_class (self->table, "dl-papers");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->table), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Published values"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->table);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}
