/* Figures of the papers' checks: curves where there are any, each value that is expected beside the
 * simulated one, a line per row, and below them why they agree or not. */
#include "dl-figure-paper.h"
#include "dl-figures-torus.h"
#include "dl-paper-curves.h"
#include "dl-paper-list.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define COLUMN      250.0 /* units that a column of rows needs */
#define NUMBERS     128.0
#define MARK        30.0  /* verdict and the number of its reason */
#define LABEL_SHARE 0.5   /* of what the numbers leave, at most; longer ones have their own line */
#define CHART       250.0 /* height of the curves */

/* Items, one below the other. */
typedef enum
{
  ITEM_TITLE, /* bold */
  ITEM_TEXT,  /* wrapped */
  ITEM_CHART,
  ITEM_KEY,
  ITEM_GROUP, /* of the row @index */
  ITEM_ROW,
} ItemKind;

typedef struct
{
  ItemKind kind;
  char *text;
  guint index;
  guint reason;       /* rows: from 1; 0 for none */
  double low, high;   /* rows: their group's axis */
  gboolean two_lines; /* rows: the label is above */
  gboolean kept;      /* in one column with the next */
  double gap, height; /* the gap is left out at the top of a column */
} Item;

typedef struct
{
  const DlPaperResult *paper;
  GArray *items;      /* Item */
  GPtrArray *reasons; /* of DlPaperRow: the first row with each */
  double width;       /* of a column */
  guint n_columns;
  double height;
  gboolean no_title, no_key;
} Layout;

static void
item_clear (gpointer item)
{
  g_free (((Item *) item)->text);
}

static void
layout_clear (Layout *layout)
{
  g_array_unref (layout->items);
  g_ptr_array_unref (layout->reasons);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Layout, layout_clear)

/* Rows ----------------------------------------------------------------------------------------- */

static gboolean
same_group (const DlPaperRow *a, const DlPaperRow *b)
{
  return strcmp (a->group, b->group) == 0;
}

static void
reach_out (Item *axis, double value)
{
  if (!isfinite (value))
    return;
  axis->low = MIN (axis->low, value);
  axis->high = MAX (axis->high, value);
}

/* The axis that the rows from @first on share, which are @n. */
static Item
group_axis (const DlPaperResult *paper, guint first, guint *n)
{
  const DlPaperRow *head = dl_paper_result_row (paper, first);
  Item axis = { 0 };

  for (*n = 0; first + *n < paper->rows->len; (*n)++)
    {
      const DlPaperRow *row = dl_paper_result_row (paper, first + *n);

      if (!same_group (head, row))
        break;
      reach_out (&axis, row->expected);
      reach_out (&axis, row->computed - row->reach);
      reach_out (&axis, row->computed + row->reach);
      if (row->rule == DL_PAPER_ABOVE || row->rule == DL_PAPER_BELOW)
        reach_out (&axis, row->bound);
    }
  if (axis.high <= axis.low)
    axis.high = axis.low + 1;
  return axis;
}

/* The number of @row's reason, counted as they come up. */
static guint
reason_of (Layout *layout, const DlPaperRow *row)
{
  if (row->why == NULL)
    return 0;
  for (guint i = 0; i < layout->reasons->len; i++)
    {
      const DlPaperRow *other = g_ptr_array_index (layout->reasons, i);

      if (other->verdict == row->verdict && strcmp (other->why, row->why) == 0)
        return i + 1;
    }
  g_ptr_array_add (layout->reasons, (gpointer) row);
  return layout->reasons->len;
}

/* Items ---------------------------------------------------------------------------------------- */

static void
add_text (Layout *layout, cairo_t *cr, ItemKind kind, double gap, char *text)
{
  Item item = { .kind = kind, .text = text, .gap = gap };

  item.height = dl_text_wrapped_height (cr, text, DL_TEXT_SMALL, layout->width);
  if (kind == ITEM_TITLE)
    item.height = DL_LINE_NORMAL;
  item.kept = kind == ITEM_TITLE;
  g_array_append_val (layout->items, item);
}

static void
add_blank (Layout *layout, ItemKind kind, double height)
{
  const Item item = { .kind = kind, .gap = DL_GAP_SMALL, .height = height };

  g_array_append_val (layout->items, item);
}

static double
label_width (double width)
{
  return MAX (1, (width - NUMBERS - MARK) * LABEL_SHARE);
}

static void
add_group (Layout *layout, cairo_t *cr, guint first, guint n, Item axis)
{
  const DlPaperRow *head = dl_paper_result_row (layout->paper, first);
  Item heading = { .kind = ITEM_GROUP,
                   .text = *head->unit != '\0'
                               /* Translators: what is compared, and its unit */
                               ? g_strdup_printf (_ ("%s (%s)"), head->group, _ (head->unit))
                               : g_strdup (head->group),
                   .index = first,
                   .kept = TRUE,
                   .gap = DL_GAP_SMALL };

  heading.height = dl_text_wrapped_height (cr, heading.text, DL_TEXT_SMALL, layout->width);
  g_array_append_val (layout->items, heading);
  for (guint i = 0; i < n; i++)
    {
      const DlPaperRow *row = dl_paper_result_row (layout->paper, first + i);

      axis.kind = ITEM_ROW;
      axis.index = first + i;
      axis.reason = reason_of (layout, row);
      axis.kept = i + 1 < n;
      axis.two_lines
          = dl_chart_text_width (cr, row->what, DL_TEXT_SMALL, FALSE) > label_width (layout->width);
      axis.height = axis.two_lines ? 2 * DL_LINE_SMALL : DL_LINE_SMALL;
      g_array_append_val (layout->items, axis);
    }
}

static void
add_reasons (Layout *layout, cairo_t *cr)
{
  for (guint i = 0; i < layout->reasons->len; i++)
    {
      const DlPaperRow *row = g_ptr_array_index (layout->reasons, i);

      /* Translators: a footnote's number, a verdict such as “differs”, and the reason for it */
      add_text (layout, cr, ITEM_TEXT, DL_GAP_SMALL,
                g_strdup_printf (_ ("%u %s: %s"), i + 1, dl_paper_verdict_title (row->verdict),
                                 _ (row->why)));
    }
}

/* How long the runs were, which a scenario may have said. */
static void
add_length (Layout *layout, cairo_t *cr)
{
  const DlScenario *scenario = layout->paper->scenario;
  g_autofree char *from = dl_chart_count (scenario->simulation.warmup_cycles);
  g_autofree char *to = dl_chart_count (scenario->simulation.cycles);

  if (!scenario->traffic.pattern->program || layout->paper->curves->len > 0)
    add_text (layout, cr, ITEM_TEXT, 0,
              g_strdup_printf (_ ("Measured in cycles %s to %s; seeds from %lu on."), from, to,
                               (gulong) scenario->seed));
}

/* Columns -------------------------------------------------------------------------------------- */

/* Height of the item @at and the items that stay with it. */
static double
block_height (const Layout *layout, guint at)
{
  double height = 0;

  for (;; at++)
    {
      const Item *item = &g_array_index (layout->items, Item, at);

      height += item->height;
      if (!item->kept || at + 1 >= layout->items->len)
        return height;
      height += g_array_index (layout->items, Item, at + 1).gap;
    }
}

typedef void (*PlaceFunc) (const Item *item, guint column, double y, gpointer data);

/* Hand out each item's place in columns of @height. Returns how many it takes. */
static guint
place (const Layout *layout, double height, PlaceFunc func, gpointer data)
{
  guint column = 0;
  double y = 0;

  for (guint i = 0; i < layout->items->len; i++)
    {
      const Item *item = &g_array_index (layout->items, Item, i);

      if (y > 0 && y + item->gap + block_height (layout, i) > height)
        {
          column++;
          y = 0;
        }
      else if (y > 0)
        y += item->gap;
      if (func != NULL)
        func (item, column, y, data);
      y += item->height;
    }
  return column + 1;
}

static void
find_height (Layout *layout)
{
  layout->height = 0;
  for (guint i = 0; i < layout->items->len; i++)
    layout->height += g_array_index (layout->items, Item, i).height;
  layout->height = ceil (layout->height / layout->n_columns);
  while (place (layout, layout->height, NULL, NULL) > layout->n_columns)
    layout->height += 3;
}

static void
lay_out (Layout *layout, cairo_t *cr, const DlPaperResult *paper, double width)
{
  guint n;

  layout->paper = paper;
  layout->n_columns = MAX (1, (guint) ((width + DL_GAP_PLOTS) / (COLUMN + DL_GAP_PLOTS)));
  layout->n_columns = MIN (layout->n_columns, 3);
  layout->width = MAX (1, (width + DL_GAP_PLOTS) / layout->n_columns - DL_GAP_PLOTS);
  layout->items = g_array_new (FALSE, FALSE, sizeof (Item));
  g_array_set_clear_func (layout->items, item_clear);
  layout->reasons = g_ptr_array_new ();

  if (!layout->no_title)
    add_text (layout, cr, ITEM_TITLE, 0, g_strdup (dl_paper_check_title (paper->check)));
  add_text (layout, cr, ITEM_TEXT, 0, g_strdup (dl_paper_check_section (paper->check)));
  if (paper->curves->len > 0)
    add_blank (layout, ITEM_CHART, CHART);
  if (!layout->no_key)
    add_blank (layout, ITEM_KEY, 2 * DL_LINE_SMALL);
  for (guint first = 0; first < paper->rows->len; first += n)
    {
      const Item axis = group_axis (paper, first, &n);

      add_group (layout, cr, first, n, axis);
    }
  add_reasons (layout, cr);
  add_text (layout, cr, ITEM_TEXT, DL_GAP_SMALL, g_strdup (dl_paper_check_choices (paper->check)));
  add_length (layout, cr);
  find_height (layout);
}

/* Drawing -------------------------------------------------------------------------------------- */

typedef struct
{
  cairo_t *cr;
  const Layout *layout;
  const DlTheme *theme;
  double x, y; /* of the first column */
} Pen;

/* An open circle, so that it is visible over simulated values. */
static void
draw_expected (const Pen *pen, double x, double y)
{
  cairo_new_path (pen->cr);
  cairo_arc (pen->cr, x, y, DL_DOT_RADIUS + 1, 0, 2 * G_PI);
  cairo_set_line_width (pen->cr, 1.2);
  dl_color_set (pen->cr, &pen->theme->foreground);
  cairo_stroke (pen->cr);
}

static void
draw_simulated (const Pen *pen, double from, double x, double to, double y)
{
  dl_color_set (pen->cr, &pen->theme->series[0]);
  cairo_rectangle (pen->cr, from, y - 1, MAX (0, to - from), 2);
  cairo_new_sub_path (pen->cr);
  cairo_arc (pen->cr, x, y, DL_DOT_RADIUS - 0.5, 0, 2 * G_PI);
  cairo_fill (pen->cr);
}

static void
draw_bound (const Pen *pen, double x, double y, double height)
{
  dl_color_set (pen->cr, &pen->theme->accent);
  cairo_rectangle (pen->cr, x - 0.6, y + 2, 1.2, height - 4);
  cairo_fill (pen->cr);
}

/* Papers publish no values of curves, only shapes. */
static gboolean
shows_shapes (const Pen *pen)
{
  return pen->layout->paper->curves->len > 0;
}

static void
draw_key (const Pen *pen, double x, double y)
{
  const double width = pen->layout->width;
  const gboolean shapes = shows_shapes (pen);

  if (shapes)
    draw_bound (pen, x + 6, y, DL_LINE_SMALL);
  else
    draw_expected (pen, x + 6, y + DL_LINE_SMALL / 2);
  x += 14
       + dl_chart_text (pen->cr, &pen->theme->foreground, x + 14, y,
                        shapes ? _ ("bound of the shape") : _ ("expected"), DL_TEXT_SMALL, FALSE,
                        DL_ALIGN_START, width / 2);
  draw_simulated (pen, x + 10, x + 18, x + 26, y + DL_LINE_SMALL / 2);
  dl_chart_text (pen->cr, &pen->theme->foreground, x + 30, y,
                 shapes ? _ ("simulated")
                        : /* xgettext:no-c-format */ _ ("simulated, 95% confidence interval"),
                 DL_TEXT_SMALL, FALSE, DL_ALIGN_START, MAX (1, width / 2));
}

static void
draw_key_of_marks (const Pen *pen, double x, double y)
{
  dl_chart_text (pen->cr, &pen->theme->muted, x, y,
                 _ ("= agrees   ≠ differs   – cannot be checked"), DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_START, pen->layout->width);
}

static double
axis_x (const Item *item, double x, double width, double value)
{
  return x + width * (value - item->low) / (item->high - item->low);
}

static void
draw_axis (const Pen *pen, const Item *item, const DlPaperRow *row, DlRect rect)
{
  const double zero = axis_x (item, rect.x, rect.width, 0);

  dl_color_set (pen->cr, &pen->theme->grid);
  cairo_rectangle (pen->cr, rect.x, rect.y + rect.height / 2 - 0.4, rect.width, 0.8);
  cairo_rectangle (pen->cr, zero - 0.4, rect.y, 0.8, rect.height);
  cairo_fill (pen->cr);
  if (row->rule != DL_PAPER_ABOVE && row->rule != DL_PAPER_BELOW)
    return;
  draw_bound (pen, axis_x (item, rect.x, rect.width, row->bound), rect.y, rect.height);
}

/* "> 0.75 | 0.91", the expected and the computed value. */
static char *
shape_numbers_of (const DlPaperRow *row)
{
  g_autofree char *bound = dl_chart_count (row->bound);
  g_autofree char *simulated = dl_chart_count (row->computed);

  if (row->rule == DL_PAPER_NO_RULE)
    return g_steal_pointer (&simulated);
  return g_strdup_printf ("%s %s | %s", row->rule == DL_PAPER_ABOVE ? ">" : "<", bound, simulated);
}

/* "43", "12.1 ± .3" */
static char *
numbers_of (const DlPaperRow *row)
{
  g_autofree char *expected = dl_chart_count (row->expected);
  g_autofree char *simulated = dl_chart_count (row->computed);
  char reach[G_ASCII_DTOSTR_BUF_SIZE];

  if (fabs (row->reach) < 100)
    g_snprintf (reach, sizeof reach, "%.2g", row->reach);
  else
    g_snprintf (reach, sizeof reach, "%.0f", row->reach);
  if (row->reach > 0)
    return g_strdup_printf ("%s | %s ± %s", expected, simulated, reach);
  return g_strdup_printf ("%s | %s", expected, simulated);
}

static void
draw_mark (const Pen *pen, const DlPaperRow *row, guint reason, double x, double y)
{
  static const char *const marks[DL_PAPER_N_VERDICTS] = {
    [DL_PAPER_AGREES] = "=",   [DL_PAPER_DIFFERS] = "≠", [DL_PAPER_NOT_COMPARED] = "–",
    [DL_PAPER_IS_INPUT] = "•", [DL_PAPER_NOT_RUN] = "",
  };
  g_autofree char *text = reason > 0 ? g_strdup_printf ("%s %u", marks[row->verdict], reason)
                                     : g_strdup (marks[row->verdict]);

  dl_chart_text (
      pen->cr, row->verdict == DL_PAPER_NOT_COMPARED ? &pen->theme->muted : &pen->theme->foreground,
      x, y, text, DL_TEXT_SMALL, row->verdict == DL_PAPER_DIFFERS, DL_ALIGN_START, MARK);
}

static void
draw_row (const Pen *pen, const Item *item, double x, double y)
{
  const DlPaperRow *row = dl_paper_result_row (pen->layout->paper, item->index);
  const double width = pen->layout->width;
  const double label = label_width (width);
  const double right = MAX (1, width - MARK);
  g_autofree char *numbers = shows_shapes (pen) ? shape_numbers_of (row) : numbers_of (row);
  DlRect plot = { x + label + 8, y, MAX (1, width - label - NUMBERS - MARK - 20), DL_LINE_SMALL };

  dl_chart_text (pen->cr, &pen->theme->foreground, x, y, row->what, DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_START, item->two_lines ? width : label);
  if (item->two_lines)
    plot.y += DL_LINE_SMALL;
  draw_axis (pen, item, row, plot);
  if (isfinite (row->computed))
    {
      const double reach = isfinite (row->reach) ? row->reach : 0;

      draw_simulated (pen, axis_x (item, plot.x, plot.width, row->computed - reach),
                      axis_x (item, plot.x, plot.width, row->computed),
                      axis_x (item, plot.x, plot.width, row->computed + reach),
                      plot.y + plot.height / 2);
    }
  if (isfinite (row->expected))
    draw_expected (pen, axis_x (item, plot.x, plot.width, row->expected), plot.y + plot.height / 2);
  dl_chart_text (pen->cr, &pen->theme->foreground, x + right - 5, plot.y, numbers, DL_TEXT_SMALL,
                 FALSE, DL_ALIGN_END, NUMBERS);
  draw_mark (pen, row, item->reason, x + right, plot.y);
}

static void
draw_item (const Item *item, guint column, double y, gpointer data)
{
  const Pen *pen = data;
  const double x = pen->x + column * (pen->layout->width + DL_GAP_PLOTS);

  y += pen->y;
  switch (item->kind)
    {
    case ITEM_TITLE:
      dl_chart_text (pen->cr, &pen->theme->foreground, x, y, item->text, DL_TEXT_NORMAL, TRUE,
                     DL_ALIGN_START, pen->layout->width);
      break;
    case ITEM_GROUP:
    case ITEM_TEXT:
      dl_color_set (pen->cr,
                    item->kind == ITEM_GROUP ? &pen->theme->foreground : &pen->theme->muted);
      dl_text_draw_wrapped (pen->cr, x, y, item->text, DL_TEXT_SMALL, pen->layout->width);
      break;
    case ITEM_CHART:
      dl_paper_curves_draw (pen->cr, (DlRect) { x, y, pen->layout->width, item->height },
                            pen->layout->paper, pen->theme);
      break;
    case ITEM_KEY:
      draw_key (pen, x, y);
      draw_key_of_marks (pen, x, y + DL_LINE_SMALL);
      break;
    case ITEM_ROW:
      draw_row (pen, item, x, y);
      break;
    }
}

/* The figures ---------------------------------------------------------------------------------- */

static Layout
layout_for (const DlFigureInput *input)
{
  const DlFigureStyle *style = &input->style;

  return (Layout) { .no_title = style->no_title || style->title != NULL || style->name != NULL,
                    .no_key = style->no_legend };
}

double
dl_figure_paper_height (const DlFigureInput *input, double width)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  double inside = 100;

  if (input->paper != NULL)
    {
      g_auto (Layout) layout = layout_for (input);

      lay_out (&layout, cr, input->paper, dl_figure_width_inside (width));
      inside = layout.height;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return dl_figure_height_around (input, width, inside, TRUE);
}

void
dl_figure_paper_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
                      const DlTheme *theme)
{
  const DlRect inside = dl_figure_begin (cr, input, width, height, TRUE, theme);

  if (input->paper != NULL)
    {
      g_auto (Layout) layout = layout_for (input);
      Pen pen = { cr, &layout, theme, inside.x, inside.y };

      lay_out (&layout, cr, input->paper, inside.width);
      place (&layout, layout.height, draw_item, &pen);
    }
  else
    dl_chart_message (cr, inside, _ ("nothing was simulated"), theme);
  cairo_restore (cr);
}

static void
paper_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "group" },
    { "what" },
    { "unit" },
    { "kind" },
    { "expected", .type = DL_COLUMN_REAL },
    { "published", .type = DL_COLUMN_REAL },
    { "precision", .type = DL_COLUMN_REAL },
    { "rule" },
    { "bound", .type = DL_COLUMN_REAL },
    { "simulated", .type = DL_COLUMN_REAL },
    { "reach", .type = DL_COLUMN_REAL },
    { "seeds", .type = DL_COLUMN_INTEGER },
    { "verdict" },
    { "why" },
  };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  const DlPaperResult *paper
      = input->paper != NULL ? dl_paper_result_untranslated (input->paper) : NULL;

  for (guint i = 0; paper != NULL && i < paper->rows->len; i++)
    {
      const DlPaperRow *row = dl_paper_result_row (paper, i);
      const gboolean bounded = row->rule == DL_PAPER_ABOVE || row->rule == DL_PAPER_BELOW;

      dl_cells_text (cells, row->group);
      dl_cells_text (cells, row->what);
      dl_cells_text (cells, *row->unit != '\0' ? _ (row->unit) : "");
      dl_cells_text (cells, dl_paper_kind_id (row->kind));
      dl_cells_finite (cells, row->expected);
      dl_cells_finite (cells, row->kind == DL_PAPER_PRINTED ? row->expected : NAN);
      dl_cells_finite (cells, row->rule == DL_PAPER_VALUE ? row->precision : NAN);
      dl_cells_text (cells, dl_paper_rule_id (row->rule));
      dl_cells_finite (cells, bounded ? row->bound : NAN);
      dl_cells_finite (cells, row->computed);
      dl_cells_finite (cells, row->reach);
      dl_cells_integer (cells, row->n_seeds);
      dl_cells_text (cells, dl_paper_verdict_id (row->verdict));
      dl_cells_text (cells, row->why != NULL ? _ (row->why) : "");
    }
}

#define PAPER_FIGURE(name, check, figure_title, line)                                              \
  const DlFigure dl_figure_paper_##name = {                                                        \
    .id = check,                                                                                   \
    .title = figure_title,                                                                         \
    .description = line,                                                                           \
    .paper_check = check,                                                                          \
    .height = dl_figure_paper_height,                                                              \
    .draw = dl_figure_paper_draw,                                                                  \
    .numbers = paper_numbers,                                                                      \
  }

PAPER_FIGURE (
    4a, "paper-4a", N_ ("Age paper check: figure 4(a)"),
    N_ ("Shares of seven nodes that send to the eighth node of a mesh, published and simulated "
        "(age paper, figure 4(a))"));
PAPER_FIGURE (
    4b, "paper-4b", N_ ("Age paper check: figure 4(b)"),
    N_ ("Shares of seven nodes that send to the eighth node of a ring, published and simulated "
        "(age paper, figure 4(b))"));
PAPER_FIGURE (5, "paper-5", N_ ("Age paper check: figure 5"),
              N_ ("Ages of packets with three age clock periods, published and simulated (age "
                  "paper, figure 5); takes a minute"));
PAPER_FIGURE (table_5, "paper-table-5", N_ ("Age paper check: table 5"),
              N_ ("Stalled cycles per packet by direction, published and simulated (age paper, "
                  "table 5); takes a minute"));
PAPER_FIGURE (table_6, "paper-table-6", N_ ("Age paper check: table 6"),
              N_ ("Allreduce and all-to-all, published and simulated (age paper, table 6); takes "
                  "minutes"));
