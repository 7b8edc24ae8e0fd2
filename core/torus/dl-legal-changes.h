/* Which tables of the legality search an edit leaves as they are. */
#pragma once

#include "dl-legal-table.h"

G_BEGIN_DECLS

typedef struct _DlLegalChanges DlLegalChanges;

/* What differs between the networks of @routes and of @before, which have the same shape. NULL if
 * the rules differ, or too much else to judge tables one by one. Refers to @routes. */
DlLegalChanges *dl_legal_changes_new (const DlRoutes *routes, const DlRoutes *before);
void dl_legal_changes_free (DlLegalChanges *changes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlLegalChanges, dl_legal_changes_free)

/* Is @table, of @dest before the changes, certain to be what a search would find now? It is if
 * - dimension order does not lead to @dest over a changed link: the sources of the table and the
 *   states that go on in dimension order then are the same;
 * - no route of the table uses a link that broke: all other ways only got longer;
 * - no way over a link that came back can be as short as a source's: where a decision changes, the
 *   way of some source through it does, at no more hops than before.
 * It may then hold more than that, for packets of nodes that broke. */
gboolean dl_legal_changes_spare (const DlLegalChanges *changes, const DlLegalTable *table,
                                 guint dest);

G_END_DECLS
