#include "dl-dragonfly-modes.h"

#include <glib/gi18n-lib.h>

static const DlDragonflyMinimal nearest_exit = {
  .id = "nearest-exit",
  .title = N_ ("Nearest exit"),
  .description = N_ ("The blue links nearest to the packet in its own group, regardless of the "
                     "hops in the target group (assumed; Cascade paper 3 allows it)"),
  .counts_near = TRUE,
};
static const DlDragonflyMinimal direct = {
  .id = "direct",
  .title = N_ ("Any direct link"),
  .description = N_ ("All blue links between the two groups (assumed; Cascade paper 3 allows it)"),
};
static const DlDragonflyMinimal shortest = {
  .id = "shortest",
  .title = N_ ("Fewest hops"),
  .description = N_ ("The blue links with the fewest hops in total (assumed; in Cascade paper 3 "
                     "minimal paths may differ in hop count)"),
  .counts_near = TRUE,
  .counts_far = TRUE,
};

static const DlDragonflyMinimal *const minimals[] = { &nearest_exit, &direct, &shortest };

const DlDragonflyMinimal *const *
dl_dragonfly_minimals (guint *n_minimals)
{
  *n_minimals = G_N_ELEMENTS (minimals);
  return minimals;
}

const DlDragonflyMinimal *
dl_dragonfly_minimal_default (void)
{
  return minimals[0];
}

/* The paper says that loads can be biased, and that the bias can depend on the packet's path, but
 * not by how much: the numbers here are ours. */

static const DlDragonflyMode min_hash = {
  .id = "min-hash",
  .title = N_ ("Minimal, in order"),
  .description = N_ ("Minimal, selected by a hash of the packet’s header (Cascade paper 3)"),
  .minimal = 1,
};
static const DlDragonflyMode min_adaptive = {
  .id = "min-adaptive",
  .title = N_ ("Minimal adaptive"),
  .description = N_ ("At each hop, the one of two minimal candidates with the lower load (Cascade "
                     "paper 3)"),
  .minimal = 2,
  .by_load = TRUE,
};
static const DlDragonflyMode valiant = {
  .id = "valiant",
  .title = N_ ("Non-minimal (Valiant)"),
  .description = N_ ("Minimal to a random root, then minimal to the destination, by hash (Cascade "
                     "paper 3)"),
  .minimal = 1,
  .nonminimal = 1,
};
static const DlDragonflyMode adaptive_0 = {
  .id = "adaptive-0",
  .title = N_ ("Adaptive, no bias"),
  .description = N_ ("The one of two minimal and two non-minimal candidates with the lowest load"),
  .minimal = 2,
  .nonminimal = 2,
  .by_load = TRUE,
};
static const DlDragonflyMode adaptive_1 = {
  .id = "adaptive-1",
  .title = N_ ("Adaptive, low bias"),
  .description = N_ ("The load of non-minimal candidates counts twice (assumed)"),
  .minimal = 2,
  .nonminimal = 2,
  .by_load = TRUE,
  .local = { 1, 0 },
  .global = { 1, 0 },
};
static const DlDragonflyMode adaptive_2 = {
  .id = "adaptive-2",
  .title = N_ ("Adaptive, medium bias"),
  .description = N_ ("The load of non-minimal candidates counts twice, plus 16 flits (assumed)"),
  .minimal = 2,
  .nonminimal = 2,
  .by_load = TRUE,
  .local = { 1, 16 },
  .global = { 1, 16 },
};
static const DlDragonflyMode adaptive_3 = {
  .id = "adaptive-3",
  .title = N_ ("Adaptive, high bias"),
  .description = N_ ("The load of non-minimal candidates counts four times, plus 64 flits "
                     "(assumed)"),
  .minimal = 2,
  .nonminimal = 2,
  .by_load = TRUE,
  .local = { 2, 64 },
  .global = { 2, 64 },
};
static const DlDragonflyMode tuned = {
  .id = "tuned",
  .title = N_ ("Adaptive, tuned by path"),
  .description
  = N_ ("High bias inside a group, low between groups (Cascade paper, figure 10; assumed)"),
  .minimal = 2,
  .nonminimal = 2,
  .by_load = TRUE,
  .local = { 2, 64 },
  .global = { 1, 0 },
};

/* BookSim 2's (networks/dragonfly.cpp: min_dragonflynew, ugal_dragonflynew). Inside a group, where
 * it has no non-minimal routes, these never win here either. */
static const DlDragonflyMode min = {
  .id = "min",
  .title = N_ ("Minimal (BookSim 2)"),
  .description = N_ ("Minimal, on VC0 up to the global link and on VC1 from it on (BookSim 2)"),
  .minimal = 1,
  .phases = 2,
};
static const DlDragonflyMode ugal = {
  .id = "ugal",
  .title = N_ ("UGAL (BookSim 2)"),
  .description = N_ ("At the source, minimal unless its queue is longer than twice that towards a "
                     "random node, plus 30 flits (BookSim 2)"),
  .minimal = 1,
  .nonminimal = 1,
  .by_load = TRUE,
  .phases = 3,
  .local = { 15, 0xff },
  .global = { 1, 30 },
};

/* One more is a DlDragonflyMode and a line here: from what a packet may choose, and by what. The
 * routes are the same for all of them. */
static const DlDragonflyMode *const modes[]
    = { &min_hash,   &min_adaptive, &valiant, &adaptive_0, &adaptive_1,
        &adaptive_2, &adaptive_3,   &tuned,   &min,        &ugal };

const DlDragonflyMode *const *
dl_dragonfly_modes (guint *n_modes)
{
  *n_modes = G_N_ELEMENTS (modes);
  return modes;
}

const DlDragonflyMode *
dl_dragonfly_mode_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    if (g_str_equal (modes[i]->id, id))
      return modes[i];
  return NULL;
}

gboolean
dl_dragonfly_mode_mixes (const DlDragonflyMode *mode)
{
  return mode->by_load && mode->minimal > 0 && mode->nonminimal > 0;
}
