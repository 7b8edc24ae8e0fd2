/* The turns of uniform traffic where a table says on which VC a leg goes: destinations past one
 * position differ then, and cannot be counted by the bottom bit alone. What a leg's channels are is
 * kept for each pair of entry and end; the destinations on each are counted in the table's rows,
 * many at once. */
#pragma once

#include "dl-torus-dependency.h"
#include "dl-torus-routes.h"

G_BEGIN_DECLS

typedef struct _DlTorusTableLegs DlTorusTableLegs;

/* @routes have a table; @node_up (n_nodes) is who sends and receives. @turns is added to. */
DlTorusTableLegs *dl_torus_table_legs_new (const DlTorusRoutes *routes, const guint8 *node_up,
                                           DlTorusTurns *turns);
void dl_torus_table_legs_free (DlTorusTableLegs *legs);

/* How many of the working nodes among the @n from @first on, all in the region of @entry, its table
 * puts on VC1. */
guint dl_torus_table_legs_count (const DlTorusTableLegs *legs, guint entry, guint first, guint n);

/* Take down @leg, towards the destinations past its end whose bottom bit is @bit, for each of which
 * @count packets enter it. */
void dl_torus_table_legs_add (DlTorusTableLegs *legs, const DlTorusLeg *leg, guint bit,
                              guint32 count);
/* Count the turns into the legs of dimension @dim that enter at @entry; all legs of earlier
 * dimensions are known. */
void dl_torus_table_legs_count_turns (DlTorusTableLegs *legs, guint entry, DlTorusDim dim);
/* How many packets for @dest come to @node by each of its channels (DL_TORUS_NODE_CHANNELS), by
 * legs of dimensions before @dim (DL_TORUS_N_DIMS: all). */
void dl_torus_table_legs_arrived (const DlTorusTableLegs *legs, guint node, guint dest, guint dim,
                                  guint32 *arrived);
/* Count who has arrived after all dimensions. */
void dl_torus_table_legs_count_ejected (DlTorusTableLegs *legs);

G_END_DECLS
