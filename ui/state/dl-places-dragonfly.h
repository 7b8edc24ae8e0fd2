/* Values on a dragonfly's maps, shared by the widgets of a window. */
#pragma once

#include <gtk/gtk.h>

#include "dl-beside.h"
#include "dl-dragonfly-metric.h"
#include "dl-live.h"
#include "dl-session.h"

G_BEGIN_DECLS

#define DL_TYPE_PLACES (dl_places_get_type ())
G_DECLARE_FINAL_TYPE (DlPlaces, dl_places, DL, PLACES, GObject)

typedef struct _DlView DlView;

/* Properties, notified:
 *   counters (uint64)   goes up when other counters of a real machine are shown
 */
/* Belongs to @view, which owns it. */
DlPlaces *dl_places_new (DlView *view);

/* Analysis and network of the latest result; NULL if that is not of a dragonfly. */
const DlDragonflyAnalysis *dl_places_get_analysis (DlPlaces *self);
const DlDragonfly *dl_places_get_network (DlPlaces *self);

/* Where the values of maps come from; FALSE without a network. What it points at is there until the
 * next result or picture. */
gboolean dl_places_get_input (DlPlaces *self, DlMetricInput *input);
/* Counters of a real machine, for its metrics; nullable. They are borrowed: the caller sets NULL
 * before they go. */
void dl_places_set_counters (DlPlaces *self, const DlCounters *counters);

/* Value of a place on the maps, of A; as dl_dragonfly_shown_value, and FALSE where nothing is
 * simulated or measured yet that they could show. */
gboolean dl_places_get_value (DlPlaces *self, DlPlace place, gboolean in, DlDragonflyValue *value);

/* A - B of the metric that maps show, with its groups; NULL where that does not compare. It is
 * there until any of this changes. */
const DlDragonflyContrast *dl_beside_get_contrast (DlBeside *self);
/* dl_beside_describe, of the blue links between two groups. */
char *dl_beside_describe_pair (DlBeside *self, guint a, guint b);

G_END_DECLS
