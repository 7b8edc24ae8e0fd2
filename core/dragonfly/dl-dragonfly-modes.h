/* Routing modes of a dragonfly: what a packet may choose from, and by what (Cascade paper 3, model
 * 5). The routes themselves are the same for all of them. */
#pragma once

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

G_END_DECLS
