/* Lists of broken cables, links and nodes as values of keys. */
#pragma once

#include "dl-field.h"

G_BEGIN_DECLS

/* A kind of item of such lists. */
typedef struct _DlFaultKind
{
  guint item_size; /* at most sizeof (DlFaultRoom) */
  guint max_items;
  const char *remedy; /* how an item is written, translatable */
  gboolean (*parse) (const char *text, gpointer item);
  char *(*format) (gconstpointer item);
  GCompareFunc compare;
  /* Change @item to the one name it has in a network of these options; NULL: names are unique. */
  void (*canonize) (gconstpointer options, gpointer item);
} DlFaultKind;

/* Room for an item of any kind. */
typedef struct
{
  guint64 bytes[8];
} DlFaultRoom;

/* Read a list, sorted. An item named twice in the same way is an error. */
GArray *dl_faults_parse (const DlFaultKind *kind, const char *text, GError **error);
char *dl_faults_format (const DlFaultKind *kind, const GArray *faults);

/* The one name of the item that @text names; NULL: it does not look like one. @options: the
 * family's. Free with g_free. */
char *dl_faults_name (const DlFaultKind *kind, gconstpointer options, const char *text);
/* Is the item of that name in @faults, sorted and canonical? */
gboolean dl_faults_has (const DlFaultKind *kind, const GArray *faults, const char *name);

/* A list with the items in @text added or taken out, by any of their names. */
GArray *dl_faults_add (const DlFaultKind *kind, gconstpointer options, const GArray *faults,
                       const char *text, GError **error);
GArray *dl_faults_remove (const DlFaultKind *kind, gconstpointer options, const GArray *faults,
                          const char *text, GError **error);
/* The items of @faults that @others does not hold; both sorted and canonical. */
GArray *dl_faults_minus (const DlFaultKind *kind, const GArray *faults, const GArray *others);

/* All of @faults in canonical form, sorted. */
GArray *dl_faults_canonical (const DlFaultKind *kind, gconstpointer options, const GArray *faults);
/* The first of two neighbors in the sorted @faults that are the same, or @faults->len. */
guint dl_faults_find_twin (const DlFaultKind *kind, const GArray *faults);

G_END_DECLS
