/* The columns of a table of links, a family's own, and what their rows are of. */
#pragma once

#include "dl-rows.h"
#include "dl-view.h"

G_BEGIN_DECLS

/* Shared by reference (g_atomic_rc_box). */
typedef struct
{
  DlEvaluation *result;
  const DlMetric *metric; /* of the column that is titled by it */
  float *values;          /* (n_links) of @metric; NULL: nothing is known of it */
} DlLinkSource;

typedef struct
{
  const DlTableColumn *columns; /* of links, whose source is a DlLinkSource */
  guint n_columns;
  guint shown;      /* the column that is titled by a metric; */
  gboolean hides;   /* it is there only while there are values */
  const char *view; /* that shows more of a link */
  /* Values of the maps' metric, or of another that is more to the point: fills in all but the
   * result, which is the latest. */
  void (*fill) (DlView *view, DlLinkSource *source);
} DlLinkColumns;

extern const DlLinkColumns dl_link_columns_torus, dl_link_columns_dragonfly;

/* For columns of any family: whether the link works, in words, and the value of the metric. */
double dl_link_number (gconstpointer source, guint link);
double dl_link_state (gconstpointer source, guint link);
char *dl_link_state_text (gconstpointer source, guint link);
char *dl_link_name (gconstpointer source, guint link);
double dl_link_shown (gconstpointer source, guint link);
char *dl_link_shown_text (gconstpointer source, guint link);
/* The values of the maps' metric, of A. */
void dl_link_fill_shown (DlView *view, DlLinkSource *source);

G_END_DECLS
