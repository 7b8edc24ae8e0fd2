/* The keys of a scenario, one table: what files, --set, edits and the window call them, how each is
 * read, written, and checked on its own. Adding a key is adding a row. */
#pragma once

#include "dl-scenario.h"

G_BEGIN_DECLS

/* Where a report of a scenario says a key's value. */
typedef enum
{
  DL_REPORTED_CHANGED,   /* if it differs from its default */
  DL_REPORTED_SIMULATED, /* also in reports of simulations */
  DL_REPORTED_ALWAYS,
  DL_REPORTED_NEVER
} DlReported;

struct _DlField
{
  const char *group, *key;
  const char *name;  /* "group.key" */
  const char *title; /* "Period of the age clock", translatable; NULL: never listed */
  const char *unit;  /* translatable; NULL: none, or it depends on the scenario */
  /* The next two are private to dl-field*.c. */
  const struct _DlFieldType *type;
  gsize offset;               /* in DlScenario, of a family's or router's key in its options */
  const char *initial;        /* the default as file text */
  guint64 low, high;          /* whole numbers, bytes of a file */
  double min, max;            /* other numbers */
  const char *const *choices; /* the words that there are */
  gboolean simulated;         /* it changes nothing of what the static analysis says */
  gboolean routed;            /* networks or their routes depend on it */
  gboolean fixed;             /* no result depends on it, or no comparison over it means much */
  gboolean carries_over;      /* it means the same in a network of any size */
  const char *proposal;       /* (nullable) values for a sweep, as dl_field_propose */
  const char *topic;          /* the part of the manual that explains it, "page#part" */
  DlReported reported;
  const char *tooltip; /* (nullable) what it is, its unit, range, default and source;
                          translatable, NULL: it depends on the scenario */
  /* (nullable) Does the traffic of @scenario read it? NULL: any does. */
  gboolean (*reads) (const DlScenario *scenario);
  const DlFamily *family;     /* the family that has the key; NULL: all families. dl_fields fills it
                                 in */
  const DlRouterModel *model; /* likewise; NULL: all routers' */
};

/* How rows of a table of keys begin. */
#define DL_KEY(group, key) group, key, group "." key

/* The keys of all families, in the order of files. */
const DlField *dl_fields (guint *n_fields);
/* Index of @field among them. */
guint dl_field_index (const DlField *field);
/* @name is "group.key"; NULL if there is none. */
const DlField *dl_field_find (const char *group, const char *key);
const DlField *dl_field_find_name (const char *name);

/* Is a value of @field a list of items separated by ';', to which edits may add and remove? */
gboolean dl_field_is_list (const DlField *field);
/* Is a value of @field one number of a range? FALSE for words, lists and files, even where a value
 * is written in digits. */
gboolean dl_field_is_number (const DlField *field);

/* Name of a key for people, translated; NULL for the few that are never listed: the name and the
 * kind. */
const char *dl_field_title (const DlField *field);
/* Unit of its values, translated; NULL: none, or it depends on the scenario. */
const char *dl_field_unit (const DlField *field);
/* Title of a value that is the name of something: "Output crossing", translated; NULL: @value is
 * its own title. */
const char *dl_field_value_title (const DlField *field, const char *value);
/* All words that @field can be where it is one of some; NULL: it is none. Free with g_strfreev. */
GStrv dl_field_words (const DlField *field);
/* FALSE: nothing of @scenario's kind and shape of network reads the key, which has no effect. */
gboolean dl_field_suits (const DlField *field, const DlScenario *scenario);

/* FALSE: the traffic of @scenario does not read the key, such as a matrix that its pattern does not
 * use. */
gboolean dl_field_is_read (const DlField *field, const DlScenario *scenario);

/* Whether the key is stated, not left to its default. */
gboolean dl_field_is_set (const DlField *field, const DlScenario *scenario);

/* The value of @field as file text (unescaped), its default if it is unset. Free with g_free. */
char *dl_field_get (const DlField *field, const DlScenario *scenario);
/* Have both the same value, stated or default? */
gboolean dl_field_same_value (const DlField *field, const DlScenario *a, const DlScenario *b);
/* Read @text into @scenario and mark the key as stated; checks the value by itself only. The
 * error's message states the problem and, in parentheses, the remedy; @scenario is unchanged
 * then. */
gboolean dl_field_set (const DlField *field, DlScenario *scenario, const char *text,
                       GError **error);
/* Back to the default: the key is not stated any more. */
void dl_field_unset (const DlField *field, DlScenario *scenario);
/* For lists: add or remove the items in @text; one that is there (or is not) is an error.
 */
gboolean dl_field_add (const DlField *field, DlScenario *scenario, const char *text,
                       GError **error);
gboolean dl_field_remove (const DlField *field, DlScenario *scenario, const char *text,
                          GError **error);

G_END_DECLS
