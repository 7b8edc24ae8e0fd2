#include "dl-explain.h"

#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

const char *
dl_port_label (guint port)
{
  static const char *const labels[] = { "X+", "X-", "Y+", "Y-", "Z+", "Z-" };

  g_assert (port < G_N_ELEMENTS (labels));
  return labels[port];
}

static const DlHop *
hop_at (const DlTrip *trip, guint i)
{
  return &trip->route->hops[i];
}

static guint
hop_port (const DlTrip *trip, guint i)
{
  return hop_at (trip, i)->link % trip->routes->network->n_ports;
}

guint
dl_trip_n_hops (const DlTrip *trip)
{
  return trip->route->status == DL_ROUTE_LOOP ? 0 : trip->route->n_hops;
}

guint
dl_trip_node (const DlTrip *trip, guint i)
{
  return i > 0 ? trip->routes->network->link_to[hop_at (trip, i - 1)->link] : trip->source;
}

gboolean
dl_trip_crosses (const DlTrip *trip, guint i)
{
  return dl_routes_at_dateline (trip->routes, dl_trip_node (trip, i),
                                dl_port_dim (hop_port (trip, i)));
}

DlIllegal
dl_trip_illegal (const DlTrip *trip, guint i)
{
  if (i == 0)
    return DL_LEGAL;
  return dl_routes_legal_why (trip->routes, hop_at (trip, i - 1)->link, hop_at (trip, i - 1)->vc,
                              hop_at (trip, i)->link, hop_at (trip, i)->vc);
}

guint
dl_trip_vc_changes (const DlTrip *trip)
{
  guint n = 0;

  for (guint i = 1; i < dl_trip_n_hops (trip); i++)
    n += hop_at (trip, i)->vc != hop_at (trip, i - 1)->vc;
  return n;
}

static void
append_line (GString *text, const DlTrip *trip)
{
  for (guint i = 0; i < dl_trip_n_hops (trip); i++)
    g_string_append_printf (text, "%s%s.%u", i > 0 ? " " : "", dl_port_label (hop_port (trip, i)),
                            hop_at (trip, i)->vc);
}

char *
dl_trip_to_line (const DlTrip *trip)
{
  GString *text = g_string_new (NULL);

  append_line (text, trip);
  return g_string_free (text, FALSE);
}

char *
dl_trip_reason (const DlTrip *trip)
{
  const guint last = dl_trip_node (trip, dl_trip_n_hops (trip));
  g_autofree char *place = dl_coord_to_string (trip->routes->network->torus.coord[last]);

  switch (trip->route->status)
    {
    case DL_ROUTE_DELIVERED:
      return NULL;
    case DL_ROUTE_UNREACHABLE:
      return g_strdup_printf (_ ("at %s: %s (%s)"), place, dl_rule_text (DL_RULE_UNREACHABLE),
                              dl_rule_section (DL_RULE_UNREACHABLE));
    case DL_ROUTE_DROPPED:
      return g_strdup_printf (_ ("at %s: on VC1 through the dateline (VC paper 3)"), place);
    case DL_ROUTE_LOOP:
      return g_strdup (_ ("the tables send it round for ever"));
    }
  g_assert_not_reached ();
}

char *
dl_trip_rejected (const DlTrip *trip, guint i)
{
  GString *text = g_string_new (NULL);
  DlTrace trace;

  dl_routes_trace (trip->routes, trip->route, trip->source, trip->dest, i, &trace);
  for (guint j = 0; j < trace.n; j++)
    {
      if (text->len > 0)
        g_string_append (text, "; ");
      /* Translators: a port, why it was not taken, and where that is written, as in “not X+: the
       * link is broken (VC paper 2.2.2)” */
      g_string_append_printf (
          text, _ ("not %s: %s (%s)"), dl_port_label (trace.rejected[j].port),
          dl_rejected_text (trace.rejected[j].reason),
          dl_rejected_section (trace.rejected[j].reason, trace.rejected[j].port));
    }
  return g_string_free (text, FALSE);
}

char *
dl_trip_summary (const DlTrip *trip)
{
  const guint n_hops = dl_trip_n_hops (trip), n_changes = dl_trip_vc_changes (trip);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *reason = dl_trip_reason (trip);

  if (reason != NULL)
    g_string_append_printf (
        text, "%s: %s", trip->route->status == DL_ROUTE_DROPPED ? _ ("dropped") : _ ("unreachable"),
        reason);
  else if (n_hops == 0)
    return g_strdup (_ ("no hops: the packet is where it wants to go"));
  if (reason == NULL || n_hops > 0)
    {
      g_string_append_printf (text,
                              g_dngettext (GETTEXT_PACKAGE, "%s%u hop, ", "%s%u hops, ", n_hops),
                              reason != NULL ? _ ("; after ") : "", n_hops);
      g_string_append_printf (text,
                              g_dngettext (GETTEXT_PACKAGE, "%u change of virtual channel",
                                           "%u changes of virtual channel", n_changes),
                              n_changes);
    }
  if (reason == NULL)
    g_string_append_printf (text, ", %s, %s", _ ("delivered"),
                            trip->route->legal ? _ ("legal") : _ ("with an illegal turn"));
  return g_strdup (text->str);
}

/* The text --------------------------------------------------------------------------------------
 */

enum
{
  NODE,
  PORT,
  VC,
  RULE,
  SECTION,
  VC_RULE,
  VC_SECTION,
  NOTES,
  N_COLUMNS
};

/* Takes @part; an empty one adds nothing. */
static void
append_note (GString *notes, char *part)
{
  if (*part != '\0')
    g_string_append_printf (notes, "%s%s", notes->len > 0 ? "; " : "", part);
  g_free (part);
}

/* What is out of the ordinary about hop @i. */
static char *
notes_of (const DlTrip *trip, guint i)
{
  GString *notes = g_string_new (NULL);
  const DlIllegal why = dl_trip_illegal (trip, i);

  if (dl_trip_crosses (trip, i))
    append_note (notes, g_strdup (_ ("leaves the dateline node")));
  if (why != DL_LEGAL)
    append_note (notes, g_strdup_printf (_ ("illegal after the hop before, may deadlock: %s (%s)"),
                                         dl_illegal_text (why), dl_illegal_section (why)));
  append_note (notes, dl_trip_rejected (trip, i));
  return g_string_free (notes, FALSE);
}

static void
fill_row (const DlTrip *trip, guint i, char *cells[N_COLUMNS])
{
  const DlHop *hop = hop_at (trip, i);

  cells[NODE] = dl_coord_to_string (trip->routes->network->torus.coord[dl_trip_node (trip, i)]);
  cells[PORT] = g_strdup (dl_port_label (hop_port (trip, i)));
  cells[VC] = g_strdup_printf ("VC%u", hop->vc);
  cells[RULE] = g_strdup (dl_rule_text (hop->rule));
  cells[SECTION] = g_strdup (dl_rule_section (hop->rule));
  cells[VC_RULE] = g_strdup (dl_vc_rule_text (hop->vc_rule));
  cells[VC_SECTION] = g_strdup (dl_vc_rule_section (hop->vc_rule));
  cells[NOTES] = notes_of (trip, i);
}

/* A line a hop. */
static void
append_hops (GString *text, const DlTrip *trip)
{
  const guint n_hops = dl_trip_n_hops (trip);
  g_auto (GStrv) cells = g_new0 (char *, n_hops *N_COLUMNS + 1);

  for (guint i = 0; i < n_hops; i++)
    fill_row (trip, i, cells + i * N_COLUMNS);
  dl_columns_append (text, cells, n_hops, N_COLUMNS);
}

char *
dl_trip_to_text (const DlTrip *trip)
{
  GString *text = g_string_new (NULL);
  const guint n_hops = dl_trip_n_hops (trip);
  g_autofree char *reason = dl_trip_reason (trip);

  if (reason != NULL)
    {
      g_autofree char *rejected = NULL;

      if (trip->route->status == DL_ROUTE_UNREACHABLE)
        rejected = dl_trip_rejected (trip, n_hops);
      g_string_append_printf (
          text, "%s: %s",
          trip->route->status == DL_ROUTE_DROPPED ? _ ("dropped") : _ ("unreachable"), reason);
      if (rejected != NULL && *rejected != '\0')
        g_string_append_printf (text, "; %s", rejected);
      g_string_append_c (text, '\n');
      /* How far it came, told apart from a route that arrives. */
      if (n_hops > 0)
        {
          g_autoptr (GString) line = g_string_new (NULL);

          append_line (line, trip);
          g_string_append_printf (text, _ ("after %s\n"), line->str);
        }
    }
  else if (n_hops == 0)
    g_string_append (text, _ ("no hops: the packet is where it wants to go\n"));
  else
    {
      append_line (text, trip);
      g_string_append_c (text, '\n');
    }
  append_hops (text, trip);
  if (n_hops > 0 && trip->routes->spec.response_share > 0)
    {
      g_autofree char *share = g_strdup_printf ("%g", 100 * trip->routes->spec.response_share);
      /* Translators: a share of the packets, in per cent */
      g_string_append_printf (text,
                              _ ("Responses, %s%% of the packets, take VC2 for VC0 and VC3 for VC1 "
                                 "(age paper 1.2).\n"),
                              share);
    }
  return g_string_free (text, FALSE);
}
