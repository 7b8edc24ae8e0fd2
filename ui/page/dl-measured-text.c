#include "dl-measured-text.h"

#include "dl-counters-reader.h"
#include "dl-measured-chart.h"
#include "dl-numerals.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

char *
dl_likeness_text (double likeness)
{
  g_autofree char *text = g_strdup_printf ("%.2f", fabs (likeness));
  g_autofree char *zero = g_strdup_printf ("%.2f", 0.0);

  if (isnan (likeness))
    return g_strdup ("–");
  return g_strconcat (likeness < 0 && strcmp (text, zero) != 0 ? "−" : "", text, NULL);
}

/* Takes @sentence. */
static void
append (GString *text, char *sentence)
{
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, sentence);
  g_free (sentence);
}

char *
dl_counters_text (const DlCounters *counters)
{
  const guint one_sided = dl_counters_one_sided (counters);
  GString *text = g_string_new (NULL);

  append (text, counters->kind->say (counters));
  if (one_sided > 0)
    append (text, g_strdup_printf (
                      g_dngettext (GETTEXT_PACKAGE, "%'u link was measured in one direction only.",
                                   "%'u links were measured in one direction only.", one_sided),
                      one_sided));
  if (counters->n_unknown > 0)
    append (text,
            g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u column is unknown and was ignored.",
                                          "%'u columns are unknown and were ignored.",
                                          counters->n_unknown),
                             counters->n_unknown));
  if (counters->n_notes > 0)
    append (text, g_strdup (counters->notes->pdata[0]));
  return g_string_free (text, FALSE);
}

static char *
total_text (const DlMeasured *measured)
{
  const gulong total = measured->total;

  return measured->kind->counts_packets
             ? g_strdup_printf (
                 g_dngettext (GETTEXT_PACKAGE, "%'lu packet.", "%'lu packets.", total), total)
             : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu flit.", "%'lu flits.", total),
                                total);
}

char *
dl_coverage_text (const DlMeasured *measured)
{
  GString *text = g_string_new (NULL);
  const char *before = ": ";

  if (measured->n == measured->n_machine)
    append (text, g_strdup_printf (_ ("All %'u links are covered."), measured->n));
  else
    {
      append (text,
              g_strdup_printf (_ ("%'u of %'u links are covered (%.1f%%)"), measured->n,
                               measured->n_machine, 100. * measured->n / measured->n_machine));
      for (guint part = 0; part < measured->n_parts; part++)
        if (measured->parts[part].machine > 0)
          {
            g_string_append (text, before);
            /* Translators: blue links: so many of so many */
            g_string_append_printf (text, _ ("%s %'u of %'u"),
                                    dl_measured_part_title (measured, part),
                                    measured->parts[part].links, measured->parts[part].machine);
            before = ", ";
          }
      g_string_append_c (text, '.');
    }
  append (text, total_text (measured));
  return g_string_free (text, FALSE);
}

char *
dl_measured_vc_text (const DlMeasured *measured, guint class)
{
  const DlMeasuredPart *part = &measured->parts[class];
  double shares[DL_MEASURED_VCS];
  const double requests = dl_measured_vc_shares (measured, part, shares);
  g_autofree char *balance = dl_likeness_text (part->vc_balance);
  const char *name = dl_measured_part_title (measured, class);

  if (isnan (requests))
    return g_strdup_printf (_ ("%s: no flits"), name);
  return g_strdup_printf (
      /* Translators: a class of links; balance and largest VC are means over its links */
      _ ("%s: requests %.0f%%, responses %.0f%%, balance %s, largest VC %.0f%%"), name,
      100 * requests, 100 - 100 * requests, balance, 100 * part->vc_share);
}
