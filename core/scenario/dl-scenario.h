/* A scenario: all that the user asked for, as a plain value. It changes only through edits
 * (dl-edit.h). */
#pragma once

#include "dl-aries-options.h"
#include "dl-dragonfly-demand.h"
#include "dl-dragonfly-minimal.h"
#include "dl-dragonfly-modes.h"
#include "dl-engine.h"
#include "dl-jobs.h"
#include "dl-machine.h"
#include "dl-network.h"
#include "dl-pattern.h"
#include "dl-routes.h"
#include "dl-sim-options.h"
#include "dl-vc-policy.h"
#include "dl-vc-table.h"
#include "dl-workload.h"

G_BEGIN_DECLS

typedef enum
{
  DL_SCENARIO_ERROR_SYNTAX,    /* not a scenario file */
  DL_SCENARIO_ERROR_VALUE,     /* a key's value is no good */
  DL_SCENARIO_ERROR_CONFLICT,  /* values that contradict each other */
  DL_SCENARIO_ERROR_FORMAT,    /* of a newer format */
  DL_SCENARIO_ERROR_TOO_LARGE, /* more bytes than DL_SCENARIO_FILE_MAX_BYTES */
  DL_SCENARIO_ERROR_OUTSIDE    /* a scenario file names a file outside its own folder */
} DlScenarioError;

#define DL_SCENARIO_ERROR (dl_scenario_error_quark ())
GQuark dl_scenario_error_quark (void);

#define DL_SCENARIO_FORMAT 1

typedef enum
{
  DL_KIND_TORUS,
  DL_KIND_DRAGONFLY
} DlKind;

/* [traffic] */
typedef struct
{
  const DlPattern *pattern;
  gboolean saturated;  /* load=saturated */
  double load;         /* flits a node a cycle */
  guint packet_flits;  /* 1..9 */
  char *target;        /* as written: a node, or empty */
  char *message_bytes; /* a whole number, or empty */
  guint burst_messages;
  double response_share;      /* 0..1 */
  gboolean random_order;      /* all-to-all: order=random */
  char *placement;            /* shared: "linear", "random", or a file; empty: linear */
  const char *placement_file; /* while a scenario is judged: what to call that file; else NULL */
  char *matrix;               /* shared: a file, or empty */
  gboolean source_vc_zero;    /* source-vc=0 */
} DlTrafficOptions;

typedef struct _DlScenario
{
  char *name;
  DlKind kind;
  guint64 seed;
  DlTorusSpec torus;
  DlDragonflySpec dragonfly;         /* groups in faults as on the machine */
  const DlDragonflyMode *mode;       /* [dragonfly] routing */
  const DlDragonflyMinimal *minimal; /* [dragonfly] minimal */
  DlMachine *machine;                /* [dragonfly] interconnect: shared, or NULL */
  DlAriesOptions aries;
  DlRoutingSpec routing; /* read the datelines with dl_scenario_routing: unset ones are k - 1 */
  DlRouterSpec router;
  DlTrafficOptions traffic;
  DlSimulationSpec simulation;
  DlVcTable *vc_table; /* [torus] vc-table: shared, or NULL */
  guint64 set;         /* a bit a key, see dl_field_is_set */
  char *extras;        /* groups and keys the program does not know, as file text; or NULL */
} DlScenario;

/* Every key unset: the defaults of interface.md, that is the XT3 11x12x16. */
DlScenario *dl_scenario_new (void);
DlScenario *dl_scenario_copy (const DlScenario *scenario);
void dl_scenario_free (DlScenario *scenario);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlScenario, dl_scenario_free)
/* The same in every key, stated or not, and in the extras. */
gboolean dl_scenario_equal (const DlScenario *a, const DlScenario *b);
/* The same value in every key, whether stated or default; the extras are left aside. */
gboolean dl_scenario_same_values (const DlScenario *a, const DlScenario *b);

/* A dragonfly with the cabling of @machine, called @name. */
DlScenario *dl_scenario_new_machine (DlMachine *machine, const char *name);

/* The network of a dragonfly scenario, with its faults. Errors: DL_NETWORK_ERROR for a scenario
 * that dl_scenario_check refuses. */
DlDragonfly *dl_scenario_dragonfly (const DlScenario *scenario, GError **error);
/* The jobs that traffic.placement states, on @dragonfly, which was built from @scenario, whatever
 * the pattern. Errors: those of dl_jobs_parse. */
DlJobs *dl_scenario_jobs (const DlScenario *scenario, const DlDragonfly *dragonfly, GError **error);
/* Who sends to whom in @dragonfly, which was built from @scenario. Errors: those of DL_JOBS,
 * DL_PLACEMENT and DL_MATRIX, each beginning with its key, whose field @field (nullable) gets. */
struct _DlField;
DlDragonflyDemand *dl_scenario_dragonfly_demand (const DlScenario *scenario, DlDragonfly *dragonfly,
                                                 const struct _DlField **field, GError **error);

/* What the lower layers of a torus are built from: datelines resolved (unset: k - 1; mesh: none).
 * The table of virtual channels is the scenario's. */
DlRoutingSpec dl_scenario_routing (const DlScenario *scenario);
/* The target's node index in @network, which was built from @scenario; -1 without a target. */
DlTrafficSpec dl_scenario_traffic (const DlScenario *scenario, const DlNetwork *network);
/* Who sends to whom in @network, which was built from @scenario. */
DlDemand *dl_scenario_demand (const DlScenario *scenario, const DlNetwork *network);

/* Is that every working node to every other, as much to each? */
gboolean dl_scenario_is_uniform (const DlScenario *scenario, const DlNetwork *network);
/* What ranks send, of a scenario whose pattern is a program and says how (dl_scenario_has_program);
 * @network was built from it. An order that is random is drawn with @order_seed, a placement with
 * the scenario's. Errors, each beginning with its key, whose field @field (nullable) gets: those of
 * DL_MATRIX, DL_PLACEMENT and DL_WORKLOAD, DL_SCENARIO_ERROR_CONFLICT for keys that are missing or
 * files that were not read. */
DlWorkload *dl_scenario_workload (const DlScenario *scenario, const DlNetwork *network,
                                  guint64 order_seed, const struct _DlField **field,
                                  GError **error);
/* Does it say enough for its program to be known? Always, unless it is an all to all of which
 * nothing but the pattern is known, not even a length of messages: the load of uniform traffic. */
gboolean dl_scenario_has_program (const DlScenario *scenario);
/* Does @text, the value of a key that is a file, hold what was in the file, or only name it? */
gboolean dl_scenario_is_content (const char *text);

/* Everything that can only be judged over several keys: the network's limits, faults and datelines
 * inside it, a target where the pattern needs one. The error's message names the group and key that
 * must change and what would be right; @field (nullable) gets that key's field. */
gboolean dl_scenario_check (const DlScenario *scenario, const struct _DlField **field,
                            GError **error);

/* Values that are stated but have no effect, a message each that begins with the key: a dateline in
 * a dimension that is no ring, a policy whose table is missing or of another network. Never NULL;
 * free with g_strfreev. */
GStrv dl_scenario_warnings (const DlScenario *scenario);

G_END_DECLS
