/* A fabric as it is drawn: its switches in rows, similar ones folded into groups, and the cables
 * between two boxes in one bundle. Depends on the cables that there are, broken or not, so that a
 * picture does not change while something breaks. */
#pragma once

#include "dl-fabric.h"

G_BEGIN_DECLS

/* Rows of switches, the top one first, and which of them are folded together. Immutable. */
typedef struct
{
  DlFabric *fabric;
  /* Rows are hops to the nearest switch with hosts, which are a row of their own below them; else
   * hops from a root, with hosts inside their switch. */
  gboolean by_hosts;
  guint n_rows;
  guint8 *row;         /* (n_switches) */
  guint32 *order;      /* (n_switches) row by row, from left to right */
  guint32 *row_first;  /* (n_rows + 1) into order */
  guint32 *place;      /* (n_switches) of a switch in order */
  guint32 *host_first; /* (n_switches + 1) into hosts: those of the switch at a place */
  guint32 *hosts;      /* (host_first[n_switches]) those with a cable, switch by switch in order */
  /* Where a machine has several ports and rows are by hosts, hosts are machine by machine, and
   * host_first only counts. */
  guint n_machines;
  guint32 *machine_first; /* (n_machines + 1) into hosts */
  guint32 *machine;       /* (n_machines) numbers of the fabric's */
  guint n_blocks;         /* machines with the same switches, side by side */
  guint32 *block_first;   /* (n_blocks + 1) into machines */
  guint16 *rail;          /* (n_switches) of all hosts of each, DL_FABRIC_NO_RAIL; NULL: no rails */
  guint n_groups;         /* of switches that are side by side in one row */
  guint32 *group;         /* (n_switches) */
  guint32 *group_first;   /* (n_groups + 1) into order */
  guint n_folds;          /* n_groups, then n_switches: the hosts of each; n_blocks; the top row */
} DlFabricRows;

#define DL_FABRIC_NO_RAIL G_MAXUINT16

/* The fold of all switches of the top row together: the spines of a tree. */
static inline guint
dl_fabric_rows_top (const DlFabricRows *rows)
{
  return rows->n_folds - 1;
}

/* The machine, of machine_first, that the @i-th of the hosts is a port of; there are machines. */
guint dl_fabric_rows_machine (const DlFabricRows *rows, guint i);

/* The fold of a block of machines. */
static inline guint
dl_fabric_rows_block (const DlFabricRows *rows, guint block)
{
  return rows->n_groups + rows->fabric->n_switches + block;
}

/* Groups are switches with the same neighbors in the row below, of the lowest row in the one above,
 * so the subtrees of a fat tree; of a HyperX lines or planes; switches with the hosts of one rail.
 * Rows with too many of them have runs of groups as groups. From left to right either by number or
 * by the mean of the neighbors (barycenters: Sugiyama et al. 1981), whichever has the shorter
 * cables. The time it takes is that of a few visits of each channel. */
DlFabricRows *dl_fabric_rows_new (DlFabric *fabric);
void dl_fabric_rows_free (DlFabricRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlFabricRows, dl_fabric_rows_free)

/* Folds open at first: (n_folds) gboolean. Rows of few switches, and few hosts; the top row where
 * the cables to the row below are few enough to be told apart. Free with g_free. */
guint8 *dl_fabric_rows_open (const DlFabricRows *rows);

typedef enum
{
  DL_FABRIC_BY_LEVEL,   /* row by row */
  DL_FABRIC_BY_SUBTREE, /* subtree by subtree, then the switches above them all */
  DL_FABRIC_BY_RAIL,    /* rail by rail, then the switches that are of none */
  DL_FABRIC_BY_LOAD,    /* the busiest first */
  DL_N_FABRIC_ORDERS
} DlFabricOrder;

/* A run of switches in an order. */
typedef struct
{
  guint first, n;
  DlFabricOrder kind;
  guint
      number; /* BY_LEVEL: the row; BY_SUBTREE, BY_RAIL: which, from 0, or DL_FABRIC_NONE: above */
} DlFabricBand;

/* @order (n_switches): switches. @load: (n_channels) of BY_LOAD, nullable: none. Returns the bands
 * (DlFabricBand) that cover it, none of BY_LOAD. A fabric without subtrees, or rails, is in the
 * order of its rows. */
GArray *dl_fabric_rows_sort (const DlFabricRows *rows, DlFabricOrder by, const float *load,
                             guint32 *order);

typedef enum
{
  DL_FABRIC_BOX_SWITCH,
  DL_FABRIC_BOX_GROUP, /* switches that are folded */
  DL_FABRIC_BOX_HOST,
  DL_FABRIC_BOX_HOSTS /* of one box of switches, or of a block of machines, folded */
} DlFabricBoxKind;

typedef struct
{
  DlFabricBoxKind kind;
  guint row;   /* n_rows: that of hosts */
  guint fold;  /* that a closed box opens, or closes this one again; DL_FABRIC_NONE */
  guint first; /* into the rows' order, or hosts: (n) members */
  guint n;
  guint n_hosts; /* that it stands for: of a switch or group those of its switches */
} DlFabricBox;

/* Channels between two boxes, or inside of one (a == b). */
typedef struct
{
  guint a, b;    /* a < b: a is above b, or left of it */
  guint first;   /* into channels: */
  guint n_there; /* channels from a to b, */
  guint n_back;  /* then those from b to a */
} DlFabricBundle;

typedef struct
{
  guint n_boxes;
  DlFabricBox *boxes;  /* (n_boxes) row by row, from left to right */
  guint32 *row_first;  /* (n_rows + 2) into boxes; the last row is that of hosts */
  guint32 *vertex_box; /* (n_vertices) DL_FABRIC_NONE: a host without a cable */
  guint n_bundles;
  DlFabricBundle *bundles; /* (n_bundles) by a, then b */
  guint32 *channels;       /* (n_channels) bundle by bundle */
  guint32 *channel_bundle; /* (n_channels) */
} DlFabricLayout;

/* @open: (n_folds) gboolean. The hosts of a switch in a closed group are closed, too; those of
 * machines are by their blocks alone. */
DlFabricLayout *dl_fabric_layout_new (const DlFabricRows *rows, const guint8 *open);
void dl_fabric_layout_free (DlFabricLayout *layout);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlFabricLayout, dl_fabric_layout_free)

/* Does @channel lead from the bundle's a to its b? Either, of those inside a box. */
static inline gboolean
dl_fabric_layout_is_there (const DlFabricLayout *layout, const DlFabric *fabric, guint channel)
{
  return layout->vertex_box[fabric->channel_from[channel]]
         == layout->bundles[layout->channel_bundle[channel]].a;
}

G_END_DECLS
