/* Files of measured counters: whatever the bytes, counters that hold together or an error. */
#include "dl-cascade-sums.h"
#include "dl-counters-fabric.h"
#include "dl-counters.h"
#include "dl-families.h"

#include "fuzz-target.h"

#include <string.h>

static void
check_torus (const DlCounters *counters)
{
  const guint n_links = dl_torus_counters (counters)->radix[DL_X]
                        * dl_torus_counters (counters)->radix[DL_Y]
                        * dl_torus_counters (counters)->radix[DL_Z] * DL_TORUS_N_NETWORK_PORTS;
  g_autofree guint64 *packets = g_new (guint64, n_links);
  g_autofree guint8 *covered = g_new (guint8, n_links);
  guint64 total = 0, sum = 0;
  guint n = 0;

  g_assert_cmpuint (n_links, <=, DL_TORUS_MAX_NODES * DL_TORUS_N_NETWORK_PORTS);
  for (guint i = 0; i < dl_torus_counters (counters)->links->len; i++)
    {
      const DlTorusCount *count
          = &g_array_index (dl_torus_counters (counters)->links, DlTorusCount, i);

      g_assert_cmpuint (count->link, <, n_links);
      g_assert_true (dl_counters_has_region (counters, count->region));
      total += count->packets;
    }
  dl_counters_torus_packets (counters, NULL, packets, covered);
  for (guint link = 0; link < n_links; link++)
    {
      g_assert_true (covered[link] || packets[link] == 0);
      sum += packets[link];
      n += covered[link];
    }
  g_assert_cmpuint (sum, ==, total);
  g_assert_cmpuint (dl_counters_one_sided (counters), <=, n);
}

static void
check_cascade (DlCounters *counters)
{
  const guint n
      = dl_cascade_counters (counters)->links->len + dl_cascade_counters (counters)->jobs->len;
  DlCountersCoverage coverage;

  g_assert_cmpuint (n, ==, counters->n_rows);
  g_assert_cmpuint (dl_cascade_counters (counters)->groups->len, >=, 1);
  g_assert_cmpuint (dl_cascade_counters (counters)->groups->len, <=, DL_DRAGONFLY_MAX_GROUPS);
  g_assert_true (dl_counters_cover (counters, NULL, &coverage, NULL));
  g_assert_cmpuint (coverage.nodes + coverage.links[DL_LINK_GREEN] + coverage.links[DL_LINK_BLACK]
                        + coverage.links[DL_LINK_BLUE],
                    ==, n);
  g_assert_cmpuint (coverage.links[DL_LINK_GREEN], <=, coverage.machine[DL_LINK_GREEN]);
  g_assert_cmpuint (coverage.links[DL_LINK_BLACK], <=, coverage.machine[DL_LINK_BLACK]);
  g_assert_cmpuint (coverage.nodes, <=, coverage.machine_nodes);
  g_assert_cmpuint (dl_counters_one_sided (counters), <=, n);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlCounters) counters
      = dl_counters_read ((const char *) data, (gssize) size, "fuzz", &error);
  /* Before a file is read it is known for what it is. */
  const gboolean probed = dl_counters_probe ((const char *) data, size);

  if (counters == NULL)
    {
      g_assert_nonnull (error);
      g_assert_true (error->domain == DL_COUNTERS_ERROR);
      g_assert_true (g_str_has_prefix (error->message, "fuzz:"));
      g_assert_null (strchr (error->message, '\n'));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  g_assert_no_error (error);
  g_assert_true (probed);
  g_assert_cmpuint (counters->n_rows, >=, 1);
  if (counters->kind == &dl_counters_kind_torus)
    check_torus (counters);
  else if (counters->kind == &dl_counters_kind_ports)
    g_assert_cmpuint (dl_port_counters (counters)->ports->len, ==, counters->n_rows);
  else
    check_cascade (counters);
  return 0;
}
