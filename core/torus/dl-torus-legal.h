/* Results of the legality search, as tables: one for each destination that needs any, holding only
 * differences from dimension order. Immutable once built; tables of destinations that an edit does
 * not touch are shared between the routes before and after it. */
#pragma once

#include "dl-torus-engine-up-down.h"

G_BEGIN_DECLS

/* A working node whose path to a destination in dimension order is broken, and its path now. */
typedef struct
{
  guint32 node;
  guint32 hops;
} DlTorusLegalSource;

/* The table of one destination. */
typedef struct
{
  DlShared shared;
  gboolean lost; /* some source has no path, or there are too many to list */
  guint n_sources;
  guint n_entries;
  DlTorusLegalSource *sources; /* (n_sources) not of a lost table */
  guint32 *entries;            /* (n_entries) dl_torus_legal_entry, ascending */
} DlTorusLegalTable;

/* Action of a packet in a state at a node: 15 bits of node, 4 of state, 3 of port. */
static inline guint32
dl_torus_legal_entry (guint node, guint state, guint port)
{
  return node << 7 | state << 3 | port;
}

static inline guint
dl_torus_legal_entry_port (guint32 entry)
{
  return entry & 7;
}

/* The first entry that is not below @key; n_entries if there is none. */
static inline guint
dl_torus_legal_table_find (const DlTorusLegalTable *table, guint32 key)
{
  guint low = 0, high = table->n_entries;

  while (low < high)
    {
      const guint middle = (low + high) / 2;
      if (table->entries[middle] < key)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

typedef struct _DlTorusLegalTables DlTorusLegalTables;

/* Tables for the destinations @wanted (n_nodes, gboolean; NULL: all) as far as dimension order
 * does not serve them from every working node. @previous (nullable), built for @previous_routes on
 * a network of the same shape, gives its tables where they are certain to be the same. NULL if
 * canceled. */
DlTorusLegalTables *dl_torus_legal_tables_new (const DlTorusRoutes *routes, const guint8 *wanted,
                                               const DlTorusLegalTables *previous,
                                               const DlTorusRoutes *previous_routes,
                                               GCancellable *cancellable);
void dl_torus_legal_tables_free (DlTorusLegalTables *tables);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlTorusLegalTables, dl_torus_legal_tables_free)

/* Is there a table for @dest? Where none is, all of the wanted ones go in dimension order. */
gboolean dl_torus_legal_tables_has (const DlTorusLegalTables *tables, guint dest);
/* Tables that were taken over, and entries in all. */
guint dl_torus_legal_tables_n_shared (const DlTorusLegalTables *tables);
gsize dl_torus_legal_tables_n_entries (const DlTorusLegalTables *tables);

/* Where a packet that these routes brought to @node goes next; what the header of dl-torus-legal.h
 * says. One without a legal path follows dimension order up to the break. */
DlTorusDecision dl_torus_legal_tables_next (const DlTorusLegalTables *tables,
                                            const DlTorusRoutes *routes, guint node,
                                            DlTorusArrival arrival, guint dest,
                                            DlTorusTrace *trace);

/* The shortest paths to one destination inside the legality relation L (manual, faults, VC
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
 *  - else a shortest path to the destination, where the states of the first kind count with the
 *    length of their way (in one region it is a shortest, between regions it need not be): of equal
 *    ones by the port of dimension order, then straight on, then the first port.
 * Each hop brings the destination nearer by one in this measure, so that no route goes round, and
 * each hop is in L. Who can arrive at all arrives. Without a dateline in a torus dimension, L would
 * also allow a run all the way round; it ends as a loop. */

/* A DlTorusArrival as a small number. */
#define DL_TORUS_LEGAL_INJECTED 12
#define DL_TORUS_LEGAL_STATES   13
#define DL_TORUS_LEGAL_NO_PATH  G_MAXUINT

static inline guint
dl_torus_legal_state (DlTorusArrival arrival)
{
  return 2 * arrival.port + (arrival.crossed != FALSE); /* 2 DL_TORUS_PORT_PROCESSOR is injected */
}

/* Owned by one thread. */
typedef struct
{
  const DlTorusRoutes *routes;
  guint dest;
  guint n_disturbed;     /* working nodes whose path in dimension order is broken */
  DlTorusOrderTree tree; /* of @dest; clear: nothing broken */
  guint16 *ordered;      /* (n_nodes) bit for each state that continues in dimension order,
                            intact */
  guint16 *settled;      /* (n_nodes) bit for each state with a known path, @ordered included */
  guint16 *hops;         /* (n_nodes x 16) of a path from each settled state that is not @ordered */
  guint8 *broken;        /* (n_links) gboolean */
  guint8 *arrive;     /* (n_nodes) bit for each port: the link that arrives by such a hop is up */
  guint8 *dateline;   /* (n_nodes) bit for each dimension: at its dateline */
  guint16 *wave[2];   /* (n_nodes) bit for each state of this wave, and of the next one */
  guint32 *nodes[2];  /* (n_nodes) those with a bit in it */
  guint32 *at_hops;   /* (n_nodes) the first node whose @ordered states are that far */
  guint32 *same_hops; /* (n_nodes) the one after it */
  guint16 allowed[DL_TORUS_N_NETWORK_PORTS]; /* bit for each state that may leave by the port, those
                                          on the same port that left the dateline apart */
} DlTorusLegalSearch;

/* For the network and datelines of @routes, whatever its engine. */
DlTorusLegalSearch *dl_torus_legal_search_new (const DlTorusRoutes *routes);
void dl_torus_legal_search_free (DlTorusLegalSearch *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlTorusLegalSearch, dl_torus_legal_search_free)

/* Search the paths to @dest, a working node. Unless @complete, no further than the last disturbed
 * node needs; FALSE if there is none. */
gboolean dl_torus_legal_search_run (DlTorusLegalSearch *search, guint dest, gboolean complete);

/* Hops to the destination from @node in @state, DL_TORUS_LEGAL_NO_PATH if there is no path (or,
 * unless complete, none that was needed). */
static inline guint
dl_torus_legal_search_hops (const DlTorusLegalSearch *search, guint node, guint state)
{
  if (search->ordered[node] >> state & 1)
    return search->tree.hops[node];
  return search->settled[node] >> state & 1 ? search->hops[16 * node + state]
                                            : DL_TORUS_LEGAL_NO_PATH;
}

/* May a packet in @state at @node leave by @port, whose link is up, inside L? @after gets its state
 * at the next node. */
static inline gboolean
dl_torus_legal_search_allows (const DlTorusLegalSearch *search, guint node, guint state, guint port,
                              guint *after)
{
  const guint at_dateline = search->dateline[node] >> dl_torus_port_dim (port) & 1;

  if (state == 2 * port + 1)
    {
      *after = state;
      return !at_dateline;
    }
  *after = 2 * port + at_dateline;
  return search->allowed[port] >> state & 1;
}

G_END_DECLS
