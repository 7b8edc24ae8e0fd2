#include "dl-lesson-pointer.h"

#include "dl-appearance.h"
#include "dl-canvas.h"
#include "dl-evidence-pages.h"
#include "dl-family-rooms.h"
#include "dl-family-rooms.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Told from all scales of the maps, and 3:1 at least on both themes' grounds. */
#define RED   0.902
#define GREEN 0.380
#define BLUE  0.000

#define LINE   3.0
#define HALO   6.0
#define GAP    5.0  /* between the marked place and the ring */
#define EDGE   4.0  /* free at the edge of the map, where it is seen that the keyboard is there */
#define LEAST  22.0 /* of a ring across: a link may be some pixels */
#define GROWTH 14.0 /* of a pulse */

/* Shorter than what WCAG 2.2.2 lets move without a way to stop it. */
#define PULSE_US (1200 * 1000)
#define N_PULSES 4

struct _DlLessonRing
{
  GtkWidget parent;
  GArray *spots; /* DlLessonSpot */
  guint tick;
  gint64 begin_us; /* of the pulses, on the frame clock; 0 before the first frame */
  double phase;    /* 0..1 of a pulse; 0 at rest */
};

G_DEFINE_FINAL_TYPE (DlLessonRing, dl_lesson_ring, GTK_TYPE_WIDGET)

/* Where it is ---------------------------------------------------------------------------------- */

/* Where it is in its widget; FALSE if it is not shown as such. */
static gboolean
lesson_spot_locate (const DlLessonSpot *spot, DlRect *rect)
{
  /* A map without groups by themselves has them on its diagonal. */
  const DlPlace diagonal = dl_place_pair (spot->place.a, spot->place.a);

  return DL_IS_CANVAS (spot->widget)
         && (dl_canvas_locate (DL_CANVAS (spot->widget), spot->place, rect)
             || (spot->place.kind == DL_PLACE_GROUP
                 && dl_canvas_locate (DL_CANVAS (spot->widget), diagonal, rect)));
}

/* In this widget, with room for the ring; all of the view where there is nothing nearer. */
static gboolean
outline_of (DlLessonRing *self, const DlLessonSpot *spot, DlRect *rect)
{
  graphene_point_t at;
  double grow_x, grow_y;

  if (!gtk_widget_get_mapped (spot->widget))
    return FALSE;
  if (!lesson_spot_locate (spot, rect))
    *rect
        = (DlRect) { EDGE + GAP, EDGE + GAP, gtk_widget_get_width (spot->widget) - 2 * (EDGE + GAP),
                     gtk_widget_get_height (spot->widget) - 2 * (EDGE + GAP) };
  if (!gtk_widget_compute_point (spot->widget, GTK_WIDGET (self),
                                 &GRAPHENE_POINT_INIT (rect->x, rect->y), &at))
    return FALSE;
  grow_x = MAX (GAP, (LEAST - rect->width) / 2);
  grow_y = MAX (GAP, (LEAST - rect->height) / 2);
  *rect = (DlRect) { at.x - grow_x, at.y - grow_y, rect->width + 2 * grow_x,
                     rect->height + 2 * grow_y };
  return TRUE;
}

/* Drawing -------------------------------------------------------------------------------------- */

static void
round_rect (cairo_t *cr, DlRect rect, double by)
{
  const double x = rect.x - by, y = rect.y - by, width = rect.width + 2 * by,
               height = rect.height + 2 * by;
  const double r = MIN (MIN (width, height) / 2, 9 + by);

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - r, y + r, r, -G_PI / 2, 0);
  cairo_arc (cr, x + width - r, y + height - r, r, 0, G_PI / 2);
  cairo_arc (cr, x + r, y + height - r, r, G_PI / 2, G_PI);
  cairo_arc (cr, x + r, y + r, r, G_PI, 3 * G_PI / 2);
  cairo_close_path (cr);
}

static void
draw_spot (DlLessonRing *self, cairo_t *cr, DlRect rect)
{
  const gboolean dark = dl_view_theme (GTK_WIDGET (self)) == dl_theme_dark ();
  const double ground = dark ? 0 : 1;

  round_rect (cr, rect, 0);
  cairo_set_line_width (cr, HALO);
  cairo_set_source_rgb (cr, ground, ground, ground);
  cairo_stroke_preserve (cr);
  cairo_set_line_width (cr, LINE);
  cairo_set_source_rgb (cr, RED, GREEN, BLUE);
  cairo_stroke (cr);
  if (self->phase <= 0)
    return;
  round_rect (cr, rect, self->phase * GROWTH);
  cairo_set_source_rgba (cr, RED, GREEN, BLUE, 1 - self->phase);
  cairo_stroke (cr);
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlLessonRing *self = DL_LESSON_RING (widget);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  cairo_t *cr;

  if (self->spots->len == 0)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  for (guint i = 0; i < self->spots->len; i++)
    {
      DlRect rect;

      if (outline_of (self, &g_array_index (self->spots, DlLessonSpot, i), &rect))
        draw_spot (self, cr, rect);
    }
  cairo_destroy (cr);
}

/* Moving --------------------------------------------------------------------------------------- */

static void
stop (DlLessonRing *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  self->phase = 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  DlLessonRing *self = DL_LESSON_RING (widget);
  const gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (self->begin_us == 0)
    self->begin_us = now;
  if (now - self->begin_us >= N_PULSES * PULSE_US)
    {
      self->tick = 0;
      self->phase = 0;
      gtk_widget_queue_draw (widget);
      return G_SOURCE_REMOVE;
    }
  self->phase = (double) ((now - self->begin_us) % PULSE_US) / PULSE_US;
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

void
dl_lesson_ring_pulse (DlLessonRing *self)
{
  stop (self);
  self->begin_us = 0;
  if (dl_motion_is_wanted () && self->spots->len > 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

gboolean
dl_lesson_ring_is_moving (DlLessonRing *self)
{
  return self->tick != 0;
}

void
dl_lesson_ring_set_spots (DlLessonRing *self, GArray *spots)
{
  g_array_set_size (self->spots, 0);
  if (spots->len > 0)
    g_array_append_vals (self->spots, spots->data, spots->len);
  if (spots->len == 0)
    stop (self);
  gtk_widget_set_visible (GTK_WIDGET (self), spots->len > 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The widget ----------------------------------------------------------------------------------- */

static void
finalize (GObject *object)
{
  g_array_unref (DL_LESSON_RING (object)->spots);
  G_OBJECT_CLASS (dl_lesson_ring_parent_class)->finalize (object);
}

static void
dl_lesson_ring_class_init (DlLessonRingClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
  GTK_WIDGET_CLASS (class)->snapshot = snapshot;
  /* The pane says what it points at. */
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
dl_lesson_ring_init (DlLessonRing *self)
{
  self->spots = g_array_new (FALSE, FALSE, sizeof (DlLessonSpot));
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  gtk_widget_set_can_focus (GTK_WIDGET (self), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
dl_lesson_ring_new (void)
{
  return g_object_new (DL_TYPE_LESSON_RING, NULL);
}

void
dl_seek_all (GtkWidget *widget, DlSeekMatch match, gconstpointer data, GPtrArray *found)
{
  if (!gtk_widget_get_visible (widget) || !gtk_widget_get_child_visible (widget)
      || GTK_IS_POPOVER (widget))
    return;
  if (match (widget, data))
    {
      g_ptr_array_add (found, widget);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    dl_seek_all (child, match, data, found);
  if (GTK_IS_EXPANDER (widget) && !gtk_expander_get_expanded (GTK_EXPANDER (widget)))
    dl_seek_all (gtk_expander_get_child (GTK_EXPANDER (widget)), match, data, found);
}

/* The first of that; NULL. */
static GtkWidget *
seek_first (GtkWidget *root, DlSeekMatch match, gconstpointer data)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  dl_seek_all (root, match, data, found);
  return found->len > 0 ? found->pdata[0] : NULL;
}

/* Controls are called by the key that they set, @key, with what they are after a slash. */
static gboolean
seek_is_control (GtkWidget *widget, gconstpointer key)
{
  const char *name = gtk_widget_get_name (widget);
  const gsize length = strlen (key);

  return strncmp (name, key, length) == 0 && (name[length] == '\0' || name[length] == '/');
}

static gboolean
seek_is_pages (GtkWidget *widget, gconstpointer data)
{
  return DL_IS_EVIDENCE_PAGES (widget);
}

static gboolean
seek_is_main_menu (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_MENU_BUTTON (widget) && gtk_menu_button_get_primary (GTK_MENU_BUTTON (widget));
}

typedef struct
{
  const char *action;
  const char *target; /* nullable: any */
} Action;

static gboolean
does_action (GtkWidget *widget, gconstpointer data)
{
  const Action *action = data;
  GVariant *target;

  if (!GTK_IS_ACTIONABLE (widget)
      || g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), action->action) != 0)
    return FALSE;
  target = gtk_actionable_get_action_target_value (GTK_ACTIONABLE (widget));
  return action->target == NULL
         || (target != NULL && g_variant_is_of_type (target, G_VARIANT_TYPE_STRING)
             && strcmp (g_variant_get_string (target, NULL), action->target) == 0);
}

GtkWidget *
dl_seek_control (GtkWidget *window, const char *key)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  GtkWidget *parent;

  dl_seek_all (window, seek_is_control, key, found);
  if (found->len == 0)
    return NULL;
  parent = gtk_widget_get_parent (found->pdata[0]);
  for (guint i = 1; i < found->len; i++)
    if (gtk_widget_get_parent (found->pdata[i]) != parent)
      return found->pdata[0];
  return found->len > 1 ? parent : found->pdata[0];
}

static GtkWidget *
seek_view_button (GtkWidget *window, const char *id)
{
  const Action action = { "win.show-view", id };

  return seek_first (window, does_action, &action);
}

/* Button of an action; actions that are only in the menu are found there. */
static GtkWidget *
seek_action (GtkWidget *window, const char *name)
{
  g_autofree char *full = g_strconcat ("win.", name, NULL);
  const Action action = { full, NULL };
  GtkWidget *button = seek_first (window, does_action, &action);

  return button != NULL ? button : seek_first (window, seek_is_main_menu, NULL);
}

static void
unfold (GtkWidget *widget)
{
  for (GtkWidget *at = widget; at != NULL; at = gtk_widget_get_parent (at))
    if (GTK_IS_EXPANDER (at))
      gtk_expander_set_expanded (GTK_EXPANDER (at), TRUE);
}

/* A control that is folded away is not a child of its expander. */
void
dl_seek_unfold_control (GtkWidget *root, const char *key)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  if (GTK_IS_EXPANDER (root))
    {
      dl_seek_all (gtk_expander_get_child (GTK_EXPANDER (root)), seek_is_control, key, found);
      if (found->len > 0)
        unfold (root);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    dl_seek_unfold_control (child, key);
}

gboolean
dl_seek_focus (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  /* It was asked for by a key: where the keyboard is now must be seen. */
  if (GTK_IS_WINDOW (root))
    gtk_window_set_focus_visible (GTK_WINDOW (root), TRUE);
  return (gtk_widget_get_focusable (widget) && gtk_widget_grab_focus (widget))
         || gtk_widget_child_focus (widget, GTK_DIR_TAB_FORWARD);
}

static gboolean
is_label (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_LABEL (widget);
}

static gboolean
is_group_title (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_LABEL (widget) && gtk_widget_has_css_class (widget, "dl-group-title");
}

/* A label without the text in brackets after it: its key. */
static char *
plain_label (const char *text)
{
  g_autofree char *plain = NULL;
  char *bracket;

  if (!pango_parse_markup (text, -1, 0, NULL, &plain, NULL, NULL))
    plain = g_strdup (text);
  bracket = strstr (plain, " (");
  if (bracket != NULL)
    *bracket = '\0';
  return g_steal_pointer (&plain);
}

/* Name of a button: a label, else the beginning of its tooltip. */
static char *
name_button (GtkWidget *button)
{
  GtkWidget *label = seek_first (button, is_label, NULL);
  const char *tip = gtk_widget_get_tooltip_text (button);

  if (label != NULL && *gtk_label_get_text (GTK_LABEL (label)) != '\0')
    return g_strdup (gtk_label_get_text (GTK_LABEL (label)));
  return plain_label (tip != NULL ? tip : "");
}

/* "Topology: Radix": the group that a control is in, and the label in its row. */
static char *
name_control (GtkWidget *control)
{
  GtkWidget *label = NULL, *group = NULL;
  const char *words;

  for (GtkWidget *row = control; row != NULL && group == NULL && !GTK_IS_WINDOW (row);
       row = gtk_widget_get_parent (row))
    {
      if (label == NULL && row != control && !GTK_IS_VIEWPORT (row))
        label = seek_first (row, is_label, NULL);
      group = seek_first (row, is_group_title, NULL);
    }
  if (label == NULL)
    return name_button (control);
  words = gtk_label_get_text (GTK_LABEL (label));
  if (group == NULL || group == label)
    return g_strdup (words);
  /* Translators: a group of the configuration, and the control in it: “Topology: Radix” */
  return g_strdup_printf (_ ("%s: %s"), gtk_label_get_text (GTK_LABEL (group)), words);
}

static char *
name_page (const char *id)
{
  const DlMaker *page = dl_maker_find (DL_FEATURE_PAGE, id);

  /* Translators: one of the pages on the right */
  return page != NULL ? g_strdup_printf (_ ("The page “%s”"), _ (page->title)) : g_strdup (id);
}

static char *
name_view (const char *id)
{
  const DlMaker *maker = dl_maker_find (DL_FEATURE_VIEW, id);

  /* Translators: one of the views of the network in the middle */
  return g_strdup_printf (_ ("The view “%s”"), maker != NULL ? _ (maker->label) : id);
}

/* In the menu, with everything below it. */
static char *
name_in_menu (GMenuModel *menu, const char *action)
{
  for (gint i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autofree char *name = NULL;
      g_autofree char *label = NULL;
      g_autoptr (GMenuLinkIter) links = g_menu_model_iterate_item_links (menu, i);

      if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &name)
          && strcmp (name, action) == 0
          && g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label))
        {
          g_auto (GStrv) parts = g_strsplit (label, "_", -1);

          return g_strjoinv ("", parts);
        }
      while (g_menu_link_iter_next (links))
        {
          g_autoptr (GMenuModel) below = g_menu_link_iter_get_value (links);
          char *found = name_in_menu (below, action);

          if (found != NULL)
            return found;
        }
    }
  return NULL;
}

static char *
name_action (GtkWidget *window, const char *action)
{
  g_autofree char *full = g_strconcat ("win.", action, NULL);
  GtkWidget *button = seek_action (window, action);
  g_autofree char *name = NULL;

  if (button == NULL || !seek_is_main_menu (button, NULL))
    return button != NULL ? name_button (button) : g_strdup (action);
  name = name_in_menu (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button)), full);
  /* Translators: a line of the main menu */
  return g_strdup_printf (_ ("“%s” in the main menu"), name != NULL ? name : action);
}

/* Are the first @length bytes coordinates, "2,0,0", not a name or a number? */
static gboolean
is_coord (const char *text, gsize length)
{
  guint commas = 0;

  for (gsize i = 0; i < length; i++)
    if (text[i] == ',')
      commas++;
    else if (!g_ascii_isdigit (text[i]))
      return FALSE;
  return commas == 2;
}

/* A link by the node it leaves and its direction: "2,0,0:x+". */
static char *
name_link (const char *text)
{
  const char *colon = strchr (text, ':');
  g_autofree char *from = NULL, *port = NULL;

  if (colon == NULL || !is_coord (text, colon - text))
    return g_strdup_printf (_ ("Link %s"), text);
  from = g_strndup (text, colon - text);
  port = g_ascii_strup (colon + 1, -1);
  /* Translators: a link of a torus, the node it leaves and its direction: “Link (2,0,0) X+”
   */
  return g_strdup_printf (_ ("Link (%s) %s"), from, port);
}

/* "Topology: Radix", "Link (2,0,0) X+". Free with g_free. */
static char *
lesson_place_title (GtkWidget *window, const DlLessonPlace *place)
{
  GtkWidget *control;

  switch ((DlLessonPoint) place->kind)
    {
    case DL_LESSON_POINT_CONTROL:
      control = dl_seek_control (window, place->what);
      return control != NULL ? name_control (control) : g_strdup (place->what);
    case DL_LESSON_POINT_PAGE:
      return name_page (place->what);
    case DL_LESSON_POINT_VIEW:
      return name_view (place->what);
    case DL_LESSON_POINT_ACTION:
      return name_action (window, place->what);
    case DL_LESSON_POINT_GROUP:
      return g_strdup_printf (_ ("Group %s"), place->what);
    case DL_LESSON_POINT_LINK:
      return name_link (place->what);
    case DL_LESSON_POINT_NODE:
      return g_strdup_printf (is_coord (place->what, strlen (place->what)) ? _ ("Node (%s)")
                                                                           : _ ("Node %s"),
                              place->what);
    case DL_N_LESSON_POINTS:
      break;
    }
  g_return_val_if_reached (g_strdup (place->what));
}

/* Until an unfolded part has its place, in milliseconds. */
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
      return seek_first (self->window, seek_is_pages, NULL);
    case DL_LESSON_POINT_VIEW:
      return g_strcmp0 (gtk_stack_get_visible_child_name (self->views), place->what) == 0
                 ? gtk_stack_get_visible_child (self->views)
                 : seek_view_button (self->window, place->what);
    case DL_LESSON_POINT_ACTION:
      return seek_action (self->window, place->what);
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
  return lesson_place_title (self->window, place);
}

/* Places of the network ------------------------------------------------------------------------ */

/* In the network that is shown, which lags behind the scenario. */
static gboolean
find_place (DlLessonPointer *self, const DlLessonPlace *place, DlPlace *found)
{
  const DlFamily *family = dl_session_get_scenario (dl_view_get_session (self->view))->family;
  DlNet net;

  if (!dl_view_get_net (self->view, &net)
      || dl_session_get_result (dl_view_get_session (self->view))->scenario->family != family)
    return FALSE;
  if (!dl_lesson_point_place (family, &net, place, found, NULL))
    return FALSE;
  if (place->kind == DL_LESSON_POINT_NODE)
    *found = dl_shape_router_at (net.shape, *found);
  return TRUE;
}

/* Group of @place; G_MAXUINT: networks of its family have no groups. */
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
      || lesson_spot_locate (spot, &rect) || place.kind == DL_PLACE_GROUP)
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

/* Around a pane there is no room, and a card clips at its edge: such rings are inside. */
static const char *
style_of (GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);

  return seek_is_pages (widget, NULL)
                 || (parent != NULL && gtk_widget_get_overflow (parent) == GTK_OVERFLOW_HIDDEN)
             ? "dl-pointed-inside"
             : "dl-pointed";
}

/* Marks that stay are left alone: their rings would restart pulsing. */
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

/* Scroll the ringed widget into sight. */
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
      /* Widgets that fill the map have no room for a ring around them. */
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
  /* A page that is shown already is pointed at for its content. */
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
