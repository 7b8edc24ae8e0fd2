/* Routing modes of a dragonfly: what a packet may choose from, and by what (Cascade paper 3, model
 * 5). The routes themselves are the same for all of them. */
#pragma once

#include "dl-rng.h"

#include <glib.h>

G_BEGIN_DECLS

/* How the load of a non-minimal candidate is weighed against a minimal one's: it counts as
 * load << shift, and add flits more. */
typedef struct
{
  guint8 shift;
  guint8 add;
} DlDragonflyBias;

typedef struct
{
  const char *id;          /* the name in files */
  const char *title;       /* for people, translatable */
  const char *description; /* one line, translatable */
  guint8 minimal;          /* candidates drawn among the minimal ones at each hop */
  guint8 nonminimal;       /* roots drawn at the source */
  gboolean by_load;        /* the lightest candidate is taken; else there is only one, by hash */
  guint8 phases;           /* of a mode of the input-queued router alone: virtual channels, one for
                              each phase of a route; else 0, and they are as in the Cascade */
  DlDragonflyBias local;   /* inside a group */
  DlDragonflyBias global;  /* between groups */
} DlDragonflyMode;

/* All modes, in the order of the drop-down. */
const DlDragonflyMode *const *dl_dragonfly_modes (guint *n_modes);
/* Does it choose between minimal and non-minimal candidates by load? Nothing static tells how many
 * packets it sends over either. */
gboolean dl_dragonfly_mode_mixes (const DlDragonflyMode *mode);
/* NULL if there is none of that name. */
const DlDragonflyMode *dl_dragonfly_mode_find (const char *id);

/* Blue links that a minimal route between two groups may take. The Cascade paper (section III) says
 * that minimal is a direct route, not the fewest hops, and that minimal paths may differ in hop
 * count; which of them a router's tables hold it does not say, so that this is a choice. */

/* The candidates are the blue links with the lowest rank among working ones with paths to and from
 * them: the hops that the rule counts. Each is as likely as the others (assumed). */
typedef struct
{
  const char *id;          /* the name in files */
  const char *title;       /* for people, translatable */
  const char *description; /* one line, translatable */
  gboolean counts_near;    /* hops from the packet to the blue link */
  gboolean counts_far;     /* hops from its far end to the destination */
} DlDragonflyMinimal;

/* All rules, the default first, in the order of the drop-down. */
const DlDragonflyMinimal *const *dl_dragonfly_minimals (guint *n_minimals);
/* The one that both sentences of section III allow: see the page of checks, cascade-minimal. */
const DlDragonflyMinimal *dl_dragonfly_minimal_default (void);

/* The rank of a blue link with @near hops before it and @far hops after it. */
static inline guint
dl_dragonfly_minimal_rank (const DlDragonflyMinimal *minimal, guint near, guint far)
{
  return (minimal->counts_near ? near : 0) + (minimal->counts_far ? far : 0);
}

/* Seed of a packet's choices where packets must keep in order: its header, so that each pair of
 * nodes keeps one route (Cascade paper 3). The simulation and the analysis of such modes use the
 * same. */

/* Hash of packets from node @source to node @dest in a run with @seed. */
static inline guint64
dl_dragonfly_header_hash (guint64 seed, guint source, guint dest)
{
  return dl_rng_mix (seed, (guint64) source << 32 | dest);
}

G_END_DECLS
