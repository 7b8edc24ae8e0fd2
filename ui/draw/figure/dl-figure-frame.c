#include "dl-figure-frame.h"

#include "dl-figure-family.h"
#include "dl-pin.h"
#include "dl-scenario-file.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

void
dl_pen_text (const DlPen *pen, const DlColor *color, double x, const char *text, gboolean bold,
             DlAlign align, double width)
{
  if (pen->theme != NULL)
    dl_chart_text (pen->cr, color, x, pen->y, text, DL_TEXT_SMALL, bold, align, MAX (1, width));
}

double
dl_pen_wrapped (const DlPen *pen, const DlColor *color, double x, const char *text, double width)
{
  if (*text == '\0')
    return 0;
  width = MAX (1, width);
  if (pen->theme == NULL)
    return dl_text_wrapped_height (pen->cr, text, DL_TEXT_SMALL, width);
  dl_color_set (pen->cr, color);
  return dl_text_draw_wrapped (pen->cr, x, pen->y, text, DL_TEXT_SMALL, width);
}

void
dl_pen_rule (const DlPen *pen)
{
  if (pen->theme == NULL)
    return;
  dl_color_set (pen->cr, &pen->theme->grid);
  cairo_rectangle (pen->cr, pen->x, pen->y - 1, pen->width, 0.8);
  cairo_fill (pen->cr);
}

const DlColor *
dl_pen_foreground (const DlPen *pen)
{
  return pen->theme != NULL ? &pen->theme->foreground : NULL;
}

const DlColor *
dl_pen_muted (const DlPen *pen)
{
  return pen->theme != NULL ? &pen->theme->muted : NULL;
}

double
dl_pen_measure (double width, DlPenFunc draw, gconstpointer data)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  DlPen pen = { .cr = cairo_create (surface), .width = width };

  draw (&pen, data);
  cairo_destroy (pen.cr);
  cairo_surface_destroy (surface);
  return pen.y;
}

#define TRACED_DPI  144.0 /* of maps that are painted elsewhere */
#define CAPTION_GAP 8.0
#define SEPARATOR   " · "
#define FAULTS      "broken-" /* keys of faults begin so */

double
dl_figure_points_a_unit (double width_pt)
{
  const double points = dl_text_typeface ().points;

  return points > 0 ? points * 72 / 96 / DL_TEXT_NORMAL : MAX (0.6, width_pt / 800);
}

double
dl_figure_width_inside (double width)
{
  return width / dl_figure_points_a_unit (width) - 2 * DL_FIGURE_MARGIN;
}

static GStrv
own_caption (const DlFigureInput *input, gboolean names_rules)
{
  return dl_figure_family_of (input->scenario->family)->caption (input, names_rules);
}

/* "simulated, 3 runs per point of at most 20,000 cycles, 95% confidence intervals" */
static char *
describe_runs (const DlLoadCurve *curve)
{
  g_autofree char *cycles = dl_chart_count (curve->cycles);

  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "simulated, %u run per point of at most %s cycles",
                   "simulated, %u runs per point of at most %s cycles, 95%% confidence "
                   "intervals",
                   curve->n_seeds),
      curve->n_seeds, cycles);
}

/* NULL if all runs are. */
static char *
describe_part (guint n_done, guint n)
{
  return n_done == n ? NULL : dl_sweep_runs_finished (n_done, n);
}

static char *
describe_run (const DlFigureInput *input)
{
  const DlSimFigure *run = input->simulation;
  g_autofree char *warmup = run != NULL ? dl_chart_count (run->from) : NULL;

  return run == NULL ? NULL
                     : g_strdup_printf (_ ("simulated, warm-up of %s cycles, seed %lu"), warmup,
                                        (gulong) run->seed);
}

/* Are its numbers of one run? */
static gboolean
shows_simulation (const DlFigureInput *input)
{
  const DlFigure *figure = input->figure;

  return figure->needs_simulation
         || (figure->uses_metric && dl_metric_is_simulated (input->metric));
}

/* Whether its numbers are analyzed, simulated or measured, and of how many runs. */
static void
add_source (GStrvBuilder *pieces, const DlFigureInput *input)
{
  const DlFigure *figure = input->figure;
  const gboolean run = shows_simulation (input);

  if (figure->needs_measured || (figure->uses_metric && dl_metric_is_measured (input->metric)))
    g_strv_builder_add (pieces, _ ("measured"));
  else if (run)
    dl_figure_add_piece (pieces, describe_run (input));
  else if (figure->needs_load_curve && input->load_curve != NULL)
    dl_figure_add_piece (pieces, describe_runs (input->load_curve));
  else if (figure->compares || figure->uses_ring || figure->needs_policies)
    g_strv_builder_add (pieces, _ ("analyzed"));
  /* Charts of a run say this themselves, below them. */
  if (run && !figure->needs_simulation)
    {
      g_auto (GStrv) notes = dl_figure_simulation_notes (input);

      g_strv_builder_addv (pieces, (const char **) notes);
    }
}

/* Are its numbers of simulations? */
static gboolean
shows_runs (const DlFigureInput *input)
{
  const DlFigure *figure = input->figure;

  return shows_simulation (input) || figure->needs_load_curve || figure->needs_sweep;
}

/* Does the caption tell the key without this? */
static gboolean
is_told (const DlFigureInput *input, const DlField *field, gboolean names_rules)
{
  const DlFamily *family = input->scenario->family;
  const char *const *told = dl_figure_family_of (family)->told;

  if (field->reported == DL_REPORTED_NEVER || g_str_has_prefix (field->key, FAULTS)
      || strcmp (field->name, "traffic.pattern") == 0
      || (names_rules ? strcmp (field->name, family->rules_key) == 0
                      : input->n_policies > 1 && strcmp (field->name, family->rules_key) == 0))
    return TRUE;
  if (field->simulated && !shows_runs (input))
    return TRUE;
  /* The notes of a run tell its seed. */
  if (strcmp (field->name, "scenario.seed") == 0 && shows_simulation (input))
    return TRUE;
  return told != NULL && g_strv_contains (told, field->name);
}

/* Each key in which the scenario differs from its preset. */
static void
add_deviations (GStrvBuilder *pieces, const DlFigureInput *input, gboolean names_rules)
{
  g_autoptr (GPtrArray) deviations = dl_scenario_deviations (input->scenario);

  for (guint i = 0; i < deviations->len; i++)
    {
      const DlField *field = g_ptr_array_index (deviations, i);
      char *text;

      if (is_told (input, field, names_rules))
        continue;
      text = dl_field_text (field, input->scenario, DL_FIGURE_MOST_VALUE);
      /* Translators: a key whose value is too long for a caption */
      dl_figure_add_piece (pieces, text != NULL
                                       ? text
                                       : g_strdup_printf (_ ("%s: as in the scenario’s file"),
                                                          dl_field_title (field)));
    }
}

/* NULL if nothing is shown of a search, or it went to its end. */
static char *
describe_search (const DlFigureInput *input)
{
  const DlCritical *critical = input->critical;

  if (!input->figure->uses_metric || !dl_metric_is_critical (input->metric) || critical == NULL
      || critical->n_evaluated == critical->n_cables)
    return NULL;
  g_autofree char *done = dl_chart_count (critical->n_evaluated);
  g_autofree char *all = dl_chart_count (critical->n_cables);

  /* Translators: how far a search for critical cables came before it was canceled */
  return g_strdup_printf (_ ("search canceled after %s of %s"), done, all);
}

gboolean
dl_figure_has_faults (const DlScenario *scenario)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (g_str_has_prefix (fields[i].key, FAULTS) && dl_field_suits (&fields[i], scenario))
      {
        g_autofree char *value = dl_field_get (&fields[i], scenario);

        if (*value != '\0')
          return TRUE;
      }
  return FALSE;
}

/* A scenario's own, with where the numbers come from before their traffic. */
static GStrv
caption_of (const DlFigureInput *input, gboolean names_rules)
{
  g_autoptr (GStrvBuilder) pieces = g_strv_builder_new ();
  g_auto (GStrv) own = own_caption (input, names_rules);
  const DlLoadCurve *curve = input->load_curve;
  g_autofree char *traffic
      = g_strdup_printf (_ ("%s traffic"), _ (input->scenario->traffic.pattern->title));

  if (input->figure == NULL || input->paper != NULL)
    return g_steal_pointer (&own);
  for (guint i = 0; own[i] != NULL; i++)
    {
      if (strcmp (own[i], traffic) == 0)
        add_source (pieces, input);
      g_strv_builder_add (pieces, own[i]);
    }
  add_deviations (pieces, input, names_rules);
  dl_figure_add_piece (pieces, describe_search (input));
  if (input->figure->needs_load_curve && curve != NULL)
    dl_figure_add_piece (pieces, describe_part (curve->n_runs, curve->n_all_runs));
  if (input->figure->needs_sweep && input->sweep != NULL)
    dl_figure_add_piece (
        pieces, describe_part (input->sweep->points->n_known, input->sweep->points->n_points));
  return g_strv_builder_end (pieces);
}

/* "B: XT3 11x12x16", and its pieces that are not in @a, A's pieces. */
static void
describe_against (const DlFigureInput *input, gboolean names_rules, const char *const *a,
                  GStrvBuilder *pieces)
{
  DlFigureInput against = *input->against;
  g_auto (GStrv) b = NULL;
  guint n_a, n_b, n_other = 0;

  against.figure = input->figure;
  against.metric = input->metric;
  b = caption_of (&against, names_rules);
  n_a = g_strv_length ((GStrv) a);
  n_b = g_strv_length (b);

  dl_figure_add_piece (pieces, g_strdup_printf (_ ("B: %s"), b[0]));
  for (guint i = 1; i < n_b; i++)
    if (!g_strv_contains (a, b[i]))
      {
        g_strv_builder_add (pieces, b[i]);
        n_other++;
      }
  if (n_b < n_a && dl_figure_has_faults (input->scenario)
      && !dl_figure_has_faults (against.scenario))
    g_strv_builder_add (pieces, _ ("nothing broken"));
  else if (n_other == 0)
    {
      g_autofree char *changes = dl_pin_changes (input->scenario, against.scenario);

      /* Changes not in captions are told as files have them, if there is room. */
      if (changes[0] != '\0' && strlen (changes) < 80)
        g_strv_builder_add (pieces, changes);
    }
}

GStrv
dl_figure_caption (const DlFigureInput *input, gboolean names_rules)
{
  g_autoptr (GStrvBuilder) pieces = NULL;
  g_auto (GStrv) own = NULL;

  if (input->panels != NULL)
    return dl_figure_panels_caption (input);
  own = caption_of (input, names_rules);
  if (input->against == NULL)
    return g_steal_pointer (&own);
  pieces = g_strv_builder_new ();
  dl_figure_add_piece (pieces, g_strdup_printf (_ ("A: %s"), own[0]));
  g_strv_builder_addv (pieces, (const char **) own + 1);
  describe_against (input, names_rules, (const char *const *) own, pieces);
  return g_strv_builder_end (pieces);
}

const DlFigureInput *
dl_figure_shown (const DlFigureInput *input)
{
  return input->against != NULL && input->show == DL_SHOW_B ? input->against : input;
}

char *
dl_figure_compared_title (const DlFigureInput *input, char *title)
{
  g_autofree char *plain = title;

  return input->against == NULL ? g_steal_pointer (&plain)
                                : g_strdup_printf ("%s: %s", plain, dl_show_title (input->show));
}

/* Where the next words of a caption go. */
typedef struct
{
  cairo_t *cr;
  const DlTheme *theme; /* NULL: they are only measured */
  double x, y, width;
  double at;     /* from @x */
  guint n_lines; /* with the one that is begun */
} Pen;

static void
write_words (Pen *pen, const char *words, double needed, gboolean bold)
{
  if (pen->theme != NULL)
    dl_chart_text (pen->cr, bold ? &pen->theme->foreground : &pen->theme->muted, pen->x + pen->at,
                   pen->y + (pen->n_lines - 1) * DL_LINE_SMALL, words, DL_TEXT_SMALL, bold,
                   DL_ALIGN_START, pen->width - pen->at);
  pen->at += needed;
}

/* After @separator, or on the next line. */
static void
add_words (Pen *pen, const char *separator, const char *words, gboolean bold)
{
  const double gap = dl_chart_text_width (pen->cr, separator, DL_TEXT_SMALL, FALSE);
  const double needed = dl_chart_text_width (pen->cr, words, DL_TEXT_SMALL, bold);

  if (pen->at > 0 && pen->at + gap + needed > pen->width)
    {
      pen->n_lines++;
      pen->at = 0;
    }
  else if (pen->at > 0)
    write_words (pen, separator, gap, FALSE);
  write_words (pen, words, needed, bold);
}

/* The caption's pieces in as many lines as they need: one that is longer than a line word by word.
 * Returns how many; draws them if @theme. */
static guint
lay_caption (cairo_t *cr, const DlFigureInput *input, double x, double y, double width,
             gboolean names_rules, const DlTheme *theme)
{
  g_auto (GStrv) pieces = dl_figure_caption (input, names_rules);
  /* Several states need not have a name in common. */
  const gboolean named
      = input->panels == NULL
        || (pieces[0] != NULL && g_str_has_suffix (pieces[0], input->scenario->name));
  Pen pen = { cr, theme, x, y, width, 0, 1 };

  for (guint i = 0; pieces[i] != NULL; i++)
    {
      const gboolean bold = named && i == 0;
      g_auto (GStrv) words = NULL;

      if (dl_chart_text_width (cr, pieces[i], DL_TEXT_SMALL, bold) <= width)
        {
          add_words (&pen, SEPARATOR, pieces[i], bold);
          continue;
        }
      words = g_strsplit (pieces[i], " ", -1);
      for (guint word = 0; words[word] != NULL; word++)
        add_words (&pen, word > 0 ? " " : SEPARATOR, words[word], bold);
    }
  return pen.n_lines;
}

/* The title's text with the panel's letter before it; NULL for none. */
static char *
title_of (const DlFigureStyle *style, const char *own)
{
  const char *title = style->no_title        ? NULL
                      : style->title != NULL ? style->title
                      : own != NULL          ? own
                                             : style->name;

  return style->label == NULL ? g_strdup (title)
         : title == NULL      ? g_strdup (style->label)
                              : g_strdup_printf ("%s %s", style->label, title);
}

/* Title and caption around a figure, in units. */
typedef struct
{
  char *title; /* nullable */
  double title_height, caption_height;
  guint n_lines; /* of the caption */
} Frame;

static void
frame_clear (Frame *frame)
{
  g_free (frame->title);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Frame, frame_clear)

/* Measured on a surface of its own, so that the height does not depend on where it is drawn. */
static Frame
measure_frame (const DlFigureInput *input, double width, const char *title, gboolean names_rules)
{
  const double inside = dl_figure_width_inside (width);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  Frame frame = { .title = title_of (&input->style, title) };

  if (frame.title != NULL)
    frame.title_height = MAX (MAX (DL_LINE_TITLE, input->style.title_height),
                              ceil (dl_text_lay_title (cr, 0, 0, frame.title, inside, FALSE)));
  if (!input->style.no_caption)
    {
      frame.n_lines = lay_caption (cr, input, 0, 0, inside, names_rules, NULL);
      frame.caption_height = CAPTION_GAP + frame.n_lines * DL_LINE_SMALL;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return frame;
}

double
dl_figure_title_height (const DlFigureInput *input, double width, const char *title)
{
  g_auto (Frame) frame = measure_frame (input, width, title, TRUE);

  return frame.title_height;
}

double
dl_figure_height_titled (const DlFigureInput *input, double width, double inside, const char *title,
                         gboolean names_rules)
{
  g_auto (Frame) frame = measure_frame (input, width, title, names_rules);

  return (frame.title_height + inside + frame.caption_height + 2 * DL_FIGURE_MARGIN)
         * dl_figure_points_a_unit (width);
}

double
dl_figure_height_around (const DlFigureInput *input, double width, double inside,
                         gboolean names_rules)
{
  return dl_figure_height_titled (input, width, inside, NULL, names_rules);
}

DlRect
dl_figure_begin_titled (cairo_t *cr, const DlFigureInput *input, double width, double height,
                        const char *title, gboolean names_rules, const DlTheme *theme)
{
  const double unit = dl_figure_points_a_unit (width);
  g_auto (Frame) frame = measure_frame (input, width, title, names_rules);
  DlRect inside = { DL_FIGURE_MARGIN, DL_FIGURE_MARGIN + frame.title_height,
                    MAX (1, dl_figure_width_inside (width)), 0 };
  const double bottom = height / unit - DL_FIGURE_MARGIN;

  cairo_save (cr);
  dl_color_set (cr, &theme->background);
  cairo_rectangle (cr, 0, 0, width, height);
  if (input->tracer == NULL)
    cairo_fill (cr);
  cairo_new_path (cr);
  cairo_scale (cr, unit, unit);
  if (frame.title != NULL)
    {
      dl_color_set (cr, &theme->foreground);
      dl_text_lay_title (cr, inside.x, DL_FIGURE_MARGIN, frame.title, inside.width, TRUE);
    }
  if (frame.n_lines > 0)
    lay_caption (cr, input, inside.x, bottom - frame.n_lines * DL_LINE_SMALL, inside.width,
                 names_rules, theme);
  inside.height = MAX (1, bottom - frame.caption_height - inside.y);
  return inside;
}

void
dl_figure_trace (cairo_t *cr, const DlFigureInput *input, guint link, DlRect cell)
{
  double right = dl_rect_right (cell), bottom = dl_rect_bottom (cell);

  cairo_user_to_device (cr, &cell.x, &cell.y);
  cairo_user_to_device (cr, &right, &bottom);
  input->tracer->cell (link, (DlRect) { cell.x, cell.y, right - cell.x, bottom - cell.y },
                       input->tracer->data);
}

double
dl_figure_traced_pixels (cairo_t *cr)
{
  double dx = TRACED_DPI / 72, dy = 0;

  cairo_user_to_device_distance (cr, &dx, &dy);
  return hypot (dx, dy);
}

void
dl_figure_trace_pixels (cairo_t *cr, const DlFigureInput *input, DlRect area, DlFigurePixels pixels)
{
  double right = dl_rect_right (area), bottom = dl_rect_bottom (area);

  cairo_user_to_device (cr, &area.x, &area.y);
  cairo_user_to_device (cr, &right, &bottom);
  pixels.area = (DlRect) { area.x, area.y, right - area.x, bottom - area.y };
  input->tracer->pixels (&pixels, input->tracer->data);
}

DlRect
dl_figure_begin (cairo_t *cr, const DlFigureInput *input, double width, double height,
                 gboolean names_rules, const DlTheme *theme)
{
  return dl_figure_begin_titled (cr, input, width, height, NULL, names_rules, theme);
}

double
dl_figure_legend_height (const DlFigureInput *input, double width, const DlScale *scale)
{
  return input->style.no_legend
             ? 0
             : DL_FIGURE_LEGEND_GAP
                   + dl_scale_legend_height (scale, dl_figure_width_inside (width));
}

void
dl_figure_draw_legend (cairo_t *cr, const DlFigureInput *input, DlRect inside, const DlScale *scale,
                       const DlTheme *theme)
{
  if (!input->style.no_legend)
    dl_scale_draw_legend (scale, cr, inside.x,
                          dl_rect_bottom (inside) - dl_scale_legend_height (scale, inside.width),
                          inside.width, theme);
}

/* A whole figure ------------------------------------------------------------------------------- */

double
dl_figure_height (const DlFigure *figure, const DlFigureInput *input, double width)
{
  const DlTypeface before = dl_text_set_typeface (input->style.typeface);
  DlFigureInput drawn = *input;
  double height;

  drawn.figure = figure;
  height = input->style.height > 0 ? input->style.height : figure->height (&drawn, width);
  dl_text_set_typeface (before);
  return height;
}

const DlTheme *
dl_figure_theme (const DlFigureStyle *style)
{
  return style->dark ? dl_theme_dark () : dl_theme_paper ();
}

void
dl_figure_draw (const DlFigure *figure, cairo_t *cr, const DlFigureInput *input, double width,
                double height, const DlTheme *theme)
{
  const DlTypeface before = dl_text_set_typeface (input->style.typeface);
  const DlFigureStyle *style = &input->style;
  DlFigureInput drawn = *input;
  DlTheme styled = *theme;

  /* The title of a chart is replaced by the one above it. */
  styled.no_titles |= style->no_title || style->title != NULL || style->name != NULL;
  styled.no_keys |= style->no_legend;
  drawn.figure = figure;
  figure->draw (cr, &drawn, width, height, &styled);
  dl_text_set_typeface (before);
}

/* Into a file ---------------------------------------------------------------------------------- */

gboolean
dl_figure_check_cairo (cairo_status_t status, GError **error)
{
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_DRAW, _ ("cannot draw the figure: %s"),
               cairo_status_to_string (status));
  return FALSE;
}

gboolean
dl_figure_draw_on (const DlFigureJob *job, cairo_surface_t *surface, GError **error)
{
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  dl_figure_draw (job->figure, cr, job->input, job->width, job->height,
                  dl_figure_theme (&job->input->style));
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return dl_figure_check_cairo (status, error);
}
