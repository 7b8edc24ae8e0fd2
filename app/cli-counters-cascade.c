/* dateline-cli counters of a Cascade, and its jobs. */
#include "cli-counters.h"

#include "cli-scenario.h"
#include "cli-streams.h"
#include "cli-table.h"
#include "dl-cabling.h"
#include "dl-dragonfly-name.h"
#include "dl-evaluate.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include <math.h>

typedef struct
{
  DlCounters *counters;
  DlCountersCoverage coverage;
  DlDragonfly *machine; /* nullable: whole groups */
  DlScenario *scenario; /* nullable */
  DlMeasured *measured; /* nullable */
  guint top;
} View;

static void
view_clear (View *view)
{
  dl_dragonfly_unref (view->machine);
  dl_scenario_free (view->scenario);
  dl_measured_unref (view->measured);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (View, view_clear)

static CliBeside
beside (const View *view)
{
  return (CliBeside) { view->scenario, view->measured, view->top };
}

/* NAN where stalls were not measured. */
static double
stalls_of (const View *view, guint64 flits, guint64 stalls)
{
  return view->counters->has_stalls ? dl_stalls_per_flit (flits, stalls) : NAN;
}

/* Of requests, or of responses, NAN if virtual channels were not measured. */
static double
half_share (const View *view, const guint64 *vc_flits, gboolean responses)
{
  const guint64 half = dl_vc_half (vc_flits, responses);
  const guint64 all = half + dl_vc_half (vc_flits, !responses);

  return view->counters->has_vc_flits && all > 0 ? (double) half / all : NAN;
}

/* How many links of a class the machine has: whole groups say nothing of blue ones. */
static gboolean
knows_class (const View *view, DlLinkClass class)
{
  return view->machine != NULL || class != DL_LINK_BLUE;
}

static char *
join_groups (const GArray *groups, const char *separator)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < groups->len; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? separator : "",
                            g_array_index (groups, guint16, i));
  return g_string_free (text, FALSE);
}

/* JSON ----------------------------------------------------------------------------------------- */

/* A number, or null if it is not known. */
static void
json_known (JsonBuilder *builder, const char *name, gboolean known, guint number)
{
  if (known)
    cli_json_int (builder, name, number);
  else
    cli_json_null (builder, name);
}

static void
json_vcs (JsonBuilder *builder, const char *name, gboolean has, const guint64 *vcs)
{
  if (!has)
    {
      cli_json_null (builder, name);
      return;
    }
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (guint vc = 0; vc < DL_ARIES_VCS; vc++)
    json_builder_add_int_value (builder, vcs[vc]);
  json_builder_end_array (builder);
}

static void
json_counts (JsonBuilder *builder, const View *view, guint64 flits, guint64 stalls)
{
  cli_json_int (builder, "flits", flits);
  if (view->counters->has_stalls)
    cli_json_int (builder, "stalls", stalls);
  else
    cli_json_null (builder, "stalls");
  cli_json_double (builder, "stalls_per_flit", stalls_of (view, flits, stalls));
}

static void
json_groups (JsonBuilder *builder, const char *name, const GArray *groups)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (guint i = 0; i < groups->len; i++)
    json_builder_add_int_value (builder, g_array_index (groups, guint16, i));
  json_builder_end_array (builder);
}

static void
json_classes (JsonBuilder *builder, const View *view)
{
  json_builder_set_member_name (builder, "classes");
  json_builder_begin_array (builder);
  for (guint i = 0; i < DL_N_LINK_CLASSES; i++)
    {
      DlCascadeSums sums;

      dl_cascade_sums_of_class (view->counters, i, &sums);
      json_builder_begin_object (builder);
      cli_json_string (builder, "class", dl_link_class_name (i));
      cli_json_int (builder, "links", view->coverage.links[i]);
      json_known (builder, "machine_links", knows_class (view, i), view->coverage.machine[i]);
      cli_json_int (builder, "idle_links", sums.idle_links);
      json_counts (builder, view, sums.flits, sums.stalls);
      json_vcs (builder, "vc_flits", view->counters->has_vc_flits, sums.vc_flits);
      json_vcs (builder, "vc_stalls", view->counters->has_vc_stalls, sums.vc_stalls);
      cli_json_double (builder, "requests", half_share (view, sums.vc_flits, FALSE));
      cli_json_double (builder, "responses", half_share (view, sums.vc_flits, TRUE));
      cli_json_double (builder, "vc_balance", dl_cascade_balance (sums.vc_flits));
      cli_json_double (builder, "vc_balance_mean", dl_cascade_sums_balance_mean (&sums));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
json_busiest (JsonBuilder *builder, const View *view, const guint32 *busiest)
{
  const GArray *links = view->counters->cascade;

  json_builder_set_member_name (builder, "busiest");
  json_builder_begin_array (builder);
  for (guint i = 0; i < MIN (links->len, view->top); i++)
    {
      const DlCascadeCount *count = &g_array_index (links, DlCascadeCount, busiest[i]);
      g_autofree char *from = dl_router_at_to_string (count->from);
      g_autofree char *to = dl_router_at_to_string (count->to);

      json_builder_begin_object (builder);
      cli_json_string (builder, "from", from);
      cli_json_string (builder, "to", to);
      cli_json_int (builder, "index", count->parallel);
      cli_json_string (builder, "class", dl_link_class_name (count->class));
      json_counts (builder, view, count->flits, count->stalls);
      cli_json_double (builder, "requests", half_share (view, count->vc_flits, FALSE));
      cli_json_double (builder, "vc_balance", dl_cascade_balance (count->vc_flits));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
json_group_sums (JsonBuilder *builder, const View *view, const GArray *groups)
{
  json_builder_set_member_name (builder, "busiest_groups");
  json_builder_begin_array (builder);
  for (guint i = 0; i < MIN (groups->len, view->top); i++)
    {
      const DlGroupSums *group = &g_array_index (groups, DlGroupSums, i);

      json_builder_begin_object (builder);
      cli_json_int (builder, "group", group->group);
      cli_json_int (builder, "links", group->sums.links);
      json_counts (builder, view, group->sums.flits, group->sums.stalls);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
json_jobs (JsonBuilder *builder, const View *view, const GPtrArray *jobs)
{
  cli_json_int (builder, "nodes", view->coverage.nodes);
  cli_json_int (builder, "machine_nodes", view->coverage.machine_nodes);
  cli_json_int (builder, "n_jobs", jobs->len);
  json_builder_set_member_name (builder, "jobs");
  json_builder_begin_array (builder);
  for (guint i = 0; i < MIN (jobs->len, view->top); i++)
    {
      const DlJobSums *job = jobs->pdata[i];

      json_builder_begin_object (builder);
      cli_json_int (builder, "job", job->job);
      cli_json_int (builder, "nodes", job->nodes);
      cli_json_int (builder, "routers", job->routers);
      cli_json_int (builder, "shared_routers", job->shared_routers);
      json_groups (builder, "groups", job->groups);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
append_json (GString *out, const View *view)
{
  const DlCounters *counters = view->counters;
  const gboolean is_jobs = counters->kind == DL_COUNTERS_JOBS;
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  cli_json_int (builder, "format", 1);
  cli_json_string (builder, "kind", is_jobs ? "jobs" : "dragonfly");
  cli_json_string (builder, "file", counters->file_name);
  cli_json_bool (builder, "whole_groups", view->machine == NULL);
  json_groups (builder, "groups", counters->groups);
  cli_json_int (builder, "outside", view->coverage.n_outside);
  if (is_jobs)
    {
      g_autoptr (GPtrArray) jobs = dl_job_sums_new (counters);

      json_jobs (builder, view, jobs);
    }
  else
    {
      g_autofree guint32 *busiest = dl_cascade_busiest (counters);
      g_autoptr (GArray) groups = dl_group_sums_new (counters);
      const CliBeside it = beside (view);

      cli_json_int (builder, "links", counters->cascade->len);
      cli_json_int (builder, "one_sided_links", dl_counters_one_sided (counters));
      json_classes (builder, view);
      json_busiest (builder, view, busiest);
      json_group_sums (builder, view, groups);
      if (view->measured != NULL)
        cli_beside_append_json (builder, &it);
    }
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

/* CSV ------------------------------------------------------------------------------------------ */

static void
csv_links (GString *out, const View *view)
{
  const DlCounters *counters = view->counters;
  g_autofree guint32 *busiest = dl_cascade_busiest (counters);

  g_string_append (out, "rank,from,to,index,class,flits,stalls,stalls_per_flit,requests,responses,"
                        "vc_balance\n");
  for (guint i = 0; i < MIN (counters->cascade->len, view->top); i++)
    {
      const DlCascadeCount *count = &g_array_index (counters->cascade, DlCascadeCount, busiest[i]);
      const double numbers[]
          = { stalls_of (view, count->flits, count->stalls),
              half_share (view, count->vc_flits, FALSE), half_share (view, count->vc_flits, TRUE),
              dl_cascade_balance (count->vc_flits) };
      g_autofree char *from = dl_router_at_to_string (count->from);
      g_autofree char *to = dl_router_at_to_string (count->to);

      g_string_append_printf (out, "%u,%s,%s,%u,%s,%" G_GUINT64_FORMAT ",", i + 1, from, to,
                              count->parallel, dl_link_class_name (count->class), count->flits);
      if (counters->has_stalls)
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
csv_jobs (GString *out, const View *view)
{
  g_autoptr (GPtrArray) jobs = dl_job_sums_new (view->counters);

  g_string_append (out, "rank,job,nodes,routers,shared_routers,groups\n");
  for (guint i = 0; i < MIN (jobs->len, view->top); i++)
    {
      const DlJobSums *job = jobs->pdata[i];
      g_autofree char *groups = join_groups (job->groups, " ");

      g_string_append_printf (out, "%u,%" G_GUINT64_FORMAT ",%u,%u,%u,%s\n", i + 1, job->job,
                              job->nodes, job->routers, job->shared_routers, groups);
    }
}

/* Text ----------------------------------------------------------------------------------------- */

static void
append_heads (CliTable *table, const char *const *heads, guint n)
{
  for (guint i = 0; i < n; i++)
    cli_table_text (table, heads[i]);
}

static void
append_more (GString *out, const View *view, guint n)
{
  if (n > view->top)
    g_string_append_printf (out, _ ("and %u more (--top N shows them)\n"), n - view->top);
}

/* "-" where it was not measured. */
static void
append_stalls (CliTable *table, const View *view, guint64 flits, guint64 stalls)
{
  if (view->counters->has_stalls)
    cli_table_int (table, stalls);
  else
    cli_table_text (table, "-");
  cli_table_double (table, stalls_of (view, flits, stalls), 3);
}

static void
text_classes (GString *out, const View *view)
{
  const char *const heads[] = {
    "",         _ ("links"), _ ("of"),     _ ("covered, %"),
    _ ("idle"), _ ("flits"), _ ("stalls"), _ ("stalls a flit"),
  };
  g_autoptr (CliTable) table = cli_table_new ("lrrrrrrr");

  append_heads (table, heads, G_N_ELEMENTS (heads));
  for (guint i = 0; i < DL_N_LINK_CLASSES; i++)
    {
      const guint links = view->coverage.links[i], all = view->coverage.machine[i];
      DlCascadeSums sums;

      dl_cascade_sums_of_class (view->counters, i, &sums);
      cli_table_text (table, dl_link_class_title (i));
      cli_table_int (table, links);
      cli_table_double (table, knows_class (view, i) ? all : NAN, 0);
      cli_table_double (table, all > 0 ? 100. * links / all : NAN, 1);
      cli_table_int (table, sums.idle_links);
      cli_table_int (table, sums.flits);
      append_stalls (table, view, sums.flits, sums.stalls);
    }
  cli_table_append (out, table);
}

static void
text_vcs (GString *out, const View *view)
{
  const char *const heads[] = { _ ("share of flits, %"),
                                "VC0",
                                "VC1",
                                "VC2",
                                "VC3",
                                "VC4",
                                "VC5",
                                "VC6",
                                "VC7",
                                _ ("requests"),
                                _ ("responses"),
                                _ ("balance"),
                                _ ("mean of links") };
  g_autoptr (CliTable) table = cli_table_new ("lrrrrrrrrrrrr");

  if (!view->counters->has_vc_flits)
    return;
  g_string_append_printf (out, "\n%s\n\n",
                          _ ("Virtual channels 0 to 3 are for requests, 4 to 7 for responses;\nthe "
                             "balance is |requests - responses| / (requests + responses)."));
  append_heads (table, heads, G_N_ELEMENTS (heads));
  for (guint i = 0; i < DL_N_LINK_CLASSES; i++)
    {
      DlCascadeSums sums;
      guint64 all;

      dl_cascade_sums_of_class (view->counters, i, &sums);
      all = dl_vc_half (sums.vc_flits, FALSE) + dl_vc_half (sums.vc_flits, TRUE);
      cli_table_text (table, dl_link_class_title (i));
      for (guint vc = 0; vc < DL_ARIES_VCS; vc++)
        cli_table_double (table, all > 0 ? 100. * sums.vc_flits[vc] / all : NAN, 1);
      cli_table_double (table, 100 * half_share (view, sums.vc_flits, FALSE), 1);
      cli_table_double (table, 100 * half_share (view, sums.vc_flits, TRUE), 1);
      cli_table_double (table, dl_cascade_balance (sums.vc_flits), 4);
      cli_table_double (table, dl_cascade_sums_balance_mean (&sums), 4);
    }
  cli_table_append (out, table);
}

static void
text_busiest (GString *out, const View *view)
{
  const DlCounters *counters = view->counters;
  const char *const heads[] = {
    "",           _ ("from"),          _ ("to"),          _ ("link"), _ ("class"), _ ("flits"),
    _ ("stalls"), _ ("stalls a flit"), _ ("requests, %"),
  };
  g_autofree guint32 *busiest = dl_cascade_busiest (counters);
  g_autoptr (CliTable) table = cli_table_new ("rllrlrrrr");

  g_string_append_printf (out, "\n%s\n\n", _ ("The busiest links"));
  append_heads (table, heads, G_N_ELEMENTS (heads));
  for (guint i = 0; i < MIN (counters->cascade->len, view->top); i++)
    {
      const DlCascadeCount *count = &g_array_index (counters->cascade, DlCascadeCount, busiest[i]);
      g_autofree char *from = dl_router_at_to_string (count->from);
      g_autofree char *to = dl_router_at_to_string (count->to);

      cli_table_int (table, i + 1);
      cli_table_text (table, from);
      cli_table_text (table, to);
      cli_table_int (table, count->parallel);
      cli_table_text (table, dl_link_class_title (count->class));
      cli_table_int (table, count->flits);
      append_stalls (table, view, count->flits, count->stalls);
      cli_table_double (table, 100 * half_share (view, count->vc_flits, FALSE), 1);
    }
  cli_table_append (out, table);
  append_more (out, view, counters->cascade->len);
}

static void
text_groups (GString *out, const View *view)
{
  const char *const heads[]
      = { _ ("group"), _ ("links"), _ ("flits"), _ ("stalls"), _ ("stalls a flit") };
  g_autoptr (GArray) groups = dl_group_sums_new (view->counters);
  g_autoptr (CliTable) table = cli_table_new ("rrrrr");

  g_string_append_printf (out, "\n%s\n\n",
                          _ ("The busiest groups, by the links that leave their "
                             "routers"));
  append_heads (table, heads, G_N_ELEMENTS (heads));
  for (guint i = 0; i < MIN (groups->len, view->top); i++)
    {
      const DlGroupSums *group = &g_array_index (groups, DlGroupSums, i);

      cli_table_int (table, group->group);
      cli_table_int (table, group->sums.links);
      cli_table_int (table, group->sums.flits);
      append_stalls (table, view, group->sums.flits, group->sums.stalls);
    }
  cli_table_append (out, table);
  append_more (out, view, groups->len);
}

/* Of what the numbers of the machine are. */
static void
text_machine (GString *out, const View *view)
{
  const guint one_sided = dl_counters_one_sided (view->counters);

  if (one_sided > 0)
    g_string_append_printf (out,
                            ngettext ("%u link was measured in one direction only.\n",
                                      "%u links were measured in one direction only.\n", one_sided),
                            one_sided);
  if (view->coverage.n_outside > 0)
    g_string_append_printf (out,
                            ngettext ("%u row is of nothing that the machine has.\n",
                                      "%u rows are of nothing that the machine has.\n",
                                      view->coverage.n_outside),
                            view->coverage.n_outside);
  if (view->machine == NULL)
    g_string_append_printf (out, "%s\n",
                            _ ("The machine is taken to consist of whole groups, those that are "
                               "named\n(its cabling file, as a second argument, says it better)."));
}

static void
text_links (GString *out, const View *view)
{
  const DlCounters *counters = view->counters;

  g_string_append_printf (out, _ ("%s: %u links of a Cascade of at least %u groups\n"),
                          counters->file_name, counters->cascade->len, counters->groups->len);
  text_machine (out, view);
  g_string_append_c (out, '\n');
  text_classes (out, view);
  text_vcs (out, view);
  text_busiest (out, view);
  text_groups (out, view);
}

static void
text_jobs (GString *out, const View *view)
{
  const char *const heads[]
      = { "", _ ("job"), _ ("nodes"), _ ("routers"), _ ("of them shared"), _ ("groups"), "" };
  g_autoptr (GPtrArray) jobs = dl_job_sums_new (view->counters);
  g_autoptr (CliTable) table = cli_table_new ("rrrrrrl");

  g_string_append_printf (out, _ ("%s: %u jobs on %u of %u nodes of a Cascade\n"),
                          view->counters->file_name, jobs->len, view->coverage.nodes,
                          view->coverage.machine_nodes);
  text_machine (out, view);
  g_string_append_c (out, '\n');
  append_heads (table, heads, G_N_ELEMENTS (heads));
  for (guint i = 0; i < MIN (jobs->len, view->top); i++)
    {
      const DlJobSums *job = jobs->pdata[i];
      g_autofree char *groups = join_groups (job->groups, ", ");

      cli_table_int (table, i + 1);
      cli_table_int (table, job->job);
      cli_table_int (table, job->nodes);
      cli_table_int (table, job->routers);
      cli_table_int (table, job->shared_routers);
      cli_table_int (table, job->groups->len);
      cli_table_text (table, groups);
    }
  cli_table_append (out, table);
  append_more (out, view, jobs->len);
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
  gsize length, at = 0;
  FILE *file = g_file_test (file_name, G_FILE_TEST_IS_REGULAR) ? g_fopen (file_name, "rb") : NULL;

  if (file == NULL)
    return FALSE;
  length = fread (head, 1, sizeof head, file);
  fclose (file);
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
    cli_counters_warn (name, report.irregular, report.n_irregular);
  dl_cabling_report_clear (&report);
  return machine;
}

/* The scenario, its network, and of counters of links what is computed for it. */
static gboolean
load_scenario (Cli *cli, const char *name, View *view, GError **error)
{
  g_autoptr (DlDragonflyAnalysis) analysis = NULL;
  g_autoptr (DlSimulation) simulation = NULL;
  DlSimulateOptions options;

  view->scenario = cli_scenario_load (cli, name, error);
  if (view->scenario == NULL)
    return FALSE;
  if (view->scenario->kind != DL_KIND_DRAGONFLY)
    return cli_bad_input (error, _ ("%s: counters of a dragonfly, but %s is a torus (a dragonfly)"),
                          view->counters->file_name, name);
  if (view->counters->kind == DL_COUNTERS_JOBS)
    {
      view->machine = dl_scenario_dragonfly (view->scenario, error);
      return view->machine != NULL;
    }
  analysis = dl_evaluate_dragonfly (view->scenario, NULL, cli->cancellable, error);
  if (analysis == NULL)
    return FALSE;
  view->machine = dl_dragonfly_ref (analysis->dragonfly);
  /* A simulation takes its time: not for another machine. */
  view->measured = dl_measured_new_dragonfly (view->counters, analysis, NULL, error);
  if (view->measured == NULL || !cli->options.simulate)
    return view->measured != NULL;
  options = dl_simulate_options (view->scenario);
  options.dragonfly_routes = analysis->routes;
  simulation = cli_counters_simulate (cli, view->scenario, options, error);
  if (simulation == NULL)
    return FALSE;
  dl_measured_unref (view->measured);
  view->measured = dl_measured_new_dragonfly (view->counters, analysis, &simulation->links, error);
  return view->measured != NULL;
}

static gboolean
load (Cli *cli, const char *machine_name, View *view, GError **error)
{
  if (machine_name == NULL || is_cabling (machine_name))
    {
      if (cli->options.set != NULL || cli->options.simulate)
        return cli_bad_input (error, _ ("%s is of a scenario (with one)"),
                              cli->options.set != NULL ? "--set" : "--simulate");
      if (machine_name != NULL)
        view->machine = load_cabling (cli, machine_name, error);
      return machine_name == NULL || view->machine != NULL;
    }
  return load_scenario (cli, machine_name, view, error);
}

static void
append_links (GString *out, const View *view, gboolean csv)
{
  const CliBeside it = beside (view);

  if (csv && view->measured != NULL)
    cli_beside_append_csv (out, &it);
  else if (csv)
    csv_links (out, view);
  else
    text_links (out, view);
  if (!csv && view->measured != NULL)
    cli_beside_append_text (out, &it);
}

CliStatus
cli_counters_cascade (Cli *cli, DlCounters *counters, const char *machine_name, guint top,
                      GError **error)
{
  g_auto (View) view = { .counters = counters, .top = top };

  if (!load (cli, machine_name, &view, error)
      || !dl_counters_cover (counters, view.machine, &view.coverage, error))
    return CLI_DONE;
  cli_counters_warn (counters->file_name, counters->notes, counters->n_notes);
  if (cli->options.json)
    append_json (cli->out, &view);
  else if (counters->kind == DL_COUNTERS_CASCADE)
    append_links (cli->out, &view, cli->options.csv);
  else
    (cli->options.csv ? csv_jobs : text_jobs) (cli->out, &view);
  return CLI_DONE;
}
