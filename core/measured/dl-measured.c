#include "dl-measured.h"

#include "dl-correlation.h"
#include "dl-counters-reader.h"

#include <math.h>

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

/* What the analysis expects of each link, the simulation of each link. */
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

static DlLikeness
compare (const double *a, const double *b, guint n)
{
  if (a == NULL || b == NULL)
    return (DlLikeness) { NAN, NAN };
  return (DlLikeness) { dl_correlation (a, b, n), dl_rank_correlation (a, b, n) };
}

/* Of those links whose part is @part. */
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
  measured->likeness = (DlMeasuredLikeness) {
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

      measured->parts[part].likeness = (DlMeasuredLikeness) {
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
