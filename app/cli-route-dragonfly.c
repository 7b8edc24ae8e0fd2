/* dateline-cli route, of a dragonfly: the way of one packet, what it chose from, and why. */
#include "cli-dragonfly.h"
#include "cli-route.h"
#include "dl-dragonfly-name.h"
#include "dl-dragonfly-rejected.h"
#include "dl-dragonfly-packet.h"
#include "dl-value.h"

#include <glib/gi18n.h>

/* JSON */

static void
add_router (JsonBuilder *builder, const char *name, const DlDragonfly *net, guint router)
{
  g_autofree char *text = router != DL_NO_NODE ? dl_dragonfly_router_to_string (net, router) : NULL;

  cli_json_string (builder, name, text);
}

static void
add_link (JsonBuilder *builder, const DlDragonfly *net, guint link)
{
  g_autofree char *text = dl_dragonfly_link_to_string (net, link);

  cli_json_string (builder, "link", text);
}

/* What was passed over before hop @i, in order. */
static void
add_rejected (JsonBuilder *builder, const DlDragonflyTraced *traced, guint i)
{
  DlDragonflyRejected rejected[DL_DRAGONFLY_MAX_REJECTED];
  const guint n = dl_dragonfly_traced_passed (traced, i, rejected);

  cli_json_begin_array (builder, "rejected");
  for (guint j = 0; j < n; j++)
    {
      json_builder_begin_object (builder);
      if (rejected[j].link != G_MAXUINT32)
        add_link (builder, traced->routes->dragonfly, rejected[j].link);
      else
        cli_json_null (builder, "link");
      cli_json_int (builder, "links", rejected[j].link != G_MAXUINT32 ? rejected[j].n : 0);
      cli_json_string (builder, "reason", dl_dragonfly_passed_text (rejected[j].why));
      cli_json_string (builder, "section", dl_dragonfly_passed_section (rejected[j].why));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_candidate (JsonBuilder *builder, const DlDragonflyTraced *traced,
               const DlDragonflyChoice *choice, guint i)
{
  const DlDragonflyCandidate *candidate = &choice->candidates.at[i];
  const DlDragonfly *net = traced->routes->dragonfly;

  json_builder_begin_object (builder);
  cli_json_bool (builder, "minimal", !candidate->nonminimal);
  add_router (builder, "root", net, candidate->hop.root);
  add_link (builder, net, candidate->hop.link);
  cli_json_string (builder, "class", dl_link_class_name (net->link_class[candidate->hop.link]));
  cli_json_int (builder, "hops", choice->hops[i]);
  cli_json_int (builder, "fewest_hops", choice->fewest[i]);
  json_builder_set_member_name (builder, "load");
  json_builder_begin_object (builder);
  cli_json_double (builder, "near_end", choice->load[i].near_end);
  cli_json_double (builder, "far_end", choice->load[i].far_end);
  cli_json_double (builder, "downstream", choice->load[i].downstream);
  json_builder_end_object (builder);
  cli_json_double (builder, "value", choice->value[i]);
  cli_json_bool (builder, "taken", i == choice->winner);
  cli_json_string (builder, "why", dl_dragonfly_choice_why (choice, i));
  json_builder_end_object (builder);
}

static void
add_choice (JsonBuilder *builder, const DlDragonflyTraced *traced, const DlDragonflyChoice *choice)
{
  g_autofree char *summary = dl_dragonfly_choice_summary (choice);

  json_builder_set_member_name (builder, "choice");
  json_builder_begin_object (builder);
  cli_json_string (builder, "rule", summary);
  cli_json_int (builder, "bias_shift", choice->bias.shift);
  cli_json_int (builder, "bias_add", choice->bias.add);
  json_builder_set_member_name (builder, "candidates");
  json_builder_begin_array (builder);
  for (guint i = 0; i < choice->candidates.n; i++)
    add_candidate (builder, traced, choice, i);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_hop (JsonBuilder *builder, const DlDragonflyTraced *traced, guint i)
{
  const DlDragonfly *net = traced->routes->dragonfly;
  const DlDragonflyStep *step = &traced->route.steps[i];
  g_autofree char *phase = dl_dragonfly_traced_phase (traced, i);
  g_autofree char *rule = dl_dragonfly_traced_rule (traced, i);
  g_autofree char *vc_rule = dl_dragonfly_traced_vc_rule (traced, i);

  json_builder_begin_object (builder);
  add_router (builder, "node", net, net->link_from[step->link]);
  cli_json_string (builder, "port", dl_link_class_name (net->link_class[step->link]));
  add_router (builder, "to", net, net->link_to[step->link]);
  add_link (builder, net, step->link);
  cli_json_int (builder, "vc", step->vc);
  cli_json_string (builder, "rule", rule);
  cli_json_string (builder, "phase", phase);
  cli_json_string (builder, "section", dl_dragonfly_traced_section (traced, i));
  cli_json_string (builder, "vc_rule", vc_rule);
  cli_json_string (builder, "vc_section", dl_dragonfly_traced_vc_section ());
  add_choice (builder, traced, &traced->choices[i]);
  add_rejected (builder, traced, i);
  json_builder_end_object (builder);
}

static void
append_json (GString *out, const DlDragonflyTraced *traced)
{
  const DlDragonfly *net = traced->routes->dragonfly;
  g_autofree char *reason = dl_dragonfly_traced_reason (traced);
  g_autoptr (JsonBuilder) builder
      = cli_json_new_route (traced->route.delivered ? "delivered" : "unreachable", reason);

  cli_json_string (builder, "routing", traced->mode->id);
  add_router (builder, "root", net, dl_dragonfly_traced_root (traced));
  cli_json_begin_array (builder, "hops");
  for (guint i = 0; i < traced->route.n_steps; i++)
    add_hop (builder, traced, i);
  json_builder_end_array (builder);
  if (!traced->route.delivered)
    add_rejected (builder, traced, traced->route.n_steps);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

static void
append_text (GString *out, const DlScenario *scenario, const DlDragonflyTraced *traced)
{
  g_autofree char *text = dl_dragonfly_traced_to_text (traced);
  g_autofree char *load = NULL;

  g_string_append (out, text);
  if (!traced->mode->by_load || traced->route.n_steps == 0)
    return;
  load = dl_value_format_double (scenario->traffic.load);
  if (scenario->traffic.saturated)
    g_string_append (out, _ ("\nLoads in flits, as expected for this traffic with an infinite "
                             "backlog (assumed: M/D/1 queues).\n"));
  else
    g_string_append_printf (out,
                            _ ("\nLoads in flits, as expected for this traffic at load %s "
                               "(assumed: M/D/1 queues).\n"),
                            load);
}

gboolean
cli_dragonfly_append_route (Cli *cli, const DlScenario *scenario, gpointer shape, guint from,
                            guint to, GError **error)
{
  g_autoptr (DlDragonflyAnalysis) analysis
      = dl_dragonfly_evaluate (scenario, NULL, cli->cancellable, error);
  DlDragonflyTraced traced;

  if (analysis == NULL)
    return FALSE;
  dl_dragonfly_trace_packet (scenario, analysis, from, to, &traced);

  if (cli->options.json)
    append_json (cli->out, &traced);
  else
    append_text (cli->out, scenario, &traced);
  return TRUE;
}
