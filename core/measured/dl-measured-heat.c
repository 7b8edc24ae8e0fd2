#include "dl-measured-heat.h"

#include "dl-counters-reader.h"

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

      row->nodes++;
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
sum_parts (DlHeat *heat, const DlNet *net)
{
  const DlMeasured *measured = heat->measured;
  g_autofree DlHeatRow *rows = g_new0 (DlHeatRow, net->graph->n_routers);

  for (guint i = 0; i < net->graph->n_routers; i++)
    {
      rows[i].number = i;
      rows[i].job = DL_NO_SET;
    }
  for (guint i = 0; i < measured->n; i++)
    add_link (measured, i,
              &rows[part_of_router (measured, heat->level, router_of_link (measured, i))]);
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
    add_link (measured, i, &routers[router_of_link (measured, i)]);
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
    sum_parts (heat, &net);
  g_qsort_with_data (heat->rows, heat->n, sizeof *heat->rows, compare_rows, measured);
  return heat;
}

/* Of a row ------------------------------------------------------------------------------------- */

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
compare_parts (gconstpointer a, gconstpointer b)
{
  const DlJobPart *x = a, *y = b;

  if (x->part > y->part || x->part < y->part)
    return x->part > y->part ? -1 : 1;
  return (x->job > y->job) - (x->job < y->job);
}

void
dl_job_parts_sort (GArray *parts)
{
  g_array_sort (parts, compare_parts);
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
  return jobs->kind->jobs (jobs, measured->shape, error);
}

GArray *
dl_measured_link_jobs (const DlCountersKind *kind, const DlJobs *jobs, const DlScenario *scenario,
                       gconstpointer analysis, guint link, GCancellable *cancellable)
{
  return kind->link_jobs (jobs, scenario, analysis, link, cancellable);
}
