/* What the command line says of each family of networks, and of none of the others: a row of
 * functions a family, in one table. */
#pragma once

#include "cli-check.h"
#include "cli-command.h"
#include "cli-json.h"
#include "cli-table.h"
#include "dl-evaluate.h"

G_BEGIN_DECLS

typedef struct
{
  const DlFamily *family;

  /* FALSE with an error where the command of @cli is not for its networks, such as that of the
   * scenario @name. Nullable: takes all. */
  gboolean (*takes) (const Cli *cli, const char *name, GError **error);
  /* A line for each key that decides routes and traffic, the last for what is broken: two columns.
   */
  void (*describe) (CliTable *table, const DlScenario *scenario);
  /* A channel of the dependency graph. Free with g_free. */
  char *(*channel_name) (const DlResult *result, guint32 channel);

  /* analyze: into the current object, after what all results have; text below the description. */
  void (*add_analysis) (JsonBuilder *builder, const DlResult *result);
  void (*append_analysis_csv) (GString *out, const DlResult *result);
  void (*append_analysis_text) (GString *out, const DlResult *result);

  /* links: a row a directed link. */
  void (*append_links_csv) (GString *out, const DlResult *result);
  void (*append_links_text) (GString *out, const DlResult *result);

  /* check: how all pairs' routes end; a pair for each check that fails, of the pattern's pairs if
   * there is one, FALSE on error; and the channels of the shortest cycle, below its title. */
  DlPairCounts (*count_all) (const DlResult *result);
  gboolean (*find_examples) (const DlResult *result, CliVerdict *verdict, GCancellable *cancellable,
                             GError **error);
  void (*append_cycle) (GString *out, const DlResult *result);

  /* route: between two nodes of @shape, which is @scenario's; and model: what papers compute. In
   * the format that @cli asks for; FALSE on error. */
  gboolean (*append_route) (Cli *cli, const DlScenario *scenario, gpointer shape, guint from,
                            guint to, GError **error);
  gboolean (*append_model) (Cli *cli, const DlResult *result, GError **error);
} CliFamily;

/* The row of its family. */
const CliFamily *cli_family_of (const DlScenario *scenario);

G_END_DECLS
