#include "dl-jobs-view.h"

#include "compat.h"
#include "dl-dragonfly-name.h"
#include "dl-focus.h"
#include "dl-view.h"

#include <glib/gi18n-lib.h>

#define WIDTH     200
#define MOST_JOBS 4 /* that a description names */

struct _DlJobsView
{
  GtkWidget parent;
  DlDragonfly *net; /* nullable, as are the jobs */
  DlJobs *jobs;
  DlJobsMap *map; /* for the size below and that network's shape */
  guint cursor, hovered;
  guint anchor; /* where the stroke began, DL_NO_NODE without one */
  guint end;    /* where it is */
  double x, y;  /* where a drag began */
};

enum
{
  STROKE,
  ERASE,
  SETTLED,
  POINTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DlJobsView, dl_jobs_view, GTK_TYPE_WIDGET)

/* The picture ---------------------------------------------------------------------------------- */

static gboolean
ensure_map (DlJobsView *self)
{
  const double width = gtk_widget_get_width (GTK_WIDGET (self));
  const double scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  if (self->net == NULL || width < 1)
    return FALSE;
  if (self->map != NULL && dl_jobs_map_width (self->map) == width
      && dl_jobs_map_scale (self->map) == scale)
    return TRUE;
  g_clear_pointer (&self->map, dl_jobs_map_free);
  self->map = dl_jobs_map_new (self->net, width, DL_JOBS_MAP_HEIGHT, scale);
  return TRUE;
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlJobsView *self = DL_JOBS_VIEW (widget);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  const DlJobsMapLook look = {
    .dragonfly = self->net,
    .jobs = self->jobs,
    .cursor = self->cursor,
    .hovered = self->hovered,
    .focused = gtk_widget_has_visible_focus (widget) || gtk_widget_has_focus (widget),
  };
  cairo_t *cr;

  if (!ensure_map (self))
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  dl_jobs_map_draw (self->map, cr, &look, dl_view_theme (widget));
  cairo_destroy (cr);
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  DlJobsView *self = DL_JOBS_VIEW (widget);

  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : 0;
  if (orientation == GTK_ORIENTATION_VERTICAL && self->net != NULL)
    *minimum = *natural
        = dl_jobs_map_measure (self->net, for_size > 0 ? for_size : WIDTH, DL_JOBS_MAP_HEIGHT);
}

/* What is where -------------------------------------------------------------------------------- */

/* Nodes of a router by job: "job-1 (3), nobody (1)". */
static void
append_jobs (DlJobsView *self, guint router, GString *text)
{
  const guint p = self->net->nodes_per_router;
  const guint32 *job = self->jobs->job + (gsize) router * p;
  guint n_named = 0;

  for (guint i = 0; i < p; i++)
    {
      guint n = 0, before = 0;

      for (guint k = 0; k < p; k++)
        if (job[k] == job[i])
          {
            n++;
            before += k < i;
          }
      if (before > 0)
        continue;
      if (n_named++ == MOST_JOBS)
        {
          g_string_append (text, ", …");
          return;
        }
      g_string_append (text, n_named == 1 ? " · " : ", ");
      g_string_append (text,
                       job[i] == DL_NO_SET ? _ ("no job") : dl_jobs_title (self->jobs, job[i]));
      if (n < p)
        g_string_append_printf (text, " (%u)", n);
    }
}

static char *
describe_router (DlJobsView *self, guint router)
{
  g_autofree char *name = dl_dragonfly_router_to_string (self->net, router);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _ ("Router %s"), name);
  if (!self->net->router_up[router])
    g_string_append_printf (text, " · %s", _ ("broken"));
  if (self->jobs != NULL)
    append_jobs (self, router, text);
  return g_string_free (text, FALSE);
}

char *
dl_jobs_view_describe (DlJobsView *self)
{
  const guint router = self->hovered != DL_NO_NODE ? self->hovered : self->cursor;

  return self->net != NULL && router != DL_NO_NODE ? describe_router (self, router) : NULL;
}

/* Assistive technology hears of the cursor. */
static void
describe (DlJobsView *self)
{
  g_autofree char *text = self->net != NULL && self->cursor != DL_NO_NODE
                              ? describe_router (self, self->cursor)
                              : g_strdup ("");

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  g_signal_emit (self, signals[POINTED], 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
dl_jobs_view_get_cell (DlJobsView *self, guint router, DlRect *cell)
{
  if (ensure_map (self))
    dl_jobs_map_rect (self->map, router, cell);
}

/* The cursor stays where it can be seen. */
static void
scroll_to_cursor (DlJobsView *self)
{
  GtkWidget *scroll = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment;
  double x, y;
  DlRect cell;

  if (scroll == NULL || !ensure_map (self))
    return;
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroll));
  dl_jobs_map_rect (self->map, self->cursor, &cell);
  if (!dl_compat_translate (GTK_WIDGET (self), scroll, 0, cell.y, &x, &y))
    return;
  y += gtk_adjustment_get_value (adjustment);
  gtk_adjustment_clamp_page (adjustment, y - cell.height, y + 2 * cell.height);
}

static void
move_cursor (DlJobsView *self, guint router)
{
  self->cursor = router;
  scroll_to_cursor (self);
  describe (self);
}

/* Strokes -------------------------------------------------------------------------------------- */

static void
emit (DlJobsView *self, guint signal, guint a, guint b)
{
  const guint p = self->net->nodes_per_router;

  g_signal_emit (self, signals[signal], 0, MIN (a, b) * p, MAX (a, b) * p + p - 1);
}

static void
settle (DlJobsView *self)
{
  if (self->anchor == DL_NO_NODE)
    return;
  self->anchor = self->end = DL_NO_NODE;
  g_signal_emit (self, signals[SETTLED], 0);
}

static void
stroke_to (DlJobsView *self, guint router)
{
  if (router == self->end)
    return;
  self->end = router;
  move_cursor (self, router);
  emit (self, STROKE, self->anchor, router);
}

static void
on_drag_begin (DlJobsView *self, double x, double y)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  settle (self);
  self->x = x;
  self->y = y;
  if (!ensure_map (self) || dl_jobs_map_hit (self->map, x, y) == DL_NO_NODE)
    return;
  self->anchor = dl_jobs_map_hit (self->map, x, y);
  stroke_to (self, self->anchor);
}

static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, DlJobsView *self)
{
  if (self->anchor != DL_NO_NODE && ensure_map (self))
    stroke_to (self, dl_jobs_map_nearest (self->map, self->x + dx, self->y + dy));
}

static void
hover (DlJobsView *self, guint router)
{
  if (router == self->hovered)
    return;
  self->hovered = router;
  g_signal_emit (self, signals[POINTED], 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (DlJobsView *self, double x, double y)
{
  hover (self, ensure_map (self) ? dl_jobs_map_hit (self->map, x, y) : DL_NO_NODE);
}

static void
on_leave (DlJobsView *self)
{
  hover (self, DL_NO_NODE);
}

/* Keyboard ------------------------------------------------------------------------------------- */

/* Where a key leads from the cursor; itself for one that leads nowhere, DL_NO_NODE for others. */
static guint
step_of (DlJobsView *self, guint keyval)
{
  const guint32 *first = self->net->group_first;
  const guint group = self->net->router[self->cursor].group;

  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      return dl_jobs_map_step (self->map, self->cursor, -1, 0);
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      return dl_jobs_map_step (self->map, self->cursor, 1, 0);
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      return dl_jobs_map_step (self->map, self->cursor, 0, -1);
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      return dl_jobs_map_step (self->map, self->cursor, 0, 1);
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      return first[group];
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      return first[group + 1] - 1;
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      return first[group > 0 ? group - 1 : 0];
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      return first[MIN (group + 1, self->net->n_groups - 1)];
    default:
      return DL_NO_NODE;
    }
}

static gboolean
is_shift (guint keyval)
{
  return keyval == GDK_KEY_Shift_L || keyval == GDK_KEY_Shift_R;
}

static gboolean
on_key (DlJobsView *self, guint keyval, guint keycode, GdkModifierType state)
{
  guint to;

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) || is_shift (keyval) || !ensure_map (self))
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_space || keyval == GDK_KEY_KP_Space || keyval == GDK_KEY_Return
      || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_Delete || keyval == GDK_KEY_BackSpace)
    {
      settle (self);
      emit (self, keyval == GDK_KEY_Delete || keyval == GDK_KEY_BackSpace ? ERASE : STROKE,
            self->cursor, self->cursor);
      g_signal_emit (self, signals[SETTLED], 0);
      return GDK_EVENT_STOP;
    }
  to = step_of (self, keyval);
  if (to == DL_NO_NODE)
    return GDK_EVENT_PROPAGATE;
  if (state & GDK_SHIFT_MASK)
    {
      if (self->anchor == DL_NO_NODE)
        self->anchor = self->cursor;
      stroke_to (self, to);
      return GDK_EVENT_STOP;
    }
  settle (self);
  move_cursor (self, to);
  return GDK_EVENT_STOP;
}

static void
on_key_released (DlJobsView *self, guint keyval)
{
  if (is_shift (keyval))
    settle (self);
}

/* Object --------------------------------------------------------------------------------------- */

static gboolean
is_same_shape (const DlDragonfly *a, const DlDragonfly *b)
{
  return a != NULL && b != NULL && a->shape == b->shape && a->n_groups == b->n_groups
         && a->n_routers == b->n_routers && a->nodes_per_router == b->nodes_per_router
         && memcmp (a->router, b->router, a->n_routers * sizeof *a->router) == 0
         && memcmp (a->group_name, b->group_name, a->n_groups * sizeof *a->group_name) == 0;
}

void
dl_jobs_view_show (DlJobsView *self, DlDragonfly *dragonfly, DlJobs *jobs)
{
  if (!is_same_shape (self->net, dragonfly))
    {
      settle (self);
      g_clear_pointer (&self->map, dl_jobs_map_free);
      self->cursor = dragonfly != NULL && dragonfly->n_routers > 0 ? 0 : DL_NO_NODE;
      self->hovered = DL_NO_NODE;
      gtk_widget_queue_resize (GTK_WIDGET (self));
    }
  if (dragonfly != NULL)
    dl_dragonfly_ref (dragonfly);
  if (jobs != NULL)
    dl_jobs_ref (jobs);
  dl_dragonfly_unref (self->net);
  dl_jobs_unref (self->jobs);
  self->net = dragonfly;
  self->jobs = jobs;
  describe (self);
}

static void
dispose (GObject *object)
{
  DlJobsView *self = DL_JOBS_VIEW (object);

  g_clear_pointer (&self->map, dl_jobs_map_free);
  g_clear_pointer (&self->net, dl_dragonfly_unref);
  g_clear_pointer (&self->jobs, dl_jobs_unref);
  G_OBJECT_CLASS (dl_jobs_view_parent_class)->dispose (object);
}

static void
dl_jobs_view_class_init (DlJobsViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  widget_class->snapshot = snapshot;
  widget_class->measure = measure;
  widget_class->get_request_mode = get_request_mode;
  gtk_widget_class_set_css_name (widget_class, "dl-jobs-view");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  signals[STROKE] = g_signal_new ("stroke", DL_TYPE_JOBS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[ERASE] = g_signal_new ("erase", DL_TYPE_JOBS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[SETTLED] = g_signal_new ("settled", DL_TYPE_JOBS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[POINTED] = g_signal_new ("pointed", DL_TYPE_JOBS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
add_controllers (DlJobsView *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (settle), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect_swapped (keys, "key-released", G_CALLBACK (on_key_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (settle), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (gtk_widget_queue_draw), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}

static void
dl_jobs_view_init (DlJobsView *self)
{
  self->cursor = self->hovered = self->anchor = self->end = DL_NO_NODE;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Jobs of all routers, by group"), -1);
  add_controllers (self);
}

GtkWidget *
dl_jobs_view_new (void)
{
  return g_object_new (DL_TYPE_JOBS_VIEW, NULL);
}
