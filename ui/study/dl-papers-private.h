/* Internals of the page of checks: dl-papers-rows.c has its table, dl-papers-view.c all else. */
#pragma once

#include "dl-papers-view.h"

#include "dl-load-latency.h"
#include "dl-rows.h"

/* A row of the table. A paper's heading has neither check nor row, a group of curves likewise, a
 * check's no row. */
typedef struct
{
  DlPaper paper;
  const char *group; /* nullable: of a group's heading, that of its curves */
  gint entry;        /* of the list; -1: none */
  gint row;          /* -1: none */
} DlPaperItem;

struct _DlPapersView
{
  GtkWidget parent;
  DlSession *session;
  DlPapers *papers;
  GArray *items;                 /* DlPaperItem, all; they stay */
  GArray *shown;                 /* guint32, items that the filter lets through */
  DlRows *rows;                  /* the table's, by the index of their item */
  GtkSingleSelection *selection; /* the table's */

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
  GtkLabel *chart_title, *point;
  DlLoadPlace hovered;
};

/* The table, in a scrolled window. */
GtkWidget *dl_papers_table_new (DlPapersView *self);
/* Show the current values in the existing rows, and filter again. */
void dl_papers_table_update (DlPapersView *self);
/* The kind of a value, for which there is no room beside a chart. */
void dl_papers_table_show_kind (DlPapersView *self, gboolean show);

/* Shown number @at. */
const DlPaperItem *dl_papers_item (DlPapersView *self, guint at);
/* The selected one; NULL without any. */
const DlPaperItem *dl_papers_selected (DlPapersView *self);
/* Entry of an item that has a check. */
const DlPaperEntry *dl_papers_entry (DlPapersView *self, const DlPaperItem *item);
/* NULL for headings. */
const DlPaperRow *dl_papers_row (DlPapersView *self, const DlPaperItem *item);
/* "= agrees" */
char *dl_papers_verdict_text (DlPaperVerdict verdict);
