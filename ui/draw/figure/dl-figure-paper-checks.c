/* The figure of all quick checks of the papers: a table per check, with verdicts by sign and word,
 * and below each the reasons of what differs or cannot be checked. */
#include "dl-figure-frame.h"
#include "dl-figure-paper.h"
#include "dl-figures-torus.h"

#include "dl-paper-list.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define VERDICT 126.0
#define KIND    48.0
#define NUMBER  66.0 /* expected, computed */
#define NOTE    26.0

static char *
verdict_text (const DlPaperRow *row)
{
  static const char *const signs[DL_PAPER_N_VERDICTS] = {
    [DL_PAPER_AGREES] = "=",   [DL_PAPER_DIFFERS] = "≠", [DL_PAPER_NOT_COMPARED] = "–",
    [DL_PAPER_IS_INPUT] = "•", [DL_PAPER_NOT_RUN] = "",
  };

  return g_strdup_printf ("%s %s", signs[row->verdict], dl_paper_verdict_title (row->verdict));
}

/* "Links: lane (Gb/s)" */
static char *
label_text (const DlPaperRow *row)
{
  g_autofree char *title = dl_paper_row_title (row);

  if (*row->unit == '\0')
    return g_steal_pointer (&title);
  /* Translators: what is compared, and its unit */
  return g_strdup_printf (_ ("%s (%s)"), title, _ (row->unit));
}

/* The left edge of the kinds, and the right edges of the numbers. */
static double
kind_start (const DlPen *pen)
{
  return pen->x + pen->width - NOTE - 2 * (NUMBER + DL_COLUMN_GAP) - KIND;
}

static double
expected_end (const DlPen *pen)
{
  return pen->x + pen->width - NOTE - NUMBER - DL_COLUMN_GAP;
}

static double
computed_end (const DlPen *pen)
{
  return pen->x + pen->width - NOTE;
}

static void
draw_row (DlPen *pen, const DlPaperRow *row, guint note)
{
  const double label = pen->x + VERDICT;
  const double width = kind_start (pen) - DL_COLUMN_GAP - label;
  g_autofree char *verdict = verdict_text (row);
  g_autofree char *title = label_text (row);
  g_autofree char *expected = dl_paper_row_expected (row);
  g_autofree char *computed = dl_paper_row_computed (row);
  g_autofree char *number = note > 0 ? g_strdup_printf ("%u", note) : NULL;

  dl_pen_text (pen,
               row->verdict == DL_PAPER_NOT_COMPARED || row->verdict == DL_PAPER_IS_INPUT
                   ? dl_pen_muted (pen)
                   : dl_pen_foreground (pen),
               pen->x, verdict, row->verdict == DL_PAPER_DIFFERS, DL_ALIGN_START,
               VERDICT - DL_COLUMN_GAP);
  dl_pen_text (pen, dl_pen_muted (pen), kind_start (pen), dl_paper_kind_title (row->kind), FALSE,
               DL_ALIGN_START, KIND);
  dl_pen_text (pen, dl_pen_foreground (pen), expected_end (pen), expected, FALSE, DL_ALIGN_END,
               NUMBER);
  dl_pen_text (pen, dl_pen_foreground (pen), computed_end (pen), computed, FALSE, DL_ALIGN_END,
               NUMBER);
  if (number != NULL)
    dl_pen_text (pen, dl_pen_muted (pen), pen->x + pen->width, number, FALSE, DL_ALIGN_END,
                 NOTE - DL_COLUMN_GAP);
  pen->y += MAX (DL_LINE_SMALL, dl_pen_wrapped (pen, dl_pen_foreground (pen), label, title, width));
}

/* The number of @row's reason among @reasons, which it may join. */
static guint
note_of (GPtrArray *reasons, const DlPaperRow *row)
{
  if (row->verdict == DL_PAPER_AGREES || row->why == NULL)
    return 0;
  for (guint i = 0; i < reasons->len; i++)
    if (strcmp (g_ptr_array_index (reasons, i), row->why) == 0)
      return i + 1;
  g_ptr_array_add (reasons, (gpointer) row->why);
  return reasons->len;
}

static void
draw_heads (DlPen *pen)
{
  dl_pen_text (pen, dl_pen_muted (pen), pen->x, _ ("verdict"), FALSE, DL_ALIGN_START,
               VERDICT - DL_COLUMN_GAP);
  dl_pen_text (pen, dl_pen_muted (pen), pen->x + VERDICT, _ ("value"), FALSE, DL_ALIGN_START,
               NUMBER);
  dl_pen_text (pen, dl_pen_muted (pen), kind_start (pen), _ ("kind"), FALSE, DL_ALIGN_START, KIND);
  dl_pen_text (pen, dl_pen_muted (pen), expected_end (pen), _ ("expected"), FALSE, DL_ALIGN_END,
               NUMBER);
  dl_pen_text (pen, dl_pen_muted (pen), computed_end (pen), _ ("computed"), FALSE, DL_ALIGN_END,
               NUMBER);
  pen->y += DL_LINE_SMALL;
  dl_pen_rule (pen);
}

static void
draw_check (DlPen *pen, const DlPaperResult *part)
{
  g_autoptr (GPtrArray) reasons = g_ptr_array_new ();

  pen->y += DL_GAP_LARGE;
  dl_pen_text (pen, dl_pen_foreground (pen), pen->x, dl_paper_check_title (part->check), TRUE,
               DL_ALIGN_START, pen->width);
  pen->y += DL_LINE_SMALL;
  pen->y += dl_pen_wrapped (pen, dl_pen_muted (pen), pen->x, dl_paper_check_section (part->check),
                            pen->width);
  draw_heads (pen);
  for (guint i = 0; i < part->rows->len; i++)
    {
      const DlPaperRow *row = dl_paper_result_row (part, i);

      draw_row (pen, row, note_of (reasons, row));
    }
  for (guint i = 0; i < reasons->len; i++)
    {
      /* Translators: a footnote’s number, and the note */
      g_autofree char *note
          = g_strdup_printf (_ ("%u %s"), i + 1, _ (g_ptr_array_index (reasons, i)));

      pen->y += dl_pen_wrapped (pen, dl_pen_muted (pen), pen->x, note, pen->width);
    }
}

static char *
summary_text (const DlPaperResult *paper)
{
  guint counts[DL_PAPER_N_VERDICTS] = { 0 };

  for (guint i = 0; i < paper->parts->len; i++)
    for (guint verdict = 0; verdict < DL_PAPER_N_VERDICTS; verdict++)
      counts[verdict] += dl_paper_result_count (g_ptr_array_index (paper->parts, i), verdict);
  return dl_paper_counts_text (counts);
}

static void
draw_all (DlPen *pen, gconstpointer data)
{
  const DlPaperResult *paper = data;
  g_autofree char *summary = summary_text (paper);

  dl_pen_text (pen, dl_pen_foreground (pen), pen->x, dl_paper_check_title (paper->check), TRUE,
               DL_ALIGN_START, pen->width);
  pen->y += DL_LINE_NORMAL;
  pen->y += dl_pen_wrapped (pen, dl_pen_foreground (pen), pen->x, summary, pen->width);
  pen->y += dl_pen_wrapped (pen, dl_pen_muted (pen), pen->x, dl_paper_check_choices (paper->check),
                            pen->width);
  for (guint i = 0; i < paper->parts->len; i++)
    draw_check (pen, g_ptr_array_index (paper->parts, i));
}

static double
figure_height (const DlFigureInput *input, double width)
{
  const double inside = input->paper != NULL ? dl_pen_measure (dl_figure_width_inside (width),
                                                               draw_all, input->paper)
                                             : DL_FIGURE_EMPTY;

  return dl_figure_height_around (input, width, inside, FALSE);
}

static void
figure_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
             const DlTheme *theme)
{
  const DlRect inside = dl_figure_begin (cr, input, width, height, FALSE, theme);
  DlPen pen = { cr, theme, inside.x, inside.y, inside.width };

  if (input->paper != NULL)
    draw_all (&pen, input->paper);
  else
    dl_chart_message (cr, inside, _ ("nothing was computed"), theme);
  cairo_restore (cr);
}

static void
figure_numbers (DlRecord *record, const DlFigureInput *input)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (DlPaperLine));

  for (guint i = 0; input->paper != NULL && i < input->paper->parts->len; i++)
    {
      const DlPaperResult *part = g_ptr_array_index (input->paper->parts, i);

      for (guint row = 0; row < part->rows->len; row++)
        {
          const DlPaperLine line = { part, dl_paper_result_row (part, row) };

          g_array_append_val (lines, line);
        }
    }
  dl_paper_lines_add (record, (DlPaperLine *) lines->data, lines->len);
}

const DlFigure dl_figure_paper_checks = {
  .id = "paper-checks",
  .title = N_ ("Checks of the papers’ values"),
  .description = N_ ("Published values compared with computed ones, with verdicts and reasons; "
                     "simulations of several minutes have their own figures"),
  .paper_check = "paper-checks",
  .height = figure_height,
  .draw = figure_draw,
  .numbers = figure_numbers,
};
