#include "dl-aging-model.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static guint
aging_n_nodes (const DlAgingShape *shape)
{
  return shape->radix[DL_X] * shape->radix[DL_Y] * shape->radix[DL_Z];
}

/* Mean and mean square of the hops in dimension @dim over all ordered pairs of nodes, a node and
 * itself included: dimensions are independent of each other then. */
static double
aging_hops_mean (const DlAgingShape *shape, guint dim)
{
  const double k = shape->radix[dim];

  if (!shape->ring[dim])
    return (k * k - 1) / (3 * k);
  return shape->radix[dim] % 2 == 0 ? k / 4 : (k * k - 1) / (4 * k);
}

static double
aging_hops_square (const DlAgingShape *shape, guint dim)
{
  const double k = shape->radix[dim];

  if (!shape->ring[dim])
    return (k * k - 1) / 6;
  return shape->radix[dim] % 2 == 0 ? (k * k + 2) / 12 : (k * k - 1) / 12;
}

/* Factor from a mean over all pairs to one over distinct nodes: N / (N - 1); NAN for one node. */
static double
aging_distinct (const DlAgingShape *shape)
{
  const double n = aging_n_nodes (shape);

  return n > 1 ? n / (n - 1) : NAN;
}

/* The share of pairs of distinct nodes whose last hop is in dimension @dim; @share_plus (nullable)
 * gets the share of those in the plus direction. NAN for one node. */
static double
aging_exit_share (const DlAgingShape *shape, guint dim, double *share_plus)
{
  const guint k = shape->radix[dim];
  double share = (k - 1.0) / k * aging_distinct (shape);
  double plus = 0.5;

  for (guint later = dim + 1; later < DL_TORUS_N_DIMS; later++)
    share /= shape->radix[later];
  /* Among the k - 1 distances around a ring, the one that ties takes the plus direction. Over all
   * entries, parity divides it evenly, and so does a mesh. */
  if (shape->ring[dim] && k % 2 == 0 && !shape->tie_parity)
    plus = k / 2 / (k - 1.0);
  if (share_plus != NULL)
    *share_plus = share * plus;
  return share;
}

double
dl_aging_load_mean (const DlAgingShape *shape, guint dim)
{
  const double k = shape->radix[dim];
  const double channels = shape->ring[dim] ? 2 : 2 * (k - 1) / k; /* a node */

  if (shape->radix[dim] == 1)
    return NAN;
  return aging_hops_mean (shape, dim) * aging_distinct (shape) / channels;
}

static double
aging_load_middle (const DlAgingShape *shape, guint dim)
{
  const guint k = shape->radix[dim];

  if (k == 1)
    return NAN;
  return k / 2 * (double) (k - k / 2) / k * aging_distinct (shape);
}

/* The wait in an M/D/1 queue, in services: rho / (2 (1 - rho)) for a utilization below 1, INFINITY
 * from there on. The time in the system is one service more. */
static double
aging_md1_wait (double utilisation)
{
  return utilisation < 1 ? utilisation / (2 * (1 - utilisation)) : INFINITY;
}

/* Age paper, 3: the middle of the age range, about which ages should be spread. */
#define AGE_CENTRE 128
#define AGE_MAX    255
#define BIAS_MAX   7 /* 3 bits (age paper, procedure 1) */

/* Values shared by several records. */
typedef struct
{
  const DlAgingOptions *options;
  DlAgingModel *model;
  double n_dims;                       /* dimensions that have hops */
  gboolean has_dim[DL_TORUS_N_DIMS];   /* radix above 1 */
  double hops[DL_TORUS_N_DIMS];        /* as printed */
  double exact_hops[DL_TORUS_N_DIMS];  /* pairs of distinct nodes */
  double queue_cycles;                 /* a hop, network full */
  double wait_cycles[DL_TORUS_N_DIMS]; /* for a channel */
  double ejection_wait_cycles;
} Build;

DlAgingOptions
dl_aging_options_default (void)
{
  DlAgingOptions options = {
    .shape = { .radix = { 11, 12, 16 }, .ring = { TRUE, TRUE, TRUE } },
    .load = 0.34,
    .packet_flits = 9,
    .message_packets = 1,
    .request_bias = { 3, 3, 2, 2, 1, 1, 1 },
    .response_bias = { 3, 3, 2, 2, 1, 1, 1 },
    .age_clock_period = 8,
    .input_buffer = 96,
    .staging_buffer = 16,
    .class_vcs = 2,
    .link_cycles = 18,
    .crossbar_cycles = 7,
    .cycle_ns = 2,
    .channel_GBps = 4.8,
    .ejection_rate = 5.0 / 12,
    .uniform = TRUE,
    .healthy = TRUE,
    .dimension_order = TRUE,
    .analysis_hops = NAN,
    .analysis_hops_max = NAN,
  };

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    options.analysis_dim_hops[dim] = options.analysis_load[dim] = options.analysis_load_max[dim]
        = NAN;
  return options;
}

static DlAgingRecord *
record (Build *build, DlAgingId id)
{
  return &build->model->records[id];
}

static void
set (Build *build, DlAgingId id, double value)
{
  record (build, id)->value = isfinite (value) ? value : NAN;
}

static void
set_dim (Build *build, DlAgingId id, guint dim, double value)
{
  record (build, id)->dim[dim] = isfinite (value) ? value : NAN;
}

static double
get (Build *build, DlAgingId id)
{
  return record (build, id)->value;
}

/* Every dimension by @values, and what they add up to. */
static void
set_sum (Build *build, DlAgingId id, const double values[DL_TORUS_N_DIMS])
{
  double sum = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (build->has_dim[dim])
      {
        set_dim (build, id, dim, values[dim]);
        sum += values[dim];
      }
  set (build, id, sum);
}

static void
add_note (DlAgingRecord *record, const char *sentence)
{
  char *longer;

  if (record->note == NULL)
    longer = g_strdup (sentence);
  else
    longer = g_strdup_printf ("%s %s", record->note, sentence);
  g_free (record->note);
  record->note = longer;
}

/* The scenario's bias of an input port, over requests and responses. */
static double
port_bias (const DlAgingOptions *options, guint port)
{
  return options->request_bias[port] * (1 - options->response_share)
         + options->response_bias[port] * options->response_share;
}

static double
dim_bias (const DlAgingOptions *options, guint dim)
{
  return (port_bias (options, 2 * dim) + port_bias (options, 2 * dim + 1)) / 2;
}

/* Equations 1 to 3 */

static void
compute_latency (Build *build)
{
  const DlAgingOptions *o = build->options;
  const double load = o->saturated ? 1 : o->load;
  const double q = load < 1 ? 1 / (1 - load) : INFINITY;
  const double md1 = 1 + aging_md1_wait (load);
  const double router_cycles = o->link_cycles + o->crossbar_cycles;
  const double hops = get (build, DL_AGING_HOPS);
  const double merging = pow (2 * build->n_dims, hops);
  double delay[DL_TORUS_N_DIMS], exact[DL_TORUS_N_DIMS];

  set (build, DL_AGING_ROUTER_CYCLES, router_cycles);
  set (build, DL_AGING_Q_SERVICES, q);
  set (build, DL_AGING_Q_CYCLES, q * o->packet_flits);
  set (build, DL_AGING_MD1_SERVICES, md1);
  set (build, DL_AGING_MD1_CYCLES, md1 * o->packet_flits);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      delay[dim] = build->hops[dim] * (q * o->packet_flits + router_cycles);
      exact[dim] = build->exact_hops[dim] * (md1 * o->packet_flits + router_cycles);
    }
  set_sum (build, DL_AGING_T_CYCLES, delay);
  set_sum (build, DL_AGING_T_EXACT_CYCLES, exact);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    delay[dim] *= o->cycle_ns;
  set_sum (build, DL_AGING_T_NS, delay);

  if (build->n_dims == 0)
    return;
  set (build, DL_AGING_T_WORST, o->message_packets / merging);
  set (build, DL_AGING_T_WORST_LONGEST,
       o->message_packets / pow (2 * build->n_dims, o->analysis_hops_max));
  /* L packets, one a service, each slowed down that much. */
  set (build, DL_AGING_T_WORST_INVERSE, o->message_packets * merging);
}

/* Equations 4 to 9 */

static gboolean
is_regular (const Build *build, gboolean ring)
{
  const DlAgingShape *shape = &build->options->shape;
  guint k = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (build->has_dim[dim])
      {
        if (shape->ring[dim] != ring || (k != 0 && shape->radix[dim] != k))
          return FALSE;
        k = shape->radix[dim];
      }
  return k != 0;
}

static void
compute_hops (Build *build)
{
  const DlAgingOptions *o = build->options;
  const DlAgingShape *shape = &o->shape;
  double torus = 0, mesh = 0;
  double rounded[DL_TORUS_N_DIMS] = { 0 };

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const double k = shape->radix[dim];

      build->has_dim[dim] = shape->radix[dim] > 1;
      build->n_dims += build->has_dim[dim];
      if (!build->has_dim[dim])
        continue;
      build->hops[dim] = shape->ring[dim] ? k / 4 : (k + 1) / 3;
      build->exact_hops[dim] = aging_hops_mean (shape, dim) * aging_distinct (shape);
      rounded[dim] = round (build->hops[dim]);
      *(shape->ring[dim] ? &torus : &mesh) += build->hops[dim];
      set_dim (build, shape->ring[dim] ? DL_AGING_HOPS_TORUS_MIXED : DL_AGING_HOPS_MESH_MIXED, dim,
               build->hops[dim]);
      set_dim (build, DL_AGING_HOPS_ANALYSIS, dim, o->analysis_dim_hops[dim]);
    }
  set_sum (build, DL_AGING_HOPS, build->hops);
  set_sum (build, DL_AGING_HOPS_EXACT, build->exact_hops);
  set_sum (build, DL_AGING_HOPS_ROUNDED, rounded);
  set (build, DL_AGING_HOPS_ANALYSIS, o->analysis_hops);
  set (build, DL_AGING_HOPS_TORUS, is_regular (build, TRUE) ? torus : NAN);
  set (build, DL_AGING_HOPS_MESH, is_regular (build, FALSE) ? mesh : NAN);
  set (build, DL_AGING_HOPS_TORUS_MIXED, torus > 0 ? torus : NAN);
  set (build, DL_AGING_HOPS_MESH_MIXED, mesh > 0 ? mesh : NAN);
}

/* The printed formula: k/8, or k/4 for a mesh. */
static double
channel_load (const DlAgingShape *shape, guint dim)
{
  return shape->radix[dim] / (shape->ring[dim] ? 8.0 : 4.0);
}

static void
compute_load (Build *build)
{
  const DlAgingOptions *o = build->options;
  const DlAgingShape *shape = &o->shape;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      if (!build->has_dim[dim])
        continue;
      set_dim (build, shape->ring[dim] ? DL_AGING_LOAD_TORUS : DL_AGING_LOAD_MESH, dim,
               channel_load (shape, dim));
      if (shape->ring[dim])
        set_dim (build, DL_AGING_LOAD_TORUS_EXACT, dim, dl_aging_load_mean (shape, dim));
      else
        set_dim (build, DL_AGING_LOAD_MESH_EXACT, dim, aging_load_middle (shape, dim));
      set_dim (build, DL_AGING_LOAD_ANALYSIS, dim, o->analysis_load[dim]);
      set_dim (build, DL_AGING_LOAD_MAX_ANALYSIS, dim, o->analysis_load_max[dim]);
    }
}

/* Equations 10 to 16 */

static void
compute_exits (Build *build)
{
  static const DlAgingId ids[DL_TORUS_N_DIMS]
      = { DL_AGING_EXIT_X, DL_AGING_EXIT_Y, DL_AGING_EXIT_Z };
  const DlAgingShape *shape = &build->options->shape;
  const double kx = shape->radix[DL_X], ky = shape->radix[DL_Y], kz = shape->radix[DL_Z];
  double exits[DL_TORUS_N_DIMS] = { (kx - 1) / kx / ky / kz, (ky - 1) / ky / kz };
  double all = 1;

  exits[DL_Z] = 1 - exits[DL_X] - exits[DL_Y];
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      double plus;
      const double share = aging_exit_share (shape, dim, &plus);

      set (build, ids[dim], exits[dim]);
      set_dim (build, ids[dim], dim, exits[dim]);
      set_dim (build, DL_AGING_EXIT_DIRECTION, dim, exits[dim] / 2);
      set_dim (build, DL_AGING_EXIT_EXACT, dim, share);
      set_dim (build, DL_AGING_EXIT_PLUS_EXACT, dim, plus);
      set_dim (build, DL_AGING_EXIT_MINUS_EXACT, dim, share - plus);
      if (build->has_dim[dim])
        all *= 1 - 1.0 / shape->radix[dim];
    }
  set (build, DL_AGING_ALL_DIMS, build->n_dims > 0 ? all : NAN);
}

static void
compute_utilisation (Build *build)
{
  static const DlAgingId ids[DL_TORUS_N_DIMS] = { DL_AGING_U_X, DL_AGING_U_Y, DL_AGING_U_Z };
  const DlAgingOptions *o = build->options;
  double rate_GBps = o->ejection_rate * o->channel_GBps;

  set (build, DL_AGING_CHANNEL_GBPS, o->channel_GBps);
  set (build, DL_AGING_EJECTION_GBPS, rate_GBps);
  for (guint i = 0; i < DL_TORUS_N_DIMS; i++)
    {
      const guint dim = DL_Z - i;
      const double share = 1 / channel_load (&o->shape, dim); /* 8/k, 4/k */

      if (!build->has_dim[dim])
        continue;
      if (!o->shape.ring[dim])
        add_note (record (build, ids[dim]), _ ("A mesh has 4/k instead of 8/k."));
      if (share > 1)
        {
          record (build, ids[dim])->broken |= DL_AGING_ASSUMES_LARGE_RADIX;
          add_note (record (build, ids[dim]),
                    _ ("The radix is small: the term with k exceeds the bandwidth of a channel."));
        }
      rate_GBps = fmin (o->channel_GBps * share, rate_GBps);
      set (build, ids[dim], rate_GBps);
      set_dim (build, ids[dim], dim, rate_GBps);
    }
}

/* Age bias and age clock (3.1, 3.2) */

/* The bias grows by one from the last dimension routed to the first: 3, 2, 1. */
static void
recommend_bias (Build *build)
{
  DlAgingModel *model = build->model;
  double least = INFINITY;
  guint bias = 1;

  for (guint port = 0; port < DL_AGING_PORTS; port++)
    model->bias[port] = 1;
  for (guint i = 0; i < DL_TORUS_N_DIMS; i++)
    {
      const guint dim = DL_Z - i;

      if (!build->has_dim[dim])
        continue;
      model->bias[2 * dim] = model->bias[2 * dim + 1] = bias;
      set_dim (build, DL_AGING_BIAS, dim, bias++);
      least = fmin (least, channel_load (&build->options->shape, dim));
    }
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (build->has_dim[dim])
      set_dim (build, DL_AGING_BIAS_BY_LOAD, dim,
               fmin (round (channel_load (&build->options->shape, dim) / least), BIAS_MAX));
}

/* The period under which a packet with @t_bias and @hops is in the middle of the age range, in a
 * full network: as the paper rounds it, or not. NAN if there is none. */
static double
period_for (const Build *build, double t_bias, double hops, gboolean rounded)
{
  const double ticks = (AGE_CENTRE - t_bias) / hops;
  double period;

  if (!(ticks > 0) || !isfinite (ticks) || build->queue_cycles == 0)
    return NAN;
  /* A tick in several hops must not be rounded to none. */
  period = build->queue_cycles / (rounded && round (ticks) >= 1 ? round (ticks) : ticks);
  return fmin (rounded ? fmax (round (period), 1) : period, G_MAXUINT32);
}

static void
compute_clock (Build *build)
{
  const DlAgingOptions *o = build->options;
  const double hops = get (build, DL_AGING_HOPS_ROUNDED);
  const guint queued = o->input_buffer / o->packet_flits + o->staging_buffer / o->packet_flits;
  double t_bias[DL_TORUS_N_DIMS], own[DL_TORUS_N_DIMS], exact[DL_TORUS_N_DIMS], ticks, age;

  build->queue_cycles = queued * o->class_vcs * o->packet_flits;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const double rounded = build->has_dim[dim] ? round (build->hops[dim]) : 0;

      if (build->has_dim[dim])
        set_dim (build, DL_AGING_OWN_BIAS, dim, dim_bias (o, dim));
      t_bias[dim] = rounded * build->model->bias[2 * dim];
      own[dim] = rounded * dim_bias (o, dim);
      exact[dim] = build->exact_hops[dim] * build->model->bias[2 * dim];
    }
  set_sum (build, DL_AGING_T_BIAS, t_bias);
  set_sum (build, DL_AGING_OWN_T_BIAS, own);
  set_sum (build, DL_AGING_T_BIAS_EXACT, exact);

  ticks = AGE_CENTRE - get (build, DL_AGING_T_BIAS);
  set (build, DL_AGING_TICKS, ticks);
  if (ticks > 0)
    set (build, DL_AGING_TICKS_PER_HOP,
         round (ticks / hops) >= 1 ? round (ticks / hops) : ticks / hops);
  set (build, DL_AGING_QUEUED_PACKETS, queued);
  set (build, DL_AGING_QUEUE_CYCLES, build->queue_cycles);
  set (build, DL_AGING_PERIOD, period_for (build, get (build, DL_AGING_T_BIAS), hops, TRUE));
  set (build, DL_AGING_PERIOD_EXACT,
       period_for (build, get (build, DL_AGING_T_BIAS_EXACT), get (build, DL_AGING_HOPS_EXACT),
                   FALSE));
  set (build, DL_AGING_OWN_PERIOD,
       period_for (build, get (build, DL_AGING_OWN_T_BIAS), hops, TRUE));
  if (ticks <= 0)
    add_note (record (build, DL_AGING_PERIOD),
              _ ("There is none: the bias alone moves ages past the middle of their range."));
  if (!isnan (get (build, DL_AGING_PERIOD)))
    build->model->age_clock_period = get (build, DL_AGING_PERIOD);

  age = get (build, DL_AGING_OWN_T_BIAS) + hops * build->queue_cycles / o->age_clock_period;
  set (build, DL_AGING_OWN_AGE, fmin (age, AGE_MAX));
  if (age > AGE_MAX)
    add_note (record (build, DL_AGING_OWN_AGE), _ ("Saturated: it would be above 255."));
}

/* Ours: waits, latency and age at the offered load */

/* At most as long as a full queue takes, which it is where there is no steady state. */
static double
wait_cycles (Build *build, double utilisation, double service_cycles)
{
  return fmin (aging_md1_wait (build->options->saturated ? 1 : utilisation) * service_cycles,
               build->queue_cycles);
}

static void
mark_saturated (Build *build)
{
  for (guint id = DL_AGING_UTILISATION; id < DL_AGING_N_RECORDS; id++)
    record (build, id)->broken |= DL_AGING_ASSUMES_UNSATURATED;
}

static void
compute_waits (Build *build)
{
  const DlAgingOptions *o = build->options;
  const double ejection = o->load / o->ejection_rate;
  double latency[DL_TORUS_N_DIMS];

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      double load = o->analysis_load[dim], utilisation;

      latency[dim] = 0;
      if (!build->has_dim[dim])
        continue;
      if (isnan (load))
        load = dl_aging_load_mean (&o->shape, dim);
      utilisation = o->load * load;
      if (!o->saturated)
        set_dim (build, DL_AGING_UTILISATION, dim, utilisation);
      if (utilisation >= 1)
        mark_saturated (build);
      build->wait_cycles[dim] = wait_cycles (build, utilisation, o->packet_flits);
      set_dim (build, DL_AGING_WAIT_CYCLES, dim, build->wait_cycles[dim]);
      latency[dim] = build->exact_hops[dim]
                     * (o->link_cycles + o->crossbar_cycles + build->wait_cycles[dim]);
    }
  if (o->saturated || ejection >= 1)
    mark_saturated (build);
  if (!o->saturated)
    set (build, DL_AGING_EJECTION_UTILISATION, ejection);
  build->ejection_wait_cycles = wait_cycles (build, ejection, o->packet_flits / o->ejection_rate);
  set (build, DL_AGING_EJECTION_WAIT_CYCLES, build->ejection_wait_cycles);
  if (build->n_dims == 0)
    return;
  set_sum (build, DL_AGING_LATENCY_CYCLES, latency);
  set (build, DL_AGING_LATENCY_CYCLES,
       get (build, DL_AGING_LATENCY_CYCLES) + build->ejection_wait_cycles + o->crossbar_cycles
           + ceil (o->packet_flits / o->ejection_rate));
}

/* The mean over all grants. A packet with h hops in dimension i that entered it at age a has there
 * the ages a + b (j - 1) + t j at its grants j = 1..h, which add up to h a + b h (h - 1) / 2
 * + t h (h + 1) / 2. The hops of different dimensions are independent as long as packets of a node
 * to itself count, which are taken off at the end. */
static double
mean_over_grants (const DlAgingShape *shape, const DlAgingGrowth *growth)
{
  const double self = 1.0 / aging_n_nodes (shape);
  double age = growth->processor_bias; /* on entering the dimension */
  double sum = 0, grants = 1;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const double h = aging_hops_mean (shape, dim);
      const double h2 = aging_hops_square (shape, dim);

      sum += h * age + growth->bias[dim] * (h2 - h) / 2 + growth->ticks[dim] * (h2 + h) / 2;
      age += h * (growth->bias[dim] + growth->ticks[dim]);
      grants += h;
    }
  sum += age + growth->ejection_ticks;
  sum -= self * (growth->processor_bias + growth->ejection_ticks);
  return sum / (grants - self);
}

static void
set_age (Build *build, DlAgingId id, double age)
{
  set (build, id, fmin (age, AGE_MAX));
  if (age > AGE_MAX)
    add_note (record (build, id), _ ("Saturated: it would be above 255."));
}

static void
compute_age (Build *build)
{
  const DlAgingOptions *o = build->options;
  DlAgingGrowth *growth = &build->model->growth;
  double age[DL_TORUS_N_DIMS];

  growth->processor_bias = port_bias (o, DL_TORUS_PORT_PROCESSOR);
  growth->ejection_ticks = (build->ejection_wait_cycles + o->crossbar_cycles) / o->age_clock_period;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      growth->hops[dim] = build->has_dim[dim] ? build->exact_hops[dim] : 0;
      growth->bias[dim] = dim_bias (o, dim);
      growth->ticks[dim] = (build->wait_cycles[dim] + o->crossbar_cycles) / o->age_clock_period;
      age[dim] = growth->hops[dim] * (growth->bias[dim] + growth->ticks[dim]);
    }
  if (build->n_dims == 0)
    return;
  set_sum (build, DL_AGING_AGE_AT_DESTINATION, age);
  set_age (build, DL_AGING_AGE_AT_DESTINATION,
           get (build, DL_AGING_AGE_AT_DESTINATION) + growth->processor_bias
               + growth->ejection_ticks);
  set_age (build, DL_AGING_AGE_MEAN, mean_over_grants (&o->shape, growth));
}

double
dl_aging_model_age_at_hop (const DlAgingModel *model, guint hop)
{
  const DlAgingGrowth *growth = &model->growth;
  double age = growth->processor_bias;
  double arrived = hop - 1.0; /* hops before it: their biases are in */
  double granted = hop;       /* and the ticks of one router more */

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      age += growth->bias[dim] * fmin (fmax (arrived, 0), growth->hops[dim])
             + growth->ticks[dim] * fmin (fmax (granted, 0), growth->hops[dim]);
      arrived -= growth->hops[dim];
      granted -= growth->hops[dim];
    }
  if (arrived >= 0)
    age += growth->ejection_ticks;
  return fmin (age, AGE_MAX);
}

/* Notes */

static void
add_notes (Build *build)
{
  static const struct
  {
    DlAgingAssumption assumption;
    const char *sentence;
  } sentences[] = {
    { DL_AGING_ASSUMES_UNIFORM, N_ ("It assumes uniform traffic, but this traffic is different.") },
    { DL_AGING_ASSUMES_HEALTHY, N_ ("It assumes a network without faults.") },
    { DL_AGING_ASSUMES_ORDER, N_ ("It assumes dimension order, but some routes here differ.") },
    { DL_AGING_ASSUMES_UNSATURATED,
      N_ ("It assumes a load below saturation: there is no steady state here.") },
  };
  const DlAgingOptions *o = build->options;
  const guint broken = (o->uniform ? 0 : DL_AGING_ASSUMES_UNIFORM)
                       | (o->healthy ? 0 : DL_AGING_ASSUMES_HEALTHY)
                       | (o->dimension_order ? 0 : DL_AGING_ASSUMES_ORDER)
                       | (o->saturated || o->load >= 1 ? DL_AGING_ASSUMES_UNSATURATED : 0);

  for (guint id = 0; id < DL_AGING_N_RECORDS; id++)
    {
      DlAgingRecord *record = &build->model->records[id];
      g_autofree char *particular = g_steal_pointer (&record->note);

      record->broken = (record->broken | broken) & record->info->assumes;
      if (record->info->note != NULL)
        add_note (record, _ (record->info->note));
      if (particular != NULL)
        add_note (record, particular);
      for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
        if (record->broken & sentences[i].assumption)
          add_note (record, _ (sentences[i].sentence));
    }
}

DlAgingModel *
dl_aging_model_new (DlAgingOptions options)
{
  DlAgingModel *model = g_new0 (DlAgingModel, 1);
  Build build = { .options = &model->options, .model = model };

  g_assert (options.packet_flits > 0 && options.age_clock_period > 0 && options.ejection_rate > 0);
  model->options = options;
  for (guint id = 0; id < DL_AGING_N_RECORDS; id++)
    {
      model->records[id].info = dl_aging_info (id);
      model->records[id].value = NAN;
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        model->records[id].dim[dim] = NAN;
    }
  compute_hops (&build);
  compute_latency (&build);
  compute_load (&build);
  compute_exits (&build);
  compute_utilisation (&build);
  recommend_bias (&build);
  compute_clock (&build);
  compute_waits (&build);
  compute_age (&build);
  add_notes (&build);
  return model;
}

void
dl_aging_model_free (DlAgingModel *model)
{
  if (model == NULL)
    return;
  for (guint id = 0; id < DL_AGING_N_RECORDS; id++)
    g_free (model->records[id].note);
  g_free (model);
}
