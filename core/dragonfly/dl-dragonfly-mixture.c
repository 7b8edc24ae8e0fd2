#include "dl-dragonfly-mixture.h"

#include "dl-dragonfly-loads-private.h"

/* How busy a link is at s = 0 and at s = 1: a line in between. */
typedef struct
{
  double at_0, at_1;
} Line;

typedef struct
{
  guint n;
  Line *lines;
} Envelope;

static double
value (Line line, double s)
{
  return (1 - s) * line.at_0 + s * line.at_1;
}

/* The line that is highest at @s; of several the steepest, upwards for @up. */
static Line
highest (const Envelope *envelope, double s, gboolean up)
{
  Line best = { 0, 0 };
  double most = 0;

  for (guint i = 0; i < envelope->n; i++)
    {
      const Line line = envelope->lines[i];
      const double at = value (line, s);

      if (at < most)
        continue;
      if (at > most || (line.at_1 - line.at_0 > best.at_1 - best.at_0) == up)
        best = line;
      most = at;
    }
  return best;
}

/* The least of the upper envelope: where a falling line that is highest on the left meets a rising
 * one that is on the right, until no other is above them there. */
static double
lowest (const Envelope *envelope)
{
  Line left = highest (envelope, 0, TRUE), right = highest (envelope, 1, FALSE);

  if (left.at_1 >= left.at_0)
    return left.at_0;
  if (right.at_1 <= right.at_0)
    return right.at_1;
  for (;;)
    {
      const double fall = left.at_0 - left.at_1, rise = right.at_1 - right.at_0;
      const double s = (left.at_0 - right.at_0) / (fall + rise);
      const double met = value (left, s);
      const Line above = highest (envelope, s, TRUE);

      if (value (above, s) <= met * (1 + 1e-14))
        return met;
      if (above.at_1 < above.at_0)
        left = above;
      else
        right = above;
    }
}

typedef struct
{
  const DlDragonfly *net;
  const DlDragonflyLoads *loads[2];
  const DlDragonflyRates *rates;
  Envelope envelope;
  Line above; /* one that most others are below everywhere */
} Collecting;

static double
sum_packets (const double *packets)
{
  return packets[0] + packets[1] + packets[2] + packets[3];
}

static void
add_line (Collecting *self, double minimal, double nonminimal, guint link)
{
  const double rate = dl_dragonfly_link_rate (self->rates, self->net->link_class[link]);
  const Line line = { minimal / rate, nonminimal / rate };

  if (line.at_0 <= self->above.at_0 && line.at_1 <= self->above.at_1)
    return;
  self->envelope.lines[self->envelope.n++] = line;
  if (line.at_0 + line.at_1 > self->above.at_0 + self->above.at_1)
    self->above = line;
}

/* Links side by side are alike but for what is beside the ways. */
static void
collect (const DlWayLinks *links, gpointer data)
{
  Collecting *self = data;
  const DlLinkBundle *bundle = links->links;
  const double both[] = { sum_packets (links->packets[0]), sum_packets (links->packets[1]) };

  if (dl_dragonfly_loads_beside (self->loads[0], bundle->first) == NULL
      && dl_dragonfly_loads_beside (self->loads[1], bundle->first) == NULL)
    {
      add_line (self, both[0], both[1], bundle->first);
      return;
    }
  for (guint link = bundle->first; link < bundle->first + bundle->n; link++)
    if (self->net->link_state[link] == DL_LINK_UP)
      {
        double sum[] = { both[0], both[1] };

        for (guint load = 0; load < 2; load++)
          {
            const double *beside = dl_dragonfly_loads_beside (self->loads[load], link);
            sum[load] += beside != NULL ? sum_packets (beside) : 0;
          }
        add_line (self, sum[0], sum[1], link);
      }
}

double
dl_dragonfly_best_share (const DlDragonflyWays *ways, const DlDragonflyLoads *minimal,
                         const DlDragonflyLoads *nonminimal, const DlDragonflyRates *rates)
{
  const DlDragonfly *net = minimal->routes->dragonfly;
  Collecting self = {
    .net = net,
    .loads = { minimal, nonminimal },
    .rates = rates,
    .envelope = { 0, g_new (Line, MAX (net->n_links, 1)) },
  };
  const Envelope *envelope = &self.envelope;
  double least, share = 0;

  dl_dragonfly_ways_foreach (ways, collect, &self);
  /* Sums that should be the same differ in their last digits. */
  least = lowest (envelope) * (1 + 1e-12);

  for (guint i = 0; i < envelope->n; i++)
    {
      const Line line = envelope->lines[i];

      if (line.at_0 > least)
        share = MAX (share, (line.at_0 - least) / (line.at_0 - line.at_1));
    }
  g_free (self.envelope.lines);
  return MIN (share, 1);
}
