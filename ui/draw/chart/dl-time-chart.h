/* A simulation over time: throughput and mean latency on one axis of cycles, and of a dragonfly the
 * share of the packets that go minimally; or packets' choices: the share of non-minimal routes by
 * their cause, and of the choices that were regretted. */
#pragma once

#include "dl-palette.h"
#include "dl-rect.h"
#include "dl-sim-counters.h"

G_BEGIN_DECLS

#define DL_NO_INTERVAL G_MAXUINT

/* Change made during the run. */
typedef struct
{
  guint64 cycle;
  const char *label; /* translated */
} DlTimeMark;

typedef struct
{
  const DlSimPoint *points; /* (n_points) in the order of time */
  guint n_points;
  double packet_flits;     /* mean */
  guint n_nodes;           /* working ones */
  double load_flits;       /* flits/node/cycle that a load of 1 is; 0: 1 */
  const char *load_unit;   /* translated; NULL: flits/node/cycle */
  gboolean ways;           /* with the share of minimal packets */
  gboolean choices;        /* choices alone */
  gboolean saturated;      /* nothing is offered: sources always have one more */
  const DlTimeMark *marks; /* (n_marks) changes of the scenario, in the order of time */
  guint n_marks;
  gboolean draining;        /* after the last of them sources wait for new tables */
  guint64 cut_from, cut_to; /* cycles of the warm-up, which means leave out: gray; the same: none */
  guint hovered;            /* an interval to read, or DL_NO_INTERVAL */
} DlTimeChart;

/* Interval i lies between points i and i + 1. */
typedef struct
{
  guint64 from, to;         /* cycles */
  double offered, accepted; /* load, in its unit; NAN */
  double latency;           /* cycles, mean over packets delivered in that time; NAN */
  double minimal;           /* share of the packets that were injected; NAN */
  double
      detours[DL_N_DETOURS]; /* of those that chose a route, non-minimal ones by the cause; NAN */
  double regret;             /* share of the choices judged in that time; NAN */
} DlTimeValues;

/* Load above, latency below, with the warm-up in gray and marks that name edits, where there is
 * space for that.
 * Intervals narrower than a few pixels are taken together. */
void dl_time_chart_draw (cairo_t *cr, DlRect rect, const DlTimeChart *chart, const DlTheme *theme);
/* The interval under a point, or DL_NO_INTERVAL. */
guint dl_time_chart_hit (DlRect rect, const DlTimeChart *chart, double x, double y);
/* Were there choices, so that there is something to draw of them? */
gboolean dl_time_chart_has_choices (const DlTimeChart *chart);
/* The last change within @interval; NULL: none. */
const DlTimeMark *dl_time_chart_mark (const DlTimeChart *chart, guint interval);
DlTimeValues dl_time_chart_values (const DlTimeChart *chart, guint interval);

G_END_DECLS
