/* Rows, folds and bundles of fabrics of all kinds: everything is somewhere, once; what is folded,
 * and how many boxes there are at first. */
#include "dl-fabric-layout.h"
#include "dl-fabric-machines.h"
#include "fabric-fixture.h"

#include <string.h>

static DlFabric *
preset (const char *id)
{
  static const struct
  {
    const char *id, *source;
    DlFabricSpec spec;
  } specs[] = {
    { "tree",
      "fat-tree",
      { .n_levels = 3, .children = { 8, 8, 16 }, .n_parents = 3, .parents = { 1, 8, 8 } } },
    { "large-tree",
      "fat-tree",
      { .n_levels = 3, .children = { 18, 18, 36 }, .n_parents = 3, .parents = { 1, 18, 18 } } },
    { "spines",
      "fat-tree",
      { .n_levels = 2, .children = { 18, 36 }, .n_parents = 2, .parents = { 1, 9 } } },
    { "many-leaves",
      "fat-tree",
      { .n_levels = 2, .children = { 2, 200 }, .n_parents = 2, .parents = { 1, 4 } } },
    { "hyperx", "hyperx", { .n_dimensions = 3, .size = { 8, 8, 8 }, .hosts_per_switch = 8 } },
    { "slim-fly", "slim-fly", { .q = 17, .hosts_per_switch = 13 } },
    { "dragonfly-plus",
      "dragonfly-plus",
      { .groups = 9, .leaves = 8, .spines = 8, .hosts_per_switch = 8 } },
    { "random", "random-regular", { .switches = 2000, .degree = 16, .hosts_per_switch = 4 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    if (g_str_equal (specs[i].id, id))
      {
        g_autoptr (GError) error = NULL;
        DlFabric *fabric = dl_fabric_generate (specs[i].source, &specs[i].spec, &error);

        g_assert_no_error (error);
        return fabric;
      }
  g_assert_not_reached ();
}

/* Hosts of a machine are side by side, and the machines of a block have the same switches unless
 * blocks were joined; a switch's rail is that of all its hosts. */
static void
check_machines (const DlFabricRows *rows, guint8 *host_seen)
{
  const DlFabric *fabric = rows->fabric;
  const DlFabricMachines *machines = fabric->machines;

  g_assert_cmpuint (rows->block_first[rows->n_blocks], ==, rows->n_machines);
  for (guint i = 0; i < rows->n_machines; i++)
    {
      g_assert_cmpuint (rows->machine_first[i], <, rows->machine_first[i + 1]);
      for (guint k = rows->machine_first[i]; k < rows->machine_first[i + 1]; k++)
        {
          const guint h = rows->hosts[k];

          g_assert_cmpuint (machines->machine[h], ==, rows->machine[i]);
          g_assert_cmpuint (dl_fabric_rows_machine (rows, k), ==, i);
          g_assert_false (host_seen[h]);
          host_seen[h] = TRUE;
          if (rows->rail[fabric->host_switch[h] - fabric->n_hosts] != DL_FABRIC_NO_RAIL)
            g_assert_cmpuint (rows->rail[fabric->host_switch[h] - fabric->n_hosts], ==,
                              machines->rail[h]);
        }
    }
}

/* Each switch once in its row, in one group that lies in one row; each host with a cable at its
 * switch. */
static void
check_rows (const DlFabricRows *rows)
{
  const DlFabric *fabric = rows->fabric;
  const guint S = fabric->n_switches;
  g_autofree guint8 *seen = g_new0 (guint8, S);
  g_autofree guint8 *host_seen = g_new0 (guint8, fabric->n_hosts);

  g_assert_cmpuint (rows->row_first[rows->n_rows], ==, S);
  g_assert_cmpuint (rows->group_first[rows->n_groups], ==, S);
  g_assert_cmpuint (rows->n_folds, ==, rows->n_groups + S + rows->n_blocks + 1);
  for (guint row = 0; row < rows->n_rows; row++)
    {
      g_assert_cmpuint (rows->row_first[row], <, rows->row_first[row + 1]);
      for (guint i = rows->row_first[row]; i < rows->row_first[row + 1]; i++)
        {
          g_assert_cmpuint (rows->row[rows->order[i]], ==, row);
          g_assert_cmpuint (rows->place[rows->order[i]], ==, i);
          g_assert_false (seen[rows->order[i]]);
          seen[rows->order[i]] = TRUE;
        }
    }
  for (guint g = 0; g < rows->n_groups; g++)
    for (guint i = rows->group_first[g]; i < rows->group_first[g + 1]; i++)
      {
        g_assert_cmpuint (rows->group[rows->order[i]], ==, g);
        g_assert_cmpuint (rows->row[rows->order[i]], ==,
                          rows->row[rows->order[rows->group_first[g]]]);
      }
  for (guint i = 0; i < S && rows->n_machines == 0; i++)
    for (guint h = rows->host_first[i]; h < rows->host_first[i + 1]; h++)
      {
        g_assert_cmpuint (fabric->host_switch[rows->hosts[h]], ==,
                          fabric->n_hosts + rows->order[i]);
        g_assert_false (host_seen[rows->hosts[h]]);
        host_seen[rows->hosts[h]] = TRUE;
      }
  if (rows->n_machines > 0)
    check_machines (rows, host_seen);
  for (guint h = 0; h < fabric->n_hosts; h++)
    g_assert_true (host_seen[h] == (fabric->host_switch[h] != DL_FABRIC_NONE));
}

/* Each vertex in one box, each channel in one bundle, which has the boxes of its ends. */
static void
check_layout (const DlFabricRows *rows, const DlFabricLayout *layout, const guint8 *open)
{
  const DlFabric *fabric = rows->fabric;
  const guint H = fabric->n_hosts;
  g_autofree guint32 *members = g_new0 (guint32, layout->n_boxes);
  guint at = 0;

  for (guint v = 0; v < fabric->n_vertices; v++)
    if (layout->vertex_box[v] == DL_FABRIC_NONE)
      g_assert_true (v < H && fabric->host_switch[v] == DL_FABRIC_NONE);
    else
      members[layout->vertex_box[v]] += v >= H || rows->by_hosts;
  for (guint row = 0; row <= rows->n_rows; row++)
    for (guint i = layout->row_first[row]; i < layout->row_first[row + 1]; i++)
      {
        const DlFabricBox *box = &layout->boxes[i];
        const gboolean of_hosts
            = box->kind == DL_FABRIC_BOX_HOST || box->kind == DL_FABRIC_BOX_HOSTS;

        g_assert_cmpuint (box->row, ==, row);
        g_assert_true (of_hosts == (row == rows->n_rows));
        g_assert_cmpuint (members[i], ==, box->n);
        g_assert_true ((box->n > 1)
                       == (box->kind == DL_FABRIC_BOX_GROUP || box->kind == DL_FABRIC_BOX_HOSTS));
        if (box->kind == DL_FABRIC_BOX_GROUP)
          g_assert_true (!open[box->fold]
                         && (box->fold < rows->n_groups
                             || (row == 0 && box->fold == dl_fabric_rows_top (rows))));
        else if (box->kind == DL_FABRIC_BOX_SWITCH && box->fold != DL_FABRIC_NONE)
          g_assert_true (box->fold < rows->n_groups && open[box->fold]);
        else if (of_hosts && rows->n_machines > 0 && box->fold != DL_FABRIC_NONE)
          g_assert_true (box->fold >= dl_fabric_rows_block (rows, 0)
                         && box->fold < dl_fabric_rows_block (rows, rows->n_blocks)
                         && open[box->fold] == (box->n == 1));
        for (guint k = box->first; k < box->first + box->n; k++)
          g_assert_cmpuint (layout->vertex_box[of_hosts ? rows->hosts[k] : H + rows->order[k]], ==,
                            i);
      }
  g_assert_cmpuint (layout->row_first[rows->n_rows + 1], ==, layout->n_boxes);
  for (guint i = 0; i < layout->n_bundles; i++)
    {
      const DlFabricBundle *bundle = &layout->bundles[i];

      g_assert_cmpuint (bundle->first, ==, at);
      g_assert_cmpuint (bundle->a, <=, bundle->b);
      g_assert_cmpuint (bundle->n_there + bundle->n_back, >, 0);
      if (i > 0)
        g_assert_true (bundle[-1].a < bundle->a
                       || (bundle[-1].a == bundle->a && bundle[-1].b < bundle->b));
      for (guint k = 0; k < bundle->n_there + bundle->n_back; k++, at++)
        {
          const guint c = layout->channels[at];
          const guint from = layout->vertex_box[fabric->channel_from[c]];
          const guint to = layout->vertex_box[fabric->channel_to[c]];

          g_assert_cmpuint (layout->channel_bundle[c], ==, i);
          g_assert_cmpuint (from, ==, k < bundle->n_there ? bundle->a : bundle->b);
          g_assert_cmpuint (to, ==, k < bundle->n_there ? bundle->b : bundle->a);
          if (bundle->a != bundle->b)
            g_assert_true (dl_fabric_layout_is_there (layout, fabric, c) == (k < bundle->n_there));
        }
    }
  g_assert_cmpuint (at, ==, fabric->n_channels);
}

static guint
largest_row (const DlFabricRows *rows, const DlFabricLayout *layout)
{
  guint most = 0;

  for (guint row = 0; row <= rows->n_rows; row++)
    most = MAX (most, layout->row_first[row + 1] - layout->row_first[row]);
  return most;
}

/* Check a fabric as first shown, all closed, all open, and some at random. */
static void
check_fabric (DlFabric *fabric, DlRng *rng)
{
  g_autoptr (DlFabricRows) rows = dl_fabric_rows_new (fabric);

  check_rows (rows);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree guint8 *open = dl_fabric_rows_open (rows);

      for (guint fold = 0; fold < rows->n_folds && i > 0; fold++)
        open[fold] = i == 1 ? FALSE : i == 2 ? TRUE : dl_rng_below (rng, 2);
      g_autoptr (DlFabricLayout) layout = dl_fabric_layout_new (rows, open);
      check_layout (rows, layout, open);
      if (i == 2)
        {
          guint hosts = 0;

          for (guint h = 0; h < fabric->n_hosts; h++)
            hosts += rows->by_hosts && fabric->host_switch[h] != DL_FABRIC_NONE;
          g_assert_cmpuint (layout->n_boxes, ==, fabric->n_switches + hosts);
        }
    }
  for (guint by = 0; by < DL_N_FABRIC_ORDERS; by++)
    {
      g_autofree guint32 *order = g_new (guint32, fabric->n_switches);
      g_autofree guint8 *seen = g_new0 (guint8, fabric->n_switches);
      g_autofree float *load = g_new (float, MAX (1, fabric->n_channels));
      guint at = 0;

      for (guint c = 0; c < fabric->n_channels; c++)
        load[c] = dl_rng_below (rng, 100);
      g_autoptr (GArray) bands = dl_fabric_rows_sort (rows, by, load, order);

      for (guint i = 0; i < fabric->n_switches; i++)
        {
          g_assert_cmpuint (order[i], <, fabric->n_switches);
          g_assert_false (seen[order[i]]);
          seen[order[i]] = TRUE;
        }
      for (guint i = 0; i < bands->len; i++)
        {
          const DlFabricBand *band = &g_array_index (bands, DlFabricBand, i);

          g_assert_cmpuint (band->first, ==, at);
          at += band->n;
          for (guint k = band->first; k < at && band->kind == DL_FABRIC_BY_LEVEL; k++)
            g_assert_cmpuint (rows->row[order[k]], ==, band->number);
        }
      g_assert_cmpuint (at, ==, by == DL_FABRIC_BY_LOAD ? 0 : fabric->n_switches);
    }
}

static void
test_random (void)
{
  DlRng rng;

  dl_rng_init (&rng, 23);
  for (guint seed = 0; seed < 200; seed++)
    {
      g_autoptr (DlFabric) fabric = fabric_random (seed);

      check_fabric (fabric, &rng);
    }
}

static gboolean
deal (DlFabric *fabric, guint ports, DlFabricRailsKind kind)
{
  g_autoptr (GError) error = NULL;
  DlFabricMachines *machines = NULL;
  const gboolean dealt = dl_fabric_machines_deal (fabric, ports, kind, &machines, &error);

  fabric->machines = machines;
  return dealt && machines != NULL;
}

static void
test_random_machines (void)
{
  guint n = 0;
  DlRng rng;

  dl_rng_init (&rng, 29);
  for (guint seed = 0; seed < 300; seed++)
    {
      g_autoptr (DlFabric) fabric = fabric_random (seed);

      if (!deal (fabric, 2 + dl_rng_below (&rng, 3), dl_rng_below (&rng, 2)))
        continue;
      check_fabric (fabric, &rng);
      n++;
    }
  g_assert_cmpuint (n, >, 20);
}

/* Columns of rails: 36 leaf switches of six rails, in six blocks of 18 machines. */
static void
test_rails (void)
{
  enum
  {
    RAILS = 6
  };
  g_autoptr (DlFabric) fabric = preset ("spines");
  g_assert_true (deal (fabric, RAILS, DL_FABRIC_RAILS_OPTIMIZED));
  g_autoptr (DlFabricRows) rows = dl_fabric_rows_new (fabric);
  g_autofree guint8 *open = dl_fabric_rows_open (rows);
  g_autoptr (DlFabricLayout) layout = dl_fabric_layout_new (rows, open);
  g_autofree guint32 *order = g_new (guint32, fabric->n_switches);
  g_autoptr (GArray) bands = dl_fabric_rows_sort (rows, DL_FABRIC_BY_RAIL, NULL, order);

  for (guint i = rows->row_first[1]; i < rows->row_first[2]; i++)
    g_assert_cmpuint (rows->rail[rows->order[i]], ==, (i - rows->row_first[1]) / 6);
  g_assert_cmpuint (rows->n_machines, ==, 108);
  g_assert_cmpuint (rows->n_blocks, ==, 6);
  g_assert_cmpuint (layout->row_first[3] - layout->row_first[2], ==, 6);
  for (guint block = 0; block < rows->n_blocks; block++)
    g_assert_cmpuint (rows->block_first[block + 1] - rows->block_first[block], ==, 18);
  g_assert_cmpuint (bands->len, ==, RAILS + 1);
  for (guint i = 0; i <= RAILS; i++)
    {
      const DlFabricBand *band = &g_array_index (bands, DlFabricBand, i);

      g_assert_cmpuint (band->number, ==, i < RAILS ? i : DL_FABRIC_NONE);
      g_assert_cmpuint (band->n, ==, i < RAILS ? 6 : 9);
    }
}

/* First layout of fabrics of known structure. */
static void
test_known (void)
{
  static const struct
  {
    const char *id;
    gboolean by_hosts;
    guint n_rows,
        boxes[5]; /* of each row, then of hosts; of planes with too many cables three each */
  } known[] = {
    { "tree", TRUE, 3, { 1, 16, 16, 16 } },
    { "large-tree", TRUE, 3, { 1, 36, 36, 36 } },
    { "spines", TRUE, 2, { 1, 36, 36 } },
    { "dragonfly-plus", TRUE, 2, { 9, 9, 9 } },
  };
  DlRng rng;

  dl_rng_init (&rng, 5);
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autoptr (DlFabric) fabric = preset (known[i].id);
      g_autoptr (DlFabricRows) rows = dl_fabric_rows_new (fabric);
      g_autofree guint8 *open = dl_fabric_rows_open (rows);
      g_autoptr (DlFabricLayout) layout = dl_fabric_layout_new (rows, open);

      check_fabric (fabric, &rng);
      g_assert_true (rows->by_hosts == known[i].by_hosts);
      g_assert_cmpuint (rows->n_rows, ==, known[i].n_rows);
      for (guint row = 0; row <= rows->n_rows; row++)
        g_assert_cmpuint (layout->row_first[row + 1] - layout->row_first[row], ==,
                          known[i].boxes[row]);
    }
}

/* No more than about 60 boxes a row at first, whatever it is. */
static void
test_large (void)
{
  static const char *const ids[] = { "tree",   "large-tree", "spines",         "many-leaves",
                                     "hyperx", "slim-fly",   "dragonfly-plus", "random" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (DlFabric) fabric = preset (ids[i]);
      const gint64 start = g_get_monotonic_time ();
      g_autoptr (DlFabricRows) rows = dl_fabric_rows_new (fabric);
      g_autofree guint8 *open = dl_fabric_rows_open (rows);
      g_autoptr (DlFabricLayout) layout = dl_fabric_layout_new (rows, open);

      g_test_message ("%s: %u switches, %u rows, %u boxes, %u bundles, %.1f ms", ids[i],
                      fabric->n_switches, rows->n_rows, layout->n_boxes, layout->n_bundles,
                      (g_get_monotonic_time () - start) / 1e3);
      for (guint row = 0; row <= rows->n_rows; row++)
        g_test_message ("  row %u: %u boxes", row,
                        layout->row_first[row + 1] - layout->row_first[row]);
      g_assert_cmpuint (largest_row (rows, layout), <=, 60);
      g_assert_cmpuint (largest_row (rows, layout), >=, 8);
    }
}

/* A tree's subtrees, a Dragonfly+'s groups, a lattice's slices; none of leaves and spines. */
static void
test_subtrees (void)
{
  static const struct
  {
    const char *id;
    guint n, above;
  } known[] = {
    { "tree", 16, 64 },
    { "dragonfly-plus", 9, 0 },
    { "hyperx", 8, 0 },
    { "spines", 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autoptr (DlFabric) fabric = preset (known[i].id);
      g_autoptr (DlFabricRows) rows = dl_fabric_rows_new (fabric);
      g_autofree guint32 *order = g_new (guint32, fabric->n_switches);
      g_autoptr (GArray) bands = dl_fabric_rows_sort (rows, DL_FABRIC_BY_SUBTREE, NULL, order);
      guint n = 0, above = 0;

      for (guint k = 0; k < bands->len; k++)
        {
          const DlFabricBand *band = &g_array_index (bands, DlFabricBand, k);

          if (band->kind == DL_FABRIC_BY_SUBTREE && band->number == DL_FABRIC_NONE)
            above += band->n;
          else if (band->kind == DL_FABRIC_BY_SUBTREE)
            g_assert_cmpuint (band->number, ==, n++);
        }
      g_assert_cmpuint (n, ==, known[i].n);
      g_assert_cmpuint (above, ==, known[i].above);
    }
}

/* A broken part does not move anything. */
static void
test_broken (void)
{
  g_autoptr (DlFabric) fabric = preset ("tree");
  g_autoptr (DlFabric) broken = fabric_break_some (fabric, 20, 7);
  g_autoptr (DlFabricRows) a = dl_fabric_rows_new (fabric);
  g_autoptr (DlFabricRows) b = dl_fabric_rows_new (broken);

  g_assert_cmpuint (broken->n_broken, >, 0);
  g_assert_cmpmem (a->order, fabric->n_switches * sizeof *a->order, b->order,
                   fabric->n_switches * sizeof *b->order);
  g_assert_cmpmem (a->group, fabric->n_switches * sizeof *a->group, b->group,
                   fabric->n_switches * sizeof *b->group);
}

/* A tree whose switches are stated in no order is drawn without more crossings than need be: a
 * ladder of pairs, each leaf below its own spine. */
static void
test_order (void)
{
  enum
  {
    N = 12
  };
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 2 * N; i++)
    dl_fabric_builder_add_switch (builder, NULL, 0, 0);
  for (guint i = 0; i < N; i++)
    {
      const guint leaf = N + i * 5 % N;
      const DlFabricEnd host = { i, TRUE, 0 };

      dl_fabric_builder_add_host (builder, NULL, 0);
      g_assert_true (
          dl_fabric_builder_add_cable (builder, (DlFabricEnd) { leaf, FALSE, 1 }, host, &error));
      g_assert_true (dl_fabric_builder_add_cable (builder, (DlFabricEnd) { i, FALSE, 1 },
                                                  (DlFabricEnd) { leaf, FALSE, 2 }, &error));
      if (i > 0) /* and half of them to the next spine, too, so that it is one piece */
        g_assert_true (dl_fabric_builder_add_cable (builder, (DlFabricEnd) { i - 1, FALSE, 2 },
                                                    (DlFabricEnd) { leaf, FALSE, 3 }, &error));
    }
  g_autoptr (DlFabric) fabric = dl_fabric_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (DlFabricRows) rows = dl_fabric_rows_new (fabric);
  guint crossings = 0;

  for (guint c = 0; c < fabric->n_channels; c++)
    for (guint d = 0; d < fabric->n_channels; d++)
      {
        const guint H = fabric->n_hosts;

        if (fabric->channel_from[c] < H || fabric->channel_from[d] < H || fabric->channel_to[c] < H
            || fabric->channel_to[d] < H || rows->row[fabric->channel_from[c] - H] != 0
            || rows->row[fabric->channel_from[d] - H] != 0)
          continue;
        crossings
            += rows->place[fabric->channel_from[c] - H] < rows->place[fabric->channel_from[d] - H]
               && rows->place[fabric->channel_to[c] - H] > rows->place[fabric->channel_to[d] - H];
      }
  g_assert_cmpuint (crossings, <=, 6); /* by number: 66 */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-layout/random", test_random);
  g_test_add_func ("/fabric-layout/random-machines", test_random_machines);
  g_test_add_func ("/fabric-layout/rails", test_rails);
  g_test_add_func ("/fabric-layout/known", test_known);
  g_test_add_func ("/fabric-layout/large", test_large);
  g_test_add_func ("/fabric-layout/subtrees", test_subtrees);
  g_test_add_func ("/fabric-layout/broken", test_broken);
  g_test_add_func ("/fabric-layout/order", test_order);
  return g_test_run ();
}
