/* Internals of the page of checks: dl-papers-view.c the page, dl-papers-rows.c its table,
 * dl-papers-view.c the text on the selected row, dl-papers-view.c its curve. */
#pragma once

#include "dl-papers-view.h"

#include "dl-load-latency.h"

/* A row of the table. */
#define DL_TYPE_PAPER_ITEM (dl_paper_item_get_type ())
G_DECLARE_FINAL_TYPE (DlPaperItem, dl_paper_item, DL, PAPER_ITEM, GObject)

/* A paper's heading has neither check nor row, a group of curves likewise, a check's no row. */
struct _DlPaperItem
{
  GObject parent;
  DlPaper paper;
  const char *group; /* nullable: of a group's heading, that of its curves */
  gint entry;        /* of the list; -1: none */
  gint row;          /* -1: none */
};

struct _DlPapersView
{
  GtkWidget parent;
  DlSession *session;
  DlPapers *papers;
  GListStore *items; /* DlPaperItem, all; they stay */
  GtkFilter *filter;
  GtkSingleSelection *selection;
  GPtrArray *cells; /* GtkListItem: those that show an item */

  /* Filter. */
  DlPaper paper;
  DlPaperVerdict verdict;
  char *text; /* case folded; NULL: any */

  GtkWidget *box;
  GtkWidget *table, *detail;
  GtkLabel *summary;
  GtkDropDown *paper_down, *verdict_down;
  GtkWidget *search;
  GtkWidget *run, *progress, *cancel;
  GtkLabel *title, *place, *why, *choices;
  GtkWidget *figure, *open, *run_this;

  /* Beside the table, of a curve. */
  GtkWidget *chart_box, *chart;
  GtkColumnViewColumn *kind; /* for which there is no room then */
  GtkLabel *chart_title, *point;
  DlLoadPlace hovered;
};

/* The table, in a scrolled window. */
GtkWidget *dl_papers_table_new (DlPapersView *self);
/* Show what is known now in what is there of rows, and filter again. */
void dl_papers_table_update (DlPapersView *self);

/* The selected one; NULL without any. */
const DlPaperItem *dl_papers_selected (DlPapersView *self);
/* Of an item that has a check. */
const DlPaperEntry *dl_papers_entry (DlPapersView *self, const DlPaperItem *item);
/* NULL for headings. */
const DlPaperRow *dl_papers_row (DlPapersView *self, const DlPaperItem *item);
/* "= agrees" */
char *dl_papers_verdict_text (DlPaperVerdict verdict);
