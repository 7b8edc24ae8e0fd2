/* What is told of a Cascade's counters, or of its jobs: cli-counters-dragonfly.c loads it and
 * writes CSV, the files named below the rest. */
#pragma once

#include "cli-counters.h"
#include "cli-table.h"
#include "dl-counters-sums.h"

G_BEGIN_DECLS

typedef struct
{
  DlCounters *counters;
  DlCountersCoverage coverage;
  DlDragonfly *machine; /* nullable: whole groups */
  DlScenario *scenario; /* nullable */
  DlMeasured *measured; /* nullable */
  guint top;
} CliCascade;

/* NAN where stalls were not measured. */
double cli_cascade_stalls (const CliCascade *view, guint64 flits, guint64 stalls);
/* Of requests, or of responses, NAN if virtual channels were not measured; @vc_flits:
 * (DL_ARIES_VCS). */
double cli_cascade_half (const CliCascade *view, const guint64 *vc_flits, gboolean responses);
/* Whether it is known how many links of @class the machine has: whole groups say nothing of blue
 * ones. */
gboolean cli_cascade_knows_class (const CliCascade *view, DlLinkClass class);
/* @groups (guint16) in one line. Free with g_free. */
char *cli_cascade_join_groups (const GArray *groups, const char *separator);

/* cli-counters-dragonfly-json.c */
void cli_cascade_append_json (GString *out, const CliCascade *view);
/* Text: cli-counters-dragonfly-text.c */
void cli_cascade_append_links (GString *out, const CliCascade *view);
void cli_cascade_append_jobs (GString *out, const CliCascade *view);
/* Of @n rows, how many are left out. */
void cli_cascade_append_more (GString *out, const CliCascade *view, guint n);
/* Links beside a scenario's analysis, which follows what there is of them alone:
 * cli-counters-dragonfly-beside.c. JSON: into the current object; CSV: a row a link, the busiest
 * first. */
void cli_cascade_append_beside_json (JsonBuilder *builder, const CliCascade *view);
void cli_cascade_append_beside_csv (GString *out, const CliCascade *view);
void cli_cascade_append_beside_text (GString *out, const CliCascade *view);

G_END_DECLS
