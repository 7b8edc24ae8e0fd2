/* Internals of the view's files. */
#pragma once

#include "dl-measured.h"
#include "dl-verdict-text.h"
#include "dl-view-path.h"
#include "dl-view.h"

G_BEGIN_DECLS

struct _DlView
{
  GObject parent;
  DlSession *session;
  DlCriticalJob *critical_job, *critical_routers;
  DlLive *live;
  DlCurveJob *curve_job;
  DlPlaces *places;
  DlCountersSource *counters;
  DlBeside *beside;
  DlShown *shown, *shown_of_b;
  const DlMetric **metric; /* (n_families) */
  gboolean break_tool;
  DlEvaluation *places_of; /* the result whose network has the following places; NULL: none yet */
  DlPlace selected, listed, hovered;
  gboolean pointed; /* hovered came after selected */
  guint64 selection, listings, hovers;
  GArray *marked; /* DlPlace */
  guint64 marks;
  gboolean has_packet;
  DlFlight packet;
  guint64 packets;
  guint route_origin;
  DlViewPath path; /* of the latest result */
  guint64 path_changes;

  /* Networks of three dimensions. */
  guint slice; /* a dimension */
  guint cut[DL_VIEW_DIMS];
  guint radix[DL_VIEW_DIMS];
  guint ring_node, ring_dim;

  /* Networks of groups. */
  guint group;
  gboolean sorted;

  gboolean ages;
};

/* dl-view-places.c: @count, the value of @property, goes up, and the property is notified. */
void dl_view_changed (DlView *self, const char *property, guint64 *count);
/* The path that is asked for, in the latest @result. */
void dl_view_follow_path (DlView *self, DlEvaluation *result);

G_END_DECLS
