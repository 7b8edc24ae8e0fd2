/* Checks over several keys. */
#include "dl-scenario-check.h"

#include "dl-family.h"
#include "dl-names.h"
#include "dl-router-model.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <stdarg.h>
#include <string.h>

/* The program of a scenario's ranks: pattern, messages, matrix, placement and order together. */

gboolean
dl_scenario_is_content (const char *text)
{
  return strchr (text, '\n') != NULL;
}

gboolean
dl_scenario_is_program (const DlScenario *scenario)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  return traffic->pattern->program
         || (traffic->pattern->takes_bytes && *traffic->message_bytes != '\0');
}

gboolean
dl_scenario_has_program (const DlScenario *scenario)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  return traffic->pattern->program
         && !(traffic->pattern->uniform && *traffic->message_bytes == '\0'
              && *traffic->placement == '\0');
}

gboolean
dl_scenario_has_ranks (const DlScenario *scenario)
{
  return dl_scenario_has_program (scenario)
         || (scenario->traffic.pattern->needs_matrix && !scenario->traffic.pattern->program);
}

/* NULL: the message begins with the key @name, and @field is that key's. */
static gpointer
blame (const char *name, const DlField **field, GError **error)
{
  if (field != NULL)
    *field = dl_field_find_name (name);
  g_prefix_error (error, "%s: ", name);
  return NULL;
}

static gpointer G_GNUC_PRINTF (4, 5)
    fail (const char *name, const DlField **field, GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (
      error, g_error_new_valist (DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT, format, args));
  va_end (args);
  return blame (name, field, error);
}

static gpointer
fail_unread (const char *name, const char *file, const DlField **field, GError **error)
{
  g_autofree char *quoted = dl_value_quote (file);

  return fail (name, field, error,
               _ ("%s has not been read (put the file in the scenario’s folder, or use --set)"),
               quoted);
}

/* A placement of a dragonfly's jobs where ranks are asked for. */
static gpointer
fail_jobs (const char *name, const char *jobs, const DlField **field, GError **error)
{
  g_autofree char *quoted = dl_value_quote (jobs);

  return fail (
      name, field, error,
      _ ("%s places jobs, not ranks (expected linear, random, or a file with one node per line)"),
      quoted);
}

const char *
dl_scenario_placement_file (const DlScenario *scenario)
{
  return scenario->traffic.placement_file != NULL ? scenario->traffic.placement_file
                                                  : _ ("placement");
}

DlPlacement *
dl_scenario_place (const DlScenario *scenario, const DlSites *sites, const DlField **field,
                   GError **error)
{
  const char *text = scenario->traffic.placement;
  DlPlacement *placement;

  if (*text == '\0' || strcmp (text, "linear") == 0)
    placement = dl_placement_new_linear_on (sites, 0, error);
  else if (strcmp (text, "random") == 0)
    placement = dl_placement_new_random_on (sites, 0, scenario->seed, error);
  else if (!dl_scenario_is_content (text))
    return (strpbrk (text, ":@") != NULL ? fail_jobs : fail_unread) ("traffic.placement", text,
                                                                     field, error);
  else
    placement
        = dl_placement_parse_on (sites, 0, text, -1, dl_scenario_placement_file (scenario), error);
  return placement != NULL ? placement : blame ("traffic.placement", field, error);
}

gboolean
dl_scenario_places_jobs (const DlScenario *scenario, const DlSites *sites)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  return traffic->pattern == &dl_pattern_jobs
         || (traffic->pattern == &dl_pattern_all_to_all && *traffic->placement != '\0'
             && !dl_jobs_are_ranks (sites, traffic->placement));
}

DlJobs *
dl_scenario_read_jobs (const DlScenario *scenario, const DlSites *sites, GError **error)
{
  const char *text = scenario->traffic.placement;

  return dl_jobs_parse (
      sites, text, scenario->seed,
      dl_scenario_is_content (text) ? dl_scenario_placement_file (scenario) : NULL, error);
}

DlJobs *
dl_scenario_place_jobs (const DlScenario *scenario, const DlSites *sites, const DlField **field,
                        GError **error)
{
  DlJobs *jobs = dl_scenario_read_jobs (scenario, sites, error);

  return jobs != NULL ? jobs : blame ("traffic.placement", field, error);
}

static DlMatrix *
read_matrix (const DlScenario *scenario, const DlField **field, GError **error)
{
  const char *text = scenario->traffic.matrix;
  DlMatrix *matrix;

  if (*text == '\0')
    return fail (dl_field_is_set (dl_field_find ("traffic", "matrix"), scenario)
                     ? "traffic.matrix"
                     : "traffic.pattern",
                 field, error,
                 _ ("pattern %s needs a communication matrix (set traffic.matrix to a Matrix "
                    "Market file or a file with src,dst,bytes)"),
                 scenario->traffic.pattern->id);
  if (!dl_scenario_is_content (text))
    return fail_unread ("traffic.matrix", text, field, error);
  matrix = dl_matrix_parse (text, -1, _ ("matrix"), error);
  if (matrix != NULL && matrix->has_fractions && !scenario->traffic.pattern->program)
    {
      dl_matrix_unref (matrix);
      return fail ("traffic.matrix", field, error,
                   _ ("weights of pattern %s are whole numbers (multiply all of them by the same "
                      "number)"),
                   scenario->traffic.pattern->id);
    }
  return matrix != NULL ? matrix : blame ("traffic.matrix", field, error);
}

static gboolean
read_bytes (const DlScenario *scenario, guint64 *bytes, const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  *bytes = 1;
  if (*traffic->message_bytes != '\0')
    return dl_value_parse_uint (traffic->message_bytes, 1, DL_WORKLOAD_MAX_BYTES, bytes, error);
  if (traffic->pattern->uniform)
    return TRUE;
  fail (dl_field_is_set (dl_field_find ("traffic", "message-bytes"), scenario)
            ? "traffic.message-bytes"
            : "traffic.pattern",
        field, error,
        _ ("pattern %s needs a message length (set traffic.message-bytes, such as 64)"),
        traffic->pattern->id);
  return FALSE;
}

gboolean
dl_scenario_check_bytes (const DlScenario *scenario, GError **error)
{
  if (*scenario->traffic.message_bytes != '\0' || !scenario->traffic.pattern->needs_bytes)
    return TRUE;
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
               _ ("traffic.message-bytes: pattern %s needs a message length (such as 64)"),
               scenario->traffic.pattern->id);
  return FALSE;
}

/* Programs of messages. */

DlJobs *
dl_scenario_program_jobs (const DlScenario *scenario, const DlSites *sites, const DlField **field,
                          GError **error)
{
  const char *text = scenario->traffic.placement;
  g_autoptr (GError) why = NULL;
  DlJobs *jobs = NULL;
  gboolean ranks;

  if (!scenario->traffic.pattern->needs_program || *text == '\0' || scenario->family->jobs == NULL)
    return NULL;
  ranks = dl_jobs_are_ranks (sites, text);
  /* A family's own files of jobs look like ranks, and these like no jobs. */
  if (!ranks || !sites->free_names)
    jobs = scenario->family->jobs (scenario, sites->network, &why);
  if (jobs != NULL && jobs->n_jobs == 0)
    g_clear_pointer (&jobs, dl_jobs_unref);
  if (jobs != NULL || why == NULL || ranks)
    return jobs;
  g_propagate_error (error, g_steal_pointer (&why));
  return blame ("traffic.placement", field, error);
}

/* Working nodes of each of @jobs. */
static void
init_teams_of_jobs (DlTeams *teams, const DlJobs *jobs, const DlSites *sites)
{
  g_autofree guint32 *job = g_memdup2 (jobs->job, jobs->n_nodes * sizeof *jobs->job);

  for (guint node = 0; node < jobs->n_nodes; node++)
    if (!sites->is_up (sites->network, node))
      job[node] = DL_NO_SET;
  dl_teams_init (teams, job, jobs->n_nodes, jobs->n_jobs);
}

/* FALSE with an error if all programs of @teams together are too long. */
static gboolean
check_ops (const DlScenario *scenario, const DlTeams *teams, const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  guint64 n_ops = 0;

  for (guint i = 0; i < teams->n_teams; i++)
    {
      const guint n = teams->first[i + 1] - teams->first[i];

      if (n > 0)
        n_ops += n
                 + (traffic->program != NULL ? traffic->program->program->n_ops
                                             : traffic->collective->n_ops (n, traffic->bytes));
    }
  if (traffic->repeat == 1 || n_ops * traffic->repeat <= DL_PROGRAM_MAX_OPS)
    return TRUE;
  fail ("traffic.repeat", field, error,
        _ ("%u repetitions have too many operations (at most %u: take fewer repetitions or ranks)"),
        traffic->repeat, DL_PROGRAM_MAX_OPS);
  return FALSE;
}

/* Program of @n ranks: of a file, or a collective; @job: its name, NULL: they are all. */
static DlProgram *
make_part (const DlScenario *scenario, guint n, const char *job, gboolean checks,
           const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  DlProgram *program = NULL;

  if (traffic->program != NULL && job != NULL && traffic->program->program->n_ranks > n)
    return fail ("traffic.program", field, error,
                 _ ("the program has %u ranks and job %s has %u working nodes (use one node per "
                    "rank)"),
                 traffic->program->program->n_ranks, job, n);
  if (traffic->program != NULL)
    return dl_program_ref (traffic->program->program);
  if (!checks)
    program = dl_collective_program (traffic->collective, n, traffic->bytes, error);
  else if (dl_collective_check (traffic->collective, n, traffic->bytes, error))
    program = dl_program_new_idle (n);
  return program != NULL ? program : blame ("traffic.collective", field, error);
}

static void
clear_part (gpointer data)
{
  dl_program_unref (((DlProgramPart *) data)->program);
}

/* One for each of @teams that has ranks; NULL with an error. */
static GArray *
make_parts (const DlScenario *scenario, const DlTeams *teams, const DlJobs *jobs, gboolean checks,
            const DlField **field, GError **error)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (DlProgramPart));

  g_array_set_clear_func (parts, clear_part);
  for (guint i = 0; i < teams->n_teams; i++)
    {
      const guint n = teams->first[i + 1] - teams->first[i];
      DlProgramPart part = { NULL, teams->first[i] };

      if (n == 0)
        continue;
      part.program
          = make_part (scenario, n, jobs != NULL ? jobs->jobs[i].name : NULL, checks, field, error);
      if (part.program == NULL)
        return NULL;
      g_array_append_val (parts, part);
    }
  return g_steal_pointer (&parts);
}

/* Program of each of @teams, which are @jobs', NULL: all ranks are one. @checks: only to know
 * whether there is one, which does not take all of its operations. */
static DlProgram *
make_program (const DlScenario *scenario, const DlTeams *teams, const DlJobs *jobs, gboolean checks,
              const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  const guint n_ranks = teams->placement->n_ranks;
  g_autoptr (GArray) parts = NULL;
  const DlProgramPart *first;
  DlProgram *program;

  if (traffic->program != NULL && traffic->program->program == NULL)
    return fail_unread ("traffic.program", traffic->program->text, field, error);
  if (n_ranks == 0)
    return fail ("traffic.placement", field, error,
                 _ ("no job has a working node (give one to a job)"));
  parts = make_parts (scenario, teams, jobs, checks, field, error);
  if (parts == NULL || !check_ops (scenario, teams, field, error))
    return NULL;
  first = &g_array_index (parts, DlProgramPart, 0);
  if (jobs == NULL && (checks || traffic->repeat == 1))
    return dl_program_ref (first->program);
  if (checks)
    return dl_program_new_idle (n_ranks);
  program
      = dl_program_new_parts (first, parts->len, jobs != NULL ? n_ranks : first->program->n_ranks,
                              traffic->repeat, traffic->compute_ns, error);
  return program != NULL ? program : blame ("traffic.repeat", field, error);
}

/* All ranks of one program; a text that there are no jobs says nothing of them. */
static DlPlacement *
place_ranks (const DlScenario *scenario, const DlSites *sites, const DlField **field,
             GError **error)
{
  const char *text = scenario->traffic.placement;

  return *text == '\0' || scenario->family->jobs == NULL || dl_jobs_are_ranks (sites, text)
             ? dl_scenario_place (scenario, sites, field, error)
             : dl_placement_new_linear_on (sites, 0, error);
}

/* Ranks of the program of each job, or of one program, in @spec. */
static gboolean
place_program (const DlScenario *scenario, const DlSites *sites, gboolean checks,
               DlWorkloadSpec *spec, const DlField **field, GError **error)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (DlPlacement) placement = NULL;
  g_auto (DlTeams) teams = { 0 };

  spec->jobs = dl_scenario_program_jobs (scenario, sites, field, &why);
  if (spec->jobs != NULL)
    init_teams_of_jobs (&teams, spec->jobs, sites);
  else if (why == NULL && (placement = place_ranks (scenario, sites, field, &why)) != NULL)
    dl_teams_init_ranks (&teams, placement);
  if (why == NULL)
    spec->program = make_program (scenario, &teams, spec->jobs, checks, field, &why);
  if (why != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&why));
      return FALSE;
    }
  spec->placement = dl_placement_ref (teams.placement);
  return TRUE;
}

/* The key to change for an error of the workload as a whole. */
static const char *
key_of (const GError *error, const DlPattern *pattern)
{
  if (pattern->needs_program && error->code == DL_WORKLOAD_ERROR_RANKS)
    return "traffic.program";
  if (error->code == DL_WORKLOAD_ERROR_PACKET)
    return "traffic.packet-flits";
  return error->code == DL_WORKLOAD_ERROR_MESSAGE ? "traffic.message-bytes" : "traffic.matrix";
}

/* Takes @why. */
static gpointer
blame_workload (GError *why, const DlPattern *pattern, const DlField **field, GError **error)
{
  const char *name = key_of (why, pattern);

  g_propagate_error (error, why);
  return blame (name, field, error);
}

DlWorkload *
dl_scenario_shifts (const DlScenario *scenario, const DlTeams *teams, DlPacketShape shape,
                    guint64 order_seed, const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  g_autoptr (GError) why = NULL;
  DlWorkload *workload;
  DlWorkloadSpec spec = {
    .random_order = traffic->random_order,
    .seed = order_seed,
    .packet = shape,
    .teams = { .first_shift = 1 },
    .message_bytes = 1,
  };

  if (*traffic->message_bytes != '\0'
      && !dl_value_parse_uint (traffic->message_bytes, 1, DL_WORKLOAD_MAX_BYTES,
                               &spec.message_bytes, error))
    return blame ("traffic.message-bytes", field, error);
  workload = dl_teams_shifts (teams, spec, &why);
  return workload != NULL ? workload
                          : blame_workload (g_steal_pointer (&why), traffic->pattern, field, error);
}

static DlWorkload *
make_workload (const DlScenario *scenario, const DlSites *sites, DlPacketShape shape,
               guint64 order_seed, gboolean checks, const DlField **field, GError **error)
{
  const DlPacketShape one_each = { .flits = 1, .payload_bytes = 1 };
  const DlTrafficOptions *traffic = &scenario->traffic;
  g_autoptr (DlPlacement) placement = NULL;
  g_autoptr (DlMatrix) matrix = NULL;
  g_autoptr (DlProgram) program = NULL;
  g_autoptr (DlJobs) jobs = NULL;
  g_autoptr (GError) local = NULL;
  gboolean placed;
  DlWorkload *workload;
  DlWorkloadSpec spec = {
    .kind = traffic->pattern->program ? dl_workload_kind_find (traffic->pattern->id)
                                      : &dl_workload_matrix,
    .random_order = traffic->random_order,
    .seed = order_seed,
    .packet = traffic->pattern->program ? shape : one_each,
  };

  if (traffic->pattern->needs_program)
    spec.kind = &dl_workload_program;
  g_assert (spec.kind != NULL);
  if (traffic->pattern->needs_bytes && !read_bytes (scenario, &spec.message_bytes, field, error))
    return NULL;
  if (traffic->pattern->needs_matrix)
    {
      spec.matrix = matrix = read_matrix (scenario, field, error);
      if (matrix == NULL)
        return NULL;
    }
  placed = traffic->pattern->needs_program
               ? place_program (scenario, sites, checks, &spec, field, error)
               : (spec.placement = dl_scenario_place (scenario, sites, field, error)) != NULL;
  placement = spec.placement;
  program = spec.program;
  jobs = spec.jobs;
  if (!placed)
    return NULL;
  workload = dl_workload_new (&spec, &local);
  return workload != NULL
             ? workload
             : blame_workload (g_steal_pointer (&local), traffic->pattern, field, error);
}

DlWorkload *
dl_scenario_workload (const DlScenario *scenario, const DlSites *sites, DlPacketShape shape,
                      guint64 order_seed, const DlField **field, GError **error)
{
  return make_workload (scenario, sites, shape, order_seed, FALSE, field, error);
}

gboolean
dl_scenario_check_workload (const DlScenario *scenario, const DlSites *sites, DlPacketShape shape,
                            const DlField **field, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (DlWorkload) workload
      = make_workload (scenario, sites, shape, scenario->seed, TRUE, field, &local);

  if (workload != NULL)
    return TRUE;
  g_set_error_literal (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT, local->message);
  return FALSE;
}

gboolean
dl_scenario_fail (const char *name, const DlField **field, GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);

  if (field != NULL)
    *field = dl_field_find_name (name);
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT, "%s: %s", name, message);
  return FALSE;
}

void
dl_scenario_fail_cancelled (GError *failure, const char *cancelled, GError **error)
{
  if (failure != NULL)
    g_propagate_error (error, failure);
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, cancelled);
}

/* @stated is not one of its family's. */
static gboolean
fail_router (const DlScenario *scenario, const char *stated, const DlField **field, GError **error)
{
  const DlFamily *family = scenario->family;
  g_autoptr (GString) there = g_string_new (NULL);
  const char *last = NULL;
  guint n;
  const DlRouterModel *const *models = dl_router_models (&n);

  for (guint i = 0; i < n; i++)
    if (dl_router_model_routes (models[i], family))
      {
        if (last != NULL)
          g_string_append_printf (there, "%s%s", there->len > 0 ? ", " : "", last);
        last = models[i]->id;
      }
  return there->len > 0 ? dl_scenario_fail ("router.model", field, error,
                                            _ ("%s is not a router of kind=%s (expected %s or %s)"),
                                            stated, family->id, there->str, last)
                        : dl_scenario_fail ("router.model", field, error,
                                            _ ("%s is not a router of kind=%s (expected %s)"),
                                            stated, family->id, last);
}

static gboolean
check_router (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlRouterModel *model = dl_scenario_router (scenario);
  g_autofree char *stated = dl_field_get (dl_field_find ("router", "model"), scenario);

  if (strcmp (stated, model->id) != 0)
    return fail_router (scenario, stated, field, error);
  if (model->most_flits > 0 && scenario->traffic.packet_flits > model->most_flits)
    return dl_scenario_fail ("traffic.packet-flits", field, error,
                             _ ("%u is out of range for router.model=%s (expected 1 to %u, or "
                                "router.model=input-queued)"),
                             scenario->traffic.packet_flits, model->id, model->most_flits);
  for (guint i = 0; i < scenario->traffic.lengths.n; i++)
    if (scenario->traffic.lengths.flits[i] > scenario->traffic.packet_flits)
      return dl_scenario_fail ("traffic.packet-lengths", field, error,
                               _ ("%u flits are more than traffic.packet-flits=%u (change one of "
                                  "them)"),
                               scenario->traffic.lengths.flits[i], scenario->traffic.packet_flits);
  if (scenario->traffic.self && !model->sends_self)
    return dl_scenario_fail ("traffic.self", field, error,
                             _ ("router.model=%s does not send packets to their own node (expected "
                                "false, or router.model=input-queued)"),
                             model->id);
  return TRUE;
}

gboolean
dl_scenario_check (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlPattern *pattern = scenario->traffic.pattern;
  const DlRouterModel *router = dl_scenario_router (scenario);

  if (!dl_family_has_pattern (scenario->family, pattern))
    {
      g_autoptr (GPtrArray) there = g_ptr_array_new ();
      g_autofree char *hint = NULL;

      for (const DlFamilyPattern *row = scenario->family->patterns; row->pattern != NULL; row++)
        g_ptr_array_add (there, (gpointer) row->pattern->id);
      g_ptr_array_add (there, NULL);
      hint = dl_names_hint (pattern->id, (const char *const *) there->pdata);
      return dl_scenario_fail ("traffic.pattern", field, error,
                               /* Translators: a pattern, torus or dragonfly, and what to do:
                                * “expected one of: uniform, transpose” */
                               _ ("%s is not a pattern of kind=%s (%s)"), pattern->id,
                               scenario->family->id, hint);
    }
  return check_router (scenario, field, error) && scenario->family->check (scenario, field, error)
         && (router->check == NULL || router->check (scenario, field, error));
}

/* A file that was just read, whether the pattern uses it or not: no text of another kind gets into
 * a scenario. */
static gboolean
check_placement_file (const DlScenario *scenario, const DlField **field, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  g_autoptr (GError) why = NULL;

  return traffic->placement_file == NULL || scenario->family->free_names
         || dl_placement_check_text (traffic->placement, traffic->placement_file, &why)
         || dl_scenario_fail ("traffic.placement", field, error, "%s", why->message);
}

gboolean
dl_scenario_normalize (DlScenario *scenario, const char *placement_file, const DlField **field,
                       GError **error)
{
  const DlFamily *family = scenario->family;
  gboolean settled;

  scenario->traffic.placement_file = placement_file;
  settled = check_placement_file (scenario, field, error)
            && (family->normalize == NULL || family->normalize (scenario, field, error))
            && dl_scenario_check (scenario, field, error);
  scenario->traffic.placement_file = NULL;
  return settled;
}

/* Keys that are stated, and of which the traffic reads nothing. */
static void
add_traffic_warnings (const DlScenario *scenario, GStrvBuilder *warnings)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (dl_field_is_set (&fields[i], scenario) && !dl_field_is_read (&fields[i], scenario))
      {
        g_autofree char *value = dl_field_get (&fields[i], scenario);
        g_autofree char *warning
            = g_strdup_printf (_ ("%s: pattern %s does not use it (leave it out)"), fields[i].name,
                               scenario->traffic.pattern->id);

        if (strcmp (value, fields[i].initial) != 0)
          g_strv_builder_add (warnings, warning);
      }
}

GStrv
dl_scenario_warnings (const DlScenario *scenario)
{
  g_autoptr (GStrvBuilder) warnings = g_strv_builder_new ();

  if (scenario->family->add_warnings != NULL)
    scenario->family->add_warnings (scenario, warnings);
  add_traffic_warnings (scenario, warnings);
  return g_strv_builder_end (warnings);
}

/* Routers of machines have links of one rate and delay. */
static gboolean
check_links (const DlScenario *scenario, gpointer routes, GError **error)
{
  const DlGraph *graph = dl_shape_net (((DlRouted *) routes)->shape)->graph;
  gboolean changed = graph->link_capacity != NULL;

  if (dl_scenario_router (scenario)->family == NULL)
    return TRUE;
  for (guint link = 0; link < graph->n_links && !changed; link++)
    changed = graph->link_cycles[link] > 0;
  if (!changed)
    return TRUE;
  g_set_error (error, DL_SIM_ERROR, DL_SIM_ERROR_LIMIT,
               _ ("router.model: the router %s does not simulate links of other rates or delays "
                  "(use input-queued, or leave %s.link-rates and link-delays out)"),
               dl_scenario_router (scenario)->id, scenario->family->id);
  return FALSE;
}

/* A run ---------------------------------------------------------------------------------------- */

DlMachinePlan *
dl_scenario_plan (const DlScenario *scenario, guint64 seed, gpointer routes,
                  GCancellable *cancellable, GError **error)
{
  g_autoptr (DlRouted) own = NULL;
  g_autoptr (GError) why = NULL;

  if (!dl_scenario_check_bytes (scenario, error))
    return NULL;
  own = routes != NULL ? dl_shared_ref (routes)
                       : scenario->family->route (scenario, cancellable, &why);
  if (own != NULL && !g_cancellable_is_cancelled (cancellable))
    return check_links (scenario, own, error)
               ? dl_scenario_router (scenario)->plan (scenario, seed, own, error)
               : NULL;
  if (g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_clear_error (&why);
  dl_scenario_fail_cancelled (g_steal_pointer (&why), _ ("The simulation was canceled"), error);
  return NULL;
}
