#include "dl-link-use.h"

#include <math.h>
#include <string.h>

static void
set_size (DlLinkUse *links, guint n_links)
{
  if (links->n_links == n_links)
    return;
  links->n_links = n_links;
  links->load = g_renew (float, links->load, n_links);
  links->stalls = g_renew (float, links->stalls, n_links);
  links->occupancy = g_renew (float, links->occupancy, n_links);
}

/* Of a state that was never filled nothing had been counted. */
static guint64
since (const guint64 *before, const guint64 *after, guint link)
{
  return after[link] - (before != NULL ? before[link] : 0);
}

/* Flits that have left: a packet that is still being sent counts by its part, so that a link never
 * carries more than it can. */
static double
flits_since (const DlLinkCounts *before, const DlLinkCounts *after, guint link)
{
  return (double) since (before->flits, after->flits, link)
         + (before->sending != NULL ? before->sending[link] : 0) - (double) after->sending[link];
}

void
dl_link_use_take (DlLinkUse *links, const DlMachinePlan *plan, const DlMachineState *before,
                  const DlMachineState *after)
{
  const DlLinkCounts *from = &before->links, *to = &after->links;
  const double cycles = after->cycle - before->cycle;

  set_size (links, to->n_links);
  for (guint link = 0; link < to->n_links; link++)
    {
      const double flits = flits_since (from, to, link);
      const double packets = since (from->packets, to->packets, link);
      const double rate = dl_machine_plan_link_rate (plan, link);

      links->load[link] = cycles > 0 ? flits / cycles / rate : 0;
      links->stalls[link] = packets > 0 ? since (from->stalls, to->stalls, link) / packets : NAN;
      links->occupancy[link] = to->taken[link] / (double) dl_machine_plan_link_buffers (plan, link);
    }
}

void
dl_link_use_copy (DlLinkUse *links, const DlLinkUse *from)
{
  set_size (links, from->n_links);
  memcpy (links->load, from->load, from->n_links * sizeof *links->load);
  memcpy (links->stalls, from->stalls, from->n_links * sizeof *links->stalls);
  memcpy (links->occupancy, from->occupancy, from->n_links * sizeof *links->occupancy);
}

void
dl_link_use_clear (DlLinkUse *links)
{
  g_free (links->load);
  g_free (links->stalls);
  g_free (links->occupancy);
  *links = (DlLinkUse) { 0 };
}
