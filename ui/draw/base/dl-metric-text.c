#include "dl-metric-text.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static char *
format (DlMetric metric, const char *sign, double size)
{
  if (isnan (size))
    return g_strdup (_ ("no traffic"));
  if (isinf (size))
    return g_strdup (_ ("not known"));
  switch (metric)
    {
    case DL_METRIC_LOAD:
      return g_strdup_printf ("%s%'.0f", sign, size);
    case DL_METRIC_SIM_STALLS:
      return g_strdup_printf ("%s%.2f", sign, size);
    case DL_METRIC_USE:
    case DL_METRIC_SIM_OCCUPANCY:
    case DL_METRIC_VC_SHARE:
      return g_strdup_printf (_ ("%s%.1f%%"), sign, 100 * size);
    default:
      return g_strdup_printf ("%s%.4f", sign, size);
    }
}

char *
dl_metric_value_text (DlMetric metric, double value)
{
  if (metric == DL_METRIC_USE && value > 1 && !isinf (value))
    /* Translators: of a link: so many times what it can carry */
    return g_strdup_printf (_ ("offered %.1f times"), value);
  return format (metric, "", value);
}

char *
dl_metric_value_with_unit (DlMetric metric, double value)
{
  const char *unit = dl_metric_info (metric)->unit;
  char *number = dl_metric_value_text (metric, value);
  char *text;

  if (unit == NULL || !isfinite (value))
    return number;
  text = g_strdup_printf ("%s %s", number, _ (unit));
  g_free (number);
  return text;
}

char *
dl_metric_difference_text (DlMetric metric, double difference)
{
  return format (metric, difference > 0 ? "+" : difference < 0 ? "−" : "", fabs (difference));
}
