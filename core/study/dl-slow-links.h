/* Links that are slower than their neighbors, as a cable is that trained at a lower rate, and what
 * they cost. */
#pragma once

#include "dl-evaluate.h"
#include "dl-table.h"

G_BEGIN_DECLS

/* A cable is slower than its neighbors if most of them, all other ports of both its routers, those
 * of nodes too, are faster. Its usual rate is the median of theirs. A plain value. */
typedef struct
{
  guint32 link;              /* that works; of a cable the first of its directions */
  guint32 neighbor;          /* one with the usual rate */
  double capacity, usual;    /* flits/cycle */
  double load, usual_load;   /* of its busier direction; the same at the usual rate */
  double peak, usual_peak;   /* of the network's busiest link, likewise */
  double bound, usual_bound; /* saturation load, likewise; NAN where it is not known */
} DlSlowLink;

/* All of them (DlSlowLink), the most costly first. @findings: of an analysis of @net. */
GArray *dl_slow_links_find (const DlNet *net, const DlFindings *findings);

/* The rate of @link, for people: "4xDDR", or its share of the reference, "50%". Free with g_free.
 */
char *dl_link_rate_text (const DlGraph *graph, guint link);

/* A row for each slow link of @result: its rate, its neighbors', and what it would bring if it were
 * as fast. */
DlRecord *dl_slow_links_record (const DlEvaluation *result);
/* One of them in a sentence for people, translated. Free with g_free. */
char *dl_slow_link_text (const DlEvaluation *result, const DlSlowLink *slow);

G_END_DECLS
