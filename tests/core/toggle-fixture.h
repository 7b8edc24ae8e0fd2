/* Breaking and restoring places of a session's network by their names in it. */
#pragma once

#include "break-fixture.h"
#include "dl-session-edits.h"

/* A torus' link with its cable, or this direction only; and a node. */
static inline void
toggle_link (DlSession *session, DlTorusLinkAt link, gboolean one_direction)
{
  dl_session_toggle (session, torus_link (dl_session_get_scenario (session), link), one_direction);
}

static inline void
toggle_node (DlSession *session, DlTorusCoord at)
{
  dl_session_toggle (session, torus_node (dl_session_get_scenario (session), at), FALSE);
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
