/* The keys of [torus]. */
#include "dl-torus-private.h"

#include "dl-engine.h"
#include "dl-faults.h"
#include "dl-field-type.h"
#include "dl-value.h"
#include "dl-vc-policy.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Longer rings have every so many positions. */
#define MOST_POSITIONS 64
#define EACH_WAY       3

/* Faults --------------------------------------------------------------------------------------- */

static gboolean
parse_link (const char *text, gpointer item)
{
  return dl_link_at_parse (text, item);
}

static char *
format_link (gconstpointer item)
{
  return dl_link_at_to_string (*(const DlLinkAt *) item);
}

static void
canonize_cable (gconstpointer options, gpointer item)
{
  const DlTorusSpec *spec = &((const DlTorusOptions *) options)->spec;
  DlLinkAt *link = item;

  /* Where there is no such link the name stays as it is, for the check to complain about. */
  if (dl_torus_spec_has_link (spec, *link))
    *link = dl_torus_spec_cable (spec, *link);
}

static gboolean
parse_coord (const char *text, gpointer item)
{
  return dl_coord_parse (text, item);
}

static char *
format_coord (gconstpointer item)
{
  return dl_coord_to_string (*(const DlCoord *) item);
}

const DlFaultKind dl_torus_cables = {
  .item_size = sizeof (DlLinkAt),
  .max_items = DL_TORUS_MAX_NODES * DL_N_NETWORK_PORTS / 2,
  .remedy = N_ ("a cable is written as a node and a direction, such as 1,2,2:x+"),
  .parse = parse_link,
  .format = format_link,
  .compare = dl_link_at_compare,
  .canonize = canonize_cable,
};

static const DlFaultKind channels = {
  .item_size = sizeof (DlLinkAt),
  .max_items = DL_TORUS_MAX_NODES * DL_N_NETWORK_PORTS,
  .remedy = N_ ("a channel is written as a node and a direction, such as 1,2,2:x+"),
  .parse = parse_link,
  .format = format_link,
  .compare = dl_link_at_compare,
};

static const DlFaultKind nodes = {
  .item_size = sizeof (DlCoord),
  .max_items = DL_TORUS_MAX_NODES,
  .remedy = N_ ("a node is written as x,y,z, such as 1,2,2"),
  .parse = parse_coord,
  .format = format_coord,
  .compare = dl_coord_compare,
};

static const DlFieldType type_cables = DL_FIELD_TYPE_FAULTS (dl_torus_cables);
static const DlFieldType type_channels = DL_FIELD_TYPE_FAULTS (channels);
static const DlFieldType type_nodes = DL_FIELD_TYPE_FAULTS (nodes);

/* Choices -------------------------------------------------------------------------------------- */

DL_DEFINE_ENTRIES (engine, dl_engines)
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
  g_auto (GStrv) items = dl_field_split (text, DL_N_DIMS, DL_N_DIMS, field->initial, error);
  guint radix[DL_N_DIMS];

  if (items == NULL)
    return FALSE;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
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
  g_auto (GStrv) items = dl_field_split (text, DL_N_DIMS, DL_N_DIMS, field->initial, error);
  gboolean wrap[DL_N_DIMS];

  if (items == NULL)
    return FALSE;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
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
  g_auto (GStrv) items = dl_field_split (text, DL_N_DIMS, DL_N_DIMS, field->initial, error);
  gint dateline[DL_N_DIMS];

  if (items == NULL)
    return FALSE;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
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
  const DlRoutingSpec routing = dl_scenario_routing (scenario);

  return format_datelines (NULL, routing.dateline);
}

/* The last one of more than one node, or ring, if none is asked for. */
static guint
choose_dim (const DlScenario *scenario, guint dim, gboolean ring)
{
  if (dim < DL_N_DIMS)
    return dim;
  for (guint i = DL_N_DIMS; i-- > 0;)
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
  g_auto (GStrv) positions = g_strsplit (now, ";", DL_N_DIMS);
  const guint of = choose_dim (scenario, dim, TRUE);
  const guint radix = dl_torus_options (scenario)->spec.radix[of];
  gint values[DL_N_DIMS];

  for (guint i = 0; i < DL_N_DIMS; i++)
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
  gint values[DL_N_DIMS];

  for (guint i = 0; i < DL_N_DIMS; i++)
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
  for (guint bits = 0; bits < 1 << DL_N_DIMS; bits++)
    {
      GString *text = g_string_new (NULL);
      gboolean fits = TRUE;

      for (guint i = 0; i < DL_N_DIMS; i++)
        {
          const gboolean wrap = (bits >> i & 1) != 0;
          const gboolean before = dl_torus_options (proposal->scenario)->spec.wrap[i];

          g_string_append_printf (text, "%s%s", i > 0 ? ";" : "", wrap ? "true" : "false");
          /* Two nodes are no ring anyway. */
          fits = fits
                 && (wrap == before || dl_torus_options (proposal->scenario)->spec.radix[i] > 2)
                 && (wrap == before || dim >= DL_N_DIMS || dim == i);
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

static const char *const ties[] = { "positive", "parity", "random", NULL }; /* DlTie */

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
  { DL_KEY ("torus", "vc-table"), N_ ("Table of virtual channels"), NULL, &type_table,
    AT (vc_table), "", .routed = TRUE, .topic = "virtual-channels#policies" },
  { NULL },
};
/* clang-format on */

/* What the types of keys write through an int pointer. */
G_STATIC_ASSERT (sizeof (DlTie) == sizeof (int));
