#include "dl-pane.h"

#include "dl-accessible.h"
#include "dl-appearance.h"
#include "dl-rows.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Least width of charts, in pixels: with less room their text grows less. */
#define LEAST_CHART_WIDTH 250.0
/* A page has not room for much more. */
#define MOST_CHART_SCALE 1.65
/* A wide chart grows in height by a part of what it grows in width, up to so many times. */
#define CHART_GROWTH      .5
#define MOST_CHART_GROWTH 1.6
/* Twice the width of a page that is as narrow as can be. */
#define TWO_COLUMNS 520

typedef struct
{
  DlView *view;
  GtkWidget *child;
} DlPanePrivate;

G_DEFINE_TYPE_WITH_PRIVATE (DlPane, dl_pane, GTK_TYPE_WIDGET)

static DlPanePrivate *
private_of (gpointer self)
{
  return dl_pane_get_instance_private (DL_PANE (self));
}

static void
dispose (GObject *object)
{
  g_clear_pointer (&private_of (object)->child, gtk_widget_unparent);
  G_OBJECT_CLASS (dl_pane_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  g_clear_object (&private_of (object)->view);
  G_OBJECT_CLASS (dl_pane_parent_class)->finalize (object);
}

static void
dl_pane_class_init (DlPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
dl_pane_init (DlPane *self)
{
}

gpointer
dl_pane_new (GType type, DlView *view, const char *label)
{
  gpointer self = g_object_new (type, NULL);

  private_of (self)->view = g_object_ref (view);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return self;
}

DlView *
dl_pane_get_view (DlPane *self)
{
  return private_of (self)->view;
}

void
dl_pane_set_child (DlPane *self, GtkWidget *child)
{
  DlPanePrivate *private = private_of (self);

  g_return_if_fail (private->child == NULL);
  private->child = child;
  gtk_widget_set_parent (child, GTK_WIDGET (self));
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state,
        DlPane *self)
{
  DlView *view = dl_pane_get_view (self);

  if (keyval != GDK_KEY_Escape || dl_view_get_path_kind (view) == DL_PATH_NONE)
    return FALSE;
  dl_view_hide_path (view);
  return TRUE;
}

void
dl_pane_hide_path_on_escape (DlPane *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

/* Pieces --------------------------------------------------------------------------------------- */

GtkLabel *
dl_pane_add_label (GtkWidget *box, const char *css_class, gboolean wrap)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), wrap);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

void
dl_pane_show_text (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

GtkProgressBar *
dl_pane_add_progress (GtkWidget *box, const char *label)
{
  GtkWidget *bar = gtk_progress_bar_new ();

  gtk_widget_set_visible (bar, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_box_append (GTK_BOX (box), bar);
  return GTK_PROGRESS_BAR (bar);
}

void
dl_pane_show_progress (GtkProgressBar *bar, gboolean running, double fraction, double seconds_left)
{
  g_autofree char *time = isnan (seconds_left) ? NULL : dl_duration_text (seconds_left);
  /* Translators: a duration: “about 20 s left” */
  g_autofree char *text = time != NULL ? g_strdup_printf (_ ("%s left"), time) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (bar), running);
  gtk_progress_bar_set_fraction (bar, fraction);
  gtk_progress_bar_set_text (bar, text);
  gtk_progress_bar_set_show_text (bar, text != NULL);
}

GtkWidget *
dl_pane_add_button (GtkWidget *box, const char *label, const char *tooltip)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_add_css_class (button, "dl-pill");
  gtk_label_set_wrap (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), TRUE);
  gtk_label_set_justify (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))),
                         GTK_JUSTIFY_CENTER);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

/* A chart, which draws for text of the usual size. */
typedef struct
{
  GtkDrawingAreaDrawFunc draw;
  gpointer user_data;
  int height;
  gboolean grows;
} Chart;

#define DL_TYPE_CHART_AREA (dl_chart_area_get_type ())
G_DECLARE_FINAL_TYPE (DlChartArea, dl_chart_area, DL, CHART_AREA, GtkDrawingArea)

/* A drawing area with a height for each width. */
struct _DlChartArea
{
  GtkDrawingArea parent;
};

G_DEFINE_FINAL_TYPE (DlChartArea, dl_chart_area, GTK_TYPE_DRAWING_AREA)

static Chart *
chart_of (GtkWidget *area)
{
  return g_object_get_data (G_OBJECT (area), "dl-chart");
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  const Chart *chart = chart_of (widget);

  return chart != NULL && chart->grows ? GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH
                                       : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  const Chart *chart = chart_of (widget);

  GTK_WIDGET_CLASS (dl_chart_area_parent_class)
      ->measure (widget, orientation, for_size, minimum, natural, minimum_baseline,
                 natural_baseline);
  if (orientation == GTK_ORIENTATION_VERTICAL && for_size > 0 && chart != NULL && chart->grows)
    {
      const double wide = for_size / (LEAST_CHART_WIDTH * dl_text_size_scale ()) - 1;

      /* The least must not grow with the width, or else GTK expects widgets to overlap. */
      *natural = (int) (*minimum * CLAMP (1 + CHART_GROWTH * wide, 1, MOST_CHART_GROWTH));
    }
}

static void
dl_chart_area_class_init (DlChartAreaClass *class)
{
  GTK_WIDGET_CLASS (class)->get_request_mode = get_request_mode;
  GTK_WIDGET_CLASS (class)->measure = measure;
}

static void
dl_chart_area_init (DlChartArea *self)
{
}

double
dl_pane_chart_scale (GtkWidget *chart)
{
  return CLAMP (gtk_widget_get_width (chart) / LEAST_CHART_WIDTH, 1, dl_text_size_scale ());
}

DlRect
dl_pane_chart_rect (GtkWidget *chart)
{
  const double scale = dl_pane_chart_scale (chart);

  return (DlRect) { 0, 0, gtk_widget_get_width (chart) / scale,
                    gtk_widget_get_height (chart) / scale };
}

static void
draw_scaled (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  const Chart *chart = user_data;
  const double scale = dl_pane_chart_scale (GTK_WIDGET (area));

  cairo_scale (cr, scale, scale);
  chart->draw (area, cr, (int) (width / scale), (int) (height / scale), chart->user_data);
}

static void
follow_text_size (GtkWidget *area)
{
  gtk_drawing_area_set_content_height (
      GTK_DRAWING_AREA (area),
      (int) (chart_of (area)->height * MIN (dl_text_size_scale (), MOST_CHART_SCALE)));
}

void
dl_pane_set_chart_height (GtkWidget *chart, int height)
{
  chart_of (chart)->height = height;
  follow_text_size (chart);
}

GtkWidget *
dl_pane_add_chart (GtkWidget *box, int height, GtkDrawingAreaDrawFunc draw, const char *label,
                   gpointer user_data)
{
  GtkWidget *area
      = g_object_new (DL_TYPE_CHART_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
  Chart *chart = g_new (Chart, 1);

  *chart = (Chart) { draw, user_data, height, FALSE };
  g_object_set_data_full (G_OBJECT (area), "dl-chart", chart, g_free);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_scaled, chart, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  dl_text_size_follow (area, G_CALLBACK (follow_text_size), area);
  gtk_box_append (GTK_BOX (box), area);
  return area;
}

void
dl_pane_chart_grows (GtkWidget *chart)
{
  chart_of (chart)->grows = TRUE;
  gtk_widget_queue_resize (chart);
}

/* In the second frame its large type is known, which its room is measured in. */
static gboolean
settle_figure (GtkWidget *number, GdkFrameClock *clock, gpointer user_data)
{
  g_autofree char *text = g_strdup (gtk_inscription_get_text (GTK_INSCRIPTION (number)));
  guint *n_frames = user_data;

  if ((*n_frames)++ == 0)
    return G_SOURCE_CONTINUE;
  gtk_inscription_set_text (GTK_INSCRIPTION (number), NULL);
  dl_number_show (GTK_INSCRIPTION (number), text);
  return G_SOURCE_REMOVE;
}

static void
on_figure_map (GtkWidget *number)
{
  gtk_widget_add_tick_callback (number, settle_figure, g_new0 (guint, 1), g_free);
}

GtkInscription *
dl_pane_add_figure (GtkWidget *box, guint min_chars)
{
  GtkWidget *number = dl_number_new (min_chars);

  gtk_widget_add_css_class (number, "dl-figure");
  gtk_inscription_set_xalign (GTK_INSCRIPTION (number), 0); /* a headline, in no column */
  g_signal_connect_after (number, "map", G_CALLBACK (on_figure_map), NULL);
  gtk_box_append (GTK_BOX (box), number);
  return GTK_INSCRIPTION (number);
}

/* Long pages ----------------------------------------------------------------------------------- */

/* Rows that are in sight at first, and that come with each frame afterwards: some milliseconds of
 * work. */
#define FIRST_ROWS 6
#define MORE_ROWS  3

static gboolean
show_more (GtkWidget *list, GdkFrameClock *clock, gpointer user_data)
{
  guint *n_frames = user_data;
  GtkWidget *row = gtk_widget_get_first_child (list);

  if ((*n_frames)++ == 0)
    return G_SOURCE_CONTINUE;
  for (guint n = 0; row != NULL && n < MORE_ROWS; row = gtk_widget_get_next_sibling (row))
    if (!gtk_widget_get_visible (row))
      {
        gtk_widget_set_visible (row, TRUE);
        n++;
      }
  return row != NULL ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
on_list_map (GtkWidget *list)
{
  g_signal_handlers_disconnect_by_func (list, on_list_map, NULL);
  gtk_widget_add_tick_callback (list, show_more, g_new0 (guint, 1), g_free);
}

void
dl_pane_show_later (GtkWidget *list)
{
  guint n = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    gtk_widget_set_visible (row, n++ < FIRST_ROWS);
  g_signal_connect (list, "map", G_CALLBACK (on_list_map), NULL);
}

/* Wide pages ----------------------------------------------------------------------------------- */

/* A box that stands or lies. */
typedef struct
{
  GtkWidget *box;
  GtkAdjustment *room;
  guint idle;
} Columns;

static void
columns_free (gpointer data)
{
  Columns *columns = data;

  g_clear_handle_id (&columns->idle, g_source_remove);
  g_signal_handlers_disconnect_by_data (columns->room, columns);
  g_object_unref (columns->room);
  g_free (columns);
}

static gboolean
lay_columns (gpointer data)
{
  Columns *columns = data;
  const gboolean wide
      = gtk_adjustment_get_page_size (columns->room) >= TWO_COLUMNS * dl_text_size_scale ();

  columns->idle = 0;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (columns->box),
                                  wide ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  gtk_box_set_homogeneous (GTK_BOX (columns->box), wide);
  return G_SOURCE_REMOVE;
}

/* Nothing moves while it is laid out. */
static void
on_room (Columns *columns)
{
  if (columns->idle == 0)
    columns->idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, lay_columns, columns, NULL);
}

void
dl_pane_set_columns (GtkWidget *box, GtkWidget *scroll)
{
  Columns *columns = g_new0 (Columns, 1);

  columns->box = box;
  columns->room = g_object_ref (gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scroll)));
  g_object_set_data_full (G_OBJECT (box), "dl-columns", columns, columns_free);
  g_signal_connect_swapped (columns->room, "notify::page-size", G_CALLBACK (on_room), columns);
}

GtkWidget *
dl_pane_scrolled (GtkWidget *child)
{
  GtkWidget *scroll = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroll), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), child);
  /* Charts that grow with the width are scrolled at the height that they like. */
  gtk_scrollable_set_vscroll_policy (
      GTK_SCROLLABLE (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scroll))),
      GTK_SCROLL_NATURAL);
  gtk_widget_set_vexpand (scroll, TRUE);
  return scroll;
}
