#include "dl-place-text.h"

#include "dl-metric-text.h"

#include <glib/gi18n-lib.h>

void
dl_place_text_init (DlPlaceText *text, char *name)
{
  *text = (DlPlaceText) { .name = name, .rest = g_string_new (NULL) };
}

void
dl_place_text_clear (DlPlaceText *text)
{
  g_clear_pointer (&text->value, g_free);
  g_clear_pointer (&text->name, g_free);
  if (text->rest != NULL)
    g_string_free (g_steal_pointer (&text->rest), TRUE);
}

static const char *
origin_of (DlMetric metric)
{
  return dl_metric_is_simulated (metric)  ? _ ("simulated")
         : dl_metric_is_measured (metric) ? _ ("measured")
                                          : _ ("analyzed");
}

void
dl_place_text_set_value (DlPlaceText *text, DlMetric metric, double value)
{
  dl_place_text_set_words (text, metric, dl_metric_value_with_unit (metric, value));
}

void
dl_place_text_set_words (DlPlaceText *text, DlMetric metric, char *words)
{
  g_free (text->value);
  text->value = g_strdup_printf ("%s %s", dl_metric_title (metric), words);
  text->origin = origin_of (metric);
  g_free (words);
}

void
dl_place_text_add (DlPlaceText *text, const char *format, ...)
{
  va_list arguments;

  if (text->rest->len > 0)
    g_string_append (text->rest, " · ");
  va_start (arguments, format);
  g_string_append_vprintf (text->rest, format, arguments);
  va_end (arguments);
}

void
dl_place_text_add_value (DlPlaceText *text, DlMetric metric, double value)
{
  g_autofree char *number = dl_metric_value_with_unit (metric, value);

  dl_place_text_add (text, "%s %s", dl_metric_title (metric), number);
}

char *
dl_place_text_first_line (const DlPlaceText *text)
{
  return text->value != NULL
             ? g_strdup_printf ("%s, %s · %s", text->value, text->origin, text->name)
             : g_strdup (text->name);
}

char *
dl_place_text_to_string (const DlPlaceText *text)
{
  char *line = dl_place_text_first_line (text);
  char *both;

  if (text->rest->len == 0)
    return line;
  both = g_strdup_printf ("%s\n%s", line, text->rest->str);
  g_free (line);
  return both;
}
