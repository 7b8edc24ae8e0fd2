#include "dl-fabric-rails.h"

#include "dl-fabric-analysis.h"
#include "dl-fabric-machines.h"
#include "dl-rng.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static guint
machine_of (const DlFabric *fabric, guint host)
{
  return fabric->machines != NULL ? fabric->machines->machine[host] : host;
}

static guint
rail_of (const DlFabric *fabric, guint host)
{
  return fabric->machines != NULL ? fabric->machines->rail[host] : 0;
}

/* The switch from which @host receives. */
static guint32
hears_at (const DlFabric *fabric, guint host)
{
  const guint32 in = dl_fabric_host_receives (fabric, host);

  return in != DL_FABRIC_NONE ? fabric->channel_from[in] : DL_FABRIC_NONE;
}

/* Add the packets of a pair, of @weight. */
static void
count_pair (DlFabricShares *shares, const DlFabric *fabric, guint from, guint to, double weight)
{
  const gboolean machine = machine_of (fabric, from) == machine_of (fabric, to);
  const gboolean rail = !machine && rail_of (fabric, from) == rail_of (fabric, to);
  const gboolean leaf = hears_at (fabric, to) == fabric->host_switch[from];

  shares->all += weight;
  shares->at_machine += machine ? weight : 0;
  shares->on_rail += rail ? weight : 0;
  shares->at_leaf += leaf ? weight : 0;
  shares->crosses += machine || leaf ? 0 : weight;
  shares->crosses_on_rail += rail && !leaf ? weight : 0;
}

/* Sets, in which each host sends to all others: how many of a set have something in common. */

typedef enum
{
  OF_SET,
  OF_SWITCH,
  OF_MACHINE,
  OF_SWITCH_AND_MACHINE,
  OF_RAIL,
  OF_MACHINE_AND_RAIL,
  OF_SWITCH_AND_RAIL,
  OF_ALL_THREE,
  N_KINDS
} Kind;

typedef struct
{
  const DlFabric *fabric;
  const DlDemand *demand;
  GHashTable *counts; /* hosts by their common property, 64 random bits */
} Counting;

/* The set of @host; FALSE: it sends nothing. */
static gboolean
set_of (const Counting *self, guint host, guint *set)
{
  *set = dl_demand_has_sets (self->demand) ? self->demand->set[host] : 0;
  return dl_fabric_host_works (self->fabric, host) && *set != DL_NO_SET;
}

/* Key of the hosts that have the properties of @kind in common with @host; @s: its switch. */
static gpointer
key_of (const Counting *self, Kind kind, guint set, guint32 s, guint host)
{
  const gboolean by_switch = kind == OF_SWITCH || kind == OF_SWITCH_AND_MACHINE
                             || kind == OF_SWITCH_AND_RAIL || kind == OF_ALL_THREE;
  const gboolean by_machine = kind == OF_MACHINE || kind == OF_SWITCH_AND_MACHINE
                              || kind == OF_MACHINE_AND_RAIL || kind == OF_ALL_THREE;
  const gboolean by_rail = kind >= OF_RAIL;
  guint64 key = dl_rng_mix (kind + 1, set);

  key = dl_rng_mix (key, by_switch ? s : 0);
  key = dl_rng_mix (key, by_machine ? machine_of (self->fabric, host) : 0);
  key = dl_rng_mix (key, by_rail ? rail_of (self->fabric, host) : 0);
  return (gpointer) (gsize) key;
}

static void
count_host (Counting *self, guint host)
{
  const guint32 s = hears_at (self->fabric, host);
  guint set;

  if (!set_of (self, host, &set))
    return;
  for (Kind kind = 0; kind < N_KINDS; kind++)
    {
      gpointer key = key_of (self, kind, set, s, host);
      const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->counts, key));

      g_hash_table_insert (self->counts, key, GUINT_TO_POINTER (n + 1));
    }
}

/* Add the packets of @host to all others of its set. */
static void
add_host (const Counting *self, guint host, DlFabricShares *shares)
{
  const guint32 s = self->fabric->host_switch[host];
  const gboolean hears_there = hears_at (self->fabric, host) == s;
  const double weight = dl_demand_has_sets (self->demand) ? self->demand->set_weight : 1;
  double n[N_KINDS];
  guint set;

  if (!set_of (self, host, &set))
    return;
  for (Kind kind = 0; kind < N_KINDS; kind++)
    {
      const gboolean itself = hears_there || kind == OF_SET || kind == OF_MACHINE || kind == OF_RAIL
                              || kind == OF_MACHINE_AND_RAIL;

      n[kind] = weight
                * (GPOINTER_TO_UINT (
                       g_hash_table_lookup (self->counts, key_of (self, kind, set, s, host)))
                   - itself);
    }
  shares->all += n[OF_SET];
  shares->at_machine += n[OF_MACHINE];
  shares->at_leaf += n[OF_SWITCH];
  shares->on_rail += n[OF_RAIL] - n[OF_MACHINE_AND_RAIL];
  shares->crosses += n[OF_SET] - n[OF_SWITCH] - n[OF_MACHINE] + n[OF_SWITCH_AND_MACHINE];
  shares->crosses_on_rail
      += n[OF_RAIL] - n[OF_MACHINE_AND_RAIL] - n[OF_SWITCH_AND_RAIL] + n[OF_ALL_THREE];
}

static guint
count_rails (const DlFabric *fabric)
{
  return fabric->machines != NULL ? fabric->machines->n_rails : 1;
}

DlFabricShares *
dl_fabric_rail_shares (const DlFabric *fabric, const DlDemand *demand)
{
  DlFabricShares *shares = g_new0 (DlFabricShares, count_rails (fabric));
  Counting counting = { fabric, demand, NULL };

  for (guint i = 0; i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);

      count_pair (&shares[rail_of (fabric, flow->source)], fabric, flow->source, flow->dest,
                  flow->weight);
    }
  if (!demand->uniform && !dl_demand_has_sets (demand))
    return shares;
  counting.counts = g_hash_table_new (NULL, NULL);
  for (guint host = 0; host < fabric->n_hosts; host++)
    count_host (&counting, host);
  for (guint host = 0; host < fabric->n_hosts; host++)
    add_host (&counting, host, &shares[rail_of (fabric, host)]);
  g_hash_table_unref (counting.counts);
  return shares;
}

DlFabricShares
dl_fabric_shares_sum (const DlFabric *fabric, const DlFabricShares *rails)
{
  DlFabricShares all = { 0 };

  for (guint i = 0; i < count_rails (fabric); i++)
    {
      all.all += rails[i].all;
      all.at_leaf += rails[i].at_leaf;
      all.on_rail += rails[i].on_rail;
      all.at_machine += rails[i].at_machine;
      all.crosses += rails[i].crosses;
      all.crosses_on_rail += rails[i].crosses_on_rail;
    }
  return all;
}

/* The table -------------------------------------------------------------------------------------
 */

/* One packet in each is at the leaf switch, crosses in either way, or is inside a machine. */
static const DlTableColumn columns[] = {
  { "rail", N_ ("Rail"), DL_COLUMN_INTEGER },
  { "leaf_share", N_ ("Leaf"), DL_COLUMN_REAL },
  { "spine_rail_share", N_ ("Spines, own rail"), DL_COLUMN_REAL },
  { "spine_other_share", N_ ("Spines, other rails"), DL_COLUMN_REAL },
  { "machine_share", N_ ("Machine"), DL_COLUMN_REAL },
  { "packets", N_ ("Packets"), DL_COLUMN_AMOUNT },
  { "ports", N_ ("Ports"), DL_COLUMN_INTEGER },
  { "leaf_switches", N_ ("Leaf switches"), DL_COLUMN_INTEGER },
};

/* Working ports of a rail, and their switches. */
static guint
count_ports (const DlFabric *fabric, guint rail, guint *n_switches)
{
  g_autofree guint8 *seen = g_new0 (guint8, fabric->n_switches);
  guint n = 0;

  *n_switches = 0;
  for (guint host = 0; host < fabric->n_hosts; host++)
    if (rail_of (fabric, host) == rail && dl_fabric_host_works (fabric, host))
      {
        const guint32 s = fabric->host_switch[host] - fabric->n_hosts;

        *n_switches += !seen[s];
        seen[s] = TRUE;
        n++;
      }
  return n;
}

static void
add_share (DlCells *cells, double part, double all)
{
  g_autofree char *text = all > 0 ? g_strdup_printf ("%.1f%%", 100 * part / all) : NULL;

  dl_cells_real (cells, all > 0 ? part / all : NAN);
  if (text != NULL)
    dl_cells_show (cells, text);
}

DlRecord *
dl_fabric_rails_record (const DlFabric *fabric, const DlFabricShares *rails)
{
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  for (guint rail = 0; rail < count_rails (fabric); rail++)
    {
      const DlFabricShares *of = &rails[rail];
      const double inside = of->all - of->at_machine - of->crosses;
      guint n_switches;
      const guint n = count_ports (fabric, rail, &n_switches);

      dl_cells_integer (cells, rail);
      add_share (cells, inside, of->all);
      add_share (cells, of->crosses_on_rail, of->all);
      add_share (cells, of->crosses - of->crosses_on_rail, of->all);
      add_share (cells, of->at_machine, of->all);
      dl_cells_real (cells, of->all);
      dl_cells_integer (cells, n);
      dl_cells_integer (cells, n_switches);
    }
  return record;
}
