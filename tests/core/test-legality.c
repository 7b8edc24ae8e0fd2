/* Model 3: the legality relation L of consecutive channels. */
#include "oracle.h"

/* The @i-th of the channels that may follow @channel (link x VC) by its place in the network, or -1
 * if that is not there or not in L. */
static gint
legal_successor (const DlTorusRoutes *routes, guint channel, guint i)
{
  const DlTorusNetwork *network = routes->network;
  const guint link = channel / DL_TORUS_VCS, vc = channel % DL_TORUS_VCS;

  if (network->link_state[link] != DL_LINK_UP)
    return -1;
  const guint next = dl_torus_network_link (network, network->link_to[link], i / DL_TORUS_VCS);
  if (network->link_state[next] != DL_LINK_UP
      || !dl_torus_routes_legal (routes, link, vc, next, i % DL_TORUS_VCS))
    return -1;
  return DL_TORUS_VCS * next + i % DL_TORUS_VCS;
}

/* Are the channels of L without a cycle? Takes away channels that none leads to, until none is
 * left. */
static gboolean
legality_is_acyclic (const DlTorusRoutes *routes)
{
  const guint n = DL_TORUS_VCS * routes->network->n_links;
  const guint n_next = DL_TORUS_VCS * routes->network->n_ports;
  g_autofree guint *n_before = g_new0 (guint, n);
  g_autofree guint *queue = g_new (guint, n);
  guint head = 0, tail = 0;
  gint next;

  for (guint a = 0; a < n; a++)
    for (guint i = 0; i < n_next; i++)
      if ((next = legal_successor (routes, a, i)) >= 0)
        n_before[next]++;
  for (guint a = 0; a < n; a++)
    if (n_before[a] == 0)
      queue[tail++] = a;
  while (head < tail)
    {
      const guint a = queue[head++];
      for (guint i = 0; i < n_next; i++)
        if ((next = legal_successor (routes, a, i)) >= 0 && --n_before[next] == 0)
          queue[tail++] = next;
    }
  return tail == n;
}

/* "L itself is acyclic (checked for 944 sizes, wraps and datelines)." */
static void
test_acyclic (void)
{
  GRand *rand = g_rand_new_with_seed (944);

  for (int size = 0; size < 4 * 4 * 5; size++)
    for (int wraps = 0; wraps < 8; wraps++)
      {
        OracleTorus torus = oracle_torus_of (1 + size / 20, 1 + size / 5 % 4, 1 + size % 5);
        for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
          {
            torus.wrap[dim] = wraps >> dim & 1;
            torus.dateline[dim] = g_rand_int_range (rand, 0, torus.radix[dim]);
          }
        g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
        g_autofree char *text = oracle_torus_to_string (&torus);
        if (!legality_is_acyclic (routes))
          g_error ("L has a cycle: %s", text);
      }
  g_rand_free (rand);

  /* Datelines off: around the ring for ever. */
  OracleTorus ring = oracle_torus_of (1, 1, 5);
  ring.dateline[DL_Z] = -1;
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&ring);
  g_assert_false (legality_is_acyclic (routes));
}

typedef struct
{
  const char *a; /* "x,y,z:port" */
  guint vc_a;
  const char *b;
  guint vc_b;
  gboolean legal;
} Dependency;

static void
check_dependencies (const DlTorusRoutes *routes, const Dependency *cases, guint n_cases)
{
  for (guint i = 0; i < n_cases; i++)
    {
      DlTorusLinkAt a, b;

      g_assert_true (dl_torus_link_at_parse (cases[i].a, &a)
                     && dl_torus_link_at_parse (cases[i].b, &b));
      const guint node_a = dl_torus_network_node_at (routes->network, a.from);
      const guint node_b = dl_torus_network_node_at (routes->network, b.from);
      const guint link_a = dl_torus_network_link (routes->network, node_a, a.port);
      const guint link_b = dl_torus_network_link (routes->network, node_b, b.port);
      g_assert_cmpuint (routes->network->link_to[link_a], ==, node_b);
      if (dl_torus_routes_legal (routes, link_a, cases[i].vc_a, link_b, cases[i].vc_b)
          != cases[i].legal)
        g_error ("%s.%u to %s.%u should %sbe legal", cases[i].a, cases[i].vc_a, cases[i].b,
                 cases[i].vc_b, cases[i].legal ? "" : "not ");
    }
}

/* One dependency of each kind that L names, in a 5x5x5 torus with its datelines at 0. */
static void
test_rules (void)
{
  static const Dependency cases[] = {
    { "1,2,2:x+", 0, "2,2,2:x+", 0, TRUE },
    { "1,2,2:x+", 1, "2,2,2:x+", 1, TRUE },
    { "1,2,2:x+", 0, "2,2,2:x-", 0, FALSE }, /* 180 degrees */
    { "2,1,2:y+", 0, "2,2,2:y-", 0, FALSE },
    { "2,2,3:z-", 1, "2,2,2:z+", 1, FALSE },
    { "1,2,2:x-", 1, "0,2,2:y-", 0, TRUE }, /* to a lower dimension: always */
    { "2,3,2:y-", 1, "2,2,2:z-", 0, TRUE },
    { "2,1,2:y+", 0, "2,2,2:x-", 1, TRUE },
    { "2,3,2:y-", 0, "2,2,2:x+", 0, FALSE }, /* Y- never to X */
    { "2,2,1:z+", 0, "2,2,2:y-", 1, TRUE },
    { "2,2,1:z+", 0, "2,2,2:x+", 0, TRUE },
    { "2,2,3:z-", 0, "2,2,2:x+", 0, FALSE }, /* Z- never to X or Y */
    { "2,2,3:z-", 0, "2,2,2:y+", 0, FALSE },
    { "2,1,2:y+", 1, "2,2,2:x+", 0, FALSE }, /* VC1 of a torus never to a higher dimension */
    { "2,2,1:z+", 1, "2,2,2:x+", 0, FALSE },
    { "2,2,1:z+", 1, "2,2,2:y+", 0, FALSE },
    { "2,4,2:y+", 0, "2,0,2:y+", 1, TRUE }, /* the dateline */
    { "2,4,2:y+", 0, "2,0,2:y+", 0, FALSE },
    { "2,4,2:y+", 1, "2,0,2:y+", 1, FALSE },
    { "2,1,2:y-", 0, "2,0,2:y-", 1, TRUE },
    { "1,0,2:x+", 0, "2,0,2:y+", 0, FALSE }, /* out of it on VC1, turned in or not */
    { "1,0,2:x+", 0, "2,0,2:y+", 1, TRUE },
    { "1,1,2:y+", 0, "1,2,2:y+", 1, FALSE }, /* one VC inside a dimension */
    { "1,1,2:y+", 1, "1,2,2:y+", 0, FALSE },
  };
  /* The same with a mesh in Y: no dateline there, and nothing to keep VC1 for. */
  static const Dependency mesh_cases[] = {
    { "2,1,2:y+", 1, "2,2,2:x+", 0, TRUE },  { "2,1,2:y+", 0, "2,2,2:x+", 0, TRUE },
    { "2,3,2:y-", 1, "2,2,2:x+", 0, FALSE }, { "2,2,1:z+", 1, "2,2,2:y+", 0, FALSE },
    { "1,0,2:x+", 0, "2,0,2:y+", 0, TRUE },  { "2,0,2:y+", 0, "2,1,2:y+", 0, TRUE },
    { "2,1,2:y+", 0, "2,2,2:y-", 0, FALSE },
  };
  OracleTorus torus = oracle_torus_of (5, 5, 5);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);

  check_dependencies (routes, cases, G_N_ELEMENTS (cases));
  torus.wrap[DL_Y] = FALSE;
  g_autoptr (DlTorusRoutes) mesh = oracle_torus_build (&torus);
  check_dependencies (mesh, mesh_cases, G_N_ELEMENTS (mesh_cases));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/legality/rules", test_rules);
  g_test_add_func ("/legality/acyclic", test_acyclic);
  return g_test_run ();
}
