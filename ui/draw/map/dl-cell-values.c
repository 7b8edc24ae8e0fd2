#include "dl-cell-values.h"

#include "dl-chart-private.h"
#include "dl-numerals.h"

#include <math.h>
#include <string.h>

/* Units. */
#define LINE        15  /* of text */
#define LEAST_LINE  13  /* what its digits need */
#define ASIDE       5   /* of a number to both edges together */
#define CORNER      8   /* of a mark at least */
#define CORNER_MOST 30  /* and at most */
#define CORNER_PART 0.3 /* of its cell */
#define CORNER_FREE 7.5 /* beside or above a number with a mark */

struct _DlCellValues
{
  const DlScale *scale;
  cairo_t *cr;
  DlNumbers *ink[2]; /* black, white */
};

/* "0.27", "12.5", "2,880" */
static char *
value_text (const DlScale *scale, double value)
{
  const double most = MAX (fabs (scale->min), fabs (scale->max));
  const char *sign = value < 0 ? "−" : "";
  const double size = fabs (value);

  if (most <= 1)
    {
      /* Cells are narrow: ".27". */
      g_autofree char *text = g_strdup_printf ("%.2f", size);
      return g_strconcat (sign, g_str_has_prefix (text, "0.") ? text + 1 : text, NULL);
    }
  return g_strdup_printf ("%s%'.*f", sign, most <= 10 ? 1 : 0, size);
}

static double
text_width (const DlScale *scale)
{
  const double most = MAX (fabs (scale->min), fabs (scale->max));
  g_autofree char *text = value_text (scale, most <= 1 ? 0.88 : most);

  return g_utf8_strlen (text, -1) * DL_DIGIT_WIDTH * 0.85
         + (scale->is_difference ? DL_DIGIT_WIDTH : 0);
}

gboolean
dl_cell_values_fit (const DlScale *scale, const DlRect *cell)
{
  if (scale->kind == DL_SCALE_CRITICAL)
    return FALSE;
  return cell->height >= LEAST_LINE && cell->width >= text_width (scale) + ASIDE;
}

gboolean
dl_cell_values_corner (const DlScale *scale, const DlRect *cell, DlRect *corner)
{
  const double aside = (cell->width - text_width (scale)) / 2, above = (cell->height - LINE) / 2;
  const double side = CLAMP (MIN (cell->width, cell->height) * CORNER_PART, CORNER, CORNER_MOST);

  if (!dl_cell_values_fit (scale, cell) || MAX (aside, above) < CORNER_FREE)
    return FALSE;
  *corner = (DlRect) { dl_rect_right (*cell) - side - 1, cell->y + 1, side, side };
  return TRUE;
}

DlCellValues *
dl_cell_values_new (cairo_t *cr, const DlScale *scale, double width, double height)
{
  DlCellValues *self;

  if (!dl_cell_values_fit (scale, &(DlRect) { 0, 0, width, height }))
    return NULL;
  self = g_new (DlCellValues, 1);
  *self = (DlCellValues) { scale, cr, { dl_numbers_new (cr, FALSE), dl_numbers_new (cr, FALSE) } };
  return self;
}

void
dl_cell_values_free (DlCellValues *self)
{
  if (self == NULL)
    return;
  dl_numbers_free (self->ink[0]);
  dl_numbers_free (self->ink[1]);
  g_free (self);
}

void
dl_cell_values_add (DlCellValues *self, const DlRect *cell, double value)
{
  if (!isfinite (value))
    return;
  const DlColor fill = dl_chart_scale_color (self->scale, value);
  const DlColor ink = dl_chart_ink (&fill);
  g_autofree char *text = value_text (self->scale, value);

  dl_numbers_add (self->ink[ink.r > 0.5], cell->x + cell->width / 2,
                  cell->y + (cell->height - LINE) / 2, text, DL_ALIGN_CENTER);
}

void
dl_cell_values_draw (DlCellValues *self)
{
  for (guint white = 0; white < 2; white++)
    {
      cairo_set_source_rgb (self->cr, white, white, white);
      dl_numbers_draw (self->ink[white]);
    }
}
