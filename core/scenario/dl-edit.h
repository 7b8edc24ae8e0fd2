/* Edits: the one entrance for every change of a scenario. An edit is a tagged value with an
 * inverse; a step is a list of edits that are applied, undone and stored together. */
#pragma once

#include "dl-field.h"

G_BEGIN_DECLS

typedef enum
{
  DL_EDIT_SET,   /* group.key = value */
  DL_EDIT_UNSET, /* back to the default */
  DL_EDIT_ADD,   /* items into a list */
  DL_EDIT_REMOVE /* items out of a list */
} DlEditOp;

typedef struct
{
  const DlField *field;
  DlEditOp op;
  char *value;     /* as in a file; NULL for UNSET */
  char *file_name; /* (nullable) of the file that @value was in, for messages; not kept */
} DlEdit;

/* An array of DlEdit that frees its values. */
GPtrArray *dl_edits_new (void);
/* Append; @name is "group.key" and must exist (a programmer's error otherwise). */
void dl_edits_add (GPtrArray *edits, DlEditOp op, const char *name, const char *value);
void dl_edits_add_field (GPtrArray *edits, DlEditOp op, const DlField *field, const char *value);

/* Apply @edits in order and check the whole scenario. All or nothing: on error @scenario does not
 * change. @inverse (nullable) gets the edits that undo them, in the order to apply them; none if
 * they changed nothing. @field (nullable) gets the key that an error is about, with which its
 * message begins ("torus.radix: ..."). */
gboolean dl_scenario_apply (DlScenario *scenario, const GPtrArray *edits, GPtrArray **inverse,
                            const DlField **field, GError **error);

/* The edits that turn @from into @to, the shortest: single items of lists. Extras are no matter of
 * edits. */
GPtrArray *dl_edits_between (const DlScenario *from, const DlScenario *to);

/* One edit per line: "torus.radix=4;4;4", "torus.broken-links+=1,2,2:x+",
 * "torus.broken-links-=...", "!torus.datelines". Values are escaped as GKeyFile does. */
char *dl_edits_to_text (const GPtrArray *edits);
GPtrArray *dl_edits_from_text (const char *text, GError **error);

/* The key called "group.key"; NULL with DL_SCENARIO_ERROR_KEY, which says what may be meant. */
const DlField *dl_edits_find_key (const char *name, GError **error);

/* For --set: "GROUP.KEY=VALUE" appended to @edits; for lists also "+=" and "-=". */
gboolean dl_edits_parse_assignment (GPtrArray *edits, const char *assignment, GError **error);
/* Of the last of @edits, which the user chose: the content of the file that it names, if its key
 * has one. Errors: those of dl_scenario_take_in. */
gboolean dl_edits_take_in (GPtrArray *edits, GError **error);

/* Restore everything that is broken, whatever the kind of network. */
GPtrArray *dl_edits_restore_all (const DlScenario *scenario);

/* Edits as people are told of them: "Datelines in X, Y, Z: off; 0; 0". */

/* A line for each of @edits, translated, without an end of line after the last. Free with g_free.
 */
char *dl_edits_describe (const GPtrArray *edits);

G_END_DECLS
