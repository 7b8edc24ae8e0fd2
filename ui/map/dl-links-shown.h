/* What maps of any network show of its links: the values of the metric, of A, of B or A - B, and
 * their scale, as long as they are the latest. */
#pragma once

#include "dl-link-values.h"
#include "dl-view.h"

G_BEGIN_DECLS

typedef struct
{
  GtkWidget *map; /* whose it is */
  DlView *view;   /* owned */
  /* Nothing of this is set before the first update, and after something changed. */
  DlEvaluation *result; /* what is shown is of it; NULL */
  GArray *values;       /* float (n_links) */
  DlScale scale;
  const DlTheme *theme;
  DlMetric metric;
  double load;   /* at which links are loaded */
  gint64 set_us; /* monotonic time */
  void (*changed) (GtkWidget *map);
} DlLinksShown;

/* @map is drawn again when something of this changes, and @changed is called, whatever has changed
 * in @view. Clear with dl_links_shown_clear. */
void dl_links_shown_init (DlLinksShown *shown, GtkWidget *map, DlView *view,
                          void (*changed) (GtkWidget *map));
void dl_links_shown_clear (DlLinksShown *shown);
/* Bring it up to date; *@is_new: whether anything was. FALSE before there is a result. */
gboolean dl_links_shown_update (DlLinksShown *shown, gboolean *is_new);
/* Where A - B is shown; else NULL. */
const DlDifference *dl_links_shown_difference (const DlLinksShown *shown);
/* B's result of that; else NULL. */
DlEvaluation *dl_links_shown_against (const DlLinksShown *shown);
static inline const float *
dl_links_shown_values (const DlLinksShown *shown)
{
  return (const float *) shown->values->data;
}

/* Have both the same places by the same numbers? */
gboolean dl_links_shown_same_places (const DlEvaluation *a, const DlEvaluation *b);

G_END_DECLS
