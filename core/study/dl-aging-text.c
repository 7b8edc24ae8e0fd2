#include "dl-aging-text.h"

#include "dl-field.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

char *
dl_age_bias_text (const guint8 bias[DL_N_ROUTER_PORTS])
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();

  memcpy (scenario->router.request_age_bias, bias, sizeof scenario->router.request_age_bias);
  return dl_field_get (dl_field_find_name ("router.request-age-bias"), scenario);
}

char *
dl_age_select_text (guint64 select)
{
  return g_strdup_printf (_ ("%d of 64 grants by age"), __builtin_popcountll (select));
}

char *
dl_aging_value_text (double value)
{
  if (isnan (value))
    return g_strdup ("");
  if (value != 0 && (fabs (value) < 0.001 || fabs (value) >= 1e7))
    return g_strdup_printf ("%.3e", value);
  return g_strdup_printf ("%.*f", value == round (value) ? 0 : 4, value);
}
