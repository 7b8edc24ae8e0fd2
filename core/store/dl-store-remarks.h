/* What people say of a scenario of the library: tags and a note. Not edits: they are not part of
 * the scenario. They are searched by dl_store_list. */
#pragma once

#include "dl-store.h"

G_BEGIN_DECLS

#define DL_STORE_MAX_TAG_CHARS  64
#define DL_STORE_MAX_NOTE_BYTES (1024 * 1024)

/* In the order of their letters. */
GStrv dl_store_tags (DlStore *store, gint64 id, GError **error);
/* "" if there is none. */
char *dl_store_note (DlStore *store, gint64 id, GError **error);
/* All tags of the library, each once. */
GStrv dl_store_all_tags (DlStore *store, GError **error);

/* Each of these is one transaction and durable when it returns TRUE. Errors: those of dl-store.h;
 * VALUE for a tag that is empty, too long or of more than one line, and for a note that is too
 * long. */

/* Tags that differ in case alone are the same; the last one's case stays. */
gboolean dl_store_add_tag (DlStore *store, gint64 id, const char *tag, GError **error);
/* No error if it has no such tag. */
gboolean dl_store_remove_tag (DlStore *store, gint64 id, const char *tag, GError **error);
/* "": none. */
gboolean dl_store_set_note (DlStore *store, gint64 id, const char *note, GError **error);

G_END_DECLS
