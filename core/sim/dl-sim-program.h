/* Ranks at work on a program of messages (dl-program.h), whatever the network: what each computes
 * now, what it sends next, and what has arrived. A part of DlSimRanks (dl-sim-births.h), which says
 * the same of programs by steps. */
#pragma once

#include "dl-sim-births.h"

G_BEGIN_DECLS

/* The ranks of @workload, whose program it is. Packets keep @tag_bits of a tag: less than
 * 2^@tag_bits messages of a pair of ranks may be under way at once. */
DlSimProgram *dl_sim_program_new (DlWorkload *workload, guint tag_bits);
void dl_sim_program_free (DlSimProgram *program);

/* The same as dl_sim_ranks_next and so on, by rank. */
gboolean dl_sim_program_next (DlSimProgram *program, guint rank, guint64 now, gboolean stopped,
                              DlSimSend *send);
void dl_sim_program_sent (DlSimProgram *program, guint rank);
void dl_sim_program_skip (DlSimProgram *program, guint rank);
gboolean dl_sim_program_receive (DlSimProgram *program, guint rank, guint source, guint tag,
                                 guint64 now);
guint64 dl_sim_program_waiting (const DlSimProgram *program, guint rank);
guint dl_sim_program_dest (const DlSimProgram *program, guint rank);
gboolean dl_sim_program_is_over (const DlSimProgram *program, guint rank);
/* Operations that have ended. */
guint dl_sim_program_step (const DlSimProgram *program, guint rank);
guint64 dl_sim_program_done_at (const DlSimProgram *program, guint rank);

/* Time from cycle 0 on, in at most so many slices of equal length, a power of 2. */
#define DL_SIM_PHASE_SLICES 256

typedef struct
{
  guint shift;                       /* a slice has 2^shift cycles */
  float cycles[DL_SIM_PHASE_SLICES]; /* of each slice */
} DlSimPhase;

/* The cycles in which @rank computed, on any of its CPUs, and in which a message of it left it, up
 * to @now. Both in slices as short as all cycles up to @now allow. */
void dl_sim_program_get_phases (const DlSimProgram *program, guint rank, guint64 now,
                                DlSimPhase *computing, DlSimPhase *sending);

void dl_sim_program_walk (DlSimProgram *program, DlSimWalk *walk);

G_END_DECLS
