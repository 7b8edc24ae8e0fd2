/* A figure made of figures: several on one page, in rows, each with its letter. */
#include "dl-figure-panels-private.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define COLUMN_LEAST                                                                               \
  200.0                  /* points that a panel should have, where nobody says how many columns    \
                          */
#define MOST_STRETCH 1.3 /* of a panel, to the height of its row */

DlFigureInput
dl_figure_input_panels (const DlFigurePanel *panels, guint n_panels, guint n_columns)
{
  DlFigureInput input;

  g_assert (n_panels > 0 && n_panels <= DL_FIGURE_MOST_PANELS);
  input = panels[0].input;
  input.style = (DlFigureStyle) { 0 };
  for (guint i = 0; i < n_panels && input.against == NULL; i++)
    input.against = panels[i].input.against;
  input.panels = panels;
  input.n_panels = n_panels;
  input.n_columns = n_columns;
  return input;
}

/* Scales --------------------------------------------------------------------------------------- */

/* Panels whose colors say the same, with one legend. */
typedef struct
{
  DlScale scale;    /* the widest, with the marks of all */
  GString *letters; /* "(a), (b)" */
  guint n;
} Shared;

/* Shared scales, and the index of each panel's; -1: it has a scale of its own, or none. */
typedef struct
{
  Shared group[DL_FIGURE_MOST_PANELS];
  guint n_groups;
  gint of_panel[DL_FIGURE_MOST_PANELS];
} Scales;

static void
scales_clear (Scales *scales)
{
  for (guint i = 0; i < scales->n_groups; i++)
    g_string_free (scales->group[i].letters, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scales, scales_clear)

static void
add_to_group (Scales *scales, const DlFigurePanel *panel, guint i, const DlTheme *theme)
{
  const DlScale scale = panel->figure->scale (&panel->input, theme);
  g_autofree char *label = dl_figure_panel_label (i);
  Shared *group = NULL;
  guint at, marks;
  double least;

  for (at = 0; at < scales->n_groups && group == NULL; at++)
    {
      Shared *other = &scales->group[at];

      if (other->scale.metric == scale.metric && other->scale.is_difference == scale.is_difference)
        group = other;
    }
  if (group == NULL)
    {
      group = &scales->group[scales->n_groups++];
      *group = (Shared) { scale, g_string_new (NULL), 0 };
      at = scales->n_groups;
    }
  marks = group->scale.marks | scale.marks;
  least = fmin (scale.min, group->scale.min);
  if (scale.max > group->scale.max)
    group->scale = scale;
  group->scale.marks = marks;
  if (group->scale.min > least)
    {
      group->scale.min = 0;
      dl_scale_begin_at (&group->scale, least);
    }
  g_string_append_printf (group->letters, "%s%s", group->n > 0 ? ", " : "", label);
  group->n++;
  scales->of_panel[i] = (gint) at - 1;
}

static Scales
find_scales (const DlFigureInput *page)
{
  Scales scales = { .n_groups = 0 };

  for (guint i = 0; i < page->n_panels; i++)
    {
      scales.of_panel[i] = -1;
      if (page->panels[i].figure->scale != NULL)
        add_to_group (&scales, &page->panels[i], i, dl_figure_theme (&page->style));
    }
  for (guint i = 0; i < page->n_panels; i++)
    if (scales.of_panel[i] >= 0 && scales.group[scales.of_panel[i]].n < 2)
      scales.of_panel[i] = -1;
  return scales;
}

static double
legends_height (const DlFigureInput *page, const Scales *scales, double width)
{
  double height = 0;

  for (guint i = 0; i < scales->n_groups && !page->style.no_legend; i++)
    if (scales->group[i].n > 1)
      height += DL_FIGURE_LEGEND_GAP + DL_LINE_SMALL
                + dl_scale_legend_height (&scales->group[i].scale, dl_figure_width_inside (width));
  return height;
}

static void
draw_legends (cairo_t *cr, const DlFigureInput *page, const Scales *scales, DlRect rect,
              const DlTheme *theme)
{
  double y = rect.y;

  for (guint i = 0; i < scales->n_groups && !page->style.no_legend; i++)
    {
      const Shared *group = &scales->group[i];
      const char *metric = dl_metric_title (group->scale.metric);
      g_autofree char *title = group->n == page->n_panels
                                   ? g_strdup (metric)
                                   : g_strdup_printf ("%s %s", group->letters->str, metric);

      if (group->n < 2)
        continue;
      y += DL_FIGURE_LEGEND_GAP;
      dl_chart_text (cr, &theme->foreground, rect.x, y, title, DL_TEXT_SMALL, TRUE, DL_ALIGN_START,
                     rect.width);
      y += DL_LINE_SMALL;
      dl_scale_draw_legend (&group->scale, cr, rect.x, y, rect.width, theme);
      y += dl_scale_legend_height (&group->scale, rect.width);
    }
}

/* The page ------------------------------------------------------------------------------------- */

typedef struct
{
  guint n_columns, n_rows;
  double cell;    /* width of a panel, points */
  double *height; /* (n_rows) points */
  double sum;     /* of these */
  double *title;  /* (n_rows) units that titles take */
  DlFigureTold told;
  Scales scales;
} Grid;

static void
grid_clear (Grid *grid)
{
  g_free (grid->height);
  g_free (grid->title);
  dl_figure_told_clear (&grid->told);
  scales_clear (&grid->scales);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Grid, grid_clear)

/* Input of a panel in the page: with its letter, and without what the page leaves out. The style
 * points to @label and into @grid. */
static DlFigureInput
panel_input (const DlFigureInput *page, const Grid *grid, guint i, const char *label)
{
  const DlFigurePanel *panel = &page->panels[i];
  const gint shared = grid->scales.of_panel[i];
  DlFigureInput input = panel->input;

  input.style.label = label;
  input.style.name = _ (panel->figure->title);
  if (input.style.title == NULL)
    input.style.title = grid->told.called[i];
  input.style.no_title |= page->style.no_title;
  input.style.no_legend |= page->style.no_legend || shared >= 0;
  input.style.no_caption = TRUE;
  input.style.title_height = grid->title[i / grid->n_columns];
  input.style.typeface = page->style.typeface;
  input.style.height = 0;
  if (shared >= 0)
    {
      input.scale_max = grid->scales.group[shared].scale.max;
      input.scale_min = grid->scales.group[shared].scale.min;
    }
  return input;
}

static double
panel_height (const DlFigureInput *page, const Grid *grid, guint i)
{
  g_autofree char *label = dl_figure_panel_label (i);
  const DlFigureInput input = panel_input (page, grid, i, label);

  return dl_figure_height (page->panels[i].figure, &input, grid->cell);
}

/* Titles of one line beside those of two: so that the parts below them are on one line. */
static double
title_height (const DlFigureInput *page, const Grid *grid, guint i)
{
  const DlFigurePanel *panel = &page->panels[i];
  g_autofree char *label = dl_figure_panel_label (i);
  const DlFigureInput input = panel_input (page, grid, i, label);
  g_autofree char *own = panel->figure->name != NULL ? panel->figure->name (&input) : NULL;

  return dl_figure_title_height (&input, grid->cell, own);
}

static Grid
lay_out (const DlFigureInput *page, double width)
{
  Grid grid = { .n_columns = page->n_columns,
                .told = dl_figure_tell (page),
                .scales = find_scales (page) };

  if (grid.n_columns == 0 && page->n_panels == 4)
    grid.n_columns = 2;
  else if (grid.n_columns == 0)
    grid.n_columns = CLAMP ((guint) (width / COLUMN_LEAST), 1, 3);
  grid.n_columns = MIN (grid.n_columns, page->n_panels);
  grid.n_rows = (page->n_panels + grid.n_columns - 1) / grid.n_columns;
  grid.cell = width / grid.n_columns;
  grid.height = g_new0 (double, grid.n_rows);
  grid.title = g_new0 (double, grid.n_rows);
  for (guint i = 0; i < page->n_panels; i++)
    {
      double *row = &grid.title[i / grid.n_columns];
      *row = MAX (*row, title_height (page, &grid, i));
    }
  for (guint i = 0; i < page->n_panels; i++)
    {
      double *row = &grid.height[i / grid.n_columns];
      *row = MAX (*row, panel_height (page, &grid, i));
    }
  for (guint row = 0; row < grid.n_rows; row++)
    grid.sum += grid.height[row];
  return grid;
}

/* The page's own title, or what all its panels show where each is called by its state. */
static DlFigureInput
titled_page (const DlFigureInput *page, const Grid *grid)
{
  DlFigureInput input = *page;

  if (input.style.title == NULL)
    input.style.title = grid->told.name;
  return input;
}

/* Margins of panels at the edge are those of the page, but below its title. */
static double
top_margin (const DlFigureInput *input)
{
  return input->style.title != NULL && !input->style.no_title ? 0 : DL_FIGURE_MARGIN;
}

static double
panels_height (const DlFigureInput *input, double width)
{
  g_auto (Grid) grid = lay_out (input, width);
  const DlFigureInput page = titled_page (input, &grid);
  const double inside = grid.sum / dl_figure_points_a_unit (width) - top_margin (&page)
                        - DL_FIGURE_MARGIN + legends_height (input, &grid.scales, width);

  return dl_figure_height_around (&page, width, inside, TRUE);
}

static void
draw_panel (cairo_t *cr, const DlFigureInput *page, const Grid *grid, guint i, double row_height,
            const DlTheme *theme)
{
  g_autofree char *label = dl_figure_panel_label (i);
  const DlFigureInput input = panel_input (page, grid, i, label);
  const double own = dl_figure_height (page->panels[i].figure, &input, grid->cell);
  const double height = MIN (row_height, MOST_STRETCH * own);

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, grid->cell, height);
  cairo_clip (cr);
  dl_figure_draw (page->panels[i].figure, cr, &input, grid->cell, height, theme);
  cairo_restore (cr);
}

/* Rows share what a page of a height of its own has for them. */
static void
panels_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
             const DlTheme *theme)
{
  const double unit = dl_figure_points_a_unit (width);
  g_auto (Grid) grid = lay_out (input, width);
  const DlFigureInput page = titled_page (input, &grid);
  DlRect inside = dl_figure_begin (cr, &page, width, height, TRUE, theme);
  const double top = inside.y - top_margin (&page);
  const double legends = legends_height (input, &grid.scales, width);
  const double room = dl_rect_bottom (inside) + DL_FIGURE_MARGIN - legends - top;
  const double stretch = MAX (room, 1) * unit / grid.sum;
  double y = top * unit;

  draw_legends (cr, input, &grid.scales,
                (DlRect) { inside.x, dl_rect_bottom (inside) - legends, inside.width, legends },
                theme);
  /* Backgrounds of the last row end before the part below it. */
  cairo_rectangle (cr, 0, 0, width / unit,
                   dl_rect_bottom (inside) - legends + DL_FIGURE_MARGIN / 2);
  cairo_clip (cr);
  cairo_scale (cr, 1 / unit, 1 / unit);
  for (guint i = 0; i < input->n_panels; i++)
    {
      const guint column = i % grid.n_columns, row = i / grid.n_columns;

      cairo_save (cr);
      cairo_translate (cr, column * grid.cell, y);
      draw_panel (cr, input, &grid, i, grid.height[row] * stretch, theme);
      cairo_restore (cr);
      if (column + 1 == grid.n_columns)
        y += grid.height[row] * stretch;
    }
  cairo_restore (cr);
}

/* Tables of different columns, one below the other. */
void
dl_figure_panels_append_csv (GString *csv, const DlFigureInput *input)
{
  g_auto (DlFigureTold) told = dl_figure_tell (input);

  for (guint i = 0; i < input->n_panels; i++)
    {
      const DlFigurePanel *panel = &input->panels[i];
      const char *title
          = panel->input.style.title != NULL ? panel->input.style.title : told.called[i];
      g_autofree char *label = dl_figure_panel_label (i);
      g_autofree char *line = g_strdup_printf ("# Panel %s: %s, %s", label, panel->figure->id,
                                               title != NULL ? title : _ (panel->figure->title));

      g_string_append_printf (csv, "%s\n", g_strdelimit (line, "\r\n", ' '));
      dl_figure_append_csv (csv, panel->figure, &panel->input);
    }
}

const DlFigure dl_figure_panels = {
  .id = "panels",
  .title = N_ ("Panels"),
  .description = N_ ("Several figures on one page, of one scenario or of several states"),
  .height = panels_height,
  .draw = panels_draw,
};
