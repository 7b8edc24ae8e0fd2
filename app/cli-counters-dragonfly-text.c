/* dateline-cli counters of a Cascade, and its jobs, as text. */
#include "cli-counters-dragonfly.h"

#include "dl-dragonfly-name.h"

#include <glib/gi18n.h>

#include <math.h>

static void
append_heads (CliTable *table, const char *const *heads, guint n)
{
  for (guint i = 0; i < n; i++)
    cli_table_text (table, heads[i]);
}

void
cli_cascade_append_more (GString *out, const CliCascade *view, guint n)
{
  if (n > view->top)
    g_string_append_printf (out, _ ("and %u more (--top N shows them)\n"), n - view->top);
}

/* "-" where it was not measured. */
static void
append_stalls (CliTable *table, const CliCascade *view, guint64 flits, guint64 stalls)
{
  if (dl_cascade_counters (view->counters)->has_stalls)
    cli_table_int (table, stalls);
  else
    cli_table_text (table, "-");
  cli_table_double (table, cli_cascade_stalls (view, flits, stalls), 3);
}

static void
text_classes (GString *out, const CliCascade *view)
{
  const char *const heads[] = {
    "",         _ ("links"), _ ("of"),     _ ("covered, %"),
    _ ("idle"), _ ("flits"), _ ("stalls"), _ ("stalls/flit"),
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
      cli_table_double (table, cli_cascade_knows_class (view, i) ? all : NAN, 0);
      cli_table_double (table, all > 0 ? 100. * links / all : NAN, 1);
      cli_table_int (table, sums.idle_links);
      cli_table_int (table, sums.flits);
      append_stalls (table, view, sums.flits, sums.stalls);
    }
  cli_table_append (out, table);
}

static void
text_vcs (GString *out, const CliCascade *view)
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

  if (!dl_cascade_counters (view->counters)->has_vc_flits)
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
      cli_table_double (table, 100 * cli_cascade_half (view, sums.vc_flits, FALSE), 1);
      cli_table_double (table, 100 * cli_cascade_half (view, sums.vc_flits, TRUE), 1);
      cli_table_double (table, dl_cascade_balance (sums.vc_flits), 4);
      cli_table_double (table, dl_cascade_sums_balance_mean (&sums), 4);
    }
  cli_table_append (out, table);
}

static void
text_busiest (GString *out, const CliCascade *view)
{
  const DlCounters *counters = view->counters;
  const char *const heads[] = {
    "",          _ ("from"),   _ ("to"),          _ ("link"),        _ ("class"),
    _ ("flits"), _ ("stalls"), _ ("stalls/flit"), _ ("requests, %"),
  };
  g_autofree guint32 *busiest = dl_cascade_busiest (counters);
  g_autoptr (CliTable) table = cli_table_new ("rllrlrrrr");

  g_string_append_printf (out, "\n%s\n\n", _ ("The busiest links"));
  append_heads (table, heads, G_N_ELEMENTS (heads));
  for (guint i = 0; i < MIN (dl_cascade_counters (counters)->links->len, view->top); i++)
    {
      const DlCascadeCount *count
          = &g_array_index (dl_cascade_counters (counters)->links, DlCascadeCount, busiest[i]);
      g_autofree char *from = dl_router_at_to_string (count->from);
      g_autofree char *to = dl_router_at_to_string (count->to);

      cli_table_int (table, i + 1);
      cli_table_text (table, from);
      cli_table_text (table, to);
      cli_table_int (table, count->parallel);
      cli_table_text (table, dl_link_class_title (count->class));
      cli_table_int (table, count->flits);
      append_stalls (table, view, count->flits, count->stalls);
      cli_table_double (table, 100 * cli_cascade_half (view, count->vc_flits, FALSE), 1);
    }
  cli_table_append (out, table);
  cli_cascade_append_more (out, view, dl_cascade_counters (counters)->links->len);
}

static void
text_groups (GString *out, const CliCascade *view)
{
  const char *const heads[]
      = { _ ("group"), _ ("links"), _ ("flits"), _ ("stalls"), _ ("stalls/flit") };
  g_autoptr (GArray) groups = dl_group_sums_new (view->counters);
  g_autoptr (CliTable) table = cli_table_new ("rrrrr");

  g_string_append_printf (out, "\n%s\n\n",
                          _ ("The busiest groups, by the outgoing links of their routers"));
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
  cli_cascade_append_more (out, view, groups->len);
}

/* Of what the numbers of the machine are. */
static void
text_machine (GString *out, const CliCascade *view)
{
  const guint one_sided = dl_counters_one_sided (view->counters);

  if (one_sided > 0)
    g_string_append_printf (out,
                            ngettext ("%u link was measured in one direction only.\n",
                                      "%u links were measured in one direction only.\n", one_sided),
                            one_sided);
  if (view->coverage.n_outside > 0)
    g_string_append_printf (out,
                            ngettext ("%u row does not belong to a link of the machine.\n",
                                      "%u rows do not belong to a link of the machine.\n",
                                      view->coverage.n_outside),
                            view->coverage.n_outside);
  if (view->machine == NULL)
    g_string_append_printf (out, "%s\n",
                            _ ("The machine is assumed to consist of the named groups, each "
                               "complete\n(for the true shape, give its cabling file as the "
                               "second argument)."));
}

void
cli_cascade_append_links (GString *out, const CliCascade *view)
{
  const DlCounters *counters = view->counters;

  g_string_append_printf (out, _ ("%s: %u links of a Cascade with at least %u groups\n"),
                          counters->file_name, dl_cascade_counters (counters)->links->len,
                          dl_cascade_counters (counters)->groups->len);
  text_machine (out, view);
  g_string_append_c (out, '\n');
  text_classes (out, view);
  text_vcs (out, view);
  text_busiest (out, view);
  text_groups (out, view);
}

void
cli_cascade_append_jobs (GString *out, const CliCascade *view)
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
      g_autofree char *groups = cli_cascade_join_groups (job->groups, ", ");

      cli_table_int (table, i + 1);
      cli_table_int (table, job->job);
      cli_table_int (table, job->nodes);
      cli_table_int (table, job->routers);
      cli_table_int (table, job->shared_routers);
      cli_table_int (table, job->groups->len);
      cli_table_text (table, groups);
    }
  cli_table_append (out, table);
  cli_cascade_append_more (out, view, jobs->len);
}
