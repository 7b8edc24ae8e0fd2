/* Figure: which job each node of a network has. */
#include "dl-figure-private.h"
#include "dl-jobs-map.h"
#include "dl-sizes.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define SWATCH_WIDTH  20.0
#define SWATCH_HEIGHT 11.0
#define ENTRY_GAP     14.0 /* between its columns */
#define MOST_JOBS     24   /* of the key */

/* Jobs that the scenario states; NULL if it states none that can be read. */
static DlJobs *
jobs_of (const DlFigureInput *input)
{
  return input->scenario->family->jobs (input->scenario, input->shape, NULL);
}

static DlSites
sites_of (const DlFigureInput *input)
{
  return input->scenario->family->sites (input->shape);
}

static DlSiteGrid *
grid_of (const DlFigureInput *input)
{
  return input->scenario->family->site_grid ((gpointer) input->shape);
}

/* The key: jobs, then free nodes, or how many are left out. */
typedef struct
{
  GPtrArray *texts; /* of its entries */
  guint n_jobs;     /* that have one */
  gboolean whole;   /* all jobs have */
  guint rows;
  double pitch;  /* of columns */
  double height; /* with the gap above it */
} Key;

static void
key_clear (Key *key)
{
  g_ptr_array_unref (key->texts);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Key, key_clear)

/* "app: 1024 nodes, 12 groups" */
static char *
describe_job (const DlJobs *jobs, guint job, const DlSiteWords *words, guint n_groups)
{
  const guint n = jobs->jobs[job].n_nodes;
  g_autofree char *count = dl_chart_count (n);
  g_autofree char *nodes = words->nodes (count, n);
  g_autofree char *groups = words->groups (n_groups);

  return g_strdup_printf ("%s: %s, %s", dl_jobs_title (jobs, job), nodes, groups);
}

static void
add_texts (Key *key, const DlFigureInput *input, const DlJobs *jobs)
{
  const DlSites sites = sites_of (input);
  g_autofree guint *n_groups = dl_jobs_count_groups (jobs, &sites);
  const guint left_out = jobs->n_jobs - MIN (jobs->n_jobs, MOST_JOBS);

  key->n_jobs = jobs->n_jobs - left_out;
  key->whole = left_out == 0;
  for (guint i = 0; i < key->n_jobs; i++)
    g_ptr_array_add (key->texts, describe_job (jobs, i, sites.words, n_groups[i]));
  g_ptr_array_add (key->texts,
                   key->whole ? g_strdup (_ ("no job"))
                              : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "and %u more job",
                                                              "and %u more jobs", left_out),
                                                 left_out));
}

/* Key in as many columns as the longest entry allows. */
static Key
key_of (const DlFigureInput *input, const DlJobs *jobs, double width)
{
  Key key = { .texts = g_ptr_array_new_with_free_func (g_free) };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  double widest = 0;
  guint columns;

  if (jobs != NULL && !input->style.no_legend)
    add_texts (&key, input, jobs);
  for (guint i = 0; i < key.texts->len; i++)
    widest = MAX (widest,
                  dl_chart_text_width (cr, g_ptr_array_index (key.texts, i), DL_TEXT_SMALL, FALSE));
  key.pitch = SWATCH_WIDTH + 6 + widest + ENTRY_GAP;
  columns = MAX (1, (guint) ((width + ENTRY_GAP) / key.pitch));
  key.rows = (key.texts->len + columns - 1) / columns;
  key.height = key.rows > 0 ? DL_GAP + key.rows * DL_LINE_SMALL : 0;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return key;
}

/* A slide has this height at most. */
static double
most_of (double width)
{
  return width > DL_WIDTH_PAGE_IN * 72 ? DL_FIGURE_MAP_SLIDE : DL_JOBS_MAP_HEIGHT;
}

static const char *
heading_of (const DlFigureInput *input)
{
  return _ (sites_of (input).words->heading);
}

static double
jobs_height (const DlFigureInput *input, double width)
{
  const double inside = dl_figure_width_inside (width);
  g_autoptr (DlJobs) jobs = jobs_of (input);
  g_autoptr (DlSiteGrid) grid = grid_of (input);
  g_auto (Key) key = key_of (input, jobs, inside);

  return dl_figure_height_titled (input, width,
                                  dl_jobs_map_measure (grid, inside, most_of (width)) + key.height,
                                  heading_of (input), TRUE);
}

static void
draw_key (cairo_t *cr, DlRect rect, const Key *key, double scale, const DlTheme *theme)
{
  for (guint i = 0; i < key->texts->len; i++)
    {
      const gboolean is_job = i < key->n_jobs;
      const double x = rect.x + i / key->rows * key->pitch;
      const double y = rect.y + DL_GAP + i % key->rows * DL_LINE_SMALL;

      if (is_job || key->whole)
        {
          cairo_save (cr);
          dl_figure_translate_to_pixel (cr, x, y + 2);
          dl_jobs_swatch_draw (cr, (DlRect) { 0, 0, SWATCH_WIDTH, SWATCH_HEIGHT }, scale,
                               is_job ? i : DL_NO_SET, theme);
          cairo_restore (cr);
        }
      dl_chart_text (cr, &theme->foreground, x + SWATCH_WIDTH + 6, y,
                     g_ptr_array_index (key->texts, i), DL_TEXT_SMALL, FALSE, DL_ALIGN_START,
                     MAX (1, dl_rect_right (rect) - x - SWATCH_WIDTH - 6));
    }
}

static void
jobs_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
           const DlTheme *theme)
{
  const DlRect inside
      = dl_figure_begin_titled (cr, input, width, height, heading_of (input), TRUE, theme);
  const DlSites sites = sites_of (input);
  g_autoptr (DlJobs) jobs = jobs_of (input);
  g_autoptr (DlSiteGrid) grid = grid_of (input);
  g_auto (Key) key = key_of (input, jobs, inside.width);
  const double map_height = dl_jobs_map_measure (grid, inside.width, most_of (width));
  const double pixels = dl_figure_pixels_a_unit (cr, inside.width, map_height);
  g_autoptr (DlJobsMap) map = dl_jobs_map_new (grid, inside.width, most_of (width), pixels);
  const DlJobsMapLook look
      = { .sites = &sites, .jobs = jobs, .cursor = DL_NO_CELL, .hovered = DL_NO_CELL };

  cairo_save (cr);
  dl_figure_translate_to_pixel (cr, inside.x, inside.y);
  dl_jobs_map_draw (map, cr, &look, theme);
  cairo_restore (cr);
  if (jobs == NULL)
    dl_chart_message (cr, inside, _ ("no jobs"), theme);
  else
    draw_key (cr, (DlRect) { inside.x, inside.y + map_height, inside.width, key.height }, &key,
              pixels, theme);
  cairo_restore (cr);
}

/* A row per node: what does not work is drawn, too. */
static void
jobs_numbers (DlRecord *record, const DlFigureInput *input)
{
  static const DlTableColumn columns[]
      = { { "node", N_ ("Node") }, { "state", N_ ("State") }, { "job", N_ ("Job") } };
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  const DlSites sites = sites_of (input);
  g_autoptr (DlJobs) jobs = jobs_of (input);

  for (guint node = 0; node < sites.n_nodes; node++)
    {
      const guint32 job = jobs != NULL ? jobs->job[node] : DL_NO_SET;

      dl_cells_take_text (cells, sites.name (sites.network, node));
      dl_figure_add_state (cells, sites.is_up (sites.network, node) ? DL_LINK_UP : DL_LINK_BROKEN);
      dl_cells_text (cells, job != DL_NO_SET ? jobs->jobs[job].name : NULL);
    }
}

const DlFigure dl_figure_jobs = {
  .id = "jobs",
  .title = N_ ("Jobs"),
  .description = N_ ("The job of each node: of a dragonfly by group, of a fabric by leaf switch"),
  .height = jobs_height,
  .draw = jobs_draw,
  .numbers = jobs_numbers,
};
