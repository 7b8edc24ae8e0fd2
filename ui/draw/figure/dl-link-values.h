/* What is known of the links of any network, whatever its family: packets by virtual channel that
 * the static analysis expects, and what was simulated. */
#pragma once

#include "dl-contrast.h"
#include "dl-net.h"

G_BEGIN_DECLS

/* A plain value that borrows all. */
typedef struct
{
  DlNet net;
  const double *vc_load;      /* (net.n_links x net.n_vcs) packets */
  const DlLinkUse *simulated; /* NULL: nothing was */
  /* For shares of links' bandwidths: whose analysis it is, and at which offered load; NULL: they
   * are not known. */
  const DlFamily *family;
  gconstpointer analysis;
  double load;
  const DlCritical *critical; /* NULL: nothing was searched */
} DlLinkInput;

/* Of an analysis of @family; at load 1, and without critical cables. */
DlLinkInput dl_link_input (const DlFamily *family, gconstpointer analysis,
                           const DlLinkUse *simulated);

/* Packets of @link, and of the virtual channel that has most of them (nullable). */
double dl_link_packets (const DlLinkInput *input, guint link, double *most);
/* As dl_metric_values: load, utilization, share of one virtual channel, critical cables, and what
 * is simulated; no other is known. */
void dl_link_values (DlMetric metric, const DlLinkInput *input, float *values);
/* As dl_metric_max. */
double dl_link_values_max (DlMetric metric, const DlLinkInput *input);
/* As dl_contrast_new, of networks of one family that have the same places. */
DlContrast *dl_link_contrast_new (DlMetric metric, const DlLinkInput *a, const DlLinkInput *b);

G_END_DECLS
