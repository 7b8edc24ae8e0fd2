#include "dl-time-track.h"

#include "dl-accessible.h"
#include "dl-appearance.h"
#include "dl-journey-text.h"
#include "dl-palette.h"
#include "dl-text.h"
#include "dl-view.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define HEIGHT      34 /* pixels */
#define WIDTH       80 /* likewise, and where there is little room: */
#define LEAST_WIDTH 20
#define EDGE        7.0
#define MARK        4.0  /* half of a mark's size */
#define REACH       7.0  /* a mark is taken from so far */
#define PAGES       10   /* Page Up and Page Down go one of so many parts */
#define LINE_UP     12.0 /* pixels for the lines, of which marks stand below */
#define JOURNEY_UP  8.0  /* height of the ends of a packet's journey, */
#define WAIT_UP     5.0  /* and of its waits */

/* Something that happened, in the line that is shown, or in B alone. Its text is the live run's. */
typedef struct
{
  DlLiveMark mark;
  gboolean of_b;
} Happened;

struct _DlTimeTrack
{
  GtkWidget parent;
  DlLive *live;  /* nullable */
  GArray *marks; /* Happened, until the next story */
  guint64 cycle, seen;
  guint64 extent;   /* the last cycle of any line */
  GtkPopover *menu; /* nullable */
};

G_DEFINE_FINAL_TYPE (DlTimeTrack, dl_time_track, GTK_TYPE_WIDGET)

static double
span (DlTimeTrack *self)
{
  return fmax (gtk_widget_get_width (GTK_WIDGET (self)) - 2 * EDGE, 1);
}

double
dl_time_track_x (DlTimeTrack *self, guint64 cycle)
{
  return EDGE + (self->extent > 0 ? span (self) * ((double) cycle / self->extent) : 0);
}

guint64
dl_time_track_cycle (DlTimeTrack *self, double x)
{
  return (guint64) round (CLAMP ((x - EDGE) / span (self), 0, 1) * self->extent);
}

/* A mark that @x points at; NULL: none. */
static const Happened *
mark_at (DlTimeTrack *self, double x)
{
  const Happened *best = NULL;

  for (guint i = 0; i < self->marks->len; i++)
    {
      const Happened *it = &g_array_index (self->marks, Happened, i);
      const double away = fabs (dl_time_track_x (self, it->mark.cycle) - x);

      if (away <= REACH
          && (best == NULL || away < fabs (dl_time_track_x (self, best->mark.cycle) - x)))
        best = it;
    }
  return best;
}

const DlLiveLine *
dl_time_line_b (DlLive *live)
{
  guint n = 0;
  const DlLiveLine *lines = live != NULL ? dl_live_get_lines (live, &n) : NULL;

  for (guint i = 0; i < n; i++)
    if (lines[i].is_b)
      return &lines[i];
  return NULL;
}

static gboolean
has_edit (DlTimeTrack *self, const DlRecordedEdit *edit)
{
  for (guint i = 0; i < self->marks->len; i++)
    {
      const DlLiveMark *mark = &g_array_index (self->marks, Happened, i).mark;

      if (mark->kind == DL_LIVE_MARK_EDIT && mark->cycle == edit->cycle
          && g_strcmp0 (mark->text, edit->label) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Marks of the line that is shown, and of edits in B alone. */
static void
find_marks (DlTimeTrack *self)
{
  guint n = 0;
  const DlLiveMark *marks = self->live != NULL ? dl_live_get_marks (self->live, &n) : NULL;
  const DlLiveLine *b = dl_time_line_b (self->live);

  g_array_set_size (self->marks, 0);
  for (guint i = 0; i < n; i++)
    g_array_append_vals (self->marks, &(Happened) { marks[i], FALSE }, 1);
  for (guint i = 0; b != NULL && i < b->recording->edits->len; i++)
    {
      const DlRecordedEdit *edit = g_ptr_array_index (b->recording->edits, i);
      const Happened it = { { DL_LIVE_MARK_EDIT, edit->cycle, edit->label }, TRUE };

      if (!has_edit (self, edit))
        g_array_append_val (self->marks, it);
    }
}

static void
seek (DlTimeTrack *self, guint64 cycle)
{
  if (self->live != NULL && self->seen > 0)
    dl_live_seek (self->live, MIN (cycle, self->seen));
}

static void
move (DlTimeTrack *self, double cycles)
{
  seek (self, (guint64) CLAMP ((double) self->cycle + cycles, 0, (double) self->seen));
}

/* Drawing */

static void
drawn_clear (gpointer line)
{
  g_array_unref (((DlLiveLine *) line)->points);
}

typedef double (*Value) (const DlSimPoint *from, const DlSimPoint *to);

static double
throughput (const DlSimPoint *from, const DlSimPoint *to)
{
  return (double) (to->delivered_flits - from->delivered_flits) / (to->cycle - from->cycle);
}

/* Trace a line's points, combined into steps of at least two pixels. @cr NULL: only the largest
 * value. */
static double
trace (DlTimeTrack *self, const DlLiveLine *line, Value value, double most, cairo_t *cr)
{
  const DlSimPoint *points = (const DlSimPoint *) line->points->data;
  const double step = fmax (self->extent / span (self) * 2, 1);
  double largest = 0;

  for (guint i = 0, from = 0; i < line->points->len; i++)
    {
      double y;

      if (points[i].cycle < points[from].cycle + step)
        continue;
      y = value (&points[from], &points[i]);
      if (!isnan (y))
        largest = fmax (largest, y);
      if (cr != NULL && !isnan (y))
        cairo_line_to (cr, dl_time_track_x (self, (points[from].cycle + points[i].cycle) / 2),
                       EDGE + LINE_UP * (1 - (most > 0 ? y / most : 0)));
      from = i;
    }
  return largest;
}

/* Over which others a line is drawn: the one that is shown is over B, and B over the rest. */
static guint
rank (const DlLiveLine *line)
{
  return line->is_shown ? 2 : line->is_b ? 1 : 0;
}

/* All lines on one scale: the one that is shown in @color, B thin, the others gray. */
static void
draw_lines (DlTimeTrack *self, GArray *lines, cairo_t *cr, Value value, const DlColor *color,
            const DlTheme *theme, gboolean dashed)
{
  const DlColor *const colors[] = { &theme->muted, &theme->foreground, color };
  const double dash[] = { 3, 2 };
  double most = 0;

  for (guint i = 0; i < lines->len; i++)
    most = fmax (most, trace (self, &g_array_index (lines, DlLiveLine, i), value, 0, NULL));
  cairo_save (cr);
  cairo_set_dash (cr, dash, dashed ? G_N_ELEMENTS (dash) : 0, 0);
  for (guint r = 0; r < G_N_ELEMENTS (colors); r++)
    for (guint i = 0; i < lines->len; i++)
      {
        const DlLiveLine *line = &g_array_index (lines, DlLiveLine, i);

        if (rank (line) != r)
          continue;
        dl_color_set (cr, colors[r]);
        cairo_set_line_width (cr, r == 1 ? 0.75 : 1.25);
        trace (self, line, value, most, cr);
        cairo_stroke (cr);
      }
  cairo_restore (cr);
}

/* All lines, each with points up to when it last stood still. While one runs, others come one by
 * one, which are few. */
static GArray *
lines_to_draw (DlTimeTrack *self)
{
  guint n, n_points;
  const DlLiveLine *lines = dl_live_get_lines (self->live, &n);
  const DlSimPoint *points = dl_live_get_points (self->live, &n_points);
  GArray *drawn = g_array_new (FALSE, FALSE, sizeof (DlLiveLine));

  g_array_set_clear_func (drawn, drawn_clear);
  for (guint i = 0; i < n; i++)
    {
      DlLiveLine line = { .is_shown = lines[i].is_shown,
                          .is_b = lines[i].is_b,
                          .points = g_array_copy (lines[i].points) };
      const guint64 last = g_array_index (line.points, DlSimPoint, line.points->len - 1).cycle;

      for (guint k = 0; line.is_shown && k < n_points; k++)
        if (points[k].cycle > last)
          g_array_append_val (line.points, points[k]);
      g_array_append_val (drawn, line);
    }
  return drawn;
}

/* Told apart by form: an edit points up, one of B alone is hollow, a lock is crossed out, a diamond
 * is enough, a bar on the ground a saturated run. */
static void
draw_mark (cairo_t *cr, const Happened *happened, double x, double y, const DlTheme *theme)
{
  switch (happened->mark.kind)
    {
    case DL_LIVE_MARK_EDIT:
      dl_color_set (cr, happened->of_b ? &theme->foreground : &theme->accent);
      cairo_move_to (cr, x, y - MARK);
      cairo_line_to (cr, x + MARK, y + MARK);
      cairo_line_to (cr, x - MARK, y + MARK);
      cairo_close_path (cr);
      cairo_set_line_width (cr, 1);
      if (happened->of_b)
        cairo_stroke (cr);
      else
        cairo_fill (cr);
      break;
    case DL_LIVE_MARK_ENOUGH:
      dl_color_set (cr, &theme->foreground);
      cairo_move_to (cr, x, y - MARK);
      cairo_line_to (cr, x + MARK, y);
      cairo_line_to (cr, x, y + MARK);
      cairo_line_to (cr, x - MARK, y);
      cairo_fill (cr);
      break;
    case DL_LIVE_MARK_SATURATED:
      dl_color_set (cr, &theme->foreground);
      cairo_rectangle (cr, x - MARK, y + MARK - 3, 2 * MARK, 3);
      cairo_fill (cr);
      break;
    case DL_LIVE_MARK_DEADLOCK:
      dl_color_set (cr, &theme->broken);
      cairo_set_line_width (cr, 2);
      cairo_move_to (cr, x - MARK, y - MARK);
      cairo_line_to (cr, x + MARK, y + MARK);
      cairo_move_to (cr, x - MARK, y + MARK);
      cairo_line_to (cr, x + MARK, y - MARK);
      cairo_stroke (cr);
      break;
    }
}

/* Where B ends. */
static void
draw_end_of_b (DlTimeTrack *self, const DlLiveLine *b, cairo_t *cr, double bottom,
               const DlTheme *theme)
{
  const double x = dl_time_track_x (self, b->end);

  dl_color_set (cr, &theme->foreground);
  cairo_rectangle (cr, round (x) - 1, bottom - LINE_UP, 1, LINE_UP);
  cairo_fill (cr);
  dl_text_draw (cr, x - 4, bottom - LINE_UP - 2, "B", DL_TEXT_SMALL, FALSE, DL_ALIGN_END, 0);
}

/* The journey of a packet: a thin line on the ground, thick where it waits, with its ends. */
static void
draw_journey (DlTimeTrack *self, cairo_t *cr, double bottom, const DlTheme *theme)
{
  const DlJourney *journey = dl_live_get_journey (self->live);
  double from, to;

  if (journey == NULL)
    return;
  from = dl_time_track_x (self, journey->packet.created);
  to = fmax (dl_time_track_x (self, journey->until), from + 2);
  dl_color_set (cr, &theme->accent);
  cairo_rectangle (cr, from, bottom - 2, to - from, 2);
  cairo_rectangle (cr, from - 1, bottom - JOURNEY_UP, 1, JOURNEY_UP);
  if (journey->left)
    cairo_rectangle (cr, to, bottom - JOURNEY_UP, 1, JOURNEY_UP);
  for (guint i = 0; i < journey->steps->len; i++)
    {
      const DlJourneyStep *step = &g_array_index (journey->steps, DlJourneyStep, i);
      const double x = dl_time_track_x (self, step->from);

      if (step->kind == DL_STEP_WAIT)
        cairo_rectangle (cr, x, bottom - WAIT_UP, fmax (dl_time_track_x (self, step->to) - x, 0.5),
                         WAIT_UP);
    }
  cairo_fill (cr);
}

static void
draw_track (DlTimeTrack *self, cairo_t *cr, double bottom, const DlTheme *theme)
{
  const DlLiveLine *b = dl_time_line_b (self->live);
  const double x = dl_time_track_x (self, self->cycle);
  g_autoptr (GArray) lines = lines_to_draw (self);

  draw_lines (self, lines, cr, throughput, &theme->series[0], theme, FALSE);
  draw_lines (self, lines, cr, dl_sim_points_latency, &theme->series[1], theme, TRUE);
  for (guint i = 0; i < self->marks->len; i++)
    {
      const Happened *it = &g_array_index (self->marks, Happened, i);

      if (it->of_b || it->mark.cycle <= self->seen)
        draw_mark (cr, it, dl_time_track_x (self, it->mark.cycle), bottom - MARK - 1, theme);
    }
  if (b != NULL)
    draw_end_of_b (self, b, cr, bottom, theme);
  draw_journey (self, cr, bottom, theme);
  dl_color_set (cr, &theme->foreground);
  cairo_rectangle (cr, round (x) - 1, 1, 2, bottom);
  cairo_arc (cr, x, 4, 4, 0, 2 * G_PI);
  cairo_fill (cr);
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  DlTimeTrack *self = DL_TIME_TRACK (widget);
  const double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const DlTheme *theme = dl_view_theme (widget);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));

  dl_color_set (cr, &theme->grid);
  cairo_rectangle (cr, EDGE, height - 1, span (self), 1);
  cairo_fill (cr);
  if (self->live != NULL && self->seen > 0)
    draw_track (self, cr, height - 1, theme);
  cairo_destroy (cr);
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : LEAST_WIDTH;
  *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : WIDTH;
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  DlTimeTrack *self = DL_TIME_TRACK (widget);

  if (self->menu != NULL)
    gtk_popover_present (self->menu);
}

/* In words */

static char *
mark_text (const Happened *happened)
{
  const DlLiveMark *mark = &happened->mark;

  switch (mark->kind)
    {
    case DL_LIVE_MARK_EDIT:
      if (happened->of_b)
        /* Translators: what was changed in the line of a run that is compared with, B */
        return g_strdup_printf (_ ("B, cycle %'lu: %s"), (gulong) mark->cycle, mark->text);
      /* Translators: a clock cycle of a simulation, and what was changed in it */
      return g_strdup_printf (_ ("Cycle %'lu: %s"), (gulong) mark->cycle, mark->text);
    case DL_LIVE_MARK_ENOUGH:
      return g_strdup_printf (_ ("Cycle %'lu: a run of the command line would end here"),
                              (gulong) mark->cycle);
    case DL_LIVE_MARK_SATURATED:
      return g_strdup_printf (_ ("Cycle %'lu: the network is saturated"), (gulong) mark->cycle);
    case DL_LIVE_MARK_DEADLOCK:
      return g_strdup_printf (_ ("Cycle %'lu: packets wait for each other forever"),
                              (gulong) mark->cycle);
    }
  g_assert_not_reached ();
}

char *
dl_time_cycle_text (guint64 cycle, guint64 seen)
{
  if (cycle < seen)
    /* Translators: the clock cycle that is shown, and how many there are */
    return g_strdup_printf (_ ("Cycle %'lu of %'lu"), (gulong) cycle, (gulong) seen);
  return g_strdup_printf (_ ("Cycle %'lu"), (gulong) cycle);
}

char *
dl_time_change_title (const DlFamily *family, gconstpointer shape, const DlTapeChange *change)
{
  g_autofree char *name = family->name (shape, dl_place_link (change->link), DL_NAME_PEOPLE);

  /* Translators: a link of the network */
  return g_strdup_printf (_ ("%s changes most"), name);
}

char *
dl_time_change_text (const DlTapeChange *change)
{
  return g_strdup_printf (
      /* Translators: the utilization of a link before and after a clock cycle */
      _ ("Used %.0f%% in the %'lu cycles before cycle %'lu, %.0f%% in the %'lu after"),
      100 * change->from, (gulong) change->before, (gulong) change->cycle, 100 * change->to,
      (gulong) change->after);
}

/* Step of the journey at the cycle under the pointer; NULL. */
static char *
journey_text (DlTimeTrack *self, double x)
{
  const DlJourney *journey = self->live != NULL ? dl_live_get_journey (self->live) : NULL;
  const DlLivePicture *picture = self->live != NULL ? dl_live_get_picture (self->live) : NULL;
  g_autoptr (DlJourneyStory) story = NULL;
  guint i;

  if (journey == NULL || picture == NULL || x < dl_time_track_x (self, journey->packet.created)
      || x > dl_time_track_x (self, journey->until))
    return NULL;
  i = dl_journey_find (journey, dl_time_track_cycle (self, x));
  if (i == journey->steps->len)
    return NULL;
  story = dl_journey_story_new (journey, picture->family, picture->shape);
  return dl_journey_step_sentence (story, &g_array_index (journey->steps, DlJourneyStep, i));
}

static gboolean
on_query_tooltip (DlTimeTrack *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  const Happened *mark = keyboard ? NULL : mark_at (self, x);
  g_autofree char *text = NULL;

  if (self->seen == 0 && self->live != NULL && dl_live_get_last (self->live) != NULL)
    text = g_strdup_printf (_ ("The last run came to cycle %'lu, and is not simulated again yet\n"
                               "Ctrl+F8 continues it there, F8 begins a new one"),
                            (gulong) dl_live_get_last (self->live)->end);
  else if (self->seen == 0)
    text = g_strdup (_ ("Run the simulation (F8): its time appears here, and can be gone back to"));
  else if (mark != NULL)
    text = mark_text (mark);
  else if (!keyboard && (text = journey_text (self, x)) != NULL)
    ;
  else
    {
      g_autofree char *at = dl_time_cycle_text (dl_time_track_cycle (self, x), self->seen);

      text = g_strdup_printf (
          /* Translators: below the clock cycle under the pointer */
          dl_time_line_b (self->live) != NULL
              ? _ ("%s\nSolid: accepted throughput. Dashed: packet latency. Thin: B.\nDrag, or "
                   "click a mark")
              : _ ("%s\nSolid: accepted throughput. Dashed: packet latency.\nDrag, or click a "
                   "mark"),
          at);
    }
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* GTK 4.8 tells the value of ranges only. */
static void
tell (DlTimeTrack *self)
{
  const DlLivePicture *b = self->live != NULL ? dl_live_get_picture_b (self->live) : NULL;
  g_autofree char *at = dl_time_cycle_text (self->cycle, self->seen);
  g_autofree char *of_b = b != NULL ? dl_time_cycle_text (b->cycle, b->seen) : NULL;
  g_autofree char *text
      /* Translators: two cycles, "Cycle 7,900 of 20,000. B: Cycle 7,900 of 9,000" */
      = of_b != NULL ? g_strdup_printf (_ ("%s. B: %s"), at, of_b) : g_strdup (at);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static void
on_picture (DlTimeTrack *self)
{
  const DlLivePicture *picture = self->live != NULL ? dl_live_get_picture (self->live) : NULL;
  const guint64 cycle = picture != NULL ? picture->cycle : 0;
  const guint64 seen = picture != NULL ? MAX (picture->seen, cycle) : 0;

  guint64 extent = seen;
  guint n = 0;
  const DlLiveLine *lines = self->live != NULL ? dl_live_get_lines (self->live, &n) : NULL;

  for (guint i = 0; i < n; i++)
    extent = MAX (extent, lines[i].end);
  if (self->cycle == cycle && self->seen == seen && self->extent == extent)
    return;
  self->cycle = cycle;
  self->seen = seen;
  self->extent = extent;
  tell (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_story (DlTimeTrack *self)
{
  find_marks (self);
  on_picture (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Pointer and keys */

static void
point (DlTimeTrack *self, double x)
{
  const Happened *mark = mark_at (self, x);

  seek (self, mark != NULL ? mark->mark.cycle : dl_time_track_cycle (self, x));
}

static void
on_drag_begin (GtkGestureDrag *drag, double x, double y, DlTimeTrack *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  point (self, x);
}

static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, DlTimeTrack *self)
{
  double x, y;

  if (gtk_gesture_drag_get_start_point (drag, &x, &y) && fabs (dx) > 2)
    seek (self, dl_time_track_cycle (self, x + dx));
}

/* Questions about the cycle at @x, or that of @mark (nullable). */
static void
show_menu (DlTimeTrack *self, double x, const Happened *mark)
{
  const guint64 cycle = mark != NULL ? mark->mark.cycle : dl_time_track_cycle (self, x);
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenuItem) change = g_menu_item_new (_ ("What _Changes Most After This"), NULL);

  if (self->seen == 0)
    return;
  g_menu_item_set_action_and_target (change, "win.time-change-at", "t", cycle);
  g_menu_append_item (menu, change);
  if (mark != NULL && mark->mark.kind == DL_LIVE_MARK_DEADLOCK)
    g_menu_append (menu, _ ("_When It Closed"), "win.time-lock");
  g_menu_append (menu, _ ("_Journey of the Selected Packet"), "win.packet-journey");
  if (self->menu == NULL)
    {
      self->menu = GTK_POPOVER (gtk_popover_menu_new_from_model (NULL));
      gtk_popover_set_has_arrow (self->menu, TRUE);
      gtk_widget_set_parent (GTK_WIDGET (self->menu), GTK_WIDGET (self));
    }
  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), G_MENU_MODEL (menu));
  gtk_popover_set_pointing_to (self->menu, &(GdkRectangle) { (int) x, 0, 1, HEIGHT });
  gtk_popover_popup (self->menu);
}

static void
on_menu_pressed (GtkGestureClick *click, int n_press, double x, double y, DlTimeTrack *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  show_menu (self, x, mark_at (self, x));
}

static guint
epoch (DlTimeTrack *self)
{
  const DlScenario *scenario = dl_session_get_scenario (dl_live_get_session (self->live));

  return MAX (scenario->router.age_clock_period, 1);
}

static gboolean
on_key (GtkEventControllerKey *key, guint keyval, guint code, GdkModifierType state,
        DlTimeTrack *self)
{
  const double one = state & GDK_CONTROL_MASK && self->live != NULL ? epoch (self) : 1;

  if (keyval == GDK_KEY_Menu || (keyval == GDK_KEY_F10 && state & GDK_SHIFT_MASK))
    {
      const double x = dl_time_track_x (self, self->cycle);

      show_menu (self, x, mark_at (self, x));
      return GDK_EVENT_STOP;
    }
  if (state & (GDK_ALT_MASK | GDK_SHIFT_MASK) || self->seen == 0)
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_Down:
      move (self, -one);
      break;
    case GDK_KEY_Right:
    case GDK_KEY_Up:
      move (self, one);
      break;
    case GDK_KEY_Page_Down:
      move (self, -ceil ((double) self->seen / PAGES));
      break;
    case GDK_KEY_Page_Up:
      move (self, ceil ((double) self->seen / PAGES));
      break;
    case GDK_KEY_Home:
      seek (self, 0);
      break;
    case GDK_KEY_End:
      seek (self, self->seen);
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  return GDK_EVENT_STOP;
}

void
dl_time_track_set_live (DlTimeTrack *self, DlLive *live)
{
  if (self->live == live)
    return;
  if (self->live != NULL)
    g_signal_handlers_disconnect_by_data (self->live, self);
  g_set_object (&self->live, live);
  if (live != NULL)
    {
      g_signal_connect_object (live, "notify::picture", G_CALLBACK (on_picture), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (live, "story", G_CALLBACK (on_story), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (live, "notify::journey", G_CALLBACK (gtk_widget_queue_draw), self,
                               G_CONNECT_SWAPPED);
    }
  on_story (self);
}

static void
track_dispose (GObject *object)
{
  DlTimeTrack *self = DL_TIME_TRACK (object);

  dl_time_track_set_live (self, NULL);
  if (self->menu != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->menu)));
  G_OBJECT_CLASS (dl_time_track_parent_class)->dispose (object);
}

static void
track_finalize (GObject *object)
{
  g_array_unref (DL_TIME_TRACK (object)->marks);
  G_OBJECT_CLASS (dl_time_track_parent_class)->finalize (object);
}

static void
dl_time_track_class_init (DlTimeTrackClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = track_dispose;
  G_OBJECT_CLASS (class)->finalize = track_finalize;
  widget_class->snapshot = snapshot;
  widget_class->measure = measure;
  widget_class->size_allocate = size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
dl_time_track_init (DlTimeTrack *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *menu = gtk_gesture_click_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  self->marks = g_array_new (FALSE, FALSE, sizeof (Happened));
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect (menu, "pressed", G_CALLBACK (on_menu_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (menu));
  gtk_widget_add_controller (GTK_WIDGET (self), key);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Time of the simulation"), -1);
  tell (self);
}
