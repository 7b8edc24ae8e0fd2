/* Breaking and restoring places of a session's network by their names in it. */
#pragma once

#include "dl-session-edits.h"

/* A torus' link with its cable, or this direction only; and a node. */
static inline void
toggle_link (DlSession *session, DlLinkAt link, gboolean one_direction)
{
  const guint *radix = dl_torus_options (dl_session_get_scenario (session))->spec.radix;
  const guint node
      = (link.from.at[DL_X] * radix[DL_Y] + link.from.at[DL_Y]) * radix[DL_Z] + link.from.at[DL_Z];

  dl_session_toggle (session, dl_place_link (node * DL_N_NETWORK_PORTS + link.port), one_direction);
}

static inline void
toggle_node (DlSession *session, DlCoord at)
{
  const guint *radix = dl_torus_options (dl_session_get_scenario (session))->spec.radix;

  dl_session_toggle (
      session,
      dl_place_node ((at.at[DL_X] * radix[DL_Y] + at.at[DL_Y]) * radix[DL_Z] + at.at[DL_Z]), FALSE);
}

/* A dragonfly's blue cable between two groups. */
static inline void
toggle_blue_cable (DlSession *session, guint a, guint b, guint cable)
{
  g_autoptr (DlDragonfly) net = dl_scenario_dragonfly (dl_session_get_scenario (session), NULL);

  for (guint link = 0; link < net->n_links; link++)
    if (net->link_class[link] == DL_LINK_BLUE && net->link_cable[link] == cable
        && net->router[net->link_from[link]].group == a
        && net->router[net->link_to[link]].group == b)
      {
        dl_session_toggle (session, dl_place_link (link), TRUE);
        return;
      }
  g_assert_not_reached ();
}
