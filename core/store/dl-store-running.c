/* Which sweeps a program is at work on. A lock in a file beside the library says so, a byte per
 * sweep: it ends with the program, however that ends, which no row of the library does. */
#include "dl-store-private.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#define LOCKS "-sweeps"
/* Another program may remove the file between opening and locking it. */
#define TRIES 16

static char *
locks_path (DlStore *store)
{
  return g_strconcat (dl_database_path (store->db), LOCKS, NULL);
}

/* Of @n bytes from @id on, or all with @n 0. Locks belong to @fd, not to the process. */
static gboolean
set_lock (int fd, short type, gint64 id, gint64 n)
{
  struct flock lock = { .l_type = type, .l_whence = SEEK_SET, .l_start = id, .l_len = n };
  int done;

  do
    done = fcntl (fd, F_OFD_SETLK, &lock);
  while (done != 0 && errno == EINTR);
  return done == 0;
}

/* Is @fd still the file at @path? */
static gboolean
is_there (int fd, const char *path)
{
  struct stat open_file, file;

  return fstat (fd, &open_file) == 0 && lstat (path, &file) == 0 && open_file.st_dev == file.st_dev
         && open_file.st_ino == file.st_ino;
}

void
dl_store_hold_sweep (DlStore *store, gint64 id)
{
  g_autofree char *path = NULL;

  if (store->sweeps_held == NULL)
    store->sweeps_held = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  if (g_hash_table_contains (store->sweeps_held, &id))
    return;
  path = locks_path (store);
  for (guint i = 0; i < TRIES && g_hash_table_size (store->sweeps_held) == 0; i++)
    {
      store->sweeps_fd = open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
      if (store->sweeps_fd < 0)
        return; /* a folder that cannot be written does without */
      if (set_lock (store->sweeps_fd, F_RDLCK, id, 1) && is_there (store->sweeps_fd, path))
        break;
      close (store->sweeps_fd);
      store->sweeps_fd = -1;
    }
  if (store->sweeps_fd >= 0 && set_lock (store->sweeps_fd, F_RDLCK, id, 1))
    g_hash_table_add (store->sweeps_held, g_memdup2 (&id, sizeof id));
}

void
dl_store_release_sweep (DlStore *store, gint64 id)
{
  g_autofree char *path = NULL;

  if (store->sweeps_held == NULL || !g_hash_table_remove (store->sweeps_held, &id))
    return;
  set_lock (store->sweeps_fd, F_UNLCK, id, 1);
  if (g_hash_table_size (store->sweeps_held) > 0)
    return;
  /* The last one out takes the file along. */
  path = locks_path (store);
  if (set_lock (store->sweeps_fd, F_WRLCK, 0, 0) && is_there (store->sweeps_fd, path))
    g_unlink (path);
  close (store->sweeps_fd);
  store->sweeps_fd = -1;
}

void
dl_store_release_sweeps (DlStore *store)
{
  GHashTableIter iter;
  gpointer id;

  if (store->sweeps_held == NULL)
    return;
  while (g_hash_table_iter_init (&iter, store->sweeps_held),
         g_hash_table_iter_next (&iter, &id, NULL))
    dl_store_release_sweep (store, *(const gint64 *) id);
  g_clear_pointer (&store->sweeps_held, g_hash_table_unref);
}

gboolean
dl_store_sweep_is_held (DlStore *store, gint64 id)
{
  g_autofree char *path = locks_path (store);
  const int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = id, .l_len = 1 };
  gboolean held;

  if (fd < 0)
    return FALSE;
  held = fcntl (fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  close (fd);
  return held;
}
