#include "dl-field-private.h"

#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static const char *const kinds[] = { "torus", "dragonfly", NULL };
static const char *const ties[] = { "positive", "parity", NULL };
static const char *const shapes[] = { "aries", "generic", NULL };
static const char *const orders[] = { "rotating", "random", NULL };
static const char *const placements[] = { "linear", "random", NULL }; /* or a file */
static const char *const source_vcs[] = { "policy", "0", NULL };

#define AT(member) G_STRUCT_OFFSET (DlScenario, member)
#define MAX_CYCLES G_GUINT64_CONSTANT (1000000000000) /* half an hour of a 500 MHz machine */

/* clang-format off */
static const DlField fields[] = {
  { "scenario", "name", FALSE, &dl_field_type_name, AT (name), "XT3 11x12x16" },
  { "scenario", "kind", FALSE, &dl_field_type_choice, AT (kind), "torus", .choices = kinds },
  { "scenario", "seed", FALSE, &dl_field_type_uint64, AT (seed), "1", 0, G_MAXUINT64 },

  { "torus", "radix", FALSE, &dl_field_type_radix, AT (torus.radix), "11;12;16",
    1, DL_TORUS_MAX_NODES },
  { "torus", "wrap", FALSE, &dl_field_type_wrap, AT (torus.wrap), "true;true;true" },
  /* Unset, it is k - 1 of the radix that there is. */
  { "torus", "datelines", FALSE, &dl_field_type_datelines, AT (routing.dateline), "10;11;15",
    0, DL_TORUS_MAX_NODES - 1 },
  { "torus", "tie", FALSE, &dl_field_type_choice, AT (routing.tie), "positive", .choices = ties },
  { "torus", "vc-policy", FALSE, &dl_field_type_policy, AT (routing.vc_policy), "output-crossing" },
  { "torus", "engine", FALSE, &dl_field_type_engine, AT (routing.engine), "xt" },
  { "torus", "broken-links", TRUE, &dl_field_type_cables, AT (torus.broken_cables), "" },
  { "torus", "broken-channels", TRUE, &dl_field_type_channels, AT (torus.broken_channels), "" },
  { "torus", "broken-nodes", TRUE, &dl_field_type_nodes, AT (torus.broken_nodes), "" },
  { "torus", "vc-table", FALSE, &dl_field_type_table, AT (vc_table), "" },

  { "router", "input-buffer", FALSE, &dl_field_type_uint, AT (router.input_buffer), "96",
    1, G_MAXUINT16 },
  { "router", "staging-buffer", FALSE, &dl_field_type_uint, AT (router.staging_buffer), "16",
    1, G_MAXUINT16 },
  { "router", "link-cycles", FALSE, &dl_field_type_uint, AT (router.link_cycles), "18", 1, 10000 },
  { "router", "crossbar-cycles", FALSE, &dl_field_type_uint, AT (router.crossbar_cycles), "7",
    1, 10000 },
  { "router", "ejection-rate", FALSE, &dl_field_type_double, AT (router.ejection_rate), "0.416667",
    .min = 0.001, .max = 1 },
  { "router", "link-error-rate", FALSE, &dl_field_type_double, AT (router.link_error_rate), "0",
    .min = 0, .max = 0.5 },
  { "router", "request-age-bias", FALSE, &dl_field_type_bias, AT (router.request_age_bias),
    "3;2;1;1", 0, 7 },
  { "router", "response-age-bias", FALSE, &dl_field_type_bias, AT (router.response_age_bias),
    "3;2;1;1", 0, 7 },
  { "router", "age-clock-period", FALSE, &dl_field_type_uint, AT (router.age_clock_period), "8",
    1, G_MAXUINT32 },
  { "router", "age-rr-select", FALSE, &dl_field_type_mask, AT (router.age_rr_select),
    "0xffffffffffffffff", 0, G_MAXUINT64 },
  /* Of shape=aries: what the paper does not say is assumed. */
  { "router", "aries-buffer", FALSE, &dl_field_type_uint, AT (aries.buffer), "128",
    1, G_MAXUINT16 },
  { "router", "aries-hop-ns", FALSE, &dl_field_type_double, AT (aries.hop_ns), "100",
    .min = 1, .max = 100000 },
  { "router", "aries-payload-bytes", FALSE, &dl_field_type_uint, AT (aries.payload_bytes), "64",
    8, 1024 },
  { "router", "aries-outstanding", FALSE, &dl_field_type_uint, AT (aries.outstanding), "1024",
    1, G_MAXUINT16 },
  { "router", "payload-efficiency", FALSE, &dl_field_type_double, AT (aries.efficiency), "0.64",
    .min = 0.05, .max = 1 },

  { "traffic", "pattern", FALSE, &dl_field_type_pattern, AT (traffic.pattern), "uniform" },
  { "traffic", "load", FALSE, &dl_field_type_load, AT (traffic), "0.34", .min = 0, .max = 1 },
  { "traffic", "packet-flits", FALSE, &dl_field_type_uint, AT (traffic.packet_flits), "9", 1, 9 },
  { "traffic", "target", FALSE, &dl_field_type_target, AT (traffic.target), "" },
  { "traffic", "message-bytes", FALSE, &dl_field_type_bytes, AT (traffic.message_bytes), "",
    1, G_GUINT64_CONSTANT (1) << 40 },
  { "traffic", "burst-messages", FALSE, &dl_field_type_uint, AT (traffic.burst_messages), "1",
    1, 1000000 },
  { "traffic", "response-share", FALSE, &dl_field_type_double, AT (traffic.response_share), "0",
    .min = 0, .max = 1 },
  { "traffic", "order", FALSE, &dl_field_type_choice, AT (traffic.random_order), "rotating",
    .choices = orders },
  { "traffic", "placement", FALSE, &dl_field_type_file, AT (traffic.placement), "",
    0, 1024 * 1024, .choices = placements },
  { "traffic", "matrix", FALSE, &dl_field_type_file, AT (traffic.matrix), "", 0, 4 * 1024 * 1024 },
  { "traffic", "source-vc", FALSE, &dl_field_type_choice, AT (traffic.source_vc_zero), "policy",
    .choices = source_vcs },

  { "simulation", "warmup-cycles", FALSE, &dl_field_type_uint64, AT (simulation.warmup_cycles),
    "15000", 0, MAX_CYCLES },
  { "simulation", "cycles", FALSE, &dl_field_type_uint64, AT (simulation.cycles), "50000",
    1, MAX_CYCLES },
  { "simulation", "threads", FALSE, &dl_field_type_uint, AT (simulation.threads), "1", 1, 256 },
  /* Of an all to all in a dragonfly; 0: all there are. */
  { "simulation", "shifts", FALSE, &dl_field_type_uint, AT (simulation.shifts), "0",
    0, G_MAXUINT16 },

  { "dragonfly", "shape", FALSE, &dl_field_type_choice, AT (dragonfly.shape), "aries",
    .choices = shapes },
  { "dragonfly", "groups", FALSE, &dl_field_type_uint, AT (dragonfly.groups), "15", 1, 1024 },
  { "dragonfly", "chassis", FALSE, &dl_field_type_uint, AT (dragonfly.chassis), "6",
    1, DL_CASCADE_CHASSIS },
  /* Of the last group; 0: as many as the others. */
  { "dragonfly", "last-chassis", FALSE, &dl_field_type_uint, AT (dragonfly.last_chassis), "0",
    0, DL_CASCADE_CHASSIS },
  { "dragonfly", "blades", FALSE, &dl_field_type_uint, AT (dragonfly.blades), "16",
    1, DL_CASCADE_BLADES },
  { "dragonfly", "cables-per-pair", FALSE, &dl_field_type_uint, AT (dragonfly.cables_per_pair),
    "6", 1, 240 },
  { "dragonfly", "interconnect", FALSE, &dl_field_type_machine, AT (machine), "",
    0, DL_CABLING_MAX_BYTES },
  { "dragonfly", "routers-per-group", FALSE, &dl_field_type_uint, AT (dragonfly.routers), "8",
    1, 128 },
  { "dragonfly", "nodes-per-router", FALSE, &dl_field_type_uint, AT (dragonfly.nodes), "4",
    1, 64 },
  { "dragonfly", "global-per-router", FALSE, &dl_field_type_uint, AT (dragonfly.globals), "4",
    0, 64 },
  { "dragonfly", "minimal", FALSE, &dl_field_type_minimal, AT (minimal), "nearest-exit" },
  { "dragonfly", "routing", FALSE, &dl_field_type_mode, AT (mode), "adaptive-0" },
  { "dragonfly", "broken-links", TRUE, &dl_field_type_links, AT (dragonfly.broken_links), "" },
  { "dragonfly", "broken-routers", TRUE, &dl_field_type_routers, AT (dragonfly.broken_routers),
    "" },
  { "dragonfly", "broken-cables", TRUE, &dl_field_type_blues, AT (dragonfly.broken_cables), "" },
};
/* clang-format on */

G_STATIC_ASSERT (G_N_ELEMENTS (fields) <= 64); /* the bits of DlScenario.set */
/* What the types of keys write through an int, guint or guint64 pointer. */
G_STATIC_ASSERT (sizeof (DlTie) == sizeof (int) && sizeof (DlKind) == sizeof (int)
                 && sizeof (DlDragonflyShape) == sizeof (int));

static guint64
bit_of (const DlField *field)
{
  return G_GUINT64_CONSTANT (1) << (field - fields);
}

const DlField *
dl_fields (guint *n_fields)
{
  *n_fields = G_N_ELEMENTS (fields);
  return fields;
}

const DlField *
dl_field_find (const char *group, const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (strcmp (fields[i].key, key) == 0 && strcmp (fields[i].group, group) == 0)
      return &fields[i];
  return NULL;
}

const DlField *
dl_field_find_name (const char *name)
{
  const char *dot = strchr (name, '.');
  g_autofree char *group = NULL;

  if (dot == NULL)
    return NULL;
  group = g_strndup (name, dot - name);
  return dl_field_find (group, dot + 1);
}

static GStrv
list_groups (void)
{
  g_autoptr (GStrvBuilder) groups = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (i == 0 || strcmp (fields[i].group, fields[i - 1].group) != 0)
      g_strv_builder_add (groups, fields[i].group);
  return g_strv_builder_end (groups);
}

static GStrv
list_keys (const char *group)
{
  g_autoptr (GStrvBuilder) keys = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (strcmp (fields[i].group, group) == 0)
      g_strv_builder_add (keys, fields[i].key);
  return g_strv_builder_end (keys);
}

char *
dl_field_hint (const char *group, const char *key)
{
  g_auto (GStrv) groups = list_groups ();
  g_auto (GStrv) keys = list_keys (group);
  const char *near_group = dl_value_nearest (group, (const char *const *) groups);
  g_autofree char *all = NULL;

  if (key != NULL)
    {
      const char *near_key = dl_value_nearest (key, (const char *const *) keys);

      if (near_key != NULL)
        return g_strdup_printf (_ ("did you mean %s.%s?"), group, near_key);
      if (near_group != NULL && dl_field_find (near_group, key) != NULL)
        return g_strdup_printf (_ ("did you mean %s.%s?"), near_group, key);
      for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
        if (strcmp (fields[i].key, key) == 0)
          return g_strdup_printf (_ ("did you mean %s.%s?"), fields[i].group, key);
      if (*keys != NULL)
        {
          all = g_strjoinv (", ", keys);
          return g_strdup_printf (_ ("the keys of [%s] are %s"), group, all);
        }
    }
  if (near_group != NULL)
    return g_strdup_printf (_ ("did you mean [%s]?"), near_group);
  all = g_strjoinv (", ", groups);
  return g_strdup_printf (_ ("the groups are %s"), all);
}

gboolean
dl_field_is_number (const DlField *field)
{
  return field->type->is_number;
}

gboolean
dl_field_is_set (const DlField *field, const DlScenario *scenario)
{
  return (scenario->set & bit_of (field)) != 0;
}

char *
dl_field_get (const DlField *field, const DlScenario *scenario)
{
  if (field->type->format_unset != NULL && !dl_field_is_set (field, scenario))
    return field->type->format_unset (scenario);
  return field->type->format (field, dl_field_at_const (field, scenario));
}

gboolean
dl_field_set (const DlField *field, DlScenario *scenario, const char *text, GError **error)
{
  if (!field->type->parse (field, dl_field_at (field, scenario), text, error))
    return FALSE;
  scenario->set |= bit_of (field);
  return TRUE;
}

void
dl_field_unset (const DlField *field, DlScenario *scenario)
{
  const gboolean ok
      = field->type->parse (field, dl_field_at (field, scenario), field->initial, NULL);

  g_assert (ok);
  scenario->set &= ~bit_of (field);
}

/* What adding and removing have in common. */
static gboolean
change_list (const DlField *field, DlScenario *scenario, const char *text, gboolean add,
             GError **error)
{
  GArray **faults = dl_field_at (field, scenario);
  GArray *changed;

  if (!field->is_list)
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   _ ("this key is not a list (give it a value with =)"));
      return FALSE;
    }
  changed = (add ? dl_faults_add : dl_faults_remove) (field->type->faults, &scenario->torus,
                                                      *faults, text, error);
  if (changed == NULL)
    return FALSE;
  g_array_unref (*faults);
  *faults = changed;
  scenario->set |= bit_of (field);
  return TRUE;
}

gboolean
dl_field_add (const DlField *field, DlScenario *scenario, const char *text, GError **error)
{
  return change_list (field, scenario, text, TRUE, error);
}

gboolean
dl_field_remove (const DlField *field, DlScenario *scenario, const char *text, GError **error)
{
  return change_list (field, scenario, text, FALSE, error);
}
