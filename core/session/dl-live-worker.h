/* The thread that owns a live simulation's state. It takes orders, works, and sends back pictures
 * and news; it shares nothing else with the main context. Private to DlLive. */
#pragma once

#include "dl-journey.h"
#include "dl-live.h"

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  DL_LIVE_ORDER_SCENARIO, /* there is a new one: dl_live_worker_set_scenario */
  DL_LIVE_ORDER_RUN,      /* @cycles below 0: backward */
  DL_LIVE_ORDER_PAUSE,
  DL_LIVE_ORDER_STEP,        /* by @cycles, and pause */
  DL_LIVE_ORDER_PLAY,        /* dl_live_worker_play */
  DL_LIVE_ORDER_CATCH_UP,    /* to the end of what has been seen, as fast as it goes, and pause */
  DL_LIVE_ORDER_SEEK,        /* to the cycle @cycles, seen before, and pause */
  DL_LIVE_ORDER_LOCK,        /* to the cycle in which a deadlock closed, and pause */
  DL_LIVE_ORDER_DELIVERY,    /* dl_live_worker_ask: on until the packet has left, and pause */
  DL_LIVE_ORDER_JOURNEY,     /* dl_live_worker_ask: to be told its journey */
  DL_LIVE_ORDER_CHANGE,      /* to be told what changed most after the cycle @cycles */
  DL_LIVE_ORDER_LINE,        /* to the line @node, and pause */
  DL_LIVE_ORDER_REMOVE_LINE, /* the line @node, unless it is the one at hand */
  DL_LIVE_ORDER_COMPARE,     /* with the line @node, or none */
  DL_LIVE_ORDER_LINES,       /* to be told again */
  DL_LIVE_ORDER_GRANT,
  DL_LIVE_ORDER_RESTART,
  DL_LIVE_ORDER_REPEAT,  /* the scenario's own run, and pause */
  DL_LIVE_ORDER_SPEED,   /* @cycles per second; 0: as fast as it goes */
  DL_LIVE_ORDER_STOP,    /* @cycles after the last edit, and pause; 0: nowhere */
  DL_LIVE_ORDER_WATCH,   /* @node */
  DL_LIVE_ORDER_FLIGHTS, /* @cycles: gboolean, whether pictures say where each packet is */
  DL_LIVE_ORDER_QUIT
} DlLiveOrderKind;

typedef enum
{
  DL_LIVE_EVENT_POINT,   /* @point */
  DL_LIVE_EVENT_MARK,    /* @mark at @cycle; @text: what an edit is called */
  DL_LIVE_EVENT_LOOK,    /* @scenario is simulated at its cycle, an earlier state of the one of
                            @generation, without a look back; NULL: that one itself, from now on */
  DL_LIVE_EVENT_B,       /* @scenario is that of the line that is compared with, at its cycle */
  DL_LIVE_EVENT_LINES,   /* @lines are all that there are */
  DL_LIVE_EVENT_END,     /* line @line has come to @cycle, with the edits that it was told with */
  DL_LIVE_EVENT_JOURNEY, /* @journey is that of @packet; NULL: the packet is not in this run */
  DL_LIVE_EVENT_CHANGE,  /* @change likewise */
  DL_LIVE_EVENT_RESTART, /* the earlier points and marks are of a different run, the same up to
                            @cycle */
  DL_LIVE_EVENT_PAUSED,  /* without a request: a step has ended, or a deadlock */
  DL_LIVE_EVENT_PROBLEM  /* @text, NULL when it is over */
} DlLiveEventKind;

typedef struct
{
  DlLiveEventKind kind;
  DlSimPoint point;
  DlLiveMarkKind mark;
  guint64 cycle, generation;
  guint line;
  char *text;
  DlScenario *scenario;
  GArray *lines;
  DlFlight packet;
  DlJourney *journey;
  DlTapeChange change;
} DlLiveEvent;

void dl_live_event_free (DlLiveEvent *event);

typedef struct _DlLiveWorker DlLiveWorker;

/* Starts the thread. @budget: bytes of the states that it keeps to go back. */
DlLiveWorker *dl_live_worker_new (gsize budget);
/* Lets the thread end by itself; nothing is waited for. */
void dl_live_worker_free (DlLiveWorker *worker);

/* Later than all orders before. @cycles: also of DL_LIVE_ORDER_SPEED. */
void dl_live_worker_order (DlLiveWorker *worker, DlLiveOrderKind kind, double cycles, guint node);
/* An order about a packet, as dl_flight_compare knows it. */
void dl_live_worker_ask (DlLiveWorker *worker, DlLiveOrderKind kind, const DlFlight *packet);
/* The latest scenario counts; copied. @label: of the step that led to it, nullable. @at: the cycle
 * of which it was made, if the run is not at its end. @follows: it is the one that is simulated at
 * its cycle, and only its generation is new. */
void dl_live_worker_set_scenario (DlLiveWorker *worker, const DlScenario *scenario,
                                  guint64 generation, const char *label, guint64 at,
                                  gboolean follows);
/* Begin with @recording, copied, whose scenario was set: at @cycle, paused, unless that is 0. */
void dl_live_worker_play (DlLiveWorker *worker, const DlRecording *recording, guint64 cycle);
/* All orders so far were carried out, and a picture of what came of them was sent. */
gboolean dl_live_worker_is_idle (DlLiveWorker *worker);

/* The latest picture if there is a new one, else NULL; valid until the next call. */
const DlLivePicture *dl_live_worker_fetch (DlLiveWorker *worker);
/* The next event, in order; NULL if there is none. Free with dl_live_event_free. */
DlLiveEvent *dl_live_worker_next_event (DlLiveWorker *worker);

/* The latest whole state from one thread to another: three slots of which the writer has one, the
 * reader one, and the third goes to and fro. Neither ever waits, and nothing is allocated. */

typedef struct
{
  gpointer slots[3]; /* the owner's, all alike */
  guint writing;     /* the slot the writer has */
  guint reading;     /* the slot the reader has */
  gint between;      /* atomic: the third slot, with DL_MAILBOX_FRESH if it was not read yet */
} DlMailbox;

#define DL_MAILBOX_FRESH 4

static inline void
dl_mailbox_init (DlMailbox *mailbox, gpointer a, gpointer b, gpointer c)
{
  *mailbox = (DlMailbox) { .slots = { a, b, c }, .writing = 0, .reading = 1, .between = 2 };
}

/* The writer's own slot; it holds some older state. */
static inline gpointer
dl_mailbox_writable (const DlMailbox *mailbox)
{
  return mailbox->slots[mailbox->writing];
}

/* Hand over the filled slot. A slot that was not fetched meanwhile is lost. */
static inline void
dl_mailbox_post (DlMailbox *mailbox)
{
  gint before = g_atomic_int_get (&mailbox->between);

  while (!g_atomic_int_compare_and_exchange (&mailbox->between, before,
                                             (gint) mailbox->writing | DL_MAILBOX_FRESH))
    before = g_atomic_int_get (&mailbox->between);
  mailbox->writing = before & ~DL_MAILBOX_FRESH;
}

/* The latest state, valid until the next call; NULL if there is none that is newer than the one
 * fetched last. */
static inline gconstpointer
dl_mailbox_fetch (DlMailbox *mailbox)
{
  gint before = g_atomic_int_get (&mailbox->between);

  do
    {
      if (!(before & DL_MAILBOX_FRESH))
        return NULL;
      if (g_atomic_int_compare_and_exchange (&mailbox->between, before, (gint) mailbox->reading))
        break;
      before = g_atomic_int_get (&mailbox->between);
    }
  while (TRUE);
  mailbox->reading = before & ~DL_MAILBOX_FRESH;
  return mailbox->slots[mailbox->reading];
}

G_END_DECLS
