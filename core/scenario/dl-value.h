/* Numbers and names as people write them in files and on the command line: the same in every
 * locale, whole strings only. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A whole number, decimal or 0x, in @low..@high. Errors: DL_SCENARIO_ERROR_VALUE. */
gboolean dl_value_parse_uint (const char *text, guint64 low, guint64 high, guint64 *value,
                              GError **error);
/* The same with a sign. */
gboolean dl_value_parse_int (const char *text, gint64 low, gint64 high, gint64 *value,
                             GError **error);
/* A finite number in @low..@high. Errors: DL_SCENARIO_ERROR_VALUE. */
gboolean dl_value_parse_double (const char *text, double low, double high, double *value,
                                GError **error);
/* The number in @low..@high that a text may mean which is no number, as a remedy in a message: 34%,
 * 0,34, 1/3; NULL: it is like no number. With @whole, whole numbers alone: 1e5, 20.0. Free with
 * g_free. */
char *dl_value_number_meant (const char *text, double low, double high, gboolean whole);
/* The same of a list of @n (0: any number of) entries with another sign between them: 8,1,1. */
char *dl_value_list_meant (const char *text, guint n);
/* The shortest text that reads back as @value. */
char *dl_value_format_double (double value);

/* The items of a list separated by ';', stripped; a ';' at the end is allowed, an empty item is
 * not. More than @max items are not, either. What follows a backslash separates nothing; both stay.
 * Errors: DL_SCENARIO_ERROR_VALUE. */
GStrv dl_value_split (const char *text, guint max, GError **error);
/* The items of a list that was read before, as they stand there. */
GStrv dl_value_items (const char *text);

/* @text for a message of one line: quoted, long ones clipped, control characters replaced. */
char *dl_value_quote (const char *text);

G_END_DECLS
