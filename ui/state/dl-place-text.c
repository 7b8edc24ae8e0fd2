#include "dl-place-text.h"

#include "dl-figure-family.h"
#include "dl-metric-text.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Of a link, that are told one by one. */
#define MOST_VCS 8

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
origin_of (const DlMetric *metric)
{
  return dl_metric_is_simulated (metric)  ? _ ("simulated")
         : dl_metric_is_measured (metric) ? _ ("measured")
                                          : _ ("analyzed");
}

void
dl_place_text_set_value (DlPlaceText *text, const DlMetric *metric, double value)
{
  dl_place_text_set_words (text, metric, dl_metric_value_with_unit (metric, value));
}

void
dl_place_text_set_words (DlPlaceText *text, const DlMetric *metric, char *words)
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
dl_place_text_add_value (DlPlaceText *text, const DlMetric *metric, double value)
{
  g_autofree char *number = dl_metric_value_with_unit (metric, value);

  dl_place_text_add (text, "%s %s", dl_metric_title (metric), number);
}

/* "26 · 25 · 24 · 25" in percent, and in flits. */
static void
add_vcs (DlPlaceText *text, const DlLinkUse *use, guint link)
{
  g_autoptr (GString) shares = g_string_new (NULL);
  g_autoptr (GString) taken = g_string_new (NULL);

  for (guint vc = 0; vc < use->n_vcs; vc++)
    {
      const gsize at = (gsize) link * use->n_vcs + vc;
      const char *slash = vc > 0 ? "/" : "";

      g_string_append_printf (shares, "%s%.0f", slash, 100 * use->vc_share[at]);
      g_string_append_printf (taken, "%s%u", slash, use->vc_taken[at]);
    }
  if (!isnan (use->vc_share[(gsize) link * use->n_vcs]))
    /* Translators: shares of virtual channels 0, 1, ... in percent, "26/25/24/25" */
    dl_place_text_add (text, _ ("flits by VC %s%%"), shares->str);
  /* Translators: flits in the buffers of virtual channels 0, 1, ..., "3/0/0/1" */
  dl_place_text_add (text, _ ("in buffers by VC %s"), taken->str);
}

void
dl_place_text_add_simulated (DlPlaceText *text, const DlMetricInput *input, guint link,
                             const DlMetric *shown)
{
  const DlLinkUse *use = input->simulated;
  const DlMetric *metric;

  for (guint i = 0; (metric = dl_family_metric (input->family, i)) != NULL; i++)
    if (dl_metric_is_simulated (metric) && metric != shown)
      dl_place_text_add_value (text, metric, metric->value (input, link));
  if (use->n_vcs > 0 && use->n_vcs <= MOST_VCS)
    add_vcs (text, use, link);
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
