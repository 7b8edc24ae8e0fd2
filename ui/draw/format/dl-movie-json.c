/* Data of a page that plays its panels, in JSON: titles, scales, colors, edits and words; and the
 * rows of charts. */
#include "dl-movie-page.h"

#include "dl-figure-family.h"
#include "dl-figure-links.h"
#include "dl-figure-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

guint
dl_movie_count_base (const DlMoviePart *part)
{
  return part->metric->use == DL_USE_LOAD ? 0 : 1;
}

/* Charts ------------------------------------------------------------------------------------- */

/* A string of JSON that may stand in a script element. */
static void
add_string (GString *json, const char *text)
{
  g_string_append_c (json, '"');
  for (; *text != '\0'; text++)
    if (*text == '"' || *text == '\\' || *text == '<' || (guchar) *text < 0x20)
      g_string_append_printf (json, "\\u%04x", (guchar) *text);
    else
      g_string_append_c (json, *text);
  g_string_append_c (json, '"');
}

static guint
find_column (DlRecord *record, const char *id)
{
  for (guint i = 0; i < dl_record_n_columns (record); i++)
    if (g_strcmp0 (dl_record_id (record, i), id) == 0)
      return i;
  g_return_val_if_reached (0);
}

/* A number as in files, or text as for people. */
static void
add_value (GString *json, DlRecord *record, guint row, guint column)
{
  const DlCell *cell = dl_record_cell (record, row, column);
  const DlTableColumn *of = dl_record_column (record, column);
  const gboolean is_text = of->type == DL_COLUMN_TEXT;
  g_autofree char *text = (is_text ? dl_table_cell_text : dl_table_cell_plain) (of, cell);

  if (is_text)
    add_string (json, text);
  else
    g_string_append (json, *text != '\0' ? text : "null");
}

/* Columns of @plotted in the order in which rows have them; missing ones are NULL. */
static guint
list_columns (const DlFigureChart *plotted, const char *columns[8])
{
  guint n = 0;

  columns[n++] = plotted->at;
  columns[n++] = plotted->to;
  columns[n++] = plotted->kind;
  for (guint i = 0; i < G_N_ELEMENTS (plotted->values) && plotted->values[i] != NULL; i++)
    columns[n++] = plotted->values[i];
  if (plotted->apart != NULL)
    columns[n++] = plotted->apart;
  return n;
}

char *
dl_movie_chart_json (const DlMoviePart *part)
{
  g_autoptr (DlRecord) record = dl_figure_numbers (part->panel->figure, &part->panel->input);
  GString *json = g_string_new ("[");
  const char *columns[8];
  const guint n = list_columns (part->plotted, columns);

  for (guint row = 0; row < dl_record_n_rows (record); row++)
    for (guint i = 0; i < n; i++)
      {
        g_string_append (json, i > 0 ? "," : row > 0 ? ",[" : "[");
        if (columns[i] != NULL)
          add_value (json, record, row, find_column (record, columns[i]));
        else
          g_string_append (json, "null");
        if (i + 1 == n)
          g_string_append_c (json, ']');
      }
  g_string_append_c (json, ']');
  return g_string_free (json, FALSE);
}

/* The page ----------------------------------------------------------------------------------- */

static void
add_member (GString *json, const char *name, const char *text)
{
  g_string_append_printf (json, "%s\"%s\":", g_str_has_suffix (json->str, "{") ? "" : ",", name);
  add_string (json, text);
}

static void
add_real (GString *json, const char *name, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (json, ",\"%s\":%s", name, g_ascii_dtostr (text, sizeof text, value));
}

static guint
rgb_of (const DlColor *color)
{
  return dl_color_rgb (color) & 0xffffff;
}

static void
add_theme (GString *json, const char *name, const DlTheme *theme, const DlScale *scale)
{
  g_string_append_printf (json,
                          ",\"%s\":{\"ground\":%u,\"accent\":%u,\"apart\":[%u,%u,%u],"
                          "\"idle\":[%u,%u],\"scale\":[",
                          name, rgb_of (&theme->background), rgb_of (&theme->accent),
                          rgb_of (&theme->node), rgb_of (&theme->absent), rgb_of (&theme->grid),
                          rgb_of (&theme->idle[0]), rgb_of (&theme->idle[1]));
  for (guint i = 0; i < DL_SCALE_STEPS; i++)
    g_string_append_printf (json, "%s%u", i > 0 ? "," : "", scale->rgb[i] & 0xffffff);
  g_string_append (json, "]}");
}

static void
add_words (GString *json)
{
  const struct
  {
    const char *name, *text;
  } words[] = {
    { "noTraffic", _ ("no traffic") },
    { "broken", _ ("broken") },
    /* Translators: a share; the player puts a number in the place of %s */
    { "share", _ ("%s%") },
    { "cycle", _ ("cycle %s") },
    { "most", _ ("The most loaded links, %s") },
    { "link", _ ("Link") },
    { "edits", _ ("Edits") },
    { "controls", _ ("Player") },
    { "slider", _ ("Cycle") },
    { "speed", _ ("Speed") },
    { "play", _ ("Play") },
    { "pause", _ ("Pause") },
    { "first", _ ("First frame") },
    { "back", _ ("Previous frame") },
    { "next", _ ("Next frame") },
    { "last", _ ("Last frame") },
    { "space", _ ("Space") },
    { "map", _ ("Map of the links: choose one by the arrow keys") },
    { "chart", _ ("Chart: choose a value by the arrow keys") },
    { "noValue", _ ("no value") },
    /* Translators: of several links at one place; the player puts a name and their number there */
    { "mean", _ ("%s (mean of %s links)") },
    { "largest", _ ("%s (the largest of %s links)") },
    /* Translators: values of a link in both lines of a run, and their difference */
    { "both", _ ("A: %s, B: %s, A − B: %s") },
    { "keys",
      _ ("Space: play or pause. Comma and period: a frame back and forth. Home and End: the "
         "first and the last. Plus and minus: the speed. In a map or chart, arrow keys: the "
         "next link or value.") },
    { "oldBrowser", _ ("This browser is too old for this page (use a current one)") },
    { "damaged", _ ("This page cannot be played: %s") },
  };

  g_string_append (json, ",\"words\":{");
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    add_member (json, words[i].name, words[i].text);
  g_string_append_c (json, '}');
}

static void
add_recording (GString *json, const DlRecording *recording)
{
  g_autofree char *name = dl_recording_name (recording);

  g_string_append_c (json, '{');
  add_member (json, "name", recording->scenario->name);
  add_member (json, "title", name);
  g_string_append (json, ",\"edits\":[");
  for (guint i = 0; i < recording->edits->len; i++)
    {
      const DlRecordedEdit *edit = recording->edits->pdata[i];

      g_string_append (json, i > 0 ? ",{" : "{");
      add_member (json, "label", edit->label != NULL ? edit->label : "");
      g_string_append_printf (json, ",\"cycle\":%" G_GUINT64_FORMAT "}", edit->cycle);
    }
  g_string_append (json, "]}");
}

static void
add_recordings (GString *json, const DlFilm *film)
{
  g_string_append (json, ",\"lines\":[");
  for (guint i = 0; i < dl_film_get_n_lines (film); i++)
    {
      g_string_append (json, i > 0 ? "," : "");
      add_recording (json, dl_film_get_recording (film, i));
    }
  g_string_append_c (json, ']');
}

static const char *
form_id (DlMetricForm form)
{
  switch (form)
    {
    case DL_FORM_COUNT:
      return "count";
    case DL_FORM_MEAN:
      return "mean";
    case DL_FORM_SHARE:
    case DL_FORM_UTILIZATION:
      return "share";
    default:
      return "ratio";
    }
}

static void
add_map_members (GString *json, const DlMoviePart *part)
{
  add_member (json, "metric", dl_metric_title (part->metric));
  add_member (json, "unit", part->metric->unit != NULL ? _ (part->metric->unit) : "");
  add_member (json, "form", form_id (part->metric->form));
  add_real (json, "namesOf", part->names_of);
  add_real (json, "countBase", dl_movie_count_base (part));
  g_string_append_printf (json, ",\"overIsConstant\":%s,\"isMean\":%s",
                          part->over_is_constant ? "true" : "false",
                          part->is_mean ? "true" : "false");
  g_string_append (json, ",\"scale\":{\"kind\":\"steps\"");
  add_real (json, "min", part->light.min);
  add_real (json, "max", part->light.max);
  g_string_append_c (json, '}');
  add_theme (json, "light", dl_theme_paper (), &part->light);
  add_theme (json, "dark", dl_theme_dark (), &part->dark);
}

/* Titles of columns as rows have them, and the colors of values. */
static void
add_chart_members (GString *json, const DlMoviePart *part)
{
  g_autoptr (DlRecord) record = dl_figure_numbers (part->panel->figure, &part->panel->input);
  const DlTheme *themes[] = { dl_theme_paper (), dl_theme_dark () };
  const char *columns[8];
  const guint n = list_columns (part->plotted, columns);

  g_string_append (json, ",\"columns\":[");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *title
          = columns[i] != NULL ? dl_record_title (record, find_column (record, columns[i])) : NULL;

      g_string_append (json, i > 0 ? "," : "");
      add_string (json, title != NULL ? title : "");
    }
  g_string_append_printf (json, "],\"decades\":%s,\"apart\":%s,\"overTime\":%s,\"colors\":[",
                          part->plotted->decades ? "true" : "false",
                          part->plotted->apart != NULL ? "true" : "false",
                          part->panel->figure->over_time ? "true" : "false");
  for (guint i = 0; i < 2; i++)
    {
      const DlTheme *theme = themes[i];

      g_string_append_printf (
          json,
          "%s{\"ground\":%u,\"text\":%u,\"grid\":%u,\"accent\":%u,"
          "\"series\":[%u,%u,%u,%u]}",
          i > 0 ? "," : "", rgb_of (&theme->background), rgb_of (&theme->foreground),
          rgb_of (&theme->grid), rgb_of (&theme->accent), rgb_of (&theme->series[0]),
          rgb_of (&theme->series[1]), rgb_of (&theme->series[2]), rgb_of (&theme->series[3]));
    }
  g_string_append_c (json, ']');
}

static void
add_panel (GString *json, const DlMoviePage *self, const DlMoviePart *part)
{
  const char *title = part->panel->input.style.title;

  g_string_append_c (json, '{');
  add_member (json, "kind", part->plotted != NULL ? "chart" : "map");
  add_member (json, "figure", part->panel->figure->id);
  add_member (json, "title", title != NULL ? title : _ (part->panel->figure->title));
  add_real (json, "line", part->line);
  add_real (json, "width", part->width);
  add_real (json, "height", part->height);
  if (part->plotted != NULL)
    add_chart_members (json, part);
  else
    add_map_members (json, part);
  g_string_append_c (json, '}');
}

char *
dl_movie_page_json (const DlMoviePage *self)
{
  GString *json = g_string_new ("{\"format\":2");

  add_member (json, "summary", self->summary);
  add_real (json, "fps", self->options->fps);
  add_real (json, "cellScale", DL_MOVIE_CELL_SCALE);
  add_real (json, "up", DL_LINK_UP);
  add_real (json, "columns", self->n_columns);
  g_string_append (json, ",\"panels\":[");
  for (guint i = 0; i < self->n_parts; i++)
    {
      g_string_append (json, i > 0 ? "," : "");
      add_panel (json, self, &self->parts[i]);
    }
  g_string_append_c (json, ']');
  add_recordings (json, self->film);
  add_words (json);
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}
