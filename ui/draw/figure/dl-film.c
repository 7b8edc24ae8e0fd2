#include "dl-film.h"

#include "dl-evaluate.h"
#include "dl-figure-family.h"
#include "dl-figure-links.h"
#include "dl-live-picture.h"
#include "dl-pin.h"
#include "dl-sizes.h"
#include "dl-tape.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Cycles at most between two looks at the cancellable. */
#define PART 500
/* Share of the work that finding the largest value is. */
#define FINDING 0.4
/* Below the figure, in units. */
#define LINE_GAP    6.0
#define LINE_HEIGHT 8.0
/* Steps of a blend of two colors in dl_film_colors. */
#define BLEND_STEPS 7

/* A recording that runs. */
typedef struct
{
  DlTape *tape;
  DlEvaluation *result; /* of the scenario at hand */
  guint n_edits;        /* made in it */
  DlLivePicture *picture;
  DlMachineState state[2]; /* one at the frame before, one at this */
  guint now;               /* of these */
  DlSimFigure *simulation;
  DlFigureInput input; /* of what compares with it */
} Line;

/* A figure of the page. */
typedef struct
{
  DlFilmPanel of;
  DlMetricRange range; /* of all frames */
  guint marks;         /* likewise, for the legend */
} Part;

struct _DlFilm
{
  DlFilmOptions options;
  Line lines[DL_FILM_MOST_LINES];
  guint n_lines;
  Part *parts;           /* (n_parts) */
  DlFigurePanel *panels; /* (n_parts) as they are drawn */
  guint n_parts;
  DlFigureInput page; /* of several */
  guint watched;      /* router; DL_NO_NODE: none */
  guint n_frames, next;
  double done, share; /* of the work, before this pass and in it */
  DlFilmFrame frame;
};

/* Ranges ------------------------------------------------------------------------------------- */

DlFilmRange
dl_film_range_whole (const DlRecording *recording, guint n_frames)
{
  return (DlFilmRange) { .to = recording->end, .every = MAX (recording->end / n_frames, 1) };
}

guint
dl_film_range_count (const DlFilmRange *range)
{
  return MIN ((range->to - range->from) / range->every, G_MAXUINT);
}

gboolean
dl_film_range_check (const DlFilmRange *range, const DlRecording *recording, GError **error)
{
  if (recording->end == 0)
    g_set_error_literal (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_RANGE,
                         _ ("the recording has no cycle (record at least one)"));
  else if (range->to > recording->end)
    g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_RANGE,
                 _ ("cycle %lu is outside of the recording (expected 0 to %lu)"),
                 (gulong) range->to, (gulong) recording->end);
  else if (range->from >= range->to)
    g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_RANGE,
                 _ ("there are no cycles from %lu to %lu (expected the earlier one first)"),
                 (gulong) range->from, (gulong) range->to);
  else if (range->every > range->to - range->from)
    g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_RANGE,
                 _ ("a frame of %lu cycles is longer than the %lu from %lu to %lu (use fewer)"),
                 (gulong) range->every, (gulong) (range->to - range->from), (gulong) range->from,
                 (gulong) range->to);
  else
    return TRUE;
  return FALSE;
}

gboolean
dl_film_shows (const DlFigure *figure, const DlMetric *metric)
{
  return !figure->needs_measured && !figure->needs_load_curve && !figure->needs_sweep
         && figure->paper_check == NULL
         && (figure->needs_simulation
             || (figure->uses_metric && (metric == NULL || dl_metric_is_simulated (metric))));
}

/* Running ------------------------------------------------------------------------------------ */

static void
note (DlFilm *self)
{
  const DlFilmOptions *options = &self->options;
  double cycles = 0;

  if (options->progress == NULL)
    return;
  for (guint i = 0; i < self->n_lines; i++)
    cycles += dl_tape_get_cycle (self->lines[i].tape);
  options->progress (self->done + self->share * (cycles / self->n_lines / options->range.to),
                     options->progress_data);
}

/* All lines. */
static gboolean
go_to (DlFilm *self, guint64 cycle, GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < self->n_lines; i++)
    {
      DlTape *tape = self->lines[i].tape;
      guint64 now;

      while ((now = dl_tape_get_cycle (tape)) < cycle)
        {
          if (!dl_tape_go (tape, MIN (cycle - now, PART), cancellable, error))
            return FALSE;
          note (self);
        }
    }
  return TRUE;
}

/* Edits that were made before the state at @cycle. */
static guint
edits_before (const Line *line, guint64 cycle)
{
  const GPtrArray *edits = dl_tape_get_recording (line->tape)->edits;
  guint n = line->n_edits;

  while (n < edits->len && ((const DlRecordedEdit *) edits->pdata[n])->cycle < cycle)
    n++;
  return n;
}

/* The input that A is compared with; NULL: none, or it cannot be compared. */
static const DlFigureInput *
against (const DlFilm *self)
{
  const DlEvaluation *a = self->lines[0].result, *b = self->lines[1].result;

  return a != NULL && b != NULL && dl_pin_misfit (a, b) == NULL ? &self->lines[1].input : NULL;
}

/* The input of a part, without a simulation. */
static gboolean
view_part (DlFilm *self, guint i, GError **error)
{
  const Part *part = &self->parts[i];
  const Line *line = &self->lines[part->of.line];
  DlFigureInput *input = &self->panels[i].input;

  *input = dl_figure_input_default (line->result->scenario, line->result->analysis_of_family);
  input->figure = part->of.figure;
  input->scale_max = part->range.max;
  input->scale_min = part->range.min;
  input->marks = part->marks;
  if (part->of.line == 0 && part->of.figure->compares)
    input->against = against (self);
  return part->of.view == NULL
         || part->of.view (input, line->result->net.shape, part->of.view_data, error);
}

/* All parts, and the page of them. */
static gboolean
view (DlFilm *self, GError **error)
{
  const DlFilmOptions *options = &self->options;

  for (guint i = 0; i < self->n_parts; i++)
    if (!view_part (self, i, error))
      return FALSE;
  if (options->panels == NULL)
    return TRUE;
  self->page = dl_figure_input_panels (self->panels, self->n_parts, options->n_columns);
  return options->view == NULL
         || options->view (&self->page, self->lines[0].result->net.shape, options->view_data,
                           error);
}

/* The analysis of @scenario, after @n_edits. */
static gboolean
evaluate (Line *line, const DlScenario *scenario, guint n_edits, GCancellable *cancellable,
          GError **error)
{
  g_autoptr (DlEvaluation) before = line->result;

  line->result = dl_evaluation_new (scenario, 0, before, cancellable, error);
  if (line->result == NULL)
    return FALSE;
  line->n_edits = n_edits;
  line->input = dl_figure_input_default (line->result->scenario, line->result->analysis_of_family);
  line->input.simulation = line->simulation;
  return TRUE;
}

static void
take_state (Line *line)
{
  DlMachineState *state = &line->state[line->now];

  dl_machine_state_clear (state);
  *state = (DlMachineState) { 0 };
  dl_machine_run_get_state (dl_tape_get_run (line->tape), state);
}

static void
take_flights (Line *line)
{
  DlLivePicture *picture = line->picture;

  if (dl_tape_get_plan (line->tape)->n_routers > DL_FLIGHTS_MOST_ROUTERS)
    return;
  if (picture->flights == NULL)
    picture->flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));
  dl_machine_run_get_flights (dl_tape_get_run (line->tape), picture->flights);
}

static gboolean
any_over_time (const DlFilm *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i].of.figure->over_time)
      return TRUE;
  return FALSE;
}

static void
take_picture (const DlFilm *self, Line *line, const DlMachineState *before)
{
  DlMachineState spent = { 0 };
  const DlSimPoint *points;
  guint n_points;

  dl_machine_run_get_state (dl_tape_get_run (line->tape), &spent);
  dl_live_picture_take_since (line->picture, dl_tape_get_run (line->tape),
                              dl_tape_get_plan (line->tape), line->result->scenario->family, before,
                              &spent);
  dl_machine_state_clear (&spent);
  take_flights (line);
  points = dl_tape_get_points (line->tape, &n_points);
  dl_sim_figure_unref (line->simulation);
  line->simulation
      = dl_sim_figure_new_live (line->picture, line->result->scenario->seed, points, n_points);
  line->simulation->is_moment = any_over_time (self);
  line->input.simulation = line->simulation;
}

/* The line at the frame whose stretch its tape has come to the end of. @edited: whether it is of
 * another scenario than the frame before. */
static gboolean
take_line (DlFilm *self, Line *line, gboolean *edited, GCancellable *cancellable, GError **error)
{
  const guint n_edits = edits_before (line, dl_tape_get_cycle (line->tape));

  if (n_edits != line->n_edits)
    {
      *edited = TRUE;
      if (!evaluate (line, dl_tape_get_scenario (line->tape), n_edits, cancellable, error))
        return FALSE;
    }
  line->now = !line->now;
  take_state (line);
  take_picture (self, line, &line->state[!line->now]);
  self->frame.lines[line - self->lines] = (DlFilmLine) {
    .n_edits = n_edits,
    .plan = dl_tape_get_plan (line->tape),
    .before = &line->state[!line->now].links,
    .after = &line->state[line->now].links,
  };
  return TRUE;
}

static gboolean
take_frame (DlFilm *self, GCancellable *cancellable, GError **error)
{
  const guint64 cycle = dl_tape_get_cycle (self->lines[0].tape);
  gboolean edited = FALSE;

  for (guint i = 0; i < self->n_lines; i++)
    if (!take_line (self, &self->lines[i], &edited, cancellable, error))
      return FALSE;
  if (edited && !view (self, error))
    return FALSE;
  for (guint i = 0; i < self->n_parts; i++)
    self->panels[i].input.simulation = self->lines[self->parts[i].of.line].simulation;
  self->frame.number = self->next++;
  self->frame.from = cycle - self->options.range.every;
  self->frame.cycle = cycle;
  return TRUE;
}

/* Go back to the beginning of the first stretch. */
static gboolean
rewind_film (DlFilm *self, GCancellable *cancellable, GError **error)
{
  const guint64 from = self->options.range.from;

  self->next = 0;
  for (guint i = 0; i < self->n_lines; i++)
    if (!dl_tape_seek (self->lines[i].tape, 0, cancellable, error))
      return FALSE;
  if (!go_to (self, from, cancellable, error))
    return FALSE;
  for (guint i = 0; i < self->n_lines; i++)
    {
      Line *line = &self->lines[i];

      line->n_edits = 0;
      if (!evaluate (line, dl_tape_get_scenario (line->tape), edits_before (line, from),
                     cancellable, error))
        return FALSE;
      take_state (line);
    }
  return view (self, error);
}

static gboolean
step (DlFilm *self, GCancellable *cancellable, GError **error)
{
  const guint64 from = dl_tape_get_cycle (self->lines[0].tape);

  return go_to (self, from + self->options.range.every, cancellable, error)
         && take_frame (self, cancellable, error);
}

/* Scales ------------------------------------------------------------------------------------- */

/* Marks that the legend explains in any frame, so that the picture stays where it is. */
static void
add_marks (DlFilm *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    {
      Part *part = &self->parts[i];

      if (part->of.figure->uses_metric && part->of.figure->scale != NULL)
        part->marks |= DL_MARK_IDLE /* of any stretch */
                       | part->of.figure->scale (&self->panels[i].input, dl_theme_paper ()).marks;
    }
}

/* Add the marks of each scenario that the frames show. */
static gboolean
find_marks_of (DlFilm *self, Line *line, GCancellable *cancellable, GError **error)
{
  const DlRecording *recording = dl_tape_get_recording (line->tape);
  guint first, n;

  line->n_edits = 0;
  first = edits_before (line, self->options.range.from + self->options.range.every);
  n = edits_before (line, self->options.range.to);
  for (guint i = first; i <= n; i++)
    {
      g_autoptr (DlScenario) scenario = dl_recording_scenario (recording, i);

      if (!evaluate (line, scenario, i, cancellable, error) || !view (self, error))
        return FALSE;
      add_marks (self);
    }
  return TRUE;
}

static gboolean
any_uses_metric (const DlFilm *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i].of.figure->uses_metric)
      return TRUE;
  return FALSE;
}

static gboolean
find_marks (DlFilm *self, GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < self->n_lines && any_uses_metric (self); i++)
    if (!find_marks_of (self, &self->lines[i], cancellable, error))
      return FALSE;
  return TRUE;
}

static gboolean
shows_difference (const DlFigureInput *input)
{
  return input->against != NULL && input->show == DL_SHOW_DIFFERENCE;
}

/* Does the scale depend on the frames? */
static gboolean
has_extent (const DlFigurePanel *panel)
{
  return panel->figure->extent != NULL
         || (panel->figure->uses_metric
             && (panel->input.metric->to_max || shows_difference (&panel->input)));
}

static gboolean
any_has_extent (const DlFilm *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (has_extent (&self->panels[i]))
      return TRUE;
  return FALSE;
}

static double
extent_of (const DlFigurePanel *panel)
{
  const DlFigureInput *input = &panel->input;
  double most;

  if (panel->figure->extent != NULL)
    return panel->figure->extent (input);
  if (shows_difference (input))
    return panel->figure->scale (input, dl_theme_paper ()).max;
  const DlMetricInput links = dl_figure_links (input);
  most = dl_metric_range (input->metric, &links).max;
  if (input->against == NULL)
    return most;
  const DlMetricInput links_b = dl_figure_links (input->against);
  return MAX (most, dl_metric_range (input->metric, &links_b).max);
}

/* The same figure of A and of B has one scale. */
static void
share_ranges (DlFilm *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    for (guint j = 0; j < self->n_parts; j++)
      if (self->panels[i].figure == self->panels[j].figure
          && self->panels[i].input.metric == self->panels[j].input.metric
          && shows_difference (&self->panels[i].input) == shows_difference (&self->panels[j].input))
        self->parts[i].range.max = MAX (self->parts[i].range.max, self->parts[j].range.max);
}

/* The largest value of all frames, for which they are simulated. */
static gboolean
find_range (DlFilm *self, GCancellable *cancellable, GError **error)
{
  self->share = FINDING;
  if (!rewind_film (self, cancellable, error))
    return FALSE;
  while (self->next < self->n_frames)
    {
      if (!step (self, cancellable, error))
        return FALSE;
      for (guint i = 0; i < self->n_parts; i++)
        if (has_extent (&self->panels[i]))
          {
            self->parts[i].range.max = MAX (self->parts[i].range.max, extent_of (&self->panels[i]));
            self->parts[i].range.min = 0;
          }
    }
  share_ranges (self);
  self->done = FINDING;
  return TRUE;
}

/* All points of the run, so that they are there in each frame. */
static gboolean
find_points (DlFilm *self, GCancellable *cancellable, GError **error)
{
  self->share = FINDING;
  if (!go_to (self, self->options.range.to, cancellable, error))
    return FALSE;
  self->done = FINDING;
  return TRUE;
}

/* Watching ----------------------------------------------------------------------------------- */

/* The router that the part shows from inside; DL_NO_NODE: none. */
static guint
router_of (const DlFilm *self, guint i)
{
  const DlFigureInput *input = &self->panels[i].input;

  return self->panels[i].figure->needs_inside
             ? dl_shape_router_at (input->shape, dl_place_node (input->node)).a
             : DL_NO_NODE;
}

static gboolean
watch (DlFilm *self, GError **error)
{
  self->watched = DL_NO_NODE;
  for (guint i = 0; i < self->n_parts; i++)
    {
      const guint router = router_of (self, i);

      if (router == DL_NO_NODE || router == self->watched)
        continue;
      if (self->watched != DL_NO_NODE
          || !dl_machine_plan_shows_inside (dl_tape_get_plan (self->lines[0].tape)))
        {
          g_set_error_literal (
              error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_RANGE,
              self->watched != DL_NO_NODE
                  ? _ ("only one router can be watched at a time (choose panels of the same)")
                  : _ ("routers of this kind are not shown from inside (choose another figure)"));
          return FALSE;
        }
      self->watched = router;
    }
  for (guint i = 0; i < self->n_lines && self->watched != DL_NO_NODE; i++)
    dl_machine_run_watch (dl_tape_get_run (self->lines[i].tape), self->watched);
  return TRUE;
}

/* The film ----------------------------------------------------------------------------------- */

static gboolean
open_line (DlFilm *self, const DlRecording *recording, GCancellable *cancellable, GError **error)
{
  Line *line = &self->lines[self->n_lines++];

  line->picture = g_new0 (DlLivePicture, 1);
  line->tape = dl_tape_new (recording, (DlTapeOptions) { .threads = self->options.threads },
                            cancellable, error);
  return line->tape != NULL
         && evaluate (line, dl_tape_get_scenario (line->tape), 0, cancellable, error);
}

static void
set_parts (DlFilm *self)
{
  const DlFilmOptions *options = &self->options;
  const DlFilmPanel alone = { .figure = options->figure,
                              .line = options->line,
                              .view = options->view,
                              .view_data = options->view_data };
  const DlFilmPanel *panels = options->panels != NULL ? options->panels : &alone;

  self->n_parts = options->panels != NULL ? options->n_panels : 1;
  self->parts = g_new0 (Part, self->n_parts);
  self->panels = g_new0 (DlFigurePanel, self->n_parts);
  for (guint i = 0; i < self->n_parts; i++)
    {
      self->parts[i] = (Part) { .of = panels[i], .range = DL_NO_RANGE };
      self->panels[i].figure = panels[i].figure;
      g_assert (panels[i].line < (options->against != NULL ? 2u : 1u));
    }
}

DlFilm *
dl_film_new (const DlRecording *recording, const DlFilmOptions *options, GCancellable *cancellable,
             GError **error)
{
  g_autoptr (DlFilm) self = g_new0 (DlFilm, 1);
  gboolean done;

  self->options = *options;
  self->n_frames = dl_film_range_count (&options->range);
  set_parts (self);
  if (!open_line (self, recording, cancellable, error)
      || (options->against != NULL && !open_line (self, options->against, cancellable, error))
      || !view (self, error) || !watch (self, error))
    return NULL;
  done = (!any_over_time (self) || find_points (self, cancellable, error))
         && find_marks (self, cancellable, error)
         && (!any_has_extent (self) || find_range (self, cancellable, error));
  self->share = 1 - self->done;
  if (!done || !rewind_film (self, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
dl_film_free (DlFilm *film)
{
  if (film == NULL)
    return;
  for (guint i = 0; i < film->n_lines; i++)
    {
      Line *line = &film->lines[i];

      for (guint j = 0; j < G_N_ELEMENTS (line->state); j++)
        dl_machine_state_clear (&line->state[j]);
      dl_sim_figure_unref (line->simulation);
      dl_live_picture_free (line->picture);
      dl_evaluation_unref (line->result);
      dl_tape_free (line->tape);
    }
  g_free (film->parts);
  g_free (film->panels);
  g_free (film);
}

const DlFilmOptions *
dl_film_get_options (const DlFilm *film)
{
  return &film->options;
}

guint
dl_film_get_n_lines (const DlFilm *film)
{
  return film->n_lines;
}

const DlRecording *
dl_film_get_recording (const DlFilm *film, guint line)
{
  return dl_tape_get_recording (film->lines[line].tape);
}

guint
dl_film_get_n_frames (const DlFilm *film)
{
  return film->n_frames;
}

const DlFigureInput *
dl_film_get_input (const DlFilm *film)
{
  return film->options.panels != NULL ? &film->page : &film->panels[0].input;
}

const DlFigurePanel *
dl_film_get_panels (const DlFilm *film, guint *n_panels)
{
  *n_panels = film->n_parts;
  return film->panels;
}

guint
dl_film_get_line (const DlFilm *film, guint panel)
{
  return film->parts[panel].of.line;
}

const DlFilmFrame *
dl_film_next (DlFilm *film, GCancellable *cancellable, GError **error)
{
  return film->next < film->n_frames && step (film, cancellable, error) ? &film->frame : NULL;
}

/* Drawing ------------------------------------------------------------------------------------ */

char *
dl_film_cycle_text (guint64 cycle)
{
  g_autofree char *number = dl_chart_count (cycle);

  return g_strdup_printf (_ ("cycle %s"), number);
}

/* "XT3 11x12x16: Break cable X+ of (5,5,11)", by the latest edit of A. */
static char *
subject_of (const DlFilm *self)
{
  const DlRecording *recording = dl_film_get_recording (self, 0);
  const guint n = self->frame.lines[0].n_edits;
  const DlRecordedEdit *edit = n > 0 ? recording->edits->pdata[n - 1] : NULL;

  return edit != NULL && edit->label != NULL
             ? g_strdup_printf ("%s: %s", recording->scenario->name, edit->label)
             : g_strdup (recording->scenario->name);
}

static void
draw_edits (const DlFilm *self, const DlRecording *recording, cairo_t *cr, DlRect line)
{
  const DlFilmRange *range = &self->options.range;
  const double cycles = range->to - range->from;

  for (guint i = 0; i < recording->edits->len; i++)
    {
      const guint64 at = ((const DlRecordedEdit *) recording->edits->pdata[i])->cycle;

      if (at < range->from || at > range->to)
        continue;
      cairo_rectangle (cr, line.x + line.width * ((at - range->from) / cycles) - 0.75, line.y, 1.5,
                       line.height);
      cairo_fill (cr);
    }
}

/* The cycles of the film from left to right, the shown ones, and its edits, B's below. */
static void
draw_line (const DlFilm *self, cairo_t *cr, DlRect line, const DlTheme *theme)
{
  const DlFilmRange *range = &self->options.range;
  const double cycles = range->to - range->from;
  const double bar = line.height / 2;
  DlRect marks = line;

  dl_color_set (cr, &theme->grid);
  cairo_rectangle (cr, line.x, line.y + bar / 2, line.width, bar);
  cairo_fill (cr);
  dl_color_set (cr, &theme->accent);
  cairo_rectangle (cr, line.x, line.y + bar / 2,
                   line.width * ((self->frame.cycle - range->from) / cycles), bar);
  cairo_fill (cr);
  dl_color_set (cr, &theme->foreground);
  marks.height /= self->n_lines;
  for (guint i = 0; i < self->n_lines; i++)
    {
      draw_edits (self, dl_film_get_recording (self, i), cr, marks);
      marks.y += marks.height;
    }
}

static void
draw_caption (const DlFilm *self, cairo_t *cr, double width, double top, const DlTheme *theme)
{
  const double unit = dl_figure_points_a_unit (width);
  const double inside = dl_figure_width_inside (width), x = DL_FIGURE_MARGIN;
  g_autofree char *cycle = dl_film_cycle_text (self->frame.cycle);
  g_autofree char *subject = subject_of (self);
  double taken;

  cairo_save (cr);
  cairo_translate (cr, 0, top);
  cairo_scale (cr, unit, unit);
  taken = dl_chart_text (cr, &theme->foreground, x + inside, 0, cycle, DL_TEXT_SMALL, TRUE,
                         DL_ALIGN_END, inside);
  dl_chart_text (cr, &theme->muted, x, 0, subject, DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                 MAX (1, inside - taken - 2 * LINE_GAP));
  draw_line (self, cr, (DlRect) { x, DL_LINE_SMALL + LINE_GAP / 2, inside, LINE_HEIGHT }, theme);
  cairo_restore (cr);
}

void
dl_film_draw (const DlFilm *film, cairo_t *cr, double width, double height, const DlTheme *theme)
{
  DlFigureInput input = *dl_film_get_input (film);
  const DlTypeface before = dl_text_set_typeface (input.style.typeface);
  const double caption = DL_LINE_SMALL + LINE_GAP / 2 + LINE_HEIGHT + LINE_GAP;
  const double below = input.style.no_caption ? 0 : caption * dl_figure_points_a_unit (width);

  /* Its own would change its lines with each edit, and the picture its place. */
  input.style.no_caption = TRUE;
  dl_figure_draw (film->options.figure, cr, &input, width, height - below, theme);
  if (below > 0)
    draw_caption (film, cr, width, height - below, theme);
  dl_text_set_typeface (before);
}

/* Colors ------------------------------------------------------------------------------------- */

static void
add_color (GArray *colors, GHashTable *seen, guint32 rgb)
{
  rgb &= 0xffffff;
  if (g_hash_table_add (seen, GUINT_TO_POINTER (rgb + 1)))
    g_array_append_val (colors, rgb);
}

static void
add_blend (GArray *colors, GHashTable *seen, const DlColor *a, const DlColor *b)
{
  for (guint i = 0; i <= BLEND_STEPS + 1; i++)
    {
      const DlColor mixed = dl_chart_mix (a, b, i / (BLEND_STEPS + 1.0));

      add_color (colors, seen, dl_color_rgb (&mixed));
    }
}

static void
add_theme (GArray *colors, GHashTable *seen, const DlTheme *theme)
{
  const DlColor all[] = {
    theme->background, theme->foreground, theme->muted,      theme->grid,       theme->accent,
    theme->broken,     theme->path,       theme->idle[0],    theme->idle[1],    theme->absent,
    theme->node,       theme->vc[0],      theme->vc[1],      theme->series[0],  theme->series[1],
    theme->series[2],  theme->series[3],  theme->classes[0], theme->classes[1], theme->classes[2],
    theme->over,
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    add_color (colors, seen, dl_color_rgb (&all[i]));
  /* Edges of letters and lines. */
  add_blend (colors, seen, &theme->background, &theme->foreground);
  add_blend (colors, seen, &theme->background, &theme->muted);
}

/* Each @stride-th of its colors. */
static void
add_scale (GArray *colors, GHashTable *seen, const DlScale *scale, guint stride)
{
  for (guint i = 0; i < DL_SCALE_STEPS; i += stride)
    add_color (colors, seen, scale->rgb[i]);
  add_color (colors, seen, scale->rgb[DL_SCALE_STEPS - 1]);
  for (guint i = 0; scale->has_over && i < DL_OVER_STEPS; i += 4 * stride)
    add_color (colors, seen, scale->over_rgb[i]);
}

/* Each @stride-th of the scales of all parts. */
static void
add_scales (GArray *colors, GHashTable *seen, const DlFilm *film, guint stride,
            const DlTheme *theme)
{
  for (guint i = 0; i < film->n_parts; i++)
    {
      const DlFigure *figure = film->panels[i].figure;
      DlScale scale;

      if (!figure->uses_metric || figure->scale == NULL)
        continue;
      scale = figure->scale (&film->panels[i].input, theme);
      add_scale (colors, seen, &scale, stride);
    }
}

GArray *
dl_film_colors (const DlFilm *film, const DlTheme *theme)
{
  GArray *colors = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  add_theme (colors, seen, theme);
  add_scales (colors, seen, film, 2, theme);
  add_blend (colors, seen, &theme->background, &theme->accent);
  add_blend (colors, seen, &theme->background, &theme->broken);
  for (guint i = 0; i < G_N_ELEMENTS (theme->series); i++)
    add_blend (colors, seen, &theme->background, &theme->series[i]);
  add_scales (colors, seen, film, 1, theme);
  return colors;
}
