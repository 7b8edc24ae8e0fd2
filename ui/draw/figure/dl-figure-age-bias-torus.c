/* Figure: how routers choose by age. The age bias of each input port beside what the paper
 * recommends, the age clock, and which grants go by age. */
#include "dl-figures-torus.h"

#include "dl-evaluate-aging.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define MOST_BIAS 7 /* 3 bits */
#define ROW       24.0
#define NAMES     96.0 /* of the rows */
#define CELL      14.0 /* of a grant, and its height */
/* A row is four digits of the hexadecimal number, as it is on the screen. */
#define COLUMNS 16
#define BITS    64
#define GROUP   4

typedef struct
{
  const char *title;
  const char *id;
  const guint8 *bias; /* (DL_N_ROUTER_PORTS) */
} Row;

#define N_ROWS 3

static void
get_rows (const DlFigureInput *input, const DlAgingModel *model, Row *rows)
{
  const DlRouterSpec *router = &input->scenario->router;

  rows[0] = (Row) { _ ("Requests"), "request_bias", router->request_age_bias };
  rows[1] = (Row) { _ ("Responses"), "response_bias", router->response_age_bias };
  rows[2] = (Row) { _ ("Recommended"), "recommended_bias", model->bias };
}

static DlAgingModel *
new_model (const DlFigureInput *input)
{
  return dl_aging_model_new (dl_evaluate_aging_options (input->scenario, input->analysis));
}

/* The grid ------------------------------------------------------------------------------------- */

static const char *
port_name (guint port)
{
  /* Translators: the processor port of a router, as short as X+ */
  return port == DL_TORUS_PORT_PROCESSOR ? _ ("Proc.") : dl_chart_port_name (port);
}

static void
draw_cell (cairo_t *cr, DlRect rect, guint bias, gboolean differs, const DlScale *scale)
{
  const DlColor color = dl_chart_scale_color (scale, bias);
  const DlColor ink = dl_chart_ink (&color);
  g_autofree char *text = g_strdup_printf ("%u", bias);

  dl_color_set (cr, &color);
  cairo_rectangle (cr, rect.x, rect.y, rect.width, rect.height);
  cairo_fill (cr);
  dl_chart_text (cr, &ink, rect.x + rect.width / 2, rect.y + rect.height / 2 - 9, text,
                 DL_TEXT_NORMAL, TRUE, DL_ALIGN_CENTER, 0);
  /* By form, not by color. */
  if (differs)
    {
      dl_color_set (cr, &ink);
      cairo_move_to (cr, dl_rect_right (rect) - 8, rect.y);
      cairo_line_to (cr, dl_rect_right (rect), rect.y);
      cairo_line_to (cr, dl_rect_right (rect), rect.y + 8);
      cairo_close_path (cr);
      cairo_fill (cr);
    }
}

/* Below the ports' names; returns where it ends. */
static double
draw_grid (cairo_t *cr, DlRect inside, const Row *rows, const DlTheme *theme)
{
  const double pitch = (inside.width - NAMES) / DL_N_ROUTER_PORTS;
  DlScale scale;
  double y = inside.y + DL_LINE_SMALL + 3;

  dl_scale_init_kind (&scale, DL_SCALE_BALANCE, theme); /* its colors: high ones stand out */
  scale.max = MOST_BIAS;
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    dl_chart_text (cr, &theme->muted, inside.x + NAMES + (port + 0.5) * pitch, inside.y,
                   port_name (port), DL_TEXT_SMALL, FALSE, DL_ALIGN_CENTER, pitch);
  for (guint row = 0; row < N_ROWS; row++, y += ROW)
    {
      const gboolean last = row + 1 == N_ROWS;

      if (last)
        y += DL_GAP_LARGE / 2;
      dl_chart_text (cr, &theme->foreground, inside.x, y + ROW / 2 - 9, rows[row].title,
                     DL_TEXT_SMALL, FALSE, DL_ALIGN_START, NAMES - 6);
      for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
        {
          const DlRect cell = { inside.x + NAMES + port * pitch + 1, y + 1, pitch - 2, ROW - 2 };

          draw_cell (cr, cell, rows[row].bias[port],
                     !last && rows[row].bias[port] != rows[N_ROWS - 1].bias[port], &scale);
        }
    }
  return y;
}

static double
grid_height (void)
{
  return DL_LINE_SMALL + 3 + N_ROWS * ROW + DL_GAP_LARGE / 2;
}

/* Grants --------------------------------------------------------------------------------------- */

static double
bits_height (void)
{
  return BITS / COLUMNS * (CELL + 2);
}

/* Filled: by age. An outline: by turn. */
static void
draw_bits (cairo_t *cr, DlRect inside, guint64 bits, const DlTheme *theme)
{
  const double gaps = (COLUMNS / GROUP - 1) * 4.0;
  const double pitch = (inside.width - NAMES - gaps) / COLUMNS;

  for (guint bit = 0; bit < BITS; bit++)
    {
      const guint column = bit % COLUMNS;
      const double x = inside.x + NAMES + column * pitch + column / GROUP * 4.0;
      const double y = inside.y + bit / COLUMNS * (CELL + 2);
      const gboolean by_age = bits >> bit & 1;

      cairo_rectangle (cr, x + 1.5, y + 0.5, pitch - 3, CELL - 1);
      dl_color_set (cr, by_age ? &theme->accent : &theme->muted);
      if (by_age)
        cairo_fill_preserve (cr);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
    }
  for (guint row = 0; row < BITS / COLUMNS; row++)
    {
      /* Translators: the numbers of the grants in a row: “grants 1–16” */
      g_autofree char *name
          = g_strdup_printf (_ ("grants %u–%u"), row * COLUMNS + 1, (row + 1) * COLUMNS);

      dl_chart_text (cr, &theme->muted, inside.x, inside.y + row * (CELL + 2) - 1, name,
                     DL_TEXT_SMALL, FALSE, DL_ALIGN_START, NAMES - 6);
    }
}

/* The figure ----------------------------------------------------------------------------------- */

static char *
clock_text (const DlFigureInput *input, const DlAgingModel *model)
{
  const gulong period = input->scenario->router.age_clock_period;
  g_autofree char *own
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Age clock: a period of %lu cycle",
                                      "Age clock: a period of %lu cycles", period),
                         period);

  if (model->age_clock_period == 0)
    return g_strdup_printf (_ ("%s; no period fits this bias by the paper’s rule"), own);
  /* Translators: “Age clock: a period of 8 cycles; recommended 16” */
  return g_strdup_printf (_ ("%s; recommended %lu"), own, (gulong) model->age_clock_period);
}

static const char *
title (void)
{
  return _ ("Age bias by input port");
}

static double
key_height (const DlFigureInput *input)
{
  return input->style.no_legend ? 0 : 2 * DL_LINE_SMALL;
}

static double
bias_height (const DlFigureInput *input, double width)
{
  return dl_figure_height_titled (input, width,
                                  grid_height () + DL_GAP_LARGE + 2 * DL_LINE_NORMAL
                                      + bits_height () + key_height (input),
                                  title (), TRUE);
}

static void
bias_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
           const DlTheme *theme)
{
  g_autoptr (DlAgingModel) model = new_model (input);
  const guint64 select = input->scenario->router.age_rr_select;
  g_autofree char *clock = clock_text (input, model);
  g_autofree char *sum = dl_age_select_text (select);
  const char *const keys[] = { _ ("A corner: not as the paper recommends (section 3.1)"),
                               _ ("Filled: age-based; outline: round robin") };
  DlRect inside = dl_figure_begin_titled (cr, input, width, height, title (), TRUE, theme);
  Row rows[N_ROWS];

  get_rows (input, model, rows);
  inside.y = draw_grid (cr, inside, rows, theme) + DL_GAP_LARGE;
  dl_chart_text (cr, &theme->foreground, inside.x, inside.y, clock, DL_TEXT_NORMAL, TRUE,
                 DL_ALIGN_START, inside.width);
  inside.y += DL_LINE_NORMAL;
  dl_chart_text (cr, &theme->foreground, inside.x, inside.y, sum, DL_TEXT_NORMAL, TRUE,
                 DL_ALIGN_START, inside.width);
  inside.y += DL_LINE_NORMAL;
  draw_bits (cr, inside, select, theme);
  inside.y += bits_height ();
  for (guint i = 0; i < G_N_ELEMENTS (keys) && !input->style.no_legend; i++)
    dl_chart_text (cr, &theme->muted, inside.x, inside.y + i * DL_LINE_SMALL, keys[i],
                   DL_TEXT_SMALL, FALSE, DL_ALIGN_START, inside.width);
  cairo_restore (cr);
}

/* A row of the table: its place and kind, without unknown values. */
static void
add_row (DlCells *cells, const char *what, const char *title, gint port, guint grant)
{
  dl_cells_word (cells, what, _ (title));
  if (port >= 0)
    dl_figure_add_port (cells, port);
  else
    dl_cells_absent (cells);
  dl_cells_integer_if (cells, grant > 0, grant);
}

static void
bias_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "what", N_ ("What") },
    { "port", N_ ("Port") },
    { "grant", N_ ("Grant"), DL_COLUMN_INTEGER },
    { "value", N_ ("Value"), DL_COLUMN_INTEGER },
  };
  static const char *const titles[N_ROWS]
      = { N_ ("Age bias of requests"), N_ ("Age bias of responses"), N_ ("Recommended age bias") };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  g_autoptr (DlAgingModel) model = new_model (input);
  const DlRouterSpec *router = &input->scenario->router;
  Row rows[N_ROWS];

  get_rows (input, model, rows);
  for (guint row = 0; row < N_ROWS; row++)
    for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
      {
        add_row (cells, rows[row].id, titles[row], port, 0);
        dl_cells_integer (cells, rows[row].bias[port]);
      }
  add_row (cells, "age_clock_period_cycles", N_ ("Age clock period, cycles"), -1, 0);
  dl_cells_integer (cells, router->age_clock_period);
  add_row (cells, "recommended_age_clock_period_cycles",
           N_ ("Recommended age clock period, cycles"), -1, 0);
  dl_cells_integer_if (cells, model->age_clock_period > 0, model->age_clock_period);
  for (guint bit = 0; bit < BITS; bit++)
    {
      add_row (cells, "by_age", N_ ("Grant: age-based (1) or round robin (0)"), -1, bit + 1);
      dl_cells_integer (cells, router->age_rr_select >> bit & 1);
    }
}

const DlFigure dl_figure_age_bias = {
  .id = "age-bias",
  .title = N_ ("Age bias"),
  .description = N_ ("The age bias of each input port with the recommended bias, the age clock, "
                     "and the age-based grants (age paper, sections 2.1 and 3.1)"),
  .height = bias_height,
  .draw = bias_draw,
  .numbers = bias_numbers,
};
