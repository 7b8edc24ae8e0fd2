#include "dl-critical.h"

#include "dl-parallel.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Interval between partial results. */
#define PARTIAL_US (G_USEC_PER_SEC / 4)

/* Balances that differ by less than this are the same: sums of the same figures in another order
 * differ in the last bits. */
#define BALANCE_STEP 1e-9

/* Margin at both ends of a class's share of the scale, so that neighbors never meet. */
#define SEVERITY_EDGE 0.01

static const struct
{
  const char *id;
  const char *title;
} classes[DL_N_CRITICAL] = {
  [DL_CRITICAL_MILD] = { "mild", N_ ("mild") },
  [DL_CRITICAL_LOAD] = { "load", N_ ("higher load") },
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

/* Number of additional pairs that take illegal turns when @cable is broken. */
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
  if (or_zero (cable->figures.load_max) > or_zero (base->load_max)
      || cable->figures.bound_load < base->bound_load)
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
    order = compare_doubles (or_zero (a->figures.bound_load), or_zero (b->figures.bound_load));
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
  const DlCriticalTask *task;
  const DlCriticalOptions *options;
  GCancellable *cancellable;
  guint n;
  DlCriticalCable *cables; /* (n) by where they are */
  guint32 *cable_of;       /* the task's, shared by all results */
  gint *known;             /* (n) atomic gboolean: the cable is evaluated */
  gint lost;               /* atomic gboolean: one was given up */
  gint64 partial_us;       /* when there was a partial result last */

  guint32 *next;    /* (n) the next cable of the same class, itself for the last */
  guint n_classes;  /* and evaluations, at least */
  guint32 *order;   /* cables to evaluate, far apart one after the other: first one of each class,
                       then cables that their class does not represent */
  gint n_evaluated; /* atomic: of the classes, and of the others */
  gint n_alone;     /* atomic: cables whose class did not hold, but for the first of each */
  double fraction;  /* that was told last */
} Work;

/* FALSE if canceled. */
static gboolean
evaluate (Work *work, guint index, gboolean *speaks)
{
  const DlCriticalFigures *base = &work->task->base;
  DlCriticalCable *cable = &work->cables[index];

  if (!work->task->evaluate (work->task->data, index, &cable->figures, &cable->rerouted_pairs,
                             speaks, work->cancellable))
    {
      g_atomic_int_set (&work->lost, TRUE);
      return FALSE;
    }
  cable->undelivered_more
      = (gint64) (cable->figures.unreachable_pairs + cable->figures.dropped_pairs)
        - (gint64) (base->unreachable_pairs + base->dropped_pairs);
  cable->class = classify (cable, base);
  g_atomic_int_set (&work->known[index], TRUE);
  g_atomic_int_inc (&work->n_evaluated);
  return TRUE;
}

/* @index does what @first does. */
static void
take_over (Work *work, guint index, guint first)
{
  const DlCriticalCable own = work->cables[index];
  DlCriticalCable *cable = &work->cables[index];

  *cable = work->cables[first];
  cable->number = own.number;
  cable->link = own.link;
  cable->back = own.back;
  g_atomic_int_set (&work->known[index], TRUE);
}

/* The first cable of a class, and if it may speak for them all of it. */
static void
evaluate_class (guint i, gpointer data)
{
  Work *work = data;
  const guint first = work->order[i];
  gboolean speaks = TRUE;

  if (!evaluate (work, first, work->next[first] != first ? &speaks : NULL))
    return;
  for (guint at = first; work->next[at] != at;)
    {
      at = work->next[at];
      if (speaks)
        take_over (work, at, first);
      else
        g_atomic_int_inc (&work->n_alone);
    }
}

static void
evaluate_alone (guint i, gpointer data)
{
  Work *work = data;

  evaluate (work, work->order[i], NULL);
}

static void
critical_free (gpointer data)
{
  DlCritical *critical = data;

  dl_shared_unref ((gpointer) critical->net.shape);
  g_atomic_rc_box_release ((gpointer) critical->cable_of);
  g_free (critical->cables);
  g_free (critical);
}

/* Results so far. */
static DlCritical *
snapshot (const Work *work)
{
  const DlCriticalTask *task = work->task;
  DlCritical *critical = g_new (DlCritical, 1);

  *critical = (DlCritical) {
    .family = task->family,
    .net = task->net,
    .of = task->of,
    .by_other = task->by_other,
    .cable_of = g_atomic_rc_box_acquire (work->cable_of),
    .base = task->base,
    .n_cables = work->n,
    .n_analyses = g_atomic_int_get (&work->n_evaluated),
    .cables = g_new (DlCriticalCable, work->n),
  };
  dl_shared_init (&critical->shared, critical_free);
  for (guint i = 0; i < work->n; i++)
    if (g_atomic_int_get (&work->known[i]))
      critical->cables[critical->n_evaluated++] = work->cables[i];
  rank (critical);
  dl_shared_ref (critical->net.shape);
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

/* How much of the work is done. Until all classes have been looked at, the same share of the others
 * is assumed not to hold. */
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

/* A step that visits all of @n, far apart one after the other, so that early results are from all
 * parts of the network. */
static guint
spread (guint n)
{
  guint step = MAX (1, n * 0.618);

  while (common_divisor (n, step) > 1)
    step++;
  return step;
}

/* Chain the cables of each class; its first one is the first in the list too. */
static void
list_classes (Work *work)
{
  const guint32 *first = work->task->first;
  g_autofree guint32 *last = g_new (guint32, MAX (work->n, 1)); /* of the class of that cable */

  work->next = g_new (guint32, work->n);
  work->order = g_new (guint32, work->n);
  for (guint i = 0; i < work->n; i++)
    {
      const guint32 of = first != NULL ? first[i] : i;

      work->next[i] = i;
      if (of == i)
        work->order[work->n_classes++] = i;
      else
        work->next[last[of]] = i;
      last[of] = i;
    }
}

static void
list_cables (Work *work)
{
  const DlCriticalTask *task = work->task;

  work->n = task->n_cables;
  work->cables = g_new0 (DlCriticalCable, work->n);
  for (guint i = 0; i < work->n; i++)
    work->cables[i]
        = (DlCriticalCable) { .number = i, .link = task->link[i], .back = task->back[i] };
  work->known = g_new0 (gint, work->n);
  work->cable_of = g_atomic_rc_box_alloc (MAX (task->net.graph->n_links, 1) * sizeof (guint32));
  for (guint link = 0; link < task->net.graph->n_links; link++)
    work->cable_of[link] = task->cable_of != NULL ? task->cable_of[link] : G_MAXUINT32;
}

/* Visit @order (n) so that early results are from all parts of the network. */
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
dl_critical_new (const DlCriticalTask *task, DlCriticalOptions options, GCancellable *cancellable)
{
  Work work = { .task = task, .options = &options, .cancellable = cancellable };
  DlCritical *critical = NULL;

  list_cables (&work);
  list_classes (&work);
  if (evaluate_all (&work))
    critical = snapshot (&work);
  g_atomic_rc_box_release (work.cable_of);
  g_free (work.cables);
  g_free (work.known);
  g_free (work.next);
  g_free (work.order);
  return critical;
}

const DlCriticalCable *
dl_critical_find (const DlCritical *critical, guint link)
{
  const guint32 number
      = link < critical->net.graph->n_links ? critical->cable_of[link] : G_MAXUINT32;

  for (guint i = 0; number != G_MAXUINT32 && i < critical->n_evaluated; i++)
    if (critical->cables[i].number == number)
      return &critical->cables[i];
  return NULL;
}

const DlCriticalCable *
dl_critical_find_place (const DlCritical *critical, DlPlace place)
{
  if (critical->of == DL_CRITICAL_CABLES)
    return place.kind == DL_PLACE_LINK ? dl_critical_find (critical, place.a) : NULL;
  for (guint i = 0; place.kind == DL_PLACE_ROUTER && i < critical->n_evaluated; i++)
    if (critical->cables[i].link == place.a)
      return &critical->cables[i];
  return NULL;
}

guint32
dl_critical_working_link (const DlCritical *critical, const DlCriticalCable *cable)
{
  return critical->net.graph->link_state[cable->link] == DL_LINK_UP ? cable->link : cable->back;
}

DlPlace
dl_critical_place (const DlCritical *critical, const DlCriticalCable *cable)
{
  return critical->of == DL_CRITICAL_ROUTERS
             ? dl_place_router (cable->link)
             : dl_place_link (dl_critical_working_link (critical, cable));
}

void
dl_critical_values (const DlCritical *critical, float *values)
{
  g_autofree float *severity = g_new (float, MAX (critical->n_cables, 1));

  for (guint i = 0; i < critical->n_cables; i++)
    severity[i] = NAN;
  for (guint i = 0; i < critical->n_evaluated; i++)
    severity[critical->cables[i].number] = critical->cables[i].severity;
  for (guint link = 0; link < critical->net.graph->n_links; link++)
    values[link] = critical->net.graph->link_state[link] == DL_LINK_UP
                           && critical->cable_of[link] != G_MAXUINT32
                       ? severity[critical->cable_of[link]]
                       : NAN;
}
