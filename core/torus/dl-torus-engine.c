#include "dl-torus-engine.h"

#include "dl-explained.h"
#include "dl-torus-engine-legal.h"
#include "dl-torus-engine-ring.h"
#include "dl-torus-engine-up-down.h"
#include "dl-torus-engine-xt.h"

#include <glib/gi18n-lib.h>

/* One more is a file with a DlTorusEngine (what it is called, how it prepares, which port next) and
 * a line here; drop-down, lists and tests follow. Mark each link whose dimension-order use the
 * engine may overrule as suspect, and say how far that reaches (DlTorusSuspectScope): the fast
 * analysis walks the routes that meet one. The tests then hold it to the naive walk, and its
 * verdict to a graph of every pair's route. */
static const DlTorusEngine *const engines[] = {
  &dl_engine_xt,    &dl_engine_xt_literal, &dl_engine_ring,
  &dl_engine_legal, &dl_engine_xt_legal,   &dl_engine_up_down,
};

const DlTorusEngine *const *
dl_torus_engines (guint *n_engines)
{
  *n_engines = G_N_ELEMENTS (engines);
  return engines;
}

const DlTorusEngine *
dl_torus_engine_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (engines); i++)
    if (strcmp (engines[i]->id, id) == 0)
      return engines[i];
  return NULL;
}

static const struct
{
  const char *text;
  const char *section;
} rules[DL_TORUS_N_RULES] = {
  [DL_TORUS_RULE_EJECT] = { N_ ("this is the destination"), "VC paper 2.2" },
  [DL_TORUS_RULE_DIMENSION_ORDER] = { N_ ("dimension order, minimal direction"), "VC paper 2.2.1" },
  [DL_TORUS_RULE_X_EARLY_DETOUR]
  = { N_ ("early detour: the next node has neither Y+ nor Z+"), "VC paper 2.2.2" },
  [DL_TORUS_RULE_X_BROKEN_Y] = { N_ ("the X link is broken: Y+"), "VC paper 2.2.2" },
  [DL_TORUS_RULE_X_BROKEN_Z]
  = { N_ ("the X link is broken and there is no safe Y+: Z+"), "VC paper 2.2.2" },
  [DL_TORUS_RULE_Y_LOOK_AHEAD]
  = { N_ ("Z+ is broken at the next node: Z+ here"), "VC paper 2.2.3" },
  [DL_TORUS_RULE_Y_BROKEN_Z] = { N_ ("the Y link is broken: Z+"), "VC paper 2.2.3" },
  [DL_TORUS_RULE_Z_LONG_PATH]
  = { N_ ("a link along Z- is broken: the long direction, Z+"), "VC paper 2.2.4" },
  [DL_TORUS_RULE_Z_BROKEN_Y_PLUS] = { N_ ("Z+ is broken: Y+"), "VC paper 2.2.4" },
  [DL_TORUS_RULE_Z_BROKEN_Y_MINUS]
  = { N_ ("Z+ is broken and there is no Y+: Y-"), "VC paper 2.2.4" },
  [DL_TORUS_RULE_RING_LONG_PATH]
  = { N_ ("the shorter direction around the ring is broken: the other direction"),
      "VC paper 2.2.4" },
  [DL_TORUS_RULE_LEGAL]
  = { N_ ("the shortest route of legal turns around the faults"), "VC paper 2.2.1" },
  [DL_TORUS_RULE_TREE_UP] = { N_ ("up the spanning tree, toward its root"), "up*/down*" },
  [DL_TORUS_RULE_TREE_DOWN] = { N_ ("down the spanning tree"), "up*/down*" },
  [DL_TORUS_RULE_UNREACHABLE] = { N_ ("the rules allow no direction"), "VC paper 2.2.1" },
};

const char *
dl_torus_rule_text (DlTorusRule rule)
{
  g_assert (rule < DL_TORUS_N_RULES);
  return _ (rules[rule].text);
}

const char *
dl_torus_rule_section (DlTorusRule rule)
{
  g_assert (rule < DL_TORUS_N_RULES);
  return dl_section_text (rules[rule].section);
}

static const struct
{
  const char *text;
  const char *section;
} rejections[DL_TORUS_N_REJECTED] = {
  [DL_TORUS_REJECTED_ABSENT] = { N_ ("the edge of the mesh"), "VC paper 2.2" },
  [DL_TORUS_REJECTED_BROKEN] = { N_ ("the link is broken"), NULL }, /* by dimension */
  [DL_TORUS_REJECTED_UNSAFE] = { N_ ("it leaves a dateline node"), "VC paper 2.2.1" },
  [DL_TORUS_REJECTED_BOXED_IN] = { N_ ("the next node has neither Y+ nor Z+"), "VC paper 2.2.2" },
  [DL_TORUS_REJECTED_LOOK_AHEAD] = { N_ ("Z+ is broken at the next node"), "VC paper 2.2.3" },
  [DL_TORUS_REJECTED_BROKEN_AHEAD] = { N_ ("a link further along is broken"), "VC paper 2.2.4" },
  [DL_TORUS_REJECTED_ILLEGAL] = { N_ ("an illegal turn"), "VC paper 2.2.1" },
  [DL_TORUS_REJECTED_LONGER] = { N_ ("a longer route"), "VC paper 2.2" },
  [DL_TORUS_REJECTED_DEAD_END] = { N_ ("a dead end"), "VC paper 2.2.1" },
};

const char *
dl_torus_rejected_text (DlTorusRejected reason)
{
  g_assert (reason < DL_TORUS_N_REJECTED);
  return _ (rejections[reason].text);
}

const char *
dl_torus_rejected_section (DlTorusRejected reason, guint port)
{
  /* The rules for X, Y and Z links, which begin with what to do when one is broken. */
  static const char *const broken[DL_TORUS_N_DIMS]
      = { "VC paper 2.2.2", "VC paper 2.2.3", "VC paper 2.2.4" };

  g_assert (reason < DL_TORUS_N_REJECTED);
  g_assert (port < DL_TORUS_N_NETWORK_PORTS);
  return dl_section_text (reason == DL_TORUS_REJECTED_BROKEN ? broken[dl_torus_port_dim (port)]
                                                             : rejections[reason].section);
}
