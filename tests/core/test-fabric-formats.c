/* Formats of other programs: fabrics read from files as these programs write them, messages about
 * bad files, and that one network in all of them is the same fabric. */
#include "dl-fabric-file.h"
#include "dl-rng.h"
#include "fabric-fixture.h"
#include "test-rounds.h"

#include <string.h>

static DlFabric *
read_as (const DlFabricFormat *format, const char *text, DlFabricReport *report)
{
  const gsize length = strlen (text);
  g_autofree char *bare = g_memdup2 (text, length);
  g_autoptr (GError) error = NULL;
  DlFabric *fabric;

  g_assert_cmpstr (dl_fabric_format_probe (bare, length)->id, ==, format->id);
  fabric = format->read (bare, (gssize) length, "F", NULL, report, &error);
  g_assert_no_error (error);
  fabric_check (fabric);
  for (guint i = 0; report != NULL && report->notes != NULL && i < report->notes->len; i++)
    {
      g_autofree char *line = dl_fabric_report_line (report, i, "F");
      g_test_message ("%s", line);
    }
  return fabric;
}

static DlFabric *
read_clean (const DlFabricFormat *format, const char *text)
{
  DlFabricReport report = { 0 };
  DlFabric *fabric = read_as (format, text, &report);

  g_assert_cmpuint (report.n_notes, ==, 0);
  return fabric;
}

/* The notes of @text by their lines, which end with a 0. */
static void
check_notes (const DlFabricFormat *format, const char *text, const guint *lines, guint n)
{
  DlFabricReport report = { 0 };
  g_autoptr (DlFabric) fabric = read_as (format, text, &report);

  g_assert_cmpuint (report.n_notes, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (g_array_index (report.notes, DlFabricNote, i).line, ==, lines[i]);
  dl_fabric_report_clear (&report);
}

/* The channel between two names; there is one. */
static guint
channel_of (const DlFabric *fabric, const char *from, const char *to)
{
  const guint a = dl_fabric_find (fabric, from), b = dl_fabric_find (fabric, to);

  g_assert_cmpuint (a, !=, DL_FABRIC_NONE);
  for (guint c = fabric->first[a]; c < fabric->first[a + 1]; c++)
    if (fabric->channel_to[c] == b)
      return c;
  g_assert_not_reached ();
}

static double
gbps_of (const DlFabric *fabric, const char *from, const char *to)
{
  return fabric->graph->link_rate[channel_of (fabric, from, to)].gbps;
}

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Hosts, switches and channels with their rates, and cycles if @timed, in one order. */
static char *
picture (const DlFabric *fabric, gboolean timed)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint v = 0; v < fabric->n_vertices; v++)
    g_ptr_array_add (lines,
                     g_strdup_printf ("%s %s", dl_fabric_is_host (fabric, v) ? "host" : "switch",
                                      dl_fabric_name (fabric, v)));
  for (guint c = 0; c < fabric->n_channels; c++)
    g_ptr_array_add (lines, g_strdup_printf ("%s > %s %g %u",
                                             dl_fabric_name (fabric, fabric->channel_from[c]),
                                             dl_fabric_name (fabric, fabric->channel_to[c]),
                                             fabric->graph->link_rate[c].gbps,
                                             timed ? fabric->channel_cycles[c] : 0));
  g_ptr_array_sort (lines, compare_texts);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* One network in all formats ------------------------------------------------------------------- */

/* Rates that all of them have: 4xSDR, 4xDDR and 4xQDR. Delays are cycles at any of these. */
#define SLOWEST 8u

typedef struct
{
  guint a, b; /* nodes: hosts first */
  guint a_port, b_port;
  guint speed; /* rate is SLOWEST << speed */
  guint ns;
} Cable;

typedef struct
{
  guint hosts, switches, n;
  Cable cable[64];
  guint ports[32]; /* in use, by node */
} Network;

static void
add_cable (Network *network, DlRng *rng, guint a, guint b)
{
  network->cable[network->n++] = (Cable) { a,
                                           b,
                                           ++network->ports[a],
                                           ++network->ports[b],
                                           (guint) dl_rng_below (rng, 3),
                                           64 * (1 + (guint) dl_rng_below (rng, 9)) };
}

static Network
make_network (guint64 seed)
{
  Network network = { 0 };
  DlRng rng;
  guint extra;

  dl_rng_init (&rng, seed);
  network.hosts = 2 + (guint) dl_rng_below (&rng, 8);
  network.switches = 1 + (guint) dl_rng_below (&rng, 8);
  extra = network.switches > 1 ? (guint) dl_rng_below (&rng, 12) : 0;
  for (guint s = 1; s < network.switches; s++)
    add_cable (&network, &rng, network.hosts + s, network.hosts + (guint) dl_rng_below (&rng, s));
  for (guint i = 0; i < extra; i++)
    {
      const guint a = (guint) dl_rng_below (&rng, network.switches);
      const guint b
          = (a + 1 + (guint) dl_rng_below (&rng, network.switches - 1)) % network.switches;

      add_cable (&network, &rng, network.hosts + a, network.hosts + b);
    }
  for (guint h = 0; h < network.hosts; h++)
    add_cable (&network, &rng, h, network.hosts + (guint) dl_rng_below (&rng, network.switches));
  return network;
}

static char *
name_of (const Network *network, guint node)
{
  return g_strdup_printf ("%s%u", node < network->hosts ? "node" : "switch", node);
}

static char *
write_ibsim (const Network *network)
{
  GString *text = g_string_new ("# for ibsim\n");

  for (guint v = 0; v < network->hosts + network->switches; v++)
    {
      g_autofree char *name = name_of (network, v);

      g_string_append_printf (text, "%s\t%u \"%s\"\n", v < network->hosts ? "Hca" : "Switch",
                              network->ports[v], name);
      for (guint i = 0; i < 2 * network->n; i++)
        {
          const Cable *cable = &network->cable[i / 2];
          const guint port = i % 2 == 0 ? cable->a_port : cable->b_port;
          const guint far_port = i % 2 == 0 ? cable->b_port : cable->a_port;
          g_autofree char *far = name_of (network, i % 2 == 0 ? cable->b : cable->a);

          /* One end may have higher speeds. */
          if ((i % 2 == 0 ? cable->a : cable->b) == v)
            g_string_append_printf (text, "[%u]\t\"%s\"[%u]\t w=2 s=%u\n", port, far, far_port,
                                    i % 2 == 0 ? 7 : (1u << (cable->speed + 1)) - 1);
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* What ibnetdiscover prints of it. */
static char *
write_ibnetdiscover (const Network *network)
{
  static const char *const rates[] = { "4xSDR", "4xDDR", "4xQDR" };
  GString *text = g_string_new ("# Topology file: generated on Mon\n");

  for (guint v = 0; v < network->hosts + network->switches; v++)
    {
      g_autofree char *name = name_of (network, v);
      const gboolean host = v < network->hosts;

      g_string_append_printf (text, "%s\t%u \"%c-%016x\"\t\t# \"%s\"%s\n", host ? "Ca" : "Switch",
                              network->ports[v], host ? 'H' : 'S', v + 1, name,
                              host ? "" : " base port 0 lid 1 lmc 0");
      for (guint i = 0; i < 2 * network->n; i++)
        {
          const Cable *cable = &network->cable[i / 2];
          const guint far = i % 2 == 0 ? cable->b : cable->a;
          g_autofree char *far_name = name_of (network, far);

          if ((i % 2 == 0 ? cable->a : cable->b) == v)
            g_string_append_printf (text, "[%u]%s\t\"%c-%016x\"[%u]\t\t# %s\"%s\" lid 1 %s\n",
                                    i % 2 == 0 ? cable->a_port : cable->b_port, host ? "(0)" : "",
                                    far < network->hosts ? 'H' : 'S', far + 1,
                                    i % 2 == 0 ? cable->b_port : cable->a_port,
                                    host ? "lid 1 lmc 0 " : "", far_name, rates[cable->speed]);
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static char *
write_ns3 (const Network *network, gboolean simai)
{
  GString *text = g_string_new (NULL);

  if (simai)
    g_string_append_printf (text, "%u 0 0 %u %u H100\n", network->hosts + network->switches,
                            network->switches, network->n);
  else
    g_string_append_printf (text, "%u %u %u\n", network->hosts + network->switches,
                            network->switches, network->n);
  for (guint s = 0; s < network->switches; s++)
    g_string_append_printf (text, "%u ", network->hosts + s);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < network->n; i++)
    g_string_append_printf (text, "%u %u %uGbps %gms 0\n", network->cable[i].a, network->cable[i].b,
                            SLOWEST << network->cable[i].speed, network->cable[i].ns / 1e6);
  return g_string_free (text, FALSE);
}

static char *
write_json (const Network *network, gboolean directed)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
                          "{\"directed\": %s, \"multigraph\": true, \"graph\": {},\n\"nodes\": [",
                          directed ? "true" : "false");
  for (guint v = 0; v < network->hosts + network->switches; v++)
    {
      g_autofree char *name = name_of (network, v);

      g_string_append_printf (text, "%s\n{\"type\": \"%s\", \"name\": \"%s\", \"id\": %u}",
                              v > 0 ? "," : "", v < network->hosts ? "host" : "switch", name, v);
    }
  g_string_append (text, "],\n\"links\": [");
  for (guint i = 0; i < (directed ? 2 : 1) * network->n; i++)
    {
      const Cable *cable = &network->cable[i % network->n];
      const gboolean back = i >= network->n;

      g_string_append_printf (text,
                              "%s\n{\"capacity\": %u, \"delay\": \"%uns\", \"source\": %u, "
                              "\"target\": %u, \"key\": 0}",
                              i > 0 ? "," : "", SLOWEST << cable->speed, cable->ns,
                              back ? cable->b : cable->a, back ? cable->a : cable->b);
    }
  g_string_append (text, "]}\n");
  return g_string_free (text, FALSE);
}

static char *
write_graphml (const Network *network)
{
  GString *text
      = g_string_new ("<?xml version='1.0' encoding='utf-8'?>\n"
                      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
                      "<key id=\"d2\" for=\"edge\" attr.name=\"latency\" attr.type=\"double\"/>\n"
                      "<key id=\"d1\" for=\"edge\" attr.name=\"rate\" attr.type=\"string\"/>\n"
                      "<key id=\"d0\" for=\"node\" attr.name=\"role\" attr.type=\"string\"/>\n"
                      "<graph edgedefault=\"undirected\">\n");

  for (guint v = 0; v < network->hosts + network->switches; v++)
    {
      g_autofree char *name = name_of (network, v);

      g_string_append_printf (text, "<node id=\"%s\"><data key=\"d0\">%s</data></node>\n", name,
                              v < network->hosts ? "server" : "leaf");
    }
  for (guint i = 0; i < network->n; i++)
    {
      g_autofree char *a = name_of (network, network->cable[i].a);
      g_autofree char *b = name_of (network, network->cable[i].b);

      g_string_append_printf (text,
                              "<edge source=\"%s\" target=\"%s\" id=\"%u\">\n  <data key=\"d1\">%u "
                              "Gbit/s</data>\n  <data key=\"d2\">%u.0</data>\n</edge>\n",
                              a, b, i, SLOWEST << network->cable[i].speed, network->cable[i].ns);
    }
  g_string_append (text, "</graph>\n</graphml>\n");
  return g_string_free (text, FALSE);
}

/* The fabric as our own parts build it. */
static DlFabric *
build (const Network *network)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  g_autoptr (GError) error = NULL;
  guint fastest = 0;
  DlFabric *fabric;

  for (guint v = 0; v < network->hosts + network->switches; v++)
    {
      g_autofree char *name = name_of (network, v);

      if (v < network->hosts)
        dl_fabric_builder_add_host (builder, name, 0);
      else
        dl_fabric_builder_add_switch (builder, name, 0, 0);
    }
  for (guint i = 0; i < network->n; i++)
    fastest = MAX (fastest, SLOWEST << network->cable[i].speed);
  for (guint i = 0; i < network->n; i++)
    {
      const Cable *cable = &network->cable[i];
      const DlFabricWire wire
          = { cable->ns * fastest / (64 * 8), { SLOWEST << cable->speed, 0, 0 } };
      const DlFabricEnd a = { cable->a < network->hosts ? cable->a : cable->a - network->hosts,
                              cable->a < network->hosts, cable->a_port };
      const DlFabricEnd b = { cable->b - network->hosts, FALSE, cable->b_port };

      g_assert_true (dl_fabric_builder_add_wired_cable (builder, a, b, wire, wire, &error));
    }
  fabric = dl_fabric_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return fabric;
}

static void
test_same (void)
{
  for (guint64 seed = 0; seed < TEST_ROUNDS (200); seed++)
    {
      const Network network = make_network (seed);
      const struct
      {
        const DlFabricFormat *format;
        char *text;
        gboolean timed;
      } files[] = {
        { &dl_fabric_ibsim, write_ibsim (&network), FALSE },
        { &dl_fabric_ibnetdiscover, write_ibnetdiscover (&network), FALSE },
        { &dl_fabric_ns3, write_ns3 (&network, FALSE), TRUE },
        { &dl_fabric_ns3, write_ns3 (&network, TRUE), TRUE },
        { &dl_fabric_node_link, write_json (&network, FALSE), TRUE },
        { &dl_fabric_node_link, write_json (&network, TRUE), TRUE },
        { &dl_fabric_graphml, write_graphml (&network), TRUE },
      };
      g_autoptr (DlFabric) own = build (&network);
      g_autofree char *timed = picture (own, TRUE), *plain = picture (own, FALSE);

      for (guint i = 0; i < G_N_ELEMENTS (files); i++)
        {
          g_autofree char *text = files[i].text;
          g_autoptr (DlFabric) fabric = read_clean (files[i].format, text);
          g_autofree char *read = picture (fabric, files[i].timed);

          g_assert_cmpstr (read, ==, files[i].timed ? timed : plain);
        }
    }
}

/* Each format ---------------------------------------------------------------------------------- */

static void
test_ibsim (void)
{
  static const char text[] = "Switch\t8 \"S0\"\t\t# \"leaf 0\" base port 0 lid 3 lmc 0\n"
                             "[1]\t\"H0\"[1]\n"
                             "[2]\t\"S1\"[5] w=8 s=4\n"
                             "[3]\t\"H0\"[2]\n"
                             "\n"
                             "Switch 6 \"S1\"\n"
                             "[1] \"H1\"\n" /* its first port */
                             "[5] \"S0\"[2] w=8 s=6\n"
                             "\n"
                             "Hca 2 \"H0\"\n"
                             "[1] \"S0\"[1]\n"
                             "[2] \"S0\"[3]\n"
                             "\n"
                             "Ca 1 \"H1\"\n"
                             "[1] \"S1\"[1]\n";
  static const char bad[] = "Switch 4 \"S0\"\n"
                            "[1] \"H0\"[1] s=9\n" /* an option out of range */
                            "[5] \"S1\"[1]\n"     /* a port that it does not have */
                            "[2] \"H0\"[2] w=1\n" /* the other end has w=2 */
                            "[3] \"X\"[1]\n"      /* no section; and not listed there */
                            "junk\n"
                            "[4] \"H0\"[3]\n"   /* no section is open */
                            "Switch 4 \"S0\"\n" /* again */
                            "Hca 3 \"H0\"\n"
                            "[1] \"S0\"[1]\n"
                            "[2] \"S0\"[2] w=2\n";
  static const guint lines[] = { 2, 3, 4, 5, 5, 6, 7, 8 };
  g_autoptr (DlFabric) fabric = read_clean (&dl_fabric_ibsim, text);

  g_assert_cmpuint (fabric->n_hosts, ==, 3);
  g_assert_cmpuint (fabric->n_switches, ==, 2);
  g_assert_cmpuint (fabric->n_channels, ==, 8);
  g_assert_cmpuint (dl_fabric_count_ports (fabric, dl_fabric_find (fabric, "leaf 0")), ==, 8);
  g_assert_cmpuint (fabric->channel_from_port[channel_of (fabric, "leaf 0", "S1")], ==, 2);
  g_assert_cmpuint (fabric->channel_to_port[channel_of (fabric, "leaf 0", "S1")], ==, 5);
  g_assert_cmpuint (fabric->channel_from_port[channel_of (fabric, "leaf 0", "H0 P2")], ==, 3);
  /* 12x of QDR; what does not state it is 4xSDR. */
  g_assert_cmpfloat (gbps_of (fabric, "S1", "leaf 0"), ==, 96);
  g_assert_cmpfloat (gbps_of (fabric, "H1", "S1"), ==, 8);
  check_notes (&dl_fabric_ibsim, bad, lines, G_N_ELEMENTS (lines));
}

/* A .topo file of three tiers is the fat tree that its numbers say. */
static void
test_htsim (void)
{
  static const char text[] = "# 16 hosts\nNodes 16\nTiers 3\nPodsize 8\n"
                             "Tier 0\nDownlink_speed_Gbps 100\nRadix_Down 4\nRadix_Up 4\n"
                             "Queue_Up 100\nOversubscribed 1\nDownlink_Latency_ns 512\n"
                             "Tier 1\nDownlink_speed_Gbps 100\nRadix_Down 4\nRadix_Up 4\nBundle 2\n"
                             "Downlink_Latency_ns 1024\nSwitch_Latency_ns 0\n"
                             "Tier 2\nDownlink_speed_Gbps 200\nRadix_Down 2\n";
  g_autoptr (DlFabric) fabric = read_clean (&dl_fabric_htsim, text);
  g_autoptr (DlFabric) leaf_spine = read_clean (
      &dl_fabric_htsim, "Nodes 8\nTiers 2\nPodsize 8\nTier 0\nRadix_Down 4\nRadix_Up 4\n"
                        "Tier 1\nRadix_Down 2\n");

  g_assert_cmpuint (fabric->n_hosts, ==, 16);
  g_assert_cmpuint (fabric->n_switches, ==, 4 + 4 + 8);
  g_assert_cmpuint (fabric->n_channels, ==, 2 * (16 + 4 * 4 + 4 * 4));
  g_assert_cmpuint (fabric->n_levels, ==, 3);
  g_assert_true (fabric->leveled);
  /* Cores of aggregation switch p of a pod are p, p + 2, ... */
  g_assert_cmpfloat (gbps_of (fabric, "agg3", "core7"), ==, 200);
  g_assert_cmpfloat (gbps_of (fabric, "tor3", "agg3"), ==, 100);
  /* A cycle is 2.56 ns, of 64 bytes at 200 Gb/s. */
  g_assert_cmpuint (fabric->channel_cycles[channel_of (fabric, "host5", "tor1")], ==, 200);
  g_assert_cmpuint (fabric->channel_cycles[channel_of (fabric, "agg2", "tor3")], ==, 400);
  g_assert_cmpuint (fabric->channel_cycles[channel_of (fabric, "core6", "agg0")], ==, 0);
  g_assert_cmpuint (leaf_spine->n_switches, ==, 2 + 4);
  g_assert_null (leaf_spine->graph->link_rate);
}

/* Delays that do not fit are told once. */
static void
test_slow (void)
{
  static const char text[] = "Nodes 8\nTiers 2\nPodsize 8\nTier 0\nRadix_Down 4\nRadix_Up 4\n"
                             "Downlink_speed_Gbps 800\nDownlink_Latency_ns 1000\n"
                             "Tier 1\nRadix_Down 2\nDownlink_speed_Gbps 800\n"
                             "Downlink_Latency_ns 640\n";
  DlFabricReport report = { 0 };
  g_autoptr (DlFabric) fabric = read_as (&dl_fabric_htsim, text, &report);

  g_assert_cmpuint (report.n_notes, ==, 1);
  g_assert_cmpuint (g_array_index (report.notes, DlFabricNote, 0).line, ==, 4);
  g_assert_cmpuint (fabric->channel_cycles[channel_of (fabric, "host5", "tor1")], ==, 1000);
  g_assert_cmpuint (fabric->channel_cycles[channel_of (fabric, "tor0", "agg2")], ==, 1000);
  dl_fabric_report_clear (&report);
}

static void
test_htsim_irregular (void)
{
  static const char bad[] = "Nodes 16\nTiers 2\nPodsize 8\n" /* pods of two tiers */
                            "Tier 0\nRadix_Down 4\nRadix_Up 4\nRadix_Up 8\nColor 3\n"
                            "Tier 1\nRadix_Down 3\nBundle two\n";
  static const guint lines[] = { 3, 7, 8, 10, 11 };

  check_notes (&dl_fabric_htsim, bad, lines, G_N_ELEMENTS (lines));
}

static void
test_ns3 (void)
{
  static const char hpcc[] = "5 2 5\n3 4 \n0 3 100Gbps 0.001ms 0\n1 3 100Gbps 1us 0\n"
                             "2 4 25Gb/s 1000ns 0.01\n3 4 400Gbps 0.0005ms 0\n"
                             "3 4 400000Mbps 500ns 0\n";
  /* Two servers of two GPUs; each server has an NVSwitch; each GPU has a link to both switches. */
  static const char simai[] = "8 2 2 2 12 A100\n4 5 6 7 \n"
                              "0 4 2400Gbps 0.000025ms 0\n0 6 100Gbps 0.0005ms 0\n"
                              "0 7 100Gbps 0.0005ms 0\n1 4 2400Gbps 0.000025ms 0\n"
                              "1 6 100Gbps 0.0005ms 0\n1 7 100Gbps 0.0005ms 0\n"
                              "2 5 2400Gbps 0.000025ms 0\n2 6 100Gbps 0.0005ms 0\n"
                              "2 7 100Gbps 0.0005ms 0\n3 5 2400Gbps 0.000025ms 0\n"
                              "3 6 100Gbps 0.0005ms 0\n3 7 100Gbps 0.0005ms 0\n";
  static const guint no_lines[] = { 0 };
  static const char bad[] = "6 2 6\n4 4 9\n" /* twice; not a node */
                            "0 4 100Gbps 0.001ms 0\n"
                            "1 4 fast 0.001ms 0\n"
                            "2 9 100Gbps 0.001ms 0\n"
                            "3 4 100Gbps 1s 0\n"  /* more than a channel can take */
                            "2 3 100Gbps 0ms 0\n" /* hosts */
                            "2 4 100Gbps 0ms 0 0\n"
                            "2 2 100Gbps 0ms 0\n";
  static const guint lines[] = { 1, 1, 2, 2, 4, 5, 6, 7, 8, 9 };
  g_autoptr (DlFabric) fabric = read_clean (&dl_fabric_ns3, hpcc);
  g_autoptr (DlFabric) rails = read_as (&dl_fabric_ns3, simai, NULL);

  g_assert_cmpuint (fabric->n_hosts, ==, 3);
  g_assert_cmpuint (fabric->n_switches, ==, 2);
  g_assert_cmpuint (fabric->n_channels, ==, 10);
  g_assert_cmpfloat (gbps_of (fabric, "node2", "switch4"), ==, 25);
  g_assert_cmpfloat (fabric->graph->link_capacity[channel_of (fabric, "switch3", "node1")], ==,
                     0.25);
  /* 1000 ns in cycles of 1.28 ns. */
  g_assert_cmpuint (fabric->channel_cycles[channel_of (fabric, "node0", "switch3")], ==, 781);
  g_assert_cmpuint (fabric->channel_cycles[channel_of (fabric, "switch3", "switch4")], ==, 391);
  g_assert_cmpuint (rails->n_hosts, ==, 8);
  g_assert_cmpuint (rails->n_switches, ==, 2);
  g_assert_cmpuint (dl_fabric_find (rails, "server1 gpu0/P2"), !=, DL_FABRIC_NONE);
  check_notes (&dl_fabric_ns3, simai, no_lines, 1);
  check_notes (&dl_fabric_ns3, bad, lines, G_N_ELEMENTS (lines));
}

static void
test_node_link (void)
{
  static const char netq[]
      = "[{\"links\": [{\"id\": \"A-*-L1\"}, {\"id\": \"B-*-L1\"}, {\"id\": \"L1-*-S1\"},\n"
        " {\"id\": \"C-*-L2\", \"speed\": \"100G\"}, {\"id\": \"L2-*-S1\"}],\n"
        " \"nodes\": [{\"compounded_nodes\": [{\"id\": \"A\", \"name\": \"gpu1\", \"tier\": -1},\n"
        "  {\"id\": \"B\", \"name\": \"gpu2\", \"tier\": -1},\n"
        "  {\"id\": \"C\", \"name\": \"gpu3\", \"tier\": -1}]},\n"
        "  {\"compounded_nodes\": [{\"id\": \"L1\", \"name\": \"leaf1\", \"tier\": 1},\n"
        "  {\"id\": \"L2\", \"name\": \"leaf2\", \"tier\": 1},\n"
        "  {\"id\": \"S1\", \"name\": \"spine1\", \"tier\": 2}]}]}]\n";
  /* Hosts by their only edge. */
  static const char plain[] = "{\"nodes\": [{\"id\": \"a\"}, {\"id\": \"b\"}, {\"id\": \"c\"}],"
                              " \"edges\": [{\"source\": \"a\", \"target\": \"b\"},"
                              " {\"source\": \"b\", \"target\": \"c\", \"rate\": 12.5}]}";
  static const char bad[] = "{\"directed\": true,\n\"nodes\": [\n{\"id\": 1},\n{\"id\": 1},\n{},\n"
                            "{\"id\": 2}, {\"id\": 4, \"type\": \"host\"}],\n\"links\": [\n"
                            "{\"source\": 1, \"target\": 2},\n{\"source\": 2, \"target\": 1,\n"
                            " \"capacity\": \"much\"},\n{\"source\": 4},\n"
                            "{\"source\": 4, \"target\": 3, \"delay\": -1},\n"
                            "{\"source\": 2, \"target\": 2}, {\"source\": 3, \"target\": 4}, "
                            "{\"source\": 3, \"target\": 1}]}";
  static const guint lines[] = { 4, 5, 9, 11, 12, 12, 13, 13 };
  g_autoptr (DlFabric) fabric = read_clean (&dl_fabric_node_link, netq);
  g_autoptr (DlFabric) small = read_clean (&dl_fabric_node_link, plain);

  g_assert_cmpuint (fabric->n_hosts, ==, 3);
  g_assert_cmpuint (fabric->n_switches, ==, 3);
  g_assert_cmpuint (fabric->n_channels, ==, 10);
  g_assert_cmpfloat (gbps_of (fabric, "leaf2", "gpu3"), ==, 100);
  g_assert_cmpuint (small->n_hosts, ==, 2);
  g_assert_cmpfloat (gbps_of (small, "c", "b"), ==, 12.5);
  check_notes (&dl_fabric_node_link, bad, lines, G_N_ELEMENTS (lines));
}

static void
test_graphml (void)
{
  static const char bad[]
      = "<graphml><key id=\"r\" attr.name=\"rate\"/><key id=\"n\" attr.name=\"label\"/>\n"
        "<graph edgedefault=\"directed\">\n<node id=\"a\"/><node/>\n<node id=\"a\"/>\n"
        "<node id=\"b\"><data key=\"n\">b &amp; <![CDATA[b]]></data></node>\n<node id=\"c\"/>\n"
        "<edge source=\"a\" target=\"b\"/>\n<edge source=\"b\"><data key=\"r\">1</data></edge>\n"
        "<edge source=\"b\" target=\"c\"><data key=\"r\">none</data></edge>\n"
        "</graph></graphml>\n";
  static const guint lines[] = { 3, 4, 8, 9, 0 };
  DlFabricReport report = { 0 };
  g_autoptr (DlFabric) fabric = read_as (&dl_fabric_graphml, bad, &report);

  g_assert_cmpuint (dl_fabric_find (fabric, "b & b"), ==, 2);
  g_assert_cmpuint (fabric->n_hosts, ==, 2);
  dl_fabric_report_clear (&report);
  check_notes (&dl_fabric_graphml, bad, lines, G_N_ELEMENTS (lines));
}

/* Hostile files -------------------------------------------------------------------------------- */

static void
test_refused (void)
{
  static const struct
  {
    const DlFabricFormat *format;
    const char *text, *message;
  } files[] = {
    { &dl_fabric_ibsim, "Switch 0 \"S\"\n", "F:1: the file is not a netlist of ibsim (*)" },
    { &dl_fabric_ibsim, "Switch 2 \"S\"\n[1] \"S\"[1] w=1\n", "F:2: a host is missing (*)" },
    { &dl_fabric_ibsim, "Hca 1 \"H\"\n\n", "F:2: a switch is missing (*)" },
    { &dl_fabric_htsim, "Nodes 16\nTiers 4\n", "F:2: Tiers is 4 (*)" },
    { &dl_fabric_htsim, "Tiers 2\nNodes 16\n\n", "F:3: Podsize is missing (*)" },
    { &dl_fabric_htsim,
      "Nodes 16\nTiers 2\nPodsize 5\nTier 0\nRadix_Down 4\nRadix_Up 4\n"
      "Tier 1\nRadix_Down 4\n",
      "F:3: Nodes, 16, is not a multiple of Podsize, 5 (*)" },
    { &dl_fabric_htsim, "Nodes 8\nTiers 2\nPodsize 8\nTier 0\nRadix_Down 4\nTier 1\n",
      "F:4: Radix_Up of tier 0 is missing (*)" },
    { &dl_fabric_htsim,
      "Nodes 2147483647\nTiers 3\nPodsize 2147483647\nTier 0\nRadix_Down 1\n"
      "Radix_Up 2147483647\nTier 1\nRadix_Down 1\nRadix_Up 2147483647\nTier 2\n"
      "Radix_Down 1\n",
      "F:11: the file has more than * (*)" },
    { &dl_fabric_htsim,
      "Nodes 20000\nTiers 2\nPodsize 20000\nTier 0\nRadix_Down 1\n"
      "Radix_Up 20000\nTier 1\nRadix_Down 20000\n",
      "F:8: the file has more than * (*)" },
    { &dl_fabric_ns3, "4294967295 4294967290 1\n", "F:1: the file is not a topology of ns-3 (*)" },
    { &dl_fabric_ns3, "4294967290 4 1\n0\n", "F:2: the file does not have a link (*)" },
    { &dl_fabric_node_link, "{\"nodes\": 3, \"links\": []}", "F:1: the JSON is not a graph (*)" },
    { &dl_fabric_node_link, "{\"nodes\": [],\n \"links\": []}",
      "F:2: the graph does not have an edge (*)" },
    { &dl_fabric_node_link, "{\"nodes\": [\n{\"id\": }]}", "F:2: this is not valid JSON: *" },
    { &dl_fabric_node_link, "{\"nodes\": [\n{\"id\": 1", "F:2: this is not valid JSON: *" },
    { &dl_fabric_node_link, "{\"nodes\": []} // [", "F:1: JSON does not have a character *" },
    { &dl_fabric_graphml, "<graphml>\n</graph>", "F:2: this is not valid XML: *" },
    { &dl_fabric_graphml, "<graphml>\n", "F:2: this is not valid XML: *" },
    { &dl_fabric_graphml, "<graphml>\n</graphml>\n", "F:3: the XML is not GraphML (*)" },
    { &dl_fabric_graphml,
      "<!DOCTYPE graphml [<!ENTITY a \"aa\"><!ENTITY b \"&a;&a;\">]>\n<graphml>&b;</graphml>",
      "F:2: this is not valid XML: *" },
    { &dl_fabric_graphml, "<graphml><graph/></graphml>", "F:1: the graph does not have an edge *" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (files[i].format->read (files[i].text, -1, "F", NULL, NULL, &error));
      if (!g_pattern_match_simple (files[i].message, error->message))
        g_error ("%s, not %s", error->message, files[i].message);
    }
}

/* Brackets, elements and numbers without end. */
static void
test_huge (void)
{
  g_autoptr (GString) deep = g_string_new ("{\"nodes\": ");
  g_autoptr (GString) hidden = g_string_new ("{\"nodes\": \"]]]]\\\"");
  g_autoptr (GString) elements = g_string_new ("<graphml><graph>");
  g_autoptr (GString) nodes = g_string_new ("{\"nodes\": [{\"id\": -1}");
  g_autoptr (GString) links = g_string_new ("10 1 1\n9\n");
  g_autoptr (GString) values = g_string_new ("{\"nodes\": [0");
  const struct
  {
    const DlFabricFormat *format;
    GString *text;
    DlFabricError code;
  } files[] = {
    { &dl_fabric_node_link, deep, DL_FABRIC_ERROR_LIMIT },
    { &dl_fabric_node_link, hidden, DL_FABRIC_ERROR_LIMIT },
    { &dl_fabric_graphml, elements, DL_FABRIC_ERROR_SYNTAX },
    { &dl_fabric_node_link, nodes, DL_FABRIC_ERROR_LIMIT },
    { &dl_fabric_ns3, links, DL_FABRIC_ERROR_EMPTY },
    { &dl_fabric_node_link, values, DL_FABRIC_ERROR_LIMIT },
  };

  g_string_append (hidden, "\", \"links\": ");
  for (guint i = 0; i < 1000000; i++)
    {
      g_string_append_c (deep, '[');
      g_string_append_c (hidden, '[');
      g_string_append (elements, "<node>");
      g_string_append_printf (nodes, ",\n{\"id\": %u}", i);
      g_string_append (links, "99 99 1Gbps 1ns 0\n");
      g_string_append (values, ",[],[],[],[],[]");
    }
  g_string_append (nodes, "], \"links\": [{\"source\": 1, \"target\": 2}]}");
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GError) error = NULL;
      DlFabricReport report = { 0 };

      g_assert_null (files[i].format->read (files[i].text->str, (gssize) files[i].text->len, "F",
                                            NULL, &report, &error));
      g_test_message ("%s", error->message);
      g_assert_error (error, DL_FABRIC_ERROR, (gint) files[i].code);
      g_assert_cmpuint (report.notes != NULL ? report.notes->len : 0, <=, DL_FABRIC_REPORT_MAX);
      dl_fabric_report_clear (&report);
    }
}

/* Whatever is left of a file, to each byte. */
static void
test_truncated (void)
{
  const Network network = make_network (3);
  const struct
  {
    const DlFabricFormat *format;
    char *text;
  } files[] = {
    { &dl_fabric_ibsim, write_ibsim (&network) },
    { &dl_fabric_ns3, write_ns3 (&network, FALSE) },
    { &dl_fabric_node_link, write_json (&network, TRUE) },
    { &dl_fabric_graphml, write_graphml (&network) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *text = files[i].text;

      for (gsize length = 0; length < strlen (text); length += TEST_SANITIZED ? 5 : 1)
        {
          g_autofree char *bare = g_memdup2 (text, length);
          g_autoptr (GError) error = NULL;
          g_autoptr (DlFabric) fabric
              = files[i].format->read (bare, (gssize) length, "F", NULL, NULL, &error);

          g_assert_true ((fabric == NULL) == (error != NULL));
          if (fabric != NULL)
            fabric_check (fabric);
          else
            g_assert_true (g_str_has_prefix (error->message, "F:"));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-formats/same", test_same);
  g_test_add_func ("/fabric-formats/ibsim", test_ibsim);
  g_test_add_func ("/fabric-formats/htsim", test_htsim);
  g_test_add_func ("/fabric-formats/slow", test_slow);
  g_test_add_func ("/fabric-formats/htsim-irregular", test_htsim_irregular);
  g_test_add_func ("/fabric-formats/ns3", test_ns3);
  g_test_add_func ("/fabric-formats/node-link", test_node_link);
  g_test_add_func ("/fabric-formats/graphml", test_graphml);
  g_test_add_func ("/fabric-formats/refused", test_refused);
  g_test_add_func ("/fabric-formats/huge", test_huge);
  g_test_add_func ("/fabric-formats/truncated", test_truncated);
  return g_test_run ();
}
