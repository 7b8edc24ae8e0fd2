/* Ranks placed on a torus. */
#pragma once

#include "dl-placement.h"
#include "dl-torus-sites.h"

G_GNUC_UNUSED static DlPlacement *
dl_placement_new_linear (const DlTorusNetwork *network, guint n_ranks, GError **error)
{
  const DlSites sites = dl_sites_of_torus (network);

  return dl_placement_new_linear_on (&sites, n_ranks, error);
}

G_GNUC_UNUSED static DlPlacement *
dl_placement_new_random (const DlTorusNetwork *network, guint n_ranks, guint64 seed, GError **error)
{
  const DlSites sites = dl_sites_of_torus (network);

  return dl_placement_new_random_on (&sites, n_ranks, seed, error);
}

G_GNUC_UNUSED static DlPlacement *
dl_placement_parse (const DlTorusNetwork *network, guint n_ranks, const char *text, gssize length,
                    const char *file_name, GError **error)
{
  const DlSites sites = dl_sites_of_torus (network);

  return dl_placement_parse_on (&sites, n_ranks, text, length, file_name, error);
}

/* A node per line, as dl_placement_parse_on reads them. Free with g_free. */
G_GNUC_UNUSED static char *
dl_placement_to_text_on (const DlPlacement *placement, const DlSites *sites)
{
  GString *text = g_string_new (NULL);

  for (guint rank = 0; rank < placement->n_ranks; rank++)
    {
      g_autofree char *name = sites->name (sites->network, placement->node[rank]);
      g_string_append_printf (text, "%s\n", name);
    }
  return g_string_free (text, FALSE);
}

G_GNUC_UNUSED static char *
dl_placement_to_text (const DlPlacement *placement, const DlTorusNetwork *network)
{
  const DlSites sites = dl_sites_of_torus (network);

  return dl_placement_to_text_on (placement, &sites);
}
