/* A simulation's whole state, copied into one block of memory and back. A simulator says in one
 * function, which walks it, where its state is: the same walk measures it, copies it out, and
 * copies it in again, so that neither can forget what the other knows. State is flat arrays, which
 * are copied whole; free parts of them are not. */
#pragma once

#include "dl-shared.h"

#include <glib.h>

G_BEGIN_DECLS

/* Immutable once taken, shared by reference. */
typedef struct
{
  DlShared shared;
  guint64 cycle;
  gsize size;
  guint8 *bytes;      /* (size) */
  GPtrArray *objects; /* objects that it refers to, such as plans, each with a reference */
} DlSimImage;

/* NULL-safe. */
DL_SHARED (DlSimImage, dl_sim_image)

/* Bytes that it takes, objects that it refers to aside. */
gsize dl_sim_image_get_size (const DlSimImage *image);

typedef struct
{
  enum
  {
    DL_SIM_WALK_MEASURE,
    DL_SIM_WALK_SAVE,
    DL_SIM_WALK_LOAD
  } kind;
  DlSimImage *image;
  gsize at; /* in its bytes */
  guint object;
} DlSimWalk;

/* Takes the state of @sim, which @walk_sim walks without a change. */
typedef void (*DlSimWalkFunc) (gpointer sim, DlSimWalk *walk);
DlSimImage *dl_sim_image_new (gconstpointer sim, DlSimWalkFunc walk_sim, guint64 cycle);
/* Gives it to @sim, made by a plan of the same network and router as the one that it was taken of.
 */
void dl_sim_image_load (const DlSimImage *image, gpointer sim, DlSimWalkFunc walk_sim);

static inline gboolean
dl_sim_walk_loads (const DlSimWalk *walk)
{
  return walk->kind == DL_SIM_WALK_LOAD;
}

/* @size bytes of the state. */
void dl_sim_walk_bytes (DlSimWalk *walk, gpointer data, gsize size);
#define dl_sim_walk_value(walk, value) dl_sim_walk_bytes (walk, value, sizeof *(value))
/* The same, where most are alike, such as zeros. */
void dl_sim_walk_sparse (DlSimWalk *walk, gpointer data, gsize size);
/* An array of its own (g_free) that there may be or not. */
void dl_sim_walk_perhaps (DlSimWalk *walk, gpointer *data, gsize size);
/* A reference to an immutable object, which begins with a DlShared; nullable. */
void dl_sim_walk_object (DlSimWalk *walk, gpointer *object);

G_END_DECLS
