#include "dl-job-placements.h"

#include "dl-edit.h"
#include "dl-family.h"
#include "dl-program-result.h"
#include "dl-rng.h"
#include "dl-scenario-check.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

static void
job_placements_free (gpointer data)
{
  DlJobPlacements *placements = data;

  dl_jobs_unref (placements->jobs);
  g_free (placements->rows);
  g_free (placements);
}

static DlJobPlacements *
job_placements_new (const DlJobs *jobs, const DlJobPlacement *rows, guint n_rows)
{
  DlJobPlacements *placements = g_new0 (DlJobPlacements, 1);

  dl_shared_init (&placements->shared, job_placements_free);
  placements->jobs = dl_jobs_ref (jobs);
  placements->rows = g_memdup2 (rows, n_rows * sizeof *rows);
  placements->n_rows = n_rows;
  return placements;
}

const char *
dl_job_placements_obstacle (const DlScenario *scenario)
{
  if (scenario->family->jobs == NULL)
    return _ ("The network has no jobs: only those of a dragonfly or a fabric can be compared.");
  if (!scenario->traffic.pattern->needs_program)
    return _ ("Jobs are compared by what they run: choose the pattern Program.");
  if (strpbrk (scenario->traffic.placement, ":@,") == NULL)
    return _ ("No job is placed: add one by a rule, or paint one.");
  return NULL;
}

/* Placements ----------------------------------------------------------------------------------- */

/* Nodes of a network, to be given to jobs of as many nodes as theirs that work. */
typedef struct
{
  const DlSites *sites;
  guint n_jobs;
  const guint *n_nodes; /* (n_jobs) */
  guint64 seed;
  guint32 *job; /* (n_nodes of the network) */
} Giver;

static gboolean
is_free (const Giver *giver, guint node)
{
  return giver->job[node] == DL_NO_SET && giver->sites->is_up (giver->sites->network, node);
}

/* The next free ones in @order; NULL: ascending. */
static void
give_in_order (Giver *giver, const guint32 *order)
{
  guint next = 0;

  for (guint job = 0; job < giver->n_jobs; job++)
    for (guint left = giver->n_nodes[job]; left > 0; next++)
      {
        const guint node = order != NULL ? order[next] : next;

        if (is_free (giver, node))
          {
            giver->job[node] = job;
            left--;
          }
      }
}

static void
give_linear (Giver *giver)
{
  give_in_order (giver, NULL);
}

static void
give_random (Giver *giver)
{
  g_autofree guint32 *order = dl_random_order_new (giver->sites->n_nodes, giver->seed);

  give_in_order (giver, order);
}

typedef guint32 (*UnitFunc) (gconstpointer network, guint node);

/* The unit with least room that is enough for @n, else that with most. */
static guint
best_unit (const guint *n_free, guint n_units, guint n)
{
  guint best = 0;

  for (guint unit = 1; unit < n_units; unit++)
    if (n_free[best] >= n ? n_free[unit] >= n && n_free[unit] < n_free[best]
                          : n_free[unit] > n_free[best])
      best = unit;
  return best;
}

/* Each job into as few units as there is room in, best fit, as batch systems do. */
static void
give_by_unit (Giver *giver, UnitFunc unit_of, guint n_units)
{
  const DlSites *sites = giver->sites;
  g_autofree guint *n_free = g_new0 (guint, n_units);

  for (guint node = 0; node < sites->n_nodes; node++)
    if (is_free (giver, node) && unit_of (sites->network, node) < n_units)
      n_free[unit_of (sites->network, node)]++;
  for (guint job = 0; job < giver->n_jobs; job++)
    for (guint left = giver->n_nodes[job]; left > 0;)
      {
        const guint unit = best_unit (n_free, n_units, left);

        if (n_free[unit] == 0)
          return; /* nodes without a unit, which are not used */
        for (guint node = 0; node < sites->n_nodes && left > 0 && n_free[unit] > 0; node++)
          if (is_free (giver, node) && unit_of (sites->network, node) == unit)
            {
              giver->job[node] = job;
              n_free[unit]--;
              left--;
            }
      }
}

static void
give_by_group (Giver *giver)
{
  give_by_unit (giver, giver->sites->group, giver->sites->n_groups);
}

static void
give_by_rail (Giver *giver)
{
  give_by_unit (giver, giver->sites->rail, giver->sites->n_rails);
}

/* Rows of the table are in this order, behind those of the placement that there is. */
static const struct
{
  const char *id, *title;
  void (*give) (Giver *giver);
} rules[] = {
  { "linear", N_ ("In order"), give_linear },
  { "random", N_ ("Random"), give_random },
  { NULL, NULL, give_by_group }, /* as the sites call it */
  { "rail", N_ ("By rail"), give_by_rail },
};

static gboolean
has_rule (const DlSites *sites, guint rule)
{
  return (rules[rule].give != give_by_group || sites->n_groups > 1)
         && (rules[rule].give != give_by_rail || sites->n_rails > 1);
}

/* Runs ----------------------------------------------------------------------------------------- */

typedef struct
{
  const DlScenario *scenario;
  DlRouted *routes;
  DlSites sites;
  DlJobs *jobs;
  guint *n_working;  /* (n_jobs) nodes of each */
  GArray *rows;      /* DlJobPlacement */
  GPtrArray *places; /* guint32 *: (n_nodes) the job of each node, by placement */
  guint n_placements, n_runs, n_done;
  DlProgressFunc progress;
  gpointer progress_data;
  GCancellable *cancellable;
} Search;

static void
search_clear (Search *search)
{
  dl_shared_unref (search->routes);
  dl_jobs_unref (search->jobs);
  g_free (search->n_working);
  g_clear_pointer (&search->rows, g_array_unref);
  g_clear_pointer (&search->places, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static void
on_progress (double fraction, gpointer data)
{
  Search *search = data;

  if (search->progress != NULL)
    search->progress ((search->n_done + fraction) / search->n_runs, search->progress_data);
}

/* @job alone, DL_NO_SET: all, on the nodes that @place has for them. */
static char *
text_of (const Search *search, const guint32 *place, guint32 job)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  guint32 *of = g_memdup2 (place, search->sites.n_nodes * sizeof *place);
  g_autoptr (DlJobs) jobs = NULL;

  for (guint i = 0; i < search->jobs->n_jobs; i++)
    g_ptr_array_add (names, g_strdup (search->jobs->jobs[i].name));
  for (guint node = 0; node < search->sites.n_nodes && job != DL_NO_SET; node++)
    if (of[node] != job)
      of[node] = DL_NO_SET;
  jobs = dl_jobs_new_take (names, of, search->sites.n_nodes);
  return dl_jobs_to_text (jobs);
}

/* Their completions by name into @ns (n_jobs of the scenario), NAN of others. */
static gboolean
run (Search *search, const guint32 *place, guint32 job, double *ns, GError **error)
{
  g_autofree char *text = text_of (search, place, job);
  g_autoptr (DlScenario) scenario = dl_scenario_copy (search->scenario);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (DlSimulation) simulation = NULL;
  g_auto (DlProgramResult) result = { 0 };
  DlSimulateOptions options;

  for (guint i = 0; i < search->jobs->n_jobs; i++)
    ns[i] = NAN;
  dl_edits_add (edits, DL_EDIT_SET, "traffic.placement", text);
  if (!dl_scenario_apply (scenario, edits, NULL, NULL, error))
    return FALSE;
  options = dl_simulate_options (scenario);
  options.routes = search->routes;
  options.progress = on_progress;
  options.progress_data = search;
  simulation = dl_simulate (scenario, &options, search->cancellable, error);
  if (simulation == NULL)
    return FALSE;
  search->n_done++;
  on_progress (0, search);
  if (dl_program_result_init (&result, scenario, simulation))
    for (guint i = 0; i < result.n_jobs; i++)
      ns[dl_jobs_find (search->jobs, result.workload->spec.jobs->jobs[i].name)]
          = result.jobs[i].completion_ns;
  return TRUE;
}

/* The placement before that has the same nodes for each job; its number, or that of all. */
static guint
find_same (const Search *search, const guint32 *place)
{
  guint i = 0;

  while (i < search->places->len
         && memcmp (search->places->pdata[i], place, search->sites.n_nodes * sizeof *place) != 0)
    i++;
  return i;
}

/* Rows of @place, which is taken. */
static gboolean
add_placement (Search *search, const char *id, const char *title, guint32 *place, GError **error)
{
  const guint n = search->jobs->n_jobs, same = find_same (search, place);
  const gboolean known = same < search->places->len;
  g_autofree double *together = g_new (double, n), *alone = g_new (double, n);

  g_ptr_array_add (search->places, place);
  if (!known && !run (search, place, DL_NO_SET, together, error))
    return FALSE;
  for (guint job = 0; job < n; job++)
    {
      DlJobPlacement row = { id, title, job, search->n_working[job], NAN, NAN };

      if (known)
        {
          const DlJobPlacement *before
              = &g_array_index (search->rows, DlJobPlacement, same * n + job);

          row.alone_ns = before->alone_ns;
          row.together_ns = before->together_ns;
        }
      else if (row.n_ranks > 0)
        {
          if (n > 1 && !run (search, place, job, alone, error))
            return FALSE;
          row.together_ns = together[job];
          row.alone_ns = n > 1 ? alone[job] : together[job];
        }
      g_array_append_val (search->rows, row);
    }
  if (known)
    search->n_done += n > 1 ? n + 1 : 1;
  on_progress (0, search);
  return TRUE;
}

static gboolean
add_rule (Search *search, guint rule, GError **error)
{
  const DlSites *sites = &search->sites;
  Giver giver = { sites, search->jobs->n_jobs, search->n_working, search->scenario->seed,
                  g_new (guint32, sites->n_nodes) };
  const char *id = rules[rule].id, *title = rules[rule].title;

  for (guint node = 0; node < sites->n_nodes; node++)
    giver.job[node] = DL_NO_SET;
  rules[rule].give (&giver);
  if (id == NULL)
    {
      id = sites->words->unit;
      title = sites->words->by_unit;
    }
  return add_placement (search, id, _ (title), giver.job, error);
}

/* The jobs that there are, and what is the same under all placements. */
static gboolean
begin (Search *search, GError **error)
{
  const DlScenario *scenario = search->scenario;
  g_autoptr (GError) why = NULL;

  if (!dl_scenario_check (scenario, NULL, error))
    return FALSE;
  if (dl_job_placements_obstacle (scenario) == NULL)
    {
      search->routes = scenario->family->route (scenario, search->cancellable, error);
      if (search->routes == NULL)
        return FALSE;
      search->sites = scenario->family->sites (search->routes->shape);
      search->jobs = dl_scenario_program_jobs (scenario, &search->sites, NULL, &why);
    }
  if (search->jobs == NULL)
    return dl_scenario_fail ("traffic.placement", NULL, error,
                             _ ("no job runs a program (set traffic.pattern=program, and "
                                "traffic.placement to jobs)"));
  search->n_working = g_new0 (guint, search->jobs->n_jobs + 1);
  return TRUE;
}

/* As it is, without nodes that do not work. */
static guint32 *
current_place (Search *search)
{
  const DlSites *sites = &search->sites;
  guint32 *place = g_memdup2 (search->jobs->job, sites->n_nodes * sizeof *place);

  for (guint node = 0; node < sites->n_nodes; node++)
    if (!sites->is_up (sites->network, node))
      place[node] = DL_NO_SET;
    else if (place[node] != DL_NO_SET)
      search->n_working[place[node]]++;
  return place;
}

static void
post (const Search *search, DlJobPlacementsFunc partial, gpointer partial_data)
{
  if (partial != NULL)
    partial (job_placements_new (search->jobs, (const DlJobPlacement *) search->rows->data,
                                 search->rows->len),
             partial_data);
}

DlJobPlacements *
dl_job_placements_new (const DlScenario *scenario, DlProgressFunc progress, gpointer progress_data,
                       DlJobPlacementsFunc partial, gpointer partial_data,
                       GCancellable *cancellable, GError **error)
{
  g_auto (Search) search = {
    .scenario = scenario,
    .progress = progress,
    .progress_data = progress_data,
    .cancellable = cancellable,
  };

  search.rows = g_array_new (FALSE, FALSE, sizeof (DlJobPlacement));
  search.places = g_ptr_array_new_with_free_func (g_free);
  if (!begin (&search, error))
    return NULL;
  search.n_placements = 1;
  for (guint rule = 0; rule < G_N_ELEMENTS (rules); rule++)
    search.n_placements += has_rule (&search.sites, rule);
  search.n_runs = search.n_placements * (search.jobs->n_jobs > 1 ? search.jobs->n_jobs + 1 : 1);
  if (!add_placement (&search, "current", _ ("Current"), current_place (&search), error))
    return NULL;
  for (guint rule = 0; rule < G_N_ELEMENTS (rules); rule++)
    if (has_rule (&search.sites, rule))
      {
        post (&search, partial, partial_data);
        if (!add_rule (&search, rule, error))
          return NULL;
      }
  return job_placements_new (search.jobs, (const DlJobPlacement *) search.rows->data,
                             search.rows->len);
}

/* As a table ----------------------------------------------------------------------------------- */

static const DlJobPlacement *
row_of (gconstpointer source, guint row)
{
  return &((const DlJobPlacements *) source)->rows[row];
}

static char *
placement_text (gconstpointer source, guint row)
{
  return g_strdup (row_of (source, row)->title);
}

static char *
job_text (gconstpointer source, guint row)
{
  return g_strdup (((const DlJobPlacements *) source)->jobs->jobs[row_of (source, row)->job].name);
}

static double
ranks_of (gconstpointer source, guint row)
{
  return row_of (source, row)->n_ranks;
}

static double
alone_us (gconstpointer source, guint row)
{
  return row_of (source, row)->alone_ns / 1000;
}

static double
together_us (gconstpointer source, guint row)
{
  return row_of (source, row)->together_ns / 1000;
}

static double
slowdown (gconstpointer source, guint row)
{
  return row_of (source, row)->together_ns / row_of (source, row)->alone_ns;
}

/* People read µs, in columns that come first. */
#define N_FOR_PEOPLE 6

static const DlTableColumn columns[] = {
  { "placement", N_ ("Placement"), .text = placement_text, .min_chars = 9 },
  { "job", N_ ("Job"), .text = job_text, .min_chars = 6 },
  { NULL, N_ ("Slowdown"), DL_COLUMN_REAL, 3, .value = slowdown, .min_chars = 6 },
  { NULL, N_ ("Together (µs)"), DL_COLUMN_REAL, 2, .value = together_us, .min_chars = 6 },
  { NULL, N_ ("Alone (µs)"), DL_COLUMN_REAL, 2, .value = alone_us, .min_chars = 6 },
  { "ranks", N_ ("Ranks"), DL_COLUMN_INTEGER, .value = ranks_of, .min_chars = 4 },
  { "alone_ns", NULL, DL_COLUMN_REAL },
  { "together_ns", NULL, DL_COLUMN_REAL },
  { "slowdown", NULL, DL_COLUMN_REAL },
};

const DlTableColumn *
dl_job_placements_columns (guint *n)
{
  *n = N_FOR_PEOPLE;
  return columns;
}

static void
fill (DlCells *cells, gconstpointer data, guint row)
{
  const DlJobPlacements *placements = data;
  const DlJobPlacement *of = &placements->rows[row];

  dl_cells_word (cells, of->id, of->title);
  dl_cells_text (cells, placements->jobs->jobs[of->job].name);
  dl_cells_real (cells, slowdown (data, row));
  dl_cells_real (cells, together_us (data, row));
  dl_cells_real (cells, alone_us (data, row));
  dl_cells_integer (cells, of->n_ranks);
  dl_cells_real (cells, of->alone_ns);
  dl_cells_real (cells, of->together_ns);
  dl_cells_real (cells, slowdown (data, row));
}

DlTable
dl_job_placements_table (const DlJobPlacements *placements)
{
  return DL_TABLE (columns, placements->n_rows, fill, placements);
}
