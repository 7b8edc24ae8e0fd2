/* GLib's locks, queues and counts, told to ThreadSanitizer, which sees only code that it compiled:
 * each function here is called in place of GLib's of that name, by the program and by GIO, and does
 * the same. GThread needs no word, its functions are those of pthreads. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <gio/gio.h>

/* The interface of ThreadSanitizer's run-time library. */
void __tsan_acquire (void *at);
void __tsan_release (void *at);
void __tsan_mutex_pre_lock (void *mutex, unsigned flags);
void __tsan_mutex_post_lock (void *mutex, unsigned flags, int recursion);
int __tsan_mutex_pre_unlock (void *mutex, unsigned flags);
void __tsan_mutex_post_unlock (void *mutex, unsigned flags);

/* Flags of a mutex, as the library's header has them. */
#define NO_FLAGS        0
#define TRY_LOCK        (1 << 4)
#define TRY_LOCK_FAILED (1 << 5)

/* The function that is hidden by one here. */
#define REAL(function)                                                                             \
  static __typeof__ (&function) real;                                                              \
  if (real == NULL)                                                                                \
  real = (__typeof__ (&function)) dlsym (RTLD_NEXT, #function)

/* Locks ---------------------------------------------------------------------------------------- */

void
g_mutex_lock (GMutex *mutex)
{
  REAL (g_mutex_lock);
  __tsan_mutex_pre_lock (mutex, NO_FLAGS);
  real (mutex);
  __tsan_mutex_post_lock (mutex, NO_FLAGS, 0);
}

gboolean
g_mutex_trylock (GMutex *mutex)
{
  gboolean locked;

  REAL (g_mutex_trylock);
  __tsan_mutex_pre_lock (mutex, TRY_LOCK);
  locked = real (mutex);
  __tsan_mutex_post_lock (mutex, locked ? TRY_LOCK : TRY_LOCK | TRY_LOCK_FAILED, 0);
  return locked;
}

void
g_mutex_unlock (GMutex *mutex)
{
  REAL (g_mutex_unlock);
  __tsan_mutex_pre_unlock (mutex, NO_FLAGS);
  real (mutex);
  __tsan_mutex_post_unlock (mutex, NO_FLAGS);
}

void
g_cond_wait (GCond *cond, GMutex *mutex)
{
  REAL (g_cond_wait);
  __tsan_mutex_pre_unlock (mutex, NO_FLAGS);
  __tsan_mutex_post_unlock (mutex, NO_FLAGS);
  real (cond, mutex);
  __tsan_mutex_pre_lock (mutex, NO_FLAGS);
  __tsan_mutex_post_lock (mutex, NO_FLAGS, 0);
}

gboolean
g_cond_wait_until (GCond *cond, GMutex *mutex, gint64 end)
{
  gboolean signaled;

  REAL (g_cond_wait_until);
  __tsan_mutex_pre_unlock (mutex, NO_FLAGS);
  __tsan_mutex_post_unlock (mutex, NO_FLAGS);
  signaled = real (cond, mutex, end);
  __tsan_mutex_pre_lock (mutex, NO_FLAGS);
  __tsan_mutex_post_lock (mutex, NO_FLAGS, 0);
  return signaled;
}

/* Made once ------------------------------------------------------------------------------------ */

gboolean (g_once_init_enter) (volatile void *location)
{
  gboolean first;

  REAL (g_once_init_enter);
  first = real (location);
  if (!first)
    __tsan_acquire ((void *) location);
  return first;
}

void (g_once_init_leave) (volatile void *location, gsize result)
{
  REAL (g_once_init_leave);
  __tsan_release ((void *) location);
  real (location, result);
}

/* Counts of references ------------------------------------------------------------------------- */

void
g_atomic_rc_box_release_full (gpointer box, GDestroyNotify clear)
{
  REAL (g_atomic_rc_box_release_full);
  __tsan_release (box);
  __tsan_acquire (box);
  real (box, clear);
}

void
g_atomic_rc_box_release (gpointer box)
{
  REAL (g_atomic_rc_box_release);
  __tsan_release (box);
  __tsan_acquire (box);
  real (box);
}

gboolean (g_atomic_ref_count_dec) (gatomicrefcount *count)
{
  gboolean last;

  REAL (g_atomic_ref_count_dec);
  __tsan_release (count);
  last = real (count);
  if (last)
    __tsan_acquire (count);
  return last;
}

void (g_object_unref) (gpointer object)
{
  REAL (g_object_unref);
  __tsan_release (object);
  __tsan_acquire (object);
  real (object);
}

void
g_bytes_unref (GBytes *bytes)
{
  REAL (g_bytes_unref);
  if (bytes == NULL)
    return;
  __tsan_release (bytes);
  __tsan_acquire (bytes);
  real (bytes);
}

void
g_ptr_array_unref (GPtrArray *array)
{
  REAL (g_ptr_array_unref);
  __tsan_release (array);
  __tsan_acquire (array);
  real (array);
}

/* Queues --------------------------------------------------------------------------------------- */

void
g_async_queue_push (GAsyncQueue *queue, gpointer data)
{
  REAL (g_async_queue_push);
  __tsan_release (queue);
  real (queue, data);
}

void
g_async_queue_push_unlocked (GAsyncQueue *queue, gpointer data)
{
  REAL (g_async_queue_push_unlocked);
  __tsan_release (queue);
  real (queue, data);
}

gpointer
g_async_queue_pop (GAsyncQueue *queue)
{
  gpointer data;

  REAL (g_async_queue_pop);
  data = real (queue);
  __tsan_acquire (queue);
  return data;
}

/* It waits without the lock. */
gpointer
g_async_queue_pop_unlocked (GAsyncQueue *queue)
{
  gpointer data;

  REAL (g_async_queue_pop_unlocked);
  __tsan_release (queue);
  data = real (queue);
  __tsan_acquire (queue);
  return data;
}

gpointer
g_async_queue_try_pop (GAsyncQueue *queue)
{
  gpointer data;

  REAL (g_async_queue_try_pop);
  data = real (queue);
  __tsan_acquire (queue);
  return data;
}

gpointer
g_async_queue_timeout_pop (GAsyncQueue *queue, guint64 timeout)
{
  gpointer data;

  REAL (g_async_queue_timeout_pop);
  data = real (queue, timeout);
  __tsan_acquire (queue);
  return data;
}

void
g_async_queue_unref (GAsyncQueue *queue)
{
  REAL (g_async_queue_unref);
  __tsan_release (queue);
  __tsan_acquire (queue);
  real (queue);
}

void
g_async_queue_lock (GAsyncQueue *queue)
{
  REAL (g_async_queue_lock);
  real (queue);
  __tsan_acquire (queue);
}

void
g_async_queue_unlock (GAsyncQueue *queue)
{
  REAL (g_async_queue_unlock);
  __tsan_release (queue);
  real (queue);
}

/* Work that another thread does ---------------------------------------------------------------- */

static void
run_task (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GTaskThreadFunc func = (GTaskThreadFunc) g_object_get_data (G_OBJECT (task), "tsan-func");

  __tsan_acquire (task);
  func (task, source, data, cancellable);
  __tsan_release (task);
}

void
g_task_run_in_thread (GTask *task, GTaskThreadFunc func)
{
  REAL (g_task_run_in_thread);
  g_object_set_data (G_OBJECT (task), "tsan-func", (gpointer) func);
  __tsan_release (task);
  real (task, run_task);
}

void
g_task_run_in_thread_sync (GTask *task, GTaskThreadFunc func)
{
  REAL (g_task_run_in_thread_sync);
  g_object_set_data (G_OBJECT (task), "tsan-func", (gpointer) func);
  __tsan_release (task);
  real (task, run_task);
  __tsan_acquire (task);
}

void
g_task_return_pointer (GTask *task, gpointer result, GDestroyNotify destroy)
{
  REAL (g_task_return_pointer);
  __tsan_release (task);
  real (task, result, destroy);
}

void
g_task_return_boolean (GTask *task, gboolean result)
{
  REAL (g_task_return_boolean);
  __tsan_release (task);
  real (task, result);
}

void
g_task_return_int (GTask *task, gssize result)
{
  REAL (g_task_return_int);
  __tsan_release (task);
  real (task, result);
}

void
g_task_return_error (GTask *task, GError *error)
{
  REAL (g_task_return_error);
  __tsan_release (task);
  real (task, error);
}

gpointer
g_task_propagate_pointer (GTask *task, GError **error)
{
  REAL (g_task_propagate_pointer);
  __tsan_acquire (task);
  return real (task, error);
}

gboolean
g_task_propagate_boolean (GTask *task, GError **error)
{
  REAL (g_task_propagate_boolean);
  __tsan_acquire (task);
  return real (task, error);
}

gssize
g_task_propagate_int (GTask *task, GError **error)
{
  REAL (g_task_propagate_int);
  __tsan_acquire (task);
  return real (task, error);
}

/* A function that the main loop calls, with what another thread wrote. */

typedef struct
{
  GSourceFunc func;
  gpointer data;
  GDestroyNotify destroy;
} Call;

static gboolean
call (gpointer user_data)
{
  Call *self = user_data;

  __tsan_acquire (self);
  return self->func (self->data);
}

static void
call_free (gpointer user_data)
{
  Call *self = user_data;

  if (self->destroy != NULL)
    self->destroy (self->data);
  g_free (self);
}

static gpointer
call_new (GSourceFunc func, gpointer data, GDestroyNotify destroy)
{
  Call *self = g_new (Call, 1);

  *self = (Call) { func, data, destroy };
  __tsan_release (self);
  return self;
}

guint
g_idle_add (GSourceFunc func, gpointer data)
{
  return g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, func, data, NULL);
}

guint
g_idle_add_full (gint priority, GSourceFunc func, gpointer data, GDestroyNotify destroy)
{
  REAL (g_idle_add_full);
  return real (priority, call, call_new (func, data, destroy), call_free);
}
