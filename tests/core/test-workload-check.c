/* Common to all programs: their flows, packets, errors, and the check of them. */
#include "placement-fixture.h"
#include "workload-fixture.h"
#include "workload-replay.h"

#include <string.h>

/* The flows of a program are its messages, by source, each pair once; ranks at random places. */
static void
test_demand (void)
{
  guint n_kinds;
  const DlWorkloadKind *const *kinds = dl_workload_kinds (&n_kinds);

  for (guint n = 1; n <= 30; n++)
    for (guint k = 0; k < n_kinds; k++)
      {
        g_autoptr (DlTorusNetwork) network = workload_row (n + 5);
        g_autoptr (DlPlacement) placement = dl_placement_new_random (network, n, k, NULL);
        g_autofree char *text = workload_random_matrix (n, n);
        g_autoptr (DlMatrix) matrix
            = kinds[k]->has_matrix ? dl_matrix_parse (text, -1, "test", NULL) : NULL;
        const DlWorkloadSpec spec = { .kind = kinds[k],
                                      .placement = placement,
                                      .matrix = matrix,
                                      .message_bytes = 200,
                                      .packet = dl_packet_shape_seastar (9) };
        g_autoptr (DlWorkload) workload = dl_workload_new (&spec, NULL);
        g_autoptr (DlDemand) demand = dl_workload_demand (workload);
        g_autoptr (WorkloadWorld) world = workload_run (workload, n, NULL);
        g_autofree guint8 *seen = g_new0 (guint8, n * n);
        guint64 packets = 0;
        guint last = 0, n_pairs = 0;

        g_assert_false (demand->uniform);
        for (guint i = 0; i < demand->flows->len; i++)
          {
            const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
            const guint from = placement->rank[flow->source], to = placement->rank[flow->dest];
            const guint64 bytes = world->bytes[to][from];

            g_assert_cmpuint (flow->source, >=, last);
            g_assert_cmpuint (seen[from * n + to]++, ==, 0);
            /* Messages to one rank are all as long here. */
            g_assert_cmpfloat (flow->weight, ==,
                               world->messages[to][from]
                                   * ((bytes / world->messages[to][from] + 63) / 64));
            last = flow->source;
            packets += flow->weight;
          }
        for (guint to = 0; to < n; to++)
          for (guint from = 0; from < n; from++)
            n_pairs += world->messages[to][from] > 0;
        g_assert_cmpuint (demand->flows->len, ==, n_pairs);
        g_assert_cmpuint (packets, ==, workload->n_packets);
      }
}

static void
test_packets (void)
{
  static const struct
  {
    guint64 bytes, packets;
    guint last_flits;
  } cases[] = {
    { 1, 1, 2 },   { 8, 1, 2 },     { 9, 1, 3 },
    { 63, 1, 9 },  { 64, 1, 9 },    { 65, 2, 2 },
    { 128, 2, 9 }, { 1000, 16, 6 }, { DL_WORKLOAD_MAX_BYTES, DL_WORKLOAD_MAX_BYTES / 64, 9 }
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const guint64 n = cases[i].packets;
      g_autoptr (DlWorkload) workload = workload_new ("all-to-all", 3, cases[i].bytes, FALSE, 0);

      g_assert_cmpuint (dl_workload_packets (workload, cases[i].bytes), ==, n);
      g_assert_cmpuint (workload->n_packets, ==, 6 * n);
      g_assert_cmpuint (dl_workload_packet_flits (workload, cases[i].bytes, n - 1), ==,
                        cases[i].last_flits);
      if (n > 1)
        g_assert_cmpuint (dl_workload_packet_flits (workload, cases[i].bytes, n - 2), ==, 9);
    }
}

static void
test_refused (void)
{
  g_autoptr (DlPlacement) placement = workload_place (4);
  g_autoptr (DlMatrix) matrix = dl_matrix_parse ("0,4,1\n", -1, "test", NULL);
  const DlWorkloadSpec good = { .kind = dl_workload_kind_find ("fft"),
                                .placement = placement,
                                .message_bytes = 1,
                                .packet = dl_packet_shape_seastar (2) };
  DlWorkloadSpec bad[4] = { good, good, good, good };
  static const DlWorkloadError codes[] = { DL_WORKLOAD_ERROR_PACKET, DL_WORKLOAD_ERROR_MESSAGE,
                                           DL_WORKLOAD_ERROR_MESSAGE, DL_WORKLOAD_ERROR_RANKS };

  bad[0].packet = dl_packet_shape_seastar (1);
  bad[1].message_bytes = 0;
  bad[2].message_bytes = DL_WORKLOAD_MAX_BYTES + 1;
  bad[3].kind = dl_workload_kind_find ("matrix");
  bad[3].matrix = matrix;
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlWorkload) workload = dl_workload_new (&bad[i], &error);

      g_assert_null (workload);
      g_assert_error (error, DL_WORKLOAD_ERROR, (gint) codes[i]);
      g_assert_nonnull (strchr (error->message, '('));
    }
  g_autoptr (DlWorkload) fine = dl_workload_new (&good, NULL);
  g_assert_nonnull (fine);
}

/* The check finds what is wrong */

typedef enum
{
  SOUND,
  NOBODY_SENDS,
  NOBODY_WAITS,
  TO_ITSELF,
  TWICE,
  TAG,
  NO_BYTES,
  TOTALS,
  PACKETS,
  N_MISTAKES
} Mistake;

/* Two ranks that exchange a message. The seed is the mistake. */
static void
prepare_pair (DlWorkload *workload)
{
  workload->n_tags = 1;
  workload->n_messages = workload->n_packets = workload->spec.seed == TOTALS ? 3 : 2;
}

static guint
count_pair (const DlWorkload *workload, guint rank)
{
  return workload->spec.seed == TWICE ? 2 : 1;
}

static void
step_pair (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step)
{
  const Mistake mistake = workload->spec.seed;
  const gboolean last = i + 1 == count_pair (workload, rank);

  step->send_to = mistake == TO_ITSELF ? rank : !rank;
  step->bytes = mistake == NO_BYTES ? 0 : 5;
  step->tag = mistake == TAG;
  step->n_wait = !last || mistake == NOBODY_WAITS ? 0 : i + 1 + (mistake == NOBODY_SENDS);
  step->wait_packets = step->n_wait + (mistake == PACKETS);
}

static void
test_mistakes (void)
{
  static const DlWorkloadKind pair
      = { .id = "pair", .prepare = prepare_pair, .n_steps = count_pair, .step = step_pair };
  static const char *const found[N_MISTAKES] = {
    [NOBODY_SENDS] = "waits in step 0 for ever",
    [NOBODY_WAITS] = "and waits for 0",
    [TO_ITSELF] = "5 bytes to rank 0",
    [TWICE] = "again",
    [TAG] = "tag 1 of 1",
    [NO_BYTES] = "0 bytes",
    [TOTALS] = "2 messages",
    [PACKETS] = "waits for 1 messages of 2 packets, and 1 of 1 come",
  };
  g_autoptr (DlPlacement) placement = workload_place (2);

  for (Mistake mistake = SOUND; mistake < N_MISTAKES; mistake++)
    {
      const DlWorkloadSpec spec = { .kind = &pair,
                                    .placement = placement,
                                    .message_bytes = 5,
                                    .seed = mistake,
                                    .packet = dl_packet_shape_seastar (9) };
      g_autoptr (DlWorkload) workload = dl_workload_new (&spec, NULL);
      g_autofree char *wrong = workload_find_problem (workload);

      if (found[mistake] == NULL)
        g_assert_cmpstr (wrong, ==, NULL);
      else if (wrong == NULL || strstr (wrong, found[mistake]) == NULL)
        g_error ("“%s”, not “%s”", wrong, found[mistake]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workload-check/demand", test_demand);
  g_test_add_func ("/workload-check/packets", test_packets);
  g_test_add_func ("/workload-check/refused", test_refused);
  g_test_add_func ("/workload-check/mistakes", test_mistakes);
  return g_test_run ();
}
