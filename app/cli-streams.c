#include "cli-streams.h"

#include "dl-figure.h"
#include "dl-output.h"
#include "dl-progress.h"
#include "dl-store-error.h"

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes that a pipe with room surely takes without blocking (PIPE_BUF), so that Ctrl+C is never
 * waited for. */
#define WRITE_BYTES 4096
#define READ_BYTES  65536
/* How long a pipe may wait for a writer. */
#define WRITER_SECONDS 5
#define WRITER_LOOK_MS 50

/* Time before the first estimate, in microseconds. */
#define ESTIMATE_AFTER_US (2 * G_USEC_PER_SEC)

#define CLEAR_LINE "\r\033[K"

G_DEFINE_QUARK (cli - error - quark, cli_error)

gboolean
cli_bad_input (GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, CLI_ERROR, CLI_ERROR_INPUT, message);
  return FALSE;
}

/* Start and stop */

void
cli_streams_init (void)
{
  /* Open for the other direction, so that using it still fails. */
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl (fd, F_GETFD) < 0 && errno == EBADF)
      if (open ("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
        _exit (CLI_STOPPED);
}

typedef struct
{
  GCancellable *cancellable;
  sigset_t signals;
} Waiter;

/* A thread, since a handler may do next to nothing. */
static gpointer
wait_for_signals (gpointer data)
{
  Waiter *waiter = data;
  int number;

  while (sigwait (&waiter->signals, &number) == 0)
    g_cancellable_cancel (waiter->cancellable);
  return NULL;
}

void
cli_signals_init (GCancellable *cancellable)
{
  static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
  static Waiter waiter;

  /* A reader that has gone and a file at its limit are errors of write. */
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);

  /* Kept for good: the thread is there until the very end, after the caller's. */
  waiter.cancellable = g_object_ref (cancellable);
  sigemptyset (&waiter.signals);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      struct sigaction action;
      /* nohup means it. */
      if (sigaction (numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        sigaddset (&waiter.signals, numbers[i]);
    }
  pthread_sigmask (SIG_BLOCK, &waiter.signals, NULL);
  g_thread_unref (g_thread_new ("signals", wait_for_signals, &waiter));
}

/* Errors of files */

/* @problem: nullable; what follows from it. */
static gboolean
fail_errno (GError **error, gboolean writing, const char *name, int number, const char *problem)
{
  g_autofree char *what
      = g_strconcat (g_strerror (number), problem != NULL ? "; " : NULL, problem, NULL);
  static const int inputs[] = { ENOENT, ENOTDIR, EISDIR, ENAMETOOLONG, ELOOP, EINVAL, ENXIO };
  CliError code = writing ? CLI_ERROR_STOPPED : CLI_ERROR_INPUT;
  const char *hint = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    if (inputs[i] == number)
      code = CLI_ERROR_INPUT;
  if (number == ENOMEM || number == EMFILE || number == ENFILE || number == EIO)
    code = CLI_ERROR_STOPPED;
  if (number == EPIPE)
    code = CLI_ERROR_PIPE;

  if (number == ENOSPC || number == EDQUOT)
    hint = _ ("free some space, or write to a different place");
  else if (writing && number == ENOENT)
    hint = _ ("expected a file in an existing folder");
  else if (writing && (number == EACCES || number == EPERM || number == EROFS))
    hint = _ ("expected a file that can be written");
  else if (number == EISDIR)
    hint = _ ("expected the name of a file");

  if (hint != NULL)
    g_set_error (error, CLI_ERROR, code, "%s: %s (%s)", name, what, hint);
  else
    g_set_error (error, CLI_ERROR, code, "%s: %s", name, what);
  return FALSE;
}

gboolean
cli_fail_errno (GError **error, gboolean writing, const char *name, int number)
{
  return fail_errno (error, writing, name, number, NULL);
}

gboolean
cli_fail_with_points (GError **error, const char *name, int number, guint n_safe, guint n_points)
{
  g_autofree char *safe = g_strdup_printf (
      ngettext ("%u of %u point is saved", "%u of %u points are saved", n_points), n_safe,
      n_points);

  return fail_errno (error, TRUE, name, number, safe);
}

/* GIO's error about a stream. */
static gboolean
fail_io (GError **error, gboolean writing, const char *name, GError *io_error)
{
  g_autoptr (GError) owned = io_error;
  const char *reason = g_strrstr (owned->message, ": ");

  if (g_error_matches (owned, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&owned));
      return FALSE;
    }
  if (g_error_matches (owned, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
    return cli_fail_errno (error, writing, name, ENOSPC);
  if (g_error_matches (owned, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    return cli_fail_errno (error, writing, name, EPIPE);
  if (g_error_matches (owned, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY))
    return cli_fail_errno (error, writing, name, EISDIR);
  /* Its messages end with what the system says. */
  g_set_error (error, CLI_ERROR, writing ? CLI_ERROR_STOPPED : CLI_ERROR_INPUT, "%s: %s", name,
               reason != NULL ? reason + 2 : owned->message);
  return FALSE;
}

/* Reading and writing */

/* Wait until @fd, which does not block and may be a pipe, has a writer or had one. Returns what
 * that took to find out, 0 or 1 bytes in @byte; -1 if none comes. A program that writes into the
 * pipe may take any time: only the wait for a pipe that is never opened is limited. */
static gssize
wait_for_writer (int fd, guint8 *byte, GCancellable *cancellable)
{
  const gint64 end = g_get_monotonic_time () + WRITER_SECONDS * G_TIME_SPAN_SECOND;
  struct stat info;

  if (fstat (fd, &info) != 0 || !S_ISFIFO (info.st_mode))
    return 0;
  while (!g_cancellable_is_cancelled (cancellable))
    {
      struct pollfd look = { .fd = fd, .events = POLLIN };
      gssize n;

      if (poll (&look, 1, WRITER_LOOK_MS) > 0)
        return 0; /* there is something, or there was and its end has come */
      n = read (fd, byte, 1);
      if (n > 0)
        return 1;
      if (n < 0) /* EAGAIN: a writer that has not written yet */
        return 0;
      if (g_get_monotonic_time () > end)
        return -1;
    }
  return 0;
}

GByteArray *
cli_read (const char *file_name, CliLimit limit, GCancellable *cancellable, GError **error)
{
  const gboolean standard = strcmp (file_name, "-") == 0;
  g_autofree char *name = cli_display_name (file_name);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GInputStream) stream = NULL;
  g_autofree guint8 *buffer = g_malloc (READ_BYTES);
  int fd = STDIN_FILENO;

  if (!standard)
    {
      /* A pipe without a writer must not keep the program from being stopped. */
      fd = g_open (file_name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0);
      if (fd < 0)
        {
          cli_fail_errno (error, FALSE, name, errno);
          return NULL;
        }
    }
  stream = g_unix_input_stream_new (fd, !standard);
  if (!standard)
    {
      const gssize n = wait_for_writer (fd, buffer, cancellable);

      if (n < 0)
        {
          cli_bad_input (error,
                         _ ("%s: this is a pipe that no program writes to (open it for writing, "
                            "or name a file)"),
                         name);
          return NULL;
        }
      g_byte_array_append (bytes, buffer, (guint) n);
    }

  for (gsize max; bytes->len <= (max = limit (bytes));)
    {
      GError *io_error = NULL;
      const gssize n = g_input_stream_read (stream, buffer, READ_BYTES, cancellable, &io_error);

      if (n < 0)
        {
          fail_io (error, FALSE, name, io_error);
          return NULL;
        }
      if (n == 0)
        break;
      g_byte_array_append (bytes, buffer, MIN ((gsize) n, max + 1 - bytes->len));
    }
  /* Not NULL even if it is empty. */
  g_byte_array_append (bytes, (const guint8 *) "", 1);
  g_byte_array_set_size (bytes, bytes->len - 1);
  return g_steal_pointer (&bytes);
}

static gboolean
write_fd (int fd, const char *name, const char *data, gsize length, GCancellable *cancellable,
          GError **error)
{
  g_autoptr (GOutputStream) stream = g_unix_output_stream_new (fd, FALSE);
  /* Names, notes and lessons of others do not get to steer the terminal. */
  g_autofree char *shown = isatty (fd) ? dl_text_printable (data, (gssize) length, TRUE) : NULL;

  if (shown != NULL)
    {
      data = shown;
      length = strlen (shown);
    }
  while (length > 0)
    {
      GError *io_error = NULL;
      const gssize n
          = g_output_stream_write (stream, data, MIN (length, WRITE_BYTES), cancellable, &io_error);
      if (n < 0)
        return fail_io (error, TRUE, name, io_error);
      data += n;
      length -= n;
    }
  return TRUE;
}

/* Write to standard output. */
static gboolean
write_stdout (const char *data, gsize length, GCancellable *cancellable, GError **error)
{
  const char *name = _ ("standard output");

  if (length == 0)
    return TRUE;
  if (!write_fd (STDOUT_FILENO, name, data, length, cancellable, error))
    return FALSE;
  /* Some file systems say only now that there was no room. */
  if (close (dup (STDOUT_FILENO)) != 0)
    return cli_fail_errno (error, TRUE, name, errno);
  return TRUE;
}

/* Into something that exists and is not a file: a terminal, a pipe, a device. */
static gboolean
write_special (const char *file_name, const char *name, const char *data, gsize length,
               GCancellable *cancellable, GError **error)
{
  const int fd = g_open (file_name, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0);
  gboolean written;

  if (fd < 0)
    return cli_fail_errno (error, TRUE, name, errno);
  written = write_fd (fd, name, data, length, cancellable, error);
  if (close (fd) != 0 && written)
    return cli_fail_errno (error, TRUE, name, errno);
  return written;
}

gboolean
cli_check_writable (const char *file_name, GError **error)
{
  g_autofree char *name = cli_display_name (file_name);
  g_autofree char *path = NULL;
  g_autofree char *folder = NULL;
  struct stat info;
  int number = 0;

  if (strcmp (file_name, "-") == 0)
    return TRUE;
  path = dl_output_resolve (file_name, &number);
  if (path == NULL)
    return cli_fail_errno (error, TRUE, name, number);
  if (stat (path, &info) == 0)
    {
      if (S_ISDIR (info.st_mode))
        return cli_fail_errno (error, TRUE, name, EISDIR);
      return access (path, W_OK) == 0 || cli_fail_errno (error, TRUE, name, errno);
    }
  folder = g_path_get_dirname (path);
  return (errno == ENOENT && access (folder, W_OK | X_OK) == 0)
         || cli_fail_errno (error, TRUE, name, errno);
}

gboolean
cli_write (const char *file_name, const char *data, gsize length, GCancellable *cancellable,
           GError **error)
{
  g_autofree char *name = cli_display_name (file_name);
  struct stat info;
  int number;

  if (strcmp (file_name, "-") == 0)
    return write_stdout (data, length, cancellable, error);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (stat (file_name, &info) == 0 && !S_ISREG (info.st_mode) && !S_ISDIR (info.st_mode))
    return write_special (file_name, name, data, length, cancellable, error);
  number = dl_output_write (file_name, data, length, FALSE);
  return number == 0 || cli_fail_errno (error, TRUE, name, number);
}

/* Memory */

/* GLib ends a program that gets no memory or no thread by a fatal message, before which there is
 * this one call. Nothing that takes memory is done here. */
static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer user_data)
{
  static const char memory[] = "dateline-cli: out of memory (a smaller network, or more memory)\n";
  static const char thread[] = "dateline-cli: no thread can be started (more memory, or a higher "
                               "limit of processes)\n";
  static const struct
  {
    const char *theirs, *ours;
  } messages[] = {
    { "failed to allocate", memory },
    { "overflow allocating", memory },
    { "creating thread '", thread },
  };

  for (gsize i = 0; (level & G_LOG_LEVEL_ERROR) != 0 && i < n_fields; i++)
    for (guint k = 0; strcmp (fields[i].key, "MESSAGE") == 0 && k < G_N_ELEMENTS (messages); k++)
      if (strstr (fields[i].value, messages[k].theirs) != NULL)
        {
          if (write (STDERR_FILENO, messages[k].ours, strlen (messages[k].ours)) < 0)
            _exit (CLI_STOPPED); /* the output's reader is gone */
          _exit (CLI_STOPPED);
        }
  return g_log_writer_default (level, fields, n_fields, user_data);
}

/* A print handler of GLib that prints nothing: g_strerror prints, where memory is too short to
 * convert its words to the locale's encoding. */
static void
print_nothing (const char *text)
{
}

void
cli_memory_init (void)
{
  g_log_set_writer_func (write_log, NULL, NULL);
  g_set_print_handler (print_nothing);
}

/* Messages */

char *
cli_display_name (const char *file_name)
{
  return dl_file_name_show (file_name);
}

char *
cli_printable (const char *text)
{
  return dl_text_printable (text, -1, FALSE);
}

void
cli_complain (const char *format, ...)
{
  g_autofree char *message = NULL;
  g_autofree char *line = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  line = cli_printable (message);
  fprintf (stderr, "dateline-cli: %s\n", line);
}

void
cli_warn (const char *const *warnings)
{
  for (; warnings != NULL && *warnings != NULL; warnings++)
    cli_complain (_ ("warning: %s"), *warnings);
}

CliStatus
cli_status_of (const GError *error)
{
  if (error->domain == CLI_ERROR)
    return error->code == CLI_ERROR_INPUT ? CLI_BAD_INPUT : CLI_STOPPED;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      || g_error_matches (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_DRAW)
      || g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC)
      || g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_ROFS))
    return CLI_STOPPED;
  if (error->domain == DL_STORE_ERROR)
    switch (error->code)
      {
      case DL_STORE_ERROR_OPEN:
      case DL_STORE_ERROR_NEWER:
      case DL_STORE_ERROR_NOT_FOUND:
      case DL_STORE_ERROR_AMBIGUOUS:
      case DL_STORE_ERROR_DAMAGED:
      case DL_STORE_ERROR_VALUE:
        return CLI_BAD_INPUT;
      default:
        return CLI_STOPPED;
      }
  return CLI_BAD_INPUT;
}

/* Interrupted */

gboolean
cli_interrupt (Cli *cli, char *how_far, GError **error)
{
  g_autofree char *owned = how_far;

  if (!g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return FALSE;
  g_clear_error (error);
  g_free (cli->interruption);
  cli->interruption = g_steal_pointer (&owned);
  return TRUE;
}

void
cli_append_interruption (GString *out, const Cli *cli)
{
  if (cli->interruption != NULL)
    /* Translators: how far it came: “3 of 20 runs are finished” */
    g_string_append_printf (out, _ ("Interrupted: %s.\n"), cli->interruption);
}

void
cli_pass_on (GCancellable *from, GCancellable *to)
{
  g_cancellable_cancel (to);
}

/* Progress */

void
cli_progress_begin (CliProgress *progress)
{
  *progress = (CliProgress) {
    .shown = isatty (STDERR_FILENO),
    .percent = -1,
    .start_us = g_get_monotonic_time (),
  };
}

void
cli_progress_set (double fraction, gpointer data)
{
  CliProgress *progress = data;
  const gint percent = fraction * 100;
  const gint64 elapsed_us = g_get_monotonic_time () - progress->start_us;

  if (!progress->shown || percent == progress->percent)
    return;
  progress->percent = percent;
  fputs (CLEAR_LINE, stderr);
  if (elapsed_us > ESTIMATE_AFTER_US && fraction >= 0.01)
    fprintf (stderr, _ ("%d%%, about %.0f s left"), percent,
             dl_progress_seconds_left (elapsed_us / (double) G_USEC_PER_SEC, fraction));
  else
    fprintf (stderr, "%d %%", percent);
  fflush (stderr);
}

void
cli_progress_end (CliProgress *progress)
{
  if (progress->percent >= 0)
    {
      fputs (CLEAR_LINE, stderr);
      fflush (stderr);
    }
  progress->percent = -1;
}
