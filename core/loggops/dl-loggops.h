/* LogGOPS: a program of messages on a network that is never in its own way (Alexandrov et al. 1995;
 * Hoefler, Schneider and Lumsdaine 2010). Exact to LogGOPSim in each rank's completion. */
#pragma once

#include "dl-program.h"
#include "dl-sim-image.h"

G_BEGIN_DECLS

/* In ns, and ns/byte. */
typedef struct
{
  guint64 L;    /* latency of the first byte */
  guint64 o, g; /* of a message: overhead of the CPU, gap at the NIC */
  guint64 G, O; /* of each byte after the first: gap, overhead */
  guint64 S;    /* bytes: a longer message waits for its receiver (rendezvous) */
  /* Not of LogGOPS, for bounds: time that each byte after the first adds to a message on its way,
   * which keeps nothing busy; and units of time in a ns that is computed, 0: one. */
  guint64 delay, per_ns;
} DlLogGops;

#define DL_LOGGOPS_DEFAULT ((DlLogGops) { 2500, 1500, 1000, 6, 0, 65535, 0, 1 })

typedef struct _DlLogGopsRun DlLogGopsRun;

DlLogGopsRun *dl_loggops_run_new (DlProgram *program, DlLogGops parameters);
void dl_loggops_run_free (DlLogGopsRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlLogGopsRun, dl_loggops_run_free)

/* All that happens before @ns; TRUE if something is left. */
gboolean dl_loggops_run_until (DlLogGopsRun *run, guint64 ns);
/* Run to the program's end; FALSE if ranks wait for ever. Errors: DL_PROGRAM_ERROR_STUCK. */
gboolean dl_loggops_run_all (DlLogGopsRun *run, GError **error);

/* When the rank's CPUs are free: at the end, its completion, ns. */
guint64 dl_loggops_run_finish (const DlLogGopsRun *run, guint rank);
/* Has the rank nothing left to do? */
gboolean dl_loggops_run_is_done (const DlLogGopsRun *run, guint rank);
/* All that changes in it. */
void dl_loggops_run_walk (DlLogGopsRun *run, DlSimWalk *walk);
/* Operations that have ended, and messages that have left and arrived. */
guint dl_loggops_run_done (const DlLogGopsRun *run);
guint64 dl_loggops_run_sent (const DlLogGopsRun *run);
guint64 dl_loggops_run_received (const DlLogGopsRun *run);

G_END_DECLS
