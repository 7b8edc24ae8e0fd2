/* Places of a view's network: the selected and hovered ones, and the shown path. */
#include "dl-view-private.h"

#include "dl-session-edits.h"
#include "dl-view-family.h"

void
dl_view_changed (DlView *self, const char *property, guint64 *count)
{
  (*count)++;
  g_object_notify (G_OBJECT (self), property);
}

DlPlace
dl_view_get_selected (DlView *self)
{
  return self->selected;
}

DlPlace
dl_view_get_hovered (DlView *self)
{
  return self->hovered;
}

DlPlace
dl_view_get_named (DlView *self)
{
  return self->pointed ? self->hovered : self->selected;
}

guint
dl_view_get_selected_link (DlView *self)
{
  return dl_place_number (self->selected, DL_PLACE_LINK);
}

guint
dl_view_get_hovered_link (DlView *self)
{
  return dl_place_number (self->hovered, DL_PLACE_LINK);
}

/* A map that lags behind may point at places of the network before. */
static DlPlace
there (DlView *self, DlPlace place)
{
  return self->places_of != NULL && dl_net_has_place (&self->places_of->net, place) ? place
                                                                                    : DL_NOWHERE;
}

guint
dl_view_node_at (DlView *self, DlPlace place)
{
  place = there (self, place);
  return place.kind == DL_PLACE_NOTHING ? DL_NO_NODE
                                        : dl_shape_node_at (self->places_of->net.shape, place);
}

DlPlace
dl_view_router_at (DlView *self, DlPlace place)
{
  place = there (self, place);
  return place.kind == DL_PLACE_NOTHING ? place
                                        : dl_shape_router_at (self->places_of->net.shape, place);
}

void
dl_view_toggle (DlView *self, DlPlace place, gboolean other)
{
  dl_session_toggle (self->session, place, other);
}

guint
dl_view_get_selected_place (DlView *self)
{
  return dl_view_node_at (self, self->selected);
}

guint
dl_view_get_selected_router (DlView *self)
{
  const DlPlace router = dl_view_router_at (self, self->selected);

  return router.kind != DL_PLACE_NOTHING ? router.a : DL_NO_NODE;
}

guint
dl_view_get_route_origin (DlView *self)
{
  return self->route_origin;
}

void
dl_view_set_route_origin (DlView *self, guint node)
{
  if (self->route_origin != node)
    g_object_set (self, "route-origin", node, NULL);
}

/* Charts show the ring that a place is in, and the group. */
static void
turn_to (DlView *self, DlPlace place)
{
  const DlFamily *family = self->places_of->scenario->family;

  if (family->has_groups)
    {
      const guint group = dl_shape_group_at (self->places_of->net.shape, place);

      if (group != self->group)
        g_object_set (self, "group", group, NULL);
    }
  else if (place.kind == DL_PLACE_LINK)
    {
      const DlGraph *graph = self->places_of->net.graph;

      self->ring_node = graph->link_from[place.a];
      self->ring_dim = MIN (graph->link_port[place.a] / 2, DL_VIEW_DIMS - 1);
    }
  else
    self->ring_node = place.a;
}

void
dl_view_select (DlView *self, DlPlace place)
{
  place = there (self, place);
  if (place.kind != DL_PLACE_NOTHING)
    turn_to (self, place);
  if (dl_place_equal (place, self->selected))
    return;
  self->selected = place;
  self->pointed = FALSE;
  dl_view_changed (self, "selection", &self->selection);
}

DlPlace
dl_view_get_listed (DlView *self)
{
  return self->listed;
}

void
dl_view_list_only (DlView *self, DlPlace place)
{
  place = there (self, place);
  if (dl_place_equal (place, self->listed))
    return;
  self->listed = place;
  dl_view_changed (self, "listed", &self->listings);
}

static guint
group_of_router (DlView *self, guint router)
{
  return dl_shape_group_at (self->places_of->net.shape, dl_place_router (router));
}

gboolean
dl_view_lists (DlView *self, guint link)
{
  const DlPlace place = self->listed;

  if (place.kind == DL_PLACE_NOTHING || place.kind == DL_PLACE_LINK)
    return place.kind == DL_PLACE_NOTHING || place.a == link;

  const DlNet *net = &self->places_of->net;
  const guint from = net->graph->link_from[link], to = net->graph->link_to[link];

  if (place.kind == DL_PLACE_PAIR)
    return group_of_router (self, from) == place.a && group_of_router (self, to) == place.b;
  if (place.kind == DL_PLACE_GROUP)
    return group_of_router (self, from) == place.a || group_of_router (self, to) == place.a;
  const guint router = dl_shape_router_at (net->shape, place).a;

  return from == router || to == router;
}

void
dl_view_mark (DlView *self, const DlPlace *places, guint n)
{
  if (n == 0 && self->marked->len == 0)
    return;
  g_array_set_size (self->marked, 0);
  for (guint i = 0; i < n; i++)
    if (there (self, places[i]).kind != DL_PLACE_NOTHING)
      g_array_append_val (self->marked, places[i]);
  dl_view_changed (self, "marked", &self->marks);
}

void
dl_view_set_packet (DlView *self, const DlFlight *packet)
{
  if (packet == NULL ? !self->has_packet
                     : self->has_packet && dl_flight_compare (packet, &self->packet) == 0)
    return;
  self->has_packet = packet != NULL;
  if (packet != NULL)
    self->packet = *packet;
  dl_view_changed (self, "packet", &self->packets);
}

const DlFlight *
dl_view_get_packet (DlView *self)
{
  return self->has_packet ? &self->packet : NULL;
}

const DlPlace *
dl_view_get_marked (DlView *self, guint *n)
{
  *n = self->marked->len;
  return (const DlPlace *) (gpointer) self->marked->data;
}

void
dl_view_hover (DlView *self, DlPlace place)
{
  place = there (self, place);
  if (dl_place_equal (place, self->hovered))
    return;
  self->hovered = place;
  self->pointed = place.kind != DL_PLACE_NOTHING;
  dl_view_changed (self, "hovered", &self->hovers);
}

void
dl_view_get_ring (DlView *self, guint *node, guint *dim)
{
  *node = self->ring_node;
  *dim = self->ring_dim;
}

void
dl_view_set_ring (DlView *self, guint node, guint dim)
{
  self->ring_node = node;
  self->ring_dim = dim;
  dl_view_changed (self, "selection", &self->selection);
}

/* The path ------------------------------------------------------------------------------------- */

DlPathKind
dl_view_get_path_kind (DlView *self)
{
  return self->path.kind;
}

gboolean
dl_view_get_path (DlView *self, DlMapPath *path)
{
  return dl_view_path_get (&self->path, path);
}

DlExplained *
dl_view_get_route (DlView *self, guint *source, guint *dest)
{
  if (self->path.kind != DL_PATH_ROUTE || !self->path.found)
    return NULL;
  if (source != NULL)
    *source = self->path.source;
  if (dest != NULL)
    *dest = self->path.dest;
  return self->path.route;
}

static void
path_changed (DlView *self)
{
  dl_view_changed (self, "path", &self->path_changes);
}

void
dl_view_follow_path (DlView *self, DlEvaluation *result)
{
  if (self->path.kind == DL_PATH_NONE)
    return;
  /* Another network, where they do not wait. */
  if (self->path.kind == DL_PATH_WAITS)
    dl_view_path_reset (&self->path);
  dl_view_path_find (&self->path, result);
  path_changed (self);
}

/* The way that is asked for now. */
static void
show_path (DlView *self)
{
  dl_view_set_route_origin (self, DL_NO_NODE);
  dl_view_path_find (&self->path, self->places_of);
  path_changed (self);
}

void
dl_view_show_route (DlView *self, guint source, guint dest, guint which)
{
  dl_view_path_set_route (&self->path, self->places_of, source, dest, which);
  show_path (self);
}

guint
dl_view_get_which (DlView *self)
{
  return self->path.which;
}

void
dl_view_show_cycle (DlView *self)
{
  dl_view_path_reset (&self->path);
  self->path.kind = DL_PATH_CYCLE;
  show_path (self);
}

void
dl_view_show_waits (DlView *self)
{
  const DlLivePicture *picture = dl_live_get_picture (self->live);

  if (picture == NULL || picture->deadlock == NULL)
    return;
  dl_view_path_set_waits (&self->path, picture->deadlock);
  show_path (self);
}

void
dl_view_hide_path (DlView *self)
{
  if (self->path.kind == DL_PATH_NONE)
    return;
  dl_view_path_reset (&self->path);
  path_changed (self);
}

void
dl_view_set_path_step (DlView *self, guint step)
{
  if (dl_view_path_set_step (&self->path, step))
    path_changed (self);
}

/* In words ------------------------------------------------------------------------------------- */

char *
dl_view_name_node (DlView *self, guint node)
{
  if (self->places_of == NULL || node >= self->places_of->net.graph->n_nodes)
    return NULL;
  return self->places_of->scenario->family->name (self->places_of->net.shape, dl_place_node (node),
                                                  DL_NAME_PEOPLE);
}

gboolean
dl_view_tell (DlView *self, DlPlace place, DlPlaceText *text)
{
  place = there (self, place);
  if (place.kind == DL_PLACE_NOTHING)
    return FALSE;
  dl_view_family (self->places_of->scenario->family)->tell (self, place, text);
  return TRUE;
}

char *
dl_view_describe (DlView *self, DlPlace place)
{
  g_auto (DlPlaceText) text = { 0 };

  return dl_view_tell (self, place, &text) ? dl_place_text_to_string (&text) : NULL;
}
