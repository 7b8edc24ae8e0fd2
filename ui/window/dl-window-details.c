/* The details line: what is under the pointer, or selected, or being asked for. */
#include "dl-window-private.h"

#include "dl-dragonfly-name.h"
#include "dl-flight-view.h"

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

/* The details line of a dragonfly. */
static void
show_place (DlWindow *self)
{
  DlPlaces *places = dl_view_get_places (self->view);
  const DlDragonfly *net = dl_places_get_network (places);
  const guint origin = dl_places_get_origin (places);
  const DlPlace hovered = dl_places_get_hovered (places);
  g_autofree char *text = NULL;

  if (net != NULL && origin < net->n_nodes && hovered.kind == DL_PLACE_NOTHING)
    {
      g_autofree char *from = dl_dragonfly_node_to_string (net, origin);

      text = g_strdup_printf (_ ("Route from %s: choose where to, then press Enter"), from);
    }
  else
    text = dl_view_describe_place (
        self->view, hovered.kind != DL_PLACE_NOTHING ? hovered : dl_places_get_selected (places));
  gtk_label_set_text (self->details,
                      text != NULL ? text
                      : shows_packets (self)
                          ? packets_hint ()
                          /* Translators: at most 65 characters */
                          : _ ("Click selects a cell, B breaks a cable, Enter opens a group"));
}

void
dl_window_update_details (DlWindow *self)
{
  const guint hovered = dl_view_get_hovered_link (self->view);
  const guint link = dl_view_get_selected_link (self->view);
  const guint node = dl_view_get_selected_node (self->view);
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
  if (dl_window_is_dragonfly (self))
    {
      show_place (self);
      return;
    }
  if (origin != DL_NO_NODE
      && (hovered == DL_NO_LINK || origin != dl_view_get_selected_place (self->view)))
    {
      g_autofree char *from = dl_view_name_node (self->view, origin);
      g_autofree char *to = dl_view_name_node (self->view, dl_view_get_selected_place (self->view));

      if (to == NULL || dl_view_get_selected_place (self->view) == origin)
        text = g_strdup_printf (_ ("Route from %s: choose where to, then press Enter"), from);
      else
        text = g_strdup_printf (_ ("Route from %s to %s: press Enter"), from, to);
    }
  else if (hovered != DL_NO_LINK)
    text = dl_view_describe_link (self->view, hovered);
  else if (link != DL_NO_LINK)
    text = dl_view_describe_link (self->view, link);
  else if (node != DL_NO_NODE)
    text = dl_view_describe_node (self->view, node);
  else if (shows_packets (self))
    text = g_strdup (packets_hint ());
  else
    /* Translators: at most 65 characters */
    text = g_strdup (_ ("Click selects a link, B breaks it; datelines can be dragged"));
  gtk_label_set_text (self->details, text);
}

gboolean
dl_window_query_details (DlWindow *self, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  if (!pango_layout_is_ellipsized (gtk_label_get_layout (self->details)))
    return FALSE;
  gtk_tooltip_set_text (tooltip, gtk_label_get_text (self->details));
  return TRUE;
}
