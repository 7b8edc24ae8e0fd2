/* The details line: what is under the pointer, or selected, or being asked for. */
#include "dl-window-private.h"

#include "dl-flight-view.h"
#include "dl-view-family.h"

#include <glib/gi18n-lib.h>

static gboolean
shows_packets (DlWindow *self)
{
  return DL_IS_FLIGHT_VIEW (gtk_stack_get_visible_child (self->views));
}

/* What can be done where packets are drawn. */
static const char *
packets_hint (void)
{
  return _ ("Point at a packet for its story; click a link to select it");
}

/* Where the route that is asked for leads, as far as it is chosen. */
static char *
describe_origin (DlWindow *self, guint origin)
{
  const guint selected = dl_view_get_selected_place (self->view);
  g_autofree char *from = dl_view_name_node (self->view, origin);
  g_autofree char *to = selected != origin ? dl_view_name_node (self->view, selected) : NULL;

  return to == NULL ? g_strdup_printf (_ ("Route from %s: choose where to, then press Enter"), from)
                    : g_strdup_printf (_ ("Route from %s to %s: press Enter"), from, to);
}

void
dl_window_update_details (DlWindow *self)
{
  const DlPlace hovered = dl_view_get_hovered (self->view);
  const guint origin = dl_view_get_route_origin (self->view);
  const char *packet
      = shows_packets (self)
            ? dl_flight_view_get_note (DL_FLIGHT_VIEW (gtk_stack_get_visible_child (self->views)))
            : NULL;
  g_autofree char *text = NULL;

  if (packet != NULL)
    {
      gtk_label_set_text (self->details, packet);
      return;
    }
  if (origin != DL_NO_NODE
      && (hovered.kind == DL_PLACE_NOTHING || origin != dl_view_get_selected_place (self->view)))
    text = describe_origin (self, origin);
  else if (hovered.kind != DL_PLACE_NOTHING)
    text = dl_view_describe (self->view, hovered);
  else
    text = dl_view_describe (self->view, dl_view_get_selected (self->view));
  gtk_label_set_text (self->details, text != NULL ? text
                                     : shows_packets (self)
                                         ? packets_hint ()
                                         : _ (dl_view_family (self->family)->hint));
}

gboolean
dl_window_query_details (DlWindow *self, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  if (!pango_layout_is_ellipsized (gtk_label_get_layout (self->details)))
    return FALSE;
  gtk_tooltip_set_text (tooltip, gtk_label_get_text (self->details));
  return TRUE;
}
