/* Who loads a link: the packets of a demand that pass it, by where they come from and where they
 * go. */
#pragma once

#include "dl-place.h"

G_BEGIN_DECLS

typedef struct
{
  guint link;
  double packets;   /* that pass it, or are expected to: its load */
  DlPlaceKind ends; /* what they are counted by: nodes, or routers whose nodes are alike */
  guint n_ends;
  double *by_source; /* (n_ends) of them, from each */
  double *by_dest;   /* (n_ends) of them, to each */
} DlLinkFlows;

/* Without packets yet. */
DlLinkFlows *dl_link_flows_new (guint link, DlPlaceKind ends, guint n_ends);
void dl_link_flows_free (DlLinkFlows *flows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlLinkFlows, dl_link_flows_free)

static inline void
dl_link_flows_add (DlLinkFlows *flows, guint source, guint dest, double packets)
{
  flows->packets += packets;
  flows->by_source[source] += packets;
  flows->by_dest[dest] += packets;
}

/* The ends that send (or get, as @counts says) most, most first and the smaller number among
 * equals; at most @n, none without packets. Returns how many; @ends has room for @n. */
guint dl_link_flows_top (const DlLinkFlows *flows, const double *counts, guint n, guint32 *ends);

G_END_DECLS
