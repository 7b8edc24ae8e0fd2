/* The Aries router as it is simulated (manual, dragonfly). What the Cascade paper does not say is
 * assumed: clock, flits and buffers. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* [router] keys of the aries shape, as the user states them. */
typedef struct
{
  guint buffer;        /* aries-buffer: flits per virtual channel of an input port (assumed) */
  double hop_ns;       /* aries-hop-ns: router to router (Cascade paper) */
  guint payload_bytes; /* aries-payload: of a full packet (assumed) */
  double efficiency;   /* payload-efficiency: payload of what a link carries (manual, dragonfly) */
  guint outstanding;   /* aries-outstanding: packets of a node in the network (paper) */
} DlAriesOptions;

G_END_DECLS
