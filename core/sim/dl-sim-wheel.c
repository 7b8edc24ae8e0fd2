#include "dl-sim-wheel.h"

#include <string.h>

void
dl_sim_wheel_init (DlSimWheel *wheel, guint size)
{
  *wheel = (DlSimWheel) { .size = size, .slots = g_new0 (DlSimSlot, size) };
  wheel->n_chunks = 16;
  wheel->chunks = g_new (DlSimChunk, wheel->n_chunks);
  dl_sim_wheel_empty (wheel);
}

void
dl_sim_wheel_clear (DlSimWheel *wheel)
{
  g_free (wheel->slots);
  g_free (wheel->chunks);
  *wheel = (DlSimWheel) { 0 };
}

void
dl_sim_wheel_empty (DlSimWheel *wheel)
{
  memset (wheel->slots, 0, wheel->size * sizeof *wheel->slots);
  wheel->chunks[0] = (DlSimChunk) { 0 };
  wheel->n_used = 1;
  wheel->free = 0;
}

void
dl_sim_wheel_filter (DlSimWheel *wheel, DlSimEventFunc keep, gpointer data)
{
  for (guint cycle = 0; cycle < wheel->size; cycle++)
    {
      DlSimSlot *slot = &wheel->slots[cycle];

      for (const DlSimChunk *at = dl_sim_wheel_first (wheel, cycle); at != NULL;
           at = dl_sim_wheel_next (wheel, at))
        {
          DlSimChunk *chunk = &wheel->chunks[at - wheel->chunks];
          guint n = 0;

          for (guint e = 0; e < chunk->n; e++)
            if (keep (&chunk->events[e], data))
              chunk->events[n++] = chunk->events[e];
          chunk->n = n;
          if (chunk->next == 0)
            slot->end = DL_SIM_CHUNK_PLACES * (chunk - wheel->chunks) + 1 + n;
        }
    }
}

void
dl_sim_wheel_foreach (const DlSimWheel *wheel, DlSimEventFunc func, gpointer data)
{
  for (guint cycle = 0; cycle < wheel->size; cycle++)
    for (const DlSimChunk *chunk = dl_sim_wheel_first (wheel, cycle); chunk != NULL;
         chunk = dl_sim_wheel_next (wheel, chunk))
      for (guint e = 0; e < chunk->n; e++)
        func (&chunk->events[e], data);
}

void
dl_sim_wheel_foreach_ahead (const DlSimWheel *wheel, guint64 now, DlSimAheadFunc func,
                            gpointer data)
{
  for (guint left = 0; left < wheel->size; left++)
    for (const DlSimChunk *chunk = dl_sim_wheel_first (wheel, now + left); chunk != NULL;
         chunk = dl_sim_wheel_next (wheel, chunk))
      for (guint i = 0; i < chunk->n; i++)
        func (&chunk->events[i], left, data);
}

void
dl_sim_wheel_walk (DlSimWheel *wheel, DlSimWalk *walk)
{
  dl_sim_walk_bytes (walk, wheel->slots, wheel->size * sizeof *wheel->slots);
  dl_sim_walk_value (walk, &wheel->free);
  dl_sim_walk_value (walk, &wheel->n_used);
  if (wheel->n_used > wheel->n_chunks)
    {
      wheel->n_chunks = wheel->n_used;
      wheel->chunks = g_renew (DlSimChunk, wheel->chunks, wheel->n_chunks);
    }
  dl_sim_walk_bytes (walk, wheel->chunks, wheel->n_used * sizeof *wheel->chunks);
}

static guint32
take_free (DlSimWheel *wheel)
{
  guint32 index = wheel->free;

  if (index != 0)
    {
      wheel->free = wheel->chunks[index].next;
      return index;
    }
  if (wheel->n_used == wheel->n_chunks)
    {
      wheel->n_chunks += MAX (wheel->n_chunks / 4, 16);
      wheel->chunks = g_renew (DlSimChunk, wheel->chunks, wheel->n_chunks);
    }
  return wheel->n_used++;
}

void
dl_sim_wheel_grow (DlSimWheel *wheel, DlSimSlot *slot)
{
  const guint32 index = take_free (wheel);

  if (slot->first == 0)
    slot->first = index;
  else
    {
      DlSimChunk *last = &wheel->chunks[dl_sim_slot_last (slot)];

      last->next = index;
      last->n = DL_SIM_CHUNK_EVENTS;
    }
  slot->end = DL_SIM_CHUNK_PLACES * index + 1;
}
