#include "dl-jobs-view.h"

#include "compat.h"
#include "dl-accessible.h"
#include "dl-view.h"

#include <glib/gi18n-lib.h>

#define WIDTH     200
#define MOST_JOBS 4 /* that a description names */

struct _DlJobsView
{
  GtkWidget parent;
  DlJobSites *on; /* nullable, as are the jobs */
  DlJobs *jobs;
  DlJobsMap *map; /* for the size below and that network's grid */
  guint cursor, hovered;
  guint anchor; /* where the stroke began, DL_NO_CELL without one */
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

  if (self->on == NULL || width < 1)
    return FALSE;
  if (self->map != NULL && dl_jobs_map_width (self->map) == width
      && dl_jobs_map_scale (self->map) == scale)
    return TRUE;
  g_clear_pointer (&self->map, dl_jobs_map_free);
  self->map = dl_jobs_map_new (self->on->grid, width, DL_JOBS_MAP_HEIGHT, scale);
  return TRUE;
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlJobsView *self = DL_JOBS_VIEW (widget);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  const DlJobsMapLook look = {
    .sites = self->on != NULL ? &self->on->sites : NULL,
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
  if (orientation == GTK_ORIENTATION_VERTICAL && self->on != NULL)
    *minimum = *natural
        = dl_jobs_map_measure (self->on->grid, for_size > 0 ? for_size : WIDTH, DL_JOBS_MAP_HEIGHT);
}

/* Cells ---------------------------------------------------------------------------------------- */

/* Nodes of a cell by job: "job-1 (3), nobody (1)". */
static void
append_jobs (DlJobsView *self, guint cell, GString *text)
{
  const guint p = dl_site_grid_count (self->on->grid, cell);
  const guint32 *nodes = dl_site_grid_nodes (self->on->grid, cell);
  guint n_named = 0;

  for (guint i = 0; i < p; i++)
    {
      const guint32 job = self->jobs->job[nodes[i]];
      guint n = 0, before = 0;

      for (guint k = 0; k < p; k++)
        if (self->jobs->job[nodes[k]] == job)
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
      g_string_append (text, job == DL_NO_SET ? _ ("no job") : dl_jobs_title (self->jobs, job));
      if (n < p)
        g_string_append_printf (text, " (%u)", n);
    }
}

static char *
describe_cell (DlJobsView *self, guint cell)
{
  const DlSites *sites = &self->on->sites;
  const guint node = *dl_site_grid_nodes (self->on->grid, cell);
  g_autofree char *name = sites->tell (sites->network, node);
  GString *text = g_string_new (name);

  if (!sites->is_up (sites->network, node))
    g_string_append_printf (text, " · %s", _ ("broken"));
  if (self->jobs != NULL)
    append_jobs (self, cell, text);
  return g_string_free (text, FALSE);
}

char *
dl_jobs_view_describe (DlJobsView *self)
{
  const guint cell = self->hovered != DL_NO_CELL ? self->hovered : self->cursor;

  return self->on != NULL && cell != DL_NO_CELL ? describe_cell (self, cell) : NULL;
}

/* Assistive technology hears of the cursor. */
static void
describe (DlJobsView *self)
{
  g_autofree char *text = self->on != NULL && self->cursor != DL_NO_CELL
                              ? describe_cell (self, self->cursor)
                              : g_strdup ("");

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  g_signal_emit (self, signals[POINTED], 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
dl_jobs_view_get_cell (DlJobsView *self, guint cell, DlRect *rect)
{
  if (ensure_map (self))
    dl_jobs_map_rect (self->map, cell, rect);
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
move_cursor (DlJobsView *self, guint cell)
{
  self->cursor = cell;
  scroll_to_cursor (self);
  describe (self);
}

/* Strokes -------------------------------------------------------------------------------------- */

static void
emit (DlJobsView *self, guint signal, guint a, guint b)
{
  g_signal_emit (self, signals[signal], 0, MIN (a, b), MAX (a, b));
}

static void
settle (DlJobsView *self)
{
  if (self->anchor == DL_NO_CELL)
    return;
  self->anchor = self->end = DL_NO_CELL;
  g_signal_emit (self, signals[SETTLED], 0);
}

static void
stroke_to (DlJobsView *self, guint cell)
{
  if (cell == self->end)
    return;
  self->end = cell;
  move_cursor (self, cell);
  emit (self, STROKE, self->anchor, cell);
}

static void
on_drag_begin (DlJobsView *self, double x, double y)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  settle (self);
  self->x = x;
  self->y = y;
  if (!ensure_map (self) || dl_jobs_map_hit (self->map, x, y) == DL_NO_CELL)
    return;
  self->anchor = dl_jobs_map_hit (self->map, x, y);
  stroke_to (self, self->anchor);
}

static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, DlJobsView *self)
{
  if (self->anchor != DL_NO_CELL && ensure_map (self))
    stroke_to (self, dl_jobs_map_nearest (self->map, self->x + dx, self->y + dy));
}

static void
hover (DlJobsView *self, guint cell)
{
  if (cell == self->hovered)
    return;
  self->hovered = cell;
  g_signal_emit (self, signals[POINTED], 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (DlJobsView *self, double x, double y)
{
  hover (self, ensure_map (self) ? dl_jobs_map_hit (self->map, x, y) : DL_NO_CELL);
}

static void
on_leave (DlJobsView *self)
{
  hover (self, DL_NO_CELL);
}

/* Keyboard ------------------------------------------------------------------------------------- */

/* Where a key leads from the cursor; itself for one that leads nowhere, DL_NO_CELL for others. */
static guint
step_of (DlJobsView *self, guint keyval)
{
  const guint32 *first = self->on->grid->unit_first;
  const guint unit = self->on->grid->cell_unit[self->cursor];

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
      return first[unit];
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      return first[unit + 1] - 1;
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      return dl_jobs_map_page (self->map, self->cursor, -1);
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      return dl_jobs_map_page (self->map, self->cursor, 1);
    default:
      return DL_NO_CELL;
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

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) || is_shift (keyval) || self->cursor == DL_NO_CELL
      || !ensure_map (self))
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
  if (to == DL_NO_CELL)
    return GDK_EVENT_PROPAGATE;
  if (state & GDK_SHIFT_MASK)
    {
      if (self->anchor == DL_NO_CELL)
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
has_same_grid (const DlJobSites *a, const DlJobSites *b)
{
  return a != NULL && b != NULL && a->family == b->family && dl_site_grid_equal (a->grid, b->grid);
}

static void
set_label (DlJobsView *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->on != NULL ? _ (self->on->sites.words->map) : _ ("Jobs"),
                                  -1);
}

void
dl_jobs_view_show (DlJobsView *self, DlJobSites *on, DlJobs *jobs)
{
  const gboolean same = has_same_grid (self->on, on);

  if (!same)
    {
      settle (self);
      g_clear_pointer (&self->map, dl_jobs_map_free);
      self->cursor = on != NULL && on->grid->n_cells > 0 ? 0 : DL_NO_CELL;
      self->hovered = DL_NO_CELL;
      gtk_widget_queue_resize (GTK_WIDGET (self));
    }
  if (on != NULL)
    dl_job_sites_ref (on);
  if (jobs != NULL)
    dl_jobs_ref (jobs);
  dl_job_sites_unref (self->on);
  dl_jobs_unref (self->jobs);
  self->on = on;
  self->jobs = jobs;
  if (!same)
    set_label (self);
  describe (self);
}

static void
dispose (GObject *object)
{
  DlJobsView *self = DL_JOBS_VIEW (object);

  g_clear_pointer (&self->map, dl_jobs_map_free);
  g_clear_pointer (&self->on, dl_job_sites_unref);
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
  self->cursor = self->hovered = self->anchor = self->end = DL_NO_CELL;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  set_label (self);
  add_controllers (self);
}

GtkWidget *
dl_jobs_view_new (void)
{
  return g_object_new (DL_TYPE_JOBS_VIEW, NULL);
}
