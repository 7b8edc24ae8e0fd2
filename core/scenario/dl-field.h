/* The keys of a scenario, one table: what files, --set, edits and the window call them, how each is
 * read, written, and checked on its own. Adding a key is adding a row. */
#pragma once

#include "dl-scenario.h"

G_BEGIN_DECLS

typedef struct _DlField DlField;

struct _DlField
{
  const char *group;
  const char *key;
  gboolean is_list; /* a set of items separated by ';', to which edits may add and remove */
  /* The rest is private to dl-field*.c. */
  const struct _DlFieldType *type;
  gsize offset;               /* in DlScenario */
  const char *initial;        /* the default as file text */
  guint64 low, high;          /* whole numbers */
  double min, max;            /* other numbers */
  const char *const *choices; /* the words that there are */
};

const DlField *dl_fields (guint *n_fields);
/* @name is "group.key"; NULL if there is none. */
const DlField *dl_field_find (const char *group, const char *key);
const DlField *dl_field_find_name (const char *name);

/* Is a value of @field one number of a range? FALSE for words, lists and files, even where a value
 * is written in digits. */
gboolean dl_field_is_number (const DlField *field);

/* Whether the key is stated, not left to its default. */
gboolean dl_field_is_set (const DlField *field, const DlScenario *scenario);

/* The value of @field as file text (unescaped), its default if it is unset. Free with g_free. */
char *dl_field_get (const DlField *field, const DlScenario *scenario);
/* Read @text into @scenario and mark the key as stated; checks the value by itself only. The
 * error's message says what is wrong and, in parentheses, what would be right; @scenario is
 * unchanged then. */
gboolean dl_field_set (const DlField *field, DlScenario *scenario, const char *text,
                       GError **error);
/* Back to the default: the key is not stated any more. */
void dl_field_unset (const DlField *field, DlScenario *scenario);
/* For is_list fields: add or remove the items in @text; one that is there (or is not) is an error.
 */
gboolean dl_field_add (const DlField *field, DlScenario *scenario, const char *text,
                       GError **error);
gboolean dl_field_remove (const DlField *field, DlScenario *scenario, const char *text,
                          GError **error);

G_END_DECLS
