/* The age paper's equations: its worked example to the digit, and each equation against what it
 * claims to be about, by enumerating all pairs of nodes. */
#include "dl-evaluate-aging.h"
#include "dl-evaluate.h"

#include <math.h>
#include <string.h>

#define N_SHAPES 60

#define assert_near(a, b)                                                                          \
  g_assert_cmpfloat_with_epsilon ((a), (b), 1e-9 * (1 + fabs ((double) (b))))

static double
value (const DlAgingModel *model, DlAgingId id)
{
  return model->records[id].value;
}

static double
of_dim (const DlAgingModel *model, DlAgingId id, guint dim)
{
  return model->records[id].dim[dim];
}

static void
assert_dims (const DlAgingModel *model, DlAgingId id, double x, double y, double z)
{
  assert_near (of_dim (model, id, DL_X), x);
  assert_near (of_dim (model, id, DL_Y), y);
  assert_near (of_dim (model, id, DL_Z), z);
}

/* Section 3 of the paper, 11x12x16 with bias 3, 2, 1. */
static void
test_paper (void)
{
  DlAgingOptions options = dl_aging_options_default ();
  options.age_clock_period = 18;
  g_autoptr (DlAgingModel) model = dl_aging_model_new (options);
  static const guint8 bias[DL_AGING_PORTS] = { 3, 3, 2, 2, 1, 1, 1 };

  assert_dims (model, DL_AGING_HOPS, 2.75, 3, 4);
  assert_near (value (model, DL_AGING_HOPS_TORUS_MIXED), 9.75);
  g_assert_true (isnan (value (model, DL_AGING_HOPS_TORUS)));
  g_assert_true (isnan (value (model, DL_AGING_HOPS_MESH_MIXED)));
  g_assert_cmpfloat_with_epsilon (value (model, DL_AGING_HOPS_EXACT), 9.7319, 5e-5);
  assert_dims (model, DL_AGING_HOPS_ROUNDED, 3, 3, 4);
  assert_near (value (model, DL_AGING_HOPS_ROUNDED), 10);

  /* "2112 nodes": P_x = 10/11 1/12 1/16 and so on. */
  assert_near (value (model, DL_AGING_EXIT_X), 10. / 2112);
  assert_near (value (model, DL_AGING_EXIT_Y), 11. / 192);
  assert_near (value (model, DL_AGING_EXIT_Z), 1 - 10. / 2112 - 11. / 192);
  assert_near (of_dim (model, DL_AGING_EXIT_DIRECTION, DL_Y), 11. / 384);
  assert_near (value (model, DL_AGING_ALL_DIMS), 10. / 11 * 11 / 12 * 15 / 16);
  assert_dims (model, DL_AGING_LOAD_TORUS, 11. / 8, 1.5, 2);

  /* 4.8 x 8/16 is 2.4, above the 2 GB/s of the processor. */
  assert_near (value (model, DL_AGING_U_Z), 2);
  assert_near (value (model, DL_AGING_U_Y), 2);
  assert_near (value (model, DL_AGING_U_X), 2);

  assert_dims (model, DL_AGING_BIAS, 3, 2, 1);
  g_assert_cmpmem (model->bias, sizeof model->bias, bias, sizeof bias);
  assert_dims (model, DL_AGING_T_BIAS, 9, 6, 4);
  g_assert_cmpfloat (value (model, DL_AGING_T_BIAS), ==, 19);
  g_assert_cmpfloat (value (model, DL_AGING_TICKS), ==, 109);
  g_assert_cmpfloat (value (model, DL_AGING_TICKS_PER_HOP), ==, 11);
  g_assert_cmpfloat (value (model, DL_AGING_QUEUED_PACKETS), ==, 11);
  g_assert_cmpfloat (value (model, DL_AGING_QUEUE_CYCLES), ==, 198);
  g_assert_cmpfloat (value (model, DL_AGING_PERIOD), ==, 18);
  g_assert_cmpuint (model->age_clock_period, ==, 18);
  g_assert_cmpfloat (value (model, DL_AGING_OWN_T_BIAS), ==, 19);
  g_assert_cmpfloat (value (model, DL_AGING_OWN_PERIOD), ==, 18);
  /* Its rounding of 10.9 to 11 ticks per hop moves the center by one. */
  assert_near (value (model, DL_AGING_OWN_AGE), 129);

  /* t_r is 50 ns; a load of 0.34 is 1 / 0.66 services of 9 cycles. */
  g_assert_cmpfloat (value (model, DL_AGING_ROUTER_CYCLES), ==, 25);
  assert_near (value (model, DL_AGING_Q_SERVICES), 1 / 0.66);
  assert_near (value (model, DL_AGING_Q_CYCLES), 9 / 0.66);
  assert_near (value (model, DL_AGING_T_CYCLES), 9.75 * (9 / 0.66 + 25));
  assert_near (value (model, DL_AGING_T_NS), 2 * 9.75 * (9 / 0.66 + 25));
  assert_near (value (model, DL_AGING_T_WORST), pow (6, -9.75));

  for (guint id = 0; id < DL_AGING_N_RECORDS; id++)
    g_assert_cmpuint (model->records[id].broken, ==, 0);
}

/* All records have a name of their own, a title, and together all equations. */
static void
test_table (void)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  guint seen = 0;

  for (guint id = 0; id < DL_AGING_N_RECORDS; id++)
    {
      const DlAgingInfo *info = dl_aging_info (id);

      g_assert_nonnull (info->id);
      g_assert_true (g_hash_table_add (ids, (char *) info->id));
      g_assert_cmpstr (info->title, !=, "");
      g_assert_nonnull (info->unit);
      g_assert_nonnull (info->section);
      g_assert_nonnull (info->formula);
      g_assert_cmpuint (info->first, <=, info->last);
      if (info->first == info->last && info->first != 0 && info->source == DL_AGING_PRINTED)
        seen |= 1u << info->first;
    }
  g_assert_cmphex (seen, ==, 0x3fffe); /* 1 to 17 */
}

/* Shapes and routes of this test's own */

typedef struct
{
  DlAgingOptions options;
  guint n; /* nodes */
} Case;

/* Signed hops from @a to @b in dimension @dim. */
static gint
distance (const DlAgingShape *shape, guint dim, gint a, gint b)
{
  const gint k = shape->radix[dim];
  gint up, down;

  if (!shape->ring[dim])
    return b - a;
  up = (b - a + k) % k;
  down = (a - b + k) % k;
  if (up == down && up != 0)
    return shape->tie_parity && a % 2 != 0 ? -down : up;
  return up < down ? up : -down;
}

static void
case_random (Case *c, GRand *rand)
{
  DlAgingOptions *o = &c->options;

  *o = dl_aging_options_default ();
  c->n = 1;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const guint k = g_rand_int_range (rand, 1, 8);

      o->shape.radix[dim] = k;
      o->shape.ring[dim] = k > 2 && g_rand_boolean (rand);
      c->n *= k;
    }
  o->shape.tie_parity = g_rand_boolean (rand);
  o->load = g_rand_double_range (rand, 0, 0.4);
  o->packet_flits = g_rand_int_range (rand, 1, 10);
  o->response_share = g_rand_boolean (rand) ? 0 : g_rand_double (rand);
  for (guint port = 0; port < DL_AGING_PORTS; port++)
    {
      o->request_bias[port] = g_rand_int_range (rand, 0, 8);
      o->response_bias[port] = g_rand_int_range (rand, 0, 8);
    }
  o->age_clock_period = g_rand_int_range (rand, 20, 100);
}

static void
node_at (const DlAgingShape *shape, guint node, gint at[DL_TORUS_N_DIMS])
{
  at[DL_Z] = node % shape->radix[DL_Z];
  at[DL_Y] = node / shape->radix[DL_Z] % shape->radix[DL_Y];
  at[DL_X] = node / shape->radix[DL_Z] / shape->radix[DL_Y];
}

/* Sums over all pairs of different nodes. */
typedef struct
{
  double hops[DL_TORUS_N_DIMS];
  double distinct_hops[DL_TORUS_N_DIMS]; /* of pairs that differ in that dimension */
  double distinct[DL_TORUS_N_DIMS];
  double exits[DL_TORUS_N_DIMS][2]; /* plus, minus */
  double *load[DL_TORUS_N_DIMS][2]; /* (radix) of the channels that leave a coordinate, all rings of
                                 the dimension together */
  double grants, age, last_age;
} Count;

/* Age as procedures 1 and 2 make it, with the same ticks at each router of a dimension. */
static void
count_pair (Count *count, const DlAgingShape *shape, const gint from[DL_TORUS_N_DIMS],
            const gint to[DL_TORUS_N_DIMS], const DlAgingGrowth *growth)
{
  double age = growth->processor_bias;
  gint last = -1, last_sign = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const gint d = distance (shape, dim, from[dim], to[dim]);
      gint at = from[dim];

      count->hops[dim] += abs (d);
      if (d == 0)
        continue;
      count->distinct_hops[dim] += abs (d);
      count->distinct[dim]++;
      last = dim;
      last_sign = d < 0;
      for (gint i = 0; i < abs (d); i++)
        {
          count->load[dim][last_sign][at]++;
          at = (at + (d > 0 ? 1 : -1) + shape->radix[dim]) % shape->radix[dim];
          age += growth->ticks[dim];
          count->age += age;
          count->grants++;
          age += growth->bias[dim];
        }
      g_assert_cmpint (at, ==, to[dim]);
    }
  age += growth->ejection_ticks;
  count->age += age;
  count->last_age += age;
  count->grants++;
  count->exits[last][last_sign]++;
}

static void
check_shape (Case *c)
{
  DlAgingOptions *o = &c->options;
  const DlAgingShape *shape = &o->shape;
  g_autoptr (DlAgingModel) model = dl_aging_model_new (*o);
  const double pairs = c->n * (c->n - 1.0), all_pairs = (double) c->n * c->n;
  Count count = { 0 };
  double hops = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    for (guint sign = 0; sign < 2; sign++)
      count.load[dim][sign] = g_new0 (double, shape->radix[dim]);
  for (guint a = 0; a < c->n; a++)
    for (guint b = 0; b < c->n; b++)
      {
        gint from[DL_TORUS_N_DIMS], to[DL_TORUS_N_DIMS];

        node_at (shape, a, from);
        node_at (shape, b, to);
        if (a != b)
          count_pair (&count, shape, from, to, &model->growth);
      }

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const guint k = shape->radix[dim];
      const gboolean even = k % 2 == 0;
      const double rings = c->n / k; /* channels of a coordinate and direction */
      const double plus = count.exits[dim][0] / pairs, minus = count.exits[dim][1] / pairs;
      const double printed = of_dim (model, DL_AGING_EXIT_X + dim, dim);
      const DlAgingId printed_load = shape->ring[dim] ? DL_AGING_LOAD_TORUS : DL_AGING_LOAD_MESH;
      double sum = 0;

      /* Exits: printed with packets of a node to itself, which stay in z. */
      assert_near (of_dim (model, DL_AGING_EXIT_PLUS_EXACT, dim), plus);
      assert_near (of_dim (model, DL_AGING_EXIT_MINUS_EXACT, dim), minus);
      assert_near (of_dim (model, DL_AGING_EXIT_EXACT, dim), plus + minus);
      assert_near (printed * all_pairs, (plus + minus) * pairs + (dim == DL_Z ? c->n : 0));
      assert_near (of_dim (model, DL_AGING_EXIT_DIRECTION, dim), printed / 2);
      if (!shape->ring[dim] || !even || shape->tie_parity)
        assert_near (plus, minus);
      else
        g_assert_cmpfloat (plus, >, minus);

      if (k == 1)
        {
          g_assert_true (isnan (of_dim (model, DL_AGING_HOPS, dim)));
          continue;
        }
      /* Hops: k/4 is exact for even rings with those packets, (k + 1)/3 for pairs that differ. */
      hops += count.hops[dim];
      assert_near (of_dim (model, DL_AGING_HOPS_EXACT, dim), count.hops[dim] / pairs);
      if (!shape->ring[dim])
        assert_near (of_dim (model, DL_AGING_HOPS, dim),
                     count.distinct_hops[dim] / count.distinct[dim]);
      else if (even)
        assert_near (of_dim (model, DL_AGING_HOPS, dim), count.hops[dim] / all_pairs);
      else
        g_assert_cmpfloat (of_dim (model, DL_AGING_HOPS, dim), >, count.hops[dim] / all_pairs);

      /* Channel load for one packet that each node sends. */
      for (guint at = 0; at < k; at++)
        sum += count.load[dim][0][at] + count.load[dim][1][at];
      if (shape->ring[dim])
        {
          const double mean = sum / (2 * k * rings) / (c->n - 1.0);

          assert_near (of_dim (model, DL_AGING_LOAD_TORUS_EXACT, dim), mean);
          if (even)
            assert_near (of_dim (model, printed_load, dim) * c->n / (c->n - 1.0), mean);
        }
      else
        {
          const double middle = count.load[dim][0][k / 2 - 1] / rings / (c->n - 1.0);

          assert_near (of_dim (model, DL_AGING_LOAD_MESH_EXACT, dim), middle);
          assert_near (count.load[dim][1][k - k / 2] / rings / (c->n - 1.0), middle);
          assert_near (dl_aging_load_mean (shape, dim), sum / (2 * (k - 1) * rings) / (c->n - 1.0));
          if (even)
            assert_near (of_dim (model, printed_load, dim) * c->n / (c->n - 1.0), middle);
        }
    }
  if (c->n > 1)
    {
      double latency = 0;

      assert_near (value (model, DL_AGING_HOPS_EXACT), hops / pairs);
      assert_near (value (model, DL_AGING_AGE_AT_DESTINATION), fmin (count.last_age / pairs, 255));
      assert_near (value (model, DL_AGING_AGE_MEAN), fmin (count.age / count.grants, 255));
      assert_near (dl_aging_model_age_at_hop (model, 1000),
                   value (model, DL_AGING_AGE_AT_DESTINATION));

      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        if (shape->radix[dim] > 1)
          {
            const double rho = o->load * dl_aging_load_mean (shape, dim);
            const double wait = rho * o->packet_flits / (2 * (1 - rho));

            assert_near (of_dim (model, DL_AGING_WAIT_CYCLES, dim), wait);
            assert_near (model->growth.ticks[dim], (wait + 7) / o->age_clock_period);
            assert_near (
                model->growth.bias[dim],
                ((o->request_bias[2 * dim] + o->request_bias[2 * dim + 1]) * (1 - o->response_share)
                 + (o->response_bias[2 * dim] + o->response_bias[2 * dim + 1]) * o->response_share)
                    / 2);
            latency += count.hops[dim] / pairs * (25 + wait);
          }
      /* The processor port: a service takes 12/5 as long. */
      const double rho = o->load * 12 / 5;
      const double wait = rho * o->packet_flits * 12 / 5 / (2 * (1 - rho));
      assert_near (value (model, DL_AGING_EJECTION_WAIT_CYCLES),
                   fmin (wait, value (model, DL_AGING_QUEUE_CYCLES)));
      assert_near (model->growth.ejection_ticks,
                   (value (model, DL_AGING_EJECTION_WAIT_CYCLES) + 7) / o->age_clock_period);
      latency
          += value (model, DL_AGING_EJECTION_WAIT_CYCLES) + 7 + ceil (o->packet_flits / (5. / 12));
      assert_near (value (model, DL_AGING_LATENCY_CYCLES), latency);
    }
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    for (guint sign = 0; sign < 2; sign++)
      g_free (count.load[dim][sign]);
}

static void
test_all_pairs (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < N_SHAPES; i++)
    {
      Case c;

      case_random (&c, rand);
      g_test_message ("%ux%ux%u, rings %d %d %d, parity %d", c.options.shape.radix[DL_X],
                      c.options.shape.radix[DL_Y], c.options.shape.radix[DL_Z],
                      c.options.shape.ring[DL_X], c.options.shape.ring[DL_Y],
                      c.options.shape.ring[DL_Z], c.options.shape.tie_parity);
      check_shape (&c);
    }
}

/* The equations of one radix and of several agree where both apply, mesh dimensions apart. */
static void
test_shapes (void)
{
  DlAgingOptions options = dl_aging_options_default ();

  for (guint mesh = 0; mesh <= DL_TORUS_N_DIMS; mesh++)
    {
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        {
          options.shape.radix[dim] = 16;
          options.shape.ring[dim] = dim >= mesh;
        }
      g_autoptr (DlAgingModel) model = dl_aging_model_new (options);

      if (mesh == 0)
        assert_near (value (model, DL_AGING_HOPS_TORUS), 12);
      else
        g_assert_true (isnan (value (model, DL_AGING_HOPS_TORUS)));
      if (mesh == DL_TORUS_N_DIMS)
        assert_near (value (model, DL_AGING_HOPS_MESH), 17);
      else
        g_assert_true (isnan (value (model, DL_AGING_HOPS_MESH)));
      assert_near (value (model, DL_AGING_HOPS), mesh * 17. / 3 + (3 - mesh) * 4.);

      /* 8/16 of 4.8 GB/s is more than the processor takes, 4/16 is less; what comes after waits. */
      assert_near (value (model, DL_AGING_U_Z), mesh > 2 ? 1.2 : 2);
      assert_near (value (model, DL_AGING_U_Y), mesh > 1 ? 1.2 : 2);
      assert_near (value (model, DL_AGING_U_X), mesh > 0 ? 1.2 : 2);
      for (guint dim = 0; dim < mesh; dim++)
        assert_near (of_dim (model, DL_AGING_LOAD_MESH, dim), 4);
      assert_dims (model, DL_AGING_BIAS_BY_LOAD, mesh > 0 && mesh < 3 ? 2 : 1, mesh == 2 ? 2 : 1,
                   1);
    }

  /* The paper's 16,12,8: twice the bias in x (2.1). */
  options = dl_aging_options_default ();
  options.shape.radix[DL_X] = 16;
  options.shape.radix[DL_Z] = 8;
  g_autoptr (DlAgingModel) paper = dl_aging_model_new (options);
  assert_dims (paper, DL_AGING_BIAS_BY_LOAD, 2, 2, 1);

  /* Figure 4(a): a line of eight. The last two nodes share what the equation gives to one. */
  options.shape = (DlAgingShape) { .radix = { 8, 1, 1 } };
  options.analysis_hops_max = 7;
  g_autoptr (DlAgingModel) line = dl_aging_model_new (options);
  assert_near (value (line, DL_AGING_T_WORST_LONGEST), 1. / 128);
  assert_near (value (line, DL_AGING_T_WORST_INVERSE), 8);
  g_assert_cmpuint (line->bias[DL_TORUS_PORT_X_PLUS], ==, 1);
  /* 4/8 of 4.8, and a small radix. */
  assert_near (value (line, DL_AGING_U_X), 2);
  options.shape.radix[DL_X] = 3;
  g_autoptr (DlAgingModel) small = dl_aging_model_new (options);
  g_assert_cmpuint (small->records[DL_AGING_U_X].broken, ==, DL_AGING_ASSUMES_LARGE_RADIX);
}

/* A packet of the queue's length seen by those that leave, from the chain of departures: Poisson
 * arrivals in a service of one. */
static double
time_in_md1 (double rho)
{
  enum
  {
    N = 300
  };
  double state[N] = { 1 }, arrivals[N], next[N], mean = 0;

  arrivals[0] = exp (-rho);
  for (guint i = 1; i < N; i++)
    arrivals[i] = arrivals[i - 1] * rho / i;
  for (guint round = 0; round < 2000; round++)
    {
      memset (next, 0, sizeof next);
      for (guint i = 0; i < N; i++)
        for (guint j = 0; j < 40; j++)
          next[MIN ((i > 0 ? i - 1 : 0) + j, N - 1)] += state[i] * arrivals[j];
      memcpy (state, next, sizeof state);
    }
  for (guint i = 0; i < N; i++)
    mean += i * state[i];
  return mean / rho; /* Little */
}

static void
test_queue (void)
{
  static const double loads[] = { 0.05, 0.34, 0.6, 0.8 };

  for (guint i = 0; i < G_N_ELEMENTS (loads); i++)
    {
      DlAgingOptions options = dl_aging_options_default ();
      options.load = loads[i];
      g_autoptr (DlAgingModel) model = dl_aging_model_new (options);

      g_assert_cmpfloat_with_epsilon (value (model, DL_AGING_MD1_SERVICES), time_in_md1 (loads[i]),
                                      1e-6);
      g_assert_cmpfloat (value (model, DL_AGING_MD1_SERVICES), <,
                         value (model, DL_AGING_Q_SERVICES));
    }
}

/* The recommended bias puts ages in the middle, whatever the network, if nothing is rounded. */
static void
test_centre (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (guint i = 0; i < 200; i++)
    {
      DlAgingOptions options = dl_aging_options_default ();
      double ticks;

      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        {
          options.shape.radix[dim] = g_rand_int_range (rand, 2, 40);
          options.shape.ring[dim] = options.shape.radix[dim] > 2;
        }
      options.input_buffer = g_rand_int_range (rand, 9, 200);
      g_autoptr (DlAgingModel) model = dl_aging_model_new (options);
      const double t_bias = value (model, DL_AGING_T_BIAS_EXACT);

      if (isnan (value (model, DL_AGING_PERIOD_EXACT)))
        {
          g_assert_cmpfloat (t_bias, >=, 128);
          continue;
        }
      ticks = value (model, DL_AGING_QUEUE_CYCLES) / value (model, DL_AGING_PERIOD_EXACT);
      assert_near (t_bias + value (model, DL_AGING_HOPS_EXACT) * ticks, 128);
    }
}

/* A ring so long that the bias alone makes packets old; one so full that nothing is steady. */
static void
test_limits (void)
{
  DlAgingOptions options = dl_aging_options_default ();

  options.shape = (DlAgingShape) { .radix = { 1024, 1, 1 }, .ring = { TRUE } };
  g_autoptr (DlAgingModel) ring = dl_aging_model_new (options);
  g_assert_cmpuint (ring->age_clock_period, ==, 0);
  g_assert_true (isnan (value (ring, DL_AGING_PERIOD)));
  assert_near (value (ring, DL_AGING_T_BIAS), 256);
  g_assert_cmpfloat (dl_aging_model_age_at_hop (ring, 500), ==, 255);
  /* At the channel load of such a ring the network is saturated, which only ours know. */
  g_assert_cmpuint (ring->records[DL_AGING_AGE_MEAN].broken, ==, DL_AGING_ASSUMES_UNSATURATED);
  g_assert_cmpuint (ring->records[DL_AGING_Q_SERVICES].broken, ==, 0);

  /* Between 128 hops and 256, a tick in several hops must not vanish. */
  options.shape.radix[DL_X] = 400;
  g_autoptr (DlAgingModel) slow = dl_aging_model_new (options);
  assert_near (value (slow, DL_AGING_TICKS_PER_HOP), 0.28);
  assert_near (value (slow, DL_AGING_PERIOD), round (198 / 0.28));

  options = dl_aging_options_default ();
  options.saturated = TRUE;
  g_autoptr (DlAgingModel) full = dl_aging_model_new (options);
  g_assert_true (isnan (value (full, DL_AGING_Q_SERVICES)));
  g_assert_true (isnan (value (full, DL_AGING_T_CYCLES)));
  g_assert_cmpuint (full->records[DL_AGING_T_NS].broken, ==, DL_AGING_ASSUMES_UNSATURATED);
  assert_dims (full, DL_AGING_WAIT_CYCLES, 198, 198, 198);
  g_assert_cmpfloat (value (full, DL_AGING_PERIOD), ==, 18);

  options.saturated = FALSE;
  options.uniform = options.healthy = FALSE;
  g_autoptr (DlAgingModel) other = dl_aging_model_new (options);
  g_assert_cmpuint (other->records[DL_AGING_EXIT_X].broken, ==,
                    DL_AGING_ASSUMES_UNIFORM | DL_AGING_ASSUMES_HEALTHY);
  g_assert_nonnull (other->records[DL_AGING_EXIT_X].note);
  g_assert_cmpuint (other->records[DL_AGING_Q_SERVICES].broken, ==, 0);
  assert_near (value (other, DL_AGING_T_BIAS), 19); /* still said, and said not to hold */

  options.shape = (DlAgingShape) { .radix = { 1, 1, 1 } };
  g_autoptr (DlAgingModel) one = dl_aging_model_new (options);
  g_assert_cmpuint (one->age_clock_period, ==, 0);
  g_assert_true (isnan (value (one, DL_AGING_EXIT_EXACT)));
  g_assert_true (isnan (value (one, DL_AGING_AGE_MEAN)));
}

/* Step by step: a bias at each port that it enters, ticks in each router that it leaves. */
static void
test_profile (void)
{
  DlAgingOptions options = dl_aging_options_default ();
  g_autoptr (DlAgingModel) model = NULL;
  double age, last;

  options.shape = (DlAgingShape) { .radix = { 1, 8, 16 }, .ring = { FALSE, TRUE, TRUE } };
  model = dl_aging_model_new (options);
  const DlAgingGrowth *growth = &model->growth;
  g_assert_cmpfloat (growth->hops[DL_X], ==, 0);
  last = age = growth->processor_bias + growth->ticks[DL_Y];
  assert_near (dl_aging_model_age_at_hop (model, 1), age);
  age += growth->bias[DL_Y] + growth->ticks[DL_Y];
  assert_near (dl_aging_model_age_at_hop (model, 2), age);
  for (guint hop = 2; hop < 20; hop++)
    {
      g_assert_cmpfloat (dl_aging_model_age_at_hop (model, hop), >=, last);
      last = dl_aging_model_age_at_hop (model, hop);
    }
  assert_near (last, value (model, DL_AGING_AGE_AT_DESTINATION));
}

/* From a scenario: the analysis says what the equations approximate, and what does not hold. */
static void
test_scenario (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_evaluate (scenario, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (DlAgingModel) model
      = dl_aging_model_new (dl_evaluate_aging_options (scenario, analysis));

  g_assert_cmpfloat (value (model, DL_AGING_PERIOD), ==, 18);
  assert_near (value (model, DL_AGING_HOPS_ANALYSIS), value (model, DL_AGING_HOPS_EXACT));
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      assert_near (of_dim (model, DL_AGING_HOPS_ANALYSIS, dim),
                   of_dim (model, DL_AGING_HOPS_EXACT, dim));
      assert_near (of_dim (model, DL_AGING_LOAD_ANALYSIS, dim),
                   of_dim (model, DL_AGING_LOAD_TORUS_EXACT, dim));
    }
  /* Even rings send ties the plus way, odd ones have none. */
  assert_near (of_dim (model, DL_AGING_LOAD_MAX_ANALYSIS, DL_X),
               of_dim (model, DL_AGING_LOAD_ANALYSIS, DL_X));
  assert_near (of_dim (model, DL_AGING_LOAD_MAX_ANALYSIS, DL_Z), 2.25 * 2112 / 2111);

  /* Age clock, load and bias are the scenario's. */
  scenario->router.age_clock_period = 5;
  scenario->router.request_age_bias[DL_TORUS_PORT_PROCESSOR] = 0;
  scenario->traffic.load = 0.1;
  g_clear_pointer (&model, dl_aging_model_free);
  model = dl_aging_model_new (dl_evaluate_aging_options (scenario, analysis));
  g_assert_cmpuint (model->options.age_clock_period, ==, 5);
  g_assert_cmpfloat (model->growth.processor_bias, ==, 0);
  assert_near (value (model, DL_AGING_Q_SERVICES), 1 / 0.9);

  /* A broken cable. */
  const DlTorusLinkAt cable = { .from = { { 1, 2, 2 } }, .port = DL_TORUS_PORT_X_PLUS };
  g_array_append_val (dl_torus_options (scenario)->spec.broken_cables, cable);
  g_clear_pointer (&analysis, dl_torus_analysis_unref);
  analysis = dl_torus_evaluate (scenario, NULL, &error);
  g_assert_no_error (error);
  g_clear_pointer (&model, dl_aging_model_free);
  model = dl_aging_model_new (dl_evaluate_aging_options (scenario, analysis));
  g_assert_cmpuint (model->records[DL_AGING_HOPS].broken, ==,
                    DL_AGING_ASSUMES_HEALTHY | DL_AGING_ASSUMES_ORDER);
  g_assert_cmpfloat (value (model, DL_AGING_HOPS_ANALYSIS), >, value (model, DL_AGING_HOPS_EXACT));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/aging-model/paper", test_paper);
  g_test_add_func ("/aging-model/table", test_table);
  g_test_add_func ("/aging-model/all-pairs", test_all_pairs);
  g_test_add_func ("/aging-model/shapes", test_shapes);
  g_test_add_func ("/aging-model/queue", test_queue);
  g_test_add_func ("/aging-model/centre", test_centre);
  g_test_add_func ("/aging-model/limits", test_limits);
  g_test_add_func ("/aging-model/profile", test_profile);
  g_test_add_func ("/aging-model/scenario", test_scenario);
  return g_test_run ();
}
