#include "dl-live-lines.h"

#include <glib/gi18n-lib.h>

static void
line_free (gpointer data)
{
  DlLine *line = data;

  dl_tape_free (line->tape);
  g_free (line);
}

void
dl_lines_init (DlLines *self, gsize budget)
{
  *self = (DlLines) { .all = g_ptr_array_new_with_free_func (line_free), .budget = budget };
}

void
dl_lines_clear (DlLines *self)
{
  g_ptr_array_unref (self->all);
}

void
dl_lines_drop (DlLines *self)
{
  g_ptr_array_set_size (self->all, 0);
  self->a = self->b = NULL;
}

/* All lines share what there is. */
static void
share_budget (DlLines *self)
{
  for (guint i = 0; i < self->all->len; i++)
    dl_tape_set_budget (((DlLine *) self->all->pdata[i])->tape, self->budget / self->all->len);
}

static void
remove_oldest (DlLines *self)
{
  for (guint i = 0; i < self->all->len; i++)
    if (self->all->pdata[i] != self->a && self->all->pdata[i] != self->b)
      {
        g_ptr_array_remove_index (self->all, i);
        return;
      }
}

void
dl_lines_add (DlLines *self, DlTape *tape, guint64 left_at)
{
  DlLine *line = g_new0 (DlLine, 1);

  line->id = self->n++;
  line->tape = tape;
  line->left = self->a != NULL ? self->a->id : DL_LIVE_NO_LINE;
  line->left_at = left_at;
  if (self->all->len >= DL_LIVE_MOST_LINES)
    remove_oldest (self);
  g_ptr_array_add (self->all, line);
  self->a = line;
  share_budget (self);
}

DlLine *
dl_lines_find (const DlLines *self, guint id)
{
  for (guint i = 0; i < self->all->len; i++)
    if (((DlLine *) self->all->pdata[i])->id == id)
      return self->all->pdata[i];
  return NULL;
}

void
dl_lines_remove (DlLines *self, DlLine *line)
{
  g_assert (line != self->a);
  if (line == self->b)
    self->b = NULL;
  g_ptr_array_remove (self->all, line);
  share_budget (self);
}

void
dl_lines_show (DlLines *self, DlLine *line)
{
  if (line == self->b)
    self->b = self->a;
  self->a = line;
}

gboolean
dl_lines_follow (DlLines *self, GCancellable *cancellable)
{
  guint64 cycle;

  if (self->b == NULL)
    return TRUE;
  cycle = MIN (dl_tape_get_cycle (self->a->tape), dl_tape_get_recording (self->b->tape)->end);
  return dl_tape_seek (self->b->tape, cycle, cancellable, NULL)
         || !g_cancellable_is_cancelled (cancellable);
}

/* Values at the end ---------------------------------------------------------------------------- */

static gboolean
is_at_end (const DlLines *self)
{
  return dl_tape_get_cycle (self->a->tape) == dl_tape_get_recording (self->a->tape)->end;
}

void
dl_lines_note_end (DlLines *self, const DlLivePicture *picture)
{
  DlLine *line = self->a;

  if (!is_at_end (self))
    return;
  dl_sweep_result_init (&line->at_end, picture->family);
  dl_live_picture_add_scalars (picture, &line->at_end);
  line->delivered = picture->delivered;
  line->in_flight = picture->in_flight;
  line->load_nodes = picture->n_working_nodes * picture->load_flits;
  line->load_unit = picture->load_unit;
}

gboolean
dl_lines_has_noted_end (const DlLines *self)
{
  return !is_at_end (self) || self->a->at_end.cycles == dl_tape_get_cycle (self->a->tape);
}

/* Lines for the main thread -------------------------------------------------------------------- */

static void
told_clear (gpointer data)
{
  DlLiveLine *line = data;

  g_free (line->name);
  g_array_unref (line->points);
  dl_recording_free (line->recording);
}

GArray *
dl_live_lines_new (void)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (DlLiveLine));

  g_array_set_clear_func (lines, told_clear);
  return lines;
}

GArray *
dl_lines_tell (const DlLines *self)
{
  GArray *lines = dl_live_lines_new ();

  for (guint i = 0; i < self->all->len; i++)
    {
      const DlLine *line = self->all->pdata[i];
      const DlRecording *recording = dl_tape_get_recording (line->tape);
      DlLiveLine told = { .id = line->id,
                          .name = dl_recording_name (recording),
                          .left = line->left,
                          .left_at = line->left_at,
                          .end = recording->end,
                          .is_shown = line == self->a,
                          .is_b = line == self->b,
                          .at_end = line->at_end,
                          .delivered = line->delivered,
                          .in_flight = line->in_flight,
                          .load_nodes = line->load_nodes,
                          .load_unit = line->load_unit,
                          .recording = dl_recording_copy (recording) };
      guint n;
      const DlSimPoint *points = dl_tape_get_points (line->tape, &n);

      told.points = g_array_sized_new (FALSE, FALSE, sizeof (DlSimPoint), n);
      g_array_append_vals (told.points, points, n);
      g_array_append_val (lines, told);
    }
  return lines;
}

/* In a report */

static GStrv
changes_of (const DlRecording *recording)
{
  g_autoptr (GStrvBuilder) changes = g_strv_builder_new ();

  for (guint i = 0; i < recording->edits->len; i++)
    {
      const DlRecordedEdit *edit = g_ptr_array_index (recording->edits, i);
      /* Translators: a clock cycle of a simulation, and what was changed in it */
      g_autofree char *text
          = g_strdup_printf (_ ("Cycle %'lu: %s"), (gulong) edit->cycle, edit->label);

      g_strv_builder_add (changes, text);
    }
  return g_strv_builder_end (changes);
}

static guint
index_of (const DlLiveLine *lines, guint n, guint id)
{
  for (guint i = 0; i < n; i++)
    if (lines[i].id == id)
      return i;
  return G_MAXUINT;
}

GArray *
dl_live_lines_report (const DlLiveLine *lines, guint n)
{
  GArray *report = dl_report_lines_new ();

  for (guint i = 0; i < n; i++)
    {
      const DlReportLine line = { .name = g_strdup (lines[i].name),
                                  .left = index_of (lines, n, lines[i].left),
                                  .left_at = lines[i].left_at,
                                  .end = lines[i].end,
                                  .changes = changes_of (lines[i].recording),
                                  .points = g_array_copy (lines[i].points),
                                  .load_nodes = lines[i].load_nodes,
                                  .load_unit = lines[i].load_unit,
                                  .at_end = lines[i].at_end,
                                  .delivered = lines[i].delivered,
                                  .in_flight = lines[i].in_flight };

      g_array_append_val (report, line);
    }
  return report;
}
