/* The map of jobs, to paint on: a stroke goes from a cell, a router or host, to another
 * one, and takes all between them as marking text does. */
#pragma once

#include "dl-canvas.h"
#include "dl-jobs-map.h"
#include "dl-session-jobs.h"

G_BEGIN_DECLS

/* Functions of the pane that paints with it. */
typedef struct
{
  /* Cells that the stroke takes now, instead of those of before; @erases: they lose their job. */
  void (*stroke) (gpointer pane, guint first, guint last, gboolean erases);
  /* The end of a stroke. */
  void (*settled) (gpointer pane);
  /* Another cell is under the pointer or the cursor. */
  void (*pointed) (gpointer pane);
} DlJobsPainter;

GtkWidget *dl_jobs_view_new (DlView *view, const DlJobsPainter *painter, gpointer pane);
/* Both nullable. */
void dl_jobs_view_show (DlCanvas *canvas, DlJobSites *on, DlJobs *jobs);
/* Text of the cell pointed at, or else at the cursor; NULL for none. */
char *dl_jobs_view_describe (DlCanvas *canvas);
/* Where a cell is, for tests. */
void dl_jobs_view_get_cell (DlCanvas *canvas, guint cell, DlRect *rect);

G_END_DECLS
