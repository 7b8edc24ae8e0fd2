#include "dl-figure-command.h"

#include "dl-figure-family.h"
#include "dl-numerals.h"
#include "dl-pin.h"
#include "dl-value.h"

#include <math.h>
#include <string.h>

#define SCREEN_DPI 96.0 /* of a screen that does not know its size */
#define LEAST_DPI  60.0 /* screens do not always state theirs correctly */
#define MOST_DPI   240.0
#define POINTS     72.0 /* an inch */
#define MARGIN     12.0 /* pixels around the page */

struct _DlFigurePage
{
  GtkDrawingArea parent;
  DlFigureDrawing *drawing; /* nullable */
  double width_in, height_in;
};

G_DEFINE_FINAL_TYPE (DlFigurePage, dl_figure_page, GTK_TYPE_DRAWING_AREA)

double
dl_figure_page_get_height_in (DlFigurePage *self)
{
  return self->height_in;
}

double
dl_figure_page_get_dpi (DlFigurePage *self)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  GdkSurface *surface = native != NULL ? gtk_native_get_surface (native) : NULL;
  GdkMonitor *monitor
      = surface != NULL
            ? gdk_display_get_monitor_at_surface (gdk_surface_get_display (surface), surface)
            : NULL;
  GdkRectangle pixels;
  double dpi;

  if (monitor == NULL || gdk_monitor_get_width_mm (monitor) <= 0)
    return SCREEN_DPI;
  gdk_monitor_get_geometry (monitor, &pixels);
  dpi = pixels.width * 25.4 / gdk_monitor_get_width_mm (monitor);
  return dpi >= LEAST_DPI && dpi <= MOST_DPI ? dpi : SCREEN_DPI;
}

double
dl_figure_page_get_zoom (DlFigurePage *self)
{
  const double dpi = dl_figure_page_get_dpi (self);
  const double fit
      = MIN ((gtk_widget_get_width (GTK_WIDGET (self)) - 2 * MARGIN) / self->width_in,
             (gtk_widget_get_height (GTK_WIDGET (self)) - 2 * MARGIN) / self->height_in);

  return MAX (MIN (fit, dpi), 1) / dpi;
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlFigurePage *self = DL_FIGURE_PAGE (area);
  const double scale = dl_figure_page_get_dpi (self) * dl_figure_page_get_zoom (self);
  const double page_width = self->width_in * scale;
  const double page_height = self->height_in * scale;
  /* Numerals of the file. */
  g_autoptr (DlPlainNumerals) plain = NULL;

  if (self->drawing == NULL)
    return;
  plain = dl_plain_numerals_new ();
  cairo_translate (cr, round ((width - page_width) / 2), round ((height - page_height) / 2));
  for (guint i = 1; i <= 4; i++)
    {
      cairo_rectangle (cr, -(double) i, 1 - (double) i, page_width + 2 * i, page_height + 2 * i);
      cairo_set_source_rgba (cr, 0, 0, 0, 0.07);
      cairo_fill (cr);
    }
  cairo_rectangle (cr, 0, 0, page_width, page_height);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_fill_preserve (cr);
  cairo_clip (cr);
  cairo_scale (cr, scale / POINTS, scale / POINTS);
  dl_figure_draw (self->drawing->figure, cr, &self->drawing->input, self->width_in * POINTS,
                  self->height_in * POINTS, dl_theme_paper ());
}

static void
finalize (GObject *object)
{
  dl_figure_drawing_unref (DL_FIGURE_PAGE (object)->drawing);
  G_OBJECT_CLASS (dl_figure_page_parent_class)->finalize (object);
}

static void
dl_figure_page_class_init (DlFigurePageClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
}

static void
dl_figure_page_init (DlFigurePage *self)
{
  self->width_in = 1;
  self->height_in = 1;
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self), draw, NULL, NULL);
}

void
dl_figure_page_set (DlFigurePage *self, DlFigureDrawing *drawing, double width_in)
{
  DlFigureDrawing *old = self->drawing;

  self->drawing = drawing != NULL ? dl_figure_drawing_ref (drawing) : NULL;
  dl_figure_drawing_unref (old);
  if (drawing != NULL)
    {
      self->width_in = width_in;
      self->height_in
          = dl_figure_height (drawing->figure, &drawing->input, width_in * POINTS) / POINTS;
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
append_option (GString *command, const char *option, const char *value)
{
  g_autofree char *quoted = g_shell_quote (value);

  g_string_append_printf (
      command, " %s %s", option,
      value[0] == '\0' || strpbrk (value, " '\"$&()*;<>?[\\]`{|}~#!\t\n") != NULL ? quoted : value);
}

static void
append_number (GString *command, const char *option, double value, double normal)
{
  g_autofree char *text = dl_value_format_double (value);

  if (value != normal)
    append_option (command, option, text);
}

static void
append_counters (GString *command, const DlFigureInput *view)
{
  append_option (command, "--counters",
                 view->counters != NULL ? view->counters->file_name : "COUNTERS.csv");
}

/* A view need not know its scenario yet. */
static const DlFamily *
family_of (const DlFigure *figure, const DlFigureInput *view)
{
  return view->scenario != NULL ? view->scenario->family : dl_figure_family (figure);
}

/* The first metric of a family is its default. */
static void
append_metric (GString *command, const DlFigure *figure, const DlFigureInput *view)
{
  if (view->metric != NULL && view->metric != dl_family_metric (family_of (figure, view), 0))
    append_option (command, "--metric", view->metric->id);
  if (dl_metric_is_measured (view->metric))
    append_counters (command, view);
}

/* Options of its family's figures. */
static void
append_own (GString *command, const DlFigure *figure, const DlFigureInput *view)
{
  const DlFigureFamily *drawn = dl_figure_family_of (family_of (figure, view));
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) options = NULL;

  if (drawn->add_options != NULL)
    drawn->add_options (builder, figure, view);
  options = g_strv_builder_end (builder);
  for (guint i = 0; options[i] != NULL; i += 2)
    append_option (command, options[i], options[i + 1]);
}

static void
append_style (GString *command, const DlFigureStyle *style)
{
  if (style->title != NULL)
    append_option (command, "--title", style->title);
  if (style->no_title)
    g_string_append (command, " --no-title");
  if (style->no_legend)
    g_string_append (command, " --no-legend");
  if (style->no_caption)
    g_string_append (command, " --no-caption");
  if (style->dark)
    g_string_append (command, " --dark");
  if (style->typeface.font != DL_FONT_SANS)
    append_option (command, "--font", dl_font_id (style->typeface.font));
  append_number (command, "--text-size", style->typeface.points, 0);
  append_number (command, "--height", style->height / 72, 0);
}

/* View of a scenario: the options of one figure, or of a panel. */
static void
append_view (GString *command, const DlFigure *figure, const DlFigureInput *view)
{
  if (figure->uses_metric)
    append_metric (command, figure, view);
  if (figure->needs_measured)
    append_counters (command, view);
  append_own (command, figure, view);
  if (figure->uses_order && view->sorted)
    g_string_append (command, " --sorted");
  if (figure->compares && view->against != NULL && view->show != DL_SHOW_DIFFERENCE)
    append_option (command, "--show", dl_show_id (view->show));
}

/* B by what it states otherwise than A, which is all that there is to say of it. */
static void
append_against (GString *command, const DlFigureInput *view, const char *scenario)
{
  g_auto (GStrv) changes = dl_pin_assignments (view->scenario, view->against->scenario);

  for (guint i = 0; changes[i] != NULL; i++)
    append_option (command, "--against-set", changes[i]);
  if (changes[0] == NULL)
    append_option (command, "--against", scenario);
}

/* The runs of a load curve that is there already. */
static void
append_runs (GString *command, const DlFigureInput *view)
{
  const DlLoadCurve *curve = view->load_curve;
  DlLoadSweepOptions own;

  if (curve == NULL)
    return;
  own = dl_load_sweep_options_for (view->scenario);
  if (curve->n_seeds != own.n_seeds)
    g_string_append_printf (command, " --seeds %u", curve->n_seeds);
  if (curve->cycles != own.cycles)
    g_string_append_printf (command, " --cycles %" G_GUINT64_FORMAT, curve->cycles);
}

/* Settings that differ from the stored scenario, of the same family. */
static void
append_settings (GString *command, const DlScenario *stored, const DlScenario *shown)
{
  g_auto (GStrv) changes = NULL;

  if (stored == NULL || shown == NULL || stored->family != shown->family)
    return;
  changes = dl_pin_assignments (stored, shown);
  for (guint i = 0; changes[i] != NULL; i++)
    append_option (command, "--set", changes[i]);
}

static void
append_sweep (GString *command, const DlSweepChart *sweep)
{
  const DlSweepSpec *spec = sweep->points->spec;
  g_autoptr (GString) ids = g_string_new (NULL);

  for (guint i = 0; i < spec->keys->len; i++)
    {
      g_autofree char *line = dl_sweep_spec_assignment (spec, i);

      append_option (command, "--vary", line);
    }
  if (spec->only_static)
    g_string_append (command, " --static");
  else if (spec->n_seeds > 1)
    g_string_append_printf (command, " --seeds %u", spec->n_seeds);
  for (guint i = 0; i < sweep->n_measures; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? "," : "", sweep->measures[i]->id);
  append_option (command, "--measures", ids->str);
}

/* The panel's own scenario: by what it states otherwise than the page's, or by its name. */
static void
append_state (GString *text, const DlFigurePanel *panel, const DlScenario *stored)
{
  const DlFigureData *state = panel->state;
  const DlScenario *own = panel->input.scenario;

  if (state == NULL || stored == NULL || own == NULL)
    return;
  if (own->family != stored->family)
    {
      g_autofree char *quoted
          = g_shell_quote (state->reference != NULL ? state->reference : "FILE.dateline");

      g_string_append_printf (text, " %s", quoted);
      return;
    }
  append_settings (text, stored, own);
}

static void
append_panels (GString *command, const DlFigureInput *view, const DlScenario *stored)
{
  for (guint i = 0; i < view->n_panels; i++)
    {
      const DlFigurePanel *panel = &view->panels[i];
      DlFigureStyle style = panel->input.style;
      g_autoptr (GString) text = g_string_new (panel->figure->id);

      style.no_caption = FALSE; /* panels have none */
      if (panel->figure->paper_check == NULL)
        append_state (text, panel, stored);
      append_view (text, panel->figure, &panel->input);
      append_style (text, &style);
      append_option (command, "--panel", text->str);
      if (panel->figure->needs_load_curve)
        append_runs (command, &panel->input);
      if (panel->figure->needs_sweep && panel->input.sweep != NULL)
        append_sweep (command, panel->input.sweep);
    }
  if (view->n_columns > 0)
    g_string_append_printf (command, " --columns %u", view->n_columns);
}

char *
dl_figure_command_scenario (DlSession *session)
{
  return dl_session_get_scenario_id (session) != 0
             ? g_strconcat ("library:", dl_session_get_scenario (session)->name, NULL)
             : g_strdup ("FILE.dateline");
}

char *
dl_figure_command (const DlFigure *figure, const DlFigureInput *view, const char *scenario,
                   const DlScenario *stored, const char *output, double width_in, double dpi)
{
  GString *command = g_string_new ("dateline-cli figure");
  const gboolean of_panels = figure == &dl_figure_panels;
  DlFigureFormat format = DL_FIGURE_PDF;

  /* A paper check has a scenario of its own. */
  if (figure->paper_check == NULL)
    append_option (command, figure->id, scenario);
  else
    g_string_append_printf (command, " %s", figure->id);
  if (figure->needs_sweep && view->sweep != NULL)
    {
      append_settings (command, stored, view->sweep->points->spec->scenario);
      append_sweep (command, view->sweep);
    }
  else if (!of_panels && figure->paper_check == NULL)
    append_settings (command, stored, view->scenario);
  if (of_panels)
    append_panels (command, view, stored);
  else
    append_view (command, figure, view);
  if (view->against != NULL && (of_panels || figure->compares))
    append_against (command, view, scenario);
  if (figure->needs_load_curve)
    append_runs (command, view);
  append_style (command, &view->style);
  append_option (command, "-o", output);
  dl_figure_format_for (output, &format, NULL);
  if (format != DL_FIGURE_CSV)
    append_number (command, "--width", width_in, DL_WIDTH_COLUMN_IN);
  if (format == DL_FIGURE_PNG)
    append_number (command, "--dpi", dpi, DL_DPI_DEFAULT);
  return g_string_free (command, FALSE);
}

/* Animations ---------------------------------------------------------------------------------- */

static void
append_count (GString *command, const char *option, guint64 count)
{
  g_string_append_printf (command, " %s %" G_GUINT64_FORMAT, option, count);
}

/* The view of the network in the shot, by the names of options. */
static void
append_shot (GString *command, const DlMovieShot *shot, const DlFigureInput *drawn)
{
  DlFigureInput view = drawn != NULL ? *drawn : shot->view;
  DlFigureStyle style = shot->view.style;

  view.metric = shot->view.metric;
  view.against = NULL; /* B is a recording */
  if (drawn != NULL)
    append_view (command, shot->figure, &view);
  else if (shot->figure->uses_metric)
    append_option (command, "--metric", shot->view.metric->id);
  style.title = shot->title;
  append_style (command, &style);
}

/* Options of a page of panels, each of which is another shot. */
static void
append_shots (GString *command, const DlMovieRequest *request)
{
  DlFigureStyle style = request->style;

  for (guint i = 0; i < request->shots->len; i++)
    {
      const DlMovieShot *shot = &g_array_index (request->shots, DlMovieShot, i);
      g_autoptr (GString) text = g_string_new (shot->figure->id);
      DlMovieShot bare = *shot;

      bare.view.style.no_caption = bare.view.style.dark = FALSE; /* the page's */
      append_shot (text, &bare, shot->view.analysis != NULL ? &shot->view : NULL);
      if (shot->line > 0)
        append_option (text, "--show", "b");
      append_option (command, "--panel", text->str);
    }
  if (request->n_columns > 0)
    append_count (command, "--columns", request->n_columns);
  style.title = NULL;
  append_style (command, &style);
}

/* Rounded as far as it is the same number of pixels. */
static double
inches_of (const DlMovieRequest *request, int pixels)
{
  return round (pixels * dl_movie_points_a_pixel (request) / POINTS * 1000) / 1000;
}

char *
dl_movie_command (const DlMovieRequest *request, const DlFigureInput *drawn, const char *output)
{
  const DlMovieShot *first = &g_array_index (request->shots, DlMovieShot, 0);
  const gboolean of_panels = request->shots->len > 1;
  const gboolean shows_b = first->line > 0 || first->view.show == DL_SHOW_DIFFERENCE || of_panels;
  GString *command = g_string_new ("dateline-cli animate FILE.dateline");

  g_string_append_printf (command, " %s", of_panels ? dl_figure_panels.id : first->figure->id);
  if (request->against != NULL && shows_b)
    append_option (command, "--against", "B.dateline");
  if (of_panels)
    append_shots (command, request);
  else
    append_shot (command, first, drawn);
  if (!of_panels && first->line > 0)
    append_option (command, "--show", "b");
  else if (!of_panels && first->view.show == DL_SHOW_DIFFERENCE)
    append_option (command, "--show", "difference");
  append_count (command, "--from", request->range.from);
  append_count (command, "--to", request->range.to);
  append_count (command, "--every", request->range.every);
  append_number (command, "--fps", request->fps, 20);
  append_number (command, "--width", inches_of (request, request->width), DL_WIDTH_SLIDE_IN);
  append_number (command, "--height", inches_of (request, request->height), 7.5);
  append_number (command, "--dpi", POINTS / dl_movie_points_a_pixel (request), 96);
  append_option (command, "-o", output);
  return g_string_free (command, FALSE);
}
