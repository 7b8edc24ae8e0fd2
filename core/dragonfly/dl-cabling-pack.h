/* A cabling file in a form that compresses several times better than the file itself: the ports of
 * a router follow each other, each cable is told at both of its ends, and a place's coordinates are
 * the same wherever it is named. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @content packed, as text; NULL for what would not come back the same to the byte. Free with
 * g_free. */
char *dl_cabling_pack (const char *content, gsize length);
/* What was packed; NULL if @text is not a packed file, or if it holds more than @most bytes. Free
 * with g_string_free. */
GString *dl_cabling_unpack (const char *text, gsize most);

G_END_DECLS
