/* Record of a watched router's last cycle that was simulated by itself. */
#pragma once

#include "dl-iq-inside.h"
#include "dl-iq-private.h"

G_BEGIN_DECLS

/* A flit that crosses the switch. */
typedef struct
{
  guint16 input, output; /* virtual channels */
  guint8 flit;           /* from 1 */
  guint64 sent;          /* cycle in which its output sends it */
  DlIqPacketInside packet;
} DlIqCrossing;

typedef struct DlIqWatch
{
  guint router;
  DlIqAllocation vc, sw;
  GArray *crossings; /* DlIqCrossing */

  /* Since dl_iq_watch_before: */
  const DlIqPlan *plan; /* only to be compared */
  gboolean vc_begins, sw_begins;
  guint16 *n_flits;      /* (n_ports x vcs) with what arrives in the cycle */
  DlIqCrossing *perhaps; /* (n_ports x vcs) if a flit is granted the switch */
} DlIqWatch;

/* Cycles at the end of a run that are simulated one by one, so that all stages are known. */
guint64 dl_iq_watch_cycles (const DlIq *iq);
void dl_iq_watch_before (DlIq *iq);
void dl_iq_watch_after (DlIq *iq);

/* Where the rounds begin now. */
void dl_iq_watch_read_turns (const DlIq *iq, DlIqInside *inside);

/* A packet's own, by its number. */
DlIqPacketInside dl_iq_look_at_packet (const DlIq *iq, guint32 packet);
/* A copy has arrays of its own. */
void dl_iq_allocation_copy (DlIqAllocation *to, const DlIqAllocation *from);
void dl_iq_allocation_clear (DlIqAllocation *allocation);

/* Between places and numbers of virtual channels. */
static inline guint
dl_iq_place_of (const DlIq *iq, guint number)
{
  return number / iq->vcs << iq->shift | number % iq->vcs;
}

/* @place may be past the last virtual channel of a port, or the last port: then it is the next one
 * that there is. */
static inline guint
dl_iq_number_of (const DlIq *iq, guint place)
{
  guint port = place >> iq->shift, vc = place & (iq->span - 1);

  if (vc >= iq->vcs)
    {
      port++;
      vc = 0;
    }
  return port < iq->n_ports ? port * iq->vcs + vc : 0;
}

/* Does a flit, or a credit, by the @ring, arrive at the watched router in the cycle that is next?
 */
static inline gboolean
dl_iq_arrives (const DlIq *iq, const guint8 *ring, guint n_rows, guint number)
{
  const guint8 *row = ring + (iq->now & (n_rows - 1)) * iq->row_stride;

  return dl_iq_row_has (iq, row, iq->watch->router * iq->n_ports + number / iq->vcs,
                        number % iq->vcs);
}

G_END_DECLS
