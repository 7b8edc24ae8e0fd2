#include "dl-sim-image.h"

#include <string.h>

/* A sparse array is looked at in pieces of so many bytes. */
#define PIECE 64

static void
image_free (gpointer data)
{
  DlSimImage *image = data;

  g_free (image->bytes);
  g_ptr_array_unref (image->objects);
  g_free (image);
}

DlSimImage *
dl_sim_image_new (gconstpointer sim, DlSimWalkFunc walk_sim, guint64 cycle)
{
  DlSimImage *image = g_new0 (DlSimImage, 1);
  DlSimWalk walk = { .kind = DL_SIM_WALK_MEASURE, .image = image };

  dl_shared_init (&image->shared, image_free);
  image->cycle = cycle;
  image->objects = g_ptr_array_new_with_free_func (dl_shared_unref);
  walk_sim ((gpointer) sim, &walk);
  image->size = walk.at;
  image->bytes = g_malloc (image->size);
  walk = (DlSimWalk) { .kind = DL_SIM_WALK_SAVE, .image = image };
  walk_sim ((gpointer) sim, &walk);
  g_assert (walk.at == image->size);
  return image;
}

void
dl_sim_image_load (const DlSimImage *image, gpointer sim, DlSimWalkFunc walk_sim)
{
  DlSimWalk walk = { .kind = DL_SIM_WALK_LOAD, .image = (DlSimImage *) image };

  walk_sim (sim, &walk);
  g_assert (walk.at == image->size && walk.object == image->objects->len);
}

gsize
dl_sim_image_get_size (const DlSimImage *image)
{
  return sizeof *image + image->size + image->objects->len * sizeof (gpointer);
}

void
dl_sim_walk_bytes (DlSimWalk *walk, gpointer data, gsize size)
{
  guint8 *at = walk->image->bytes + walk->at;

  if (walk->kind == DL_SIM_WALK_SAVE && size > 0)
    memcpy (at, data, size);
  else if (walk->kind == DL_SIM_WALK_LOAD && size > 0)
    memcpy (data, at, size);
  walk->at += size;
}

static gboolean
is_even (const guint8 *data, gsize size)
{
  return memcmp (data, data + 1, size - 1) == 0;
}

/* Pieces of @data: per piece whether all its bytes are equal, and then one of them, else all. */
void
dl_sim_walk_sparse (DlSimWalk *walk, gpointer data, gsize size)
{
  const gsize n_pieces = (size + PIECE - 1) / PIECE;
  g_autofree guint8 *even = g_malloc (n_pieces + 1);
  guint8 *bytes = data;

  for (gsize i = 0; !dl_sim_walk_loads (walk) && i < n_pieces; i++)
    even[i] = is_even (bytes + i * PIECE, MIN (PIECE, size - i * PIECE));
  dl_sim_walk_bytes (walk, even, n_pieces);
  for (gsize i = 0; i < n_pieces; i++)
    {
      const gsize length = MIN (PIECE, size - i * PIECE);

      dl_sim_walk_bytes (walk, bytes + i * PIECE, even[i] ? 1 : length);
      if (even[i] && dl_sim_walk_loads (walk))
        memset (bytes + i * PIECE, bytes[i * PIECE], length);
    }
}

void
dl_sim_walk_perhaps (DlSimWalk *walk, gpointer *data, gsize size)
{
  gboolean there = *data != NULL;

  dl_sim_walk_value (walk, &there);
  if (dl_sim_walk_loads (walk) && there != (*data != NULL))
    {
      g_free (*data);
      *data = there ? g_malloc (size) : NULL;
    }
  if (there)
    dl_sim_walk_bytes (walk, *data, size);
}

void
dl_sim_walk_object (DlSimWalk *walk, gpointer *object)
{
  gpointer before = *object;

  if (walk->kind == DL_SIM_WALK_SAVE)
    g_ptr_array_add (walk->image->objects, dl_shared_ref (*object));
  if (!dl_sim_walk_loads (walk))
    return;
  *object = dl_shared_ref (g_ptr_array_index (walk->image->objects, walk->object++));
  dl_shared_unref (before);
}
