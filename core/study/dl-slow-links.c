#include "dl-slow-links.h"

#include <glib/gi18n-lib.h>

#include <stdlib.h>

/* Ports of a router that links leave, including ports of nodes that have links. */
typedef struct
{
  double capacity;
  guint32 link;
} Port;

typedef struct
{
  const DlNet *net;
  const DlGraph *graph;
  const DlFindings *findings;
  GArray *ports;  /* Port, scratch */
  double *load;   /* (n_links) */
  guint32 top[3]; /* links with the largest loads, of which a cable has two at most */
} Search;

static int
compare_ports (gconstpointer a, gconstpointer b)
{
  const Port *x = a, *y = b;

  if (x->capacity != y->capacity)
    return x->capacity < y->capacity ? -1 : 1;
  return (x->link > y->link) - (x->link < y->link);
}

/* The ports of @router but its @own. */
static void
add_ports (Search *search, guint32 router, guint own)
{
  const DlGraph *graph = search->graph;

  for (guint32 link = graph->first_link[router]; link < graph->first_link[router + 1]; link++)
    if (graph->link_port[link] != own && graph->link_state[link] == DL_LINK_UP)
      {
        const Port port = { dl_graph_capacity (graph, link), link };

        g_array_append_val (search->ports, port);
      }
}

/* FALSE: @link is not slower than most of its neighbors. */
static gboolean
compare_link (Search *search, guint32 link, DlSlowLink *slow)
{
  const DlGraph *graph = search->graph;
  const guint32 from = graph->link_from[link], to = graph->link_to[link];
  guint n_faster = 0;

  g_array_set_size (search->ports, 0);
  if (from != DL_NO_NODE)
    add_ports (search, from, graph->link_port[link]);
  if (to != DL_NO_NODE)
    add_ports (search, to, graph->peer_port[link]);
  slow->link = link;
  slow->capacity = dl_graph_capacity (graph, link);
  for (guint i = 0; i < search->ports->len; i++)
    n_faster += g_array_index (search->ports, Port, i).capacity > slow->capacity;
  if (2 * n_faster <= search->ports->len)
    return FALSE;
  g_array_sort (search->ports, compare_ports);
  const Port *median = &g_array_index (search->ports, Port, search->ports->len / 2);
  slow->usual = median->capacity;
  slow->neighbor = median->link;
  return TRUE;
}

static void
find_loads (Search *search)
{
  const guint n_vcs = search->net->n_vcs;

  for (guint i = 0; i < G_N_ELEMENTS (search->top); i++)
    search->top[i] = DL_NO_LINK;
  for (guint32 link = 0; link < search->graph->n_links; link++)
    {
      guint32 moving = link;

      for (guint vc = 0; vc < n_vcs; vc++)
        search->load[link] += search->findings->vc_load[(gsize) link * n_vcs + vc];
      for (guint i = 0; i < G_N_ELEMENTS (search->top) && moving != DL_NO_LINK; i++)
        if (search->top[i] == DL_NO_LINK || search->load[moving] > search->load[search->top[i]])
          {
            const guint32 pushed = search->top[i];

            search->top[i] = moving;
            moving = pushed;
          }
    }
}

static void
find_cost (const Search *search, guint32 back, DlSlowLink *slow)
{
  const double share = slow->capacity / slow->usual;
  guint i = 0;

  slow->load = MAX (search->load[slow->link], back != DL_NO_LINK ? search->load[back] : 0);
  slow->usual_load = slow->load * share;
  slow->peak = search->top[0] != DL_NO_LINK ? search->load[search->top[0]] : 0;
  while (i + 1 < G_N_ELEMENTS (search->top)
         && (search->top[i] == slow->link || search->top[i] == back))
    i++;
  slow->usual_peak
      = MAX (slow->usual_load,
             search->top[i] != DL_NO_LINK && search->top[i] != slow->link && search->top[i] != back
                 ? search->load[search->top[i]]
                 : 0);
  slow->bound = search->findings->bound_load;
  slow->usual_bound = slow->usual_peak > 0
                          ? MAX (MIN (slow->bound * slow->peak / slow->usual_peak, 1), slow->bound)
                          : slow->bound;
}

static int
compare_slow (gconstpointer a, gconstpointer b)
{
  const DlSlowLink *x = a, *y = b;

  if (x->usual_peak != y->usual_peak)
    return x->usual_peak < y->usual_peak ? -1 : 1;
  if (x->load != y->load)
    return x->load > y->load ? -1 : 1;
  return (x->link > y->link) - (x->link < y->link);
}

GArray *
dl_slow_links_find (const DlNet *net, const DlFindings *findings)
{
  GArray *found = g_array_new (FALSE, TRUE, sizeof (DlSlowLink));
  Search search = { .net = net, .graph = net->graph, .findings = findings };

  if (net->graph->link_capacity == NULL)
    return found; /* all are as fast */
  search.ports = g_array_new (FALSE, FALSE, sizeof (Port));
  search.load = g_new0 (double, net->graph->n_links);
  find_loads (&search);
  for (guint32 link = 0; link < net->graph->n_links; link++)
    {
      const guint32 from = net->graph->link_from[link], to = net->graph->link_to[link];
      DlSlowLink slow = { 0 };

      if (net->graph->link_state[link] != DL_LINK_UP || net->graph->link_capacity[link] == 1
          || (from != DL_NO_NODE && to == DL_NO_NODE))
        continue; /* a node's cable is told by what it sends */
      const guint32 back = dl_graph_cable_back (net->graph, link);

      if ((from != DL_NO_NODE && back < link && net->graph->link_state[back] == DL_LINK_UP
           && net->graph->link_capacity[back] == net->graph->link_capacity[link])
          || !compare_link (&search, link, &slow))
        continue;
      find_cost (&search, back, &slow);
      g_array_append_val (found, slow);
    }
  g_array_sort (found, compare_slow);
  g_array_unref (search.ports);
  g_free (search.load);
  return found;
}

char *
dl_link_rate_text (const DlGraph *graph, guint link)
{
  char *stated = graph->link_rate != NULL ? dl_rate_text (graph->link_rate[link]) : NULL;

  if (stated == NULL)
    stated = g_strdup_printf ("%.4g%%", 100 * dl_graph_capacity (graph, link));
  return stated;
}

/* Table ---------------------------------------------------------------------------------------- */

static const DlTableColumn columns[] = {
  { "link" },
  { NULL, N_ ("cable") },
  { "rate", N_ ("rate") },
  { "usual_rate", N_ ("neighbors’ rate") },
  { "capacity", NULL, DL_COLUMN_REAL },
  { "usual_capacity", NULL, DL_COLUMN_REAL },
  { "load", N_ ("load"), DL_COLUMN_REAL, 2 },
  { "usual_load", N_ ("load at that rate"), DL_COLUMN_REAL, 2 },
  { "max_load", N_ ("maximum channel load"), DL_COLUMN_REAL, 2 },
  { "usual_max_load", N_ ("at that rate"), DL_COLUMN_REAL, 2 },
  { "bound_load", N_ ("saturation load"), DL_COLUMN_REAL, 4 },
  { "usual_bound_load", N_ ("at that rate"), DL_COLUMN_REAL, 4 },
};

static char *
name_of (const DlEvaluation *result, guint link, DlNameStyle style)
{
  return result->scenario->family->name (result->net.shape, dl_place_link (link), style);
}

DlRecord *
dl_slow_links_record (const DlEvaluation *result)
{
  g_autoptr (DlRecord) record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  const DlGraph *graph = result->net.graph;
  const gboolean bound = result->findings.is_bound;

  for (guint i = 0; i < result->slow->len; i++)
    {
      const DlSlowLink *of = &g_array_index (result->slow, DlSlowLink, i);

      dl_cells_take_text (cells, name_of (result, of->link, DL_NAME_FILE));
      dl_cells_take_text (cells, name_of (result, of->link, DL_NAME_CABLE));
      dl_cells_take_text (cells, dl_link_rate_text (graph, of->link));
      dl_cells_take_text (cells, dl_link_rate_text (graph, of->neighbor));
      dl_cells_real (cells, of->capacity);
      dl_cells_real (cells, of->usual);
      dl_cells_real (cells, of->load);
      dl_cells_real (cells, of->usual_load);
      dl_cells_real (cells, of->peak);
      dl_cells_real (cells, of->usual_peak);
      dl_cells_at_most (cells, isfinite (of->bound) ? of->bound : NAN, bound);
      dl_cells_at_most (cells, isfinite (of->usual_bound) ? of->usual_bound : NAN, bound);
    }
  return g_steal_pointer (&record);
}

char *
dl_slow_link_text (const DlEvaluation *result, const DlSlowLink *slow)
{
  const DlGraph *graph = result->net.graph;
  g_autofree char *name = name_of (result, slow->link, DL_NAME_CABLE);
  g_autofree char *rate = dl_link_rate_text (graph, slow->link);
  g_autofree char *usual = dl_link_rate_text (graph, slow->neighbor);

  /* Translators: a cable, its rate, and its neighbors’: “… 4xDDR …” */
  return g_strdup_printf (_ ("%s runs at %s, most of its neighbors at %s."), name, rate, usual);
}
