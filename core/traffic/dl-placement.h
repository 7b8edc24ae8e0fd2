/* Placement: the node that each rank of a program runs on. Immutable, shared by reference between
 * threads. */
#pragma once

#include "dl-sites.h"
#include "dl-shared.h"

G_BEGIN_DECLS

#define DL_NO_RANK G_MAXUINT32

typedef enum
{
  DL_PLACEMENT_ERROR_BROKEN, /* a rank on a node that is out of order */
  DL_PLACEMENT_ERROR_TWICE,  /* two ranks on a node */
  DL_PLACEMENT_ERROR_COUNT,  /* more ranks than nodes for them, or none */
  DL_PLACEMENT_ERROR_TEXT    /* not a placement of any network */
} DlPlacementError;

#define DL_PLACEMENT_ERROR (dl_placement_error_quark ())
GQuark dl_placement_error_quark (void);

/* One rank per node, on working nodes. */
typedef struct
{
  DlShared shared;
  guint n_ranks;
  guint n_nodes; /* of the network */
  guint32 *node; /* (n_ranks) */
  guint32 *rank; /* (n_nodes) DL_NO_RANK where there is none */
} DlPlacement;

/* Ranks on @node, (n_ranks) different ones of @n_nodes. */
DlPlacement *dl_placement_new_nodes (guint n_nodes, const guint32 *node, guint n_ranks);

/* For all three, @n_ranks 0 asks for as many as there are working nodes, or lines in the file.
 * Errors: DL_PLACEMENT_ERROR; of a file, DL_NETWORK_ERROR_SYNTAX and DL_NETWORK_ERROR_OUTSIDE too.
 */

/* Working nodes in their order. */
DlPlacement *dl_placement_new_linear_on (const DlSites *sites, guint n_ranks, GError **error);
/* Nodes in a random order, without the broken ones: a node that breaks moves only the ranks that
 * come after its own. */
DlPlacement *dl_placement_new_random_on (const DlSites *sites, guint n_ranks, guint64 seed,
                                         GError **error);
/* A file: a node a line, for ranks 0, 1, 2 and so on; empty lines and such that begin with # say
 * nothing. It may name more nodes than there are ranks. @length -1: up to the zero byte. @file_name
 * is for messages, FILE:LINE: first. */
DlPlacement *dl_placement_parse_on (const DlSites *sites, guint n_ranks, const char *text,
                                    gssize length, const char *file_name, GError **error);
/* Could @text be a placement of some network whose nodes have numbers or coordinates, or the rules
 * of jobs? For checks without a network. Errors: DL_PLACEMENT_ERROR_TEXT. */
gboolean dl_placement_check_text (const char *text, const char *file_name, GError **error);

DL_SHARED (DlPlacement, dl_placement)

G_END_DECLS
