/* A figure's CSV holds the analysis' own values, to the last bit. */
#include "metric-fixture.h"
#include "test-figure-fixture.h"

#include <math.h>
#include <string.h>

/* The rows below the header, each its fields. */
static GPtrArray *
read_rows (const TestFigure *test, const char *figure, const DlMetric *metric, const char *header)
{
  const DlFigure *f = dl_family_figure_find (&dl_family_torus, figure);
  DlFigureInput input = test_figure_input (test, f);
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint i;

  input.metric = metric;
  bytes = dl_figure_render (f, &input, DL_FIGURE_CSV, 3.5, 300, NULL);
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpstr (lines[0], ==, header);
  for (i = 1; lines[i] != NULL && lines[i][0] != '#'; i++)
    g_ptr_array_add (rows, g_strsplit (lines[i], ",", -1));
  /* After the rows only remarks, and the last line ends. */
  for (; lines[i] != NULL && lines[i + 1] != NULL; i++)
    g_assert_true (lines[i][0] == '#');
  g_assert_cmpstr (lines[i], ==, "");
  return rows;
}

static double
number (const char *field)
{
  char *end;
  double value;

  if (field[0] == '\0')
    return NAN;
  value = g_ascii_strtod (field, &end);
  g_assert_true (*end == '\0');
  return value;
}

static void
assert_same (double a, double b)
{
  if (!isnan (a) || !isnan (b))
    g_assert_cmpfloat (a, ==, b);
}

static TestFigure *
new_faulty (void)
{
  static const char *const edits[]
      = { "torus.broken-links=1,2,2:x+;2,2,1:z+", "torus.broken-nodes=3,3,3",
          "torus.wrap=true;false;true", NULL };

  return test_figure_new ("torus-5x5x5", edits);
}

static guint
link_of (const DlTorusNetwork *network, char **row, guint x)
{
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    if (strcmp (row[0], dl_torus_port_name (port)) == 0)
      {
        const DlTorusCoord coord = { { (guint16) number (row[x]), (guint16) number (row[x + 1]),
                                       (guint16) number (row[x + 2]) } };
        return dl_torus_network_link (network, dl_torus_network_node_at (network, coord), port);
      }
  g_assert_not_reached ();
}

static void
test_ring_matrix (void)
{
  static const char *const columns[]
      = { "vc_balance",    "vc_balance_signed",       "load",      "severity",
          "flits_a_cycle", "stalled_cycles_a_packet", "occupancy", "measured" };
  g_autoptr (TestFigure) test = new_faulty ();
  const DlTorusAnalysis *analysis = test->analysis;
  const DlTorusNetwork *network = analysis->network;

  for (guint m = 0; m < G_N_ELEMENTS (columns); m++)
    {
      const DlMetric *metric = dl_family_metric (&dl_family_torus, m);
      const DlMetricInput input = dl_metric_input (&dl_family_torus, analysis);
      g_autofree char *header = g_strdup_printf ("direction,x,y,z,state,vc0,vc1,%s", columns[m]);
      g_autoptr (GPtrArray) rows = read_rows (test, "ring-matrix", metric, header);
      g_autofree gboolean *seen = g_new0 (gboolean, network->n_links);
      g_autofree float *values = g_new (float, network->n_links);
      guint n_present = 0;

      dl_metric_values (metric, &input, values);
      for (guint i = 0; i < rows->len; i++)
        {
          char **row = g_ptr_array_index (rows, i);
          const guint link = link_of (network, row, 1);

          g_assert_false (seen[link]);
          seen[link] = TRUE;
          g_assert_cmpstr (row[4], ==, network->link_state[link] == DL_LINK_UP ? "up" : "broken");
          assert_same (number (row[5]), analysis->vc_load[2 * link]);
          assert_same (number (row[6]), analysis->vc_load[2 * link + 1]);
          assert_same ((float) number (row[7]), values[link]);
          g_assert_null (row[8]);
        }
      for (guint link = 0; link < network->n_links; link++)
        n_present += network->link_state[link] != DL_LINK_ABSENT;
      g_assert_cmpuint (rows->len, ==, n_present);
    }
}

/* A row a direction, with the shares that are drawn. */
static void
test_measured (void)
{
  g_autoptr (TestFigure) test = new_faulty ();
  const DlMeasured *measured = test->measured;
  g_autoptr (GPtrArray) rows
      = read_rows (test, "measured", torus_metric ("balance"),
                   "part,links,machine_links,counted,measured,stalled,analysed,simulated,"
                   "with_analysis,with_simulation");
  double sum = 0;

  g_assert_nonnull (measured);
  g_assert_cmpuint (rows->len, ==, DL_TORUS_N_NETWORK_PORTS);
  for (guint i = 0; i < rows->len; i++)
    {
      char **row = g_ptr_array_index (rows, i);

      g_assert_cmpstr (row[0], ==, dl_torus_port_name (i));
      assert_same (number (row[1]), measured->parts[i].links);
      assert_same (number (row[3]), measured->parts[i].count);
      assert_same (number (row[4]), measured->parts[i].measured);
      g_assert_cmpstr (row[5], ==, "");
      assert_same (number (row[6]), measured->parts[i].analyzed);
      g_assert_cmpstr (row[7], ==, "");
      sum += measured->parts[i].measured;
    }
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-9);
}

static void
test_ring_balance (void)
{
  g_autoptr (TestFigure) test = test_figure_new ("xt3-11x12x16", NULL);
  const DlTorusAnalysis *analysis = test->analysis;
  g_autoptr (GPtrArray) rows
      = read_rows (test, "ring-balance", torus_metric ("balance"),
                   "direction,x,y,z,leaves_dateline,state,vc0,vc1,vc_balance");

  /* The Z+ ring, then Z-, as figure 3(b) has it. */
  g_assert_cmpuint (rows->len, ==, 32);
  for (guint i = 0; i < rows->len; i++)
    {
      char **row = g_ptr_array_index (rows, i);
      const guint link = link_of (analysis->network, row, 1);

      g_assert_cmpstr (row[0], ==, i < 16 ? "z+" : "z-");
      g_assert_cmpstr (row[4], ==, strcmp (row[3], "15") == 0 ? "1" : "0");
      g_assert_cmpstr (row[5], ==, "up");
      assert_same (number (row[6]), analysis->vc_load[2 * link]);
      assert_same (number (row[7]), analysis->vc_load[2 * link + 1]);
      assert_same (number (row[8]), dl_torus_analysis_link_balance (analysis, link));
      /* All that leaves the dateline is on VC1 (VC paper, section 3). */
      if (row[4][0] == '1')
        g_assert_cmpfloat (number (row[8]), ==, 1);
    }
}

static void
check_histograms (const TestFigure *test)
{
  g_autoptr (GPtrArray) rows
      = read_rows (test, "balance-histograms", torus_metric ("balance"),
                   "series,policy,dimension,from,to,links,exactly_zero,vc_balance_mean,idle_links");
  guint i = 0;

  for (guint s = 0; s < test->n_policies; s++)
    for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
      for (guint bin = 0; bin < DL_BALANCE_BINS; bin++)
        {
          const DlTorusAnalysis *series = test->policies[s];
          const DlTorusDimensionStats *stats = &series->dims[dim];
          char **row;

          if (stats->links == 0)
            continue;
          g_assert_cmpuint (i, <, rows->len);
          row = g_ptr_array_index (rows, i++);
          g_assert_cmpstr (row[0], ==, series->routes->spec.vc_policy->title);
          g_assert_cmpstr (row[1], ==, series->routes->spec.vc_policy->id);
          g_assert_cmpstr (row[2], ==, dl_torus_dim_name (dim));
          assert_same (number (row[3]), bin / 4.0);
          assert_same (number (row[4]), (bin + 1) / 4.0);
          assert_same (number (row[5]), stats->bins[bin]);
          assert_same (number (row[6]), bin == 0 ? stats->balanced_links : 0);
          assert_same (number (row[7]), stats->balance_mean);
          assert_same (number (row[8]), stats->idle_links);
        }
  g_assert_cmpuint (i, ==, rows->len);
}

static void
test_histograms (void)
{
  g_autoptr (TestFigure) xt3 = test_figure_new ("xt3-11x12x16", NULL);
  g_autoptr (TestFigure) faulty = new_faulty ();
  g_autoptr (TestFigure) ring = test_figure_new ("ring-8", NULL);

  check_histograms (xt3);
  check_histograms (faulty);
  check_histograms (ring);
}

static void
test_channel_load (void)
{
  g_autoptr (TestFigure) test = new_faulty ();
  g_autoptr (GPtrArray) rows
      = read_rows (test, "channel-load", torus_metric ("balance"), "dimension,links_percent,load");
  guint i = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const DlTorusDimensionStats *stats = &test->analysis->dims[dim];
      double last = 0, sum = 0;

      for (guint j = 0; j < stats->links; j++)
        {
          char **row = g_ptr_array_index (rows, i++);

          g_assert_cmpstr (row[0], ==, dl_torus_dim_name (dim));
          g_assert_cmpfloat (fabs (number (row[1]) - 100.0 * (j + 1) / stats->links), <, 1e-9);
          g_assert_cmpfloat (number (row[2]), >=, last);
          last = number (row[2]);
          sum += last;
        }
      g_assert_cmpfloat (last, ==, stats->load_max);
      g_assert_cmpfloat (fabs (sum / stats->links - stats->load_mean), <, 1e-9 * (1 + sum));
    }
  g_assert_cmpuint (i, ==, rows->len);
}

/* A policy's name, or one that a user gave, may hold anything. */
static void
test_quoting (void)
{
  g_autoptr (TestFigure) test = test_figure_new ("ring-8", NULL);
  const DlFigure *figure = dl_family_figure_find (&dl_family_torus, "balance-histograms");
  const gpointer series = test->analysis;
  DlVcPolicy named = *test->analysis->routes->spec.vc_policy;
  DlFigureInput input = test_figure_input (test, figure);
  g_autoptr (GString) csv = g_string_new (NULL);

  named.title = "a,\"b\"";
  test->analysis->routes->spec.vc_policy = &named;
  input.policies = &series;
  input.n_policies = 1;
  dl_figure_append_csv (csv, figure, &input);
  g_assert_nonnull (strstr (csv->str, "\n\"a,\"\"b\"\"\",output-crossing,x,0,0.25,"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure-csv/ring-matrix", test_ring_matrix);
  g_test_add_func ("/figure-csv/ring-balance", test_ring_balance);
  g_test_add_func ("/figure-csv/measured", test_measured);
  g_test_add_func ("/figure-csv/histograms", test_histograms);
  g_test_add_func ("/figure-csv/channel-load", test_channel_load);
  g_test_add_func ("/figure-csv/quoting", test_quoting);
  return g_test_run ();
}
