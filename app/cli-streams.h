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

/* Everything in @file_name ("-": standard input), which may be a pipe, but not more than a byte
 * past @limit. Errors: CLI_ERROR, G_IO_ERROR_CANCELLED. */
GByteArray *cli_read (const char *file_name, CliLimit limit, GCancellable *cancellable,
                      GError **error);

/* To @file_name ("-": standard output): whole or not at all, if it is a file. */
gboolean cli_write (const char *file_name, const char *data, gsize length,
                    GCancellable *cancellable, GError **error);

/* FALSE, with a CLI_ERROR that says what @number, an errno, means for the file @name (as messages
 * show it), which was read or written. */
gboolean cli_fail_errno (GError **error, gboolean writing, const char *name, int number);

/* A file's name as messages show it. */
char *cli_display_name (const char *file_name);
/* @text on one line and without control characters, for a terminal. */
char *cli_printable (const char *text);
/* "dateline-cli: ..." on standard error, one line. */
void cli_complain (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* The same for each of @warnings (nullable). */
void cli_warn (const char *const *warnings);

/* The status that @error means. */
CliStatus cli_status_of (const GError *error);

G_END_DECLS
