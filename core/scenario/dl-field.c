#include "dl-field.h"

#include "dl-family.h"
#include "dl-faults.h"
#include "dl-field-type.h"
#include "dl-names.h"
#include "dl-program.h"
#include "dl-router-model.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static const char *const orders[] = { "rotating", "random", NULL };
static const char *const placements[] = { "linear", "random", NULL }; /* or a file */
static const char *const stops[] = { "cycles", "precision", NULL };
static const char *const source_vcs[] = { "policy", "0", NULL };
static const char *const switches[] = { "false", "true", NULL };

static gboolean
has_messages (const DlScenario *scenario)
{
  return scenario->traffic.pattern->needs_bytes || scenario->traffic.pattern->takes_bytes;
}

static gboolean
has_order (const DlScenario *scenario)
{
  const DlPattern *pattern = scenario->traffic.pattern;

  return (pattern->program && pattern->uniform) || pattern->takes_bytes;
}

static gboolean
has_places (const DlScenario *scenario)
{
  return scenario->traffic.pattern->places;
}

static gboolean
has_matrix (const DlScenario *scenario)
{
  return scenario->traffic.pattern->needs_matrix;
}

static gboolean
has_program (const DlScenario *scenario)
{
  return scenario->traffic.pattern->needs_program;
}

static gboolean
has_collective (const DlScenario *scenario)
{
  return has_program (scenario) && scenario->traffic.program == NULL;
}

static gboolean
draws_packets (const DlScenario *scenario)
{
  return !scenario->traffic.pattern->program;
}

#define AT(member) G_STRUCT_OFFSET (DlScenario, member)
#define MAX_CYCLES G_GUINT64_CONSTANT (1000000000000) /* half an hour of a 500 MHz machine */

/* Keys of all families; a group's rows stand together. */
/* clang-format off */
/* One more key is a member of its struct and a row here, a family's of its dl-*-fields.c: files,
 * --set, edits, undo, labels, tooltips, help, reports and sweeps follow from it. A router's are in
 * its DlRouterModel. A family's @ignores says which of its networks do not read it, @reads which
 * traffic does. Give it a default under which older files mean what they meant. */
static const DlField common[] = {
  { DL_KEY ("scenario", "name"), NULL, NULL, &dl_field_type_name, AT (name), "XT3 11x12x16",
    .fixed = TRUE, .topic = "library#library", .reported = DL_REPORTED_NEVER },
  { DL_KEY ("scenario", "kind"), NULL, NULL, &dl_field_type_family, AT (family), NULL,
    .fixed = TRUE, .topic = "about#about", .reported = DL_REPORTED_NEVER },
  { DL_KEY ("scenario", "seed"), N_ ("Seed"), NULL, &dl_field_type_uint64, AT (seed), "1", 0,
    G_MAXUINT64, .fixed = TRUE, .topic = "glossary#seed", .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("The scenario’s seed, a whole number: the same seed gives the same random "
                   "choices (this program’s own)") },
  { DL_KEY ("router", "model"), N_ ("Router model"), NULL, &dl_field_type_model,
    AT (router_model), "seastar", .routed = TRUE, .simulated = TRUE,
    .topic = "configuration#router", .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("Router model: the machine’s own router, or the input-queued virtual-channel "
                   "router of the textbooks (Dally & Towles 2004, chapters 16 to 19)") },
  { DL_KEY ("traffic", "pattern"), N_ ("Traffic pattern"), NULL, &dl_field_type_pattern,
    AT (traffic.pattern), "uniform", .topic = "traffic#patterns", .reported = DL_REPORTED_ALWAYS,
    .tooltip = N_ ("Pattern: the pairs of source and destination, with equal weights (age paper, "
                   "section 2, for uniform traffic; others are this program’s own)") },
  { DL_KEY ("traffic", "load"), N_ ("Offered load"), NULL, &dl_field_type_load, AT (traffic),
    "0.34", .min = 0, .max = 1, .simulated = TRUE, .topic = "traffic#load",
    .reported = DL_REPORTED_ALWAYS },
  { DL_KEY ("traffic", "packet-flits"), N_ ("Packet length"), N_ ("flits"), &dl_field_type_uint,
    AT (traffic.packet_flits), "9", 1, 64, .simulated = TRUE, .proposal = "1:9:1",
    .topic = "traffic#packets",
    .reported = DL_REPORTED_ALWAYS },
  { DL_KEY ("traffic", "packet-lengths"), N_ ("Packet lengths"), N_ ("flits"),
    &dl_field_type_lengths, AT (traffic.lengths), "", 1, 64, .min = 1e-9, .max = 1e9,
    .simulated = TRUE, .reads = draws_packets, .topic = "traffic#packets",
    .tooltip = N_ ("Packet lengths: of packets drawn at random, FLITS:WEIGHT; and so on, each at "
                   "most the packet length; empty: all have that (BookSim 2)") },
  { DL_KEY ("traffic", "target"), N_ ("Target"), NULL, &dl_field_type_target, AT (traffic.target),
    "", .topic = "traffic#patterns" },
  { DL_KEY ("traffic", "message-bytes"), N_ ("Message length"), N_ ("bytes"), &dl_field_type_bytes,
    AT (traffic.message_bytes), "", 1, G_GUINT64_CONSTANT (1) << 40, .reads = has_messages,
    .topic = "traffic#programs",
    .tooltip = N_ ("Message length: payload bytes per message of a rank, at least 1; empty if not "
                   "given (age paper, section 4; Cascade paper, section VIII)") },
  { DL_KEY ("traffic", "burst-messages"), N_ ("Burst length (packets)"), NULL, &dl_field_type_uint,
    AT (traffic.burst_messages), "1", 1, 1000000, .simulated = TRUE, .reads = draws_packets,
    .topic = "traffic#packets",
    .tooltip = N_ ("Burst length: consecutive packets to the same destination, at least 1. "
                   "Default 1 (age paper, section 2, equation 3)") },
  { DL_KEY ("traffic", "response-share"), N_ ("Share of responses"), NULL, &dl_field_type_double,
    AT (traffic.response_share), "0", .min = 0, .max = 1, .routed = TRUE,
    .reads = draws_packets, .topic = "glossary#request",
    .tooltip = N_ ("Share of packets that are responses, 0 to 1. Responses have their own virtual "
                   "channels: VC2 and VC3 in a torus, four in a dragonfly. Default 0 (age paper, "
                   "section 1.1; Cascade paper, section III)") },
  { DL_KEY ("traffic", "order"), N_ ("Order of destinations"), NULL, &dl_field_type_choice,
    AT (traffic.random_order), "rotating", .choices = orders, .reads = has_order,
    .topic = "traffic#programs" },
  { DL_KEY ("traffic", "placement"), N_ ("Placement of ranks"), NULL, &dl_field_type_file,
    AT (traffic.placement), "", 0, 1024 * 1024, .choices = placements, .reads = has_places,
    .topic = "jobs#placement" },
  { DL_KEY ("traffic", "matrix"), N_ ("Communication matrix"), NULL, &dl_field_type_file,
    AT (traffic.matrix), "", 0, 4 * 1024 * 1024, .reads = has_matrix, .topic = "files#other" },
  { DL_KEY ("traffic", "program"), N_ ("Program"), NULL, &dl_field_type_goal,
    AT (traffic.program), "", 0, 256 * 1024 * 1024, .reads = has_program,
    .topic = "traffic#workloads" },
  { DL_KEY ("traffic", "collective"), N_ ("Collective"), NULL, &dl_field_type_collective,
    AT (traffic.collective), "allreduce-ring", .reads = has_collective,
    .topic = "traffic#workloads",
    .tooltip = N_ ("Collective: the operation and its algorithm that pattern program runs where no "
                   "GOAL file is given. Default allreduce-ring (Patarasuk & Yuan 2009)") },
  { DL_KEY ("traffic", "bytes"), N_ ("Size"), N_ ("bytes"), &dl_field_type_uint64,
    AT (traffic.bytes), "1048576", 1, DL_PROGRAM_MAX_SIZE,
    .proposal = "1024:16777216:*4", .reads = has_collective, .topic = "traffic#workloads",
    .tooltip = N_ ("Size: bytes of a rank’s buffer in a collective. Default 1048576 (nccl-tests)") },
  { DL_KEY ("traffic", "repeat"), N_ ("Repetitions"), NULL, &dl_field_type_uint,
    AT (traffic.repeat), "1", 1, 1000000, .reads = has_program, .topic = "traffic#workloads",
    .tooltip = N_ ("Repetitions: how many times in a row each rank runs the collective or GOAL "
                   "file. Default 1 (this program’s own)") },
  { DL_KEY ("traffic", "compute-ns"), N_ ("Computation between"), N_ ("ns"),
    &dl_field_type_uint64, AT (traffic.compute_ns), "0", 0, DL_PROGRAM_MAX_SIZE,
    .reads = has_program, .topic = "traffic#workloads",
    .tooltip = N_ ("Computation between: time that each rank computes between two repetitions, as "
                   "in a training loop. Default 0 (this program’s own)") },
  { DL_KEY ("traffic", "source-vc"), N_ ("Virtual channel at the source"), NULL,
    &dl_field_type_choice, AT (traffic.source_vc_zero), "policy", .choices = source_vcs,
    .routed = TRUE, .topic = "virtual-channels#free" },
  { DL_KEY ("traffic", "self"), N_ ("Packets to the own node"), NULL, &dl_field_type_choice,
    AT (traffic.self), "false", .choices = switches, .simulated = TRUE,
    .topic = "traffic#patterns",
    .tooltip = N_ ("Packets to the own node: whether patterns of the input-queued router keep "
                   "packets whose destination is their source, as BookSim 2 does. Default false "
                   "(this program’s own)") },
  { DL_KEY ("simulation", "warmup-cycles"), N_ ("Warm-up"), N_ ("cycles"), &dl_field_type_warmup,
    AT (simulation.warmup_cycles), "15000", 0, MAX_CYCLES, .simulated = TRUE,
    .topic = "glossary#warm-up", .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("Warm-up: cycles that results exclude, or “auto”: found by MSER-5. Default "
                   "15000 (this program’s own; White 1997)") },
  { DL_KEY ("simulation", "cycles"), N_ ("Run length"), N_ ("cycles"), &dl_field_type_uint64,
    AT (simulation.cycles), "50000", 1, MAX_CYCLES, .simulated = TRUE,
    .topic = "configuration#simulation", .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("Run length: cycles that the command line and curves simulate, including the "
                   "warm-up; with a stop at a precision at most. Default 50000 (this program’s "
                   "own)") },
  { DL_KEY ("simulation", "stop"), N_ ("Stop"), NULL, &dl_field_type_choice,
    AT (simulation.stop), "cycles", .choices = stops, .simulated = TRUE, .fixed = TRUE,
    .topic = "simulation#precision", .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("Stop: a run ends after its cycles, or before that as soon as its confidence "
                   "intervals are as narrow as the precision. Default cycles (this program’s "
                   "own)") },
  { DL_KEY ("simulation", "precision"), N_ ("Precision"), NULL, &dl_field_type_double,
    AT (simulation.precision), "0.02", .min = 0.0001, .max = 0.5, .simulated = TRUE,
    .fixed = TRUE, .topic = "simulation#precision", .reported = DL_REPORTED_SIMULATED,
    /* xgettext:no-c-format */
    .tooltip = N_ ("Precision: half of the 95% confidence interval as a share of the mean, 0.0001 "
                   "to 0.5. Default 0.02 (this program’s own)") },
  { DL_KEY ("simulation", "threads"), N_ ("Threads"), NULL, &dl_field_type_uint,
    AT (simulation.threads), "1", 1, 256, .simulated = TRUE, .fixed = TRUE,
    .topic = "configuration#simulation", .reported = DL_REPORTED_NEVER,
    .tooltip = N_ ("Threads of a simulation, 1 to 256. Default 1. The number does not change the "
                   "results (this program’s own)") },
  { NULL },
};
/* clang-format on */

/* All rows, once they were put together. */
static GArray *fields;

static const char *const *
model_ids (void)
{
  guint n;
  const DlRouterModel *const *models = dl_router_models (&n);
  const char **ids = g_new0 (const char *, n + 1);

  for (guint i = 0; i < n; i++)
    ids[i] = models[i]->id;
  return ids;
}

/* Rows of @group, and their owner. */
static void
add_rows (GArray *all, const DlField *rows, const char *group, const DlFamily *family,
          const DlRouterModel *model)
{
  guint n;

  for (; rows != NULL && rows->group != NULL; rows++)
    {
      DlField row = *rows;

      if (strcmp (row.group, group) != 0)
        continue;
      if (row.type == &dl_field_type_model)
        row.choices = model_ids ();
      if (row.type == &dl_field_type_family)
        row.initial = dl_families (&n)[0]->id;
      row.family = family;
      row.model = model;
      g_array_append_val (all, row);
    }
}

/* Values in the scenario itself are any family's. */
static void
add_rows_of_model (GArray *all, const DlRouterModel *model, const char *group)
{
  add_rows (all, model->fields, group, model->options_size > 0 ? model->family : NULL, model);
}

/* A common group, the models' and families' keys of it, and then the groups that these have after
 * it. */
static void
add_group (GArray *all, const char *group)
{
  guint n, n_models;
  const DlFamily *const *families = dl_families (&n);
  const DlRouterModel *const *models = dl_router_models (&n_models);

  add_rows (all, common, group, NULL, NULL);
  for (guint i = 0; i < n_models; i++)
    add_rows_of_model (all, models[i], group);
  for (guint i = 0; i < n; i++)
    add_rows (all, families[i]->fields, group, families[i], NULL);
  for (guint i = 0; i < n_models && strcmp (group, "router") == 0; i++)
    add_rows_of_model (all, models[i], models[i]->id);
  for (guint i = 0; i < n; i++)
    if (strcmp (families[i]->after_group, group) == 0)
      add_rows (all, families[i]->fields, families[i]->id, families[i], NULL);
}

const DlField *
dl_fields (guint *n_fields)
{
  static gsize made;

  if (g_once_init_enter (&made))
    {
      fields = g_array_new (FALSE, FALSE, sizeof (DlField));
      for (guint i = 0; common[i].group != NULL; i++)
        if (i == 0 || strcmp (common[i].group, common[i - 1].group) != 0)
          add_group (fields, common[i].group);
      g_once_init_leave (&made, 1);
    }
  if (n_fields != NULL)
    *n_fields = fields->len;
  return (const DlField *) (gpointer) fields->data;
}

guint
dl_field_index (const DlField *field)
{
  return field - dl_fields (NULL);
}

const DlField *
dl_field_find (const char *group, const char *key)
{
  guint n;
  const DlField *all = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (all[i].key, key) == 0 && strcmp (all[i].group, group) == 0)
      return &all[i];
  return NULL;
}

const DlField *
dl_field_find_name (const char *name)
{
  guint n;
  const DlField *all = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (all[i].name, name) == 0)
      return &all[i];
  return NULL;
}

static GStrv
list_groups (void)
{
  g_autoptr (GStrvBuilder) groups = g_strv_builder_new ();
  guint n;
  const DlField *all = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (i == 0 || strcmp (all[i].group, all[i - 1].group) != 0)
      g_strv_builder_add (groups, all[i].group);
  return g_strv_builder_end (groups);
}

static GStrv
list_keys (const char *group)
{
  g_autoptr (GStrvBuilder) keys = g_strv_builder_new ();
  guint n;
  const DlField *all = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (all[i].group, group) == 0)
      g_strv_builder_add (keys, all[i].key);
  return g_strv_builder_end (keys);
}

/* The keys, with their groups, that a name without a group may mean; NULL. */
static char *
find_key_meant (const char *key)
{
  guint n;
  const DlField *all = dl_fields (&n);
  g_autofree const char **keys = g_new0 (const char *, n + 1);
  g_autofree const char **near = NULL;

  for (guint i = 0; i < n; i++)
    keys[i] = all[i].key;
  near = dl_names_near (key, keys);
  for (guint i = 0; i < n && near[0] != NULL; i++)
    if (strcmp (all[i].key, near[0]) == 0)
      return g_strdup_printf (_ ("did you mean %s.%s?"), all[i].group, all[i].key);
  return NULL;
}

char *
dl_field_hint (const char *group, const char *key)
{
  g_auto (GStrv) groups = list_groups ();
  g_auto (GStrv) keys = list_keys (group);
  const char *near_group = dl_names_nearest (group, (const char *const *) groups);
  g_autofree char *all = NULL;
  char *meant;

  if (key != NULL)
    {
      guint n;
      const DlField *rows = dl_fields (&n);
      g_autofree char *prefix = g_strconcat (group, ".", NULL);

      meant = dl_names_meant (key, (const char *const *) keys, prefix);
      if (meant != NULL)
        return meant;
      if (near_group != NULL && dl_field_find (near_group, key) != NULL)
        return g_strdup_printf (_ ("did you mean %s.%s?"), near_group, key);
      for (guint i = 0; i < n; i++)
        if (strcmp (rows[i].key, key) == 0)
          return g_strdup_printf (_ ("did you mean %s.%s?"), rows[i].group, key);
      if (*keys != NULL)
        {
          all = g_strjoinv (", ", keys);
          return g_strdup_printf (_ ("the keys of [%s] are %s"), group, all);
        }
    }
  if (near_group != NULL)
    return g_strdup_printf (_ ("did you mean [%s]?"), near_group);
  meant = *group == '\0' && key != NULL ? find_key_meant (key) : NULL;
  if (meant != NULL)
    return meant;
  all = g_strjoinv (", ", groups);
  return g_strdup_printf (_ ("the groups are %s"), all);
}

const char *
dl_field_title (const DlField *field)
{
  return field->title != NULL ? _ (field->title) : NULL;
}

const char *
dl_field_unit (const DlField *field)
{
  return field->unit != NULL ? _ (field->unit) : NULL;
}

const char *
dl_field_value_title (const DlField *field, const char *value)
{
  const DlEntry *entry;

  for (guint i = 0; field->type->entry != NULL && (entry = field->type->entry (i)) != NULL; i++)
    if (strcmp (entry->id, value) == 0)
      return _ (entry->title);
  return NULL;
}

GStrv
dl_field_words (const DlField *field)
{
  g_autoptr (GStrvBuilder) words = NULL;
  const DlEntry *entry;

  if (field->type->entry == NULL)
    return g_strdupv ((GStrv) field->choices);
  words = g_strv_builder_new ();
  for (guint i = 0; (entry = field->type->entry (i)) != NULL; i++)
    g_strv_builder_add (words, entry->id);
  return g_strv_builder_end (words);
}

/* Does the scenario's router not read it? */
static gboolean
is_other_router (const DlField *field, const DlScenario *scenario)
{
  const DlRouterModel *router = dl_scenario_router (scenario);

  if (strcmp (field->name, "traffic.self") == 0)
    return !router->sends_self;
  return field->model != NULL && field->model != router
         && (router->shares == NULL || !g_strv_contains (router->shares, field->name));
}

gboolean
dl_field_suits (const DlField *field, const DlScenario *scenario)
{
  const DlFamily *family = scenario->family;

  if (is_other_router (field, scenario))
    return FALSE;
  return (field->family == NULL || field->family == family)
         && (family->ignores == NULL || !family->ignores (scenario, field));
}

gboolean
dl_field_is_read (const DlField *field, const DlScenario *scenario)
{
  return field->reads == NULL || field->reads (scenario);
}

gboolean
dl_field_is_list (const DlField *field)
{
  return field->type->faults != NULL;
}

gboolean
dl_field_is_number (const DlField *field)
{
  return field->type->is_number;
}

gboolean
dl_field_is_set (const DlField *field, const DlScenario *scenario)
{
  return scenario->set[dl_field_index (field)];
}

char *
dl_field_get (const DlField *field, const DlScenario *scenario)
{
  if (field->type->format_unset != NULL && !dl_field_is_set (field, scenario))
    return field->type->format_unset (scenario);
  return field->type->format (field, dl_field_at (field, scenario));
}

gboolean
dl_field_same_value (const DlField *field, const DlScenario *a, const DlScenario *b)
{
  g_autofree char *text_a = NULL;
  g_autofree char *text_b = NULL;

  if (dl_field_is_shared (field, a, b))
    return TRUE;
  text_a = dl_field_get (field, a);
  text_b = dl_field_get (field, b);
  return strcmp (text_a, text_b) == 0;
}

gboolean
dl_field_set (const DlField *field, DlScenario *scenario, const char *text, GError **error)
{
  if (!field->type->parse (field, dl_field_at (field, scenario), text, error))
    return FALSE;
  scenario->set[dl_field_index (field)] = TRUE;
  return TRUE;
}

void
dl_field_unset (const DlField *field, DlScenario *scenario)
{
  const gboolean ok
      = field->type->parse (field, dl_field_at (field, scenario), field->initial, NULL);

  g_assert (ok);
  scenario->set[dl_field_index (field)] = FALSE;
}

/* Add to a list, or remove from it. */
static gboolean
change_list (const DlField *field, DlScenario *scenario, const char *text, gboolean add,
             GError **error)
{
  GArray **faults = dl_field_at (field, scenario);
  GArray *changed;

  if (!dl_field_is_list (field))
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   _ ("this key is not a list (set its value with =)"));
      return FALSE;
    }
  changed = (add ? dl_faults_add : dl_faults_remove) (
      field->type->faults, dl_scenario_options (scenario, field->family), *faults, text, error);
  if (changed == NULL)
    return FALSE;
  g_array_unref (*faults);
  *faults = changed;
  scenario->set[dl_field_index (field)] = TRUE;
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
