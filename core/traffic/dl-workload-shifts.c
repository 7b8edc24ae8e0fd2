/* Shifts. All to all inside each team of ranks: step after step each rank sends to the one so many
 * places after it in its team, round and round (Cascade paper 6, figure 9). The shifts rise, or
 * come in an order drawn at random, one for all of a team: each step is a shift still, so that
 * nobody gets two messages. Nobody waits. */
#include "dl-workload-kinds.h"

#include "dl-rng.h"

static guint
team_size (const DlWorkload *workload, guint team)
{
  const guint32 *first = workload->spec.teams.first + team;

  return first[1] - first[0];
}

static guint
steps_of_team (const DlWorkload *workload, guint team)
{
  const DlWorkloadTeams *teams = &workload->spec.teams;
  const guint n = team_size (workload, team);
  const guint all = n > teams->first_shift ? n - teams->first_shift : 0;

  return teams->n_shifts > 0 ? MIN (teams->n_shifts, all) : all;
}

/* After a 0, the shifts from 1 on in their order. */
static void
draw_order (DlWorkload *workload, guint team)
{
  guint32 *shift = workload->team_shift + workload->spec.teams.first[team];
  DlRng rng;

  dl_rng_init (&rng, dl_rng_mix (workload->spec.seed, team));
  for (guint i = 0; i < team_size (workload, team); i++)
    {
      const guint j = i > 1 ? 1 + dl_rng_below (&rng, i) : i;

      shift[i] = shift[j];
      shift[j] = i;
    }
}

static void
prepare_shifts (DlWorkload *workload)
{
  const DlWorkloadTeams *teams = &workload->spec.teams;

  g_assert (teams->first_shift >= 1 && teams->first[teams->n_teams] == workload->n_ranks);
  workload->team = g_new (guint32, workload->n_ranks);
  if (workload->spec.random_order)
    workload->team_shift = g_new0 (guint32, workload->n_ranks);
  for (guint team = 0; team < teams->n_teams; team++)
    {
      workload->n_messages += (guint64) team_size (workload, team) * steps_of_team (workload, team);
      for (guint rank = teams->first[team]; rank < teams->first[team + 1]; rank++)
        workload->team[rank] = team;
      if (workload->team_shift != NULL)
        draw_order (workload, team);
    }
  workload->n_tags = workload->n_messages > 0;
  workload->n_packets
      = workload->n_messages * dl_workload_packets (workload, workload->spec.message_bytes);
}

static guint
count_shifts (const DlWorkload *workload, guint rank)
{
  return steps_of_team (workload, workload->team[rank]);
}

static void
step_shifts (const DlWorkload *workload, guint rank, guint i, DlWorkloadStep *step)
{
  const guint team = workload->team[rank], first = workload->spec.teams.first[team];
  const guint place = workload->spec.teams.first_shift + i;
  const guint shift = workload->team_shift != NULL ? workload->team_shift[first + place] : place;

  step->send_to = first + (rank - first + shift) % team_size (workload, team);
  step->bytes = workload->spec.message_bytes;
}

const DlWorkloadKind dl_workload_shifts = {
  .id = "all-to-all",
  .has_teams = TRUE,
  .unawaited = TRUE,
  .prepare = prepare_shifts,
  .n_steps = count_shifts,
  .step = step_shifts,
};
