/* Judging a scenario: what the two ways in which it changes share, reading a file and applying
 * edits, and what families judge theirs with. */
#pragma once

#include "dl-field.h"
#include "dl-jobs.h"
#include "dl-workload.h"

G_BEGIN_DECLS

/* After keys were set: bring the faults into canonical form, then dl_scenario_check.
 * @placement_file: (nullable) the name of the file with the placement, for messages. */
gboolean dl_scenario_normalize (DlScenario *scenario, const char *placement_file,
                                const DlField **field, GError **error);

/* dl-scenario-check.c: FALSE with an error about @name ("group.key"), with which the message
 * begins. */
gboolean dl_scenario_fail (const char *name, const DlField **field, GError **error,
                           const char *format, ...) G_GNUC_PRINTF (4, 5);

/* Set @error: @failure, which is taken, or without one that it was canceled. */
void dl_scenario_fail_cancelled (GError *failure, const char *cancelled, GError **error);

/* dl-scenario-check.c: where ranks and jobs run, on any kind of network. Errors begin with their
 * key. */
const char *dl_scenario_placement_file (const DlScenario *scenario); /* for messages */
DlPlacement *dl_scenario_place (const DlScenario *scenario, const DlSites *sites,
                                const DlField **field, GError **error);
/* Jobs instead of ranks: by the pattern, or of an all to all by the placement. */
gboolean dl_scenario_places_jobs (const DlScenario *scenario, const DlSites *sites);
/* Jobs from dl_jobs_parse; errors of the first function do not begin with the key. */
DlJobs *dl_scenario_read_jobs (const DlScenario *scenario, const DlSites *sites, GError **error);
/* The jobs of which each runs the program of messages among its own nodes, where the placement has
 * some; NULL without an error: all ranks run one, or the pattern is another. */
DlJobs *dl_scenario_program_jobs (const DlScenario *scenario, const DlSites *sites,
                                  const DlField **field, GError **error);
DlJobs *dl_scenario_place_jobs (const DlScenario *scenario, const DlSites *sites,
                                const DlField **field, GError **error);
/* All to all in each of @teams by shifts, of messages of the scenario's length; as for
 * dl_scenario_workload. */
DlWorkload *dl_scenario_shifts (const DlScenario *scenario, const DlTeams *teams,
                                DlPacketShape shape, guint64 order_seed, const DlField **field,
                                GError **error);
/* Is its program one that ranks can run (dl_scenario_workload)? For families' checks. */
gboolean dl_scenario_check_workload (const DlScenario *scenario, const DlSites *sites,
                                     DlPacketShape shape, const DlField **field, GError **error);
/* FALSE with an error where a pattern lacks the length of its messages, which a run needs. */
gboolean dl_scenario_check_bytes (const DlScenario *scenario, GError **error);

G_END_DECLS
