/* The note of one scenario of the library after another: read, and kept as it is typed. Nothing
 * waits for the disk, and what could not be kept is not forgotten. Lives in the main context. */
#pragma once

#include "dl-library.h"

G_BEGIN_DECLS

#define DL_TYPE_LIBRARY_NOTE (dl_library_note_get_type ())
G_DECLARE_FINAL_TYPE (DlLibraryNote, dl_library_note, DL, LIBRARY_NOTE, GObject)

/* Properties, read-only and notified:
 *   text (string)     the scenario's note; NULL while it is being read, or cannot be
 *   problem (string)  why it could not be read or kept, or NULL
 */

DlLibraryNote *dl_library_note_new (DlLibrary *library);

/* Show the note of scenario @id, 0: none. Text typed into the previous note is kept first. */
void dl_library_note_show (DlLibraryNote *self, gint64 id);
const char *dl_library_note_get_text (DlLibraryNote *self);
const char *dl_library_note_get_problem (DlLibraryNote *self);
/* The user typed: kept half a second later with all that came meanwhile. Only while there is a
 * text. */
void dl_library_note_type (DlLibraryNote *self, const char *text);
/* Keep it now: in the library, and on the disk, before the library closes. Also done when @self
 * goes. */
void dl_library_note_flush (DlLibraryNote *self);

G_END_DECLS
