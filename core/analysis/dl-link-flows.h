/* Flows of a link: the packets of a demand that pass it, by source and destination. */
#pragma once

#include "dl-place.h"

G_BEGIN_DECLS

typedef struct
{
  guint link;
  double packets;   /* that pass it, or are expected to, over its capacity: its load */
  DlPlaceKind ends; /* kind of the ends: nodes, or routers whose nodes are alike */
  guint n_ends;
  double *by_source; /* (n_ends) of them, from each */
  double *by_dest;   /* (n_ends) of them, to each */
} DlLinkFlows;

/* Flows of @link, without packets yet. */
DlLinkFlows *dl_link_flows_new (guint link, DlPlaceKind ends, guint n_ends);
void dl_link_flows_free (DlLinkFlows *flows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlLinkFlows, dl_link_flows_free)

/* Packets over the @capacity of the link, flits/cycle. */
void dl_link_flows_weigh (DlLinkFlows *flows, double capacity);

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

/* Table of a router, for people, of whatever family of networks: where packets for each destination
 * go next. */

#define DL_TABLE_COLUMNS 3

/* All texts are translated. */
typedef struct
{
  char *cells[DL_TABLE_COLUMNS];  /* NULL where there is no such column */
  double order[DL_TABLE_COLUMNS]; /* sort keys */
  guint node;                     /* to which a route can be explained; DL_NO_NODE: none */
  char *detail;                   /* all of it, where cells are short for it; nullable */
} DlTableRow;

/* A second table, small enough to be shown whole. */
typedef struct
{
  guint n_rows, n_columns;
  char **heads;      /* (n_columns + 1) the first over the names of the rows */
  char **names;      /* (n_rows) */
  char **cells;      /* (n_rows x n_columns) */
  char **tooltips;   /* (n_rows x n_columns) each nullable */
  const char *about; /* its description */
} DlTableGrid;

/* Immutable once built, shared by reference in one thread. */
typedef struct
{
  grefcount refs;
  char *title;                           /* "Router (1,2,3) · NID 27" */
  char *summary;                         /* lines */
  const char *label;                     /* of the rows, for assistive technology */
  const char *tooltip;                   /* of the rows */
  const char *columns[DL_TABLE_COLUMNS]; /* NULL: none */
  guint n_rows;
  DlTableRow *rows; /* (n_rows) */
  DlTableGrid grid; /* without rows if there is none */
  char *csv;        /* as "dateline-cli tables --csv" has it */
  char *csv_name;   /* of a file for it */
} DlRouterTable;

/* Room for @n_rows and a grid, all empty. */
DlRouterTable *dl_router_table_new (guint n_rows, guint n_grid_rows, guint n_grid_columns);
DlRouterTable *dl_router_table_ref (DlRouterTable *table);
void dl_router_table_unref (DlRouterTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlRouterTable, dl_router_table_unref)

G_END_DECLS
