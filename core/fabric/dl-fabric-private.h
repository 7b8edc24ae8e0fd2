/* Names of a fabric's vertices, shared by its builder, its look-up and its copies. */
#pragma once

#include "dl-fabric.h"

G_BEGIN_DECLS

struct _DlFabricNames
{
  GStringChunk *pool;
  const char **name;   /* (n_vertices) */
  GHashTable *by_name; /* name to vertex + 1 */
  GHashTable *by_guid; /* guint64 * to vertex + 1 */
};

/* Fill the levels of a fabric that has all else. */
void dl_fabric_find_levels (DlFabric *fabric);

G_END_DECLS
