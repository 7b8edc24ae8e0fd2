/* Toy networks: small enough to count the packets in them, for teaching. */
#pragma once

#include "dl-scenario.h"

G_BEGIN_DECLS

typedef struct
{
  const char *id;
  const char *title;  /* in a menu, with a mnemonic, translatable */
  const char *preset; /* dl_preset_load's name */
  const char *load;   /* with which there are few enough packets to be told apart */
  /* Nullable: of the preset another value of a key, and its name with it. */
  const char *key, *value, *name;
} DlToy;

/* The toys of all families. */
const DlToy *dl_toys (guint *n_toys);
/* NULL if there is none. */
const DlToy *dl_toy_find (const char *id);

/* A scenario of @toy. Of the same kind as @from (nullable), it has the router and the policy of
 * virtual channels, or the routing mode, of that one, as far as they do not depend on its size; no
 * datelines, faults or traffic. Free with dl_scenario_free. */
DlScenario *dl_toy_new_scenario (const DlToy *toy, const DlScenario *from);

G_END_DECLS
