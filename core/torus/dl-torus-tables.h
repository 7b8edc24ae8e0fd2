/* Contents of a router's own tables (VC paper 2.2 and 3.3): a local table with an entry for each
 * node of its region, by destination[11:0], and a global table with two entries for each other
 * region, by destination[14:12] and the NID's bottom bit. They are read off the routes, whatever
 * the engine; where the routes say more than an entry can, its conflicts are counted.
 *
 * An entry's VC is that of a packet that is injected or turns here; one that goes straight on keeps
 * its own. The hardware has these tables at each input port. Only engines by arrival need them to
 * differ; here they share one, and destinations for which some port's would say otherwise are
 * conflicts. With random ties, which no table can hold, entries are those of positive ties. */
#pragma once

#include "dl-torus-routes.h"

G_BEGIN_DECLS

#define DL_TORUS_LOCAL_ENTRIES  4096 /* by destination[11:0] */
#define DL_TORUS_GLOBAL_ENTRIES 2    /* a region, by the NID's bottom bit */
#define DL_TORUS_TABLE_NO_VC    0xff /* no network port, or an endless loop */

typedef struct
{
  gboolean valid;       /* it leads on; FALSE where it stands for no node, or for none with a
                           path */
  guint8 port;          /* DlTorusPort; DL_TORUS_PORT_NONE if not valid */
  guint8 vc;            /* or DL_TORUS_TABLE_NO_VC */
  guint16 nid;          /* of the one destination, or the region's first with that bottom bit */
  guint32 node;         /* the one destination, DL_NO_NODE for none or many */
  guint16 destinations; /* working nodes that it stands for */
  guint16 conflicts;    /* destinations whose routes from here on differ from the entry */
} DlTorusTableEntry;

/* Figures of use. */
typedef struct
{
  guint local_used;       /* valid entries */
  guint local_conflicts;  /* entries with conflicts */
  guint global_used;      /* valid entries */
  guint global_conflicts; /* entries with conflicts */
  guint destinations;     /* in conflict, of both tables */
} DlTorusTableUse;

/* Tables of one router. The entry with the commonest answer for its destinations wins, then the
 * lower port and VC. Up to policy `global-table` both entries of a region hold the same (3.3). */
typedef struct
{
  guint node;
  guint region;
  DlTorusTableEntry local[DL_TORUS_LOCAL_ENTRIES];
  DlTorusTableEntry global[DL_TORUS_MAX_REGIONS]
                          [DL_TORUS_GLOBAL_ENTRIES]; /* none of its own region */
  DlTorusTableUse use;
} DlTorusTables;

/* The tables of @node; all unused if it is broken. NULL if canceled. */
DlTorusTables *dl_torus_tables_new (const DlTorusRoutes *routes, guint node,
                                    GCancellable *cancellable);
void dl_torus_tables_free (DlTorusTables *tables);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlTorusTables, dl_torus_tables_free)

/* A row an entry that stands for some node, broken ones too, which have no port:
 * "table,index,nid,x,y,z,port,vc,destinations,conflicts". The index in the global table is twice
 * the region, plus the bottom bit. */
char *dl_torus_tables_to_csv (const DlTorusTables *tables, const DlTorusNetwork *network);

/* Survey of the routers' tables of a network: all of them or, to bound the work, some spread evenly
 * over the network. */
typedef struct
{
  guint routers;             /* looked at: working ones */
  guint conflicting_routers; /* with any conflict */
  guint most_local;          /* entries used of a router's local table, at most */
  guint most_global;
  guint64 local_used; /* sums over routers; as in DlTorusTableUse */
  guint64 local_conflicts;
  guint64 global_used;
  guint64 global_conflicts;
  guint64 destinations;
} DlTorusTablesSurvey;

/* At most about @max_answers routes are asked for. FALSE if canceled. */
gboolean dl_torus_tables_survey (const DlTorusRoutes *routes, guint64 max_answers,
                                 DlTorusTablesSurvey *survey, GCancellable *cancellable);

G_END_DECLS
