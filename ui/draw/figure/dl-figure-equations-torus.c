/* Figure: the age paper's equations for the network, each with its value and where it is from. */
#include "dl-evaluate-aging.h"
#include "dl-figure-frame.h"
#include "dl-figures-torus.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define WIDE 700.0 /* units from which there are two columns of parts */
/* Widths in a line. */
#define NUMBER 48.0
#define MARK   9.0 /* at its end */
#define VALUE  118.0

/* The model on screen: the options are the scenario's. */
static DlAgingModel *
new_model (const DlFigureInput *input)
{
  return dl_aging_model_new (dl_evaluate_aging_options (input->scenario, input->analysis));
}

/* A value in the last line of @pen; returns the right end of the text to its left. */
static double
draw_at_end (const DlPen *pen, const char *text)
{
  const double right = pen->x + pen->width;

  dl_pen_text (pen, dl_pen_foreground (pen), right, text, FALSE, DL_ALIGN_END, pen->width);
  return right - DL_COLUMN_GAP - dl_chart_text_width (pen->cr, text, DL_TEXT_SMALL, FALSE);
}

/* Title; and below the source, unless it is just so in the paper, and its values by dimension. */
static void
draw_record (DlPen *pen, const DlAgingRecord *record)
{
  const DlAgingInfo *info = record->info;
  const double left = pen->x + NUMBER;
  g_autofree char *number = dl_aging_info_number (info);
  g_autofree char *value = dl_aging_record_text (record);
  g_autofree char *source = dl_aging_source_text (info);
  g_autofree char *dims = dl_aging_record_dims_text (record);

  dl_pen_text (pen, dl_pen_muted (pen), pen->x, number, FALSE, DL_ALIGN_START, NUMBER - MARK);
  if (record->broken != 0)
    dl_pen_text (pen, dl_pen_foreground (pen), left - MARK, "!", TRUE, DL_ALIGN_START, MARK);
  pen->y += dl_pen_wrapped (pen, dl_pen_foreground (pen), left, _ (info->title),
                            draw_at_end (pen, value) - left);
  if (*dims != '\0' || info->source != DL_AGING_PRINTED)
    pen->y
        += dl_pen_wrapped (pen, dl_pen_muted (pen), left, source, draw_at_end (pen, dims) - left);
}

static void
draw_heads (DlPen *pen)
{
  dl_pen_text (pen, dl_pen_muted (pen), pen->x, _ ("eq."), FALSE, DL_ALIGN_START, NUMBER - MARK);
  dl_pen_text (pen, dl_pen_muted (pen), pen->x + NUMBER, _ ("what"), FALSE, DL_ALIGN_START, VALUE);
  dl_pen_text (pen, dl_pen_muted (pen), pen->x + pen->width, _ ("value"), FALSE, DL_ALIGN_END,
               VALUE);
  pen->y += DL_LINE_SMALL;
  dl_pen_rule (pen);
}

/* Records one below the other, from one on and up to another. */
typedef struct
{
  const DlAgingModel *model;
  DlAgingId from, to;
  double *ends; /* (DL_AGING_N_RECORDS) nullable: where each ends */
} Column;

static void
draw_column (DlPen *pen, gconstpointer data)
{
  const Column *column = data;

  draw_heads (pen);
  for (DlAgingId id = column->from; id < column->to; id++)
    {
      const char *part = dl_aging_part_title (id);

      if (part != NULL)
        {
          pen->y += DL_GAP_SMALL;
          dl_pen_text (pen, dl_pen_foreground (pen), pen->x, part, TRUE, DL_ALIGN_START,
                       pen->width);
          pen->y += DL_LINE_SMALL;
        }
      draw_record (pen, &column->model->records[id]);
      if (column->ends != NULL)
        column->ends[id] = pen->y;
    }
}

/* The record with which the second of two columns begins: the first one is not shorter. */
static DlAgingId
find_split (const DlAgingModel *model, double width)
{
  double ends[DL_AGING_N_RECORDS];
  const Column all = { model, 0, DL_AGING_N_RECORDS, ends };
  const double height = dl_pen_measure (width, draw_column, &all);
  DlAgingId id = 1;

  while (id < DL_AGING_N_RECORDS && 2 * ends[id - 1] < height + DL_LINE_SMALL)
    id++;
  return id;
}

static void
draw_columns (DlPen *pen, const DlAgingModel *model)
{
  const gboolean wide = pen->width >= WIDE;
  DlPen left = *pen, right;
  Column column = { model, 0, DL_AGING_N_RECORDS, NULL };

  if (wide)
    {
      left.width = (pen->width - DL_GAP_PLOTS) / 2;
      column.to = find_split (model, left.width);
    }
  right = left;
  right.x += left.width + DL_GAP_PLOTS;
  draw_column (&left, &column);
  column = (Column) { model, column.to, DL_AGING_N_RECORDS, NULL };
  if (wide)
    draw_column (&right, &column);
  pen->y = MAX (left.y, right.y);
}

static void
draw_all (DlPen *pen, gconstpointer data)
{
  const DlAgingModel *model = data;
  g_autofree char *recommended = dl_aging_recommended_text (model);
  /* Translators: a setting of the age bias and clock, as “Age bias 3;2;1;1, age clock period 8
   * cycles” */
  g_autofree char *line = g_strdup_printf (_ ("Recommended: %s"), recommended);

  pen->y += dl_pen_wrapped (pen, dl_pen_foreground (pen), pen->x, line, pen->width) + DL_GAP_SMALL;
  draw_columns (pen, model);
}

/* Key at the bottom. */
static void
draw_key (DlPen *pen, gconstpointer data)
{
  const DlAgingModel *model = data;
  guint broken = 0;

  for (DlAgingId id = 0; id < DL_AGING_N_RECORDS; id++)
    broken |= model->records[id].broken;
  pen->y += DL_GAP_SMALL;
  pen->y += dl_pen_wrapped (pen, dl_pen_muted (pen), pen->x,
                            _ ("Without a named source, the equation is as printed in the paper."),
                            pen->width);
  if (broken != 0)
    pen->y
        += dl_pen_wrapped (pen, dl_pen_muted (pen), pen->x,
                           _ ("!: an assumption of the equation does not hold here."), pen->width);
}

static const char *
title (void)
{
  return _ ("The age paper’s equations");
}

static double
equations_height (const DlFigureInput *input, double width)
{
  g_autoptr (DlAgingModel) model = new_model (input);

  const double inside = dl_figure_width_inside (width);
  const double key = input->style.no_legend ? 0 : dl_pen_measure (inside, draw_key, model);

  return dl_figure_height_titled (input, width, dl_pen_measure (inside, draw_all, model) + key,
                                  title (), TRUE);
}

static void
equations_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
                const DlTheme *theme)
{
  g_autoptr (DlAgingModel) model = new_model (input);
  const DlRect inside = dl_figure_begin_titled (cr, input, width, height, title (), TRUE, theme);
  DlPen pen = { cr, theme, inside.x, inside.y, inside.width };

  draw_all (&pen, model);
  if (!input->style.no_legend)
    draw_key (&pen, model);
  cairo_restore (cr);
}

static void
equations_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "id", N_ ("Name in files") },
    { "equation", N_ ("Equation") },
    { "title", N_ ("Title") },
    { "source", N_ ("Source") },
    { "section", N_ ("Section") },
    { "unit", N_ ("Unit") },
    { "value", N_ ("Value"), DL_COLUMN_REAL },
    { "x", "X", DL_COLUMN_REAL },
    { "y", "Y", DL_COLUMN_REAL },
    { "z", "Z", DL_COLUMN_REAL },
    { "assumptions_hold", N_ ("Assumptions hold"), DL_COLUMN_FLAG },
  };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  g_autoptr (DlAgingModel) model = new_model (input);

  for (DlAgingId id = 0; id < DL_AGING_N_RECORDS; id++)
    {
      const DlAgingRecord *it = &model->records[id];
      const DlAgingInfo *info = it->info;

      dl_cells_text (cells, info->id);
      dl_cells_take_text (cells, dl_aging_info_number (info));
      dl_cells_text (cells, _ (info->title));
      dl_cells_word (cells, dl_aging_source_id (info->source),
                     _ (dl_aging_source_title (info->source)));
      dl_cells_text (cells, info->section);
      dl_figure_add_untranslated (cells, info->unit);
      dl_cells_finite (cells, it->value);
      dl_figure_add_numbers (cells, it->dim, DL_TORUS_N_DIMS);
      dl_cells_flag (cells, it->broken == 0);
    }
}

const DlFigure dl_figure_equations = {
  .id = "equations",
  .title = N_ ("Equations"),
  .description = N_ ("The age paper’s equations 1 to 17 for this network and load, with their "
                     "recommendations"),
  .height = equations_height,
  .draw = equations_draw,
  .numbers = equations_numbers,
};
