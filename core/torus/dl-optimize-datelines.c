#include "dl-optimize-datelines.h"

#include "dl-dateline-candidate.h"
#include "dl-parallel.h"

#include <math.h>

/* How long things take on one core, roughly, in s: what keeps a search within max_seconds. */
#define SECONDS_A_LINK 2e-8 /* to prepare routes */
#define SECONDS_A_WALK 2e-7 /* to screen */
#define SECONDS_A_PAIR 4e-7 /* to prepare and analyze where there is no faster way */
#define SECONDS_MORE   1e-6 /* to analyze, a node */

/* One position of all datelines. */
typedef struct
{
  DlDatelineCandidate candidate; /* as far as it is known; unknown figures are the best possible */
  DlBalanceSum sums[DL_TORUS_N_DIMS]; /* once it is evaluated */
  guint64 routes;                     /* fingerprint: see DlScreening */
  gboolean evaluated;                 /* by a full analysis: all is known */
  gboolean has_balance;               /* evaluated, or by what others of the same routes have */
} Position;

typedef struct
{
  DlTorusNetwork *network;
  DlTorusRouting spec;
  const DlDemand *demand;
  const DlDatelineOptions *options;
  GCancellable *cancellable;
  GArray *sites;                 /* of faults */
  gint current[DL_TORUS_N_DIMS]; /* positions now */
  gint *values[DL_TORUS_N_DIMS]; /* (n_values) positions to try */
  guint n_values[DL_TORUS_N_DIMS];
  guint n_positions;
  Position *positions;      /* (n_positions) */
  gboolean by_screening;    /* the engine's suspects say what a position changes */
  gboolean undisturbed;     /* nothing is ever suspect */
  DlDatelineScreen *screen; /* NULL if undisturbed or not by_screening */
  double progress;
  gint lost; /* atomic gboolean: an analysis was canceled */
} Search;

DlDatelineOptions
dl_dateline_options_default (void)
{
  return (DlDatelineOptions) {
    .n_candidates = 10,
    .n_threads = CLAMP (g_get_num_processors (), 1, 4),
    .max_seconds = 30,
  };
}

static gboolean
run_pieces (Search *search, double to, guint n, DlPieceFunc func, gpointer data)
{
  const DlParallel parallel = {
    .n_threads = MAX (search->options->n_threads, 1),
    .progress = search->options->progress,
    .progress_data = search->options->progress_data,
    .from = search->progress,
    .to = to,
    .cancellable = search->cancellable,
  };

  if (!dl_parallel_run (&parallel, n, func, data) || g_atomic_int_get (&search->lost))
    return FALSE;
  search->progress = to;
  return TRUE;
}

/* Positions */

static DlTorusRouting
spec_at (const Search *search, const gint *dateline)
{
  DlTorusRouting spec = search->spec;

  memcpy (spec.dateline, dateline, sizeof spec.dateline);
  return spec;
}

static void
list_values (Search *search)
{
  const DlTorus *torus = &search->network->torus;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const gboolean movable = torus->ring[dim] && search->spec.engine->needs_datelines;
      const guint k = torus->radix[dim];

      search->n_values[dim] = movable ? k : 1;
      search->values[dim] = g_new (gint, search->n_values[dim]);
      search->values[dim][0] = DL_NO_DATELINE;
      search->current[dim] = movable ? search->spec.dateline[dim] : DL_NO_DATELINE;
      for (guint value = 0; movable && value < k; value++)
        search->values[dim][value] = value;
    }
}

static guint
count_combinations (const Search *search)
{
  return search->n_values[DL_X] * search->n_values[DL_Y] * search->n_values[DL_Z];
}

static void
position_init (const Search *search, Position *position, const gint *dateline)
{
  *position = (Position) { .candidate.deadlock_free = TRUE };
  memcpy (position->candidate.dateline, dateline, sizeof position->candidate.dateline);
  dl_dateline_candidate_give_reasons (&position->candidate, &search->network->torus, search->sites,
                                      search->current);
}

static void
list_positions (Search *search)
{
  guint n = 0;

  search->n_positions = count_combinations (search);
  search->positions = g_new (Position, search->n_positions);
  for (guint x = 0; x < search->n_values[DL_X]; x++)
    for (guint y = 0; y < search->n_values[DL_Y]; y++)
      for (guint z = 0; z < search->n_values[DL_Z]; z++)
        {
          const gint dateline[DL_TORUS_N_DIMS]
              = { search->values[DL_X][x], search->values[DL_Y][y], search->values[DL_Z][z] };
          position_init (search, &search->positions[n++], dateline);
        }
}

static void
evaluate (Search *search, Position *position)
{
  const DlTorusRouting spec = spec_at (search, position->candidate.dateline);
  g_autoptr (DlTorusRoutes) routes = NULL;
  g_autoptr (DlTorusAnalysis) analysis = NULL;

  if (position->evaluated)
    return;
  routes = dl_torus_routes_new_from (search->network, &spec, NULL, search->cancellable);
  if (routes != NULL)
    analysis = dl_torus_analysis_new (routes, search->demand, search->cancellable);
  if (analysis == NULL)
    {
      g_atomic_int_set (&search->lost, TRUE);
      return;
    }
  dl_dateline_candidate_read (&position->candidate, analysis, position->sums);
  position->evaluated = position->has_balance = TRUE;
}

typedef struct
{
  Search *search;
  GPtrArray *positions;
} Batch;

static void
evaluate_piece (guint i, gpointer data)
{
  Batch *batch = data;
  evaluate (batch->search, g_ptr_array_index (batch->positions, i));
}

/* A full analysis of each of @positions (Position). */
static gboolean
evaluate_all (Search *search, GPtrArray *positions, double to)
{
  Batch batch = { search, positions };
  return run_pieces (search, to, positions->len, evaluate_piece, &batch);
}

/* Suspects */

static gboolean
add_suspects (Search *search, const gint *dateline, guint8 *suspect, gboolean *any)
{
  const DlTorusRouting spec = spec_at (search, dateline);
  g_autoptr (DlTorusRoutes) routes
      = dl_torus_routes_new_from (search->network, &spec, NULL, search->cancellable);

  if (routes == NULL)
    return FALSE;
  for (guint link = 0; link < search->network->n_links; link++)
    {
      suspect[link] |= routes->suspect[link];
      *any |= routes->suspect[link];
    }
  return TRUE;
}

/* Find out what a position can change: which links are suspect for any of them. What a link is may
 * depend on more than one dateline; look_at_piece takes care of that. */
static gboolean
find_suspects (Search *search)
{
  const DlTorusEngine *engine = search->spec.engine;
  g_autofree guint8 *suspect = g_new0 (guint8, search->network->n_links);
  g_autoptr (DlTorusRoutes) routes = NULL;
  gboolean any = FALSE;

  if (engine->scope == DL_TORUS_SUSPECT_ALL)
    return TRUE;
  if (!add_suspects (search, search->current, suspect, &any))
    return FALSE;
  /* It looks at one route of each pair. */
  search->by_screening
      = dl_dateline_screen_serves (engine) && search->spec.tie != DL_TORUS_TIE_RANDOM;
  if (any && !search->by_screening)
    return TRUE;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    for (guint i = 0; i < search->n_values[dim]; i++)
      {
        gint dateline[DL_TORUS_N_DIMS];

        memcpy (dateline, search->current, sizeof dateline);
        dateline[dim] = search->values[dim][i];
        if (!add_suspects (search, dateline, suspect, &any))
          return FALSE;
      }
  search->undisturbed = !any;
  if (search->undisturbed || !search->by_screening)
    return TRUE;

  routes = dl_torus_routes_new_from (search->network, &search->spec, NULL, search->cancellable);
  if (routes == NULL)
    return FALSE;
  search->screen = dl_dateline_screen_new (routes, search->demand, suspect, search->cancellable);
  return search->screen != NULL;
}

/* Fewer positions where all would take too long */

static double
seconds_a_position (const Search *search)
{
  const double nodes = search->network->n_nodes;

  if (search->undisturbed)
    return 0;
  if (search->screen != NULL)
    return SECONDS_A_LINK * search->network->n_links
           + SECONDS_A_WALK * dl_dateline_screen_n_walks (search->screen);
  return SECONDS_A_PAIR * nodes * nodes + SECONDS_MORE * nodes;
}

static gint
compare_positions (gconstpointer a, gconstpointer b, gpointer data)
{
  const Position *x = *(Position *const *) a, *y = *(Position *const *) b;
  return dl_dateline_candidate_compare (&x->candidate, &y->candidate, data);
}

/* Order the values of @dim by what they come to where the others stay at @base. */
static gboolean
sort_values (Search *search, guint dim, const gint *base, double to)
{
  const guint n = search->n_values[dim];
  g_autofree Position *positions = g_new (Position, n);
  g_autoptr (GPtrArray) order = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    {
      gint dateline[DL_TORUS_N_DIMS];

      memcpy (dateline, base, sizeof dateline);
      dateline[dim] = search->values[dim][i];
      position_init (search, &positions[i], dateline);
      g_ptr_array_add (order, &positions[i]);
    }
  if (!evaluate_all (search, order, to))
    return FALSE;
  g_ptr_array_sort_with_data (order, compare_positions, search->current);
  for (guint i = 0; i < n; i++)
    search->values[dim][i] = ((Position *) order->pdata[i])->candidate.dateline[dim];
  return TRUE;
}

/* Keep the first @n values of @dim, and the current one in any case. */
static void
keep_values (Search *search, guint dim, guint n, gint current)
{
  gboolean kept = FALSE;

  for (guint i = 0; i < n; i++)
    kept |= search->values[dim][i] == current;
  if (!kept && n < search->n_values[dim])
    search->values[dim][n - 1] = current;
  search->n_values[dim] = n;
}

static gboolean
restrict_values (Search *search)
{
  const double budget = search->options->max_seconds / seconds_a_position (search);
  guint keep[DL_TORUS_N_DIMS];
  gint base[DL_TORUS_N_DIMS];
  gboolean grown = TRUE;

  if (count_combinations (search) <= budget)
    return TRUE;
  /* Where there is no dateline yet, every position of the others is cyclic: begin at the usual. */
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    base[dim] = search->current[dim] != DL_NO_DATELINE
                    ? search->current[dim]
                    : search->values[dim][search->n_values[dim] - 1];
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      keep[dim] = MIN (2, search->n_values[dim]);
      if (!sort_values (search, dim, base, search->progress + 0.15))
        return FALSE;
    }
  while (grown)
    {
      grown = FALSE;
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        if (keep[dim] < search->n_values[dim]
            && (double) keep[DL_X] * keep[DL_Y] * keep[DL_Z] / keep[dim] * (keep[dim] + 1)
                   <= budget)
          {
            keep[dim]++;
            grown = TRUE;
          }
    }
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    keep_values (search, dim, keep[dim], base[dim]);
  return TRUE;
}

/* Ranking */

static void
look_at_piece (guint i, gpointer data)
{
  Search *search = data;
  Position *position = &search->positions[i];
  const DlTorusRouting spec = spec_at (search, position->candidate.dateline);
  g_autoptr (DlTorusRoutes) routes
      = dl_torus_routes_new_from (search->network, &spec, NULL, search->cancellable);
  DlScreening screening;

  if (routes == NULL)
    g_atomic_int_set (&search->lost, TRUE);
  else if (dl_dateline_screen_look (search->screen, routes, &screening))
    {
      position->candidate.unreachable_pairs = screening.undelivered; /* or dropped */
      position->candidate.illegal_pairs = screening.illegal;
      position->routes = screening.routes;
    }
  else
    {
      evaluate (search, position);
      position->routes = i; /* not shared */
    }
}

/* Balance by position in each dimension, of one set of routes. */
typedef struct
{
  DlBalanceSum *sums[DL_TORUS_N_DIMS]; /* (radix) */
  guint8 *known[DL_TORUS_N_DIMS];      /* (radix) */
} Cover;

static guint
value_index (const Position *position, guint dim)
{
  return MAX (position->candidate.dateline[dim], 0);
}

static guint
count_unknown (const Cover *cover, const Position *position)
{
  guint n = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    n += !cover->known[dim][value_index (position, dim)];
  return n;
}

static void
mark_known (Cover *cover, const Position *position)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    cover->known[dim][value_index (position, dim)] = TRUE;
}

/* Evaluate enough of @members, which have the same routes, that each dateline of each dimension is
 * among them: the other members have the same balance, dimension by dimension. */
static gboolean
cover_members (Search *search, GPtrArray *members, Cover *cover)
{
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();

  for (guint i = 0; i < members->len; i++)
    if (((Position *) members->pdata[i])->evaluated)
      {
        mark_known (cover, members->pdata[i]);
        g_ptr_array_add (chosen, members->pdata[i]);
      }
  /* Positions unknown in most dimensions come first. */
  for (guint unknown = DL_TORUS_N_DIMS; unknown > 0; unknown--)
    for (guint i = 0; i < members->len; i++)
      if (count_unknown (cover, members->pdata[i]) == unknown)
        {
          mark_known (cover, members->pdata[i]);
          g_ptr_array_add (chosen, members->pdata[i]);
        }
  if (!evaluate_all (search, chosen, search->progress))
    return FALSE;

  for (guint i = 0; i < chosen->len; i++)
    for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
      {
        const Position *position = chosen->pdata[i];
        cover->sums[dim][value_index (position, dim)] = position->sums[dim];
      }
  for (guint i = 0; i < members->len; i++)
    {
      Position *position = members->pdata[i];
      DlBalanceSum sums[DL_TORUS_N_DIMS];

      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        sums[dim] = cover->sums[dim][value_index (position, dim)];
      if (!position->evaluated)
        position->candidate.balance_mean = dl_dateline_candidate_mean (sums);
      position->has_balance = TRUE;
    }
  return TRUE;
}

static gboolean
find_balances (Search *search, guint64 routes)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new ();
  Cover cover;
  gboolean done;

  for (guint i = 0; i < search->n_positions; i++)
    if (search->positions[i].routes == routes)
      g_ptr_array_add (members, &search->positions[i]);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      cover.sums[dim] = g_new0 (DlBalanceSum, search->network->torus.radix[dim]);
      cover.known[dim] = g_new0 (guint8, search->network->torus.radix[dim]);
    }
  done = cover_members (search, members, &cover);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      g_free (cover.sums[dim]);
      g_free (cover.known[dim]);
    }
  return done;
}

/* Sort @order (Position) until its first @n are known in full: unknown figures count as the best
 * possible, so that nothing that could come before them is left out. */
static gboolean
settle (Search *search, GPtrArray *order, guint n)
{
  for (;;)
    {
      g_autoptr (GPtrArray) wanted = g_ptr_array_new ();
      const Position *without = NULL;

      g_ptr_array_sort_with_data (order, compare_positions, search->current);
      for (guint i = 0; i < n && without == NULL; i++)
        {
          Position *position = order->pdata[i];

          if (!position->has_balance)
            without = position;
          else if (!position->evaluated)
            g_ptr_array_add (wanted, position);
        }
      if (without != NULL)
        {
          if (!find_balances (search, without->routes))
            return FALSE;
        }
      else if (wanted->len == 0)
        return TRUE;
      else if (!evaluate_all (search, wanted, search->progress))
        return FALSE;
    }
}

static gboolean
rank (Search *search, GPtrArray *order, guint n)
{
  const gboolean plain = search->screen == NULL && !search->undisturbed;

  for (guint i = 0; i < search->n_positions; i++)
    g_ptr_array_add (order, &search->positions[i]);
  if (plain && !evaluate_all (search, order, 1))
    return FALSE;
  if (search->screen != NULL
      && !run_pieces (search, 0.9, search->n_positions, look_at_piece, search))
    return FALSE;
  return settle (search, order, n);
}

/* The place of the current position in @order, which is settled up to the candidates; 0 if some
 * before it may belong after it. Undisturbed routes cannot deadlock in one position and not in
 * another: there the balance alone decides. */
static guint
rank_of_current (const Search *search, const GPtrArray *order)
{
  for (guint i = 0; i < order->len; i++)
    {
      const Position *position = order->pdata[i];

      if (!(position->evaluated || (search->undisturbed && position->has_balance)))
        return 0;
      if (memcmp (position->candidate.dateline, search->current, sizeof search->current) == 0)
        return i + 1;
    }
  return 0;
}

static DlDatelineRanking *
search_run (Search *search)
{
  g_autoptr (DlDatelineRanking) ranking = g_new0 (DlDatelineRanking, 1);
  g_autoptr (GPtrArray) order = g_ptr_array_new ();

  list_values (search);
  ranking->combinations = count_combinations (search);
  if (!dl_dateline_candidate_evaluate (&ranking->current, search->network, &search->spec,
                                       search->demand, search->cancellable)
      || !find_suspects (search) || !restrict_values (search))
    return NULL;
  list_positions (search);
  ranking->ranked = search->n_positions;
  ranking->n_candidates = MIN (search->options->n_candidates, search->n_positions);
  if (!rank (search, order, ranking->n_candidates))
    return NULL;
  ranking->current_rank = rank_of_current (search, order);

  ranking->candidates = g_new (DlDatelineCandidate, ranking->n_candidates);
  for (guint i = 0; i < ranking->n_candidates; i++)
    {
      DlDatelineCandidate *candidate = &ranking->candidates[i];

      *candidate = ((Position *) order->pdata[i])->candidate;
      if (dl_dateline_candidate_compare_merit (candidate, &ranking->candidates[0]) == 0)
        candidate->reasons |= DL_DATELINES_BEST_BALANCE;
    }
  for (guint i = 0; i < search->n_positions; i++)
    ranking->evaluated += search->positions[i].evaluated;
  if (search->options->progress != NULL)
    search->options->progress (1, search->options->progress_data);
  return g_steal_pointer (&ranking);
}

DlDatelineRanking *
dl_optimize_datelines (DlTorusNetwork *network, const DlTorusRouting *spec, const DlDemand *demand,
                       DlDatelineOptions options, GCancellable *cancellable)
{
  Search search = {
    .network = network,
    .spec = *spec,
    .demand = demand,
    .options = &options,
    .cancellable = cancellable,
    .sites = dl_fault_sites (network),
  };
  DlDatelineRanking *ranking = search_run (&search);

  g_array_unref (search.sites);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    g_free (search.values[dim]);
  g_free (search.positions);
  dl_dateline_screen_free (search.screen);
  return ranking;
}

void
dl_dateline_ranking_free (DlDatelineRanking *ranking)
{
  if (ranking == NULL)
    return;
  g_free (ranking->candidates);
  g_free (ranking);
}
