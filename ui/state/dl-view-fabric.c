/* Places of a fabric as people read them. */
#include "dl-view-private.h"

#include "dl-fabric-analysis.h"
#include "dl-fabric-scenario.h"
#include "dl-view-plain.h"

#include <glib/gi18n-lib.h>

/* Links that leave a switch, and how many hosts are at it. */
static void
tell_switch (const DlFabric *fabric, guint s, DlPlaceText *text)
{
  const guint vertex = fabric->n_hosts + s;
  guint up = 0, hosts = 0, n_apart, aggregators;

  dl_place_text_init (text, g_strdup_printf (_ ("Switch %s"), dl_fabric_name (fabric, vertex)));
  if (!fabric->switch_up[s])
    dl_place_text_add (text, "%s", _ ("broken"));
  for (guint c = fabric->first[vertex]; c < fabric->first[vertex + 1]; c++)
    {
      up += fabric->link_state[c] == DL_LINK_UP;
      hosts += dl_fabric_is_host (fabric, fabric->channel_to[c]);
    }
  dl_place_text_add (text, _ ("%u of %u links work"), up,
                     fabric->first[vertex + 1] - fabric->first[vertex]);
  if (hosts > 0)
    dl_place_text_add (text, g_dngettext (GETTEXT_PACKAGE, "%'u host", "%'u hosts", hosts), hosts);
  n_apart = dl_fabric_count_apart (fabric, vertex, &aggregators);
  if (n_apart > 0)
    {
      g_autofree char *apart = dl_fabric_apart_text (n_apart, aggregators);

      dl_place_text_add (text, "%s", apart);
    }
}

static void
tell_host (const DlScenario *scenario, const DlFabric *fabric, guint host, DlPlaceText *text)
{
  const guint32 at = fabric->host_switch[host];
  g_autofree char *job = dl_scenario_fabric_job (scenario, fabric, host);

  dl_place_text_init (text, g_strdup_printf (_ ("Host %s"), dl_fabric_name (fabric, host)));
  if (!dl_fabric_host_works (fabric, host))
    dl_place_text_add (text, "%s", _ ("broken"));
  if (at != DL_FABRIC_NONE)
    dl_place_text_add (text, _ ("at switch %s"), dl_fabric_name (fabric, at));
  else
    dl_place_text_add (text, "%s", _ ("without a cable"));
  if (job != NULL)
    dl_place_text_add (text, _ ("job %s"), job);
}

/* Tell the job of a host's link. */
static void
tell_job (const DlScenario *scenario, const DlFabric *fabric, guint link, DlPlaceText *text)
{
  const guint32 from = fabric->channel_from[link], to = fabric->channel_to[link];
  g_autofree char *job = NULL;

  if (dl_fabric_link_class (fabric, link) == DL_FABRIC_OF_HOSTS)
    job = dl_scenario_fabric_job (scenario, fabric, dl_fabric_is_host (fabric, from) ? from : to);
  if (job != NULL)
    dl_place_text_add (text, _ ("job %s"), job);
}

static void
tell (DlView *self, DlPlace place, DlPlaceText *text)
{
  const DlEvaluation *result = dl_session_get_result (dl_view_get_session (self));
  const DlFabric *fabric = result->net.shape;

  if (place.kind == DL_PLACE_ROUTER)
    tell_switch (fabric, place.a, text);
  else if (place.kind == DL_PLACE_NODE)
    tell_host (result->scenario, fabric, place.a, text);
  else
    dl_view_plain.tell (self, place, text);
  if (place.kind == DL_PLACE_LINK)
    tell_job (result->scenario, fabric, place.a, text);
}

/* Tables as read, of which layers may break the cycle. */
static char *
cause (const DlEvaluation *result)
{
  const DlFabricAnalysis *analysis = dl_evaluation_fabric (result);

  return g_strdup (dl_fabric_routes_caveat (analysis->routes));
}

const DlViewFamily dl_view_fabric = {
  .family = &dl_family_fabric,
  .tell = tell,
  .links = &dl_link_columns_levels,
  .cause = cause,
  .describe_wait = dl_view_describe_wait,
  .name_wait = dl_view_name_wait,
};
