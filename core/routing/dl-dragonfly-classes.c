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
  const DlBlueRun *runs = from ? dl_dragonfly_blue_runs (routes, other, group, &n)
                               : dl_dragonfly_blue_runs (routes, group, other, &n);

  memset (classes->chassis, 0xff, routes->n_chassis * sizeof *classes->chassis);
  memset (classes->blade, 0xff, routes->n_blades * sizeof *classes->blade);
  for (guint i = 0; i < n; i++)
    {
      const DlRouterAt *at = &net->router[from ? runs[i].to : runs[i].from];

      if (classes->chassis[at->chassis] == G_MAXUINT16)
        classes->chassis[at->chassis] = chassis++;
      if (classes->blade[at->blade] == G_MAXUINT16)
        classes->blade[at->blade] = blades++;
    }
  number_unused (classes->chassis, routes->n_chassis, chassis);
  classes->n_blades = number_unused (classes->blade, routes->n_blades, blades);
}

void
dl_dragonfly_classes_sort (DlDragonflyClasses *classes, const DlDragonflyRoutes *routes,
                           guint group, guint other, gboolean from)
{
  const DlDragonfly *net = routes->dragonfly;
  const guint first = net->group_first[group], n = net->group_first[group + 1] - first;

  classes->n = 0;
  classes->n_routers = n;
  if (!routes->whole[group])
    {
      for (guint i = 0; i < n; i++)
        if (net->router_up[first + i])
          {
            classes->of[i] = classes->n;
            classes->count[classes->n] = 1;
            classes->example[classes->n++] = first + i;
          }
      for (guint i = 0; i < n; i++)
        if (!net->router_up[first + i])
          classes->of[i] = classes->n;
      return;
    }
  number_places (classes, routes, group, other, from);
  memset (classes->count, 0, n * sizeof *classes->count);
  for (guint i = 0; i < n; i++)
    {
      const DlRouterAt *at = &net->router[first + i];
      const guint class = classes->chassis[at->chassis] * classes->n_blades
                          + classes->blade[at->blade];

      classes->of[i] = class;
      classes->n = MAX (classes->n, class + 1);
      classes->count[class]++;
      classes->example[class] = first + i;
    }
}
