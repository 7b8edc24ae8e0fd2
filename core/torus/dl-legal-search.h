/* The shortest ways to one destination inside the legality relation L (manual, faults, VC
 * paper 2.2.1).
 *
 * What a packet at a router may do next follows from how it arrived: the port of its last hop, and
 * whether that hop's run has left the dateline node. With those 12 states, and a 13th for a packet
 * that is injected, L reads:
 *  - no 180 degree turn; to a lower dimension (X above Y above Z) always; straight on, but not
 *    through a dateline a second time;
 *  - to a higher dimension only from a plus port, in a torus only if the dateline was not left: the
 *    run was then on VC0, as each policy gives a run that turns to a higher dimension VC0.
 *
 * Of these ways the search takes
 *  - the way in dimension order, if it is intact and legal from the state; the states on it then do
 *    the same;
 *  - else a shortest way to the destination, where the states of the first kind count with the
 *    length of their way (in one region it is a shortest, between regions it need not be): of equal
 *    ones by the port of dimension order, then straight on, then the first port.
 * Each hop brings the destination nearer by one in this measure, so that no route goes round, and
 * each hop is in L. Who can arrive at all arrives. Without a dateline in a torus dimension, L would
 * also allow a run all the way round; it ends as a loop.
 */
#pragma once

#include "dl-order-tree.h"

G_BEGIN_DECLS

/* A DlArrival as a small number. */
#define DL_LEGAL_INJECTED 12
#define DL_LEGAL_STATES   13
#define DL_LEGAL_NO_WAY   G_MAXUINT

static inline guint
dl_legal_state (DlArrival arrival)
{
  return 2 * arrival.port + (arrival.crossed != FALSE); /* 2 DL_PORT_PROCESSOR is injected */
}

/* Owned by one thread. */
typedef struct
{
  const DlRoutes *routes;
  guint dest;
  guint n_disturbed;  /* working nodes whose way in dimension order is broken */
  DlOrderTree tree;   /* of @dest; clear: nothing broken */
  guint16 *ordered;   /* (n_nodes) bit for each state that goes on in dimension order, intact */
  guint16 *settled;   /* (n_nodes) bit for each state with a known way, @ordered included */
  guint16 *hops;      /* (n_nodes x 16) of a way from each settled state that is not @ordered */
  guint8 *broken;     /* (n_links) gboolean */
  guint8 *arrive;     /* (n_nodes) bit for each port: the link that arrives by such a hop is up */
  guint8 *dateline;   /* (n_nodes) bit for each dimension: at its dateline */
  guint16 *wave[2];   /* (n_nodes) bit for each state of this wave, and of the next one */
  guint32 *nodes[2];  /* (n_nodes) those with a bit in it */
  guint32 *at_hops;   /* (n_nodes) the first node whose @ordered states are that far */
  guint32 *same_hops; /* (n_nodes) the one after it */
  guint16 allowed[DL_N_NETWORK_PORTS]; /* bit for each state that may leave by the port, those on
                                          the same port that left the dateline apart */
} DlLegalSearch;

/* For the network and datelines of @routes, whatever its engine. */
DlLegalSearch *dl_legal_search_new (const DlRoutes *routes);
void dl_legal_search_free (DlLegalSearch *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlLegalSearch, dl_legal_search_free)

/* Search the ways to @dest, a working node. Unless @complete, no further than the last disturbed
 * node needs; FALSE if there is none. */
gboolean dl_legal_search_run (DlLegalSearch *search, guint dest, gboolean complete);

/* Hops to the destination from @node in @state, DL_LEGAL_NO_WAY if there is no way (or, unless
 * complete, none that was needed). */
static inline guint
dl_legal_search_hops (const DlLegalSearch *search, guint node, guint state)
{
  if (search->ordered[node] >> state & 1)
    return search->tree.hops[node];
  return search->settled[node] >> state & 1 ? search->hops[16 * node + state] : DL_LEGAL_NO_WAY;
}

/* May a packet in @state at @node leave by @port, whose link is up, inside L? @after gets its state
 * at the next node. */
static inline gboolean
dl_legal_search_allows (const DlLegalSearch *search, guint node, guint state, guint port,
                        guint *after)
{
  const guint at_dateline = search->dateline[node] >> dl_port_dim (port) & 1;

  if (state == 2 * port + 1)
    {
      *after = state;
      return !at_dateline;
    }
  *after = 2 * port + at_dateline;
  return search->allowed[port] >> state & 1;
}

/* The port by which a packet in @state, from which there is a way, leaves @node, not the
 * destination. */
guint dl_legal_search_port (const DlLegalSearch *search, guint node, guint state);

G_END_DECLS
