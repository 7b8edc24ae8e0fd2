#include "dl-link-flows.h"

DlLinkFlows *
dl_link_flows_new (guint link, DlPlaceKind ends, guint n_ends)
{
  DlLinkFlows *flows = g_new (DlLinkFlows, 1);

  *flows = (DlLinkFlows) {
    .link = link,
    .ends = ends,
    .n_ends = n_ends,
    .by_source = g_new0 (double, n_ends),
    .by_dest = g_new0 (double, n_ends),
  };
  return flows;
}

void
dl_link_flows_free (DlLinkFlows *flows)
{
  if (flows == NULL)
    return;
  g_free (flows->by_source);
  g_free (flows->by_dest);
  g_free (flows);
}

static gint
compare_counts (gconstpointer a, gconstpointer b, gpointer data)
{
  const double *counts = data;
  const guint32 end_a = *(const guint32 *) a, end_b = *(const guint32 *) b;

  if (counts[end_a] != counts[end_b])
    return counts[end_a] < counts[end_b] ? 1 : -1;
  return end_a < end_b ? -1 : end_a > end_b;
}

guint
dl_link_flows_top (const DlLinkFlows *flows, const double *counts, guint n, guint32 *ends)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 end = 0; end < flows->n_ends; end++)
    if (counts[end] > 0)
      g_array_append_val (order, end);
  g_array_sort_with_data (order, compare_counts, (gpointer) counts);
  n = MIN (n, order->len);
  for (guint i = 0; i < n; i++)
    ends[i] = g_array_index (order, guint32, i);
  return n;
}
