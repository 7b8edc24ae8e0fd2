/* dateline-cli counters --json of a Cascade, and its jobs. */
#include "cli-counters-dragonfly.h"

#include "dl-dragonfly-name.h"

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
  cli_json_begin_array (builder, name);
  for (guint vc = 0; vc < DL_ARIES_VCS; vc++)
    json_builder_add_int_value (builder, vcs[vc]);
  json_builder_end_array (builder);
}

static void
json_counts (JsonBuilder *builder, const CliCascade *view, guint64 flits, guint64 stalls)
{
  cli_json_int (builder, "flits", flits);
  if (dl_cascade_counters (view->counters)->has_stalls)
    cli_json_int (builder, "stalls", stalls);
  else
    cli_json_null (builder, "stalls");
  cli_json_double (builder, "stalls_per_flit", cli_cascade_stalls (view, flits, stalls));
}

static void
json_groups (JsonBuilder *builder, const char *name, const GArray *groups)
{
  cli_json_begin_array (builder, name);
  for (guint i = 0; i < groups->len; i++)
    json_builder_add_int_value (builder, g_array_index (groups, guint16, i));
  json_builder_end_array (builder);
}

static void
json_classes (JsonBuilder *builder, const CliCascade *view)
{
  cli_json_begin_array (builder, "classes");
  for (guint i = 0; i < DL_N_LINK_CLASSES; i++)
    {
      DlCascadeSums sums;

      dl_cascade_sums_of_class (view->counters, i, &sums);
      json_builder_begin_object (builder);
      cli_json_string (builder, "class", dl_link_class_name (i));
      cli_json_int (builder, "links", view->coverage.links[i]);
      json_known (builder, "machine_links", cli_cascade_knows_class (view, i),
                  view->coverage.machine[i]);
      cli_json_int (builder, "idle_links", sums.idle_links);
      json_counts (builder, view, sums.flits, sums.stalls);
      json_vcs (builder, "vc_flits", dl_cascade_counters (view->counters)->has_vc_flits,
                sums.vc_flits);
      json_vcs (builder, "vc_stalls", dl_cascade_counters (view->counters)->has_vc_stalls,
                sums.vc_stalls);
      cli_json_double (builder, "requests", cli_cascade_half (view, sums.vc_flits, FALSE));
      cli_json_double (builder, "responses", cli_cascade_half (view, sums.vc_flits, TRUE));
      cli_json_double (builder, "vc_balance", dl_cascade_balance (sums.vc_flits));
      cli_json_double (builder, "vc_balance_mean", dl_cascade_sums_balance_mean (&sums));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
json_busiest (JsonBuilder *builder, const CliCascade *view, const guint32 *busiest)
{
  const GArray *links = dl_cascade_counters (view->counters)->links;

  cli_json_begin_array (builder, "busiest");
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
      cli_json_double (builder, "requests", cli_cascade_half (view, count->vc_flits, FALSE));
      cli_json_double (builder, "vc_balance", dl_cascade_balance (count->vc_flits));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
json_group_sums (JsonBuilder *builder, const CliCascade *view, const GArray *groups)
{
  cli_json_begin_array (builder, "busiest_groups");
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
json_jobs (JsonBuilder *builder, const CliCascade *view, const GPtrArray *jobs)
{
  cli_json_int (builder, "nodes", view->coverage.nodes);
  cli_json_int (builder, "machine_nodes", view->coverage.machine_nodes);
  cli_json_int (builder, "n_jobs", jobs->len);
  cli_json_begin_array (builder, "jobs");
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

void
cli_cascade_append_json (GString *out, const CliCascade *view)
{
  const DlCounters *counters = view->counters;
  const gboolean is_jobs = counters->kind == &dl_counters_kind_jobs;
  g_autoptr (JsonBuilder) builder = cli_json_new ();

  cli_json_string (builder, "kind", is_jobs ? "jobs" : dl_family_dragonfly.id);
  cli_json_string (builder, "file", counters->file_name);
  cli_json_bool (builder, "whole_groups", view->machine == NULL);
  json_groups (builder, "groups", dl_cascade_counters (counters)->groups);
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

      cli_json_int (builder, "links", dl_cascade_counters (counters)->links->len);
      cli_json_int (builder, "one_sided_links", dl_counters_one_sided (counters));
      json_classes (builder, view);
      json_busiest (builder, view, busiest);
      json_group_sums (builder, view, groups);
      if (view->measured != NULL)
        cli_cascade_append_beside_json (builder, view);
    }
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}
