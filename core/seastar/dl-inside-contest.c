#include "dl-inside-contest.h"

#include <stdlib.h>

/* The packet that was the first of the staging queue when @grant was decided: queues keep their
 * order, so it is the next that left it since then, or still there. */
static gboolean
find_packet (const DlSeastarInside *inside, guint grant, guint queue, DlSeastarPacketInside *packet)
{
  const guint output = inside->grants[grant].output;

  for (guint later = grant + 1; later-- > 0;)
    if (inside->grants[later].output == output && inside->grants[later].winner == queue)
      {
        *packet = inside->grants[later].packet;
        return TRUE;
      }
  *packet = inside->staged[output][queue].first;
  return inside->staged[output][queue].n > 0;
}

static void
add_from_grant (DlInsideContest *contest, const DlSeastarInside *inside, guint grant, guint queue)
{
  const guint32 bit = 1u << queue;
  DlInsideRival *rival = &contest->rivals[contest->n++];

  *rival = (DlInsideRival) {
    .queue = queue,
    .has_credits = (contest->grant->candidates & bit) != 0,
    .is_oldest = (contest->grant->oldest & bit) != 0,
    .wins = queue == contest->grant->winner,
    .has_age = (contest->grant->candidates & bit) != 0,
    .age = contest->grant->age[queue],
  };
  rival->has_packet = find_packet (inside, grant, queue, &rival->packet);
}

static void
add_staged (DlInsideContest *contest, const DlSeastarStagedInside *staged, guint queue)
{
  contest->rivals[contest->n++] = (DlInsideRival) {
    .queue = queue,
    .has_credits = staged->has_credits,
    .has_age = TRUE,
    .age = staged->first.age,
    .has_packet = TRUE,
    .packet = staged->first,
  };
}

static int
compare (const void *a, const void *b)
{
  const DlInsideRival *rival_a = a, *rival_b = b;

  if (rival_a->has_credits != rival_b->has_credits)
    return rival_b->has_credits - rival_a->has_credits;
  if (rival_a->age != rival_b->age)
    return rival_b->age - rival_a->age;
  return rival_a->queue - rival_b->queue;
}

void
dl_inside_contest_init (DlInsideContest *contest, const DlSeastarInside *inside, guint output,
                        guint grant)
{
  g_assert (grant == DL_INSIDE_NOW || grant < inside->n_kept);
  contest->grant = grant != DL_INSIDE_NOW ? &inside->grants[grant] : NULL;
  contest->output = contest->grant != NULL ? contest->grant->output : output;
  contest->n = 0;
  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
    if (contest->grant != NULL
        && ((contest->grant->candidates | contest->grant->blocked) >> queue & 1))
      add_from_grant (contest, inside, grant, queue);
    else if (contest->grant == NULL && inside->staged[output][queue].n > 0)
      add_staged (contest, &inside->staged[output][queue], queue);
  qsort (contest->rivals, contest->n, sizeof contest->rivals[0], compare);
  for (guint i = 0; contest->grant == NULL && i < contest->n; i++)
    contest->rivals[i].is_oldest
        = contest->rivals[i].has_credits && contest->rivals[i].age == contest->rivals[0].age;
}

static guint
find_looked_at (const DlSeastarInside *inside, const DlInsideLook *look)
{
  guint grant = look->has_grant ? dl_inside_find_grant (inside, look->grant) : DL_INSIDE_NOW;

  if (grant != DL_INSIDE_NOW)
    return grant;
  if (!look->has_output)
    return inside->n_kept > 0 ? 0 : DL_INSIDE_NOW;
  grant = dl_inside_last_grant (inside, look->output);
  return grant != DL_INSIDE_NOW && inside->grants[grant].cycle + 1 == inside->cycle ? grant
                                                                                    : DL_INSIDE_NOW;
}

void
dl_inside_contest_look (DlInsideContest *contest, const DlSeastarInside *inside,
                        const DlInsideLook *look)
{
  dl_inside_contest_init (contest, inside, look->has_output ? look->output : 0,
                          find_looked_at (inside, look));
}

guint
dl_inside_find_grant (const DlSeastarInside *inside, guint64 number)
{
  if (number >= inside->n_grants || inside->n_grants - number > inside->n_kept)
    return DL_INSIDE_NOW;
  return inside->n_grants - 1 - number;
}

guint
dl_inside_last_grant (const DlSeastarInside *inside, guint output)
{
  for (guint i = 0; i < inside->n_kept; i++)
    if (inside->grants[i].output == output)
      return i;
  return DL_INSIDE_NOW;
}

guint
dl_inside_n_crossing (const DlSeastarInside *inside)
{
  guint n_seen = 0;

  for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
    {
      n_seen += inside->input[queue].n;
      for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
        n_seen += inside->staged[output][queue].n;
    }
  return inside->packet_count[0] + inside->packet_count[1] - n_seen;
}
