#include "dl-faults-panel.h"

#include "dl-choice-row.h"
#include "dl-fault-list.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

struct _DlFaultsPanel
{
  DlSettings parent;
  GtkWidget *card, *none, *counts, *list, *problem, *compare;
};

G_DEFINE_FINAL_TYPE (DlFaultsPanel, dl_faults_panel, DL_TYPE_SETTINGS)

/* What is said of names that were not understood: as many as there is room for. */
#define MOST_PROBLEMS 4

static void
on_restore (DlFaultsPanel *self, const DlFault *faults, guint n)
{
  dl_session_restore_faults (dl_settings_get_session (DL_SETTINGS (self)), faults, n);
}

static void
on_chosen (DlFaultsPanel *self, const DlFault *fault)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.go-to-fault", "(ss)", fault->info->key,
                              fault->item);
}

/* Pasting -------------------------------------------------------------------------------------- */

static void
show_problem (DlFaultsPanel *self, const char *text)
{
  gtk_label_set_label (GTK_LABEL (self->problem), text != NULL ? text : "");
  gtk_widget_set_visible (self->problem, text != NULL);
}

/* NULL: all of it was understood. */
static char *
problem_text (const DlFaultText *read)
{
  GString *text = g_string_new (NULL);
  const guint n = MIN (read->n_problems, MOST_PROBLEMS);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "",
                            (const char *) read->problems->pdata[i]);
  if (read->n_problems > n)
    g_string_append_printf (text,
                            g_dngettext (GETTEXT_PACKAGE, "\n%'u more name is not understood.",
                                         "\n%'u more names are not understood.",
                                         read->n_problems - n),
                            read->n_problems - n);
  if (read->n_problems == 0 && read->n_broken == 0)
    g_string_append (text, read->n_already > 0
                               ? _ ("All of these are broken already.")
                               : _ ("The clipboard does not name any cables or nodes."));
  return g_string_free (text, text->len == 0);
}

static void
on_pasted (GObject *clipboard, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlFaultsPanel) self = user_data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
  DlSession *session = dl_settings_get_session (DL_SETTINGS (self));
  g_autoptr (DlFaultText) read = NULL;
  g_autofree char *problem = NULL;

  if (session == NULL)
    return;
  read = dl_session_break_named (session, text != NULL ? text : "");
  problem = problem_text (read);
  show_problem (self, problem);
}

static void
paste (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, on_pasted,
                                 g_object_ref (widget));
}

/* What is shown -------------------------------------------------------------------------------- */

/* "2 cables, 1 router" */
static char *
counts_text (const DlScenario *scenario)
{
  const DlFamily *family = scenario->family;
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < family->n_lists; i++)
    {
      const DlBreakable *info = &family->breakables[i];
      const guint n = dl_family_count_faults (scenario, info->key);

      if (n > 0 && info->count != NULL)
        g_ptr_array_add (parts, info->count (n));
    }
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (" · ", (GStrv) parts->pdata);
}

static void
follow (DlSettings *settings, const DlScenario *scenario)
{
  DlFaultsPanel *self = DL_FAULTS_PANEL (settings);
  const guint n = dl_fault_list_follow (DL_FAULT_LIST (self->list), scenario);
  /* Translators: how many there are, “Faults (3)” */
  g_autofree char *title = n > 0 ? g_strdup_printf (_ ("Faults (%u)"), n) : NULL;
  g_autofree char *counts = counts_text (scenario);

  show_problem (self, NULL); /* that was another scenario */
  dl_settings_set_title (self->card, title != NULL ? title : _ ("Faults"));
  gtk_widget_set_visible (self->none, n == 0);
  gtk_label_set_label (GTK_LABEL (self->counts), counts);
  gtk_widget_set_visible (self->counts, *counts != '\0');
  gtk_widget_set_visible (self->list, n > 0);
  gtk_widget_set_visible (self->compare, scenario->family->engine_key != NULL);
  /* The key that a sweep of what is broken varies. */
  gtk_widget_set_name (self->list, scenario->family->cables_key);
}

static void
dl_faults_panel_class_init (DlFaultsPanelClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  DL_SETTINGS_CLASS (class)->follow = follow;
  gtk_widget_class_install_action (widget_class, "faults.paste", NULL, paste);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_v, GDK_CONTROL_MASK, "faults.paste",
                                       NULL);
}

static void
add_buttons (DlFaultsPanel *self)
{
  GtkWidget *buttons = dl_settings_add_buttons (gtk_widget_get_parent (self->card));
  GtkWidget *button = dl_settings_add_button (
      buttons, _ ("_Break at Random…"),
      _ ("Break a number of random cables, nodes or routers, as one step"));

  gtk_widget_set_hexpand (button, TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.break-random");
  button = dl_settings_add_button (
      buttons, _ ("Pas_te"),
      _ ("Break what the clipboard names, as one step: a name per line, or several with commas, as "
         "in scenario files (Ctrl+V)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "faults.paste");
  button
      = dl_settings_add_button (buttons, _ ("Restore _All"), _ ("Restore all faults, as one step"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.restore-all");
  self->compare = dl_settings_add_button (
      buttons, _ ("_Compare Engines"),
      _ ("This network under each routing engine: unreachable pairs, deadlock, load and hops"));
  gtk_widget_set_hexpand (self->compare, TRUE);
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (self->compare),
                                           "win.evidence-page::engines");
}

/* What routes do about faults. */
static void
add_engine (DlFaultsPanel *self)
{
  static const DlChoiceInfo info = { "torus.engine", N_ ("En_gine") };
  GtkWidget *row = dl_choice_row_new (&info);
  guint n_engines;
  const DlEngine *const *engines = dl_engines (&n_engines);

  DL_CHOICE_ROW_FILL (DL_CHOICE_ROW (row), engines, n_engines);
  gtk_box_append (GTK_BOX (self->card), row);
}

static void
dl_faults_panel_init (DlFaultsPanel *self)
{
  self->card = dl_settings_add_group (GTK_WIDGET (self), _ ("Faults"));
  add_engine (self);
  self->none = dl_settings_add_note (self->card, _ ("Nothing is broken."));
  self->counts = dl_settings_add_note (self->card, NULL);
  self->list = g_object_new (DL_TYPE_FAULT_LIST, NULL);
  g_signal_connect_swapped (self->list, "chosen", G_CALLBACK (on_chosen), self);
  gtk_widget_set_name (self->none, "faults-none");
  g_signal_connect_swapped (self->list, "restore", G_CALLBACK (on_restore), self);
  gtk_box_append (GTK_BOX (self->card), self->list);
  self->problem = dl_settings_add_problem (self->card);
  add_buttons (self);
}

GtkWidget *
dl_faults_panel_new (void)
{
  return g_object_new (DL_TYPE_FAULTS_PANEL, NULL);
}
