/* One destination's part of an analysis: the tree (or, of tables that were read, whatever they
 * make) by which all switches reach it, and what comes through. */
#pragma once

#include "dl-fabric-analysis.h"
#include "dl-fabric-graph.h"

G_BEGIN_DECLS

typedef struct
{
  const DlFabricRoutes *routes;
  const DlFabricGraph *graph;
  guint n_words;
  DlFabricWave wave; /* least hops to the switch of the destination */

  guint32 *base; /* (S) slot of port p of a switch: base + p */
  guint32
      *slot_to; /* (slots) switch that a working channel leads to, NONE: it leads to no switch */
  guint32 *slot_channel; /* (slots) a working channel, to a switch or host; NONE */

  /* In: what starts at each switch. Used up. */
  double *amount; /* (n_layers x S) */
  /* Out: */
  guint8 *good;   /* (S) gboolean: what starts there is delivered */
  double hops;    /* sum over delivered amounts, of channels between switches */
  guint max_hops; /* of switches with an amount that is delivered */
  double delivered;
  double late; /* of these, what arrives in layer 1 of rings (DlFabricRoutes.ring) */

  double *load;     /* (n_layers x n_channels) is added to; NULL: not wanted */
  guint64 *follows; /* likewise */

  guint16 *depth;                  /* (S) hops by the tables */
  guint32 *order, *waiting, *next; /* (S) */
} DlFabricPass;

void dl_fabric_pass_init (DlFabricPass *pass, const DlFabricRoutes *routes,
                          const DlFabricGraph *graph);
void dl_fabric_pass_clear (DlFabricPass *pass);
/* For the following rows of @to's hosts, and @to itself. */
void dl_fabric_pass_aim (DlFabricPass *pass, guint to);
/* All that starts goes to @row, at or of switch @to, starting in the layers of pass->amount. */
void dl_fabric_pass_run (DlFabricPass *pass, guint row, guint to, guint n_layers);

G_END_DECLS
