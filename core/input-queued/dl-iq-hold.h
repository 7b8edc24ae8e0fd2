/* The bound on the offered load that follows from a virtual channel instead of a link. */
#pragma once

#include "dl-iq.h"

G_BEGIN_DECLS

/* Cycles from one packet of @flits to the next through a virtual channel of an input. The next one
 * is looked at when the tail before it has left the buffer, and then takes the stages of the router
 * (Dally & Towles 2004, 16.1): route computation, VC allocation, and for each flit switch
 * allocation. Switch traversal and channels do not count, since the flit has left the buffer. */
guint dl_iq_hold_cycles (const DlIqSpec *spec, guint flits);

/* What the bound rests on, and this one, as a clause for people: @basis (nullable: exact) is that
 * of the links, @load the offered load at which a virtual channel that is alone in its class has a
 * packet in each of its cycles. Free with g_free. */
char *dl_iq_hold_note (const char *basis, const DlIqSpec *spec, guint flits, double load);

G_END_DECLS
