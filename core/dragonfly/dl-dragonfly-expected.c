#include "dl-dragonfly-expected.h"

#include <math.h>

struct _DlDragonflyExpected
{
  DlDragonflyAnalysis *analysis;
  DlDragonflyTimes times;
  double *downstream; /* (n_routers) flits that wait at a link out of it, weighted; 0 if idle */
};

/* Share of the time that @link carries something, up to 1. */
static double
use_of (const DlDragonflyExpected *self, guint link)
{
  double use;

  if (dl_dragonfly_analysis_load (self->analysis, link) <= 0)
    return 0;
  if (isinf (self->times.load))
    return 1;
  use = dl_dragonfly_analysis_use (self->analysis, link, self->times.load);
  return isnan (use) ? 0 : MIN (use, 1);
}

/* Flits that wait for @link: the mean queue of M/D/1 without the packet that is being sent. */
static double
waiting (const DlDragonflyExpected *self, guint link)
{
  const double use = use_of (self, link);
  const double most = (double) self->times.buffer * DL_DRAGONFLY_VCS;

  if (use >= 1)
    return most;
  return MIN (use * use / (2 * (1 - use)) * self->times.packet_flits, most);
}

DlDragonflyExpected *
dl_dragonfly_expected_new (DlDragonflyAnalysis *analysis, DlDragonflyTimes times)
{
  DlDragonflyExpected *self = g_new0 (DlDragonflyExpected, 1);
  const DlDragonfly *net = analysis->dragonfly;

  self->analysis = dl_dragonfly_analysis_ref (analysis);
  self->times = times;
  self->downstream = g_new0 (double, net->n_routers);
  for (guint router = 0; router < net->n_routers; router++)
    {
      double load = 0, sum = 0;

      for (guint link = net->first_link[router]; link < net->first_link[router + 1]; link++)
        {
          load += dl_dragonfly_analysis_load (analysis, link);
          sum += dl_dragonfly_analysis_load (analysis, link) * waiting (self, link);
        }
      self->downstream[router] = load > 0 ? sum / load : 0;
    }
  return self;
}

void
dl_dragonfly_expected_free (DlDragonflyExpected *self)
{
  if (self == NULL)
    return;
  dl_dragonfly_analysis_unref (self->analysis);
  g_free (self->downstream);
  g_free (self);
}

/* To a thousandth of a flit: which of two links that are alike is lighter is not for the rounding
 * of sums to say. */
static double
rounded (double flits)
{
  return rint (flits * 1000) / 1000;
}

DlDragonflyLoad
dl_dragonfly_expected_load (guint link, gpointer data)
{
  const DlDragonflyExpected *self = data;
  const DlDragonfly *net = self->analysis->dragonfly;

  return (DlDragonflyLoad) {
    .near_end = rounded (waiting (self, link)),
    .far_end = rounded (use_of (self, link) * self->times.class_flits[net->link_class[link]]),
    .downstream = rounded (self->downstream[net->link_to[link]]),
  };
}
