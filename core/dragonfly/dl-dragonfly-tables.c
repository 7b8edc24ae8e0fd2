/* Lookup tables of dragonfly routes: neighbors, and the blue links of each pair of groups. */
#include "dl-dragonfly-tables.h"

#include "dl-dragonfly-name.h"
#include "dl-dragonfly-routes.h"

#include <glib/gi18n-lib.h>

#include <stdlib.h>

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

/* Sets of blue bundles by place beyond this are not made: the bundles are looked at one by one. */
#define MAX_SETS_BYTES (256 * 1024 * 1024)

/* Neighbors ----------------------------------------------------------------------------------- */

static void
measure_groups (DlDragonflyRoutes *self)
{
  const DlDragonfly *net = self->dragonfly;

  for (guint router = 0; router < net->n_routers; router++)
    {
      self->n_chassis = MAX (self->n_chassis, net->router[router].chassis + 1u);
      self->n_blades = MAX (self->n_blades, net->router[router].blade + 1u);
    }
}

/* The bundle of links that begins with @link. */
static DlLinkBundle
bundle_at (const DlDragonfly *net, guint link)
{
  DlLinkBundle bundle = { link, 0, 0 };

  for (guint i = link;
       i < net->first_link[net->link_from[link] + 1] && net->link_to[i] == net->link_to[link]
       && net->link_class[i] == net->link_class[link];
       i++)
    {
      bundle.n++;
      bundle.up += net->link_state[i] == DL_LINK_UP;
    }
  return bundle;
}

static void
find_neighbours (DlDragonflyRoutes *self)
{
  const DlDragonfly *net = self->dragonfly;

  self->green = g_new0 (DlLinkBundle, (gsize) net->n_routers * self->n_blades);
  self->black = g_new0 (DlLinkBundle, (gsize) net->n_routers * self->n_chassis);
  for (guint link = 0; link < net->n_links;)
    {
      const DlLinkBundle bundle = bundle_at (net, link);
      const guint from = net->link_from[link];
      const DlRouterAt *to = &net->router[net->link_to[link]];

      if (net->link_class[link] == DL_LINK_GREEN)
        self->green[(gsize) from * self->n_blades + to->blade] = bundle;
      else if (net->link_class[link] == DL_LINK_BLACK)
        {
          self->black[(gsize) from * self->n_chassis + to->chassis] = bundle;
          if (self->black_parallel == 0)
            self->black_parallel = bundle.n;
        }
      link += bundle.n;
    }
}

static void
list_working (DlDragonflyRoutes *self)
{
  const DlDragonfly *net = self->dragonfly;
  guint n = 0;

  self->working = g_new (guint32, net->n_routers);
  self->working_index = g_new (guint32, net->n_routers);
  self->working_first = g_new (guint32, net->n_groups + 1);
  for (guint group = 0; group < net->n_groups; group++)
    {
      self->working_first[group] = n;
      for (guint router = net->group_first[group]; router < net->group_first[group + 1]; router++)
        {
          self->working_index[router] = n;
          if (net->router_up[router])
            self->working[n++] = router;
        }
    }
  self->working_first[net->n_groups] = n;
}

/* Inside groups -------------------------------------------------------------------------------- */

/* Do all routers of @group work, have links to all of their chassis and all of their slot, and are
 * these all of the group? */
static gboolean
is_whole (const DlDragonflyRoutes *self, guint group)
{
  const DlDragonfly *net = self->dragonfly;
  const guint first = net->group_first[group], n = net->group_first[group + 1] - first;

  for (guint router = first; router < first + n; router++)
    {
      guint greens = 0, blacks = 0;

      if (!net->router_up[router])
        return FALSE;
      for (guint blade = 0; blade < self->n_blades; blade++)
        {
          const DlLinkBundle *bundle = dl_dragonfly_green (self, router, blade);
          if (bundle->n > 1 || bundle->up != bundle->n)
            return FALSE;
          greens += bundle->n;
        }
      for (guint chassis = 0; chassis < self->n_chassis; chassis++)
        {
          const DlLinkBundle *bundle = dl_dragonfly_black (self, router, chassis);
          if (bundle->n > 0 && (bundle->n != self->black_parallel || bundle->up != bundle->n))
            return FALSE;
          blacks += bundle->n > 0;
        }
      if ((greens + 1) * (blacks + 1) != n)
        return FALSE;
    }
  return TRUE;
}

/* Hops of the way inside a group, green first; DL_DRAGONFLY_FAR without one. */
static guint
plain_hops (const DlDragonflyRoutes *self, guint from, guint to)
{
  const DlRouterAt *a = &self->dragonfly->router[from], *b = &self->dragonfly->router[to];

  if (from == to)
    return 0;
  if (dl_dragonfly_toward (self, from, to) == NULL)
    return DL_DRAGONFLY_FAR;
  return 1 + (a->chassis != b->chassis && a->blade != b->blade);
}

/* The costs inside a group that is not whole: what has no plain way goes through a root. */
static guint8 *
local_costs (const DlDragonflyRoutes *self, guint group)
{
  const DlDragonfly *net = self->dragonfly;
  const guint first = net->group_first[group], n = net->group_first[group + 1] - first;
  g_autofree guint8 *plain = g_new (guint8, (gsize) n * n);
  guint8 *cost;

  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      plain[a * n + b] = net->router_up[first + a] && net->router_up[first + b]
                             ? plain_hops (self, first + a, first + b)
                             : DL_DRAGONFLY_FAR;
  cost = g_memdup2 (plain, (gsize) n * n);
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      for (guint root = 0; root < n && plain[a * n + b] == DL_DRAGONFLY_FAR; root++)
        {
          const guint up = plain[a * n + root], down = plain[root * n + b];

          if (root != a && root != b && up != DL_DRAGONFLY_FAR && down != DL_DRAGONFLY_FAR)
            cost[a * n + b] = MIN (cost[a * n + b], DL_DRAGONFLY_DETOUR + up + down);
        }
  return cost;
}

/* Between groups ------------------------------------------------------------------------------- */

static gint
compare_blue (gconstpointer a, gconstpointer b)
{
  const DlBlueBundle *x = a, *y = b;

  if (x->cable != y->cable)
    return x->cable < y->cable ? -1 : 1;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->to < y->to ? -1 : x->to > y->to;
}

static guint
pair_of (const DlDragonflyRoutes *self, guint link)
{
  const DlDragonfly *net = self->dragonfly;

  return net->router[net->link_from[link]].group * net->n_groups
         + net->router[net->link_to[link]].group;
}

static void
list_blue (DlDragonflyRoutes *self)
{
  const DlDragonfly *net = self->dragonfly;
  const guint n_pairs = net->n_groups * net->n_groups;
  g_autofree guint32 *filled = g_new0 (guint32, n_pairs);
  guint most = 0;

  self->pair_first = g_new0 (guint32, n_pairs + 1);
  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint link = 0; link < net->n_links;)
        {
          DlLinkBundle bundle;

          if (net->link_class[link] != DL_LINK_BLUE)
            {
              link++;
              continue;
            }
          bundle = bundle_at (net, link);
          if (bundle.up > 0)
            {
              const guint pair = pair_of (self, link);
              if (pass == 0)
                self->pair_first[pair + 1]++;
              else
                self->blue[self->pair_first[pair] + filled[pair]++]
                    = (DlBlueBundle) { net->link_from[link], net->link_to[link],
                                       net->link_cable[link], bundle };
            }
          link += bundle.n;
        }
      if (pass == 0)
        {
          for (guint pair = 0; pair < n_pairs; pair++)
            {
              most = MAX (most, self->pair_first[pair + 1]);
              self->pair_first[pair + 1] += self->pair_first[pair];
            }
          self->blue = g_new (DlBlueBundle, MAX (self->pair_first[n_pairs], 1));
        }
    }
  for (guint pair = 0; pair < n_pairs; pair++)
    qsort (&self->blue[self->pair_first[pair]], filled[pair], sizeof *self->blue, compare_blue);
  self->words = MAX ((most + 63) / 64, 1);
}

/* Which bundles of each pair begin, and end, in which chassis and at which blade. */
static void
sort_blue (DlDragonflyRoutes *self)
{
  const DlDragonfly *net = self->dragonfly;
  const guint n_pairs = net->n_groups * net->n_groups;
  const gsize stride = (gsize) (self->n_chassis + self->n_blades) * self->words;

  if (n_pairs * stride * sizeof (guint64) > MAX_SETS_BYTES / 2)
    return;
  self->near = g_new0 (guint64, n_pairs * stride);
  self->far = g_new0 (guint64, n_pairs * stride);
  for (guint pair = 0; pair < n_pairs; pair++)
    for (guint i = self->pair_first[pair]; i < self->pair_first[pair + 1]; i++)
      {
        const guint place = i - self->pair_first[pair], word = place / 64;
        const guint64 bit = G_GUINT64_CONSTANT (1) << place % 64;
        const DlRouterAt *from = &net->router[self->blue[i].from];
        const DlRouterAt *to = &net->router[self->blue[i].to];
        guint64 *near = self->near + pair * stride, *far = self->far + pair * stride;

        near[from->chassis * self->words + word] |= bit;
        near[(self->n_chassis + from->blade) * self->words + word] |= bit;
        far[to->chassis * self->words + word] |= bit;
        far[(self->n_chassis + to->blade) * self->words + word] |= bit;
      }
}

/* Candidates of a hop: the links of a router, or for a detour those to each root. */
static guint
count_candidates (const DlDragonflyRoutes *self)
{
  const DlDragonfly *net = self->dragonfly;
  guint most = 1, parallel = 1, routers = 1;

  for (guint router = 0; router < net->n_routers; router++)
    most = MAX (most, net->first_link[router + 1] - net->first_link[router]);
  for (guint link = 0; link < net->n_links; link++)
    if (net->link_class[link] != DL_LINK_BLUE)
      parallel = MAX (parallel, net->link_parallel[link] + 1u);
  for (guint group = 0; group < net->n_groups; group++)
    routers = MAX (routers, net->group_first[group + 1] - net->group_first[group]);
  return MAX (most, parallel * routers);
}

/* The routes ----------------------------------------------------------------------------------- */

static void
dragonfly_routes_free (gpointer data)
{
  DlDragonflyRoutes *self = data;

  for (guint group = 0; group < self->dragonfly->n_groups; group++)
    g_free (self->local_cost[group]);
  g_free (self->local_cost);
  g_free (self->green);
  g_free (self->black);
  g_free (self->whole);
  g_free (self->working);
  g_free (self->working_first);
  g_free (self->working_index);
  g_free (self->pair_first);
  g_free (self->blue);
  g_free (self->near);
  g_free (self->far);
  dl_dragonfly_unref (self->dragonfly);
  g_free (self);
}

DlDragonflyRoutes *
dl_dragonfly_routes_new (DlDragonfly *dragonfly, const DlDragonflyMinimal *minimal)
{
  DlDragonflyRoutes *self = g_new0 (DlDragonflyRoutes, 1);

  dl_shared_init (&self->head.shared, dragonfly_routes_free);
  self->head.shape = self->dragonfly = dl_dragonfly_ref (dragonfly);
  self->minimal = minimal != NULL ? minimal : dl_dragonfly_minimal_default ();
  measure_groups (self);
  find_neighbours (self);
  list_working (self);
  self->whole = g_new (guint8, dragonfly->n_groups);
  self->local_cost = g_new0 (guint8 *, dragonfly->n_groups);
  for (guint group = 0; group < dragonfly->n_groups; group++)
    {
      self->whole[group] = is_whole (self, group);
      if (!self->whole[group])
        self->local_cost[group] = local_costs (self, group);
    }
  list_blue (self);
  sort_blue (self);
  self->max_candidates = count_candidates (self);
  return self;
}
