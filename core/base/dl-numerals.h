/* Numbers as text, and the language of messages. What a person reads and types has the decimal sign
 * of the locale, as printf writes it; what goes into files has a point everywhere. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Set up the locale of the environment and the catalog of messages, the installed one or that of
 * the build tree that the program was started from. A program calls this first. */
void dl_language_init (void);

/* Numerals for text that goes into a file: while it lives, printf on this thread writes numbers
 * with a point and without groups. They are freed in the reverse order. */
typedef struct _DlPlainNumerals DlPlainNumerals;

DlPlainNumerals *dl_plain_numerals_new (void);
void dl_plain_numerals_free (DlPlainNumerals *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlPlainNumerals, dl_plain_numerals_free)

/* The same, and messages are not translated on this thread: for text that programs read. */
DlPlainNumerals *dl_plain_text_new (void);
/* Language of this thread's messages: that of their catalog, and "en" without one, whatever the
 * locale. Free with g_free. */
char *dl_language_of_messages (void);

/* @text of a file for people: a single number gets the locale's sign, all else does not change.
 * Free with g_free. */
char *dl_numerals_show (const char *text);
/* The same for a text whose points are all of numbers, and with a 0 before each that has no digit
 * there: "0.25–0.5" of ".25–.5". Free with g_free. */
char *dl_numerals_show_all (const char *text);
/* @text typed by the user, for a file: a single number may have the locale's sign or a point. Free
 * with g_free. */
char *dl_numerals_read (const char *text);

G_END_DECLS
