#include "cli-progress.h"

#include "dl-progress.h"

#include <glib/gi18n.h>

#include <stdio.h>
#include <unistd.h>

/* Before that there is no telling how long it takes, in microseconds. */
#define ESTIMATE_AFTER_US (2 * G_USEC_PER_SEC)

#define CLEAR_LINE "\r\033[K"

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
    fprintf (stderr, _ ("%d %%, about %.0f s left"), percent,
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
