/* A film as one page that plays it in a browser (data/player): maps as the values of their links in
 * whole numbers, deflated, with the figure around them as SVG, light and dark; charts as their
 * numbers; and the recordings.
 *
 * The values are chunks, one after the other: a letter for the kind, the panel, the length in 4
 * bytes, and so many bytes. All numbers are little-endian. Of a map:
 *   N  the names of the links, a line each, unless another panel has the same
 *   M  the names of items that have their own
 *   R  the cells of the links: x, y, width and height in 2 bytes each, 1/20 point; width 0: none
 *   P  or, where links are no rectangles: x, y, width and height of the map as above, its width and
 *      height in pixels in 2 bytes each, and runs of pixels: how many in 2 bytes, and the item in 4
 *   I  with P, where items are not links: the item of each link in 4 bytes
 *   O  what counts are over, link by link, as doubles, where that is the same in all frames
 *   S  the states of the links (DlLinkState), a byte each, after an edit; L and D the figure then
 *   F  a frame: its cycle and its number of cycles in 8 bytes each, and the counts of the links,
 *      0 without traffic; then what they are over, where that changes with every frame. Before
 *      numbers stands how many bytes each takes.
 * A value is (count - countBase) / cycles / over, rounded to a float. Of a chart:
 *   T  rows as JSON: [at, to, kind, values...]; of a chart over time those of all frames
 *   F  a frame: its cycle and its number of cycles */
#include "dl-movie-page.h"

#include "dl-config.h"
#include "dl-deflate.h"
#include "dl-figure-family.h"
#include "dl-figure-links.h"
#include "dl-figure-private.h"
#include "dl-numerals.h"
#include "dl-player-resources.h"

#include <cairo-svg.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include <string.h>

#define FOLDER "/org/dateline/Dateline/player/"
/* Figures for as many states of the network. */
#define MOST_STATES 64
#define CHART_SHARE 0.62 /* of its width, the height of a chart among others */
#define LEVEL       9    /* of deflating */

/* Chunks ------------------------------------------------------------------------------------- */

static void
add_number (GByteArray *chunk, guint64 number, guint width)
{
  guint8 bytes[8];

  for (guint i = 0; i < width; i++)
    bytes[i] = number >> (8 * i) & 0xff;
  g_byte_array_append (chunk, bytes, width);
}

/* With the bytes that the largest needs in front. */
static void
add_numbers (GByteArray *chunk, const guint32 *numbers, guint n)
{
  guint32 all = 0;
  guint width;

  for (guint i = 0; i < n; i++)
    all |= numbers[i];
  width = all < 1 << 8 ? 1 : all < 1 << 16 ? 2 : 4;
  add_number (chunk, width, 1);
  for (guint i = 0; i < n; i++)
    add_number (chunk, numbers[i], width);
}

static gboolean
put_chunk (DlMoviePage *self, const DlMoviePart *part, char kind, gconstpointer data, gsize length,
           GError **error)
{
  g_autoptr (GByteArray) head = g_byte_array_new ();

  add_number (head, kind, 1);
  add_number (head, part->number, 1);
  add_number (head, length, 4);
  return g_output_stream_write_all (self->values, head->data, head->len, NULL, NULL, error)
         && g_output_stream_write_all (self->values, data, length, NULL, NULL, error);
}

static gboolean
put (DlMoviePage *self, const DlMoviePart *part, char kind, GError **error)
{
  const gboolean done = put_chunk (self, part, kind, self->chunk->data, self->chunk->len, error);

  g_byte_array_set_size (self->chunk, 0);
  return done;
}

static const DlFilmLine *
line_of (const DlMoviePart *part, const DlFilmFrame *frame)
{
  return &frame->lines[part->line];
}

/* The figure --------------------------------------------------------------------------------- */

typedef struct
{
  guint16 x, y, width, height;
} Cell;

static Cell
cell_of (DlRect rect)
{
  const double left = DL_MOVIE_CELL_SCALE * rect.x + 0.5, top = DL_MOVIE_CELL_SCALE * rect.y + 0.5;
  const double right = DL_MOVIE_CELL_SCALE * dl_rect_right (rect) + 0.5;
  const double bottom = DL_MOVIE_CELL_SCALE * dl_rect_bottom (rect) + 0.5;
  Cell cell = { .x = left, .y = top };

  cell.width = MAX ((guint16) right - cell.x, 1);
  cell.height = MAX ((guint16) bottom - cell.y, 1);
  return cell;
}

/* State while a map's cells are traced. */
typedef struct
{
  DlMoviePage *page;
  DlMoviePart *part;
  gboolean first; /* nothing was put yet */
  Cell *cells;    /* (n_links) */
  gboolean has_pixels;
  GError *error;
} Traced;

static void
take_cell (guint link, DlRect rect, gpointer data)
{
  ((Traced *) data)->cells[link] = cell_of (rect);
}

static void
add_cell (GByteArray *chunk, Cell cell)
{
  add_number (chunk, cell.x, 2);
  add_number (chunk, cell.y, 2);
  add_number (chunk, cell.width, 2);
  add_number (chunk, cell.height, 2);
}

static void
add_runs (GByteArray *chunk, const DlFigurePixels *pixels)
{
  const gsize n = (gsize) pixels->width * pixels->height;

  for (gsize i = 0, run; i < n; i += run)
    {
      for (run = 1; i + run < n && run < G_MAXUINT16 && pixels->items[i + run] == pixels->items[i];)
        run++;
      add_number (chunk, run, 2);
      add_number (chunk, pixels->items[i], 4);
    }
}

static char *
name_of (const DlMoviePart *part, DlPlace place)
{
  const DlFigureInput *input = &part->panel->input;
  char *name = input->scenario->family->name (input->shape, place, DL_NAME_PEOPLE);

  return name != NULL ? g_strdelimit (name, "\r\n", ' ') : g_strdup ("");
}

static void
add_line (GByteArray *chunk, guint i, const char *text)
{
  if (i > 0)
    add_number (chunk, '\n', 1);
  g_byte_array_append (chunk, (const guint8 *) text, strlen (text));
}

static gboolean
put_items (DlMoviePage *self, DlMoviePart *part, const DlFigurePixels *pixels, GError **error)
{
  for (guint i = 0; i < pixels->n_items && pixels->places != NULL; i++)
    {
      g_autofree char *name = name_of (part, pixels->places[i]);

      add_line (self->chunk, i, name);
    }
  if (pixels->places != NULL && !put (self, part, 'M', error))
    return FALSE;
  for (guint link = 0; link < part->n_links; link++)
    add_number (self->chunk, pixels->item_of_link[link], 4);
  return put (self, part, 'I', error);
}

/* Links that some pixel shows. */
static void
find_shown (DlMoviePart *part, const DlFigurePixels *pixels)
{
  g_autofree gboolean *seen = g_new0 (gboolean, MAX (1, pixels->n_items));
  const gsize n = (gsize) pixels->width * pixels->height;

  for (gsize i = 0; i < n; i++)
    if (pixels->items[i] < pixels->n_items)
      seen[pixels->items[i]] = TRUE;
  for (guint link = 0; link < part->n_links; link++)
    {
      const guint32 item = pixels->item_of_link != NULL ? pixels->item_of_link[link] : link;

      part->shown[link] = item < pixels->n_items && seen[item];
    }
}

static void
take_pixels (const DlFigurePixels *pixels, gpointer data)
{
  Traced *traced = data;
  DlMoviePage *self = traced->page;
  DlMoviePart *part = traced->part;

  traced->has_pixels = TRUE;
  if (!traced->first || traced->error != NULL)
    return;
  part->is_mean = pixels->is_mean;
  find_shown (part, pixels);
  add_cell (self->chunk, cell_of (pixels->area));
  add_number (self->chunk, pixels->width, 2);
  add_number (self->chunk, pixels->height, 2);
  add_runs (self->chunk, pixels);
  if (put (self, part, 'P', &traced->error) && pixels->item_of_link != NULL)
    put_items (self, part, pixels, &traced->error);
}

static cairo_status_t
append (void *svg, const unsigned char *data, unsigned int length)
{
  g_string_append_len (svg, (const char *) data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* All but its cells or pixels, which come into @traced. */
static gboolean
draw_around (const DlMoviePart *part, const DlTheme *theme, GString *svg, Traced *traced,
             GError **error)
{
  const DlFigureTracer tracer = { take_cell, take_pixels, traced };
  DlFigureInput input = part->panel->input;
  cairo_surface_t *surface
      = cairo_svg_surface_create_for_stream (append, svg, part->width, part->height);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  input.tracer = &tracer;
  input.simulation = NULL;
  input.style.no_caption = TRUE;
  dl_figure_draw (part->panel->figure, cr, &input, part->width, part->height, theme);
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);
  if (traced->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&traced->error));
      return FALSE;
    }
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  g_set_error_literal (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_DRAW,
                       cairo_status_to_string (status));
  return FALSE;
}

static gboolean
put_cells (DlMoviePage *self, DlMoviePart *part, const Cell *cells, GError **error)
{
  for (guint link = 0; link < part->n_links; link++)
    {
      part->shown[link] = cells[link].width > 0;
      add_cell (self->chunk, cells[link]);
    }
  return put (self, part, 'R', error);
}

static gboolean
put_names (DlMoviePage *self, const DlMoviePart *part, GError **error)
{
  for (guint link = 0; link < part->n_links; link++)
    {
      g_autofree char *name
          = part->shown[link] ? name_of (part, dl_place_link (link)) : g_strdup ("");

      add_line (self->chunk, link, name);
    }
  return put (self, part, 'N', error);
}

/* Layout from the map's first frame. */
static gboolean
put_layout (DlMoviePage *self, DlMoviePart *part, const Traced *traced, GError **error)
{
  return (traced->has_pixels || put_cells (self, part, traced->cells, error))
         && (part->names_of != part->number || put_names (self, part, error));
}

/* The network after an edit, or at the beginning. */
static gboolean
put_state (DlMoviePage *self, DlMoviePart *part, const DlFilmFrame *frame, GError **error)
{
  const DlGraph *graph = dl_shape_net (part->panel->input.shape)->graph;
  g_autoptr (GString) light = g_string_new (NULL), dark = g_string_new (NULL);
  g_autofree Cell *cells = g_new0 (Cell, MAX (1, part->n_links));
  Traced traced = { .page = self, .part = part, .first = part->n_states == 0, .cells = cells };

  if (part->n_states == MOST_STATES)
    {
      g_set_error (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_RANGE,
                   _ ("a page has at most %d edits (use --from and --to)"), MOST_STATES);
      return FALSE;
    }
  if (!draw_around (part, dl_theme_paper (), light, &traced, error))
    return FALSE;
  if (traced.first && !put_layout (self, part, &traced, error))
    return FALSE;
  traced.first = FALSE;
  if (!draw_around (part, dl_theme_dark (), dark, &traced, error))
    return FALSE;
  part->n_states++;
  part->n_edits = line_of (part, frame)->n_edits;
  return put_chunk (self, part, 'S', graph->link_state, part->n_links, error)
         && put_chunk (self, part, 'L', light->str, light->len, error)
         && put_chunk (self, part, 'D', dark->str, dark->len, error);
}

/* Frames ------------------------------------------------------------------------------------- */

static DlUseRatio
ratio_of (const DlMoviePart *part, const DlFilmFrame *frame, guint link)
{
  const DlFilmLine *line = line_of (part, frame);

  return dl_link_use_ratio (part->metric->use, line->plan, line->before, line->after,
                            frame->cycle - frame->from, link);
}

static gboolean
put_over (DlMoviePage *self, DlMoviePart *part, const DlFilmFrame *frame, GError **error)
{
  for (guint link = 0; link < part->n_links; link++)
    {
      const double over = ratio_of (part, frame, link).over;
      guint64 bits;

      memcpy (&bits, &over, sizeof bits);
      add_number (self->chunk, bits, sizeof bits);
    }
  part->plan = line_of (part, frame)->plan;
  return put (self, part, 'O', error);
}

static gboolean
put_frame (DlMoviePage *self, const DlMoviePart *part, const DlFilmFrame *frame, GError **error)
{
  const float *load = part->panel->input.simulation->links.load;
  g_autofree guint32 *counts = g_new0 (guint32, MAX (1, part->n_links));
  g_autofree guint32 *overs = g_new0 (guint32, MAX (1, part->n_links));
  guint64 cycles = 1;

  for (guint link = 0; link < part->n_links; link++)
    {
      const DlUseRatio ratio = ratio_of (part, frame, link);

      cycles = ratio.cycles;
      if (!part->shown[link])
        continue;
      overs[link] = MIN (ratio.over, G_MAXUINT32);
      if (load[link] > 0 && ratio.over > 0)
        counts[link] = MIN (MAX (ratio.count, 0) + dl_movie_count_base (part), G_MAXUINT32);
    }
  add_number (self->chunk, frame->cycle, 8);
  add_number (self->chunk, cycles, 8);
  add_numbers (self->chunk, counts, part->n_links);
  if (!part->over_is_constant)
    add_numbers (self->chunk, overs, part->n_links);
  return put (self, part, 'F', error);
}

static gboolean
add_map (DlMoviePage *self, DlMoviePart *part, const DlFilmFrame *frame, GError **error)
{
  const DlFilmLine *line = line_of (part, frame);
  const gboolean first = frame->number == 0;

  if (first)
    {
      part->n_links = dl_shape_net (part->panel->input.shape)->graph->n_links;
      part->shown = g_new0 (gboolean, MAX (1, part->n_links));
    }
  return ((!first && line->n_edits == part->n_edits) || put_state (self, part, frame, error))
         && (!part->over_is_constant || part->plan == line->plan
             || put_over (self, part, frame, error))
         && put_frame (self, part, frame, error);
}

/* Charts ------------------------------------------------------------------------------------- */

/* Points over time are there in the first frame, all of them. */
static gboolean
add_chart (DlMoviePage *self, DlMoviePart *part, const DlFilmFrame *frame, GError **error)
{
  if (!part->has_table || !part->panel->figure->over_time)
    {
      g_autofree char *table = dl_movie_chart_json (part);

      part->has_table = TRUE;
      if (!put_chunk (self, part, 'T', table, strlen (table), error))
        return FALSE;
    }
  add_number (self->chunk, frame->cycle, 8);
  add_number (self->chunk, frame->cycle - frame->from, 8);
  return put (self, part, 'F', error);
}

static gboolean
html_add (gpointer encoder, const DlFilmFrame *frame, cairo_surface_t *image, GError **error)
{
  DlMoviePage *self = encoder;

  for (guint i = 0; i < self->n_parts; i++)
    {
      DlMoviePart *part = &self->parts[i];

      if (!(part->plotted != NULL ? add_chart : add_map) (self, part, frame, error))
        return FALSE;
    }
  return TRUE;
}

/* The page ----------------------------------------------------------------------------------- */

static void
html_free (gpointer encoder)
{
  DlMoviePage *self = encoder;

  g_clear_object (&self->values);
  g_clear_object (&self->memory);
  g_clear_pointer (&self->chunk, g_byte_array_unref);
  for (guint i = 0; i < self->n_parts; i++)
    g_free (self->parts[i].shown);
  g_free (self->parts);
  g_free (self->summary);
  g_free (self);
}

/* "simulated, 100 cycles per frame, seed 1 · cycles 0 to 20,000" */
static char *
summary_of (const DlFilm *film)
{
  const DlFilmRange *range = &dl_film_get_options (film)->range;
  g_autofree char *every = dl_chart_count (range->every), *from = dl_chart_count (range->from);
  g_autofree char *to = dl_chart_count (range->to);

  return g_strdup_printf (_ ("simulated, seed %lu · cycles %s to %s, %s per frame"),
                          (gulong) dl_film_get_recording (film, 0)->scenario->seed, from, to,
                          every);
}

gboolean
dl_movie_page_plays (const DlFigure *figure)
{
  return figure->has_cells || figure->plotted != NULL;
}

/* The panel before that has the same links. */
static guint
find_names (const DlMoviePage *self, guint i)
{
  const DlFigureInput *own = &self->parts[i].panel->input;

  for (guint j = 0; j < i; j++)
    {
      const DlFigurePanel *other = self->parts[j].panel;

      if (self->parts[j].plotted == NULL && other->figure == self->parts[i].panel->figure
          && own->scenario->family->same_places (own->shape, other->input.shape))
        return j;
    }
  return i;
}

/* The only panel has all of the page; of several each has its own height. */
static void
set_size (const DlMoviePage *self, DlMoviePart *part)
{
  const DlMovieOptions *options = self->options;
  DlFigureInput input = part->panel->input;

  part->width = options->width * options->points_a_pixel / self->n_columns;
  part->height = options->height * options->points_a_pixel;
  if (self->n_parts == 1)
    return;
  input.style.no_caption = TRUE;
  part->height
      = part->plotted != NULL
            ? CHART_SHARE * part->width
            : MIN (part->height, dl_figure_height (part->panel->figure, &input, part->width));
}

static gboolean
open_part (DlMoviePage *self, guint i, GError **error)
{
  DlMoviePart *part = &self->parts[i];
  const DlFigure *figure = part->panel->figure;
  const DlFigureInput *input = &part->panel->input;

  part->number = part->names_of = i;
  part->line = dl_film_get_line (self->film, i);
  part->plotted = figure->plotted;
  set_size (self, part);
  if (part->plotted != NULL)
    return TRUE;
  if (input->against != NULL && input->show == DL_SHOW_DIFFERENCE)
    {
      g_set_error_literal (error, DL_FIGURE_ERROR, DL_FIGURE_ERROR_FORMAT,
                           _ ("a page shows A and B beside each other, and their difference in "
                              "words (leave out --show)"));
      return FALSE;
    }
  part->metric = input->metric;
  part->over_is_constant = dl_use_is_over_constant (part->metric->use);
  part->light = figure->scale (input, dl_theme_paper ());
  part->dark = figure->scale (input, dl_theme_dark ());
  part->names_of = find_names (self, i);
  return TRUE;
}

static gpointer
html_open (const DlMovieOptions *options, const DlFilm *film, GError **error)
{
  DlMoviePage *self = g_new0 (DlMoviePage, 1);
  const DlFigurePanel *panels = dl_film_get_panels (film, &self->n_parts);
  const guint n_columns = dl_film_get_options (film)->n_columns;
  g_autoptr (GZlibCompressor) deflate = NULL;

  self->options = options;
  self->film = film;
  self->n_columns = n_columns > 0 ? MIN (n_columns, self->n_parts) : MIN (self->n_parts, 2);
  self->parts = g_new0 (DlMoviePart, self->n_parts);
  self->summary = summary_of (film);
  self->chunk = g_byte_array_new ();
  deflate = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, LEVEL);
  self->memory = g_memory_output_stream_new_resizable ();
  self->values = g_converter_output_stream_new (self->memory, G_CONVERTER (deflate));
  for (guint i = 0; i < self->n_parts; i++)
    {
      self->parts[i].panel = &panels[i];
      if (!open_part (self, i, error))
        {
          html_free (self);
          return NULL;
        }
    }
  return self;
}

/* The recording's text, in which nothing ends the element. */
static char *
recording_text (const DlFilm *film)
{
  g_autofree char *text = dl_recording_to_text (dl_film_get_recording (film, 0));
  GString *escaped = g_string_new (text);

  g_string_replace (escaped, "%", "%25", 0);
  g_string_replace (escaped, "<", "%3C", 0);
  return g_string_free (escaped, FALSE);
}

static char *
resource (const char *name)
{
  g_autofree char *path = g_strconcat (FOLDER, name, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (dl_player_get_resource (), path,
                                                     G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  gconstpointer data;
  gsize length;

  g_assert (bytes != NULL); /* it is in the program */
  data = g_bytes_get_data (bytes, &length);
  return g_strndup (data, length);
}

/* Title of the page: the scenario, and what it shows of it. */
static char *
title_of (const DlMoviePage *self)
{
  const DlFigureStyle *style = &dl_film_get_input (self->film)->style;
  const char *scenario = dl_film_get_recording (self->film, 0)->scenario->name;
  const DlMoviePart *part = &self->parts[0];
  const char *shown
      = part->plotted != NULL ? _ (part->panel->figure->title) : dl_metric_title (part->metric);
  g_autofree char *title = style->title != NULL && self->n_parts == 1 ? g_strdup (style->title)
                           : self->n_parts == 1 ? g_strdup_printf ("%s: %s", scenario, shown)
                                                : g_strdup (scenario);

  return g_markup_escape_text (title, -1);
}

/* Language of the messages as an HTML tag: "pt-BR". */
static char *
language (void)
{
  char *name = dl_language_of_messages ();

  name[strcspn (name, ".@")] = '\0';
  return g_strdelimit (name, "_", '-');
}

/* Appends the template with each @NAME@ of @names replaced by the value beside it; inserted text is
 * not searched. */
static void
fill_template (GString *page, const char *const (*values)[2], guint n)
{
  g_autofree char *template = resource ("player.html");
  const char *rest = template;

  while (*rest != '\0')
    {
      const char *mark = strchr (rest, '@');
      guint i = 0;

      if (mark == NULL)
        break;
      while (i < n && !g_str_has_prefix (mark, values[i][0]))
        i++;
      g_string_append_len (page, rest, mark - rest);
      g_string_append (page, i < n ? values[i][1] : "@");
      rest = mark + (i < n ? strlen (values[i][0]) : 1);
    }
  g_string_append (page, rest);
}

static gboolean
html_close (gpointer encoder, GString *file, GError **error)
{
  DlMoviePage *self = encoder;
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (self->memory);
  g_autofree char *values = NULL;

  if (!g_output_stream_close (self->values, NULL, error))
    return FALSE;
  values = g_base64_encode (g_memory_output_stream_get_data (memory),
                            g_memory_output_stream_get_data_size (memory));
  g_autofree char *title = title_of (self), *lang = language (), *json = dl_movie_page_json (self);
  g_autofree char *recording = recording_text (self->film);
  g_autofree char *style = resource ("player.css"), *script = resource ("player.js");
  const char *const all[][2] = {
    { "@LANGUAGE@", lang },       { "@VERSION@", DL_VERSION },
    { "@TITLE@", title },         { "@STYLE@", style },
    { "@SCRIPT@", script },       { "@NOSCRIPT@", _ ("This page needs JavaScript to play.") },
    { "@RECORDING@", recording }, { "@FILM@", json },
    { "@VALUES@", values },
  };

  fill_template (file, all, G_N_ELEMENTS (all));
  return TRUE;
}

const DlMovieFormat dl_movie_html = {
  .extension = ".html",
  .title = N_ ("Page that plays in a browser"),
  .most_fps = 60,
  .is_page = TRUE,
  .open = html_open,
  .add = html_add,
  .close = html_close,
  .free = html_free,
};
