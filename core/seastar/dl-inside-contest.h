/* Contest at an output of a watched router: now, or when it granted a packet. */
#pragma once

#include "dl-seastar-inside.h"

G_BEGIN_DECLS

/* No grant: what competes now. */
#define DL_INSIDE_NOW G_MAXUINT

typedef struct
{
  guint8 queue;         /* staging queue: DL_SIM_VCS * input port + VC */
  gboolean has_credits; /* it could be granted */
  gboolean is_oldest;   /* among those that could go, perhaps with others */
  gboolean wins;
  gboolean has_age; /* blocked ones have one only now: a grant does not say */
  guint8 age;
  gboolean has_packet; /* FALSE: it left too long ago to be remembered */
  DlSeastarPacketInside packet;
} DlInsideRival;

typedef struct
{
  guint output;
  const DlSeastarGrant *grant; /* of the inside; NULL: now */
  guint n;
  DlInsideRival rivals[DL_SEASTAR_N_STAGED]; /* (n) those with credits first, of these the oldest */
} DlInsideContest;

/* @grant: an index of the inside's grants, which decides on the output; DL_INSIDE_NOW: what
 * competes at @output now. @contest points into @inside. */
void dl_inside_contest_init (DlInsideContest *contest, const DlSeastarInside *inside, guint output,
                             guint grant);
/* Chosen output or grant; zeroed: the last grant. */
typedef struct
{
  gboolean has_output, has_grant;
  guint output;  /* its grant, if that was in the last cycle, else what competes there now */
  guint64 grant; /* goes before the output while it is kept: by its number, as below */
} DlInsideLook;

void dl_inside_contest_look (DlInsideContest *contest, const DlSeastarInside *inside,
                             const DlInsideLook *look);
/* The grant that was the @number-th since the router is watched, from 0 on, as an index of the
 * grants that are kept; DL_INSIDE_NOW if it is forgotten. */
guint dl_inside_find_grant (const DlSeastarInside *inside, guint64 number);
/* The last grant of @output, as an index; DL_INSIDE_NOW if none is kept. */
guint dl_inside_last_grant (const DlSeastarInside *inside, guint output);
/* Packets that are neither in an input queue nor staged: under way through the crossbar. */
guint dl_inside_n_crossing (const DlSeastarInside *inside);

G_END_DECLS
