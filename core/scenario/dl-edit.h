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

/* Apply @edits in order and check the whole scenario. All or nothing: on error @scenario is as it
 * was. @inverse (nullable) gets the edits that undo them, in the order to apply them; none if they
 * changed nothing. @field (nullable) gets the key that an error is about, with which its message
 * begins ("torus.radix: ..."). */
gboolean dl_scenario_apply (DlScenario *scenario, const GPtrArray *edits, GPtrArray **inverse,
                            const DlField **field, GError **error);

/* The edits that turn @from into @to, the shortest: single items of lists. Extras are no matter of
 * edits. */
GPtrArray *dl_edits_between (const DlScenario *from, const DlScenario *to);

/* One edit a line: "torus.radix=4;4;4", "torus.broken-links+=1,2,2:x+", "torus.broken-links-=...",
 * "!torus.datelines". Values are escaped as GKeyFile does. */
char *dl_edits_to_text (const GPtrArray *edits);
GPtrArray *dl_edits_from_text (const char *text, GError **error);

/* For --set: "GROUP.KEY=VALUE" appended to @edits; for lists also "+=" and "-=". */
gboolean dl_edits_parse_assignment (GPtrArray *edits, const char *assignment, GError **error);

/* Edits that need more than one key. */

/* New radices or wraps: datelines at k - 1 stay there, others are moved inside; faults and a target
 * that the new shape does not have go (a target that the pattern needs is moved inside). */
GPtrArray *dl_edits_reshape (const DlScenario *scenario, const guint radix[DL_N_DIMS],
                             const gboolean wrap[DL_N_DIMS]);
/* Break a cable (or only one direction, or a node), or restore it if it is broken; restoring one
 * also takes it out of whichever list holds it (one direction of a broken cable: the other one
 * stays broken). No edits for a link or node that is not in the network. */
GPtrArray *dl_edits_toggle_link (const DlScenario *scenario, DlLinkAt link, gboolean one_direction);
GPtrArray *dl_edits_toggle_node (const DlScenario *scenario, DlCoord node);
/* Break @n more cables (or nodes), drawn with @seed among those that still work. Fewer if there are
 * not so many. */
GPtrArray *dl_edits_break_random (const DlScenario *scenario, guint n, gboolean nodes,
                                  guint64 seed);
/* Restore everything, whatever the kind of network. */
GPtrArray *dl_edits_restore_all (const DlScenario *scenario);

/* The same for a scenario of a dragonfly (dl-edit-dragonfly.c); @net was built from it. Breaking
 * breaks what works; restoring takes it out of whichever list holds it (a link of a broken cable:
 * the cable's others stay broken). What a broken router took along comes back with the router only:
 * no edits. */
GPtrArray *dl_edits_toggle_dragonfly_link (const DlScenario *scenario, const DlDragonfly *net,
                                           guint link);
GPtrArray *dl_edits_toggle_router (const DlScenario *scenario, const DlDragonfly *net,
                                   guint router);
/* Blue cable @cable of groups @a and @b, all its links. */
GPtrArray *dl_edits_toggle_blue_cable (const DlScenario *scenario, const DlDragonfly *net, guint a,
                                       guint b, guint cable);
/* The next cable of groups @a and @b that still has a working link; all of them again when there is
 * none left. */
GPtrArray *dl_edits_break_next_cable (const DlScenario *scenario, const DlDragonfly *net, guint a,
                                      guint b);
/* All routers of a chassis; restored if all are broken. */
GPtrArray *dl_edits_toggle_chassis (const DlScenario *scenario, const DlDragonfly *net, guint group,
                                    guint chassis);
typedef enum
{
  DL_BREAK_LINKS,
  DL_BREAK_CABLES, /* blue */
  DL_BREAK_ROUTERS,
  DL_BREAK_CHASSIS /* all their routers that work */
} DlBreakKind;
/* How many there are that work. */
guint dl_edits_count_breakable (const DlDragonfly *net, DlBreakKind kind);
/* @n more, drawn with @seed among those that work; fewer if there are not so many. */
GPtrArray *dl_edits_break_random_dragonfly (const DlScenario *scenario, const DlDragonfly *net,
                                            DlBreakKind kind, guint n, guint64 seed);
/* A new value of a key of [dragonfly] that is about its shape (shape, groups, chassis,
 * last-chassis, blades, cables-per-pair, routers-per-group, interconnect, ...): a number of cables
 * that is too large is made to fit, faults, target and placement that the new shape does not have
 * go. Errors: those of the key, and DL_NETWORK_ERROR_LIMIT for a shape that cannot be. */
GPtrArray *dl_edits_reshape_dragonfly (const DlScenario *scenario, const char *key,
                                       const char *value, GError **error);

G_END_DECLS
