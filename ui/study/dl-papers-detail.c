/* What is said of the row of the checks that is selected, and what can be done with its
 * check. */
#include "dl-papers-private.h"

#include "dl-figure.h"
#include "dl-validation.h"

#include <glib/gi18n-lib.h>

static GtkLabel *
add_label (GtkWidget *box, const char *class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, class);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static GtkWidget *
add_button (GtkWidget *box, const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

GtkWidget *
dl_papers_detail_new (DlPapersView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->title = add_label (texts, "dl-paper-check");
  self->place = add_label (texts, "dl-description");
  self->why = add_label (texts, "dl-small");
  self->choices = add_label (texts, "dl-description");
  self->run_this
      = add_button (buttons, _ ("_Run This"), _ ("Run the check that the selected row belongs to"),
                    "papers.run::this");
  self->figure = add_button (buttons, _ ("_Figure…"),
                             _ ("Export the check’s own figure, if the open scenario’s kind of "
                                "network has it"),
                             "papers.export");
  self->open
      = add_button (buttons, _ ("_Open Scenario"),
                    _ ("Open the scenario of the check’s first run as a new one"), "papers.open");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), texts);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_widget_set_size_request (scrolled, -1, 112);
  gtk_widget_add_css_class (box, "dl-library-bar");
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_box_append (GTK_BOX (box), buttons);
  return box;
}

const char *
dl_papers_figure (DlPapersView *self)
{
  const DlPaperItem *item = dl_papers_selected (self);
  const DlFamily *family = dl_session_get_scenario (self->session)->family;
  const DlFigure *figure;
  const char *id;

  if (item == NULL || item->entry < 0)
    return NULL;
  id = dl_paper_check_id (dl_papers_entry (self, item)->check);
  figure = dl_family_figure_find (family, id);
  return figure != NULL ? figure->id : NULL;
}

/* "≠ differs: expected 0.44, computed 0.4242 (rule: within 0.005). Close, and ..." */
static char *
row_sentence (const DlPaperRow *row)
{
  g_autofree char *verdict = dl_papers_verdict_text (row->verdict);
  g_autofree char *expected = dl_paper_row_expected (row);
  g_autofree char *computed = dl_paper_row_computed (row);
  g_autofree char *rule = dl_paper_row_rule (row);

  if (row->verdict == DL_PAPER_NOT_RUN)
    /* Translators: a verdict, a value of the paper, and when a computed one would agree */
    return g_strdup_printf (_ ("%s: expected %s (rule: %s)."), verdict, expected, rule);
  if (row->beyond)
    /* Translators: a verdict, a value of the paper, the reason */
    return g_strdup_printf (_ ("%s: expected %s. %s"), verdict, expected, _ (row->why));
  /* Translators: a verdict, two values, when they agree, the reason */
  return g_strdup_printf (_ ("%s: expected %s, computed %s (rule: %s). %s"), verdict, expected,
                          computed, rule, _ (row->why));
}

/* "Cascade paper, section 3. Printed in the paper: “exactly one global (Blue) link”" */
static char *
place_text (const DlPaperResult *result, const DlPaperRow *row)
{
  const char *section = dl_paper_result_section (result, row);
  const char *phrase = dl_paper_kind_phrase (row->kind);

  if (row->quote == NULL)
    /* Translators: a section of a paper, and where the value comes from */
    return g_strdup_printf (_ ("%s. %s"), section, phrase);
  /* Translators: a section of a paper, where the value comes from, and the paper’s words */
  return g_strdup_printf (_ ("%s. %s: “%s”"), section, phrase, row->quote);
}

static void
show_paper (DlPapersView *self, const DlPaperItem *item)
{
  gtk_label_set_text (self->title, item == NULL          ? ""
                                   : item->group != NULL ? dl_validation_group_title (item->group)
                                                         : dl_paper_name (item->paper));
  gtk_label_set_text (self->place, item != NULL ? dl_paper_title (item->paper) : "");
  gtk_label_set_text (self->why, item != NULL
                                     ? _ ("Nothing is tuned to match a paper. If a value differs "
                                          "from the paper, both are shown, with the reason.")
                                     : "");
  gtk_label_set_text (self->choices, "");
}

static void
show_check (DlPapersView *self, const DlPaperItem *item)
{
  const DlPaperEntry *entry = dl_papers_entry (self, item);
  const DlPaperRow *row = dl_papers_row (self, item);
  g_autofree char *title
      = row != NULL ? dl_paper_row_title (row) : g_strdup (dl_paper_check_title (entry->check));
  g_autofree char *sentence = row != NULL ? row_sentence (row) : g_strdup ("");
  g_autofree char *place = row != NULL ? place_text (entry->result, row)
                                       : g_strdup (dl_paper_check_section (entry->check));

  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->place, place);
  gtk_label_set_text (self->why, sentence);
  gtk_label_set_text (self->choices, dl_paper_check_choices (entry->check));
}

void
dl_papers_detail_update (DlPapersView *self)
{
  const DlPaperItem *item = dl_papers_selected (self);
  const gboolean has_check = item != NULL && item->entry >= 0;

  if (has_check)
    show_check (self, item);
  else
    show_paper (self, item);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "papers.open", has_check);
  gtk_widget_action_set_enabled (
      GTK_WIDGET (self), "papers.export",
      dl_papers_figure (self) != NULL
          || (has_check && dl_papers_entry (self, item)->result->loads != NULL));
  dl_papers_chart_update (self);
  gtk_widget_set_sensitive (self->run_this, has_check && !dl_papers_is_running (self->papers));
}
