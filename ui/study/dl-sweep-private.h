/* What the parts of the page of sweeps share: dl-sweep-view.c the page, dl-sweep-table.c its
 * numbers, dl-sweep-measures.c which of them, dl-sweep-status.c what is said of the sweep,
 * dl-sweep-list.c the sweeps of the library, dl-sweep-export.c its figure as a file. */
#pragma once

#include "dl-sweep-curves.h"
#include "dl-sweep-setup.h"
#include "dl-sweep-view.h"

#include "dl-rows.h"

struct _DlSweepView
{
  GtkWidget parent;
  DlSession *session;
  DlSweepJob *job;
  gboolean *chosen;       /* (n_measures) by the table's order */
  gboolean is_customized; /* these were chosen by hand */
  const DlMeasure *measures;
  guint n_measures;

  GtkWidget *box;
  GtkBox *side, *bar; /* begin with the setup, and the library's sweeps */
  DlSweepSetup *setup;
  GtkLabel *plan, *error, *status, *problem;
  GtkWidget *run, *pause, *cancel, *progress;
  GtkWidget *measures_button, *table_button, *export_button, *list_button;
  GtkLabel *title;      /* of which scenario the points are */
  gboolean is_stranger; /* of another one than the one that is open */
  GtkStack *stack;
  DlSweepCurves *curves;
  DlRows *rows;
  GListStore *stored;     /* DlResultItem: sweeps of the library */
  GtkWidget *stored_note; /* that there are none */
  GCancellable *listing;  /* them */
};

/* A table of what the chart shows; its rows follow dl_sweep_table_update. */
GtkWidget *dl_sweep_table_new (DlSweepView *self);
void dl_sweep_table_update (DlSweepView *self);

/* Those that the sweep has, unless they were chosen by hand. */
void dl_sweep_measures_choose (DlSweepView *self);
/* Show what is chosen. */
void dl_sweep_measures_update (DlSweepView *self);
GtkWidget *dl_sweep_measures_popover_new (DlSweepView *self);

/* "36 points, about 4 min" and "12 of 36 points · about 2 min left", NULL where there is nothing
 * to say. Free with g_free. */
char *dl_sweep_plan_to_text (DlSweepView *self, const DlSweepSpec *spec);
char *dl_sweep_status_to_text (DlSweepView *self);

/* A button with the scenario's sweeps. */
GtkWidget *dl_sweep_list_button_new (DlSweepView *self);
void dl_sweep_list_update (DlSweepView *self);
void dl_sweep_list_remove (DlSweepView *self, gint64 id, gboolean remove);

/* The export dialog, with the figure of it as it is now. */
void dl_sweep_export_ask (DlSweepView *self);
/* The command that writes the same figure to @output. Free with g_free. */
char *dl_sweep_export_command (DlSweepView *self, const char *output);

void dl_sweep_view_tell_removed (DlSweepView *self, gint64 id);
