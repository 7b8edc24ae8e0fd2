/* Features of the window, by name, which the window, its help, the lessons and their check know.
 * The family says which of them its networks have; ui/state/dl-family-room.h what the window says
 * of pages and views. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _DlFamily DlFamily; /* dl-family.h */

typedef enum
{
  DL_FEATURE_PAGE,   /* on the right of the window */
  DL_FEATURE_VIEW,   /* of the network */
  DL_FEATURE_LIVE,   /* controls of the simulation */
  DL_FEATURE_ACTION, /* of the window, without "win." */
  DL_N_FEATURES
} DlFeatureKind;

typedef struct
{
  const char *id;
  const char *former;  /* former name, in lessons and settings; nullable */
  gboolean everywhere; /* all families have it */
} DlFeature;

/* All of @kind, of whatever family. */
const DlFeature *dl_features (DlFeatureKind kind, guint *n);
/* The feature of @kind with this name, or former name; NULL if there is none. */
const DlFeature *dl_feature_find (DlFeatureKind kind, const char *id);

/* The @i-th that @family has, in the order of its menus, the first the default; NULL: no more. */
const DlFeature *dl_family_feature (const DlFamily *family, DlFeatureKind kind, guint i);
/* All of them with commas between, in the order of dl_features; free with g_free. */
char *dl_family_feature_names (const DlFamily *family, DlFeatureKind kind);
gboolean dl_family_has_feature (const DlFamily *family, DlFeatureKind kind, const char *id);

G_END_DECLS
