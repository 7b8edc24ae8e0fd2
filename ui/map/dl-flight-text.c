#include "dl-flight-text.h"

#include <glib/gi18n-lib.h>

/* @text and, after it, one more part; both are taken. */
static char *
join (char *text, char *part)
{
  char *both = g_strdup_printf ("%s · %s", text, part);

  g_free (text);
  g_free (part);
  return both;
}

char *
dl_flights_summary (const DlLivePicture *picture)
{
  const GArray *flights = picture->flights;
  gulong waiting = 0;
  char *text = g_strdup_printf (_ ("Cycle %'lu"), (gulong) picture->cycle);

  for (guint i = 0; i < flights->len; i++)
    waiting += g_array_index (flights, DlFlight, i).place == DL_FLIGHT_INPUT;
  text = join (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u packet in flight",
                                                   "%'u packets in flight", flights->len),
                                      flights->len));
  if (waiting > 0)
    text = join (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu waits in a router",
                                                     "%'lu wait in routers", waiting),
                                        waiting));
  if (picture->waiting > 0)
    text = join (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu waits at its source",
                                                     "%'lu wait at their sources",
                                                     (gulong) picture->waiting),
                                        (gulong) picture->waiting));
  return text;
}

static char *
name_node (const DlLivePicture *picture, guint node)
{
  return picture->family->name (picture->shape, dl_place_node (node), DL_NAME_PEOPLE);
}

/* What it does now. */
static char *
describe_place (const DlFlight *flight)
{
  switch ((DlFlightPlace) flight->place)
    {
    case DL_FLIGHT_LINK:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "on a link, %u cycle from its end",
                                           "on a link, %u cycles from its end", flight->left),
                              flight->left);
    case DL_FLIGHT_INPUT:
      return g_strdup_printf (_ ("waits in an input buffer, number %u of its queue"),
                              flight->rank + 1u);
    case DL_FLIGHT_CROSSBAR:
      return g_strdup (_ ("goes through the crossbar"));
    case DL_FLIGHT_OUTPUT:
      return g_strdup (_ ("is staged at its output"));
    case DL_FLIGHT_EJECTED:
    case DL_N_FLIGHT_PLACES:
      break;
    }
  return g_strdup (_ ("is taken in by its node"));
}

char *
dl_flight_story (const DlLivePicture *picture, const DlFlight *flight)
{
  const gulong age = (gulong) (picture->cycle - flight->injected);
  g_autofree char *source = name_node (picture, flight->source);
  g_autofree char *dest = name_node (picture, flight->dest);
  char *text = g_strdup_printf (_ ("Packet %s → %s, VC%u"), source, dest, flight->vc);

  text = join (text, describe_place (flight));
  text = join (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu cycle in the network",
                                                   "%'lu cycles in the network", age),
                                      age));
  return join (text,
               g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u flit", "%u flits", flight->flits),
                                flight->flits));
}
