#include "dl-family-room.h"
#include "dl-journey-text.h"
#include "dl-pane.h"
#include "dl-rows.h"

#include <glib/gi18n-lib.h>

#define DL_TYPE_JOURNEY_PANE (dl_journey_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlJourneyPane, dl_journey_pane, DL, JOURNEY_PANE, DlPane)

/* Where there is no room for more. */
#define LEAST_COLUMNS 3
/* For all that is said of a step, in pixels. */
#define FOOT_HEIGHT 96
/* Other packets of a step that are told by name. */
#define MOST_OTHERS 3

struct _DlJourneyPane
{
  DlPane parent;
  DlView *view;          /* the pane's */
  DlJourneyStory *story; /* nullable */

  GtkLabel *title, *summary, *hint;
  GtkWidget *buttons, *scroll;
  DlRows *rows;
  GtkSingleSelection *selection;
  GtkWidget *foot;
  GtkLabel *detail; /* all of the selected step */
};

G_DEFINE_FINAL_TYPE (DlJourneyPane, dl_journey_pane, DL_TYPE_PANE)

/* Display -------------------------------------------------------------------------------------- */

static DlLive *
live_of (DlJourneyPane *self)
{
  return dl_view_get_live (self->view);
}

static const DlJourneyStep *
step_at (DlJourneyPane *self, guint i)
{
  return &g_array_index (self->story->journey->steps, DlJourneyStep, i);
}

/* The packets that went instead, each with its cycle. */
static void
append_others (DlJourneyPane *self, GString *text, const DlJourneyStep *step)
{
  const DlJourneyStory *story = self->story;

  for (guint i = 0; i < MIN (step->n_others, MOST_OTHERS); i++)
    {
      const DlJourneyOther *other
          = &g_array_index (story->journey->others, DlJourneyOther, step->first_other + i);
      g_autofree char *name = dl_journey_packet_name (story->family, story->shape, &other->packet);

      g_string_append_c (text, '\n');
      /* Translators: a packet that was granted what another one waited for, and when */
      g_string_append_printf (text, _ ("Instead: %s, cycle %'lu"), name, (gulong) other->cycle);
    }
  if (step->n_others > MOST_OTHERS)
    {
      const guint n = step->n_others - MOST_OTHERS;

      g_string_append_c (text, '\n');
      g_string_append_printf (
          text, g_dngettext (GETTEXT_PACKAGE, "and %'u more packet", "and %'u more packets", n), n);
    }
}

static void
show_detail (DlJourneyPane *self)
{
  const DlRow *row = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (GString) text = NULL;
  g_autofree char *sentence = NULL;

  gtk_widget_set_visible (self->foot, row != NULL && self->story != NULL);
  if (row == NULL || self->story == NULL)
    return;
  sentence = dl_journey_step_sentence (self->story, step_at (self, dl_row_get_index (row)));
  text = g_string_new (sentence);
  append_others (self, text, step_at (self, dl_row_get_index (row)));
  gtk_label_set_text (self->detail, text->str);
}

/* The step of the cycle that is shown; at the last cycle, of a packet that is under way, the one
 * that led there. */
static void
select_now (DlJourneyPane *self)
{
  const DlLivePicture *picture = dl_live_get_picture (live_of (self));
  const DlJourney *journey;
  guint64 cycle;

  if (self->story == NULL || picture == NULL)
    return;
  journey = self->story->journey;
  cycle = picture->cycle - (!journey->left && picture->cycle == journey->until);
  dl_rows_select (self->rows, dl_journey_find (journey, cycle));
  show_detail (self);
}

/* Without a journey: why. */
static void
show_hint (DlJourneyPane *self)
{
  const DlFlight *packet = dl_view_get_packet (self->view);
  const char *text;

  if (packet == NULL)
    text = _ ("No packet selected. Click one in the views Packets or Router to see each router "
              "that it was in, and what it waited for.");
  else if (dl_live_is_asking (live_of (self)))
    text = _ ("Replaying its journey…");
  else
    text = _ ("The packet is not in this line of the run.");
  dl_pane_show_text (self->hint, self->story == NULL ? text : NULL);
}

static void
show_title (DlJourneyPane *self)
{
  const DlFlight *packet = dl_view_get_packet (self->view);
  const DlLivePicture *picture = dl_live_get_picture (live_of (self));
  g_autofree char *name = NULL, *summary = NULL;

  if (self->story != NULL)
    {
      name = dl_journey_packet_name (self->story->family, self->story->shape, packet);
      summary = dl_journey_summary (self->story);
    }
  else if (packet != NULL && picture != NULL && packet->source < picture->n_nodes
           && packet->dest < picture->n_nodes)
    name = dl_journey_packet_name (picture->family, picture->shape, packet);
  dl_pane_show_text (self->title, name);
  dl_pane_show_text (self->summary, summary);
}

/* The latest answer. */
static void
show (DlJourneyPane *self)
{
  const DlJourney *journey = dl_live_get_journey (live_of (self));
  const DlLivePicture *picture = dl_live_get_picture (live_of (self));
  const DlFlight *packet = dl_view_get_packet (self->view);
  const gboolean is_its = journey != NULL && packet != NULL && picture != NULL
                          && dl_flight_compare (&journey->packet, packet) == 0;

  g_clear_pointer (&self->story, dl_journey_story_unref);
  if (is_its)
    self->story = dl_journey_story_new (journey, picture->family, picture->shape);
  dl_rows_set (self->rows, self->story, NULL, is_its ? journey->steps->len : 0);
  gtk_widget_set_visible (self->scroll, is_its);
  gtk_widget_set_visible (self->buttons, packet != NULL);
  gtk_widget_set_visible (self->foot, FALSE);
  show_title (self);
  show_hint (self);
  select_now (self);
}

/* The chosen packet, while the page is visible. */
static void
follow (DlJourneyPane *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  dl_live_ask_journey (live_of (self), dl_view_get_packet (self->view));
  show (self);
}

static void
on_journey (DlJourneyPane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    show (self);
}

static void
on_picture (DlJourneyPane *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  select_now (self);
  show_hint (self);
}

static void
on_activate (GtkColumnView *table, guint position, DlJourneyPane *self)
{
  g_autoptr (DlRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  dl_live_seek (live_of (self), step_at (self, dl_row_get_index (row))->from);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlJourneyPane *self = DL_JOURNEY_PANE (object);

  g_clear_pointer (&self->story, dl_journey_story_unref);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (dl_journey_pane_parent_class)->dispose (object);
}

static void
dl_journey_pane_class_init (DlJourneyPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
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

static GtkWidget *
new_table (DlJourneyPane *self)
{
  GtkWidget *table;

  self->rows = dl_rows_new (ref_story, unref_story);
  table = dl_rows_new_view (self->rows, dl_journey_columns, DL_JOURNEY_COLUMNS,
                            _ ("Journey of the packet"));
  gtk_widget_add_css_class (table, "data-table");
  gtk_widget_set_tooltip_text (table, _ ("Activate a step to go to its cycle"));
  g_signal_connect (table, "activate", G_CALLBACK (on_activate), self);
  self->selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (table)));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (show_detail), self,
                           G_CONNECT_SWAPPED);
  self->scroll = gtk_scrolled_window_new ();
  gtk_widget_set_vexpand (self->scroll, TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroll), table);
  dl_rows_fit (GTK_SCROLLED_WINDOW (self->scroll), GTK_COLUMN_VIEW (table), dl_journey_columns,
               DL_JOURNEY_COLUMNS, LEAST_COLUMNS);
  return self->scroll;
}

/* However much a step says, the list keeps its room, and the page its height. */
static GtkWidget *
new_foot (DlJourneyPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->foot = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->foot), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->foot), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->foot), FOOT_HEIGHT);
  gtk_widget_add_css_class (box, "dl-evidence");
  self->detail = dl_pane_add_label (box, "dl-number", TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->foot), box);
  return self->foot;
}

static void
dl_journey_pane_init (DlJourneyPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *button;

  self->title = dl_pane_add_label (head, "dl-headline", TRUE);
  self->summary = dl_pane_add_label (head, "dl-number", TRUE);
  self->hint = dl_pane_add_label (head, "dl-description", TRUE);
  self->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  button = dl_pane_add_button (self->buttons, _ ("To Its _Delivery"),
                               _ ("On to the cycle in which it has left the network "
                                  "(Ctrl+Alt+.)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.time-delivery");
  gtk_box_append (GTK_BOX (head), self->buttons);
  gtk_widget_add_css_class (head, "dl-evidence");
  gtk_box_append (GTK_BOX (box), head);
  gtk_box_append (GTK_BOX (box), new_table (self));
  gtk_box_append (GTK_BOX (box), new_foot (self));
  dl_pane_set_child (DL_PANE (self), box);
  g_signal_connect_after (self, "map", G_CALLBACK (follow), NULL);
}

static GtkWidget *
create (DlView *view)
{
  DlJourneyPane *self = dl_pane_new (DL_TYPE_JOURNEY_PANE, view, _ ("Packet"));
  DlLive *live = dl_view_get_live (view);

  self->view = view;
  show (self);
  g_signal_connect_object (view, "notify::packet", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::journey", G_CALLBACK (on_journey), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::picture", G_CALLBACK (on_picture), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

const DlMaker dl_page_journey = {
  .id = "journey",
  .create = create,
  .title = N_ ("Packet"),
  .description = N_ ("The journey of the selected packet: each router, each wait, and for what"),
  .topic = "time#why",
  .group = DL_PAGE_SIMULATION,
  .own = TRUE,
  .is_table = TRUE,
};
