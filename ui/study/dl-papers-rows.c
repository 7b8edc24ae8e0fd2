/* The table of the checks: papers, their checks, and a row per value. */
#include "dl-papers-private.h"

#include "dl-rows.h"
#include "dl-validation.h"

#include <glib/gi18n-lib.h>

#include <string.h>

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
dl_papers_item (DlPapersView *self, guint at)
{
  return &g_array_index (self->items, DlPaperItem, g_array_index (self->shown, guint32, at));
}

const DlPaperItem *
dl_papers_selected (DlPapersView *self)
{
  const DlRow *row = gtk_single_selection_get_selected_item (self->selection);

  return row != NULL ? &g_array_index (self->items, DlPaperItem, dl_row_get_index (row)) : NULL;
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
  const DlPaperItem item = { paper, group, entry, row };

  g_array_append_val (self->items, item);
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

/* Headings of shown items are shown. */
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

static void
filter (DlPapersView *self)
{
  g_array_set_size (self->shown, 0);
  for (guint32 i = 0; i < self->items->len; i++)
    if (shows (self, &g_array_index (self->items, DlPaperItem, i)))
      g_array_append_val (self->shown, i);
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

static const DlTableColumn columns[N_COLUMNS] = {
  [VERDICT] = { NULL, N_ ("Verdict"), .min_chars = 16 },
  [VALUE] = { NULL, N_ ("Value"), .min_chars = 22 },
  [KIND] = { NULL, N_ ("Kind"), .min_chars = 7 },
  [EXPECTED] = { NULL, N_ ("Expected"), DL_COLUMN_REAL, .min_chars = 9 },
  [COMPUTED] = { NULL, N_ ("Computed"), DL_COLUMN_REAL, .min_chars = 9 },
  [UNIT] = { NULL, N_ ("Unit"), .min_chars = 9 },
  [WHY] = { NULL, N_ ("Why"), .min_chars = 12 },
};

/* Where there is no room. */
static gboolean
is_cut (guint column)
{
  return column == VALUE || column == UNIT || column == WHY;
}

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
show_cell (GtkWidget *label, guint column, guint index, gpointer page)
{
  DlPapersView *self = page;
  const DlPaperItem *item = &g_array_index (self->items, DlPaperItem, index);
  const DlPaperRow *row = dl_papers_row (self, item);
  g_autofree char *text = row != NULL ? row_text (row, column) : heading_text (self, item, column);

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, row != NULL && column == KIND
                                          ? dl_paper_kind_phrase (row->kind)
                                      : is_cut (column) ? text
                                                        : NULL);
  set_class (label, "dl-paper-title", item->entry < 0);
  set_class (label, "dl-paper-check", item->entry >= 0 && row == NULL && column == VALUE);
  set_class (label, "dl-description",
             (row == NULL && column != VALUE) || (row != NULL && column == WHY));
  set_class (label, "dl-good", row != NULL && column == VERDICT && row->verdict == DL_PAPER_AGREES);
  set_class (label, "dl-differs",
             row != NULL && column == VERDICT && row->verdict == DL_PAPER_DIFFERS);
}

static GtkWidget *
make_cell (guint column)
{
  const gboolean number = columns[column].type == DL_COLUMN_REAL;
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), number ? 1 : 0);
  gtk_label_set_width_chars (GTK_LABEL (label), (int) columns[column].min_chars);
  if (is_cut (column))
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (GTK_LABEL (label), (int) columns[column].min_chars);
    }
  else if (number)
    gtk_widget_add_css_class (label, "dl-number");
  return label;
}

/* The table -------------------------------------------------------------------------------------
 */

static const DlRowsCells cells = { make_cell, show_cell, NULL };

void
dl_papers_table_update (DlPapersView *self)
{
  filter (self);
  dl_rows_refresh (self->rows, (const guint32 *) self->shown->data, self->shown->len);
}

void
dl_papers_table_show_kind (DlPapersView *self, gboolean show)
{
  gtk_column_view_column_set_visible (dl_rows_get_column (self->rows, KIND), show);
}

GtkWidget *
dl_papers_table_new (DlPapersView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  add_items (self);
  self->rows = dl_rows_new ((GBoxedCopyFunc) g_object_ref, g_object_unref);
  dl_rows_set (self->rows, self->papers, NULL, 0);
  dl_rows_set_cells (self->rows, &cells, self);
  self->table = dl_rows_new_view (self->rows, columns, N_COLUMNS, _ ("Published values"));
  self->selection
      = GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (self->table)));
  gtk_single_selection_set_can_unselect (self->selection, FALSE);
  for (guint column = 0; column < N_COLUMNS; column++)
    gtk_column_view_column_set_expand (dl_rows_get_column (self->rows, column),
                                       column == VALUE || column == WHY);
  gtk_widget_add_css_class (self->table, "data-table");
  gtk_widget_add_css_class (self->table, "dl-papers");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->table);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}
