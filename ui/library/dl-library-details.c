#include "dl-library-details.h"

#include "dl-count-text.h"
#include "dl-library-note.h"
#include "dl-tag-box.h"

#include <glib/gi18n-lib.h>

#define NOTE_HEIGHT 64

struct _DlLibraryDetails
{
  GtkWidget parent;
  DlLibrary *library; /* nullable */
  DlLibraryNote *note;
  gint64 id;
  gboolean filling; /* the note's text comes from the library */
  GCancellable *asking;

  GtkWidget *pages;
  GtkLabel *name, *summary, *counts;
  DlTagBox *tags;
  GtkWidget *text;
  GtkTextBuffer *buffer;
  GtkLabel *problem;
  DlResultsView *results;
};

G_DEFINE_FINAL_TYPE (DlLibraryDetails, dl_library_details, GTK_TYPE_WIDGET)

/* Tags ----------------------------------------------------------------------------------------- */

static void
on_tag_chosen (DlLibraryDetails *self, const char *tag)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "library.filter-tag", "s", tag);
}

static void
on_tag_added (DlLibraryDetails *self, const char *tag)
{
  dl_library_add_tag (self->library, self->id, tag);
}

static void
on_tag_removed (DlLibraryDetails *self, const char *tag)
{
  dl_library_remove_tag (self->library, self->id, tag);
}

static void
on_all_tags (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlLibraryDetails) self = user_data;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, NULL);

  /* Without them there is still what is typed. */
  if (answer != NULL && self->pages != NULL)
    dl_tag_box_set_known (self->tags, (const char *const *) answer->tags);
}

static void
on_tags_asked (DlLibraryDetails *self)
{
  DlStoreThread *thread = self->library != NULL ? dl_library_get_thread (self->library) : NULL;

  if (thread != NULL)
    dl_store_call_async (thread, DL_STORE_ALL_TAGS, (DlStoreArgs) { 0 }, self->asking, on_all_tags,
                         g_object_ref (self));
}

/* The note ------------------------------------------------------------------------------------- */

static void
show_note (DlLibraryDetails *self)
{
  const char *text = dl_library_note_get_text (self->note);

  self->filling = TRUE;
  gtk_text_buffer_set_text (self->buffer, text != NULL ? text : "", -1);
  self->filling = FALSE;
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->text), text != NULL);
}

static void
show_problem (DlLibraryDetails *self)
{
  const char *problem = dl_library_note_get_problem (self->note);

  gtk_label_set_text (self->problem, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), problem != NULL);
}

static void
on_typed (DlLibraryDetails *self)
{
  GtkTextIter start, end;
  g_autofree char *text = NULL;

  if (self->filling || self->note == NULL || dl_library_note_get_text (self->note) == NULL)
    return;
  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  text = gtk_text_buffer_get_text (self->buffer, &start, &end, FALSE);
  dl_library_note_type (self->note, text);
}

/* What is shown -------------------------------------------------------------------------------- */

void
dl_library_details_set_item (DlLibraryDetails *self, DlLibraryItem *item)
{
  g_autofree char *counts = NULL;

  self->id = item != NULL ? dl_library_item_get_id (item) : 0;
  if (self->note != NULL)
    dl_library_note_show (self->note, self->id);
  dl_results_view_show (self->results, self->library, self->id);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), item != NULL ? "details" : "nothing");
  if (item == NULL)
    return;
  counts
      = dl_count_text (0, dl_library_item_get_n_sweeps (item), dl_library_item_get_n_runs (item));
  gtk_label_set_text (self->name, dl_library_item_get_name (item));
  gtk_label_set_text (self->summary, dl_library_item_get_summary (item));
  gtk_label_set_text (self->counts, counts != NULL ? counts : "");
  dl_tag_box_set_tags (self->tags, dl_library_item_get_tags (item));
}

DlResultsView *
dl_library_details_get_results (DlLibraryDetails *self)
{
  return self->results;
}

void
dl_library_details_set_library (DlLibraryDetails *self, DlLibrary *library)
{
  if (self->library == library)
    return;
  dl_library_details_set_item (self, NULL);
  if (self->note != NULL)
    {
      dl_library_note_flush (self->note);
      g_signal_handlers_disconnect_by_data (self->note, self);
    }
  g_clear_object (&self->note);
  g_set_object (&self->library, library);
  if (library == NULL)
    return;
  self->note = dl_library_note_new (library);
  g_signal_connect_swapped (self->note, "notify::text", G_CALLBACK (show_note), self);
  g_signal_connect_swapped (self->note, "notify::problem", G_CALLBACK (show_problem), self);
}

/* Widget --------------------------------------------------------------------------------------- */

static GtkLabel *
add_label (GtkWidget *box, const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, class);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static GtkWidget *
new_note (DlLibraryDetails *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->text = gtk_text_view_new ();
  self->buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->text));
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->text), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->text), FALSE);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (self->text), 6);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (self->text), 6);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->text), 8);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (self->text), 8);
  gtk_widget_set_tooltip_text (self->text, _ ("Whatever there is to say about the scenario; kept "
                                              "as it is typed, and found by the search"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->text), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Note"), -1);
  g_signal_connect_swapped (self->buffer, "changed", G_CALLBACK (on_typed), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scrolled), NOTE_HEIGHT);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 2 * NOTE_HEIGHT);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->text);
  gtk_widget_add_css_class (scrolled, "dl-note-box");
  return scrolled;
}

static GtkWidget *
new_page (DlLibraryDetails *self)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *results_head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_widget_add_css_class (head, "dl-library-head");
  self->name = add_label (head, NULL, "dl-message-title");
  gtk_label_set_ellipsize (self->name, PANGO_ELLIPSIZE_END);
  self->summary = add_label (head, NULL, "dl-description");
  gtk_label_set_wrap (self->summary, TRUE);
  self->tags = DL_TAG_BOX (dl_tag_box_new ());
  g_signal_connect_swapped (self->tags, "chosen", G_CALLBACK (on_tag_chosen), self);
  g_signal_connect_swapped (self->tags, "added", G_CALLBACK (on_tag_added), self);
  g_signal_connect_swapped (self->tags, "removed", G_CALLBACK (on_tag_removed), self);
  g_signal_connect_swapped (self->tags, "asked", G_CALLBACK (on_tags_asked), self);
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->tags));
  add_label (head, _ ("Note"), "dl-group-title");
  gtk_box_append (GTK_BOX (head), new_note (self));
  self->problem = add_label (head, NULL, "dl-problem");
  gtk_label_set_wrap (self->problem, TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->problem), FALSE);

  add_label (results_head, _ ("Sweeps and runs"), "dl-group-title");
  self->counts = add_label (results_head, NULL, "dl-description");
  gtk_widget_set_hexpand (GTK_WIDGET (self->counts), TRUE);
  gtk_label_set_xalign (self->counts, 1);
  gtk_label_set_ellipsize (self->counts, PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (head), results_head);
  gtk_box_append (GTK_BOX (page), head);

  self->results = DL_RESULTS_VIEW (dl_results_view_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->results), TRUE);
  gtk_box_append (GTK_BOX (page), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->results));
  return page;
}

static void
dispose (GObject *object)
{
  DlLibraryDetails *self = DL_LIBRARY_DETAILS (object);

  if (self->pages != NULL)
    dl_library_details_set_library (self, NULL);
  g_cancellable_cancel (self->asking);
  g_clear_pointer (&self->pages, gtk_widget_unparent);
  G_OBJECT_CLASS (dl_library_details_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  g_object_unref (DL_LIBRARY_DETAILS (object)->asking);
  G_OBJECT_CLASS (dl_library_details_parent_class)->finalize (object);
}

static void
dl_library_details_class_init (DlLibraryDetailsClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
dl_library_details_init (DlLibraryDetails *self)
{
  GtkWidget *nothing = gtk_label_new (_ ("Select a scenario to see its tags, its note and its "
                                         "results"));

  self->asking = g_cancellable_new ();
  gtk_label_set_wrap (GTK_LABEL (nothing), TRUE);
  gtk_label_set_justify (GTK_LABEL (nothing), GTK_JUSTIFY_CENTER);
  gtk_widget_add_css_class (nothing, "dl-description");
  self->pages = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (self->pages), TRUE);
  gtk_stack_add_named (GTK_STACK (self->pages), nothing, "nothing");
  gtk_stack_add_named (GTK_STACK (self->pages), new_page (self), "details");
  gtk_widget_set_parent (self->pages, GTK_WIDGET (self));
}
