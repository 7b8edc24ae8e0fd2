/* The window: a GtkApplication over one library and one session. */
#include "dl-config.h"

#include "dl-appearance.h"
#include "dl-citation.h"
#include "dl-help.h"
#include "dl-memory.h"
#include "dl-numerals.h"
#include "dl-ui.h"
#include "dl-window.h"

#include <glib-unix.h>
#include <glib/gi18n.h>

#include <signal.h>
#include <stdlib.h>

#define DL_TYPE_APPLICATION (dl_application_get_type ())
G_DECLARE_FINAL_TYPE (DlApplication, dl_application, DL, APPLICATION, GtkApplication)

struct _DlApplication
{
  GtkApplication parent;
  DlLibrary *library;
  DlSession *session;
  GSettings *settings; /* NULL if the schema is not installed */
  char *database;      /* --database, or NULL */
  int status;
};

G_DEFINE_FINAL_TYPE (DlApplication, dl_application, GTK_TYPE_APPLICATION)

/* The installed schema, or that of the build tree the program was started from. */
static GSettings *
open_settings (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;
  g_autoptr (GSettingsSchemaSource) built = NULL;

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, DL_APPLICATION_ID, TRUE);
  if (schema == NULL)
    {
      g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
      g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : g_strdup (".");
      g_autofree char *data = g_build_filename (folder, "..", "data", NULL);

      built = g_settings_schema_source_new_from_directory (data, source, FALSE, NULL);
      if (built != NULL)
        schema = g_settings_schema_source_lookup (built, DL_APPLICATION_ID, FALSE);
    }
  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}

static void
about (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  static const char *const authors[] = { "Dateline contributors", NULL };
  g_autofree char *citation = dl_citation_text ();
  g_autofree char *comments = g_strconcat (
      _ ("A laboratory for supercomputer interconnects: break links, move datelines, and see the "
         "effect on virtual-channel balance.\n\nAfter “Optimized Virtual Channel Assignment in "
         "the Cray XT” by Abts, Weisser, Nowicki and Alverson."),
      "\n\n", citation, NULL);

  gtk_show_about_dialog (gtk_application_get_active_window (user_data), "program-name",
                         _ ("Dateline"), "version", DL_VERSION, "logo-icon-name", DL_APPLICATION_ID,
                         "license-type", GTK_LICENSE_MIT_X11, "authors", authors, "comments",
                         comments, "translator-credits", _ ("translator-credits"), NULL);
}

static gboolean
close_all (gpointer application)
{
  dl_window_close_all (application);
  return G_SOURCE_REMOVE;
}

/* Not at once: the key may be of a window beside the main one, which goes with it, and is still
 * handled there. */
static void
quit (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_idle_add (close_all, user_data);
}

static const int ending_signals[] = { SIGINT, SIGTERM, SIGHUP };

/* Quit without a question. The next signal ends the program at once. */
static gboolean
on_signal (gpointer user_data)
{
  for (guint i = 0; i < G_N_ELEMENTS (ending_signals); i++)
    signal (ending_signals[i], SIG_DFL);
  if (dl_window_find (user_data) != NULL)
    dl_window_end_all (user_data);
  else
    g_application_quit (user_data);
  return G_SOURCE_CONTINUE;
}

static void
follow_signals (GApplication *application)
{
  for (guint i = 0; i < G_N_ELEMENTS (ending_signals); i++)
    {
      struct sigaction action;

      /* nohup means it. */
      if (sigaction (ending_signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        g_unix_signal_add (ending_signals[i], on_signal, application);
    }
}

static const GActionEntry entries[] = {
  { .name = "about", .activate = about },
  { .name = "quit", .activate = quit },
};

static const struct
{
  const char *action;
  const char *keys[3];
} accelerators[] = {
  { "win.undo", { "<Control>z" } },
  { "win.redo", { "<Control><Shift>z", "<Control>y" } },
  { "win.library", { "<Control>l" } },
  { "win.go-to", { "<Control>f" } },
  { "win.new", { "<Control>n" } },
  { "win.compare", { "<Control><Shift>c" } },
  { "win.sweep", { "<Control>g" } },
  { "win.papers", { "<Control><Shift>p" } },
  { "win.open-file", { "<Control>o" } },
  { "win.open-counters", { "<Control>m" } },
  { "win.save-copy", { "<Control>s", "<Control><Shift>s" } },
  { "win.export", { "<Control>e" } },
  { "win.export-animation", { "<Control><Shift>m" } },
  { "win.show-table('')", { "<Control>t" } },
  { "win.add-to-figure", { "<Control><Alt>e" } },
  { "win.report", { "<Control><Shift>e" } },
  { "win.pin", { "<Control>b" } },
  { "win.unpin", { "<Control><Shift>b" } },
  { "win.pin-before", { "<Control><Alt>b" } },
  { "win.break-random", { "<Control>r" } },
  { "win.restore-all", { "<Control><Shift>r" } },
  { "win.find-worst", { "<Control>k" } },
  { "win.find-datelines", { "<Control>d" } },
  { "win.optimize-vc", { "<Control><Shift>o" } },
  { "win.sim-run", { "F8" } },
  { "win.sim-step", { "F7" } },
  { "win.sim-grant", { "<Shift>F7" } },
  { "win.sim-restart", { "<Shift>F8" } },
  { "win.sim-continue", { "<Control>F8" } },
  { "win.time-step(-1)", { "<Shift>comma", "less" } },
  { "win.time-step(1)", { "<Shift>period", "greater" } },
  { "win.time-epoch(-1)", { "<Control>comma" } },
  { "win.time-epoch(1)", { "<Control>period" } },
  { "win.time-play-back", { "<Control><Shift>comma" } },
  { "win.time-end", { "<Control><Shift>period" } },
  { "win.time-left", { "<Control><Alt>comma" } },
  { "win.time-delivery", { "<Control><Alt>period" } },
  { "win.time-lock", { "<Control><Alt>l" } },
  { "win.time-change", { "<Control><Alt>c" } },
  { "win.packet-journey", { "<Control>j" } },
  { "win.show-configuration", { "F9" } },
  { "win.show-history", { "<Control>h" } },
  { "win.next-pane(true)", { "F6" } },
  { "win.next-pane(false)", { "<Shift>F6" } },
  { "win.show-page", { "<Shift>F9" } },
  { "win.expand-page", { "<Alt>Return", "<Alt>KP_Enter" } },
  { "win.resize-page(1)", { "<Alt><Shift>Left" } },
  { "win.resize-page(-1)", { "<Alt><Shift>Right" } },
  { "win.fullscreen", { "F11" } },
  { "win.presenter", { "F5" } },
  { "win.laser", { "F2" } },
  { "win.freeze", { "F3" } },
  { "win.black", { "F4" } },
  { "win.view-key(1)", { "<Control>1" } },
  { "win.view-key(2)", { "<Control>2" } },
  { "win.view-key(3)", { "<Control>3" } },
  { "win.view-key(4)", { "<Control>4" } },
  { "win.view-key(5)", { "<Control>5" } },
  { "win.view-key(6)", { "<Control>6" } },
  { "win.view-key(7)", { "<Control>7" } },
  { "win.view-key(8)", { "<Control>8" } },
  { "win.view-key(9)", { "<Control>9" } },
  { "win.toy-toggle", { "<Control><Shift>t" } },
  { "app.help('keys')", { "<Control>question" } },
  { "window.close", { "<Control>w" } },
  { "app.quit", { "<Control>q" } },
};

static void
startup (GApplication *application)
{
  DlApplication *self = DL_APPLICATION (application);

  if (!gtk_init_check ())
    {
      g_printerr ("dateline: %s\n",
                  _ ("there is no display for the window (build-aux/run opens it in a browser; "
                     "dateline-cli does not need a display)"));
      exit (EXIT_FAILURE); /* GTK's own exit, but with a remedy */
    }
  G_APPLICATION_CLASS (dl_application_parent_class)->startup (application);
  gtk_window_set_default_icon_name (DL_APPLICATION_ID);
  dl_ui_init ();
  self->settings = open_settings ();
  if (self->settings != NULL)
    {
      g_autoptr (GAction) style = g_settings_create_action (self->settings, "style");
      g_action_map_add_action (G_ACTION_MAP (self), style);
    }
  dl_appearance_follow (self->settings);
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  for (guint i = 0; i < G_N_ELEMENTS (accelerators); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), accelerators[i].action,
                                           accelerators[i].keys);
  dl_help_init (GTK_APPLICATION (self));
  follow_signals (application);
  self->library = dl_library_new (self->database);
  self->session = dl_session_new (self->library);
}

static DlWindow *
ensure_window (DlApplication *self)
{
  DlWindow *window = dl_window_find (GTK_APPLICATION (self));

  if (window == NULL)
    window = dl_window_new (GTK_APPLICATION (self), self->session, self->settings);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static void
activate (GApplication *application)
{
  ensure_window (DL_APPLICATION (application));
}

static void
open_files (GApplication *application, GFile **files, int n_files, const char *hint)
{
  DlWindow *window = ensure_window (DL_APPLICATION (application));

  dl_window_open_files (window, files, (guint) n_files);
}

/* There is no window left to say it. */
static void
on_replaced (DlLibrary *library, const char *message)
{
  g_printerr ("dateline: %s\n", message);
}

static void
shut_down (GApplication *application)
{
  DlApplication *self = DL_APPLICATION (application);
  g_autoptr (GError) error = NULL;

  g_clear_object (&self->session);
  if (self->library != NULL)
    g_signal_connect (self->library, "replaced", G_CALLBACK (on_replaced), NULL);
  if (self->library != NULL && !dl_library_close (self->library, &error))
    {
      g_printerr ("dateline: %s\n", error->message);
      self->status = 3;
    }
  g_clear_object (&self->library);
  g_clear_object (&self->settings);
  G_APPLICATION_CLASS (dl_application_parent_class)->shutdown (application);
}

static int
handle_local_options (GApplication *application, GVariantDict *options)
{
  DlApplication *self = DL_APPLICATION (application);

  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("dateline %s\n", DL_VERSION);
      return 0;
    }
  /* Another library is another program: it must not end up in a window that is there already. */
  if (g_variant_dict_lookup (options, "database", "^ay", &self->database))
    g_application_set_flags (application,
                             g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
  return -1;
}

static void
finalize (GObject *object)
{
  g_free (DL_APPLICATION (object)->database);
  G_OBJECT_CLASS (dl_application_parent_class)->finalize (object);
}

static void
dl_application_class_init (DlApplicationClass *class)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = finalize;
  application_class->startup = startup;
  application_class->activate = activate;
  application_class->open = open_files;
  application_class->shutdown = shut_down;
  application_class->handle_local_options = handle_local_options;
}

static void
dl_application_init (DlApplication *self)
{
  static const GOptionEntry options[] = {
    { "database", 0, 0, G_OPTION_ARG_FILENAME, NULL, N_ ("Use the library in FILE"), N_ ("FILE") },
    { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Show the version and exit"), NULL },
    { NULL },
  };

  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _ ("[FILE…]"));
}

int
main (int argc, char **argv)
{
  dl_memory_keep ();
  dl_language_init ();

  g_autoptr (DlApplication) application = g_object_new (
      DL_TYPE_APPLICATION, "application-id", DL_APPLICATION_ID, "flags", G_APPLICATION_HANDLES_OPEN,
      "resource-base-path", "/org/dateline/Dateline", NULL);
  const int status = g_application_run (G_APPLICATION (application), argc, argv);

  return status != 0 ? status : application->status;
}
