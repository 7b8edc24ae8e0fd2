/* Packets that wait at their source, and when the next ones are born. */
#pragma once

#include "dl-rng.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 created;
  guint32 dest;
  guint8 class;
} DlSimBirth;

/* In a ring. */
typedef struct
{
  guint first, n, size; /* size: a power of 2, or 0 */
  DlSimBirth *births;
} DlSimBirths;

static inline DlSimBirth *
dl_sim_births_at (const DlSimBirths *births, guint i)
{
  return &births->births[(births->first + i) & (births->size - 1)];
}

void dl_sim_births_push (DlSimBirths *births, DlSimBirth birth);

static inline void
dl_sim_births_pop (DlSimBirths *births)
{
  births->first = (births->first + 1) & (births->size - 1);
  births->n--;
}

/* What dl_sim_births_gap draws by, where a slot has a birth with probability @rate, at most 1. */
double dl_sim_births_log_none (double rate);
/* Slots from one with a birth to the next, at least 1; G_MAXUINT64: never. */
guint64 dl_sim_births_gap (DlRng *rng, double log_none);

G_END_DECLS
