#include "dl-machine-box.h"

#include "compat.h"
#include "dl-file-jobs.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

/* Lines of the list that are seen at once; more scroll. */
#define LIST_HEIGHT 160

struct _DlMachineBox
{
  DlSettings parent;
  GtkLabel *what;
  GtkWidget *expander, *generated;
  GtkLabel *irregular; /* how many */
  GtkLabel *list;      /* which */
  DlMachine *machine;  /* shown; nullable */
  GtkWidget *problem;
  GCancellable *cancel; /* of a file being read; nullable */
};

G_DEFINE_FINAL_TYPE (DlMachineBox, dl_machine_box, DL_TYPE_SETTINGS)

/* What it holds -------------------------------------------------------------------------------- */

static char *
what_text (const DlDragonfly *network)
{
  const gulong cables = network->n_links / 2;
  g_autofree char *groups = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%'u group", "%'u groups", network->n_groups),
      network->n_groups);
  g_autofree char *routers = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%'u router", "%'u routers", network->n_routers),
      network->n_routers);

  /* Translators: “Cabling of a machine: 15 groups, 1,440 routers, 28,800 links” */
  return g_strdup_printf (_ ("Cabling of a machine: %s, %s, %'lu links"), groups, routers, cables);
}

static void
show_report (DlMachineBox *self)
{
  const guint n = self->machine->report.n_irregular;
  g_auto (GStrv) lines = dl_machine_warnings (self->machine, G_MAXUINT);
  g_autofree char *text = g_strjoinv ("\n", lines);
  g_autofree char *title = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "⚠ %'u irregularity", "⚠ %'u irregularities", n), n);

  gtk_label_set_label (self->irregular, title);
  gtk_label_set_label (self->list, text);
  gtk_widget_set_visible (self->expander, n > 0);
}

static void
follow (DlSettings *settings, const DlScenario *scenario)
{
  DlMachineBox *self = DL_MACHINE_BOX (settings);
  DlMachine *machine = dl_dragonfly_options (scenario)->machine;
  const gboolean has = machine != NULL && machine->network != NULL;
  g_autofree char *what = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->what), has);
  gtk_widget_set_visible (self->generated, machine != NULL);
  if (machine == self->machine)
    return;
  g_clear_pointer (&self->machine, dl_machine_unref);
  gtk_widget_set_visible (self->expander, FALSE);
  gtk_widget_set_visible (self->problem, FALSE);
  if (!has)
    return;
  self->machine = dl_machine_ref (machine);
  what = what_text (machine->network);
  gtk_label_set_label (self->what, what);
  show_report (self);
}

/* Files ---------------------------------------------------------------------------------------- */

static void
show_problem (DlMachineBox *self, const char *text)
{
  gtk_label_set_label (GTK_LABEL (self->problem), text);
  gtk_widget_set_visible (self->problem, text != NULL);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlMachineBox) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlMachine) machine = dl_read_file_finish (result, &error);
  DlSession *session = dl_settings_get_session (DL_SETTINGS (self));

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || session == NULL)
    return;
  show_problem (self, error != NULL ? error->message : NULL);
  if (machine != NULL)
    dl_session_set (session, "dragonfly.interconnect", machine->text, FALSE);
}

static gpointer
read_machine (const char *path, GCancellable *cancellable, GError **error)
{
  return dl_machine_load (path, error);
}

static void
on_chosen (GFile *file, gpointer owner)
{
  DlMachineBox *self = owner;

  /* The latest one wins. */
  g_cancellable_cancel (self->cancel);
  g_clear_object (&self->cancel);
  self->cancel = g_cancellable_new ();
  show_problem (self, NULL);
  dl_read_file_async (file, read_machine, (GDestroyNotify) dl_machine_unref, self->cancel,
                      on_loaded, g_object_ref (self));
}

static void
on_open (DlMachineBox *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  dl_compat_open_file (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                       _ ("Open the Cabling of a Machine"), NULL, on_chosen, self);
}

static void
on_generated (DlMachineBox *self)
{
  DlSession *session = dl_settings_get_session (DL_SETTINGS (self));

  dl_session_set (session, "dragonfly.interconnect", "", FALSE);
}

/* The widget ----------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlMachineBox *self = DL_MACHINE_BOX (object);

  g_cancellable_cancel (self->cancel);
  g_clear_object (&self->cancel);
  g_clear_pointer (&self->machine, dl_machine_unref);
  G_OBJECT_CLASS (dl_machine_box_parent_class)->dispose (object);
}

static void
dl_machine_box_class_init (DlMachineBoxClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  DL_SETTINGS_CLASS (class)->follow = follow;
}

static void
add_report (DlMachineBox *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *list = gtk_label_new (NULL);
  GtkWidget *title = gtk_label_new (NULL);

  self->irregular = GTK_LABEL (title);
  self->list = GTK_LABEL (list);
  gtk_label_set_xalign (self->list, 0);
  gtk_label_set_wrap (self->list, TRUE);
  gtk_label_set_wrap_mode (self->list, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (self->list, TRUE);
  gtk_widget_add_css_class (list, "dl-note");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), LIST_HEIGHT);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  self->expander = gtk_expander_new (NULL);
  gtk_expander_set_label_widget (GTK_EXPANDER (self->expander), title);
  gtk_widget_set_tooltip_text (title, _ ("Lines of the file that are left out of the network, or "
                                         "irregular"));
  dl_compat_set_expander_child (GTK_EXPANDER (self->expander), scroller);
  gtk_widget_add_css_class (self->expander, "dl-row");
  gtk_widget_set_visible (self->expander, FALSE);
  gtk_box_append (GTK_BOX (self), self->expander);
}

static void
dl_machine_box_init (DlMachineBox *self)
{
  GtkWidget *buttons, *open;

  gtk_widget_add_css_class (GTK_WIDGET (self), "dl-card-part");
  self->what = GTK_LABEL (dl_settings_add_note (GTK_WIDGET (self), NULL));
  add_report (self);
  buttons = dl_settings_add_buttons (GTK_WIDGET (self));
  gtk_widget_add_css_class (buttons, "dl-row");
  open = dl_settings_add_button (
      buttons, _ ("Cabling of a _Machine…"),
      _ ("Replace the generated network by the cabling of a real machine, a file with one line "
         "per port, as one step"));
  gtk_widget_set_hexpand (open, TRUE);
  self->generated = dl_settings_add_button (
      buttons, _ ("Ge_nerated"), _ ("Back to the network that the wiring rule generates"));
  self->problem = dl_settings_add_problem (GTK_WIDGET (self));
  g_signal_connect_swapped (open, "clicked", G_CALLBACK (on_open), self);
  g_signal_connect_swapped (self->generated, "clicked", G_CALLBACK (on_generated), self);
}

GtkWidget *
dl_machine_box_new (void)
{
  return g_object_new (DL_TYPE_MACHINE_BOX, NULL);
}
