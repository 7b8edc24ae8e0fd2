/* The slowest rank of a program, and the link before which its packets queue longest: a second run,
 * which is watched. */
#include "dl-rng.h"
#include "dl-simulate.h"

#include <math.h>

/* Looks at a run; each lists all packets that are in it. */
#define MOST_LOOKS 20000

/* The one that was done last; one that is not done is slower. */
static guint
slowest_of (const DlSimulation *simulation)
{
  guint slowest = 0;

  for (guint rank = 1; rank < simulation->plan->workload->n_ranks; rank++)
    if (simulation->rank_done[rank] > simulation->rank_done[slowest]) /* DL_SIMULATE_NOT_DONE is */
      slowest = rank;
  return slowest;
}

/* Packets of a node as the run was looked at last. A packet that queues need not know what for:
 * that is seen when it has gone on. */
typedef struct
{
  const DlMachineRun *run;
  guint node;
  GArray *flights;     /* DlFlight, all */
  GHashTable *packets; /* Waiting, by itself */
  guint64 *looks;      /* (n_links + n_nodes) at packets that queued for it */
  guint n;             /* looks so far */
} Watch;

typedef struct
{
  DlFlight flight; /* of which what dl_flight_compare looks at is the packet's name */
  guint pending;   /* looks in which it queued in flight.router */
  guint seen;      /* number of the look */
} Waiting;

static guint
hash_packet (gconstpointer key)
{
  const DlFlight *flight = &((const Waiting *) key)->flight;

  return (guint) dl_rng_mix (flight->injected ^ (guint64) flight->source << 32,
                             flight->created ^ (guint64) flight->dest << 32);
}

static gboolean
is_same_packet (gconstpointer a, gconstpointer b)
{
  return dl_flight_compare (&((const Waiting *) a)->flight, &((const Waiting *) b)->flight) == 0;
}

/* It has gone on to @place, a link or behind these a node: that is what it queued for. */
static void
settle (Watch *self, Waiting *waiting, guint place)
{
  self->looks[place] += waiting->pending;
  waiting->pending = 0;
}

/* The node that @flight goes to, behind the links. */
static guint
into (const Watch *self, const DlFlight *flight)
{
  return self->run->plan->n_links + flight->dest;
}

static void
look_at (Watch *self, Waiting *waiting, const DlFlight *now)
{
  const gboolean moved = now->router != waiting->flight.router;

  if (now->place == DL_FLIGHT_EJECTED)
    settle (self, waiting, into (self, now));
  else if (now->place == DL_FLIGHT_LINK)
    settle (self, waiting, now->out);
  else if (moved && now->in != DL_FLIGHT_NO_LINK)
    settle (self, waiting, now->in);
  if (now->place == DL_FLIGHT_INPUT || now->place == DL_FLIGHT_OUTPUT)
    waiting->pending++;
  waiting->flight = *now;
  waiting->seen = self->n;
}

/* Packets that are not there any more were delivered. */
static gboolean
is_gone (gpointer key, gpointer value, gpointer data)
{
  Watch *self = data;
  Waiting *waiting = key;

  if (waiting->seen == self->n)
    return FALSE;
  settle (self, waiting, into (self, &waiting->flight));
  return TRUE;
}

static void
look (Watch *self)
{
  self->n++;
  dl_machine_run_list_flights (self->run, NULL, self->flights);
  for (guint i = 0; i < self->flights->len; i++)
    {
      const DlFlight *now = &g_array_index (self->flights, DlFlight, i);
      const Waiting wanted = { .flight = *now };
      Waiting *waiting;

      if (now->source != self->node && now->dest != self->node)
        continue;
      waiting = g_hash_table_lookup (self->packets, &wanted);
      if (waiting == NULL)
        {
          waiting = g_memdup2 (&wanted, sizeof wanted);
          g_hash_table_add (self->packets, waiting);
        }
      look_at (self, waiting, now);
    }
  g_hash_table_foreach_remove (self->packets, is_gone, self);
}

static void
watch_clear (Watch *self)
{
  g_array_unref (self->flights);
  g_hash_table_unref (self->packets);
  g_free (self->looks);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Watch, watch_clear)

/* What @looks, one every @every cycles, come to. */
static void
judge (DlSlowestRank *slowest, const DlMachinePlan *plan, const guint64 *looks, guint64 every)
{
  const guint n = plan->n_links + plan->n_nodes;
  guint most = 0;
  guint64 all = 0;

  for (guint i = 0; i < n; i++)
    {
      all += looks[i];
      if (looks[i] > looks[most])
        most = i;
    }
  slowest->queue = all == 0               ? DL_NOWHERE
                   : most < plan->n_links ? dl_place_link (most)
                                          : dl_place_node (most - plan->n_links);
  slowest->cycles = (double) looks[most] * every;
  slowest->share = all > 0 ? (double) looks[most] / all : NAN;
}

gboolean
dl_simulation_find_slowest (DlSimulation *simulation, DlProgressFunc progress,
                            gpointer progress_data, GCancellable *cancellable, GError **error)
{
  const DlMachinePlan *plan = simulation->plan;
  const guint64 every = simulation->cycles / MOST_LOOKS + 1;
  g_autoptr (DlMachineRun) run = dl_machine_run_new (simulation->plan);
  g_autofree DlSlowestRank *slowest = g_new0 (DlSlowestRank, 1);
  g_auto (Watch) watch = {
    .run = run,
    .flights = g_array_new (FALSE, FALSE, sizeof (DlFlight)),
    .packets = g_hash_table_new_full (hash_packet, is_same_packet, g_free, NULL),
    .looks = g_new0 (guint64, plan->n_links + plan->n_nodes),
  };

  slowest->rank = slowest_of (simulation);
  slowest->node = watch.node = dl_workload_node (plan->workload, slowest->rank);
  dl_machine_run_set_threads (run, simulation->options.threads);
  for (guint64 cycle = 0; plan->class->list_flights != NULL && cycle < simulation->cycles;)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      dl_machine_run_go (run, MIN (every, simulation->cycles - cycle));
      cycle += every;
      look (&watch);
      if (progress != NULL)
        progress (MIN ((double) cycle / simulation->cycles, 1), progress_data);
    }
  judge (slowest, plan, watch.looks, every);
  g_free (simulation->slowest);
  simulation->slowest = g_steal_pointer (&slowest);
  return TRUE;
}
