#include "dl-torus-scenario.h"

#include "dl-faults.h"
#include "dl-link-changes.h"
#include "dl-field.h"
#include "dl-scenario-check.h"
#include "dl-torus-engine.h"
#include "dl-torus-input-queued.h"
#include "dl-torus-private.h"
#include "dl-torus-sites.h"
#include "dl-value.h"
#include "dl-vc-policy.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Checks over several keys of a torus. */

/* For the lists of rates and delays, whose kinds are below. */
static void settle_links (DlTorusOptions *options);
static gboolean check_rates (const DlTorusSpec *spec, const DlField **field, GError **error);

/* Bring the broken cables into the form that DlTorusSpec promises: by their plus end, sorted,
 * unique. */
static gboolean
settle_cables (DlTorusOptions *options, GError **error)
{
  DlTorusSpec *spec = &options->spec;
  g_autoptr (GArray) set = dl_faults_canonical (&dl_torus_cables, options, spec->broken_cables);
  const guint twin = dl_faults_find_twin (&dl_torus_cables, set);

  if (twin < set->len)
    {
      const DlTorusLinkAt plus = g_array_index (set, DlTorusLinkAt, twin);
      const DlTorusLinkAt minus
          = { dl_torus_spec_far_end (spec, plus), dl_torus_port_opposite (plus.port) };
      g_autofree char *plus_name = dl_torus_link_at_to_string (plus);
      g_autofree char *minus_name = dl_torus_link_at_to_string (minus);

      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
                   _ ("%s and %s are the two ends of one cable (name it once)"), plus_name,
                   minus_name);
      return FALSE;
    }
  g_array_unref (spec->broken_cables);
  spec->broken_cables = g_steal_pointer (&set);
  return TRUE;
}

gboolean
dl_torus_normalize (DlScenario *scenario, const DlField **field, GError **error)
{
  DlTorusOptions *options = dl_torus_options (scenario);
  g_autoptr (GError) why = NULL;

  settle_links (options);
  /* A shape that cannot be is for the check to refuse. */
  if (!dl_torus_spec_check_shape (&options->spec, NULL) || settle_cables (options, &why))
    return TRUE;
  return dl_scenario_fail ("torus.broken-links", field, error, "%s", why->message);
}

static gboolean
check_datelines (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlTorusRouting routing = dl_torus_routing (scenario);

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const gint last = dl_torus_options (scenario)->spec.radix[dim] - 1;
      if (routing.dateline[dim] > last)
        return dl_scenario_fail (
            "torus.datelines", field, error,
            _ ("dateline %d is outside the network in %s (expected 0 to %d, or -1 for none)"),
            routing.dateline[dim], dl_torus_dim_name (dim), last);
    }
  return TRUE;
}

/* Whether @coord is inside, else an error that calls it @what. */
static gboolean
check_coord (const DlTorusSpec *torus, DlTorusCoord coord, const char *what, const char *name,
             const DlField **field, GError **error)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (coord.at[dim] >= torus->radix[dim])
      return dl_scenario_fail (
          name, field, error, _ ("%s is outside the network (expected nodes 0,0,0 to %u,%u,%u)"),
          what, torus->radix[DL_X] - 1, torus->radix[DL_Y] - 1, torus->radix[DL_Z] - 1);
  return TRUE;
}

static gboolean
check_links (const DlTorusSpec *torus, const GArray *links, const char *name, const DlField **field,
             GError **error)
{
  for (guint i = 0; i < links->len; i++)
    {
      const DlTorusLinkAt link = g_array_index (links, DlTorusLinkAt, i);
      g_autofree char *what = NULL;

      if (dl_torus_spec_has_link (torus, link))
        continue;
      what = dl_torus_link_at_to_string (link);
      if (!check_coord (torus, link.from, what, name, field, error))
        return FALSE;
      return dl_scenario_fail (
          name, field, error,
          _ ("there is no link %s because %s is a mesh (use a link inside the mesh, or torus.wrap "
             "true and a radix above 2)"),
          what, dl_torus_dim_name (dl_torus_port_dim (link.port)));
    }
  return TRUE;
}

static gboolean
check_faults (const DlTorusSpec *torus, const DlField **field, GError **error)
{
  if (!check_links (torus, torus->broken_cables, "torus.broken-links", field, error)
      || !check_links (torus, torus->broken_channels, "torus.broken-channels", field, error))
    return FALSE;

  for (guint i = 0; i < torus->broken_channels->len; i++)
    {
      const DlTorusLinkAt channel = g_array_index (torus->broken_channels, DlTorusLinkAt, i);
      const DlTorusLinkAt cable = dl_torus_spec_cable (torus, channel);
      if (g_array_binary_search (torus->broken_cables, &cable, dl_torus_link_at_compare, NULL))
        {
          g_autofree char *channel_name = dl_torus_link_at_to_string (channel);
          g_autofree char *cable_name = dl_torus_link_at_to_string (cable);
          return dl_scenario_fail (
              "torus.broken-channels", field, error,
              _ ("%s is already broken, with the cable %s in torus.broken-links (name it in one "
                 "of them)"),
              channel_name, cable_name);
        }
    }

  for (guint i = 0; i < torus->broken_nodes->len; i++)
    {
      const DlTorusCoord node = g_array_index (torus->broken_nodes, DlTorusCoord, i);
      g_autofree char *what = dl_torus_coord_to_string (node);
      if (!check_coord (torus, node, what, "torus.broken-nodes", field, error))
        return FALSE;
    }
  return TRUE;
}

static DlPacketShape
packet_shape (const DlScenario *scenario)
{
  return dl_scenario_takes_units (scenario)
             ? dl_scenario_packet_shape (scenario)
             : dl_packet_shape_seastar (scenario->traffic.packet_flits);
}

/* Ranks are on nodes, and a node that breaks may take one with it. */
static gboolean
check_program (const DlScenario *scenario, const DlField **field, GError **error)
{
  g_autoptr (DlTorusNetwork) network
      = dl_torus_network_new (&dl_torus_options (scenario)->spec, NULL);
  DlSites sites;

  if (network == NULL)
    return TRUE; /* faults that are not settled: for others to say */
  sites = dl_sites_of_torus (network);
  return dl_scenario_check_workload (scenario, &sites, packet_shape (scenario), field, error);
}

/* The classes of the routes must have virtual channels of their own. */
static gboolean
check_vcs (const DlScenario *scenario, const DlField **field, GError **error)
{
  const guint vcs = scenario->input_queued.vcs;
  const guint least = dl_torus_least_vcs (scenario);
  const gboolean even = dl_torus_options (scenario)->routing.vc_policy->wrap_partition;

  if (vcs < least)
    return dl_scenario_fail ("input-queued.vcs", field, error,
                             _ ("%u is too few: rings need two classes, and responses their own "
                                "(at least %u)"),
                             vcs, least);
  if (even && vcs % 2 == 1 && least > 1)
    return dl_scenario_fail ("input-queued.vcs", field, error,
                             _ ("%u has no two halves for torus.vc-policy=%s (use an even number)"),
                             vcs, dl_torus_options (scenario)->routing.vc_policy->id);
  return TRUE;
}

/* Buffers must have room for the packets that a bubble is made of. */
static gboolean
check_bubble (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlTorusRouting *routing = &dl_torus_options (scenario)->routing;
  const guint flits = routing->bubble_packets * scenario->traffic.packet_flits;

  if (!routing->vc_policy->bubble)
    return TRUE;
  if (!dl_scenario_is_input_queued (scenario))
    return dl_scenario_fail ("torus.vc-policy", field, error,
                             _ ("%s is a rule of the input-queued router (set "
                                "router.model=input-queued)"),
                             routing->vc_policy->id);
  if (scenario->input_queued.buffer_flits < flits)
    return dl_scenario_fail (
        "input-queued.buffer-flits", field, error,
        _ ("%u is too few for torus.vc-policy=%s: a packet enters a ring only with "
           "room for %u packets of %u flits (at least %u)"),
        scenario->input_queued.buffer_flits, routing->vc_policy->id, routing->bubble_packets,
        scenario->traffic.packet_flits, flits);
  return TRUE;
}

static gboolean
check_traffic (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  if (*traffic->target != '\0')
    {
      g_autoptr (GError) node_error = NULL;
      DlTorusCoord coord;
      if (!dl_torus_spec_parse_node (&dl_torus_options (scenario)->spec, traffic->target, &coord,
                                     &node_error))
        return dl_scenario_fail ("traffic.target", field, error, "%s", node_error->message);
    }
  else if (traffic->pattern->needs_target)
    {
      /* The key to change is the target; if it is not there, the pattern is what asks for it. */
      const gboolean stated = dl_field_is_set (dl_field_find ("traffic", "target"), scenario);
      return dl_scenario_fail (stated ? "traffic.target" : "traffic.pattern", field, error,
                               _ ("pattern %s needs a target (set traffic.target, such as 0,0,0)"),
                               traffic->pattern->id);
    }

  if (dl_scenario_has_ranks (scenario) && !check_program (scenario, field, error))
    return FALSE;
  return !dl_scenario_is_input_queued (scenario) || check_vcs (scenario, field, error);
}

gboolean
dl_torus_check (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlTorusSpec *spec = &dl_torus_options (scenario)->spec;
  g_autoptr (GError) why = NULL;

  if (!dl_torus_spec_check_shape (spec, &why))
    return dl_scenario_fail ("torus.radix", field, error, "%s", why->message);
  return check_datelines (scenario, field, error) && check_faults (spec, field, error)
         && check_rates (spec, field, error) && check_traffic (scenario, field, error)
         && check_bubble (scenario, field, error);
}

static void
add_table_warning (const DlScenario *scenario, GStrvBuilder *warnings)
{
  const DlVcPolicy *policy = dl_torus_options (scenario)->routing.vc_policy;
  const DlVcTable *table = dl_torus_options (scenario)->vc_table;
  g_autofree char *warning = NULL;

  if (!policy->table)
    return;
  if (table == NULL)
    warning = g_strdup_printf (_ ("torus.vc-policy: %s works like output-crossing because "
                                  "torus.vc-table is missing (run optimize --vc)"),
                               policy->id);
  else if (!dl_vc_table_fits_spec (table, &dl_torus_options (scenario)->spec))
    warning = g_strdup_printf (
        _ ("torus.vc-table: made for a different network, %ux%ux%u; policy %s works like "
           "output-crossing (run optimize --vc again)"),
        table->radix[DL_X], table->radix[DL_Y], table->radix[DL_Z], policy->id);
  if (warning != NULL)
    g_strv_builder_add (warnings, warning);
}

void
dl_torus_add_warnings (const DlScenario *scenario, GStrvBuilder *warnings)
{
  const DlTorusOptions *options = dl_torus_options (scenario);
  const DlField *datelines = dl_field_find ("torus", "datelines");

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const gint dateline = options->routing.dateline[dim];
      if (dl_field_is_set (datelines, scenario) && dateline != DL_NO_DATELINE
          && !dl_torus_spec_is_ring (&options->spec, dim))
        {
          g_autofree char *warning = g_strdup_printf (
              _ ("torus.datelines: %d in %s is ignored because %s is not a ring (use -1 for none)"),
              dateline, dl_torus_dim_name (dim), dl_torus_dim_name (dim));
          g_strv_builder_add (warnings, warning);
        }
    }
  add_table_warning (scenario, warnings);
}

/* The keys of [torus]. */

/* Longer rings have every so many positions. */
#define MOST_POSITIONS 64
#define EACH_WAY       3

/* Faults --------------------------------------------------------------------------------------- */

static gboolean
parse_link (const char *text, gpointer item)
{
  return dl_torus_link_at_parse (text, item);
}

static char *
format_link (gconstpointer item)
{
  return dl_torus_link_at_to_string (*(const DlTorusLinkAt *) item);
}

static void
canonize_cable (gconstpointer options, gpointer item)
{
  const DlTorusSpec *spec = &((const DlTorusOptions *) options)->spec;
  DlTorusLinkAt *link = item;

  /* Where there is no such link the name does not change, for the check to complain about. */
  if (dl_torus_spec_has_link (spec, *link))
    *link = dl_torus_spec_cable (spec, *link);
}

static gboolean
parse_coord (const char *text, gpointer item)
{
  return dl_torus_coord_parse (text, item);
}

static char *
format_coord (gconstpointer item)
{
  return dl_torus_coord_to_string (*(const DlTorusCoord *) item);
}

const DlFaultKind dl_torus_cables = {
  .item_size = sizeof (DlTorusLinkAt),
  .max_items = DL_TORUS_MAX_NODES * DL_TORUS_N_NETWORK_PORTS / 2,
  .remedy = N_ ("a cable is written as a node and a direction, such as 1,2,2:x+"),
  .parse = parse_link,
  .format = format_link,
  .compare = dl_torus_link_at_compare,
  .canonize = canonize_cable,
};

static const DlFaultKind channels = {
  .item_size = sizeof (DlTorusLinkAt),
  .max_items = DL_TORUS_MAX_NODES * DL_TORUS_N_NETWORK_PORTS,
  .remedy = N_ ("a channel is written as a node and a direction, such as 1,2,2:x+"),
  .parse = parse_link,
  .format = format_link,
  .compare = dl_torus_link_at_compare,
};

static const DlFaultKind nodes = {
  .item_size = sizeof (DlTorusCoord),
  .max_items = DL_TORUS_MAX_NODES,
  .remedy = N_ ("a node is written as x,y,z, such as 1,2,2"),
  .parse = parse_coord,
  .format = format_coord,
  .compare = dl_torus_coord_compare,
};

/* Rates and delays of single cables. */
DL_LINK_CHANGE_TYPES (dl_torus_cables,
                      N_ ("a rate is written with a cable, as a share of what all others have: "
                          "1,2,2:x+=50%"),
                      N_ ("a delay is written with a cable, in cycles from 1 to 1000: "
                          "1,2,2:x+=20"))

static void
settle_links (DlTorusOptions *options)
{
  dl_link_changes_settle (&link_rates, options, &options->spec.link_rates);
  dl_link_changes_settle (&link_delays, options, &options->spec.link_delays);
}

static gboolean
check_rates (const DlTorusSpec *spec, const DlField **field, GError **error)
{
  g_autoptr (GError) why = NULL;
  const char *key = "rates";

  if (dl_torus_spec_check_links (spec, &key, &why))
    return dl_link_changes_check_twins (&link_rates, spec->link_rates, "torus.link-rates", field,
                                        error)
           && dl_link_changes_check_twins (&link_delays, spec->link_delays, "torus.link-delays",
                                           field, error);
  g_autofree char *name = g_strconcat ("torus.link-", key, NULL);
  return dl_scenario_fail (name, field, error, "%s", why->message);
}

static const DlFieldType type_cables = DL_FIELD_TYPE_FAULTS (dl_torus_cables);
static const DlFieldType type_channels = DL_FIELD_TYPE_FAULTS (channels);
static const DlFieldType type_nodes = DL_FIELD_TYPE_FAULTS (nodes);

/* Choices -------------------------------------------------------------------------------------- */

DL_DEFINE_ENTRIES (engine, dl_torus_engines)
static const DlFieldType type_engine = DL_FIELD_TYPE_ENTRIES (engine_entry);
DL_DEFINE_ENTRIES (policy, dl_vc_policies)
static const DlFieldType type_policy = DL_FIELD_TYPE_ENTRIES (policy_entry);

static gboolean
parse_table (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = g_strstrip (g_strdup (text));
  g_autoptr (GError) table_error = NULL;
  DlVcTable **table = at;
  DlVcTable *parsed = NULL;

  if (*value != '\0')
    {
      parsed = dl_vc_table_parse (value, &table_error);
      if (parsed == NULL)
        {
          g_autofree char *quoted = dl_value_quote (value);
          g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE, "%s: %s", quoted,
                       table_error->message);
          return FALSE;
        }
    }
  dl_vc_table_unref (*table);
  *table = parsed;
  return TRUE;
}

static char *
format_table (const DlField *field, gconstpointer at)
{
  DlVcTable *const *table = at;

  return g_strdup (*table != NULL ? dl_vc_table_text (*table) : "");
}

static gpointer
ref_table (gpointer table)
{
  return dl_vc_table_ref (table);
}

static void
unref_table (gpointer table)
{
  dl_vc_table_unref (table);
}

static const DlFieldType type_table
    = { .parse = parse_table, .format = format_table, .ref = ref_table, .unref = unref_table };

/* Dimensions ----------------------------------------------------------------------------------- */

static gboolean
parse_radix (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_auto (GStrv) items
      = dl_field_split (text, DL_TORUS_N_DIMS, DL_TORUS_N_DIMS, field->initial, error);
  guint radix[DL_TORUS_N_DIMS];

  if (items == NULL)
    return FALSE;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      guint64 value;
      if (!dl_value_parse_uint (items[dim], field->low, field->high, &value, error))
        return FALSE;
      radix[dim] = value;
    }
  memcpy (at, radix, sizeof radix);
  return TRUE;
}

static char *
format_radix (const DlField *field, gconstpointer at)
{
  const guint *radix = at;

  return g_strdup_printf ("%u;%u;%u", radix[DL_X], radix[DL_Y], radix[DL_Z]);
}

static gboolean
parse_wrap (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_auto (GStrv) items
      = dl_field_split (text, DL_TORUS_N_DIMS, DL_TORUS_N_DIMS, field->initial, error);
  gboolean wrap[DL_TORUS_N_DIMS];

  if (items == NULL)
    return FALSE;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      /* 1 and 0 as GKeyFile takes them, too. */
      wrap[dim] = strcmp (items[dim], "true") == 0 || strcmp (items[dim], "1") == 0;
      if (!wrap[dim] && strcmp (items[dim], "false") != 0 && strcmp (items[dim], "0") != 0)
        {
          g_autofree char *quoted = dl_value_quote (items[dim]);
          g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                       _ ("%s is not true or false (expected true for a torus or false for a "
                          "mesh)"),
                       quoted);
          return FALSE;
        }
    }
  memcpy (at, wrap, sizeof wrap);
  return TRUE;
}

static char *
format_wrap (const DlField *field, gconstpointer at)
{
  const gboolean *wrap = at;

  return g_strdup_printf ("%s;%s;%s", wrap[DL_X] ? "true" : "false", wrap[DL_Y] ? "true" : "false",
                          wrap[DL_Z] ? "true" : "false");
}

static gboolean
parse_datelines (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_auto (GStrv) items
      = dl_field_split (text, DL_TORUS_N_DIMS, DL_TORUS_N_DIMS, field->initial, error);
  gint dateline[DL_TORUS_N_DIMS];

  if (items == NULL)
    return FALSE;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      gint64 value;
      if (!dl_value_parse_int (items[dim], DL_NO_DATELINE, field->high, &value, error))
        return FALSE;
      dateline[dim] = value;
    }
  memcpy (at, dateline, sizeof dateline);
  return TRUE;
}

static char *
format_datelines (const DlField *field, gconstpointer at)
{
  const gint *dateline = at;

  return g_strdup_printf ("%d;%d;%d", dateline[DL_X], dateline[DL_Y], dateline[DL_Z]);
}

/* The last node of each ring. */
static char *
format_unset_datelines (const DlScenario *scenario)
{
  const DlTorusRouting routing = dl_torus_routing (scenario);

  return format_datelines (NULL, routing.dateline);
}

/* The last one of more than one node, or ring, if none is asked for. */
static guint
choose_dim (const DlScenario *scenario, guint dim, gboolean ring)
{
  if (dim < DL_TORUS_N_DIMS)
    return dim;
  for (guint i = DL_TORUS_N_DIMS; i-- > 0;)
    if (ring ? dl_torus_spec_is_ring (&dl_torus_options (scenario)->spec, i)
             : dl_torus_options (scenario)->spec.radix[i] > 1)
      return i;
  return 0;
}

static void
add_triple (DlProposal *proposal, const gint *values)
{
  g_autofree char *text = g_strdup_printf ("%d;%d;%d", values[DL_X], values[DL_Y], values[DL_Z]);

  dl_proposal_add (proposal, text);
}

static void
propose_datelines (DlProposal *proposal, guint dim, const char *now)
{
  const DlScenario *scenario = proposal->scenario;
  g_auto (GStrv) positions = g_strsplit (now, ";", DL_TORUS_N_DIMS);
  const guint of = choose_dim (scenario, dim, TRUE);
  const guint radix = dl_torus_options (scenario)->spec.radix[of];
  gint values[DL_TORUS_N_DIMS];

  for (guint i = 0; i < DL_TORUS_N_DIMS; i++)
    values[i] = (gint) g_ascii_strtoll (positions[i], NULL, 10);
  for (guint i = 0; i < radix; i += 1 + (radix - 1) / MOST_POSITIONS)
    {
      values[of] = i;
      add_triple (proposal, values);
    }
}

static void
propose_radix (DlProposal *proposal, guint dim, const char *now)
{
  const DlScenario *scenario = proposal->scenario;
  const guint of = choose_dim (scenario, dim, FALSE);
  const gint radix = dl_torus_options (scenario)->spec.radix[of];
  gint values[DL_TORUS_N_DIMS];

  for (guint i = 0; i < DL_TORUS_N_DIMS; i++)
    values[i] = dl_torus_options (scenario)->spec.radix[i];
  for (gint by = -EACH_WAY; by <= EACH_WAY; by++)
    {
      values[of] = radix + by;
      add_triple (proposal, values);
    }
}

static void
propose_wrap (DlProposal *proposal, guint dim, const char *now)
{
  for (guint bits = 0; bits < 1 << DL_TORUS_N_DIMS; bits++)
    {
      GString *text = g_string_new (NULL);
      gboolean fits = TRUE;

      for (guint i = 0; i < DL_TORUS_N_DIMS; i++)
        {
          const gboolean wrap = (bits >> i & 1) != 0;
          const gboolean before = dl_torus_options (proposal->scenario)->spec.wrap[i];

          g_string_append_printf (text, "%s%s", i > 0 ? ";" : "", wrap ? "true" : "false");
          /* Two nodes are no ring anyway. */
          fits = fits
                 && (wrap == before || dl_torus_options (proposal->scenario)->spec.radix[i] > 2)
                 && (wrap == before || dim >= DL_TORUS_N_DIMS || dim == i);
        }
      if (fits)
        dl_proposal_add (proposal, text->str);
      g_string_free (text, TRUE);
    }
}

static const char *
dateline_words (const char *item)
{
  return strcmp (item, "-1") == 0 ? _ ("off") : NULL;
}

static const DlFieldType type_radix
    = { .parse = parse_radix, .format = format_radix, .propose = propose_radix };
static const DlFieldType type_wrap
    = { .parse = parse_wrap, .format = format_wrap, .propose = propose_wrap };
static const DlFieldType type_datelines = { .parse = parse_datelines,
                                            .format = format_datelines,
                                            .format_unset = format_unset_datelines,
                                            .propose = propose_datelines,
                                            .item_words = dateline_words };

/* The table ------------------------------------------------------------------------------------ */

static const char *const ties[] = { "positive", "parity", "random", NULL }; /* DlTorusTie */

#define AT(member) G_STRUCT_OFFSET (DlTorusOptions, member)

/* clang-format off */
const DlField dl_torus_fields[] = {
  { DL_KEY ("torus", "radix"), N_ ("Radix in X, Y, Z"), NULL, &type_radix, AT (spec.radix),
    "11;12;16", 1, DL_TORUS_MAX_NODES, .routed = TRUE, .topic = "configuration#topology",
    .reported = DL_REPORTED_ALWAYS },
  { DL_KEY ("torus", "wrap"), N_ ("Rings in X, Y, Z"), NULL, &type_wrap, AT (spec.wrap),
    "true;true;true", .routed = TRUE, .topic = "configuration#topology",
    .reported = DL_REPORTED_ALWAYS },
  /* Unset, it is k - 1 of the radix that there is. */
  { DL_KEY ("torus", "datelines"), N_ ("Datelines in X, Y, Z"), NULL, &type_datelines,
    AT (routing.dateline), "10;11;15", 0, DL_TORUS_MAX_NODES - 1, .routed = TRUE,
    .topic = "datelines#what", .reported = DL_REPORTED_ALWAYS },
  { DL_KEY ("torus", "tie"), N_ ("Ties between directions"), NULL, &dl_field_type_choice,
    AT (routing.tie), "positive", .choices = ties, .carries_over = TRUE, .routed = TRUE,
    .topic = "glossary#tie", .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("Ties: the direction of a packet that travels half way around a ring (this "
                   "program’s own; not in the VC paper)") },
  { DL_KEY ("torus", "vc-policy"), N_ ("Virtual-channel policy"), NULL, &type_policy,
    AT (routing.vc_policy), "output-crossing", .carries_over = TRUE, .routed = TRUE,
    .topic = "virtual-channels#policies", .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("Policy: chooses the virtual channel of a packet in dimensions where it does "
                   "not cross the dateline (VC paper, section 3)") },
  { DL_KEY ("torus", "bubble-packets"), N_ ("Room to enter a ring"), N_ ("packets"),
    &dl_field_type_uint, AT (routing.bubble_packets), "2", 1, 8, .carries_over = TRUE,
    .routed = TRUE, .topic = "virtual-channels#bubble",
    .tooltip = N_ ("Bubble flow control: packets of free room in the next buffer that a packet "
                   "needs to enter a ring (2; with 1 rings can lock)") },
  { DL_KEY ("torus", "engine"), N_ ("Routing engine"), NULL, &type_engine, AT (routing.engine),
    "xt", .routed = TRUE, .topic = "faults#engines", .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("Routing engine: chooses the next port of a packet, above all around faults "
                   "(VC paper, section 2.2)") },
  { DL_KEY ("torus", "broken-links"), N_ ("Broken cables, both directions"), NULL, &type_cables,
    AT (spec.broken_cables), "", .routed = TRUE, .topic = "faults#breaking" },
  { DL_KEY ("torus", "broken-channels"), N_ ("Broken links, one direction"), NULL, &type_channels,
    AT (spec.broken_channels), "", .routed = TRUE, .topic = "faults#breaking" },
  { DL_KEY ("torus", "broken-nodes"), N_ ("Broken nodes"), NULL, &type_nodes,
    AT (spec.broken_nodes), "", .routed = TRUE, .topic = "faults#breaking" },
  { DL_KEY ("torus", "link-rates"), N_ ("Rates of single cables"), NULL, &type_link_rates,
    AT (spec.link_rates), "", .routed = TRUE, .topic = "faults#rates",
    .reported = DL_REPORTED_CHANGED,
    .tooltip = N_ ("Rates of single cables as shares of the others’, such as 1,2,2:x+=50%, "
                   "separated by semicolons. Default none (this program’s own)") },
  { DL_KEY ("torus", "link-delays"), N_ ("Delays of single cables"), NULL, &type_link_delays,
    AT (spec.link_delays), "", .routed = TRUE, .topic = "faults#rates",
    .reported = DL_REPORTED_CHANGED,
    .tooltip = N_ ("Delays of single cables in cycles, such as 1,2,2:x+=20, separated by "
                   "semicolons. Default none: as all channels (this program’s own)") },
  { DL_KEY ("torus", "vc-table"), N_ ("Table of virtual channels"), NULL, &type_table,
    AT (vc_table), "", .routed = TRUE, .topic = "virtual-channels#policies" },
  { NULL },
};
/* clang-format on */

/* Types that keys write through an int pointer. */
G_STATIC_ASSERT (sizeof (DlTorusTie) == sizeof (int));

DlTorusRouting
dl_torus_routing (const DlScenario *scenario)
{
  const DlTorusOptions *options = dl_torus_options (scenario);
  const gboolean stated = dl_field_is_set (dl_field_find ("torus", "datelines"), scenario);
  DlTorusRouting routing = options->routing;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (!dl_torus_spec_is_ring (&options->spec, dim))
      routing.dateline[dim] = DL_NO_DATELINE;
    else if (!stated)
      routing.dateline[dim] = options->spec.radix[dim] - 1;
  routing.vc_table = options->vc_table;
  routing.source_vc_zero = scenario->traffic.source_vc_zero;
  /* The SeaStar's are its own. */
  routing.vcs = dl_scenario_router (scenario)->family == NULL ? scenario->input_queued.vcs : 0;
  /* Ranks only send requests. */
  routing.response_share
      = scenario->traffic.pattern->program ? 0 : scenario->traffic.response_share;
  return routing;
}

DlTorusTraffic
dl_torus_traffic (const DlScenario *scenario, const DlTorusNetwork *network)
{
  DlTorusTraffic traffic = { scenario->traffic.pattern, -1, scenario->seed };
  DlTorusCoord target;

  if (*scenario->traffic.target != '\0'
      && dl_torus_spec_parse_node (&dl_torus_options (scenario)->spec, scenario->traffic.target,
                                   &target, NULL))
    traffic.target = dl_torus_network_node_at (network, target);
  return traffic;
}

/* Workload of ranks in @network, as dl_scenario_workload. */
static DlWorkload *
torus_workload (const DlScenario *scenario, const DlTorusNetwork *network, guint64 order_seed,
                GError **error)
{
  const DlSites sites = dl_sites_of_torus (network);

  return dl_scenario_workload (scenario, &sites, packet_shape (scenario), order_seed, NULL, error);
}

gboolean
dl_torus_is_uniform (const DlScenario *scenario, const DlTorusNetwork *network)
{
  g_autoptr (DlWorkload) workload = NULL;

  if (!scenario->traffic.pattern->uniform || !dl_scenario_has_program (scenario))
    return scenario->traffic.pattern->uniform;
  workload = torus_workload (scenario, network, scenario->seed, NULL);
  return workload != NULL && workload->n_ranks == network->n_working_nodes;
}

static DlDemand *
make_demand (const DlScenario *scenario, const DlTorusNetwork *network, gboolean self)
{
  DlTorusTraffic traffic = dl_torus_traffic (scenario, network);
  g_autoptr (DlWorkload) workload = NULL;

  traffic.self = self;
  if (dl_scenario_has_ranks (scenario))
    {
      g_autoptr (GError) error = NULL;

      traffic.workload = workload = torus_workload (scenario, network, scenario->seed, &error);
      g_assert_no_error (error); /* dl_scenario_check has seen it */
    }
  return dl_torus_demand_new (network, &traffic);
}

DlDemand *
dl_torus_demand (const DlScenario *scenario, const DlTorusNetwork *network)
{
  return make_demand (scenario, network, FALSE);
}

DlDemand *
dl_torus_sent_demand (const DlScenario *scenario, const DlTorusNetwork *network)
{
  return make_demand (scenario, network, scenario->traffic.self);
}

gboolean
dl_torus_sends (const DlScenario *scenario, gpointer shape, guint64 seed, DlSent *sent,
                GError **error)
{
  sent->burst = scenario->traffic.burst_messages;
  if (!dl_scenario_is_program (scenario))
    sent->demand = dl_torus_sent_demand (scenario, shape);
  else
    sent->workload = torus_workload (scenario, shape, seed, error);
  return sent->demand != NULL || sent->workload != NULL;
}
