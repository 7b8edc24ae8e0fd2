/* What a router has in its table, for people, of whatever family of networks: where packets for
 * each destination go on. */
#pragma once

#include "dl-place.h"

G_BEGIN_DECLS

#define DL_TABLE_COLUMNS 3

/* All texts are translated. */
typedef struct
{
  char *cells[DL_TABLE_COLUMNS];  /* NULL where there is no such column */
  double order[DL_TABLE_COLUMNS]; /* what they are sorted by */
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
  const char *about; /* what it is */
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
