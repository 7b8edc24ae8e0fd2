#include "dl-fact.h"

#include "dl-fact-private.h"
#include "dl-family.h"
#include "dl-names.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* The functions: what they are called, what they take, what they say. Those of all families. */

static const DlFindings *
found (const DlWorld *world)
{
  return world->result != NULL ? &world->result->findings : NULL;
}

static gboolean
get_cycle_length (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlFindings *findings = found (world);

  return findings != NULL && take (value, findings->verdict->n_cycle);
}

static gboolean
get_cyclic_components (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlFindings *findings = found (world);

  return findings != NULL && take (value, findings->verdict->cyclic_components);
}

/* Facts of the scenario itself: known before any analysis. */

static gboolean
get_broken_cables (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return take (value,
               dl_family_count_faults (world->scenario, world->scenario->family->cables_key));
}

static gboolean
get_broken_nodes (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return take (value, dl_family_count_faults (world->scenario, world->scenario->family->nodes_key));
}

static gboolean
get_working_links (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlFindings *findings = found (world);

  return findings != NULL && take (value, findings->working_links);
}

static gboolean
get_max_hops (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlFindings *findings = found (world);

  return findings != NULL && take (value, findings->hops_max);
}

static gboolean
get_peak_load (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  const DlFindings *findings = found (world);

  return findings != NULL && take (value, findings->peak_load);
}

/* Pairs of nodes, and links. */

gboolean
dl_fact_find_node (const DlWorld *world, const char *text, guint *node)
{
  const DlSites sites = world->scenario->family->sites (world->result->net.shape);

  return sites.parse (sites.network, text, node, NULL);
}

/* FALSE where there is no route between them to be followed. */
static gboolean
follow (const DlWorld *world, const DlFact *fact, DlPairRoute *route)
{
  guint from, to;

  return world->result != NULL && dl_fact_find_node (world, fact->a, &from)
         && dl_fact_find_node (world, fact->b, &to)
         && world->scenario->family->follow (world->result->analysis_of_family, from, to, route);
}

static gboolean
get_hops (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  DlPairRoute route;

  if (!follow (world, fact, &route))
    return FALSE;
  g_free (route.line);
  return route.delivered && take (value, route.n_hops);
}

static gboolean
get_delivered (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  DlPairRoute route;

  if (!follow (world, fact, &route))
    return FALSE;
  g_free (route.line);
  return take (value, route.delivered);
}

static gboolean
get_route (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  DlPairRoute route;

  if (!follow (world, fact, &route))
    return FALSE;
  value->text = route.line;
  return value->text != NULL;
}

gboolean
dl_fact_find_link (const DlWorld *world, const char *text, guint *link)
{
  return world->result != NULL
         && dl_family_parse_link (world->scenario->family, &world->result->net, text, link, NULL);
}

/* Packets of @link on virtual channels @first .. @first + @n - 1. */
static gboolean
take_load (const DlWorld *world, const DlFact *fact, guint first, guint n, DlFactValue *value)
{
  guint link, n_vcs;

  if (!dl_fact_find_link (world, fact->a, &link))
    return FALSE;
  n_vcs = world->result->net.n_vcs;
  value->number = 0;
  for (guint vc = first; vc < MIN (first + n, n_vcs); vc++)
    value->number += world->result->findings.vc_load[link * n_vcs + vc];
  return TRUE;
}

static gboolean
get_link_load (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return take_load (world, fact, 0, G_MAXUINT16, value);
}

static gboolean
get_link_vc0 (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return take_load (world, fact, 0, 1, value);
}

static gboolean
get_link_vc1 (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  return take_load (world, fact, 1, 1, value);
}

static gboolean
get_link_broken (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  guint link;

  return dl_fact_find_link (world, fact->a, &link)
         && take (value, world->result->net.graph->link_state[link] == DL_LINK_BROKEN);
}

/* The simulation. */

static gboolean
get_sim_cycles (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  value->number = world->cycles;
  return world->simulated;
}

static gboolean
get_shown_cycle (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  value->number = world->shown_cycle;
  return world->stands;
}

static gboolean
get_sim_delivered (const DlWorld *world, const DlFact *fact, DlFactValue *value)
{
  value->number = world->delivered;
  return world->simulated;
}

/* One more fact is a row here, a family's own in its dl-fact-*.c, and a test against a count of
 * its own; build-aux/lesson-facts PROGRAM --write brings the list in data/lessons/README.md up
 * to date. */
static const DlFactInfo common[] = {
  { "cycle_length", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE,
    N_ ("Number of channels in the shortest cycle of channels that wait for each other; 0 without "
        "a cycle"),
    get_cycle_length },
  { "cyclic_components", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE,
    N_ ("Number of cyclic components of the channel dependency graph"), get_cyclic_components },
  { "broken_cables", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE,
    N_ ("Broken cables; in a dragonfly, blue cables"), get_broken_cables },
  { "broken_nodes", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE,
    N_ ("Broken nodes; in a dragonfly, routers"), get_broken_nodes },
  { "working_links", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE, N_ ("Working directed links"),
    get_working_links },
  { "max_hops", DL_FACT_NO_ARGS, DL_FACT_WHOLE, FALSE,
    N_ ("Hops of the longest route of all sending pairs"), get_max_hops },
  { "peak_load", DL_FACT_NO_ARGS, DL_FACT_REAL, FALSE,
    N_ ("Maximum channel load: packets on the "
        "busiest link"),
    get_peak_load },
  { "hops", DL_FACT_PAIR, DL_FACT_WHOLE, FALSE,
    N_ ("Hops from one node to another; in a dragonfly, between their routers"), get_hops },
  { "delivered", DL_FACT_PAIR, DL_FACT_FLAG, FALSE,
    N_ ("Whether a packet from one node to another arrives"), get_delivered },
  { "route", DL_FACT_PAIR, DL_FACT_TEXT, FALSE,
    N_ ("The route from one node to another, with the virtual channel of each hop"), get_route },
  { "link_load", DL_FACT_LINK, DL_FACT_REAL, FALSE, N_ ("Packets on a link"), get_link_load },
  { "link_vc0", DL_FACT_LINK, DL_FACT_REAL, FALSE, N_ ("Its packets on VC0"), get_link_vc0 },
  { "link_vc1", DL_FACT_LINK, DL_FACT_REAL, FALSE, N_ ("Its packets on VC1"), get_link_vc1 },
  { "link_broken", DL_FACT_LINK, DL_FACT_FLAG, FALSE,
    N_ ("Whether the link, or a node at either end, is broken"), get_link_broken },
  { "sim_cycles", DL_FACT_NO_ARGS, DL_FACT_WHOLE, TRUE, N_ ("Cycles simulated since the last edit"),
    get_sim_cycles },
  { "shown_cycle", DL_FACT_NO_ARGS, DL_FACT_WHOLE, TRUE,
    N_ ("Cycle at which the simulation is paused"), get_shown_cycle },
  { "sim_delivered", DL_FACT_NO_ARGS, DL_FACT_WHOLE, TRUE, N_ ("Packets delivered since cycle 0"),
    get_sim_delivered },
};

void
dl_fact_add_of (GArray *all, const DlFamily *family, const DlFactInfo *facts_of_family, guint n)
{
  const guint first = all->len;

  g_array_append_vals (all, facts_of_family, n);
  for (guint i = first; i < all->len; i++)
    g_array_index (all, DlFactInfo, i).family = family;
}

const DlFactInfo *
dl_fact_table (guint *n)
{
  static GArray *all;
  static gsize made;

  if (g_once_init_enter (&made))
    {
      all = g_array_new (FALSE, FALSE, sizeof (DlFactInfo));
      g_array_append_vals (all, common, G_N_ELEMENTS (common));
      dl_fact_torus_add (all);
      dl_fact_dragonfly_add (all);
      dl_fact_fabric_add (all);
      g_once_init_leave (&made, 1);
    }
  *n = all->len;
  return (const DlFactInfo *) (gpointer) all->data;
}

#define RECENT_CYCLES 5000

static void
world_free (gpointer data)
{
  DlWorld *world = data;

  dl_scenario_free (world->scenario);
  if (world->result != NULL)
    dl_evaluation_unref (world->result);
  g_free (world->source_share);
  g_free (world);
}

static DlWorld *
world_new (const DlScenario *scenario, DlEvaluation *result)
{
  DlWorld *world = g_new0 (DlWorld, 1);

  dl_shared_init (&world->shared, world_free);
  world->scenario = dl_scenario_copy (scenario);
  if (result != NULL && dl_scenario_same_values (result->scenario, scenario))
    {
      world->result = dl_evaluation_ref (result);
      dl_scalars_of_result (&world->scalars, result);
    }
  else
    dl_sweep_result_init (&world->scalars, scenario->family);
  for (guint port = 0; port < G_N_ELEMENTS (world->stalled); port++)
    world->stalled[port] = NAN;
  return world;
}

/* Share of each in all that was delivered. */
static void
take_shares (DlWorld *world, const guint64 *sources, guint n)
{
  guint64 all = 0;

  for (guint i = 0; i < n; i++)
    all += sources[i];
  if (all == 0)
    return;
  world->source_share = g_new (double, n);
  world->n_sources = n;
  for (guint i = 0; i < n; i++)
    world->source_share[i] = (double) sources[i] / all;
}

DlWorld *
dl_world_new (const DlScenario *scenario, DlEvaluation *result, const DlLivePicture *picture)
{
  DlWorld *world = world_new (scenario, result);

  /* While it drains it is still the simulation of the scenario before. */
  if (picture == NULL || picture->draining)
    return world;
  world->simulated = TRUE;
  dl_live_picture_add_scalars (picture, &world->scalars);
  world->cycles = picture->cycle - picture->since;
  world->stands = isnan (picture->cycles_per_second);
  world->shown_cycle = picture->cycle;
  world->delivered = picture->delivered;
  memcpy (world->age, picture->age, sizeof world->age);
  memcpy (world->stalled, picture->stalls[DL_STALL_OUTPUT], sizeof world->stalled);
  if (picture->sources != NULL)
    take_shares (world, picture->sources, picture->n_nodes);
  return world;
}

DlWorld *
dl_world_new_simulated (const DlScenario *scenario, DlEvaluation *result,
                        const DlSimulation *simulation)
{
  DlWorld *world = world_new (scenario, result);

  if (simulation == NULL)
    return world;
  world->simulated = TRUE;
  dl_sweep_result_set_simulated (&world->scalars, scenario, simulation);
  world->cycles = world->shown_cycle = simulation->cycles;
  world->stands = TRUE;
  world->delivered = simulation->counters.delivered;
  memcpy (world->age, simulation->measured.age, sizeof world->age);
  for (guint port = 0; port < G_N_ELEMENTS (world->stalled); port++)
    world->stalled[port] = dl_simulation_stalled_output (simulation, port);
  if (simulation->stats.sources != NULL)
    take_shares (world, simulation->stats.sources, simulation->plan->n_nodes);
  return world;
}

DlSimulation *
dl_world_simulate (const DlScenario *scenario, DlEvaluation *result, guint64 cycles,
                   GCancellable *cancellable, GError **error)
{
  DlSimulateOptions options = dl_simulate_options (scenario);

  if (cycles > 0)
    {
      options.cycles = cycles;
      options.stop = DL_STOP_CYCLES;
      options.warmup_cycles = cycles > RECENT_CYCLES ? cycles - RECENT_CYCLES : 0;
    }
  options.threads = 1;
  options.routes = dl_evaluation_routes (result);
  return dl_simulate (scenario, &options, cancellable, error);
}

DlWorld *
dl_world_new_run (const DlScenario *scenario, guint64 cycles, GCancellable *cancellable,
                  GError **error)
{
  DlEvaluation *result = dl_evaluation_new (scenario, 0, NULL, cancellable, error);
  DlSimulation *simulation
      = result != NULL ? dl_world_simulate (scenario, result, cycles, cancellable, error) : NULL;
  DlWorld *world
      = simulation != NULL ? dl_world_new_simulated (scenario, result, simulation) : NULL;

  g_clear_pointer (&simulation, dl_simulation_free);
  g_clear_pointer (&result, dl_evaluation_unref);
  return world;
}

G_DEFINE_QUARK (dl - fact - error - quark, dl_fact_error)

void
dl_fact_value_clear (DlFactValue *value)
{
  g_clear_pointer (&value->text, g_free);
}

void
dl_fact_free (DlFact *fact)
{
  if (fact == NULL)
    return;
  g_free (fact->name);
  g_free (fact->a);
  g_free (fact->b);
  g_free (fact->link);
  g_free (fact);
}

/* Names ---------------------------------------------------------------------------------------- */

/* Text in the brackets of each, by DlFactArgs. */
static const char *const usages[] = {
  [DL_FACT_NO_ARGS] = NULL,
  [DL_FACT_DIM] = "x|y|z",
  [DL_FACT_PORT] = "x+",
  [DL_FACT_NODE] = "NODE",
  [DL_FACT_LINK] = "LINK",
  [DL_FACT_PAIR] = "NODE>NODE",
  [DL_FACT_PAIR_DIM] = "NODE>NODE, x|y|z",
  [DL_FACT_PAIR_LINK] = "NODE>NODE, LINK",
  [DL_FACT_GROUPS] = "GROUP>GROUP",
  [DL_FACT_CLASS] = "green|black|blue",
  [DL_FACT_QUARTER] = "0..3",
};

char *
dl_fact_info_usage (const DlFactInfo *info)
{
  return usages[info->args] != NULL ? g_strdup_printf ("%s(%s)", info->name, usages[info->args])
                                    : g_strdup (info->name);
}

static const DlFactInfo *
find_function (const char *name)
{
  guint n;
  const DlFactInfo *table = dl_fact_table (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (table[i].name, name) == 0)
      return &table[i];
  return NULL;
}

/* The name that was probably meant, as a question; NULL: none is similar. */
static char *
find_meant (const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint n_functions, n_measures;
  const DlFactInfo *functions = dl_fact_table (&n_functions);
  const DlMeasure *measures = dl_measure_table (&n_measures);

  for (guint i = 0; i < n_functions; i++)
    g_ptr_array_add (names, (gpointer) functions[i].name);
  for (guint i = 0; i < n_measures; i++)
    g_ptr_array_add (names, (gpointer) measures[i].id);
  g_ptr_array_add (names, NULL);
  return dl_names_meant (name, (const char *const *) names->pdata, "");
}

static void
fail_unknown (const char *name, GError **error)
{
  g_autofree char *quoted = dl_value_quote (name);
  g_autofree char *meant = find_meant (name);

  if (meant != NULL)
    g_set_error (error, DL_FACT_ERROR, DL_FACT_ERROR_UNKNOWN, _ ("there is no fact %s (%s)"),
                 quoted, meant);
  else
    g_set_error (error, DL_FACT_ERROR, DL_FACT_ERROR_UNKNOWN,
                 _ ("there is no fact %s (“dateline-cli lesson facts” lists the facts; keys are "
                    "GROUP.KEY)"),
                 quoted);
}

/* Parsing -------------------------------------------------------------------------------------- */

/* Words that stand for a number: dimensions, ports, classes of links and quarters. */
static const char *const words[][DL_N_LINK_PORTS + 1] = {
  [DL_FACT_DIM] = { "x", "y", "z", NULL },
  [DL_FACT_PORT] = { "x+", "x-", "y+", "y-", "z+", "z-", NULL },
  [DL_FACT_PAIR_DIM] = { "x", "y", "z", NULL },
  [DL_FACT_CLASS] = { "green", "black", "blue", NULL },
  [DL_FACT_QUARTER] = { "0", "1", "2", "3", NULL },
};

static gboolean
take_word (DlFact *fact, const char *word)
{
  const char *const *all = words[fact->info->args];

  for (fact->index = 0; all[fact->index] != NULL; fact->index++)
    if (strcmp (all[fact->index], word) == 0)
      return TRUE;
  return FALSE;
}

/* A place is looked up in a network only later; here it need only look like one. In a fabric it is
 * a name of the machine. */
static gboolean
is_place (const char *text)
{
  return *text != '\0' && strlen (text) <= 64 && strpbrk (text, "<>=(){}|\"") == NULL;
}

static gboolean
take_pair (DlFact *fact, const char *text)
{
  const char *arrow = strchr (text, '>');

  if (arrow == NULL)
    return FALSE;
  fact->a = g_strndup (text, arrow - text);
  fact->b = g_strdup (arrow + 1);
  return is_place (fact->a) && is_place (fact->b);
}

/* A>B, x,y,z:x+: a node may be a number, the link always has its two commas. */
static gboolean
take_pair_link (DlFact *fact, char *text)
{
  const char *colon = strrchr (text, ':');
  char *comma = colon != NULL ? text + (colon - text) : text;

  for (guint commas = 0; commas < 3 && comma > text;)
    commas += *--comma == ',';
  if (comma == text)
    return FALSE;
  *comma = '\0';
  fact->link = g_strdup (comma + 1);
  return take_pair (fact, text) && is_place (fact->link);
}

/* @text has no blanks. */
static gboolean
take_args (DlFact *fact, char *text)
{
  char *comma;

  switch (fact->info->args)
    {
    case DL_FACT_NO_ARGS:
      return FALSE;
    case DL_FACT_DIM:
    case DL_FACT_PORT:
    case DL_FACT_CLASS:
    case DL_FACT_QUARTER:
      return take_word (fact, text);
    case DL_FACT_NODE:
    case DL_FACT_LINK:
      fact->a = g_strdup (text);
      return is_place (text);
    case DL_FACT_PAIR:
    case DL_FACT_GROUPS:
      return take_pair (fact, text);
    case DL_FACT_PAIR_DIM:
      comma = strrchr (text, ',');
      if (comma == NULL || !take_word (fact, comma + 1))
        return FALSE;
      *comma = '\0';
      return take_pair (fact, text);
    case DL_FACT_PAIR_LINK:
      return take_pair_link (fact, text);
    }
  g_return_val_if_reached (FALSE);
}

static char *
without_blanks (const char *text, gsize length)
{
  GString *out = g_string_new (NULL);

  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isspace (text[i]))
      g_string_append_c (out, text[i]);
  return g_string_free (out, FALSE);
}

/* [a-z][A-Za-z0-9_]*, or with a '.' a key's. */
static gsize
name_length (const char *text)
{
  gsize n = 0;

  while (g_ascii_isalnum (text[n]) || text[n] == '_'
         || (n > 0 && (text[n] == '.' || text[n] == '-') && g_ascii_isalnum (text[n + 1])))
    n++;
  return g_ascii_isalpha (*text) ? n : 0;
}

static DlFact *
fail_args (const DlFactInfo *info, GError **error)
{
  g_autofree char *usage = dl_fact_info_usage (info);

  g_set_error (error, DL_FACT_ERROR, DL_FACT_ERROR_SYNTAX,
               _ ("%s is not the usual form of this fact (write %s)"), info->name, usage);
  return NULL;
}

static DlFact *
parse_function (const DlFactInfo *info, const char *text, const char **end, GError **error)
{
  g_autoptr (DlFact) fact = g_new0 (DlFact, 1);
  g_autofree char *args = NULL;
  const char *close;

  fact->info = info;
  *end = text;
  if (info->args == DL_FACT_NO_ARGS)
    {
      fact->name = g_strdup (info->name);
      return *text == '(' ? fail_args (info, error) : g_steal_pointer (&fact);
    }
  close = *text == '(' ? strchr (text, ')') : NULL;
  if (close == NULL)
    return fail_args (info, error);
  args = without_blanks (text + 1, close - text - 1);
  fact->name = g_strdup_printf ("%s(%s)", info->name, args);
  if (!take_args (fact, args))
    return fail_args (info, error);
  *end = close + 1;
  return g_steal_pointer (&fact);
}

DlFact *
dl_fact_parse_prefix (const char *text, const char **end, GError **error)
{
  const gsize n = name_length (text);
  g_autofree char *name = g_strndup (text, n > 0 ? n : strcspn (text, " ="));
  const DlFactInfo *info = find_function (name);
  const DlMeasure *measure = info == NULL ? dl_measure_find (name) : NULL;
  const DlField *field = info == NULL && measure == NULL && strchr (name, '.') != NULL
                             ? dl_field_find_name (name)
                             : NULL;
  DlFact *fact;

  if (info != NULL)
    return parse_function (info, text + n, end, error);
  if (measure == NULL && field == NULL)
    {
      fail_unknown (name, error);
      return NULL;
    }
  *end = text + n;
  fact = g_new0 (DlFact, 1);
  fact->name = g_steal_pointer (&name);
  fact->measure = measure;
  fact->field = field;
  return fact;
}

DlFact *
dl_fact_parse (const char *text, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autofree char *quoted = NULL;
  const char *end = stripped;
  g_autoptr (DlFact) fact = dl_fact_parse_prefix (stripped, &end, error);

  if (fact == NULL || *end == '\0')
    return g_steal_pointer (&fact);
  quoted = dl_value_quote (end);
  g_set_error (error, DL_FACT_ERROR, DL_FACT_ERROR_SYNTAX,
               _ ("%s follows the fact %s (expected only one fact)"), quoted, fact->name);
  return NULL;
}

/* Properties ----------------------------------------------------------------------------------- */

DlFactType
dl_fact_type (const DlFact *fact)
{
  return fact->info != NULL      ? fact->info->type
         : fact->measure != NULL ? (DlFactType) fact->measure->type
                                 : DL_FACT_TEXT;
}

gboolean
dl_fact_is_simulated (const DlFact *fact)
{
  return fact->info != NULL ? fact->info->simulated
                            : fact->measure != NULL && fact->measure->simulated;
}

gboolean
dl_fact_is_for (const DlFact *fact, const DlScenario *scenario)
{
  return fact->info != NULL ? fact->info->family == NULL || fact->info->family == scenario->family
         : fact->measure != NULL ? dl_measure_is_for (fact->measure, scenario->family)
                                 : TRUE;
}

static gboolean
check_place (const DlFact *fact, const DlFamily *family, const DlNet *net, const char *place,
             GError **error)
{
  const DlSites sites = family->sites (net->shape);
  guint index;

  if (fact->info->args == DL_FACT_LINK)
    return dl_family_parse_link (family, net, place, &index, error);
  if (fact->info->args == DL_FACT_GROUPS)
    return !family->has_groups || dl_family_parse_group (family, net, place, &index, error);
  return sites.parse (sites.network, place, &index, error);
}

gboolean
dl_fact_check_places (const DlFact *fact, const DlScenario *scenario, const DlNet *net,
                      GError **error)
{
  const DlFamily *family = scenario->family;
  const char *const places[] = { fact->a, fact->b };
  guint link;

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (places[i] != NULL && !check_place (fact, family, net, places[i], error))
      return FALSE;
  return fact->link == NULL || dl_family_parse_link (family, net, fact->link, &link, error);
}

/* Its value ------------------------------------------------------------------------------------ */

static gboolean
get_measure (const DlMeasure *measure, const DlWorld *world, DlFactValue *value)
{
  if (measure->simulated ? !world->simulated : world->result == NULL)
    return FALSE;
  value->number = dl_measure_get (measure, &world->scalars);
  return !isnan (value->number);
}

static gboolean
get_key (const DlField *field, const DlWorld *world, DlFactValue *value)
{
  value->text = dl_field_get (field, world->scenario);
  if (!dl_value_parse_double (value->text, -G_MAXDOUBLE, G_MAXDOUBLE, &value->number, NULL))
    value->number = NAN;
  return TRUE;
}

gboolean
dl_fact_get (const DlFact *fact, const DlWorld *world, DlFactValue *value)
{
  *value = (DlFactValue) { .type = dl_fact_type (fact), .number = NAN };
  if (!dl_fact_is_for (fact, world->scenario))
    return FALSE;
  if (fact->info != NULL)
    return fact->info->get (world, fact, value);
  return fact->measure != NULL ? get_measure (fact->measure, world, value)
                               : get_key (fact->field, world, value);
}

/* The number as measures write it, without zeros at the end: 0.4 and 10, not 0.4000 and 10.00. */
static char *
format_number (const DlMeasure *measure, double number)
{
  if (measure->type == DL_MEASURE_REAL && fabs (number) < 1e9)
    for (int digits = 0; digits < 4; digits++)
      {
        const double scale = pow (10, digits);

        if (fabs (number - rint (number * scale) / scale) < 1e-9)
          return g_strdup_printf ("%'.*f", digits, rint (number * scale) / scale);
      }
  return dl_measure_format (measure, number);
}

char *
dl_fact_format_value (const DlFact *fact, const DlFactValue *value)
{
  const DlMeasure measure = { .type = (DlMeasureType) value->type };
  const char *title;

  if (value->type != DL_FACT_TEXT)
    return format_number (&measure, value->number);
  title = fact->field != NULL ? dl_field_value_title (fact->field, value->text) : NULL;
  return g_strdup (title != NULL ? title : value->text);
}

char *
dl_fact_format (const DlFact *fact, const DlWorld *world)
{
  g_auto (DlFactValue) value = { 0 };

  if (!dl_fact_get (fact, world, &value))
    return g_strdup ("–");
  return value.type == DL_FACT_TEXT ? g_strdup (value.text) : dl_fact_format_value (fact, &value);
}

/* The semicolon of Chinese. */
#define WIDE_SEMICOLON "\xef\xbc\x9b"

char *
dl_fact_title (const DlFact *fact, gboolean brief)
{
  const char *args = strchr (fact->name, '(');
  const char *title;
  g_auto (GStrv) parts = NULL;

  if (fact->measure != NULL)
    return g_strdup (_ (fact->measure->title));
  if (fact->field != NULL)
    {
      title = dl_field_title (fact->field);
      return g_strdup (title != NULL ? title : fact->field->key);
    }
  title = _ (fact->info->description);
  parts = g_strsplit (title, strstr (title, WIDE_SEMICOLON) != NULL ? WIDE_SEMICOLON : ";", 2);
  if (brief)
    title = parts[0];
  return args != NULL ? g_strdup_printf ("%s %s", title, args) : g_strdup (title);
}
