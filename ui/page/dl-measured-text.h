/* What the page of measured counters says. All texts are translated; free them with g_free. */
#pragma once

#include "dl-measured.h"

G_BEGIN_DECLS

/* How many links a file has counters of, and how much they counted, whatever the machine. */
char *dl_counters_text (const DlCounters *counters);
/* How much of the machine that is. */
char *dl_coverage_text (const DlMeasured *measured);
/* Requests, responses and the largest VC of a class of a dragonfly's links. */
char *dl_measured_vc_text (const DlMeasured *measured, guint class);
/* ".35", "−.04"; "–" for NAN. */
char *dl_likeness_text (double likeness);

G_END_DECLS
