/* What the command line says of each family of networks, and of none of the others: a row of
 * functions a family, in one table. */
#pragma once

#include "cli-check.h"
#include "cli-command.h"
#include "cli-figure.h"
#include "cli-json.h"
#include "cli-simulate.h"
#include "cli-table.h"

G_BEGIN_DECLS

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

typedef struct
{
  const DlFamily *family;

  /* FALSE with an error where the command of @cli is not for its networks, such as that of the
   * scenario @name. Nullable: takes all. */
  gboolean (*takes) (const Cli *cli, const char *name, GError **error);
  /* A line for each key that decides routes and traffic, the last for what is broken: two columns.
   */
  void (*describe) (CliTable *table, const DlScenario *scenario);
  const CliList *lists; /* list: the last without a name */

  /* analyze: into the current object, after what all results have; text below the description. */
  void (*add_analysis) (JsonBuilder *builder, const DlEvaluation *result);
  void (*append_analysis_csv) (GString *out, const DlEvaluation *result);
  void (*append_analysis_text) (GString *out, const DlEvaluation *result);

  /* links: a row a directed link. */
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
  /* What its loads rest on, as JSON says it. Nullable: that is not said. */
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
  /* What it has beside what all runs have: its figures, NAN before; these and a single run's own in
   * the current object; text below the common rows, with means over all runs. */
  void (*measure) (const DlSimulation *run, double *figures);
  void (*add_figures) (JsonBuilder *builder, const CliFigures *figures);
  void (*add_run) (JsonBuilder *builder, const DlSimulation *run);
  void (*append_run_text) (GString *out, const DlSimulation *run, const double *figures);
  /* A line for units that are not flits and cycles; FALSE: they are. Nullable: always. */
  gboolean (*append_units) (GString *out, const DlSimulation *run);
  /* A row a directed link; a column more of the rows in time (nullable). */
  void (*append_run_links) (GString *out, const DlSimulation *run);
  const char *series_column;
  double (*series_value) (const DlSimPoint *from, const DlSimPoint *to);
  /* A packet of a run's deadlock. Nullable: no run finds one. */
  void (*name_wait) (const DlSimulation *run, const DlSimWait *wait, CliWait *names);

  /* counters: of one of its machines, which the second argument may name. At most @top rows a
   * list. */
  CliStatus (*counters) (Cli *cli, DlCounters *counters, guint top, GError **error);
  const CliFigureFamily *figures;
} CliFamily;

/* All rows. */
const CliFamily *cli_families (guint *n_families);
/* Its row, or one that says of any network what all have. */
const CliFamily *cli_family (const DlFamily *family);
/* The row of whose machines @counters are. */
const CliFamily *cli_family_of_counters (const DlCounters *counters);
/* The key whose values are the list @name of the @i-th family that has one of that name; NULL: no
 * more have. */
const DlField *cli_families_find_list (const char *name, guint i);
/* The names of these lists, each once, for a message. Free with g_free. */
char *cli_families_name_lists (void);

/* The critical cables of @scenario, with progress where somebody sees it. */
DlCritical *cli_find_critical (Cli *cli, const DlScenario *scenario, GError **error);

static inline const CliFamily *
cli_family_of (const DlScenario *scenario)
{
  return cli_family (scenario->family);
}

G_END_DECLS
