/* Dragonflies: the wiring rule against the numbers of model 5 and against a real machine's cabling,
 * and cabling files good and bad. */
#include "dl-cabling.h"

#include <string.h>

#define EDISON "../shared/data/edison-interconnect.txt"

static DlDragonfly *
generate (guint groups, guint chassis, guint cables)
{
  g_autoptr (GError) error = NULL;
  DlDragonflySpec spec;
  DlDragonfly *dragonfly;

  dl_dragonfly_spec_init (&spec);
  spec.groups = groups;
  spec.chassis = chassis;
  spec.cables_per_pair = cables;
  dragonfly = dl_dragonfly_new (&spec, &error);
  g_assert_no_error (error);
  dl_dragonfly_spec_clear (&spec);
  return dragonfly;
}

static gint
compare_numbers (gconstpointer a, gconstpointer b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/* All links as sorted numbers: from, to and class. */
static GArray *
list_links (const DlDragonfly *dragonfly)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint link = 0; link < dragonfly->n_links; link++)
    {
      const guint64 number = (guint64) dragonfly->link_from[link] << 34
                             | (guint64) dragonfly->link_to[link] << 8
                             | dragonfly->link_class[link];
      g_array_append_val (links, number);
    }
  g_array_sort (links, compare_numbers);
  return links;
}

static void
assert_same (const DlDragonfly *a, const DlDragonfly *b)
{
  g_autoptr (GArray) of_a = list_links (a);
  g_autoptr (GArray) of_b = list_links (b);

  g_assert_cmpuint (a->n_routers, ==, b->n_routers);
  g_assert_cmpmem (of_a->data, of_a->len * 8, of_b->data, of_b->len * 8);
}

static void
count_ports (const DlDragonfly *dragonfly, guint router, guint counts[DL_N_LINK_CLASSES])
{
  memset (counts, 0, DL_N_LINK_CLASSES * sizeof *counts);
  for (guint link = dragonfly->first_link[router]; link < dragonfly->first_link[router + 1]; link++)
    counts[dragonfly->link_class[link]]++;
}

/* Invariants of any dragonfly. */
static void
check (const DlDragonfly *dragonfly)
{
  for (guint link = 0; link < dragonfly->n_links; link++)
    {
      const guint from = dragonfly->link_from[link], to = dragonfly->link_to[link];
      const guint back = dragonfly->link_back[link];
      const DlRouterAt *a = &dragonfly->router[from], *b = &dragonfly->router[to];

      g_assert_cmpuint (link, >=, dragonfly->first_link[from]);
      g_assert_cmpuint (link, <, dragonfly->first_link[from + 1]);
      g_assert_cmpuint (dragonfly->link_back[back], ==, link);
      g_assert_cmpuint (dragonfly->link_from[back], ==, to);
      g_assert_cmpuint (dragonfly->link_parallel[back], ==, dragonfly->link_parallel[link]);
      g_assert_cmpuint (dragonfly->link_cable[back], ==, dragonfly->link_cable[link]);
      g_assert_cmpuint (
          dl_dragonfly_find_link (dragonfly, from, to, dragonfly->link_parallel[link]), ==, link);
      switch ((DlLinkClass) dragonfly->link_class[link])
        {
        case DL_LINK_GREEN:
          g_assert_cmpuint (a->group, ==, b->group);
          g_assert_cmpuint (a->chassis, ==, b->chassis);
          break;
        case DL_LINK_BLACK:
          g_assert_cmpuint (a->group, ==, b->group);
          g_assert_cmpuint (a->chassis, !=, b->chassis);
          g_assert_cmpuint (a->blade, ==, b->blade);
          break;
        default:
          g_assert_cmpuint (a->group, !=, b->group);
        }
    }
}

/* Each Aries has its 15 green and 15 black ports, and 10 blue ones at most; each pair of groups
 * n cables of 4 links. */
static void
test_ports (void)
{
  static const guint shapes[][3]
      = { { 1, 6, 0 },  { 2, 6, 240 }, { 6, 6, 12 }, { 8, 6, 34 }, { 9, 6, 12 },
          { 15, 6, 6 }, { 15, 6, 17 }, { 64, 6, 3 }, { 241, 6, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      const guint groups = shapes[i][0], cables = shapes[i][2];
      g_autoptr (DlDragonfly) dragonfly = generate (groups, shapes[i][1], MAX (cables, 1));
      g_autofree guint *pairs = g_new0 (guint, groups * groups);

      check (dragonfly);
      g_assert_cmpuint (dragonfly->n_nodes, ==, 384 * groups);
      for (guint router = 0; router < dragonfly->n_routers; router++)
        {
          guint counts[DL_N_LINK_CLASSES];

          count_ports (dragonfly, router, counts);
          g_assert_cmpuint (counts[DL_LINK_GREEN], ==, DL_CASCADE_GREEN_PORTS);
          g_assert_cmpuint (counts[DL_LINK_BLACK], ==, DL_CASCADE_BLACK_PORTS);
          g_assert_cmpuint (counts[DL_LINK_BLUE], <=, DL_CASCADE_BLUE);
        }
      for (guint link = 0; link < dragonfly->n_links; link++)
        if (dragonfly->link_class[link] == DL_LINK_BLUE)
          pairs[dragonfly->router[dragonfly->link_from[link]].group * groups
                + dragonfly->router[dragonfly->link_to[link]].group]++;
      for (guint a = 0; a < groups; a++)
        for (guint b = 0; b < groups; b++)
          g_assert_cmpuint (pairs[a * groups + b], ==, a == b ? 0 : 4 * cables);
    }
}

/* Cascade paper: 241 groups, 92,544 nodes; 60 of a group's 240 cables for 6 groups with 12 a pair,
 * which can grow to 21 groups, or with 12 a pair kept to as many as 240 / 12 + 1. */
static void
test_arithmetic (void)
{
  DlDragonflySpec spec;

  dl_dragonfly_spec_init (&spec);
  for (guint groups = 2; groups <= 241; groups++)
    {
      spec.groups = groups;
      g_assert_cmpuint (dl_dragonfly_spec_max_cables (&spec), ==, 240 / (groups - 1));
    }
  spec.groups = 1;
  g_assert_cmpuint (dl_dragonfly_spec_max_cables (&spec), ==, 0);
  dl_dragonfly_spec_clear (&spec);
}

/* One link per pair, 1,056 nodes: BookSim's 33 groups. */
static void
test_generic (void)
{
  g_autoptr (GError) error = NULL;
  DlDragonflySpec spec;
  guint pairs[33][33] = { 0 };

  dl_dragonfly_spec_init (&spec);
  spec.shape = DL_DRAGONFLY_GENERIC;
  spec.groups = 33;
  g_autoptr (DlDragonfly) dragonfly = dl_dragonfly_new (&spec, &error);
  g_assert_no_error (error);
  check (dragonfly);
  g_assert_cmpuint (dragonfly->n_nodes, ==, 1056);
  for (guint router = 0; router < dragonfly->n_routers; router++)
    {
      guint counts[DL_N_LINK_CLASSES];

      count_ports (dragonfly, router, counts);
      g_assert_cmpuint (counts[DL_LINK_GREEN], ==, 7);
      g_assert_cmpuint (counts[DL_LINK_BLACK], ==, 0);
      g_assert_cmpuint (counts[DL_LINK_BLUE], ==, 4);
    }
  for (guint link = 0; link < dragonfly->n_links; link++)
    if (dragonfly->link_class[link] == DL_LINK_BLUE)
      pairs[dragonfly->router[dragonfly->link_from[link]].group]
           [dragonfly->router[dragonfly->link_to[link]].group]++;
  for (guint a = 0; a < 33; a++)
    for (guint b = 0; b < 33; b++)
      g_assert_cmpuint (pairs[a][b], ==, a != b);
  dl_dragonfly_spec_clear (&spec);
}

static void
assert_refused (const DlDragonflySpec *spec)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (dl_dragonfly_new (spec, &error));
  g_assert_nonnull (error);
  g_assert_true (error->domain == DL_NETWORK_ERROR);
}

static void
test_refused (void)
{
  static const guint groups[] = { 0, 242, G_MAXUINT };
  DlDragonflySpec spec;

  dl_dragonfly_spec_init (&spec);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      spec.groups = groups[i];
      assert_refused (&spec);
    }
  spec.groups = 15;
  spec.cables_per_pair = 18;
  assert_refused (&spec);
  spec.cables_per_pair = 6;
  spec.chassis = 7;
  assert_refused (&spec);
  spec.chassis = 6;
  spec.blades = 0;
  assert_refused (&spec);
  spec.blades = 16;
  const DlRouterAt outside = { 15, 0, 0 };
  g_array_append_val (spec.broken_routers, outside);
  assert_refused (&spec);
  g_array_set_size (spec.broken_routers, 0);
  const DlCableAt cable = { 0, 3, 6 };
  g_array_append_val (spec.broken_cables, cable);
  assert_refused (&spec);
  spec.shape = DL_DRAGONFLY_GENERIC;
  g_array_set_size (spec.broken_cables, 0);
  spec.groups = 34;
  assert_refused (&spec);
  dl_dragonfly_spec_clear (&spec);
}

/* A broken cable is broken in both directions, and nothing else is. */
static void
test_faults (void)
{
  const DlRouterAt router = { 3, 2, 9 };
  const DlCableAt cable = { 0, 14, 5 };
  const DlDragonflyLinkAt black = { { 7, 0, 1 }, { 7, 5, 1 }, 2 };
  g_autoptr (GError) error = NULL;
  DlDragonflySpec spec;
  guint broken = 0;

  dl_dragonfly_spec_init (&spec);
  g_array_append_val (spec.broken_routers, router);
  g_array_append_val (spec.broken_cables, cable);
  g_array_append_val (spec.broken_links, black);
  g_autoptr (DlDragonfly) dragonfly = dl_dragonfly_new (&spec, &error);
  g_assert_no_error (error);
  const guint dead = dl_dragonfly_router_at (dragonfly, router);
  guint ports[DL_N_LINK_CLASSES];
  count_ports (dragonfly, dead, ports);
  for (guint link = 0; link < dragonfly->n_links; link++)
    {
      g_assert_cmpuint (dragonfly->link_state[link], ==,
                        dragonfly->link_state[dragonfly->link_back[link]]);
      broken += dragonfly->link_state[link] == DL_LINK_BROKEN;
      if (dragonfly->link_from[link] == dead)
        g_assert_cmpuint (dragonfly->link_state[link], ==, DL_LINK_BROKEN);
    }
  g_assert_cmpuint (broken, ==, 2 * (ports[0] + ports[1] + ports[2] + 4 + 1));
  dl_dragonfly_spec_clear (&spec);
}

/* Cabling files ------------------------------------------------------------------------------- */

/* The text of a cabling file of @dragonfly; ports in the order of its links. */
static GString *
write_cabling (const DlDragonfly *dragonfly)
{
  GString *text = g_string_new (NULL);

  for (guint link = 0; link < dragonfly->n_links; link++)
    {
      const guint ends[] = { link, dragonfly->link_back[link] };

      for (guint i = 0; i < 2; i++)
        {
          const guint router = dragonfly->link_from[ends[i]];
          const DlRouterAt *at = &dragonfly->router[router];

          if (i == 1)
            g_string_append_printf (text, " %s -> ",
                                    dl_link_class_name (dragonfly->link_class[link]));
          g_string_append_printf (text, "c%u-0c%us%ua0l%02o(%u:%u:%u)", at->group, at->chassis,
                                  at->blade, ends[i] - dragonfly->first_link[router], at->group,
                                  at->chassis, at->blade);
        }
      g_string_append_c (text, '\n');
    }
  return text;
}

static DlDragonfly *
read_text (const char *text, DlCablingReport *report)
{
  g_autoptr (GError) error = NULL;
  DlDragonfly *dragonfly = dl_cabling_read (text, -1, "cabling", report, &error);

  g_assert_no_error (error);
  return dragonfly;
}

static void
assert_same_nodes (const DlDragonfly *a, const DlDragonfly *b)
{
  g_assert_cmpint (a->shape, ==, b->shape);
  g_assert_cmpuint (a->nodes_per_router, ==, b->nodes_per_router);
  g_assert_cmpuint (a->n_nodes, ==, b->n_nodes);
  g_assert_cmpmem (a->group_first, (a->n_groups + 1) * sizeof *a->group_first, b->group_first,
                   (b->n_groups + 1) * sizeof *b->group_first);
  g_assert_cmpmem (a->group_name, a->n_groups * sizeof *a->group_name, b->group_name,
                   b->n_groups * sizeof *b->group_name);
  g_assert_cmpmem (a->router, a->n_routers * sizeof *a->router, b->router,
                   b->n_routers * sizeof *b->router);
  g_assert_cmpmem (a->router_up, a->n_routers, b->router_up, b->n_routers);
}

/* The nodes alone, of a shape and of a machine, are those of the whole network. */
static void
test_nodes (void)
{
  for (guint i = 0; i < 12; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlDragonfly) whole = NULL, nodes = NULL, machine = NULL, of_machine = NULL;
      g_autoptr (DlDragonfly) none = NULL;
      DlRouterAt at = { 0, 0, 1 };
      DlDragonflySpec spec;

      dl_dragonfly_spec_init (&spec);
      spec.shape = i % 3 == 2 ? DL_DRAGONFLY_GENERIC : DL_DRAGONFLY_ARIES;
      spec.groups = 1 + i;
      spec.chassis = 1 + i % 6;
      spec.last_chassis = i % 2;
      spec.cables_per_pair = 1;
      machine = dl_dragonfly_new (&spec, &error);
      g_assert_no_error (error);
      for (guint k = 0; k < i; k++)
        g_array_append_val (spec.broken_routers, machine->router[k * 7 % machine->n_routers]);
      whole = dl_dragonfly_new (&spec, &error);
      g_assert_no_error (error);
      nodes = dl_dragonfly_new_nodes (NULL, &spec, &error);
      g_assert_no_error (error);
      assert_same_nodes (nodes, whole);
      g_assert_cmpuint (nodes->n_links, ==, 0);
      of_machine = dl_dragonfly_new_nodes (machine, &spec, &error);
      g_assert_no_error (error);
      assert_same_nodes (of_machine, whole);

      at.group = spec.groups;
      g_array_append_val (spec.broken_routers, at);
      none = dl_dragonfly_new_nodes (NULL, &spec, &error);
      g_assert_null (none);
      g_assert_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE);
      dl_dragonfly_spec_clear (&spec);
    }
}

static void
test_round_trip (void)
{
  static const guint shapes[][3] = { { 1, 2, 1 }, { 3, 6, 5 }, { 5, 1, 4 }, { 9, 6, 12 } };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autoptr (DlDragonfly) dragonfly = generate (shapes[i][0], shapes[i][1], shapes[i][2]);
      g_autoptr (GString) text = write_cabling (dragonfly);
      DlCablingReport report = { 0 };
      g_autoptr (DlDragonfly) read = read_text (text->str, &report);

      g_assert_cmpuint (report.n_irregular, ==, 0);
      g_assert_cmpuint (report.n_ports, ==, dragonfly->n_links);
      check (read);
      assert_same (read, dragonfly);
      dl_cabling_report_clear (&report);
    }
}

/* Files as they should not be. */
static void
assert_bad (const char *text, DlCablingError code, const char *message)
{
  g_autoptr (GError) error = NULL;
  DlCablingReport report = { 0 };

  g_assert_null (dl_cabling_read (text, -1, "cabling", &report, &error));
  g_assert_error (error, DL_CABLING_ERROR, (gint) code);
  if (strstr (error->message, message) == NULL)
    g_error ("“%s” does not say “%s”", error->message, message);
  dl_cabling_report_clear (&report);
}

#define GOOD                                                                                       \
  "c0-0c0s0a0l00(0:0:0) green -> c0-0c0s1a0l00(0:0:1)\n"                                           \
  "c0-0c0s1a0l00(0:0:1) green -> c0-0c0s0a0l00(0:0:0)\n"

static void
test_bad_files (void)
{
  DlCablingReport report = { 0 };
  g_autoptr (DlDragonfly) good = read_text ("\n" GOOD "  \r\n", &report);

  g_assert_cmpuint (good->n_links, ==, 2);
  dl_cabling_report_clear (&report);
  assert_bad ("", DL_CABLING_ERROR_EMPTY, "not contain links");
  assert_bad (GOOD "c0-0c0s0a0l01(0:0:0) gre", DL_CABLING_ERROR_SYNTAX, "cabling:3:");
  assert_bad (GOOD "c0-0c0s0a0l01(0:0:0) red -> unused", DL_CABLING_ERROR_SYNTAX, "cabling:3:");
  assert_bad (GOOD "c0-0c0s0a0l08(0:0:0) blue -> unused", DL_CABLING_ERROR_SYNTAX, "cabling:3:");
  assert_bad (GOOD "c0-0c0s0a0l01(0:0:0) blue -> unused and more", DL_CABLING_ERROR_SYNTAX,
              "cabling:3:");
  assert_bad (GOOD "c0-0c0s0a0l01(99999:0:0) blue -> unused", DL_CABLING_ERROR_SYNTAX,
              "cabling:3:");
  assert_bad (GOOD "c0-0c0s0a0l00(0:0:0) blue -> unused", DL_CABLING_ERROR_TWICE, "cabling:3:");
  assert_bad ("c0-0c0s0a0l01(0:0:0) blue -> unused", DL_CABLING_ERROR_EMPTY, "not contain links");
}

static void
assert_irregular (const char *text, const char *message)
{
  DlCablingReport report = { 0 };
  g_autoptr (DlDragonfly) dragonfly = read_text (text, &report);

  check (dragonfly);
  g_assert_cmpuint (dragonfly->n_links, ==, 2);
  g_assert_cmpuint (report.n_irregular, >=, 1);
  if (strstr (g_ptr_array_index (report.irregular, 0), message) == NULL)
    g_error ("“%s” does not say “%s”", (char *) g_ptr_array_index (report.irregular, 0), message);
  dl_cabling_report_clear (&report);
}

/* Wrong single links are left out, and reported with their line. */
static void
test_irregular (void)
{
  assert_irregular (GOOD "c0-0c0s0a0l01(0:0:0) green -> c0-0c0s0a0l02(0:0:0)\n"
                         "c0-0c0s0a0l02(0:0:0) green -> c0-0c0s0a0l01(0:0:0)\n",
                    "cabling:3: the link leads back");
  assert_irregular (GOOD "c0-0c0s0a0l01(0:0:0) green -> c0-0c0s1a0l01(0:0:1)\n",
                    "cabling:3: the port at the far end has no line");
  assert_irregular (GOOD "c0-0c0s0a0l01(0:0:0) green -> c0-0c0s1a0l01(0:0:1)\n"
                         "c0-0c0s1a0l01(0:0:1) black -> c0-0c0s0a0l01(0:0:0)\n",
                    "cabling:3: line 4");
  assert_irregular (GOOD "c0-0c0s0a0l01(0:0:0) green -> c0-0c0s1a0l01(0:0:1)\n"
                         "c0-0c0s1a0l01(0:0:1) green -> unused\n",
                    "cabling:3: line 4");
}

/* The rule gives a real machine's cabling, link for link, once its groups are renumbered. */
static void
test_edison (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "..", "shared", "data",
                                                 "edison-interconnect.txt", NULL);
  g_autofree char *text = NULL;
  DlCablingReport report = { 0 };
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    {
      g_test_skip ("there is no " EDISON " (Edison’s cabling)");
      return;
    }
  g_autoptr (GError) error = NULL;
  g_autoptr (DlDragonfly) real = dl_cabling_read (text, length, path, &report, &error);
  g_assert_no_error (error);
  g_autoptr (DlDragonfly) rule = generate (15, 6, 6);
  check (real);
  g_assert_cmpuint (report.n_irregular, ==, 0);
  g_assert_cmpuint (report.n_ports, ==, 69120);
  g_assert_cmpuint (real->n_groups, ==, 15);
  g_assert_cmpuint (real->group_name[11], ==, 11);
  g_assert_cmpuint (real->group_name[12], ==, 13);
  assert_same (real, rule);
  dl_cabling_report_clear (&report);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly/ports", test_ports);
  g_test_add_func ("/dragonfly/arithmetic", test_arithmetic);
  g_test_add_func ("/dragonfly/generic", test_generic);
  g_test_add_func ("/dragonfly/refused", test_refused);
  g_test_add_func ("/dragonfly/faults", test_faults);
  g_test_add_func ("/dragonfly/nodes", test_nodes);
  g_test_add_func ("/dragonfly/round-trip", test_round_trip);
  g_test_add_func ("/dragonfly/bad-files", test_bad_files);
  g_test_add_func ("/dragonfly/irregular", test_irregular);
  g_test_add_func ("/dragonfly/edison", test_edison);
  return g_test_run ();
}
