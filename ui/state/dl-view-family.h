/* Words of the window for places of one family alone: one row per family, in one table. */
#pragma once

#include "dl-link-columns.h"
#include "dl-measured.h"
#include "dl-verdict-text.h"
#include "dl-view.h"

G_BEGIN_DECLS

/* Values of A and B, and A - B, of the metric that maps show, where these show more than links: as
 * dl_contrast_new and dl_contrast_free. */
typedef struct
{
  DlContrast *(*compare) (const DlMetric *metric, const DlMetricInput *a, const DlMetricInput *b);
  void (*free) (DlContrast *contrast);
} DlBesideFamily;

typedef struct
{
  const DlFamily *family;
  void (*tell) (DlView *view, DlPlace place,
                DlPlaceText *text);                  /* dl_view_tell's; a place it has */
  const DlBesideFamily *beside;                      /* nullable: links are all that it compares */
  const DlLinkColumns *links;                        /* of its table */
  DlTrouble (*trouble) (const DlEvaluation *result); /* with ways out; nullable: there are none */
  /* Why the verdict's cycle is there (nullable); and channel @i of that, with what its packets wait
   * for. */
  char *(*cause) (const DlEvaluation *result);
  void (*describe_wait) (const DlEvaluation *result, guint i, DlStepText *text);
  /* The channel for which a packet of a run's deadlock waits, and the router that it leaves. */
  void (*name_wait) (const DlEvaluation *result, const DlSimWait *wait, DlStepText *text);
  gboolean has_datelines; /* on its maps */
  /* Positions in each dimension that its maps are cut across; nullable. */
  void (*radix) (gconstpointer shape, guint radix[DL_VIEW_DIMS]);
} DlViewFamily;

/* The row of @family, or the one for the properties that all networks have. */
const DlViewFamily *dl_view_family (const DlFamily *family);

G_END_DECLS
