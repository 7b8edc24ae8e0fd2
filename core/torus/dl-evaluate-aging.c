#include "dl-evaluate-aging.h"

#include "dl-field.h"
#include "dl-router-model.h"
#include "dl-torus-scenario.h"

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

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
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
  static const char *const titles[DL_TORUS_N_DIMS] = { "X", "Y", "Z" };
  GString *text = g_string_new (NULL);

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
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

G_STATIC_ASSERT (DL_AGING_PORTS == DL_N_ROUTER_PORTS);

static gboolean
has_suspects (const DlTorusRoutes *routes)
{
  return memchr (routes->suspect, TRUE, routes->network->n_links) != NULL;
}

static void
read_analysis (DlAgingOptions *options, const DlTorusAnalysis *analysis)
{
  const double delivered = analysis->pairs - analysis->unreachable_pairs - analysis->dropped_pairs;
  /* Packets that a node sends in the analysis. */
  const double sent = (double) analysis->pairs / analysis->network->n_working_nodes;

  if (delivered == 0)
    return;
  options->analysis_hops = analysis->hops_mean;
  options->analysis_hops_max = analysis->hops_max;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const DlTorusDimensionStats *stats = &analysis->dims[dim];

      if (stats->links == 0)
        continue;
      options->analysis_dim_hops[dim] = stats->load_mean * stats->links / delivered;
      options->analysis_load[dim] = stats->load_mean / sent;
      options->analysis_load_max[dim] = stats->load_max / sent;
    }
}

DlAgingOptions
dl_evaluate_aging_options (const DlScenario *scenario, const DlTorusAnalysis *analysis)
{
  const DlTorus *torus = &analysis->network->torus;
  const DlRouterSpec *router = &scenario->router;
  const DlTrafficOptions *traffic = &scenario->traffic;
  DlAgingOptions options = dl_aging_options_default ();

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      options.shape.radix[dim] = torus->radix[dim];
      options.shape.ring[dim] = torus->ring[dim];
    }
  options.shape.tie_parity = dl_torus_options (scenario)->routing.tie == DL_TORUS_TIE_PARITY;
  options.load = traffic->load;
  options.saturated = traffic->saturated;
  options.packet_flits = MAX (round (dl_scenario_mean_flits (scenario)), 1);
  options.message_packets = traffic->burst_messages;
  options.response_share = traffic->response_share;
  memcpy (options.request_bias, router->request_age_bias, sizeof options.request_bias);
  memcpy (options.response_bias, router->response_age_bias, sizeof options.response_bias);
  options.age_clock_period = router->age_clock_period;
  options.input_buffer = router->input_buffer;
  options.staging_buffer = router->staging_buffer;
  options.link_cycles = router->link_cycles;
  options.crossbar_cycles = router->crossbar_cycles;
  options.ejection_rate = router->ejection_rate;
  options.uniform = dl_torus_is_uniform (scenario, analysis->network);
  options.healthy = dl_torus_options (scenario)->spec.broken_cables->len == 0
                    && dl_torus_options (scenario)->spec.broken_channels->len == 0
                    && dl_torus_options (scenario)->spec.broken_nodes->len == 0;
  options.dimension_order = !has_suspects (analysis->routes);
  read_analysis (&options, analysis);
  return options;
}
