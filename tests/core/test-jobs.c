/* Jobs on a dragonfly: what rules place against what they promise, texts that come back as they
 * were, placement painted by hand, files of a real machine, and what is refused. */
#include "dl-counters.h"
#include "dl-dragonfly-jobs.h"
#include "dl-dragonfly-sites.h"
#include "dragonfly-fixture.h"

#include "dl-dragonfly-name.h"

#include <string.h>

#define N_RANDOM 300
#define MAX_JOBS 8

static DlJobs *
parse (const DlDragonfly *net, const char *text, guint64 seed)
{
  g_autoptr (GError) error = NULL;
  DlJobs *jobs = dl_dragonfly_jobs_parse (net, text, seed, NULL, &error);

  g_assert_no_error (error);
  return jobs;
}

static guint
group_of (const DlDragonfly *net, guint node)
{
  return net->router[node / net->nodes_per_router].group;
}

/* Sizes of jobs as their nodes have it, names of their own, none empty. */
static void
check_sound (const DlJobs *jobs, const DlDragonfly *net)
{
  guint sum = 0;

  g_assert_nonnull (jobs);
  g_assert_cmpuint (jobs->n_nodes, ==, net->n_nodes);
  for (guint i = 0; i < jobs->n_jobs; i++)
    {
      guint n = 0;

      for (guint node = 0; node < net->n_nodes; node++)
        n += jobs->job[node] == i;
      g_assert_cmpuint (n, >, 0);
      g_assert_cmpuint (jobs->jobs[i].n_nodes, ==, n);
      g_assert_cmpuint (dl_jobs_find (jobs, jobs->jobs[i].name), ==, i);
      sum += n;
    }
  for (guint node = 0; node < net->n_nodes; node++)
    sum += jobs->job[node] == DL_NO_SET;
  g_assert_cmpuint (sum, ==, net->n_nodes);
}

static void
assert_same (const DlJobs *a, const DlJobs *b)
{
  g_assert_cmpuint (a->n_jobs, ==, b->n_jobs);
  for (guint i = 0; i < a->n_jobs; i++)
    g_assert_cmpstr (a->jobs[i].name, ==, b->jobs[i].name);
  g_assert_cmpmem (a->job, a->n_nodes * sizeof *a->job, b->job, b->n_nodes * sizeof *b->job);
}

static DlDragonfly *
draw_network (guint seed)
{
  return fixture_random (seed, seed % 3 == 0 ? 8 : 0, NULL);
}

/* Rules */

/* Working nodes without a job, and nodes with one, of each group, before job @job came. */
static void
count_before (const DlJobs *jobs, const DlDragonfly *net, guint job, guint *n_free, guint *n_used)
{
  memset (n_free, 0, net->n_groups * sizeof *n_free);
  memset (n_used, 0, net->n_groups * sizeof *n_used);
  for (guint node = 0; node < net->n_nodes; node++)
    if (jobs->job[node] < job)
      n_used[group_of (net, node)]++;
    else
      n_free[group_of (net, node)] += dl_dragonfly_node_up (net, node);
}

/* Nodes of @job over @over groups: no two groups differ by more than one node unless one is full;
 * where there was room for even shares the least used groups were taken; in a group, the first
 * ones. */
static void
check_spread (const DlJobs *jobs, const DlDragonfly *net, guint job, guint over)
{
  g_autofree guint *n_free = g_new (guint, net->n_groups);
  g_autofree guint *n_used = g_new (guint, net->n_groups);
  g_autofree guint *here = g_new0 (guint, net->n_groups);
  g_autofree gboolean *passed = g_new0 (gboolean, net->n_groups);
  const guint share = (jobs->jobs[job].n_nodes + over - 1) / over;
  guint n_over = 0, n_room = 0;

  count_before (jobs, net, job, n_free, n_used);
  for (guint node = 0; node < net->n_nodes; node++)
    {
      const guint group = group_of (net, node);

      if (jobs->job[node] == job)
        {
          g_assert_false (passed[group]);
          here[group]++;
        }
      else if (dl_dragonfly_node_up (net, node) && jobs->job[node] > job)
        passed[group] = TRUE;
    }
  for (guint group = 0; group < net->n_groups; group++)
    {
      n_over += here[group] > 0;
      n_room += n_free[group] >= share;
    }
  g_assert_cmpuint (n_over, <=, over);
  for (guint a = 0; a < net->n_groups; a++)
    for (guint b = 0; b < net->n_groups; b++)
      if (here[a] > 0 && here[b] > 0)
        g_assert_true (here[a] <= here[b] + 1 || here[b] == n_free[b]);
      else if (here[a] > 0 && n_room >= over && n_free[b] >= share)
        g_assert_cmpuint (n_used[a], <=, n_used[b]);
  if (n_room >= over)
    g_assert_cmpuint (n_over, ==, over);
}

static void
check_linear (const DlJobs *jobs, const DlDragonfly *net, guint job)
{
  guint left = jobs->jobs[job].n_nodes;

  for (guint node = 0; node < net->n_nodes && left > 0; node++)
    if (dl_dragonfly_node_up (net, node) && jobs->job[node] >= job)
      {
        g_assert_cmpuint (jobs->job[node], ==, job);
        left--;
      }
}

static void
test_rules (void)
{
  guint n_spread = 0;

  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (DlDragonfly) net = draw_network (seed);
      g_autoptr (GString) text = g_string_new (NULL);
      guint n_left = 0, n_jobs, over[MAX_JOBS] = { 0 }, size[MAX_JOBS] = { 0 };
      DlRng rng;

      dl_rng_init (&rng, seed);
      for (guint node = 0; node < net->n_nodes; node++)
        n_left += dl_dragonfly_node_up (net, node);
      for (n_jobs = 0; n_jobs < MAX_JOBS && n_left > 0; n_jobs++)
        {
          const guint kind = dl_rng_below (&rng, 3);

          size[n_jobs] = 1 + dl_rng_below (&rng, MAX (n_left / 3, 1));
          over[n_jobs] = kind == 2 ? MIN (net->n_groups, size[n_jobs]) : kind == 1 ? 0 : G_MAXUINT;
          g_string_append_printf (text, "j%u:%u:", n_jobs, size[n_jobs]);
          if (kind == 2)
            g_string_append_printf (text, "%u", over[n_jobs]);
          else
            g_string_append (text, kind == 1 ? "linear" : "random");
          g_string_append_c (text, " ;\n"[dl_rng_below (&rng, 3)]);
          n_left -= size[n_jobs];
        }
      g_autoptr (DlJobs) jobs = parse (net, text->str, seed);
      g_autoptr (DlJobs) again = parse (net, text->str, seed);

      if (n_jobs == 0)
        continue;
      check_sound (jobs, net);
      assert_same (jobs, again);
      g_assert_cmpuint (jobs->n_jobs, ==, n_jobs);
      for (guint node = 0; node < net->n_nodes; node++)
        g_assert_true (jobs->job[node] == DL_NO_SET || dl_dragonfly_node_up (net, node));
      for (guint i = 0; i < n_jobs; i++)
        {
          g_assert_cmpuint (jobs->jobs[i].n_nodes, ==, size[i]);
          if (over[i] == 0)
            check_linear (jobs, net, i);
          else if (over[i] != G_MAXUINT)
            {
              check_spread (jobs, net, i, over[i]);
              n_spread++;
            }
        }
    }
  g_assert_cmpuint (n_spread, >, N_RANDOM);
}

/* Figure 11's jobs: 384 nodes over 1, 2, 3 and 6 groups of a machine with 8. */
static void
test_figure_11 (void)
{
  static const guint over[] = { 1, 2, 3, 6 };
  g_autoptr (DlDragonfly) net = fixture_cascade (8, 6);

  for (guint i = 0; i < G_N_ELEMENTS (over); i++)
    {
      g_autofree char *text = g_strdup_printf ("a:384:%u b:384:%u", over[i], over[i]);
      g_autoptr (DlJobs) jobs = parse (net, text, 1);
      const DlSites sites = dl_sites_of_dragonfly (net);
      g_autofree guint *n_groups = dl_jobs_count_groups (jobs, &sites);
      guint here[8] = { 0 };

      g_assert_cmpuint (n_groups[0], ==, over[i]);
      g_assert_cmpuint (n_groups[1], ==, over[i]);
      for (guint node = 0; node < net->n_nodes; node++)
        if (jobs->job[node] == 0)
          here[group_of (net, node)]++;
        else if (jobs->job[node] == 1 && over[i] <= 3)
          /* Groups that are not used come first. */
          g_assert_cmpuint (group_of (net, node), >=, over[i]);
      for (guint group = 0; group < over[i]; group++)
        g_assert_cmpuint (here[group], ==, 384 / over[i]);
    }
}

static void
test_random (void)
{
  g_autoptr (DlDragonfly) net = fixture_cascade (8, 6);
  g_autoptr (DlJobs) one = parse (net, "a:500:random b:500:random", 1);
  g_autoptr (DlJobs) other = parse (net, "a:500:random b:500:random", 2);
  guint here[8] = { 0 }, n_same = 0;

  for (guint node = 0; node < net->n_nodes; node++)
    {
      here[group_of (net, node)] += one->job[node] == 0;
      n_same += one->job[node] == 0 && other->job[node] == 0;
    }
  /* 62.5 and 81.4 are expected; 8 standard deviations. */
  for (guint group = 0; group < 8; group++)
    g_assert_cmpuint (ABS ((gint) here[group] - 62), <, 57);
  g_assert_cmpuint (ABS ((gint) n_same - 81), <, 57);
}

static void
test_all (void)
{
  g_autoptr (DlDragonfly) net = fixture_random (3, 8, NULL);
  static const char *const blank[] = { "", " ", "\n\n", ";\r\n \t" };

  for (guint i = 0; i < G_N_ELEMENTS (blank); i++)
    {
      g_autoptr (DlJobs) jobs = parse (net, blank[i], 1);

      g_assert_cmpuint (jobs->n_jobs, ==, 1);
      g_assert_cmpstr (jobs->jobs[0].name, ==, "all");
      for (guint node = 0; node < net->n_nodes; node++)
        g_assert_cmpuint (jobs->job[node], ==, dl_dragonfly_node_up (net, node) ? 0 : DL_NO_SET);
    }
  /* A text that says something, and no job. */
  g_autoptr (DlJobs) none = parse (net, "# none\n", 1);
  g_assert_cmpuint (none->n_jobs, ==, 0);
}

/* Node by node */

/* Reads what dl_jobs_to_text writes, in a way of its own: the name of each node's job, or NULL. */
static char **
read_text (const char *text, guint n_nodes)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  char **name = g_new0 (char *, n_nodes);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) halves = g_strsplit (lines[i], "@", 2);
      g_auto (GStrv) ranges = NULL;

      if (halves[0] == NULL || halves[1] == NULL)
        continue;
      ranges = g_strsplit (halves[1], ",", -1);
      for (guint r = 0; ranges[r] != NULL; r++)
        {
          char *end;
          const guint64 first = g_ascii_strtoull (ranges[r], &end, 10);
          const guint64 last = *end == '-' ? g_ascii_strtoull (end + 1, &end, 10) : first;

          g_assert_cmpint (*end, ==, '\0');
          for (guint64 node = first; node <= last; node++)
            {
              g_assert_cmpuint (node, <, n_nodes);
              g_assert_null (name[node]);
              name[node] = g_strdup (halves[0]);
            }
        }
    }
  return name;
}

/* Random jobs by painting random ranges; @name (n_nodes) gets what each node should have. */
static DlJobs *
paint (const DlDragonfly *net, DlRng *rng, char **name)
{
  DlJobs *jobs = parse (net, "# none\n", 1);

  for (guint stroke = dl_rng_below (rng, 12); stroke > 0; stroke--)
    {
      const guint first = dl_rng_below (rng, net->n_nodes);
      const guint last = first + dl_rng_below (rng, net->n_nodes - first);
      g_autofree guint32 *nodes = g_new (guint32, last - first + 1);
      const guint draw = dl_rng_below (rng, jobs->n_jobs + 3);
      const guint32 job = draw > jobs->n_jobs ? DL_NO_SET : draw;
      g_autofree char *new_name = dl_jobs_new_name (jobs);
      const char *painted = job == DL_NO_SET      ? NULL
                            : job == jobs->n_jobs ? new_name
                                                  : jobs->jobs[job].name;
      DlJobs *next;

      for (guint node = first; node <= last; node++)
        {
          nodes[node - first] = node;
          g_free (name[node]);
          name[node] = g_strdup (painted);
        }
      next = dl_jobs_painted (jobs, nodes, last - first + 1, job, new_name);
      dl_jobs_unref (jobs);
      jobs = next;
    }
  return jobs;
}

static void
test_round_trip (void)
{
  guint n_without = 0;

  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (DlDragonfly) net = draw_network (seed);
      g_autofree char **name = g_new0 (char *, net->n_nodes);
      g_autofree char **read = NULL;
      g_autofree char *text = NULL, *again_text = NULL;
      DlRng rng;

      dl_rng_init (&rng, seed);
      g_autoptr (DlJobs) jobs = paint (net, &rng, name);
      check_sound (jobs, net);
      text = dl_jobs_to_text (jobs);
      read = read_text (text, net->n_nodes);
      g_autoptr (DlJobs) again = parse (net, text, seed);
      assert_same (jobs, again);
      again_text = dl_jobs_to_text (again);
      g_assert_cmpstr (text, ==, again_text);
      n_without += jobs->n_jobs == 0;
      if (jobs->n_jobs > 0)
        {
          const guint32 gone = dl_rng_below (&rng, jobs->n_jobs);
          g_autoptr (DlJobs) left = dl_jobs_without (jobs, gone);

          check_sound (left, net);
          g_assert_cmpuint (left->n_jobs, ==, jobs->n_jobs - 1);
          for (guint node = 0; node < net->n_nodes; node++)
            g_assert_cmpuint (left->job[node], ==,
                              jobs->job[node] == gone ? DL_NO_SET
                              : jobs->job[node] == DL_NO_SET || jobs->job[node] < gone
                                  ? jobs->job[node]
                                  : jobs->job[node] - 1);
        }
      for (guint node = 0; node < net->n_nodes; node++)
        {
          g_assert_cmpstr (read[node], ==, name[node]);
          g_assert_cmpstr (jobs->job[node] == DL_NO_SET ? NULL : jobs->jobs[jobs->job[node]].name,
                           ==, name[node]);
          g_free (read[node]);
          g_free (name[node]);
        }
    }
  g_assert_cmpuint (n_without, >, 0);
}

/* Nodes that are named stay the job's when they break, and send nothing. */
static void
test_broken (void)
{
  DlDragonflySpec spec;
  const DlRouterAt at = { .group = 0, .chassis = 0, .blade = 1 };
  g_autoptr (DlDragonfly) broken = NULL;
  g_autoptr (DlDragonflyDemand) demand = NULL;

  dl_dragonfly_spec_init (&spec);
  spec.groups = 2;
  g_array_append_val (spec.broken_routers, at);
  broken = dl_dragonfly_new (&spec, NULL);
  dl_dragonfly_spec_clear (&spec);
  g_autoptr (DlJobs) jobs = parse (broken, "x@0-9;y@20,10-15 z:4:linear", 1);
  check_sound (jobs, broken);
  g_assert_cmpuint (jobs->jobs[0].n_nodes, ==, 10);
  g_assert_cmpuint (jobs->jobs[1].n_nodes, ==, 7);
  g_assert_cmpuint (jobs->job[5], ==, 0);
  for (guint node = 16; node < 20; node++)
    g_assert_cmpuint (jobs->job[node], ==, 2);
  demand = dl_dragonfly_jobs_demand (jobs, broken);
  g_assert_cmpuint (demand->n_sets, ==, 3);
  for (guint node = 0; node < broken->n_nodes; node++)
    {
      const gboolean down = node >= 4 && node < 8;
      const double sent = dl_dragonfly_demand_sent (demand, node);

      g_assert_cmpuint (demand->set[node], ==, down ? DL_NO_SET : jobs->job[node]);
      g_assert_cmpfloat (sent, ==,
                         down                           ? 0
                         : node < 10                    ? 5
                         : node < 16 || node == 20      ? 6
                         : jobs->job[node] == DL_NO_SET ? 0
                                                        : 3);
    }
}

/* Files of a machine */

static void
test_csv (void)
{
  g_autoptr (DlDragonfly) net = fixture_cascade (2, 6);
  g_autoptr (DlJobs) jobs = parse (net,
                                   "g,r,c,n,jobid\n0,5,15,3,70\n1,0,0,0,8\n0,0,1,2,70\n1,0,0,1,8\n"
                                   "0,0,0,0,100\n",
                                   1);
  static const struct
  {
    guint node, job;
  } expected[] = { { 383, 1 }, { 384, 0 }, { 6, 1 }, { 385, 0 }, { 0, 2 } };
  static const char *const names[] = { "8", "70", "100" };

  check_sound (jobs, net);
  g_assert_cmpuint (jobs->n_jobs, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpstr (jobs->jobs[i].name, ==, names[i]);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpuint (jobs->job[expected[i].node], ==, expected[i].job);
}

static void
test_edison (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "..", "shared", "data",
                                                 "edison-jobs.csv", NULL);
  g_autoptr (DlDragonfly) net = fixture_edison ();
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_rows = 0, n_placed = 0;

  if (net == NULL || !g_file_get_contents (path, &text, NULL, NULL))
    {
      g_test_skip ("there is no ../shared/data/edison-jobs.csv, or no cabling beside it");
      return;
    }
  g_autoptr (DlJobs) jobs = parse (net, text, 1);
  check_sound (jobs, net);
  /* Line by line, without the reader of counters. */
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 1; lines[i] != NULL && *lines[i] != '\0'; i++, n_rows++)
    {
      g_auto (GStrv) field = g_strsplit (g_strstrip (lines[i]), ",", -1);
      g_autofree char *name
          = g_strdup_printf ("%s.%s.%s.%s", field[0], field[1], field[2], field[3]);
      guint node;

      g_assert_true (dl_dragonfly_parse_node (net, name, &node, NULL));
      g_assert_cmpuint (jobs->job[node], !=, DL_NO_SET);
      g_assert_cmpstr (jobs->jobs[jobs->job[node]].name, ==, field[4]);
    }
  for (guint i = 0; i < jobs->n_jobs; i++)
    n_placed += jobs->jobs[i].n_nodes;
  g_assert_cmpuint (n_rows, >, 1000);
  g_assert_cmpuint (n_placed, ==, n_rows);
  g_test_message ("%u jobs on %u of %u nodes", jobs->n_jobs, n_placed, net->n_nodes);
}

/* Refused placements */

static void
test_bad (void)
{
  /* On two groups of 384 nodes. */
  static const struct
  {
    const char *text;
    guint line;
    gint code;
    const char *part;
  } cases[] = {
    { "job", 1, DL_JOBS_ERROR_SYNTAX, "“job” is not a job" },
    { "a:1", 1, DL_JOBS_ERROR_SYNTAX, "“a:1”" },
    { "a:1:1:1", 1, DL_JOBS_ERROR_SYNTAX, "“a:1:1:1”" },
    { "a:4:1\n\n# x\nb:x:1\n", 4, DL_JOBS_ERROR_SYNTAX, "“b:x:1”" },
    { "a:0:1", 1, DL_JOBS_ERROR_SYNTAX, "“a:0:1”" },
    { "a:1:0", 1, DL_JOBS_ERROR_SYNTAX, "“a:1:0”" },
    { "a:1:Linear", 1, DL_JOBS_ERROR_SYNTAX, "Linear" },
    { "a:-1:1", 1, DL_JOBS_ERROR_SYNTAX, "-1" },
    { "a:99999999999999999999:1", 1, DL_JOBS_ERROR_SYNTAX, "99" },
    { ":1:1", 1, DL_JOBS_ERROR_SYNTAX, "“:1:1”" },
    { "@1", 1, DL_JOBS_ERROR_SYNTAX, "“@1”" },
    { "a@", 1, DL_JOBS_ERROR_SYNTAX, "“a@”" },
    { "a@1,", 1, DL_JOBS_ERROR_SYNTAX, "“a@1,”" },
    { "a@2-1", 1, DL_JOBS_ERROR_SYNTAX, "“a@2-1”" },
    { "a@1-2-3", 1, DL_JOBS_ERROR_SYNTAX, "“a@1-2-3”" },
    { "a@1 2", 1, DL_JOBS_ERROR_SYNTAX, "“2”" },
    { "a b:1:1", 1, DL_JOBS_ERROR_SYNTAX, "“a”" },
    { "a,b:1:1", 1, DL_JOBS_ERROR_SYNTAX, "“a,b:1:1”" },
    { "a@0;#b@1", 1, DL_JOBS_ERROR_SYNTAX, "“#b@1”" },
    { "\xff:1:1", 1, DL_JOBS_ERROR_SYNTAX, "is not a job" },
    { "a@0-767\nb@768", 2, DL_JOBS_ERROR_OUTSIDE, "no node 768 (expected 0 to 767)" },
    { "a@0-4294967295", 1, DL_JOBS_ERROR_OUTSIDE, "no node 4294967295" },
    { "a@0-5\nb@7,5", 2, DL_JOBS_ERROR_TWICE, "node 5 (0.0.1.1) already has job “a”" },
    { "a@3,3", 1, DL_JOBS_ERROR_TWICE, "already has job “a”" },
    { "a@3\n a:1:1", 2, DL_JOBS_ERROR_TWICE, "two jobs are called “a”" },
    /* Hidden characters in a name are shown, and do not make a different name. */
    { "a\u202eb@3\n a?b:1:1", 2, DL_JOBS_ERROR_TWICE, "two jobs are called “a?b”" },
    { "a:768:linear b:1:linear", 1, DL_JOBS_ERROR_COUNT, "“b” needs 1 nodes and only 0" },
    { "a:769:2", 1, DL_JOBS_ERROR_COUNT, "769 nodes and only 768 are left" },
    { "a:385:1", 1, DL_JOBS_ERROR_COUNT, "1 groups do not have 385 free nodes (at most 384" },
    { "a:3:3", 1, DL_JOBS_ERROR_COUNT, "needs 3 groups and there are only 2" },
    { "a:1:2", 1, DL_JOBS_ERROR_COUNT, "needs 2 groups but has only 1 nodes" },
    { "g,r,c,n,jobid\n0,0,0,0,1\n2,0,0,0,1\n", 3, DL_JOBS_ERROR_OUTSIDE, "node 2.0.0.0 is not" },
    { "sg,sr,sc,dg,dr,dc,color,flits\n0,0,0,0,0,1,g,1\n", 0, DL_JOBS_ERROR_SYNTAX, "of links" },
  };
  g_autoptr (DlDragonfly) net = fixture_cascade (2, 6);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint named = 0; named < 2; named++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (DlJobs) jobs
            = dl_dragonfly_jobs_parse (net, cases[i].text, 1, named ? "a file" : NULL, &error);
        g_autofree char *place = g_strdup_printf ("a file:%u: ", MAX (cases[i].line, 1));

        g_assert_null (jobs);
        g_assert_error (error, DL_JOBS_ERROR, cases[i].code);
        if (g_str_has_prefix (error->message, place) != (named == 1)
            || strstr (error->message, cases[i].part) == NULL)
          g_error ("case %u: “%s”, not %s … %s", i, error->message, place, cases[i].part);
        g_assert_true (g_utf8_validate (error->message, -1, NULL));
        g_assert_nonnull (strchr (error->message, '('));
      }
}

/* Errors of the file itself, and a machine where nothing works. */
static void
test_bad_network (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlDragonfly) net = fixture_cascade (2, 6);
  g_autoptr (DlJobs) half = dl_dragonfly_jobs_parse (net, "g,r,c,n,jobid\n0,0,0\n", 1, "f", &error);
  g_autoptr (DlDragonfly) dead = NULL;
  DlDragonflySpec spec;

  g_assert_null (half);
  g_assert_true (error->domain == DL_COUNTERS_ERROR);
  g_assert_true (g_str_has_prefix (error->message, "f:2: "));
  g_clear_error (&error);

  dl_dragonfly_spec_init (&spec);
  spec.shape = DL_DRAGONFLY_GENERIC;
  spec.groups = 1;
  spec.routers = 2;
  for (guint8 i = 0; i < 2; i++)
    {
      const DlRouterAt at = { .blade = i };
      g_array_append_val (spec.broken_routers, at);
    }
  dead = dl_dragonfly_new (&spec, NULL);
  dl_dragonfly_spec_clear (&spec);
  g_autoptr (DlJobs) all = parse (dead, "", 1);
  g_assert_cmpuint (all->n_jobs, ==, 0);
  g_autoptr (DlJobs) one = dl_dragonfly_jobs_parse (dead, "a:1:1", 1, NULL, &error);
  g_assert_null (one);
  g_assert_error (error, DL_JOBS_ERROR, DL_JOBS_ERROR_COUNT);
}

/* A placement of ranks is told from jobs by its text alone. */
static void
test_ranks (void)
{
  static const char *const ranks[]
      = { "linear", "random", "0.0.0.1\n7\n", "# some\n\n  12\n", "nodes.txt" };
  static const char *const jobs[] = { "",
                                      "  \n;\n",
                                      "# no jobs\n",
                                      "a:1:1",
                                      "a@0-3;b@4,7\n",
                                      "# two\n \nb@1\n",
                                      "a:2:random",
                                      "g,r,c,n,jobid\n0,0,0,0,7\n" };
  g_autoptr (DlDragonfly) net = fixture_cascade (2, 6);

  for (guint i = 0; i < G_N_ELEMENTS (ranks); i++)
    g_assert_true (dl_dragonfly_jobs_are_ranks (net, ranks[i]));
  for (guint i = 0; i < G_N_ELEMENTS (jobs); i++)
    g_assert_false (dl_dragonfly_jobs_are_ranks (net, jobs[i]));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/jobs/rules", test_rules);
  g_test_add_func ("/jobs/figure-11", test_figure_11);
  g_test_add_func ("/jobs/random", test_random);
  g_test_add_func ("/jobs/all", test_all);
  g_test_add_func ("/jobs/round-trip", test_round_trip);
  g_test_add_func ("/jobs/broken", test_broken);
  g_test_add_func ("/jobs/csv", test_csv);
  g_test_add_func ("/jobs/edison", test_edison);
  g_test_add_func ("/jobs/bad", test_bad);
  g_test_add_func ("/jobs/bad-network", test_bad_network);
  g_test_add_func ("/jobs/ranks", test_ranks);
  return g_test_run ();
}
