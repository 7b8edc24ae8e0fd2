/* What the legality search found, as tables: one for each destination that needs any, holding only
 * what differs from dimension order. Immutable once built; tables of destinations that an edit does
 * not touch are shared between the routes before and after it. */
#pragma once

#include "dl-legal-search.h"

G_BEGIN_DECLS

/* A working node whose way to a destination in dimension order is broken, and its way now. */
typedef struct
{
  guint32 node;
  guint32 hops;
} DlLegalSource;

/* The table of one destination. */
typedef struct
{
  DlShared shared;
  gboolean lost; /* some source has no way, or there are too many to list */
  guint n_sources;
  guint n_entries;
  DlLegalSource *sources; /* (n_sources) not of a lost table */
  guint32 *entries;       /* (n_entries) dl_legal_entry, ascending */
} DlLegalTable;

/* What a packet in a state does at a node: 15 bits of node, 4 of state, 3 of port. */
static inline guint32
dl_legal_entry (guint node, guint state, guint port)
{
  return node << 7 | state << 3 | port;
}

static inline guint
dl_legal_entry_port (guint32 entry)
{
  return entry & 7;
}

/* The first entry that is not below @key; n_entries if there is none. */
static inline guint
dl_legal_table_find (const DlLegalTable *table, guint32 key)
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

typedef struct _DlLegalTables DlLegalTables;

/* Tables for the destinations @wanted (n_nodes, gboolean; NULL: all) as far as dimension order
 * does not serve them from every working node. @previous (nullable), built for @previous_routes on
 * a network of the same shape, gives its tables where they are certain to be the same. NULL if
 * canceled. */
DlLegalTables *dl_legal_tables_new (const DlRoutes *routes, const guint8 *wanted,
                                    const DlLegalTables *previous, const DlRoutes *previous_routes,
                                    GCancellable *cancellable);
void dl_legal_tables_free (DlLegalTables *tables);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlLegalTables, dl_legal_tables_free)

/* Is there a table for @dest? Where none is, all of the wanted ones go in dimension order. */
gboolean dl_legal_tables_has (const DlLegalTables *tables, guint dest);
/* Tables that were taken over, and entries in all. */
guint dl_legal_tables_n_shared (const DlLegalTables *tables);
gsize dl_legal_tables_n_entries (const DlLegalTables *tables);

/* Where a packet that these routes brought to @node goes next; what the header of dl-legal-search.h
 * says. One without a legal way follows dimension order up to the break. */
DlDecision dl_legal_tables_next (const DlLegalTables *tables, const DlRoutes *routes, guint node,
                                 DlArrival arrival, guint dest, DlTrace *trace);

G_END_DECLS
