#include "dl-measured.h"

#include "dl-correlation.h"
#include "dl-counters-reader.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static void
heat_free (gpointer data)
{
  DlHeat *heat = data;

  dl_measured_unref (heat->measured);
  dl_jobs_unref (heat->jobs);
  g_free (heat->rows);
  g_free (heat);
}

gboolean
dl_heat_has_level (const DlMeasured *measured, const DlJobs *jobs, DlHeatLevel level)
{
  return level == DL_HEAT_GROUPS ? measured->family->has_groups
         : level == DL_HEAT_JOBS ? jobs != NULL
                                 : TRUE;
}

/* Where things are ----------------------------------------------------------------------------- */

static guint
router_of_node (const DlMeasured *measured, guint node)
{
  return dl_shape_router_at (measured->shape, dl_place_node (node)).a;
}

static guint
group_of_router (const DlMeasured *measured, guint router)
{
  return dl_shape_group_at (measured->shape, dl_place_router (router));
}

/* The group or router, as @level says, of a router. */
static guint
part_of_router (const DlMeasured *measured, DlHeatLevel level, guint router)
{
  return level == DL_HEAT_GROUPS ? group_of_router (measured, router) : router;
}

/* The router that the link leaves; DL_NO_NODE: it leaves a host. */
static guint
router_of_link (const DlMeasured *measured, guint i)
{
  return dl_shape_net (measured->shape)->graph->link_from[measured->link[i]];
}

/* Sums ----------------------------------------------------------------------------------------- */

static void
add_link (const DlMeasured *measured, guint i, DlHeatRow *row)
{
  row->links++;
  row->count += measured->count[i];
  row->stalls += measured->stalls != NULL ? measured->stalls[i] : 0;
}

/* Add the link to the row of its router or part. */
static void
add_link_at (const DlMeasured *measured, guint i, DlHeatLevel level, DlHeatRow *rows)
{
  const guint router = router_of_link (measured, i);

  if (router != DL_NO_NODE)
    add_link (measured, i, &rows[part_of_router (measured, level, router)]);
}

/* Without its parts of which nothing was measured. */
static void
take_measured (DlHeat *heat, DlHeatRow *rows, guint n)
{
  heat->rows = g_new (DlHeatRow, MAX (1, n));
  for (guint i = 0; i < n; i++)
    if (rows[i].links > 0)
      heat->rows[heat->n++] = rows[i];
}

static void
sum_links (DlHeat *heat)
{
  heat->n = heat->measured->n;
  heat->rows = g_new (DlHeatRow, MAX (1, heat->n));
  for (guint i = 0; i < heat->n; i++)
    {
      heat->rows[i] = (DlHeatRow) { .number = i, .job = DL_NO_SET };
      add_link (heat->measured, i, &heat->rows[i]);
    }
}

/* The nodes of each part, and the job that has most of them. */
static void
count_nodes (const DlHeat *heat, const DlNet *net, DlHeatRow *rows)
{
  const DlJobs *jobs = heat->jobs;
  const guint n_jobs = jobs != NULL ? jobs->n_jobs : 0;
  g_autofree guint *of_job = g_new0 (guint, n_jobs + 1);
  guint first = 0;

  /* Nodes are in the order of their routers, and these of their groups. */
  for (guint node = 0; node < net->graph->n_nodes; node++)
    {
      const guint part
          = part_of_router (heat->measured, heat->level, router_of_node (heat->measured, node));
      const guint next = node + 1 < net->graph->n_nodes ? part_of_router (
                             heat->measured, heat->level, router_of_node (heat->measured, node + 1))
                                                        : G_MAXUINT;
      DlHeatRow *row = &rows[part];

      /* A host may be without a cable. */
      row->nodes += dl_shape_router_at (heat->measured->shape, dl_place_node (node)).kind
                    != DL_PLACE_NOTHING;
      if (jobs != NULL && jobs->job[node] != DL_NO_SET
          && ++of_job[jobs->job[node]] > row->job_nodes)
        {
          row->job = jobs->job[node];
          row->job_nodes = of_job[row->job];
        }
      if (next == part)
        continue;
      for (; first <= node && jobs != NULL; first++)
        if (jobs->job[first] != DL_NO_SET)
          of_job[jobs->job[first]] = 0;
    }
}

static void
heat_sum_parts (DlHeat *heat, const DlNet *net)
{
  const DlMeasured *measured = heat->measured;
  g_autofree DlHeatRow *rows = g_new0 (DlHeatRow, net->graph->n_routers);

  for (guint i = 0; i < net->graph->n_routers; i++)
    {
      rows[i].number = i;
      rows[i].job = DL_NO_SET;
    }
  for (guint i = 0; i < measured->n; i++)
    add_link_at (measured, i, heat->level, rows);
  count_nodes (heat, net, rows);
  take_measured (heat, rows, net->graph->n_routers);
}

/* A router's links are those of each job that has nodes on it. */
static void
sum_jobs (DlHeat *heat, const DlNet *net)
{
  const DlMeasured *measured = heat->measured;
  const DlJobs *jobs = heat->jobs;
  g_autofree DlHeatRow *routers = g_new0 (DlHeatRow, net->graph->n_routers);
  g_autofree DlHeatRow *rows = g_new0 (DlHeatRow, jobs->n_jobs + 1);
  g_autofree guint *last_router = g_new (guint, jobs->n_jobs + 1);
  g_autofree guint *last_group = g_new (guint, jobs->n_jobs + 1);

  for (guint i = 0; i < measured->n; i++)
    add_link_at (measured, i, DL_HEAT_ROUTERS, routers);
  for (guint job = 0; job < jobs->n_jobs; job++)
    {
      rows[job] = (DlHeatRow) { .number = job, .job = job };
      last_router[job] = last_group[job] = G_MAXUINT;
    }
  for (guint node = 0; node < jobs->n_nodes; node++)
    {
      const guint32 job = jobs->job[node];
      const guint router = router_of_node (measured, node);

      if (job == DL_NO_SET)
        continue;
      rows[job].nodes++;
      if (router == last_router[job])
        continue;
      last_router[job] = router;
      rows[job].links += routers[router].links;
      rows[job].count += routers[router].count;
      rows[job].stalls += routers[router].stalls;
      rows[job].n_groups += group_of_router (measured, router) != last_group[job];
      last_group[job] = group_of_router (measured, router);
    }
  take_measured (heat, rows, jobs->n_jobs);
}

/* In order ------------------------------------------------------------------------------------- */

static double
ratio_of (const DlMeasured *measured, const DlHeatRow *row)
{
  return measured->stalls != NULL && row->count > 0 ? (double) row->stalls / row->count : NAN;
}

static gint
compare_rows (gconstpointer a, gconstpointer b, gpointer measured)
{
  const DlHeatRow *x = a, *y = b;
  const double hot_x = ratio_of (measured, x), hot_y = ratio_of (measured, y);

  if (isnan (hot_x) != isnan (hot_y))
    return isnan (hot_x) ? 1 : -1;
  if (hot_x > hot_y || hot_x < hot_y)
    return hot_x > hot_y ? -1 : 1;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

DlHeat *
dl_heat_new (DlMeasured *measured, DlJobs *jobs, DlHeatLevel level)
{
  DlHeat *heat = g_new0 (DlHeat, 1);
  DlNet net;

  g_assert (dl_heat_has_level (measured, jobs, level));
  dl_shared_init (&heat->shared, heat_free);
  heat->measured = dl_measured_ref (measured);
  heat->jobs = jobs != NULL ? dl_jobs_ref (jobs) : NULL;
  heat->level = level;
  net = *dl_shape_net (measured->shape);
  if (level == DL_HEAT_LINKS)
    sum_links (heat);
  else if (level == DL_HEAT_JOBS)
    sum_jobs (heat, &net);
  else
    heat_sum_parts (heat, &net);
  g_qsort_with_data (heat->rows, heat->n, sizeof *heat->rows, compare_rows, measured);
  return heat;
}

/* Heat row ------------------------------------------------------------------------------------- */

double
dl_heat_ratio (const DlHeat *heat, guint i)
{
  return ratio_of (heat->measured, &heat->rows[i]);
}

DlPlace
dl_heat_place (const DlHeat *heat, guint i)
{
  const DlMeasured *measured = heat->measured;
  const guint32 number = heat->rows[i].number;

  switch (heat->level)
    {
    case DL_HEAT_GROUPS:
      return dl_place_group (number);
    case DL_HEAT_ROUTERS: /* of a torus its node */
      return dl_shape_router_at (measured->shape, dl_place_router (number));
    case DL_HEAT_LINKS:
      return dl_place_link (measured->link[number]);
    default:
      return DL_NOWHERE;
    }
}

GArray *
dl_heat_job_places (const DlHeat *heat, guint32 job)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (DlPlace));
  guint last_router = G_MAXUINT, last_group = G_MAXUINT;

  for (guint node = 0; node < heat->jobs->n_nodes; node++)
    {
      const guint router = router_of_node (heat->measured, node);
      DlPlace place = dl_place_router (router);

      if (heat->jobs->job[node] != job || router == last_router)
        continue;
      last_router = router;
      g_array_append_val (places, place);
      if (group_of_router (heat->measured, router) == last_group)
        continue;
      last_group = group_of_router (heat->measured, router);
      place = dl_place_group (last_group);
      g_array_append_val (places, place);
    }
  return places;
}

static gint
heat_compare_parts (gconstpointer a, gconstpointer b)
{
  const DlJobPart *x = a, *y = b;

  if (x->part > y->part || x->part < y->part)
    return x->part > y->part ? -1 : 1;
  return (x->job > y->job) - (x->job < y->job);
}

void
dl_job_parts_sort (GArray *parts)
{
  g_array_sort (parts, heat_compare_parts);
}

GArray *
dl_heat_jobs_at (const DlHeat *heat, guint i)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (DlJobPart));
  const DlJobs *jobs = heat->jobs;
  g_autofree double *nodes = NULL;

  if (jobs == NULL || (heat->level != DL_HEAT_GROUPS && heat->level != DL_HEAT_ROUTERS))
    return parts;
  nodes = g_new0 (double, jobs->n_jobs + 1);
  for (guint node = 0; node < jobs->n_nodes; node++)
    if (jobs->job[node] != DL_NO_SET
        && part_of_router (heat->measured, heat->level, router_of_node (heat->measured, node))
               == heat->rows[i].number)
      nodes[jobs->job[node]]++;
  for (guint32 job = 0; job < jobs->n_jobs; job++)
    if (nodes[job] > 0)
      {
        const DlJobPart part = { job, nodes[job] };
        g_array_append_val (parts, part);
      }
  dl_job_parts_sort (parts);
  return parts;
}

DlJobs *
dl_measured_jobs (const DlMeasured *measured, const DlCounters *jobs, GError **error)
{
  if (!dl_family_reads_counters (measured->family, jobs->kind))
    {
      g_set_error (error, DL_COUNTERS_ERROR, DL_COUNTERS_ERROR_MACHINE,
                   _ ("%s: the jobs are of a different kind of network"), jobs->file_name);
      return NULL;
    }
  return jobs->kind->jobs (jobs, measured->shape, error);
}

GArray *
dl_measured_link_jobs (const DlCountersKind *kind, const DlJobs *jobs, const DlScenario *scenario,
                       gconstpointer analysis, guint link, GCancellable *cancellable)
{
  return kind->link_jobs (jobs, scenario, analysis, link, cancellable);
}

/* Lists ---------------------------------------------------------------------------------------- */

static double *
shares_of (const guint64 *counts, guint n)
{
  double *shares = g_new (double, MAX (1, n));

  for (guint i = 0; i < n; i++)
    shares[i] = counts[i];
  dl_normalize (shares, n);
  return shares;
}

/* From what each link of the network carried. */
static void
list_links (DlMeasured *measured, const DlMeasuredLinks *links)
{
  const guint8 *covered = links->covered;
  const guint64 *counts = links->counts, *stalls = links->stalls;
  const guint n_links = links->n;

  for (guint link = 0; link < n_links; link++)
    measured->n += covered[link];
  measured->link = g_new (guint32, MAX (1, measured->n));
  measured->part = g_new (guint8, MAX (1, measured->n));
  measured->count = g_new (guint64, MAX (1, measured->n));
  measured->stalls = stalls != NULL ? g_new (guint64, MAX (1, measured->n)) : NULL;
  for (guint link = 0, i = 0; link < n_links; link++)
    if (covered[link])
      {
        measured->link[i] = link;
        measured->part[i] = links->part (measured->shape, link);
        measured->count[i] = counts[link];
        measured->total += counts[link];
        if (stalls != NULL)
          {
            measured->stalls[i] = stalls[link];
            measured->total_stalls += stalls[link];
          }
        i++;
      }
  measured->measured = shares_of (measured->count, measured->n);
  if (stalls != NULL)
    measured->stalled = shares_of (measured->stalls, measured->n);
}

/* Expected values of each link, by analysis and simulation. */
static void
list_computed (DlMeasured *measured, const DlMeasuredLinks *links)
{
  const guint n = measured->n;
  const DlLinkUse *simulated = links->simulated;

  measured->analyzed = g_new (double, MAX (1, n));
  for (guint i = 0; i < n; i++)
    measured->analyzed[i] = links->loads[measured->link[i]];
  dl_normalize (measured->analyzed, n);
  if (simulated == NULL)
    return;
  measured->simulated = g_new (double, MAX (1, n));
  measured->simulated_stalls = g_new (double, MAX (1, n));
  for (guint i = 0; i < n; i++)
    {
      const guint link = measured->link[i];
      const double capacity = links->capacity != NULL ? links->capacity[link] : 1;
      const double load = simulated->load[link] * capacity;
      const double stalls = simulated->stalls[link]; /* a packet */

      measured->simulated[i] = load;
      measured->simulated_stalls[i] = load > 0 ? load * stalls : 0;
    }
  dl_normalize (measured->simulated, n);
  dl_normalize (measured->simulated_stalls, n);
}

/* Likeness ------------------------------------------------------------------------------------- */

static DlCorrelation
compare (const double *a, const double *b, guint n)
{
  if (a == NULL || b == NULL)
    return (DlCorrelation) { NAN, NAN };
  return (DlCorrelation) { dl_correlation (a, b, n), dl_rank_correlation (a, b, n) };
}

/* @values of the links whose part is @part; NULL if they are. */
static double *
filter (const DlMeasured *measured, const double *values, guint part)
{
  double *some = values != NULL ? g_new (double, measured->parts[part].links) : NULL;

  for (guint i = 0, at = 0; i < measured->n && some != NULL; i++)
    if (measured->part[i] == part)
      some[at++] = values[i];
  return some;
}

static void
compare_parts (DlMeasured *measured)
{
  measured->correlation = (DlMeasuredCorrelation) {
    .analysis = compare (measured->measured, measured->analyzed, measured->n),
    .simulation = compare (measured->measured, measured->simulated, measured->n),
    .stalls = compare (measured->stalled, measured->simulated_stalls, measured->n),
  };
  for (guint part = 0; part < measured->n_parts; part++)
    {
      const guint n = measured->parts[part].links;
      g_autofree double *real = filter (measured, measured->measured, part);
      g_autofree double *analyzed = filter (measured, measured->analyzed, part);
      g_autofree double *simulated = filter (measured, measured->simulated, part);
      g_autofree double *stalled = filter (measured, measured->stalled, part);
      g_autofree double *stalls = filter (measured, measured->simulated_stalls, part);

      measured->parts[part].correlation = (DlMeasuredCorrelation) {
        .analysis = compare (real, analyzed, n),
        .simulation = compare (real, simulated, n),
        .stalls = compare (stalled, stalls, n),
      };
    }
}

/* Parts ---------------------------------------------------------------------------------------- */

static void
sum_parts (DlMeasured *measured)
{
  for (guint part = 0; part < measured->n_parts; part++)
    {
      measured->parts[part].simulated = measured->simulated != NULL ? 0 : NAN;
      measured->parts[part].stalled = measured->stalled != NULL ? 0 : NAN;
    }
  for (guint i = 0; i < measured->n; i++)
    {
      DlMeasuredPart *part = &measured->parts[measured->part[i]];

      part->links++;
      part->count += measured->count[i];
      part->max_count = MAX (part->max_count, measured->count[i]);
      part->measured += measured->measured[i];
      part->analyzed += measured->analyzed[i];
      if (measured->simulated != NULL)
        part->simulated += measured->simulated[i];
      if (measured->stalled != NULL)
        {
          part->stalls += measured->stalls[i];
          part->stalled += measured->stalled[i];
        }
    }
}

/* Order ---------------------------------------------------------------------------------------- */

double
dl_measured_difference (const DlMeasured *measured, guint i)
{
  const double *other = measured->simulated != NULL ? measured->simulated : measured->analyzed;

  return measured->measured[i] - other[i];
}

static gint
compare_counts (gconstpointer a, gconstpointer b, gpointer data)
{
  const DlMeasured *measured = data;
  const guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;

  if (measured->count[i] != measured->count[j])
    return measured->count[i] > measured->count[j] ? -1 : 1;
  return i < j ? -1 : i > j;
}

/* NAN is the same everywhere, if it is anywhere. */
static gint
compare_differences (gconstpointer a, gconstpointer b, gpointer data)
{
  const DlMeasured *measured = data;
  const guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;
  const double x = fabs (dl_measured_difference (measured, i));
  const double y = fabs (dl_measured_difference (measured, j));

  if (x > y || x < y)
    return x > y ? -1 : 1;
  return i < j ? -1 : i > j;
}

static guint32 *
sort (DlMeasured *measured, GCompareDataFunc by)
{
  guint32 *order = g_new (guint32, MAX (1, measured->n));

  for (guint i = 0; i < measured->n; i++)
    order[i] = i;
  g_qsort_with_data (order, measured->n, sizeof *order, by, measured);
  return order;
}

void
dl_measured_fill (DlMeasured *measured, const DlMeasuredLinks *links)
{
  list_links (measured, links);
  list_computed (measured, links);
  sum_parts (measured);
  compare_parts (measured);
  measured->busiest = sort (measured, compare_counts);
  measured->different = sort (measured, compare_differences);
}

/* Object --------------------------------------------------------------------------------------- */

static void
measured_free (gpointer data)
{
  DlMeasured *measured = data;

  dl_shared_unref (measured->shape);
  g_free (measured->link);
  g_free (measured->part);
  g_free (measured->count);
  g_free (measured->stalls);
  g_free (measured->measured);
  g_free (measured->analyzed);
  g_free (measured->simulated);
  g_free (measured->stalled);
  g_free (measured->simulated_stalls);
  g_free (measured->busiest);
  g_free (measured->different);
  g_clear_pointer (&measured->pairs, g_array_unref);
  g_free (measured);
}

DlMeasured *
dl_measured_alloc (const DlCounters *counters, const DlFamily *family, gconstpointer shape)
{
  DlMeasured *measured = g_new0 (DlMeasured, 1);

  dl_shared_init (&measured->shared, measured_free);
  measured->kind = counters->kind;
  measured->family = family;
  measured->shape = dl_shared_ref ((gpointer) shape);
  return measured;
}

DlMeasured *
dl_measured_new (const DlCounters *counters, const gint32 *region, gconstpointer analysis,
                 const DlLinkUse *simulated, GError **error)
{
  return counters->kind->measure (counters, region, analysis, simulated, error);
}

char *
dl_measured_link_to_string (const DlMeasured *measured, guint i)
{
  return measured->family->name (measured->shape, dl_place_link (measured->link[i]), DL_NAME_FILE);
}

const char *
dl_measured_part_name (const DlMeasured *measured, guint part)
{
  return measured->kind->part_name (part);
}

const char *
dl_measured_part_title (const DlMeasured *measured, guint part)
{
  return measured->kind->part_title (part);
}

double
dl_measured_vc_shares (const DlMeasured *measured, const DlMeasuredPart *part,
                       double shares[DL_MEASURED_VCS])
{
  guint64 all = 0, requests = 0;

  for (guint vc = 0; vc < measured->n_vcs; vc++)
    {
      all += part->vc_count[vc];
      requests += vc < measured->n_vcs / 2 ? part->vc_count[vc] : 0;
    }
  for (guint vc = 0; vc < measured->n_vcs; vc++)
    shares[vc] = measured->has_vcs && all > 0 ? part->vc_count[vc] / (double) all : NAN;
  return all > 0 ? requests / (double) all : NAN;
}
