#include "dl-evidence-actions.h"

#include "compat.h"

#include <glib/gi18n-lib.h>

/* Counters that are remembered with their scenario --------------------------------------------- */

/* Scenarios whose files are remembered; with more, those go that were remembered first. */
#define MOST_REMEMBERED 200

typedef struct
{
  DlShell *shell;
  GStrv seen;         /* paths that were remembered, or opened again, last; nullable */
  gboolean opening;   /* a scenario takes the place of another */
  gboolean restoring; /* its files are being read */
  gint64 id;          /* of the scenario that was opened last; 0: none was */
} Memory;

static const char memory_room[] = "counters";

static void
memory_free (gpointer data)
{
  Memory *memory = data;

  g_strfreev (memory->seen);
  g_free (memory);
}

static DlCountersSource *
source_of (const Memory *memory)
{
  return dl_view_get_counters (dl_shell_get_view (memory->shell));
}

/* Name of the open scenario in the setting; NULL: it is in no library. */
static char *
name_scenario (const Memory *memory)
{
  DlSession *session = dl_shell_get_session (memory->shell);
  DlLibrary *library = dl_session_get_library (session);
  const gint64 id = dl_session_get_scenario_id (session);

  return library != NULL && id != 0
             ? g_strdup_printf ("%s#%" G_GINT64_FORMAT, dl_library_get_path (library), id)
             : NULL;
}

/* Paths of the open scenario's files; NULL: none are remembered. */
static GStrv
remembered (const Memory *memory)
{
  g_autoptr (GVariant) all
      = g_settings_get_value (dl_shell_get_settings (memory->shell), "measured-files");
  g_autofree char *name = name_scenario (memory);
  GStrv paths;

  return name != NULL && g_variant_lookup (all, name, "^as", &paths) ? paths : NULL;
}

/* @paths without any: nothing is remembered of it any more. */
static void
remember (Memory *memory, const char *const *paths)
{
  GSettings *settings = dl_shell_get_settings (memory->shell);
  g_autoptr (GVariant) before = g_settings_get_value (settings, "measured-files");
  const gsize n = g_variant_n_children (before);
  g_autofree char *name = name_scenario (memory);
  GVariantBuilder all;

  if (name == NULL || (paths[0] == NULL && !g_variant_lookup (before, name, "^as", NULL)))
    return;
  g_variant_builder_init (&all, G_VARIANT_TYPE ("a{sas}"));
  for (gsize i = n >= MOST_REMEMBERED ? n - MOST_REMEMBERED + 1 : 0; i < n; i++)
    {
      g_autoptr (GVariant) entry = g_variant_get_child_value (before, i);
      const char *other;

      g_variant_get_child (entry, 0, "&s", &other);
      if (!g_str_equal (other, name))
        g_variant_builder_add_value (&all, entry);
    }
  if (paths[0] != NULL)
    g_variant_builder_add (&all, "{s^as}", name, paths);
  g_settings_set_value (settings, "measured-files", g_variant_builder_end (&all));
}

static void
see (Memory *memory)
{
  g_strfreev (memory->seen);
  memory->seen = dl_counters_source_get_paths (source_of (memory));
}

/* Are the open files of the scenario's machine? FALSE before that is known. */
static gboolean
fit (const Memory *memory)
{
  DlCountersSource *source = source_of (memory);
  const DlEvaluation *result = dl_session_get_result (dl_shell_get_session (memory->shell));
  const DlMeasured *measured = dl_counters_source_get_measured (source);
  const DlCounters *jobs = dl_counters_source_get_jobs (source);

  if (dl_counters_source_get_counters (source) != NULL)
    return measured != NULL && result != NULL && measured->shape == result->net.shape;
  return jobs == NULL || dl_family_reads_counters (dl_shell_get_family (memory->shell), jobs->kind);
}

/* The files that are open, once they fit. */
static void
on_counters (DlShell *shell)
{
  Memory *memory = dl_shell_kept (shell, memory_room);
  g_auto (GStrv) paths = NULL;

  if (memory == NULL || memory->id == 0 || memory->opening || memory->restoring
      || dl_counters_source_is_carried (source_of (memory)) || !fit (memory))
    return;
  paths = dl_counters_source_get_paths (source_of (memory));
  if (paths[0] != NULL && memory->seen != NULL
      && g_strv_equal ((const char *const *) paths, (const char *const *) memory->seen))
    return;
  remember (memory, (const char *const *) paths);
  see (memory);
}

/* Files that have gone are told, and stay remembered: they may lie on a disk that is away. */
static void
on_busy (DlShell *shell)
{
  Memory *memory = dl_shell_kept (shell, memory_room);
  const char *problem;
  gboolean busy;

  if (memory == NULL || !memory->restoring)
    return;
  g_object_get (source_of (memory), "busy", &busy, NULL);
  if (busy)
    return;
  memory->restoring = FALSE;
  see (memory);
  problem = dl_counters_source_get_problem (source_of (memory));
  if (problem != NULL)
    dl_shell_toast (shell, _ ("Measured counters could not be opened again"), problem);
}

/* Were the files asked for by the user, for the scenario that is opened now or next? */
static gboolean
are_asked_for (Memory *memory, DlSession *session)
{
  DlCountersSource *source = source_of (memory);
  const gboolean is_first = memory->id == 0;
  const gboolean carried = dl_counters_source_is_carried (source);
  g_auto (GStrv) open = dl_counters_source_get_paths (source);
  gboolean busy;

  memory->id = dl_session_get_scenario_id (session);
  g_object_get (source, "busy", &busy, NULL);
  if (carried && dl_session_is_new (session))
    dl_counters_source_put_down (source);
  return carried || (busy && !memory->restoring) || (is_first && open[0] != NULL);
}

/* Counters of the scenario come with it, and leave with it. Others stay: they did not fit the one
 * before, or the user has just asked for them. */
static void
on_opened (DlShell *shell)
{
  Memory *memory = dl_shell_kept (shell, memory_room);
  DlCountersSource *source;
  g_auto (GStrv) paths = NULL;
  gboolean asked_for, had_own;

  if (memory == NULL)
    return;
  source = source_of (memory);
  asked_for = are_asked_for (memory, dl_shell_get_session (shell));
  had_own = memory->seen != NULL && memory->seen[0] != NULL;
  g_clear_pointer (&memory->seen, g_strfreev);
  if (asked_for)
    return;
  paths = remembered (memory);
  memory->opening = TRUE;
  if (paths != NULL || had_own)
    dl_counters_source_forget (source);
  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (paths[i]);

      memory->restoring = TRUE;
      dl_counters_source_open (source, file);
    }
  memory->opening = FALSE;
}

static void
memory_add (DlShell *shell)
{
  DlCountersSource *source = dl_view_get_counters (dl_shell_get_view (shell));
  Memory *memory;

  if (dl_shell_get_settings (shell) == NULL)
    return;
  memory = g_new0 (Memory, 1);
  memory->shell = shell;
  dl_shell_keep (shell, memory_room, memory, memory_free);
  g_signal_connect_object (dl_shell_get_session (shell), "opened", G_CALLBACK (on_opened), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (source, "notify::counters", G_CALLBACK (on_counters), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (source, "notify::measured", G_CALLBACK (on_counters), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (source, "notify::busy", G_CALLBACK (on_busy), shell, G_CONNECT_SWAPPED);
  if (dl_session_get_scenario_id (dl_shell_get_session (shell)) != 0)
    on_opened (shell);
}

/* Actions -------------------------------------------------------------------------------------- */

static void
find_worst (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_shell_show_page (user_data, "critical");
  dl_view_find_critical (dl_shell_get_view (user_data));
}

void
dl_evidence_open_counters (DlShell *shell, GFile *file)
{
  dl_counters_source_open (dl_view_get_counters (dl_shell_get_view (shell)), file);
  dl_shell_show_page (shell, "measured");
}

static void
on_counters_chosen (GFile *file, gpointer owner)
{
  dl_evidence_open_counters (owner, file);
}

static void
open_counters (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Counters of machines, and jobs"));
  gtk_file_filter_add_pattern (filter, "*.csv");
  gtk_file_filter_add_pattern (filter, "*.yaml");
  gtk_file_filter_add_pattern (filter, "*.yml");
  gtk_file_filter_add_pattern (filter, "*.txt");
  gtk_file_filter_add_pattern (filter, "*.db_csv");
  dl_compat_open_files (user_data, _ ("Open Measured Counters"), filter, on_counters_chosen,
                        user_data);
}

static void
on_generation (DlShell *self)
{
  dl_shell_set_enabled (
      self, "find-worst",
      dl_family_has_feature (dl_shell_get_family (self), DL_FEATURE_ACTION, "find-worst"));
}

void
dl_evidence_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "find-worst", .activate = find_worst },
    { .name = "open-counters", .activate = open_counters },
  };

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  g_signal_connect_object (dl_shell_get_session (shell), "notify::generation",
                           G_CALLBACK (on_generation), shell, G_CONNECT_SWAPPED);
  on_generation (shell);
  memory_add (shell);
}
