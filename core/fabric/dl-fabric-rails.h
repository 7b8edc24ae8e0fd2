/* Rails of a fabric whose machines have several ports: where the packets of each go. */
#pragma once

#include "dl-fabric.h"
#include "dl-pattern.h"
#include "dl-table.h"

G_BEGIN_DECLS

/* Weights of a demand, or of what the ports of one rail send, by where the packets go. */
typedef struct
{
  double all;
  double at_leaf;    /* to a host of the switch that the source sends to */
  double on_rail;    /* to another machine's port on the own rail */
  double at_machine; /* to another port of the own machine, which costs no link in a real one */
  double crosses;    /* neither to the own switch nor inside the machine: over the spines, */
  double crosses_on_rail; /* and to the own rail */
} DlFabricShares;

/* Counts pairs of hosts that work. @demand: as dl_fabric_demand has it. (n_rails; without machines
 * 1) by the source's rail. Free with g_free. */
DlFabricShares *dl_fabric_rail_shares (const DlFabric *fabric, const DlDemand *demand);
/* The sum over @rails, the result of dl_fabric_rail_shares. */
DlFabricShares dl_fabric_shares_sum (const DlFabric *fabric, const DlFabricShares *rails);

/* Table of a fabric with machines, a row per rail: its ports and leaf switches, and where its
 * packets go. */
DlRecord *dl_fabric_rails_record (const DlFabric *fabric, const DlFabricShares *rails);

G_END_DECLS
