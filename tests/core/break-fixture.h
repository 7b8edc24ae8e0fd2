/* Places of a torus by their coordinates, and the edits that break or restore them; and what any
 * family breaks at random. */
#pragma once

#include "dl-break.h"
#include "dl-families.h"

static inline DlPlace
torus_node (const DlScenario *scenario, DlTorusCoord at)
{
  const guint *radix = dl_torus_options (scenario)->spec.radix;

  return dl_place_node ((at.at[DL_X] * radix[DL_Y] + at.at[DL_Y]) * radix[DL_Z] + at.at[DL_Z]);
}

static inline DlPlace
torus_link (const DlScenario *scenario, DlTorusLinkAt at)
{
  return dl_place_link (torus_node (scenario, at.from).a * DL_TORUS_N_NETWORK_PORTS + at.port);
}

static inline GPtrArray *
toggle_link_edits (const DlScenario *scenario, DlTorusLinkAt at, gboolean one_direction)
{
  return dl_break_toggle (scenario, NULL, torus_link (scenario, at), one_direction, NULL);
}

static inline GPtrArray *
toggle_node_edits (const DlScenario *scenario, DlTorusCoord at)
{
  return dl_break_toggle (scenario, NULL, torus_node (scenario, at), FALSE, NULL);
}

/* The id of one of what @family breaks at random; different numbers are different ones. */
static inline const char *
nth_breakable (const DlFamily *family, guint number)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  for (guint i = 0; i < family->n_breakables; i++)
    if (family->breakables[i].id != NULL)
      g_ptr_array_add (ids, (char *) family->breakables[i].id);
  return ids->pdata[number % ids->len];
}
