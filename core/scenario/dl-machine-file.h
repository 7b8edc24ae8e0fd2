/* Files that describe a machine's own network and are no scenarios: its cabling, what its switches
 * were asked, their tables. A family has a row for each kind (DlFamily.machine_files). */
#pragma once

#include "dl-scenario-file.h"

G_BEGIN_DECLS

typedef struct
{
  const char *key; /* "group.key" that has the content of such a file */
  /* Does a file begin so? Only the first kilobytes are looked at. */
  gboolean (*probe) (const char *text, gsize length);
  gsize max_bytes;
  const char *const *sets; /* "group.key=value" that go with it, NULL at the end */
  /* Does such a file complete a network that another file describes? */
  gboolean is_part;
  /* (nullable) Irregular lines of the file, one each, the first @most of them. Free with
   * g_strfreev. */
  GStrv (*irregular) (const DlScenario *scenario, guint most);
  const char *title; /* title in a list of formats; translatable */
} DlMachineFile;

/* Formats of scenarios, for the message of a file that cannot be opened: "a scenario, ...". Free
 * with g_free. */
char *dl_machine_file_formats (void);
/* The row that takes a file that begins with @text for its own, and whose it is; NULL if none does.
 */
const DlMachineFile *dl_machine_file_find (const char *text, gsize length, const DlFamily **family);

/* A scenario of @family with the network in a file @name that has @data (length): it is called
 * after the file. @chosen: (nullable) "GROUP.KEY=FILE" of further files of the machine; a file that
 * is a part needs the network among them (dl_machine_file_is_alone). @warnings: (nullable) gets the
 * file's irregular lines. Errors: those of the key's type, of dl_scenario_take_in and of
 * dl_scenario_check. */
DlScenario *dl_machine_file_parse (const DlMachineFile *file, const DlFamily *family,
                                   const guint8 *data, gsize length, const char *name,
                                   const char *const *chosen, GStrv *warnings, GError **error);
/* Is @file a part of a network that @chosen does not have a file of? */
gboolean dl_machine_file_is_alone (const DlMachineFile *file, const DlFamily *family,
                                   const char *const *chosen);
/* Is @setting, "GROUP.KEY=VALUE", of a file that dl_machine_file_parse takes of @chosen? */
gboolean dl_machine_file_takes (const DlFamily *family, const char *setting);
/* Add to @edits the edits by which the network of a scenario gets the content of @path, a file that
 * is a part: of @file's key and what goes with it. Errors: as dl_scenario_take_in. */
gboolean dl_machine_file_add_edits (const DlMachineFile *file, const char *path, GPtrArray *edits,
                                    GError **error);

G_END_DECLS
