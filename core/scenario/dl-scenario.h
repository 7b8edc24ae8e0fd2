/* A scenario: all that the user asked for, as a plain value. It changes only through edits
 * (dl-edit.h). */
#pragma once

#include "dl-collective.h"
#include "dl-goal.h"
#include "dl-pattern.h"
#include "dl-sim-counters.h"
#include "dl-sites.h"
#include "dl-workload.h"

G_BEGIN_DECLS

typedef struct _DlFamily DlFamily;           /* dl-family.h */
typedef struct _DlField DlField;             /* dl-field.h */
typedef struct _DlRouterModel DlRouterModel; /* dl-router-model.h */

typedef enum
{
  DL_SCENARIO_ERROR_SYNTAX,    /* not a scenario file */
  DL_SCENARIO_ERROR_VALUE,     /* a key's value is wrong */
  DL_SCENARIO_ERROR_KEY,       /* there is no key of that name */
  DL_SCENARIO_ERROR_CONFLICT,  /* values that contradict each other */
  DL_SCENARIO_ERROR_FORMAT,    /* of a newer format */
  DL_SCENARIO_ERROR_TOO_LARGE, /* more bytes than DL_SCENARIO_FILE_MAX_BYTES */
  DL_SCENARIO_ERROR_OUTSIDE    /* a scenario file names a file outside its own folder */
} DlScenarioError;

#define DL_SCENARIO_ERROR (dl_scenario_error_quark ())
GQuark dl_scenario_error_quark (void);

#define DL_SCENARIO_FORMAT 1

/* [traffic] */
typedef struct
{
  const DlPattern *pattern;
  gboolean saturated;      /* load=saturated */
  double load;             /* flits/node/cycle */
  guint packet_flits;      /* 1..64; the SeaStar and the Aries take 9 at most */
  DlPacketLengths lengths; /* of random packets, each at most that */
  char *target;            /* as written: a node, or empty */
  char *message_bytes;     /* a whole number, or empty */
  guint burst_messages;
  double response_share;      /* 0..1 */
  gboolean random_order;      /* all-to-all: order=random */
  char *placement;            /* shared: "linear", "random", or a file; empty: linear */
  const char *placement_file; /* while a scenario is judged: what to call that file; else NULL */
  char *matrix;               /* shared: a file, or empty */
  DlGoalFile *program;        /* shared; NULL: none */
  const DlCollective *collective; /* of pattern program without a file */
  guint64 bytes;                  /* of a rank's buffer in it */
  guint repeat;                   /* times that a program of messages runs */
  guint64 compute_ns;             /* between two of them */
  gboolean source_vc_zero;        /* source-vc=0 */
  gboolean self;                  /* packets go to their own node, too */
} DlTrafficOptions;

typedef struct
{
  char *name;
  const DlFamily *family; /* kind */
  guint64 seed;
  gpointer *options;                 /* (families + models) options of one alone: see its header */
  const DlRouterModel *router_model; /* stated; see dl_scenario_router */
  DlRouterSpec router;
  DlInputQueuedSpec input_queued;
  DlTrafficOptions traffic;
  DlSimulationSpec simulation;
  guint8 *set;  /* (keys) gboolean: stated; see dl_field_is_set */
  char *extras; /* groups and keys the program does not know, as file text; or NULL */
} DlScenario;

/* Every key unset: the defaults of dateline-scenario(5), that is the XT3 11x12x16. */
DlScenario *dl_scenario_new (void);
DlScenario *dl_scenario_copy (const DlScenario *scenario);
void dl_scenario_free (DlScenario *scenario);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlScenario, dl_scenario_free)
/* The same in every key, stated or not, and in the extras. */
gboolean dl_scenario_equal (const DlScenario *a, const DlScenario *b);
/* The same value in every key, whether stated or default; the extras are left aside. */
gboolean dl_scenario_same_values (const DlScenario *a, const DlScenario *b);
/* Each gets the other's content; pointers into their options stay valid. */
void dl_scenario_swap (DlScenario *a, DlScenario *b);
/* Struct of @family's keys. The same address as long as @scenario lives. */
gpointer dl_scenario_options (const DlScenario *scenario, const DlFamily *family);

/* Workload of a scenario whose demand follows from ranks (dl_scenario_has_ranks); for weights, one
 * with as many packets as the weights, which is never run; @sites:
 * of the network that was built from it, whose packets are of @shape. An order that is random is
 * drawn with @order_seed, a placement with the scenario's. Errors, each beginning with its key,
 * whose field @field (nullable) gets: those of DL_MATRIX, DL_PLACEMENT and DL_WORKLOAD,
 * DL_SCENARIO_ERROR_CONFLICT for keys that are missing or files that were not read. */
DlWorkload *dl_scenario_workload (const DlScenario *scenario, const DlSites *sites,
                                  DlPacketShape shape, guint64 order_seed, const DlField **field,
                                  GError **error);
/* Does the simulated traffic have a beginning and an end, instead of a load? */
gboolean dl_scenario_is_program (const DlScenario *scenario);
/* Is it simulated by the input-queued router, instead of the family's own? */
gboolean dl_scenario_is_input_queued (const DlScenario *scenario);
/* Does it say enough for its program to be known? Always, unless it is an all to all of which
 * nothing but the pattern is known, not even a length of messages: the load of uniform traffic. */
gboolean dl_scenario_has_program (const DlScenario *scenario);
/* Does its demand follow from ranks (dl_scenario_workload): of such a program, or of weights of
 * their pairs? */
gboolean dl_scenario_has_ranks (const DlScenario *scenario);
/* Does @text, the value of a key that is a file, hold the file's content, or only its name? */
gboolean dl_scenario_is_content (const char *text);

/* Everything that can only be judged over several keys: the network's limits, faults and datelines
 * inside it, a target where the pattern needs one. The error's message names the group and key that
 * must change and what would be right; @field (nullable) gets that key's field. */
gboolean dl_scenario_check (const DlScenario *scenario, const DlField **field, GError **error);

/* Values that are stated but have no effect, a message each that begins with the key: a dateline in
 * a dimension that is not a ring, a policy whose table is missing or of another network. Never
 * NULL; free with g_strfreev. */
GStrv dl_scenario_warnings (const DlScenario *scenario);

G_END_DECLS
