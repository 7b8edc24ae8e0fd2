/* Internals of the compare page: dl-compare-columns.c has its table, dl-compare-view.c all else. */
#pragma once

#include "dl-compare-view.h"
#include "dl-rows.h"

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
  DlRows *rows;                  /* the table's, by the ids of the comparison's */
  DlTableColumn *columns;        /* (1 + n_measures) the scenario, and the measures */
  GtkSingleSelection *selection; /* the table's */
  GPtrArray *picks;              /* GtkListItem that show an item of the list to add from */
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
/* Show the current values in the existing columns. */
void dl_compare_columns_update (DlCompareView *self);
/* Is the measure chosen, or must it be shown, and does a row have it? */
gboolean dl_compare_view_shows (DlCompareView *self, guint measure);
