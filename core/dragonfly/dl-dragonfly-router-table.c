#include "dl-dragonfly-router-table.h"

#include "dl-dragonfly-name.h"
#include "dl-dragonfly-routes.h"

#include <glib/gi18n-lib.h>

/* Table --------------------------------------------------------------------------------------- */

static void
clear_run (gpointer data)
{
  g_free (((DlTableSpan *) data)->ports);
}

/* Links side by side follow each other; those to several roots are the same. */
static void
read_ports (const DlDragonflyNextHop *ways, guint n, DlTableSpan *run)
{
  const double sum = dl_dragonfly_sum_behind (ways, n);

  run->ports = g_new (DlTablePort, n);
  for (guint i = 0; i < n; i += ways[i].beside)
    {
      guint at = 0;

      while (at < run->n_ports && run->ports[at].link != ways[i].hop.link)
        at++;
      if (at == run->n_ports)
        run->ports[run->n_ports++] = (DlTablePort) { ways[i].hop.link, ways[i].beside, 0 };
      run->ports[at].share += ways[i].behind / sum;
    }
}

static guint
count_fitting (const DlDragonflyRoutes *routes, guint source, guint dest)
{
  const DlDragonfly *net = routes->dragonfly;
  const guint from = net->router[source].group, to = net->router[dest].group;
  const guint n = dl_dragonfly_n_roots (routes, source, dest);
  guint fitting = 0;

  for (guint i = 0; i < n; i++)
    {
      const guint root = dl_dragonfly_root (routes, source, dest, i);
      const guint group = net->router[root].group;

      fitting += (dl_dragonfly_plain_groups (routes, from, group)
                  && dl_dragonfly_plain_groups (routes, group, to))
                 || dl_dragonfly_root_fits (routes, source, root, dest);
    }
  return fitting;
}

static void
read_answer (const DlDragonflyRoutes *routes, guint router, guint dest, DlDragonflyNextHop *ways,
             DlTableSpan *run)
{
  const DlDragonflyPacket packet = { dest, DL_NO_NODE, 0, DL_TURN_NONE };
  guint n;

  *run = (DlTableSpan) { .first = dest, .last = dest, .n_routers = 1 };
  if (router == dest)
    return;
  n = dl_dragonfly_cost (routes, router, dest) != DL_DRAGONFLY_FAR
          ? dl_dragonfly_next (routes, router, &packet, ways)
          : 0;
  if (n > 0)
    read_ports (ways, n, run);
  else
    run->third = dl_dragonfly_reachable (routes, router, dest);
  run->n_roots = dl_dragonfly_n_roots (routes, router, dest);
  run->n_fit = count_fitting (routes, router, dest);
}

/* All but which destinations it is of. */
static gboolean
is_same (const DlTableSpan *a, const DlTableSpan *b)
{
  if (a->third != b->third || a->n_roots != b->n_roots || a->n_fit != b->n_fit
      || a->n_ports != b->n_ports)
    return FALSE;
  for (guint i = 0; i < a->n_ports; i++)
    if (a->ports[i].link != b->ports[i].link || a->ports[i].n != b->ports[i].n
        || a->ports[i].share != b->ports[i].share)
      return FALSE;
  return TRUE;
}

DlDragonflyTable *
dl_dragonfly_table_new (const DlDragonflyRoutes *routes, guint router, GCancellable *cancellable)
{
  const DlDragonfly *net = routes->dragonfly;
  g_autofree DlDragonflyNextHop *ways = g_new (DlDragonflyNextHop, routes->max_candidates);
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (DlTableSpan));
  DlDragonflyTable *table;

  g_array_set_clear_func (runs, clear_run);
  for (guint dest = 0; dest < net->n_routers && net->router_up[router]; dest++)
    {
      DlTableSpan *last = runs->len > 0 ? &g_array_index (runs, DlTableSpan, runs->len - 1) : NULL;
      DlTableSpan run;

      if (g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (!net->router_up[dest])
        continue;
      read_answer (routes, router, dest, ways, &run);
      if (last == NULL || net->router[last->first].group != net->router[dest].group
          || last->first == router || dest == router || !is_same (last, &run))
        {
          g_array_append_val (runs, run);
          continue;
        }
      last->last = dest;
      last->n_routers++;
      clear_run (&run);
    }
  table = g_new (DlDragonflyTable, 1);
  *table = (DlDragonflyTable) { .routes = routes, .router = router, .n_runs = runs->len };
  table->runs = (DlTableSpan *) g_array_free (g_steal_pointer (&runs), FALSE);
  return table;
}

void
dl_dragonfly_table_free (DlDragonflyTable *table)
{
  if (table == NULL)
    return;
  for (guint i = 0; i < table->n_runs; i++)
    clear_run (&table->runs[i]);
  g_free (table->runs);
  g_free (table);
}

/* In words ------------------------------------------------------------------------------------- */

char *
dl_table_span_name (const DlDragonflyTable *table, const DlTableSpan *run)
{
  const DlDragonfly *net = table->routes->dragonfly;
  const guint group = net->router[run->first].group;
  const guint working
      = table->routes->working_first[group + 1] - table->routes->working_first[group];
  g_autofree char *first = dl_dragonfly_router_to_string (net, run->first);
  g_autofree char *last = dl_dragonfly_router_to_string (net, run->last);

  if (run->n_routers == working && group != net->router[table->router].group)
    return g_strdup_printf ("%u", net->group_name[group]);
  return run->first == run->last ? g_steal_pointer (&first)
                                 : g_strdup_printf ("%s–%s", first, last);
}

char *
dl_dragonfly_table_to_csv (const DlDragonflyTable *table)
{
  const DlDragonfly *net = table->routes->dragonfly;
  GString *csv = g_string_new ("first,last,routers,class,to,links,share,vc,roots,fit\n");

  for (guint i = 0; i < table->n_runs; i++)
    {
      const DlTableSpan *run = &table->runs[i];
      g_autofree char *first = dl_dragonfly_router_to_string (net, run->first);
      g_autofree char *last = dl_dragonfly_router_to_string (net, run->last);

      for (guint port = 0; port < MAX (run->n_ports, 1); port++)
        {
          const DlTablePort *at = run->n_ports > 0 ? &run->ports[port] : NULL;
          g_autofree char *to
              = at != NULL ? dl_dragonfly_router_to_string (net, net->link_to[at->link]) : NULL;
          char share[G_ASCII_DTOSTR_BUF_SIZE] = "";

          if (at != NULL)
            g_ascii_formatd (share, sizeof share, "%.6g", at->share);
          g_string_append_printf (csv, "%s,%s,%u,%s,%s,%u,%s,%s,%u,%u\n", first, last,
                                  run->n_routers,
                                  at != NULL ? dl_link_class_name (net->link_class[at->link]) : "",
                                  at != NULL ? to : "", at != NULL ? at->n : 0, share,
                                  at != NULL ? "0" : "", run->n_roots, run->n_fit);
        }
    }
  return g_string_free (csv, FALSE);
}

/* "2 green, 1 blue": routers that it leads to, by class. */
static char *
short_text (const DlDragonfly *net, const DlTableSpan *run, gboolean own)
{
  guint n[DL_N_LINK_CLASSES] = { 0 };
  GString *text;

  if (own)
    /* Translators: in a routing table: to this router's own processor */
    return g_strdup (_ ("here"));
  if (run->third)
    return g_strdup (_ ("by a root"));
  if (run->n_ports == 0)
    return g_strdup ("–");
  for (guint i = 0; i < run->n_ports; i++)
    n[net->link_class[run->ports[i].link]] += run->ports[i].n;
  text = g_string_new (NULL);
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    if (n[class] > 0)
      g_string_append_printf (text, "%s%u %s", text->len > 0 ? ", " : "", n[class],
                              dl_link_class_title (class));
  return g_string_free (text, FALSE);
}

static void
append_port (GString *text, const DlDragonfly *net, const DlTablePort *port)
{
  g_autofree char *to = dl_dragonfly_router_to_string (net, net->link_to[port->link]);

  g_string_append_c (text, '\n');
  /* Translators: links of a color, so many side by side, to a router, with their share of the
   * packets */
  g_string_append_printf (text, _ ("%s to %s, %u× · %.0f%%"),
                          dl_link_class_title (net->link_class[port->link]), to, port->n,
                          100 * port->share);
}

static char *
detail_text (const DlDragonflyTable *table, const DlTableSpan *run, gboolean roots)
{
  const DlDragonfly *net = table->routes->dragonfly;
  g_autofree char *name = dl_table_span_name (table, run);
  GString *text = g_string_new (NULL);

  g_string_append_printf (
      text,
      g_dngettext (GETTEXT_PACKAGE, "To %s, %'u router", "To %s, %'u routers", run->n_routers),
      name, run->n_routers);
  for (guint i = 0; i < run->n_ports; i++)
    append_port (text, net, &run->ports[i]);
  if (run->third)
    g_string_append_printf (text, "\n%s", _ ("Only through roots of third groups"));
  else if (run->n_ports == 0 && run->first != table->router)
    g_string_append_printf (text, "\n%s", _ ("Unreachable"));
  if (roots && run->n_roots > 0)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _ ("%'u of %'u roots fit"), run->n_fit, run->n_roots);
    }
  return g_string_free (text, FALSE);
}

static void
fill_row (DlTableRow *row, const DlDragonflyTable *table, guint i, gboolean roots)
{
  const DlDragonfly *net = table->routes->dragonfly;
  const DlTableSpan *run = &table->runs[i];
  const gboolean own = run->first == table->router;

  row->cells[0] = dl_table_span_name (table, run);
  row->cells[1] = short_text (net, run, own);
  row->order[0] = i;
  row->order[1] = run->n_ports;
  if (roots)
    row->cells[2] = own ? g_strdup ("–") : g_strdup_printf ("%'u", run->n_fit);
  row->order[2] = run->n_fit;
  row->node
      = !own && (run->third || run->n_ports > 0) ? run->first * net->nodes_per_router : DL_NO_NODE;
  row->detail = own ? NULL : detail_text (table, run, roots);
}

static char *
summary_of (const DlDragonflyTable *table, const DlDragonflyMode *mode)
{
  GString *text = g_string_new (NULL);
  guint unreachable = 0;

  for (guint i = 0; i < table->n_runs; i++)
    if (table->runs[i].n_ports == 0 && !table->runs[i].third
        && table->runs[i].first != table->router)
      unreachable += table->runs[i].n_routers;
  g_string_append_printf (text, "%s: %s", _ (mode->title), _ (mode->description));
  g_string_append_c (text, '\n');
  if (mode->nonminimal > 0)
    g_string_append_printf (text, "%s\n",
                            _ ("A non-minimal packet first uses the row of its "
                               "root."));
  g_string_append (
      text, _ ("Packets start on VC0; each blue link and each root increases the virtual channel "
               "by 1."));
  if (unreachable > 0)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text,
                              g_dngettext (GETTEXT_PACKAGE, "%'u router is unreachable.",
                                           "%'u routers are unreachable.", unreachable),
                              unreachable);
    }
  return g_string_free (text, FALSE);
}

DlRouterTable *
dl_dragonfly_router_table (const DlScenario *scenario, gconstpointer data, guint router,
                           GCancellable *cancellable)
{
  const DlDragonflyAnalysis *analysis = data;
  const DlDragonfly *net = analysis->dragonfly;
  g_autoptr (DlDragonflyTable) read
      = router != DL_NO_NODE ? dl_dragonfly_table_new (analysis->routes, router, cancellable)
                             : NULL;
  g_autofree char *name = read != NULL ? dl_dragonfly_router_to_string (net, router) : NULL;
  const gboolean roots = analysis->mode->nonminimal > 0;
  DlRouterTable *table;

  if (read == NULL)
    return NULL;
  table = dl_router_table_new (read->n_runs, 0, 0);
  table->title
      = g_strdup_printf (net->router_up[router] ? _ ("Router %s") : _ ("Router %s · broken"), name);
  table->summary = summary_of (read, analysis->mode);
  table->label = _ ("Routing table");
  table->tooltip = _ ("Enter or a double-click shows a route.");
  table->columns[0] = _ ("Destination");
  table->columns[1] = _ ("Ports");
  table->columns[2] = roots ? _ ("Roots") : NULL;
  for (guint i = 0; i < read->n_runs; i++)
    fill_row (&table->rows[i], read, i, roots);
  table->csv = dl_dragonfly_table_to_csv (read);
  table->csv_name = g_strdup_printf ("tables-%s.csv", name);
  return table;
}
