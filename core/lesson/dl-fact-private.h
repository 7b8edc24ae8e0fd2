/* Common parts of all facts. Private to dl-fact*.c. */
#pragma once

#include "dl-fact.h"

#include <math.h>

G_BEGIN_DECLS

/* dl-fact.c: by its name, in the network of the world's result. FALSE: there is none. */
gboolean dl_fact_find_node (const DlWorld *world, const char *text, guint *node);
gboolean dl_fact_find_link (const DlWorld *world, const char *text, guint *link);

/* A finite number of the whole. */
static inline gboolean
take (DlFactValue *value, double number)
{
  value->number = number;
  return isfinite (number);
}

/* Facts that only @family has. */
void dl_fact_add_of (GArray *all, const DlFamily *family, const DlFactInfo *facts, guint n);
/* dl-fact-torus.c, dl-fact-dragonfly.c, dl-fact-fabric.c: the facts that only one of them has. */
void dl_fact_torus_add (GArray *all);
void dl_fact_dragonfly_add (GArray *all);
void dl_fact_fabric_add (GArray *all);

G_END_DECLS
