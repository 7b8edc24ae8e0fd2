/* A scenario of a dragonfly: its network, its traffic and its programs. */
#include "dl-dragonfly-scenario.h"

#include "dl-dragonfly-family-private.h"
#include "dl-dragonfly-name.h"
#include "dl-dragonfly-plan.h"
#include "dl-dragonfly-sites.h"
#include "dl-faults.h"
#include "dl-link-changes.h"
#include "dl-machine.h"
#include "dl-scenario-check.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* The keys of [dragonfly], and the one of [simulation] that only a dragonfly reads. */

/* Faults: each has one name, whatever the shape ------------------------------------------------ */

static gboolean
parse_dragonfly_link (const char *text, gpointer item)
{
  return dl_dragonfly_link_at_parse (text, item);
}

static char *
format_dragonfly_link (gconstpointer item)
{
  return dl_dragonfly_link_at_to_string (*(const DlDragonflyLinkAt *) item);
}

static gboolean
parse_router (const char *text, gpointer item)
{
  return dl_router_at_parse (text, item);
}

static char *
format_router (gconstpointer item)
{
  return dl_router_at_to_string (*(const DlRouterAt *) item);
}

static gboolean
parse_blue (const char *text, gpointer item)
{
  return dl_cable_at_parse (text, item);
}

static char *
format_blue (gconstpointer item)
{
  return dl_cable_at_to_string (*(const DlCableAt *) item);
}

static const DlFaultKind links = {
  .item_size = sizeof (DlDragonflyLinkAt),
  .max_items = 500000,
  .remedy = N_ ("a link is written as two routers and the number of the parallel link, such as "
                "0.0.4-3.0.0#0"),
  .parse = parse_dragonfly_link,
  .format = format_dragonfly_link,
  .compare = dl_dragonfly_link_at_compare,
};

static const DlFaultKind routers = {
  .item_size = sizeof (DlRouterAt),
  .max_items = 131072,
  .remedy = N_ ("a router is written as group.chassis.blade, such as 0.0.4"),
  .parse = parse_router,
  .format = format_router,
  .compare = dl_router_at_compare,
};

static const DlFaultKind blues = {
  .item_size = sizeof (DlCableAt),
  .max_items = 131072,
  .remedy = N_ ("a cable is written as two groups and the number of their cable, such as 0-3#2"),
  .parse = parse_blue,
  .format = format_blue,
  .compare = dl_cable_at_compare,
};

/* Rates and delays of single links. */
DL_LINK_CHANGE_TYPES (links,
                      N_ ("a rate is written with a link, as a share of what its class has: "
                          "0.0.4-3.0.0#0=50%"),
                      N_ ("a delay is written with a link, in cycles from 1 to 1000: "
                          "0.0.4-3.0.0#0=20"))

gboolean
dl_dragonfly_normalize (DlScenario *scenario, const DlField **field, GError **error)
{
  DlDragonflyOptions *options = dl_dragonfly_options (scenario);

  dl_link_changes_settle (&link_rates, options, &options->spec.link_rates);
  dl_link_changes_settle (&link_delays, options, &options->spec.link_delays);
  return TRUE;
}

static const DlFieldType type_links = DL_FIELD_TYPE_FAULTS (links);
static const DlFieldType type_routers = DL_FIELD_TYPE_FAULTS (routers);
static const DlFieldType type_blues = DL_FIELD_TYPE_FAULTS (blues);

/* Choices -------------------------------------------------------------------------------------- */

DL_DEFINE_ENTRIES (mode, dl_dragonfly_modes)
static const DlFieldType type_mode = DL_FIELD_TYPE_ENTRIES (mode_entry);
DL_DEFINE_ENTRIES (minimal, dl_dragonfly_minimals)
static const DlFieldType type_minimal = DL_FIELD_TYPE_ENTRIES (minimal_entry);

/* Cabling -------------------------------------------------------------------------------------- */

/* A machine's cabling: a file's name, or its content. */
static gboolean
parse_machine (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = g_strstrip (g_strdup (text));
  DlMachine **machine = at;
  DlMachine *parsed = NULL;

  /* Files are read only once. */
  if (*machine != NULL && g_str_equal ((*machine)->text, value))
    return TRUE;
  if (*value != '\0')
    {
      g_autoptr (GError) why = NULL;

      if (!dl_field_check_line (value, error))
        return FALSE;
      parsed = dl_machine_parse (value, &why);
      if (parsed == NULL)
        {
          g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                       _ ("%s (expected a cabling file, or one that this program wrote)"),
                       why->message);
          return FALSE;
        }
    }
  dl_machine_unref (*machine);
  *machine = parsed;
  return TRUE;
}

static char *
format_machine (const DlField *field, gconstpointer at)
{
  DlMachine *const *machine = at;

  return g_strdup (*machine != NULL ? (*machine)->text : "");
}

static char *
format_machine_compact (const DlField *field, gconstpointer at)
{
  DlMachine *const *machine = at;

  return *machine != NULL ? dl_machine_to_packed_text (*machine) : g_strdup ("");
}

static gpointer
ref_machine (gpointer machine)
{
  return dl_machine_ref (machine);
}

static void
unref_machine (gpointer machine)
{
  dl_machine_unref (machine);
}

static gboolean
is_content (const DlField *field, const char *text)
{
  return dl_machine_is_content (text);
}

static char *
take_in_machine (const DlField *field, GByteArray *bytes, const char *name, GError **error)
{
  g_autoptr (DlMachine) machine
      = dl_machine_new ((const char *) bytes->data, bytes->len, name, error);

  return machine != NULL ? g_strdup (machine->text) : NULL;
}

static const DlFieldType type_machine = { .parse = parse_machine,
                                          .format = format_machine,
                                          .format_compact = format_machine_compact,
                                          .ref = ref_machine,
                                          .unref = unref_machine,
                                          .is_content = is_content,
                                          .take_in = take_in_machine };

/* The table ------------------------------------------------------------------------------------ */

static const char *const shapes[] = { "aries", "generic", NULL };

#define AT(member) G_STRUCT_OFFSET (DlDragonflyOptions, member)

/* clang-format off */
const DlField dl_dragonfly_fields[] = {
  /* All-to-all exchange in a dragonfly; 0: all shifts. */
  { DL_KEY ("simulation", "shifts"), N_ ("Shifts of an all-to-all exchange"), NULL, &dl_field_type_uint,
    AT (shifts), "0", 0, G_MAXUINT16, .simulated = TRUE, .topic = "traffic#programs",
    .reported = DL_REPORTED_SIMULATED },
  { DL_KEY ("dragonfly", "shape"), N_ ("Shape"), NULL, &dl_field_type_choice, AT (spec.shape),
    "aries", .choices = shapes, .routed = TRUE, .topic = "dragonfly#structure",
    .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("Shape: the structure of a group (Cascade paper, section II; the generic one "
                   "is this program’s own)") },
  { DL_KEY ("dragonfly", "groups"), N_ ("Groups"), NULL, &dl_field_type_uint, AT (spec.groups),
    "15", 1, 1024, .routed = TRUE, .topic = "dragonfly#structure", .reported = DL_REPORTED_ALWAYS },
  { DL_KEY ("dragonfly", "chassis"), N_ ("Chassis per group"), NULL, &dl_field_type_uint,
    AT (spec.chassis), "6", 1, DL_CASCADE_CHASSIS, .routed = TRUE, .topic = "dragonfly#structure",
    .reported = DL_REPORTED_ALWAYS },
  /* 0: as many as in the other groups. */
  { DL_KEY ("dragonfly", "last-chassis"), N_ ("Chassis of the last group"), NULL,
    &dl_field_type_uint, AT (spec.last_chassis), "0", 0, DL_CASCADE_CHASSIS, .routed = TRUE,
    .topic = "dragonfly#structure" },
  { DL_KEY ("dragonfly", "blades"), N_ ("Blades per chassis"), NULL, &dl_field_type_uint,
    AT (spec.blades), "16", 1, DL_CASCADE_BLADES, .routed = TRUE, .topic = "dragonfly#structure",
    .reported = DL_REPORTED_ALWAYS },
  { DL_KEY ("dragonfly", "cables-per-pair"), N_ ("Cables per pair of groups"), NULL,
    &dl_field_type_uint, AT (spec.cables_per_pair), "6", 1, 240, .routed = TRUE,
    .topic = "dragonfly#sizes", .reported = DL_REPORTED_ALWAYS },
  { DL_KEY ("dragonfly", "interconnect"), N_ ("Cabling of the machine"), NULL, &type_machine,
    AT (machine), "", 0, DL_CABLING_MAX_BYTES, .routed = TRUE, .topic = "jobs#cabling" },
  { DL_KEY ("dragonfly", "routers-per-group"), N_ ("Routers per group"), NULL, &dl_field_type_uint,
    AT (spec.routers), "8", 1, 128, .routed = TRUE, .topic = "dragonfly#structure",
    .reported = DL_REPORTED_ALWAYS },
  { DL_KEY ("dragonfly", "nodes-per-router"), N_ ("Nodes per router"), NULL, &dl_field_type_uint,
    AT (spec.nodes), "4", 1, 64, .routed = TRUE, .topic = "dragonfly#structure",
    .reported = DL_REPORTED_ALWAYS },
  { DL_KEY ("dragonfly", "global-per-router"), N_ ("Global links per router"), NULL,
    &dl_field_type_uint, AT (spec.globals), "4", 0, 64, .routed = TRUE,
    .topic = "dragonfly#structure", .reported = DL_REPORTED_ALWAYS },
  { DL_KEY ("dragonfly", "minimal"), N_ ("Minimal routes"), NULL, &type_minimal, AT (minimal),
    "nearest-exit", .routed = TRUE, .topic = "dragonfly#minimal", .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("The blue links that a minimal route may take (Cascade paper, section III: "
                   "direct, not the fewest hops). Default: nearest exit") },
  /* Modes choose from the same ways. */
  { DL_KEY ("dragonfly", "routing"), N_ ("Routing mode"), NULL, &type_mode, AT (mode), "adaptive-0",
    .carries_over = TRUE, .topic = "dragonfly#modes", .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("Routing mode: the candidate routes of a packet and the rule that selects one "
                   "(Cascade paper, section III)") },
  { DL_KEY ("dragonfly", "broken-links"), N_ ("Broken links"), NULL, &type_links,
    AT (spec.broken_links), "", .routed = TRUE, .topic = "dragonfly#faults" },
  { DL_KEY ("dragonfly", "broken-routers"), N_ ("Broken routers"), NULL, &type_routers,
    AT (spec.broken_routers), "", .routed = TRUE, .topic = "dragonfly#faults" },
  { DL_KEY ("dragonfly", "broken-cables"), N_ ("Broken cables between groups"), NULL, &type_blues,
    AT (spec.broken_cables), "", .routed = TRUE, .topic = "dragonfly#faults" },
  { DL_KEY ("dragonfly", "link-rates"), N_ ("Rates of single links"), NULL, &type_link_rates,
    AT (spec.link_rates), "", .routed = TRUE, .topic = "faults#rates",
    .reported = DL_REPORTED_CHANGED,
    .tooltip = N_ ("Rates of single links as shares of their class’s, such as "
                   "0.0.4-3.0.0#0=50%, separated by semicolons. Default none (this program’s "
                   "own)") },
  { DL_KEY ("dragonfly", "link-delays"), N_ ("Delays of single links"), NULL, &type_link_delays,
    AT (spec.link_delays), "", .routed = TRUE, .topic = "faults#rates",
    .reported = DL_REPORTED_CHANGED,
    .tooltip = N_ ("Delays of single links in cycles, such as 0.0.4-3.0.0#0=20, separated by "
                   "semicolons. Default none: as all of their class (this program’s own)") },
  { NULL },
};
/* clang-format on */

/* Types that keys write through an int pointer. */
G_STATIC_ASSERT (sizeof (DlDragonflyShape) == sizeof (int));

DlDragonfly *
dl_scenario_dragonfly (const DlScenario *scenario, GError **error)
{
  const DlMachine *machine = dl_dragonfly_options (scenario)->machine;

  if (machine == NULL)
    return dl_dragonfly_new (&dl_dragonfly_options (scenario)->spec, error);
  if (machine->network == NULL)
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
                   _ ("dragonfly.interconnect: “%s” has not been read (put the file in the "
                      "scenario’s folder, or use --set)"),
                   machine->text);
      return NULL;
    }
  return dl_dragonfly_new_broken (machine->network, &dl_dragonfly_options (scenario)->spec, error);
}

/* Traffic -------------------------------------------------------------------------------------- */

DlJobs *
dl_scenario_jobs (const DlScenario *scenario, const DlDragonfly *dragonfly, GError **error)
{
  const char *text = scenario->traffic.placement;

  return dl_dragonfly_jobs_parse (
      dragonfly, text, scenario->seed,
      dl_scenario_is_content (text) ? dl_scenario_placement_file (scenario) : NULL, error);
}

static DlPacketShape
packet_shape (const DlScenario *scenario)
{
  const DlUnits units = dl_units (scenario);

  if (dl_scenario_takes_units (scenario))
    return dl_scenario_packet_shape (scenario);
  return (DlPacketShape) { scenario->traffic.packet_flits, units.header_flits,
                           dl_aries_options (scenario)->payload_bytes,
                           isnan (units.cycle_ns) ? 0 : units.cycle_ns };
}

static DlDragonflyDemand *
jobs_demand (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field,
             GError **error)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (DlJobs) jobs = dl_scenario_jobs (scenario, dragonfly, &why);

  if (jobs != NULL)
    return dl_dragonfly_jobs_demand (jobs, dragonfly);
  dl_scenario_fail ("traffic.placement", field, error, "%s", why->message);
  return NULL;
}

static DlDragonflyDemand *
to_one (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field, GError **error)
{
  g_autoptr (GError) why = NULL;
  guint target;

  if (!dl_dragonfly_parse_node (dragonfly, scenario->traffic.target, &target, &why))
    dl_scenario_fail ("traffic.target", field, error, "%s", why->message);
  else if (!dl_dragonfly_node_up (dragonfly, target))
    dl_scenario_fail ("traffic.target", field, error,
                      _ ("the router of %s is broken (use a node of a working router)"),
                      scenario->traffic.target);
  else
    return dl_dragonfly_demand_new_to_one (dragonfly, target);
  return NULL;
}

/* Demand of all ranks: their order is left aside. */
static DlDragonflyDemand *
program_demand (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field,
                GError **error)
{
  const DlSites sites = dl_sites_of_dragonfly (dragonfly);
  g_autoptr (DlWorkload) workload = dl_scenario_workload (scenario, &sites, packet_shape (scenario),
                                                          scenario->seed, field, error);

  return workload != NULL ? dl_dragonfly_demand_new_workload (dragonfly, workload) : NULL;
}

static DlDragonflyDemand *
uniform (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field, GError **error)
{
  DlDragonflyDemand *demand = dl_dragonfly_demand_new_uniform (dragonfly);

  demand->own = scenario->traffic.self;
  return demand;
}

static DlDragonflyDemand *
group_shift (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field,
             GError **error)
{
  return dl_dragonfly_demand_new_group_shift (dragonfly);
}

static DlDragonflyDemand *
in_group (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field, GError **error)
{
  return dl_dragonfly_demand_new_in_group (dragonfly);
}

static DlDragonflyDemand *
permutation (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field,
             GError **error)
{
  return dl_dragonfly_demand_new_permutation (dragonfly, scenario->seed);
}

/* All to all of those nodes that have ranks. */
static DlDragonflyDemand *
ranks_demand (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field,
              GError **error)
{
  const DlSites sites = dl_sites_of_dragonfly (dragonfly);
  g_autoptr (DlPlacement) placement = dl_scenario_place (scenario, &sites, field, error);
  guint32 *set;

  if (placement == NULL)
    return NULL;
  if (placement->n_ranks == sites.n_working)
    return dl_dragonfly_demand_new_uniform (dragonfly);
  set = g_new (guint32, dragonfly->n_nodes);
  for (guint node = 0; node < dragonfly->n_nodes; node++)
    set[node] = placement->rank[node] != DL_NO_RANK ? 0 : DL_NO_SET;
  return dl_dragonfly_demand_new_sets (dragonfly, set, 1);
}

static DlDragonflyDemand *
all_to_all (const DlScenario *scenario, DlDragonfly *dragonfly, const DlField **field,
            GError **error)
{
  const char *text = scenario->traffic.placement;

  if (*text == '\0')
    return dl_dragonfly_demand_new_uniform (dragonfly);
  return (dl_dragonfly_jobs_are_ranks (dragonfly, text) ? ranks_demand : jobs_demand) (
      scenario, dragonfly, field, error);
}

static const DlPattern pattern_group_shift = {
  .id = "group-shift",
  .title = N_ ("Group shift"),
  .description = N_ ("Every node of a group to every node of the next group: the worst case"),
};
static const DlPattern pattern_in_group = {
  .id = "in-group",
  .title = N_ ("In group"),
  .description = N_ ("Every node to all others of its own group"),
};

typedef DlDragonflyDemand *(*DemandFunc) (const DlScenario *scenario, DlDragonfly *dragonfly,
                                          const DlField **field, GError **error);
#define BY(demand) .own = (void (*) (void)) (demand)

const DlFamilyPattern dl_dragonfly_patterns[] = {
  { &dl_pattern_uniform, BY (uniform) },
  { &pattern_group_shift, BY (group_shift) },
  { &pattern_in_group, BY (in_group) },
  { &dl_pattern_random_permutation, BY (permutation) },
  { &dl_pattern_all_to_one, BY (to_one) },
  { &dl_pattern_all_to_all, BY (all_to_all) },
  { &dl_pattern_allreduce, BY (program_demand) },
  { &dl_pattern_fft, BY (program_demand) },
  { &dl_pattern_matrix, BY (program_demand) },
  { &dl_pattern_program, BY (program_demand) },
  { &dl_pattern_weights, BY (program_demand) },
  { &dl_pattern_jobs, BY (jobs_demand) },
  { NULL },
};

DlDragonflyDemand *
dl_scenario_dragonfly_demand (const DlScenario *scenario, DlDragonfly *dragonfly,
                              const DlField **field, GError **error)
{
  for (const DlFamilyPattern *row = dl_dragonfly_patterns; row->pattern != NULL; row++)
    if (row->pattern == scenario->traffic.pattern)
      return ((DemandFunc) row->own) (scenario, dragonfly, field, error);
  return uniform (scenario, dragonfly, field, error);
}

/* Programs ------------------------------------------------------------------------------------- */

/* All to all, as opposed to programs whose ranks wait for each other. */
static gboolean
is_shifts (const DlScenario *scenario)
{
  return scenario->traffic.pattern->uniform || scenario->traffic.pattern->takes_bytes;
}

/* Choose the shifts to run, of 1 to one less than the number of ranks: those in the middle. */
static void
choose_shifts (const DlScenario *scenario, guint most, DlWorkloadTeams *teams)
{
  const guint all = most > 0 ? most - 1 : 0, wanted = dl_dragonfly_options (scenario)->shifts;

  teams->first_shift = 1;
  teams->n_shifts = 0;
  if (wanted == 0 || wanted >= all)
    return;
  teams->n_shifts = wanted;
  teams->first_shift = 1 + (all - wanted) / 2;
}

/* FALSE with an error if ranks are placed where none can be. */
static gboolean
make_teams (const DlScenario *scenario, const DlDragonflyDemand *demand, DlTeams *teams,
            GError **error)
{
  const DlSites sites = dl_sites_of_dragonfly (demand->dragonfly);
  g_autoptr (DlPlacement) placement = NULL;

  if (!scenario->traffic.pattern->program
      || !dl_dragonfly_jobs_are_ranks (demand->dragonfly, scenario->traffic.placement))
    {
      dl_dragonfly_teams_init (teams, demand);
      return TRUE;
    }
  placement = dl_scenario_place (scenario, &sites, NULL, error);
  if (placement == NULL)
    return FALSE;
  dl_teams_init_ranks (teams, placement);
  return TRUE;
}

static DlWorkload *
make_shifts (const DlScenario *scenario, const DlDragonflyDemand *demand, guint64 seed,
             GError **error)
{
  g_auto (DlTeams) teams = { 0 };
  DlWorkloadSpec spec = {
    .packet = packet_shape (scenario),
    .random_order = scenario->traffic.random_order,
    .seed = seed,
  };

  if (!dl_value_parse_uint (scenario->traffic.message_bytes, 1, DL_WORKLOAD_MAX_BYTES,
                            &spec.message_bytes, error)
      || !make_teams (scenario, demand, &teams, error))
    return NULL;
  choose_shifts (scenario, dl_teams_most (&teams), &spec.teams);
  return dl_teams_shifts (&teams, spec, error);
}

DlWorkload *
dl_scenario_dragonfly_workload (const DlScenario *scenario, const DlDragonfly *dragonfly,
                                const DlDragonflyDemand *demand, guint64 seed, GError **error)
{
  const DlSites sites = dl_sites_of_dragonfly (dragonfly);

  if (is_shifts (scenario))
    return make_shifts (scenario, demand, seed, error);
  return dl_scenario_workload (scenario, &sites, packet_shape (scenario), seed, NULL, error);
}

/* Could it be one? For what needs only the nodes of @dragonfly. */
static gboolean
dragonfly_check_workload (const DlScenario *scenario, const DlDragonfly *dragonfly,
                          const DlField **field, GError **error)
{
  const DlSites sites = dl_sites_of_dragonfly (dragonfly);

  return is_shifts (scenario)
         || dl_scenario_check_workload (scenario, &sites, packet_shape (scenario), field, error);
}

/* Checks over several keys of a dragonfly. */

/* The key to change when the shape is not possible. */
static const char *
shape_key (const DlDragonflySpec *spec)
{
  if (spec->shape == DL_DRAGONFLY_GENERIC)
    return "dragonfly.groups";
  if (spec->groups > DL_DRAGONFLY_MAX_GROUPS)
    return "dragonfly.groups";
  if (spec->last_chassis > spec->chassis)
    return "dragonfly.last-chassis";
  return dl_dragonfly_spec_max_cables (spec) == 0 ? "dragonfly.groups"
                                                  : "dragonfly.cables-per-pair";
}

gboolean
dl_scenario_has_router (const DlScenario *scenario, DlRouterAt at)
{
  const DlDragonfly *network;

  if (dl_dragonfly_options (scenario)->machine == NULL)
    return dl_dragonfly_spec_has_router (&dl_dragonfly_options (scenario)->spec, at);
  network = dl_dragonfly_options (scenario)->machine->network;
  return dl_dragonfly_router_at (
             network,
             (DlRouterAt) { dl_dragonfly_group_named (network, at.group), at.chassis, at.blade })
         != DL_NO_NODE;
}

gboolean
dl_scenario_has_link (const DlScenario *scenario, const DlDragonflyLinkAt *at)
{
  g_autofree char *text = NULL;
  guint link;

  if (dl_dragonfly_options (scenario)->machine == NULL)
    return at->parallel
           < dl_dragonfly_spec_links (&dl_dragonfly_options (scenario)->spec, at->a, at->b);
  text = dl_dragonfly_link_at_to_string (*at);
  return dl_dragonfly_parse_link (dl_dragonfly_options (scenario)->machine->network, text, &link,
                                  NULL);
}

/* Is cable @cable one of those between two groups of a machine? */
static gboolean
machine_has_cable (const DlDragonfly *network, const DlCableAt *at)
{
  const guint a = dl_dragonfly_group_named (network, at->a);
  const guint b = dl_dragonfly_group_named (network, at->b);

  if (a == G_MAXUINT || b == G_MAXUINT)
    return FALSE;
  for (guint link = network->first_link[network->group_first[a]];
       link < network->first_link[network->group_first[a + 1]]; link++)
    if (network->link_class[link] == DL_LINK_BLUE && network->link_cable[link] == at->cable
        && network->router[network->link_to[link]].group == b)
      return TRUE;
  return FALSE;
}

gboolean
dl_scenario_has_blue_cable (const DlScenario *scenario, const DlCableAt *at)
{
  return dl_dragonfly_options (scenario)->machine != NULL
             ? machine_has_cable (dl_dragonfly_options (scenario)->machine->network, at)
             : at->cable < dl_dragonfly_spec_cables (&dl_dragonfly_options (scenario)->spec, at->a,
                                                     at->b);
}

static gboolean
check_faults (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlDragonflySpec *spec = &dl_dragonfly_options (scenario)->spec;

  for (guint i = 0; i < spec->broken_routers->len; i++)
    {
      const DlRouterAt at = g_array_index (spec->broken_routers, DlRouterAt, i);
      g_autofree char *text = dl_router_at_to_string (at);

      if (!dl_scenario_has_router (scenario, at))
        return dl_scenario_fail ("dragonfly.broken-routers", field, error,
                                 _ ("there is no router %s in this network (expected "
                                    "group.chassis.blade)"),
                                 text);
    }
  for (guint i = 0; i < spec->broken_links->len; i++)
    {
      const DlDragonflyLinkAt *at = &g_array_index (spec->broken_links, DlDragonflyLinkAt, i);
      g_autofree char *text = dl_dragonfly_link_at_to_string (*at);

      if (!dl_scenario_has_link (scenario, at))
        return dl_scenario_fail ("dragonfly.broken-links", field, error,
                                 _ ("there is no link %s in this network (“dateline-cli links” "
                                    "lists them)"),
                                 text);
    }
  for (guint i = 0; i < spec->broken_cables->len; i++)
    {
      const DlCableAt *at = &g_array_index (spec->broken_cables, DlCableAt, i);
      g_autofree char *text = dl_cable_at_to_string (*at);

      if (!dl_scenario_has_blue_cable (scenario, at))
        return dl_scenario_fail ("dragonfly.broken-cables", field, error,
                                 _ ("there is no cable %s in this network (expected two groups "
                                    "and the number of their cable, from 0)"),
                                 text);
    }
  return TRUE;
}

/* Checks that need the network. */
static gboolean
check_places (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlPattern *pattern = scenario->traffic.pattern;
  const gboolean places = *scenario->traffic.placement != '\0' && pattern->places;
  const gboolean ranks = (pattern->program && !pattern->uniform) || pattern->needs_matrix;
  g_autoptr (DlDragonfly) dragonfly = NULL;
  g_autoptr (DlDragonflyDemand) demand = NULL;
  g_autoptr (GError) why = NULL;

  if (!places && !ranks && !pattern->needs_target)
    return TRUE;
  /* Nodes are all that it takes, and links are what takes time. */
  dragonfly = dl_dragonfly_new_nodes (dl_dragonfly_options (scenario)->machine != NULL
                                          ? dl_dragonfly_options (scenario)->machine->network
                                          : NULL,
                                      &dl_dragonfly_options (scenario)->spec, error);
  if (dragonfly == NULL)
    return FALSE;
  /* The demand may be much larger than the list of ranks. */
  if (ranks)
    return dragonfly_check_workload (scenario, dragonfly, field, error);
  demand = dl_scenario_dragonfly_demand (scenario, dragonfly, field, &why);
  if (demand != NULL)
    return TRUE;
  g_set_error_literal (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT, why->message);
  return FALSE;
}

/* BookSim's modes are the input-queued router's, and that needs a virtual channel for each class of
 * the mode's routes. */
static gboolean
check_mode (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlDragonflyMode *mode = dl_dragonfly_options (scenario)->mode;
  const guint least = dl_dragonfly_least_vcs (scenario);

  if (!dl_scenario_is_input_queued (scenario))
    return mode->phases == 0
           || dl_scenario_fail ("dragonfly.routing", field, error,
                                _ ("%s needs router.model=input-queued (or use a different mode)"),
                                mode->id);
  if (scenario->input_queued.vcs >= least)
    return TRUE;
  return dl_scenario_fail ("input-queued.vcs", field, error,
                           _ ("%u is too few for the routes of dragonfly.routing=%s (at least %u)"),
                           scenario->input_queued.vcs, mode->id, least);
}

static gboolean
check_traffic (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  const DlPattern *pattern = traffic->pattern;
  const guint buffer = dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_ARIES
                           ? dl_aries_options (scenario)->buffer
                           : scenario->router.input_buffer;

  if (pattern->needs_target && *traffic->target == '\0')
    return dl_scenario_fail ("traffic.pattern", field, error,
                             _ ("pattern %s needs a target (set traffic.target, such as 0.0.0.0)"),
                             pattern->id);
  if (!check_mode (scenario, field, error))
    return FALSE;
  if (traffic->packet_flits > buffer && !dl_scenario_is_input_queued (scenario))
    return dl_scenario_fail (dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_ARIES
                                 ? "router.aries-buffer"
                                 : "router.input-buffer",
                             field, error,
                             _ ("a buffer of %u flits cannot hold a packet of %u flits (at least "
                                "traffic.packet-flits)"),
                             buffer, traffic->packet_flits);
  return check_places (scenario, field, error);
}

/* A network of its own, whose faults have been checked. */
static gboolean
check_rates (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlDragonflyOptions *options = dl_dragonfly_options (scenario);
  DlDragonflySpec even = options->spec; /* borrows the lists */
  g_autoptr (DlDragonfly) dragonfly = NULL;
  g_autoptr (GError) why = NULL;
  const char *key = "rates";

  if (even.link_rates->len + even.link_delays->len == 0)
    return TRUE;
  even.link_rates = even.link_delays = NULL;
  dragonfly = options->machine != NULL
                  ? dl_dragonfly_new_broken (options->machine->network, &even, error)
                  : dl_dragonfly_new (&even, error);
  if (dragonfly == NULL)
    return FALSE;
  if (dl_link_changes_set (dragonfly->graph, options->spec.link_rates, options->spec.link_delays,
                           dl_dragonfly_parse_link_pair, dragonfly, &key, &why))
    return dl_link_changes_check_twins (&link_rates, options->spec.link_rates,
                                        "dragonfly.link-rates", field, error)
           && dl_link_changes_check_twins (&link_delays, options->spec.link_delays,
                                           "dragonfly.link-delays", field, error);
  g_autofree char *name = g_strconcat ("dragonfly.link-", key, NULL);
  return dl_scenario_fail (name, field, error, "%s", why->message);
}

gboolean
dl_dragonfly_check (const DlScenario *scenario, const DlField **field, GError **error)
{
  g_autoptr (GError) why = NULL;

  if (dl_dragonfly_options (scenario)->machine != NULL
      && dl_dragonfly_options (scenario)->machine->network == NULL)
    {
      g_autofree char *quoted = dl_value_quote (dl_dragonfly_options (scenario)->machine->text);

      return dl_scenario_fail ("dragonfly.interconnect", field, error,
                               _ ("%s has not been read (put the file in the scenario’s folder, "
                                  "or use --set)"),
                               quoted);
    }
  if (dl_dragonfly_options (scenario)->machine == NULL
      && !dl_dragonfly_spec_check (&dl_dragonfly_options (scenario)->spec, &why))
    return dl_scenario_fail (shape_key (&dl_dragonfly_options (scenario)->spec), field, error, "%s",
                             why->message);
  return check_faults (scenario, field, error) && check_rates (scenario, field, error)
         && check_traffic (scenario, field, error);
}
