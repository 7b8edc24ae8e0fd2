#include "dl-fabric-explain.h"

#include "dl-fabric-engine.h"
#include "dl-table.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Table of a switch, in words and as CSV. */

/* The ports by which packets for host @to leave @s, "5" or "5 6 7"; their number. *@first: the
 * first of them, DL_FABRIC_NO_PORT: none. */
static guint
list_ports (const DlFabricRoutes *routes, guint s, guint to, GString *text, guint *first)
{
  const DlFabric *fabric = routes->fabric;
  const guint32 in = dl_fabric_host_receives (fabric, to);
  const guint64 *words;
  guint last, n = 0;

  *first = DL_FABRIC_NO_PORT;
  g_string_truncate (text, 0);
  if (routes->kind != DL_FABRIC_CHOICES)
    {
      *first = routes->port[(gsize) to * fabric->n_switches + s];
      if (*first != DL_FABRIC_NO_PORT)
        g_string_printf (text, "%u", *first);
      return *first != DL_FABRIC_NO_PORT;
    }
  if (in == DL_FABRIC_NONE || fabric->link_state[in] != DL_LINK_UP)
    return 0;
  last = fabric->channel_from[in] - fabric->n_hosts;
  if (last == s)
    {
      *first = fabric->channel_from_port[in];
      g_string_printf (text, "%u", *first);
      return 1;
    }
  words = routes->choices + ((gsize) last * fabric->n_switches + s) * routes->n_words;
  for (guint port = 1; port <= 64 * routes->n_words; port++)
    if ((words[(port - 1) / 64] >> (port - 1) % 64 & 1) != 0)
      {
        g_string_append_printf (text, "%s%u", n > 0 ? " " : "", port);
        if (n++ == 0)
          *first = port;
      }
  return n;
}

/* Where port @port leads; (none), or broken, too. Free with g_free. */
static char *
far_end (const DlFabric *fabric, guint s, guint port)
{
  const guint32 c = port != DL_FABRIC_NO_PORT
                        ? dl_fabric_port_channel (fabric, fabric->n_hosts + s, port)
                        : DL_FABRIC_NONE;

  if (c == DL_FABRIC_NONE)
    return g_strdup (port == DL_FABRIC_NO_PORT ? _ ("not known here") : _ ("no cable"));
  if (fabric->link_state[c] != DL_LINK_UP)
    return g_strdup_printf (_ ("%s (broken)"), dl_fabric_name (fabric, fabric->channel_to[c]));
  return g_strdup (dl_fabric_name (fabric, fabric->channel_to[c]));
}

/* Each of the counts in its own plural. Free with g_free. */
static char *
summary (guint n_known, guint n_hosts, guint n_ports)
{
  g_autofree char *hosts = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%'u of %'u host known", "%'u of %'u hosts known", n_hosts),
      n_known, n_hosts);
  g_autofree char *ports = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u port with a cable", "%u ports with a cable", n_ports),
      n_ports);

  /* Translators: how many hosts a switch knows, and its ports, as in “16 of 16 hosts known, 8 ports
   * with a cable” */
  return g_strdup_printf (C_ ("hosts and ports", "%s, %s"), hosts, ports);
}

DlRouterTable *
dl_fabric_switch_table (const DlFabricRoutes *routes, guint s)
{
  const DlFabric *fabric = routes->fabric;
  const guint v = fabric->n_hosts + s;
  DlRouterTable *table = dl_router_table_new (fabric->n_hosts, 0, 0);
  static const DlTableColumn in_files[]
      = { { "switch" }, { "destination" }, { "ports", .verbatim = TRUE }, { "to" } };
  g_autoptr (DlRecord) record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, in_files);
  GString *csv = g_string_new (NULL);
  DlTable rows;
  g_autoptr (GString) ports = g_string_new (NULL);
  guint n_known = 0;

  for (guint h = 0; h < fabric->n_hosts; h++)
    {
      DlTableRow *row = &table->rows[h];
      guint first;

      n_known += list_ports (routes, s, h, ports, &first) > 0;
      row->cells[0] = g_strdup (dl_fabric_name (fabric, h));
      row->cells[1] = g_strdup (ports->str);
      row->cells[2] = far_end (fabric, s, first);
      row->order[0] = h;
      row->order[1] = first;
      row->order[2] = first;
      row->node = dl_fabric_host_works (fabric, h) ? h : DL_NO_NODE;
      dl_cells_text (cells, dl_fabric_name (fabric, v));
      dl_cells_text (cells, row->cells[0]);
      dl_cells_text (cells, ports->str);
      dl_cells_text (cells, first != DL_FABRIC_NO_PORT ? row->cells[2] : NULL);
    }
  table->title = g_strdup_printf (_ ("Switch %s"), dl_fabric_name (fabric, v));
  table->summary = summary (n_known, fabric->n_hosts, fabric->first[v + 1] - fabric->first[v]);

  table->label = _ ("Forwarding table");
  table->columns[0] = _ ("Destination");
  table->columns[1] = _ ("Port");
  table->columns[2] = _ ("Leads to");
  rows = dl_record_table (record);
  dl_table_append_csv (csv, &rows);
  table->csv = g_string_free (csv, FALSE);
  table->csv_name = g_strdup_printf ("switch-%u.csv", s);
  return table;
}

/* Routes ----------------------------------------------------------------------------------------
 */

static const char *
fate_words (DlFabricFate fate)
{
  switch (fate)
    {
    case DL_FABRIC_DELIVERED:
      return _ ("delivered");
    case DL_FABRIC_NO_CABLE:
      return _ ("not sent: a host has no working cable");
    case DL_FABRIC_NO_ENTRY:
      return _ ("lost: the switch does not know the destination");
    case DL_FABRIC_DEAD_END:
      return _ ("lost: the port leads to nothing that works");
    case DL_FABRIC_LOOP:
      return _ ("lost: the tables lead round in a circle");
    }
  g_assert_not_reached ();
}

/* Layer of hop @hop over @channels, after one in layer @before; @layer as in
 * dl_fabric_routes_walk. */
static guint
layer_at (const DlFabricRoutes *routes, guint layer, guint before, const guint32 *channels,
          guint hop)
{
  if (routes->kind == DL_FABRIC_DETOURS)
    return hop < layer ? 0 : 1;
  return hop > 0 ? dl_fabric_routes_next_layer (routes, before, channels[hop - 1], channels[hop])
                 : layer;
}

/* "leaf 3:5", as lists of channels have it; of a host without its only port. */
static char *
way_out (const DlFabric *fabric, guint channel)
{
  return dl_fabric_is_host (fabric, fabric->channel_from[channel])
             ? g_strdup (dl_fabric_name (fabric, fabric->channel_from[channel]))
             : dl_fabric_channel_name (fabric, channel);
}

static void
explain_step (const DlFabricRoutes *routes, guint channel, guint layer, DlStepText *step)
{
  const DlFabric *fabric = routes->fabric;
  const guint from = fabric->channel_from[channel], to = fabric->channel_to[channel];

  /* Translators: a port of a switch, by its number */
  step->title = g_strdup_printf (_ ("Port %u"), fabric->channel_from_port[channel]);
  step->place = g_strdup (dl_fabric_name (fabric, from));
  /* Translators: where a channel leads: a switch or host, and its port there */
  step->note = g_strdup_printf (_ ("to %s, port %u"), dl_fabric_name (fabric, to),
                                fabric->channel_to_port[channel]);
  if (routes->n_layers > 1)
    step->tag = g_strdup_printf (_ ("layer %u"), layer);
  if (!dl_fabric_is_host (fabric, from))
    step->detail = g_strdup_printf ("%s (%s)", _ (routes->engine->title), routes->engine->citation);
}

DlExplained *
dl_fabric_explain (const DlFabricRoutes *routes, guint from, guint to, guint which)
{
  const DlFabric *fabric = routes->fabric;
  g_autofree guint32 *channels = g_new (guint32, 2 * fabric->n_switches + 4);
  g_autoptr (GString) line = g_string_new (NULL), text = g_string_new (NULL);
  guint n, layer, own_layer = 0;
  const DlFabricFate fate = dl_fabric_routes_walk (routes, from, to, which, channels, &n, &layer);
  DlExplained *explained = dl_explained_new (n);
  const guint hops = n - MIN (n, fate == DL_FABRIC_DELIVERED ? 2 : 1);

  explained->good = fate == DL_FABRIC_DELIVERED;
  explained->broken_step = DL_NO_STEP;
  explained->n_routes = routes->kind == DL_FABRIC_TABLES ? 1 : 0;
  if (routes->kind == DL_FABRIC_DETOURS && n > 0)
    explained->n_routes
        = layer > 0
              ? routes->part_size[routes->part[fabric->channel_to[channels[0]] - fabric->n_hosts]]
              : 1;
  explained->summary = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u hop between switches, %s",
                                                     "%u hops between switches, %s", hops),
                                        hops, fate_words (fate));
  g_string_append_printf (text, "%s\n", explained->summary);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *out = way_out (fabric, channels[i]);

      own_layer = layer_at (routes, layer, own_layer, channels, i);
      explained->channels[i] = channels[i] * MAX (fabric->n_lanes, routes->n_layers) + own_layer;
      explain_step (routes, channels[i], own_layer, &explained->steps[i]);
      g_string_append_printf (line, "%s%s", i > 0 ? " " : "", out);
      if (routes->n_layers > 1)
        g_string_append_printf (line, ".%u", own_layer);
      g_string_append_printf (text, "%s  %s  %s%s%s\n", explained->steps[i].place,
                              explained->steps[i].title, explained->steps[i].note,
                              routes->n_layers > 1 ? "  " : "",
                              routes->n_layers > 1 ? explained->steps[i].tag : "");
    }
  if (!explained->good && n > 0)
    explained->steps[n - 1].problem = g_strdup (fate_words (fate));
  explained->line = g_string_free (g_steal_pointer (&line), FALSE);
  explained->text = g_string_free (g_steal_pointer (&text), FALSE);
  return explained;
}

/* Flows -----------------------------------------------------------------------------------------
 */

typedef struct
{
  const DlFabricRoutes *routes;
  guint32 channel;
  guint32 *takes; /* (n_hosts) switch that a host sends to, NONE */
  guint8 *passes; /* (n_switches) of one destination: 0 not known yet, 1 no, 2 yes */
  guint32 *path;  /* (n_switches) */
  DlLinkFlows *flows;
} Flows;

static gboolean
arrives (const DlFabricRoutes *routes, guint to, guint s)
{
  const DlFabric *fabric = routes->fabric;

  for (guint steps = 0; steps <= fabric->n_switches; steps++)
    {
      const guint32 c = dl_fabric_next_channel (routes, to, s);

      if (c == DL_FABRIC_NONE)
        return FALSE;
      if (fabric->channel_to[c] < fabric->n_hosts)
        return fabric->channel_to[c] == to;
      s = fabric->channel_to[c] - fabric->n_hosts;
    }
  return FALSE;
}

/* Fills passes: from which switches packets to host @to pass the channel, which is not an injection
 * channel. Packets that pass it arrive if its end leads to @to. */
static void
mark_passing (Flows *f, guint to)
{
  const DlFabric *fabric = f->routes->fabric;
  const guint S = fabric->n_switches, H = fabric->n_hosts;
  const guint end = fabric->channel_to[f->channel];

  if (end < H ? end != to : !arrives (f->routes, to, end - H))
    {
      memset (f->passes, 1, S);
      return;
    }
  memset (f->passes, 0, S);
  for (guint start = 0; start < S; start++)
    {
      guint s = start, n = 0;
      guint8 found = 0;

      while (found == 0)
        {
          const guint32 c = dl_fabric_next_channel (f->routes, to, s);

          if (f->passes[s] != 0)
            {
              found = f->passes[s];
              break;
            }
          f->path[n++] = s;
          f->passes[s] = 1; /* a path that comes back here goes round */
          if (c == f->channel)
            found = 2;
          else if (c == DL_FABRIC_NONE || fabric->channel_to[c] < H)
            found = 1;
          else
            s = fabric->channel_to[c] - H;
        }
      while (n > 0)
        f->passes[f->path[--n]] = found;
    }
}

static void
add_pair (Flows *f, guint from, guint to, double weight)
{
  const guint32 source = f->routes->fabric->channel_from[f->channel], s = f->takes[from];

  if (from == to || s == DL_FABRIC_NONE)
    return;
  if (source < f->routes->fabric->n_hosts ? from == source && arrives (f->routes, to, s)
                                          : f->passes[s] == 2)
    dl_link_flows_add (f->flows, from, to, weight);
}

static gint
by_dest (gconstpointer a, gconstpointer b)
{
  const DlFlow *x = a, *y = b;

  return (x->dest > y->dest) - (x->dest < y->dest);
}

/* Add a demand's flows, all those to a destination together. */
static gboolean
add_flows (Flows *f, const DlDemand *demand, GCancellable *cancellable)
{
  g_autoptr (GArray) flows = g_array_copy (demand->flows);
  const gboolean injects = f->routes->fabric->channel_from[f->channel] < f->routes->fabric->n_hosts;

  g_array_sort (flows, by_dest);
  for (guint i = 0; i < flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (flows, DlFlow, i);

      if (!injects && (i == 0 || g_array_index (flows, DlFlow, i - 1).dest != flow->dest))
        mark_passing (f, flow->dest);
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      add_pair (f, flow->source, flow->dest, flow->weight);
    }
  return TRUE;
}

/* Add the flows of a demand by sets, each destination's sources together. */
static gboolean
add_sets (Flows *f, const DlDemand *demand, GCancellable *cancellable)
{
  const guint source = f->routes->fabric->channel_from[f->channel];
  const gboolean injects = source < f->routes->fabric->n_hosts;

  for (guint to = 0; to < f->routes->fabric->n_hosts; to++)
    {
      const guint32 set = demand->set[to];

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (set == DL_NO_SET)
        continue;
      if (injects && demand->set[source] == set)
        add_pair (f, source, to, demand->set_weight);
      if (injects)
        continue;
      mark_passing (f, to);
      for (guint i = demand->set_first[set]; i < demand->set_first[set + 1]; i++)
        add_pair (f, demand->set_node[i], to, demand->set_weight);
    }
  return TRUE;
}

static gboolean
add_uniform (Flows *f, GCancellable *cancellable)
{
  const DlFabric *fabric = f->routes->fabric;
  const guint source = fabric->channel_from[f->channel];

  for (guint to = 0; to < fabric->n_hosts; to++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (source < fabric->n_hosts)
        {
          add_pair (f, source, to, 1);
          continue;
        }
      mark_passing (f, to);
      for (guint from = 0; from < fabric->n_hosts; from++)
        add_pair (f, from, to, 1);
    }
  return TRUE;
}

DlLinkFlows *
dl_fabric_flows (const DlFabricRoutes *routes, const DlDemand *demand, guint channel,
                 GCancellable *cancellable)
{
  const DlFabric *fabric = routes->fabric;
  Flows f = { .routes = routes, .channel = channel };
  gboolean done;

  g_assert (routes->kind == DL_FABRIC_TABLES);
  f.takes = g_new (guint32, fabric->n_hosts);
  for (guint h = 0; h < fabric->n_hosts; h++)
    {
      const guint32 out = dl_fabric_host_sends (fabric, h);

      f.takes[h] = out != DL_FABRIC_NONE && fabric->link_state[out] == DL_LINK_UP
                       ? fabric->channel_to[out] - fabric->n_hosts
                       : DL_FABRIC_NONE;
    }
  f.passes = g_new (guint8, fabric->n_switches);
  f.path = g_new (guint32, fabric->n_switches);
  f.flows = dl_link_flows_new (channel, DL_PLACE_NODE, fabric->n_hosts);
  if (fabric->link_state[channel] != DL_LINK_UP)
    done = TRUE;
  else
    done = demand == NULL || demand->uniform ? add_uniform (&f, cancellable)
           : dl_demand_has_sets (demand)     ? add_sets (&f, demand, cancellable)
                                             : add_flows (&f, demand, cancellable);
  g_free (f.takes);
  g_free (f.passes);
  g_free (f.path);
  if (!done)
    g_clear_pointer (&f.flows, dl_link_flows_free);
  return f.flows;
}
