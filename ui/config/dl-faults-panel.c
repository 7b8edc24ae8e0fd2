#include "dl-faults-panel.h"

#include "dl-choice-row.h"
#include "dl-fault-list.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

struct _DlFaultsPanel
{
  DlSettings parent;
  GtkWidget *card, *none, *counts, *list;
};

G_DEFINE_FINAL_TYPE (DlFaultsPanel, dl_faults_panel, DL_TYPE_SETTINGS)

static void
on_restore (DlFaultsPanel *self, const DlFault *fault)
{
  dl_session_restore (dl_settings_get_session (DL_SETTINGS (self)), fault->info, fault->item);
}

/* "2 cables, 1 router" */
static char *
counts_text (const DlScenario *scenario)
{
  const DlFamily *family = scenario->family;
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < family->n_faults; i++)
    {
      const DlFaultInfo *info = &family->faults[i];
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

  dl_settings_set_title (self->card, title != NULL ? title : _ ("Faults"));
  gtk_widget_set_visible (self->none, n == 0);
  gtk_label_set_label (GTK_LABEL (self->counts), counts);
  gtk_widget_set_visible (self->counts, *counts != '\0');
  gtk_widget_set_visible (self->list, n > 0);
  /* The key that a sweep of what is broken varies. */
  gtk_widget_set_name (self->list, scenario->family->cables_key);
}

static void
dl_faults_panel_class_init (DlFaultsPanelClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = follow;
}

static void
add_buttons (DlFaultsPanel *self)
{
  GtkWidget *buttons = dl_settings_add_buttons (gtk_widget_get_parent (self->card));
  GtkWidget *button = dl_settings_add_button (
      buttons, _ ("_Break at Random…"),
      _ ("Break a number of what there is, drawn with a seed, as one step"));

  gtk_widget_set_hexpand (button, TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.break-random");
  button = dl_settings_add_button (buttons, _ ("Restore _All"),
                                   _ ("Restore everything that is broken, as one step"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.restore-all");
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
  gtk_widget_set_name (self->none, "faults-none");
  g_signal_connect_swapped (self->list, "restore", G_CALLBACK (on_restore), self);
  gtk_box_append (GTK_BOX (self->card), self->list);
  add_buttons (self);
}

GtkWidget *
dl_faults_panel_new (void)
{
  return g_object_new (DL_TYPE_FAULTS_PANEL, NULL);
}
