#include "dl-simulation-text.h"

#include "dl-age-chart.h"
#include "dl-explain.h"
#include "dl-rows.h"
#include "dl-stall-chart.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define MOST_DIGITS 8

char *
dl_simulation_time_text (const DlLivePicture *picture)
{
  if (isnan (picture->cycles_per_second))
    return g_strdup_printf (_ ("Cycle %'lu · paused"), (gulong) picture->cycle);
  /* Translators: the cycle, and how many are simulated a second */
  return g_strdup_printf (_ ("Cycle %'lu · %'.0f/s"), (gulong) picture->cycle,
                          picture->cycles_per_second);
}

char *
dl_simulation_state_text (const DlLivePicture *picture)
{
  const DlSimVerdict *verdict = &picture->verdict;
  const gulong measured = picture->cycle - MIN (verdict->cut, picture->cycle);

  if (picture->draining)
    return g_strdup (_ ("◌ draining: sources wait for new tables"));
  switch (verdict->state)
    {
    case DL_SIM_CONVERGED:
      /* Translators: cycles after the warm-up, over which means are taken */
      return g_strdup_printf (_ ("✓ converged over %'lu cycles"), measured);
    case DL_SIM_SATURATED:
      return g_strdup (_ ("▲ saturated: packet latency grows"));
    case DL_SIM_NOT_CONVERGED:
      if (verdict->missing == DL_SIM_MISSING_UNKNOWN)
        return g_strdup (_ ("… not converged"));
      /* Translators: an estimate */
      return g_strdup_printf (_ ("… not converged: about %'lu cycles to go"),
                              (gulong) verdict->missing);
    case DL_SIM_STATE_NONE:
      break;
    }
  return g_strdup_printf (_ ("program, %'lu cycles"), (gulong) picture->cycle);
}

const char *
dl_simulation_reason_text (const DlLivePicture *picture)
{
  return picture->draining ? "" : dl_sim_reason_text (picture->verdict.reason);
}

/* With as many more digits than @digits as it needs not to be 0. */
static char *
reach_text (double reach, guint digits)
{
  while (reach > 0 && reach * pow (10, digits) < 0.5 && digits < MOST_DIGITS)
    digits++;
  return dl_number_text (reach, digits);
}

char *
dl_simulation_interval_text (const DlLivePicture *picture)
{
  const DlSimVerdict *verdict = &picture->verdict;
  g_autofree char *latency = reach_text (verdict->latency.half_width, 1);
  g_autofree char *accepted = reach_text (verdict->throughput.half_width, 4);

  if (!verdict->found || isnan (verdict->throughput.half_width))
    return g_strdup ("");
  if (verdict->latency_grows || isnan (verdict->latency.half_width))
    /* Translators: half of the 95% confidence interval, and the batches that it is made of */
    return g_strdup_printf (_ ("95%%: throughput ± %s (%u batches)"), accepted,
                            verdict->throughput.n_batches);
  return g_strdup_printf (_ ("95%%: packet latency ± %s, throughput ± %s (%u batches)"), latency,
                          accepted,
                          MIN (verdict->latency.n_batches, verdict->throughput.n_batches));
}

char *
dl_simulation_deadlock_text (const DlLivePicture *picture)
{
  const guint n = picture->deadlock != NULL ? picture->deadlock->len : 0;

  if (n == 0)
    return NULL;
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "✗ Deadlock: %u packet waits for itself",
                                       "✗ Deadlock: %u packets wait for each other", n),
                          n);
}

/* Charts --------------------------------------------------------------------------------------- */

char *
dl_simulation_ages_text (const DlLivePicture *picture)
{
  const guint64 total = dl_age_total (picture->age);
  g_autoptr (GString) groups = g_string_new (NULL);
  g_autofree char *full = dl_share_text (picture->age[DL_N_AGES - 1], total);

  if (total == 0)
    return g_strdup (_ ("No grants yet"));
  for (guint i = 0; i < DL_N_AGE_GROUPS; i++)
    {
      g_autofree char *share = dl_share_text (dl_age_group (picture->age, i), total);
      g_string_append_printf (groups, "%s%s: %s", i > 0 ? ", " : "", dl_age_group_name (i), share);
    }
  /* Translators: the shares of the four groups of ages, "0–63: 97.3 %, ..." */
  return g_strdup_printf (_ ("%'lu grants by the packet’s age: %s; %s saturated at 255"),
                          (gulong) total, groups->str, full);
}

char *
dl_simulation_series_text (const DlLivePicture *picture)
{
  g_autofree char *accepted = dl_number_text (picture->accepted, 3);
  g_autofree char *offered = dl_number_text (picture->offered, 3);
  g_autofree char *latency = dl_number_text (picture->latency_mean, 0);

  if (dl_simulation_load_unit (picture) != NULL)
    return picture->saturated
               ? g_strdup_printf (_ ("Accepted a load of %s of saturated sources; mean network "
                                     "latency %s cycles"),
                                  accepted, latency)
               : g_strdup_printf (
                   _ ("Accepted a load of %s of %s offered; mean network latency %s cycles"),
                   accepted, offered, latency);
  if (picture->saturated)
    return g_strdup_printf (
        _ ("Accepted %s flits/node/cycle (saturated sources); mean network latency %s cycles"),
        accepted, latency);
  return g_strdup_printf (
      _ ("Accepted %s of %s flits/node/cycle offered; mean network latency %s cycles"), accepted,
      offered, latency);
}

char *
dl_simulation_stalls_text (const DlLivePicture *picture)
{
  GString *text = g_string_new (NULL);

  for (DlStall stall = 0; stall < DL_N_STALLS; stall++)
    {
      g_string_append_printf (text, "%s%s: ", stall > 0 ? "; " : "", dl_stall_title (stall));
      for (guint port = 0; port < DL_N_LINK_PORTS; port++)
        {
          g_autofree char *cycles = dl_stall_text (picture->stalls[stall][port]);
          g_string_append_printf (text, "%s%s %s", port > 0 ? ", " : "", dl_port_label (port),
                                  cycles);
        }
    }
  return g_string_free (text, FALSE);
}

char *
dl_simulation_waits_text (const DlLivePicture *picture)
{
  g_autofree char *vc = dl_stall_text (picture->waits[DL_WAIT_VC]);
  g_autofree char *credit = dl_stall_text (picture->waits[DL_WAIT_CREDIT]);
  g_autofree char *crossbar = dl_stall_text (picture->waits[DL_WAIT_SWITCH]);

  return g_strdup_printf (_ ("Waiting cycles per packet: %s for a VC, %s for a credit, %s for the "
                             "switch"),
                          vc, credit, crossbar);
}

/* Units and ways ------------------------------------------------------------------------------- */

const char *
dl_simulation_load_unit (const DlLivePicture *picture)
{
  return picture->load_unit != NULL ? _ (picture->load_unit) : NULL;
}

char *
dl_simulation_way_text (const DlLivePicture *picture, gboolean nonminimal)
{
  const guint64 packets = nonminimal ? picture->nonminimal : picture->minimal;
  g_autofree char *share = dl_share_text (packets, picture->minimal + picture->nonminimal);
  g_autofree char *latency
      = dl_number_text (nonminimal ? picture->nonminimal_latency : picture->minimal_latency, 0);

  if (nonminimal)
    /* Translators: share of the packets, and their mean latency */
    return g_strdup_printf (_ ("Non-minimal: %s, %s cycles"), share, latency);
  return g_strdup_printf (_ ("Minimal: %s, %s cycles"), share, latency);
}

char *
dl_simulation_bandwidth_text (const DlLivePicture *picture)
{
  g_autofree char *bandwidth = NULL;

  if (isnan (picture->bandwidth_GBps))
    return NULL;
  bandwidth = dl_number_text (picture->bandwidth_GBps, 2);
  return g_strdup_printf (_ ("%s GB/s of payload per node"), bandwidth);
}
