/* Standard streams, files and signals: how the program reads, writes, is stopped, and complains. */
#pragma once

#include "cli-command.h"

G_BEGIN_DECLS

/* Once, before anything else: standard streams that are closed must not become a file's. */
void cli_streams_init (void);
/* Once, before the first thread: Ctrl+C cancels @cancellable. */
void cli_signals_init (GCancellable *cancellable);

/* How many bytes are worth reading of something that begins with @bytes. */
typedef gsize (*CliLimit) (const GByteArray *bytes);

/* From here on the program ends with CLI_STOPPED and one line where GLib finds no memory or thread
 * for it, which it takes for the end of everything. Libraries that allocate by themselves, such as
 * fontconfig, may still end it by a signal. */
void cli_memory_init (void);

/* Everything in @file_name ("-": standard input), which may be a pipe, but not more than a byte
 * past @limit. Errors: CLI_ERROR, G_IO_ERROR_CANCELLED. */
GByteArray *cli_read (const char *file_name, CliLimit limit, GCancellable *cancellable,
                      GError **error);

/* Could @file_name, or what it leads to, be written, as far as can be told without doing it? Its
 * folder must be there. Asked before the work whose result goes there. Errors: as of cli_write. */
gboolean cli_check_writable (const char *file_name, GError **error);

/* Write @data to @file_name ("-": standard output): whole or not at all, if it is a file. A
 * terminal gets it as dl_text_printable says. */
gboolean cli_write (const char *file_name, const char *data, gsize length,
                    GCancellable *cancellable, GError **error);

/* FALSE, with a CLI_ERROR that says what @number, an errno, means for the file @name (as messages
 * show it), which was read or written. */
gboolean cli_fail_errno (GError **error, gboolean writing, const char *name, int number);

/* The same of a file that a sweep could not write to: how many of its points are in it. */
gboolean cli_fail_with_points (GError **error, const char *name, int number, guint n_safe,
                               guint n_points);

/* A file's name as messages show it. */
char *cli_display_name (const char *file_name);
/* dl_text_printable on one line. */
char *cli_printable (const char *text);
/* "dateline-cli: ..." on standard error, one line. */
void cli_complain (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* The same for each of @warnings (nullable). */
void cli_warn (const char *const *warnings);

/* For g_cancellable_connect: what cancels @from cancels @to. */
void cli_pass_on (GCancellable *from, GCancellable *to);

/* How far long work has come: a line on standard error that is written over, as long as that is a
 * terminal. */
typedef struct
{
  gboolean shown; /* standard error is a terminal */
  gint percent;   /* on it now; -1 for nothing */
  gint64 start_us;
} CliProgress;

void cli_progress_begin (CliProgress *progress);
/* A DlProgressFunc; @progress is a CliProgress. */
void cli_progress_set (double fraction, gpointer progress);
/* Take the line away. */
void cli_progress_end (CliProgress *progress);

/* For a command that Ctrl+C ended when a part of its work was done: takes @error, which says so,
 * and main writes @cli->out, says @how_far ("3 of 20 runs are finished"; taken) and ends with
 * CLI_STOPPED. FALSE, and @error untouched, if it is of a different kind. */
gboolean cli_interrupt (Cli *cli, char *how_far, GError **error);
/* A line that says so in a text for people; nothing if it was not interrupted. */
void cli_append_interruption (GString *out, const Cli *cli);

/* The status that @error means. */
CliStatus cli_status_of (const GError *error);

G_END_DECLS
