/* A machine's own cabling as a scenario carries it: the file compressed, and the network that it
 * describes, whole. Immutable, shared by reference. */
#pragma once

#include "dl-cabling.h"
#include "dl-shared.h"

G_BEGIN_DECLS

typedef struct
{
  DlShared shared;
  char *text;           /* a line: "zlib:" and the file, compressed, in base64; or a file's name */
  DlDragonfly *network; /* NULL: only the name is known, the file was not read */
  DlCablingReport report;
} DlMachine;

/* From a file's content; @file_name is for messages, FILE:LINE: first. Errors: DL_CABLING_ERROR. */
DlMachine *dl_machine_new (const char *content, gssize length, const char *file_name,
                           GError **error);
/* The cabling in a file. Errors: as dl_scenario_read_file, DL_CABLING_ERROR. */
DlMachine *dl_machine_load (const char *file_name, GError **error);
/* The same as @machine's text in a form that is several times shorter and takes longer to make, for
 * figures that carry a scenario; dl_machine_parse gives the machine with its usual text back. Free
 * with g_free. */
char *dl_machine_to_packed_text (const DlMachine *machine);
/* From either text. Errors: DL_CABLING_ERROR, G_IO_ERROR for what is not compressed so. */
DlMachine *dl_machine_parse (const char *text, GError **error);
/* Is @text a file's content in either form, and not its name? */
gboolean dl_machine_is_content (const char *text);
/* What is irregular in it, a line each: the first @most of them, and if there are more, how many
 * there are in all. Never NULL; free with g_strfreev. */
GStrv dl_machine_warnings (const DlMachine *machine, guint most);
DL_SHARED (DlMachine, dl_machine)

G_END_DECLS
