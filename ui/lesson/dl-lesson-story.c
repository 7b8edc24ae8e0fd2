#include "dl-lesson-story.h"

#include "dl-marker-layout.h"
#include "dl-pane.h"
#include "dl-session.h"

#include <glib/gi18n-lib.h>

/* First size of the lesson: a line of some 45 characters, or some lines below the map. */
#define WIDTH  330
#define HEIGHT 230
/* And at least: so that a window of 1280 has room for it beside all panes. */
#define LEAST_WIDTH  250
#define LEAST_HEIGHT 150
/* The line between, at most. */
#define HANDLE 6
/* For an audience: so wide that the lesson goes beside the panes, its part of that, and its lines
 * otherwise. */
#define PRESENTED_BESIDE 1600
#define PRESENTED_PART   4
#define PRESENTED_LINES  3

struct _DlLessonSplit
{
  GtkWidget parent;
  GtkWidget *paned, *panes, *lesson;
  int width, height;                    /* of the lesson, beside and below, as the user wants it */
  int allotted;                         /* size given last, of the one or the other */
  int for_width, for_height, for_panes; /* and for what: pixels in all, and what the panes need */
  gboolean beside;
  gboolean placed;     /* in this orientation */
  DlLessonLines lines; /* while it is presented; else NULL */
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

  if (!self->placed || !gtk_widget_get_mapped (self->lesson) || size == self->allotted
      || self->lines != NULL)
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

/* How much of @room, which is width beside the panes and height below them, the lesson gets. */
static int
wanted_of (DlLessonSplit *self, int room)
{
  if (self->lines == NULL)
    return self->beside ? self->width : self->height;
  return self->beside ? room / PRESENTED_PART : self->lines (self->lesson, PRESENTED_LINES);
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  DlLessonSplit *self = DL_LESSON_SPLIT (widget);
  const int panes = least_of (self->panes, GTK_ORIENTATION_HORIZONTAL);
  const gboolean was_beside = self->beside;
  int room = -1;

  remember (self);
  if (!shows_lesson (self) || width != self->for_width || height != self->for_height
      || panes != self->for_panes)
    self->placed = FALSE;
  self->for_width = width;
  self->for_height = height;
  self->for_panes = panes;
  if (shows_lesson (self))
    turn (self, width >= panes + least_of (self->lesson, GTK_ORIENTATION_HORIZONTAL) + HANDLE
                    && (self->lines == NULL || width >= PRESENTED_BESIDE));
  if (shows_lesson (self) && !self->placed)
    {
      room = self->beside ? width - MIN (wanted_of (self, width), width - panes)
                          : height
                                - MIN (wanted_of (self, height),
                                       height - least_of (self->panes, GTK_ORIENTATION_VERTICAL));
      room = MAX (room, 0);
      gtk_paned_set_position (GTK_PANED (self->paned), room);
      self->placed = TRUE;
    }
  least_of (self->paned, GTK_ORIENTATION_HORIZONTAL); /* it may have turned since it was asked */
  gtk_widget_allocate (self->paned, width, height, baseline, NULL);
  if (room >= 0 && self->beside != was_beside)
    {
      /* It took its width for what its height was before. */
      gtk_paned_set_position (GTK_PANED (self->paned), room);
      least_of (self->paned, GTK_ORIENTATION_HORIZONTAL);
      gtk_widget_allocate (self->paned, width, height, baseline, NULL);
    }
  self->allotted = lesson_size (self);
}

gboolean
dl_lesson_split_get_beside (DlLessonSplit *self)
{
  return self->beside;
}

void
dl_lesson_split_present (DlLessonSplit *self, DlLessonLines lines)
{
  self->lines = lines;
  self->placed = FALSE;
  gtk_widget_set_size_request (self->lesson, LEAST_WIDTH, lines != NULL ? -1 : LEAST_HEIGHT);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
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

struct _DlLessonStory
{
  GtkBox parent;
  DlView *view;
  DlStory *story;
  guint moment;
  gboolean away;  /* another scenario was opened meanwhile */
  gboolean opens; /* it is this that opens one */
  GtkLabel *title;
  GtkLabel *summary;
  GtkWidget *rows;
  GtkWidget *scroll;
};

static guint moment_signal;

G_DEFINE_FINAL_TYPE (DlLessonStory, dl_lesson_story, GTK_TYPE_BOX)

/* The network of a moment, whatever was done to it meanwhile; there is nothing to undo. */
static void
show_scenario (DlLessonStory *self)
{
  DlSession *session = dl_view_get_session (self->view);
  const DlMoment *moment = g_ptr_array_index (self->story->moments, self->moment);

  if (dl_session_get_left (session) != NULL && !self->away
      && dl_scenario_same_values (dl_session_get_scenario (session), moment->scenario))
    return;
  self->opens = TRUE;
  dl_session_visit (session, dl_scenario_copy (moment->scenario));
  self->opens = FALSE;
  self->away = FALSE;
}

static void
on_opened (DlLessonStory *self)
{
  if (!self->opens)
    self->away = TRUE;
}

static void
on_selected (GtkListBox *rows, GtkListBoxRow *row, DlLessonStory *self)
{
  if (row == NULL || self->story == NULL)
    return;
  self->moment = (guint) gtk_list_box_row_get_index (row);
  show_scenario (self);
  g_signal_emit (self, moment_signal, 0);
}

static const char *
icon_of (const DlMoment *moment)
{
  static const char *const icons[DL_N_EVENTS] = {
    [DL_EVENT_STEP] = "go-next-symbolic",
    [DL_EVENT_EDIT] = "document-edit-symbolic",
    [DL_EVENT_ANSWER] = "dialog-question-symbolic",
    [DL_EVENT_HINT] = "dialog-information-symbolic",
    [DL_EVENT_SIMULATED] = "media-playback-start-symbolic",
    [DL_EVENT_DONE] = "object-select-symbolic",
    [DL_EVENT_RESET] = "view-refresh-symbolic",
    [DL_EVENT_LEAVE] = "go-up-symbolic",
    [DL_EVENT_RETURN] = "go-down-symbolic",
  };

  if (!moment->is_true)
    return "dialog-warning-symbolic";
  return moment->verdict == DL_ANSWER_WRONG ? "window-close-symbolic" : icons[moment->kind];
}

static GtkWidget *
new_row (const DlMoment *moment)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *icon
      = g_object_new (GTK_TYPE_IMAGE, "icon-name", icon_of (moment), "valign", GTK_ALIGN_START,
                      "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_add_css_class (box, "dl-lesson-moment");
  gtk_widget_set_layout_manager (box, dl_marker_layout_new (8));
  gtk_box_append (GTK_BOX (box), icon);
  gtk_label_set_text (
      dl_pane_add_label (box, moment->kind == DL_EVENT_STEP ? "dl-lesson-heading" : NULL, TRUE),
      moment->text);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, moment->text,
                                  -1);
  return row;
}

static void
fill (DlLessonStory *self)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->rows), 0)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->rows), GTK_WIDGET (row));
  for (guint i = 0; self->story != NULL && i < self->story->moments->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->rows), new_row (self->story->moments->pdata[i]));
}

void
dl_lesson_story_show (DlLessonStory *self, DlStory *story)
{
  g_autoptr (DlStory) before = self->story;
  g_autofree char *title = NULL;
  g_autofree char *summary = NULL;
  g_auto (GStrv) lines = NULL;

  self->story = story;
  self->moment = 0;
  fill (self);
  if (story == NULL)
    {
      if (before != NULL && !self->away)
        dl_session_return (dl_view_get_session (self->view));
      self->away = FALSE;
      return;
    }
  title = story->hand_in->name != NULL
              /* Translators: who handed it in, and the name of the lesson */
              ? g_strdup_printf (_ ("%s: %s"), story->hand_in->name, story->lesson->title)
              : g_strdup (story->lesson->title);
  lines = dl_story_summary (story);
  summary = g_strjoinv ("\n", lines);
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->summary, summary);
  dl_lesson_story_go_to (self, 0);
  /* Begin with the title, which names the student. */
  gtk_adjustment_set_value (
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroll)), 0);
}

const DlStory *
dl_lesson_story_get (DlLessonStory *self)
{
  return self->story;
}

guint
dl_lesson_story_get_moment (DlLessonStory *self)
{
  return self->moment;
}

gboolean
dl_lesson_story_go_to (DlLessonStory *self, guint moment)
{
  GtkListBox *rows = GTK_LIST_BOX (self->rows);
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (rows, (gint) moment);

  if (self->story == NULL || row == NULL)
    return FALSE;
  gtk_list_box_select_row (rows, row);
  gtk_widget_grab_focus (GTK_WIDGET (row)); /* brings it into sight */
  return TRUE;
}

static void
finalize (GObject *object)
{
  DlLessonStory *self = DL_LESSON_STORY (object);

  dl_story_free (self->story);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_lesson_story_parent_class)->finalize (object);
}

static void
dl_lesson_story_class_init (DlLessonStoryClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
  moment_signal = g_signal_new ("moment", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 0);
}

static GtkWidget *
add_button (GtkWidget *foot, const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = dl_pane_add_button (foot, label, tooltip);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static void
dl_lesson_story_init (DlLessonStory *self)
{
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *next;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (body, "dl-lesson-body");
  self->scroll = dl_pane_scrolled (body);
  gtk_box_append (GTK_BOX (self), self->scroll);
  self->title = dl_pane_add_label (body, "dl-headline", TRUE);
  self->summary = dl_pane_add_label (body, NULL, TRUE);
  self->rows = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->rows), GTK_SELECTION_BROWSE);
  gtk_widget_add_css_class (self->rows, "dl-card");
  gtk_widget_add_css_class (self->rows, "dl-rows");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rows), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("What happened, moment by moment"), -1);
  g_signal_connect (self->rows, "row-selected", G_CALLBACK (on_selected), self);
  gtk_box_append (GTK_BOX (body), self->rows);

  gtk_widget_add_css_class (foot, "dl-lesson-foot");
  gtk_box_append (GTK_BOX (self), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self), foot);
  add_button (foot, _ ("_Back"), _ ("To the moment before (Alt+Page Up)"), "lesson.back");
  add_button (foot, _ ("_Continue from Here"), _ ("Continue the lesson where the replay ends"),
              "lesson.go-on-with");
  next = add_button (foot, C_ ("lesson", "_Next"), _ ("To the next moment (Alt+Page Down)"),
                     "lesson.next");
  gtk_widget_set_hexpand (next, TRUE);
  gtk_widget_set_halign (next, GTK_ALIGN_END);
}

GtkWidget *
dl_lesson_story_new (DlView *view)
{
  DlLessonStory *self = g_object_new (DL_TYPE_LESSON_STORY, NULL);

  self->view = g_object_ref (view);
  g_signal_connect_object (dl_view_get_session (view), "opened", G_CALLBACK (on_opened), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
