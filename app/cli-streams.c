#include "cli-streams.h"

#include "dl-figure.h"
#include "dl-store-error.h"

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a pipe that is said to have room surely takes without blocking (PIPE_BUF), so that Ctrl+C is
 * never waited for. */
#define WRITE_BYTES 4096
#define READ_BYTES  65536

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

gboolean
cli_fail_errno (GError **error, gboolean writing, const char *name, int number)
{
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
    hint = _ ("free some space, or write elsewhere");
  else if (writing && number == ENOENT)
    hint = _ ("a file in a folder that is there");
  else if (writing && (number == EACCES || number == EPERM || number == EROFS))
    hint = _ ("a file that may be written");
  else if (number == EISDIR)
    hint = _ ("the name of a file");

  if (hint != NULL)
    g_set_error (error, CLI_ERROR, code, "%s: %s (%s)", name, g_strerror (number), hint);
  else
    g_set_error (error, CLI_ERROR, code, "%s: %s", name, g_strerror (number));
  return FALSE;
}

/* What GIO says about a stream. */
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
      /* A pipe that nobody writes to must not keep us from being stopped. */
      fd = g_open (file_name, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0);
      if (fd < 0)
        {
          cli_fail_errno (error, FALSE, name, errno);
          return NULL;
        }
    }
  stream = g_unix_input_stream_new (fd, !standard);

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

/* To standard output. */
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

/* Into something that is there and is no file: a terminal, a pipe, a device. */
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
cli_write (const char *file_name, const char *data, gsize length, GCancellable *cancellable,
           GError **error)
{
  g_autofree char *name = cli_display_name (file_name);
  g_autoptr (GError) file_error = NULL;
  g_autofree char *behind_links = NULL;
  const char *reason;
  struct stat info;
  int mode = 0666;

  if (strcmp (file_name, "-") == 0)
    return write_stdout (data, length, cancellable, error);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;

  if (stat (file_name, &info) == 0)
    {
      if (S_ISDIR (info.st_mode))
        return cli_fail_errno (error, TRUE, name, EISDIR);
      if (!S_ISREG (info.st_mode))
        return write_special (file_name, name, data, length, cancellable, error);
      /* Replacing it would ask for the folder's permission only. */
      if (access (file_name, W_OK) != 0)
        return cli_fail_errno (error, TRUE, name, errno);
      behind_links = realpath (file_name, NULL);
      mode = info.st_mode & 0777;
    }

  if (g_file_set_contents_full (behind_links != NULL ? behind_links : file_name, data, length,
                                G_FILE_SET_CONTENTS_CONSISTENT, mode, &file_error))
    return TRUE;
  /* GLib's message names its temporary file; what it ends with is the reason. */
  switch (file_error->code)
    {
    case G_FILE_ERROR_NOSPC:
      return cli_fail_errno (error, TRUE, name, ENOSPC);
    case G_FILE_ERROR_NOENT:
      return cli_fail_errno (error, TRUE, name, ENOENT);
    case G_FILE_ERROR_NOTDIR:
      return cli_fail_errno (error, TRUE, name, ENOTDIR);
    case G_FILE_ERROR_NAMETOOLONG:
      return cli_fail_errno (error, TRUE, name, ENAMETOOLONG);
    case G_FILE_ERROR_ACCES:
      return cli_fail_errno (error, TRUE, name, EACCES);
    case G_FILE_ERROR_PERM:
      return cli_fail_errno (error, TRUE, name, EPERM);
    case G_FILE_ERROR_ROFS:
      return cli_fail_errno (error, TRUE, name, EROFS);
    default:
      reason = g_strrstr (file_error->message, ": ");
      g_set_error (error, CLI_ERROR, CLI_ERROR_STOPPED, "%s: %s", name,
                   reason != NULL ? reason + 2 : file_error->message);
      return FALSE;
    }
}

/* Messages */

char *
cli_display_name (const char *file_name)
{
  g_autofree char *display = g_filename_display_name (file_name);
  return cli_printable (display);
}

char *
cli_printable (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (GString) printable = g_string_new (NULL);

  for (const char *c = valid; *c != '\0'; c = g_utf8_next_char (c))
    {
      const gunichar u = g_utf8_get_char (c);
      if (g_unichar_iscntrl (u) || u == 0x2028 || u == 0x2029)
        g_string_append_c (printable, u == '\n' || u == '\t' ? ' ' : '?');
      else
        g_string_append_unichar (printable, u);
    }
  return g_string_free (g_steal_pointer (&printable), FALSE);
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
      || g_error_matches (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_DRAW))
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
