/* Files, read and written off the main loop. */
#pragma once

#include <gio/gio.h>

#include "dl-families.h"
#include "dl-library.h"
#include "dl-recording.h"

G_BEGIN_DECLS

/* Where @file is on this computer. Errors: G_IO_ERROR_NOT_SUPPORTED of one that is elsewhere. */
char *dl_file_path (GFile *file, GError **error);

/* Content of the file at @path; NULL with an error. Called in a thread. */
typedef gpointer (*DlReadFunc) (const char *path, GCancellable *cancellable, GError **error);

/* Read @file by @read. A result that is not taken is freed by @free_read. */
void dl_read_file_async (GFile *file, DlReadFunc read, GDestroyNotify free_read,
                         GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data);
/* Errors: those of dl_file_path and of the function. */
gpointer dl_read_file_finish (GAsyncResult *result, GError **error);

/* Write @text, taken. */
void dl_write_text_async (GFile *file, char *text, GAsyncReadyCallback callback,
                          gpointer user_data);
gboolean dl_write_file_finish (GAsyncResult *result, GError **error);
/* Where it is now, with its folder, for people. Free with g_free. */
char *dl_write_file_place (GAsyncResult *result);

/* Read a scenario file, or a figure that carries one (PNG, SVG). @chosen (nullable): what the user
 * agreed to (DlScenarioFiles). */
void dl_load_scenario_async (GFile *file, const char *const *chosen, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data);
/* @warnings (nullable): as dl_scenario_parse_in. */
DlScenario *dl_load_scenario_finish (GAsyncResult *result, GStrv *warnings, GError **error);
/* NULL: the file holds a scenario alone. The result's. */
const DlRecording *dl_load_scenario_get_recording (GAsyncResult *result);
/* After DL_SCENARIO_ERROR_OUTSIDE: the "GROUP.KEY=FILE" to ask the user about. The result's. */
const char *dl_load_scenario_get_outside (GAsyncResult *result);
/* File to be read, and choices agreed to. The result's. */
GFile *dl_load_scenario_get_file (GAsyncResult *result, const char *const **chosen);

/* Write a copy of @scenario: dl_write_file_finish. */
void dl_save_scenario_async (const DlScenario *scenario, GFile *file, GAsyncReadyCallback callback,
                             gpointer user_data);

/* Keep @text in a file of its own before the program ends, at once: beside the file of @library
 * (nullable), else in the home folder, else where temporary files are. @what (nominative) and where
 * it is go to the standard error stream, and @settings (nullable) know it for dl_rescue_tell. */
void dl_rescue_text (GSettings *settings, DlLibrary *library, const char *ending, const char *what,
                     const char *text);

/* Message of the next start on copies made since the last call; NULL: none was, or they are gone.
 * For the caller to free. */
char *dl_rescue_tell (GSettings *settings);

G_END_DECLS
