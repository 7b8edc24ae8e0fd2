/* The parts of a family of networks that has nothing faster and no words of its own: all of them
 * stand on the graph of its networks and on the one question. Its places are called by their
 * numbers, a link by its routers ("0-3"), of which no two are joined twice, and its routes are
 * its network. A row of such a family begins with DL_FAMILY_GENERAL; what it says after that
 * replaces parts of it. */
#pragma once

#include "dl-break.h"
#include "dl-faults.h"

G_BEGIN_DECLS

/* A cable between two routers of such a network, a < b: an item of a list of broken ones. */
typedef struct
{
  guint32 a, b;
} DlGeneralCable;

extern const DlFaultKind dl_general_cables;
/* Break all of @cables (DlGeneralCable) in @graph, in both directions. Errors:
 * DL_NETWORK_ERROR_OUTSIDE. */
gboolean dl_general_break (DlGraph *graph, const GArray *cables, GError **error);

/* Demand in @shape, of @scenario: uniform, a random permutation or all to one. Free with
 * dl_demand_free. */
DlDemand *dl_general_demand (const DlScenario *scenario, gconstpointer shape);

/* Members of DlFamily; @check builds the network, and looks at the target, the virtual channels and
 * the list of cables. */
gboolean dl_general_normalize (DlScenario *scenario, const DlField **field, GError **error);
gboolean dl_general_check (const DlScenario *scenario, const DlField **field, GError **error);
gboolean dl_general_reads_node (const char *text);
DlSites dl_general_sites (gconstpointer shape);
gboolean dl_general_parse_place (const DlNet *net, const char *text, DlPlaceKind kind,
                                 DlPlace *place, GError **error);
char *dl_general_name (gconstpointer shape, DlPlace place, DlNameStyle style);
gboolean dl_general_same_places (gconstpointer shape, gconstpointer other);
gpointer dl_general_route (const DlScenario *scenario, GCancellable *cancellable, GError **error);
gpointer dl_general_analyze (const DlScenario *scenario, gpointer routes, gconstpointer before,
                             GCancellable *cancellable, GError **error);
void dl_general_findings (gconstpointer analysis, DlFindings *findings);
DlExplained *dl_general_explain (const DlScenario *scenario, gpointer analysis, guint from,
                                 guint to, guint which);
gboolean dl_general_follow (gconstpointer analysis, guint from, guint to, DlPairRoute *route);
DlLinkFlows *dl_general_link_flows (const DlScenario *scenario, gconstpointer analysis, guint link,
                                    GCancellable *cancellable);
gboolean dl_general_flow_route (const DlScenario *scenario, gpointer analysis,
                                const DlLinkFlows *flows, guint source, guint *from, guint *to,
                                guint *which);
DlCritical *dl_general_critical (const DlScenario *scenario, DlCriticalOptions options,
                                 GCancellable *cancellable, GError **error);
gboolean dl_general_rerouted (const DlScenario *scenario, gconstpointer before, gconstpointer after,
                              guint64 *pairs, GCancellable *cancellable);
gboolean dl_general_sends (const DlScenario *scenario, gpointer shape, guint64 seed, DlSent *sent,
                           GError **error);
guint32 dl_general_wait_channel (gconstpointer analysis, const DlSimWait *wait);
extern const DlFamilyPattern dl_general_patterns[];
extern const DlCountersKind *const dl_general_counters[]; /* none */

/* The beginning of a row of DlFamily. */
#define DL_FAMILY_GENERAL                                                                          \
  .reads_node = dl_general_reads_node, .normalize = dl_general_normalize,                          \
  .check = dl_general_check, .sites = dl_general_sites, .parse_place = dl_general_parse_place,     \
  .name = dl_general_name, .same_places = dl_general_same_places, .route = dl_general_route,       \
  .analyze = dl_general_analyze, .find = dl_general_findings, .explain = dl_general_explain,       \
  .follow = dl_general_follow, .flows = dl_general_link_flows,                                     \
  .flow_route = dl_general_flow_route, .critical = dl_general_critical,                            \
  .count_rerouted = dl_general_rerouted, .sends = dl_general_sends,                                \
  .wait_channel = dl_general_wait_channel, .patterns = dl_general_patterns,                        \
  .counters = dl_general_counters

/* Cables of the network as faults, by their list's key; the words are in the catalogs for fabrics
 * (dl-fabric-places.c). */
GArray *dl_general_working_cables (gconstpointer shape);
char *dl_general_broke_cables (guint n);
#define DL_GENERAL_CABLES(list)                                                                    \
  {                                                                                                \
    list, DL_PLACE_LINK,                                                                           \
        .broke = "Broke the cable %s", .restored = "Restored the cable %s", .title = "%s",         \
        .tooltip = "The cable at %s is broken, in both directions",                                \
        .restored_item = "Restored the cable at %s", .id = "cables", .button = "C_ables",          \
        .button_tooltip = "Whole cables between switches: both directions",                        \
        .working = dl_general_working_cables, .broke_random = dl_general_broke_cables              \
  }

/* Further members of a row of DlFamilyCurve, of a key that is a choice. */
gboolean dl_general_has_load (const DlScenario *scenario);
double dl_general_full_at (const DlScenario *scenario, gconstpointer analysis);
double dl_general_bound (const DlScenario *scenario, GStrv values, gconstpointer analysis,
                         GCancellable *cancellable, GError **error);
char *dl_general_curve_value (const DlScenario *scenario);
char *dl_general_curve_title (const char *value);
#define DL_CURVE_GENERAL                                                                           \
  .n_seeds = 1, .cycles = 10000, .value = dl_general_curve_value, .has_load = dl_general_has_load, \
  .full_at = dl_general_full_at, .bound = dl_general_bound, .title = dl_general_curve_title

G_END_DECLS
