/* Where packets are between two cycles: none is lost or doubled, and each is followed from cycle to
 * cycle along the route that was walked without a simulator. */
#include "aries-fixture.h"
#include "dl-flights.h"
#include "sim-fixture.h"
#include "test-rounds.h"

#include <math.h>
#include <string.h>

static GArray *
flights_new (void)
{
  return g_array_new (FALSE, TRUE, sizeof (DlFlight));
}

static const DlFlight *
nth (const GArray *flights, guint i)
{
  return &g_array_index (flights, DlFlight, i);
}

static gboolean
flight_equal (const DlFlight *a, const DlFlight *b)
{
  return dl_flight_compare (a, b) == 0 && a->router == b->router && a->in == b->in
         && a->out == b->out && a->left == b->left && a->of == b->of && a->rank == b->rank
         && a->place == b->place && a->vc == b->vc && a->flits == b->flits;
}

static void
assert_same (const GArray *a, const GArray *b, const char *text)
{
  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++)
    if (!flight_equal (nth (a, i), nth (b, i)))
      g_error ("packet %u of %u is elsewhere: %s", i, a->len, text);
}

/* Do both wait in the buffer behind the same link, or of the same node? */
static gboolean
same_input (const DlFlight *a, const DlFlight *b)
{
  return a->place == DL_FLIGHT_INPUT && b->place == DL_FLIGHT_INPUT && a->router == b->router
         && a->in == b->in && (a->in != DL_FLIGHT_NO_LINK || a->source == b->source);
}

/* In each queue there is one packet of each rank: in a torus it has all that came by a virtual
 * channel, in a dragonfly those that go on by one of @n_vcs. */
static void
check_queues (const GArray *flights, gboolean torus, guint n_vcs, const char *text)
{
  for (guint i = 0; i < flights->len; i++)
    {
      const DlFlight *flight = nth (flights, i);
      guint beside = 0, before = 0;

      for (guint k = 0; k < flights->len; k++)
        if (same_input (flight, nth (flights, k)) && (!torus || flight->vc == nth (flights, k)->vc))
          {
            beside += nth (flights, k)->rank == flight->rank;
            before += nth (flights, k)->rank + 1 == flight->rank;
          }
      if (beside > (torus ? 1 : n_vcs) || (flight->rank > 0 && before < beside))
        g_error ("packet %u, number %u of its queue: %u next before it, %u there: %s", i,
                 flight->rank, before, beside, text);
    }
}

/* A torus ---------------------------------------------------------------------------------------
 */

/* Flits in the buffer behind each link, and on their way there, are among those that its credits
 * are short of. */
static void
check_buffers (const DlSeastar *sim, const DlTorusNetwork *network, const GArray *flights,
               const char *text)
{
  g_autofree guint *flits = g_new0 (guint, network->n_links);

  for (guint i = 0; i < flights->len; i++)
    {
      const DlFlight *flight = nth (flights, i);

      if (flight->place == DL_FLIGHT_LINK)
        flits[flight->out] += flight->flits;
      else if (flight->place == DL_FLIGHT_INPUT && flight->in != DL_FLIGHT_NO_LINK)
        flits[flight->in] += flight->flits;
    }
  for (guint link = 0; link < network->n_links; link++)
    if (flits[link]
        > dl_seastar_get_occupancy (sim, link / network->n_ports, link % network->n_ports))
      g_error ("link %u: %u flits, of which its output does not know: %s", link, flits[link], text);
}

static guint64
in_network (const DlSeastar *sim)
{
  DlSimCounters counters;

  dl_seastar_get_counters (sim, &counters);
  return counters.injected - counters.delivered - counters.dropped_link - counters.dropped_deadlock;
}

/* Any scenario that cannot deadlock, also with links that make errors: the packets are those that
 * were counted, in whatever blocks. */
static void
test_conserved (void)
{
  GRand *rand = g_rand_new_with_seed (1);
  g_autoptr (GArray) flights = flights_new ();
  g_autoptr (GArray) others = flights_new ();

  for (guint32 seed = 0, n = 0; n < TEST_ROUNDS (12); seed++)
    {
      OracleTorus torus;

      oracle_torus_random (&torus, seed, seed % 5);
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      DlSeastarPlanOptions options = sim_options (routes);
      g_autoptr (DlTorusAnalysis) analysis
          = dl_torus_analysis_new (routes, options.sent.demand, NULL);
      if (!analysis->verdict->deadlock_free || routes->network->n_nodes > 80)
        continue;
      n++;
      options.router.link_cycles = g_rand_int_range (rand, 1, 40);
      options.router.crossbar_cycles = g_rand_int_range (rand, 1, 12);
      options.router.input_buffer = g_rand_int_range (rand, 9, 60);
      options.router.link_error_rate = n % 2 * 0.01;
      options.packet_flits = g_rand_int_range (rand, 1, 10);
      options.load = n % 4 == 0 ? INFINITY : g_rand_double_range (rand, 0, 0.6);
      options.response_share = n % 3 * 0.2;
      options.seed = seed;
      g_autoptr (DlSeastarPlan) plan = dl_seastar_plan_new (&options, NULL);
      g_autoptr (DlSeastar) sim = dl_seastar_new (plan, 0);
      g_autoptr (DlSeastar) small = dl_seastar_new (plan, 1 + seed % 7);
      g_autofree char *text = oracle_torus_to_string (&torus);

      dl_seastar_set_threads (small, 1 + n % 3);
      for (guint i = 0; i < 12; i++)
        {
          const guint cycles = g_rand_int_range (rand, 1, 90);

          dl_seastar_run (sim, cycles);
          dl_seastar_run (small, cycles);
          dl_seastar_get_flights (sim, flights);
          dl_seastar_get_flights (small, others);
          if (flights->len != in_network (sim))
            g_error ("%u packets of %" G_GUINT64_FORMAT ": %s", flights->len, in_network (sim),
                     text);
          assert_same (flights, others, text);
          check_buffers (sim, routes->network, flights, text);
          check_queues (flights, TRUE, 0, text);
        }
    }
  g_rand_free (rand);
}

/* The place of a packet that is alone, by the router's delays: written from model 4. */
static DlFlight
where_alone (const DlTorusRoutes *routes, const DlTorusRoute *route, const DlRouterSpec *router,
             const DlFlight *packet, guint64 now)
{
  const guint link = router->link_cycles, crossbar = router->crossbar_cycles;
  DlFlight flight = *packet;
  guint64 at = packet->injected; /* it comes to its first router, in this cycle */

  flight.router = packet->source;
  flight.in = DL_FLIGHT_NO_LINK;
  flight.rank = 0;
  for (guint hop = 0;; hop++)
    {
      const gboolean last = hop == route->n_hops;

      flight.out = last ? DL_FLIGHT_NO_LINK : route->hops[hop].link;
      flight.vc = last ? 0 : route->hops[hop].vc;
      if (now <= at + crossbar)
        {
          flight.place = DL_FLIGHT_CROSSBAR;
          flight.left = at + crossbar - now;
          flight.of = crossbar;
          return flight;
        }
      at += crossbar;
      if (last)
        break;
      if (now <= at + link)
        {
          flight.place = DL_FLIGHT_LINK;
          flight.in = DL_FLIGHT_NO_LINK;
          flight.left = at + link - now;
          flight.of = link;
          return flight;
        }
      at += link;
      flight.router = routes->network->link_to[flight.out];
      flight.in = flight.out;
    }
  flight.place = DL_FLIGHT_EJECTED;
  flight.in = flight.out = DL_FLIGHT_NO_LINK;
  flight.left = flight.of = 0;
  return flight;
}

/* Alone in the network a packet is where its delays say, in every cycle. */
static void
test_alone (void)
{
  const OracleTorus torus = sim_torus (4, 3, 5);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_auto (DlTorusRoute) route = { 0 };
  g_autoptr (GArray) flights = flights_new ();

  for (guint i = 0; i < TEST_ROUNDS (60); i++)
    {
      const guint source = i * 7 % 60, dest = (i * 31 + 11) % 60;
      const DlFlow flow = { source, dest, 1 };
      g_autoptr (GArray) flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
      const DlDemand demand = { .flows = flows };
      DlSeastarPlanOptions options = sim_options (routes);
      guint seen = 0;

      if (source == dest)
        continue;
      g_array_append_val (flows, flow);
      options.sent.demand = &demand;
      options.packet_flits = 1 + i % 9;
      options.router.link_cycles = 1 + i % 23;
      options.router.crossbar_cycles = 1 + i % 9;
      options.load = 0.02; /* no second one before the sources stop */
      options.seed = i;
      g_autoptr (DlSeastar) sim = sim_new (&options);

      dl_torus_routes_walk (routes, source, dest, &route);
      do
        {
          dl_seastar_run (sim, 1);
          dl_seastar_get_flights (sim, flights);
        }
      while (flights->len == 0);
      dl_seastar_stop_sources (sim);
      for (; flights->len == 1; seen++)
        {
          const DlFlight *flight = nth (flights, 0);
          const DlFlight due
              = where_alone (routes, &route, &options.router, flight, dl_seastar_cycle (sim));

          g_assert_cmpuint (flight->source, ==, source);
          g_assert_cmpuint (flight->dest, ==, dest);
          g_assert_cmpuint (flight->flits, ==, options.packet_flits);
          g_assert_cmpuint (flight->place, ==, due.place);
          g_assert_true (flight_equal (flight, &due));
          dl_seastar_run (sim, 1);
          dl_seastar_get_flights (sim, flights);
        }
      g_assert_cmpuint (flights->len, ==, 0);
      /* Seen for its latency: it was seen in every cycle but the one in which it is gone. */
      g_assert_cmpuint (seen, ==,
                        (options.router.link_cycles + options.router.crossbar_cycles) * route.n_hops
                            + options.router.crossbar_cycles
                            + (guint) ceil (options.packet_flits * 12 / 5.0));
    }
}

/* A packet as it was followed: how many of its route's links it has begun. */
typedef struct
{
  DlFlight seen;
  guint hop;
  gboolean here; /* in this cycle */
} Followed;

static guint
key_hash (gconstpointer key)
{
  const DlFlight *flight = key;

  return flight->source * 31 + flight->dest * 7 + (guint) flight->injected;
}

static gboolean
key_equal (gconstpointer a, gconstpointer b)
{
  return dl_flight_compare (a, b) == 0;
}

/* The hop of @route that a packet that is on or waits for its link must have begun. */
static void
follow_torus (const DlTorusRoutes *routes, const DlTorusRoute *route, Followed *packet,
              const DlFlight *now)
{
  const DlFlight *before = &packet->seen;
  const gboolean moved = before->place != now->place || before->router != now->router;

  if (now->place == DL_FLIGHT_LINK)
    {
      if (before->place == DL_FLIGHT_LINK && before->out == now->out)
        g_assert_cmpuint (now->left + 1, ==, before->left);
      else
        {
          g_assert_cmpuint (packet->hop, <, route->n_hops);
          g_assert_cmpuint (now->out, ==, route->hops[packet->hop].link);
          g_assert_cmpuint (now->vc, ==, route->hops[packet->hop].vc);
          g_assert_cmpuint (now->left, ==, now->of - 1);
          packet->hop++;
        }
      return;
    }
  /* It stands where its last link led. */
  g_assert_cmpuint (now->router, ==,
                    packet->hop == 0 ? now->source
                                     : routes->network->link_to[route->hops[packet->hop - 1].link]);
  if (now->place == DL_FLIGHT_EJECTED)
    g_assert_cmpuint (packet->hop, ==, route->n_hops);
  else
    {
      /* In the buffer of the link that it came by. */
      if (now->place == DL_FLIGHT_INPUT && packet->hop > 0)
        g_assert_cmpuint (now->vc, ==, route->hops[packet->hop - 1].vc);
      g_assert_cmpuint (now->in, ==,
                        packet->hop == 0 ? DL_FLIGHT_NO_LINK : route->hops[packet->hop - 1].link);
      g_assert_cmpuint (now->out, ==,
                        packet->hop == route->n_hops ? DL_FLIGHT_NO_LINK
                                                     : route->hops[packet->hop].link);
    }
  if (moved)
    g_assert_true (now->router != before->router || now->place > before->place);
  else if (now->place == DL_FLIGHT_CROSSBAR)
    g_assert_cmpuint (now->left + 1, ==, before->left);
  else
    g_assert_cmpuint (now->rank, <=, before->rank);
}

/* Packets that are gone were being taken in by their nodes. */
static gboolean
is_gone (gpointer key, gpointer value, gpointer data)
{
  Followed *packet = value;
  guint *n_gone = data;

  if (packet->here)
    {
      packet->here = FALSE;
      return FALSE;
    }
  g_assert_cmpuint (packet->seen.place, ==, DL_FLIGHT_EJECTED);
  (*n_gone)++;
  return TRUE;
}

static Followed *
find_or_add (GHashTable *packets, const DlFlight *flight)
{
  Followed *packet = g_hash_table_lookup (packets, flight);

  if (packet == NULL)
    {
      packet = g_new0 (Followed, 1);
      packet->seen = *flight;
      packet->seen.place = DL_FLIGHT_INPUT; /* as it came in */
      packet->seen.router = flight->source;
      packet->seen.rank = G_MAXUINT16;
      g_hash_table_add (packets, packet);
    }
  return packet;
}

/* In a busy network each packet goes along the walked route, link by link. */
static void
test_followed (void)
{
  for (guint round = 0; round < TEST_ROUNDS (6); round++)
    {
      const OracleTorus torus = sim_torus (4 + round % 3, 3, 1 + round % 2 * 2);
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      DlSeastarPlanOptions options = sim_options (routes);
      g_autoptr (GHashTable) packets = g_hash_table_new_full (key_hash, key_equal, g_free, NULL);
      g_autoptr (GArray) flights = flights_new ();
      g_auto (DlTorusRoute) route = { 0 };
      DlSimCounters counters;
      guint n_gone = 0;

      options.load = round == 0 ? INFINITY : 0.1 * round;
      options.packet_flits = 1 + round * 3 % 9;
      options.router.link_cycles = 3 + 5 * round;
      options.seed = round;
      g_autoptr (DlSeastar) sim = sim_new (&options);

      for (guint i = 0; i < 600; i++)
        {
          dl_seastar_run (sim, 1);
          dl_seastar_get_flights (sim, flights);
          for (guint k = 0; k < flights->len; k++)
            {
              const DlFlight *flight = nth (flights, k);
              Followed *packet = find_or_add (packets, flight);

              dl_torus_routes_walk (routes, flight->source, flight->dest, &route);
              follow_torus (routes, &route, packet, flight);
              packet->seen = *flight;
              packet->here = TRUE;
            }
          g_hash_table_foreach_remove (packets, is_gone, &n_gone);
        }
      dl_seastar_get_counters (sim, &counters);
      g_assert_cmpuint (n_gone, ==, counters.delivered);
      g_assert_cmpuint (n_gone, >, 20);
    }
}

/* A dragonfly ---------------------------------------------------------------------------------- */

/* The same in a dragonfly, where routes are chosen on the way: a walk over links that are there,
 * from the source to the destination, each in the time that it takes. */
static void
follow_dragonfly (const DlDragonfly *net, Followed *packet, const DlFlight *now)
{
  const DlFlight *before = &packet->seen;

  if (before->place == DL_FLIGHT_LINK)
    {
      if (now->place == DL_FLIGHT_LINK && now->out == before->out)
        {
          g_assert_cmpuint (now->left + 1, ==, before->left);
          return;
        }
      g_assert_cmpuint (before->left, ==, 0);
      g_assert_cmpuint (now->router, ==, net->link_to[before->out]);
    }
  else
    {
      g_assert_cmpuint (now->router, ==, before->router);
      g_assert_true (before->place != DL_FLIGHT_EJECTED || now->place == DL_FLIGHT_EJECTED);
    }
  switch ((DlFlightPlace) now->place)
    {
    case DL_FLIGHT_LINK:
      g_assert_cmpuint (net->link_from[now->out], ==, now->router);
      g_assert_cmpuint (net->link_state[now->out], ==, DL_LINK_UP);
      g_assert_cmpuint (now->left, >=, now->of - 1);
      packet->hop++;
      break;
    case DL_FLIGHT_INPUT:
      if (before->place == DL_FLIGHT_LINK)
        {
          g_assert_cmpuint (now->in, ==, before->out);
          g_assert_cmpuint (now->vc, ==, before->vc);
        }
      if (now->out != DL_FLIGHT_NO_LINK)
        g_assert_cmpuint (net->link_from[now->out], ==, now->router);
      else
        g_assert_cmpuint (now->router, ==, now->dest / net->nodes_per_router);
      break;
    case DL_FLIGHT_EJECTED:
      g_assert_cmpuint (now->router, ==, now->dest / net->nodes_per_router);
      break;
    case DL_FLIGHT_CROSSBAR:
    case DL_FLIGHT_OUTPUT:
    case DL_N_FLIGHT_PLACES:
      g_assert_not_reached ();
    }
}

static void
test_dragonfly_followed (void)
{
  static const char *const modes[] = { "min-hash", "valiant", "adaptive-0" };

  for (guint round = 0; round < TEST_ROUNDS (9); round++)
    {
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (round + 1, 0, &text);
      g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
      g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_uniform (net);
      DlAriesPlanOptions options = aries_options (routes, demand);
      g_autoptr (GHashTable) packets = g_hash_table_new_full (key_hash, key_equal, g_free, NULL);
      g_autoptr (GArray) flights = flights_new ();
      DlSimCounters counters;
      guint n_gone = 0, vcs = 0;

      options.mode = dl_dragonfly_mode_find (modes[round % 3]);
      options.router.node_rate = 1; /* of a node and a cycle there is one packet at most */
      options.router.link_cycles = 2 + round;
      options.seed = round;
      g_autoptr (DlAries) sim = aries_new (&options, 0, 1);

      for (guint i = 0; i < 300; i++)
        {
          dl_aries_run (sim, 1);
          dl_aries_get_flights (sim, flights);
          for (guint k = 0; k < flights->len; k++)
            {
              const DlFlight *flight = nth (flights, k);
              Followed *packet = g_hash_table_lookup (packets, flight);

              if (packet == NULL)
                {
                  packet = find_or_add (packets, flight);
                  packet->seen.router = flight->source / net->nodes_per_router;
                }
              follow_dragonfly (net, packet, flight);
              vcs |= 1u << flight->vc;
              packet->seen = *flight;
              packet->here = TRUE;
            }
          g_hash_table_foreach_remove (packets, is_gone, &n_gone);
        }
      dl_aries_get_counters (sim, &counters);
      g_assert_cmpuint (n_gone, ==, counters.delivered);
      g_assert_cmpuint (n_gone, >, 20);
      g_assert_cmphex (vcs, >, 1); /* more than VC0 */
    }
}

static void
test_dragonfly_conserved (void)
{
  g_autoptr (GArray) flights = flights_new ();
  g_autoptr (GArray) others = flights_new ();

  for (guint seed = 1; seed <= TEST_ROUNDS (20); seed++)
    {
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, seed % 3, &text);
      g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
      g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_uniform (net);
      DlAriesPlanOptions options = aries_options (routes, demand);
      DlRng rng;

      dl_rng_init (&rng, seed);
      options.packet_flits = 1 + dl_rng_below (&rng, DL_ARIES_MAX_FLITS);
      options.load = seed % 4 == 0 ? INFINITY : 0.5;
      options.response_share = seed % 2 * 0.4;
      options.seed = seed;
      g_autoptr (DlAries) sim = aries_new (&options, 0, 1);
      g_autoptr (DlAries) small = aries_new (&options, 1 + seed % 4, 1 + seed % 3);

      for (guint i = 0; i < 12; i++)
        {
          const guint cycles = 1 + dl_rng_below (&rng, 60);
          DlSimCounters counters;

          dl_aries_run (sim, cycles);
          dl_aries_run (small, cycles);
          dl_aries_get_flights (sim, flights);
          dl_aries_get_flights (small, others);
          dl_aries_get_counters (sim, &counters);
          g_assert_cmpuint (flights->len, ==,
                            counters.injected - counters.delivered - counters.dropped_link);
          assert_same (flights, others, text);
          check_queues (flights, FALSE, 2 * DL_DRAGONFLY_VCS, text);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flights/conserved", test_conserved);
  g_test_add_func ("/flights/alone", test_alone);
  g_test_add_func ("/flights/followed", test_followed);
  g_test_add_func ("/flights/dragonfly/conserved", test_dragonfly_conserved);
  g_test_add_func ("/flights/dragonfly/followed", test_dragonfly_followed);
  return g_test_run ();
}
