/* Age-based arbitration in a router: the age paper's procedures 1 to 3, bit by bit. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DL_AGE_MAX 255

/* The age field of a packet's head flit while it is in a router (age paper, table 1): bits 8..0
 * hold age - timestamp with its carry, bit 9 the epoch in which it arrived. On the link only bits
 * 7..0 count, the age. */
typedef guint16 DlHeadAge;

#define DL_HEAD_CARRY(head) ((head) >> 8 & 1)
#define DL_HEAD_EPOCH(head) ((head) >> 9 & 1)

/* The clock of one router (age paper, table 2). Its ticks, one per cycle at the cycle's beginning,
 * are not carried out one by one: the state is brought up to a cycle when it is looked at. */
typedef struct
{
  guint64 next_cycle;      /* when the countdown ends, unless inhibited */
  guint64 inhibit_end;     /* inhibited before this cycle; G_MAXUINT64: until the packets of the old
                              epoch have left; 0: not at all */
  guint32 packet_count[2]; /* packets in the router, by the epoch in which they arrived */
  guint8 timestamp;
  guint8 epoch;
} DlAgeClock;

/* Cycle 0, which has no tick. @period: cycles an increment, at least 1. */
static inline void
dl_age_clock_init (DlAgeClock *clock, guint32 period)
{
  *clock = (DlAgeClock) { .next_cycle = period };
}

/* Procedure 3 for all ticks up to that of cycle @now, which never goes back. */
static inline void
dl_age_clock_advance (DlAgeClock *clock, guint32 period, guint64 now)
{
  while (clock->next_cycle <= now && clock->inhibit_end != G_MAXUINT64)
    {
      if (clock->timestamp < DL_AGE_MAX)
        {
          /* Up to 255 nothing but time matters. */
          const guint64 steps = MIN ((now - clock->next_cycle) / period + 1,
                                     (guint64) (DL_AGE_MAX - clock->timestamp));
          clock->timestamp += steps;
          clock->next_cycle += steps * period;
        }
      else if (clock->packet_count[!clock->epoch] > 0)
        {
          /* Lines 12 and 13: the epoch must not change while packets of the last one are here. */
          clock->inhibit_end = G_MAXUINT64;
        }
      else
        {
          clock->timestamp = 0;
          clock->epoch = !clock->epoch;
          clock->next_cycle += period;
        }
    }
}

/* Is age-based arbitration inhibited in cycle @now, to which the clock was advanced? */
static inline gboolean
dl_age_clock_inhibited (const DlAgeClock *clock, guint64 now)
{
  return now < clock->inhibit_end;
}

/* Procedure 1: a packet of @age arrives by a port with @bias. */
static inline DlHeadAge
dl_age_receive (DlAgeClock *clock, guint age, guint bias)
{
  const guint biased = MIN (age + bias, DL_AGE_MAX);

  clock->packet_count[clock->epoch]++;
  return (guint) clock->epoch << 9 | ((biased - clock->timestamp) & 0x1ff);
}

/* Procedure 2, lines 1 to 11: the age now of a packet in the router, 0..255. Line 8 is misprinted
 * in the paper: the printed line takes a packet that has just arrived for one that is saturated.
 * Read it as new_age[8] or (new_age[9] and not head_flit[8]). */
static inline guint
dl_age_now (const DlAgeClock *clock, DlHeadAge head)
{
  const guint rollover = DL_HEAD_EPOCH (head) != clock->epoch;
  const guint new_age = (head & 0x1ff) + (rollover << 8 | clock->timestamp);

  if ((new_age >> 8 & 1) || ((new_age >> 9 & 1) && !DL_HEAD_CARRY (head)))
    return DL_AGE_MAX;
  return new_age & 0xff;
}

/* Procedure 2, line 14: the packet leaves in cycle @now. */
static inline void
dl_age_leave (DlAgeClock *clock, guint32 period, DlHeadAge head, guint64 now)
{
  const guint left = --clock->packet_count[DL_HEAD_EPOCH (head)];

  /* Procedure 3, lines 1 to 5: the next tick notices, and the countdown continues with the one
   * after that, from the value that it was given when it ended. */
  if (left == 0 && clock->inhibit_end == G_MAXUINT64 && DL_HEAD_EPOCH (head) != clock->epoch)
    {
      clock->inhibit_end = now + 1;
      clock->next_cycle = now + 1 + period;
    }
}

G_END_DECLS
