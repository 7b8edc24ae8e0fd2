/* Objects that are shared by reference, between threads too: the head of each of them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  gatomicrefcount refs;
  void (*free) (gpointer object);
} DlShared;

/* The first reference to the object whose head @shared is; @free is called after the last. */
static inline void
dl_shared_init (DlShared *shared, void (*free) (gpointer object))
{
  g_atomic_ref_count_init (&shared->refs);
  shared->free = free;
}

/* @object begins with a DlShared; nullable. Returns it. */
static inline gpointer
dl_shared_ref (gconstpointer object)
{
  DlShared *shared = (DlShared *) object;

  if (shared != NULL)
    g_atomic_ref_count_inc (&shared->refs);
  return shared;
}

/* Likewise. */
static inline void
dl_shared_unref (gpointer object)
{
  DlShared *shared = object;

  if (shared != NULL && g_atomic_ref_count_dec (&shared->refs))
    shared->free (object);
}

/* PREFIX_ref and PREFIX_unref of objects of a type, and g_autoptr of it. */
#define DL_SHARED(Type, prefix)                                                                    \
  static inline Type *prefix##_ref (const Type *object)                                            \
  {                                                                                                \
    return dl_shared_ref (object);                                                                 \
  }                                                                                                \
  static inline void prefix##_unref (Type *object)                                                 \
  {                                                                                                \
    dl_shared_unref (object);                                                                      \
  }                                                                                                \
  G_DEFINE_AUTOPTR_CLEANUP_FUNC (Type, prefix##_unref)

G_END_DECLS
