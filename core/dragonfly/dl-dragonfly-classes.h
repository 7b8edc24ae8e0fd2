/* Routers of a group that are alike for the blue links to another one: only chassis and blades that
 * such a link has are told apart, and in a damaged group what is left of the ways to them. What is
 * computed for one of each class holds for all of them. */
#pragma once

#include "dl-dragonfly-routes.h"

G_BEGIN_DECLS

typedef struct
{
  guint n;          /* classes */
  guint n_routers;  /* of the group */
  guint n_blades;   /* of them told apart */
  guint16 *of;      /* (n_routers) class; of a broken router, n */
  guint32 *example; /* (n) router */
  guint16 *count;   /* (n) routers of the class, 0 without an example */
  guint16 *chassis; /* (routes->n_chassis) number, in the order of the blue links */
  guint16 *blade;   /* (routes->n_blades) the same */
  guint n_signs;    /* of a damaged group, else 0 */
  guint16 *sign;    /* (n x n_signs) what tells the classes apart */
} DlDragonflyClasses;

/* Room for the classes of any group. */
void dl_dragonfly_classes_init (DlDragonflyClasses *classes, const DlDragonflyRoutes *routes);
void dl_dragonfly_classes_clear (DlDragonflyClasses *classes);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlDragonflyClasses, dl_dragonfly_classes_clear)

/* The classes of @group towards @other, or with @from those of routers that packets from @other go
 * to. */
void dl_dragonfly_classes_sort (DlDragonflyClasses *classes, const DlDragonflyRoutes *routes,
                                guint group, guint other, gboolean from);

G_END_DECLS
