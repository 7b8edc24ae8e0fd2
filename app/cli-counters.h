/* dateline-cli counters: what its parts share. */
#pragma once

#include "cli-command.h"
#include "cli-json.h"
#include "dl-measured.h"
#include "dl-simulate.h"

G_BEGIN_DECLS

/* The counters in a file. */
DlCounters *cli_counters_load (Cli *cli, const char *file_name, GError **error);

/* @scenario with @options, but those that are on the command line. NULL on error. */
DlSimulation *cli_counters_simulate (Cli *cli, const DlScenario *scenario,
                                     DlSimulateOptions options, GError **error);

/* A torus' counters beside a scenario's analysis, and its simulation if that is asked for. At most
 * @top rows a list. */
CliStatus cli_counters_torus (Cli *cli, const DlCounters *counters, guint top, GError **error);
/* A Cascade's counters or jobs, of the machine whose cabling is in the file @machine_name, or
 * beside the scenario of that name (nullable: neither). */
CliStatus cli_counters_cascade (Cli *cli, DlCounters *counters, const char *machine_name, guint top,
                                GError **error);
/* A Cascade's counters beside a scenario's analysis: what follows that there is of them alone. At
 * most @top rows a list. */
typedef struct
{
  const DlScenario *scenario;
  const DlMeasured *measured;
  guint top;
} CliBeside;

/* Into the current object. */
void cli_beside_append_json (JsonBuilder *builder, const CliBeside *beside);
void cli_beside_append_text (GString *out, const CliBeside *beside);
/* A row a link, the busiest first. */
void cli_beside_append_csv (GString *out, const CliBeside *beside);
/* "correlation" of the counters with what was computed: "pearson", "rank". */
void cli_json_likeness (JsonBuilder *builder, const char *name, const DlLikeness *likeness);

/* What was noted in a file, the first of it. */
void cli_counters_warn (const char *file_name, const GPtrArray *notes, guint n_notes);

G_END_DECLS
