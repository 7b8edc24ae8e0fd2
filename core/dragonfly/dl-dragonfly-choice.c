#include "dl-dragonfly-choice.h"

#include "dl-dragonfly-name.h"
#include "dl-rng.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Different ones at most, of either kind. */
#define MAX_DRAWN (DL_DRAGONFLY_CANDIDATES / 2)

/* Up to @wanted different ones of @n roots, each set of them as likely as any other. Returns how
 * many. */
static guint
draw_roots (guint64 random, guint n, guint wanted, guint drawn[MAX_DRAWN])
{
  g_assert (wanted <= MAX_DRAWN);
  wanted = MIN (wanted, n);
  if (wanted > 0)
    drawn[0] = dl_rng_pick (random, n);
  if (wanted > 1)
    {
      drawn[1] = dl_rng_pick (dl_rng_mix (random, 0), n - 1);
      drawn[1] += drawn[1] >= drawn[0];
    }
  return wanted;
}

static void
add (DlDragonflyCandidates *candidates, DlDragonflyHop hop, gboolean nonminimal)
{
  candidates->at[candidates->n++] = (DlDragonflyCandidate) { hop, nonminimal };
}

static void
add_minimal (const DlDragonflyRoutes *self, guint router, const DlDragonflyPacket *packet,
             guint wanted, guint64 random, DlDragonflyCandidates *candidates)
{
  DlDragonflyNextHop *ways = g_newa (DlDragonflyNextHop, self->max_candidates);
  const guint n = dl_dragonfly_next (self, router, packet, ways);
  guint taken = n;

  g_assert (wanted <= MAX_DRAWN);
  candidates->n_ways = n;
  for (guint i = 0; i < MIN (wanted, n); i++)
    {
      /* The first one goes by @random itself. */
      taken = dl_dragonfly_pick (ways, n, taken, i > 0 ? dl_rng_mix (random, 0) : random);
      add (candidates, ways[taken].hop, FALSE);
    }
}

/* A first link of a route through each of @wanted roots. */
static void
add_nonminimal (const DlDragonflyRoutes *self, guint source, guint dest, guint wanted, guint64 hash,
                DlDragonflyCandidates *candidates)
{
  DlDragonflyNextHop *ways = g_newa (DlDragonflyNextHop, self->max_candidates);
  guint drawn[MAX_DRAWN];

  candidates->n_roots = dl_dragonfly_n_roots (self, source, dest);
  wanted = draw_roots (dl_rng_mix (hash, 0), candidates->n_roots, wanted, drawn);
  for (guint i = 0; i < wanted; i++)
    {
      const guint root = dl_dragonfly_root (self, source, dest, drawn[i]);
      const DlDragonflyPacket packet = { dest, root, 0, DL_TURN_NONE };
      const guint64 random = dl_rng_mix (hash, 1);
      guint n, taken;

      if (!dl_dragonfly_root_fits (self, source, root, dest))
        {
          candidates->n_unfit++;
          continue;
        }
      n = dl_dragonfly_next (self, source, &packet, ways);
      if (n == 0)
        continue;
      taken = dl_dragonfly_pick (ways, n, n, i > 0 ? dl_rng_mix (random, i) : random);
      add (candidates, ways[taken].hop, TRUE);
    }
}

void
dl_dragonfly_candidates_draw (const DlDragonflyRoutes *self, const DlDragonflyMode *mode,
                              guint source, guint dest, guint64 hash,
                              DlDragonflyCandidates *candidates)
{
  DlDragonflyPacket packet;

  *candidates = (DlDragonflyCandidates) { 0 };
  if (source == dest
      || !dl_dragonfly_inject (self, source, dest, FALSE, dl_rng_mix (hash, 0), &packet))
    return;
  if (!mode->by_load && mode->nonminimal > 0)
    add_nonminimal (self, source, dest, 1, hash, candidates);
  if (mode->by_load || candidates->n == 0)
    add_minimal (self, source, &packet, mode->by_load ? mode->minimal : 1, dl_rng_mix (hash, 1),
                 candidates);
  if (mode->by_load)
    add_nonminimal (self, source, dest, mode->nonminimal, hash, candidates);
}

void
dl_dragonfly_candidates_draw_next (const DlDragonflyRoutes *self, const DlDragonflyMode *mode,
                                   guint router, const DlDragonflyPacket *packet, guint64 random,
                                   DlDragonflyCandidates *candidates)
{
  *candidates = (DlDragonflyCandidates) { 0 };
  add_minimal (self, router, packet, mode->by_load ? mode->minimal : 1, random, candidates);
}

guint
dl_dragonfly_candidates_lightest (const DlDragonflyCandidates *candidates, DlDragonflyBias bias,
                                  const double *load)
{
  guint best = 0;
  double least = INFINITY;

  g_assert (candidates->n > 0);
  for (guint i = 0; i < candidates->n; i++)
    {
      const double value = dl_dragonfly_biased (bias, &candidates->at[i], load[i]);

      if (value < least)
        {
          least = value;
          best = i;
        }
    }
  return best;
}

/* Hops of the routes that begin in one way. */
typedef struct
{
  guint fewest, most;
} Range;

/* Hops of a packet at @router to @root, where it becomes @end, or with DL_NO_NODE to its
 * destination. */
static Range
range_to (const DlDragonflyRoutes *self, guint router, const DlDragonflyPacket *packet, guint root,
          DlDragonflyPacket *end)
{
  DlDragonflyNextHop *ways = g_newa (DlDragonflyNextHop, self->max_candidates);
  const guint n = dl_dragonfly_next (self, router, packet, ways);
  Range range = { n > 0 ? G_MAXUINT : 0, 0 };

  /* Links side by side lead to the same. */
  for (guint i = 0; i < n; i += ways[i].beside)
    {
      const DlDragonflyHop hop = ways[i].hop;
      const guint to = self->dragonfly->link_to[hop.link];
      DlDragonflyPacket moved = *packet;
      Range after = { 0, 0 };

      dl_dragonfly_move (self, hop, &moved);
      if (to == root && hop.root == root)
        *end = moved;
      else
        after = range_to (self, to, &moved, root, end);
      range.fewest = MIN (range.fewest, after.fewest + 1);
      range.most = MAX (range.most, after.most + 1);
    }
  return range;
}

/* Hops of a packet that goes by @first: those past its root do not depend on the path there. */
static Range
range_by (const DlDragonflyRoutes *self, DlDragonflyPacket packet, DlDragonflyHop first)
{
  guint router = self->dragonfly->link_to[first.link];
  Range up = { 0, 0 }, down;

  dl_dragonfly_move (self, first, &packet);
  if (packet.root != DL_NO_NODE)
    {
      const guint root = packet.root;
      const DlDragonflyPacket start = packet;

      up = range_to (self, router, &start, root, &packet);
      router = root;
    }
  down = range_to (self, router, &packet, DL_NO_NODE, NULL);
  return (Range) { 1 + up.fewest + down.fewest, 1 + up.most + down.most };
}

/* Fill in what follows from the candidates that were drawn for @packet. */
static void
decide (const DlDragonflyRoutes *self, const DlDragonflyPacket *packet, DlDragonflyLoadFunc load,
        gpointer data, DlDragonflyChoice *choice)
{
  const DlDragonflyCandidates *candidates = &choice->candidates;
  double loads[DL_DRAGONFLY_CANDIDATES];
  guint as_light = 0;

  for (guint i = 0; i < candidates->n; i++)
    {
      const DlDragonflyHop hop = candidates->at[i].hop;

      const Range range = range_by (self, *packet, hop);

      choice->fewest[i] = range.fewest;
      choice->hops[i] = range.most;
      if (load != NULL)
        choice->load[i] = load (hop.link, data);
      loads[i] = dl_dragonfly_choice_load (choice, i);
      choice->value[i] = dl_dragonfly_biased (choice->bias, &candidates->at[i], loads[i]);
    }
  if (candidates->n == 0)
    return;
  choice->winner = dl_dragonfly_candidates_lightest (candidates, choice->bias, loads);
  for (guint i = 0; i < candidates->n; i++)
    as_light += choice->value[i] == choice->value[choice->winner];
  choice->why = !choice->mode->by_load ? DL_CHOICE_HASH
                : candidates->n == 1   ? DL_CHOICE_ONLY
                : as_light > 1         ? DL_CHOICE_FIRST
                                       : DL_CHOICE_LIGHTEST;
}

void
dl_dragonfly_choose (const DlDragonflyRoutes *self, const DlDragonflyMode *mode, guint source,
                     guint dest, guint64 hash, DlDragonflyLoadFunc load, gpointer data,
                     DlDragonflyChoice *choice)
{
  const DlDragonflyPacket packet = { dest, DL_NO_NODE, 0, DL_TURN_NONE };

  *choice = (DlDragonflyChoice) {
    .mode = mode,
    .router = source,
    .bias = dl_dragonfly_bias (self, mode, source, dest),
  };
  dl_dragonfly_candidates_draw (self, mode, source, dest, hash, &choice->candidates);
  decide (self, &packet, load, data, choice);
}

void
dl_dragonfly_choose_next (const DlDragonflyRoutes *self, const DlDragonflyMode *mode, guint router,
                          const DlDragonflyPacket *packet, guint64 random, DlDragonflyLoadFunc load,
                          gpointer data, DlDragonflyChoice *choice)
{
  *choice = (DlDragonflyChoice) { .mode = mode, .router = router };
  dl_dragonfly_candidates_draw_next (self, mode, router, packet, random, &choice->candidates);
  decide (self, packet, load, data, choice);
}

double
dl_dragonfly_choice_load (const DlDragonflyChoice *choice, guint i)
{
  return choice->load[i].near_end + choice->load[i].far_end + choice->load[i].downstream;
}

char *
dl_dragonfly_choice_hops (const DlDragonflyChoice *choice, guint i)
{
  return choice->fewest[i] < choice->hops[i]
             ? g_strdup_printf ("%u–%u", choice->fewest[i], choice->hops[i])
             : g_strdup_printf ("%u", choice->hops[i]);
}

/* In words ------------------------------------------------------------------------------------- */

const char *
dl_dragonfly_choice_why (const DlDragonflyChoice *choice, guint i)
{
  g_assert (i < choice->candidates.n);
  if (i != choice->winner)
    return choice->value[i] > choice->value[choice->winner] ? _ ("higher load")
                                                            : _ ("equal load, but drawn later");
  switch (choice->why)
    {
    case DL_CHOICE_ONLY:
      return _ ("the only candidate");
    case DL_CHOICE_HASH:
      return _ ("by the hash of the packet");
    case DL_CHOICE_LIGHTEST:
      return _ ("lowest load");
    case DL_CHOICE_FIRST:
      return _ ("first candidate with the lowest load");
    }
  g_assert_not_reached ();
}

/* Text of the non-minimal candidates' bias; NULL without one. */
static char *
bias_text (DlDragonflyBias bias)
{
  if (bias.shift > 0 && bias.add > 0)
    return g_strdup_printf (_ ("a non-minimal candidate counts %u times its load plus %u flits"),
                            1u << bias.shift, bias.add);
  if (bias.shift > 0)
    return g_strdup_printf (_ ("a non-minimal candidate counts %u times its load"),
                            1u << bias.shift);
  if (bias.add > 0)
    return g_strdup_printf (_ ("a non-minimal candidate counts its load plus %u flits"), bias.add);
  return NULL;
}

char *
dl_dragonfly_choice_summary (const DlDragonflyChoice *choice)
{
  const guint n = choice->candidates.n;
  g_autofree char *bias = NULL;
  g_autofree char *lightest = NULL;

  if (n == 0)
    return g_strdup (_ ("no choice"));
  if (!choice->mode->by_load)
    return g_strdup (_ ("by the hash of the packet: this mode ignores the load"));
  if (n == 1)
    return g_strdup (_ ("there is only one candidate"));
  lightest = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "the candidate with the lowest load "
                                           "of %u wins",
                                           "the candidate with the lowest load of %u wins", n),
                              n);
  if (choice->candidates.at[n - 1].nonminimal)
    bias = bias_text (choice->bias);
  if (bias == NULL)
    return g_steal_pointer (&lightest);
  /* Translators: how the choice is made; what non-minimal candidates count */
  return g_strdup_printf (_ ("%s; %s"), lightest, bias);
}

enum
{
  MARK,
  KIND,
  LINK,
  HOPS,
  NEAR_END,
  FAR_END,
  DOWNSTREAM,
  VALUE,
  WHY,
  N_COLUMNS
};

static char *
flits (double value)
{
  return g_strdup_printf ("%.4g", value);
}

static void
fill_row (const DlDragonflyChoice *choice, const DlDragonflyRoutes *routes, guint i,
          char *cells[N_COLUMNS])
{
  const DlDragonfly *net = routes->dragonfly;
  const DlDragonflyCandidate *candidate = &choice->candidates.at[i];

  cells[MARK] = g_strdup (i == choice->winner ? "*" : "");
  if (candidate->nonminimal)
    {
      g_autofree char *root = dl_dragonfly_router_to_string (net, candidate->hop.root);
      cells[KIND] = g_strdup_printf (_ ("non-minimal through %s"), root);
    }
  else
    cells[KIND] = g_strdup (_ ("minimal"));
  cells[LINK] = dl_dragonfly_link_to_string (net, candidate->hop.link);
  cells[HOPS] = dl_dragonfly_choice_hops (choice, i);
  cells[NEAR_END] = flits (choice->load[i].near_end);
  cells[FAR_END] = flits (choice->load[i].far_end);
  cells[DOWNSTREAM] = flits (choice->load[i].downstream);
  cells[VALUE] = flits (choice->value[i]);
  cells[WHY] = g_strdup (dl_dragonfly_choice_why (choice, i));
}

char *
dl_dragonfly_choice_to_text (const DlDragonflyChoice *choice, const DlDragonflyRoutes *routes)
{
  const char *const heads[N_COLUMNS] = { "",
                                         _ ("candidate"),
                                         _ ("first link"),
                                         _ ("hops"),
                                         _ ("near end"),
                                         _ ("far end"),
                                         _ ("downstream"),
                                         _ ("counts"),
                                         "" };
  const guint n = choice->candidates.n;
  g_auto (GStrv) cells = g_new0 (char *, (n + 1) * N_COLUMNS + 1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < N_COLUMNS; i++)
    cells[i] = g_strdup (heads[i]);
  for (guint i = 0; i < n; i++)
    fill_row (choice, routes, i, cells + (i + 1) * N_COLUMNS);
  dl_columns_append (text, cells, n + 1, N_COLUMNS);
  return g_string_free (text, FALSE);
}
