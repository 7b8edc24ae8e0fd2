#include "dl-critical.h"

#include "dl-parallel.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* How often somebody who waits gets to see what there is. */
#define PARTIAL_US (G_USEC_PER_SEC / 4)

/* Balances that differ by less than this are the same: sums of the same figures in another order
 * differ in the last bits. */
#define BALANCE_STEP 1e-9

/* What stays free at both ends of a class's share of the scale, so that neighbours never meet. */
#define SEVERITY_EDGE 0.01

static const struct
{
  const char *id;
  const char *title;
} classes[DL_N_CRITICAL] = {
  [DL_CRITICAL_MILD] = { "mild", N_ ("mild") },
  [DL_CRITICAL_LOAD] = { "load", N_ ("more load") },
  [DL_CRITICAL_ILLEGAL] = { "illegal", N_ ("illegal turns") },
  [DL_CRITICAL_DEADLOCK] = { "deadlock", N_ ("can deadlock") },
  [DL_CRITICAL_CUT] = { "cut", N_ ("pairs cut off") },
};

const char *
dl_critical_class_id (DlCriticalClass class)
{
  g_assert (class < DL_N_CRITICAL);
  return classes[class].id;
}

const char *
dl_critical_class_title (DlCriticalClass class)
{
  g_assert (class < DL_N_CRITICAL);
  return _ (classes[class].title);
}

/* Ranking */

static double
or_zero (double value)
{
  return isnan (value) ? 0 : value;
}

/* By how much @cable makes pairs take illegal turns that took none. */
static guint64
illegal_more (const DlCriticalCable *cable, const DlCriticalFigures *base)
{
  return cable->figures.illegal_pairs > base->illegal_pairs
             ? cable->figures.illegal_pairs - base->illegal_pairs
             : 0;
}

static DlCriticalClass
classify (const DlCriticalCable *cable, const DlCriticalFigures *base)
{
  if (cable->undelivered_more > 0)
    return DL_CRITICAL_CUT;
  if (!cable->figures.deadlock_free)
    return DL_CRITICAL_DEADLOCK;
  if (illegal_more (cable, base) > 0)
    return DL_CRITICAL_ILLEGAL;
  if (or_zero (cable->figures.load_max) > or_zero (base->load_max))
    return DL_CRITICAL_LOAD;
  return DL_CRITICAL_MILD;
}

static gint
compare_doubles (double a, double b)
{
  return a < b ? -1 : a > b;
}

/* Negative if @a does worse. The order of the classes follows from it. */
static gint
compare_effects (const DlCriticalCable *a, const DlCriticalCable *b, const DlCriticalFigures *base)
{
  gint order = compare_doubles (MAX (b->undelivered_more, 0), MAX (a->undelivered_more, 0));

  if (order == 0)
    order = !!a->figures.deadlock_free - !!b->figures.deadlock_free;
  if (order == 0)
    order = compare_doubles (illegal_more (b, base), illegal_more (a, base));
  if (order == 0)
    order = compare_doubles (or_zero (b->figures.load_max), or_zero (a->figures.load_max));
  if (order == 0)
    order = compare_doubles (rint (or_zero (b->figures.balance_mean) / BALANCE_STEP),
                             rint (or_zero (a->figures.balance_mean) / BALANCE_STEP));
  return order;
}

static gint
compare_cables (gconstpointer a, gconstpointer b, gpointer base)
{
  const DlCriticalCable *ca = a, *cb = b;
  const gint order = compare_effects (ca, cb, base);

  return order != 0 ? order : ca->link < cb->link ? -1 : 1;
}

/* Put the cables into their order and say where each is. */
static void
rank (DlCritical *critical)
{
  DlCriticalCable *cables = critical->cables;
  guint first = 0, n = 0; /* the cables of one class */

  g_qsort_with_data (cables, critical->n_evaluated, sizeof *cables, compare_cables,
                     &critical->base);
  for (guint i = 0; i < critical->n_evaluated; i++)
    {
      DlCriticalCable *cable = &cables[i];
      const gboolean ties = i > 0 && compare_effects (&cables[i - 1], cable, &critical->base) == 0;

      if (i == first + n)
        for (first = i, n = 0;
             first + n < critical->n_evaluated && cables[first + n].class == cable->class;)
          n++;
      cable->rank = ties ? cables[i - 1].rank : i + 1;
      cable->severity = (cable->class + SEVERITY_EDGE
                         + (1 - 2 * SEVERITY_EDGE) * (n - (cable->rank - 1.0 - first)) / n)
                        / DL_N_CRITICAL;
    }
}

/* Evaluation */

typedef struct
{
  const DlTorusSpec *torus;
  const DlDemand *demand;
  const DlCriticalOptions *options;
  GCancellable *cancellable;
  DlAnalysis *analysis; /* as it is */
  DlCriticalFigures base;
  guint n;
  guint stride;            /* from cable to cable, coprime to @n */
  DlCriticalCable *cables; /* (n) by where they are */
  gint *known;             /* (n) atomic gboolean: the cable is evaluated */
  gint lost;               /* atomic gboolean: one was given up */
  gint64 partial_us;       /* when there was a partial result last */
} Work;

static void
read_figures (DlCriticalFigures *figures, const DlAnalysis *analysis)
{
  *figures = (DlCriticalFigures) {
    .unreachable_pairs = analysis->unreachable_pairs,
    .dropped_pairs = analysis->dropped_pairs,
    .illegal_pairs = analysis->illegal_pairs,
    .deadlock_free = analysis->verdict->deadlock_free,
    .load_max = dl_analysis_peak_load (analysis),
    .balance_mean = dl_analysis_balance_mean (analysis),
    .hops_mean = analysis->hops_mean,
  };
}

/* The network with one cable more broken. */
static DlNetwork *
network_without (const Work *work, const DlCriticalCable *cable)
{
  const DlLinkAt at = dl_network_link_at (work->analysis->network, cable->link);
  g_autoptr (GError) error = NULL;
  DlTorusSpec spec;
  DlNetwork *network;
  guint i = 0;

  dl_torus_spec_copy (work->torus, &spec);
  while (i < spec.broken_cables->len
         && dl_link_at_compare (&g_array_index (spec.broken_cables, DlLinkAt, i), &at) < 0)
    i++;
  g_array_insert_val (spec.broken_cables, i, at);
  network = dl_network_new_torus (&spec, &error);
  g_assert_no_error (error); /* the network is there, and the cable in it works */
  dl_torus_spec_clear (&spec);
  return network;
}

static DlAnalysis *
analyze_without (const Work *work, const DlCriticalCable *cable)
{
  const DlRoutes *before = work->analysis->routes;
  g_autoptr (DlNetwork) network = network_without (work, cable);
  g_autoptr (DlRoutes) routes
      = dl_routes_new_from (network, &before->spec, before, work->cancellable);

  return routes != NULL ? dl_analysis_new (routes, work->demand, work->cancellable) : NULL;
}

/* Pairs whose route is another one; where the engine keeps to no dimension order all of them would
 * have to be walked, for every cable. */
static gboolean
count_rerouted (const Work *work, const DlAnalysis *after, guint64 *rerouted)
{
  if (after->routes->spec.engine->scope == DL_SUSPECT_ALL && work->demand->uniform)
    {
      *rerouted = DL_CRITICAL_NOT_COUNTED;
      return TRUE;
    }
  return dl_analysis_rerouted_pairs (work->analysis, after, work->demand, rerouted,
                                     work->cancellable);
}

static void
evaluate_piece (guint i, gpointer data)
{
  Work *work = data;
  const guint index = (guint64) i * work->stride % work->n;
  DlCriticalCable *cable = &work->cables[index];
  g_autoptr (DlAnalysis) after = analyze_without (work, cable);

  if (after == NULL || !count_rerouted (work, after, &cable->rerouted_pairs))
    {
      g_atomic_int_set (&work->lost, TRUE);
      return;
    }
  read_figures (&cable->figures, after);
  cable->undelivered_more
      = (gint64) (cable->figures.unreachable_pairs + cable->figures.dropped_pairs)
        - (gint64) (work->base.unreachable_pairs + work->base.dropped_pairs);
  cable->class = classify (cable, &work->base);
  g_atomic_int_set (&work->known[index], TRUE);
}

/* What is known so far. */
static DlCritical *
snapshot (const Work *work)
{
  DlCritical *critical = g_new (DlCritical, 1);

  *critical = (DlCritical) {
    .network = dl_network_ref (work->analysis->network),
    .base = work->base,
    .n_cables = work->n,
    .cables = g_new (DlCriticalCable, work->n),
  };
  g_atomic_ref_count_init (&critical->refs);
  for (guint i = 0; i < work->n; i++)
    if (g_atomic_int_get (&work->known[i]))
      critical->cables[critical->n_evaluated++] = work->cables[i];
  rank (critical);
  return critical;
}

static void
give_partial (Work *work)
{
  g_autoptr (DlCritical) partial = NULL;

  if (work->options->partial == NULL)
    return;
  partial = snapshot (work);
  work->options->partial (partial, work->options->partial_data);
  work->partial_us = g_get_monotonic_time ();
}

static void
on_progress (double fraction, gpointer data)
{
  Work *work = data;

  if (work->options->progress != NULL)
    work->options->progress (fraction, work->options->progress_data);
  if (g_get_monotonic_time () - work->partial_us >= PARTIAL_US)
    give_partial (work);
}

static guint
common_divisor (guint a, guint b)
{
  return b == 0 ? a : common_divisor (b, a % b);
}

/* A step that visits all of @n, far apart one after the other, so that what is known early is of
 * all parts of the network. */
static guint
spread (guint n)
{
  guint step = MAX (1, n * 0.618);

  while (common_divisor (n, step) > 1)
    step++;
  return step;
}

/* The cables of which a direction works, by the end that they leave by a plus port. */
static void
list_cables (Work *work)
{
  const DlNetwork *network = work->analysis->network;

  work->cables = g_new0 (DlCriticalCable, network->n_links / 2);
  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < network->n_ports; port += 2)
      {
        const guint link = dl_network_link (network, node, port);
        guint back;

        if (network->link_state[link] == DL_LINK_ABSENT)
          continue;
        back = dl_network_link (network, network->link_to[link], dl_port_opposite (port));
        if (network->link_state[link] == DL_LINK_UP || network->link_state[back] == DL_LINK_UP)
          work->cables[work->n++] = (DlCriticalCable) { .link = link, .back = back };
      }
  work->known = g_new0 (gint, work->n);
  work->stride = spread (work->n);
}

static gboolean
evaluate_all (Work *work)
{
  const DlParallel parallel = {
    .n_threads = MAX (work->options->n_threads, 1),
    .progress = on_progress,
    .progress_data = work,
    .to = 1,
    .cancellable = work->cancellable,
  };

  work->partial_us = g_get_monotonic_time ();
  if (dl_parallel_run (&parallel, work->n, evaluate_piece, work) && !g_atomic_int_get (&work->lost))
    return TRUE;
  give_partial (work);
  return FALSE;
}

DlCriticalOptions
dl_critical_options_default (void)
{
  return (DlCriticalOptions) { .n_threads = CLAMP (g_get_num_processors (), 1, 4) };
}

DlCritical *
dl_critical_new (const DlTorusSpec *torus, DlRoutes *routes, const DlDemand *demand,
                 DlCriticalOptions options, GCancellable *cancellable)
{
  g_autoptr (DlAnalysis) analysis = dl_analysis_new (routes, demand, cancellable);
  Work work = {
    .torus = torus,
    .demand = demand,
    .options = &options,
    .cancellable = cancellable,
    .analysis = analysis,
  };
  DlCritical *critical = NULL;

  if (analysis == NULL)
    return NULL;
  read_figures (&work.base, analysis);
  list_cables (&work);
  if (evaluate_all (&work))
    critical = snapshot (&work);
  g_free (work.cables);
  g_free (work.known);
  return critical;
}

DlCritical *
dl_critical_ref (DlCritical *critical)
{
  g_atomic_ref_count_inc (&critical->refs);
  return critical;
}

void
dl_critical_unref (DlCritical *critical)
{
  if (critical == NULL || !g_atomic_ref_count_dec (&critical->refs))
    return;
  dl_network_unref (critical->network);
  g_free (critical->cables);
  g_free (critical);
}

const DlCriticalCable *
dl_critical_find (const DlCritical *critical, guint link)
{
  for (guint i = 0; i < critical->n_evaluated; i++)
    if (critical->cables[i].link == link || critical->cables[i].back == link)
      return &critical->cables[i];
  return NULL;
}

guint32
dl_critical_working_link (const DlCritical *critical, const DlCriticalCable *cable)
{
  return critical->network->link_state[cable->link] == DL_LINK_UP ? cable->link : cable->back;
}

void
dl_critical_values (const DlCritical *critical, float *values)
{
  const DlNetwork *network = critical->network;

  for (guint link = 0; link < network->n_links; link++)
    values[link] = NAN;
  for (guint i = 0; i < critical->n_evaluated; i++)
    {
      const DlCriticalCable *cable = &critical->cables[i];

      if (network->link_state[cable->link] == DL_LINK_UP)
        values[cable->link] = cable->severity;
      if (network->link_state[cable->back] == DL_LINK_UP)
        values[cable->back] = cable->severity;
    }
}
