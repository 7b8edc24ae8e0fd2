#include "dl-choice-list.h"

#include "dl-journey-text.h"
#include "dl-pane.h"
#include "dl-rows.h"

#include <glib/gi18n-lib.h>

#define DL_TYPE_CHOICE_LIST (dl_choice_list_get_type ())
G_DECLARE_FINAL_TYPE (DlChoiceList, dl_choice_list, DL, CHOICE_LIST, GtkWidget)

/* Where there is no room for more. */
#define LEAST_COLUMNS 4
/* Pixels of its table. */
#define HEIGHT 168

struct _DlChoiceList
{
  GtkWidget parent;
  DlView *view; /* the page's */
  GtkWidget *box;
  GtkLabel *title, *summary;
  DlRows *rows;
};

G_DEFINE_FINAL_TYPE (DlChoiceList, dl_choice_list, GTK_TYPE_WIDGET)

/* Story of the selected packet; NULL: it made no choices, or they are not known. */
static DlJourneyStory *
new_story (DlChoiceList *self)
{
  DlLive *live = dl_view_get_live (self->view);
  const DlJourney *journey = dl_live_get_journey (live);
  const DlLivePicture *picture = dl_live_get_picture (live);
  const DlFlight *packet = dl_view_get_packet (self->view);

  if (journey == NULL || packet == NULL || picture == NULL || journey->choices.choices->len == 0
      || dl_flight_compare (&journey->packet, packet) != 0)
    return NULL;
  return dl_journey_story_new (journey, picture->family, picture->shape);
}

static void
show (DlChoiceList *self)
{
  g_autoptr (DlJourneyStory) story = new_story (self);

  gtk_widget_set_visible (self->box, story != NULL);
  dl_rows_set (self->rows, story, NULL,
               story != NULL ? story->journey->choices.candidates->len : 0);
  if (story == NULL)
    return;

  g_autofree char *name
      = dl_journey_packet_name (story->family, story->shape, &story->journey->packet);
  g_autofree char *title = g_strdup_printf (_ ("Selected packet: %s"), name);
  g_autofree char *summary = dl_choice_summary (story);

  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->summary, summary);
}

/* The packet that is chosen now, while somebody looks. */
static void
follow (DlChoiceList *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  dl_live_ask_journey (dl_view_get_live (self->view), dl_view_get_packet (self->view));
  show (self);
}

static gpointer
ref_story (gpointer story)
{
  return dl_journey_story_ref (story);
}

static void
unref_story (gpointer story)
{
  dl_journey_story_unref (story);
}

static void
dispose (GObject *object)
{
  DlChoiceList *self = DL_CHOICE_LIST (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (dl_choice_list_parent_class)->dispose (object);
}

static void
dl_choice_list_class_init (DlChoiceListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
dl_choice_list_init (DlChoiceList *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *scroll = gtk_scrolled_window_new (), *table;

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->title = dl_pane_add_label (head, "dl-headline", TRUE);
  self->summary = dl_pane_add_label (head, "dl-description", TRUE);
  gtk_widget_add_css_class (head, "dl-evidence");
  gtk_box_append (GTK_BOX (self->box), head);
  self->rows = dl_rows_new (ref_story, unref_story);
  table = dl_rows_new_view (self->rows, dl_choice_columns, DL_CHOICE_COLUMNS,
                            _ ("Choices of the packet"));
  gtk_widget_add_css_class (table, "data-table");
  gtk_widget_set_tooltip_text (
      table, _ ("Queues in flits, as the router estimated them when the packet chose, and 50 "
                "cycles later; better is the output that it would take then"));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), table);
  gtk_widget_set_size_request (scroll, -1, HEIGHT);
  dl_rows_fit (GTK_SCROLLED_WINDOW (scroll), GTK_COLUMN_VIEW (table), dl_choice_columns,
               DL_CHOICE_COLUMNS, LEAST_COLUMNS);
  gtk_box_append (GTK_BOX (self->box), scroll);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (self->box, FALSE);
  g_signal_connect_after (self, "map", G_CALLBACK (follow), NULL);
}

GtkWidget *
dl_choice_list_new (DlView *view)
{
  DlChoiceList *self = g_object_new (DL_TYPE_CHOICE_LIST, NULL);

  self->view = view;
  g_signal_connect_object (view, "notify::packet", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (view), "notify::journey", G_CALLBACK (show), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
