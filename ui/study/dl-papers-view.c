#include "dl-papers-view.h"

#include "dl-accessible.h"
#include "dl-choices.h"
#include "dl-export-dialog.h"
#include "dl-figure.h"
#include "dl-load-latency.h"
#include "dl-pane.h"
#include "dl-papers-private.h"
#include "dl-rows.h"
#include "dl-side-window.h"
#include "dl-text-lines.h"
#include "dl-validation.h"
#include "dl-wrap-layout.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* The chart of the selected curve: latency and accepted throughput by load, here and in BookSim 2,
 * and its export as a figure. */

#define WIDTH  330
#define HEIGHT 360

/* NULL: the selected item has none. */
static const DlPaperResult *
result_of (DlPapersView *self)
{
  const DlPaperItem *item = dl_papers_selected (self);
  const DlPaperResult *result
      = item != NULL && item->entry >= 0 ? dl_papers_entry (self, item)->result : NULL;

  return result != NULL && result->loads != NULL ? result : NULL;
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  const DlPaperResult *result = result_of (user_data);
  const DlLoadLatency chart
      = { result != NULL ? result->loads : NULL, ((DlPapersView *) user_data)->hovered };

  if (chart.curve != NULL)
    dl_load_latency_draw (cr, (DlRect) { 0, 0, width, height }, &chart,
                          dl_view_theme (GTK_WIDGET (area)));
}

/* Pointing ------------------------------------------------------------------------------------- */

/* "BookSim 2, load 0.212: latency 35.3 ± 0.04 cycles, accepted 0.2120" */
static char *
describe_point (const DlLoadSeries *series, const DlLoadPoint *point)
{
  g_autofree char *load = dl_number_text (point->load, 3);
  g_autofree char *accepted = dl_number_text (point->accepted, 4);
  g_autofree char *latency = NULL, *reach = NULL;

  if (isnan (point->latency))
    /* Translators: a simulator, an offered load, an accepted throughput */
    return g_strdup_printf (_ ("%s, load %s: accepted %s"), series->label, load, accepted);
  latency = dl_number_text (point->latency, 2);
  reach = dl_number_text (point->latency_reach, 2);
  /* Translators: a simulator, an offered load, a mean latency and its interval, a throughput */
  return g_strdup_printf (_ ("%s, load %s: latency %s ± %s cycles, accepted %s"), series->label,
                          load, latency, reach, accepted);
}

static void
show_point (DlPapersView *self)
{
  const DlPaperResult *result = result_of (self);
  const DlLoadPoint *point
      = result != NULL ? dl_load_latency_at (result->loads, self->hovered) : NULL;
  g_autofree char *text
      = point != NULL ? describe_point (&result->loads->series[self->hovered.series], point) : NULL;

  gtk_label_set_text (self->point, text != NULL ? text : _ ("Point at a mark to read it."));
}

static void
hover (DlPapersView *self, DlLoadPlace place)
{
  if (place.series == self->hovered.series && place.point == self->hovered.point)
    return;
  self->hovered = place;
  show_point (self);
  gtk_widget_queue_draw (self->chart);
}

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, DlPapersView *self)
{
  const DlPaperResult *result = result_of (self);
  const double scale = dl_pane_chart_scale (self->chart);

  if (result != NULL)
    hover (self, dl_load_latency_hit (dl_pane_chart_rect (self->chart), result->loads, x / scale,
                                      y / scale));
}

static void
on_leave (DlPapersView *self)
{
  hover (self, DL_NO_LOAD_PLACE);
}

/* Export --------------------------------------------------------------------------------------- */

gboolean
dl_papers_view_export_chart (DlPapersView *self, const char *path, GError **error)
{
  const DlFigureInput input = dl_figure_input_paper (result_of (self));

  return dl_figure_export (&dl_figure_booksim, &input, path, DL_WIDTH_COLUMN_IN, DL_DPI_DEFAULT,
                           error);
}

static gboolean
write_chart (GtkWidget *view, const char *path, GError **error)
{
  DlPapersView *self = DL_PAPERS_VIEW (view);

  return result_of (self) != NULL && dl_papers_view_export_chart (self, path, error);
}

/* Widget --------------------------------------------------------------------------------------- */

/* "mesh-8x8. BookSim 2: saturates at 0.425–0.430. Dateline: saturates at 0.425–0.430." */
static char *
chart_describe (const DlPaperResult *result)
{
  GString *text = g_string_new (dl_paper_check_title (result->check));

  g_string_append_printf (text, ", %s.", dl_paper_check_section (result->check));
  for (guint i = 0; i < result->loads->n_series; i++)
    {
      const DlLoadSeries *series = &result->loads->series[i];
      g_autofree char *load = dl_load_saturation_text (series);

      g_string_append_c (text, ' ');
      /* Translators: a simulator, and the loads between which it begins to be */
      g_string_append_printf (text, _ ("%s: saturates at %s."), series->label, load);
    }
  return g_string_free (text, FALSE);
}

static void
papers_chart_update (DlPapersView *self)
{
  const DlPaperResult *result = result_of (self);
  g_autofree char *text = result != NULL ? chart_describe (result) : NULL;

  gtk_widget_set_visible (self->chart_box, result != NULL);
  dl_papers_table_show_kind (self, result == NULL);
  if (result == NULL)
    return;
  gtk_label_set_text (self->chart_title, dl_paper_check_title (result->check));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chart), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text, -1);
  show_point (self);
  gtk_widget_queue_draw (self->chart);
}

/* Hidden unless a curve is selected. */
static GtkWidget *
papers_chart_new (DlPapersView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();

  self->hovered = DL_NO_LOAD_PLACE;
  self->chart_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  self->chart_title = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->chart_title, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->chart_title), "dl-paper-check");
  gtk_box_append (GTK_BOX (self->chart_box), GTK_WIDGET (self->chart_title));
  self->chart
      = dl_pane_add_chart (self->chart_box, HEIGHT, draw, _ ("Latency against offered load"), self);
  gtk_widget_set_vexpand (self->chart, TRUE);
  self->point = dl_pane_add_label (self->chart_box, "dl-number", TRUE);
  gtk_widget_set_size_request (self->chart_box, WIDTH, -1);
  gtk_widget_add_css_class (self->chart_box, "dl-library-bar");
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (self->chart, motion);
  return self->chart_box;
}

/* Text on the selected row of the checks, and actions for its check. */

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

static GtkWidget *
papers_detail_new (DlPapersView *self)
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

/* The figure of the selected check in the session's kind of network; NULL if there is none. */
static const char *
papers_figure (DlPapersView *self)
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

static void
papers_detail_update (DlPapersView *self)
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
      papers_figure (self) != NULL
          || (has_check && dl_papers_entry (self, item)->result->loads != NULL));
  papers_chart_update (self);
  gtk_widget_set_sensitive (self->run_this, has_check && !dl_papers_is_running (self->papers));
}

G_DEFINE_FINAL_TYPE (DlPapersView, dl_papers_view, GTK_TYPE_WIDGET)

static guint told_signal;

/* In the order of DlPaperVerdict, any last. */
static const DlOption verdict_choices[DL_PAPER_N_VERDICTS + 1] = {
  { "agrees", N_ ("Those that agree"), N_ ("Within the tolerance of the rule") },
  { "differs", N_ ("Those that differ"), N_ ("Each with the reason") },
  { "not-compared", N_ ("Cannot be checked"), N_ ("Not in the text, or beyond this program") },
  { "input", N_ ("Inputs"), N_ ("Taken from the paper or assumed: agreement is not evidence") },
  { "not-run", N_ ("Not run yet"), N_ ("Their checks were not run") },
  { "any", N_ ("All verdicts"), N_ ("Every value of the papers") },
};

/* In the order of DlPaper, any last. */
static const DlOption paper_choices[DL_N_PAPERS + 1] = {
  { "vc", N_ ("VC paper"), N_ ("Virtual channels of the Cray XT") },
  { "xt-book", N_ ("Book excerpt"), N_ ("Routing of the Cray XT") },
  { "age", N_ ("Age paper"), N_ ("Age-based arbitration") },
  { "cascade", N_ ("Cascade paper"), N_ ("Cray Cascade") },
  { "booksim", N_ ("BookSim 2"), N_ ("The input-queued router, curve by curve") },
  { "any", N_ ("All papers"), N_ ("Every value of the papers") },
};

DlPapers *
dl_papers_view_get_papers (DlPapersView *self)
{
  return self->papers;
}

/* Display -------------------------------------------------------------------------------------- */

static void
update_summary (DlPapersView *self)
{
  const DlPaperCheck *current = dl_papers_get_current (self->papers);
  g_autofree char *summary = dl_paper_list_summary (dl_papers_get_list (self->papers));
  g_autofree char *running = NULL;

  if (current != NULL)
    /* Translators: numbers of values by verdict, and the title of a check */
    running = g_strdup_printf (_ ("%s · running: %s"), summary, dl_paper_check_title (current));
  gtk_label_set_text (self->summary, running != NULL ? running : summary);
}

static void
update (DlPapersView *self)
{
  dl_papers_table_update (self);
  papers_detail_update (self);
  update_summary (self);
}

static void
update_run (DlPapersView *self)
{
  const gboolean running = dl_papers_is_running (self->papers);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  const gboolean had_focus = focus != NULL
                             && (focus == self->cancel || gtk_widget_is_ancestor (focus, self->run)
                                 || focus == self->run_this);

  gtk_widget_set_visible (self->run, !running);
  gtk_widget_set_visible (self->cancel, running);
  gtk_widget_set_visible (self->progress, running);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "papers.run", !running);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "papers.cancel", running);
  if (had_focus)
    gtk_widget_grab_focus (running ? self->cancel : self->table);
  papers_detail_update (self);
  update_summary (self);
}

static void
on_filter (DlPapersView *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));

  self->paper = gtk_drop_down_get_selected (self->paper_down);
  self->verdict = gtk_drop_down_get_selected (self->verdict_down);
  g_clear_pointer (&self->text, g_free);
  if (*text != '\0')
    self->text = g_utf8_casefold (text, -1);
  dl_papers_table_update (self);
  papers_detail_update (self);
}

void
dl_papers_view_filter (DlPapersView *self, DlPaper paper, DlPaperVerdict verdict, const char *text)
{
  gtk_drop_down_set_selected (self->paper_down, paper);
  gtk_drop_down_set_selected (self->verdict_down, verdict);
  gtk_editable_set_text (GTK_EDITABLE (self->search), text);
  on_filter (self);
}

guint
dl_papers_view_get_n_rows (DlPapersView *self)
{
  guint n_rows = 0;

  for (guint i = 0; i < self->shown->len; i++)
    n_rows += dl_papers_item (self, i)->row >= 0;
  return n_rows;
}

gboolean
dl_papers_view_select (DlPapersView *self, const DlPaperCheck *check)
{
  for (guint i = 0; i < self->shown->len; i++)
    {
      const DlPaperItem *item = dl_papers_item (self, i);

      if (item->row < 0 || dl_papers_entry (self, item)->check != check)
        continue;
      dl_rows_keep_selected (self->rows, g_array_index (self->shown, guint32, i));
      return TRUE;
    }
  return FALSE;
}

/* Actions -------------------------------------------------------------------------------------- */

static void
run (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlPapersView *self = DL_PAPERS_VIEW (widget);
  const char *which = g_variant_get_string (parameter, NULL);
  const DlPaperItem *item = dl_papers_selected (self);
  g_autoptr (GPtrArray) checks = g_ptr_array_new ();
  const GArray *entries = dl_papers_get_list (self->papers)->entries;

  for (guint i = 0; i < entries->len; i++)
    {
      const DlPaperCheck *check = g_array_index (entries, DlPaperEntry, i).check;
      const gboolean curve = dl_paper_check_paper (check) == DL_PAPER_BOOKSIM;

      if (g_str_equal (which, "all") || (g_str_equal (which, "curves") && curve)
          || (g_str_equal (which, "quick") && dl_paper_check_is_quick (check))
          || (g_str_equal (which, "this") && item != NULL && item->entry == (gint) i))
        g_ptr_array_add (checks, (gpointer) check);
    }
  dl_papers_run (self->papers, (const DlPaperCheck *const *) checks->pdata, checks->len);
}

static void
cancel (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  dl_papers_cancel (DL_PAPERS_VIEW (widget)->papers);
}

static void
on_failed (DlPapersView *self, const char *message)
{
  g_signal_emit (self, told_signal, 0, message);
}

char *
dl_papers_view_to_text (DlPapersView *self, const char *format)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (DlPaperLine));

  for (guint i = 0; i < self->shown->len; i++)
    {
      const DlPaperItem *item = dl_papers_item (self, i);
      DlPaperLine line;

      if (item->row < 0)
        continue;
      line = (DlPaperLine) { dl_papers_entry (self, item)->result, dl_papers_row (self, item) };
      g_array_append_val (lines, line);
    }
  return g_str_equal (format, "markdown")
             ? dl_paper_lines_to_markdown ((DlPaperLine *) lines->data, lines->len)
             : dl_paper_lines_to_csv ((DlPaperLine *) lines->data, lines->len);
}

static void
copy (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  g_autofree char *text
      = dl_papers_view_to_text (DL_PAPERS_VIEW (widget), g_variant_get_string (parameter, NULL));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  g_signal_emit (widget, told_signal, 0, _ ("Copied the table"));
}

static void
export_figure (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlPapersView *self = DL_PAPERS_VIEW (widget);
  const char *figure;
  /* A paper's figure does not depend on the view. */
  const DlFigureInput view = { 0 };

  if (result_of (self) != NULL)
    {
      g_autofree char *name
          = g_strdup_printf ("%s.pdf", dl_paper_check_id (result_of (self)->check));

      dl_side_window_export (widget, name, write_chart);
      return;
    }
  figure = papers_figure (self);
  if (figure != NULL)
    dl_export_dialog_show_alone (DL_EXPORT_DIALOG (dl_export_dialog_present (
        GTK_WINDOW (gtk_widget_get_root (widget)), self->session, figure, &view)));
}

static void
open_scenario (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlPapersView *self = DL_PAPERS_VIEW (widget);
  const DlPaperItem *item = dl_papers_selected (self);
  const DlPaperEntry *entry;

  if (item == NULL || item->entry < 0)
    return;
  entry = dl_papers_entry (self, item);
  dl_session_open_new (self->session, dl_scenario_copy (entry->result->scenario));
  g_signal_emit (self, told_signal, 0, _ ("Opened the check’s scenario"));
}

/* Widget ----------------------------------------------------------------------------------------
 */

static GtkWidget *
copy_button_new (void)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  g_menu_append (menu, _ ("As _CSV"), "papers.copy::csv");
  g_menu_append (menu, _ ("As _Markdown"), "papers.copy::markdown");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("_Copy"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_set_tooltip_text (button, _ ("Copy what is shown (Ctrl+C: as CSV)"));
  return button;
}

static GtkDropDown *
filter_new (const DlOption *choices, guint n, const char *label, const char *tooltip)
{
  GtkDropDown *down = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));

  dl_choices_fill (down, choices, n);
  gtk_drop_down_set_selected (down, n - 1);
  dl_accessible_explain (down, label, tooltip);
  return down;
}

/* "Run every check: about 9 minutes"; of @format, which has one %s. */
static char *
run_tooltip (const char *format, const DlPaperCheck *const *checks, guint n)
{
  g_autofree char *duration
      = dl_paper_checks_duration (checks, n, MAX (g_get_num_processors () - 1, 1));

  return dl_text_with (format, duration);
}

static char *
all_tooltip (DlPapersView *self)
{
  const GArray *entries = dl_papers_get_list (self->papers)->entries;
  g_autoptr (GPtrArray) checks = g_ptr_array_new ();

  for (guint i = 0; i < entries->len; i++)
    g_ptr_array_add (checks, (gpointer) g_array_index (entries, DlPaperEntry, i).check);
  /* Translators: how long it takes, such as “about 9 minutes” */
  return run_tooltip (_ ("Run every check: %s"), (const DlPaperCheck *const *) checks->pdata,
                      checks->len);
}

static char *
curves_tooltip (void)
{
  guint n;
  const DlPaperCheck *const *checks = dl_validation_checks (&n);

  /* Translators: how long it takes, such as “about 9 minutes” */
  return run_tooltip (_ ("Simulate the curves of BookSim 2 again: %s"), checks, n);
}

static GtkWidget *
make_run_box (DlPapersView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *tooltip = all_tooltip (self);
  g_autofree char *curves = curves_tooltip ();

  self->run = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  add_button (self->run, _ ("Run _Quick"), _ ("Run the checks that take seconds"),
              "papers.run::quick");
  gtk_widget_add_css_class (gtk_widget_get_first_child (self->run), "suggested-action");
  add_button (self->run, _ ("Run C_urves"), curves, "papers.run::curves");
  add_button (self->run, _ ("Run _All"), tooltip, "papers.run::all");
  self->progress = gtk_progress_bar_new ();
  gtk_widget_set_valign (self->progress, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (self->progress, 110, -1);
  dl_accessible_explain (self->progress, _ ("Progress of the checks"), NULL);
  gtk_box_append (GTK_BOX (box), self->run);
  gtk_box_append (GTK_BOX (box), self->progress);
  self->cancel
      = add_button (box, _ ("_Cancel"), _ ("Stop; checks that are done stay"), "papers.cancel");
  return box;
}

static GtkWidget *
make_bar (DlPapersView *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->paper_down = filter_new (paper_choices, G_N_ELEMENTS (paper_choices), _ ("Paper"),
                                 _ ("Whose values are shown"));
  self->verdict_down = filter_new (verdict_choices, G_N_ELEMENTS (verdict_choices), _ ("Verdict"),
                                   _ ("Which values are shown"));
  self->search = gtk_search_entry_new ();
  dl_accessible_explain (self->search, _ ("Search the values"),
                         _ ("Words in a value, its section, its check or its reason"));
  gtk_widget_set_hexpand (self->search, TRUE);
  gtk_widget_set_layout_manager (bar, dl_wrap_layout_new (8));
  gtk_widget_add_css_class (bar, "dl-library-bar");
  gtk_box_append (GTK_BOX (bar), make_run_box (self));
  gtk_box_append (GTK_BOX (bar), self->search);
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->paper_down));
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->verdict_down));
  gtk_box_append (GTK_BOX (bar), copy_button_new ());
  return bar;
}

static void
dispose (GObject *object)
{
  DlPapersView *self = DL_PAPERS_VIEW (object);

  if (self->papers != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->papers, self);
      g_signal_handlers_disconnect_by_data (self->session, self);
      dl_papers_cancel (self->papers);
    }
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->rows);
  g_clear_object (&self->papers);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (dl_papers_view_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlPapersView *self = DL_PAPERS_VIEW (object);

  g_free (self->text);
  g_array_unref (self->items);
  g_array_unref (self->shown);
  G_OBJECT_CLASS (dl_papers_view_parent_class)->finalize (object);
}

static void
dl_papers_view_class_init (DlPapersViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  told_signal = g_signal_new ("told", DL_TYPE_PAPERS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                              G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "papers.run", "s", run);
  gtk_widget_class_install_action (widget_class, "papers.cancel", NULL, cancel);
  gtk_widget_class_install_action (widget_class, "papers.copy", "s", copy);
  gtk_widget_class_install_action (widget_class, "papers.export", NULL, export_figure);
  gtk_widget_class_install_action (widget_class, "papers.open", NULL, open_scenario);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "papers.copy",
                                       "s", "csv");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F5, 0, "papers.run", "s", "this");
}

static void
dl_papers_view_init (DlPapersView *self)
{
  self->paper = DL_N_PAPERS;
  self->verdict = DL_PAPER_N_VERDICTS;
  self->items = g_array_new (FALSE, FALSE, sizeof (DlPaperItem));
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint32));
}

GtkWidget *
dl_papers_view_new (DlSession *session)
{
  DlPapersView *self = g_object_new (DL_TYPE_PAPERS_VIEW, NULL);
  GtkWidget *middle, *table;

  self->session = g_object_ref (session);
  self->papers = dl_papers_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  middle = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->summary = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->summary, 0);
  gtk_label_set_ellipsize (self->summary, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (self->summary), "dl-note");
  gtk_box_append (GTK_BOX (self->box), make_bar (self));
  table = dl_papers_table_new (self);
  gtk_widget_set_hexpand (table, TRUE);
  gtk_box_append (GTK_BOX (middle), table);
  gtk_box_append (GTK_BOX (middle), papers_chart_new (self));
  gtk_box_append (GTK_BOX (self->box), middle);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->summary));
  gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (self->box), papers_detail_new (self));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));

  g_object_bind_property (self->papers, "progress", self->progress, "fraction",
                          G_BINDING_SYNC_CREATE);
  g_signal_connect_swapped (self->papers, "changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->papers, "failed", G_CALLBACK (on_failed), self);
  g_signal_connect_swapped (self->papers, "notify::running", G_CALLBACK (update_run), self);
  g_signal_connect_object (self->selection, "notify::selected-item",
                           G_CALLBACK (papers_detail_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->paper_down, "notify::selected", G_CALLBACK (on_filter), self);
  g_signal_connect_swapped (self->verdict_down, "notify::selected", G_CALLBACK (on_filter), self);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (on_filter), self);
  /* Which figures there are goes by the kind of network. */
  g_signal_connect_swapped (session, "opened", G_CALLBACK (papers_detail_update), self);
  update (self);
  update_run (self);
  return GTK_WIDGET (self);
}

/* Its window ----------------------------------------------------------------------------------- */

#define NAME "dl-papers-window"

GtkWindow *
dl_papers_window_present (GtkWindow *parent, DlSession *session)
{
  GtkWindow *window = dl_side_window_find (parent, NAME);

  if (window == NULL)
    {
      GtkWidget *view = dl_papers_view_new (session);

      window = dl_side_window_new (parent, NAME, _ ("Checks"), 1000, 660, view);
      g_signal_connect (view, "told", G_CALLBACK (dl_side_window_tell), NULL);
    }
  gtk_window_present (window);
  return window;
}
