/* What the parts of the compare page share: dl-compare-view.c the page, dl-compare-columns.c its
 * columns, dl-compare-chart.c its chart, dl-compare-menus.c what is chosen from. */
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

/* The chart of the same, in a scrolled window, and what is known now. */
GtkWidget *dl_compare_chart_new (DlCompareView *self);
void dl_compare_chart_update (DlCompareView *self);
/* Ask where to write it as a figure. */
void dl_compare_chart_ask (DlCompareView *self);

/* Buttons with what can be chosen. */
GtkWidget *dl_compare_add_button_new (DlCompareView *self);
GtkWidget *dl_compare_measures_button_new (DlCompareView *self);
GtkWidget *dl_compare_copy_button_new (void);
/* Which scenarios are in the comparison has changed. */
void dl_compare_picks_update (DlCompareView *self);
