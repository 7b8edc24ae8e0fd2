/* Output for one family of networks and for none of the others: a row of functions per family, in
 * one table. */
#pragma once

#include "cli-command.h"
#include "cli-simulate.h"
#include "cli-table.h"
#include "dl-evaluate.h"
#include "dl-findings.h"
#include "dl-measured.h"
#include "dl-simulate.h"
#include "dl-verdict.h"

G_BEGIN_DECLS

/* check: properties judged pair by pair. */
typedef enum
{
  CLI_REACHABILITY,
  CLI_DROPS,
  CLI_LEGALITY, /* noted only: whether routes can deadlock, their graph knows better */
  CLI_N_CHECKS
} CliCheck;

typedef struct
{
  const DlVerdict *deadlock;
  DlPairCounts all, pattern;
  guint64 failing[CLI_N_CHECKS];    /* of all pairs: they decide */
  guint64 of_pattern[CLI_N_CHECKS]; /* of the pattern's */
  char *example[CLI_N_CHECKS];      /* "0,0,0 to 2,2,2", or NULL */
} CliVerdict;

/* The values of a key, as a list of that name; an option of that name takes some of them. */
typedef struct
{
  const char *name;
  const char *key; /* "group.key" */
} CliList;

/* flows: of networks whose packets are whole, whose links have a balance and do not say in their
 * names where they end. */
typedef struct
{
  const DlTableColumn *node_columns; /* (n_node_columns) of a node in CSV */
  guint n_node_columns;
  void (*cells_of_node) (DlCells *cells, const DlEvaluation *result, guint node);
  guint (*n_vcs) (const DlEvaluation *result);
  double (*vc_packets) (const DlEvaluation *result, guint link, guint vc);
  double (*balance) (const DlEvaluation *result, guint link); /* NAN: none */
  gboolean (*parse_link) (const DlNet *net, const char *text, guint *link, GError **error);
} CliFlowsFamily;

/* simulate: what a run has beside what all have. */
typedef struct
{
  /* Its figures, NAN before; these and a single run's own in the current object; text below the
   * common rows, with means over all runs. Nullable: there is nothing. */
  void (*measure) (const DlSimulation *run, double *figures);
  void (*add_figures) (JsonBuilder *builder, const CliFigures *figures);
  void (*add_run) (JsonBuilder *builder, const DlSimulation *run);
  void (*append_text) (GString *out, const DlSimulation *run, const double *figures);
  /* A line for units that are not flits and cycles; FALSE: they are. Nullable: always. */
  gboolean (*append_units) (GString *out, const DlSimulation *run);
  /* A row per directed link; a column more of the rows in time (nullable). */
  void (*append_links) (GString *out, const DlSimulation *run);
  const char *series_column;
  double (*series_value) (const DlSimPoint *from, const DlSimPoint *to);
  /* A packet of a run's deadlock. Nullable: no run finds one. */
  void (*name_wait) (const DlSimulation *run, const DlSimWait *wait, CliWait *names);
} CliRunFamily;

typedef struct
{
  const DlFamily *family;

  /* FALSE with an error where the command of @cli is not for its networks, such as that of the
   * scenario @name. Nullable: takes all. */
  gboolean (*takes) (const Cli *cli, const char *name, GError **error);
  /* A line for each key that decides routes and traffic, the last for faults: two columns. */
  void (*describe) (CliTable *table, const DlScenario *scenario);
  const CliList *lists; /* list: the last without a name */

  /* analyze: into the current object, after what all results have; text below the description. */
  void (*add_analysis) (JsonBuilder *builder, const DlEvaluation *result);
  void (*append_analysis_csv) (GString *out, const DlEvaluation *result);
  void (*append_analysis_text) (GString *out, const DlEvaluation *result);

  /* links: a row per directed link. */
  void (*append_links) (GString *out, const DlEvaluation *result, gboolean csv);

  /* check: a pair for each check that fails, of the pattern's pairs if there is one, FALSE on
   * error; and the channels of the shortest cycle, below its title (nullable: their names). */
  gboolean (*find_examples) (const DlEvaluation *result, CliVerdict *verdict,
                             GCancellable *cancellable, GError **error);
  void (*append_cycle) (GString *out, const DlEvaluation *result);

  /* route: between two nodes of @shape, which is @scenario's; and model: what papers compute. In
   * the format that @cli asks for; FALSE on error. */
  gboolean (*append_route) (Cli *cli, const DlScenario *scenario, gpointer shape, guint from,
                            guint to, GError **error);
  gboolean (*append_model) (Cli *cli, const DlEvaluation *result, GError **error);

  const CliFlowsFamily *flows; /* NULL: it has nothing to add */
  /* Basis of its loads, as JSON says it. Nullable: that is not said. */
  const char *(*loads_are) (const DlEvaluation *result);
  /* tables: of the router of the node that --node names. In the format that @cli asks for; FALSE on
   * error. */
  gboolean (*append_tables) (Cli *cli, const DlScenario *scenario, GError **error);
  gboolean all_tables; /* also those of all routers, with --dump-fts and --slurm */
  /* critical: what files call a cable, by one of its links (nullable: as they call the link), free
   * with g_free. */
  char *(*name_cable) (gconstpointer shape, guint link);
  /* In CSV, what says which cable it is, instead of its class and name. Nullable. */
  const DlTableColumn *cable_columns; /* (n_cable_columns) */
  guint n_cable_columns;
  void (*cells_of_cable) (DlCells *cells, gconstpointer shape, guint link);

  /* simulate */
  const char *no_sources; /* why there is no --sources, translatable; NULL: there is */
  const CliRunFamily *runs;

  /* counters: of one of its machines, which the second argument may name. At most @top rows per
   * list. */
  CliStatus (*counters) (Cli *cli, DlCounters *counters, guint top, GError **error);
} CliFamily;

/* The rows, each in the file of its family. */
extern const CliFamily cli_torus, cli_dragonfly, cli_fabric;

/* All of them. */
const CliFamily *const *cli_families (guint *n_families);
/* The row of @family, or the one for the properties that all networks have. */
const CliFamily *cli_family (const DlFamily *family);
/* The row of whose machines @counters are. */
const CliFamily *cli_family_of_counters (const DlCounters *counters);
/* The key whose values are the list @name of the @i-th family that has one of that name; NULL: no
 * more have. */
const DlField *cli_families_find_list (const char *name, guint i);
/* The names of these lists, each once, for a message. Free with g_free. */
char *cli_families_name_lists (void);

static inline const CliFamily *
cli_family_of (const DlScenario *scenario)
{
  return cli_family (scenario->family);
}

/* For their functions: what several commands say of an analysis, of whatever network. */

/* In a table: "impossible", "POSSIBLE", or that it is not known; translated. */
const char *cli_deadlock_word (const DlVerdict *verdict);

/* The scenario's name and a line for each key that decides its routes and traffic. */
void cli_append_description (GString *out, const DlScenario *scenario);
/* Rows of two columns: working nodes and links; pairs, and undelivered ones; cyclic components and
 * deadlock. */
void cli_table_parts (CliTable *table, const DlEvaluation *result);
void cli_table_pairs (CliTable *table, const DlEvaluation *result);
void cli_table_verdict (CliTable *table, const DlEvaluation *result);
/* A route's object that is begun; @reason: (nullable) why it is not "delivered". */
JsonBuilder *cli_json_new_route (const char *status, const char *reason);

/* counters */

/* The counters in a file. */
DlCounters *cli_counters_load (Cli *cli, const char *file_name, GError **error);

/* Whether options of a simulation are given only where one is asked for. */
gboolean cli_counters_check_options (const CliOptions *options, GError **error);

/* Simulate @scenario with @options, except options of the command line. NULL on error. */
DlSimulation *cli_counters_simulate (Cli *cli, const DlScenario *scenario,
                                     DlSimulateOptions options, GError **error);

/* "pearson", "rank" of counters with computed values. */
void cli_json_correlation (JsonBuilder *builder, const char *name,
                           const DlCorrelation *correlation);
/* The same for people, in a table below what was compared with. */
void cli_append_correlation (GString *out, const DlScenario *scenario, const DlMeasured *measured);

G_END_DECLS
