#include "dl-iq-hold.h"

#include <glib/gi18n-lib.h>

guint
dl_iq_hold_cycles (const DlIqSpec *spec, guint flits)
{
  return spec->routing_delay + spec->vc_allocation_delay + flits * spec->switch_allocation_delay;
}

char *
dl_iq_hold_note (const char *basis, const DlIqSpec *spec, guint flits, double load)
{
  g_autofree char *packet = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "a packet of %u flit", "a packet of %u flits", flits), flits);

  /* Translators: what loads are (“exact: …”), then “a packet of 9 flits”, cycles, and a load */
  return g_strdup_printf (
      _ ("%s; %s holds its only virtual channel for %u cycles, which bounds the "
         "saturation load: ≤ %.4f"),
      basis != NULL ? basis : _ ("exact"), packet, dl_iq_hold_cycles (spec, flits), load);
}
