/* The keys of [dragonfly], and the one of [simulation] that only a dragonfly reads. */
#include "dl-dragonfly-family-private.h"

#include "dl-dragonfly-name.h"
#include "dl-faults.h"
#include "dl-field-type.h"

#include <glib/gi18n-lib.h>

#include <string.h>

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

static const DlFieldType type_links = DL_FIELD_TYPE_FAULTS (links);
static const DlFieldType type_routers = DL_FIELD_TYPE_FAULTS (routers);
static const DlFieldType type_blues = DL_FIELD_TYPE_FAULTS (blues);

/* Choices -------------------------------------------------------------------------------------- */

DL_DEFINE_ENTRIES (mode, dl_dragonfly_modes)
static const DlFieldType type_mode = DL_FIELD_TYPE_ENTRIES (mode_entry);
DL_DEFINE_ENTRIES (minimal, dl_dragonfly_minimals)
static const DlFieldType type_minimal = DL_FIELD_TYPE_ENTRIES (minimal_entry);

/* Cabling -------------------------------------------------------------------------------------- */

/* A machine's cabling: a file's name, or what was in it. */
static gboolean
parse_machine (const DlField *field, gpointer at, const char *text, GError **error)
{
  g_autofree char *value = g_strstrip (g_strdup (text));
  DlMachine **machine = at;
  DlMachine *parsed = NULL;

  /* What was read is not read again. */
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
  /* Of an all to all in a dragonfly; 0: all there are. */
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
  /* Of the last group; 0: as many as the others. */
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
  { NULL },
};
/* clang-format on */

/* What the types of keys write through an int pointer. */
G_STATIC_ASSERT (sizeof (DlDragonflyShape) == sizeof (int));
