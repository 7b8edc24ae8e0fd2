/* Internals of the export dialog. */
#pragma once

#include "dl-export-dialog.h"
#include "dl-figure-command.h"
#include "dl-figure-jobs.h"
#include "dl-panel-list.h"
#include "dl-toast.h"

G_BEGIN_DECLS

struct _DlExportDialog
{
  GtkWindow parent;
  DlSession *session;
  GSettings *settings;           /* NULL where the schema is not installed */
  const DlFamily *family;        /* the family whose figures are offered */
  DlFigureInput view;            /* metric, ring, slice, group and order that were asked for */
  GPtrArray *states;             /* that figures can be of (dl-export-data.c) */
  GtkStringList *state_titles;   /* (states->len) */
  guint chosen_state;            /* 0: the current scenario */
  GCancellable *reading;         /* of states */
  DlFigureData *data;            /* data of the chosen state, which is drawn; nullable */
  DlFigureDrawing *drawing;      /* of it; NULL while it is not ready */
  DlSimFigure *simulation;       /* nullable */
  DlLoadCurve *load_curve;       /* nullable */
  DlSweepFigure *sweep;          /* nullable */
  DlCounters *counters;          /* nullable */
  DlMeasured *measured;          /* nullable */
  GCancellable *completing;      /* while more is made of the data */
  const DlFigure *completed_for; /* the figure that it is for */
  DlFigureData *completed_data;  /* the state that it is for */
  gint *permille;                /* atomic: how far that has come; of its callback */
  guint ticker;
  GFile *writing;         /* where to; NULL while nothing is written */
  DlToast *parent_toasts; /* where to tell; nullable */
  gboolean following;     /* choices are brought up to date by the program */

  DlToast *toasts;
  GtkDropDown *state, *figure, *metric, *show, *format, *width, *font, *points;
  GtkWidget *description, *metric_row, *show_row, *planes_row, *planes, *add_button;
  DlPanelList *panels;
  GtkWidget *title, *with_title, *with_legend, *with_caption;
  GtkWidget *width_row, *inches_row, *inches, *dpi_row, *dpi;
  GtkWidget *height_row, *height, *points_row, *font_row;
  GtkWidget *size, *error, *caption;
  DlFigurePage *preview;
  GtkWidget *pages, *spinner, *busy_label, *progress, *stop_button;
  GtkWidget *export_button;
};

/* Chosen figure or, if there are panels, a page of them. */
const DlFigure *dl_export_dialog_figure (DlExportDialog *self);
/* View of the scenario, and its style; it points into the widgets. */
DlFigureInput dl_export_dialog_view (DlExportDialog *self);
/* After any change. */
void dl_export_dialog_update (DlExportDialog *self);
/* NULL: no error. */
void dl_export_dialog_show_error (DlExportDialog *self, const char *message);
/* The figures of @family, if those are not offered yet. */
void dl_export_dialog_offer (DlExportDialog *self, const DlFamily *family);

/* States (dl-export-data.c). */
void dl_export_dialog_list_states (DlExportDialog *self);
void dl_export_dialog_forget_states (DlExportDialog *self);
/* Shows the one in the drop-down, once it is analyzed. */
void dl_export_dialog_choose_state (DlExportDialog *self);

/* Needs of the figure (dl-export-data.c). MissingPath that only the user can remedy, or NULL. */
const char *dl_export_dialog_missing (DlExportDialog *self);
gboolean dl_export_dialog_is_ready (DlExportDialog *self);
/* Make the missing data, unless that is under way or has failed. */
void dl_export_dialog_complete (DlExportDialog *self);
void dl_export_dialog_stop (DlExportDialog *self);
void dl_export_dialog_on_result (DlExportDialog *self);
DlFigureData *dl_export_dialog_new_data (DlExportDialog *self, DlEvaluation *result,
                                         DlCritical *critical, DlLoadCurve *load_curve);

G_END_DECLS
