/* A route of a torus with what there is to say of each hop, for people. */
#include "dl-torus-explain.h"

#include "dl-text-lines.h"
#include "dl-torus-analysis.h"
#include "dl-torus-places.h"

#include <glib/gi18n-lib.h>

const char *
dl_torus_port_label (guint port)
{
  static const char *const labels[] = { "X+", "X-", "Y+", "Y-", "Z+", "Z-" };

  g_assert (port < G_N_ELEMENTS (labels));
  return labels[port];
}

static const DlTorusHop *
hop_at (const DlTorusTraced *traced, guint i)
{
  return &traced->route->hops[i];
}

static guint
hop_port (const DlTorusTraced *traced, guint i)
{
  return hop_at (traced, i)->link % traced->routes->network->n_ports;
}

guint
dl_torus_traced_n_hops (const DlTorusTraced *traced)
{
  return traced->route->status == DL_TORUS_ROUTE_LOOP ? 0 : traced->route->n_hops;
}

guint
dl_torus_traced_node (const DlTorusTraced *traced, guint i)
{
  return i > 0 ? traced->routes->network->link_to[hop_at (traced, i - 1)->link] : traced->source;
}

gboolean
dl_torus_traced_crosses (const DlTorusTraced *traced, guint i)
{
  return dl_torus_routes_at_dateline (traced->routes, dl_torus_traced_node (traced, i),
                                      dl_torus_port_dim (hop_port (traced, i)));
}

DlTorusIllegal
dl_torus_traced_illegal (const DlTorusTraced *traced, guint i)
{
  if (i == 0)
    return DL_TORUS_LEGAL;
  return dl_torus_routes_legal_why (traced->routes, hop_at (traced, i - 1)->link,
                                    hop_at (traced, i - 1)->vc, hop_at (traced, i)->link,
                                    hop_at (traced, i)->vc);
}

gboolean
dl_torus_traced_takes_any_vc (const DlTorusTraced *traced, guint i)
{
  return hop_at (traced, i)->vc_rule == DL_VC_RULE_ANY;
}

/* "VC0", or "any VC". Free with g_free. */
static char *
traced_vc_text (const DlTorusTraced *traced, guint i)
{
  return dl_torus_traced_takes_any_vc (traced, i)
             ? g_strdup (_ ("any VC"))
             : g_strdup_printf ("VC%u", hop_at (traced, i)->vc);
}

/* "X+.0", or "X+.any". Free with g_free. */
static char *
traced_hop_name (const DlTorusTraced *traced, guint i)
{
  const char *port = dl_torus_port_label (hop_port (traced, i));

  return dl_torus_traced_takes_any_vc (traced, i)
             ? g_strdup_printf ("%s.any", port)
             : g_strdup_printf ("%s.%u", port, hop_at (traced, i)->vc);
}

guint
dl_torus_traced_vc_changes (const DlTorusTraced *traced)
{
  guint n = 0;

  for (guint i = 1; i < dl_torus_traced_n_hops (traced); i++)
    n += !dl_torus_traced_takes_any_vc (traced, i) && !dl_torus_traced_takes_any_vc (traced, i - 1)
         && hop_at (traced, i)->vc != hop_at (traced, i - 1)->vc;
  return n;
}

static void
append_line (GString *text, const DlTorusTraced *traced)
{
  for (guint i = 0; i < dl_torus_traced_n_hops (traced); i++)
    {
      g_autofree char *name = traced_hop_name (traced, i);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", name);
    }
}

char *
dl_torus_traced_to_line (const DlTorusTraced *traced)
{
  GString *text = g_string_new (NULL);

  append_line (text, traced);
  return g_string_free (text, FALSE);
}

char *
dl_torus_traced_reason (const DlTorusTraced *traced)
{
  const guint last = dl_torus_traced_node (traced, dl_torus_traced_n_hops (traced));
  g_autofree char *place = dl_torus_coord_to_string (traced->routes->network->torus.coord[last]);

  switch (traced->route->status)
    {
    case DL_TORUS_ROUTE_DELIVERED:
      return NULL;
    case DL_TORUS_ROUTE_UNREACHABLE:
      return g_strdup_printf (_ ("at %s: %s (%s)"), place,
                              dl_torus_rule_text (DL_TORUS_RULE_UNREACHABLE),
                              dl_torus_rule_section (DL_TORUS_RULE_UNREACHABLE));
    case DL_TORUS_ROUTE_DROPPED:
      return g_strdup_printf (_ ("at %s: on VC1 through the dateline (VC paper 3)"), place);
    case DL_TORUS_ROUTE_LOOP:
      return g_strdup (_ ("the tables form an endless loop"));
    }
  g_assert_not_reached ();
}

char *
dl_torus_traced_rejected (const DlTorusTraced *traced, guint i)
{
  GString *text = g_string_new (NULL);
  DlTorusTrace trace;

  dl_torus_routes_trace (traced->routes, traced->route, traced->source, traced->dest, i, &trace);
  for (guint j = 0; j < trace.n; j++)
    {
      if (text->len > 0)
        g_string_append (text, "; ");
      /* Translators: a port, why it was not taken, and where that is written, as in “not X+: the
       * link is broken (VC paper 2.2.2)” */
      g_string_append_printf (
          text, _ ("rejected %s: %s (%s)"), dl_torus_port_label (trace.rejected[j].port),
          dl_torus_rejected_text (trace.rejected[j].reason),
          dl_torus_rejected_section (trace.rejected[j].reason, trace.rejected[j].port));
    }
  return g_string_free (text, FALSE);
}

char *
dl_torus_traced_summary (const DlTorusTraced *traced)
{
  const guint n_hops = dl_torus_traced_n_hops (traced),
              n_changes = dl_torus_traced_vc_changes (traced);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *reason = dl_torus_traced_reason (traced);

  if (reason != NULL)
    g_string_append_printf (text, "%s: %s",
                            traced->route->status == DL_TORUS_ROUTE_DROPPED ? _ ("dropped")
                                                                            : _ ("unreachable"),
                            reason);
  else if (n_hops == 0)
    return g_strdup (_ ("no hops: source and destination are the same node"));
  if (reason == NULL || n_hops > 0)
    {
      g_string_append_printf (text,
                              g_dngettext (GETTEXT_PACKAGE, "%s%u hop, ", "%s%u hops, ", n_hops),
                              reason != NULL ? _ ("; after ") : "", n_hops);
      g_string_append_printf (text,
                              g_dngettext (GETTEXT_PACKAGE, "%u change of virtual channel",
                                           "%u changes of virtual channel", n_changes),
                              n_changes);
    }
  if (reason == NULL)
    g_string_append_printf (text, ", %s, %s", _ ("delivered"),
                            traced->route->legal ? _ ("legal") : _ ("with an illegal turn"));
  return g_strdup (text->str);
}

const char *
dl_torus_tables_ties_text (void)
{
  return _ (
      "Random ties: entries show the positive direction; half of the packets to nodes half way "
      "around a ring take the negative one");
}

char *
dl_torus_route_choices_text (const DlTorusRouteChoices *choices, guint at)
{
  if (choices->n == 1)
    return NULL;
  if (choices->failed < choices->n)
    return g_strdup_printf (_ ("Route %u of %u by random ties. Because one of them does not "
                               "arrive, the pair sends no packets."),
                            at + 1, choices->n);
  return g_strdup_printf (_ ("Route %u of %u by random ties: %g%% of the packets take it"), at + 1,
                          choices->n, 100.0 * choices->coins[at] / choices->n_coins);
}

/* The text --------------------------------------------------------------------------------------
 */

enum
{
  NODE,
  PORT,
  VC,
  RULE,
  SECTION,
  VC_RULE,
  VC_SECTION,
  NOTES,
  N_COLUMNS
};

/* Takes @part; an empty one adds nothing. */
static void
append_note (GString *notes, char *part)
{
  if (*part != '\0')
    g_string_append_printf (notes, "%s%s", notes->len > 0 ? "; " : "", part);
  g_free (part);
}

/* Notes on unusual aspects of hop @i. */
static char *
notes_of (const DlTorusTraced *traced, guint i)
{
  GString *notes = g_string_new (NULL);
  const DlTorusIllegal why = dl_torus_traced_illegal (traced, i);

  if (dl_torus_traced_crosses (traced, i))
    append_note (notes, g_strdup (_ ("leaves the dateline node")));
  if (why != DL_TORUS_LEGAL)
    append_note (notes,
                 g_strdup_printf (_ ("illegal after the previous hop, may deadlock: %s "
                                     "(%s)"),
                                  dl_torus_illegal_text (why), dl_torus_illegal_section (why)));
  append_note (notes, dl_torus_traced_rejected (traced, i));
  return g_string_free (notes, FALSE);
}

static void
fill_row (const DlTorusTraced *traced, guint i, char *cells[N_COLUMNS])
{
  const DlTorusHop *hop = hop_at (traced, i);

  cells[NODE] = dl_torus_coord_to_string (
      traced->routes->network->torus.coord[dl_torus_traced_node (traced, i)]);
  cells[PORT] = g_strdup (dl_torus_port_label (hop_port (traced, i)));
  cells[VC] = traced_vc_text (traced, i);
  cells[RULE] = g_strdup (dl_torus_rule_text (hop->rule));
  cells[SECTION] = g_strdup (dl_torus_rule_section (hop->rule));
  cells[VC_RULE] = g_strdup (dl_vc_rule_text (hop->vc_rule));
  cells[VC_SECTION] = g_strdup (dl_vc_rule_section (hop->vc_rule));
  cells[NOTES] = notes_of (traced, i);
}

/* A line per hop. */
static void
append_hops (GString *text, const DlTorusTraced *traced)
{
  const guint n_hops = dl_torus_traced_n_hops (traced);
  g_auto (GStrv) cells = g_new0 (char *, n_hops *N_COLUMNS + 1);

  for (guint i = 0; i < n_hops; i++)
    fill_row (traced, i, cells + i * N_COLUMNS);
  dl_columns_append (text, cells, n_hops, N_COLUMNS);
}

char *
dl_torus_traced_to_text (const DlTorusTraced *traced)
{
  GString *text = g_string_new (NULL);
  const guint n_hops = dl_torus_traced_n_hops (traced);
  g_autofree char *reason = dl_torus_traced_reason (traced);

  if (reason != NULL)
    {
      g_autofree char *rejected = NULL;

      if (traced->route->status == DL_TORUS_ROUTE_UNREACHABLE)
        rejected = dl_torus_traced_rejected (traced, n_hops);
      g_string_append_printf (text, "%s: %s",
                              traced->route->status == DL_TORUS_ROUTE_DROPPED ? _ ("dropped")
                                                                              : _ ("unreachable"),
                              reason);
      if (rejected != NULL && *rejected != '\0')
        g_string_append_printf (text, "; %s", rejected);
      g_string_append_c (text, '\n');
      /* How far it came, told apart from a route that arrives. */
      if (n_hops > 0)
        {
          g_autoptr (GString) line = g_string_new (NULL);

          append_line (line, traced);
          g_string_append_printf (text, _ ("after %s\n"), line->str);
        }
    }
  else if (n_hops == 0)
    g_string_append (text, _ ("no hops: source and destination are the same node\n"));
  else
    {
      append_line (text, traced);
      g_string_append_c (text, '\n');
    }
  append_hops (text, traced);
  if (n_hops > 0 && traced->routes->spec.response_share > 0 && traced->routes->spec.vcs == 0)
    {
      g_autofree char *share = g_strdup_printf ("%g", 100 * traced->routes->spec.response_share);
      /* Translators: a share of the packets, in per cent */
      g_string_append_printf (text,
                              _ ("Responses (%s%% of the packets) use VC2 instead of VC0 and VC3 "
                                 "instead of VC1 (age paper 1.2).\n"),
                              share);
    }
  return g_string_free (text, FALSE);
}

/* Does hop @i go on as the one before, by the same rules, with nothing passed over? */
static gboolean
is_like_before (const DlTorusTraced *traced, guint i, const char *rejected)
{
  const DlTorusHop *hops = traced->route->hops;
  const guint n_ports = traced->routes->network->n_ports;

  return i > 0 && *rejected == '\0' && hops[i].rule == hops[i - 1].rule
         && hops[i].vc_rule == hops[i - 1].vc_rule
         && hops[i].link % n_ports == hops[i - 1].link % n_ports;
}

/* @alike: the hop whose rules hop @i repeats, as far as they are known from the one before. */
static void
describe_hop (const DlTorusTraced *traced, guint i, guint *alike, DlStepText *text)
{
  const DlTorusNetwork *network = traced->routes->network;
  const DlTorusHop *hop = &traced->route->hops[i];
  const DlTorusIllegal why = dl_torus_traced_illegal (traced, i);
  g_autofree char *rejected = dl_torus_traced_rejected (traced, i);
  g_autoptr (GString) detail = g_string_new (NULL);

  text->title = traced_hop_name (traced, i);
  text->place = dl_torus_node_label (network->torus.coord[dl_torus_traced_node (traced, i)]);
  if (dl_torus_traced_crosses (traced, i))
    text->tag = g_strdup (_ ("dateline"));
  if (why != DL_TORUS_LEGAL)
    /* Translators: what is wrong, and where that is written */
    text->problem = g_strdup_printf (_ ("⚠ illegal turn: %s (%s)"), dl_torus_illegal_text (why),
                                     dl_torus_illegal_section (why));
  if (is_like_before (traced, i, rejected))
    {
      /* Translators: by the same rules as hop number 3 */
      text->note = g_strdup_printf (_ ("as hop %u"), *alike + 1);
      return;
    }
  *alike = i;
  /* Translators: a rule, and where it is written */
  g_string_append_printf (detail, _ ("%s (%s)"), dl_torus_rule_text (hop->rule),
                          dl_torus_rule_section (hop->rule));
  g_string_append_c (detail, '\n');
  g_string_append_printf (detail, _ ("%s (%s)"), dl_vc_rule_text (hop->vc_rule),
                          dl_vc_rule_section (hop->vc_rule));
  if (*rejected != '\0')
    g_string_append_printf (detail, "\n%s", rejected);
  text->detail = g_strdup (detail->str);
}

/* Where it ends before it arrives: the rejected choices there, too. */
static char *
summary_of (const DlTorusTraced *traced, const DlTorusRouteChoices *choices, guint at)
{
  char *summary = dl_torus_traced_summary (traced);
  g_autofree char *share = dl_torus_route_choices_text (choices, at);

  if (traced->route->status == DL_TORUS_ROUTE_UNREACHABLE)
    {
      g_autofree char *first = summary;
      g_autofree char *rejected
          = dl_torus_traced_rejected (traced, dl_torus_traced_n_hops (traced));

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
  const DlTorusAnalysis *analysis = data;
  g_auto (DlTorusRoute) route = { 0 };
  DlTorusTraced traced = { .route = &route, .source = from, .dest = to };
  DlTorusRouteChoices choices;
  DlExplained *explained;
  guint alike = 0, at;

  dl_torus_route_choices (analysis->routes, from, to, &choices);
  at = dl_torus_route_choices_pick (&choices, scenario->seed, which);
  traced.routes = analysis->routes->variants[choices.variant[at]];
  dl_torus_routes_walk (traced.routes, from, to, &route);
  explained = dl_explained_new (dl_torus_traced_n_hops (&traced));
  for (guint i = 0; i < explained->n_hops; i++)
    {
      const DlTorusHop *hop = &route.hops[i];

      explained->channels[i] = hop->link * DL_TORUS_VCS + hop->vc;
      if (i > 0 && !hop->legal && explained->broken_step == DL_NO_STEP)
        explained->broken_step = i - 1;
      describe_hop (&traced, i, &alike, &explained->steps[i]);
    }
  explained->n_routes = choices.n;
  explained->good = route.status == DL_TORUS_ROUTE_DELIVERED && route.legal;
  explained->summary = summary_of (&traced, &choices, at);
  explained->line = dl_torus_traced_to_line (&traced);
  explained->text = dl_torus_traced_to_text (&traced);
  return explained;
}
