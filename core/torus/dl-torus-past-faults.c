#include "dl-torus-past-faults.h"

#include "dl-dateline-candidate.h"

#include <glib/gi18n-lib.h>

/* So many positions one past the faults are tried before all are. */
#define MAX_TRIED_PAST 64
/* So many positions that leave the fewest pairs undelivered are asked whether they can deadlock. */
#define MAX_JUDGED 128

typedef struct
{
  DlTorusNetwork *network;
  DlTorusRouting spec; /* its datelines are the current ones, or the usual where there are none */
  const DlDemand *demand;
  GCancellable *cancellable;
  DlTorusPastFaults *past;
} Search;

/* Every pair delivered on legal routes that cannot deadlock? */
static gboolean
serves (const DlDatelineCandidate *candidate)
{
  return candidate->unreachable_pairs == 0 && candidate->dropped_pairs == 0
         && candidate->illegal_pairs == 0 && candidate->deadlock_free;
}

static guint
find_obstacles (const DlTorusNetwork *network, const DlTorusEngine *engine, const GArray *sites)
{
  guint obstacles = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (!network->torus.ring[dim])
      obstacles |= 1 << dim;
  if (!engine->needs_datelines)
    obstacles |= DL_TORUS_OBSTACLE_NO_DATELINES;
  if (sites->len == 0)
    obstacles |= DL_TORUS_OBSTACLE_NOTHING_BROKEN;
  return obstacles;
}

/* Keep @candidate if it serves more than the best. A network that can deadlock may serve no pair in
 * the end; a better balance alone moves no dateline. */
static void
keep_better (DlTorusPastFaults *past, const DlDatelineCandidate *candidate)
{
  DlDatelineCandidate a = *candidate, b = past->best;

  a.balance_mean = b.balance_mean = 0;
  if (!!a.deadlock_free != !!b.deadlock_free ? a.deadlock_free
                                             : dl_dateline_candidate_compare_merit (&a, &b) < 0)
    past->best = *candidate;
  past->served = serves (&past->best);
}

/* Evaluate all pairs with the datelines and the engine of @spec. FALSE if canceled. */
static gboolean
evaluate (Search *search, const DlTorusRouting *spec, DlDatelineCandidate *candidate)
{
  return dl_dateline_candidate_evaluate_all (candidate, search->network, spec, search->demand,
                                             search->cancellable);
}

/* The datelines of @spec. */
static gboolean
try_spec (Search *search, const DlTorusRouting *spec)
{
  DlTorusPastFaults *past = search->past;
  DlDatelineCandidate candidate;

  if (!evaluate (search, spec, &candidate))
    return FALSE;
  past->tried++;
  keep_better (past, &candidate);
  return TRUE;
}

/* One past @y's Y and @z's Z. */
static gboolean
try_past (Search *search, const DlTorusCoord *y, const DlTorusCoord *z)
{
  const DlTorus *torus = &search->network->torus;
  DlTorusRouting spec = search->spec;

  if (torus->ring[DL_Y])
    spec.dateline[DL_Y] = (y->at[DL_Y] + 1) % torus->radix[DL_Y];
  if (torus->ring[DL_Z])
    spec.dateline[DL_Z] = (z->at[DL_Z] + 1) % torus->radix[DL_Z];
  return try_spec (search, &spec);
}

/* Past one fault in both dimensions, then past one in each. */
static gboolean
try_past_sites (Search *search, const GArray *sites)
{
  const DlTorusPastFaults *past = search->past;
  const DlTorusCoord *site = (const DlTorusCoord *) sites->data;

  for (guint i = 0; i < sites->len && !past->served && past->tried < MAX_TRIED_PAST; i++)
    if (!try_past (search, &site[i], &site[i]))
      return FALSE;
  for (guint i = 0; i < sites->len; i++)
    for (guint j = 0; j < sites->len && !past->served && past->tried < MAX_TRIED_PAST; j++)
      if (site[i].at[DL_Y] != site[j].at[DL_Y] && site[i].at[DL_Z] != site[j].at[DL_Z]
          && !try_past (search, &site[i], &site[j]))
        return FALSE;
  return TRUE;
}

static gboolean
try_everywhere (Search *search, DlDatelineOptions options)
{
  DlTorusPastFaults *past = search->past;
  const DlDemand all = { .uniform = TRUE };
  DlTorusRouting spec = search->spec;
  g_autoptr (DlDatelineRanking) ranking = NULL;

  options.n_candidates = MAX_JUDGED;
  ranking = dl_optimize_datelines (search->network, &spec, &all, options, search->cancellable);
  if (ranking == NULL)
    return FALSE;
  past->tried = ranking->ranked;
  for (guint i = 0; i < ranking->n_candidates; i++)
    keep_better (past, &ranking->candidates[i]);
  if (!dl_torus_past_faults_moves (past))
    return TRUE;
  memcpy (spec.dateline, past->best.dateline, sizeof spec.dateline);
  return evaluate (search, &spec, &past->best); /* its balance and loads are those of the demand */
}

static gboolean
find_engine (Search *search)
{
  DlTorusPastFaults *past = search->past;
  guint n_engines;
  const DlTorusEngine *const *engines = dl_torus_engines (&n_engines);

  for (guint i = 0; i < n_engines && past->engine == NULL; i++)
    {
      DlTorusRouting spec = search->spec;
      DlDatelineCandidate *found = &past->with_engine;

      if (engines[i] == spec.engine)
        continue;
      spec.engine = engines[i];
      if (!evaluate (search, &spec, found))
        return FALSE;
      if (found->unreachable_pairs == 0 && found->dropped_pairs == 0 && found->deadlock_free)
        past->engine = engines[i];
    }
  return TRUE;
}

static gboolean
search_run (Search *search, const DlTorusRouting *spec, const DlDatelineOptions *options)
{
  const DlTorus *torus = &search->network->torus;
  DlTorusPastFaults *past = search->past;
  g_autoptr (GArray) sites = dl_fault_sites (search->network);

  if (!evaluate (search, spec, &past->current))
    return FALSE;
  past->best = past->current;
  past->served = serves (&past->best);
  past->obstacles = find_obstacles (search->network, spec->engine, sites);
  past->combinations = past->tried = 1;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (torus->ring[dim] && spec->engine->needs_datelines)
      {
        past->combinations *= torus->radix[dim];
        if (spec->dateline[dim] == DL_NO_DATELINE)
          search->spec.dateline[dim] = torus->radix[dim] - 1;
      }
  if (!past->served && past->combinations > 1 && !try_past_sites (search, sites))
    return FALSE;
  if (!past->served && past->combinations > 1 && !try_everywhere (search, *options))
    return FALSE;
  return past->served || find_engine (search);
}

DlTorusPastFaults *
dl_datelines_past_faults (DlTorusNetwork *network, const DlTorusRouting *spec,
                          const DlDemand *demand, DlDatelineOptions options,
                          GCancellable *cancellable)
{
  g_autoptr (DlTorusPastFaults) past = g_new0 (DlTorusPastFaults, 1);
  Search search = {
    .network = network,
    .spec = *spec,
    .demand = demand,
    .cancellable = cancellable,
    .past = past,
  };

  if (!search_run (&search, spec, &options))
    return NULL;
  return g_steal_pointer (&past);
}

void
dl_torus_past_faults_free (DlTorusPastFaults *past)
{
  g_free (past);
}

gboolean
dl_torus_past_faults_moves (const DlTorusPastFaults *past)
{
  return memcmp (past->best.dateline, past->current.dateline, sizeof past->best.dateline) != 0;
}

/* Text */

static char *
positions_to_text (const gint *dateline)
{
  return g_strdup_printf ("%d;%d;%d", dateline[DL_X], dateline[DL_Y], dateline[DL_Z]);
}

static void
append_why (GString *text, const DlTorusPastFaults *past)
{
  if ((past->obstacles & DL_TORUS_OBSTACLE_NO_DATELINES) != 0)
    g_string_append (text, _ ("This routing engine does not use datelines: moving them has no "
                              "effect."));
  else if ((past->obstacles & DL_TORUS_OBSTACLE_MESH_Z) != 0)
    g_string_append (text, _ ("Z is a mesh, but detours leave by Z+ and need a ring in Z. "
                              "Datelines alone cannot solve these faults."));
  else
    g_string_append (text, _ ("No position of the datelines solves these faults."));
}

static void
append_best (GString *text, const DlTorusPastFaults *past)
{
  const DlDatelineCandidate *best = &past->best;
  g_autofree char *positions = positions_to_text (best->dateline);
  g_autofree char *unreachable = g_strdup_printf ("%" G_GUINT64_FORMAT, best->unreachable_pairs);
  g_autofree char *dropped = g_strdup_printf ("%" G_GUINT64_FORMAT, best->dropped_pairs);
  g_autofree char *illegal = g_strdup_printf ("%" G_GUINT64_FORMAT, best->illegal_pairs);

  g_string_append_c (text, ' ');
  g_string_append_printf (
      text,
      /* Translators: positions, then numbers of pairs of nodes. */
      best->deadlock_free ? _ ("With the best datelines found, %s, %s pairs are unreachable, %s "
                               "dropped and %s illegal; deadlock is impossible.")
                          : _ ("With the best datelines found, %s, %s pairs are unreachable, %s "
                               "dropped and %s illegal; packets can deadlock."),
      positions, unreachable, dropped, illegal);
  if (!best->deadlock_free)
    {
      g_string_append_c (text, ' ');
      g_string_append_printf (text,
                              g_dngettext (GETTEXT_PACKAGE, "The shortest cycle has %u channel.",
                                           "The shortest cycle has %u channels.", best->n_cycle),
                              best->n_cycle);
    }
}

char *
dl_torus_past_faults_to_text (const DlTorusPastFaults *past)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *positions = positions_to_text (past->best.dateline);

  if (past->served && !dl_torus_past_faults_moves (past))
    g_string_append (text, _ ("The datelines can stay: every pair is delivered on legal routes "
                              "that cannot deadlock."));
  else if (past->served)
    g_string_append_printf (text,
                            _ ("With datelines %s every pair is delivered on legal routes that "
                               "cannot deadlock."),
                            positions);
  else
    {
      append_why (text, past);
      if ((past->obstacles & DL_TORUS_OBSTACLE_NO_DATELINES) == 0)
        append_best (text, past);
      g_string_append_c (text, ' ');
      if (past->engine != NULL)
        g_string_append_printf (text,
                                _ ("Try the routing engine %s: it delivers every pair and cannot "
                                   "deadlock."),
                                past->engine->id);
      else
        g_string_append (text, _ ("No routing engine delivers every pair: some node may be cut "
                                  "off."));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
