/* The different routes of one pair of nodes: several with random ties. */
#pragma once

#include "dl-routes.h"

G_BEGIN_DECLS

typedef struct
{
  guint n;                         /* at least 1 */
  guint n_coins;                   /* of the routes, all equally likely */
  guint coins[DL_MAX_VARIANTS];    /* (n) of them that take the route */
  guint variant[DL_MAX_VARIANTS];  /* (n) the first one that does */
  guint of_coins[DL_MAX_VARIANTS]; /* (n_coins) the route of each variant */
  guint failed;                    /* the first route that is not delivered, so that the pair sends
                                      nothing; n if there is none */
} DlRouteChoices;

/* Between two working nodes. Routes differ in their links, their virtual channels or their end. */
void dl_route_choices (const DlRoutes *routes, guint source, guint dest, DlRouteChoices *choices);

/* The route to show as the @which-th: 0 is by the coins that @seed stands for, but one that is not
 * delivered goes first; then the others in turn. */
guint dl_route_choices_pick (const DlRouteChoices *choices, guint64 seed, guint which);

G_END_DECLS
