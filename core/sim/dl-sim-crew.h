/* Threads that advance the blocks of a simulation side by side, and their mail: what one does to
 * another's blocks waits until that one begins its next window. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes that what different threads write is apart by: lines of the cache, which processors fetch
 * in twos. */
#define DL_SIM_APART 128

/* Work shared by threads. */
typedef struct
{
  gpointer sim;
  guint n_blocks;
  guint window;     /* cycles, at most: what a block does to another happens there at least so much
                       later */
  gboolean aligned; /* windows end at multiples of that; else short runs take no more than they need
                       to */
  /* @block is @worker's in this run. */
  void (*give) (gpointer sim, guint block, guint worker);
  /* Takes in the mail of the window of parity @parity. NULL: there is none. */
  void (*take_mail) (gpointer sim, guint worker, guint parity);
  /* Cycles @from .. @to - 1 of @block, in the window of parity @parity. */
  void (*advance) (gpointer sim, guint block, guint64 from, guint64 to, guint parity);
} DlSimWork;

/* The threads of one simulation: the caller's, and helpers. They are started when a run needs them,
 * and kept: they sleep while there is no run. */
typedef struct _DlSimCrew DlSimCrew;

/* A crew of one thread. @name is of its helpers and is not copied. */
DlSimCrew *dl_sim_crew_new (const char *name);
/* Helpers end before it returns. */
void dl_sim_crew_free (DlSimCrew *crew);
/* The same between runs: @n_threads at most from now on; not more than there are blocks. Other
 * helpers end before it returns. */
void dl_sim_crew_set_threads (DlSimCrew *crew, guint n_threads);
/* Cycles @begin .. @end - 1 on as many threads as can be had. All mail is taken in at the end. */
void dl_sim_crew_run (DlSimCrew *crew, const DlSimWork *work, guint64 begin, guint64 end);

typedef struct
{
  _Alignas(DL_SIM_APART) guint n;
  guint size;
  gpointer items; /* (n) */
} DlSimMailbox;

typedef struct
{
  gsize item_size;
  guint n_threads;
  DlSimMailbox *boxes; /* (2 x n_threads x n_threads) by window modulo 2, from, to */
} DlSimPost;

/* Begins with one thread. */
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
