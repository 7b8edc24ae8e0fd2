#include "dragonfly-fixture.h"

#include <math.h>

static DlDragonfly *
build (DlDragonflySpec *spec, guint n_broken)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlDragonfly) whole = dl_dragonfly_new (spec, &error);
  DlDragonfly *dragonfly;
  DlRng rng;

  g_assert_no_error (error);
  dl_rng_init (&rng, 5);
  for (guint i = 0; i < n_broken && whole->n_links > 0; i++)
    {
      const guint link = dl_rng_below (&rng, whole->n_links);
      const DlDragonflyLinkAt broken
          = { whole->router[whole->link_from[link]], whole->router[whole->link_to[link]],
              whole->link_parallel[link] };
      gboolean again = FALSE;

      for (guint j = 0; j < spec->broken_links->len; j++)
        {
          const DlDragonflyLinkAt *other
              = &g_array_index (spec->broken_links, DlDragonflyLinkAt, j);
          again
              |= dl_dragonfly_find_link (whole, dl_dragonfly_router_at (whole, other->a),
                                         dl_dragonfly_router_at (whole, other->b), other->parallel)
                     == link
                 || dl_dragonfly_find_link (whole, dl_dragonfly_router_at (whole, other->b),
                                            dl_dragonfly_router_at (whole, other->a),
                                            other->parallel)
                        == link;
        }
      if (!again)
        g_array_append_val (spec->broken_links, broken);
    }
  if (n_broken > 2 && whole->n_routers > 4)
    g_array_append_val (spec->broken_routers, whole->router[3]);
  if (n_broken > 2 && whole->n_groups > 2 && spec->shape == DL_DRAGONFLY_ARIES)
    for (guint cable = 0; cable < spec->cables_per_pair; cable++)
      {
        const DlCableAt broken = { 0, 2, cable };
        g_array_append_val (spec->broken_cables, broken);
      }
  dragonfly = dl_dragonfly_new (spec, &error);
  g_assert_no_error (error);
  dl_dragonfly_spec_clear (spec);
  return dragonfly;
}

DlDragonfly *
dragonfly_aries (guint groups, guint last_chassis, guint cables, guint n_broken)
{
  DlDragonflySpec spec;

  dl_dragonfly_spec_init (&spec);
  spec.groups = groups;
  spec.last_chassis = last_chassis;
  spec.cables_per_pair = cables > 0 || groups < 2 ? cables : dl_dragonfly_spec_max_cables (&spec);
  return build (&spec, n_broken);
}

DlDragonfly *
dragonfly_generic (guint groups, guint routers, guint nodes, guint globals, guint n_broken)
{
  DlDragonflySpec spec;

  dl_dragonfly_spec_init (&spec);
  spec.shape = DL_DRAGONFLY_GENERIC;
  spec.groups = groups;
  spec.routers = routers;
  spec.nodes = nodes;
  spec.globals = globals;
  return build (&spec, n_broken);
}

DlDragonfly *
dragonfly_machine (guint i)
{
  switch (i)
    {
    case 0:
      return dragonfly_aries (8, 0, 12, 0);
    case 1:
      return dragonfly_aries (15, 0, 6, 40);
    case 2:
      return dragonfly_generic (33, 8, 4, 4, 5);
    case 3:
      return dragonfly_aries (2, 0, 20, 3);
    case 4:
      return dragonfly_aries (1, 0, 0, 0);
    case 5:
      return dragonfly_aries (9, 2, 0, 10);
    case 6:
      return dragonfly_generic (1, 1, 1, 0, 0);
    case 7:
      return dragonfly_generic (5, 128, 1, 1, 3);
    case 8:
      return dragonfly_generic (7, 3, 2, 64, 3);
    case 9:
      return dragonfly_aries (32, 0, 0, 0);
    case 10:
      return dragonfly_aries (64, 3, 1, 200);
    default:
      return dragonfly_generic (2, 30, 1, 2, 0);
    }
}

DragonflyValues *
dragonfly_values_new (const DlDragonfly *dragonfly)
{
  const guint n = dragonfly->n_groups;
  DragonflyValues *made = g_new0 (DragonflyValues, 1);

  made->values = g_new (float, MAX (1, dragonfly->n_links));
  made->group_value = g_new (float, n *n);
  made->group_out = g_new (float, n);
  made->group_in = g_new (float, n);
  for (guint link = 0; link < dragonfly->n_links; link++)
    {
      const guint from = dragonfly->router[dragonfly->link_from[link]].group;
      const guint to = dragonfly->router[dragonfly->link_to[link]].group;
      const guint noise = link * 2654435761u >> 20;

      made->values[link] = dragonfly->link_state[link] != DL_LINK_UP ? NAN
                           : to == (from + 1) % n && to != from      ? 0.85 + noise % 64 / 512.0
                           : to != from && (from * 7 + to * 3) % 11 == 5
                               ? NAN
                               : 0.08 + (from * 5 + to * 3) % 17 / 40.0 + noise % 128 / 1024.0;
    }
  dl_dragonfly_values_sum (dragonfly, made->values, made->group_value, made->group_out,
                           made->group_in);
  made->sums
      = (DlDragonflyValues) { made->values, made->group_value, made->group_out, made->group_in };
  return made;
}

void
dragonfly_values_free (DragonflyValues *values)
{
  g_free (values->values);
  g_free (values->group_value);
  g_free (values->group_out);
  g_free (values->group_in);
  g_free (values);
}

static const double sizes[][3] = {
  { 722, 560, 1 }, { 1280, 800, 1 }, { 640, 480, 2 }, { 500.5, 333.25, 1.25 }, { 160, 100, 1 },
};

void
dragonfly_foreach_map (DragonflyMapFunc func)
{
  for (guint i = 0; i < DRAGONFLY_N_MACHINES; i++)
    {
      g_autoptr (DlDragonfly) dragonfly = dragonfly_machine (i);
      g_autofree guint16 *order = g_new (guint16, dragonfly->n_groups);

      for (guint group = 0; group < dragonfly->n_groups; group++)
        order[group] = dragonfly->n_groups - 1 - group;
      for (guint size = 0; size < G_N_ELEMENTS (sizes); size++)
        for (guint kind = 0; kind < DL_N_DRAGONFLY_MAPS; kind++)
          {
            const DlDragonflyMapOptions options = {
              .kind = kind,
              .width = sizes[size][0],
              .height = sizes[size][1],
              .scale = sizes[size][2],
              .group = (i + size) % dragonfly->n_groups,
              .sorted = size % 2 == 1,
              .label_scale = size == 1 ? 1.5 : 1,
            };
            g_autoptr (DlDragonflyMap) map = dl_dragonfly_map_new (dragonfly, &options, order);
            func (dragonfly, map);
          }
    }
}

gboolean
dragonfly_has_pixel (const DlDragonflyMap *map, const DlRect *rect)
{
  const double scale = dl_dragonfly_map_options (map)->scale;
  const gboolean round = dl_dragonfly_map_options (map)->kind == DL_DRAGONFLY_MAP_CHORD;
  const double least = round ? 2.5 : 1 - 1e-9; /* ribbons do not end at edges of pixels */

  return rect->width * scale > least && rect->height * scale > least;
}
