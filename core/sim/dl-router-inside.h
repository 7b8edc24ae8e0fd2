/* A router seen from inside between two cycles, whatever its kind: each kind has a struct of its
 * own for what it shows. */
#pragma once

#include "dl-shared.h"

#include <glib.h>

G_BEGIN_DECLS

/* Of a kind of router: how what it shows is freed. Known by its address. */
typedef struct
{
  GDestroyNotify free;
} DlInsideKind;

/* Immutable once made, shared by reference, also between threads. */
typedef struct
{
  DlShared shared;
  const DlInsideKind *kind;
  guint router;
  guint64 cycle; /* that is next */
  gpointer data; /* of @kind, owned */
} DlRouterInside;

/* Takes @data over. */
DlRouterInside *dl_router_inside_new (const DlInsideKind *kind, guint router, guint64 cycle,
                                      gpointer data);
/* NULL-safe. */
DL_SHARED (DlRouterInside, dl_router_inside)

/* What it shows, borrowed, if it is of @kind; else NULL, as of NULL. */
gconstpointer dl_router_inside_get (const DlRouterInside *inside, const DlInsideKind *kind);

G_END_DECLS
