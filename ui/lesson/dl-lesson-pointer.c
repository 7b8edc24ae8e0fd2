#include "dl-lesson-pointer.h"

#include "dl-canvas.h"
#include "dl-evidence-pages.h"
#include "dl-lesson-place-title.h"
#include "dl-lesson-seek.h"

/* Until what was unfolded has its place, in milliseconds. */
#define SCROLL_MS 60

struct _DlLessonPointer
{
  GObject parent;
  GtkWidget *window; /* borrowed, as its parts */
  GtkStack *views;
  DlView *view;
  DlLessonRing *ring;
  const GPtrArray *places; /* DlLessonPlace, or NULL */
  GPtrArray *marked;       /* GtkWidget: ringed by their style */
  guint scroll_timeout;
};

G_DEFINE_FINAL_TYPE (DlLessonPointer, dl_lesson_pointer, G_TYPE_OBJECT)

/* Finding -------------------------------------------------------------------------------------- */

GtkWidget *
dl_lesson_pointer_find (DlLessonPointer *self, const DlLessonPlace *place)
{
  switch ((DlLessonPoint) place->kind)
    {
    case DL_LESSON_POINT_CONTROL:
      return dl_seek_control (self->window, place->what);
    case DL_LESSON_POINT_PAGE:
      return dl_seek_first (self->window, dl_seek_is_pages, NULL);
    case DL_LESSON_POINT_VIEW:
      return g_strcmp0 (gtk_stack_get_visible_child_name (self->views), place->what) == 0
                 ? gtk_stack_get_visible_child (self->views)
                 : dl_seek_view_button (self->window, place->what);
    case DL_LESSON_POINT_ACTION:
      return dl_seek_action (self->window, place->what);
    case DL_LESSON_POINT_LINK:
    case DL_LESSON_POINT_NODE:
    case DL_LESSON_POINT_GROUP:
      return gtk_stack_get_visible_child (self->views);
    case DL_N_LESSON_POINTS:
      break;
    }
  return NULL;
}

static gboolean
is_in_map (const DlLessonPlace *place)
{
  return place->kind == DL_LESSON_POINT_LINK || place->kind == DL_LESSON_POINT_NODE
         || place->kind == DL_LESSON_POINT_GROUP;
}

char *
dl_lesson_pointer_name (DlLessonPointer *self, const DlLessonPlace *place)
{
  return dl_lesson_place_title (self->window, place);
}

/* Places of the network ------------------------------------------------------------------------ */

/* In the network that is shown, which lags behind the scenario. */
static gboolean
find_place (DlLessonPointer *self, const DlLessonPlace *place, DlPlace *found)
{
  const DlFamily *family = dl_session_get_scenario (dl_view_get_session (self->view))->family;
  DlNet net;
  guint index;

  if (!dl_view_get_net (self->view, &net)
      || dl_session_get_result (dl_view_get_session (self->view))->scenario->family != family)
    return FALSE;
  if (place->kind == DL_LESSON_POINT_GROUP)
    {
      if (!family->has_groups || !dl_family_parse_group (family, &net, place->what, &index, NULL))
        return FALSE;
      *found = dl_place_group (index);
      return TRUE;
    }
  if (place->kind == DL_LESSON_POINT_LINK)
    {
      if (!dl_family_parse_link (family, &net, place->what, &index, NULL))
        return FALSE;
      *found = dl_place_link (index);
      return TRUE;
    }
  if (!family->sites (net.shape).parse (net.shape, place->what, &index, NULL))
    return FALSE;
  *found = dl_shape_router_at (net.shape, dl_place_node (index));
  return TRUE;
}

/* That of the place, as far as networks of its family have groups; G_MAXUINT. */
static guint
group_of (DlLessonPointer *self, DlPlace place)
{
  const DlEvaluation *result = dl_session_get_result (dl_view_get_session (self->view));
  const DlFamily *family = result->scenario->family;

  return family->has_groups ? dl_shape_group_at (result->net.shape, place) : G_MAXUINT;
}

/* A map that has only groups shows the group of a router, or the two of a blue link. */
static void
coarsen (DlLessonPointer *self, DlLessonSpot *spot)
{
  const DlEvaluation *result = dl_session_get_result (dl_view_get_session (self->view));
  const DlPlace place = spot->place;
  guint a, b;
  DlRect rect;

  if (!result->scenario->family->has_groups || !gtk_widget_get_mapped (spot->widget)
      || dl_lesson_spot_locate (spot, &rect) || place.kind == DL_PLACE_GROUP)
    return;
  a = group_of (self, place);
  b = place.kind == DL_PLACE_ROUTER
          ? a
          : group_of (self, dl_place_router (result->net.graph->link_to[place.a]));
  spot->place = a == b ? dl_place_group (a) : dl_place_pair (a, b);
}

static gboolean
find_spot (DlLessonPointer *self, const DlLessonPlace *place, DlLessonSpot *spot)
{
  *spot = (DlLessonSpot) { .widget = dl_lesson_pointer_find (self, place) };
  if (!find_place (self, place, &spot->place))
    return FALSE;
  if (DL_IS_CANVAS (spot->widget))
    coarsen (self, spot);
  return TRUE;
}

/* Ringing -------------------------------------------------------------------------------------- */

/* Round a pane there is no room, and a card cuts off what goes over its edge: such rings are
 * inside.
 */
static const char *
style_of (GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);

  return dl_seek_is_pages (widget, NULL)
                 || (parent != NULL && gtk_widget_get_overflow (parent) == GTK_OVERFLOW_HIDDEN)
             ? "dl-pointed-inside"
             : "dl-pointed";
}

/* Those that stay are left alone: their rings would begin to pulse anew. */
static void
mark_all (DlLessonPointer *self, GPtrArray *widgets)
{
  GPtrArray *before = self->marked;

  for (guint i = 0; i < before->len; i++)
    if (!g_ptr_array_find (widgets, before->pdata[i], NULL))
      gtk_widget_remove_css_class (before->pdata[i], style_of (before->pdata[i]));
  for (guint i = 0; i < widgets->len; i++)
    if (!g_ptr_array_find (before, widgets->pdata[i], NULL))
      gtk_widget_add_css_class (widgets->pdata[i], style_of (widgets->pdata[i]));
  self->marked = g_ptr_array_ref (widgets);
  g_ptr_array_unref (before);
}

/* What is ringed by its style, into sight. */
static gboolean
on_scroll (gpointer user_data)
{
  DlLessonPointer *self = user_data;
  GtkWidget *widget = self->marked->len > 0 ? self->marked->pdata[0] : NULL;
  GtkWidget *scrolled
      = widget != NULL ? gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW) : NULL;
  GtkAdjustment *adjustment;
  graphene_rect_t bounds;
  double height;

  self->scroll_timeout = 0;
  if (scrolled == NULL || !gtk_widget_compute_bounds (widget, scrolled, &bounds))
    return G_SOURCE_REMOVE;
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  height = gtk_widget_get_height (scrolled);
  if (bounds.origin.y < 0 || bounds.origin.y + bounds.size.height > height)
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + bounds.origin.y
                                              - (height - bounds.size.height) / 3);
  return G_SOURCE_REMOVE;
}

/* The same again, where the window has changed. */
static void
refresh (DlLessonPointer *self)
{
  g_autoptr (GArray) spots = g_array_new (FALSE, FALSE, sizeof (DlLessonSpot));
  g_autoptr (GPtrArray) widgets = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; self->places != NULL && i < self->places->len; i++)
    {
      const DlLessonPlace *place = g_ptr_array_index (self->places, i);
      GtkWidget *widget;
      DlLessonSpot spot;

      if (is_in_map (place))
        {
          if (find_spot (self, place, &spot))
            g_array_append_val (spots, spot);
          continue;
        }
      widget = dl_lesson_pointer_find (self, place);
      if (widget == NULL)
        continue;
      /* What fills the map has no room for a ring of its own around it. */
      if (gtk_widget_get_parent (widget) == GTK_WIDGET (self->views))
        {
          spot = (DlLessonSpot) { .widget = widget };
          g_array_append_val (spots, spot);
        }
      else
        g_ptr_array_add (widgets, g_object_ref (widget));
    }
  mark_all (self, widgets);
  dl_lesson_ring_set_spots (self->ring, spots);
}

/* Where the inside of a group is shown, it is one of those with something to see; among these the
 * user chooses. */
static void
turn_to_group (DlLessonPointer *self)
{
  guint first = G_MAXUINT;

  for (guint i = 0; self->places != NULL && i < self->places->len; i++)
    {
      const DlLessonPlace *place = g_ptr_array_index (self->places, i);
      DlPlace found;
      guint group;

      if (!is_in_map (place) || !find_place (self, place, &found))
        continue;
      group = group_of (self, found);
      if (group == dl_view_get_group (self->view))
        return;
      if (first == G_MAXUINT)
        first = group;
    }
  if (first != G_MAXUINT)
    g_object_set (self->view, "group", first, NULL);
}

static void
on_result (DlLessonPointer *self)
{
  turn_to_group (self);
  refresh (self);
}

void
dl_lesson_pointer_set (DlLessonPointer *self, const GPtrArray *places)
{
  self->places = places;
  for (guint i = 0; places != NULL && i < places->len; i++)
    {
      const DlLessonPlace *place = g_ptr_array_index (places, i);

      if (place->kind != DL_LESSON_POINT_CONTROL)
        continue;
      g_action_group_change_action_state (G_ACTION_GROUP (self->window), "show-configuration",
                                          g_variant_new_boolean (TRUE));
      dl_seek_unfold_control (self->window, place->what);
    }
  on_result (self);
  dl_lesson_ring_pulse (self->ring);
  g_clear_handle_id (&self->scroll_timeout, g_source_remove);
  if (self->marked->len > 0)
    self->scroll_timeout = g_timeout_add (SCROLL_MS, on_scroll, self);
}

guint
dl_lesson_pointer_n (DlLessonPointer *self)
{
  return self->places != NULL ? self->places->len : 0;
}

/* The keyboard --------------------------------------------------------------------------------- */

gboolean
dl_lesson_pointer_focus (DlLessonPointer *self, guint i)
{
  const DlLessonPlace *place;
  GtkWidget *widget;
  DlLessonSpot spot;

  if (i >= dl_lesson_pointer_n (self))
    return FALSE;
  place = g_ptr_array_index (self->places, i);
  widget = dl_lesson_pointer_find (self, place);
  dl_lesson_ring_pulse (self->ring);
  /* A page that is there already is come to for what is in it. */
  if (place->kind == DL_LESSON_POINT_PAGE
      && g_strcmp0 (dl_evidence_pages_get_shown (DL_EVIDENCE_PAGES (widget)), place->what) == 0
      && dl_seek_focus (dl_evidence_pages_get_page (DL_EVIDENCE_PAGES (widget))))
    return TRUE;
  if (is_in_map (place) && find_spot (self, place, &spot))
    dl_view_select (self->view, spot.place);
  return widget != NULL && dl_seek_focus (widget);
}

/* The object ----------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlLessonPointer *self = DL_LESSON_POINTER (object);

  g_clear_handle_id (&self->scroll_timeout, g_source_remove);
  g_clear_pointer (&self->marked, g_ptr_array_unref);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_lesson_pointer_parent_class)->dispose (object);
}

static void
dl_lesson_pointer_class_init (DlLessonPointerClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static void
dl_lesson_pointer_init (DlLessonPointer *self)
{
  self->marked = g_ptr_array_new_with_free_func (g_object_unref);
}

DlLessonPointer *
dl_lesson_pointer_new (GtkWidget *window, GtkStack *views, DlView *view, DlLessonRing *ring)
{
  DlLessonPointer *self = g_object_new (DL_TYPE_LESSON_POINTER, NULL);

  self->window = window;
  self->views = views;
  self->view = g_object_ref (view);
  self->ring = ring;
  g_signal_connect_object (self->views, "notify::visible-child", G_CALLBACK (refresh), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (on_result),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (gtk_widget_queue_draw), ring,
                           G_CONNECT_SWAPPED);
  return self;
}
