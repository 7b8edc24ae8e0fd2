#include "dl-jobs-view.h"

#include "compat.h"

#include <glib/gi18n-lib.h>

#define WIDTH     200
#define MOST_JOBS 4 /* that a description names */

/* State of the map. */
typedef struct
{
  DlJobSites *on; /* nullable, as are the jobs */
  DlJobs *jobs;
  guint cursor, hovered;
  guint anchor; /* where the stroke began, DL_NO_CELL without one */
  guint end;    /* where it is */
  double x, y;  /* where a drag began */
  const DlJobsPainter *painter;
  gpointer pane; /* its data */
} View;

/* The picture ---------------------------------------------------------------------------------- */

static gpointer
lay_out (DlCanvas *canvas)
{
  const View *self = canvas->state;

  return self->on != NULL ? dl_jobs_map_new (self->on->grid, canvas->size.width, DL_JOBS_MAP_HEIGHT,
                                             canvas->size.scale)
                          : NULL;
}

static void
free_layout (gpointer map)
{
  dl_jobs_map_free (map);
}

static void
draw (DlCanvas *canvas, cairo_t *cr, const DlOverlay *overlay)
{
  const View *self = canvas->state;
  GtkWidget *widget = GTK_WIDGET (canvas);
  const DlJobsMapLook look = {
    .sites = &self->on->sites,
    .jobs = self->jobs,
    .cursor = self->cursor,
    .hovered = self->hovered,
    .focused = gtk_widget_has_focus (widget),
  };

  dl_jobs_map_draw (canvas->layout, cr, &look, dl_view_theme (widget));
}

static int
measure (DlCanvas *canvas, GtkOrientation orientation, int for_size)
{
  const View *self = canvas->state;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return WIDTH;
  return self->on != NULL ? dl_jobs_map_measure (self->on->grid, for_size > 0 ? for_size : WIDTH,
                                                 DL_JOBS_MAP_HEIGHT)
                          : 0;
}

/* Cells ---------------------------------------------------------------------------------------- */

/* Nodes of a cell by job: "job-1 (3), nobody (1)". */
static void
append_jobs (const View *self, guint cell, GString *text)
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
describe_cell (const View *self, guint cell)
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
dl_jobs_view_describe (DlCanvas *canvas)
{
  const View *self = canvas->state;
  const guint cell = self->hovered != DL_NO_CELL ? self->hovered : self->cursor;

  return self->on != NULL && cell != DL_NO_CELL ? describe_cell (self, cell) : NULL;
}

/* Assistive technology hears of the cursor. */
static char *
describe (DlCanvas *canvas)
{
  const View *self = canvas->state;

  return self->on != NULL && self->cursor != DL_NO_CELL ? describe_cell (self, self->cursor)
                                                        : g_strdup ("");
}

static void
tell (DlCanvas *canvas)
{
  const View *self = canvas->state;

  self->painter->pointed (self->pane);
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

void
dl_jobs_view_get_cell (DlCanvas *canvas, guint cell, DlRect *rect)
{
  if (dl_canvas_ensure (canvas))
    dl_jobs_map_rect (canvas->layout, cell, rect);
}

/* The cursor stays where it can be seen. */
static void
scroll_to_cursor (DlCanvas *canvas)
{
  const View *self = canvas->state;
  GtkWidget *scroll = gtk_widget_get_ancestor (GTK_WIDGET (canvas), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment;
  double x, y;
  DlRect cell;

  if (scroll == NULL || !dl_canvas_ensure (canvas))
    return;
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroll));
  dl_jobs_map_rect (canvas->layout, self->cursor, &cell);
  if (!dl_compat_translate (GTK_WIDGET (canvas), scroll, 0, cell.y, &x, &y))
    return;
  y += gtk_adjustment_get_value (adjustment);
  gtk_adjustment_clamp_page (adjustment, y - cell.height, y + 2 * cell.height);
}

static void
move_cursor (DlCanvas *canvas, guint cell)
{
  View *self = canvas->state;

  self->cursor = cell;
  scroll_to_cursor (canvas);
  dl_canvas_describe (canvas);
  tell (canvas);
}

/* Strokes -------------------------------------------------------------------------------------- */

static void
release (DlCanvas *canvas)
{
  View *self = canvas->state;

  if (self->anchor == DL_NO_CELL)
    return;
  self->anchor = self->end = DL_NO_CELL;
  self->painter->settled (self->pane);
}

static void
stroke_to (DlCanvas *canvas, guint cell)
{
  View *self = canvas->state;

  if (cell == self->end)
    return;
  self->end = cell;
  move_cursor (canvas, cell);
  self->painter->stroke (self->pane, MIN (self->anchor, cell), MAX (self->anchor, cell), FALSE);
}

static void
on_drag_begin (DlCanvas *canvas, double x, double y)
{
  View *self = canvas->state;

  gtk_widget_grab_focus (GTK_WIDGET (canvas));
  release (canvas);
  self->x = x;
  self->y = y;
  if (!dl_canvas_ensure (canvas) || dl_jobs_map_hit (canvas->layout, x, y) == DL_NO_CELL)
    return;
  self->anchor = dl_jobs_map_hit (canvas->layout, x, y);
  stroke_to (canvas, self->anchor);
}

static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, DlCanvas *canvas)
{
  const View *self = canvas->state;

  if (self->anchor != DL_NO_CELL && dl_canvas_ensure (canvas))
    stroke_to (canvas, dl_jobs_map_nearest (canvas->layout, self->x + dx, self->y + dy));
}

/* Strokes are drags, which a click begins, too. */
static void
click (DlCanvas *canvas, double x, double y, gboolean breaks, gboolean other)
{
}

/* Cells are no places of the other maps. */
static DlPlace
hover_at (DlCanvas *canvas, double x, double y)
{
  View *self = canvas->state;
  const guint cell = dl_jobs_map_hit (canvas->layout, x, y);

  if (cell != self->hovered)
    {
      self->hovered = cell;
      tell (canvas);
    }
  return DL_NOWHERE;
}

/* Keyboard ------------------------------------------------------------------------------------- */

/* Where a key leads from the cursor; itself for one that leads nowhere, DL_NO_CELL for others. */
static guint
step_of (DlCanvas *canvas, guint keyval)
{
  const View *self = canvas->state;
  const DlJobsMap *map = canvas->layout;
  const guint32 *first = self->on->grid->unit_first;
  const guint unit = self->on->grid->cell_unit[self->cursor];

  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      return dl_jobs_map_step (map, self->cursor, -1, 0);
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      return dl_jobs_map_step (map, self->cursor, 1, 0);
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      return dl_jobs_map_step (map, self->cursor, 0, -1);
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      return dl_jobs_map_step (map, self->cursor, 0, 1);
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      return first[unit];
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      return first[unit + 1] - 1;
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      return dl_jobs_map_page (map, self->cursor, -1);
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      return dl_jobs_map_page (map, self->cursor, 1);
    default:
      return DL_NO_CELL;
    }
}

static gboolean
key (DlCanvas *canvas, guint keyval, gboolean shift)
{
  View *self = canvas->state;
  const gboolean erases = keyval == GDK_KEY_Delete || keyval == GDK_KEY_BackSpace;
  guint to;

  if (self->cursor == DL_NO_CELL)
    return FALSE;
  if (erases || keyval == GDK_KEY_space || keyval == GDK_KEY_KP_Space || keyval == GDK_KEY_Return
      || keyval == GDK_KEY_KP_Enter)
    {
      release (canvas);
      self->painter->stroke (self->pane, self->cursor, self->cursor, erases);
      self->painter->settled (self->pane);
      return TRUE;
    }
  to = step_of (canvas, keyval);
  if (to == DL_NO_CELL)
    return FALSE;
  if (shift && self->anchor == DL_NO_CELL)
    self->anchor = self->cursor;
  if (shift)
    {
      stroke_to (canvas, to);
      return TRUE;
    }
  release (canvas);
  move_cursor (canvas, to);
  return TRUE;
}

/* The kind ------------------------------------------------------------------------------------- */

static gboolean
has_same_grid (const DlJobSites *a, const DlJobSites *b)
{
  return a != NULL && b != NULL && a->family == b->family && dl_site_grid_equal (a->grid, b->grid);
}

static void
clear (DlCanvas *canvas)
{
  View *self = canvas->state;

  g_clear_pointer (&self->on, dl_job_sites_unref);
  g_clear_pointer (&self->jobs, dl_jobs_unref);
}

void
dl_jobs_view_show (DlCanvas *canvas, DlJobSites *on, DlJobs *jobs)
{
  View *self = canvas->state;
  const gboolean same = has_same_grid (self->on, on);

  if (!same)
    {
      release (canvas);
      self->cursor = on != NULL && on->grid->n_cells > 0 ? 0 : DL_NO_CELL;
      self->hovered = DL_NO_CELL;
      gtk_accessible_update_property (GTK_ACCESSIBLE (canvas), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      on != NULL ? _ (on->sites.words->map) : _ ("Jobs"), -1);
    }
  if (on != NULL)
    dl_job_sites_ref (on);
  if (jobs != NULL)
    dl_jobs_ref (jobs);
  clear (canvas);
  self->on = on;
  self->jobs = jobs;
  if (!same)
    {
      dl_canvas_lay_out (canvas);
      gtk_widget_queue_resize (GTK_WIDGET (canvas));
    }
  dl_canvas_describe (canvas);
  tell (canvas);
}

static void
init (DlCanvas *canvas)
{
  View *self = canvas->state;
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->cursor = self->hovered = self->anchor = self->end = DL_NO_CELL;
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), canvas);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), canvas);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (release), canvas);
  gtk_widget_add_controller (GTK_WIDGET (canvas), GTK_EVENT_CONTROLLER (drag));
}

GtkWidget *
dl_jobs_view_new (DlView *view, const DlJobsPainter *painter, gpointer pane)
{
  static const DlCanvasKind kind = {
    .state_size = sizeof (View),
    .init = init,
    .clear = clear,
    .silent = TRUE,
    .apart = TRUE,
    .measure = measure,
    .lay_out = lay_out,
    .free_layout = free_layout,
    .draw = draw,
    .hover_at = hover_at,
    .click = click,
    .key = key,
    .release = release,
    .describe = describe,
  };
  GtkWidget *widget = dl_canvas_new (view, &kind, 0, _ ("Jobs"));
  View *self = DL_CANVAS (widget)->state;

  self->painter = painter;
  self->pane = pane;
  return widget;
}
