#include "dl-lesson-split.h"

/* Of the lesson at first: a line of some 45 characters, or some lines below the map. */
#define WIDTH  330
#define HEIGHT 230
/* And at least: so that a window of 1280 has room for it beside all panes. */
#define LEAST_WIDTH  250
#define LEAST_HEIGHT 150
/* The line between, at most. */
#define HANDLE 6

struct _DlLessonSplit
{
  GtkWidget parent;
  GtkWidget *paned, *panes, *lesson;
  int width, height;                    /* of the lesson, beside and below, as the user wants it */
  int allotted;                         /* what it got the last time, of the one or the other */
  int for_width, for_height, for_panes; /* and for what: pixels in all, and what the panes need */
  gboolean beside;
  gboolean placed; /* in this orientation */
};

enum
{
  BESIDE = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlLessonSplit, dl_lesson_split, GTK_TYPE_WIDGET)

static int
least_of (GtkWidget *widget, GtkOrientation orientation)
{
  int least;

  gtk_widget_measure (widget, orientation, -1, &least, NULL, NULL, NULL);
  return least;
}

static gboolean
shows_lesson (DlLessonSplit *self)
{
  return gtk_widget_get_visible (self->lesson);
}

/* So that the window may become too narrow for both beside each other: they go below each other
 * then. */
static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  DlLessonSplit *self = DL_LESSON_SPLIT (widget);
  int least, most;

  /* Asked, too, though what it needs depends on how it stands: it would not hear of changes in it.
   */
  gtk_widget_measure (self->paned, orientation, -1, NULL, NULL, NULL, NULL);
  gtk_widget_measure (self->panes, orientation, -1, &least, &most, NULL, NULL);
  if (shows_lesson (self) && orientation == GTK_ORIENTATION_VERTICAL)
    least += LEAST_HEIGHT;
  *minimum = least;
  *natural = MAX (least, most);
}

static int
lesson_size (DlLessonSplit *self)
{
  return self->beside ? gtk_widget_get_width (self->lesson) : gtk_widget_get_height (self->lesson);
}

/* How large the user made it: what it did not get here. */
static void
remember (DlLessonSplit *self)
{
  const int size = lesson_size (self);

  if (!self->placed || !gtk_widget_get_mapped (self->lesson) || size == self->allotted)
    return;
  if (self->beside)
    self->width = size;
  else
    self->height = size;
}

/* A lesson may take from the panes' height: the style sheet keeps less of it free. */
static void
on_lesson_shown (DlLessonSplit *self)
{
  if (shows_lesson (self))
    gtk_widget_add_css_class (GTK_WIDGET (self), "dl-teaching");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "dl-teaching");
}

static void
turn (DlLessonSplit *self, gboolean beside)
{
  if (beside == self->beside)
    return;
  self->beside = beside;
  self->placed = FALSE;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned),
                                  beside ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[BESIDE]);
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  DlLessonSplit *self = DL_LESSON_SPLIT (widget);
  const int panes = least_of (self->panes, GTK_ORIENTATION_HORIZONTAL);

  remember (self);
  if (!shows_lesson (self) || width != self->for_width || height != self->for_height
      || panes != self->for_panes)
    self->placed = FALSE;
  self->for_width = width;
  self->for_height = height;
  self->for_panes = panes;
  if (shows_lesson (self))
    turn (self, width >= panes + least_of (self->lesson, GTK_ORIENTATION_HORIZONTAL) + HANDLE);
  if (shows_lesson (self) && !self->placed)
    {
      const int room = self->beside
                           ? width - MIN (self->width, width - panes)
                           : height
                                 - MIN (self->height,
                                        height - least_of (self->panes, GTK_ORIENTATION_VERTICAL));

      gtk_paned_set_position (GTK_PANED (self->paned), MAX (room, 0));
      self->placed = TRUE;
    }
  least_of (self->paned, GTK_ORIENTATION_HORIZONTAL); /* it may have turned since it was asked */
  gtk_widget_allocate (self->paned, width, height, baseline, NULL);
  self->allotted = lesson_size (self);
}

gboolean
dl_lesson_split_get_beside (DlLessonSplit *self)
{
  return self->beside;
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == BESIDE)
    g_value_set_boolean (value, DL_LESSON_SPLIT (object)->beside);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
dispose (GObject *object)
{
  g_clear_pointer (&DL_LESSON_SPLIT (object)->paned, gtk_widget_unparent);
  G_OBJECT_CLASS (dl_lesson_split_parent_class)->dispose (object);
}

static void
dl_lesson_split_class_init (DlLessonSplitClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = get_property;
  object_class->dispose = dispose;
  GTK_WIDGET_CLASS (class)->measure = measure;
  GTK_WIDGET_CLASS (class)->size_allocate = size_allocate;
  properties[BESIDE] = g_param_spec_boolean ("beside", NULL, NULL, TRUE,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_lesson_split_init (DlLessonSplit *self)
{
  self->width = WIDTH;
  self->height = HEIGHT;
  self->beside = TRUE;
  self->paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_set_parent (self->paned, GTK_WIDGET (self));
}

GtkWidget *
dl_lesson_split_new (GtkWidget *panes, GtkWidget *lesson)
{
  DlLessonSplit *self = g_object_new (DL_TYPE_LESSON_SPLIT, "vexpand", TRUE, NULL);
  GtkPaned *paned = GTK_PANED (self->paned);

  self->panes = panes;
  self->lesson = lesson;
  gtk_widget_set_size_request (lesson, LEAST_WIDTH, LEAST_HEIGHT);
  gtk_paned_set_start_child (paned, panes);
  gtk_paned_set_end_child (paned, lesson);
  gtk_paned_set_resize_start_child (paned, TRUE);
  gtk_paned_set_resize_end_child (paned, FALSE);
  gtk_paned_set_shrink_start_child (paned, FALSE);
  gtk_paned_set_shrink_end_child (paned, FALSE);
  g_signal_connect_object (lesson, "notify::visible", G_CALLBACK (on_lesson_shown), self,
                           G_CONNECT_SWAPPED);
  on_lesson_shown (self);
  return GTK_WIDGET (self);
}
