/* What of a torus can be broken at random. */
#include "dl-torus-edits.h"
#include "dl-torus-private.h"

#include <glib/gi18n-lib.h>

enum
{
  CABLES,
  NODES
};

const DlBreakable dl_torus_breakables[] = {
  [CABLES]
  = { "cables", N_ ("C_ables"), N_ ("Whole cables: both directions of a link between two nodes") },
  [NODES] = { "nodes", N_ ("_Nodes"), N_ ("Nodes with all their links") },
};

guint
dl_torus_count_breakable (gconstpointer shape, guint i)
{
  const DlNetwork *network = shape;

  return i == NODES ? network->n_working_nodes : network->n_working_links / 2;
}

GPtrArray *
dl_torus_break_random (const DlScenario *scenario, gconstpointer shape, guint i, guint n,
                       guint64 seed)
{
  return dl_edits_break_random (scenario, n, i == NODES, seed);
}

char *
dl_torus_broke (guint i, guint n)
{
  return g_strdup_printf (i == NODES ? g_dngettext (GETTEXT_PACKAGE, "Broke %u node at random",
                                                    "Broke %u nodes at random", n)
                                     : g_dngettext (GETTEXT_PACKAGE, "Broke %u cable at random",
                                                    "Broke %u cables at random", n),
                          n);
}
