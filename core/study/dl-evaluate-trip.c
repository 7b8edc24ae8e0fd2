#include "dl-evaluate-trip.h"

#include "dl-families.h"
#include "dl-rng.h"

#include <math.h>

/* Flits that a link of each class holds on its way from router to router. */
static void
set_class_flits (const DlScenario *scenario, const DlDragonflyAnalysis *analysis,
                 DlDragonflyTimes *times)
{
  const DlAriesOptions *aries = &dl_dragonfly_options (scenario)->aries;
  /* What a full packet takes of a link, its flits alike. */
  const double flit_bytes
      = aries->payload_bytes / aries->efficiency / scenario->traffic.packet_flits;

  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    times->class_flits[class] = analysis->dragonfly->shape == DL_DRAGONFLY_ARIES
                                    ? aries->hop_ns * analysis->rates.class_GBps[class] / flit_bytes
                                    : scenario->router.link_cycles;
}

DlDragonflyExpected *
dl_evaluate_expected (const DlScenario *scenario, DlDragonflyAnalysis *analysis)
{
  DlDragonflyTimes times = {
    .load = scenario->traffic.saturated ? INFINITY : scenario->traffic.load,
    .packet_flits = scenario->traffic.packet_flits,
    .buffer = analysis->dragonfly->shape == DL_DRAGONFLY_ARIES
                  ? dl_dragonfly_options (scenario)->aries.buffer
                  : scenario->router.input_buffer,
  };

  set_class_flits (scenario, analysis, &times);
  return dl_dragonfly_expected_new (analysis, times);
}

void
dl_evaluate_trip (const DlScenario *scenario, const DlDragonflyRoutes *routes, guint source,
                  guint dest, DlDragonflyExpected *expected, DlDragonflyTrip *trip)
{
  const guint nodes = routes->dragonfly->nodes_per_router;
  const guint64 hash = dl_rng_mix (dl_rng_mix (scenario->seed, source), dest);

  dl_dragonfly_trip_take (trip, routes, dl_dragonfly_options (scenario)->mode, source / nodes,
                          dest / nodes, hash, expected != NULL ? dl_dragonfly_expected_load : NULL,
                          expected);
}
