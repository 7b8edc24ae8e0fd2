/* What links carried in a stretch of a simulation. */
#pragma once

#include "dl-machine-run.h"

G_BEGIN_DECLS

/* Start zeroed; filled again and again, cleared at the end. */
typedef struct
{
  guint n_links;
  float *load;       /* (n_links) share of what it can carry, 0..1; of a torus flits a cycle */
  float *stalls;     /* (n_links) cycles a packet in which the output could not send (equation 17 of
                        the age paper); NAN without packets */
  float *occupancy;  /* (n_links) share of the buffers behind it that is taken at the end, 0..1 */
  guint n_vcs;       /* 0: not told of each virtual channel */
  float *vc_share;   /* (n_links x n_vcs) of the link's flits, 0..1; NAN without flits */
  guint32 *vc_taken; /* (n_links x n_vcs) flits in the buffers behind it at the end */
} DlLinkUse;

/* From when @before was taken to when @after was, of runs by @plan. @before may be zeroed, if it is
 * from the beginning. */
void dl_link_use_take (DlLinkUse *links, const DlMachinePlan *plan, const DlMachineState *before,
                       const DlMachineState *after);
void dl_link_use_copy (DlLinkUse *links, const DlLinkUse *from);
void dl_link_use_clear (DlLinkUse *links);

G_END_DECLS
