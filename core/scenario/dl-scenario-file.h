/* Scenario files (dateline-scenario(5)): GKeyFile syntax, with a scan before it that keeps line
 * numbers and refuses what GKeyFile lets pass. */
#pragma once

#include "dl-field.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define DL_SCENARIO_FILE_MAX_BYTES (16 * 1024 * 1024)

/* Read a scenario from @text. @file_name is for messages ("FILE:LINE: what is wrong (what would be
 * right)"). @warnings (nullable) gets an array of messages in the same form, about unknown groups
 * and keys and ignored values. Never crashes, whatever @text holds; @length -1: to the NUL. */
DlScenario *dl_scenario_parse (const char *text, gssize length, const char *file_name,
                               GStrv *warnings, GError **error);
/* Files that a scenario may include: only those that its network and traffic use, and of those that
 * it names itself only such as lie in its own folder. Their content is copied into libraries and
 * figures: a scenario of unknown origin must not decide which of the user's files that are. */
typedef struct
{
  const char *folder;        /* NULL: none; names stay names */
  const char *const *chosen; /* "GROUP.KEY=FILE" that the user chose, wherever FILE is, instead of
                                what the scenario names; others are ignored; nullable */
  char **outside;            /* (nullable) gets NULL, or with DL_SCENARIO_ERROR_OUTSIDE the
                                "GROUP.KEY=FILE" that was refused; free with g_free */
  GError **unsettled;        /* (nullable) values are set before the scenario is used: gets NULL, or
                                a conflict of several keys until then; the scenario is returned, and
                                judged by dl_scenario_apply */
} DlScenarioFiles;
/* The same, with the contents of files that @text names. Errors: also those of
 * dl_scenario_take_in. */
DlScenario *dl_scenario_parse_in (const char *text, gssize length, const char *file_name,
                                  DlScenarioFiles files, GStrv *warnings, GError **error);
/* Reading it again gives the same scenario. With @defaults, keys that are unset are written as
 * comments. Unknown keys come last in their group, unknown groups last. */
char *dl_scenario_to_text (const DlScenario *scenario, gboolean defaults);
/* The same without defaults, and with long values compressed, for files that carry a scenario
 * along. */
char *dl_scenario_to_compact_text (const DlScenario *scenario);

/* How many bytes are worth reading of a file that begins with @data. */
typedef gsize (*DlFileLimit) (const guint8 *data, gsize length);
/* All of a regular file, or TOO_LARGE as soon as it is longer than @limit says. */
GByteArray *dl_scenario_read_file (const char *file_name, DlFileLimit limit, GError **error);

/* If @value is the name of a file that @field would have the contents of, put these in its place.
 * @folder: of the scenario file that names it; it must lie in there, after symbolic links
 * (DL_SCENARIO_ERROR_OUTSIDE). NULL: the user chose it, and it may lie anywhere. Other errors: as
 * dl_scenario_read_file, and those of the key's type. @file_name:
 * (nullable) gets what messages call the text that was put in place, or NULL. */
gboolean dl_scenario_take_in (const DlField *field, const char *folder, char **value,
                              char **file_name, GError **error);
/* Atomic: g_file_set_contents_full. Errors: G_FILE_ERROR. */
gboolean dl_scenario_save (const DlScenario *scenario, const char *file_name, GError **error);

/* Presets: files that the program carries as resources. */
typedef struct
{
  const char *id;
  const char *title;       /* the name in the file; translatable */
  const char *description; /* documented and assumed values; translatable */
  const DlFamily *family;  /* dl_presets fills it in */
} DlPreset;
/* The presets of all families: those of a family stand together. */
const DlPreset *dl_presets (guint *n_presets);
/* Their names, NULL at the end; free with g_free. */
const char **dl_preset_ids (void);
/* NULL with an error that says which may have been meant if there is none of that name. */
DlScenario *dl_preset_load (const char *id, GError **error);
/* A new scenario of the user's, with its name in their language. @id is that of a preset. */
DlScenario *dl_preset_new_scenario (const char *id);

/* The keys in which a scenario differs from the preset that it comes from, in the order of files:
 * what captions, reports and names of states have to say beside the preset's name. */

/* The preset of @scenario's family whose name it has, in English or the user's language; NULL: it
 * comes from none. */
const DlPreset *dl_scenario_preset (const DlScenario *scenario);

/* Fields (const DlField) whose values differ from the preset's, or without a preset from the
 * family's defaults. Name and kind, and keys without effect on its network, are left out. Free with
 * g_ptr_array_unref. */
GPtrArray *dl_scenario_deviations (const DlScenario *scenario);

/* "Taper: 2:1", translated, with the unit; a value longer than @most letters is not quoted but only
 * told of: NULL. Free with g_free. */
char *dl_field_text (const DlField *field, const DlScenario *scenario, guint most);

G_END_DECLS
