/* Internals of dl-beside.c and each family's comparison of links. */
#pragma once

#include "dl-view-family.h"

G_BEGIN_DECLS

DlView *dl_beside_get_view (DlBeside *self);
/* A - B of what the maps show, as its family has it (DlBesideFamily); NULL where that does not
 * compare. It is there until any of this changes. */
const DlContrast *dl_beside_compare (DlBeside *self);
/* Text of both values and their difference, where @change has them compare. */
char *dl_beside_describe_values (DlBeside *self, DlChange change, double a, double b,
                                 double difference);

extern const DlBesideFamily dl_beside_dragonfly;

G_END_DECLS
