/* Internals of the compare page: dl-compare-view.c the page, dl-compare-columns.c its columns,
 * dl-compare-view.c its chart, dl-compare-view.c its menus. */
#pragma once

#include "dl-compare-view.h"

struct _DlCompareView
{
  GtkWidget parent;
  DlCompare *compare;
  DlLibrary *library;  /* the list to add from; NULL without a library */
  GSettings *settings; /* nullable */
  guint base;          /* row id; 0: none */
  gboolean *chosen;    /* (n_measures) by the table's order */
  const DlMeasure *measures;
  guint n_measures;
  GtkSingleSelection *selection;
  GtkColumnViewColumn **columns; /* (n_measures) */
  GtkSorter *sorter;             /* of the rows; the list's */
  gboolean asking;               /* the view's sorter only tells what it sorts by */
  const DlMeasure *asked;        /* by which it does; NULL: names, or nothing */
  GPtrArray *cells;              /* GtkListItem: those that show an item */
  GPtrArray *picks;              /* likewise, of the list to add from */
  gboolean filling;              /* the base's drop-down is */

  GtkWidget *box;
  GtkWidget *table, *chart;
  guint fitting; /* idle: the chart gets the height that it takes */
  GtkWidget *add_button, *measures_button, *pinned_button;
  GtkDropDown *base_down, *seeds_down;
  GtkWidget *simulate, *cancel, *progress;
  GtkLabel *note;
};

/* The table with a column for each measure, in a scrolled window. */
GtkWidget *dl_compare_columns_new (DlCompareView *self);
/* Show what is known now, in what is there of columns. */
void dl_compare_columns_update (DlCompareView *self);
/* Is the measure chosen, or must it be shown, and does a row have it? */
gboolean dl_compare_view_shows (DlCompareView *self, guint measure);
