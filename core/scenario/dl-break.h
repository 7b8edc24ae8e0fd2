/* Breaking parts of networks of any family by its rows (DlBreakable): a place, some at random, and
 * each cable in turn, to find the critical ones. */
#pragma once

#include "dl-family.h"

G_BEGIN_DECLS

/* The edits that break or restore @place, and the step's label (nullable), translated. @other: as
 * DlBreakable has it, where that can be asked for. Restoring takes it out of the list that has it:
 * one direction of a broken cable leaves the other broken. No edits, and no label, where there is
 * nothing to break. @shape: of @scenario; NULL: it is built. */
GPtrArray *dl_break_toggle (const DlScenario *scenario, gconstpointer shape, DlPlace place,
                            gboolean other, char **label);

/* The row of @family's list @key. */
const DlBreakable *dl_break_list (const DlFamily *family, const char *key);
/* Where @item of the list of @row is; FALSE if the network does not have it. */
gboolean dl_break_find (const DlFamily *family, const DlBreakable *row, gconstpointer shape,
                        const char *item, DlPlace *place);

/* Count working parts in @shape of kind @id, which @family breaks at random. */
guint dl_break_count (const DlFamily *family, gconstpointer shape, const char *id);
/* Edits that break @n of them, drawn with @seed, or all if there are fewer; none if none works.
 * @shape: as above. */
GPtrArray *dl_break_at_random (const DlScenario *scenario, gconstpointer shape, const char *id,
                               guint n, guint64 seed);
/* Label of the step that broke them so, translated. */
char *dl_break_random_label (const DlFamily *family, const char *id, const GPtrArray *edits);

/* The cables of a network of which a direction works; a plain value. */
typedef struct
{
  guint n;
  gboolean by_other;          /* dl_break_toggle breaks a whole one with @other */
  const guint32 *link, *back; /* (n) of each, a direction that works and the other one */
  const guint32 *cable_of;    /* (n_links) which cable each link is part of; G_MAXUINT32: none */
  const guint32 *first;       /* (n) the first one with the same effect; NULL: each is looked at */
  /* The routes of a scenario with one cable more broken than in @analysis, for less than building
   * its network costs. Nullable. Errors: as DlFamily's route. */
  gpointer (*route) (const DlScenario *broken, gconstpointer analysis, GError **error);
} DlCables;

/* Break each of @cables, by dl_break_toggle, of the network of @analysis, which is
 * @scenario's. Errors: as DlFamily's analyze. */
DlCritical *dl_break_each (const DlScenario *scenario, gconstpointer analysis,
                           const DlCables *cables, DlCriticalOptions options,
                           GCancellable *cancellable, GError **error);

G_END_DECLS
