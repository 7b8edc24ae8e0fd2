/* The page of evidence about the live simulation: what it counts, its latency, its charts. */
#pragma once

#include "dl-live.h"
#include "dl-pane.h"
#include "dl-shell.h"

G_BEGIN_DECLS

#define DL_TYPE_SIMULATION_PANE (dl_simulation_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlSimulationPane, dl_simulation_pane, DL, SIMULATION_PANE, DlPane)

/* The actions on the live simulation: sim-run, sim-step, sim-grant, sim-restart, sim-continue, and
 * the state sim-speed. A deadlock is told, and its waiting packets are shown. */

void dl_simulation_actions_add (DlShell *shell);

/* Texts on a picture of the live simulation. */

/* All: free with g_free. */

/* "✓ converged over 3,050 cycles", with a mark that is told apart without color. */
char *dl_simulation_state_text (const DlLivePicture *picture);
/* "95%: packet latency ± 3.1, throughput ± 0.0021 (25 batches)"; "" without an interval. */
char *dl_simulation_interval_text (const DlLivePicture *picture);
/* "✗ Deadlock: 14 packets wait for each other, for ever"; NULL without one. */
char *dl_simulation_deadlock_text (const DlLivePicture *picture);

/* Charts in words, for assistive technology. */
char *dl_simulation_ages_text (const DlLivePicture *picture);
char *dl_simulation_series_text (const DlLivePicture *picture);
/* Unit of its loads, if not flits/node/cycle; else NULL. Translated. */
const char *dl_simulation_load_unit (const DlLivePicture *picture);
/* Where packets choose: "Minimal: 51.2 %, 149 cycles", and "3.40 GB/s of payload a node" or NULL
 * where there is no time. */
char *dl_simulation_route_text (const DlLivePicture *picture, gboolean nonminimal);
char *dl_simulation_bandwidth_text (const DlLivePicture *picture);
/* Name of the output @port of each router, of which stalls are counted: that of the link by which
 * it leaves the first one. Free with g_free. */
char *dl_simulation_port_name (const DlFamily *family, gconstpointer shape, guint port);
char *dl_simulation_stalls_text (const DlLivePicture *picture);
char *dl_simulation_waits_text (const DlLivePicture *picture);

G_END_DECLS
