#include "dl-tables.h"

/* What one destination's packets do at the router. */
typedef struct
{
  guint8 port;
  guint8 vc; /* or DL_TABLE_NO_VC */
} Answer;

/* How a packet comes to a node: the port of the hop and whether its leg left the dateline. */
#define N_ARRIVALS (DL_N_NETWORK_PORTS * 2)

/* What is looked up for one router after the other. */
typedef struct
{
  const DlRoutes *routes;
  Answer *answer; /* (n_nodes) by destination; DL_PORT_NONE for a broken one */
  /* To look for packets that arrive: */
  guint32 *seen; /* (n_nodes x N_ARRIVALS) number of the last search that came by */
  guint32 n_searches;
  GArray *queue; /* guint32, node * N_ARRIVALS + arrival */
} Reader;

static void
reader_init (Reader *reader, const DlRoutes *routes)
{
  const guint n_nodes = routes->network->n_nodes;

  *reader = (Reader) { .routes = routes, .answer = g_new (Answer, n_nodes) };
  if (!routes->spec.engine->by_arrival)
    return;
  reader->seen = g_new0 (guint32, n_nodes * N_ARRIVALS);
  reader->queue = g_array_new (FALSE, FALSE, sizeof (guint32));
}

static void
reader_clear (Reader *reader)
{
  g_free (reader->answer);
  g_free (reader->seen);
  if (reader->queue != NULL)
    g_array_unref (reader->queue);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

/* ---- What the routes say ---- */

/* For a packet that stands at @node like that. */
static Answer
ask (const DlRoutes *routes, guint node, DlArrival arrival, guint dest)
{
  Answer answer = { .vc = DL_TABLE_NO_VC };
  DlWalker walker;
  DlLeg leg;

  dl_walker_init_at (&walker, routes, node, arrival, dest);
  answer.port = walker.decision.port;
  if (dl_walker_next (&walker, &leg) || walker.status == DL_ROUTE_DROPPED)
    answer.vc = leg.vc;
  return answer;
}

static inline DlArrival
arrival_of (guint index)
{
  return (DlArrival) { index / 2, index % 2 };
}

/* The node that a packet at @node came from by @port, DL_NO_NODE if none can. */
static inline guint32
node_before (const DlNetwork *network, guint node, guint port)
{
  const guint32 before = network->link_to[dl_network_link (network, node, dl_port_opposite (port))];

  return before != DL_NO_NODE && dl_network_link_up (network, before, port) ? before : DL_NO_NODE;
}

/* Is there a link to arrive by, and a dateline to have crossed? */
static inline gboolean
is_possible (const DlRoutes *routes, guint node, DlArrival arrival)
{
  return node_before (routes->network, node, arrival.port) != DL_NO_NODE
         && (!arrival.crossed
             || routes->spec.dateline[dl_port_dim (arrival.port)] != DL_NO_DATELINE);
}

/* Note that a packet may stand at @node like that, which is possible, unless this search knows
 * already. */
static void
look_at (Reader *reader, guint node, guint arrival)
{
  const guint32 state = node * N_ARRIVALS + arrival;

  if (reader->seen[state] == reader->n_searches)
    return;
  reader->seen[state] = reader->n_searches;
  g_array_append_val (reader->queue, state);
}

/* Does a packet for @dest, from whatever source, come to @node like that? Goes the routes backwards
 * until there is a node whose own packets take that way. */
static gboolean
comes (Reader *reader, guint node, guint arrival, guint dest)
{
  const DlRoutes *routes = reader->routes;
  const DlNetwork *network = routes->network;

  reader->n_searches++;
  g_array_set_size (reader->queue, 0);
  look_at (reader, node, arrival);
  for (guint head = 0; head < reader->queue->len; head++)
    {
      const guint32 state = g_array_index (reader->queue, guint32, head);
      const guint at = state / N_ARRIVALS;
      const DlArrival here = arrival_of (state % N_ARRIVALS);
      const guint before = node_before (network, at, here.port);
      const gboolean leaves = dl_routes_at_dateline (routes, before, dl_port_dim (here.port));
      if (leaves == here.crossed && dl_routes_first (routes, before, dest).port == here.port)
        return TRUE;
      for (guint i = 0; i < N_ARRIVALS; i++)
        {
          const DlArrival there = arrival_of (i);
          const gboolean crossed = leaves || (there.port == here.port && there.crossed);

          if (is_possible (routes, before, there) && crossed == here.crossed
              && dl_routes_next (routes, before, there, dest).port == here.port)
            look_at (reader, before, i);
        }
    }
  return FALSE;
}

/* Is there a packet for @dest that another router sends here and that goes on otherwise than one
 * injected here? */
static gboolean
depends_on_arrival (Reader *reader, guint node, guint dest)
{
  const DlRoutes *routes = reader->routes;
  const Answer injected = reader->answer[dest];

  for (guint i = 0; i < N_ARRIVALS; i++)
    {
      const DlArrival arrival = arrival_of (i);
      Answer answer;

      if (!is_possible (routes, node, arrival))
        continue;
      answer = ask (routes, node, arrival, dest);
      if ((answer.port != injected.port
           || (answer.port != arrival.port && answer.vc != injected.vc))
          && comes (reader, node, i, dest))
        return TRUE;
    }
  return FALSE;
}

/* ---- Entries ---- */

/* How often each answer was given, by port and VC. */
typedef guint Votes[DL_PORT_NONE][DL_TORUS_VCS + 1];

static void
vote (Votes votes, Answer answer)
{
  if (answer.port != DL_PORT_NONE)
    votes[answer.port][MIN (answer.vc, DL_TORUS_VCS)]++;
}

/* The commonest answer goes to @entry. */
static void
elect (Votes votes, DlTableEntry *entry)
{
  guint most = 0;

  for (guint port = 0; port < DL_PORT_NONE; port++)
    for (guint vc = 0; vc <= DL_TORUS_VCS; vc++)
      if (votes[port][vc] > most)
        {
          most = votes[port][vc];
          entry->valid = TRUE;
          entry->port = port;
          entry->vc = vc < DL_TORUS_VCS ? vc : DL_TABLE_NO_VC;
        }
}

static void
count_destination (Reader *reader, guint node, guint dest, DlTableEntry *entry)
{
  const Answer answer = reader->answer[dest];

  if (!reader->routes->network->node_up[dest])
    return;
  entry->destinations++;
  if (answer.port != entry->port || answer.vc != entry->vc
      || (reader->routes->spec.engine->by_arrival && depends_on_arrival (reader, node, dest)))
    entry->conflicts++;
}

/* The nodes of a region are numbered one after the other, planes of X being whole. */
static void
region_nodes (const DlTorus *torus, guint region, guint *first, guint *end)
{
  *first = torus->region_low[region] * torus->stride[DL_X];
  *end = (torus->region_high[region] + 1) * torus->stride[DL_X];
}

static void
fill_local (Reader *reader, DlTables *tables)
{
  const DlTorus *torus = &reader->routes->network->torus;
  guint first, end;

  region_nodes (torus, tables->region, &first, &end);
  for (guint dest = first; dest < end; dest++)
    {
      DlTableEntry *entry = &tables->local[torus->nid[dest] % DL_LOCAL_ENTRIES];
      Votes votes = { 0 };

      entry->node = dest;
      entry->nid = torus->nid[dest];
      vote (votes, reader->answer[dest]);
      elect (votes, entry);
      count_destination (reader, tables->node, dest, entry);
    }
}

static void
fill_global (Reader *reader, DlTables *tables, guint region)
{
  const DlTorus *torus = &reader->routes->network->torus;
  const gboolean distinct = reader->routes->spec.vc_policy->global_entries;
  Votes votes[DL_GLOBAL_ENTRIES] = { 0 };
  guint first, end;

  region_nodes (torus, region, &first, &end);
  for (guint dest = first; dest < end; dest++)
    for (guint bit = 0; bit < DL_GLOBAL_ENTRIES; bit++)
      if (!distinct || (torus->nid[dest] & 1) == bit)
        vote (votes[bit], reader->answer[dest]);
  for (guint bit = 0; bit < DL_GLOBAL_ENTRIES; bit++)
    {
      tables->global[region][bit].nid = torus->nid[first] | bit;
      elect (votes[bit], &tables->global[region][bit]);
    }
  for (guint dest = first; dest < end; dest++)
    count_destination (reader, tables->node, dest, &tables->global[region][torus->nid[dest] & 1]);
}

static void
count_use (DlTables *tables)
{
  DlTableUse *use = &tables->use;

  for (guint i = 0; i < DL_LOCAL_ENTRIES; i++)
    {
      use->local_used += tables->local[i].valid;
      use->local_conflicts += tables->local[i].conflicts > 0;
      use->destinations += tables->local[i].conflicts;
    }
  for (guint i = 0; i < DL_TORUS_MAX_REGIONS * DL_GLOBAL_ENTRIES; i++)
    {
      const DlTableEntry *entry = &tables->global[i / DL_GLOBAL_ENTRIES][i % DL_GLOBAL_ENTRIES];
      use->global_used += entry->valid;
      use->global_conflicts += entry->conflicts > 0;
      use->destinations += entry->conflicts;
    }
}

/* FALSE if canceled. */
static gboolean
read_tables (Reader *reader, guint node, DlTables *tables, GCancellable *cancellable)
{
  static const DlTableEntry unused
      = { .port = DL_PORT_NONE, .vc = DL_TABLE_NO_VC, .node = DL_NO_NODE };
  const DlNetwork *network = reader->routes->network;
  const DlTorus *torus = &network->torus;

  tables->node = node;
  tables->region = torus->region_of_x[torus->coord[node].at[DL_X]];
  tables->use = (DlTableUse) { 0 };
  for (guint i = 0; i < DL_LOCAL_ENTRIES; i++)
    tables->local[i] = unused;
  for (guint i = 0; i < DL_TORUS_MAX_REGIONS * DL_GLOBAL_ENTRIES; i++)
    tables->global[i / DL_GLOBAL_ENTRIES][i % DL_GLOBAL_ENTRIES] = unused;

  for (guint dest = 0; dest < network->n_nodes; dest++)
    {
      if (dest % 1024 == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      reader->answer[dest] = network->node_up[node] && network->node_up[dest]
                                 ? ask (reader->routes, node, DL_ARRIVAL_INJECTED, dest)
                                 : (Answer) { DL_PORT_NONE, DL_TABLE_NO_VC };
    }
  fill_local (reader, tables);
  for (guint region = 0; region < torus->n_regions; region++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (region != tables->region)
        fill_global (reader, tables, region);
    }
  count_use (tables);
  return TRUE;
}

DlTables *
dl_tables_new (const DlRoutes *routes, guint node, GCancellable *cancellable)
{
  g_autoptr (DlTables) tables = g_new (DlTables, 1);
  g_auto (Reader) reader;

  g_assert (node < routes->network->n_nodes);
  reader_init (&reader, routes);
  return read_tables (&reader, node, tables, cancellable) ? g_steal_pointer (&tables) : NULL;
}

void
dl_tables_free (DlTables *tables)
{
  g_free (tables);
}

/* ---- All routers ---- */

gboolean
dl_tables_survey (const DlRoutes *routes, guint64 max_answers, DlTablesSurvey *survey,
                  GCancellable *cancellable)
{
  const DlNetwork *network = routes->network;
  /* For each destination, by arrival, each way of arriving is asked for too. */
  const guint64 answers
      = (guint64) network->n_nodes * (routes->spec.engine->by_arrival ? 1 + N_ARRIVALS : 1);
  const guint64 routers = CLAMP (max_answers / answers, 1, MAX (network->n_working_nodes, 1));
  g_autoptr (DlTables) tables = g_new (DlTables, 1);
  g_auto (Reader) reader;
  guint64 working = 0;

  reader_init (&reader, routes);
  *survey = (DlTablesSurvey) { 0 };
  for (guint node = 0; node < network->n_nodes; node++)
    {
      if (!network->node_up[node])
        continue;
      /* Every so many, with no remainder left to the end. */
      const guint64 due = (working + 1) * routers / network->n_working_nodes;
      working++;
      if (due == survey->routers)
        continue;
      if (!read_tables (&reader, node, tables, cancellable))
        return FALSE;
      survey->routers++;
      survey->conflicting_routers += tables->use.destinations > 0;
      survey->most_local = MAX (survey->most_local, tables->use.local_used);
      survey->most_global = MAX (survey->most_global, tables->use.global_used);
      survey->local_used += tables->use.local_used;
      survey->local_conflicts += tables->use.local_conflicts;
      survey->global_used += tables->use.global_used;
      survey->global_conflicts += tables->use.global_conflicts;
      survey->destinations += tables->use.destinations;
    }
  return TRUE;
}

/* ---- CSV ---- */

static void
append_row (GString *csv, const char *table, guint index, const DlTableEntry *entry,
            const DlNetwork *network)
{
  g_string_append_printf (csv, "%s,%u,%u,", table, index, entry->nid);
  if (entry->node != DL_NO_NODE)
    {
      const DlCoord coord = network->torus.coord[entry->node];
      g_string_append_printf (csv, "%u,%u,%u,", coord.at[DL_X], coord.at[DL_Y], coord.at[DL_Z]);
    }
  else
    g_string_append (csv, ",,,");
  if (entry->valid)
    g_string_append (csv, dl_port_name (entry->port));
  g_string_append_c (csv, ',');
  if (entry->vc != DL_TABLE_NO_VC)
    g_string_append_printf (csv, "%u", entry->vc);
  g_string_append_printf (csv, ",%u,%u\n", entry->destinations, entry->conflicts);
}

char *
dl_tables_to_csv (const DlTables *tables, const DlNetwork *network)
{
  GString *csv = g_string_new ("table,index,nid,x,y,z,port,vc,destinations,conflicts\n");

  for (guint i = 0; i < DL_LOCAL_ENTRIES; i++)
    if (tables->local[i].node != DL_NO_NODE)
      append_row (csv, "local", i, &tables->local[i], network);
  for (guint region = 0; region < network->torus.n_regions; region++)
    for (guint bit = 0; bit < DL_GLOBAL_ENTRIES && region != tables->region; bit++)
      append_row (csv, "global", DL_GLOBAL_ENTRIES * region + bit, &tables->global[region][bit],
                  network);
  return g_string_free (csv, FALSE);
}
