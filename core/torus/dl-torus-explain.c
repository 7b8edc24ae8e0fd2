/* A route of a torus with what there is to say of each hop, for people. */
#include "dl-torus-explain.h"

#include "dl-analysis.h"
#include "dl-explain.h"
#include "dl-torus-places.h"

#include <glib/gi18n-lib.h>

/* Does hop @i go on as the one before, by the same rules, with nothing passed over? */
static gboolean
is_like_before (const DlTraced *traced, guint i, const char *rejected)
{
  const DlHop *hops = traced->route->hops;
  const guint n_ports = traced->routes->network->n_ports;

  return i > 0 && *rejected == '\0' && hops[i].rule == hops[i - 1].rule
         && hops[i].vc_rule == hops[i - 1].vc_rule
         && hops[i].link % n_ports == hops[i - 1].link % n_ports;
}

/* @alike: the hop whose rules hop @i repeats, as far as they are known from the one before. */
static void
describe_hop (const DlTraced *traced, guint i, guint *alike, DlStepText *text)
{
  const DlNetwork *network = traced->routes->network;
  const DlHop *hop = &traced->route->hops[i];
  const DlIllegal why = dl_traced_illegal (traced, i);
  g_autofree char *rejected = dl_traced_rejected (traced, i);
  g_autoptr (GString) detail = g_string_new (NULL);

  text->title = dl_traced_hop_name (traced, i);
  text->place = dl_node_label (network->torus.coord[dl_traced_node (traced, i)]);
  if (dl_traced_crosses (traced, i))
    text->tag = g_strdup (_ ("dateline"));
  if (why != DL_LEGAL)
    /* Translators: what is wrong, and where that is written */
    text->problem = g_strdup_printf (_ ("⚠ illegal turn: %s (%s)"), dl_illegal_text (why),
                                     dl_illegal_section (why));
  if (is_like_before (traced, i, rejected))
    {
      /* Translators: by the same rules as hop number 3 */
      text->note = g_strdup_printf (_ ("as hop %u"), *alike + 1);
      return;
    }
  *alike = i;
  /* Translators: a rule, and where it is written */
  g_string_append_printf (detail, _ ("%s (%s)"), dl_rule_text (hop->rule),
                          dl_rule_section (hop->rule));
  g_string_append_c (detail, '\n');
  g_string_append_printf (detail, _ ("%s (%s)"), dl_vc_rule_text (hop->vc_rule),
                          dl_vc_rule_section (hop->vc_rule));
  if (*rejected != '\0')
    g_string_append_printf (detail, "\n%s", rejected);
  text->detail = g_strdup (detail->str);
}

/* Where it ends before it arrives: what was passed over there, too. */
static char *
summary_of (const DlTraced *traced, const DlRouteChoices *choices, guint at)
{
  char *summary = dl_traced_summary (traced);
  g_autofree char *share = dl_route_choices_text (choices, at);

  if (traced->route->status == DL_ROUTE_UNREACHABLE)
    {
      g_autofree char *first = summary;
      g_autofree char *rejected = dl_traced_rejected (traced, dl_traced_n_hops (traced));

      summary = g_strjoin ("\n", first, *rejected != '\0' ? rejected : NULL, NULL);
    }
  if (share != NULL)
    {
      g_autofree char *first = summary;

      summary = g_strjoin ("\n", first, share, NULL);
    }
  return summary;
}

DlExplained *
dl_torus_explain (const DlScenario *scenario, gpointer data, guint from, guint to, guint which)
{
  const DlAnalysis *analysis = data;
  g_auto (DlRoute) route = { 0 };
  DlTraced traced = { .route = &route, .source = from, .dest = to };
  DlRouteChoices choices;
  DlExplained *explained;
  guint alike = 0, at;

  dl_route_choices (analysis->routes, from, to, &choices);
  at = dl_route_choices_pick (&choices, scenario->seed, which);
  traced.routes = analysis->routes->variants[choices.variant[at]];
  dl_routes_walk (traced.routes, from, to, &route);
  explained = dl_explained_new (dl_traced_n_hops (&traced));
  for (guint i = 0; i < explained->n_hops; i++)
    {
      const DlHop *hop = &route.hops[i];

      explained->channels[i] = hop->link * DL_TORUS_VCS + hop->vc;
      if (i > 0 && !hop->legal && explained->broken_step == DL_NO_STEP)
        explained->broken_step = i - 1;
      describe_hop (&traced, i, &alike, &explained->steps[i]);
    }
  explained->n_routes = choices.n;
  explained->good = route.status == DL_ROUTE_DELIVERED && route.legal;
  explained->summary = summary_of (&traced, &choices, at);
  explained->line = dl_traced_to_line (&traced);
  explained->text = dl_traced_to_text (&traced);
  return explained;
}
