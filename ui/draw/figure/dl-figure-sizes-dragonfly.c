/* Figure: what a Cascade of so many groups comes to, as the paper calculates it and in the current
 * network, and what it can grow to. */
#include "dl-cascade-model.h"
#include "dl-figure-frame.h"
#include "dl-figures-dragonfly.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define VALUE 92.0 /* the paper's value, in this network */
#define SIZE  72.0 /* of the second table */

typedef struct
{
  const DlDragonflyAnalysis *analysis;
  DlCascadeModel model;
  gboolean whole;
  guint n_upgrades;
  DlCascadeUpgrade upgrades[DL_DRAGONFLY_MAX_GROUPS];
} Sizes;

/* FALSE for a dragonfly that is not a Cascade. */
static gboolean
get_sizes (const DlFigureInput *input, Sizes *sizes)
{
  sizes->analysis = input->analysis;
  if (!dl_cascade_analysis_model (sizes->analysis, &sizes->model, &sizes->whole))
    return FALSE;
  sizes->n_upgrades = dl_cascade_upgrades (&sizes->model, &sizes->analysis->rates, sizes->upgrades);
  return TRUE;
}

/* "n (G − 1) (section II.D)" */
static char *
source_text (const DlCascadeQuantity *quantity)
{
  if (g_str_has_prefix (quantity->section, "model"))
    return g_strdup_printf (_ ("%s (derived)"), quantity->formula);
  return g_strdup_printf (_ ("%s (section %s)"), quantity->formula, quantity->section);
}

/* The paper's arithmetic ----------------------------------------------------------------------- */

static void
draw_quantity (DlPen *pen, const Sizes *sizes, const DlCascadeQuantity *quantity)
{
  const double right = pen->x + pen->width,
               found_value = dl_cascade_analysis_value (sizes->analysis, quantity);
  const double values = right - 2 * VALUE - DL_COLUMN_GAP;
  const gboolean wide = pen->width >= DL_FIGURE_WIDE;
  const double formula = wide ? pen->x + (values - pen->x) * 0.55 : pen->x;
  g_autofree char *value = dl_cascade_value_text (quantity, quantity->value (&sizes->model));
  g_autofree char *found = dl_cascade_value_text (quantity, found_value);
  g_autofree char *source = source_text (quantity);
  double height;

  dl_pen_text (pen, dl_pen_foreground (pen), right - VALUE - DL_COLUMN_GAP, value, FALSE,
               DL_ALIGN_END, VALUE);
  /* The analysis does not look at all of them. */
  if (!isnan (found_value))
    dl_pen_text (pen, dl_pen_foreground (pen), right, found, !g_str_equal (value, found),
                 DL_ALIGN_END, VALUE);
  height = dl_pen_wrapped (pen, dl_pen_foreground (pen), pen->x, _ (quantity->title),
                           (wide ? formula : values) - DL_COLUMN_GAP - pen->x);
  if (!wide)
    pen->y += height;
  pen->y += wide ? MAX (height, dl_pen_wrapped (pen, dl_pen_muted (pen), formula, source,
                                                values - DL_COLUMN_GAP - formula))
                 : dl_pen_wrapped (pen, dl_pen_muted (pen), pen->x, source,
                                   values - DL_COLUMN_GAP - pen->x);
}

static void
draw_quantities (DlPen *pen, const Sizes *sizes)
{
  const double right = pen->x + pen->width;
  guint n;
  const DlCascadeQuantity *quantities = dl_cascade_quantities (&n);

  dl_pen_text (pen, dl_pen_muted (pen), pen->x, _ ("what"), FALSE, DL_ALIGN_START, VALUE);
  dl_pen_text (pen, dl_pen_muted (pen), right - VALUE - DL_COLUMN_GAP, _ ("calculated"), FALSE,
               DL_ALIGN_END, VALUE);
  dl_pen_text (pen, dl_pen_muted (pen), right, _ ("in this network"), FALSE, DL_ALIGN_END, VALUE);
  pen->y += DL_LINE_SMALL;
  dl_pen_rule (pen);
  for (guint i = 0; i < n; i++)
    draw_quantity (pen, sizes, &quantities[i]);
}

/* Growing -------------------------------------------------------------------------------------- */

/* Is it the largest with so many cables per pair? */
static gboolean
is_shown (const Sizes *sizes, guint upgrade)
{
  return upgrade + 1 == sizes->n_upgrades
         || sizes->upgrades[upgrade + 1].cables != sizes->upgrades[upgrade].cables;
}

static void
draw_cells (const DlPen *pen, const DlColor *color, const char *const cells[5])
{
  for (guint i = 0; i < 5; i++)
    dl_pen_text (pen, color, pen->x + (i + 1) * SIZE - DL_COLUMN_GAP, cells[i], FALSE, DL_ALIGN_END,
                 SIZE - DL_COLUMN_GAP);
}

static void
draw_upgrade (DlPen *pen, const DlCascadeUpgrade *upgrade)
{
  g_autofree char *groups = g_strdup_printf ("%u", upgrade->groups);
  g_autofree char *nodes = g_strdup_printf ("%'u", upgrade->groups * DL_CASCADE_GROUP_NODES);
  g_autofree char *cables = g_strdup_printf ("%u", upgrade->cables);
  g_autofree char *added = g_strdup_printf ("+%'u", upgrade->added);
  g_autofree char *share = g_strdup_printf ("%.2f", upgrade->global_GBps);
  /* Translators: cables have to be moved; little room */
  const char *const cells[]
      = { groups, nodes, cables, upgrade->kept ? added : _ ("rewired"), share };

  draw_cells (pen, dl_pen_foreground (pen), cells);
  pen->y += DL_LINE_SMALL;
}

static void
draw_growth (DlPen *pen, const Sizes *sizes)
{
  const char *const heads[]
      = { _ ("Groups"), _ ("Nodes"), _ ("Per pair"), _ ("Cables"), _ ("GB/s") };

  if (sizes->n_upgrades == 0)
    return;
  pen->y += DL_GAP;
  dl_pen_text (pen, dl_pen_foreground (pen), pen->x, _ ("Possible sizes"), TRUE, DL_ALIGN_START,
               pen->width);
  pen->y += DL_LINE_SMALL;
  pen->y += dl_pen_wrapped (
      pen, dl_pen_muted (pen), pen->x,
      _ ("The maximum number of groups for each number of blue cables per pair, cables to add or "
         "move, and the raw global bandwidth per node"),
      pen->width);
  draw_cells (pen, dl_pen_muted (pen), heads);
  pen->y += DL_LINE_SMALL;
  dl_pen_rule (pen);
  for (guint i = 0; i < sizes->n_upgrades; i++)
    if (is_shown (sizes, i))
      draw_upgrade (pen, &sizes->upgrades[i]);
}

/* The figure ----------------------------------------------------------------------------------- */

static void
draw_all (DlPen *pen, gconstpointer data)
{
  const Sizes *sizes = data;

  if (!sizes->whole)
    pen->y += dl_pen_wrapped (
        pen, dl_pen_muted (pen), pen->x,
        _ ("The formulas are for whole groups of 6 chassis with 16 blades, and for the fewest "
           "cables of any pair. This network is different."),
        pen->width);
  draw_quantities (pen, sizes);
  draw_growth (pen, sizes);
}

static const char *
title (void)
{
  return _ ("Sizes and bandwidths");
}

static double
sizes_height (const DlFigureInput *input, double width)
{
  Sizes sizes;

  return dl_figure_height_titled (
      input, width,
      get_sizes (input, &sizes) ? dl_pen_measure (dl_figure_width_inside (width), draw_all, &sizes)
                                : DL_FIGURE_EMPTY,
      title (), FALSE);
}

static void
sizes_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
            const DlTheme *theme)
{
  const DlRect inside = dl_figure_begin_titled (cr, input, width, height, title (), FALSE, theme);
  DlPen pen = { cr, theme, inside.x, inside.y, inside.width };
  Sizes sizes;

  if (get_sizes (input, &sizes))
    draw_all (&pen, &sizes);
  else
    dl_pen_wrapped (&pen, dl_pen_muted (&pen), pen.x,
                    _ ("These formulas are for a Cray Cascade; this is a generic dragonfly."),
                    pen.width);
  cairo_restore (cr);
}

static void
add_row (DlCells *cells, const char *id, const char *title, guint groups, const char *unit)
{
  dl_cells_word (cells, id, _ (title));
  dl_cells_integer_if (cells, groups > 0, groups);
  dl_figure_add_untranslated (cells, unit);
}

static void
add_upgrade (DlCells *cells, const DlCascadeUpgrade *upgrade)
{
  const struct
  {
    const char *id, *title, *unit;
    double value;
  } rows[] = {
    { "grown-nodes", N_ ("Nodes"), "", upgrade->groups * DL_CASCADE_GROUP_NODES },
    { "grown-cables-a-pair", N_ ("Cables per pair of groups"), "", upgrade->cables },
    { "grown-cables-added", N_ ("Cables to be added"), "", upgrade->kept ? upgrade->added : NAN },
    { "grown-global-bandwidth", N_ ("Global bandwidth per node"), "GB/s", upgrade->global_GBps },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      add_row (cells, rows[i].id, rows[i].title, upgrade->groups, rows[i].unit);
      dl_cells_finite (cells, rows[i].value);
      dl_cells_absent (cells);
    }
}

static void
sizes_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[] = {
    { "what", N_ ("What") },
    { "groups", N_ ("Groups"), DL_COLUMN_INTEGER },
    { "unit", N_ ("Unit") },
    { "reckoned", N_ ("Calculated"), DL_COLUMN_REAL },
    { "in_this_network", N_ ("In this network"), DL_COLUMN_REAL },
  };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  guint n;
  const DlCascadeQuantity *quantities = dl_cascade_quantities (&n);
  Sizes sizes;

  if (!get_sizes (input, &sizes))
    return;
  for (guint i = 0; i < n; i++)
    {
      add_row (cells, quantities[i].id, quantities[i].title, sizes.model.groups,
               quantities[i].unit);
      dl_cells_finite (cells, quantities[i].value (&sizes.model));
      dl_cells_finite (cells, dl_cascade_analysis_value (sizes.analysis, &quantities[i]));
    }
  for (guint i = 0; i < sizes.n_upgrades; i++)
    if (is_shown (&sizes, i))
      add_upgrade (cells, &sizes.upgrades[i]);
}

const DlFigure dl_figure_sizes = {
  .id = "sizes",
  .title = N_ ("Sizes and bandwidths"),
  .description = N_ ("Cables, ports and bandwidths of a Cascade with as many groups, from its "
                     "paper and in this network, and possible sizes"),
  .height = sizes_height,
  .draw = sizes_draw,
  .numbers = sizes_numbers,
};
