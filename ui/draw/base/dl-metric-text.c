#include "dl-metric-text.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static char *
format (DlMetricForm form, const char *sign, double size)
{
  if (isnan (size))
    return g_strdup (_ ("no traffic"));
  if (isinf (size))
    return g_strdup (_ ("not known"));
  switch (form)
    {
    case DL_FORM_COUNT:
      return g_strdup_printf ("%s%'.0f", sign, size);
    case DL_FORM_MEAN:
      return g_strdup_printf ("%s%.2f", sign, size);
    case DL_FORM_SHARE:
    case DL_FORM_UTILIZATION:
      return g_strdup_printf (_ ("%s%.1f%%"), sign, 100 * size);
    case DL_FORM_RATIO:
      break;
    }
  return g_strdup_printf ("%s%.4f", sign, size);
}

char *
dl_metric_form_text (DlMetricForm form, double value)
{
  if (form == DL_FORM_UTILIZATION && value > 1 && !isinf (value))
    /* Translators: of a link: so many times what it can carry */
    return g_strdup_printf (_ ("offered %.1f times"), value);
  return format (form, "", value);
}

char *
dl_metric_value_text (const DlMetric *metric, double value)
{
  return dl_metric_form_text (metric->form, value);
}

char *
dl_metric_value_with_unit (const DlMetric *metric, double value)
{
  char *number = dl_metric_value_text (metric, value);
  char *text;

  if (metric->unit == NULL || !isfinite (value))
    return number;
  text = g_strdup_printf ("%s %s", number, _ (metric->unit));
  g_free (number);
  return text;
}

char *
dl_metric_difference_text (const DlMetric *metric, double difference)
{
  return format (metric->form, difference > 0 ? "+" : difference < 0 ? "−" : "", fabs (difference));
}
