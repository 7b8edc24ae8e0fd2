/* Measured counters: files good, bad and partial, and how alike two lists are. */
#include "dl-cascade-sums.h"
#include "dl-counters.h"
#include "dl-families.h"

#include "dl-cabling.h"
#include "dl-correlation.h"
#include "dl-rng.h"

#include <math.h>
#include <string.h>

#define FOLDER "../shared/data/"
#define HEAD   "sg,sr,sc,dg,dr,dc,color,flits"

static DlCounters *
read_good (const char *text)
{
  g_autoptr (GError) error = NULL;
  DlCounters *counters = dl_counters_read (text, -1, "file", &error);

  g_assert_no_error (error);
  return counters;
}

/* One line, with the place first. */
static void
refused (const char *text, gint code, guint line, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *place = line > 0 ? g_strdup_printf ("file:%u: ", line) : g_strdup ("file: ");

  g_assert_null (dl_counters_read (text, -1, "file", &error));
  g_assert_error (error, DL_COUNTERS_ERROR, code);
  if (!g_str_has_prefix (error->message, place) || strstr (error->message, words) == NULL)
    g_error ("%s (should be: %s...%s...)", error->message, place, words);
  g_assert_null (strchr (error->message, '\n'));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

/* Torus ---------------------------------------------------------------------------------------- */

static char *
torus_text (const char *const *names, const char *rows)
{
  GString *text = g_string_new ("---\nkey: ANY\n---\n");

  for (; *names != NULL; names++)
    g_string_append_printf (text, "- [%s, int32]\n", *names);
  g_string_append_printf (text, "...\n%s", rows);
  return g_string_free (text, FALSE);
}

static const char *const usual[]
    = { "linkid", "sx", "sy", "sz", "tx", "ty", "tz", "code_region", "packets", NULL };
static const char *const bare[] = { "sx", "sy", "sz", "tx", "ty", "tz", "packets", NULL };

static DlTorusNetwork *
network_of (const DlCounters *counters)
{
  g_autoptr (GError) error = NULL;
  DlTorusSpec spec;
  DlTorusNetwork *network;

  dl_torus_spec_init (&spec);
  memcpy (spec.radix, dl_torus_counters (counters)->radix, sizeof spec.radix);
  network = dl_torus_network_new (&spec, &error);
  g_assert_no_error (error);
  dl_torus_spec_clear (&spec);
  return network;
}

/* All links of a torus with columns in a random order: links are those of a network. */
static void
test_torus_links (void)
{
  const guint radices[][DL_TORUS_N_DIMS] = { { 3, 4, 5 }, { 2, 3, 1 }, { 1, 1, 3 }, { 2, 2, 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (radices); i++)
    {
      const guint order[] = { 5, 8, 0, 3, 6, 1, 7, 4, 2 };
      const char *names[G_N_ELEMENTS (usual)] = { NULL };
      g_autoptr (GString) rows = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;
      DlTorusSpec spec;

      dl_torus_spec_init (&spec);
      memcpy (spec.radix, radices[i], sizeof spec.radix);
      g_autoptr (DlTorusNetwork) network = dl_torus_network_new (&spec, &error);
      g_assert_no_error (error);
      dl_torus_spec_clear (&spec);

      for (guint column = 0; column < G_N_ELEMENTS (order); column++)
        names[column] = usual[order[column]];
      for (guint link = 0; link < network->n_links; link++)
        {
          const DlTorusCoord *from = &network->torus.coord[link / network->n_ports], *to;

          if (network->link_state[link] == DL_LINK_ABSENT)
            continue;
          to = &network->torus.coord[network->link_to[link]];
          const gint values[] = { link,      from->at[0], from->at[1], from->at[2], to->at[0],
                                  to->at[1], to->at[2],   -2,          1000 + link };
          for (guint column = 0; column < G_N_ELEMENTS (order); column++)
            g_string_append_printf (rows, "%d ", values[order[column]]);
          g_string_append_c (rows, '\n');
        }
      text = torus_text (names, rows->str);
      g_autoptr (DlCounters) counters = read_good (text);
      g_autofree guint64 *packets = g_new (guint64, network->n_links);
      g_autofree guint8 *covered = g_new (guint8, network->n_links);
      g_assert_true (counters->kind == &dl_counters_kind_torus);
      g_assert_cmpmem (dl_torus_counters (counters)->radix,
                       sizeof dl_torus_counters (counters)->radix, radices[i], sizeof radices[i]);
      g_assert_cmpuint (counters->n_rows, ==, network->n_working_links);
      g_assert_cmpuint (dl_counters_one_sided (counters), ==, 0);
      dl_counters_torus_packets (counters, NULL, packets, covered);
      for (guint link = 0; link < network->n_links; link++)
        {
          const gboolean there = network->link_state[link] != DL_LINK_ABSENT;
          g_assert_cmpint (covered[link], ==, there);
          g_assert_cmpuint (packets[link], ==, there ? 1000 + link : 0);
        }
    }
}

static void
test_torus_regions (void)
{
  g_autofree char *text = torus_text (usual, "0 0 0 0 1 0 0 -2 100\n"
                                             "1 1 0 0 0 0 0 -2 7\n"
                                             "\n"
                                             "0 0 0 0 1 0 0 3 10\r\n"
                                             "9 2 0 0 0 0 0 3 5\n"
                                             "0 0 0 0 1 0 0 3 20\n"
                                             "0 0 0 0 1 0 0 1 1");
  g_autoptr (DlCounters) counters = read_good (text);
  g_autoptr (DlTorusNetwork) network = network_of (counters);
  g_autofree guint64 *packets = g_new (guint64, network->n_links);
  g_autofree guint8 *covered = g_new (guint8, network->n_links);
  const gint32 regions[] = { -2, 1, 3 }, third = 3, other = 4;
  guint n = 0;

  g_assert_cmpmem (dl_torus_counters (counters)->regions->data,
                   dl_torus_counters (counters)->regions->len * sizeof (gint32), regions,
                   sizeof regions);
  g_assert_true (dl_counters_has_region (counters, -2));
  g_assert_false (dl_counters_has_region (counters, 0));
  dl_counters_torus_packets (counters, &third, packets, covered);
  g_assert_cmpuint (packets[0], ==, 30);
  g_assert_cmpuint (packets[2 * 6], ==, 5); /* 2,0,0 by x+ */
  for (guint link = 0; link < network->n_links; link++)
    n += covered[link];
  g_assert_cmpuint (n, ==, 2);
  dl_counters_torus_packets (counters, NULL, packets, covered);
  g_assert_cmpuint (packets[0], ==, 131);
  dl_counters_torus_packets (counters, &other, packets, covered);
  g_assert_cmpuint (covered[0], ==, 0);
  /* 0 to 1 and back, 2 to 0 only. */
  g_assert_cmpuint (dl_counters_one_sided (counters), ==, 1);
}

static void
test_torus_bad (void)
{
  static const struct
  {
    const char *rows;
    gint code;
    guint line; /* of the rows */
    const char *words;
  } cases[] = {
    { "0 0 0 0 2 0 0 0 1\n0 0 0 0 7 0 0 0 1", DL_COUNTERS_ERROR_OUTSIDE, 1, "8x1x1" },
    { "0 0 0 0 1 0 0 0 1\n1 0 0 0 1 1 0 0 1", DL_COUNTERS_ERROR_OUTSIDE, 2, "neighbors" },
    { "0 1 1 1 1 1 1 0 1", DL_COUNTERS_ERROR_OUTSIDE, 1, "neighbors" },
    { "0 0 0 0 1 0 0 0", DL_COUNTERS_ERROR_SYNTAX, 1, "too few" },
    { "0 0 0 0 1 0 0 0 1 1", DL_COUNTERS_ERROR_SYNTAX, 1, "too many" },
    { "0 0 0 0 1 0 0 0 -1", DL_COUNTERS_ERROR_SYNTAX, 1, "packets: “-1”" },
    { "0 0 0 0 1 0 0 0 1.5", DL_COUNTERS_ERROR_SYNTAX, 1, "packets: “1.5”" },
    { "0 0 0 0 1 0 0 0 nan", DL_COUNTERS_ERROR_SYNTAX, 1, "packets" },
    { "0 0 0 0 1 0 0 x 1", DL_COUNTERS_ERROR_SYNTAX, 1, "code_region" },
    { "0 0 0 0 1 0 0 2147483648 1", DL_COUNTERS_ERROR_SYNTAX, 1, "code_region" },
    { "0 0 0 0 -1 0 0 0 1", DL_COUNTERS_ERROR_SYNTAX, 1, "tx" },
    { "0 40000 0 0 1 0 0 0 1", DL_COUNTERS_ERROR_SYNTAX, 1, "sx" },
    { "0 0 0 0 1 0 0 0 9223372036854775808", DL_COUNTERS_ERROR_SYNTAX, 1, "packets" },
    { "0 0 0 0 1 0 0 0 9223372036854775807\n0 0 0 0 1 0 0 0 1", DL_COUNTERS_ERROR_LIMIT, 2,
      "the sum" },
    { "5 0 0 0 1 0 0 0 1\n6 1 0 0 0 0 0 0 1\n5 1 0 0 0 0 0 0 1", DL_COUNTERS_ERROR_TWICE, 3,
      "line 14" },
  };
  g_autofree char *empty = torus_text (usual, "");
  g_autofree char *large = torus_text (bare, "99 0 0 98 0 0 1\n0 99 0 0 98 0 1\n0 0 9 0 0 8 1\n");
  g_autofree char *unnamed = torus_text (bare + 1, "0 0 1 0 0 1\n");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = torus_text (usual, cases[i].rows);
      refused (text, cases[i].code, 13 + cases[i].line, cases[i].words);
    }
  refused (empty, DL_COUNTERS_ERROR_EMPTY, 13, "no row");
  refused (large, DL_COUNTERS_ERROR_LIMIT, 0, "100x100x10");
  refused (unnamed, DL_COUNTERS_ERROR_FORMAT, 10, "“sx” is missing");
  refused ("---\nkey: X\n---\n- [sx, int32]\n", DL_COUNTERS_ERROR_FORMAT, 4, "header");
  refused ("---\n---\nsx\n", DL_COUNTERS_ERROR_SYNTAX, 3, "not a column");
  refused ("---\n---\n- [sx, int32]\n- [sx, int32]\n...\n", DL_COUNTERS_ERROR_TWICE, 5, "twice");
}

/* A table without numbers of links and code regions is of the whole program. */
static void
test_torus_bare (void)
{
  g_autofree char *text = torus_text (bare, "0 0 0 0 0 1 9223372036854775807\n0 0 1 0 0 0 0\n");
  g_autoptr (DlCounters) counters = read_good (text);
  const DlTorusCount *count = &g_array_index (dl_torus_counters (counters)->links, DlTorusCount, 0);

  g_assert_cmpuint (dl_torus_counters (counters)->links->len, ==, 2);
  g_assert_cmpint (count->region, ==, DL_COUNTERS_WHOLE);
  g_assert_cmpuint (count->link, ==, DL_TORUS_PORT_Z_PLUS);
  g_assert_cmpuint (count->packets, ==, G_MAXINT64);
}

/* Cascade -------------------------------------------------------------------------------------- */

static const char whole[]
    = "stalls_vc_7,stalls_vc_6,stalls_vc_5,stalls_vc_4,stalls_vc_3,stalls_vc_2,stalls_vc_1,"
      "stalls_vc_0,stalls/flit,color,dc,dr,dg,sc,sr,sg,flits_vc_0,flits_vc_1,flits_vc_2,"
      "flits_vc_3,flits_vc_4,flits_vc_5,flits_vc_6,flits_vc_7,flits,stalls,note\n"
      "8,7,6,5,4,3,2,1,.5,g,9,2,5,3,2,5,10,20,30,40,50,60,70,80,360,36,x\n"
      "0,0,0,0,0,0,0,0,,k,3,4,5,3,2,5,1,0,0,0,0,0,0,0,1,0,\n"
      "0,0,0,0,0,0,0,0,,k,3,4,5,3,2,5,2,0,0,0,0,0,0,0,2,0,\n"
      "0,0,0,0,0,0,0,0,,\"black\",3,2,5,3,4,5,4,0,0,0,0,0,0,0,4,0,\n"
      "0,0,0,0,0,0,0,0,,Blue,15,5,11,3,2,5,8,0,0,0,0,0,0,0,9,0,\n";

static void
test_cascade (void)
{
  g_autoptr (DlCounters) counters = read_good (whole);
  const DlCascadeCount *count
      = &g_array_index (dl_cascade_counters (counters)->links, DlCascadeCount, 0);
  DlCountersCoverage coverage;

  g_assert_true (counters->kind == &dl_counters_kind_cascade);
  g_assert_cmpuint (counters->n_rows, ==, 5);
  g_assert_cmpuint (counters->n_unknown, ==, 2);
  g_assert_true (dl_cascade_counters (counters)->has_stalls
                 && dl_cascade_counters (counters)->has_vc_flits
                 && dl_cascade_counters (counters)->has_vc_stalls);
  g_assert_cmpuint (dl_cascade_counters (counters)->groups->len, ==, 2);
  /* By their ends: 5.2.3 to 5.2.9, twice to 5.4.3, to 11.5.15, and 5.4.3 to 5.2.3. */
  g_assert_cmpuint (count[0].class, ==, DL_LINK_GREEN);
  g_assert_cmpuint (count[0].to.blade, ==, 9);
  g_assert_cmpuint (count[0].flits, ==, 360);
  g_assert_cmpuint (count[0].stalls, ==, 36);
  for (guint vc = 0; vc < DL_ARIES_VCS; vc++)
    {
      g_assert_cmpuint (count[0].vc_flits[vc], ==, 10 * (vc + 1));
      g_assert_cmpuint (count[0].vc_stalls[vc], ==, vc + 1);
    }
  g_assert_cmpuint (count[1].parallel, ==, 0);
  g_assert_cmpuint (count[1].flits, ==, 1);
  g_assert_cmpuint (count[2].parallel, ==, 1);
  g_assert_cmpuint (count[2].flits, ==, 2);
  g_assert_cmpuint (count[3].class, ==, DL_LINK_BLUE);
  g_assert_cmpuint (count[3].line, ==, 6);
  g_assert_cmpuint (count[4].class, ==, DL_LINK_BLACK);
  /* Only one of the black links has its other direction. */
  g_assert_cmpuint (dl_counters_one_sided (counters), ==, 3);
  /* 9 flits, 8 on the virtual channels. */
  g_assert_cmpuint (counters->n_notes, ==, 1);
  g_assert_true (g_str_has_prefix (counters->notes->pdata[0], "file:6: flits is 9, but "));

  g_assert_true (dl_counters_cover (counters, NULL, &coverage, NULL));
  g_assert_cmpuint (coverage.links[DL_LINK_BLACK], ==, 3);
  g_assert_cmpuint (coverage.machine[DL_LINK_GREEN], ==, 2 * 96 * 15);
  g_assert_cmpuint (coverage.machine[DL_LINK_BLUE], ==, 0);
}

/* Totals from virtual channels, columns that are not there. */
static void
test_cascade_partial (void)
{
  g_autoptr (DlCounters) few = read_good (HEAD "\n0,0,0,0,0,1,g,9223372036854775807\n");
  g_autoptr (DlCounters) vcs
      = read_good ("sg,sr,sc,dg,dr,dc,colour,flits_vc_0,flits_vc_1,flits_vc_2,flits_vc_3,"
                   "flits_vc_4,flits_vc_5,flits_vc_6,flits_vc_7,stalls_vc_0\n"
                   "0,0,0,0,0,1,g,1,2,3,4,5,6,7,8,99\n");
  const DlCascadeCount *count
      = &g_array_index (dl_cascade_counters (vcs)->links, DlCascadeCount, 0);

  g_assert_false (dl_cascade_counters (few)->has_stalls || dl_cascade_counters (few)->has_vc_flits
                  || dl_cascade_counters (few)->has_vc_stalls);
  g_assert_cmpuint (g_array_index (dl_cascade_counters (few)->links, DlCascadeCount, 0).flits, ==,
                    G_MAXINT64);
  g_assert_true (dl_cascade_counters (vcs)->has_vc_flits);
  g_assert_false (dl_cascade_counters (vcs)->has_stalls
                  || dl_cascade_counters (vcs)->has_vc_stalls);
  g_assert_cmpuint (count->flits, ==, 36);
}

static void
test_cascade_bad (void)
{
  static const struct
  {
    const char *text;
    gint code;
    guint line;
    const char *words;
  } cases[] = {
    { "", DL_COUNTERS_ERROR_EMPTY, 1, "empty" },
    { "\n \n", DL_COUNTERS_ERROR_EMPTY, 2, "empty" },
    { HEAD "\n", DL_COUNTERS_ERROR_EMPTY, 1, "no row" },
    { "from,to,flits\n1,2,3\n", DL_COUNTERS_ERROR_FORMAT, 1, "is not the start of a file" },
    { "sg,sr,sc,dg,dr,dc,flits\n", DL_COUNTERS_ERROR_FORMAT, 1, "“color” is missing" },
    { "sg,sr,sc,dg,dr,dc,color,stalls\n", DL_COUNTERS_ERROR_FORMAT, 1, "“flits” is missing" },
    { "sg,sr,sc,dg,dr,dc,color,flits_vc_0\n", DL_COUNTERS_ERROR_FORMAT, 1, "“flits” is missing" },
    { HEAD ",color\n", DL_COUNTERS_ERROR_TWICE, 1, "twice" },
    { HEAD ",colour\n", DL_COUNTERS_ERROR_TWICE, 1, "twice" },
    { HEAD "\n0,0,0,0,0,1,g\n", DL_COUNTERS_ERROR_SYNTAX, 2, "too few" },
    { HEAD "\n0,0,0,0,0,1,g,1,\n", DL_COUNTERS_ERROR_SYNTAX, 2, "too many" },
    { HEAD "\n0,0,0,0,0,1,g,\n", DL_COUNTERS_ERROR_SYNTAX, 2, "flits: “”" },
    { HEAD "\n0,0,0,0,0,1,red,1\n", DL_COUNTERS_ERROR_SYNTAX, 2, "“red”" },
    { HEAD "\n0,6,0,0,6,1,g,1\n", DL_COUNTERS_ERROR_SYNTAX, 2, "sr" },
    { HEAD "\n0,0,0,0,0,16,g,1\n", DL_COUNTERS_ERROR_SYNTAX, 2, "dc" },
    { HEAD "\n65536,0,0,0,0,1,b,1\n", DL_COUNTERS_ERROR_SYNTAX, 2, "sg" },
    { HEAD "\n0,0,0,0,0,1,k,1\n", DL_COUNTERS_ERROR_OUTSIDE, 2, "a black link" },
    { HEAD "\n0,0,0,0,1,0,g,1\n", DL_COUNTERS_ERROR_OUTSIDE, 2, "a green link" },
    { HEAD "\n0,0,0,0,0,0,g,1\n", DL_COUNTERS_ERROR_OUTSIDE, 2, "a green link" },
    { HEAD "\n0,0,0,0,1,0,b,1\n", DL_COUNTERS_ERROR_OUTSIDE, 2, "a blue link" },
    { HEAD "\n0,0,0,1,1,0,k,1\n", DL_COUNTERS_ERROR_OUTSIDE, 2, "a black link" },
    { HEAD "\n0,0,0,0,0,1,g,1\n0,0,1,0,0,0,g,1\n0,0,0,0,0,1,g,1\n", DL_COUNTERS_ERROR_TWICE, 4,
      "green" },
    { HEAD "\n0,0,0,0,0,1,g,9223372036854775807\n0,0,1,0,0,0,g,1\n", DL_COUNTERS_ERROR_LIMIT, 3,
      "the sum" },
    { HEAD "\n0,0,0,0,0,1,g,99999999999999999999999999\n", DL_COUNTERS_ERROR_SYNTAX, 2, "flits" },
    { "\xff\xfe\x01,\x02\n", DL_COUNTERS_ERROR_FORMAT, 1, "is not the start of a file" },
    { "g,r,c,n,jobid\n0,0,0,4,1\n", DL_COUNTERS_ERROR_SYNTAX, 2, "n:" },
    { "g,r,c,n,jobid\n0,0,0,3,me\n", DL_COUNTERS_ERROR_SYNTAX, 2, "jobid" },
    { "g,r,c,n,jobid\n0,0,0,3,1\n0,0,0,2,1\n0,0,0,3,2\n", DL_COUNTERS_ERROR_TWICE, 4, "line 2" },
    { "g,r,c,job\n", DL_COUNTERS_ERROR_FORMAT, 1, "“n” is missing" },
  };
  g_autoptr (GString) parallel = g_string_new (HEAD "\n");
  g_autoptr (GString) groups = g_string_new (HEAD "\n");
  g_autoptr (GString) wide = g_string_new (HEAD);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    refused (cases[i].text, cases[i].code, cases[i].line, cases[i].words);
  for (guint i = 0; i < 4; i++)
    g_string_append (parallel, "3,0,0,3,1,0,k,5\n");
  refused (parallel->str, DL_COUNTERS_ERROR_TWICE, 5, "black");
  for (guint i = 0; i < DL_DRAGONFLY_MAX_GROUPS + 1; i++)
    g_string_append_printf (groups, "%u,0,0,%u,0,1,g,1\n", 2 * i, 2 * i);
  refused (groups->str, DL_COUNTERS_ERROR_LIMIT, 0, "242 groups");
  for (guint i = 8; i <= DL_COUNTERS_MAX_COLUMNS; i++)
    g_string_append_printf (wide, ",other%u", i);
  refused (wide->str, DL_COUNTERS_ERROR_LIMIT, 1, "columns");
}

static void
test_too_large (void)
{
  g_autoptr (GError) error = NULL;

  /* Refused before a byte of it is read. */
  g_assert_null (dl_counters_read (HEAD, (gssize) DL_COUNTERS_MAX_BYTES + 1, "file", &error));
  g_assert_error (error, DL_COUNTERS_ERROR, DL_COUNTERS_ERROR_LIMIT);
}

static DlDragonfly *
machine_of (guint groups, guint chassis)
{
  g_autoptr (GError) error = NULL;
  DlDragonflySpec spec;
  DlDragonfly *dragonfly;

  dl_dragonfly_spec_init (&spec);
  spec.groups = groups;
  spec.chassis = chassis;
  dragonfly = dl_dragonfly_new (&spec, &error);
  g_assert_no_error (error);
  dl_dragonfly_spec_clear (&spec);
  return dragonfly;
}

/* Every link of a machine is found in it; another machine's are not. */
static void
test_cover (void)
{
  g_autoptr (DlDragonfly) machine = machine_of (3, 2);
  g_autoptr (DlDragonfly) smaller = machine_of (3, 1);
  g_autoptr (GString) text = g_string_new (HEAD "\n");
  g_autoptr (GString) last = g_string_new (HEAD "\n");
  g_autoptr (GError) error = NULL;
  guint all[DL_N_LINK_CLASSES] = { 0 }, of_smaller[DL_N_LINK_CLASSES] = { 0 };
  DlCountersCoverage coverage;

  for (guint link = 0; link < machine->n_links; link++)
    {
      const DlRouterAt *a = &machine->router[machine->link_from[link]];
      const DlRouterAt *b = &machine->router[machine->link_to[link]];
      GString *to[] = { text, a->chassis == 1 && b->chassis == 1 ? last : NULL };

      all[machine->link_class[link]]++;
      for (guint i = 0; i < 2; i++)
        if (to[i] != NULL)
          g_string_append_printf (to[i], "%u,%u,%u,%u,%u,%u,%s,%u\n", a->group, a->chassis,
                                  a->blade, b->group, b->chassis, b->blade,
                                  dl_link_class_name (machine->link_class[link]), link);
    }
  for (guint link = 0; link < smaller->n_links; link++)
    of_smaller[smaller->link_class[link]]++;

  g_autoptr (DlCounters) counters = read_good (text->str);
  g_assert_true (dl_counters_cover (counters, machine, &coverage, NULL));
  g_assert_cmpmem (coverage.links, sizeof all, all, sizeof all);
  g_assert_cmpmem (coverage.machine, sizeof all, all, sizeof all);
  g_assert_cmpuint (coverage.n_outside, ==, 0);
  g_assert_cmpuint (dl_counters_one_sided (counters), ==, 0);

  g_assert_true (dl_counters_cover (counters, smaller, &coverage, NULL));
  g_assert_cmpuint (coverage.links[DL_LINK_GREEN], ==, of_smaller[DL_LINK_GREEN]);
  g_assert_cmpuint (coverage.links[DL_LINK_BLACK], ==, 0);
  g_assert_cmpuint (coverage.n_outside, ==, counters->n_notes);
  g_assert_cmpuint (coverage.links[0] + coverage.links[1] + coverage.links[2] + coverage.n_outside,
                    ==, machine->n_links);
  g_assert_cmpuint (counters->notes->len, ==, 100);

  /* None of the second chassis' is in it. */
  g_autoptr (DlCounters) other = read_good (last->str);
  g_assert_false (dl_counters_cover (other, smaller, &coverage, &error));
  g_assert_error (error, DL_COUNTERS_ERROR, DL_COUNTERS_ERROR_MACHINE);
}

static void
test_jobs (void)
{
  g_autoptr (DlCounters) counters
      = read_good ("job,node,column,row,group,user\r\n7,3,15,5,240,a\r\n\r\n7,0,0,0,0,b\r\n"
                   "8,1,0,0,0,b\r\n");
  g_autoptr (DlDragonfly) machine = machine_of (3, 2);
  const DlJobNode *node = &g_array_index (dl_cascade_counters (counters)->jobs, DlJobNode, 0);
  DlCountersCoverage coverage;

  g_assert_true (counters->kind == &dl_counters_kind_jobs);
  g_assert_cmpuint (counters->n_unknown, ==, 1);
  g_assert_cmpuint (dl_cascade_counters (counters)->jobs->len, ==, 3);
  g_assert_cmpuint (node[1].node, ==, 1);
  g_assert_cmpuint (node[1].job, ==, 8);
  g_assert_cmpuint (node[2].router.group, ==, 240);
  g_assert_cmpuint (node[2].router.chassis, ==, 5);
  g_assert_true (dl_counters_cover (counters, machine, &coverage, NULL));
  g_assert_cmpuint (coverage.nodes, ==, 2);
  g_assert_cmpuint (coverage.n_outside, ==, 1);
  g_assert_cmpuint (coverage.machine_nodes, ==, 3 * 2 * 16 * 4);
  g_assert_true (g_str_has_prefix (counters->notes->pdata[0], "file:2: "));
}

/* Real machines -------------------------------------------------------------------------------- */

/* NULL, and the test is skipped, if the file is not there. */
static char *
load (const char *name, gsize *length)
{
  const char *above = "..";
  g_autofree char *path
      = g_build_filename (g_getenv ("G_TEST_SRCDIR"), above, above, FOLDER, name, NULL);
  g_autofree char *why = g_strdup_printf ("there is no %s%s", FOLDER, name);
  char *text = NULL;

  if (!g_file_get_contents (path, &text, length, NULL))
    g_test_skip (why);
  return text;
}

/* The first comma-separated field after @n others. */
static guint64
field (const char *line, guint n)
{
  for (; n > 0; n--)
    line = strchr (line, ',') + 1;
  return g_ascii_strtoull (line, NULL, 10);
}

static void
test_real_cascade (void)
{
  gsize length, cabling_length;
  g_autofree char *text = load ("edison-link-counters.csv", &length);
  g_autofree char *cabling = load ("edison-interconnect.txt", &cabling_length);
  g_autoptr (GError) error = NULL;
  DlCablingReport report = { 0 };
  DlCountersCoverage coverage;
  guint64 flits = 0, sum = 0, stalls = 0, all_stalls = 0;

  if (text == NULL || cabling == NULL)
    return;
  g_autoptr (DlCounters) counters = dl_counters_read (text, length, "edison", &error);
  g_assert_no_error (error);
  g_autoptr (DlDragonfly) machine
      = dl_cabling_read (cabling, cabling_length, "cabling", &report, &error);
  g_assert_no_error (error);
  for (const char *line = strchr (text, '\n') + 1; *line != '\0'; line = strchr (line, '\n') + 1)
    {
      flits += field (line, 7);
      stalls += field (line, 8);
    }
  for (guint i = 0; i < dl_cascade_counters (counters)->links->len; i++)
    {
      const DlCascadeCount *count
          = &g_array_index (dl_cascade_counters (counters)->links, DlCascadeCount, i);
      for (guint vc = 0; vc < DL_ARIES_VCS; vc++)
        {
          sum += count->vc_flits[vc];
          all_stalls += count->vc_stalls[vc];
        }
    }
  g_assert_cmpuint (flits, ==, sum);
  g_assert_cmpuint (stalls, ==, all_stalls);
  g_assert_cmpuint (counters->n_rows, ==, 4694);
  g_assert_cmpuint (counters->n_notes, ==, 0);
  g_assert_cmpuint (dl_cascade_counters (counters)->groups->len, ==, 15);
  g_assert_true (dl_counters_cover (counters, machine, &coverage, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (coverage.n_outside, ==, 0);
  g_assert_cmpuint (coverage.links[DL_LINK_GREEN], ==, 2100);
  g_assert_cmpuint (coverage.links[DL_LINK_BLACK], ==, 2100);
  g_assert_cmpuint (coverage.links[DL_LINK_BLUE], ==, 494);
  g_assert_cmpuint (coverage.machine[DL_LINK_BLUE], ==, 5040);
  dl_cabling_report_clear (&report);
}

static void
test_real_torus (void)
{
  gsize length;
  g_autofree char *text = load ("bgp-8x8x8-links.yaml", &length);
  g_autoptr (GError) error = NULL;
  const gint32 whole_program = DL_COUNTERS_WHOLE, first = 1;
  guint64 packets[8 * 8 * 8 * 6];
  guint8 covered[8 * 8 * 8 * 6];

  if (text == NULL)
    return;
  g_autoptr (DlCounters) counters = dl_counters_read (text, length, "bgp", &error);
  g_assert_no_error (error);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    g_assert_cmpuint (dl_torus_counters (counters)->radix[dim], ==, 8);
  g_assert_cmpuint (counters->n_rows, ==, 52224);
  g_assert_cmpuint (dl_torus_counters (counters)->regions->len, ==, 10);
  g_assert_cmpuint (dl_counters_one_sided (counters), ==, 0);
  dl_counters_torus_packets (counters, &whole_program, packets, covered);
  for (guint i = 0; i < G_N_ELEMENTS (covered); i++)
    g_assert_true (covered[i]);
  /* Values of its first lines. */
  g_assert_cmpuint (packets[0], ==, 9476);
  g_assert_cmpuint (packets[1], ==, 1089);
  g_assert_cmpuint (packets[5], ==, 1253);
  dl_counters_torus_packets (counters, &first, packets, covered);
  g_assert_cmpuint (packets[0], ==, 183);
}

static void
test_real_jobs (void)
{
  gsize length;
  g_autofree char *text = load ("edison-jobs.csv", &length);
  g_autoptr (GError) error = NULL;

  if (text == NULL)
    return;
  g_autoptr (DlCounters) counters = dl_counters_read (text, length, "jobs", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dl_cascade_counters (counters)->jobs->len, ==, 2682);
}

/* Correlation ---------------------------------------------------------------------------------- */

static void
test_correlation (void)
{
  const double a[] = { 1, 2, 3, 4, 5 }, twice[] = { 12, 14, 16, 18, 20 };
  const double down[] = { 5, 4, 3, 2, 1 }, curve[] = { 1, 10, 100, 1000, 1e9 };
  const double same[] = { .1, .1, .1, .1, .1 }, ties[] = { 1, 1, 2, 3, 3 };
  double shares[] = { 1, 3, 0, 4 }, none[] = { 0, 0 };

  g_assert_cmpfloat_with_epsilon (dl_correlation (a, twice, 5), 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (dl_correlation (a, down, 5), -1, 1e-12);
  g_assert_cmpfloat (dl_correlation (a, curve, 5), <, .8);
  g_assert_cmpfloat_with_epsilon (dl_rank_correlation (a, curve, 5), 1, 1e-12);
  g_assert_true (isnan (dl_correlation (a, same, 5)));
  g_assert_true (isnan (dl_rank_correlation (same, a, 5)));
  g_assert_true (isnan (dl_correlation (a, twice, 1)));
  /* Ranks 1.5 1.5 3 4.5 4.5: covariance 9, variances 10 and 9. */
  g_assert_cmpfloat_with_epsilon (dl_rank_correlation (a, ties, 5), 9 / sqrt (90), 1e-12);

  dl_normalize (shares, 4);
  g_assert_cmpfloat (shares[1], ==, .375);
  dl_normalize (none, 2);
  g_assert_true (isnan (none[0]) && isnan (none[1]));
  g_assert_true (isnan (dl_rank_correlation (none, a, 2)));
  g_assert_true (isnan (dl_correlation (none, a, 2)));
}

/* By the definition with pairs: no mean, no sorting. */
static void
test_correlation_random (void)
{
  DlRng rng;

  dl_rng_init (&rng, 5);
  for (guint run = 0; run < 200; run++)
    {
      const guint n = 3 + dl_rng_below (&rng, 20), most = 2 + dl_rng_below (&rng, 30);
      g_autofree double *a = g_new (double, n), *b = g_new (double, n);
      double ab = 0, aa = 0, bb = 0, rank_ab = 0, rank_aa = 0, rank_bb = 0;

      for (guint i = 0; i < n; i++)
        {
          a[i] = dl_rng_below (&rng, most);
          b[i] = a[i] * dl_rng_below (&rng, 3) + dl_rng_below (&rng, most);
        }
      for (guint i = 0; i < n; i++)
        for (guint j = 0; j < n; j++)
          {
            double rank_a = 0, rank_b = 0;

            ab += (a[i] - a[j]) * (b[i] - b[j]);
            aa += (a[i] - a[j]) * (a[i] - a[j]);
            bb += (b[i] - b[j]) * (b[i] - b[j]);
            for (guint k = 0; k < n; k++)
              {
                rank_a += ((a[k] < a[i]) - (a[k] > a[i]) - (a[k] < a[j]) + (a[k] > a[j])) / 2.;
                rank_b += ((b[k] < b[i]) - (b[k] > b[i]) - (b[k] < b[j]) + (b[k] > b[j])) / 2.;
              }
            rank_ab += rank_a * rank_b;
            rank_aa += rank_a * rank_a;
            rank_bb += rank_b * rank_b;
          }
      if (aa == 0 || bb == 0)
        {
          g_assert_true (isnan (dl_correlation (a, b, n)));
          g_assert_true (isnan (dl_rank_correlation (a, b, n)));
          continue;
        }
      g_assert_cmpfloat_with_epsilon (dl_correlation (a, b, n), ab / sqrt (aa * bb), 1e-9);
      g_assert_cmpfloat_with_epsilon (dl_rank_correlation (a, b, n),
                                      rank_ab / sqrt (rank_aa * rank_bb), 1e-9);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/counters/torus/links", test_torus_links);
  g_test_add_func ("/counters/torus/regions", test_torus_regions);
  g_test_add_func ("/counters/torus/bare", test_torus_bare);
  g_test_add_func ("/counters/torus/bad", test_torus_bad);
  g_test_add_func ("/counters/torus/real", test_real_torus);
  g_test_add_func ("/counters/cascade/whole", test_cascade);
  g_test_add_func ("/counters/cascade/partial", test_cascade_partial);
  g_test_add_func ("/counters/cascade/bad", test_cascade_bad);
  g_test_add_func ("/counters/cascade/cover", test_cover);
  g_test_add_func ("/counters/cascade/real", test_real_cascade);
  g_test_add_func ("/counters/jobs", test_jobs);
  g_test_add_func ("/counters/jobs/real", test_real_jobs);
  g_test_add_func ("/counters/too-large", test_too_large);
  g_test_add_func ("/correlation", test_correlation);
  g_test_add_func ("/correlation/random", test_correlation_random);
  return g_test_run ();
}
