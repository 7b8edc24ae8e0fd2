/* Hosts as jobs are placed on them and as their map has them: each with a cable once, leaf switch
 * by leaf switch, and the subtrees that there are. */
#include "dl-fabric-places.h"

#include "dl-fabric-file.h"
#include "dl-jobs.h"
#include "fabric-fixture.h"

/* All that the arrays say of each other, and of the fabric. */
static void
check_grid (const DlSiteGrid *grid, const DlFabric *fabric)
{
  g_autofree guint8 *seen = g_new0 (guint8, fabric->n_hosts);
  guint n_cabled = 0;

  for (guint h = 0; h < fabric->n_hosts; h++)
    n_cabled += fabric->host_switch[h] != DL_FABRIC_NONE;
  g_assert_cmpuint (grid->n_cells, ==, n_cabled);
  g_assert_cmpuint (grid->n_nodes, ==, n_cabled);
  g_assert_cmpuint (grid->unit_first[0], ==, 0);
  g_assert_cmpuint (grid->unit_first[grid->n_units], ==, grid->n_cells);
  if (grid->n_blocks > 0)
    {
      g_assert_cmpuint (grid->block_first[0], ==, 0);
      g_assert_cmpuint (grid->block_first[grid->n_blocks], ==, grid->n_units);
    }
  for (guint block = 0; block < grid->n_blocks; block++)
    g_assert_cmpuint (grid->block_first[block], <, grid->block_first[block + 1]);
  for (guint unit = 0; unit < grid->n_units; unit++)
    {
      const guint first = grid->unit_first[unit];
      const guint32 leaf = fabric->host_switch[*dl_site_grid_nodes (grid, first)];

      g_assert_cmpuint (first, <, grid->unit_first[unit + 1]);
      for (guint cell = first; cell < grid->unit_first[unit + 1]; cell++)
        {
          const guint32 host = *dl_site_grid_nodes (grid, cell);

          g_assert_cmpuint (dl_site_grid_count (grid, cell), ==, 1);
          g_assert_cmpuint (grid->cell_unit[cell], ==, unit);
          g_assert_cmpuint (fabric->host_switch[host], ==, leaf);
          g_assert_false (seen[host]);
          seen[host] = TRUE;
          if (cell == first)
            {
              g_assert_cmpuint (grid->column[cell] + grid->row[cell], ==, 0);
              continue;
            }
          /* In the order of their numbers, row by row. */
          g_assert_cmpuint (host, >, *dl_site_grid_nodes (grid, cell - 1));
          if (grid->row[cell] == grid->row[cell - 1])
            g_assert_cmpuint (grid->column[cell], ==, grid->column[cell - 1] + 1u);
          else
            {
              g_assert_cmpuint (grid->row[cell], ==, grid->row[cell - 1] + 1u);
              g_assert_cmpuint (grid->column[cell], ==, 0);
            }
          g_assert_cmpuint (grid->column[cell], <, 96);
        }
    }
}

static void
test_random (void)
{
  for (guint64 seed = 0; seed < 200; seed++)
    {
      g_autoptr (DlFabric) fabric = fabric_random (seed);
      g_autoptr (DlFabric) broken = fabric_break_some (fabric, 1 + seed % 5, seed);
      g_autoptr (DlSiteGrid) grid = dl_fabric_site_grid (fabric);
      g_autoptr (DlSiteGrid) same = dl_fabric_site_grid (broken);
      const DlSites sites = dl_fabric_sites (broken);

      check_grid (grid, fabric);
      /* A broken host keeps its place. */
      g_assert_true (dl_site_grid_equal (grid, same));
      for (guint h = 0; h < broken->n_hosts; h++)
        {
          g_autofree char *text = sites.tell (broken, h);

          g_assert_nonnull (strstr (text, dl_fabric_name (broken, h)));
          if (sites.group (broken, h) != DL_NO_GROUP)
            {
              g_autofree char *leaf = sites.group_name (broken, sites.group (broken, h));

              g_assert_nonnull (strstr (text, leaf));
              g_assert_cmpstr (leaf, ==, dl_fabric_name (broken, broken->host_switch[h]));
            }
        }
    }
}

static DlFabric *
make (const char *source, const DlFabricSpec *spec)
{
  g_autoptr (GError) error = NULL;
  DlFabric *fabric = dl_fabric_generate (source, spec, &error);

  g_assert_no_error (error);
  return fabric;
}

/* The unit of a host. */
static guint
unit_of (const DlSiteGrid *grid, guint host)
{
  for (guint cell = 0; cell < grid->n_cells; cell++)
    if (*dl_site_grid_nodes (grid, cell) == host)
      return grid->cell_unit[cell];
  g_assert_not_reached ();
}

static void
test_subtrees (void)
{
  static const struct
  {
    const char *source;
    DlFabricSpec spec;
    guint n_blocks, n_units, leaves; /* of each block */
  } rows[] = {
    { "fat-tree",
      { .n_levels = 3, .children = { 8, 8, 16 }, .n_parents = 3, .parents = { 1, 8, 8 } },
      16,
      128,
      8 },
    { "fat-tree",
      { .n_levels = 3, .children = { 18, 18, 36 }, .n_parents = 3, .parents = { 1, 18, 18 } },
      36,
      648,
      18 },
    { "fat-tree",
      { .n_levels = 2, .children = { 72, 72 }, .n_parents = 2, .parents = { 1, 72 } },
      0,
      72,
      0 },
    { "dragonfly-plus",
      { .groups = 9, .leaves = 8, .spines = 8, .hosts_per_switch = 8 },
      9,
      72,
      8 },
    { "hyperx", { .n_dimensions = 3, .size = { 8, 8, 8 }, .hosts_per_switch = 8 }, 8, 512, 64 },
    { "slim-fly", { .q = 17, .hosts_per_switch = 13 }, 0, 578, 0 },
    { "random-regular", { .switches = 64, .degree = 8, .hosts_per_switch = 8 }, 0, 64, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (DlFabric) fabric = make (rows[i].source, &rows[i].spec);
      g_autoptr (DlSiteGrid) grid = dl_fabric_site_grid (fabric);

      check_grid (grid, fabric);
      g_assert_cmpuint (grid->n_blocks, ==, rows[i].n_blocks);
      g_assert_cmpuint (grid->n_units, ==, rows[i].n_units);
      for (guint block = 0; block < grid->n_blocks; block++)
        g_assert_cmpuint (grid->block_first[block + 1] - grid->block_first[block], ==,
                          rows[i].leaves);
      /* These have the hosts of a subtree side by side. */
      for (guint cell = 0; cell < grid->n_cells; cell++)
        g_assert_cmpuint (grid->nodes[cell], ==, cell);
    }
}

/* A file of islands whose hosts come in any order, one switch with many and a host without a
 * cable. */
static void
test_file (void)
{
  static const guint n_hosts[] = { 3, 5, 2, 4, 20, 1 };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  /* Switches 0..2 below s6, 3..5 below s7, both below s8; hosts by turns. */
  for (guint i = 0; i < 20; i++)
    for (guint s = 0; s < G_N_ELEMENTS (n_hosts); s++)
      if (i < n_hosts[s])
        g_string_append_printf (text, "host%u s%u\n", 100 * (20 - i) + s, s);
  for (guint s = 0; s < G_N_ELEMENTS (n_hosts); s++)
    g_string_append_printf (text, "s%u s%u\n", s, s < 3 ? 6 : 7);
  g_string_append (text, "s6 s8\ns7 s8\n");
  g_autoptr (DlFabric) fabric = dl_fabric_format_probe (text->str, text->len)
                                    ->read (text->str, text->len, "islands.txt", 0, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (DlSiteGrid) grid = dl_fabric_site_grid (fabric);
  const DlSites sites = dl_fabric_sites (fabric);

  check_grid (grid, fabric);
  g_assert_cmpuint (grid->n_units, ==, 6);
  g_assert_cmpuint (grid->n_blocks, ==, 2);
  for (guint h = 0; h < fabric->n_hosts; h++)
    {
      g_autofree char *leaf = sites.group_name (fabric, sites.group (fabric, h));

      g_assert_cmpuint (unit_of (grid, h) >= grid->block_first[1], ==, leaf[1] >= '3');
    }
  /* 20 hosts, of 6 on average, are two rows of 10. */
  const guint many = unit_of (grid, dl_fabric_find (fabric, "host2004"));

  g_assert_cmpuint (grid->unit_first[many + 1] - grid->unit_first[many], ==, 20);
  g_assert_cmpuint (grid->row[grid->unit_first[many + 1] - 1], ==, 1);
  g_assert_cmpuint (grid->column[grid->unit_first[many + 1] - 1], ==, 9);
}

/* Words for impossible jobs: hosts and leaf switches. */
static void
test_words (void)
{
  static const struct
  {
    const char *text, *message;
  } rows[] = {
    { "a:99:1", "job “a” needs 99 hosts and only 16 are left (use fewer hosts)" },
    { "a:9:9", "job “a” needs 9 leaf switches and there are only 4 (use fewer leaf switches)" },
    { "a:2:3", "job “a” needs 3 leaf switches but has only 2 hosts (use at least one host per leaf "
               "switch)" },
    { "a:9:2", "2 leaf switches do not have 9 free hosts (at most 8; use more leaf switches or "
               "fewer hosts)" },
    { "a@0 b@0", "host 0 (H0) already has job “a” (use one job per host)" },
    { "a@9-16", "there is no host 16 (expected 0 to 15)" },
    { "a:1:1 a:1:1", "two jobs are called “a” (give each job its own name)" },
    { "a:b:c", "“a:b:c” is not a job (expected job:384:48 for 384 hosts over 48 leaf switches, "
               "job:384:random, job:384:linear or job@0-383,NAME)" },
  };
  g_autoptr (DlFabric) fabric = fabric_tree ("4,4/1,4");
  const DlSites sites = dl_fabric_sites (fabric);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlJobs) jobs = dl_jobs_parse (&sites, rows[i].text, 0, NULL, &error);

      g_assert_null (jobs);
      g_assert_cmpstr (error->message, ==, rows[i].message);
    }
  g_autofree char *hosts = sites.words->nodes ("1,024", 1024);
  g_autofree char *leaves = sites.words->groups (1);

  g_assert_cmpstr (hosts, ==, "1,024 hosts");
  g_assert_cmpstr (leaves, ==, "1 leaf switch");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-sites/random", test_random);
  g_test_add_func ("/fabric-sites/subtrees", test_subtrees);
  g_test_add_func ("/fabric-sites/file", test_file);
  g_test_add_func ("/fabric-sites/words", test_words);
  return g_test_run ();
}
