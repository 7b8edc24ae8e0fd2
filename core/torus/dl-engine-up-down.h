/* Up*, down* routing over a spanning tree (manual, faults): safe without datelines whatever the
 * faults, at the price of a crowded root. */
#pragma once

#include "dl-engine.h"

G_BEGIN_DECLS

/* Up to so many nodes the shortest ways are in tables, as many as a router's local table has
 * entries (VC paper 2.2); beyond, ways follow the tree. */
#define DL_UP_DOWN_TABLE_NODES 4096

extern const DlEngine dl_engine_up_down;

G_END_DECLS
