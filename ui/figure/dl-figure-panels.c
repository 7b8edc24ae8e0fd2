/* A figure made of figures: several on one page, in rows, each with its letter. */
#include "dl-figure-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define MARGIN 8.0 /* units that panels have around them themselves */
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

/* "(c)"; free with g_free. */
static char *
panel_label (guint panel)
{
  return g_strdup_printf ("(%c)", 'a' + (gint) panel);
}

/* Caption -------------------------------------------------------------------------------------- */

/* Those of @from that @pieces have not. */
static void
add_new (GPtrArray *pieces, const char *const *from)
{
  for (guint i = 0; from[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (pieces, from[i], g_str_equal, NULL))
      g_ptr_array_add (pieces, g_strdup (from[i]));
}

/* Those of a panel that compares say all that others say, and what B is. */
static guint
fullest (const DlFigureInput *input)
{
  for (guint i = 0; i < input->n_panels; i++)
    if (input->panels[i].input.against != NULL)
      return i;
  return 0;
}

GStrv
dl_figure_panels_caption (const DlFigureInput *input)
{
  GPtrArray *pieces = g_ptr_array_new ();
  const guint first = fullest (input);

  for (guint i = 0; i <= input->n_panels; i++)
    {
      const DlFigurePanel *panel = &input->panels[i == 0 ? first : i - 1];
      g_auto (GStrv) own = dl_figure_caption (&panel->input, panel->input.n_policies < 2);
      g_auto (GStrv) notes
          = panel->figure->needs_simulation ? dl_figure_simulation_notes (&panel->input) : NULL;
      const gboolean named = i > 0 && panel->input.against == NULL && input->against != NULL;

      /* "A: XT3" has named what others call "XT3". */
      add_new (pieces, (const char *const *) own + (named ? 1 : 0));
      if (notes != NULL)
        add_new (pieces, (const char *const *) notes);
    }
  g_ptr_array_add (pieces, NULL);
  return (GStrv) g_ptr_array_free (pieces, FALSE);
}

/* The page ------------------------------------------------------------------------------------- */

typedef struct
{
  guint n_columns, n_rows;
  double cell;    /* width of a panel, points */
  double *height; /* (n_rows) points */
  double sum;     /* of these */
} Grid;

static void
grid_clear (Grid *grid)
{
  g_free (grid->height);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Grid, grid_clear)

/* As it is drawn in the page: with its letter, and what the page leaves out. The style points to
 * @label. */
static DlFigureInput
panel_input (const DlFigureInput *page, guint i, const char *label)
{
  DlFigureInput input = page->panels[i].input;

  input.style.label = label;
  input.style.name = _ (page->panels[i].figure->title);
  input.style.no_title |= page->style.no_title;
  input.style.no_legend |= page->style.no_legend;
  input.style.no_caption = TRUE;
  return input;
}

static double
panel_height (const DlFigureInput *page, guint i, double cell)
{
  g_autofree char *label = panel_label (i);
  const DlFigureInput input = panel_input (page, i, label);

  return page->panels[i].figure->height (&input, cell);
}

static Grid
lay_out (const DlFigureInput *page, double width)
{
  Grid grid = { .n_columns = page->n_columns };

  if (grid.n_columns == 0)
    grid.n_columns = CLAMP ((guint) (width / COLUMN_LEAST), 1, 3);
  grid.n_columns = MIN (grid.n_columns, page->n_panels);
  grid.n_rows = (page->n_panels + grid.n_columns - 1) / grid.n_columns;
  grid.cell = width / grid.n_columns;
  grid.height = g_new0 (double, grid.n_rows);
  for (guint i = 0; i < page->n_panels; i++)
    {
      double *row = &grid.height[i / grid.n_columns];
      *row = MAX (*row, panel_height (page, i, grid.cell));
    }
  for (guint row = 0; row < grid.n_rows; row++)
    grid.sum += grid.height[row];
  return grid;
}

/* Margins of panels at the edge are those of the page, but below its title. */
static double
top_margin (const DlFigureInput *input)
{
  return input->style.title != NULL && !input->style.no_title ? 0 : MARGIN;
}

static double
panels_height (const DlFigureInput *input, double width)
{
  g_auto (Grid) grid = lay_out (input, width);
  const double inside = grid.sum / dl_figure_points_a_unit (width) - top_margin (input) - MARGIN;

  return dl_figure_height_around (input, width, inside, TRUE);
}

static void
draw_panel (cairo_t *cr, const DlFigureInput *page, guint i, double width, double row_height,
            const DlTheme *theme)
{
  g_autofree char *label = panel_label (i);
  const DlFigureInput input = panel_input (page, i, label);
  const double own = page->panels[i].figure->height (&input, width);
  const double height = MIN (row_height, MOST_STRETCH * own);

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  dl_figure_draw (page->panels[i].figure, cr, &input, width, height, theme);
  cairo_restore (cr);
}

static void
panels_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
             const DlTheme *theme)
{
  const double unit = dl_figure_points_a_unit (width);
  const DlRect inside = dl_figure_begin (cr, input, width, height, TRUE, theme);
  g_auto (Grid) grid = lay_out (input, width);
  double y = (inside.y - top_margin (input)) * unit;

  cairo_scale (cr, 1 / unit, 1 / unit);
  for (guint i = 0; i < input->n_panels; i++)
    {
      const guint column = i % grid.n_columns, row = i / grid.n_columns;

      cairo_save (cr);
      cairo_translate (cr, column * grid.cell, y);
      draw_panel (cr, input, i, grid.cell, grid.height[row], theme);
      cairo_restore (cr);
      if (column + 1 == grid.n_columns)
        y += grid.height[row];
    }
  cairo_restore (cr);
}

/* Tables of different columns, one below the other. */
static void
panels_write_csv (GString *csv, const DlFigureInput *input)
{
  for (guint i = 0; i < input->n_panels; i++)
    {
      const DlFigurePanel *panel = &input->panels[i];
      const char *title = panel->input.style.title;
      g_autofree char *label = panel_label (i);
      g_autofree char *line = g_strdup_printf ("# Panel %s: %s, %s", label, panel->figure->id,
                                               title != NULL ? title : _ (panel->figure->title));

      g_string_append_printf (csv, "%s\n", g_strdelimit (line, "\r\n", ' '));
      panel->figure->write_csv (csv, &panel->input);
    }
}

const DlFigure dl_figure_panels = {
  .id = "panels",
  .title = N_ ("Panels"),
  .description = N_ ("Several figures of a scenario on one page"),
  .height = panels_height,
  .draw = panels_draw,
  .write_csv = panels_write_csv,
};
