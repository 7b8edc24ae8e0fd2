#include "dl-report-dialog.h"

#include "compat.h"
#include "dl-comparison-write.h"
#include "dl-figure-jobs.h"
#include "dl-report-choices.h"
#include "dl-report-data.h"
#include "dl-toast.h"

#include <glib/gi18n-lib.h>

#include <string.h>

struct _DlReportDialog
{
  GtkWindow parent;
  DlSession *session;
  DlJob *job;
  GCancellable *collecting; /* while scenarios are read */
  char *path;               /* where to, from then on */

  DlToast *toasts;
  GtkWidget *left, *right, *parts, *choices_and_contents;
  DlReportChoices *choices;
  GPtrArray *checks; /* GtkCheckButton, as dl_report_parts */
  GtkWidget *simulate, *seeds, *load_curve;
  GtkWidget *title, *author, *date;
  GtkDropDown *paper;
  GtkWidget *error, *busy, *progress;
  GtkWidget *make_button, *copy_button;
};

enum
{
  WRITTEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DlReportDialog, dl_report_dialog, GTK_TYPE_WINDOW)

/* Choices -------------------------------------------------------------------------------------- */

static gboolean
is_active (GtkWidget *check)
{
  return gtk_check_button_get_active (GTK_CHECK_BUTTON (check));
}

/* NULL for nothing. */
static char *
text_of (GtkWidget *entry)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));

  return *text != '\0' ? g_steal_pointer (&text) : NULL;
}

static DlReportOptions
chosen_options (DlReportDialog *self)
{
  DlReportOptions options = dl_report_options_default ();
  guint n;
  const DlReportPart *parts = dl_report_parts (&n);

  options.parts = 0;
  for (guint i = 0; i < n; i++)
    if (is_active (g_ptr_array_index (self->checks, i)))
      options.parts |= parts[i].part;
  options.simulate = is_active (self->simulate);
  options.load_curve = is_active (self->load_curve);
  if (options.simulate)
    options.n_seeds = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->seeds));
  options.n_threads = MAX (1, g_get_num_processors () - 1);
  return options;
}

static DlSheet
chosen_sheet (DlReportDialog *self)
{
  return MIN (gtk_drop_down_get_selected (self->paper), DL_SHEET_LETTER);
}

static char *
chosen_date (DlReportDialog *self)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();

  return is_active (self->date) ? g_date_time_format (now, "%Y-%m-%d") : NULL;
}

/* Command as @write writes it. */
static char *
command_by (DlReportDialog *self, char *(*write) (const DlReportCommand *) )
{
  g_auto (GStrv) names = dl_report_choices_names (self->choices);
  g_autofree char *title = text_of (self->title);
  g_autofree char *author = text_of (self->author);
  g_autofree char *date = chosen_date (self);
  DlReportCommand command = { .scenarios = (const char *const *) names,
                              .title = title,
                              .author = author,
                              .date = date,
                              .options = chosen_options (self) };

  if (names == NULL || names[0] == NULL)
    return NULL;
  if (chosen_sheet (self) != DL_SHEET_A4)
    command.paper = dl_sheet_id (chosen_sheet (self));
  return write (&command);
}

char *
dl_report_dialog_command (DlReportDialog *self)
{
  return command_by (self, dl_report_command);
}

/* Display -------------------------------------------------------------------------------------- */

static void
show_error (DlReportDialog *self, const char *message)
{
  gtk_label_set_label (GTK_LABEL (self->error), message != NULL ? message : "");
  gtk_widget_set_visible (self->error, message != NULL);
}

static gboolean
is_busy (DlReportDialog *self)
{
  return self->collecting != NULL || dl_job_is_running (self->job);
}

static void
update (DlReportDialog *self)
{
  const guint n = dl_report_choices_n_chosen (self->choices);
  g_auto (GStrv) names = dl_report_choices_names (self->choices);
  const gboolean busy = is_busy (self);
  g_autofree char *too_many
      = g_strdup_printf (_ ("A report has at most %u scenarios"), DL_REPORT_MOST);

  gtk_widget_set_sensitive (self->seeds, is_active (self->simulate));
  gtk_widget_set_sensitive (self->choices_and_contents, !busy);
  gtk_widget_set_sensitive (self->make_button, !busy && n > 0 && n <= DL_REPORT_MOST);
  gtk_widget_set_tooltip_text (self->make_button,
                               n == 0               ? _ ("Choose a scenario first")
                               : n > DL_REPORT_MOST ? too_many
                                                    : _ ("Choose a file, make the report and write "
                                                         "it (Enter)"));
  gtk_widget_set_sensitive (self->copy_button, names != NULL && names[0] != NULL);
  gtk_widget_set_tooltip_text (
      self->copy_button,
      names != NULL ? _ ("The command that makes the same report, to the clipboard")
                    : _ ("Pinned and compared states are not in the library, so the command line "
                         "has no name for them"));
  gtk_widget_set_visible (self->busy, busy);
}

static void
on_progress (DlReportDialog *self)
{
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress),
                                 dl_job_get_progress (self->job));
}

/* Making it ------------------------------------------------------------------------------------ */

static void
on_written (const char *path, const GError *error, gpointer user_data)
{
  DlReportDialog *self = user_data;

  update (self);
  if (error != NULL)
    {
      show_error (self, error->message);
      return;
    }
  g_signal_emit (self, signals[WRITTEN], 0, path);
  gtk_window_close (GTK_WINDOW (self));
}

static void
start (DlReportDialog *self, DlComparison *comparison)
{
  DlReportRequest *request = g_new0 (DlReportRequest, 1);

  request->comparison = comparison;
  request->options = chosen_options (self);
  request->lines = dl_report_choices_lines (self->choices);
  request->sheet = chosen_sheet (self);
  request->title = text_of (self->title);
  request->author = text_of (self->author);
  request->date = chosen_date (self);
  request->command = command_by (self, dl_report_command);
  request->command_of_texts = command_by (self, dl_report_command_of_texts);
  request->path = g_strdup (self->path);
  dl_report_job_start (self->job, request, on_written, self);
}

/* Scenarios whose runs are looked up in the library. */
typedef struct
{
  DlReportDialog *dialog;
  DlComparison *comparison;
} Look;

static void
on_looked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Look *look = user_data;
  g_autoptr (DlReportDialog) self = look->dialog;
  g_autoptr (GError) error = NULL;
  gboolean any;

  /* Where the library cannot be read, runs are made. */
  dl_comparison_store_look_up_finish (result, look->comparison, &any, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->session == NULL)
    {
      dl_comparison_free (look->comparison);
      return;
    }
  g_clear_object (&self->collecting);
  start (self, look->comparison);
  update (self);
}

/* Take over the runs of @comparison that the library has, then start: the runs that would be made,
 * or all of them if none would. */
static void
look_up (DlReportDialog *self, DlComparison *comparison)
{
  DlStoreThread *thread = dl_session_get_store (self->session);
  const DlReportOptions options = chosen_options (self);
  const guint n_seeds = options.simulate ? options.n_seeds : DL_REPORT_STORED_RUNS;
  Look *look;

  if (thread == NULL)
    {
      g_clear_object (&self->collecting);
      start (self, comparison);
      return;
    }
  look = g_new (Look, 1);
  *look = (Look) { g_object_ref (self), comparison };
  dl_comparison_store_look_up_async (thread, dl_comparison_tasks (comparison, n_seeds),
                                     self->collecting, on_looked, look);
}

static void
on_collected (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlReportDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  DlComparison *comparison = dl_report_choices_collect_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->session == NULL)
    {
      dl_comparison_free (comparison);
      return;
    }
  if (comparison == NULL)
    {
      g_clear_object (&self->collecting);
      show_error (self, error->message);
    }
  else
    look_up (self, comparison);
  update (self);
}

/* The file to write, or NULL with a message. A user who chose a file without the ending was asked
 * about another file, so an existing one stays. */
static char *
complete_path (DlReportDialog *self, GFile *file)
{
  const char *path = g_file_peek_path (file);
  const gsize length = path != NULL ? strlen (path) : 0;
  g_autofree char *complete = NULL;
  g_autofree char *problem = NULL;

  if (path == NULL)
    {
      show_error (self, _ ("Files can be written on this computer only"));
      return NULL;
    }
  if (length > 4 && g_ascii_strcasecmp (path + length - 4, ".pdf") == 0)
    return g_strdup (path);
  complete = g_strconcat (path, ".pdf", NULL);
  if (!g_file_test (complete, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&complete);
  problem = g_strdup_printf (_ ("“%s” already exists (use a different name, or choose the file to "
                                "replace it)"),
                             complete);
  show_error (self, problem);
  return NULL;
}

void
dl_report_dialog_write (DlReportDialog *self, GFile *file)
{
  if (is_busy (self))
    return;
  show_error (self, NULL);
  g_free (self->path);
  self->path = complete_path (self, file);
  if (self->path == NULL)
    return;
  self->collecting = g_cancellable_new ();
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
  dl_report_choices_collect_async (self->choices, self->collecting, on_collected,
                                   g_object_ref (self));
  update (self);
}

static void
on_chosen (GFile *file, gpointer owner)
{
  dl_report_dialog_write (owner, file);
}

static void
on_make (DlReportDialog *self)
{
  const char *name = dl_session_get_scenario (self->session)->name;
  g_autofree char *title = text_of (self->title);
  g_autofree char *suggested = g_strdup_printf ("%s.pdf", title != NULL ? title : name);

  gtk_spin_button_update (GTK_SPIN_BUTTON (self->seeds));
  g_strdelimit (suggested, "/\\:*?\"<>|\t\n", '-');
  dl_compat_save_file_in (GTK_WINDOW (self), _ ("Make Report"), _ ("_Make"), NULL, suggested,
                          on_chosen, self);
}

static void
stop (DlReportDialog *self)
{
  g_cancellable_cancel (self->collecting);
  g_clear_object (&self->collecting);
  dl_job_cancel (self->job);
}

static void
on_stop (DlReportDialog *self)
{
  stop (self);
  update (self);
}

static void
on_copy (DlReportDialog *self)
{
  g_autofree char *command = dl_report_dialog_command (self);

  if (command == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  dl_toast_show (self->toasts, _ ("Copied the command"), command, NULL, NULL, NULL);
}

/* The window ----------------------------------------------------------------------------------- */

/* A check for each part. */
static void
add_parts (DlReportDialog *self)
{
  guint n;
  const DlReportPart *parts = dl_report_parts (&n);

  for (guint i = 0; i < n; i++)
    {
      GtkWidget *check = gtk_check_button_new_with_label (_ (parts[i].title));

      gtk_widget_set_name (check, parts[i].id);
      gtk_widget_set_tooltip_text (check, _ (parts[i].description));
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check),
                                   (parts[i].part & DL_REPORT_DEFAULT) != 0);
      gtk_box_append (GTK_BOX (self->parts), check);
      g_ptr_array_add (self->checks, check);
    }
}

static void
dispose (GObject *object)
{
  DlReportDialog *self = DL_REPORT_DIALOG (object);

  if (self->session != NULL)
    stop (self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (dl_report_dialog_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlReportDialog *self = DL_REPORT_DIALOG (object);

  g_clear_object (&self->job);
  g_ptr_array_unref (self->checks);
  g_free (self->path);
  G_OBJECT_CLASS (dl_report_dialog_parent_class)->finalize (object);
}

static void
dl_report_dialog_class_init (DlReportDialogClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  signals[WRITTEN] = g_signal_new ("written", DL_TYPE_REPORT_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  g_type_ensure (DL_TYPE_TOAST);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-report-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, toasts);
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, left);
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, right);
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, parts);
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, choices_and_contents);
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, simulate);
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, seeds);
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, load_curve);
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, title);
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, author);
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, date);
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, paper);
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, error);
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, busy);
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, progress);
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, make_button);
  gtk_widget_class_bind_template_child (widget_class, DlReportDialog, copy_button);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, on_make);
  gtk_widget_class_bind_template_callback (widget_class, on_copy);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
  gtk_widget_class_bind_template_callback (widget_class, gtk_window_close);
}

static void
dl_report_dialog_init (DlReportDialog *self)
{
  self->job = dl_job_new ();
  self->checks = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWindow *
dl_report_dialog_present (GtkWindow *parent, DlSession *session, DlLive *live, DlCompare *compare)
{
  DlReportDialog *self = g_object_new (DL_TYPE_REPORT_DIALOG, "transient-for", parent, NULL);
  const char *size = gtk_paper_size_get_default ();

  self->session = g_object_ref (session);
  self->choices = DL_REPORT_CHOICES (dl_report_choices_new (session, live, compare));
  gtk_widget_set_vexpand (GTK_WIDGET (self->choices), TRUE);
  gtk_box_append (GTK_BOX (self->left), GTK_WIDGET (self->choices));
  add_parts (self);
  if (g_str_equal (size, GTK_PAPER_NAME_LETTER) || g_str_equal (size, GTK_PAPER_NAME_LEGAL))
    gtk_drop_down_set_selected (self->paper, DL_SHEET_LETTER);
  g_signal_connect_swapped (self->choices, "changed", G_CALLBACK (update), self);
  g_signal_connect_object (self->job, "notify::progress", G_CALLBACK (on_progress), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->job, "notify::running", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  update (self);
  gtk_window_present (GTK_WINDOW (self));
  return GTK_WINDOW (self);
}
