/* dateline-cli counters of a Cascade, and its jobs. */
#include "cli-dragonfly.h"

#include "cli-counters-dragonfly.h"
#include "cli-scenario.h"
#include "cli-streams.h"
#include "dl-cabling.h"
#include "dl-dragonfly-name.h"
#include "dl-open-regular.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include <math.h>

/* Messages about what does not fit. */
#define MAX_WARNINGS 10

static void
view_clear (CliCascade *view)
{
  dl_dragonfly_unref (view->machine);
  dl_scenario_free (view->scenario);
  dl_measured_unref (view->measured);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliCascade, view_clear)

double
cli_cascade_stalls (const CliCascade *view, guint64 flits, guint64 stalls)
{
  return dl_cascade_counters (view->counters)->has_stalls ? dl_stalls_per_flit (flits, stalls)
                                                          : NAN;
}

double
cli_cascade_half (const CliCascade *view, const guint64 *vc_flits, gboolean responses)
{
  const guint64 half = dl_vc_half (vc_flits, responses);
  const guint64 all = half + dl_vc_half (vc_flits, !responses);

  return dl_cascade_counters (view->counters)->has_vc_flits && all > 0 ? (double) half / all : NAN;
}

gboolean
cli_cascade_knows_class (const CliCascade *view, DlLinkClass class)
{
  return view->machine != NULL || class != DL_LINK_BLUE;
}

char *
cli_cascade_join_groups (const GArray *groups, const char *separator)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < groups->len; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? separator : "",
                            g_array_index (groups, guint16, i));
  return g_string_free (text, FALSE);
}

/* CSV ------------------------------------------------------------------------------------------ */

static void
csv_links (GString *out, const CliCascade *view)
{
  const DlCounters *counters = view->counters;
  g_autofree guint32 *busiest = dl_cascade_busiest (counters);

  g_string_append (out, "rank,from,to,index,class,flits,stalls,stalls_per_flit,requests,responses,"
                        "vc_balance\n");
  for (guint i = 0; i < MIN (dl_cascade_counters (counters)->links->len, view->top); i++)
    {
      const DlCascadeCount *count
          = &g_array_index (dl_cascade_counters (counters)->links, DlCascadeCount, busiest[i]);
      const double numbers[] = { cli_cascade_stalls (view, count->flits, count->stalls),
                                 cli_cascade_half (view, count->vc_flits, FALSE),
                                 cli_cascade_half (view, count->vc_flits, TRUE),
                                 dl_cascade_balance (count->vc_flits) };
      g_autofree char *from = dl_router_at_to_string (count->from);
      g_autofree char *to = dl_router_at_to_string (count->to);

      g_string_append_printf (out, "%u,%s,%s,%u,%s,%" G_GUINT64_FORMAT ",", i + 1, from, to,
                              count->parallel, dl_link_class_name (count->class), count->flits);
      if (dl_cascade_counters (counters)->has_stalls)
        g_string_append_printf (out, "%" G_GUINT64_FORMAT, count->stalls);
      for (guint number = 0; number < G_N_ELEMENTS (numbers); number++)
        {
          g_string_append_c (out, ',');
          cli_append_csv_double (out, numbers[number]);
        }
      g_string_append_c (out, '\n');
    }
}

static void
csv_jobs (GString *out, const CliCascade *view)
{
  g_autoptr (GPtrArray) jobs = dl_job_sums_new (view->counters);

  g_string_append (out, "rank,job,nodes,routers,shared_routers,groups\n");
  for (guint i = 0; i < MIN (jobs->len, view->top); i++)
    {
      const DlJobSums *job = jobs->pdata[i];
      g_autofree char *groups = cli_cascade_join_groups (job->groups, " ");

      g_string_append_printf (out, "%u,%" G_GUINT64_FORMAT ",%u,%u,%u,%s\n", i + 1, job->job,
                              job->nodes, job->routers, job->shared_routers, groups);
    }
}

/* Options -------------------------------------------------------------------------------------- */

static gboolean
check_options (const CliOptions *options, const DlCounters *counters, GError **error)
{
  if (options->region != NULL)
    return cli_bad_input (error, _ ("%s is for counters of a torus (leave it out)"), "--region");
  if (options->simulate && counters->kind == &dl_counters_kind_jobs)
    return cli_bad_input (error, _ ("%s is for counters of links (leave it out)"), "--simulate");
  return cli_counters_check_options (options, error);
}

/* What was noted in a file, the first of it. */
static void
warn (const char *file_name, const GPtrArray *notes, guint n_notes)
{
  const guint n = MIN (notes->len, MAX_WARNINGS);

  for (guint i = 0; i < n; i++)
    cli_complain (_ ("warning: %s"), (const char *) notes->pdata[i]);
  if (n_notes > n)
    cli_complain (ngettext ("warning: %s: %u more line does not match",
                            "warning: %s: %u more lines do not match", n_notes - n),
                  file_name, n_notes - n);
}

/* The machine ---------------------------------------------------------------------------------- */

static gsize
limit_of (const GByteArray *bytes)
{
  return DL_CABLING_MAX_BYTES;
}

/* A regular file that begins with the name of a cabinet, as no scenario does. */
static gboolean
is_cabling (const char *file_name)
{
  char head[64];
  const gsize length = dl_read_head (file_name, head, sizeof head);
  gsize at = 0;

  while (at < length && g_ascii_isspace (head[at]))
    at++;
  return at + 1 < length && head[at] == 'c' && g_ascii_isdigit (head[at + 1]);
}

static DlDragonfly *
load_cabling (Cli *cli, const char *file_name, GError **error)
{
  g_autofree char *name = cli_display_name (file_name);
  g_autoptr (GByteArray) bytes = cli_read (file_name, limit_of, cli->cancellable, error);
  DlCablingReport report = { 0 };
  DlDragonfly *machine;

  if (bytes == NULL)
    return NULL;
  machine = dl_cabling_read ((const char *) bytes->data, bytes->len, name, &report, error);
  if (machine != NULL)
    warn (name, report.irregular, report.n_irregular);
  dl_cabling_report_clear (&report);
  return machine;
}

/* The scenario, its network, and of counters of links what is computed for it. */
static gboolean
load_scenario (Cli *cli, const char *name, CliCascade *view, GError **error)
{
  g_autoptr (DlDragonflyAnalysis) analysis = NULL;
  g_autoptr (DlSimulation) simulation = NULL;
  DlSimulateOptions options;

  view->scenario = cli_scenario_load (cli, name, error);
  if (view->scenario == NULL)
    return FALSE;
  if (view->scenario->family != &dl_family_dragonfly)
    return cli_bad_input (error,
                          _ ("%s: these are counters of a dragonfly, and %s is not one "
                             "(expected a dragonfly)"),
                          view->counters->file_name, name);
  if (view->counters->kind == &dl_counters_kind_jobs)
    {
      view->machine = dl_scenario_dragonfly (view->scenario, error);
      return view->machine != NULL;
    }
  analysis = dl_dragonfly_evaluate (view->scenario, NULL, cli->cancellable, error);
  if (analysis == NULL)
    return FALSE;
  view->machine = dl_dragonfly_ref (analysis->dragonfly);
  /* A simulation takes its time: not for another machine. */
  view->measured = dl_measured_new_dragonfly (view->counters, analysis, NULL, error);
  if (view->measured == NULL || !cli->options.simulate)
    return view->measured != NULL;
  options = dl_simulate_options (view->scenario);
  options.routes = analysis->routes;
  simulation = cli_counters_simulate (cli, view->scenario, options, error);
  if (simulation == NULL)
    return FALSE;
  dl_measured_unref (view->measured);
  view->measured = dl_measured_new_dragonfly (view->counters, analysis, &simulation->links, error);
  return view->measured != NULL;
}

/* The machine whose cabling is in the file @machine_name, or the scenario of that name; NULL:
 * neither. */
static gboolean
load (Cli *cli, const char *machine_name, CliCascade *view, GError **error)
{
  if (machine_name == NULL || is_cabling (machine_name))
    {
      if (cli->options.set != NULL || cli->options.simulate)
        return cli_bad_input (error, _ ("%s needs a scenario (add a SCENARIO)"),
                              cli->options.set != NULL ? "--set" : "--simulate");
      if (machine_name != NULL)
        view->machine = load_cabling (cli, machine_name, error);
      return machine_name == NULL || view->machine != NULL;
    }
  return load_scenario (cli, machine_name, view, error);
}

static void
append_links (GString *out, const CliCascade *view, gboolean csv)
{
  if (csv && view->measured != NULL)
    cli_cascade_append_beside_csv (out, view);
  else if (csv)
    csv_links (out, view);
  else
    cli_cascade_append_links (out, view);
  if (!csv && view->measured != NULL)
    cli_cascade_append_beside_text (out, view);
}

CliStatus
cli_dragonfly_counters (Cli *cli, DlCounters *counters, guint top, GError **error)
{
  g_auto (CliCascade) view = { .counters = counters, .top = top };

  if (!check_options (&cli->options, counters, error)
      || !load (cli, cli->n_args > 1 ? cli->args[1] : NULL, &view, error)
      || !dl_counters_cover (counters, view.machine, &view.coverage, error))
    return CLI_DONE;
  warn (counters->file_name, counters->notes, counters->n_notes);
  if (cli->options.json)
    cli_cascade_append_json (cli->out, &view);
  else if (counters->kind == &dl_counters_kind_cascade)
    append_links (cli->out, &view, cli->options.csv);
  else
    (cli->options.csv ? csv_jobs : cli_cascade_append_jobs) (cli->out, &view);
  return CLI_DONE;
}
