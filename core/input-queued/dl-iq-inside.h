/* An input-queued router from inside, between two cycles: the stage of each packet, who holds and
 * who asks, and what the two allocators did last. For teaching: one router is watched at a time.
 *
 * Runs compute nothing more for it. The last cycle of a run is simulated by itself while a router
 * is watched: what its allocators are asked for follows from its state before that cycle and from
 * what arrives in it, what they grant from its state after it.
 *
 * Virtual channels are numbered port * vcs + vc, inputs and outputs alike. */
#pragma once

#include "dl-flights.h"
#include "dl-iq.h"

G_BEGIN_DECLS

#define DL_IQ_NOBODY    G_MAXUINT16 /* instead of a virtual channel's number */
#define DL_IQ_NO_ACTION G_MAXUINT64 /* instead of a cycle */

/* Stage of a packet in the next cycle. */
typedef enum
{
  DL_IQ_IDLE,              /* no packet is there, or one that is dropped since a link broke */
  DL_IQ_ROUTING,           /* the head waits for route computation, or arrives */
  DL_IQ_VC_ALLOCATION,     /* the head waits for a virtual channel of an output */
  DL_IQ_SWITCH_ALLOCATION, /* the packet has one, and its flits ask for the switch */
  DL_IQ_SWITCH_TRAVERSAL,  /* its last flit has been granted the switch, and leaves */
  DL_IQ_N_STAGES
} DlIqStage;

typedef struct
{
  guint64 created, injected; /* cycles */
  guint32 source, dest;      /* nodes */
  guint8 flits;
  guint8 class; /* 0 request, 1 response */
} DlIqPacketInside;

/* A virtual channel of an input. */
typedef struct
{
  guint8 stage;                  /* DlIqStage of the first packet */
  gboolean has_packet;           /* there is a first packet, of which flits may still be to come: */
  DlIqPacketInside packet;       /* it; in switch traversal the one that leaves */
  guint16 n_flits;               /* in the buffer, of all packets */
  gboolean arrives;              /* a flit, in the cycle that is next */
  guint8 here, left;             /* flits of the first packet: in the buffer; still to leave it */
  guint16 out;                   /* output's virtual channel that it holds, or DL_IQ_NOBODY */
  guint first_choice, n_choices; /* of DlIqInside.choices: where its route lets it go on */

  gboolean leaves;          /* a flit of it crosses the switch now: */
  DlIqPacketInside leaving; /* of this packet */
  guint8 leaving_flit;      /* which, from 1 */
  guint16 leaving_out;      /* output's virtual channel */
} DlIqInputInside;

/* A virtual channel of an output. */
typedef struct
{
  guint16 owner;   /* input's virtual channel that holds it, or DL_IQ_NOBODY */
  guint16 credits; /* flits free in the downstream buffer */
} DlIqOutputInside;

typedef struct
{
  guint32 link_in, link_out; /* DL_IQ_NONE: none */
  guint32 node;              /* DL_IQ_NONE: none */
} DlIqPortInside;

typedef enum
{
  DL_IQ_REFUSED,   /* could not be asked for: taken by another packet, or without a credit */
  DL_IQ_HELD_BACK, /* of the switch: another virtual channel of this input asks in its turn */
  DL_IQ_ASKED,     /* and another one was granted */
  DL_IQ_OFFERED,   /* granted by the output in the first iteration, but the input took another */
  DL_IQ_GRANTED
} DlIqAnswer;

typedef struct
{
  guint16 input;  /* virtual channel */
  guint16 output; /* virtual channel; of the switch: port */
  guint8 answer;  /* DlIqAnswer */
} DlIqRequest;

/* Last step of an allocator: iSLIP, whose outputs and inputs each go round. For VCs rounds are of
 * virtual channels on both sides; for the switch of ports on both. */
typedef struct
{
  guint64 cycle; /* in which it decided, or DL_IQ_NO_ACTION: not while the router is watched */
  guint64 until; /* last cycle of the stage */
  guint n_requests;
  DlIqRequest *requests; /* (n_requests) by input, then output */
  guint n_outputs, n_inputs;
  guint16 *output_turn; /* (n_outputs) input at which its round began */
  guint16 *input_turn;  /* (n_inputs) output at which its round began */
  guint16 *output_next; /* likewise, now */
  guint16 *input_next;
  guint16 *vc_turn; /* (n_inputs) of the switch: the input's virtual channel that asks first */
} DlIqAllocation;

/* Immutable once made; freed by dl_iq_inside_free. */
typedef struct
{
  guint router;
  guint64 cycle; /* that is next */
  guint n_ports, vcs, buffer_flits, iterations;
  DlIqPortInside *ports;     /* (n_ports) */
  DlIqInputInside *inputs;   /* (n_ports x vcs) */
  DlIqOutputInside *outputs; /* (n_ports x vcs) */
  guint n_choices;
  DlIqChoice *choices; /* (n_choices) */
  DlIqAllocation vc, sw;
} DlIqInside;

/* Watch @router from now on; DL_IQ_NONE: none. */
void dl_iq_watch (DlIq *iq, guint router);
/* The router that is watched, or DL_IQ_NONE. */
guint dl_iq_watched (const DlIq *iq);
/* The watched router's current state; one must be watched. */
DlIqInside *dl_iq_get_inside (const DlIq *iq);
/* NULL-safe. */
void dl_iq_inside_free (DlIqInside *inside);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlIqInside, dl_iq_inside_free)
/* Simulate, at most @cycles, until the cycle is over in which an allocator of the watched router
 * grants something; FALSE if none did. One must be watched. */
gboolean dl_iq_run_to_grant (DlIq *iq, guint64 cycles);

/* Did @allocation decide in the cycle before @cycle? */
gboolean dl_iq_allocation_is_new (const DlIqAllocation *allocation, guint64 cycle);
/* Flits that an input's virtual channel asks the switch for now, without a credit for any. */
gboolean dl_iq_inside_is_blocked (const DlIqInside *inside, guint input);

/* The reason why a packet of the watched router waits (dl_machine_run_get_wait): in VC allocation
 * the one that holds the virtual channel that it asked for, or was granted it; in switch allocation
 * the one that was granted the output, or its own input. */
void dl_iq_get_wait (const DlIq *iq, const DlFlight *flight, DlFlightWait *wait);

/* @inside's own state; NULL if it is not of this kind of router. */
const DlIqInside *dl_iq_inside_of (const DlRouterInside *inside);
/* Implements DlSimClass.get_inside. */
DlRouterInside *dl_iq_get_router_inside (const DlIq *iq);

G_END_DECLS
