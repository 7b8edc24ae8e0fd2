/* A map of the job of each node: all blocks of a grid of sites beside each other, in each its cells
 * row by row, in a cell its nodes. No GTK; shared by screen and paper. */
#pragma once

#include "dl-jobs.h"
#include "dl-map-zoom.h"
#include "dl-palette.h"
#include "dl-rect.h"
#include "dl-sites.h"

G_BEGIN_DECLS

typedef struct _DlJobsMap DlJobsMap;

/* So high that all blocks are seen without much scrolling. */
#define DL_JOBS_MAP_HEIGHT 600.0
#define DL_NO_CELL         G_MAXUINT

/* A map of @width, with the largest cells that keep its height within @most, if any are small
 * enough. @scale: device pixels per unit. */
DlJobsMap *dl_jobs_map_new (DlSiteGrid *grid, double width, double most, double scale);
void dl_jobs_map_free (DlJobsMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlJobsMap, dl_jobs_map_free)
double dl_jobs_map_height (const DlJobsMap *map);
/* The height without making one. */
double dl_jobs_map_measure (const DlSiteGrid *grid, double width, double most);

/* The cell at a point, or DL_NO_CELL; the nearest one, for drags that leave the map (DL_NO_CELL
 * only if there is none). */
guint dl_jobs_map_hit (const DlJobsMap *map, double x, double y);
guint dl_jobs_map_nearest (const DlJobsMap *map, double x, double y);
void dl_jobs_map_rect (const DlJobsMap *map, guint cell, DlRect *rect);
/* Where the arrow keys lead from @cell: a cell further, into the next block past the edge of one;
 * itself where there is none. */
guint dl_jobs_map_step (const DlJobsMap *map, guint cell, gint dx, gint dy);
/* The first cell of the block @by blocks after that of @cell, or of the first or last one. */
guint dl_jobs_map_page (const DlJobsMap *map, guint cell, gint by);

typedef struct
{
  const DlSites *sites;  /* tells which nodes are broken, and what blocks are called */
  const DlJobs *jobs;    /* nullable */
  guint cursor, hovered; /* cells, DL_NO_CELL */
  gboolean focused;
} DlJobsMapLook;

void dl_jobs_map_draw (const DlJobsMap *map, cairo_t *cr, const DlJobsMapLook *look,
                       const DlTheme *theme);

/* How job @job is drawn, color and pattern; DL_NO_SET: nodes without a job. */
void dl_jobs_swatch_draw (cairo_t *cr, DlRect rect, double scale, guint32 job,
                          const DlTheme *theme);
/* The same of one pixel of it, at @x, @y in units: 0xffrrggbb. */
guint32 dl_jobs_pixel (guint32 job, gint x, gint y, const DlTheme *theme);
/* Title for people: the job of every node, "all" in files, has a word of their language. */
const char *dl_jobs_title (const DlJobs *jobs, guint job);

G_END_DECLS
