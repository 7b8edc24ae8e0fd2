/* Threads that advance the blocks of a simulation side by side, and their mail: what one does to
 * another's blocks waits until that one begins its next window. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the threads share out. */
typedef struct
{
  gpointer sim;
  guint n_blocks;
  guint window;     /* cycles, at most: what a block does to another happens there at least so much
                       later */
  gboolean aligned; /* windows end at multiples of that; else short runs take no more than they need
                       to */
  const char *name;
  /* @block is @worker's in this run. */
  void (*give) (gpointer sim, guint block, guint worker);
  void (*take_mail) (gpointer sim, guint worker, guint parity);
  /* Cycles @from .. @to - 1 of @block, in the window of parity @parity. */
  void (*advance) (gpointer sim, guint block, guint64 from, guint64 to, guint parity);
} DlSimCrew;

/* Cycles @begin .. @end - 1 on up to @n_threads threads; the caller's is one of them. All mail is
 * taken in at the end. */
void dl_sim_crew_run (const DlSimCrew *crew, guint n_threads, guint64 begin, guint64 end);

typedef struct
{
  guint n, size;
  gpointer items; /* (n) */
} DlSimMailbox;

typedef struct
{
  gsize item_size;
  guint n_threads;
  DlSimMailbox *boxes; /* (2 x n_threads x n_threads) by window modulo 2, from, to */
} DlSimPost;

/* Of one thread. */
void dl_sim_post_init (DlSimPost *post, gsize item_size);
void dl_sim_post_clear (DlSimPost *post);
/* The same between @n_threads; it is empty. */
void dl_sim_post_set_threads (DlSimPost *post, guint n_threads);
/* Room for one more letter. */
gpointer dl_sim_post_add (DlSimPost *post, guint parity, guint from, guint to);

static inline DlSimMailbox *
dl_sim_post_box (DlSimPost *post, guint parity, guint from, guint to)
{
  return &post->boxes[(parity * post->n_threads + from) * post->n_threads + to];
}

G_END_DECLS
