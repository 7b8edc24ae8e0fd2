/* Models 1 to 3 a second time, as plain and slow as they can be written: every pair of nodes is
 * walked step by step in coordinates. Written from model.md and the VC paper, not from core/, and
 * shares no code with it, so that the two can be held against each other. Plain input, plain
 * arrays. */
#pragma once

#include <glib.h>

#include "dl-pattern.h"
#include "dl-torus-analysis.h"
#include "dl-torus-routes.h"

G_BEGIN_DECLS

#define ORACLE_MAX_FAULTS 16

/* Ports are numbered X+ X- Y+ Y- Z+ Z-, policies in the order of the paper's versions. */
enum
{
  ORACLE_INITIAL,
  ORACLE_NEIGHBORS,
  ORACLE_GLOBAL_TABLE,
  ORACLE_OUTPUT_CROSSING,
  ORACLE_N_POLICIES
};

/* Engines, of which this oracle knows those that need no memory of how a packet came. */
enum
{
  ORACLE_XT,
  ORACLE_XT_LITERAL,
  ORACLE_RING,
  ORACLE_N_ENGINES
};

typedef struct
{
  int at[3]; /* x, y, z */
} OracleNode;

typedef struct
{
  OracleNode from;
  int port;
} OracleLink;

typedef struct
{
  int radix[3];
  gboolean wrap[3];
  int dateline[3]; /* -1: none */
  gboolean tie_parity;
  int tie_minus; /* dimensions (1 << dimension) in which ties go negative */
  int engine;
  int policy;
  int region_nodes;
  int n_cables, n_channels, n_nodes; /* broken ones */
  OracleLink cables[ORACLE_MAX_FAULTS];
  OracleLink channels[ORACLE_MAX_FAULTS];
  OracleNode nodes[ORACLE_MAX_FAULTS];
} OracleTorus;

typedef enum
{
  ORACLE_DELIVERED,
  ORACLE_UNREACHABLE, /* loops included */
  ORACLE_DROPPED
} OracleStatus;

typedef struct
{
  OracleNode node; /* the hop leaves it */
  int port;
  int vc;
} OracleHop;

typedef struct
{
  OracleStatus status;
  gboolean legal; /* every two hops in a row are in L */
  GArray *hops;   /* OracleHop; up to where an undelivered one ends, without VCs then */
} OracleRoute;

typedef struct
{
  int links, idle_links, balanced_links, bins[4];
  double balance_mean, load_mean, load_max; /* NAN where there are none */
} OracleDimension;

typedef struct
{
  double *load; /* (n_nodes x 6 ports x 2 VCs), nodes by x, then y, then z */
  guint64 pairs, unreachable, dropped, illegal;
  double delivered; /* packets */
  double hops_mean; /* NAN without delivered pairs */
  int hops_max;
  OracleDimension dims[3];
} OracleLoads;

/* A directed torus with its faults; nothing but what OracleTorus says, spelled out. */
typedef struct
{
  OracleTorus torus;
  int n_nodes;
  gboolean *node_up; /* (n_nodes) */
  gboolean *link_up; /* (n_nodes x 6) */
} Oracle;

Oracle *oracle_new (const OracleTorus *torus);
void oracle_free (Oracle *oracle);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Oracle, oracle_free)

int oracle_index (const Oracle *oracle, OracleNode node);
OracleNode oracle_node (const Oracle *oracle, int index);
int oracle_region (const Oracle *oracle, OracleNode node);
int oracle_nid (const Oracle *oracle, OracleNode node);

/* @route starts zeroed and is used again from walk to walk. */
void oracle_walk (const Oracle *oracle, OracleNode source, OracleNode dest, OracleRoute *route);
void oracle_route_clear (OracleRoute *route);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OracleRoute, oracle_route_clear)

/* The loads of the packets of @flows, and of one for every pair of working nodes. */
OracleLoads *oracle_loads (const Oracle *oracle, const DlFlow *flows, guint n_flows);
OracleLoads *oracle_loads_uniform (const Oracle *oracle);
void oracle_loads_free (OracleLoads *loads);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OracleLoads, oracle_loads_free)

/* The scenario of a seed: radices 1 to 8, mesh and torus mixed, datelines anywhere or off, one or
 * several regions, any policy and tie, and up to @max_faults faults of all three kinds, by half the
 * seeds close together. Half of the seeds have `xt`, the others one of the other engines. */
void oracle_torus_random (OracleTorus *torus, guint32 seed, int max_faults);
/* Break or restore something at random. */
void oracle_torus_toggle_random (OracleTorus *torus, GRand *rand);
/* One line that says it all, for messages. */
char *oracle_torus_to_string (const OracleTorus *torus);

/* A whole torus: ties positive, datelines at 0, one region, `xt`, `output-crossing`. */
OracleTorus oracle_torus_of (int kx, int ky, int kz);
OracleLink oracle_link_at (int x, int y, int z, int port);

/* The same thing as core/ has it, and what core/ makes of uniform traffic there. */
DlTorusRoutes *oracle_torus_build (const OracleTorus *torus);
/* Shape and faults of @torus, to be cleared. */
void oracle_torus_to_spec (const OracleTorus *torus, DlTorusSpec *spec);
DlTorusAnalysis *oracle_torus_analyze (const OracleTorus *torus);
/* The node of "x,y,z" in core/. */
guint oracle_core_node (const DlTorusRoutes *routes, const char *text);

/* Add a test for each engine there is, which @func gets. */
void oracle_add_engine_tests (const char *name, GTestDataFunc func);

G_END_DECLS
