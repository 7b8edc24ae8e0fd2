/* Which ports of a dragonfly are wired to which: the rule that is exact for two real machines'
 * cabling, and the generic one (model 5). */
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

/* The even blade of the pair where cable @cable from @group to @other ends. The other groups are
 * numbered in ascending order; stated for 6 chassis of 16 blades, taken over for fewer. */
static guint
cable_end (const Wiring *wiring, guint group, guint other, guint cable)
{
  const DlDragonflySpec *spec = wiring->spec;
  const guint chassis = group_chassis (spec, group), pairs = spec->blades / 2;
  const guint j = other < group ? other : other - 1;
  const guint q = j * spec->cables_per_pair + cable;

  return wiring->group_first[group] + q % chassis * spec->blades + q / chassis % pairs * 2;
}

static void
wire_aries_pair (Wiring *wiring, guint a, guint b)
{
  for (guint cable = 0; cable < wiring->spec->cables_per_pair; cable++)
    for (guint i = 0; i < DL_CASCADE_CABLE; i++)
      /* Two links from each blade of the pair, even to even and odd to odd. */
      connect (wiring, cable_end (wiring, a, b, cable) + i / 2,
               cable_end (wiring, b, a, cable) + i / 2, DL_LINK_BLUE, cable);
}

static void
wire_generic_group (Wiring *wiring, guint group)
{
  const guint first = wiring->group_first[group];

  for (guint a = 0; a < wiring->spec->routers; a++)
    for (guint b = a + 1; b < wiring->spec->routers; b++)
      connect (wiring, first + a, first + b, DL_LINK_GREEN, 0);
}

/* As many links as each pair of groups can have, over the routers in their order. */
static void
wire_generic_pair (Wiring *wiring, guint a, guint b)
{
  const DlDragonflySpec *spec = wiring->spec;
  const guint n = spec->routers * spec->globals / (spec->groups - 1);

  for (guint cable = 0; cable < n; cable++)
    connect (wiring, wiring->group_first[a] + ((b - 1) * n + cable) / spec->globals,
             wiring->group_first[b] + (a * n + cable) / spec->globals, DL_LINK_BLUE, cable);
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
