/* What the rows of the table of keys are made of. */
#pragma once

#include "dl-faults.h"

G_BEGIN_DECLS

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
  /* What is written names a file, or holds what was in it. */
  gboolean is_file;
  /* The value is one number, between two of which lie others. */
  gboolean is_number;
  /* The value is a list of faults (GArray *) of this kind. */
  const DlFaultKind *faults;
} DlFieldType;

extern const DlFieldType dl_field_type_name;
extern const DlFieldType dl_field_type_file;      /* GRefString: a word, or what a file holds */
extern const DlFieldType dl_field_type_target;    /* char * */
extern const DlFieldType dl_field_type_bytes;     /* char *: empty or a whole number */
extern const DlFieldType dl_field_type_table;     /* DlVcTable *, or NULL */
extern const DlFieldType dl_field_type_choice;    /* int: index into choices */
extern const DlFieldType dl_field_type_uint;      /* guint */
extern const DlFieldType dl_field_type_uint64;    /* guint64 */
extern const DlFieldType dl_field_type_mask;      /* guint64, written in hexadecimal */
extern const DlFieldType dl_field_type_double;    /* double */
extern const DlFieldType dl_field_type_load;      /* DlTrafficOptions: a number or "saturated" */
extern const DlFieldType dl_field_type_bias;      /* guint8[DL_N_ROUTER_PORTS] */
extern const DlFieldType dl_field_type_radix;     /* guint[DL_N_DIMS] */
extern const DlFieldType dl_field_type_wrap;      /* gboolean[DL_N_DIMS] */
extern const DlFieldType dl_field_type_datelines; /* gint[DL_N_DIMS] */
extern const DlFieldType dl_field_type_engine;    /* const DlEngine * */
extern const DlFieldType dl_field_type_policy;    /* const DlVcPolicy * */
extern const DlFieldType dl_field_type_pattern;   /* const DlPattern * */
extern const DlFieldType dl_field_type_mode;      /* const DlDragonflyMode * */
extern const DlFieldType dl_field_type_minimal;   /* const DlDragonflyMinimal * */
extern const DlFieldType dl_field_type_machine;   /* DlMachine *, or NULL */
extern const DlFieldType dl_field_type_cables;    /* GArray * of DlLinkAt */
extern const DlFieldType dl_field_type_channels;  /* GArray * of DlLinkAt */
extern const DlFieldType dl_field_type_nodes;     /* GArray * of DlCoord */
extern const DlFieldType dl_field_type_links;     /* GArray * of DlDragonflyLinkAt */
extern const DlFieldType dl_field_type_routers;   /* GArray * of DlRouterAt */
extern const DlFieldType dl_field_type_blues;     /* GArray * of DlCableAt */

/* What may have been meant by a key (or, with @key NULL, a group) that does not exist: "did you
 * mean torus.radix?", or the keys or groups that there are. */
char *dl_field_hint (const char *group, const char *key);

static inline gpointer
dl_field_at (const DlField *field, DlScenario *scenario)
{
  return (char *) scenario + field->offset;
}

static inline gconstpointer
dl_field_at_const (const DlField *field, const DlScenario *scenario)
{
  return (const char *) scenario + field->offset;
}

/* Whether the two have one and the same value in common, which need not be compared then. */
static inline gboolean
dl_field_is_shared (const DlField *field, const DlScenario *a, const DlScenario *b)
{
  return field->type->ref != NULL
         && *(gpointer const *) dl_field_at_const (field, a)
                == *(gpointer const *) dl_field_at_const (field, b);
}

G_END_DECLS
