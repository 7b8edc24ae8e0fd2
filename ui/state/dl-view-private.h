/* What the files of the view share. */
#pragma once

#include "dl-measured.h"
#include "dl-thumbnail.h"
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
  DlShown *shown;
  DlMetric *metric; /* (n_families) */
  gboolean break_tool;
  DlEvaluation *places_of; /* whose network the following are places of; NULL: none yet */
  DlPlace selected, listed, hovered;
  gboolean pointed; /* hovered came after selected */
  guint64 selection, listings, hovers;
  GArray *marked; /* DlPlace */
  guint64 marks;
  guint route_origin;
  DlViewPath path; /* of the latest result */
  guint64 path_changes;

  /* Of three dimensions. */
  DlDim slice;
  guint cut[DL_N_DIMS];
  guint radix[DL_N_DIMS];
  guint ring_node;
  DlDim ring_dim;

  /* Of groups. */
  guint group;
  gboolean sorted;
};

/* dl-view-places.c: @count, the value of @property, goes up, and the property is notified. */
void dl_view_changed (DlView *self, const char *property, guint64 *count);
/* The path that is asked for, in the latest @result. */
void dl_view_follow_path (DlView *self, DlEvaluation *result);

/* Whether links and nodes of the view are numbered as @network has them. */
gboolean dl_view_is_of (DlView *self, const DlNetwork *network);
/* The latest result, if it is of such a network; or NULL. */
const DlAnalysis *dl_view_analysis (DlView *self);

/* As DlViewFamily's tell, of a torus and of a dragonfly. */
void dl_view_tell_torus (DlView *self, DlPlace place, DlPlaceText *text);
char *dl_view_cause_torus (const DlEvaluation *result);
char *dl_view_cause_fabric (const DlEvaluation *result);
void dl_view_describe_wait_torus (const DlEvaluation *result, guint i, DlStepText *text);
void dl_view_name_wait_torus (const DlEvaluation *result, const DlSimWait *wait, DlStepText *text);
/* What is wrong with a torus' routes, with ways out. */
DlTrouble dl_view_trouble_torus (const DlEvaluation *result);
GBytes *dl_view_thumbnail_torus (const DlEvaluation *result, guint width, guint height);
GBytes *dl_view_thumbnail_dragonfly (const DlEvaluation *result, guint width, guint height);
cairo_surface_t *dl_view_draw_torus (const DlEvaluation *result, const DlThumbnailOptions *options);
cairo_surface_t *dl_view_draw_dragonfly (const DlEvaluation *result,
                                         const DlThumbnailOptions *options);
void dl_view_tell_dragonfly (DlView *self, DlPlace place, DlPlaceText *text);

/* The same of a fabric. */
void dl_view_tell_fabric (DlView *self, DlPlace place, DlPlaceText *text);
GBytes *dl_view_thumbnail_fabric (const DlEvaluation *result, guint width, guint height);
cairo_surface_t *dl_view_draw_fabric (const DlEvaluation *result,
                                      const DlThumbnailOptions *options);

G_END_DECLS
