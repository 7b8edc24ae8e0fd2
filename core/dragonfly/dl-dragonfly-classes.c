#include "dl-dragonfly-classes.h"

#include <string.h>

void
dl_dragonfly_classes_init (DlDragonflyClasses *classes, const DlDragonflyRoutes *routes)
{
  const DlDragonfly *net = routes->dragonfly;
  guint most = 0;

  for (guint group = 0; group < net->n_groups; group++)
    most = MAX (most, net->group_first[group + 1] - net->group_first[group]);
  *classes = (DlDragonflyClasses) {
    .of = g_new (guint16, most),
    .example = g_new (guint32, most),
    .count = g_new (guint16, most),
    .chassis = g_new (guint16, routes->n_chassis),
    .blade = g_new (guint16, routes->n_blades),
  };
}

void
dl_dragonfly_classes_clear (DlDragonflyClasses *classes)
{
  g_clear_pointer (&classes->of, g_free);
  g_clear_pointer (&classes->example, g_free);
  g_clear_pointer (&classes->count, g_free);
  g_clear_pointer (&classes->chassis, g_free);
  g_clear_pointer (&classes->blade, g_free);
  g_clear_pointer (&classes->sign, g_free);
}

/* Those without a blue link share the number after the others'. */
static guint
number_unused (guint16 *numbers, guint n, guint used)
{
  guint unused = 0;

  for (guint i = 0; i < n; i++)
    if (numbers[i] == G_MAXUINT16)
      {
        numbers[i] = used;
        unused = 1;
      }
  return used + unused;
}

static void
number_places (DlDragonflyClasses *classes, const DlDragonflyRoutes *routes, guint group,
               guint other, gboolean from)
{
  const DlDragonfly *net = routes->dragonfly;
  guint n, chassis = 0, blades = 0;
  const DlBlueBundle *bundles = from ? dl_dragonfly_blue_bundles (routes, other, group, &n)
                                     : dl_dragonfly_blue_bundles (routes, group, other, &n);

  memset (classes->chassis, 0xff, routes->n_chassis * sizeof *classes->chassis);
  memset (classes->blade, 0xff, routes->n_blades * sizeof *classes->blade);
  for (guint i = 0; i < n; i++)
    {
      const DlRouterAt *at = &net->router[from ? bundles[i].to : bundles[i].from];

      if (classes->chassis[at->chassis] == G_MAXUINT16)
        classes->chassis[at->chassis] = chassis++;
      if (classes->blade[at->blade] == G_MAXUINT16)
        classes->blade[at->blade] = blades++;
    }
  number_unused (classes->chassis, routes->n_chassis, chassis);
  classes->n_blades = number_unused (classes->blade, routes->n_blades, blades);
}

/* What ways there are from @router to the blue bundles of its group, or with @from back: how many
 * links work on each of their hops, by which a packet chooses. */
static void
sign_router (const DlDragonflyClasses *classes, const DlDragonflyRoutes *routes, guint router,
             const DlBlueBundle *bundles, guint n_bundles, gboolean from, guint16 *sign)
{
  const DlDragonfly *net = routes->dragonfly;
  const DlRouterAt *at = &net->router[router];

  *sign++ = classes->chassis[at->chassis];
  *sign++ = classes->blade[at->blade];
  for (guint i = 0; i < n_bundles; i++)
    {
      const guint end = from ? bundles[i].to : bundles[i].from;
      const DlLinkBundle *hop = from ? dl_dragonfly_toward (routes, end, router)
                                     : dl_dragonfly_toward (routes, router, end);
      const guint next = hop != NULL ? net->link_to[hop->first] : end;

      *sign++ = hop != NULL ? hop->up : router == end ? 0 : G_MAXUINT16;
      *sign++
          = hop != NULL && !from && next != end ? dl_dragonfly_toward (routes, next, end)->up : 0;
    }
}

static void
sort_damaged (DlDragonflyClasses *classes, const DlDragonflyRoutes *routes, guint group,
              guint other, gboolean from)
{
  const DlDragonfly *net = routes->dragonfly;
  const guint first = net->group_first[group];
  guint n_bundles;
  const DlBlueBundle *bundles = from ? dl_dragonfly_blue_bundles (routes, other, group, &n_bundles)
                                     : dl_dragonfly_blue_bundles (routes, group, other, &n_bundles);
  g_autofree guint *hash = g_new (guint, classes->n_routers);

  classes->n_signs = 2 + 2 * n_bundles;
  /* One more than there can be classes, for the next one to try. */
  classes->sign
      = g_renew (guint16, classes->sign, (gsize) (classes->n_routers + 1) * classes->n_signs);
  for (guint i = 0; i < classes->n_routers; i++)
    {
      guint16 *sign = classes->sign + (gsize) classes->n * classes->n_signs;
      guint class = 0, sum = 0;

      if (!net->router_up[first + i])
        continue;
      sign_router (classes, routes, first + i, bundles, n_bundles, from, sign);
      for (guint j = 0; j < classes->n_signs; j++)
        sum = sum * 31 + sign[j];
      while (class < classes->n
             && (hash[class] != sum
                 || memcmp (classes->sign + (gsize) class * classes->n_signs, sign,
                            classes->n_signs * sizeof *sign)
                        != 0))
        class ++;
      if (class == classes->n)
        {
          hash[class] = sum;
          classes->count[class] = 0;
          classes->example[classes->n++] = first + i;
        }
      classes->of[i] = class;
      classes->count[class]++;
    }
  for (guint i = 0; i < classes->n_routers; i++)
    if (!net->router_up[first + i])
      classes->of[i] = classes->n;
}

void
dl_dragonfly_classes_sort (DlDragonflyClasses *classes, const DlDragonflyRoutes *routes,
                           guint group, guint other, gboolean from)
{
  const DlDragonfly *net = routes->dragonfly;
  const guint first = net->group_first[group], n = net->group_first[group + 1] - first;

  classes->n = 0;
  classes->n_routers = n;
  classes->n_signs = 0;
  number_places (classes, routes, group, other, from);
  if (!routes->whole[group])
    {
      sort_damaged (classes, routes, group, other, from);
      return;
    }
  const DlRouterAt *at = &net->router[first];
  guint16 *of = classes->of, *count = classes->count;
  guint32 *example = classes->example;
  guint n_classes = 0;

  memset (count, 0, n * sizeof *count);
  for (guint i = 0; i < n; i++)
    {
      const guint class = classes->chassis[at[i].chassis] * classes->n_blades
                          + classes->blade[at[i].blade];

      of[i] = class;
      count[class]++;
      example[class] = first + i;
      n_classes = MAX (n_classes, class + 1);
    }
  classes->n = n_classes;
}
