/* What a picture of the live simulation says in words. */
#pragma once

#include "dl-live.h"

G_BEGIN_DECLS

/* All: free with g_free. */

/* "Cycle 41,250 · 3,050 a second" */
char *dl_simulation_time_text (const DlLivePicture *picture);
/* "✓ converged over 3,050 cycles", with a mark that is told apart without color. */
char *dl_simulation_state_text (const DlLivePicture *picture);
/* Why it is in that state, a sentence, translated; "" where there is nothing to say. */
const char *dl_simulation_reason_text (const DlLivePicture *picture);
/* "95%: packet latency ± 3.1, throughput ± 0.0021 (25 batches)"; "" without an interval. */
char *dl_simulation_interval_text (const DlLivePicture *picture);
/* "✗ Deadlock: 14 packets wait for each other, for ever"; NULL without one. */
char *dl_simulation_deadlock_text (const DlLivePicture *picture);

/* What the charts show, for assistive technology. */
char *dl_simulation_ages_text (const DlLivePicture *picture);
char *dl_simulation_series_text (const DlLivePicture *picture);
/* What its loads are in, where that is not flits/node/cycle; else NULL. Translated. */
const char *dl_simulation_load_unit (const DlLivePicture *picture);
/* Where packets choose: "Minimal: 51.2 %, 149 cycles", and "3.40 GB/s of payload a node" or NULL
 * where there is no time. */
char *dl_simulation_way_text (const DlLivePicture *picture, gboolean nonminimal);
char *dl_simulation_bandwidth_text (const DlLivePicture *picture);
char *dl_simulation_stalls_text (const DlLivePicture *picture);
char *dl_simulation_waits_text (const DlLivePicture *picture);

G_END_DECLS
