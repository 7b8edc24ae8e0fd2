/* What of a dragonfly can be broken at random. */
#include "dl-dragonfly-edits.h"
#include "dl-dragonfly-family-private.h"

#include <glib/gi18n-lib.h>

const DlBreakable dl_dragonfly_breakables[] = {
  [DL_BREAK_LINKS]
  = { "links", N_ ("_Links"), N_ ("Single links, green, black or blue, both directions") },
  [DL_BREAK_CABLES] = { "cables", N_ ("C_ables"), N_ ("Whole blue cables: all of their links") },
  [DL_BREAK_ROUTERS]
  = { "routers", N_ ("_Routers"), N_ ("Routers with their nodes and all their links") },
  [DL_BREAK_CHASSIS] = { "chassis", N_ ("C_hassis"), N_ ("Whole chassis: all their routers") },
};

guint
dl_dragonfly_count_breakable (gconstpointer shape, guint i)
{
  return dl_edits_count_breakable (shape, (DlBreakKind) i);
}

GPtrArray *
dl_dragonfly_break_random (const DlScenario *scenario, gconstpointer shape, guint i, guint n,
                           guint64 seed)
{
  return dl_edits_break_random_dragonfly (scenario, shape, (DlBreakKind) i, n, seed);
}

char *
dl_dragonfly_broke (guint i, guint n)
{
  const char *format = NULL;

  switch ((DlBreakKind) i)
    {
    case DL_BREAK_LINKS:
      format
          = g_dngettext (GETTEXT_PACKAGE, "Broke %u link at random", "Broke %u links at random", n);
      break;
    case DL_BREAK_CABLES:
      format = g_dngettext (GETTEXT_PACKAGE, "Broke %u cable at random",
                            "Broke %u cables at random", n);
      break;
    case DL_BREAK_ROUTERS:
      format = g_dngettext (GETTEXT_PACKAGE, "Broke %u router at random",
                            "Broke %u routers at random", n);
      break;
    case DL_BREAK_CHASSIS:
      format = g_dngettext (GETTEXT_PACKAGE, "Broke chassis at random: %u router",
                            "Broke chassis at random: %u routers", n);
      break;
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (format, n);
#pragma GCC diagnostic pop
}
