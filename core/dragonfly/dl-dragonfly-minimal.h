/* Which blue links a minimal route between two groups may take. The Cascade paper (section III)
 * says that minimal is a direct route, not the fewest hops, and that minimal paths may differ in
 * hop count; which of them a router's tables hold it does not say, so that this is a choice. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The candidates are the blue links with the lowest rank of all that work and have ways to and from
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

G_END_DECLS
