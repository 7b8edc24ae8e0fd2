#include "dl-measured.h"

#include "dl-correlation.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static gboolean
fail_radix (const DlCounters *counters, const DlNetwork *network, GError **error)
{
  const guint *file = counters->radix, *radix = network->torus.radix;

  g_set_error (error, DL_COUNTERS_ERROR, DL_COUNTERS_ERROR_MACHINE,
               _ ("%s: counters of a torus of %ux%ux%u, but the scenario's is %ux%ux%u (one of the "
                  "same radix)"),
               counters->file_name, file[DL_X], file[DL_Y], file[DL_Z], radix[DL_X], radix[DL_Y],
               radix[DL_Z]);
  return FALSE;
}

gboolean
dl_measured_check (const DlCounters *counters, const DlNetwork *network, GError **error)
{
  g_assert (counters->kind == DL_COUNTERS_TORUS);
  if (memcmp (counters->radix, network->torus.radix, sizeof counters->radix) != 0)
    return fail_radix (counters, network, error);
  for (guint i = 0; i < counters->torus->len; i++)
    {
      const guint link = g_array_index (counters->torus, DlTorusCount, i).link;
      g_autofree char *name = NULL;

      if (network->link_state[link] != DL_LINK_ABSENT)
        continue;
      name = dl_link_at_to_string (dl_network_link_at (network, link));
      g_set_error (error, DL_COUNTERS_ERROR, DL_COUNTERS_ERROR_MACHINE,
                   _ ("%s: counters of link %s, which the scenario does not have (a torus in this "
                      "dimension: torus.wrap)"),
                   counters->file_name, name);
      return FALSE;
    }
  return TRUE;
}

/* Lists ---------------------------------------------------------------------------------------- */

static void
list_links (DlMeasured *measured, const DlCounters *counters, const gint32 *region)
{
  const DlNetwork *network = measured->network;
  g_autofree guint64 *packets = g_new (guint64, network->n_links);
  g_autofree guint8 *covered = g_new (guint8, network->n_links);

  dl_counters_torus_packets (counters, region, packets, covered);
  for (guint link = 0; link < network->n_links; link++)
    {
      measured->n_machine += network->link_state[link] != DL_LINK_ABSENT;
      measured->n += covered[link];
    }
  measured->link = g_new (guint32, measured->n);
  measured->packets = g_new (guint64, measured->n);
  measured->measured = g_new (double, measured->n);
  for (guint link = 0, i = 0; link < network->n_links; link++)
    if (covered[link])
      {
        measured->link[i] = link;
        measured->packets[i] = packets[link];
        measured->measured[i] = packets[link];
        measured->total += packets[link];
        i++;
      }
  dl_to_shares (measured->measured, measured->n);
}

static void
add_analysis (DlMeasured *measured, const DlAnalysis *analysis)
{
  measured->analysed = g_new (double, measured->n);
  for (guint i = 0; i < measured->n; i++)
    measured->analysed[i] = dl_analysis_link_load (analysis, measured->link[i]);
  dl_to_shares (measured->analysed, measured->n);
  measured->with_analysis
      = (DlLikeness) { dl_correlation (measured->measured, measured->analysed, measured->n),
                       dl_rank_correlation (measured->measured, measured->analysed, measured->n) };
}

static void
add_simulation (DlMeasured *measured, const DlSimulation *simulation)
{
  measured->with_simulation = (DlLikeness) { NAN, NAN };
  if (simulation == NULL)
    return;
  measured->simulated = g_new (double, measured->n);
  for (guint i = 0; i < measured->n; i++)
    measured->simulated[i] = simulation->links.load[measured->link[i]];
  dl_to_shares (measured->simulated, measured->n);
  measured->with_simulation
      = (DlLikeness) { dl_correlation (measured->measured, measured->simulated, measured->n),
                       dl_rank_correlation (measured->measured, measured->simulated, measured->n) };
}

/* Order ---------------------------------------------------------------------------------------- */

double
dl_measured_difference (const DlMeasured *measured, guint i)
{
  const double *other = measured->simulated != NULL ? measured->simulated : measured->analysed;

  return measured->measured[i] - other[i];
}

static gint
compare_packets (gconstpointer a, gconstpointer b, gpointer data)
{
  const DlMeasured *measured = data;
  const guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;

  if (measured->packets[i] != measured->packets[j])
    return measured->packets[i] > measured->packets[j] ? -1 : 1;
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
sort (DlMeasured *measured, GCompareDataFunc compare)
{
  guint32 *order = g_new (guint32, measured->n);

  for (guint i = 0; i < measured->n; i++)
    order[i] = i;
  g_qsort_with_data (order, measured->n, sizeof *order, compare, measured);
  return order;
}

static void
sum_directions (DlMeasured *measured)
{
  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    measured->directions[port].simulated = measured->simulated != NULL ? 0 : NAN;
  for (guint i = 0; i < measured->n; i++)
    {
      DlMeasuredDirection *direction
          = &measured->directions[measured->link[i] % measured->network->n_ports];

      direction->links++;
      direction->packets += measured->packets[i];
      direction->max_packets = MAX (direction->max_packets, measured->packets[i]);
      direction->measured += measured->measured[i];
      direction->analysed += measured->analysed[i];
      if (measured->simulated != NULL)
        direction->simulated += measured->simulated[i];
    }
}

DlMeasured *
dl_measured_new (const DlCounters *counters, const gint32 *region, const DlAnalysis *analysis,
                 const DlSimulation *simulation, GError **error)
{
  DlMeasured *measured;

  if (!dl_measured_check (counters, analysis->network, error))
    return NULL;
  measured = g_new0 (DlMeasured, 1);
  measured->network = dl_network_ref (analysis->network);
  list_links (measured, counters, region);
  add_analysis (measured, analysis);
  add_simulation (measured, simulation);
  measured->busiest = sort (measured, compare_packets);
  measured->different = sort (measured, compare_differences);
  sum_directions (measured);
  return measured;
}

void
dl_measured_free (DlMeasured *measured)
{
  if (measured == NULL)
    return;
  dl_network_unref (measured->network);
  g_free (measured->link);
  g_free (measured->packets);
  g_free (measured->measured);
  g_free (measured->analysed);
  g_free (measured->simulated);
  g_free (measured->busiest);
  g_free (measured->different);
  g_free (measured);
}
