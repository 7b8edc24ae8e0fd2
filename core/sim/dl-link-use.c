#include "dl-link-use.h"

#include <math.h>
#include <string.h>

static void
set_size (DlLinkUse *links, guint n_links, guint n_vcs)
{
  if (links->n_links == n_links && links->n_vcs == n_vcs)
    return;
  links->n_links = n_links;
  links->load = g_renew (float, links->load, n_links);
  links->stalls = g_renew (float, links->stalls, n_links);
  links->occupancy = g_renew (float, links->occupancy, n_links);
  links->n_vcs = n_vcs;
  links->vc_share = g_renew (float, links->vc_share, (gsize) n_links *n_vcs);
  links->vc_taken = g_renew (guint32, links->vc_taken, (gsize) n_links * n_vcs);
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

static void
take_vcs (DlLinkUse *links, const DlLinkCounts *from, const DlLinkCounts *to, guint link)
{
  const gsize first = (gsize) link * links->n_vcs;
  double sum = 0;

  for (gsize i = first; i < first + links->n_vcs; i++)
    {
      const guint64 before = from->n_vcs == to->n_vcs ? from->vc_flits[i] : 0;

      links->vc_taken[i] = to->vc_taken[i];
      links->vc_share[i] = to->vc_flits[i] - before;
      sum += links->vc_share[i];
    }
  for (gsize i = first; i < first + links->n_vcs; i++)
    links->vc_share[i] = sum > 0 ? links->vc_share[i] / sum : NAN;
}

void
dl_link_use_take (DlLinkUse *links, const DlMachinePlan *plan, const DlMachineState *before,
                  const DlMachineState *after)
{
  const DlLinkCounts *from = &before->links, *to = &after->links;
  const double cycles = after->cycle - before->cycle;

  set_size (links, to->n_links, to->n_vcs);
  for (guint link = 0; link < to->n_links; link++)
    {
      const double flits = flits_since (from, to, link);
      const double packets = since (from->packets, to->packets, link);
      const double rate = dl_machine_plan_link_rate (plan, link);

      links->load[link] = cycles > 0 ? flits / cycles / rate : 0;
      links->stalls[link] = packets > 0 ? since (from->stalls, to->stalls, link) / packets : NAN;
      links->occupancy[link] = to->taken[link] / (double) dl_machine_plan_link_buffers (plan, link);
      take_vcs (links, from, to, link);
    }
}

void
dl_link_use_copy (DlLinkUse *links, const DlLinkUse *from)
{
  const gsize n_channels = (gsize) from->n_links * from->n_vcs;

  set_size (links, from->n_links, from->n_vcs);
  memcpy (links->load, from->load, from->n_links * sizeof *links->load);
  memcpy (links->stalls, from->stalls, from->n_links * sizeof *links->stalls);
  memcpy (links->occupancy, from->occupancy, from->n_links * sizeof *links->occupancy);
  if (n_channels == 0)
    return;
  memcpy (links->vc_share, from->vc_share, n_channels * sizeof *links->vc_share);
  memcpy (links->vc_taken, from->vc_taken, n_channels * sizeof *links->vc_taken);
}

void
dl_link_use_clear (DlLinkUse *links)
{
  g_free (links->load);
  g_free (links->stalls);
  g_free (links->occupancy);
  g_free (links->vc_share);
  g_free (links->vc_taken);
  *links = (DlLinkUse) { 0 };
}
