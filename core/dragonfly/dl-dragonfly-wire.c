/* Which ports of a dragonfly are wired to which: the rule that is exact for two real machines'
 * cabling, and the generic one (manual, dragonfly). */
#include "dl-dragonfly-private.h"

typedef struct
{
  const DlDragonflySpec *spec;
  guint32 *group_first; /* (groups + 1) */
  GArray *wires;        /* DlDragonflyWire */
} Wiring;

static guint
group_chassis (const DlDragonflySpec *spec, guint group)
{
  return group == spec->groups - 1 && spec->last_chassis > 0 ? spec->last_chassis : spec->chassis;
}

guint
dl_dragonfly_spec_group_routers (const DlDragonflySpec *spec, guint group)
{
  return spec->shape == DL_DRAGONFLY_ARIES ? group_chassis (spec, group) * spec->blades
                                           : spec->routers;
}

gboolean
dl_dragonfly_spec_has_router (const DlDragonflySpec *spec, DlRouterAt at)
{
  if (at.group >= spec->groups)
    return FALSE;
  if (spec->shape == DL_DRAGONFLY_GENERIC)
    return at.chassis == 0 && at.blade < spec->routers;
  return at.chassis < group_chassis (spec, at.group) && at.blade < spec->blades;
}

guint
dl_dragonfly_spec_cables (const DlDragonflySpec *spec, guint a, guint b)
{
  if (a == b || a >= spec->groups || b >= spec->groups)
    return 0;
  return spec->shape == DL_DRAGONFLY_ARIES ? spec->cables_per_pair
                                           : spec->routers * spec->globals / (spec->groups - 1);
}

static void
connect (Wiring *wiring, guint a, guint b, DlLinkClass class, guint cable)
{
  const DlDragonflyWire wire = { a, b, class, cable };

  g_array_append_val (wiring->wires, wire);
}

/* Inside an Aries group: green among the blades of a chassis, three black links to the same slot of
 * each of the others. */
static void
wire_aries_group (Wiring *wiring, guint group)
{
  const guint blades = wiring->spec->blades, chassis = group_chassis (wiring->spec, group);
  const guint first = wiring->group_first[group];

  for (guint c = 0; c < chassis; c++)
    for (guint a = 0; a < blades; a++)
      {
        for (guint b = a + 1; b < blades; b++)
          connect (wiring, first + c * blades + a, first + c * blades + b, DL_LINK_GREEN, 0);
        for (guint other = c + 1; other < chassis; other++)
          for (guint i = 0; i < DL_CASCADE_BLACK; i++)
            connect (wiring, first + c * blades + a, first + other * blades + a, DL_LINK_BLACK, 0);
      }
}

/* The even blade of the pair where cable @cable from @group to @other ends, as a router of its
 * group. The other groups are numbered in ascending order; stated for 6 chassis of 16 blades, taken
 * over for fewer. */
static guint
cable_end (const DlDragonflySpec *spec, guint group, guint other, guint cable)
{
  const guint chassis = group_chassis (spec, group), pairs = spec->blades / 2;
  const guint j = other < group ? other : other - 1;
  const guint q = j * spec->cables_per_pair + cable;

  return q % chassis * spec->blades + q / chassis % pairs * 2;
}

static void
wire_aries_pair (Wiring *wiring, guint a, guint b)
{
  for (guint cable = 0; cable < wiring->spec->cables_per_pair; cable++)
    for (guint i = 0; i < DL_CASCADE_CABLE; i++)
      /* Two links from each blade of the pair, even to even and odd to odd. */
      connect (wiring, wiring->group_first[a] + cable_end (wiring->spec, a, b, cable) + i / 2,
               wiring->group_first[b] + cable_end (wiring->spec, b, a, cable) + i / 2, DL_LINK_BLUE,
               cable);
}

static void
wire_generic_group (Wiring *wiring, guint group)
{
  const guint first = wiring->group_first[group];

  for (guint a = 0; a < wiring->spec->routers; a++)
    for (guint b = a + 1; b < wiring->spec->routers; b++)
      connect (wiring, first + a, first + b, DL_LINK_GREEN, 0);
}

/* The router of @group where its link @cable to @other ends: as many links as each pair of groups
 * can have, over the routers in their order. */
static guint
generic_end (const DlDragonflySpec *spec, guint group, guint other, guint cable)
{
  const guint j = other < group ? other : other - 1;

  return (j * dl_dragonfly_spec_cables (spec, group, other) + cable) / spec->globals;
}

static void
wire_generic_pair (Wiring *wiring, guint a, guint b)
{
  const guint n = dl_dragonfly_spec_cables (wiring->spec, a, b);

  for (guint cable = 0; cable < n; cable++)
    connect (wiring, wiring->group_first[a] + generic_end (wiring->spec, a, b, cable),
             wiring->group_first[b] + generic_end (wiring->spec, b, a, cable), DL_LINK_BLUE, cable);
}

static guint
blue_links (const DlDragonflySpec *spec, DlRouterAt a, DlRouterAt b)
{
  const gboolean aries = spec->shape == DL_DRAGONFLY_ARIES;
  const guint cables = dl_dragonfly_spec_cables (spec, a.group, b.group);
  const guint at_a = a.chassis * spec->blades + a.blade, at_b = b.chassis * spec->blades + b.blade;
  guint n = 0;

  for (guint cable = 0; cable < cables; cable++)
    if (!aries)
      n += generic_end (spec, a.group, b.group, cable) == a.blade
           && generic_end (spec, b.group, a.group, cable) == b.blade;
    else
      for (guint odd = 0; odd < 2; odd++)
        if (cable_end (spec, a.group, b.group, cable) + odd == at_a
            && cable_end (spec, b.group, a.group, cable) + odd == at_b)
          n += DL_CASCADE_CABLE / 2;
  return n;
}

guint
dl_dragonfly_spec_links (const DlDragonflySpec *spec, DlRouterAt a, DlRouterAt b)
{
  if (!dl_dragonfly_spec_has_router (spec, a) || !dl_dragonfly_spec_has_router (spec, b))
    return 0;
  if (a.group != b.group)
    return blue_links (spec, a, b);
  if (a.chassis == b.chassis)
    return a.blade != b.blade;
  return a.blade == b.blade ? DL_CASCADE_BLACK : 0;
}

GArray *
dl_dragonfly_wire (const DlDragonflySpec *spec, guint32 *group_first)
{
  const gboolean aries = spec->shape == DL_DRAGONFLY_ARIES;
  Wiring wiring = { spec, group_first, g_array_new (FALSE, FALSE, sizeof (DlDragonflyWire)) };

  for (guint a = 0; a < spec->groups; a++)
    {
      if (aries)
        wire_aries_group (&wiring, a);
      else
        wire_generic_group (&wiring, a);
      for (guint b = a + 1; b < spec->groups; b++)
        if (aries)
          wire_aries_pair (&wiring, a, b);
        else
          wire_generic_pair (&wiring, a, b);
    }
  return wiring.wires;
}
