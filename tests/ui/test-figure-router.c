/* The figure of a router: what a whole run sees of it is what a simulation that is stepped shows,
 * and its numbers are the router's. */
#include "dl-evaluate.h"
#include "dl-figure.h"
#include "test-router-fixture.h"

#include <string.h>

#define CYCLES 1500

static const char *const busy[]
    = { "traffic.load=.5", "traffic.response-share=.4", "scenario.seed=1", NULL };
static const char *const quiet[] = { "traffic.load=.02", "torus.broken-links=1,2,2:x+", NULL };
static const char *const round_robin[]
    = { "traffic.load=.4", "router.age-rr-select=0", "router.input-buffer=32", NULL };
static const char *const *const cases[] = { busy, quiet, round_robin };
static const guint nodes[] = { 0, 31, 62, 124 };

/* Through the command's way: a run from end to end. */
static DlSimFigure *
simulate (const DlScenario *scenario, guint node, guint threads)
{
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlSimulation) run = NULL;

  options.seed = 1;
  options.cycles = CYCLES;
  options.warmup_cycles = 100;
  options.threads = threads;
  options.watches = TRUE;
  options.watched = node;
  run = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  return dl_sim_figure_new_run (run);
}

/* Columns of the CSV. */
enum
{
  PART,
  INPUT,
  INPUT_VC,
  OUTPUT,
  OUTPUT_VC,
  POSITION,
  SOURCE,
  DESTINATION,
  CREATED,
  INJECTED,
  AGE,
  EPOCH,
  FLITS,
  HOPS,
  HAS_CREDITS,
  OLDEST,
  WINS,
  VALUE,
  N_COLUMNS
};

/* Fields of a line with quoted coordinates, "1,2,3" as "1;2;3". */
static GStrv
split (const char *line)
{
  g_autofree char *plain = g_strdup (line);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean quoted = FALSE;

  for (const char *at = plain; *at != '\0'; at++)
    if (*at == '"')
      quoted = !quoted;
    else
      g_string_append_c (text, quoted && *at == ',' ? ';' : *at);
  return g_strsplit (text->str, ",", -1);
}

/* The rows of @part ("" for all), each its fields. */
static GPtrArray *
rows_of (const DlFigureInput *input, const char *part)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_autoptr (GString) csv = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  dl_figure_append_csv (csv, dl_family_figure_find (&dl_family_torus, "router"), input);
  lines = g_strsplit (csv->str, "\n", -1);
  for (guint i = 1; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      g_auto (GStrv) row = split (lines[i]);

      g_assert_cmpuint (g_strv_length (row), ==, N_COLUMNS);
      if (*part == '\0' || strcmp (row[PART], part) == 0)
        g_ptr_array_add (rows, g_steal_pointer (&row));
    }
  return rows;
}

static guint
field (const GPtrArray *rows, guint row, guint column)
{
  return strtoul (((char **) rows->pdata[row])[column], NULL, 10);
}

static const char *
text (const GPtrArray *rows, guint row, guint column)
{
  return ((char **) rows->pdata[row])[column];
}

static guint
value_of (const DlFigureInput *input, const char *part)
{
  g_autoptr (GPtrArray) rows = rows_of (input, part);

  g_assert_cmpuint (rows->len, ==, 1);
  return field (rows, 0, VALUE);
}

/* The router as it is stepped, beside the one at the end of a run on any number of threads. */
static void
test_run (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint j = 0; j < G_N_ELEMENTS (nodes); j++)
      {
        g_autoptr (TestRouter) test = test_router_new ("torus-5x5x5", cases[i], nodes[j], CYCLES);
        g_autoptr (DlSimFigure) figure = simulate (test->scenario, nodes[j], 1 + j % 2);

        const DlSeastarInside *inside = dl_seastar_inside_of (figure->inside);

        g_assert_nonnull (inside);
        g_assert_cmpuint (inside->node, ==, nodes[j]);
        g_assert_cmpuint (inside->cycle, ==, test->inside.cycle);
        g_assert_cmpuint (inside->n_grants, ==, test->inside.n_grants);
        g_assert_cmpmem (inside->packet_count, sizeof inside->packet_count,
                         test->inside.packet_count, sizeof test->inside.packet_count);
        g_assert_cmpmem (inside->credits, sizeof inside->credits, test->inside.credits,
                         sizeof test->inside.credits);
        for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
          g_assert_cmpuint (inside->input[queue].flits, ==, test->inside.input[queue].flits);
        for (guint grant = 0; grant < inside->n_kept; grant++)
          g_assert_cmpuint (inside->grants[grant].winner, ==, test->inside.grants[grant].winner);
      }
}

/* No packet is missing, none is twice. */
static void
check_packets (const DlFigureInput *input)
{
  const DlSeastarInside *inside = dl_seastar_inside_of (input->simulation->inside);
  g_autoptr (GPtrArray) inputs = rows_of (input, "input");
  g_autoptr (GPtrArray) staged = rows_of (input, "staged");
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint unseen = 0;

  for (guint i = 0; i < inputs->len + staged->len; i++)
    {
      const GPtrArray *rows = i < inputs->len ? inputs : staged;
      const guint row = i < inputs->len ? i : i - inputs->len;
      char *packet = g_strjoin ("|", text (rows, row, SOURCE), text (rows, row, DESTINATION),
                                text (rows, row, CREATED), text (rows, row, INJECTED), NULL);

      g_assert_true (g_hash_table_add (seen, packet));
      g_assert_cmpuint (field (rows, row, EPOCH), <, 2);
      g_assert_cmpuint (field (rows, row, INJECTED), >=, field (rows, row, CREATED));
      g_assert_cmpuint (field (rows, row, INJECTED), <, CYCLES);
    }
  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
    {
      unseen += inside->input[queue].n - MIN (inside->input[queue].n, DL_SEASTAR_QUEUE_SHOWN);
      for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
        unseen += MAX (inside->staged[output][queue].n, 1) - 1;
    }
  g_assert_cmpuint (inputs->len + staged->len + unseen + value_of (input, "crossbar_packets"), ==,
                    value_of (input, "epoch_0_packets") + value_of (input, "epoch_1_packets"));
  g_assert_cmpuint (value_of (input, "cycle"), ==, CYCLES);
}

/* One winner of a grant and none of what competes now; of age the oldest. */
static guint
check_rivals (const DlFigureInput *input)
{
  g_autoptr (GPtrArray) rivals = rows_of (input, "rival");
  guint n_winners = 0;

  for (guint i = 0; i < rivals->len; i++)
    {
      g_assert_cmpstr (text (rivals, i, OUTPUT), ==, text (rivals, 0, OUTPUT));
      n_winners += field (rivals, i, WINS);
      if (field (rivals, i, OLDEST))
        for (guint j = 0; j < rivals->len; j++)
          g_assert_true (!field (rivals, j, HAS_CREDITS)
                         || field (rivals, j, VALUE) <= field (rivals, i, VALUE));
    }
  g_assert_cmpuint (n_winners, <=, 1);
  return n_winners;
}

static void
check_credits (const DlFigureInput *input)
{
  g_autoptr (GPtrArray) credits = rows_of (input, "credits");

  g_assert_cmpuint (credits->len, ==, DL_TORUS_N_NETWORK_PORTS * DL_SIM_VCS);
  for (guint i = 0; i < credits->len; i++)
    {
      g_assert_cmpstr (text (credits, i, OUTPUT), ==, dl_torus_port_name (i / DL_SIM_VCS));
      g_assert_cmpuint (field (credits, i, OUTPUT_VC), ==, i % DL_SIM_VCS);
      g_assert_cmpuint (field (credits, i, VALUE), ==,
                        dl_seastar_inside_of (input->simulation->inside)
                            ->credits[i / DL_SIM_VCS][i % DL_SIM_VCS]);
    }
}

static void
test_numbers (void)
{
  guint n_grants = 0, n_now = 0;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint j = 0; j < G_N_ELEMENTS (nodes); j++)
      {
        g_autoptr (TestRouter) test = test_router_new ("torus-5x5x5", cases[i], nodes[j], 1);
        g_autoptr (DlTorusAnalysis) analysis = dl_torus_evaluate (test->scenario, NULL, NULL);
        g_autoptr (DlSimFigure) figure = simulate (test->scenario, nodes[j], 1);
        const DlSeastarInside *inside = dl_seastar_inside_of (figure->inside);
        DlFigureInput input = dl_figure_input_default (test->scenario, analysis);

        input.simulation = figure;
        check_packets (&input);
        check_credits (&input);
        g_assert_cmpuint (check_rivals (&input), ==, inside->n_kept > 0);
        /* One output after the other: just granted, or now. */
        for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
          {
            const guint last = dl_inside_last_grant (inside, output);
            const gboolean just
                = last != DL_INSIDE_NOW && inside->grants[last].cycle + 1 == inside->cycle;
            g_autoptr (GPtrArray) rivals = NULL;

            input.look = (DlInsideLook) { .has_output = TRUE, .output = output };
            g_assert_cmpuint (check_rivals (&input), ==, just);
            rivals = rows_of (&input, "rival");
            if (rivals->len > 0)
              g_assert_cmpstr (text (rivals, 0, OUTPUT), ==, dl_torus_port_name (output));
            n_now += !just && rivals->len > 0;
          }
        /* Every grant that is kept, whatever the output. */
        for (guint grant = 0; grant < inside->n_kept; grant++)
          {
            input.look.has_grant = TRUE;
            input.look.grant = inside->n_grants - 1 - grant;
            g_assert_cmpuint (check_rivals (&input), ==, 1);
            n_grants++;
          }
        /* One that is forgotten counts no more. */
        input.look.has_output = FALSE;
        input.look.grant = inside->n_grants;
        g_assert_cmpuint (check_rivals (&input), ==, inside->n_kept > 0);
      }
  g_assert_cmpuint (n_grants, >, 100);
  g_assert_cmpuint (n_now, >, 10);
}

/* Nothing was watched: the figure says so, and has no numbers. */
static void
test_nothing (void)
{
  g_autoptr (TestRouter) test = test_router_new ("ring-8", NULL, 0, 1);
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_evaluate (test->scenario, NULL, NULL);
  const DlFigureInput input = dl_figure_input_default (test->scenario, analysis);
  g_autoptr (GPtrArray) rows = rows_of (&input, "");
  g_autoptr (GBytes) pdf = dl_figure_render (dl_family_figure_find (&dl_family_torus, "router"),
                                             &input, DL_FIGURE_PDF, 3.5, 300, NULL);

  g_assert_cmpuint (rows->len, ==, 0);
  g_assert_nonnull (pdf);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure-router/run", test_run);
  g_test_add_func ("/figure-router/numbers", test_numbers);
  g_test_add_func ("/figure-router/nothing", test_nothing);
  return g_test_run ();
}
