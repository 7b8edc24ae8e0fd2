#include "dl-families.h"
#include "dl-measured-private.h"

#include "dl-correlation.h"
#include "dl-dragonfly-name.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Fitting -------------------------------------------------------------------------------------- */

static gboolean
fail_radix (const DlCounters *counters, const DlNetwork *network, GError **error)
{
  const guint *file = dl_torus_counters (counters)->radix, *radix = network->torus.radix;

  g_set_error (error, DL_COUNTERS_ERROR, DL_COUNTERS_ERROR_MACHINE,
               _ ("%s: counters of a %ux%ux%u torus, but the scenario has %ux%ux%u (use the same "
                  "radices)"),
               counters->file_name, file[DL_X], file[DL_Y], file[DL_Z], radix[DL_X], radix[DL_Y],
               radix[DL_Z]);
  return FALSE;
}

gboolean
dl_measured_check (const DlCounters *counters, const DlNetwork *network, GError **error)
{
  g_assert (counters->kind == &dl_counters_kind_torus);
  if (memcmp (dl_torus_counters (counters)->radix, network->torus.radix,
              sizeof dl_torus_counters (counters)->radix)
      != 0)
    return fail_radix (counters, network, error);
  for (guint i = 0; i < dl_torus_counters (counters)->links->len; i++)
    {
      const guint link = g_array_index (dl_torus_counters (counters)->links, DlTorusCount, i).link;
      g_autofree char *name = NULL;

      if (network->link_state[link] != DL_LINK_ABSENT)
        continue;
      name = dl_link_at_to_string (dl_network_link_at (network, link));
      g_set_error (error, DL_COUNTERS_ERROR, DL_COUNTERS_ERROR_MACHINE,
                   _ ("%s: counters of link %s, which the scenario does not have (make this "
                      "dimension a torus: torus.wrap)"),
                   counters->file_name, name);
      return FALSE;
    }
  return TRUE;
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
list_links (DlMeasured *measured, const guint8 *covered, const guint64 *counts,
            const guint64 *stalls, guint n_links)
{
  for (guint link = 0; link < n_links; link++)
    measured->n += covered[link];
  measured->link = g_new (guint32, MAX (1, measured->n));
  measured->count = g_new (guint64, MAX (1, measured->n));
  measured->stalls = stalls != NULL ? g_new (guint64, MAX (1, measured->n)) : NULL;
  for (guint link = 0, i = 0; link < n_links; link++)
    if (covered[link])
      {
        measured->link[i] = link;
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
    if (dl_measured_part (measured, i) == part)
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
      DlMeasuredPart *part = &measured->parts[dl_measured_part (measured, i)];

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
  list_links (measured, links->covered, links->counts, links->stalls, links->n);
  list_computed (measured, links);
  sum_parts (measured);
  compare_parts (measured);
  measured->busiest = sort (measured, compare_counts);
  measured->different = sort (measured, compare_differences);
}

/* A torus -------------------------------------------------------------------------------------- */

guint
dl_measured_part (const DlMeasured *measured, guint i)
{
  return measured->network != NULL ? measured->link[i] % measured->network->n_ports
                                   : measured->dragonfly->link_class[measured->link[i]];
}

static void
measured_free (gpointer data)
{
  DlMeasured *measured = data;

  g_clear_pointer (&measured->network, dl_network_unref);
  g_clear_pointer (&measured->dragonfly, dl_dragonfly_unref);
  g_free (measured->link);
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
dl_measured_alloc (void)
{
  DlMeasured *measured = g_new0 (DlMeasured, 1);

  dl_shared_init (&measured->shared, measured_free);
  return measured;
}

DlMeasured *
dl_measured_new (const DlCounters *counters, const gint32 *region, const DlAnalysis *analysis,
                 const DlLinkUse *simulated, GError **error)
{
  const DlNetwork *network = analysis->network;
  const guint n = network->n_links;
  g_autofree guint64 *packets = NULL;
  g_autofree guint8 *covered = NULL;
  g_autofree double *loads = NULL;
  DlMeasured *measured;

  if (!dl_measured_check (counters, network, error))
    return NULL;
  g_assert (simulated == NULL || simulated->n_links == n);
  packets = g_new (guint64, n);
  covered = g_new (guint8, n);
  loads = g_new (double, n);
  dl_counters_torus_packets (counters, region, packets, covered);
  measured = dl_measured_alloc ();
  measured->family = &dl_family_torus;
  measured->shape = measured->network = dl_network_ref (analysis->network);
  measured->n_parts = DL_N_NETWORK_PORTS;
  for (guint link = 0; link < n; link++)
    {
      const gboolean there = network->link_state[link] != DL_LINK_ABSENT;

      measured->n_machine += there;
      measured->parts[link % network->n_ports].machine += there;
      loads[link] = dl_analysis_link_load (analysis, link);
    }
  dl_measured_fill (
      measured,
      &(DlMeasuredLinks) {
          .n = n, .covered = covered, .counts = packets, .loads = loads, .simulated = simulated });
  return measured;
}

/* Both ----------------------------------------------------------------------------------------- */

char *
dl_measured_link_to_string (const DlMeasured *measured, guint i)
{
  return measured->network != NULL
             ? dl_link_at_to_string (dl_network_link_at (measured->network, measured->link[i]))
             : dl_dragonfly_link_to_string (measured->dragonfly, measured->link[i]);
}

const char *
dl_measured_part_name (const DlMeasured *measured, guint part)
{
  return measured->network != NULL ? dl_port_name (part) : dl_link_class_name (part);
}
