/* Events to come in a block: a wheel of cycles, each a list of chunks of events. Chunks are used
 * again as soon as they are empty, so that memory grows with the events under way, not with the
 * busiest moment of every cycle of the wheel. */
#pragma once

#include "dl-sim-image.h"

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint8 kind; /* DlSeastarEventKind */
  union
  {
    guint8 flits;
    guint8 age; /* of a packet that arrives in a torus */
  };
  guint16 node; /* in its block */
  union
  {
    struct
    {
      guint16 packet;
      guint8 port;
      guint8 queue;
    };
    guint32 packet32; /* of a dragonfly's: there are more of them */
  };
} DlSimEvent;
G_STATIC_ASSERT (sizeof (DlSimEvent) == 8);

/* Two lines of the cache. */
#define DL_SIM_CHUNK_EVENTS 15

typedef struct
{
  guint32 next; /* of its slot; undefined in the last one */
  guint32 n;    /* undefined in a slot's last one: it follows from the slot's end */
  DlSimEvent events[DL_SIM_CHUNK_EVENTS]; /* (n) */
} DlSimChunk;

/* Chunks as an array of events, in which a chunk's first place is not an event. */
#define DL_SIM_CHUNK_PLACES (DL_SIM_CHUNK_EVENTS + 1)
G_STATIC_ASSERT (sizeof (DlSimChunk) == DL_SIM_CHUNK_PLACES * sizeof (DlSimEvent));
G_STATIC_ASSERT ((DL_SIM_CHUNK_PLACES & (DL_SIM_CHUNK_PLACES - 1)) == 0);

typedef struct
{
  guint32 first; /* chunk; 0: no events */
  guint32 end;   /* place behind the last event, in that array; 0: no events */
} DlSimSlot;

typedef struct
{
  guint size;         /* cycles, a power of 2 longer than any delay */
  DlSimSlot *slots;   /* (size) by cycle modulo @size */
  DlSimChunk *chunks; /* (n_chunks) the first one is not used */
  guint n_chunks;
  guint n_used; /* of these, that were ever used */
  guint32 free; /* the first of a list by @next; 0: none */
} DlSimWheel;

void dl_sim_wheel_init (DlSimWheel *wheel, guint size);
void dl_sim_wheel_clear (DlSimWheel *wheel);
/* Forget all events. */
void dl_sim_wheel_empty (DlSimWheel *wheel);
/* Forget events for which @keep returns FALSE. */
typedef gboolean (*DlSimEventFunc) (const DlSimEvent *event, gpointer data);
void dl_sim_wheel_filter (DlSimWheel *wheel, DlSimEventFunc keep, gpointer data);
/* Tell @func all of them; what it returns does not matter. */
void dl_sim_wheel_foreach (const DlSimWheel *wheel, DlSimEventFunc func, gpointer data);
/* The same with the cycles that are left until then, if @now is the first of the wheel. */
typedef void (*DlSimAheadFunc) (const DlSimEvent *event, guint left, gpointer data);
void dl_sim_wheel_foreach_ahead (const DlSimWheel *wheel, guint64 now, DlSimAheadFunc func,
                                 gpointer data);
/* All events. Both wheels are of one size. */
void dl_sim_wheel_walk (DlSimWheel *wheel, DlSimWalk *walk);
/* A chunk more at the end of @slot, whose last one is full. It may move the others. */
void dl_sim_wheel_grow (DlSimWheel *wheel, DlSimSlot *slot);

static inline void
dl_sim_wheel_add (DlSimWheel *wheel, guint64 cycle, DlSimEvent event)
{
  DlSimSlot *slot = &wheel->slots[cycle & (wheel->size - 1)];

  if (slot->end % DL_SIM_CHUNK_PLACES == 0)
    dl_sim_wheel_grow (wheel, slot);
  ((DlSimEvent *) wheel->chunks)[slot->end++] = event;
}

/* Last chunk of a slot that has events, and the number of events in that chunk. */
static inline guint32
dl_sim_slot_last (const DlSimSlot *slot)
{
  return (slot->end - 1) / DL_SIM_CHUNK_PLACES;
}

static inline guint32
dl_sim_slot_last_n (const DlSimSlot *slot)
{
  return (slot->end - 1) % DL_SIM_CHUNK_PLACES;
}

/* Take the next events of @cycle out, into @chunk; FALSE if there are none. */
static inline gboolean
dl_sim_wheel_take (DlSimWheel *wheel, guint64 cycle, DlSimChunk *chunk)
{
  DlSimSlot *slot = &wheel->slots[cycle & (wheel->size - 1)];
  const guint32 index = slot->first;

  if (index == 0)
    return FALSE;
  *chunk = wheel->chunks[index];
  if (index == dl_sim_slot_last (slot))
    {
      chunk->n = dl_sim_slot_last_n (slot);
      *slot = (DlSimSlot) { 0 };
    }
  else
    slot->first = chunk->next;
  wheel->chunks[index].next = wheel->free;
  wheel->free = index;
  return TRUE;
}

/* The first chunk of the events of @cycle, and the one after @chunk; NULL: none. They stay where
 * they are until others are added. */
static inline const DlSimChunk *
dl_sim_wheel_first (const DlSimWheel *wheel, guint64 cycle)
{
  const DlSimSlot *slot = &wheel->slots[cycle & (wheel->size - 1)];
  DlSimChunk *last;

  if (slot->first == 0)
    return NULL;
  last = &wheel->chunks[dl_sim_slot_last (slot)];
  last->next = 0;
  last->n = dl_sim_slot_last_n (slot);
  return &wheel->chunks[slot->first];
}

static inline const DlSimChunk *
dl_sim_wheel_next (const DlSimWheel *wheel, const DlSimChunk *chunk)
{
  return chunk->next != 0 ? &wheel->chunks[chunk->next] : NULL;
}

/* Forget the events of @cycle. */
static inline void
dl_sim_wheel_drop (DlSimWheel *wheel, guint64 cycle)
{
  DlSimSlot *slot = &wheel->slots[cycle & (wheel->size - 1)];

  if (slot->first == 0)
    return;
  wheel->chunks[dl_sim_slot_last (slot)].next = wheel->free;
  wheel->free = slot->first;
  *slot = (DlSimSlot) { 0 };
}

G_END_DECLS
