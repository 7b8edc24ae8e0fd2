/* The tables of a torus' router for people. */
#include "dl-analysis.h"
#include "dl-explain.h"
#include "dl-tables.h"
#include "dl-torus-places.h"
#include "dl-torus-private.h"

#include <glib/gi18n-lib.h>

/* Routes asked for, for the figures of all routers: about half a second. */
#define MAX_ANSWERS 5000000

/* "X+.1", "here" at the destination, or a dash. */
static char *
entry_text (const DlTableEntry *entry)
{
  if (!entry->valid)
    return g_strdup ("–");
  if (entry->port == DL_PORT_PROCESSOR)
    /* Translators: in a routing table: to this router's own processor */
    return g_strdup (_ ("here"));
  if (entry->vc == DL_TABLE_NO_VC)
    return g_strdup (dl_port_label (entry->port));
  return g_strdup_printf ("%s.%u", dl_port_label (entry->port), entry->vc);
}

static void
fill_cell (DlTableGrid *grid, guint cell, const DlTableEntry *entry, gboolean own)
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
fill_grid (DlTableGrid *grid, const DlTables *tables)
{
  grid->heads[0] = g_strdup (_ ("Region"));
  grid->heads[1] = g_strdup (_ ("Even NIDs"));
  grid->heads[2] = g_strdup (_ ("Odd NIDs"));
  grid->about = _ ("The global table: two entries per other region, selected by the lowest bit of "
                   "the destination’s NID (VC paper 3.3)");
  for (guint region = 0; region < DL_TORUS_MAX_REGIONS; region++)
    {
      grid->names[region] = g_strdup_printf ("%u", region);
      for (guint bit = 0; bit < DL_GLOBAL_ENTRIES; bit++)
        fill_cell (grid, region * DL_GLOBAL_ENTRIES + bit, &tables->global[region][bit],
                   region == tables->region);
    }
}

static void
fill_row (DlTableRow *row, guint index, const DlTableEntry *entry, const DlNetwork *network)
{
  g_autofree char *text = entry_text (entry);

  row->cells[0] = g_strdup_printf ("%u", index);
  row->cells[1] = dl_node_label (network->torus.coord[entry->node]);
  /* Nothing is told by color alone: a conflict has its sign. */
  row->cells[2] = entry->conflicts > 0 ? g_strdup_printf ("%s ⚠", text) : g_steal_pointer (&text);
  row->order[0] = row->order[1] = index;
  /* Conflicts go first. */
  row->order[2] = (entry->conflicts == 0) << 16 | entry->port << 8 | entry->vc;
  row->node = entry->valid && entry->port != DL_PORT_PROCESSOR ? entry->node : DL_NO_NODE;
}

static char *
title_of (const DlTables *tables, const DlNetwork *network)
{
  g_autofree char *name = dl_node_label (network->torus.coord[tables->node]);

  return g_strdup_printf (
      network->node_up[tables->node] ? _ ("Router %s · NID %u · region %u of %u")
                                     : _ ("Router %s · NID %u · region %u of %u · broken"),
      name, network->torus.nid[tables->node], tables->region, network->torus.n_regions);
}

static char *
summary_of (const DlTables *tables, const DlRoutes *routes)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _ ("Local table: %'u of %'u entries used, %'u with conflicts"),
                          tables->use.local_used, DL_LOCAL_ENTRIES, tables->use.local_conflicts);
  g_string_append_c (text, '\n');
  g_string_append_printf (text, _ ("Global table: %'u of %'u entries used, %'u with conflicts"),
                          tables->use.global_used, DL_TORUS_MAX_REGIONS * DL_GLOBAL_ENTRIES,
                          tables->use.global_conflicts);
  if (routes->n_variants > 1)
    {
      g_string_append_c (text, '\n');
      g_string_append (text, dl_tables_ties_text ());
    }
  return g_string_free (text, FALSE);
}

/* Of all routers. */
static DlRouterTable *
survey (const DlAnalysis *analysis, GCancellable *cancellable)
{
  DlTablesSurvey survey;
  DlRouterTable *table;
  GString *text;

  if (!dl_tables_survey (analysis->routes, MAX_ANSWERS, &survey, cancellable))
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
  const DlAnalysis *analysis = data;
  const DlNetwork *network = analysis->network;
  g_autoptr (DlTables) tables = NULL;
  DlRouterTable *table;
  guint n = 0;

  if (router == DL_NO_NODE)
    return survey (analysis, cancellable);
  tables = dl_tables_new (analysis->routes, router, cancellable);
  if (tables == NULL)
    return NULL;
  for (guint i = 0; i < DL_LOCAL_ENTRIES; i++)
    n += tables->local[i].node != DL_NO_NODE;
  table = dl_router_table_new (n, DL_TORUS_MAX_REGIONS, DL_GLOBAL_ENTRIES);
  table->title = title_of (tables, network);
  table->summary = summary_of (tables, analysis->routes);
  table->label = _ ("Local table");
  table->tooltip = _ ("Enter or a double-click shows the route. ⚠: packets from another router "
                      "take a different route than packets that start here");
  table->columns[0] = _ ("Entry");
  table->columns[1] = _ ("Node");
  table->columns[2] = _ ("Port.VC");
  n = 0;
  for (guint i = 0; i < DL_LOCAL_ENTRIES; i++)
    if (tables->local[i].node != DL_NO_NODE)
      fill_row (&table->rows[n++], i, &tables->local[i], network);
  fill_grid (&table->grid, tables);
  table->csv = dl_tables_to_csv (tables, network);
  table->csv_name = g_strdup_printf ("tables-nid-%u.csv", network->torus.nid[router]);
  return table;
}
