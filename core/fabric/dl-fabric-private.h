/* Names of a fabric's vertices, shared by its builder, its look-up and its copies. */
#pragma once

#include "dl-fabric.h"

G_BEGIN_DECLS

struct _DlFabricNames
{
  GStringChunk *pool;
  const char **name;   /* (n_vertices) */
  GHashTable *by_name; /* name to vertex + 1 */
  GHashTable *by_guid; /* guint64 * to vertex + 1, of an endpoint that is set apart a number past
                          those of vertices + 1 */
};

/* TRUE, with an error that says so, if @text (@length) names a node that is set apart. */
gboolean dl_fabric_fail_apart (const DlFabric *fabric, const char *text, gsize length,
                               GError **error);
/* Fill the levels of a fabric that has all else. */
void dl_fabric_find_levels (DlFabric *fabric);

#define DL_FABRIC_FAR G_MAXUINT16
/* Levels above @leaves (n), switches: @hops (n_switches) is how far each is, DL_FABRIC_FAR where no
 * cable leads. FALSE if cables lie between switches of one level, @n_beside of them, without which
 * the leaves do not reach each other up, then down. */
gboolean dl_fabric_level_from (const DlFabric *fabric, const guint32 *leaves, guint n,
                               guint16 *hops, guint *n_beside);

/* For dl_shared_init. */
void dl_fabric_free (gpointer fabric);

G_END_DECLS
