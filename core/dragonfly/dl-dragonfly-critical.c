/* The cables of a dragonfly, and what breaking each would do: a green or black one has a link, a
 * blue one of an Aries up to four. */
#include "dl-break.h"
#include "dl-dragonfly-family-private.h"
#include "dl-dragonfly-name.h"
#include "dl-dragonfly-plan.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const DlDragonfly *net;
  GArray *link, *back; /* guint32, of each cable */
  guint32 *cable_of;   /* (n_links) */
  guint32 *first;      /* (cables) */
} Cables;

/* Blue links of one cable. */
static gboolean
is_of_cable (const DlDragonfly *net, guint link, guint other)
{
  return net->link_class[other] == DL_LINK_BLUE && net->link_cable[other] == net->link_cable[link]
         && net->router[net->link_to[other]].group == net->router[net->link_to[link]].group;
}

/* Both directions of @link, and of all others of its cable. */
static void
mark (Cables *cables, guint link, guint32 cable)
{
  const DlDragonfly *net = cables->net;
  const guint group = net->router[net->link_from[link]].group;

  cables->cable_of[link] = cables->cable_of[net->link_back[link]] = cable;
  if (net->link_class[link] != DL_LINK_BLUE)
    return;
  for (guint other = net->first_link[net->group_first[group]];
       other < net->first_link[net->group_first[group + 1]]; other++)
    if (is_of_cable (net, link, other))
      cables->cable_of[other] = cables->cable_of[net->link_back[other]] = cable;
}

static void
list_cables (Cables *cables)
{
  const DlDragonfly *net = cables->net;

  for (guint link = 0; link < net->n_links; link++)
    cables->cable_of[link] = G_MAXUINT32;
  for (guint32 link = 0; link < net->n_links; link++)
    if (net->link_state[link] == DL_LINK_UP && cables->cable_of[link] == G_MAXUINT32)
      {
        mark (cables, link, cables->link->len);
        g_array_append_val (cables->link, link);
        g_array_append_val (cables->back, net->link_back[link]);
      }
}

/* Cables whose working links join the same routers do the same where a packet takes each of the
 * links side by side as often as the others. */
static void
list_twins (Cables *cables)
{
  const DlDragonfly *net = cables->net;
  const guint n = cables->link->len;
  g_autoptr (GPtrArray) names = g_ptr_array_new_full (n, NULL); /* GString: the routers of each */
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (names, g_string_new (NULL));
  for (guint link = 0; link < net->n_links; link++)
    if (net->link_state[link] == DL_LINK_UP)
      g_string_append_printf (names->pdata[cables->cable_of[link]], "%u %u,", net->link_from[link],
                              net->link_to[link]);
  cables->first = g_new (guint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      const char *name = ((GString *) names->pdata[i])->str;
      gpointer first;

      if (!g_hash_table_lookup_extended (known, name, NULL, &first))
        {
          first = GUINT_TO_POINTER (i);
          g_hash_table_insert (known, (gpointer) name, first);
        }
      cables->first[i] = GPOINTER_TO_UINT (first);
    }
  for (guint i = 0; i < n; i++)
    g_string_free (names->pdata[i], TRUE);
}

/* The wires are those of the network as it is. */
static gpointer
route_broken (const DlScenario *broken, gconstpointer data, GError **error)
{
  const DlDragonflyAnalysis *analysis = data;
  const DlDragonflyOptions *options = dl_dragonfly_options (broken);
  g_autoptr (DlDragonfly) net
      = dl_dragonfly_new_broken (analysis->dragonfly, &options->spec, error);

  return net != NULL ? dl_dragonfly_routes_new (net, options->minimal) : NULL;
}

DlCritical *
dl_dragonfly_critical (const DlScenario *scenario, DlCriticalOptions options,
                       GCancellable *cancellable, GError **error)
{
  g_autoptr (DlDragonflyAnalysis) analysis
      = dl_dragonfly_analyze (scenario, NULL, NULL, cancellable, error);
  Cables cables = { 0 };
  DlCables listed;
  DlCritical *critical;

  if (analysis == NULL)
    return NULL;
  cables.net = analysis->dragonfly;
  cables.link = g_array_new (FALSE, FALSE, sizeof (guint32));
  cables.back = g_array_new (FALSE, FALSE, sizeof (guint32));
  cables.cable_of = g_new (guint32, MAX (cables.net->n_links, 1));
  list_cables (&cables);
  /* A hash tells links side by side apart. */
  if (analysis->basis != DL_BASIS_HASHES)
    list_twins (&cables);
  listed = (DlCables) {
    .n = cables.link->len,
    .by_other = TRUE,
    .link = (const guint32 *) cables.link->data,
    .back = (const guint32 *) cables.back->data,
    .cable_of = cables.cable_of,
    .first = cables.first,
    .route = route_broken,
  };
  critical = dl_break_each (scenario, analysis, &listed, options, cancellable, error);
  g_array_unref (cables.link);
  g_array_unref (cables.back);
  g_free (cables.cable_of);
  g_free (cables.first);
  return critical;
}

char *
dl_dragonfly_cable_label (const DlDragonfly *net, guint link)
{
  g_autofree char *name
      = net->link_class[link] == DL_LINK_BLUE
            ? dl_cable_at_to_string (dl_cable_at_canonical ((DlCableAt) {
                net->group_name[net->router[net->link_from[link]].group],
                net->group_name[net->router[net->link_to[link]].group], net->link_cable[link] }))
            : dl_dragonfly_link_to_string (net, link);

  /* Translators: the color of a cable and its name, as in “green 0.0.0-0.0.4#0” */
  return g_strdup_printf (_ ("%s %s"), dl_link_class_title (net->link_class[link]), name);
}
