#include "dl-dragonfly-mixture.h"

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

static Envelope
collect (const DlDragonfly *net, const double *minimal, const double *nonminimal,
         const DlDragonflyRates *rates)
{
  Envelope envelope = { 0, g_new (Line, MAX (net->n_links, 1)) };

  for (guint link = 0; link < net->n_links; link++)
    {
      const double *a = minimal + (gsize) link * DL_DRAGONFLY_VCS;
      const double *b = nonminimal + (gsize) link * DL_DRAGONFLY_VCS;
      const double rate = rates->class_GBps[net->link_class[link]];
      const Line line = { (a[0] + a[1] + a[2] + a[3]) / rate, (b[0] + b[1] + b[2] + b[3]) / rate };

      if (line.at_0 > 0 || line.at_1 > 0)
        envelope.lines[envelope.n++] = line;
    }
  return envelope;
}

double
dl_dragonfly_best_share (const DlDragonfly *net, const double *minimal, const double *nonminimal,
                         const DlDragonflyRates *rates)
{
  const Envelope envelope = collect (net, minimal, nonminimal, rates);
  /* Sums that should be the same differ in their last digits. */
  const double least = lowest (&envelope) * (1 + 1e-12);
  double share = 0;

  for (guint i = 0; i < envelope.n; i++)
    {
      const Line line = envelope.lines[i];

      if (line.at_0 > least)
        share = MAX (share, (line.at_0 - least) / (line.at_0 - line.at_1));
    }
  g_free (envelope.lines);
  return MIN (share, 1);
}
