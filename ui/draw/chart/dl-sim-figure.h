/* Measurements of a simulation, for figures: of a whole run or a picture of the one in the
 * window. */
#pragma once

#include "dl-age-chart.h"
#include "dl-simulate.h"
#include "dl-stall-chart.h"
#include "dl-time-chart.h"

G_BEGIN_DECLS

/* Not changed any more once it is made; shared between threads. */
typedef struct
{
  guint64 since;    /* cycle of the beginning, or of the last change of the scenario */
  guint64 from, to; /* cycles that ages and stalls are of; before them is the warm-up */
  guint64 seed;
  double packet_flits; /* mean */
  guint n_nodes;       /* working ones */
  double load_flits;   /* flits/node/cycle that a load of 1 is */
  gboolean saturated;
  guint64 age[DL_N_AGES];                      /* grants */
  double stalls[DL_N_STALLS][DL_N_LINK_PORTS]; /* cycles/packet; NAN */
  double waits[DL_N_WAITS];                    /* likewise */
  DlLinkUse links;                             /* in that time */
  GArray *points;                              /* DlSimPoint, from the beginning */
  gboolean is_moment;                          /* of a run that continues after @to, as points do */
  DlLatency latency;                           /* of packets in that time */
  /* Network that it ran on, of @family; NULL where nothing of the following is known. */
  const DlFamily *family;
  gpointer shape;
  DlRouterInside *inside; /* the watched router's state at the end; NULL */
  GArray *flights;        /* DlFlight: packets at the end, of a small network; NULL */
} DlSimFigure;

/* Results after the warm-up; the points are of the whole run. */
DlSimFigure *dl_sim_figure_new_run (const DlSimulation *simulation);
DlSimFigure *dl_sim_figure_new_live (const DlLivePicture *picture, guint64 seed,
                                     const DlSimPoint *points, guint n_points);
/* Results of links alone, measured from one cycle to another. */
DlSimFigure *dl_sim_figure_new_links (const DlLinkUse *links, guint64 from, guint64 to,
                                      guint64 seed);
DlSimFigure *dl_sim_figure_ref (DlSimFigure *figure);
/* NULL-safe. */
void dl_sim_figure_unref (DlSimFigure *figure);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlSimFigure, dl_sim_figure_unref)

G_END_DECLS
