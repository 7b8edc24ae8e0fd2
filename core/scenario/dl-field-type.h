/* Types of the rows of the table of keys, for the families that have keys of their own. */
#pragma once

#include "dl-field.h"
#include "dl-router-model.h"

G_BEGIN_DECLS

/* How an entry of a table begins whose entries are a key's values: an engine, a pattern. */
typedef struct
{
  const char *id;          /* in files */
  const char *title;       /* translatable */
  const char *description; /* one line, translatable */
} DlEntry;

/* Values for a sweep, while they are gathered. */
typedef struct
{
  const DlField *field;
  const DlScenario *scenario;
  GPtrArray *texts;  /* char * */
  GHashTable *taken; /* as the scenario would have it */
} DlProposal;
/* Unless it contradicts something, or is another name for one that is there. */
void dl_proposal_add (DlProposal *proposal, const char *text);

typedef struct _DlFieldType
{
  /* Write the value in @text to @at; on error @at is unchanged. */
  gboolean (*parse) (const DlField *field, gpointer at, const char *text, GError **error);
  char *(*format) (const DlField *field, gconstpointer at);
  /* The same in fewer bytes, if that takes long; NULL: as format. */
  char *(*format_compact) (const DlField *field, gconstpointer at);
  /* The default where it depends on other keys; NULL: DlField.initial. */
  char *(*format_unset) (const DlScenario *scenario);
  /* The value is a string of its own (char *). */
  gboolean is_string;
  /* The value is a pointer, or NULL, to something that copies share. */
  gpointer (*ref) (gpointer value);
  void (*unref) (gpointer value);
  /* The value is one number, between two of which lie others. */
  gboolean is_number;
  /* The value is a pointer to one of these; NULL: no more. */
  const DlEntry *(*entry) (guint i);
  /* The value is a list of faults (GArray *) of this kind; or, where that is NULL and this is not
   * 0, of items of so many bytes. */
  const struct _DlFaultKind *faults;
  gsize item_size;
  /* Adds values for a sweep: @now is the value that there is; @part as of dl_field_propose. NULL:
   * none come to mind, but for words and faults. */
  void (*propose) (DlProposal *proposal, guint part, const char *now);
  /* (nullable) what the window calls one of the items that ';' separates, translated; NULL: as in
   * the file. */
  const char *(*item_words) (const char *item);

  /* Does @text hold a file's contents, instead of naming the file? */
  gboolean (*is_content) (const DlField *field, const char *text);
  /* The value for a file that holds @bytes; @name is for messages. Errors begin with @name. */
  char *(*take_in) (const DlField *field, GByteArray *bytes, const char *name, GError **error);
} DlFieldType;

/* The types that are of no family. */
extern const DlFieldType dl_field_type_name;
extern const DlFieldType dl_field_type_file;       /* GRefString: a word, or what a file holds */
extern const DlFieldType dl_field_type_goal;       /* DlGoalFile * */
extern const DlFieldType dl_field_type_collective; /* const DlCollective * */
extern const DlFieldType dl_field_type_target;     /* char * */
extern const DlFieldType dl_field_type_bytes;      /* char *: empty or a whole number */
extern const DlFieldType dl_field_type_choice;     /* int: index into choices */
extern const DlFieldType dl_field_type_model;   /* const DlRouterModel *: likewise, the family's own
                                                   unless set */
extern const DlFieldType dl_field_type_uint;    /* guint */
extern const DlFieldType dl_field_type_uint64;  /* guint64 */
extern const DlFieldType dl_field_type_warmup;  /* guint64: a number or "auto" */
extern const DlFieldType dl_field_type_mask;    /* guint64, written in hexadecimal */
extern const DlFieldType dl_field_type_double;  /* double */
extern const DlFieldType dl_field_type_load;    /* DlTrafficOptions: a number or "saturated" */
extern const DlFieldType dl_field_type_lengths; /* DlPacketLengths */
extern const DlFieldType dl_field_type_bias;    /* guint8[DL_N_ROUTER_PORTS] */
extern const DlFieldType dl_field_type_family;  /* const DlFamily * */
extern const DlFieldType dl_field_type_pattern; /* const DlPattern * */

/* Parts for types of the families. */
gboolean dl_field_check_line (const char *text, GError **error); /* no control characters */
gboolean dl_field_parse_entry (const DlField *field, gpointer at, const char *text, GError **error);
char *dl_field_format_entry (const DlField *field, gconstpointer at);
gboolean dl_field_parse_faults (const DlField *field, gpointer at, const char *text,
                                GError **error);
char *dl_field_format_faults (const DlField *field, gconstpointer at);
#define DL_FIELD_TYPE_FAULTS(kind)                                                                 \
  {                                                                                                \
    .parse = dl_field_parse_faults, .format = dl_field_format_faults, .faults = &(kind)            \
  }
/* NAME_entry, the entries of the table that @list_all, a function of (guint *n), gives. */
#define DL_DEFINE_ENTRIES(name, list_all)                                                          \
  static const DlEntry *name##_entry (guint i)                                                     \
  {                                                                                                \
    guint n;                                                                                       \
    const DlEntry *const *all = (const DlEntry *const *) list_all (&n);                            \
                                                                                                   \
    return i < n ? all[i] : NULL;                                                                  \
  }
#define DL_FIELD_TYPE_ENTRIES(nth)                                                                 \
  {                                                                                                \
    .parse = dl_field_parse_entry, .format = dl_field_format_entry, .entry = nth                   \
  }

/* The items of @text, which must be @n (or @or_n); @example shows what would be right. */
GStrv dl_field_split (const char *text, guint n, guint or_n, const char *example, GError **error);

/* Hint for a key (or, with @key NULL, a group) that does not exist: "did you mean torus.radix?", or
 * the keys or groups that there are. */
char *dl_field_hint (const char *group, const char *key);

static inline gpointer
dl_field_at (const DlField *field, const DlScenario *scenario)
{
  const gboolean of_model = field->model != NULL && field->model->options_size > 0;
  const gpointer options = of_model ? dl_scenario_router_options (scenario, field->model)
                           : field->family != NULL ? dl_scenario_options (scenario, field->family)
                                                   : (gpointer) scenario;

  return (char *) options + field->offset;
}

/* Whether the two have one and the same value in common, which need not be compared then. */
static inline gboolean
dl_field_is_shared (const DlField *field, const DlScenario *a, const DlScenario *b)
{
  return field->type->ref != NULL
         && *(gpointer const *) dl_field_at (field, a)
                == *(gpointer const *) dl_field_at (field, b);
}

G_END_DECLS
