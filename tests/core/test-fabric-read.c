/* Readers of fabrics and tables: what they make of good files, what they say of bad ones, and that
 * what is written is read back. */
#include "dl-fabric-file.h"
#include "fabric-fixture.h"
#include "test-rounds.h"

#include <string.h>

#define DATA "../shared/data/fabric/"

static const char two_leaves[]
    = "#\n# Topology file: generated on Mon\n#\n"
      "vendid=0x2c9\ndevid=0xc738\nsysimgguid=0x20\nswitchguid=0x20(21)\n"
      "Switch\t4 \"S-0000000000000020\"\t\t# \"leaf \"one\" base port 0\" enhanced port 0 lid 7 "
      "lmc 0\n"
      "[1]\t\"S-0000000000000030\"[2]\t\t# \"leaf 2\" lid 9 4xEDR\n"
      "[3][ext 1]\t\"H-0000000000000040\"[1](41) \t\t# \"host a HCA-1\" lid 3 4xEDR\n"
      "[4]\t\"H-0000000000000040\"[2](42) \t\t# \"host a HCA-1\" lid 4 4xEDR\n"
      "\nvendid=0x2c9\nswitchguid=0x30(30)\n"
      "Switch\t4 \"S-0000000000000030\"\t\t# \"leaf 2\" base port 0 lid 9 lmc 0\n"
      "[2]\t\"S-0000000000000020\"[1]\t\t# \"leaf \"one\" base port 0\" lid 7 4xEDR\n"
      "[3]\t\"H-0000000000000050\"[1](51) \t\t# \"b\" lid 5 4xEDR\n"
      "\ncaguid=0x40\n"
      "Ca\t2 \"H-0000000000000040\"\t\t# \"host a HCA-1\"\n"
      "[1](41) \t\"S-0000000000000020\"[3]\t\t# lid 3 lmc 0 \"leaf \"one\" base port 0\" lid 7 "
      "4xEDR\n"
      "[2](42) \t\"S-0000000000000020\"[4]\t\t# lid 4 lmc 0 \"leaf \"one\" base port 0\" lid 7 "
      "4xEDR\n"
      "\ncaguid=0x50\n"
      "Ca\t1 \"H-0000000000000050\"\t\t# \"b\"\n"
      "[1](51) \t\"S-0000000000000030\"[3]\t\t# lid 5 lmc 0 \"leaf 2\" lid 9 4xEDR\n";

static DlFabric *
read_text (const char *text, DlFabricReport *report, GError **error)
{
  const gsize length = strlen (text);
  g_autofree char *bare = g_memdup2 (text, length);
  DlFabric *fabric = dl_fabric_format_probe (bare, length)
                         ->read (bare, (gssize) length, "F", NULL, report, error);

  g_assert_true ((fabric == NULL) == (error != NULL && *error != NULL));
  if (fabric != NULL)
    fabric_check (fabric);
  return fabric;
}

static void
test_ibnetdiscover (void)
{
  g_autoptr (GError) error = NULL;
  DlFabricReport report = { 0 };
  g_autoptr (DlFabric) fabric = read_text (two_leaves, &report, &error);
  guint leaf, a1;

  g_assert_no_error (error);
  g_assert_cmpuint (report.n_notes, ==, 0);
  g_assert_cmpuint (fabric->n_switches, ==, 2);
  g_assert_cmpuint (fabric->n_hosts, ==, 3);
  g_assert_cmpuint (fabric->n_channels, ==, 8);
  leaf = dl_fabric_find (fabric, "leaf \"one\" base port 0");
  g_assert_cmpuint (leaf, !=, DL_FABRIC_NONE);
  g_assert_cmpuint (fabric->guid[leaf], ==, 0x21);
  g_assert_cmpuint (fabric->node_guid[leaf], ==, 0x20);
  g_assert_cmpuint (fabric->lid[leaf], ==, 7);
  g_assert_cmpuint (dl_fabric_count_ports (fabric, leaf), ==, 4);
  a1 = dl_fabric_find (fabric, "host a HCA-1/P1");
  g_assert_cmpuint (a1, ==, dl_fabric_find (fabric, "0x41"));
  g_assert_cmpuint (fabric->lid[a1], ==, 3);
  g_assert_cmpuint (fabric->host_switch[a1], ==, leaf);
  g_assert_cmpuint (dl_fabric_find (fabric, "host a HCA-1/P2"), ==,
                    dl_fabric_find (fabric, "0x42"));
  g_assert_cmpuint (dl_fabric_find (fabric, "b"), ==, dl_fabric_find (fabric, "0x51"));
}

/* A node that is called an aggregation node is one only at the last port of a switch; others go by
 * pattern, by their name in the file. */
static void
test_apart (void)
{
  static const char *const names[] = { "host ? HCA-*", NULL };
  static const struct
  {
    DlFabricReading how;
    guint port, n_hosts, n_apart;
  } cases[] = {
    { { 0 }, 3, 3, 0 },
    { { 0 }, 4, 2, 1 },
    { { .service_hosts = TRUE }, 4, 3, 0 },
    { { .service_names = names }, 3, 1, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) named = g_strsplit (two_leaves, "\"b\"", -1);
      g_autofree char *text = g_strjoinv ("\"SHARP Aggregation Node\"", named);
      g_autofree char *near = g_strdup_printf ("[%u]\t\"H-0000000000000050\"", cases[i].port);
      g_autofree char *far
          = g_strdup_printf ("\"S-0000000000000030\"[%u]\t\t# lid 5", cases[i].port);
      g_auto (GStrv) at_near = g_strsplit (text, "[3]\t\"H-0000000000000050\"", 2);
      g_autofree char *moved = g_strjoinv (near, at_near);
      g_auto (GStrv) at_far = g_strsplit (moved, "\"S-0000000000000030\"[3]\t\t# lid 5", 2);
      g_autofree char *whole = g_strjoinv (far, at_far);
      DlFabricReport report = { 0 };
      g_autoptr (DlFabric) fabric
          = dl_fabric_ibnetdiscover.read (whole, -1, "F", &cases[i].how, &report, NULL);
      guint aggregators;

      fabric_check (fabric);
      g_assert_cmpuint (fabric->n_hosts, ==, cases[i].n_hosts);
      g_assert_cmpuint (dl_fabric_count_apart (fabric, DL_FABRIC_NONE, &aggregators), ==,
                        cases[i].n_apart);
      g_assert_cmpuint (aggregators, ==, i == 1);
      g_assert_cmpuint (report.n_notes, ==, cases[i].n_apart > 0);
      if (i == 1)
        {
          const guint leaf = dl_fabric_find (fabric, "leaf 2");

          g_assert_cmpuint (dl_fabric_apart_at (fabric, leaf, 4)->lid, ==, 5);
          g_assert_cmpuint (dl_fabric_find_guid (fabric, 0x51), ==, DL_FABRIC_NONE);
          g_assert_cmpuint (dl_fabric_find_apart (fabric, 0x51), ==, fabric->n_vertices);
        }
      dl_fabric_report_clear (&report);
    }
}

/* One thing wrong each: where it is said, and what is left. */
static void
test_irregular (void)
{
  static const struct
  {
    const char *from, *to; /* replaced text in the file above */
    guint n_notes, line, n_channels;
  } changes[] = {
    { "[1]\t\"S-0000000000000030\"[2]", "junk", 2, 9, 7 }, /* a one-way cable, too */
    { "[1]\t\"S-0000000000000030\"[2]", "#", 1, 16, 7 },   /* a one-way cable */
    { "[3][ext 1]", "[3]", 0, 0, 8 },                      /* */
    { "Switch\t4 \"S-0000000000000020\"", "Switch\t2 \"S-0000000000000020\"", 2, 10, 8 },
    { "[3][ext 1]", "[0]", 2, 10, 7 },                 /* and the adapter's side */
    { "[3][ext 1]", "[255]", 2, 10, 7 },               /* */
    { "[3][ext 1]", "[999]", 2, 10, 7 },               /* */
    { "[3][ext 1]", "[1]", 2, 10, 7 },                 /* a port with two cables */
    { "Ca\t1 \"H-0000000000000050\"", "#", 2, 17, 8 }, /* a host without a section */
    { "switchguid=0x20(21)", "switchguid=", 0, 0, 8 },
    { "Switch\t4 \"S-0000000000000030\"\t\t# \"leaf 2\"",
      "Switch\t4 \"S-0000000000000020\"\t\t# \"leaf 2\"", 5, 9, 8 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_auto (GStrv) parts = g_strsplit (two_leaves, changes[i].from, 2);
      g_autofree char *text = g_strjoinv (changes[i].to, parts);
      g_autoptr (GError) error = NULL;
      DlFabricReport report = { 0 };
      g_autoptr (DlFabric) fabric = read_text (text, &report, &error);

      g_test_message ("%s -> %s", changes[i].from, changes[i].to);
      g_assert_no_error (error);
      for (guint n = 0; n < report.n_notes; n++)
        {
          g_autofree char *line = dl_fabric_report_line (&report, n, "F");
          g_test_message ("%s", line);
        }
      g_assert_cmpuint (report.n_notes, ==, changes[i].n_notes);
      g_assert_cmpuint (fabric->n_channels, ==, changes[i].n_channels);
      if (report.n_notes > 0)
        g_assert_cmpuint (g_array_index (report.notes, DlFabricNote, 0).line, ==, changes[i].line);
      dl_fabric_report_clear (&report);
    }
}

/* Whatever is left of a file, to each byte. */
static void
test_truncated (void)
{
  for (gsize length = 0; length < strlen (two_leaves); length++)
    {
      g_autofree char *bare = g_memdup2 (two_leaves, length);
      g_autoptr (GError) error = NULL;
      DlFabricReport report = { 0 };
      g_autoptr (DlFabric) fabric
          = dl_fabric_ibnetdiscover.read (bare, (gssize) length, "F", NULL, &report, &error);

      g_assert_true ((fabric == NULL) == (error != NULL));
      if (fabric != NULL)
        fabric_check (fabric);
      else
        g_assert_true (g_str_has_prefix (error->message, "F:"));
      dl_fabric_report_clear (&report);
    }
}

static void
test_anynet (void)
{
  static const char text[] = "router 0 node 0 node 1 router 1 15 router 2\n"
                             "router 1 node 2 router 0 router 2\n\n"
                             "node 3 router 2\n"
                             "router 2 router 7 100\n"
                             "router 7 node 4 node 3\n" /* a second router of node 3 */
                             "node 5 node 6\n"
                             "router 9 router 9\n"
                             "router 1 knot 3\n";
  g_autoptr (GError) error = NULL;
  DlFabricReport report = { 0 };
  g_autoptr (DlFabric) fabric = read_text (text, &report, &error);
  static const guint lines[] = { 6, 7, 8, 9 };
  guint router, c;

  g_assert_no_error (error);
  g_assert_cmpuint (fabric->n_switches, ==, 5);
  g_assert_cmpuint (fabric->n_hosts, ==, 5);
  g_assert_cmpuint (fabric->n_channels, ==, 2 * (5 + 4));
  /* Ports of router 2: node 3, routers 0, 1, 7. */
  router = dl_fabric_find (fabric, "router2");
  c = fabric->first[router];
  g_assert_cmpstr (dl_fabric_name (fabric, fabric->channel_to[c]), ==, "node3");
  g_assert_cmpstr (dl_fabric_name (fabric, fabric->channel_to[c + 1]), ==, "router0");
  g_assert_cmpstr (dl_fabric_name (fabric, fabric->channel_to[c + 2]), ==, "router1");
  g_assert_cmpstr (dl_fabric_name (fabric, fabric->channel_to[c + 3]), ==, "router7");
  g_assert_cmpuint (report.n_notes, ==, G_N_ELEMENTS (lines));
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    g_assert_cmpuint (g_array_index (report.notes, DlFabricNote, i).line, ==, lines[i]);
  dl_fabric_report_clear (&report);
}

static guint
cycles_between (const DlFabric *fabric, const char *from, const char *to)
{
  const guint a = dl_fabric_find (fabric, from), b = dl_fabric_find (fabric, to);

  for (guint c = fabric->first[a]; c < fabric->first[a + 1]; c++)
    if (fabric->channel_to[c] == b)
      return fabric->channel_cycles[c];
  g_assert_not_reached ();
}

/* Cycles of one direction between routers, of both to a node; what is named last counts. */
static void
test_anynet_cycles (void)
{
  static const char text[] = "router 0 node 0 5 node 1 router 1 15 router 2\n"
                             "router 1 router 2 7 router 0 3 router 2\n"
                             "router 2 router 0 4 router 1 0\n"
                             "node 2 router 2 6\n";
  g_autoptr (GError) error = NULL;
  DlFabricReport report = { 0 };
  g_autoptr (DlFabric) fabric = read_text (text, &report, &error);
  g_autoptr (DlFabric) broken = NULL;
  g_autoptr (DlFabric) plain = read_text ("router 0 node 0 node 1\n", NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (cycles_between (fabric, "node0", "router0"), ==, 5);
  g_assert_cmpuint (cycles_between (fabric, "router0", "node0"), ==, 5);
  g_assert_cmpuint (cycles_between (fabric, "router0", "node1"), ==, 0);
  g_assert_cmpuint (cycles_between (fabric, "node2", "router2"), ==, 6);
  g_assert_cmpuint (cycles_between (fabric, "router2", "node2"), ==, 6);
  g_assert_cmpuint (cycles_between (fabric, "router0", "router1"), ==, 15);
  g_assert_cmpuint (cycles_between (fabric, "router1", "router0"), ==, 3);
  g_assert_cmpuint (cycles_between (fabric, "router0", "router2"), ==, 0);
  g_assert_cmpuint (cycles_between (fabric, "router2", "router0"), ==, 4);
  g_assert_cmpuint (cycles_between (fabric, "router1", "router2"), ==, 0);
  g_assert_cmpuint (cycles_between (fabric, "router2", "router1"), ==, 0);
  /* A channel of 0 cycles. */
  g_assert_cmpuint (report.n_notes, ==, 1);
  g_assert_cmpuint (g_array_index (report.notes, DlFabricNote, 0).line, ==, 3);
  dl_fabric_report_clear (&report);
  broken = dl_fabric_new_broken (
      fabric, &(DlFabricFaults) { .switches = (guint32[]) { 1 }, .n_switches = 1 });
  g_assert_cmpuint (cycles_between (broken, "router2", "router0"), ==, 4);
  g_assert_null (plain->channel_cycles);
}

static void
test_edges (void)
{
  static const struct
  {
    const char *text;
    guint hosts_per_switch, switches, hosts, channels, n_notes;
  } lists[] = {
    { "a b\nb c 2\nc a\na x\nb y\nc z # leaf\n", 0, 3, 3, 2 * (1 + 2 + 1 + 3), 0 },
    { "% both ways\na b\nb a\na x\nx a\nb y\ny b\n", 0, 2, 2, 2 * 3, 0 },
    { "a,b,2\n\"host 1\",a\n\"host \\\"2\\\"\",b\n", 0, 2, 2, 2 * 4, 0 },
    { "host1 a\nhost1 b\nhost2 b\na b\n", 0, 2, 2, 2 * 3, 1 },
    { "a b\nb c\nc a\n", 2, 3, 6, 2 * 9, 1 },
    { "a b\na\na a\nb c x\nb c 1 2\nb c 0\nb c 999\nH1 a\nH2 b\n", 0, 2, 2, 2 * 3, 6 },
    { "a b\nb \"c\nb d\n", 0, 1, 3, 6, 0 }, /* a mark that is not closed */
  };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autoptr (GError) error = NULL;
      DlFabricReport report = { 0 };
      g_autoptr (DlFabric) fabric = dl_fabric_edges.read (
          lists[i].text, -1, "F",
          &(DlFabricReading) { .hosts_per_switch = lists[i].hosts_per_switch }, &report, &error);

      g_assert_no_error (error);
      fabric_check (fabric);
      g_assert_cmpuint (fabric->n_switches, ==, lists[i].switches);
      g_assert_cmpuint (fabric->n_hosts, ==, lists[i].hosts);
      g_assert_cmpuint (fabric->n_channels, ==, lists[i].channels);
      g_assert_cmpuint (report.n_notes, ==, lists[i].n_notes);
      dl_fabric_report_clear (&report);
    }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text, *message;
  } files[] = {
    { "", "F:1: *(*)" },
    { "# nothing\n", "F:1: *(*)" },
    { "a b\nb c\nc a\n", "F:3: a host is missing (*)" },
    { "router 0 router 1\n", "F:1: a host is missing (*)" },
    { "vendid=0x1\nsysimgguid=0x1\n", "F:2: a switch is missing (*)" },
    { "# Topology file: generated\nfoo\n", "F:2: *not output of ibnetdiscover (*)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (read_text (files[i].text, NULL, &error));
      if (!g_pattern_match_simple (files[i].message, error->message))
        g_error ("%s", error->message);
    }
}

/* A million lines: names that are all the same, more hosts than there can be, ports that all meet.
 */
static void
test_long (void)
{
  g_autoptr (GString) text = g_string_new (two_leaves);
  g_autoptr (GString) edges = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  DlFabricReport report = { 0 };
  g_autoptr (DlFabric) fabric = NULL, second = NULL;

  for (guint i = 0; i < 1000000; i++)
    g_string_append_printf (text, "[%u](%x) \t\"S-0000000000000030\"[%u]\t\t# lid 5 lmc 0 \"x\"\n",
                            i % 300, i, i % 256);
  fabric = read_text (text->str, &report, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report.n_notes, >, DL_FABRIC_REPORT_MAX);
  g_assert_cmpuint (report.notes->len, ==, DL_FABRIC_REPORT_MAX);
  dl_fabric_report_clear (&report);
  for (guint i = 0; i < 1000000; i++)
    g_string_append_printf (edges, "%u %u\n", i % 1000, i % 997);
  second = read_text (edges->str, &report, &error);
  g_assert_null (second);
  g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_EMPTY);
  dl_fabric_report_clear (&report);
}

/* Tables ----------------------------------------------------------------------------------------
 */

static char *
load (const char *name)
{
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, "../..", DATA, name, NULL);
  char *text = NULL;

  if (!g_file_get_contents (file, &text, NULL, NULL))
    g_test_message ("there is no " DATA "%s", name);
  return text;
}

static void
test_tables (void)
{
  static const struct
  {
    const char *folder, *tables;
    guint hosts, switches;
    guint missing; /* hosts that no table has: the dump ends one LID too early there */
  } files[] = {
    { "fat-tree-16", "tables-ftree.txt", 16, 20, 0 },
    { "fat-tree-16", "tables-minhop.txt", 16, 20, 0 },
    { "fat-tree-16", "tables-updn.txt", 16, 20, 0 },
    { "torus-4x4x2", "tables-dor.txt", 32, 32, 1 },
    { "torus-4x4x2", "tables-minhop.txt", 32, 32, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *topology_name = g_strconcat (files[i].folder, "/topology.txt", NULL);
      g_autofree char *tables_name = g_strconcat (files[i].folder, "/", files[i].tables, NULL);
      g_autofree char *topology = load (topology_name), *text = load (tables_name);
      g_autofree char *written = NULL;
      g_autoptr (DlFabric) fabric = NULL;
      g_autoptr (DlFabricTables) tables = NULL, again = NULL;
      g_autoptr (GError) error = NULL;
      DlFabricReport report = { 0 };
      guint n = 0;

      if (topology == NULL || text == NULL)
        {
          g_test_skip ("there is no " DATA " (fabrics of ibsim with OpenSM's tables)");
          return;
        }
      g_assert_true (dl_fabric_tables_probe (text, strlen (text)));
      g_assert_false (dl_fabric_tables_probe (topology, strlen (topology)));
      fabric = read_text (topology, &report, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (report.n_notes, ==, 0);
      g_assert_cmpuint (fabric->n_hosts, ==, files[i].hosts);
      g_assert_cmpuint (fabric->n_switches, ==, files[i].switches);
      tables = dl_fabric_tables_read (fabric, text, -1, "T", &report, &error);
      g_assert_no_error (error);
      for (guint k = 0; k < report.n_notes; k++)
        {
          g_autofree char *line = dl_fabric_report_line (&report, k, "T");
          g_test_message ("%s", line);
        }
      g_assert_cmpuint (report.n_notes, ==, files[i].missing);
      for (guint h = 0; h < fabric->n_hosts; h++)
        for (guint s = 0; s < fabric->n_switches; s++)
          n += tables->port[h * fabric->n_switches + s] != DL_FABRIC_NO_PORT;
      g_assert_cmpuint (n, ==, (fabric->n_hosts - files[i].missing) * fabric->n_switches);

      written = dl_fabric_tables_write (fabric, tables, NULL);
      again = dl_fabric_tables_read (fabric, written, -1, "T", &report, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (report.n_notes, ==, 2 * files[i].missing);
      dl_fabric_report_clear (&report);
      g_assert_cmpmem (again->port, fabric->n_vertices * fabric->n_switches, tables->port,
                       fabric->n_vertices * fabric->n_switches);
    }
}

static void
test_bad_tables (void)
{
  static const char text[] = "Unicast lids [0x0-0x9] of switch Lid 7 guid 0x0000000000000021 (x):\n"
                             "  Lid  Out   Destination\n       Port     Info \n"
                             "0x0003 003 : (Channel Adapter portguid 0x0000000000000041: 'a')\n"
                             "0x0004 009 : (Channel Adapter portguid 0x0000000000000042: 'a')\n"
                             "0x0005 001 : \n" /* by its LID */
                             "0x0006 001 : (Channel Adapter portguid 0x0000000000000099: 'z')\n"
                             "0x0009 255 : \n"
                             "0x0010 junk\n"
                             "6 valid lids dumped \n\n"
                             "Unicast lids [0x0-0x9] of switch Lid 7 guid 0x0000000000000021 (x):\n"
                             "0 valid lids dumped\n"
                             "Unicast lids [0x0-0x9] of switch guid 0x0000000000000088 (leaf 3):\n"
                             "0x0003 003 :\n"
                             "1 valid lids dumped\n"
                             "0x0003 003 :\n"
                             "Unicast lids [0x0-0x9] of switch guid 0x0000000000000089 (leaf 2):\n"
                             "0x0003 002 :\n";
  static const guint lines[] = { 5, 7, 9, 10, 12, 14, 18, 0, 0 };
  g_autoptr (DlFabric) fabric = read_text (two_leaves, NULL, NULL);
  g_autoptr (GError) error = NULL;
  DlFabricReport report = { 0 };
  g_autoptr (DlFabricTables) tables
      = dl_fabric_tables_read (fabric, text, -1, "T", &report, &error);
  const guint one = dl_fabric_find (fabric, "0x21") - fabric->n_hosts;
  const guint two = dl_fabric_find (fabric, "leaf 2") - fabric->n_hosts;

  g_assert_no_error (error);
  for (guint i = 0; i < report.n_notes; i++)
    {
      g_autofree char *line = dl_fabric_report_line (&report, i, "T");
      g_test_message ("%s", line);
    }
  g_assert_cmpuint (report.n_notes, ==, G_N_ELEMENTS (lines));
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    g_assert_cmpuint (g_array_index (report.notes, DlFabricNote, i).line, ==, lines[i]);
  g_assert_cmpuint (tables->port[dl_fabric_find (fabric, "0x41") * 2 + one], ==, 3);
  g_assert_cmpuint (tables->port[dl_fabric_find (fabric, "0x42") * 2 + one], ==, 9);
  g_assert_cmpuint (tables->port[dl_fabric_find (fabric, "b") * 2 + one], ==, 1);
  g_assert_cmpuint (tables->port[dl_fabric_find (fabric, "0x41") * 2 + two], ==, 2);
  dl_fabric_report_clear (&report);

  g_assert_null (dl_fabric_tables_read (fabric, two_leaves, -1, "T", NULL, &error));
  g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_null (dl_fabric_tables_read (
      fabric, "Unicast lids [0x0-0x9] of switch guid 0x0000000000000088 (s):\n", -1, "T", NULL,
      &error));
  g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_MISMATCH);
}

/* The fabric above in the forms that tables have: of dump_fts with its options, of OpenSM's own
 * dumps, with several LIDs per port and among tables of multicast groups. All say the same. */
static void
test_table_forms (void)
{
#define HEADER  "Unicast lids [0x0-0x9] of switch Lid 7 guid 0x0000000000000020 (leaf \"one\"):\n"
#define COLUMNS "  Lid  Out   Destination\n       Port     Info \n"
#define MULTICAST                                                                                  \
  "Multicast mlids [0xc000-0xc3ff] of switch Lid 7 guid 0x0000000000000020 (leaf):\n"              \
  "            0                   1 \n     Ports: 0 1 2 3 4 5 6 7 8 9 0 \n MLid\n"                \
  "0xc000      x   x \n0xc001      0104\n2 valid mlids dumped \n"
  static const struct
  {
    const char *what, *text;
    guint n_notes; /* beside the one on the switch without a table */
  } forms[] = {
    { "dump_fts",
      HEADER COLUMNS "0x0003 003 : (Channel Adapter portguid 0x0000000000000041: 'host a HCA-1')\n"
                     "0x0004 004 : (Channel Adapter portguid 0x0000000000000042: 'host a HCA-1')\n"
                     "0x0005 001 : (Channel Adapter portguid 0x0000000000000051: 'b')\n"
                     "0x0007 000 : (Switch portguid 0x0000000000000021: 'leaf \"one\"')\n"
                     "4 valid lids dumped \n",
      0 },
    { "dump_fts -a",
      HEADER COLUMNS "0x0000 255 : (illegal port)\n"
                     "0x0003 003 : (Channel Adapter portguid 0x0000000000000041: 'host a HCA-1')\n"
                     "0x0004 004 : (Channel Adapter portguid 0x0000000000000042: 'host a HCA-1')\n"
                     "0x0005 001 : (illegal port)\n"
                     "0x0006 017 : (illegal port)\n"
                     "0x0007 000 : (Switch portguid 0x0000000000000021: 'leaf \"one\"')\n"
                     "6 lids dumped \n",
      0 },
    { "dump_fts -n",
      HEADER COLUMNS "0x0003 003 \n0x0004 004 \n0x0005 001 \n0x0007 000 \n4 valid lids dumped \n",
      0 },
    { "dump_fts, cut",
      HEADER COLUMNS "0x0003 003 \n0x0004 004 \n0x0005 001 \n0x0007 000 \n5 valid lids dumped \n",
      1 },
    { "opensm-lfts.dump",
      "Unicast lids [0-9] of switch Lid 7 guid 0x0000000000000020 ('leaf \"one\"'):\n"
      "0x0003 003 # Channel Adapter portguid 0x0000000000000041: 'host a HCA-1'\n"
      "0x0004 004 # Channel Adapter portguid 0x0000000000000042: 'host a HCA-1'\n"
      "0x0005 001 # Channel Adapter portguid 0x0000000000000051: 'b'\n"
      "0x0007 000 # Switch portguid 0x0000000000000021: 'leaf \"one\"'\n"
      "9 lids dumped\n",
      0 },
    { "opensm.fdbs",
      "dump_ucast_routes: Switch 0x0000000000000020\nLID    : Port : Hops : Optimal\n"
      "0x0001 : UNREACHABLE\n0x0003 : 003  : 00   : yes\n0x0004 : 004  : HOPS UNKNOWN\n"
      "0x0005 : 001  : 01   : No 1 hop path possible via port 1!\n0x0007 : 000  : 00   : yes\n",
      0 },
    { "several LIDs",
      HEADER COLUMNS "0x0003 003 : (Channel Adapter portguid 0x0000000000000041: 'host a HCA-1')\n"
                     "0x0004 004 : (Channel Adapter portguid 0x0000000000000042: 'host a HCA-1')\n"
                     "0x0005 001 : (Channel Adapter portguid 0x0000000000000051: 'b')\n"
                     "0x0006 002 : (path #2 out of 2: portguid 0x0000000000000051)\n"
                     "0x0007 000 : (Switch portguid 0x0000000000000021: 'leaf \"one\"')\n"
                     "5 valid lids dumped \n",
      1 },
    { "multicast, then unicast",
      MULTICAST HEADER COLUMNS
      "0x0003 003 \n0x0004 004 \n0x0005 001 \n0x0007 000 \n4 valid lids dumped \n" MULTICAST,
      1 },
    { "within a log",
      "Nov 27 18:29:18 475121 [80818740] 0x43 -> OpenSM 3.3.23\r\n" HEADER COLUMNS
      "0x0003 003 \r\n0x0004 004 \r\n0x0005 001 \r\n0x0007 000 \r\n4 valid lids dumped \r\n",
      1 },
  };
#undef HEADER
#undef COLUMNS
#undef MULTICAST
  g_autoptr (DlFabric) fabric = read_text (two_leaves, NULL, NULL);
  const guint one = dl_fabric_find (fabric, "0x21") - fabric->n_hosts;

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      const char *text = forms[i].text;
      g_autofree char *after = g_strconcat (two_leaves, text, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlFabricTables) tables = NULL;
      g_autoptr (DlFabric) same = NULL;
      DlFabricReport report = { 0 };

      g_assert_true (dl_fabric_tables_probe (text, strlen (text)));
      tables = dl_fabric_tables_read (fabric, text, -1, "T", &report, &error);
      g_assert_no_error (error);
      for (guint n = 0; n < report.n_notes; n++)
        {
          g_autofree char *line = dl_fabric_report_line (&report, n, "T");
          g_test_message ("%s: %s", forms[i].what, line);
        }
      g_assert_cmpuint (report.n_notes, ==, forms[i].n_notes + 1);
      g_assert_cmpuint (tables->port[dl_fabric_find (fabric, "0x41") * 2 + one], ==, 3);
      g_assert_cmpuint (tables->port[dl_fabric_find (fabric, "0x42") * 2 + one], ==, 4);
      g_assert_cmpuint (tables->port[dl_fabric_find (fabric, "b") * 2 + one], ==, 1);
      g_assert_cmpuint (tables->port[(fabric->n_hosts + one) * 2 + one], ==, 0);
      dl_fabric_report_clear (&report);
      /* In one file with the topology: that is read, and says so. */
      g_assert_false (dl_fabric_tables_probe (after, strlen (after)));
      same = read_text (after, &report, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (same->n_channels, ==, fabric->n_channels);
      if (g_str_has_prefix (text, "Unicast"))
        g_assert_cmpuint (report.n_notes, ==, 1);
      dl_fabric_report_clear (&report);
    }
}

/* Tables of any fabric are read back as they were, with names that the format uses itself. */
static void
test_round_trip (void)
{
  for (guint64 seed = 0; seed < TEST_ROUNDS (60); seed++)
    {
      g_autoptr (DlFabric) fabric = fabric_random (seed);
      g_autoptr (DlFabricTables) tables = dl_fabric_tables_new (fabric), again = NULL;
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;
      const gsize size = (gsize) fabric->n_vertices * fabric->n_switches;
      DlRng rng;

      dl_rng_init (&rng, seed);
      memset (tables->stated, TRUE, fabric->n_switches);
      for (gsize i = 0; i < size; i++)
        tables->port[i] = (guint8) dl_rng_next (&rng);
      text = dl_fabric_tables_write (fabric, tables, NULL);
      again = dl_fabric_tables_read (fabric, text, -1, "T", NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (again->port, size, tables->port, size);
    }
}

/* Topologies of old versions: adapters' ports without GUIDs, found by their LIDs. */
static void
test_old_topology (void)
{
  static const char text[]
      = "Unicast lids [0x0-0x9] of switch Lid 7 guid 0x0000000000000020 (x):\n"
        "0x0003 003 : (Channel Adapter portguid 0x0000000000000041: 'host a HCA-1')\n"
        "0x0004 004 : (Channel Adapter portguid 0x0000000000000042: 'host a HCA-1')\n"
        "0x0005 001 : (Channel Adapter portguid 0x0000000000000051: 'b')\n"
        "0x0003 002 : (Channel Adapter portguid 0x0000000000000077: 'c')\n"
        "4 valid lids dumped \n";
  g_autofree char *old = g_strdup (two_leaves);
  g_autoptr (DlFabric) fabric = NULL;
  g_autoptr (DlFabricTables) tables = NULL;
  g_autoptr (GError) error = NULL;
  DlFabricReport report = { 0 };
  guint one;

  for (char *at = old; (at = strchr (at, ')')) != NULL; at++)
    if (at[1] == ' ')
      memset (at - 3, ' ', 4); /* (41) */
  fabric = read_text (old, &report, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report.n_notes, ==, 0);
  g_assert_cmpuint (fabric->n_channels, ==, 8);
  one = dl_fabric_find (fabric, "0x20") - fabric->n_hosts;
  tables = dl_fabric_tables_read (fabric, text, -1, "T", &report, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report.n_notes, ==, 2); /* the last entry, and a switch without a table */
  g_assert_cmpuint (tables->port[dl_fabric_find (fabric, "host a HCA-1/P1") * 2 + one], ==, 3);
  g_assert_cmpuint (tables->port[dl_fabric_find (fabric, "host a HCA-1/P2") * 2 + one], ==, 4);
  g_assert_cmpuint (tables->port[dl_fabric_find (fabric, "b") * 2 + one], ==, 1);
  dl_fabric_report_clear (&report);
}

/* LIDs stay as they are known; others get those that are free. */
static void
test_lids (void)
{
  g_auto (GStrv) parts = g_strsplit (two_leaves, " lid 5 ", -1);
  g_autofree char *without = g_strjoinv (" lid 3 ", parts); /* which host a has, too */
  g_autoptr (DlFabric) fabric = read_text (without, NULL, NULL);
  g_autoptr (DlFabricTables) tables = dl_fabric_tables_new (fabric);
  g_autofree char *text = NULL;

  memset (tables->stated, TRUE, fabric->n_switches);
  memset (tables->port, 1, fabric->n_vertices * fabric->n_switches);
  text = dl_fabric_tables_write (fabric, tables, NULL);
  g_assert_nonnull (strstr (text, "\n0x0001 001 : (Channel Adapter portguid 0x0000000000000051"));
  g_assert_nonnull (strstr (text, "\n0x0003 001 : (Channel Adapter portguid 0x0000000000000041"));
  g_assert_nonnull (strstr (text, "\n0x0004 001 : (Channel Adapter portguid 0x0000000000000042"));
  g_assert_nonnull (strstr (text, "\n0x0007 001 : (Switch portguid 0x0000000000000021"));
  g_assert_nonnull (strstr (text, "\n0x0009 001 : (Switch portguid 0x0000000000000030"));
  g_assert_nonnull (strstr (text, "\n5 valid lids dumped"));
}

/* The network of a topology of two leaves and two spines, with @more ports in its sections. */
static DlFabric *
read_leaf_spine (const char *on_leaf_2, const char *on_spine_1)
{
  g_autofree char *text = g_strdup_printf (
      "switchguid=0xa1(a1)\nSwitch\t12 \"S-00000000000000a1\"\t\t# \"sw-a1\" base port 0 lid 161 "
      "lmc 0\n"
      "[1]\t\"H-00000000000000c1\"[1](c1) \t\t# \"n1 r0\" lid 193 4xNDR\n"
      "[2]\t\"H-00000000000000c2\"[1](c2) \t\t# \"n2 r0\" lid 194 4xNDR\n"
      "[7]\t\"S-00000000000000b1\"[1]\t\t# \"sw-b1\" lid 177 4xNDR\n"
      "[8]\t\"S-00000000000000b2\"[1]\t\t# \"sw-b2\" lid 178 4xNDR\n\n"
      "switchguid=0xa2(a2)\nSwitch\t12 \"S-00000000000000a2\"\t\t# \"sw-a2\" base port 0 lid 162 "
      "lmc 0\n"
      "[1]\t\"H-00000000000000c3\"[1](c3) \t\t# \"n3 r0\" lid 195 4xNDR\n"
      "[2]\t\"H-00000000000000c4\"[1](c4) \t\t# \"n4 r0\" lid 196 4xNDR\n%s"
      "[7]\t\"S-00000000000000b1\"[2]\t\t# \"sw-b1\" lid 177 4xNDR\n"
      "[8]\t\"S-00000000000000b2\"[2]\t\t# \"sw-b2\" lid 178 4xNDR\n\n"
      "switchguid=0xb1(b1)\nSwitch\t12 \"S-00000000000000b1\"\t\t# \"sw-b1\" base port 0 lid 177 "
      "lmc 0\n%s"
      "[1]\t\"S-00000000000000a1\"[7]\t\t# \"sw-a1\" lid 161 4xNDR\n"
      "[2]\t\"S-00000000000000a2\"[7]\t\t# \"sw-a2\" lid 162 4xNDR\n\n"
      "switchguid=0xb2(b2)\nSwitch\t12 \"S-00000000000000b2\"\t\t# \"sw-b2\" base port 0 lid 178 "
      "lmc 0\n"
      "[1]\t\"S-00000000000000a1\"[8]\t\t# \"sw-a1\" lid 161 4xNDR\n"
      "[2]\t\"S-00000000000000a2\"[8]\t\t# \"sw-a2\" lid 162 4xNDR\n",
      on_leaf_2, on_spine_1);
  g_autoptr (GError) error = NULL;
  DlFabric *fabric = dl_fabric_ibnetdiscover.read (text, -1, "leaf-spine", 0, NULL, &error);

  g_assert_no_error (error);
  return fabric;
}

#define SLURM_HEAD "# topology.conf for TopologyPlugin=topology/tree\n"

/* A host on a spine, which Slurm does not take: it is left out and named, and the rest exported. */
static void
test_slurm_host_on_spine (void)
{
  g_autoptr (DlFabric) plain = read_leaf_spine ("", "");
  g_autoptr (DlFabric) fabric = read_leaf_spine (
      "", "[9]\t\"H-00000000000000d1\"[1](d1) \t\t# \"mgmt0 r0\" lid 209 4xNDR\n");
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) none = NULL, left_out = NULL;
  g_autofree char *all = dl_fabric_slurm_write (plain, FALSE, &none, &error);
  g_assert_no_error (error);
  g_autofree char *text = dl_fabric_slurm_write (fabric, FALSE, &left_out, &error);
  g_assert_no_error (error);
  g_autofree char *rest = g_strconcat (
      SLURM_HEAD "# left out: mgmt0 r0: it is on sw-b1, which has switches below it\n",
      all + strlen (SLURM_HEAD), NULL);

  g_assert_cmpstr (all, ==,
                   SLURM_HEAD "SwitchName=sw-a1 Nodes=n1,n2\nSwitchName=sw-a2 Nodes=n3,n4\n"
                              "SwitchName=sw-b1 Switches=sw-a1,sw-a2\n"
                              "SwitchName=sw-b2 Switches=sw-a1,sw-a2\n");
  g_assert_cmpuint (g_strv_length (none), ==, 0);
  g_assert_cmpuint (g_strv_length (left_out), ==, 1);
  g_assert_cmpstr (left_out[0], ==, "mgmt0 r0: it is on sw-b1, which has switches below it");
  g_assert_cmpstr (text, ==, rest);
}

/* A machine with two ports: named once, apart from those with a port at one leaf. */
static void
test_slurm_rails (void)
{
  g_autoptr (DlFabric) fabric
      = read_leaf_spine ("[3]\t\"H-00000000000000c5\"[1](c5) \t\t# \"n1 r1\" lid 197 4xNDR\n", "");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = dl_fabric_slurm_write (fabric, FALSE, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==,
                   SLURM_HEAD "SwitchName=sw-a1 Nodes=n2\nSwitchName=sw-a1_sw-a2 Nodes=n1\n"
                              "SwitchName=sw-a2 Nodes=n3,n4\n"
                              "SwitchName=sw-b1 Switches=sw-a1,sw-a1_sw-a2,sw-a2\n"
                              "SwitchName=sw-b2 Switches=sw-a1,sw-a1_sw-a2,sw-a2\n");
}

/* Formats that a list of edges could be taken for, and GUIDs that are none: with their line. */
static void
test_foreign (void)
{
  static const struct
  {
    const char *text;
    gssize length;
    const char *message;
  } cases[] = {
    { "{\n \"a\": 3,\n \"b\": 2\n}\n", -1, "f:1: JSON cannot be read *" },
    { "# of ours\n---\nsw1: sw2\n", -1, "f:2: YAML cannot be read *" },
    { "\xff\xfe"
      "a\0 \0b\0\n\0",
      10, "f:1: text in UTF-16 cannot be read *" },
    { "a\0 \0b\0\n\0", 8, "f:1: text in UTF-16 cannot be read *" },
  };
  static const char *const redacted[] = {
    "switchguid=0xXXXXXXXX\nSwitch\t8 \"S-XXXXXXXXXXXXXXXX\"\t\t# \"a\" base port 0 lid 1 lmc 0\n",
    "switchguid=0xa1\nSwitch\t8 \"S-****************\"\t\t# \"a\" base port 0 lid 1 lmc 0\n"
    "[1]\t\"S-00000000000000a1\"[1]\t\t# \"b\" lid 1 4xEDR\n",
    "Switch\t8 \"S-0000000000000000\"\t\t# \"a\" base port 0 lid 1 lmc 0\n"
    "Switch\t8 \"S-0000000000000000\"\t\t# \"b\" base port 0 lid 2 lmc 0\n",
  };
  static const guint lines[] = { 1, 2, 2 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (
          dl_fabric_edges.read (cases[i].text, cases[i].length, "f", NULL, NULL, &error));
      g_assert_true (g_pattern_match_simple (cases[i].message, error->message));
    }
  for (guint i = 0; i < G_N_ELEMENTS (redacted); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *start = g_strdup_printf ("f:%u: the GUID in *", lines[i]);

      g_assert_null (dl_fabric_ibnetdiscover.read (redacted[i], -1, "f", 0, NULL, &error));
      g_assert_true (g_pattern_match_simple (start, error->message));
    }
}

/* Names that look different from what they are. */
static void
test_hidden (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlFabric) fabric = dl_fabric_edges.read (
      "leaf\342\200\256fael host1\nleaf\342\200\256fael host2\n", -1, "f", 0, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (dl_fabric_find (fabric, "leaf?fael"), ==, fabric->n_hosts);
  g_assert_cmpuint (dl_fabric_find (fabric, "leaf\342\200\256fael"), ==, fabric->n_hosts);
  g_assert_cmpstr (dl_fabric_name (fabric, fabric->n_hosts), ==, "leaf?fael");
}

static void
test_slurm (void)
{
  g_autoptr (DlFabric) tree = fabric_tree ("2,2/1,2");
  g_autoptr (DlFabric) torus = fabric_torus (2, (const guint[]) { 4, 4 }, 1);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = dl_fabric_slurm_write (tree, FALSE, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==,
                   "# topology.conf for TopologyPlugin=topology/tree\n"
                   "SwitchName=L1-0 Nodes=H0,H1\nSwitchName=L1-1 Nodes=H2,H3\n"
                   "SwitchName=L2-0 Switches=L1-0,L1-1\nSwitchName=L2-1 Switches=L1-0,L1-1\n");
  g_assert_null (dl_fabric_slurm_write (torus, FALSE, NULL, &error));
  g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-read/ibnetdiscover", test_ibnetdiscover);
  g_test_add_func ("/fabric-read/apart", test_apart);
  g_test_add_func ("/fabric-read/irregular", test_irregular);
  g_test_add_func ("/fabric-read/truncated", test_truncated);
  g_test_add_func ("/fabric-read/anynet", test_anynet);
  g_test_add_func ("/fabric-read/anynet-cycles", test_anynet_cycles);
  g_test_add_func ("/fabric-read/edges", test_edges);
  g_test_add_func ("/fabric-read/refused", test_refused);
  g_test_add_func ("/fabric-read/long", test_long);
  g_test_add_func ("/fabric-read/tables", test_tables);
  g_test_add_func ("/fabric-read/bad-tables", test_bad_tables);
  g_test_add_func ("/fabric-read/table-forms", test_table_forms);
  g_test_add_func ("/fabric-read/round-trip", test_round_trip);
  g_test_add_func ("/fabric-read/old-topology", test_old_topology);
  g_test_add_func ("/fabric-read/lids", test_lids);
  g_test_add_func ("/fabric-read/slurm", test_slurm);
  g_test_add_func ("/fabric-read/slurm-host-on-spine", test_slurm_host_on_spine);
  g_test_add_func ("/fabric-read/slurm-rails", test_slurm_rails);
  g_test_add_func ("/fabric-read/foreign", test_foreign);
  g_test_add_func ("/fabric-read/hidden", test_hidden);
  return g_test_run ();
}
