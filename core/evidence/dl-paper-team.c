#include "dl-paper-team.h"

static void
pass_on (GCancellable *from, GCancellable *to)
{
  g_cancellable_cancel (to);
}

void
dl_paper_team_begin (DlPaperTeam *team, const DlPaperOptions *options, double all,
                     GCancellable *cancellable)
{
  *team = (DlPaperTeam) {
    .options = options,
    .cancellable = g_cancellable_new (),
    .caller = cancellable,
    .all = all,
  };
  g_mutex_init (&team->lock);
  if (cancellable != NULL)
    team->connection
        = g_cancellable_connect (cancellable, G_CALLBACK (pass_on), team->cancellable, NULL);
}

gboolean
dl_paper_team_end (DlPaperTeam *team, GError **error)
{
  gboolean done;

  g_cancellable_disconnect (team->caller, team->connection);
  if (team->error == NULL)
    g_cancellable_set_error_if_cancelled (team->cancellable, &team->error);
  done = team->error == NULL;
  if (!done)
    g_propagate_error (error, g_steal_pointer (&team->error));
  g_mutex_clear (&team->lock);
  g_clear_object (&team->cancellable);
  return done;
}

DlParallel
dl_paper_team_parallel (const DlPaperTeam *team)
{
  return (DlParallel) { .n_threads = team->options->threads, .cancellable = team->cancellable };
}

void
dl_paper_team_fail (DlPaperTeam *team, GError *error)
{
  g_mutex_lock (&team->lock);
  if (team->error == NULL)
    team->error = error;
  else
    g_error_free (error);
  g_mutex_unlock (&team->lock);
  g_cancellable_cancel (team->cancellable);
}

void
dl_paper_piece_progress (double fraction, gpointer data)
{
  DlPaperPiece *piece = data;
  DlPaperTeam *team = piece->team;

  g_mutex_lock (&team->lock);
  team->progress += fraction - piece->progress;
  piece->progress = fraction;
  /* How many runs a search takes is not known before. */
  if (team->options->progress != NULL)
    team->options->progress (MIN (team->progress / team->all, 1), team->options->progress_data);
  g_mutex_unlock (&team->lock);
}
