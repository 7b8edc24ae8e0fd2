/* The lines of a live run, each a tape; one is at hand (A), and another one may go along with it
 * (B). Private to DlLive's worker, whose thread has them. */
#pragma once

#include "dl-live.h"
#include "dl-tape.h"

G_BEGIN_DECLS

/* A run from cycle 0, which shares its beginning with the one that it left. */
typedef struct
{
  guint id;
  DlTape *tape;
  guint left;      /* DL_LIVE_NO_LINE: the first one */
  guint64 left_at; /* cycle */
  DlSweepResult at_end;
  guint64 delivered, in_flight;
  double load_nodes;
  const char *load_unit;
} DlLine;

typedef struct
{
  GPtrArray *all; /* DlLine, in the order in which they began */
  DlLine *a, *b;  /* of them; nullable: nothing can be simulated, or nothing is compared */
  guint n;        /* that there ever were */
  gsize budget;   /* bytes of states, which all share */
} DlLines;

void dl_lines_init (DlLines *lines, gsize budget);
void dl_lines_clear (DlLines *lines);
/* No line any more, and the next one is the first of a run. */
void dl_lines_drop (DlLines *lines);
/* @tape, taken, is another line that left A at @left_at, and is A from now on. Of too many the
 * oldest goes that is neither A nor B. */
void dl_lines_add (DlLines *lines, DlTape *tape, guint64 left_at);
/* NULL: there is none of that number. */
DlLine *dl_lines_find (const DlLines *lines, guint id);
/* @line, which is not A, goes. */
void dl_lines_remove (DlLines *lines, DlLine *line);
/* @line is A; if it was B, the one that was A is that. */
void dl_lines_show (DlLines *lines, DlLine *line);
/* B to A's cycle, or to its end. FALSE if that was canceled. */
gboolean dl_lines_follow (DlLines *lines, GCancellable *cancellable);
/* A's values where it is now, its end. */
void dl_lines_note_end (DlLines *lines, const DlLivePicture *picture);
gboolean dl_lines_has_noted_end (const DlLines *lines);
/* All of them as DlLiveLine; unref with g_array_unref. */
GArray *dl_lines_tell (const DlLines *lines);

G_END_DECLS
