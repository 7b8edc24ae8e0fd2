#include "dl-place-text.h"

#include "dl-figure-family.h"
#include "dl-palette.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

static void
set_class (GtkWidget *widget, const char *css_class, gboolean on)
{
  if (on)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

/* A text that appears moves nothing: the place stays, and pointers pass through it. */
static void
standing_show (GtkWidget *widget, DlStanding standing)
{
  set_class (widget, "dl-earlier", standing == DL_STANDING_EARLIER);
  set_class (widget, "dl-no-result", standing == DL_STANDING_NONE);
  gtk_widget_set_can_target (widget, standing != DL_STANDING_NONE);
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_BUSY,
                               standing != DL_STANDING_CURRENT, GTK_ACCESSIBLE_STATE_HIDDEN,
                               standing == DL_STANDING_NONE, -1);
}

static void
on_standing (DlSession *session, GParamSpec *pspec, GtkWidget *widget)
{
  const DlStanding standing = dl_session_get_standing (session);
  const DlStandingStyle way
      = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (widget), "dl-standing-way"));

  standing_show (widget, standing == DL_STANDING_NONE && way == DL_STANDING_DIMS
                             ? DL_STANDING_CURRENT
                             : standing);
}

void
dl_standing_follow (GtkWidget *widget, DlSession *session, DlStandingStyle way)
{
  g_object_set_data (G_OBJECT (widget), "dl-standing-way", GUINT_TO_POINTER (way));
  g_signal_connect_object (session, "notify::standing", G_CALLBACK (on_standing), widget, 0);
  on_standing (session, NULL, widget);
}

/* The most virtual channels of a link that are told one by one. */
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
  /* "VC balance 0.067", but "VC balance: broken in A and B". */
  const gboolean has_number = strpbrk (words, "0123456789") != NULL;

  g_free (text->value);
  text->value = g_strdup_printf (has_number ? "%s %s" : "%s: %s", dl_metric_title (metric), words);
  text->origin = has_number ? origin_of (metric) : NULL;
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
  if (text->value == NULL)
    return g_strdup (text->name);
  return text->origin != NULL
             ? g_strdup_printf ("%s, %s · %s", text->value, text->origin, text->name)
             : g_strdup_printf ("%s · %s", text->value, text->name);
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
