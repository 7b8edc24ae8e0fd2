/* The figure of all quick checks of the papers: a table a check, with verdicts by sign and word,
 * and below each the reasons of what differs or cannot be checked. */
#include "dl-figure-paper.h"

#include "dl-paper-list.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define VERDICT 126.0
#define NUMBER  66.0 /* published, computed */
#define NOTE    26.0
#define SPACE   8.0
#define GAP     12.0 /* above a check */

/* What is drawn, or only measured. */
typedef struct
{
  cairo_t *cr;
  const DlTheme *theme; /* NULL: measured */
  double x, y, width;
} Pen;

static void
text (const Pen *pen, const DlColor *color, double x, const char *string, gboolean bold,
      DlAlign align, double width)
{
  if (pen->theme != NULL)
    dl_chart_text (pen->cr, color, x, pen->y, string, DL_TEXT_SMALL, bold, align, MAX (1, width));
}

/* In as many lines as it takes; returns their height. */
static double
wrapped (const Pen *pen, const DlColor *color, double x, const char *string, double width)
{
  width = MAX (1, width);
  if (pen->theme == NULL)
    return dl_text_wrapped_height (pen->cr, string, DL_TEXT_SMALL, width);
  dl_color_set (pen->cr, color);
  return dl_text_draw_wrapped (pen->cr, x, pen->y, string, DL_TEXT_SMALL, width);
}

static const DlColor *
foreground (const Pen *pen)
{
  return pen->theme != NULL ? &pen->theme->foreground : NULL;
}

static const DlColor *
muted (const Pen *pen)
{
  return pen->theme != NULL ? &pen->theme->muted : NULL;
}

static char *
verdict_text (const DlPaperRow *row)
{
  static const char *const signs[] = { "=", "≠", "–", "" };

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

/* The right edges of the columns. */
static double
published_end (const Pen *pen)
{
  return pen->x + pen->width - NOTE - NUMBER - SPACE;
}

static double
computed_end (const Pen *pen)
{
  return pen->x + pen->width - NOTE;
}

static void
draw_row (Pen *pen, const DlPaperRow *row, guint note)
{
  const double label = pen->x + VERDICT;
  const double width = published_end (pen) - NUMBER - SPACE - label;
  g_autofree char *verdict = verdict_text (row);
  g_autofree char *title = label_text (row);
  g_autofree char *published = dl_paper_row_published (row);
  g_autofree char *computed = dl_paper_row_computed (row);
  g_autofree char *number = note > 0 ? g_strdup_printf ("%u", note) : NULL;

  text (pen, row->verdict == DL_PAPER_NOT_COMPARED ? muted (pen) : foreground (pen), pen->x,
        verdict, row->verdict == DL_PAPER_DIFFERS, DL_ALIGN_START, VERDICT - SPACE);
  text (pen, foreground (pen), published_end (pen), published, FALSE, DL_ALIGN_END, NUMBER);
  text (pen, foreground (pen), computed_end (pen), computed, FALSE, DL_ALIGN_END, NUMBER);
  if (number != NULL)
    text (pen, muted (pen), pen->x + pen->width, number, FALSE, DL_ALIGN_END, NOTE - SPACE);
  pen->y += MAX (DL_LINE_SMALL, wrapped (pen, foreground (pen), label, title, width));
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
draw_heads (Pen *pen)
{
  text (pen, muted (pen), pen->x, _ ("verdict"), FALSE, DL_ALIGN_START, VERDICT - SPACE);
  text (pen, muted (pen), pen->x + VERDICT, _ ("value"), FALSE, DL_ALIGN_START, NUMBER);
  text (pen, muted (pen), published_end (pen), _ ("published"), FALSE, DL_ALIGN_END, NUMBER);
  text (pen, muted (pen), computed_end (pen), _ ("computed"), FALSE, DL_ALIGN_END, NUMBER);
  pen->y += DL_LINE_SMALL;
  if (pen->theme == NULL)
    return;
  dl_color_set (pen->cr, &pen->theme->grid);
  cairo_rectangle (pen->cr, pen->x, pen->y - 1, pen->width, 0.8);
  cairo_fill (pen->cr);
}

static void
draw_check (Pen *pen, const DlPaperResult *part)
{
  g_autoptr (GPtrArray) reasons = g_ptr_array_new ();

  pen->y += GAP;
  text (pen, foreground (pen), pen->x, dl_paper_check_title (part->check), TRUE, DL_ALIGN_START,
        pen->width);
  pen->y += DL_LINE_SMALL;
  pen->y += wrapped (pen, muted (pen), pen->x, dl_paper_check_section (part->check), pen->width);
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

      pen->y += wrapped (pen, muted (pen), pen->x, note, pen->width);
    }
}

static char *
summary_text (const DlPaperResult *paper)
{
  guint counts[DL_PAPER_N_VERDICTS] = { 0 };

  for (guint i = 0; i < paper->parts->len; i++)
    for (guint verdict = 0; verdict < DL_PAPER_N_VERDICTS; verdict++)
      counts[verdict] += dl_paper_result_count (g_ptr_array_index (paper->parts, i), verdict);
  return g_strdup_printf (_ ("%u agree, %u differ, %u cannot be checked"), counts[DL_PAPER_AGREES],
                          counts[DL_PAPER_DIFFERS], counts[DL_PAPER_NOT_COMPARED]);
}

static void
draw_all (Pen *pen, const DlPaperResult *paper)
{
  g_autofree char *summary = summary_text (paper);

  text (pen, foreground (pen), pen->x, dl_paper_check_title (paper->check), TRUE, DL_ALIGN_START,
        pen->width);
  pen->y += DL_LINE_NORMAL;
  pen->y += wrapped (pen, foreground (pen), pen->x, summary, pen->width);
  pen->y += wrapped (pen, muted (pen), pen->x, dl_paper_check_choices (paper->check), pen->width);
  for (guint i = 0; i < paper->parts->len; i++)
    draw_check (pen, g_ptr_array_index (paper->parts, i));
}

static double
figure_height (const DlFigureInput *input, double width)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  Pen pen = { .cr = cairo_create (surface), .width = dl_figure_width_inside (width) };
  double inside = 100;

  if (input->paper != NULL)
    {
      draw_all (&pen, input->paper);
      inside = pen.y;
    }
  cairo_destroy (pen.cr);
  cairo_surface_destroy (surface);
  return dl_figure_height_around (input, width, inside, FALSE);
}

static void
figure_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
             const DlTheme *theme)
{
  const DlRect inside = dl_figure_begin (cr, input, width, height, FALSE, theme);
  Pen pen = { cr, theme, inside.x, inside.y, inside.width };

  if (input->paper != NULL)
    draw_all (&pen, input->paper);
  else
    dl_chart_message (cr, inside, _ ("nothing was computed"), theme);
  cairo_restore (cr);
}

static void
figure_write_csv (GString *csv, const DlFigureInput *input)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (DlPaperLine));
  g_autofree char *text = NULL;

  for (guint i = 0; input->paper != NULL && i < input->paper->parts->len; i++)
    {
      const DlPaperResult *part = g_ptr_array_index (input->paper->parts, i);

      for (guint row = 0; row < part->rows->len; row++)
        {
          const DlPaperLine line = { part, dl_paper_result_row (part, row) };

          g_array_append_val (lines, line);
        }
    }
  text = dl_paper_lines_to_csv ((DlPaperLine *) lines->data, lines->len);
  g_string_append (csv, text);
}

const DlFigure dl_figure_paper_checks = {
  .id = "paper-checks",
  .title = N_ ("Paper checks"),
  .description = N_ ("What the papers publish beside what is computed, with verdicts and reasons; "
                     "those that are simulated for minutes have figures of their own"),
  .paper_check = "paper-checks",
  .height = figure_height,
  .draw = figure_draw,
  .write_csv = figure_write_csv,
};
