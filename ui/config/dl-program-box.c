#include "dl-program-box.h"

#include "dl-goal.h"
#include "dl-key-row.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define DL_TYPE_PROGRAM_BOX (dl_program_box_get_type ())
G_DECLARE_FINAL_TYPE (DlProgramBox, dl_program_box, DL, PROGRAM_BOX, DlSettings)

struct _DlProgramBox
{
  DlSettings parent;
  GtkLabel *note; /* about the file */
  GtkWidget *clear;
};

G_DEFINE_FINAL_TYPE (DlProgramBox, dl_program_box, DL_TYPE_SETTINGS)

static gboolean
has_collective (const DlScenario *scenario)
{
  return scenario->traffic.pattern->needs_program && scenario->traffic.program == NULL;
}

static const DlChoiceInfo collective
    = { "traffic.collective", N_ ("Co_llective"), .scope = has_collective };

static const DlKeyInfo size = {
  "traffic.bytes",
  N_ ("Si_ze"),
  N_ ("Size: bytes of a rank’s buffer, such as 65536, 64 KiB or 1 MB. The arrow keys double and "
      "halve it. Default 1 MiB (nccl-tests)"),
  .width_chars = 10,
  .scope = has_collective,
  .is_bytes = TRUE,
};

static gboolean
repeats (const DlScenario *scenario)
{
  return scenario->traffic.pattern->needs_program && scenario->traffic.repeat > 1;
}

static const DlKeyInfo repetitions[] = {
  { "traffic.repeat", N_ ("_Repetitions"), .width_chars = 10 },
  { "traffic.compute-ns", N_ ("Co_mputation between (ns)"), .width_chars = 10, .scope = repeats },
};

static void
follow (DlSettings *settings, const DlScenario *scenario)
{
  DlProgramBox *self = DL_PROGRAM_BOX (settings);
  const DlGoalFile *file = scenario->traffic.program;
  const gboolean has_file = file != NULL && file->program != NULL;
  g_autofree char *note = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), scenario->traffic.pattern->needs_program);
  if (has_file)
    {
      const guint n_ranks = file->program->n_ranks;
      g_autofree char *length = g_format_size (strlen (file->text));

      /* Translators: ranks, and the length of the text of the program as “1.2 MB” */
      note = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "A GOAL file of %u rank, %s",
                                           "A GOAL file of %u ranks, %s", n_ranks),
                              n_ranks, length);
    }
  gtk_label_set_label (self->note, note);
  gtk_widget_set_visible (GTK_WIDGET (self->note), has_file);
  gtk_widget_set_visible (self->clear, has_file);
}

static void
on_clear (DlProgramBox *self)
{
  DlSession *session = dl_settings_get_session (DL_SETTINGS (self));

  if (session != NULL)
    dl_session_set_named (session, "traffic.program", "", _ ("Program: a collective"));
}

static void
dl_program_box_class_init (DlProgramBoxClass *class)
{
  DL_SETTINGS_CLASS (class)->follow = follow;
}

static void
dl_program_box_init (DlProgramBox *self)
{
  GtkWidget *choice = dl_choice_row_new (&collective);
  GtkWidget *buttons, *open;
  guint n;
  const DlCollective *const *all = dl_collectives (&n);

  gtk_widget_set_name (GTK_WIDGET (self), "traffic.program");
  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-card-part");
  DL_CHOICE_ROW_FILL (DL_CHOICE_ROW (choice), all, n);
  gtk_box_append (GTK_BOX (self), choice);
  gtk_box_append (GTK_BOX (self), dl_key_row_new (&size));
  dl_key_rows_add (GTK_WIDGET (self), repetitions, G_N_ELEMENTS (repetitions));
  self->note = GTK_LABEL (dl_settings_add_note (GTK_WIDGET (self), NULL));
  buttons = dl_settings_add_buttons (GTK_WIDGET (self));
  gtk_widget_add_css_class (buttons, "dl-row");
  open = dl_settings_add_button (
      buttons, _ ("_GOAL File…"),
      _ ("Program: messages and computations of each rank, from a GOAL file, compressed or not, as "
         "one step (Hoefler, Siebert & Lumsdaine 2009)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (open), "win.open-program");
  gtk_widget_set_hexpand (open, TRUE);
  self->clear = dl_settings_add_button (buttons, _ ("Coll_ective"),
                                        _ ("Back to a collective, without the file (nccl-tests)"));
  g_signal_connect_swapped (self->clear, "clicked", G_CALLBACK (on_clear), self);
}

GtkWidget *
dl_program_box_new (void)
{
  return g_object_new (DL_TYPE_PROGRAM_BOX, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
}
