/* A family of networks: what makes a torus a torus and a dragonfly a dragonfly. Whoever stands
 * above the families asks this table and never which one it is. Called once an edit, a run or a
 * window: what is hot stays specialised behind it. */
#pragma once

#include "dl-pattern.h"
#include "dl-scenario-file.h"
#include "dl-toy.h"

G_BEGIN_DECLS

typedef struct _DlCountersKind DlCountersKind; /* dl-counters-reader.h */

struct _DlFamily
{
  const char *id;          /* in files */
  const char *title;       /* translatable */
  const char *description; /* one line, translatable */
  const char *plural;      /* over a list of networks of it, translatable */

  /* What its scenarios state: keys of a group of its own, which in files comes after @after_group,
   * and some of common groups, which come last in these. Their values are in its options. */
  const DlField *fields; /* (n_fields) */
  guint n_fields;
  const char *after_group;
  gsize options_size;
  void (*init_options) (gpointer options);                /* what dl_field_unset does not */
  void (*copy_options) (gconstpointer from, gpointer to); /* likewise; @to: a copy of the bytes */
  void (*clear_options) (gpointer options);               /* likewise */
  /* TRUE: networks of this scenario do not read @field, one that all families share or its own.
   * Nullable: they read all. */
  gboolean (*ignores) (const DlScenario *scenario, const DlField *field);

  /* What a traffic.target may look like, and how that is said in messages, translatable. */
  gboolean (*reads_node) (const char *text);
  const char *node_form;

  /* After keys were set: bring what has several forms into one. Nullable. Errors and the next two
   * functions: as dl_scenario_check. */
  gboolean (*settle) (DlScenario *scenario, const DlField **field, GError **error);
  gboolean (*check) (const DlScenario *scenario, const DlField **field, GError **error);
  void (*add_warnings) (const DlScenario *scenario, GStrvBuilder *warnings); /* nullable */

  const DlPattern *(*pattern) (guint i); /* in the order of the drop-down; NULL: no more */
  const DlCountersKind *const *counters; /* files of its machines' counters, NULL at the end */
  const DlPreset *presets;               /* (n_presets) */
  guint n_presets;
  const DlToy *toys; /* (n_toys) */
  guint n_toys;
};

/* All families, the one of a new scenario first (core/families). */
const DlFamily *const *dl_families (guint *n_families);
/* NULL if there is none of that name. */
const DlFamily *dl_family_find (const char *id);
/* Its place among dl_families. */
guint dl_family_index (const DlFamily *family);

guint dl_family_n_patterns (const DlFamily *family);
gboolean dl_family_has_pattern (const DlFamily *family, const DlPattern *pattern);
/* The patterns of all families, each once. */
const DlPattern *const *dl_patterns (guint *n_patterns);
/* NULL if there is none of that name. */
const DlPattern *dl_pattern_find (const char *id);

G_END_DECLS
