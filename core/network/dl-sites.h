/* Nodes that ranks and jobs can be placed on, of whatever kind of network: which of them work, what
 * they are called, and which group each is in. A plain value that borrows the network. */
#pragma once

#include "dl-shared.h"

#include <glib.h>

G_BEGIN_DECLS

/* Names of the nodes of a network and their groups where jobs are placed on them: a row per kind of
 * network, for messages and for the window. */

/* Strings are translatable. */
typedef struct
{
  /* So many, translated, of which @count is as people read it: "1,024 nodes". Free with g_free. */
  char *(*nodes) (const char *count, guint n);
  char *(*groups) (guint n);
  const guint *spreads; /* over how many groups a job may be spread that people add; 0 at the end */

  const char *unit;    /* a group, in files, */
  const char *by_unit; /* and what a placement by groups is called */

  /* Messages of dl_jobs_parse, each with its arguments. */
  const char *syntax;        /* the item */
  const char *few_in_groups; /* (guint, guint, guint) nodes wanted, groups chosen, free there */
  const char *few_nodes;     /* (char *, gulong, guint) the job, nodes wanted, free */
  const char *few_groups;    /* (char *, gulong, guint) the job, groups wanted, there are */
  const char *many_groups;   /* (char *, gulong, gulong) the job, groups and nodes wanted */
  const char *taken;         /* (guint, char *, char *) number and name of a node, its job */
  const char *outside;       /* (gulong, guint) number of a node, the last one */

  /* Steps of the history. */
  const char *painted; /* (char *) the job */
  const char *erased;

  /* The window and the figure. */
  const char *heading;   /* over the map on paper */
  const char *map;       /* name of the map, for assistive technology */
  const char *traffic;   /* (char *) the title of a pattern that is not that of jobs */
  const char *paint;     /* how to paint */
  const char *rule;      /* tooltips of buttons: what a rule is, */
  const char *remove;    /* removing a job, */
  const char *clear;     /* and all of them */
  const char *number;    /* label with a mnemonic: of how many nodes */
  const char *one_group; /* descriptions of rules: all in one group, */
  const char *spread;    /* as many in each of some, */
  const char *random;    /* drawn, */
  const char *linear;    /* and the next free ones */
} DlSiteWords;

#define DL_NO_GROUP G_MAXUINT32

typedef struct
{
  gconstpointer network; /* borrowed */
  guint n_nodes, n_working;
  gboolean (*is_up) (gconstpointer network, guint node);
  /* Errors: DL_NETWORK_ERROR_SYNTAX, DL_NETWORK_ERROR_OUTSIDE. */
  gboolean (*parse) (gconstpointer network, const char *text, guint *node, GError **error);
  char *(*name) (gconstpointer network, guint node);
  /* Groups to spread jobs over. Numbers are below n_groups, and a group may have no node. 0, NULL:
   * there are none. */
  guint n_groups;
  guint32 (*group) (gconstpointer network, guint node); /* DL_NO_GROUP: none */
  char *(*group_name) (gconstpointer network, guint32 group);
  /* Rails of nodes; 0, NULL: there are none. */
  guint n_rails;
  guint32 (*rail) (gconstpointer network, guint node);
  /* A node, or the part that breaks with it and is a cell of the map of jobs, for people where it
   * is pointed at: "Router 0.1.3". Free with g_free. */
  char *(*tell) (gconstpointer network, guint node);
  const DlSiteWords *words;
  /* Nodes are called anything, and are placed by name, too: a backslash comes before what would end
   * a name in a list. */
  gboolean free_names;
} DlSites;

/* Nodes in the order and the places in which a map shows them: cells of nodes, which are in rows
 * and columns of a unit, units in blocks. It has no sizes: the drawing has. Immutable once filled,
 * shared by reference. */

typedef struct
{
  DlShared shared;
  guint n_cells; /* that are painted as one: a router, a host */
  guint n_nodes; /* in them */
  guint n_units; /* a group, a leaf switch */
  /* Side by side, each of units below each other. 0: units are all alike, and as many are put below
   * each other as suits the picture. */
  guint n_blocks;
  guint32 *node_first;  /* (n_cells + 1) into nodes */
  guint32 *nodes;       /* (n_nodes) */
  guint32 *cell_unit;   /* (n_cells) */
  guint16 *column;      /* (n_cells) in its unit, where some may be without a cell; */
  guint16 *row;         /* (n_cells) cells are ordered by unit, then row, then column */
  guint32 *unit_first;  /* (n_units + 1) into cells; none is empty */
  guint32 *block_first; /* (n_blocks + 1) into units; none is empty */
} DlSiteGrid;

/* All zero, to be filled. */
DlSiteGrid *dl_site_grid_new (guint n_cells, guint n_nodes, guint n_units, guint n_blocks);
DL_SHARED (DlSiteGrid, dl_site_grid)

gboolean dl_site_grid_equal (const DlSiteGrid *a, const DlSiteGrid *b);

static inline guint
dl_site_grid_count (const DlSiteGrid *grid, guint cell)
{
  return grid->node_first[cell + 1] - grid->node_first[cell];
}

/* The nodes of @cell: (dl_site_grid_count) of them. */
static inline const guint32 *
dl_site_grid_nodes (const DlSiteGrid *grid, guint cell)
{
  return grid->nodes + grid->node_first[cell];
}

G_END_DECLS
