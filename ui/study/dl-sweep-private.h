/* Internals of the page of sweeps: dl-sweep-curves.c has its numbers, dl-sweep-view.c all else. */
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

/* A button with the scenario's sweeps. */
void dl_sweep_list_update (DlSweepView *self);

/* The command that writes the same figure to @output. Free with g_free. */
char *dl_sweep_export_command (DlSweepView *self, const char *output);
