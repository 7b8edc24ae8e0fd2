/* Size of a Cascade of whole groups before one is built: cables, ports, bandwidths, and its growth
 * without rewiring (Cascade paper II.D and VIII). Pure arithmetic. */
#pragma once

#include "dl-dragonfly-analysis.h"
#include "dl-dragonfly-loads.h"

G_BEGIN_DECLS

/* A whole group: 384 nodes, 960 blue links, 240 blue cables. */
#define DL_CASCADE_GROUP_NODES  (DL_CASCADE_CHASSIS * DL_CASCADE_BLADES * DL_CASCADE_NODES)
#define DL_CASCADE_GROUP_LINKS  (DL_CASCADE_CHASSIS * DL_CASCADE_BLADES * DL_CASCADE_BLUE)
#define DL_CASCADE_GROUP_CABLES (DL_CASCADE_GROUP_LINKS / DL_CASCADE_CABLE)

/* Cables that each pair of @groups can have at most; 0 for less than two groups. */
guint dl_cascade_max_cables (guint groups);
/* Groups that @cables per pair allow, each pair with its own bundle; what a machine wired so can
 * grow to by adding cables alone. 0 cables: 1. */
guint dl_cascade_max_groups (guint cables);

typedef struct
{
  guint groups;
  guint cables; /* a pair of groups */
  guint nodes;
  guint max_cables;            /* a pair of so many groups */
  guint ports;                 /* of a group's 240 cable ports that are used */
  guint optical_cables;        /* in all */
  guint max_groups;            /* that it can grow to without rewiring */
  double global_GBps;          /* a node, raw */
  double global_payload_GBps;  /* a node */
  double global_per_injection; /* raw, over what a node injects */
  double bisection_GBps;       /* both directions, raw, by the paper's formula; NAN for one group */
  double split_GBps;           /* the same of the links between ⌊G / 2⌋ groups and the others */
  double bisection_node_GBps;  /* a node */
  double worst_GBps;           /* a node, raw: minimal, all of a group to one other; NAN for one */
} DlCascadeModel;

/* @groups from 1 to 241, @cables from 0 to dl_cascade_max_cables. */
DlCascadeModel dl_cascade_model (guint groups, guint cables, const DlDragonflyRates *rates);

/* A number of groups that a machine can be upgraded to. */
typedef struct
{
  guint groups;
  guint cables;       /* a pair: as before if they fit, else as many as do */
  gboolean kept;      /* they fit: no cable is moved */
  guint added;        /* cables, if kept */
  double global_GBps; /* a node, raw */
} DlCascadeUpgrade;

/* Upgrades of @model, from one more group up to all 241. Returns their number; @upgrades has room
 * for 240. */
guint dl_cascade_upgrades (const DlCascadeModel *model, const DlDragonflyRates *rates,
                           DlCascadeUpgrade *upgrades);

/* Result of the model, for people. */
typedef struct
{
  const char *id;
  const char *title;   /* translatable */
  const char *unit;    /* translatable; "" */
  const char *formula; /* G groups, n cables per pair, L a blue link's rate */
  const char *section; /* of the Cascade paper, or "model 5" where it is derived */
  guint digits;        /* after the point */
  double (*value) (const DlCascadeModel *model);
} DlCascadeQuantity;

const DlCascadeQuantity *dl_cascade_quantities (guint *n);
/* "11.72 GB/s", translated; "–" for NAN. Free with g_free. */
char *dl_cascade_value_text (const DlCascadeQuantity *quantity, double value);

/* The Cascade's configuration arithmetic for a network that was analyzed, and what the analysis
 * finds of it in the current network. */

/* Model of the network's groups, each pair with as many cables as the pair with the fewest, broken
 * ones included. @whole: the network is exactly that: whole groups, all wired alike. FALSE for a
 * generic dragonfly, which does not have this arithmetic. */
gboolean dl_cascade_analysis_model (const DlDragonflyAnalysis *analysis, DlCascadeModel *model,
                                    gboolean *whole);
/* Value of @quantity, faults included; NAN for one that the analysis does not look at. */
double dl_cascade_analysis_value (const DlDragonflyAnalysis *analysis,
                                  const DlCascadeQuantity *quantity);

G_END_DECLS
