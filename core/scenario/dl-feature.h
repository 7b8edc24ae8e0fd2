/* Features of the window, by name: one row per page, view or action, which the window, its help,
 * the lessons and their check read. The family says which of them its networks have. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _DlFamily DlFamily; /* dl-family.h */

typedef enum
{
  DL_FEATURE_PAGE,   /* on the right of the window */
  DL_FEATURE_VIEW,   /* of the network */
  DL_FEATURE_LIVE,   /* what to do with the simulation */
  DL_FEATURE_ACTION, /* of the window, without "win." */
  DL_N_FEATURES
} DlFeatureKind;

/* Groups of pages: the headings of their menu, in this order. */
typedef enum
{
  DL_PAGE_NETWORK,
  DL_PAGE_SIMULATION,
  DL_PAGE_SEARCH,
  DL_PAGE_MEASURED,
  DL_N_PAGE_GROUPS
} DlPageGroup;

typedef struct
{
  const char *id;
  const char *title;       /* of a page, or of a view in the menu; translatable, else NULL */
  const char *description; /* of a page or view: one line, translatable */
  const char *topic;       /* of a page or view: its place in the manual */
  const char *figure;      /* of a view: which one shows the same; NULL: that of the first view */
  const char *label;       /* of a view's button, translatable */
  const char *hint;        /* of a view: what can be done where nothing is chosen; translatable, at
                              most 65 characters in each language */
  const char *simulated_hint; /* likewise, once there is a simulation; NULL: the same */
  DlPageGroup group;          /* of a page */
  gboolean is_table;          /* of a page: it can take the map's place, for its columns */
  gboolean is_map;            /* of a view: with a legend and a metric */
  gboolean everywhere;        /* all families have it */
  const char *former;         /* what lessons and settings of before call it; nullable */
} DlFeature;

/* Of the menu of pages, translatable. */
const char *dl_page_group_title (DlPageGroup group);

/* All of @kind, of whatever family. */
const DlFeature *dl_features (DlFeatureKind kind, guint *n);
/* By its name, or its former one; NULL if there is none. */
const DlFeature *dl_feature_find (DlFeatureKind kind, const char *id);

/* The @i-th that @family has, in the order of its menus, the first the default; NULL: no more. */
const DlFeature *dl_family_feature (const DlFamily *family, DlFeatureKind kind, guint i);
/* All of them with commas between, in the order of dl_features; free with g_free. */
char *dl_family_feature_names (const DlFamily *family, DlFeatureKind kind);
gboolean dl_family_has_feature (const DlFamily *family, DlFeatureKind kind, const char *id);

G_END_DECLS
