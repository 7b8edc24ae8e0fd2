/* The way that a view shows, found from a result: a route or a cycle; or a cycle of packets that a
 * simulation found. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

typedef struct
{
  DlPathKind kind; /* the kind that is asked for */
  char *from, *to; /* DL_PATH_ROUTE: its ends by name, so that other shapes keep them */
  guint which;     /* DL_PATH_ROUTE: as DlFamily's explain */
  GArray *waits;   /* DL_PATH_WAITS: DlSimWait, each in the way of the one before; else NULL */
  guint step;      /* DL_NO_STEP */

  /* Results: none as long as @found is FALSE. */
  gboolean found;
  guint source; /* DL_PATH_ROUTE: the ends in the result's network */
  guint dest;
  DlExplained *route; /* DL_PATH_ROUTE; else NULL */
  GArray *channels;   /* guint32 (n) */
  guint broken_step;
} DlViewPath;

void dl_view_path_init (DlViewPath *path);
void dl_view_path_clear (DlViewPath *path);
/* Show nothing. */
void dl_view_path_reset (DlViewPath *path);
/* Show the route between nodes of @result, NULL: nothing. */
void dl_view_path_set_route (DlViewPath *path, const DlEvaluation *result, guint source, guint dest,
                             guint which);
/* Show packets that wait for each other; @waits is kept by reference. */
void dl_view_path_set_waits (DlViewPath *path, GArray *waits);
/* Find it in @result; reset if it is not there. NULL while there is none: it may come back. */
void dl_view_path_find (DlViewPath *path, const DlEvaluation *result);
/* See dl_view_set_path_step; FALSE if it stays. */
gboolean dl_view_path_set_step (DlViewPath *path, guint step);
/* FALSE if there is nothing to draw. */
gboolean dl_view_path_get (const DlViewPath *path, DlMapPath *map_path);

G_END_DECLS
