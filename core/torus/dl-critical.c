#include "dl-critical.h"

#include "dl-critical-classes.h"
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
  DlCriticalCable *cables; /* (n) by where they are */
  gint *known;             /* (n) atomic gboolean: the cable is evaluated */
  gint lost;               /* atomic gboolean: one was given up */
  gint64 partial_us;       /* when there was a partial result last */

  DlCriticalClasses classes;
  guint32 *next;    /* (n) the next cable of the same class, itself for the last */
  guint n_classes;  /* and evaluations, at least */
  guint32 *order;   /* cables to evaluate, far apart one after the other: first one of each class,
                       then those that their class does not speak for */
  gint n_evaluated; /* atomic: of the classes, and of the others */
  gint n_alone;     /* atomic: cables whose class did not hold, but for the first of each */
  double fraction;  /* that was told last */
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

/* FALSE if cancelled. */
static gboolean
evaluate (Work *work, guint index, DlAnalysis **after)
{
  DlCriticalCable *cable = &work->cables[index];

  *after = analyze_without (work, cable);
  if (*after == NULL || !count_rerouted (work, *after, &cable->rerouted_pairs))
    {
      g_atomic_int_set (&work->lost, TRUE);
      return FALSE;
    }
  read_figures (&cable->figures, *after);
  cable->undelivered_more
      = (gint64) (cable->figures.unreachable_pairs + cable->figures.dropped_pairs)
        - (gint64) (work->base.unreachable_pairs + work->base.dropped_pairs);
  cable->class = classify (cable, &work->base);
  g_atomic_int_set (&work->known[index], TRUE);
  g_atomic_int_inc (&work->n_evaluated);
  return TRUE;
}

/* @index does what @first does. */
static void
take_over (Work *work, guint index, guint first)
{
  DlCriticalCable *cable = &work->cables[index];
  const guint32 link = cable->link, back = cable->back;

  *cable = work->cables[first];
  cable->link = link;
  cable->back = back;
  g_atomic_int_set (&work->known[index], TRUE);
}

/* The first cable of a class, and if it may speak for them all of it. */
static void
evaluate_class (guint i, gpointer data)
{
  Work *work = data;
  const guint first = work->order[i];
  g_autoptr (DlAnalysis) after = NULL;
  gboolean holds;

  if (!evaluate (work, first, &after) || work->next[first] == first)
    return;
  holds
      = dl_critical_classes_hold (&work->classes, work->analysis, after, work->cables[first].link);
  for (guint at = first; work->next[at] != at;)
    {
      at = work->next[at];
      if (holds)
        take_over (work, at, first);
      else
        g_atomic_int_inc (&work->n_alone);
    }
}

static void
evaluate_alone (guint i, gpointer data)
{
  Work *work = data;
  g_autoptr (DlAnalysis) after = NULL;

  evaluate (work, work->order[i], &after);
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
    .n_analyses = g_atomic_int_get (&work->n_evaluated),
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

/* How much of the work is done. Until all classes have been looked at, as many of the others are
 * taken not to hold as of those that have. */
static double
fraction_done (const Work *work)
{
  const double evaluated = g_atomic_int_get (&work->n_evaluated);
  const double alone = g_atomic_int_get (&work->n_alone);
  const double share = work->n_classes / CLAMP (evaluated, 1, work->n_classes);

  return evaluated / (work->n_classes + alone * share);
}

static void
on_progress (double unused, gpointer data)
{
  Work *work = data;

  work->fraction = MAX (work->fraction, MIN (fraction_done (work), 1));
  if (work->options->progress != NULL)
    work->options->progress (work->fraction, work->options->progress_data);
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
}

/* Chain the cables of each class; its first one is the first in the list too. */
static void
list_classes (Work *work)
{
  const DlNetwork *network = work->analysis->network;
  g_autofree guint32 *last = g_new (guint32, network->n_links); /* of the class of that link */

  work->classes = dl_critical_classes_new (work->torus, work->analysis, work->demand);
  work->next = g_new (guint32, work->n);
  work->order = g_new (guint32, work->n);
  for (guint i = 0; i < work->n; i++)
    {
      const guint32 link = work->cables[i].link;
      const guint32 first = dl_critical_classes_first (&work->classes, network, link);

      work->next[i] = i;
      if (first == link)
        work->order[work->n_classes++] = i;
      else
        work->next[last[first]] = i;
      last[first] = i;
    }
}

/* Visit @order (n) so that what is known early is of all parts of the network. */
static void
spread_out (guint32 *order, guint n)
{
  g_autofree guint32 *listed = g_memdup2 (order, n * sizeof *order);
  const guint stride = spread (n);

  for (guint i = 0; i < n; i++)
    order[i] = listed[(guint64) i * stride % n];
}

static gboolean
evaluate_pieces (Work *work, guint n, DlPieceFunc func)
{
  const DlParallel parallel = {
    .n_threads = MAX (work->options->n_threads, 1),
    .progress = on_progress,
    .progress_data = work,
    .to = 1,
    .cancellable = work->cancellable,
  };

  spread_out (work->order, n);
  return dl_parallel_run (&parallel, n, func, work) && !g_atomic_int_get (&work->lost);
}

static gboolean
evaluate_all (Work *work)
{
  guint n_left = 0;

  work->partial_us = g_get_monotonic_time ();
  if (evaluate_pieces (work, work->n_classes, evaluate_class))
    {
      for (guint i = 0; i < work->n; i++)
        if (!work->known[i])
          work->order[n_left++] = i;
      if (evaluate_pieces (work, n_left, evaluate_alone))
        return TRUE;
    }
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
  list_classes (&work);
  if (evaluate_all (&work))
    critical = snapshot (&work);
  g_free (work.cables);
  g_free (work.known);
  g_free (work.next);
  g_free (work.order);
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
