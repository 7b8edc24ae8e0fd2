/* Ranks of a program over time: a row each, which in each slice of time is filled from its foot on
 * by the share in which the rank computed, sent and waited. */
#pragma once

#include "dl-live.h"
#include "dl-palette.h"
#include "dl-rect.h"

G_BEGIN_DECLS

typedef enum
{
  DL_RANK_COMPUTING,
  DL_RANK_SENDING,
  DL_RANK_WAITING,
  DL_N_RANK_PHASES
} DlRankPhase;

/* "computing" */
const char *dl_phase_title (DlRankPhase phase); /* translated */
/* Share of the time of all ranks up to their ends; NAN: there was none. */
double dl_phase_share (const DlLivePhases *phases, DlRankPhase phase);

/* @n_ranks of the program; @cycles: its time, to which the axis goes. */
void dl_phase_chart_draw (cairo_t *cr, DlRect rect, const DlLivePhases *phases, guint n_ranks,
                          guint64 cycles, const DlTheme *theme);
/* The row and slice at a point; FALSE beside them. */
gboolean dl_phase_chart_hit (DlRect rect, const DlLivePhases *phases, guint64 cycles, double x,
                             double y, guint *row, guint *slice);

G_END_DECLS
