/* Opening files: libraries go into the library, counters of real machines to their page, programs
 * into the open scenario, lessons and hand-ins beside the map; everything else is a scenario. */
#include "dl-evidence-actions.h"
#include "dl-file-kind.h"
#include "dl-lesson-actions.h"
#include "dl-library-window.h"
#include "dl-output.h"
#include "dl-scenario-actions.h"
#include "dl-text-lines.h"
#include "dl-transfer.h"
#include "dl-window-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Files that are opened at once. */
typedef struct
{
  DlWindow *window;
  GPtrArray *files;  /* GFile */
  DlFileKind *kinds; /* (files->len) */
  guint unknown;     /* of them */
} Opening;

/* One of them. */
typedef struct
{
  Opening *opening;
  guint file;
} Place;

static gboolean
is_for_lessons (DlFileKind kind)
{
  return kind == DL_FILE_LESSON || kind == DL_FILE_HAND_IN;
}

static void
open_kind (DlWindow *self, GFile *file, DlFileKind kind, GPtrArray *parts)
{
  switch (kind)
    {
    case DL_FILE_SCENARIO:
      dl_scenario_actions_open (DL_SHELL (self), file, NULL, 0);
      break;
    case DL_FILE_MACHINE:
      dl_scenario_actions_open (DL_SHELL (self), file, (GFile *const *) parts->pdata, parts->len);
      g_ptr_array_set_size (parts, 0);
      break;
    case DL_FILE_PART:
      break; /* with their network, or at the end */
    case DL_FILE_LIBRARY:
      dl_library_actions_import (DL_SHELL (self), file);
      break;
    case DL_FILE_COUNTERS:
      dl_evidence_open_counters (DL_SHELL (self), file);
      break;
    case DL_FILE_PROGRAM:
      dl_scenario_actions_set_program (DL_SHELL (self), file);
      break;
    case DL_FILE_LESSON:
      dl_lesson_desk_open_lesson (DL_SHELL (self), file);
      break;
    case DL_FILE_HAND_IN:
      dl_lesson_desk_open_hand_in (DL_SHELL (self), file);
      break;
    }
}

/* @format: of a list of files. */
static void
tell_left_out (DlWindow *self, GPtrArray *names, const char *format)
{
  g_autofree char *list = NULL;
  g_autofree char *text = NULL;

  if (names->len == 0)
    return;
  g_ptr_array_add (names, NULL);
  list = g_strjoinv (", ", (char **) names->pdata);
  text = dl_text_with (format, list);
  dl_banner_set_message (self->message_banner, text);
}

static void
leave_out (GPtrArray *names, GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  g_ptr_array_add (names, dl_file_name_show (base));
}

static gboolean
opens (const Opening *opening, DlFileKind kind)
{
  for (guint i = 0; i < opening->files->len; i++)
    if (opening->kinds[i] == kind)
      return TRUE;
  return FALSE;
}

static void
open_all (Opening *opening)
{
  g_autoptr (GPtrArray) lessons = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) programs = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  const gboolean scenario = opens (opening, DL_FILE_SCENARIO) || opens (opening, DL_FILE_MACHINE);
  gboolean lesson = FALSE, program = scenario;

  if (scenario && opens (opening, DL_FILE_COUNTERS))
    dl_counters_source_carry (dl_view_get_counters (opening->window->view));
  for (guint i = 0; i < opening->files->len; i++)
    if (opening->kinds[i] == DL_FILE_PART)
      g_ptr_array_add (parts, opening->files->pdata[i]);

  for (guint i = 0; i < opening->files->len; i++)
    {
      const DlFileKind kind = opening->kinds[i];
      GFile *file = opening->files->pdata[i];

      /* Beside the map there is room for one; ranks run one program, of the scenario that is open
       * already. */
      if (is_for_lessons (kind) && lesson)
        leave_out (lessons, file);
      else if (kind == DL_FILE_PROGRAM && program)
        leave_out (programs, file);
      else
        open_kind (opening->window, file, kind, parts);
      lesson |= is_for_lessons (kind);
      program |= kind == DL_FILE_PROGRAM;
    }
  if (parts->len > 0)
    dl_scenario_actions_add_parts (DL_SHELL (opening->window), (GFile *const *) parts->pdata,
                                   parts->len);
  /* Translators: %s is a list of files */
  tell_left_out (opening->window, lessons,
                 _ ("One lesson or hand-in is shown at a time. Not opened: %s"));
  /* Translators: %s is a list of files */
  tell_left_out (opening->window, programs,
                 _ ("One program goes into the scenario that is open. Not opened: %s"));
}

static void
opening_free (Opening *opening)
{
  g_object_unref (opening->window);
  g_ptr_array_unref (opening->files);
  g_free (opening->kinds);
  g_free (opening);
}

static void
on_kind (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Place *place = user_data;
  g_autoptr (GFile) file = NULL;
  Opening *opening = place->opening;

  opening->kinds[place->file] = dl_file_kind_finish (result, &file);
  if (--opening->unknown > 0)
    return;
  if (opening->window->session != NULL) /* NULL: closed meanwhile */
    open_all (opening);
  opening_free (opening);
}

/* "preset:NAME", as the command line has it. */
static gboolean
open_preset (DlWindow *self, GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  const char *id = uri + strlen ("preset:");

  if (!g_file_has_uri_scheme (file, "preset"))
    return FALSE;
  g_action_group_activate_action (G_ACTION_GROUP (self), "new-from", g_variant_new_string (id));
  return TRUE;
}

void
dl_window_open_files (DlWindow *self, GFile *const *files, guint n)
{
  DlLibrary *library = dl_session_get_library (self->session);
  g_autoptr (GPtrArray) others = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean preset = FALSE;
  Opening *opening;

  for (guint i = 0; i < n; i++)
    if (open_preset (self, files[i]))
      preset = TRUE;
    else if (!dl_transfer_refuse_open_library (GTK_WINDOW (self), library, files[i]))
      g_ptr_array_add (others, g_object_ref (files[i]));
  if (others->len == 0)
    return;
  if (preset) /* counters among the others are of its machine */
    dl_counters_source_carry (dl_view_get_counters (self->view));
  opening = g_new0 (Opening, 1);
  opening->window = g_object_ref (self);
  opening->kinds = g_new0 (DlFileKind, others->len);
  opening->unknown = others->len;
  opening->files = g_steal_pointer (&others);
  for (guint i = 0, left = opening->unknown; i < left; i++)
    {
      Place *place = g_new (Place, 1);

      *place = (Place) { opening, i };
      dl_file_kind_async (opening->files->pdata[i], on_kind, place);
    }
}

void
dl_window_open_file (DlWindow *self, GFile *file)
{
  dl_window_open_files (self, &file, 1);
}
