/* How far long work has come: a line on standard error that is written over, as long as that is a
 * terminal. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

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

G_END_DECLS
