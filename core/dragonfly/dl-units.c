#include "dl-units.h"

#include "dl-dragonfly-scenario.h"
#include "dl-dragonfly-loads.h"

#include <math.h>

static DlDragonflyRates
rates_of (const DlScenario *scenario)
{
  DlDragonflyRates rates = dl_dragonfly_rates_default ();

  rates.efficiency = dl_aries_options (scenario)->efficiency;
  return rates;
}

DlUnits
dl_units (const DlScenario *scenario)
{
  const DlDragonflyRates rates = rates_of (scenario);
  const guint packet_flits = scenario->traffic.packet_flits;
  DlUnits units = { NAN, NAN, 1, 0 };

  if (dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_GENERIC
      || dl_scenario_is_input_queued (scenario))
    return units;
  units.flit_bytes = dl_aries_options (scenario)->payload_bytes / rates.efficiency / packet_flits;
  units.cycle_ns = units.flit_bytes / rates.class_GBps[DL_LINK_GREEN];
  units.load_flits = rates.injection_GBps / rates.efficiency / rates.class_GBps[DL_LINK_GREEN];
  units.header_flits = round (packet_flits * (1 - rates.efficiency));
  return units;
}

DlAriesRouter
dl_units_router (const DlScenario *scenario)
{
  const DlDragonflyRates rates = rates_of (scenario);
  const DlUnits units = dl_units (scenario);
  DlAriesRouter router = { .node_rate = units.load_flits };

  if (dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_GENERIC)
    {
      router.input_buffer = scenario->router.input_buffer;
      router.link_cycles = scenario->router.link_cycles;
      for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
        router.rate[class] = 1;
      return router;
    }
  router.input_buffer = dl_aries_options (scenario)->buffer;
  router.outstanding = dl_aries_options (scenario)->outstanding;
  router.link_cycles = MAX (round (dl_aries_options (scenario)->hop_ns / units.cycle_ns), 1);
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    router.rate[class] = rates.class_GBps[class] / rates.class_GBps[DL_LINK_GREEN];
  return router;
}

double
dl_units_GBps (const DlUnits *units, double bytes, double cycles)
{
  /* Bytes a nanosecond. */
  return cycles > 0 ? bytes / (cycles * units->cycle_ns) : NAN;
}
