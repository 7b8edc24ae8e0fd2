/* What can be asked of a dragonfly. */
#include "dl-dragonfly.h"

#include <glib/gi18n-lib.h>

void
dl_dragonfly_spec_init (DlDragonflySpec *spec)
{
  *spec = (DlDragonflySpec) {
    .shape = DL_DRAGONFLY_ARIES,
    .groups = 15,
    .chassis = DL_CASCADE_CHASSIS,
    .blades = DL_CASCADE_BLADES,
    .cables_per_pair = 6,
    .routers = 8,
    .nodes = 4,
    .globals = 4,
    .broken_links = g_array_new (FALSE, FALSE, sizeof (DlDragonflyLinkAt)),
    .broken_routers = g_array_new (FALSE, FALSE, sizeof (DlRouterAt)),
    .broken_cables = g_array_new (FALSE, FALSE, sizeof (DlCableAt)),
  };
}

void
dl_dragonfly_spec_clear (DlDragonflySpec *spec)
{
  g_clear_pointer (&spec->broken_links, g_array_unref);
  g_clear_pointer (&spec->broken_routers, g_array_unref);
  g_clear_pointer (&spec->broken_cables, g_array_unref);
}

/* Blue cables that end in a group of @chassis: each has two ports of both blades of a pair. */
static guint
group_cables (const DlDragonflySpec *spec, guint chassis)
{
  return chassis * (spec->blades / 2) * (DL_CASCADE_BLUE / 2);
}

guint
dl_dragonfly_spec_max_cables (const DlDragonflySpec *spec)
{
  const guint last = spec->last_chassis > 0 ? spec->last_chassis : spec->chassis;

  if (spec->groups < 2)
    return 0;
  return group_cables (spec, MIN (last, spec->chassis)) / (spec->groups - 1);
}

static gboolean G_GNUC_PRINTF (2, 3) fail (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (error,
                     g_error_new_valist (DL_NETWORK_ERROR, DL_NETWORK_ERROR_LIMIT, format, args));
  va_end (args);
  return FALSE;
}

static gboolean
check_aries (const DlDragonflySpec *spec, GError **error)
{
  const guint most = dl_dragonfly_spec_max_cables (spec);

  if (spec->groups < 1 || spec->groups > DL_DRAGONFLY_MAX_GROUPS)
    return fail (error, _ ("%u groups are not possible (expected 1 to %u)"), spec->groups,
                 DL_DRAGONFLY_MAX_GROUPS);
  if (spec->chassis < 1 || spec->chassis > DL_CASCADE_CHASSIS || spec->last_chassis > spec->chassis)
    return fail (error,
                 _ ("%u chassis per group with %u in the last one are not possible "
                    "(expected 1 to %u)"),
                 spec->chassis, spec->last_chassis, DL_CASCADE_CHASSIS);
  if (spec->blades < 1 || spec->blades > DL_CASCADE_BLADES)
    return fail (error, _ ("%u blades per chassis are not possible (expected 1 to %u)"),
                 spec->blades, DL_CASCADE_BLADES);
  if (spec->groups > 1 && (spec->cables_per_pair < 1 || spec->cables_per_pair > most))
    return fail (error,
                 _ ("%u cables per pair of %u groups are not possible (expected 1 to %u, since a "
                    "group has %u blue cables)"),
                 spec->cables_per_pair, spec->groups, most, group_cables (spec, spec->chassis));
  return TRUE;
}

static gboolean
check_generic (const DlDragonflySpec *spec, GError **error)
{
  const guint64 most = (guint64) spec->routers * spec->globals + 1;

  /* A router's ports are numbered by 8 bits. */
  if (spec->routers < 1 || spec->routers > 128 || spec->nodes < 1 || spec->nodes > 64
      || spec->globals > 64)
    return fail (error,
                 _ ("%u routers per group, %u nodes per router and %u global links per router are "
                    "not possible (expected 1 to 128, 1 to 64, 0 to 64)"),
                 spec->routers, spec->nodes, spec->globals);
  if (spec->groups < 1 || spec->groups > MIN (most, 1024))
    return fail (error, _ ("%u groups are not possible (expected 1 to %u)"), spec->groups,
                 (guint) MIN (most, 1024));
  return TRUE;
}

gboolean
dl_dragonfly_spec_check (const DlDragonflySpec *spec, GError **error)
{
  return spec->shape == DL_DRAGONFLY_ARIES ? check_aries (spec, error)
                                           : check_generic (spec, error);
}
