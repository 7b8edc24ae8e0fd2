/* How evenly two virtual channels share a link. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* VC_balance = |P0 - P1| / (P0 + P1), VC paper section 4; NAN for a link without traffic. */
double dl_vc_balance (double p0, double p1);

G_END_DECLS
