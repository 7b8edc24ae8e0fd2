#include "dl-torus-tables.h"

#include "dl-table.h"
#include "dl-torus-analysis.h"
#include "dl-torus-explain.h"
#include "dl-torus-places.h"
#include "dl-torus-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* The tables of a torus' router for people. */

/* Routes asked for, for the figures of all routers: about half a second. */
#define MAX_ANSWERS 5000000

/* "X+.1", "here" at the destination, or a dash. */
static char *
entry_text (const DlTorusTableEntry *entry)
{
  if (!entry->valid)
    return g_strdup ("–");
  if (entry->port == DL_TORUS_PORT_PROCESSOR)
    /* Translators: in a routing table: to this router's own processor */
    return g_strdup (_ ("here"));
  if (entry->vc == DL_TORUS_TABLE_NO_VC)
    return g_strdup (dl_torus_port_label (entry->port));
  return g_strdup_printf ("%s.%u", dl_torus_port_label (entry->port), entry->vc);
}

static void
fill_cell (DlTableGrid *grid, guint cell, const DlTorusTableEntry *entry, gboolean own)
{
  g_autofree char *text = own ? g_strdup (_ ("own")) : entry_text (entry);

  grid->cells[cell] = entry->conflicts > 0 ? g_strdup_printf ("%s ⚠ %u", text, entry->conflicts)
                                           : g_steal_pointer (&text);
  if (entry->destinations > 0)
    grid->tooltips[cell] = g_strdup_printf (_ ("%u destinations, of which %u have routes that "
                                               "differ"),
                                            entry->destinations, entry->conflicts);
}

/* 8 regions x 2 entries. */
static void
fill_grid (DlTableGrid *grid, const DlTorusTables *tables)
{
  grid->heads[0] = g_strdup (_ ("Region"));
  grid->heads[1] = g_strdup (_ ("Even NIDs"));
  grid->heads[2] = g_strdup (_ ("Odd NIDs"));
  grid->about = _ ("The global table: two entries per other region, selected by the lowest bit of "
                   "the destination’s NID (VC paper 3.3)");
  for (guint region = 0; region < DL_TORUS_MAX_REGIONS; region++)
    {
      grid->names[region] = g_strdup_printf ("%u", region);
      for (guint bit = 0; bit < DL_TORUS_GLOBAL_ENTRIES; bit++)
        fill_cell (grid, region * DL_TORUS_GLOBAL_ENTRIES + bit, &tables->global[region][bit],
                   region == tables->region);
    }
}

static void
fill_row (DlTableRow *row, guint index, const DlTorusTableEntry *entry,
          const DlTorusNetwork *network)
{
  g_autofree char *text = entry_text (entry);

  row->cells[0] = g_strdup_printf ("%u", index);
  row->cells[1] = dl_torus_node_label (network->torus.coord[entry->node]);
  /* Nothing is told by color alone: a conflict has its sign. */
  row->cells[2] = entry->conflicts > 0 ? g_strdup_printf ("%s ⚠", text) : g_steal_pointer (&text);
  row->order[0] = row->order[1] = index;
  /* Conflicts go first. */
  row->order[2] = (entry->conflicts == 0) << 16 | entry->port << 8 | entry->vc;
  row->node = entry->valid && entry->port != DL_TORUS_PORT_PROCESSOR ? entry->node : DL_NO_NODE;
}

static char *
title_of (const DlTorusTables *tables, const DlTorusNetwork *network)
{
  g_autofree char *name = dl_torus_node_label (network->torus.coord[tables->node]);

  return g_strdup_printf (
      network->node_up[tables->node] ? _ ("Router %s · NID %u · region %u of %u")
                                     : _ ("Router %s · NID %u · region %u of %u · broken"),
      name, network->torus.nid[tables->node], tables->region, network->torus.n_regions);
}

static char *
summary_of (const DlTorusTables *tables, const DlTorusRoutes *routes)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _ ("Local table: %'u of %'u entries used, %'u with conflicts"),
                          tables->use.local_used, DL_TORUS_LOCAL_ENTRIES,
                          tables->use.local_conflicts);
  g_string_append_c (text, '\n');
  g_string_append_printf (text, _ ("Global table: %'u of %'u entries used, %'u with conflicts"),
                          tables->use.global_used, DL_TORUS_MAX_REGIONS * DL_TORUS_GLOBAL_ENTRIES,
                          tables->use.global_conflicts);
  if (routes->n_variants > 1)
    {
      g_string_append_c (text, '\n');
      g_string_append (text, dl_torus_tables_ties_text ());
    }
  return g_string_free (text, FALSE);
}

/* Summary of the tables of all routers. */
static DlRouterTable *
survey (const DlTorusAnalysis *analysis, GCancellable *cancellable)
{
  DlTorusTablesSurvey survey;
  DlRouterTable *table;
  GString *text;

  if (!dl_torus_tables_survey (analysis->routes, MAX_ANSWERS, &survey, cancellable))
    return NULL;
  text = g_string_new (NULL);
  g_string_append_printf (text, _ ("%'u of %'u working routers"), survey.routers,
                          analysis->network->n_working_nodes);
  g_string_append (text, ": ");
  g_string_append_printf (text,
                          _ ("at most %'u local and %'u global entries used; %'u with conflicts, "
                             "for %'u destinations in total"),
                          survey.most_local, survey.most_global, survey.conflicting_routers,
                          (guint) survey.destinations); /* at most nodes x nodes */
  table = dl_router_table_new (0, 0, 0);
  table->summary = g_string_free (text, FALSE);
  return table;
}

DlRouterTable *
dl_torus_router_table (const DlScenario *scenario, gconstpointer data, guint router,
                       GCancellable *cancellable)
{
  const DlTorusAnalysis *analysis = data;
  const DlTorusNetwork *network = analysis->network;
  g_autoptr (DlTorusTables) tables = NULL;
  DlRouterTable *table;
  guint n = 0;

  if (router == DL_NO_NODE)
    return survey (analysis, cancellable);
  tables = dl_torus_tables_new (analysis->routes, router, cancellable);
  if (tables == NULL)
    return NULL;
  for (guint i = 0; i < DL_TORUS_LOCAL_ENTRIES; i++)
    n += tables->local[i].node != DL_NO_NODE;
  table = dl_router_table_new (n, DL_TORUS_MAX_REGIONS, DL_TORUS_GLOBAL_ENTRIES);
  table->title = title_of (tables, network);
  table->summary = summary_of (tables, analysis->routes);
  table->label = _ ("Local table");
  table->tooltip = _ ("Enter or a double-click shows the route. ⚠: packets from another router "
                      "take a different route than packets that start here");
  table->columns[0] = _ ("Entry");
  table->columns[1] = _ ("Node");
  table->columns[2] = _ ("Port.VC");
  n = 0;
  for (guint i = 0; i < DL_TORUS_LOCAL_ENTRIES; i++)
    if (tables->local[i].node != DL_NO_NODE)
      fill_row (&table->rows[n++], i, &tables->local[i], network);
  fill_grid (&table->grid, tables);
  table->csv = dl_torus_tables_to_csv (tables, network);
  table->csv_name = g_strdup_printf ("tables-nid-%u.csv", network->torus.nid[router]);
  return table;
}

/* Port and VC of one destination's packets. */
typedef struct
{
  guint8 port;
  guint8 vc; /* or DL_TORUS_TABLE_NO_VC */
} Answer;

/* How a packet comes to a node: the port of the hop and whether its leg left the dateline. */
#define N_ARRIVALS (DL_TORUS_N_NETWORK_PORTS * 2)

/* Scratch for reading one router after another. */
typedef struct
{
  const DlTorusRoutes *routes;
  Answer *answer; /* (n_nodes) by destination; DL_TORUS_PORT_NONE for a broken one */
  /* To look for packets that arrive: */
  guint32 *seen; /* (n_nodes x N_ARRIVALS) number of the last search that came by */
  guint32 n_searches;
  GArray *queue; /* guint32, node * N_ARRIVALS + arrival */
} Reader;

static void
reader_init (Reader *reader, const DlTorusRoutes *routes)
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
ask (const DlTorusRoutes *routes, guint node, DlTorusArrival arrival, guint dest)
{
  Answer answer = { .vc = DL_TORUS_TABLE_NO_VC };
  DlTorusWalker walker;
  DlTorusLeg leg;

  dl_torus_walker_init_at (&walker, routes, node, arrival, dest);
  answer.port = walker.decision.port;
  if (dl_torus_walker_next (&walker, &leg) || walker.status == DL_TORUS_ROUTE_DROPPED)
    answer.vc = leg.vc;
  return answer;
}

static inline DlTorusArrival
arrival_of (guint index)
{
  return (DlTorusArrival) { index / 2, index % 2 };
}

/* The node that a packet at @node came from by @port, DL_NO_NODE if none can. */
static inline guint32
node_before (const DlTorusNetwork *network, guint node, guint port)
{
  const guint32 before
      = network->link_to[dl_torus_network_link (network, node, dl_torus_port_opposite (port))];

  return before != DL_NO_NODE && dl_torus_network_link_up (network, before, port) ? before
                                                                                  : DL_NO_NODE;
}

/* Is there a link to arrive by, and a dateline to have crossed? */
static inline gboolean
is_possible (const DlTorusRoutes *routes, guint node, DlTorusArrival arrival)
{
  return node_before (routes->network, node, arrival.port) != DL_NO_NODE
         && (!arrival.crossed
             || routes->spec.dateline[dl_torus_port_dim (arrival.port)] != DL_NO_DATELINE);
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
  const DlTorusRoutes *routes = reader->routes;
  const DlTorusNetwork *network = routes->network;

  reader->n_searches++;
  g_array_set_size (reader->queue, 0);
  look_at (reader, node, arrival);
  for (guint head = 0; head < reader->queue->len; head++)
    {
      const guint32 state = g_array_index (reader->queue, guint32, head);
      const guint at = state / N_ARRIVALS;
      const DlTorusArrival here = arrival_of (state % N_ARRIVALS);
      const guint before = node_before (network, at, here.port);
      const gboolean leaves
          = dl_torus_routes_at_dateline (routes, before, dl_torus_port_dim (here.port));
      if (leaves == here.crossed && dl_torus_routes_first (routes, before, dest).port == here.port)
        return TRUE;
      for (guint i = 0; i < N_ARRIVALS; i++)
        {
          const DlTorusArrival there = arrival_of (i);
          const gboolean crossed = leaves || (there.port == here.port && there.crossed);

          if (is_possible (routes, before, there) && crossed == here.crossed
              && dl_torus_routes_next (routes, before, there, dest).port == here.port)
            look_at (reader, before, i);
        }
    }
  return FALSE;
}

/* Is there a packet for @dest that another router sends here and that leaves differently than one
 * injected here? */
static gboolean
depends_on_arrival (Reader *reader, guint node, guint dest)
{
  const DlTorusRoutes *routes = reader->routes;
  const Answer injected = reader->answer[dest];

  for (guint i = 0; i < N_ARRIVALS; i++)
    {
      const DlTorusArrival arrival = arrival_of (i);
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
typedef guint Votes[DL_TORUS_PORT_NONE][DL_TORUS_VCS + 1];

static void
vote (Votes votes, Answer answer)
{
  if (answer.port != DL_TORUS_PORT_NONE)
    votes[answer.port][MIN (answer.vc, DL_TORUS_VCS)]++;
}

/* The commonest answer goes to @entry. */
static void
elect (Votes votes, DlTorusTableEntry *entry)
{
  guint most = 0;

  for (guint port = 0; port < DL_TORUS_PORT_NONE; port++)
    for (guint vc = 0; vc <= DL_TORUS_VCS; vc++)
      if (votes[port][vc] > most)
        {
          most = votes[port][vc];
          entry->valid = TRUE;
          entry->port = port;
          entry->vc = vc < DL_TORUS_VCS ? vc : DL_TORUS_TABLE_NO_VC;
        }
}

static void
count_destination (Reader *reader, guint node, guint dest, DlTorusTableEntry *entry)
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
fill_local (Reader *reader, DlTorusTables *tables)
{
  const DlTorus *torus = &reader->routes->network->torus;
  guint first, end;

  region_nodes (torus, tables->region, &first, &end);
  for (guint dest = first; dest < end; dest++)
    {
      DlTorusTableEntry *entry = &tables->local[torus->nid[dest] % DL_TORUS_LOCAL_ENTRIES];
      Votes votes = { 0 };

      entry->node = dest;
      entry->nid = torus->nid[dest];
      vote (votes, reader->answer[dest]);
      elect (votes, entry);
      count_destination (reader, tables->node, dest, entry);
    }
}

static void
fill_global (Reader *reader, DlTorusTables *tables, guint region)
{
  const DlTorus *torus = &reader->routes->network->torus;
  const gboolean distinct = reader->routes->spec.vc_policy->global_entries;
  Votes votes[DL_TORUS_GLOBAL_ENTRIES] = { 0 };
  guint first, end;

  region_nodes (torus, region, &first, &end);
  for (guint dest = first; dest < end; dest++)
    for (guint bit = 0; bit < DL_TORUS_GLOBAL_ENTRIES; bit++)
      if (!distinct || (torus->nid[dest] & 1) == bit)
        vote (votes[bit], reader->answer[dest]);
  for (guint bit = 0; bit < DL_TORUS_GLOBAL_ENTRIES; bit++)
    {
      tables->global[region][bit].nid = torus->nid[first] | bit;
      elect (votes[bit], &tables->global[region][bit]);
    }
  for (guint dest = first; dest < end; dest++)
    count_destination (reader, tables->node, dest, &tables->global[region][torus->nid[dest] & 1]);
}

static void
count_use (DlTorusTables *tables)
{
  DlTorusTableUse *use = &tables->use;

  for (guint i = 0; i < DL_TORUS_LOCAL_ENTRIES; i++)
    {
      use->local_used += tables->local[i].valid;
      use->local_conflicts += tables->local[i].conflicts > 0;
      use->destinations += tables->local[i].conflicts;
    }
  for (guint i = 0; i < DL_TORUS_MAX_REGIONS * DL_TORUS_GLOBAL_ENTRIES; i++)
    {
      const DlTorusTableEntry *entry
          = &tables->global[i / DL_TORUS_GLOBAL_ENTRIES][i % DL_TORUS_GLOBAL_ENTRIES];
      use->global_used += entry->valid;
      use->global_conflicts += entry->conflicts > 0;
      use->destinations += entry->conflicts;
    }
}

/* FALSE if canceled. */
static gboolean
read_tables (Reader *reader, guint node, DlTorusTables *tables, GCancellable *cancellable)
{
  static const DlTorusTableEntry unused
      = { .port = DL_TORUS_PORT_NONE, .vc = DL_TORUS_TABLE_NO_VC, .node = DL_NO_NODE };
  const DlTorusNetwork *network = reader->routes->network;
  const DlTorus *torus = &network->torus;

  tables->node = node;
  tables->region = torus->region_of_x[torus->coord[node].at[DL_X]];
  tables->use = (DlTorusTableUse) { 0 };
  for (guint i = 0; i < DL_TORUS_LOCAL_ENTRIES; i++)
    tables->local[i] = unused;
  for (guint i = 0; i < DL_TORUS_MAX_REGIONS * DL_TORUS_GLOBAL_ENTRIES; i++)
    tables->global[i / DL_TORUS_GLOBAL_ENTRIES][i % DL_TORUS_GLOBAL_ENTRIES] = unused;

  for (guint dest = 0; dest < network->n_nodes; dest++)
    {
      if (dest % 1024 == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      reader->answer[dest] = network->node_up[node] && network->node_up[dest]
                                 ? ask (reader->routes, node, DL_TORUS_ARRIVAL_INJECTED, dest)
                                 : (Answer) { DL_TORUS_PORT_NONE, DL_TORUS_TABLE_NO_VC };
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

DlTorusTables *
dl_torus_tables_new (const DlTorusRoutes *routes, guint node, GCancellable *cancellable)
{
  g_autoptr (DlTorusTables) tables = g_new (DlTorusTables, 1);
  g_auto (Reader) reader;

  g_assert (node < routes->network->n_nodes);
  reader_init (&reader, routes);
  return read_tables (&reader, node, tables, cancellable) ? g_steal_pointer (&tables) : NULL;
}

void
dl_torus_tables_free (DlTorusTables *tables)
{
  g_free (tables);
}

/* ---- All routers ---- */

gboolean
dl_torus_tables_survey (const DlTorusRoutes *routes, guint64 max_answers,
                        DlTorusTablesSurvey *survey, GCancellable *cancellable)
{
  const DlTorusNetwork *network = routes->network;
  /* For each destination, by arrival, each way of arriving is asked for too. */
  const guint64 answers
      = (guint64) network->n_nodes * (routes->spec.engine->by_arrival ? 1 + N_ARRIVALS : 1);
  const guint64 routers = CLAMP (max_answers / answers, 1, MAX (network->n_working_nodes, 1));
  g_autoptr (DlTorusTables) tables = g_new (DlTorusTables, 1);
  g_auto (Reader) reader;
  guint64 working = 0;

  reader_init (&reader, routes);
  *survey = (DlTorusTablesSurvey) { 0 };
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
add_row (DlCells *cells, const char *table, guint index, const DlTorusTableEntry *entry,
         const DlTorusNetwork *network)
{
  const gboolean has_node = entry->node != DL_NO_NODE;
  const DlTorusCoord coord = network->torus.coord[has_node ? entry->node : 0];

  dl_cells_text (cells, table);
  dl_cells_integer (cells, index);
  dl_cells_integer (cells, entry->nid);
  for (DlTorusDim dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    dl_cells_integer_if (cells, has_node, coord.at[dim]);
  dl_cells_text (cells, entry->valid ? dl_torus_port_name (entry->port) : NULL);
  dl_cells_integer_if (cells, entry->vc != DL_TORUS_TABLE_NO_VC, entry->vc);
  dl_cells_integer (cells, entry->destinations);
  dl_cells_integer (cells, entry->conflicts);
}

char *
dl_torus_tables_to_csv (const DlTorusTables *tables, const DlTorusNetwork *network)
{
  static const DlTableColumn columns[] = {
    { "table", .verbatim = TRUE },
    { "index", .type = DL_COLUMN_INTEGER },
    { "nid", .type = DL_COLUMN_INTEGER },
    { "x", .type = DL_COLUMN_INTEGER },
    { "y", .type = DL_COLUMN_INTEGER },
    { "z", .type = DL_COLUMN_INTEGER },
    { "port", .verbatim = TRUE },
    { "vc", .type = DL_COLUMN_INTEGER },
    { "destinations", .type = DL_COLUMN_INTEGER },
    { "conflicts", .type = DL_COLUMN_INTEGER },
  };
  g_autoptr (DlRecord) record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  GString *csv = g_string_new (NULL);
  DlTable table;

  for (guint i = 0; i < DL_TORUS_LOCAL_ENTRIES; i++)
    if (tables->local[i].node != DL_NO_NODE)
      add_row (cells, "local", i, &tables->local[i], network);
  for (guint region = 0; region < network->torus.n_regions; region++)
    for (guint bit = 0; bit < DL_TORUS_GLOBAL_ENTRIES && region != tables->region; bit++)
      add_row (cells, "global", DL_TORUS_GLOBAL_ENTRIES * region + bit,
               &tables->global[region][bit], network);
  table = dl_record_table (record);
  dl_table_append_csv (csv, &table);
  return g_string_free (csv, FALSE);
}
