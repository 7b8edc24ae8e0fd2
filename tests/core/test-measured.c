/* Measured counters beside what is computed: against sums of the files' own lines, by name. */
#include "dl-cascade-sums.h"
#include "dl-measured.h"

#include "dl-correlation.h"
#include "dl-evaluate.h"
#include "dl-rng.h"
#include "dl-scenario-file.h"

#include <math.h>
#include <string.h>

#define FOLDER "../shared/data/"

static DlDragonflyAnalysis *
analyze (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_scenario_parse (text, -1, "scenario", NULL, &error);
  DlDragonflyAnalysis *analysis;

  g_assert_no_error (error);
  analysis = dl_dragonfly_evaluate (scenario, NULL, NULL, &error);
  g_assert_no_error (error);
  return analysis;
}

static DlCounters *
read_good (const char *text)
{
  g_autoptr (GError) error = NULL;
  DlCounters *counters = dl_counters_read (text, -1, "file", &error);

  g_assert_no_error (error);
  return counters;
}

/* Rows of a dragonfly's links ------------------------------------------------------------------ */

/* Counters written for a link; the oracle knows only its name. */
typedef struct
{
  guint64 flits, stalls, vc[DL_ARIES_VCS];
} Written;

/* "g.c.b-g.c.b#n", groups as on the machine. */
static char *
name_of (const DlDragonfly *net, guint link)
{
  const DlRouterAt a = net->router[net->link_from[link]], b = net->router[net->link_to[link]];

  return g_strdup_printf ("%u.%u.%u-%u.%u.%u#%u", net->group_name[a.group], a.chassis, a.blade,
                          net->group_name[b.group], b.chassis, b.blade, net->link_parallel[link]);
}

/* Some rows of links that the machine has, in any order, those side by side all together or not at
 * all: a row's number among them is its place. @written gets them by name. */
static char *
make_rows (const DlDragonfly *net, DlRng *rng, gboolean with_vcs, GHashTable *written)
{
  g_autoptr (GPtrArray) blocks = g_ptr_array_new_with_free_func (g_free);
  GString *text = g_string_new ("color,when,sg,sr,sc,dg,dr,dc,stalls,flits");

  for (guint vc = 0; vc < DL_ARIES_VCS && with_vcs; vc++)
    g_string_append_printf (text, ",flits_vc_%u", vc);
  g_string_append_c (text, '\n');
  for (guint link = 0; link < net->n_links;)
    {
      const DlRouterAt a = net->router[net->link_from[link]], b = net->router[net->link_to[link]];
      const gboolean use = dl_rng_below (rng, 3) > 0;
      g_autoptr (GString) block = g_string_new (NULL);
      guint next = link;

      for (; next < net->n_links && net->link_from[next] == net->link_from[link]
             && net->link_to[next] == net->link_to[link];
           next++)
        {
          Written *row = g_new0 (Written, 1);

          row->stalls = dl_rng_below (rng, 50000);
          for (guint vc = 0; vc < DL_ARIES_VCS; vc++)
            row->flits += row->vc[vc] = dl_rng_below (rng, 4) > 0 ? dl_rng_below (rng, 9000) : 0;
          g_string_append_printf (block, "%c,now,%u,%u,%u,%u,%u,%u,%lu,%lu",
                                  "gkb"[net->link_class[next]], net -> group_name[a.group],
                                  a.chassis, a.blade, net->group_name[b.group], b.chassis, b.blade,
                                  (gulong) row->stalls, (gulong) row->flits);
          for (guint vc = 0; vc < DL_ARIES_VCS && with_vcs; vc++)
            g_string_append_printf (block, ",%lu", (gulong) row->vc[vc]);
          g_string_append_c (block, '\n');
          if (use)
            g_hash_table_insert (written, name_of (net, next), row);
          else
            g_free (row);
        }
      if (use)
        g_ptr_array_add (blocks, g_string_free (g_steal_pointer (&block), FALSE));
      link = next;
    }
  for (guint i = blocks->len; i > 1; i--)
    {
      const guint j = dl_rng_below (rng, i);
      gpointer block = blocks->pdata[i - 1];

      blocks->pdata[i - 1] = blocks->pdata[j];
      blocks->pdata[j] = block;
    }
  for (guint i = 0; i < blocks->len; i++)
    g_string_append (text, blocks->pdata[i]);
  return g_string_free (text, FALSE);
}

static void
near (double a, double b)
{
  if (isnan (a) || isnan (b))
    g_assert_true (isnan (a) && isnan (b));
  else
    g_assert_cmpfloat_with_epsilon (a, b, 1e-9);
}

/* Sums by class and by pair of groups, walked link by link of the machine. */
static void
check_sums (const DlMeasured *measured, const DlDragonflyAnalysis *analysis, const DlLinkUse *use,
            GHashTable *written, gboolean with_vcs)
{
  const DlDragonfly *net = analysis->dragonfly;
  const double rates[] = { 5.25, 5.25, 4.6875 };
  double flits = 0, stalls = 0, load = 0, simulated = 0;
  guint n = 0;

  for (guint link = 0; link < net->n_links; link++)
    {
      g_autofree char *name = name_of (net, link);
      const Written *row = g_hash_table_lookup (written, name);

      if (row == NULL)
        continue;
      g_assert_cmpuint (measured->link[n], ==, link);
      g_assert_cmpuint (measured->count[n], ==, row->flits);
      g_assert_cmpuint (measured->stalls[n], ==, row->stalls);
      n++;
      flits += row->flits;
      stalls += row->stalls;
      load += dl_dragonfly_analysis_load (analysis, link);
      simulated += use->load[link] * rates[net->link_class[link]];
    }
  g_assert_cmpuint (measured->n, ==, n);
  near (measured->total, flits);
  near (measured->total_stalls, stalls);

  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    {
      const DlMeasuredPart *part = &measured->parts[class];
      double sums[4] = { 0 }, share = 0, vcs[DL_DRAGONFLY_VCS] = { 0 }, all_vcs = 0;
      guint links = 0, machine = 0, with_traffic = 0;

      for (guint link = 0; link < net->n_links; link++)
        {
          g_autofree char *name = name_of (net, link);
          const Written *row = g_hash_table_lookup (written, name);
          guint64 most = 0;

          machine += net->link_class[link] == class;
          if (net->link_class[link] != class || row == NULL)
            continue;
          links++;
          sums[0] += row->flits / flits;
          sums[1] += row->stalls / stalls;
          sums[2] += dl_dragonfly_analysis_load (analysis, link) / load;
          sums[3] += use->load[link] * rates[class] / simulated;
          for (guint vc = 0; vc < DL_ARIES_VCS; vc++)
            most = MAX (most, row->vc[vc]);
          for (guint vc = 0; vc < DL_DRAGONFLY_VCS; vc++)
            {
              vcs[vc] += analysis->vc_load[link * DL_DRAGONFLY_VCS + vc];
              all_vcs += analysis->vc_load[link * DL_DRAGONFLY_VCS + vc];
            }
          if (row->flits == 0)
            continue;
          with_traffic++;
          share += (double) most / row->flits;
        }
      g_assert_cmpuint (part->links, ==, links);
      g_assert_cmpuint (part->machine, ==, machine);
      near (part->measured, sums[0]);
      near (part->stalled, sums[1]);
      near (part->analyzed, sums[2]);
      g_assert_cmpfloat_with_epsilon (part->simulated, sums[3], 1e-6);
      near (part->vc_share, with_vcs && with_traffic > 0 ? share / with_traffic : NAN);
      for (guint vc = 0; vc < DL_DRAGONFLY_VCS; vc++)
        near (part->analyzed_vc[vc], all_vcs > 0 ? vcs[vc] / all_vcs : NAN);
    }
}

static void
check_pairs (const DlMeasured *measured, GHashTable *written)
{
  const DlDragonfly *net = measured->shape;
  guint links = 0;

  for (guint i = 0; i < measured->pairs->len; i++)
    {
      const DlMeasuredPair *pair = &g_array_index (measured->pairs, DlMeasuredPair, i);
      g_autofree char *start = g_strdup_printf ("%u.", net->group_name[pair->a]);
      g_autofree char *middle = g_strdup_printf ("-%u.", net->group_name[pair->b]);
      guint64 flits = 0, stalls = 0;
      guint n = 0;
      GHashTableIter iter;
      gpointer name, value;

      g_assert_cmpuint (pair->a, !=, pair->b);
      g_hash_table_iter_init (&iter, written);
      while (g_hash_table_iter_next (&iter, &name, &value))
        if (g_str_has_prefix (name, start) && strstr (name, middle) != NULL)
          {
            n++;
            flits += ((Written *) value)->flits;
            stalls += ((Written *) value)->stalls;
          }
      links += n;
      g_assert_cmpuint (pair->links, ==, n);
      g_assert_cmpuint (pair->links, <=, pair->machine);
      g_assert_cmpuint (pair->count, ==, flits);
      g_assert_cmpuint (pair->stalls, ==, stalls);
      near (pair->measured, (double) flits / measured->total);
      if (i > 0)
        g_assert_cmpuint (pair->count, <=, (pair - 1)->count);
    }
  g_assert_cmpuint (links, ==, measured->parts[DL_LINK_BLUE].links);
}

/* The lists are in their order, and each link is in each once. */
static void
check_order (const DlMeasured *measured)
{
  g_autofree guint8 *seen = g_new0 (guint8, measured->n);

  for (guint row = 0; row < measured->n; row++)
    {
      const guint i = measured->busiest[row], j = measured->different[row];

      seen[i] |= 1;
      seen[j] |= 2;
      if (row == 0)
        continue;
      g_assert_cmpuint (measured->count[i], <=, measured->count[measured->busiest[row - 1]]);
      g_assert_cmpfloat (fabs (dl_measured_difference (measured, j)), <=,
                         fabs (dl_measured_difference (measured, measured->different[row - 1])));
    }
  for (guint i = 0; i < measured->n; i++)
    g_assert_cmpuint (seen[i], ==, 3);
}

static void
check_correlation (const DlMeasured *measured)
{
  for (guint part = 0; part < measured->n_parts; part++)
    {
      g_autoptr (GArray) real = g_array_new (FALSE, FALSE, sizeof (double));
      g_autoptr (GArray) analyzed = g_array_new (FALSE, FALSE, sizeof (double));
      const DlCorrelation *correlation = &measured->parts[part].correlation.analysis;

      for (guint i = 0; i < measured->n; i++)
        if (measured->part[i] == part)
          {
            g_array_append_val (real, measured->measured[i]);
            g_array_append_val (analyzed, measured->analyzed[i]);
          }
      near (correlation->pearson, dl_correlation ((double *) (gpointer) real->data,
                                                  (double *) (gpointer) analyzed->data, real->len));
      near (correlation->rank,
            dl_rank_correlation ((double *) (gpointer) real->data,
                                 (double *) (gpointer) analyzed->data, real->len));
    }
}

/* Any load, as of a simulation. */
static void
draw_use (DlLinkUse *use, guint n_links, DlRng *rng)
{
  use->n_links = n_links;
  use->load = g_new (float, n_links);
  use->stalls = g_new (float, n_links);
  for (guint link = 0; link < n_links; link++)
    {
      use->load[link] = dl_rng_below (rng, 1000) / 1000.;
      use->stalls[link] = use->load[link] > 0 ? dl_rng_below (rng, 50) : NAN;
    }
}

static void
test_random (void)
{
  static const char *const patterns[] = { "uniform", "group-shift", "in-group" };
  DlRng rng;

  dl_rng_init (&rng, 20);
  for (guint round = 0; round < 12; round++)
    {
      const guint groups = 1 + dl_rng_below (&rng, 5), chassis = 1 + dl_rng_below (&rng, 3);
      const gboolean with_vcs = round % 3 > 0;
      g_autofree char *text = g_strdup_printf (
          "[scenario]\nkind=dragonfly\n[traffic]\npattern=%s\n[dragonfly]\ngroups=%u\nchassis=%u\n"
          "blades=%u\ncables-per-pair=1\nrouting=%s\n",
          patterns[dl_rng_below (&rng, 3)], groups, chassis, 2 + (guint) dl_rng_below (&rng, 7),
          round % 2 ? "min-hash" : "valiant");
      g_autoptr (DlDragonflyAnalysis) analysis = analyze (text);
      g_autoptr (GHashTable) written
          = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      g_autofree char *rows = make_rows (analysis->dragonfly, &rng, with_vcs, written);
      g_autoptr (GError) error = NULL;
      DlLinkUse use = { 0 };

      if (g_hash_table_size (written) == 0)
        continue;
      g_autoptr (DlCounters) counters = read_good (rows);
      draw_use (&use, analysis->dragonfly->n_links, &rng);
      g_autoptr (DlMeasured) measured = dl_measured_new (counters, NULL, analysis, &use, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (measured->n_outside, ==, 0);
      g_assert_cmpuint (measured->n_machine, ==, analysis->dragonfly->n_links);
      g_assert_cmpint (measured->has_vcs, ==, with_vcs);
      check_sums (measured, analysis, &use, written, with_vcs);
      check_pairs (measured, written);
      check_order (measured);
      check_correlation (measured);
      dl_link_use_clear (&use);
    }
}

#define TWO_GROUPS                                                                                 \
  "[scenario]\nkind=dragonfly\n[dragonfly]\ngroups=2\nchassis=2\nblades=4\ncables-per-pair=1\n"

/* Links that the machine has not, and a machine that has none of them. */
static void
test_outside (void)
{
  g_autoptr (DlDragonflyAnalysis) analysis = analyze (TWO_GROUPS);
  g_autoptr (DlCounters) some = read_good ("sg,sr,sc,dg,dr,dc,color,flits\n"
                                           "0,0,0,0,0,1,g,40\n"   /* there */
                                           "0,0,0,0,0,7,g,90\n"   /* no such blade */
                                           "0,0,0,0,5,0,k,90\n"   /* no such chassis */
                                           "0,0,0,77,0,0,b,90\n"  /* no such group */
                                           "1,1,2,1,0,2,k,60\n"); /* there */
  g_autoptr (DlCounters) none = read_good ("sg,sr,sc,dg,dr,dc,color,flits\n7,0,0,7,0,1,g,40\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (DlMeasured) measured = dl_measured_new (some, NULL, analysis, NULL, &error);
  g_autofree char *first = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (measured->n, ==, 2);
  g_assert_cmpuint (measured->n_outside, ==, 3);
  g_assert_cmpuint (measured->total, ==, 100);
  g_assert_null (measured->stalls);
  g_assert_null (measured->stalled);
  g_assert_null (measured->simulated);
  g_assert_true (isnan (measured->parts[DL_LINK_GREEN].stalled));
  g_assert_true (isnan (measured->parts[DL_LINK_GREEN].simulated));
  g_assert_true (isnan (measured->correlation.simulation.pearson));
  near (measured->parts[DL_LINK_GREEN].measured, .4);
  near (measured->parts[DL_LINK_BLACK].measured, .6);
  g_assert_cmpuint (measured->pairs->len, ==, 0);
  first = dl_measured_link_to_string (measured, measured->busiest[0]);
  g_assert_cmpstr (first, ==, "1.1.2-1.0.2#0");
  g_assert_cmpstr (dl_measured_part_name (measured, DL_LINK_BLACK), ==, "black");

  g_assert_null (dl_measured_new (none, NULL, analysis, NULL, &error));
  g_assert_error (error, DL_COUNTERS_ERROR, DL_COUNTERS_ERROR_MACHINE);
  g_assert_nonnull (strstr (error->message, "file: "));
}

/* Counters without a flit have no shares, and crash nothing. */
static void
test_nothing (void)
{
  g_autoptr (DlDragonflyAnalysis) analysis = analyze (TWO_GROUPS);
  g_autoptr (DlCounters) idle = read_good ("sg,sr,sc,dg,dr,dc,color,flits,stalls\n"
                                           "0,0,0,0,0,1,g,0,0\n0,0,1,0,0,0,g,0,0\n");
  g_autoptr (DlMeasured) measured = dl_measured_new (idle, NULL, analysis, NULL, NULL);
  DlCascadeSums sums;

  g_assert_cmpuint (measured->n, ==, 2);
  g_assert_true (isnan (measured->measured[0]) && isnan (measured->stalled[1]));
  g_assert_true (isnan (measured->correlation.analysis.pearson));
  g_assert_cmpuint (measured->parts[DL_LINK_GREEN].links, ==, 2);
  dl_cascade_sums_of_class (idle, DL_LINK_GREEN, &sums);
  g_assert_cmpuint (sums.idle_links, ==, 2);
}

/* The same by other means, from the lines of a real machine's file. */
static void
test_real (void)
{
  const char *above = "..";
  g_autofree char *name = g_build_filename (g_getenv ("G_TEST_SRCDIR"), above, above,
                                            FOLDER "edison-link-counters.csv", NULL);
  g_autofree char *text = NULL;
  g_autoptr (DlDragonflyAnalysis) analysis = NULL;
  double flits[3] = { 0 }, stalls[3] = { 0 }, all[2] = { 0 };
  guint links[3] = { 0 }, outside = 0;

  if (!g_file_get_contents (name, &text, NULL, NULL))
    {
      g_autofree char *reason = g_strdup_printf ("there is no %s", name);
      g_test_skip (reason);
      return;
    }
  g_autoptr (DlCounters) counters = read_good (text);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  analysis = analyze ("[scenario]\nkind=dragonfly\n[dragonfly]\ngroups=15\n");
  for (guint i = 1; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], ",", -1);
      const guint class = strchr ("gkb", fields[6][0]) - "gkb";

      /* Generated groups are 0..14; its wiring decides which blue links there are. */
      if (class == DL_LINK_BLUE || atoi (fields[3]) > 14)
        continue;
      links[class]++;
      flits[class] += g_ascii_strtod (fields[7], NULL);
      stalls[class] += g_ascii_strtod (fields[8], NULL);
    }
  g_autoptr (DlMeasured) measured = dl_measured_new (counters, NULL, analysis, NULL, NULL);
  for (guint class = 0; class < DL_LINK_BLUE; class ++)
    {
      g_assert_cmpuint (measured->parts[class].links, ==, links[class]);
      near (measured->parts[class].count, flits[class]);
      near (measured->parts[class].stalls, stalls[class]);
    }
  outside = dl_cascade_counters (counters)->links->len - measured->n;
  g_assert_cmpuint (measured->n_outside, ==, outside);
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    {
      all[0] += measured->parts[class].measured;
      all[1] += measured->parts[class].stalled;
    }
  near (all[0], 1);
  near (all[1], 1);
}

/* Torus ---------------------------------------------------------------------------------------- */

static void
test_torus (void)
{
  g_autoptr (GString) text = g_string_new ("---\nkey: OURS\n---\n- [sx, int32]\n- [sy, int32]\n"
                                           "- [sz, int32]\n- [tx, int32]\n- [ty, int32]\n"
                                           "- [tz, int32]\n- [packets, int64]\n...\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_scenario_parse (
      "[torus]\nradix=4;1;1\n[traffic]\npattern=nearest-neighbor\n", -1, "s", NULL, &error);
  g_autoptr (DlTorusAnalysis) analysis = NULL;
  DlLinkUse use = { 0 };
  DlRng rng;

  g_assert_no_error (error);
  analysis = dl_torus_evaluate (scenario, NULL, &error);
  g_assert_no_error (error);
  for (guint x = 0; x < 4; x++)
    g_string_append_printf (text, "%u 0 0 %u 0 0 %u\n%u 0 0 %u 0 0 0\n", x, (x + 1) % 4, 10 * x,
                            (x + 1) % 4, x);
  g_autoptr (DlCounters) counters = read_good (text->str);
  dl_rng_init (&rng, 1);
  draw_use (&use, analysis->network->n_links, &rng);
  g_autoptr (DlMeasured) measured = dl_measured_new (counters, NULL, analysis, &use, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (measured->n, ==, 8);
  g_assert_cmpuint (measured->n_parts, ==, DL_TORUS_N_NETWORK_PORTS);
  g_assert_cmpuint (measured->total, ==, 60);
  near (measured->parts[0].measured, 1);
  near (measured->parts[1].measured, 0);
  near (measured->parts[0].analyzed, .5);
  near (measured->measured[measured->busiest[0]], .5);
  g_assert_cmpuint (measured->link[measured->busiest[0]], ==, 3 * DL_TORUS_N_NETWORK_PORTS);
  near (measured->analyzed[0], 1. / 8);
  check_order (measured);
  g_assert_null (measured->pairs);
  dl_link_use_clear (&use);
}

/* Probe ---------------------------------------------------------------------------------------- */

static void
probe (const char *text, gboolean expected)
{
  if (dl_counters_probe (text, strlen (text)) != expected)
    g_error ("%s: is %s file of counters", text, expected ? "a" : "no");
}

static void
test_probe (void)
{
  const char *torus = "---\nkey: ANY\n---\n- [sx]\n- [sy]\n- [sz]\n- [tx]\n- [ty]\n- [tz]\n"
                      "- [packets, int64]\n...\n0 0 0 0 0 1 7\n";
  DlRng rng;

  probe ("sg,sr,sc,dg,dr,dc,color,flits\n", TRUE);
  probe ("\n\xef\xbb\xbfx\n", FALSE);
  probe ("\xef\xbb\xbf\n colour,other,dc,dr,dg,sc,sr,sg", TRUE);
  probe ("g,r,c,n,jobid\n0,0,0,0,1\n", TRUE);
  probe ("Job,Group,Row,Column,Node,User", TRUE);
  probe (torus, TRUE);
  probe ("", FALSE);
  probe ("\n\n", FALSE);
  probe ("---\n", FALSE);
  probe ("---\nkey: ANY\n---\n- [sx]\n- [sy]\n...\n", FALSE);
  probe ("sg,sr,sc,dg,dr,dc\n", FALSE);
  probe ("[scenario]\nkind=dragonfly\n", FALSE);
  probe ("x,y,z,direction,state,vc0,vc1,vc_balance\n", FALSE);
  probe ("c0-0c0s0a0l01(0:0:0) blue -> c2-0c0s0a0l01(1:0:0)\n", FALSE);
  /* A truncated file states nothing, and any bytes do no harm. */
  for (gsize length = 0; length < strlen (torus); length++)
    {
      g_autofree char *part = g_strndup (torus, length);
      g_assert_cmpint (dl_counters_probe (torus, length), ==,
                       strstr (part, "packets, int64]") != NULL);
    }
  dl_rng_init (&rng, 3);
  for (guint round = 0; round < 2000; round++)
    {
      guint8 bytes[64];
      for (guint i = 0; i < sizeof bytes; i++)
        bytes[i] = dl_rng_next (&rng);
      g_assert_false (dl_counters_probe ((const char *) bytes, dl_rng_below (&rng, sizeof bytes)));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/measured/dragonfly/random", test_random);
  g_test_add_func ("/measured/dragonfly/outside", test_outside);
  g_test_add_func ("/measured/dragonfly/nothing", test_nothing);
  g_test_add_func ("/measured/dragonfly/real", test_real);
  g_test_add_func ("/measured/torus", test_torus);
  g_test_add_func ("/measured/probe", test_probe);
  return g_test_run ();
}
