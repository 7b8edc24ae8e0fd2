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
  return g_strdup_printf (_ ("%d of 64 grants age-based"), __builtin_popcountll (select));
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

char *
dl_aging_record_text (const DlAgingRecord *record)
{
  g_autofree char *value = dl_aging_value_text (record->value);
  const char *unit = record->info->unit;
  gboolean any = !isnan (record->value);

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    any = any || !isnan (record->dim[dim]);
  if (!any)
    return g_strdup ("–");
  if (*value == '\0')
    return g_strdup (*unit != '\0' ? _ (unit) : "");
  if (*unit == '\0')
    return g_steal_pointer (&value);
  return g_strdup_printf ("%s %s", value, _ (unit));
}

char *
dl_aging_record_dims_text (const DlAgingRecord *record)
{
  static const char *const titles[DL_N_DIMS] = { "X", "Y", "Z" };
  GString *text = g_string_new (NULL);

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (!isnan (record->dim[dim]))
      {
        g_autofree char *value = dl_aging_value_text (record->dim[dim]);
        g_string_append_printf (text, "%s%s\302\240%s", text->len > 0 ? "  " : "", titles[dim],
                                value);
      }
  return g_string_free (text, FALSE);
}

char *
dl_aging_source_text (const DlAgingInfo *info)
{
  const char *source = _ (dl_aging_source_title (info->source));

  /* Translators: where a value is from, and the section of the paper: “as printed, section 3.2” */
  return *info->section != '\0' ? g_strdup_printf (_ ("%s, section %s"), source, info->section)
                                : g_strdup (source);
}

const char *
dl_aging_part_title (DlAgingId id)
{
  static const struct
  {
    DlAgingId first;
    const char *title;
  } parts[] = {
    { DL_AGING_T_CYCLES, N_ ("Delay: equations 1 to 3") },
    { DL_AGING_HOPS_TORUS, N_ ("Hops: equations 4 to 7") },
    { DL_AGING_LOAD_TORUS, N_ ("Channel load: equations 8 and 9") },
    { DL_AGING_EXIT_X, N_ ("Ejection: equations 10 to 16") },
    { DL_AGING_BIAS, N_ ("Age bias and age clock") },
    { DL_AGING_OCCUPANCY, N_ ("Stalled cycles: equation 17") },
    { DL_AGING_UTILISATION, N_ ("Expected at this load") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i].first == id)
      return _ (parts[i].title);
  return NULL;
}

char *
dl_aging_recommended_text (const DlAgingModel *model)
{
  const guint32 period = model->age_clock_period;
  g_autofree char *biases = dl_age_bias_text (model->bias);

  if (period == 0)
    return g_strdup_printf (_ ("Age bias %s; no age clock period fits it"), biases);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Age bias %s, age clock period %lu cycle",
                                       "Age bias %s, age clock period %lu cycles", period),
                          biases, (gulong) period);
}
